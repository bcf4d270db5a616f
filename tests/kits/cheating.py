"""A moderator who plays to win: every key, all our code, and no scruples, against players with the project's program.

Each attack takes a game (`by_letter.Crew`) and does its worst; then all honest players open what they are sent. It is
found at once if some program refuses the record, refuses to go on, or tells its player; and found afterwards if the
verdict on the record is not that everything matches.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from shutil import copytree
from typing import Any

import pytest
from by_letter import Crew

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.match.folder.book import Step as BookStep
from pbem.match.folder.office import Office
from pbem.match.own_folder import held_letters
from pbem.match.phase import opening, run_phase
from pbem.match.record import rulings
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link, Seed
from pbem.trust.grammar.attempt import Attempt
from pbem.trust.orders.account import Account
from pbem.trust.orders.envelope import Draft, Envelope, make_envelope
from pbem.trust.people.charter import MODERATOR, parse_charter
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record.layout import Occasion
from pbem.trust.seal import seal
from pbem.trust.write_folder import Step

ALL, SHUT = ("moderated", "two-step", "beacon"), ("two-step", "beacon")
Attack = Callable[[Crew, pytest.MonkeyPatch], None]


@dataclass(frozen=True)
class Row:
    """An attack, and the tiers in which it can be tried."""

    attack: Attack
    tiers: tuple[str, ...] = ALL


ROWS: dict[str, Row] = {}


def tried_in(*tiers: str) -> Callable[[Attack], Attack]:
    """Puts an attack into the table, under the words of its docstring."""

    def entered(attack: Attack) -> Attack:
        ROWS[str(attack.__doc__).strip().rstrip(".")] = Row(attack, tiers or ALL)
        return attack

    return entered


# ------------------------------------------------------------------------------------------------------ what is at hand
def attempt_of(crew: Crew) -> Attempt:
    """The newest attempt."""
    with crew.office() as office:
        return office.walk.order[-1]


def read(crew: Crew) -> None:
    """Everybody gets the newest record and opens it."""
    crew.tell()
    crew.read_all()


def lock_now(crew: Crew, **fields: Any) -> None:
    """The line of `locked`, as the cheat likes it."""
    attempt = attempt_of(crew)
    with crew.pen() as step:
        due: dict[str, Any] = {"locks": [lock.text("lock") for lock in step.walk().list_due(attempt).values()]}
        if crew.tier == "two-step":
            due["opens_by"] = show_time(crew.now + timedelta(hours=72))
        step.enter("locked", **attempt.occasion.fields, **{**due, **fields})


def after_deadline(crew: Crew) -> None:
    """The deadline of the open phase is over."""
    crew.now = max(crew.now, attempt_of(crew).closes)


def own_envelope(crew: Crew, seat: str, *, seq: int = 2, index: int = 0, content: bytes = b"") -> Envelope:
    """Orders of a player in league with the moderator: signed and sealed, and not what an honest program would make."""
    attempt, charter = attempt_of(crew), parse_charter((crew.desk / "charter.yaml").read_bytes())
    known = held_letters.knowledge(crew_seat(crew, seat), crew.now)
    size = len(crew.ledger())
    of_tier: dict[str, Any] = {}
    if crew.tier == "two-step":
        of_tier["one_time"] = seal.new_identity()[1]
    elif crew.tier == "beacon":
        of_tier["round"] = attempt.round
    chain = crew.rings[seat].chain(charter.game)
    root = known.root_at(size) or checkpoint_root(crew)
    draft = Draft(
        seat=seat, phase=attempt.occasion.phase, attempt=attempt.occasion.attempt, seq=seq,
        content=content or f"pbem: orders/1\ngame: {charter.game}\nseat: {seat}\nstroke: easy\n".encode(),
        value=Link(index, chain.value(index)) if index else None, account=Account(size, root, show_time(crew.now)),
        **of_tier,
    )  # fmt: skip
    return make_envelope(charter, draft, crew.rings[seat].signer(), networks=(DEMO_NETWORK,))


def crew_seat(crew: Crew, seat: str) -> Any:
    """A player's folder."""
    from pbem.match.own_folder.seat import Seat

    return Seat.at(crew.folder(seat))


def checkpoint_root(crew: Crew) -> str:
    """The root of the moderator's ledger."""
    from base64 import b64encode

    return b64encode(crew.ledger().root).decode("ascii")


