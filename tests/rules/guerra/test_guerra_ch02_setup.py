"""Chapter 2 and the set-ups of chapter 12: what stands where, and what a seat may move."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from rules.guerra.guerra_positions import BOARD, opened
from rules.playing_rules import play

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.rules.ch02_setup import choose_set_up, open_game
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SCENARIOS

ROYAL_MILITIA = ("r-mi1", "r-mi2", "r-mi3", "r-mi4", "r-mi5", "r-mi6", "r-mi7")


def chosen(seat: str, *entries: dict[str, Any], scenario: str = "campaign", **house: str) -> tuple[State, list[Note]]:
    """A scenario in which a seat has written this set-up, and the lapses that it was told."""
    state = open_game(BOARD, house, scenario)
    _, notes = play(choose_set_up, state, (seat,), answers=[("2.0", list(entries))])
    state.settle()
    return state, [note for note in notes if note.event == "lapsed"]


def test_2_1_every_unit_at_the_start_stands_within_its_code() -> None:
    state = opened()
    for unit in BOARD.units.values():
        if unit.entry != "start" or unit.nation == "portuguese":
            continue
        allowed = BOARD.codes[f"{unit.side}-{unit.code.lower()}"]
        at = state.place_of(unit.id)
        assert at in allowed or any(BOARD.ports[port].area == at for port in allowed if port in BOARD.ports), unit.id


def test_2_1_militia_stand_in_the_fortresses() -> None:
    state = opened()
    inside = {name: state.forces[state.units[name].at].inside for name in ROYAL_MILITIA}
    assert inside == {"r-mi1": "veracruz", "r-mi2": "maracaibo-port", "r-mi3": "puerto-cabello", "r-mi4": "montevideo",
                      "r-mi5": "callao", "r-mi6": "san-juan", "r-mi7": "santo-domingo-port"}  # fmt: skip


def test_2_1_three_units_begin_with_one_step() -> None:
    state = opened()
    assert [name for name in BOARD.units if state.units[name].steps < BOARD.units[name].steps] == ["vz", "df", "cn-g"]


def test_2_1_and_2_2_the_purses() -> None:
    assert opened().purse == {"royalist": 8, "plata": 4, "chile": 0, "colombia": 4, "peru": 0, "mexico": 8}


def test_2_2_alto_peru_begins_in_the_hills() -> None:
    state = opened()
    hills = [name for name, piece in state.units.items() if piece.mode == "guerrilla"]
    assert hills == ["per-mi1", "per-mi2", "per-mi3", "per-mc1"]
    assert {state.place_of(name) for name in hills} <= {"mojos", "chiquitos", "charcas"}


def test_2_2_masses_are_recorded_in_two_areas_that_yield_half_next_turn() -> None:
    state = opened()
    assert state.masses == {"central-mexico": {PATRIOT: 1}, "guadalajara": {PATRIOT: 1}}
    assert sorted(state.halved) == ["central-mexico", "guadalajara"]
    assert opened("empire-strikes-back").halved == []


def test_2_3_rebels_in_paraguay_and_all_others_on_the_track_or_in_the_pools() -> None:
    state = opened()
    assert Counter(BOARD.units[name].arm for name in state.land_units_at("paraguay", "rebel")) == {
        "infantry": 1, "cavalry": 1,
    }  # fmt: skip
    assert state.units["p6"].at == "track/2"
    assert state.units["r-mi11"].at == "pool"
    assert state.leaders["morillo"].at == "track/6"


def test_10_6_the_legion_waits_beside_the_map() -> None:
    assert opened().place_of("spl1") == "legion"


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_12_0_every_counter_is_in_one_place(scenario: str) -> None:
    state = opened(scenario)
    places = {piece.at for piece in state.units.values()}
    assert all(at in (*state.forces, *BOARD.ports, "pool", "due") or at.startswith("track/") for at in places)
    for name, force in state.forces.items():
        assert state.units_in(name) or state.leaders_in(name)
        assert {state.side_of(unit) for unit in state.units_in(name)} <= {force.side}


def kinds(state: State, side: str, places: tuple[str, ...]) -> Counter[str]:
    """Steps of line units, and militia, guns and ships, of a side in some areas and ports."""
    found: Counter[str] = Counter()
    for name, piece in state.units.items():
        unit = BOARD.units[name]
        inside = state.forces[piece.at].inside if piece.at in state.forces else ""
        if unit.side != side or (state.place_of(name) not in places and inside not in places):
            continue
        line = unit.regular and unit.arm in ("infantry", "cavalry")
        found[f"{unit.nation}-{unit.quality}-{unit.arm}"] += piece.steps if line else 1
    return found


NEW_SPAIN = BOARD.group("mexico-garrison")


@pytest.mark.parametrize(
    ("scenario", "side", "places", "what"),
    [
        ("empire-strikes-back", "royalist", ("cuba", "puerto-rico", "santo-domingo"), {
            "american-regular-infantry": 8, "american-regular-cavalry": 1, "spanish-regular-infantry": 2}),
        ("empire-strikes-back", "royalist", NEW_SPAIN, {
            "american-regular-infantry": 11, "american-regular-cavalry": 4, "american-regular-artillery": 2,
            "american-militia-infantry": 2, "american-militia-cavalry": 2, "spanish-regular-infantry": 7,
            "spanish-regular-cavalry": 2}),
        ("empire-strikes-back", "royalist", BOARD.group("venezuela"), {
            "american-regular-infantry": 5, "american-regular-cavalry": 4, "spanish-regular-infantry": 1,
            "american-regular-artillery": 1}),
        ("empire-strikes-back", "royalist", BOARD.group("peru-1815"), {
            "american-regular-infantry": 14, "american-regular-cavalry": 3, "american-regular-artillery": 2}),
        ("empire-strikes-back", "royalist", BOARD.group("chile"), {
            "american-regular-infantry": 2, "american-regular-cavalry": 1}),
        ("empire-strikes-back", "patriot", ("santa-fe",), {
            "colombia-regular-infantry": 4, "colombia-regular-cavalry": 2, "colombia-militia-infantry": 2,
            "colombia-militia-cavalry": 1}),
        ("empire-strikes-back", "patriot", ("salta", "cordoba", "rio-de-la-plata"), {
            "plata-regular-infantry": 7, "plata-regular-cavalry": 4, "plata-regular-artillery": 1,
            "plata-militia-infantry": 1, "plata-militia-cavalry": 1}),
        ("end-of-empire", "royalist", ("maracaibo", "costa-firme"), {
            "spanish-regular-infantry": 6, "spanish-regular-cavalry": 2, "american-regular-infantry": 8,
            "american-regular-cavalry": 4, "american-regular-artillery": 2}),
        ("end-of-empire", "royalist", ("cartagena",), {"spanish-regular-infantry": 1}),
        ("end-of-empire", "royalist", ("panama",), {"spanish-regular-infantry": 1, "american-regular-infantry": 1}),
        ("end-of-empire", "royalist", ("chiloe",), {"american-militia-infantry": 1}),
        ("end-of-empire", "patriot", ("cumana", "los-llanos", "guayana", "isla-margarita", "costa-firme"), {
            "colombia-regular-infantry": 8, "colombia-regular-cavalry": 8}),
        ("end-of-empire", "rebel", ("banda-oriental",), {"rebel-regular-infantry": 1}),
    ],
)  # fmt: skip
def test_12_2_2_and_12_3_2_the_set_ups_hold_the_steps_of_the_list(
    scenario: str, side: str, places: tuple[str, ...], what: dict[str, int]
) -> None:
    found = kinds(opened(scenario), side, places)
    if scenario == "empire-strikes-back" and places == NEW_SPAIN:
        found -= Counter({"american-regular-infantry": 0})
    assert found == what


def test_12_2_2_the_leaders_and_ships_of_1815() -> None:
    state = opened("empire-strikes-back")
    assert state.place_of("pezuela") in BOARD.group("peru-1815")
    assert state.place_of("bolivar") == "box-haiti"
    assert [state.nation_of(name) for name in state.ships_at("les-cayes")] == ["colombia"]
    assert [state.nation_of(name) for name in state.ships_at("new-orleans")] == ["mexico"]
    assert all(state.ships_at(port) for port in ("veracruz", "callao", "buenos-aires"))
    assert state.repression == ["northern-chile"]
    assert state.purse == {"royalist": 28, "plata": 14, "chile": 0, "colombia": 20, "peru": 0, "mexico": 8}


def test_12_2_3_morelos_and_his_men_are_in_the_hills() -> None:
    state = opened("empire-strikes-back")
    mexicans = [name for name, piece in state.units.items() if piece.at in state.forces
                and state.nation_of(name) == "mexico"]  # fmt: skip
    assert Counter(state.arm(name) for name in mexicans) == {"infantry": 2, "cavalry": 2}
    assert all(state.units[name].mode == "guerrilla" for name in mexicans)


def test_12_2_3_reinforcements_of_turn_six_come_in_turn_six_and_earlier_ones_are_in_the_pool() -> None:
    state = opened("empire-strikes-back")
    assert state.units["le1"].at == "due"
    assert state.units["p6"].at in ("pool", *state.forces)
    assert state.leaders["san-martin"].at.startswith("track/")


@pytest.mark.parametrize(("choice", "at"), [("out", "out"), ("in", "due")])
def test_12_2_belgrano_in_1815_by_the_charter(choice: str, at: str) -> None:
    assert opened("empire-strikes-back", belgrano_1815=choice).leaders["belgrano"].at == at


def test_12_3_2_pezuela_commands_the_army_of_lima_under_its_marker() -> None:
    state = opened("end-of-empire")
    assert state.leaders["pezuela"].at == "ejercito-lima"
    assert state.forces["ejercito-lima"].at == "lima"
    assert state.hidden("ejercito-lima")


def test_12_3_3_each_area_that_the_patriot_holds_has_a_unit() -> None:
    state = opened("end-of-empire")
    for area in ("santa-fe", "cumana", "los-llanos", "guayana", "isla-margarita", "costa-firme"):
        assert state.land_units_at(area, PATRIOT), area
    assert state.ships_at("valparaiso") == ["chl-f2", "chl-s1", "pla-f2"] or len(state.ships_at("valparaiso")) == 3
    assert state.leaders["cochrane"].at in state.ships_at("valparaiso")


@pytest.mark.parametrize(("choice", "turn"), [("rolled", 0), ("in_power", 11)])
def test_10_2_the_liberals_of_1820_by_the_charter(choice: str, turn: int) -> None:
    assert opened("end-of-empire", liberals_1820=choice).liberals == turn


def test_12_1_2_and_12_1_3_the_opening_guns_have_the_set_up_of_the_campaign() -> None:
    assert stands("opening-guns", ROYALIST) == stands("campaign", ROYALIST)


def test_12_1_3_the_patriot_begins_the_opening_guns_as_the_campaign() -> None:
    assert stands("opening-guns", PATRIOT) == stands("campaign", PATRIOT)
    assert opened("opening-guns").purse == opened("campaign").purse


def stands(scenario: str, side: str) -> dict[str, str]:
    """Every unit and leader of a side with its place."""
    state = opened(scenario)
    return {name: state.place_of(name) for name in (*state.units, *state.leaders) if state.side_of(name) == side}


def test_12_1_only_the_last_turn_and_the_bars_differ_from_the_campaign() -> None:
    short, whole = BOARD.scenarios["opening-guns"], BOARD.scenarios["campaign"]
    assert (short.last, whole.last) == (5, 15)
    assert (short.patriot_areas, short.stalemate_areas, short.mexico_garrison, short.cuba_garrison) == (12, 9, 6, 6)
    assert (whole.patriot_areas, whole.mexico_garrison, whole.cuba_garrison) == (0, 16, 12)


def test_12_3_the_last_scenario_is_won_as_the_campaign_with_its_garrisons() -> None:
    last, whole = BOARD.scenarios["end-of-empire"], BOARD.scenarios["campaign"]
    assert (last.patriot_areas, last.mexico_garrison, last.cuba_garrison) == (
        whole.patriot_areas, whole.mexico_garrison, whole.cuba_garrison,
    )  # fmt: skip


# ---------------------------------------------------------------- what a seat writes


def test_2_1_a_seat_moves_a_unit_within_its_code() -> None:
    state, lapses = chosen(ROYALIST, {"at": "puebla", "units": []}, {"at": "durango", "units": ["pb", "pr2"]})
    assert lapses == []
    assert state.place_of("pb") == "durango"
    assert state.units["pb"].at == state.units["pr2"].at


def test_2_1_a_unit_that_may_not_stand_there_stays_and_its_owner_is_told_why() -> None:
    state, lapses = chosen(ROYALIST, {"at": "lima", "units": ["pb", "rl"]})
    assert state.place_of("pb") == "tierra-caliente"
    assert [note.to for note in lapses] == [ROYALIST]
    assert "Puebla may not begin in Lima" in lapses[0].text


def test_2_1_a_seat_cannot_place_what_is_not_its_own_or_comes_later() -> None:
    _, lapses = chosen(ROYALIST, {"at": "salta", "units": ["p1"]}, {"at": "lima", "units": ["vdc"]})
    assert len(lapses) == 2


def test_2_1_fortress_militia_may_change_ports_and_not_share_one() -> None:
    state, lapses = chosen(ROYALIST, {"at": "puerto-cabello", "units": ["r-mi2"]},
                           {"at": "maracaibo-port", "units": ["r-mi3"]})  # fmt: skip
    assert lapses == []
    assert state.forces[state.units["r-mi2"].at].inside == "puerto-cabello"
    state, lapses = chosen(ROYALIST, {"at": "puerto-cabello", "units": ["r-mi2", "r-mi3"]})
    assert len(lapses) == 1
    assert state.forces[state.units["r-mi2"].at].inside == "maracaibo-port"


def test_2_1_the_frigate_goes_to_one_of_three_ports() -> None:
    state, lapses = chosen(ROYALIST, {"at": "callao", "ships": ["r-f1"]})
    assert (state.units["r-f1"].at, lapses) == ("callao", [])
    state, lapses = chosen(ROYALIST, {"at": "veracruz", "ships": ["r-f1"]})
    assert (state.units["r-f1"].at, len(lapses)) == ("montevideo", 1)


def test_5_1_units_of_a_code_may_begin_inside_a_fortress_of_its_areas() -> None:
    state, lapses = chosen(ROYALIST, {"at": "tierra-caliente", "inside": "true", "units": ["pb"]})
    assert lapses == []
    assert state.forces[state.units["pb"].at].inside == "veracruz"


def test_2_2_guerrillas_do_not_begin_inside_and_never_under_a_marker() -> None:
    state, lapses = chosen(PATRIOT, {"at": "charcas", "marker": "norte", "units": ["per-mi1", "per-mi3"]})
    assert "norte" not in state.forces
    assert state.units["per-mi1"].at == state.units["per-mi3"].at
    assert lapses == []


def test_5_1_1_a_force_may_begin_under_a_marker_of_its_side() -> None:
    state, lapses = chosen(PATRIOT, {"at": "cordoba", "marker": "norte", "units": ["p1", "p2", "p3"]})
    assert lapses == []
    assert state.units_in("norte") == ["p1", "p2", "p3"]


@pytest.mark.parametrize(
    ("entry", "house"),
    [
        ({"at": "cordoba", "marker": "lima", "units": ["p1"]}, {}),
        ({"at": "cartagena", "marker": "sur", "units": ["gco-mi3"]}, {}),
        ({"at": "cordoba", "marker": "norte", "units": ["p1"]}, {"markers": "none"}),
        ({"at": "guadalajara", "marker": "norte", "leaders": ["hidalgo"]}, {}),
    ],
)
def test_5_1_1_no_marker_of_the_enemy_inside_or_against_the_charter(
    entry: dict[str, Any], house: dict[str, str]
) -> None:
    state, lapses = chosen(PATRIOT, entry, **house)
    assert len(lapses) == 1
    assert not any(state.marked(name) for name in state.forces)


def test_12_2_2_a_unit_of_1815_moves_within_its_part_of_the_map() -> None:
    scenario = "empire-strikes-back"
    charcas = opened(scenario)
    unit = next(name for name in charcas.land_units_at("charcas", ROYALIST))
    state, lapses = chosen(ROYALIST, {"at": "pasto", "units": [unit]}, scenario=scenario)
    assert (state.place_of(unit), lapses) == ("pasto", [])
    state, lapses = chosen(ROYALIST, {"at": "cuba", "units": [unit]}, scenario=scenario)
    assert (state.place_of(unit), len(lapses)) == ("charcas", 1)
