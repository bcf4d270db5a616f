"""The hostile letters, taken in by a running game: each answered as its table says, and nothing else changed.

And those that take keys to write: valid signatures of another game, of a former player, of one without a seat.
"""

from __future__ import annotations

import os
import re
import shutil
import statistics
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import timedelta
from email import message_from_bytes
from email.policy import default
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from club import ADDRESSES, START, Club, know_the_duel, playing, playing_as
from mail_corpus import corpus, names
from mail_corpus_dressed import ESCAPES, LINE_ENDS, SCRIPT
from mail_kit import ANNE, CLUB, Case
from people_club import CAROL, People

from pbem.base.clock import parse_time
from pbem.mail.compose import message_id
from pbem.mail.letter import read_letter
from pbem.match.folder.office import Office, at_work
from pbem.match.folder.vault import is_public
from pbem.match.intake.take_in import Taken, take_letter
from pbem.match.post.game_letter import parse_letter
from pbem.trust.keyring import Keyring

#: Of a letter in process, where the mark is 50 ms; letters made to be slow are in the set.
MEDIAN = 0.050
#: What an intake writes down of any letter: its hash, its sender's rate, the number of the answer.
NOTED = ("taken", "caps", "letters")
HEADERS = {
    "from", "to", "subject", "date", "message-id", "mime-version", "content-type", "content-transfer-encoding",
    "in-reply-to", "references", "auto-submitted", "x-loop",
}  # fmt: skip


@dataclass
class Outcome:
    """What a letter led to: the letters written, what else changed, how long it took."""

    taken: Taken
    answers: list[tuple[str, str]]
    changed: list[str]
    seconds: float
    written: list[bytes] = field(default_factory=list)


@dataclass
class Game:
    """A duel between Anne and Blue whose first phase is open."""

    club: Club
    #: What lay in its folder after the last letter.
    noted: dict[str, tuple[int, int]] = field(default_factory=dict)

    @classmethod
    def begun(cls, place: Path) -> Game:
        with pytest.MonkeyPatch.context() as patch:
            know_the_duel(patch)
            patch.setitem(ADDRESSES, "red", ANNE)
            club = Club(place, "moderated", "--address", CLUB)
            club.begin()
        return cls(club)

    def hashes(self) -> dict[str, str]:
        """Every file of the folder."""
        root = self.club.desk
        return {
            path.relative_to(root).as_posix(): sha256(path.read_bytes()).hexdigest()
            for path in sorted(root.rglob("*")) if path.is_file()
        }  # fmt: skip

    def marks(self) -> dict[str, tuple[int, int]]:
        """Every file with what tells that it was written anew."""
        found: dict[str, tuple[int, int]] = {}
        waiting = [""]
        while waiting:
            folder = waiting.pop()
            for each in os.scandir(self.club.desk / folder):
                if each.is_dir():
                    waiting.append(f"{folder}{each.name}/")
                else:
                    found[folder + each.name] = each.stat().st_ino, each.stat().st_mtime_ns
        return dict(sorted(found.items()))

    def take(self, office: Office, name: str, raw: bytes) -> Outcome:
        """One letter, long after the last, and what it led to."""
        office.now = office.clock = office.now + timedelta(hours=2)
        before, book = self.noted or self.marks(), office.book.to_plain()
        began = time.process_time()
        taken = take_letter(office, parse_letter(raw, name))
        seconds = time.process_time() - began
        after, then = self.marks(), office.book.to_plain()
        self.noted = after
        fresh = [path for path in after if after[path] != before.get(path)]
        changed = [path for path in fresh if is_public(path)] + sorted(set(before) - set(after))
        changed += [key for key in then if then[key] != book[key] and key not in NOTED]
        written = [(self.club.desk / path).read_bytes() for path in fresh if path.startswith("outbox/")]
        answers = [(str(message_from_bytes(data)["To"]), kind_of(path)) for path, data in zip(
            (path for path in fresh if path.startswith("outbox/")), written, strict=True
        )]  # fmt: skip
        return Outcome(taken, answers, changed, seconds, written)


