"""Chapter 4: Resource Points, where they come from and whose they are."""
# Chapter 4 stands in ch04_resources, ch04_building, ch04_muster and ch04_arrivals.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import control, holds
from pbem.adjudicator.guerra.rules.recruits import SHARED_PERU, stands_in, steps_of
from pbem.adjudicator.guerra.rules.telling import told
from pbem.adjudicator.guerra.state.house import choice
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import (
    CHILE,
    COLOMBIA,
    MEXICO,
    NATIONS,
    PATRIOT,
    PERU,
    PLATA,
    ROYALIST,
    halves_in_words,
)
from pbem.base.records import dataclass

#: Nations that pay into the purses of Peru's three areas besides Peru itself (4.2).
SHARERS = (PLATA, COLOMBIA)


@dataclass(frozen=True, slots=True)
class Yield:
    """The points that an area pays each seat in the muster, in halves."""

    area: str
    royalist: int
    patriot: int


@rule("4.0", "Resource Points: both collect from the areas that they control", "4.3", "4.1", "3.1")
async def collect(table: Table, state: State) -> None:
    """Every area pays who holds it; then what raids and masses took from it is forgotten."""
    gained = dict.fromkeys(state.purse, 0)
    for area in state.board.areas:
        paid = area_yield(state, area)
        if paid.royalist:
            gain(table, state, gained, area, ROYALIST, paid.royalist)
        if paid.patriot:
            purse = await patriot_purse(table, state, area)
            if purse:
                gain(table, state, gained, area, purse, paid.patriot)
    state.raided = {}
    state.halved = []
    for purse, halves in gained.items():
        if halves or purse == ROYALIST:
            state.purse[purse] += halves
            tell_income(table, state, purse, halves)


def gain(table: Table, state: State, gained: dict[str, int], area: str, purse: str, halves: int) -> None:
    """Adds what an area pays, and tells it."""
    gained[purse] += halves
    text = f"{told(state, area)} pays {purse_name(purse)} {halves_in_words(halves)} RP."
    table.note("4.0", told_to(state, purse), text, "area-income", area=area, nation=purse, rp=halves)


def tell_income(table: Table, state: State, purse: str, halves: int) -> None:
    """Tells the income of a purse, and never its sum: a sum left out would tell that shut markers had paid (5.3)."""
    text = f"{in_front(purse)} collects {halves_in_words(halves)} RP."
    seat = ROYALIST if purse == ROYALIST else PATRIOT
    table.note("4.0", told_to(state, purse), text, "income", seat=seat, nation=purse, rp=halves)


def told_to(state: State, purse: str) -> str:
    """The audience of what a purse gains and spends: all, or its own seat where purses are sealed."""
    if choice(state, "purses") == "open":
        return ALL
    return ROYALIST if purse == ROYALIST else PATRIOT


NAMES = {ROYALIST: "the Royalist", PLATA: "El Plata", CHILE: "Chile", COLOMBIA: "Grand Colombia", PERU: "Peru",
         MEXICO: "Mexico"}  # fmt: skip


def purse_name(purse: str) -> str:
    """A purse in words."""
    return NAMES[purse]


def in_front(purse: str) -> str:
    """A purse in words, where a sentence begins."""
    return f"{NAMES[purse][0].upper()}{NAMES[purse][1:]}"


@rule("4.0", "Resource Points of one area: half, rounded down, for partial control", "4.9.1", "7.8", "10.6", "4.2.1")
def area_yield(state: State, area: str) -> Yield:
    """Reckons an area's RP for each side: halved after masses, less raids; half of that for half control."""
    rp = state.board.areas[area].rp
    if area in state.halved:
        rp //= 2
    rp = max(0, rp - state.raided.get(area, 0))
    held = control(state, area)
    return Yield(area, share(rp, held.royalist_pays), share(rp, held.patriot_pays))


