"""Answers ashore: which Units land, march, storm and escape, and when an assault is given up."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.adjudicator.engine.order_parts import YES
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import ALL, ANY, FIRST, PORT_ATTACKED, SAIL_SORTS
from pbem.adjudicator.yellowjack.orders.replies.common import Entry, Section, holding, one_of
from pbem.adjudicator.yellowjack.orders.replies.ranking import ranked_units

STORM, WAIT = "storm", "wait"


def chosen_units(look: Lookout, wanted: Any, without: Iterable[object] = ()) -> list[str]:
    """The Units of the question that an entry names, but for some."""
    named = look.texts("units") if wanted in (None, ALL) else [str(unit) for unit in wanted]
    left_out = [str(unit) for unit in without]
    return [unit for unit in look.texts("units") if unit in named and unit not in left_out]


def land(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Units that an Expedition puts ashore."""
    for entry in holding(section, look):
        if str(entry["expedition"]) in (look.told("convoy"), look.who):
            return {"units": list(chosen_units(look, entry.get("units"), entry.get("hold_back", ()))), "at": FIRST}
    return None


def march(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Units that march now, each to one place."""
    found: dict[str, str] = {}
    for entry in holding(section, look):
        for unit in marchers(entry, look):
            goal = goal_of(entry, unit, look)
            if goal and unit not in found:
                found[unit] = goal
    return [{"unit": unit, "to": goal} for unit, goal in found.items()] or None


def marchers(entry: Entry, look: Lookout) -> Iterator[str]:
    """The Units that an entry means: one, or any that may march there."""
    named = str(entry["unit"])
    yield from look.texts("units") if named == ANY else [named]


def goal_of(entry: Entry, unit: str, look: Lookout) -> str:
    """The goal of a march: the Port that is attacked, or the place; empty where a Unit cannot go there."""
    at = str(look.known["units"].get(unit, {}).get("at", ""))
    box = look.board.boxes.get(at)
    if str(entry["to"]) != PORT_ATTACKED:
        goal = str(entry["to"])
        any_goes = str(entry["unit"]) != ANY or box is None or goal in box.ports
        return goal if goal != at and any_goes else ""
    ports = box.ports if box is not None else ()
    return next((port for port in ports if attacked(look, port)), "")


def attacked(look: Lookout, port: str) -> bool:
    """Tells if the enemy besieges a Port."""
    return str(look.known["ports"].get(port, {}).get("besieged", "") or "") not in ("", look.seat)


def escalade(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """Storms a Port if an entry names it whose odds are reached."""
    spoken = False
    for entry in holding(section, look):
        if str(entry["port"]) not in (ANY, look.told("port")):
            continue
        spoken = True
        own, enemy = (int(part) for part in str(entry["odds"]).split(":"))
        if (look.number("own_strength") or 0) * enemy >= (look.number("enemy_strength") or 0) * own:
            return {"do": STORM, "units": list(chosen_units(look, entry.get("with")))}
    return {"do": WAIT} if spoken and not looks_safe(look) else None


def looks_safe(look: Lookout) -> bool:
    """Tells if the odds are those at which no die falls: there a Port is stormed whatever the section says."""
    return (look.number("own_strength") or 0) >= 4 * (look.number("enemy_strength") or 0)


def evacuate(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """Gives an assault up if an entry says so."""
    fits = any(str(entry["port"]) == look.told("port") for entry in holding(section, look))
    return one_of(decision, (YES,)) if fits else None


def escape(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Units and Sail that are saved first from a Port that falls, and their goal."""
    for entry in holding(section, look):
        if str(entry["port"]) in (ANY, look.told("port")):
            sail = [str(word) for word in entry.get("sail", ())]
            found: dict[str, Plain] = {word: str(entry[word]) for word in ("to", "rvo") if word in entry}
            if "units" in entry:
                found["units"] = list(ranked_units(look, entry["units"]))
            return found | ({"sail": [*sail, *(word for word in SAIL_SORTS if word not in sail)]} if sail else {})
    return None
