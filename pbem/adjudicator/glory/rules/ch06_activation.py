"""Chapter 6: the cup: chits drawn one by one, winds and their halves, bonus moves, initiative."""
# Chapter 6 stands in ch06_activation, ch06_damage, ch06_halts and ch06_weather.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, PUBLIC, Table, own_lane
from pbem.adjudicator.glory.board.pieces import Chit, ChitKind
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch05_events import declared
from pbem.adjudicator.glory.rules.ch06_halts import halt
from pbem.adjudicator.glory.rules.ch06_weather import weather_chit
from pbem.adjudicator.glory.rules.ch07_fleets import form_fleets, own_ports, rendezvous, south_coast, transfer
from pbem.adjudicator.glory.rules.ch07_rumours import rumour_of_bonus
from pbem.adjudicator.glory.rules.ch09_activation import activate, begin, new_course
from pbem.adjudicator.glory.rules.ch10_conseil import is_destination, place_of
from pbem.adjudicator.glory.rules.ch13_blockade import count_inshore, count_port, counts_here, ports_that_count
from pbem.adjudicator.glory.rules.ch14_entering import active_searches
from pbem.adjudicator.glory.rules.ch14_search import north_sea_search
from pbem.adjudicator.glory.rules.ch15_events import random_event
from pbem.adjudicator.glory.rules.ch22_markers import show_raid
from pbem.adjudicator.glory.rules.ch22_raids import raids_and_invasions
from pbem.adjudicator.glory.rules.course import Half
from pbem.adjudicator.glory.rules.forms import BonusMove
from pbem.adjudicator.glory.rules.telling import mixed_in, tell_lapse
from pbem.adjudicator.glory.rules.waters import sea_of_block
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    FLEETS,
    NORTH_ATLANTIC,
    PORT,
    RAID_HEX,
    SEA,
    SEA_AREAS,
    TRACK,
    ZONE_PARTS,
    other,
)

NORTH_SEA_FLEET = "north-sea-fleet"


@rule("6.1", "Activation phase: the chit draw", "6.0", "6.2", "5.7")
async def activation(table: Table, state: State) -> None:
    """Draws chits one at a time until the second Initiative Chit ends the turn, or the game is over."""
    while state.initiatives < 2 and state.cup and not state.ended:
        chit = state.board.chits[(await table.draw("6.1", state.cup, 1, "chit", lane=PUBLIC))[0]]
        state.cup.remove(chit.id)
        state.drawn.append(chit.id)
        table.note("6.1", ALL, f"Chit {len(state.drawn)}: {chit_named(chit)}.", "chit", chit=chit.id,
                   left=len(state.cup))  # fmt: skip
        await ACTS[chit.kind](table, state, chit)


def chit_named(chit: Chit) -> str:
    """A chit in words."""
    if chit.kind == ChitKind.WIND:
        return f"wind {chit.wind} in the {chit.sea.replace('_', ' ').title()}"
    if chit.kind == ChitKind.BONUS:
        return f"{chit.side.title()} bonus move, {chit.hexes} hexes"
    if chit.kind == ChitKind.INITIATIVE:
        return "initiative"
    return "weather"


# ---------------------------------------------------------------- winds


@rule("6.3", "Wind chits", "6.1", "9.2", "9.4")
async def wind_chit(table: Table, state: State, chit: Chit) -> None:
    """The wind turns, and both players activate their blocks in that sea, the one with the initiative first."""
    state.rose[chit.sea] = chit.wind
    for first, seat in ((True, state.initiative), (False, other(state.initiative))):
        if state.ended:
            return
        half = Half(seat, chit.sea, chit.id, chit.wind, first)
        await wind_half(table, state, half)
        await halt(table, state, "half", half)


@rule("9.2", "Wind chit movement", "9.1", "7.5", "14.0")
async def wind_half(table: Table, state: State, half: Half) -> None:
    """One seat's half: fleets formed, masts counted from ports, blocks moved, searches, rendezvous."""
    seat, sea = half.seat, half.sea
    table.note("6.3", ALL, f"The {seat.title()} half.", "half", area=sea, wind=half.wind, side=seat)
    if seat == BRITISH and sea == NORTH_ATLANTIC:
        show_raid(table, state, RAID_HEX)
    ports = own_ports(state, seat, sea)
    await form_fleets(table, state, seat, ports)
    if south_coast(state, seat, sea):
        await transfer(table, state)
    for port in ports_that_count(state, seat, ports):
        half.inshore[port] = count_inshore(table, state, seat, port)["ships"]
    for block in await in_turn(table, state, half):
        if ready_to_move(state, half, block) and not state.ended:
            await activate(table, state, half, block, state.board.numbers.wind_mp)
    if not state.ended:
        await end_of_half(table, state, half)


def ready_to_move(state: State, half: Half, block: str) -> bool:
    """Tells if a block that was to move is still in the sea that is activated."""
    return bool(state.blocks[block].area) and sea_of_block(state, block) == half.sea


