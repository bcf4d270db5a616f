"""The benchmarks run and give every name their contract promises; bounds are for a quiet machine, not for a test."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest
from pages import TOP

NAMES = {
    "sshsig_verify", "roll", "merkle_root", "seal_2k", "strict_yaml", "verify_100", "verify_tenfold", "start_up",
    "replay", "resolve_phase", "soak", "orders_check", "audit", "club_idle_tick", "intake_letter",
}  # fmt: skip
FIELDS = {"ratio", "unit", "raw", "here", "bound", "ok"}


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    """benchmarks/run.py, as a user calls it."""
    command = [sys.executable, str(TOP / "benchmarks" / "run.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, stdin=subprocess.DEVNULL, timeout=300, check=False)


@pytest.mark.long
def test_a_quick_run_gives_every_figure_as_json() -> None:
    done = run("--json", "--quick")
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert set(figures) >= NAMES
    assert {name: set(figure) for name, figure in figures.items()} == dict.fromkeys(figures, FIELDS)
    assert all(figure["ratio"] > 0 for figure in figures.values())


def test_one_figure_can_be_had_alone_as_a_line() -> None:
    done = run("--quick", "merkle_root")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("merkle_root ")
    assert done.stdout.count("\n") == 1


def test_a_name_that_is_none_is_told_with_those_that_are() -> None:
    done = run("merkle_rot")
    assert done.returncode == 2
    assert "no benchmark 'merkle_rot'; one of sshsig_verify" in done.stderr
