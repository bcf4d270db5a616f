"""Battle fleets: the two sides of one battle, their ships, admirals and signals (16.0).

Ships of several blocks fight as one fleet and go back to their blocks afterwards; prizes fight for their captors as
wrecks. The position itself holds damage and wrecks; what only the battle knows stands here.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.glory.rules.ch08_admirals import FATALISTIC, NELSON_TOUCH, Commander, commander
from pbem.adjudicator.glory.rules.manners import (
    AT_ANCHOR,
    EASY,
    FORM_LINE,
    LEEWARD,
    NO,
    WEIGH,
    WINDWARD,
    YES,
)
from pbem.adjudicator.glory.state.state import State, place_word
from pbem.adjudicator.glory.state.terms import BRITISH, CHANNEL_HEX, NORTH_SEA_BOX, SEATS, other
from pbem.base.records import dataclass, field

#: How a fleet left a battle (18.4).
BROKE_OFF, WITHDREW, PRECIPITOUS = "broke-off", "withdrew", "precipitous"


@dataclass(frozen=True, slots=True)
class Clash:
    """The fleets that meet, as a search hands them to a battle (14.0)."""

    place: str  # a hex, or the port off which it is fought: part of the labels
    port: str  # the port in whose patrol zone it is fought; empty at sea
    area: str  # the part of the zone where the searched block is, or "sea"
    british: tuple[str, ...]  # engaged fleets; the North Sea Fleet by its box
    allied: tuple[str, ...]
    active: str  # the seat whose half, bonus move or arrival it is
    mover: str = ""  # the block that was spotted on its way; empty after an active search
    sortie: bool = False  # the mover has just come out of this port (20.8)

    def blocks(self, seat: str) -> tuple[str, ...]:
        """The engaged fleets of a seat."""
        return self.british if seat == BRITISH else self.allied

    @property
    def word(self) -> str:
        """The place as views and conditions write it."""
        return place_word(self.place, self.area)


@dataclass(slots=True)
class BattleFleet:
    """One side of a battle."""

    seat: str
    blocks: list[str]  # the pre-battle fleets; the North Sea Fleet by its box
    ships: dict[str, str]  # every ship that began the battle, and her block
    admirals: dict[str, str]  # every named admiral present, and their block
    admiral: Commander
    active: bool
    convoy: bool  # troops, gold or the Invasion Barges are with it (17.3)
    wrecks: list[str]  # ships that began the battle wrecked
    role: str = ""  # windward or leeward, once the gauge is settled
    tactic: str = FORM_LINE
    sail: str = EASY
    shaken: int = 0  # points of Command lost, one at most (17.8.2)
    hurt: list[str] = field(default_factory=list)  # ships damaged or wrecked in this battle
    left: str = ""  # how it left the battle, if it did (18.4)
    lost: list[str] = field(default_factory=list)  # ships that fate took (20.1)
    failings: list[str] = field(default_factory=list)  # what it suffered, the worst last (20.1)
    status: str = ""  # the final status (20.1)

    @property
    def anchored(self) -> bool:
        """Tells if the fleet lies at anchor, or weighs in this round (19)."""
        return self.sail in (AT_ANCHOR, WEIGH)


@dataclass(slots=True)
class Battle:
    """One battle: where, who, and how far it has come."""

    where: Clash
    fleets: dict[str, BattleFleet]
    dice: dict[str, int] = field(default_factory=dict)  # the gauge dice, without additions (17.3, 17.5)
    rounds: int = 0  # the length of the day (17.5)
    round: int = 0
    lines: bool = False  # lines of battle were formed, so both know every ship (17.9)
    fired: int = 0  # rounds of firing
    kind: str = ""  # the type of battle of this round (17.8)
    notes: tuple[int, ...] = ()  # the matrix notes of this round
    ended: str = ""  # why it ended

    def each(self) -> Iterator[BattleFleet]:
        """Both fleets, the British first."""
        return (self.fleets[seat] for seat in SEATS)

    def foe(self, fleet: BattleFleet) -> BattleFleet:
        """The enemy of a fleet."""
        return self.fleets[other(fleet.seat)]

    def has_gauge(self) -> bool:
        """Tells if the gauge was settled, so that there is a windward and a leeward fleet."""
        return bool(self.fleets[BRITISH].role)

    def of_role(self, role: str) -> BattleFleet:
        """The windward or the leeward fleet."""
        return next(fleet for fleet in self.fleets.values() if fleet.role == role)

    @property
    def windward(self) -> BattleFleet:
        return self.of_role(WINDWARD)

    @property
    def leeward(self) -> BattleFleet:
        return self.of_role(LEEWARD)


@rule("16.0", "Battle fleets", "8.2")
def battle_fleet(state: State, where: Clash, seat: str) -> BattleFleet:
    """Joins the engaged fleets of a side into one, under the admiral who outranks the others."""
    blocks = list(where.blocks(seat))
    ships = {ship: block for block in blocks for ship in state.ships_in(block)}
    admirals = {name: block for block in blocks for name in state.admirals_in(block)}
    wrecks = [ship for ship in ships if state.ships[ship].wrecked]
    admiral = commander(state, seat, list(ships), admirals)
    active = seat == where.active
    return BattleFleet(seat, blocks, ships, admirals, admiral, active, has_convoy(state, where, seat), wrecks)


def has_convoy(state: State, where: Clash, seat: str) -> bool:
    """Tells if a side has transports, an expedition or gold in the battle, or stands beside the barges (17.3)."""
    if any(block != NORTH_SEA_BOX and state.is_convoy(block) for block in where.blocks(seat)):
        return True
    return seat != BRITISH and where.place == CHANNEL_HEX == state.barges


def standing(state: State, fleet: BattleFleet) -> list[str]:
    """The ships of a fleet's line: all that are not wrecked (17.9)."""
    return [ship for ship in fleet.ships if ship in state.ships and not state.ships[ship].wrecked]


