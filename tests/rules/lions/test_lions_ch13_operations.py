"""Chapter 13, 9.13 and 25.8: Operations Phases, and the markers played in them."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import (
    FORT,
    REGIMENT,
    Answer,
    Note,
    Table,
    asked,
    facts,
    hold,
    place,
    play,
    port,
    position,
    told,
)

from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.rules.ch13_operations import cost, operation_question, operations, operations_phase
from pbem.adjudicator.lions.rules.ch13_segments import choose_target, conduct, is_contested
from pbem.adjudicator.lions.state.forces import Force, force_named, guns, lone_force
from pbem.adjudicator.lions.state.state import State, Vessel

LONDON, JAVA, MADRAS, CADIZ, TORTUGA = (port(name) for name in ("london", "java", "madras", "cadiz", "tortuga"))
LISBON = port("lisbon")
SHIP, FLEET = "england-1st-1", "england-fleet-1"
PASS: Answer = ("13.1", {"pass": "yes"})
DICE: Answer = ("16.3", (1, 2))


def ready(square: str = LONDON, **fields: Any) -> State:
    """One English ship, and a Dutch one far away."""
    ships = {SHIP: square, "netherlands-4th-2": "T20", **fields.pop("ships", {})}
    return position(ships=ships, **fields)


def act(state: State, order: dict[str, Any], *answers: Answer) -> tuple[bool, list[Note]]:
    return play(operations_phase, state, "england", answers=[("13.1", order), *answers])


def test_13_1_it_ends_when_all_pass_in_a_row() -> None:
    _, notes = play(operations, ready(), answers=[PASS, PASS])
    assert [fact["power"] for fact in facts(notes, "passed")] == ["england", "netherlands"]


def test_13_1_who_passed_may_act_when_another_has() -> None:
    sail: Answer = ("13.1", {"force": "netherlands-4th-2", "path": ["T21"]})
    state = ready()
    play(operations, state, answers=[PASS, sail, DICE, ("13.1", {"force": SHIP}), PASS, PASS])
    assert state.money == {"england": 9, "netherlands": 17}


def test_13_1_it_ends_when_nobody_has_pounds_or_units() -> None:
    state = ready()
    state.money = {"england": 0, "netherlands": 0}
    play(operations, state)
    play(operations, position())


def test_13_4_the_same_force_may_operate_again() -> None:
    state = ready()
    order: Answer = ("13.1", {"force": SHIP})
    play(operations, state, answers=[order, PASS, order, PASS, PASS])
    assert state.money["england"] == 8


@pytest.mark.parametrize(("square", "pounds"), [(LONDON, 1), (MADRAS, 2), (CADIZ, 2), ("F8", 3)])
def test_13_2_an_operation_costs_by_where_the_force_is(square: str, pounds: int) -> None:
    state = ready(square)
    force = force_named(state, "england", SHIP)
    assert force
    assert cost(state, force) == pounds


def test_13_2_a_plundered_or_disputed_port_is_none() -> None:
    state = ready(MADRAS, plundered=[MADRAS])
    force = force_named(state, "england", SHIP)
    assert force
    assert cost(state, force) == 3
    state = ready(MADRAS, land={f"{MADRAS} netherlands": "1f"})
    assert cost(state, force) == 3


def test_23_4_with_treasure_it_costs_one_anywhere() -> None:
    state = ready("F8", ships={SHIP: f"F8/{FLEET}", "treasure-java": f"F8/{FLEET}"})
    force = force_named(state, "england", "1")
    assert force
    assert cost(state, force) == 1


def test_13_2_who_cannot_pay_passes() -> None:
    state = ready("F8", money={"england": 2, "netherlands": 5})
    acted, notes = act(state, {"force": SHIP, "path": ["F9"]})
    assert not acted
    assert told(notes, "lapsed") == ["An operation would cost 3: too few pounds."]


def test_13_2_segments_follow_each_other() -> None:
    """Movement, naval combat, landing, land combat, plunder, in one operation."""
    state = ready("J23", ships={SHIP: "O24"}, cargo={SHIP: 2}, land={f"{JAVA} netherlands": "1f"})
    place(state, "netherlands-6th-1", JAVA)
    order = {"force": SHIP, "path": ["java"], "attack": {"power": "netherlands"}, "land": {"regiments": "2"},
             "shore": "netherlands", "plunder": "yes"}  # fmt: skip
    sea: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage"), ("17.4", {}), ("17.4", (6, 6, 1, 1, 1, 1))]
    shore: list[Answer] = [("20.2", 6), ("20.2", 1), ("20.2", []), ("20.2", (6, 1))]
    _, notes = act(state, order, DICE, *sea, *shore, ("21.2", 4), ("21.2", 2))
    events = [note.event for note in notes]
    steps = [events.index(name) for name in ("moved", "battle_over", "debarked", "assault_over", "plundered")]
    assert steps == sorted(steps)
    assert state.plundered == [JAVA]


def test_18_1_who_breaks_off_does_nothing_more() -> None:
    state = ready(MADRAS, ships={"netherlands-1st-1": MADRAS})
    order = {"force": SHIP, "attack": {"power": "netherlands"}, "plunder": "yes"}
    act(state, order, ("17.2", 6), ("17.2", 1), ("17.2", "K22"))
    assert state.ships[SHIP].at == "K22"


def test_17_1_the_attacker_picks_one_force_of_several() -> None:
    state = ready(MADRAS, ships={"netherlands-1st-1": MADRAS, "netherlands-6th-1": MADRAS})
    order = {"force": SHIP, "attack": {"power": "netherlands", "force": "netherlands-6th-1"}}
    _, notes = act(state, order, ("17.2", 1), ("17.2", 1))
    assert facts(notes, "revealed")[-1]["ships"] == ["netherlands-6th-1"]


def test_17_1_combat_is_not_mandatory() -> None:
    state = ready(MADRAS, ships={"netherlands-1st-1": MADRAS})
    assert not told(act(state, {"force": SHIP})[1], "battle")


def test_5_3_land_units_in_neutral_home_ports_are_left_alone() -> None:
    state = ready(CADIZ, land={f"{CADIZ} netherlands": "1f"})
    assert not told(act(state, {"force": SHIP, "shore": "any"})[1], "assault")


def test_23_4_a_force_with_treasure_attacks_no_land_units() -> None:
    state = ready(JAVA, ships={SHIP: f"{JAVA}/{FLEET}", "treasure-goa": f"{JAVA}/{FLEET}"},
                  land={f"{JAVA} netherlands": "1f"})  # fmt: skip
    assert not told(act(state, {"force": "1", "shore": "netherlands"})[1], "assault")


def test_23_5_treasure_comes_home_at_the_end_of_the_operation() -> None:
    state = ready("C11", ships={SHIP: f"B12/{FLEET}", "treasure-java": f"B12/{FLEET}"})
    act(state, {"force": "1", "path": ["london"]}, DICE)
    assert state.landed == {"england": ["treasure-java"]}


def test_25_8_an_attack_on_a_pirate_port_raises_its_pirates() -> None:
    state = ready(TORTUGA)
    order = {"force": SHIP, "attack": {"power": "pirates"}, "plunder": "yes"}
    sea: list[Answer] = [("17.2", 1), ("17.2", 6), ("17.2", "engage"), ("17.4", {}), ("17.4", 1)]
    back: list[Answer] = [("17.4", {}), ("17.4", (6, 6, 1, 1, 1, 1))]
    _, notes = act(state, order, ("25.2", 1), ("25.2", 5), ("25.3", 2), *sea, *back)
    assert "enemy units are in" in told(notes, "lapsed")[0]
    assert state.money["england"] == 10 - 3 + 2
    assert not [name for name in state.ships if name.startswith("pirates")]
    assert TORTUGA not in state.land


def test_25_8_with_all_of_them_gone_it_may_be_plundered() -> None:
    state = ready(TORTUGA, land={f"{TORTUGA} england": "4r"})
    order = {"force": SHIP, "attack": {"power": "pirates"}, "shore": "pirates", "plunder": "yes"}
    sea: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage"), ("17.4", {}), ("17.4", (6, 6, 1, 1, 1, 1))]
    shore: list[Answer] = [("20.2", 6), ("20.2", 1), ("20.2", []), ("20.2", (6, 6, 1, 1))]
    act(state, order, ("25.2", 1), ("25.2", 5), ("25.3", 2), *sea, *shore, ("21.2", 4), ("21.2", 1))
    assert state.plundered == [TORTUGA]


def test_13_2_nothing_is_done_short_of_the_goal() -> None:
    state = ready(MADRAS, ships={"netherlands-6th-1": MADRAS}, cargo={SHIP: 1})
    deeds = {"attack": {"any": "yes"}, "land": {"regiments": "1"}, "shore": "any", "plunder": "yes"}
    _, notes = act(state, {"force": SHIP, "path": ["java"], **deeds}, ("16.3", (1, 2)))
    assert told(notes, "lapsed") == [
        f"The force is at {state.ships[SHIP].at} and not at its goal. Left out: attack, land, shore, plunder."
    ]
    assert state.carried(SHIP) == 1


def test_13_2_nor_where_somebody_stops_the_force_on_its_way() -> None:
    state = ready("F8", ships={"netherlands-6th-1": "F9"})
    _, notes = act(state, {"force": SHIP, "path": ["F9", "F10"], "attack": {"any": "yes"}}, ("16.3", (1, 2)))
    assert state.ships[SHIP].at == "F9"
    assert not told(notes, "battle")


def test_13_2_unless_the_order_says_anywhere() -> None:
    state = ready("F8", ships={"netherlands-6th-1": "F9"})
    order = {"force": SHIP, "path": ["F9", "F10"], "attack": {"any": "yes"}, "anywhere": "yes"}
    _, notes = act(state, order, ("16.3", (1, 2)), ("17.2", 1), ("17.2", 1))
    assert told(notes, "battle")


@pytest.mark.parametrize(
    ("wanted", "gauge", "lands"),
    [({"won": "yes"}, 1, False), ({"won": "yes"}, 6, True), ({"sea_clear": "yes"}, 1, False),
     ({"sea_clear": "yes"}, 6, True), ({"troops_at_least": "2"}, 6, False), ({"troops_at_least": "1"}, 1, True)],
)  # fmt: skip
def test_13_2_what_follows_a_battle_waits_for_its_conditions(wanted: Any, gauge: int, lands: bool) -> None:
    state = ready(MADRAS, ships={"netherlands-6th-1": MADRAS}, cargo={SHIP: 1})
    order = {"force": SHIP, "attack": {"any": "yes"}, "land": {"regiments": "1"}, "after_battle": wanted}
    sea: list[Answer] = [("17.2", gauge), ("17.2", 1)]
    sea += [("17.2", "engage"), ("17.4", {}), ("17.4", (6, 6, 1, 1, 1, 1))] if gauge == 6 else []
    _, notes = act(state, order, *sea)
    assert state.carried(SHIP) == (0 if lands else 1)
    assert bool(told(notes, "lapsed")) == (not lands)


@pytest.mark.parametrize(
    ("raid", "ashore"), [({"land": {"regiments": "1"}}, []), ({"shore": "pirates"}, [("20.2", 1), ("20.2", 1)])]
)
def test_5_5_to_land_at_a_pirate_port_is_to_attack_it(raid: dict[str, Any], ashore: list[Answer]) -> None:
    state = ready(TORTUGA, cargo={SHIP: 1})
    sea: list[Answer] = [("25.2", 1), ("25.2", 5), ("25.3", 2), ("17.2", 3), ("17.2", 3)]
    _, notes = act(state, {"force": SHIP, **raid}, *sea, *ashore)
    assert told(notes, "pirates")


def test_5_5_troops_that_hold_a_pirate_port_are_reinforced_without_a_fight() -> None:
    state = ready(TORTUGA, cargo={SHIP: 1}, land={f"{TORTUGA} england": "1r"})
    act(state, {"force": SHIP, "land": {"regiments": "1"}})
    assert state.land_at(TORTUGA, "england") == 2


def test_25_8_a_pirate_port_is_not_plundered_before_its_pirates_are_attacked() -> None:
    state = ready(TORTUGA)
    _, notes = act(state, {"force": SHIP, "plunder": "yes"})
    assert told(notes, "lapsed") == ["No plunder: the pirates of Tortuga have not been attacked."]
    assert state.money["england"] == 10 - 3


def test_25_8_pirates_that_were_missed_are_not_eliminated() -> None:
    state = ready(TORTUGA)
    order = {"force": SHIP, "attack": {"power": "pirates"}, "plunder": "yes"}
    _, notes = act(state, order, ("25.2", 1), ("25.2", 5), ("25.3", 2), ("17.2", 3), ("17.2", 3))
    assert told(notes, "lapsed") == [f"No plunder: enemy units are in {TORTUGA}."]
    _, notes = act(state, {"force": SHIP, "plunder": "yes"})
    assert told(notes, "lapsed") == ["No plunder: the pirates of Tortuga have not been attacked."]


def test_25_10_a_plundered_pirate_port_raises_none() -> None:
    state = ready(TORTUGA, plundered=[TORTUGA])
    act(state, {"force": SHIP, "attack": {"power": "pirates"}})


# ------------------------------------------------------------------------------------------- markers


def test_9_13_press_gang_needs_no_operation() -> None:
    state = with_marker("press-gang-1", MADRAS)
    acted, _ = act(state, {"pass": "yes", "markers": [{"marker": "press-gang", "at": "madras"}]}, ("9.13", 2))
    assert not acted
    assert state.ashore(MADRAS, "england", "regiment") == 2


def test_6_4_no_press_gang_in_a_disputed_port() -> None:
    state = with_marker("press-gang-1", MADRAS, ships={"netherlands-6th-1": MADRAS})
    _, notes = act(state, {"pass": "yes", "markers": [{"marker": "press-gang", "at": "madras"}]})
    assert told(notes, "lapsed") == [f"Press Gang is not played: {MADRAS} is disputed."]


def with_marker(marker: str, square: str = LONDON, **fields: Any) -> State:
    state = ready(square, **fields)
    hold(state, "england", marker)
    return state


def test_9_13_sovereign_of_the_seas_makes_another_pass() -> None:
    state = ready(initiative="netherlands")
    hold(state, "england", "sovereign-of-the-seas-1")
    play(operations, state, answers=[("9.13", "yes"), PASS])
    assert state.money["netherlands"] == 20


def test_9_13_nell_gwyn_pays_before_the_operation_is_paid() -> None:
    state = with_marker("nell-gwyn-1", "F8", money={"england": 0, "netherlands": 1})
    acted, _ = act(state, {"force": SHIP, "markers": [{"marker": "nell-gwyn"}]}, ("9.13", 3))
    assert acted
    assert state.money["england"] == 0


def test_9_13_salt_pork_pays_for_an_operation() -> None:
    state = with_marker("salt-pork-and-biscuits-1", "F8")
    act(state, {"force": SHIP, "markers": [{"marker": "salt-pork-and-biscuits"}]})
    assert state.money["england"] == 10
    assert state.hand["england"] == []


@pytest.mark.parametrize(
    ("entry", "dice", "land", "ships"),
    [({"ship": "3rd"}, [], {}, 2), ({"points": "fort"}, [("9.13", 3)], {FORT: 3}, 1),
     ({"points": "regiment"}, [("9.13", 2)], {REGIMENT: 2}, 1)],
)  # fmt: skip
def test_9_13_press_gang_raises_a_ship_or_a_die_of_points(
    entry: dict[str, str], dice: list[Answer], land: dict[str, int], ships: int
) -> None:
    state = with_marker("press-gang-1")
    act(state, {"markers": [{"marker": "press-gang", "at": "london", **entry}]}, *dice)
    assert state.land.get(LONDON, {}).get("england", {}) == land
    assert len(state.ships_of("england")) == ships


@pytest.mark.parametrize("entry", [{"at": "london", "ship": "2nd"}, {"at": "madras", "ship": "5th"}])
def test_9_13_press_gang_raises_no_great_ship_and_nothing_where_nobody_is(entry: dict[str, str]) -> None:
    state = with_marker("press-gang-1")
    _, notes = act(state, {"markers": [{"marker": "press-gang", **entry}]})
    assert told(notes, "lapsed")
    assert state.hand["england"] == ["press-gang-1"]


def test_9_13_rally_raises_a_leader_as_well() -> None:
    state = with_marker("rally-1")
    act(state, {"markers": [{"marker": "rally", "at": "london", "ship": "5th"}]}, ("9.13", 0), ("9.13", SHIP))
    assert state.leaders["blake"].aboard == SHIP


def test_9_13_chatter_takes_a_marker_and_gives_itself() -> None:
    state = with_marker("coffee-house-chatter-1")
    hold(state, "netherlands", "bankers-1")
    act(state, {"markers": [{"marker": "coffee-house-chatter", "from": "netherlands"}]}, ("9.13", 0))
    assert state.hand == {"england": ["bankers-1"], "netherlands": ["coffee-house-chatter-1"]}


def test_9_13_or_draws_two_from_the_pool() -> None:
    state = with_marker("coffee-house-chatter-1")
    act(state, {"markers": [{"marker": "coffee-house-chatter", "from": "pool"}]}, ("9.2", (0, 1)))
    assert state.hand["england"] == ["gunners-1", "gunners-2"]


def test_9_13_treachery_takes_two_markers_that_only_the_two_know() -> None:
    state = with_marker("treachery-1")
    hold(state, "netherlands", "bankers-1", "rally-1", "boatswain-1")
    order = {"force": SHIP, "markers": [{"marker": "treachery", "from": "netherlands"}]}
    _, notes = act(state, order, ("9.13", (0, 1)))
    assert len(state.hand["england"]) == 2
    assert "all" not in {note.to for note in notes if "Bankers" in note.text}


def test_9_13_a_spy_undoes_treachery() -> None:
    state = with_marker("treachery-1")
    hold(state, "netherlands", "bankers-1", "spy-1")
    order = {"force": SHIP, "markers": [{"marker": "treachery", "from": "netherlands"}]}
    act(state, order, ("9.13", "yes"))
    assert state.hand == {"england": [], "netherlands": ["bankers-1"]}


def test_9_13_a_spy_shows_a_square_or_a_hand_to_his_player_alone() -> None:
    state = with_marker("spy-1")
    _, notes = act(state, {"force": SHIP, "markers": [{"marker": "spy", "at": "T20"}]})
    shown = [note for note in notes if note.event == "spied"]
    assert [(note.to, note.text) for note in shown] == [("england", "The Netherlands at T20: Dutch fourth-rate 2.")]
    state = with_marker("spy-1")
    hold(state, "netherlands", "rally-1")
    _, notes = act(state, {"force": SHIP, "markers": [{"marker": "spy", "from": "netherlands"}]})
    assert told(notes, "spied") == ["The Netherlands holds Rally."]


def test_9_13_the_boatswain_repairs_a_ship_anywhere() -> None:
    state = with_marker("boatswain-1", ships={SHIP: "F8+2"})
    act(state, {"force": SHIP, "markers": [{"marker": "boatswain", "ship": SHIP}]})
    assert not state.ships[SHIP].damage


def test_9_13_grand_design_is_a_second_operation_for_nothing() -> None:
    state = with_marker("grand-design-1", leaders={"blake": SHIP})
    act(state, {"force": SHIP, "grand_design": "yes"}, ("13.1", {"path": ["B12"]}), DICE)
    assert state.ships[SHIP].at == "B12"
    assert state.money["england"] == 9


def test_22_8_grand_design_needs_a_leader() -> None:
    state = with_marker("grand-design-1")
    act(state, {"force": SHIP, "grand_design": "yes"})
    assert state.hand["england"] == ["grand-design-1"]


def test_9_13_natives_cost_a_die_of_points_outside_home_ports() -> None:
    state = ready(land={f"{JAVA} netherlands": "1r 1f", f"{port('amsterdam')} netherlands": "4r"})
    hold(state, "england", "natives-are-restless-1")
    play(operations, state, answers=[("9.13", "netherlands"), ("9.13", 5), ("9.13", f"{JAVA} fort"), PASS, PASS])
    assert JAVA not in state.land
    assert state.land_at(port("amsterdam"), "netherlands") == 4


def test_9_13_letter_of_marque_sends_pirates_out_for_nothing() -> None:
    state = with_marker("letter-of-marque-1", ships={"netherlands-6th-1": "I6"})
    order = {"letter_of_marque": {"port": "tortuga"}, "path": ["I6"], "attack": {"power": "netherlands"}}
    dice: list[Answer] = [("25.2", 1), ("25.2", 0), DICE, ("17.2", 6), ("17.2", 1), ("17.2", "engage")]
    acted, _ = act(state, order, *dice, ("17.4", {}), ("17.4", (6, 6, 1)))
    assert acted
    assert "netherlands-6th-1" not in state.ships
    assert state.money["england"] == 10
    assert "pirates" not in state.owed
    assert not state.ships_of("pirates")


def test_9_13_lords_of_six_weeks_form_a_fleet_in_a_port() -> None:
    state = with_marker("lords-of-six-weeks-1", ships={"england-4th-1": LONDON})
    acted, _ = act(state, {"lords": {"number": "1", "at": "london", "ships": [SHIP, "england-4th-1"]}})
    assert acted
    assert state.fleet(FLEET) == [SHIP, "england-4th-1"]


def test_9_13_or_join_one_that_lies_there() -> None:
    state = with_marker("lords-of-six-weeks-1", ships={"england-4th-1": f"{LONDON}/{FLEET}"})
    act(state, {"lords": {"number": "1", "at": "london", "ships": [SHIP]}})
    assert state.fleet(FLEET) == [SHIP, "england-4th-1"]


@pytest.mark.parametrize(("roll", "left"), [(3, False), (4, True)])
def test_9_13_diplomacy_drives_the_others_out_of_a_port(roll: int, left: bool) -> None:
    state = with_marker("diplomacy-1", LISBON, ships={"netherlands-4th-1": LISBON}, leaders={"blake": SHIP},
                        land={f"{LISBON} netherlands": "3r 1f"})  # fmt: skip
    board = load_board()
    way = next(square for square in board.neighbours(LISBON) if not board.is_coastal(square))
    retreat: list[Answer] = [] if left else [("9.13", way)]
    act(state, {"diplomacy": {"leader": "blake"}}, ("9.13", roll), *retreat)
    assert (state.ships["netherlands-4th-1"].at == LISBON) == left
    assert (LISBON in state.land) == left
    assert state.carried("netherlands-4th-1") == (0 if left else 2)


def test_9_13_diplomacy_works_in_potentates_and_european_ports_alone() -> None:
    state = with_marker("diplomacy-1", MADRAS, leaders={"blake": SHIP})
    acted, notes = act(state, {"diplomacy": {"leader": "blake"}})
    assert not acted
    assert told(notes, "lapsed")


def test_13_2_a_land_force_alone_may_plunder() -> None:
    state = ready(land={f"{MADRAS} england": "1r"})
    act(state, {"force": "madras", "plunder": "yes"}, ("21.2", 4), ("21.2", 1))
    assert state.plundered == [MADRAS]


def test_13_2_a_force_that_has_gone_does_nothing() -> None:
    state = ready()
    force = force_named(state, "england", SHIP)
    assert force
    play(conduct, state, force, {})
    assert force_named(state, "england", "england-1st-3") is None


# ------------------------------------------------------------------------------------------- what an order may say


@pytest.mark.parametrize(
    ("order", "fault"),
    [({"path": "B12"}, "'path' is a list of words"), ({"path": [1]}, "'path' is a list of words"),
     ({"short": "sideways"}, "'short' is 'stay', 'back', 'go_on' or {to: a place}"),
     ({"short": {"at": "london"}}, "'short' is 'stay', 'back', 'go_on' or {to: a place}"),
     ({"short": {"to": "london", "or": "java"}}, "'short' is 'stay', 'back', 'go_on' or {to: a place}")],
)  # fmt: skip
def test_13_1_an_operation_is_written_in_lists_and_words(order: dict[str, Any], fault: str) -> None:
    assert operation_question(Table(), ready(), "england").faults(order) == [fault]


@pytest.mark.parametrize("short", ["stay", "back", "go_on", {"to": "london"}])
def test_13_1_a_roll_that_falls_short_has_a_word_or_a_place(short: Any) -> None:
    assert operation_question(Table(), ready(), "england").faults({"force": SHIP, "path": [], "short": short}) == []


def test_13_1_a_player_may_operate_fleets_and_lone_ships() -> None:
    """A ship in a fleet sails with it alone (12.6)."""
    state = ready(ships={"england-4th-1": f"{JAVA}/{FLEET}", "england-4th-2": f"{JAVA}/{FLEET}"})
    forces = operation_question(Table(), state, "england").legal()["forces"]
    assert forces == {SHIP: LONDON, FLEET: JAVA}


def test_13_1_operations_are_counted_from_the_first_watch_to_the_last() -> None:
    """Three each in a watch; the count says how far everybody has come when the rotation stops."""
    state = ready(house={"watch": "3"}, money={"england": 9, "netherlands": 9})
    english: Answer = ("13.1", {"force": SHIP})
    _, notes = play(operations, state, answers=[english, PASS, english, PASS, english, PASS])
    assert state.stopped
    assert (state.operated, state.passed) == ({"england": 3}, ["netherlands"])
    assert [fact["power"] for fact in facts(notes, "passed")] == ["netherlands"] * 3
    assert all("forced" not in fact for fact in facts(notes, "passed"))


def test_9_13_who_is_made_to_pass_by_the_sovereign_has_not_chosen_to() -> None:
    state = ready(initiative="netherlands")
    hold(state, "england", "sovereign-of-the-seas-1")
    _, notes = play(operations, state, answers=[("9.13", "yes"), PASS])
    assert facts(notes, "passed") == [{"power": "netherlands", "forced": True}, {"power": "england"}]


# ------------------------------------------------------------------------------------------- the segments


def test_17_1_an_attack_that_names_no_force_is_on_the_one_with_most_guns() -> None:
    state = ready(MADRAS, ships={"netherlands-6th-1": MADRAS, "netherlands-1st-1": MADRAS, "netherlands-5th-1": MADRAS})
    _, notes = act(state, {"force": SHIP, "attack": {"power": "netherlands"}}, ("17.2", 1), ("17.2", 1))
    assert facts(notes, "revealed")[-1]["ships"] == ["netherlands-1st-1"]


def test_19_7_a_leader_lands_alone_and_the_troops_stay_aboard() -> None:
    state = ready(MADRAS, leaders={"blake": SHIP}, cargo={SHIP: 1})
    act(state, {"force": SHIP, "land": {"leaders": ["blake"]}})
    assert (state.leaders["blake"].at, state.leaders["blake"].aboard) == (MADRAS, "")
    assert state.carried(SHIP) == 1
    assert not state.land


WON = {"force": SHIP, "land": {"regiments": "2"}, "shore": "any", "plunder": "yes", "after_battle": {"won": "yes"}}


def test_13_2_a_landing_that_nobody_opposes_is_won() -> None:
    """Nothing hinders the plunder that waits for a victory."""
    state = ready(MADRAS, cargo={SHIP: 2})
    _, notes = act(state, WON, ("21.2", 3))
    assert state.ashore(MADRAS, "england", REGIMENT) == 2
    assert not told(notes, "lapsed")


@pytest.mark.parametrize("tactics", [(6, 1), (3, 3)])
def test_13_2_an_assault_is_won_when_no_defender_is_left(tactics: tuple[int, int]) -> None:
    """One fort point falls to a six of the ships; where the forces miss each other it stands, and nothing is won."""
    state = ready(MADRAS, cargo={SHIP: 2}, land={f"{MADRAS} netherlands": "1f"})
    broadside = (6,) + (1,) * (guns(state, SHIP) - 1)
    fight: list[Answer] = [("20.2", [SHIP]), ("20.2", broadside), ("21.2", 3)] if tactics == (6, 1) else []
    _, notes = act(state, WON, ("20.2", tactics[0]), ("20.2", tactics[1]), *fight)
    lapsed = [text for text in told(notes, "lapsed") if "plunder" in text]
    assert lapsed == ([] if fight else [f"No plunder at {MADRAS}: its battle is not won."])


def test_10_3_a_promise_is_broken_ashore_as_at_sea() -> None:
    """Without the word the assault is left out; with it the violator pays and goes on."""
    peace = {"parties": ["england", "netherlands"], "promise": "non_aggression", "until": "3"}
    order = {"force": SHIP, "land": {"regiments": "2"}, "shore": "netherlands"}
    state = ready(MADRAS, cargo={SHIP: 2}, land={f"{MADRAS} netherlands": "1f"}, agreements=[peace])
    _, notes = act(state, order)
    assert not told(notes, "assault")
    _, notes = act(state, order | {"breach": "yes"}, ("20.2", 3), ("20.2", 3))
    assert facts(notes, "breach") == [{"power": "england"}]
    assert told(notes, "assault")


def test_15_2_what_is_shown_in_a_square_are_the_units_of_that_square() -> None:
    state = ready(MADRAS, leaders={"blake": SHIP, "monck": LONDON})
    _, notes = act(state, {"pass": "yes", "show": ["madras"]})
    assert [name for name, _ in facts(notes, "revealed")[0]["shown"]] == [SHIP, "blake"]


def test_13_2_all_hear_what_an_operation_costs() -> None:
    """A pound from London, or nothing with Salt Pork."""
    _, notes = act(ready(), {"force": SHIP})
    assert told(notes, "operation")[0].endswith(f"at {LONDON}, for 1.")
    state = with_marker("salt-pork-and-biscuits-1")
    _, notes = act(state, {"force": SHIP, "markers": [{"marker": "salt-pork-and-biscuits"}]})
    assert told(notes, "operation")[0].endswith(f"at {LONDON}, for nothing.")
    assert facts(notes, "operation") == [{"power": "england", "square": LONDON, "pounds": 0}]


def test_15_1_the_owner_alone_hears_which_ships_are_under_way() -> None:
    """Land units alone have none to name."""
    _, notes = act(ready(), {"force": SHIP})
    assert [(note.to, note.facts["ships"]) for note in notes if note.event == "sails_with"] == [("england", [SHIP])]
    _, notes = act(ready(land={f"{MADRAS} england": "2r"}), {"force": MADRAS})
    assert not told(notes, "sails_with")


def test_13_2_the_sea_is_clear_where_neither_enemies_nor_pirates_are() -> None:
    """A force of pirates is not in its own way."""
    state = ready(TORTUGA)
    force, rover = lone_force(state, SHIP), state.unbuilt("pirates")[0]
    assert not is_contested(state, force)
    state.ships[rover] = Vessel(TORTUGA)
    assert is_contested(state, force)
    state.ships[rover].at = JAVA
    assert not is_contested(state, Force("pirates", JAVA, [rover], commander="england"))


@pytest.mark.parametrize(
    ("wanted", "named"), [({}, False), ({"power": "netherlands"}, True), ({"force": "netherlands-6th-1"}, True)]
)
def test_17_2_a_force_that_names_its_target_by_power_or_by_force_means_to_fight(
    wanted: dict[str, str], named: bool
) -> None:
    state = ready(MADRAS, ships={"netherlands-6th-1": MADRAS})
    force = lone_force(state, SHIP)
    play(choose_target, state, force, {"attack": wanted} if wanted else {}, moved=False)
    assert force.named_target is named


def test_25_5_the_pirates_commander_fights_for_their_fort() -> None:
    """Their one ship is sunk; the fort is stormed, and the Dutch player says at whom it fires."""
    state = ready(TORTUGA)
    order = {"force": SHIP, "attack": {"power": "pirates"}, "shore": "pirates"}
    broadside = (6,) * guns(state, SHIP)
    sea: list[Answer] = [("17.2", 6), ("17.2", 1), ("17.2", "engage"), ("17.4", {}), ("17.4", broadside)]
    shore: list[Answer] = [("20.2", 6), ("20.2", 1), ("20.2", [SHIP]), ("20.2", (1,) * guns(state, SHIP)),
                           ("20.2", [SHIP]), ("20.2", (1, 1)), ("20.3", "halt")]  # fmt: skip
    answers: list[Answer] = [("13.1", order), ("25.2", 1), ("25.2", 5), ("25.3", 2), *sea, *shore]
    questions = asked(operations_phase, state, "england", answers=answers)
    assert [question.side for question in questions if question.topic == "coast"] == ["netherlands"]


def test_10_3_an_assault_that_a_promise_forbids_wins_nothing() -> None:
    """What waits for the victory is left out."""
    peace = {"parties": ["england", "netherlands"], "promise": "non_aggression", "until": "3"}
    state = ready(MADRAS, land={f"{MADRAS} netherlands": "1f"}, agreements=[peace])
    order = {"force": SHIP, "shore": "netherlands", "plunder": "yes", "after_battle": {"won": "yes"}}
    _, notes = act(state, order)
    assert told(notes, "lapsed")[-1] == f"No plunder at {MADRAS}: its battle is not won."
