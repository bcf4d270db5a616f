"""Screens: an Auxiliary that stops another's Task, and the coast guard's own (R6.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import Entry
from pbem.adjudicator.engine.table import SEALED, Plain, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import (
    GALLEY,
    LIGHT,
    class_of,
    counter_of,
    is_ready,
    of_side,
    screened_as,
    to_recovery,
)
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, other
from pbem.base.records import dataclass

SEARCH, SHADOW, CONVOY_ATTACK, INTERDICTION = "search", "shadow", "convoy-attack", "interdiction"
PORT_INTERDICTION, REBASE = "port-interdiction", "rebase"
CUTTING_OUT, RAID, BOMBARD, BURN, AS_SAIL = "cutting-out", "raid", "bombard", "fireship", "as-sail"
#: The Tasks that are Screened if their victim says nothing.
USUALLY_SCREENED = (CONVOY_ATTACK, BURN, INTERDICTION, PORT_INTERDICTION)
#: The screener that stands for the coast guard (2.251), and the word for nobody.
COAST_GUARD, NOBODY = "guardacosta", "none"
MARINE = "marine"
WORDS = {
    SEARCH: "a search", SHADOW: "shadowing", CONVOY_ATTACK: "an attack on a Convoy", INTERDICTION: "an interdiction",
    PORT_INTERDICTION: "lying off a Port for prizes", REBASE: "a change of zone", CUTTING_OUT: "cutting out",
    RAID: "a raid", BOMBARD: "a bombardment", BURN: "an attack with fire", AS_SAIL: "guns in a storm",
}  # fmt: skip
CLASS_WORDS = {
    "fleet": "a Fleet Auxiliary", "light": "a Light Auxiliary", "galley": "a Galley", "bomb": "a Bomb",
    "fireship": "a Fireship", "corsair": "a Corsair", "marine": "Marines",
}  # fmt: skip


@dataclass(slots=True)
class Deed:
    """One Task as it is revealed."""

    side: str
    who: str  # an Auxiliary, or a Marine Unit
    task: str
    at: str  # the place where it is done
    target: str = ""  # a Formation
    squadron: str = ""
    goal: str = ""  # a Corsair Zone that a Pirate changes to
    pirate: bool = False
    notional: bool = False  # of the coast guard (2.251)


def column_of(state: State, deed: Deed) -> str:
    """The column of the matrix for a Task."""
    if deed.notional:
        return LIGHT
    return MARINE if deed.who in state.units else screened_as(state, deed.who)


# -------------------------------------------------------------------------------------------- who may


@base("R6.6", "Who may Screen: Assigned to the target, or Stationed there or at a Port next to it", "2.26", "2.462")
def screeners(state: State, deed: Deed) -> list[str]:
    """The Auxiliaries of the victim that may Screen a Task, the likeliest first."""
    side, column = other(deed.side), column_of(state, deed)
    near = (deed.at, *state.board.neighbours(deed.at)) if deed.at in state.board.nodes else ()
    target = state.together(state.leading(deed.target)) if deed.target in state.formations else []
    found = []
    for aux in of_side(state, side):
        one = state.auxiliaries[aux]
        stationed = one.at in state.ports and one.at in near
        if one.zone or not is_ready(state, aux) or not (stationed or one.at in target):
            continue
        if counter_of(state, aux).sort == GALLEY and deed.at not in state.ports:
            continue
        if chance(state, class_of(state, aux), column) >= 0:
            found.append(aux)
    return sorted(found, key=lambda aux: -chance(state, class_of(state, aux), column))


def chance(state: State, sort: str, column: str) -> int:
    """The highest die on which a class Screens another; -1: it never does."""
    return state.board.craft.classes[sort].screens[column]


def guarded(state: State, ruling: Ruling, deed: Deed) -> bool:
    """Tells if the coast guard of the Spaniards may Screen a Task: once an Impulse in each Space (2.251)."""
    return deed.side != BOURBON and ruling.coast_guard(state, deed.at) and deed.at not in state.screened


# -------------------------------------------------------------------------------------------- the question


def screen_question(table: Table, state: State, ruling: Ruling, deed: Deed) -> Entry | None:
    """The question to the victim of a Task; None where nobody can Screen it, which the victim knows."""
    able, guard = screeners(state, deed), guarded(state, ruling, deed)
    if deed.task == REBASE or not (able or guard):
        return None
    kind, where = CLASS_WORDS[column_of(state, deed)], state.board.whereabouts(deed.at)
    facts: dict[str, Plain] = {
        "task": deed.task, "class": column_of(state, deed), "place": deed.at, "able": list(able),
        "guard": "yes" if guard else "no", "impulse": str(state.impulse), "mpi": str(state.mpi),
        **({"target": deed.target} if deed.target else {}),
    }  # fmt: skip
    prompt = f"{kind[:1].upper()}{kind[1:]} is seen {where}, at {WORDS[deed.task]}: who Screens it?"
    return entry(table, "R6.6", other(deed.side), "screen", facts, prompt, when(state), deed.at, other(deed.side))


@base("R6.6", "One Screener for a Task; unasked for attacks, fire and interdiction, the coast guard first", "2.251")
def chosen(state: State, ruling: Ruling, deed: Deed, answer: Mapping[str, Plain]) -> str:
    """The Screener of a Task: as its owner says, else the usual; empty for none."""
    able, guard = screeners(state, deed), guarded(state, ruling, deed)
    said = str(answer.get("by", ""))
    if said == NOBODY or (said and said != COAST_GUARD and said not in able) or (said == COAST_GUARD and not guard):
        return ""
    if said:
        return said
    if deed.task not in USUALLY_SCREENED:
        return ""
    return COAST_GUARD if guard else next(iter(able), "")


# -------------------------------------------------------------------------------------------- the throw


async def screened(
    table: Table, state: State, ruling: Ruling, deeds: Sequence[Deed]
) -> list[bool]:  # fmt: skip
    """Asks the victims of some Tasks together, then throws; tells for each Task if it is cancelled."""
    asked = [screen_question(table, state, ruling, deed) for deed in deeds]
    answers = iter(await table.decide_all(*[question for question in asked if question is not None]))
    found = []
    for deed, question in zip(deeds, asked, strict=True):
        answer = next(answers) if question is not None else {"by": NOBODY}
        found.append(await screen(table, state, ruling, deed, chosen(state, ruling, deed, answer)))
    return found


@base("R6.6", "A Screen: the Task is cancelled, and the Screener recovers either way", "2.251", "2.451")
async def screen(table: Table, state: State, ruling: Ruling, deed: Deed, by: str) -> bool:
    """Throws for one Screen, and tells if it stopped the Task; the coast guard does not tire."""
    if not by:
        return False
    sort = LIGHT if by == COAST_GUARD else class_of(state, by)
    fell = await throw(table, "R6.6", "screen", when(state), deed.at, deed.task, why="", to="", lane=SEALED)
    passed = fell.total <= chance(state, sort, column_of(state, deed))
    victim, where = other(deed.side), state.board.whereabouts(deed.at)
    name = "The coast guard" if by == COAST_GUARD else state.label(by)
    how = "stops" if passed else "does not stop"
    text = f"{name} {how} {CLASS_WORDS[column_of(state, deed)]} of the enemy {where}."
    table.note("R6.6", victim, text, "screen", at=deed.at, task=deed.task, stopped=passed)
    if not deed.notional:
        word = "is stopped" if passed else "gets past a Screen"
        table.note("R6.6", deed.side, f"{state.label(deed.who)} {word} {where}.", "screen", at=deed.at, task=deed.task,
                   stopped=passed)  # fmt: skip
    if by == COAST_GUARD:
        state.screened.append(deed.at)
    else:
        to_recovery(state, by)
    if passed and deed.who in state.auxiliaries:
        stop(table, state, ruling, deed, victim)
    return passed


def stop(table: Table, state: State, ruling: Ruling, deed: Deed, victim: str) -> None:
    """Sends a Screened Auxiliary to Recovery; a Corsair earns its Screener an Order (2.452)."""
    zone = state.auxiliaries[deed.who].zone
    to_recovery(state, deed.who)
    if zone:
        ruling.corsair_beaten(table, state, victim, zone)
