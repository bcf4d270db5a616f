"""Records for the campaign book, besides a phase's story: battles, gains, and whose luck a die was."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.engine.table import Note, Throw
from pbem.base.records import dataclass

#: Tells which throws of a kind of dice are good for the thrower: many points or few.
HIGH, LOW = 1, -1


@dataclass(frozen=True, slots=True)
class Battle:
    """A fight: its heading, what came of it, and the counters or ships that each side lost in it."""

    title: str
    lines: tuple[str, ...]
    losses: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True, slots=True)
class Gain:
    """Something taken: a seaport, a treasure, a prize. `amount` is in the title's own coin; 0 where it has no price."""

    side: str
    what: str
    amount: int = 0


@dataclass(frozen=True, slots=True)
class Cast:
    """Dice that are one side's luck. `good` says which end of the die that side hopes for."""

    side: str
    kind: str
    label: str
    values: tuple[int, ...]
    good: int


@dataclass(frozen=True, slots=True)
class Annals:
    """A phase, as the book counts it."""

    battles: tuple[Battle, ...] = ()
    gains: tuple[Gain, ...] = ()
    casts: tuple[Cast, ...] = ()


@dataclass(frozen=True, slots=True)
class Method:
    """Which dice count for whom in a title, in a sentence for the reader; and what its gains are counted in."""

    dice: str = "This title does not say whose luck a die is, so none is counted."
    coin: str = ""


@dataclass(frozen=True, slots=True)
class Kind:
    """A family of labels: what it is called, which end is good, and which part of the label names its thrower."""

    words: str
    good: int
    part: int


def counting(path: Path) -> tuple[Mapping[str, Kind], Method]:
    """Reads from a title's data which dice count for whom, by the first word of their label."""
    data = texts_of(path)
    kinds = {each["label"]: Kind(each["words"], {"high": HIGH, "low": LOW}[each["good"]], int(each["part"]))
             for each in data["kinds"]}  # fmt: skip
    return kinds, Method(data["dice"].strip(), data["coin"])


def casts(notes: Iterable[Note], kinds: Mapping[str, Kind], owners: Mapping[str, str]) -> tuple[Cast, ...]:
    """The dice whose thrower can be read from their label; `owners` has the side of each name that may stand there."""
    found = (cast(note.throw, kinds, owners) for note in notes if note.throw is not None)
    return tuple(each for each in found if each is not None)


def cast(throw: Throw, kinds: Mapping[str, Kind], owners: Mapping[str, str]) -> Cast | None:
    """One throw; None where nobody in particular threw it."""
    parts = throw.label.split("/")
    kind = kinds.get(parts[0])
    side = owners.get(parts[kind.part], "") if kind and len(parts) > kind.part else ""
    return Cast(side, kind.words, throw.label, throw.values, kind.good) if kind and side else None
