"""The lists of chapters 4 and 9: which areas pay which nation, where each side is loved, and what comes when."""

from __future__ import annotations

import pytest
from rules.guerra.guerra_positions import BOARD, opened, patria, position, royal
from rules.playing_rules import play

from pbem.adjudicator.guerra.rules.ch04_arrivals import come_due
from pbem.adjudicator.guerra.rules.ch04_convoy import on_station
from pbem.adjudicator.guerra.rules.ch04_resources import collect
from pbem.adjudicator.guerra.rules.ch09_uprisings import modifiers, why_not
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST


def purses(unit: str) -> dict[str, set[str]]:
    """The areas that pay each purse where a unit of a nation stands there alone."""
    found: dict[str, set[str]] = {}
    for area in BOARD.areas.values():
        state = position(patria(area.id, unit))
        play(collect, state)
        for purse, halves in state.purse.items():
            if halves:
                assert halves == 2 * area.rp
                found.setdefault(purse, set()).add(area.id)
    return found


PERU = {"lima", "cuzco", "arequipa"}


def test_4_2_2_eleven_areas_and_those_of_peru_pay_grand_colombia() -> None:
    eleven = {"cumana", "guayana", "los-llanos", "costa-firme", "maracaibo", "santa-fe", "pasto", "quito", "guayaquil",
              "isla-margarita", "panama"}  # fmt: skip
    assert purses("vc") == {"colombia": eleven | PERU}


def test_4_2_3_seven_areas_pay_mexico() -> None:
    assert purses("tp") == {"mexico": {"guatemala", "tierra-caliente", "central-mexico", "san-luis-potosi",
                                       "guadalajara", "durango", "tejas"}}  # fmt: skip


def test_4_2_4_five_areas_pay_peru() -> None:
    assert purses("lp") == {"peru": PERU | {"charcas", "mojos"}}


@pytest.mark.parametrize("area", [area.id for area in BOARD.areas.values() if area.alignment == "royalist"])
def test_9_1_where_the_king_is_loved_his_uprisings_have_two_on_the_die(area: str) -> None:
    state = position(patria(area, "bv"))
    assert modifiers(state, ROYALIST, area, {}).total == 2 - 1
    assert modifiers(position(royal(area, "r-mi1")), PATRIOT, area, {}).total == 0


@pytest.mark.parametrize("area", ["banda-oriental", "misiones", "paraguay"])
def test_9_1_the_patriot_raises_nobody_in_three_areas(area: str) -> None:
    assert why_not(position(royal(area, "r-mi1")), PATRIOT, area) != ""
    assert why_not(position(royal("quito", "r-mi1")), PATRIOT, "quito") == ""


@pytest.mark.parametrize("area", [area.id for area in BOARD.areas.values() if area.alignment == "patriot"])
def test_9_2_where_the_patriots_are_loved_their_uprisings_have_two_on_the_die(area: str) -> None:
    assert modifiers(position(royal(area, "r-mi1")), PATRIOT, area, {}).total == 2
    rebels = area in BOARD.group("rebel-uprising")
    assert modifiers(position(patria(area, "pla-mi1")), ROYALIST, area, {}).total == (2 if rebels else 0)


@pytest.mark.parametrize(("choice", "at"), [("pool", "pool"), ("free", "due")])
def test_4_10_patriots_join_the_pool_or_by_the_charter_come_free(choice: str, at: str) -> None:
    state = opened(patriot_arrivals=choice)
    state.turn = 2
    come_due(state)
    assert state.units["p6"].at == at
    assert state.units["pla-f1"].at == "due"
    assert state.units["vdc"].at == "pool"


@pytest.mark.parametrize(("choice", "met"), [("station", ["pla-f1"]), ("ports", ["pla-f2"])])
def test_4_8_ships_on_station_meet_a_convoy_or_by_the_charter_those_in_ports(choice: str, met: list[str]) -> None:
    valparaiso, buenos_aires = ({"at": at, "ships": [ship]} for at, ship in (("valparaiso", "pla-f1"),
                                                                            ("buenos-aires", "pla-f2")))  # fmt: skip
    state = position(royal("montevideo", "dba"), ships=[valparaiso, buenos_aires],
                     stations={"pla-f1": "atlantic-1"}, house={"arrivals_met_by": choice})  # fmt: skip
    assert on_station(state, PATRIOT, "atlantic-1") == met
