"""Ways over the sea in 1805: Sea of Glory: cheapest under the winds, then fewest hexes, then smaller numbers."""

from __future__ import annotations

import pytest

from pbem.adjudicator.glory.board.board import blowing, load_board
from pbem.adjudicator.glory.rules import routes
from pbem.adjudicator.glory.rules.routes import NO_WAY, nearest, reach, steps, way, way_cost
from pbem.adjudicator.glory.rules.waters import neighbours, step_cost
from pbem.adjudicator.glory.state.state import State

BOARD = load_board()


def blown(**winds: str) -> State:
    return State(BOARD, rose={**blowing(BOARD), **winds})


def test_11_1_cadiz_to_lisbon_costs_six_in_a_south_wester() -> None:
    state = blown(north_atlantic="SW")
    cadiz, lisbon = BOARD.ports["cadiz"].zone_hex, BOARD.ports["lisbon"].zone_hex
    assert way_cost(state, cadiz, lisbon) == 6


@pytest.mark.parametrize("wind", ["NE", "W", "SW"])
def test_9_4_a_way_is_made_of_neighbours_and_costs_what_its_steps_cost(wind: str) -> None:
    state = blown(north_atlantic=wind)
    for target in ("1222", "0620", "1403", "twi"):
        here, cost = "0807", 0
        for hex_ in way(state, here, target):
            assert hex_ in [other for _, other in neighbours(state, here)]
            cost += step_cost(state, here, hex_)
            here = hex_
        assert here == target
        assert cost == way_cost(state, "0807", target)


def test_9_4_nothing_cheaper_leads_there() -> None:
    """Held against every hex in reach, found from the other end."""
    state = blown(north_atlantic="W")
    found = reach(state, "0807", 9)
    assert found == {hex_: cost for hex_ in BOARD.hexes if (cost := way_cost(state, "0807", hex_)) <= 9}
    assert len(found) > 60


def test_10_3_1_hexes_along_the_sea_not_as_the_crow_flies() -> None:
    state = blown()
    assert steps(state, "1222", "1022") == 2
    assert steps(state, "2414", BOARD.ports["toulon"].zone_hex) == 4
    assert steps(state, "0807", "w22") == NO_WAY


def test_12_1_the_area_of_a_track_is_its_nearest_hex() -> None:
    state = blown()
    assert way(state, "0120", "west") == ("twi",)
    assert steps(state, "w07", "east") == steps(state, "w07", "e03")
    assert steps(state, "w81", "east") < steps(state, "w81", "e03")


def test_24_1_in_trafalgar_the_mediterranean_ends_east_of_the_straits() -> None:
    state = State(BOARD, scenario="trafalgar", rose={"north_atlantic": "W"})
    assert way(state, "1022", "1222") == ("1123", "1222")
    assert steps(state, "1022", "2414") == NO_WAY
    assert steps(state, "0807", "twi") == NO_WAY


def test_3_2_of_several_targets_the_one_with_fewest_hexes() -> None:
    assert nearest(blown(), "0807", ("1222", "0620", "2414")) == "0620"
    assert nearest(blown(), "0807", ()) == ""


def test_9_2_cadiz_to_lisbon_is_one_wind_from_the_south_west() -> None:
    """The rulebook's example: six points are left after the zone, and they lead to Lisbon (11.1)."""
    winds = tuple(sorted((blowing(BOARD) | {"north_atlantic": "SW"}).items()))
    assert routes.winds_needed(BOARD, False, winds, "1022", "0620", True) == 1


@pytest.mark.parametrize(("in_zone", "hexes", "needed"), [
    (False, 0, 0), (False, 4, 1), (False, 5, 2), (False, 8, 2), (False, 9, 3), (True, 3, 1), (True, 4, 2), (True, 8, 3),
])  # fmt: skip
def test_9_2_points_are_not_saved_from_wind_to_wind(
    monkeypatch: pytest.MonkeyPatch, in_zone: bool, hexes: int, needed: int
) -> None:
    """Against the wind a hex costs two: four a wind, and the ninth point is lost; three points leave a zone."""
    monkeypatch.setattr(routes, "way", lambda *_: ("0807",) * hexes)
    monkeypatch.setattr(routes, "step_cost", lambda *_: 2)
    assert routes.winds_needed(BOARD, False, (), "0808", "0807", in_zone) == needed
