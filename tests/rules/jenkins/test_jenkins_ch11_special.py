"""11.1, 11.3-11.8: what some counters can do besides. Strategy & Tactics 308, rules chapter 11."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import DEFAULT, Answer, asked, facts, fallen, play, position, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.rules.ch07_transport import why_not_aboard
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.rules.ch09_land import LandCombat, fighters, land_combat, lone
from pbem.adjudicator.jenkins.rules.ch09_naval import naval_combat
from pbem.adjudicator.jenkins.rules.ch11_special import bomb_ships, gun_value, in_supply, is_fixed, land_guns, scuttle
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

SEA, COAST, CARTAGENA, ST_AUGUSTINE = "3219", "3118", "2825", "2208"


def step(state: State, side: str, *answers: Answer) -> list[Note]:
    return play(combat_step, state, side, answers=answers)[1]


def ashore(state: State, attacker: str, *answers: Answer, hex_id: str = COAST) -> list[Note]:
    return play(land_combat, state, hex_id, attacker, answers=answers)[1]


def afloat(state: State, attacker: str, *answers: Answer, hex_id: str = SEA) -> list[Note]:
    return play(naval_combat, state, hex_id, attacker, answers=answers)[1]


# ------------------------------------------------------------------------------------------- 11.1 bomb ships


def test_11_1_a_bomb_ship_may_begin_a_land_combat_by_itself() -> None:
    """With the cannonade of the fleet beside it (11.1): 1 + 1 + 4 dice, less the 2 of St. Augustine."""
    state = position({ST_AUGUSTINE: ["bomb-ship-e1", "boyne"]}, {ST_AUGUSTINE: ["soldiers-s1", "soldiers-s2"]})
    notes = step(
        state, ENGLISH, ("11.1", [ST_AUGUSTINE]), ("9.2", [2, 6, 6, 6]), ("9.2", [6, 6]), ("9.2", ["soldiers-s1"])
    )
    assert fallen(notes) == ["soldiers-s1"]


def test_11_1_bombardment_is_the_owners_choice() -> None:
    """It can conduct land combat; it need not, and does not unless told to."""
    state = position({ST_AUGUSTINE: ["bomb-ship-e1"]}, {ST_AUGUSTINE: ["soldiers-s1"]})
    assert facts(step(state, ENGLISH, ("11.1", DEFAULT)), "land_combat") == []


def test_11_1_it_captures_nothing_and_does_not_retreat() -> None:
    """No ability to occupy or capture, never retreats from land combat (11.1)."""
    state = position({ST_AUGUSTINE: ["bomb-ship-e1", "boyne"]}, {ST_AUGUSTINE: ["soldiers-s1"]})
    ashore(state, ENGLISH, ("9.2", [2, 6, 6, 6]), ("9.2", 6), hex_id=ST_AUGUSTINE)
    assert state.is_enemy_port(ST_AUGUSTINE, ENGLISH)
    state = position({ST_AUGUSTINE: ["bomb-ship-e1", "boyne"]}, {ST_AUGUSTINE: ["soldiers-s1"]})
    ashore(state, ENGLISH, ("9.2", [6, 6, 6, 6]), ("9.2", 6), hex_id=ST_AUGUSTINE)
    assert state.hex_of("bomb-ship-e1") == ST_AUGUSTINE


def test_11_1_supplies_and_chains_are_not_overrun_by_a_bombardment() -> None:
    """Only troops that can hold the hex simply capture it (9.2(3) note); a bomb ship must hit."""
    state = position({CARTAGENA: ["bomb-ship-e1"]}, {CARTAGENA: ["supplies-s1", "boom-chain-s1"]})
    notes = ashore(state, ENGLISH, ("9.2", [6, 6]), hex_id=CARTAGENA)
    assert fallen(notes) == []


def test_11_1_it_joins_its_troops_and_may_be_given_up_for_them() -> None:
    """It qualifies as a land combat counter, and may be chosen as an elimination (11.1, against 9.2(7))."""
    state = position({COAST: ["bomb-ship-e1", "soldiers-e1"]}, {COAST: ["soldiers-s1"]})
    notes = ashore(state, ENGLISH, ("9.2", [6, 2, 6]), ("9.2", 1), ("9.2", ["bomb-ship-e1"]), ("9.3", 5))
    assert fallen(notes) == ["bomb-ship-e1", "soldiers-s1"]


def test_11_1_alone_it_must_take_the_loss() -> None:
    """A land counter in every respect: hits on a lone bomb ship sink it."""
    state = position({COAST: ["bomb-ship-e1"]}, {COAST: ["soldiers-s1"]})
    notes = ashore(state, ENGLISH, ("9.2", [6, 6]), ("9.2", 1), ("9.3", 1))
    assert fallen(notes) == ["bomb-ship-e1"]


def test_11_1_it_shelters_guns_from_being_eliminated_alone() -> None:
    """Friendly cannonade counters in its hex are not eliminated automatically (11.1)."""
    state = position({COAST: ["bomb-ship-e1", "cannons-e6"]}, {COAST: ["soldiers-s1"]})
    notes = ashore(state, ENGLISH, ("9.2", [6, 6, 6, 6]), ("9.2", 6), ("9.2", "3217"), ("7.5", 2))
    assert fallen(notes) == []
    assert state.hex_of("cannons-e6") == "3217"


def test_11_1_it_fights_wherever_there_is_a_coast_and_at_sea_only_as_a_ship() -> None:
    """In a coastal hex or an enemy seaport hex (11.1); in naval combat it has its gun like any ship (9.0)."""
    assert bomb_ships(position({SEA: ["bomb-ship-e1"]}), SEA, ENGLISH) == []
    assert bomb_ships(position({COAST: ["bomb-ship-e1"]}), COAST, ENGLISH) == ["bomb-ship-e1"]
    state = position({SEA: ["bomb-ship-e1"]}, {SEA: ["frigate-s1"]})
    assert fallen(afloat(state, SPANISH, ("9.1", 6), ("9.1", 1), ("9.3", 6))) == ["frigate-s1"]


def test_11_1_a_bomb_ship_sunk_at_sea_bombards_nobody() -> None:
    """Naval combat comes first (9.0)."""
    state = position(
        {ST_AUGUSTINE: ["bomb-ship-e1"]}, {ST_AUGUSTINE: ["galicia", "soldiers-s1"]}, met={ST_AUGUSTINE: SPANISH}
    )
    notes = step(state, ENGLISH, ("11.1", [ST_AUGUSTINE]), ("9.1", 1), ("9.1", 6), ("9.3", 6))
    assert facts(notes, "land_combat") == []


def test_11_1_the_question_does_not_tell_whether_troops_are_there() -> None:
    """A bombardment may find nobody ashore; that is learnt by bombarding (4.4)."""
    state = position({COAST: ["bomb-ship-e1"]}, {COAST: ["galicia"]})
    assert told(step(state, ENGLISH, ("11.1", [COAST])), "bombarded") == [
        f"The bomb ships find nobody ashore at {COAST}."
    ]


# ------------------------------------------------------------------------------------------- 11.3 fire ships


def test_11_3_a_fire_ship_that_rolls_is_eliminated_hit_or_miss() -> None:
    """At once after her dice, and not as one of the losses (11.3)."""
    state = position({SEA: ["fire-ship-e1", "frigate-e1"]}, {SEA: ["frigate-s1", "galicia"]})
    answers: list[Answer] = [("9.1", ["fire-ship-e1"]), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.1", 6), ("9.3", 6)]
    notes = afloat(state, SPANISH, *answers)
    assert fallen(notes) == ["fire-ship-e1", "frigate-e1"]  # the Galicia's hit falls on the frigate


def test_11_3_a_leader_aboard_her_is_eliminated_too() -> None:
    """His dice have been rolled by then (11.3)."""
    state = position({SEA: ["ogle > fire-ship-e1", "fire-ship-e1"]}, {SEA: ["frigate-s1"]})
    notes = afloat(state, SPANISH, ("9.1", ["fire-ship-e1"]), ("9.1", 6), ("9.1", [6, 6, 6, 3]), ("9.3", 6), ("9.3", 6),
                   ("9.3", 6))  # fmt: skip
    assert fallen(notes) == ["fire-ship-e1", "ogle", "frigate-s1"]


def test_11_3_held_back_she_does_not_roll_and_may_be_lost_like_any_ship() -> None:
    """Only when utilized is she eliminated (11.3)."""
    state = position({SEA: ["fire-ship-e1", "frigate-e1"]}, {SEA: ["galicia"]})
    notes = afloat(state, SPANISH, ("9.1", DEFAULT), ("9.1", 6), ("9.1", 6), ("9.1", ["fire-ship-e1"]), ("9.3", 6),
                   ("9.1", DEFAULT), ("7.2", []))  # fmt: skip
    assert fallen(notes) == ["fire-ship-e1"]


def test_11_3_her_gun_value_is_doubled_in_an_enemy_seaport_hex() -> None:
    """3 becomes 6 at St. Augustine, where the attacker adds 2 to each die: a 4 hits, a 5 does not (11.3, 9.1(3))."""
    state = position({ST_AUGUSTINE: ["fire-ship-e1"]})
    counter = state.board.counters["fire-ship-e1"]
    assert gun_value(state, ST_AUGUSTINE, counter) == 6
    assert gun_value(state, SEA, counter) == 3
    assert gun_value(state, "2719", counter) == 3  # Port Royal, her own
    for die, sunk in ((4, ["fire-ship-e1", "frigate-s1"]), (5, ["fire-ship-e1"])):
        state = position({ST_AUGUSTINE: ["fire-ship-e1"]}, {ST_AUGUSTINE: ["frigate-s1"]})
        fates: list[Answer] = [("9.3", 6)] * len(sunk)
        notes = afloat(state, ENGLISH, ("9.1", ["fire-ship-e1"]), ("9.1", die), ("9.1", 6), *fates, hex_id=ST_AUGUSTINE)
        assert fallen(notes) == sunk


# ------------------------------------------------------------------------------------------- 11.4 - 11.6, 11.8


def test_11_4_a_leader_with_both_values_fights_at_sea_and_then_ashore() -> None:
    """Lezo, aboard, gives two dice to the naval combat and three to the land combat of the same step (11.4 example)."""
    state = position({CARTAGENA: ["frigate-e2", "soldiers-e1"]},
                     {CARTAGENA: ["lezo > frigate-s1", "frigate-s1", "soldiers-s1"]},
                     met={CARTAGENA: ENGLISH}, ashore={CARTAGENA: ENGLISH})  # fmt: skip
    naval: list[Answer] = [("9.1", 6), ("9.1", [6, 6, 6]), ("9.1", "2725"), ("7.2", [])]
    notes = step(state, ENGLISH, *naval, ("9.2", [6, 6, 6, 6]), ("9.2", DEFAULT), ("7.5", 2))
    throws = {note.throw.label: len(note.throw.values) for note in notes if note.throw}
    assert throws["naval/2825/frigate-s1/n1"] == 3
    assert throws["land/2825/spanish/n1"] == 4


def test_11_5_cannons_ashore_have_guns_for_ships_and_need_troops_beside_them_ashore() -> None:
    """They can take part in both combats; alone ashore they only can in the one against ships (11.5, 9.2(2))."""
    state = position({}, {CARTAGENA: ["cannons-s1", "heavy-guns-s1", "boom-chain-s1", "supplies-s1", "lezo"]})
    assert land_guns(state, CARTAGENA, SPANISH) == ["cannons-s1", "heavy-guns-s1", "boom-chain-s1"]
    assert fighters(state, CARTAGENA, SPANISH) == []


def test_11_6_boom_chains_stay_where_they_are() -> None:
    """They cannot be transported, and are moored to their harbour (11.6)."""
    state = position({}, {CARTAGENA: ["galicia", "boom-chain-s1", "cannons-s1"]})
    assert is_fixed(state.board.counters["boom-chain-s1"])
    assert not is_fixed(state.board.counters["cannons-s1"])
    assert "anchor" in why_not_aboard(state, SPANISH, CARTAGENA, "boom-chain-s1", "galicia")


def test_11_6_a_boom_chain_does_not_fight_ashore_but_can_be_given_up_there() -> None:
    """No land combat capability; a casualty like any other (11.6)."""
    state = position({ST_AUGUSTINE: ["soldiers-e1", "boyne"]}, {ST_AUGUSTINE: ["soldiers-s1", "boom-chain-s1"]})
    notes = ashore(
        state,
        ENGLISH,
        ("9.2", [1, 6, 6]),
        ("9.2", 6),
        ("9.2", ["boom-chain-s1"]),
        ("9.2", DEFAULT),
        ("7.5", 2),
        hex_id=ST_AUGUSTINE,
    )
    assert fallen(notes) == ["boom-chain-s1"]


@pytest.mark.parametrize(
    ("hex_id", "stack", "supplied"),
    [
        (SEA, ["boyne"], False), (SEA, ["supplies-e1 > boyne", "boyne"], True), (COAST, ["soldiers-e1"], False),
        (COAST, ["soldiers-e1", "supplies-e1"], True), ("2719", ["soldiers-e1"], True), (CARTAGENA, ["boyne"], False),
    ],
)  # fmt: skip
def test_11_8_supplies_keep_a_hex_supplied_that_is_no_friendly_seaport(
    hex_id: str, stack: list[str], supplied: bool
) -> None:
    """In the stack, ashore or aboard, and not used up by it (11.8, 6.7)."""
    state = position({hex_id: stack})
    assert in_supply(state, hex_id, ENGLISH) is supplied
    assert in_supply(state, hex_id, ENGLISH) is supplied


# ------------------------------------------------------------------------------------------- 11.7 scuttling


def sink(state: State, ship: str, *answers: Answer, side: str = SPANISH) -> list[Note]:
    return play(scuttle, state, ship, side, answers=answers)[1]


@pytest.mark.parametrize(("die", "blocks"), [(3, True), (4, False)])
def test_11_7_a_die_of_the_gun_value_or_less_blocks_the_channel(die: int, blocks: bool) -> None:
    """A frigate of gun 3; either way she is gone for good, without a die of 9.3 (11.7)."""
    state = position({}, {CARTAGENA: ["frigate-s1"]})
    notes = sink(state, "frigate-s1", ("11.7", die))
    assert state.scuttled == ({CARTAGENA: 1} if blocks else {})
    assert state.gone == ["frigate-s1"]
    assert facts(notes, "scuttled")[0]["blocks"] is blocks


def test_11_7_whoever_is_aboard_is_lost_with_her() -> None:
    """An eliminated ship takes her passengers with her (7.3), each with his own die (9.3)."""
    state = position({}, {CARTAGENA: ["torres > frigate-s1", "frigate-s1"]})
    sink(state, "frigate-s1", ("11.7", 3), ("9.3", 6))
    assert state.pool[SPANISH] == ["torres"]


def test_11_7_two_ships_at_most_whether_or_not_they_block() -> None:
    """Up to two of his naval counters (11.7)."""
    state = position({}, {CARTAGENA: ["frigate-s1", "frigate-s2", "frigate-s3"]})
    sink(state, "frigate-s1", ("11.7", 6))
    sink(state, "frigate-s2", ("11.7", 1))
    notes = sink(state, "frigate-s3")
    assert told(notes, "lapsed") == ["Frigate (s3) is not scuttled: 2 have been scuttled already."]
    assert state.hex_of("frigate-s3") == CARTAGENA


@pytest.mark.parametrize(
    ("side", "ship", "hex_id", "why"),
    [
        (ENGLISH, "boyne", "2719", "only the Spanish player scuttles ships"),
        (SPANISH, "galicia", SEA, "she is in no seaport of yours"),
        (SPANISH, "soldiers-s1", CARTAGENA, "it is no ship of yours"),
    ],
)
def test_11_7_only_spanish_ships_in_friendly_seaports(side: str, ship: str, hex_id: str, why: str) -> None:
    """A naval counter present in a friendly seaport hex (11.7)."""
    state = position({hex_id: [ship]} if side == ENGLISH else {}, {hex_id: [ship]} if side == SPANISH else {})
    notes = sink(state, ship, side=side)
    assert why in told(notes, "lapsed")[0]
    assert [note.to for note in notes] == [side]


def test_11_7_a_scuttled_counter_silences_english_ships_ashore() -> None:
    """No cannonade and no land combat value of a naval counter in that seaport hex (11.7)."""
    stack = ["boyne", "bomb-ship-e1", "soldiers-e1", "marines-e2", "cannons-e6"]
    state = position({ST_AUGUSTINE: stack}, {ST_AUGUSTINE: ["galicia", "soldiers-s1"]}, scuttled={ST_AUGUSTINE: 1})
    notes = ashore(state, ENGLISH, ("9.2", [1, 6]), ("9.2", [6, 6, 6]), hex_id=ST_AUGUSTINE)
    throws = [len(note.throw.values) for note in notes if note.throw]
    assert throws == [2, 3]  # 2 troops + 2 cannons - 2; Spain keeps the Galicia's 2


def test_11_7_it_does_not_hinder_guns_against_ships() -> None:
    """Only cannonade and land combat value are prevented."""
    state = position({ST_AUGUSTINE: ["boyne"]}, {ST_AUGUSTINE: ["frigate-s1"]}, scuttled={ST_AUGUSTINE: 1})
    assert fallen(afloat(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.3", 6), hex_id=ST_AUGUSTINE)) == ["frigate-s1"]


def test_11_7_a_silenced_bomb_ship_cannot_bombard() -> None:
    """Its land value cannot be used there, so there is nothing to ask."""
    state = position({ST_AUGUSTINE: ["bomb-ship-e1"]}, {ST_AUGUSTINE: ["soldiers-s1"]}, scuttled={ST_AUGUSTINE: 1})
    assert step(state, ENGLISH) == []


def test_11_1_a_bomb_ship_that_cannot_fight_shelters_guns_and_nobody_else() -> None:
    """A scuttled counter silences her (11.7); her presence saves counters with a cannonade, and no leader."""
    state = position({CARTAGENA: ["bomb-ship-e1", "cannons-e6", "cathcart"]}, {CARTAGENA: ["soldiers-s1"]},
                     scuttled={CARTAGENA: 1})  # fmt: skip
    assert lone(state, LandCombat(CARTAGENA, ENGLISH, (ENGLISH, SPANISH)), ENGLISH) == ["cathcart"]


@pytest.mark.parametrize(
    ("die", "text"), [(1, "and lies across the channel."), (6, "and is lost, and blocks nothing.")]
)
def test_11_7_all_hear_if_a_scuttled_ship_blocks_the_channel(die: int, text: str) -> None:
    state = position({}, {CARTAGENA: ["frigate-s1"]})
    notes = play(scuttle, state, "frigate-s1", SPANISH, answers=[("11.7", die)])[1]
    assert told(notes, "scuttled")[0].endswith(text)


def test_11_1_a_bomb_ship_that_is_not_seen_is_asked_about_in_secret() -> None:
    """On top of the stack the enemy sees her, and may know of the question; below they may not (4.4)."""
    for stack, discreet in ((["bomb-ship-e1", "boyne"], False), (["boyne", "bomb-ship-e1"], True)):
        state = position({COAST: stack}, {COAST: ["soldiers-s1"]})
        assert [question.discreet for question in asked(combat_step, state, ENGLISH, answers=[("11.1", [])])] == [
            discreet]  # fmt: skip


def test_4_4_a_bombardment_uncovers_the_bomb_ship_and_who_is_ashore() -> None:
    state = position({COAST: ["boyne", "bomb-ship-e1"]}, {COAST: ["soldiers-s1"]})
    notes = step(state, ENGLISH, ("11.1", [COAST]), ("9.2", [6] * 6), ("9.2", 6))
    shown = {fact["side"]: fact["counters"] for fact in facts(notes, "revealed")}
    assert "bomb-ship-e1" in shown[ENGLISH]
    assert shown[SPANISH] == ["soldiers-s1"]
