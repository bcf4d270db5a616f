"""Chapter 10: negotiations: what players agree on, what they give each other, and what a broken promise costs.

An agreement is in force when every party's orders hold the same record; then it is public (10.1). What one side alone
writes has no effect, and only its author hears of it.
"""
# Chapter 10 by paragraphs: 10.1 ch10_agreements (what may be written); 10.1-10.3 ch10_bargains; transport contracts
# (10.2, 19.3) ch10_transport.

from __future__ import annotations

import json
from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, PUBLIC, Table, own_lane
from pbem.adjudicator.lions.rules.ch09_pool import count, gain
from pbem.adjudicator.lions.rules.ch10_agreements import (
    ALLIANCE,
    ANYWHERE,
    END_GAME,
    HONOUR,
    NON_AGGRESSION,
    TRANSPORT,
    agreements_question,
)
from pbem.adjudicator.lions.rules.ch26_victory import determine_victory
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.agreement import Agreement, Gift
from pbem.adjudicator.lions.state.state import State


@rule("10.1", "Negotiations Phase", "4.2", "10.2")
async def negotiations(table: Table, state: State) -> None:
    """Everybody's records at once; those that all their parties wrote are struck, in the turn's order."""
    order = state.order()
    asked = [agreements_question(table, state, power) for power in order]
    written = dict(zip(order, await table.decide_all(*asked), strict=True))
    done: list[str] = []
    for power in order:
        for record in written[power]:
            name = canonical(record)
            if name in done:
                continue
            done.append(name)
            parties = [party for party in order if party in record["parties"]]
            if all(name in map(canonical, written[party]) for party in parties):
                await strike(table, state, record, parties)
            else:
                table.note("10.1", power, "An agreement of yours was not written by all its parties.", "lapsed")


def canonical(record: Agreement) -> str:
    """One way to write a record, by which two are the same."""
    parties = sorted(str(party) for party in record["parties"])
    return json.dumps({**record, "parties": parties}, sort_keys=True, separators=(",", ":"))


@rule("10.2", "Agreements", "9.12")
async def strike(table: Table, state: State, record: Agreement, parties: Sequence[str]) -> None:
    """Hands over gifts at once and notes the promise until it runs out; all may agree to end the game."""
    names = " and ".join(state.name(party) for party in parties)
    if not can_give(state, record.get("gives", ())):
        for party in parties:
            table.note("10.2", party, "An agreement is void: somebody has not what he gives.", "void")
        return
    promise = str(record.get("promise", "none"))
    text = f"Agreement between {names}: {terms(state, record, promise)}."
    table.note("10.1", ALL, text, "agreed", parties=list(parties), promise=promise, text=str(record.get("text", "")))
    for gift in record.get("gives", ()):
        await give(table, state, gift)
    if promise == END_GAME and tuple(parties) == state.order():
        determine_victory(table, state, "agreement")
    elif promise not in ("none", END_GAME):
        kept: Agreement = {**record, "parties": list(parties), "promise": promise}
        if promise == ALLIANCE:
            kept["until"] = str(state.turn)
        state.agreements.append(kept)


def terms(state: State, record: Agreement, promise: str) -> str:
    """Puts a promise into words; one that nobody can check is marked as word of honour."""
    if promise == HONOUR:
        return f"on their word of honour, {record.get('text', '')}".rstrip(", ")
    if promise == TRANSPORT:
        carried = f"{record['regiments']} regiment points of {state.name(str(record['troops']))}"
        return f"{state.name(str(record['carrier']))} carries {carried} from {record['from']} to {record['to']}"
    return promise.replace("_", " ")


def can_give(state: State, gifts: Sequence[Gift]) -> bool:
    """Tells if all givers together have what they give."""
    money, hands = dict(state.money), {power: list(hand) for power, hand in state.hand.items()}
    for gift in gifts:
        giver = str(gift["from"])
        money[giver] -= whole(gift.get("pounds", "0"))
        for kind in gift.get("markers", ()):
            held = [name for name in hands[giver] if state.type_of(name).id == kind]
            if not held:
                return False
            hands[giver].remove(held[0])
        if whole(gift.get("random", "0")) > len(hands[giver]):
            return False
    return min(money.values()) >= 0


