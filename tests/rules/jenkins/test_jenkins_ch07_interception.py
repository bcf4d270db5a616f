"""7.2: naval interception, statement by statement."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, asked, play, position, told
from rules.jenkins.sailing import END, dice, movement, sail

from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.jenkins.rules.ch07_interception import Attempt, intercept
from pbem.adjudicator.jenkins.rules.ch07_movement import movement_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

PORT_ROYAL = "2719"
DECLINE: Answer = ("7.2", [])
SPAIN = ["galicia", "oriente", "san-carlos"]


def passing(
    *answers: Answer, spanish: dict[str, list[str]], path: str = "2720", **fields: object
) -> tuple[State, list[Note]]:
    """The Boyne leaves Port Royal southward past what is Spanish."""
    state = position({PORT_ROYAL: ["boyne"]}, spanish, **fields)
    return state, movement(state, ENGLISH, sail(["boyne"], path), *answers)


# ------------------------------------------------------------------------------------------- who may, and where


def test_7_2_a_stack_that_moves_adjacent_may_be_intercepted() -> None:
    """It halts, the attempt succeeds, the interceptors come into its hex, and combat is due (7.2)."""
    state, notes = passing(("7.2", SPAIN), ("7.2", 3), spanish={"2820": SPAIN})
    assert state.naval("2720", SPANISH) == SPAIN
    assert state.met == {"2720": SPANISH}
    assert told(notes, "intercepted") == ["They are met at 2720."]


def test_7_2_nobody_has_to_intercept() -> None:
    """May, but is never required to (7.2)."""
    state, notes = passing(DECLINE, spanish={"2820": SPAIN})
    assert state.met == {}
    assert dice(notes, "intercept") == []


def test_7_2_a_stack_two_hexes_away_is_not_asked() -> None:
    """Adjacent it must be (7.2)."""
    state, _ = passing(spanish={"2822": SPAIN})
    assert state.hex_of("boyne") == "2720"


def test_7_2_the_intercepted_stack_stops() -> None:
    """Whatever its orders were (7.0)."""
    state, _ = passing(("7.2", ["galicia"]), ("7.2", 1), spanish={"2820": SPAIN}, path="2724")
    assert state.hex_of("boyne") == "2720"


def test_7_2_missed_it_may_sail_on_and_be_tried_again_in_the_next_adjacent_hex() -> None:
    """A failure disallows no further attempts by the same counters (7.2)."""
    state, notes = passing(("7.2", ["galicia"]), ("7.2", 4), ("7.2", ["galicia"]), ("7.2", 1), spanish={"2820": SPAIN},
                           path="2724")  # fmt: skip
    assert state.met == {"2721": SPANISH}
    assert [fell for fell, _ in dice(notes, "intercept")] == [4, 1]


def test_7_2_interceptors_that_fail_stay_where_they_are() -> None:
    """They do not enter the hex (7.2)."""
    state, _ = passing(("7.2", ["galicia"]), ("7.2", 2), spanish={"2820": SPAIN})
    assert state.naval("2820", SPANISH) == SPAIN
    assert state.intercepted == []


def test_7_2_a_friendly_seaport_hex_is_safe_to_enter() -> None:
    """Even if not docking there (7.2 exception)."""
    state = position({"2721": ["boyne"]}, {"2819": SPAIN})
    movement(state, ENGLISH, sail(["boyne"], "2720", PORT_ROYAL), DECLINE)
    assert state.hex_of("boyne") == PORT_ROYAL


def test_7_2_a_foreign_seaport_hex_is_not() -> None:
    """French Leogane is no friendly seaport (7.2)."""
    state = position({"2919": ["boyne"]}, {"3019": SPAIN})
    movement(state, ENGLISH, sail(["boyne"], "3018"), ("7.2", SPAIN), ("7.2", 1))
    assert state.met == {"3018": SPANISH}


def test_7_3_not_even_an_enemy_in_the_friendly_seaport_hex_itself_intercepts() -> None:
    """He is entered upon, by an attempt of the mover's (7.2, 7.3 exception)."""
    state = position({"2720": ["boyne"]}, {PORT_ROYAL: ["galicia"], "2818": ["oriente"]})
    notes = movement(state, ENGLISH, sail(["boyne"], PORT_ROYAL), ("7.2", 6))
    assert told(notes, "missed") == ["They are not met at Port Royal (2719)."]
    assert state.met == {}


