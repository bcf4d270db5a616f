"""Secrecy of small craft, Tribes and campaigns: dice, notes, questions and papers of a game with all of them."""

from __future__ import annotations

from functools import cache

import pytest
from rules.stages import Stage
from rules.yellowjack.yellowjack_craft import BOARD
from rules.yellowjack.yellowjack_stages import played
from rules.yellowjack.yellowjack_twins import reading, restored

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, PUBLIC, SEALED, own_lane
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.words import AVAILABLE, RECOVERY, SEATS, SIDE_OF, other

COUNTERS = BOARD.craft.counters
#: Dice that mix what both sides hide, and dice that tell their owner's alone.
MIXED = ("search", "screen", "convoy-attack", "cutting-out", "raid", "bombard", "fireship", "hit-which", "support-army")
OWN = ("recovery", "storm-aux")
OPEN = ("recruit", "desert", "campaign", "campaign-active", "pirate-first")


@cache
def game() -> tuple[Stage, ...]:
    """Two Turns of 1739 by steady captains."""
    match, found = YellowJackMatch.lay_out("1739", {}, None), list[Stage]()
    bots = {seat: GAME.bot("steady", seat, SeededChance(f"craft {seat}")) for seat in SEATS}
    while (phase := match.phase()) is not None and len(found) < 5:
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in SEATS}
        found.append(played(match, texts, "craft"))
    return tuple(found)


def owner(name: str) -> str:
    """The side of an Auxiliary; empty for a Pirate."""
    return SIDE_OF.get(COUNTERS[name].contingent, "")


def test_hazards_2_24_25_dice_of_tasks_are_sealed_and_no_note_shows_one() -> None:
    kinds = {roll.label.split("/")[0] for stage in game() for roll in stage.rolls}
    assert kinds & set(MIXED)
    for stage in game():
        for roll in stage.rolls:
            kind = roll.label.split("/")[0]
            if kind in MIXED:
                assert roll.lane == SEALED, roll.label
            if kind in OPEN:
                assert roll.lane == PUBLIC, roll.label
        shown = [note.throw.label.split("/")[0] for note in stage.told.notes if note.throw is not None]
        assert not set(shown) & set(MIXED)


def test_hazard_3_recovery_falls_in_the_lane_of_its_owner_and_of_pirates_in_the_open() -> None:
    seen = [roll for stage in game() for roll in stage.rolls if roll.label.split("/")[0] in OWN]
    assert seen
    for roll in seen:
        name = next(part for part in roll.label.split("/") if part in COUNTERS)
        assert roll.lane == (own_lane(owner(name)) if owner(name) else PUBLIC)


def test_hazard_1_no_public_label_names_an_auxiliary_that_has_an_owner() -> None:
    for stage in game():
        for roll in stage.rolls:
            if roll.lane == PUBLIC:
                assert not [part for part in roll.label.split("/") if part in COUNTERS and owner(part)], roll.label


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_1_who_is_sent_on_a_task_is_told_by_class_and_never_by_name(seat: str) -> None:
    heard = 0
    for stage in game():
        for note in stage.told.notes:
            if note.to not in (ALL, seat) or note.event in ("swept", "aux-lost", "raid"):
                continue
            heard += note.event == "task"
            for name, counter in COUNTERS.items():
                if owner(name) == other(seat):
                    assert f"'{name}'" not in repr(note.facts), note.text
                    assert counter.name not in note.text or not counter.corsair, note.text
    assert heard


def test_hazard_7_a_screen_is_asked_only_of_who_has_something_near_and_tells_only_what_it_saw() -> None:
    asked = [decision for stage in game() for decision in stage.asked if decision.topic == "screen"]
    for decision in asked:
        assert decision.facts["able"] or decision.facts["guard"] == "yes"
        assert all(owner(str(name)) == decision.side for name in decision.facts["able"])
        assert str(decision.facts["class"]) in (*BOARD.craft.classes, "corsair", "marine")
    for stage in game():
        for decision in stage.asked:
            if decision.topic in ("tasks", "pirates"):
                assert all(owner(str(name)) in (decision.side, "") for name in decision.facts["able"]
                           if str(name) in COUNTERS)  # fmt: skip


def test_hazard_4_an_empty_place_with_an_auxiliary_alone_is_not_told() -> None:
    for stage in game():
        for note in stage.told.notes:
            if note.event == "weather" and note.to == ALL and "region" in note.facts:
                assert "at" not in note.facts


@pytest.mark.parametrize("seat", SEATS)
def test_hazards_15_16_20_twins_whose_enemy_craft_lie_elsewhere_give_the_same_papers(seat: str) -> None:
    for stage in game()[1:]:
        plain, changed = restored(stage.after), restored(stage.after)
        for name, one in changed.state.auxiliaries.items():
            if owner(name) == other(seat) and not one.task:
                one.at = RECOVERY if one.at != RECOVERY else one.zone or AVAILABLE
                one.command, one.used = "elsewhere", 3
        for unit, held in changed.state.units.items():
            if changed.state.unit_side(unit) == other(seat):
                held.tasked = True
        for campaign in changed.state.campaigns.values():
            campaign.support = {other(seat): 3}
        assert plain.to_plain() != changed.to_plain()
        for reader in (seat, None):
            assert repr(changed.view(reader)) == repr(plain.view(reader)), str(stage)
    known, twin = (reading(match, seat, game()[-1]) for match in (plain, changed))
    head = {"seat": seat, "phase": str(known.view["phase"]), "game": "craft"}
    assert GAME.report(known) == GAME.report(twin)
    assert GAME.order_template(known.view, head) == GAME.order_template(twin.view, head)


def test_hazard_26_a_convoy_that_the_coast_guard_has_struck_is_known_and_others_pass() -> None:
    for stage in game():
        struck = {note.facts["marker"] for note in stage.told.notes if note.event == "raided" and note.to == "bourbon"
                  and "marker" in note.facts}  # fmt: skip
        told = {note.facts["marker"] for note in stage.told.notes if note.event == "spotted" and note.to == "bourbon"}
        assert struck <= told | {marker for marker in struck if marker in repr(stage.before)}


def test_2_542_tribes_and_pirates_in_play_are_open_to_all() -> None:
    match = restored(game()[-1].after)
    for seat in (*SEATS, None):
        seen = match.view(seat)
        assert seen["pirates"]["lie"].keys() == {name for name in match.state.auxiliaries if not owner(name)}
        assert set(seen["tribes"]) == {name for name in BOARD.craft.tribes if match.state.units[name].serves}


def test_r6_2_the_report_lists_craft_pirates_campaigns_and_tribes() -> None:
    stage = game()[-1]
    text = GAME.report(reading(restored(stage.after), "british", stage))
    for heading in ("Auxiliaries and Privateers", "Pirates", "Campaigns on land, and Tribes"):
        assert f"\n{heading}\n" in text
    assert "Georgia" in text
    assert "(drake, Light)" in text
    assert "(gc-mona, Corsair)" not in text
