"""Chapters 13.3, 15.2, 16, 19 and 23.4: how forces move, and what happens to them at sea."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import (
    DEFAULT,
    FORT,
    REGIMENT,
    Answer,
    Note,
    asked,
    facts,
    hold,
    play,
    port,
    position,
    told,
)

from pbem.adjudicator.lions.rules.ch13_operations import operations_phase
from pbem.adjudicator.lions.rules.ch16_incidents import Voyage, arrears, drop_unescorted, open_revolt, pirates, runaway
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.state.forces import Force, force_named
from pbem.adjudicator.lions.state.state import State, Vessel

LONDON, JAVA, MADRAS = port("london"), port("java"), port("madras")
FLEET, SHIP = "england-fleet-1", "england-1st-1"
DICE: Answer = ("16.3", (2, 3))


def at_sea(square: str = "F8", extra: dict[str, str] | None = None, **fields: Any) -> State:
    """A fleet of a first- and a fourth-rate, and whatever else."""
    ships = {SHIP: f"{square}/{FLEET}", "england-4th-1": f"{square}/{FLEET}", **(extra or {})}
    return position(ships=ships, **fields)


def move(state: State, order: dict[str, Any], *answers: Answer, name: str = "1") -> tuple[Force, list[Note]]:
    force = force_named(state, "england", name)
    assert force
    return force, play(movement_segment, state, force, order, answers=list(answers))[1]


def where(state: State) -> str:
    return state.ships[SHIP].at


def test_16_4_a_force_moves_as_far_as_its_dice_say() -> None:
    state = at_sea("I8")
    move(state, {"path": ["Q10"]}, ("16.3", (1, 2)))
    assert state.board.distance("I8", where(state)) == 3


def test_16_4_it_may_stop_before() -> None:
    state = at_sea()
    move(state, {"path": ["F9"]}, DICE)
    assert where(state) == "F9"


def test_16_4_all_see_the_way_it_goes_but_not_what_it_is() -> None:
    _, notes = move(at_sea(), {"path": ["F9", "F10"]}, DICE)
    assert told(notes, "moved") == ["Fleet 1 of England sails F8 - F9 - F10."]
    assert not [note for note in notes if note.to == "all" and "first-rate" in note.text]


def test_16_3_the_admirals_value_adds_to_the_dice() -> None:
    state = at_sea("I8", leaders={"blake": SHIP})
    move(state, {"path": ["Q10"]}, ("16.3", (1, 2)))
    assert state.board.distance("I8", where(state)) == 6
    assert state.leaders["blake"].at == where(state)


def test_16_3_who_goes_nowhere_rolls_nothing() -> None:
    state = at_sea()
    move(state, {})
    assert where(state) == "F8"


def test_16_2_land_units_never_move_by_themselves() -> None:
    state = position(land={f"{MADRAS} england": "2r"})
    move(state, {"path": ["K22"]}, name="madras")
    assert state.ashore(MADRAS, "england", REGIMENT) == 2


def test_5_5_troops_are_not_left_on_the_way_in_a_pirate_port() -> None:
    tortuga = port("tortuga")
    state = at_sea(tortuga, cargo={SHIP: 1})
    order = {"drop": [{"at": "tortuga", "regiments": "1"}]}
    move(state, order)
    assert state.land_at(tortuga, "england") == 0
    state.put_ashore(tortuga, "england", REGIMENT, 1)
    move(state, order)
    assert state.land_at(tortuga, "england") == 2


DEED = {"attack": {"any": "yes"}}
THREE: Answer = ("16.3", (1, 2))


def test_16_3_a_short_roll_leaves_a_landing_force_in_its_port() -> None:
    state = at_sea("C11")
    _, notes = move(state, {"path": ["antilles"], "land": {"regiments": "1"}}, THREE)
    assert where(state) == "C11"
    assert told(notes, "short") == ["Fleet 1 of England cannot reach J7 with 3 movement points."]
    assert told(notes, "moved") == ["Fleet 1 of England stays at C11."]


def test_16_3_a_mere_voyage_sails_on() -> None:
    state = at_sea("C11")
    move(state, {"path": ["antilles"]}, THREE)
    assert state.board.distance(where(state), "J7") == 4


def test_16_3_but_not_into_others_who_are_seen_there() -> None:
    state = at_sea("C11", extra={"netherlands-6th-1": "F9"})
    move(state, {"path": ["D10", "E9", "F9", "antilles"]}, THREE)
    assert where(state) == "E9"


@pytest.mark.parametrize(
    ("short", "end"), [("stay", "F8"), ({"to": "F10"}, "F10"), ({"to": "E9"}, "E9"), ("back", "C11"), ("go_on", "I7")]
)
def test_16_3_an_order_says_where_to_stop_when_the_roll_falls_short(short: Any, end: str) -> None:
    state = at_sea("F8")
    move(state, {"path": ["G8", "H8", "I7", "antilles"], "short": short, **DEED}, THREE)
    assert where(state) == end


def test_16_3_a_goal_beyond_any_roll_is_sailed_for() -> None:
    state = at_sea("C11")
    move(state, {"path": ["java"], "land": {"regiments": "1"}}, THREE)
    assert state.board.distance(where(state), "C11") == 3


def test_15_2_of_equal_ways_the_one_past_fewest_others() -> None:
    state = at_sea("M12", land={f"{port('senegal')} netherlands": "1r"})
    _, notes = move(state, {"path": ["sallee"]}, ("16.3", (2, 4)))
    assert port("senegal") not in facts(notes, "moved")[0]["way"]
    assert where(state) == port("sallee")


def test_16_4_no_port_abroad_is_entered_without_need() -> None:
    state = at_sea("M12")
    _, notes = move(state, {"path": ["sallee"]}, ("16.3", (2, 4)))
    ports = {place.square for place in state.board.ports.values()}
    assert not ports & set(facts(notes, "moved")[0]["way"][1:-1])


def test_16_5_a_corner_between_two_enemy_squares_is_shut() -> None:
    enemies = {"netherlands-1st-1": "F9", "netherlands-2nd-1": "G8"}
    state = at_sea(extra=enemies)
    _, notes = move(state, {"path": ["G9"]}, DICE)
    assert facts(notes, "moved")[0]["way"] != ["F8", "G9"]


def test_16_5_but_not_where_only_one_of_them_is() -> None:
    state = at_sea(extra={"netherlands-1st-1": "F9"})
    move(state, {"path": ["G9"]}, DICE)
    assert where(state) == "G9"


def test_14_2_enemy_ships_stop_a_force() -> None:
    state = at_sea(extra={"netherlands-1st-1": "F9"})
    move(state, {"path": ["F9", "F10"]}, DICE)
    assert where(state) == "F9"


def test_14_3_enemy_land_units_do_not() -> None:
    state = at_sea("F9", land={f"{port('azores')} netherlands": "1f"})
    move(state, {"path": ["azores", "F11"]}, DICE)
    assert where(state) == "F11"


def test_15_2_both_sides_lie_open_where_a_force_meets_enemy_units() -> None:
    _, notes = move(at_sea(extra={"netherlands-1st-1": "F9+1"}), {"path": ["F9"]}, DICE)
    assert told(notes, "revealed") == [
        "England at F9: English first-rate 1, English fourth-rate 1.",
        "The Netherlands at F9: Dutch first-rate 1 (1 damage).",
    ]


def test_16_12_the_horn_costs_seven() -> None:
    state = at_sea("U8")
    move(state, {"path": ["U4"]}, ("16.3", (2, 4)))
    assert where(state) == "U8"
    move(state, {"path": ["U4"]}, ("16.3", (3, 4)))
    assert where(state) == "U4"


@pytest.mark.parametrize("ships", [["england-4th-1"], ["england-4th-1", "england-4th-1"]])
def test_16_6_ships_and_troops_may_be_left_on_the_way(ships: list[str]) -> None:
    state = at_sea("F9", cargo={SHIP: 2})
    drop = [{"at": "azores", "ships": ships, "regiments": "1"}]
    force, _ = move(state, {"path": ["azores", "F11"], "drop": drop}, DICE)
    assert force.ships == [SHIP]
    assert state.ships["england-4th-1"].at == port("azores")
    assert state.ships["england-4th-1"].fleet == ""
    assert state.ashore(port("azores"), "england", REGIMENT) == 1
    assert state.carried(SHIP) == 1


def test_19_4_who_embarks_in_a_friendly_port_still_moves() -> None:
    state = at_sea(LONDON, land={f"{LONDON} england": "5r"}, leaders={"blake": LONDON})
    move(state, {"embark": {"regiments": "3", "leaders": ["blake"]}, "path": ["C11"]}, ("16.3", (2, 1)))
    assert where(state) == "C11"
    assert sum(state.carried(name) for name in state.fleet(FLEET)) == 3
    assert state.leaders["blake"].at == "C11"
    assert state.ashore(LONDON, "england", REGIMENT) == 2


@pytest.mark.parametrize("extra", [{}, {"netherlands-6th-1": MADRAS}])
def test_19_5_elsewhere_embarking_takes_the_whole_segment(extra: dict[str, str]) -> None:
    square = MADRAS if extra else "B4"
    state = at_sea(square, extra, land={f"{square} england": "2r"})
    move(state, {"embark": {"regiments": "2"}, "path": ["L22"]})
    assert where(state) == square
    assert sum(state.carried(name) for name in state.fleet(FLEET)) == 2


def test_19_3_nobody_carries_more_than_there_is_room_for() -> None:
    state = at_sea(LONDON, land={f"{LONDON} england": "9r 2f"})
    move(state, {"embark": {"regiments": "9"}, "path": ["C11"]}, ("16.3", (2, 1)))
    assert state.cargo == {SHIP: {"england": 2}, "england-4th-1": {"england": 2}}
    assert state.ashore(LONDON, "england", FORT) == 2


LEFT_OUT: dict[tuple[str, str, tuple[str | int, ...]], dict[str, Any]] = {
    ("19.3", "1 of 2 regiment points are at C12 and find room", ("embark", "regiments")):
        {"embark": {"regiments": "2"}},
    ("19.2", "'blake' is not at C12", ("embark", "leaders", 0)): {"embark": {"leaders": ["blake"]}},
    ("16.3", "'blake' is not with that force", ("admiral",)): {"admiral": "blake", "path": ["D12"]},
    ("23.4", "the Goa treasure fleet does not lie at C12", ("take", 0)): {"take": ["treasure-goa"]},
    ("16.7", "B16 is land", ("path", 1)): {"path": ["D12", "B16"]},
    ("16.7", "'nowhere' is no square", ("path", 0)): {"path": ["nowhere"]},
}


@pytest.mark.parametrize(("rule", "reason", "part"), LEFT_OUT)
def test_13_2_a_commander_alone_hears_what_of_an_order_is_left_out_and_where_it_stands(
    rule: str, reason: str, part: tuple[str | int, ...]
) -> None:
    state = at_sea(LONDON, land={f"{LONDON} england": "1r"})
    _, story = move(state, LEFT_OUT[rule, reason, part], *([DICE] if "path" in LEFT_OUT[rule, reason, part] else []))
    found = [note for note in story if note.event == "lapsed"]
    assert [(note.rule, note.to, note.text, note.facts["part"]) for note in found] == [
        (rule, "england", f"Left out: {reason}.", list(part))]  # fmt: skip


def test_16_2_troops_ordered_to_sail_stay_and_their_owner_hears_why() -> None:
    state = position(land={f"{LONDON} england": "1r"})
    _, story = move(state, {"path": ["D12"]}, name="london")
    assert [(note.to, note.text) for note in story] == [("england", "Left out: troops do not move by themselves.")]


def test_19_3_nothing_is_told_of_another_powers_troops_that_do_not_come_aboard() -> None:
    state = at_sea(LONDON, land={f"{LONDON} england": "1r"})
    _, story = move(state, {"embark": {"of": "netherlands", "regiments": "3"}})
    assert story == []


def test_23_4_treasure_joins_at_the_start_of_movement() -> None:
    state = at_sea(JAVA, {"treasure-java": JAVA})
    force, _ = move(state, {"take": ["treasure-java"], "path": ["P22"]}, DICE)
    assert force.ships == [SHIP, "england-4th-1", "treasure-java"]
    assert state.ships["treasure-java"].at == "P22"


def test_23_2_not_where_its_port_is_disputed() -> None:
    state = at_sea(JAVA, {"treasure-java": JAVA}, land={f"{JAVA} netherlands": "1f"})
    move(state, {"take": ["treasure-java"], "path": ["P22"]}, DICE)
    assert state.ships["treasure-java"].at == JAVA


def test_23_4_nor_without_a_rated_ship() -> None:
    state = position(ships={"england-transport-1": JAVA, "treasure-java": JAVA})
    move(state, {"take": ["treasure-java"], "path": ["P22"]}, DICE, name="england-transport-1")
    assert state.ships["treasure-java"].at == JAVA


def test_23_4_treasure_does_not_enter_squares_with_enemy_ships() -> None:
    state = at_sea(JAVA, {"treasure-java": f"{JAVA}/{FLEET}", "netherlands-6th-1": "P22"})
    move(state, {"path": ["P22"]}, DICE)
    assert where(state) == JAVA


def test_9_13_master_navigator_rolls_again_and_chooses() -> None:
    state = at_sea("I8", leaders={"sandwich": SHIP})
    hold(state, "england", "master-navigator-1")
    move(state, {"path": ["Q10"]}, ("16.3", (1, 1)), ("9.13", "yes"), ("9.13", (2, 5)), ("9.13", "second"))
    assert state.board.distance("I8", where(state)) == 8
    assert state.hand["england"] == []


def test_9_13_master_navigator_needs_a_leader() -> None:
    state = at_sea()
    hold(state, "england", "master-navigator-1")
    move(state, {"path": ["F9"]}, DICE)


# ------------------------------------------------------------------------------------------- incidents


def incident(state: State, roll: int, *more: Answer, pair: int = 3, name: str = "1") -> list[Note]:
    """Doubles, and what the table says."""
    return move(state, {"path": ["Q10"]}, ("16.3", (pair, pair)), ("13.3", roll), *more, name=name)[1]


def gone(state: State) -> int | None:
    return state.board.distance("I8", where(state))


def test_13_3_a_storm_halves_the_allowance_and_a_six_damages() -> None:
    state = at_sea("I8", cargo={SHIP: 1})
    notes = incident(state, 1, ("13.3", (6, 5)))
    assert gone(state) == 3
    assert state.ships[SHIP].damage == 1
    assert state.carried(SHIP) == 0
    assert {note.to for note in notes if note.event in ("damaged", "regiment_lost")} == {"england"}


def test_12_3_scattered_leaves_one_ship_behind() -> None:
    state = at_sea("I8")
    incident(state, 2, ("13.3", 1))
    assert gone(state) == 6
    assert state.ships["england-4th-1"].at == "I8"
    assert state.fleet(FLEET) == [SHIP]


def test_13_3_a_lone_ship_scattered_sails_less_far() -> None:
    state = position(ships={SHIP: "I8"})
    incident(state, 2, name=SHIP)
    assert gone(state) == 4


def test_13_3_becalmed_does_not_move() -> None:
    state = at_sea("I8")
    incident(state, 3)
    assert gone(state) == 0


def test_13_3_a_fair_wind_gives_a_die_more() -> None:
    state = at_sea("I8")
    incident(state, 6, ("13.3", 2), pair=1)
    assert gone(state) == 4


@pytest.mark.parametrize(("answer", "money", "way"), [("pay", 8, 6), ("refuse", 10, 0)])
def test_13_3_arrears_are_paid_or_the_crews_stay(answer: str, money: int, way: int) -> None:
    state = at_sea("I8")
    incident(state, 4, ("13.3", 2), ("13.3", answer))
    assert state.money["england"] == money
    assert gone(state) == way


def test_13_3_a_leader_calms_a_mutiny() -> None:
    state = at_sea("I8", leaders={"blake": SHIP})
    incident(state, 4, ("13.3", 4))
    assert where(state) == "Q10"


def test_13_3_desertion_costs_a_regiment() -> None:
    state = at_sea("I8", cargo={SHIP: 2})
    incident(state, 4, ("13.3", 3))
    assert state.carried(SHIP) == 1


def test_13_3_the_least_ship_runs_away() -> None:
    state = at_sea("I8")
    incident(state, 4, ("13.3", 5))
    assert state.ships_of("england") == [SHIP]
    assert gone(state) == 6


def test_13_3_open_revolt_costs_a_ship_and_the_way() -> None:
    state = at_sea("I8")
    incident(state, 4, ("13.3", 6), ("13.3", 0))
    assert state.ships_of("england") == ["england-4th-1"]
    assert state.ships["england-4th-1"].at == "I8"


@pytest.mark.parametrize(("roll", "left"), [(2, []), (1, ["sandwich"])])
def test_13_3_open_revolt_may_cost_a_leader(roll: int, left: list[str]) -> None:
    state = at_sea("I8", leaders={"sandwich": SHIP})
    voyage = Voyage(Force("england", "I8", state.fleet(FLEET), FLEET), 5)
    play(open_revolt, state, voyage, answers=[("13.3", roll), ("13.3", 1)])
    assert state.leaders_of("england") == left


def test_9_13_articles_of_war_roll_an_incident_again() -> None:
    state = at_sea("I8")
    hold(state, "england", "articles-of-war-1")
    incident(state, 3, ("9.13", "yes"), ("13.3", 6), ("13.3", 1))
    assert gone(state) == 7
    assert "articles-of-war-1" in state.pool


PIRATES: list[Answer] = [("25.2", 1), ("25.2", 5)]  # one ship comes, the last sixth-rate


def test_25_5_pirates_attack_at_once_and_are_gone_after_the_battle() -> None:
    state = at_sea("I8")
    incident(state, 5, *PIRATES, ("17.2", 2), ("17.2", 2))
    assert not [name for name in state.ships if name.startswith("pirates")]
    assert gone(state) == 6


def test_25_5_one_enemy_by_lot_commands_them() -> None:
    state = at_sea("I8", players=4)
    notes = incident(state, 5, ("25.5", 2), *PIRATES, ("17.2", 2), ("17.2", 2))
    assert facts(notes, "pirates")[0]["commander"] == "france"


def test_25_7_pirates_sunk_bring_twice_their_damage_rating_at_once() -> None:
    state = at_sea("I8")
    fire: list[Answer] = [("17.4", {"targets": ["strongest"]}), ("17.4", (6, 6, 1, 1, 1, 1))]
    incident(state, 5, *PIRATES, ("17.2", 1), ("17.2", 6), ("17.2", "engage"), *fire)
    assert state.money["england"] == 10 + 2
    assert state.owed == {}


def test_25_5_pirates_met_at_sea_never_break_off() -> None:
    state = at_sea("I8")
    fire: list[Answer] = [("17.4", {}), ("17.4", 1), ("17.4", {}), ("17.4", (1,) * 6)]
    incident(state, 5, *PIRATES, ("17.2", 6), ("17.2", 1), *fire, ("17.2", 3), ("17.2", 3))
    assert gone(state) == 6


def test_25_5_who_breaks_off_from_them_moves_no_further() -> None:
    state = at_sea("I8")
    incident(state, 5, *PIRATES, ("17.2", 1), ("17.2", 6), ("17.2", "J8"))
    assert where(state) == "J8"


# ------------------------------------------------------------------------------------------- across the Pacific


def cross(state: State, *answers: Answer) -> list[Note]:
    return move(state, {"cross": "yes"}, *answers)[1]


def pacific(square: str = "J28") -> State:
    return at_sea(square, leaders={"sandwich": SHIP})


@pytest.mark.parametrize(
    ("dice", "landfall"), [([1], "J1"), ([2], "J1"), ([3, 2], "H1"), ([6, 3], "M1"), ([5, 6], "O1"), ([4, 6], "D1")]
)
def test_16_10_a_force_crosses_to_the_other_edge(dice: list[int], landfall: str) -> None:
    state = pacific()
    fair: list[Answer] = [("13.3", 6), ("13.3", 1)]
    cross(state, DICE, *fair, *fair, *(("16.10", die) for die in dice))
    assert where(state) == landfall


@pytest.mark.parametrize("calm", [0, 1])
def test_16_10_becalmed_in_either_of_two_incidents_it_stays(calm: int) -> None:
    state = pacific()
    fair: list[Answer] = [("13.3", 6), ("13.3", 1)]
    cross(state, DICE, *fair * calm, ("13.3", 3), *fair * (1 - calm))
    assert where(state) == "J28"


def test_16_10_a_calm_does_not_spare_the_storm_that_follows() -> None:
    state = pacific()
    cross(state, DICE, ("13.3", 3), ("13.3", 1), ("13.3", (6, 1)))
    assert (where(state), state.ships[SHIP].damage) == ("J28", 1)


def test_23_4_treasure_does_not_cross_to_where_enemy_ships_are() -> None:
    state = pacific()
    state.ships["treasure-manila"] = Vessel("J28", 0, state.ships[SHIP].fleet or SHIP)
    state.ships["netherlands-6th-1"] = Vessel("J1")
    fair: list[Answer] = [("13.3", 6), ("13.3", 1)]
    notes = cross(state, DICE, *fair, *fair, ("16.10", 1))
    assert where(state) == "J28"
    assert "treasure stays" in told(notes, "lapsed")[0]


def test_16_10_without_a_leader_or_away_from_the_edge_nobody_crosses() -> None:
    assert "no leader" in told(cross(at_sea("J28"), DICE), "lapsed")[0]
    assert "no edge" in told(cross(pacific("J27"), DICE), "lapsed")[0]


def test_16_10_a_force_lost_in_the_first_incident_has_no_second() -> None:
    """A mutinous crew runs away with the only ship; there is nobody left to cross."""
    state = position(ships={SHIP: "J28"}, leaders={"sandwich": SHIP})
    answers: list[Answer] = [("13.3", 4), ("13.3", 6)]
    force, notes = move(state, {"cross": "yes"}, DICE, *answers, name=SHIP)
    assert force.ships == []
    assert told(notes, "no_crossing")


def test_16_10_what_waits_for_the_goal_waits_for_the_crossing() -> None:
    """Across it meets whom it attacks; becalmed it leaves the attack undone, though an enemy is beside it."""
    dutch = {"netherlands-6th-1": "J1", "netherlands-6th-2": "J28"}
    state = at_sea("J28", dutch, leaders={"sandwich": SHIP})
    order: Answer = ("13.1", {"force": "1", "cross": "yes", "attack": {"power": "netherlands"}})
    fair: list[Answer] = [("13.3", 6), ("13.3", 1)]
    _, notes = play(operations_phase, state, "england",
                    answers=[order, DICE, *fair, *fair, ("16.10", 1), ("17.2", 1), ("17.2", 2)])  # fmt: skip
    assert facts(notes, "crossed") == [{"power": "england", "square": "J1"}]
    assert [fact["power"] for fact in facts(notes, "revealed")][:2] == ["england", "netherlands"]
    assert where(state) == "J1"
    state = at_sea("J28", dutch, leaders={"sandwich": SHIP})
    _, notes = play(operations_phase, state, "england", answers=[order, DICE, ("13.3", 3), *fair])
    assert "Left out: attack" in told(notes, "lapsed")[0]


def test_23_4_treasure_that_does_not_cross_leaves_the_attack_undone_too() -> None:
    state = at_sea("J28", {"netherlands-6th-1": "J1", "netherlands-6th-2": "J28"}, leaders={"sandwich": SHIP})
    state.ships["treasure-manila"] = Vessel("J28", 0, FLEET)
    order: Answer = ("13.1", {"force": "1", "cross": "yes", "attack": {"power": "netherlands"}})
    fair: list[Answer] = [("13.3", 6), ("13.3", 1)]
    _, notes = play(operations_phase, state, "england", answers=[order, DICE, *fair, *fair, ("16.10", 1)])
    assert "Left out: attack" in told(notes, "lapsed")[-1]


@pytest.mark.parametrize(("die", "escorted"), [(5, True), (6, False)])
def test_23_4_a_storm_that_sinks_the_escort_leaves_the_treasure_behind(die: int, escorted: bool) -> None:
    """A transport is no escort; while the frigate floats the treasure stays with her."""
    full = position().board.ships["england-6th-1"].kind.damage
    state = position(ships={"england-6th-1": f"I8+{full}/{FLEET}", "england-transport-1": f"I8/{FLEET}",
                            "treasure-java": f"I8/{FLEET}"})  # fmt: skip
    incident(state, 1, ("13.3", (die, 1, 1)))
    assert (state.ships["treasure-java"].fleet == FLEET) == escorted
    assert (state.ships["treasure-java"].at != "I8") == escorted


@pytest.mark.parametrize(("ship", "escorted"), [(0, False), (1, True)])
def test_23_4_treasure_stays_behind_with_the_only_escort_that_is_scattered(ship: int, escorted: bool) -> None:
    """The frigate stays behind and the transport sails on, or the other way round (12.3)."""
    state = position(ships={"england-6th-1": f"I8/{FLEET}", "england-transport-1": f"I8/{FLEET}",
                            "treasure-java": f"I8/{FLEET}"})  # fmt: skip
    notes = incident(state, 2, ("13.3", ship))
    left = ["england-6th-1", "england-transport-1"][ship]
    assert [(note.to, note.facts["ship"]) for note in notes if note.event == "scattered"] == [("england", left)]
    assert (state.ships["treasure-java"].fleet == FLEET) == escorted


def test_13_3_a_lone_ship_scattered_may_not_move_at_all() -> None:
    """Two points rolled, two lost."""
    state = position(ships={SHIP: "I8"})
    incident(state, 2, name=SHIP, pair=1)
    assert gone(state) == 0


def test_34_a_prize_follows_any_own_ship_and_none_is_left_with_prizes_alone() -> None:
    """Prizes need an own ship in the force, treasure a rated one (23.4)."""
    state = position(ships={"england-transport-1": f"I8/{FLEET}", "england-transport-2": f"I8/{FLEET}",
                            "treasure-java": f"I8/{FLEET}"})  # fmt: skip
    force = Force("england", "I8", ["england-transport-1", "england-transport-2", "treasure-java"], FLEET)
    drop_unescorted(state, force)
    assert force.ships == ["england-transport-1", "england-transport-2"]


def test_23_4_only_treasure_that_lies_there_is_taken_and_all_hear_of_it() -> None:
    """Neither what is no treasure, nor what is not on the map, nor what lies elsewhere."""
    state = at_sea(JAVA, {"treasure-java": JAVA, "treasure-goa": port("goa"), "england-5th-1": JAVA})
    taken = ["nothing", "england-5th-1", "treasure-manila", "treasure-goa", "treasure-java"]
    force, notes = move(state, {"take": taken, "path": ["P22"]}, DICE)
    assert force.ships == [SHIP, "england-4th-1", "treasure-java"]
    assert facts(notes, "escorted") == [{"fleet": "treasure-java", "power": "england"}]


def test_16_6_each_part_is_left_where_it_is_to_be_left() -> None:
    """The first square of the list may come last; a ship that is left keeps no troops of others ashore."""
    state = at_sea(MADRAS, {"england-5th-1": f"{MADRAS}/{FLEET}"}, cargo={SHIP: 2})
    state.put_ashore(port("ceylon"), "england", FORT, 1)
    parts = [{"at": "ceylon", "ships": ["england-4th-1"]}, {"at": MADRAS, "ships": ["england-5th-1"]}]
    move(state, {"path": ["ceylon"], "drop": parts}, DICE)
    assert {name: state.ships[name].at for name in ("england-4th-1", "england-5th-1")} == {
        "england-4th-1": port("ceylon"), "england-5th-1": MADRAS}  # fmt: skip
    assert state.carried(SHIP) == 2


def test_23_4_treasure_whose_escort_is_left_on_the_way_stays_with_nobody() -> None:
    state = position(ships={"england-6th-1": f"I8/{FLEET}", "england-transport-1": f"I8/{FLEET}",
                            "treasure-java": f"I8/{FLEET}"})  # fmt: skip
    force, _ = move(state, {"path": ["I9"], "drop": [{"at": "I8", "ships": ["england-6th-1"]}]}, DICE)
    assert force.ships == ["england-transport-1"]
    assert (state.ships["treasure-java"].at, state.ships["treasure-java"].fleet) == ("I8", "")


def test_16_10_a_crew_that_refuses_does_not_cross() -> None:
    """Mutiny, five less Sandwich's one: the crews will not sail, whatever the second incident brings."""
    state = pacific()
    cross(state, DICE, ("13.3", 4), ("13.3", 5), ("13.3", 6), ("13.3", 1))
    assert where(state) == "J28"


