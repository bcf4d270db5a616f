"""Chapter 7, raids on coasts, and the ships in a port that falls."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import friendly_port, holds
from pbem.adjudicator.guerra.rules.ch07_naval import free_counters
from pbem.adjudicator.guerra.rules.ch07_sailing import havens
from pbem.adjudicator.guerra.rules.ch08_leaders import casualties, cochrane_with
from pbem.adjudicator.guerra.rules.losing import SIDES
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import (
    COLOMBIA,
    GONE,
    LES_CAYES,
    MEXICO,
    NATIONS,
    NEW_ORLEANS,
    PATRIOT,
    POOL,
    ROYALIST,
    SPAIN,
    SPANISH,
    other,
)

ESCAPES, TAKEN = "escapes", "taken"
SAN_JUAN = "san-juan"


# ------------------------------------------------------------------------------------------- raids


def raider(state: State, act: Acting) -> str:
    """The next ship of the fleet that has not raided in this activation; empty if all have (N4)."""
    return next((ship for ship in act.ships if ship not in act.raided), "")


def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a fleet cannot raid a coast."""
    if not act.ships:
        return "no fleet is in hand"
    area, sea = str(step.get("area", "")), state.units[act.ships[0]].at
    if sea not in state.board.seas or area not in state.board.seas[sea].coasts:
        return f"the fleet is not off {state.label(area)}"
    if not holds(state, other(act.side), area):
        return f"{state.label(area)} is not controlled by the enemy"
    if not raider(state, act):
        return "each ship raids once"
    if state.raided.get(area, 0) >= state.board.areas[area].rp:
        return f"nothing is left to take in {state.label(area)}"
    return ""


def cost(state: State, act: Acting, step: Step) -> int:
    """The price of a raid."""
    return state.board.numbers.raid_op


async def carry_out(table: Table, state: State, act: Acting, step: Step) -> None:
    """Raids a coast with the next ship."""
    ship = raider(state, act)
    act.raided.append(ship)
    await raid(table, state, ship, str(step["area"]), act.ships)


VERBS = {"raid": Verb(refusal, carry_out, cost, fleet=True)}


@rule("7.8", "Raiding", "8.3")
async def raid(table: Table, state: State, ship: str, area: str, fleet: Sequence[str]) -> None:
    """Raids the coast of an area: 4 or more, and it yields one point less at the next muster."""
    side, numbers, shift = state.side_of(ship), state.board.numbers, Shift()
    shift.add("7.8", numbers.raid_enemy_ship, "an enemy ship near", when=watched(state, area, other(side)))
    shift.add("8.3", numbers.cochrane_raid, "Cochrane", when=side == PATRIOT and cochrane_with(state, fleet))
    where = state.label(area)
    throw = await table.roll("7.8", "1d6", "raid", area, why=f"The raid on {where}", shift=shift)
    taken = min(state.board.raid[throw.total], state.board.areas[area].rp - state.raided.get(area, 0))
    if taken:
        state.raided[area] = state.raided.get(area, 0) + taken
    words = f"{where} is plundered" if taken else f"The raid on {where} brings nothing"
    table.note("7.8", ALL, f"{words}.", "raided", area=area, ship=ship, side=side, rp=str(taken))


def watched(state: State, area: str, side: str) -> bool:
    """Tells if ships of a side lie in an area's ports or in a sea area of its coast."""
    piece = state.board.areas[area]
    return any(state.ships_at(place, side) for place in (*piece.seas, *piece.ports))


# ------------------------------------------------------------------------------------------- a port falls


@rule("7.9", "Naval units and port capture", "8.3")
async def port_falls(table: Table, state: State, port: str, captor: str, force: str = "") -> None:
    """Throws for each ship of the losing side in a port: on 1 she escapes, on 6 she is taken, else she is destroyed."""
    ships = state.ships_at(port, other(captor))
    text = f"{state.label(port)} falls to the {SIDES[captor]}."
    table.note("7.9", ALL, text, "port-fell", port=port, by=captor)
    leaders = [leader for ship in ships for leader in state.leaders_in(ship)]
    for ship in ships:
        await fate(table, state, ship, port, captor, force)
    left = [ship for ship in ships if state.units[ship].at not in (POOL, GONE)]
    for leader in leaders:
        if state.leaders[leader].at not in left:
            await survivor(table, state, leader, left, port)


