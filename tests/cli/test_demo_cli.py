"""The command demo: a story that is true, in every tier, and over in no time."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.base.errors import BadInput
from pbem.cli import root
from pbem.trust.beacon.demo_chain import DEMO_NETWORK
from pbem.trust.verify import verify_folder

TIERS = ("moderated", "two-step", "beacon")
STEPS = (
    "1. Keys", "2. Charter", "3. Orders, sealed and locked", "4. Seed", "5. Dice",
    "6. The end: what was hidden is shown", "7. A receipt", "8. pbem verify", "9. One roll, by hand",
    "10. One byte changed",
)  # fmt: skip


def demo(*arguments: object) -> str:
    """What the command prints."""
    result = CliRunner().invoke(root, ["demo", *map(str, arguments)])
    assert result.exit_code == 0, (result.output, result.exception)
    return result.stdout


@pytest.mark.parametrize("tier", TIERS)
def test_the_story_goes_from_keys_to_a_changed_byte(tier: str, tmp_path: Path) -> None:
    told = demo("--tier", tier, "--dir", tmp_path / "duel")
    places = [told.index(f"\n{step}\n") for step in STEPS]
    assert places == sorted(places)
    assert "\n  everything matches\n" in told
    assert "The byte is put back, and everything matches again." in told
    assert "verify: rolls/t01.duel.rolls, line 1: the log has" in told
    assert max(len(line) for line in told.splitlines()) < 130


@pytest.mark.parametrize("tier", TIERS)
def test_the_folder_it_leaves_can_be_checked_and_asked(tier: str, tmp_path: Path) -> None:
    demo("--tier", tier, "--dir", tmp_path / "duel")
    report = verify_folder(tmp_path / "duel", extra_networks=(DEMO_NETWORK,))
    assert report.faults == ()
    for what, count in (("locks", 2), ("receipts", 2), ("seeds", 1), ("public rolls", 3), ("secret rolls", 1)):
        assert report.count(what) == count, what
    assert report.count("second letters") == (2 if tier == "two-step" else 0)
    assert report.count("beacons") == (1 if tier == "beacon" else 0)
    assert report.count("orders opened") == (0 if tier == "moderated" else 2)
    asked = CliRunner().invoke(root, ["roll", str(tmp_path / "duel"), "broadside/hardy/n1"])
    assert asked.exit_code == 0
    assert asked.stdout.splitlines()[0] in demo_rolls(tmp_path / "duel")


def demo_rolls(folder: Path) -> list[str]:
    """The log's lines as `pbem roll` writes them."""
    lines = (folder / "rolls/t01.duel.rolls").read_text().splitlines()
    return [": ".join(line.rsplit(" ", 1)) for line in lines]


def test_every_file_it_speaks_of_is_there_with_that_many_bytes(tmp_path: Path) -> None:
    told = demo("--dir", tmp_path / "duel").partition("6. The end")[0]
    named = [line.split() for line in told.splitlines() if line.endswith(" bytes)")]
    assert len(named) > 8
    for name, size, _ in named:
        assert (tmp_path / "duel" / name).stat().st_size == int(size.removeprefix("("))


def test_two_demonstrations_have_nothing_in_common_but_the_story(tmp_path: Path) -> None:
    first, second = demo("--dir", tmp_path / "a"), demo("--dir", tmp_path / "b")
    assert first != second
    assert (tmp_path / "a/charter.yaml").read_bytes() != (tmp_path / "b/charter.yaml").read_bytes()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"mine")
    result = CliRunner().invoke(root, ["demo", "--dir", str(tmp_path)])
    assert isinstance(result.exception, BadInput)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("tier", TIERS)
def test_it_takes_less_than_three_seconds_and_leaves_nothing_behind(tier: str, tmp_path: Path) -> None:
    began = time.perf_counter()
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "pbem", "demo", "--tier", tier], capture_output=True, text=True,
        encoding="utf-8", check=False, env={**os.environ, "TMPDIR": str(tmp_path), "PYTHONDONTWRITEBYTECODE": "1"},
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert time.perf_counter() - began < 3
    assert list(tmp_path.iterdir()) == []