def kind_of(path: str) -> str:
    """The first word of the kind of letter a name tells."""
    return path.split("-")[2]


def office_of(club: Club) -> Any:
    """The moderator at work in a club."""
    return at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(START))


@pytest.fixture(scope="module")
def outcomes(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Outcome]]:
    """The whole set through one game, in the order of the set; then all of it once more, which changes no byte."""
    place = tmp_path_factory.mktemp("hostile")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("os.fsync", lambda handle: None)
        game = Game.begun(place)
        know_the_duel(patch)
        with office_of(game.club) as office:
            found = {name: game.take(office, name, case.raw) for name, case in corpus().items()}
            before = game.hashes()
            again = [take_letter(office, parse_letter(case.raw, name)) for name, case in corpus().items()]
        assert all(each.twice for each in again)
        assert game.hashes() == before
        yield found
    shutil.rmtree(place, ignore_errors=True)


@pytest.mark.parametrize("name", names())
def test_a_hostile_letter_changes_nothing_and_is_answered_as_the_table_says(
    name: str, outcomes: dict[str, Outcome]
) -> None:
    case: Case = corpus()[name]
    outcome = outcomes[name]
    assert outcome.changed == []
    assert outcome.answers == [(address, "faults") for address in case.told if case.answered]
    for data in outcome.written:
        assert_harmless(data)


def test_loops_and_robots_get_no_answer_at_all(outcomes: dict[str, Outcome]) -> None:
    silent = [name for name, case in corpus().items() if case.sort != "letter"]
    assert len(silent) >= 40
    assert [name for name in silent if outcomes[name].answers] == []


def test_a_letter_is_taken_in_within_50_ms_at_the_median(outcomes: dict[str, Outcome]) -> None:
    assert statistics.median(outcome.seconds for outcome in outcomes.values()) < MEDIAN


def assert_harmless(data: bytes) -> None:
    """One recipient, no header but ours, nothing a terminal obeys, nothing a page runs."""
    message = message_from_bytes(data, policy=default)
    assert {name.lower() for name in message} <= HEADERS
    assert all(len(message.get_all(name, [])) == 1 for name in message)
    assert len(message["To"].addresses) == 1
    assert not re.search(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\xff]", data)
    for part in message.walk():
        if part.get_content_maintype() == "text":
            words = str(part.get_content())
            assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", words.replace("\r", ""))
            assert part.get_content_subtype() == "plain" or "<script" not in words
        elif not part.is_multipart():
            assert re.fullmatch(r"[A-Za-z0-9][A-Za-z0-9._+@=-]*", str(part.get_filename()))


# ---------------------------------------------------------------------------------------------- letters that take keys
@pytest.fixture
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


def refused(club: Club, letter: Path, *words: str) -> None:
    """The letter changes nothing, and its faults say so."""
    before = public_files(club)
    result = club.take(letter)
    assert result.exit_code in (1, 4), result.output
    assert all(word in result.stderr for word in words), result.stderr
    assert public_files(club) == before


def public_files(club: Club) -> dict[str, bytes]:
    return {
        name: path.read_bytes() for path in sorted(club.desk.rglob("*"))
        if path.is_file() and is_public(name := path.relative_to(club.desk).as_posix())
    }  # fmt: skip


@pytest.mark.usefixtures("known")
def test_a_valid_signature_of_another_game_is_refused(tmp_path: Path) -> None:
    first, second = Club(tmp_path / "a"), Club(tmp_path / "b")
    for seat in ADDRESSES:  # the same people, with the same keys, in both games
        shutil.rmtree(second.home(seat))
        shutil.copytree(first.home(seat), second.home(seat))
    for club in (first, second):
        club.begin()
    refused(second, first.sealed("red", bid="high"), f"'{first.status()['game']}'")


