"""Finds what waits for a player in one game: from their folder alone, without keys and without the network."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.base.clock import in_words, parse_time, show_time, time_left
from pbem.base.counting import counted
from pbem.base.errors import PbemError
from pbem.base.files import read_file
from pbem.base.records import dataclass, field, replace
from pbem.match.moderator.public_status import pause_in, public_stage
from pbem.match.own_folder.player import charter_of, ledger_of, newest_phase, order_file
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.own_folder.team_letters import to_agree
from pbem.match.record.told_rulings import reason_of
from pbem.match.terms.calendar import Calendar, grace_over, zone_of
from pbem.match.terms.calendar_terms import BEFORE_ROUND, opening_by, opens_by_calendar
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.orders.lock import Lock, parse_lock
from pbem.trust.orders.which_count import QUESTION
from pbem.trust.people.charter import MODERATOR, Charter, Tier
from pbem.trust.record import layout
from pbem.trust.record.layout import Occasion, occasion_of
from pbem.trust.record.ledger import Ledger
from pbem.trust.ssh import sshsig

#: The paper that a folder was made by.
INVITED = "invitation.yaml"
TAKEN_OVER = "the seat is yours when its letter comes, with all it has been told; then: pbem open LETTER"
PAUSED = "orders are still taken in; nothing runs and nobody is late until it goes on"
NOT_YOURS = "played by another"
#: The command that mails a finished letter.
SEND = "pbem send "
#: The command that writes the second letter of tier two-step.
OPEN_PART = "pbem orders open --dir "
FIRST_REPORT = "the first report comes when all have signed the charter; then: pbem open LETTER"


class State(Enum):
    """The progress of the orders for the open phase."""

    NONE = "not written"
    DRAFTED = "as they were drafted for you"
    FAULTY = "have faults"
    READY = "checked, not sealed"
    SEALED = "sealed; mail the letter"
    PERHAPS = "perhaps sent, no receipt yet"
    SENT = "sent, no receipt yet"
    RECEIPTED = "receipted"


@dataclass(frozen=True, slots=True)
class Waits:
    """A game as its player sees it. `todo` is what to do now, a line each; empty where others are waited for, whom
    `waits_for` names where the rules let that be known.
    """

    folder: Path
    game: str = ""
    title: str = ""
    seat: str = ""
    stage: str = ""
    phase: str = ""
    until: str = ""
    local: str = ""
    orders: str = ""
    questions: int = 0
    todo: tuple[str, ...] = ()
    waits_for: str = ""
    paused: str = ""
    fault: str = ""
    unopened: tuple[str, ...] = field(default=())
    #: Letters that are written and wait to be mailed, and those that were sent and have no receipt yet.
    to_mail: tuple[Path, ...] = field(default=())
    unanswered: tuple[Path, ...] = field(default=())
    #: Whether the second letter of tier two-step is to be written.
    to_open: bool = False

    @property
    def drafted(self) -> bool:
        """Checks whether the orders are still as the program has written them."""
        return self.orders in (State.NONE.value, State.DRAFTED.value)

    @property
    def idle(self) -> str:
        """Says that the open phase asks nothing of its player, and whom it waits for; empty if it asks something."""
        if not self.phase or self.orders or self.todo:
            return ""
        return "nothing is asked of you" + (f": the game waits for {self.waits_for}" if self.waits_for else "")

    def as_json(self) -> dict[str, Any]:
        """The same for programs; what is empty is left out."""
        found = {"folder": str(self.folder), "game": self.game, "title": self.title, "seat": self.seat,
                 "stage": self.stage, "phase": self.phase, "until": self.until, "local": self.local,
                 "orders": self.orders, "questions": self.questions, "todo": list(self.todo),
                 "waits_for": self.waits_for, "paused": self.paused, "fault": self.fault,
                 "unopened": list(self.unopened)}  # fmt: skip
        return {name: value for name, value in found.items() if value}


def waits_of(folder: Path, now: datetime, sent: Mapping[str, bool] | None = None, zone: str = "") -> Waits:
    """Finds what waits in a folder; a folder that cannot be read says why and hides no other."""
    try:
        return waits_at(Seat.at(folder), now, sent or {}, zone)
    except PbemError as error:
        return Waits(folder, fault=error.faults[0].message)


def waits_at(seat: Seat, now: datetime, sent: Mapping[str, bool], zone: str) -> Waits:
    """The same of a seat. `sent` are the names of letters that were mailed from here, or may have been."""
    public = seat.folder / PUBLIC
    known = Waits(seat.folder, seat.game, seat=seat.seat)
    if not (public / layout.CHARTER).is_file():
        return replace(known, stage="joined", todo=(*unless_mailed(seat, "acceptance", sent), comes_next(seat)),
                       to_mail=written(seat, "acceptance"))
    known = replace(known, title=str(charter_of(seat).fields.get("title", "")))
    if not (public / layout.LEDGER).is_file():
        return replace(known, stage="signed", todo=(*unless_mailed(seat, "charter", sent), FIRST_REPORT),
                       to_mail=written(seat, "charter"))
    ledger = ledger_of(seat)
    state = public_stage(charter_of(seat), ledger)
    if state["stage"] != "playing":
        return replace(known, stage=state["stage"])
    if seat.given_up:
        return replace(known, stage=NOT_YOURS)
    occasion = occasion_of(newest_phase(ledger))
    orders, todo = asked(seat, ledger, occasion, sent)
    until = state["until"] if orders is None else max(state["until"], seat.deadline)
    if orders is None and waits_for_dice(seat, ledger, occasion):
        until = opening_until(charter_of(seat), ledger, occasion)
    if is_open(seat, ledger, occasion):
        todo = (*to_agree(seat, charter_of(seat), occasion), *todo)
    paused = paused_in(public, ledger)
    if orders not in (None, State.RECEIPTED) and todo and not paused and now >= parse_time(until):
        todo = (*todo, f"the deadline has passed{grace_of(charter_of(seat), ledger, parse_time(until), now, zone)}")
    local = f"{in_zone(until, zone)}, {time_left(parse_time(until), now)}"
    return replace(
        known, stage="playing", phase=occasion.stem, until=until, local=local,
        orders=orders.value if orders else "", questions=len(seat.questions), todo=todo, paused=paused,
        waits_for="" if orders or todo else others_phase(seat, ledger, occasion),
        to_mail=asked_to_mail(todo), unanswered=without_receipt(seat, ledger, occasion, orders, sent),
        to_open=OPEN_PART + str(seat.folder) in todo,
    )  # fmt: skip


def without_receipt(
    seat: Seat, ledger: Ledger, occasion: Occasion, orders: State | None, sent: Mapping[str, bool]
) -> tuple[Path, ...]:
    """Returns the letters of the open step that were sent from here and have come back in no record."""
    if orders is State.SENT:
        return (newest_letter(seat, occasion, sealed(seat, ledger, occasion)),)
    opening = seat.folder / "outbox" / f"open-{occasion.stem}.eml"
    opened = ledger.entries("open", seat=seat.seat, **occasion.fields)
    waits = waits_for_dice(seat, ledger, occasion) and not opened and sent.get(opening.name)
    return (opening,) if waits and opening.is_file() else ()


def written(seat: Seat, letter: str) -> tuple[Path, ...]:
    """Give a letter of the outbox, if it is there."""
    path = seat.folder / "outbox" / f"{letter}.eml"
    return (path,) if path.is_file() else ()


def asked_to_mail(todo: tuple[str, ...]) -> tuple[Path, ...]:
    """Returns the letters that the player has to send."""
    return tuple(Path(line.removeprefix(SEND)) for line in todo if line.startswith(SEND))


def paused_in(public: Path, ledger: Ledger) -> str:
    """Since when the game is paused, why, and what that means; empty where it is not."""
    pause = pause_in(ledger, newest_phase(ledger))
    if pause is None:
        return ""
    reason = reason_of(read_file(public / layout.ruling_file(pause.n)))
    return f"the game is paused since {pause.t}: {reason} ({PAUSED})"


def grace_of(charter: Charter, ledger: Ledger, closes: datetime, now: datetime, zone: str) -> str:
    """Says until when late orders count, if they still do."""
    round_ = newest_phase(ledger).get("round")
    latest = charter.network((DEMO_NETWORK,)).time_of(round_) - BEFORE_ROUND if isinstance(round_, int) else None
    ends = grace_over(Calendar.of_charter(charter.fields.get("calendar", {})), closes, latest)
    if now >= ends:
        return ""
    return f"; late orders count until {in_zone(show_time(ends), zone)}, {time_left(ends, now)}"


def unless_mailed(seat: Seat, letter: str, sent: Mapping[str, bool]) -> tuple[str, ...]:
    """A letter that opens no phase is not receipted: unless it was sent from here, only its writer knows."""
    return () if sent.get(f"{letter}.eml") else (f"mail {seat.folder / 'outbox' / letter}.eml, if you have not",)


def comes_next(seat: Seat) -> str:
    """Says what answers an acceptance: the charter goes to the player who signs for the seat, not to others of the
    team, and a player who takes a seat over signs none.
    """
    paper = read_file(seat.folder / INVITED)
    if b"\ninstead_of: " in paper:
        return TAKEN_OVER
    return FIRST_REPORT if b"\nmember: " in paper else "when the charter comes: pbem join LETTER"


def in_zone(until: str, zone: str) -> str:
    """Writes the deadline for people, in the reader's time zone."""
    wall = parse_time(until).astimezone(zone_of(zone) if zone else None)
    offset = wall.strftime("%z")
    return f"{in_words(wall)} " + ("UTC" if offset == "+0000" else f"(UTC{offset[:3]}:{offset[3:5]})")


