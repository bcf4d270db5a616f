"""A file is put in its place even where somebody has the old one open for a moment, as scanners do on Windows."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest

from pbem.base import files


def held(monkeypatch: pytest.MonkeyPatch, times: int) -> None:
    """The old file cannot be replaced so many times."""
    replace, left = Path.replace, [times]

    def refuse(self: Path, target: Path) -> Path:
        if left[0]:
            left[0] -= 1
            raise PermissionError(13, "Access is denied", str(target))
        return replace(self, target)

    monkeypatch.setattr(Path, "replace", refuse)


def test_a_file_that_somebody_has_open_is_replaced_once_he_is_done(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(files, "PAUSES", (0.0, 0.0, 0.0))
    held(monkeypatch, 3)
    files.write_atomic(tmp_path / "book", b"new")
    assert (tmp_path / "book").read_bytes() == b"new"


def test_a_file_that_stays_held_is_left_as_it_was_and_no_draft_stays_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "book").write_bytes(b"old")
    monkeypatch.setattr(files, "PAUSES", (0.0,))
    held(monkeypatch, 99)
    with pytest.raises(PermissionError):
        files.write_atomic(tmp_path / "book", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["book"]
    assert (tmp_path / "book").read_bytes() == b"old"


def test_elsewhere_what_is_refused_is_refused_at_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PAUSES", ())
    held(monkeypatch, 1)
    with pytest.raises(PermissionError):
        files.write_atomic(tmp_path / "book", b"new")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_named_as_the_output_is_written_into_and_stays_a_pipe(tmp_path: Path) -> None:
    pipe, got = tmp_path / "pipe", list[bytes]()
    os.mkfifo(pipe)
    reader = threading.Thread(target=lambda: got.append(pipe.read_bytes()), daemon=True)
    reader.start()
    files.write_atomic(pipe, b"new")
    assert pipe.is_fifo()
    reader.join(5)
    assert got == [b"new"]
    assert [path.name for path in tmp_path.iterdir()] == ["pipe"]


def test_a_folder_that_takes_no_file_is_told_by_the_file_and_not_by_a_draft(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(name: Path, *rest: object) -> int:
        raise PermissionError(13, "Permission denied", str(name))

    monkeypatch.setattr(os, "open", refuse)
    with pytest.raises(PermissionError) as caught:
        files.write_atomic(tmp_path / "book", b"new")
    assert caught.value.filename == str(tmp_path / "book")
