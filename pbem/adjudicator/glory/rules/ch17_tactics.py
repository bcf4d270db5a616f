"""Chapter 17, each round: signals, command rolls, sail, the type of battle, and the lines."""
# Chapter 17 by paragraphs: 17.0-17.5 ch17_opening; 17.6-17.9 ch17_tactics.

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Question, Table
from pbem.adjudicator.glory.board.pieces import BattleType
from pbem.adjudicator.glory.rules.battle_fleets import (
    Battle,
    BattleFleet,
    command,
    facts,
    is_slow,
    place_name,
    standing,
    wrecked,
)
from pbem.adjudicator.glory.rules.ch17_opening import NAVY, ask
from pbem.adjudicator.glory.rules.ch19_anchor import sails_at_anchor
from pbem.adjudicator.glory.rules.manners import (
    AT_ANCHOR,
    AWAY,
    BREAK,
    CHOICE,
    EASY,
    FORM_LINE,
    FULL,
    HOT,
    LEEWARD,
    PELL_MELL,
    REPEAT,
    RUNNING,
    WARY,
    WEIGH,
    WINDWARD,
    WITHERING,
    by_manner,
)
from pbem.adjudicator.glory.state.state import State
from pbem.base.records import dataclass

#: What an Admiral's Choice may be (17.8.6).
CHOICES = {RUNNING: "Running Battle", BREAK: "Break the Line", HOT: "Hot Action", WITHERING: "Withering Fire",
           PELL_MELL: "Pell Mell Battle"}  # fmt: skip
SAILS = {EASY: "Easy Sail", FULL: "Full Sail", AT_ANCHOR: "at anchor", WEIGH: "Weigh Anchor"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Signals(Question[dict[str, str]]):
    """The tactic and sail that an admiral orders for the coming round (17.6)."""

    tactics: Mapping[str, str]
    sails: Mapping[str, str]
    default: Mapping[str, str]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict) or set(answer) != {"tactic", "sail"}:
            return ["signals are a mapping with 'tactic' and 'sail'"]
        found = [f"'{answer['tactic']}' is no tactic here"] if answer["tactic"] not in self.tactics else []
        return found + ([f"'{answer['sail']}' is no sail here"] if answer["sail"] not in self.sails else [])

    def read(self, answer: Plain) -> dict[str, str]:
        return {"tactic": str(answer["tactic"]), "sail": str(answer["sail"])}

    def default_answer(self) -> Plain:
        return dict(self.default)

    def legal(self) -> Plain:
        return {"tactic": dict(self.tactics), "sail": dict(self.sails)}


def signals_question(table: Table, state: State, battle: Battle, fleet: BattleFleet) -> Signals:
    """Asks a side for the signals of this round."""
    told = facts(state, battle, fleet)
    tactics, sails = legal_tactics(state, fleet), legal_sails(fleet)
    wished = by_manner(WARY, "signals", told)
    default = {"tactic": wished["tactic"] if wished["tactic"] in tactics else REPEAT,
               "sail": wished["sail"]}  # fmt: skip
    return Signals(rule="17.6", side=fleet.seat, key=table.key("signals", (battle.where.place, fleet.seat)),
                   topic="signals", prompt=f"The battle {place_name(state, battle.where)}, round {battle.round}.",
                   facts=told, discreet=True, tactics=tactics, sails=sails, default=default)  # fmt: skip


def legal_tactics(state: State, fleet: BattleFleet) -> dict[str, str]:
    """The tactics of a fleet's place, and the same again; at anchor only the line (17.6, 19.2)."""
    again = {REPEAT: "Repeat Same"}
    if fleet.anchored:
        return {FORM_LINE: state.board.tactics[FORM_LINE].name} | again
    return {t.id: t.name for t in state.board.tactics.values() if t.gauge in (fleet.role, "both")} | again


def legal_sails(fleet: BattleFleet) -> dict[str, str]:
    """The sails that a fleet may order: Easy and Full, an anchored one those of 19.1.

    A crippled fleet that is ordered to Full Sail stays at Easy Sail (17.7).
    """
    return {word: SAILS[word] for word in sails_at_anchor(fleet) or (EASY, FULL)}


@rule("17.6", "Tactics and sail states")
async def signals(table: Table, state: State, battle: Battle) -> None:
    """Both choose unseen; a die at or below Command shows the new signals, a higher one keeps the old.

    The die is thrown every round, so that nobody learns whether anything new was ordered.
    """
    asked = [signals_question(table, state, battle, fleet) for fleet in battle.each()]
    answers = dict(zip((q.side for q in asked), await table.decide_all(*asked), strict=True))
    for fleet in battle.each():
        await command_roll(table, state, battle, fleet, answers[fleet.seat])
    for fleet in battle.each():
        show(table, state, battle, fleet)


