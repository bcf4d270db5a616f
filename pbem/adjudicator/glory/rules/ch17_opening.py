"""Chapter 17, before the first round: pennants, sizes, the weather gauge, denial, and the length of the day."""
# Chapter 17 by paragraphs: 17.0-17.5 ch17_opening; 17.6-17.9 ch17_tactics.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Plain, Shift, Table
from pbem.adjudicator.glory.rules.battle_fleets import Battle, BattleFleet, facts, place_name
from pbem.adjudicator.glory.rules.manners import (
    LEAVE,
    LEEWARD,
    LONGER,
    NO,
    SHORTER,
    WARY,
    WINDWARD,
    YES,
    by_manner,
)
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, NORTH_SEA_BOX, SEATS

NAVY = {BRITISH: "British", ALLIED: "Allied"}


async def ask(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, rule_: str, topic: str, prompt: str,
    options: dict[str, str], **more: Plain,
) -> str:  # fmt: skip
    """Asks one side of a battle for one of some options; the default is what a wary admiral does."""
    question = choice_question(table, state, battle, fleet, rule_, topic, prompt, options, **more)
    return await table.decide(question)


def choice_question(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, rule_: str, topic: str, prompt: str,
    options: dict[str, str], **more: Plain,
) -> Choose[str]:  # fmt: skip
    """A question of battle with some options; it never stops a phase."""
    told = facts(state, battle, fleet, **more)
    default = str(by_manner(WARY, topic, told))
    return Choose(rule=rule_, side=fleet.seat, key=table.key(topic, (battle.where.place, fleet.seat)), topic=topic,
                  prompt=f"The battle {place_name(state, battle.where)}: {prompt}", facts=told, options=options,
                  default=default if default in options else next(iter(options)), discreet=True)  # fmt: skip


@rule("17.1", "Broad pennants", "17.0")
def pennants(table: Table, state: State, battle: Battle) -> None:
    """Announces who commands on either side, and their ratings."""
    for fleet in battle.each():
        admiral = fleet.admiral
        text = (f"{admiral.name} commands the {NAVY[fleet.seat]} fleet {place_name(state, battle.where)}"
                f" (Seamanship {admiral.seamanship}, Command {admiral.command}).")  # fmt: skip
        table.note("17.1", ALL, text, "pennant", place=battle.where.place, side=fleet.seat, admiral=admiral.id,
                   seamanship=admiral.seamanship, command=admiral.command)  # fmt: skip


@rule("17.2", "Battle fleet sizes")
def sizes(table: Table, state: State, battle: Battle) -> None:
    """Announces each battle fleet as a range, its convoys, and whether all its ships are wrecked."""
    for fleet in battle.each():
        size = state.board.range_of(len(fleet.ships))
        with_ = sorted({str(state.kind(block)) for block in fleet.blocks
                        if block != NORTH_SEA_BOX and state.is_convoy(block)})  # fmt: skip
        crippled = all_wrecked(fleet)
        text = f"{NAVY[fleet.seat]} fleet: {size} ships{''.join(f', with {each}' for each in with_)}"
        text += ", all of them wrecked." if crippled else "."
        table.note("17.2", ALL, text, "fleet_size", place=battle.where.place, side=fleet.seat, size=size,
                   convoys=with_, wrecked=YES if crippled else NO)  # fmt: skip


def all_wrecked(fleet: BattleFleet) -> bool:
    """Tells if all ships of a fleet were wrecked when the battle began (17.2)."""
    return len(fleet.wrecks) == len(fleet.ships)


@rule("17.3", "Weather gauge", "8.5")
async def weather_gauge(table: Table, state: State, battle: Battle) -> None:
    """Each rolls a die and adds Seamanship, one more against a convoy; the higher chooses, the British win ties."""
    totals = {}
    for fleet in battle.each():
        shift = Shift()
        shift.add("8.5", fleet.admiral.seamanship, f"Seamanship of {fleet.admiral.name}")
        shift.add("17.3", state.board.numbers.convoy_gauge, "enemy convoy", when=battle.foe(fleet).convoy)
        why = f"Weather gauge, {NAVY[fleet.seat]}"
        throw = await table.roll("17.3", "1d6", "gauge", battle.where.place, fleet.seat, why=why, shift=shift)
        battle.dice[fleet.seat] = sum(throw.values)
        totals[fleet.seat] = throw.total
    winner = battle.fleets[BRITISH if totals[BRITISH] >= totals[ALLIED] else ALLIED]
    options = {WINDWARD: "take the weather gauge", LEEWARD: "stay to leeward"}
    prompt = "which place does your fleet take?"
    place = await ask(table, state, battle, winner, "17.3", "gauge", prompt, options)
    winner.role = place
    battle.foe(winner).role = LEEWARD if place == WINDWARD else WINDWARD
    text = f"The {NAVY[battle.windward.seat]} fleet has the weather gauge."
    table.note("17.3", ALL, text, "gauge", place=battle.where.place, windward=battle.windward.seat, won=winner.seat)


@rule("17.4", "Denying battle")
async def denied(table: Table, state: State, battle: Battle) -> bool:
    """Asks the windward fleet if it denies battle: no round is fought then, and no fate rolled."""
    fleet = battle.windward
    options = {NO: "engage", YES: "deny battle"}
    if await ask(table, state, battle, fleet, "17.4", "deny", "do you deny battle?", options) == NO:
        return False
    text = f"The {NAVY[fleet.seat]} fleet keeps to windward and denies battle."
    table.note("17.4", ALL, text, "denied", place=battle.where.place, side=fleet.seat)
    return True


@rule("17.5", "Length of the day of battle")
async def day_of_battle(table: Table, state: State, battle: Battle) -> None:
    """Takes the sum of both gauge dice; Windward, then Leeward may move it by Seamanship, then the season counts.

    A battle has one round at least.
    """
    shift = Shift()
    for fleet in (battle.windward, battle.leeward):
        if not (skill := fleet.admiral.seamanship):
            continue
        now = sum(battle.dice.values()) + shift.total
        options = {LEAVE: "leave the day as it is", LONGER: f"make it longer: {now + skill}",
                   SHORTER: f"make it shorter: {now - skill}"}  # fmt: skip
        prompt = f"the day stands at {now}. Do you move it by your admiral's Seamanship?"
        said = await ask(table, state, battle, fleet, "17.5", "day", prompt, options, total=str(now))
        way = {LONGER: skill, SHORTER: -skill}.get(said, 0)
        shift.add("17.5", way, f"Seamanship of {fleet.admiral.name}")
    season = state.board.turn(state.turn).season
    shift.add("17.5", state.board.day_seasons[season], season)
    total = sum(battle.dice.values()) + shift.total
    battle.rounds = state.board.day_of_battle[total]
    dice = " and ".join(str(battle.dice[seat]) for seat in SEATS)
    parts = "".join(f", {m.amount:+d} {m.reason}" for m in shift.modifiers)
    text = f"The day of battle: {dice}{parts} make {total}: at most {in_rounds(battle.rounds)}."
    table.note("17.5", ALL, text, "day", place=battle.where.place, total=total, rounds=battle.rounds)


def in_rounds(number: int) -> str:
    """A number of rounds in words."""
    return "1 round" if number == 1 else f"{number} rounds"
