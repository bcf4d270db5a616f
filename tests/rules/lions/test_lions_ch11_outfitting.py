"""Chapters 11, 21.7, 22.2 and 24: the Outfitting Phase."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import DEFAULT, FORT, REGIMENT, Answer, Note, facts, hold, play, port, position, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import LandKind
from pbem.adjudicator.lions.rules.ch11_outfitting import outfit_question, outfitting
from pbem.adjudicator.lions.state.state import Berth, State

BOARD = load_board()
LONDON, JAVA, DANZIG, MADRAS = port("london"), port("java"), port("danzig"), port("madras")
TORTUGA = port("tortuga")
WILDS = next(square for square in BOARD.grid.squares if BOARD.is_terra_incognita(square))


def fit(state: State, order: dict[str, Any], *more: Answer, power: str = "england") -> list[Note]:
    """One power's outfitting; the others do nothing."""
    asked: list[Answer] = []
    for name in state.order():
        asked += [("11.1", order), *more] if name == power else [("11.1", {})]
    return play(outfitting, state, answers=asked)[1]


def lapses(notes: list[Note]) -> list[str]:
    return told(notes, "lapsed")


def rich(**fields: Any) -> State:
    state = position(**fields)
    state.money = dict.fromkeys(state.players, 50)
    return state


def test_11_2_a_ship_is_paid_and_placed() -> None:
    state = rich()
    fit(state, {"buy": [{"item": "1st", "at": "london"}]})
    assert state.ships["england-1st-1"].at == LONDON
    assert state.money["england"] == 38


def test_11_2_several_points_are_bought_at_once_in_a_home_port() -> None:
    state = rich()
    fit(state, {"buy": [{"item": "regiment", "at": "london", "number": "3"}, {"item": "fort", "at": "london"}]})
    assert state.land[LONDON]["england"] == {REGIMENT: 3, FORT: 1}
    assert state.money["england"] == 50 - 3 - 2


def test_8_3_what_cannot_be_paid_is_not_bought() -> None:
    state = position()
    notes = fit(state, {"buy": [{"item": "1st", "at": "london"}, {"item": "4th", "at": "london"}]})
    assert state.ships_of("england") == ["england-4th-1"]
    assert lapses(notes) == ["Not done: buy item 1st, at london: too few pounds."]


def test_11_1_only_its_owner_learns_what_was_outfitted() -> None:
    notes = fit(rich(), {"buy": [{"item": "1st", "at": "london"}]})
    assert {note.to for note in notes if "first-rate" in note.text} == {"england"}
    assert told(notes, "outfitting")[0] == f"England spends 12 on outfitting; units arrive in {LONDON}."


def test_7_2_the_first_player_outfits_first() -> None:
    notes = play(outfitting, rich(initiative="netherlands"), answers=[("11.1", {}), ("11.1", {})])[1]
    assert [note.facts["power"] for note in notes if note.event == "outfitting"] == ["netherlands", "england"]


@pytest.mark.parametrize("item", ["1st", "2nd", "3rd", "fireship"])
def test_11_2_great_ships_and_fireships_enter_at_home_alone(item: str) -> None:
    state = rich(land={f"{MADRAS} england": "1r"})
    assert lapses(fit(state, {"buy": [{"item": item, "at": "madras"}]}))
    assert not state.ships


def test_11_2_small_ships_enter_in_colonies_too_but_not_in_european_ports() -> None:
    state = rich(land={f"{MADRAS} england": "1r", f"{DANZIG} england": "1r"})
    notes = fit(state, {"buy": [{"item": "5th", "at": "madras"}, {"item": "6th", "at": "danzig"}]})
    assert state.ships_of("england") == ["england-5th-1"]
    assert len(lapses(notes)) == 1


def test_11_2_troops_enter_in_any_friendly_port() -> None:
    state = rich(land={f"{DANZIG} england": "1r"})
    fit(state, {"buy": [{"item": "fort", "at": "danzig"}]})
    assert state.ashore(DANZIG, "england", FORT) == 1


