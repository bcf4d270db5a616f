"""One run of a lab: what is left of a plan goes to the workers, and what comes home is kept and told."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.files import put_in_place, sync_folder, write_atomic
from pbem.base.records import dataclass
from pbem.lab.kept_parts import RESULTS, Kept
from pbem.lab.plan import Plan

if TYPE_CHECKING:
    from distributed import Client

FAILURES = "failures"
Told = Callable[[int, int], None]


@dataclass(frozen=True, slots=True)
class Means:
    """The means of a run: workers here or at a scheduler, and the work that one of them takes at a time."""

    jobs: int
    cluster: str = ""
    batch_seconds: float = 10.0

    @contextmanager
    def client(self) -> Iterator[Client]:
        """Starts the workers, or finds them."""
        from pbem.lab.dask_workers import client

        with client(self.jobs, self.cluster) as connected:
            yield connected


def run(plan: Plan, kept: Kept, means: Means, told: Told, settled: Callable[[str], str] = str) -> None:
    """Does what is left of a plan. The folder is held by the caller; every finished part stays in it."""
    kept.begin(plan)
    stretches = kept.open_stretches(plan.total)
    done = plan.total - sum(map(len, stretches))
    told(done, plan.total)
    if not stretches:
        return
    from pbem.lab.dask_workers import all_done

    with means.client() as connected:
        for batch in all_done(connected, plan, stretches, means.batch_seconds):
            kept.keep(batch.numbers, [settled(line) for line in batch.lines])
            done += len(batch.numbers)
            told(done, plan.total)


def write_results(kept: Kept, total: int) -> Path:
    """Writes all results in the order of their numbers; a failed game's transcript becomes a file of its own."""
    path = kept.folder / RESULTS
    draft = path.with_name(f".{RESULTS}.new")
    with draft.open("wb") as stream:
        for record in kept.records(total):
            if "transcript" in record:
                name = record["failed"]["file"]
                write_atomic(kept.folder / FAILURES / name, record.pop("transcript").encode(), shared=True)
            stream.write(f"{canonical(record)}\n".encode())
    put_in_place(draft, path)
    sync_folder(path.parent)
    return path


def results(kept: Kept) -> Iterator[dict[str, Any]]:
    """Reads the results again, one at a time."""
    with (kept.folder / RESULTS).open(encoding="utf-8") as stream:
        for line in stream:
            yield json.loads(line)
