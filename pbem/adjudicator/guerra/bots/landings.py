"""Landings of a steady Patriot: an army goes aboard what floats, and lands where the enemy is weak."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.bots.armies import Army
from pbem.adjudicator.guerra.bots.books import deeds, entry
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.fleets import fleet, harbours, strength
from pbem.adjudicator.guerra.bots.goals import promise
from pbem.adjudicator.guerra.rules.distances import sea_distances, seas_at
from pbem.adjudicator.guerra.state.terms import HAITI, LES_CAYES

Part = dict[str, Any]
#: Sea areas of a voyage, and what the ships' absence is worth.
VOYAGE, ABSENCE = 8, 0.5


def voyage(eyes: Eyes, army: Army, taken: dict[str, float], sailing: set[str], least: float) -> Part | None:
    """The best landing of an army, if it promises more than any march; its ships are then taken."""
    if eyes.royal():
        return None
    best: tuple[float, str, str, Army, str] | None = None
    for place, ships in harbours(eyes, sailing).items():
        if eyes.port_area(place) != army.at or eyes.step_of(ships[0]) != army.step:
            continue
        aboard = boarding(eyes, army, ships)
        far = sea_distances(eyes.state, seas_at(eyes.state, place))
        for sea, count in far.items():
            if count > VOYAGE or strength(eyes, eyes.state.ships_at(sea, eyes.enemy)) > strength(eyes, ships):
                continue
            for area in eyes.board.seas[sea].coasts:
                if area == army.at or area not in eyes.board.areas or not aboard.units:
                    continue
                score = promise(eyes, aboard, area, [], taken) - ABSENCE
                if score > least and (best is None or score > best[0]):
                    best = (score, area, sea, aboard, place)
    if best is None:
        return None
    _, area, sea, aboard, place = best
    ships = harbours(eyes, sailing)[place]
    sailing.update(ships)
    army.stay += [unit for unit in army.units if unit not in aboard.units]
    army.units, army.leaders, army.factor = aboard.units, aboard.leaders, aboard.factor
    taken[area] = taken.get(area, 0) + army.factor
    do: list[Part] = [{"embark": {}}, {"sail": {"to": sea}}, {"land": {"area": area}}, *deeds(eyes, army, area)]
    return {**entry(eyes, army, do), "fleet": fleet(eyes, place, ships)}


def boarding(eyes: Eyes, army: Army, ships: list[str]) -> Army:
    """The best of an army that its ships can carry, with a leader for each ship (7.7)."""
    state = eyes.state
    room = sum(eyes.room(ship) for ship in ships)
    units: list[str] = []
    for unit in sorted(army.units, key=lambda name: (-state.factor(name) / state.units[name].steps, name)):
        if state.units[unit].steps <= room:
            room -= state.units[unit].steps
            units.append(unit)
    naval = len(fleet(eyes, "", ships)) > 2
    found = Army(army.at, army.step, units, army.leaders[: len(ships) - naval])
    found.factor = eyes.factor(units)
    return found


def homecoming(eyes: Eyes, sailing: set[str]) -> list[Part]:
    """Brings leaders who wait in Haiti back to the greatest army of theirs on a coast that ships can reach."""
    state = eyes.state
    found: list[Part] = []
    for force in state.forces_at(HAITI, eyes.seat):
        units, leaders = state.units_in(force), state.leaders_in(force)
        ships = harbours(eyes, sailing).get(LES_CAYES, [])
        if not leaders or not ships or state.steps(units) > sum(eyes.room(ship) for ship in ships):
            continue
        if any(name in eyes.ordered for name in (*units, *leaders)) or len(leaders) > len(ships):
            continue
        far = sea_distances(state, seas_at(state, LES_CAYES))
        coasts = [(eyes.factor(eyes.mine_at(area)), area, sea) for sea, count in far.items() if count <= VOYAGE
                  for area in eyes.board.seas[sea].coasts if area in eyes.board.areas
                  and eyes.held[area] in (eyes.seat, "both") and eyes.foe_strength(area) <= eyes.factor(eyes.mine_at(area))
                  and not state.ships_at(sea, eyes.enemy)]  # fmt: skip
        if coasts:
            _, area, sea = max(coasts)
            sailing.update(ships)
            do: list[Part] = [{"embark": {}}, {"sail": {"to": sea}}, {"land": {"area": area}}]
            found.append({"force": force, "fleet": fleet(eyes, LES_CAYES, ships), "do": do})
    return found
