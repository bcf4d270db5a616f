"""The report as a page: the same parts as the text, as plain data, and the map as a chart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.board.pieces import NATIONS
from pbem.adjudicator.jenkins.reports import position
from pbem.adjudicator.jenkins.reports.chart import chart
from pbem.adjudicator.jenkins.reports.report import order_of_sides, parts, whose
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.frame import Frame
from pbem.adjudicator.reports.page_data import section, table
from pbem.adjudicator.reports.report_page import page_of

#: The words for the marks before counters of a stack (4.3, 4.4).
STACK_MARKS = {position.TOP: "on top", position.ABOARD: "aboard", position.PLAIN: ""}
STACKS = "On top: what the enemy sees, and all of a stack that came upon him (4.4). Aboard: carried by a ship below it."
BEFORE = "What was seen before, each counter where it was last, whatever has come and gone since."
SEEN = "The topmost counter of each stack; whether anything lies under it is not to be seen (4.4)."


def page(reading: Reading[Picture], around: Frame) -> dict[str, Any]:
    """All that the text report says, in the keys of `page_data.BLANK`."""
    return page_of(reading, around, parts, list(whole_position(reading.seen)), chart)


# ---------------------------------------------------------------------------------------------------- the position


def whole_position(seen: Picture) -> Iterator[dict[str, Any]]:
    """What the reader sees now, part by part."""
    stacks = [stack_table(place) for place in position.own_places(seen)]
    yield section("stacks", "Your stacks", stacks, STACKS if stacks else "")
    yield from sightings(seen)
    yield section("storms", "Storms and wrecks", [], position.storms(seen), position.scuttled(seen))
    yield section("funds", "War funds (3.2)", [table(
        "", ("Side", "Points", "At most", "Comes in"), position.fund_rows(seen), numbers=(1, 2),
    )])  # fmt: skip
    for side in order_of_sides(seen):
        members = position.pool(seen, side)
        pool = [table("", ("Counters", "Each with its price"), members)] if members else []
        yield section(f"pool-{side}", f"{whose(seen, side)}, with prices (3.3)", pool, "" if members else "Empty.")
    yield section("seaports", "Seaports, by who holds them", [seaports(seen)])
    yield section("track", "Turn track", [], *position.track(seen))


def stack_table(place: position.Place) -> dict[str, Any]:
    """A stack of the reader's: counter by counter from the top."""
    rows = [(line[2:], what, STACK_MARKS[line[0]]) for line, what in place.rows]
    return table(place.title, ("Id", "Counter", "Mark"), rows)


def sightings(seen: Picture) -> Iterator[dict[str, Any]]:
    """What is seen of others."""
    brief, whole, before = position.brief_sightings(seen), position.whole_sightings(seen), position.recalled(seen)
    tables = [table("", ("Where", "On top"), brief)] if brief else []
    tables += [table(place.title, ("Id", "Counter"), place.rows) for place in whole]
    if tables or before:
        title = "Enemy sightings" if seen.side else "Sightings"
        yield section("sightings", title, tables, SEEN if brief else "", *([BEFORE] if before else []), *before)


def seaports(seen: Picture) -> dict[str, Any]:
    """Every seaport: its code on text maps, where it lies, what it is worth, whose it is and was."""
    rows = []
    for nation in NATIONS:
        for port in position.held_by(seen, nation):
            was = position.taken(port.nation, nation).removeprefix(", ")
            rows.append((port.name, seen.codes[port.id], port.hex, port.value, nation.title(), was))
    return table("", ("Seaport", "Code", "Hex", "Value", "Held by", "Before"), rows, numbers=(3,))
