"""Chapter 6: weather chits: where foul weather strikes, how hard, and what it does (6.6 to 6.8)."""
# Chapter 6 stands in ch06_activation, ch06_damage, ch06_halts and ch06_weather.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.glory.board.pieces import Chit
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch06_damage import damage_number, flip_or_wreck, founder, relocate, sink_in_weather
from pbem.adjudicator.glory.rules.ch07_blocks import empty_block, escort_left, frigate_away
from pbem.adjudicator.glory.rules.routes import steps
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.rules.waters import zone_of, zone_of_block
from pbem.adjudicator.glory.state.state import Foul, State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    EXPEDITION,
    GOLD,
    NORTH_ATLANTIC,
    OFF,
    PORT,
    SEATS,
    WEST_INDIES,
    ZONE_PARTS,
)

SQUALL, GALE, STORM, HURRICANE = "squall", "gale", "storm", "hurricane"
ZONE_1, ZONE_6 = "zone_1", "zone_6"
FIRST_DIE = 1


@rule("6.6", "Weather chits", "2.6", "24.1")
async def weather_chit(table: Table, state: State, chit: Chit) -> None:
    """Finds the zones that are struck and the severity; the chit lies there until the turn is over."""
    zones = await zones_struck(table, state, chit)
    if not zones:
        table.note("6.6", ALL, "The weather strikes waters that are out of play.", "weather", zones=[], kind=SQUALL,
                   severity=0)  # fmt: skip
        return
    severity = await roll_severity(table, state, zones[0])
    kind = str(state.board.weather_kinds[severity])
    state.foul.append(Foul(chit.id, zones, severity, kind))
    names = " and ".join(str(state.board.zones[zone]) for zone in zones)
    table.note("6.6", ALL, f"{kind.title()} on {names} (severity {severity}).", "weather", zones=zones, kind=kind,
               severity=severity)  # fmt: skip
    if kind != SQUALL:
        await strike(table, state, zones, severity, kind)


async def zones_struck(table: Table, state: State, chit: Chit) -> list[str]:
    """The zones of a chit: its own, or by a die. The zone 6 chit is random outside the hurricane season."""
    zones = state.board.zones
    if chit.where == ZONE_1:
        return [name for name, zone in zones.items() if FIRST_DIE in zone.dice]
    if chit.where == ZONE_6 and state.board.turn(state.turn).hurricane:
        return [WEST_INDIES]
    throw = await table.roll("6.6", "1d6", "weather-zone", why="weather zone")
    struck = [name for name, zone in zones.items() if throw.total in zone.dice]
    return [name for name in struck if not state.trafalgar() or zones[name].sea == NORTH_ATLANTIC]


@rule("6.7", "Determining weather severity")
async def roll_severity(table: Table, state: State, zone: str) -> int:
    """One die, and what sea and season add; 1 to 9."""
    turn, sea = state.board.turn(state.turn), str(state.board.zones[zone].sea)
    season = "hurricane_season" if turn.hurricane and sea == WEST_INDIES else turn.season
    shift = Shift()
    shift.add("6.7", state.board.severity[sea][season], season.replace("_", " "))
    throw = await table.roll("6.7", "1d6", "weather", why="severity", shift=shift)
    return max(1, min(9, throw.total))


# ---------------------------------------------------------------- effects


@rule("6.8", "Weather effects", "12.2")
async def strike(table: Table, state: State, zones: Sequence[str], severity: int, kind: str) -> None:
    """A gale, storm or hurricane hurts fleets, blows all in patrol zones Off Station, and sends a frigate home."""
    struck = [name for name, block in state.blocks.items()
              if block.area and block.area != PORT and zone_of_block(state, name) in zones]  # fmt: skip
    struck.sort(key=state.place)  # told place by place, since the order of blocks would say which of them is a fleet
    if kind == HURRICANE:
        await sink_wrecks(table, state, zones, struck)
    for block in struck:
        if state.is_fleet(block):
            await hurt_fleet(table, state, block, severity, kind)
    if kind == HURRICANE:
        await hurt_ports(table, state, zones, severity)
        await convoys_lost(table, state, struck)
    for block in struck:
        await empty_block(table, state, block)
    off_station_all(table, state, struck)
    if kind != GALE:
        await frigate_lost(table, state, zones, struck, severity, kind)
    if kind != HURRICANE:
        await ships_go_home(table, state, struck)