def wrecked(state: State, fleet: BattleFleet) -> list[str]:
    """The wrecked ships of a fleet, from before the battle or from it."""
    return [ship for ship in fleet.ships if ship in state.ships and state.ships[ship].wrecked]


def out_of_action(state: State, fleet: BattleFleet) -> int:
    """Counts a fleet's damaged and wrecked ships (17.7)."""
    return sum(1 for ship in fleet.ships if ship in state.ships and not state.is_sound(ship))


def percent(state: State, fleet: BattleFleet) -> int:
    """Returns the part of the ships that is damaged or wrecked, in percent of all that began the battle."""
    return out_of_action(state, fleet) * 100 // len(fleet.ships)


@rule("17.7", "Sail state of a crippled fleet")
def is_slow(state: State, fleet: BattleFleet) -> bool:
    """Tells if more than half of a fleet's ships are out of action: it stays at Easy Sail."""
    return out_of_action(state, fleet) * 2 > len(fleet.ships)


@rule("8.5", "Admirals' ratings in battle", "8.6", "17.8.2", "19.2")
def command(state: State, battle: Battle, fleet: BattleFleet) -> int:
    """The Command rating as it stands now: Villeneuve against Nelson, a shaken fleet, a fleet at anchor."""
    against_nelson = battle.foe(fleet).admiral.ability == NELSON_TOUCH
    low = fleet.admiral.ability == FATALISTIC and against_nelson
    rating = fleet.admiral.command_vs_nelson if low else fleet.admiral.command
    return rating - fleet.shaken + (state.board.numbers.anchor_command if fleet.anchored else 0)


def side_of(state: State, fleet: BattleFleet) -> tuple[int, int]:
    """The range in which the number of a fleet's ships lies, as it is announced (17.2)."""
    return state.board.range_ends(state.board.range_of(len(fleet.ships)))


def sea_of(state: State, where: Clash) -> str:
    """The sea area where a battle is fought."""
    return str(state.board.hexes[state.board.ports[where.port].zone_hex if where.port else where.place].sea)


def place_name(state: State, where: Clash) -> str:
    """The place of a battle as players speak of it."""
    return f"off {state.board.ports[where.port].name}" if where.port else f"in {where.place}"


def facts(state: State, battle: Battle, fleet: BattleFleet, **more: Plain) -> dict[str, Plain]:
    """All that a question of battle tells a seat: before the lines only ranges of the enemy, then what lies in sight.

    Numbers are text, as in order files.
    """
    foe, where = battle.foe(fleet), battle.where
    low, high = (len(foe.ships),) * 2 if battle.lines else side_of(state, foe)
    told: dict[str, Plain] = {
        "seat": fleet.seat, "place": where.word, "at": where.place, "port": where.port, "sea": sea_of(state, where),
        "season": state.board.turn(state.turn).season, "gauge": fleet.role, "day": str(battle.rounds),
        "round": str(battle.round), "own": str(len(fleet.ships)), "enemy_low": str(low), "enemy_high": str(high),
        "own_hurt": str(percent(state, fleet)), "against": foe.admiral.id, "shows": fleet.tactic, "sail": fleet.sail,
        "enemy_shows": foe.tactic if fleet.role else "", "enemy_sail": foe.sail if fleet.role else "",
        "slow": YES if is_slow(state, fleet) else NO, "convoy": convoy_word(fleet, foe),
        "own_fire": str(state.firepower(standing(state, fleet))), "enemy_fire": "", "enemy_hurt": "", "enemy_sound": "",
    }  # fmt: skip
    if battle.lines:
        sound = sum(1 for ship in standing(state, foe) if state.is_sound(ship))
        told |= {"enemy_fire": str(state.firepower(standing(state, foe))), "enemy_hurt": str(percent(state, foe)),
                 "enemy_sound": str(sound)}  # fmt: skip
    return {**told, **more}


def convoy_word(fleet: BattleFleet, foe: BattleFleet) -> str:
    """Returns who has a convoy with them: own, enemy, both, or nobody."""
    if fleet.convoy and foe.convoy:
        return "both"
    return "own" if fleet.convoy else "enemy" if foe.convoy else ""

