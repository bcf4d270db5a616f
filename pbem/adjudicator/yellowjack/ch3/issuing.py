"""3.3: Orders drawn from the pool, received, given back by a Viceroy, and Issued to Formations."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Plain, Table, own_lane
from pbem.adjudicator.yellowjack.base.army_orders import campaign_ports, places_of
from pbem.adjudicator.yellowjack.base.auxiliaries import FLEET, class_of, of_side
from pbem.adjudicator.yellowjack.base.formations import split_off
from pbem.adjudicator.yellowjack.base.orders import counted, fail_assaults_in_hand, first_operations, take_up, test_time
from pbem.adjudicator.yellowjack.base.ports import commands_at, friendly, is_enemy, is_key
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spending import DISCARD, ORDER, of_hand_or_pool
from pbem.adjudicator.yellowjack.base.spotting import number_by_lot
from pbem.adjudicator.yellowjack.base.stations import strategy_check
from pbem.adjudicator.yellowjack.board.pieces import Chit
from pbem.adjudicator.yellowjack.ch2 import bourbon, british
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BLOCKADE,
    BOURBON,
    BRITISH,
    CARACAS,
    COMMANDS_OF,
    CONVOY,
    CRUISE,
    FITTING_OUT,
    FLOTILLAS,
    FRENCH,
    INDEPENDENT,
    INTERDICTION,
    READY,
    SHOW_OF_FORCE,
    SIDE_OF,
    SIDES,
    SUPPORT_ARMY,
    THE,
    quarter,
    quarterly,
)

SETS_A_QUARTER = 3
#: How a side finds that a Formation is of the Command of an Order (2.219, 2.314).
OF_COMMAND = {BOURBON: bourbon.is_of_command, BRITISH: british.is_of_command}
#: Kinds that a Squadron alone may carry out (R9.5); the others want a Flotilla.
FOR_ONE_SQUADRON = (CRUISE, INTERDICTION)


# ------------------------------------------------------------------------------------------------ the Orders Step


@base("R4.6", "The Orders Step")
async def orders_step(table: Table, state: State, ruling: Ruling) -> None:
    """A5: time runs out, a Viceroy discards, Orders are drawn and received, then Issued."""
    await test_time(table, state)
    await discard(table, state)
    buy_discards(table, state)
    drawn = await draw_orders(table, state)
    await issue_orders(table, state, ruling)
    fail_assaults_in_hand(table, state, drawn)


# -------------------------------------------------------------------------------------------------- drawing (3.31)


@rule("3.31", "Drawing Orders", "3.311", "3.312")
async def draw_orders(table: Table, state: State) -> list[str]:
    """Three sets on a Quarterly Turn, one on another Turn if the hand is empty; none at the end of the game."""
    received: list[str] = []
    for side in SIDES:
        sets = SETS_A_QUARTER if quarterly(state.date) else int(not state.hand[side])
        if state.date >= state.last:
            sets = 0
        if sets and len(state.hand[side]) < hand_limit(state, side):
            chosen = of_hand_or_pool(table, state, side, ORDER)
            if chosen:
                sets -= 1
                state.pool[side].remove(chosen)
                state.hand[side].append(chosen)
                received.append(chosen)
                table.note("R12.4", side, f"You take {state.label(chosen)}.", "received", orders=[chosen])
        for _ in range(sets):
            received += await draw_set(table, state, side)
    return received


@base("R4.8", "The first hands are drawn")
async def first_draw(table: Table, state: State) -> None:
    """Three sets for each side, before the first Turn."""
    for side in SIDES:
        for _ in range(SETS_A_QUARTER):
            await draw_set(table, state, side)


@base("R4.8", "The first Orders are Issued in the first operations where hands are drawn")
def issues_before(state: State) -> bool:
    """Tells if the operations of this Turn begin with an Issue of Orders."""
    return state.count == 1 and state.board.scenarios[state.scenario].draws


def first_pool(state: State, side: str) -> list[str]:
    """The chits of a side at the start: all but those of a war with France."""
    return [name for name, chit in state.board.chits.items()
            if chit.side == side and not chit.french_war]  # fmt: skip


def hand_limit(state: State, side: str) -> int:
    """The Orders that a side may hold: the scenario's figure, or twice its Commands."""
    return state.board.scenarios[state.scenario].hand_limit or 2 * len(COMMANDS_OF[side])


