"""`pbem audit` of many games: one line for each, several at a time, and none left out because another fails."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from club import Club, know_the_duel
from club import duel_is_known as duel_is_known

from pbem.cli import root
from pbem.match.audit.many import audit_each


@pytest.fixture(scope="module")
def archive(tmp_path_factory: pytest.TempPathFactory) -> list[Path]:
    """Three games that are over: a sound one, one with a changed paper, and a folder that is none."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        club = Club(tmp_path_factory.mktemp("club"), "moderated")
        club.play(blue="yes")
    place = tmp_path_factory.mktemp("archive")
    sound, cooked, empty = (place / name for name in ("sound", "cooked", "empty"))
    for folder in (sound, cooked):
        shutil.copytree(club.folder("blue") / "game", folder)
    position = cooked / "public/final/t02.duel.state.json"
    position.write_bytes(position.read_bytes().replace(b'"round":3', b'"round":4'))
    empty.mkdir()
    return [sound, cooked, empty, sound]


def run(*arguments: object) -> Result:
    """Run the command."""
    return CliRunner().invoke(root, ["audit", *map(str, arguments)])


def test_each_game_is_told_and_the_gravest_code_counts(archive: list[Path]) -> None:
    told = run(*archive)
    assert told.exit_code == 4
    lines = [line for line in told.output.splitlines() if line.startswith(str(archive[0].parent))]
    assert [line.split("/")[-1].split(":")[0] for line in lines] == ["sound", "cooked", "empty", "sound"]
    assert ["every hash the same" in line for line in lines] == [True, False, False, True]
    assert "t02.duel.state.json" in told.output
    assert run(archive[0], archive[0]).exit_code == 0
    assert run(archive[0], archive[2]).exit_code == 1


def test_the_results_do_not_depend_on_the_number_of_processes(archive: list[Path]) -> None:
    alone = [found.as_json() for found in audit_each(archive)]
    assert alone == [found.as_json() for found in audit_each(archive, jobs=2)]
    told = run(*archive, "--json")
    assert [json.loads(line) for line in told.output.splitlines()] == alone
