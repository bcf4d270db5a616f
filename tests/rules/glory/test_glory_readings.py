"""Readings of the rulebook on which tables differ: every house rule of the charter, each way that it may be settled."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, FRENCH_74S, load_board, play, position

from pbem.adjudicator.engine.driver import Asking, Driver
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.glory.orders.plans import Silence
from pbem.adjudicator.glory.reports.told_places import dated
from pbem.adjudicator.glory.rules import ch05_events as events
from pbem.adjudicator.glory.rules import ch13_blockade as blockade
from pbem.adjudicator.glory.rules.battle_fleets import Clash
from pbem.adjudicator.glory.rules.ch09_activation import activate
from pbem.adjudicator.glory.rules.ch10_conseil import is_destination
from pbem.adjudicator.glory.rules.ch16_battle import battle
from pbem.adjudicator.glory.rules.ch22_markers import may_be_raided
from pbem.adjudicator.glory.rules.course import Half
from pbem.adjudicator.glory.rules.selecting import with_larger_part
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Raid, State

BOARD = load_board()
WINDS = {"north_atlantic": "NE", "mediterranean": "Ms", "west_indies": "E"}


def with_house(fleets: dict[str, Any] | None = None, **house: str) -> State:
    return position(fleets or {}, turn=17, rose=dict(WINDS), house=house)


def told_of(state: State, block: str, was: str, now: str, how: str) -> list[str]:
    async def move(table: Any) -> None:
        tell_move(table, state, "11.2", block, was, now, how)

    return [note.to for note in play(move).notes]


@pytest.mark.parametrize(("rule", "goes"), [("any", True), ("senior_first", False)])
def test_7_6_reading_equal_parts_of_a_fleet(rule: str, goes: bool) -> None:
    state = with_house({"channel-fleet": ("0610", "sea", BRITISH_74S[:4], ["calder"])}, equal_split=rule)
    going = with_larger_part(state, BRITISH, "channel-fleet", BRITISH_74S[:2], BRITISH_74S[2:4], ["calder"])
    assert ("calder" in going) is goes


@pytest.mark.parametrize(("rule", "stays"), [("may", True), ("must_close", False)])
def test_9_3_reading_an_allied_fleet_that_cannot_reach_its_destination(rule: str, stays: bool) -> None:
    state = with_house({"brest-fleet": ("0610", "sea", FRENCH_74S[:2], [])}, lying_to=rule)
    state.blocks["brest-fleet"].bound = "cadiz"
    play(activate, state, Half(ALLIED, "north_atlantic", "NE", "NE"), "brest-fleet", 4,
         allied={"leg/brest-fleet": [{"lie": "yes"}]})  # fmt: skip
    assert (state.place("brest-fleet") == "0610") is stays


@pytest.mark.parametrize(("rule", "face"), [("shown", "down"), ("hidden", "up")])
def test_10_3_1_reading_a_block_on_its_face(rule: str, face: str) -> None:
    state = with_house({"brest-fleet": ("0610", "sea", FRENCH_74S[:2], [])}, closest=rule)
    state.blocks["brest-fleet"].face_down = True

    async def move(table: Any) -> None:
        tell_move(table, state, "9.0", "brest-fleet", "0610", "0611", "sail")

    sails = [note.facts for note in play(move).notes if note.event == "sail"]
    assert [facts["face"] for facts in sails] == [face]


@pytest.mark.parametrize(("rule", "told"), [("hidden", [ALLIED]), ("shown", [ALL, ALLIED])])
def test_11_2_reading_blocks_in_a_port_with_a_display(rule: str, told: list[str]) -> None:
    state = with_house({"brest-fleet": ("brest", "port", FRENCH_74S[:2], [])}, port_blocks=rule)
    assert told_of(state, "brest-fleet", "", "brest/port", "form") == told


@pytest.mark.parametrize(("rule", "held"), [("each", True), ("together", False)])
def test_13_3_reading_several_fleets_before_one_port(rule: str, held: bool) -> None:
    fleets: dict[str, Any] = {
        "brest-fleet": ("brest", "port", FRENCH_74S[:6], []), "channel-fleet": ("brest", "loose", BRITISH_74S[:6], []),
        "irish-fleet": ("brest", "inshore", BRITISH_74S[6:12], []),
    }  # fmt: skip
    state = with_house(fleets, blockade=rule)
    assert bool(blockade.why_held(state, "channel-fleet", BRITISH_74S[:1], [])) is held


@pytest.mark.parametrize(("rule", "stays"), [("none", True), ("removed", False)])
def test_13_5_reading_rumours_where_masts_are_counted(rule: str, stays: bool) -> None:
    state = with_house({"irish-fleet": ("malta", "port", BRITISH_74S[:1], [])}, rumours_masts=rule)
    state.blocks["fog-1"] = Block("malta", "inshore", "malta")

    async def count(table: Any) -> None:
        blockade.count_inshore(table, state, BRITISH, "malta")

    fought = play(count)
    assert [facts["ships"] for facts in fought.events("masts")] == ["", ""]
    assert bool(state.place("fog-1")) is stays


@pytest.mark.parametrize(("rule", "again"), [("each", True), ("blocked", False)])
def test_22_2_reading_a_place_under_a_question_mark(rule: str, again: bool) -> None:
    state = with_house(raid_marker=rule)
    state.raids["antigua"] = Raid(done=False)
    assert may_be_raided(state, "antigua") is again


@pytest.mark.parametrize(("rule", "die", "war"), [("at_once", None, True), ("by_die", 4, True), ("by_die", 3, False)])
def test_5_10_reading_war_with_the_united_states(rule: str, die: int | None, war: bool) -> None:
    state = with_house(american_war=rule)
    state.events["leopard"] = AdmiraltyEvent(17)
    play(events.reveal_events, state, dice={"american-war": [(die,)]} if die else None)
    assert (state.tension == "war") is war


def test_24_2_reading_allied_fleets_of_trafalgar_sail_where_they_like() -> None:
    state = position({"brest-fleet": ("0610", "sea", FRENCH_74S[:2], [])}, scenario="trafalgar")
    assert all(is_destination(state, "brest-fleet", port) for port in ("cadiz", "lisbon", "plymouth"))


# ------------------------------------------------------------------------------------------------ battles by letter


def asked_in_battle(ask: tuple[str, ...], ships: int = 10, **house: str) -> list[str]:
    """The questions that stop a battle of two fleets of so many ships, where the British ask for it."""
    state = with_house({
        "channel-fleet": ("0610", "sea", BRITISH_74S[:ships], ["calder"]),
        "brest-fleet": ("0610", "sea", FRENCH_74S[:ships], ["ganteaume"]),
    }, **house)  # fmt: skip
    clash = Clash(place="0610", port="", area="sea", british=("channel-fleet",), allied=("brest-fleet",),
                  active=BRITISH, mover="channel-fleet", sortie=False)  # fmt: skip
    sources = {BRITISH: [Silence(ask)], ALLIED: [Silence(())]}
    driver = Driver(Transcript(), lambda roll: (3,) * 9 if roll.spec.startswith("draw") else (3,) * int(roll.spec[0]),
                    sources)  # fmt: skip
    outcome = driver.run(battle(Table(), state, clash))
    return [decision.side for decision in outcome.questions] if isinstance(outcome, Asking) else []


@pytest.mark.parametrize(("rule", "ask", "asked"), [
    ("plan", ("battle",), []), ("letter", ("battle",), [BRITISH, ALLIED]), ("letter", (), []),
    ("rounds", ("battle",), [BRITISH, ALLIED]),
])  # fmt: skip
def test_17_0_reading_battles_by_letter(rule: str, ask: tuple[str, ...], asked: list[str]) -> None:
    assert sorted(asked_in_battle(ask, battles=rule, battle_from="10")) == sorted(asked)


@pytest.mark.parametrize(("least", "asked"), [("10", 2), ("20", 0)])
def test_17_2_reading_a_battle_too_small_for_a_letter(least: str, asked: int) -> None:
    """Ten ships and ten are told as 6 to 10 each: twelve by the lower ends."""
    assert len(asked_in_battle(("battle",), battles="letter", battle_from=least)) == asked


def test_5_10_what_falls_due_after_the_last_turn_is_told_as_of_the_next_year() -> None:
    """A war that begins in December asks for Canada within six turns, and the year has no more."""
    assert [dated(BOARD, turn) for turn in (0, 1, 36, 37, 40)] == [
        "the set-up", "Jan I", "Dec III", "the next year", "the next year"]  # fmt: skip