@pytest.mark.usefixtures("known")
def test_a_valid_signature_of_a_former_player_is_refused(tmp_path: Path) -> None:
    club = playing_as(People, tmp_path)
    late = club.sealed("red", bid="high")
    club.do("moderator", "replace", club.desk, "red", "--address", CAROL, "--reason", "three weeks without a letter")
    answer = club.do("carol", "join", club.mail("red-invitation"), "--dir", tmp_path / "carol").stdout.strip()
    club.comes_in(Path(answer))
    refused(club, late, "seat 'red' is no longer played with this key")


@pytest.mark.usefixtures("known")
def test_a_valid_signature_of_one_without_a_seat_is_refused(tmp_path: Path) -> None:
    club = playing_as(People, tmp_path)
    path = club.write("red", bid="high")
    club.do("carol", "sign", path)
    both = path.read_bytes() + path.with_name(f"{path.name}.sig").read_bytes()
    letter = tmp_path / "observer.eml"
    letter.write_bytes(f"From: {CAROL}\nTo: {CLUB}\nSubject: orders\n\n".encode() + both)
    refused(club, letter, "signature")


@pytest.mark.usefixtures("known")
def test_orders_that_were_overtaken_do_not_come_back(tmp_path: Path) -> None:
    club = playing(tmp_path)
    old, new = (club.sealed("red", bid=bid).rename(tmp_path / f"{bid}.eml") for bid in ("low", "high"))
    club.do("moderator", "in", club.desk, new)
    refused(club, old, "1", "2")
    assert [entry.number("seq") for entry in club.ledger().entries("lock")] == [2]


@pytest.mark.usefixtures("known")
@pytest.mark.parametrize("name", [SCRIPT, "A & B <b>", "\u202eenna", ESCAPES, LINE_ENDS, "x\r\nBcc: all@example.net"])
def test_a_players_name_or_a_games_title_reaches_no_header_terminal_or_page(name: str, tmp_path: Path) -> None:
    """Refused where it hides something; shown as words where it does not."""
    sound = name.isprintable()
    club = Club(tmp_path, "moderated")
    made = club.try_to("another", "key", "new", "--name", name)
    assert (made.exit_code == 0) == sound
    titled = club.try_to("moderator", "new", tmp_path / "other", "--game", "duel", "--title", name,
                         *(f"--seat={seat}={address}" for seat, address in ADDRESSES.items()))  # fmt: skip
    assert (titled.exit_code == 0) == sound
    if sound:
        shutil.rmtree(club.home("red"))
        shutil.move(club.home("another"), club.home("red"))
        club.begin()
        letters = [*(tmp_path / "other" / "outbox").glob("*.eml"), *tmp_path.glob("*.eml")]
        assert len(letters) >= 6
        for path in letters:
            assert_harmless(path.read_bytes())
            assert "Bcc" not in message_from_bytes(path.read_bytes())


@pytest.mark.usefixtures("known")
def test_every_letter_of_the_game_itself_is_harmless_and_is_known_as_ours(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step", "--title", "Winter <b>1739</b> & co.")
    for seat in ADDRESSES:
        club.order(seat, bid="low", standing="no")
    club.run()
    club.do("moderator", "out", club.desk, "--to", tmp_path / "post")
    letters = [*tmp_path.glob("*.eml"), *(tmp_path / "post").glob("*.eml")]
    assert len(letters) > 6
    for path in letters:
        assert_harmless(path.read_bytes())
        assert read_letter(path.read_bytes()).header("auto-submitted") == "auto-generated"


@pytest.mark.usefixtures("known")
def test_a_message_id_is_nothing_that_anybody_could_guess_or_count_by(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.order("red", bid="high")
    (receipt,) = (club.desk / "outbox").glob("*-red-receipt-*.eml")
    found, game = read_letter(receipt.read_bytes()).message_id, club.status()["game"]
    kind = receipt.stem.split("-", 1)[1]
    guesses = (f"{number:05d}-{kind}.{game}" for number in range(100))
    assert found not in [message_id(guess, "pbem.example") for guess in guesses]