async def survivor(table: Table, state: State, leader: str, left: Sequence[str], port: str) -> None:
    """Puts a leader aboard a ship that got away; without one the die of 8.1 is thrown."""
    if left:
        state.leaders[leader].at = left[0]
    else:
        await casualties(table, state, [leader], port)


async def fate(table: Table, state: State, ship: str, port: str, captor: str, force: str) -> None:
    """Throws for one ship in a port that has fallen."""
    shift, numbers = Shift(), state.board.numbers
    near = [each for sea in state.board.ports[port].seas for each in state.ships_at(sea, captor)]
    shift.add("8.3", numbers.cochrane_port, "Cochrane", when=captor == PATRIOT and cochrane_with(state, near))
    name = state.label(ship)
    throw = await table.roll("7.9", "1d6", "port-fall", ship, why=f"The fate of {name}", shift=shift)
    result = state.board.port_fall[throw.total]
    if result == ESCAPES and (options := refuges(state, ship, port)):
        told = {to: f"to {state.label(to)}" for to in options}
        facts, prompt = {"ship": ship, "port": port}, f"{name} escapes from {state.label(port)}. Where to?"
        to = await questions.choose(table, "7.9", state.side_of(ship), "escape", (port,), facts, told, options[0],
                                    prompt)  # fmt: skip
        state.units[ship].at = to
        table.note("7.9", ALL, f"{name} escapes to {state.label(to)}.", "escaped", ship=ship, port=to)
        return
    side, steps = state.side_of(ship), state.units[ship].steps
    prize = replacement(state, ship, captor, force) if result == TAKEN else ""
    state.eliminate(ship)
    if prize:
        state.units[prize].at, state.units[prize].steps = port, min(steps, state.board.units[prize].steps)
        table.note("7.9", ALL, f"{name} is taken.", "captured", ship=ship, by=captor, to=prize)
    else:
        table.note("7.9", ALL, f"{name} is destroyed in port.", "sunk", ship=ship, by=captor, steps=str(steps))
    table.note("7.9", ALL, f"The {SIDES[side]} lose a ship.", "losses", side=side, cause="sea", steps=str(steps),
               units=[[ship, str(steps)]], gone=[ship])  # fmt: skip


@rule("7.9", "Where a ship escapes to", "7.4")
def refuges(state: State, ship: str, port: str) -> list[str]:
    """The friendly ports within five sea areas, then the box of the ship's side or nation, however far."""
    reach = state.board.numbers.escape_reach
    found: dict[str, int] = {}
    for sea in state.board.ports[port].seas:
        for to, away in havens(state, ship, sea, reach).items():
            if to != port:
                found[to] = min(away, found.get(to, away))
    ranked = sorted(found, key=lambda to: (to == SPAIN, found[to], to))
    side, nation = state.side_of(ship), state.nation_of(ship)
    boxes = [SPAIN, *([SAN_JUAN] if friendly_port(state, side, SAN_JUAN) else [])] if side == ROYALIST else []
    boxes += {MEXICO: [NEW_ORLEANS], COLOMBIA: [LES_CAYES]}.get(nation, [])
    return list(dict.fromkeys([*ranked, *boxes]))


def replacement(state: State, ship: str, captor: str, force: str) -> str:
    """The captor's counter for a ship that is taken: same kind and factor, of the force's nations first; or empty."""
    piece = state.board.units[ship]
    own = state.nations_of(force) if force in state.forces else []
    nations = [SPANISH] if captor == ROYALIST else list(dict.fromkeys([*own, *NATIONS]))
    found = [each for nation in nations for each in free_counters(state, nation, piece.arm, piece.factor)]
    return found[0] if found else ""
