"""The Spanish captain: garrisons by value, guns and chains where the enemy can come, and lost seaports retaken."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.eyes import CAPTAINS, FIGHTERS, HABITS, Eyes
from pbem.adjudicator.jenkins.bots.fleet_by_fleet import Campaign
from pbem.adjudicator.jenkins.bots.south_sea import over_the_isthmus
from pbem.adjudicator.jenkins.rules.ch03_setup import garrison_ports
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import SPANISH

#: The squadron, the fortresses of the set-up, and what is bought for a seaport under threat.
PLANS = CAPTAINS["spanish"]
DEFENCES = [CounterKind(kind) for kind in PLANS["defences"]]


def spanish_set_up(eyes: Eyes) -> dict[str, Any]:
    """The best soldiers where a loss would cost most; fortresses; a squadron."""
    eyes.place_starters()
    posted = garrisons(eyes)
    for part in posted:
        eyes.state.put(part["counter"], eyes.board.hex_named(part["at"]))
    for fortress in PLANS["fortresses"]:
        eyes.buy(fortress["counters"], eyes.board.seaports[fortress["port"]])
    eyes.buy(PLANS["squadron"], eyes.board.seaports[PLANS["station"]])
    return {"buy": eyes.bought, "garrisons": posted, "stacks": eyes.decoys_on_top(), "isidro": PLANS["isidro"]}


def garrisons(eyes: Eyes) -> list[dict[str, str]]:
    """The free Soldiers, the strongest to the dearest seaport that has no other defence (3.1)."""
    place = next(place for place in eyes.board.setup if place.place == EACH_SEAPORT)
    ports = [eyes.board.seaport_at[hex_id] for hex_id in garrison_ports(eyes.state, place)]
    ports.sort(key=lambda port: (-port.value, port.id))
    troops = sorted(place.counters, key=lambda name: (-(eyes.counter(name).land or 0), name))
    return [{"counter": name, "at": port.id} for name, port in zip(troops, ports, strict=False)]


def spanish_plan(eyes: Eyes) -> dict[str, Any]:
    """Defences where they are thinnest, ships and men against what is lost, then the moves."""
    lost = [port for port in eyes.ports(eyes.foe) if port.nation == SPANISH]
    marches = over_the_isthmus(eyes)
    strengthen(eyes, keep=HABITS.kept_for_squadron if lost else 0)
    if lost or eyes.state.funds[SPANISH] > HABITS.plenty:
        rally(eyes)
    strengthen(eyes, keep=0)
    squadrons(eyes)
    away = [name for move in marches for name in move["troops"]]
    moves = [*marches, *counter_strokes(eyes, [*lost, *prey(eyes)], away)]
    return {"buy": eyes.bought, "stacks": eyes.decoys_on_top(), "moves": moves}


def prey(eyes: Eyes) -> list[Seaport]:
    """Seaports of others where nobody is seen: they pay their value each turn to those who hold them (3.4)."""
    if eyes.state.turn > HABITS.last_raid:
        return []
    ports = eyes.ports(eyes.foe, "french", "dutch", "danish")
    return [port for port in ports if port.nation != SPANISH and not eyes.state.stack(port.hex, eyes.foe)]


def worth(port: Seaport) -> int:
    """Values a landing: a seaport lost counts for victory (5.0), any other for its points alone (3.4)."""
    return 100 * port.value + 50 * len(port.routes) if port.nation == SPANISH else 20 * port.value


def strengthen(eyes: Eyes, *, keep: int) -> None:
    """Buys point by point for the weakest seaport for its value, down to the points to `keep`."""
    while any(eyes.buy_some(kind, 1, port, keep=keep) for port in weakest_first(eyes) for kind in DEFENCES):
        continue


def weakest_first(eyes: Eyes) -> list[Seaport]:
    """Spanish seaports on the Caribbean worth a gun, by how thinly they are held for their value."""
    more = HABITS.enough + eyes.state.turn // HABITS.turns_a_gun
    held = [(defenders(eyes, port), port) for port in eyes.ports(SPANISH)
            if port.value >= HABITS.least_value and port.nation == SPANISH]  # fmt: skip
    weak = sorted((number * 10 // port.value, -port.value, port.id) for number, port in held
                  if number < port.value + more)  # fmt: skip
    return [eyes.board.seaports[name] for _, _, name in weak]


def defenders(eyes: Eyes, port: Seaport) -> int:
    """Counts the counters ashore that the enemy must eliminate; nobody counts without infantry."""
    return len(eyes.ashore(port.hex, *DEFENCES))


def squadrons(eyes: Eyes) -> None:
    """Spends the points that are left on squadrons that intercept enemies near them (7.2)."""
    for port in (eyes.board.seaports[name] for name in PLANS["squadron_ports"]):
        for kind in () if storm_bars(eyes.state, port.hex) else FIGHTERS:
            wanted = HABITS.squadron_ships - len(eyes.afloat(port.hex, *FIGHTERS))
            eyes.buy_some(kind, wanted, port, keep=HABITS.squadron_reserve)


def rally(eyes: Eyes) -> None:
    """More ships and men for the squadron, in the seaport where most of it lies (3.5)."""
    ports = [port for hex_id in eyes.fleets() if (port := eyes.state.seaport(hex_id))
             and eyes.state.holder(port) == SPANISH]  # fmt: skip
    eyes.shop(PLANS["rally"], next(iter(ports), eyes.board.seaports[PLANS["station"]]))


def counter_strokes(eyes: Eyes, goals: list[Seaport], away: list[str]) -> list[dict[str, Any]]:
    """Landings by troops that are not away, while one is worth trying; ships at sea go home."""
    safe = [port.hex for port in eyes.ports(SPANISH) if port.hex not in eyes.in_the_way]
    able = [hex_id for hex_id in safe if len(eyes.infantry(hex_id)) > stay_behind(eyes.state.seaport(hex_id))]
    return Campaign(eyes, goals, worth, lambda hex_id: stay_behind(eyes.state.seaport(hex_id)),
                    donors=lambda start: donors(eyes, start, able), homes=safe, spoken_for=away).moves()  # fmt: skip


def donors(eyes: Eyes, start: str, able: list[str]) -> list[str]:
    """Seaports that can spare men for a counterstroke, the nearest first."""
    ways = {hex_id: way for hex_id in able if (way := eyes.leg(start, hex_id))}
    return sorted(ways, key=lambda hex_id: (len(ways[hex_id]), hex_id))[:3]


def stay_behind(port: Seaport | None) -> int:
    """Counts the infantry that stay: one in a seaport with a good victory die, none in a lesser one."""
    return 1 if port is not None and port.value >= 3 else 0