@base("R9.3", "Pool and draw")
@rule("3.311", "The Bourbons draw three and receive one at least", "3.312", "3.316")
async def draw_set(table: Table, state: State, side: str) -> list[str]:
    """Draws a set unseen; its owner receives one at least, and the rest go back. An assault brings its twin (3.316)."""
    room = hand_limit(state, side) - len(state.hand[side])
    size = min(state.board.number(f"draw_{side}"), len(state.pool[side]))
    if room < 1 or not size:
        return []
    drawn = await table.draw("3.31", state.pool[side], size, "orders", side, lane=own_lane(side))
    names = ", ".join(state.label(chit) for chit in drawn)
    table.note("3.31", ALL, f"{THE[side]} draw {size} Orders.", "drawn", seat=side, number=size)
    table.note("3.31", side, f"You draw {names}.", "drawn", orders=list(drawn))
    kept = await table.decide(which_received(table, state, side, drawn, min(room, size)))
    for chit in kept:
        state.pool[side].remove(chit)
        state.hand[side].append(chit)
    table.note(
        "3.31", side, f"You keep {', '.join(state.label(chit) for chit in kept)}.", "received", orders=list(kept)
    )
    return list(kept)


def which_received(table: Table, state: State, side: str, drawn: Sequence[str], most: int) -> Pick:
    """The question which Orders of a set are received."""
    return Pick(
        rule="3.31", side=side, key=table.key("receive", (side,)), topic="receive",
        prompt="Which of these Orders are received? The rest go back to the pool.",
        facts={"drawn": list(drawn), "hand": len(state.hand[side])},
        options={chit: state.label(chit) for chit in drawn}, least=1, most=most,
        default=(idlest(state, side, drawn),), ordered=True,
    )  # fmt: skip


def idlest(state: State, side: str, chits: Sequence[str]) -> str:
    """The Order whose Command has the most Formations with nothing to do; the first among equals."""
    idle = dict.fromkeys(COMMANDS_OF[side], 0)
    for name in state.of_side(side):
        one = state.formations[name]
        if not one.order and one.command in idle and one.kind != CONVOY:
            idle[one.command] += 1
    return max(chits, key=lambda chit: (idle[state.board.chits[chit].command], -chits.index(chit)))


# ----------------------------------------------------------------------------------------- Viceroys and Issue (3.33)


@rule("2.564", "A Viceroy at the post of his Command", "2.563")
def viceroy_at_post(state: State, command: str) -> str:
    """The Viceroy of a Spanish Command who is at the HQ of its Station; empty for none."""
    for name, personage in state.personages.items():
        record = state.board.personages[name]
        if record.viceroy == command and not personage.gone and personage.at == state.board.hq[command]:
            return name
    return ""


@rule("3.33", "A Viceroy at his post may have one Order discarded a Quarter")
async def discard(table: Table, state: State) -> None:
    """Without penalty, in any Orders Step, once a Quarter for each Viceroy."""
    for side in SIDES:
        free = {chit: state.label(chit) for chit in state.hand[side] if may_discard(state, chit)}
        if not free:
            continue
        question = Pick(
            rule="3.33", side=side, key=table.key("discard", (side,)), topic="discard", prompt="Which Orders go back?",
            facts={"hand": list(state.hand[side])}, options=free, least=0, most=len(free), discreet=True,
            default=tuple(late(state, free)),
        )  # fmt: skip
        for chit in await table.decide(question):
            if not may_discard(state, chit):
                continue
            command = state.board.chits[chit].command
            state.discarded[command] = quarter(state.date)
            state.hand[side].remove(chit)
            state.pool[side].append(chit)
            table.note("3.33", side, f"{state.label(chit)} goes back to the pool.", "discarded", order=chit)


def late(state: State, chits: Iterable[str]) -> list[str]:
    """The assaults in hand at the end of the game, which would Fail (3.471): one of each Command."""
    lost = [chit for chit in chits if state.date >= state.last and state.board.chits[chit].kind == ASSAULT]
    return list({state.board.chits[chit].command: chit for chit in reversed(lost)}.values())


@base("R12.4", "A point of Prestige gives an Order in hand back without a Failure")
def buy_discards(table: Table, state: State) -> None:
    """Lets each side pay for one Order that goes back."""
    for side in SIDES:
        chit = of_hand_or_pool(table, state, side, DISCARD)
        if chit:
            state.hand[side].remove(chit)
            state.pool[side].append(chit)
            table.note("R12.4", side, f"{state.label(chit)} goes back to the pool.", "discarded", order=chit)


def may_discard(state: State, chit: str) -> bool:
    """Tells if a Viceroy may give back an Order this Turn."""
    command = state.board.chits[chit].command
    return bool(viceroy_at_post(state, command)) and state.discarded.get(command, -1) != quarter(state.date)


