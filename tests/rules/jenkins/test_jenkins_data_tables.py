"""The printed tables, the war funds and the single figures of The War of Jenkins' Ear."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem import strict_yaml
from pbem.adjudicator.board.figures import SOURCES, shares
from pbem.adjudicator.jenkins.board.board import DATA, FILES, load_board
from pbem.adjudicator.jenkins.board.pieces import Domain, SuccessionEffect

BOARD = load_board()


def test_3_2_war_funds() -> None:
    assert BOARD.funds.start == {"english": 100, "spanish": 50}
    assert BOARD.funds.per_turn == {"english": 30, "spanish": 25}
    assert BOARD.funds.maximum == 100


def test_1_2_ten_turns() -> None:
    assert BOARD.numbers.turns == 10


def test_6_2_curacao_is_struck_on_a_three() -> None:
    assert [roll for roll, row in BOARD.storm_location if "curacao" in row.places] == [3]
    record = next(record for record in BOARD.figures.section("storm_location") if record.id == "3")
    assert record.figures["erratum"].source == "rulebook"
    assert record.figures["seaports"].source == "reconstructed"


def test_6_2_every_storm_lies_on_a_seaport_of_the_caribbean_and_one_roll_brings_none() -> None:
    """The step tells if any storms appear (6.2): so a roll may bring none."""
    assert [len(row.places) for _, row in BOARD.storm_location] == [3, 3, 3, 3, 3, 0]
    for _, row in BOARD.storm_location:
        assert all(not BOARD.seaports[name].great_south_sea for name in row.places)


@pytest.mark.parametrize(
    ("roll", "chooser", "losses", "dice"),
    [(1, "enemy", 0, "1d6"), (2, "owner", 0, "1d6"), (3, "enemy", 1, ""), (4, "owner", 1, ""), (5, "none", 0, ""),
     (6, "none", 0, "")],
)  # fmt: skip
def test_6_3_perilous_sea(roll: int, chooser: str, losses: int, dice: str) -> None:
    row = BOARD.perilous_sea[roll]
    assert (row.chooser, row.losses, row.dice) == (chooser, losses, dice)


def test_6_3_a_modified_roll_off_the_perilous_sea_table_counts_as_its_end() -> None:
    assert BOARD.perilous_sea[0] == BOARD.perilous_sea[1]
    assert BOARD.perilous_sea[9] == BOARD.perilous_sea[6]


def test_6_3_a_storm_takes_one_and_a_leader_adds_his_red_value() -> None:
    assert BOARD.modifiers["perilous-sea-storm"].amount == -1
    assert BOARD.modifiers["perilous-sea-leader"].amount is None


def test_6_6_each_chooser_picks_an_enemy_counter_and_the_sides_are_hurt_alike() -> None:
    hurt = {"english": 0, "spanish": 0}
    for _, row in BOARD.fortunes_of_war:
        for chooser in row.choosers:
            assert row.target == "enemy"
            assert row.eliminate in (Domain.NAVAL, Domain.LAND)
            hurt["spanish" if chooser == "english" else "english"] += row.count.number
    assert hurt == {"english": 4, "spanish": 4}
    assert BOARD.fortunes_of_war[5].choosers == ("english", "spanish")


def test_6_6_every_result_has_a_choice_that_can_be_made_a_duty() -> None:
    """The erratum changes a word of choice in each result (6.6)."""
    assert all(row.choosers and row.count.number for _, row in BOARD.fortunes_of_war)


def test_6_8_war_of_austrian_succession() -> None:
    table = BOARD.austrian_succession
    assert [row.effect for _, row in table] == [
        SuccessionEffect.WAR_FUNDS, SuccessionEffect.REMOVE_SHIP, SuccessionEffect.REMOVE_SOLDIERS,
        SuccessionEffect.REMOVE_SOLDIERS, SuccessionEffect.REMOVE_SHIP, SuccessionEffect.WAR_FUNDS,
        SuccessionEffect.OVER,
    ]  # fmt: skip
    assert [row.side for _, row in table] == ["spanish", "english", "english", "spanish", "spanish", "english", ""]
    assert table[1].dice == table[6].dice == "2d6"
    assert table[0] == table[1]


def test_6_8_a_french_seaport_adds_one_and_a_dutch_one_takes_it() -> None:
    assert BOARD.modifiers["austrian-french"].amount == 1
    assert BOARD.modifiers["austrian-dutch"].amount == -1
    assert {port.nation for port in BOARD.seaports.values()} >= {"french", "dutch"}


def test_7_5_an_odd_die_costs_one_land_counter() -> None:
    assert [row for _, row in BOARD.disease] == [1, 0, 1, 0, 1, 0]


@pytest.mark.parametrize(
    ("check", "die", "limit", "holds"),
    [("disposal", 3, 2, True), ("disposal", 2, 2, False), ("disposal", 6, 6, False),
     ("interception", 3, 3, True), ("interception", 4, 3, False), ("interception", 6, 9, False),
     ("victory", 6, 6, True), ("victory", 5, 4, False), ("scuttling", 6, 6, True), ("scuttling", 6, 5, False),
     ("san-isidro", 3, 4, True), ("san-isidro", 4, 4, False), ("naval-combat", 8, 8, True),
     ("land-combat", 3, 2, False)],
)  # fmt: skip
def test_dice_that_are_read_against_a_number(check: str, die: int, limit: int, holds: bool) -> None:
    """5.0, 7.2, 9.1, 9.2, 9.3, 11.7 and 11.9."""
    assert BOARD.checks[check].holds(die, limit) is holds


def test_11_3_and_11_7_single_figures() -> None:
    assert BOARD.numbers.fire_ship_gun_times == 2
    assert BOARD.numbers.scuttled_at_most == 2
    assert BOARD.numbers.supply_loss == 1
    assert BOARD.numbers.victory_route_modifier == 1


def test_every_figure_has_a_source_and_every_source_a_figure() -> None:
    counted = shares(BOARD.figures)
    assert counted.total == counted.printed + counted.rulebook + counted.reconstructed
    assert min(getattr(counted, source) for source in SOURCES) > 0
    for record in BOARD.figures.records():
        assert {figure.source for figure in record.figures.values()} <= {*SOURCES}


@pytest.mark.parametrize("name", [*FILES, "cases"])
def test_the_data_are_strict_yaml(name: str) -> None:
    path = DATA / f"{name}.yaml"
    assert strict_yaml.read(path.read_bytes(), path.name)


def test_every_case_of_the_rulebook_has_a_title_in_its_order() -> None:
    listed = Path(DATA / "cases.txt").read_text(encoding="ascii").split()
    cases = strict_yaml.plain(strict_yaml.read((DATA / "cases.yaml").read_bytes()))["cases"]
    assert [case["case"] for case in cases] == listed
    assert len(listed) == 53
    assert all(case["title"] and case["about"] for case in cases)
    assert len({case["about"] for case in cases}) == 53
