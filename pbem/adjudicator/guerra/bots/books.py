"""March books of a steady general: battles at fair odds, sieges, hunts, landings, and the next area if points last."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.bots.armies import Army
from pbem.adjudicator.guerra.bots.detachments import move
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.goals import Goal, promise, same_garrison
from pbem.adjudicator.guerra.rules.recruits import purses_for
from pbem.adjudicator.guerra.state.terms import AMERICAN, PATRIOT

Part = dict[str, Any]
#: The odds at which an army attacks: three to two, or one to one under a better leader.
ODDS = {"own": "1", "enemy": "1"}
EVEN = {"own": "1", "enemy": "1"}
#: The factors from which an army is worth a point on its die, and from which it assaults a fortress.
GREAT, STORM = 12, 9
#: RP in a purse from which an army gets two points on its die, and from which everybody does.
PLENTY, RICHES = 6, 12
#: Factors from which a force is worth points in the last year, when they are of no other use.
SQUAD = 4
#: The least promise that an army marches for.
FAINT = 0.05


def entry(eyes: Eyes, army: Army, do: list[Part]) -> Part:
    """An entry of the operations for an army."""
    force: Any = {"at": army.at, "units": army.units}
    if army.leaders:
        force["leaders"] = army.leaders
    found: Part = {"force": force, "do": do}
    purse, points = paid(eyes, army)
    if points:
        found |= {"rp": str(points)} if eyes.royal() else {"rp": str(points), "purse": purse}
    if eyes.royal() and eyes.state.in_play("hidalgo") and army.at in eyes.board.group("new-spain"):
        found["thin"] = "true"
    return found


def paid(eyes: Eyes, army: Army) -> tuple[str, int]:
    """The purse that pays for an army's die, and the points it has for that; each point is promised once."""
    state = eyes.state
    able = [purse for purse in purses_for(state, army.units[0]) if all(purse in purses_for(state, unit)
            for unit in army.units)]  # fmt: skip
    if not able:
        return "", 0
    purse = max(able, key=lambda name: state.purse.get(name, 0) - 2 * eyes.promised.get(name, 0))
    left = state.purse.get(purse, 0) // 2 - eyes.promised.get(purse, 0)
    if eyes.closing():
        points = min(2, max(0, left)) if army.factor >= SQUAD else 0
    else:
        rich = left >= RICHES or (left >= PLENTY and army.factor >= STORM)
        points = 2 if rich else int(left >= 1 and army.factor >= GREAT)
    eyes.promised[purse] = eyes.promised.get(purse, 0) + points
    return purse, points


def book(eyes: Eyes, army: Army, goal: Goal, taken: dict[str, float]) -> list[Part]:
    """A march to the goal, what is to be done there, and the next area if points last."""
    steps: list[Part] = [move(goal.way)] if goal.way else []
    return steps + deeds(eyes, army, goal.area) + joining(eyes, army, goal.area) + onward(eyes, army, goal, taken)


def deeds(eyes: Eyes, army: Army, area: str) -> list[Part]:
    """Battles in an area at fair odds, the siege of its fortress, a hunt."""
    odds = EVEN if army.leaders and eyes.strongest_foe(area) and better_leader(eyes, army, area) else ODDS
    steps = won_over(eyes, army, area)
    if eyes.foes_at(area):
        hidden = any(eyes.state.hidden(force) for force in eyes.foes_at(area))
        given: Part = {} if hidden else {"if": [{"odds": dict(odds)}]}
        steps.append({"attack": {"target": "weakest", "times": "2", **given}})
        steps.append({"attack": {"target": "any", "times": "2", "if": [{"odds": dict(odds)}]}})
    elif eyes.rebels_at(area):
        steps.append({"attack": {"target": "rebels", "times": "2"}})
    port = eyes.enemy_fortress(area)
    if port:
        steps += besiege(eyes, army, area, port)
    if eyes.hills(area, eyes.enemy):
        steps.append({"hunt": {"unit": "any", "times": "2", "if": [{"no_enemy_in_field": area}]}})
    return steps


