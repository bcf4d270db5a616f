"""The order files of one title as its data describe them; the title adds its functions and has its table."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache, partial
from itertools import count
from pathlib import Path
from typing import Any

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.orders.carried_out.judging import Condition
from pbem.adjudicator.orders.carried_out.preferences import Preferences
from pbem.adjudicator.orders.echo import Words, aloud, by_sort, each, names
from pbem.adjudicator.orders.grammar import (
    Misnamed,
    Names,
    OrderTable,
    Row,
    TableError,
    doctrine,
    nothing,
    open_step,
    provided,
)
from pbem.adjudicator.orders.shapes import Keys, List, Number, Ref, Shape, Truth
from pbem.adjudicator.orders.shipped import Shipped, answers_row, ask_row, doctrine_row, standing_row
from pbem.adjudicator.orders.written.filled import filled_in, gaps
from pbem.adjudicator.orders.written.read_back import Phrases
from pbem.adjudicator.orders.written.shape_reader import CONDITIONS, ShapeReader, typed
from pbem.adjudicator.orders.written.talking import Talk
from pbem.base.errors import Kind

Answers = Callable[[Decision, Any, Any], Plain | None]
Says = Callable[[Any], Any]
#: Names that a board has for a seat; a text that fits without being one of them; a judge of names.
Lists = Mapping[str, Callable[[Any, str], Names]]
Fits = Callable[[Any, str], object]
Judge = Callable[[Any, str, str], Misnamed | None]
#: Says more of a name that nobody knows; empty where there is nothing to say.
Hint = Callable[[Any, str], str]
NO_HINTS: Mapping[str, Hint] = {}
#: A test of a condition: of a seat's eyes, and of what the condition wants.
Holds = Callable[[Any, Any], bool | None]
#: What the data say of a section that is not read back: the rules, which `orders check` plays, tell of it.
NOTHING_TOLD = "none"
#: What they say of doctrine that has a list for each sort of question.
BY_SORT = "by_sort"
NO_VALUES: Mapping[str, Says] = {}
NO_WORDS: Mapping[str, Words] = {}
#: What the data say of a section that its row takes as it stands.
LISTS = ("steps", "topics", "shows", "remarks")
#: What it says of the texts before an order: their names.
TALKS = ("talk", "desk_talk")
#: The words of the whole file that the table takes as they stand, and those that it takes as a set.
OF_FILE, SETS = ("title", "seat_about", "season_hint"), ("pieces", "makes", "plain_words")

#: The values of gaps in the example of standing orders: a number that is free, and the end of the first in force.
OF_STANDING: Mapping[str, Says] = {
    "free_number": lambda seen: str(next(n for n in count(1) if str(n) not in [
        str(order["number"]) for order in seen.known.get("standing", ())])),
    "ended": lambda seen: [{"cancel": str(order["number"])} for order in seen.known.get("standing", ())[:1]],
}  # fmt: skip


class OrderForm:
    """The order files that `order_sections.yaml` of a title describes; rows are made when they are asked for."""

    def __init__(self, path: Path, phrases: Path | None = None) -> None:
        self.phrases = Phrases(texts_of(phrases) if phrases else {})
        self.data: Mapping[str, Any] = texts_of(path)
        self.values: Mapping[str, Says] = {}
        self.reader = ShapeReader(self.data)
        self.names = {name: self.reader.shape(each) for name, each in self.data["names"].items()}
        self.wants = {word: self.reader.shape(each["wants"]) for word, each in self.data[CONDITIONS].items()}

    def section(self, key: str) -> Mapping[str, Any]:
        """The description of a section."""
        if key not in self.data["sections"]:
            raise TableError(f"the data describe no section '{key}'")
        said: Mapping[str, Any] = self.data["sections"][key]
        return said

    def rows(
        self, shipped: Shipped[Any], talk: Talk, preferences: Preferences[Any], answers: Mapping[str, Answers],
        words: Mapping[str, Words] = NO_WORDS,
    ) -> tuple[Row[Any, Any], ...]:  # fmt: skip
        """Every section: the plans, the doctrine, and the lines about it.

        `answers` has the functions of doctrine by their sections, where no list of preferences answers; `words` has
        those that read a section back, where no phrase does.
        """
        sections: Mapping[str, Mapping[str, Any]] = self.data["sections"]
        preferring = {key: preferences.ways[said["prefers"]] for key, said in sections.items() if "prefers" in said}
        known = {**answers, **preferring}
        plans = [self.row(key, talk) for key in sections if key not in known]
        doctrine = [self.doctrine(key, known[key], words.get(key)) for key in sorted(known, key=list(sections).index)]
        asked = [row for row in plans if row.all_topics] if self.data["file"].get("ask_of_plans") else []
        return (*plans, *doctrine, *self.lasting(shipped, [*asked, *doctrine], doctrine))

    def row(self, key: str, talk: Talk | None = None) -> Row[Any, Any]:
        """A section that is a plan, with what to know before ordering."""
        said = self.section(key)
        more: dict[str, Any] = {name: tuple(said[name]) for name in LISTS if name in said}
        more |= {name: talk.of(*said[name]) for name in TALKS if talk is not None and name in said}
        shape = self.reader.shape(said["shape"])
        return Row(
            key=key, rule=said["rule"], heading=said.get("heading", ""), shape=shape,
            echo=self.read_back(key), example=self.example(shape, said), **more,
        )  # fmt: skip

    def doctrine(self, key: str, answer: Answers, words: Words | None = None) -> Row[Any, Any]:
        """A section of doctrine: how it answers, and how it is read back behind the words that begin its line."""
        said = self.section(key)
        if words is None:
            words = self.words(said.get("echo", ""))
        shape, topics = self.reader.shape(said["shape"]), said.get("topics", [key])
        row: Row[Any, Any] = doctrine(
            key, said["rule"], shape, by_step(said["purpose"]), dict.fromkeys(topics, answer),
            self.example(shape, said), aloud(said["aloud"], words), steps=tuple(said.get("steps", ())),
        )  # fmt: skip
        return row

    def words(self, echo: str) -> Words:
        """Returns how a section of doctrine is read back: by a phrase, sort by sort, or by its names."""
        if echo == BY_SORT:
            return by_sort
        return each(partial(self.phrases.said, self.phrase(echo))) if echo else names

    def phrase(self, name: str) -> str:
        """The name of a phrase that there is."""
        if name not in self.phrases.data:
            raise TableError(f"the data have no phrase '{name}'")
        return name

    def read_back(self, key: str) -> Says:
        """Tells a section by a phrase, or each of its parts by one; by none, where the rules tell of it."""
        echo: str | Mapping[str, str] = self.section(key).get("echo", "")
        if not echo:
            raise TableError(f"the data do not say how section '{key}' is read back")
        if echo == NOTHING_TOLD:
            return nothing
        if isinstance(echo, str):
            return partial(self.phrases.lines, self.phrase(echo))
        parts = [(part, partial(self.phrases.lines, self.phrase(phrase))) for part, phrase in echo.items()]
        return lambda section: (line for part, lines in parts if part in section for line in lines(section[part]))

    def lasting(
        self, shipped: Shipped[Any], asked: Sequence[Row[Any, Any]], doctrine: Sequence[Row[Any, Any]]
    ) -> tuple[Row[Any, Any], ...]:  # fmt: skip
        """The lines on doctrine: which is chosen, what to ask about, standing orders; and exact answers.

        `asked` are the sections that a seat may ask to be asked about.
        """
        file = self.data["file"]
        numbers = dict.fromkeys(("number", "cancel"), Number("", 1, 99))
        parts = {**numbers, "once": Truth(""), "until": provided(), "if": provided()}
        shape = List("", Keys("", {**parts, **{row.key: row.shape for row in doctrine}}))
        standing = self.example(shape, self.standing())
        return (
            doctrine_row(shipped), ask_row([row.key for row in asked], file["ask_eg"]),
            standing_row(doctrine, file["standing_about"].strip(), standing), answers_row(**file["answers_eg"]),
        )  # fmt: skip

    def standing(self) -> Mapping[str, Any]:
        """The example of standing orders, as a section has one."""
        return {"example": self.data.get("file", {}).get("standing_eg", "")}

    def example(self, shape: Shape, said: Mapping[str, Any]) -> Says:
        """The example that the data have for a section; its gaps have values of what its reader sees.

        Where one of them has no value there is no example.
        """
        if "example" not in said:
            raise TableError(f"'{shape.about}' has no example")
        given = said["example"]

        def made(seen: Any) -> Any:
            values = {name: (OF_STANDING.get(name) or self.values[name])(seen) for name in gaps(given)}
            return None if None in values.values() else self.as_ordered(shape, filled_in(given, values.__getitem__))

        return made

    def as_ordered(self, shape: Shape, value: Any) -> Any:
        """A value as an order file gives it, its conditions too."""
        return typed(self.meant(shape), value)

    def meant(self, shape: Shape) -> Shape:
        """A shape with that of conditions put wherever some stand."""
        if isinstance(shape, Ref) and shape.name == CONDITIONS:
            return List("", Keys("", self.wants))
        if isinstance(shape, List):
            return List(shape.about, self.meant(shape.of))
        if isinstance(shape, Keys):
            return Keys(shape.about, {key: self.meant(each) for key, each in shape.of.items()})
        return shape

    def conditions(self, holds: Mapping[str, Holds]) -> Mapping[str, Condition[Any]]:
        """The words of conditions, each with its shape, its test and how it reads.

        A word that the data call the `opposite` of another has the other's test turned round; one with `facts` looks
        at the first of them that the question tells.
        """
        said = self.data[CONDITIONS]
        tests = {**holds, **{word: compared(word, each["facts"]) for word, each in said.items() if "facts" in each}}
        tests |= {word: opposite(tests[each["opposite"]]) for word, each in said.items() if "opposite" in each}
        if wrong := sorted(said.keys() ^ tests.keys()):
            raise TableError(f"conditions that are described or tested, and not both: {', '.join(wrong)}")
        return {word: Condition(self.wants[word], tests[word], each.get("words", ""), each["unmet"])
                for word, each in said.items()}  # fmt: skip

    def judges(self, lists: Lists, fits: Mapping[str, Fits], hints: Mapping[str, Hint] = NO_HINTS) -> dict[str, Judge]:
        """The judges of the sorts of names that the data describe: which lists know a name, what fits besides.

        A list is one of these, or the board has it under its name. `hints` say more of a wrong name than which others
        are like it.
        """
        return {said["sort"]: described(said, lists, fits, hints.get(said.get("hint", ""), no_hint))
                for said in self.data["judges"]}  # fmt: skip

    def table(
        self, rows: Iterable[Row[Any, Any]], values: Mapping[str, Says] = NO_VALUES, **functions: Any
    ) -> OrderTable[Any, Any, Any]:  # fmt: skip
        """The table of the order files; every section that is described is one of its rows.

        `values` are those of the gaps in examples, by their names, each made of what a reader sees.
        """
        self.values = values
        examples = [row.get("example", "") for row in (*self.data["sections"].values(), self.standing())]
        asked = {name for example in examples for name in gaps(example)}
        if wrong := sorted((asked - OF_STANDING.keys()) ^ values.keys()):
            raise TableError(f"gaps in examples without a value, or values without a gap: {', '.join(wrong)}")
        file, every = self.data["file"], tuple(rows)
        if unused := sorted(self.data["sections"].keys() - {row.key for row in every}):
            raise TableError(f"sections that are described and no rows: {', '.join(unused)}")
        texts = {name: file[name] for name in OF_FILE} | {name: frozenset(file[name]) for name in SETS}
        return OrderTable(
            schema_name=file["schema"], rows=every, names=self.names, conditions=self.wants, most=int(file["most"]),
            phase_eg=file.get("phase_eg"), conditions_eg=file["conditions_eg"], eg=file["eg"],
            steps=tuple(file["steps"]), **texts, **functions,
        )  # fmt: skip


def by_step(purpose: str | Mapping[str, str]) -> str | Says:
    """Tells what a section is for. In a mapping of the data that hangs on the open step; `other` is the rest."""
    return purpose if isinstance(purpose, str) else lambda seen: purpose.get(open_step(seen), purpose["other"])


def opposite(holds: Holds) -> Holds:
    """A test that holds where another does not; what cannot be known is known of neither."""

    def turned(look: Any, wanted: Any) -> bool | None:
        outcome = holds(look, wanted)
        return None if outcome is None else not outcome

    return turned


def compared(word: str, facts: Sequence[str]) -> Holds:
    """A test of a number that a question tells: so many at most, or at least, as the word of the condition ends."""

    def told(look: Any) -> int:
        return next((number for fact in facts if (number := look.number(fact))), 0)

    if word.endswith("_at_most"):
        return lambda look, most: told(look) <= int(most)
    return lambda look, least: told(look) >= int(least)


def no_hint(board: Any, text: str) -> str:
    """No more than which names are alike."""
    return ""


def described(said: Mapping[str, Any], lists: Lists, fits: Mapping[str, Fits], hint: Hint) -> Judge:
    """A judge of names as the data describe it.

    `among` has lists and single words, in the order in which hints name them; `fits` has tests, and words that hints do
    not name. `but` says of names on a list of the board what else is wrong with them: another's ship is a ship.
    """

    @lru_cache(maxsize=8)
    def known(board: Any, seat: str) -> Names:
        return {name: each for part in said["among"] for name, each in listed(board, seat, part).items()}

    def listed(board: Any, seat: str, part: Any) -> Names:
        if isinstance(part, Mapping):
            return dict.fromkeys(part["words"])
        found: Names = lists[part](board, seat) if part in lists else getattr(board, part)
        return found

    def judge(board: Any, seat: str, text: str) -> Misnamed | None:
        names = known(board, seat)
        other = any(fits[word](board, text) if word in fits else text == word for word in said.get("fits", ()))
        if other or text in names:
            return None
        also = (words for part, words in said.get("but", {}).items() if text in listed(board, seat, part))
        wrong = next(also, "")
        kind = Kind.ILLEGAL if wrong else Kind.UNKNOWN
        return Misnamed(wrong or said["wrong"], names, hint(board, text), kind)

    return judge
