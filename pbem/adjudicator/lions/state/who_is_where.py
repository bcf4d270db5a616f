"""The queries for who is where. What they find is kept for many questions, and found anew when a unit has moved."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from pbem.adjudicator.engine.piecemeal import Moves, by_word
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.board import Board

Found = TypeVar("Found")
NOBODY: Sequence[str] = ()


class Places:
    """The queries of a position for who is where."""

    __slots__ = ("counter", "kept", "moment")

    if TYPE_CHECKING:
        board: Board
        ships: dict[str, Any]
        prizes: dict[str, str]
        players: tuple[str, ...]

        def owner(self, name: str) -> str: ...

    counter: Moves
    kept: dict[Any, Any]
    moment: tuple[int, int, int]

    def forget_all(self, counter: Moves) -> None:
        """Nothing has been found yet; the counter tells of every move."""
        self.counter, self.kept, self.moment = counter, {}, (0, 0, 0)

    def until_one_moves(self, find: Callable[..., Found], *about: Any) -> Found:
        """Keeps what a function finds in this position until a ship or a land unit moves, comes or goes."""
        moment = (self.counter.count, len(self.ships), len(self.prizes))
        if self.moment != moment:
            self.kept, self.moment = {}, moment
        key = (find, *about)
        found: Found | None = self.kept.get(key)
        if found is None:
            found = self.kept[key] = find(self, *about)
        return found

    def move(self, name: str, square: str) -> None:
        """Moves one ship. As ships sail square by square, who lies where is mended; all else is found anew."""
        afloat, ships = self.until_one_moves(owners_afloat), self.until_one_moves(lying)
        changed = [(ships, name)]
        if name in self.board.ships and name not in self.prizes:
            changed.append((afloat, self.board.ships[name].nation))
        for found, word in changed:
            here = found[self.ships[name].at]
            here.remove(word)
            if not here:
                del found[self.ships[name].at]
            found.setdefault(square, []).append(word)
        self.ships[name].at = square
        self.moment = (self.counter.count, len(self.ships), len(self.prizes))
        self.kept = {(owners_afloat,): afloat, (lying,): ships}

    # ---------------------------------------------------------------- squares

    def afloat(self) -> Mapping[str, Sequence[str]]:
        """The owners of ships square by square, without treasure and prizes."""
        return self.until_one_moves(owners_afloat)

    def nations_afloat(self, square: str) -> Sequence[str]:
        """Lists the same of one square."""
        return self.until_one_moves(owners_afloat).get(square, NOBODY)

    def ships_at(self, square: str, power: str) -> list[str]:
        """A power's ships in a square, treasure it escorts among them, in the board's order."""
        here = self.until_one_moves(lying).get(square, NOBODY)
        return self.in_order(name for name in here if self.owner(name) == power)

    def ships_of(self, power: str) -> list[str]:
        """Every ship of a power on the map, in the board's order; her prizes are not her own ships (34)."""
        return list(self.until_one_moves(sailing, power))

    def in_order(self, names: Iterable[str]) -> list[str]:
        """Ships and treasure fleets in the board's order."""
        rank = self.board.ranks
        return sorted({name for name in names if name in rank}, key=rank.__getitem__)

    # ---------------------------------------------------------------- fleets

    def fleet(self, name: str) -> list[str]:
        """The ships of a fleet, in the board's order."""
        return self.in_order(self.until_one_moves(fleets).get(name, NOBODY))

    def places_of_fleets(self) -> Mapping[str, str]:
        """Maps each fleet to its square: its ships are always together."""
        return self.until_one_moves(anchorages)

    @rule("2.10", "Fleet markers", "12.4")
    def fleets_of(self, power: str) -> list[str]:
        """The fleets of a power that are on the map, by number: a marker without ships is off it, and free again."""
        return list(self.until_one_moves(markers_down, power))


def owners_afloat(state: Places) -> dict[str, list[str]]:
    """The same, found anew."""
    ships, prizes = state.board.ships, state.prizes
    own = ((vessel.at, ships[name].nation) for name, vessel in state.ships.items()
           if name in ships and name not in prizes)  # fmt: skip
    return by_word(own)


def lying(state: Places) -> dict[str, list[str]]:
    """The ships and treasure fleets square by square."""
    return by_word((vessel.at, name) for name, vessel in state.ships.items())


def sailing(state: Places, power: str) -> list[str]:
    """The ships of a power on the map, in the board's order."""
    return [ship.id for ship in state.board.ships_of(power) if ship.id in state.ships and ship.id not in state.prizes]


def fleets(state: Places) -> dict[str, list[str]]:
    """The ships and treasure of each fleet; under the name of a lone ship, the treasure that she escorts."""
    return by_word((vessel.fleet, name) for name, vessel in state.ships.items() if vessel.fleet)


def markers_down(state: Places, power: str) -> list[str]:
    """The fleets of a power that have ships, by number."""
    places = state.places_of_fleets()
    return [name for name in numbers_of_fleets(state.board, power) if name in places]


@lru_cache(maxsize=64)
def numbers_of_fleets(board: Board, power: str) -> dict[str, str]:
    """A power's fleets, each with the number on its marker."""
    return {f"{power}-fleet-{number}": str(number) for number in range(1, board.fleet_markers[power] + 1)}


def anchorages(state: Places) -> dict[str, str]:
    """The square of each fleet."""
    return {vessel.fleet: vessel.at for vessel in state.ships.values() if vessel.fleet}


def fleets_by_place(state: Places) -> dict[tuple[str, str], list[str]]:
    """The numbers of everybody's Fleet Markers, by square and power."""
    places, found = state.places_of_fleets(), dict[tuple[str, str], list[str]]()
    for power in state.players:
        for name, number in numbers_of_fleets(state.board, power).items():
            if name in places:
                found.setdefault((places[name], power), []).append(number)
    return found


def fleet_number(fleet: str) -> str:
    """Returns the number of a Fleet Marker; empty for a ship that sails alone."""
    return fleet.rpartition("-fleet-")[2] if "-fleet-" in fleet else ""


def loose_ships(state: Places) -> set[tuple[str, str]]:
    """The places of ships outside fleets, by square and power; nobody sees of which sort they are."""
    ships, prizes = state.board.ships, state.prizes
    return {(vessel.at, ships[name].nation) for name, vessel in state.ships.items()
            if not vessel.fleet and name in ships and name not in prizes}  # fmt: skip
