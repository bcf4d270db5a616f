"""The South Sea over land: Spain feeds Panama from Porto Bello, and marches from there to take it back (3.5, 7.5)."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.eyes import Eyes
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import SPANISH

#: Nothing can be bought for the South Sea (3.5); both ends of the isthmus road are seaports, so no fever on it (7.5).
SOUTH, NORTH = "panama", "porto-bello"
#: The garrison that Panama shall have, kind after kind; and the force that is to take it back.
GARRISON = ((CounterKind.INFANTRY, 3), (CounterKind.CANNON, 3))
STORMERS = ((CounterKind.INFANTRY, 3), (CounterKind.CANNON, 4), (CounterKind.LEADER, 1))
#: A march on Panama with less than this chance in a thousand waits for more men.
WORTH_MARCHING = 500


def over_the_isthmus(eyes: Eyes) -> list[dict[str, Any]]:
    """Buys and marches for Panama: its garrison while it is Spanish, else those who storm it."""
    south, north = eyes.board.seaports[SOUTH], eyes.board.seaports[NORTH]
    open_road = not storm_bars(eyes.state, south.hex) and not storm_bars(eyes.state, north.hex)
    if eyes.state.holder(north) != SPANISH or not open_road or north.hex in eyes.in_the_way:
        return []
    if eyes.state.holder(south) == SPANISH:
        return [] if south.hex in eyes.in_the_way else fed(eyes, south, north)
    return stormed(eyes, south, north)


def fed(eyes: Eyes, south: Seaport, north: Seaport) -> list[dict[str, Any]]:
    """Buys for Porto Bello and marches over the counters that Panama lacks."""
    troops: list[str] = []
    for kind, wanted in GARRISON:
        there = of_kind(eyes, south, kind)
        missing = wanted - len(there)
        if kind is CounterKind.INFANTRY:
            missing = min(missing, eyes.room(south, naval=False))
        spare = of_kind(eyes, north, kind)[1 if kind is CounterKind.INFANTRY else 0:]
        chosen = spare[: max(missing, 0)]
        chosen += eyes.buy(eyes.for_sale(kind)[: max(missing - len(chosen), 0)], north)
        troops += chosen
    return [{"troops": troops, "path": [south.hex]}] if troops else []


def stormed(eyes: Eyes, south: Seaport, north: Seaport) -> list[dict[str, Any]]:
    """Everybody at Porto Bello marches on Panama once the odds are good; until then more are gathered there."""
    for kind, wanted in STORMERS:
        eyes.buy(eyes.for_sale(kind)[: max(wanted - len(of_kind(eyes, north, kind)), 0)], north)
    men = of_kind(eyes, north, CounterKind.INFANTRY)
    guns = of_kind(eyes, north, CounterKind.CANNON)
    leaders = of_kind(eyes, north, CounterKind.LEADER)
    extra = sum(eyes.counter(name).cannonade for name in guns) + sum(eyes.counter(n).tactics_land for n in leaders)
    if men and eyes.storm(south, men, extra) >= WORTH_MARCHING:
        return [{"troops": [*men, *guns, *leaders], "path": [south.hex]}]
    return []


def of_kind(eyes: Eyes, port: Seaport, kind: CounterKind) -> list[str]:
    """Own counters of a kind ashore in a seaport, those just bought among them."""
    names = [*eyes.state.land(port.hex, eyes.side), *eyes.fresh(port)]
    return [name for name in names if eyes.counter(name).kind is kind]
