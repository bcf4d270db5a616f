"""Any legal answers to this game's own kinds of question, for the random bot and the fuzzers."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.chance import Chance, sample
from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.jenkins.bots.eyes import Eyes, berths
from pbem.adjudicator.jenkins.rules.ch03_setup import Purchases
from pbem.adjudicator.jenkins.rules.ch07_movement import END, MoveOrder
from pbem.adjudicator.jenkins.rules.ch09_naval import LeaderDice
from pbem.adjudicator.jenkins.rules.ch11_special import is_fixed
from pbem.adjudicator.jenkins.rules.routes import Ways, ways_from
from pbem.adjudicator.jenkins.state.state import SPANISH, State, enemy
from pbem.geometry.hexes import distance

__all__ = ["sample"]
NEAR_SEAS, NEAR_LANDS = 80, 8  # hexes that a sampled fleet or march goes to: past one perilous sea die, not much more


@sample.register
def purchases(decision: Purchases, chance: Chance) -> Plain:
    """A lawful shopping list, without sense, for up to three seaports; now and then a stack in another order."""
    known = decision.state
    eyes = Eyes(State.from_plain(known.board, known.to_plain(), known.house), decision.side)
    ports = decision.ports()
    ports = chance.some(ports, min(1, len(ports)), 3)
    for name in chance.some(eyes.state.pool[eyes.side] if ports else (), 0, 40 if decision.set_up else 12):
        eyes.buy([name], chance.pick(ports))
    plan: dict[str, Any] = {"buy": eyes.bought}
    plan |= {"isidro": chance.pick(decision.boxes())} if decision.boxes() else {}
    if chance.below(3) or not eyes.bought:
        return plan
    fresh = chance.pick(eyes.bought)
    return plan | {"stacks": [{"hex": eyes.board.hex_named(fresh["at"]), "top": [fresh["counter"]]}]}


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
    if not troops:
        return dict(END)
    way = wander(decision.state.board.land_ways, chance, hex_id, NEAR_LANDS)
    return {"troops": chance.some(troops, 1, len(troops)), "path": way}


def sail(decision: MoveOrder, chance: Chance, hex_id: str, ships: list[str], troops: list[str], *, expedition: bool
) -> Plain:
    """A fleet, its passengers aboard, on its way to a seaport or wandering; rarely scuttled or for the Horn."""
    if decision.side == SPANISH and chance.below(60) == 0:
        return {"scuttle": chance.pick(ships)}
    move: dict[str, Any] = {"ships": ships}
    port = goal(decision, chance, hex_id)
    near = decision.state.board.naval_ways
    move["path"] = [port] if expedition and port else wander(near, chance, hex_id, NEAR_SEAS)
    guests = chance.some(troops, min(len(troops), 1), len(troops))
    if decision.state.seaport(hex_id) and chance.below(4):
        seats = berths(decision.state, chance.some(ships, len(ships), len(ships)), guests)
        move |= {"embark": [{"counter": name, "on": ship} for name, ship in seats.items()]} if seats else {}
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
    ports = [p for p in board.seaports.values() if p.hex != hex_id and p.great_south_sea == board.is_pacific(hex_id)]
    if chance.below(4):
        ports = [p for p in ports if decision.state.holder(p) == enemy(decision.side)] or ports
    some = chance.some(ports, min(4, len(ports)), 4)
    return min(some, key=lambda port: distance(hex_id, port.hex)).id if some else ""


def wander(near: Ways, chance: Chance, hex_id: str, number: int) -> list[str]:
    """A way to one of so many hexes round about."""
    return [chance.pick([*ways_from(hex_id, near, frozenset())][1 : number + 1] or [hex_id])]


@sample.register
def leader_dice(decision: LeaderDice, chance: Chance) -> Plain:
    """Some of the dice, each to any counter."""
    return [chance.pick(tuple(decision.ships)) for _ in range(chance.below(decision.dice + 1))]
