"""Results as a Parquet file, which programs that count and draw read directly."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from pathlib import Path
from typing import Any

from pbem.base.errors import bad
from pbem.base.files import put_in_place

NAME = "results.parquet"
TEXT, NUMBER, TRUTH = "string", "int64", "bool_"
GAME = {
    "number": NUMBER, "seed": TEXT, "scenario": TEXT, "house": TEXT, "bots": TEXT, "winner": TEXT, "phases": NUMBER,
    "turns": NUMBER, "answers": NUMBER, "dice": NUMBER, "questions": NUMBER, "refused": NUMBER, "replayed": TRUTH,
    "failed": TEXT,
}  # fmt: skip
AUDIT = {
    "number": NUMBER, "path": TEXT, "ok": TRUTH, "exit_code": NUMBER, "game": TEXT, "phases": NUMBER, "rolls": NUMBER,
    "answers": NUMBER, "reports": NUMBER, "over": TRUTH, "same_rules": TRUTH, "root": TEXT, "files": TEXT,
    "failed": TEXT,
}  # fmt: skip
#: Rows that are in memory at a time; it decides the groups of the file, so that it is the same in every run.
ROWS = 50_000


def write_parquet(folder: Path, columns: Mapping[str, str], records: Iterable[Mapping[str, Any]]) -> Path:
    """Writes the columns of all records; what a record does not have is empty."""
    try:
        import pyarrow as pa
        from pyarrow.parquet import ParquetWriter
    except ImportError:
        hint = "install it with: pip install 'pbem[lab]'"
        raise bad("Parquet is written by pyarrow, which is not installed", hint=hint) from None
    schema = pa.schema([(name, getattr(pa, kind)()) for name, kind in columns.items()])
    path = folder / NAME
    draft = path.with_name(f".{NAME}.new")
    with ParquetWriter(draft, schema) as writer:
        for rows in grouped(records):
            writer.write_table(pa.Table.from_pylist([row_of(each, columns) for each in rows], schema=schema))
    put_in_place(draft, path)
    return path


def grouped(records: Iterable[Mapping[str, Any]]) -> Iterator[list[Mapping[str, Any]]]:
    """Takes records by groups of fixed length."""
    source = iter(records)
    while rows := list(islice(source, ROWS)):
        yield rows


def row_of(record: Mapping[str, Any], columns: Mapping[str, str]) -> dict[str, Any]:
    """The columns of one record; a failure as one sentence."""
    return {name: failure_of(record) if name == "failed" else record.get(name) for name in columns}


def failure_of(record: Mapping[str, Any]) -> str | None:
    """The failure of a game, or the first fault of an audit, in one line; none if all holds."""
    if "failed" in record:
        return str(record["failed"]["sentence"])
    for fault in record.get("faults", ()):
        return f"{fault.get('file', '')}: {fault['message']}"
    return None
