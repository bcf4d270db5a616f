"""Fills the plain data of a report's page, under the keys that templates may count on.

A game's `page` returns as many of these as it has; the rest are empty, and a template leaves out what is empty. The
list of keys, for people who write templates, is in docs/reports.md.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Throw

Row = Sequence[object]

#: Every key, with what it is when there is nothing to say.
BLANK: Mapping[str, Any] = {
    "game": "", "game_name": "", "title": "", "reader": "", "phase": "", "phase_title": "", "opening": "",
    "closing": "", "side": "", "deadline": "", "due_at": "", "next_phase": "", "moderator": "",
    "waiting_for": [], "waits": False, "others": [],
    "over": "", "first": [], "brief": [], "decide": [], "elsewhere": [], "rulings": [], "press": [], "chapters": [],
    "map": None, "position": [], "standing": [], "in_force": [], "lapses": [], "questions": [], "answer_file": "",
    "tier": "", "statement": "", "hashes": [], "proof": [], "dice": [], "proof_page": "", "folder": "game",
    "text": "", "letter": "", "printed": "",
}  # fmt: skip


def section(name: str, title: str, tables: Iterable[Mapping[str, Any]], *lines: str) -> dict[str, Any]:
    """A part of the position: a few sentences, then tables. `name` is what links call it."""
    return {"name": name, "title": title, "lines": [line for line in lines if line], "tables": list(tables)}


def table(caption: str, heads: Sequence[str], rows: Iterable[Row], numbers: Sequence[int] = ()) -> dict[str, Any]:
    """A table; the first cell of a row is its head, and columns in `numbers` stand to the right."""
    body = [[str(cell) for cell in row] for row in rows]
    return {"caption": caption, "heads": list(heads), "rows": body, "numbers": list(numbers)}


def dice(throw: Throw, phase: str, *, each: bool = False) -> dict[str, Any]:
    """Dice as they fell, every modifier with its reason, and where their proof is to be found."""
    shift = [{"amount": f"{m.amount:+d}", "reason": m.reason, "rule": m.rule} for m in throw.shift]
    told = not each and (bool(shift) or len(throw.values) > 1)
    return {
        "label": throw.label, "phase": phase, "values": list(throw.values), "shift": shift, "each": each,
        "total": throw.total if told else None,
    }  # fmt: skip


def every_die(chapters: Iterable[Mapping[str, Any]]) -> list[dict[str, Any]]:
    """All dice of a story, chapter by chapter with its parts."""
    return [
        thrown
        for chapter in chapters
        for thrown in (*dice_of(chapter["entries"]), *every_die(chapter["parts"]))
    ]


def dice_of(entries: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The dice of entries, and of those inside cards."""
    for entry in entries:
        if entry["dice"]:
            yield entry["dice"]
        yield from dice_of(entry.get("inside", ()))


def told(frame: Mapping[str, Any]) -> dict[str, Any]:
    """Returns what the game folder adds to every game's page."""
    return {
        "rulings": [str(line) for line in frame.get("rulings", ())], "press": plain_press(frame.get("press", ())),
        "proof_page": str(frame.get("proof_page", BLANK["proof_page"])),
        "folder": str(frame.get("folder", BLANK["folder"])),
    }  # fmt: skip


def plain_press(given: Iterable[Any]) -> list[dict[str, str]]:
    """Letters between players: who wrote, to whom, what; a line alone has no writer."""
    names = ("from", "to", "text")
    return [{name: str(each.get(name, "")) for name in names} if isinstance(each, Mapping)
            else {"from": "", "to": "", "text": str(each)} for each in given]  # fmt: skip


def seed_of(frame: Mapping[str, Any], label: str, phase: str) -> str:
    """Under which seed a die fell: where a phase has had several, the game folder knows."""
    seeds: Mapping[str, str] = frame.get("seeds", {})
    return str(seeds.get(label, phase))
