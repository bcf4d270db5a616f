"""3.0, 3.1, 3.3, 3.5: set-up, purchases and placement. 11.9: what the San Isidoro does at the start."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, cast

import pytest
from rules.jenkins.playing import DEFAULT, Answer, facts, play, position, told

from pbem.adjudicator.engine.table import ALL, Note, Table
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, SIDES
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.rules.ch03_setup import (
    buy,
    garrison,
    open_game,
    purchase_step,
    purchases_question,
    set_up,
    set_up_question,
)
from pbem.adjudicator.jenkins.rules.ch05_victory import captured_spanish
from pbem.adjudicator.jenkins.rules.forms import Placed
from pbem.adjudicator.jenkins.state.house import board_of
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

PORT_ROYAL, SAVANNAH, CARTAGENA, SAN_JUAN = "2719", "2307", "2825", "3718"
ISIDRO_COMES: Answer = ("11.9", 1)


def opened(house: dict[str, str] | None = None) -> State:
    state = State(board_of(house or {}), house=house or {})
    open_game(state)
    return state


def england(state: State, **orders: Any) -> list[Note]:
    return play(set_up, state, ENGLISH, answers=[("3.1", orders)])[1]


def spain(state: State, *dice: Answer, **orders: Any) -> list[Note]:
    answers = [("3.1", {"isidro": "10", **orders}), *(dice or (ISIDRO_COMES,))]
    return play(set_up, state, SPANISH, answers=answers)[1]


def bought(state: State, side: str, *parts: dict[str, str]) -> list[Note]:
    table = Table()
    buy(table, state, side, cast("tuple[Placed, ...]", parts))
    return table.story


# ------------------------------------------------------------------------------------------- 3.0, 3.1


def test_3_0_all_counters_but_the_starters_begin_in_their_force_pools() -> None:
    """Each nationality's counters go to its own pool (3.0)."""
    state = opened()
    starters = {name for place in state.board.setup for name in place.counters}
    for side in (ENGLISH, SPANISH):
        assert set(state.pool[side]) == {c.id for c in state.board.side_counters(side)} - starters


def test_3_1_the_english_starters_stand_at_savannah_and_port_royal() -> None:
    """Oglethorpe, supplies, Americans 2, a frigate, cannons 1; Soldiers 2 and cannons 7 (3.1)."""
    state = opened()
    england(state)
    assert sorted(state.stack(SAVANNAH, ENGLISH)) == [
        "americans-e1", "cannons-e1", "frigate-e1", "oglethorpe", "supplies-e1"]  # fmt: skip
    assert sorted(state.stack(PORT_ROYAL, ENGLISH)) == ["cannons-e2", "soldiers-e1"]
    assert state.board.counters["cannons-e2"].gun == 7


def test_3_1_starters_cost_nothing() -> None:
    """They do not cost any war fund points (3.1)."""
    state = opened()
    england(state)
    spain(state)
    assert state.funds == {ENGLISH: 100, SPANISH: 50}


def test_3_1_every_spanish_seaport_of_two_or_more_gets_a_garrison() -> None:
    """One Soldiers in each, seventeen in all, Pacific ones too (3.1)."""
    state = opened()
    spain(state)
    for port in state.board.seaports.values():
        soldiers = [c for c in state.counters(port.hex, SPANISH) if c.is_soldiers]
        assert len(soldiers) == (port.nation == SPANISH and port.value >= 2), port.name


def test_3_1_the_player_chooses_which_soldiers_stand_where() -> None:
    """Player's choice; who is not named fills the rest (3.1)."""
    state = opened()
    spain(state, garrisons=[{"counter": "soldiers-s16", "at": "cartagena"}, {"counter": "soldiers-s17", "at": "2208"}])
    assert "soldiers-s16" in state.land(CARTAGENA, SPANISH)
    assert "soldiers-s17" in state.land("2208", SPANISH)


