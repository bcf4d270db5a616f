"""Commands killed at their n-th write, as a power cut or kill -9 would: no code of ours may catch it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.base import files


class Killed(BaseException):
    """What no handler of errors may catch."""


def killed_at(number: int, act: Callable[[], object], *, after: bool = False, everywhere: bool = False) -> bool:
    """Do it, killed at the n-th write, before or after it; whether there were so many writes. Modules that took the
    writing function by its name are struck as well where that is asked for.
    """
    count, real = 0, files.write_atomic

    def write(path: Path, data: bytes, *, secret: bool = False) -> None:
        nonlocal count
        count += 1
        if count == number and not after:
            raise Killed
        real(path, data, secret=secret)
        if count == number:
            raise Killed

    with pytest.MonkeyPatch.context() as patch:
        if everywhere:
            write_everywhere(patch, write)
        else:
            patch.setattr(files, "write_atomic", write)
        try:
            act()
        except Killed:
            return True
    return False


def write_everywhere(patch: pytest.MonkeyPatch, write: Callable[..., None]) -> None:
    """Another writing function, under every name that the real one is known by."""
    real = files.write_atomic
    for module in [each for name, each in sys.modules.items() if name.startswith("pbem.")]:
        if getattr(module, "write_atomic", None) is real:
            patch.setattr(module, "write_atomic", write)
