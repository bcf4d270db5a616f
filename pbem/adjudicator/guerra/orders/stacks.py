"""Forces and fleets as orders name them, found in the position as their owner sees it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.guerra.orders.answers import worded
from pbem.adjudicator.guerra.rules.questions import YES
from pbem.adjudicator.guerra.view.look import Look

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


def entry_for(operation: Entry, look: Look) -> dict[str, Plain] | None:
    """An operation as the rule reads it; None where its force is not there, has operated, or is not due."""
    told: dict[str, Plain] = {word: worded(operation[word]) for word in AS_WRITTEN if word in operation}
    if "force" in operation:
        named = operation["force"]
        force = force_of(named["units"], look) if isinstance(named, Mapping) else look.force_named(str(named))
        if not force or not look.own(force) or not may_act(look, movers(look, force)):
            return None
        told["force"] = force
    if "fleet" in operation:
        ships = fleet_of(operation["fleet"], look)
        if not ships or not ("force" in told or may_act(look, ships)) or not fresh(look, ships):
            return None
        told["fleet"] = list(ships)
        told |= {"fleet_leader": str(operation["fleet"]["leader"])} if "leader" in operation["fleet"] else {}
        told |= {"fleet_rp": str(operation["fleet"]["rp"])} if "rp" in operation["fleet"] else {}
    return told if "force" in told or "fleet" in told else None


def fleet_of(fleet: Entry, look: Look) -> list[str]:
    """The own ships of a fleet that lie where it says."""
    named = [str(ship) for ship in fleet["ships"]]
    return [ship for ship in named if str(look.known["units"].get(ship, {}).get("where", "")) == str(fleet["at"])]


def movers(look: Look, force: str) -> list[str]:
    """The units of a force, or its leaders where it has none."""
    return look.units_of(force) or [str(name) for name in look.forces[force].get("leaders", ())]


def fresh(look: Look, pieces: Sequence[str]) -> bool:
    """Tells if some of these have not operated in this phase."""
    done = look.known.get("operated", ())
    return any(piece not in done for piece in pieces)


def may_act(look: Look, pieces: Sequence[str]) -> bool:
    """Tells if some of these have not operated and are of the nations whose turn it is (3.2)."""
    nations = [str(name) for name in look.facts.get("nations", ())]
    due = [piece for piece in pieces if not nations or nation_of(look, piece) in nations]
    return bool(due) and fresh(look, due)


def nation_of(look: Look, piece: str) -> str:
    """The nation of a unit or leader."""
    counter = look.board.units.get(piece) or look.board.leaders.get(piece)
    return str(counter.nation) if counter is not None else ""
