"""A record read into typed values. Faults are noted and a harmless value goes on, so that one pass finds them all."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from enum import StrEnum
from typing import Any, TypeVar, get_type_hints

from pbem.adjudicator.board.figures import Figure, Place, Record, Value
from pbem.base.dice_spec import check_spec
from pbem.base.errors import BadInput, Fault, Kind
from pbem.base.patterns import pattern
from pbem.base.records import dataclass, field
from pbem.geometry.hexes import is_hex
from pbem.geometry.squares import is_square

Word = TypeVar("Word", bound=StrEnum)
Piece = TypeVar("Piece")

#: The integers of PROTOCOL 3.14.
NUMBER = pattern(r"-?(?:0|[1-9][0-9]{0,8})")
#: Written where a value could be printed and is not: a counter's cost.
NONE = "none"


@dataclass(slots=True)
class Reader:
    """Takes the figures of one record by name; `finish` refuses those that nobody asked for."""

    record: Record
    faults: list[Fault]
    asked: list[str] = field(default_factory=list)
    faulty: bool = False

    @property
    def id(self) -> str:
        return self.record.id

    def place(self, name: str) -> Place:
        """Returns the place of a figure, or of its record if the figure is missing."""
        figure = self.record.figures.get(name)
        return figure.place if figure else self.record.place

    def refuse(self, name: str, message: str, hint: str = "", kind: Kind = Kind.MALFORMED) -> None:
        """Note a fault at a figure."""
        self.faulty = True
        self.faults.append(self.place(name).fault(message, hint, kind))

    def has(self, name: str) -> bool:
        """Tells if the record has this figure."""
        return name in self.record.figures

    def figure(self, name: str) -> Figure | None:
        """A figure that must be there."""
        self.asked.append(name)
        found = self.record.figures.get(name)
        if found is None:
            self.refuse(name, f"'{self.record.name}' has no {name}")
        return found

    def text(self, name: str) -> str:
        """A figure that is one text."""
        found = self.figure(name)
        if found and not (isinstance(found.value, str) and found.value):
            self.refuse(name, f"{name} of '{self.record.name}' is no single value")
        return found.value if found and isinstance(found.value, str) else ""

    def words(self, name: str) -> tuple[str, ...]:
        """A figure that is a list of texts; none where the record does not have it."""
        self.asked.append(name)
        value: Value = self.record.figures[name].value if self.has(name) else ()
        if isinstance(value, str):
            self.refuse(name, f"{name} of '{self.record.name}' is no list")
            return ()
        return value

    def number(self, name: str, least: int | None = None) -> int:
        """A figure that is a whole number."""
        text = self.text(name)
        if text and not NUMBER.fullmatch(text):
            self.refuse(name, f"'{text}' is no whole number")
        elif text and least is not None and int(text) < least:
            self.refuse(name, f"'{text}' is less than {least}")
        return int(text) if NUMBER.fullmatch(text) else 0

    def number_if_printed(self, name: str, least: int | None = None) -> int | None:
        """A number, or None where it is not there or said to be none."""
        self.asked.append(name)
        if not self.has(name) or self.record.figures[name].value == NONE:
            return None
        return self.number(name, least)

    def flag(self, name: str) -> bool:
        """A figure that is true or false."""
        return self.word(name, ("true", "false")) == "true"

    def word(self, name: str, words: Sequence[str]) -> str:
        """A figure that is one of some words."""
        text = self.text(name)
        if text and text not in words:
            self.refuse(name, f"'{text}' is no {name}", "one of " + ", ".join(words))
        return text if text in words else words[-1]

    def words_among(self, name: str, words: Sequence[str]) -> tuple[str, ...]:
        """A figure that is a list of some words; those that are none of them are left out."""
        given = self.words(name)
        for text in given:
            if text not in words:
                self.refuse(name, f"'{text}' cannot stand in {name}", "each one of " + ", ".join(words))
        return tuple(text for text in given if text in words)

    def one_of(self, name: str, words: type[Word]) -> Word:
        """The same, as an enum."""
        return words(self.word(name, [word.value for word in words]))

    def hex(self, name: str) -> str:
        """A figure that has the form of a hex; whether the map has it is checked on the whole board."""
        text = self.text(name)
        if text and not is_hex(text):
            self.refuse(name, f"'{text}' is no hex", "four digits: column, then row")
        return text if is_hex(text) else ""

    def square(self, name: str) -> str:
        """A figure that has the form of a square; whether the map has it is checked on the whole board."""
        text = self.text(name)
        if text and not is_square(text):
            self.refuse(name, f"'{text}' is no square", "a letter and a number: row, then column")
        return text if is_square(text) else ""

    def dice(self, name: str) -> str:
        """A figure that says which dice to roll, as PROTOCOL 3.7 writes them."""
        text = self.text(name)
        try:
            check_spec(text)
        except BadInput as error:
            if text:
                self.refuse(name, error.faults[0].message, error.faults[0].hint)
        return text

    def number_or_dice(self, name: str) -> tuple[int, str]:
        """A figure that is a number, or else dice that say how many; of the two the other is nothing."""
        rolled = "d" in str(self.record.figures[name].value if self.has(name) else "")
        return (0, self.dice(name)) if rolled else (self.number(name, 0), "")

    def dice_if_printed(self, name: str) -> str:
        """The same, or nothing where it is said to be none."""
        if self.has(name) and self.record.figures[name].value == NONE:
            return self.text(name) and ""
        return self.dice(name)

    def finish(self) -> None:
        """Refuse figures that mean nothing here: a slip of the pen would otherwise change nothing in silence."""
        for name in self.record.figures:
            if name not in self.asked and name != "ref":
                near = get_close_matches(name, self.asked, n=1)
                hint = f"did you mean {near[0]}?" if near else "one of " + ", ".join(dict.fromkeys(self.asked))
                self.refuse(name, f"'{name}' is no figure of '{self.record.name}'", hint, Kind.UNKNOWN)


# -------------------------------------------------------------------------------------------- whole pieces


#: Reads a figure by its name.
Reads = Callable[[Reader, str], Any]


def at_least(least: int | None) -> Reads:
    """Reads a number that is no less; None sets no limit."""
    return lambda reader, name: reader.number(name, least)


def among(words: Sequence[str]) -> Reads:
    """Reads one of some words."""
    return lambda reader, name: reader.word(name, words)


def own_id(reader: Reader, name: str) -> str:
    """Reads the id of the record, for a field that has it under another name."""
    return reader.id


#: The type of a field -> how its figure is read; numbers are 0 or more.
BY_TYPE: Mapping[object, Reads] = {
    str: Reader.text, int: at_least(0), bool: Reader.flag, tuple[str, ...]: Reader.words,
    int | None: lambda reader, name: reader.number_if_printed(name, 0),
}


def piece_of(kind: type[Piece], *, ruled: bool = False, **how: Reads) -> Callable[[Reader], Piece]:
    """Reads records as pieces of one kind: each field by its type, or as `how` says; `ruled` records name a rule."""
    ways: dict[str, Reads] = {}

    def read(reader: Reader) -> Piece:
        ways.update(ways or {name: how.get(name) or way_of(name, sort) for name, sort in get_type_hints(kind).items()})
        if ruled:
            reader.text("rule")
        return kind(**{name: reads(reader, name) for name, reads in ways.items()})

    return read


def way_of(name: str, sort: Any) -> Reads:
    """Finds how a field of this name and type is read."""
    if name == "id":
        return own_id
    if isinstance(sort, type) and issubclass(sort, StrEnum):
        return lambda reader, figure: reader.one_of(figure, sort)
    return BY_TYPE[sort]
