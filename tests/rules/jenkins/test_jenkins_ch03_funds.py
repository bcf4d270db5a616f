"""3.2 and 3.4: war fund points, and what captured seaports add to them. 6.1: the step in which they come."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import facts, play, position, told

from pbem.adjudicator.engine.table import Note, Table
from pbem.adjudicator.jenkins.rules.ch03_funds import capture_seaport, grant_funds
from pbem.adjudicator.jenkins.rules.ch03_setup import open_game, purchase_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

HAVANA = "2114"


def granted(state: State, side: str) -> list[Note]:
    table = Table()
    grant_funds(table, state, side)
    return table.story


def captured(state: State, port: str, side: str) -> list[Note]:
    table = Table()
    capture_seaport(table, state, state.board.seaports[port], side)
    return table.story


def test_3_2_england_starts_with_a_hundred_and_spain_with_fifty() -> None:
    """As printed (3.2)."""
    state = position()
    open_game(state)
    assert state.funds == {ENGLISH: 100, SPANISH: 50}


@pytest.mark.parametrize(("side", "points"), [(ENGLISH, 30), (SPANISH, 25)])
def test_3_2_each_turn_brings_thirty_or_twenty_five(side: str, points: int) -> None:
    """At the beginning of each side's own purchases, to that side alone (3.2)."""
    state = position()
    play(purchase_step, state, side, answers=[("6.1", {})])
    assert state.funds == {ENGLISH: 0, SPANISH: 0} | {side: points}


def test_3_2_nobody_ever_has_more_than_a_hundred() -> None:
    """The excess is lost (3.2)."""
    state = position(funds={ENGLISH: 90, SPANISH: 0})
    notes = granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 100
    assert told(notes, "funds") == ["English war funds rise by 10 to 100."]


def test_6_1_points_come_before_purchases_and_serve_in_the_same_step() -> None:
    """With nothing saved up, the turn's thirty buy a ship of eight (6.1 note)."""
    state = position(pool={ENGLISH: ["boyne"], SPANISH: []})
    orders = {"buy": [{"counter": "boyne", "at": "2719"}]}
    play(purchase_step, state, ENGLISH, answers=[("6.1", orders)])
    assert state.funds[ENGLISH] == 22
    assert state.hex_of("boyne") == "2719"


def test_6_1_a_captured_seaport_pays_before_purchases_too() -> None:
    """The turn's points, then those of occupied seaports, then the buying (6.1)."""
    state = position({HAVANA: ["supplies-e1"]}, control={"havana": ENGLISH}, pool={ENGLISH: ["boyne"], SPANISH: []})
    notes = play(purchase_step, state, ENGLISH, answers=[("6.1", {"buy": [{"counter": "boyne", "at": "2719"}]})])[1]
    assert [note.event for note in notes] == ["funds", "funds", "bought"]
    assert state.funds[ENGLISH] == 30 + 5 - 8


def test_3_4_the_capture_of_havana_is_worth_five_points_at_once() -> None:
    """The worked example (3.4)."""
    state = position({HAVANA: ["soldiers-e1"]})
    captured(state, "havana", ENGLISH)
    assert state.funds[ENGLISH] == 5
    assert state.captured == ["havana"]


def test_3_4_a_foreign_seaport_pays_as_well() -> None:
    """Enemy or foreign (3.4): Dutch Curacao, value 3, to Spain."""
    state = position()
    captured(state, "curacao", SPANISH)
    assert state.funds[SPANISH] == 3


def test_3_4_points_of_a_capture_beyond_a_hundred_are_lost() -> None:
    """The maximum holds here too (3.4 note)."""
    state = position(funds={ENGLISH: 98, SPANISH: 0})
    notes = captured(state, "havana", ENGLISH)
    assert state.funds[ENGLISH] == 100
    assert "for 2 war fund points" in told(notes, "captured")[0]


def test_3_4_an_occupied_seaport_pays_each_turn() -> None:
    """Value 5 on top of the turn's thirty (3.4)."""
    state = position({HAVANA: ["soldiers-e1"]}, control={"havana": ENGLISH})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 35


@pytest.mark.parametrize("occupier", ["supplies-e1", "deception-e1", "oglethorpe", "cannons-e6"])
def test_3_4_any_land_counter_occupies(occupier: str) -> None:
    """Even supplies, or something as inconsequential (3.4)."""
    state = position({HAVANA: [occupier]}, control={"havana": ENGLISH})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 35


def test_3_4_ships_alone_do_not_occupy() -> None:
    """A naval counter is no occupier by itself (3.4)."""
    state = position({HAVANA: ["boyne"]}, control={"havana": ENGLISH})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 30


def test_3_4_reading_troops_aboard_do_not_occupy() -> None:
    """They are in the hex, not in the seaport, as for combat (9.2)."""
    state = position({HAVANA: ["soldiers-e1 > boyne", "boyne"]}, control={"havana": ENGLISH})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 30


def test_3_4_a_seaport_left_and_occupied_again_pays_again_each_turn() -> None:
    """No points while it stands empty; reoccupied, its value a turn once more (3.4)."""
    state = position({HAVANA: ["boyne"]}, control={"havana": ENGLISH})
    granted(state, ENGLISH)
    state.put("soldiers-e1", HAVANA)
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 30 + 35


def test_3_4_a_seaport_lost_pays_no_more() -> None:
    """Reconquered by the enemy (3.4)."""
    state = position({HAVANA: ["soldiers-e1"]}, control={"havana": SPANISH})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 30


def test_3_4_ones_own_seaports_pay_nothing() -> None:
    """Only enemy and foreign seaports do (3.4)."""
    state = position({"2719": ["soldiers-e1"]})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 30


def test_3_4_reading_ones_own_seaport_recovered_pays_nothing() -> None:
    """Havana is no enemy seaport to Spain, whoever held it."""
    state = position({}, {HAVANA: ["soldiers-s1"]}, control={"havana": ENGLISH})
    notes = captured(state, "havana", SPANISH)
    assert state.funds[SPANISH] == 0
    assert told(notes, "captured") == ["The Spanish player recovers Havana (2114) from the English."]
    assert facts(notes, "captured")[0]["points"] == 0


def test_3_4_trade_routes_do_not_matter_to_funds() -> None:
    """They count in victory alone (3.4 note): Cartagena with both neighbours Spanish pays its full six."""
    state = position({"2825": ["soldiers-e1"]}, control={"cartagena": ENGLISH})
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 36


def test_3_4_several_seaports_pay_together() -> None:
    """Each the side occupies (3.4, 6.1)."""
    control = {"havana": ENGLISH, "curacao": ENGLISH}
    state = position({HAVANA: ["soldiers-e1"], "3423": ["supplies-e1"]}, control=control)
    granted(state, ENGLISH)
    assert state.funds[ENGLISH] == 30 + 5 + 3
