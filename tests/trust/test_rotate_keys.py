"""Keys replaced in the middle of a game, in every tier; and every way to replace them that is none."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from honest_game import (
    DEADLINE,
    FIRST,
    RESULT,
    SECOND,
    adjudicate,
    check,
    found,
    open_game,
    open_locks,
    play_first,
    reseeded,
)  # fmt: skip
from public_folder import MemoryFolder
from small_game import GAME, ROUND, SEATS, Person, SmallGame, small_game

from pbem import strict_yaml
from pbem.base.errors import BadInput
from pbem.trust.dice.seed import Link
from pbem.trust.people.charter import MODERATOR
from pbem.trust.people.rotation import How, Rotation, hash_of, read_acceptance, read_rotation, tenures
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.ssh import sshsig
from pbem.trust.verify import verify_path
from pbem.trust.write_folder import BundleWriter

TIERS = ("moderated", "two-step", "beacon")
CAROL = Person()


@dataclass
class Change:
    """A replacement of keys as somebody might write it; what is not changed is as it should be."""

    who: str = "france"
    how: How = How.HAND_OVER
    person: Person = CAROL
    paper: dict[str, Any] = field(default_factory=dict)
    accepts: dict[str, str] = field(default_factory=dict)
    signs: dict[str, Any] = field(default_factory=dict)
    leave_out: tuple[str, ...] = ()

    def accepted(self, game: SmallGame) -> bytes:
        public = {**self.person.public}
        if self.who == MODERATOR:
            public["chain"] = game.charter.moderator.chain
        fields = {"pbem": "acceptance/1", "game": GAME, "seat": self.who, "name": "Carol", **public, **self.accepts}
        return b"" if self.how is How.RETURN else strict_yaml.write(fields).encode()

    def text(self, game: SmallGame) -> bytes:
        fields: dict[str, Any] = {"game": GAME, "charter": game.charter.sha256, "who": self.who, "number": 1}
        if self.who == MODERATOR and self.how is How.HAND_OVER:
            fields["age"] = self.person.age[1]
        elif self.how is not How.RETURN:
            fields["accepted"] = hash_of(self.accepted(game))
        if self.how is How.RULING:
            fields["reason"] = "no letter for a month"
        return Rotation(**{**fields, "how": self.how, **self.paper}).to_bytes()

    def signatures(self, game: SmallGame) -> dict[str, str]:
        """By everybody who has to, and not by whom the test leaves out."""
        people = {MODERATOR: game.moderator, "britain": game.britain, "france": game.france, **self.signs}
        text, accepted = self.text(game), self.accepted(game)
        givers = {How.HAND_OVER: [self.who], How.RULING: [MODERATOR], How.RETURN: [MODERATOR]}.get(self.how, [])
        made = {who: sshsig.sign(people[who].ssh, text, "amend") for who in givers}
        if self.who == MODERATOR:
            made |= {seat: sshsig.sign(people[seat].ssh, accepted, "amend") for seat in SEATS}
        if self.how is not How.RETURN:
            new = self.signs.get(f"{self.who}+new", self.person)
            made[f"{self.who}+new"] = sshsig.sign(new.ssh, accepted, "charter")
        return {who: armour for who, armour in made.items() if who not in self.leave_out}


class Table:
    """A game being played, whose keys may change; the folder at any time."""

    def __init__(self, place: Path, tier: str = "moderated") -> None:
        self.game, self.place = small_game(tier), place
        self.writer = open_game(self.game, place)
        play_first(self.game, self.writer)
        self.now = RESULT

    def rotate(self, change: Change) -> None:
        with self.writer.step(self.now) as step:
            step.rotated(change.text(self.game), change.accepted(self.game), change.signatures(self.game))
        self.writer = BundleWriter.resume(self.place, self.game.log)
        fresh: dict[str, Any] = {"charter": self.writer.charter}
        if change.who == "france" and change.how is not How.RETURN:
            fresh["france"] = change.person
        if change.who == MODERATOR:
            fresh["moderator"] = replace(change.person, chain=self.game.moderator.chain)
        self.game = replace(self.game, **fresh)

    def enter(self, kind: str, **fields: Any) -> None:
        with self.writer.step(self.now) as step:
            step.enter(kind, **fields)

    def second(self, value: int = 1) -> None:
        """Another phase, with a letter of France."""
        game, deadline = self.game, DEADLINE + timedelta(hours=1)
        opens: dict[str, dict[str, Any]] = {
            "moderated": {"value": Link(value, game.france.chain.value(value))},
            "two-step": {},
            "beacon": {"round": ROUND + 1200},
        }
        with self.writer.step(self.now) as step:
            step.phase_opened(SECOND, deadline, ROUND + 1200 if game.charter.beacon else None)
            step.lock_received(game.envelope("france", phase=SECOND.phase, **opens[game.charter.tier.value]))
        self.now = deadline
        with self.writer.step(deadline) as step:
            locks = step.locked(SECOND)
            if game.charter.tier.value == "two-step":
                open_locks(game, step, SECOND, {"france": locks[0]}, value)
                open_locks(game, step, SECOND, {"britain": ""}, 2)
            adjudicate(game, step, SECOND, 2, ROUND + 1200)

    def folder(self) -> MemoryFolder:
        return MemoryFolder({
            path.relative_to(self.place).as_posix(): path.read_bytes()
            for path in self.place.rglob("*") if path.is_file()
        })  # fmt: skip

    def found(self) -> list[str]:
        return found(self.folder())


@pytest.mark.parametrize("tier", TIERS)
def test_3_11_a_seat_handed_over_goes_on_with_the_new_keys(tier: str, tmp_path: Path) -> None:
    table = Table(tmp_path, tier)
    table.rotate(Change())
    table.second()
    report = check(table.folder())
    assert report.faults == ()
    assert report.count("keys replaced") == 1
    assert table.game.charter.seat("france").ssh == CAROL.ssh.public


@pytest.mark.parametrize("tier", TIERS)
def test_3_11_the_key_that_was_replaced_signs_no_more(tier: str, tmp_path: Path) -> None:
    """Threat 23: forwards only, but forwards for good."""
    table = Table(tmp_path, tier)
    old = table.game
    table.rotate(Change())
    table.game = old
    table.second(2)
    assert any("locks/france-t02.plot-1.pbem:0: signature is made by" in line for line in table.found())


def test_3_11_locks_of_before_stand_under_the_keys_of_before(tmp_path: Path) -> None:
    table = Table(tmp_path)
    before = check(table.folder()).count("locks")
    table.rotate(Change())
    assert table.found() == []
    assert check(table.folder()).count("locks") == before


def test_3_3_the_new_chain_begins_at_one_and_the_old_value_stands_until_then(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.rotate(Change())
    with table.writer.step(table.now) as step:
        step.phase_opened(SECOND, DEADLINE + timedelta(hours=1))
    table.now = DEADLINE + timedelta(hours=1)
    with table.writer.step(table.now) as step:
        step.locked(SECOND)
        assert dict(step.links(SECOND))["france"].index == 1
        adjudicate(table.game, step, SECOND, 2, 0)
    assert table.found() == []


@pytest.mark.parametrize("before", [True, False])
def test_9_a_chain_counts_for_no_phase_of_which_others_have_shown_their_values(tmp_path: Path, before: bool) -> None:
    """Threat 1: whoever takes a seat over in league with the moderator could make a chain to suit the dice."""
    table = Table(tmp_path)
    old = Link(1, table.game.france.chain.value(1))
    with table.writer.step(table.now) as step:
        step.phase_opened(SECOND, DEADLINE + timedelta(hours=1))
    if before:
        table.rotate(Change())
    with table.writer.step(table.now) as step:
        value = Link(2, table.game.britain.chain.value(2))
        step.lock_received(table.game.envelope("britain", phase=SECOND.phase, value=value))
    if not before:
        table.rotate(Change())
    new = Link(1, table.game.france.chain.value(1))
    with table.writer.step(table.now) as step:
        step.lock_received(table.game.envelope("france", phase=SECOND.phase, value=new))
    table.now = DEADLINE + timedelta(hours=1)
    with table.writer.step(table.now) as step:
        step.locked(SECOND)
        assert dict(step.links(SECOND))["france"] == (new if before else old)
        adjudicate(table.game, step, SECOND, 2, 0)
    assert table.found() == []
    chosen = (("britain", value), ("france", old if before else new))
    faults = found(reseeded(table.folder(), table.game, SECOND, seats=chosen))
    assert any("of seat 'france', which opened" in fault for fault in faults)


def test_an_envelope_by_itself_is_checked_by_the_keys_of_its_time(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.rotate(Change())
    table.second()
    for name in ("locks/france-t01.plot-1.pbem", "locks/france-t02.plot-1.pbem", "seeds/t02.plot.seed"):
        assert verify_path(tmp_path / name).faults == ()


STRANGER = Person()
WRONG: dict[str, tuple[Change, str]] = {
    "nobody gives it": (Change(leave_out=("france",)), "is not signed by 'france'"),
    "nobody takes it": (Change(leave_out=("france+new",)), "is not signed by 'france+new'"),
    "another gives it": (Change(signs={"france": STRANGER}), "amends/14.france.sig:0: signature is made by"),
    "another takes it": (Change(signs={"france+new": STRANGER}), "amends/14.france+new.sig:0: signature is made by"),
    "an old paper": (Change(paper={"number": 2}), "is replacement 2 of 'france', 1 is due"),
    "another game's": (Change(paper={"game": "another-4f1c9a"}), "is for another game or charter"),
    "another charter's": (Change(paper={"charter": "0" * 64}), "is for another game or charter"),
    "other keys than named": (Change(paper={"accepted": "0" * 64}), "is not the acceptance that entry 14"),
    "another seat's acceptance": (Change(accepts={"seat": "britain"}), "accepts the seat 'britain'"),
    "a copied chain": (Change(accepts={"chain": small_game("moderated").britain.chain.anchor}), "has the anchor of"),
    "the moderator's key": (Change(person=small_game("moderated").moderator, accepts={"chain": "ab" * 32}),
                            "is the moderator's, who cannot play a seat"),
    "nobody's seat": (Change(who="spain", signs={"spain": STRANGER}), "is about 'spain', who has no part"),
    "a loan that never was": (Change(how=How.RETURN), "ends a loan of seat 'france', which is not on loan"),
    "a ruling by the seat": (Change(how=How.RULING, signs={MODERATOR: small_game("moderated").france}),
                             "amends/14.moderator.sig:0: signature is made by"),
    "a moderator with another chain": (Change(who=MODERATOR, accepts={"chain": "ab" * 32}), "has another chain than"),
    "a moderator with another age key": (Change(who=MODERATOR, paper={"age": STRANGER.age[1]}),
                                         "has another age key than the one"),
    "a moderator a seat does not know": (Change(who=MODERATOR, leave_out=("britain",)), "is not signed by 'britain'"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_3_11_keys_are_not_replaced_by(name: str, tmp_path: Path) -> None:
    change, message = WRONG[name]
    table = Table(tmp_path)
    with table.writer.step(table.now) as step:
        step.rotated(change.text(table.game), change.accepted(table.game), change.signatures(table.game))
    assert any(message in line for line in table.found()), table.found()
    assert check(table.folder()).count("keys replaced") == 0


def test_3_11_a_ruling_replaces_the_keys_of_a_silent_seat(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.enter("timeout", **FIRST.fields, seat="france", what="orders")
    table.rotate(Change(how=How.RULING))
    table.second()
    assert table.found() == []
    assert not any("not silent" in note for note in check(table.folder()).notes)


def test_3_11_a_ruling_against_a_seat_that_was_there_is_pointed_out(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.rotate(Change(how=How.RULING))
    notes = check(table.folder()).notes
    assert "entry 14 gives seat 'france' to another player by ruling, though it was not silent" in notes


@pytest.mark.parametrize(("terms", "kept"), [({"phases": 1}, True), ({"phases": 2}, False),
                                             ({"until": RESULT + timedelta(hours=1)}, True),
                                             ({"until": RESULT + timedelta(days=1)}, False)])  # fmt: skip
def test_3_11_a_loan_ends_when_it_was_agreed_and_not_before(
    terms: dict[str, Any], kept: bool, tmp_path: Path
) -> None:
    table = Table(tmp_path)
    owner = table.game.france
    table.rotate(Change(paper=terms))
    table.second()
    table.now = RESULT + timedelta(hours=1)
    with table.writer.step(table.now) as step:
        step.state(SECOND, Preimage(f"{GAME}/state/{SECOND.phase}", bytes(32), b"guns\n"))
    change = Change(how=How.RETURN, paper={"number": 2})
    with table.writer.step(table.now) as step:
        step.rotated(change.text(table.game), b"", change.signatures(table.game))
    if not kept:
        assert table.found() == ["amends/24.txt:0: gives seat 'france' back before the time that was agreed"]
        return
    assert table.found() == []
    charter = BundleWriter.resume(tmp_path, table.game.log).charter
    assert charter.seat("france").ssh == owner.ssh.public


def test_3_11_a_moderator_hands_over_with_everybodys_signature(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.rotate(Change(who=MODERATOR))
    table.second(2)
    assert table.found() == []
    assert table.game.charter.moderator.ssh == CAROL.ssh.public


@pytest.mark.parametrize("how", [How.HAND_OVER, How.SUCCESSION])
def test_3_11_a_seat_that_does_not_answer_to_a_new_moderator_is_on_record(how: How, tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.enter("timeout", seat="britain", what="rotate")
    table.rotate(Change(who=MODERATOR, how=how, leave_out=("britain",)))
    assert table.found() == []


def test_3_11_no_moderator_comes_in_without_half_of_the_seats(tmp_path: Path) -> None:
    table = Table(tmp_path)
    for seat in SEATS:
        table.enter("timeout", seat=seat, what="rotate")
    change = Change(who=MODERATOR, leave_out=SEATS)
    with table.writer.step(table.now) as step:
        step.rotated(change.text(table.game), change.accepted(table.game), change.signatures(table.game))
    assert [line for line in table.found() if "is not signed by" in line]


def changed(folder: MemoryFolder, name: str, edit: Callable[[bytes], bytes | None]) -> list[str]:
    return found(folder.but(name, edit(folder.files[name])))


def test_every_file_of_a_replacement_is_held_to_the_ledger(tmp_path: Path) -> None:
    table = Table(tmp_path)
    table.rotate(Change())
    folder = table.folder()
    names = [name for name in folder.files if name.startswith("amends/")]
    assert len(names) == 4
    for name in names:
        assert changed(folder, name, lambda data: None)
        for spot in range(0, len(folder.files[name]) - 1, 7):
            assert changed(folder, name, lambda data, spot=spot: flipped(data, spot))  # type: ignore[misc]


def flipped(data: bytes, spot: int) -> bytes:
    return data[:spot] + bytes([data[spot] ^ 1]) + data[spot + 1 :]


PAPERS: dict[str, tuple[dict[str, Any], str]] = {
    "succession of a seat": ({"how": How.SUCCESSION}, "succession is for the moderator"),
    "a ruling on the moderator": ({"who": MODERATOR, "how": How.RULING, "reason": "so"}, "not replaced by ruling"),
    "two ends": ({"phases": 1, "until": DEADLINE}, "a loan has one end"),
    "no reason": ({"how": How.RULING}, "a ruling has no reason"),
    "no keys": ({"accepted": ""}, "does not name the new keys"),
    "an age key for a seat": ({"accepted": "", "age": CAROL.age[1]}, "does not name the new keys"),
    "keys for a return": ({"how": How.RETURN}, "does not name the new keys"),
}  # fmt: skip


@pytest.mark.parametrize("name", PAPERS)
def test_a_paper_whose_parts_do_not_go_together_is_refused(name: str) -> None:
    changes, message = PAPERS[name]
    fields: dict[str, Any] = {"game": GAME, "charter": "0" * 64, "who": "france", "number": 1, "how": How.HAND_OVER}
    with pytest.raises(BadInput, match=message):
        read_rotation(Rotation(**{**fields, "accepted": "1" * 64, **changes}).to_bytes())


def test_tenures_tell_whose_keys_count_at_each_line(tmp_path: Path) -> None:
    table = Table(tmp_path)
    owner = table.game.france.ssh.public
    line = len(table.writer.ledger)
    table.rotate(Change())
    held = tenures(small_game("moderated").charter, table.writer.ledger, lambda name: (tmp_path / name).read_bytes())
    assert held.at(line).seat("france").ssh == owner
    assert held.at(line + 1).seat("france").ssh == CAROL.ssh.public
    accepted = read_acceptance((tmp_path / layout.acceptance_file(line)).read_bytes())
    assert accepted.keys.ssh == CAROL.ssh.public
