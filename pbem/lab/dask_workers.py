"""Workers that Dask starts here, or finds at a scheduler, and the one loop that hands them work.

Work goes out in batches of neighbouring numbers, as long as a worker needs a few seconds for. Only numbers go to the
workers, and only lines of results come home. If a worker dies, Dask gives its batch to another one.
"""

from __future__ import annotations

import gc
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.records import dataclass
from pbem.lab.plan import Plan, other_program, program_sha256

if TYPE_CHECKING:
    from distributed import Client, Future

#: Batches under way for each worker: one at work, one waiting, so that none idles while its result comes home.
AHEAD = 3
MOST_NUMBERS = 10_000
#: So many workers may die over one batch before its numbers are tried one by one.
DEATHS = 5
#: A disk or a network far away fails for a moment more often than for good.
RETRIES = 2
#: Our own workers are for this machine alone.
HERE = "127.0.0.1"
#: A worker makes much and keeps little: loose objects are looked for after so many, as in a command.
MOST_LOOSE = 250_000
EXTRA = "install it with: pip install 'pbem[lab]'"


@dataclass(frozen=True, slots=True)
class Done:
    """A finished batch: its numbers and their lines."""

    numbers: range
    lines: tuple[str, ...]


@contextmanager
def client(jobs: int, cluster: str) -> Iterator[Client]:
    """Connects to the scheduler at an address, or starts workers on this machine."""
    try:
        import dask
        from distributed import Client, LocalCluster
    except ImportError:
        raise bad("the lab needs Dask, which is not installed", hint=EXTRA) from None
    if cluster:
        try:
            connected = Client(cluster, timeout=10)
        except (OSError, ValueError) as error:
            hint = "give the address that the scheduler shows, like tcp://head.example:8786"
            raise bad(f"no scheduler answers at {cluster}: {error}", hint=hint) from None
        with connected:
            yield connected
        return
    settings = {
        "distributed.scheduler.allowed-failures": DEATHS,
        "distributed.admin.large-graph-warning-threshold": "1GB",
    }
    with (
        dask.config.set(settings),
        LocalCluster(
            n_workers=jobs, threads_per_worker=1, host=HERE, dashboard_address=f"{HERE}:0", silence_logs="CRITICAL"
        ) as local,
        Client(local) as connected,
    ):
        yield connected


def work_on(plan: Plan, numbers: range, program: str) -> Fault | tuple[tuple[str, ...], float]:
    """Does a batch of the work on a worker; returns a line for each number, and the seconds it took."""
    from distributed import get_worker

    if fault := other_program(program, str(get_worker().address)):
        return fault
    gc.set_threshold(MOST_LOOSE)
    began = perf_counter()
    return tuple(canonical(plan.result(number)) for number in numbers), perf_counter() - began


class Cutter:
    """Cuts stretches of numbers into batches that take about the wanted time."""

    def __init__(self, stretches: Iterable[range], seconds: float) -> None:
        self.left = [each for each in reversed(list(stretches)) if each]
        self.seconds = seconds
        self.size = 1

    def learn(self, count: int, seconds: float) -> None:
        """Takes the measured time of a batch as the measure of the next, at most four times as long."""
        fits = int(self.seconds * count / max(seconds, 1e-6))
        self.size = max(1, min(fits, 4 * self.size, MOST_NUMBERS))

    def __iter__(self) -> Iterator[range]:
        while self.left:
            whole = self.left.pop()
            cut = whole[: self.size]
            if rest := whole[self.size :]:
                self.left.append(rest)
            yield cut


class Hands:
    """The batches that are under way at the workers of a client."""

    def __init__(self, connected: Client, plan: Plan) -> None:
        from distributed import as_completed

        self.client = connected
        self.plan = plan
        self.program = program_sha256()
        self.waiting = as_completed()
        self.numbers: dict[str, range] = {}

    def give(self, numbers: range) -> None:
        """Sends a batch out."""
        part = self.plan.part(numbers)
        future: Future = self.client.submit(work_on, part, numbers, self.program, pure=False, retries=RETRIES)
        self.numbers[str(future.key)] = numbers
        self.waiting.add(future)

    def is_short(self) -> bool:
        """Tells if the workers could take another batch."""
        return len(self.numbers) < AHEAD * max(1, len(self.client.scheduler_info(-1)["workers"]))

    def take(self) -> tuple[range, Any, BaseException | None]:
        """Waits for the next batch: its numbers, and its value or the error that ended it."""
        future: Future = next(self.waiting)
        numbers = self.numbers.pop(str(future.key))
        if future.status == "finished":
            return numbers, future.result(), None
        return numbers, None, future.exception()


def all_done(connected: Client, plan: Plan, stretches: Iterable[range], seconds: float) -> Iterator[Done]:
    """Does all the work, and yields each batch when it is home, in whatever order that is.

    Batches whose workers died are tried again, number by number. Numbers that kill every worker end in CheckFailed,
    after all others are done.
    """
    from distributed import KilledWorker

    cutter, hands = Cutter(stretches, seconds), Hands(connected, plan)
    batches, deadly = iter(cutter), list[int]()
    while True:
        while hands.is_short() and (batch := next(batches, None)) is not None:
            hands.give(batch)
        if not hands.numbers:
            break
        numbers, value, error = hands.take()
        if isinstance(value, Fault):
            raise CheckFailed(value)
        if error is None:
            lines, taken = value
            cutter.learn(len(numbers), taken)
            yield Done(numbers, lines)
        elif not isinstance(error, KilledWorker):
            hint = "pbem and the extra 'lab' must be installed wherever a worker runs"
            raise bad(f"a worker cannot do its work: {type(error).__name__}: {error}", hint=hint)
        elif len(numbers) > 1:
            for number in numbers:
                hands.give(range(number, number + 1))
        else:
            deadly.append(numbers.start)
    if deadly:
        hint = "give the workers more memory, or leave these out"
        raise CheckFailed(
            Fault(f"number {number} has ended every worker that took it", hint=hint, kind=Kind.MISMATCH)
            for number in sorted(deadly)
        )
