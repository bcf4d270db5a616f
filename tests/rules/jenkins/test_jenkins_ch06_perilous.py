"""6.3: perilous seas, statement by statement, with its worked example of modifiers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest
from rules.jenkins.playing import Answer, asked, fallen, position, told
from rules.jenkins.sailing import END, dice, movement, sail

from pbem.adjudicator.engine.table import Note, Table
from pbem.adjudicator.jenkins.rules.ch06_sequence import san_isidro_arrives
from pbem.adjudicator.jenkins.rules.ch07_movement import movement_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

#: Port Royal, and the sixth hex south of it; nothing but sea between. 2820 lies beside the first two of them.
PORT_ROYAL, SIXTH = "2719", "2725"
SAFE: Answer = ("6.3", 6)
FLEET = ["boyne", "cornwall", "frigate-e1"]


def cruise(
    *answers: Answer, ships: Sequence[str] = FLEET, aboard: Sequence[str] = (), storms: Sequence[str] = (),
    path: Sequence[str] = (SIXTH,), start: str = PORT_ROYAL,
) -> tuple[State, list[Note]]:  # fmt: skip
    """One voyage of an English fleet; the path names every turn of it."""
    state = position({start: [*aboard, *ships]}, storms=sorted(storms))
    return state, movement(state, ENGLISH, sail(ships, *path), *answers)


# ------------------------------------------------------------------------------------------- when


def test_6_3_the_sixth_hex_without_a_friendly_seaport_brings_a_die() -> None:
    """Entering it, not before and not after (6.3)."""
    state, notes = cruise(SAFE)
    assert dice(notes, "perilous") == [(6, 6)]
    assert state.hex_of("boyne") == SIXTH


def test_6_3_five_hexes_bring_none() -> None:
    """A counter that ends its movement before the sixth is not subject (6.3)."""
    _, notes = cruise(path=["2724"])
    assert dice(notes, "perilous") == []


def test_6_3_every_further_six_bring_another() -> None:
    """No limit to how often in one Movement Step (6.3): eighteen hexes, three dice."""
    _, notes = cruise(SAFE, SAFE, SAFE, path=["2725", "2721", "2724", "2722", "2724", "2722"])
    assert len(dice(notes, "perilous")) == 3


def test_6_3_a_friendly_seaport_on_the_way_starts_the_count_anew() -> None:
    """Moving through its hex is enough, without docking (6.3): four hexes, Port Royal, five hexes."""
    _, notes = cruise(start="2723", path=["2719", "2724"])
    assert dice(notes, "perilous") == []


def test_6_3_the_sixth_hex_after_the_friendly_seaport_counts_from_it() -> None:
    """The six hexes start with the first one entered after leaving it (6.3)."""
    _, notes = cruise(SAFE, start="2723", path=["2719", "2725"])
    assert len(dice(notes, "perilous")) == 1


def test_6_3_a_friendly_seaport_as_the_sixth_hex_is_safe() -> None:
    """None of the six may be one, the sixth included (6.3)."""
    _, notes = cruise(start="2725", path=["2719"])
    assert dice(notes, "perilous") == []


@pytest.mark.parametrize(("holder", "throws"), [(ENGLISH, 0), ("french", 1), (SPANISH, 1)])
def test_6_3_only_a_friendly_seaport_does_and_reading_a_captured_one_is(holder: str, throws: int) -> None:
    """Leogane on the way, in the hands of each; foreign seaports are not friendly."""
    state = position({"2818": ["boyne"]}, control={"leogane": holder})
    way = ["2918", "3018", "3119", "3219", "3320", "3321"]
    notes = movement(state, ENGLISH, sail(["boyne"], *way), *[SAFE] * throws)
    assert len(dice(notes, "perilous")) == throws


def test_6_3_the_count_does_not_run_on_into_the_next_turn() -> None:
    """Five hexes, a turn, five hexes: no die (6.3)."""
    state, _ = cruise(path=["2724"])
    notes = movement(state, ENGLISH, sail(FLEET, "2720", "2721"))
    assert dice(notes, "perilous") == []


def test_6_3_a_ship_picked_up_on_the_way_counts_for_herself() -> None:
    """The stack's die is the farthest ship's; left alone, the fresh one starts where she joined (7.0, 6.3)."""
    state = position({PORT_ROYAL: ["boyne"], "2722": ["cornwall"]})
    join = [{"at": "2722", "ships": ["cornwall"]}]
    leave = [{"at": "2724", "ships": ["boyne"]}]
    notes = movement(state, ENGLISH, sail(["boyne"], "2722", "2725", join=join, leave=leave))
    assert dice(notes, "perilous") == []
    assert (state.hex_of("boyne"), state.hex_of("cornwall")) == ("2724", SIXTH)


def test_6_3_the_farthest_ships_die_is_for_the_whole_moving_stack() -> None:
    """All ships of the stack can be taken, the fresh one too (6.3)."""
    state = position({PORT_ROYAL: ["boyne"], "2722": ["cornwall"]})
    join = [{"at": "2722", "ships": ["cornwall"]}]
    notes = movement(state, ENGLISH, sail(["boyne"], "2722", "2725", join=join), ("6.3", 4), ("6.3", ["cornwall"]))
    assert fallen(notes) == ["cornwall"]


def test_6_3_interceptors_are_not_subject() -> None:
    """Ships that intercept roll no perilous sea die (6.3 note)."""
    state = position({"2723": ["boyne"]}, {"2725": ["galicia"]})
    notes = movement(state, ENGLISH, sail(["boyne"], "2724"), ("7.2", ["galicia"]), ("7.2", 1))
    assert dice(notes, "perilous") == []


def test_6_3_nor_are_movers_whose_compelled_interception_succeeds_on_the_sixth_hex() -> None:
    """They enter the enemy's hex as interceptors (6.3 note, 7.2)."""
    state = position({PORT_ROYAL: FLEET}, {SIXTH: ["galicia"]})
    notes = movement(state, ENGLISH, sail(FLEET, SIXTH), ("7.2", []), ("7.2", 3))
    assert dice(notes, "perilous") == []
    assert state.met == {SIXTH: ENGLISH}


