"""Orders: drawn, received, Issued, carried out, ended and counted (R9.3 to R9.21, 3.31 to 3.33)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rules.playing_rules import DEFAULT, asked, play, told
from rules.yellowjack.yellowjack_views import put_to_sea, set_up

from pbem.adjudicator.yellowjack.base.net import next_place
from pbem.adjudicator.yellowjack.base.order_kinds import (
    blockade_of,
    carry_on_goal,
    pass_waypoint,
)
from pbem.adjudicator.yellowjack.base.order_kinds import (
    test_orders as end_of_impulse,
)
from pbem.adjudicator.yellowjack.base.orders import (
    end_order,
    fail_assaults_in_hand,
    first_operations,
    take_up,
    tell_boxes,
)
from pbem.adjudicator.yellowjack.base.orders import test_time as year_end
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch3.issuing import discard as viceroys_discard
from pbem.adjudicator.yellowjack.ch3.issuing import draw_orders, issue_orders, why_not_issue
from pbem.adjudicator.yellowjack.state.pieces import PortHeld
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BLOCKADE,
    BOURBON,
    BRITISH,
    CRUISE,
    FITTING_OUT,
    INTERDICTION,
    READY,
    RVO,
    SHOW_OF_FORCE,
    date_of,
)

RULING = Ruling()
CARTAGENA, PORTO_BELLO, JAMAICA = "cartagena-de-indias", "porto-bello", "port-royal-jamaica"


def issued(state: State, key: str, kind: str, side: str, formation: str, *targets: str) -> State:
    """A position in which a Formation carries out an Order from hand or pool."""
    if key not in state.hand[side]:
        state.hand[side].append(key)
    take_up(state, key, kind, side, [formation], targets, state.date)
    state.impulse, state.mpi, state.step = 1, 1, "ops"
    return state


# -------------------------------------------------------------------------------------------- drawing and receiving


def test_3_311_the_bourbons_draw_three_and_receive_one_at_least() -> None:
    state = set_up()
    state.hand[BOURBON], state.pool[BOURBON] = [], ["k-show", "k-cruise-mosquito", "k-interdict-honduras"]
    questions = asked(draw_orders, state, answers=[("3.31", (0, 1, 2)), ("3.31", ["k-cruise-mosquito"])])
    assert (questions[0].least, questions[0].most) == (1, 3)  # type: ignore[attr-defined]
    assert state.hand[BOURBON] == ["k-cruise-mosquito"]
    assert state.pool[BOURBON] == ["k-show", "k-interdict-honduras"]


def test_3_312_the_british_draw_two_and_receive_one_at_least() -> None:
    state = set_up()
    state.hand[BRITISH], state.pool[BRITISH] = [], ["j-show", "j-cruise-main-2", "j-cruise-havana"]
    questions = asked(draw_orders, state, answers=[("3.31", (0, 2)), ("3.31", ["j-show", "j-cruise-havana"])])
    assert (questions[0].least, questions[0].most) == (1, 2)  # type: ignore[attr-defined]
    assert state.hand[BRITISH] == ["j-show", "j-cruise-havana"]


def test_r9_3_nobody_draws_with_orders_in_hand_but_on_a_quarterly_turn() -> None:
    state = set_up()
    assert play(draw_orders, state)[0] == []
    state.date, state.last = date_of(1740, 4), date_of(1740, 16)
    state.hand = {BRITISH: ["j-aao", "j-cruise-main"], BOURBON: ["k-cruise-main", "k-cruise-caracas"]}
    state.pool = {BRITISH: ["j-show", "j-cruise-havana"], BOURBON: ["k-show"]}
    one_each = [("3.31", (0, 1)), ("3.31", ["j-show"]), ("3.31", (0,)), ("3.31", ["k-show"])]
    assert play(draw_orders, state, answers=one_each)[0] == ["j-show", "k-show"]  # the hand of three is full then


def test_r9_3_nobody_draws_on_the_last_turn_of_the_game() -> None:
    state = set_up()
    state.date = state.last
    state.hand = {BRITISH: [], BOURBON: []}
    assert play(draw_orders, state)[0] == []


def test_r9_3_who_says_nothing_receives_for_the_idlest_command() -> None:
    state = set_up()
    state.hand[BRITISH], state.pool[BRITISH] = [], ["l-show", "j-show"]
    play(draw_orders, state, answers=[("3.31", (0, 1)), ("3.31", DEFAULT)])
    assert state.hand[BRITISH] == ["j-show"]  # the Leewards have nobody on the map


def test_3_33_a_viceroy_at_the_hq_gives_back_one_order_a_quarter() -> None:
    state = set_up()
    play(viceroys_discard, state, answers=[("3.33", ["k-cruise-main", "k-interdict-roques"])])
    assert state.hand[BOURBON] == ["k-cruise-caracas", "k-interdict-roques"]
    assert "k-cruise-main" in state.pool[BOURBON]
    assert asked(viceroys_discard, state) == []
    state.date = date_of(1740, 1)
    assert len(asked(viceroys_discard, state, answers=[("3.33", [])])) == 1


def test_3_471_at_the_end_of_the_game_an_assault_in_hand_goes_back_unasked() -> None:
    state = set_up()
    state.hand[BOURBON] = ["k-cruise-main", "k-aao"]
    play(viceroys_discard, state, answers=[("3.33", DEFAULT)])
    assert "k-aao" in state.hand[BOURBON]
    state.date = state.last
    play(viceroys_discard, state, answers=[("3.33", DEFAULT)])
    assert state.hand[BOURBON] == ["k-cruise-main"]


def test_3_33_no_viceroy_no_discard() -> None:
    state = set_up()
    state.personages["virrey-nueva-granada"].at = PORTO_BELLO
    assert asked(viceroys_discard, state) == []


# -------------------------------------------------------------------------------------------------------- Issue


def issue(state: State, *entries: Mapping[str, object], side: str = BRITISH, dice: tuple[int, ...] = ()) -> list[str]:
    """Issues by one side's list and returns what lapsed."""
    answers: list[tuple[str, object]] = []
    for each in (BRITISH, BOURBON):
        answers.append(("R9.5", list(entries) if each == side else []))
        answers += [("R3.11", face) for face in dice if each == side]
    return told(play(issue_orders, state, RULING, answers=answers)[1], "lapsed")


