"""9.0: the Combat Resolution Step as a whole. Strategy & Tactics 308, rules sections 6.4, 7.2, 7.3 and 9.0."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import DEFAULT, Answer, asked, facts, fallen, play, position, told

from pbem.adjudicator.engine.table import ALL, Note, Pick
from pbem.adjudicator.jenkins.rules.ch09_combat import combat_step
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

SEA, COAST, CARTAGENA, ST_AUGUSTINE = "3219", "3118", "2825", "2208"


def step(state: State, side: str, *answers: Answer) -> list[Note]:
    return play(combat_step, state, side, answers=answers)[1]


def fought(notes: list[Note]) -> list[tuple[str, str]]:
    """The combats in the order they were fought."""
    return [(note.event, note.facts["hex"]) for note in notes if note.event in ("naval_combat", "land_combat")]


def test_9_0_without_interception_ships_in_one_hex_do_not_fight() -> None:
    """Naval combat is resolved only where one side intercepted the other (9.1, 6.4)."""
    state = position({SEA: ["boyne"]}, {SEA: ["galicia"]})
    assert fought(step(state, ENGLISH)) == []


def test_9_0_naval_combat_comes_before_land_combat_in_a_hex() -> None:
    """Naval first, land second (9.0)."""
    state = position({CARTAGENA: ["boyne", "soldiers-e1"]}, {CARTAGENA: ["frigate-s1", "soldiers-s1"]},
                     met={CARTAGENA: ENGLISH}, ashore={CARTAGENA: ENGLISH})  # fmt: skip
    notes = step(state, ENGLISH, ("9.1", 1), ("9.1", 6), ("9.3", 6), ("9.2", 6), ("9.2", DEFAULT), ("7.5", 2))
    assert fought(notes) == [("naval_combat", CARTAGENA), ("land_combat", CARTAGENA)]


def test_9_0_a_counter_with_both_values_fights_in_both() -> None:
    """Cannons fire on ships, then add their cannonade ashore, if they were not eliminated between (9.0, 11.5)."""
    state = position(
        {ST_AUGUSTINE: ["boyne", "soldiers-e1"]},
        {ST_AUGUSTINE: ["frigate-s1", "cannons-s1", "soldiers-s1"]},
        met={ST_AUGUSTINE: ENGLISH},
        ashore={ST_AUGUSTINE: ENGLISH},
    )
    naval: list[Answer] = [("9.1", ["cannons-s1"]), ("9.1", 6), ("9.1", 6), ("9.1", 1), ("9.1", ["frigate-s1"])]
    notes = step(state, ENGLISH, *naval, ("9.3", 6), ("9.2", [6, 6, 6]), ("9.2", DEFAULT), ("7.5", 2))
    assert [note.throw.label for note in notes if note.throw and note.rule == "9.2"] == [
        f"land/{ST_AUGUSTINE}/spanish/n1"
    ]


def test_9_0_the_active_side_orders_the_combats_of_both_sides() -> None:
    """Whoever conducted the interception, combat is in this step (7.2, 9.1), in the order the active side says."""
    state = position({SEA: ["boyne"], COAST: ["frigate-e1"]}, {SEA: ["frigate-s1"], COAST: ["frigate-s2"]},
                     met={SEA: SPANISH, COAST: ENGLISH})  # fmt: skip
    notes = step(state, ENGLISH, ("9.0", [SEA, COAST]), ("9.1", 6), ("9.1", 6), ("9.3", 6), ("9.1", 1), ("9.1", 6),
                 ("9.3", 6))  # fmt: skip
    assert fought(notes) == [("naval_combat", SEA), ("naval_combat", COAST)]
    assert state.met == {}


def test_9_0_one_combat_needs_no_order() -> None:
    """Nobody is asked what cannot be otherwise."""
    state = position({SEA: ["boyne"]}, {SEA: ["frigate-s1"]}, met={SEA: SPANISH})
    step(state, SPANISH, ("9.1", 6), ("9.1", 6), ("9.3", 6))
    assert state.stack(SEA, SPANISH) == []


def test_9_0_an_intercepted_retreat_is_fought_in_the_same_step() -> None:
    """The retreat is intercepted; that combat is due in the Combat Step under way (7.2, 9.1(9) note)."""
    state = position({SEA: ["frigate-e1"]}, {SEA: ["frigate-s1"], "3419": ["galicia"]}, met={SEA: ENGLISH})
    chase: list[Answer] = [("9.1", 6), ("9.1", 6), ("9.1", "3320"), ("7.2", ["galicia"]), ("7.2", 1)]
    notes = step(state, ENGLISH, *chase, ("9.1", 6), ("9.1", 6))
    assert fought(notes) == [("naval_combat", SEA), ("naval_combat", "3320")]
    assert fallen(notes) == ["frigate-e1"]


def test_9_0_troops_wait_aboard_until_the_naval_combat_is_over() -> None:
    """Only then they debark, and fight ashore in the same step (7.3)."""
    state = position({CARTAGENA: ["soldiers-e1 > boyne", "boyne", "norfolk"]},
                     {CARTAGENA: ["frigate-s1", "supplies-s1"]}, met={CARTAGENA: ENGLISH},
                     landing={CARTAGENA: ["soldiers-e1"]})  # fmt: skip
    notes = step(state, ENGLISH, ("9.1", []), ("9.1", 1), ("9.1", 1), ("9.1", 6), ("9.3", 6), ("9.3", 6))
    assert fought(notes) == [("naval_combat", CARTAGENA), ("land_combat", CARTAGENA)]
    assert state.land(CARTAGENA, ENGLISH) == ["soldiers-e1"]
    assert state.is_friendly_port(CARTAGENA, ENGLISH)


def test_9_0_troops_whose_ship_is_sunk_or_driven_off_do_not_land() -> None:
    """The naval combat may sink the transport before debarkation can occur (7.3)."""
    state = position({CARTAGENA: ["soldiers-e1 > merchant-e1", "merchant-e1"]}, {CARTAGENA: ["galicia"]},
                     met={CARTAGENA: ENGLISH}, landing={CARTAGENA: ["soldiers-e1"]})  # fmt: skip
    notes = step(state, ENGLISH, ("9.1", 1), ("9.1", 1), ("9.3", 1))
    assert fallen(notes) == ["merchant-e1", "soldiers-e1"]
    assert state.landing == {}


def test_9_0_a_hex_emptied_by_the_naval_combat_is_captured() -> None:
    """Land counters lost to ships take no part ashore (9.1(8)); with nobody left there the hex is taken (7.6)."""
    state = position(
        {ST_AUGUSTINE: ["boyne", "norfolk", "soldiers-e1"]},
        {ST_AUGUSTINE: ["frigate-s1", "cannons-s9"]},
        met={ST_AUGUSTINE: ENGLISH},
        ashore={ST_AUGUSTINE: ENGLISH},
    )
    notes = step(state, ENGLISH, ("9.1", ["cannons-s9"]), ("9.1", 1), ("9.1", 1), ("9.1", 6), ("9.1", 6), ("9.3", 6),
                 ("9.3", 6))  # fmt: skip
    assert fought(notes) == [("naval_combat", ST_AUGUSTINE)]
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_9_0_counters_are_revealed_when_their_combat_is_resolved_and_not_before() -> None:
    """The veil of an interception is lifted for both players at once (7.2, 4.4)."""
    english = ["waterhouse > boyne", "boyne"]
    state = position({SEA: english}, {SEA: ["frigate-s1"]}, met={SEA: SPANISH}, veiled=[SEA])
    notes = step(state, SPANISH, ("9.1", 6), ("9.1", [6, 6]), ("9.3", 6))
    assert state.veiled == []
    revealed = [note for note in notes if note.event == "revealed"]
    assert [note.to for note in revealed] == [ALL, ALL]
    assert told(notes, "revealed")[0] == "English counters at 3219: Boyne with Waterhouse."
    assert notes.index(revealed[-1]) < next(i for i, note in enumerate(notes) if note.event == "naval_combat")


def test_4_4_naval_combat_uncovers_ships_and_not_the_garrison_below() -> None:
    """Who did not fight stays hidden: soldiers and a leader ashore."""
    state = position({CARTAGENA: ["boyne"]}, {CARTAGENA: ["frigate-s1", "soldiers-s1", "zuloaga"]},
                     met={CARTAGENA: ENGLISH})  # fmt: skip
    notes = step(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.1", DEFAULT), ("7.2", []))
    assert [fact["counters"] for fact in facts(notes, "revealed")] == [["boyne"], ["frigate-s1"]]


def test_4_4_land_combat_uncovers_who_is_ashore_and_the_ships_that_lend_dice() -> None:
    """A merchant lends nothing, a ship of the line her cannonade; a leader may direct from his ship."""
    english = ["cathcart > boyne", "boyne", "soldiers-e2 > merchant-e1", "merchant-e1", "soldiers-e1"]
    state = position({ST_AUGUSTINE: english}, {ST_AUGUSTINE: ["frigate-s1", "soldiers-s1"]},
                     ashore={ST_AUGUSTINE: ENGLISH})  # fmt: skip
    notes = step(state, ENGLISH, ("9.2", [6] * 6), ("9.2", 6), ("9.2", DEFAULT), ("7.5", 2))
    assert facts(notes, "revealed")[0]["counters"] == ["cathcart", "boyne", "soldiers-e1"]


def test_4_4_a_landing_beside_ships_that_were_missed_uncovers_none_of_them() -> None:
    """Nobody fights, so nobody is shown."""
    spanish = ["deception-s1 > galicia", "galicia"]
    state = position({ST_AUGUSTINE: ["soldiers-e1 > boyne", "boyne"]}, {ST_AUGUSTINE: spanish},
                     landing={ST_AUGUSTINE: ["soldiers-e1"]})  # fmt: skip
    notes = step(state, ENGLISH)
    assert facts(notes, "revealed") == []
    assert state.is_friendly_port(ST_AUGUSTINE, ENGLISH)


def test_4_4_bomb_ships_that_find_nobody_uncover_nobody() -> None:
    """Not a shot is fired at the ships that lie there (11.1)."""
    state = position({CARTAGENA: ["bomb-ship-e1"]}, {CARTAGENA: ["deception-s1 > galicia", "galicia"]})
    notes = step(state, ENGLISH, ("11.1", [CARTAGENA]))
    assert told(notes, "bombarded")
    assert facts(notes, "revealed") == []


def test_9_0_a_retreat_onto_helpless_enemies_is_fought_out_in_the_same_step() -> None:
    """The retreating troops find supplies, and overrun them (9.2(8), 9.2(3) note)."""
    state = position(
        {COAST: ["soldiers-e1"]}, {COAST: ["soldiers-s1"], "3218": ["supplies-s1"]}, ashore={COAST: ENGLISH}
    )
    notes = step(state, ENGLISH, ("9.2", 6), ("9.2", 6), ("9.2", "3218"), ("7.5", 2), ("9.3", 6))
    assert fought(notes) == [("land_combat", COAST), ("land_combat", "3218")]
    assert state.ashore == {}


def test_9_0_every_question_of_a_combat_shows_its_hex() -> None:
    """Orders given beforehand are found by it."""
    state = position({SEA: ["frigate-e1"]}, {SEA: ["frigate-s1"]}, met={SEA: ENGLISH})
    notes = step(state, ENGLISH, ("9.1", 6), ("9.1", 6), ("9.1", DEFAULT), ("7.2", []))
    assert all(fact["hex"] == SEA for fact in facts(notes, "inflicted"))


def test_9_0_the_order_of_combats_is_the_one_named_not_the_one_of_the_map() -> None:
    """The active side may begin in the north or in the south; afterwards nothing is veiled any more (7.2)."""
    state = position({SEA: ["boyne"], COAST: ["frigate-e1"]}, {SEA: ["frigate-s1"], COAST: ["frigate-s2"]},
                     met={SEA: SPANISH, COAST: ENGLISH}, veiled=[COAST, SEA])  # fmt: skip
    coast: list[Answer] = [("9.1", 1), ("9.1", 6), ("9.3", 6)]
    sea: list[Answer] = [("9.1", 6), ("9.1", 6), ("9.3", 6)]
    notes = step(state, SPANISH, ("9.0", [SEA, COAST]), *sea, *coast)
    assert fought(notes) == [("naval_combat", SEA), ("naval_combat", COAST)]
    assert state.veiled == []


@pytest.mark.parametrize("alone", [ENGLISH, SPANISH])
def test_9_0_where_one_side_has_no_ships_left_there_is_no_naval_combat(alone: str) -> None:
    """Opposing naval counters must occupy the hex (9.1)."""
    ships = {ENGLISH: {SEA: ["boyne"]}, SPANISH: {SEA: ["galicia"]}}
    state = position(ships[ENGLISH] if alone == ENGLISH else {}, ships[SPANISH] if alone == SPANISH else {},
                     met={SEA: ENGLISH})  # fmt: skip
    assert fought(step(state, ENGLISH)) == []
    assert state.met == {}


def test_9_0_troops_that_are_no_longer_ashore_fight_nobody() -> None:
    """Lost since they entered, in the naval combat or otherwise: no land combat, no capture (9.2)."""
    state = position({}, {ST_AUGUSTINE: ["soldiers-s1"]}, ashore={ST_AUGUSTINE: ENGLISH})
    assert fought(step(state, ENGLISH)) == []
    assert state.ashore == {}


def test_9_0_the_question_of_the_order_of_combats_wants_all_of_them_in_order() -> None:
    state = position({SEA: ["boyne"], COAST: ["frigate-e1"]}, {SEA: ["frigate-s1"], COAST: ["frigate-s2"]},
                     met={SEA: SPANISH, COAST: ENGLISH})  # fmt: skip
    sea: list[Answer] = [("9.1", 6), ("9.1", 6), ("9.3", 6)]
    question = asked(combat_step, state, SPANISH, answers=[("9.0", [SEA, COAST]), *sea, ("9.1", 1), ("9.1", 6),
                                                           ("9.3", 6)])[0]  # fmt: skip
    assert isinstance(question, Pick)
    assert (question.ordered, question.least, question.most) == (True, 2, 2)
