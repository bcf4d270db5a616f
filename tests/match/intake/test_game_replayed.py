"""Signed letters sent once more by somebody else: into another phase, attempt, seat's hands, game, or moderator's desk.

Whoever has seen a letter can mail it again, in a dress that makes another letter of it. All that players of a game
have signed, kind by kind, comes again in every situation that follows, and nothing is changed by it.
"""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from acts_kit import act
from club import ADDRESSES, Club, know_the_duel, playing_as
from long_runs import long_too
from people_club import CAROL, People

from pbem.base.clock import parse_time
from pbem.mail.letter import read_letter
from pbem.match.folder.office import at_work
from pbem.match.folder.vault import is_public
from pbem.match.intake.take_in import take_letter
from pbem.match.post.game_letter import parse_letter
from pbem.trust.keyring import Keyring

#: What an intake notes of any letter: its hash, its sender's rate, the number of the answer.
NOTED = ("taken", "caps", "letters")
#: How the kinds of letters begin that answer a letter to whoever wrote it.
ANSWERS = ("receipt-", "word-", "press-", "faults-", "agreed-", "guardian")


class Recorded(People):
    """A club in which every letter that comes in is remembered."""

    def __init__(self, place: Path, tier: str = "moderated", *more: str) -> None:
        self.came: list[bytes] = []
        super().__init__(place, tier, *(("--plain=red",) if tier == "moderated" else ()), *more)

    def do(self, who: str, *words: Any) -> Any:
        if words[0] == "in":
            self.came += [Path(word).read_bytes() for word in words[2:]]
        return super().do(who, *words)

    def says(self, seat: str, *words: str) -> None:
        """A word beside the orders."""
        self.comes_in(Path(self.do(seat, "word", *words, "--dir", self.folder(seat)).stdout.strip()))

    def presses(self, seat: str, text: str) -> None:
        """A letter to the other seat."""
        path = self.place / "words.txt"
        path.write_text(text, encoding="utf-8")
        words = ("press", path, "--to", "all", "--dir", self.folder(seat))
        self.comes_in(Path(self.do(seat, *words).stdout.strip()))

    def plain_orders(self, seat: str, **body: str) -> None:
        """An order file with its signature, from a player without the tool."""
        path = self.write(seat, **body)
        path.with_name(f"{path.name}.sig").unlink(missing_ok=True)
        self.do(seat, "sign", path)
        letter = self.place / "plain.eml"
        head = f"From: {ADDRESSES[seat]}\nTo: club@example.org\nSubject: orders\n\n".encode()
        letter.write_bytes(head + path.read_bytes() + path.with_name(f"{path.name}.sig").read_bytes())
        self.comes_in(letter)

    def goes_back(self) -> None:
        """Everybody agrees to play the first phase again."""
        act(self, "rollback", "--to", "t01.duel", reason="An order file was misread.")
        for seat in ("blue", "red"):
            letter = self.mail(f"{seat}-reopen")
            self.comes_in(Path(self.do(seat, "agree", letter, "--dir", self.folder(seat)).stdout.strip()))
        self.read_all()

    def lends_red(self) -> None:
        """Red lends his seat to Carol for a phase."""
        asked = self.do("red", "hand-over", "--offer", CAROL, "--dir", self.folder("red")).stdout.strip()
        answer = self.do("carol", "join", asked, "--dir", self.place / "carol").stdout.strip()
        lent = self.do("red", "hand-over", answer, "--dir", self.folder("red"), "--phases", "1").stdout.strip()
        self.comes_in(Path(lent))
        self.hands["red"] = "carol"
        self.read_all()

    def phase(self) -> None:
        """One phase, by whatever letters the tier asks for."""
        for seat in self.status()["waits_for"]:
            self.order(seat, bid="low", standing="no")
        self.advance_by(49 if self.tier == "beacon" else 0)


def public(club: Club) -> dict[str, bytes]:
    """What everybody may see."""
    files = (path for path in sorted(club.desk.rglob("*")) if path.is_file())
    found = ((path.relative_to(club.desk).as_posix(), path) for path in files)
    return {name: path.read_bytes() for name, path in found if is_public(name)}


def kinds_of(raw: bytes) -> tuple[str, ...]:
    """The kinds of documents in a letter."""
    return tuple(part.kind for part in read_letter(raw).parts)


def nothing_changes(club: Club, letters: Sequence[bytes], why: str) -> None:
    """Each letter comes again in another dress; it has no effect, and nobody but its writer hears of it."""
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        for number, raw in enumerate(letters):
            office.book.caps = {}
            before, book, outbox = public(club), office.book.to_plain(), set((club.desk / "outbox").iterdir())
            take_letter(office, parse_letter(f"X-Again: {why} {number}\n".encode() + raw, f"{number}.eml"))
            told = (why, number, kinds_of(raw), office.said)
            assert public(club) == before, told
            after = office.book.to_plain()
            assert [key for key in after if key not in NOTED and after[key] != book[key]] == [], told
            fresh = [path.stem.split("-", 2)[2] for path in set((club.desk / "outbox").iterdir()) - outbox]
            assert [kind for kind in fresh if not kind.startswith(ANSWERS)] == [], told


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