@pytest.mark.parametrize(("name", "place"), [("soldiers-s18", "havana"), ("soldiers-s1", "omoa")])
def test_3_1_a_garrison_is_a_starter_in_a_seaport_that_wants_one(name: str, place: str) -> None:
    """No purchased Soldiers, and no seaport of value 1 (3.1)."""
    part = {"counter": name, "at": place}
    state = opened()
    notes = spain(state, garrisons=[part])
    assert any(part["counter"] in text for text in told(notes, "lapsed"))
    assert state.land("1620", SPANISH) == []
    assert "soldiers-s18" in state.pool[SPANISH]


def test_3_1_a_seaport_takes_one_garrison() -> None:
    """A second starter sent to Havana goes where one is missing (3.1)."""
    state = opened()
    spain(state, garrisons=[{"counter": "soldiers-s16", "at": "havana"}, {"counter": "soldiers-s17", "at": "havana"}])
    assert state.land("2114", SPANISH) == ["soldiers-s16"]
    assert state.hex_of("soldiers-s17")


def test_3_1_starters_without_a_seaport_are_out_of_the_game() -> None:
    """Where an edition has fewer such seaports: starters are never bought (3.1, 3.3)."""
    state = position()
    place = next(place for place in state.board.setup if place.place == EACH_SEAPORT)
    ports = {name: port for name, port in state.board.seaports.items() if name != "havana"}
    state.board = replace(state.board, seaports=ports)
    garrison(Table(), state, place, [])
    assert state.gone == ["soldiers-s17"]


def test_3_1_spain_starts_with_lezo_at_cartagena_and_two_ships_at_san_juan() -> None:
    """Lezo, the chain, two cannons 7, two heavy guns; Galicia and San Carlos (3.1)."""
    state = opened()
    spain(state)
    wanted = {"lezo", "boom-chain-s1", "cannons-s1", "cannons-s2", "heavy-guns-s1", "heavy-guns-s2"}
    assert wanted < set(state.stack(CARTAGENA, SPANISH))
    assert sorted(state.naval(SAN_JUAN, SPANISH)) == ["galicia", "san-carlos"]


def test_3_1_set_up_purchases_stand_where_their_owner_wants_at_once() -> None:
    """In any of his seaports, on the map and not later (3.1)."""
    state = opened()
    england(state, buy=[{"counter": "boyne", "at": "port-royal"}, {"counter": "supplies-e2", "at": "nassau"}])
    assert state.hex_of("boyne") == PORT_ROYAL
    assert state.hex_of("supplies-e2") == "2612"
    assert state.funds[ENGLISH] == 90


def test_3_1_stacks_are_put_in_the_order_wanted() -> None:
    """A deception on top hides what is below (3.1, 4.3)."""
    state = opened()
    hidden = {"counter": "deception-e1", "at": "2719", "aboard": "boyne"}
    england(state, buy=[{"counter": "boyne", "at": "2719"}, hidden],
            stacks=[{"hex": "2719", "top": ["deception-e1", "boyne"]}])  # fmt: skip
    assert state.stack(PORT_ROYAL, ENGLISH)[:2] == ["deception-e1", "boyne"]


def test_3_1_a_stack_is_put_in_order_after_the_purchases_have_come_to_it() -> None:
    """What is bought lies on top unless its owner orders otherwise (3.1, 4.3)."""
    state = opened()
    england(state, buy=[{"counter": name, "at": "2719"} for name in ("boyne", "cornwall")],
            stacks=[{"hex": "2719", "top": ["boyne", "cornwall"]}])  # fmt: skip
    assert state.naval(PORT_ROYAL, ENGLISH) == ["boyne", "cornwall"]


@pytest.mark.parametrize("name", ["galicia", "soldiers-s1", "nothing"])
def test_3_3_a_list_of_purchases_names_ones_own_counters_alone(name: str) -> None:
    """Each player buys from the force pool of their own side (3.3)."""
    question = purchases_question(Table(), opened(), ENGLISH)
    assert question.faults({"buy": [{"counter": name, "at": "2719"}]}) == [f"'{name}' is no counter of yours"]


