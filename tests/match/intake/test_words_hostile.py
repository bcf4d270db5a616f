"""Words that are signed and still must not work: another's key, another game, said again, or with letters going astray.

None of them changes an address, sends a report anywhere, or tells a stranger anything.
"""

from __future__ import annotations

from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest
from club import ADDRESSES, Club, begun, playing
from club import duel_is_known as duel_is_known
from club_hall import ADDRESS, Hall, Table
from mail_kit import SPY
from time_club import speak, words

from pbem import strict_yaml
from pbem.base.clock import parse_time
from pbem.cli.passphrase import ask
from pbem.match.folder.office import at_work
from pbem.match.post.game_letter import Letter, write_letter
from pbem.trust.keyring import Keyring
from pbem.trust.ssh import sshsig


@pytest.fixture(scope="module")
def unmoved(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """One game for all words that change nothing."""
    return begun(tmp_path_factory.mktemp("unmoved"))


def by_hand(club: Club, *, signer: str = "red", sender: str = "", namespace: str = "amend", **fields: Any) -> Path:
    """A word written by hand, so long after the last that nobody takes them for a flood."""
    club.later(1)
    head = {"pbem": "word/1", "game": club.status()["game"], "seat": "red", "seq": 90}
    data = strict_yaml.write({**head, **fields}).encode()
    armour = sshsig.sign(Keyring.open(club.home(signer)).signer(ask), data, sshsig.namespace(namespace)).encode()
    path = club.place / "by-hand.eml"
    whole = Letter("moderator@pbem.example", "word", "a word", {"word.yaml": data, "word.yaml.sig": armour})
    path.write_bytes(write_letter(whole, sender or ADDRESSES["red"], "by-hand", parse_time(club.now), automatic=False))
    return path


def kept(club: Club) -> tuple[Any, ...]:
    """What no such word may change."""
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        book = office.book
        return book.addresses, book.fellows, book.moves, book.former, book.words, len(office.record.ledger)


def sent(club: Club) -> list[str]:
    """Whom letters go to now, and how many files they bring."""
    club.do("moderator", "out", club.desk, "--to", club.place / "post")
    found = []
    for path in sorted((club.place / "post").glob("*.eml")):
        message = message_from_bytes(path.read_bytes())
        files = [part for part in message.walk() if part.get_filename()]
        found.append(f"{message['To']}{' with files' * bool(files)}")
        path.unlink()
    return found


@pytest.mark.parametrize("said", [{"again": "newest"}, {"address": SPY}, {"confirm": "0" * 20}], ids=str)
@pytest.mark.parametrize(
    "how",
    [
        {"signer": "blue"}, {"signer": "moderator"}, {"signer": "blue", "seat": "blue", "game": "duel-2020-ffffff"},
        {"namespace": "orders"}, {"namespace": "seen"}, {"seat": "moderator", "signer": "moderator"}, {"seat": "green"},
    ],
    ids=str,
)  # fmt: skip
def test_a_word_that_its_seat_has_not_signed_for_this_game_does_nothing(
    unmoved: Club, how: dict[str, str], said: dict[str, str]
) -> None:
    before = kept(unmoved)
    sent(unmoved)
    assert unmoved.take(by_hand(unmoved, sender=SPY, **how, **said)).exit_code in (1, 4)
    assert kept(unmoved) == before
    assert [line for line in sent(unmoved) if "with files" in line] == []


@pytest.mark.parametrize("address", [
    "spy@example.net\r\nBcc: all@example.net", "spy@example.net, blue@example.org", "Spy <spy@example.net>", "spy",
    "@example.net", "spy@", "spy@@example.net", "spy@example.net\x00", "-oQ/tmp@example.net", "|cat@example.net",
    "\"spy\"@example.net", "spy@[127.0.0.1]", "a" * 250 + "@example.net", "spy@exam\u0440le.net",
    "\u202espy@example.net", "moderator@pbem.example", "Moderator+tag@PBEM.example", "postmaster@example.net",
    "bounces+1@example.net",
])  # fmt: skip
def test_an_address_that_is_more_or_less_than_one_is_refused_even_signed(unmoved: Club, address: str) -> None:
    before = kept(unmoved)
    sent(unmoved)
    assert unmoved.take(by_hand(unmoved, address=address)).exit_code in (1, 4)
    assert kept(unmoved) == before
    assert set(sent(unmoved)) <= {"red@example.org"}


@pytest.mark.parametrize("phase", ["..", "*", "t01.duel/../../private", "T01", "", "newest\nconfirm: x", "a" * 41])
def test_a_phase_that_is_none_brings_nothing(unmoved: Club, phase: str) -> None:
    sent(unmoved)
    assert unmoved.take(by_hand(unmoved, again=phase)).exit_code in (1, 4)
    assert [line for line in sent(unmoved) if "with files" in line] == []


def test_a_stranger_who_passes_a_word_on_learns_nothing_from_it(unmoved: Club) -> None:
    club = unmoved
    letter = by_hand(club, sender=SPY, again="newest")
    sent(club)
    club.do("moderator", "in", club.desk, letter)
    told = sent(club)
    assert sorted(told) == ["red@example.org", "red@example.org with files", SPY]


def test_a_word_of_before_said_again_brings_no_old_address_back(tmp_path: Path) -> None:
    club = playing(tmp_path)
    first = Path(club.do("red", "word", "address", SPY, "--dir", club.folder("red")).stdout.strip())
    club.do("moderator", "in", club.desk, first)
    speak(club, "red", "address", "red@example.org")
    before = kept(club)
    again = first.with_name("again.eml")
    again.write_bytes(first.read_bytes().replace(b"A word of red.", b"Did you get this?"))
    assert club.take(again).exit_code == 1
    assert kept(club) == before
    assert sent(club).count(f"{SPY} with files") == 1


def test_a_token_is_of_use_to_nobody_without_the_key(unmoved: Club, tmp_path: Path) -> None:
    club = unmoved.copied(tmp_path / "club")
    speak(club, "red", "address", "red@elsewhere.example", "--seq", "91")
    club.do("moderator", "out", club.desk, "--to", club.place / "post")
    (letter,) = (club.place / "post").glob("*-red-confirm-*.eml")
    token = words(letter).partition("word confirm ")[2][:20]
    for signer in ("blue", "moderator"):
        assert club.take(by_hand(club, signer=signer, seq=92, confirm=token)).exit_code in (1, 4)
    assert kept(club)[0]["red"] == "red@example.org"
    club.do("moderator", "in", club.desk, by_hand(club, seq=92, confirm=token))
    assert kept(club)[0]["red"] == "red@elsewhere.example"


def test_in_a_club_the_new_address_leads_to_the_game_and_the_old_one_no_more(tmp_path: Path) -> None:
    hall = Hall(tmp_path)
    table = hall.tables["winter"] = Table(hall, "winter")
    table.join_by_mail()
    table.mail(
        Path(table.do("red", "word", "address", "red@elsewhere.example", "--dir", table.folder("red")).stdout.strip())
    )
    hall.tick()
    (letter,) = (hall.place / "post").glob("*-red-confirm-*.eml")
    opened = table.do("red", "open", letter, "--dir", table.folder("red"))
    table.mail(Path(opened.stderr.rpartition("confirmed: ")[2].split()[0]))
    hall.tick()
    for sender, known in (("red@elsewhere.example", True), ("red@example.org", False)):
        before = len(list((table.desk / "inbox").iterdir()))
        plain = Letter(ADDRESS, "hello", "Where do we stand?\n")
        hall.mail(write_letter(plain, sender, sender, parse_time(hall.now), automatic=False))
        hall.tick()
        assert (len(list((table.desk / "inbox").iterdir())) > before) == known
    assert table.fail("red", "word", "address", ADDRESS, "--dir", tmp_path / "nowhere").faults
    club_own = Path(table.do("red", "word", "address", ADDRESS, "--dir", table.folder("red")).stdout.strip())
    assert "is the address of this game" in table.take(club_own).output
