"""One seat's eyes: its view, and what a question tells it. Conditions and orders look through nothing else.

What the seat cannot see is None and never a guess: the factors of an army under the enemy's marker, for one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.state.terms import GUERRILLA, REBEL
from pbem.adjudicator.orders.carried_out.eyes import Eyes

Force = Mapping[str, Any]
#: Words that mean one of several forces.
ANY, STRONGEST, WEAKEST, REBELS = "any", "strongest", "weakest", "rebels"


def by_number(force: str) -> tuple[str, int]:
    """A key that sorts forces by their numbers: royal-2 before royal-10."""
    head, _, last = force.rpartition("-")
    return (head, int(last)) if last.isdigit() else (force, 0)


class Look(Eyes[Board]):
    """One seat's eyes on the position, and on the question that is put to it."""

    def __init__(
        self, board: Board, known: Callable[[], Mapping[str, Any]], facts: Mapping[str, Plain],
        floors: Mapping[str, int] | None = None,
    ) -> None:  # fmt: skip
        super().__init__(board, known, facts)
        self.floors = floors or {}  # points that nothing may touch, by purse

    def about(self, **more: Plain) -> Look:
        """The same eyes on a question that tells more."""
        return Look(self.board, lambda: self.known, {**self.facts, **more}, self.floors)

    def tells(self, name: str) -> bool:
        """Tells if the question has a fact."""
        return self.told(name) != ""

    # ---------------------------------------------------------------------------------------- forces

    @property
    def forces(self) -> Mapping[str, Force]:
        """Every force that is seen, a marker's too."""
        found: Mapping[str, Force] = self.known["forces"]
        return found

    def own(self, force: str) -> bool:
        """Tells if a force is one's own."""
        return str(self.forces[force]["side"]) == self.seat

    def forces_at(self, area: str, *, own: bool, field: bool = False) -> list[str]:
        """The forces of a side in an area; in the field means outside a fortress or city, and no guerrillas."""
        return [name for name, each in self.forces.items() if each["at"] == area and self.own(name) == own
                and not (field and (each["inside"] or self.guerrilla(name)))]  # fmt: skip

    def hidden(self, force: str) -> bool:
        """Tells if a force lies under a marker that the reader cannot look under."""
        each = self.forces[force]
        return bool(each["marker"]) and not each["units"] and not self.own(force)

    def units_of(self, force: str) -> list[str]:
        """The units of a force, as far as they are seen."""
        return [str(unit) for unit in self.forces.get(force, {}).get("units", ())]

    def guerrilla(self, force: str) -> bool:
        """Tells if a force is in the hills."""
        return any(self.known["units"][unit]["mode"] == GUERRILLA for unit in self.units_of(force))

    def rebel(self, force: str) -> bool:
        """Tells if a force is of the rebels of El Plata."""
        return str(self.forces[force]["side"]) == REBEL

    def force_named(self, name: str) -> str:
        """The force that a name means: its id, or the one a leader or unit is seen with; empty if there is none."""
        if name in self.forces:
            return name
        for pieces in (self.known["leaders"], self.known["units"]):
            found = str(pieces.get(name, {}).get("force", ""))
            if found in self.forces:
                return found
        return ""

    # ---------------------------------------------------------------------------------------- strength

    def factor(self, unit: str) -> int:
        """A unit's combat factor with the steps it has."""
        counter = self.board.units[unit]
        full = int(self.known["units"][unit]["steps"]) >= counter.steps
        return counter.factor if full else counter.reduced

    def factors(self, units: Iterable[str]) -> int:
        """The plain sum of the factors of some units."""
        return sum(self.factor(unit) for unit in units)

    def strength(self, force: str) -> int | None:
        """The plain sum of a force's factors; None where it is hidden."""
        return None if self.hidden(force) else self.factors(self.units_of(force))

    def broadside(self, ships: Iterable[str]) -> int:
        """Factor times steps of some ships."""
        return sum(self.board.units[ship].factor * int(self.known["units"][ship]["steps"]) for ship in ships)

    def regulars(self, force: str) -> bool:
        """Tells if regulars are seen in a force; a marker counts as regulars."""
        return self.hidden(force) or any(self.board.units[unit].regular for unit in self.units_of(force))

    def remembered(self, force: str) -> list[str] | None:
        """The units of a marker as they were last seen, if that was in this turn; None if not."""
        told = self.known.get("last_seen", {}).get(force)
        return [str(unit) for unit in told["units"]] if told and int(told["turn"]) == self.turn else None

    # ---------------------------------------------------------------------------------------- the question's forces

    @property
    def force(self) -> str:
        """Returns the own force that the question is about; empty where it is about none."""
        return self.told("own_force") or self.told("force")

    @property
    def area(self) -> str:
        """Returns the area that the question is about: it names one, or its force stands there."""
        return self.told("area") or str(self.forces.get(self.force, {}).get("at", ""))

    def targets(self, area: str) -> list[str]:
        """The enemy forces in an area that may be attacked in the field."""
        return [name for name in self.forces_at(area, own=False, field=True) if not self.rebel(name)]

    def target(self, wanted: str, area: str) -> str:
        """The force that a word of an order means in an area; empty where it means none that is seen."""
        if wanted == REBELS:
            return next((name for name in self.forces_at(area, own=False) if self.rebel(name)), "")
        found = self.targets(area)
        if wanted == STRONGEST:
            return max(found, key=lambda name: (self.hidden(name), self.strength(name) or 0), default="")
        if wanted in (WEAKEST, ANY):
            return min(found, key=lambda name: (self.hidden(name), self.strength(name) or 0), default="")
        named = self.force_named(wanted)
        return named if named in self.forces_at(area, own=False) else ""

    # ---------------------------------------------------------------------------------------- places

    def ships_at(self, place: str, *, own: bool) -> list[str]:
        """The ships of a side in a sea area or port."""
        return [name for name, each in self.known["units"].items() if self.board.units[name].naval
                and each["where"] == place and (self.board.units[name].side == self.seat) == own]  # fmt: skip

    def garrison(self, port: str) -> list[str]:
        """The enemy units inside a fortress or city; garrisons are open."""
        inside = [name for name, each in self.forces.items() if each["inside"] == port and not self.own(name)]
        return [unit for name in inside for unit in self.units_of(name)]

    def leader(self, name: str) -> Mapping[str, Any]:
        """A leader as far as seen; empty where nothing is."""
        found: Mapping[str, Any] = self.known["leaders"].get(name, {})
        return found

    def at(self, piece: Mapping[str, Any]) -> str:
        """The place of a unit or leader that is seen: its force's, or its own."""
        force = str(piece.get("force", ""))
        return str(self.forces[force]["at"]) if force in self.forces else str(piece.get("where", ""))

    def steps(self, units: Sequence[str]) -> int:
        """The steps of some units."""
        return sum(int(self.known["units"][unit]["steps"]) for unit in units)

    def cavalry(self, units: Sequence[str]) -> int:
        """The cavalry among some units, counted by units."""
        return sum(1 for unit in units if self.board.units[unit].arm == "cavalry")

    def sea_forces(self) -> Iterator[str]:
        """The own ships of the fleet that the question is about."""
        told = self.facts.get("ships", ())
        yield from (str(ship) for ship in told if str(ship) in self.known["units"])