# ------------------------------------------------------------------------------------------- 11.9


def test_11_9_a_die_below_her_box_sends_the_san_isidoro_on_her_way() -> None:
    """Box 4 and a die of 3: she will come on turn 4 (11.9)."""
    state = opened()
    notes = spain(state, ("11.9", 3), isidro="4")
    assert state.isidro == 4
    assert facts(notes, "isidro") == [{"turn": 4}]


@pytest.mark.parametrize("die", [4, 5, 6])
def test_11_9_any_other_die_removes_her_for_good(die: int) -> None:
    """Equal or greater: out of the game, and in no force pool (11.9)."""
    state = opened()
    notes = spain(state, ("11.9", die), isidro="4")
    assert told(notes, "isidro_lost")
    assert state.isidro == 0
    assert state.gone == ["san-isidro"]
    assert "san-isidro" not in state.pool[SPANISH]


@pytest.mark.parametrize("box", ["0", "11", "", "soon"])
def test_11_9_her_box_is_one_of_ten(box: str) -> None:
    """The Spanish player must place her on a box of the track (11.9)."""
    with pytest.raises(AssertionError, match="box of the turn track"):
        spain(opened(), isidro=box)


@pytest.mark.parametrize("box", ["1", "10"])
def test_11_9_any_box_of_the_track_will_do(box: str) -> None:
    """In any game turn box of the player's choice (11.9)."""
    assert set_up_question(Table(), opened(), SPANISH).faults({"isidro": box}) == []


def test_11_9_without_a_word_she_waits_in_the_last_box() -> None:
    """There the most dice send her on her way: any below ten."""
    state = opened()
    play(set_up, state, SPANISH, answers=[("3.1", DEFAULT), ("11.9", 6)])
    assert state.isidro == 10


# ------------------------------------------------------------------------------------------- 3.3


def test_3_3_a_counter_costs_what_its_back_says() -> None:
    """The worked example: a boom chain is one point (3.3)."""
    state = position(funds={ENGLISH: 0, SPANISH: 5}, pool={SPANISH: ["boom-chain-s2"]})
    bought(state, SPANISH, {"counter": "boom-chain-s2", "at": "havana"})
    assert state.funds[SPANISH] == 4
    assert state.hex_of("boom-chain-s2") == "2114"
    assert state.pool[SPANISH] == []


def test_3_3_points_run_out_and_what_they_do_not_buy_stays() -> None:
    """Never more than he has; the purchases before stand, the owner is told why not (3.3)."""
    state = position(funds={ENGLISH: 9, SPANISH: 0}, pool={ENGLISH: ["boyne", "frigate-e2"]})
    parts = [{"counter": "boyne", "at": "2719"}, {"counter": "frigate-e2", "at": "2719"}]
    notes = bought(state, ENGLISH, *parts)
    assert state.funds[ENGLISH] == 1
    assert state.pool[ENGLISH] == ["frigate-e2"]
    assert told(notes, "lapsed") == ["Frigate (e2) is not bought: it costs 2, and 1 points are left."]


def test_3_3_both_sides_learn_what_is_bought_and_not_where_it_stands() -> None:
    """Both are entitled to know what the other purchases (3.3); stacks stay hidden (4.4)."""
    state = position(funds={ENGLISH: 30, SPANISH: 0}, pool={ENGLISH: ["boyne"]})
    notes = [note for note in bought(state, ENGLISH, {"counter": "boyne", "at": "2719"}) if note.to == ALL]
    assert [note.text for note in notes] == ["English purchases: Boyne (8); 22 points are left."]


@pytest.mark.parametrize("name", ["soldiers-e1", "galicia", "frigate-e2"])
def test_3_3_only_what_lies_in_ones_own_force_pool_is_for_sale(name: str) -> None:
    """No starter, no enemy counter, nothing that is gone (3.3)."""
    state = position(funds={ENGLISH: 50, SPANISH: 50}, pool={ENGLISH: ["boyne"], SPANISH: ["oriente"]})
    notes = bought(state, ENGLISH, {"counter": name, "at": "2719"})
    assert "not for sale" in told(notes, "lapsed")[0]


