"""One seat's eyes: its view, and what a question tells it. Conditions and hunts look through nothing else."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.state.terms import PORT, ZONE_PARTS
from pbem.adjudicator.orders.carried_out.eyes import Eyes

HERE = "here"
PARTS = (PORT, *ZONE_PARTS)
#: No news is as old as this.
NEVER = 999


class Look(Eyes[Board]):
    """One seat's eyes on the position, and on the question that is put to it."""

    # ---------------------------------------------------------------------------------------- own blocks and ships

    def block(self, name: str) -> Mapping[str, Any]:
        """An own block by its id, or 'here': the one that the question is about."""
        found: Mapping[str, Any] = self.known["blocks"].get(self.told("block") if name == HERE else name, {})
        return found

    def here(self) -> str:
        """The place that the question is about: the block's, if it names no other."""
        return self.told("place") or spot(self.block(HERE))

    def place(self, name: str) -> str:
        """A place, or 'here'."""
        return self.here() if name == HERE else name

    def ships(self, block: str) -> list[str]:
        """The ships of an own block."""
        return [str(name) for name in self.block(block).get("ships", ())]

    def count(self, ships: Sequence[str], state: str) -> int:
        """Counts those of some ships that are in a state: any ship, undamaged, damaged or wrecked."""
        states = [str(self.known["ships"].get(name, {}).get("state", "")) for name in ships]
        wanted = {"undamaged": "sound"}.get(state, state)
        return len(states) if state == "ships" else states.count(wanted)

    def own_at(self, place: str) -> list[str]:
        """The own ships that lie ready in a place: in the port, or in blocks there."""
        name, _, part = place.partition("/")
        port = self.known["ports"].get(name, {}) if part in ("", "port") else {}
        found = [str(name) for name in port.get("ready", ())]
        for each in self.known["blocks"].values():
            if is_in(spot(each), place):
                found += [str(name) for name in each.get("ships", ())]
        return list(dict.fromkeys(found))

    # ---------------------------------------------------------------------------------------- sails of the enemy

    def sails(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """The enemy's sails in sight, by their numbers."""
        yield from self.known["sails"].items()

    def sails_at(self, place: str) -> list[str]:
        """The sails in a place."""
        return [number for number, each in self.sails() if is_in(spot(each), place)]

    def sails_left(self, port: str, since: int) -> list[str]:
        """The sails in sight that may have left a port since a turn."""
        departed = {str(number) for each in self.known["left"] if each["port"] == port and int(each["turn"]) >= since
                    for number in each["sails"]}  # fmt: skip
        return [number for number, each in self.sails()
                if number in departed or (each.get("left") == port and int(each.get("since", 0)) >= since)]  # fmt: skip

    def has_left(self, port: str, since: int) -> bool:
        """Tells if a sail came out of a port since a turn."""
        return any(each["port"] == port and int(each["turn"]) >= since for each in self.known["left"])

    def age(self, place: str) -> int:
        """The age in turns of the last news of a place."""
        news = self.known["news"].get(place)
        return NEVER if news is None else self.turn - int(news["turn"])

    # ---------------------------------------------------------------------------------------- the map

    def hex_of(self, place: str) -> str:
        """The hex of a place; empty for a box of a track."""
        port = self.board.ports.get(place.partition("/")[0])
        return port.zone_hex if port is not None else place if place in self.board.hexes else ""

    def hexes_between(self, one: str, other: str) -> int:
        """Counts the hexes between two places by sea."""
        begin, end = self.hex_of(one), self.hex_of(other)
        if not begin or not end:
            return NEVER
        return sea_steps(self.board, begin).get(end, NEVER)


@lru_cache(maxsize=512)
def sea_steps(board: Board, start: str) -> Mapping[str, int]:
    """The distance by sea from a hex to every other, in hexes."""
    found, edge = {start: 0}, [start]
    for number in range(1, NEVER):
        beyond = dict.fromkeys(name for each in edge for _, name in board.neighbours(each) if name not in found)
        found |= dict.fromkeys(beyond, number)
        edge = list(beyond)
        if not edge:
            break
    return found


def spot(entry: Mapping[str, Any]) -> str:
    """The place of a block or sail in a word: `brest/inshore`, `0807`, `west-3`."""
    at, part = str(entry.get("at", "")), str(entry.get("part", ""))
    return f"{at}/{part}" if part in PARTS and "/" not in at else at


def is_in(at: str, place: str) -> bool:
    """Tells if something is in a place; a port holds the parts of its zone."""
    return bool(at) and (at == place or at.partition("/")[0] == place)
