"""Faults of a set-up that its owner can see: pieces out of place or in two places, markers, crowded fortresses."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.guerra.orders.checks.wrong import Desk, Path, Wrong
from pbem.adjudicator.guerra.rules.ch02_setup import crowded, inside_port, set_up, why_no_marker, why_not_there


def wrong_set_up(desk: Desk) -> Iterator[Wrong]:
    """Every fault of a set-up (2.1, 2.2, 12.2, 12.3), entry by entry as the rules will lay it out."""
    met: dict[str, int] = {}
    for number, entry in enumerate(desk.entries("setup")):
        path: Path = ("setup", number)
        at = inside_port(desk.state, str(entry["at"])) if entry.get("inside") else str(entry["at"])
        for word in ("units", "leaders"):
            for place, name in enumerate(map(str, entry.get(word, ()))):
                why = why_not_there(desk.state, desk.seat, name, at)
                if not why and name in met:
                    why = f"'{name}' has its place by line {desk.line('setup', met[name])} already"
                if why:
                    yield Wrong((*path, word, place), why, "2.0")
                met.setdefault(name, number)
        names = [str(name) for word in ("units", "leaders") for name in entry.get(word, ())]
        if "marker" in entry and (why := why_no_marker(desk.state, desk.seat, str(entry["marker"]), at, names)):
            yield Wrong((*path, "marker"), why, "5.1.1")
        set_up(Table(), desk.state, desk.seat, entry)
    for garrison in crowded(desk.state, desk.seat) if met else ():
        last = max(met.get(unit, 0) for unit in garrison.units)
        yield Wrong(("setup", last), "militia that begin in fortresses stand one in each", "2.1",
                    f"the fortresses are {', '.join(desk.place(port) for port in garrison.ports)}")  # fmt: skip
