"""Records of grammar 2, each with its verdict and its words: what the rules and the events of section 8 come to.

`CASES` holds, by name, what is played and what every verifier has to say of it. The vectors for other implementations
are made of the same cases (tests/vectors/ledger2.json).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from ledger2 import DAY, HOUR, NAMES, Table, one_time, person

from pbem import strict_yaml
from pbem.base.clock import show_time
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.people.charter import Charter
from pbem.trust.people.rotation import How, Rotation, hash_of
from pbem.trust.primitives.commit import parse_preimage
from pbem.trust.record.layout import Occasion
from pbem.trust.record.ledger import Entry
from pbem.trust.seal import seal
from pbem.trust.ssh import sshsig
from pbem.trust.write_folder import Step

TWO, THREE, FIVE = NAMES[:2], ("britain", "france", "spain"), NAMES
MATCHES, CHOICE, MISMATCH = Verdict.MATCHES, Verdict.CHOICE, Verdict.MISMATCH


@dataclass(frozen=True)
class Case:
    """One record: how it is made, its verdict, words that a verifier has to say, and the events by their codes."""

    play: Callable[[], Table]
    verdict: Verdict
    words: str = ""
    events: tuple[str, ...] = ()


CASES: dict[str, Case] = {}


def case(name: str, verdict: Verdict, words: str = "", *events: str) -> Callable[[Callable[[], Table]], Any]:
    """A record with this verdict, these words, and these events."""

    def keep(play: Callable[[], Table]) -> Callable[[], Table]:
        assert name not in CASES, name
        CASES[name] = Case(play, verdict, words, events)
        return play

    return keep


def moderated(seats: tuple[str, ...] = TWO, **changes: Any) -> Table:
    """A table of tier moderated."""
    return Table("moderated", seats, **changes)


def two_step(seats: tuple[str, ...] = TWO, **changes: Any) -> Table:
    """A table of tier two-step."""
    return Table("two-step", seats, **changes)


def beacon(seats: tuple[str, ...] = TWO, **changes: Any) -> Table:
    """A table of tier beacon."""
    return Table("beacon", seats, **changes)


def plain(seat: str) -> list[dict[str, Any]]:
    """Two seats, one of which writes plain files."""
    told = [{"seat": name, **person(name).public} for name in TWO]
    return [{k: v for k, v in each.items() if k != "chain"} | {"plain": True} if each["seat"] == seat else each
            for each in told]  # fmt: skip


# ------------------------------------------------------------------------------------------------------- honest records
@case("m: two phases, all confirmed", MATCHES, "no decision had a second seed and no order in time was dropped")
def _() -> Table:
    table = moderated()
    table.play("t01")
    table.play("t02")
    table.confirm()
    return table


@case("t: two phases, all confirmed", MATCHES, "which every seat has confirmed")
def _() -> Table:
    table = two_step()
    table.play("t01")
    table.play("t02")
    table.confirm()
    return table


@case("b: two phases, all confirmed", MATCHES, "which every seat has confirmed")
def _() -> Table:
    table = beacon()
    table.play("t01")
    table.play("t02")
    table.confirm()
    return table


# --------------------------------------------------------------------------------------------------------- R1: attempts
def missed(seats: tuple[str, ...] = THREE, gone: tuple[str, ...] = ("spain",), **changes: Any) -> Table:
    """Tier two-step: an attempt in which somebody did not open, up to where the next may be opened."""
    table = two_step(seats, **changes)
    table.phase("t01")
    for seat in seats:
        table.lock(seat)
    table.locked()
    for seat in seats:
        if seat not in gone:
            table.open(seat)
    table.wait(72)
    for seat in gone:
        table.timeout(seat, "open")
    return table


def once_more(table: Table, wait: float = 24, **fields: Any) -> Table:
    """The attempt after a missed opening, opened and locked."""
    table.wait(wait)
    table.phase("t01", 2, reason="missed", **fields)
    table.locked()
    return table


@case("t: a missed opening, once more without it", CHOICE,
      "attempt 2 without 'spain': the moderator in league with a seat could choose among 2 throws", "E2")  # fmt: skip
def _() -> Table:
    table = once_more(missed())
    table.finish()
    return table


@case("t: the missing opening comes as a stray and changes no line of the seed", CHOICE, "the opening came", "E2")
def _() -> Table:
    table = two_step(THREE)
    table.phase("t01")
    for seat in THREE:
        table.lock(seat)
    table.locked()
    for seat in TWO:
        table.open(seat)
    opening = table.opening("spain")
    table.wait(72)
    table.timeout("spain", "open")
    once_more(table)
    table.stray(*opening, occasion=Occasion("t01"))
    table.finish()
    return table


@case("t: a timeout that an opening healed", MATCHES, "1 remark")
def _() -> Table:
    table = missed()
    table.open("spain")
    table.seed()
    table.confirm()
    return table


@case("t: an attempt without a seat that opened", MISMATCH, "without 'spain', whose opening is entry")
def _() -> Table:
    table = missed()
    table.open("spain")
    return once_more(table)


@case("t: an attempt though no opening is missing", MISMATCH, "though no opening is missing")
def _() -> Table:
    return once_more(missed(gone=()))


@case("t: an attempt of whose missing seat nothing is said", MISMATCH, "of whom nothing says that it did not open")
def _() -> Table:
    table = two_step(THREE)
    table.phase("t01")
    for seat in THREE:
        table.lock(seat)
    table.locked()
    table.open("britain")
    table.open("france")
    table.wait(72)
    return once_more(table)


@case("t: an attempt before openings could no more come", MISMATCH, "when openings could still come")
def _() -> Table:
    return once_more(missed(), wait=23)


@case("t: a third attempt", MISMATCH, "after a missed opening there is no second one")
def _() -> Table:
    table = once_more(missed(FIVE, ("venice",)))
    for seat in ("britain", "france", "portugal"):
        table.open(seat)
    table.wait(72)
    table.timeout("spain", "open")
    table.wait(24)
    table.phase("t01", 3, reason="missed")
    return table


@case("t: two of five are left out", CHOICE, "could choose among 3 throws", "E2")
def _() -> Table:
    table = once_more(missed(FIVE, ("spain", "venice")))
    table.finish()
    return table


@case("t: three of five are left out", MISMATCH, "without 3 of 5 seats")
def _() -> Table:
    return once_more(missed(FIVE, ("portugal", "spain", "venice")))


@case("t: one of two is left out", MISMATCH, "though this game waits for openings")
def _() -> Table:
    return once_more(missed(TWO, ("france",)))


@case("t: an attempt in a game that waits", MISMATCH, "though this game waits for openings")
def _() -> Table:
    return once_more(missed(unopened="wait"))


@case("m: an attempt after a timeout", MISMATCH, "for a reason that tier moderated does not have")
def _() -> Table:
    table = moderated()
    table.play("t01", silent=["france"])
    table.phase("t01", 2, reason="missed")
    return table


@case("b: an attempt after a timeout", MISMATCH, "for a reason that tier beacon does not have")
def _() -> Table:
    table = beacon()
    table.play("t01", silent=["france"])
    table.phase("t01", 2, reason="missed")
    return table


@case("t: an attempt once the one before has its seed", MISMATCH, "waits for no opening")
def _() -> Table:
    table = two_step(THREE)
    table.play("t01")
    table.phase("t01", 2, reason="missed")
    return table


@case("t: an attempt without a reason", MISMATCH, "without a reason on record")
def _() -> Table:
    table = missed()
    table.wait(24)
    table.phase("t01", 2)
    return table


@case("t: a lock after a missed opening", MISMATCH, "whose list is that of the attempt before")
def _() -> Table:
    table = missed()
    table.wait(24)
    table.phase("t01", 2, reason="missed")
    table.lock("france", seq=2)
    return table


@case("t: the list after a missed opening keeps the seat that is left out", MISMATCH,
      "counts a lock that attempt 1 did not count")  # fmt: skip
def _() -> Table:
    table = missed()
    locks = [each.text("lock") for each in table.walk().phases[Occasion("t01")].listed.values()]
    table.wait(24)
    table.phase("t01", 2, reason="missed")
    table.locked(locks=locks)
    return table


@case("t: a seed made of two attempts", MISMATCH, "which has a later attempt")
def _() -> Table:
    table = once_more(missed())
    table.finish()
    table.occasion = Occasion("t01")
    table.write("seed", **table.occasion.fields, sha256="ab" * 32)
    return table


@case("t: an opening for an attempt that is over", MISMATCH, "which has a later attempt")
def _() -> Table:
    table = missed()
    opening = table.opening("spain")
    once_more(table)
    table.take_open(*opening)
    return table


# ---------------------------------------------------------------------------------------------------------- R2: chains
@case("m: the moderator's first value is the second", MISMATCH, "opens the moderator's value 2; value 1 is due")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.seed(index=2)
    return table


@case("b: the moderator leaves a value out", MISMATCH, "opens the moderator's value 3; value 2 is due")
def _() -> Table:
    table = beacon()
    table.play("t01")
    table.phase("t02")
    table.wait(40)
    table.locked()
    table.seed(index=3)
    return table


@case("t: a seat leaves a value out", MISMATCH, "opens chain value 2 of seat 'britain'; value 1 is due")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.open("britain", value=Link(2, person("britain").chain.value(2)))
    table.open("france")
    table.seed()
    return table


@case("t: a seat shows a value twice", MISMATCH, "opens chain value 1 of seat 'france'; value 2 is due")
def _() -> Table:
    table = two_step()
    table.play("t01")
    table.phase("t02")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.open("britain")
    table.open("france", value=Link(1, person("france").chain.value(1)))
    return table


@case("t: the moderator's index after a missed opening is the same", CHOICE, "attempt 2 without 'spain'", "E2")
def _() -> Table:
    table = once_more(missed())
    assert table.finish().mod.index == 1
    return table


# ------------------------------------------------------------------------------------------------------- R3: one value
@case("m: a lock that repeats its value", MATCHES, "no decision had a second seed")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.lock("britain")
    table.lock("britain")
    table.lock("france")
    table.locked()
    table.seed()
    table.confirm()
    return table


@case("m: a lock with a further value", MISMATCH, "in this phase it has shown value 1")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.lock("britain")
    table.lock("britain", value=Link(2, person("britain").chain.value(2)))
    table.lock("france")
    table.locked()
    return table


@case("m: an answer without a value", MATCHES, "no decision had a second seed")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.lock("france", answer=True)
    table.locked()
    table.seed()
    table.confirm()
    return table


@case("m: an answer of a seat that the phase wanted no orders of", MATCHES, "no decision had a second seed")
def _() -> Table:
    table = moderated(THREE)
    table.phase("t01", acts=TWO)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.lock("spain", answer=True)
    table.locked()
    table.seed()
    table.confirm()
    return table


@case("m: an answer with a value", MISMATCH, "is an answer with a chain value")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.lock("france")
    return table


@case("m: a seat that writes plain files", CHOICE, "its orders could be dropped", "E1")
def _() -> Table:
    table = Table("moderated", TWO, charter_seats=plain("france"))
    table.play("t01", silent=["france"])
    return table


@case("m: a plain order file of a seat that by the charter writes none", MISMATCH, "who by the charter writes none")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.lock("britain")
    table.write("lock", **table.occasion.fields, seat="france", seq=1, lock="ab" * 32, orders="ab" * 32)
    return table


# --------------------------------------------------------------------------------------------------------- R4: one lock
@case("t: a lock after orders were locked", MISMATCH, "is a lock after phase 't01' was locked")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.lock("britain")
    return table


@case("b: a lock after orders were locked", MISMATCH, "is a lock after phase 't01' was locked")
def _() -> Table:
    table = beacon()
    table.phase("t01")
    table.lock("britain")
    table.wait(25)
    table.locked()
    table.lock("france")
    return table


@case("a lock of a seat whose orders are not wanted", MISMATCH, "of whom phase 't01' wants no orders")
def _() -> Table:
    table = two_step(THREE)
    table.phase("t01", acts=TWO)
    table.lock("spain")
    return table


# -------------------------------------------------------------------------------------- R5: who is left out; abandoned
def gone_for_good(tier: str = "two-step", phases: int = 1) -> Table:
    """A game in which Spain never writes; one silence is enough."""
    table = Table(tier, THREE, people={"abandoned_after": 1})
    for number in range(1, phases + 1):
        table.phase(f"t{number:02d}")
        for seat in TWO:
            table.lock(seat)
        table.now += DAY
        table.locked()
        table.timeout("spain", "orders" if number == 1 else "abandoned")
        if tier == "two-step" and number == 1:
            for seat in TWO:
                table.open(seat)
            table.wait(72)
            table.timeout("spain", "open")
            table.wait(24)
            table.phase("t01", 2, reason="missed")
            table.locked()
        table.finish()
    return table


@case("t: an abandoned seat is not asked", CHOICE, "'spain' was not asked; it had been silent since t01", "E2")
def _() -> Table:
    return gone_for_good(phases=2)


@case("t: an opening of an abandoned seat is entered", MISMATCH, "of whom nothing is asked")
def _() -> Table:
    table = gone_for_good()
    table.phase("t02")
    for seat in TWO:
        table.lock(seat)
    table.now += DAY
    table.locked()
    table.open("spain")
    return table


@case("t: an opening of an abandoned seat comes as a stray", CHOICE, "'spain' was not asked", "E2")
def _() -> Table:
    table = gone_for_good()
    table.phase("t02")
    for seat in TWO:
        table.lock(seat)
    table.now += DAY
    table.locked()
    table.stray(*table.opening("spain"))
    table.finish()
    return table


@case("t: a seat is left out that is asked", MISMATCH, "leaves out 'spain', who is asked")
def _() -> Table:
    table = two_step(THREE)
    table.phase("t01")
    for seat in THREE:
        table.lock(seat)
    table.locked(without=["spain"])
    return table


@case("t: a seat is called abandoned that is not", MISMATCH, "who was not silent for long enough")
def _() -> Table:
    table = Table("two-step", THREE, people={"abandoned_after": 2}, unopened="without")
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.now += DAY
    table.locked()
    table.timeout("spain", "abandoned")
    return table


def silent_spain(said: Iterable[int], wrote: int = 0, late: int = 0) -> Table:
    """Four phases in which Spain sends nothing, but for one. The record says so of some, of one only after the third;
    in the fourth it calls Spain abandoned, which two silences make it."""
    table = Table("moderated", THREE, people={"abandoned_after": 2})
    for number in range(1, 5):
        table.phase(f"t{number:02d}")
        for seat in THREE if number == wrote else TWO:
            table.lock(seat)
        table.now += DAY
        table.locked()
        if number == 4:
            table.timeout("spain", "abandoned")
        elif number in said:
            table.timeout("spain", "orders")
        table.finish()
        if late and number == 3:
            table.timeout("spain", "orders", Occasion(f"t{late:02d}"))
    return table


@case("m: silences add up across a phase of which none is on record", CHOICE, "4 times", "E1")
def _() -> Table:
    return silent_spain((1, 3))


@case("m: a silence from before a letter does not count", MISMATCH, "who was not silent for long enough")
def _() -> Table:
    return silent_spain((3,), wrote=2, late=1)


@case("t: a stray that is asked for", MISMATCH, "enters as a stray the opening that entry")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.stray(*table.opening("france"))
    return table


# ---------------------------------------------------------------------------------------------------------- R6: strikes
@case("m: orders are struck", MISMATCH, "strikes orders that the moderator had read before he took them in")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.timeout("france", "seal")
    table.seed()
    return table


@case("t: orders are struck that everybody can open", MISMATCH, "strikes orders that everybody can open")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    for seat in TWO:
        table.open(seat)
    table.timeout("france", "seal")
    table.seed()
    return table


def hidden(*, reveal: bool = False) -> Table:
    """Tier two-step: orders that only the moderator could open, and claims to be unable to read."""
    table = two_step()
    table.phase("t01")
    sent = [table.lock(seat) for seat in TWO]
    table.locked()
    for seat in TWO:
        table.open(seat, with_key=False)
    table.timeout("france", "seal")
    table.seed()
    if reveal:
        secret, _ = one_time("france")
        shown = parse_preimage(seal.unseal(secret, sent[1].envelope.sealed))
        with table.step() as step:
            step.revealed(shown)
    return table


@case("t: hidden orders are struck", CHOICE, "says that he cannot read the orders of 'france'", "E7")
def _() -> Table:
    return hidden()


@case("t: struck orders are shown, and fit", CHOICE, "they can be read: revealed/orders/france-t01-1-1", "E7")
def _() -> Table:
    return hidden(reveal=True)


def wrong_key(*, struck: bool) -> Table:
    """Tier two-step: France opens its lock with a key that does not fit."""
    table = two_step()
    table.phase("t01")
    table.lock("britain")
    table.lock("france", key="another")
    table.locked()
    for seat in TWO:
        table.open(seat)
    if struck:
        table.timeout("france", "seal")
    table.seed()
    table.confirm()
    return table


@case("t: a key that does not fit, and the orders are struck", MATCHES, "1 remark")
def _() -> Table:
    return wrong_key(struck=True)


@case("t: a key that does not fit, and nothing is said", MISMATCH, "is opened by another key than its lock names")
def _() -> Table:
    return wrong_key(struck=False)


# -------------------------------------------------------------------------------------------------- R7: order of lines
@case("a lock on record is left out", MISMATCH, "leaves out the lock of seat 'france' of entry")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    first = table.lock("britain")
    table.lock("france")
    table.now += DAY
    assert first.entry
    table.locked(locks=[first.entry.text("lock")])
    return table


@case("a lock dated after the deadline and before `locked` is left out", MISMATCH, "leaves out the lock of seat")
def _() -> Table:
    table = moderated(calendar={"hours": 24, "grace_hours": 1})
    table.phase("t01")
    first = table.lock("britain")
    table.wait(30)
    table.lock("france")
    assert first.entry
    table.locked(locks=[first.entry.text("lock")])
    return table


@case("a lock dated after the deadline and before `locked` counts", MATCHES, "no order in time was dropped")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.lock("britain")
    table.wait(30)
    table.lock("france")
    table.locked()
    table.seed()
    table.confirm()
    return table


@case("orders are locked early, and a seat is missing", MISMATCH, "deadline, and nothing of 'france' has come")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.lock("britain")
    table.locked()
    return table


@case("orders are locked early, and all are in", MATCHES, "no order in time was dropped")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.seed()
    table.confirm()
    return table


@case("a lock counts that its seat replaced", MISMATCH, "replaced")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    first = table.lock("britain")
    table.lock("britain")
    other = table.lock("france")
    assert first.entry
    assert other.entry
    table.locked(locks=[first.entry.text("lock"), other.entry.text("lock")])
    return table


@case("the list is not in the order of seats", MISMATCH, "in the order of their seats")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    sent = [table.lock(seat).entry for seat in TWO]
    table.locked(locks=[each.text("lock") for each in reversed(sent) if each])
    return table


# ------------------------------------------------------------------------------------------------------------ R8: bound
@case("t: an opening over another list", MISMATCH, "was written over another ledger: entry")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    other = two_step()
    other.phase("t01")
    other.lock("france", content=b"another\n")
    other.lock("britain", content=b"another\n")
    other.now += DAY
    other.locked()
    account = other.account()
    opened, armour = table.opening("britain")
    opened = replace(opened, account=account)
    armour = sshsig.sign(person("britain").ssh, opened.to_bytes(), "open")
    table.take_open(opened, armour)
    table.open("france")
    table.seed()
    return table


@case("t: an opening that has not seen the list", MISMATCH, "which it has to cover")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    locked = table.locked()
    table.open("britain", seen=locked.n)
    table.open("france")
    table.seed()
    return table


@case("a lock that has not seen its phase", MISMATCH, "which it has to cover")
def _() -> Table:
    table = moderated()
    opened = table.phase("t01")
    table.lock("britain", seen=opened.n)
    return table


@case("t: a seed without an opening", MISMATCH, "is made without seat 'france', who has not opened")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.open("britain")
    table.seed()
    return table


@case("t: openings have less time than the charter gives them", MISMATCH, "gives openings less than the 72 hours")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked(hours=71)
    return table


# -------------------------------------------------------------------------------------------------------- acting alone
@case("t alone: the lock is the opening", MATCHES, "no decision had a second seed")
def _() -> Table:
    table = two_step(acts_alone=True)
    table.phase("t01", acts=["britain"], alone="britain")
    table.lock("britain", alone=True)
    table.lock("britain", alone=True)
    table.locked()
    table.open("france")
    table.seed()
    table.confirm()
    return table


@case("t alone: a timeout against the lock", MISMATCH, "did not open, who has opened")
def _() -> Table:
    table = two_step(acts_alone=True)
    table.phase("t01", acts=["britain"], alone="britain")
    table.lock("britain", alone=True)
    table.locked()
    table.open("france")
    table.wait(72)
    table.timeout("britain", "open")
    return table


@case("t alone: the lock that crossed the list is a stray", MATCHES, "no decision had a second seed")
def _() -> Table:
    table = two_step(acts_alone=True)
    table.phase("t01", acts=["britain"], alone="britain")
    late = table.envelope("britain", alone=True)
    table.wait(25)
    table.locked()
    table.stray(late)
    for seat in TWO:
        table.open(seat)
    table.seed()
    table.confirm()
    return table


@case("t alone: the orders are struck", MISMATCH, "had read before he took them in")
def _() -> Table:
    table = two_step(acts_alone=True)
    table.phase("t01", acts=["britain"], alone="britain")
    table.lock("britain", alone=True)
    table.locked()
    table.open("france")
    table.timeout("britain", "seal")
    return table


# ---------------------------------------------------------------------------------------------------------- R9: rounds
@case("b: a phase whose round was out", MISMATCH, "which was out already")
def _() -> Table:
    table = beacon()
    table.phase("t01", round=DEMO_NETWORK.round_at(table.now - HOUR), deadline=table.now - DAY)
    return table


@case("b: orders locked when the round was out", CHOICE, "was out already: orders could be fixed", "E5")
def _() -> Table:
    table = beacon()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.wait(40)
    table.locked()
    table.finish()
    table.confirm()
    return table


@case("b: a deadline is moved beyond its round", MISMATCH, "puts the deadline of phase 't01' to")
def _() -> Table:
    table = beacon()
    opened = table.phase("t01")
    until = DEMO_NETWORK.time_of(opened.number("round")) - HOUR / 2
    signed = {"sha256": "ab" * 32, "sig": "cd" * 32}
    table.write("ruling", **table.occasion.fields, what="extend", until=show_time(until), **signed)
    return table


def late_for(kind: str, *, lock: bool = False) -> Table:
    """Tier beacon: France heard too late of a phase, or of its list."""
    table = beacon()
    table.play("t01")
    table.confirm()
    opened = table.phase("t02")
    table.lock("britain")
    if lock:
        table.lock("france")
    table.wait(25)
    locked = table.locked()
    line = opened.n if kind == "phase" else locked.n
    table.finish()
    table.wait(5)
    table.seen("britain")
    table.seen("france", late=((line, show_time(table.now)),))
    return table


@case("b: a seat heard of the phase when its round was out", CHOICE, "was out: the round could be chosen", "E5")
def _() -> Table:
    return late_for("phase")


@case("b: a seat heard of the list when its round was out", CHOICE, "orders could be fixed with the dice known", "E5")
def _() -> Table:
    return late_for("locked", lock=True)


# -------------------------------------------------------------------------------------------------------- R10: letters
@case("m: a silent seat", CHOICE, "the moderator could choose between two seeds", "E1")
def _() -> Table:
    table = moderated()
    table.play("t01", silent=["france"])
    return table


@case("m: a silent seat that confirms it", MATCHES, "no decision had a second seed")
def _() -> Table:
    table = moderated()
    table.play("t01", silent=["france"])
    table.confirm()
    return table


@case("m: a silent seat that was written to too late", CHOICE, "when it was over", "E1")
def _() -> Table:
    table = moderated()
    table.play("t01", silent=["france"])
    opened = table.walk().phases[Occasion("t01")].opening
    table.seen("france", late=((opened.n, show_time(table.now)),))
    table.seen("france")
    return table


@case("m: a silent seat that says it sent a lock", CHOICE, "says that it sent", "E1", "E8")
def _() -> Table:
    table = moderated()
    table.play("t01", silent=["france"])
    table.seen("france", missing=("ab" * 32,))
    table.seen("france")
    return table


@case("m: silent in attempt 1, all lock in attempt 2 after a return", CHOICE, "says that it sent", "E1", "E8")
def _() -> Table:
    table = moderated()
    seed = table.play("t01", silent=["france"])
    paper = table.go_back("t01")
    table.phase("t01", 2, reason="return", by=paper.n)
    table.lock("britain")
    table.lock("france", missing=("ab" * 32,))
    table.locked()
    table.keep(seed)
    return table


@case("a letter that is called missing and is on record after all", MATCHES, "no order in time was dropped")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.lock("britain")
    sent = table.lock("france")
    assert sent.entry
    table.locked()
    table.seed()
    table.seen("britain")
    table.seen("france", missing=(sent.entry.text("lock"),))
    return table


@case("b: a lock that never came on record", CHOICE, "was sent in time and does not count", "E8")
def _() -> Table:
    table = beacon()
    table.phase("t01")
    table.lock("britain")
    table.wait(25)
    table.locked()
    table.finish()
    table.seen("france", missing=("ab" * 32,))
    table.seen("britain")
    return table


@case("t: a seat heard of the phase when it was over", CHOICE, "heard of the phase at", "E8")
def _() -> Table:
    table = two_step()
    opened = table.phase("t01")
    table.lock("britain")
    table.wait(25)
    table.locked()
    table.open("britain")
    table.open("france", late=((opened.n, show_time(table.now)),))
    table.seed()
    table.confirm()
    return table


@case("a letter that calls late what opens no phase", MISMATCH, "opens no phase and locks none")
def _() -> Table:
    table = moderated()
    table.play("t01")
    table.seen("france", late=((0, show_time(table.now)),))
    return table


def ended(*, confirmed: bool, lock: bool = True) -> Table:
    """A game of tier beacon that is over."""
    table = beacon()
    table.play("t01")
    table.confirm()
    table.play("t02", silent=() if lock else ("france",))
    with table.step() as step:
        step.public_text("final", "final/manifest", b"")
    if confirmed:
        table.confirm()
    return table


@case("b: after the end all have confirmed", MATCHES, "which every seat has confirmed")
def _() -> Table:
    return ended(confirmed=True)


@case("b: after the end a seat with a lock has not confirmed the last phase", MATCHES, "2 remarks")
def _() -> Table:
    return ended(confirmed=False)


@case("b: after the end a seat without a lock has not confirmed", CHOICE, "nobody of 'france' has confirmed", "E6")
def _() -> Table:
    return ended(confirmed=False, lock=False)


# -------------------------------------------------------------------------------------------------------- R11: returns
@case("m: after a return the same seed", MATCHES, "1 remark")
def _() -> Table:
    table = moderated()
    seed = table.play("t01")
    paper = table.go_back("t01")
    table.phase("t01", 2, reason="return", by=paper.n)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.keep(seed)
    table.confirm()
    return table


@case("m: after a return without a seed the seed says attempt 1", MATCHES, "1 remark")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    paper = table.go_back("t01")
    table.phase("t01", 2, reason="return", by=paper.n)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    assert table.seed().attempt == 1
    table.confirm()
    return table


@case("m: after a return the seed says attempt 2", MISMATCH, "in tier moderated dice are those of attempt 1")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    paper = table.go_back("t01")
    table.phase("t01", 2, reason="return", by=paper.n)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.seed(attempt=2)
    return table


@case("m: a return that throws anew", MISMATCH, "which tier moderated does not do")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.go_back("t01", dice="fresh")
    return table


@case("t: a return with fresh dice", CHOICE, "all signed to throw anew", "E3")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    paper = table.go_back("t01", dice="fresh")
    table.phase("t01", 2, reason="return", by=paper.n)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    seed = table.finish()
    assert seed.mod.index == 1
    return table


@case("t: a return that throws anew what has a seed", MISMATCH, "throws anew for phase 't01', whose seed is entry")
def _() -> Table:
    table = two_step()
    table.play("t01")
    table.go_back("t01", dice="fresh")
    return table


@case("t: a return that keeps dice there are none of", MISMATCH, "keeps the dice of phase 't01', which has none")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    table.go_back("t01")
    return table


@case("t: something is entered in an attempt that was taken back", MISMATCH, "has taken back")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.go_back("t01", dice="fresh")
    table.locked()
    return table


@case("t: two attempts by one return", MISMATCH, "which does not agree to that")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    paper = table.go_back("t01", dice="fresh")
    table.phase("t01", 2, reason="return", by=paper.n)
    table.phase("t01", 3, reason="return", by=paper.n)
    return table


@case("b: a return with fresh dice, a new round and deadline", CHOICE, "all signed to throw anew", "E3")
def _() -> Table:
    table = beacon()
    table.phase("t01")
    deadline = table.now + 3 * DAY
    round_ = DEMO_NETWORK.round_at(deadline + 12 * HOUR)
    paper = table.go_back("t01", dice="fresh", round=round_, deadline=show_time(deadline))
    table.phase("t01", 2, reason="return", by=paper.n, round=round_, deadline=deadline)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.finish()
    table.confirm()
    return table


@case("b: a return whose phase has another round than was signed", MISMATCH, "has another round than entry")
def _() -> Table:
    table = beacon()
    table.phase("t01")
    deadline = table.now + 3 * DAY
    round_ = DEMO_NETWORK.round_at(deadline + 12 * HOUR)
    paper = table.go_back("t01", dice="fresh", round=round_, deadline=show_time(deadline))
    table.phase("t01", 2, reason="return", by=paper.n, round=round_ + 1, deadline=deadline)
    return table


@case("b: after a return the dice stay, and a later round opens the orders", MATCHES, "1 remark")
def _() -> Table:
    table = beacon()
    seed = table.play("t01")
    paper = table.go_back("t01")
    table.phase("t01", 2, reason="return", by=paper.n)
    for seat in TWO:
        table.lock(seat)
    table.locked()
    record = table.writer.ledger.entries("phase", attempt=2)
    table.now = DEMO_NETWORK.time_of(record[-1].number("round"))
    table.keep(seed)
    table.confirm()
    return table


# -------------------------------------------------------------------------------------------------- R13: one at a time
@case("a phase is opened while another has no seed", MISMATCH, "opens phase 't02' while phase 't01' has no seed")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    table.phase("t02")
    return table


@case("a phase is opened before the dice of the one before are on record", MISMATCH, "comes before the dice of lane")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    for seat in TWO:
        table.lock(seat)
    table.locked()
    table.write("seed", **table.occasion.fields, sha256="ab" * 32)
    table.phase("t02")
    return table


@case("m: nobody but one has shown a value", MATCHES, "2 remarks")
def _() -> Table:
    table = moderated()
    table.play("t01", silent=["france"])
    table.confirm()
    return table


# --------------------------------------------------------------------------------------------------- E9: changed hands
def hands(tier: str, *, between: bool) -> Table:
    """France goes to another player, amid a phase or between two."""
    table = Table(tier)
    if between:
        table.play("t01")
    else:
        table.phase("t01")
    fresh = person("successor")
    accepted = strict_yaml.write({
        "pbem": "acceptance/1", "game": table.charter.game, "seat": "france", "name": "Villeneuve", **fresh.public,
        "offer": "ab" * 32,
    }).encode()  # fmt: skip
    paper = Rotation(
        game=table.charter.game, charter=table.charter.sha256, who="france", number=1, how=How.HAND_OVER,
        accepted=hash_of(accepted),
    ).to_bytes()  # fmt: skip
    signatures = {
        "france": sshsig.sign(person("france").ssh, paper, "amend"),
        "france+new": sshsig.sign(fresh.ssh, accepted, "charter"),
    }
    with table.step() as step:
        step.rotated(paper, accepted, signatures)
    if between:
        table.phase("t02")
    table.lock("britain")
    link = Link(1, fresh.chain.value(1))
    table.lock("france", by="successor", value=link if tier == "moderated" else None)
    table.locked()
    if tier == "moderated":
        table.seed()
    table.seen("britain")
    table.seen("france", by="successor")
    return table


@case("m: a seat changes hands amid a phase", CHOICE, "'france' changed hands while it was open", "E9")
def _() -> Table:
    return hands("moderated", between=False)


@case("m: a seat changes hands between two phases", MATCHES, "no decision had a second seed")
def _() -> Table:
    return hands("moderated", between=True)


# --------------------------------------------------------------------------------------------------- the record's form
@case("a timeout for a reason that is not known", MISMATCH, "has no proper 'what'")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.timeout("france", "my dog ate it")
    return table


@case("an attempt for a reason that is not known", MISMATCH, "has no proper 'reason'")
def _() -> Table:
    table = moderated()
    table.phase("t01")
    table.phase("t01", 2, reason="another throw")
    return table


@case("a timeout of a seat that is not there", MISMATCH, "who has no seat in this game")
def _() -> Table:
    table = two_step()
    table.phase("t01")
    table.timeout("nobody-here", "open")
    return table


@case("ledger line 0 does not say its grammar", MISMATCH, "has no proper 'grammar'")
def _() -> Table:
    kept = Step.charter_entered
    try:
        Step.charter_entered = as_before  # type: ignore[method-assign,assignment]
        return moderated()
    finally:
        Step.charter_entered = kept  # type: ignore[method-assign]


def as_before(step: Step, charter: Charter) -> Entry:
    """Line 0 as grammar 1 writes it."""
    return step.enter("charter", sha256=charter.sha256)


def before(tier: str = "moderated") -> Table:
    """A game of grammar 1, whose pen is that of before."""
    return Table(tier, grammar=1)


@case("a game of grammar 1", CHOICE, "played under the rules of before", "E11")
def _() -> Table:
    return before()


@case("a game of grammar 1 with a line of grammar 2", MISMATCH, "is of grammar 2, and the charter is of grammar 1")
def _() -> Table:
    table = before()
    table.write("seen", seat="france", sha256="ab" * 32, sig="cd" * 32)
    return table
