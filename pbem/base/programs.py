"""A program that somebody names in one line, as it is started: never by a shell."""

from __future__ import annotations

import os
import shlex

WINDOWS = os.name == "nt"


def started(line: str) -> str | list[str]:
    """Returns the form of a command that `subprocess` takes. Windows splits a line into words itself, and its rules
    keep the backslashes of a path and the quotes around a name with blanks.
    """
    return line.strip() if WINDOWS else shlex.split(line)