@base("R9.5", "Issue")
@rule("3.33", "Issuing Orders within Spanish Commands", "3.314")
async def issue_orders(table: Table, state: State, ruling: Ruling) -> None:
    """Each side's list in its order: what may not be Issued lapses with its reason."""
    for side in SIDES:
        facts = {"hand": list(state.hand[side])}
        said = await table.decide(entries(table, "R9.5", side, "issue", facts, "Which Orders are Issued?", side))
        tried: set[str] = set()
        for entry in said:
            await issue(table, state, ruling, side, entry, tried)
    await number_by_lot(table, state, "issued")  # Squadrons that have left a Formation at sea


async def issue(
    table: Table, state: State, ruling: Ruling, side: str, entry: Mapping[str, Plain], tried: set[str]
) -> None:  # fmt: skip
    """Issues one Order, if its Formation may have it and the Admiral passes a check where one is asked."""
    chit, target = str(entry.get("order", "")), str(entry.get("target", ""))
    to = [entry["to"]] if isinstance(entry.get("to"), str) else [str(name) for name in entry.get("to", ())]
    reason = why_not_issue(state, ruling, side, chit, to, target)
    if not reason and chit in tried:
        reason = "a check was thrown for it this Turn"
    if reason:
        table.note("R9.5", side, f"{state.label(chit)} is not Issued: {reason}.", "lapsed", order=chit)
        return
    record = state.board.chits[chit]
    asked = why_check(state, record.command, to[0])
    if asked:
        tried.add(chit)
        why = f"{state.label(chit)} is Issued although {asked}"
        if not await strategy_check(table, state, side, record.command, f"issue.{chit}", why):
            table.note("R9.5", side, f"{state.label(chit)} is not Issued: the check fails.", "lapsed", order=chit)
            return
    formations = [name if name in (*state.formations, *state.auxiliaries) else split_off(state, name) for name in to]
    targets = places_of(state, record, target)
    take_up(state, chit, record.kind, side, formations, targets, first_operations(state))
    names = " and ".join(state.label(name) for name in formations)
    told = f"{state.label(chit)} is Issued to {names}" + (f", against {state.label(target)}" if target else "")
    table.note("R9.5", side, f"{told}.", "issued", order=chit, formation=formations[0])


def why_check(state: State, command: str, carrier: str) -> str:
    """Returns why an Issue asks for a check: she is at sea, or no Viceroy is there; empty if it asks for none.

    A Squadron that would leave its Formation at sea is at sea with it.
    """
    at_sea = carrier in state.formations and state.condition(carrier) == READY
    if at_sea or (carrier in state.squadrons and state.state_of(carrier) == READY):
        return "she is at sea"
    spanish = any(record.viceroy == command for record in state.board.personages.values())
    return "no Viceroy is at his post" if spanish and not viceroy_at_post(state, command) else ""


@base("R9.5", "Who may be Issued an Order")
def why_not_issue(state: State, ruling: Ruling, side: str, chit: str, to: Sequence[str], target: str) -> str:
    """Returns why an Order in hand cannot be Issued so; empty if it can."""
    if chit not in state.hand[side]:
        return "it is not in your hand"
    record = state.board.chits[chit]
    if not to:
        return "nobody is named to carry it out"
    if record.kind == ASSAULT:
        reason = why_no_expedition(state, to)
    else:
        reason = "it goes to one Formation" if len(to) != 1 else ""
    for name in to:
        if name in state.auxiliaries:
            reason = reason or why_not_to_craft(state, side, record, name)
        else:
            reason = reason or why_not_taken(state, ruling, side, chit, name)
    return reason or why_no_target(state, ruling, side, chit, target)


def why_no_expedition(state: State, to: Sequence[str]) -> str:
    """Returns why two Formations are not a Flotilla and its Expedition (3.421); empty if they are."""
    kinds = [state.formations[name].kind if name in state.formations else INDEPENDENT for name in to]
    if len(to) != 2 or kinds[0] not in FLOTILLAS or kinds[1] != CONVOY:
        return "an assault goes to a Flotilla and a Troop Convoy, in that order"
    return ""