def order_or_say(crew: Crew) -> None:
    """Everybody orders whose program has nothing against it."""
    for seat in crew.seats:
        try:
            crew.order(seat)
        except PbemError as error:
            crew.refused[seat] += [fault.message for fault in error.faults]


def go_on(crew: Crew) -> None:
    """The rest of the phase as if nothing had happened."""
    with suppress(PbemError):
        crew.close()


# ------------------------------------------------------------------------------------------------- dice: other attempts
def unsigned_attempt(crew: Crew, what: str, **why: Any) -> None:
    """A line that only the moderator writes, and another attempt by it."""
    crew.order_all()
    attempt = attempt_of(crew)
    after_deadline(crew)
    with crew.pen() as step:
        step.enter("timeout", **attempt.occasion.fields, seat=crew.seats[-1], what=what)
        step.phase_opened(
            Occasion(attempt.occasion.phase, 2), crew.now + timedelta(hours=48),
            DEMO_NETWORK.round_at(crew.now + timedelta(hours=60)) if crew.tier == "beacon" else None, **why,
        )  # fmt: skip
    read(crew)


@tried_in()
def attempt_by_orders(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Another attempt after `timeout` `orders`."""
    unsigned_attempt(crew, "orders")


@tried_in()
def attempt_by_open(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Another attempt after `timeout` `open`, before the list."""
    unsigned_attempt(crew, "open", reason="missed")


@tried_in()
def attempt_by_seal(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Another attempt after `timeout` `seal`."""
    unsigned_attempt(crew, "seal", reason="return", by=3)


@tried_in()
def attempt_by_abandoned(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Another attempt after `timeout` `abandoned`."""
    unsigned_attempt(crew, "abandoned", reason="missed")


@tried_in()
def attempt_by_an_invented_word(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Another attempt after a `timeout` of an invented kind."""
    unsigned_attempt(crew, "lost")


@tried_in()
def attempt_after_the_seed(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Another attempt at a phase that has its seed."""
    crew.play(1)
    with crew.pen() as step:
        step.phase_opened(Occasion("t01.race", 2), crew.now + timedelta(hours=48), None, reason="missed")
    read(crew)


@tried_in()
def return_that_nobody_signed(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A return that nobody has signed."""
    crew.play(1)
    with crew.pen() as step:
        line = step.enter("reopen", phase="t01.race", dice="same", withdraws=["t01.race", "t02.race"], sigs=[],
                          sha256=step.file(f"amends/{len(step.ledger)}.txt", b"We all agree.\n"))  # fmt: skip
        step.phase_opened(Occasion("t01.race", 2), crew.now + timedelta(hours=48), None, reason="return", by=line.n)
    read(crew)


@tried_in("two-step")
def swallowed_opening(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """An opening is swallowed, and its seat left out."""
    crew.order_all()
    crew.run()
    crew.carry()
    crew.read_all()
    crew.lost |= {(seat, MODERATOR) for seat in crew.seats[2:]}
    crew.open_all()
    crew.lost |= {(seat, MODERATOR) for seat in crew.seats}  # and nothing that others mail on is read
    crew.read_all()
    for hours in (73, 25):
        crew.later(hours)
        crew.run()
        crew.carry()
        crew.read_all()
    crew.lost.clear()
    crew.open_all()
    crew.run()


@tried_in("two-step")
def attempt_before_letters_can_come(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A seat is left out before letters can have come."""
    crew.order_all()
    crew.close(but=[crew.seats[-1]])
    attempt = attempt_of(crew)
    crew.later(73)
    with crew.pen() as step:
        step.enter("timeout", **attempt.occasion.fields, seat=crew.seats[-1], what="open")
        step.phase_opened(Occasion("t01.race", 2), attempt.deadline, None, reason="missed")
        step.locked(Occasion("t01.race", 2), opens_by=crew.now + timedelta(hours=72))
    read(crew)


@tried_in("two-step")
def third_attempt(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A third attempt after a second missed opening."""
    crew.order_all()
    crew.close(but=[crew.seats[-1]])
    for hours in (73, 25):
        crew.later(hours)
        crew.run()
        crew.carry()
        crew.read_all(*crew.seats[:-1])
    crew.later(100)
    attempt = attempt_of(crew)
    with crew.pen() as step:
        step.enter("timeout", **attempt.occasion.fields, seat=crew.seats[0], what="open")
        step.phase_opened(Occasion("t01.race", 3), attempt.deadline, None, reason="missed")
    read(crew)


# ------------------------------------------------------------------------------------------------ dice: values, rounds
@tried_in()
def skipped_value(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A value of the moderator's chain is skipped."""
    patch.setattr(Step, "moderators_index", lambda step: 2)
    crew.order_all()
    go_on(crew)


@tried_in("moderated", "two-step")
def stale_value(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A seat's value in the seed is not the one it showed."""
    real = run_phase.make_seed

    def chosen(office: Office, step: BookStep, drand: Any) -> Seed:
        seed = real(office, step, drand)
        return replace(seed, seats=tuple((seat, Link(0, office.charter.seat(seat).chain)) for seat, _ in seed.seats))

    patch.setattr(run_phase, "make_seed", chosen)
    crew.order_all()
    go_on(crew)


@tried_in("moderated")
def seed_of_another_attempt(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """After a return the seed is that of another attempt."""
    real = run_phase.make_seed
    patch.setattr(run_phase, "make_seed", lambda *given: replace(real(*given), attempt=2))
    crew.go_back("t01.race")
    crew.order_all()
    go_on(crew)


@tried_in("beacon")
def past_round(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A phase names a round that is out already."""
    patch.setattr(opening, "margin", lambda office, alone: timedelta(hours=-60))
    crew.play(1)
    read(crew)


@tried_in("beacon")
def phase_told_late(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Players hear of a phase when its round is out."""
    crew.order_all()
    after_deadline(crew)
    crew.run()
    crew.carry()
    crew.read_all()
    crew.later(13)
    crew.run()
    crew.later(61)  # the letters of the next phase are held back
    crew.carry()
    crew.read_all()
    with suppress(PbemError):
        crew.order_all()
    crew.run()
    crew.carry()
    crew.read_all()
    crew.later(1)
    with suppress(PbemError):
        crew.order_all()


@tried_in("beacon")
def deadline_beyond_the_round(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A ruling moves a deadline beyond its round."""
    attempt = attempt_of(crew)
    with crew.office() as office:
        until = show_time(crew.now + timedelta(hours=90))
        rulings.rule(office, "extend", "More time.", **attempt.occasion.fields, until=until)
        office.save()
    read(crew)


@tried_in()
def invented_phase(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A phase that the rules do not have."""
    real = opening.enter_phase

    def other(office: Office, step: BookStep) -> None:
        step.phase = "t09.race"
        real(office, step)

    crew.order_all()
    patch.setattr(opening, "enter_phase", other)
    go_on(crew)
    order_or_say(crew)


@tried_in()
def two_phases_at_once(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A second phase is opened while one has no seed."""
    with crew.pen() as step:
        round_ = DEMO_NETWORK.round_at(crew.now + timedelta(hours=60)) if crew.tier == "beacon" else None
        step.phase_opened(Occasion("t02.race"), crew.now + timedelta(hours=48), round_)
    read(crew)


# --------------------------------------------------------------------------------------------------------------- orders
@tried_in()
def envelope_swallowed(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """An envelope is swallowed, and its seat called silent."""
    seat = crew.seats[-1]
    crew.lost.add((seat, MODERATOR))
    crew.order_all()
    crew.lost |= {(each, MODERATOR) for each in crew.seats}  # nor is it taken from others
    crew.read_all()
    after_deadline(crew)
    crew.run()
    crew.carry()
    crew.read_all()
    crew.lost.clear()
    go_on(crew)
    if crew.tier != "two-step":
        crew.order_all()


@tried_in()
def receipt_given_and_dropped(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """An envelope with a receipt is left out of the list."""
    crew.order_all()
    after_deadline(crew)
    attempt = attempt_of(crew)
    kept = [lock.text("lock") for seat, lock in sorted(attempt.best.items()) if seat != crew.seats[-1]]
    lock_now(crew, locks=kept)
    read(crew)


@tried_in()
def called_late(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """An envelope is dated late and left out."""
    crew.order_all(but=[crew.seats[-1]])
    crew.later(47)
    path = crew.sealed(crew.seats[-1])
    crew.later(2)
    crew.send(crew.seats[-1], path, to_moderator=False)
    with crew.pen() as step:
        from pbem.match.post.game_letter import read_letter
        from pbem.trust.orders.envelope import parse_envelope

        data = next(data for name, data in read_letter(path).parts.items() if name.endswith(".pbem"))
        step.lock_received(parse_envelope(data))
    attempt = attempt_of(crew)
    kept = [lock.text("lock") for seat, lock in sorted(attempt.best.items()) if seat != crew.seats[-1]]
    lock_now(crew, locks=kept, late=[lock.text("lock") for lock in attempt.best.values()][-1:])
    read(crew)


@tried_in()
def struck_unread(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Orders that were read are struck by `timeout` `seal`."""
    crew.order_all()
    after_deadline(crew)
    occasion = attempt_of(crew).occasion
    if crew.tier == "moderated":
        lock_now(crew)
    else:
        crew.run()
        crew.carry()
        crew.read_all()
        crew.later(13)
    if crew.tier == "two-step":
        crew.open_all()
    with crew.pen() as step:
        step.enter("timeout", **occasion.fields, seat=crew.seats[-1], what="seal")
    read(crew)


@tried_in()
def locked_early(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Orders are locked before the deadline, without a seat."""
    crew.order_all(but=[crew.seats[-1]])
    lock_now(crew)
    read(crew)


@tried_in("two-step")
def not_asked(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """The list says that nothing is asked of a seat that is asked."""
    crew.order_all()
    after_deadline(crew)
    lock_now(crew, without=[crew.seats[-1]])
    read(crew)


@tried_in()
def not_wanted(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A phase says that it wants no orders of a seat that the rules ask."""
    patch.setattr(opening, "acts_of", lambda office, step: list(crew.seats[:-1]))
    crew.order_all()
    go_on(crew)
    crew.later(1)
    order_or_say(crew)


# ------------------------------------------------------------------------------------------------------ with one player
@tried_in("two-step", "beacon")
def lock_after_the_list(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A player in league locks anew when the others' orders are known."""
    crew.order_all()
    after_deadline(crew)
    crew.run()
    envelope, occasion = own_envelope(crew, crew.seats[0]), attempt_of(crew).occasion
    with crew.pen() as step:
        step.lock_received(envelope)
        step.enter("locked", **occasion.fields, locks=[envelope.lock.sha256])
    read(crew)


@tried_in("moderated")
def second_value(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A player in league shows a second value in one phase."""
    crew.order_all()
    envelope = own_envelope(crew, crew.seats[0], index=2)
    with crew.pen() as step:
        step.lock_received(envelope)
    read(crew)


@tried_in("moderated")
def value_with_an_answer(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A player in league shows a value when orders are locked."""
    crew.order_all()
    after_deadline(crew)
    lock_now(crew)
    envelope = own_envelope(crew, crew.seats[0], index=2)
    with crew.pen() as step:
        step.lock_received(envelope)
    read(crew)


# ----------------------------------------------------------------------------------------------------- record and forks
@tried_in()
def second_report(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A second report of a phase is committed to."""
    crew.play(1)
    with crew.pen() as step:
        told = Preimage("x/report/amber/t01.race", bytes(32), b"You won.\n")
        step.report(Occasion("t01.race"), crew.seats[0], told)
    read(crew)


@tried_in()
def forked(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """Two players are shown two ledgers."""
    other = crew.place / "other"
    copytree(crew.desk, other)
    with crew.office() as office:
        rulings.rule(office, "rule", "Nothing of weight.")
        office.save()
    crew.carry()
    crew.read_all(crew.seats[0])
    crew.unread = {seat: [] for seat in crew.seats}
    crew.desk.rename(crew.place / "first")
    other.rename(crew.desk)
    with crew.office() as office:
        rulings.rule(office, "rule", "Another thing.")
        office.save()
    crew.carry()
    crew.read_all()


@tried_in()
def seed_without_openings_or_list(crew: Crew, patch: pytest.MonkeyPatch) -> None:
    """A seed is made before any list."""
    crew.order_all()
    attempt = attempt_of(crew)
    with crew.pen() as step:
        step.enter("seed", **attempt.occasion.fields, sha256="ab" * 32)
    read(crew)


# ------------------------------------------------------------------------------------------------------------ the table
@dataclass(frozen=True)
class Found:
    """The way in which an attack was found."""

    at_once: bool
    verdict: str
    words: tuple[str, ...]


def outcome(crew: Crew) -> Found:
    """Collects the words of the players' programs, and the verdict on the record."""
    refused = [line for lines in crew.refused.values() for line in lines]
    told = [line for lines in crew.told.values() for line in lines
            if "somebody had a choice" in line or "is not in the record" in line]  # fmt: skip
    report = crew.verify()
    words = tuple(dict.fromkeys([*(fault.message for fault in report.faults), *map(str, report.choices), *refused]))
    return Found(bool(refused or told), report.verdict.name.lower(), words)


def moment(text: str) -> datetime:
    """A time."""
    return parse_time(text)