async def give(table: Table, state: State, gift: Gift) -> None:
    """Pounds openly; markers face down, as many as they are."""
    giver, taker = str(gift["from"]), str(gift["to"])
    pounds = whole(gift.get("pounds", "0"))
    state.money[giver] -= pounds
    state.money[taker] += pounds
    markers = [state.held(giver, kind)[0] for kind in gift.get("markers", ())]
    left = [name for name in state.hand[giver] if name not in markers]
    number = min(whole(gift.get("random", "0")), len(left))
    if number:
        markers += await table.draw("10.2", left, number, "gift", giver, lane=own_lane(giver))
    text = f"{state.subject(giver)} gives {state.name(taker)} {pounds} pounds and {count(len(markers))}."
    table.note("10.2", ALL, text, "given", power=giver, to=taker, pounds=pounds, number=len(markers))
    await hand_over(table, state, giver, taker, markers)


async def hand_over(table: Table, state: State, giver: str, taker: str, markers: Sequence[str]) -> None:
    """From hand to hand; the taker's limit holds (9.6)."""
    state.hand[giver] = [name for name in state.hand[giver] if name not in markers]
    if markers:
        text = f"You hand over {', '.join(state.label(name) for name in markers)}."
        table.note("10.2", giver, text, "handed_over", markers=list(markers))
        await gain(table, state, taker, markers)


# -------------------------------------------------------------------------------------------- promises


def promised(state: State, promise: str, one: str, other: str, square: str) -> Agreement | None:
    """An agreement in force between two players that covers a square."""
    for record in state.agreements:
        bound = one in record["parties"] and other in record["parties"] and one != other
        where = record.get("where", ANYWHERE)
        if bound and record["promise"] == promise and (where == ANYWHERE or square in where):
            return record
    return None


def bound(state: State, one: str, other: str, square: str) -> Agreement | None:
    """An agreement that forbids one player to attack another in a square: a promise not to, or an alliance (30)."""
    return promised(state, NON_AGGRESSION, one, other, square) or promised(state, ALLIANCE, one, other, square)


@rule("10.3", "Attacks on a partner", "30")
async def may_attack(table: Table, state: State, power: str, other: str, square: str, *, breach: bool) -> bool:
    """Tells if an attack goes on.

    An attack against a promise is left out, unless the order breaks the promise knowingly and pays for it.
    """
    record = bound(state, power, other, square)
    if record is None:
        return True
    if not breach:
        text = f"You promised {state.name(other)} not to attack: the attack is left out."
        table.note("10.3", power, text, "lapsed")
        return False
    await violate(table, state, power, record)
    return True


@rule("10.3", "Violating agreements")
async def violate(table: Table, state: State, power: str, record: Agreement) -> None:
    """Half the violator's hand, rounded up, at random to the others as evenly as can be; by lot who has more."""
    state.agreements.remove(record)
    table.note("10.3", ALL, f"{state.subject(power)} breaks an agreement.", "breach", power=power)
    hand = state.hand[power]
    number = -(-len(hand) // state.board.numbers.breach_divisor)
    if not number:
        return
    lost = await table.draw("10.3", hand, number, "breach", power, lane=own_lane(power))
    others = state.others(power)
    if len(others) > 1:
        others = tuple(await table.draw("10.3", others, len(others), "breach-order", power, lane=PUBLIC))
    for place, taker in enumerate(others):
        share = lost[place :: len(others)]
        if share:
            text = f"{state.subject(taker)} gets {count(len(share))} from {state.name(power)}."
            table.note("10.3", ALL, text, "given", power=power, to=taker, number=len(share))
            await hand_over(table, state, power, taker, share)


def lapse_agreements(state: State) -> None:
    """Promises that run out with this turn; one without an end holds for the turn."""
    turn = str(state.turn)
    state.agreements = [record for record in state.agreements if whole(record.get("until", turn)) > state.turn]
