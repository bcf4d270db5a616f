"""The map of The War of Jenkins' Ear against what its rulebook says of it."""

from __future__ import annotations

import pytest

from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import Ocean
from pbem.base.errors import BadInput
from pbem.geometry import hexes
from pbem.geometry.grids import connected

BOARD = load_board()
SHIP, FOOT = BOARD.naval_neighbours, BOARD.land_neighbours


@pytest.mark.parametrize(
    ("a", "b"),
    [("3019", "3119"), ("2919", "3018"), ("2919", "3019"), ("3320", "3219"), ("3219", "3119"), ("3119", "3018")],
)
def test_the_example_of_play_sails_between_these_neighbours(a: str, b: str) -> None:
    assert b in SHIP(a)
    assert a in SHIP(b)


@pytest.mark.parametrize(("a", "b"), [("3320", "3318"), ("3219", "3318"), ("2919", "3119")])
def test_the_example_of_play_passes_these_at_a_distance(a: str, b: str) -> None:
    assert not hexes.adjacent(a, b)


def test_6_3_port_royal_lies_six_hexes_from_the_perilous_sea_of_the_example() -> None:
    assert hexes.distance(BOARD.seaports["port-royal"].hex, "3320") == 6
    assert BOARD.numbers.perilous_sea_hexes == 6


def test_the_map_reaches_every_hex_the_rulebook_names() -> None:
    for hex_ in ("0218", "2719", "3018", "3318", "4522", "3320"):
        assert hex_ in BOARD.grid
    assert len(BOARD.grid.hexes) == 45 * 24
    assert BOARD.to_spain == "4522"
    assert BOARD.terrain("4522") == "S"


@pytest.mark.parametrize(("letter", "count"), [("S", 527), ("C", 173), ("P", 134), ("K", 31), ("L", 215)])
def test_the_map_has_as_many_hexes_of_each_kind(letter: str, count: int) -> None:
    assert sum(BOARD.terrain(hex_) == letter for hex_ in BOARD.grid.hexes) == count


@pytest.mark.parametrize("letters", ["SC", "PK"])
def test_all_water_of_an_ocean_is_one_piece(letters: str) -> None:
    water = [hex_ for hex_ in BOARD.grid.hexes if BOARD.terrain(hex_) in letters]
    assert connected(water[0], SHIP) == frozenset(water)


def test_7_4_no_ship_sails_from_one_ocean_into_the_other() -> None:
    for hex_ in BOARD.grid.hexes:
        assert all(BOARD.ocean(other) is BOARD.ocean(hex_) for other in SHIP(hex_))


def test_7_1_ships_keep_to_water_and_troops_to_land() -> None:
    for hex_ in BOARD.grid.hexes:
        assert bool(SHIP(hex_)) is BOARD.is_water_hex(hex_)
        assert all(BOARD.is_water_hex(other) for other in SHIP(hex_))
        assert all(BOARD.is_land_hex(other) for other in FOOT(hex_))
        assert BOARD.is_land_hex(hex_) or FOOT(hex_) == ()


def test_what_can_be_entered_can_be_left_the_same_way() -> None:
    for near in (SHIP, FOOT):
        assert all(hex_ in near(other) for hex_ in BOARD.grid.hexes for other in near(hex_))


def test_ways_are_listed_clockwise_from_north() -> None:
    order = {hex_: list(BOARD.grid.neighbours(hex_)) for hex_ in BOARD.grid.hexes}
    for near in (SHIP, FOOT):
        for hex_ in BOARD.grid.hexes:
            assert list(near(hex_)) == [other for other in order[hex_] if other in near(hex_)]


@pytest.mark.parametrize("side", ["2014-2115", "2717-2816", "3118-3119", "3718-3719", "2616-2617"])
def test_no_ship_sails_across_an_island(side: str) -> None:
    a, b = hexes.hexes_of(side)
    assert BOARD.is_water_hex(a)
    assert BOARD.is_water_hex(b)
    assert b not in SHIP(a)


