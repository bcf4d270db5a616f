"""Own armies, as a steady general sees them: who stays to hold an area, and who may march."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.state.terms import ARTILLERY, HAITI
from pbem.base.records import dataclass, field


@dataclass(slots=True)
class Army:
    """Own units of one step of the sequence in one area, with their leaders: who stays, and who may march."""

    at: str
    step: int
    units: list[str]
    leaders: list[str]
    stay: list[str] = field(default_factory=list)
    factor: int = 0


def armies(eyes: Eyes) -> Iterator[Army]:
    """Own units in line by area and step, a garrison taken off."""
    for area in (*eyes.board.areas, HAITI):
        units = [unit for unit in eyes.mine_at(area, inside=True) if free_to_march(eyes, unit)]
        for step in sorted({eyes.step_of(unit) for unit in units}):
            mine = [unit for unit in units if eyes.step_of(unit) == step]
            leaders = [name for name in eyes.leaders_at(area) if eyes.step_of(name) == step]
            army = Army(area, step, mine, leaders)
            if area != HAITI:
                leave_garrison(eyes, army)
            if not leaders:
                army.units = regulars_first(eyes, army.units)
            army.factor = eyes.factor(army.units)
            yield army


def regulars_first(eyes: Eyes, units: list[str]) -> list[str]:
    """Leaves militia behind until they are fewer than half: a leaderless crowd hardly moves (3.3)."""
    militia = [unit for unit in units if eyes.state.is_militia(unit)]
    regulars = [unit for unit in units if unit not in militia]
    return units if not regulars or eyes.closing() else [*regulars, *militia[: max(0, len(regulars) - 1)]]


def free_to_march(eyes: Eyes, unit: str) -> bool:
    """Tells if a unit may leave the place where it stands; besieged garrisons stay."""
    force = eyes.state.forces[eyes.state.force_of(unit)]
    return not (force.inside and eyes.state.besieged(force.inside)) and not force.ships


def leave_garrison(eyes: Eyes, army: Army) -> None:
    """Takes off the garrison of an area: its weakest unit, and one inside each fortress."""
    area, state = army.at, eyes.state
    if eyes.forgone(area):
        return
    ports = [port for port in eyes.board.areas[area].ports if state.inside(port, eyes.seat)]
    for port in ports:
        inside = [unit for unit in army.units if state.forces[state.force_of(unit)].inside == port]
        hold(eyes, army, inside)
    kept = [unit for unit in eyes.mine_at(area, inside=True) if unit not in army.units]
    if eyes.board.areas[area].scores and not eyes.hills(area, eyes.seat) and not keeps(eyes, area, kept):
        hold(eyes, army, army.units)


def keeps(eyes: Eyes, area: str, units: list[str]) -> bool:
    """Tells if units keep an area from the enemy: where enemies are in the hills only regulars do (10.1)."""
    return any(not eyes.hills(area, eyes.enemy) or not eyes.state.is_militia(unit) for unit in units)


def hold(eyes: Eyes, army: Army, units: list[str]) -> None:
    """Leaves the weakest of some units behind."""
    if units:
        line = eyes.royal() or bool(eyes.hills(army.at, eyes.enemy))  # only regulars keep the hills from holding it
        keeper = min(units, key=lambda unit: (eyes.state.is_militia(unit) == line, eyes.state.arm(unit) == ARTILLERY,
                                              eyes.state.factor(unit), unit))  # fmt: skip
        army.units.remove(keeper)
        army.stay.append(keeper)