def asked(
    seat: Seat, ledger: Ledger, occasion: Occasion, sent: Mapping[str, bool]
) -> tuple[State | None, tuple[str, ...]]:
    """Returns the state of the orders and what to do next; no state if nothing is asked of the seat."""
    locks = sealed(seat, ledger, occasion) if is_open(seat, ledger, occasion) else None
    if locks is None or not (locks or is_awaited(seat, ledger, occasion)):
        return None, second_letter(seat, ledger, occasion)
    state = orders_state(seat, occasion, locks, sent)
    file, letter = order_file(seat), newest_letter(seat, occasion, locks)
    todo = {
        State.NONE: f"pbem orders new --dir {seat.folder} --out {file}",
        State.DRAFTED: f"write your orders: {file}",
        State.FAULTY: f"pbem orders check {file}",
        State.READY: f"pbem orders seal {file}",
        State.SEALED: f"{SEND}{letter}" if letter.is_file() else f"pbem orders seal {file}",
        State.PERHAPS: f"mail {letter}, if you have not",
    }.get(state, "")
    asked = len(seat.questions)
    told = counted(asked, "question waits", "questions wait")
    answers = (f"{told} for your answer",) if todo and asked else ()
    return state, (*answers, todo) if todo else ()


def takes_orders(seat: Seat) -> bool:
    """Checks whether orders for the newest phase can still count, as far as the seat's letters tell."""
    ledger = ledger_of(seat)
    return is_open(seat, ledger, occasion_of(newest_phase(ledger)))


