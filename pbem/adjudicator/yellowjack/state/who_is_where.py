"""The queries for who is where. Their lists are made once for many queries, and anew when a piece has moved."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from pbem.adjudicator.engine.piecemeal import Lists, by_word
from pbem.adjudicator.yellowjack.state.pieces import Formation, PortHeld, Squadron, Unit
from pbem.adjudicator.yellowjack.state.words import READY

Found = TypeVar("Found")


class Places:
    """The queries of a position for who is where."""

    __slots__ = ("lists_of_formations", "lists_of_ports", "lists_of_squadrons", "lists_of_units")

    if TYPE_CHECKING:
        formations: dict[str, Formation]
        units: dict[str, Unit]

        def side_of(self, formation: str) -> str: ...
        def unit_side(self, unit: str) -> str: ...

    lists_of_formations: Lists
    lists_of_squadrons: Lists
    lists_of_units: Lists
    lists_of_ports: Lists

    def forget_lists(self) -> None:
        """No lists have been made yet."""
        self.lists_of_formations, self.lists_of_units = Lists(Formation), Lists(Unit)
        self.lists_of_squadrons, self.lists_of_ports = Lists(Squadron, Formation), Lists(PortHeld)

    def until_one_sails(self, key: Any, make: Callable[[], Found]) -> Found:
        """A list made of places, states, markers, blockades, Contingents of Formations, and of who goes with whom."""
        return self.lists_of_formations.kept(self.formations, key, make)

    def place(self, formation: str) -> str:
        """The place of a Formation, or of the one it goes with."""
        one = self.formations[formation]
        return self.formations[one.goes_with].at if one.goes_with else one.at

    def condition(self, formation: str) -> str:
        """Its state, or that of the Formation it goes with."""
        one = self.formations[formation]
        return self.formations[one.goes_with].state if one.goes_with else one.state

    def companions(self, formation: str) -> list[str]:
        """The Formations that go with one."""
        found = self.until_one_sails("companions", lambda: by_word(
            (one.goes_with, name) for name, one in self.formations.items() if one.goes_with))  # fmt: skip
        return list(found.get(formation, ()))

    def by_marker(self, marker: str) -> str:
        """The Formation under a marker; empty for none."""
        found = self.until_one_sails("markers", lambda: by_word(
            (one.marker, name) for name, one in self.formations.items()))  # fmt: skip
        return found.get(marker, [""])[0]

    def formations_at(self, place: str, side: str = "", *, state: str = "", led: bool = False) -> list[str]:
        """Formations at a place: of one side or all, in one state or any, with or without those that go with others."""
        found = self.until_one_sails("places", lambda: by_word((self.place(name), name) for name in self.formations))
        return [
            name for name in found.get(place, ())
            if (not side or self.side_of(name) == side) and (not state or self.condition(name) == state)
            and (led or not self.formations[name].goes_with)
        ]  # fmt: skip

    def ready_at(self, place: str, side: str = "") -> list[str]:
        """Formations that lie Ready in a Space, Zone or Port Space, each for itself and those with it."""
        return [name for name in self.formations_at(place, side, state=READY) if not self.formations[name].inside]

    def in_harbour(self, port: str, side: str = "") -> list[str]:
        """Formations Ready within a besieged Harbour (R3.15)."""
        return [name for name in self.formations_at(port, side, state=READY) if self.formations[name].inside]

    def units_at(self, place: str, side: str = "", *, landed: bool | None = None) -> list[str]:
        """The Units at a place: a Port, box, Convoy, Formation; of one side or all; landed ones, others or both."""
        found = self.lists_of_units.kept(self.units, "places", lambda: by_word(
            (unit.at, name) for name, unit in self.units.items()))  # fmt: skip
        return [
            name for name in found.get(place, ())
            if (not side or self.unit_side(name) == side) and (landed is None or self.units[name].landed == landed)
        ]  # fmt: skip
