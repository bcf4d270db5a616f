"""A person at a terminal sees that a long command goes on; a script sees nothing."""

from __future__ import annotations

import os
import sys
from pathlib import Path

import pytest

from pbem.cli import progress

pty = pytest.importorskip("pty")

SCRIPT = """
import sys, time
from pbem.cli import progress
progress.PATIENCE, progress.STEP = 0.2, 0.05
with progress.working("Counting the cannon"):
    time.sleep(float(sys.argv[1]))
sys.stderr.write("done\\n")
"""


def seen_on_a_terminal(tmp_path: Path, seconds: str, **environment: str) -> str:
    """Run the script on a terminal of its own and give what the terminal got."""
    script = tmp_path / "work.py"
    script.write_text(SCRIPT)
    got = bytearray()
    child, handle = pty.fork()
    if child == 0:
        os.environ.update({"TERM": "xterm", "COLUMNS": "40"} | environment)
        os.execv(sys.executable, [sys.executable, "-W", "ignore", str(script), seconds])  # noqa: S606 - our own script
    while True:
        try:
            data = os.read(handle, 1000)
        except OSError:
            break
        if not data:
            break
        got += data
    os.waitpid(child, 0)
    return got.decode()


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_long_work_is_told_and_wiped_away(tmp_path: Path) -> None:
    told = seen_on_a_terminal(tmp_path, "0.6")
    assert "Counting the cannon ... " in told
    assert told.rindex("\r" + " " * 39 + "\r") < told.rindex("done")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_short_work_is_not_told(tmp_path: Path) -> None:
    assert "Counting" not in seen_on_a_terminal(tmp_path, "0.0")


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_a_dumb_terminal_is_told_nothing(tmp_path: Path) -> None:
    assert "Counting" not in seen_on_a_terminal(tmp_path, "0.6", TERM="dumb")


def test_a_script_is_told_nothing(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PATIENCE", 0.0)
    with progress.working("Counting the cannon"):
        pass
    assert capsys.readouterr().err == ""
