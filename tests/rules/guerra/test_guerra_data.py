"""The figures of Guerra a Muerte: what the rulebook counts and names, and that editions are checked."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

import pytest
from laying import Editions
from rules.guerra.guerra_positions import BOARD

from pbem.adjudicator.guerra.board.board import DATA, data_hash, load_board
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.state.terms import NATIONS
from pbem.adjudicator.guerra.view.board_seen import board_seen, even_figures
from pbem.base.errors import BadInput


def test_1_0_there_are_280_counters() -> None:
    assert (len(BOARD.units), len(BOARD.leaders)) == (241, 11)
    assert len(BOARD.units) + len(BOARD.leaders) + 28 == 280


def test_1_1_45_land_areas_and_23_sea_areas() -> None:
    assert (len(BOARD.areas), len(BOARD.seas)) == (45, 23)


def test_1_1_chaco_and_salta_meet_at_a_point_only() -> None:
    assert not BOARD.borders("chaco", "salta")
    assert "salta" in BOARD.areas["chaco"].touches
    for between in ("chiquitos", "rio-de-la-plata"):
        assert BOARD.borders("chaco", between)
        assert BOARD.borders(between, "salta")


def test_1_1_every_border_is_known_on_both_sides() -> None:
    for area in BOARD.areas.values():
        for other, kind in area.borders.items():
            assert BOARD.areas[other].borders[area.id] == kind


def test_1_1_2_the_port_of_the_united_states_is_new_orleans() -> None:
    assert BOARD.areas["united-states"].ports == ("new-orleans",)
    assert BOARD.ports["new-orleans"].seas == ("caribbean-10",)


def test_1_1_3_the_andes_run_between_chiquitos_and_salta() -> None:
    assert BOARD.andes("chiquitos", "salta")
    assert BOARD.andes("northern-chile", "cordoba")
    assert not BOARD.andes("cordoba", "salta")


def test_3_3_the_activation_table_gives_three_to_eight_points() -> None:
    assert [BOARD.activation[die].op for die in (-2, 0, 1, 2, 3, 4, 5, 6, 8)] == [3, 3, 4, 4, 6, 6, 8, 8, 8]


def test_4_4_prices_are_those_of_the_list() -> None:
    half = {name: BOARD.units[name].halves for name in ("r-mi1", "r-mc1", "cp-r", "ne", "art-r1", "r-f1", "r-s1")}
    assert half == {"r-mi1": 1, "r-mc1": 1, "cp-r": 2, "ne": 4, "art-r1": 4, "r-f1": 10, "r-s1": 20}


def test_4_5_money_from_spain_by_the_die() -> None:
    assert [BOARD.spain[die] for die in (-1, 2, 3, 4, 5, 6, 7)] == [0, 0, 1, 1, 2, 3, 3]


def test_4_5_1_the_modifier_goes_by_the_turn() -> None:
    assert [BOARD.turn(turn).spain for turn in range(1, 16)] == [-1] * 5 + [1] * 3 + [-2] * 6 + [0]


def test_4_2_the_lists_of_income() -> None:
    assert set(BOARD.group("income-mexico")) - set(BOARD.group("recruit-mexico")) == {"guatemala"}
    assert set(BOARD.group("shared-peru")) == {"lima", "cuzco", "arequipa"}
    assert {"charcas", "mojos"} <= set(BOARD.group("income-plata")) & set(BOARD.group("income-peru"))


def test_5_0_three_places_are_neutral() -> None:
    assert [area.id for area in BOARD.areas.values() if area.neutral] == ["united-states", "brazil"]
    assert BOARD.ports["les-cayes"].area == "box-haiti"


def test_6_2_eight_fortresses_lie_on_the_siege_display() -> None:
    shown = {port.id for port in BOARD.ports.values() if port.display}
    assert shown == {"la-habana", "puerto-cabello", "maracaibo-port", "cartagena", "panama-port", "veracruz", "callao",
                     "montevideo"}  # fmt: skip
    assert {port.id for port in BOARD.ports.values() if port.fortress} - shown == {"san-juan", "santo-domingo-port"}


def test_6_1_odds_are_rounded_for_the_defender() -> None:
    heading = BOARD.combat.heading
    assert heading(BOARD.combat.column(19, 14)) == "1:1"
    assert heading(BOARD.combat.column(25, 9)) == "2:1"
    assert heading(BOARD.combat.column(9, 10)) == "1:2"
    assert heading(BOARD.combat.column(60, 5)) == "6:1"


def test_6_1_worse_than_one_to_three_is_counted_in_whole_steps() -> None:
    assert [BOARD.combat.below(own, his) for own, his in ((1, 3), (1, 4), (2, 7), (2, 8), (1, 6))] == [0, 1, 1, 1, 3]


def test_6_1_a_better_column_and_a_higher_die_never_hurt_the_attacker_more() -> None:
    worth = {"AZ": 0, "AH": 1, "AR": 2, "BB": 3, "EX": 4, "DR": 5, "DH": 6, "DZ": 7}
    for row in BOARD.combat.rows:
        assert all(worth[a.id] <= worth[b.id] for a, b in pairwise(row))
    for low, high in pairwise(BOARD.combat.rows):
        assert all(worth[a.id] <= worth[b.id] for a, b in zip(low, high, strict=True))


def test_5_3_attrition_reads_steps_and_die() -> None:
    assert [BOARD.attrition.read(steps, 5) for steps in (0, 1, 4, 5, 12, 13, 30)] == [0, 1, 1, 1, 1, 2, 2]
    assert BOARD.attrition.read(4, 12) == BOARD.attrition.read(4, 9) == 2
    assert BOARD.attrition.read(20, -3) == 0


def test_7_2_the_long_ways_count_eight_areas() -> None:
    assert BOARD.long_links["atlantic-3"]["pacific-10"] == BOARD.long_links["caribbean-6"]["atlantic-1"] == 8


def test_7_3_spain_is_three_or_four_points_off() -> None:
    costs = {sea.id: sea.spain_op for sea in BOARD.seas.values() if sea.spain_op}
    assert costs == {f"caribbean-{n}": 3 for n in range(6, 11)} | {f"atlantic-{n}": 4 for n in range(1, 4)}


def test_4_9_slaves_and_indians_live_in_eleven_areas() -> None:
    marked = [area.id for area in BOARD.areas.values() if area.masses]
    assert len(marked) == 11
    assert sorted(marked) == sorted(BOARD.group("masses"))


def test_10_2_the_liberals_come_one_better_each_turn() -> None:
    assert [BOARD.turn(turn).liberals for turn in (8, 9, 10, 11, 12, 13, 15)] == [0, 5, 4, 3, 2, 1, 1]


def test_11_0_36_areas_count_and_33_of_them_on_the_continent() -> None:
    scoring = [area for area in BOARD.areas.values() if area.scores]
    assert (len(scoring), sum(area.continental for area in scoring)) == (36, 33)
    assert all(area.rp > 0 for area in scoring)


def test_1_3_names_of_militia_are_words_and_every_name_can_be_typed() -> None:
    assert BOARD.units["r-mi1"].name == "Militia infantry brigade"
    assert all(name == name.lower() for name in BOARD.units)


def test_1_2_units_are_of_five_arms_and_three_qualities() -> None:
    units = BOARD.units.values()
    assert {unit.arm for unit in units} == {"infantry", "cavalry", "artillery", "frigate", "ship-of-the-line"}
    assert {unit.quality for unit in units} == {"regular", "militia", "naval"}
    assert all(unit.naval == (unit.arm in ("frigate", "ship-of-the-line")) for unit in units)


def test_1_3_1_royalists_are_american_spanish_or_portuguese() -> None:
    nations = Counter(unit.nation for unit in BOARD.units.values() if unit.side == "royalist")
    assert nations == {"american": 72, "spanish": 41, "portuguese": 3}
    assert {unit.nation for unit in BOARD.units.values() if unit.side == "royalist" and unit.militia} == {"american"}


def test_1_3_2_american_royalists_have_the_names_behind_their_letters() -> None:
    names = {unit: BOARD.units[unit].name for unit in ("ne", "rl", "fp", "pt")}
    assert names == {"ne": "Nueva España", "rl": "Real de Lima", "fp": "Fieles del Potosí", "pt": "Partidarios"}
    assert {BOARD.units[unit].nation for unit in names} == {"american"}


def test_1_3_2_a_unit_with_the_name_of_a_place_says_what_it_is() -> None:
    places = {place.name for place in (*BOARD.areas.values(), *BOARD.ports.values())}
    assert (BOARD.units["cu"].name, BOARD.units["lh2"].name) == ("Cuzco regiment", "La Habana regiment")  # two steps
    assert (BOARD.units["cl"].name, BOARD.units["pm"].name) == ("Chiloé battalion", "Panamá battalion")  # one step
    assert {"Cuzco", "La Habana", "Chiloé", "Panamá"} <= places
    assert not places & {unit.name for unit in BOARD.units.values()}


def test_1_3_3_spanish_royalists_have_the_names_behind_their_letters() -> None:
    names = {unit: BOARD.units[unit].name for unit in ("fvii", "zm", "bcn", "om")}
    assert names == {"fvii": "Fernando VII", "zm": "Zamora", "bcn": "Barcelona", "om": "Ordenes Militares"}
    assert {BOARD.units[unit].nation for unit in names} == {"spanish"}


def test_1_3_4_patriots_are_of_five_nations_and_the_english_are_marked() -> None:
    assert {unit.nation for unit in BOARD.units.values() if unit.side == "patriot"} == set(NATIONS)
    assert [unit.id for unit in BOARD.units.values() if unit.english] == ["rf", "lb-g", "al"]


def test_1_3_5_six_rebel_units_belong_to_nobody() -> None:
    rebels = [unit for unit in BOARD.units.values() if unit.nation == "rebel"]
    assert {unit.side for unit in rebels} == {"rebel"}
    assert Counter(unit.arm for unit in rebels) == {"infantry": 3, "cavalry": 3}


def test_1_3_6_patriot_letters_have_their_names() -> None:
    names = {unit: BOARD.units[unit].name for unit in ("dp", "tp", "cn-g", "vc", "lp")}
    assert names["cn-g"] == "Granaderos de Cundinamarca"
    assert names["vc"] == "Valerosos Cazadores"
    assert (names["dp"], names["lp"]) == ("Dragones de la Patria", "Legión Peruana")


@pytest.mark.parametrize(
    ("record", "figures", "fault"),
    [
        ("areas/lima", "code: CUZ", "two areas have the code 'CUZ'"),
        ("ports/callao", "area: lina", "'lina' is no area"),
        ("ports/arica", "seas: [pacific-12]", "'pacific-12' is no sea area"),
        ("units/ne", "begins: 3", "cannot have so many steps"),
        ("units/ne", "reduced: 7", "stronger with a step lost"),
        ("units/ne", "code: ZZ", "is no set-up code"),
        ("stacks/campaign-1", "at: cubba", "'cubba' is no place"),
        ("stacks/campaign-1", "units: [ne]", "is set up twice"),
        ("odds_rows/combat--3", "cells: [AR, AR]", "has 2 cells for 8 columns"),
        ("odds_rows/combat--3", "cells: [XX, AR, BB, EX, DR, DR, DR, DH]", "'XX' is no result"),
        ("attrition/3", "steps: [0]", "has not one cell for each size"),
        ("groups/chile", "areas: [chili]", "'chili' is no area"),
        ("seas/caribbean-1", "neighbours: [pacific-1]", "is no neighbour"),
    ],
)
def test_an_edition_that_makes_no_sense_is_refused(record: str, figures: str, fault: str) -> None:
    with pytest.raises(BadInput) as refused:
        Editions("guerra", load_board.__wrapped__).laid(f"set: {record}, figures: {{{figures}}}")
    assert fault in str(refused.value)


def test_4_0_the_shipped_edition_makes_purses_leaner_and_leaves_peru_alone() -> None:
    lean = load_board.__wrapped__((DATA / "lean.yaml").read_bytes(), "lean.yaml")
    before, after = (sum(area.rp for area in board.areas.values()) for board in (BOARD, lean))
    assert (before, after) == (67, 56)
    assert sum(lean.areas[area].rp for area in lean.group("income-peru")) == 14
    assert all(area.rp > 0 for area in lean.areas.values() if area.scores)


def test_11_1_the_even_figures_move_none_that_is_printed_or_the_rulebooks() -> None:
    even = load_board(even_figures(), "even.yaml").figures
    moved = 0
    for section in ("areas", "units", "leaders", "scenarios", "stacks", "hunt", "odds_rows", "numbers", "results"):
        for record, before in zip(even.section(section), BOARD.figures.section(section), strict=True):
            for name, figure in record.figures.items():
                if str(figure.value) != str(before.figures[name].value):
                    assert before.figures[name].source == "reconstructed", (record.id, name)
                    moved += 1
    assert moved > 50


def test_11_1_the_even_figures_give_their_reason_at_each_kind_of_change() -> None:
    told = even_figures().decode().split("changes:")[1].splitlines()
    kinds = {line.split("set: ")[1].split("/")[0] for line in told if "set: " in line}
    reasons = {line.split("set: ")[1].split("/")[0] for line in told if "note: " in line}
    assert kinds == reasons


def test_11_1_a_game_is_played_on_the_even_figures_unless_its_charter_says_otherwise() -> None:
    even, first = (GuerraMatch.lay_out("campaign", house, None) for house in ({}, {"figures": "first"}))
    for match, board in ((even, load_board(even_figures(), "even.yaml")), (first, BOARD)):
        again = GuerraMatch.restore(match.to_plain(), match.house, None)
        boards = match.state.board, board_seen(match.view("patriot")), again.state.board
        assert {data_hash(each) for each in boards} == {data_hash(board)}
    own = b"format: pbem-edition/1\ngame: guerra\ntitle: Ours\nsource: reconstructed\nchanges:\n"
    own += b"  - {set: areas/tejas, figures: {rp: 2}}\n"
    assert GuerraMatch.lay_out("campaign", {}, own).state.board.units == BOARD.units
