"""9.1: naval combat, sentence by sentence. Strategy & Tactics 308, rules section 9.1."""

from __future__ import annotations

from typing import Any

import pytest
from rules.jenkins.playing import DEFAULT, Answer, facts, fallen, play, position, told

from pbem.adjudicator.engine.table import Note, Table
from pbem.adjudicator.jenkins.rules.ch09_dice import hits_in_words
from pbem.adjudicator.jenkins.rules.ch09_naval import (
    best_share,
    leader_dice_question,
    naval_combat,
    naval_retreats,
)
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

#: Open sea; a coast; and seaports: values 4, 6 and 2.
SEA, COAST = "3219", "3119"
LA_GUAIRA, CARTAGENA, LEOGANE = "3525", "2825", "3018"

HOLD: Answer = ("9.1", [])  # nobody optional takes part
NO_PURSUIT: Answer = ("7.2", [])
GOES: Answer = ("9.1", DEFAULT)  # the attacker's retreat, to any hex


def fight(state: State, attacker: str, *answers: Answer, hex_id: str = SEA) -> list[Note]:
    return play(naval_combat, state, hex_id, attacker, answers=answers)[1]


def at_sea(english: list[str], spanish: list[str]) -> State:
    return position({SEA: english}, {SEA: spanish})


def inflicted(notes: list[Note]) -> dict[str, int]:
    return {fact["side"]: fact["number"] for fact in facts(notes, "inflicted")}


def rolled(notes: list[Note]) -> list[str]:
    """The labels of the gunnery dice, in order, without what is the same in all of them."""
    labels = [note.throw.label for note in notes if note.throw]
    return [label.split("/")[2] for label in labels if label.startswith("naval/")]


# ------------------------------------------------------------------------------------------- who attacks, who fights


@pytest.mark.parametrize(("attacker", "goes"), [(SPANISH, "frigate-s1"), (ENGLISH, "frigate-e1")])
def test_9_1_the_side_that_intercepted_attacks_whosever_step_it_is(attacker: str, goes: str) -> None:
    """Nobody is hit; it is the interceptor who has to go (9.1, 9.1(9))."""
    state = at_sea(["frigate-e1"], ["frigate-s1"])
    fight(state, attacker, ("9.1", 6), ("9.1", 6), GOES, NO_PURSUIT)
    assert state.hex_of(goes) != SEA
    assert len(state.stacks[SEA]) == 1


def test_9_1_1_every_ship_in_the_hex_fights_and_none_is_held_out() -> None:
    """All naval counters are selected, merchants among them; nobody is asked (9.1(1), 7.2)."""
    state = at_sea(["frigate-e1", "merchant-e1"], ["frigate-s1", "frigate-s2"])
    notes = fight(state, SPANISH, ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", 6), GOES, NO_PURSUIT)
    assert rolled(notes) == ["frigate-s1", "frigate-s2", "frigate-e1", "merchant-e1"]


def test_9_1_1_guns_ashore_fire_if_their_owner_selects_them() -> None:
    """The player may, and need not, add land counters with a red gun value (9.1(1), 11.5, 11.6)."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "cannons-s9", "boom-chain-s1", "soldiers-s1"]})
    notes = fight(state, ENGLISH, ("9.1", ["cannons-s9"]), ("9.1", 6), ("9.1", 6), ("9.1", 4), GOES, NO_PURSUIT,
                  hex_id=CARTAGENA)  # fmt: skip
    assert rolled(notes) == ["boyne", "frigate-s1", "cannons-s9"]
    assert facts(notes, "engaged") == [{"hex": CARTAGENA, "side": SPANISH, "counters": ["cannons-s9"]}]


def test_9_1_1_guns_left_out_do_not_fire_and_cannot_be_lost() -> None:
    """What was not selected is no participant (9.1(1), 9.1(5))."""
    state = position({CARTAGENA: ["boyne", "norfolk"]}, {CARTAGENA: ["frigate-s1", "cannons-s1"]})
    answers: list[Answer] = [HOLD, ("9.1", 1), ("9.1", 1), ("9.1", 6), ("9.3", 6), ("9.1", "2725")]
    notes = fight(state, ENGLISH, *answers, hex_id=CARTAGENA)
    assert fallen(notes) == ["frigate-s1"]
    assert state.land(CARTAGENA, SPANISH) == ["cannons-s1"]


def test_9_1_1_the_interceptor_has_his_guns_ashore_too() -> None:
    """A boom chain may join any naval combat in its hex: also when its owner's ships came to its help (11.6)."""
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["frigate-s1", "boom-chain-s1"]})
    notes = fight(state, SPANISH, ("9.1", ["boom-chain-s1"]), ("9.1", 6), ("9.1", 6), ("9.1", 6), GOES, NO_PURSUIT,
                  hex_id=CARTAGENA)  # fmt: skip
    assert rolled(notes) == ["frigate-s1", "boom-chain-s1", "frigate-e1"]


