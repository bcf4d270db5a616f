"""Chapters 17 and 18: naval combat and its results. 22.3 to 22.5 and 23.7, 23.8: leaders and treasure in it."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import DEFAULT, Answer, Note, facts, hold, play, port, position, told

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch17_fire import fire_question
from pbem.adjudicator.lions.rules.ch17_naval import begin, gauge_question, is_hopeless, nearest, way_out, wind_gauge
from pbem.adjudicator.lions.rules.ch18_battle import Outcome, battle, capture_treasure
from pbem.adjudicator.lions.rules.ch18_results import hit, lose_regiment, sink
from pbem.adjudicator.lions.state.forces import Force, fleet_force, guns, lone_force
from pbem.adjudicator.lions.state.state import State, Vessel

SEA = "A11"
E, D = "england-fleet-1", "netherlands-fleet-1"
ENGAGE: Answer = ("17.2", "engage")
FIRE: Answer = ("17.4", {})
TIE: list[Answer] = [("17.2", 1), ("17.2", 1)]
FIRST: list[Answer] = [("17.2", 6), ("17.2", 1), ENGAGE]  # the attacker has the wind gauge
SECOND: list[Answer] = [("17.2", 1), ("17.2", 6), ENGAGE]


def dice(number: int, hits: int = 0) -> tuple[int, ...]:
    return (6,) * hits + (1,) * (number - hits)


def tie(english: int = 0, dutch: int = 0) -> list[Answer]:
    """A wind gauge that ends the battle, where one side or the other adds something to its die."""
    return [("17.2", 5 - english), ("17.2", 5 - dutch)]


def meeting(english: dict[str, str], dutch: dict[str, str], **fields: Any) -> State:
    """Two fleets in a square; values are damage, as '+2', or nothing."""
    ships = {f"england-{name}": f"{SEA}{extra}/{E}" for name, extra in english.items()}
    ships |= {f"netherlands-{name}": f"{SEA}{extra}/{D}" for name, extra in dutch.items()}
    return position(ships=ships, **fields)


def fight(state: State, *answers: Answer, attacker: Force | None = None) -> tuple[Outcome, list[Note]]:
    return play(battle, state, attacker or fleet_force(state, E), fleet_force(state, D), answers=list(answers))


def pair(**fields: Any) -> State:
    """A first-rate against a third-rate."""
    return meeting({"1st-1": ""}, {"3rd-1": ""}, **fields)


def test_17_2_a_tie_of_the_wind_gauge_and_the_fleets_miss_each_other() -> None:
    outcome, notes = fight(pair(), ("17.2", 3), ("17.2", 3))
    assert outcome == Outcome("", "")
    assert told(notes, "missed") == ["The fleets miss each other."]


def test_17_2_the_wind_gauge_fires_first_and_all_of_it_tells_before_the_answer() -> None:
    state = pair()
    outcome, _ = fight(state, *FIRST, FIRE, ("17.4", dice(6, 4)))
    assert outcome.winner == "england"
    assert state.ships_of("netherlands") == []


def test_17_2_the_other_side_answers_with_what_is_left() -> None:
    state = pair()
    fight(state, *FIRST, FIRE, ("17.4", dice(6, 2)), FIRE, ("17.4", dice(2, 1)), *TIE)
    assert state.ships["netherlands-3rd-1"].damage == 2
    assert state.ships["england-1st-1"].damage == 1


def test_17_2_the_defender_may_have_the_wind_gauge() -> None:
    state = pair()
    fight(state, *SECOND, FIRE, ("17.4", dice(4, 1)), FIRE, ("17.4", dice(5)), *tie(dutch=1))
    assert state.ships["england-1st-1"].damage == 1


def test_17_2_the_wind_gauge_may_break_off_instead() -> None:
    state = pair()
    way = state.board.neighbours(SEA)[0]
    outcome, notes = fight(state, ("17.2", 6), ("17.2", 1), ("17.2", way))
    assert outcome == Outcome("", "england")
    assert state.ships["england-1st-1"].at == way
    assert state.fleet(E) == ["england-1st-1"]
    assert told(notes, "broke_off") == [f"England breaks off to {way}."]


def test_17_2_each_round_has_a_wind_gauge_of_its_own() -> None:
    state = pair()
    shots: list[Answer] = [FIRE, ("17.4", dice(6)), FIRE, ("17.4", dice(4))]
    back: list[Answer] = [FIRE, ("17.4", dice(4)), FIRE, ("17.4", dice(6))]
    fight(state, *FIRST, *shots, *SECOND, *back, *TIE)
    assert not state.ships["england-1st-1"].damage


def test_17_2_the_admirals_value_is_added_to_the_gauge() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    _, notes = fight(state, ("17.2", 2), ("17.2", 5))
    assert told(notes, "missed")
    assert told(notes, "admiral") == ["Blake commands for England."]


def test_22_5_of_several_leaders_one_is_named() -> None:
    state = pair(leaders={"blake": "england-1st-1", "sandwich": "england-1st-1"})
    _, notes = fight(state, ("17.2", "sandwich"), ("17.2", 4), ("17.2", 5))
    assert facts(notes, "admiral")[0]["leader"] == "sandwich"


def test_15_2_combat_shows_both_forces_to_all() -> None:
    _, notes = fight(pair(leaders={"blake": "england-1st-1"}), ("17.2", 1), ("17.2", 4))
    assert told(notes, "revealed") == ["England: English first-rate 1, Blake.", "The Netherlands: Dutch third-rate 1."]
    assert {note.to for note in notes} == {"all"}


def test_17_3_nobody_must_fire() -> None:
    state = pair()
    silent: Answer = ("17.4", {"hold": ["england-1st-1"]})
    fight(state, *FIRST, silent, FIRE, ("17.4", dice(4)), *TIE)
    assert not state.ships["netherlands-3rd-1"].damage


def test_17_4_only_sixes_hit() -> None:
    state = pair()
    fight(state, *FIRST, FIRE, ("17.4", (5, 5, 5, 5, 5, 6)), FIRE, ("17.4", dice(3)), *tie(english=1))
    assert state.ships["netherlands-3rd-1"].damage == 1


def test_17_7_one_ship_at_most_fires_at_one_enemy() -> None:
    state = meeting({"1st-1": "", "2nd-1": ""}, {"3rd-1": ""})
    fight(state, *FIRST, FIRE, ("17.4", dice(6)), FIRE, ("17.4", dice(4)), *TIE)
    assert not state.ships["netherlands-3rd-1"].damage


def test_17_7_line_ahead_combines_fire_on_one() -> None:
    state = meeting({"1st-1": "", "2nd-1": ""}, {"3rd-1": "", "4th-1": ""}, leaders={"sandwich": "england-2nd-1"})
    hold(state, "england", "line-ahead-1")
    orders: Answer = ("17.4", {"targets": ["netherlands-3rd-1"]})
    fight(state, *FIRST, ("17.4", ["line-ahead-1"]), orders, ("17.4", dice(6, 1)), ("17.4", dice(6, 1)),
          FIRE, ("17.4", dice(3)), ("17.4", dice(2)), *tie(english=2))  # fmt: skip
    assert state.ships["netherlands-3rd-1"].damage == 2


def test_17_8_shots_are_named_ship_by_ship() -> None:
    state = meeting({"1st-1": "", "2nd-1": ""}, {"3rd-1": "", "4th-1": ""})
    shots = [{"ship": "england-2nd-1", "at": "netherlands-3rd-1"}, {"ship": "england-1st-1", "at": "netherlands-4th-1"}]
    fight(state, *FIRST, ("17.4", {"shots": shots}), ("17.4", dice(5, 1)), ("17.4", dice(6, 2)),
          FIRE, ("17.4", dice(3)), ("17.4", dice(1)), *tie(english=1))  # fmt: skip
    assert state.ships["netherlands-3rd-1"].damage == 1
    assert state.ships["netherlands-4th-1"].damage == 2


def test_17_9_no_admiral_no_battle_markers() -> None:
    state = pair()
    hold(state, "england", "gunners-1", "raking-attack-1")
    fight(state, *TIE)
    assert state.hand["england"] == ["gunners-1", "raking-attack-1"]


def test_17_9_as_many_battle_markers_as_the_admirals_value() -> None:
    state = pair(leaders={"sandwich": "england-1st-1"})
    hold(state, "england", "gunners-1", "raking-attack-1", "line-ahead-1")
    fight(state, ("17.2", "yes"), ("17.2", 5), ("17.2", 1), ENGAGE, FIRE, ("17.4", dice(7)), FIRE, ("17.4", dice(4)),
          ("17.2", 1), ("17.2", 2))  # fmt: skip
    assert state.hand["england"] == ["gunners-1", "line-ahead-1"]


def test_9_13_raking_attack_adds_one_to_one_wind_gauge() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "raking-attack-1")
    _, notes = fight(state, ("17.2", "yes"), ("17.2", 1), ("17.2", 5))
    assert told(notes, "missed")
    assert "raking-attack-1" in state.pool


def test_9_13_one_battle_marker_of_a_type_in_a_battle() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "gunners-1", "gunners-2")
    with pytest.raises(AssertionError, match="'gunners-2' cannot be picked"):
        fight(state, *FIRST, ("17.4", ["gunners-1", "gunners-2"]))


def test_9_13_gunners_hit_on_fives_for_the_whole_battle() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "gunners-1")
    fight(state, *FIRST, ("17.4", ["gunners-1"]), FIRE, ("17.4", (5, 1, 1, 1, 1, 1, 1, 1, 1)), FIRE, ("17.4", dice(3)),
          *FIRST, FIRE, ("17.4", (5, 1, 1, 1, 1, 1, 1, 1, 1)), FIRE, ("17.4", dice(2)),
          ("17.2", 1), ("17.2", 4 + 1))  # fmt: skip
    assert state.ships["netherlands-3rd-1"].damage == 2


@pytest.mark.parametrize(("roll", "asked"), [(4, False), (3, True)])
def test_9_13_command_dispute_bars_battle_markers_above_the_admirals_value(roll: int, asked: bool) -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "gunners-1")
    hold(state, "netherlands", "command-dispute-1")
    marker: list[Answer] = [("17.4", [])] if asked else []
    fight(state, ("9.13", "yes"), ("9.13", roll), *FIRST, *marker, FIRE, ("17.4", dice(9, 4)))
    assert "command-dispute-1" in state.pool


def test_17_10_each_damage_kills_a_regiment_aboard() -> None:
    state = pair(cargo={"netherlands-3rd-1": 2})
    fight(state, *FIRST, FIRE, ("17.4", dice(6, 1)), FIRE, ("17.4", dice(3)), *tie(english=1))
    assert state.carried("netherlands-3rd-1") == 1


def test_17_10_all_aboard_a_sunk_ship_are_lost() -> None:
    state = pair(cargo={"netherlands-3rd-1": 2})
    fight(state, *FIRST, FIRE, ("17.4", dice(6, 4)))
    assert state.cargo == {}


def test_17_11_a_leader_aboard_adds_his_value_to_the_gunnery() -> None:
    state = pair(leaders={"blake": "england-1st-1", "sandwich": "england-1st-1"})
    fight(state, ("17.2", "blake"), *FIRST, FIRE, ("17.4", dice(6 + 3, 4)))
    assert state.ships_of("netherlands") == []


def test_17_12_leaders_of_a_sunk_ship_transfer_within_the_force() -> None:
    state = meeting({"1st-1": ""}, {"3rd-1": "", "4th-1": ""}, leaders={"tromp": "netherlands-3rd-1"})
    fight(state, *FIRST, FIRE, ("17.4", dice(6, 4)), FIRE, ("17.4", dice(3 + 3)), ("17.2", 4), ("17.2", 1))
    assert state.leaders["tromp"].aboard == "netherlands-4th-1"


def test_17_12_their_owner_chooses_the_ship() -> None:
    dutch = {"3rd-1": "", "4th-1": "", "4th-2": ""}
    state = meeting({"1st-1": ""}, dutch, leaders={"tromp": "netherlands-3rd-1"})
    fight(state, *FIRST, FIRE, ("17.4", dice(6, 4)), ("17.12", "netherlands-4th-2"), FIRE, ("17.4", dice(6)),
          ("17.2", 4), ("17.2", 1))  # fmt: skip
    assert state.leaders["tromp"].aboard == "netherlands-4th-2"


def test_17_12_with_no_ship_to_take_him_a_leader_is_eliminated_into_his_pool() -> None:
    state = pair(leaders={"tromp": "netherlands-3rd-1"})
    fight(state, ("17.2", 6), ("17.2", 1), ENGAGE, FIRE, ("17.4", dice(6, 4)))
    assert state.leaders_of("netherlands") == []
    assert "tromp" in state.leader_pool("netherlands")


@pytest.mark.parametrize(("roll", "left"), [(4, []), (3, ["tromp"])])
def test_9_13_a_lucky_shot_above_his_value_eliminates_a_leader(roll: int, left: list[str]) -> None:
    state = pair(leaders={"tromp": "netherlands-3rd-1"})
    hold(state, "england", "lucky-shot-1")
    value = 3 if left else 0
    fight(state, *FIRST, FIRE, ("17.4", dice(6, 1)), ("9.13", "yes"), ("9.13", roll), FIRE,
          ("17.4", dice(4 - 1 + value)), *tie(english=1, dutch=value))  # fmt: skip
    assert state.leaders_of("netherlands") == left


def test_17_5_a_fireship_burns_and_its_sixes_damage() -> None:
    state = meeting({"1st-1": "", "fireship-1": ""}, {"3rd-1": "", "4th-1": ""})
    shots = [{"ship": "england-fireship-1", "at": "netherlands-3rd-1"}]
    fight(state, *FIRST, ("17.4", {"shots": shots, "hold": ["england-1st-1"]}), ("17.5", (6, 1, 1)),
          FIRE, ("17.4", dice(3)), *tie(english=1))  # fmt: skip
    assert "england-fireship-1" not in state.ships
    assert state.ships["netherlands-3rd-1"].damage == 1


def test_17_5_a_five_panics_its_target_out_of_battle_and_fleet() -> None:
    state = meeting({"1st-1": "", "fireship-1": ""}, {"3rd-1": "", "4th-1": ""})
    shots = [{"ship": "england-fireship-1", "at": "netherlands-3rd-1"}]
    way = state.board.neighbours(SEA)[1]
    fight(state, *FIRST, ("17.4", {"shots": shots, "hold": ["england-1st-1"]}), ("17.5", (5, 5, 1)),
          FIRE, ("17.4", dice(3)), *TIE, ("18.1", way))  # fmt: skip
    assert state.ships["netherlands-3rd-1"].at == way
    assert state.ships["netherlands-3rd-1"].fleet == ""
    assert state.fleet(D) == ["netherlands-4th-1"]


def test_17_5_fireships_hold_until_they_are_told() -> None:
    state = meeting({"fireship-1": "", "1st-1": ""}, {"3rd-1": "", "4th-1": ""})
    fight(state, *FIRST, FIRE, ("17.4", dice(6)), FIRE, ("17.4", dice(4)), ("17.4", dice(3)), *TIE)
    assert "england-fireship-1" in state.ships


def test_18_1_reading_break_off_ignores_shut_diagonals() -> None:
    state = pair()
    for name, square in {"netherlands-1st-1": "B11", "netherlands-2nd-1": "A12"}.items():
        state.ships[name] = Vessel(square)
    fight(state, ("17.2", 6), ("17.2", 1), ("17.2", "B12"))
    assert state.ships["england-1st-1"].at == "B12"


def test_18_1_damage_above_the_rating_sinks() -> None:
    state = meeting({"1st-1": ""}, {"3rd-1": "+3"})
    fight(state, ("17.2", 5), ("17.2", 1), ENGAGE, FIRE, ("17.4", dice(6, 1)))
    assert state.ships_of("netherlands") == []


def test_18_3_damage_takes_guns_away_down_to_none() -> None:
    state = meeting({"1st-1": ""}, {"6th-1": "+1", "4th-1": ""})
    fight(state, *FIRST, FIRE, ("17.4", dice(6)), FIRE, ("17.4", dice(3)), ("17.2", 1), ("17.2", 2))
    assert not state.ships["england-1st-1"].damage


def test_18_3_half_a_fleet_damaged_gives_the_other_side_one_on_the_gauge() -> None:
    state = meeting({"1st-1": ""}, {"3rd-1": "+1", "4th-1": ""})
    _, notes = fight(state, ("17.2", 2), ("17.2", 3))
    assert told(notes, "missed")


def test_18_3_not_where_both_fleets_are_so_damaged() -> None:
    state = meeting({"1st-1": "+1"}, {"3rd-1": "+1"})
    _, notes = fight(state, ("17.2", 3), ("17.2", 3))
    assert told(notes, "missed")


def test_18_4_points_are_twice_the_gunnery_sunk_and_the_damage_done() -> None:
    state = meeting({"1st-1": "+1"}, {"3rd-1": "+3", "4th-1": ""})
    shots = [{"ship": "england-1st-1", "at": "netherlands-3rd-1"}]
    _, notes = fight(state, *FIRST, ("17.4", {"shots": shots}), ("17.4", dice(5, 1)), FIRE, ("17.4", dice(3, 2)),
                     *tie(dutch=1))  # fmt: skip
    assert facts(notes, "battle_over")[0]["scores"] == {"england": 8, "netherlands": 2}


def test_18_4_damage_from_before_the_battle_does_not_count() -> None:
    state = meeting({"1st-1": ""}, {"1st-1": "+3"})
    outcome, _ = fight(state, ("17.2", 1), ("17.2", 2))
    assert outcome.winner == ""


def test_18_4_the_winner_keeps_his_markers_and_is_paid_the_gunnery_sunk() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "gunners-1")
    fight(state, *FIRST, ("17.4", ["gunners-1"]), FIRE, ("17.4", dice(9, 4)))
    assert state.hand["england"] == ["gunners-1"]
    assert state.owed == {}
    assert state.money["england"] == position().money["england"] + 4


def spared(*answers: Answer, targets: Any = None) -> State:
    """A first- and a third-rate against a sixth-rate with treasure."""
    state = meeting({"1st-1": "", "3rd-1": ""}, {"6th-1": ""})
    state.ships["treasure-java"] = Vessel(SEA, 0, D)
    fight(state, *FIRST, ("17.4", {"targets": targets} if targets else {}), *answers)
    return state


@pytest.mark.parametrize("targets", [None, ["weakest"], ["strongest", "weakest"]])
def test_23_8_treasure_is_spared_unless_the_order_names_it(targets: Any) -> None:
    """The escort survives the first broadside, and the second ship still holds its fire."""
    missed: list[Answer] = [("17.4", dice(6)), FIRE, ("17.4", dice(2)), ("17.4", dice(1)), *tie()]
    assert spared(*missed, targets=targets).ships["treasure-java"].damage == 0


def test_23_8_an_order_that_names_treasure_fires_at_it() -> None:
    shots: list[Answer] = [("17.4", dice(6, 1)), ("17.4", dice(4)), FIRE, ("17.4", dice(1)), ("17.4", dice(1))]
    rest: list[Answer] = [*shots, ("17.2", 4), ("17.2", 5)]
    assert spared(*rest, targets=["treasure"]).ships["treasure-java"].damage == 1


@pytest.mark.parametrize(
    ("dutch", "named", "broke"), [("1st-1", False, True), ("1st-1", True, False), ("6th-2", False, False)]
)
def test_17_2_hopeless_odds_break_off_by_default(dutch: str, named: bool, broke: bool) -> None:
    state = meeting({"6th-1": ""}, {dutch: ""})
    own, foe = fleet_force(state, E), fleet_force(state, D)
    own.named_target = named
    question = gauge_question(Table(), state, own, foe, 1)
    assert (question.default != "engage") == broke


def test_17_2_the_way_out_is_where_nobody_is_and_home_is_near() -> None:
    state = meeting({"6th-1": ""}, {"1st-1": ""})
    ways = [square for square in state.board.neighbours(SEA) if state.board.is_afloat(square)]
    free = ways[0]
    others = ways[1:]
    unbuilt = state.unbuilt("netherlands")
    for name, square in zip(unbuilt, others, strict=False):
        state.ships[name] = Vessel(square)
    own, foe = fleet_force(state, E), fleet_force(state, D)
    assert gauge_question(Table(), state, own, foe, 1).default == free
    state.ships[unbuilt[-1]] = Vessel(free)
    assert gauge_question(Table(), state, own, foe, 1).default == "engage"


def test_18_4_the_loser_loses_the_markers_he_played() -> None:
    state = meeting({"1st-1": ""}, {"3rd-1": ""}, leaders={"tromp": "netherlands-3rd-1"})
    hold(state, "netherlands", "gunners-1")
    fight(state, ("17.2", 1), ("17.2", 6), ENGAGE, ("17.4", ["gunners-1"]), FIRE, ("17.4", dice(7)),
          FIRE, ("17.4", dice(6, 4)))  # fmt: skip
    assert state.hand["netherlands"] == []
    assert "gunners-1" in state.pool


def test_18_4_own_fireships_burnt_count_for_nobody() -> None:
    state = meeting({"1st-1": "", "fireship-1": ""}, {"3rd-1": ""})
    shots = [{"ship": "england-fireship-1", "at": "netherlands-3rd-1"}]
    _, notes = fight(state, *FIRST, ("17.4", {"shots": shots}), ("17.5", (1, 1, 1)), FIRE, ("17.4", dice(4)), *TIE)
    assert facts(notes, "battle_over")[0]["scores"] == {"england": 0, "netherlands": 0}


def convoy(**fields: Any) -> State:
    state = meeting({"1st-1": ""}, {"6th-1": ""}, **fields)
    state.ships["treasure-java"] = Vessel(SEA, 0, D)
    return state


def test_17_8_targets_and_ships_that_hold_may_be_named_by_class() -> None:
    """`orders check` takes a class for either; a class of which no ship is here is passed over."""
    state = meeting({"1st-1": "", "2nd-1": ""}, {"3rd-1": "", "4th-1": ""})
    orders: Answer = ("17.4", {"targets": ["5th", "4th"], "hold": ["2nd", "6th"]})
    fight(state, *FIRST, orders, ("17.4", dice(6, 2)), FIRE, ("17.4", dice(4)), ("17.4", dice(1)), *tie(english=1))
    assert state.ships["netherlands-3rd-1"].damage == 0
    assert state.ships["netherlands-4th-1"].damage == 2


def test_23_7_treasure_fights_with_its_escort_and_can_be_sunk() -> None:
    state = convoy()
    orders: Answer = ("17.4", {"targets": ["treasure"]})
    fight(state, *FIRST, orders, ("17.4", dice(6, 4)), FIRE, ("17.4", dice(1)), *TIE)
    assert "treasure-java" not in state.ships


def test_23_8_treasure_whose_escort_is_gone_joins_the_victor() -> None:
    state = convoy()
    orders: Answer = ("17.4", {"targets": ["netherlands-6th-1"]})
    fight(state, *FIRST, orders, ("17.4", dice(6, 2)))
    assert state.owner("treasure-java") == "england"
    assert state.fleet(E) == ["england-1st-1", "treasure-java"]


def test_23_8_a_lone_ship_takes_it_too() -> None:
    state = convoy()
    state.ships["england-1st-1"].fleet = ""
    orders: Answer = ("17.4", {"targets": ["netherlands-6th-1"]})
    fight(state, *FIRST, orders, ("17.4", dice(6, 2)), attacker=lone_force(state, "england-1st-1"))
    assert state.ships["treasure-java"].fleet == "england-1st-1"


def test_17_2_two_fleets_that_cannot_hurt_each_other_part_in_the_end() -> None:
    state = meeting({"6th-1": "+1"}, {"6th-1": "+1"})
    silent: list[Answer] = [("17.2", 6), ("17.2", 1), ENGAGE, FIRE, FIRE]
    outcome, _ = fight(state, *silent * 50)
    assert outcome.winner == ""


def test_17_2_every_choice_has_a_default() -> None:
    state = meeting({"1st-1": ""}, {"3rd-1": ""}, leaders={"blake": "england-1st-1", "monck": "england-1st-1"})
    fight(state, ("17.2", DEFAULT), ("17.2", 6), ("17.2", 1), ("17.2", DEFAULT), ("17.4", DEFAULT),
          ("17.4", dice(9, 4)))  # fmt: skip
    assert state.ships_of("netherlands") == []


def test_18_4_the_aftermath_tells_the_losses_of_both_and_who_is_left() -> None:
    _, notes = fight(pair(), *FIRST, FIRE, ("17.4", dice(6, 4)))
    lost = "England loses nothing; the Netherlands loses Dutch third-rate 1."
    assert told(notes, "aftermath") == [f"{lost} Only ships of England are left at {SEA}."]


def test_18_4_a_battle_without_a_hit_is_told_as_one() -> None:
    _, notes = fight(pair(), ("17.2", 3), ("17.2", 3))
    assert told(notes, "battle_over") == ["The battle is drawn: nobody was hurt."]
    assert told(notes, "aftermath") == [
        f"England loses nothing; the Netherlands loses nothing. The ships of both stay at {SEA}."
    ]


# ------------------------------------------------------------------------------------------- orders and defaults


@pytest.mark.parametrize(
    ("orders", "fault"),
    [([], "fire is a mapping with 'shots', 'targets', 'hold', 'fireships' and 'boarding'"),
     ({"shot": []}, "fire is a mapping with 'shots', 'targets', 'hold', 'fireships' and 'boarding'"),
     ({"shots": [{"ship": "nobody", "at": "3rd"}]}, "'nobody' cannot fire"),
     ({"hold": ["elephant"]}, "'elephant' cannot fire"),
     ({"targets": ["elephant"]}, "'elephant' is no target here")],
)  # fmt: skip
def test_17_4_fire_names_ships_and_targets(orders: Any, fault: str) -> None:
    state = pair()
    assert fire_question(Table(), state, fleet_force(state, E), fleet_force(state, D), 1).faults(orders) == [fault]


def test_17_4_all_that_may_be_said_of_fire_may_be_said_at_once() -> None:
    state = pair()
    orders = {"shots": [{"ship": "england-1st-1", "at": "treasure-java"}], "targets": ["strongest"], "hold": ["5th"],
              "fireships": "hold", "boarding": "use"}  # fmt: skip
    assert fire_question(Table(), state, fleet_force(state, E), fleet_force(state, D), 1).faults(orders) == []


def test_17_4_a_ship_without_a_target_keeps_nobody_else_from_firing() -> None:
    """The first-rate is told to fire at a sixth-rate, and there is none; the fourth-rate fires."""
    state = meeting({"1st-1": "", "4th-1": ""}, {"3rd-1": ""})
    orders = {"shots": [{"ship": "england-1st-1", "at": "6th"}]}
    fight(state, *FIRST, ("17.4", orders), ("17.4", dice(3, 1)), ("17.4", {"hold": ["3rd"]}), *tie(english=1))
    assert state.ships["netherlands-3rd-1"].damage == 1


def test_9_13_gunners_are_played_at_the_first_round_of_firing_or_never() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "gunners-1")
    wind: list[Answer] = [("17.2", 6), ("17.2", 1), ENGAGE]
    rest: Answer = ("17.4", {"hold": ["1st", "3rd"]})
    fight(state, *wind, ("17.4", []), rest, rest, *wind, rest, rest, *tie(english=3))
    assert state.hand["england"] == ["gunners-1"]


def test_17_4_the_weakest_is_the_ship_that_can_bear_least_more() -> None:
    """Among two third-rates the damaged one."""
    state = meeting({"1st-1": ""}, {"3rd-1": "", "3rd-2": "+1", "3rd-3": ""})
    fight(state, *FIRST, ("17.4", {"targets": ["weakest"]}), ("17.4", dice(6, 1)),
          ("17.4", {"hold": ["3rd"]}), *tie(english=0))  # fmt: skip
    assert state.ships["netherlands-3rd-2"].damage == 2


def test_22_5_the_best_leader_is_the_default_and_is_told_of_once() -> None:
    """Two rounds under the same admiral."""
    state = pair(leaders={"blake": "england-1st-1", "monck": "england-1st-1"})
    best = max(("blake", "monck"), key=lambda name: state.leader(name).value)
    value = state.leader(best).value
    quiet: Answer = ("17.4", {"hold": ["1st", "3rd"]})
    _, notes = fight(state, ("17.2", DEFAULT), ("17.2", 6), ("17.2", 1), ENGAGE, quiet, quiet, ("17.2", DEFAULT),
                     *tie(english=value))  # fmt: skip
    assert facts(notes, "admiral") == [{"leader": best}]


def test_9_13_a_command_that_is_not_disputed_plays_its_markers() -> None:
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "england", "gunners-1")
    hold(state, "netherlands", "command-dispute-1")
    _, notes = fight(state, ("9.13", "no"), ("17.2", 6), ("17.2", 1), ENGAGE, ("17.4", ["gunners-1"]), FIRE,
                     ("17.4", dice(9, 4)))  # fmt: skip
    assert [fact["marker"] for fact in facts(notes, "played")] == ["gunners-1"]
    assert state.held("netherlands", "command-dispute")


@pytest.mark.parametrize(
    ("english", "dutch", "totals"), [("", "", [2, 4]), ("+1", "", [2, 5]), ("", "+1", [3, 4]), ("+1", "+1", [2, 4])]
)
def test_18_3_one_is_added_against_a_damaged_fleet_by_a_sound_one(english: str, dutch: str, totals: list[int]) -> None:
    state = meeting({"1st-1": english}, {"3rd-1": dutch})
    fleets = begin(state, fleet_force(state, E), fleet_force(state, D))
    _, notes = play(wind_gauge, state, fleets, answers=[("17.2", 2), ("17.2", 4)])
    assert [note.throw.total for note in notes if note.throw] == totals


@pytest.mark.parametrize(("dutch", "hopeless"), [(["1st-1"], False), (["1st-1", "6th-1"], True)])
def test_17_2_odds_are_hopeless_by_a_multiple_of_ones_own_guns(dutch: list[str], hopeless: bool) -> None:
    """A fourth-rate's guns against those of all the enemy's ships, times the number in the data."""
    state = meeting({"4th-1": ""}, dict.fromkeys(dutch, ""))
    ours, theirs = (sum(guns(state, name) for name in fleet_force(state, fleet).ships) for fleet in (E, D))
    odds = state.board.numbers.hopeless_odds
    assert (ours * odds < theirs) is hopeless
    assert ours + odds < theirs
    assert is_hopeless(state, fleet_force(state, E), fleet_force(state, D)) is hopeless


def test_17_2_the_way_out_is_the_nearest_to_home() -> None:
    """Of the open squares beside it, counted in movement points to any home port."""
    state = pair()
    homes = [home.square for home in state.board.home_ports("england")]
    own = fleet_force(state, E)
    ways = [square for square in state.board.neighbours(SEA) if square != port("london")]
    best = min(state.board.distances(way)[home] for way in ways for home in homes if home in state.board.distances(way))
    assert nearest(state, way_out(state, own), homes) == best
    assert nearest(state, SEA, []) == 0
    assert nearest(state, "F8", homes) == min(state.board.distances("F8")[home] for home in homes) > 0
    assert nearest(state, SEA, [SEA, port("java")]) == 0


# ------------------------------------------------------------------------------------------- afterwards


def test_18_4_the_score_is_told_from_the_greater_to_the_less_and_damage_as_this_battle_did_it() -> None:
    """Two hits on a ship that came with one, and one the other way: two points to one."""
    state = meeting({"1st-1": "+1"}, {"3rd-1": ""})
    _, notes = fight(state, *FIRST, FIRE, ("17.4", dice(5, 1)), FIRE, ("17.4", dice(3, 2)), *TIE)
    assert "the battle, 2 to 1 in points" in told(notes, "battle_over")[0]
    assert "England loses nothing and takes 2 damage; the Netherlands loses nothing and takes 1 damage" in told(
        notes, "aftermath")[0]  # fmt: skip


def test_18_1_all_hear_where_a_panicked_ship_goes() -> None:
    state = meeting({"1st-1": "", "fireship-1": ""}, {"3rd-1": "", "3rd-2": ""})
    way = state.board.neighbours(SEA)[0]
    orders = {"shots": [{"ship": "england-fireship-1", "at": "netherlands-3rd-1"}], "hold": ["1st"]}
    guns_of = state.board.ships["england-fireship-1"].kind
    _, notes = fight(state, *FIRST, ("17.4", orders), ("17.5", (5,) * gunnery(state, "england-fireship-1")),
                     ("17.4", {"hold": ["3rd"]}), *TIE, ("18.1", way))  # fmt: skip
    assert guns_of.id == "fireship"
    assert facts(notes, "fled") == [{"ships": ["netherlands-3rd-1"], "to": way}]


def gunnery(state: State, ship: str) -> int:
    return state.gunnery(ship)


def test_18_4_prize_money_that_waits_for_the_revenue_phase_is_told() -> None:
    state = pair(house={"prize_money": "revenue"})
    _, notes = fight(state, *FIRST, FIRE, ("17.4", dice(6, 4)))
    assert state.owed == {"england": 4}
    assert facts(notes, "prize") == [{"power": "england"}]


@pytest.mark.parametrize(("victor", "taken"), [("1st-1", True), ("transport-1", False)])
def test_23_8_treasure_joins_a_victor_that_can_escort_it(victor: str, taken: bool) -> None:
    """A rated ship can; a transport that sees the last escort sink leaves it to nobody."""
    state = meeting({victor: ""}, {"6th-1": ""})
    state.ships["treasure-java"] = Vessel(SEA, 0, D)
    foe = begin(state, fleet_force(state, E), fleet_force(state, D))
    table = Table()
    del state.ships["netherlands-6th-1"]
    foe.defender.force.ships = ["treasure-java"]
    capture_treasure(table, state, foe.defender, foe.attacker)
    assert state.ships["treasure-java"].fleet == (E if taken else "")
    assert ("treasure-java" in foe.attacker.force.ships) is taken
    assert told(table.story, "captured")[0].endswith(
        "is captured by England." if taken else "is left without escort.")  # fmt: skip


def test_23_8_pirates_take_no_treasure() -> None:
    state = meeting({"6th-1": ""}, {"6th-1": ""})
    state.ships["treasure-java"] = Vessel(SEA, 0, D)
    pirate = next(name for name in state.unbuilt("pirates") if state.board.ships[name].kind.rated)
    state.ships[pirate] = Vessel(SEA)
    rovers = Force("pirates", SEA, [pirate], commander="england")
    foe = begin(state, rovers, fleet_force(state, D))
    foe.defender.force.ships = ["treasure-java"]
    capture_treasure(Table(), state, foe.defender, foe.attacker)
    assert rovers.ships == [pirate]
    assert state.ships["treasure-java"].fleet == ""


def test_17_10_the_ships_own_regiments_are_lost_before_anothers() -> None:
    """Spanish guests stay while an English point is aboard; all hear of each."""
    state, table = position(3, ships={"england-1st-1": SEA}), Table()
    state.load("england-1st-1", "england", 1)
    state.load("england-1st-1", "spain", 1)
    state.load("england-1st-1", "netherlands", 1)
    lost = []
    for _ in range(3):
        lose_regiment(table, state, "england-1st-1")
        lost.append(sorted(state.cargo.get("england-1st-1", {})))
    assert lost == [["netherlands", "spain"], ["spain"], []]
    assert [fact["power"] for fact in facts(table.story, "regiment_lost")] == ["england", "netherlands", "spain"]


@pytest.mark.parametrize(("die", "left"), [(3, "blake"), (4, "")])
def test_9_13_an_admiral_commands_on_until_a_lucky_shot_kills_them(die: int, left: str) -> None:
    """Blake's value is three: a four kills (9.13)."""
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "netherlands", "lucky-shot-1")
    both = begin(state, fleet_force(state, E), fleet_force(state, D))
    both.attacker.admiral = "blake"
    play(hit, state, both.defender, both.attacker, "england-1st-1", 1, answers=[("9.13", "yes"), ("9.13", die)])
    assert both.attacker.admiral == left
    state.pool = [name for name in state.pool if name != "lucky-shot-1"]
    both.attacker.admiral = "blake"
    play(hit, state, both.defender, both.attacker, "england-1st-1", 1)
    assert both.attacker.admiral == "blake"


def test_17_12_a_leader_goes_to_the_first_ship_unless_the_owner_says_otherwise_and_all_hear_of_it() -> None:
    state = meeting({"1st-1": "", "3rd-1": "", "4th-1": ""}, {"6th-1": ""}, leaders={"blake": "england-1st-1"})
    force = fleet_force(state, E)
    _, notes = play(sink, state, force, "england-1st-1", "sunk", answers=[("17.12", DEFAULT)])
    assert state.leaders["blake"].aboard == "england-3rd-1"
    assert facts(notes, "transferred") == [{"leader": "blake"}]


def test_9_13_a_command_is_disputed_at_the_start_of_a_battle_alone() -> None:
    """Two rounds, one question."""
    state = pair(leaders={"blake": "england-1st-1"})
    hold(state, "netherlands", "command-dispute-1")
    quiet: Answer = ("17.4", {"hold": ["1st", "3rd"]})
    wind: list[Answer] = [("17.2", 6), ("17.2", 1), ENGAGE]
    fight(state, ("9.13", "no"), *wind, quiet, quiet, *wind, quiet, quiet, *tie(english=3))
    assert state.held("netherlands", "command-dispute")
