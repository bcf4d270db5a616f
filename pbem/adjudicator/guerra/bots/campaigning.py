"""Operations of a steady general: which army goes where, and the march book it carries."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field
from typing import Any

from pbem.adjudicator.guerra.bots.eyes import STEP, Eyes, odds_of_winning, text
from pbem.adjudicator.guerra.rules.recruits import purses_for
from pbem.adjudicator.guerra.state.terms import ARTILLERY, ROYALIST
from pbem.base.records import dataclass

Part = dict[str, Any]
#: The odds at which an army attacks: three to two, or one to one under a better leader.
ODDS = {"own": "3", "enemy": "2"}
EVEN = {"own": "1", "enemy": "1"}
#: The marches that a target may be away, and the factors from which an army is worth a point on its die.
FAR, GREAT = 3, 12
#: The walls of a fortress, and the factors from which it is assaulted.
WALLS, STORM = 8, 9
FAINT = 0.05
#: The least factors of an army that is parted from another.
SQUADRON = 7
#: The part of an area's worth that is thought lost when its army leaves it to a stronger neighbour.
HOME = 0.45
#: RP in a purse from which an army gets two points on its die.
PLENTY = 12


@dataclass(slots=True)
class Army:
    """Own units of one step of the sequence in one area, with their leaders: who stays, and who may march."""

    at: str
    step: int
    units: list[str]
    leaders: list[str]
    stay: list[str] = field(default_factory=list)
    factor: int = 0


@dataclass(slots=True)
class Goal:
    """An area that an army might go to, and how good that looks."""

    area: str
    way: list[str]
    score: float


def operations(eyes: Eyes) -> list[Part]:
    """The march books of all armies, the strongest first; fleets are added by each seat's own plan."""
    taken: dict[str, float] = {}
    found = []
    waiting = sorted(armies(eyes), key=lambda each: -each.factor)
    while waiting:
        army = waiting.pop(0)
        marching = march(eyes, army, taken, waiting) if army.units else None
        if marching is not None:
            found.append(marching)
        idle = Army(army.at, army.step, army.stay if marching else [*army.units, *army.stay],
                    [] if marching else army.leaders)  # fmt: skip
        hunting = hunt_at_home(eyes, idle)
        if hunting is not None:
            found.append(hunting)
    return found


# ------------------------------------------------------------------------------------------------ armies


def armies(eyes: Eyes) -> Iterator[Army]:
    """Own units in line by area and step, a garrison taken off."""
    for area in eyes.board.areas:
        units = [unit for unit in eyes.mine_at(area, inside=True) if free_to_march(eyes, unit)]
        for step in sorted({step_of(eyes, unit) for unit in units}):
            mine = [unit for unit in units if step_of(eyes, unit) == step]
            leaders = [name for name in eyes.leaders_at(area) if step_of(eyes, name) == step]
            army = Army(area, step, mine, leaders)
            leave_garrison(eyes, army)
            if not leaders:
                army.units = regulars_first(eyes, army.units)
            army.factor = eyes.factor(army.units)
            yield army


def regulars_first(eyes: Eyes, units: list[str]) -> list[str]:
    """Leaves militia behind until they are fewer than half: a leaderless crowd hardly moves (3.3)."""
    militia = [unit for unit in units if eyes.state.is_militia(unit)]
    regulars = [unit for unit in units if unit not in militia]
    return units if not regulars else [*regulars, *militia[: max(0, len(regulars) - 1)]]


def step_of(eyes: Eyes, name: str) -> int:
    """The step of the sequence in which a unit or leader acts."""
    return 0 if eyes.seat == ROYALIST else STEP.get(eyes.state.nation_of(name), 0)


def free_to_march(eyes: Eyes, unit: str) -> bool:
    """Tells if a unit may leave the place where it stands; besieged garrisons stay."""
    force = eyes.state.forces[eyes.state.force_of(unit)]
    return not (force.inside and eyes.state.besieged(force.inside)) and not force.ships


