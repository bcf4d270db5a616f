"""The dice of a phase that failed by one, as their reader heard them.

The story tells each of them too, with its die beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from pbem.adjudicator.engine.table import Note, Throw
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.rules.ch10_guerrillas import ELIMINATED
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.parts import Part
from pbem.base.records import dataclass

#: The lines that a report has room for.
MOST = 6


@dataclass(frozen=True, slots=True)
class Hair:
    """A kind of die by which something happens or does not: its test, and the words where it failed by one.

    `step` is the change of the die that would have made it happen.
    """

    step: int
    happens: Callable[[Board, int], bool]
    words: str


def at_least(name: str) -> Callable[[Board, int], bool]:
    """A test that a total is no less than a number of the rules."""
    return lambda board, total: total >= int(getattr(board.numbers, name))


def at_most(name: str) -> Callable[[Board, int], bool]:
    """A test that a total is no more than a number of the rules."""
    return lambda board, total: total <= int(getattr(board.numbers, name))


#: What a label's first word throws for, the gravest first. The words name what the second part of the label means.
HAIRS: Mapping[str, Hair] = {
    "leader": Hair(-1, lambda board, total: board.leader_loss[total] == "lost",
                   "{} was nearly taken: one less on the die would have done it (8.1)."),
    "blockade": Hair(-1, at_most("blockade_needs"), "{} nearly surrendered: it held out by one (6.6)."),
    "subvert": Hair(-1, at_most("subvert_needs"), "{} nearly changed sides: one less would have done it (10.2.2)."),
    "cochrane": Hair(-1, at_most("cochrane_prize"), "In {} Cochrane missed a frigate by one (8.3)."),
    "intercept": Hair(1, at_least("intercept_needs"), "In {} a march was nearly stopped: one more was wanted (3.5)."),
    "avoid": Hair(-1, at_most("avoid_needs"), "In {} an army nearly got out of the way: it failed by one (6.1)."),
    "evade": Hair(-1, at_most("evade_needs"), "In {} a squadron nearly slipped away: it failed by one (7.5)."),
    "uprising": Hair(1, at_least("uprising_needs"), "{} nearly rose: the die was one short (9.3)."),
    "hunt": Hair(1, lambda board, total: board.hunt[total] == ELIMINATED,
                 "In {} a band was missed by one on the die (10.1)."),
}  # fmt: skip


def near_things(seen: Picture, notes: Sequence[Note]) -> Part:
    """The part of a report that tells them, the gravest first."""
    heard = [note.throw for note in notes if note.throw is not None]
    lines = [line for kind in HAIRS for line in missed(seen.board, kind, heard)]
    left = len(lines) - MOST
    told = lines if left <= 1 else [*lines[:MOST], f"And {left} other dice fell one short."]
    return Part("near", "What nearly happened", lines=tuple(told))


def missed(board: Board, kind: str, throws: Sequence[Throw]) -> Iterator[str]:
    """A line for each throw of a kind that failed by one; one line for those that read alike."""
    hair = HAIRS[kind]
    found: dict[str, int] = {}
    for throw in throws:
        word, place, *_ = throw.label.split("/")
        if word == kind and not hair.happens(board, throw.total) and hair.happens(board, throw.total + hair.step):
            line = hair.words.format(board.label(place))
            found[line] = found.get(line, 0) + 1
    for line, times in found.items():
        yield line if times == 1 else f"{line.removesuffix('.')}, {times} times over."
