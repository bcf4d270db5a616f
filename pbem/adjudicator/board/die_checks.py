"""Dice read against a number: which way they are compared is data, not code."""

from __future__ import annotations

from enum import StrEnum

from pbem.adjudicator.board.reading import NUMBER, Reader
from pbem.base.records import dataclass


class Holds(StrEnum):
    """Ways to compare a die with a limit."""

    AT_MOST = "at_most"
    BELOW = "below"
    ABOVE = "above"
    AT_LEAST = "at_least"


@dataclass(frozen=True, slots=True)
class DieCheck:
    """A die read against a number: one that is printed once for all, or one that the moment brings."""

    id: str
    die: str
    compare: Holds
    against: str
    never: int | None
    rule: str

    @property
    def printed(self) -> int | None:
        """The number, where it is always the same."""
        return int(self.against) if NUMBER.fullmatch(self.against) else None

    @property
    def faces(self) -> int:
        """Returns the number of the die's faces."""
        return int(self.die.rpartition("d")[2])

    def holds(self, die: int, limit: int | None = None) -> bool:
        """Tells if the die passes the check."""
        limit = self.printed if limit is None else limit
        if limit is None:
            raise TypeError(f"'{self.id}' is read against {self.against}, which must be told")
        if die == self.never:
            return False
        if self.compare is Holds.AT_MOST:
            return die <= limit
        if self.compare is Holds.AT_LEAST:
            return die >= limit
        return die < limit if self.compare is Holds.BELOW else die > limit


def die_check(reader: Reader) -> DieCheck:
    """A die read against a number, from its record."""
    compare = reader.one_of("holds", Holds)
    never = reader.number_if_printed("never")
    return DieCheck(reader.id, reader.dice("die"), compare, reader.text("against"), never, reader.text("rule"))