def test_r9_5_an_order_goes_to_a_formation_of_its_command_in_port() -> None:
    state = set_up()
    assert issue(state, {"order": "j-cruise-main", "to": ["br-flag-j1"]}) == []
    order = state.order_of("br-flag-j1")
    assert order is not None
    assert (order.kind, order.targets[0], order.targets[-1]) == (CRUISE, "santa-marta", "chagres")
    assert "j-cruise-main" not in state.hand[BRITISH]


def test_r9_8_an_order_has_four_turns_from_its_first_operations() -> None:
    state = set_up()
    state.step = "setup"
    issue(state, {"order": "j-cruise-main", "to": ["br-flag-j1"]})
    assert state.orders["j-cruise-main"].last == state.date + 3
    later = set_up()
    later.step = "admin"
    issue(later, {"order": "j-cruise-main", "to": ["br-flag-j1"]})
    assert later.orders["j-cruise-main"].last == later.date + 4
    assert first_operations(later) == later.date + 1


@pytest.mark.parametrize(("order", "to", "target", "why"), [
    ("j-show", ["br-flag-j2"], "", "not in your hand"),
    ("j-cruise-main", ["sp-flag-k"], "", "no Formation of yours"),
    ("j-cruise-main", ["br-flag-j1", "br-flag-j2"], "", "one Formation"),
    ("j-blockade-cartagena", ["jf1"], "", "wants a Flotilla"),
    ("j-cruise-main", ["br-troops-1"], "", "no Convoy"),
    ("j-aao", ["br-flag-j2"], PORTO_BELLO, "a Flotilla and a Troop Convoy"),
    ("j-aao", ["br-flag-j2", "br-troops-1"], "", "target must be named"),
    ("j-aao", ["br-flag-j2", "br-troops-1"], JAMAICA, "no Port of the enemy"),
    ("j-aao", ["br-flag-j2", "br-troops-1"], "petit-goave", "no Port of the enemy"),
    ("j-aao", ["br-flag-j2", "br-troops-1"], "la-guaira", "outside its Command's area"),
    ("j-cruise-main", [], "", "nobody is named"),
])
def test_r9_5_what_may_not_be_issued_says_why(order: str, to: list[str], target: str, why: str) -> None:
    state = set_up()
    assert why in why_not_issue(state, RULING, BRITISH, order, to, target)


