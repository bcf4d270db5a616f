"""A program that somebody names in one line, as it is started: never by a shell."""

from __future__ import annotations

import os
import shlex

WINDOWS = os.name == "nt"


def started(line: str) -> str | list[str]:
    """What `subprocess` takes. Windows cuts a line into words itself, by rules in which a path's backslash and the
    quotes around a name with blanks are what they look like.
    """
    return line.strip() if WINDOWS else shlex.split(line)
