"""4.4: reports, order files and order checks are made of what their reader may see, to the byte, and of all of it."""

from __future__ import annotations

import pytest
from rules.jenkins.positions import Stage, restored, stages, twin

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.jenkins.state.state import enemy

STAGES = [stage for seed in ("fog", "squall") for stage in stages(seed)[2:]]
PAIRS = [(stage, side) for stage in STAGES for side in SIDES]
ORDERS = "pbem: orders/1\nseat: {side}\nphase: {phase}\n{plan}losses:\n  any: [ship]\n"


def told_to(match: JenkinsMatch, side: str, notes: tuple[Note, ...]) -> dict[str, str]:
    """Everything this side reads."""
    view = match.view(side)
    plan = "stacks:\n  - {hex: '2307', top: [frigate-e1]}\n" if view["phase_side"] == side == "english" else ""
    orders = GAME.read_orders(ORDERS.format(side=side, phase=view["phase"], plan=plan).encode(), "orders")
    return {
        "report": GAME.report(GAME.reading(view, Told(notes, ()))), "template": GAME.order_template(view, {}),
        "check": repr(GAME.check(view, orders, "orders")), "chart": repr(GAME.chart(GAME.reading(view))),
    }  # fmt: skip


@pytest.mark.parametrize(("stage", "side"), PAIRS, ids=lambda value: value.phase if isinstance(value, Stage) else value)
def test_4_4_what_a_side_cannot_see_changes_no_byte_of_what_it_reads(stage: Stage, side: str) -> None:
    match = restored(stage.after)
    other = twin(match, side, SeededChance(stage.phase))
    if other is None:
        pytest.skip("this side sees everything")
    assert other.to_plain() != match.to_plain()
    whispered = Note("7.0", enemy(side), "Your Glorioso sail 2825-2724.", "voyage")
    assert told_to(other, side, (*stage.story, whispered)) == told_to(match, side, stage.story)


def test_4_4_the_twins_differ_below_the_top_of_most_positions() -> None:
    """Or the test above could not fail."""
    twins = [twin(restored(stage.after), side, SeededChance(stage.phase)) for stage, side in PAIRS]
    assert len([each for each in twins if each is not None]) > len(PAIRS) // 2


@pytest.mark.parametrize("side", SIDES)
def test_4_4_the_top_of_an_enemy_stack_is_in_the_report(side: str) -> None:
    changed = 0
    for stage in STAGES:
        match, other = restored(stage.after), restored(stage.after)
        foe = enemy(side)
        for hex_id in match.state.hexes(foe):
            stack = other.state.stacks[hex_id][foe]
            if len(stack) > 1 and not match.state.stack(hex_id, side):
                stack[0], stack[1] = stack[1], stack[0]
                assert told_to(other, side, ())["report"] != told_to(match, side, ())["report"]
                changed += 1
                break
    assert changed


@pytest.mark.parametrize("side", SIDES)
def test_a_side_reads_of_its_own_lowest_counter_and_of_every_storm(side: str) -> None:
    stage = STAGES[-1]
    match, other, stormy = restored(stage.after), restored(stage.after), restored(stage.after)
    hex_id = max(match.state.hexes(side), key=lambda h: len(match.state.stack(h, side)))
    lost = other.state.stacks[hex_id][side].pop()
    stormy.state.storms = [*stormy.state.storms, "3524"]
    before = told_to(match, side, ())
    assert f" {lost} " in before["report"]
    assert told_to(other, side, ())["report"] != before["report"]
    assert "Storms lie on" in told_to(stormy, side, ())["report"]
    assert told_to(stormy, side, ())["chart"] != before["chart"]


@pytest.mark.parametrize("seat", [*SIDES, None])
def test_a_note_to_one_side_is_read_by_nobody_else(seat: str | None) -> None:
    view = restored(STAGES[0].after).view(seat)
    secrets = tuple(Note("7.0", side, f"The secret of the {side} side.", "voyage") for side in SIDES)
    report = GAME.report(GAME.reading(view, Told(secrets, ())))
    assert [side for side in SIDES if f"The secret of the {side} side." in report] == ([seat] if seat else [])


def test_the_public_report_holds_no_stack_of_more_than_its_top() -> None:
    for stage in STAGES:
        match = restored(stage.after)
        frame = {"questions": [{"key": "move/n1"}], "standing": ["No. 1"]}
        report = GAME.report(GAME.reading(match.view(None), frame=frame))
        seen = report.partition("WHAT YOU SEE NOW")[2].partition("The map")[0]
        stacks = [names for sides in match.state.stacks.values() for names in sides.values()]
        labels = {name: match.state.board.counters[name].label for names in stacks for name in names}
        tops = {labels[names[0]] for names in stacks}
        beneath = {labels[name] for names in stacks for name in names[1:]} - tops
        assert [label for label in sorted(tops) if f"{label}" not in seen] == []
        assert [label for label in sorted(beneath) if f": {label}" in seen] == []
        assert "QUESTIONS" not in report
        assert "No. 1" not in report
