"""Programs from outside that some tests talk to: skipped where missing, a failure where they are promised.

A developer without `age` or `node` still gets a green run that says what it left out. Where PBEM_REQUIRE_TOOLS is set
(as the project's own checks do) the same absence fails, so that a comparison can never drop out unseen.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import NoReturn

import pytest

#: Set (to anything but the empty word) where every outside program must be present.
REQUIRED = "PBEM_REQUIRE_TOOLS"


def need(program: str) -> str:
    """The program's path, or the end of this test: skipped, or failed where tools are required."""
    path = shutil.which(program)
    return path if path else missing(f"the program '{program}' is not installed")


def need_path(path: Path, how: str) -> Path:
    """A file or folder that an installation step makes, or the end of this test; `how` says which step."""
    return path if path.exists() else missing(f"'{path.name}' is missing; {how}")


def missing(reason: str) -> NoReturn:
    """Skip, or fail where tools are required."""
    if os.environ.get(REQUIRED):
        pytest.fail(f"{reason} and {REQUIRED} is set", pytrace=False)
    pytest.skip(reason)


def went_well(words: Sequence[object], code: int) -> bool:
    """Checks whether a command succeeded. Two commands end with 5 if everything matches and somebody had a choice, as
    in every game of grammar 1. A tick ends with 6 as long as a game needs its moderator.
    """
    verdict, tick = code == 5 and str(words[0]) in ("verify", "audit"), code == 6 and "tick" in words[:2]
    return code == 0 or verdict or tick
