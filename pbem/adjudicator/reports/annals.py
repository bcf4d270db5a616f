"""Records for the campaign book: battles, gains, whose luck a die was, a phase in prose, strength, and fates.

A title's data say which events its book counts: `annals.yaml` has dice, gains and fates, `tale.yaml` the prose.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.engine.table import Note, Throw
from pbem.base.counting import grouped
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
        """Tells if the note has these facts."""
        return has_facts(note, self.when)


def has_facts(note: Note, wanted: Mapping[str, str | tuple[str, ...]]) -> bool:
    """Tells if a note has facts: `any` stands for whatever is there, a list for words of which it has one."""
    for name, want in wanted.items():
        found = str(note.facts.get(name, ""))
        if not (bool(found) if want == "any" else found == want if isinstance(want, str)
                else any(word in found for word in want)):  # fmt: skip
            return False
    return True


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
            says, title = (capital(in_words(note, words, spoken)) for words in (row.says, row.title))
            yield Sentence(says, row.weight, title)


def capital(text: str) -> str:
    """A sentence or a title with its first letter large."""
    return text[:1].upper() + text[1:]


# ------------------------------------------------------------------------------------------- counted by a title's data

#: A unit that a book's index names: its side, its sort (ship or leader), its name; None for any other.
Who = Callable[[str], tuple[str, str, str] | None]


@dataclass(frozen=True, slots=True)
class Reckoning:
    """A title's rules for its book, read from its data."""

    kinds: Mapping[str, Kind]
    method: Method
    tellings: Tellings
    gains: tuple[Mapping[str, Any], ...]
    fates: tuple[Mapping[str, Any], ...]
    left_out: tuple[str, ...]  # events that a book does not tell

    @classmethod
    def of(cls, data: Path) -> Reckoning:
        """Reads the two files in a title's folder of data."""
        said = texts_of(data / "annals.yaml")
        kinds = {each["label"]: Kind(each["words"], {"high": HIGH, "low": LOW}[each["good"]], int(each["part"]))
                 for each in said["kinds"]}  # fmt: skip
        gains, fates, left_out = (tuple(said.get(name, ())) for name in ("gains", "fates", "left_out"))
        method = Method(said["dice"].strip(), said["coin"])
        return cls(kinds, method, tellings(data / "tale.yaml"), gains, fates, left_out)

    def annals(
        self, notes: Iterable[Note], owners: Mapping[str, str], spoken: Spoken, who: Who, *,
        battles: Iterable[Battle], measures: Iterable[Measure], named: Iterable[Named], gains: Iterable[Gain] = (),
        period: str = "",
    ) -> Annals:  # fmt: skip
        """A phase: what the data count of its notes, and what only the title can tell of it."""
        notes = list(notes)
        return Annals(
            tuple(battles), (*gains, *self.gained(notes, spoken)), casts(notes, self.kinds, owners),
            tale(notes, self.tellings, spoken), tuple(measures), tuple(named), tuple(self.ended(notes, spoken, who)),
            period,
        )  # fmt: skip

    def gained(self, notes: Iterable[Note], spoken: Spoken) -> Iterator[Gain]:
        """Gains of the sides: `side` and `amount` name facts of the note, `what` has its words."""
        for note, row in counted(notes, self.gains):
            amount = note.facts.get(row.get("amount", ""), 0)
            yield Gain(str(note.facts[row["side"]]), in_words(note, row["what"], spoken), int(amount))

    def ended(self, notes: Iterable[Note], spoken: Spoken, who: Who) -> Iterator[Fate]:
        """Ends of ships and leaders: `unit` names the fact that has one of them, or several."""
        for note, row in counted(notes, self.fates):
            units = note.facts.get(row["unit"], [])
            for unit in units if isinstance(units, list) else [units]:
                if found := who(str(unit)):
                    side = str(note.facts[row["side"]]) if "side" in row else found[0]
                    yield Fate(side, found[1], found[2], in_words(note, row["words"], spoken))

    def telling(self, notes: Iterable[Note]) -> list[Note]:
        """The notes as a book tells them: no bookkeeping."""
        return [note for note in notes if note.event not in self.left_out and note.text]


def counted(notes: Iterable[Note], rows: Iterable[Mapping[str, Any]]) -> Iterator[tuple[Note, Mapping[str, Any]]]:
    """Each note that a row of the data counts, with the first such row."""
    by_event = grouped((row["event"], row) for row in rows)
    for note in notes:
        row = next((row for row in by_event.get(note.event, ()) if has_facts(note, row.get("when", {}))), None)
        if row is not None:
            yield note, row


def in_words(note: Note, says: str, spoken: Spoken) -> str:
    """Words of the data with the facts of a note in them."""
    return says.format_map({"text": note.text.removesuffix("."), **spoken(note)})
