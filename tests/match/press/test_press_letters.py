"""Press: letters between seats and notes to oneself, signed or not, at once or with the report, with nothing hidden."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from acts_kit import TIERS, agree, play_phase, playing, rehearsed, sound, tree, words
from club import Club
from club import duel_is_known as duel_is_known
from mail_kit import crlf, part, several
from team_club import Team

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.match.folder import zipped
from pbem.match.folder.office import at_work
from pbem.match.post.game_letter import Letter, write_letter
from pbem.match.post.press import Written, check_allowed, forget, readers_of, words_for
from pbem.trust.keyring import Keyring
from pbem.trust.seal import seal


def pressed(club: Club, seat: str, text: str, *to: str) -> Path:
    """A letter written by the command, as a file to mail."""
    path = club.place / "words.txt"
    path.write_text(text, encoding="utf-8")
    named = [f"--to={each}" for each in to if each != "--grey"]
    grey = ["--grey"] if "--grey" in to else []
    return Path(club.do(seat, "press", path, *named, *grey, "--dir", club.folder(seat)).stdout.strip())


def with_press(place: Path, kind: str = "both", when: str = "at_once", tier: str = "moderated", *more: str) -> Club:
    club = playing(place, tier, "--press", kind, "--press-when", when, *more)
    club.deliver()
    return club


def heard(club: Club, seat: str) -> str:
    """What a player reads when he opens what has come."""
    letters = club.deliver()[seat]
    return "".join(club.do(seat, "open", letter, "--dir", club.folder(seat)).stdout for letter in letters)


def test_a_signed_letter_says_who_wrote_it_and_is_proved(tmp_path: Path) -> None:
    club = with_press(tmp_path)
    club.do("moderator", "in", club.desk, pressed(club, "red", "Shall we rest?\nSay so.", "blue"))
    told = heard(club, "blue")
    assert "A signed letter of red, to blue:\n| Shall we rest?\n| Say so.\n" in told
    assert [path.read_text() for path in (club.folder("blue") / "press").iterdir()]


def test_a_letter_between_players_is_passed_on_though_a_mailer_has_sent_its_files_as_text(tmp_path: Path) -> None:
    """With the line ends that text has in mail, the sealed part was 'another' than the one that was signed."""
    club = with_press(tmp_path)
    parts = club.parts(pressed(club, "red", "Shall we rest?", "blue"))
    files = [part(data, "text/plain", "7bit", name=name) for name, data in parts.items()]
    path = tmp_path / "as-text.eml"
    path.write_bytes(crlf(several("mixed", part(b"Hello\n"), *files)))
    club.do("moderator", "in", club.desk, path)
    assert "Shall we rest?" in heard(club, "blue")


def test_nobody_on_the_way_reads_a_letter(tmp_path: Path) -> None:
    club = with_press(tmp_path)
    written = pressed(club, "red", "Shall we rest?", "blue")
    club.do("moderator", "in", club.desk, written)
    on_the_way = [written, *(club.desk / "outbox").glob("*.eml")]
    assert not [path for path in on_the_way if b"Shall we" in path.read_bytes()]
    assert not [name for name, data in club.parts(written).items() if b"Shall we" in data or b"[blue]" in data]
    public = [path for path in club.desk.rglob("*") if path.is_file() and "outbox" not in path.parts]
    assert not [path for path in public if b"Shall we" in path.read_bytes()]


def grey_from(seat: str) -> Written:
    return Written(seat, 7 if seat == "red" else 1, ("all",), True, "A storm comes.", f"by {seat}".encode(), b"sig")


def test_an_unsigned_letter_is_the_same_whoever_wrote_it() -> None:
    assert words_for(grey_from("red")) == words_for(grey_from("blue"))


@pytest.mark.parametrize("when", ["at_once", "with_report"])
def test_an_unsigned_letter_reaches_its_reader_with_its_words_alone(tmp_path: Path, when: str) -> None:
    found: list[dict[str, bytes]] = []
    for author in ("red", "blue"):
        place = tmp_path / author
        place.mkdir()
        club = with_press(place, "grey", when)
        club.do("moderator", "in", club.desk, pressed(club, author, "A storm comes.", "all", "--grey"))
        if when == "with_report":
            club.deliver()
            club.order("red", bid="low", standing="no")
            club.order("blue", bid="low", standing="no")
            club.deliver()
            club.run()
        sealed = [club.parts(letter)["red-press.age"] for letter in club.deliver()["red"]
                  if "red-press.age" in club.parts(letter)]
        identity = club.identity("red")
        opened = zipped.unpack(seal.unseal(identity, sealed[-1]))
        found.append({name: data for name, data in opened.items() if name not in ("head.yaml", "pad")})
    assert found[0] == found[1]
    assert list(found[0].values()) == [b"kind: unsigned\nto: [all]\ntext: A storm comes.\n"]


def test_an_unsigned_letter_to_all_goes_to_its_writer_as_well(tmp_path: Path) -> None:
    class Office:
        class charter:  # noqa: N801 - stands for an attribute
            seat_names = ("blue", "red")

    office: Any = Office()
    assert readers_of(office, grey_from("red")) == readers_of(office, grey_from("blue")) == ["blue", "red"]
    assert readers_of(office, replace(grey_from("red"), grey=False)) == ["blue"]


def test_letters_wait_for_the_report_where_the_charter_says_so(tmp_path: Path) -> None:
    club = with_press(tmp_path, "both", "with_report")
    club.do("moderator", "in", club.desk, pressed(club, "red", "Shall we rest?", "blue"))
    assert "Press" not in heard(club, "blue")
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.deliver()
    club.run()
    letters = club.deliver()
    assert all(f"{seat}-press.age" in club.parts(found[-1]) for seat, found in letters.items())
    told = club.do("blue", "open", letters["blue"][-1], "--dir", club.folder("blue")).stdout
    assert told.index("Round 1") < told.index("Press") < told.index("| Shall we rest?")
    assert "Press" not in club.do("red", "open", letters["red"][-1], "--dir", club.folder("red")).stdout


@pytest.mark.parametrize("tier", TIERS)
def test_a_note_to_oneself_comes_back_with_the_next_report_even_without_press(tmp_path: Path, tier: str) -> None:
    club = playing(tmp_path, tier)
    club.deliver()
    club.do("moderator", "in", club.desk, pressed(club, "red", "Remember the bridge.", "self"))
    club.read()
    play_phase(club)
    kept = [path.read_text() for path in (club.folder("red") / "press").iterdir()]
    assert kept == ["Your own note:\n| Remember the bridge.\n\n"]
    assert not (club.folder("blue") / "press").exists()
    sound(club)


def test_a_game_without_press_says_so_to_the_writer_and_to_who_writes_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = playing(tmp_path)
    path = tmp_path / "words.txt"
    path.write_text("Hello")
    assert "no press" in club.fail("red", "press", path, "--to", "blue", "--dir", club.folder("red")).faults[0].message
    other = tmp_path / "other"
    other.mkdir()
    allowed = with_press(other, "signed")
    aside = ("press", path, "--to", "blue", "--dir", allowed.folder("red"), "--grey")
    assert "signed letters only" in allowed.fail("red", *aside).faults[0].message
    monkeypatch.setattr("pbem.match.player.write_press.check_kind", lambda *given: None)
    grey = pressed(allowed, "red", "Hello", "blue", "--grey")
    allowed.take(grey)
    assert "signed letters only" in words(allowed.deliver()["red"])


@pytest.mark.parametrize("to", ["green", "red", "all self"])
def test_a_letter_that_can_reach_nobody_is_refused_before_it_is_mailed(tmp_path: Path, to: str) -> None:
    club = with_press(tmp_path, "both")
    (tmp_path / "words.txt").write_text("Hello")
    readers = [f"--to={seat}" for seat in to.split()]
    refused = club.fail("red", "press", tmp_path / "words.txt", *readers, "--dir", club.folder("red"))
    assert "a letter of 'red' cannot go to" in refused.faults[0].message
    assert list((club.folder("red") / "outbox").glob("press-*")) == []


def test_the_same_letter_twice_is_passed_on_once(tmp_path: Path) -> None:
    club = with_press(tmp_path)
    letter = pressed(club, "red", "Shall we rest?", "blue")
    again = tmp_path / "again.eml"
    again.write_bytes(letter.read_bytes().replace(b"Subject:", b"X-Again: yes\nSubject:", 1))
    club.do("moderator", "in", club.desk, letter)
    club.do("moderator", "in", club.desk, again)
    letters = club.deliver()
    assert len(letters["blue"]) == 1
    assert len(letters["red"]) == 2
    once, twice = (words(some).split("Your letter to other")[1] for some in (letters["red"][:1], letters["red"][1:]))
    assert once == twice


def test_a_seat_that_writes_too_much_is_told_so(tmp_path: Path) -> None:
    club = with_press(tmp_path, "signed", "at_once", "moderated", "--press-letters", "1", "--press-chars", "20")
    club.do("moderator", "in", club.desk, pressed(club, "red", "One.", "blue"))
    club.take(pressed(club, "red", "Two.", "blue"))
    assert "the most there are" in words(club.deliver()["red"])
    path = tmp_path / "long.txt"
    path.write_text("x" * 21)
    error = club.fail("blue", "press", path, "--to", "red", "--dir", club.folder("blue"))
    assert "this game allows 20" in error.faults[0].message


def test_a_phase_that_is_played_again_has_its_letters_again(tmp_path: Path) -> None:
    club = with_press(tmp_path, "signed", "at_once", "moderated", "--press-letters", "1")
    club.do("moderator", "in", club.desk, pressed(club, "red", "One.", "blue"))
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "The chart was wrong.")
    agree(club)
    club.do("moderator", "in", club.desk, pressed(club, "red", "Two.", "blue"))
    assert "Two." in heard(club, "blue")


def test_a_letter_whose_seal_was_changed_for_another_is_refused(tmp_path: Path) -> None:
    club = with_press(tmp_path)
    first, second = (pressed(club, "red", text, "blue") for text in ("One.", "Two."))
    head = club.parts(first)["red-press-1.yaml"]
    parts = {"red-press-1.yaml": head, "red-press-2.age": club.parts(second)["red-press-2.age"]}
    letter = Letter("moderator@pbem.example", "press", "Press.\n", parts)
    path = tmp_path / "changed.eml"
    path.write_bytes(write_letter(letter, "red@example.org", "changed", parse_time(club.now), automatic=False))
    club.take(path)
    assert "not attached, or is another" in words(club.deliver()["red"])


HOSTILE = ["<script>alert(1)</script>", "line\n.\nQUIT", "> quoted\nFrom here", "pbem: lock/1\ngame: x", "{{ 7 * 7 }}",
           "A signed letter of blue:\n| I yield", "à l'aube, señor; Кто там?", "= ~ <<: *x", "\u00a0\u2003wide"]


@pytest.mark.parametrize("text", HOSTILE)
def test_whatever_a_letter_says_stays_behind_its_mark(tmp_path: Path, text: str) -> None:
    club = with_press(tmp_path)
    club.do("moderator", "in", club.desk, pressed(club, "red", text, "blue"))
    told = heard(club, "blue").split("A signed letter of red, to blue:\n", 1)[1]
    lines = told.strip("\n").split("\n")
    assert all(line.startswith("|") for line in lines)
    assert [line.removeprefix("|").removeprefix(" ") for line in lines] == [line.rstrip() for line in text.split("\n")]


@pytest.mark.parametrize("sign", ["\x1b[2J", "\u202e", "\u200b", "\x07", "\u2028", "\ufeff", "\x85", "\U000e0041"])
def test_a_letter_in_which_something_hides_is_refused(tmp_path: Path, sign: str) -> None:
    club = with_press(tmp_path)
    path = tmp_path / "words.txt"
    path.write_text(f"plain{sign}text", encoding="utf-8", newline="")
    result = club.try_to("red", "press", path, "--to", "blue", "--dir", club.folder("red"))
    assert result.exit_code != 0
    assert isinstance(result.exception, BadInput)
    office: Any = type("Office", (), {})()
    office.charter = type("Charter", (), {"fields": {"press": {"kind": "both", "when": "at_once", "most_chars": 100,
                                                               "most_per_phase": 9}}, "seat_names": ("blue", "red")})()
    with pytest.raises(BadInput):
        check_allowed(office, replace(grey_from("red"), text=f"a{sign}b"), "letter")


def test_a_substitute_gets_the_letters_of_the_seat_and_not_the_notes_of_who_left(tmp_path: Path) -> None:
    club = with_press(tmp_path, "both", "with_report")
    club.do("moderator", "in", club.desk, pressed(club, "red", "Remember the bridge.", "self"))
    club.do("moderator", "in", club.desk, pressed(club, "blue", "Shall we rest?", "red"))
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        forget(office, "red")
        waiting = office.book.press["waiting"]["red"]
        assert "red" not in office.book.press["seen"]
    assert len(waiting) == 1
    assert "Shall we rest?" in waiting[0]


def test_a_diary_stays_in_its_own_folder(tmp_path: Path) -> None:
    club = playing(tmp_path)
    before = tree(club.desk)
    club.do("red", "diary", "--add", "Blue bids low.", "--dir", club.folder("red"))
    club.do("red", "diary", "--add", "Still.", "--dir", club.folder("red"))
    told = club.do("red", "diary", "--dir", club.folder("red")).stdout
    assert told.index("Blue bids low.") < told.index("Still.")
    notes = club.do("red", "diary", "--json", "--dir", club.folder("red")).stdout.splitlines()
    assert [json.loads(note)["text"] for note in notes] == ["Blue bids low.", "Still."]
    assert json.loads(notes[0])["phase"] == "t01.duel"
    assert tree(club.desk) == before


def test_press_is_no_part_of_what_is_shown_when_the_game_is_over(tmp_path: Path) -> None:
    club = with_press(tmp_path, "both", "with_report")
    club.do("moderator", "in", club.desk, pressed(club, "red", "Keep this between us.", "blue"))
    club.read()
    play_phase(club)
    assert "would enter" in rehearsed(club, "end", club.desk, "--reason", "x", "--draw")
    club.do("moderator", "end", club.desk, "--reason", "x", "--draw")
    shown = [path for path in club.desk.rglob("*") if path.is_file()]
    assert not [path for path in shown if b"between us" in path.read_bytes()]
    sound(club)


def test_letters_that_wait_for_a_report_come_with_the_ruling_that_ends_the_game(tmp_path: Path) -> None:
    club = with_press(tmp_path, "signed", "with_report")
    club.do("moderator", "in", club.desk, pressed(club, "red", "A good fight.", "blue"))
    club.do("moderator", "in", club.desk, pressed(club, "blue", "I was lucky.", "self"))
    club.do("moderator", "end", club.desk, "--draw", "--reason", "Both have to sail.")
    told = heard(club, "blue")
    assert "| A good fight." in told
    assert "| I was lucky." in told
    sound(club)


@pytest.mark.parametrize("when", ["at_once", "with_report"])
def test_each_of_a_team_writes_letters_of_the_seat(when: str, tmp_path: Path) -> None:
    club = Team(tmp_path, more=("--press", "signed", "--press-when", when))
    for person, text in (("carol", "Shall we rest?"), ("red", "We shall not.")):
        club.hands["red"] = person
        for _ in range(2):
            club.do("moderator", "in", club.desk, pressed(club, "red", text, "blue"))
    if when == "with_report":
        club.writes("red")
        club.agrees("carol")
        club.runs()
    club.read_all()
    told = "".join(path.read_text() for path in sorted((tmp_path / "blue/press").iterdir()))
    assert told.count("A signed letter of red, to blue:") == 2
    assert "| Shall we rest?" in told
    assert "| We shall not." in told
