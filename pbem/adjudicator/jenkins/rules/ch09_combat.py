"""9.0: the Combat Resolution Step. In each hex naval combat first, then the landing that waited, then land combat."""
# Chapter 9 by paragraphs: 9.0 ch09_combat; 9.1 ch09_naval; 9.2 ch09_land; 9.3 ch09_eliminated; the dice of 9.1 and
# 9.2 ch09_dice.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Table
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch04_stacking import in_sight, reveal
from pbem.adjudicator.jenkins.rules.ch07_land import capture_hex
from pbem.adjudicator.jenkins.rules.ch07_transport import land_the_waiting
from pbem.adjudicator.jenkins.rules.ch09_land import land_combat, lenders
from pbem.adjudicator.jenkins.rules.ch09_naval import naval_combat
from pbem.adjudicator.jenkins.rules.ch11_special import (
    bomb_ships,
    garrisoned,
    may_bombard,
)
from pbem.adjudicator.jenkins.state.state import State, enemy


@rule("9.0", "Combat", "6.4")
async def combat_step(table: Table, state: State, side: str) -> None:
    """The active side says in which order the hexes are fought over; both sides' interceptions and landings count.

    A retreat may be intercepted, or may run into troops that cannot fight: those combats follow in the same step.
    """
    bombarded = await choose_bombardments(table, state, side)
    await fight(table, state, side, hexes_of_combat(state, bombarded), bombarded)
    while hexes := hexes_of_combat(state, ()):
        await fight(table, state, side, hexes, ())


def battles_question(table: Table, state: State, side: str, hexes: Sequence[str]) -> Pick:
    """In which order the combats are fought: the active side's choice (9.0)."""
    return Pick(
        rule="9.0", side=side, key=table.key("battles", ()), topic="battles",
        prompt="Put the combats of this step in the order in which they are to be fought.",
        facts={"hexes": list(hexes)}, options={hex_id: questions.place(state, hex_id) for hex_id in hexes},
        least=len(hexes), most=len(hexes), default=tuple(hexes), ordered=True,
    )  # fmt: skip


async def fight(table: Table, state: State, side: str, hexes: Sequence[str], bombarded: Sequence[str]) -> None:
    """The combats that are due now, in the order the active side wants."""
    order = list(hexes)
    if len(hexes) > 1:
        order = await table.decide(battles_question(table, state, side, hexes))
    for hex_id in order:
        await battle(table, state, hex_id, side, bombard=hex_id in bombarded)


def hexes_of_combat(state: State, bombarded: Sequence[str]) -> list[str]:
    """Every hex where a naval combat, a landing or a land combat is due, by number."""
    due = {**state.met, **state.landing, **state.ashore, **dict.fromkeys(bombarded)}
    return sorted(due)


def bombard_question(table: Table, state: State, side: str, hexes: Sequence[str]) -> Pick:
    """Asks where bomb ships begin a land combat alone (11.1); discreet while the enemy sees none of them (4.4)."""
    ships = [name for hex_id in hexes for name in bomb_ships(state, hex_id, side)]
    return Pick(
        rule="11.1", side=side, key=table.key("bombard", ()), topic="bombard",
        prompt="Where shall your bomb ships bombard the shore, should no troops of yours be fighting there?",
        facts={"hexes": list(hexes)}, options={hex_id: questions.place(state, hex_id) for hex_id in hexes},
        least=0, most=len(hexes), default=(), discreet=not in_sight(state, ships),
    )  # fmt: skip


async def choose_bombardments(table: Table, state: State, side: str) -> list[str]:
    """11.1: bomb ships may begin a land combat by themselves, in their own side's Combat Step."""
    hexes = may_bombard(state, side)
    if not hexes:
        return []
    return await table.decide(bombard_question(table, state, side, hexes))


async def battle(table: Table, state: State, hex_id: str, side: str, *, bombard: bool = False) -> None:
    """All combat in one hex: naval, then the landing that waited (7.3), then land."""
    if hex_id in state.veiled:
        state.veiled.remove(hex_id)
    attacker = state.met.pop(hex_id, "")
    if attacker and all(state.naval(hex_id, each) for each in SIDES):
        for each in SIDES:
            reveal(table, state, hex_id, each, squadron(state, hex_id, each))
        await naval_combat(table, state, hex_id, attacker)
    await land_the_waiting(table, state, side, hex_id)
    entered = state.ashore.pop(hex_id, "")
    if entered and state.land(hex_id, entered):
        await land_battle(table, state, hex_id, entered)
    elif bombard and bomb_ships(state, hex_id, side):
        await bombardment(table, state, hex_id, side)


async def land_battle(table: Table, state: State, hex_id: str, attacker: str) -> None:
    """Land combat, unless the naval combat has already emptied the shore of defenders: then the hex is taken (7.6)."""
    if state.land(hex_id, enemy(attacker)):
        reveal_ashore(table, state, hex_id)
        await land_combat(table, state, hex_id, attacker)
    else:
        await capture_hex(table, state, hex_id, attacker)


async def bombardment(table: Table, state: State, hex_id: str, side: str) -> None:
    """Bomb ships attack what is ashore; where nothing is, they find out now (11.1)."""
    if garrisoned(state, hex_id, side):
        reveal_ashore(table, state, hex_id)
        await land_combat(table, state, hex_id, side)
    else:
        table.note("11.1", ALL, f"The bomb ships find nobody ashore at {hex_id}.", "bombarded", hex=hex_id)


def squadron(state: State, hex_id: str, side: str) -> list[str]:
    """A side's ships in a hex with all they carry: what meets the enemy in naval combat (7.2)."""
    ships = state.naval(hex_id, side)
    return [name for name in state.stack(hex_id, side) if name in ships or state.aboard.get(name) in ships]


def reveal_ashore(table: Table, state: State, hex_id: str) -> None:
    """Shows those who fight ashore: land counters, bomb ships, ships and leaders that lend them dice (4.4, 9.2)."""
    for side in SIDES:
        lent = lenders(state, hex_id, side)
        names = [name for name in state.stack(hex_id, side) if name in state.land(hex_id, side) or name in lent]
        reveal(table, state, hex_id, side, names)
