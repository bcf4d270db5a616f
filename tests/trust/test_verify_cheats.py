"""What a moderator can do with his own pen and log key, and what `verify` says to it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from cheats import CHEATS, edited, only
from honest_game import (
    FIRST,
    SECOND,
    Entries,
    check,
    falsified,
    found,
    honest,
    in_memory,
    open_beacon,
    open_game,
    open_team,
    play_alone,
    play_without_france,
    reseeded,
)  # fmt: skip
from public_folder import MemoryFolder
from small_game import ALONE, GIVEN_UP, ROUND, small_game

from pbem.trust.beacon.demo_chain import DEMO_CHAIN
from pbem.trust.beacon.drand import DEMO_NETWORK, QUICKNET
from pbem.trust.checks.findings import hash_hex
from pbem.trust.dice.seed import Drand, Link
from pbem.trust.ssh import sshsig
from pbem.trust.verify import examine

TIERS = ("moderated", "two-step", "beacon")


@pytest.mark.parametrize("tier", TIERS)
def test_an_honest_game_matches_in_every_tier(tier: str) -> None:
    report = check(honest(tier))
    assert report.faults == ()
    assert report.count("locks") == 4
    assert report.count("seeds") == 2
    assert report.count("chain values") == (2 if tier == "beacon" else 6)
    assert report.count("second letters") == (4 if tier == "two-step" else 0)
    assert report.count("time-locks opened") == (3 if tier == "beacon" else 0)


def test_16_where_each_acts_alone_in_turn_a_phase_has_one_lock_with_a_value_and_one_open() -> None:
    report = check(honest(ALONE))
    assert report.faults == ()
    counted = [report.count(name) for name in ("locks", "second letters", "seeds", "chain values")]
    assert counted == [3, 2, 2, 6]


def test_16_the_value_in_the_lock_of_a_seat_that_acts_alone_cannot_be_altered() -> None:
    folder, game = honest(ALONE), small_game(ALONE)
    name = "locks/britain-t01.plot-2.pbem"
    one, two = (Link(index, game.britain.chain.value(index)) for index in (1, 2))
    altered = folder.files[name].replace(f"value: {one}\n".encode(), f"value: {two}\n".encode())
    faults = found(folder.but(name, altered))
    assert any(fault.startswith(f"{name}:") and "signature" in fault for fault in faults)
    assert any("which opened '2 " in fault for fault in faults)


@pytest.mark.parametrize("shown", [1, 3])
def test_3_a_seat_opens_its_values_in_their_order_none_twice_and_none_left_out(tmp_path: Path, shown: int) -> None:
    game = small_game(ALONE)
    play_alone(game, open_game(game, tmp_path), shown=shown)
    due = f"opens chain value {shown} of seat 'france' after 1"
    assert [due in fault for fault in found(in_memory(tmp_path))] == [True]


@pytest.mark.parametrize(("tier", "refusals", "silent", "fits"), [
    ("two-step", 1, False, False), ("two-step", 2, False, True), (GIVEN_UP, 0, True, True),
    (GIVEN_UP, 0, False, False),
])  # fmt: skip
def test_18_dice_are_made_without_a_seat_that_refused_twice_or_was_given_up_and_without_no_other(
    tmp_path: Path, tier: str, refusals: int, silent: bool, fits: bool
) -> None:
    game = small_game(tier)
    play_without_france(game, open_game(game, tmp_path), refusals=refusals, silent=silent)
    missing = "is made without seat 'france', who has not opened"
    assert [fault.partition(") ")[2] for fault in found(in_memory(tmp_path))] == ([] if fits else [missing])


@pytest.mark.parametrize(
    ("hours", "alone", "fits"), [(12, "", True), (11, "", False), (2, "france", True), (1, "france", False)]
)
def test_16_in_tier_beacon_the_margin_is_two_hours_where_a_seat_acts_alone(
    tmp_path: Path, hours: int, alone: str, fits: bool
) -> None:
    assert any("too soon" in fault for fault in found(open_beacon(tmp_path, hours, alone))) != fits


@pytest.mark.parametrize(("alone", "fits"), [("britain", True), ("france", False)])
def test_16_a_team_that_has_to_agree_never_acts_alone(tmp_path: Path, alone: str, fits: bool) -> None:
    told = "says that 'france' acts alone, a team of which 2 have to agree"
    assert [told in fault for fault in found(open_team(tmp_path, alone))] == ([] if fits else [True])


# ----------------------------------------------------------------------------------------------------------- the ledger
@pytest.mark.parametrize("name", CHEATS)
def test_a_false_ledger_with_a_good_signature_is_found(name: str) -> None:
    tier, change, message = CHEATS[name]
    faults = found(edited(tier, change))
    assert any(message in fault for fault in faults), faults


def test_a_lock_that_came_late_may_be_left_out() -> None:
    def late(entries: Entries) -> None:
        for entry in entries[entries.index(only(entries, "lock", seat="france")) :]:
            entry["t"] = max(entry["t"], "2019-12-31T12:30:00Z")
        only(entries, "locked")["locks"].pop()

    assert not any("leaves out" in fault for fault in found(edited("moderated", late)))


def test_a_ledger_without_lines_or_charter_says_so() -> None:
    assert found(honest("moderated").but("ledger.jsonl", b"")) == ["ledger.jsonl:0: is empty"]
    assert found(honest("moderated").but("ledger.jsonl", None)) == ["ledger.jsonl:0: is missing"]
    assert found(honest("moderated").but("charter.yaml", b"pbem: charter/1\n"))[0].startswith("charter.yaml:")


# ------------------------------------------------------------------------------------------------------------ the seeds
def test_a_seat_stands_with_the_value_it_opened_and_no_other() -> None:
    """3.7: nobody picks what a seat adds to the dice."""
    game = small_game("moderated")
    older = (("britain", Link(1, game.britain.chain.value(1))), ("france", Link(0, game.france.chain.anchor)))
    faults = found(reseeded(honest("moderated"), game, FIRST, seats=older))
    assert [fault.split(",")[0] for fault in faults] == [
        f"seeds/t01.plot.seed:7: has '0 {game.france.chain.anchor}' of seat 'france'"
    ]


def test_a_silent_seat_stands_with_the_newest_value_it_opened() -> None:
    game = small_game("moderated")
    value = Link(1, game.france.chain.value(1))
    assert f"seat france {value}\n".encode() in honest("moderated").files["seeds/t02.plot.seed"]
    fresh = (("britain", Link(2, game.britain.chain.value(2))), ("france", Link(2, game.france.chain.value(2))))
    faults = found(reseeded(honest("moderated"), game, SECOND, seats=fresh))
    assert "which opened '1 " in faults[0]


@pytest.mark.parametrize(("seats", "message"), [
    (lambda game: (("britain", Link(1, game.britain.chain.value(1))),), "has no line of seat 'france'"),
    (lambda game: (
        ("britain", Link(1, game.britain.chain.value(1))), ("france", Link(1, game.france.chain.value(1))),
        ("spain", Link(1, "ab" * 32))), "has a line of 'spain'"),
])  # fmt: skip
def test_all_seats_contribute_and_nobody_else(seats: Any, message: str) -> None:
    game = small_game("moderated")
    faults = found(reseeded(honest("moderated"), game, FIRST, seats=seats(game)))
    assert any(message in fault for fault in faults), faults


def test_the_moderator_opens_his_chain_in_order_and_a_gap_is_named() -> None:
    """Threat 6: a value left out may have made a seed that nobody was shown."""
    game = small_game("moderated")
    again = reseeded(honest("moderated"), game, SECOND, mod=Link(1, game.moderator.chain.value(1)))
    assert found(again) == ["seeds/t02.plot.seed:5: opens the moderator's value 1 again, after 1"]
    skipped = check(reseeded(honest("moderated"), game, SECOND, mod=Link(4, game.moderator.chain.value(4))))
    assert skipped.ok
    assert skipped.notes == ("phase 't02.plot': the moderator's values 2 to 3 of his chain are not in this folder",)


def test_a_value_that_is_not_the_moderators_is_found() -> None:
    faults = found(reseeded(honest("moderated"), small_game("moderated"), FIRST, mod=Link(1, "ab" * 32)))
    assert faults[0] == "seeds/t01.plot.seed:5: value 1 does not lead to the moderator's anchor in the charter"


def drand(round_: int = ROUND, signed: int = ROUND, chain: str = DEMO_NETWORK.chain) -> Drand:
    """A line of the beacon."""
    return Drand(chain, round_, DEMO_CHAIN.sign(signed))


@pytest.mark.parametrize(("changes", "message"), [
    ({"drand": drand(ROUND + 1, ROUND + 1)}, "has the beacon of round 1001; the phase named round 1000"),
    ({"drand": drand(ROUND, ROUND + 1)}, "signature is not the network's for this round"),
    ({"drand": drand(chain=QUICKNET.chain)}, "has a beacon of another network"),
    ({"seats": (("britain", Link(1, "ab" * 32)),)}, "has lines of seats"),
    ({"drand": None, "seats": (("britain", Link(1, "ab" * 32)),)}, "has no line of the beacon"),
])  # fmt: skip
def test_a_seed_of_tier_beacon_has_the_beacon_that_was_named_and_nothing_else(
    changes: dict[str, Any], message: str
) -> None:
    faults = found(reseeded(honest("beacon"), small_game("beacon"), FIRST, **changes))
    assert any(message in fault and fault.startswith("seeds/") for fault in faults), faults


def test_a_beacon_in_a_tier_without_one_is_found() -> None:
    faults = found(reseeded(honest("moderated"), small_game("moderated"), FIRST, drand=drand()))
    assert "seeds/t01.plot.seed:8: has a beacon, which tier moderated does not use" in faults


def test_a_phase_may_go_on_without_its_beacon_once_all_have_agreed() -> None:
    """docs/protocol.md, 18: the beacon stays away, and all sign for two-step."""
    game, text = small_game("beacon"), b"phase t01.plot goes on as two-step\n"
    people = {"moderator": game.moderator, "britain": game.britain, "france": game.france}
    armours = {who: sshsig.sign(person.ssh, text, "amend").encode() for who, person in people.items()}
    files = {"amends/8.txt": text, **{f"amends/8.{who}.sig": armour for who, armour in armours.items()}}
    anchors = (("britain", Link(0, game.britain.chain.anchor)), ("france", Link(0, game.france.chain.anchor)))
    without = reseeded(honest("beacon"), game, FIRST, drand=None, seats=anchors)

    def agree(entries: Entries) -> None:
        fields = {"sha256": hash_hex(text), "sigs": [hash_hex(armour) for armour in armours.values()]}
        entries.insert(8, {"k": "amend", "t": entries[8]["t"], "phase": "t01.plot", **fields})

    agreed = falsified(MemoryFolder({**without.files, **files}), game, agree)
    assert found(agreed) == []
    forged = agreed.but("amends/8.france.sig", armours["britain"])
    assert found(forged)[0].startswith("amends/8.france.sig:0: signature is made by")


def test_the_demonstration_beacon_must_be_allowed_expressly() -> None:
    report = examine(honest("beacon"))
    assert report.faults[0].message.startswith("pins the demonstration beacon, whose secret is public")
    assert not report.demo
    assert check(honest("beacon")).demo
