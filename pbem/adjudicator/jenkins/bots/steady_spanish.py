"""The Spanish captain: garrisons by value, guns and chains where the enemy can come, and lost seaports retaken."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK, CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.expedition import Muster, extras, hunt, recruits, run_home
from pbem.adjudicator.jenkins.bots.eyes import Eyes
from pbem.adjudicator.jenkins.bots.isthmus import over_the_isthmus
from pbem.adjudicator.jenkins.bots.steady_english import decoys_on_top, fleet_hexes
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import SPANISH

#: The squadron that takes back what is lost lies where most of it can be reached.
STATION = "san-juan"
#: The squadron, the fortresses of the set-up, and what is bought for a seaport under threat.
PLANS = texts_of(DATA / "captains.yaml")["spanish"]
#: The turn of the San Isidro: late enough that she probably comes, early enough to be of use (11.9).
ISIDRO = "5"
#: A seaport of less value is not worth a gun.
LEAST_VALUE = 3
#: A fortress has so many counters ashore when it is strong enough, by the value of the seaport.
ENOUGH = 1
#: One counter more in so many turns: the enemy grows stronger too.
TURNS_A_GUN = 3
#: With more points than this it raises men for raids, and after this turn it raids no more.
PLENTY, LAST_RAID = 30, 7
#: Where squadrons lie, the most threatened seaport first, and how many ships that can intercept are one.
SQUADRON_PORTS = ("santo-domingo", "havana", "santiago")
SQUADRON_SHIPS, RESERVE = 5, 6
FIGHTERS = (CounterKind.SHIP, CounterKind.FRIGATE)
DEFENCES = [CounterKind(kind) for kind in PLANS["defences"]]


def spanish_set_up(eyes: Eyes) -> dict[str, Any]:
    """The best soldiers where a loss would cost most; fortresses; a squadron."""
    posted = garrisons(eyes)
    for part in posted:
        eyes.state.put(part["counter"], eyes.board.hex_named(part["at"]))
    for place in eyes.board.setup:
        if place.side == SPANISH and place.place not in (EACH_SEAPORT, TURN_TRACK):
            for name in place.counters:
                eyes.state.put(name, eyes.board.seaports[place.place].hex)
    for fortress in PLANS["fortresses"]:
        eyes.buy(fortress["counters"], eyes.board.seaports[fortress["port"]])
    eyes.buy(PLANS["squadron"], eyes.board.seaports[STATION])
    return {"buy": eyes.bought, "garrisons": posted, "stacks": decoys_on_top(eyes), "isidro": ISIDRO}


def garrisons(eyes: Eyes) -> list[dict[str, str]]:
    """The free Soldiers, the strongest to the dearest seaport that has no other defence (3.1)."""
    place = next(place for place in eyes.board.setup if place.place == EACH_SEAPORT)
    ports = [port for port in eyes.board.seaports.values()
             if port.nation == SPANISH and port.value >= (place.least_value or 0)]  # fmt: skip
    ports.sort(key=lambda port: (-port.value, port.id))
    troops = sorted(place.counters, key=lambda name: (-(eyes.counter(name).land or 0), name))
    return [{"counter": name, "at": port.id} for name, port in zip(troops, ports, strict=False)]


def spanish_plan(eyes: Eyes) -> dict[str, Any]:
    """Defences where they are thinnest, ships and men against what is lost, then the moves."""
    lost = [port for port in eyes.ports(eyes.foe) if port.nation == SPANISH]
    marches = over_the_isthmus(eyes)
    strengthen(eyes, keep=8 if lost else 0)
    if lost or eyes.funds > PLENTY:
        rally(eyes)
    strengthen(eyes, keep=0)
    squadrons(eyes)
    away = [name for move in marches for name in move["troops"]]
    moves = [*marches, *counter_strokes(eyes, [*lost, *prey(eyes)], away)]
    return {"buy": eyes.bought, "stacks": decoys_on_top(eyes), "moves": moves}


def prey(eyes: Eyes) -> list[Seaport]:
    """Seaports of others where nobody is seen: they pay their value each turn to those who hold them (3.4)."""
    if eyes.state.turn > LAST_RAID:
        return []
    ports = [port for holder in (eyes.foe, "french", "dutch", "danish") for port in eyes.ports(holder)]
    return [port for port in ports if port.nation != SPANISH and not eyes.state.stack(port.hex, eyes.foe)]


def worth(port: Seaport) -> int:
    """Values a landing: a seaport lost counts for victory (5.0), any other for its points alone (3.4)."""
    return 100 * port.value + 50 * len(port.routes) if port.nation == SPANISH else 20 * port.value


def strengthen(eyes: Eyes, *, keep: int) -> None:
    """Buys point by point for the weakest seaport for its value, down to the points to `keep`."""
    while True:
        for port in weakest_first(eyes):
            if defenders(eyes, port) >= port.value + ENOUGH + eyes.state.turn // TURNS_A_GUN:
                continue
            if any(eyes.buy(eyes.for_sale(kind)[:1], port, keep=keep) for kind in DEFENCES):
                break
        else:
            return


def squadrons(eyes: Eyes) -> None:
    """Spends the points that are left on squadrons that intercept enemies near them (7.2)."""
    for name in SQUADRON_PORTS:
        port = eyes.board.seaports[name]
        if eyes.state.holder(port) != SPANISH or storm_bars(eyes.state, port.hex):
            continue
        ships = [ship for ship in eyes.ships(port.hex) if eyes.counter(ship).kind in FIGHTERS]
        wanted = max(0, SQUADRON_SHIPS - len(ships))
        if not wanted:
            continue
        dear = eyes.buy(eyes.for_sale(CounterKind.SHIP)[:wanted], port, keep=RESERVE)
        eyes.buy(eyes.for_sale(CounterKind.FRIGATE)[: wanted - len(dear)], port, keep=RESERVE)


def weakest_first(eyes: Eyes) -> list[Seaport]:
    """Spanish seaports on the Caribbean worth a gun, by how thinly they are held for their value."""
    own = [port for port in eyes.ports(SPANISH) if port.value >= LEAST_VALUE and port.nation == SPANISH]
    return sorted(own, key=lambda port: (defenders(eyes, port) * 10 // port.value, -port.value, port.id))


def defenders(eyes: Eyes, port: Seaport) -> int:
    """Counters ashore that the enemy must eliminate, those just bought with them; nobody counts without infantry."""
    names = eyes.state.land(port.hex, SPANISH) + eyes.fresh(port)
    counters = [eyes.counter(name) for name in names if eyes.counter(name).is_land]
    return sum(1 for c in counters if c.kind is not CounterKind.DECEPTION)


def rally(eyes: Eyes) -> None:
    """More ships and men for the squadron, in the seaport where most of it lies (3.5)."""
    ports = [port for hex_id in eyes.fleets() if (port := eyes.state.seaport(hex_id))
             and eyes.state.holder(port) == SPANISH]  # fmt: skip
    for port in [*ports[:1], eyes.board.seaports[STATION]][:1]:
        if eyes.state.holder(port) == SPANISH:
            eyes.buy(eyes.for_sale(CounterKind.INFANTRY)[:2], port)
            eyes.buy(eyes.for_sale(CounterKind.SHIP)[:2], port)
            eyes.buy(eyes.for_sale(CounterKind.DECEPTION)[:1], port)


def counter_strokes(eyes: Eyes, lost: Iterable[Seaport], away: Iterable[str]) -> list[dict[str, Any]]:
    """Landings in lost seaports by troops that are not away, while one is worth trying; ships at sea go home."""
    moves: list[dict[str, Any]] = []
    open_targets = list(lost)
    spoken_for = list(away)
    for start in fleet_hexes(eyes):
        muster = gather(eyes, start, spoken_for)
        while plan := muster.best(open_targets, worth):
            moves.append(plan.as_move())
            open_targets.remove(plan.port)
            spoken_for += plan.men
            muster.spend(plan)
        if chase := hunt(eyes, muster):
            moves.append(chase)
        elif muster.ships and not eyes.state.is_friendly_port(start, SPANISH):
            homes = [port.hex for port in eyes.ports(SPANISH) if port.hex not in eyes.in_the_way]
            far, never = eyes.distances(start), len(eyes.board.grid.hexes)
            nearest = min(homes, key=lambda h: (far.get(h) or never, h), default="")
            moves += run_home(eyes, start, muster.ships, nearest) if nearest else []
    return moves


def gather(eyes: Eyes, start: str, spoken_for: Iterable[str]) -> Muster:
    """Gathers the ships of a hex, its troops but one, and garrisons worth less than the lost seaport."""
    places = [start, *donors(eyes, start)]
    troops = recruits(eyes, places, list(spoken_for), lambda hex_id: stay_behind(eyes.state.seaport(hex_id)))
    return Muster(eyes, start, eyes.ships(start), troops, extras(eyes, start))


def donors(eyes: Eyes, start: str) -> list[str]:
    """Seaports that can spare men for a counterstroke, the nearest first."""
    ports = [port for port in eyes.ports(SPANISH) if port.hex != start and port.hex not in eyes.in_the_way]
    able = [port.hex for port in ports if len(eyes.infantry(port.hex)) > stay_behind(port)]
    far = eyes.distances(start)
    return sorted((h for h in able if h in far), key=lambda h: (far[h], h))[:3]


def stay_behind(port: Seaport | None) -> int:
    """Counts the infantry that stay: one in a seaport with a good victory die, none in a lesser one."""
    return 1 if port is not None and port.value >= 3 else 0
