"""A title's report as text and as a page, made of the same contents; a page has the keys of `page_data`."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.shipped import in_force
from pbem.adjudicator.reports import page_data
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.frame import Frame, headed, orders_told, phase_of, text_of
from pbem.adjudicator.reports.open_questions import USUAL, Asked, Asker
from pbem.adjudicator.reports.parts import MARKS, Chapter, Entry, Part, in_text
from pbem.adjudicator.reports.voices import Voice
from pbem.base.text_templates import render

#: With more dice than this a page goes without a table of them; each stands in the story with its name and proof.
MOST_DICE = 120


Contents = Callable[[Reading[Any]], Mapping[str, Any]]


def report_of(game: str, reading: Reading[Any], contents: Contents) -> str:
    """The contents of a report as text, by the title's template."""
    common = reading.once(contents)
    parts = {name: in_text(common[name]) for name in ("first", "position")}
    return render(f"{game}/report.txt.j2", **{**common, **parts, **common.get("in_text", {})})


def appendix_of(game: str, reading: Reading[Any], contents: Contents) -> str:
    """The appendix of a report by the title's template: every die, and what else only some will look up."""
    common = reading.once(contents)
    if common["appendix"] is None:
        return ""
    return render(f"{game}/appendix.txt.j2", **{**common, "appendix": in_text(common["appendix"])})


def plain_report(reading: Reading[Any]) -> str:
    """The report of a title that gives no contents: what was told, and what the tier is worth."""
    lines = [text_of(reading.frame, "phase_title"), *(note.text for note in reading.notes)]
    return "\n".join([*lines, text_of(reading.frame, "statement"), ""])


def page_of(
    reading: Reading[Any], around: Frame, contents: Contents, chart: Callable[[Reading[Any]], Chart | None]
) -> dict[str, Any]:
    """The contents of a report as a page has them, with the map of its reader."""
    common, frame = reading.once(contents), {**reading.frame, **around}
    chapters = [chapter_data(each, common["phase"], frame) for each in common["chapters"]]
    dice = page_data.every_die(chapters)
    return {
        **page_data.BLANK, **{name: value for name, value in common.items() if name in page_data.BLANK},
        "game": text_of(frame, "game"), "side": reading.side, "chapters": chapters,
        "dice": dice if len(dice) <= MOST_DICE else [],
        "map": chart(reading) if frame.get("drawn", True) else None,
        **{name: shown(common[name]) for name in ("first", "position")},
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
    inside = [entry_data(each, phase, frame) for each in told.inside]
    return {"mark": MARKS[told.mark], "rule": told.rule, "text": told.text, "dice": thrown, "inside": inside}


def question_data(each: Asked) -> dict[str, Any]:
    """A question."""
    return {
        "key": each.key, "rule": each.rule, "prompt": each.prompt, "how": each.how,
        "options": [list(option) for option in each.options], "default": each.default, "lapse": each.lapse,
        "lines": list(each.lines),
    }  # fmt: skip


def shown(parts: Iterable[Part]) -> list[dict[str, Any]]:
    """The parts that a page has something to print of."""
    return [part for part in map(part_data, parts) if part["lines"] or part["tables"]]


def part_data(part: Part) -> dict[str, Any]:
    """A part of the position."""
    tables = [page_data.table("", part.heads, part.rows, part.numbers)] if part.rows else []
    tables += [page_data.table(group.caption, group.heads, group.rows) for group in part.groups]
    listed = (part.lead, *part.items) if part.items else ()
    return page_data.section(part.name, part.title, tables, *part.lines, *listed)


# --------------------------------------------------------------------------------------------- alike in every title


def usual(
    reading: Reading[Any], table: OrderTable[Any, Any, Any], voice: Voice, player: Callable[[str], str],
    asker: Asker = USUAL, *, to: str = "",
) -> dict[str, Any]:  # fmt: skip
    """The contents that every title's report has beside its story and position; the id of its phase is among them.

    `player` calls a seat by its name. The report is `to` its reader, where that is more than the name of the seat.
    """
    view, frame = reading.view, reading.frame
    return {
        **headed(table.title, to or player(reading.side), voice, view, frame, player),
        "in_force": in_force(view, table.doctrine), **orders_told(reading.told, reading.notes, frame, reading.side),
        **asker.asks(reading.side, phase_of(frame, view), frame),
    }  # fmt: skip
