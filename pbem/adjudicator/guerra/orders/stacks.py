"""Forces and fleets as orders name them, found in the position as their owner sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.order_parts import YES
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.guerra.rules.ch04_resources import purse_name
from pbem.adjudicator.guerra.rules.ch05_attrition import HALVES, purses_of
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.view import seen_state
from pbem.adjudicator.orders.order_answers import worded

Entry = Mapping[str, Any]
#: Words of an operation that the rule reads as they stand.
AS_WRITTEN = ("rp", "purse", "nation", "thin", "marker")


def leaders_in(entry: Entry) -> list[str]:
    """The leaders that an entry names, one or several."""
    return [*([str(entry["leader"])] if "leader" in entry else []), *map(str, entry.get("leaders", ()))]


def as_formed(entry: Entry) -> dict[str, Plain]:
    """A force to be formed, as the rule reads it."""
    told: dict[str, Plain] = {"at": str(entry["at"]), "units": [str(unit) for unit in entry["units"]]}
    told |= {"leaders": leaders_in(entry)} if leaders_in(entry) else {}
    told |= {word: str(entry[word]) for word in ("marker", "port") if word in entry}
    return told | ({"inside": str(YES)} if entry.get("inside") else {})


def stacks_of(operation: Entry, look: Look) -> Iterator[Entry]:
    """The stack that an operation names by its units, unless it stands so already."""
    named = operation.get("force")
    if isinstance(named, Mapping) and not stands_so(named, look):
        yield named


def stands_so(stack: Entry, look: Look) -> bool:
    """Tells if the units of a stack are one force already, alone, and in the field or inside as ordered."""
    force = force_of(stack["units"], look)
    each = look.forces.get(force, {})
    alike = set(look.units_of(force)) == {str(unit) for unit in stack["units"]}
    with_leaders = all(name in each.get("leaders", ()) for name in leaders_in(stack))
    return bool(force) and alike and with_leaders and bool(each.get("inside")) == bool(stack.get("inside"))


def force_of(units: Iterable[str], look: Look) -> str:
    """The own force that the first of some units stands in; empty where none is on the map."""
    found = (look.force_named(str(unit)) for unit in units)
    return next((force for force in found if force and look.own(force)), "")


#: The nation of a force operates in another step of the phase: no reason to tell.
NOT_DUE = "its nation operates in another step (3.2)"


def why_no_entry(operation: Entry, look: Look) -> str:
    """Explains why the force or fleet of an operation cannot be taken in hand now; empty if it can."""
    if "force" in operation:
        force = own_force(operation["force"], look)
        if not force:
            return "its force is not on the map"
        only = str(operation.get("nation", ""))
        wanted = [piece for piece in movers(look, force) if not only or nation_of(look, piece) == only]
        return why_not_due(look, wanted) if wanted else f"no unit of {purse_name(only)} is with its force"
    ships = fleet_of(operation.get("fleet", {}), look)
    if not ships:
        return "its ships do not lie there"
    return why_not_due(look, ships)


def why_not_due(look: Look, pieces: Sequence[str]) -> str:
    """Explains why pieces may not operate now: it is not their nation's step, or they have operated."""
    nations = [str(name) for name in look.facts.get("nations", ())]
    due = [piece for piece in pieces if not nations or nation_of(look, piece) in nations]
    if not due:
        return NOT_DUE
    return "" if fresh(look, due) else "it has operated already"


def own_force(named: Any, look: Look) -> str:
    """The own force that an operation names, by its units or by name; empty where it is not on the map."""
    force = force_of(named["units"], look) if isinstance(named, Mapping) else look.force_named(str(named))
    return force if force and look.own(force) else ""


def entry_for(operation: Entry, look: Look) -> dict[str, Plain] | None:
    """An operation as the rule reads it; None where its force or fleet cannot be taken in hand."""
    if why_no_entry(operation, look):
        return None
    told: dict[str, Plain] = {word: worded(operation[word]) for word in AS_WRITTEN if word in operation}
    if "force" in operation:
        told["force"] = own_force(operation["force"], look)
    if "fleet" in operation:
        fleet = operation["fleet"]
        told["fleet"] = list(fleet_of(fleet, look))
        told |= {"fleet_leader": str(fleet["leader"])} if "leader" in fleet else {}
        told |= {"fleet_rp": str(fleet["rp"])} if "rp" in fleet else {}
    return told | within_floor(told, operation, look)


def within_floor(told: Entry, operation: Entry, look: Look) -> dict[str, Plain]:
    """The points of an operation as far as they leave untouched what its owner wants to keep."""
    if not any(look.floors.values()) or not ("rp" in told or "fleet_rp" in told):
        return {}
    able = purses_of(seen_state(look.board, look.known), paid_for(operation, look))
    purse = str(told.get("purse", "")) or next(iter(able), "")
    left = max(0, int(look.known["purse"].get(purse, 0)) // HALVES - look.floors.get(purse, 0))
    spent = {}
    for word in ("rp", "fleet_rp"):
        if word in told:
            spent[word] = str(min(int(told[word]), left))
            left -= int(spent[word])
    return spent


def paid_for(operation: Entry, look: Look) -> list[str]:
    """The units or ships whose purse an operation opens."""
    if "force" not in operation:
        return fleet_of(operation["fleet"], look)
    only = str(operation.get("nation", ""))
    nations = [str(name) for name in look.facts.get("nations", ())]
    units = look.units_of(own_force(operation["force"], look))
    return [unit for unit in units if nation_of(look, unit) in ([only] if only else nations or [nation_of(look, unit)])]


def fleet_of(fleet: Entry, look: Look) -> list[str]:
    """The own ships of a fleet that lie where it says."""
    at, units = str(fleet.get("at", "")), look.known["units"]
    return [str(ship) for ship in fleet.get("ships", ()) if str(units.get(ship, {}).get("where", "")) == at]


def movers(look: Look, force: str) -> list[str]:
    """The units of a force, or its leaders where it has none."""
    return look.units_of(force) or [str(name) for name in look.forces[force].get("leaders", ())]


def fresh(look: Look, pieces: Sequence[str]) -> bool:
    """Tells if some of these have not operated in this phase."""
    done = look.known.get("operated", ())
    return any(piece not in done for piece in pieces)


def nation_of(look: Look, piece: str) -> str:
    """The nation of a unit or leader."""
    counter = look.board.units.get(piece) or look.board.leaders.get(piece)
    return str(counter.nation) if counter is not None else ""