def why_not_taken(state: State, ruling: Ruling, side: str, chit: str, name: str) -> str:
    """Returns why one Formation, or a Squadron that would leave one, cannot take an Order; empty if it can."""
    record = state.board.chits[chit]
    if name in state.formations:
        one = state.formations[name]
        kind, contingent, command, order = one.kind, one.contingent, one.command, one.order
        place, condition = state.place(name), state.condition(name)
    elif name in state.squadrons and state.squadrons[name].formation:
        held = state.formations[state.squadrons[name].formation]
        kind, contingent, command, order = INDEPENDENT, held.contingent, held.command, held.order
        place, condition = state.place_of(name), state.state_of(name)
        if len(held.squadrons) < 2 and held.kind != INDEPENDENT:
            return "it is the only Squadron of its Formation: name that"
    else:
        return f"{state.label(name)} is no Formation of yours"
    label = state.label(name)
    if SIDE_OF[contingent] != side:
        return f"{label} is no Formation of yours"
    if not of_command(state, record, name, kind, contingent, command):
        return f"{label} is not of its Command"
    if order:
        return f"{label} has an Order already"
    if contingent == CARACAS and (why := why_not_the_companys(record, kind)):
        return why
    if record.kind not in (*FOR_ONE_SQUADRON, ASSAULT) and kind not in FLOTILLAS:
        return "it wants a Flotilla"
    if record.kind in FOR_ONE_SQUADRON and kind == CONVOY:
        return "no Convoy takes it"
    in_port = condition == FITTING_OUT and place in state.ports and friendly(state, ruling, place, contingent)
    at_sea = condition == READY and place in state.board.nodes
    if not in_port and not at_sea:
        return f"{label} is not Fitting Out in a Friendly Port"
    if record.command not in commands_at(state, place) and not bourbon.without_bounds(record.command):
        return f"{label} is outside its Command's area"
    return ""


@base("R6.1", "A Fleet Auxiliary may hold an Interdiction Order", "R9.12", "2.13")
def why_not_to_craft(state: State, side: str, record: Chit, aux: str) -> str:
    """Returns why an Auxiliary cannot take an Order; empty if it can: a Fleet Auxiliary of its Command, in port."""
    one, label = state.auxiliaries[aux], state.label(aux)
    if aux not in of_side(state, side):
        return f"{label} is none of yours"
    if record.kind != INTERDICTION or one.zone or class_of(state, aux) != FLEET:
        return "an Auxiliary takes no Order but an Interdiction, and only one of the Fleet class (R6.1)"
    if any(aux in order.to for order in state.orders.values()):
        return f"{label} has an Order already"
    if one.command != record.command:
        return f"{label} is not of its Command"
    return "" if one.at in state.ports and not one.spent else f"{label} does not lie in a Port"


@base("R9.5", "A Convoy is of no Command: it goes where its nation's Orders go")
def of_command(state: State, record: Chit, name: str, kind: str, contingent: str, command: str) -> bool:
    """Tells if a Formation, or a Squadron that would leave one, is of the Command of an Order."""
    if kind == CONVOY:
        return (contingent == FRENCH) == (record.command == FRENCH)
    if name in state.formations:
        return OF_COMMAND[SIDE_OF[contingent]](state, name, record.command)
    return command == record.command


@rule("2.245", "Orders of the Company", "2.246", "2.244", "2.24")
def why_not_the_companys(record: Chit, kind: str) -> str:
    """Explains why the Company cannot take an Order: its lone Squadrons interdict, its Detachment cruises too."""
    if not record.company:
        return "the Company may not take it"
    return "a lone Squadron of the Company takes no Cruise" if kind == INDEPENDENT and record.kind == CRUISE else ""


@rule("3.314", "Places that are written when an Order is Issued")
def why_no_target(state: State, ruling: Ruling, side: str, chit: str, target: str) -> str:
    """Returns why a target does not do; empty if it does, or if the Order names its own."""
    record = state.board.chits[chit]
    if record.points:
        port = record.points[0]
        if record.kind == BLOCKADE and not is_enemy(state, port, side):
            return f"{state.label(port)} is no Port of the enemy"
        return "its places are printed: name no target" if target and target not in record.points else ""
    if record.kind == SUPPORT_ARMY and target and target not in campaign_ports(state, record.campaign):
        return f"{state.label(target)} is no Port of that campaign"
    if record.kind not in (SHOW_OF_FORCE, ASSAULT):
        return ""
    if target not in state.ports:
        return "its target must be named"
    if not is_enemy(state, target, side):
        return f"{state.label(target)} is no Port of the enemy"
    if record.command not in commands_at(state, target) and not bourbon.without_bounds(record.command):
        return f"{state.label(target)} lies outside its Command's area"
    if record.kind == SHOW_OF_FORCE:
        if record.holder and state.holder(target) != record.holder:
            return f"it must be a {record.holder.title()} Port"
        return "" if is_key(state, target) or not record.key_only else "it must be a Key Port"
    clash = [
        key
        for key in counted(state, side)
        if state.orders[key].kind == ASSAULT and state.orders[key].targets == [target]
    ]
    return f"{state.label(clash[0])} goes against that Port already (3.414)" if clash else ""
