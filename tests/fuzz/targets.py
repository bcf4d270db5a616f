"""The targets that are fuzzed. Add a name here and the file fuzz_<name>.py with `one_input(data)` beside it."""

from __future__ import annotations

import importlib
from collections.abc import Callable

TARGETS = ("yaml", "sshsig", "seed", "envelope", "checkpoint", "letter", "post")


def parser(name: str) -> Callable[[bytes], object]:
    """What a target does with one input; a target without its module is an error, not a test left out."""
    if name not in TARGETS:
        raise LookupError(f"found/{name} belongs to no target: add '{name}' to TARGETS in tests/fuzz/targets.py")
    found: Callable[[bytes], object] = importlib.import_module(f"fuzz_{name}").one_input
    return found
