"""Commands killed at their n-th write, as a power cut or kill -9 would: no code of ours may catch it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from pbem.base import files


class Killed(BaseException):
    """An exception that no handler of errors may catch."""


def killed_at(
    number: int, act: Callable[[], object], *, after: bool = False, everywhere: bool = False, unlinking: bool = False
) -> bool:  # fmt: skip
    """Do it, killed at the n-th write or move, before or after it; whether there were so many. Modules that took the
    writing function by its name are struck as well where that is asked for, and so are files that are taken away.
    """
    count = 0

    def struck(real: Callable[..., None]) -> Callable[..., None]:
        def write(*given: object, **options: object) -> None:
            nonlocal count
            count += 1
            if count == number and not after:
                raise Killed
            real(*given, **options)
            if count == number:
                raise Killed

        return write

    with pytest.MonkeyPatch.context() as patch:
        if everywhere:
            write_everywhere(patch, struck(files.write_atomic))
        for name in ("write_atomic",) * (not everywhere) + ("write_draft", "move"):
            patch.setattr(files, name, struck(getattr(files, name)))
        if unlinking:
            gone, strike = Path.unlink, struck(Path.unlink)
            patch.setattr(Path, "unlink", lambda path, **more: (strike if path.exists() else gone)(path, **more))
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
