"""The South Sea over land: Spain feeds Panama from Porto Bello, and marches from there to take it back (3.5, 7.5)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.eyes import CAPTAINS, HABITS, Eyes
from pbem.adjudicator.jenkins.rules.ch04_stacking import room
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import SPANISH

SOUTH, NORTH = "panama", "porto-bello"
GARRISON, STORMERS = ([(CounterKind(kind), int(wanted)) for kind, wanted in CAPTAINS["spanish"][plan].items()]
                      for plan in ("garrison", "stormers"))  # fmt: skip


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
