"""Chapter 9.13: the markers that are played instead of an operation."""
# Chapter 9 by paragraphs: 9.1-9.11 ch09_pool; bids (9.3(2)) ch09_exchange; the markers of 9.13 ch09_markers,
# ch09_instead (played instead of an operation) and ch09_windows (Spy), or with the rule they change.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.lions.board.terms import Occasion, PortKind
from pbem.adjudicator.lions.rules.ch06_control import has_port, present
from pbem.adjudicator.lions.rules.ch09_pool import lose_leader, play
from pbem.adjudicator.lions.rules.ch09_windows import negated
from pbem.adjudicator.lions.rules.ch12_fleets import form
from pbem.adjudicator.lions.rules.ch19_transport import embark
from pbem.adjudicator.lions.rules.ch25_pirates import raise_pirates
from pbem.adjudicator.lions.rules.ch29_potentates import receive
from pbem.adjudicator.lions.rules.forms import Instead
from pbem.adjudicator.lions.state.forces import Force, shift
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State

MARQUE, DIPLOMACY, LORDS = "letter_of_marque", "diplomacy", "lords"
INSTEAD = (MARQUE, DIPLOMACY, LORDS)


@rule("9.13", "Letter of Marque", "25.1", "25.5", "25.10")
async def letter_of_marque(table: Table, state: State, power: str, entry: Instead) -> Force | None:
    """Pirates of one port that is not plundered, for one operation at no cost; None where that cannot be."""
    square = state.board.square_named(str(entry.get("port", "")))
    port = state.board.port_at.get(square)
    held = state.held(power, "letter-of-marque")
    if not held or port is None or port.kind is not PortKind.PIRATE or square in state.plundered:
        text = "No Letter of Marque: it takes the marker, and a pirate port that is not plundered."
        table.note("9.13", power, text, "lapsed")
        return None
    play(table, state, power, held[0], f" at {port.name}")
    return await raise_pirates(table, state, square, Occasion.MARQUE, power)


@rule("9.13", "Lords of Six Weeks")
async def lords_of_six_weeks(table: Table, state: State, power: str, entry: Instead) -> str:
    """Lone ships of one port form a fleet, or join one that lies there; the reason, if they cannot."""
    held, square = state.held(power, "lords-of-six-weeks"), state.board.square_named(str(entry.get("at", "")))
    if not held:
        return "it is not in your hand"
    if not has_port(state, square):
        return f"{square} is no port"
    ships = [name for name in entry.get("ships", ()) if name in state.ships_of(power)]
    fleet = f"{power}-fleet-{entry.get('number')}"
    if state.fleet(fleet):
        reason = join(state, fleet, square, ships)
    else:
        reason = form(state, power, {"number": entry.get("number", ""), "at": square, "ships": ships})
    if not reason:
        play(table, state, power, held[0], f" in {square}")
    return reason


def join(state: State, fleet: str, square: str, ships: list[str]) -> str:
    """Lone ships into a fleet in the same port."""
    lone = [name for name in ships if state.ships[name].at == square and not state.ships[name].fleet]
    if not lone or len(lone) < len(ships) or state.ships[state.fleet(fleet)[0]].at != square:
        return "the ships and the fleet do not lie there together"
    for name in lone:
        state.ships[name].fleet = fleet
    return ""


@rule("9.13", "Diplomacy", "22.8")
async def diplomacy(table: Table, state: State, power: str, entry: Instead) -> str:
    """Throws a die for a leader in a potentate or European port: at most the leader's value, the others must leave."""
    held, leader = state.held(power, DIPLOMACY), str(entry.get("leader", ""))
    if not held:
        return "it is not in your hand"
    if leader not in state.leaders_of(power):
        return "it takes a leader of yours"
    square = state.leaders[leader].at
    port = state.board.port_at.get(square)
    if port is None or port.kind not in (PortKind.POTENTATE, PortKind.EUROPEAN):
        return f"{square} is neither a potentate's nor a European port"
    play(table, state, power, held[0], f" at {port.name}")
    if await negated(table, state, power, DIPLOMACY):
        return ""
    check = state.board.checks[DIPLOMACY]
    throw = await table.roll("9.13", check.die, DIPLOMACY, leader, why=f"Diplomacy of {state.label(leader)}")
    if check.holds(throw.total, state.leader(leader).value):
        for other in [name for name in present(state, square) if name != power]:
            await expel(table, state, other, square)
        receive(table, state, square, power)
    return ""


def retreat_question(table: Table, state: State, power: str, square: str) -> Choose[str]:
    """Asks where ships driven out of a port go, one square out to sea (9.13, Diplomacy).

    Where no all-sea square is next to the port, a coast will do.
    """
    ways = state.board.neighbours(square)
    out_to_sea = [name for name in ways if not state.board.is_coastal(name)]
    options = {name: f"to {name}" for name in out_to_sea or ways}
    return Choose(rule="9.13", side=power, key=table.key("retreat", (square.lower(), power)), topic="retreat",
                  prompt=f"Your ships must leave {square}. Where do they go?", facts={"square": square},
                  options=options, default=next(iter(options)))


async def expel(table: Table, state: State, power: str, square: str) -> None:
    """Moves ships one square out with the troops and leaders they can take.

    Forts, and all that must stay, are eliminated.
    """
    ships = state.ships_at(square, power)
    leaders = [name for name in state.leaders_of(power) if state.leaders[name].at == square]
    ashore = [name for name in leaders if not state.leaders[name].aboard]
    leaving = Force(power, square, ships)
    embark(table, state, leaving, {"regiments": str(state.ashore(square, power, REGIMENT)), "leaders": ashore})
    for kind in (REGIMENT, FORT):
        if points := state.ashore(square, power, kind):
            state.put_ashore(square, power, kind, -points)
    for name in ashore:
        if not state.leaders[name].aboard:
            lose_leader(table, state, name, "driven out")
    if ships:
        target = await table.decide(retreat_question(table, state, power, square))
        for name in ships:
            shift(state, name, target)
    table.note("9.13", ALL, f"{state.subject(power)} must leave {square}.", "expelled", power=power, square=square)
