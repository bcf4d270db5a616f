"""The chances that a desk names in hundredths, with the modifiers that its reader can see."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.base.skies import force_at
from pbem.adjudicator.yellowjack.base.wear import LINES, modifiers
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FITTING_OUT

#: A die shows 0 to 9.
FACES = range(10)


def of_ten(least: int) -> int:
    """The chance that a die shows so much or less."""
    return max(0, min(100, 10 * (least + 1)))


def wear(state: State, formation: str) -> int:
    """The chance that a Formation is worn, if the Turn ended as it stands (R11.7); its Squadrons have one die."""
    inside = state.formations[state.leading(formation)].inside
    line = LINES[FITTING_OUT if inside else state.condition(formation)]
    shifts = {sum(each.amount for each in modifiers(state, formation, name))
              for name in state.squadrons_of(formation, attached=False)}  # fmt: skip
    worn = [any(getattr(state.board.attrition[face + shift], line) for shift in shifts) for face in FACES]
    return 10 * sum(worn)


def chase(state: State, seat: str, marker: Mapping[str, Any]) -> int:
    """The chance that a chaser as fast as its quarry brings a Spotted marker to Battle (R7.4)."""
    at = str(marker["at"])
    shift = -1 if (marker.get("seen") or {}).get("kind") == CONVOY else 0
    shift += -1 if is_friendly_to(state, at, seat) else 0
    shift += (1 if state.board.is_zone(at) else 0) + (2 if force_at(state, at) else 0)
    return of_ten(state.board.numbers.chase_needs - shift)
