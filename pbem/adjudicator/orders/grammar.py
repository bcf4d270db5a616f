"""One table drives the order files of a title: each section is a row, and everything else is made from the rows.

From the table come the JSON Schema, the check of names, the template, the order desk's form, what `orders check` reads
back, and the page of the documentation. A table that contradicts itself cannot be made: `TableError` names every slip.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any, Generic, TypeVar

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.orders.shapes import (
    KNOWN,
    Either,
    Json,
    Just,
    Keys,
    Leaf,
    List,
    Number,
    Ref,
    Shape,
    Text,
    Truth,
    Word,
)
from pbem.base.errors import Kind
from pbem.base.records import dataclass, field, replace

#: What a reader sees, the board they play on, and how their doctrine looks at a question.
Seen = TypeVar("Seen")
Board = TypeVar("Board")
Look = TypeVar("Look")
Names = Mapping[str, object]
#: A shape with the rule that it stands under.
Ruled = tuple[Shape, str]
#: In place of a rule's number: several rules ask for the section, or it belongs to the file and not to the game.
SEVERAL, NO_RULE = "several", "none"
#: The head of an order file, which the desk writes and nobody edits.
HEAD = ("pbem", "game", "seat", "phase")
DRAFT = "https://json-schema.org/draft/2020-12/schema"


class TableError(Exception):
    """A title's own table is wrong; no player can cause this."""


@dataclass(frozen=True, slots=True)
class Misnamed:
    """A judge's finding on a name: what is wrong, and the names that could have been meant, or a hint of its own."""

    wrong: str
    names: Names = field(default_factory=dict)
    hint: str = ""
    kind: Kind = Kind.UNKNOWN


@dataclass(frozen=True, slots=True)
class Example:
    """A section as somebody might write it, and what it means. `checked`: whether `orders check` finds it lawful."""

    phase: str
    text: str
    words: str
    checked: bool = True
    by: str = ""  # whose orders they are, where the phase does not say

    @property
    def seat(self) -> str:
        """Returns the seat that gives these orders."""
        return self.by or self.phase.partition(".")[2]

    @property
    def file(self) -> str:
        """The whole order file."""
        return f"pbem: orders/1\nseat: {self.seat}\nphase: {self.phase}\n{self.text}"


def example_of(written: Mapping[str, str]) -> Example:
    """An example from a file of them."""
    checked = written.get("checked", "true") == "true"
    return Example(written["phase"], written["text"], written["words"].strip(), checked, written.get("by", ""))


def open_step(seen: Any) -> str:
    """The step of a turn that a view calls open; empty where none is."""
    return str(seen.known.get("step", ""))


def nothing(_: Any) -> Iterator[str]:
    """No line at all."""
    yield from ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Row(Generic[Seen, Look]):
    """One section of an order file."""

    key: str
    rule: str  # its case in the rules, or SEVERAL, or NO_RULE
    shape: Shape
    steps: tuple[str, ...] = ()  # the steps of a turn that ask for it; empty: every step
    topics: tuple[str, ...] = ()  # the first words of the questions that it answers
    #: topic -> how doctrine answers it; a row that has some may stand in a standing order too
    answers: Mapping[str, Callable[[Decision, Any, Look], Plain | None]] = field(default_factory=dict)
    heading: str | Callable[[Seen], str] = ""  # in the template; empty where another's heading shows it
    shows: tuple[str, ...] = ()  # the sections that the template shows under this heading too
    switched_on: Callable[[Seen], bool] = lambda seen: False  # whether the template's example counts as it stands
    talk: Callable[[Seen], Iterable[str]] = nothing  # what to know before ordering
    desk_talk: Callable[[Seen], Iterable[str]] | None = None  # the same on the order desk, where it is less
    example: Callable[[Seen], Any] | None = None  # lawful as it stands; None or empty where nothing is
    echo: Callable[[Any], Iterable[str]] | None = None  # the section read back, line by line
    story: Example | None = None  # on the page of the documentation, unless the table has a file of them
    remarks: tuple[str, ...] = ()  # paragraphs that the page has below it

    @property
    def lasting(self) -> bool:
        """Tells if the row is doctrine, which a standing order may hold."""
        return bool(self.answers)

    @property
    def all_topics(self) -> tuple[str, ...]:
        """The first words of all questions that it answers."""
        return (*self.topics, *self.answers)

    def in_season(self, step: str) -> bool:
        """Tells if a step of a turn asks for it."""
        return not self.steps or step in self.steps

    @property
    def shown_rule(self) -> str:
        """The number of its rule; empty where it has none, or several."""
        return "" if self.rule in (SEVERAL, NO_RULE) else self.rule

    def ruled(self) -> Shape:
        """Its shape with its rule, as the schema has it."""
        return replace(self.shape, rule=self.shown_rule)