def test_11_4_a_port_abroad_must_be_occupied_already() -> None:
    state = rich()
    assert lapses(fit(state, {"buy": [{"item": "regiment", "at": "madras"}]}))


def test_11_4_an_own_home_port_need_not_be_occupied() -> None:
    """Reading of 'any number ... unless enemy forces are there'."""
    state = rich()
    assert not lapses(fit(state, {"buy": [{"item": "regiment", "at": "ireland"}]}))


def test_11_4_nothing_enters_a_home_port_with_enemies_in_it() -> None:
    state = rich(ships={"netherlands-6th-1": LONDON, "england-1st-1": LONDON})
    assert lapses(fit(state, {"buy": [{"item": "regiment", "at": "london"}]}))


def test_6_4_nothing_enters_a_disputed_port() -> None:
    state = rich(land={f"{JAVA} england": "1r"}, ships={"netherlands-6th-1": JAVA})
    assert lapses(fit(state, {"buy": [{"item": "regiment", "at": "java"}]}))


def test_11_4_abroad_one_ship_and_one_land_point_a_turn() -> None:
    state = rich(land={f"{MADRAS} england": "1r"})
    buy = [{"item": item, "at": "madras"} for item in ("6th", "5th", "regiment", "fort")]
    assert len(lapses(fit(state, {"buy": buy}))) == 2
    assert state.ships_of("england") == ["england-6th-1"]
    assert state.land_at(MADRAS, "england") == 2


def test_11_4_nothing_enters_a_plundered_port() -> None:
    state = rich(land={f"{MADRAS} england": "1r"}, plundered=[MADRAS])
    assert lapses(fit(state, {"buy": [{"item": "regiment", "at": "madras"}]}))


def test_11_4_nothing_enters_a_square_without_a_port_or_somebody_elses_home() -> None:
    state = rich(ships={"england-1st-1": WILDS, "england-1st-2": port("amsterdam")})
    buy = [{"item": "regiment", "at": WILDS}, {"item": "regiment", "at": "amsterdam"}]
    assert len(lapses(fit(state, {"buy": buy}))) == 2


def test_11_5_there_are_no_more_ships_than_counters() -> None:
    state = rich()
    state.money = {"england": 500, "netherlands": 0}
    notes = fit(state, {"buy": [{"item": "1st", "at": "london"}] * 4})
    assert len(state.ships) == 3
    assert lapses(notes) == ["Not done: buy item 1st, at london: the counters are used up."]


def test_11_5_nor_more_land_points() -> None:
    state = rich()
    most = BOARD.land_points("england", LandKind.REGIMENT)
    assert lapses(fit(state, {"buy": [{"item": "regiment", "at": "london", "number": str(most + 1)}]}))


def test_11_3_demobilised_units_leave_without_refund_and_rest_for_the_turn() -> None:
    state = rich(ships={"england-1st-1": LONDON, "england-1st-2": LONDON, "england-1st-3": LONDON})
    order = {"demobilise": [{"ship": "england-1st-3"}], "buy": [{"item": "1st", "at": "london"}]}
    notes = fit(state, order)
    assert state.ships_of("england") == ["england-1st-1", "england-1st-2"]
    assert state.money["england"] == 50
    assert len(lapses(notes)) == 1


def test_11_3_land_points_are_demobilised_in_home_ports_and_colonies() -> None:
    state = rich(land={f"{MADRAS} england": "2r 1f", f"{DANZIG} england": "1r"})
    entries = [{"at": "madras", "regiments": "1", "forts": "1"}, {"at": "danzig", "regiments": "1"}]
    notes = fit(state, {"demobilise": entries})
    assert state.land[MADRAS]["england"] == {REGIMENT: 1}
    assert len(lapses(notes)) == 1


def test_11_3_land_points_without_a_place_stay_and_the_reason_says_so() -> None:
    notes = fit(position(), {"demobilise": [{"regiments": "1"}]})
    assert any("demobilise regiments 1: it names neither a ship nor a place" in note.text for note in notes)


