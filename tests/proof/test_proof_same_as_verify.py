"""The page and `pbem verify` say the same of every folder: what was checked, what to know, and what does not match."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from cheats import CHEATS, apply, edited, strokes
from honest_game import (
    DEADLINE,
    FIRST,
    RESULT,
    SECOND,
    adjudicate,
    check,
    falsified,
    honest,
    in_memory,
    open_beacon,
    open_game,
    open_team,
    play_alone,
    play_first,
    play_without_france,
)  # fmt: skip
from hypothesis import given, settings
from proof_kit import Node, lines_of
from public_folder import MemoryFolder, sample_files
from samples import place_of
from small_game import ALONE, GAME, GIVEN_UP, ROUND, Person, SmallGame, small_game
from vectors_kit import VECTORS

from pbem.base.errors import BadInput
from pbem.strict_yaml import write
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.dice.seed import Link
from pbem.trust.folder.read_folder import open_folder
from pbem.trust.people.rotation import How, Rotation, hash_of
from pbem.trust.record import layout
from pbem.trust.ssh.sshsig import sign
from pbem.trust.verify import examine
from pbem.trust.write_folder import BundleWriter

pytestmark = pytest.mark.tools
TIERS = ("moderated", "two-step", "beacon")


def agree(node: Node, folder: MemoryFolder) -> list[str]:
    """What both find; the test ends here where they differ."""
    ours, theirs = check(folder), node.verify_files(folder.files)
    assert lines_of(theirs) == lines_of(ours)
    assert theirs["notes"] == list(ours.notes)
    assert theirs["counts"] == dict(ours.checked)
    return lines_of(theirs)


@pytest.mark.parametrize("tier", [*TIERS, ALONE])
def test_an_honest_game_matches_in_every_tier(node: Node, tier: str) -> None:
    assert agree(node, honest(tier)) == []


@pytest.mark.parametrize("tier", TIERS)
def test_the_sample_games_match_with_the_same_counts(node: Node, tier: str) -> None:
    folder = open_folder(place_of(f"jenkins/{tier}"))
    files = {name: folder.read(name) for name in folder.names}
    assert agree(node, MemoryFolder(files)) == []


@pytest.mark.parametrize("name", CHEATS)
def test_a_false_ledger_is_found_in_the_same_words(node: Node, name: str) -> None:
    tier, change, message = CHEATS[name]
    assert any(message in line for line in agree(node, edited(tier, change)))


@pytest.mark.parametrize("tier", [*TIERS, ALONE])
@settings(max_examples=25)
@given(made=strokes())
def test_any_ledger_gives_the_same_report(node: Node, tier: str, made: list[tuple[str, int, str, Any]]) -> None:
    try:
        folder = falsified(honest(tier), small_game(tier), lambda entries: apply(entries, made))
    except BadInput:
        return  # such a ledger cannot be written at all
    agree(node, folder)


@pytest.mark.parametrize("shown", [1, 3])
def test_3_a_value_shown_before_and_one_left_out_are_refused_alike(node: Node, tmp_path: Path, shown: int) -> None:
    game = small_game(ALONE)
    play_alone(game, open_game(game, tmp_path), shown=shown)
    assert f"opens chain value {shown} of seat 'france' after 1" in "\n".join(agree(node, in_memory(tmp_path)))


@pytest.mark.parametrize(
    ("tier", "refusals", "silent"), [("two-step", 1, False), ("two-step", 2, False), (GIVEN_UP, 0, True)]
)
def test_18_who_need_not_open_is_known_alike(
    node: Node, tmp_path: Path, tier: str, refusals: int, silent: bool
) -> None:
    game = small_game(tier)
    play_without_france(game, open_game(game, tmp_path), refusals=refusals, silent=silent)
    assert bool(agree(node, in_memory(tmp_path))) == (refusals == 1)


@pytest.mark.parametrize("hours", [1, 2])
def test_16_the_margin_of_a_seat_that_acts_alone_is_measured_alike(node: Node, tmp_path: Path, hours: int) -> None:
    assert ("too soon" in "\n".join(agree(node, open_beacon(tmp_path, hours, "france")))) == (hours == 1)


@pytest.mark.parametrize("alone", ["britain", "france"])
def test_16_a_team_that_has_to_agree_is_refused_alike_where_it_is_said_to_act_alone(
    node: Node, tmp_path: Path, alone: str
) -> None:
    assert ("2 have to agree" in "\n".join(agree(node, open_team(tmp_path, alone)))) == (alone == "france")


def test_the_sample_phase_of_the_vectors_matches(node: Node) -> None:
    files = sample_files(VECTORS["sample_phase"])
    ours = examine(MemoryFolder(files), networks=(DEMO_NETWORK,))
    theirs = node.verify_files(files)
    assert (theirs["faults"], theirs["counts"]) == ([], dict(ours.checked))


# -------------------------------------------------------------------------------------------------- keys replaced
@pytest.fixture(scope="module")
def handed_over(tmp_path_factory: pytest.TempPathFactory) -> MemoryFolder:
    """The honest game, in which France then hands its seat to somebody with other keys."""
    game, place = small_game("moderated"), tmp_path_factory.mktemp("handed")
    writer = open_game(game, place)
    play_first(game, writer)
    hand_over(game, writer)
    return in_memory(place)


def hand_over(game: SmallGame, writer: BundleWriter) -> SmallGame:
    """France hands its seat over; the game as it goes on, whose folder is to be opened anew."""
    fresh = Person()
    fields = {"pbem": "acceptance/1", "game": GAME, "seat": "france", "name": "Carol", **fresh.public}
    accepted = write(fields).encode()
    paper = Rotation(
        game=GAME, charter=game.charter.sha256, who="france", number=1, how=How.HAND_OVER, accepted=hash_of(accepted)
    ).to_bytes()
    signatures = {
        "france": sign(game.france.ssh, paper, "amend"), "france+new": sign(fresh.ssh, accepted, "charter"),
    }  # fmt: skip
    with writer.step(RESULT) as step:
        step.rotated(paper, accepted, signatures)
    return replace(game, france=fresh, charter=BundleWriter.resume(writer.folder, game.log).charter)


@pytest.mark.parametrize("before", [True, False])
def test_9_a_chain_that_came_after_others_had_shown_their_values_is_left_out_alike(
    node: Node, tmp_path: Path, before: bool
) -> None:
    game = small_game("moderated")
    writer = open_game(game, tmp_path)
    play_first(game, writer)
    with writer.step(RESULT) as step:
        step.phase_opened(SECOND, DEADLINE + timedelta(hours=1))
    britain = game.envelope("britain", phase=SECOND.phase, value=Link(2, game.britain.chain.value(2)))
    if not before:
        with writer.step(RESULT) as step:
            step.lock_received(britain)
    game = hand_over(game, writer)
    writer = BundleWriter.resume(tmp_path, game.log)
    france = game.envelope("france", phase=SECOND.phase)
    for envelope in (britain, france) if before else (france,):
        with writer.step(RESULT) as step:
            step.lock_received(envelope)
    with writer.step(RESULT + timedelta(hours=1)) as step:
        step.locked(SECOND)
        counts = dict(step.links(SECOND))["france"] == france.lock.value
        adjudicate(game, step, SECOND, 2, ROUND)
    assert (counts, agree(node, in_memory(tmp_path))) == (before, [])


def test_3_11_keys_that_are_handed_over_count_from_then_on(node: Node, handed_over: MemoryFolder) -> None:
    assert agree(node, handed_over) == []
    assert node.verify_files(handed_over.files)["counts"]["keys replaced"] == 1


def test_3_11_a_replacement_that_is_at_fault_is_named_alike(node: Node, handed_over: MemoryFolder) -> None:
    names = sorted(name for name in handed_over.names if name.startswith("amends/"))
    assert len(names) == 4
    armours = [name for name in names if name.endswith(".sig")]
    one, other = (handed_over.read(name) for name in armours)
    swapped = handed_over.but(armours[0], other).but(armours[1], one)
    assert agree(node, swapped)
    for name in names:
        assert agree(node, handed_over.but(name, None))


# ------------------------------------------------------------------------------------------------------ going back
def returned(place: Path, times: int = 1, text: bytes = b"", **fields: Any) -> MemoryFolder:
    """The honest game, gone back on by a text that all have signed; `fields` are what it says otherwise."""
    game = small_game("moderated")
    writer = open_game(game, place)
    play_first(game, writer)
    said = {
        "pbem": "reopen/1", "game": GAME, "charter": game.charter.sha256, "phase": FIRST.phase,
        "withdraws": [FIRST.phase], "dice": "same", "lines": len(writer.ledger), "root": writer.ledger.root.hex(),
    }  # fmt: skip
    text = text or write(said | fields).encode()
    people = {"moderator": game.moderator, "britain": game.britain, "france": game.france}
    sigs = {who: sign(person.ssh, text, "amend") for who, person in people.items()}
    for _ in range(times):
        with writer.step(RESULT) as step:
            step.amended("reopen", text, sigs, phase=FIRST.phase, dice="same", withdraws=[FIRST.phase])
    return in_memory(place)


def test_18_a_return_that_all_have_signed_holds(node: Node, tmp_path: Path) -> None:
    assert agree(node, returned(tmp_path)) == []


RETURNS: dict[str, tuple[dict[str, Any], str]] = {
    "again": ({"times": 2}, "is by signatures that have served in entry"),
    "another phase": ({"phase": "t02.plot"}, "says another 'phase' than entry"),
    "other dice": ({"dice": "new"}, "says another 'dice' than entry"),
    "more phases": ({"withdraws": ["t01.plot", "t02.plot"]}, "says another 'withdraws' than entry"),
    "another game": ({"game": "other-2026-000000"}, "says another 'game' than entry"),
    "another root": ({"root": "ab" * 32}, "was signed over another ledger than this one"),
    "lines to come": ({"lines": 999}, "was signed over another ledger than this one"),
    "no lines": ({"lines": "many"}, "was signed over another ledger than this one"),
    "lines in a list": ({"lines": ["14"]}, "was signed over another ledger than this one"),
    "no mapping": ({"text": b"- one\n- two\n"}, "says another 'pbem' than entry"),
    "no yaml": ({"text": b"game: one\ngame: two\n"}, "says another 'pbem' than entry"),
}


@pytest.mark.parametrize("name", RETURNS)
def test_threat_6_a_return_that_was_not_agreed_to_is_named_alike(node: Node, tmp_path: Path, name: str) -> None:
    fields, message = RETURNS[name]
    assert any(message in line for line in agree(node, returned(tmp_path, **fields)))


@pytest.mark.parametrize("text", [b"- one\n", b"[]\n", b"game: one\ngame: two\n"], ids=["list", "empty", "no yaml"])
def test_13_a_ruling_whose_signed_text_is_no_mapping_says_none_of_it(node: Node, tmp_path: Path, text: bytes) -> None:
    game = small_game("moderated")
    writer = open_game(game, tmp_path)
    play_first(game, writer)
    line = len(writer.ledger)
    with writer.step(RESULT) as step:
        armour = sign(game.moderator.ssh, text, "amend").encode("ascii")
        files = {"sha256": step.file(layout.ruling_file(line), text),
                 "sig": step.file(layout.amend_signature(line, "moderator"), armour)}  # fmt: skip
        step.enter("ruling", what="end", winner="france", **files)
    found = agree(node, in_memory(tmp_path))
    assert any("says another 'winner' than entry" in each for each in found)


def test_threat_6_a_return_takes_back_what_it_lists_and_no_more(node: Node) -> None:
    def change(entries: list[dict[str, Any]]) -> None:
        entries.append({"k": "reopen", "sha256": "ab" * 32, "sigs": [], "phase": FIRST.phase, "dice": "same",
                        "withdraws": ["t09"], "t": entries[-1]["t"]})  # fmt: skip

    found = agree(node, edited("moderated", change))
    assert any("takes back phase 't01.plot', which it does not list" in line for line in found)


def test_3_11_seats_sign_one_new_moderator_and_not_a_former_one_again(node: Node, tmp_path: Path) -> None:
    game = small_game("moderated")
    writer = open_game(game, tmp_path)
    play_first(game, writer)
    first, second = Person(), Person()
    for number, (person, signed) in enumerate(((first, 1), (second, 2), (first, 1)), 1):
        fields: dict[str, Any] = {"pbem": "acceptance/1", "game": GAME, "seat": "moderator", "name": "Carol"}
        fields |= {**person.public, "chain": game.moderator.chain.anchor, **({"number": signed} if signed > 1 else {})}
        accepted = write(fields).encode()
        paper = Rotation(game=GAME, charter=game.charter.sha256, who="moderator", number=number, how=How.SUCCESSION,
                         accepted=hash_of(accepted)).to_bytes()  # fmt: skip
        signatures = {"britain": sign(game.britain.ssh, accepted, "amend"),
                      "france": sign(game.france.ssh, accepted, "amend"),
                      "moderator+new": sign(person.ssh, accepted, "charter")}  # fmt: skip
        with writer.step(RESULT) as step:
            step.rotated(paper, accepted, signatures)
        writer = BundleWriter.resume(tmp_path, game.log)
        found = agree(node, in_memory(tmp_path))
        assert found == [] if number < 3 else "accepts replacement 1 of the moderator, this is 3" in found[0]
