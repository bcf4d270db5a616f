"""Which test runs which line of a title's rules, found by running them once."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import FrameType
from typing import Any

import pytest


@dataclass
class Traced:
    """A plugin of pytest: the tests that run a line, and how long each test takes."""

    folder: str
    lines: dict[tuple[str, int], set[str]] = field(default_factory=dict)
    seconds: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        """A test with what it sets up."""
        seen: set[tuple[str, int]] = set()
        began = time.perf_counter()
        sys.settrace(self.tracer(seen))
        try:
            return (yield)
        finally:
            sys.settrace(None)
            self.seconds[item.nodeid] = time.perf_counter() - began
            for place in seen:
                self.lines.setdefault(place, set()).add(item.nodeid)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.append(report.nodeid)

    def tracer(self, seen: set[tuple[str, int]]) -> Callable[[FrameType, str, Any], Any]:
        folder = self.folder

        def line(frame: FrameType, event: str, _: Any) -> Any:
            seen.add((frame.f_code.co_filename, frame.f_lineno))
            return line

        def call(frame: FrameType, event: str, _: Any) -> Any:
            if not frame.f_code.co_filename.startswith(folder):
                return None
            seen.add((frame.f_code.co_filename, frame.f_lineno))
            return line

        return call

    def tests_of(self, path: Path, line: int) -> list[str]:
        """Names the tests that run a line, the quick ones first."""
        return sorted(self.lines.get((str(path), line), ()), key=lambda test: (self.seconds[test], test))


def traced(folder: Path, tests: list[str]) -> Traced:
    """Runs the tests once under the tracer."""
    plugin = Traced(str(folder))
    pytest.main([*tests, "-q", "-p", "no:cacheprovider", "--no-header", "-p", "no:xdist", "-W", "ignore"], [plugin])
    return plugin
