"""What every test may ask for."""

from __future__ import annotations

import gc
import os
from collections.abc import Generator
from typing import Any

import compiled_once  # noqa: F401 (first of all: what comes after it is compiled once)
import pytest
from browser_kit import browser as browser
from browser_kit import page as page
from hypothesis import HealthCheck, settings
from proof_kit import node as node
from vectors_kit import VECTORS

from pbem.adjudicator.title_check import faults_of
from pbem.adjudicator.titles import GAMES, load_game
from pbem.trust.people import charter

settings.register_profile(
    "pbem", deadline=None, derandomize=True, print_blob=True, suppress_health_check=[HealthCheck.too_slow]
)
settings.load_profile("pbem")

#: Tests make much and keep little: looked for less often, what nobody holds costs a twentieth of the time.
gc.set_threshold(50_000, 20, 50)
#: Games of tests keep exact times and any address; what `pbem new` guards against has tests of its own.
os.environ["PBEM_REHEARSAL"] = "1"


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int:
    """One worker more than there are cores: much of the suite waits for mail servers, browsers and child processes."""
    return int(os.environ.get("PYTEST_XDIST_AUTO_NUM_WORKERS") or (os.cpu_count() or 1) + 1)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A worker that is done takes tests from the others, unless the command says `--dist` otherwise."""
    from xdist.scheduler import WorkStealingScheduling  # type: ignore[import-untyped,unused-ignore]

    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


def pytest_sessionstart(session: pytest.Session) -> None:
    """Stop before the first test where a title names a part that is not there: no player should be the first to see."""
    if hasattr(session.config, "workerinput"):
        return  # whoever has started the workers looks once for all of them
    if faults := [fault for name in GAMES for fault in faults_of(load_game(name))]:
        raise pytest.UsageError("\n".join(faults))


#: Modules with tests of half a minute: they begin first, so that no core is idle at the end.
SLOW = {
    "test_whole_games", "test_year", "test_sample_kill", "test_game_watches", "test_mail_house_hands",
    "test_docs_benchmarks", "test_docs_guides", "test_acts_back", "test_game_kill", "test_locked_keyring",
}  # fmt: skip


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(
    collector: pytest.Collector,
) -> Generator[None, pytest.CollectReport, pytest.CollectReport]:
    """Let each of several workers begin at another place of a folder: one of them compiles a module of tests, and the
    others, who come there later, load what it has kept.
    """
    report = yield
    worker = getattr(collector.config, "workerinput", None)
    if worker and isinstance(collector, pytest.Dir) and (found := report.result):
        start = len(found) * int(worker["workerid"].removeprefix("gw")) // int(worker["workercount"])
        report.result = [*found[start:], *found[:start]]
    return report


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the slow modules first, all others keep their order; what is marked `long` runs where that is asked for."""
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: item.path.parts)  # wherever a worker began
    items.sort(key=lambda item: item.path.stem not in SLOW)
    if not os.environ.get("PBEM_LONG"):
        for item in items:
            if item.get_closest_marker("long"):
                item.add_marker(pytest.mark.skip(reason="set PBEM_LONG=1 for games and searches of their full length"))


@pytest.fixture(scope="session")
def vectors() -> Any:
    """The protocol's test vectors, as published."""
    return VECTORS


@pytest.fixture
def of_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Opens the games of a test under ledger grammar 1, under which games of before are played to their end."""
    monkeypatch.setattr(charter, "NEW_GAMES", 1)
