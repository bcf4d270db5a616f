"""Answers about small craft: who is sent on which Task, which Pirate is roused, who Screens."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.yellowjack.base.auxiliaries import around
from pbem.adjudicator.yellowjack.orders.lookout import Lookout, sort_of
from pbem.adjudicator.yellowjack.orders.names import ALL, ANY, CONVOYS, SPOTTED, UNSPOTTED
from pbem.adjudicator.yellowjack.orders.replies.common import Entry, Section, bare, holding

#: Tasks against markers, with what they go for if nothing is said.
AGAINST = {"search": UNSPOTTED, "shadow": SPOTTED, "convoy_attack": CONVOYS}
REBASE, COAST_GUARD, NOBODY = "rebase", "guardacosta", "none"


def tasks(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The first Task of a section that can be done now."""
    return first_task(section, look, "aux")


def pirates(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The first Pirate that can be roused for a Task now."""
    return first_task(section, look, "pirate")


def first_task(section: Section, look: Lookout, word: str) -> Plain | None:
    """The first entry that is timely, whose Auxiliary is ready, and whose target is in reach."""
    able = look.texts("able")
    for entry in holding(section, look):
        if not timely(entry, look):
            continue
        named = str(entry[word])
        for who in able if named in (ALL, ANY) else [named]:
            found = aimed(entry, look, who) if who in able else None
            if found is not None:
                return {word: who, "task": str(entry["task"]), **found}
    return None


def timely(entry: Entry, look: Lookout) -> bool:
    """Tells if an entry's Impulse is this one, and its MPI has come."""
    return int(entry.get("impulse", look.now("impulse"))) == look.now("impulse") and (
        look.now("mpi") >= int(entry.get("mpi", 0)))  # fmt: skip


def aimed(entry: Entry, look: Lookout, who: str) -> dict[str, Plain] | None:
    """The target of a Task as its Auxiliary reaches it; None where there is none."""
    task = str(entry["task"])
    if task == REBASE:
        return {"to": str(entry["to"])} if "to" in entry else None
    reach = reach_of(look, who)
    if task in AGAINST:
        wanted = str(entry.get("target", AGAINST[task]))
        near = around(look.board, str(entry["within"])) if "within" in entry else reach
        seen = [name for name in markers(look, wanted, task) if at(look, name) in reach and at(look, name) in near]
        return {"target": seen[0]} if seen else None
    place = str(entry.get("at", ""))
    squadron = {"squadron": str(entry["squadron"])} if "squadron" in entry else {}
    return {"at": place, **squadron} if place in reach else None


def at(look: Lookout, marker: str) -> str:
    """The place of a marker."""
    return str(look.markers[marker]["at"])


def markers(look: Lookout, wanted: str, task: str) -> Iterator[str]:
    """The markers that a word means, as far as the Task may be aimed at them."""
    for name, each in look.markers.items():
        spotted = bool(look.known["markers"][name].get("spotted"))
        if (task == "search" and spotted) or (task == "shadow" and not spotted):
            continue
        convoy = spotted and sort_of(each) == "convoy"
        if wanted in (name, ANY) or (wanted == SPOTTED and spotted) or (wanted == UNSPOTTED and not spotted) or (
                wanted == CONVOYS and convoy):  # fmt: skip
            yield name


def reach_of(look: Lookout, who: str) -> tuple[str, ...]:
    """The places that an Auxiliary, a Corsair, a Pirate or Marines reach from where they are."""
    craft: Any = look.known["auxiliaries"].get(who) or look.known["pirates"]["lie"].get(who) or {}
    zone = look.board.corsair_zones.get(str(craft.get("at", "")))
    if zone is not None:
        return (zone.origin, *zone.in_range)
    if not craft:
        carrier = str(look.known["units"].get(who, {}).get("at", ""))
        return (look.at(carrier),) if look.at(carrier) else ()
    where = str(craft.get("where", ""))
    return around(look.board, where) if where else ()


def screen(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Screener that the first fitting entry names; a section that fits nowhere Screens nothing."""
    able, guard = look.texts("able"), look.told("guard") == "yes"
    spoken = False
    for entry in holding(section, look):
        spoken = True
        kinds = [str(kind).replace("_", "-") for kind in entry.get("against", ())]
        if kinds and look.told("task") not in kinds:
            continue
        named = str(entry["aux"])
        if named == NOBODY:
            return {"by": NOBODY}
        if named == COAST_GUARD and guard:
            return {"by": COAST_GUARD}
        if named == ALL and (able or guard):
            return {"by": able[0] if able else COAST_GUARD}
        if named in able:
            return {"by": named}
    return {"by": NOBODY} if spoken else None


def fleet_tasks(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Tasks before a storm, or in a Battle: those of the Port, or those that name none."""
    able, port = look.texts("able"), look.told("port")
    found: list[Plain] = []
    for entry in holding(section, look):
        here = str(entry.get("port", port)) in (port, ANY) if port else "port" not in entry
        names = able if str(entry["aux"]) == ALL else [str(entry["aux"])]
        if here:
            found += [{**bare(entry, "port"), "aux": who} for who in names if who in able]
    return found or None
