"""11.2: deception counters expended in combat, to have one die rolled again, one's own or the enemy's."""
# Chapter 11 by paragraphs: 11.1-11.8 ch11_special; 11.2 in combat ch11_deception; 11.9 is in ch03_setup and
# ch06_sequence.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Choose, Table
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch09_dice import Die, throw
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate
from pbem.adjudicator.jenkins.rules.ch11_special import deceptions
from pbem.adjudicator.jenkins.state.state import State, enemy

KEEP = "keep"

#: How the labels of second throws are called, by the kind of combat.
REROLL = {"naval": "naval-reroll", "land": "land-reroll"}


@rule("11.2", "Deception counters in combat")
async def deceive(table: Table, state: State, hex_id: str, attacker: str, combat: str, dice: Sequence[Die]) -> None:
    """Lets both sides expend deception counters until neither wants to; the attacker always decides first.

    After every new roll the attacker is asked again: they may re-re-roll the defender's re-roll, and the defender
    theirs.
    """
    while dice and await one_deception(table, state, hex_id, attacker, combat, dice):
        continue


def deception_question(
    table: Table, state: State, side: str, hex_id: str, combat: str, dice: Sequence[Die], held: Sequence[str]
) -> Choose[str]:
    """Asks if a deception counter is expended now, and on which die, one's own or the enemy's (11.2)."""
    options = {KEEP: "expend none now"}
    for name in held:
        for die in dice:
            options[f"{name} {die.key}"] = f"{state.board.counters[name].label}, on {die.told(state.board)}"
    shown = [{"key": die.key, "side": die.side, "counter": die.counter, "value": die.value, "needs": die.needs,
              "hits": die.hits} for die in dice]  # fmt: skip
    where = questions.place(state, hex_id)
    return Choose(
        rule="11.2", side=side, key=table.key("deception", (hex_id,)), topic="deception",
        prompt=f"The {combat} dice at {where} have fallen. Expend a deception counter to undo one?",
        facts={"hex": hex_id, "combat": combat, "deceptions": list(held), "dice": shown},
        options=options, default=KEEP,
    )  # fmt: skip


async def one_deception(
    table: Table, state: State, hex_id: str, attacker: str, combat: str, dice: Sequence[Die]
) -> bool:
    """Expends one counter of the first side that wants to; False once both have kept theirs."""
    for side in (attacker, enemy(attacker)):
        held = deceptions(state, hex_id, side)
        if not held:
            continue
        question = deception_question(table, state, side, hex_id, combat, dice, held)
        answer = await table.decide(question)
        if answer != KEEP:
            spent, key = answer.split(" ")
            die = next(die for die in dice if die.key == key)
            await roll_again(table, state, hex_id, combat, die, spent)
            return True
    return False


async def roll_again(table: Table, state: State, hex_id: str, combat: str, die: Die, spent: str) -> None:
    """The die is nullified and thrown again; the deception counter is expended, and its fate rolled for (9.3)."""
    counter = state.board.counters[spent]
    old = die.told(state.board)
    why = f"{counter.side.title()} deception undoes {old}; again"
    owner = die.counter or die.side
    thrown = await throw(table, "11.2", 1, die.check, REROLL[combat], hex_id, owner, why=why, needs=die.needs)
    die.value = thrown[0]
    await eliminate(table, state, spent, "11.2", "expended")
