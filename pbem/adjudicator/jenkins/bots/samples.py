"""Any legal answers to this game's own kinds of question, for the random bot and the fuzzers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.jenkins.bots.eyes import takes
from pbem.adjudicator.jenkins.rules.ch03_setup import Purchases
from pbem.adjudicator.jenkins.rules.ch07_movement import END, MoveOrder
from pbem.adjudicator.jenkins.rules.ch09_naval import LeaderDice
from pbem.adjudicator.jenkins.rules.ch11_special import is_fixed
from pbem.adjudicator.jenkins.state.state import SPANISH, enemy
from pbem.geometry.hexes import distance

__all__ = ["sample"]
LONGEST = 9  # hexes a sampled fleet sails: past one perilous sea die, not much more


@sample.register
def purchases(decision: Purchases, chance: Chance) -> Plain:
    """A lawful shopping list, without sense, for up to three seaports; now and then a stack in another order."""
    funds = decision.state.funds[decision.side]
    pool = [decision.state.board.counters[name] for name in decision.state.pool.get(decision.side, ())]
    room = rooms(decision, chance)
    bought: list[dict[str, str]] = []
    for counter in chance.some(pool, 0, min(len(pool), 40 if decision.set_up else 12)):
        berth = 0 if counter.is_naval else 1
        places = [name for name in room if not counter.stacks or room[name][berth] > 0]
        if counter.cost is None or counter.cost > funds or not places:
            continue
        port_id = chance.pick(places)
        funds -= counter.cost
        room[port_id][berth] -= counter.stacks
        bought.append({"counter": counter.id, "at": port_id})
    plan: dict[str, Any] = {"buy": bought, **({"isidro": chance.pick(decision.boxes())} if decision.boxes() else {})}
    return plan if chance.below(3) else plan | {"stacks": order(decision, chance, bought)}


def rooms(decision: Purchases, chance: Chance) -> dict[str, list[int]]:
    """Up to three of the side's seaports, with the room each has for ships and for troops (4.0)."""
    ports = decision.ports()
    room = {port.id: [port.value, port.value] for port in chance.some(ports, min(1, len(ports)), 3)}
    for name, left in room.items():
        for counter in decision.state.counters(decision.state.board.seaports[name].hex, decision.side):
            left[0 if counter.is_naval else 1] -= counter.stacks
    return room


def order(decision: Purchases, chance: Chance, bought: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
    """One of the stacks with something new on top (4.3)."""
    if not bought:
        return []
    fresh = chance.pick(bought)
    return [{"hex": decision.state.board.seaports[fresh["at"]].hex, "top": [fresh["counter"]]}]


@sample.register
def move(decision: MoveOrder, chance: Chance) -> Plain:
    """End the movement, sail, or march: any of it legal, little of it wise, half of it with a seaport in mind."""
    stacks = decision.legal()["move"]
    if not stacks or chance.below(5) == 0:
        return dict(END)
    hex_id = chance.pick(sorted(stacks))
    counters = [decision.state.board.counters[name] for name in stacks[hex_id]]
    ships = [c.id for c in counters if c.is_naval]
    troops = [c.id for c in counters if c.is_land and c.id not in decision.state.aboard and not is_fixed(c)]
    if ships and (not troops or chance.below(4)):
        expedition = chance.below(2) == 0
        sailing = ships if expedition else chance.some(ships, 1, len(ships))
        return sail(decision, chance, hex_id, sailing, troops, expedition=expedition)
    return march(decision, chance, hex_id, chance.some(troops, 1, len(troops))) if troops else dict(END)


def sail(decision: MoveOrder, chance: Chance, hex_id: str, ships: list[str], troops: list[str], *, expedition: bool
) -> Plain:
    """A fleet, its passengers aboard, on its way to a seaport or wandering; rarely scuttled or for the Horn."""
    if decision.side == SPANISH and chance.below(60) == 0:
        return {"scuttle": chance.pick(ships)}
    move: dict[str, Any] = {"ships": ships}
    port = goal(decision, chance, hex_id)
    move["path"] = [port] if expedition and port else wander(decision, chance, hex_id, naval=True)
    if decision.state.seaport(hex_id) and chance.below(4) and (embark := cargo(decision, chance, ships, troops)):
        move["embark"] = embark
    if expedition or chance.below(2):
        move["debark"] = "all"
    if chance.below(6) == 0:
        move["if_missed"] = "hold"
    if chance.below(40) == 0:
        move["to_track"] = "true"
    return move


def goal(decision: MoveOrder, chance: Chance, hex_id: str) -> str:
    """A seaport of this water, rather a near one, mostly the enemy's; empty if there is no other."""
    board = decision.state.board
    here = board.is_pacific(hex_id)
    ports = [p for p in board.seaports.values() if p.hex != hex_id and p.great_south_sea == here]
    if chance.below(4):
        ports = [p for p in ports if decision.state.holder(p) == enemy(decision.side)] or ports
    some = chance.some(ports, min(4, len(ports)), 4) if ports else []
    return min(some, key=lambda port: distance(hex_id, port.hex)).id if some else ""


def cargo(decision: MoveOrder, chance: Chance, ships: Sequence[str], troops: Sequence[str]) -> list[dict[str, str]]:
    """Passengers for as many of the ships as can take one; a merchant takes several that differ (7.3)."""
    state = decision.state
    plan: list[dict[str, str]] = []
    for name in chance.some(troops, min(len(troops), 1), len(troops)):
        aboard = {ship: [*state.passengers(ship), *(part["counter"] for part in plan if part["on"] == ship)]
                  for ship in ships}  # fmt: skip
        berths = [ship for ship in ships if takes(state.board, ship, name, aboard[ship])]
        if berths:
            plan.append({"counter": name, "on": chance.pick(berths)})
    return plan


def march(decision: MoveOrder, chance: Chance, hex_id: str, troops: list[str]) -> Plain:
    return {"troops": troops, "path": wander(decision, chance, hex_id, naval=False)}


def wander(decision: MoveOrder, chance: Chance, hex_id: str, *, naval: bool) -> list[str]:
    """A random walk that does not turn back on itdecision."""
    board = decision.state.board
    way: list[str] = []
    for _ in range(1 + chance.below(LONGEST if naval else 3)):
        near = board.naval_neighbours(hex_id) if naval else board.land_neighbours(hex_id)
        onward = [h for h in near if h not in way]
        if not onward:
            break
        hex_id = chance.pick(onward)
        way.append(hex_id)
    return way


@sample.register
def leader_dice(decision: LeaderDice, chance: Chance) -> Plain:
    ships = [chance.pick(tuple(decision.ships)) for _ in range(chance.below(decision.dice + 1))]
    return {name: str(ships.count(name)) for name in decision.ships if name in ships}