@dataclass(frozen=True, kw_only=True)
class OrderTable(Generic[Seen, Board, Look]):
    """The order files of one title: its rows, its sorts of names, its conditions."""

    schema_name: str
    title: str
    seats: tuple[str, ...]
    rows: tuple[Row[Seen, Look], ...]
    names: Mapping[str, Shape]  # the shapes that a `Ref` may mean, by name
    conditions: Mapping[str, Shape]  # word -> what it wants
    judges: Mapping[str, Callable[[Board, str, str], Misnamed | None]]  # sort of name -> who judges it
    plain_words: frozenset[str]  # words that stand for themselves wherever a name may stand
    most: int  # how long a list may be
    seat_about: str
    phase_eg: str | None
    conditions_eg: Json
    eg: Json  # a whole file
    season_hint: str  # which sections which phase asks for
    steps: tuple[str, ...]  # the steps of a turn that may ask for orders
    pieces: frozenset[str]  # sorts of names that are pieces: an order that uses one may build on an earlier order
    makes: frozenset[str]  # sorts of names of what an order makes pieces of
    board_of: Callable[[Mapping[str, Any]], Board]  # the board that a view is seen on
    see: Callable[[Mapping[str, Any]], Seen]  # a view as the rows read it
    phase_title: Callable[[Seen], str]
    step_of: Callable[[Seen], str] = open_step  # the step that is open to the reader; empty where none is
    opening: tuple[str, ...] = ()  # how the documentation page on the files begins, unless the next says it
    examples: Path | None = None  # a file with that, and with an example for each section that has none in its row
    strict: frozenset[str] = frozenset()  # sorts of names for which a plain word stands only where the shape lists it
    apart: frozenset[str] = frozenset()  # lists within an entry whose items stand or fall by themselves
    still_read: tuple[str, ...] = ()  # sections that a step reads on from a newer file after a question has stopped it
    called: Callable[[Seen], Mapping[str, str]] | None = None  # how reports call pieces now, besides their names: id

    def __post_init__(self) -> None:
        wrong = list(self.slips())
        if wrong:
            raise TableError(f"{self.schema_name}: {'; '.join(wrong)}")

    # ---------------------------------------------------------------------------------------- is it sound?

    def slips(self) -> Iterator[str]:
        """Everything that is wrong with the table itself."""
        keys = [row.key for row in self.rows]
        yield from (f"section '{key}' stands twice" for key in sorted({key for key in keys if keys.count(key) > 1}))
        topics = [topic for row in self.rows for topic in row.all_topics]
        twice = sorted({topic for topic in topics if topics.count(topic) > 1})
        yield from (f"two sections answer '{topic}'" for topic in twice)
        shown = {name for row in self.rows for name in row.shows}
        yield from (f"'{name}' is shown under a heading and is no section" for name in sorted(shown - set(keys)))
        for row in self.rows:
            yield from (f"section '{row.key}' {slip}" for slip in self.slips_of(row, row.key in shown))
        yield from (f"condition '{word}' {slip}" for word, each in self.conditions.items() for slip in self.odd(each))

    def slips_of(self, row: Row[Seen, Look], shown: bool) -> Iterator[str]:
        """Yields what one row lacks, and what it says that nothing can read."""
        if row.key in HEAD:
            yield "belongs to the head"
        lacking = {"rule": row.rule, "example": row.example, "echo": row.echo, "story": row.story or self.examples,
                   "meaning": row.shape.about, "heading": row.heading or shown}  # fmt: skip
        yield from (f"has no {name}" for name, given in lacking.items() if not given)
        yield from (f"belongs to a step '{step}' that no turn has" for step in row.steps if step not in self.steps)
        yield from self.odd(row.shape)

    def odd(self, shape: Shape) -> Iterator[str]:
        """Shapes that no judge knows."""
        if not isinstance(shape, KNOWN):
            yield f"has a shape that no judge knows: {type(shape).__name__}"
        if isinstance(shape, Leaf) and shape.sort and shape.sort not in self.judges:
            yield f"takes a sort of name that no judge knows: {shape.sort}"
        if isinstance(shape, Ref) and not shape.file and shape.name not in self.defined:
            yield f"means '{shape.name}', which is not defined"
        if isinstance(shape, Keys):
            missing = [name for name in shape.need.split() if name not in shape.of]
            yield from (f"needs '{name}', which it does not have" for name in missing)
        for _, inner in shape.inside():
            yield from self.odd(inner)

    # ---------------------------------------------------------------------------------------- what is made from it

    @cached_property
    def row(self) -> Mapping[str, Row[Seen, Look]]:
        """The rows by their keys."""
        return {row.key: row for row in self.rows}

    @cached_property
    def stories(self) -> Mapping[str, Example]:
        """The examples of the documentation, by the sections they show; all of them, or the table is wrong."""
        told = texts_of(self.examples)["examples"] if self.examples else ()
        written = {one["section"]: example_of(one) for one in told}
        found = {row.key: row.story or written.pop(row.key, None) for row in self.rows}
        if lacking := sorted({*written, *(key for key, story in found.items() if story is None)}):
            raise TableError(f"{self.schema_name}: sections and examples do not match: {', '.join(lacking)}")
        return {row.key: replace(story, words="\n\n".join((story.words, *row.remarks)))
                for row in self.rows if (story := found[row.key]) is not None}  # fmt: skip

    @cached_property
    def first_lines(self) -> tuple[str, ...]:
        """The first lines of the documentation page on the files."""
        return tuple(texts_of(self.examples)["opening"].splitlines()) if self.examples else self.opening

    @cached_property
    def doctrine(self) -> tuple[Row[Seen, Look], ...]:
        """The rows that a standing order may hold."""
        return tuple(row for row in self.rows if row.lasting)

    @cached_property
    def section_of(self) -> Mapping[str, str]:
        """The first word of a question's topic -> the section that answers it."""
        return {topic: row.key for row in self.rows for topic in row.all_topics}

    @cached_property
    def defined(self) -> Mapping[str, Shape]:
        """Every shape that a `Ref` may mean."""
        known = {row.key: row.ruled() for row in self.doctrine}
        return {**self.names, "conditions": conditions_shape(self.conditions, self.conditions_eg), **known}

    @cached_property
    def sections(self) -> Mapping[str, Shape]:
        """The shape of each section; doctrine is defined once, for standing orders mean the same."""
        return {row.key: Ref(name=row.key) if row.lasting else row.ruled() for row in self.rows}

    @cached_property
    def whole(self) -> Keys:
        """The shape of a whole file."""
        head = head_shapes(self.seats, self.seat_about, self.phase_eg)
        about = (f"Orders of {self.title}. Everything but the head may be left out; one file may answer every question "
                 "of the phase before it is asked.")  # fmt: skip
        return Keys(about, {**head, **self.sections}, need="pbem seat phase", eg=self.eg)

    @cached_property
    def place(self) -> Place:
        """The place of a whole file, from which all others are found."""
        return Place(self, [(self.whole, "")])

    def schema(self) -> Json:
        """The JSON Schema of the title's order files."""
        parts = {name: shape.schema(self.most) for name, shape in self.defined.items()}
        return {"$schema": DRAFT, "title": self.schema_name, **self.whole.schema(self.most), "$defs": parts}

    def in_season(self, step: str) -> list[Row[Seen, Look]]:
        """The rows that a step asks for; those that only limit others come behind the plans they limit."""
        rows = [row for row in self.rows if row.in_season(step)]
        plans = [row for row in rows if row.steps and not row.lasting]
        return sorted(plans, key=lambda row: not row.topics) + [row for row in rows if row not in plans]

    def meant(self, shape: Shape) -> Shape:
        """The shape that a `Ref` means; any other means itself."""
        named = isinstance(shape, Ref) and not shape.file
        return self.defined[shape.name] if named and isinstance(shape, Ref) else shape