def first_phase(club: Recorded) -> None:
    """A game begun, its first phase with letters of every kind that the tier knows."""
    club.begin()
    club.says("red", "away", "2026-12-24", "2026-12-26")
    club.says("red", "wait")
    club.presses("red", "Shall we rest?")
    if club.tier == "moderated":
        club.plain_orders("red", bid="high")
        club.plain_orders("red", bid="low", standing="no")
        nothing_changes(club, club.came, "the same phase")
        club.order("blue", bid="low", standing="no")
        club.says("red", "go")
        club.advance_by(0)
    else:
        club.says("red", "go")
        club.phase()


PRESS = ("--press", "both", "--press-when", "at_once")


@pytest.mark.parametrize("tier", long_too("two-step", "moderated"))
def test_no_letter_of_a_game_has_an_effect_twice(tier: str, tmp_path: Path) -> None:
    club = Recorded(tmp_path, tier, *PRESS)
    first_phase(club)
    nothing_changes(club, club.came, "the next phase")
    club.goes_back()
    nothing_changes(club, club.came, "after going back")
    club.phase()
    club.lends_red()
    nothing_changes(club, club.came, "while the seat is lent")
    club.presses("red", "I am new here.")
    club.phase()
    club.hands["red"] = "red"
    club.read_all()
    club.advance_by(0)
    assert [entry.text("how") for entry in club.ledger().entries("rotate")] == ["hand-over", "return"]
    nothing_changes(club, club.came, "after the loan")
    club.do("moderator", "end", club.desk, "--reason", "The players are tired.")
    nothing_changes(club, club.came, "after the end")
    kinds = {kind for raw in club.came for kind in kinds_of(raw)}
    asked = {"acceptance", "charter", "lock", "word", "press", "reopen", "hand-over"}
    assert kinds >= asked | {"orders" if tier == "moderated" else "open"}


def test_no_letter_has_an_effect_in_another_game_of_the_same_people(tmp_path: Path) -> None:
    first, second = Recorded(tmp_path / "a", "moderated", *PRESS), Recorded(tmp_path / "b", "moderated", *PRESS)
    for who in (*ADDRESSES, "carol"):
        shutil.rmtree(second.home(who))
        shutil.copytree(first.home(who), second.home(who))
    first_phase(first)
    nothing_changes(second, first.came, "another game that has not begun")
    for path in (second.desk / "outbox").glob("*-faults-*.eml"):
        path.unlink()
    second.begin()
    nothing_changes(second, first.came, "another game")


def test_no_letter_of_a_game_has_an_effect_under_its_next_moderator(tmp_path: Path) -> None:
    club = Recorded(tmp_path, "two-step", *PRESS)
    first_phase(club)
    out = club.place / "game.age"
    age = Keyring.open(club.home("carol")).age_public()
    club.do("moderator", "hand-over-game", club.desk, "--to", age, "--out", out)
    nothing_changes(club, club.came, "a game that was handed over")
    club.do("carol", "take-over", out, "--dir", club.place / "desk2", "--address", CAROL)
    club.hands["moderator"], club.desk = "carol", club.place / "desk2"
    nothing_changes(club, club.came, "before the seats have agreed")
    club.agree("blue", "red")
    club.run()
    nothing_changes(club, club.came, "a new moderator")


@pytest.mark.parametrize(
    ("line", "says"),
    [("game", "names no game"), ("phase", "names no phase"), ("other", "orders are for the game 'duel-2026-000000'")],
)
def test_plain_orders_say_themselves_which_game_and_phase_they_are_for(line: str, says: str, tmp_path: Path) -> None:
    """Nothing else says it, so without these lines they could be signed once and mailed for ever."""
    club = playing_as(Recorded, tmp_path)
    path = club.write("red", bid="high")
    lines = [each for each in path.read_text().splitlines() if not each.startswith(f"{line}:")]
    lines = ["game: duel-2026-000000" if line == "other" and each.startswith("game:") else each for each in lines]
    path.write_text("\n".join(lines) + "\n")
    club.do("red", "sign", path)
    letter = tmp_path / "plain.eml"
    head = f"From: {ADDRESSES['red']}\nSubject: orders\n\n".encode()
    letter.write_bytes(head + path.read_bytes() + path.with_name(f"{path.name}.sig").read_bytes())
    before = public(club)
    result = club.take(letter)
    assert result.exit_code == 1
    assert says in result.stderr
    assert public(club) == before


def test_plain_orders_that_were_overtaken_can_be_meant_again_if_they_are_signed_again(tmp_path: Path) -> None:
    club = playing_as(Recorded, tmp_path)
    club.plain_orders("red", bid="high")
    club.plain_orders("red", bid="low")
    again = club.place / "again.eml"
    again.write_bytes(b"X-Again: 1\n" + club.came[-2])
    refused = club.take(again)
    assert "these orders have come before, as no. 1 of 't01.duel'" in refused.stderr
    assert "change something" in refused.stderr
    club.plain_orders("red", bid="high", standing="no")
    assert [entry.number("seq") for entry in club.ledger().entries("lock")] == [1, 2, 3]
