"""Every command that takes a folder, given one of another kind: it says what that is, and which command takes it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from club import Club, know_the_duel

from pbem.base.errors import PbemError
from pbem.cli import COMMANDS

#: Commands on one game, as its moderator gives them; {} is the folder.
OF_A_GAME = (
    "in {}", "in {} letter.eml", "run {}", "run {} --dry-run", "tick {}", "watch {}", "out {}", "out {} --to post",
    "status {}", "rule {} --reason x",
    "pause {} --reason x", "resume {} --reason x", "extend {} --reason x --hours 1", "end {} --reason x --draw",
    "rollback {} --reason x --to t01.duel", "hand-over-game {} --withdraw",
    "replace {} red --address a@b.example --reason x", "address {} red a@b.example --reason x",
)  # fmt: skip
OF_A_CLUB = ("club tick {}", "club status {}", "club index {}", "club rebuild {}")
OF_A_PLAYER = (
    "inbox {}", "orders new --dir {}", "orders check x.yaml --dir {}", "orders seal x.yaml --dir {}",
    "orders open --dir {}", "desk --dir {}", "diary --dir {}", "word wait --dir {}",
)  # fmt: skip
OF_A_RECORD = ("verify {}", "audit {}", "proof {}", "roll {} storm/n1", "status {} --public", "chronicle {}", "map {}")
#: Of these, those that read a player's folder as well.
READ_BY_A_PLAYER = ("chronicle {}", "map {}")


@pytest.fixture(scope="module")
def folders(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Club, dict[str, Path]]]:
    """A game that has begun, and a folder of each kind."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        club = Club(tmp_path_factory.mktemp("folders"))
        club.begin()
        found = {"game": club.desk, "player": club.folder("red"), "record": club.place / "web"}
        shutil.copytree(club.folder("red") / "game", found["record"])
        found["club"] = club.place / "club"
        club.do("moderator", "club", "new", found["club"], "--title", "The Club", "--address", "club@example.org")
        yield club, found


def refused(folders: tuple[Club, dict[str, Path]], line: str, sort: str) -> str:
    """What a command says of a folder, on one line; it has to name it."""
    club, found = folders
    result = club.try_to("moderator", *(word.format(found[sort]) for word in line.split()))
    assert result.exit_code == 1
    shown = [fault.render() for fault in result.exception.faults] if isinstance(result.exception, PbemError) else []
    said = " ".join([result.output, *shown])
    assert f"{found[sort]}: is a" in said
    return said


@pytest.fixture(autouse=True)
def quiet(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    know_the_duel(monkeypatch)
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("line", [line for line in (*OF_A_GAME, *OF_A_PLAYER, *OF_A_RECORD) if line != "watch {}"])
def test_a_club_is_no_game(folders: tuple[Club, dict[str, Path]], line: str) -> None:
    said = refused(folders, line, "club")
    assert "is a club's folder, not a" in said
    assert "'pbem club tick'" in said
    assert f"name {folders[1]['club']}/games/NAME" in said


@pytest.mark.parametrize(
    "line", [each for each in (*OF_A_GAME, *OF_A_CLUB, *OF_A_RECORD) if each not in READ_BY_A_PLAYER]
)
def test_a_players_folder_is_not_his_moderators(folders: tuple[Club, dict[str, Path]], line: str) -> None:
    said, root = refused(folders, line, "player"), folders[1]["player"]
    assert "is a player's folder, not a" in said
    assert f"'pbem inbox {root}'" in said
    assert f"{root}/game" in said


@pytest.mark.parametrize("line", [*OF_A_GAME, *OF_A_CLUB, *OF_A_PLAYER])
def test_a_public_record_is_only_read(folders: tuple[Club, dict[str, Path]], line: str) -> None:
    said = refused(folders, line, "record")
    assert "is a public record of a game, not a" in said
    assert f"'pbem verify {folders[1]['record']}'" in said


@pytest.mark.parametrize("line", [*OF_A_CLUB, *OF_A_PLAYER])
def test_a_moderators_folder_is_no_club_and_no_players(folders: tuple[Club, dict[str, Path]], line: str) -> None:
    said = refused(folders, line, "game")
    assert "is a moderator's game folder, not a" in said
    assert f"'pbem status {folders[1]['game']}'" in said


@pytest.mark.parametrize(("line", "made_by"), [("tick {}", "pbem new"), ("club tick {}", "pbem club new"),
                                               ("inbox {}", "pbem join")])  # fmt: skip
def test_a_folder_of_nothing_of_ours_says_what_makes_one(
    folders: tuple[Club, dict[str, Path]], tmp_path: Path, line: str, made_by: str
) -> None:
    said = folders[0].try_to("moderator", *line.format(tmp_path).split())
    told = said.exception.faults[0].render() if isinstance(said.exception, PbemError) else said.output
    assert f"{tmp_path}: is not a " in told
    assert made_by in told


def test_a_record_is_checked_whatever_lies_beside_its_charter(folders: tuple[Club, dict[str, Path]]) -> None:
    """A file with the name of a club's settings turns no check away."""
    club, found = folders
    copy = club.place / "beside"
    shutil.copytree(found["record"], copy)
    (copy / "club.yaml").write_text("pbem: club/1\n", encoding="utf-8")
    assert "club.yaml" in str(club.fail("moderator", "verify", copy).faults[0].render())


def test_every_command_named_here_is_there() -> None:
    lines = (*OF_A_GAME, *OF_A_CLUB, *OF_A_PLAYER, *OF_A_RECORD)
    assert {line.split()[0] for line in lines} <= set(COMMANDS)