class Place:
    """A place in an order file: the shapes that may stand there, and the places inside, made when first asked for.

    `sort` is that of the names there, with its rule; empty where no name may stand. `plain` are the words that may
    stand in place of a name.
    """

    def __init__(self, table: OrderTable[Any, Any, Any], shapes: Iterable[Ruled]) -> None:
        self.table = table
        self.shapes = [each for shape, rule in shapes for each in concrete(table, shape, rule)]
        sorts = [(shape.sort, rule, isinstance(shape, Number)) for shape, rule in self.shapes
                 if isinstance(shape, Leaf | Number) and shape.sort]  # fmt: skip
        self.sort, self.rule, self.is_number = sorts[0] if sorts else ("", "", False)
        words = [word for shape, _ in self.shapes if isinstance(shape, Leaf) for word in shape.beside]
        self.plain = frozenset(words) if self.sort in table.strict else table.plain_words
        self.keyed: dict[str, Place] = {}

    @cached_property
    def entry(self) -> Place:
        """The place of an entry of a list."""
        return Place(self.table, [(shape.of, rule) for shape, rule in self.shapes if isinstance(shape, List)])

    def under(self, key: str) -> Place:
        """The place of what stands under a key; no shape is there if none has the key."""
        place = self.keyed.get(key)
        if place is None:
            keys = [(shape.of, rule) for shape, rule in self.shapes if isinstance(shape, Keys)]
            inside = [(of[key], rule) for of, rule in keys if key in of]
            place = Place(self.table, inside)
            if inside:
                self.keyed[key] = place
        return place


