"""The South Sea: Spain feeds Panama over land, and marches there to take it back (7.5); an English fleet with nothing
else to do rounds the Horn (7.4). Nothing can be bought there (3.5).
"""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Ocean, Seaport
from pbem.adjudicator.jenkins.bots.expedition import Muster
from pbem.adjudicator.jenkins.bots.eyes import CAPTAINS, FIGHTERS, HABITS, Eyes, berths
from pbem.adjudicator.jenkins.bots.fleet_by_fleet import Campaign
from pbem.adjudicator.jenkins.rules.ch04_stacking import room
from pbem.adjudicator.jenkins.rules.ch07_movement import due_from_track
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

SOUTH, NORTH = "panama", "porto-bello"
GARRISON, STORMERS = ([(CounterKind(kind), int(wanted)) for kind, wanted in CAPTAINS["spanish"][plan].items()]
                      for plan in ("garrison", "stormers"))  # fmt: skip
#: Ships that fight or carry; merchants and fire ships stay at home.
KINDS = (*FIGHTERS, CounterKind.BOMB_SHIP)


# ------------------------------------------------------------------------------------------------ over land


def over_the_isthmus(eyes: Eyes) -> list[dict[str, Any]]:
    """Buys and marches for Panama: its garrison while it is Spanish, else those who storm it."""
    south, north = eyes.board.seaports[SOUTH], eyes.board.seaports[NORTH]
    if eyes.state.holder(north) != SPANISH or north.hex in eyes.in_the_way or storm_bars(eyes.state, south.hex):
        return []
    if eyes.state.holder(south) != SPANISH:
        troops = stormers(eyes, south, north)
    else:
        troops = [] if south.hex in eyes.in_the_way else reliefs(eyes, south, north)
    return [{"troops": troops, "path": [south.hex]}] if troops else []


def reliefs(eyes: Eyes, south: Seaport, north: Seaport) -> list[str]:
    """The counters that Panama lacks, of what Porto Bello can spare and what is bought there."""
    troops: list[str] = []
    for kind, wanted in GARRISON:
        missing = wanted - len(eyes.ashore(south.hex, kind))
        if kind is CounterKind.INFANTRY:
            missing = min(missing, room(eyes.state, south, SPANISH)[1])
        spare = eyes.ashore(north.hex, kind)[1 if kind is CounterKind.INFANTRY else 0:]
        chosen = spare[: max(missing, 0)]
        troops += chosen + eyes.buy_some(kind, missing - len(chosen), north)
    return troops


def stormers(eyes: Eyes, south: Seaport, north: Seaport) -> list[str]:
    """Everybody at Porto Bello once the odds are good; until then more are gathered there."""
    for kind, wanted in STORMERS:
        eyes.buy_some(kind, wanted - len(eyes.ashore(north.hex, kind)), north)
    troops = [name for kind, _ in STORMERS for name in eyes.ashore(north.hex, kind)]
    return troops if eyes.storm(south, troops) >= HABITS.worth_marching else []


# ------------------------------------------------------------------------------------------------ round the Horn


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
    open_ = (h for h in eyes.board.sea_hexes(Ocean.PACIFIC) if h not in eyes.in_the_way)
    seas = {h: len(way) for h in open_ if (way := eyes.leg(port.hex, h)) is not None}
    entry = min(seas, key=lambda hex_id: (seas[hex_id], hex_id), default="")
    return [{"ships": due, "enter": entry, "path": [port.hex], "debark": "all"}] if entry else []


def farther(campaign: Campaign) -> list[dict[str, Any]]:
    """Ships already in the South Sea go on to its next seaport, and leave a garrison behind them."""
    eyes = campaign.eyes
    starts = [start for start in eyes.state.hexes(ENGLISH) if eyes.board.is_pacific(start)
              and eyes.state.naval(start, ENGLISH) and not storm_bars(eyes.state, start)]  # fmt: skip
    plans = [campaign.gather(start).best(free_ports(eyes), campaign.worth) for start in starts]
    return [plan.as_move(eyes) for plan in plans if plan]
