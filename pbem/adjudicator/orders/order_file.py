"""The order file as a player gets it, whatever the title: everything that may be ordered now, switched off.

It is strict YAML as it stands and orders nothing but a doctrine. `##` begins talk, `#` an order that counts once the
`#` is gone.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from pbem.adjudicator.orders.grammar import HEAD, OrderTable, Row, Seen
from pbem.base.lettering import WIDTH, ascii_only, hang, tidy
from pbem.base.records import dataclass
from pbem.schema.shape import load
from pbem.strict_yaml.writing import one_line, write

TALK = "##"
HOW_TO = (
    "Lines that begin with ## are talk. Lines that begin with one # are orders switched off: take away the # (and "
    "nothing else), change the names, and they count. All of them may be left out. Then: pbem orders check FILE"
)
#: How far a line of an order file may stand in, with the # that switches it off, and still fit the page.
ROOM = WIDTH - 2


@dataclass(frozen=True, slots=True)
class Section:
    """One part of the file: what to know, what to write."""

    title: str
    talk: tuple[str, ...]
    lines: tuple[str, ...]  # orders, switched off


def order_template(table: OrderTable[Any, Any, Any], view: Mapping[str, Any], head: Mapping[str, str]) -> str:
    """The file of the open step. `head` may hold game, seat, phase, title, deadline and schema."""
    seen = table.see(view)
    seat = head.get("seat") or str(view["seat"])
    heads = {"game": head.get("game", ""), "seat": seat, "phase": head.get("phase") or str(view.get("phase", ""))}
    told = [f"{table.title}: {str(view['seat']).title()} orders, {table.phase_title(seen)}"]
    told += [ascii_only(head["title"])] if head.get("title") else []
    told += [f"Due by {head['deadline']}."] if head.get("deadline") else []
    lines = [f"# yaml-language-server: $schema={head.get('schema') or f'{table.schema_name}.schema.json'}"]
    lines += [*map(talk, told), TALK, talk(HOW_TO), "", "pbem: orders/1"]
    lines += [f"{name}: {one_line(value)}" for name, value in heads.items() if value]
    for each in sections(table, seen):
        lines += ["", talk(f"==== {each.title}"), *map(talk, each.talk), *each.lines]
    return tidy("\n".join(lines))


def sections(table: OrderTable[Seen, Any, Any], seen: Seen, *, stopped: bool = False) -> Iterator[Section]:
    """Yields the sections of the open step, or those that count once a question has stopped it.

    Each has a heading and an example.
    """
    for row in table.in_season(table.step_of(seen)):
        if stopped and not (row.key in table.still_read if table.still_read else row.lasting):
            continue
        example = example_of(row, seen)
        if row.heading and example is not None:
            heading = row.heading if isinstance(row.heading, str) else row.heading(seen)
            shown = {row.key: example} | {name: example_of(table.row[name], seen) for name in row.shows}
            written = yaml_lines({row.key: example}) if row.switched_on(seen) else []
            lines = written or [line for name, part in shown.items() for line in switched_off(name, part)]
            yield Section(heading, tuple(row.talk(seen)), tuple(lines))


def example_of(row: Row[Seen, Any], seen: Seen) -> Any:
    """Returns the template's example of a section; None where nothing in it would be lawful."""
    return row.example(seen) if row.example is not None else None


def in_force(what: str, view: Mapping[str, Any]) -> Iterator[str]:
    """Yields the title's words on standing orders, and the orders in force."""
    orders = view.get("standing", ())
    yield what
    yield from (f"  In force: {one_line(dict(order))}" for order in orders)
    if not orders:
        yield "None is in force."


def exact(_: object) -> Iterator[str]:
    """Yields a line that explains exact answers."""
    yield "To questions a letter has put to you, by their keys; the letter prints the lines to copy."


def switched_off(name: str, value: Any) -> tuple[str, ...]:
    """A section as strict YAML behind a #; nothing where there is nothing to show."""
    if value is None or value in ([], {}):
        return ()
    return tuple(f"#{line}" for line in yaml_lines({name: value}))


def talk(text: str) -> str:
    """A line of talk, wrapped; an indented one goes on two columns deeper."""
    deep = text.startswith("  ")
    first, onward = (f"{TALK}   ", f"{TALK}     ") if deep else (f"{TALK} ", f"{TALK} ")
    begun, *rest = hang(text.strip(), first.rstrip(), len(first), WIDTH - len(onward) + len(first)).split("\n")
    return "\n".join([begun, *(f"{onward}{line.strip()}" for line in rest)])


def yaml_lines(value: Any) -> list[str]:
    """A value as lines of an order file that fit the page; a line to each item where they would not."""
    lines = write(value).rstrip("\n").split("\n")
    return lines if all(len(line) <= ROOM for line in lines) else list(one_each(value))


def one_each(value: Any) -> Iterator[str]:
    """Block style to the last item."""
    if not value or not isinstance(value, dict | list):
        yield one_line(value)
        return
    for name, inner in value.items() if isinstance(value, dict) else ((None, item) for item in value):
        lead, lines = ("- " if name is None else f"{name}:"), list(one_each(inner))
        if not inner or not isinstance(inner, dict | list):
            yield f"{lead.rstrip()} {lines[0]}"
        elif name is None:
            yield from (f"{'  ' if number else lead}{line}" for number, line in enumerate(lines))
        else:
            yield from (lead, *(f"  {line}" for line in lines))


def template_of_schema(schema: str, head: Mapping[str, str]) -> str:
    """The order file of a title that has a schema and no table: its head, and each section with what it is for."""
    sections = (f"# {name}: {part.description}\n" for name, part in load(schema).properties.items() if name not in HEAD)
    return write({"pbem": "orders/1", **head}) + "".join(sections)
