"""A steady player's reading of the view: own fleets and ports, enemy sails, and guesses at what lies in ports."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.state.terms import FLEET, FRIGATE, PORT, SEA, TRACK, TRAFALGAR, ZONE_PARTS
from pbem.adjudicator.glory.view.look import NEVER, Look
from pbem.base.records import dataclass

Leg = dict[str, Any]
#: What both know of the order of battle at the start: ships ready in Allied ports, and before them (3.0).
AT_FIRST = {"brest": 18, "rochefort": 5, "ferrol": 14, "cadiz": 7, "cartagena": 6, "toulon": 11}
WATCH_AT_FIRST = {"brest": 21, "rochefort": 0, "ferrol": 13, "cadiz": 5, "cartagena": 0, "toulon": 11,
                  "bantry-bay": 5}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Eyes:
    """One seat's view, and what a captain makes of it."""

    board: Board
    known: Mapping[str, Any]

    @property
    def seat(self) -> str:
        return str(self.known["seat"])

    @property
    def turn(self) -> int:
        return int(self.known["turn"])

    @property
    def trafalgar(self) -> bool:
        """Tells if the Trafalgar scenario is played."""
        return str(self.known["scenario"]) == TRAFALGAR

    @property
    def winter(self) -> bool:
        """Tells if it is the season in which no fleet lies Inshore of its own will."""
        return str(self.known["season"]) in ("winter", "fall")

    # ---------------------------------------------------------------- own

    def block(self, name: str) -> Mapping[str, Any]:
        """An own block."""
        found: Mapping[str, Any] = self.known["blocks"][name]
        return found

    def kind(self, name: str) -> str:
        """The kind of an own block."""
        return str(self.board.blocks[name].kind)

    def blocks(self, kind: str) -> list[str]:
        """Own blocks of a kind that are in play."""
        return [name for name in self.known["blocks"] if self.kind(name) == kind and self.in_play(name)]

    def in_play(self, name: str) -> bool:
        """Tells if an own block is on the map or on a track."""
        return self.block(name)["part"] in (PORT, *ZONE_PARTS, SEA, TRACK)

    def unused(self, wanted: tuple[str, ...]) -> list[str]:
        """Those of some fleet blocks that are not in use."""
        return [name for name in wanted if self.block(name)["part"] == "unused"]

    def ships(self, name: str) -> list[str]:
        """The ships of an own block."""
        return [str(ship) for ship in self.block(name)["ships"]]

    def sound(self, name: str) -> int:
        """Counts the undamaged ships of an own block."""
        return sum(1 for ship in self.ships(name) if self.is_sound(ship))

    def is_sound(self, ship: str) -> bool:
        """Tells if an own ship is undamaged and has a crew."""
        return str(self.known["ships"][ship]["state"]) == "sound"

    def is_wrecked(self, ship: str) -> bool:
        """Tells if an own ship is a wreck."""
        return str(self.known["ships"][ship]["state"]) == "wrecked"

    def off(self, port: str, kind: str = FLEET) -> list[str]:
        """Own blocks of a kind in a port's patrol zone."""
        return [name for name in self.blocks(kind)
                if self.block(name)["at"] == port and self.block(name)["part"] in ZONE_PARTS]  # fmt: skip

    def on_watch(self, port: str) -> int:
        """Counts own undamaged ships before a port."""
        return sum(self.sound(name) for name in self.off(port))

    def frigates(self) -> list[str]:
        """Own frigates in play."""
        return self.blocks(FRIGATE)

    def harbour(self, port: str) -> list[str]:
        """Own undamaged ships in a port that lie in no block."""
        told = self.known["ports"].get(port, {})
        return [str(ship) for ship in told.get("harbour", ()) if self.is_sound(str(ship))]

    def ready(self, port: str) -> list[str]:
        """Own undamaged ships with crews in a port, in blocks or outside any."""
        return [str(ship) for ship in self.known["ports"].get(port, {}).get("ready", ()) if self.is_sound(str(ship))]

    def hurt(self, port: str) -> list[str]:
        """Own damaged ships in a port."""
        return [str(ship) for ship in self.known["ports"].get(port, {}).get("damaged", ())]

    def ashore(self, port: str) -> list[str]:
        """Own admirals in a port outside any block."""
        return [str(name) for name in self.known["ports"].get(port, {}).get("admirals", ())]

    def sea_of(self, name: str) -> str:
        """The sea area of an own block; empty on a track."""
        here = self.block(name)
        at = self.board.ports[here["at"]].zone_hex if here["at"] in self.board.ports else here["at"]
        found = self.board.hexes.get(at)
        return str(found.sea) if found else ""

    # ---------------------------------------------------------------- the enemy

    def sails(self) -> Iterator[tuple[str, Mapping[str, Any]]]:
        """Enemy sails in sight by number."""
        yield from self.known["sails"].items()

    def sails_in(self, sea: str) -> list[str]:
        """Enemy sails at sea or in a patrol zone of a sea area."""
        look = self.look()
        return [number for number, sail in self.sails()
                if (hex_ := look.hex_of(str(sail["at"]))) and str(self.board.hexes[hex_].sea) == sea]  # fmt: skip

    def sails_on(self, track: str) -> int:
        """Counts the enemy sails on a track."""
        return sum(1 for _, sail in self.sails() if str(sail["at"]).startswith(f"{track}-"))

    def last_word(self, place: str, first: Mapping[str, int]) -> int:
        """The most ships that the last news of a place allows; before any news what both know of the start."""
        word = self.known["news"].get(place)
        return int(word["high"]) if word else first.get(place, 0)

    def age(self, place: str) -> int:
        """The turns since the last news of a place."""
        word = self.known["news"].get(place)
        return self.turn - int(word["turn"]) if word else NEVER

    # ---------------------------------------------------------------- the map

    def look(self) -> Look:
        """The same view as conditions look at it, for distances."""
        return Look(self.board, lambda: self.known, {})

    def hexes(self, one: str, other: str) -> int:
        """Counts the hexes between two places by sea."""
        return self.look().hexes_between(one, other)


def text(number: int) -> str:
    """A number as order files write it."""
    return str(number)


def when(*conditions: Mapping[str, Any], **leg: Any) -> Leg:
    """A leg under conditions."""
    return {"if": [dict(each) for each in conditions], **leg}


def named(sail: str) -> str:
    """A sail as order files name it."""
    return f"sail-{sail}"
