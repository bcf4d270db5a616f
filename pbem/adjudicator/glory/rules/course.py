"""One block's activation: the points it has left, where it began, and what may still happen to it."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.rules.forms import Leg
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import OFF, SEA
from pbem.base.records import dataclass, field


@dataclass(slots=True)
class Course:
    """The activation of one block (9.0), from its first order to its search at the end."""

    block: str
    seat: str
    wind: str  # empty on a bonus chit and for an arrival
    left: int  # movement points, or hexes on a bonus chit
    began: str  # the place word where it began
    told: str  # the place where all have seen it last
    spent: int = 0  # movement points; none are spent on a bonus chit
    path: list[str] = field(default_factory=list)  # hexes entered since it was last seen
    sortied: str = ""  # the port that it came out of in this activation
    went_to_sea: bool = False  # left a zone, or entered a hex
    from_track: bool = False
    parts_left: list[str] = field(default_factory=list)  # parts of its zone that it may not enter again (9.1)
    spotted: bool = False
    fought: bool = False
    over: bool = False  # it moves no more
    leg: Leg = field(default_factory=lambda: Leg())
    rumours: bool = False  # two have come up beside it, and wait to move
    fresh: bool = False  # a rumour that has come up in this very activation

    @property
    def bonus(self) -> bool:
        """Tells if hexes are counted, not points."""
        return not self.wind and not self.from_track


@dataclass(slots=True)
class Half:
    """One seat's half of a wind chit, its bonus move, or its arrivals."""

    seat: str
    sea: str  # the sea whose blocks are activated; empty on a bonus chit and for arrivals
    chit: str
    wind: str
    first: bool = True
    sorties: list[str] = field(default_factory=list)  # ports that an Allied fleet came out of (11.1)
    hunted: list[str] = field(default_factory=list)  # places that a block makes for already
    courses: list[Course] = field(default_factory=list)
    joins: list[tuple[str, str]] = field(default_factory=list)  # who is to be absorbed by whom (7.5)
    inshore: dict[str, str] = field(default_factory=dict)  # port -> the range counted Inshore of it (13.5)
    wishes_halt: bool = False


@rule("14.6", "Stationary blocks")
def is_stationary(course: Course) -> bool:
    """Tells if an active block counts as stationary: it neither sortied, went to sea, nor spent points."""
    return not (course.sortied or course.went_to_sea or course.spent or course.from_track)


def at_sea(state: State, course: Course) -> bool:
    """Tells if a block is at sea in a hex."""
    return state.blocks[course.block].area == SEA


def off_station(state: State, block: str) -> bool:
    """Tells if a block is Off Station."""
    return state.blocks[block].area == OFF
