"""Chapter 5: Admiralty Events: drawn, fulfilled, shown, and judged when they fall due (5.10, 5.11)."""
# Chapter 5 stands in ch05_council, ch05_events, ch05_returns and ch05_yard.

from __future__ import annotations

from collections.abc import Awaitable, Callable

from pbem.adjudicator.engine.order_parts import YES
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table, own_lane
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch07_blocks import escort_left
from pbem.adjudicator.glory.rules.ch22_invasions import algiers_british, naples_overland
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.rules.waters import european
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import AdmiraltyEvent, Block, State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    EXPEDITION,
    INSHORE,
    LOOSE,
)

NAPLES, LEOPARD, BARBARY, ROCKETS = "naples", "leopard", "barbary", "rockets"
REVOLT, RUSSIA, PORTUGAL, CONVOY = "slave-revolt", "russia", "portugal", "convoy"
HIDDEN, DONE, FAILED = "hidden", "done", "failed"
#: How American tension rises (5.10); the last is war.
TENSION = ("cordial", "strained", "war")
CONVOY_PORTS = ("jamaica", "antigua")
WAR_UNTIL, TRIED = "war_until", "tried"


@rule("5.11", "Draw new Admiralty Event chit if applicable", "15.1")
async def draw_event(table: Table, state: State) -> None:
    """On a turn with an ensign the British draw an event in secret; it falls due six turns ahead."""
    if not state.board.turn(state.turn).ensign or not state.events_pool:
        return
    drawn = (await table.draw("5.11", state.events_pool, 1, "admiralty", lane=own_lane(BRITISH)))[0]
    due = state.turn + state.board.numbers.event_turns
    state.events_pool.remove(drawn)
    state.events[drawn] = AdmiraltyEvent(due)
    name, label = state.board.admiralty[drawn].name, state.board.turn(due).label
    table.note("5.11", ALL, f"An Admiralty Event is drawn; it falls due in {label}.", "event_drawn", turn=due)
    table.note("5.11", BRITISH, f"The Admiralty asks: {name}, by the end of {label}.", "event", event=drawn, turn=due)


def is_active(state: State, event: str) -> bool:
    """Tells if an event has been drawn and is neither fulfilled nor failed."""
    return event in state.events and state.events[event].status == HIDDEN


# ---------------------------------------------------------------- fulfilled early


@rule("5.10", "Admiralty Events: success declared", "7.2", "8.6")
async def declared(table: Table, state: State) -> None:
    """After a British activation or arrival, when all is fought out, what has been fulfilled may be declared."""
    if state.trafalgar():
        return
    for event, met in EARLY.items():
        block = met(state) if is_active(state, event) else ""
        if block and await wishes(table, state, event):
            await fulfil(table, state, event, block)
    if is_active(state, BARBARY):
        await mission_to_barbary(table, state)


async def wishes(table: Table, state: State, event: str) -> bool:
    """Asks the British player if they declare an event fulfilled before it falls due."""
    facts = {"event": event}
    prompt = f"Do you declare {state.board.admiralty[event].name}?"
    return await questions.yes_no(table, "5.10", BRITISH, "event", facts, YES, prompt)


async def fulfil(table: Table, state: State, event: str, block: str) -> None:
    """An event is shown and removed; an expedition that served it goes back to Start."""
    drawn = state.events[event]
    drawn.status, drawn.open = DONE, True
    table.note("5.10", ALL, f"The Admiralty Event is fulfilled: {state.board.admiralty[event].name}.", "event_done",
               event=event)  # fmt: skip
    if block in state.blocks and state.kind(block) == EXPEDITION and state.blocks[block].area:
        await escort_left(table, state, block)


def expedition_inshore(state: State, port: str) -> str:
    """An expedition that lies Inshore off a port."""
    return next((b for b in state.blocks_at(port, BRITISH, INSHORE) if state.kind(b) == EXPEDITION), "")


def at_naples(state: State) -> str:
    """Props up Naples: an expedition Inshore there, unless it has fallen."""
    return expedition_inshore(state, "naples") if "naples" not in state.invaded else ""


def at_corfu(state: State) -> str:
    """Bolsters Russian resolve: an expedition Inshore at Corfu."""
    return expedition_inshore(state, "corfu")


