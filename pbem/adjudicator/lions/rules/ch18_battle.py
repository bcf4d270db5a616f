"""Chapters 17 and 18: a whole naval battle, from the first wind gauge to the prize money."""
# Chapter 18 by paragraphs: 18.1-18.3 ch18_results; break-off (18.1), 18.4, 18.5 and the rounds (17.2) ch18_battle.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.rules.ch08_revenue import pay
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.rules.ch17_fire import fire_segment
from pbem.adjudicator.lions.rules.ch17_naval import Battle, Side, begin, engages, name_admirals, show, wind_gauge
from pbem.adjudicator.lions.rules.ch18_results import is_over
from pbem.adjudicator.lions.rules.ch34_prizes import recapture
from pbem.adjudicator.lions.state.forces import Force, sail, shift, verb
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass


@dataclass(frozen=True, slots=True)
class Outcome:
    """The end of a battle for the two forces, which have been changed with it."""

    winner: str  # a power, 'pirates', or empty for a draw
    fled: str  # the side that broke off


@rule("17.2", "Rounds of combat", "17.1")
async def battle(table: Table, state: State, attacker: Force, defender: Force) -> Outcome:
    """Rounds until one side has no ships left, breaks off, or the wind gauge ties (17.2(4))."""
    fight = begin(state, attacker, defender)
    show(table, state, fight)
    while not is_over(state, fight) and fight.round < state.board.numbers.rounds_most:
        fight.round += 1
        await name_admirals(table, state, fight)
        first = await wind_gauge(table, state, fight)
        if first is None or not await engages(table, state, fight, first):
            break
        fight.first = first
        for side in (first, fight.enemy(first)):
            if not is_over(state, fight):
                await fire_segment(table, state, fight, side)
    return await after_battle(table, state, fight)


@rule("18.4", "Post battle", "18.5")
async def after_battle(table: Table, state: State, fight: Battle) -> Outcome:
    """Plays break-off movement, then decides the winner, the markers and the prize money, in this order."""
    scores = {side.force.owner: score(state, side, fight.enemy(side)) for side in fight.sides()}
    for side in fight.sides():
        await take_spoils(table, state, side, fight.enemy(side))
    for side in fight.sides():
        await leave(table, state, side)
    best = max(scores.values())
    ahead = [owner for owner, points in scores.items() if points == best]
    winner = ahead[0] if len(ahead) == 1 else ""
    told = " to ".join(str(points) for points in sorted(scores.values(), reverse=True))
    text = f"The battle is drawn, {told} in points for ships sunk and damage done."
    if winner:
        wins = f"{state.subject(winner)} {verb(winner, 'wins', 'win')} the battle"
        text = f"{wins}, {told} in points for ships sunk and damage done."
    elif not best:
        text = "The battle is drawn: nobody was hurt."
    table.note("18.4", ALL, text, "battle_over", square=fight.square, winner=winner, scores=scores)
    reckon(table, state, fight)
    for side in fight.sides():
        settle(table, state, side, fight.enemy(side), won=side.force.owner == winner)
    fled = next((side.force.owner for side in fight.sides() if side.fled_to), "")
    return Outcome(winner, fled)


def reckon(table: Table, state: State, fight: Battle) -> None:
    """Tells the losses of both sides, and whose ships are left: all of it was open to all (15.2(3))."""
    first, second = (suffered(state, side) for side in fight.sides())
    told = f"{state.subject(fight.attacker.force.owner)} {first}; {state.name(fight.defender.force.owner)} {second}"
    there = [side.force.owner for side in fight.sides() if state.ships_at(fight.square, side.force.owner)]
    left = "Nobody's ships are left"
    if len(there) > 1:
        left = "The ships of both stay"
    elif there:
        left = f"Only ships of {state.name(there[0])} are left"
    text = f"{told}. {left} at {fight.square}."
    losses = {side.force.owner: [*side.sunk, *side.taken] for side in fight.sides()}
    table.note("18.4", ALL, text, "aftermath", square=fight.square, lost=losses, left=there)


def suffered(state: State, side: Side) -> str:
    """'loses Spanish fifth-rate 1 and takes 2 damage': what a battle cost one side."""
    owner, gone = side.force.owner, [*side.sunk, *side.taken]
    afloat = [name for name in side.before if name in state.ships and name not in gone]
    damage = sum(state.ships[name].damage - side.before[name] for name in afloat)
    ships = ", ".join(state.label(name) for name in gone) or "nothing"
    taken = f" and {verb(owner, 'takes', 'take')} {damage} damage" if damage else ""
    return f"{verb(owner, 'loses', 'lose')} {ships}{taken}"


