"""Shapes read from a title's data. The first word of a shape says which it is, and stands before what it is for.

`{number: How many, from: 1, to: 9, eg: 2}` is a number; `{list: Ships, of: {ship: A ship}}` is a list of names of the
kind `ship`, which the data describe too. `$path` stands for the part `path`, described once and used in several places.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from pbem.adjudicator.orders.grammar import TableError, provided
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Open, Ref, Shape, Text, Truth, Word
from pbem.base.records import replace

#: Plain data: a mapping of words, or the name of a part.
Written = Any
More = dict[str, Any]
PART = "$"
CONDITIONS = "conditions"


class ShapeReader:
    """Reads shapes; `kinds` are sorts of names, `parts` shapes with a name, `groups` fields that go together."""

    def __init__(self, data: Mapping[str, Any]) -> None:
        self.kinds: Mapping[str, Mapping[str, Any]] = data.get("kinds", {})
        self.parts: Mapping[str, Written] = data.get("parts", {})
        self.groups: Mapping[str, Written] = data.get("groups", {})
        self.made: dict[str, Shape] = {}

    def shape(self, written: Written) -> Shape:
        """The shape that some data describe."""
        if isinstance(written, str):
            return self.part(written.removeprefix(PART))
        word, about = next((word, text.strip()) for word, text in written.items())
        more = {key: value for key, value in written.items() if key != word}
        rule, eg = more.pop("rule", ""), more.pop("eg", None)
        try:
            made = READERS[word](self, about, more) if word in READERS else self.name(word, about, more)
        except KeyError as missing:
            raise TableError(f"'{word}: {about}' names or lacks {missing}, which is not described") from missing
        if more:
            raise TableError(f"'{word}: {about}' says more than its shape has: {', '.join(more)}")
        return replace(made, rule=rule or made.rule, eg=made.eg if eg is None else typed(made, eg))

    def part(self, name: str) -> Shape:
        """A part by its name; it is the same shape wherever it is used."""
        if name not in self.made:
            self.made[name] = self.shape(self.parts[name])
        return self.made[name]

    def fields(self, written: Written) -> dict[str, Shape]:
        """The fields of a mapping; in a list of them, groups stand for theirs."""
        if isinstance(written, list):
            return {key: shape for each in written for key, shape in self.fields(each).items()}
        if isinstance(written, str):
            return self.fields(self.groups[written.removeprefix(PART)])
        return {key: self.shape(each) for key, each in written.items()}

    def name(self, word: str, about: str, more: More) -> Shape:
        """A name of one of the title's kinds, or a list of such names; a name may say its own list of the desk."""
        kind = self.kinds[word]
        if "list" in kind:
            return List(about, self.shape(kind["list"]))
        offers = more.pop("offers", kind.get("offers", ""))
        return Ref(about or kind.get("about", ""), name=kind["name"], sort=kind.get("sort", ""), offers=offers)


def leaf(more: More) -> More:
    """The words that any single text may have: its sort of name, and its list of the order desk."""
    return {key: more.pop(key) for key in ("sort", "offers") if key in more}


def text_of(it: ShapeReader, about: str, more: More) -> Shape:
    longest = int(more.pop("longest", "0"))
    return Text(about, pattern=more.pop("pattern", ""), longest=longest, **leaf(more))


def number_of(it: ShapeReader, about: str, more: More) -> Shape:
    return Number(about, int(more.pop("from")), int(more.pop("to")), sort=more.pop("sort", ""))


def list_of(it: ShapeReader, about: str, more: More) -> Shape:
    least, most = (int(more.pop(name, "0")) for name in ("least", "most"))
    return List(about, it.shape(more.pop("of")), least=least, most=most)


#: The word that begins a shape -> how the rest of it is read.
READERS: Mapping[str, Callable[[ShapeReader, str, More], Shape]] = {
    "text": text_of, "number": number_of, "list": list_of, "truth": lambda it, about, more: Truth(about),
    "one_of": lambda it, about, more: Word(about, tuple(more.pop("of")), **leaf(more)),
    "just": lambda it, about, more: Just(about, more.pop("of"), **leaf(more)),
    "keys": lambda it, about, more: Keys(about, it.fields(more.pop("of")), need=more.pop("need", "")),
    "either": lambda it, about, more: Either(about, tuple(map(it.shape, more.pop("of")))),
    "open": lambda it, about, more: Open(about),
    CONDITIONS: lambda it, about, more: provided(about) if about else provided(),
}


def typed(shape: Shape, value: Any) -> Any:
    """A value as an order file gives it: numbers and truths by their shapes, all else as it is written.

    What has its type already keeps it.
    """
    if isinstance(shape, Either):
        return typed(next((each for each in shape.of if could_be(each, value)), Shape()), value)
    if isinstance(shape, List) and isinstance(value, list):
        return [typed(shape.of, each) for each in value]
    if isinstance(shape, Keys) and isinstance(value, Mapping):
        return {key: typed(shape.of.get(key, Shape()), each) for key, each in value.items()}
    if isinstance(shape, Truth):
        return value in (True, "true")
    return int(value) if isinstance(shape, Number) else value


def could_be(shape: Shape, value: Any) -> bool:
    """Tells if a value is written in the way of one of several shapes."""
    if isinstance(shape, Keys):
        return isinstance(value, Mapping) and value.keys() <= shape.of.keys()
    if isinstance(shape, List):
        return isinstance(value, list)
    if isinstance(shape, Number):
        return isinstance(value, str) and value.isdecimal()
    return isinstance(value, str)
