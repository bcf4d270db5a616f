"""Finds the shipped templates, schemas and pages: beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from functools import cache
from pathlib import Path


@cache
def shipped(kind: str) -> Path:
    """The folder `templates`, `schemas` or `docs`."""
    inside = Path(__file__).parent.parent / "_shipped" / kind
    return inside if inside.is_dir() else Path(__file__).parent.parent.parent / kind
