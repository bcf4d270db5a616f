"""Players' words beside their orders: taken once, from their own seat, for their own game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from club import ADDRESSES, Club, know_the_duel
from club import duel_is_known as duel_is_known

from pbem import strict_yaml
from pbem.base.clock import parse_time
from pbem.cli.passphrase import ask
from pbem.match.folder.office import at_work
from pbem.match.post.game_letter import Letter, read_letter, write_letter
from pbem.trust.keyring import Keyring
from pbem.trust.ssh import sshsig


@pytest.fixture
def club(tmp_path: Path) -> Club:
    found = Club(tmp_path)
    found.begin()
    return found


@pytest.fixture(scope="module")
def unmoved(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Club]:
    """One game for all words that change nothing."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        found = Club(tmp_path_factory.mktemp("unmoved"))
        found.begin()
        yield found


def said(club: Club, seat: str, *words: str) -> Path:
    """The letter with a word."""
    return Path(club.do(seat, "word", *words, "--dir", club.folder(seat)).stdout.strip())


def letter(club: Club, seat: str, fields: dict[str, Any], *, namespace: str = "amend", signer: str = "") -> Path:
    """A word written by hand."""
    data = strict_yaml.write({"pbem": "word/1", "game": game(club), "seat": seat, "seq": 1, **fields}).encode()
    key = Keyring.open(club.home(signer or seat)).signer(ask)
    armour = sshsig.sign(key, data, sshsig.namespace(namespace)).encode()
    parts = {"word.yaml": data, "word.yaml.sig": armour}
    path = club.place / "by-hand.eml"
    whole = Letter("moderator@pbem.example", "word", "a word", parts)
    path.write_bytes(write_letter(whole, ADDRESSES["red"], "by-hand", parse_time(club.now), automatic=False))
    return path


def game(club: Club) -> str:
    return str(club.status()["game"])


def absences(club: Club) -> list[dict[str, str]]:
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        return office.book.absences


def answer(club: Club, seat: str) -> str:
    """The newest letter to a seat."""
    return club.deliver()[seat][-1].read_text(encoding="utf-8")


def refused(club: Club, path: Path) -> str:
    """What is said about a letter that changes nothing."""
    result = club.try_to("moderator", "in", club.desk, path)
    assert result.exit_code in (1, 4), result.output
    return result.output


def test_an_absence_is_noted_and_its_seat_is_told(club: Club) -> None:
    club.do("moderator", "in", club.desk, said(club, "red", "away", "2026-12-20", "2027-01-03"))
    assert absences(club) == [{"seat": "red", "first": "2026-12-20", "last": "2027-01-03"}]
    assert "absence from 2026-12-20 to 2027-01-03 noted" in answer(club, "red").replace("=\n", "").replace("\n", " ")


def test_absences_are_taken_back(club: Club) -> None:
    club.do("moderator", "in", club.desk, said(club, "red", "away", "2026-12-20", "2027-01-03"))
    club.do("moderator", "in", club.desk, said(club, "blue", "away", "2026-12-20", "2026-12-21"))
    club.do("moderator", "in", club.desk, said(club, "red", "back"))
    assert [each["seat"] for each in absences(club)] == ["blue"]


def test_an_old_word_said_again_does_not_undo_a_newer_one(club: Club) -> None:
    first = said(club, "red", "away", "2026-12-20", "2027-01-03")
    club.do("moderator", "in", club.desk, first)
    club.do("moderator", "in", club.desk, said(club, "red", "back"))
    again = first.with_name("again.eml")
    again.write_bytes(first.read_bytes().replace(b"A word of red.", b"Did you get this?"))
    assert "word no. 1 of red comes after no. 2" in refused(club, again)
    assert absences(club) == []


def test_a_word_that_comes_twice_has_one_answer(club: Club) -> None:
    first = said(club, "red", "away", "2026-12-20", "2027-01-03")
    club.do("moderator", "in", club.desk, first)
    again = first.with_name("again.eml")
    again.write_bytes(first.read_bytes().replace(b"A word of red.", b"Did you get this?"))
    club.do("moderator", "in", club.desk, again)
    one, two = (path.read_text(encoding="utf-8").partition("\n\n")[2] for path in club.deliver()["red"][-2:])
    assert one == two
    assert len(absences(club)) == 1


@pytest.mark.parametrize(
    ("fields", "more", "message"),
    [
        ({"back": True, "wait": True}, {}, "word says 'back' and 'wait' at once"),
        ({}, {}, "word says nothing"),
        ({"back": True, "game": "duel-2020-ffffff"}, {}, "word is for the game 'duel-2020-ffffff'"),
        ({"back": True}, {"namespace": "orders"}, "signature is for"),
        ({"back": True}, {"signer": "blue"}, "signature is made by"),
        ({"back": True, "seat": "green"}, {}, "'green' has no seat"),
        ({"away": {"from": "2026-12-20", "to": "2026-12-19"}}, {}, "before it begins"),
        ({"away": {"from": "2026-10-01", "to": "2026-10-09"}}, {}, "absence ended on 2026-10-09, and it is 2026-11-02"),
        ({"away": {"from": "2026-02-30", "to": "2026-12-19"}}, {}, "'2026-02-30' is no day of the calendar"),
        ({"wait": True}, {}, "word names no phase"),
        ({"wait": True, "phase": "t09.duel"}, {}, "word is about phase 't09.duel'; 't01.duel' is open"),
        ({"shout": True}, {}, "'shout' is no key here"),
    ],
    ids=str,
)  # fmt: skip
def test_a_word_that_is_wrong_is_refused(
    unmoved: Club, fields: dict[str, Any], more: dict[str, str], message: str
) -> None:
    assert message in refused(unmoved, letter(unmoved, "red", fields, **more))
    assert absences(unmoved) == []


def test_an_absence_that_ends_before_it_begins_is_no_letter(unmoved: Club) -> None:
    days = ("2026-12-20", "2026-12-19")
    refused = unmoved.fail("red", "word", "away", *days, "--dir", unmoved.folder("red"))
    assert "before it begins" in refused.faults[0].message


def test_whoever_goes_away_is_told_that_the_open_deadline_stays(club: Club) -> None:
    club.do("moderator", "in", club.desk, said(club, "red", "away", "2026-11-03", "2026-11-09"))
    told = " ".join(read_letter(club.deliver()["red"][-1]).letter.text.split())
    assert "keeps its deadline, Wednesday 4 November 2026, 20:00 UTC: send your orders before you go" in told
    club.order("blue", bid="high")
    club.do("moderator", "in", club.desk, said(club, "blue", "away", "2026-11-03", "2026-11-09"))
    assert "keeps its deadline" not in read_letter(club.deliver()["blue"][-1]).letter.text


def test_whoever_goes_away_is_promised_no_more_than_the_charter_gives(tmp_path: Path) -> None:
    file = tmp_path / "calendar.yaml"
    file.write_text("pbem: calendar/1\nabsence_days: 0\n", encoding="utf-8")
    club = Club(tmp_path / "club", times=("--calendar", str(file)))
    club.begin()
    taken = club.take(said(club, "red", "away", "2026-11-03", "2026-11-12"))
    assert "absence from 2026-11-03 to 2026-11-12 noted; it puts off no deadline in this game" in taken.output
