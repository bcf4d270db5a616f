"""A book that has not changed since it was saved is not written, sealed and synced again."""

from __future__ import annotations

from pathlib import Path

from club import Club, playing
from club import duel_is_known as duel_is_known

from pbem.base.clock import parse_time
from pbem.base.files import stamp_of
from pbem.match.folder.office import Office, at_work
from pbem.match.folder.vault import BOOK
from pbem.trust.keyring import Keyring


def saved(office: Office, club: Club) -> object:
    """The marks of the book on the disk after it has been saved."""
    office.save()
    return stamp_of(club.desk / BOOK)


def test_a_book_is_written_where_it_or_a_file_beside_it_is_new(tmp_path: Path) -> None:
    club = playing(tmp_path)
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        first = saved(office, club)
        assert saved(office, club) == first
        office.book.caps["red"] = ["a letter"]
        second = saved(office, club)
        assert second != first
        office.book.caps["red"].append("another")
        third = saved(office, club)
        assert third != second
        office.desk.put("public/note.txt", b"new")
        assert saved(office, club) != third
        assert (club.desk / "public" / "note.txt").read_bytes() == b"new"
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        assert office.book.caps["red"] == ["a letter", "another"]