def test_11_3_reading_regiments_are_demobilised_at_treasure_ports_too() -> None:
    state = rich(land={f"{port('java')} england": "2r"})
    fit(state, {"demobilise": [{"at": "java", "regiments": "1"}]})
    assert state.ashore(port("java"), "england", REGIMENT) == 1


def test_18_2_a_repair_takes_all_damage_off_one_ship() -> None:
    state = rich(ships={"england-1st-1": f"{LONDON}+3"})
    fit(state, {"repair": [{"ship": "england-1st-1"}]})
    assert state.ships["england-1st-1"].damage == 0
    assert state.money["england"] == 48


def test_18_2_abroad_a_repair_costs_more_and_at_sea_there_is_none() -> None:
    state = rich(ships={"england-1st-1": f"{MADRAS}+3", "england-1st-2": "A11+1"})
    notes = fit(state, {"repair": [{"ship": "england-1st-1"}, {"ship": "england-1st-2"}]})
    assert state.money["england"] == 46
    assert len(lapses(notes)) == 1


def test_21_7_whose_units_occupy_a_square_may_pay_its_plunder_away() -> None:
    state = rich(ships={"england-6th-1": MADRAS, "netherlands-6th-1": MADRAS}, plundered=[MADRAS, JAVA])
    notes = fit(state, {"unplunder": [{"at": "madras"}, {"at": "java"}]})
    assert state.plundered == [JAVA]
    assert state.money["england"] == 45
    assert len(lapses(notes)) == 1


def test_24_2_a_colony_is_founded_for_twenty_pounds() -> None:
    state = rich(ships={"england-6th-1": WILDS})
    fit(state, {"found": [{"at": WILDS}], "buy": [{"item": "regiment", "at": WILDS}]})
    assert state.colonies == [WILDS]
    assert state.money["england"] == 50 - 20 - 1
    assert state.ashore(WILDS, "england", REGIMENT) == 1


def test_24_3_only_in_terra_incognita_held_undisputed_without_a_colony() -> None:
    state = rich(ships={"england-6th-1": WILDS, "england-5th-1": MADRAS, "netherlands-6th-1": WILDS})
    assert len(lapses(fit(state, {"found": [{"at": WILDS}, {"at": "madras"}]}))) == 2
    state = rich(ships={"england-6th-1": WILDS}, colonies=[WILDS])
    assert lapses(fit(state, {"found": [{"at": WILDS}]}))


def test_21_7_plunder_is_removed_and_a_colony_founded_in_one_step() -> None:
    state = rich(ships={"england-6th-1": WILDS}, plundered=[WILDS])
    fit(state, {"found": [{"at": WILDS}], "unplunder": [{"at": WILDS}]})
    assert state.colonies == [WILDS]
    assert state.plundered == []


def test_25_10_pirate_ports_recover_by_themselves() -> None:
    state = rich(plundered=[port("tortuga"), MADRAS])
    notes = fit(state, {})
    assert state.plundered == [MADRAS]
    assert told(notes, "rebuilt") == ["Tortuga recovers from plunder."]


def test_22_2_a_leader_costs_two_dice_and_is_drawn_unseen() -> None:
    state = rich(ships={"england-2nd-1": LONDON}, leaders={"blake": "england-2nd-1"})
    notes = fit(state, {"leaders": "1"}, ("22.2", (3, 4)), ("22.2", "yes"), ("22.2", 1), ("22.2", DEFAULT))
    assert state.leaders_of("england") == ["blake", "prince-rupert"]
    assert state.leaders["prince-rupert"] == Berth(LONDON, "england-2nd-1")
    assert state.money["england"] == 43
    assert {note.to for note in notes if "Rupert" in note.text} == {"england"}