async def in_turn(table: Table, state: State, half: Half) -> list[str]:
    """The order in which a seat's blocks move: as ordered, and all others by lot among them."""
    able = [name for name in state.blocks_of(half.seat)
            if state.blocks[name].area != TRACK and sea_of_block(state, name) == half.sea]  # fmt: skip
    if len(able) < 2:
        return able
    facts = {"area": half.sea, "blocks": able}
    wanted = await questions.entries(table, "9.1", half.seat, f"turn-order/{half.sea}", facts, "In which order?")
    return await mixed_in(table, half.seat, half.sea, able, wanted)


async def end_of_half(table: Table, state: State, half: Half) -> None:
    """After all have moved: searches, the North Sea Fleet, rendezvous, events of the Admiralty."""
    await active_searches(table, state, half)
    if half.seat == BRITISH and half.wind and half.sea == NORTH_ATLANTIC and not state.ended:
        await north_sea_search(table, state)
    join_up(table, state, half)
    mark_reached(state, half.seat)
    if half.seat == BRITISH and not state.ended:
        await declared(table, state)


@rule("7.5", "Rendezvous at the end of a half", "20.8")
def join_up(table: Table, state: State, half: Half) -> None:
    """Blocks are absorbed as ordered, if they are together now."""
    for block, into in half.joins:
        if state.blocks[block].area:
            reason = rendezvous(table, state, block, into)
            if reason:
                tell_lapse(table, "7.5", half.seat, f"{state.label(block)} joins nobody: {reason}")


@rule("10.3", "A destination reached in an earlier activation", "9.3")
def mark_reached(state: State, seat: str) -> None:
    """Notes which Allied fleets lie in the zone or hex they are bound for: from now on they reached it before."""
    if seat != ALLIED:
        return
    for name in state.blocks_of(ALLIED):
        if state.is_fleet(name):
            here = state.blocks[name]
            there = here.area == SEA and not here.face_down and place_of(state, here.bound) == here.at
            here.reached = there or (here.area in ZONE_PARTS and is_destination(state, name, here.at))


# ---------------------------------------------------------------- bonus moves


@rule("6.4", "Bonus move chits", "9.6", "7.8")
async def bonus_chit(table: Table, state: State, chit: Chit) -> None:
    """The chit's owner moves one block that many hexes, or has the North Sea Fleet search; the first order counts."""
    half = Half(chit.side, "", chit.id, "")
    facts = {"chit": str(chit.hexes)}
    wanted = await questions.entries(table, "6.4", chit.side, f"bonus/{chit.hexes}", facts, "Which block moves?")
    for order in wanted:
        reason = await bonus_move(table, state, half, chit, order)
        if not reason:
            break
        tell_lapse(table, "6.4", chit.side, f"the bonus move is not made: {reason}")
    if half.courses and not state.ended:
        await end_of_half(table, state, half)
    await halt(table, state, "chit", half)


async def bonus_move(table: Table, state: State, half: Half, chit: Chit, order: BonusMove) -> str:
    """Carries out one order for a bonus chit, or returns why it cannot."""
    block = order.get("block", "")
    if block == NORTH_SEA_FLEET:
        done = half.seat == BRITISH and await north_sea_search(table, state, order.get("search", ""))
        return "" if done else "the North Sea Fleet has nothing to search"
    if block not in state.blocks or state.owner(block) != half.seat or not state.blocks[block].area:
        return "there is no such block"
    if state.blocks[block].area in (TRACK, PORT):
        return f"{state.label(block)} cannot move on a bonus chit where it is"
    beside = await rumour_of_bonus(table, state, block) if half.seat == ALLIED else []
    if counts_here(state, block):
        count_port(table, state, half.seat, state.blocks[block].at)
    movers = [block, *beside]
    if beside:
        movers = await table.draw("7.4", movers, len(movers), "turn-order", "bonus", lane=own_lane(ALLIED))
    reason = ""
    for each in movers:
        course = new_course(state, half, each, chit.hexes)
        if each == block:
            reason = await begin(table, state, half, course, order.get("leg", {}))
        else:
            half.courses.remove(course)
            await activate(table, state, half, each, chit.hexes)
    return "" if beside else reason


# ---------------------------------------------------------------- initiative


@rule("6.5", "Initiative chits", "15.0", "22.2", "22.3")
async def initiative_chit(table: Table, state: State, chit: Chit) -> None:
    """The first: raids and invasions, the random event, then the initiative changes hands. The second ends the turn."""
    state.initiatives += 1
    if state.initiatives > 1:
        table.note("6.5", ALL, "The second Initiative Chit: the turn is over.", "turn_over", turn=state.turn)
        return
    await raids_and_invasions(table, state)
    if state.ended:
        return
    if not state.trafalgar():
        await random_event(table, state)
    state.initiative = other(state.initiative)
    table.note("6.5", ALL, f"The initiative passes to the {state.initiative.title()} player.", "initiative",
               side=state.initiative)  # fmt: skip
    await halt(table, state, "initiative", None)


async def storm_chit(table: Table, state: State, chit: Chit) -> None:
    """A weather chit, and a moment to halt."""
    await weather_chit(table, state, chit)
    await halt(table, state, "chit", None)


ACTS = {
    ChitKind.WIND: wind_chit, ChitKind.BONUS: bonus_chit, ChitKind.INITIATIVE: initiative_chit,
    ChitKind.WEATHER: storm_chit,
}  # fmt: skip
__all__ = ["FLEETS", "SEA", "SEA_AREAS", "activation"]
