"""The position as its reader sees it: stacks, sightings, seaports, funds, force pools, the turn track.

It is made from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.engine.memory import Glimpse, by_turn, remembered
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.reports.sentences import SAID, seaports
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.picture import Picture, described
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.hex_letters import lettered
from pbem.adjudicator.reports.parts import Part
from pbem.base.lettering import wrap
from pbem.base.records import replace

#: Before a counter: the one the enemy sees, and one that is aboard the ship below it (4.3, 4.4); and what a page says.
MARKS = {"^": "on top", ">": "aboard", " ": ""}
TOP, ABOARD, PLAIN = MARKS
MARKED = "(^ what the enemy sees, and all of a stack that came upon them, 4.4; > aboard)"


def position(seen: Picture, chart: Chart) -> Iterator[Part]:
    """Everything, part by part. A text has the map in the place of storms, and the seaports beside it."""
    held = seaports(seen.board, seen.holders)
    yield stacks(seen)
    yield SAID.part("sightings", seen, recalled=recalled(seen))
    hazards = replace(SAID.part("storms_and_wrecks", seen), name="storms")
    yield replace(hazards, text=drawn_map(seen, chart, hazards.lines))
    yield Part("", "", text=held.text)
    yield SAID.part("funds", seen)
    for side in (seen.side, enemy(seen.side)) if seen.side else SIDES:
        yield replace(SAID.part("force_pool", seen, side=side), name=f"pool-{side}")
    yield replace(held, text=Part("", ""))
    yield SAID.part("track", seen)


def stacks(seen: Picture) -> Part:
    """The reader's stacks by hex, topmost counter first; a text has the mark of a counter before it."""
    own = [(hex_id, list(stack_rows(seen, names))) for hex_id, names in seen.own_stacks()]
    part = SAID.part("stacks", seen, own=own, marks=MARKS)
    groups = tuple(replace(group, rows=tuple((f"{mark} {name}", what) for mark, name, what in rows))
                   for group, (_, rows) in zip(part.groups, own, strict=True))  # fmt: skip
    return replace(part, text=replace(part, lines=(MARKED,) if own else (), groups=groups))


def stack_rows(seen: Picture, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yields mark, id and words of each counter, a passenger above the ship that carries it."""
    flipped = seen.known.get("intercepted", ())
    for number, name in enumerate(names):
        ship = seen.state.aboard.get(name)
        mark = TOP if number == 0 else ABOARD if ship else PLAIN
        notes = [f"aboard {seen.label(ship)}"] if ship else []
        notes += ["has intercepted this turn"] if name in flipped else []
        tail = f" ({', '.join(notes)})" if notes else ""
        yield mark, name, f"{described(seen.board.counters[name])}{tail}"


def recalled(seen: Picture) -> list[str]:
    """Lists counters seen before and not now, each at its last place, turn by turn (4.4)."""
    visible = [name for sighting in seen.sightings() for name in sighting.counters]
    known = [each.without(visible) for each in remembered(seen.known)]
    return by_turn((each for each in known if each.units), lambda each: glimpsed(seen, each))


def glimpsed(seen: Picture, each: Glimpse) -> str:
    """'Cartagena 2825: Lezo, Galicia'; to those who only look on, whose they are as well."""
    whose = "" if seen.side else f"{each.side.title()}, "
    return f"{seen.place(each.place)}: {whose}{', '.join(each.words)}"


def drawn_map(seen: Picture, chart: Chart, hazards: Sequence[str]) -> Part:
    """The map in letters, storms and wrecks before it."""
    words = [line for text in hazards for line in wrap(text).split("\n")]
    own = {hex_id: seen.place(hex_id) for hex_id, _ in seen.own_stacks()}
    return Part("map", "The map", drawing=(*words, "", *lettered(chart, own)))