def test_9_1_1_guns_in_a_hold_do_not_fire() -> None:
    """A gun that is being transported is cargo; nobody is asked about it."""
    state = position({COAST: ["cannons-e6 > merchant-e1", "merchant-e1"]}, {COAST: ["frigate-s1"]})
    notes = fight(state, SPANISH, ("9.1", 6), ("9.1", 6), GOES, hex_id=COAST)
    assert rolled(notes) == ["frigate-s1", "merchant-e1"]


# ------------------------------------------------------------------------------------------- dice


def test_9_1_2_a_leader_aboard_adds_his_dice_to_ships_of_his_owners_choice() -> None:
    """One die a ship; Ogle's three may go one each to three ships, his own or not (9.1(2))."""
    state = at_sea(["ogle > boyne", "boyne", "frigate-e1", "frigate-e2", "frigate-e3"], ["frigate-s1"])
    share = {"frigate-e1": "1", "frigate-e2": "1", "frigate-e3": "1"}
    answers = [("9.1", share), ("9.1", 6), ("9.1", 1), ("9.1", [5, 6]), ("9.1", [6, 6]), ("9.1", [5, 5]), ("9.3", 6)]
    notes = fight(state, SPANISH, *answers)
    throws = {note.throw.label: note.throw.values for note in notes if note.throw}
    assert throws["naval/3219/frigate-e2/n1"] == (6, 6)
    assert inflicted(notes) == {SPANISH: 0, ENGLISH: 1}


@pytest.mark.parametrize(
    "share", [{"frigate-e1": "2", "boyne": "2"}, {"frigate-s1": "1"}, {"boyne": 1}, "boyne",
     ["boyne", "boyne", "boyne", "boyne"]])
def test_9_1_2_more_dice_than_the_leader_has_or_ships_not_his_are_refused(share: Any) -> None:
    """A +3 is three dice, for friendly ships in his hex."""
    state = at_sea(["ogle > boyne", "boyne", "frigate-e1"], ["frigate-s1"])
    with pytest.raises(AssertionError, match="no legal answer"):
        fight(state, SPANISH, ("9.1", share))


def test_9_1_2_a_leader_need_not_use_his_dice() -> None:
    """The player may roll extra dice."""
    state = at_sea(["ogle > boyne", "boyne", "frigate-e1"], ["frigate-s1"])
    notes = fight(state, SPANISH, ("9.1", {}), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.3", 6))
    assert fallen(notes) == ["frigate-s1"]


def test_9_1_2_dice_may_be_given_as_a_list_with_a_ship_for_each() -> None:
    """As in an order file: the same ship may stand in it twice."""
    state = at_sea(["ogle > boyne", "boyne", "frigate-e1"], ["frigate-s1"])
    share = ["frigate-e1", "frigate-e1", "boyne"]
    notes = fight(state, SPANISH, ("9.1", share), ("9.1", 6), ("9.1", [6, 6]), ("9.1", [6, 5, 5]), ("9.3", 6))
    assert rolled(notes) == ["frigate-s1", "boyne", "frigate-e1"]


def test_9_1_2_reading_a_leader_ashore_helps_guns_that_fire_from_the_shore() -> None:
    """A single gun has all the leader's dice: Lezo's two beside its own."""
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["frigate-s1", "lezo", "cannons-s9"]})
    notes = fight(state, ENGLISH, ("9.1", ["cannons-s9"]), ("9.1", 6), ("9.1", 6), ("9.1", [6, 6, 1]),
                  hex_id=CARTAGENA)  # fmt: skip
    assert fallen(notes) == ["frigate-e1"]


