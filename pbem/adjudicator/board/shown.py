"""A game's data for people and for programs: every figure with its source, the shares, what an edition replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.adjudicator.board.edition import Board, Change, Overlay
from pbem.adjudicator.board.figures import SOURCES, Figure, Record, Shares, Value, shares, shares_of
from pbem.base.errors import Kind, bad


def records_of(board: Board, section: str | None) -> tuple[Record, ...]:
    """The records to show: all of them, or those of one section."""
    if section is None:
        return tuple(board.figures.records())
    if section not in board.figures.sections:
        hint = "one of " + ", ".join(board.figures.sections)
        raise bad(f"'{section}' is no section of the data", hint=hint, kind=Kind.UNKNOWN)
    return board.figures.section(section)


def as_lines(game: str, board: Board, section: str | None = None) -> Iterator[str]:
    """The data as a page of text."""
    yield f"{game}: {words(shares(board.figures))}"
    yield f"data {board.figures.digest()}"
    if board.edition:
        yield from edition_lines(board.edition)
    yield from record_lines(records_of(board, section))


def words(share: Shares) -> str:
    """Shares in words."""
    part = share.per_cent()
    return f"{share.total} figures: " + ", ".join(f"{getattr(share, s)} {s} ({part[s]} %)" for s in SOURCES)


def edition_lines(overlay: Overlay) -> Iterator[str]:
    """Yields each change of an edition, old and new."""
    edition, changes = overlay.edition, overlay.changes
    yield f"edition '{edition.title}', SHA-256 {edition.digest}: {count(len(changes), 'figure')} replaced"
    for change in changes:
        yield f"  {change.of} {change.figure or 'record'}: {told(change.old)} -> {told(change.new)}"


def count(number: int, noun: str) -> str:
    """'1 figure', '2 figures'."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def told(figure: Figure | None) -> str:
    """A figure with its source."""
    return f"{text(figure.value)} ({figure.source})" if figure else "nothing"


def text(value: Value) -> str:
    """A value as one text."""
    return value if isinstance(value, str) else f"[{', '.join(value)}]"


def record_lines(records: Iterable[Record]) -> Iterator[str]:
    """Each section under its heading, each record on a line, its figures grouped by source."""
    sections: dict[str, list[Record]] = {}
    for record in records:
        sections.setdefault(record.section, []).append(record)
    for section, members in sections.items():
        yield ""
        yield f"{section} - {words(shares_of(members))}"
        for record in members:
            yield "  " + record_line(record)


def record_line(record: Record) -> str:
    """'havana: rulebook name Havana, nation spanish, value 5; reconstructed hex 2114 - value 3.4'."""
    groups: dict[str, list[str]] = {}
    for name, figure in record.counted():
        groups.setdefault(figure.source, []).append(f"{name} {text(figure.value)}")
    told_ = "; ".join(f"{source} {', '.join(groups[source])}" for source in SOURCES if source in groups)
    labels = [f"{name} {text(figure.value)}" for name, figure in record.figures.items() if name in ("rule", "ref")]
    remarks = [*labels, *([record.note] if record.note else [])]
    return f"{record.id}: {told_ or record.source}" + (f" - {'; '.join(remarks)}" if remarks else "")


def as_plain(game: str, board: Board, section: str | None = None) -> dict[str, Any]:
    """The data as one JSON object."""
    sections: dict[str, list[dict[str, Any]]] = {}
    for record in records_of(board, section):
        sections.setdefault(record.section, []).append(plain_record(record))
    return {
        "game": game,
        "data": board.figures.digest(),
        "shares": plain_shares(shares(board.figures)),
        "edition": plain_edition(board.edition) if board.edition else None,
        "sections": sections,
    }


def plain_shares(share: Shares) -> dict[str, Any]:
    """Counts, and parts of a hundred as text."""
    part = share.per_cent()
    return {source: {"figures": getattr(share, source), "per_cent": part[source]} for source in SOURCES}


def plain_edition(overlay: Overlay) -> dict[str, Any]:
    """The edition and what it replaced."""
    return {
        "title": overlay.edition.title,
        "sha256": overlay.edition.digest,
        "replaced": [plain_change(change) for change in overlay.changes],
    }


def plain_change(change: Change) -> dict[str, Any]:
    """One figure before and after."""
    return {"of": change.of, "figure": change.figure, "old": plain_figure(change.old), "new": plain_figure(change.new)}


def plain_figure(figure: Figure | None) -> dict[str, Any] | None:
    """A value with its source."""
    if figure is None:
        return None
    value = figure.value if isinstance(figure.value, str) else list(figure.value)
    return {"value": value, "source": figure.source}


def plain_record(record: Record) -> dict[str, Any]:
    """A record with all its figures, the labels among them."""
    figures = {name: plain_figure(figure) for name, figure in record.figures.items()}
    return {"id": record.id, "source": record.source, "note": record.note, "figures": figures}