def leave_garrison(eyes: Eyes, army: Army) -> None:
    """Takes off the garrison of an area: its weakest unit, and one inside each fortress."""
    area, state = army.at, eyes.state
    ports = [port for port in eyes.board.areas[area].ports if state.inside(port, eyes.seat)]
    for port in ports:
        inside = [unit for unit in army.units if state.forces[state.force_of(unit)].inside == port]
        hold(eyes, army, inside)
    others = [unit for unit in eyes.mine_at(area, inside=True) if unit not in army.units]
    wanted = eyes.board.areas[area].scores and not others and not army.stay and not eyes.hills(area, eyes.seat)
    if wanted:
        hold(eyes, army, army.units)


def hold(eyes: Eyes, army: Army, units: list[str]) -> None:
    """Leaves the weakest of some units behind."""
    if units:
        line = eyes.royal() or bool(eyes.hills(army.at, eyes.enemy))  # only regulars keep the hills from holding it
        keeper = min(units, key=lambda unit: (eyes.state.is_militia(unit) == line, eyes.state.arm(unit) == ARTILLERY,
                                              eyes.state.factor(unit), unit))  # fmt: skip
        army.units.remove(keeper)
        army.stay.append(keeper)


# ------------------------------------------------------------------------------------------------ goals


def march(eyes: Eyes, army: Army, taken: dict[str, float], waiting: list[Army]) -> Part | None:
    """The best thing an army can do this turn; None if that is to stay. What is more than enough waits for more."""
    goals = [goal for goal in reachable(eyes, army, taken) if goal.score > FAINT]
    if not goals:
        return to_the_front(eyes, army)
    best = max(goals, key=lambda goal: (goal.score, goal.area))
    rest = spare(eyes, army, best)
    if rest is not None:
        waiting.insert(0, rest)
    taken[best.area] = taken.get(best.area, 0) + army.factor
    return entry(eyes, army, book(eyes, army, best, taken))


def spare(eyes: Eyes, army: Army, goal: Goal) -> Army | None:
    """Takes off what an army does not need for its goal, as another army; None if it needs all."""
    foe = eyes.strongest_foe(goal.area) * (2 if eyes.halved(goal.area) else 1)
    port = eyes.enemy_fortress(goal.area)
    walls = 2.5 * (eyes.factor(eyes.garrison(port)) + WALLS) if port else 0
    enough = max(SQUADRON, 3.5 * foe, walls, 1.3 * exposure_of(eyes, goal.area, army.at))
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


def exposure_of(eyes: Eyes, area: str, home: str) -> float:
    """The factors of the strongest enemies beside an area, the way back apart."""
    return max((eyes.foe_strength(name) for name in eyes.near(area) if name != home), default=0)


def reachable(eyes: Eyes, army: Army, taken: dict[str, float]) -> Iterator[Goal]:
    """Every area within reach, with what going there promises."""
    for area, way in eyes.ways(army.at, FAR).items():
        score = promise(eyes, army, area, way, taken)
        if score:
            yield Goal(area, way, score)


def promise(eyes: Eyes, army: Army, area: str, way: list[str], taken: dict[str, float]) -> float:
    """The points an army may hope for in an area, less what it costs and risks."""
    own = army.factor / (2 if eyes.halved(area) else 1)
    foe, worst = eyes.foe_strength(area), eyes.strongest_foe(area)
    fortress, bands = eyes.enemy_fortress(area), eyes.hills(area, eyes.enemy)
    holder, worth = eyes.held[area], eyes.worth(area)
    if holder == eyes.seat or (eyes.board.areas[area].neutral) or taken.get(area, 0) > 2 * foe + WALLS:
        return 0.0
    if eyes.rebels_at(area) and not foe:
        return 0.0 if eyes.royal() else promise_of_rebels(eyes, army, area, way)
    chance = odds_of_winning(own, worst) if foe else 1.0
    if foe and own < 1.2 * worst:
        return 0.0
    swing = worth * (1.0 if holder == eyes.enemy else 0.5)
    if holder == "nobody":
        swing = worth * 0.6 if worth >= 1 else 0.0
    if fortress and not foe:
        swing *= siege_chance(eyes, own, fortress)
    elif not foe and bands and holder == "both":
        swing *= 0.35  # a hunt
    if fortress or bands:
        chance *= 0.8
    kill = 0.25 * min(foe, own)
    risk = (1 - chance) * 0.35 * army.factor + exposure(eyes, army, area)
    toll = 0.4 * len(way) + road(eyes, army, way) + forsaken(eyes, army, area)
    return chance * (swing + kill) - 0.5 * risk - toll


