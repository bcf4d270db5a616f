"""What the cabin's tests in browsers share: the page, built once for all of them."""

from __future__ import annotations

import fcntl
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from firefox_kit import Firefox
from tools import need, need_path

from pbem.afloat.making.cabin_page import page as built

RUNTIME = Path(__file__).parents[2] / "cabin" / "node_modules" / "pyodide"


@pytest.fixture(scope="session")
def cabin_page(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page. The first worker that wants it builds it, and the others wait."""
    need_path(RUNTIME / "pyodide.asm.wasm", "run 'npm ci' in cabin")
    need("node")
    place = tmp_path_factory.getbasetemp()
    path = (place.parent if "PYTEST_XDIST_WORKER" in os.environ else place) / "cabin.html"
    with path.with_suffix(".lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not path.exists():
            path.write_bytes(built(RUNTIME))
    return path


@pytest.fixture(scope="module")
def firefox() -> Iterator[Firefox]:
    """One Firefox for a module."""
    running = Firefox.start()
    yield running
    running.close()


@pytest.fixture
def new_firefox() -> Iterator[Firefox]:
    """A Firefox for one test, in which no page has kept anything."""
    running = Firefox.start()
    yield running
    running.close()
