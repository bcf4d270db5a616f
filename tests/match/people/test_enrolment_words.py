"""Enrolment: words to compare by telephone, acceptances from elsewhere, numbered lists of addresses (review D6, D7)."""

from __future__ import annotations

import json
from email import message_from_bytes
from email.policy import SMTP
from pathlib import Path

import pytest
from club import Club, begun, duel_is_known

from pbem.base.clock import parse_time
from pbem.match.folder import zipped
from pbem.match.folder.office import at_work
from pbem.match.own_folder.seat import Seat
from pbem.match.post.addresses import addresses_paper
from pbem.match.post.game_letter import Letter, write_letter
from pbem.trust.keyring import Keyring
from pbem.trust.primitives.words import words_of

__all__ = ["duel_is_known"]


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Club:
    return begun(tmp_path_factory.mktemp("begun") / "place")


@pytest.fixture
def club(game: Club, tmp_path: Path) -> Club:
    return game.copied(tmp_path / "place")


def words_of_charter(club: Club) -> str:
    """The words of the charter as the moderator has it."""
    from hashlib import sha256

    return " ".join(words_of(sha256((club.desk / "charter.yaml").read_bytes()).hexdigest()))


def test_join_prints_the_words_and_whom_to_compare_them_with(tmp_path: Path) -> None:
    club = Club(tmp_path)
    accepted = []
    for seat, letters in club.deliver().items():
        written = club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()
        accepted.append(club.do("moderator", "in", club.desk, written).output)
    words = words_of_charter(club)
    assert f"the words of this charter are: {words}" in accepted[-1]
    for seat, letters in club.deliver().items():
        told = club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stderr
        assert f"the words of this charter are: {words}" in told
        assert "by telephone" in told


def test_every_report_repeats_the_words(club: Club) -> None:
    words = words_of_charter(club)
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    for name in ("start", "t01.duel"):
        for path in (club.desk / f"public/{name}.txt", club.folder("red") / f"reports/{name}.txt"):
            assert f"Words of the charter: {words}." in " ".join(path.read_text(encoding="utf-8").split())
    assert club.do("moderator", "audit", club.desk).exit_code in (0, 5)  # 5: an earlier grammar leaves a choice
    for given in ((club.desk,), ("--public", club.folder("red") / "game")):
        assert json.loads(club.do("moderator", "status", *given, "--json").stdout)["words"] == words


def test_a_charter_with_another_key_has_other_words(tmp_path: Path) -> None:
    """What a carrier between two sides cannot do: give both the same words for different keys."""
    first, second = Club(tmp_path / "a"), Club(tmp_path / "b")
    first.begin()
    second.begin()
    assert words_of_charter(first) != words_of_charter(second)


def from_address(path: Path, sender: str, place: Path) -> Path:
    """The same letter as somebody else's."""
    letter = message_from_bytes(path.read_bytes(), policy=SMTP)
    for header in ("From", "Reply-To"):
        del letter[header]
    letter["From"] = sender
    target = place / "elsewhere.eml"
    target.write_bytes(letter.as_bytes())
    return target


def test_swapped_keys_at_join_the_moderator_is_told_of_an_acceptance_from_another_address(tmp_path: Path) -> None:
    """Row 'swapped keys at join': whoever reads an invitation on its way may accept it first."""
    club = Club(tmp_path)
    letter = club.deliver()["red"][-1]
    accepted = Path(club.do("red", "join", letter, "--dir", club.folder("red")).stdout.strip())
    carried = from_address(accepted, "carrier@evil.example", tmp_path)
    told = club.do("moderator", "in", club.desk, carried).output
    assert "red was accepted from carrier@evil.example, and the invitation went to red@example.org" in told
    assert "telephone" in told


def test_an_acceptance_from_where_the_invitation_went_is_told_as_ever(tmp_path: Path) -> None:
    club = Club(tmp_path)
    letter = club.deliver()["red"][-1]
    accepted = club.do("red", "join", letter, "--dir", club.folder("red")).stdout.strip()
    told = club.do("moderator", "in", club.desk, accepted).output
    assert "red is accepted by Red" in told
    assert "invitation went to" not in told


# ------------------------------------------------------------------------------------------------- lists of addresses
def list_of(club: Club, blue: str) -> dict[str, bytes]:
    """A list that the moderator has truly signed."""
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        office.book.addresses["blue"] = blue
        papers = addresses_paper(office)
        office.save()
        return papers


def opened_with(club: Club, papers: dict[str, bytes]) -> str:
    """Red opens a letter of anybody with this list beside the public files."""
    folder = club.folder("red")
    files = {p.relative_to(folder / "game").as_posix(): p.read_bytes() for p in (folder / "game").rglob("*")
             if p.is_file()}  # fmt: skip
    letter = Letter("red@example.org", "x", "Hello.\n", {"public.zip": zipped.pack(files), **papers})
    path = club.place / "list.eml"
    path.write_bytes(write_letter(letter, "somebody@example.org", "x", parse_time(club.now), automatic=False))
    return club.do("red", "open", path, "--dir", folder).stderr


def test_seat_takeover_address_an_old_list_of_addresses_is_refused(club: Club) -> None:
    """Row 'seat takeover: address': an old, truly signed list beside today's files."""
    old, new = list_of(club, "before@example.org"), list_of(club, "now@example.org")
    assert "older than" not in opened_with(club, new)
    assert Seat.at(club.folder("red")).addresses["blue"] == "now@example.org"
    told = opened_with(club, old)
    assert "the list of addresses in this letter, no. 1, is older than no. 2" in told
    assert Seat.at(club.folder("red")).addresses["blue"] == "now@example.org"
    assert "older than" not in opened_with(club, new)


def test_a_list_without_a_number_is_older_than_any_with_one(club: Club) -> None:
    """Of a game that was begun under an earlier version."""
    from pbem.trust.ssh import sshsig

    signer = Keyring.open(club.home("moderator")).signer()

    def unnumbered(papers: dict[str, bytes]) -> dict[str, bytes]:
        data = b"".join(line for line in papers["addresses.yaml"].splitlines(True) if not line.startswith(b"number"))
        signature = sshsig.sign(signer, data, sshsig.namespace("amend")).encode()
        return {"addresses.yaml": data, "addresses.yaml.sig": signature}

    old = unnumbered(list_of(club, "before@example.org"))
    opened_with(club, old)
    assert Seat.at(club.folder("red")).addresses["blue"] == "before@example.org"
    opened_with(club, list_of(club, "now@example.org"))
    assert "no. 0, is older than" in opened_with(club, old)
    assert Seat.at(club.folder("red")).addresses["blue"] == "now@example.org"
