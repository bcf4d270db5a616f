"""10.1 and 13.0: guerrillas: whom they halve, how they come and go, and how they are hunted."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, in_hand, order, refused, stack, where

from pbem.adjudicator.guerra.rules.ch06_battle import VERBS as FIELD
from pbem.adjudicator.guerra.rules.ch06_siege import VERBS as SIEGE
from pbem.adjudicator.guerra.rules.ch10_guerrillas import VERBS, come_down, halved, take_to_the_hills
from pbem.adjudicator.guerra.state.state import State

HUNT, ATTACK = VERBS["hunt"], FIELD["attack"]
BAND = stack("patria-2", "salta", "pla-mi1", hills=True)


# ------------------------------------------------------------------------------------------- halved


@pytest.mark.parametrize(("side", "area", "units", "hills", "half"), [
    ("royalist", "salta", "pla-mi1", True, True),  # pro-Patriot, with a Patriot guerrilla
    ("royalist", "salta", "pla-mi1", False, False),
    ("patriot", "salta", "pla-mi1", True, False),
    ("royalist", "cordoba", "pla-mi1", True, False),  # loves neither
    ("royalist", "lima", "pla-mi1", True, False),  # pro-Royalist: Patriot guerrillas halve nobody
    ("patriot", "lima", "r-mi8", True, True),
    ("patriot", "salta", "r-mi8", True, False),
    ("patriot", "banda-oriental", "r-mi8", True, False),  # the broken border is not the Royalist's for this (9.1)
    ("rebel", "salta", "pla-mi1", True, False),
])  # fmt: skip
def test_10_1_factors_are_halved_where_guerrillas_are_among_friends(
    side: str, area: str, units: str, hills: bool, half: bool
) -> None:
    name = "royal-1" if units.startswith("r-") else "patria-1"
    assert halved(field(stack(name, area, units, hills=hills)), side, area) is half


def test_10_1_the_example_of_pezuela_in_salta() -> None:
    """Turn 7: eight battalions, four regiments of horse, a battery against Belgrano; halved, unless he hunts first."""
    army = "co ch-r gr-a dg cz dr-i br-a sg fp gn-c ll1-r dlf art-r4"  # 8 foot of 3; horse 2, 2, 3, 2; 3: 36 factors
    stacks = (stack("alto-peru", "salta", army, "pezuela"),
              stack("patria-1", "salta", "p3 c p7 bsf p1c/1", "belgrano"), BAND)  # fmt: skip
    state = field(*stacks, turn=7)
    assert refused(in_hand(state, "alto-peru"), ATTACK, target="belgrano") == ""
    played = order(state, ATTACK, dice={"battle/": 3}, said={"avoid": "stand"}, target="belgrano")
    assert played.events("odds")[0]["factors"] == ["18", "14"]
    assert [note.text.endswith("; guerrillas halve the Royalists (10.1).") for note in played.notes
            if note.event == "odds"] == [True]  # fmt: skip
    state = field(*stacks, turn=7)
    order(in_hand(state, "alto-peru"), HUNT, dice={"hunt/": 6}, unit="pla-mi1")
    played = order(state, ATTACK, dice={"battle/": 3}, said={"avoid": "stand"}, target="belgrano")
    assert played.events("odds")[0]["factors"] == ["36", "14"]


def test_10_1_remainders_are_rounded_up_after_the_tactical_effects() -> None:
    state = field(stack("royal-1", "salta", "co ch-r gr-a r-mi1"), stack("patria-1", "salta", "p1"), BAND)
    played = order(in_hand(state, "royal-1"), ATTACK, dice={"battle/": 3, "tactics/": [(3, 1), 1]},
                   said={"avoid": "stand"}, target="patria-1")  # fmt: skip
    assert played.events("odds")[0]["factors"] == ["8", "6"]  # 10 count 15, and half of that is 8


def test_10_1_plain_odds_of_an_order_are_halved_as_well() -> None:
    state = field(stack("royal-1", "salta", "co"), stack("patria-1", "salta", "p1"), BAND)
    assert refused(in_hand(state, "royal-1"), ATTACK, target="patria-1") == ""  # 2 to 6
    state = field(stack("royal-1", "salta", "co"), stack("patria-1", "salta", "p1 bsf"), BAND)
    assert "1 to 3" in refused(in_hand(state, "royal-1"), ATTACK, target="patria-1")  # 2 to 8
    state = field(stack("royal-1", "salta", "co ch-r"), stack("patria-1", "salta", "p1 c bsf"), BAND)
    assert "1 to 3" in refused(in_hand(state, "royal-1"), ATTACK, target="patria-1")  # 3 to 11


def test_10_1_a_siege_is_halved_on_either_side_of_the_wall_but_never_the_walls() -> None:
    state = field(stack("patria-1", "lima", "p1 c"), stack("royal-1", "lima", "rl", inside="callao"),
                  stack("royal-2", "lima", "r-mi8", hills=True))  # fmt: skip
    played = order(in_hand(state, "patria-1"), SIEGE["besiege"], dice={"siege/": 3}, port="callao")
    assert played.events("siege-odds")[0]["factors"] == ["5", "14"]
    state = field(stack("patria-1", "tierra-caliente", "p1 c"), BAND | {"at": "tierra-caliente"},
                  stack("royal-1", "tierra-caliente", "co", inside="veracruz"))  # fmt: skip
    played = order(in_hand(state, "patria-1"), SIEGE["besiege"], dice={"siege/": 3}, port="veracruz")
    assert played.events("siege-odds")[0]["factors"] == ["9", "10"]
    assert ["guerrillas halve the Royalists (10.1)" in note.text for note in played.notes
            if note.event == "siege-odds"] == [True]  # fmt: skip


# ------------------------------------------------------------------------------------------- the mode


def test_10_1_militia_that_take_to_the_hills_leave_their_stack_for_the_band() -> None:
    state = field(stack("patria-1", "salta", "p1 pla-mi2"), BAND)
    assert take_to_the_hills(state, "pla-mi2") == "patria-2"
    assert state.units["pla-mi2"].mode == "guerrilla"
    assert state.units_in("patria-1") == ["p1"]


def test_10_1_the_first_guerrilla_forms_a_band_outside_its_city() -> None:
    state = field(stack("patria-1", "salta", "p1 pla-mi2"),
                  stack("patria-3", "rio-de-la-plata", "pla-mi3", inside="buenos-aires"))  # fmt: skip
    band = take_to_the_hills(state, "pla-mi2")
    assert band not in ("patria-1", "patria-3")
    assert state.is_guerrilla(band)
    assert state.forces[take_to_the_hills(state, "pla-mi3")].inside == ""


def test_10_1_a_guerrilla_that_comes_down_is_a_stack_by_itself() -> None:
    state = field(stack("patria-1", "salta", "p1"), BAND)
    force = come_down(state, "pla-mi1")
    assert force not in ("patria-1", "patria-2")
    assert state.units["pla-mi1"].mode == "line"
    assert "patria-2" not in state.forces


# ------------------------------------------------------------------------------------------- the hunt


def hunters(units: str = "rl", *more: Any, leaders: str = "") -> State:
    """Royalists in Salta with a band of guerrillas."""
    return in_hand(field(stack("royal-1", "salta", units, leaders), BAND, *more), "royal-1")


def test_10_1_a_hunt_costs_two_points() -> None:
    state = hunters()
    assert HUNT.cost(state, state.acting, {"unit": "any"}) == 2


@pytest.mark.parametrize(("units", "die", "result"), [
    ("rl", 1, "A1"), ("rl", 2, "NE"), ("rl", 3, "NE"), ("rl", 4, "SU"), ("rl", 5, "EL"), ("rl", 6, "EL"),
    ("rl pt", 1, "NE"), ("rl pt", 2, "NE"), ("rl pt", 3, "SU"), ("rl pt", 4, "EL"),
])  # fmt: skip
def test_13_0_militia_guerrillas_take_one_from_the_die_and_partidarios_add_one(
    units: str, die: int, result: str
) -> None:
    state = hunters(units)
    played = order(state, HUNT, dice={"hunt/": die}, unit="any")
    assert played.events("hunted")[0]["result"] == result
    assert state.units["pla-mi1"].at == {"EL": "pool"}.get(result, state.units["pla-mi1"].at)
    assert state.units["pla-mi1"].mode == ("line" if result in ("SU", "EL") else "guerrilla")
    assert state.steps(state.units_in("royal-1")) == 2 + ("pt" in units) - (result == "A1")


def test_10_1_one_unit_is_hunted_at_a_time_and_it_may_be_named() -> None:
    state = hunters("rl", stack("patria-3", "salta", "pla-mi2", hills=True))
    order(state, HUNT, dice={"hunt/": 6}, unit="pla-mi2")
    assert where(state, "pla-mi1", "pla-mi2") == ["salta", "pool"]
    assert "no such guerrillas" in refused(state, HUNT, unit="pla-mi2")


def test_10_1_guerrillas_shown_up_may_be_attacked_in_the_field() -> None:
    state = hunters()
    order(state, HUNT, dice={"hunt/": 4}, unit="any")
    assert refused(state, ATTACK, target="any") == ""


@pytest.mark.parametrize(("state", "why"), [
    (in_hand(field(stack("royal-1", "salta", "r-mi8", hills=True), BAND), "royal-1"), "guerrillas hunt nobody"),
    (in_hand(field(stack("royal-1", "salta", "", "pezuela"), BAND), "royal-1"), "leader alone"),
    (in_hand(field(stack("royal-1", "salta", "rl"), stack("patria-1", "salta", "p1")), "royal-1"), "no such"),
    (in_hand(field(stack("royal-1", "lima", "rl", inside="callao"), BAND | {"at": "lima"}), "royal-1"), "sally"),
    (in_hand(field(BAND, ships={"r-f1": "callao"}), ships=["r-f1"]), "no force on land"),
])  # fmt: skip
def test_10_1_who_hunts_nobody(state: State, why: str) -> None:
    assert why in refused(state, HUNT, unit="any")


def test_8_1_a_leader_among_guerrillas_throws_when_the_last_of_them_is_hunted_down() -> None:
    band = stack("patria-2", "santa-fe", "gco-mi1 gco-mi2", "bolivar", hills=True)
    state = in_hand(field(stack("royal-1", "santa-fe", "rl"), band, stack("patria-3", "quito", "bv")), "royal-1")
    assert order(state, HUNT, dice={"hunt/": 6}, unit="any").dice == ["hunt/santa-fe"]
    played = order(state, HUNT, dice={"hunt/": 6, "leader/": 5}, unit="any")
    assert played.dice == ["hunt/santa-fe", "leader/bolivar", "repress/santa-fe"]
    assert where(state, "bolivar") == ["quito"]


def test_8_1_hunters_who_lose_their_last_step_leave_their_leader_alone() -> None:
    state = hunters("co", stack("royal-2", "charcas", "fp"), leaders="pezuela")
    played = order(state, HUNT, dice={"hunt/": 1, "leader/": 1}, unit="any")
    assert played.dice == ["hunt/salta", "leader/pezuela"]
    assert state.acting.over


def test_5_1_3_a_hunt_lays_the_marker_open() -> None:
    state = in_hand(field(stack("alto-peru", "salta", "rl"), BAND), "alto-peru")
    assert order(state, HUNT, unit="any").events("revealed")[0]["force"] == "alto-peru"


def test_10_4_no_repression_where_one_side_is_loved() -> None:
    assert order(hunters(), HUNT, dice={"hunt/": 6}, unit="any").dice == ["hunt/salta"]
