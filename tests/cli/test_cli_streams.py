"""What commands do where a stream is closed or takes no more, as under some timers and on a full disk."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.base import files
from pbem.cli import main

pytestmark = pytest.mark.skipif(os.name != "posix", reason="a shell of another kind closes streams")


def shell(line: str, folder: Path) -> subprocess.CompletedProcess[str]:
    """A command as a shell runs it, with `pbem` for the program."""
    called = line.replace("pbem", f"{sys.executable} -m pbem")
    environment = {**os.environ, "PBEM_HOME": str(folder / "home")}
    return subprocess.run(["/bin/sh", "-c", called], env=environment, cwd=folder, capture_output=True, text=True)


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-", "<&- >&- 2>&-"])
def test_a_closed_stream_is_no_traceback(closed: str, tmp_path: Path) -> None:
    done = shell(f"pbem key new --name Anne {closed}", tmp_path)
    assert (done.returncode, "Traceback" in done.stderr) == (0, False)
    assert (tmp_path / "home").is_dir()


def test_a_fault_has_its_code_where_nobody_can_read_it(tmp_path: Path) -> None:
    assert shell("pbem key show >&- 2>&-", tmp_path).returncode == 1


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no device is full there")
def test_an_output_that_is_full_is_called_the_output_and_not_the_input(tmp_path: Path) -> None:
    done = shell("pbem games >/dev/full", tmp_path)
    assert done.returncode == 1
    said = done.stderr.splitlines()
    assert said[0] == "pbem: error: output: cannot be written: No space left on device"
    assert said[1].startswith("pbem: hint: make room")


def test_a_disk_that_is_full_is_named_by_the_file_that_had_no_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(os, "fsync", full)
    (tmp_path / "orders.yaml").write_text("pbem: orders/1\n")
    with pytest.raises(OSError, match="No space") as caught:
        files.write_atomic(tmp_path / "report", b"words")
    assert caught.value.filename == str(tmp_path / "report")
    monkeypatch.setattr(sys, "argv", ["pbem", "key", "new", "--name", "Anne"])
    with pytest.raises(SystemExit):
        main()
    assert f"pbem: error: {tmp_path / 'home'}" in capsys.readouterr().err
