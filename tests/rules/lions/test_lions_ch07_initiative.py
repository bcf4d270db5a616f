"""Chapter 7: the first player of the turn."""

from __future__ import annotations

from rules.lions.lions_playing import hold, play, port, position, told

from pbem.adjudicator.lions.rules.ch07_initiative import determine_initiative
from pbem.adjudicator.lions.state.state import State

JAVA, GOA, MACAO = port("java"), port("goa"), port("macao")


def second_turn(**fields: object) -> State:
    state = position(**fields)  # type: ignore[arg-type]
    state.turn = 2
    return state


def test_7_1_most_undisputed_treasure_ports_have_the_initiative() -> None:
    state = second_turn(land={f"{JAVA} netherlands": "1f", f"{GOA} netherlands": "1f", f"{MACAO} england": "1r"})
    _, notes = play(determine_initiative, state)
    assert state.initiative == "netherlands"
    assert told(notes, "counted") == ["England: 1 treasure ports.", "The Netherlands: 2 treasure ports."]
    assert told(notes, "initiative") == ["The Netherlands has the initiative."]


def test_7_1_a_disputed_treasure_port_counts_for_nobody() -> None:
    state = second_turn(land={f"{JAVA} netherlands": "1f", f"{MACAO} england": "1r"}, ships={"england-6th-1": JAVA})
    play(determine_initiative, state)
    assert state.initiative == "england"


def test_7_1_a_plundered_treasure_port_counts_for_nobody() -> None:
    land = {f"{JAVA} netherlands": "1f", f"{MACAO} england": "1r"}
    state = second_turn(land=land, plundered=[JAVA])
    play(determine_initiative, state)
    assert state.initiative == "england"


def test_7_1_ties_are_diced_for_and_diced_for_again() -> None:
    state = second_turn(land={f"{JAVA} netherlands": "1f", f"{MACAO} england": "1r"})
    play(determine_initiative, state, answers=[("7.1", 4), ("7.1", 4), ("7.1", 2), ("7.1", 3)])
    assert state.initiative == "netherlands"


def test_7_1_where_nobody_has_one_everybody_rolls() -> None:
    state = second_turn(players=3)
    play(determine_initiative, state, answers=[("7.1", 6), ("7.1", 2), ("7.1", 6), ("7.1", 1), ("7.1", 5)])
    assert state.initiative == "spain"


def test_7_1_the_first_turn_is_diced_for_unless_the_charter_counts_ports() -> None:
    land = {f"{JAVA} netherlands": "1f"}
    state = position(land=land)
    play(determine_initiative, state, answers=[("7.1", 5), ("7.1", 1)])
    assert state.initiative == "england"
    state = position(land=land, house={"first_turn_initiative": "ports"})
    play(determine_initiative, state)
    assert state.initiative == "netherlands"


def test_7_2_play_goes_clockwise_from_the_first_player() -> None:
    assert position(4, initiative="spain").order() == ("spain", "france", "england", "netherlands")


def test_9_13_sovereign_of_the_seas_takes_the_initiative_from_all() -> None:
    state = second_turn(land={f"{JAVA} netherlands": "1f"})
    hold(state, "england", "sovereign-of-the-seas-1")
    play(determine_initiative, state, answers=[("7.1", "yes")])
    assert state.initiative == "england"
    assert state.hand["england"] == []
    assert "sovereign-of-the-seas-1" in state.pool


def test_9_13_sovereign_of_the_seas_may_be_kept() -> None:
    state = second_turn(land={f"{JAVA} netherlands": "1f"})
    hold(state, "england", "sovereign-of-the-seas-1")
    play(determine_initiative, state, answers=[("7.1", "no")])
    assert state.initiative == "netherlands"
    assert state.hand["england"] == ["sovereign-of-the-seas-1"]