def guarded() -> tuple[State, Voyage]:
    """A frigate, a transport and treasure in a fleet."""
    ships = ["england-6th-1", "england-transport-1", "treasure-java"]
    state = position(ships=dict.fromkeys(ships, f"I8/{FLEET}"))
    return state, Voyage(Force("england", "I8", ships, FLEET), 6)


def test_23_4_mutineers_that_take_the_escort_leave_the_treasure_to_nobody() -> None:
    """By lot among frigate and transport; treasure is no ship that revolts."""
    for drawn, escorted in ((0, False), (1, True)):
        state, voyage = guarded()
        play(open_revolt, state, voyage, answers=[("13.3", drawn)])
        assert (state.ships["treasure-java"].fleet == FLEET) is escorted


def test_23_4_an_only_ship_that_runs_away_leaves_the_treasure_to_nobody() -> None:
    state, voyage = guarded()
    del state.ships["england-transport-1"]
    voyage.force.ships.remove("england-transport-1")
    play(runaway, state, voyage)
    assert (voyage.force.ships, state.ships["treasure-java"].fleet) == ([], "")


def test_23_4_pirates_that_sink_the_escort_leave_the_treasure_without_one() -> None:
    """The transport sails on without it."""
    state, voyage = guarded()
    state.ships["england-6th-1"].damage = state.rating("england-6th-1")
    rover = state.unbuilt("pirates")[0]
    hits = (6,) + (1,) * (state.gunnery(rover) - 1)
    quiet: Answer = ("17.4", {"hold": ["transport", "treasure-java"]})
    first: list[Answer] = [("25.2", 1), ("25.2", 0), ("17.2", 6), ("17.2", 1)]
    play(pirates, state, voyage, answers=[*first, ("17.4", {"targets": ["6th"]}), ("17.4", hits), quiet,
                                          ("17.2", 2), ("17.2", 2)])  # fmt: skip
    assert voyage.force.ships == ["england-transport-1"]
    assert state.ships["treasure-java"].fleet == ""


