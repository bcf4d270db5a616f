"""Chapter 5 more closely: who is crewed, mended and told, what convoys cost, where chits lie."""

from __future__ import annotations

from typing import Any

import pytest
from rules.glory.fighting import ALLIED, BRITISH, BRITISH_74S, load_board, play, position

from pbem.adjudicator.engine.table import ALL
from pbem.adjudicator.glory.rules import ch05_council as council
from pbem.adjudicator.glory.rules import ch05_returns as returns
from pbem.adjudicator.glory.rules import ch05_yard as yard
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, Officer, State, Vessel

BOARD = load_board()
MANPOWER = {"british": 0, "french": 0, "spanish": 0}
FIRST, SECOND, THIRD = BRITISH_74S[:3]


def yards(**fields: Any) -> State:
    """Nothing but the manpower of the start."""
    return position({}, **{"turn": 13, "manpower": dict(MANPOWER), **fields})


def lying(state: State, port: str, *ships: str, damaged: bool = False, ordinary: bool = False) -> State:
    """Ships in a harbour."""
    for ship in ships:
        state.ships[ship] = Vessel(port, damaged, ordinary=ordinary)
    return state


def told(fought: Any, event: str) -> list[tuple[str, str]]:
    return [(note.to, note.text) for note in fought.notes if note.event == event]


def lapses(fought: Any) -> list[str]:
    return [text for _, text in told(fought, "lapsed")]


# ------------------------------------------------------------------------------------------------ crews


def test_5_2_1_a_crew_is_told_to_its_owner_with_the_port() -> None:
    state = lying(yards(), "plymouth", FIRST, ordinary=True)
    fought = play(yard.admiralty, state)
    assert told(fought, "manned") == [(BRITISH, f"Manned: {BOARD.ships[FIRST].name} (Plymouth).")]


def test_5_2_1_a_ship_that_cannot_be_paid_is_passed_over_and_the_next_is_tried() -> None:
    state = lying(yards(), "plymouth", "b-ville-de-paris", FIRST, ordinary=True)
    fought = play(yard.admiralty, state, british={"admiralty": {"crew": ["b-ville-de-paris", FIRST]}})
    assert state.ships["b-ville-de-paris"].ordinary
    assert not state.ships[FIRST].ordinary
    assert lapses(fought) == ["Ville de Paris is not manned: she costs 7 points, and 5 are left."]


def test_5_2_1_without_orders_nobody_hears_whom_the_points_did_not_reach() -> None:
    state = lying(yards(), "plymouth", "b-ville-de-paris", ordinary=True)
    assert lapses(play(yard.admiralty, state)) == []


def test_5_2_1_a_crew_costs_what_is_left_of_the_points_of_its_own_nation() -> None:
    state = lying(yards(manpower={"british": 2, "french": 0, "spanish": 0}), "plymouth", FIRST, SECOND, ordinary=True)
    play(yard.admiralty, state)  # nine points: one ship of five, and four are too few
    assert [state.ships[ship].ordinary for ship in (FIRST, SECOND)] == [False, True]


@pytest.mark.parametrize(("port", "fever", "manned"), [("jamaica", False, 1), ("jamaica", True, 0), ("malta", True, 1)])
def test_5_2_1_a_port_of_the_west_indies_crews_one_ship_of_any_size_but_not_in_the_fever(
    port: str, fever: bool, manned: int
) -> None:
    state = lying(yards(fever=fever), port, FIRST, SECOND, ordinary=True)
    play(yard.admiralty, state)
    assert sum(not vessel.ordinary for vessel in state.ships.values()) == manned


@pytest.mark.parametrize(("status", "manned"), [("failed", 0), ("done", 1), ("hidden", 1)])
def test_5_2_1_jamaica_crews_nobody_after_a_revolt(status: str, manned: int) -> None:
    state = lying(yards(events={"slave-revolt": AdmiraltyEvent(9, status)}), "jamaica", FIRST, ordinary=True)
    play(yard.admiralty, state)
    assert sum(not vessel.ordinary for vessel in state.ships.values()) == manned


def test_5_2_1_an_enemy_ship_or_one_that_is_manned_is_not_crewed() -> None:
    state = lying(lying(yards(), "plymouth", FIRST, ordinary=True), "brest", "f-jupiter", ordinary=True)
    state.ships[SECOND] = Vessel("plymouth")
    fought = play(yard.admiralty, state, british={"admiralty": {"crew": ["f-jupiter", SECOND]}})
    assert state.ships["f-jupiter"].ordinary is False  # the Allies crewed her themselves
    assert len(lapses(fought)) == 2