def is_open(seat: Seat, ledger: Ledger, occasion: Occasion) -> bool:
    """Checks whether orders or answers are taken, as far as the seat's letters tell. In tier moderated answers to
    questions follow locked orders within their phase, else in a step of their own.
    """
    locked = bool(ledger.entries("locked", **occasion.fields))
    return seat.phase == QUESTION.sub("", occasion.phase) and not (
        locked and charter_of(seat).tier is not Tier.MODERATED
    )


def is_awaited(seat: Seat, ledger: Ledger, occasion: Occasion) -> bool:
    """Checks whether the game waits for the seat; in tier beacon it waits for everybody's envelope, asked or not."""
    if others_phase(seat, ledger, occasion):
        return False
    return bool(seat.questions) or not of_question(seat, ledger, occasion) or charter_of(seat).tier is Tier.BEACON


def of_question(seat: Seat, ledger: Ledger, occasion: Occasion) -> bool:
    """Checks whether the open step is one of questions; the others learn that somebody is asked, and no more."""
    return bool(ledger.entries("locked", **occasion.fields)) or seat.phase != occasion.phase


def others_phase(seat: Seat, ledger: Ledger, occasion: Occasion) -> str:
    """Returns the one other seat that the open step waits for, if everybody may know it. The ledger says who acts
    alone, and a view says whose phase it is, as `phase_side`. Tier beacon waits for everybody.
    """
    charter, side = charter_of(seat), newest_phase(ledger).get("alone")
    if side is None and charter.tier is not Tier.BEACON and not of_question(seat, ledger, occasion):
        side = seat.view().get("phase_side")
    return side if isinstance(side, str) and side != seat.seat and side in charter.seat_names else ""


