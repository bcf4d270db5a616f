"""Positions of case files (docs/cases.md), in and out."""

from __future__ import annotations

#: Words of `given` that a position has a field of the same name for.
NUMBERS = ("turn", "liberals", "mexico_left")
