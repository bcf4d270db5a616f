"""Chapter 9: the pool of campaign markers, how they are gained, kept and lost (9.2 to 9.11)."""
# Chapter 9 by paragraphs: 9.1-9.11 ch09_pool; bids (9.3(2)) ch09_exchange; the markers of 9.13 ch09_markers,
# ch09_instead (played instead of an operation) and ch09_windows (Spy), or with the rule they change.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Table, own_lane
from pbem.adjudicator.lions.board.terms import MarkerKind
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.state.state import Berth, State


@rule("9.2", "The pool", "9.1", "9.4")
async def draw(table: Table, state: State, power: str, number: int, kind: str, *parts: str) -> list[str]:
    """Markers picked unseen straight into a hand; only their owner knows which. The pool may run dry."""
    number = min(number, state.hand_limit())
    await make_room(table, state, power, number)
    number = min(number, len(state.pool))
    if not number:
        return []
    drawn = await table.draw("9.2", state.pool, number, kind, power, *parts, lane=own_lane(power))
    table.note("9.2", ALL, f"{state.subject(power)} picks {count(number)} from the pool.", "drawn", power=power,
               number=number)  # fmt: skip
    state.pool = [name for name in state.pool if name not in drawn]
    await take(table, state, power, drawn)
    return drawn


async def gain(table: Table, state: State, power: str, markers: Sequence[str]) -> None:
    """Known markers into a hand, once there is room for them (9.6)."""
    await make_room(table, state, power, len(markers))
    await take(table, state, power, markers)


async def take(table: Table, state: State, power: str, markers: Sequence[str]) -> None:
    """They join the hand; Mercenary Admirals go to sea as soon as they are gained (9.7)."""
    state.hand[power] = state.in_marker_order([*state.hand[power], *markers])
    text = f"You gain {', '.join(state.label(name) for name in markers)}."
    table.note("9.3", power, text, "gained", markers=list(markers))
    await commission(table, state, power)


@rule("9.6", "Surplus markers", "9.5")
async def make_room(table: Table, state: State, power: str, number: int) -> None:
    """A full hand first returns as many markers, at random, as it would have too many."""
    surplus = len(state.hand[power]) + number - state.hand_limit()
    if surplus > 0:
        await lose_at_random(table, state, power, surplus, "9.6")


@rule("9.10", "Losing markers", "9.11")
async def lose_at_random(table: Table, state: State, power: str, number: int, why: str) -> list[str]:
    """So many markers, or all there are, back to the pool unseen by the others."""
    number = min(number, len(state.hand[power]))
    if not number:
        return []
    lost = await table.draw(why, state.hand[power], number, "discard", power, lane=own_lane(power))
    give_back(state, power, lost)
    table.note(why, ALL, f"{state.subject(power)} returns {count(number)} to the pool.", "returned", power=power,
               number=number)  # fmt: skip
    table.note(why, power, f"You return {', '.join(state.label(name) for name in lost)}.", "lost", markers=lost)
    return lost


def give_back(state: State, power: str, markers: Sequence[str]) -> None:
    """From a hand to the pool."""
    state.hand[power] = [name for name in state.hand[power] if name not in markers]
    state.pool = state.in_marker_order([*state.pool, *markers])


@rule("9.8", "Markers that are played", "9.9")
def play(table: Table, state: State, power: str, marker: str, text: str) -> None:
    """A marker shown to all and, once played, back in the pool."""
    give_back(state, power, [marker])
    table.note("9.8", ALL, f"{state.subject(power)} plays {state.label(marker)}{text}.", "played", power=power,
               marker=marker)  # fmt: skip


def return_markers_question(table: Table, state: State, power: str) -> Pick:
    """Which markers to give back to the pool unplayed (9.6)."""
    options = {name: state.label(name) for name in state.hand[power]}
    return Pick(rule="9.6", side=power, key=table.key("return", (power,)), topic="return",
                prompt="Which campaign markers do you return to the pool?", options=options, least=0,
                most=len(options), default=())


async def voluntary_returns(table: Table, state: State) -> None:
    """Anybody may return markers unplayed (9.6); by mail, once before the bids."""
    asked = [return_markers_question(table, state, power) for power in state.order() if state.hand[power]]
    for question, markers in zip(asked, await table.decide_all(*asked), strict=True):
        if markers:
            give_back(state, question.side, markers)
            text = f"{state.subject(question.side)} returns {count(len(markers))} to the pool."
            table.note("9.6", ALL, text, "returned", power=question.side, number=len(markers))


@rule("9.7", "Mercenary Admirals", "22.7")
async def commission(table: Table, state: State, power: str) -> None:
    """Sends a Mercenary Admiral to any own force at once; with no force on the map the marker waits in hand.

    The question where to is discreet: it would tell which marker has just been gained (9.2).
    """
    for marker in [name for name in state.hand[power] if state.type_of(name).kind is MarkerKind.LEADER]:
        if not questions.berths(state, power):
            return
        question = questions.place_leader(table, state, power, "9.7", "mercenary", marker, discreet=True)
        seat_leader(state, marker, await table.decide(question))
        state.hand[power].remove(marker)
        state.mercenaries[marker] = power
        text = f"A Mercenary Admiral enters the service of {state.name(power)}."
        table.note("9.7", ALL, text, "mercenary", power=power)


def seat_leader(state: State, leader: str, place: str) -> None:
    """Aboard a ship, or ashore in a square."""
    aboard = place if place in state.ships else ""
    state.leaders[leader] = Berth(state.ships[place].at if aboard else place, aboard)


@rule("22.6", "Eliminated leaders")
def lose_leader(table: Table, state: State, leader: str, why: str) -> None:
    """Returns a leader to the nation's pool for a later draw; a mercenary to the pool of markers (22.7)."""
    label, nation = state.label(leader), state.leader(leader).nation
    del state.leaders[leader]
    if state.mercenaries.pop(leader, ""):
        state.pool = state.in_marker_order([*state.pool, leader])
    table.note("22.6", ALL, f"{label} is eliminated: {why}.", "leader_lost", leader=leader, power=nation)


def count(number: int) -> str:
    """Markers, counted."""
    return "one campaign marker" if number == 1 else f"{number} campaign markers"
