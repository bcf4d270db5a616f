"""2.16: Flotillas that go over from one Command to another."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.stations import strategy_rating
from pbem.adjudicator.yellowjack.ch2.fleets import commands_of, fleet_station, hq_of, interchange
from pbem.adjudicator.yellowjack.ch2.personages import adm_shift
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FLOTILLAS, FRENCH, RVO, SIDES

#: A bare 0 always passes a Check, a bare 9 never (R3.11).
ALWAYS, NEVER = 0, 9


@rule("2.16", "Transfers between Commands")
@base("R9.20", "Changing Commands")
async def transfers(table: Table, state: State) -> None:
    """Each side names Flotillas that are to go over; each wants a Check of the Fleet Admiral (A4h)."""
    for side in SIDES:
        facts = {"formations": state.of_side(side)}
        prompt = "Which Flotillas change their Command?"
        tried: set[str] = set()
        for each in await table.decide(entries(table, "2.16", side, "transfer", facts, prompt, side)):
            if isinstance(each, dict) and str(each.get("formation", "")) not in tried:
                tried.add(str(each.get("formation", "")))
                await transfer(table, state, side, each)


@rule("2.161", "Who may go over", "2.164", "2.114")
def why_not_transferred(state: State, side: str, formation: str, to: str) -> str:
    """Returns why a Flotilla cannot go over to a Command; empty if the Fleet Admiral may be asked."""
    one = state.formations.get(formation)
    if one is None or state.side_of(formation) != side or one.kind not in FLOTILLAS:
        return "it is no Flotilla of yours"
    if to not in commands_of(side) or to == one.command:
        return "that is no other Command of yours"
    if one.contingent == FRENCH:
        return "the French stay in their own Command (2.164)"
    if not all(interchange(state, name, to) for name in one.squadrons) or to == FRENCH:
        return "its Squadrons cannot serve there (2.114)"
    if one.order:
        return "it carries out an Order"
    home = hq_of(state, one.command) if one.command else ""
    if state.place(formation) != home or state.condition(formation) != FITTING_OUT:
        return f"it does not lie Fitting Out at {state.label(home)}"
    return ""


@rule("2.162", "The Fleet Admiral's Check", "2.163", "2.165")
async def transfer(table: Table, state: State, side: str, entry: Mapping[str, Plain]) -> None:
    """One Flotilla: the Check, helped by the donor's Viceroy; then it sails to the HQ of its new Command."""
    formation, to = str(entry.get("formation", "")), str(entry.get("to", ""))
    why = why_not_transferred(state, side, formation, to)
    if why:
        table.note("2.16", side, f"{state.label(formation)} does not go over: {why}.", "lapsed", formation=formation)
        return
    shift = Shift()
    adm_shift(state, shift, state.formations[formation].command)
    told = f"{state.label(formation)} goes over to {to.title()}"
    die = await throw(table, "2.162", "transfer", formation, why=told, shift=shift, to=side)
    face, needed = natural(die), strategy_rating(state, fleet_station(side))
    if face == NEVER or (face != ALWAYS and die.total > needed):
        table.note("2.162", side, f"{state.label(formation)} does not go over: the check fails.", "lapsed",
                   formation=formation)  # fmt: skip
        return
    change(state, formation, to)
    take_up(state, f"rvo-{formation}", RVO, side, [formation], [hq_of(state, to)], state.date)
    table.note("2.165", side, f"{state.label(formation)} is to sail to {state.label(hq_of(state, to))} and serve "
               "there.", "issued", order=f"rvo-{formation}", formation=formation)  # fmt: skip


@rule("2.165", "A transferred Flotilla belongs to the new Command")
def change(state: State, formation: str, to: str) -> None:
    """Puts a Flotilla and its Squadrons under another Command."""
    state.formations[formation].command = to
    for name in state.formations[formation].squadrons:
        state.squadrons[name].command = to
