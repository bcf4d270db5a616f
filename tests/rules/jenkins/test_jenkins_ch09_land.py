"""9.2: land combat, sentence by sentence. Strategy & Tactics 308, rules section 9.2."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rules.jenkins.playing import DEFAULT, Answer, facts, fallen, play, position, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.rules.ch09_land import eliminations, land_combat, land_retreats
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

#: A coast without a seaport, and two seaports: Cartagena (6) is Spain's, St. Augustine (2) as well.
COAST, CARTAGENA, ST_AUGUSTINE = "3118", "2825", "2208"
NO_DISEASE: Answer = ("7.5", 2)


def fight(state: State, attacker: str, *answers: Answer, hex_id: str = COAST) -> list[Note]:
    return play(land_combat, state, hex_id, attacker, answers=answers)[1]


def ashore(english: list[str], spanish: list[str], hex_id: str = COAST) -> State:
    return position({hex_id: english}, {hex_id: spanish})


def inflicted(notes: list[Note]) -> dict[str, int]:
    return {fact["side"]: fact["number"] for fact in facts(notes, "inflicted")}


def numbers_of_dice(notes: list[Note]) -> dict[str, int]:
    throws = [note.throw for note in notes if note.throw and note.throw.label.startswith("land/")]
    return {throw.label.split("/")[2]: len(throw.values) for throw in throws}


# ------------------------------------------------------------------------------------------- dice


def test_9_2_1_one_die_for_each_land_counter_with_a_green_value() -> None:
    """Two soldiers roll two dice; the supplies with them none (9.2(1))."""
    state = ashore(["soldiers-e1", "americans-e1", "supplies-e1"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [6, 2]), ("9.2", 6))
    assert numbers_of_dice(notes) == {ENGLISH: 2, SPANISH: 1}


@pytest.mark.parametrize("where", [["oglethorpe"], ["oglethorpe > frigate-e1", "frigate-e1"]])
def test_9_2_1_a_leaders_green_value_adds_dice_even_from_a_ship(where: list[str]) -> None:
    """Oglethorpe's +2 counts ashore and aboard; the frigate's cannonade of 1 too (9.2(1), 11.4 note)."""
    state = ashore(["soldiers-e1", *where], ["soldiers-s1"])
    dice = [6, 6, 2] if len(where) == 1 else [6, 6, 6, 2]
    assert numbers_of_dice(fight(state, ENGLISH, ("9.2", dice), ("9.2", 6)))[ENGLISH] == len(dice)


def test_9_2_1_a_red_value_adds_nothing_ashore() -> None:
    """Waterhouse is an admiral only (11.4)."""
    state = ashore(["soldiers-e1", "waterhouse"], ["soldiers-s1"])
    assert numbers_of_dice(fight(state, ENGLISH, ("9.2", 2), ("9.2", 6)))[ENGLISH] == 1


def test_9_2_2_cannonade_of_ships_and_guns_in_the_hex_adds_dice() -> None:
    """Frederick 3, Cornwall 4 and cannons 2 are nine dice beside the soldiers' one, as in the example (9.2(2))."""
    state = ashore(["frederick", "cornwall", "soldiers-e1", "cannons-e6"], ["soldiers-s9"])
    notes = fight(state, ENGLISH, ("9.2", [6] * 9 + [2]), ("9.2", 6))
    assert numbers_of_dice(notes)[ENGLISH] == 10


def test_9_2_2_the_defenders_ships_count_for_him() -> None:
    """Any counters in the hex, whosever: Galicia 2 and the guns 2 beside one soldier (9.2(2))."""
    state = ashore(["soldiers-e1"], ["galicia", "soldiers-s1", "cannons-s1"], CARTAGENA)
    notes = fight(state, ENGLISH, ("9.2", [6, 6, 6, 1, 6]), hex_id=CARTAGENA)
    assert numbers_of_dice(notes) == {SPANISH: 5}


