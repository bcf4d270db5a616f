"""The pieces of a position: Squadrons, Formations, Convoys, Units, Leaders, and the Orders they carry out."""

from __future__ import annotations

from pbem.adjudicator.engine.piecemeal import counted
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, OFF_MAP
from pbem.base.records import dataclass, field


@counted("at", "formation")
@dataclass(slots=True)
class Squadron:
    """One Squadron (R3.3). In a Formation it has that Formation's place and state; its own are for In Ordinary."""

    command: str
    sail: dict[str, int] = field(default_factory=dict)  # class -> number; empty when Unformed
    dp: int = 0
    formation: str = ""  # that it belongs to; empty In Ordinary, off the map alone, and Unformed
    at: str = ""  # a Port, if In Ordinary; off-map; empty when Unformed or in a Formation
    state: str = ""  # in-ordinary, or empty
    foreign: bool = False  # it came In Ordinary in a Neutral Key Port and has to go as soon as it can (R3.5)


@counted("at", "state", "contingent", "goes_with", "inside", "marker", "blockades")
@dataclass(slots=True)
class Formation:
    """Squadrons that sail together, one alone, or a Convoy with its Escort (R3.6)."""

    kind: str  # flag, detachment, independent, company, convoy
    contingent: str
    command: str
    at: str = OFF_MAP  # a node; its Harbour if Fitting Out at a Key Port
    state: str = FITTING_OUT  # fitting-out or ready
    squadrons: list[str] = field(default_factory=list)  # its own; of a Convoy its Escort
    goes_with: str = ""  # the Formation it is attached to (R3.8), or sails as one with (R9.22): then it has its place
    inside: bool = False  # Ready within a besieged Harbour (R3.15)
    enters: str = ""  # off the map: the entry by which it comes on (R5.12); empty if it stays away
    left: int = 0  # date on which it left the map (2.617)
    order: str = ""  # key of the Order it carries out
    marker: str = ""  # its public number while it is Ready on the map
    # ---- this Impulse
    mps: int = 0  # spent in this Impulse
    moved: bool = False  # changed its place in this MPI
    fitted: bool = False  # was Fitting Out when this Impulse began
    # ---- on the way
    came_from: str = ""  # where it was before its last step
    toward: str = ""  # the neighbour it works off a longer step to
    beaten: int = 0  # MPs worked off toward it
    stays: int = 0  # failed tries to leave this Sea Zone
    home: bool = False  # it was told to go home (2.232), or has nothing left to do at sea (R9.21)
    # ---- seen
    spotted: str = ""  # why the enemy knows what it is; empty: Unspotted
    spotted_mpi: int = 0  # MPI, counted through the Turn, in which it was last Spotted
    # ---- blockade
    blockades: str = ""  # the Port it blockades
    blockading: int = 0  # MPI, counted through the Turn, since which it does; 0: from an earlier Turn
    let_pass: int = 0  # MPIs in which it might have broken out and did not (R7.8)
    # ---- this Turn, for attrition (R11.7)
    port_impulses: int = 0  # Impulses that it spent in port
    blockade_value: int = 0  # largest blockade value it bore
    interdicts: str = ""  # the Space in which it was counted as an interdictor this Turn (3.343)
    interdicting: int = 0  # ends of Impulses in a row there
    # ---- at sea, for one MPI or Impulse
    needs: int = 0  # MPs that the step to `toward` needs, by the wind when it began
    hushed: bool = False  # slipped out of a blockaded Port in this MPI: unseen, not to be attacked (R7.8)
    forced: bool = False  # came out by force in this MPI (R7.8)
    beat_at: int = 0  # Impulse, counted through the Years, in which it was beaten: it begins no Battle (R8.15)
    said: str = ""  # why it waited last, as its owner has heard
    fought: int = 0  # MPI, counted through the Turn, of its last Battle


@dataclass(slots=True)
class Convoy:
    """The cargo and the way of a Formation of kind convoy (R10)."""

    sort: str  # troops, trade, victualing
    destination: str = ""
    path: list[str] = field(default_factory=list)  # waypoints still to come
    dp_enemy: int = 0
    dp_weather: int = 0
    guarded: int = 0  # Impulse, counted through the Years, in which the coast guard last attacked it
    waits: int = 0  # Turns that it has waited for its Escort, or Impulses off a blockaded Port
    element: str = ""  # of the Trade Convoy Chart
    called: str = ""  # the Port of its route where it has spent its MPI (2.625)
    points: int = 0  # Repair Points that a Victualing Convoy carries (2.64)
    sail: int = 0  # ships of an Azogues Convoy (2.661)
    haven: str = ""  # the Port in which it shelters, or did last (R10.4)
    haven_since: int = 0  # Impulse, counted through the Years, in which it put in there
    shut: int = 0  # Impulse, so counted, since which a blockade shuts it out of its destination
    off_map: bool = False  # its Escort leaves the map with it (2.615)

    @property
    def dp(self) -> int:
        """All its damage."""
        return self.dp_enemy + self.dp_weather


@counted("at")
@dataclass(slots=True)
class Unit:
    """One Land Unit."""

    at: str  # a Port, a land box, a Convoy, a Formation (Marines), a Squadron (carried), off-map, gone
    disrupted: bool = False
    landed: bool = False  # ashore before an enemy Port, as part of an Expedition (3.425)
    tasked: bool = False  # a Marine that has done its task (2.532)
    gone: str = ""  # eliminated, withdrawn or captured, if it is gone
    back_on: int = 0  # date on which a Unit that was set aside comes back (3.466)
    back_at: str = ""  # the Port at which it does
    serves: str = ""  # contingent that a Tribe has joined (2.542); empty for others
    joined: int = 0  # date on which it did


