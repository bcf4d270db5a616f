"""Faults of the sections about small craft, Marines and Tribes that their owner can see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.base.auxiliaries import reach_of, why_not_assigned, why_not_converted
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.tasks import open_to_pirates, why_not_task
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.corsairs import may_lie_in, why_not_moved
from pbem.adjudicator.yellowjack.ch2.marines import why_not_reassigned
from pbem.adjudicator.yellowjack.ch2.tribes import places_for
from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Entry, Path, Wrong
from pbem.adjudicator.yellowjack.orders.names import ALL, ANY, COAST_GUARD, NONE
from pbem.adjudicator.yellowjack.orders.replies.common import bare
from pbem.adjudicator.yellowjack.state.words import BOURBON, OFF_MAP, SETUP

RULING = Ruling(shares=shares)
#: Tasks that want a target among ships, and those that want a place.
AGAINST_SHIPS = ("search", "shadow", "convoy_attack")


def wrong_tasks(desk: Desk) -> Iterator[Wrong]:
    """Tasks that their class cannot do, without a place, or out of reach of what is Stationed."""
    for section, word in (("tasks", "aux"), ("pirates", "pirate")):
        for number, entry in enumerate(desk.entries(section)):
            yield from wrong_task(desk, (section, number), entry, word)
    for number, entry in enumerate(desk.entries("screen")):
        if str(entry["aux"]) == COAST_GUARD and desk.seat != BOURBON:
            yield Wrong(("screen", number, "aux"), "the coast guard is the Spaniards'", "2.251")
    for number, entry in enumerate(desk.entries("fleet_tasks")):
        yield from not_there(desk, ("fleet_tasks", number, "aux"), str(entry["aux"]))


def not_there(desk: Desk, path: Path, name: str) -> Iterator[Wrong]:
    """A counter that is not in play."""
    if name in desk.board.craft.counters and name not in desk.state.auxiliaries:
        yield Wrong(path, f"'{name}' is not in play", "R6.2")


def wrong_task(desk: Desk, path: Path, entry: Entry, word: str) -> Iterator[Wrong]:
    """One Task."""
    who, task = str(entry[word]), str(entry["task"])
    yield from not_there(desk, (*path, word), who)
    if task not in AGAINST_SHIPS and task != "rebase" and "at" not in entry:
        yield Wrong((*path, "task"), f"'{task}' is done at a place: say where with 'at'", "R6.4")
    if task == "rebase" and not open_to_pirates(desk.state, str(entry.get("to", ""))):
        yield Wrong((*path, "task"), "no pirate flag flies in that zone", "2.46", "name the zone with 'to'")
    if who in (ALL, ANY) or (who not in desk.state.auxiliaries and who not in desk.state.units):
        return
    why = why_not_task(desk.state, who, task.replace("_", "-"))
    if why:
        yield Wrong((*path, "task"), f"'{who}': {why}", "R6.1")
    elif who in desk.state.auxiliaries and "at" in entry and not entry.get("if"):
        reach = reach_of(desk.state, who)
        stays = desk.state.auxiliaries[who].at not in desk.state.formations
        if reach and stays and str(entry["at"]) not in reach:
            yield Wrong((*path, "at"), f"{desk.place(str(entry['at']))} is out of its reach", "R6.4")


def wrong_craft_ashore(desk: Desk) -> Iterator[Wrong]:
    """Auxiliaries that cannot go there, conversions, zones, Marines and Tribes that cannot stand so."""
    for number, entry in enumerate(desk.entries("assign")):
        why = "" if entry.get("if") else why_not_assigned(desk.state, RULING, desk.seat, str(entry["aux"]),
                                                          str(entry["to"]))  # fmt: skip
        if why and str(desk.known["step"]) != SETUP and not in_recovery(desk, str(entry["aux"])):
            yield Wrong(("assign", number, "aux"), f"'{entry['aux']}': {why}", "R6.2")
    for number, entry in enumerate(desk.entries("convert")):
        why = "" if entry.get("if") or in_recovery(desk, str(entry.get("aux", ""))) else why_not_converted(
            desk.state, desk.seat, bare(entry))  # fmt: skip
        if why:
            yield Wrong(("convert", number), why, "R6.3")
    for number, entry in enumerate(desk.entries("marines")):
        why = "" if entry.get("if") else why_not_reassigned(desk.state, desk.seat, str(entry["unit"]), str(entry["to"]))
        if why:
            yield Wrong(("marines", number, "unit"), f"'{entry['unit']}': {why}", "2.533")
    yield from wrong_zones(desk)
    yield from wrong_tribes(desk)


def in_recovery(desk: Desk, aux: str) -> bool:
    """Tells if an Auxiliary may recover before the step: then nobody knows yet what it can do."""
    return aux in desk.state.auxiliaries and desk.state.auxiliaries[aux].at in ("recovery", OFF_MAP)


def wrong_zones(desk: Desk) -> Iterator[Wrong]:
    """Privateers that keep their zones, and zones without their flag."""
    counters = desk.board.craft.counters
    for number, entry in enumerate(desk.entries("privateers")):
        name, zone = str(entry["corsair"]), str(entry.get("rebase", ""))
        if str(desk.known["step"]) == SETUP:
            if not counters[name].corsair:
                yield Wrong(("privateers", number, "corsair"), f"'{name}' is no Privateer", "2.42")
            elif zone and not may_lie_in(desk.state, counters[name], zone):
                yield Wrong(("privateers", number, "rebase"), "its flag does not fly in that zone", "2.42")
        elif not entry.get("if") and not in_recovery(desk, name):
            why = why_not_moved(desk.state, desk.seat, name, "" if zone == NONE else zone)
            if why:
                yield Wrong(("privateers", number, "corsair"), f"'{name}': {why}", "2.424")


def wrong_tribes(desk: Desk) -> Iterator[Wrong]:
    """Units that are no Tribe, and places where a Tribe cannot stand."""
    for number, entry in enumerate(desk.entries("recruit")):
        tribe, at = str(entry["tribe"]), str(entry.get("at", ""))
        if tribe == ANY:
            continue
        if tribe not in desk.board.craft.tribes:
            yield Wrong(("recruit", number, "tribe"), f"'{tribe}' is no Tribe", "2.54")
        elif at and at not in places_for(desk.state, tribe, desk.seat) and not entry.get("if"):
            yield Wrong(("recruit", number, "at"), f"'{tribe}' cannot stand at {desk.place(at)}", "2.544",
                        "it joins Units of yours in its own country")  # fmt: skip