def won_over(eyes: Eyes, army: Army, area: str) -> list[Part]:
    """Tries to win over American Royalists, each leader the best unit, in the year of the Liberals (10.2.2)."""
    state = eyes.state
    if eyes.seat != PATRIOT or state.liberals != eyes.turn or not army.leaders:
        return []
    units = [unit for force in eyes.foes_at(area) if not state.hidden(force) for unit in state.units_in(force)
             if state.nation_of(unit) == AMERICAN]  # fmt: skip
    units.sort(key=lambda unit: (-state.factor(unit), unit))
    return [{"subvert": {"unit": unit}} for unit, _ in zip(units, army.leaders, strict=False)]


def better_leader(eyes: Eyes, army: Army, area: str) -> bool:
    """Tells if the army's best tactician is better than any enemy seen in an area."""
    leaders = eyes.board.leaders
    mine = max(leaders[name].tactical for name in army.leaders)
    theirs = [leaders[name].tactical for name in eyes.state.leaders_at(area, eyes.enemy)]
    return mine > max(theirs, default=0)


def besiege(eyes: Eyes, army: Army, area: str, port: str) -> list[Part]:
    """A blockade where own ships hold the sea alone, else assaults with works by the strong."""
    free: list[Part] = [{"no_enemy_in_field": area}]
    seas = eyes.board.ports[port].seas
    steps: list[Part] = []
    eyes.besieging.append(port)
    if len(seas) == 1:
        steps.append({"blockade": {"port": port, "if": [*free, {"sea_is_ours": seas[0]}]}})
    if army.factor >= STORM:
        steps.append({"besiege": {"port": port, "works": "true", "times": "3", "if": [*free, {"op_left": "3"}]}})
    return steps


def joining(eyes: Eyes, army: Army, area: str) -> list[Part]:
    """Takes along those who stand in an area and have nothing to do, so that all stand together."""
    there = [unit for unit in eyes.mine_at(area) if unit not in army.units and eyes.idle(unit)
             and eyes.step_of(unit) == army.step and not eyes.state.besieges(eyes.state.force_of(unit))]  # fmt: skip
    if area == army.at or not there:
        return []
    return [{"pick_up": {"units": there}}]


def onward(eyes: Eyes, army: Army, goal: Goal, taken: dict[str, float]) -> list[Part]:
    """Goes on to an area beside the goal, if the goal is held and points are left; somebody stays to hold it."""
    if len(army.units) < 3:
        return []
    keeper = min(army.units, key=lambda unit: (not eyes.state.is_militia(unit), eyes.state.factor(unit), unit))
    rest = Army(goal.area, army.step, [unit for unit in army.units if unit != keeper], army.leaders)
    free = not eyes.bound(army.at, army.units)
    rest.factor = int(0.75 * eyes.factor(rest.units))
    goals = [Goal(area, [area], promise(eyes, rest, area, [area], taken)) for area in eyes.near(goal.area)
             if area not in (army.at, *goal.way) and (free or same_garrison(eyes, army.at, area))]  # fmt: skip
    goals = [each for each in goals if each.score > FAINT]
    if not goals:
        return []
    best = max(goals, key=lambda each: (each.score, each.area))
    taken[best.area] = taken.get(best.area, 0) + rest.factor
    given: list[Part] = [{"no_enemy_in_field": goal.area}, {"op_left": "2"}]
    steps: list[Part] = [
        {"leave": {"units": [keeper], "if": given}},
        {"move": {"to": best.area, "if": [{"no_enemy_in_field": goal.area}, {"op_left": "1"}]}},
    ]
    if eyes.foes_at(best.area):
        steps.append({"attack": {"at": best.area, "target": "weakest", "times": "2", "if": [{"odds": dict(ODDS)}]}})
    return steps
