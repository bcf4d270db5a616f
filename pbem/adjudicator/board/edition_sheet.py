"""Writes the edition sheet, which the owner of a printed game fills in, and counts its open figures."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from pbem.adjudicator.board.edition import Board
from pbem.adjudicator.board.figures import Figures, Record, Value
from pbem.base.counting import counted
from pbem.base.errors import bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.strict_yaml.writing import write

#: The source of figures that nobody could read off a copy.
OURS = "reconstructed"
#: A change that is in force begins like this; one that is switched off has a '#' before it.
IN_FORCE = pattern(rb"(?m)^\s*- (set|add|drop|list):")


@dataclass(frozen=True, slots=True)
class Open:
    """Counts the figures of a section that are still ours."""

    section: str
    figures: int
    of: int


def still_open(figures: Figures) -> list[Open]:
    """Count by section the figures that are still reconstructed; sections that are done are left out."""
    found = []
    for section, records in figures.sections.items():
        sources = [figure.source for record in records for _, figure in record.counted()]
        sources += [record.source for record in records if not any(record.counted())]
        if OURS in sources:
            found.append(Open(section, sources.count(OURS), len(sources)))
    return found


def has_changes(data: bytes) -> bool:
    """Tell whether any change of an edition file is in force."""
    return IN_FORCE.search(data) is not None


def game_of(data: bytes, file: str) -> str:
    """Read which game a file is for, though none of its changes is in force."""
    found = re.search(rb"(?m)^game: ([a-z][a-z0-9-]*)$", data)
    if found is None:
        raise bad("does not say its game", file=file, hint="'pbem edition new GAME' writes such a file")
    return found[1].decode()


def sheet(game: str, title: str, board: Board, section: str = "") -> str:
    """Write the file: every reconstructed figure of a game as a change that is switched off."""
    return "\n".join([*head(game, title), *changes(board.figures, section), ""])


def head(game: str, title: str) -> Iterator[str]:
    """Write what the owner of a copy does with the file."""
    yield f"## Figures of your own copy of {title}."
    yield "##"
    yield "## Below is every figure that we reconstructed, as no public source prints it. Compare each with your copy,"
    yield "## take away the single '#' before its lines, and correct what differs. A figure that is the same is worth"
    yield "## switching on too: it then counts as printed. Leave out what you cannot read."
    yield "##"
    yield "##   pbem edition check FILE                    finds mistakes and says what is still open"
    yield f"##   pbem new ... --game {game} --edition FILE   plays a game with these figures"
    yield "##"
    yield "## The file is yours: pass it on only to people who play this game with you."
    yield "format: pbem-edition/1"
    yield f"game: {game}"
    yield "title: My own copy"
    yield "changes:"


def changes(figures: Figures, only: str = "") -> Iterator[str]:
    """Write each section that has something open, record by record."""
    for each in still_open(figures):
        if only in ("", each.section):
            yield ""
            yield f"## {each.section}: {each.figures} of {counted(each.of, 'figure')} are ours"
            yield from section_lines(each.section, figures.section(each.section))


def section_lines(section: str, records: Sequence[Record]) -> Iterator[str]:
    """Write the open records of a section; a section of bare names is written as one list."""
    made: list[dict[str, Any]] = []
    if not any(any(record.counted()) for record in records):
        made.append({"list": section, "records": [{"id": record.id} for record in records]})
    for record in records:
        ours = {name: plain(figure.value) for name, figure in record.counted() if figure.source == OURS}
        if ours:
            made.append({"set": record.name, "figures": ours})
    for change in made:
        yield from (f"#  {line}" for line in write([change]).splitlines())


def plain(value: Value) -> str | list[str]:
    """Give a figure as strict YAML is written from."""
    return value if isinstance(value, str) else list(value)
