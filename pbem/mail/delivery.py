"""The delivery ledger: each outgoing letter is queued, handed over, bounced, superseded or acknowledged.

`deliveries.jsonl` only grows, one event a line, each on the disk before the next step is taken; the letters lie beside
it under `letters/`. Before the outlet is given a letter, `trying` is written; after it, the outcome. A `trying` without
an outcome means that we died in between: nobody can know whether the letter went, so it goes again under the same
Message-ID, and its subject says so. Bounces and acknowledgements come later, with letters that come in.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from enum import Enum
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import bad
from pbem.base.files import read_file, write_atomic
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.mail import mime
from pbem.mail.journal import Journal

if TYPE_CHECKING:
    from pbem.mail.bounce import Bounce
    from pbem.mail.senders import Outlet, Receipt

#: 5, 10, 20 ... minutes after a failure that may pass, never more than 6 hours; an outage of days is outlived.
FIRST_PAUSE, LONGEST_PAUSE = timedelta(minutes=5), timedelta(hours=6)
#: RFC 5321 4.5.4.1: give up after 4 to 5 days; a clock that was set back gives up nothing.
PATIENCE = timedelta(days=5)
AGAIN = b"[again] "
SUBJECT = pattern(rb"^Subject: ", re.MULTILINE)
#: A header with the lines that go on with it.
TO, FROM = (pattern(rb"^%b:([^\r\n]*(?:\r?\n[ \t][^\r\n]*)*)" % name, re.MULTILINE) for name in (b"To", b"From"))
TEXTS = ("game", "seat", "kind", "to", "message_id")
NAME = pattern(r"[A-Za-z0-9][A-Za-z0-9.+_-]{0,99}")


def pause_after(tries: int) -> timedelta:
    """Returns how long to wait after so many failures in a row."""
    doubled: int = 1 << min(max(tries - 1, 0), 10)
    return min(FIRST_PAUSE * doubled, LONGEST_PAUSE)


class State(Enum):
    """The state of a letter."""

    QUEUED = "queued"
    TRYING = "trying"
    DEFERRED = "deferred"
    HANDED_OVER = "handed over"
    REFUSED = "refused"
    BOUNCED = "bounced"
    SUPERSEDED = "superseded"
    ACKNOWLEDGED = "acknowledged"

    @property
    def waits(self) -> bool:
        """Still to be sent."""
        return self in (State.QUEUED, State.TRYING, State.DEFERRED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Delivery:
    """One letter and its state. A newer letter of the same game, seat and kind replaces an unsent one.

    `reaches` is how far the letter brings its reader, as a number that grows (the size of the record it shows). A
    reader who says how far they have seen has acknowledged every letter up to there.
    """

    name: str
    game: str
    seat: str
    kind: str
    to: str
    message_id: str
    queued: datetime
    reaches: int = 0
    state: State = State.QUEUED
    since: datetime | None = None
    tries: int = 0
    #: When it was first tried: from then on it has our patience.
    first: datetime | None = None
    #: Handed over, or perhaps: the reader may hold a copy, so the next one says that it comes again.
    copies: int = 0
    text: str = ""
    #: Addresses it was sent to before its reader had another one.
    former: tuple[str, ...] = ()

    @property
    def key(self) -> tuple[str, str, str]:
        """Returns the game, seat and kind, whose unsent letters a newer letter replaces."""
        return self.game, self.seat, self.kind

    def due(self, now: datetime) -> bool:
        """Checks whether it is time to try. A clock that was set back does not make a letter wait longer than its
        pause.
        """
        if self.state is not State.DEFERRED or self.since is None:
            return self.state.waits
        return abs(now - self.since) >= pause_after(self.tries)

    @property
    def next_try(self) -> datetime:
        """When that time comes, for a letter that waits."""
        if self.state is not State.DEFERRED or self.since is None:
            return self.queued
        return self.since + pause_after(self.tries)


#: The fields of a delivery, and those that tell of tries as they are before the first.
FIELDS = tuple(Delivery.__dataclass_fields__)
UNTRIED = {"tries": 0, "first": None, "copies": 0, "former": ()}


class Deliveries:
    """The delivery ledger of a folder. One process at a time works on it; see `Journal` for what a crash leaves, and
    for the folder `beside`.
    """

    def __init__(self, folder: Path, beside: Path | None = None) -> None:
        self.folder = folder
        self.letters = folder / "letters"
        self.journal = Journal(folder / "deliveries.jsonl", beside)
        self.all: dict[str, Delivery] = {}
        self.apply(*self.journal.read())

    def queue(
        self, name: str, message: bytes, now: datetime, *, replaces: Sequence[str] = (), **fields: Any
    ) -> Delivery:
        """Puts a letter into the queue and cancels the unsent older ones it replaces. The same name twice is one
        letter.

        It replaces those named, and those of its own game, seat and kind. `fields` are these three and, if the letter
        can be acknowledged, reaches. The older ones are cancelled first: the caller keeps the letter until this
        returns, so a kill in between leaves nothing unsent.
        """
        from pbem.mail.letter import check_address  # and with it all that reads letters

        if name in self.all:
            return self.all[name]
        if not NAME.fullmatch(name):
            raise bad(f"'{name[:100]}' is no name of a letter")
        head = mime.open_head(message)
        to = address_of(mime.header(head, "to"))
        if not check_address(to):
            raise bad(f"letter '{name}' is addressed to nobody")
        write_atomic(self.letters / f"{name}.eml", message)
        told = {"to": to, "message_id": mime.header(head, "message-id"), **fields}
        key = tuple(fields.get(each, "") for each in ("game", "seat", "kind"))
        for older in list(self.all.values()):
            if older.state.waits and (older.key == key or older.name in replaces):
                perhaps = "; it may have been sent" if older.copies else ""
                self.note("superseded", older.name, now, text=f"by {name}{perhaps}")
        self.note("queued", name, now, **told)
        return self.all[name]

    def waiting(self, now: datetime) -> list[Delivery]:
        """The letters whose time has come, oldest first."""
        return [delivery for delivery in self.all.values() if delivery.due(now)]

    def send_waiting(self, outlet: Outlet, now: Callable[[], datetime]) -> list[Delivery]:
        """Try every letter whose time has come; an outlet that is down ends the round.

        No letter overtakes an older one of the same seat that still waits: each builds on the one before.
        """
        tried, behind = [], set[tuple[str, str, str]]()
        for delivery in [each for each in self.all.values() if each.state.waits]:
            line = (delivery.game, delivery.seat, delivery.to)
            if line in behind or not delivery.due(now()):
                behind.add(line)
                continue
            receipt = self.send_one(delivery, outlet, now)
            tried.append(self.all[delivery.name])
            if receipt.down:
                break
            if tried[-1].state.waits:
                behind.add(line)
        return tried

    def send_one(self, delivery: Delivery, outlet: Outlet, now: Callable[[], datetime]) -> Receipt:
        """Intent, letter, outcome. After an intent that has no outcome the letter says that it may come again."""
        message = addressed(read_file(self.letters / f"{delivery.name}.eml"), delivery.to)
        if delivery.copies:
            message = SUBJECT.sub(b"Subject: " + AGAIN, message, count=1)
        self.note("trying", delivery.name, now())
        receipt = outlet.send(message, [delivery.to])
        moment = now()
        from pbem.mail.senders import Outcome

        if receipt.outcome is Outcome.HANDED_OVER:
            self.note("handed over", delivery.name, moment, text=receipt.text)
        elif receipt.outcome is Outcome.NEVER or moment - (self.all[delivery.name].first or moment) > PATIENCE:
            self.note("refused", delivery.name, moment, text=receipt.text)
        else:
            self.note("deferred", delivery.name, moment, text=receipt.text, unsure=receipt.unsure)
        return receipt

    def resend(self, name: str, now: datetime, to: str = "") -> Delivery:
        """Send again what anyone misses: the same letter, with a word in its subject that it comes again. Its reader
        may have another address by now; then what still waits goes there as well.
        """
        if name not in self.all:
            raise bad(f"there is no letter '{name[:100]}'")
        known = self.all[name]
        moved = {"to": to} if to and to != known.to else {}
        if moved or not known.state.waits:
            self.note("queued again", name, now, **moved)
        return self.all[name]

    def bounced(self, bounce: Bounce, now: datetime) -> Delivery | None:
        """Notes a report about a letter of ours. Delays change nothing. A report on a letter that was seen is a
        forgery. A report on a copy to an address that its reader has left days ago says nothing of the new address. A
        report that names no letter is about none, though a letter that somebody put into the outbox may have no id.
        """
        found = next((each for each in self.all.values() if each.message_id == bounce.message_id), None)
        if found is None or not bounce.message_id or found.state is not State.HANDED_OVER or not bounce.permanent:
            return None
        if (bounce.written_to or bounce.recipient).lower() in found.former:
            return None
        self.note("bounced", found.name, now, text=f"{bounce.recipient} {bounce.status} {bounce.text}".strip())
        return self.all[found.name]

    def acknowledge(self, game: str, seat: str, reaches: int, now: datetime) -> list[Delivery]:
        """Notes that the seat has seen the record so far, so it has every letter up to there."""
        seen = [each for each in self.all.values() if (each.game, each.seat) == (game, seat)]
        fresh = [
            each for each in seen
            if 0 < each.reaches <= reaches and each.state in (State.HANDED_OVER, State.BOUNCED, State.TRYING)
        ]  # fmt: skip
        for each in fresh:
            self.note("acknowledged", each.name, now, text=f"seen {reaches}")
        return [self.all[each.name] for each in fresh]

    def note(self, event: str, name: str, now: datetime, **fields: Any) -> None:
        """One line more, on the disk before it counts."""
        line = {"event": event, "name": name, "t": show_time(now), **fields}
        self.journal.append(line)
        self.apply(line)

    def apply(self, *lines: dict[str, Any]) -> None:
        """Applies lines of the ledger. A delivery is made once, however many of them speak of it."""
        told: dict[str, dict[str, Any]] = {}
        for line in lines:
            name, moment, event = str(line["name"]), parse_time(str(line["t"])), str(line["event"])
            if event == "queued":
                kept = {key: str(line.get(key, "")) for key in TEXTS}
                told[name] = {**UNTRIED, **kept, "name": name, "queued": moment, "since": moment,
                              "reaches": int(line.get("reaches", 0))}  # fmt: skip
            elif name in told or name in self.all:
                before = told[name] if name in told else {each: getattr(self.all[name], each) for each in FIELDS}
                told[name] = {**before, "since": moment, **change(event, line, before)}
        self.all |= {name: Delivery(**fields) for name, fields in told.items()}


def address_of(value: str) -> str:
    """The address in a header's value."""
    from email.utils import parseaddr  # letters are sent seldom, and the ledger is read by many commands

    return parseaddr(value)[1]


