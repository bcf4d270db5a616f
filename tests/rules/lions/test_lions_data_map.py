"""The map of When Lions Sailed against what its rulebook says of it."""

from __future__ import annotations

from collections import Counter as Tally

import pytest

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import POWERS, PortKind
from pbem.geometry import squares
from pbem.geometry.grids import connected

BOARD = load_board()
PORTS = BOARD.ports


def sailing(a: str, b: str) -> int | None:
    """The movement points from one port to another."""
    return BOARD.distance(PORTS[a].square, PORTS[b].square)


@pytest.mark.parametrize(
    ("port", "square", "kind"),
    [("london", "C12", "home"), ("danzig", "B14", "european"), ("massachusetts-bay", "E6", "colony"),
     ("loanda", "P14", "colony"), ("zipangu", "G26", "potentate"), ("lisbon", "F11", "potentate"),
     ("tortuga", "I5", "pirate"), ("gold-coast", "M12", "treasure")],
)  # fmt: skip
def test_2_2_ports_the_rulebook_gives_with_their_squares(port: str, square: str, kind: str) -> None:
    assert PORTS[port].square == square
    assert PORTS[port].kind == kind
    record = next(record for record in BOARD.figures.section("ports") if record.id == port)
    assert record.figures["square"].source == "rulebook"


@pytest.mark.parametrize(
    ("port", "nation"), [("london", "england"), ("cadiz", "spain"), ("calais", "france"), ("amsterdam", "netherlands")]
)
def test_2_2_home_ports_belong_to_the_four_powers(port: str, nation: str) -> None:
    assert PORTS[port].nation == nation
    assert PORTS[port].is_home


def test_every_power_has_home_ports_and_no_other_port_has_a_nation() -> None:
    assert {port.nation for port in PORTS.values() if port.is_home} == set(POWERS)
    assert all(port.nation == "" for port in PORTS.values() if not port.is_home)
    assert [port.id for port in BOARD.home_ports("england")] == ["london", "ireland", "scotland"]


def test_2_1_a_square_is_one_port_or_none() -> None:
    assert len(BOARD.port_at) == len(PORTS) == 83
    assert Tally(port.kind.value for port in PORTS.values()) == {
        "home": 12, "european": 6, "potentate": 15, "pirate": 5, "treasure": 10, "colony": 35,
    }  # fmt: skip


def test_5_6_vera_cruz_is_the_base_of_the_new_spain_fleet() -> None:
    fleet = BOARD.treasure_fleet_of("vera-cruz")
    assert fleet is not None
    assert fleet.name == "New Spain"
    assert PORTS["vera-cruz"].is_settlement


def test_23_1_each_treasure_port_starts_one_fleet() -> None:
    assert len(BOARD.treasure_fleets) == 10
    for port in BOARD.ports_of(PortKind.TREASURE):
        assert BOARD.treasure_fleet_of(port.id) is not None
    assert BOARD.treasure_fleet_of("london") is None


def test_23_9_manila_may_be_landed_at_acapulco_by_spain_alone() -> None:
    others = [fleet for fleet in BOARD.treasure_fleets.values() if fleet.also_by]
    assert [(fleet.name, fleet.also_by, fleet.also_at) for fleet in others] == [("Manila", "spain", "acapulco")]


@pytest.mark.parametrize(("letter", "count"), [("S", 225), ("C", 92), ("T", 112), ("L", 156), ("X", 3)])
def test_the_map_has_as_many_squares_of_each_kind(letter: str, count: int) -> None:
    assert sum(BOARD.terrain(square) == letter for square in BOARD.grid.squares) == count
    assert len(BOARD.grid.squares) == 21 * 28


def test_16_7_ships_keep_to_sea_and_coast() -> None:
    for square in BOARD.grid.squares:
        assert bool(BOARD.neighbours(square)) is BOARD.is_afloat(square)
        assert all(BOARD.is_afloat(other) for other in BOARD.neighbours(square))


def test_19_5_ports_are_coasts_and_terra_incognita_has_none() -> None:
    for square in BOARD.grid.squares:
        assert BOARD.is_coastal(square) or not BOARD.is_terra_incognita(square)
        assert not (square in BOARD.port_at and BOARD.is_terra_incognita(square))
    assert all(BOARD.is_coastal(port.square) for port in PORTS.values())


def test_all_water_of_the_world_is_one_piece() -> None:
    reached = connected(PORTS["london"].square, lambda square: (other for other, _ in BOARD.steps(square)))
    assert reached == {square for square in BOARD.grid.squares if BOARD.is_afloat(square)}


def test_what_can_be_entered_can_be_left_the_same_way() -> None:
    for square in BOARD.grid.squares:
        assert all(square in BOARD.neighbours(other) for other in BOARD.neighbours(square))


def test_16_12_cape_horn_costs_seven_between_u4_and_u8() -> None:
    assert dict(BOARD.passages) == {"U4": (("U8", 7),), "U8": (("U4", 7),)}
    assert not any(BOARD.is_afloat(f"U{column}") for column in (5, 6, 7))
    assert BOARD.distance("U4", "U8") == 7


def test_16_12_nothing_else_leads_past_the_americas() -> None:
    atlantic = connected(PORTS["london"].square, BOARD.neighbours)
    assert PORTS["callao"].square not in atlantic
    assert PORTS["acapulco"].square not in atlantic
    assert PORTS["zipangu"].square in atlantic


