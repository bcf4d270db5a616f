"""The report of a phase: a first page, what happened in order of time, the position, the questions; and an appendix.

It is made from the reader's view, the notes they heard and the game folder's facts alone. Things they cannot see
cannot change a byte of it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.reports import story
from pbem.adjudicator.lions.reports.brief import in_brief, to_decide
from pbem.adjudicator.lions.reports.chart import chart
from pbem.adjudicator.lions.reports.first_page import queue
from pbem.adjudicator.lions.reports.position import position
from pbem.adjudicator.lions.reports.sentences import SAID
from pbem.adjudicator.lions.reports.textmap import world
from pbem.adjudicator.lions.rules.ch04_sequence import WATCH
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.parts import Part, told_story
from pbem.adjudicator.reports.phrases import count
from pbem.adjudicator.reports.report_page import usual
from pbem.base.lettering import WIDTH, wrap
from pbem.base.records import replace

#: How the line on a standing order begins, among those on what is in force.
NUMBERED = "Standing order "
#: The rule of the step with the operations.
ROTATION = "13.1"
#: Words on treasure that has been brought home, which the operations tell.
HOME = " has brought home "
#: The parts of the position that a text has itself: at the end of a year, and between two watches. The rest stands in
#: its appendix. A page has all of them.
IN_TEXT = ("map", "hand", "fleets", "units", "treasure", "sightings", "markers")
IN_WATCH = ("fleets", "units", "treasure", "sightings")
#: The text of a watch goes without greetings and hashes, which the year's reports have.
PLAIN = {"opening": "", "closing": "", "statement": "", "hashes": []}


def contents(reading: Reading[Picture]) -> dict[str, Any]:
    """All that a report says, as text or as a page."""
    seen, notes = reading.seen, reading.notes
    head = usual(reading, TABLE, story.VOICE, partial(player, seen), to=f"the player of {player(seen, seen.side)}")
    phase, lasting = head["phase"], head["in_force"]
    steps = story.steps(seen, notes)
    entries = queue(seen, notes, steps)
    brief, elsewhere = in_brief(seen, notes, queued=entries.says_something)
    whole = [drawn(seen, reading.once(chart)), *position(seen, notes)]
    in_watch = seen.known.get("step") == WATCH
    has_appendix = any(step.operations or step.rule == ROTATION for step in steps)
    if in_watch and has_appendix:
        whole = [briefer(part) for part in whole]
    kept = IN_WATCH if in_watch else IN_TEXT
    return {
        **head, "over": SAID.text("over", seen), "position": [
            part if part.name in kept else replace(part, text=Part(part.name, "")) for part in whole]
        if has_appendix else whole,
        **told_story(story.chapters(seen, notes, phase), brief, to_decide(seen), elsewhere,
                     [SAID.part("powers", seen), entries]),
        "appendix": appendix([part for part in whole if part.name not in kept], head["standing"], lasting)
        if has_appendix else None,
        # The words of standing orders stand in the appendix of a text, orders that lapsed beside the queue.
        "in_text": {"standing": [] if in_watch else used(head["standing"], lasting), "in_force": [],
                    "lapses": untold(seen, head["lapses"], steps if entries.says_something else ()),
                    **(PLAIN if in_watch else {})} if has_appendix else {},
        "gazette": story.gazette(seen, steps), "closely": in_watch and has_appendix,
    }  # fmt: skip


def drawn(seen: Picture, chart: Chart) -> Part:
    """The map in letters, and what they mean."""
    legend = (part for line in SAID.lines("legend", seen) for part in wrap(line, WIDTH).split("\n"))
    return Part("map", "", drawing=(*world(seen, chart), "", *legend))


def untold(seen: Picture, lapses: Sequence[str], steps: Sequence[story.Step]) -> list[str]:
    """Leaves out the orders that came to nothing in the reader's operations: the queue tells them."""
    own = [note for step in steps for each in step.operations if each.power == seen.side for note in each.notes]
    told = [f"{note.text} (rule {note.rule})" for note in own if note.event == "lapsed"]
    return [line for line in lapses if line not in told]


def briefer(part: Part) -> Part:
    """A part of the position without remarks that hold all the year: the text of a watch goes without them."""
    if part.name == "fleets":
        return replace(part, text=replace(part, lines=()))
    if part.name == "treasure":
        told = [line for line in part.lines if HOME not in line]
        told += [f"{name} ({pays}) at {where}, with {whom}." for name, where, pays, whom in part.rows]
        return replace(part, text=Part(part.name, part.title, lines=(" ".join(told),) if told else ()))
    return part


def appendix(position: Sequence[Part], standing: Sequence[str], lasting: Sequence[str]) -> list[Part]:
    """The parts that stand in the appendix beside the dice: the rest of the position, standing orders in full."""
    return [*position, Part("used", "What your standing orders did", items=tuple(standing)),
            Part("in_force", "Standing orders now in force", items=tuple(lasting))]  # fmt: skip


def used(told: Iterable[str], lasting: Sequence[str]) -> list[str]:
    """Counts in one line the questions that each standing order answered. The appendix tells of each."""
    found = []
    for line in told:
        number, _, said = line.partition(": ")
        answered = said.partition("answered ")[2].partition(";")[0] if said.startswith("answered ") else ""
        times = len(answered.replace(" and ", ", ").split(", ")) if answered else 0
        found += [f"{number} answered {count(times, 'question')}"] if times else []
    orders = [line for line in lasting if line.startswith(NUMBERED)]
    answers = "; ".join(found) or "none was asked"
    told_whole = [line for line in lasting if line not in orders]
    return [*told_whole, *([f"{count(len(orders), 'standing order')} in force; {answers}."] if orders else [])]


def player(seen: Picture, seat: str) -> str:
    """A seat as it is spoken of."""
    return seen.name(seat) if seat in seen.players else seat
