"""Landings of a steady Patriot: an army goes aboard what floats, and lands where the enemy is weak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.guerra.bots.armies import Army
from pbem.adjudicator.guerra.bots.books import deeds, entry
from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.bots.goals import promise
from pbem.adjudicator.guerra.bots.ships_of_war import fleet, harbours, strength
from pbem.adjudicator.guerra.rules.distances import sea_distances, seas_at
from pbem.adjudicator.guerra.state.terms import HAITI, LES_CAYES
from pbem.base.records import dataclass

Part = dict[str, Any]
#: Sea areas of a voyage, and what the ships' absence is worth.
VOYAGE, ABSENCE = 8, 0.5


@dataclass(frozen=True, slots=True, order=True)
class Landing:
    """A landing that an army might make, and how good that looks."""

    score: float
    area: str
    sea: str
    place: str  # the port where its ships lie


def voyage(eyes: Eyes, army: Army, taken: dict[str, float], sailing: set[str], least: float) -> Part | None:
    """The best landing of an army, if it promises more than any march; its ships are then taken."""
    best = max(landings(eyes, army, taken, sailing), default=None) if not eyes.royal() else None
    if best is None or best.score <= least:
        return None
    ships = harbours(eyes, sailing)[best.place]
    aboard = boarding(eyes, army, ships)
    sailing.update(ships)
    army.stay += [unit for unit in army.units if unit not in aboard.units]
    army.units, army.leaders, army.factor = aboard.units, aboard.leaders, aboard.factor
    taken[best.area] = taken.get(best.area, 0) + army.factor
    return {**entry(eyes, army, [*passage(best.sea, best.area), *deeds(eyes, army, best.area)]),
            "fleet": fleet(eyes, best.place, ships)}  # fmt: skip


def landings(eyes: Eyes, army: Army, taken: dict[str, float], sailing: set[str]) -> Iterator[Landing]:
    """The coasts that an army could land on from the port where it stands, past no stronger fleet."""
    for place, ships in harbours(eyes, sailing).items():
        aboard = boarding(eyes, army, ships)
        if eyes.port_area(place) != army.at or eyes.step_of(ships[0]) != army.step or not aboard.units:
            continue
        for sea in seas_within(eyes, place, ships):
            for area in eyes.board.seas[sea].coasts:
                if area != army.at and area in eyes.board.areas:
                    yield Landing(promise(eyes, aboard, area, [], taken) - ABSENCE, area, sea, place)


def seas_within(eyes: Eyes, place: str, ships: list[str]) -> list[str]:
    """The sea areas that ships reach with soldiers aboard, those of a stronger enemy left out."""
    far = sea_distances(eyes.state, seas_at(eyes.state, place))
    return [sea for sea, count in far.items() if count <= VOYAGE
            and strength(eyes, eyes.state.ships_at(sea, eyes.enemy)) <= strength(eyes, ships)]  # fmt: skip


def passage(sea: str, area: str) -> list[Part]:
    """Goes aboard, sails, and lands."""
    return [{"embark": {}}, {"sail": {"to": sea}}, {"land": {"area": area}}]


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
        room = sum(eyes.room(ship) for ship in ships)
        busy = any(name in eyes.ordered for name in (*units, *leaders))
        if busy or not leaders or len(leaders) > len(ships) or state.steps(units) > room:
            continue
        coasts = [(eyes.factor(eyes.mine_at(area)), area, sea) for sea in seas_within(eyes, LES_CAYES, ships)
                  for area in eyes.board.seas[sea].coasts if safe(eyes, area)]  # fmt: skip
        if coasts:
            _, area, sea = max(coasts)
            sailing.update(ships)
            found.append({"force": force, "fleet": fleet(eyes, LES_CAYES, ships), "do": passage(sea, area)})
    return found


def safe(eyes: Eyes, area: str) -> bool:
    """Tells if an area is at least partly one's own, and no stronger enemy stands there."""
    mine = area in eyes.board.areas and eyes.held[area] in (eyes.seat, "both")
    return mine and eyes.foe_strength(area) <= eyes.factor(eyes.mine_at(area))