def test_9_2_2_guns_and_troops_aboard_ships_are_cargo() -> None:
    """Opposing land counters fight, except while being transported (9.2)."""
    state = ashore(["soldiers-e1", "merchant-e1", "cannons-e6 > merchant-e1", "americans-e1 > merchant-e1"],
                   ["soldiers-s1"])  # fmt: skip
    assert numbers_of_dice(fight(state, ENGLISH, ("9.2", 2), ("9.2", 6)))[ENGLISH] == 1


@pytest.mark.parametrize("alone", [["cannons-s1"], ["eslava"], ["cannons-s1", "heavy-guns-s1", "lezo"]])
def test_9_2_2_guns_and_leaders_alone_are_eliminated_without_a_die(alone: list[str]) -> None:
    """A counter with a blue or green + involved while alone is eliminated automatically (9.2(2) note)."""
    state = ashore(["soldiers-e1"], alone, CARTAGENA)
    fates: list[Answer] = [("9.3", 1)] if alone == ["eslava"] else []
    notes = fight(state, ENGLISH, *fates, hex_id=CARTAGENA)
    assert sorted(fallen(notes)) == sorted(alone)
    assert numbers_of_dice(notes) == {}
    assert state.is_friendly_port(CARTAGENA, ENGLISH)


def test_9_2_2_it_happens_to_the_attacker_as_well() -> None:
    """Whether as the attacker or the defender (9.2(2) note)."""
    state = ashore(["cannons-e6", "oglethorpe"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.3", 6))
    assert fallen(notes) == ["oglethorpe", "cannons-e6"]
    assert state.land(COAST, SPANISH) == ["soldiers-s1"]


def test_9_2_2_guns_fall_with_the_last_troops_beside_them() -> None:
    """Even if it is the only land counter left after all others have been eliminated (9.2(2), 9.2(7) notes)."""
    state = ashore(["soldiers-e1", "americans-e1", "frigate-e1"], ["soldiers-s1", "cannons-s1"], ST_AUGUSTINE)
    notes = fight(state, ENGLISH, ("9.2", 1), ("9.2", [6, 6, 6]), ("9.2", ["soldiers-s1"]), hex_id=ST_AUGUSTINE)
    assert fallen(notes) == ["soldiers-s1", "cannons-s1"]
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_9_2_2_an_attacker_left_with_guns_alone_takes_nothing() -> None:
    """Both sides' troops kill each other; the attacker's guns are alone, and go too."""
    state = ashore(["soldiers-e1", "cannons-e6"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [1, 6, 6]), ("9.2", 1), ("9.2", ["soldiers-e1"]), ("9.3", 1))
    assert fallen(notes) == ["soldiers-e1", "soldiers-s1", "cannons-e6"]
    assert state.stacks == {}


def test_9_2_2_counters_printed_with_an_x_do_nothing() -> None:
    """Supplies and deception counters roll no dice, and are not eliminated while troops stand with them (9.2(2))."""
    state = ashore(["soldiers-e1"], ["soldiers-s1", "supplies-s1", "deception-s1"])
    notes = fight(state, ENGLISH, ("9.2", 6), ("9.2", 6), ("11.2", "keep"), ("9.2", "3217"), NO_DISEASE)
    assert numbers_of_dice(notes)[SPANISH] == 1
    assert fallen(notes) == []


def test_9_2_3_the_example_of_cartagena_deducts_six_dice() -> None:
    """The attacker of Cartagena deducts six; the defender still rolls (9.2(3) example)."""
    state = ashore(["soldiers-e1", "marines-e2", "cathcart", "boyne"], ["soldiers-s1"], CARTAGENA)
    notes = fight(state, ENGLISH, ("9.2", [6, 6, 2]), ("9.2", 6), hex_id=CARTAGENA)
    assert numbers_of_dice(notes) == {ENGLISH: 3, SPANISH: 1}  # 2 troops + 3 Cathcart + 4 cannonade - 6


def test_9_2_3_an_attacker_with_no_dice_left_inflicts_nothing() -> None:
    """He rolls none at all, and the defender is still eligible to roll (9.2(3))."""
    state = ashore(["soldiers-e1"], ["soldiers-s1"], CARTAGENA)
    notes = fight(state, ENGLISH, ("9.2", 1), hex_id=CARTAGENA)
    assert numbers_of_dice(notes) == {SPANISH: 1}
    assert inflicted(notes) == {ENGLISH: 0, SPANISH: 1}
    assert fallen(notes) == ["soldiers-e1"]


def test_9_2_3_a_seaport_without_troops_is_simply_captured() -> None:
    """A seaport has no land combat capability by itself; supplies and chains do not defend it (9.2(3) note)."""
    state = ashore(["soldiers-e1"], ["boom-chain-s1", "supplies-s1", "deception-s1"], CARTAGENA)
    notes = fight(state, ENGLISH, ("9.3", 6), ("9.3", 6), hex_id=CARTAGENA)
    assert sorted(fallen(notes)) == ["boom-chain-s1", "deception-s1", "supplies-s1"]
    assert state.is_friendly_port(CARTAGENA, ENGLISH)


def test_9_2_3_the_defender_of_an_enemy_seaport_deducts_nothing() -> None:
    """Spanish troops come to Cartagena, in English hands: they attack an enemy seaport, and deduct (9.2(3))."""
    state = ashore(["soldiers-e1"], ["soldiers-s9", "soldiers-s10"], CARTAGENA)
    state.control["cartagena"] = ENGLISH
    notes = fight(state, SPANISH, ("9.2", 6), ("9.2", DEFAULT), NO_DISEASE, hex_id=CARTAGENA)
    assert numbers_of_dice(notes) == {ENGLISH: 1}


# ------------------------------------------------------------------------------------------- eliminations


@pytest.mark.parametrize(
    ("dice", "values", "number"),
    [
        ([1], [1], 1), ([2], [1], 0),
        ([1, 1, 1], [2], 1),  # one counter, one elimination, however many dice
        ([2, 2], [1, 2], 1), ([1, 2], [1, 2], 2), ([2, 1], [2, 1], 2),
        ([3, 1], [1, 3], 2), ([3, 3], [1, 3], 1), ([], [3, 3], 0), ([1, 2, 3], [3, 3, 3], 3),
    ],
)  # fmt: skip
def test_9_2_4_each_counter_inflicts_one_with_a_die_of_its_own(dice: list[int], values: list[int], number: int) -> None:
    """A die of a counter's green value or less, dice not assigned beforehand, one elimination a counter (9.2(4))."""
    assert eliminations(load_board().checks["land-combat"], dice, values) == number


@given(st.lists(st.integers(1, 6), max_size=5), st.lists(st.integers(1, 3), max_size=4))
def test_9_2_4_no_other_way_to_share_out_the_dice_is_better(dice: list[int], values: list[int]) -> None:
    """Compared with every assignment of dice to counters there is."""
    padded = dice + [9] * len(values)
    best = max(sum(die <= value for die, value in zip(order, values, strict=False))
               for order in set(permutations(padded, len(values))))  # fmt: skip
    assert eliminations(load_board().checks["land-combat"], dice, values) == best


def test_9_2_4_all_dice_of_a_side_are_read_against_all_its_counters() -> None:
    """The die a leader or a gun brings may be the one that counts."""
    state = ashore(["soldiers-e1", "cathcart"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [6, 6, 6, 2]), ("9.2", 6))
    assert inflicted(notes)[ENGLISH] == 1


def test_9_2_5_both_sides_may_eliminate_each_other() -> None:
    """The dice are simultaneous: troops that are lost have fired (9.2(5))."""
    state = ashore(["soldiers-e1"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", 1), ("9.2", 1))
    assert fallen(notes) == ["soldiers-e1", "soldiers-s1"]
    assert state.stacks == {}


def test_9_2_6_eliminations_beyond_the_enemys_counters_are_lost() -> None:
    """Two hits on one counter (9.2(6))."""
    state = ashore(["soldiers-e1", "americans-e1"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [1, 1]), ("9.2", 6))
    assert inflicted(notes)[ENGLISH] == 2
    assert fallen(notes) == ["soldiers-s1"]


def test_9_2_7_the_owner_chooses_and_may_give_up_his_supplies() -> None:
    """Any of his land counters, inconsequential ones too (9.2(7))."""
    state = ashore(["soldiers-e1"], ["soldiers-s1", "supplies-s1"])
    notes = fight(state, ENGLISH, ("9.2", 1), ("9.2", 6), ("9.2", ["supplies-s1"]), ("9.3", 1), ("9.2", "3217"),
                  NO_DISEASE)  # fmt: skip
    assert fallen(notes) == ["supplies-s1"]


@pytest.mark.parametrize("spared", ["deception-s1", "galicia", "torres"])
def test_9_2_7_deception_ships_and_passengers_cannot_be_given_up(spared: str) -> None:
    """Neither naval counters, even if they took part, nor deception counters (9.2(7)); and cargo is not ashore."""
    stack = ["torres > galicia", "galicia", "soldiers-s1", "soldiers-s2", "deception-s1"]
    state = ashore(["soldiers-e1"], stack)
    with pytest.raises(AssertionError, match=f"'{spared}' cannot be picked here"):
        fight(state, ENGLISH, ("9.2", 1), ("9.2", [6, 6, 6, 6]), ("11.2", "keep"), ("9.2", [spared]))


def test_9_2_7_a_leader_ashore_may_be_given_up() -> None:
    """Exactly like any type of land counter (11.4)."""
    state = ashore(["soldiers-e1", "cathcart"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [6, 6, 6, 6]), ("9.2", 1), ("9.2", ["cathcart"]), ("9.3", 4), ("9.2", "3217"),
                  NO_DISEASE)  # fmt: skip
    assert fallen(notes) == ["cathcart"]


def test_9_2_7_left_to_itself_the_owner_keeps_those_who_can_fight() -> None:
    """The note advises not to lose the last counter with a green value; the default heeds it."""
    state = ashore(["soldiers-e1"], ["soldiers-s1", "cannons-s1", "boom-chain-s1"], ST_AUGUSTINE)
    state.stacks[ST_AUGUSTINE][ENGLISH] += ["boyne"]
    notes = fight(state, ENGLISH, ("9.2", [1, 6, 6]), ("9.2", [6, 6, 6]), ("9.2", DEFAULT), ("9.2", DEFAULT),
                  NO_DISEASE, hex_id=ST_AUGUSTINE)  # fmt: skip
    assert fallen(notes) == ["boom-chain-s1"]


# ------------------------------------------------------------------------------------------- afterwards


def test_9_2_8_the_attacker_retreats_while_any_defending_land_counter_remains() -> None:
    """All his land counters go together, those put ashore by ships as well, and never aboard (9.2(8))."""
    state = ashore(["frigate-e1", "soldiers-e1", "supplies-e1"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [6, 6]), ("9.2", 6), ("9.2", "3217"), NO_DISEASE)
    assert state.stack("3217", ENGLISH) == ["soldiers-e1", "supplies-e1"]
    assert state.stack(COAST, ENGLISH) == ["frigate-e1"]
    assert told(notes, "retreat") == ["English troops retreat from 3118 to 3217."]


def test_9_2_8_retreating_troops_roll_for_disease() -> None:
    """As on any march into a land hex (9.2(8), 7.5)."""
    state = ashore(["soldiers-e1", "supplies-e1"], ["soldiers-s1"])
    notes = fight(
        state, ENGLISH, ("9.2", 6), ("9.2", 6), ("9.2", "3217"), ("7.5", 3), ("7.5", ["supplies-e1"]), ("9.3", 6)
    )
    assert fallen(notes) == ["supplies-e1"]


def test_9_2_8_no_retreat_where_enemy_troops_stand_but_their_supplies_bar_nothing() -> None:
    """Not into a hex with an enemy land counter printed with a green value (9.2(8)); no storm (8.1)."""
    spanish = {COAST: ["soldiers-s1"], "3217": ["soldiers-s2"], "3218": ["supplies-s1"], "3119": ["galicia"]}
    state = position({COAST: ["soldiers-e1"]}, spanish, storms=["3018"])
    ways = land_retreats(state, COAST, ENGLISH)
    barred = [way for way in state.board.land_neighbours(COAST) if way not in ways]
    assert sorted(barred) == ["3018", "3217"]


def test_9_2_8_a_retreat_onto_enemy_supplies_brings_combat_there() -> None:
    """Opposing land counters in one hex must fight (9.2)."""
    state = position({COAST: ["soldiers-e1"]}, {COAST: ["soldiers-s1"], "3218": ["supplies-s1"]})
    fight(state, ENGLISH, ("9.2", 6), ("9.2", 6), ("9.2", "3218"), NO_DISEASE)
    assert state.ashore == {"3218": ENGLISH}


def test_9_2_8_troops_that_cannot_retreat_are_eliminated() -> None:
    """For any reason (9.2(8)): the frigate beside them takes nobody off."""
    ring = position().board.land_neighbours(COAST)
    spanish = {COAST: ["soldiers-s1"], **{way: [f"soldiers-s{n}"] for n, way in enumerate(ring, 2)}}
    state = position({COAST: ["frigate-e1", "soldiers-e1", "supplies-e1"]}, spanish)
    notes = fight(state, ENGLISH, ("9.2", [6, 6]), ("9.2", 6), ("9.3", 6))
    assert sorted(fallen(notes)) == ["soldiers-e1", "supplies-e1"]
    assert state.stack(COAST, ENGLISH) == ["frigate-e1"]


def test_9_2_8_the_attacker_stays_and_holds_the_hex_when_nobody_is_left() -> None:
    """The seaport is captured, and its value goes to the captor (7.6, 3.4)."""
    state = ashore(["soldiers-e1", "boyne"], ["soldiers-s1"], ST_AUGUSTINE)
    fight(state, ENGLISH, ("9.2", [1, 6, 6]), ("9.2", 6), hex_id=ST_AUGUSTINE)
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)
    assert state.funds[ENGLISH] == 2


def test_9_2_ships_of_the_defender_do_not_hold_a_hex() -> None:
    """A hex is held by land counters (7.6)."""
    state = ashore(["soldiers-e1", "boyne"], ["soldiers-s1", "galicia"], ST_AUGUSTINE)
    fight(state, ENGLISH, ("9.2", [1, 6, 6]), ("9.2", [6, 6, 6]), hex_id=ST_AUGUSTINE)
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_9_2_a_landing_of_supplies_alone_is_driven_off_not_wiped_out() -> None:
    """Only counters with a blue or green + die for being alone; supplies face the dice and retreat (9.2(2), (8))."""
    state = ashore(["supplies-e1"], ["soldiers-s1"])
    fight(state, ENGLISH, ("9.2", 6), ("9.2", "3217"), NO_DISEASE)
    assert state.hex_of("supplies-e1") == "3217"


@pytest.mark.parametrize("name", ["cannons-s7", "reggio"])
def test_9_2_2_a_plus_of_one_is_eliminated_alone_as_well(name: str) -> None:
    """Cannons with cannonade +1, a leader with land tactics +1 (9.2(2) note): no die is thrown for the fight."""
    notes = fight(ashore(["supplies-e1"], [name]), ENGLISH, ("9.3", 6))
    assert fallen(notes) == [name]


def test_9_2_4_the_best_land_value_says_what_a_die_must_show() -> None:
    """Marines 3 and soldiers 1: a three may hit, and the card of the battle says so."""
    notes = fight(ashore(["soldiers-e2", "marines-e2"], ["soldiers-s1"]), ENGLISH, ("9.2", [3, 6]), ("9.2", 6))
    values = load_board().counters
    best = max(values["soldiers-e2"].land or 0, values["marines-e2"].land or 0)
    assert best == 3
    assert facts(notes, "roll")[0]["needs"] == best


def test_9_2_3_a_foreign_seaport_costs_the_attacker_no_dice() -> None:
    """Only an enemy seaport hex deducts its value: Leogane is French."""
    state = ashore(["soldiers-e1"], ["soldiers-s1"], "3018")
    assert numbers_of_dice(fight(state, ENGLISH, ("9.2", 6), ("9.2", 6), ("9.2", DEFAULT), NO_DISEASE, hex_id="3018"))[
        ENGLISH] == 1  # fmt: skip


def test_9_2_3_all_hear_that_a_side_rolls_no_dice() -> None:
    """Six deducted from one."""
    state = ashore(["soldiers-e1"], ["soldiers-s1"], CARTAGENA)
    notes = fight(state, ENGLISH, ("9.2", 6), ("9.2", DEFAULT), NO_DISEASE, hex_id=CARTAGENA)
    assert facts(notes, "no_dice") == [{"hex": CARTAGENA, "side": ENGLISH}]


@pytest.mark.parametrize(
    ("english", "spanish", "winner"), [(1, 6, ENGLISH), (6, 1, SPANISH), (6, 6, SPANISH), (1, 1, "")]
)
def test_9_2_8_who_is_left_has_won(english: int, spanish: int, winner: str) -> None:
    """The defender holds while any of them is left; nobody wins an empty hex."""
    state = ashore(["soldiers-e1"], ["soldiers-s1"])
    retreat: list[Answer] = [("9.2", DEFAULT), NO_DISEASE] if (english, spanish) == (6, 6) else []
    notes = fight(state, ENGLISH, ("9.2", english), ("9.2", spanish), *retreat)
    assert [fact["winner"] for fact in facts(notes, "land_over")] == [winner]


def test_9_2_8_one_way_back_is_taken_and_of_two_one_is_chosen() -> None:
    """From 3118: all land neighbours but one, or but two, are held by troops that can fight."""
    near = load_board().land_neighbours(COAST)
    guards = [f"soldiers-s{number}" for number in range(2, 9)]
    for free in (1, 2):
        spanish = {COAST: ["soldiers-s1"]} | {way: [name] for way, name in zip(near[free:], guards, strict=False)}
        state = position({COAST: ["soldiers-e1"]}, spanish)
        chosen: list[Answer] = [] if free == 1 else [("9.2", near[1])]
        sick = [] if state.seaport(near[free - 1]) else [NO_DISEASE]
        fight(state, ENGLISH, ("9.2", 6), ("9.2", 6), *chosen, *sick)
        assert state.hex_of("soldiers-e1") == near[free - 1]


def test_9_2_8_a_retreat_onto_nobody_leads_to_no_combat_and_onto_the_helpless_to_one() -> None:
    """Supplies do not bar the way (9.2(8)), and are told of as the retreat, not as a landing."""
    near = load_board().land_neighbours(COAST)
    state = ashore(["soldiers-e1"], ["soldiers-s1"])
    fight(state, ENGLISH, ("9.2", 6), ("9.2", 6), ("9.2", near[1]), NO_DISEASE)
    assert state.ashore == {}
    state = position({COAST: ["soldiers-e1"]}, {COAST: ["soldiers-s1"], near[1]: ["supplies-s1"]})
    notes = fight(state, ENGLISH, ("9.2", 6), ("9.2", 6), ("9.2", near[1]), NO_DISEASE)
    assert state.ashore == {near[1]: ENGLISH}
    assert not told(notes, "ashore")


def test_9_2_8_troops_without_a_way_are_lost_and_the_hex_is_told_to_hold() -> None:
    near = load_board().land_neighbours(COAST)
    guards = {way: [f"soldiers-s{number}"] for number, way in enumerate(near, 2)}
    state = position({COAST: ["soldiers-e1"]}, {COAST: ["soldiers-s1"]} | guards)
    notes = fight(state, ENGLISH, ("9.2", 6), ("9.2", 6))
    assert fallen(notes) == ["soldiers-e1"]
    assert [(fact["winner"], fact["way"]) for fact in facts(notes, "land_over")] == [(SPANISH, "")]


def test_9_2_the_opening_says_who_attacks() -> None:
    """Troops that came upon the enemy, or bomb ships alone (11.1)."""
    notes = fight(ashore(["soldiers-e1"], ["soldiers-s1"]), ENGLISH, ("9.2", 1), ("9.2", 6))
    assert told(notes, "land_combat") == ["Land combat at 3118: English troops attack the enemy they came upon."]
    state = ashore(["bomb-ship-e1"], ["soldiers-s1"])
    notes = fight(state, ENGLISH, ("9.2", [1] * 2), ("9.2", 6))
    assert told(notes, "land_combat") == ["Land combat at 3118: English bomb ships bombard the shore."]
