"""The South Sea by ship: an English fleet with nothing else to do rounds the Horn, and lands there (7.4)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Ocean, Seaport
from pbem.adjudicator.jenkins.bots.expedition import Muster, extras
from pbem.adjudicator.jenkins.bots.eyes import Eyes, berths
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import ENGLISH

#: A fleet goes with so many infantry and ships at least, and not so late that it could not hold what it takes.
MEN, SHIPS, LAST_TURN = 3, 4, 6
#: Ships that fight or carry; merchants and fire ships stay at home.
KINDS = (CounterKind.SHIP, CounterKind.FRIGATE, CounterKind.BOMB_SHIP)

Worth = Callable[[Seaport], int]


def stand_away(eyes: Eyes, muster: Muster) -> dict[str, Any] | None:
    """A move to the turn track with all that a fleet can carry; None where it is too weak or too late for it."""
    ships = [ship for ship in muster.ships if eyes.counter(ship).kind in KINDS]
    here = [name for name, at in muster.troops if at == muster.start and name not in eyes.state.aboard]
    guests = [name for name, at in muster.extras if at == muster.start and name not in eyes.state.aboard]
    port = eyes.state.seaport(muster.start)
    if eyes.state.turn > LAST_TURN or port is None or storm_bars(eyes.state, muster.start):
        return None
    aboard = {name: ship for name, ship in eyes.state.aboard.items() if ship in ships}
    pairs = berths(eyes, ships, [*here, *guests], aboard)
    men = [part["counter"] for part in pairs if eyes.counter(part["counter"]).is_soldiers]
    if len(ships) < SHIPS or len(men) < MEN or not free_ports(eyes):
        return None
    embark = [{"counter": part["counter"], "on": part["on"], "at": muster.start} for part in pairs]
    return {"ships": ships, "embark": embark, "to_track": "true"}


def free_ports(eyes: Eyes) -> list[Seaport]:
    """Seaports of the South Sea that are worth something and not English."""
    ports = eyes.board.seaports.values()
    return [port for port in ports if port.great_south_sea and port.value and eyes.state.holder(port) != ENGLISH]


def come_in(eyes: Eyes) -> list[dict[str, Any]]:
    """Ships due from the track come in beside the seaport that they are likeliest to take, and land there (7.4)."""
    due = [ship for ship, (turn, sea) in eyes.state.track.items()
           if int(turn) <= eyes.state.turn and sea == Ocean.PACIFIC.value]  # fmt: skip
    ports = free_ports(eyes)
    if not due or not ports:
        return []
    crew = [name for name, ship in eyes.state.aboard.items() if ship in due]
    port = max(ports, key=lambda port: (odds(eyes, port, due, crew) * port.value, port.id))
    far = eyes.distances(port.hex)
    seas = [h for h in eyes.board.sea_hexes(Ocean.PACIFIC) if h in far and h not in eyes.in_the_way]
    if not seas:
        return []
    entry = min(seas, key=lambda hex_id: (far[hex_id], hex_id))
    return [{"ships": due, "enter": entry, "path": [port.hex], "debark": "all"}]


def odds(eyes: Eyes, port: Seaport, ships: Iterable[str], crew: Iterable[str]) -> int:
    """The chance in a thousand to take a seaport with these ships and those aboard (9.2)."""
    force = [eyes.counter(name) for name in (*ships, *crew)]
    fighters = [c.id for c in force if c.is_soldiers or c.kind is CounterKind.BOMB_SHIP]
    return eyes.storm(port, fighters, sum(c.cannonade + c.tactics_land for c in force))


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
