"""Chapter 4: a convoy from Spain makes a port that enemy ships may watch (4.8)."""
# Chapter 4 stands in ch04_resources, ch04_building, ch04_muster, ch04_arrivals and ch04_convoy.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch07_naval import sea_fight
from pbem.adjudicator.guerra.rules.ch08_leaders import casualties
from pbem.adjudicator.guerra.rules.placing import put
from pbem.adjudicator.guerra.rules.telling import told
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import DUE, PATRIOT, ROYALIST, track

FIGHT, PRESS_ON, OTHER_PORT, WAIT = "fight", "press_on", "other_port", "wait"
BACK, LOST = "back", "lost"


@rule("4.8", "Royalist reinforcements: enemy ships before the port")
async def convoy(
    table: Table, state: State, port: str, units: list[str], leaders: list[str], if_met: str
) -> bool:  # fmt: skip
    """Tries one port; tells if the convoy's fate is settled there: landed, sent back, lost, or told to wait."""
    sea = watched_sea(state, port)
    if not sea:
        land_at(table, state, ROYALIST, units, leaders, port)
        return True
    how = if_met or await asked(table, state, port, sea, units)
    if how in (OTHER_PORT, WAIT):
        return how == WAIT
    if await escort_wins(table, state, sea, units, fight=how == FIGHT):
        land_at(table, state, ROYALIST, afloat(state, units), leaders, port)
        return True
    await transports(table, state, port, units, leaders)
    return True


def watched_sea(state: State, port: str) -> str:
    """The sea area before a port, if enemy ships are in every one it opens on; empty if one is free."""
    seas = state.board.ports[port].seas
    if not seas or not all(on_station(state, PATRIOT, sea) for sea in seas):
        return ""
    return min(seas, key=lambda sea: len(on_station(state, PATRIOT, sea)))


@rule("4.8", "Royalist reinforcements: which ships are met", "7.4")
def on_station(state: State, side: str, sea: str) -> list[str]:
    """A side's ships that count in a sea area while convoys arrive: those on station there, or in ports on it."""
    board = state.board
    if choice(state, "arrivals_met_by") == "ports":
        harbours = [port.id for port in board.ports.values() if sea in port.seas]
        return [unit for unit, piece in state.units.items()
                if piece.at in harbours and board.units[unit].naval and board.units[unit].side == side]  # fmt: skip
    return [ship for ship, where in state.stations.items() if where == sea and board.units[ship].side == side]


async def asked(table: Table, state: State, port: str, sea: str, units: Sequence[str]) -> str:
    """Asks what a convoy does that finds the enemy before its port."""
    escort = bool(on_station(state, ROYALIST, sea))
    options = {FIGHT: "the escort fights its way in"} if escort or arriving_ships(state, units) else {}
    if not escort:
        options[PRESS_ON] = "the transports run for the port"
    options |= {OTHER_PORT: "it makes another port", WAIT: "it comes next turn"}
    return await questions.choose(
        table, "4.8", ROYALIST, "convoy", (port,), {"port": port, "sea": sea}, options, OTHER_PORT,
        f"Enemy ships are before {told(state, port)}. What does the convoy do?",
    )  # fmt: skip


def arriving_ships(state: State, units: Sequence[str]) -> list[str]:
    """The warships among what arrives."""
    return [unit for unit in units if state.board.units[unit].naval]


async def escort_wins(table: Table, state: State, sea: str, units: Sequence[str], *, fight: bool) -> bool:
    """Fights for the way in, where Royalist ships are there or arrive and are to fight; tells if they won."""
    ours, theirs = on_station(state, ROYALIST, sea), on_station(state, PATRIOT, sea)
    ours += arriving_ships(state, units) if fight else []
    if not ours:
        return False
    for ship in arriving_ships(state, units):
        state.units[ship].at = sea
    winner = await sea_fight(table, state, sea, ours, theirs) or ROYALIST  # equal: the escort (R8)
    for ship in arriving_ships(state, units):
        state.units[ship].at = DUE if state.units[ship].at == sea else state.units[ship].at
    for ship in theirs if winner == ROYALIST else ours:
        state.stations.pop(ship, None)
    return winner == ROYALIST


def afloat(state: State, units: Sequence[str]) -> list[str]:
    """Lists the units of a convoy that are left after a sea fight."""
    return [unit for unit in units if state.units[unit].at == DUE]


@rule("4.8", "Royalist reinforcements: transports that are met")
async def transports(table: Table, state: State, port: str, units: Sequence[str], leaders: list[str]) -> None:
    """One die for transports without a victorious escort: back to Spain, landed, or lost."""
    throw = await table.roll("4.8", "1d6", "transports", port, why=f"The transports before {told(state, port)}")
    result, left = state.board.transports[throw.total], afloat(state, units)
    if result not in (BACK, LOST):
        land_at(table, state, ROYALIST, left, leaders, port)
        return
    for unit in left:
        if result == BACK or state.board.units[unit].naval:
            state.units[unit].at = track(state.turn + 1)
        else:
            state.eliminate(unit)
    for leader in leaders if result == BACK else ():
        state.leaders[leader].at = track(state.turn + 1)
    fate = "sails back to Spain" if result == BACK else "is taken at sea"
    table.note("4.8", ALL, f"The convoy for {told(state, port)} {fate}.", "convoy", port=port, result=result,
               units=left)  # fmt: skip
    if result == LOST and leaders:
        await casualties(table, state, leaders, state.board.ports[port].area)


@rule("4.8", "Royalist reinforcements: the landing")
def land_at(table: Table, state: State, seat: str, units: Sequence[str], leaders: Sequence[str], place: str) -> None:
    """Puts units into a port, or into an area, as one stack, with the leaders who came along."""
    port = state.board.ports.get(place)
    stack = ""
    for unit in units:
        if state.board.units[unit].naval:
            state.units[unit].at = place
        else:
            stack = put(state, unit, port.area if port else place, inside=place if port else "", beside=stack)
    for leader in leaders:
        if not stack:
            stack = state.new_force(seat, port.area if port else place, inside=place if port else "")
        state.leaders[leader].at = stack
    names = ", ".join(state.label(each) for each in (*units, *leaders))
    how = "land" if len(units) + len(leaders) > 1 else "lands"
    table.note("4.8", ALL, f"{names} {how} at {told(state, place)}.", "landed", units=list(units),
               leaders=list(leaders), port=place if port else "", at="" if port else place, seat=seat)  # fmt: skip