def at_lisbon(state: State) -> str:
    """Reassures Portugal: a fleet with enough sound ships Inshore or on Loose Blockade off Lisbon."""
    fleets = state.blocks_at("lisbon", BRITISH, INSHORE, LOOSE)
    return next((b for b in fleets if len(state.sound(b)) >= state.board.numbers.portugal_ships), "")


def in_convoy_port(state: State) -> str:
    """Covers the West India convoy: enough sound British ships in one of two ports."""
    for port in CONVOY_PORTS:
        sound = [s for s in state.in_port(port, BRITISH) if state.is_sound(s) and not state.ships[s].ordinary]
        if len(sound) >= state.board.numbers.convoy_ships:
            return port
    return ""


#: What fulfils an event that may be declared at any time: the block or port that does it.
EARLY: dict[str, Callable[[State], str]] = {
    NAPLES: at_naples, RUSSIA: at_corfu, PORTUGAL: at_lisbon, CONVOY: in_convoy_port,
}  # fmt: skip


@rule("5.10", "Mission to the Barbary Coast", "8.2", "22.1")
async def mission_to_barbary(table: Table, state: State) -> None:
    """Once a turn a named admiral Inshore at Algiers may treat: two dice less the seniority, and Algiers is British."""
    drawn = state.events[BARBARY]
    names = [name for block in state.blocks_at("algiers", BRITISH, INSHORE) if state.ships_in(block)
             for name in state.admirals_in(block)]  # fmt: skip
    if not names or drawn.progress.get(TRIED) == str(state.turn):
        return
    envoy = max(names, key=lambda name: -state.board.admirals[name].seniority)
    facts = {"event": BARBARY, "admiral": envoy}
    if not await questions.yes_no(table, "5.10", BRITISH, "barbary", facts, YES, "Does the admiral treat?"):
        return
    drawn.progress[TRIED], drawn.open = str(state.turn), True
    shift = Shift()
    shift.add("5.10", -state.board.admirals[envoy].seniority, f"seniority of {state.label(envoy)}")
    throw = await table.roll("5.10", "2d6", "barbary", why=f"{state.label(envoy)} treats with the Dey", shift=shift)
    if throw.total >= state.board.numbers.barbary_needs:
        await fulfil(table, state, BARBARY, "")
        await algiers_british(table, state)


@rule("5.10", "Expeditions that reach Jamaica or Canada", "12.3")
async def expedition_landed(table: Table, state: State, place: str) -> None:
    """An expedition has come to Jamaica or to Canada: what asked for it is fulfilled."""
    if place == "jamaica" and is_active(state, REVOLT) and await wishes(table, state, REVOLT):
        await fulfil(table, state, REVOLT, "")
    war = state.events.get(LEOPARD)
    if place == "canada" and war is not None and war.status == HIDDEN and WAR_UNTIL in war.progress:
        await fulfil(table, state, LEOPARD, "")


# ---------------------------------------------------------------- due


@rule("5.10", "Reveal any applicable British Admiralty Events")
async def reveal_events(table: Table, state: State) -> None:
    """Events that fall due this turn are shown as it begins; tension with America is settled at once."""
    for event, drawn in state.events.items():
        if drawn.due == state.turn and drawn.status == HIDDEN:
            drawn.open = True
            table.note("5.10", ALL, f"Due this turn: {state.board.admiralty[event].name}.", "event_due", event=event)
            if event == LEOPARD and WAR_UNTIL not in drawn.progress:
                await leopard(table, state, drawn)