def test_3_3_what_came_back_to_the_pool_is_bought_again_at_the_same_price() -> None:
    """Repurchased counters cost and arrive the same (3.3, 9.3)."""
    state = position(funds={ENGLISH: 4, SPANISH: 0}, pool={ENGLISH: ["frigate-e2"]})
    part = {"counter": "frigate-e2", "at": "2719"}
    bought(state, ENGLISH, part)
    state.lift("frigate-e2")
    state.to_pool("frigate-e2")
    bought(state, ENGLISH, part)
    assert state.funds[ENGLISH] == 0
    assert state.hex_of("frigate-e2") == PORT_ROYAL


def test_3_3_points_may_be_saved() -> None:
    """Nobody has to spend (3.3)."""
    state = position(funds={ENGLISH: 12, SPANISH: 0})
    play(purchase_step, state, ENGLISH, answers=[("6.1", {})])
    assert state.funds[ENGLISH] == 42


# ------------------------------------------------------------------------------------------- 3.5


@pytest.mark.parametrize("place", ["havana", "leogane", "2819", "nowhere"])
def test_3_5_placement_is_in_friendly_seaports(place: str) -> None:
    """No enemy's, no foreign, no open hex (3.5)."""
    state = position(funds={ENGLISH: 50, SPANISH: 0}, pool={ENGLISH: ["boyne"]})
    notes = bought(state, ENGLISH, {"counter": "boyne", "at": place})
    assert "no seaport of yours" in told(notes, "lapsed")[0]
    assert state.pool[ENGLISH] == ["boyne"]


def test_3_5_nothing_is_placed_on_the_great_south_sea() -> None:
    """Panama is Spanish, and takes no purchases (3.5 exception)."""
    state = position(funds={ENGLISH: 0, SPANISH: 50}, pool={SPANISH: ["soldiers-s18"]})
    notes = bought(state, SPANISH, {"counter": "soldiers-s18", "at": "panama"})
    assert "Great South Sea" in told(notes, "lapsed")[0]


def test_3_5_a_full_seaport_takes_no_more() -> None:
    """Four ships lie at Port Royal, value 4 (3.5, 4.0)."""
    ships = ["cornwall", "frederick", "norwich", "severn"]
    state = position({PORT_ROYAL: ships}, funds={ENGLISH: 50, SPANISH: 0}, pool={ENGLISH: ["boyne", "frigate-e2"]})
    notes = bought(state, ENGLISH, {"counter": "boyne", "at": "2719"}, {"counter": "frigate-e2", "at": "2719"})
    assert told(notes, "lapsed") == ["Boyne is not bought: Port Royal is full (4.0)."]
    assert state.hex_of("frigate-e2") == PORT_ROYAL


def test_3_5_a_reading_captured_seaports_take_purchases() -> None:
    """Havana in English hands is friendly to England, and not to Spain."""
    state = position({"2114": ["soldiers-e1"]}, funds={ENGLISH: 50, SPANISH: 50}, control={"havana": ENGLISH},
                     pool={ENGLISH: ["boyne"], SPANISH: ["oriente"]})  # fmt: skip
    bought(state, ENGLISH, {"counter": "boyne", "at": "havana"})
    assert state.hex_of("boyne") == "2114"
    assert told(bought(state, SPANISH, {"counter": "oriente", "at": "havana"}), "lapsed")


def test_3_5_land_counters_may_be_placed_aboard_a_ship_of_the_seaport() -> None:
    """They operate at once; capacity counts as ever (3.5, 7.3)."""
    state = position(funds={ENGLISH: 50, SPANISH: 0}, pool={ENGLISH: ["boyne", "marines-e1", "marines-e2"]})
    notes = bought(state, ENGLISH, {"counter": "boyne", "at": "2719"},
                   {"counter": "marines-e1", "at": "2719", "aboard": "boyne"},
                   {"counter": "marines-e2", "at": "2719", "aboard": "boyne"})  # fmt: skip
    assert state.aboard == {"marines-e1": "boyne"}
    assert "one land counter only" in told(notes, "lapsed")[0]