@pytest.mark.parametrize(("house", "asked"), [("at_sea", True), ("always", True), ("never", False)])
def test_7_2_who_starts_beside_the_enemy_and_comes_at_them_is_tried_first(house: str, asked: bool) -> None:
    """If both players want to intercept, those who do not move always try first (7.2)."""
    state = position({"2720": ["boyne"]}, {"2721": ["galicia"]}, house={"first_try": house})
    first: list[Answer] = [("7.2", ["galicia"]), ("7.2", 1)] if asked else [("7.2", 1)]
    notes = movement(state, ENGLISH, sail(["boyne"], "2721"), *first)
    assert state.met == ({"2720": SPANISH} if asked else {"2721": ENGLISH})
    assert len(dice(notes, "intercept")) == 1


def test_7_2_a_first_try_that_fails_leaves_the_mover_theirs() -> None:
    """Two dice, the enemy's first (7.2)."""
    state = position({"2720": ["boyne"]}, {"2721": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2721"), ("7.2", ["galicia"]), ("7.2", 2), ("7.2", 1))
    assert [fell for fell, _ in dice(notes, "intercept")] == [2, 1]
    assert state.met == {"2721": ENGLISH}


def test_7_2_a_fleet_that_comes_out_of_its_own_harbour_is_tried_first_too() -> None:
    """On entering the seaport hex nobody could; so the enemy at sea beside it has the first try now (7.2)."""
    state = position({"2619": ["boyne"]}, {"2720": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], PORT_ROYAL, "2720"), ("7.2", ["galicia"]), ("7.2", 1))
    assert state.met == {PORT_ROYAL: SPANISH}


@pytest.mark.parametrize(("house", "asked"), [("at_sea", False), ("always", True)])
def test_7_2_reading_ships_in_a_seaport_hex_do_not_come_out_first(house: str, asked: bool) -> None:
    """Nor do the ships of a seaport that the stack has lain beside."""
    state = position({"2214": ["boyne"]}, {"2114": ["galicia"]}, house={"first_try": house})
    first: list[Answer] = [DECLINE] if asked else []
    movement(state, ENGLISH, sail(["boyne"], "2114"), *first, ("7.2", 1))
    assert state.met == {"2114": ENGLISH}


def test_7_2_only_ships_of_the_hex_to_be_entered_have_the_first_try() -> None:
    """The stack has not moved adjacent to any others (7.2)."""
    state = position({"2720": ["boyne"]}, {"2721": ["galicia"], "2820": ["africa"]}, intercepted=["galicia"])
    movement(state, ENGLISH, sail(["boyne"], "2721"), ("7.2", 2), DECLINE)
    assert state.hex_of("boyne") == "2721"


def test_7_2_reading_a_stack_that_starts_beside_the_enemy_has_not_moved_adjacent() -> None:
    """No interception at the start but on leaving for the turn track (7.4): here only in the next adjacent hex."""
    state = position({"2721": ["boyne"]}, {"2820": SPAIN})
    notes = movement(state, ENGLISH, sail(["boyne"], "2722"))
    assert dice(notes, "intercept") == []
    assert state.hex_of("boyne") == "2722"


def test_7_2_ships_do_not_intercept_across_land() -> None:
    """Adjacent by a hexside that ships can cross (7.1): Hispaniola lies between 3117 and 3118."""
    state = position({"3116": ["boyne"]}, {"3118": ["galicia"]})
    assert "3118" in state.board.grid.neighbours("3117")
    movement(state, ENGLISH, sail(["boyne"], "3117"))
    assert state.hex_of("boyne") == "3117"


# ------------------------------------------------------------------------------------------- with whom


def test_7_2_as_many_or_as_few_as_he_likes_from_several_hexes_in_one_attempt() -> None:
    """Designated together, one die for all; who was not designated stays (7.2)."""
    spanish = {"2820": ["galicia", "oriente"], "2620": ["africa"], "2819": ["dragon"]}
    state, notes = passing(("7.2", ["galicia", "africa", "dragon"]), ("7.2", 3), spanish=spanish)
    assert sorted(state.naval("2720", SPANISH)) == ["africa", "dragon", "galicia"]
    assert state.naval("2820", SPANISH) == ["oriente"]
    assert dice(notes, "intercept") == [(3, 3)]


@pytest.mark.parametrize(("die", "met"), [(1, True), (3, True), (4, False), (6, False)])
def test_7_2_a_die_of_their_number_or_less_succeeds(die: int, met: bool) -> None:
    """Three ships: 1 to 3 (7.2)."""
    state, _ = passing(("7.2", SPAIN), ("7.2", die), spanish={"2820": SPAIN})
    assert bool(state.met) is met


def test_7_2_a_six_always_fails() -> None:
    """Even for seven ships (7.2)."""
    fleet = [*SPAIN, "africa", "dragon", "reina", "leon"]
    assert passing(("7.2", fleet), ("7.2", 6), spanish={"2820": fleet})[0].met == {}
    assert passing(("7.2", fleet), ("7.2", 5), spanish={"2820": fleet})[0].met


def test_7_2_merchants_come_along_and_are_disregarded() -> None:
    """One frigate with two merchants needs a 1 (7.2 note)."""
    fleet = ["frigate-e1", "merchant-e1", "merchant-e2"]
    for die, met in ((1, True), (2, False)):
        state = position({"2820": fleet}, {"2721": ["galicia"]})
        movement(state, SPANISH, sail(["galicia"], "2720"), ("7.2", fleet), ("7.2", die))
        assert bool(state.met) is met
    assert state.naval("2820", ENGLISH) == fleet


def test_7_2_merchants_alone_cannot_intercept() -> None:
    """Their number is none (7.2 note): they are not even asked."""
    state = position({"2820": ["merchant-e1"]}, {"2718": ["galicia"]})
    movement(state, SPANISH, sail(["galicia"], "2818"))
    assert state.hex_of("galicia") == "2818"


def test_7_2_to_send_merchants_only_is_to_decline() -> None:
    """No attempt is made without a ship that counts (7.2 note)."""
    state = position({"2820": ["merchant-e1", "frigate-e1"]}, {"2721": ["galicia"]})
    notes = movement(state, SPANISH, sail(["galicia"], "2720"), ("7.2", ["merchant-e1"]))
    assert dice(notes, "intercept") == []


def test_7_2_whoever_has_intercepted_is_flipped_for_the_turn() -> None:
    """Not eligible for another attempt (7.2): only the Africa is left to try the second stack."""
    state = position({PORT_ROYAL: ["boyne"], "2722": ["cornwall"]}, {"2820": ["galicia", "africa"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", ["galicia"]), ("7.2", 1),
                     sail(["cornwall"], "2721"), ("7.2", ["africa"]), ("7.2", 2))  # fmt: skip
    assert state.intercepted == ["galicia"]
    assert told(notes, "missed") == ["They are not met at 2721."]


def test_7_2_flipped_ships_are_not_offered() -> None:
    """In the other side's phase of the same turn as well (7.2)."""
    state, notes = passing(spanish={"2820": ["galicia"]}, intercepted=["galicia"])
    assert dice(notes, "intercept") == []
    assert state.hex_of("boyne") == "2720"


def test_7_2_ships_that_are_met_themselves_must_fight_where_they_are() -> None:
    """They resolve naval combat in the ensuing step, and cannot leave to intercept others (7.2)."""
    state = position({PORT_ROYAL: ["boyne"], "2722": ["cornwall"]}, {"2721": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2721"), DECLINE, ("7.2", 1), sail(["cornwall"], "2821"))
    assert "2821" in state.board.naval_neighbours("2721")
    assert state.met == {"2721": ENGLISH}
    assert state.hex_of("cornwall") == "2821"
    assert len(dice(notes, "intercept")) == 1


def test_7_2_all_ships_in_the_hex_are_intercepted_collectively() -> None:
    """Also those that have not moved yet: none can be held out, none sails away afterwards (7.2)."""
    state = position({PORT_ROYAL: ["boyne"], "2720": ["cornwall"]}, {"2820": SPAIN})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", SPAIN), ("7.2", 1), sail(["cornwall"], "2721"))
    assert state.hex_of("cornwall") == "2720"
    assert told(notes, "lapsed") == ["Cornwall does not sail: the enemy has intercepted all ships in her hex."]


def test_7_2_a_ship_held_back_moves_later_in_the_step() -> None:
    """The way to hold one out is to move her later (7.2 designer's note)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"]}, {"2820": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", ["galicia"]), ("7.2", 1),
             sail(["cornwall"], "2718", "2717"))  # fmt: skip
    assert state.hex_of("cornwall") == "2717"


# ------------------------------------------------------------------------------------------- what is known


def test_7_2_an_attempt_shows_no_more_than_the_top() -> None:
    """Neither to the interceptor nor to the intercepted (7.2)."""
    state = position({PORT_ROYAL: ["deception-e1 > boyne", "boyne"]}, {"2820": ["deception-s1 > galicia", "galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", ["galicia"]), ("7.2", 1))
    to_spain = " ".join(note.text for note in notes if note.to in (ALL, SPANISH))
    to_england = " ".join(note.text for note in notes if note.to in (ALL, ENGLISH))
    assert "Boyne" not in to_spain
    assert "Galicia" not in to_england


def test_7_2_the_die_is_thrown_in_the_open_with_the_number_it_needs() -> None:
    """Everybody counts the ships that try (7.2)."""
    _, notes = passing(("7.2", SPAIN), ("7.2", 3), spanish={"2820": SPAIN})
    assert "Spanish interception at 2720 with 3 ships: [3]." in [note.text for note in notes if note.to == ALL]


# ------------------------------------------------------------------------------------------- compelled


def test_7_2_entering_an_enemy_occupied_hex_compels_the_mover_to_try() -> None:
    """From the hex beside it (7.2): one ship needs a 1."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2721"), DECLINE, ("7.2", 1))
    assert state.met == {"2721": ENGLISH}
    assert state.intercepted == ["boyne"]


def test_7_2_the_enemy_tries_first() -> None:
    """If both want to intercept, who does not move is asked before (7.2); his success ends the matter."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2721"), ("7.2", ["galicia"]), ("7.2", 1))
    assert state.met == {"2720": SPANISH}
    assert state.hex_of("boyne") == "2720"


def test_7_2_if_he_fails_the_mover_must_still_try() -> None:
    """Two attempts, two dice (7.2)."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2721"), ("7.2", ["galicia"]), ("7.2", 2), ("7.2", 1))
    assert [fell for fell, _ in dice(notes, "intercept")] == [2, 1]
    assert state.met == {"2721": ENGLISH}


def test_7_2_an_unsuccessful_mover_may_enter_all_the_same() -> None:
    """And then stops there, without combat (7.2, 7.0)."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"]})
    movement(state, ENGLISH, sail(["boyne"], "2721", "2722"), DECLINE, ("7.2", 2))
    assert (state.hex_of("boyne"), state.met) == ("2721", {})


def test_7_2_or_hold_beside_if_his_orders_say_so() -> None:
    """If the owner so desires (7.2)."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2721", if_missed="hold"), DECLINE, ("7.2", 2))
    assert state.hex_of("boyne") == "2720"
    assert told(notes, "holds")