@rule("5.10", "Leopard and Chesapeake", "7.7", "12.3")
async def leopard(table: Table, state: State, drawn: AdmiraltyEvent) -> None:
    """Tension rises one step. War takes one frigate for good, and asks for an expedition in Canada in six turns."""
    step = TENSION[min(TENSION.index(state.tension) + 1, len(TENSION) - 1)]
    if step == TENSION[-1] and choice(state, "american_war") == "by_die":
        throw = await table.roll("5.10", "1d6", "american-war", why="war with the United States")
        step = step if throw.total >= 4 else state.tension
    state.tension = step
    if step != TENSION[-1]:
        drawn.status = DONE
        table.note("5.10", ALL, "There is no war with the United States.", "tension", tension=step)
        return
    drawn.progress[WAR_UNTIL] = str(state.turn + state.board.numbers.canada_turns)
    drawn.due = state.turn + state.board.numbers.canada_turns
    table.note("5.10", ALL, "War with the United States! An expedition must reach Canada within six turns.", "tension",
               tension=step)  # fmt: skip
    frigates = [name for name, block in state.blocks.items() if state.is_frigate(name) and block.at not in ("", "gone")]
    if not frigates:
        return
    options = {name: state.label(name) for name in frigates}
    lost = await questions.choose(table, "5.10", BRITISH, "frigate-lost/war", {"zone": "war"}, options, frigates[-1],
                                  "Which frigate leaves the game?")  # fmt: skip
    was = state.place(lost)
    state.blocks[lost] = Block("gone")
    tell_move(table, state, "5.10", lost, was, "", "gone")


@rule("5.10", "Admiralty Events that fall due", "6.5")
async def judge_events(table: Table, state: State) -> None:
    """As the second Initiative Chit ends the turn, each event that is due and not fulfilled fails."""
    for event in [name for name, drawn in state.events.items() if drawn.due == state.turn and drawn.status == HIDDEN]:
        if event == ROCKETS and await rockets(table, state):
            continue
        state.events[event].status = FAILED
        table.note("5.10", ALL, f"{state.board.admiralty[event].name}: the Admiralty's wish was not fulfilled.",
                   "event_failed", event=event)  # fmt: skip
        if event in FAILURES:
            await FAILURES[event](table, state)


async def naples_falls(table: Table, state: State) -> None:
    """Naples counts as invaded overland (22.3.3)."""
    await naples_overland(table, state)


@rule("5.10", "Algiers under Allied control", "5.2.3", "22.1")
async def algiers_allied(table: Table, state: State) -> None:
    """The mission to Algiers failed: the Allies control it, and Gibraltar mends no ships."""
    state.algiers = ALLIED
    table.note("5.10", ALL, "Algiers is under Allied control.", "algiers", side=ALLIED)


FAILURES: dict[str, Callable[[Table, State], Awaitable[None]]] = {NAPLES: naples_falls, BARBARY: algiers_allied}


@rule("5.10", "Sir Sidney Smith and Congreve's rockets", "5.2.2")
async def rockets(table: Table, state: State) -> bool:
    """A British fleet Inshore at an Allied European port burns half a die of ships there, by lot."""
    enemy = [port for port in state.board.ports if european(state, port) and state.friendly(port, ALLIED)]
    ports = [port for port in enemy if targets(state, port)
             and any(state.ships_in(block) for block in state.blocks_at(port, BRITISH, INSHORE))]  # fmt: skip
    if not ports:
        return False
    options = {port: state.label(port) for port in ports}
    port = await questions.choose(table, "5.10", BRITISH, "event/rockets", {"event": ROCKETS}, options, ports[0],
                                  "Which port is attacked?")  # fmt: skip
    throw = await table.roll("5.10", "1d6", "rockets", why="ships that burn, halved")
    struck = targets(state, port)
    number = min((throw.total + 1) // 2, len(struck))
    burnt = await table.draw("5.10", struck, number, "rocket-ships", lane=own_lane(ALLIED))
    for ship in burnt:
        vessel = state.ships[ship]
        vessel.damaged = True
        if state.board.ports[port].major:
            vessel.ordinary, vessel.at = True, port
        else:
            vessel.wrecked = True
    await fulfil(table, state, ROCKETS, "")
    table.note("5.10", ALL, f"Rockets burn {number} ships at {state.label(port)}.", "rockets", port=port, number=number)
    names = ", ".join(state.label(ship) for ship in state.in_board_order(burnt))
    table.note("5.10", ALLIED, f"Burnt: {names}.", "rockets_hit", port=port, ships=state.in_board_order(burnt))
    return True


def targets(state: State, port: str) -> list[str]:
    """Ready Allied ships in a port that are not wrecked."""
    return [s for s in state.in_port(port, ALLIED) if not state.ships[s].ordinary and not state.ships[s].wrecked]

