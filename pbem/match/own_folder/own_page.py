"""Adds the player's own part to the page of the newest report: past turns, other players' letters, diary notes.

It is added in the player's folder, below the page as it came. The moderator's page and the text that the ledger commits
to do not contain it.
"""

from __future__ import annotations

import json
from typing import Any

from pbem.base.errors import PbemError
from pbem.base.files import read_file, write_atomic
from pbem.match.folder import zipped
from pbem.match.folder.report_parts import REPORT
from pbem.match.own_folder.diary import notes
from pbem.match.own_folder.keep_pages import PLACES
from pbem.match.own_folder.read_press import letters_with, newest_report
from pbem.match.own_folder.seat import Seat, read_json
from pbem.match.record.committed import told_as
from pbem.page import house_pages, strip
from pbem.trust.record.layout import occasion_of

#: The turns that this folder has seen, as its strip of small maps shows them.
PAST = "past.json"
TEMPLATE = "house/_yours.html.j2"
BEGIN, END = '<section id="yours" class="reading">\n', "</section>\n"
#: Where it is put: at the end of what is read, or of a page that has no such part.
ENDS = ("</main>", "</body>")


def renew(seat: Seat) -> None:
    """The newest report's page with what belongs below it now; a report without a page has no such place."""
    entry = newest_report(seat)
    name = told_as(entry.text("step"), occasion_of(entry)) if entry else ""
    path = seat.folder / PLACES[REPORT].format(name=name)
    if entry is None or not zipped.NAME.fullmatch(name) or not path.is_file():
        return
    letters = letters_with(seat, entry.text("step"))
    own = [note for note in notes(seat) if note["phase"] == entry.text("phase")]
    before = read_file(path).decode("utf-8", "replace")
    after = with_part(before, {"letters": letters, "notes": own} if letters or own else {})
    after = with_past(seat, entry.text("phase"), after)
    if after != before:
        write_atomic(path, after.encode())


def with_past(seat: Seat, phase: str, page: str) -> str:
    """The page, as it came, with a small map of every turn that this folder has seen; the newest is last."""
    if f"{strip.PLACE}{strip.END}" not in page:
        return page  # it has no map, or its strip already
    try:
        chart = seat.title.chart(seat.reading())
        if chart is None:
            return page
        path = seat.folder / PAST
        kept = read_json(path)["turns"] if path.is_file() else []
        turns = strip.with_turn(kept, strip.turn_of(chart, phase.partition(".")[0]))
        drawn = strip.strip(chart, turns, seat.title.turn_name)
    except (PbemError, LookupError, TypeError, ValueError, AttributeError):
        return page  # the view came by letter, and a small map is worth no letter's failing
    write_atomic(path, f"{json.dumps({'turns': turns}, separators=(',', ':'))}\n".encode())
    return strip.with_strip(page, drawn)


def with_part(page: str, values: dict[str, Any]) -> str:
    """The page with this part in place of the one it had. What is in the part is escaped, so its end is the first."""
    before, begun, rest = page.rpartition(BEGIN)
    if begun:
        page = before + rest.partition(END)[2]
    place = next((mark for mark in ENDS if mark in page), "")
    if not values or not place:
        return page
    head, _, tail = page.rpartition(place)
    return f"{head}{BEGIN}{house_pages.render(TEMPLATE, values)}{END}{place}{tail}"
