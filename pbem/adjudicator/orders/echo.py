"""Orders read back in words: what is the same for every title, as `orders check` and the report tell it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.orders.grammar import OrderTable, Row
from pbem.strict_yaml.writing import one_line

Part = Mapping[str, Any]
Words = Callable[[Any], str]
#: What an empty list of preferences means.
BY_DEFAULT = "as the question itself proposes"


def names(value: Any) -> str:
    """A list of words, or the word that stands for one."""
    words = value if isinstance(value, list) else [value]
    return ", ".join(str(word).replace("_", " ") for word in words)


def conditions(given: Sequence[Part]) -> str:
    """Conditions as they were written, without their brackets."""
    parts = [(word, value) for condition in given for word, value in condition.items()]
    return " and ".join(f"{word.replace('_', ' ')} {one_line(value).strip('{}')}" for word, value in parts)


def if_so(part: Part) -> str:
    """The tail of an order that holds under conditions only."""
    return f", if {conditions(part['if'])}" if part.get("if") else ""


def by_sort(section: Part) -> str:
    """A mapping of sorts to names."""
    return "; ".join(f"{sort.replace('_', ' ')}: {names(value)}" for sort, value in section.items() if value)


def each(words: Words) -> Words:
    """The same for a list of parts."""
    return lambda section: "; ".join(words(part) for part in section)


def entries(words: Words) -> Callable[[Any], Iterator[str]]:
    """A line for each entry of a list."""
    return lambda section: (words(entry) for entry in section)


#: Of a list of more places than this, a line of doctrine gives the first.
MOST_ALOUD = 12


def aloud(head: str, words: Words = names) -> Callable[[Any], Iterator[str]]:
    """A section of doctrine in a line: how it begins, and the rest in words; an empty list is left to the default."""
    return lambda section: iter((f"{head}: {in_short(section, words) or BY_DEFAULT}",))


def in_short(section: Any, words: Words) -> str:
    """A section in words; of a long list its first places, and how many come after them."""
    more = len(section) - MOST_ALOUD if isinstance(section, list) else 0
    return f"{words(section[:MOST_ALOUD])} and {more} more" if more > 1 else words(section)


def doctrine(rows: Iterable[Row[Any, Any]], body: Part) -> Iterator[str]:
    """Each section of doctrine in a line."""
    for row in rows:
        if row.key in body and row.echo is not None:
            yield from row.echo(body[row.key])


def joined(lines: Sequence[str]) -> str:
    """Lines in one: whole sentences after a full stop, other words after a semicolon."""
    return "".join(f"{('. ' if line[:1].isupper() else '; ') if number else ''}{line}"
                   for number, line in enumerate(lines))  # fmt: skip


def standing(rows: Iterable[Row[Any, Any]], order: Part) -> str:
    """A standing order in a sentence: what it will do, while what holds, until when."""
    if "cancel" in order:
        return f"Standing order {order['cancel']} is cancelled."
    until = f"; until {conditions(order['until'])}" if order.get("until") else ""
    once = "; once" if order.get("once") else ""
    told = joined([line.removesuffix(".") for line in doctrine(rows, order)]) or "nothing"
    return f"Standing order {order['number']}{if_so(order)}: {told}{until}{once}."


def answer(part: Part) -> str:
    """An exact answer to a question."""
    return f"If asked {part['key']}: {one_line(part['answer'])}."


def told(table: OrderTable[Any, Any, Any], body: Part) -> Iterator[str]:
    """An order file, read back to its owner section by section."""
    for row in table.rows:
        if row.key in body and row.echo is not None:
            for line in row.echo(body[row.key]):
                yield f"This phase, {line}." if row.lasting else line