def forsaken(eyes: Eyes, army: Army, area: str) -> float:
    """The worth at risk of an area that an army leaves while enemies stand beside it."""
    if area == army.at:
        return 0.0
    left = eyes.factor([unit for unit in eyes.mine_at(army.at) if unit not in army.units])
    near = max((eyes.foe_strength(name) for name in (army.at, *eyes.near(army.at)) if name != area), default=0)
    return HOME * eyes.worth(army.at) if near > left else 0.0


def promise_of_rebels(eyes: Eyes, army: Army, area: str, way: list[str]) -> float:
    """Rebels count half for the Patriot as it is; their points are worth an attack by the strong."""
    foe = sum(eyes.strength(force) for force in eyes.rebels_at(area))
    return 0.5 * eyes.worth(area) - 0.4 * len(way) if army.factor >= 3 * foe else 0.0


def siege_chance(eyes: Eyes, own: float, port: str) -> float:
    """The chance to take a fortress in a turn, roughly: by assault with works."""
    inside = eyes.factor(eyes.garrison(port)) + WALLS
    ratio = own / inside
    return 0.75 if ratio >= 3 else 0.5 if ratio >= 2 else 0.35 if ratio >= 1 else 0.05


def exposure(eyes: Eyes, army: Army, area: str) -> float:
    """The factors at risk from enemies who stand beside an area and are stronger than the army."""
    near = [name for name in eyes.near(area) if name != army.at]
    foe = max((eyes.foe_strength(name) for name in near), default=0)
    return max(0.0, foe - army.factor) * 0.3


def road(eyes: Eyes, army: Army, way: list[str]) -> float:
    """The factors that the worst stretch of a way may cost by attrition."""
    worst, here = 0, army.at
    for area in way:
        piece = eyes.board.areas[area]
        andes = eyes.board.andes(here, area)
        worst = max(worst, max(piece.hostility, 2 if andes else 0) - piece.rp if piece.hostility or andes else 0)
        here = area
    steps = eyes.state.steps(army.units)
    return 0.0 if not worst and len(army.units) < 2 else 0.12 * max(0, worst) * steps


def to_the_front(eyes: Eyes, army: Army) -> Part | None:
    """Marches an idle army toward the nearest area where there is something to do; None if it stands there."""
    if not army.units or eyes.front(army.at):
        return None
    ways = eyes.ways(army.at, 8)
    busy = [area for area in ways if area != army.at and eyes.present(area, eyes.enemy) and eyes.worth(area) > 0]
    if not busy:
        return None
    goal = min(busy, key=lambda area: (len(ways[area]), -eyes.worth(area), area))
    way = ways[goal][:-1][:4]
    if not way or road(eyes, army, way) > 0.2 * army.factor:
        return None
    return entry(eyes, army, [move(way)])


def hunt_at_home(eyes: Eyes, army: Army) -> Part | None:
    """Hunts guerrillas where units stand that have nothing better to do: those of the line, out in the field."""
    state = eyes.state
    army.units = [unit for unit in army.units if not state.forces[state.force_of(unit)].inside]
    regulars = [unit for unit in army.units if not state.is_militia(unit)]
    if not eyes.hills(army.at, eyes.enemy) or not regulars or eyes.foe_strength(army.at) > eyes.factor(army.units):
        return None
    army.factor = eyes.factor(army.units)
    return entry(eyes, army, [{"hunt": {"unit": "any", "times": "4"}}])


