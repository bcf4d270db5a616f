"""Chapter 9: which areas rise, what the die counts, who takes the field, and the Rebels of El Plata."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import play, position, put_stack

from pbem.adjudicator.guerra.rules import ch09_uprisings as uprisings
from pbem.adjudicator.guerra.state.state import State


def risen(state: State, seat: str, *areas: Any, dice: list[int] | None = None) -> Any:
    """One seat's uprisings, with the dice in the order in which they fall."""
    entries = [{"area": area} if isinstance(area, str) else area for area in areas]
    said = {"uprisings": entries}
    throws = {"uprising": list(dice or [])}
    if seat == "royalist":
        return play(uprisings.uprisings, state, dice=throws, royalist=said)
    return play(uprisings.uprisings, state, dice=throws, patriot=said)


@pytest.mark.parametrize(("die", "rises"), [(4, False), (5, True), (6, True)])
def test_9_3_an_area_rises_on_five_or_more(die: int, rises: bool) -> None:
    state = position({"guayaquil": ["r-mi1"]})
    played = risen(state, "patriot", "guayaquil", dice=[die])
    found = state.land_units_at("guayaquil", "patriot")
    assert bool(found) is rises
    assert [each["area"] for each in played.facts("rose" if rises else "failed-to-rise")] == ["guayaquil"]
    if rises:
        assert state.is_militia(found[0])
        assert state.nation_of(found[0]) == "colombia"
        assert state.arm(found[0]) == "cavalry"  # any there, else infantry
        assert state.rose == {"guayaquil": ["patriot"]}
        assert state.rose_now == {"guayaquil": ["patriot"]}


@pytest.mark.parametrize("arm", ["infantry", "cavalry"])
def test_9_3_who_raises_an_area_says_which_arm_takes_the_field(arm: str) -> None:
    state = position({"guayaquil": ["r-mi1"]})
    risen(state, "patriot", {"area": "guayaquil", "unit": arm}, dice=[6])
    assert state.arm(state.land_units_at("guayaquil", "patriot")[0]) == arm


def test_9_3_without_militia_of_the_area_it_is_a_false_alarm() -> None:
    pla = [f"pla-mi{number}" for number in (1, 2, 3, 4)] + [f"pla-mc{number}" for number in (1, 2, 3)]
    state = position({"cordoba": pla, "salta": ["rl"]})
    played = risen(state, "patriot", "salta", dice=[6])
    assert "false alarm" in played.told("failed-to-rise")[0]
    assert state.rose == {}


@pytest.mark.parametrize("area", ["cuba", "santo-domingo", "chaco"])
def test_9_3_no_patriot_militia_is_from_the_islands_or_the_chaco(area: str) -> None:
    state = position({area: ["r-mi1"]})
    risen(state, "patriot", area, dice=[6])
    assert state.land_units_at(area, "patriot") == []


def test_9_3_the_rest_of_new_spain_gives_mexicans() -> None:
    state = position({"yucatan": ["r-mi1"]})
    risen(state, "patriot", "yucatan", dice=[6])
    assert state.nation_of(state.land_units_at("yucatan", "patriot")[0]) == "mexico"


@pytest.mark.parametrize(("seat", "area", "stacks", "fields", "why"), [
    ("patriot", "cuzco", {}, {}, "does not hold it"),
    ("patriot", "cuzco", {"cuzco": ["cu"], "cuzco#": ["lp"]}, {}, "stand there yourself"),
    ("patriot", "banda-oriental", {"banda-oriental": ["r-mi1"]}, {}, "raise nobody there"),
    ("patriot", "misiones", {"misiones": ["r-mi1"]}, {}, "raise nobody there"),
    ("patriot", "paraguay", {"paraguay": ["r-mi1"]}, {}, "raise nobody there"),
    ("royalist", "misiones", {"misiones": ["p1"]}, {"turn": 2}, "from turn 3"),
    ("royalist", "rio-de-la-plata", {"rio-de-la-plata": ["p1"]}, {"turn": 1}, "from turn 3"),
    ("royalist", "brazil", {"brazil": ["p1"]}, {}, "nobody fights there"),
    ("patriot", "cuzco", {"cuzco": ["cu"]}, {"masses": {"cuzco": {"patriot": 1}}}, "masses were raised"),
    ("royalist", "cuzco", {"cuzco": ["lp"]}, {"masses": {"cuzco": {"royalist": 1}}}, "masses were raised"),
])  # fmt: skip
def test_9_0_which_areas_cannot_be_raised(
    seat: str, area: str, stacks: dict[str, list[str]], fields: dict[str, Any], why: str
) -> None:
    state = position(stacks, **fields)
    played = risen(state, seat, area)
    assert why in played.told("lapsed")[0]
    assert played.to("lapsed") == [seat]


def test_10_2_1_once_the_liberals_rule_masses_bar_nobody_and_the_others_masses_never_did() -> None:
    masses = {"cuzco": {"patriot": 1}}
    assert uprisings.why_not(position({"cuzco": ["cu"]}, masses=masses, liberals=9), "patriot", "cuzco") == ""
    assert uprisings.why_not(position({"cuzco": ["lp"]}, masses=masses), "royalist", "cuzco") == ""


