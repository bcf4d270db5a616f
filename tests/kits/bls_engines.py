"""The two ways in which pairings are computed, for tests that have to hold under both."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from tools import missing

from pbem.trust.beacon import beacon, bls


@pytest.fixture(params=["plain", "arkworks"])
def engine(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The test runs with our own arithmetic, and again with the accelerator."""
    chosen = bls.PLAIN if request.param == "plain" else bls.accelerator()
    if chosen is None:
        missing("the package py-arkworks-bls12381 is not installed")
    monkeypatch.setattr(bls, "engine", lambda: chosen)
    yield
    beacon.forget()
