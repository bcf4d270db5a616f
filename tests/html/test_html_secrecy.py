"""4.4 once more, on pages and maps: what a side cannot see changes no byte of either, ids and descriptions included."""

from __future__ import annotations

import pytest
from page_kit import frame_of, html_of
from rules.jenkins.positions import Stage, restored, stages, twin

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.chart import svg

STAGES = list(stages("mist")[2:])
PAIRS = [(stage, side) for stage in STAGES for side in SIDES]


def sent_to(match: JenkinsMatch, side: str | None, at: Stage, notes: tuple[Note, ...]) -> tuple[str, str]:
    """The page and the picture of the map that this reader gets."""
    view, told = match.view(side), Told(notes, ())
    page = GAME.page(GAME.reading(view, told, frame_of(at, side or "", questions=[])))
    drawn = GAME.chart(GAME.reading(view, told))
    assert drawn is not None
    return html_of(page), svg.standalone(drawn)


@pytest.mark.parametrize(("stage", "side"), PAIRS, ids=lambda value: value.phase if isinstance(value, Stage) else value)
def test_4_4_what_a_side_cannot_see_changes_no_byte_of_its_page_or_map(stage: Stage, side: str) -> None:
    match = restored(stage.after)
    other = twin(match, side, SeededChance(stage.phase))
    if other is None:
        pytest.skip("this side sees everything")
    whispered = Note("7.0", enemy(side), "Your Glorioso sail 2825-2724.", "voyage", {"trail": ["2825", "2724"]})
    assert sent_to(other, side, stage, (*stage.story, whispered)) == sent_to(match, side, stage, stage.story)


@pytest.mark.parametrize("side", SIDES)
def test_4_4_the_top_of_an_enemy_stack_is_on_the_page_and_on_the_map(side: str) -> None:
    stage = STAGES[-1]
    match, other = restored(stage.after), restored(stage.after)
    foe = enemy(side)
    stack = next(other.state.stacks[hex_id][foe] for hex_id in match.state.hexes(foe)
                 if len(other.state.stacks[hex_id][foe]) > 1 and not match.state.stack(hex_id, side))  # fmt: skip
    stack[0], stack[1] = stack[1], stack[0]
    before, after = sent_to(match, side, stage, ()), sent_to(other, side, stage, ())
    assert before[0] != after[0]
    assert before[1] != after[1]


@pytest.mark.parametrize("side", SIDES)
def test_a_side_sees_how_many_of_its_own_a_stack_holds_and_the_public_does_not(side: str) -> None:
    stage = STAGES[-1]
    match, other = restored(stage.after), restored(stage.after)
    hex_id = max(match.state.hexes(side), key=lambda h: len(match.state.stack(h, side)))
    other.state.stacks[hex_id][side].pop()
    assert sent_to(match, side, stage, ()) != sent_to(other, side, stage, ())
    assert sent_to(match, None, stage, ()) == sent_to(other, None, stage, ())


def test_what_only_one_side_is_told_stands_on_its_page_alone() -> None:
    stage = STAGES[0]
    secret = Note("7.0", "english", "A secret of the English.", "voyage", {"trail": ["2719", "2720"]})
    pages = {seat: sent_to(restored(stage.after), seat, stage, (secret,))[0] for seat in (*SIDES, None)}
    assert [seat for seat, page in pages.items() if "A secret of the English." in page] == ["english"]
