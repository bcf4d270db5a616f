"""A folder of letters may be named as settings write it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.cli.mail_folder import mail_folder


@pytest.mark.parametrize("written", ["{}", "maildir:{}", "folder:{}"])
def test_a_folder_is_taken_with_or_without_its_kind(tmp_path: Path, written: str) -> None:
    assert mail_folder(written.format(tmp_path)) == tmp_path


def test_the_home_is_spelt_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    assert mail_folder("maildir:~/Maildir") == tmp_path / "Maildir"


def test_a_folder_that_has_such_a_name_is_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("maildir:x").mkdir()
    assert mail_folder("maildir:x") == Path("maildir:x")