def test_9_1_2_reading_with_several_guns_the_owner_shares_the_dice_out() -> None:
    """To guns alone, not to ships."""
    guns = ["cannons-s9", "cannons-s7"]
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["frigate-s1", "lezo", *guns]})
    answers: list[Answer] = [("9.1", guns), ("9.1", {"cannons-s9": "1", "cannons-s7": "1"})]
    notes = fight(state, ENGLISH, *answers, ("9.1", 6), ("9.1", 6), ("9.1", [6, 6]), ("9.1", [6, 6]), GOES, NO_PURSUIT,
                  hex_id=CARTAGENA)  # fmt: skip
    assert rolled(notes) == ["frigate-e1", "frigate-s1", "cannons-s7", "cannons-s9"]


def test_9_1_2_reading_a_leader_aboard_helps_no_gun_ashore() -> None:
    """His dice are for ships: with one that fires she has them all."""
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["lezo > frigate-s1", "frigate-s1", "cannons-s9"]})
    notes = fight(state, ENGLISH, ("9.1", ["cannons-s9"]), ("9.1", 6), ("9.1", [6, 6, 6]), ("9.1", 6), GOES, NO_PURSUIT,
                  hex_id=CARTAGENA)  # fmt: skip
    assert rolled(notes) == ["frigate-e1", "frigate-s1", "cannons-s9"]


def test_9_1_2_by_house_rule_a_leader_ashore_adds_nothing() -> None:
    """`leader_dice_ashore: no`."""
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["frigate-s1", "lezo", "cannons-s9"]},
                     house={"leader_dice_ashore": "no"})  # fmt: skip
    notes = fight(state, ENGLISH, ("9.1", ["cannons-s9"]), ("9.1", 6), ("9.1", 6), ("9.1", 6), GOES, NO_PURSUIT,
                  hex_id=CARTAGENA)  # fmt: skip
    assert all(len(note.throw.values) == 1 for note in notes if note.throw)


def test_9_1_2_a_leader_ashore_adds_nothing_to_ships() -> None:
    """He must be aboard a naval counter there (9.1(2), 11.4)."""
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["frigate-s1", "frigate-s2", "lezo"]})
    notes = fight(state, SPANISH, ("9.1", 6), ("9.1", 6), ("9.1", 6), GOES, NO_PURSUIT, hex_id=CARTAGENA)
    assert all(len(note.throw.values) == 1 for note in notes if note.throw)


def test_9_1_2_where_one_ship_fires_she_has_all_the_dice() -> None:
    """There is nothing to choose."""
    state = at_sea(["ogle > frigate-e1", "frigate-e1"], ["frigate-s1"])
    notes = fight(state, SPANISH, ("9.1", 6), ("9.1", [6, 5, 5, 2]), ("9.3", 6))
    assert inflicted(notes)[ENGLISH] == 1


def test_9_1_2_left_to_itself_a_leader_helps_where_help_counts() -> None:
    """The default wastes no die on a ship that always hits, and spreads the rest."""
    assert best_share({"boyne": 8, "frigate-e1": 4, "merchant-e1": 1}, 3, 6) == {"frigate-e1": "1", "merchant-e1": "2"}
    assert best_share({"boyne": 8, "norfolk": 8}, 3, 6) == {}
    assert best_share({"frigate-e1": 0, "frigate-e2": -2}, 2, 6) == {}


