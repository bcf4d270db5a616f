"""When a seat stands as abandoned: silent so many times since it last wrote (docs/protocol.md, 13 and 18).

A phase of whose silence the record says nothing, as where silence is an order, is passed over.
"""

from __future__ import annotations

from functools import lru_cache

from pbem.trust.orders.which_count import QUESTION


class Silences:
    """In which phases each seat was asked for orders and was silent, since it last wrote."""

    __slots__ = ("most", "silent", "wanted")

    def __init__(self, most: int) -> None:
        #: After how many silences a seat stands as abandoned; 0 for never.
        self.most = most
        self.wanted: dict[str, list[str]] = {}
        self.silent: dict[str, set[str]] = {}

    def wrote(self, seat: str) -> None:
        """A lock, an opening or new keys: somebody sits there."""
        self.wanted.pop(seat, None)
        self.silent.pop(seat, None)

    def want(self, seat: str, phase: str) -> None:
        """A phase in which orders of the seat were wanted has been locked; a question belongs to its phase."""
        phases = self.wanted.setdefault(seat, [])
        if base(phase) not in phases[-1:]:
            phases.append(base(phase))

    def said_silent(self, seat: str, phase: str) -> None:
        """The record says that the seat sent nothing for this phase."""
        self.silent.setdefault(seat, set()).add(base(phase))

    def abandoned(self, seat: str) -> bool:
        """Tells if nobody waits for the seat any more."""
        return bool(self.most) and len(self.said(seat)) >= self.most

    def since(self, seat: str) -> str:
        """The first of the phases for which an abandoned seat was silent."""
        return self.said(seat)[-self.most]

    def said(self, seat: str) -> list[str]:
        """The phases since the seat last wrote of which the record says that it was silent. Words that come late, about
        a phase before that, do not count."""
        return [phase for phase in self.wanted.get(seat, []) if phase in self.silent.get(seat, set())]


@lru_cache(maxsize=1024)
def base(phase: str) -> str:
    """The phase to which the step of a question belongs."""
    return QUESTION.sub("", phase)
