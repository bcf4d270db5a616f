"""Operations of a steady general: which army goes where, small parties, bands, ships, and who stands together."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.bots.armies import Army, armies, regulars_first
from pbem.adjudicator.guerra.bots.books import FAINT, ODDS, book, entry, joining
from pbem.adjudicator.guerra.bots.detachments import bands, move, parties
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.goals import (
    FAR,
    WALLS,
    Goal,
    danger,
    exposure_of,
    forsaken,
    promise,
    reachable,
    road,
    same_garrison,
)
from pbem.adjudicator.guerra.bots.landings import homecoming, voyage
from pbem.adjudicator.guerra.bots.ships_of_war import fleets

Part = dict[str, Any]
#: The least factors of an army that is parted from another.
SQUADRON = 7
#: The odds that armies mass for.
MASS = 1.6


def operations(eyes: Eyes) -> dict[str, Any]:
    """The march books of all forces, the strongest army first, and the stacks that stand idle."""
    taken: dict[str, float] = {}
    waiting = list(armies(eyes))
    small = parties(eyes, waiting)
    waiting.sort(key=lambda each: -each.factor)
    found: list[Part] = []
    sailing: set[str] = set()
    while waiting:
        army = waiting.pop(0)
        marching = march(eyes, army, taken, waiting, sailing) if army.units else None
        if marching is not None:
            found.append(marching)
            eyes.ordered.update(army.units, army.leaders)
        idle = Army(army.at, army.step, army.stay if marching else [*army.units, *army.stay],
                    [] if marching else army.leaders)  # fmt: skip
        hunting = hunt_at_home(eyes, idle)
        if hunting is not None:
            found.append(hunting)
            eyes.ordered.update(idle.units, idle.leaders)
    small += bands(eyes, marching_away([*found, *small]))
    if not eyes.royal():
        found += homecoming(eyes, sailing)
    ports = list(dict.fromkeys((*eyes.besieging, *eyes.beset())))
    found = [*fleets(eyes, ports, sailing), *found, *small]
    for each in small:
        eyes.ordered.update(each["force"]["units"])
    return {"operations": found, "forces": together(eyes)}


def marching_away(entries: list[Part]) -> set[str]:
    """The units that leave the area where they stand."""
    return {unit for each in entries for unit in each["force"]["units"]
            if any(name in step for step in each["do"] for name in ("move", "embark"))}  # fmt: skip


def march(eyes: Eyes, army: Army, taken: dict[str, float], waiting: list[Army], sailing: set[str]) -> Part | None:
    """The best thing an army can do this turn; None if that is to stay. What is more than enough waits for more."""
    goals = [goal for goal in reachable(eyes, army, taken) if goal.score > FAINT]
    best = max(goals, key=lambda goal: (goal.score, goal.area), default=None)
    by_sea = voyage(eyes, army, taken, sailing, best.score if best else FAINT)
    if by_sea is not None:
        return by_sea
    if best is None:
        best = errand(eyes, army, taken)
    if best is None:
        return to_the_front(eyes, army) if army.at in eyes.board.areas else None
    rest = spare(eyes, army, best.area)
    if rest is not None:
        waiting.insert(0, rest)
    taken[best.area] = taken.get(best.area, 0) + army.factor
    return entry(eyes, army, book(eyes, army, best, taken))


def errand(eyes: Eyes, army: Army, taken: dict[str, float]) -> Goal | None:
    """The best goal for a part of an army that is too great for any: the rest stays, holds its area and eats there."""
    found: list[Goal] = []
    for area, way in eyes.ways(army.at, FAR).items() if army.at in eyes.board.areas else ():
        part = Army(army.at, army.step, list(army.units), list(army.leaders), factor=army.factor)
        if not way or spare(eyes, part, area) is None:
            continue
        if not eyes.bound(army.at, part.units) or same_garrison(eyes, army.at, area):
            found.append(Goal(area, way, promise(eyes, part, area, way, taken)))
    return max((goal for goal in found if goal.score > FAINT), key=lambda goal: (goal.score, goal.area), default=None)


def spare(eyes: Eyes, army: Army, area: str) -> Army | None:
    """Takes off what an army does not need for its goal, as another army; None if it needs all."""
    foe = eyes.strongest_foe(area) * (2 if eyes.halved(area) else 1)
    port = eyes.enemy_fortress(area)
    walls = 2.5 * (eyes.factor(eyes.garrison(port)) + WALLS) if port else 0
    enough = max(SQUADRON, 3.5 * foe, walls, 1.3 * exposure_of(eyes, area, army.at))
    if army.factor < enough + SQUADRON or len(army.units) < 4:
        return None
    units = sorted(army.units, key=lambda unit: (eyes.state.is_militia(unit), -eyes.state.factor(unit), unit))
    kept: list[str] = []
    while units and eyes.factor(kept) < enough:
        kept.append(units.pop(0))
    if eyes.factor(units) < 4 or all(eyes.state.is_militia(unit) for unit in units):
        return None
    army.units, army.factor = kept, eyes.factor(kept)
    rest = Army(army.at, army.step, units, army.leaders[1:], [])
    army.leaders = army.leaders[:1]
    if not rest.leaders:
        rest.units = regulars_first(eyes, rest.units)
    rest.factor = eyes.factor(rest.units)
    return rest


def to_the_front(eyes: Eyes, army: Army) -> Part | None:
    """Marches an idle army toward the nearest area where there is something to do; None if it stands there.

    Beside an enemy who is not worth it, only what a guard against them does not need marches off, and goes far.
    """
    if not army.units or eyes.bound(army.at, army.units):
        return None
    threat = danger(eyes, army.at)
    if threat:
        joined = massing(eyes, army)
        if joined is not None or eyes.closing() or not leave_guard(eyes, army, threat):
            return joined
    ways = eyes.ways(army.at, 8)
    busy = [area for area in ways if area != army.at and eyes.worth(area) > 0
            and (eyes.foe_strength(area) or eyes.held[area] == eyes.enemy)
            and not (threat and (len(ways[area]) <= FAR or eyes.foe_strength(area) > army.factor))]  # fmt: skip
    if not busy:
        return None
    goal = min(busy, key=lambda area: (len(ways[area]), -eyes.worth(area), area))
    way = ways[goal][:-1][:4]
    if not way or road(eyes, army, way) > 0.2 * army.factor:
        return None
    return entry(eyes, army, [move(way)])


def leave_guard(eyes: Eyes, army: Army, threat: float) -> bool:
    """Leaves the weakest units of an army against an enemy near it; tells if enough are left to march."""
    left = eyes.factor([unit for unit in eyes.mine_at(army.at) if unit not in army.units])
    units = sorted(army.units, key=lambda unit: (-eyes.state.factor(unit), unit))
    while units and left < threat:
        left += eyes.state.factor(units.pop())
    if eyes.factor(units) < SQUADRON:
        return False
    army.stay += [unit for unit in army.units if unit not in units]
    army.units, army.factor = units, eyes.factor(units)
    return True


def massing(eyes: Eyes, army: Army) -> Part | None:
    """Joins an army of one's own beside it, if together they are strong enough for an enemy near there."""
    best: tuple[float, str] | None = None
    for area in eyes.near(army.at):
        there = eyes.factor([unit for unit in eyes.mine_at(area) if eyes.idle(unit)])
        if not there or eyes.foe_strength(area) or forsaken(eyes, army, area):
            continue
        for prey in (name for name in eyes.near(area) if name != army.at and eyes.held[name] in (eyes.enemy, "both")):
            foe = eyes.strongest_foe(prey) * (2 if eyes.halved(prey) else 1)
            if foe and there < MASS * foe <= there + army.factor:
                gain = eyes.worth(prey) + 0.2 * foe
                best = max(best or (0.0, ""), (gain, area))
    if best is None or road(eyes, army, [best[1]]) > 0.2 * army.factor:
        return None
    return entry(eyes, army, [move([best[1]]), *joining(eyes, army, best[1])])