def test_5_2_1_a_ship_that_came_in_this_turn_waits() -> None:
    state = lying(yards(came_in=[FIRST]), "plymouth", FIRST, ordinary=True)
    fought = play(yard.admiralty, state, british={"admiralty": {"crew": [FIRST]}})
    assert state.ships[FIRST].ordinary
    assert lapses(fought) == [f"{BOARD.ships[FIRST].name} is not manned: she came in this turn."]


# ------------------------------------------------------------------------------------------------ convoys


@pytest.mark.parametrize(("spaces", "bantry", "moved"), [("1", False, 1), ("2", False, 2), ("3", False, 2),
                                                         ("1", True, 1), ("2", True, 1)])  # fmt: skip
def test_5_2_1_an_expedition_costs_two_points_a_space_and_four_once_bantry_is_invaded(
    spaces: str, bantry: bool, moved: int
) -> None:
    state = yards(readiness={"craig": 0}, invaded=["bantry-bay"] if bantry else [])
    orders = {"admiralty": {"expeditions": [{"block": "craig", "spaces": spaces}], "crew": []}}
    fought = play(yard.admiralty, state, british=orders)
    assert state.readiness == {"craig": moved}
    assert bool(lapses(fought)) == (int(spaces) > moved)


@pytest.mark.parametrize(("named", "port"), [("", "portsmouth"), ("plymouth", "plymouth"), ("gibraltar", "portsmouth")])
def test_5_2_1_a_ready_expedition_is_placed_in_a_port_that_it_may_lie_in(named: str, port: str) -> None:
    last = len(BOARD.expedition["british"]) - 1
    state = yards(readiness={"craig": last - 1, "moore": last - 1})
    orders = {"expeditions": [{"block": "craig", "spaces": "1"}], "ready_at": [{"block": "craig", "at": named}]}
    play(yard.admiralty, state, british={"admiralty": orders})
    assert state.place("craig") == f"{port}/port"
    assert state.readiness == {"moore": last - 1}


def test_5_2_1_the_transport_is_paid_for_with_french_points() -> None:
    state = yards(readiness={"french-transport": 0})
    play(yard.admiralty, state, allied={"admiralty": {"transport": "1"}})
    assert state.readiness == {"french-transport": 1}
    play(yard.admiralty, state)
    assert state.readiness == {"french-transport": 1}


# ------------------------------------------------------------------------------------------------ repairs


def test_5_2_3_a_repair_is_told_to_its_owner_and_what_was_not_mended_too() -> None:
    state = lying(yards(), "plymouth", FIRST, SECOND, THIRD, damaged=True)
    orders = {"admiralty": {"repair": [{"port": "plymouth", "ships": [FIRST, SECOND, THIRD]}]}}
    fought = play(yard.admiralty, state, british=orders)
    names = f"{BOARD.ships[FIRST].name}, {BOARD.ships[SECOND].name}"
    assert told(fought, "mended") == [(BRITISH, f"Mended at Plymouth: {names}.")]
    assert lapses(fought) == [f"{BOARD.ships[THIRD].name} is not mended."]


@pytest.mark.parametrize("how", [{"wrecked": True}, {"prize_of": ALLIED}])
def test_5_2_3_a_wreck_and_a_prize_are_not_mended(how: dict[str, Any]) -> None:
    state = lying(yards(), "madalenas", FIRST, damaged=True)
    for name, value in how.items():
        setattr(state.ships[FIRST], name, value)
    play(yard.admiralty, state)
    assert state.ships[FIRST].damaged


@pytest.mark.parametrize(("port", "fields", "mends"), [
    ("gibraltar", {}, 1), ("gibraltar", {"algiers": ALLIED}, 0), ("gibraltar", {"algiers": BRITISH}, 1),
    ("brest", {}, 0), ("jamaica", {"fever": True}, 0), ("jamaica", {}, 1),
])  # fmt: skip
def test_5_2_3_a_port_mends_for_its_friends_alone(port: str, fields: dict[str, Any], mends: int) -> None:
    assert yard.capacity(yards(**fields), BRITISH, port) == mends


def channel(at: str, area: str, **fields: Any) -> State:
    """The Channel Fleet with a damaged ship, Cornwallis in command."""
    state = position({"channel-fleet": (at, area, [FIRST, SECOND], ["cornwallis"])}, turn=13,
                     manpower=dict(MANPOWER), **fields)  # fmt: skip
    state.ships[FIRST].damaged = state.ships[SECOND].damaged = True
    return state


