"""Which test runs which statement of a title's rules, found by running the tests once."""

from __future__ import annotations

import ast
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

import pytest
from mutation.grafted import Living, recording, statement_of

RAN = "__ran__"


@dataclass
class Traced:
    """The tests that run a statement, and how long each test takes."""

    statements: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    trees: dict[Path, ast.Module] = field(default_factory=dict)

    def tests_of(self, path: Path, line: int) -> list[str]:
        """Names the tests that run a line: first those of its chapter, of these the quick ones."""
        if path not in self.trees:
            self.trees[path] = ast.parse(path.read_text(encoding="utf-8"))
        place = (str(path), statement_of(self.trees[path], line))
        chapter = f"_{path.stem.partition('_')[0]}_"
        reach = self.statements.get(place, ())
        return sorted(reach, key=lambda test: (chapter not in test, self.seconds[test], test))


class Failures:
    """A plugin of pytest that keeps the names of the tests that fail."""

    def __init__(self) -> None:
        self.failed: list[str] = []

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)


def traced(session: pytest.Session, living: Living, paths: Sequence[Path]) -> Traced:
    """Runs all tests of a session with rules that record themselves."""
    ran: set[tuple[str, int]] = set()
    for path in paths:
        living.graft(path, recording(ast.parse(path.read_text(encoding="utf-8")), path, RAN))
    for functions in living.functions.values():
        for function in functions:
            function.__globals__[RAN] = ran
    found, failures = Traced(), Failures()
    session.config.pluginmanager.register(failures)
    for at, item in enumerate(session.items):
        living.forget()
        ran.clear()
        began = time.process_time()
        following = session.items[at + 1] if at + 1 < len(session.items) else None
        session.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        found.seconds[item.nodeid] = time.process_time() - began
        for place in ran:
            found.statements.setdefault(place, set()).add(item.nodeid)
    found.failed = failures.failed
    sys.stdout.flush()
    return found
