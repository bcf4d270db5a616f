"""The dice of a combat as they lie on the table: whose, for which counter, how they read, and thrown again (11.2)."""
# Chapter 9 by paragraphs: 9.0 ch09_combat; 9.1 ch09_naval; 9.2 ch09_land; 9.3 ch09_eliminated; the dice of 9.1 and
# 9.2 ch09_dice.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.board.die_checks import DieCheck
from pbem.adjudicator.engine.table import ALL, Modifier, Note, Roll, Table, Throw, dice_in_words
from pbem.adjudicator.jenkins.board.board import Board
from pbem.base.records import dataclass


@dataclass(slots=True)
class Die:
    """One die of a combat. At sea it belongs to a counter; ashore to its side's whole throw (9.2(4))."""

    key: str
    side: str
    counter: str
    value: int
    needs: int  # the gun value less any seaport value (9.1(3)); ashore, the land value of the side's best counter
    check: DieCheck

    @property
    def hits(self) -> bool:
        """Tells if the die can be an elimination as it lies."""
        return self.check.holds(self.value, self.needs)

    def told(self, board: Board) -> str:
        """The die in words."""
        owner = board.counters[self.counter].label if self.counter else f"{self.side.title()} die"
        return f"{owner} {self.key.rpartition('/')[2]}: {self.value}, needs {self.needs}"


def dice_of(side: str, counter: str, values: Sequence[int], needs: int, check: DieCheck) -> list[Die]:
    """A throw as single dice, each with a key of its own: 'boyne/1', or 'english/3' ashore."""
    owner = counter or side
    return [Die(f"{owner}/{n}", side, counter, value, needs, check) for n, value in enumerate(values, 1)]


def hits_in_words(side: str, number: int) -> str:
    """'The English player hits twice.'"""
    times = {0: "does not hit", 1: "hits once", 2: "hits twice"}.get(number, f"hits {number} times")
    return f"The {side.title()} player {times}."


async def throw(
    table: Table,
    rule: str,
    number: int,
    check: DieCheck,
    kind: str,
    *parts: str,
    why: str,
    shift: Sequence[Modifier] = (),
    needs: int = 0,
) -> tuple[int, ...]:
    """Dice that are read one by one, not summed: told as they fell, each modifier counting for each of them.

    `needs` is the most that a die may show to hit, before any modifier.
    """
    label = table.label(kind, parts)
    values = await Roll(rule, label, f"{number}{check.die.removeprefix('1')}")
    fell = Throw(label, values, tuple(shift))
    text = f"{why}: {dice_in_words(fell, singly=True)}."
    facts = {"needs": needs, "hits": sum(check.holds(value, needs) for value in values)}
    table.story.append(Note(rule, ALL, text, "roll", facts, fell, why))
    return values