@pytest.mark.parametrize(("at", "area", "mended"), [
    ("brest", "inshore", True), ("0706", "sea", True), ("plymouth", "port", True), ("portsmouth", "port", True),
    ("ferrol", "loose", False), ("0712", "sea", False), ("gibraltar", "port", False),
])  # fmt: skip
def test_8_6_cornwallis_has_a_ship_mended_near_home(at: str, area: str, mended: bool) -> None:
    state = channel(at, area)
    yard_orders = {"admiralty": {"administrator": SECOND, "repair": []}}
    play(yard.admiralty, state, british=yard_orders)
    assert state.ships[SECOND].damaged is not mended
    assert state.ships[FIRST].damaged


def test_8_6_cornwallis_elsewhere_mends_nothing() -> None:
    state = channel("brest", "inshore")
    state.admirals["cornwallis"] = Officer("plymouth")
    play(yard.admiralty, state)
    assert state.ships[FIRST].damaged


# ------------------------------------------------------------------------------------------------ what a turn brings


def test_5_3_a_frigate_without_orders_comes_back_to_plymouth() -> None:
    state = yards()
    state.blocks["frigate-3"] = Block("turn-13")
    play(returns.frigates_return, state)
    assert state.place("frigate-3") == "plymouth/port"


def test_5_4_a_reinforcement_is_told_to_its_owner_and_comes_in_this_turn() -> None:
    later = next(ship for ship in BOARD.ships.values() if ship.turn and ship.nation == "french")
    state = position({}, turn=later.turn, manpower=dict(MANPOWER))
    state.ships[later.id] = Vessel(f"turn-{later.turn}")
    fought = play(returns.reinforcements, state)
    assert told(fought, "reinforcement") == [(ALLIED, f"{later.name} joins at {BOARD.ports[later.place].name}.")]
    assert state.came_in == [later.id]
    assert state.ships[later.id].at == later.place


def test_5_1_events_of_the_turn_track_come_with_their_turn_but_not_in_trafalgar() -> None:
    turn = next(turn.number for turn in BOARD.turns if turn.automatic == "napoleon-marches")
    for scenario, marched in (("campaign", True), ("trafalgar", False)):
        state = position({}, turn=turn - 1, scenario=scenario, manpower=dict(MANPOWER))
        play(returns.advance_turn, state)
        assert state.marched is marched


def test_5_9_the_end_of_the_fever_is_told_to_all() -> None:
    fought = play(returns.fever, yards(fever=True), dice={"fever": [[5]]})
    assert told(fought, "fever_over") == [(ALL, "The fever in the West Indies is over.")]


# ------------------------------------------------------------------------------------------------ the council


def test_5_12_the_owner_hears_which_chits_were_drawn_and_the_other_how_many() -> None:
    state = yards(turn=2)
    fought = play(council.draw_provisions, state)
    drawn = " and ".join({"may": "a May Sortie", "may-not": "a May Not Sortie"}[chit] for chit in state.provisions)
    assert told(fought, "provisions") == [(ALLIED, f"You draw {drawn}.")]
    assert told(fought, "provisions_drawn") == [(ALL, "The Allied player draws 2 provisions chits.")]


def test_5_12_a_chit_that_cannot_lie_there_is_told_to_its_owner() -> None:
    state = yards(provisions=["may"])
    fought = play(council.place_provisions, state, allied={"provisions": {"plymouth": "may"}})
    assert [note.to for note in fought.notes if note.event == "lapsed"] == [ALLIED]
    assert list(state.chits) == ["brest"]


def test_5_12_chits_lie_at_allied_ports_of_europe_alone() -> None:
    ports = council.chit_ports(yards())
    assert ports == ["brest", "rochefort", "ferrol", "cadiz", "cartagena", "toulon"]


def test_5_12_without_orders_chits_lie_where_most_ready_ships_lie() -> None:
    state = lying(yards(provisions=["may"]), "toulon", "f-jupiter", "f-aquilon")
    lying(state, "ferrol", "f-heros", "f-argonaute", "f-fougueux", ordinary=True)
    play(council.place_provisions, state)
    assert state.chits == {"toulon": "may"}


def test_5_13_two_boxes_with_one_destination_are_refused_and_told() -> None:
    state = yards(conseil={"a": "martinique", "b": "lisbon", "c": "bantry-bay", "d": "ferrol"})
    fought = play(council.set_conseil, state, allied={"conseil": {"a": "lisbon"}})
    assert state.conseil["a"] == "martinique"
    assert lapses(fought) == ["The four destinations must differ; the boxes stay as they were."]