def test_6_3_reading_if_it_fails_they_go_on_by_ordinary_movement() -> None:
    """And the sixth hex of that is perilous as any other."""
    state = position({PORT_ROYAL: FLEET}, {SIXTH: ["galicia"]})
    notes = movement(state, ENGLISH, sail(FLEET, SIXTH), ("7.2", []), ("7.2", 4), SAFE)
    assert len(dice(notes, "perilous")) == 1
    assert state.met == {}


def test_11_9_the_san_isidoro_counts_from_where_she_appears() -> None:
    """4522 is her starting hex (11.9 note): the die falls on the sixth hex after it."""
    state = position(turn=4, isidro=4)
    san_isidro_arrives(Table(), state)
    notes = movement(state, SPANISH, sail(["san-isidro"], "4422", "4322", "4222", "4122", "4021"))
    assert dice(notes, "perilous") == []
    assert state.isidro == 0


# ------------------------------------------------------------------------------------------- modifiers


@pytest.mark.parametrize("storms", [["2820"], ["2820", "2821"]])
def test_6_3_a_storm_beside_the_way_is_minus_one_however_many(storms: list[str]) -> None:
    """Only once (6.3)."""
    _, notes = cruise(("6.3", 6), storms=storms)
    assert dice(notes, "perilous") == [(6, 5)]


def test_6_3_a_storm_beside_the_starting_hex_alone_does_not_count() -> None:
    """The increment is the six hexes entered (6.3): 2718 lies beside Port Royal, not beside 2720."""
    _, notes = cruise(("6.3", 6), storms=["2718"])
    assert dice(notes, "perilous") == [(6, 6)]


def test_6_3_a_storm_counts_in_its_own_six_hexes_only() -> None:
    """Passed in the first increment, it is behind the ships in the second (6.3)."""
    way = ["2724", "2723", "2623", "2624", "2625", "2626", "2625", "2626"]
    _, notes = cruise(("6.3", 6), ("6.3", 6), storms=["2820"], path=way)
    assert dice(notes, "perilous") == [(6, 5), (6, 6)]


def test_6_3_a_storm_passed_before_a_friendly_seaport_is_forgotten() -> None:
    """The seaport begins a new increment (6.3)."""
    state = position({"2722": ["boyne"]}, storms=["2822"])
    way = ["2719", "2619", "2620", "2520", "2420", "2320", "2220"]
    notes = movement(state, ENGLISH, sail(["boyne"], *way), ("6.3", 6))
    assert dice(notes, "perilous") == [(6, 6)]


def test_6_3_an_admiral_adds_his_red_value() -> None:
    """Waterhouse, +1 (6.3)."""
    _, notes = cruise(("6.3", 5), aboard=["waterhouse > boyne"])
    assert dice(notes, "perilous") == [(5, 6)]


def test_6_3_the_example_of_ogle_and_two_storms_is_plus_two() -> None:
    """+3 for Ogle, -1 for the storms (6.3 example)."""
    _, notes = cruise(("6.3", 3), aboard=["ogle > boyne"], storms=["2820", "2821"])
    assert dice(notes, "perilous") == [(3, 5)]


def test_6_3_any_one_leader_counts_and_it_is_the_best() -> None:
    """Ogle and Waterhouse together are +3, not +4 (6.3)."""
    _, notes = cruise(("6.3", 2), aboard=["waterhouse > boyne", "ogle > cornwall"])
    assert dice(notes, "perilous") == [(2, 5)]


