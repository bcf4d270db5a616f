"""The position: ships, blocks, admirals, the cup, weather, missions and scores. Plain data in and out.

Ships stand one by one with the block or port that holds them. A block has a place and a part of it. The board never
changes; the position does.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.plain_state import PlainState
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.state.terms import (
    BRITISH,
    CONVOYS,
    FLEETS,
    FOG,
    FRIGATE,
    NORTH_SEA_BOX,
    OFF,
    PORT,
    SEA,
    SEAT_OF,
    TRACK,
    TRAFALGAR,
    ZONE_PARTS,
)
from pbem.base.records import dataclass, field

#: Parts of a position that are kept by name, in the order of the alphabet.
BY_NAME = ("rose", "halts", "manpower", "readiness", "chits", "conseil", "napoleon", "pitt", "raids", "events")


@dataclass(slots=True)
class Vessel:
    """One ship of the line."""

    at: str  # a block; a port, if she lies in harbour outside any block; the North Sea Fleet's box; "turn-16"
    damaged: bool = False
    wrecked: bool = False
    ordinary: bool = False  # without a crew (2.6)
    prize_of: str = ""  # the seat that took her and has not brought her in


@dataclass(slots=True)
class Loss:
    """The end of a ship: sunk, taken, or removed unscored, and who scores her."""

    how: str
    by: str = ""


@dataclass(slots=True)
class Block:
    """One wooden block."""

    at: str = ""  # a port, a hex, a track box like west-3, turn-12 for a frigate that comes back; empty if unused
    area: str = ""  # port, inshore, loose, off, sea or track; empty where it is off the map
    bound: str = ""  # an Allied fleet's destination, or a British block's arrival number on a track
    letter: str = ""  # the box of the Conseil that the destination came from
    face_down: bool = False  # lies on its face: bound for the closest friendly port (10.3.1)
    reached: bool = False  # reached its destination in an earlier activation (10.3)
    beside: str = ""  # a rumour: the block that it came up beside, for its owner's orders
    number: int = 0  # a rumour: which of those that came up there


@dataclass(slots=True)
class Officer:
    """The place of one admiral: a block, a port, the North Sea box, "aside", "gone", or "turn-31"."""

    at: str
    back: int = 0  # the turn on which a sick admiral comes back


@dataclass(slots=True)
class Foul:
    """One weather chit that lies on the map this turn."""

    chit: str
    zones: list[str]
    severity: int
    kind: str  # squall, gale, storm, hurricane


@dataclass(slots=True)
class Raid:
    """A "Raided?" marker on a port or in hex 1501."""

    done: bool
    shown: bool = False


@dataclass(slots=True)
class AdmiraltyEvent:
    """One Admiralty Event that was drawn (5.11)."""

    due: int  # the turn it falls due
    status: str = "hidden"  # hidden, done, failed
    open: bool = False  # whether its face has been shown
    progress: dict[str, str] = field(default_factory=dict)  # what the rules of the event have to remember


@dataclass(slots=True)
class State(PlainState):
    """The whole position. Only rules change it; views and reports read a part of it."""

    board: Board
    house: dict[str, str] = field(default_factory=dict)  # switches of the charter
    scenario: str = "campaign"
    turn: int = 0  # the box of the turn track
    last_turn: int = 36
    initiative: str = "allied"
    # ---- the cup and the winds
    cup: list[str] = field(default_factory=list)  # chits still in it, in the board's order
    drawn: list[str] = field(default_factory=list)  # this turn's chits, in the order they came
    rose: dict[str, str] = field(default_factory=dict)  # sea area -> the wind that blows there
    foul: list[Foul] = field(default_factory=list)  # this turn's weather
    initiatives: int = 0  # initiative chits drawn this turn
    halts: dict[str, int] = field(default_factory=dict)  # halts that each seat has had this turn
    # ---- ships, blocks, admirals
    ships: dict[str, Vessel] = field(default_factory=dict)
    lost: dict[str, Loss] = field(default_factory=dict)
    blocks: dict[str, Block] = field(default_factory=dict)
    admirals: dict[str, Officer] = field(default_factory=dict)
    came_in: list[str] = field(default_factory=list)  # ships and convoys that came in with 5.4 and 5.5 (2.1)
    victorious: str = "ganteaume"  # the upper side of the Victorious marker (20.7)
    # ---- yards and tracks
    manpower: dict[str, int] = field(default_factory=dict)  # nation -> box of its track, from 0
    readiness: dict[str, int] = field(default_factory=dict)  # convoy -> box of its track, from 0; absent once placed
    fever: bool = False  # Yellow Jack in the West Indies (5.9)
    barham: bool = False  # Lord Barham has come to the Admiralty (15.1)
    tension: str = "strained"  # the United States
    algiers: str = ""  # who controls it (22.1)
    barges: str = "boulogne"  # boulogne, 1403 or destroyed
    marched: bool = False  # Napoleon has gone east (15.1)
    # ---- sealed choices
    provisions: list[str] = field(default_factory=list)  # chits drawn this turn and not yet placed: may, may-not
    chits: dict[str, str] = field(default_factory=dict)  # European port -> its provisions chit
    chits_shown: list[str] = field(default_factory=list)  # ports whose chit lies face up
    spied: list[str] = field(default_factory=list)  # ports whose chit the British have seen by spies
    conseil: dict[str, str] = field(default_factory=dict)  # a, b, c, d -> destination
    # ---- missions and scores
    napoleon: dict[str, int] = field(default_factory=dict)  # area -> value (21.1)
    pitt: dict[str, int] = field(default_factory=dict)
    scored: list[str] = field(default_factory=list)  # "napoleon/malta", "pitt/malta", "directive/malta"...: Allied box
    directive: str = ""  # the Emperor's directive in force (21.4)
    directive_open: bool = False
    directives: list[str] = field(default_factory=list)  # those still in the pool
    raids: dict[str, Raid] = field(default_factory=dict)  # port or hex -> its marker
    invaded: list[str] = field(default_factory=list)  # ports successfully invaded
    events_pool: list[str] = field(default_factory=list)  # Admiralty Events still in the cup
    events: dict[str, AdmiraltyEvent] = field(default_factory=dict)  # those drawn
    illnesses: int = 0  # how often an admiral fell ill (8.1)
    winner: str = ""  # a seat, or "draw"
    ended: str = ""  # channel, points, trafalgar; empty while the game lasts

    def __post_init__(self) -> None:
        self.settle()

    def settle(self) -> None:
        """Puts what is kept by name into one order: a position from a file plays as the one written."""
        shelves = {"ships": self.board.ships, "lost": self.board.ships, "blocks": self.board.blocks,
                   "admirals": self.board.admirals}  # fmt: skip
        for name, shelf in shelves.items():
            kept = getattr(self, name)
            setattr(self, name, {key: kept[key] for key in shelf if key in kept})
        for name in BY_NAME:
            setattr(self, name, dict(sorted(getattr(self, name).items())))

    # ---------------------------------------------------------------- who is who

    def owner(self, block: str) -> str:
        """The seat that a block belongs to."""
        return self.board.blocks[block].side

    def kind(self, block: str) -> str:
        """The kind of a block: fleet, frigate, fog, expedition, transport, gold."""
        return self.board.blocks[block].kind

    @rule("2.6", "Terms: fleets, frigates and rumours", "2.3", "7.7")
    def is_fleet(self, block: str) -> bool:
        """Tells if a block can hold ships; frigates and Fog of War cannot."""
        return self.kind(block) in FLEETS

    def is_convoy(self, block: str) -> bool:
        """Tells if a block carries troops or gold."""
        return self.kind(block) in CONVOYS

    def is_frigate(self, block: str) -> bool:
        """Tells if a block is a frigate."""
        return self.kind(block) == FRIGATE

    def is_fog(self, block: str) -> bool:
        """Tells if a block is a Fog of War block."""
        return self.kind(block) == FOG

    def seat_of_ship(self, ship: str) -> str:
        """The seat that has a ship in hand: her captor's, if she is a prize."""
        return self.ships[ship].prize_of or SEAT_OF[self.board.ships[ship].nation]

    def trafalgar(self) -> bool:
        """Tells if the Trafalgar scenario is played (24)."""
        return self.scenario == TRAFALGAR

    # ---------------------------------------------------------------- places

    def place(self, block: str) -> str:
        """The place of a block in one word: brest/inshore, 0807, west-3; empty if it is off the map."""
        return place_word(self.blocks[block].at, self.blocks[block].area)

    def on_map(self, block: str) -> bool:
        """Tells if a block is in play: in a port, in a zone, at sea or on a track."""
        return bool(self.blocks[block].area)

    def blocks_of(self, seat: str) -> list[str]:
        """A seat's blocks in play, in the board's order."""
        return [name for name, block in self.blocks.items() if block.area and self.owner(name) == seat]

    def blocks_at(self, at: str, seat: str = "", *areas: str) -> list[str]:
        """Lists blocks at a port, hex or box, of one seat or both, in some of its parts or all."""
        return [
            name for name, block in self.blocks.items()
            if block.at == at and block.area and (not areas or block.area in areas)
            and (not seat or self.owner(name) == seat)
        ]  # fmt: skip

    def in_zone(self, port: str, seat: str = "") -> list[str]:
        """Blocks in any part of a port's patrol zone."""
        return self.blocks_at(port, seat, *ZONE_PARTS)

    def hex_of(self, block: str) -> str:
        """The hex a block is in; empty on a track. A block in a port counts in the port's zone hex."""
        here = self.blocks[block]
        if here.area == SEA:
            return here.at
        return self.board.ports[here.at].zone_hex if here.area in (PORT, *ZONE_PARTS) else ""

    # ---------------------------------------------------------------- ships

    def ships_in(self, holder: str) -> list[str]:
        """Ships of a block, of a port outside any block, or of the North Sea box, in the board's order."""
        return [name for name, ship in self.ships.items() if ship.at == holder]

    def ready(self, holder: str) -> list[str]:
        """The same without ships In Ordinary."""
        return [name for name in self.ships_in(holder) if not self.ships[name].ordinary]

    def sound(self, holder: str) -> list[str]:
        """Undamaged ships of a block or port."""
        return [name for name in self.ready(holder) if self.is_sound(name)]

    def is_sound(self, ship: str) -> bool:
        """Tells if a ship is undamaged (2.6)."""
        return not self.ships[ship].damaged and not self.ships[ship].wrecked

    def in_port(self, port: str, seat: str) -> list[str]:
        """A seat's ships in a port, in blocks or outside any, those In Ordinary too."""
        holders = [port, *self.blocks_at(port, seat, PORT)]
        return [name for name, ship in self.ships.items() if ship.at in holders and self.seat_of_ship(name) == seat]

    def attack(self, ship: str) -> int:
        """The attack value of the side of the counter that lies up."""
        piece = self.board.ships[ship]
        return piece.attack_damaged if self.ships[ship].damaged else piece.attack

    def defence(self, ship: str) -> int:
        """The defence factor of the side of the counter that lies up."""
        piece = self.board.ships[ship]
        return piece.defence_damaged if self.ships[ship].damaged else piece.defence

    def firepower(self, ships: Iterable[str]) -> int:
        """The face-up attack values of the ships that are not wrecked (18.1)."""
        return sum(self.attack(name) for name in ships if not self.ships[name].wrecked)

    def in_board_order(self, ships: Iterable[str]) -> list[str]:
        """Ships in the board's order, each once."""
        wanted = set(ships)
        return [name for name in self.board.ships if name in wanted]

    def lose(self, ship: str, how: str, by: str = "") -> None:
        """Takes a ship out of the game."""
        del self.ships[ship]
        self.lost[ship] = Loss(how, by)

    # ---------------------------------------------------------------- admirals

    def admirals_in(self, holder: str) -> list[str]:
        """The named admirals of a block, port or box, in the board's order."""
        return [name for name, officer in self.admirals.items() if officer.at == holder]

    # ---------------------------------------------------------------- ports

    @rule("2.6", "Terms: friendly and major ports")
    def friendly(self, port: str, seat: str) -> bool:
        """Tells if a seat may enter a port: its own, one that it holds by invasion, or Algiers under its control."""
        piece = self.board.ports[port]
        if port == "algiers":
            return self.algiers == seat
        if port in self.invaded:
            return piece.enterable and seat != BRITISH
        return piece.enterable and piece.owner == seat

    def label(self, name: str) -> str:
        """The printed name of a ship, block, admiral, port, or the North Sea Fleet; a hex or box as it is."""
        board = self.board
        if name == NORTH_SEA_BOX:
            return "North Sea Fleet"
        for shelf in (board.ships, board.blocks, board.admirals, board.ports):
            if name in shelf:
                return str(shelf[name].name)
        return name


def place_word(at: str, area: str) -> str:
    """A place in one word."""
    if area in (PORT, *ZONE_PARTS):
        return f"{at}/{area}"
    return at if area in (SEA, TRACK) else ""


def place_parts(word: str) -> tuple[str, str]:
    """The inverse: where, and which part of it."""
    at, _, area = word.partition("/")
    if area:
        return at, area
    return (at, TRACK) if at.startswith(("west-", "east-")) else (at, SEA if at else "")


#: The parts of a patrol zone from the sea inward, then the port.
INWARD = (OFF, "loose", "inshore", PORT)
