"""Chapter 3: set-up."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import FORT, REGIMENT, facts, play, port, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch03_setup import deploy_question, open_game, set_up
from pbem.adjudicator.lions.state.state import State

BOARD = load_board()


def started(players: int = 2, *plans: Any) -> State:
    """A game set up, every hand drawn from the front of the pool."""
    state = open_game(BOARD, {}, players, 5)
    asked = [("3.1", plan) for plan in (*plans, *[{}] * (players - len(plans)))]
    order = [power for power in BOARD.orders["marker-draw"] if power in state.players]
    drawn = [("9.2", tuple(range(BOARD.powers[power].markers))) for power in order]
    play(set_up, state, answers=[*asked, *drawn])
    return state


def faults(power: str, plan: dict[str, Any]) -> list[str]:
    return deploy_question(Table(), open_game(BOARD, {}, 4, 5), power).faults(plan)


@pytest.mark.parametrize(
    ("players", "seats"),
    [(2, ("england", "netherlands")), (3, ("england", "netherlands", "spain")),
     (4, ("england", "netherlands", "spain", "france"))],
)  # fmt: skip
def test_2_3_the_powers_that_are_played_sit_clockwise(players: int, seats: tuple[str, ...]) -> None:
    assert open_game(BOARD, {}, players, 5).players == seats


def test_3_1_treasuries_are_as_the_cards_say() -> None:
    state = open_game(BOARD, {}, 4, 5)
    assert state.money == {"england": 10, "netherlands": 20, "spain": 15, "france": 30}


def test_3_1_players_are_told_in_the_printed_order() -> None:
    state = open_game(BOARD, {}, 4, 5)
    drawn = [("9.2", tuple(range(number))) for number in (6, 4, 2, 3)]
    _, notes = play(set_up, state, answers=[("3.1", {})] * 4 + drawn)
    assert [fact["power"] for fact in facts(notes, "set_up")] == ["france", "spain", "netherlands", "england"]
    assert told(notes, "set_up")[0] == "France sets up, with 30 pounds."


def test_3_1_powers_without_a_player_have_no_units() -> None:
    state = started(2)
    assert {BOARD.ships[name].nation for name in state.ships} == {"england", "netherlands"}
    assert not state.land_at(port("cadiz"), "spain")


def test_3_1_all_counters_of_a_card_stand_on_the_map() -> None:
    state = started(4)
    assert [len(state.ships_of(power)) for power in state.players] == [13, 12, 12, 7]
    assert sorted(state.leaders_of("england")) == ["blake", "sandwich"]
    assert state.ashore(port("london"), "england", REGIMENT) == 4
    assert state.ashore(port("london"), "england", FORT) == 2


def test_3_2_a_group_with_several_places_may_be_divided() -> None:
    part = {"group": "england-abroad", "at": "madras", "ships": ["6th"], "regiments": "1", "forts": "3"}
    state = started(2, {}, {"place": [part]})
    assert state.ships["england-6th-1"].at == port("madras")
    assert state.land[port("madras")]["england"] == {REGIMENT: 1, FORT: 3}
    assert state.land[port("massachusetts-bay")]["england"] == {REGIMENT: 1, FORT: 1}


def test_3_2_what_is_not_divided_stands_at_the_first_place() -> None:
    assert started(2).ships["netherlands-6th-1"].at == port("new-amsterdam")


@pytest.mark.parametrize(
    ("part", "fault"),
    [({"group": "spain-abroad", "at": "havana"}, "'spain-abroad' is none of your groups"),
     ({"group": "england-abroad", "at": "java"}, "'java' is no place of 'england-abroad'"),
     ({"group": "england-abroad", "at": "madras", "ships": ["6th", "6th"]}, "'6th' is not left to place"),
     ({"group": "england-abroad", "at": "madras", "regiments": "3"}, "3 regiments are not left to place")],
)  # fmt: skip
def test_3_2_only_the_counters_and_places_of_the_card_can_be_named(part: dict[str, Any], fault: str) -> None:
    assert any(text.startswith(fault) for text in faults("england", {"place": [part]}))


def test_3_5_each_player_starts_with_the_markers_of_his_card() -> None:
    state = started(4)
    assert {power: len(hand) for power, hand in state.hand.items()} == {
        "england": 6, "netherlands": 4, "spain": 2, "france": 3,
    }  # fmt: skip
    assert len(state.pool) == 36 - 15


def test_3_5_only_its_owner_is_told_which_markers_he_has() -> None:
    state = open_game(BOARD, {}, 2, 5)
    drawn = [("9.2", tuple(range(6))), ("9.2", tuple(range(4)))]
    _, notes = play(set_up, state, answers=[("3.1", {})] * 2 + drawn)
    assert [note.to for note in notes if note.event == "gained"] == ["england", "netherlands"]
    assert told(notes, "drawn") == [
        "England picks 6 campaign markers from the pool.", "The Netherlands picks 4 campaign markers from the pool.",
    ]  # fmt: skip


def test_3_6_no_pirates_are_deployed() -> None:
    assert not [name for name in started(4).ships if name.startswith("pirates")]


def test_19_8_land_units_and_leaders_may_start_aboard() -> None:
    aboard = {"ship": "england-1st-1", "regiments": "2", "leaders": ["blake"]}
    state = started(2, {}, {"aboard": [aboard]})
    assert state.cargo == {"england-1st-1": {"england": 2}}
    assert state.ashore(port("london"), "england", REGIMENT) == 2
    assert state.leaders["blake"].aboard == "england-1st-1"


@pytest.mark.parametrize(
    "part",
    [{"ship": "england-1st-1", "regiments": "3"}, {"ship": "england-fireship-1", "leaders": ["blake"]},
     {"ship": "england-1st-3", "regiments": "1"}, {"ship": "england-1st-1", "leaders": ["monck"]}],
)  # fmt: skip
def test_19_8_nobody_starts_aboard_where_there_is_no_room(part: dict[str, Any]) -> None:
    assert faults("england", {"aboard": [part]})


def test_position_survives_being_written_down() -> None:
    state = started(3)
    again = State.from_plain(BOARD, state.to_plain(), {})
    assert again.to_plain() == state.to_plain()
    assert again == state


@pytest.mark.parametrize("plan", [{"ships": []}, {"place": [], "money": "5"}, []])
def test_3_1_a_set_up_says_places_and_who_is_aboard_and_nothing_else(plan: Any) -> None:
    assert faults("england", plan) == ["a set-up is a mapping with 'place' and 'aboard', both lists"]


def test_3_2_only_groups_with_several_places_are_offered_to_be_divided() -> None:
    """England: New Amsterdam, Cape Colony or Java; the rest of its card stands where it is printed."""
    for power in ("england", "netherlands", "spain", "france"):
        question = deploy_question(Table(), open_game(BOARD, {}, 4, 5), power)
        groups = {group.id: group.at for group in BOARD.deployments if group.power == power}
        assert question.legal()["divide"] == {name: list(at) for name, at in groups.items() if len(set(at)) >= 2}


def test_3_2_all_faults_of_a_plan_are_told_at_once() -> None:
    group = next(group for group in BOARD.deployments if group.power == "england" and len(group.at) > 1)
    parts = [{"group": group.id, "at": "nowhere"}, {"group": group.id, "at": group.at[0], "regiments": "99"}]
    assert len(faults("england", {"place": parts})) == 2


def test_19_8_a_leader_goes_aboard_without_any_regiments() -> None:
    """Who names no regiments embarks none."""
    leader, square, ship, _ = aboard_at_start()
    state = started(2, {}, {"aboard": [{"ship": ship, "leaders": [leader]}]})
    assert state.leaders[leader].aboard == ship
    assert state.carried(ship) == 0
    assert state.leaders[leader].at == square


def aboard_at_start() -> tuple[str, str, str, int]:
    """An English leader of the start, the square, a rated ship there, and how many regiments stand there."""
    state = started(2)
    for leader, berth in state.leaders.items():
        ships = [name for name in state.ships_at(berth.at, "england") if BOARD.ships[name].kind.rated]
        regiments = state.ashore(berth.at, "england", REGIMENT)
        if state.leader(leader).nation == "england" and ships and regiments:
            return leader, berth.at, ships[0], regiments
    raise AssertionError("England starts with no leader beside a ship and troops")


def test_19_3_a_rated_ship_starts_with_two_regiments_aboard_and_no_more() -> None:
    """Also where they come aboard one by one; and all that stand in a square may go."""
    _, square, ship, regiments = aboard_at_start()
    one = {"ship": ship, "regiments": "1"}
    assert faults("england", {"aboard": [one, one]}) == []
    assert faults("england", {"aboard": [one, one, one]}) == [f"1 regiments cannot go aboard '{ship}' in {square}"]
    others = [name for name in started(2).ships_at(square, "england") if name != ship]
    ships, left, parts = [ship, *others], regiments, []
    for name in ships:
        some = min(left, BOARD.ships[name].kind.carries)
        parts.append({"ship": name, "regiments": str(some)})
        left -= some
    assert left == 0
    state = started(2, {}, {"aboard": parts})
    assert state.ashore(square, "england", REGIMENT) == 0


def test_19_8_as_many_regiments_start_aboard_as_stand_there_whatever_forts_do() -> None:
    """Four regiments and one fort at Amsterdam: two regiments go aboard, five find no regiment to be."""
    parts = [{"ship": f"netherlands-{ship}", "regiments": "2"} for ship in ("1st-1", "2nd-1", "3rd-1")]
    assert faults("netherlands", {"aboard": parts[:2]}) == []
    assert faults("netherlands", {"aboard": parts}) == [
        f"2 regiments cannot go aboard 'netherlands-3rd-1' in {port('amsterdam')}"]  # fmt: skip