@pytest.mark.parametrize(("name", "ship"), [("boyne", "cornwall"), ("marines-e1", "galicia"), ("marines-e1", "severn")])
def test_3_5_nobody_is_placed_aboard_a_ship_that_is_not_there(name: str, ship: str) -> None:
    """Only land counters, only aboard one's own ships in that very seaport (3.5)."""
    state = position({PORT_ROYAL: ["cornwall"], "2307": ["severn"]}, {"2719": ["galicia"]},
                     funds={ENGLISH: 50, SPANISH: 0}, pool={ENGLISH: ["boyne", "marines-e1"]})  # fmt: skip
    notes = bought(state, ENGLISH, {"counter": name, "at": "2719", "aboard": ship})
    assert "no ship of yours there" in told(notes, "lapsed")[0]


# ------------------------------------------------------------------------------------------- the house rule


def test_3_1_reading_leogane_is_french_unless_the_charter_says_otherwise() -> None:
    """History has it French; so it pays, falls and weighs as a French seaport."""
    state = opened()
    spain(state)
    assert state.holder(state.board.seaports["leogane"]) == "french"
    assert state.stack("3018", SPANISH) == []
    assert state.board.seaports["trujillo"].value == 2


def test_3_1_reading_house_rule_leogane_spanish() -> None:
    """Leogane has a garrison then, and Trujillo counts 1, so that seventeen starters suffice."""
    state = opened({"leogane": "spanish"})
    spain(state)
    assert state.is_friendly_port("3018", SPANISH)
    assert len(state.land("3018", SPANISH)) == 1
    assert state.board.seaports["trujillo"].value == 1
    assert state.land("1820", SPANISH) == []
    garrisoned = [p for p in state.board.seaports.values() if p.nation == SPANISH and p.value >= 2]
    assert len(garrisoned) == 17
    assert load_board().seaports["leogane"].nation == "french"


def test_3_1_reading_house_rule_leogane_reaches_every_table() -> None:
    """Captured by England it is a Spanish seaport for victory, and no French one for the war in Europe."""
    state = opened({"leogane": "spanish"})
    state.control["leogane"] = ENGLISH
    state.put("soldiers-e1", "3018")
    assert [port.id for port in captured_spanish(state)] == ["leogane"]


@pytest.mark.parametrize(("choice", "holder"), [("french", "french"), ("spanish", "spanish")])
def test_3_1_reading_house_rule_leogane_lasts_for_the_whole_game(choice: str, holder: str) -> None:
    """From the charter through every phase file, and in what each side sees."""
    house = {"leogane": choice}
    match = JenkinsMatch.restore(JenkinsMatch.begin(SIDES, house, None).to_plain(), house, None)
    assert match.view(ENGLISH)["control"]["leogane"] == holder
    assert match.view(None)["control"]["leogane"] == holder


def test_3_5_purchases_are_offered_friendly_seaports_but_none_on_the_great_south_sea() -> None:
    """Panama and Acapulco are Spanish and take none; Port Royal is English and takes none of theirs."""
    at = purchases_question(Table(), opened(), SPANISH).legal()["at"]
    assert "cartagena" in at
    assert not {"panama", "acapulco", "port-royal", "leogane"} & set(at)


def test_4_3_a_stack_is_put_in_order_in_the_purchases_step_too() -> None:
    """A ship bought on turn 1 goes below the one that lay there."""
    state = opened()
    england(state, buy=[{"counter": "boyne", "at": "2719"}])
    state.turn = 1
    orders = {"buy": [{"counter": "cornwall", "at": "2719"}], "stacks": [{"hex": "2719", "top": ["boyne", "cornwall"]}]}
    play(purchase_step, state, ENGLISH, answers=[("6.1", orders)])
    assert state.naval(PORT_ROYAL, ENGLISH) == ["boyne", "cornwall"]