def addressed(message: bytes, to: str) -> bytes:
    """The letter as it was written, or as it goes to where its reader is now."""
    return with_address(message, TO, f"To: {to}", to)


def sent_by(message: bytes, sender: str) -> bytes:
    """Returns the letter as written, or as another moderator sends it."""
    return with_address(message, FROM, f"From: {sender}", sender)


def with_address(message: bytes, header: re.Pattern[bytes], line: str, address: str) -> bytes:
    """The letter with this line for that header, where it has another address."""
    found = header.search(message)
    if found is None or address_of(found[1].decode("ascii", "replace")) == address:
        return message
    return message[: found.start()] + line.encode() + message[found.end() :]


def change(event: str, line: dict[str, Any], before: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that an event sets. A try counts as a copy until the outlet says that it was none."""
    text = {"text": str(line.get("text", ""))}
    moment = parse_time(str(line["t"]))
    if event == "queued again":
        to = str(line.get("to", before["to"]))
        former = {*before["former"], before["to"].lower()} - {to.lower()}
        return {
            "state": State.QUEUED, "queued": moment, "tries": 0, "to": to, "former": tuple(sorted(former)), **text
        }  # fmt: skip
    if event == "trying":
        first = before["first"] if before["tries"] else moment
        return {"state": State.TRYING, "tries": before["tries"] + 1, "first": first, "copies": before["copies"] + 1}
    if event in ("deferred", "refused"):
        return {"state": State(event), "copies": before["copies"] - (not line.get("unsure")), **text}
    return {"state": State(event), **text}


def summary(deliveries: Iterable[Delivery]) -> dict[str, int]:
    """Counts the letters in each state."""
    counts = {state.value: 0 for state in State}
    for delivery in deliveries:
        counts[delivery.state.value] += 1
    return counts