@dataclass(slots=True)
class Auxiliary:
    """One Auxiliary or Corsair that is in play (R6.2)."""

    at: str  # a Port, a Formation, a Corsair Zone, a place at sea while on a Task; available, recovery, off-map
    command: str = ""
    station: str = ""  # where it was when it was sent on its Task
    task: str = ""  # one that lasts: shadow, interdiction, port-interdiction
    target: str = ""  # the Formation that it shadows
    since: int = 0  # Impulse, counted through the Years, in which the Task began
    struck: int = 0  # Impulse, so counted, in which it last attacked a Convoy where it interdicts
    spent: bool = False  # it has done its Task in a besieged Port and lies beside it (3.433)
    zone: str = ""  # Corsair Zone that it belongs to; empty for others
    serves: str = ""  # side that has roused a Pirate; empty for others
    used: int = 0  # date on which a Bomb was used (R6.11)


@dataclass(slots=True)
class Campaign:
    """One Military Campaign (3.21)."""

    status: str
    active: bool = False
    hex: str = ""  # of its marker
    so_far: int = 0  # campaigns of this name that have begun
    won: int = 0  # Year of the last Win
    done: bool = False  # it occurs no more
    fresh: bool = False  # its first Turn is to come
    taken: list[str] = field(default_factory=list)  # Ports Captured while it is Active
    support: dict[str, int] = field(default_factory=dict)  # side -> Support Army Orders Fulfilled in this Turn


@dataclass(slots=True)
class Leader:
    """One Leader (R3.10)."""

    rank: str
    posts: list[str] = field(default_factory=list)  # Stations and a Formation
    out_until: int = 0  # date until which a wound or relief keeps the Leader in the Mess
    gone: str = ""  # killed, captured, or absent: not here in this scenario


@dataclass(slots=True)
class Personage:
    """One Personage (2.56)."""

    at: str
    gone: str = ""
    back_on: int = 0  # date on which one that was lost is Replaced (2.567); 0: never


@counted("holder", "owner")
@dataclass(slots=True)
class PortHeld:
    """The holder, stores and repairs of a Port."""

    holder: str  # a contingent, or neutral
    captured: int = 0  # date of its last capture (1.325)
    stores: int = 0  # points in its Victualing Box
    repairs: int = 0  # repair rolls used this Turn (or this Quarter, if quarterly)
    raided: int = 0  # date on which Marines raided it (R6.10)
    owner: str = ""  # contingent that a campaign has given it to (3.22, 3.23); empty: the printed one
    minor: bool = False  # a campaign has closed its Harbour (3.22)
    razed: int = 0  # last date on which its walls count as 1 at most, for they were blown up
    bare: bool = False  # its Intrinsic Garrison is gone for good (3.23)


@dataclass(slots=True)
class Siege:
    """An Expedition ashore before a Port (3.42, 3.45)."""

    order: str  # key of the assault
    flotilla: str
    expedition: str
    since: int = 0  # Impulse of landing, counted through the game
    stormed: int = 0  # last Impulse, so counted, with an Escalade
    bombs: dict[str, int] = field(default_factory=dict)  # side -> Bombs that count as Sail in this Impulse (3.442)


@dataclass(slots=True)
class Order:
    """An Order that somebody carries out, chit or not (R9.4 to R9.9)."""

    kind: str
    side: str
    to: list[str] = field(default_factory=list)  # Formations
    chit: str = ""  # its chit; empty for RVO, Escort, Transport
    targets: list[str] = field(default_factory=list)  # Ports or Spaces; sealed
    since: int = 0  # date of Issue
    last: int = 0  # last date on which it may be Fulfilled
    point: int = 0  # waypoints passed (R9.13)
    begun: int = 0  # Impulse, counted through the game, in which a Cruise began
    spent: int = 0  # MPs spent at the End of a Cruise
    ends: int = 0  # ends of Impulses in a row that count (R9.12, R9.16)
    held_at: str = ""  # where they were counted
    misses: int = 0  # failed throws (R9.14, R9.15)
    extended: bool = False
    landed: bool = False  # an assault whose Expedition has been ashore


@dataclass(slots=True)
class Duty:
    """Sail that a side still has to send home, and why (3.122, 2.263, 3.24, 3.152)."""

    side: str
    sail: int
    due: int = 0  # date after which it costs Prestige (3.126); 0: as soon as may be
    contingent: str = ""  # whose Sail; empty for any of the side


@dataclass(slots=True)
class Held:
    """Sail that have no Squadron yet, or are set aside off the map (2.175, 2.615)."""

    contingent: str
    command: str
    at: str  # off the map, or the Port where they are built
    north: bool = False
    sail: dict[str, int] = field(default_factory=dict)


@dataclass(slots=True)
class Hurricane:
    """The Hurricane that is on the map (1.5); no dot, no Hurricane."""

    dot: str = ""
    strong: bool = False  # a Hurricane; else a Tropical Storm (1.511)
    born: int = 0  # MPI, counted through the game, in which it appeared
    name: str = ""


@dataclass(slots=True)
class Gale:
    """A Gale on the map (R5.7)."""

    wind: str  # the Seasonal Wind that it belongs to
    at: str
    force: int


@dataclass(slots=True)
class Ended:
    """An Order or Convoy that is in a box (R9.9)."""

    side: str
    what: str  # a chit, a Convoy, or the case of a notional one
    fulfilled: bool
    date: int
    case: str  # of the rule that put it there


@dataclass(slots=True)
class Award:
    """One line of the ledger of Prestige (R12)."""

    date: int
    side: str
    points: int
    why: str
    case: str
