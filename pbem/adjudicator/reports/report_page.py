"""A report as a page: what the text says, as plain data in the keys of `page_data`, and its map as a chart."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.reports import page_data
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.frame import Frame, text_of
from pbem.adjudicator.reports.open_questions import Asked
from pbem.adjudicator.reports.parts import MARKS, Chapter, Entry, Part

P = TypeVar("P")
#: With more dice than this a page goes without a table of them; each stands in the story with its name and proof.
MOST_DICE = 120


def page_of(
    reading: Reading[P], around: Frame, parts: Callable[[Reading[P]], Mapping[str, Any]],
    position: Sequence[Mapping[str, Any]], chart: Callable[[Reading[P]], Chart],
) -> dict[str, Any]:  # fmt: skip
    """The parts of a text report as a page has them, with the position and the map of its reader."""
    common, frame = reading.once(parts), {**reading.frame, **around}
    chapters = [chapter_data(each, common["phase"], frame) for each in common["chapters"]]
    dice = page_data.every_die(chapters)
    return {
        **page_data.BLANK, **{name: value for name, value in common.items() if name in page_data.BLANK},
        "game": text_of(frame, "game"), "side": reading.side, "chapters": chapters,
        "dice": dice if len(dice) <= MOST_DICE else [],
        "map": reading.once(chart) if frame.get("drawn", True) else None,
        "position": [part for part in position if part["lines"] or part["tables"]],
        "questions": [question_data(each) for each in common["questions"]], **page_data.told(frame),
        "hashes": [list(pair) for pair in common["hashes"]], "proof": [list(pair) for pair in common["proof"]],
    }  # fmt: skip


def chapter_data(told: Chapter, phase: str, frame: Frame) -> dict[str, Any]:
    """A chapter with its parts."""
    return {
        "title": told.title, "rule": told.rule, "aside": told.aside, "gist": told.gist, "afar": told.afar,
        "place": told.place,
        "entries": [entry_data(each, phase, frame) for each in told.entries],
        "parts": [chapter_data(each, phase, frame) for each in told.parts],
    }  # fmt: skip


def entry_data(told: Entry, phase: str, frame: Frame) -> dict[str, Any]:
    """An entry, its dice with the place of their proof."""
    thrown = None
    if told.throw is not None:
        seed = page_data.seed_of(frame, told.throw.label, phase)
        thrown = page_data.dice(told.throw, seed, each=told.singly)
    return {"mark": MARKS[told.mark], "rule": told.rule, "text": told.text, "dice": thrown}


def question_data(each: Asked) -> dict[str, Any]:
    """A question."""
    return {
        "key": each.key, "rule": each.rule, "prompt": each.prompt, "how": each.how,
        "options": [list(option) for option in each.options], "default": each.default, "lapse": each.lapse,
        "lines": list(each.lines),
    }  # fmt: skip


def part_data(part: Part) -> dict[str, Any]:
    """A part of the position."""
    tables = [page_data.table("", part.heads, part.rows, part.numbers)] if part.rows else []
    return page_data.section(part.name, part.title, tables, *part.lines)