def test_6_3_a_general_is_no_admiral() -> None:
    """Only the red value is a gun value (6.3, 11.4)."""
    _, notes = cruise(("6.3", 5), aboard=["cathcart > boyne"])
    assert dice(notes, "perilous") == [(5, 5)]


def test_6_3_an_admiral_who_stays_ashore_accompanies_nobody() -> None:
    """He must go with the naval counters (6.3)."""
    state = position({PORT_ROYAL: ["boyne", "ogle"]})
    notes = movement(state, ENGLISH, sail(["boyne"], SIXTH), ("6.3", 5))
    assert dice(notes, "perilous") == [(5, 5)]


def test_6_3_reading_below_one_is_one_and_above_six_is_six() -> None:
    """The table is read at its ends."""
    _, worst = cruise(("6.3", 1), ("6.3", 1), ("6.3", ["frigate-e1"]), storms=["2820"])
    assert told(worst, "perilous") == ["Disaster."]
    _, best = cruise(("6.3", 6), aboard=["ogle > boyne"])
    assert told(best, "perilous") == ["Fair passage."]


# ------------------------------------------------------------------------------------------- results


def test_6_3_on_a_one_the_enemy_chooses_as_many_as_a_second_die_says() -> None:
    """Nautical disaster (6.3 table)."""
    _, notes = cruise(("6.3", 1), ("6.3", 2), ("6.3", ["boyne", "cornwall"]))
    assert fallen(notes) == ["boyne", "cornwall"]


def test_6_3_on_a_two_the_owner_does() -> None:
    """Lost at sea (6.3 table)."""
    _, notes = cruise(("6.3", 2), ("6.3", 2), ("6.3", ["frigate-e1", "boyne"]))
    assert fallen(notes) == ["frigate-e1", "boyne"]


def test_6_3_on_a_three_the_enemy_takes_one() -> None:
    """Davy Jones' locker (6.3 table)."""
    _, notes = cruise(("6.3", 3), ("6.3", ["cornwall"]))
    assert fallen(notes) == ["cornwall"]


def test_6_3_on_a_four_the_owner_gives_one() -> None:
    """The briny deep (6.3 table)."""
    _, notes = cruise(("6.3", 4), ("6.3", ["frigate-e1"]))
    assert fallen(notes) == ["frigate-e1"]


def test_6_3_a_lone_ship_that_is_lost_is_told_in_sentences_that_parse() -> None:
    """Nobody reads that 'your nothing' sailed, or under what stack (6.3)."""
    _, notes = cruise(("6.3", 4), ("6.3", ["boyne"]), ships=["boyne"])
    said = [note.text for note in notes if note.event in ("sailed", "voyage")]
    way = next(note.facts["trail"] for note in notes if note.event == "voyage")
    assert said == [f"English ships sail from Port Royal ({PORT_ROYAL}) to {way[-1]}, and none of them is left.",
                    f"None of your ships that sailed {'-'.join(way)} is left."]  # fmt: skip


@pytest.mark.parametrize("die", [5, 6])
def test_6_3_on_a_five_or_six_the_voyage_goes_on(die: int) -> None:
    """No effect; naval movement may continue (6.3 table)."""
    state, notes = cruise(("6.3", die), path=["2725", "2625"])
    assert fallen(notes) == []
    assert state.hex_of("boyne") == "2625"


def test_6_3_the_survivors_sail_on() -> None:
    """Perilous seas eliminate ships; they do not stop a stack (7.0)."""
    state, _ = cruise(("6.3", 4), ("6.3", ["frigate-e1"]), path=["2725", "2625"])
    assert state.hex_of("boyne") == "2625"


def test_6_3_who_chooses_is_the_side_the_table_names() -> None:
    """The enemy is asked on 1 and 3, the owner on 2 and 4 (6.3 table)."""
    assert [chooser(die) for die in (1, 2, 3, 4)] == [SPANISH, ENGLISH, SPANISH, ENGLISH]


def chooser(die: int) -> str:
    """The side that the question about the losses goes to."""
    dice_: list[Answer] = [("6.3", die)] + ([("6.3", 1)] if die < 3 else [])
    with pytest.raises(AssertionError, match=r"the list goes on with 7\.0") as stopped:
        cruise(*dice_)
    return SPANISH if "by spanish" in str(stopped.value).split("asked before")[0] else ENGLISH


