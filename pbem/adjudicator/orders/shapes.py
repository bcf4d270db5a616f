"""Shapes: what may stand at one place of an order file, and the JSON Schema that says the same.

A leaf that holds a name says which sort of name it is, so that a check knows who judges it, and which list of the
order desk serves it. A title builds its sections from these; `grammar.py` makes rows of them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, TypeAlias

from pbem.base.records import dataclass, field

#: A schema as JSON has it.
Json: TypeAlias = dict[str, Any]
#: A path as the order desk writes it: `("operations[]", "path[]")`.
Way: TypeAlias = tuple[str, ...]


#: Between words and the list that they stand beside.
BAR = "|"


@dataclass(frozen=True, slots=True)
class Shape:
    """A value that an order may hold: what it is for, its case in the rules, an example."""

    about: str = ""
    rule: str = field(default="", kw_only=True)
    eg: Any = field(default=None, kw_only=True)

    def core(self, most: int) -> Json:
        """The schema without the words for people; `most` is how long a list may be unless it says so."""
        raise TypeError(f"{type(self).__name__} does not say its schema")

    def schema(self, most: int) -> Json:
        """The schema of this shape."""
        said = {"description": self.about, "x-rule": self.rule}
        eg = {} if self.eg is None else {"examples": [self.eg]}
        return self.core(most) | {key: words for key, words in said.items() if words} | eg

    def inside(self) -> Iterator[tuple[str, Shape]]:
        """The shapes below this one, each with what it adds to a path: '' for an alternative, '[]' for an entry."""
        yield from ()


@dataclass(frozen=True, slots=True)
class Leaf(Shape):
    """A single text: which sort of name it is, and which list of the order desk serves it, with words beside it."""

    sort: str = field(default="", kw_only=True)
    offers: str = field(default="", kw_only=True)
    beside: tuple[str, ...] = field(default=(), kw_only=True)

    @property
    def choices(self) -> str:
        """The list's name; words that may stand there besides come before it, behind bars."""
        return BAR.join([*self.beside, self.offers])


@dataclass(frozen=True, slots=True)
class Ref(Leaf):
    """A shape that is defined once under a name of its own."""

    name: str = field(default="", kw_only=True)
    file: str = field(default="", kw_only=True)

    def core(self, most: int) -> Json:
        return {"$ref": f"{self.file}#/$defs/{self.name}"}


@dataclass(frozen=True, slots=True)
class Text(Leaf):
    """A text that matches a pattern, or is no longer than this."""

    pattern: str = field(default="", kw_only=True)
    longest: int = field(default=0, kw_only=True)

    def core(self, most: int) -> Json:
        limits = {"pattern": self.pattern, "maxLength": self.longest}
        return {"type": "string"} | {key: limit for key, limit in limits.items() if limit}


@dataclass(frozen=True, slots=True)
class Word(Leaf):
    """One of a few words."""

    words: tuple[str, ...] = ()

    def core(self, most: int) -> Json:
        return {"type": "string", "enum": list(self.words)}


@dataclass(frozen=True, slots=True)
class Just(Leaf):
    """One word and no other."""

    word: str = ""

    def core(self, most: int) -> Json:
        return {"type": "string", "const": self.word, "examples": [self.word]}


@dataclass(frozen=True, slots=True)
class Number(Shape):
    """A whole number within limits; `sort` where it stands for a piece, as a fleet's number does."""

    least: int = 0
    most: int = 0
    sort: str = field(default="", kw_only=True)

    def core(self, most: int) -> Json:
        return {"type": "integer", "minimum": self.least, "maximum": self.most}


@dataclass(frozen=True, slots=True)
class Truth(Shape):
    """True or false."""

    def core(self, most: int) -> Json:
        return {"type": "boolean", "examples": ["true"]}


@dataclass(frozen=True, slots=True)
class List(Shape):
    """Several values of one shape; `most` where the title's limit is not meant."""

    of: Shape = field(default_factory=Shape)
    least: int = field(default=0, kw_only=True)
    most: int = field(default=0, kw_only=True)

    def core(self, most: int) -> Json:
        least = {"minItems": self.least} if self.least else {}
        return {"type": "array", "items": self.of.schema(most), "maxItems": self.most or most} | least

    def inside(self) -> Iterator[tuple[str, Shape]]:
        yield "[]", self.of


@dataclass(frozen=True, slots=True)
class Keys(Shape):
    """A mapping with these keys and no others; `need` names those that must be there, in one text."""

    of: Mapping[str, Shape] = field(default_factory=dict)
    need: str = field(default="", kw_only=True)

    def core(self, most: int) -> Json:
        properties = {name: each.schema(most) for name, each in self.of.items()}
        return {"type": "object", "properties": properties, "required": self.need.split(),
                "additionalProperties": False}  # fmt: skip

    def inside(self) -> Iterator[tuple[str, Shape]]:
        yield from self.of.items()


@dataclass(frozen=True, slots=True)
class Either(Shape):
    """One of several shapes."""

    of: tuple[Shape, ...] = ()

    def core(self, most: int) -> Json:
        return {"oneOf": [each.schema(most) for each in self.of]}

    def inside(self) -> Iterator[tuple[str, Shape]]:
        yield from (("", each) for each in self.of)


@dataclass(frozen=True, slots=True)
class Open(Shape):
    """A mapping with any keys, kept as it is written."""

    def core(self, most: int) -> Json:
        return {"type": "object", "properties": {}, "additionalProperties": True}


#: Every shape that the checks, the schema and the order desk understand.
KNOWN = (Ref, Text, Word, Just, Number, Truth, List, Keys, Either, Open)
