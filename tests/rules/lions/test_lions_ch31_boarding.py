"""Chapter 31, optional: boarding."""

from __future__ import annotations

from typing import Any

from rules.lions.lions_playing import Answer, Note, hold, play, position, told

from pbem.adjudicator.lions.rules.ch17_naval import begin
from pbem.adjudicator.lions.rules.ch18_battle import Outcome, battle
from pbem.adjudicator.lions.rules.ch31_boarding import board, boards, crew, may_board
from pbem.adjudicator.lions.rules.forms import FireOrders
from pbem.adjudicator.lions.state.forces import fleet_force
from pbem.adjudicator.lions.state.state import State

SEA, E, D = "A11", "england-fleet-1", "netherlands-fleet-1"
LION, PREY = "england-1st-1", "netherlands-3rd-1"
ENGAGE: Answer = ("17.2", "engage")
FIRST: list[Answer] = [("17.2", 6), ("17.2", 1), ENGAGE]
SECOND: list[Answer] = [("17.2", 1), ("17.2", 6), ENGAGE]
BOARD: Answer = ("17.4", {"boarding": "use"})
HOLD: Answer = ("17.4", {"hold": [LION, PREY]})
TIE: list[Answer] = [("17.2", 3), ("17.2", 3)]
LAME: list[Answer] = [("17.2", 4), ("17.2", 3)]  # a tie where all English ships are damaged


def meeting(house: str = "on", **fields: Any) -> State:
    """A first-rate with three in her crew against a third-rate with two."""
    ships = {LION: f"{SEA}/{E}", PREY: f"{SEA}/{D}", **fields.pop("ships", {})}
    return position(ships=ships, house={"boarding": house}, **fields)


def fight(state: State, *answers: Answer) -> tuple[Outcome, list[Note]]:
    return play(battle, state, fleet_force(state, E), fleet_force(state, D), answers=list(answers))


def test_31_more_hits_take_the_target_which_counts_as_sunk() -> None:
    state = meeting()
    outcome, notes = fight(state, *FIRST, BOARD, ("31", (5, 6, 1)), ("31", (6, 4)))
    assert PREY not in state.ships
    assert outcome.winner == "england"
    assert told(notes, "ship_lost") == ["Dutch third-rate 1 is taken and burnt."]
    assert state.money["england"] == position().money["england"] + 4


def test_31_fewer_hits_cost_the_boarder_damage() -> None:
    state = meeting()
    fight(state, *FIRST, BOARD, ("31", (1, 1, 1)), ("31", (6, 1)), HOLD, *LAME)
    assert state.ships[LION].damage == 1
    assert PREY in state.ships


def test_31_as_many_hits_change_nothing() -> None:
    state = meeting()
    fight(state, *FIRST, BOARD, ("31", (5, 1, 1)), ("31", (5, 1)), HOLD, *TIE)
    assert [state.ships[name].damage for name in (LION, PREY)] == [0, 0]


def test_31_hits_kill_regiments_first() -> None:
    state = meeting(cargo={LION: 2, PREY: 2})
    dice: list[Answer] = [("31", (5, 5, 1, 1, 1)), ("31", (5, 6, 1, 1))]
    fight(state, *FIRST, BOARD, *dice, HOLD, *TIE)
    assert state.cargo == {}


def test_31_only_the_side_with_the_wind_gauge_boards() -> None:
    state = meeting()
    fight(state, *SECOND, HOLD, BOARD, ("17.4", (1, 1, 1, 1, 1, 1)), *TIE)
    assert state.ships[PREY].damage == 0


def test_31_without_the_option_everybody_fires() -> None:
    fight(meeting("off"), *FIRST, BOARD, ("17.4", (1, 1, 1, 1, 1, 1)), HOLD, *TIE)


def test_31_in_general_only_the_stronger_crew_boards() -> None:
    state = meeting()
    state.ships[LION].damage = 2
    fight(state, *FIRST, BOARD, ("17.4", (1, 1, 1, 1)), HOLD, *LAME)


def test_31_a_ship_told_to_boards_whatever_her_crew() -> None:
    state = meeting()
    state.ships[LION].damage = 2
    told_to: Answer = ("17.4", {"shots": [{"ship": LION, "at": PREY, "board": "yes"}]})
    fight(state, *FIRST, told_to, ("31", (1,)), ("31", (1, 1)), HOLD, *LAME)


