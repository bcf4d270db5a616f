"""The English captain: a fleet at Port Royal, landings at good odds where a victory die gains most, then garrisons."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.expedition import Muster, extras, hunt, recruits, run_home
from pbem.adjudicator.jenkins.bots.eyes import FACES, THOUSAND, Eyes
from pbem.adjudicator.jenkins.bots.round_the_horn import come_in, farther, stand_away
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

BASE, SECOND_BASE, THIRD_BASE = "port-royal", "antigua", "bridgetown"
#: Ships of the line that a base gets in a turn when there are points to spare, and the points kept back.
ARMADA, RESERVE = 2, 12
#: With so many infantry at the base one of them keeps it against raids.
CROWD = 3
#: The two expeditions of the set-up, and what is bought in a later turn with how many of each at most.
PLANS = texts_of(DATA / "captains.yaml")["english"]
REINFORCEMENTS = [(CounterKind(each["kind"]), int(each["most"])) for each in PLANS["reinforcements"]]
#: From this turn on nothing is left that Spain could take back cheaply before the victory dice (5.0).
CLOSING_TURN = 9
#: A seaport's worth in thousandths of victory for each point of war funds it brings in a turn that is left (3.4).
FUNDS_WORTH = 1


def english_set_up(eyes: Eyes) -> dict[str, Any]:
    """Two expeditions, the larger at Port Royal."""
    place_starters(eyes)
    eyes.buy(PLANS["first"], eyes.board.seaports[BASE])
    eyes.buy(PLANS["second"], eyes.board.seaports[SECOND_BASE])
    return {"buy": eyes.bought, "stacks": decoys_on_top(eyes)}


def place_starters(eyes: Eyes) -> None:
    """The free counters, which the view does not show before the set-up; they take up room (3.1)."""
    for place in eyes.board.setup:
        if place.side == ENGLISH and not eyes.state.stack(eyes.board.seaports[place.place].hex, ENGLISH):
            for name in place.counters:
                eyes.state.put(name, eyes.board.seaports[place.place].hex)


def decoys_on_top(eyes: Eyes) -> list[dict[str, Any]]:
    """A deception on top of each stack where one was just bought (4.4)."""
    decoys = [part for part in eyes.bought if eyes.counter(part["counter"]).kind is CounterKind.DECEPTION]
    return [{"hex": eyes.board.seaports[part["at"]].hex, "top": [part["counter"]]} for part in decoys]


def english_plan(eyes: Eyes) -> dict[str, Any]:
    """Purchases where the fleets are, then expeditions as long as one is worth trying."""
    garrisons(eyes)
    for port in rallying_ports(eyes):
        for kind, most in REINFORCEMENTS:
            eyes.buy(eyes.for_sale(kind)[:most], port)
    armada(eyes)
    moves = campaign(eyes)
    return {"buy": eyes.bought, "stacks": decoys_on_top(eyes), "moves": moves}


def garrisons(eyes: Eyes) -> None:
    """Captured Spanish seaports get a second defender, and towards the end guns (5.0)."""
    late = eyes.state.turn >= CLOSING_TURN
    for port in held_spanish(eyes):
        if port.great_south_sea:
            continue  # nothing can be bought for it (3.5)
        wanted = 2 if late else 1
        missing = wanted - len(eyes.infantry(port.hex))
        if missing > 0:
            eyes.buy(eyes.for_sale(CounterKind.INFANTRY)[:missing], port)
        if late:
            eyes.buy(eyes.for_sale(CounterKind.CANNON)[:2], port)


def armada(eyes: Eyes) -> None:
    """Spends what is left on ships of the line for the bases: their guns land with the troops (9.2(2))."""
    for name in (BASE, SECOND_BASE, THIRD_BASE):
        port = eyes.board.seaports[name]
        if eyes.state.holder(port) == ENGLISH:
            strongest = sorted(eyes.for_sale(CounterKind.SHIP), key=lambda ship: (-eyes.counter(ship).cannonade, ship))
            eyes.buy(strongest[:ARMADA], port, keep=RESERVE)
            eyes.buy(eyes.for_sale(CounterKind.INFANTRY)[:2], port, keep=RESERVE)


def held_spanish(eyes: Eyes) -> list[Seaport]:
    """Spanish seaports in English hands with somebody in them, the dearest first."""
    ports = [*eyes.ports(ENGLISH), *eyes.ports(ENGLISH, south=True)]
    return [port for port in ports if port.nation == SPANISH and eyes.state.land(port.hex, ENGLISH)]


def rallying_ports(eyes: Eyes) -> list[Seaport]:
    """Lists ports where reinforcements join a fleet at once: held ones with ships, then Port Royal (3.5)."""
    ports = [port for hex_id in eyes.fleets() if (port := eyes.state.seaport(hex_id))
             and eyes.state.holder(port) == ENGLISH]  # fmt: skip
    base = eyes.board.seaports[BASE]
    return list(dict.fromkeys([*ports[:2], *([base] if eyes.state.holder(base) == ENGLISH else [])]))


def campaign(eyes: Eyes) -> list[dict[str, Any]]:
    """Moves fleet after fleet: expeditions, then the way home for ships without a seaport near them."""
    held = [port.id for port in held_spanish(eyes)]
    moves = [*come_in(eyes), *farther(eyes, lambda port: worth(eyes, held, port))]
    spoken_for: list[str] = []
    for start in fleet_hexes(eyes):
        muster = gather(eyes, start, spoken_for)
        while plan := muster.best(targets(eyes, held), lambda port: worth(eyes, held, port)):
            moves.append(plan.as_move())
            held.append(plan.port.id)
            spoken_for += plan.men
            muster.spend(plan)
        if onward := stand_away(eyes, muster) or hunt(eyes, muster):
            moves.append(onward)
            spoken_for += [part["counter"] for part in onward.get("embark", ())]
            continue
        home = eyes.board.seaports[BASE].hex
        if muster.ships and not eyes.state.is_friendly_port(start, ENGLISH) and start != home:
            moves += run_home(eyes, start, muster.ships, home)
    return moves


def fleet_hexes(eyes: Eyes) -> list[str]:
    """Lists the hexes with ships, or with ships just bought."""
    bought = [eyes.board.seaports[part["at"]].hex for part in eyes.bought if eyes.counter(part["counter"]).is_naval]
    fresh = [hex_id for hex_id in dict.fromkeys(bought) if hex_id not in eyes.state.storms]
    return list(dict.fromkeys([*eyes.fleets(), *fresh]))


def gather(eyes: Eyes, start: str, spoken_for: Iterable[str]) -> Muster:
    """Gathers the ships of a hex with the troops there and at Port Royal, less those who must stay behind."""
    gone = list(spoken_for)
    base = eyes.board.seaports[BASE].hex
    places = [start] if start == base or base in eyes.in_the_way else [start, base]
    troops = recruits(eyes, places, gone, lambda place: stay_behind(eyes, place))
    troops.sort(key=lambda pair: (-(eyes.counter(pair[0]).land or 0), pair[0]))
    more = [pair for place in places for pair in extras(eyes, place) if pair[0] not in gone]
    return Muster(eyes, start, eyes.ships(start), troops, more)


def stay_behind(eyes: Eyes, hex_id: str) -> int:
    """Counts the infantry that hold a captured seaport: one, and two of a dear one towards the end."""
    port = eyes.state.seaport(hex_id)
    if port is not None and port.id == BASE:
        return 1 if len(eyes.infantry(hex_id)) >= CROWD else 0
    if port is None or port.nation == ENGLISH or eyes.state.holder(port) != ENGLISH:
        return 0
    return 2 if eyes.state.turn >= CLOSING_TURN and port.value >= 4 else 1


def targets(eyes: Eyes, held: Iterable[str]) -> list[Seaport]:
    """Every seaport of the Caribbean that is not English, but those already aimed at."""
    taken = list(held)
    ports = [port for holder in (SPANISH, "french", "dutch", "danish") for port in eyes.ports(holder)]
    return [port for port in ports if port.id not in taken]


def worth(eyes: Eyes, held: list[str], port: Seaport) -> int:
    """Values a seaport: its thousandths of a chance of victory, and its funds for the turns left."""
    left = eyes.board.numbers.turns - eyes.state.turn
    funds = port.value * left * FUNDS_WORTH
    if port.nation != SPANISH:
        return funds
    return funds + victory(eyes, [*held, port.id]) - victory(eyes, held)


def victory(eyes: Eyes, held: list[str]) -> int:
    """The chance in a thousand that one of the dice for these seaports succeeds (5.0)."""
    miss, of = 1, 1
    for name in held:
        port = eyes.board.seaports[name]
        free = [other for other in port.routes if other not in held and eyes.board.seaports[other].nation == SPANISH]
        good = max(0, min(FACES, port.value - len(free) * eyes.board.numbers.victory_route_modifier))
        miss, of = miss * (FACES - good), of * FACES
    return THOUSAND - miss * THOUSAND // of