def test_22_2_who_finds_him_too_dear_may_not_try_again_this_turn() -> None:
    state = rich(ships={"england-2nd-1": LONDON})
    fit(state, {"leaders": "2"}, ("22.2", (6, 6)), ("22.2", "no"))
    assert state.leaders_of("england") == []
    assert state.money["england"] == 50


def test_22_2_who_cannot_pay_is_not_asked() -> None:
    state = position(ships={"england-2nd-1": LONDON})
    fit(state, {"leaders": "1"}, ("22.2", (6, 6)))
    assert state.refused == ["england"]


def test_22_2_without_a_combat_unit_there_is_nobody_to_lead() -> None:
    fit(rich(), {"leaders": "1"})


def test_3_3_the_dutch_companies_send_two_points_to_a_colony() -> None:
    state = rich(land={f"{JAVA} netherlands": "1r"})
    order = {"companies": [{"at": "java", "regiments": "1", "forts": "1"}], "buy": [{"item": "fort", "at": "java"}]}
    assert not lapses(fit(state, order, power="netherlands"))
    assert state.land[JAVA]["netherlands"] == {REGIMENT: 2, FORT: 2}


def test_3_3_nobody_else_has_companies_and_they_send_no_more() -> None:
    state = rich(land={f"{JAVA} netherlands": "1r", f"{MADRAS} england": "1r"})
    assert lapses(fit(state, {"companies": [{"at": "madras", "regiments": "1"}]}))
    assert lapses(fit(state, {"companies": [{"at": "java", "regiments": "3"}]}, power="netherlands"))


def test_3_3_frances_first_rated_ship_of_the_turn_is_cheaper() -> None:
    state = rich(players=4)
    fit(state, {"buy": [{"item": item, "at": "calais"} for item in ("transport", "6th")]}, power="france")
    assert state.ships_of("france") == ["france-6th-1", "france-transport-1"]
    assert state.money["france"] == 50 - 3 - 1
    fit(state, {"buy": [{"item": item, "at": "calais"} for item in ("3rd", "3rd")]}, power="france")
    assert state.money["france"] == 46 - 5 - 8


def test_9_13_company_charter_places_forts_and_a_small_ship_whoever_is_there() -> None:
    state = rich(land={f"{MADRAS} netherlands": "2f"})
    hold(state, "england", "company-charter-1")
    fit(state, {"charter": [{"at": "madras", "ship": "5th"}]})
    assert state.ashore(MADRAS, "england", FORT) == 2
    assert state.ships["england-5th-1"].at == MADRAS
    assert state.hand["england"] == []


def test_9_13_reading_a_charter_takes_the_forts_that_are_left() -> None:
    state = rich()
    left = state.land_left("england", "fort")
    state.put_ashore(LONDON, "england", FORT, left - 1)
    hold(state, "england", "company-charter-1")
    fit(state, {"charter": [{"at": "madras", "ship": "5th"}]})
    assert (state.ashore(MADRAS, "england", FORT), state.land_left("england", "fort")) == (1, 0)


def test_9_13_reading_no_charter_in_a_plundered_colony() -> None:
    state = rich(plundered=[MADRAS])
    hold(state, "england", "company-charter-1")
    assert lapses(fit(state, {"charter": [{"at": "madras", "ship": "5th"}]}))


def test_25_10_a_pirate_port_recovers_before_purchases() -> None:
    state = rich(land={f"{TORTUGA} england": "1r"}, plundered=[TORTUGA])
    fit(state, {"buy": [{"item": "regiment", "at": "tortuga"}]})
    assert state.ashore(TORTUGA, "england", REGIMENT) == 2


@pytest.mark.parametrize(("at", "ship"), [("java", "5th"), ("london", "5th"), ("tortuga", "5th"), ("madras", "3rd")])
def test_9_13_not_in_home_pirate_or_treasure_ports_nor_a_great_ship(at: str, ship: str) -> None:
    state = rich()
    hold(state, "england", "company-charter-1")
    assert lapses(fit(state, {"charter": [{"at": at, "ship": ship}]}))
    assert state.hand["england"] == ["company-charter-1"]


