"""Ways over the map: waypoints, gaps filled by the shortest way, ties, and what turns a mover aside."""

from __future__ import annotations

from rules.jenkins.playing import position

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.rules.routes import land_route, naval_route, shortest, voyage
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH
from pbem.geometry.hexes import distance

BOARD = load_board()


def test_a_gap_is_filled_by_the_shortest_way() -> None:
    way = naval_route(position(), ENGLISH, "2719", ["2725"])
    assert way == ["2720", "2721", "2722", "2723", "2724", "2725"]


def test_waypoints_are_passed_in_their_order() -> None:
    way = naval_route(position(), ENGLISH, "2719", ["2721", "2719", "2718"])
    assert way == ["2720", "2721", "2720", "2719", "2718"]


def test_waypoints_may_be_seaports_by_name() -> None:
    assert naval_route(position(), ENGLISH, "2919", ["leogane"]) == ["3018"]
    assert naval_route(position(), ENGLISH, "2919", ["Leogane"]) == ["3018"]


def test_a_waypoint_where_one_is_already_adds_nothing() -> None:
    assert naval_route(position(), ENGLISH, "2719", ["port-royal", "2720"]) == ["2720"]


def test_among_equal_ways_the_first_clockwise_from_north_is_taken() -> None:
    """From 2720 to 2919 both 2819 (north-east) and 2820 (south-east) do; north-east comes first."""
    assert distance("2720", "2919") == 2
    assert naval_route(position(), ENGLISH, "2720", ["2919"]) == ["2819", "2919"]
    assert "2920" in BOARD.naval_neighbours("2820")


def test_every_step_of_a_way_is_open_to_the_mover() -> None:
    here = "2719"
    for onward in naval_route(position(), ENGLISH, here, ["bridgetown"]):
        assert onward in BOARD.naval_neighbours(here)
        here = onward
    assert here == "4323"


def test_storms_and_enemy_stacks_in_view_are_gone_round() -> None:
    for state in (position(storms=["2722"]), position({}, {"2722": ["galicia"]})):
        way = naval_route(state, ENGLISH, "2721", ["2723"])
        assert "2722" not in way
        assert way[-1] == "2723"
        assert len(way) == 3


def test_an_enemy_ship_off_ones_own_seaport_turns_nobody_aside() -> None:
    """There no interception can happen (7.2): straight through Port Royal."""
    state = position({}, {"2719": ["galicia"]})
    assert naval_route(state, ENGLISH, "2718", ["2720"]) == ["2719", "2720"]


def test_a_named_hex_is_sailed_into_whoever_is_there() -> None:
    state = position({}, {"2722": ["galicia"]}, storms=["2821"])
    assert naval_route(state, ENGLISH, "2721", ["2722", "2821"]) == ["2722", "2821"]


def test_where_there_is_no_way_round_he_goes_through() -> None:
    """Havana's harbour from the Gulf with enemies in all hexes beside it."""
    near = BOARD.naval_neighbours("2114")
    state = position({}, {hex_id: ["galicia"] if number == 0 else [f"frigate-s{number}"]
                          for number, hex_id in enumerate(near)})  # fmt: skip
    way = naval_route(state, ENGLISH, "1813", ["2114"])
    assert way[-1] == "2114"
    assert way[-2] in near


def test_a_hex_that_cannot_be_reached_is_handed_on_for_the_rule_to_refuse() -> None:
    assert naval_route(position(), ENGLISH, "2719", ["2206"]) == ["2206"]
    assert land_route(position(), ENGLISH, "2719", ["havana"]) == ["2114"]


def test_troops_take_the_shortest_way_by_land() -> None:
    assert land_route(position(), ENGLISH, "2307", ["st-augustine"]) == ["2206", "2207", "2208"]
    assert land_route(position(), SPANISH, "2208", ["savannah"]) == ["2207", "2206", "2307"]


def test_a_way_to_where_one_is_has_no_steps() -> None:
    assert shortest("2719", "2719", BOARD.naval_ways, frozenset()) == []


def test_a_voyage_is_the_shortest_way_wherever_others_lie() -> None:
    """Voyages are kept, and those that nobody bars are read off the open sea: a search of the whole map agrees."""
    chance, hexes = SeededChance("voyages"), list(BOARD.naval_ways)
    ports = [port.hex for port in BOARD.seaports.values()]
    for number in range(80):
        barred = frozenset(chance.some(hexes, number, number))
        start, goal = chance.pick(ports), chance.pick(ports)
        way = shortest(start, goal, BOARD.naval_ways, barred)
        assert voyage(BOARD, start, goal, barred) == (tuple(way) if way or start == goal else None)