@rule("6.8", "Weather effects: damage", "6.9", "6.9.2")
async def hurt_fleet(table: Table, state: State, block: str, severity: int, kind: str) -> None:
    """A fleet's ships are hurt; in a storm its old wrecks founder by a count of their own."""
    ships, seat, part = state.ships_in(block), state.owner(block), state.blocks[block].area
    wrecks = [ship for ship in ships if state.ships[ship].wrecked]
    able = [ship for ship in ships if ship not in wrecks]
    counted = len(able) if kind == STORM else len(ships)
    if kind == STORM and wrecks:
        await founder(table, state, seat, wrecks, severity, state.place(block))
    await flip_or_wreck(table, state, seat, able, damage_number(state, severity, counted, part), block)


@rule("6.8", "Hurricanes: wrecks and ships In Ordinary")
async def sink_wrecks(table: Table, state: State, zones: Sequence[str], struck: Sequence[str]) -> None:
    """A hurricane sinks every wreck and every ship In Ordinary, in port too."""
    ports = ports_in(state, zones)
    holders = [*struck, *ports, *(block for port in ports for block in state.blocks_at(port, "", PORT))]
    for ship in [name for name, vessel in state.ships.items() if vessel.at in holders]:
        if state.ships[ship].wrecked or state.ships[ship].ordinary:
            sink_in_weather(table, state, ship, "6.8")


def ports_in(state: State, zones: Sequence[str]) -> list[str]:
    """The ports of some weather zones."""
    return [port for port, piece in state.board.ports.items() if zone_of(state, piece.zone_hex) in zones]


@rule("6.8", "Hurricanes: ships in port")
async def hurt_ports(table: Table, state: State, zones: Sequence[str], severity: int) -> None:
    """Ships in port take normal damage in a hurricane, those of one side in one port together."""
    for port in ports_in(state, zones):
        for seat in SEATS:
            ships = [ship for ship in state.in_port(port, seat) if not state.ships[ship].ordinary]
            if ships:
                number = damage_number(state, severity, len(ships), PORT)
                await flip_or_wreck(table, state, seat, ships, number, port)


@rule("6.8", "Hurricanes: convoys", "7.2", "7.3")
async def convoys_lost(table: Table, state: State, struck: Sequence[str]) -> None:
    """A hurricane scatters expeditions and sinks the gold, unless they lie in port; escorts form a new fleet."""
    for block in struck:
        if state.blocks[block].area and state.kind(block) in (EXPEDITION, GOLD):
            table.note("6.8", state.owner(block), f"{state.label(block)} is lost in the hurricane.", "convoy_lost",
                       block=block)  # fmt: skip
            await escort_left(table, state, block)


@rule("6.8", "Weather effects: Off Station")
def off_station_all(table: Table, state: State, struck: Sequence[str]) -> None:
    """All blocks in the patrol zones struck are blown Off Station, of both sides and of every kind."""
    for block in struck:
        here = state.blocks[block]
        if here.area in ZONE_PARTS and here.area != OFF:
            was = state.place(block)
            here.area = OFF
            tell_move(table, state, "6.8", block, was, state.place(block), "off")


@rule("6.8", "Weather effects: a frigate goes home", "5.3")
async def frigate_lost(
    table: Table, state: State, zones: Sequence[str], struck: Sequence[str], severity: int, kind: str
) -> None:  # fmt: skip
    """A storm or hurricane sends one British frigate of the zone home, her owner choosing which."""
    frigates = [block for block in struck if state.is_frigate(block) and state.blocks[block].area]
    if not frigates:
        return
    frigates.sort(key=lambda block: -far_from_enemies(state, block))
    options = {block: f"{state.label(block)} ({state.place(block)})" for block in frigates}
    lost = await questions.choose(table, "6.8", BRITISH, f"frigate-lost/{zones[0]}", {"zone": zones[0]}, options,
                                  frigates[0], "Which frigate goes home?")  # fmt: skip
    turns = state.board.numbers.hurricane_turns if kind == HURRICANE else severity
    frigate_away(table, state, lost, turns, "6.8")


def far_from_enemies(state: State, block: str) -> int:
    """The hexes from a frigate to the nearest Allied port; far on a track."""
    where = state.hex_of(block)
    ports = [port for port in state.board.ports if state.friendly(port, ALLIED)]
    return min((steps(state, where, state.board.ports[port].zone_hex) for port in ports), default=0) if where else 9999


@rule("6.9.3", "Damaged ships relocate after weather")
async def ships_go_home(table: Table, state: State, struck: Sequence[str]) -> None:
    """After a gale or storm damaged British ships may go into port from the zones of 6.9.3."""
    for port in state.board.ports:
        blocks = [block for block in struck if block in state.in_zone(port, BRITISH) and state.is_fleet(block)]
        if blocks:
            await relocate(table, state, port, blocks)