def test_9_13_nor_without_the_marker() -> None:
    assert lapses(fit(rich(), {"charter": [{"at": "madras", "ship": "5th"}]}))


@pytest.mark.parametrize("order", [[], {"build": []}, {"buy": "everything"}, {"buy": ["1st"]}, {"leaders": "-1"}])
def test_11_1_an_order_has_the_sections_of_outfitting(order: Any) -> None:
    assert outfit_question(Table(), rich(), "england").faults(order)


def test_11_1_prices_are_offered_as_the_expenditure_table_prints_them() -> None:
    legal = outfit_question(Table(), rich(), "england").legal()
    assert (legal["prices"]["1st"], legal["prices"]["leader"]) == ("12", "2d6")
    assert legal["pounds"] == "50"


def test_11_1_the_owner_hears_of_each_thing_done() -> None:
    state = rich(ships={"england-5th-1": f"{LONDON}+1", "england-6th-1": LONDON}, land={f"{LONDON} england": "2r"})
    order = {"demobilise": [{"ship": "england-6th-1"}, {"at": "london", "regiments": "2"}],
             "repair": [{"ship": "england-5th-1"}],
             "buy": [{"item": "4th", "at": "london"}, {"item": "regiment", "at": "london", "number": "3"}]}  # fmt: skip
    notes = fit(state, order)
    assert {note.to for note in notes if note.event == "outfitted"} == {"england"}
    assert len(told(notes, "outfitted")) == 5


def test_11_3_a_ship_that_escorts_treasure_is_not_demobilised() -> None:
    state = rich(ships={"england-5th-1": JAVA, "england-6th-1": JAVA, "treasure-java": f"{JAVA}/england-5th-1"})
    notes = fit(state, {"demobilise": [{"ship": "england-5th-1"}, {"ship": "england-6th-1"}]})
    assert state.ships_of("england") == ["england-5th-1"]
    assert state.resting == {"england": {"england-6th-1": 1}}
    assert lapses(notes) == ["Not done: demobilise ship england-5th-1: it escorts a treasure fleet."]


def test_11_3_no_more_points_are_demobilised_than_stand_there_and_all_of_them_rest() -> None:
    """Of each kind; those of several squares rest together until the following turn."""
    state = rich(land={f"{MADRAS} england": "2r 1f", f"{LONDON} england": "3r"})
    many = {"at": "madras", "regiments": "1", "forts": "2"}
    before = state.land_left("england", REGIMENT)
    fit(state, {"demobilise": [many, {"at": "madras", "regiments": "2"}, {"at": "london", "regiments": "3"}]})
    assert state.land == {MADRAS: {"england": {FORT: 1}}}
    assert state.resting == {"england": {REGIMENT: 5}}
    assert state.land_left("england", REGIMENT) == before


def test_21_7_and_24_2_all_hear_who_rebuilds_and_who_founds() -> None:
    state = rich(land={f"{MADRAS} england": "1r", f"{WILDS} england": "1r"}, plundered=[MADRAS])
    notes = fit(state, {"unplunder": [{"at": "madras"}], "found": [{"at": WILDS}]})
    assert facts(notes, "rebuilt") == [{"square": MADRAS, "power": "england"}]
    assert facts(notes, "founded") == [{"square": WILDS, "power": "england"}]


@pytest.mark.parametrize(
    ("entry", "reason"),
    [({"item": "plunder"}, "that cannot be bought"), ({"item": "elephant"}, "that cannot be bought"),
     ({"item": "1st", "number": "2"}, "one ship, or some points"),
     ({"item": "fort", "number": "0"}, "one ship, or some points")],
)  # fmt: skip
def test_11_2_one_ship_or_some_points_are_bought_at_a_time(entry: dict[str, str], reason: str) -> None:
    state = rich()
    assert lapses(fit(state, {"buy": [{"at": "london", **entry}]}))[0].endswith(f": {reason}.")
    assert (state.ships, state.land, state.money["england"]) == ({}, {}, 50)


