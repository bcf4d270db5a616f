"""Chapter 16: a battle from its first pennant to the courses that fleets take afterwards."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.glory.rules.battle_fleets import WITHDREW, Battle, Clash, battle_fleet, facts, place_name, side_of
from pbem.adjudicator.glory.rules.ch17_opening import (
    all_wrecked,
    day_of_battle,
    denied,
    pennants,
    sizes,
    weather_gauge,
)
from pbem.adjudicator.glory.rules.ch17_tactics import form_lines, shake, signals, trim, type_of_battle
from pbem.adjudicator.glory.rules.ch18_fire import battle_ends, fire
from pbem.adjudicator.glory.rules.ch19_anchor import at_anchor, get_under_way
from pbem.adjudicator.glory.rules.ch20_after import (
    Outcome,
    back_into_port,
    courses,
    off_station,
    reform,
    victorious_marker,
)
from pbem.adjudicator.glory.rules.ch20_fate import fate_of_admirals, fate_of_convoys, fate_of_ships
from pbem.adjudicator.glory.rules.manners import AWAY, NO, YES
from pbem.adjudicator.glory.rules.questions import GO_ON, NEW
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import SEATS

__all__ = ["Clash", "Outcome", "battle"]

LETTER, ROUNDS = "letter", "rounds"


@rule("16.0", "Combat", "17.2", "20.0")
async def battle(table: Table, state: State, clash: Clash) -> Outcome:
    """Fights one battle to its end and does all that follows from it (16 to 20)."""
    fight = Battle(clash, {seat: battle_fleet(state, clash, seat) for seat in SEATS})
    outcome = Outcome()
    text = f"Battle {place_name(state, clash)}."
    table.note("16.0", ALL, text, "battle", place=clash.place, port=clash.port, area=clash.area, active=clash.active)
    pennants(table, state, fight)
    sizes(table, state, fight)
    began = [all_wrecked(fleet) for fleet in fight.each()]
    if not any(began):
        await weather_gauge(table, state, fight)
        outcome.denied = await denied(table, state, fight)
        if not outcome.denied:
            await day_of_battle(table, state, fight)
            await rounds(table, state, fight)
    if not outcome.denied and not all(began):
        await fate_of_ships(table, state, fight)
        await fate_of_convoys(table, state, fight)
        await fate_of_admirals(table, state, fight)
    await aftermath(table, state, fight, outcome)
    return outcome


async def aftermath(table: Table, state: State, fight: Battle, outcome: Outcome) -> None:
    """Steps 15 to 18: fleets reform, go home or Off Station, and choose their courses."""
    await reform(table, state, fight, outcome)
    off_station(table, state, fight, outcome.denied)
    await back_into_port(table, state, fight, outcome)
    await courses(table, state, fight)
    victorious_marker(table, state, fight)
    outcome.status = {fleet.seat: fleet.status for fleet in fight.each()}
    text = f"The battle {place_name(state, fight.where)} is over."
    table.note("16.0", ALL, text, "battle_over", place=fight.where.place, rounds=fight.fired,
               denied=YES if outcome.denied else NO, status=dict(outcome.status))  # fmt: skip


@rule("16.0", "Combat rounds", "18.4", "19.0")
async def rounds(table: Table, state: State, fight: Battle) -> None:
    """Fights round after round: signals, type of battle, fire, ways out (steps 6 to 13)."""
    at_anchor(state, fight)
    letter = choice(state, "battles")
    if letter == LETTER:
        await battle_letter(table, state, fight)
    while True:
        fight.round += 1
        if letter == ROUNDS:
            await battle_letter(table, state, fight)
        await signals(table, state, fight)
        await type_of_battle(table, state, fight)
        if fight.kind == AWAY:
            fight.leeward.left, fight.ended = WITHDREW, "away"
            return
        form_lines(table, state, fight)
        await fire(table, state, fight)
        shake(state, fight)
        for fleet in fight.each():
            trim(state, fleet)
        over = await battle_ends(table, state, fight)
        for fleet in fight.each():
            get_under_way(fleet)
        if over:
            return


@rule("17.0", "A battle by letter")
async def battle_letter(table: Table, state: State, fight: Battle) -> None:
    """Stops a large battle for fresh orders of both, if one of them wishes it and the charter allows it.

    The wish is answered from orders alone. If either wishes, both are asked, so that nobody learns whose wish it was.
    """
    if sum(side_of(state, fleet)[0] for fleet in fight.each()) < int(choice(state, "battle_from")):
        return
    place = place_name(state, fight.where)
    wishes = [Choose(rule="17.0", side=fleet.seat, key=table.key("wish/battle", (fleet.seat,)), topic="wish/battle",
                     prompt=f"Do you wish to be asked about the battle {place}?", facts=facts(state, fight, fleet),
                     options={NO: "no", YES: "yes"}, default=NO, discreet=True)
              for fleet in fight.each()]  # fmt: skip
    if YES not in await table.decide_all(*wishes):
        return
    stage = f"before round {fight.round}" if fight.round else "before the first round"
    await table.decide_all(*(
        Choose(rule="17.0", side=fleet.seat, key=table.key("battle", (fight.where.place, fleet.seat)), topic="battle",
               prompt=f"The battle {place}, {stage}: do you send a new plan of battle?",
               facts=facts(state, fight, fleet),
               options={GO_ON: "fight as ordered", NEW: "fight by the battle section of this file"}, default=GO_ON)
        for fleet in fight.each()))  # fmt: skip