@rule("18.4", "Who won")
def score(state: State, side: Side, foe: Side) -> int:
    """18.4(3): twice the gunnery sunk or taken, and the damage done here to what is still afloat, fled or not."""
    numbers = state.board.numbers
    afloat = [name for name in foe.before if name in state.ships and name not in foe.taken]
    done = sum(state.ships[name].damage - foe.before[name] for name in afloat)
    lost = gunnery_sunk(state, foe) + sum(state.gunnery(name) for name in foe.taken)
    return numbers.score_sunk_times * lost + numbers.score_damage * done


def gunnery_sunk(state: State, foe: Side) -> int:
    """The printed gunnery of the ships that a side lost to its enemy; its own burnt fireships are not among them."""
    return sum(state.gunnery(name) for name in foe.sunk)


def flight_question(table: Table, state: State, force: Force, ships: Sequence[str]) -> Choose[str]:
    """Asks where panicked ships go together (18.1)."""
    ways = {square: f"to {square}" for square in state.board.neighbours(force.square)}
    return Choose(rule="18.1", side=force.commander, topic="flight",
                  key=table.key("flight", (force.square.lower(), force.commander)), options=ways,
                  prompt=f"Where do your panicked ships go: {', '.join(state.label(name) for name in ships)}?",
                  facts={"ships": list(ships)}, default=next(iter(ways)))


@rule("18.1", "Break-off", "16.7", "23.8")
async def leave(table: Table, state: State, side: Side) -> None:
    """Panicked ships go one square, together, and with their force where that broke off."""
    force = side.force
    ships = [name for name in side.panicked if name in state.ships]
    if ships:
        target = side.fled_to or await table.decide(flight_question(table, state, force, ships))
        for name in ships:
            shift(state, name, target)
        names = ", ".join(state.label(name) for name in ships)
        table.note("18.1", ALL, f"To {target} in panic: {names}.", "fled", ships=ships, to=target)
    if side.fled_to:
        sail(state, force, side.fled_to)
        if force.fleet and choice(state, "fleets_broken_off") == "dissolves":
            part(state, force)


@rule("18.1", "Fleets that break off")
def part(state: State, force: Force) -> None:
    """Parts a fleet into lone ships, by a charter's choice; treasure and prizes stay with the first rated ship."""
    keeper = next((name for name in force.ships if escorted(state, [name])), "")
    for name in force.ships:
        state.ships[name].fleet = "" if state.ship(name) else keeper


@rule("18.4", "Markers and prize money", "9.8", "9.10", "25.7", "8.2")
def settle(table: Table, state: State, side: Side, foe: Side, *, won: bool) -> None:
    """Settles 18.4(4, 5): the winner keeps the markers and is owed the gunnery sunk.

    For victory over pirates a bounty is paid at once instead.
    """
    owner = side.force.owner
    if owner == PIRATES:
        return
    if won:
        state.hand[owner] = state.in_marker_order([*state.hand[owner], *side.played])
    else:
        state.pool = state.in_marker_order([*state.pool, *side.played])
    if not won:
        return
    numbers = state.board.numbers
    if foe.force.owner == PIRATES:
        bounty = numbers.bounty_times * sum(state.rating(name) for name in foe.sunk)
        pay(table, state, owner, bounty, "25.7", "bounty")
        return
    prize = numbers.prize_money_times * gunnery_sunk(state, foe)
    if choice(state, "prize_money") == "at_once":
        pay(table, state, owner, prize, "18.4", "prize money")
    elif prize:
        state.owed[owner] = state.owed.get(owner, 0) + prize
        table.note("18.4", ALL, f"{state.subject(owner)} is owed {prize} of prize money.", "prize", power=owner)


async def take_spoils(table: Table, state: State, side: Side, foe: Side) -> None:
    """Treasure and prizes of a force whose own ships are all gone: to the other side.

    A battle ends with the last of them, so the other side has not broken off.
    """
    if any(state.ship(name) for name in side.force.ships):
        return
    prizes = [name for name in side.force.ships if name in state.prizes]
    await recapture(table, state, side.force, foe.force, prizes)
    capture_treasure(table, state, side, foe)


@rule("23.8", "Capturing treasure fleets")
def capture_treasure(table: Table, state: State, side: Side, foe: Side) -> None:
    """Treasure whose escort is gone joins the other force, if that can escort it; else it is left to nobody."""
    force, victor = side.force, foe.force
    treasure, force.ships = force.ships, []
    rated = [name for name in victor.ships if escorted(state, [name])]
    taken = bool(rated) and victor.owner != PIRATES
    for name in treasure:
        state.ships[name].fleet = (victor.fleet or rated[0]) if taken else ""
        fate = f"is captured by {state.name(victor.owner)}" if taken else "is left without escort"
        table.note("23.8", ALL, f"The {state.label(name)} treasure fleet {fate}.", "captured", fleet=name)
    if taken:
        victor.ships = state.in_order([*victor.ships, *treasure])