def test_7_2_reading_flipped_movers_come_along_and_do_not_count() -> None:
    """They intercepted in the other phase of this turn: one fresh ship needs a 1, and takes them in with her."""
    for die, met in ((1, True), (2, False)):
        state = position({PORT_ROYAL: ["boyne", "cornwall"]}, {"2721": ["galicia"]}, intercepted=["cornwall"])
        movement(state, ENGLISH, sail(["boyne", "cornwall"], "2721"), DECLINE, ("7.2", die))
        assert bool(state.met) is met
        assert len(state.naval("2721", ENGLISH)) == 2


def test_7_2_reading_a_stack_without_a_ship_that_counts_enters_without_a_die() -> None:
    """Merchants only, or only flipped ships: an attempt of none cannot succeed."""
    state = position({PORT_ROYAL: ["merchant-e1"]}, {"2721": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["merchant-e1"], "2721"), DECLINE)
    assert dice(notes, "intercept") == []
    assert state.hex_of("merchant-e1") == "2721"


def test_7_2_other_enemies_beside_the_hex_entered_may_still_try() -> None:
    """After a miss the mover has moved adjacent to them (7.2)."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"], "2722": ["africa"]})
    movement(state, ENGLISH, sail(["boyne"], "2721"), DECLINE, ("7.2", 5), ("7.2", ["africa"]), ("7.2", 1))
    assert state.met == {"2721": SPANISH}


def test_7_2_they_may_try_also_where_the_mover_has_met_the_enemy() -> None:
    """The mover has moved adjacent to them, whatever came of the attempt (7.2)."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"], "2722": ["africa"]})
    movement(state, ENGLISH, sail(["boyne"], "2721"), DECLINE, ("7.2", 1), ("7.2", ["africa"]), ("7.2", 1))
    assert state.hex_of("africa") == "2721"