def test_31_a_ship_is_boarded_once_in_a_segment() -> None:
    state = meeting(ships={"england-2nd-1": f"{SEA}/{E}"}, leaders={"blake": LION})
    hold(state, "england", "line-ahead-1")
    both = {"shots": [{"ship": name, "at": PREY, "board": "yes"} for name in (LION, "england-2nd-1")]}
    line: Answer = ("17.4", ["line-ahead-1"])
    dice: list[Answer] = [("31", (1,) * 6), ("31", (1, 1)), ("17.4", (1,) * 5)]
    fight(state, *FIRST, line, ("17.4", both), *dice, ("17.4", {"hold": [PREY]}), ("17.2", 1), ("17.2", 4))


def test_31_crews_are_classes_less_damage_with_troops_and_a_leader() -> None:
    state = meeting(cargo={LION: 2}, leaders={"blake": LION})
    assert crew(state, LION) == 3 + 2 + 3
    state.ships[LION].damage = 4
    assert crew(state, LION) == 0 + 2 + 3
    assert crew(state, PREY) == 2


def test_31_marines_make_it_a_four_and_gunners_do_not_apply() -> None:
    state = meeting(leaders={"blake": LION})
    hold(state, "england", "marines-1", "gunners-1")
    play_them: Answer = ("17.4", ["gunners-1", "marines-1"])
    fight(state, *FIRST, play_them, BOARD, ("31", (4, 1, 1, 1, 1, 1)), ("31", (4, 4)))
    assert PREY not in state.ships


def test_31_fireships_do_not_board() -> None:
    fire = "england-fireship-1"
    state = position(ships={fire: f"{SEA}/{E}", PREY: f"{SEA}/{D}"}, house={"boarding": "on"})
    told_to: Answer = ("17.4", {"shots": [{"ship": fire, "at": PREY, "board": "yes"}]})
    fight(state, *FIRST, told_to, ("17.5", (1, 1, 1)))
    assert fire not in state.ships


def test_31_a_ship_without_a_crew_boards_nobody() -> None:
    """A first-rate has three in her crew; three damage leave none."""
    state = meeting(ships={LION: f"{SEA}+3/{E}"})
    both = begin(state, fleet_force(state, E), fleet_force(state, D))
    both.first = both.attacker
    assert not may_board(state, both, both.attacker, LION)
    state.ships[LION].damage = 2
    assert may_board(state, both, both.attacker, LION)


def test_31_the_word_to_board_is_for_the_ship_that_it_names() -> None:
    """Another's word does not count, nor a shot of her own that says nothing of boarding; equal crews do not board."""
    state = meeting()
    both = begin(state, fleet_force(state, E), fleet_force(state, D))
    both.first = both.attacker
    theirs: FireOrders = {"shots": [{"ship": "england-4th-1", "at": PREY, "board": "yes"}, {"ship": LION, "at": PREY}]}
    assert not boards(state, both, both.attacker, LION, PREY, theirs)
    assert boards(state, both, both.attacker, LION, PREY, {"boarding": "use"})
    state.ships[LION].damage = 1
    assert crew(state, LION) == crew(state, PREY)
    assert not boards(state, both, both.attacker, LION, PREY, {"boarding": "use"})


def test_31_each_side_loses_a_regiment_for_each_hit_of_the_other() -> None:
    """One hit against two: the prey loses one point, the boarder two."""
    state = meeting(cargo={LION: 2, PREY: 2})
    both = begin(state, fleet_force(state, E), fleet_force(state, D))
    both.first = both.attacker
    ours, theirs = (6,) + (1,) * (crew(state, LION) - 1), (6, 6) + (1,) * (crew(state, PREY) - 2)
    play(board, state, both, both.attacker, LION, PREY, answers=[("31", ours), ("31", theirs)])
    assert (state.carried(PREY), state.carried(LION)) == (1, 0)


def test_9_13_a_lucky_shot_in_boarding_takes_the_command_only_of_whom_it_kills() -> None:
    """Tromp's value is three or less: a six kills; without the marker the command stays where it is."""
    for marker, admiral in (([], "tromp"), (["lucky-shot-1"], "")):
        state = meeting(leaders={"tromp": PREY})
        hold(state, "england", *marker)
        both = begin(state, fleet_force(state, E), fleet_force(state, D))
        both.first, both.defender.admiral = both.attacker, "tromp"
        shot: list[Answer] = [("9.13", "yes"), ("9.13", 6)] if marker else []
        play(board, state, both, both.attacker, LION, PREY,
             answers=[("31", (6,) * crew(state, LION)), ("31", (1,) * crew(state, PREY)), *shot])  # fmt: skip
        assert both.defender.admiral == admiral
