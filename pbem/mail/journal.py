"""A file of JSON lines that only grows. A line counts once its line end is on the disk; half a line is cut off."""

from __future__ import annotations

import json
import os
from contextlib import suppress
from pathlib import Path
from typing import Any, TypeGuard

from pbem.base.errors import bad
from pbem.base.files import appended, stir, sync_folder


class Journal:
    """One file. The caller sees to it that one process at a time appends. A folder `beside` it is stirred before each
    line, for those who look at that one alone.
    """

    def __init__(self, path: Path, beside: Path | None = None) -> None:
        self.path, self.beside = path, beside

    def read(self) -> list[dict[str, Any]]:
        """Every whole line; half a line at the end was never acknowledged to anybody and is taken off."""
        if not self.path.exists():
            return []
        data = self.path.read_bytes()
        end = data.rfind(b"\n") + 1
        if end < len(data):
            with self.path.open("r+b") as stream:
                stream.truncate(end)
                os.fsync(stream.fileno())
        lines = data[:end].splitlines()
        with suppress(ValueError, RecursionError):  # all at once takes a third of the time
            events: list[dict[str, Any]] = json.loads(b"[%b]" % b",".join(lines))
            if len(events) == len(lines) and all(map(is_event, events)):
                return events
        return [self.event(line, number) for number, line in enumerate(lines, 1)]

    def event(self, line: bytes, number: int) -> dict[str, Any]:
        """One line as an event, or a fault that names it."""
        try:
            event = json.loads(line)
        except (ValueError, RecursionError):
            event = None
        if not is_event(event):
            raise bad("is no event", file=str(self.path), line=number, hint="the file is only ever written by pbem")
        return event

    def append(self, event: dict[str, Any]) -> None:
        """Appends one line, which is on the disk when this returns. A line that did not fit is removed before the
        error goes on.
        """
        line = json.dumps(event, ensure_ascii=True, sort_keys=True, separators=(",", ":")).encode("ascii") + b"\n"
        if self.beside is not None:
            stir(self.beside)
        fresh = not self.path.exists()
        if fresh:
            self.path.parent.mkdir(parents=True, exist_ok=True)
        with appended(self.path) as stream:
            before = stream.tell()
            try:
                write_all(stream.fileno(), line)
                os.fsync(stream.fileno())
            except OSError as error:
                stream.truncate(before)
                raise bad(f"cannot be written: {error.strerror}", file=str(self.path)) from None
        if fresh:
            sync_folder(self.path.parent)


def is_event(found: Any) -> TypeGuard[dict[str, Any]]:
    """Tells if this is an object with the three keys that all events have."""
    return isinstance(found, dict) and all(isinstance(found.get(key), str) for key in ("event", "name", "t"))


def write_all(handle: int, data: bytes) -> None:
    """All of it, however often the system takes only a part."""
    while data:
        data = data[os.write(handle, data) :]
