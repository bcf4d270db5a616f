"""The council of a steady general: uprisings, purchases, landings, masses, and who takes to the hills."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.guerra.bots.detachments import BAND, prey
from pbem.adjudicator.guerra.bots.eyes import Eyes, odds_of_winning
from pbem.adjudicator.guerra.bots.goals import danger
from pbem.adjudicator.guerra.rules.ch04_building import (
    price,
    step_price,
    why_no_masses,
    why_not_replenished,
    why_not_there,
)
from pbem.adjudicator.guerra.rules.ch04_resources import area_yield, purses_of_area
from pbem.adjudicator.guerra.rules.ch09_uprisings import modifiers, rises_as_rebels, why_not
from pbem.adjudicator.guerra.rules.recruits import militia_for, purses_for
from pbem.adjudicator.guerra.state.house import is_so
from pbem.adjudicator.guerra.state.terms import (
    ARTILLERY,
    DUE,
    GUERRILLA,
    HAITI,
    INFANTRY,
    POOL,
    PORTUGUESE,
    ROYALIST,
    SPANISH,
)

Part = dict[str, Any]
#: RP that stay in a purse for operations, by the Royalist and by each nation.
KEPT = {ROYALIST: 5, "plata": 2, "colombia": 2, "mexico": 1, "chile": 1, "peru": 0}
#: Steps more than 10.5 wants, for those whom the last year costs.
SPARE = 3
#: Half points that a purse is taken to have beside what it holds, for what is judged apart from money.
BORROWED = 1000
#: The need below which a unit of the line is not raised, for it would only be beaten.
HOPELESS = -2
#: Factors above which a place wants no more; units in an area of Mexico that the die of 10.7 lets move; a convoy.
FULL, BRIDLED, CORPS = 40, 5, 20
#: Units that are raised in Haiti; half points in a purse from which ships are bought.
CABIN, NAVY = 2, 30


def council(eyes: Eyes) -> Part:
    """Both sections of a council."""
    found = {"uprisings": uprisings(eyes), "muster": muster(eyes)}
    return {name: part for name, part in found.items() if part}


# ------------------------------------------------------------------------------------------------ uprisings


def uprisings(eyes: Eyes) -> list[Part]:
    """The two areas with the best die and worth."""
    areas = [area for area in eyes.board.areas if not why_not(eyes.state, eyes.seat, area)]
    areas = [area for area in areas if hope(eyes, area) > 0]
    areas.sort(key=lambda area: (-hope(eyes, area), area))
    return [{"area": area, "unit": "infantry"} for area in areas[: eyes.board.numbers.uprisings]]


def hope(eyes: Eyes, area: str) -> float:
    """The chance that an area rises, times what it is worth when it has."""
    if not rises_as_rebels(eyes.state, eyes.seat, area) and not militia_for(eyes.state, eyes.seat, area, INFANTRY):
        return 0.0
    needs = eyes.board.numbers.uprising_needs - modifiers(eyes.state, eyes.seat, area, {}).total
    chance = max(0, min(6, 7 - needs)) / 6
    return chance * (eyes.worth(area) + 0.5)


# ------------------------------------------------------------------------------------------------ the muster


def muster(eyes: Eyes) -> Part:
    """The whole muster."""
    build, left = purchases(eyes)
    found: Part = {
        "upgrade": list(upgrades(eyes)), "build": build, "replenish": whole_again(eyes, left),
        "masses": masses(eyes), "guerrilla": hills(eyes, raised(eyes, build)),
        "keep": keep(eyes),
    }  # fmt: skip
    if eyes.royal():
        found["arrive"] = landings(eyes)
    return {name: part for name, part in found.items() if part}


def raised(eyes: Eyes, build: Any) -> list[Part]:
    """The Patriot's purchases in one list; the Royalist's militia takes to no hills as it is raised."""
    return [] if eyes.royal() else [each for entries in build.values() for each in entries]


def keep(eyes: Eyes) -> Any:
    """The points that no purchase may touch."""
    if eyes.royal():
        return str(KEPT[ROYALIST])
    return {nation: str(points) for nation, points in KEPT.items() if nation != ROYALIST and points}


def upgrades(eyes: Eyes) -> Iterator[Part]:
    """Militia into the ranks of reduced regulars that stand beside them."""
    state, used = eyes.state, set[str]()
    for area in eyes.board.areas:
        units = eyes.mine_at(area)
        for unit in units:
            counter = eyes.board.units[unit]
            if not counter.regular or state.units[unit].steps >= counter.steps:
                continue
            fit = [each for each in units if state.is_militia(each) and state.arm(each) == counter.arm
                   and (eyes.royal() or state.nation_of(each) == counter.nation) and each not in used]  # fmt: skip
            if fit and len(units) > 2:
                used.add(fit[0])
                yield {"militia": fit[0], "regular": unit}


def whole_again(eyes: Eyes, left: dict[str, int]) -> Any:
    """Lost steps bought back after the purchases, as the purses allow."""
    state, found = eyes.state, dict[str, list[Part]]()
    for unit, piece in state.units.items():
        counter = eyes.board.units[unit]
        if counter.side != eyes.seat or not counter.regular or piece.steps >= counter.steps:
            continue
        purse, halves = purses_for(state, unit)[0], step_price(state, unit)
        if left.get(purse, 0) >= halves and not why_not_replenished(state, eyes.seat, unit, {}, {purse: -BORROWED}):
            left[purse] -= halves
            found.setdefault(purse, []).append({"unit": unit})
    return found.get(ROYALIST, []) if eyes.royal() else found


# ------------------------------------------------------------------------------------------------ purchases


def purchases(eyes: Eyes) -> tuple[Any, dict[str, int]]:
    """Whatever the purses can pay, each unit where it is needed most; and what is left then."""
    left = {purse: halves + income(eyes, purse) - 2 * KEPT.get(purse, 0) for purse, halves in eyes.state.purse.items()
            if eyes.royal() == (purse == ROYALIST)}  # fmt: skip
    added: dict[str, int] = {}
    found: dict[str, list[Part]] = {}
    lacking = wanting(eyes)
    for unit in wish_list(eyes):
        halves = price(eyes.state, unit)
        purse = next((name for name in purses_for(eyes.state, unit) if left.get(name, 0) >= halves), "")
        if not purse:
            continue
        at = garrison_post(eyes, unit, lacking) or post(eyes, unit, added)
        if not at:
            continue
        left[purse] -= halves
        eyes.exiles += at == HAITI
        added[at] = added.get(at, 0) + eyes.board.units[unit].factor
        found.setdefault(purse, []).append({"unit": unit, "at": at})
    if not eyes.royal():
        shipyard(eyes, left, found)
    return (found.get(ROYALIST, []) if eyes.royal() else found), left


def shipyard(eyes: Eyes, left: dict[str, int], found: dict[str, list[Part]]) -> None:
    """Buys ships from Patriot purses that are rich when all else is bought, at ports that may fit them out."""
    state = eyes.state
    for unit, piece in state.units.items():
        counter = eyes.board.units[unit]
        if piece.at != POOL or counter.side != eyes.seat or not counter.naval or left.get(counter.nation, 0) < NAVY:
            continue
        port = next((port for port in eyes.board.ports if not why_not_there(state, eyes.seat, unit, port)), "")
        if port and left[counter.nation] >= price(state, unit) + NAVY // 3:
            left[counter.nation] -= price(state, unit)
            found.setdefault(counter.nation, []).append({"unit": unit, "at": port})


def income(eyes: Eyes, purse: str) -> int:
    """Reckons what an own purse will collect before it spends, in half points, by the areas held now."""
    if eyes.royal() != (purse == ROYALIST):
        return 0
    total = 0
    for area in eyes.board.areas if eyes.royal() else eyes.board.group(f"income-{purse}"):
        paid = area_yield(eyes.state, area)
        if eyes.royal():
            total += paid.royalist
        elif paid.patriot and purses_of_area(eyes.state, area) == [purse]:
            total += paid.patriot
    return total


def wish_list(eyes: Eyes) -> list[str]:
    """Land units in the pool, most factors for a point first; one gun in three; then militia."""
    board, state = eyes.board, eyes.state
    pool = [unit for unit, piece in state.units.items() if piece.at == POOL and board.units[unit].side == eyes.seat
            and board.units[unit].land and board.units[unit].nation != PORTUGUESE
            and (board.units[unit].nation != SPANISH or is_so(state, "spanish_rebuilt"))]  # fmt: skip
    return sorted(pool, key=lambda unit: (board.units[unit].militia, -value(eyes, unit), unit))


def value(eyes: Eyes, unit: str) -> float:
    """The factors of a unit for a point."""
    counter = eyes.board.units[unit]
    return counter.factor / max(1, counter.halves) * (0.9 if counter.arm == ARTILLERY else 1)


def post(eyes: Eyes, unit: str, added: dict[str, int]) -> str:
    """The area where a unit may be raised and is needed most; empty for none."""
    state = eyes.state
    if not eyes.royal() and exiled(eyes, unit) and not why_not_there(state, eyes.seat, unit, HAITI):
        return HAITI
    areas = [area for area in eyes.board.areas
             if eyes.held[area] in (eyes.seat, "both") and not why_not_there(state, eyes.seat, unit, area)]  # fmt: skip
    if not eyes.royal() and eyes.board.units[unit].militia:
        return max(areas, key=lambda area: (hunting_ground(eyes, area) - 0.5 * added.get(area, 0), area), default="")
    if not eyes.royal():  # militia can take to the hills where the enemy is stronger; the line cannot
        areas = [area for area in areas if eyes.foe_strength(area) <= standing(eyes, unit, area, added)]
    best = max(areas, key=lambda area: (need(eyes, area, added), area), default="")
    return best if best and need(eyes, best, added) > HOPELESS else ""


def standing(eyes: Eyes, unit: str, area: str, added: dict[str, int]) -> int:
    """The factors that will stand in an area when a unit has been raised there."""
    return eyes.factor(eyes.mine_at(area)) + added.get(area, 0) + eyes.board.units[unit].factor


def hunting_ground(eyes: Eyes, area: str) -> float:
    """The gain that bands from an area could have near it."""
    return sum(prey(eyes, name) / len(way) for name, way in eyes.ways(area, BAND).items() if way)


def exiled(eyes: Eyes, unit: str) -> bool:
    """Tells if a good unit may be raised beside a leader in Haiti: two battalions, as many as a frigate carries."""
    counter = eyes.board.units[unit]
    there = [name for force in eyes.state.forces_at(HAITI, eyes.seat) for name in eyes.state.units_in(force)]
    return counter.arm == INFANTRY and counter.regular and counter.steps == 1 and len(there) + eyes.exiles < CABIN


def garrison_post(eyes: Eyes, unit: str, lacking: dict[str, int]) -> str:
    """The area of a garrison that still lacks steps, for a unit of the line; empty for none."""
    counter = eyes.board.units[unit]
    if not counter.regular or counter.arm == ARTILLERY:
        return ""
    for group, steps in lacking.items():
        areas = [area for area in eyes.board.group(group) if eyes.held[area] in (eyes.seat, "both")
                 and not why_not_there(eyes.state, eyes.seat, unit, area)]  # fmt: skip
        if steps > 0 and areas:
            lacking[group] -= counter.steps
            return max(areas, key=lambda area: (eyes.factor(eyes.mine_at(area, inside=True)), area))
    return ""


def need(eyes: Eyes, area: str, added: dict[str, int], more: int = 4) -> float:
    """The pull of an area on recruits: the prey and the dangers near it that some more factors would settle."""
    state, mine = eyes.state, eyes.mine_at(area, inside=True)
    own = eyes.factor(mine) + added.get(area, 0)
    foe = eyes.foe_strength(area)
    near = max((eyes.foe_strength(name) for name in eyes.near(area)), default=0)
    pull = 0.3 * eyes.worth(area) + (2 if eyes.leaders_at(area) else 0)
    for name, way in eyes.ways(area, 2).items():
        if eyes.held[name] in (eyes.enemy, "both", "nobody"):
            gain = odds_of_winning(own + more, hold_of(eyes, name)) - odds_of_winning(own, hold_of(eyes, name))
            pull += eyes.worth(name) * gain * (2.5 if len(way) < 2 else 1.5)
    if near > own:
        pull += 0.5 * eyes.worth(area)
    if foe > own + more:
        pull -= 6  # raised to be beaten
    if eyes.royal() and own and all(state.is_militia(unit) for unit in mine):
        pull += 0.8 * eyes.worth(area) + (4 if eyes.hills(area, eyes.enemy) else 0)
    if eyes.royal() and state.in_play("hidalgo") and area in eyes.board.group("new-spain") and len(mine) > BRIDLED:
        pull *= 0.4
    return pull - (8 if own > FULL else 0)


def hold_of(eyes: Eyes, area: str) -> float:
    """The factors that hold an area against an attack: in the field, behind walls, in the hills."""
    port = eyes.enemy_fortress(area)
    walls = eyes.factor(eyes.garrison(port)) + 8 if port else 0
    return max(eyes.strongest_foe(area), walls, 2 * len(eyes.hills(area, eyes.enemy)), 1)


def wanting(eyes: Eyes) -> dict[str, int]:
    """The line steps that the regions of 10.5 still lack, in the last two musters."""
    if not eyes.royal() or eyes.turn < eyes.last - 1:
        return {}
    heading = eyes.board.scenarios[eyes.state.scenario]
    wanted = {"cuba-garrison": heading.cuba_garrison, "mexico-garrison": heading.mexico_garrison + SPARE}
    return {group: steps - sum(eyes.state.line_steps(name, ROYALIST) for name in eyes.board.group(group))
            for group, steps in wanted.items()}  # fmt: skip


# ------------------------------------------------------------------------------------------------ landings


def landings(eyes: Eyes) -> list[Part]:
    """All that comes by sea together, at the port whose area needs it most."""
    units = [unit for unit, piece in eyes.state.units.items() if piece.at == DUE
             and eyes.board.units[unit].side == eyes.seat and not eyes.board.units[unit].areas]  # fmt: skip
    ports = [port for port in eyes.board.ports if eyes.state.ports.get(port) == eyes.seat
             and not eyes.state.besieged(port) and eyes.board.ports[port].area in eyes.board.areas]  # fmt: skip
    if not units or not ports:
        return []
    ports.sort(key=lambda port: (-landing_need(eyes, port), port))
    return [{"units": units, "port": ports[0], "or": ports[1:4], "if_met": "other_port"}]


def landing_need(eyes: Eyes, port: str) -> float:
    """The pull of a port on a convoy."""
    area = eyes.board.ports[port].area
    own = eyes.factor(eyes.mine_at(area, inside=True))
    pull = 0.0
    for name, way in eyes.ways(area, 3).items():
        if eyes.held[name] in (eyes.enemy, "both"):
            gain = odds_of_winning(own + CORPS, hold_of(eyes, name)) - odds_of_winning(own, hold_of(eyes, name))
            pull += eyes.worth(name) * gain / (1 + 0.5 * len(way))
    bridled = eyes.state.in_play("hidalgo") and area in eyes.board.group("new-spain")
    return pull * (0.3 if bridled else 1)


# ------------------------------------------------------------------------------------------------ masses, hills


def masses(eyes: Eyes) -> Part:
    """Three militia for nothing, where the enemy is near and the area pays least for it."""
    areas = [area for area in eyes.board.group("masses") if not why_no_masses(eyes.state, eyes.seat, area)
             and (eyes.front(area) or not eyes.royal())
             and len(militia_for(eyes.state, eyes.seat, area, INFANTRY)) >= 2]  # fmt: skip
    best = min(areas, key=lambda area: (eyes.board.areas[area].rp, area), default="")
    return {"area": best} if best else {}


def hills(eyes: Eyes, new: list[Part]) -> Part:
    """Sends militia into the hills where the enemy is stronger, and calls them down when the area is free.

    Patriots who are raised now where enemies are near go into the hills at once.
    """
    on = [str(each["unit"]) for each in new if eyes.board.units[each["unit"]].militia and danger(eyes, each["at"])]
    off: list[str] = []
    for area in eyes.board.areas:
        own, foe = eyes.factor(eyes.mine_at(area)), eyes.foe_strength(area)
        near = max((eyes.foe_strength(name) for name in eyes.near(area)), default=0)
        militia = [unit for unit in eyes.mine_at(area) if eyes.state.is_militia(unit)]
        if militia and (foe > own or (not eyes.royal() and danger(eyes, area))):
            on += militia
        bands = eyes.hills(area, eyes.seat)
        quiet = near < len(bands) if eyes.royal() else not danger(eyes, area)
        if bands and not foe and quiet and not eyes.enemy_fortress(area):
            off += [unit for unit in bands if eyes.state.units[unit].mode == GUERRILLA]
    return {name: units for name, units in (("on", on), ("off", off)) if units}