@pytest.mark.parametrize("die", [1, 3])
def test_6_3_the_enemy_may_inspect_the_whole_moving_stack_to_choose(die: int) -> None:
    """Ships and whoever is aboard, and nothing that lies elsewhere (6.3 table)."""
    losses: Mapping[int, list[Answer]] = {1: [("6.3", 1), ("6.3", ["boyne"])], 3: [("6.3", ["boyne"])]}
    state = position({PORT_ROYAL: ["deception-e1 > boyne", "boyne", "severn"]})
    notes = movement(state, ENGLISH, sail(["boyne"], SIXTH), ("6.3", die), *losses[die], ("9.3", 6))
    shown = [note for note in notes if note.event == "inspected"]
    assert [note.to for note in shown] == [SPANISH]
    assert shown[0].text == "You inspect the stack at 2725: Deception (e1), Boyne."


@pytest.mark.parametrize("die", [2, 4])
def test_6_3_he_inspects_nothing_when_the_owner_chooses(die: int) -> None:
    """The owner knows his ships (6.3 table)."""
    more: list[Answer] = [("6.3", 1)] if die == 2 else []
    _, notes = cruise(("6.3", die), *more, ("6.3", ["boyne"]))
    assert told(notes, "inspected") == []


def test_6_3_only_naval_counters_can_be_chosen() -> None:
    """A deception counter is none, as the example of play says (6.3)."""
    with pytest.raises(AssertionError, match="'deception-e1' cannot be picked"):
        cruise(("6.3", 4), ("6.3", ["deception-e1"]), aboard=["deception-e1 > boyne"])


def test_6_3_what_the_die_asks_beyond_the_stack_is_not_carried_over() -> None:
    """Six lost of three; another stack in the same hex is not touched (6.3 table, *)."""
    state = position({PORT_ROYAL: FLEET, SIXTH: ["severn"]})
    notes = movement(state, ENGLISH, sail(FLEET, SIXTH), ("6.3", 2), ("6.3", 6), ("6.3", FLEET))
    assert fallen(notes) == FLEET
    assert state.naval(SIXTH, ENGLISH) == ["severn"]


def test_6_3_who_is_aboard_goes_down_with_the_ship() -> None:
    """Transported counters are eliminated too, each with its own fate (6.3, 9.3)."""
    state, notes = cruise(("6.3", 4), ("6.3", ["boyne"]), ("9.3", 1), aboard=["cathcart > boyne"])
    assert fallen(notes) == ["boyne", "cathcart"]
    assert state.aboard == {}


def test_6_3_a_stack_lost_to_the_last_ship_has_no_more_to_do() -> None:
    """The rest of the move is void, the landing too."""
    state = position({PORT_ROYAL: ["boyne", "soldiers-e1 > boyne"]})
    losses: list[Answer] = [("6.3", 4), ("6.3", ["boyne"])]
    notes = movement(state, ENGLISH, sail(["boyne"], SIXTH, "2824", debark="all"), *losses)
    assert fallen(notes) == ["boyne", "soldiers-e1"]
    assert state.stacks == {}


def test_6_3_naval_movement_round_the_horn_is_not_perilous() -> None:
    """Placing ships on the track rolls no such die (7.4 note)."""
    _, notes = cruise(path=["2724"])
    state = position({"2724": FLEET})
    notes += movement(state, ENGLISH, sail(FLEET, to_track=True))
    assert list(state.track) == FLEET
    assert dice(notes, "perilous") == []


def test_6_3_a_storm_beside_the_way_counts_also_across_land() -> None:
    """Adjacent is adjacent (6.3): Hispaniola lies between 3117, where the ships are, and the storm on 3118."""
    state = position({"3111": ["boyne"]}, storms=["3118"])
    assert "3118" not in state.board.naval_neighbours("3117")
    notes = movement(state, ENGLISH, sail(["boyne"], "3112", "3113", "3114", "3115", "3116", "3117"), ("6.3", 6))
    assert dice(notes, "perilous") == [(6, 5)]


def test_6_3_the_storm_that_the_farthest_ship_passed_counts_for_the_stack_that_joins_her() -> None:
    """The Boyne passes 2820 and picks up the Cornwall beyond it; the die of her sixth hex is still -1 (6.3)."""
    state = position({PORT_ROYAL: ["boyne"], "2723": ["cornwall"]}, storms=["2820"])
    notes = movement(state, ENGLISH, sail(["boyne"], SIXTH, join=[{"at": "2723", "ships": ["cornwall"]}]), SAFE)
    assert dice(notes, "perilous") == [(6, 5)]


def test_6_3_nobody_else_hears_which_ships_the_owner_may_give_to_the_sea() -> None:
    """The owner chooses on a four; what sails below the top is hidden (4.4)."""
    state = position({PORT_ROYAL: ["boyne", "cornwall"]})
    questions = asked(movement_step, state, ENGLISH, answers=[
        sail(["boyne", "cornwall"], SIXTH), ("6.3", 4), ("6.3", ["boyne"]), END])  # fmt: skip
    assert [question.discreet for question in questions if question.rule == "6.3"] == [True]
