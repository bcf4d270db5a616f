"""Small parties: single units that hold what nobody holds, and bands that carry the war into the enemy's country."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from pbem.adjudicator.guerra.bots.armies import Army, keeps
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.goals import danger
from pbem.adjudicator.guerra.rules.recruits import purses_for
from pbem.adjudicator.guerra.state.terms import ARTILLERY, GUERRILLA

Part = dict[str, Any]
#: The marches of a party and of a band, and the factors from which a unit is too good for either.
PARTY, BAND, GOOD = 3, 3, 4
#: RP in a purse from which a band gets a point on its die.
URGENT = 5
#: Points that each march of a party costs in the reckoning.
TOIL = 0.4


def parties(eyes: Eyes, armies: list[Army]) -> list[Part]:
    """Marches of single units into areas that nobody holds, the richest first; they are taken from their armies.

    In the last operations they also go where the enemy stands alone: an area that both are in counts half for each.
    """
    found: list[Part] = []
    empty = [area for area, piece in eyes.board.areas.items() if piece.scores and eyes.held[area] == "nobody"
             and not eyes.state.forces_at(area) and not eyes.forgone(area)]  # fmt: skip
    empty += intrusions(eyes)
    for area in sorted(empty, key=lambda name: (-gain(eyes, name), name)):
        ways = {name: way for name, way in eyes.ways(area, PARTY).items() if way}
        threat = danger(eyes, area)
        chosen = min(((cost(eyes, unit, len(ways[army.at])), number, unit) for number, army in enumerate(armies)
                      if army.at in ways for unit in fit(eyes, army, threat)
                      if not (eyes.hills(area, eyes.enemy) and eyes.state.is_militia(unit))), default=None)  # fmt: skip
        if chosen is None or chosen[0] >= gain(eyes, area):
            continue
        army, unit = armies[chosen[1]], chosen[2]
        army.units.remove(unit)
        army.factor = eyes.factor(army.units)
        way = [*reversed(ways[army.at][:-1]), area]
        found.append({"force": {"at": army.at, "units": [unit]}, "do": [move(way)]})
    return found


def intrusions(eyes: Eyes) -> list[str]:
    """Areas that the enemy holds alone, in the last operations of the game; Rebels keep what they hold."""
    if not eyes.closing():
        return []
    return [area for area, piece in eyes.board.areas.items() if piece.scores and eyes.held[area] == eyes.enemy
            and not eyes.present(area, eyes.seat) and not eyes.rebels_at(area)]  # fmt: skip


def gain(eyes: Eyes, area: str) -> float:
    """The worth of an area to a party: half where it has to be shared."""
    return eyes.worth(area) * (0.5 if eyes.held[area] == eyes.enemy else 1.0)


def fit(eyes: Eyes, army: Army, threat: float) -> list[str]:
    """Units of an army that may be spared for a party: cheap ones, and not the last of their area."""
    state = eyes.state
    if not army.stay and len(army.units) < 2 and eyes.board.areas[army.at].scores and not eyes.forgone(army.at):
        return []
    return [unit for unit in army.units if state.arm(unit) != ARTILLERY and state.factor(unit) < GOOD
            and (not threat or eyes.closing() or state.is_militia(unit))]  # fmt: skip


def cost(eyes: Eyes, unit: str, marches: int) -> float:
    """The cost of sending a unit away, in points."""
    return TOIL * marches + 0.4 * eyes.state.factor(unit)


def bands(eyes: Eyes, away: Collection[str] = ()) -> list[Part]:
    """Marches of guerrillas who are more than their area needs, into the enemy's areas beside it.

    An area needs none while units in line stay there; those who march away do not.
    """
    found: list[Part] = []
    bound: set[str] = set()
    for area in eyes.board.areas:
        here = [unit for unit in eyes.state.land_units_at(area, eyes.seat) if eyes.state.units[unit].mode == GUERRILLA]
        staying = [unit for unit in eyes.mine_at(area, inside=True) if unit not in away]
        spare = here if keeps(eyes, area, staying) else here[1:]
        for unit in spare:
            goals = {name: way for name, way in eyes.ways(area, BAND).items()
                     if way and name not in bound and prey(eyes, name) > TOIL * len(way)}  # fmt: skip
            if not goals:
                break
            goal = max(goals, key=lambda name: (prey(eyes, name) - TOIL * len(goals[name]), name))
            bound.add(goal)
            found.append({"force": {"at": area, "units": [unit]}, "do": [move(goals[goal])], **urged(eyes, unit)})
    return found


def urged(eyes: Eyes, unit: str) -> Part:
    """A point on a band's die from a purse that has more than armies need: without it bands hardly move (3.3)."""
    state = eyes.state
    purse = max(purses_for(state, unit), key=lambda name: state.purse.get(name, 0) - 2 * eyes.promised.get(name, 0))
    if state.purse.get(purse, 0) // 2 - eyes.promised.get(purse, 0) < (1 if eyes.closing() else URGENT):
        return {}
    eyes.promised[purse] = eyes.promised.get(purse, 0) + 1
    return {"rp": "1"} if eyes.royal() else {"rp": "1", "purse": purse}


def prey(eyes: Eyes, area: str) -> float:
    """The gain of a band that enters an area: half of it from regulars, all of it from militia."""
    if not eyes.board.areas[area].scores or eyes.present(area, eyes.seat) or eyes.rebels_at(area):
        return 0.0
    if eyes.held[area] not in (eyes.enemy, "nobody"):
        return 0.0
    return eyes.worth(area) * (0.5 if eyes.foe_strength(area) or eyes.held[area] == eyes.enemy else 1.0)


def move(way: list[str]) -> Part:
    """A march along a way."""
    return {"move": {"to": way[-1], **({"via": way[:-1]} if way[1:] else {})}}