# ------------------------------------------------------------------------------------------------ to the last point


def test_5_2_1_a_convoy_of_the_enemy_or_one_that_is_placed_is_moved_on_no_track() -> None:
    state = yards(readiness={"craig": 0, "french-transport": 0})
    orders = {"expeditions": [{"block": "french-transport", "spaces": "1"}, {"block": "moore", "spaces": "1"}]}
    fought = play(yard.admiralty, state, british={"admiralty": orders})
    assert state.readiness == {"craig": 0, "french-transport": 0}
    assert lapses(fought) == ["French Transport is on no readiness track.", "Moore is on no readiness track."]


def test_5_2_1_spaces_are_one_where_none_are_named_and_cost_what_they_cost() -> None:
    """Five points pay for two spaces at two points; one is left, and mans nobody."""
    state = lying(yards(readiness={"craig": 0, "moore": 0}), "plymouth", FIRST, ordinary=True)
    orders = {"expeditions": [{"block": "craig"}, {"block": "moore", "spaces": "1"}], "crew": [FIRST]}
    fought = play(yard.admiralty, state, british={"admiralty": orders})
    assert state.readiness == {"craig": 1, "moore": 1}
    assert lapses(fought) == [f"{BOARD.ships[FIRST].name} is not manned: she costs 5 points, and 1 are left."]


def test_5_2_1_a_convoy_is_moved_no_further_than_ready_and_its_owner_sees_it_placed() -> None:
    last = len(BOARD.expedition["british"]) - 1
    state = yards(readiness={"craig": last - 1}, house={"port_blocks": "shown"})
    orders = {"expeditions": [{"block": "craig", "spaces": "2"}]}
    fought = play(yard.admiralty, state, british={"admiralty": orders})
    assert lapses(fought) == ["Craig is moved 1 spaces, not 2."]
    assert [(note.to, note.facts["now"], note.facts["how"]) for note in fought.notes if note.event == "sail"] == [
        (ALL, "portsmouth/port", "ready")]  # fmt: skip


def test_5_2_1_without_orders_each_seat_mans_ships_of_its_own_in_ordinary() -> None:
    state = lying(lying(yards(), "plymouth", FIRST, ordinary=True), "brest", "f-jupiter", ordinary=True)
    state.ships[SECOND] = Vessel("plymouth")
    assert yard.usual_crews(state, BRITISH) == [FIRST]
    assert yard.usual_crews(state, ALLIED) == ["f-jupiter"]


@pytest.mark.parametrize(("port", "waits"), [("brest", True), ("havana", False)])
def test_5_2_1_a_nation_without_points_mans_nobody_in_europe(port: str, waits: bool) -> None:
    """In Havana no points are needed."""
    state = lying(yards(manpower={"british": 0, "french": 0}), port, "s-neptuno", ordinary=True)
    play(yard.admiralty, state, allied={"admiralty": {"crew": ["s-neptuno"]}})
    assert state.ships["s-neptuno"].ordinary is waits


def test_8_6_cornwallis_mends_no_ship_of_a_fleet_that_is_out_of_play_or_without_him() -> None:
    for change in ("gone", "empty"):
        state = channel("brest", "inshore")
        if change == "gone":
            state.blocks["channel-fleet"] = Block()
        else:
            for ship in list(state.ships):
                del state.ships[ship]
        fought = play(yard.admiralty, state, british={"admiralty": {"repair": []}})
        assert not told(fought, "mended")


def test_8_6_the_owner_hears_which_ship_cornwallis_has_mended() -> None:
    fought = play(yard.admiralty, channel("brest", "inshore"), british={"admiralty": {"administrator": SECOND}})
    assert told(fought, "mended") == [(BRITISH, f"Cornwallis has {BOARD.ships[SECOND].name} mended.")]


def test_5_4_an_admiral_comes_in_the_turn_of_the_code_and_a_sick_one_comes_back_where_the_owner_says() -> None:
    """8.1: Cornwallis does not come into Brest, off which he began."""
    state = position({}, turn=16, manpower=dict(MANPOWER))
    for name, turn in (("strachan", 16), ("calder", 17), ("cornwallis", 16)):
        state.admirals[name] = Officer(f"turn-{turn}", back=16 if name == "cornwallis" else 0)
    play(returns.reinforcements, state)
    assert {name: state.admirals[name].at for name in ("strachan", "calder", "cornwallis")} == {
        "strachan": "plymouth", "calder": "turn-17", "cornwallis": "plymouth"}  # fmt: skip