def test_r9_5_a_formation_carries_out_one_order() -> None:
    state = issued(set_up(), "j-cruise-main", CRUISE, BRITISH, "br-flag-j1", "santa-marta")
    assert "has an Order already" in why_not_issue(state, RULING, BRITISH, "j-blockade-cartagena", ["br-flag-j1"], "")


def test_3_413_two_assaults_may_not_go_against_one_port() -> None:
    state = set_up()
    state.hand[BRITISH].append("j-aao-2")
    assert issue(state, {"order": "j-aao", "to": ["br-flag-j2", "br-troops-1"], "target": PORTO_BELLO}) == []
    for name in ("br-flag-j2", "br-troops-1"):
        state.formations[name].order = ""
    again = why_not_issue(state, RULING, BRITISH, "j-aao-2", ["br-flag-j2", "br-troops-1"], PORTO_BELLO)
    assert "3.414" in again


def test_r9_5_at_sea_the_admiral_must_pass_a_check() -> None:
    for face, lapsed in ((7, 0), (8, 1)):  # Vernon has a rating of 7
        state = set_up()
        put_to_sea(state, "br-flag-j1", "s40")
        assert len(issue(state, {"order": "j-cruise-main", "to": ["br-flag-j1"]}, dice=(face,))) == lapsed
        assert (state.formations["br-flag-j1"].order == "") is bool(lapsed)


def test_3_33_without_a_viceroy_every_spanish_issue_asks_for_a_check() -> None:
    state = set_up()
    assert issue(state, {"order": "k-cruise-main", "to": ["sp-flag-k"]}, side=BOURBON) == []
    state = set_up()
    state.personages["virrey-nueva-granada"].at = PORTO_BELLO
    entry = {"order": "k-cruise-main", "to": ["sp-flag-k"]}
    assert len(issue(state, entry, entry, side=BOURBON, dice=(8,))) == 2  # one check a Turn and Order
    assert state.formations["sp-flag-k"].order == ""


def test_r3_8_a_squadron_splits_off_for_an_order_of_its_own() -> None:
    state = set_up()
    assert issue(state, {"order": "k-interdict-roques", "to": ["gf1"]}, side=BOURBON) == []
    assert state.formations["gf1"].order == "k-interdict-roques"
    assert state.formations["rcg"].squadrons == ["g1"]
    assert "only Squadron" in why_not_issue(set_up(), RULING, BOURBON, "k-cruise-main", ["k1"], "")


def test_r1_9_a_squadron_that_leaves_a_formation_at_sea_for_an_order_has_a_number_of_its_own() -> None:
    state = set_up()
    put_to_sea(state, "rcg", "s57")
    entry = {"order": "k-interdict-roques", "to": ["gf1"]}
    notes = play(issue_orders, state, RULING, answers=[("R9.5", DEFAULT), ("R9.5", [entry]), ("R3.11", 10)])[1]
    assert state.formations["gf1"].marker
    assert state.formations["gf1"].marker != state.formations["rcg"].marker
    assert told(notes, "marker")

def test_r9_5_a_squadron_leaves_a_formation_at_sea_for_an_order_by_a_check_as_the_formation_would() -> None:
    for face, leaves in ((10, True), (9, False)):  # the tenth face is a nought
        state = set_up()
        put_to_sea(state, "rcg", "s57")
        issue(state, {"order": "k-interdict-roques", "to": ["gf1"]}, side=BOURBON, dice=(face,))
        assert ("gf1" in state.formations) is leaves
        assert state.formations["rcg"].squadrons == (["g1"] if leaves else ["g1", "gf1"])


def test_2_245_the_company_takes_only_orders_that_say_so() -> None:
    state = set_up()
    state.hand[BOURBON].append("k-show")
    assert why_not_issue(state, RULING, BOURBON, "k-show", ["rcg"], JAMAICA) == "the Company may not take it"


# ------------------------------------------------------------------------------------------------- carrying on


