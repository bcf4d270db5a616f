"""Audits of many games, several at a time: each result in the order of the games, a failure as a value."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from pbem.base.errors import Fault, PbemError
from pbem.base.records import dataclass
from pbem.match.audit.replay import Audited, audit
from pbem.trust.folder.read_folder import unpacked


@dataclass(frozen=True, slots=True)
class Result:
    """The result of one game: its counts, or its mismatches."""

    path: Path
    audited: Audited | None
    faults: tuple[Fault, ...] = ()
    failed: int = 0

    @property
    def exit_code(self) -> int:
        """The exit code that an audit of this game alone has."""
        return self.audited.exit_code if self.audited else self.failed

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        if self.audited:
            return {"path": str(self.path), "ok": True, **self.audited.as_json()}
        return {"path": str(self.path), "ok": False, "faults": [fault.as_json() for fault in self.faults]}


def audit_each(paths: Sequence[Path], keyring: Path | None = None, jobs: int = 1) -> Iterator[Result]:
    """Audits folders and archives of games; results do not depend on the number of processes."""
    one = partial(audit_one, keyring)
    if jobs == 1 or len(paths) == 1:
        yield from map(one, paths)
        return
    with ProcessPoolExecutor(min(jobs, len(paths))) as pool:
        yield from pool.map(one, paths)


def audit_one(keyring: Path | None, path: Path) -> Result:
    """Audits one game; a mismatch, or a file that cannot be read, is part of the result."""
    try:
        with unpacked(path) as place:
            return Result(path, audit(place, keyring))
    except PbemError as error:
        return Result(path, None, error.faults, error.exit_code)
    except OSError as error:
        return Result(path, None, (Fault(f"cannot be used: {error.strerror or error}", file=str(path)),), 1)