def test_9_1_3_the_example_of_la_guaira_adds_four_to_each_english_die() -> None:
    """Three English ships in La Guaira/Puerto Cabello (value 4) each add 4: 2, 3, 3 are 6, 7, 7 (9.1(3) example)."""
    state = position({LA_GUAIRA: ["burford", "augusta", "lion"]}, {LA_GUAIRA: ["galicia"]})
    notes = fight(
        state, ENGLISH, ("9.1", 3), ("9.1", 2), ("9.1", 3), ("9.1", 6), ("9.1", ["burford"]), hex_id=LA_GUAIRA
    )
    gunnery = [note.throw for note in notes if note.throw and note.throw.label.startswith("naval/")]
    assert [[m.amount for m in throw.shift] for throw in gunnery] == [[4], [4], [4], []]
    assert inflicted(notes) == {ENGLISH: 2, SPANISH: 1}  # 7 of 7, 6 of 6; 7 of 6 misses; the Galicia adds nothing


def test_9_1_3_the_seaport_counts_without_any_land_counter_in_it() -> None:
    """Unlike in land combat it is irrelevant whether the seaport is occupied (9.1(3) note)."""
    state = position({CARTAGENA: ["augusta"]}, {CARTAGENA: ["frigate-s1"]})
    notes = fight(state, ENGLISH, ("9.1", 1), ("9.1", 6), GOES, NO_PURSUIT, hex_id=CARTAGENA)
    assert inflicted(notes)[ENGLISH] == 0  # 1 + 6 against gun 6


def test_9_1_3_the_defender_adds_nothing_even_in_an_enemy_seaport() -> None:
    """Only the attacking player adds: English ships intercepted off Cartagena do not (9.1(3))."""
    state = position({CARTAGENA: ["frigate-e1"]}, {CARTAGENA: ["frigate-s1"]})
    notes = fight(state, SPANISH, ("9.1", 6), ("9.1", 4), ("9.3", 6), hex_id=CARTAGENA)
    assert inflicted(notes) == {ENGLISH: 1, SPANISH: 0}


@pytest.mark.parametrize(("holder", "hits"), [("french", 1), (ENGLISH, 1), (SPANISH, 0)])
def test_9_1_3_only_a_seaport_the_enemy_holds_adds_its_value(holder: str, hits: int) -> None:
    """Leogane (2) is no enemy seaport while France holds it, nor once it is one's own (9.1(3), 7.6)."""
    state = position({LEOGANE: ["frigate-e1"]}, {LEOGANE: ["frigate-s1"]}, control={"leogane": holder})
    after: list[Answer] = [("9.3", 6)] if hits else [GOES, NO_PURSUIT]
    notes = fight(state, ENGLISH, ("9.1", 3), ("9.1", 6), *after, hex_id=LEOGANE)
    assert inflicted(notes)[ENGLISH] == hits


def test_9_1_3_guns_ashore_of_the_attacker_add_nothing() -> None:
    """The value goes on naval counters' dice."""
    state = position({CARTAGENA: ["frigate-e1", "cannons-e6"]}, {CARTAGENA: ["frigate-s1"]})
    notes = fight(state, ENGLISH, ("9.1", ["cannons-e6"]), ("9.1", 6), ("9.1", 2), ("9.1", 6), ("9.3", 6),
                  hex_id=CARTAGENA)  # fmt: skip
    assert inflicted(notes)[ENGLISH] == 1


@pytest.mark.parametrize(("die", "hits"), [(3, 1), (4, 1), (5, 0)])
def test_9_1_4_a_die_of_the_gun_value_or_less_eliminates_one(die: int, hits: int) -> None:
    """An English frigate has gun 4 (9.1(4))."""
    state = at_sea(["frigate-e1"], ["frigate-s1"])
    after: list[Answer] = [("9.3", 6)] if hits else [GOES, NO_PURSUIT]
    assert inflicted(fight(state, ENGLISH, ("9.1", die), ("9.1", 6), *after))[ENGLISH] == hits


