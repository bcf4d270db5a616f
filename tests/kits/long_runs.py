"""Values for `parametrize`, some of which are only tried where PBEM_LONG is set."""

from __future__ import annotations

from collections.abc import Iterable

import pytest


def long_too(always: object, *more: object) -> list[object]:
    """Values for `parametrize`: one that is always tried, and those that are marked `long`."""
    return [always, *(pytest.param(each, marks=pytest.mark.long) for each in more)]


def long_but(always: Iterable[object], values: Iterable[object]) -> list[object]:
    """Values for `parametrize` in their order; all but some of them are marked `long`."""
    kept = list(always)
    return [each if each in kept else pytest.param(each, marks=pytest.mark.long) for each in values]
