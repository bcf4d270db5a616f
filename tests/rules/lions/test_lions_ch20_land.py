"""Chapters 20 and 19.7: land combat."""

from __future__ import annotations

from typing import Any

import pytest
from rules.lions.lions_playing import (
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

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch19_transport import debark, land
from pbem.adjudicator.lions.rules.ch20_land import (
    Assault,
    Corps,
    able_to_bombard,
    assault,
    coast_question,
    coastal_defence,
    commanders,
    fire_from_shore,
    stranded,
    who_holds,
)
from pbem.adjudicator.lions.state.forces import Force, force_named
from pbem.adjudicator.lions.state.state import Berth, State, Vessel

JAVA, AMSTERDAM, CADIZ = port("java"), port("amsterdam"), port("cadiz")
SHIP = "england-1st-1"
FIRST: list[Answer] = [("20.2", 6), ("20.2", 1)]  # the attacker has the better tactics
SECOND: list[Answer] = [("20.2", 1), ("20.2", 6)]
HALT: Answer = ("20.3", "halt")


def ashore(english: str = "", dutch: str = "", **fields: Any) -> State:
    land = {f"{JAVA} england": english, f"{JAVA} netherlands": dutch}
    return position(land=land, **fields)


def storm(state: State, *answers: Answer, name: str = JAVA) -> tuple[str, list[Note]]:
    force = force_named(state, "england", name)
    assert force
    return play(assault, state, force, "netherlands", answers=list(answers))


LANDINGS = {
    (JAVA, "19.7", "1 of 2 regiment points are aboard", ("land", "regiments")): {"regiments": "2"},
    (JAVA, "19.7", "'monck' is not aboard", ("land", "leaders", 1)): {"leaders": ["blake", "monck"]},
    (AMSTERDAM, "5.6", f"{AMSTERDAM} is a home port of another power", ("land",)): {"regiments": "1"},
    ("F8", "19.7", "F8 is all sea", ("land",)): {"regiments": "1"},
}


@pytest.mark.parametrize(("square", "rule", "reason", "part"), LANDINGS)
def test_19_7_a_commander_alone_hears_who_of_a_landing_stays_aboard(
    square: str, rule: str, reason: str, part: tuple[str | int, ...]
) -> None:
    state = position(ships={SHIP: square}, leaders={"blake": SHIP}, cargo={SHIP: 1})
    force = force_named(state, "england", SHIP)
    assert force
    table = Table()
    land(table, state, force, LANDINGS[square, rule, reason, part])  # type: ignore[arg-type]
    found = [note for note in table.story if note.event == "lapsed"]
    assert [(note.rule, note.to, note.text, note.facts["part"]) for note in found] == [
        (rule, "england", f"Left out: {reason}.", list(part))]  # fmt: skip


def test_20_2_a_tie_of_tactics_and_nobody_engages() -> None:
    state = ashore("2r", "1f")
    winner, notes = storm(state, ("20.2", 3), ("20.2", 3))
    assert winner == ""
    assert told(notes, "missed") == ["The forces fail to engage."]


def test_20_2_the_admirals_value_adds_to_tactics() -> None:
    state = ashore("2r", "1f", leaders={"blake": JAVA})
    _, notes = storm(state, ("20.2", 1), ("20.2", 4))
    assert told(notes, "missed")


def test_20_2_the_better_tactics_fire_first_and_losses_are_immediate() -> None:
    state = ashore("2r", "1f")
    winner, _ = storm(state, *FIRST, ("20.2", (5, 1)))
    assert winner == "england"
    assert state.land_at(JAVA, "netherlands") == 0
    assert state.ashore(JAVA, "england", REGIMENT) == 2


def test_20_2_on_shore_fives_and_sixes_hit() -> None:
    state = ashore("2r", "2r")
    storm(state, *FIRST, ("20.2", (4, 6)), ("20.2", 5), HALT)
    assert (state.land_at(JAVA, "england"), state.land_at(JAVA, "netherlands")) == (1, 1)


def test_20_2_forts_fall_before_regiments() -> None:
    state = ashore("2r", "1r 1f")
    storm(state, *FIRST, ("20.2", (5, 1)), ("20.2", 1), HALT)
    assert state.land[JAVA]["netherlands"] == {REGIMENT: 1}


def test_20_1_forts_never_attack() -> None:
    state = ashore("1r 3f", "1r")
    storm(state, *FIRST, ("20.2", 1), ("20.2", 1), HALT)


def test_20_3_only_the_better_tactics_may_call_a_halt_after_the_first_round() -> None:
    state = ashore("1r", "1r")
    _, notes = storm(state, *SECOND, ("20.2", 1), ("20.2", 1), HALT)
    assert told(notes, "halted") == ["The Netherlands calls a halt."]


def test_20_3_rounds_go_on_until_one_side_is_gone() -> None:
    state = ashore("1r", "1r")
    winner, _ = storm(state, *FIRST, ("20.2", 1), ("20.2", 1), ("20.3", "fight"), ("20.2", 1), ("20.2", 6))
    assert winner == "netherlands"


def bombarded(dutch: str = "1f", **fields: Any) -> State:
    return ashore("", dutch, ships={SHIP: JAVA, **fields.pop("extra", {})}, **fields)


def test_20_2_ships_bombard_at_sixes() -> None:
    state = bombarded("1f 1r")
    winner, _ = storm(state, *FIRST, ("20.2", [SHIP]), ("20.2", (6, 6, 5, 5, 5, 5)), name=SHIP)
    assert winner == "england"
    assert JAVA not in state.land


def test_20_2_forts_fire_at_ships_that_bombard() -> None:
    state = bombarded("2f")
    storm(state, *FIRST, ("20.2", [SHIP]), ("20.2", (1,) * 6), ("20.2", [SHIP]), ("20.2", (6, 1)), HALT, name=SHIP)
    assert state.ships[SHIP].damage == 1


def test_20_2_forts_with_the_better_tactics_fire_first_at_what_will_bombard() -> None:
    state = bombarded("2f")
    forts: list[Answer] = [("20.2", [SHIP]), ("20.2", (6, 6))]
    storm(state, *SECOND, ("20.2", [SHIP]), *forts, ("20.2", (1,) * 4), HALT, name=SHIP)
    assert state.ships[SHIP].damage == 2


def test_20_2_ships_that_do_not_bombard_are_not_fired_at() -> None:
    ships = {SHIP: f"{JAVA}/england-fleet-1", "england-4th-1": f"{JAVA}/england-fleet-1"}
    state = ashore("", "2f", ships=ships)
    fourth: Answer = ("20.2", ["england-4th-1"])
    one: list[Answer] = [fourth, ("20.2", (1, 1, 1)), fourth, ("20.2", (6, 1))]
    storm(state, *FIRST, *one, HALT, name="1")
    assert [state.ships[name].damage for name in ships] == [0, 1]


def test_20_3_who_has_nobody_ashore_and_does_not_bombard_has_ended_it() -> None:
    state = bombarded("2f")
    _, notes = storm(state, *FIRST, ("20.2", []), name=SHIP)
    assert told(notes, "assault_over") == [f"The Netherlands wins ashore at {JAVA}."]


def test_20_2_nobody_bombards_where_enemy_ships_lie() -> None:
    state = ashore("1r", "1r", ships={SHIP: JAVA, "netherlands-6th-1": JAVA})
    storm(state, *FIRST, ("20.2", 1), ("20.2", 1), HALT, name=SHIP)


def test_20_2_forts_that_fired_at_ships_fire_on_shore_in_the_same_round() -> None:
    state = ashore("1r", "2f", ships={SHIP: JAVA})
    storm(state, *FIRST, ("20.2", [SHIP]), ("20.2", (1,) * 6), ("20.2", [SHIP]), ("20.2", (1, 1)), ("20.2", 1),
          ("20.2", (5, 1)), HALT, name=SHIP)  # fmt: skip
    assert state.land_at(JAVA, "england") == 0


SQUADRON = {SHIP: f"{JAVA}/england-fleet-1", "england-4th-1": f"{JAVA}/england-fleet-1"}


def test_20_2_forts_may_share_their_fire_and_the_first_ship_named_gets_the_odd_point() -> None:
    state = ashore("", "3f", ships=SQUADRON)
    bombard: list[Answer] = [("20.2", list(SQUADRON)), ("20.2", (1,) * 6), ("20.2", (1,) * 3)]
    shared: list[Answer] = [("20.2", ["england-4th-1", SHIP]), ("20.2", (6, 1)), ("20.2", [6])]
    storm(state, *FIRST, *bombard, *shared, HALT, name="1")
    assert [state.ships[name].damage for name in SQUADRON] == [1, 1]


def test_20_2_forts_need_not_fire_at_ships() -> None:
    state = ashore("", "3f", ships=SQUADRON)
    bombard: list[Answer] = [("20.2", [SHIP]), ("20.2", (1,) * 6)]
    storm(state, *FIRST, *bombard, ("20.2", []), HALT, name="1")
    assert [state.ships[name].damage for name in SQUADRON] == [0, 0]


@pytest.mark.parametrize("roll", [1, 6])
def test_9_13_a_disputed_command_plays_no_marines_ashore(roll: int) -> None:
    state = ashore("2r", "2r", leaders={"sandwich": JAVA})
    hold(state, "england", "marines-1")
    hold(state, "netherlands", "command-dispute-1")
    disputed = roll > state.leader("sandwich").value
    marines: list[Answer] = [] if disputed else [("9.13", "yes")]
    shots: list[Answer] = [("20.2", (6, 6, 1))]
    storm(state, ("9.13", "yes"), ("9.13", roll), *FIRST, *marines, *shots)
    assert state.hand["netherlands"] == []


def test_9_13_a_lucky_shot_from_a_fort_kills_for_good() -> None:
    state = bombarded("2f")
    state.leaders["sandwich"] = Berth(JAVA, SHIP)
    hold(state, "netherlands", "lucky-shot-1")
    shot: list[Answer] = [("20.2", [SHIP]), ("20.2", (6, 1)), ("9.13", "yes"), ("9.13", 6)]
    storm(state, *FIRST, ("20.2", [SHIP]), ("20.2", (1,) * 7), *shot, HALT, name=SHIP)
    assert "sandwich" not in state.leaders
    assert state.fallen == ["sandwich"]


def test_22_4_a_leader_adds_to_each_regiment_point_and_no_more_leaders_than_points() -> None:
    state = ashore("1r", "4f", leaders={"blake": JAVA, "monck": JAVA})
    blake = state.leader("blake").value
    storm(state, *FIRST, ("20.2", (6,) * (1 + blake)))
    state = ashore("2r", "8f", leaders={"blake": JAVA, "monck": JAVA})
    both = blake + state.leader("monck").value
    storm(state, *FIRST, ("20.2", (6,) * (2 + both)))
    assert JAVA not in state.land or state.land_at(JAVA, "netherlands") == 0


def test_20_1_reading_troops_ashore_before_fight_along() -> None:
    state = ashore("4r", "6f", ships={SHIP: JAVA}, cargo={SHIP: 1})
    force = force_named(state, "england", SHIP)
    assert force
    debark(Table(), state, force, 1, ())
    storm(state, *FIRST, ("20.2", []), ("20.2", (6, 6, 6, 6, 6)), ("20.2", 1), HALT, name=SHIP)
    assert state.land_at(JAVA, "netherlands") == 1


def test_6_2_home_ports_may_be_bombarded() -> None:
    state = position(land={f"{AMSTERDAM} netherlands": "1f"}, ships={SHIP: AMSTERDAM})
    storm(state, *FIRST, ("20.2", [SHIP]), ("20.2", (6, 1, 1, 1, 1, 1)), name=SHIP)
    assert AMSTERDAM not in state.land


def test_22_4_a_leader_ashore_adds_his_value_to_the_regiments() -> None:
    state = ashore("1r", "1r", leaders={"sandwich": JAVA})
    storm(state, *FIRST, ("20.2", (1, 6)))
    assert state.land_at(JAVA, "netherlands") == 0


def test_3_3_tercios_hit_on_fours_when_they_defend() -> None:
    state = position(3, land={f"{JAVA} england": "1r", f"{JAVA} spain": "1r"})
    force = force_named(state, "england", JAVA)
    play(assault, state, force, "spain", answers=[*SECOND, ("20.2", 4)])
    assert state.nations_ashore(JAVA) == ["spain"]


@pytest.mark.parametrize(("answer", "fallen"), [("yes", 1), ("no", 0)])
def test_9_13_marines_hit_on_fours(answer: str, fallen: int) -> None:
    state = ashore("1r", "2f", leaders={"sandwich": JAVA})
    hold(state, "england", "marines-1")
    storm(state, *FIRST, ("9.13", answer), ("20.2", (4, 1)), ("20.2", (1,) * (2 - fallen)), HALT)
    assert state.ashore(JAVA, "netherlands", FORT) == 2 - fallen
    assert ("marines-1" in state.pool) == bool(fallen)


def test_9_8_the_victor_keeps_his_marines() -> None:
    state = ashore("1r", "1f", leaders={"sandwich": JAVA})
    hold(state, "england", "marines-1")
    storm(state, *FIRST, ("9.13", "yes"), ("20.2", (4, 1)))
    assert state.hand["england"] == ["marines-1"]


def test_17_9_no_marines_without_an_admiral() -> None:
    state = ashore("1r", "1f")
    hold(state, "england", "marines-1")
    storm(state, *FIRST, ("20.2", 5))


@pytest.mark.parametrize("holder", ["england", "netherlands"])
def test_9_13_honors_of_war_end_it_at_two_to_one(holder: str) -> None:
    state = ashore("4r", "1r 1f")
    hold(state, holder, "honors-of-war-1")
    storm(state, ("9.13", "yes"))
    assert state.nations_ashore(JAVA) == ["england"]
    assert state.hand[holder] == []


def test_9_13_no_honors_below_two_to_one() -> None:
    state = ashore("3r", "1r 1f")
    hold(state, "england", "honors-of-war-1")
    storm(state, ("20.2", 1), ("20.2", 1))


def test_17_12_leaders_left_without_troops_are_lost_or_go_aboard() -> None:
    state = ashore("2r", "1r", leaders={"tromp": JAVA})
    storm(state, *FIRST, ("20.2", (6, 1)))
    assert state.leaders_of("netherlands") == []
    state = ashore("2r", "1r", leaders={"tromp": JAVA}, ships={"netherlands-4th-1": JAVA})
    storm(state, *FIRST, ("20.2", (6, 1)))
    assert state.leaders["tromp"].aboard == "netherlands-4th-1"


def test_19_7_regiments_and_leaders_debark_on_any_coast() -> None:
    state = position(ships={SHIP: JAVA}, cargo={SHIP: 2}, leaders={"blake": SHIP})
    assert debark(Table(), state, Force("england", JAVA, [SHIP]), 1, ["blake"]) == 1
    assert state.carried(SHIP) == 1
    assert state.leaders["blake"].aboard == ""


@pytest.mark.parametrize("square", [AMSTERDAM, CADIZ, "F8"])
def test_5_6_nobody_lands_in_home_ports_of_others_or_at_sea(square: str) -> None:
    state = position(ships={SHIP: square}, cargo={SHIP: 2})
    assert debark(Table(), state, Force("england", square, [SHIP]), 2, []) == 0
    assert state.carried(SHIP) == 2


def test_20_3_the_aftermath_tells_the_losses_of_both_and_who_controls_the_square() -> None:
    state = ashore("2r", "1f 1r")
    _, notes = storm(state, *FIRST, ("20.2", (6, 6)))
    assert told(notes, "aftermath") == [
        f"England loses nothing; the Netherlands loses 1 fort point and 1 regiment point. England controls {JAVA}."
    ]
    state = ashore("1r", "2f")
    _, notes = storm(state, *SECOND, ("20.2", (6, 1)))
    end = f"England loses 1 regiment point; the Netherlands loses nothing. The Netherlands controls {JAVA}."
    assert told(notes, "aftermath") == [end]


def test_6_2_the_aftermath_says_that_a_home_port_is_denied() -> None:
    state = position(land={f"{AMSTERDAM} netherlands": "1f"}, ships={SHIP: AMSTERDAM})
    _, notes = storm(state, *FIRST, ("20.2", [SHIP]), ("20.2", (6, 1, 1, 1, 1, 1)), name=SHIP)
    assert told(notes, "aftermath")[0].endswith(f"The Netherlands is denied {AMSTERDAM}.")


# ------------------------------------------------------------------------------------------- one function at a time


def against(state: State, ships: list[str], enemy: str = "netherlands", commander: str = "") -> Assault:
    """An English force at Java that attacks somebody ashore."""
    force = Force("england", JAVA, ships)
    return Assault(force, Corps("england", "england", False), Corps(enemy, commander or enemy, True))


def test_15_2_an_assault_opens_both_sides_to_all_and_says_who_attacks_whom() -> None:
    _, notes = storm(ashore("2r", "1f"), ("20.2", 3), ("20.2", 3))
    assert facts(notes, "assault") == [{"square": JAVA, "attacker": "england", "defender": "netherlands"}]
    assert [fact["power"] for fact in facts(notes, "revealed")] == ["england", "netherlands"]


def test_20_3_rounds_without_a_hit_end_at_the_limit() -> None:
    """Fifty rounds of ones; then the troops stand as they stood."""
    state = ashore("1r", "1r")
    rounds = state.board.numbers.rounds_most
    go_on: list[Answer] = [("20.3", "fight"), ("20.2", 1), ("20.2", 1)]
    winner, _ = storm(state, *FIRST, ("20.2", 1), ("20.2", 1), *go_on * (rounds - 1))
    assert winner == ""


def test_22_3_leaders_ashore_and_aboard_the_force_command_and_no_others() -> None:
    """Blake is aboard the force, Monck ashore; Sandwich lies in another ship of the square."""
    ships = {SHIP: JAVA, "england-4th-1": JAVA}
    state = position(ships=ships, leaders={"blake": SHIP, "monck": JAVA, "sandwich": "england-4th-1"})
    fight = against(state, [SHIP])
    assert sorted(commanders(state, fight, fight.attacker)) == ["blake", "monck"]


def test_20_2_no_ship_bombards_where_pirates_lie() -> None:
    """They are enemy ships in the square; a force of pirates minds its own kind not."""
    state = position(ships={SHIP: JAVA})
    assert able_to_bombard(state, against(state, [SHIP])) == [SHIP]
    rover = state.unbuilt("pirates")[0]
    state.ships[rover] = Vessel(JAVA)
    assert able_to_bombard(state, against(state, [SHIP])) == []


def test_20_2_a_ship_that_the_forts_have_sunk_bombards_no_more() -> None:
    """With the better tactics the forts fire first, and losses are immediate."""
    rating = position().board.ships[SHIP].kind.damage
    state = position(ships={SHIP: f"{JAVA}+{rating}"}, land={f"{JAVA} netherlands": "1f"})
    storm(state, *SECOND, ("20.2", [SHIP]), ("20.2", [SHIP]), ("20.2", 6), name=SHIP)
    assert state.ships == {}
    assert state.land_at(JAVA, "netherlands") == 1


def test_20_2_forts_name_their_targets_in_order_and_as_many_as_they_are() -> None:
    """Two points at one or two ships; by default all at the strongest."""
    state = position(ships={SHIP: JAVA, "england-6th-1": JAVA, "england-4th-1": JAVA})
    question = coast_question(Table(), state, "netherlands", JAVA, ["england-6th-1", SHIP, "england-4th-1"], 2)
    assert question.ordered
    assert question.default_answer() == [SHIP]
    assert question.read(["england-6th-1", SHIP]) == ["england-6th-1", SHIP]
    assert not question.faults(["england-6th-1", SHIP])
    assert question.faults(["england-6th-1", SHIP, "england-4th-1"])


def test_29_a_garrison_fires_at_the_strongest_ship_alone() -> None:
    state = position(ships={SHIP: JAVA, "england-6th-1": JAVA}, land={f"{JAVA} potentate": "2f"})
    fight = against(state, [SHIP, "england-6th-1"], "potentate")
    fight.bombarding = ["england-6th-1", SHIP]
    play(coastal_defence, state, fight, answers=[("20.2", (6, 6))])
    assert (state.ships[SHIP].damage, state.ships["england-6th-1"].damage) == (2, 0)


@pytest.mark.parametrize(("die", "admiral"), [(3, "blake"), (4, "")])
def test_9_13_an_admiral_commands_ashore_until_a_lucky_shot_kills_them(die: int, admiral: str) -> None:
    state = position(ships={SHIP: JAVA}, leaders={"blake": SHIP}, land={f"{JAVA} netherlands": "1f"})
    hold(state, "netherlands", "lucky-shot-1")
    fight = against(state, [SHIP])
    fight.attacker.admiral = "blake"
    play(fire_from_shore, state, fight, SHIP, 1, answers=[("20.2", 6), ("9.13", "yes"), ("9.13", die)])
    assert fight.attacker.admiral == admiral
    fight.attacker.admiral = "blake"
    play(fire_from_shore, state, fight, SHIP, 1, answers=[("20.2", 6)])
    assert fight.attacker.admiral == "blake"


def test_20_2_regiments_and_forts_of_the_defender_fire_together() -> None:
    """One of each: two dice."""
    state = ashore("3r", "1r 1f")
    storm(state, *SECOND, ("20.2", 5), ("20.2", 6), ("20.2", 1), HALT)
    assert state.land_at(JAVA, "england") == 1


def test_9_13_marines_are_asked_for_once_and_are_open_to_all_when_played() -> None:
    state = ashore("2r", "2r", leaders={"blake": JAVA})
    hold(state, "england", "marines-1", "gunners-1")
    first: list[Answer] = [("20.2", 1), ("20.2", 6), ("20.2", (1, 1))]
    again: list[Answer] = [("20.3", "fight"), ("20.2", (1, 1)), ("20.2", (1,) * 5), ("20.3", "halt")]
    storm(state, *first, ("9.13", "no"), ("20.2", (1,) * 5), *again)
    assert state.hand["england"] == ["gunners-1", "marines-1"]
    _, notes = storm(state, *first, ("9.13", "yes"), ("20.2", (1,) * 5), HALT)
    assert facts(notes, "played") == [{"power": "england", "marker": "marines-1"}]
    assert state.hand["england"] == ["gunners-1"]


@pytest.mark.parametrize(("english", "wanted"), [("5r", False), ("6r", True)])
def test_9_13_honors_take_twice_the_defenders_points(english: str, wanted: bool) -> None:
    state = ashore(english, "3r", leaders={"tromp": JAVA})
    hold(state, "england", "honors-of-war-1")
    more: list[Answer] = [("9.13", "yes")] if wanted else [("20.2", 1), ("20.2", 4 - state.leader("tromp").value + 1)]
    more = more if wanted else [("20.2", 6), ("20.2", 6 - state.leader("tromp").value)]
    _, notes = storm(state, *more)
    assert (state.land_at(JAVA, "netherlands") == 0) is wanted
    assert ("tromp" not in state.leaders) is wanted
    assert bool(told(notes, "aftermath")) is True
    assert ("England controls" in told(notes, "aftermath")[0]) is wanted


def test_6_4_the_aftermath_says_that_a_square_is_disputed() -> None:
    _, notes = storm(ashore("2r", "2r"), *FIRST, ("20.2", (1, 1)), ("20.2", (1, 1)), HALT)
    assert told(notes, "aftermath")[0].endswith(f"{JAVA} is disputed.")


def test_6_1_the_aftermath_says_who_holds_or_is_denied_the_square() -> None:
    """Nobody an empty square or a neutral home port (5.3); a home port is denied by an enemy who is alone in it."""
    state, fight = position(), against(position(), [])
    assert who_holds(state, fight) == f"Nobody controls {JAVA}"
    fight.force.square = CADIZ
    state = position(land={f"{CADIZ} netherlands": "1f"})
    assert who_holds(state, fight) == f"Nobody controls {CADIZ}"
    fight.force.square = AMSTERDAM
    assert who_holds(position(ships={SHIP: AMSTERDAM}), fight) == f"The Netherlands is denied {AMSTERDAM}"


def test_17_12_a_leader_without_troops_goes_aboard_a_ship_that_takes_leaders() -> None:
    """Not aboard treasure in the square, which is nobody's ship."""
    state = position(ships={"england-fireship-1": JAVA, "england-4th-1": JAVA}, leaders={"blake": JAVA})
    stranded(Table(), state, JAVA, "england")
    assert state.leaders["blake"].aboard == "england-4th-1"
    state = position(ships={"england-fireship-1": JAVA}, leaders={"blake": JAVA})
    stranded(Table(), state, JAVA, "england")
    assert "blake" not in state.leaders


def test_20_2_which_ships_bombard_is_asked_each_round() -> None:
    state = position(ships={SHIP: JAVA}, land={f"{JAVA} netherlands": "1f"})
    force = force_named(state, "england", SHIP)
    questions = asked(assault, state, force, "netherlands", answers=[*FIRST, ("20.2", [])])
    assert [question.topic for question in questions] == ["bombard"]


def test_22_4_a_leader_without_regiments_adds_nothing_to_forts() -> None:
    """A leader adds to the regiment they are stacked with; two forts throw two dice."""
    state = ashore("3r", "2f", leaders={"tromp": JAVA})
    value = state.leader("tromp").value
    storm(state, ("20.2", 1), ("20.2", 6 - value + 1), ("20.2", (1, 1)), ("20.2", (1, 1, 1)), HALT)
    assert state.land_at(JAVA, "england") == 3
