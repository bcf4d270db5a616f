"""Chapter 9: the Exchange Phase: blind bids for markers nobody has seen (9.3(2))."""
# Chapter 9 by paragraphs: 9.1-9.11 ch09_pool; bids (9.3(2)) ch09_exchange; the markers of 9.13 ch09_markers,
# ch09_instead (played instead of an operation) and ch09_windows (Spy), or with the rule they change.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, SEALED, Amount, Table
from pbem.adjudicator.lions.board.terms import Season
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch09_pool import count, draw, gain, play, voluntary_returns
from pbem.adjudicator.lions.rules.ch09_windows import SPY, negated
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State

#: The house rule `bids`: one names the most one would pay.
PROXY = "proxy"


@rule("9.3", "Exchange Phase", "4.2")
async def exchange(table: Table, state: State) -> None:
    """Twice as many markers as players, face down; bids for one after the other; the unsold return to the pool."""
    await voluntary_returns(table, state)
    await lay_out(table, state)
    await spy_on_exchange(table, state)
    for number, marker in enumerate(list(state.exchange), 1):
        sold = await auction(table, state, number)
        state.exchange.remove(marker)
        if sold:
            await sell(table, state, number, marker, *sold)
        else:
            state.pool = state.in_marker_order([*state.pool, marker])
            table.note("9.3", ALL, f"Marker {number} returns to the pool.", "unsold", number=number)
    state.spied = []
    await free_marker(table, state)


async def lay_out(table: Table, state: State) -> None:
    """The markers of this turn, drawn so that nobody knows them; as many as there are, where the pool is short."""
    number = min(state.board.player_numbers[len(state.players)].exchange, len(state.pool))
    if number:
        state.exchange = await table.draw("9.3", state.pool, number, "exchange", lane=SEALED)
        state.pool = [name for name in state.pool if name not in state.exchange]
    table.note("9.3", ALL, f"{count(number).capitalize()} up for bids.", "exchange", number=number)


@rule("9.13", "Spy (exchange)")
async def spy_on_exchange(table: Table, state: State) -> None:
    """Shows everything up for bids to those who play a Spy, before anybody bids.

    Others learn only that a Spy was played.
    """
    holders = [power for power in state.order() if state.held(power, SPY)]
    asked = [questions.play_marker(table, state, power, "9.13", SPY, "exchange") for power in holders]
    answers = await table.decide_all(*asked)
    for power, answer in zip(holders, answers, strict=True):
        spies = state.held(power, SPY)
        if answer == questions.YES and spies:  # another player may have made them use it in the meantime
            play(table, state, power, spies[0], " to see what is up for bids")
            if not await negated(table, state, power, SPY):
                shown = ", ".join(f"{number} {state.label(name)}" for number, name in enumerate(state.exchange, 1))
                table.note("9.13", power, f"Up for bids: {shown}.", "spied", markers=list(state.exchange))
                state.spied.append(power)


async def auction(table: Table, state: State, number: int) -> tuple[str, int] | None:
    """Sells one marker as the charter says (9.3(2)): by blind bids in rounds, or by proxy bids in one."""
    if choice(state, "bids") == PROXY:
        return await proxy_auction(table, state, number)
    return await blind_auction(table, state, number)


async def proxy_auction(table: Table, state: State, number: int) -> tuple[str, int] | None:
    """Takes the most that each would pay; the highest pays one pound more than the second, and never more than that.

    Of equals the first in the order of calling wins: the order of the turn, begun one further on with each marker. What
    the others would have paid stays hidden.
    """
    order = state.order()
    first = (number - 1) % len(order)
    callers = order[first:] + order[:first]
    asked = [bid_question(table, state, power, number, 1, 0) for power in callers]
    most = dict(zip(callers, await table.decide_all(*asked), strict=True))
    winner = max(callers, key=lambda power: most[power])
    if not most[winner]:
        return None
    second = max(pounds for power, pounds in most.items() if power != winner)
    return winner, min(most[winner], second + 1)


async def blind_auction(table: Table, state: State, number: int) -> tuple[str, int] | None:
    """Takes blind bids, then further rounds among the tied at no less than their bid, until one is highest.

    Nobody bids more than they have (8.3). A round in which no tied bidder raises leaves the tie unresolved.
    """
    bidders: Sequence[str] = state.order()
    again = floor = 0
    while True:
        again += 1
        bids = await round_of_bids(table, state, number, again, bidders, floor)
        top = max(bids.values())
        highest = [power for power in bidders if bids[power] == top]
        if len(highest) == 1 and top:
            return highest[0], top
        if top == floor:
            return None
        bidders, floor = highest, top


def bid_question(table: Table, state: State, power: str, number: int, again: int, least: int) -> Amount:
    """Asks a power's bid for a marker; in a further round at least its earlier bid (9.3(2))."""
    round_of = "at most" if choice(state, "bids") == PROXY else f"round {again}"
    prompt = f"Your bid for marker {number}, {round_of}: {least} to {state.money[power]} pounds."
    key = table.key("bid", (f"m{number}", f"r{again}", power))
    return Amount(rule="9.3", side=power, key=key, topic="bid", prompt=prompt,
                            facts={"marker": number, "round": again}, least=least, most=state.money[power],
                            default=least)


async def round_of_bids(
    table: Table, state: State, number: int, again: int, bidders: Sequence[str], floor: int
) -> dict[str, int]:
    """All bids of a round, unseen by each other until all are made; then open."""
    asked = [bid_question(table, state, power, number, again, floor) for power in bidders]
    answers = await table.decide_all(*asked)
    bids = dict(zip(bidders, answers, strict=True))
    told = ", ".join(f"{state.name(power)} {pounds}" for power, pounds in bids.items())
    text = f"Bids for marker {number}, round {again}: {told}."
    table.note("9.3", ALL, text, "bids", number=number, round=again, bids=bids)
    return bids


async def sell(table: Table, state: State, number: int, marker: str, power: str, price: int) -> None:
    """Takes the highest bidder's pounds and gives them the marker; only they see which it is."""
    state.money[power] -= price
    text = f"{state.subject(power)} buys marker {number} for {price}."
    table.note("9.3", ALL, text, "sold", number=number, power=power, pounds=price)
    await gain(table, state, power, [marker])


@rule("3.3", "Free marker")
async def free_marker(table: Table, state: State) -> None:
    """Draws England's free marker from the pool when the bids are over."""
    for ability in state.board.abilities.values():
        if ability.when is Season.EXCHANGE_END and ability.power in state.players:
            await draw(table, state, ability.power, ability.amount, "free-marker")