def test_9_1_4_a_counter_inflicts_one_elimination_however_many_of_its_dice_hit() -> None:
    """Four hits of one frigate are one elimination (9.1(4))."""
    state = at_sea(["ogle > frigate-e1", "frigate-e1"], ["frigate-s1", "frigate-s2"])
    notes = fight(state, ENGLISH, ("9.1", [1, 1, 1, 1]), ("9.1", 6), ("9.1", 6), ("9.1", ["frigate-s2"]), ("9.3", 6),
                  GOES, NO_PURSUIT)  # fmt: skip
    assert inflicted(notes)[ENGLISH] == 1
    assert fallen(notes) == ["frigate-s2"]


# ------------------------------------------------------------------------------------------- losses


def test_9_1_5_guns_that_take_part_may_be_lost_to_ships() -> None:
    """The owner gives up the boom chain for his frigate (9.1(5), 9.1(8) note)."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "boom-chain-s2"]})
    answers: list[Answer] = [("9.1", ["boom-chain-s2"]), ("9.1", 2), ("9.1", 6), ("9.1", 6), ("9.1", ["boom-chain-s2"])]
    notes = fight(state, ENGLISH, *answers, ("9.3", 2), GOES, NO_PURSUIT, hex_id=CARTAGENA)
    assert fallen(notes) == ["boom-chain-s2"]


def test_9_1_6_both_sides_may_eliminate_each_other() -> None:
    """The dice are simultaneous: the ship that is sunk has fired (9.1(6))."""
    state = at_sea(["frigate-e2"], ["frigate-s1"])
    notes = fight(state, SPANISH, ("9.1", 1), ("9.1", 1), ("9.3", 6), ("9.3", 6))
    assert fallen(notes) == ["frigate-s1", "frigate-e2"]
    assert state.stacks == {}


def test_9_1_6_neither_side_sees_the_others_losses_before_choosing() -> None:
    """Both choices are made at once: the questions come together, before anything is eliminated."""
    state = at_sea(["frigate-e2", "frigate-e3"], ["frigate-s1", "frigate-s2"])
    dice: list[Answer] = [("9.1", 1), ("9.1", 6), ("9.1", 1), ("9.1", 6)]
    choices: list[Answer] = [("9.1", ["frigate-s2"]), ("9.1", ["frigate-e3"])]
    notes = fight(state, SPANISH, *dice, *choices, ("9.3", 6), ("9.3", 6), GOES, NO_PURSUIT)
    assert fallen(notes) == ["frigate-s2", "frigate-e3"]


def test_9_1_7_eliminations_beyond_the_enemys_counters_are_ignored() -> None:
    """Two hits on one ship are one loss, and nothing is carried over (9.1(7))."""
    state = at_sea(["boyne", "norfolk"], ["frigate-s1"])
    notes = fight(state, ENGLISH, ("9.1", 1), ("9.1", 1), ("9.1", 6), ("9.3", 6))
    assert inflicted(notes)[ENGLISH] == 2
    assert fallen(notes) == ["frigate-s1"]


def test_9_1_8_supplies_ashore_may_stand_in_for_a_ship() -> None:
    """The owner may eliminate inconsequential land counters such as supplies, if he put them forward (9.1(8) note)."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "supplies-s1"]})
    answers: list[Answer] = [("9.1", ["supplies-s1"]), ("9.1", 2), ("9.1", 6), ("9.1", ["supplies-s1"]), ("9.3", 1)]
    notes = fight(state, ENGLISH, *answers, GOES, NO_PURSUIT, hex_id=CARTAGENA)
    assert fallen(notes) == ["supplies-s1"]
    assert rolled(notes) == ["boyne", "frigate-s1"]