def test_13_3_the_last_pounds_pay_a_crew() -> None:
    """So much a ship; that they suffice would tell how few the ships are, while they are fewer than the most."""
    state, voyage = guarded()
    numbers = state.board.numbers
    owed = min(numbers.arrears_per_ship * 3, numbers.arrears_most)
    state.money["england"] = owed
    question = asked(arrears, state, voyage, answers=[("13.3", "pay")])[0]
    assert question.discreet is (owed < numbers.arrears_most)
    assert state.money["england"] == 0
    state.money["england"] = owed - 1
    _, notes = play(arrears, state, voyage)
    assert facts(notes, "unpaid") == [{"power": "england"}]
    state.money["england"] = numbers.arrears_most
    assert not asked(arrears, state, voyage, answers=[("13.3", "refuse")])[0].discreet
    _, notes = play(arrears, state, voyage, answers=[("13.3", "pay")])
    assert facts(notes, "arrears") == [{"power": "england"}]


def test_13_3_pirates_have_no_pounds_for_their_crews() -> None:
    state = position()
    rover = state.unbuilt("pirates")[0]
    state.ships[rover] = Vessel("I8")
    voyage = Voyage(Force("pirates", "I8", [rover], commander="england"), 6)
    _, notes = play(arrears, state, voyage)
    assert voyage.held
    assert facts(notes, "unpaid") == [{"power": "pirates"}]