def test_7_2_nobody_joins_where_the_mover_has_met_the_enemy_in_a_friendly_seaport() -> None:
    """Nobody is intercepted on entering a friendly seaport hex (7.2 exception)."""
    state = position({"2720": ["boyne"]}, {PORT_ROYAL: ["galicia"], "2818": ["oriente"]})
    movement(state, ENGLISH, sail(["boyne"], PORT_ROYAL), ("7.2", 1))
    assert state.met == {PORT_ROYAL: ENGLISH}


@pytest.mark.parametrize(("house", "attacker"), [("mover", ENGLISH), ("first", SPANISH)])
def test_9_1_reading_where_both_sides_intercept_the_mover_attacks(house: str, attacker: str) -> None:
    """Galicia meets the Boyne, and two more English ships meet the Galicia there (9.1)."""
    state = position({"2719": ["boyne"], "2618": ["cornwall", "augusta"]}, {"2820": ["galicia"]},
                     house={"both_intercepted": house})  # fmt: skip
    movement(state, ENGLISH, sail(["boyne"], "2720"), ("7.2", ["galicia"]), ("7.2", 1),
             sail(["cornwall", "augusta"], "2619", "2720"), ("7.2", 1))  # fmt: skip
    assert state.met == {"2720": attacker}


@pytest.mark.parametrize("house", ["mover", "first"])
def test_9_1_reading_who_comes_to_help_the_met_does_not_become_the_attacker(house: str) -> None:
    """The Boyne meets the Galicia; the Africa intercepts as she stands there: England attacks."""
    state = position({PORT_ROYAL: ["boyne"]}, {"2721": ["galicia"], "2722": ["africa"]},
                     house={"both_intercepted": house})  # fmt: skip
    movement(state, ENGLISH, sail(["boyne"], "2721"), DECLINE, ("7.2", 1), ("7.2", ["africa"]), ("7.2", 1))
    assert state.met == {"2721": ENGLISH}