def test_11_5_the_last_points_of_the_counter_mix_can_be_bought() -> None:
    state = rich()
    left = state.land_left("england", FORT)
    state.put_ashore(MADRAS, "england", FORT, left - 2)
    assert not lapses(fit(state, {"buy": [{"item": "fort", "at": "london", "number": "2"}]}))
    assert state.land_left("england", FORT) == 0


def test_11_5_the_companies_send_what_is_left_of_the_counters_and_no_more() -> None:
    """One fort is left: two cannot come, nor one of each with it gone; one fort and a regiment can."""
    def last_fort() -> State:
        state = rich(land={f"{MADRAS} netherlands": "1r"})
        state.put_ashore(port("amsterdam"), "netherlands", FORT, state.land_left("netherlands", FORT) - 1)
        return state

    state = last_fort()
    assert lapses(fit(state, {"companies": [{"at": "madras", "forts": "2"}]}, power="netherlands"))
    state = last_fort()
    notes = fit(state, {"companies": [{"at": "madras", "regiments": "1", "forts": "1"}]}, power="netherlands")
    assert state.land[MADRAS]["netherlands"] == {REGIMENT: 2, FORT: 1}
    assert [note.to for note in notes if note.event == "outfitted"] == ["netherlands"]
    assert f"The Netherlands spends 0 on outfitting; units arrive in {MADRAS}." in told(notes, "outfitting")


def test_9_13_a_fourth_rate_is_small_enough_for_a_charter_and_a_founded_colony_good_enough() -> None:
    """One 4th, 5th or 6th rate; a founded colony is a colony port for all purposes (24.5). All see where units come."""
    state = rich(colonies=[WILDS])
    hold(state, "england", "company-charter-1")
    notes = fit(state, {"charter": [{"at": WILDS, "ship": "4th"}]})
    assert state.ships["england-4th-1"].at == WILDS
    assert told(notes, "outfitting")[0] == f"England spends 0 on outfitting; units arrive in {WILDS}."
    state = rich()
    hold(state, "england", "company-charter-1")
    assert lapses(fit(state, {"charter": [{"at": WILDS, "ship": "4th"}]}))


def test_22_2_a_leader_may_cost_the_last_pound() -> None:
    state = position(ships={"england-1st-1": LONDON}, money={"england": 7, "netherlands": 0})
    fit(state, {"leaders": "1"}, ("22.2", (3, 4)), ("22.2", "yes"), ("22.2", 0), ("22.2", "england-1st-1"))
    assert state.money["england"] == 0
    assert len(state.leaders) == 1


@pytest.mark.parametrize(
    "entry",
    [{"at": "java", "forts": "1"}, {"at": "danzig", "forts": "1"}, {"at": "madras", "forts": "0"}, {"at": "madras"},
     {"at": "madras", "regiments": "-1", "forts": "2"}],
)  # fmt: skip
def test_3_3_the_companies_send_one_or_two_points_to_a_colony_held_undisputed(entry: dict[str, str]) -> None:
    """Not to a treasure port that the English dispute, not to a European port, and not nothing."""
    land = {f"{place} netherlands": "1r" for place in (JAVA, DANZIG, MADRAS)} | {f"{JAVA} england": "1r"}
    assert lapses(fit(rich(land=land), {"companies": [entry]}, power="netherlands"))


def test_3_3_the_companies_may_send_a_single_point() -> None:
    state = rich(land={f"{MADRAS} netherlands": "1r"})
    assert not lapses(fit(state, {"companies": [{"at": "madras", "forts": "1"}]}, power="netherlands"))
    assert state.land[MADRAS]["netherlands"] == {REGIMENT: 1, FORT: 1}


def test_24_3_no_colony_is_founded_in_a_plundered_square() -> None:
    state = rich(land={f"{WILDS} england": "1r"}, plundered=[WILDS])
    assert lapses(fit(state, {"found": [{"at": WILDS}]}))
    assert state.colonies == []
