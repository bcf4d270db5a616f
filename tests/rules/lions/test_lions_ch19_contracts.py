"""19.3 and 10.2, 10.3: contracts to carry another player's troops."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from rules.lions.lions_playing import REGIMENT, Answer, Note, facts, hold, play, port, position, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch04_sequence import end_of_turn
from pbem.adjudicator.lions.rules.ch10_agreements import agreements_question
from pbem.adjudicator.lions.rules.ch10_bargains import negotiations
from pbem.adjudicator.lions.rules.ch10_transport import deliver, guests
from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch19_transport import debark, embark, embarks_in_port
from pbem.adjudicator.lions.state.forces import Force, fleet_force, lone_force
from pbem.adjudicator.lions.state.state import State

SHIP = "england-1st-1"
MADRAS, CEYLON, JAVA = port("madras"), port("ceylon"), port("java")
BARGAIN = {"parties": ["england", "netherlands"], "promise": "transport", "carrier": "england",
           "troops": "netherlands", "from": "madras", "to": "ceylon", "regiments": "2", "until": "2"}  # fmt: skip
DICE: Answer = ("16.3", (1, 2))
FETCH = {"embark": {"regiments": "2", "of": "netherlands"}}


def under_contract(land: str = "3r", **fields: Any) -> State:
    """Dutch troops at Madras, and an English ship that has agreed to carry two points of them to Ceylon."""
    state = position(ships={SHIP: MADRAS}, land={f"{MADRAS} netherlands": land}, **fields)
    play(negotiations, state, answers=[("10.1", [BARGAIN]), ("10.1", [BARGAIN])])
    return state


def act(state: State, order: dict[str, Any], *answers: Answer) -> list[Note]:
    return play(operations_phase, state, "england", answers=[("13.1", {"force": SHIP, **order}), *answers])[1]


def test_19_3_a_contract_carries_another_players_troops_to_the_agreed_port() -> None:
    state = under_contract()
    notes = act(state, FETCH | {"path": ["ceylon"]}, DICE)
    assert state.ashore(CEYLON, "netherlands", REGIMENT) == 2
    assert state.ashore(MADRAS, "netherlands", REGIMENT) == 1
    assert told(notes, "kept") == ["England has kept a contract."]
    assert state.agreements == []


def test_19_3_nobody_carries_anothers_troops_without_a_contract() -> None:
    state = position(ships={SHIP: MADRAS}, land={f"{MADRAS} netherlands": "3r"})
    act(state, FETCH)
    assert state.cargo == {}


def test_19_3_no_more_go_aboard_than_the_contract_says() -> None:
    state = under_contract()
    state.ships["england-transport-1"] = replace(state.ships.pop(SHIP))
    order: Answer = ("13.1", {"force": "england-transport-1", "embark": {"regiments": "3", "of": "netherlands"}})
    play(operations_phase, state, "england", answers=[order])
    assert state.carried("england-transport-1") == 2


def test_19_3_at_sea_the_troops_cannot_be_set_down_anywhere_else() -> None:
    state = under_contract()
    act(state, FETCH)
    act(state, {"path": ["P24"], "land": {"regiments": "2"}, "drop": [{"at": "P24", "regiments": "2"}]}, DICE)
    assert state.cargo == {SHIP: {"netherlands": 2}}


def test_19_3_between_the_parties_a_port_is_friendly_and_the_fleet_sails_at_once() -> None:
    state = under_contract()
    act(state, FETCH | {"path": ["ceylon"]}, DICE)
    assert state.ships[SHIP].at == CEYLON


def test_10_3_troops_still_at_sea_when_time_runs_out_are_a_broken_agreement() -> None:
    state = under_contract()
    hold(state, "england", "spy-1", "bankers-1")
    act(state, FETCH)
    play(end_of_turn, state)
    _, notes = play(end_of_turn, state, answers=[("10.3", 0)])
    assert told(notes, "breach") == ["England breaks an agreement."]
    assert state.hand["netherlands"] == ["bankers-1"]


def test_10_3_so_are_troops_that_nobody_has_fetched() -> None:
    state = under_contract()
    play(end_of_turn, state)
    assert state.agreements
    _, notes = play(end_of_turn, state)
    assert told(notes, "breach")


def test_10_3_troops_that_were_not_there_break_nothing() -> None:
    state = under_contract(land="1f")
    play(end_of_turn, state)
    _, notes = play(end_of_turn, state)
    assert not told(notes, "breach")


def test_19_3_when_the_contract_is_over_they_go_ashore_on_the_first_coast() -> None:
    state = under_contract()
    act(state, FETCH)
    state.agreements.clear()
    act(state, {"path": ["java"]}, ("16.3", (5, 6)))
    assert state.ashore(state.ships[SHIP].at, "netherlands", REGIMENT) == 2


def test_19_3_another_players_leader_sails_too_and_commands_nothing() -> None:
    state = under_contract(leaders={"tromp": MADRAS})
    act(state, {"embark": {"regiments": "1", "of": "netherlands", "leaders": ["tromp"]}})
    assert state.leaders["tromp"].aboard == SHIP
    act(state, {"path": ["ceylon"], "admiral": "tromp"}, DICE)
    assert state.leaders["tromp"].at == CEYLON
    assert not state.leaders["tromp"].aboard


@pytest.mark.parametrize(
    "wrong", [{"carrier": "spain"}, {"troops": "england"}, {"to": "nowhere"}, {"regiments": "0"}, {"from": "F8"}]
)
def test_10_2_a_contract_that_makes_no_sense_is_refused(wrong: dict[str, str]) -> None:
    assert agreements_question(Table(), position(), "england").faults([BARGAIN | wrong])


def test_19_3_troops_go_aboard_where_the_contract_says_and_nowhere_else() -> None:
    state = under_contract()
    state.put_ashore(JAVA, "netherlands", REGIMENT, 3)
    state.ships[SHIP].at = JAVA
    act(state, FETCH)
    assert state.cargo == {}


def test_19_3_a_single_point_is_a_contract() -> None:
    assert not agreements_question(Table(), position(), "england").faults([BARGAIN | {"regiments": "1"}])


def test_19_3_both_parties_hear_of_a_delivery_and_nobody_else() -> None:
    state = under_contract()
    notes = act(state, FETCH | {"path": ["ceylon"]}, DICE)
    landed = [note for note in notes if note.event == "delivered"]
    assert [note.to for note in landed] == ["england", "netherlands"]
    assert landed[0].facts == {"square": CEYLON, "power": "netherlands", "regiments": 2}


def laden(square: str, **fields: Any) -> tuple[State, Force]:
    """Two English ships in a square, one with two Dutch points and Tromp aboard, and no contract."""
    state = position(4, ships={SHIP: square, "england-1st-2": square}, leaders={"tromp": SHIP}, **fields)
    state.load(SHIP, "netherlands", 2)
    return state, Force("england", square, [SHIP, "england-1st-2"])


def test_19_7_without_a_contract_they_go_ashore_on_the_first_coast() -> None:
    """All of them, and their leader; those of each nation for themselves."""
    state, force = laden(CEYLON)
    state.load("england-1st-2", "spain", 1)
    table = Table()
    assert list(guests(state, force)) == ["netherlands", "spain"]
    deliver(table, state, force)
    assert state.ashore(CEYLON, "netherlands", REGIMENT) == 2
    assert state.ashore(CEYLON, "spain", REGIMENT) == 1
    assert (state.leaders["tromp"].at, state.leaders["tromp"].aboard) == (CEYLON, "")
    assert [fact["regiments"] for fact in facts(table.story, "delivered")] == [2, 2, 1, 1]


def test_5_6_nobody_is_set_down_in_a_foreign_home_port_or_before_a_garrison() -> None:
    """Dutch troops stay aboard at London; others who may land there go ashore all the same."""
    state, force = laden(port("london"))
    deliver(Table(), state, force)
    assert state.cargo == {SHIP: {"netherlands": 2}}
    state, force = laden(CEYLON, garrisons={CEYLON: 2})
    deliver(Table(), state, force)
    assert state.cargo == {SHIP: {"netherlands": 2}}
    state, force = laden(port("cadiz"))
    state.load("england-1st-2", "spain", 1)
    deliver(Table(), state, force)
    assert state.cargo == {SHIP: {"netherlands": 2}}
    assert state.ashore(force.square, "spain", REGIMENT) == 1


def test_19_3_a_leader_ashore_or_on_other_ships_is_nobodys_guest() -> None:
    state = position(ships={SHIP: CEYLON, "netherlands-1st-1": CEYLON}, leaders={"tromp": "netherlands-1st-1"})
    assert not list(guests(state, Force("england", CEYLON, [SHIP])))


# ------------------------------------------------------------------------------------------- aboard and ashore


def test_19_2_the_owner_hears_who_went_aboard_and_who_ashore() -> None:
    """Two points of three find room (19.3), and a leader; then one point and the leader land."""
    state = position(ships={SHIP: MADRAS}, land={f"{MADRAS} england": "3r"}, leaders={"blake": MADRAS})
    force, table = lone_force(state, SHIP), Table()
    assert embark(table, state, force, {"regiments": "3", "leaders": ["blake"]})
    assert told(table.story, "embarked") == [f"Aboard at {MADRAS}: 2 regiment points and 1 leader."]
    debark(table, state, force, 1, ["blake"])
    assert told(table.story, "debarked") == [f"Ashore at {MADRAS}: 1 regiment point and 1 leader."]
    debark(table, state, force, 1, [])
    assert told(table.story, "debarked")[1] == f"Ashore at {MADRAS}: 1 regiment point."
    assert not embark(table, state, force, {"regiments": "0"})
    assert embark(table, state, force, {"leaders": ["blake"]})
    assert told(table.story, "embarked")[1:] == [f"Aboard at {MADRAS}: 1 leader."]
    debark(table, state, force, 0, ["blake"])
    assert told(table.story, "debarked")[2] == f"Ashore at {MADRAS}: 1 leader."


def test_16_7_nobody_goes_aboard_another_force_at_sea() -> None:
    """Embarking is for coastal squares, and a leader on another ship is embarked already."""
    state = position(ships={SHIP: "F8", "england-4th-1": "F8"}, leaders={"blake": "england-4th-1"})
    assert not embark(Table(), state, lone_force(state, SHIP), {"leaders": ["blake"]})
    assert state.leaders["blake"].aboard == "england-4th-1"


def test_19_3_room_is_what_is_left_and_treasure_has_none() -> None:
    state = position(ships={SHIP: f"{JAVA}/england-fleet-1", "treasure-java": f"{JAVA}/england-fleet-1"},
                     land={f"{JAVA} england": "3r"}, cargo={SHIP: 1})  # fmt: skip
    force = fleet_force(state, "england-fleet-1")
    force.ships = [SHIP, "treasure-java"]
    embark(Table(), state, force, {"regiments": "3"})
    assert state.cargo == {SHIP: {"england": 2}}


@pytest.mark.parametrize("leader", ["tromp", "monck", "deane"])
def test_19_3_leaders_of_the_nation_that_are_there_go_aboard(leader: str) -> None:
    """Not a Dutch leader beside them, not one elsewhere, not one who is not in play."""
    state = position(ships={SHIP: MADRAS}, leaders={"tromp": MADRAS, "monck": JAVA})
    assert not embark(Table(), state, lone_force(state, SHIP), {"leaders": [leader]})
    assert all(not berth.aboard for berth in state.leaders.values())


def test_19_3_leaders_go_aboard_a_ship_that_takes_leaders() -> None:
    """A fireship takes none."""
    fleet = "england-fleet-1"
    state = position(ships={"england-fireship-1": f"{MADRAS}/{fleet}", "england-4th-1": f"{MADRAS}/{fleet}"},
                     leaders={"blake": MADRAS})  # fmt: skip
    force = fleet_force(state, fleet)
    force.ships = ["england-fireship-1", "england-4th-1"]
    embark(Table(), state, force, {"leaders": ["blake"]})
    takes = state.board.ships["england-fireship-1"].kind.leaders
    assert state.leaders["blake"].aboard == ("england-fireship-1" if takes else "england-4th-1")


def test_19_3_a_port_is_friendly_only_if_all_others_there_are_parties_of_a_contract() -> None:
    """The Dutch are; a Spanish fort beside them makes the embarkation take the whole segment (19.5)."""
    contract = {**BARGAIN, "promise": "transport"}
    state = position(3, ships={SHIP: MADRAS}, land={f"{MADRAS} netherlands": "3r"}, agreements=[contract])
    assert embarks_in_port(state, lone_force(state, SHIP))
    state.put_ashore(MADRAS, "spain", REGIMENT, 1)
    assert not embarks_in_port(state, lone_force(state, SHIP))


def test_19_7_so_many_regiments_land_from_all_ships_together() -> None:
    fleet = "england-fleet-1"
    state = position(ships={SHIP: f"{MADRAS}/{fleet}", "england-4th-1": f"{MADRAS}/{fleet}"},
                     cargo={SHIP: 2, "england-4th-1": 2})  # fmt: skip
    assert debark(Table(), state, fleet_force(state, fleet), 3, []) == 3
    assert state.ashore(MADRAS, "england", REGIMENT) == 3
    assert sum(state.carried(name) for name in (SHIP, "england-4th-1")) == 1
