"""The position of a match, with its clock, forces, Ports, Orders and points. Plain data in and out.

The board never changes; the position does. A Formation that goes with another has the other's place: ask `place`.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.adjudicator.engine.piecemeal import by_word
from pbem.adjudicator.engine.plain_state import PlainState
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.state.known import Known
from pbem.adjudicator.yellowjack.state.pieces import (
    Auxiliary,
    Award,
    Campaign,
    Convoy,
    Duty,
    Ended,
    Formation,
    Gale,
    Held,
    Hurricane,
    Leader,
    Order,
    Personage,
    PortHeld,
    Siege,
    Squadron,
    Unit,
)
from pbem.adjudicator.yellowjack.state.who_is_where import Places
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    FRIGATE,
    GONE,
    IMPULSES,
    IN_ORDINARY,
    INDEPENDENT,
    MPIS,
    OFF_MAP,
    RECOVERY,
    SIDE_OF,
    SIDES,
)
from pbem.base.records import dataclass, field

#: Parts of a position that are kept in the order of the alphabet; the rest stands in the board's order.
BY_NAME = ("formations", "convoys", "sieges", "orders", "winds", "plans", "events", "swept")


@dataclass(slots=True)
class State(Places, PlainState):
    """The whole position. Only rules change it; views and reports read a part of it."""

    board: Board
    house: dict[str, str] = field(default_factory=dict)  # switches of the charter
    scenario: str = "porto-bello"
    # ---- clock
    date: int = 0  # the Turn, counted through the Years
    count: int = 0  # the Turn, counted from the start of the game; 0 in the set-up
    impulse: int = 0
    mpi: int = 0
    step: str = ""  # of the sequence, while a phase is played
    last: int = 0  # date of the last Turn
    # ---- forces
    squadrons: dict[str, Squadron] = field(default_factory=dict)
    formations: dict[str, Formation] = field(default_factory=dict)
    convoys: dict[str, Convoy] = field(default_factory=dict)
    units: dict[str, Unit] = field(default_factory=dict)
    leaders: dict[str, Leader] = field(default_factory=dict)
    personages: dict[str, Personage] = field(default_factory=dict)
    auxiliaries: dict[str, Auxiliary] = field(default_factory=dict)  # those in play
    pirate_turn: str = ""  # side that may rouse the next Pirate (2.431); empty before the first
    screened: list[str] = field(default_factory=list)  # Spaces whose coast guard has Screened in this Impulse (2.251)
    swept: dict[str, int] = field(default_factory=dict)  # side and zone -> Quarter of its award (2.452)
    lost: dict[str, dict[str, int]] = field(default_factory=dict)  # contingent -> class -> Sail lost for good
    held: list[Held] = field(default_factory=list)  # Sail without a Squadron
    ships: dict[str, dict[str, list[str]]] = field(default_factory=dict)  # Squadron -> class -> names of its Sail
    ships_gone: list[str] = field(default_factory=list)  # names that are used no more
    trade: dict[str, int] = field(default_factory=dict)  # line -> date on which its inbound Convoy Disbanded
    spoiled: list[str] = field(default_factory=list)  # inbound lines of which a Convoy was Scattered
    victuals: dict[str, int] = field(default_factory=dict)  # contingent -> Repair Points gathered off the map
    duties: list[Duty] = field(default_factory=list)  # Sail that have to be sent home, the oldest duty first
    french_repair: int = 0  # Quarter, counted from 1, of the last repair roll on a Frenchman (2.26)
    left_freely: int = 0  # French Sail and Auxiliaries that have been withdrawn at will (2.263)
    interdicted: dict[str, int] = field(default_factory=dict)  # Space -> Quarter in which it was counted (3.343)
    company_order: int = 0  # last date on which the Company's Convoy Order may be Issued (2.673); 0: none
    # ---- the map
    ports: dict[str, PortHeld] = field(default_factory=dict)
    sieges: dict[str, Siege] = field(default_factory=dict)  # by Port
    hurricane: Hurricane = field(default_factory=Hurricane)
    gales: list[Gale] = field(default_factory=list)
    accrued: int = 0  # Impulses of this season without a Hurricane (1.534)
    winds: dict[str, str] = field(default_factory=dict)  # icons that blow -> direction they blow from
    # ---- Orders
    pool: dict[str, list[str]] = field(default_factory=dict)  # side -> chits
    hand: dict[str, list[str]] = field(default_factory=dict)
    orders: dict[str, Order] = field(default_factory=dict)  # those that are carried out
    ended: list[Ended] = field(default_factory=list)  # the boxes since they were last counted
    history: list[Ended] = field(default_factory=list)  # what was in them before
    discarded: dict[str, int] = field(default_factory=dict)  # Command -> Quarter in which its Viceroy discarded (3.33)
    campaigns: dict[str, Campaign] = field(default_factory=dict)  # as the board has them
    events: dict[str, int] = field(default_factory=dict)  # Strategic Events that happened -> date
    # ---- counting
    prestige: dict[str, int] = field(default_factory=dict)
    start_prestige: dict[str, int] = field(default_factory=dict)
    ledger: list[Award] = field(default_factory=list)
    winner: str = ""  # a seat, or draw
    spending: dict[str, Any] = field(default_factory=dict)  # side -> what it may spend points on in this phase
    spent: dict[str, int] = field(default_factory=dict)  # side and kind -> date of the last point spent so (R12.4)
    odd_frigates: dict[str, int] = field(default_factory=dict)  # side -> lost Frigates that have scored nothing yet
    told_boxes: dict[str, list[int]] = field(default_factory=dict)  # side -> the boxes as they were last told
    level: str = ""  # drawn, marginal, substantial, decisive
    over: bool = False
    # ---- what is seen, what is meant
    known: dict[str, Known] = field(default_factory=dict)
    next_marker: dict[str, int] = field(default_factory=dict)
    plans: dict[str, dict[str, Any]] = field(default_factory=dict)  # Formation -> what is left of its plan

    def __post_init__(self) -> None:
        self.forget_lists()
        self.settle()

    def settle(self) -> None:
        """Puts what is kept by name into one order: a position from a file plays as the one written."""
        board = self.board
        shelves: tuple[tuple[str, Iterable[str]], ...] = (
            ("squadrons", board.squadrons), ("units", board.units), ("leaders", board.leaders),
            ("personages", board.personages), ("ports", board.ports), ("auxiliaries", board.craft.counters),
            ("campaigns", board.politics.campaigns),
        )  # fmt: skip
        for name, shelf in shelves:
            kept = getattr(self, name)
            setattr(self, name, {key: kept[key] for key in shelf if key in kept})
        for name in BY_NAME:
            setattr(self, name, dict(sorted(getattr(self, name).items())))
        for name, usual in (("prestige", 0), ("start_prestige", 0), ("odd_frigates", 0), ("next_marker", 1)):
            kept = getattr(self, name)
            setattr(self, name, {side: kept.get(side, usual) for side in SIDES})
        self.pool = {side: self.pool.get(side, []) for side in SIDES}
        self.hand = {side: self.hand.get(side, []) for side in SIDES}
        self.told_boxes = {side: self.told_boxes.get(side, [0, 0]) for side in SIDES}
        self.known = {side: self.known.get(side, Known()) for side in SIDES}

    # ---------------------------------------------------------------- time

    @property
    def now(self) -> int:
        """The Impulse, counted through the Years."""
        return (self.date - 1) * IMPULSES + self.impulse

    @property
    def tick(self) -> int:
        """The MPI, counted through the Turn."""
        return (self.impulse - 1) * MPIS + self.mpi if self.impulse else 0

    # ---------------------------------------------------------------- Formations

    def leading(self, formation: str) -> str:
        """The Formation that another goes with; itself if it goes alone."""
        return self.formations[formation].goes_with or formation

    def together(self, formation: str) -> list[str]:
        """A Formation and those that go with it."""
        return [formation, *self.companions(formation)]

    @rule("2.11", "Two sides", "2.115", "R3.1")
    def side_of(self, formation: str) -> str:
        """The side of a Formation."""
        return SIDE_OF[self.formations[formation].contingent]

    def of_side(self, side: str) -> list[str]:
        """The Formations of a side."""
        found = self.until_one_sails("sides", lambda: by_word((self.side_of(name), name) for name in self.formations))
        return list(found.get(side, ()))

    def squadrons_of(self, formation: str, *, attached: bool = True) -> list[str]:
        """The Squadrons of a Formation and, unless told otherwise, of those that go with it."""
        names = self.together(formation) if attached else [formation]
        return [squadron for name in names for squadron in self.formations[name].squadrons]

    def sail_of(self, formation: str, *, attached: bool = True) -> dict[str, int]:
        """The Sail of a Formation by class."""
        found: dict[str, int] = {}
        for name in self.squadrons_of(formation, attached=attached):
            for sort, number in self.squadrons[name].sail.items():
                found[sort] = found.get(sort, 0) + number
        return found

    def frigates_only(self, formation: str) -> bool:
        """Tells if a Formation has Squadrons, and all are of Frigates."""
        names = self.squadrons_of(formation)
        return bool(names) and all(self.is_frigates(name) for name in names)

    def is_frigates(self, squadron: str) -> bool:
        """Tells a Squadron of Frigates from one of the line."""
        return self.board.squadrons[squadron].kind == FRIGATE

    def is_convoy(self, formation: str) -> bool:
        """Tells if a Formation is a Convoy."""
        return self.formations[formation].kind == CONVOY

    def new_formation(self, name: str, kind: str, at: str, state: str, squadrons: Iterable[str] = ()) -> Formation:
        """Puts a Formation on the map; its contingent and Command are those of its counter, or of its Squadron."""
        members = list(squadrons)
        if kind == INDEPENDENT:
            contingent, command = self.board.squadrons[name].contingent, self.squadrons[name].command
        elif kind == CONVOY:
            contingent = self.board.convoys[name].contingent
            commands = self.board.nodes[at].commands[SIDE_OF[contingent]] if at in self.board.nodes else ()
            command = commands[0] if commands else ""
        else:
            counter = self.board.formations[name]
            contingent = counter.contingent
            command = counter.command or (self.squadrons[members[0]].command if members else "")
        made = Formation(kind, contingent, command, at, state)
        self.formations[name] = made
        self.formations = dict(sorted(self.formations.items()))
        for squadron in members:
            self.join(squadron, name)
        return made

    def join(self, squadron: str, formation: str) -> None:
        """Puts a Squadron into a Formation, out of the one it was in."""
        self.leave(squadron)
        held = self.squadrons[squadron]
        held.formation, held.at, held.state = formation, "", ""
        self.formations[formation].squadrons.append(squadron)

    def leave(self, squadron: str) -> None:
        """Takes a Squadron out of its Formation; it is nowhere until it is put somewhere."""
        held = self.squadrons[squadron]
        if held.formation:
            self.formations[held.formation].squadrons.remove(squadron)
            held.formation = ""

    def lay_up(self, squadron: str, at: str) -> None:
        """Puts a Squadron In Ordinary at a Port, out of its Formation."""
        self.leave(squadron)
        held = self.squadrons[squadron]
        held.at, held.state = at, IN_ORDINARY

    def unform(self, squadron: str) -> None:
        """Unforms a Squadron: its counter is free, its damage gone (R3.3)."""
        self.leave(squadron)
        held = self.squadrons[squadron]
        held.sail, held.dp, held.at, held.state, held.foreign = {}, 0, "", "", False

    def empty(self, formation: str) -> bool:
        """Tells if a Formation has nothing left that would keep it: a Convoy stays without an Escort."""
        one = self.formations[formation]
        return not one.squadrons and one.kind != CONVOY

    def remove(self, formation: str) -> None:
        """Takes a Formation off the map, with its plan and its Leader's post; its companions go on alone."""
        place, state = self.place(formation), self.condition(formation)
        for name in self.companions(formation):
            other = self.formations[name]
            other.goes_with, other.at, other.state = "", place, state
        for squadron in list(self.formations[formation].squadrons):
            self.leave(squadron)
        for leader in self.leaders.values():
            leader.posts = [post for post in leader.posts if post != formation]
        for order in self.orders.values():
            order.to = [name for name in order.to if name != formation]
        for name in self.units_at(formation):  # Marines aboard go ashore in their own Port, or down with the ships
            ashore = place in self.ports and self.side_of_port(place) == self.unit_side(name)
            self.units[name].at, self.units[name].gone = (place, "") if ashore else (GONE, "eliminated")
        for auxiliary in self.auxiliaries.values():
            if formation in (auxiliary.at, auxiliary.target):
                auxiliary.at, auxiliary.task, auxiliary.target = RECOVERY, "", ""
        self.plans.pop(formation, None)
        self.convoys.pop(formation, None)
        del self.formations[formation]

    # ---------------------------------------------------------------- Squadrons

    def place_of(self, squadron: str) -> str:
        """The place of a Squadron; empty when Unformed."""
        held = self.squadrons[squadron]
        return self.place(held.formation) if held.formation else held.at

    def state_of(self, squadron: str) -> str:
        """The state of a Squadron; empty when Unformed or off the map alone."""
        held = self.squadrons[squadron]
        return self.condition(held.formation) if held.formation else held.state

    def squadrons_at(self, place: str, side: str = "", state: str = "") -> list[str]:
        """Squadrons at a place in a state; In Ordinary ones too."""
        found = self.lists_of_squadrons.kept(self.squadrons, "places", lambda: by_word(
            (self.place_of(name), name) for name in self.squadrons))  # fmt: skip
        return [
            name for name in found.get(place, ())
            if (not state or self.state_of(name) == state) and (not side or self.squadron_side(name) == side)
        ]  # fmt: skip

    def squadron_side(self, squadron: str) -> str:
        """The side of a Squadron."""
        return SIDE_OF[self.board.squadrons[squadron].contingent]

    def size(self, squadron: str) -> int:
        """The Sail of a Squadron."""
        return sum(self.squadrons[squadron].sail.values())

    @rule("2.123", "Damage Ratings")
    def dr(self, squadron: str) -> int:
        """The Damage Rating of a Squadron (2.123)."""
        return self.board.ratings[self.board.squadrons[squadron].contingent]

    @rule("2.124", "Marks at one third and two thirds of the rating", "R3.4")
    def third(self, squadron: str) -> int:
        """Its marks (R3.4): 0 sound, 1 worn, 2 battered, 3 crippled."""
        dp, dr = self.squadrons[squadron].dp, self.dr(squadron)
        return 3 if dp > dr else 2 if 3 * dp >= 2 * dr else 1 if 3 * dp >= dr else 0

    def worst(self, formation: str) -> int:
        """The worst mark among the Squadrons of a Formation, 0 to 3."""
        return max((self.third(name) for name in self.squadrons_of(formation)), default=0)

    # ---------------------------------------------------------------- Leaders, Units, Ports

    def leader_of(self, formation: str) -> str:
        """The Leader posted to a Formation; empty for none or a generic one."""
        return next((name for name, one in self.leaders.items() if formation in one.posts), "")

    def admiral_of(self, station: str) -> str:
        """The Leader posted to a Station; empty for none."""
        return self.leader_of(station)

    def unit_side(self, unit: str) -> str:
        """The side of a Unit; of a Tribe the one it has joined, if any."""
        held = self.units.get(unit)
        return SIDE_OF.get((held.serves if held else "") or self.board.units[unit].owner, "")

    def holder(self, port: str) -> str:
        """The contingent that holds a Port, or neutral."""
        return self.ports[port].holder

    def side_of_port(self, port: str) -> str:
        """The side that holds a Port; empty for a neutral one."""
        return SIDE_OF.get(self.ports[port].holder, "")

    def key_port(self, port: str) -> bool:
        """Tells if a Port has a Harbour now (R2.4)."""
        return self.board.has_harbour(port, self.date) and not self.ports[port].minor

    def owner_of(self, port: str) -> str:
        """The contingent that a Port belongs to: the printed one, or as a campaign has it (3.22)."""
        return self.ports[port].owner or self.board.ports[port].contingent

    def captured_ports(self) -> list[str]:
        """The Ports that another holds than the contingent they belong to."""
        return self.lists_of_ports.kept(self.ports, "captured", lambda: [
            port for port, held in self.ports.items() if held.holder != self.owner_of(port)])  # fmt: skip

    # ---------------------------------------------------------------- Orders, markers

    def order_of(self, formation: str) -> Order | None:
        """The Order that a Formation carries out."""
        return self.orders.get(self.formations[formation].order)

    def boxes(self, side: str) -> tuple[int, int]:
        """The numbers in the Fulfilled and the Failed box of a side."""
        mine = [one.fulfilled for one in self.ended if one.side == side]
        return mine.count(True), mine.count(False)

    def give_marker(self, formation: str) -> str:
        """Gives a Formation that appears at sea the next number of its side (R1.9)."""
        side = self.side_of(formation)
        number = self.next_marker[side]
        self.next_marker[side] = number + 1
        self.formations[formation].marker = f"{'b' if side == SIDES[0] else 'z'}-{number:02d}"
        return self.formations[formation].marker

    @rule("1.328", "Two Ports of one name are told apart")
    def label(self, name: str) -> str:
        """The printed name of a piece or place; the word as it is for others."""
        return self.board.label(name)

    @rule("R2.11", "Off the map")
    def on_map(self, formation: str) -> bool:
        """Tells if a Formation is on the map."""
        return self.place(formation) != OFF_MAP
