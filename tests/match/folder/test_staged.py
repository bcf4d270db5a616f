"""Files that a command gathers: a large letter lies on the disk as a draft, and is read only when it is asked for."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.base import files
from pbem.match.folder.staged import LARGE, Staged

LETTER = "outbox/0001.eml"


def drafts(folder: Path) -> int:
    """How many drafts lie there."""
    return len(list(folder.glob(".early-*")))


def test_a_large_letter_is_not_read_to_be_found_replaced_or_dropped(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "private").mkdir()
    (tmp_path / "outbox").mkdir()
    staged = Staged(tmp_path / "private")
    staged[LETTER] = b"x" * LARGE
    assert staged[LETTER] == b"x" * LARGE
    monkeypatch.setattr(files, "read_file", lambda path: pytest.fail("it was read"))
    assert LETTER in staged
    assert "outbox/0002.eml" not in staged
    staged[LETTER] = b"y" * LARGE
    assert drafts(tmp_path / "private") == 1
    staged["public/a.txt"] = b"a"
    staged.clear()
    assert (len(staged), drafts(tmp_path / "private")) == (0, 0)
