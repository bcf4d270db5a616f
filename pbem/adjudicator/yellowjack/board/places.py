"""The places of the map and the winds over it."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.board.naming import Label
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Place(Label):
    """Any place of the net: a Port, a Space or a Sea Zone."""

    id: str
    name: str
    latitude: int  # hundredths of a degree
    longitude: int
    region: str
    commands: Mapping[str, tuple[str, ...]]  # side -> Commands with jurisdiction (1.37)


@dataclass(frozen=True, slots=True)
class Port(Place):
    """A Port Space, with its Harbour if it is a Key Port (1.32)."""

    kind: str  # key or minor
    contingent: str  # whose it is at the start of the war; neutral for Danes and Dutch
    flag: str  # the same with the nation of a neutral
    blockade: int
    garrison: int
    fortification: int
    repair: int
    quarterly: bool  # repairs on Quarterly Turns only
    prestige: int
    harbour_from: int  # Year of a dated Harbour, else 0
    victualing: bool
    box: str  # its Land Box; empty for none

    @property
    def is_key(self) -> bool:
        """Tells if it has a Harbour from the start."""
        return self.kind == "key"


@dataclass(frozen=True, slots=True)
class Space(Place):
    """A Space without a Port (R2.2)."""

    number: int  # printed; 0 for none
    size: str  # large or small


@dataclass(frozen=True, slots=True)
class Exit:
    """One way out of a Sea Zone (R5.6)."""

    number: str  # of the Spaces it leads to, or the id of a Port or Zone
    nodes: tuple[str, ...]  # among which the owner chooses
    windward: bool
    out: int  # highest die that leaves
    adrift: int  # highest die that comes out at `drift`
    drift: str  # a number; empty for none


@dataclass(frozen=True, slots=True)
class Zone(Place):
    """A Sea Zone (R2.3)."""

    extent: str  # small, medium, large
    exits: Mapping[str, Exit]  # by number


@dataclass(frozen=True, slots=True)
class Way:
    """A Lane or a way in or out of a Zone, from its first end."""

    a: str
    b: str
    zone: bool  # it joins a Sea Zone


@dataclass(frozen=True, slots=True)
class LandBox(Label):
    """A Land Box (1.35)."""

    id: str
    name: str
    flags: tuple[str, ...]
    region: str
    ports: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Station:
    """The Station of an Admiral (2.211, 2.311)."""

    id: str
    side: str
    port: str  # its HQ


@dataclass(frozen=True, slots=True)
class CorsairZone(Label):
    """A Corsair Zone (2.42)."""

    id: str
    name: str
    flags: tuple[str, ...]
    origin: str
    range: int
    in_range: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A way on or off the map."""

    id: str
    kind: str
    nodes: tuple[str, ...]
    fleets: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WindPhase:
    """A Seasonal Wind in some Turns of a Year: from where, and on which dice."""

    turns: tuple[int, ...]
    direction: str
    blows: int  # highest die on which it blows


@dataclass(frozen=True, slots=True)
class Wind:
    """A Seasonal Wind (1.41)."""

    id: str
    node: str
    group: str
    gale: int  # die on which a Gale is born here; -1 for none
    affects: tuple[str, ...]
    phases: tuple[WindPhase, ...]