def orders_state(seat: Seat, occasion: Occasion, locks: Mapping[str, Lock], sent: Mapping[str, bool]) -> State:
    """From the receipt back to the first draft: the furthest that is true."""
    if locks:
        newest = max(locks, key=lambda name: locks[name].seq)
        proof = layout.receipt_file(seat.seat, occasion, locks[newest].seq).rpartition("/")[2]
        if (seat.folder / "receipts" / proof).is_file():
            return State.RECEIPTED
        return State.SEALED if newest not in sent else State.SENT if sent[newest] else State.PERHAPS
    path = order_file(seat)
    if not path.is_file():
        return State.NONE
    written = read_file(path)
    if sha256(written).hexdigest() == seat.drafted or written == seat.template().encode():
        return State.DRAFTED
    try:
        return State.FAULTY if seat.check(path).faults else State.READY
    except PbemError:
        return State.FAULTY


def sealed(seat: Seat, ledger: Ledger, occasion: Occasion) -> dict[str, Lock]:
    """The envelopes made for this attempt at the phase since orders were last locked, by the name of their letter."""
    found = {}
    for path in sorted((seat.folder / "sent").glob(f"{seat.seat}-{occasion.phase}-*.pbem")):
        lock = parse_lock(read_file(path).partition(sshsig.BEGIN)[0])
        if (lock.phase, lock.attempt) == (occasion.phase, occasion.attempt):
            found[f"orders-{lock.phase}-{lock.seq}.eml"] = lock
    counted = {lock for entry in ledger.entries("locked", **occasion.fields) for lock in entry.texts("locks")}
    newest = max((lock.seq for lock in found.values() if lock.sha256 in counted), default=0)
    return {name: lock for name, lock in found.items() if lock.seq > newest and reached(seat, ledger, lock)}


def reached(seat: Seat, ledger: Ledger, lock: Lock) -> bool:
    """Checks whether an envelope is of use to the present moderator. One sealed to a predecessor is lost, despite its
    receipt, if the record does not have it, as after a rescue; in tier beacon only its own key opens it.
    """
    changes = ledger.entries("rotate", who=MODERATOR)
    if not changes or (lock.seen[0] if lock.seen else 0) > changes[-1].n:
        return True
    return bool(ledger.entries("lock", lock=lock.sha256)) and charter_of(seat).tier is not Tier.BEACON


def opening_until(charter: Charter, ledger: Ledger, occasion: Occasion) -> str:
    """Returns the earliest time at which openings are due. No record shows an absence that gives more time; a ruling
    does.
    """
    locked = ledger.entries("locked", **occasion.fields)[-1]
    moved = [entry.text("opens") for entry in ledger.entries("ruling", **occasion.fields)
             if entry.n > locked.n and "opens" in entry.fields]  # fmt: skip
    return max([show_time(opening_by(charter.fields, parse_time(locked.t)).at), *moved])


def newest_letter(seat: Seat, occasion: Occasion, locks: Mapping[str, Lock]) -> Path:
    """The letter that carries the newest envelope."""
    name = max(locks, key=lambda each: locks[each].seq) if locks else f"orders-{occasion.phase}-1.eml"
    return seat.folder / "outbox" / name


def waits_for_dice(seat: Seat, ledger: Ledger, occasion: Occasion) -> bool:
    """Tier two-step: whether orders are locked, and the dice not made."""
    locked, seed = (ledger.entries(kind, **occasion.fields) for kind in ("locked", "seed"))
    return charter_of(seat).tier is Tier.TWO_STEP and bool(locked) and not seed


def second_letter(seat: Seat, ledger: Ledger, occasion: Occasion) -> tuple[str, ...]:
    """Tier two-step: a locked phase whose dice have not fallen waits for everybody's part of them."""
    if not waits_for_dice(seat, ledger, occasion):
        return ()
    locked = ledger.entries("locked", **occasion.fields)
    if newest_phase(ledger).get("alone") == seat.seat and locked[-1].texts("locks"):
        return ()  # its lock was its opening
    changes = ledger.entries("rotate", who=seat.seat)
    if charter_of(seat).grammar == 2 and changes and changes[-1].n > locked[0].n:
        return ()  # only the keys that locked the orders open them, and those are another's
    letter = seat.folder / "outbox" / f"open-{occasion.stem}.eml"
    todo = f"{SEND}{letter}" if letter.is_file() else f"{OPEN_PART}{seat.folder}"
    return (todo, *absences_count(charter_of(seat)))


def absences_count(charter: Charter) -> tuple[str, ...]:
    """Absences that put a date off are in no record, only in the letters that give it."""
    if opens_by_calendar(charter.fields) and Calendar.of_charter(charter.fields["calendar"]).absence_days:
        return ("the letter that says 'locked' names a later time where somebody is away",)
    return ()
