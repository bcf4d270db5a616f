"""The South Sea by ship: an English fleet with nothing else to do rounds the Horn, and lands there (7.4)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Ocean, Seaport
from pbem.adjudicator.jenkins.bots.expedition import Muster, Worth, extras
from pbem.adjudicator.jenkins.bots.eyes import FIGHTERS, HABITS, Eyes, berths
from pbem.adjudicator.jenkins.rules.ch07_movement import due_from_track
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import ENGLISH

#: Ships that fight or carry; merchants and fire ships stay at home.
KINDS = (*FIGHTERS, CounterKind.BOMB_SHIP)


def stand_away(eyes: Eyes, muster: Muster) -> dict[str, Any] | None:
    """A move to the turn track with all that a fleet can carry; None where it is too weak or too late for it."""
    ships = [ship for ship in muster.ships if eyes.counter(ship).kind in KINDS]
    here = [name for name, at in (*muster.troops, *muster.extras) if at == muster.start]
    port = eyes.state.seaport(muster.start)
    if eyes.state.turn > HABITS.horn_last_turn or port is None or storm_bars(eyes.state, muster.start):
        return None
    seats = berths(eyes.state, ships, (name for name in here if name not in eyes.state.aboard))
    men = [name for name in seats if eyes.counter(name).is_soldiers]
    if len(ships) < HABITS.horn_ships or len(men) < HABITS.horn_men or not free_ports(eyes):
        return None
    embark = [{"counter": name, "on": ship, "at": muster.start} for name, ship in seats.items()]
    return {"ships": ships, "embark": embark, "to_track": "true"}


def free_ports(eyes: Eyes) -> list[Seaport]:
    """Seaports of the South Sea that are worth something and not English."""
    ports = eyes.board.seaports.values()
    return [port for port in ports if port.great_south_sea and port.value and eyes.state.holder(port) != ENGLISH]


def come_in(eyes: Eyes) -> list[dict[str, Any]]:
    """Ships due from the track come in beside the seaport that they are likeliest to take, and land there (7.4)."""
    due = [ship for ship in due_from_track(eyes.state, ENGLISH) if eyes.state.track[ship][1] == Ocean.PACIFIC.value]
    ports = free_ports(eyes)
    if not due or not ports:
        return []
    force = [*due, *(name for name, ship in eyes.state.aboard.items() if ship in due)]
    port = max(ports, key=lambda port: (eyes.storm(port, force) * port.value, port.id))
    far = eyes.distances(port.hex)
    seas = [h for h in eyes.board.sea_hexes(Ocean.PACIFIC) if h in far and h not in eyes.in_the_way]
    entry = min(seas, key=lambda hex_id: (far[hex_id], hex_id), default="")
    return [{"ships": due, "enter": entry, "path": [port.hex], "debark": "all"}] if entry else []


def farther(eyes: Eyes, worth: Worth) -> list[dict[str, Any]]:
    """Ships already in the South Sea go on to its next seaport, and leave a garrison behind them."""
    moves: list[dict[str, Any]] = []
    for start in eyes.state.hexes(ENGLISH):
        ships = eyes.state.naval(start, ENGLISH)
        if not ships or not eyes.board.is_pacific(start) or storm_bars(eyes.state, start):
            continue
        port = eyes.state.seaport(start)
        men = [name for name in eyes.infantry(start) if port is not None or name in eyes.state.aboard]
        spare = men if port is None else men[1:]
        troops = [(name, start) for name in reversed(spare)]
        muster = Muster(eyes, start, ships, troops, extras(eyes, start))
        if plan := muster.best(free_ports(eyes), worth):
            moves.append(plan.as_move())
    return moves