def test_19_5_a_force_that_embarks_for_a_whole_segment_has_not_crossed() -> None:
    """It stays where it is, and that is not the goal of an order to cross."""
    state = at_sea(MADRAS, land={f"{MADRAS} england": "2r", f"{MADRAS} netherlands": "1f"})
    force = force_named(state, "england", "1")
    assert force
    order = {"cross": "yes", "embark": {"regiments": "2"}}
    assert play(movement_segment, state, force, order)[0] is False
    assert state.carried(SHIP) == 2


def test_9_13_of_two_throws_alike_the_first_is_the_default() -> None:
    """Six by two and four brings no incident; six by two threes would."""
    state = at_sea("I8", leaders={"sandwich": SHIP})
    hold(state, "england", "master-navigator-1")
    move(state, {"path": ["Q10"]}, ("16.3", (2, 4)), ("9.13", "yes"), ("9.13", (3, 3)), ("9.13", DEFAULT))
    assert state.board.distance("I8", where(state)) == 7


def test_16_3_a_roll_that_just_reaches_the_goal_reaches_it() -> None:
    state = at_sea("I8")
    force = force_named(state, "england", "1")
    goal = next(square for square in state.board.grid.squares if state.board.distance("I8", square) == 3
                and not state.board.is_coastal(square))  # fmt: skip
    assert force
    order = {"path": [goal], "plunder": "yes"}
    arrived, notes = play(movement_segment, state, force, order, answers=[("16.3", (1, 2))])
    assert arrived
    assert not told(notes, "short")


def test_23_4_treasure_that_may_not_enter_a_square_goes_no_further() -> None:
    """Its way ends before the square, though the order names one beyond it."""
    state = at_sea(JAVA, {"treasure-java": f"{JAVA}/{FLEET}", "netherlands-6th-1": "P22"})
    _, notes = move(state, {"path": ["P22", "P21"]}, DICE)
    assert where(state) == JAVA
    assert facts(notes, "moved")[0]["way"] == [JAVA]
    assert len(told(notes, "lapsed")) == 1


def test_15_2_both_sides_lie_open_where_a_crossing_ends_beside_others() -> None:
    state = pacific()
    state.ships["netherlands-6th-1"] = Vessel("J1")
    fair: list[Answer] = [("13.3", 6), ("13.3", 1)]
    notes = cross(state, DICE, *fair, *fair, ("16.10", 1))
    assert [fact["power"] for fact in facts(notes, "revealed")] == ["england", "netherlands"]


def test_13_3_a_storm_leaves_half_of_an_odd_allowance_rounded_down() -> None:
    """Six and Blake's three are nine; half is four."""
    state = at_sea("I8", leaders={"blake": SHIP})
    incident(state, 1, ("13.3", (1, 1)))
    assert gone(state) == 4
