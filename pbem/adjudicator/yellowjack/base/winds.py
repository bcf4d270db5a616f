"""Seasonal Winds: one die for each group of icons, each icon read for itself (R5.4)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import ALL, PUBLIC, Note, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.skies import becalmed
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import turn_of

#: The groups of icons, in the order in which their dice fall (D3).
GROUPS = ("trades", "northers", "local")
GROUP_WORDS = {"trades": "The trade winds", "northers": "The northers", "local": "The local winds"}
#: Directions as reports write them.
WORDS = {"n": "north", "e": "east", "s": "south", "w": "west"}


def direction(wind: str) -> str:
    """A direction in words: north-east, north-north-east."""
    return "-".join(WORDS[letter] for letter in wind) if len(wind) < 3 else f"{WORDS[wind[0]]}-{direction(wind[1:])}"


@base("R5.4", "Seasonal Winds")
async def blow(table: Table, state: State) -> list[int]:
    """Throws for each group of winds whether its icons blow in this Impulse; returns the natural dice."""
    fallen: list[int] = []
    for group in GROUPS:
        icons = [icon for icon, wind in state.board.winds.items() if wind.group == group]
        free = [icon for icon in icons if not becalmed(state, icon)]
        if free:
            fell = await throw(
                table, "R5.4", "wind", f"i{state.impulse}", group, why=GROUP_WORDS[group], to="", lane=PUBLIC
            )
            fallen.append(natural(fell))
            blowing = sum(direction_of(state, icon, natural(fell)) != "" for icon in free)
            result = "none blows" if not blowing else "all blow" if blowing == len(icons) else f"{blowing} blow"
            text = f"{GROUP_WORDS[group]}: {fell}, {result}."
            table.story.append(Note("R5.4", ALL, text, "roll", {}, fell, GROUP_WORDS[group]))
        for icon in icons:
            set_wind(table, state, icon, direction_of(state, icon, fallen[-1]) if icon in free else "")
    state.winds = dict(sorted(state.winds.items()))
    return fallen


@base("R5.4", "A wind blows if the die lies in the range of its phase")
def direction_of(state: State, icon: str, face: int) -> str:
    """The direction that a wind comes from by the natural die of its group; empty if it does not blow."""
    phase = state.board.phase_of(icon, turn_of(state.date))
    return phase.direction if face <= phase.blows else ""


def set_wind(table: Table, state: State, icon: str, after: str) -> None:
    """Lets a wind blow or not, and tells everybody if that changes."""
    before = state.winds.pop(icon, "")
    if after:
        state.winds[icon] = after
    if after == before:
        return
    place = state.board.place_name(state.board.winds[icon].node)
    text = f"{place}: the wind blows from the {direction(after)}." if after else f"{place}: the wind has died away."
    table.note("R5.4", ALL, text, "wind", wind=icon, blows=bool(after), **{"from": after})
