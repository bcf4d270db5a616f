"""What must not stand in any text of the repository: places of one machine, and promises instead of work."""

from __future__ import annotations

import re
import subprocess
from functools import cache
from pathlib import Path

import pytest
from pages import TOP

FORBIDDEN = {
    "a folder of somebody's machine": r"/(?:home|Users|root|work)/[a-z]|C:\\Users",
    "a package index by name": r"(?:pypi|files\.pythonhosted|registry\.npmjs)\.(?:org|com)",
    "a promise instead of work": r"\bTODO\b|\bFIXME\b|\bXXX\b|raise NotImplemented|placeholder",
    "an address inside a network": r"\b(?:10|192\.168|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+(?:\.\d+)?:\d",
}
#: This page of words; the vectors, which quote where figures were published; a lock file, which names its sources.
EXCEPT = {"tests/docs/test_docs_clean.py", "tests/vectors/trust.json", "tests/trust/tlock_js/package-lock.json"}
#: Folders that are made, not written.
OTHERS = re.compile(r"(^|/)(\.[a-z_]*(venv|cache|git|hypothesis)|node_modules|__pycache__|[^/]*\.egg-info)/")


@cache
def texts() -> list[Path]:
    """Every file of the repository that is text: from git where there is one, else from the folder."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=TOP, capture_output=True, check=False).stdout.decode()
    names = listed.split("\0")[:-1] or [path.relative_to(TOP).as_posix() for path in TOP.rglob("*")]
    kept = [TOP / name for name in names if name not in EXCEPT and not OTHERS.search(name)]
    return [path for path in kept if path.is_file() and b"\0" not in path.read_bytes()]


@pytest.mark.parametrize("what", FORBIDDEN)
def test_no_text_holds(what: str) -> None:
    pattern = re.compile(FORBIDDEN[what])
    found = [
        f"{path.relative_to(TOP)}:{number}: {line.strip()[:100]}"
        for path in texts()
        if pattern.search(text := path.read_text(encoding="utf-8", errors="replace"))
        for number, line in enumerate(text.split("\n"), 1)
        if pattern.search(line)
    ]
    assert found == []
