"""3.0 to 3.3: everything that a phase plays, in its order, and to the last order that it takes."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_council import Played as Told
from rules.guerra.guerra_council import play, position
from rules.guerra.guerra_fields import Played, field, in_hand, let, order, stack

from pbem.adjudicator.guerra.rules.ch03_activation import MOST_LAPSES, operations
from pbem.adjudicator.guerra.rules.ch03_activation import in_hand as still_in_hand
from pbem.adjudicator.guerra.rules.ch03_sequence import clear_turn, end_of_turn, play_phase
from pbem.adjudicator.guerra.rules.ch05_movement import VERBS
from pbem.adjudicator.guerra.state.state import Acting, Siege, State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST

PLATA: tuple[str, ...] = ("plata", "chile")


# ------------------------------------------------------------------------------------------------ phases


def test_3_1_the_royalists_operations_form_stacks_call_the_legion_throw_for_mexico_and_act() -> None:
    state = position({"lima": ["rl", "cu"], "banda-oriental": ["p3"], "legion": ["spl1"], "guadalajara": ["hidalgo"],
                      "mojos": ["f"]}, operated=["rl"], weathered=["f"])  # fmt: skip
    state.forces["royal-1"].start = "salta"
    state.forces["royal-2"].side = ROYALIST
    said = {"forces": [{"at": "lima", "units": ["cu"]}], "force": {"force": "royal-1"}}
    played = play(play_phase, state, ROYALIST, dice={"mexico": [4], "activate": [1], "attrition": []}, royalist=said)
    assert state.force_of("cu") != state.force_of("rl")
    assert state.place_of("spl1") == "banda-oriental"
    assert played.rolled[:2] == ["mexico", "activate/royal-1"]
    assert state.mexico_left == -1


def test_3_2_minas_men_land_as_the_patriots_operations_begin() -> None:
    state = position({"salta": ["p3"]}, turn=8)
    state.units["m"].at = "due"
    play(play_phase, state, PATRIOT)
    assert state.place_of("m") == "tejas"


def test_3_0_after_a_phase_it_is_written_down_who_held_an_area_last() -> None:
    state = position({"salta": ["p3"]}, turn=8)
    play(play_phase, state, PATRIOT)
    assert state.last_holder["salta"] == PATRIOT
    assert state.acting == Acting()


COUNCIL_DICE = {"spain": [1], "muster-order/royalist": [6], "muster-order/patriot": [1]}


@pytest.mark.parametrize(("pace", "acts"), [("normal", False), ("quick", True)])
def test_3_1_a_council_pays_for_the_areas_and_in_a_quick_pace_the_patriot_acts_in_it(pace: str, acts: bool) -> None:
    state = position({"salta": ["p3"]}, house={"pace": pace})
    dice = {**COUNCIL_DICE, **({"activate": [1]} if acts else {})}
    play(play_phase, state, "council", dice=dice, patriot={"force": {"force": "patria-1"}})
    assert state.purse["plata"] == 2 * state.board.areas["salta"].rp
    assert (state.operated == ["p3"]) is acts


@pytest.mark.parametrize("coming", ["uprisings", "muster"])
def test_3_1_in_a_slow_pace_the_patriot_acts_in_neither_part_of_the_council(coming: str) -> None:
    state = position({"salta": ["p3"]}, house={"pace": "slow"})
    play(play_phase, state, coming, dice=COUNCIL_DICE if coming == "muster" else {},
         patriot={"force": {"force": "patria-1"}})  # fmt: skip
    assert state.operated == []
    assert bool(state.purse["plata"]) is (coming == "muster")


def ended(state: State, **more: Any) -> Told:
    return play(end_of_turn, state, **more)


def test_3_1_as_a_turn_ends_fortresses_starve_ships_make_port_and_neutral_ground_is_left() -> None:
    state = position({"lima/callao": ["r-mi5"], "lima": ["p1"], "united-states": ["pr1"], "pacific-8": ["chl-f1"],
                      "northern-chile": ["chi1"]}, turn=4)  # fmt: skip
    state.sieges["callao"] = Siege(PATRIOT, ["patria-1"], blockaded=True, op_spent=4)
    state.neutral = {state.force_of("pr1"): 3}
    played = ended(state, dice={"blockade": [1]})
    assert played.told("step") == ["End of the turn."]
    assert state.units["r-mi5"].at == "pool"
    assert state.units["chl-f1"].at == "callao"
    assert state.units["pr1"].at == "pool"


def test_3_1_as_a_turn_ends_it_is_written_down_whose_each_port_is() -> None:
    state = position({"cordoba": ["p1"], "rio-de-la-plata": ["p2"]}, turn=4)
    ended(state)
    assert state.ports["buenos-aires"] == PATRIOT
    assert state.last_holder == {"cordoba": PATRIOT, "rio-de-la-plata": PATRIOT}


def test_6_6_a_blockade_counts_for_one_turn() -> None:
    state = position({}, sieges={"callao": Siege(PATRIOT, ["patria-1"], blockaded=True, op_spent=4)})
    clear_turn(state)
    assert (state.sieges["callao"].blockaded, state.sieges["callao"].op_spent) == (False, 0)


# ------------------------------------------------------------------------------------------------ activations


def operated(state: State, *entries: dict[str, Any], seat: str = PATRIOT, nations: tuple[str, ...] = PLATA,
             **more: Any) -> Played:  # fmt: skip
    said = {"force": list(entries), **more.pop("said", {})}
    return let(operations, state, seat, nations, said=said, **more)


def lapses(played: Played) -> list[str]:
    return [note.text for note in played.notes if note.event == "lapsed"]


def test_3_3_a_good_order_begins_the_count_of_bad_ones_anew() -> None:
    state = field(stack("patria-1", "cordoba", "p1"), stack("patria-2", "salta", "p2"))
    bad: list[dict[str, Any]] = [{"force": "patria-9"}]
    entries = [*bad * 3, {"force": "patria-1"}, *bad * MOST_LAPSES]
    played = operated(state, *entries, dice={"activate/": 1})
    assert len(lapses(played)) == 3 + MOST_LAPSES


def test_3_3_the_first_bad_steps_of_a_book_are_as_many_as_any() -> None:
    state = field(stack("patria-1", "cordoba", "p1"))
    steps: list[Any] = [{"move": {"to": "lima"}}] * MOST_LAPSES
    played = operated(state, {"force": "patria-1"}, dice={"activate/": 1}, said={"step": steps})
    asked = [dict(question.facts) for question in played.asked if question.topic == "step"]
    assert len(asked) == len(lapses(played)) == MOST_LAPSES
    assert [facts["lapsed"] for facts in asked[:2]] == ["no", "yes"]


@pytest.mark.parametrize(("entry", "why"), [
    ({"fleet": ["gco-f1"]}, "cannot sail now"), ({"fleet": ["gco-f1"], "force": "patria-1"}, ""),
    ({"fleet": ["pla-f1", "chl-f1"]}, "begin in one port or sea area"), ({"fleet": ["pla-f1"]}, ""),
])  # fmt: skip
def test_7_6_a_fleet_acts_with_its_nation_or_beside_a_force_and_begins_in_one_place(
    entry: dict[str, Any], why: str
) -> None:
    state = field(stack("patria-1", "rio-de-la-plata", "p1"),
                  ships={"gco-f1": "buenos-aires", "pla-f1": "buenos-aires", "chl-f1": "valparaiso"})  # fmt: skip
    played = operated(state, entry)
    assert why in " ".join(lapses(played))
    assert bool(lapses(played)) is bool(why)


def test_10_7_a_force_of_just_as_many_units_as_the_mexican_die_allows_acts_whole() -> None:
    state = field(stack("royal-1", "central-mexico", "ne mx"), mexico_left=2)
    played = operated(state, {"force": "royal-1"}, seat=ROYALIST, nations=())
    assert [each["force"] for each in played.events("activated")] == ["royal-1"]
    assert state.mexico_left == 0


def test_3_3_the_points_of_a_fleet_alone_are_told_as_its_die() -> None:
    state = field(ships={"pla-f1": "buenos-aires"})
    played = operated(state, {"fleet": ["pla-f1"]}, dice={"activate/": 3})
    [facts] = [question.facts for question in played.asked if question.topic == "step"]
    assert (facts["op_rolled"], facts["op_left"], facts["fleet_op_left"]) == ("6", "6", "6")
    state = field(stack("patria-1", "rio-de-la-plata", "p1"), ships={"pla-f1": "buenos-aires"})
    played = operated(state, {"force": "patria-1", "fleet": ["pla-f1"]}, dice={"activate/": [1, 6]})
    [facts] = [question.facts for question in played.asked if question.topic == "step"]
    assert (facts["op_rolled"], facts["op_left"], facts["fleet_op_left"]) == ("4", "4", "8")
    assert [(each["op"], note.text) for each, note in zip(
        played.events("stopped"), [note for note in played.notes if note.event == "stopped"], strict=True)] == [
        (4, "patria-1 stops with 4 operation points left.")]  # fmt: skip


def test_5_1_1_a_marker_over_one_nation_goes_with_those_of_its_units_that_march() -> None:
    state = field(stack("norte", "cordoba", "p1 p2"))
    operated(state, {"force": "norte", "units": ["p1"]}, {})
    assert state.units_in("norte") == ["p1"]


@pytest.mark.parametrize(("leader", "goes"), [("belgrano", True), ("bolivar", False)])
def test_5_1_2_a_leader_goes_with_the_men_of_the_leaders_nation(leader: str, goes: bool) -> None:
    state = field(stack("patria-1", "lima", "p1 bv", leader))
    operated(state, {"force": "patria-1"})
    assert (state.leaders[leader].at == state.units["p1"].at) is goes
    assert state.units["bv"].at == "patria-1"


def test_5_2_a_leader_who_has_operated_stays_when_a_stack_is_divided() -> None:
    state = field(stack("patria-1", "lima", "p1 bv", "belgrano"), operated=["belgrano"])
    operated(state, {"force": "patria-1"})
    assert state.leaders["belgrano"].at == state.units["bv"].at == "patria-1"


def test_3_3_a_leader_without_men_has_no_purse_to_spend_from() -> None:
    state = field(stack("patria-1", "cordoba", "", "belgrano"), purse={"plata": 8})
    operated(state, {"force": "patria-1", "rp": "2"})
    assert state.purse["plata"] == 8


@pytest.mark.parametrize(("ship", "points"), [("pla-f1", 6), ("pla-f2", 6), ("", 4)])
def test_8_0_the_best_leader_of_a_fleet_adds_to_its_points(ship: str, points: int) -> None:
    state = field(ships={"pla-f1": "buenos-aires", "pla-f2": "buenos-aires"})
    if ship:
        state.leaders["cochrane"].at = ship
    played = operated(state, {"fleet": ["pla-f1", "pla-f2"]}, dice={"activate/": 1})
    assert [each["op"] for each in played.events("activated")] == [points]


@pytest.mark.parametrize(("beside", "busy", "sails"), [
    ("chl-f1", False, "pla-f1"), ("chl-f1", True, "chl-f1"), ("chl-s1", False, "chl-s1"),
])  # fmt: skip
def test_8_3_a_leader_goes_aboard_from_a_ship_beside_it_unless_he_has_operated(
    beside: str, busy: bool, sails: str
) -> None:
    state = field(ships={"pla-f1": "buenos-aires", "chl-f1": "buenos-aires", "chl-s1": "valparaiso"},
                  operated=["cochrane"] if busy else [])  # fmt: skip
    state.leaders["cochrane"].at = beside
    operated(state, {"fleet": ["pla-f1"], "fleet_leader": "cochrane"}, {})
    assert state.leaders["cochrane"].at == sails


def test_8_3_nobody_goes_aboard_from_the_land() -> None:
    state = field(stack("patria-1", "rio-de-la-plata", "p1", "belgrano"), ships={"pla-f1": "buenos-aires"})
    operated(state, {"fleet": ["pla-f1"], "fleet_leader": "belgrano"}, {})
    assert state.leaders["belgrano"].at == "patria-1"


@pytest.mark.parametrize(("force", "ships", "over", "left"), [
    ("patria-1", [], False, True), ("patria-1", [], True, False), ("patria-9", [], False, False),
    ("patria-9", ["pla-f1"], False, True), ("patria-9", ["chl-f1"], False, False), ("", ["pla-f1"], False, True),
    ("", ["pla-f1"], True, False), ("patria-1", ["chl-f1"], False, True),
])  # fmt: skip
def test_3_3_operations_go_on_while_a_force_or_a_ship_is_left(
    force: str, ships: list[str], over: bool, left: bool
) -> None:
    state = field(stack("patria-1", "cordoba", "p1"), ships={"pla-f1": "buenos-aires"})  # chl-f1 is in the pool
    act = Acting(force=force, side=PATRIOT, ships=list(ships), over=over)
    assert still_in_hand(state, act) is left
    assert act.ships == [ship for ship in ships if ship == "pla-f1"]


# ------------------------------------------------------------------------------------------------ interception

MOVE = VERBS["move"]


def test_3_5_all_hear_who_stopped_whom_or_failed_to() -> None:
    for die, text in (
        (1, "patria-1 fails to stop royal-1 in Los Llanos."),
        (6, "patria-1 stops royal-1 in Los Llanos."),
    ):
        state = field(stack("royal-1", "los-llanos", "cu rl"), stack("patria-1", "los-llanos", "ll1-g"))
        played = order(in_hand(state, "royal-1"), MOVE, to="costa-firme", said={"intercept": "patria-1"},
                       dice={"intercept/": die})  # fmt: skip
        assert text in [note.text for note in played.notes]


def test_6_1_a_mover_who_falls_back_into_a_fortress_of_the_area_does_not_go_on() -> None:
    state = field(stack("royal-1", "costa-firme", "vz"), stack("patria-1", "costa-firme", "bv vc"),
                  stack("royal-2", "costa-firme", "r-mi3", inside="puerto-cabello"))  # fmt: skip
    order(in_hand(state, "royal-1"), MOVE, to="cumana", said={"intercept": "patria-1", "retreat": "puerto-cabello"},
          dice={"intercept/": 6, "battle/": 5})  # fmt: skip
    force = state.forces[state.force_of("vz")]
    assert (force.at, force.inside) == ("costa-firme", "puerto-cabello")
    assert state.acting.moved is False
