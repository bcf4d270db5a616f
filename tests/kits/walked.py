"""Counts what a command reads and parses while it runs: the ledger, checkpoints, order files."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any

from pbem.trust.record.checkpoint import parse_checkpoint
from pbem.trust.record.ledger import READ

LEDGER, CHECKPOINT = "ledger.jsonl", "checkpoint"
#: What is counted -> the function that does it: its module's file, and its name.
PARSES = {
    "ledger parsed": ("record/ledger.py", "read_lines"),
    "checkpoints parsed": ("record/checkpoint.py", "parse_checkpoint"),
}
READS = {LEDGER: "ledger read", CHECKPOINT: "checkpoint read"}
#: A title reads an order file by its schema, and the duel by itself.
ORDERS = (("order_shape.py", "read_shape"), ("duel.py", "read_orders"))
#: The counters that are being filled; audit hooks cannot be taken away, so that one stands for all.
OPEN: list[Counter[str]] = []


def watch_files(event: str, arguments: tuple[Any, ...]) -> None:
    """Count each file that is opened to be read."""
    if event != "open" or not OPEN or not isinstance(arguments[0], str | Path) or "r" not in (arguments[1] or "r"):
        return
    if name := READS.get(Path(arguments[0]).name):
        OPEN[-1][name] += 1


sys.addaudithook(watch_files)


@contextmanager
def counted() -> Iterator[Counter[str]]:
    """Counts what is read and parsed inside the block."""
    found: Counter[str] = Counter()

    def called(frame: FrameType, event: str, argument: object) -> None:
        code = frame.f_code
        if event != "call":
            return
        for what, (file, name) in PARSES.items():
            if code.co_name == name and code.co_filename.replace("\\", "/").endswith(file):
                found[what] += 1
        for file, name in ORDERS:
            if code.co_name == name and code.co_filename.endswith(file):
                found["order files parsed"] += 1

    READ.clear()  # a command begins with nothing in memory
    parse_checkpoint.cache_clear()
    OPEN.append(found)
    sys.setprofile(called)
    try:
        yield found
    finally:
        sys.setprofile(None)
        OPEN.remove(found)