@pytest.mark.parametrize("side", ["4120-4121", "2918-3017", "2414-2515"])
def test_nobody_walks_from_island_to_island(side: str) -> None:
    a, b = hexes.hexes_of(side)
    assert BOARD.is_coastal(a)
    assert BOARD.is_coastal(b)
    assert b not in FOOT(a)


def test_the_isthmus_can_be_crossed_on_foot() -> None:
    assert BOARD.seaports["panama"].hex in FOOT(BOARD.seaports["porto-bello"].hex)


def test_leogane_is_open_to_ships_from_the_south_and_the_north() -> None:
    assert {"2919", "3017"} <= {*SHIP("3018")}


def test_7_4_sea_hexes_of_an_ocean_are_all_sea_and_in_order() -> None:
    for ocean, letter in (("caribbean", "S"), ("pacific", "P")):
        listed = BOARD.sea_hexes(ocean)
        assert list(listed) == sorted(listed)
        assert {BOARD.terrain(hex_) for hex_ in listed} == {letter}
    assert len(BOARD.sea_hexes("caribbean")) == 527


def test_every_seaport_is_coastal_and_can_be_reached() -> None:
    for port in BOARD.seaports.values():
        start = "0120" if port.great_south_sea else BOARD.to_spain
        assert BOARD.is_coastal(port.hex)
        assert port.hex in connected(start, SHIP)


def test_four_seaports_lie_on_the_great_south_sea() -> None:
    south = [port.id for port in BOARD.seaports.values() if port.great_south_sea]
    assert south == ["panama", "acapulco", "realejo", "zihuatanejo"]
    assert all(BOARD.ocean(BOARD.seaports[name].hex) is Ocean.PACIFIC for name in south)


def test_one_seaport_a_hex() -> None:
    assert len(BOARD.seaport_at) == len(BOARD.seaports) == 38


@pytest.mark.parametrize(
    ("port", "value"),
    [("port-royal", 4), ("havana", 5), ("cartagena", 6), ("la-guaira", 4), ("santo-domingo", 5), ("zihuatanejo", 0),
     ("leogane", 2)],
)  # fmt: skip
def test_seaport_values_that_the_rulebook_tells(port: str, value: int) -> None:
    """3.4, 4.0, 5.0, 9.1(3) and the example of play."""
    assert BOARD.seaports[port].value == value


def test_3_1_seventeen_spanish_seaports_are_worth_two_or_more() -> None:
    assert sum(port.nation == "spanish" and port.value >= 2 for port in BOARD.seaports.values()) == 17


def test_5_0_cartagena_has_exactly_two_trade_routes() -> None:
    assert BOARD.seaports["cartagena"].routes == ("santa-marta", "porto-bello")


def test_5_0_trade_routes_join_spanish_seaports_from_both_ends() -> None:
    for port in BOARD.seaports.values():
        assert port.nation == "spanish" or port.routes == ()
        assert all(port.id in BOARD.seaports[other].routes for other in port.routes)
    assert sum(len(port.routes) for port in BOARD.seaports.values()) == 2 * 21


def test_5_0_no_seaport_worth_one_wins_alone() -> None:
    weak = [port for port in BOARD.seaports.values() if port.nation == "spanish" and port.value == 1]
    assert weak
    assert all(port.value - len(port.routes) <= 0 for port in weak)


@pytest.mark.parametrize("text", ["2719", "port-royal", "Port Royal", "PORT_ROYAL"])
def test_a_player_may_name_a_hex_by_its_number_or_its_seaport(text: str) -> None:
    assert BOARD.hex_named(text) == "2719"


@pytest.mark.parametrize("text", ["", "9999", "27-19", "atlantis", "-"])
def test_what_names_no_hex_is_no_hex(text: str) -> None:
    assert BOARD.hex_named(text) == ""


def test_an_unknown_seaport_is_refused_with_the_nearest() -> None:
    with pytest.raises(BadInput) as caught:
        BOARD.find_seaport("havanna")
    fault = caught.value.faults[0]
    assert fault.message == "'havanna' is no seaport"
    assert "havana" in fault.hint
