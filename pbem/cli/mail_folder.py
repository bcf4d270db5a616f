"""A folder of letters on the command line, also as settings write it: `maildir:PATH` or `folder:PATH`."""

from __future__ import annotations

from pathlib import Path


def mail_folder(value: str) -> Path:
    """Reads the path of a folder of letters."""
    way, colon, rest = value.partition(":")
    named = rest if colon and way in ("maildir", "folder") and not Path(value).exists() else value
    return Path(named).expanduser()