def test_9_0_two_areas_are_the_most_and_one_that_cannot_rise_gives_its_place_to_the_next() -> None:
    state = position({"quito": ["r-mi1"], "guayaquil": ["r-mi2"], "pasto": ["r-mi3"]})
    played = risen(state, "patriot", "lima", "quito", "quito", "guayaquil", "pasto", dice=[1, 1])
    assert played.rolled == ["uprising/quito/patriot", "uprising/guayaquil/patriot"]
    assert len(played.told("lapsed")) == 3


def test_9_3_both_name_their_areas_before_the_first_die_and_the_royalist_throws_first() -> None:
    state = position({"quito": ["r-mi1"], "cordoba": ["p1"]})
    played = play(uprisings.uprisings, state, dice={"uprising": [1, 1]}, royalist={"uprisings": [{"area": "cordoba"}]},
                  patriot={"uprisings": [{"area": "quito"}]})  # fmt: skip
    assert played.rolled == ["uprising/cordoba/royalist", "uprising/quito/patriot"]


@pytest.mark.parametrize(("seat", "area", "stacks", "fields", "shift"), [
    ("patriot", "guayaquil", {"guayaquil": ["r-mi1"]}, {}, 0),
    ("patriot", "guayaquil", {"guayaquil": ["rl"]}, {}, -1),
    ("patriot", "guayaquil", {"guayaquil": ["r-mi1"]}, {"rose": {"guayaquil": ["royalist"]}}, -1),
    ("patriot", "guayaquil", {"guayaquil": ["r-mi1"]}, {"rose": {"guayaquil": ["patriot"]}}, 0),
    ("patriot", "guayaquil", {"guayaquil": ["rl"]}, {"rose": {"guayaquil": ["royalist"]}}, -1),
    ("patriot", "charcas", {"charcas": ["r-mi1"]}, {}, 2),
    ("patriot", "charcas", {"charcas": ["rl"]}, {"repression": ["charcas"]}, 2),
    ("patriot", "northern-chile", {"northern-chile": ["r-mi1"]}, {"repression": ["northern-chile"]}, 1),
    ("patriot", "pasto", {"pasto": ["r-mi1"]}, {}, 0),
    ("royalist", "pasto", {"pasto": ["gco-mi1"]}, {}, 2),
    ("royalist", "charcas", {"charcas": ["per-mi1"]}, {}, 0),
    ("royalist", "northern-chile", {"northern-chile": ["chl-mi1"]}, {"repression": ["northern-chile"]}, 0),
    ("royalist", "misiones", {"misiones": ["pla-mi1"]}, {}, 2),
    ("royalist", "rio-de-la-plata", {"rio-de-la-plata": ["p1"]}, {}, 1),
    ("royalist", "paraguay", {"paraguay": ["pla-mi1"]}, {"rose": {"paraguay": ["patriot"]}}, 1),
])  # fmt: skip
def test_9_4_what_the_die_counts(
    seat: str, area: str, stacks: dict[str, list[str]], fields: dict[str, Any], shift: int
) -> None:
    assert uprisings.modifiers(position(stacks, **fields), seat, area, {}).total == shift


@pytest.mark.parametrize(("boves", "forgone", "shift"), [
    ("los-llanos", "yes", 1), ("maracaibo", "yes", 1), ("santa-fe", "yes", 1), ("pasto", "yes", 0), ("", "yes", 0),
    ("los-llanos", "no", 0),
])  # fmt: skip
def test_8_2_boves_in_los_llanos_or_beside_it_helps_unless_the_royalist_forgoes_it(
    boves: str, forgone: str, shift: int
) -> None:
    state = position({"los-llanos": ["gco-mi1"], **({f"{boves}#": ["boves", "r-mi1"]} if boves else {})})
    assert uprisings.modifiers(state, "royalist", "los-llanos", {"boves": forgone}).total == shift
    assert uprisings.modifiers(state, "royalist", "cumana", {}).total == 0


def test_9_4_the_die_tells_all_whether_regulars_lie_under_a_marker() -> None:
    state = position({})
    put_stack(state, "quito", ["rl"], marker="barlovento")
    put_stack(state, "guayaquil", ["r-mi1"], marker="ejercito-lima")
    risen(state, "patriot", "quito", "guayaquil", dice=[1, 1])
    assert state.told_regulars == {"barlovento": True, "ejercito-lima": False}


@pytest.mark.parametrize("area", ["misiones", "rio-de-la-plata", "banda-oriental", "paraguay"])
def test_9_5_in_el_plata_rebels_rise_for_the_royalist(area: str) -> None:
    state = position({area: ["pla-mi1"]}, turn=3)
    played = risen(state, "royalist", {"area": area, "unit": "infantry"}, dice=[3])
    rebels = state.land_units_at(area, "rebel")
    assert [state.arm(unit) for unit in rebels] == ["infantry"]
    assert played.facts("rose")[0]["rebels"] is True
    assert state.land_units_at(area, "royalist") == []


def test_9_5_six_rebels_are_all_there_are() -> None:
    state = position({"paraguay": ["reb-i1", "reb-c1", "reb-i2", "reb-c2", "reb-i3", "reb-c3"],
                      "misiones": ["pla-mi1"]}, turn=3)  # fmt: skip
    risen(state, "royalist", "misiones", dice=[6])
    assert state.land_units_at("misiones", "rebel") == []