def share(rp: int, halves_of_area: int) -> int:
    """Half points for a whole area, for half of it (rounded down to whole points), or for none of it."""
    return 2 * rp if halves_of_area == 2 else 2 * (rp // 2) if halves_of_area == 1 else 0


@rule("4.2", "Patriot RP: into which purse", "4.2.1", "4.2.2", "4.2.3", "4.2.4")
async def patriot_purse(table: Table, state: State, area: str) -> str:
    """The purse that an area pays into: that of the nation there; of several the Patriot says; empty for none.

    Where an army lies under a shut marker, the question never goes out: that it is open tells of several nations.
    """
    purses = purses_of_area(state, area)
    if not purses:
        return ""
    most = max(purses, key=lambda purse: (purse_steps(state, purse, area), -NATIONS.index(purse)))
    options = {purse: purse_name(purse) for purse in purses}
    return await questions.choose(table, "4.2", PATRIOT, "collect", (area,), {"area": area}, options, most,
                                  f"For whom does {told(state, area)} pay?",
                                  discreet=any(map(state.hidden, state.forces_at(area, PATRIOT))))  # fmt: skip


@rule("4.2", "Patriot RP: the nations that may collect from an area", "4.2.1", "4.2.2", "4.2.3", "4.2.4")
def purses_of_area(state: State, area: str) -> list[str]:
    """Nations with a unit or leader in an area on their list; Chile's areas pay Chile for El Plata's men too."""
    return [nation for nation in NATIONS if any(stands_in(state, each, area) for each in payers(state, nation, area))]


def awaited(state: State, seat: str) -> dict[str, int]:
    """Counts what the areas of a seat will pay each purse as they are held now; a shared one counts for each."""
    found: dict[str, int] = {}
    for area in state.board.areas:
        paid = area_yield(state, area)
        halves = paid.royalist if seat == ROYALIST else paid.patriot
        for purse in ((ROYALIST,) if seat == ROYALIST else purses_of_area(state, area)) if halves else ():
            found[purse] = found.get(purse, 0) + halves
    return found


def payers(state: State, nation: str, area: str) -> tuple[str, ...]:
    """Nations whose units in an area fill a nation's purse there."""
    board = state.board
    if area in board.group(f"income-{nation}"):
        return (nation, PLATA) if nation == CHILE else (nation,)
    return (nation,) if area in board.group(SHARED_PERU) and nation in SHARERS else ()


def purse_steps(state: State, purse: str, area: str) -> int:
    """The steps of those units that fill a purse in an area."""
    return sum(steps_of(state, nation, area) for nation in payers(state, purse, area))


@rule("4.5", "RP from Spain", "10.2.1")
async def from_spain(table: Table, state: State) -> None:
    """One die for money from Spain; half of it, rounded down, once the Liberals rule."""
    throw = await table.roll("4.5", "1d6", "spain", why="Money from Spain", shift=spain_modifiers(state))
    rp = state.board.spain[throw.total]
    if state.liberals:
        rp //= 2
    state.purse[ROYALIST] += 2 * rp
    sent = f"Spain sends {rp} RP." if rp else "Spain sends nothing."
    table.note("4.5", ALL, sent, "from-spain", rp=2 * rp)


@rule("4.5.1", "RP from Spain: die roll modifiers", "10.2")
def spain_modifiers(state: State) -> Shift:
    """The turn's modifier, and one for the Liberals when the Patriot holds more areas."""
    shift = Shift()
    turn = state.board.turn(state.turn)
    shift.add("4.5.1", turn.spain, f"in {turn.year}")
    areas = state.board.areas
    patriot = sum(holds(state, PATRIOT, area) for area in areas)
    royalist = sum(holds(state, ROYALIST, area) for area in areas)
    shift.add("4.5.1", state.board.numbers.spain_liberals, "Liberals, and more areas are the Patriot's",
              when=bool(state.liberals) and patriot > royalist)  # fmt: skip
    return shift


@rule("3.1", "Turn sequence: what becomes of points that are not spent")
def no_carry_over(state: State) -> None:
    """By the charter, points that nobody spent are lost as the turn ends; else they are kept."""
    if choice(state, "carry_over") == "none":
        state.purse, state.veiled = dict.fromkeys(state.purse, 0), {}
