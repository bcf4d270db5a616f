"""Chapter 21: objectives, and the Emperor's directives."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table, own_lane
from pbem.adjudicator.glory.board.pieces import Sea
from pbem.adjudicator.glory.state.house import is_on
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, NORTH_SEA, RAID_HEX

NAPOLEON, PITT, DIRECTIVE = "napoleon", "pitt", "directive"
KINDS = {ALLIED: NAPOLEON, BRITISH: PITT}
NAMES = {NAPOLEON: "Napoleon objective", PITT: "Pitt objective"}
INDIES = "west-indies"
AREA_NAMES = {NORTH_SEA: "the North Sea", INDIES: "the West Indies"}


@rule("21.1", "Objectives", "21.0", "3.0")
async def draw_objectives(table: Table, state: State) -> None:
    """Lays a value on each objective area of both sides by chance; each side may look at its own."""
    for seat in (ALLIED, BRITISH):
        printed = state.board.objectives[seat]
        drawn = await table.draw("21.1", printed.values, len(printed.values), "objective", seat, lane=own_lane(seat))
        values = dict(zip(printed.areas, drawn, strict=True))
        if seat == ALLIED:
            state.napoleon = values
        else:
            state.pitt = values
        text = ", ".join(f"{area_name(state, area)} {value}" for area, value in values.items())
        table.note("21.1", seat, f"Your objectives: {text}.", "objectives", values=values)


@rule("21.2", "Objective areas")
def area_of(state: State, place: str) -> str:
    """The objective area of a raided or invaded place: the British ports of the West Indies are one, 1501 another."""
    if place == RAID_HEX:
        return NORTH_SEA
    return INDIES if state.board.ports[place].sea == Sea.WEST_INDIES else place


def area_name(state: State, area: str) -> str:
    """An objective area in words."""
    return AREA_NAMES.get(area) or state.label(area)


@rule("21.3", "Scoring and revealing objectives", "21.1")
def score(table: Table, state: State, kind: str, area: str) -> None:
    """Moves an objective to the Allied box, once; its value is shown only where the charter says so."""
    name, values = f"{kind}/{area}", state.napoleon if kind == NAPOLEON else state.pitt
    if name in state.scored or area not in values:
        return
    state.scored.append(name)
    text = f"The Allies score the {NAMES[kind]} of {area_name(state, area)}."
    table.note("21.3", ALL, text, "scored", objective=kind, area=area)
    audience = ALL if is_on(state, "open_objectives") else ALLIED if kind == NAPOLEON else ""
    if audience:
        text = f"The {NAMES[kind]} of {area_name(state, area)} counts {values[area]}."
        table.note("21.3", audience, text, "value", objective=kind, area=area, value=values[area])


# ------------------------------------------------------------------------------------------- directives


@rule("21.4.1", "The first directive", "21.4", "3.0")
async def first_directive(table: Table, state: State) -> None:
    """Draws the Emperor's first directive, which only the Allied player sees."""
    state.directives = list(state.board.directives)
    await draw_directive(table, state)


@rule("21.4.4", "Drawing a directive", "21.4")
async def draw_directive(table: Table, state: State) -> None:
    """Draws from the pool until a directive can still be fulfilled; done ones leave the game, which their owner hears.

    With an empty pool there is none.
    """
    state.directive, state.directive_open = "", False
    while state.directives:
        lane = own_lane(ALLIED)
        drawn = (await table.draw("21.4", list(state.directives), 1, "directive", lane=lane))[0]
        state.directives.remove(drawn)
        name = state.board.directives[drawn]
        if not already_done(state, drawn):
            state.directive = drawn
            table.note("21.4", ALLIED, f"The Emperor's directive: {name}.", "directive", directive=drawn)
            return
        text = f"The directive {name} was drawn, but it is done already: it leaves the game."
        table.note("21.4.4", ALLIED, text, "directive_out", directive=drawn)


@rule("21.4.4", "Directives that are done already", "21.4.3")
def already_done(state: State, directive: str) -> bool:
    """Tells if a place was raided or invaded, or two ports of the West Indies were raided, shown or not."""
    if directive == INDIES:
        return indies_raids(state) >= state.board.numbers.west_indies_raids_directive
    raid = state.raids.get(directive)
    return directive in state.invaded or (raid is not None and raid.done)


def indies_raids(state: State, *, shown: bool = False) -> int:
    """Counts the ports of the West Indies that were successfully raided: all, or those whose marker was turned up."""
    return sum(1 for place, raid in state.raids.items()
               if raid.done and (raid.shown or not shown) and area_of(state, place) == INDIES)  # fmt: skip


@rule("21.4.2", "A directive fulfilled", "21.4.3")
async def directive_done(table: Table, state: State, place: str) -> bool:
    """Tells if a success at a place fulfils the directive; then it is shown and scored, and the next is drawn.

    That of the West Indies asks for the second port.
    """
    if not state.directive or area_of(state, place) != state.directive or not already_done(state, state.directive):
        return False
    name = state.board.directives[state.directive]
    state.scored.append(f"{DIRECTIVE}/{state.directive}")
    text = f"The Emperor's directive is fulfilled: {name}."
    table.note("21.4.2", ALL, text, "directive_done", directive=state.directive)
    await draw_directive(table, state)
    return True


@rule("21.4.5", "New Orders from the Emperor")
async def new_orders(table: Table, state: State) -> None:
    """Draws a new directive before the old one goes back; with an empty pool the old one stays."""
    old, open_ = state.directive, state.directive_open
    await draw_directive(table, state)
    if not state.directive:
        state.directive, state.directive_open = old, open_
    elif old:
        state.directives = [name for name in state.board.directives if name in (*state.directives, old)]


@rule("21.4.5", "Bonaparte Intrigues")
def intrigues(table: Table, state: State) -> None:
    """Turns the current directive face up until a new one is drawn."""
    if state.directive:
        state.directive_open = True
        text = f"The Emperor's directive is known: {state.board.directives[state.directive]}."
        table.note("21.4.5", ALL, text, "directive_open", directive=state.directive)
