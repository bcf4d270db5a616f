"""Chapter 3.0 to 3.2 and the lengths of the scenarios: which phase follows which, and how a turn ends."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_positions import BOARD, opened, patria, position, royal
from rules.playing_rules import play

from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.rules.ch03_sequence import end_of_turn, following, play_phase, writers
from pbem.adjudicator.guerra.state.state import Siege
from pbem.adjudicator.guerra.state.terms import (
    COUNCIL,
    MUSTER,
    PATRIOT,
    PATRIOT_SETUP,
    ROYALIST,
    ROYALIST_SETUP,
    SCENARIOS,
    SEATS,
    STEPS_OF_NATIONS,
    UPRISINGS,
)


def phases(scenario: str, number: int, **house: str) -> list[str]:
    """The first phases of a match in which both set up in turn, by what comes."""
    match = GuerraMatch.lay_out(scenario, {"setup": "in_turn"} | house, None)
    found = [match.coming]
    while len(found) < number:
        found.append(following(match.state, found[-1]))
    return found


def test_3_1_a_turn_is_council_patriot_and_royalist_operations() -> None:
    assert phases("empire-strikes-back", 6) == [ROYALIST_SETUP, PATRIOT_SETUP, COUNCIL, PATRIOT, ROYALIST, COUNCIL]


def test_12_1_1_the_opening_guns_begin_with_patriot_operations() -> None:
    assert phases("opening-guns", 5) == [ROYALIST_SETUP, PATRIOT_SETUP, PATRIOT, ROYALIST, COUNCIL]


def test_12_2_1_the_empire_strikes_back_begins_with_uprisings() -> None:
    assert phases("empire-strikes-back", 3)[2] == COUNCIL


def test_12_3_1_the_end_of_empire_begins_with_uprisings() -> None:
    assert phases("end-of-empire", 3)[2] == COUNCIL


@pytest.mark.parametrize(("choice", "first"), [("operations", PATRIOT), ("uprisings", COUNCIL)])
def test_3_1_the_campaign_begins_as_the_charter_says(choice: str, first: str) -> None:
    assert phases("campaign", 3, campaign_begins=choice)[2] == first


def test_3_1_a_quick_pace_joins_council_and_patriot_operations() -> None:
    assert phases("end-of-empire", 5, pace="quick")[2:] == [COUNCIL, ROYALIST, COUNCIL]


def test_3_1_a_slow_pace_parts_uprisings_from_the_muster() -> None:
    assert phases("end-of-empire", 7, pace="slow")[2:] == [UPRISINGS, MUSTER, PATRIOT, ROYALIST, UPRISINGS]


def test_4_7_musters_in_turn_are_two_phases_of_one_seat_each() -> None:
    assert phases("end-of-empire", 6, musters="in_turn")[2:] == [COUNCIL, MUSTER, "second-muster", PATRIOT]
    state = opened("end-of-empire", musters="in_turn")
    state.order = [PATRIOT, ROYALIST]
    assert [writers(state, coming) for coming in (COUNCIL, MUSTER, "second-muster")] == [SEATS, (PATRIOT,), (ROYALIST,)]


def test_4_7_the_second_muster_ends_the_council() -> None:
    state = opened("end-of-empire", musters="in_turn")
    state.order, state.stations = [PATRIOT, ROYALIST], {"r-f1": "pacific-8"}
    play(play_phase, state, MUSTER, answers=[("4.7", {})])
    assert state.order == [PATRIOT, ROYALIST]
    play(play_phase, state, "second-muster", answers=[("4.7", {})])
    assert (state.order, state.stations) == ([], {})


@pytest.mark.parametrize(
    ("choice", "first"),
    [("in_turn", [ROYALIST_SETUP, PATRIOT_SETUP]), ("sealed", [ROYALIST_SETUP, PATRIOT]),
     ("historical", [PATRIOT, ROYALIST])],
)  # fmt: skip
def test_2_0_the_set_up_by_the_charter(choice: str, first: list[str]) -> None:
    assert phases("opening-guns", 2, setup=choice) == first


@pytest.mark.parametrize(("scenario", "first", "who"), [
    ("campaign", "t01.patriot", (PATRIOT,)), ("opening-guns", "t01.patriot", (PATRIOT,)),
    ("empire-strikes-back", "t06.council", SEATS), ("end-of-empire", "t11.council", SEATS),
])  # fmt: skip
def test_2_0_nobody_is_asked_to_set_up_unless_the_charter_says_so(
    scenario: str, first: str, who: tuple[str, ...]
) -> None:
    phase = GuerraMatch.lay_out(scenario, {}, None).phase()
    assert phase is not None
    assert (phase.id, phase.active) == (first, who)


@pytest.mark.parametrize(("house", "name"), [({}, "steady"), ({"setup": "in_turn"}, "")])
def test_2_0_a_seat_that_is_silent_in_the_first_phase_has_the_usual_doctrine(house: dict[str, str], name: str) -> None:
    """In 1810 the Patriot marches before the Royalist has been asked for a letter."""
    match = GuerraMatch.lay_out("opening-guns", house, None)
    match.state.turn, match.coming = 1, PATRIOT
    match.sources(ROYALIST, [])
    assert match.doctrines[ROYALIST].name == name
    later = GuerraMatch.lay_out("opening-guns", house, None)
    later.state.turn, later.coming = 1, ROYALIST
    later.sources(PATRIOT, [])
    assert later.doctrines[PATRIOT].name == ""


def test_2_0_the_royalist_sets_up_first_and_the_patriot_writes_next() -> None:
    match = GuerraMatch.lay_out("campaign", {"setup": "in_turn"}, None)
    phase = match.phase()
    assert phase is not None
    assert (phase.id, phase.active) == ("t00.royalist-setup", (ROYALIST,))
    sealed = GuerraMatch.lay_out("campaign", {"setup": "sealed"}, None).phase()
    assert sealed is not None
    assert sealed.active == SEATS


def test_3_2_the_patriot_acts_nation_by_nation() -> None:
    assert STEPS_OF_NATIONS == (("plata", "chile"), ("colombia", "peru"), ("mexico",))


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_12_0_the_first_turn_comes_with_its_scenario(scenario: str) -> None:
    state = opened(scenario)
    assert (state.turn, state.last_turn) == {
        "campaign": (1, 15), "opening-guns": (1, 5), "empire-strikes-back": (6, 9), "end-of-empire": (11, 15),
    }[scenario]  # fmt: skip


def test_3_1_the_turn_ends_with_marks_taken_off_and_the_next_year() -> None:
    state = position(royal("lima", "rl"), patria("salta", "p1"), turn="3")
    state.operated, state.revealed, state.told_regulars = ["rl"], {"lima": 3}, {"lima": True}
    state.sieges = {"callao": Siege(PATRIOT, ["patria-1"], works=True, op_spent=3, blockaded=False)}
    _, notes = play(end_of_turn, state)
    assert state.turn == 4
    assert (state.operated, state.revealed, state.told_regulars) == ([], {}, {})
    assert (state.sieges["callao"].op_spent, state.sieges["callao"].works) == (0, True)
    assert [note.event for note in notes if note.event in ("count", "turn")] == ["count", "turn"]


def test_11_0_the_last_turn_ends_the_game() -> None:
    state = position(royal("lima", "rl"), scenario="opening-guns", turn="5")
    play(end_of_turn, state)
    assert state.ended == "areas"
    assert state.turn == 5


def test_2_3_what_lies_on_the_track_is_due_in_its_turn() -> None:
    state = opened()
    play(end_of_turn, state)
    assert state.turn == 2
    assert state.units["r-f2"].at == "due"
    assert state.units["p6"].at == "due"
    assert state.units["vdc"].at == "pool"
    assert state.leaders["belgrano"].at == "due"
    assert BOARD.units["p6"].turn == 2


def test_3_0_a_phase_of_set_up_is_played_and_the_ports_are_somebodys() -> None:
    match = GuerraMatch.lay_out("campaign", {"setup": "in_turn"}, None)
    play(play_phase, match.state, ROYALIST_SETUP, answers=[("2.0", [])])
    play(play_phase, match.state, PATRIOT_SETUP, answers=[("2.0", [])])
    assert match.state.turn == 1
    assert match.state.ports["callao"] == ROYALIST
    assert match.state.ports["buenos-aires"] == PATRIOT
