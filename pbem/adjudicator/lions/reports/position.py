"""The position as its reader sees it: pounds, hand, fleets with holding boxes, treasure, others.

It is made from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.engine.memory import Glimpse, by_turn, gone, remembered
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.reports.likenesses import inventory_words
from pbem.adjudicator.lions.reports.sentences import SAID, leader_words, ship_words
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.reports.phrases import count
from pbem.base.counting import grouped
from pbem.geometry.squares import reading_order


def position(seen: Picture, notes: Sequence[Note]) -> Iterator[Part]:
    """Everything, what is asked for most often first."""
    if seen.side:
        yield SAID.part("hand", seen)
        yield SAID.part("fleets", seen)
        yield SAID.part("units", seen, loose=loose(seen))
    yield SAID.part("treasure", seen)
    yield SAID.part("others", seen)
    yield from sightings(seen, notes)
    yield SAID.part("markers", seen)
    if seen.side:
        yield SAID.part("victory", seen)
        yield SAID.part("stores", seen)


def loose(seen: Picture) -> dict[str, list[str]]:
    """Own units outside fleets by square: ships that sail alone, prizes, troops and leaders ashore."""
    state, prizes = seen.state, seen.known["prizes"]
    found: dict[str, list[str]] = {square: [] for square in state.occupied()}
    for name in (*state.ships_of(seen.side), *prizes):
        if not state.ships[name].fleet:
            found[state.ships[name].at].append(f"{ship_words(seen, name)}{', a prize' if name in prizes else ''}")
    for square, words in found.items():
        troops = ((state.ashore(square, seen.side, kind), kind) for kind in (REGIMENT, FORT))
        words += [count(number, kind) for number, kind in troops if number]
    for name in state.leaders_of(seen.side):
        if not state.leaders[name].aboard and state.leaders[name].at in found:
            found[state.leaders[name].at].append(leader_words(seen, name))
    return {square: words for square, words in found.items() if words}


# ------------------------------------------------------------------------------------------------------ others


def sightings(seen: Picture, notes: Sequence[Note]) -> Iterator[Part]:
    """Others' units shown in this phase that are still there; then older sightings, and units that have gone (15.2)."""
    here = [(entry.square, entry.power) for entry in seen.others()]
    known = [each for each in remembered(seen.known) if (each.place, each.side) in here and not each.left]
    fresh = [each for each in known if is_new(each, notes)]
    shown = grouped((each.place, f"{seen.name(each.side)} {inventory_words(seen, each.side, each.words)}")
                    for each in sorted(fresh, key=lambda each: reading_order(each.place)))  # fmt: skip
    yield SAID.part("sightings", seen, shown=shown)
    older, left = [each for each in known if each not in fresh], [each for each, _ in gone(seen.known, here)]
    before, lost = (by_turn(hidden(seen, some), lambda each: glimpsed(seen, each)) for some in (older, left))
    yield SAID.part("memory", seen, before=before, lost=lost)


def is_new(each: Glimpse, notes: Iterable[Note]) -> bool:
    """Tells if a unit of the sighting was shown in this phase."""
    return any([unit, words] in note.facts["shown"] for note in notes if "shown" in note.facts
               if (each.place, each.side) == (note.facts["square"], note.facts["power"])
               for unit, words in each.units)  # fmt: skip


def hidden(seen: Picture, glimpses: Iterable[Glimpse]) -> list[Glimpse]:
    """Glimpses less the treasure fleets, which everybody sees wherever they are (23.1)."""
    left = (each.without(list(seen.known["treasure"])) for each in glimpses)
    return [each for each in left if each.units]


def glimpsed(seen: Picture, each: Glimpse) -> str:
    """'Goa J20, Spain: fourth-rate 1, 1 regiment'."""
    return f"{seen.place(each.place)}, {seen.name(each.side)}: {inventory_words(seen, each.side, each.words)}"
