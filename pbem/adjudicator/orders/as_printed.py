"""Names in an order file as reports print them, in any case: each is put into the one form that orders have.

`Boyne`, `Frigate (e2)`, `HMS Cornwall` or `St. John's` become the id of the one piece or place that they can mean. A
name that could mean two, or none, stays, and the check names it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from pbem.adjudicator.board.naming import fold, meant_by
from pbem.adjudicator.orders.grammar import OrderTable
from pbem.adjudicator.orders.name_check import leaves
from pbem.adjudicator.orders.shapes import Just, Leaf, Number, Word
from pbem.base.counting import counted
from pbem.base.errors import Fault
from pbem.base.records import replace
from pbem.strict_yaml import Mapping as Node
from pbem.strict_yaml import Scalar, gather
from pbem.strict_yaml.writing import one_line

#: A longer text is no name.
LONGEST = 60


class Change(NamedTuple):
    """A name that is put into its form: its place, as it was written, as it is in orders."""

    line: int
    column: int
    width: int
    written: str
    name: str

    @property
    def is_plain(self) -> bool:
        """Tells if nothing but capitals, blanks and hyphens was changed."""
        return fold(self.written) == fold(self.name)

    def __str__(self) -> str:
        return f"Line {self.line}: '{self.written}' is {self.name}."


def as_orders_have_it(
    table: OrderTable[Any, Any, Any], known: Mapping[str, Any], data: bytes
) -> tuple[bytes, list[Change]]:  # fmt: skip
    """The file with every name in the form that orders have, and what was changed."""
    reading = gather(data)
    if not isinstance(reading.node, Node) or reading.page.damaged:
        return data, []
    lines = data.decode("utf-8").split("\n")
    made = list[Change]()
    for change in sorted(set(changes(table, known, reading.node)), reverse=True):
        line, start = lines[change.line - 1], change.column - 1
        if line[start : start + change.width].strip("'\"") == change.written:
            lines[change.line - 1] = line[:start] + one_line(change.name) + line[start + change.width :]
            made.append(change)
    return "\n".join(lines).encode("utf-8"), made[::-1]


def told(made: Sequence[Change]) -> tuple[str, ...]:
    """Lists the changes for the player: each name that has another form, and how many were only written otherwise."""
    plain = sum(change.is_plain for change in made)
    count = (f"{counted(plain, 'name is', 'names are')} put into small letters and hyphens.",) if plain else ()
    return (*count, *(str(change) for change in made if not change.is_plain))


def as_written(fault: Fault, made: Iterable[Change], data: bytes) -> Fault:
    """A fault of the changed file as its writer has it: at their place, in their words."""
    here = [change for change in made if change.line == fault.line]
    if not here or not fault.column:
        return fault
    column, width, message = fault.column, fault.width, fault.message
    for change in sorted(here):
        now = len(one_line(change.name))
        if column == change.column:  # the earlier changes of the line are undone by now
            width = change.width if width == now else width
            message = message.replace(f"'{change.name}'", f"'{change.written}'")
        elif column > change.column:
            column += change.width - now
    excerpt = data.decode("utf-8").split("\n")[fault.line - 1].rstrip("\r")
    return replace(fault, column=column, width=width, message=message, excerpt=excerpt)


def changes(table: OrderTable[Any, Any, Any], known: Mapping[str, Any], root: Node) -> Iterator[Change]:
    """Every name that is not in its form, and the one form it can have."""
    board, seat = table.board_of(known), str(known["seat"])
    now = {fold(name): each for name, each in table.called(table.see(known)).items()} if table.called else {}
    for spot, place in leaves(table.place, root):
        shapes = place.shapes
        if len(spot.text) > LONGEST or any(isinstance(shape, Number) for shape, _ in shapes):
            continue
        name = word_for(spot, [shape for shape, _ in shapes]) or piece_for(table, board, seat, spot, shapes, now)
        if name and name != spot.text:
            yield Change(spot.line, spot.column, spot.width, spot.text, name)


def word_for(spot: Scalar, shapes: Iterable[Any]) -> str:
    """The one of a few words that a text is, apart from capitals; empty where it is one as it stands, or none."""
    words = [word for shape in shapes for word in words_of(shape)]
    found = {word for word in words if word.lower() == spot.text.lower()}
    return "" if spot.text in words or len(found) != 1 else found.pop()


def words_of(shape: Any) -> tuple[str, ...]:
    """The words that a shape takes."""
    return shape.words if isinstance(shape, Word) else (shape.word,) if isinstance(shape, Just) else ()


def piece_for(
    table: OrderTable[Any, Any, Any], board: Any, seat: str, spot: Scalar, shapes: Iterable[Any], now: Mapping[str, str]
) -> str:  # fmt: skip
    """The id of the one piece or place that a text means; empty where it needs no change, or means several.

    A name with its id in brackets behind it means that id; `now` has what reports call pieces at this moment.
    """
    sort = next((shape.sort for shape, _ in shapes if isinstance(shape, Leaf) and shape.sort), "")
    if not sort or spot.text in table.plain_words:
        return ""
    judge, small = table.judges[sort], spot.text.lower()
    found = judge(board, seat, spot.text)
    if found is None:
        return ""
    if small in table.plain_words or judge(board, seat, small) is None:
        return small
    names = [name for name in meant_by(spot.text, found.names) if judge(board, seat, name) is None]
    if not names:
        named = (spot.text.rpartition("(")[2].rstrip(") "), now.get(fold(spot.text), ""))
        names = [name for name in named if name and judge(board, seat, name) is None]
    return names[0] if len(names) == 1 else ""
