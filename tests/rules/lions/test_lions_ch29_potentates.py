"""Chapter 29, optional: potentates, their garrisons, trade and favour."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import REGIMENT, Answer, Note, facts, hold, play, port, position, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.board.terms import Occasion
from pbem.adjudicator.lions.rules.ch06_control import control
from pbem.adjudicator.lions.rules.ch08_revenue import favour_revenue, revenue
from pbem.adjudicator.lions.rules.ch11_outfitting import outfitting
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch25_pirates import raise_pirates
from pbem.adjudicator.lions.rules.ch29_potentates import envoys, lapse_favours
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import State

LISBON, BENIN = port("lisbon"), port("benin")
SHIP = "england-1st-1"
ON = {"potentates": "on"}
TACTICS: list[Answer] = [("20.2", 6), ("20.2", 1)]


def at_lisbon(**fields: Any) -> State:
    """An English ship that sailed in when the garrison stood already."""
    garrisons = {LISBON: load_board().ports["lisbon"].garrison}
    return position(ships={SHIP: LISBON}, house=ON, garrisons=garrisons, **fields)


def act(state: State, order: dict[str, Any], *answers: Answer) -> list[Note]:
    return play(operations_phase, state, "england", answers=[("13.1", {"force": SHIP, **order}), *answers])[1]


def test_29_a_garrison_lets_nobody_control_its_port() -> None:
    state = at_lisbon()
    assert state.garrisons[LISBON] == 5
    assert control(state, LISBON) == ""
    assert control(position(ships={SHIP: LISBON}), LISBON) == "england"


def test_29_without_the_option_there_are_no_garrisons() -> None:
    state = position(ships={SHIP: LISBON})
    play(outfitting, state, answers=[("11.1", {}), ("11.1", {})])
    assert state.garrisons == {}


def test_29_every_outfitting_phase_restores_what_nobody_controls() -> None:
    state = position(ships={SHIP: LISBON}, house=ON, garrisons={BENIN: 1})
    play(outfitting, state, answers=[("11.1", {}), ("11.1", {})])
    assert state.garrisons[BENIN] == 2
    assert LISBON not in state.garrisons


def test_29_troops_that_do_not_storm_stay_aboard_and_their_owner_alone_hears_why() -> None:
    state = at_lisbon(cargo={SHIP: 2})
    notes = act(state, {"land": {"regiments": "2"}})
    assert [(note.rule, note.to, note.text, note.facts["part"]) for note in notes if note.event == "lapsed"] == [
        ("29", "england", f"Left out: the garrison of {LISBON} lets nobody ashore but to attack it.", [])]  # fmt: skip
    assert state.cargo[SHIP]["england"] == 2


def test_29_the_garrison_falls_like_forts_and_the_port_is_taken() -> None:
    state = at_lisbon(cargo={SHIP: 2})
    state.garrisons[LISBON] = 2
    bombard: list[Answer] = [("20.2", [SHIP]), ("20.2", (6, 6, 1, 1, 1, 1))]
    act(state, {"land": {"regiments": "2"}, "shore": "potentate"}, *TACTICS, *bombard)
    assert LISBON not in state.garrisons
    assert control(state, LISBON) == "england"
    assert state.ashore(LISBON, "england", REGIMENT) == 2


def test_29_what_is_left_of_a_garrison_stands_on_and_commands_nobodys_letters() -> None:
    state = at_lisbon(cargo={SHIP: 1})
    tactics: list[Answer] = [("20.2", 1), ("20.2", 6)]
    shots: list[Answer] = [("20.2", [SHIP]), ("20.2", (6, 1, 1, 1, 1)), ("20.2", (6, 6, 1, 1, 1))]
    ashore: list[Answer] = [("20.2", (1, 1, 1)), ("20.2", 1), ("20.2", []), ("20.2", (5, 1, 1))]
    act(state, {"land": {"regiments": "1"}, "shore": "any"}, *tactics, *shots, *ashore, ("20.2", []))
    assert state.garrisons[LISBON] == 3
    assert state.land.get(LISBON) is None


def test_29_troops_land_beside_a_garrison_only_to_attack_it() -> None:
    state = at_lisbon(cargo={SHIP: 2})
    act(state, {"land": {"regiments": "2"}})
    assert state.ashore(LISBON, "england", REGIMENT) == 0


def test_29_a_port_with_a_garrison_is_not_plundered() -> None:
    (text,) = told(act(at_lisbon(), {"plunder": "yes"}), "lapsed")
    assert "garrison" in text


def test_29_trade_brings_pounds_now_and_a_favour_for_later() -> None:
    state = at_lisbon(leaders={"blake": SHIP})
    notes = act(state, {"trade": "yes", "plunder": "yes"}, ("29", 3))
    assert state.money["england"] == 10 - 3 + 3
    assert told(notes, "favour") == ["Lisbon favours England."]
    assert told(notes, "lapsed") == []
    assert favour_revenue(state, "england") == 3


def test_29_trade_fails_above_the_leaders_value() -> None:
    state = at_lisbon(leaders={"blake": SHIP})
    act(state, {"trade": "yes"}, ("29", 6))
    assert state.favours == {}


def test_29_trade_needs_a_leader_and_a_port_that_nobody_controls() -> None:
    assert told(act(at_lisbon(), {"trade": "yes"}), "lapsed")
    taken = position(ships={SHIP: LISBON}, house=ON, leaders={"blake": SHIP})
    assert told(act(taken, {"trade": "yes"}), "lapsed")


def test_29_a_favour_pays_each_year_without_a_unit_there() -> None:
    state = position(house=ON, favours={LISBON: "england"})
    _, notes = play(revenue, state)
    assert any("favours" in text for text in told(notes, "money"))


def test_29_a_favour_pays_nothing_beside_control() -> None:
    assert favour_revenue(position(ships={SHIP: LISBON}, favours={LISBON: "england"}), "england") == 0


def test_29_who_attacks_a_potentate_loses_every_favour() -> None:
    state = at_lisbon(favours={BENIN: "england", "F9": "netherlands"}, cargo={SHIP: 1})
    act(state, {"land": {"regiments": "1"}, "shore": "potentate"}, ("20.2", 1), ("20.2", 1))
    assert state.favours == {"F9": "netherlands"}


def test_29_who_plunders_a_potentate_loses_every_favour() -> None:
    state = position(ships={SHIP: LISBON}, house=ON, favours={BENIN: "england"})
    act(state, {"plunder": "yes"}, ("21.2", 2))
    assert state.favours == {}


def test_29_a_favour_ends_when_another_controls_the_port() -> None:
    state = position(ships={"netherlands-1st-1": LISBON}, house=ON, favours={LISBON: "england"})
    lapse_favours(Table(), state)
    assert state.favours == {}


def test_29_diplomacy_wins_the_favour_and_the_garrison_stands_aside() -> None:
    state = at_lisbon(leaders={"blake": SHIP})
    hold(state, "england", "diplomacy-1")
    order: Answer = ("13.1", {"diplomacy": {"leader": "blake"}})
    play(operations_phase, state, "england", answers=[order, ("9.13", 1)])
    assert state.favours == {LISBON: "england"}
    assert control(state, LISBON) == "england"


def test_29_who_cannot_trade_attacks_and_plunders_all_the_same() -> None:
    """Trade takes a leader (29); without one the rest of the order is carried out."""
    state = at_lisbon()
    state.garrisons = {}
    notes = act(state, {"trade": "yes", "plunder": "yes"}, ("21.2", 2))
    assert told(notes, "lapsed") == ["No trade: it takes a leader in a potentate's port that nobody controls."]


def test_29_envoys_are_aboard_the_force_or_ashore_beside_it() -> None:
    """Not one ashore elsewhere, and not one aboard another ship; each of them once, the best first."""
    leaders = {"blake": SHIP, "monck": LISBON, "sandwich": BENIN, "deane": "england-4th-1"}
    known = {name: where for name, where in leaders.items() if name in load_board().leaders}
    state = position(ships={SHIP: LISBON, "england-4th-1": LISBON}, house=ON, leaders=known)
    assert envoys(state, Force("england", LISBON, [SHIP])) == sorted(
        ["blake", "monck"], key=lambda name: -state.leader(name).value)  # fmt: skip


def test_29_all_hear_that_a_favour_has_ended() -> None:
    state, table = position(ships={"netherlands-1st-1": LISBON}, house=ON), Table()
    state.favours = {LISBON: "england", BENIN: "england"}
    lapse_favours(table, state)
    assert state.favours == {BENIN: "england"}
    assert facts(table.story, "favour_ended") == [{"square": LISBON, "power": "england"}]


def test_25_2_all_hear_which_pirates_come_and_who_commands_them() -> None:
    state = position()
    _, notes = play(raise_pirates, state, port("tortuga"), Occasion.MARQUE, "netherlands",
                    answers=[("25.2", 1), ("25.2", 0)])  # fmt: skip
    ship = state.ships_of("pirates")[0]
    assert told(notes, "pirates") == [
        f"Pirates at {port('tortuga')}: {state.label(ship)}, commanded by the Netherlands."]  # fmt: skip


@pytest.mark.parametrize(("hits", "won"), [((6, 6, 1, 1, 1, 1), True), ((6, 1, 1, 1, 1, 1), False)])
def test_13_2_a_storm_is_won_when_the_garrison_is_gone(hits: tuple[int, ...], won: bool) -> None:
    """What waits for the victory is done, or left out; two points fall, or one."""
    state = at_lisbon()
    state.garrisons[LISBON] = 2
    order = {"shore": "potentate", "plunder": "yes", "after_battle": {"won": "yes"}}
    bombard: list[Answer] = [*TACTICS, ("20.2", [SHIP]), ("20.2", hits)]
    rest: list[Answer] = [("21.2", 2)] if won else [("20.2", 1), ("20.3", "halt")]
    notes = act(state, order, *bombard, *rest)
    assert told(notes, "lapsed") == ([] if won else [f"No plunder at {LISBON}: its battle is not won."])


def test_29_a_favour_ends_with_the_operation_that_takes_the_port() -> None:
    state = position(ships={SHIP: LISBON}, house=ON)
    state.favours = {LISBON: "netherlands"}
    act(state, {})
    assert state.favours == {}


def test_25_3_a_pirate_leader_comes_aboard_the_first_ship_if_the_table_says_so() -> None:
    state = position()
    row = next(roll for roll in range(1, 7) if state.board.pirates[roll][Occasion.PORT].leader)
    come = state.board.pirates[row][Occasion.PORT]
    fort: list[Answer] = [("25.3", 2)] if come.fort else []
    ships = tuple(range(come.ships))
    play(raise_pirates, state, port("tortuga"), Occasion.PORT, "netherlands",
         answers=[("25.2", row), ("25.2", ships), ("25.3", 0), *fort])  # fmt: skip
    (leader,) = state.leaders_of("pirates")
    assert state.leaders[leader].aboard == state.ships_of("pirates")[0]
