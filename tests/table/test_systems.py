"""Systems that differ: shares that sync no folders and know no locks, and how Windows reads a command."""

from __future__ import annotations

import errno
import os
import stat
import subprocess
from pathlib import Path
from typing import Any

import pytest

from pbem.base import files, programs
from pbem.base.errors import PbemError
from pbem.mail import secrets
from pbem.match.folder import process_lock
from pbem.trust import keyring


@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="folders are not synced there")
@pytest.mark.parametrize("number", [errno.EINVAL, errno.EOPNOTSUPP, errno.ENOTTY])
def test_a_share_that_syncs_no_folders_is_written_to_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int
) -> None:
    refuse_folders(monkeypatch, number)
    files.write_atomic(tmp_path / "book", b"new")
    assert (tmp_path / "book").read_bytes() == b"new"


@pytest.mark.skipif(not hasattr(os, "O_DIRECTORY"), reason="folders are not synced there")
def test_a_folder_that_fails_to_be_synced_is_no_success(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    refuse_folders(monkeypatch, errno.EIO)
    with pytest.raises(OSError, match="error"):
        files.write_atomic(tmp_path / "book", b"new")


def refuse_folders(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    """fsync of a folder fails."""
    real = os.fsync

    def sync(handle: int) -> None:
        if stat.S_ISDIR(os.fstat(handle).st_mode):
            raise OSError(number, os.strerror(number))
        real(handle)

    monkeypatch.setattr(os, "fsync", sync)


@pytest.mark.skipif(os.name != "posix", reason="each system has its own locks")
def test_a_share_without_locks_is_not_called_in_use(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(handle: int, how: int) -> None:
        raise OSError(errno.ENOTSUP, os.strerror(errno.ENOTSUP))

    monkeypatch.setattr("fcntl.flock", refuse)
    with pytest.raises(PbemError) as caught, process_lock.hold(tmp_path):
        pass
    fault = caught.value.faults[0]
    assert "in use" not in fault.message
    assert "lock" in fault.message
    assert fault.file == str(tmp_path)


def test_windows_reads_the_path_of_a_program_by_its_own_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    line, given = r'"C:\Program Files\Vault\vault.exe" show C:\mail\club', []

    def run(words: object, **more: Any) -> subprocess.CompletedProcess[bytes]:
        given.append(words)
        return subprocess.CompletedProcess([], 0, b"secret\r\n")

    monkeypatch.setattr(programs, "WINDOWS", True)
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setenv(keyring.PASSPHRASE_COMMAND, line)
    assert secrets.parse_secret(f"command:{line}").reveal() == "secret"
    assert keyring.command_passphrase() == b"secret"
    assert given == [line, line]
