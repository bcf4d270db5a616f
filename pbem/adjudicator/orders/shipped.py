"""Doctrines that a title ships: their words, what they say, and the two lines of an order file that are about them."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Generic, TypeVar

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.engine.chosen_doctrine import DOCTRINES, EVERYTHING, NONE, USUAL
from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.orders import echo
from pbem.adjudicator.orders.grammar import NO_RULE, Example, Row, answers_shape, standing_shape
from pbem.adjudicator.orders.order_file import exact
from pbem.adjudicator.orders.order_file import in_force as standing_words
from pbem.adjudicator.orders.shapes import List, Word
from pbem.base.records import dataclass
from pbem.strict_yaml import plain, read, write

Board = TypeVar("Board")
Sections = Mapping[str, Any]
#: A list of the board, which a doctrine's data name with a `$` before it.
Listed = Sequence[Any]
#: What a report says an answer did, and what it says where the answer declines; empty where that needs no line.
#: `{at}` and `{here}` are where, with and without "at"; `{answer}` is the answer in words, `{as_written}` as it stands.
Deed = tuple[str, str]
TRUTH = {"true": True, "false": False}
ABOUT = "Which doctrine answers what neither this file nor your standing orders answer; kept until you name another"
MEANING = (
    "A doctrine answers the questions of a phase that neither this file nor a standing order of yours answers. It "
    "holds until you name another; 'none' ends it. The report says each time what it did."
)
ASK_ABOUT = ("Where you have ordered nothing, ask me by letter about these, whatever my doctrine says; kept until "
             "another list replaces it")  # fmt: skip
ASKING = (
    "What you do not order is left to your doctrine, and without one to the default answer. Name the sections about "
    "which you want a letter instead; it may stop the game for days. An empty list ends it."
)


@dataclass(frozen=True, slots=True)
class Shipped(Generic[Board]):
    """The doctrines of one title."""

    words: Mapping[str, str]  # name -> what it does, in a sentence or two
    sections: Callable[[str, Board, str], Sections]  # of a name, the board and a seat, as in a standing order
    deeds: Mapping[str, Deed]  # the first word of a topic -> what an answer did
    declines: frozenset[str]  # answers that let something be

    @classmethod
    def of(
        cls, path: Path, seats: Collection[str], lists: Callable[[Board, str], Mapping[str, Listed]],
        declines: frozenset[str],
    ) -> Shipped[Board]:  # fmt: skip
        """Reads the doctrines of a title from its data; `lists` makes the lists that they name."""
        data = texts_of(path)
        deeds = {topic.replace("_", "-"): (said["did"], said.get("declined", ""))
                 for topic, said in data["deeds"].items()}  # fmt: skip

        def sections(name: str, board: Board, seat: str) -> Sections:
            known = lists(board, seat)
            chosen = ((frozenset(DOCTRINES), name), (frozenset(seats), seat))
            return {key: filled(part, chosen, known) for key, part in data["sections"].items()}

        return cls({name: said.strip() for name, said in data["words"].items()}, sections, deeds, declines)

    def deed(self, topic: str, decision: Decision, answer: Plain, here: str) -> str:
        """Says what an answer did; empty where it did nothing worth a line."""
        done, declined = self.deeds.get(topic, ("", ""))
        words = declined if answer in ([], {}) or str(answer) in self.declines else done
        if not words:
            return ""
        at = f" at {here}" if here else ""
        return words.format(answer=in_words(decision, answer), as_written=answer, at=at, here=here)


def filled(part: Any, chosen: Iterable[tuple[frozenset[str], str]], lists: Mapping[str, Listed]) -> Any:
    """A part of a doctrine for one seat: of what differs the doctrine's and the seat's own, and with its lists."""
    if isinstance(part, Mapping):
        own = next((part[name] for names, name in chosen if part.keys() == names), None)
        if own is not None:
            return filled(own, chosen, lists)
        return {key: filled(each, chosen, lists) for key, each in part.items()}
    if isinstance(part, str):
        return lists[part[1:]] if part.startswith("$") else TRUTH.get(part, part)
    found: list[Any] = []
    for each in part:
        one = filled(each, chosen, lists)
        found += one if isinstance(each, str) and each.startswith("$") else [one]
    return found


def in_words(decision: Decision, answer: Plain) -> str:
    """An answer in the words of its question's options; entries that are mappings say nothing here."""
    options: Mapping[str, str] = decision.options if isinstance(decision, Choose | Pick) else {}
    if isinstance(answer, list):
        return ", ".join(options.get(name, name) for name in answer if isinstance(name, str))
    return options.get(answer, answer) if isinstance(answer, str) else ""


