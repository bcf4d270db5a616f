"""The page on a title's order files: each section with its fields, from the schema, and an example that works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from pbem.schema.reference_page import HEAD, row, tables
from pbem.schema.shape import Schema, load, resolve

#: The head of an order file is told at the top of the page.
HEAD_KEYS = ("pbem", "game", "seat", "phase")


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
        """Who gives them."""
        return self.by or self.phase.partition(".")[2]

    @property
    def file(self) -> str:
        """The whole order file."""
        return f"pbem: orders/1\nseat: {self.seat}\nphase: {self.phase}\n{self.text}"


def guide(name: str, title: str, opening: Sequence[str], examples: Mapping[str, Example], conditions: Schema) -> str:
    """The page, without the notice that it is generated."""
    schema = resolve(load(name))
    told: set[str] = set()
    last = list(tables(conditions, "if[]", told))
    lines = [f"# Orders of {title}", "", schema.description, "", *opening, "", "Its head:", "", *HEAD]
    lines += [row(key, schema.properties[key], key in schema.required) for key in HEAD_KEYS]
    lines.append("")
    for key, section in schema.properties.items():
        if key not in HEAD_KEYS:
            lines += chapter(key, section, examples[key], told)
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
        yield from (f"{heading}: {part.description}" if part.description else heading, "", *HEAD)
        yield from (row(key, each, key in part.required) for key, each in part.properties.items())
        yield ""
