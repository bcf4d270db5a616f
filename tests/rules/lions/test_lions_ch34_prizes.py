"""Chapter 34, optional: prizes."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import Answer, Note, Table, facts, play, port, position, told

from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch16_incidents import drop_unescorted
from pbem.adjudicator.lions.rules.ch18_battle import Outcome, battle
from pbem.adjudicator.lions.rules.ch26_victory import great_ships
from pbem.adjudicator.lions.rules.ch34_prizes import bring_in, prize_question, recapture
from pbem.adjudicator.lions.state.forces import Force, fleet_force, guns
from pbem.adjudicator.lions.state.state import State

SEA, E, D = "A11", "england-fleet-1", "netherlands-fleet-1"
LION, PREY, MATE = "england-1st-1", "netherlands-3rd-1", "netherlands-1st-1"
LONDON = port("london")
ON = {"boarding": "on", "prize_ships": "on"}
FIRST: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage")]
SECOND: list[Answer] = [("17.2", 1), ("17.2", 6), ("17.2", "engage")]
BOARD: Answer = ("17.4", {"boarding": "use"})
TAKEN: list[Answer] = [("31", (5, 5, 1)), ("31", (1, 1))]


def meeting(**fields: Any) -> State:
    return position(ships={LION: f"{SEA}/{E}", PREY: f"{SEA}/{D}"}, house=ON, **fields)


def holding(square: str = SEA, **fields: Any) -> State:
    """England with a Dutch third-rate as a prize."""
    ships = {LION: f"{square}/{E}", PREY: f"{square}+1/{E}", **fields.pop("ships", {})}
    return position(ships=ships, house=ON, prizes={PREY: "england"}, **fields)


def fight(state: State, *answers: Answer) -> tuple[Outcome, list[Note]]:
    return play(battle, state, fleet_force(state, E), fleet_force(state, D), answers=list(answers))


def test_34_a_captured_ship_joins_the_captors_force_without_guns() -> None:
    state = meeting(cargo={PREY: 1})
    board_her: Answer = ("17.4", {"shots": [{"ship": LION, "at": PREY, "board": "yes"}]})
    _, notes = fight(state, *FIRST, board_her, ("31", (5, 5, 1)), ("31", (1, 1, 1)))
    assert told(notes, "prize_taken") == ["Dutch third-rate 1 is a prize of England."]
    assert state.fleet(E) == [LION, PREY]
    assert guns(state, PREY) == 0
    assert state.carried(PREY) == 0
    assert state.ships_of("netherlands") == []
    assert state.ships_of("england") == [LION]


def test_34_she_counts_as_sunk_for_the_battle_and_brings_no_prize_money() -> None:
    state = meeting()
    outcome, notes = fight(state, *FIRST, BOARD, *TAKEN)
    assert outcome.winner == "england"
    assert facts(notes, "battle_over")[0]["scores"] == {"england": 8, "netherlands": 0}
    assert state.owed == {}


def test_34_she_is_no_great_ship_of_her_captor_and_no_ship_of_her_own_nation() -> None:
    state = position(ships={LION: f"{SEA}/{E}", MATE: f"{SEA}/{E}"}, prizes={MATE: "england"})
    assert (great_ships(state, "england"), great_ships(state, "netherlands")) == (1, 0)
    assert MATE not in state.unbuilt("netherlands")


def test_34_when_all_other_ships_are_sunk_she_is_taken_back() -> None:
    state = holding(ships={MATE: f"{SEA}/{D}"})
    state.ships[LION].damage = 4
    fight(state, *SECOND, ("17.4", {"targets": [LION]}), ("17.4", (6, 1, 1, 1, 1, 1)))
    assert state.prizes == {}
    assert state.fleet(D) == [MATE, PREY]
    assert state.ships[PREY].damage == 1
    assert guns(state, PREY) == 3


@pytest.mark.parametrize(("answer", "pounds"), [("pounds", 4), ("3rd", 0), ("transport", 0)])
def test_34_at_home_she_becomes_pounds_or_a_ship_no_greater(answer: str, pounds: int) -> None:
    state = holding(LONDON)
    order: dict[str, Any] = {"force": "1"}
    play(operations_phase, state, "england", answers=[("13.1", order), ("34", answer)])
    assert state.money["england"] == 10 - 1 + pounds
    assert PREY not in state.ships
    assert PREY in state.unbuilt("netherlands")
    assert len(state.ships_of("england")) == (1 if pounds else 2)


def test_34_no_greater_ship_is_to_be_had() -> None:
    with pytest.raises(AssertionError, match="'1st' is no choice here"):
        play(operations_phase, holding(LONDON), "england", answers=[("13.1", {"force": "1"}), ("34", "1st")])


def test_34_her_captor_may_scuttle_her() -> None:
    state = holding()
    play(operations_phase, state, "england", answers=[("13.1", {"force": "1", "scuttle": [PREY]})])
    assert PREY not in state.ships
    assert state.prizes == {}


def test_34_left_without_a_guard_she_is_lost() -> None:
    state = holding(ships={"england-2nd-1": "F8"})
    state.ships[LION].at = "F9"
    state.ships[PREY].fleet = ""
    play(operations_phase, state, "england", answers=[("13.1", {"force": "england-2nd-1"})])
    assert PREY not in state.ships


def test_34_without_a_ship_of_its_own_a_force_keeps_no_prize() -> None:
    state = holding()
    force = fleet_force(state, E)
    force.ships.remove(LION)
    drop_unescorted(state, force)
    assert force.ships == []


def test_34_pirates_take_none_back() -> None:
    state = holding(ships={"pirates-5th-1": SEA})
    state.ships[LION].damage = 4
    force = fleet_force(state, E)
    rovers = fleet_force(state, E)
    rovers.owner, rovers.commander, rovers.ships, rovers.fleet = "pirates", "netherlands", ["pirates-5th-1"], ""
    fire: Answer = ("17.4", {"targets": [LION]})
    play(battle, state, rovers, force, answers=[*FIRST, fire, ("17.4", (6, 1))])
    assert PREY not in state.ships
    assert state.prizes == {}


def test_34_prizes_of_a_beaten_force_change_hands_and_all_hear_of_it() -> None:
    """Whatever else sails with the victor; the loser has them no longer."""
    state = holding(ships={MATE: f"{SEA}/{D}", "treasure-java": f"{SEA}/{D}"})
    loser, victor = Force("england", SEA, [PREY]), Force("netherlands", SEA, [MATE, "treasure-java"], D)
    _, notes = play(recapture, state, loser, victor, [PREY])
    assert (loser.ships, sorted(victor.ships)) == ([], sorted([MATE, PREY, "treasure-java"]))
    assert facts(notes, "prize_taken") == [{"ship": PREY, "power": "netherlands"}]
    assert state.prizes == {}


def test_34_without_a_ship_of_the_victors_own_all_prizes_are_lost() -> None:
    second = "netherlands-4th-1"
    state = holding(ships={second: f"{SEA}/{E}"})
    state.prizes[second] = "england"
    play(recapture, state, Force("england", SEA, [PREY, second]), Force("netherlands", SEA, []), [PREY, second])
    assert PREY not in state.ships
    assert second not in state.ships


def test_34_only_what_is_home_is_brought_in_and_nobody_hears_what_there_was_to_choose() -> None:
    """A prize at sea stays one; so does another captor's prize in the port."""
    state = holding(LONDON, ships={"netherlands-4th-1": SEA, "spain-4th-1": LONDON})
    state.prizes |= {"netherlands-4th-1": "england", "spain-4th-1": "netherlands"}
    _, notes = play(bring_in, state, "england", LONDON, answers=[("34", "pounds")])
    assert state.prizes == {"netherlands-4th-1": "england", "spain-4th-1": "netherlands"}
    assert facts(notes, "prize_home") == [{"ship": PREY, "power": "england"}]
    assert prize_question(Table(), holding(), "england", PREY, 3, ["4th"]).discreet
