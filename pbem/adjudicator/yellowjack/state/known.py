"""The memory of a side: enemy Formations by marker, and Ports."""

from __future__ import annotations

from pbem.base.records import dataclass, field


@dataclass(slots=True)
class Sighting:
    """A Formation that was Spotted, under its marker (R7.1)."""

    contingent: str
    kind: str  # flag, detachment, independent, company, convoy
    squadrons: int  # of a Convoy those of its Escort
    at: str
    date: int
    impulse: int
    mpi: int
    third: int = -1  # thirds of damage, told after a Battle; -1: unknown


@dataclass(slots=True)
class Known:
    """All that a side remembers of the enemy."""

    markers: dict[str, Sighting] = field(default_factory=dict)  # by marker, the last that was Spotted
    fought: dict[str, str] = field(default_factory=dict)  # marker -> name of the Formation, known from Battle
    ports: dict[str, int] = field(default_factory=dict)  # Port -> date on which its Units were seen