def concrete(table: OrderTable[Any, Any, Any], shape: Shape, rule: str) -> Iterator[Ruled]:
    """A shape itself, or what it refers to, or each of its alternatives."""
    rule = shape.rule or rule
    if isinstance(shape, Either):
        for each in shape.of:
            yield from concrete(table, each, rule)
    elif isinstance(shape, Ref) and not shape.sort and not shape.file:
        yield from concrete(table, table.meant(shape), rule)
    else:
        yield shape, rule


def doctrine(
    key: str, rule: str, shape: Shape, purpose: str | Callable[[Seen], str],
    answers: Mapping[str, Callable[[Decision, Any, Look], Plain | None]], example: Callable[[Seen], Any],
    echo: Callable[[Any], Iterable[str]], story: Example | None = None, *, steps: tuple[str, ...] = (),
) -> Row[Seen, Look]:  # fmt: skip
    """A row of doctrine: the template shows what it is for in its heading."""

    def what_for(seen: Seen) -> str:
        return purpose if isinstance(purpose, str) else purpose(seen)

    return Row(key=key, rule=rule, shape=shape, steps=steps, answers=answers, example=example, echo=echo, story=story,
               heading=lambda seen: f"{key.upper().replace('_', ' ')}: {what_for(seen)}",
               desk_talk=lambda seen: (what_for(seen),))  # fmt: skip


# -------------------------------------------------------------------------------------------- what every title has


def head_shapes(seats: tuple[str, ...], seat_about: str, phase_eg: str | None) -> dict[str, Shape]:
    """The head of an order file."""
    return {
        "pbem": Just("Says that this file holds orders, in the first version of its form", "orders/1"),
        "game": Ref("The game these orders are for", file="common.json", name="game"),
        "seat": Word(seat_about, seats, eg=seats[0]),
        "phase": Ref("The phase they are for", file="common.json", name="phase", eg=phase_eg),
    }


def conditions_shape(words: Mapping[str, Shape], eg: Json) -> Shape:
    """A list of conditions, each a mapping of words."""
    one = Keys("One condition, or several that must all hold", dict(words))
    return List("Conditions that must all hold; they see what you see", one, eg=[eg])


def provided(about: str = "Only if all of these hold") -> Ref:
    """Conditions under which something holds."""
    return Ref(about, name="conditions")


def standing_shape(doctrine: Sequence[str]) -> Shape:
    """Standing orders, which hold the sections of doctrine."""
    number = Number("Its number; the same number again replaces it", 1, 99, eg=1)
    order = Keys("A standing order", {
        "number": number, "if": provided("Answers only while all of these hold"),
        "until": provided("Ends, before a phase begins, once all of these hold"),
        "once": Truth("Ends after its first use"), **{name: Ref(name=name) for name in doctrine},
    }, need="number")  # fmt: skip
    end = Keys("An end to one", {"cancel": Number("The number of the standing order that ends now", 1, 99, eg=2)},
               need="cancel")  # fmt: skip
    either = Either("A standing order, or an end to one", (order, end))
    return List("Standing orders to give, replace or cancel", either)


def answers_shape(eg: str, about: str = "") -> Shape:
    """Exact answers to questions that a letter has asked."""
    key = Text("The key of the question, as the letter gives it", pattern="^[a-z0-9/.+_-]{1,120}$", eg=eg,
               offers="questions")  # fmt: skip
    answer = Ref("The answer, in the form the letter asks for", name="anything")
    return List("Exact answers to questions asked", Keys(about, {"key": key, "answer": answer}, need="key answer"))
