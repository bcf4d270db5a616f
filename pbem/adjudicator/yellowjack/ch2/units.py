"""2.51, 2.52 and 2.57, Land Units: whose they are, where they may be, what they count."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FIRST_YEAR, GONE, SIDE_OF, year_of

MARINE, GRENADIER, PLAIN, PERSONAGE = "marine", "grenadier", "plain", "personage"
#: Units that count double in an Escalade (2.534, 2.53).
SPECIAL = (MARINE, GRENADIER)
#: Personages that nobody takes the place of, and Turns until others are Replaced (2.567).
NOT_REPLACED, REPLACED_AFTER = ("cathcart", "wentworth"), 4
ELIMINATED, CAPTURED = "eliminated", "captured"


@rule("2.511", "Land Units belong to the Fleet of who controls them", "2.51")
def side_of(state: State, unit: str) -> str:
    """The side of a Unit or Personage."""
    return state.unit_side(unit) if unit in state.board.units else SIDE_OF[state.board.personages[unit].owner]


@rule("2.514", "A Unit's first Year")
def may_be_in_play(state: State, unit: str) -> bool:
    """Tells if the Year printed on a Unit has come."""
    counter = state.board.units.get(unit)
    return counter is None or max(counter.first, FIRST_YEAR) <= year_of(state.date)


@rule("2.515", "Icons: Marines, Grenadiers; Personages are Units with ratings", "2.561")
def sort_of(state: State, unit: str) -> str:
    """The sort of a Unit: plain, marine, grenadier or personage."""
    return state.board.units[unit].icon if unit in state.board.units else PERSONAGE


@rule("2.521", "Fever Proof Units", "2.52", "2.585")
def fever_proof(state: State, unit: str) -> bool:
    """Tells if a Unit does not suffer from fever; every Personage is proof."""
    return sort_of(state, unit) == PERSONAGE or state.board.units[unit].fever_proof


@rule("2.571", "Units are at a Port, in a Land Box, or at sea", "2.57")
def place_of(state: State, unit: str) -> str:
    """The place, Convoy, Formation or Squadron that a Unit or Personage is at."""
    return state.units[unit].at if unit in state.units else state.personages[unit].at


@rule("2.572", "Any number may stack; enemies only at a Port that is assaulted")
def at_port(state: State, port: str, side: str) -> list[str]:
    """The Units and Personages of a side at a Port or in a box, in the board's order."""
    units = state.units_at(port, side)
    return units + [name for name, one in state.personages.items()
                    if one.at == port and not one.gone and side_of(state, name) == side]  # fmt: skip


@rule("2.573", "Strength: one each; special Units two in an Escalade", "2.534", "2.53", "2.583")
def strength(state: State, unit: str) -> Fraction:
    """The strength of a Unit in an Escalade: Marines and Grenadiers 2, Disrupted Units a half."""
    if unit in state.units and state.units[unit].disrupted:
        return Fraction(1, 2)
    return Fraction(2 if sort_of(state, unit) in SPECIAL else 1)


def total(state: State, units: Iterable[str]) -> Fraction:
    """The strength of some Units together."""
    return sum((strength(state, unit) for unit in units), Fraction(0))


def eliminate(state: State, unit: str, how: str = ELIMINATED) -> None:
    """Takes a Unit or Personage out of play."""
    held = state.units[unit] if unit in state.units else state.personages[unit]
    held.at, held.gone = GONE, how
    if unit in state.board.craft.tribes:  # a Tribe goes home, and may be won again (2.594)
        state.units[unit].serves, state.units[unit].gone = "", ""
    if unit in state.personages:
        replace_later(state, unit)
    if unit in state.units:
        state.units[unit].landed = state.units[unit].disrupted = state.units[unit].tasked = False


@rule("2.567", "A Personage that is lost is Replaced four Turns later, but for Cathcart and Wentworth")
def replace_later(state: State, personage: str) -> None:
    """Notes the date on which a Personage comes back."""
    state.personages[personage].back_on = 0 if personage in NOT_REPLACED else state.date + REPLACED_AFTER


@rule("2.583", "A Hit disrupts a Unit; a second eliminates it")
def hit(state: State, unit: str) -> bool:
    """Hits a Unit once, and tells if it is gone. A Personage has no second side, so one Hit is enough."""
    if unit not in state.units or state.units[unit].disrupted:
        eliminate(state, unit)
        return True
    state.units[unit].disrupted = True
    return False