# ------------------------------------------------------------------------------------------------ march books


def move(way: list[str]) -> Part:
    """A march along a way."""
    return {"move": {"to": way[-1], **({"via": way[:-1]} if way[1:] else {})}}


def entry(eyes: Eyes, army: Army, do: list[Part]) -> Part:
    """An entry of the operations for an army."""
    force: Part = {"at": army.at, "units": army.units}
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
    points = 2 if left >= PLENTY and army.factor >= STORM else 1 if left >= 1 and army.factor >= GREAT else 0
    eyes.promised[purse] = eyes.promised.get(purse, 0) + points
    return purse, points


def book(eyes: Eyes, army: Army, goal: Goal, taken: dict[str, float]) -> list[Part]:
    """A march to the goal, battles there at fair odds, a siege, a hunt; then the next area if points last."""
    area = goal.area
    odds = EVEN if army.leaders and eyes.strongest_foe(area) and better_leader(eyes, army, area) else ODDS
    steps: list[Part] = [move(goal.way)] if goal.way else []
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
    return steps + onward(eyes, army, goal, taken)


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
    if len(seas) == 1 and eyes.state.ships_at(seas[0], eyes.seat):
        steps.append({"blockade": {"port": port, "if": [*free, {"sea_is_ours": seas[0]}]}})
    if army.factor >= STORM:
        steps.append({"besiege": {"port": port, "works": "true", "times": "2", "if": [*free, {"op_left": "3"}]}})
    return steps


def onward(eyes: Eyes, army: Army, goal: Goal, taken: dict[str, float]) -> list[Part]:
    """Goes on to an area beside the goal, if the goal is held and points are left; somebody stays to hold it."""
    if len(army.units) < 3:
        return []
    keeper = min(army.units, key=lambda unit: (not eyes.state.is_militia(unit), eyes.state.factor(unit), unit))
    rest = Army(goal.area, army.step, [unit for unit in army.units if unit != keeper], army.leaders)
    rest.factor = int(0.75 * eyes.factor(rest.units))
    goals = [Goal(area, [area], promise(eyes, rest, area, [area], taken)) for area in eyes.near(goal.area)
             if area not in (army.at, *goal.way)]  # fmt: skip
    goals = [each for each in goals if each.score > FAINT]
    if not goals:
        return []
    best = max(goals, key=lambda each: (each.score, each.area))
    taken[best.area] = taken.get(best.area, 0) + rest.factor
    given: list[Part] = [{"no_enemy_in_field": goal.area}, {"op_left": "2"}]
    steps: list[Part] = [{"leave": {"units": [keeper], "if": given}},
                         {"move": {"to": best.area, "if": [{"no_enemy_in_field": goal.area}, {"op_left": "1"}]}}]
    if eyes.foes_at(best.area):
        steps.append({"attack": {"at": best.area, "target": "weakest", "times": "2", "if": [{"odds": dict(ODDS)}]}})
    return steps


def doctrine(eyes: Eyes) -> Part:
    """Standing answers: stand at fair odds, save the road, aim together."""
    return {
        "avoid": [{"do": "stand", "if": [{"odds": {"own": "1", "enemy": "1"}}]},
                  {"do": "stand", "if": [{"besieging": "any"}, {"odds": {"own": "2", "enemy": "3"}}]},
                  {"do": "avoid"}],
        "losses": {"any": ["militia", "reduced", "weakest"]},
        "evade": [{"do": "stand", "if": [{"odds": {"own": "1", "enemy": "1"}}]}, {"do": "evade"}],
        "targets": {"prefer": ["damaged", "strongest"], "how": "focus"},
        "attrition": {"pay_if_steps": text(6), "pay_if_modifier": text(1), "keep": keep_for_road(eyes)},
    }  # fmt: skip


def keep_for_road(eyes: Eyes) -> Any:
    """The points that no road may cost."""
    return "1" if eyes.royal() else {"plata": "1", "colombia": "1", "mexico": "0"}