def test_r9_21_each_kind_knows_where_it_goes() -> None:
    state = issued(set_up(), "j-blockade-cartagena", BLOCKADE, BRITISH, "br-flag-j2", CARTAGENA)
    goal = carry_on_goal(state, "br-flag-j2")
    assert goal is not None
    assert (goal.to, goal.port, blockade_of(state, "br-flag-j2")) == (CARTAGENA, False, CARTAGENA)
    assert carry_on_goal(state, "br-flag-j1") is None
    issued(state, "k-interdict-roques", INTERDICTION, BOURBON, "rcg", "s59", "s57", "s58")
    nearest = carry_on_goal(state, "rcg")
    assert nearest is not None
    assert nearest.to == "s57"  # one Lane from La Guaira, and before s58 by name


def cruise() -> State:
    state = set_up()
    put_to_sea(state, "br-flag-j1", "s54")
    return issued(state, "j-cruise-main", CRUISE, BRITISH, "br-flag-j1", "santa-marta", "s53", CARTAGENA)


def moved(state: State, to: str) -> list[str]:
    """Moves the cruiser one step and says what became of the Order."""
    one = state.formations["br-flag-j1"]
    one.came_from, one.at, one.moved = one.at, to, one.at != to
    notes = play(walk, state)[1]
    return [note.event for note in notes if note.event in ("fulfilled", "failed")]


async def walk(table: object, state: State) -> None:
    pass_waypoint(table, state, "br-flag-j1")  # type: ignore[arg-type]


def test_r9_13_a_cruise_begins_at_its_start_and_passes_its_points_in_order() -> None:
    state = cruise()
    assert carry_on_goal(state, "br-flag-j1").to == "santa-marta"  # type: ignore[union-attr]
    assert moved(state, "santa-marta") == []
    goal = carry_on_goal(state, "br-flag-j1")
    assert goal is not None
    assert (goal.to, goal.lanes_only) == ("s53", True)
    assert moved(state, "s53") == []
    assert moved(state, CARTAGENA) == []
    assert carry_on_goal(state, "br-flag-j1").work  # type: ignore[union-attr]  # one MP more at its End
    assert moved(state, CARTAGENA) == ["fulfilled"]
    assert state.boxes(BRITISH) == (1, 0)
    assert state.formations["br-flag-j1"].order == ""
    assert "j-cruise-main" in state.pool[BRITISH]


def test_r9_13_who_leaves_the_line_of_a_cruise_has_failed() -> None:
    state = cruise()
    moved(state, "santa-marta")
    assert moved(state, "sz-colombia-basin") == ["failed"]
    assert state.boxes(BRITISH) == (0, 1)


def test_r9_13_a_cruise_that_takes_a_fifth_impulse_has_failed() -> None:
    state = cruise()
    moved(state, "santa-marta")  # in Impulse 1
    for impulse, expected in ((1, (0, 0)), (2, (0, 0)), (3, (0, 0)), (4, (0, 1))):
        state.impulse = impulse
        play(end_of_impulse, state)
        assert state.boxes(BRITISH) == expected


def test_r9_12_interdiction_is_fulfilled_by_two_ends_of_impulses_in_a_row() -> None:
    state = set_up()
    put_to_sea(state, "rcg", "s57")
    issued(state, "k-interdict-roques", INTERDICTION, BOURBON, "rcg", "s57", "s58", "s59")
    play(end_of_impulse, state)
    state.formations["rcg"].at = "s56"
    play(end_of_impulse, state)
    state.formations["rcg"].at = "s58"
    play(end_of_impulse, state)
    assert state.boxes(BOURBON) == (0, 0)
    state.formations["rcg"].at = "s57"  # any of the named Spaces
    play(end_of_impulse, state)
    assert state.boxes(BOURBON) == (1, 0)


def test_r9_16_a_blockade_is_fulfilled_by_three_ends_in_a_row_and_a_lift_counts_anew() -> None:
    state = set_up()
    put_to_sea(state, "br-flag-j2", CARTAGENA)
    issued(state, "j-blockade-cartagena", BLOCKADE, BRITISH, "br-flag-j2", CARTAGENA)
    for port, expected in ((CARTAGENA, 0), (CARTAGENA, 0), ("", 0), (CARTAGENA, 0), (CARTAGENA, 0), (CARTAGENA, 1)):
        state.formations["br-flag-j2"].blockades = port
        play(end_of_impulse, state)
        assert state.boxes(BRITISH)[0] == expected


