"""The pieces of the Trafalgar scenario (24): its fleets, its objectives and its terms. Values only."""

from __future__ import annotations

from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class ScenarioFleet:
    """A fleet of the Trafalgar scenario, at its start or as a reinforcement (24.1)."""

    block: str
    turn: int
    place: str
    parts: tuple[str, ...]
    bound: tuple[str, ...]
    admirals: tuple[str, ...]
    ships: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScenarioObjective:
    """One of the four objectives of Trafalgar (24.3)."""

    id: str
    kind: str
    place: str


@dataclass(frozen=True, slots=True)
class Trafalgar:
    """The Trafalgar scenario (24)."""

    first_turn: int
    last_turn: int
    added_hexes: tuple[str, ...]
    added_zone: str
    gibraltar_winds: tuple[str, ...]
    frigates_out: int
    chits: tuple[str, ...]
    blocks_out: tuple[str, ...]
    track_box: int
    grant_before: int
    hex_after: int
    fleets: tuple[ScenarioFleet, ...] = ()
    objectives: tuple[ScenarioObjective, ...] = ()
