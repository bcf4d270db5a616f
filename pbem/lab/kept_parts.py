"""The folder of a lab: finished parts, kept as they come, and from them the results in the order of their numbers.

A part is a stretch of neighbouring numbers, a line of canonical JSON each; its file is whole or not there. How work
was cut into parts, and who did it when, shows nowhere in `results.jsonl`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.errors import BadInput, bad
from pbem.base.files import make_folders, write_atomic
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.lab.plan import Plan, differences, program_sha256
from pbem.match.folder.process_lock import hold

PLAN, PARTS, RESULTS = "lab.json", "parts", "results.jsonl"
NAME = pattern(r"(\d{10})-(\d{10})\.jsonl")
#: What a second lab in the same folder waits for the first one.
SECONDS = 0.5
#: A plan may be taken up again with more of these.
GROWING = ("games",)


@dataclass(frozen=True, slots=True)
class Kept:
    """The folder in which the results of one plan gather."""

    folder: Path

    @contextmanager
    def held(self) -> Iterator[None]:
        """Holds the folder, so that no other lab works in it."""
        make_folders(self.folder / PARTS, shared=True)
        with hold(self.folder, SECONDS):
            yield

    def begin(self, plan: Plan) -> None:
        """Begins a plan, or goes on with it; BadInput if the folder holds the results of another."""
        now = {**plan.as_json(), "program": program_sha256()}
        if faults := differences(self.terms() or now, now, GROWING):
            raise BadInput([fault.at(str(self.folder / PLAN)) for fault in faults])
        write_atomic(self.folder / PLAN, f"{canonical(now)}\n".encode(), shared=True)

    def terms(self) -> dict[str, Any]:
        """The terms of the plan that was begun here; empty if there is none."""
        path = self.folder / PLAN
        if not path.exists():
            return {}
        try:
            terms = json.loads(path.read_bytes())
        except (ValueError, RecursionError):
            terms = None
        if not isinstance(terms, dict):
            raise bad("holds no plan of a lab", file=str(path), hint="name another folder with --out")
        return terms

    def forget(self) -> None:
        """Deletes the plan and its parts; their results lie elsewhere by now."""
        (self.folder / PLAN).unlink(missing_ok=True)
        for _, path in self.parts():
            path.unlink()

    def parts(self) -> list[tuple[range, Path]]:
        """Lists the finished parts in the order of their numbers."""
        found = [(NAME.fullmatch(path.name), path) for path in (self.folder / PARTS).glob("*.jsonl")]
        return sorted(
            ((range(int(name[1]), int(name[2]) + 1), path) for name, path in found if name),
            key=lambda part: part[0].start,
        )

    def open_stretches(self, total: int) -> list[range]:
        """Lists the stretches of numbers that have no result yet."""
        left, at = [], 0
        for numbers, _ in self.parts():
            left.append(range(at, min(numbers.start, total)))
            at = numbers.stop
        return [each for each in (*left, range(at, total)) if each]

    def keep(self, numbers: range, lines: Sequence[str]) -> None:
        """Writes the lines of a finished part."""
        name = f"{numbers.start:010d}-{numbers.stop - 1:010d}.jsonl"
        write_atomic(self.folder / PARTS / name, "".join(f"{line}\n" for line in lines).encode(), shared=True)

    def records(self, total: int) -> Iterator[dict[str, Any]]:
        """Reads all results in the order of their numbers."""
        for numbers, path in self.parts():
            lines = path.read_text(encoding="utf-8").splitlines()
            if len(lines) != len(numbers):
                raise bad(f"holds {len(lines)} lines for {len(numbers)} numbers", file=str(path), hint="delete it")
            for number, line in zip(numbers, lines, strict=True):
                if number < total:
                    yield json.loads(line)
