"""The map in letters: the window where most is to see, the whole theatre, and what their signs mean."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports import hex_letters
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.hex_letters import (
    BUOY,
    COAST,
    FOE_SHIPS,
    FOE_TROOPS,
    LAND,
    OWN_SHIPS,
    OWN_TROOPS,
    STORM,
    WRECK,
)
from pbem.adjudicator.reports.phrases import listed
from pbem.base.lettering import WIDTH, wrap


def lettered(seen: Picture, chart: Chart) -> list[str]:
    """Both drawings of a chart, each with its signs."""
    west, north = hex_letters.corner(chart)
    window = hex_letters.drawn_window(chart, west, north)
    whole = hex_letters.overview(chart, chart_legend(seen, nation_letters()))
    return [*window, "", *signs(seen), *beyond(seen, west, north), "", *whole]


def beyond(seen: Picture, west: int, north: int) -> list[str]:
    """The reader's stacks that a window leaves out."""
    stacks = [hex_id for hex_id, _ in seen.own_stacks()]
    shown = hex_letters.within(stacks, west, north)
    places = [seen.place(hex_id) for hex_id in stacks if hex_id not in shown]
    return wrap(f"Beyond this window you stand at {listed(places)}.").split("\n") if places else []


def nation_letters() -> dict[str, str]:
    """A letter for each nation: its first, or its next where that is taken."""
    letters: dict[str, str] = {}
    for nation in NATIONS:
        letters[nation] = next(letter for letter in nation.upper() if letter not in letters.values())
    return letters


def chart_legend(seen: Picture, flags: Mapping[str, str]) -> list[str]:
    """The signs of the chart; troops in a seaport are not drawn, its holder is."""
    return [
        "Even columns lie half a", "hex lower than odd ones.", "", f"{BUOY} sea   {COAST} coast   {LAND} land", "",
        *(f"{letter} {nation.title()} seaport" for nation, letter in flags.items()), "",
        *stack_signs(seen), "* both sides in one hex", f"{STORM} storm",
    ]  # fmt: skip


def sides(seen: Picture) -> tuple[str, str]:
    """Returns the words for the owners of the signs."""
    return ("your", "enemy") if seen.side else (SIDES[0].title(), SIDES[1].title())


def stack_signs(seen: Picture) -> list[str]:
    """Explains the signs of stacks."""
    mine, theirs = sides(seen)
    return [f"{OWN_SHIPS} {mine} ships", f"{OWN_TROOPS} {mine} troops alone", f"{FOE_SHIPS} {theirs} ships on top",
            f"{FOE_TROOPS} {theirs} troops on top"]  # fmt: skip


def signs(seen: Picture) -> list[str]:
    """Explains the signs in a hex: ground and edge above, counters below."""
    wreck = f", {WRECK} scuttled ship" if seen.known["scuttled"] else ""
    text = (f"{LAND} land, {COAST} coast, {BUOY} sea, {STORM} storm{wreck}; two letters: a seaport. "
            f"In the lower line of a hex: {listed(stack_signs(seen))}.")
    return wrap(text, WIDTH).split("\n")
