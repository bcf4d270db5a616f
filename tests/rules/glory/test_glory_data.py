"""The figures of 1805: Sea of Glory: what the rulebook counts and works out, and that editions are checked."""

from __future__ import annotations

import pytest
from laying import Editions

from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.board.pieces import BlockKind, Sea, ShipStatus
from pbem.base.errors import BadInput

BOARD = load_board()


def test_3_0_the_game_has_44_blocks() -> None:
    kinds = [block.kind for block in BOARD.blocks.values()]
    assert len(kinds) == 44
    assert (kinds.count(BlockKind.FRIGATE), kinds.count(BlockKind.FOG)) == (9, 8)
    assert sum(block.side == "british" for block in BOARD.blocks.values()) == 23


def test_3_0_ships_of_three_nations() -> None:
    nations = [ship.nation for ship in BOARD.ships.values()]
    assert [nations.count(nation) for nation in ("british", "french", "spanish")] == [95, 48, 37]
    assert sum(ship.status is ShipStatus.DAMAGED for ship in BOARD.ships.values()) == 1


def test_2_2_no_hex_lies_south_of_w10() -> None:
    assert "S" not in [way for way, _ in BOARD.neighbours("w10")]


def test_9_4_two_hexes_in_a_north_easter() -> None:
    wind = {"north_atlantic": "NE"}
    assert BOARD.step_cost("0509", "0608", wind) == 2
    assert BOARD.step_cost("0608", "0709", wind) == 1


def test_9_5_the_straits_cost_three_in_and_three_out() -> None:
    winds = {"north_atlantic": "W", "mediterranean": "Lv"}
    assert BOARD.step_cost("1022", "1123", winds) == BOARD.step_cost("1123", "1222", winds) == 3


def test_2_6_a_die_strikes_the_zones_of_its_face() -> None:
    struck = {die: [zone.id for zone in BOARD.zones.values() if die in zone.dice] for die in range(1, 7)}
    assert struck[1] == ["western_approaches", "bay_of_biscay"]
    assert struck[2] == ["bay_of_biscay"]
    assert struck[6] == ["west_indies"]
    assert all(struck.values())


def test_2_6_hex_2119_is_mediterranean_sea() -> None:
    assert BOARD.hexes["2119"].sea is Sea.MEDITERRANEAN


def test_12_1_the_only_way_between_the_seas_is_the_straits() -> None:
    reached, edge = {"0509"}, ["0509"]
    while edge:
        for _, other in BOARD.neighbours(edge.pop()):
            if other != "1123" and other not in reached:
                reached.add(other)
                edge.append(other)
    assert "1222" not in reached
    assert "twi" in reached


def test_13_5_a_range_is_a_column_of_the_table() -> None:
    assert [BOARD.range_of(number) for number in (0, 2, 5, 6, 18)] == ["", "1-5", "1-5", "6-10", "16-20"]
    assert BOARD.range_ends("16-20") == (16, 20)


def test_6_9_severity_six_damages_as_printed() -> None:
    assert [BOARD.losses(6, ships) for ships in (0, 5, 10, 15)] == [0, 1, 1, 2]
    assert BOARD.weather_kinds[6] == "storm"


def test_18_2_firepower_above_100_adds_to_the_dice() -> None:
    assert BOARD.losses(12, 140) == BOARD.losses(12, 100) == 30
    assert [BOARD.excess(firepower) for firepower in (100, 101, 135, 400)] == [0, 1, 4, 6]
    assert BOARD.losses(30, 50) == BOARD.losses(25, 50)


def test_6_1_the_cup_holds_nineteen_chits() -> None:
    assert sum(chit.count for chit in BOARD.chits.values()) == 19


def test_17_5_the_day_of_battle_goes_on_after_twelve() -> None:
    assert [BOARD.day_of_battle[total] for total in (-2, 12, 13, 15, 16, 20)] == [1, 4, 5, 5, 6, 6]


def test_18_4_leeward_gets_away_where_note_4_stands() -> None:
    for row in BOARD.matrix.values():
        for cell in row.values():
            assert (cell.type == "LW") == (4 in cell.notes)


def test_12_3_two_on_top_is_antigua_westward() -> None:
    assert BOARD.arrivals["west"][1] == "antigua"
    assert BOARD.arrivals["east"] == ("1501", "0107", "0115", "0123")


def test_24_1_the_scenario_has_93_ships() -> None:
    fleets = BOARD.trafalgar.fleets
    assert sum(len(fleet.ships) for fleet in fleets) == 93
    assert sum(ship.trafalgar for ship in BOARD.ships.values()) == 93


@pytest.mark.parametrize(
    ("record", "figures", "fault"),
    [
        ("ports/brest", "zone_hex: '0908'", "is no open sea"),
        ("ports/toulon", "winds: [NE]", "is no wind of its sea"),
        ("firepower/6", "losses: [1, 2]", "has 2 columns"),
        ("conseil/brest", "place: nowhere", "is no place"),
        ("ships/b-victory", "trafalgar: false", "does not stand in the scenario so"),
    ],
)
def test_an_edition_that_makes_no_sense_is_refused(record: str, figures: str, fault: str) -> None:
    with pytest.raises(BadInput) as refused:
        Editions("glory", load_board.__wrapped__).laid(f"set: {record}, figures: {{{figures}}}")
    assert fault in str(refused.value)
