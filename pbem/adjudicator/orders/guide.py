"""The page on a title's order files: each section with its fields, from the table, and an example that works."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.orders.grammar import HEAD, Example, OrderTable
from pbem.schema.reference_page import HEAD as COLUMNS
from pbem.schema.reference_page import row, tables
from pbem.schema.shape import Schema, load, resolve
from pbem.schema.shape import part as part_of


def guide(table: OrderTable[Any, Any, Any]) -> str:
    """The page, without the notice that it is generated."""
    schema = resolve(load(table.schema_name))
    told: set[str] = set()
    conditions = resolve(part_of(table.schema_name, "/$defs/conditions"))
    last = list(tables(conditions, "if[]", told))
    lines = [f"# Orders of {table.title}", "", schema.description, "", *table.first_lines, ""]
    lines += ["Its head:", "", *COLUMNS]
    lines += [row(key, schema.properties[key], key in schema.required) for key in HEAD]
    lines.append("")
    for key, section in schema.properties.items():
        lines += chapter(key, section, table.stories[key], told) if key in table.stories else ()
    lines += ["## Conditions", "", conditions.description + ".", "", *fields(last)]
    return "\n".join(lines).rstrip("\n") + "\n"


def chapter(name: str, section: Schema, example: Example, told: set[str]) -> Iterator[str]:
    """One section: meaning, example, fields."""
    section = resolve(section)
    rule = f" (rule {section.rule})" if section.rule else ""
    yield from (f"## {name}", "", f"{section.description}{rule}.", "")
    yield from ("```yaml", example.text.rstrip("\n"), "```", "", example.words, "")
    yield from fields(list(tables(section, name, told)))


def fields(found: list[tuple[str, Schema]]) -> Iterator[str]:
    """A table for each mapping."""
    for heading, part in found:
        yield from (f"{heading}: {part.description}" if part.description else heading, "", *COLUMNS)
        yield from (row(key, each, key in part.required) for key, each in part.properties.items())
        yield ""
