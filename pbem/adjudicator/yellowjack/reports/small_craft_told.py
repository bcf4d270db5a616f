"""Auxiliaries, Corsairs, Tribes and campaigns on land as a report shows them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.yellowjack.reports.told_places import place
from pbem.adjudicator.yellowjack.view.picture import Picture

BOXES = {"available": "Available", "recovery": "in Recovery", "off-map": "off the map"}
TASKS = {"shadow": "shadows", "interdiction": "interdicts", "port-interdiction": "lies for prizes off"}


def auxiliaries(seen: Picture) -> Part:
    """One's own Auxiliaries by where they are, and the Tasks of the enemy that last."""
    groups: dict[str, list[str]] = {}
    for name, one in seen.known["auxiliaries"].items():
        groups.setdefault(where(seen, one), []).append(called(seen, name))
    rows = [(spot, ", ".join(names)) for spot, names in groups.items()]
    for task in seen.known["tasks"]:
        if task["side"] != seen.side:
            rows.append(("the enemy's", f"one {TASKS[task['task']]} {task['marker'] or place(seen.board, task['at'])}"))
    return Part("craft", "Auxiliaries and Privateers", ("Where", "Which"), tuple(rows), headless=True)


def called(seen: Picture, name: str) -> str:
    """An Auxiliary with its class."""
    counter = seen.board.craft.counters[name]
    return f"{counter.name} ({name}, {'Corsair' if counter.corsair else counter.sort.title()})"


def where(seen: Picture, one: Mapping[str, Any]) -> str:
    """The box, Port, Formation, zone or Task of an Auxiliary."""
    at = str(one["at"])
    if one["task"]:
        return f"on a Task: {TASKS[one['task']]} {place(seen.board, one['where']) if one['where'] else one['target']}"
    if one["spent"]:
        return f"beside {place(seen.board, at)}, spent"
    if at in BOXES:
        return BOXES[at]
    if at in seen.board.corsair_zones:
        return f"zone {seen.board.corsair_zones[at].name}"
    return place(seen.board, at) if at in seen.board.nodes else f"with {at}"


def pirates(seen: Picture) -> Part:
    """The Pirates, and whose turn it is to rouse one."""
    known = seen.known["pirates"]
    rows = [(called(seen, name), where(seen, {**one, "spent": False, "where": one["at"], "target": ""}))
            for name, one in known["lie"].items()]  # fmt: skip
    turn = str(known["turn"])
    if rows:
        mine = "your" if turn == seen.side else f"the {turn.title()} side's"
        rows.append(("to rouse one", f"it is {mine} turn" if turn else "either side may, the higher throw first"))
    return Part("pirates", "Pirates", ("Who", "Where"), tuple(rows), headless=True)


def land_war(seen: Picture) -> Part:
    """The campaigns on land with their markers, and the Tribes that serve somebody."""
    rows = []
    for name, one in seen.known["campaigns"].items():
        active = f"Active, marker in {one['hex']}" if one["active"] else "not Active"
        rows.append((seen.board.politics.campaigns[name].name, f"Status {str(one['status']).title()}; {active}"))
    rows += [(seen.board.label(name), f"with the {str(one['side']).title()} side at {place(seen.board, one['at'])}")
             for name, one in seen.known["tribes"].items()]  # fmt: skip
    return Part("land-war", "Campaigns on land, and Tribes", ("What", "How it stands"), tuple(rows), headless=True)