# -------------------------------------------------------------------------------------------- in an order file


def doctrine_row(shipped: Shipped[Any], story: Example | None = None) -> Row[Any, Any]:
    """The line that chooses a doctrine: a new order file has it switched on until one is chosen."""

    def told(seen: Any) -> Iterator[str]:
        yield MEANING
        yield from (f"  {name}: {words}" for name, words in shipped.words.items())
        yield f"In force: {chosen(seen.known)}." if chosen(seen.known) else "You have not chosen one: this line counts."

    def read_back(name: str) -> Iterator[str]:
        yield "You have no doctrine." if name == NONE else f"Your doctrine is {name}: {shipped.words[name]}"

    return Row(
        key="doctrine", rule=NO_RULE, shape=Word(ABOUT, (*DOCTRINES, NONE), eg=USUAL), heading="DOCTRINE", talk=told,
        example=lambda seen: chosen(seen.known) or USUAL, switched_on=lambda seen: not chosen(seen.known),
        echo=read_back, story=story, remarks=tuple(on_the_page(shipped)),
    )  # fmt: skip


def on_the_page(shipped: Shipped[Any]) -> Iterator[str]:
    """Yields the paragraphs that explain the doctrines in the documentation."""
    yield from (f"`{name}` {words}" for name, words in shipped.words.items())
    yield "A new order file has the line switched on until you have chosen; `none` ends it."


def ask_row(sections: Sequence[str], example: Sequence[str], story: Example | None = None) -> Row[Any, Any]:
    """The line that names the sections about which a seat wants to be asked."""
    return Row(
        key="ask", rule=NO_RULE, heading="ASK", talk=lambda seen: (ASKING,), example=lambda seen: list(example),
        shape=List(ASK_ABOUT, Word("A section of this file", (EVERYTHING, *sections), eg=example[0], offers="sections"),
                   eg=list(example)),
        echo=asked, story=story,
    )  # fmt: skip


def standing_row(rows: Sequence[Row[Any, Any]], lasting: str, example: Callable[[Any], Any]) -> Row[Any, Any]:
    """The section of standing orders, which hold the doctrine of these rows; `lasting` says how long."""
    return Row(
        key="standing", rule=NO_RULE, shape=standing_shape([row.key for row in rows]), heading="STANDING ORDERS",
        talk=lambda seen: standing_words(lasting, seen.known), example=example,
        echo=echo.entries(partial(echo.standing, rows)),
    )  # fmt: skip


def as_standing(doctrine: Sections) -> list[dict[str, Any]]:
    """The sections of a doctrine as standing orders, one in each, with every figure as text."""
    texts: Any = plain(read(write(doctrine).encode()))
    return [{"number": str(number), name: section} for number, (name, section) in enumerate(texts.items(), 1)]


def answers_row(key: str, answer: Plain, about: str = "") -> Row[Any, Any]:
    """The section of exact answers, by the keys of questions that a letter has asked."""
    return Row(
        key="answers", rule=NO_RULE, shape=answers_shape(key, about), heading="ANSWERS", talk=exact,
        desk_talk=lambda seen: (), example=lambda seen: [{"key": key, "answer": answer}],
        echo=echo.entries(echo.answer),
    )  # fmt: skip


def asked(sections: Sequence[str]) -> Iterator[str]:
    """The list of sections read back."""
    if sections:
        yield f"You are asked about {echo.names(list(sections))}, where nothing is ordered."
    else:
        yield "You are asked about nothing that your doctrine or a default can answer."


def chosen(known: Mapping[str, Any]) -> str:
    """The doctrine that a view says its seat has chosen; empty if the seat never chose one."""
    return str(known.get("doctrine", {}).get("name", ""))


def in_force(known: Mapping[str, Any], rows: Sequence[Row[Any, Any]]) -> list[str]:
    """Lists what is in force for a reader: the doctrine, what the reader is asked, and standing orders."""
    name, ask = chosen(known), known.get("doctrine", {}).get("ask", ())
    doctrine = [f"Doctrine: {name}."] if name else []
    about = [f"You are asked about {echo.names(list(ask))}, where nothing is ordered."] if ask else []
    return [*doctrine, *about, *(echo.standing(rows, order) for order in known.get("standing", ()))]
