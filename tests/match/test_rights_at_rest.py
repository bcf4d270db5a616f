"""Rights of files and folders: what is a player's own, or came to the moderator, is for its owner alone."""

from __future__ import annotations

import os
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

import pytest
from club import Club, duel_is_known

from pbem.base.files import keep_private, make_folders, write_atomic
from pbem.match.folder.vault import UNPUBLISHED

__all__ = ["duel_is_known"]

pytestmark = pytest.mark.skipif(os.name != "posix", reason="rights as POSIX has them")


@pytest.fixture(autouse=True)
def others_may_read() -> Iterator[None]:
    """The mask of most systems: without care of ours everything would be open to all."""
    before = os.umask(0o022)
    yield
    os.umask(before)


def rights(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def open_to_others(folder: Path) -> list[str]:
    """What others on the machine can read or enter, from a folder down; nothing below a folder they cannot enter."""
    if not rights(folder) & 0o077:
        return []
    return [str(path) for path in folder.rglob("*") if rights(path) & 0o077]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Club:
    from club import know_the_duel

    before = os.umask(0o022)
    try:
        with pytest.MonkeyPatch.context() as patch:
            know_the_duel(patch)
            club = Club(tmp_path_factory.mktemp("rights") / "place", "two-step", "--press", "both")
            club.begin()
            note = club.place / "note.txt"
            note.write_text("Shall we rest?\n", encoding="utf-8")
            club.do("red", "press", note, "--to", "blue", "--dir", club.folder("red"))
            club.do("red", "diary", "--add", "I am tired.", "--dir", club.folder("red"))
            for seat in ("red", "blue"):
                club.order(seat, bid="low", standing="no")
            club.advance()
            return club
    finally:
        os.umask(before)


def test_players_plaintext_nothing_of_a_players_folder_is_open_to_others(played: Club) -> None:
    """Row 10 of the ranked defects: players' plaintext and the moderator's inbox were world-readable."""
    for seat in ("red", "blue"):
        folder = played.folder(seat)
        assert rights(folder) == 0o700
        files = (path for path in folder.rglob("*") if path.is_file())
        own = [path for path in files if path.relative_to(folder).parts[0] != "game"]
        assert len(own) > 8
        assert [str(path) for path in own if rights(path) != 0o600 and path.parent != folder / "orders"] == []


def test_the_moderators_inbox_is_for_the_moderator_alone(played: Club) -> None:
    for name in UNPUBLISHED:
        assert rights(played.desk / name) == 0o700, name
        assert [str(path) for path in (played.desk / name).rglob("*") if path.is_file() and rights(path) != 0o600] == []


def test_what_everybody_may_read_can_be_served(played: Club) -> None:
    """A web server shows the public part of the moderator's folder."""
    public = [path for path in played.desk.rglob("*") if path.relative_to(played.desk).parts[0] not in UNPUBLISHED]
    assert len(public) > 20
    for path in (played.desk, *public):
        assert rights(path) & 0o444 == 0o444, path


def test_folders_of_an_earlier_version_are_closed_by_the_next_command(played: Club, tmp_path: Path) -> None:
    club = played.copied(tmp_path / "place")
    shutil.copymode(tmp_path, club.desk)
    for folder in (club.folder("red"), *(club.desk / name for name in UNPUBLISHED)):
        folder.chmod(0o755)
    club.do("red", "inbox", club.folder("red"))
    club.do("moderator", "status", club.desk)
    assert open_to_others(club.folder("red")) == []
    assert [name for name in UNPUBLISHED if open_to_others(club.desk / name)] == []


def test_a_file_is_its_owners_alone_unless_it_is_shared(tmp_path: Path) -> None:
    write_atomic(tmp_path / "a/b/own", b"x")
    write_atomic(tmp_path / "c/d/shared", b"x", shared=True)
    assert [rights(tmp_path / name) for name in ("a", "a/b", "a/b/own")] == [0o700, 0o700, 0o600]
    assert [rights(tmp_path / name) for name in ("c", "c/d", "c/d/shared")] == [0o755, 0o755, 0o644]


def test_a_folder_that_is_there_keeps_its_rights_until_it_is_closed(tmp_path: Path) -> None:
    make_folders(tmp_path / "a", shared=True)
    make_folders(tmp_path / "a")
    assert rights(tmp_path / "a") == 0o755
    keep_private(tmp_path / "a")
    assert rights(tmp_path / "a") == 0o700
    keep_private(tmp_path / "missing")
    assert not (tmp_path / "missing").exists()


def test_a_folder_whose_name_a_file_has_is_refused(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"")
    with pytest.raises(FileExistsError):
        make_folders(tmp_path / "a")