def hunt_at_home(eyes: Eyes, army: Army) -> Part | None:
    """Hunts guerrillas where units stand that have nothing better to do: those of the line, out in the field."""
    state = eyes.state
    if army.at not in eyes.board.areas:
        return None
    army.units = [unit for unit in army.units if not state.forces[state.force_of(unit)].inside]
    regulars = [unit for unit in army.units if not state.is_militia(unit)]
    if not eyes.hills(army.at, eyes.enemy) or not regulars or eyes.foe_strength(army.at) > eyes.factor(army.units):
        return None
    army.factor = eyes.factor(army.units)
    shown = {"attack": {"target": "weakest", "times": "2", "if": [{"odds": dict(ODDS)}]}}
    return entry(eyes, army, [{"hunt": {"unit": "any", "times": "3"}}, shown, {"hunt": {"unit": "any", "times": "2"}}])


def together(eyes: Eyes) -> list[Part]:
    """Makes one stack of all units in the field of an area that have no orders: apart they are beaten one by one."""
    found: list[Part] = []
    for area in eyes.board.areas:
        units = [unit for unit in eyes.mine_at(area) if eyes.idle(unit)
                 and not eyes.state.besieges(eyes.state.force_of(unit))]  # fmt: skip
        leaders = [name for name in eyes.leaders_at(area) if name not in eyes.ordered]
        if len({eyes.state.force_of(name) for name in (*units, *leaders)}) > 1 and units:
            found.append({"at": area, "units": units, **({"leaders": leaders} if leaders else {})})
    return found
