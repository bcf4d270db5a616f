"""The tables and single figures of When Lions Sailed against what its rulebook says of them."""

from __future__ import annotations

import pytest

from pbem import strict_yaml
from pbem.adjudicator.board.figures import SOURCES, shares
from pbem.adjudicator.lions.board.board import DATA, FILES, load_board
from pbem.adjudicator.lions.board.terms import Allowance, Landfall, Loot, Mishap, Occasion, Where
from pbem.base.errors import BadInput

BOARD = load_board()
NUMBERS = BOARD.numbers


@pytest.mark.parametrize(
    ("check", "faces"),
    [("broadside", [6]), ("broadside-gunners", [5, 6]), ("fireship-panic", [5]), ("fireship-damage", [6]),
     ("bombardment", [6]), ("coast-defence", [6]), ("shore", [5, 6]), ("shore-marines", [4, 5, 6])],
)  # fmt: skip
def test_9_13_17_4_17_5_20_2_which_faces_hit(check: str, faces: list[int]) -> None:
    assert [die for die in range(1, 7) if BOARD.checks[check].holds(die)] == faces


@pytest.mark.parametrize(
    ("check", "die", "value", "holds"),
    [("command-dispute", 3, 2, True), ("command-dispute", 2, 2, False), ("lucky-shot", 4, 3, True),
     ("lucky-shot", 3, 3, False), ("diplomacy", 3, 3, True), ("diplomacy", 4, 3, False)],
)  # fmt: skip
def test_9_13_dice_against_a_leader(check: str, die: int, value: int, holds: bool) -> None:
    assert BOARD.checks[check].holds(die, value) is holds


def test_16_10_only_a_calm_stops_a_crossing() -> None:
    stopping = [row.event for _, row in BOARD.nautical_incident if row.stops_crossing]
    assert stopping == [Mishap.BECALMED]
    assert [row.move for _, row in BOARD.nautical_incident if row.event is Mishap.BECALMED] == [Allowance.NONE]


def test_13_3_incidents_name_calm_mutiny_and_pirates() -> None:
    events = {row.event for _, row in BOARD.nautical_incident}
    assert events == set(Mishap)


def test_a_leader_may_take_the_mutiny_off_its_table() -> None:
    assert BOARD.mutiny[-2] == BOARD.mutiny[1]
    assert BOARD.mutiny[1].move is Allowance.ALL
    with pytest.raises(BadInput, match="7 is no roll of the Mutiny table"):
        BOARD.mutiny[7]


def test_21_2_four_to_six_leave_a_plunder_marker() -> None:
    assert [row.marker for _, row in BOARD.plunder] == [False, False, False, True, True, True]
    assert BOARD.plunder[6].event is Loot.GREAT_BOOTY
    assert BOARD.plunder[1].dice == ""


def test_25_1_pirates_come_on_three_occasions_and_forts_only_in_port() -> None:
    for _, row in BOARD.pirates:
        assert set(row) == set(Occasion)
        assert all(force.ships > 0 for force in row.values())
        assert not row[Occasion.INCIDENT].fort
        assert not row[Occasion.MARQUE].fort
    assert any(row[Occasion.PORT].fort for _, row in BOARD.pirates)
    assert max(force.ships for _, row in BOARD.pirates for force in row.values()) <= len(BOARD.ships_of("pirates"))


def test_16_10_where_a_crossing_drifts() -> None:
    ways = [row.way for _, row in BOARD.crossing_row]
    assert ways == [Landfall.SAME] * 2 + [Landfall.NORTH] * 2 + [Landfall.SOUTH] * 2
    assert [row.dice for _, row in BOARD.crossing_row] == ["", "", "1d6", "1d6", "1d6", "1d6"]
    assert (BOARD.crossing.leader, BOARD.crossing.incidents) == (1, 2)