def test_9_1_8_passengers_are_no_losses_of_their_own_but_go_down_with_their_ship() -> None:
    """In the example Waterhouse dies with his frigate; the supplies aboard could not be given up instead (9.1(8))."""
    state = at_sea(["supplies-e1 > boyne", "boyne", "waterhouse > frigate-e2", "frigate-e2"], ["frigate-s1"])
    answers: list[Answer] = [("9.1", {}), ("9.1", 1), ("9.1", 6), ("9.1", 6)]
    with pytest.raises(AssertionError, match="'supplies-e1' cannot be picked here"):
        fight(state, SPANISH, *answers, ("9.1", ["supplies-e1"]))
    notes = fight(state, SPANISH, *answers, ("9.1", ["frigate-e2"]), ("9.3", 6), ("9.3", 2), ("9.3", 1))
    assert fallen(notes) == ["frigate-s1", "frigate-e2", "waterhouse"]


def test_9_1_8_left_to_itself_the_owner_loses_the_least_and_empty_ships_first() -> None:
    """The default spares the ship that carries somebody."""
    state = at_sea(["waterhouse > merchant-e1", "merchant-e1", "frigate-e2", "boyne"], ["galicia"])
    notes = fight(state, SPANISH, ("9.1", {}), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", DEFAULT),
                  ("9.3", 6))  # fmt: skip
    assert fallen(notes) == ["galicia", "frigate-e2"]


# ------------------------------------------------------------------------------------------- retreat


def test_9_1_9_the_attacker_stays_if_no_defending_gun_is_left() -> None:
    """He only has to go while a defending counter with a red gun value remains (9.1(9))."""
    state = at_sea(["frigate-e1"], ["frigate-s1"])
    fight(state, ENGLISH, ("9.1", 4), ("9.1", 6), ("9.3", 1))
    assert state.hex_of("frigate-e1") == SEA


def test_9_1_9_guns_that_took_part_and_survived_drive_the_attacker_off() -> None:
    """A defending counter printed with a red gun value may stand ashore."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "cannons-s9"]})
    answers: list[Answer] = [("9.1", ["cannons-s9"]), ("9.1", 2), ("9.1", 6), ("9.1", 6), ("9.1", ["frigate-s1"])]
    notes = fight(state, ENGLISH, *answers, ("9.3", 6), ("9.1", "2725"), hex_id=CARTAGENA)
    assert told(notes, "retreat") == ["English ships retreat from Cartagena (2825) to 2725."]
    assert state.hex_of("boyne") == "2725"


def test_9_1_9_guns_that_were_held_out_drive_the_attacker_off_too() -> None:
    """Any defending counter printed with a red gun value that remains in the hex."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "cannons-s9"]})
    fight(state, ENGLISH, HOLD, ("9.1", 2), ("9.1", 6), ("9.3", 6), ("9.1", "2725"), hex_id=CARTAGENA)
    assert state.hex_of("boyne") == "2725"


def test_9_1_9_by_house_rule_guns_that_were_held_out_drive_nobody_off() -> None:
    """`guns_held_out: ignored`: what took no part is no defending counter of that combat."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "cannons-s9"]},
                     house={"guns_held_out": "ignored"})  # fmt: skip
    fight(state, ENGLISH, HOLD, ("9.1", 2), ("9.1", 6), ("9.3", 6), hex_id=CARTAGENA)
    assert state.hex_of("boyne") == CARTAGENA


def test_9_1_9_guns_in_a_hold_drive_nobody_off() -> None:
    """They are cargo, and go down with the ship that carries them."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["cannons-s9 > frigate-s1", "frigate-s1", "soldiers-s1"]})
    fight(state, ENGLISH, ("9.1", 1), ("9.1", 6), ("9.3", 6), ("9.3", 6), hex_id=CARTAGENA)
    assert state.hex_of("boyne") == CARTAGENA


def test_9_1_9_all_surviving_ships_retreat_together_with_whom_they_carry() -> None:
    """The attacker moves all his surviving naval counters to one adjacent hex."""
    state = at_sea(["soldiers-e1 > merchant-e1", "merchant-e1", "frigate-e1"], ["galicia", "frigate-s1"])
    fight(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", ["frigate-e1"]), ("9.1", "3220"),
          NO_PURSUIT)  # fmt: skip
    assert state.stack("3220", ENGLISH) == ["soldiers-e1", "merchant-e1"]