def test_r9_16_a_blockade_of_a_port_that_is_the_enemys_no_longer_fails() -> None:
    state = issued(set_up(), "j-blockade-cartagena", BLOCKADE, BRITISH, "br-flag-j2", CARTAGENA)
    state.ports[CARTAGENA] = PortHeld(BRITISH)
    play(end_of_impulse, state)
    assert state.boxes(BRITISH) == (0, 1)


def showing(sail: int = 4) -> State:
    state = set_up()
    put_to_sea(state, "br-flag-j2", PORTO_BELLO)
    state.squadrons["j2"].sail, state.squadrons["j3"].sail = {"sol": sail - 1}, {"sol": 1}
    return issued(state, "j-show", SHOW_OF_FORCE, BRITISH, "br-flag-j2", PORTO_BELLO)


def test_r9_14_a_show_of_force_wants_four_sail_and_a_five() -> None:
    for face, expected in ((5, 1), (6, 0)):
        state = showing()
        play(end_of_impulse, state, answers=[("R9.14", face)])
        assert state.boxes(BRITISH) == (expected, 0)
    play(end_of_impulse, showing(3))  # three Sail: no die


def test_r9_14_the_third_miss_fails_and_neither_miss_is_told_to_the_enemy() -> None:
    state = showing()
    for expected in (0, 0, 1):
        notes = play(end_of_impulse, state, answers=[("R9.14", 9)])[1]
        assert {note.to for note in notes} == {BRITISH}
        assert state.boxes(BRITISH) == (0, expected)


def test_r9_14_nobody_shows_the_flag_before_an_enemy_of_as_many_squadrons() -> None:
    state = showing()
    put_to_sea(state, "sp-flag-k", PORTO_BELLO)
    play(end_of_impulse, state, answers=[("R9.14", 10)])  # one Squadron against two
    state = showing()
    state.squadrons["j3"].sail = {}
    state.formations["br-flag-j2"].squadrons = ["j2"]
    state.squadrons["j2"].sail = {"sol": 4}
    put_to_sea(state, "sp-flag-k", PORTO_BELLO)
    play(end_of_impulse, state)  # one against one: no die


def test_r9_10_a_rendezvous_is_done_in_port_and_counts_for_nothing() -> None:
    state = set_up()
    take_up(state, "rvo-jf1", RVO, BRITISH, ["jf1"], [JAMAICA], state.date)
    assert state.formations["jf1"].order == "rvo-jf1"
    play(end_of_impulse, state)
    assert (state.formations["jf1"].order, state.boxes(BRITISH)) == ("", (0, 0))


# ------------------------------------------------------------------------------------------------ time and boxes


def test_r9_8_an_order_out_of_time_fails_unless_a_check_is_passed() -> None:
    for face, failed in ((7, 0), (8, 1)):
        state = issued(set_up(), "j-cruise-main", CRUISE, BRITISH, "br-flag-j1", "santa-marta")
        state.date = state.orders["j-cruise-main"].last = date_of(1739, 15)
        play(year_end, state, answers=[("R9.8", "yes"), ("R3.11", face)])
        assert state.boxes(BRITISH) == (0, failed)
        if not failed:
            assert state.orders["j-cruise-main"].last == date_of(1739, 16)


def test_r9_8_who_does_not_ask_for_longer_fails_at_once() -> None:
    state = issued(set_up(), "j-cruise-main", CRUISE, BRITISH, "br-flag-j1", "santa-marta")
    state.date = state.orders["j-cruise-main"].last
    state.date = state.orders["j-cruise-main"].last = date_of(1739, 15)
    play(year_end, state, answers=[("R9.8", "no")])
    assert state.boxes(BRITISH) == (0, 1)


def test_r9_8_at_the_years_end_hands_fail_but_for_an_assault() -> None:
    state = set_up()
    state.date = date_of(1739, 16)
    play(year_end, state)
    assert state.hand == {BRITISH: ["j-aao"], BOURBON: []}
    assert (state.boxes(BRITISH), state.boxes(BOURBON)) == ((0, 2), (0, 3))


def test_3_472_an_assault_that_is_carried_out_goes_on_beyond_the_year() -> None:
    state = set_up()
    issue(state, {"order": "j-aao", "to": ["br-flag-j2", "br-troops-1"], "target": PORTO_BELLO})
    state.hand = {BRITISH: [], BOURBON: []}
    state.date = date_of(1739, 16)
    play(year_end, state)
    assert "j-aao" in state.orders


