"""The log of each own Formation by Impulse and MPI, and the ways of enemy markers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.parts import Group, Part
from pbem.adjudicator.yellowjack.reports.told_places import WINDS, formation, marker_words, short_place
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.records import dataclass

STEP, LOG, MARKER = "step", "log", "marker"
#: Notes that stand in a log or in a list of ways, and not in the story.
IN_LOGS = (LOG, MARKER, "wind")


@dataclass(frozen=True, slots=True)
class Told:
    """A note with the Impulse and MPI in which it was made."""

    note: Note
    impulse: int
    mpi: int


def timed(notes: Iterable[Note]) -> Iterator[Told]:
    """The notes with their time, which the notes of steps tell."""
    impulse = mpi = 0
    for note in notes:
        impulse = int(note.facts.get("impulse", impulse if note.event != STEP else 0))
        mpi = int(note.facts.get("mpi", mpi if note.event != STEP else 0))
        yield Told(note, impulse, mpi)


def logs(seen: Picture, notes: Sequence[Note]) -> Part:
    """A log for each own Formation that did something, an Impulse a line."""
    found: dict[str, dict[int, list[Told]]] = {}
    for told in timed(notes):
        if told.note.event == LOG and told.note.to == seen.side:
            name = str(told.note.facts.get("formation", ""))
            found.setdefault(name, {}).setdefault(told.impulse, []).append(told)
    groups = tuple(
        Group(titled(seen, name), ("Impulse", "MPI by MPI"),
              tuple((str(impulse) if impulse else "", entry(seen, told)) for impulse, told in impulses.items()))
        for name, impulses in sorted(found.items())
    )  # fmt: skip
    still = [formation(seen, name) for name, one in seen.formations.items() if name not in found and at_sea(seen, name)]
    lines = (f"Nothing to tell: {', '.join(still)}.",) if still and found else ()
    return Part("logs", "Logs", groups=groups, lines=lines)


def titled(seen: Picture, name: str) -> str:
    """A Formation as the heading of its log; one that is no more by its counter."""
    return formation(seen, name) if name in seen.formations else f"{seen.board.label(name)} ({name})"


def at_sea(seen: Picture, name: str) -> bool:
    """Tells if an own Formation sails for itself."""
    return seen.formations[name]["state"] == "ready" and not seen.formations[name]["goes_with"]


def entry(seen: Picture, told: Sequence[Told]) -> str:
    """One Impulse of a log: moves as a way of places, other things in their words."""
    parts = [f"{each.mpi} {what(seen, each.note)}" if each.mpi else what(seen, each.note) for each in told]
    return "; ".join(dict.fromkeys(parts))


def what(seen: Picture, note: Note) -> str:
    """One line of a log: a move by its goal, another thing in its words without the name of its ship."""
    name, to = str(note.facts.get("formation", "")), str(note.facts.get("to", ""))
    if to:
        return f"to {short_place(seen.board, to)}"
    text = note.text.removesuffix(".")
    label = str(seen.board.label(name))
    for own in (formation(seen, name), f"{label} ({name})", label, name):
        if own and text.startswith(f"{own} "):
            return text[len(own) + 1 :]
    return text


def sightings(seen: Picture, notes: Sequence[Note]) -> Part:
    """Each marker of others that moved, with its way and what was Spotted under it."""
    ways: dict[str, list[str]] = {}
    for told in timed(notes):
        if told.note.event == MARKER and is_foreign(seen, told.note):
            way = ways.setdefault(str(told.note.facts["marker"]), [])
            for key in ("from", "at"):
                where = str(told.note.facts.get(key, ""))
                if where and way[-1:] != [where]:
                    way.append(where)
    rows = tuple((name, " ".join(sentences(seen, name, way))) for name, way in sorted(ways.items()))
    return Part("sightings", "Sails that moved", ("Marker", "Way"), rows, headless=True)


def sentences(seen: Picture, name: str, way: Sequence[str]) -> Iterator[str]:
    """The way of a marker, and what became of it."""
    yield f"{' > '.join(short_place(seen.board, each) for each in way)}."
    if name not in seen.markers:
        yield "No longer at sea."
    elif seen.markers[name]["seen"]:
        yield f"{marker_words(seen, name)}."


def is_foreign(seen: Picture, note: Note) -> bool:
    """Tells if a note is about a marker that is not the reader's: b for the British, z for the Bourbon series."""
    letter = str(note.facts.get("marker", " "))[:1]
    return letter != {"british": "b", "bourbon": "z"}.get(seen.side, "")


def own_marker(seen: Picture, note: Note) -> bool:
    """Tells if a note is about a marker of the reader's own, whose log says it already."""
    return note.event == MARKER and not is_foreign(seen, note)


def winds(seen: Picture, notes: Sequence[Note]) -> list[str]:
    """The winds of each Impulse that changed, in a line."""
    found: dict[int, dict[str, list[str]]] = {}
    for told in timed(notes):
        if told.note.event == "wind":
            way = str(told.note.facts.get("from", ""))
            where = seen.board.winds[str(told.note.facts["wind"])].node
            found.setdefault(told.impulse, {}).setdefault(way, []).append(short_place(seen.board, where))
    return [f"Impulse {impulse}: {'; '.join(blowing(ways))}." for impulse, ways in found.items()]


def blowing(ways: Mapping[str, Sequence[str]]) -> Iterator[str]:
    """Winds by where they come from; those that have died away last."""
    yield from (f"{WINDS.get(way, way)} at {', '.join(places)}" for way, places in ways.items() if way)
    yield from (f"none any more at {', '.join(places)}" for way, places in ways.items() if not way)