def test_9_1_9_no_retreat_into_enemy_seaports_enemy_ships_or_storms() -> None:
    """One adjacent hex, not an enemy seaport, not occupied by an enemy naval counter (9.1(9)); no storm (8.1)."""
    state = position({"2824": ["boyne"]}, {"2824": ["galicia"], "2725": ["frigate-s1"]}, storms=["2823"])
    open_before = naval_retreats(position(), "2824", ENGLISH)
    barred = [way for way in open_before if way not in naval_retreats(state, "2824", ENGLISH)]
    assert barred == ["2823", "2725"]
    assert CARTAGENA in state.board.naval_neighbours("2824")
    assert CARTAGENA not in open_before
    assert CARTAGENA in naval_retreats(state, "2824", SPANISH)


def test_9_1_9_enemy_troops_do_not_bar_ships() -> None:
    """Only seaports and ships of the enemy do; troops on a coast are no hindrance (7.1)."""
    state = position({SEA: ["boyne"]}, {SEA: ["galicia"], COAST: ["soldiers-s1"]})
    assert COAST in naval_retreats(state, SEA, ENGLISH)


def test_9_1_9_ships_that_cannot_retreat_are_eliminated() -> None:
    """Beset on every side, they are lost, and whoever is aboard with them."""
    ring = position().board.naval_neighbours(SEA)
    state = position({SEA: ["merchant-e1", "supplies-e1 > merchant-e1"]},
                     {SEA: ["frigate-s1"], **{way: [f"frigate-s{n}"] for n, way in enumerate(ring, 2)}})  # fmt: skip
    notes = fight(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.3", 6), ("9.3", 6))
    assert fallen(notes) == ["merchant-e1", "supplies-e1"]
    assert "unable to retreat" in told(notes, "eliminated")[0]


def test_9_1_9_a_retreat_may_be_intercepted_at_the_enemys_choice() -> None:
    """Ships that retreat beside an enemy are subject to interception (9.1(9) note); combat is due there in turn."""
    state = position({SEA: ["frigate-e1"]}, {SEA: ["frigate-s1"], "3419": ["galicia"]})
    fight(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.1", "3320"), ("7.2", ["galicia", "frigate-s1"]), ("7.2", 2))
    assert state.met == {"3320": SPANISH}
    assert sorted(state.naval("3320", SPANISH)) == ["frigate-s1", "galicia"]


def test_9_1_9_no_interception_where_the_retreat_ends_in_a_friendly_seaport() -> None:
    """A stack is never intercepted as it enters a friendly seaport hex (7.2)."""
    state = position({"2818": ["frigate-e1"]}, {"2818": ["frigate-s1"]})
    fight(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.1", "2719"), hex_id="2818")
    assert state.hex_of("frigate-e1") == "2719"


def test_9_1_9_left_to_itself_the_attacker_retreats_to_a_seaport_of_his_own() -> None:
    """The default is the quietest hex; Port Royal is 2719."""
    state = position({"2818": ["frigate-e1"]}, {"2818": ["frigate-s1"]})
    fight(state, ENGLISH, ("9.1", 6), ("9.1", 6), GOES, hex_id="2818")
    assert state.hex_of("frigate-e1") == "2719"


# ------------------------------------------------------------------------------------------- the example of play


def test_9_1_the_example_of_play_in_3119() -> None:
    """Dice as printed. Spain: Oriente 3, a frigate with Pizarro's die 5 and 5, the other 2, undone to 4. England:
    Boyne 4, the frigate with Waterhouse's die 5 and 6, undone to 2; fire ship 4, burnt. Spain loses both frigates,
    England the frigate and Waterhouse; Spain intercepted, so she attacks, and goes back to 3019.

    The two deception counters lie aboard the Boyne here; the example does not say who carries them.
    """
    english = [
        "deception-e1 > boyne",
        "deception-e2 > boyne",
        "supplies-e1 > boyne",
        "boyne",
        "waterhouse > frigate-e2",
        "frigate-e2",
        "fire-ship-e1",
    ]
    state = position({"3119": english}, {"3119": ["pizarro > oriente", "oriente", "frigate-s1", "frigate-s2"]})
    answers: list[Answer] = [
        ("9.1", ["fire-ship-e1"]),  # who joins in: the fire ship is used
        ("9.1", {"frigate-s1": "1"}), ("9.1", {"frigate-e2": "1"}),  # Pizarro, Waterhouse
        ("9.1", 3), ("9.1", [5, 5]), ("9.1", 2),  # Oriente, two frigates
        ("9.1", 4), ("9.1", [5, 6]), ("9.1", 4), ("9.3", 3),  # Boyne, frigate, fire ship, which is eliminated
        ("11.2", "deception-e1 frigate-s2/1"), ("11.2", 4), ("9.3", 2),
        ("11.2", "deception-e2 frigate-e2/1"), ("11.2", 2), ("9.3", 1),
        ("9.1", ["frigate-s1", "frigate-s2"]), ("9.1", ["frigate-e2"]),
        ("9.3", 3), ("9.3", 2), ("9.3", 2), ("9.3", 1),
        ("9.1", "3019"), ("7.2", []),
    ]  # fmt: skip
    notes = fight(state, SPANISH, *answers, hex_id="3119")
    assert inflicted(notes) == {SPANISH: 1, ENGLISH: 2}
    assert fallen(notes) == ["fire-ship-e1", "deception-e1", "deception-e2", "frigate-s1", "frigate-s2", "frigate-e2",
                             "waterhouse"]  # fmt: skip
    assert state.stack("3019", SPANISH) == ["pizarro", "oriente"]
    assert state.stack("3119", ENGLISH) == ["supplies-e1", "boyne"]


@pytest.mark.parametrize(
    ("answer", "fault"),
    [({"boyne": "4"}, "'4' is no number of dice"), ({"boyne": "0"}, "'0' is no number of dice"),
     (["boyne", 3], "leader dice are a list: a ship for each die"),
     ({"boyne": "2", "cornwall": "2"}, "4 dice given out, where the leader has 3")],
)  # fmt: skip
def test_9_1_2_a_leader_has_so_many_dice_to_give(answer: Any, fault: str) -> None:
    """Vernon, +3: one to three for a ship, three in all."""
    state = at_sea(["vernon > boyne", "boyne", "cornwall"], [])
    leader = state.board.counters["vernon"]
    question = leader_dice_question(Table(), state, SEA, leader, {"boyne": 8, "cornwall": 8}, {})
    assert question.faults(answer) == [fault]
    assert "for your ships at" in question.prompt


def test_9_1_2_a_leader_ashore_is_asked_about_guns_ashore() -> None:
    state = position({}, {CARTAGENA: ["lezo", "cannons-s1", "cannons-s2"]})
    needs = {"cannons-s1": 7, "cannons-s2": 7}
    question = leader_dice_question(Table(), state, CARTAGENA, state.board.counters["lezo"], needs, {})
    assert "for your guns ashore at" in question.prompt


def test_9_1_9_ships_with_one_way_out_take_it_without_a_word() -> None:
    """All hexes beside but one hold Spanish ships."""
    near = list(position().board.naval_neighbours(SEA))
    foes = ["galicia", "san-carlos", "frigate-s2", "frigate-s3", "frigate-s4", "frigate-s5"]
    spanish = {SEA: ["frigate-s1"]} | {way: [name] for way, name in zip(near[1:], foes, strict=False)}
    state = position({SEA: ["frigate-e1"]}, spanish)
    fight(state, ENGLISH, ("9.1", 6), ("9.1", 6), NO_PURSUIT)
    assert state.hex_of("frigate-e1") == near[0]


def test_9_1_4_hits_are_counted_in_words() -> None:
    assert [hits_in_words(ENGLISH, number) for number in range(4)] == [
        "The English player does not hit.", "The English player hits once.", "The English player hits twice.",
        "The English player hits 3 times."]  # fmt: skip
