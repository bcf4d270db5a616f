"""Records for the campaign book: battles, gains, whose luck a die was, a phase in prose, strength, and fates."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
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
class Sentence:
    """A sentence of a book's prose. The heaviest of a turn names its chapter, if it has a title."""

    text: str
    weight: int = 0
    title: str = ""


@dataclass(frozen=True, slots=True)
class Measure:
    """A side's strength after a phase, for the charts. A title's first measure is the one that decides its war."""

    name: str
    side: str
    amount: int
    good: int = HIGH


@dataclass(frozen=True, slots=True)
class Named:
    """A ship or a leader of the reader, and where it is: for the index of a book."""

    side: str
    sort: str
    name: str
    where: str


@dataclass(frozen=True, slots=True)
class Fate:
    """The end of a ship or a leader: in a few words, such as 'lost at sea'."""

    side: str
    sort: str
    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Annals:
    """A phase, as the book counts it. Measures and names are those that the reader's own view shows."""

    battles: tuple[Battle, ...] = ()
    gains: tuple[Gain, ...] = ()
    casts: tuple[Cast, ...] = ()
    tale: tuple[Sentence, ...] = ()
    measures: tuple[Measure, ...] = ()
    named: tuple[Named, ...] = ()
    fates: tuple[Fate, ...] = ()
    period: str = ""  # a campaign of several turns, where a title has such


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


# -------------------------------------------------------------------------------------------------- a phase in prose

#: The words for the facts of a note, by the names that a title's data uses.
Spoken = Callable[[Note], Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Telling:
    """The telling of an event: its sentence, its weight in the war, the title it gives its turn, and when it fits."""

    says: str
    weight: int
    title: str
    when: Mapping[str, str]

    def fits(self, note: Note) -> bool:
        """Tells if the note has these facts; `any` stands for whatever is there."""
        found = {name: str(note.facts.get(name, "")) for name in self.when}
        return all(found[name] if want == "any" else found[name] == want for name, want in self.when.items())


Tellings = Mapping[str, tuple[Telling, ...]]


def tellings(path: Path) -> Tellings:
    """Reads a title's file of events; the first row that fits a note tells it."""
    found: dict[str, tuple[Telling, ...]] = {}
    for row in texts_of(path)["tale"]:
        telling = Telling(row["says"], int(row["weight"]), row.get("title", ""), row.get("when", {}))
        found[row["event"]] = (*found.get(row["event"], ()), telling)
    return found


def tale(notes: Iterable[Note], rows: Tellings, spoken: Spoken) -> tuple[Sentence, ...]:
    """The sentences of a phase in their order, each once."""
    return tuple(dict.fromkeys(told(notes, rows, spoken)))


def told(notes: Iterable[Note], rows: Tellings, spoken: Spoken) -> Iterator[Sentence]:
    """One sentence for each event that the data names."""
    for note in notes:
        row = next((each for each in rows.get(note.event, ()) if each.fits(note)), None)
        if row is not None and row.says:
            words = {"text": note.text.removesuffix("."), **spoken(note)}
            yield Sentence(capital(row.says.format_map(words)), row.weight, capital(row.title.format_map(words)))


def capital(text: str) -> str:
    """A sentence or a title with its first letter large."""
    return text[:1].upper() + text[1:]
