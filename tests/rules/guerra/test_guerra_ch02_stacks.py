"""2.0 to 2.3, 12.2 and 12.3: stacks of a set-up as their owner forms them, and what comes when the scenario begins."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import play
from rules.guerra.guerra_positions import BOARD, opened

from pbem.adjudicator.guerra.rules.ch02_setup import choose_set_up, inside_port, open_game
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST


def chosen(seat: str, *entries: dict[str, Any], scenario: str = "campaign") -> tuple[State, list[str]]:
    """A scenario in which a seat has written this set-up, and why some of it lapsed."""
    state = open_game(BOARD, {}, scenario)
    said: dict[str, Any] = {seat: {"setup": list(entries)}}
    played = play(choose_set_up, state, (seat,), **said)
    return state, played.told("lapsed")


def test_2_0_everybody_hears_that_a_side_is_set_up() -> None:
    played = play(choose_set_up, open_game(BOARD, {}, "campaign"), (ROYALIST,))
    assert played.told("set-up") == ["The Royalist forces stand where the year begins."]
    assert played.to("set-up") == ["all"]
    assert played.facts("set-up") == [{"seat": ROYALIST}]


def test_2_0_a_position_is_written_in_one_order_whatever_the_order_of_the_data() -> None:
    state = open_game(BOARD, {}, "empire-strikes-back")
    assert list(state.masses) == ["central-mexico", "tierra-caliente"]
    assert list(state.purse) == ["royalist", "plata", "chile", "colombia", "peru", "mexico"]


@pytest.mark.parametrize(("scenario", "leader", "at"), [
    ("empire-strikes-back", "morillo", "due"), ("end-of-empire", "sucre", "due"),
    ("empire-strikes-back", "san-martin", "track/7"), ("campaign", "belgrano", "track/2"),
    ("end-of-empire", "boves", "out"), ("end-of-empire", "belgrano", "out"),
])  # fmt: skip
def test_12_2_3_a_leader_of_the_first_turn_is_due_and_one_of_an_earlier_turn_is_not_in_the_game(
    scenario: str, leader: str, at: str
) -> None:
    assert opened(scenario).leaders[leader].at == at


def test_12_3_3_cochrane_flies_his_flag_in_the_first_ship_of_his_fleet() -> None:
    fleet = next(stack for stack in BOARD.stacks if "cochrane" in stack.leaders)
    assert opened("end-of-empire").leaders["cochrane"].at == fleet.units[0] == "chl-s1"


def test_12_0_every_port_is_somebodys_as_the_first_turn_begins() -> None:
    state = opened()
    assert (state.ports["callao"], state.ports["buenos-aires"]) == (ROYALIST, PATRIOT)
    assert state.last_holder["lima"] == ROYALIST


# ------------------------------------------------------------------------------------------------ stacks


def test_2_1_a_stack_that_moves_whole_keeps_its_number_and_parts_of_two_make_a_new_one() -> None:
    state = open_game(BOARD, {}, "campaign")
    whole = state.force_of("ne")
    state, lapses = chosen(ROYALIST, {"at": "durango", "units": ["ne", "mx", "art-r1"]})
    assert (state.force_of("ne"), state.place_of("ne"), lapses) == (whole, "durango", [])
    state, _ = chosen(ROYALIST, {"at": "durango", "units": ["ne", "es"]})
    assert state.force_of("ne") == state.force_of("es")
    assert state.force_of("mx") == whole
    assert state.force_of("r-mc3") not in (whole, state.force_of("es"))


def test_5_1_1_a_whole_stack_may_begin_under_a_marker_with_its_leader() -> None:
    units = ["mex-mi5", "mex-mi6", "mex-mc2"]
    state, lapses = chosen(PATRIOT, {"at": "tierra-caliente", "units": units, "leaders": ["morelos"],
                                     "marker": "sur"})  # fmt: skip
    assert lapses == []
    assert (state.units_in("sur"), state.leaders_in("sur")) == (units, ["morelos"])


LIMA = ["ce", "r-mc4", "dg", "cz", "co", "df", "gn-c", "art-s1", "art-s2"]


@pytest.mark.parametrize(("entry", "lapse"), [
    ({"at": "lima", "units": LIMA, "leaders": ["pezuela"]}, ""),
    ({"at": "lima", "units": [*LIMA, "gr-a"], "leaders": ["pezuela"]}, ""),
    ({"at": "cuzco", "units": ["om", "du"]}, "Ejército de Lima lies on another force."),
    ({"at": "lima", "units": LIMA[:3], "leaders": ["pezuela"]}, "Ejército de Lima lies on another force."),
])  # fmt: skip
def test_5_1_1_a_marker_that_lies_stays_where_it_lies_unless_all_under_it_are_named(
    entry: dict[str, Any], lapse: str
) -> None:
    state, lapses = chosen(ROYALIST, {**entry, "marker": "ejercito-lima"}, scenario="end-of-empire")
    assert lapses == ([lapse] if lapse else [])
    named = {*entry["units"], *entry.get("leaders", ())}
    under = {*state.units_in("ejercito-lima"), *state.leaders_in("ejercito-lima")}
    assert (named == under) is not bool(lapse)


@pytest.mark.parametrize(("at", "port"), [
    ("tierra-caliente", "veracruz"), ("guatemala", "omoa"), ("rio-de-la-plata", "buenos-aires"), ("salta", "salta"),
    ("callao", "callao"), ("lima", "callao"),
])  # fmt: skip
def test_5_1_inside_means_the_fortress_of_an_area_else_its_first_city(at: str, port: str) -> None:
    assert inside_port(opened(), at) == port