def test_the_indian_ocean_is_reached_round_the_cape_and_not_by_suez() -> None:
    shut = {f"{row}14" for row in "RSTU"}
    reached = connected(
        PORTS["london"].square, lambda square: (other for other in BOARD.neighbours(square) if other not in shut)
    )
    assert PORTS["alexandria"].square in reached
    assert PORTS["goa"].square not in reached


def test_the_mediterranean_is_entered_by_cadiz() -> None:
    reached = connected("C12", lambda square: (other for other in BOARD.neighbours(square) if other != "G12"))
    assert PORTS["naples"].square not in reached
    assert PORTS["corunna"].square in reached


@pytest.mark.parametrize("name", ["A13-A14", "D6-E6", "E12-E13", "K5-L4", "G15-H16"])
def test_no_ship_sails_across_an_isthmus(name: str) -> None:
    a, b = squares.squares_of(name)
    assert BOARD.is_afloat(a)
    assert BOARD.is_afloat(b)
    assert b not in BOARD.neighbours(a)


def test_16_5_a_corner_between_two_lands_is_shut() -> None:
    for square in BOARD.grid.squares:
        for other in BOARD.neighbours(square):
            if squares.is_diagonal(square, other):
                assert any(BOARD.is_afloat(flank) for flank in squares.flanks(square, other))


def test_16_5_a_corner_is_shut_where_both_sides_are_barred_and_open_where_one_is() -> None:
    both, one = {"F8", "G9"}, {"F8"}
    assert ("F9", 1) in BOARD.steps("G8", one)
    assert ("F9", 1) not in BOARD.steps("G8", both)
    assert ("G9", 1) in BOARD.steps("G8", both)


def test_16_5_land_on_one_side_and_an_enemy_on_the_other_shut_a_corner() -> None:
    assert ("S8", 1) in BOARD.steps("T7", {"S7"})
    assert ("S8", 1) not in BOARD.steps("T7", {"S7", "T8"})
    assert not BOARD.is_afloat("H12")
    assert ("G12", 1) in BOARD.steps("H11")
    assert ("G12", 1) not in BOARD.steps("H11", {"G11"})


def test_16_10_a_crossing_starts_on_the_edges_of_rows_a_to_o() -> None:
    west = [square for square in BOARD.grid.squares if square.endswith("1") and BOARD.can_cross_from(square)]
    assert [square for square in west if squares.column_of(square) == 1] == [f"{row}1" for row in "DEFGHIJKLMNO"]
    east = [f"{row}28" for row in "ABCDEFGHIJKLMNO"]
    assert all(BOARD.can_cross_from(square) for square in east)
    assert not BOARD.can_cross_from("P1")
    assert not BOARD.can_cross_from("P28")
    assert not BOARD.can_cross_from("C12")


@pytest.mark.parametrize(
    ("start", "south", "end"),
    [("G28", 0, "G1"), ("G1", 0, "G28"), ("G28", -2, "E1"), ("G1", 3, "J28"), ("G28", -6, "D1"), ("A28", 0, "D1"),
     ("M1", 6, "O28"), ("B1", -6, "A28"), ("C28", -1, "D1")],
)  # fmt: skip
def test_16_10_a_crossing_drifts_to_the_last_row_that_can_be_entered(start: str, south: int, end: str) -> None:
    assert BOARD.landfall(start, south) == end


@pytest.mark.parametrize(
    ("a", "b", "points"),
    [("london", "antilles", 7), ("london", "madras", 24), ("amsterdam", "java", 25), ("cadiz", "vera-cruz", 9),
     ("amsterdam", "danzig", 1), ("cape-colony", "java", 9), ("callao", "cadiz", 25), ("macao", "manila", 1),
     ("la-rochelle", "quebec", 6), ("cadiz", "naples", 2)],
)  # fmt: skip
def test_how_far_ports_lie_from_each_other(a: str, b: str, points: int) -> None:
    """One good move carries a fleet from Central America to Spain; Java is three from Amsterdam: so players tell."""
    assert sailing(a, b) == sailing(b, a) == points


def square_at(latitude: int, longitude: int) -> str:
    """The square that a place on the globe falls into, in hundredths of a degree; empty off the map."""
    side = BOARD.meridians["west" if longitude < BOARD.meridians["west"].start else "east"]
    row = next((name for name, band in BOARD.bands.items() if band.south < latitude <= band.north), "")
    square = f"{row}{side.column + (longitude - side.start) // side.width}"
    return square if square in BOARD.grid else ""



def test_most_ports_lie_in_the_square_their_place_on_the_globe_falls_into() -> None:
    moved = [p.id for p in PORTS.values() if square_at(p.latitude, p.longitude) != p.square]
    assert moved == ["antwerp", "calais", "copenhagen", "sallee", "st-marys", "jamestown", "havana", "cartagena"]
    for name in moved:
        assert squares.adjacent(PORTS[name].square, square_at(PORTS[name].latitude, PORTS[name].longitude))


def test_what_lies_off_the_map_falls_into_no_square() -> None:
    assert square_at(8000, 0) == square_at(0, 17000) == square_at(0, -17000) == ""


@pytest.mark.parametrize(("text", "square"), [("u4", "U4"), ("U4", "U4"), ("London", "C12"), ("Z9", ""), ("", "")])
def test_a_player_may_name_a_square_or_the_port_in_it(text: str, square: str) -> None:
    assert BOARD.square_named(text) == square
