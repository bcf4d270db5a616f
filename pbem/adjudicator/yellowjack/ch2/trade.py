"""2.61, 2.62 and 2.66: Trade Convoys: what the charts gather, where it sails, and how it counts; the Azogues."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Shift, Table
from pbem.adjudicator.yellowjack.base.blockade import is_blockaded
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.convoys import AZOGUES_SHIPS, free_counters
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.board.europe import TradeElement, TradeLine
from pbem.adjudicator.yellowjack.ch2.home_escort import home_escort
from pbem.adjudicator.yellowjack.ch2.personages import adm_shift
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Formation
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    FITTING_OUT,
    FRANCE_AT_WAR,
    FRENCH,
    OFF_MAP,
    SIDE_OF,
    SPANISH,
    turn_of,
    year_of,
)

INBOUND, OUTBOUND, AZOGUES, COMPANY_LINE = "inbound", "outbound", "azogues", "company"
TRADE, TROOPS = "trade", "troops"
#: No Convoy leaves for Europe in the storms (2.627).
STORMS = range(10, 15)


# -------------------------------------------------------------------------------------------- gathering


@rule("2.62", "The Trade Convoy Charts", "2.61", "2.621", "2.622")
@base("R10.3", "Assembly by the charts")
async def assemble_trade(table: Table, state: State) -> None:
    """One die for each line that is open this Turn; what it gathers lies in its Port, or waits off the map (A4c)."""
    for line in state.board.europe.lines.values():
        if line.kind == COMPANY_LINE:
            continue
        chance = chance_of(state, line)
        if chance < 0 or why_not_gathered(state, line):
            continue
        side, shift = SIDE_OF[line.contingent], Shift()
        if line.contingent == SPANISH:
            adm_shift(state, shift, command_of(state, line))
        die = await throw(table, "2.62", "trade", line.id, why=f"the trade of {line.name}", shift=shift, to=side)
        if die.total <= chance:
            gather(table, state, line)
            if line.contingent == FRENCH and line.kind == INBOUND:
                await home_escort(table, state, under_way(state, line.id))


@rule("2.623", "When a line may gather", "2.624", "2.661")
def chance_of(state: State, line: TradeLine) -> int:
    """The highest die on which a line gathers this Turn; -1 while it is closed.

    An outbound Convoy waits until the inbound one has Disbanded, and is likelier with every Turn; none sails in the
    storms. An inbound one waits until the outbound one is done.
    """
    turn = turn_of(state.date)
    if line.kind == OUTBOUND:
        since = state.trade.get(line.inbound, 0)
        if not since or turn in STORMS or under_way(state, line.id):
            return -1
        return line.after[min(max(1, state.date - since), len(line.after)) - 1]
    if line.kind == INBOUND:
        pair = [line.id, *(one.id for one in state.board.europe.lines.values() if one.inbound == line.id)]
        if line.id in state.trade or any(under_way(state, name) for name in pair):
            return -1
    if line.kind == AZOGUES and state.trade.get(line.id, 0) == year_of(state.date):
        return -1
    return line.chances[turn - 1]


def under_way(state: State, line: str) -> list[str]:
    """The Convoys of a line that are in play."""
    elements = state.board.europe.elements
    return [name for name, one in state.convoys.items() if one.element and elements[one.element].line == line]


@rule("2.611", "No Convoy without a counter, and none at a blockaded Port", "2.612")
def why_not_gathered(state: State, line: TradeLine) -> str:
    """Returns why a line cannot gather; empty if it can. A pair needs two counters."""
    elements = state.board.europe.elements_of(line.id)
    if len(counters(state, line)) < len(elements):
        return "no Convoy counter is free"
    for one in elements:
        if one.at == OFF_MAP:
            continue
        if not is_friendly_to(state, one.at, SIDE_OF[line.contingent]):
            return f"{state.label(one.at)} is lost"
        if is_blockaded(state, one.at):
            return f"{state.label(one.at)} is blockaded"
    return ""


def counters(state: State, line: TradeLine) -> list[str]:
    """The free counters for a line."""
    return free_counters(state, line.contingent, AZOGUES if line.kind == AZOGUES else TRADE)


def command_of(state: State, line: TradeLine) -> str:
    """The Command in which a line gathers; empty off the map."""
    at = state.board.europe.elements_of(line.id)[0].at
    commands = state.board.commands_at(at, SIDE_OF[line.contingent]) if at in state.board.nodes else ()
    return commands[0] if commands else ""


@rule("2.612", "Where Convoys gather", "2.624", "2.618", "2.662")
def gather(table: Table, state: State, line: TradeLine) -> None:
    """Puts the Convoys of a line into play, each on its own way."""
    for name, one in zip(counters(state, line), state.board.europe.elements_of(line.id), strict=False):
        put_in_play(table, state, line, name, one)
    if line.kind == AZOGUES:
        state.trade[line.id] = year_of(state.date)
    if line.kind == OUTBOUND:
        state.trade.pop(line.inbound, None)


def put_in_play(table: Table, state: State, line: TradeLine, name: str, one: TradeElement) -> None:
    """One Convoy: Fitting Out in its Port, or off the map and about to enter."""
    side = SIDE_OF[line.contingent]
    state.formations[name] = Formation(CONVOY, line.contingent, "", one.at, FITTING_OUT, enters=one.entry)
    state.convoys[name] = Convoy(AZOGUES if line.kind == AZOGUES else TRADE, one.to, list(one.route), element=one.id,
                                 sail=AZOGUES_SHIPS if line.kind == AZOGUES else 0)  # fmt: skip
    state.settle()
    where = "off the map" if one.at == OFF_MAP else f"at {state.label(one.at)}"
    goal = "home" if one.to == OFF_MAP else f"for {state.label(one.to)}"
    table.note("2.612", side, f"{state.label(name)} gathers {where}, bound {goal} ({line.name}).", "assembled",
               formation=name, port=one.at, to=one.to)  # fmt: skip


# -------------------------------------------------------------------------------------------- how they end


@rule("2.614", "What a Convoy counts for", "3.342", "2.26")
def counts(state: State, convoy: str) -> bool:
    """Tells if a Convoy is an Order when it Disbands or Scatters.

    Troop Convoys are not, by default; nor are French ones before France is at war (readings).
    """
    if state.convoys[convoy].sort == TROOPS:
        return choice(state, "convoy_credit") == "all"
    if state.formations[convoy].contingent == FRENCH and FRANCE_AT_WAR not in state.events:
        return choice(state, "neutral_convoys") == "count"
    return True


@rule("2.616", "A Convoy that is Scattered, and one that Disbands", "2.617", "2.623", "2.624")
def ended(table: Table, state: State, convoy: str, disbanded: bool) -> None:
    """Notes the end of a Trade Convoy: its outbound partner waits for the last of a pair, and for none if one is lost.

    An Azogues Convoy gives its ships to a Squadron (2.663).
    """
    held = state.convoys[convoy]
    if not held.element:
        return
    line = state.board.europe.lines[state.board.europe.elements[held.element].line]
    if line.kind == AZOGUES and disbanded:
        give_ships(table, state, convoy)
    if line.kind != INBOUND:
        return
    if not disbanded and line.id not in state.spoiled:
        state.spoiled.append(line.id)
    if [name for name in under_way(state, line.id) if name != convoy]:
        return
    if line.id not in state.spoiled or choice(state, "scattered_inbound") == "sails":
        state.trade[line.id] = state.date
    state.spoiled = [name for name in state.spoiled if name != line.id]


@rule("2.663", "The ships of the Azogues", "2.66")
def give_ships(table: Table, state: State, convoy: str) -> None:
    """Gives the ships of an Azogues Convoy to Royal Spanish Frigate Squadrons there, or Unformed; the rest are gone."""
    port, held = state.place(convoy), state.convoys[convoy]
    room = [name for name, one in state.board.squadrons.items() if one.contingent == SPANISH
            and state.is_frigates(name) and state.size(name) < one.capacity
            and (not state.size(name) or state.place_of(name) == port)]  # fmt: skip
    for name in room:
        number = min(held.sail, state.board.squadrons[name].capacity - state.size(name))
        if number > 0:
            new = not state.size(name)
            state.squadrons[name].sail["frigate"] = state.squadrons[name].sail.get("frigate", 0) + number
            held.sail -= number
            if new:
                state.lay_up(name, port)
            table.note("2.663", SIDE_OF[SPANISH], f"{number} ships of the Azogues join {state.label(name)}.", "log",
                       formation=convoy, at=port, what="refitted")  # fmt: skip
