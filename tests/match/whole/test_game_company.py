"""Games played out in one place by bots, each with his own keys and folder; and the story that shows every letter."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from club import know_the_duel

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.cli import root
from pbem.match.audit.replay import audit
from pbem.trial.demo import FEW_LINES, ORDER_LINES, REPORT_LINES, play
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import Tier
from pbem.trust.verify import verify_folder

NOW = parse_time("2026-11-02T20:00:00Z")


def story(game: str, tier: str, place: Path) -> str:
    """What is told."""
    lines: list[str] = []
    play(game, Tier(tier), place, lines.append, NOW)
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("tier", [tier.value for tier in Tier])
def test_any_game_is_told_from_its_invitation_to_what_its_players_can_check(
    tier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_duel(monkeypatch)
    told = story("duel", tier, tmp_path / "duel")
    parts = ["Invitations and charter", "Round 1", "pbem verify blue/game, by blue"]
    places = [told.index(f"\n{part}\n{'=' * len(part)}\n") for part in parts]
    assert places == sorted(places)
    assert "\nRound 2\n=" not in told
    assert "\n  everything matches\n" in told
    assert verify_folder(tmp_path / "duel/desk", extra_networks=(DEMO_NETWORK,)).ok
    asked = "opens t01.duel" in told
    assert asked == (tier == "two-step")


def test_every_letter_is_numbered_and_followed_by_the_command_that_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_duel(monkeypatch)
    told = story("duel", "moderated", tmp_path / "duel")
    numbers = [int(number) for number in re.findall(r"^Letter (\d+), ", told, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    read = re.findall(r"^  \$ pbem (?:join|open|in desk) (\S+\.eml)", told, re.MULTILINE)
    assert len(read) == len(numbers)
    assert all((tmp_path / "duel" / name).is_file() for name in read)


def test_the_demonstration_of_jenkins_is_short_to_read_and_quick(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["demo", "jenkins", "--full", "--dir", str(tmp_path / "war")])
    assert result.exit_code == 0, (result.output, result.exception)
    told = result.stdout
    for title in ("English set-up", "Spanish set-up", "Turn 1, English Phase", "Turn 1, Spanish Phase"):
        assert f"\n{title}\n{'=' * len(title)}\n" in told
    assert len(told.splitlines()) < 800
    assert max(len(line) for line in told.splitlines()) < 130
    assert told.endswith(f"\nThe folder stays: pbem verify {tmp_path / 'war' / 'desk'}\n")
    assert audit(tmp_path / "war/desk", tmp_path / "war/keys-moderator").phases == 4


def test_the_demonstration_of_lions_tells_two_of_the_four_at_length(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["demo", "lions", "--full", "--dir", str(tmp_path / "lions")])
    assert result.exit_code == 0, (result.output, result.exception)
    told = result.stdout
    assert told.startswith("When Lions Sailed, tier moderated: a moderator, england, netherlands, spain and france.\n")
    for title in ("Set-up", "Turn 1: bids and agreements", "Turn 1: outfitting and operations"):
        assert f"\n{title}\n{'=' * len(title)}\n" in told
    assert len(told.splitlines()) < 1200
    assert max(len(line) for line in told.splitlines()) < 130
    cut = re.findall(r"^    \.\.\. (\d+) more lines: (\w+)/reports/t01.year.txt$", told, re.MULTILINE)
    lengths = {seat: len(report_of(tmp_path, seat)) - int(count) for count, seat in cut}
    assert lengths == {"england": REPORT_LINES, "netherlands": REPORT_LINES, "spain": FEW_LINES, "france": FEW_LINES}
    assert audit(tmp_path / "lions/desk", tmp_path / "lions/keys-moderator").phases == 3


def report_of(place: Path, seat: str) -> list[str]:
    """A year as an admiral was told of it."""
    return (place / "lions" / seat / "reports/t01.year.txt").read_text(encoding="utf-8").rstrip("\n").split("\n")


def test_long_reports_and_orders_are_shown_by_their_heads_and_the_whole_is_named(tmp_path: Path) -> None:
    told = story("jenkins", "moderated", tmp_path / "war")
    for count, name in re.findall(r"^    \.\.\. (\d+) more lines: (\S+)$", told, re.MULTILINE):
        whole = (tmp_path / "war" / name).read_text(encoding="utf-8").rstrip("\n").split("\n")
        assert len(whole) == int(count) + REPORT_LINES
        assert whole[REPORT_LINES - 1].rstrip() in told
    inside = re.findall(r"inside, for the moderator alone: (\S+)\n((?:      .*\n)+)", told)
    assert [name for name, _ in inside] == [
        "english/orders/t00.english.yaml", "spanish/orders/t00.spanish.yaml",
        "english/orders/t01.english.yaml", "spanish/orders/t01.spanish.yaml",
    ]  # fmt: skip
    assert all(len(shown.splitlines()) <= ORDER_LINES + 1 for _, shown in inside)


def test_a_folder_with_something_in_it_is_no_place_for_a_story(tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_bytes(b"mine")
    with pytest.raises(BadInput, match="is not empty"):
        story("jenkins", "moderated", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


def test_a_game_that_is_none_is_told_with_those_there_are(tmp_path: Path) -> None:
    result = CliRunner().invoke(root, ["demo", "chess", "--dir", str(tmp_path / "chess")])
    assert isinstance(result.exception, BadInput)
    assert result.exception.faults[0].message == "'chess' is no game"
    assert not (tmp_path / "chess").exists()
