"""The command demo: a first turn told in short, in every tier, from folders that can be checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from click.testing import CliRunner, Result
from long_runs import long_but, long_too

from pbem.base.errors import BadInput
from pbem.cli import root
from pbem.match.audit.replay import audit
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.verify import verify_folder

TIERS = ("moderated", "two-step", "beacon")
MOST_LINES, WIDTH = 60, 80


def demo(*arguments: object) -> Result:
    """Run the command and expect it to end well."""
    result = CliRunner().invoke(root, ["demo", "--no-open", *map(str, arguments)])
    assert result.exit_code == 0, (result.output, result.exception)
    return result


class Shown(NamedTuple):
    """A demonstration: its story, and the folder that it left."""

    told: str
    folder: Path


@pytest.fixture(scope="module")
def shown(tmp_path_factory: pytest.TempPathFactory) -> Callable[..., Shown]:
    """Plays the demonstration of a game in a tier, once for the tests that only look at it."""

    @cache
    def play(game: str, tier: str) -> Shown:
        folder = tmp_path_factory.mktemp(game) / "war"
        return Shown(demo(game, "--tier", tier, "--dir", folder).stdout, folder)

    return lambda game="jenkins", tier="moderated": play(game, tier)


@pytest.mark.parametrize("tier", long_but(("moderated", "two-step"), TIERS))
def test_the_story_goes_from_invitations_to_a_changed_die(tier: str, shown: Callable[..., Shown]) -> None:
    told, folder = shown(tier=tier)
    steps = ["1. The moderator opens a game", "2. English set-up:", "3. Spanish set-up:", "4. Turn 1, English Phase:",
             "5. Turn 1, Spanish Phase:", "6. Any player can check everything"]  # fmt: skip
    places = [told.index(f"\n{step}") for step in steps]
    assert places == sorted(places)
    assert "everything matches." in told
    assert "rolls/t00.spanish.rolls, line 1: the log has" in told
    assert "The die is put back, and everything matches again." in told
    for name in ("desk", "english/game", "spanish/game"):
        assert verify_folder(folder / name, extra_networks=(DEMO_NETWORK,)).faults == ()
    assert audit(folder / "desk", folder / "keys-moderator").phases == 4


@pytest.mark.parametrize("game", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_it_fits_a_terminal(game: str, shown: Callable[..., Shown]) -> None:
    told, folder = shown(game)
    lines = told.splitlines()
    assert len(lines) <= MOST_LINES
    assert max(len(line) for line in lines if str(folder.parent) not in line) <= WIDTH


@pytest.mark.parametrize("game", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_it_names_the_page_of_the_last_report(game: str, shown: Callable[..., Shown]) -> None:
    (page,) = re.findall(r"The last report as a page, with its map: (.+)", shown(game).told)
    assert Path(page).read_text(encoding="utf-8").lower().startswith("<!doctype html>")


def test_the_first_turn_is_told_whatever_its_number(shown: Callable[..., Shown]) -> None:
    told = shown("glory").told
    assert "Set-up:" in told
    assert "Jul II 1805:" in told
    assert "Jul III" not in told


def test_what_it_quotes_stands_in_the_orders_and_the_report(shown: Callable[..., Shown]) -> None:
    told, folder = shown()
    quoted = [line[7:] for line in told.splitlines() if line.startswith("     | ")]
    orders = (folder / "english/orders/t00.english.yaml").read_text(encoding="utf-8").splitlines()
    assert quoted[:3] == [line for line in orders if line.startswith(("setup:", "  "))][:3]
    reports = [path.read_text(encoding="utf-8") for path in (folder / "english/reports").glob("*.txt")]
    told_to_them = " ".join(" ".join(reports).split())
    points = [line[2:].split(",")[0] for line in quoted if line.startswith("- ") and not line.startswith("- {")]
    assert points
    assert [point for point in points if point not in told_to_them] == []


def test_without_a_folder_it_keeps_its_own_and_no_two_have_more_in_common_than_the_story(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, shown: Callable[..., Shown]
) -> None:
    other = shown().folder / "desk"
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    (desk,) = re.findall(r"The folder stays: pbem verify (.+)", demo().stdout)
    assert Path(desk).is_relative_to(tmp_path)
    assert (Path(desk) / "charter.yaml").read_bytes() != (other / "charter.yaml").read_bytes()


def test_a_folder_with_something_in_it_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"mine")
    result = CliRunner().invoke(root, ["demo", "--no-open", "--dir", str(tmp_path)])
    assert isinstance(result.exception, BadInput)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


@pytest.mark.parametrize("tier", long_too("beacon", "two-step"))
def test_a_real_game_is_shown_letter_by_letter_in_every_tier(tier: str, tmp_path: Path) -> None:
    """Review D9: a letter that is longer than what is shown of it and brings no report is named itself."""
    told = demo("lions", "--full", "--tier", tier, "--dir", tmp_path / "lions").stdout
    assert "\n  everything matches\n" in told
    cut = [line.partition(": ")[2] for line in told.splitlines() if line.startswith("    ... ")]
    assert any(name.startswith("post/") for name in cut)
    assert any("/reports/" in name for name in cut)
    for name in cut:
        assert (tmp_path / "lions" / name).is_file()