# ------------------------------------------------------------------------------------------- storms, retreat


@pytest.mark.parametrize("storm", ["2820", "2720"])
def test_7_2_no_interception_from_or_into_a_storm(storm: str) -> None:
    """Whichever side tries it (7.2, 8.1)."""
    state = position({"2720": ["boyne"]}, {"2820": SPAIN}, storms=[storm])
    met, notes = play(intercept, state, ["boyne"], "2720", ENGLISH)
    assert met is Attempt.NONE
    assert notes == []


def test_7_2_a_storm_elsewhere_bars_nothing() -> None:
    """From and into only (7.2)."""
    state, _ = passing(("7.2", ["galicia"]), ("7.2", 1), spanish={"2820": ["galicia"]}, storms=["2821"])
    assert state.met == {"2720": SPANISH}


def test_7_2_who_is_asked_to_intercept_is_told_the_top_of_the_stack_and_no_more() -> None:
    """And nobody hears of the question while no ship that could intercept is in the mover's sight (4.4)."""
    for stack, discreet in ((["galicia"], False), (["soldiers-s1 > frigate-s1", "frigate-s1", "galicia"], True)):
        state = position({"2719": ["cornwall", "boyne"]}, {"2721": stack})
        answers: list[Answer] = [sail(["cornwall", "boyne"], "2720"), ("7.2", []), END]
        question = asked(movement_step, state, ENGLISH, answers=answers)[1]
        assert question.facts["enemy_top"] == "ship"
        assert "Cornwall on top" in question.prompt
        assert question.discreet is discreet