def test_r9_9_boxes_are_told_once_as_numbers_and_only_where_they_changed() -> None:
    state = issued(set_up(), "j-cruise-main", CRUISE, BRITISH, "br-flag-j1", "santa-marta")

    async def fail_and_tell(table: object) -> None:
        end_order(table, state, "j-cruise-main", "failed", "R9.7", "she is gone")  # type: ignore[arg-type]
        tell_boxes(table, state)  # type: ignore[arg-type]
        tell_boxes(table, state)  # type: ignore[arg-type]

    notes = play(fail_and_tell)[1]
    public = [note for note in notes if note.to == "all"]
    assert [note.event for note in public] == ["boxes"]
    assert public[0].facts[BRITISH] == [0, 1]
    assert "j-cruise-main" not in public[0].text


def test_3_321_the_way_goes_round_what_is_shunned() -> None:
    state = set_up()
    straight = next_place(state, "s53", CARTAGENA)
    assert straight == CARTAGENA
    first = next_place(state, "santa-marta", CARTAGENA)
    assert next_place(state, "santa-marta", CARTAGENA, shunned=frozenset({first})) != first


def test_3_322_a_cruise_goes_by_lanes_alone() -> None:
    state = set_up()
    at, seen = "santa-marta", []
    while at != CARTAGENA:
        at = next_place(state, at, CARTAGENA, lanes_only=True)
        seen.append(at)
    assert not any(state.board.is_zone(place) for place in seen)
    assert state.condition("br-flag-j1") == FITTING_OUT != READY


# ---------------------------------------------------------------------------------- what the cases say one by one


def test_3_31_what_is_not_received_goes_back_to_the_pool() -> None:
    state = set_up()
    state.hand[BRITISH], state.pool[BRITISH] = [], ["j-show", "j-cruise-havana"]
    notes = play(draw_orders, state, answers=[("3.31", (0, 1)), ("3.31", ["j-cruise-havana"])])[1]
    assert (state.pool[BRITISH], state.hand[BRITISH]) == (["j-show"], ["j-cruise-havana"])
    assert not any("Cruise" in note.text for note in notes if note.to != BRITISH)  # all hear the number alone


def test_3_314_a_place_that_an_order_leaves_open_is_written_at_its_issue_and_told_to_nobody() -> None:
    state = set_up()
    answers: list[tuple[str, object]] = [
        ("R9.5", [{"order": "j-aao", "to": ["br-flag-j2", "br-troops-1"], "target": PORTO_BELLO}]), ("R9.5", [])]
    notes = play(issue_orders, state, RULING, answers=answers)[1]
    assert state.orders["j-aao"].targets == [PORTO_BELLO]
    assert not [note for note in notes if note.to != BRITISH]


def test_3_316_the_twin_of_an_assault_follows_it_and_both_formations_have_one_order() -> None:
    state = set_up()
    issue(state, {"order": "j-aao", "to": ["br-flag-j2", "br-troops-1"], "target": PORTO_BELLO})
    assert state.formations["br-flag-j2"].order == state.formations["br-troops-1"].order == "j-aao"
    assert "j-aao" not in [*state.hand[BRITISH], *state.pool[BRITISH]]


def test_3_32_the_way_of_an_order_is_the_shortest_as_the_winds_stand() -> None:
    state = set_up()
    at, steps = JAMAICA, 0
    while at != PORTO_BELLO:
        at, steps = next_place(state, at, PORTO_BELLO), steps + 1
    assert steps == 4  # by two Sea Zones, in a calm


def test_2_132_a_show_of_force_is_thrown_on_five() -> None:
    for face, expected in ((5, 1), (6, 0)):
        state = showing()
        play(end_of_impulse, state, answers=[("R9.14", face)])
        assert state.boxes(BRITISH)[0] == expected


def test_3_471_an_assault_not_issued_in_its_year_fails_at_the_end_of_the_orders_step() -> None:
    state = set_up()
    state.date = date_of(1739, 16)

    async def end(table: object) -> None:
        fail_assaults_in_hand(table, state)  # type: ignore[arg-type]

    play(end)
    assert "j-aao" not in state.hand[BRITISH]
    assert state.boxes(BRITISH) == (0, 1)
