"""The English captain: a fleet at Port Royal, landings at good odds where a victory die gains most, then garrisons."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.jenkins.board.pieces import CounterKind, Seaport
from pbem.adjudicator.jenkins.bots.eyes import CAPTAINS, FACES, HABITS, THOUSAND, Eyes
from pbem.adjudicator.jenkins.bots.fleet_by_fleet import Campaign, Move
from pbem.adjudicator.jenkins.bots.south_sea import come_in, farther, stand_away
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH

PLANS = CAPTAINS["english"]


def english_set_up(eyes: Eyes) -> dict[str, Any]:
    """Two expeditions, the larger at Port Royal."""
    eyes.place_starters()
    for name, port in zip(("first", "second"), bases(eyes), strict=False):
        eyes.buy(PLANS[name], port)
    return {"buy": eyes.bought, "stacks": eyes.decoys_on_top()}


def bases(eyes: Eyes) -> list[Seaport]:
    """The ports of the reinforcements, the chief first."""
    return [eyes.board.seaports[name] for name in PLANS["bases"]]


def english_plan(eyes: Eyes) -> dict[str, Any]:
    """Purchases where the fleets are, then expeditions as long as one is worth trying."""
    garrisons(eyes)
    for port in rallying_ports(eyes):
        eyes.shop(PLANS["reinforcements"], port)
    for port in bases(eyes):
        strongest = sorted(eyes.for_sale[CounterKind.SHIP], key=lambda ship: (-eyes.counter(ship).cannonade, ship))
        eyes.buy(strongest[: HABITS.armada], port, keep=HABITS.armada_reserve)
        eyes.buy_some(CounterKind.INFANTRY, HABITS.armada, port, keep=HABITS.armada_reserve)
    return {"buy": eyes.bought, "stacks": eyes.decoys_on_top(), "moves": campaign(eyes)}


def garrisons(eyes: Eyes) -> None:
    """Captured Spanish seaports get a second defender, and towards the end guns (5.0)."""
    late = eyes.state.turn >= HABITS.closing_turn
    for port in held_spanish(eyes):
        eyes.buy_some(CounterKind.INFANTRY, 1 + late - len(eyes.infantry(port.hex)), port)
        eyes.shop(PLANS["guns"] if late else (), port)


def held_spanish(eyes: Eyes) -> list[Seaport]:
    """Spanish seaports in English hands with somebody in them, the dearest first."""
    ports = [*eyes.ports(ENGLISH), *eyes.ports(ENGLISH, south=True)]
    return [port for port in ports if port.nation == SPANISH and eyes.state.land(port.hex, ENGLISH)]


def rallying_ports(eyes: Eyes) -> list[Seaport]:
    """Lists ports where reinforcements join a fleet at once: held ones with ships, then Port Royal (3.5)."""
    ports = [port for hex_id in eyes.fleets() if (port := eyes.state.seaport(hex_id))
             and eyes.state.holder(port) == ENGLISH]  # fmt: skip
    return list(dict.fromkeys([*ports[:2], bases(eyes)[0]]))


def campaign(eyes: Eyes) -> list[Move]:
    """Moves those in the South Sea, then fleet after fleet with the troops of the chief base."""
    held, base = [port.id for port in held_spanish(eyes)], bases(eyes)[0].hex
    plan = Campaign(
        eyes, targets=eyes.ports(SPANISH, "french", "dutch", "danish"), taken=held, homes=[base], best_first=True,
        worth=lambda port: worth(eyes, held, port), stay_behind=lambda hex_id: stay_behind(eyes, hex_id),
        donors=lambda start: [base] if eyes.leg(start, base) else [],
        away=lambda muster: stand_away(eyes, muster),
    )  # fmt: skip
    return [*come_in(eyes), *farther(plan), *plan.moves()]


def stay_behind(eyes: Eyes, hex_id: str) -> int:
    """Counts the infantry that hold a captured seaport: one, and two of a dear one towards the end."""
    port = eyes.state.seaport(hex_id)
    if port is not None and port == bases(eyes)[0]:
        return 1 if len(eyes.infantry(hex_id)) >= HABITS.crowd else 0
    if port is None or port.nation == ENGLISH or eyes.state.holder(port) != ENGLISH:
        return 0
    return 2 if eyes.state.turn >= HABITS.closing_turn and port.value >= 4 else 1


def worth(eyes: Eyes, held: list[str], port: Seaport) -> int:
    """Values a seaport: its thousandths of a chance of victory, and its funds for the turns left (3.4)."""
    funds = port.value * (eyes.board.numbers.turns - eyes.state.turn)
    return funds + (victory(eyes, [*held, port.id]) - victory(eyes, held) if port.nation == SPANISH else 0)


def victory(eyes: Eyes, held: list[str]) -> int:
    """The chance in a thousand that one of the dice for these seaports succeeds (5.0)."""
    miss, of = 1, 1
    for name in held:
        port = eyes.board.seaports[name]
        free = [other for other in port.routes if other not in held and eyes.board.seaports[other].nation == SPANISH]
        good = max(0, min(FACES, port.value - len(free) * eyes.board.numbers.victory_route_modifier))
        miss, of = miss * (FACES - good), of * FACES
    return THOUSAND - miss * THOUSAND // of