@rule("17.6", "Command roll", "8.5", "17.8.2")
async def command_roll(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, wished: Mapping[str, str]
) -> None:
    """Throws for command and carries out the signals if the die lets the admiral."""
    rating = command(state, battle, fleet)
    why = f"{fleet.admiral.name} signals, Command {rating}"
    place, number = battle.where.place, f"r{battle.round}"
    throw = await table.roll("17.6", "1d6", "command", place, fleet.seat, number, why=why)
    heard = throw.total <= rating
    if heard:
        fleet.tactic = fleet.tactic if wished["tactic"] == REPEAT else wished["tactic"]
        fleet.sail = wished["sail"]
    tactic = state.board.tactics[wished["tactic"]].name if wished["tactic"] != REPEAT else "Repeat Same"
    text = f"You signalled {tactic}, {SAILS[wished['sail']]}: {'obeyed' if heard else 'not obeyed'}."
    table.note("17.6", fleet.seat, text, "signalled", place=place, round=battle.round, **wished)


def show(table: Table, state: State, battle: Battle, fleet: BattleFleet) -> None:
    """Tells both what a fleet does now."""
    trim(state, fleet)
    name = state.board.tactics[fleet.tactic].name
    text = f"Round {battle.round}: the {NAVY[fleet.seat]} fleet shows {name}, {SAILS[fleet.sail]}."
    table.note("17.6", ALL, text, "shown", place=battle.where.place, round=battle.round, side=fleet.seat,
               tactic=fleet.tactic, sail=fleet.sail)  # fmt: skip


@rule("17.7", "Sail state")
def trim(state: State, fleet: BattleFleet) -> None:
    """Takes a fleet to Easy Sail at the moment when more than half of its ships are out of action."""
    if fleet.sail == FULL and is_slow(state, fleet):
        fleet.sail = EASY


@rule("17.8", "Type of battle", "19.1")
async def type_of_battle(table: Table, state: State, battle: Battle) -> None:
    """Looks both tactics and sails up in the matrix; at anchor and weighing count as Easy Sail."""
    windward, leeward = battle.windward, battle.leeward
    sails = {fleet.role: FULL if fleet.sail == FULL else EASY for fleet in battle.each()}
    cell = state.board.matrix[windward.tactic, sails[WINDWARD]][leeward.tactic, sails[LEEWARD]]
    battle.kind, battle.notes = str(cell.type), cell.notes
    if battle.kind == CHOICE:
        await admirals_choice(table, state, battle)
    if battle.kind == AWAY:
        text = f"The {NAVY[leeward.seat]} fleet stands away to leeward before a gun can bear."
    else:
        text = f"Round {battle.round}: {state.board.battle_types[BattleType(battle.kind)].name}."
    table.note("17.8", ALL, text, "type", place=battle.where.place, round=battle.round, type=battle.kind)


@rule("17.8.6", "Admiral's Choice")
async def admirals_choice(table: Table, state: State, battle: Battle) -> None:
    """The admiral with more Seamanship and modified Command says what happens; Windward decides ties."""
    skill = {fleet.role: fleet.admiral.seamanship + command(state, battle, fleet) for fleet in battle.each()}
    chooser = battle.windward if skill[WINDWARD] >= skill[LEEWARD] else battle.leeward
    prompt = "it is your admiral's choice. Which type of battle?"
    battle.kind = await ask(table, state, battle, chooser, "17.8.6", "choice", prompt, dict(CHOICES))
    text = f"{chooser.admiral.name} chooses: {CHOICES[battle.kind]}."
    table.note("17.8.6", ALL, text, "choice", place=battle.where.place, side=chooser.seat, type=battle.kind)


@rule("17.8.2", "Break the Line", "17.8.5")
def shake(state: State, battle: Battle) -> None:
    """Takes a point of Command from the admirals that this type of battle throws into disorder, one at most each."""
    for fleet in battle.each():
        loss = -state.board.battle_types[BattleType(battle.kind)].command[fleet.role]
        fleet.shaken = max(fleet.shaken, loss)


@rule("17.8.1", "Bonus dice", "17.8.2", "17.8.3", "17.8.4", "17.8.5")
def bonus_dice(state: State, battle: Battle, fleet: BattleFleet) -> int:
    """The dice that the type of battle adds for a side; a Hot Action's come from the third round on."""
    kind = state.board.battle_types[BattleType(battle.kind)]
    return kind.dice[fleet.role] if battle.round >= kind.from_round else 0


@rule("17.9", "Lines of battle")
def form_lines(table: Table, state: State, battle: Battle) -> None:
    """Shows every ship of both fleets in the first round that is fought, wrecks behind the line."""
    if battle.lines:
        return
    battle.lines = True
    for fleet in battle.each():
        line, behind = standing(state, fleet), wrecked(state, fleet)
        told = [[ship, state.label(ship), state.attack(ship), state.defence(ship), condition(state, ship)]
                for ship in (*line, *behind)]  # fmt: skip
        names = ", ".join(f"{row[1]}{'' if row[4] == 'sound' else f' ({row[4]})'}" for row in told)
        text = f"The {NAVY[fleet.seat]} line: {names}. Firepower {state.firepower(line)}."
        table.note("17.9", ALL, text, "line", place=battle.where.place, side=fleet.seat, ships=told,
                   firepower=state.firepower(line))  # fmt: skip


def condition(state: State, ship: str) -> str:
    """Returns a ship's condition in a word (2.6)."""
    if state.ships[ship].wrecked:
        return "wrecked"
    return "damaged" if state.ships[ship].damaged else "sound"