def test_22_2_a_leader_costs_two_dice_and_24_2_a_colony_twenty() -> None:
    assert (BOARD.expenditure["leader"].dice, BOARD.expenditure["leader"].where) == ("2d6", Where.UNIT)
    assert (BOARD.expenditure["colony"].cost, BOARD.expenditure["colony"].where) == (20, Where.TERRA_INCOGNITA)
    assert NUMBERS.colony_value == 1


def test_11_2_every_class_has_a_price() -> None:
    assert all(BOARD.expenditure[name].cost > 0 for name in BOARD.classes)


def test_23_4_3_a_force_with_treasure_operates_for_one() -> None:
    assert BOARD.operations["treasure"] == 1
    assert BOARD.operations["home"] <= BOARD.operations["port"] <= BOARD.operations["elsewhere"]


@pytest.mark.parametrize(
    ("item", "points"),
    [("treasure-port", 10), ("colony-port", 2), ("plundered-treasure-port", 5), ("plundered-colony-port", 1),
     ("pounds", 1), ("great-ship", 1)],
)  # fmt: skip
def test_26_2_victory_points(item: str, points: int) -> None:
    assert BOARD.victory_points[item] == points


@pytest.mark.parametrize(
    ("name", "value"),
    [("turns_least", 3), ("turns_most", 20), ("start_year", 1654), ("movement_dice", 2), ("raking_attack", 1),
     ("crippled_fleet", 1), ("score_sunk_times", 2), ("score_damage", 1), ("prize_money_times", 1),
     ("bounty_times", 2), ("honours_odds", 2), ("breach_divisor", 2), ("ships_per_port", 1),
     ("land_points_per_port", 1), ("charter_forts", 2), ("charter_least_rate", 4), ("press_least_rate", 3),
     ("pounds_per_point", 10), ("victory_per_cent", 150), ("great_rate", 2), ("stolen_markers", 2)],
)  # fmt: skip
def test_single_figures(name: str, value: int) -> None:
    """3.4, 9.13, 10.3, 11.4, 16.3, 17.2, 18.3, 18.4, 25.7, 26.2, 26.3."""
    assert getattr(NUMBERS, name) == value


def test_optional_rules_are_off_until_a_charter_says_otherwise() -> None:
    optional = [switch for switch in BOARD.switches.values() if switch.choices == ("off", "on")]
    assert [switch.rule for switch in optional] == ["29", "30", "31", "32", "33", "34"]
    assert {switch.default for switch in optional} == {"off"}


def test_a_default_that_departs_from_the_letter_says_what_the_letter_is() -> None:
    departing = {switch.id: switch.letter for switch in BOARD.switches.values() if switch.default != switch.letter}
    assert departing == {
        "first_turn_initiative": "ports", "spain_wins": "only_without_winner", "watch": "1", "bids": "proxy",
    }  # fmt: skip


def test_only_potentates_have_garrisons() -> None:
    for port in BOARD.ports.values():
        assert (port.garrison > 0) is (port.kind.value == "potentate")


def test_every_figure_has_a_source_and_every_source_a_figure() -> None:
    counted = shares(BOARD.figures)
    assert counted.total == counted.printed + counted.rulebook + counted.reconstructed
    assert min(getattr(counted, source) for source in SOURCES) > 0


@pytest.mark.parametrize("name", [*FILES, "cases"])
def test_the_data_are_strict_yaml(name: str) -> None:
    path = DATA / f"{name}.yaml"
    assert strict_yaml.read(path.read_bytes(), path.name)


def test_every_case_of_the_rulebook_has_a_title_in_its_order() -> None:
    listed = (DATA / "cases.txt").read_text(encoding="ascii").split()
    cases = strict_yaml.plain(strict_yaml.read((DATA / "cases.yaml").read_bytes()))["cases"]
    assert [case["case"] for case in cases] == listed
    assert len(listed) == 190
    assert all(case["title"] and case["about"] for case in cases)
    assert len({case["about"] for case in cases}) == 190
