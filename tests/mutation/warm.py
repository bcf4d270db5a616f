"""Mutants put to the tests that reach them, in forked children of a process that has collected all tests."""

from __future__ import annotations

import gc
import os
import pickle
import resource
import shutil
import signal
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import pytest
from mutation.grafted import Living
from mutation.mutants import Mutant, mutated
from mutation.traced import Failures, Traced, traced
from mutation.trial import Fate, fate_of_child, hush

#: A test on a mutant has so many times as long as by itself, and this many seconds of the processor besides.
PATIENCE, AT_LEAST = 5.0, 3.0
#: A test that waits for what never comes has so many times as long by the clock.
WALL = 10.0
MEMORY = 4_000_000_000
OPTIONS = ["-q", "-s", "-p", "no:cacheprovider", "--no-header", "-p", "no:xdist", "-W", "ignore", "--tb=no"]




class Warm:
    """A plugin of pytest that puts mutants to the tests instead of running them."""

    def __init__(self, title: str, paths: Sequence[Path], tests: Path, tried: Sequence[Mutant], jobs: int,
                 within: float, listed: Collection[str]) -> None:  # fmt: skip
        self.title, self.paths, self.tests, self.jobs, self.within = title, paths, tests, jobs, within
        self.tried, self.listed = list(tried), listed
        self.known = Traced()
        self.fates: dict[Mutant, Fate] = {}
        self.killers: dict[str, list[str]] = {}
        self.out = os.dup(1)

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Runs the tests once as they are, then those that reach it on each mutant."""
        self.living = Living(self.title, self.paths, self.tests)
        self.known = in_child(lambda: traced(session, self.living, self.paths))
        if not self.known.failed:
            self.items = {item.nodeid: item for item in session.items}
            self.try_all(session)
        return True

    def try_all(self, session: pytest.Session) -> None:
        """Keeps so many children at work."""
        gc.collect()
        gc.freeze()  # else each child copies every page of what it only reads
        waiting, running = list(self.tried), dict[int, tuple[Mutant, Path]]()
        while waiting or running:
            while waiting and len(running) < self.jobs:
                mutant, folder = waiting.pop(0), Path(tempfile.mkdtemp(prefix="mutant"))
                tests = self.in_order(mutant)
                child = os.fork()
                if child == 0:
                    os._exit(self.run(session, mutant, tests, folder))
                running[child] = mutant, folder
            child, status = os.wait()
            mutant, folder = running.pop(child)
            self.fates[mutant] = fate_of_child(status)
            if self.fates[mutant] is Fate.SURVIVED:
                os.write(self.out, f"outlived the tests of its line: {mutant.line}: {mutant.name}\n".encode())
            if (killer := folder / "killer").is_file():
                self.killers.setdefault(of_function(mutant), []).insert(0, killer.read_text())
            shutil.rmtree(folder, ignore_errors=True)

    def in_order(self, mutant: Mutant) -> list[str]:
        """Names the tests to try: first those that killed others of the same function, then the quick ones.

        A mutant that is listed as meaning nothing is put to the tests of its chapter alone.
        """
        reach = self.known.tests_of(mutant.path, mutant.line)
        tests = [test for test in reach if self.known.seconds[test] <= self.within]
        if mutant.name in self.listed:
            tests = [test for test in tests if f"_{mutant.path.stem.partition('_')[0]}_" in test]
        before = dict.fromkeys(test for test in self.killers.get(of_function(mutant), ()) if test in set(tests))
        return [*before, *(test for test in tests if test not in before)]

    def run(self, session: pytest.Session, mutant: Mutant, tests: Sequence[str], folder: Path) -> int:
        """Runs the tests in the child until one fails."""
        os.environ["PYTEST_DEBUG_TEMPROOT"] = str(folder)
        hush()
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
        failures = Failures()
        session.config.pluginmanager.register(failures)
        items = [self.items[test] for test in tests]
        try:
            self.living.graft(mutant.path, mutated(mutant))
            for item, following in zip(items, [*items[1:], None], strict=True):
                (folder / "killer").write_text(item.nodeid)
                with limited(self.known.seconds[item.nodeid]):
                    session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if failures.failed:
                    return 1
        except BaseException:  # whatever a mutant brings about: it was noticed
            return 1
        (folder / "killer").unlink(missing_ok=True)
        return 0


def of_function(mutant: Mutant) -> str:
    return f"{mutant.path.stem}.{mutant.function}"


@contextmanager
def limited(seconds: float) -> Iterator[None]:
    """Ends the process when a test takes far longer than it should."""
    most = AT_LEAST + PATIENCE * seconds
    signal.setitimer(signal.ITIMER_PROF, most)
    signal.setitimer(signal.ITIMER_REAL, WALL * most)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)
    signal.setitimer(signal.ITIMER_REAL, 0)


def in_child(work: Callable[[], Traced]) -> Traced:
    """Does some work in a forked child and brings back what it found."""
    with tempfile.NamedTemporaryFile() as kept:
        child = os.fork()
        if child == 0:
            hush()
            Path(kept.name).write_bytes(pickle.dumps(work()))
            os._exit(0)
        os.waitpid(child, 0)
        found = pickle.loads(Path(kept.name).read_bytes())  # noqa: S301 - written a moment ago, by our own child
    assert isinstance(found, Traced)
    return found


def try_warm(warm: Warm, tests: Sequence[str]) -> Warm:
    """Collects the tests and tries all mutants; in a child, so that no rule is loaded in the process that calls."""
    with tempfile.NamedTemporaryFile() as kept:
        child = os.fork()
        if child == 0:
            hush()
            ended = pytest.main([*OPTIONS, *tests], [warm])
            Path(kept.name).write_bytes(pickle.dumps((warm.known, warm.fates)))
            os._exit(int(ended))
        _, status = os.waitpid(child, 0)
        if status:
            raise ChildProcessError(f"the tests of {warm.title} could not be collected")
        warm.known, warm.fates = pickle.loads(Path(kept.name).read_bytes())  # noqa: S301 - our own child's
    return warm
