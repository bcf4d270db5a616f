"""`pbem word again`: letters sent once more to whoever signs for it, where he is on file, and to nobody else."""

from __future__ import annotations

from email import message_from_bytes, policy
from pathlib import Path

import pytest
from club import Club, know_the_duel, playing_as
from club import duel_is_known as duel_is_known
from people_club import CAROL, People
from time_club import speak, words

from pbem.base.clock import parse_time
from pbem.match.post.game_letter import Letter, read_letter, write_letter


@pytest.fixture(scope="module")
def second_phase(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """The second phase is open, and all letters have been sent."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        found = Club(tmp_path_factory.mktemp("second"))
        found.begin()
        for seat in ("blue", "red"):
            found.order(seat, bid="low", standing="no")
        found.advance()
    return found


@pytest.fixture
def club(second_phase: Club, tmp_path: Path) -> Club:
    """The same, for one test alone."""
    return second_phase.copied(tmp_path / "club")


def come(club: Club) -> list[tuple[str, str]]:
    """What is sent now: to whom, and about what."""
    club.do("moderator", "out", club.desk, "--to", club.place / "post")
    found = []
    for path in sorted((club.place / "post").glob("*.eml")):
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        found.append((str(message["To"]), str(message["Subject"])))
        path.rename(club.place / f"come-{path.name}")
    return found


def refusal(club: Club, letter: Path) -> str:
    """What is said of a letter that changes nothing."""
    result = club.take(letter)
    assert result.exit_code in (1, 4), result.output
    return " ".join(result.output.split())


def word(club: Club, seat: str, *said: str) -> Path:
    return Path(club.do(seat, "word", *said, "--dir", club.folder(seat)).stdout.strip())


def test_the_last_results_come_again_to_the_address_on_file_and_say_so(club: Club) -> None:
    game = club.status()["game"]
    speak(club, "red", "again")
    results, answer = come(club)
    assert answer == ("red@example.org", f"{game}: your word no. 1")
    assert results[0] == "red@example.org"
    assert results[1].startswith(f"[again] {game}: ")


def test_what_comes_again_opens_as_it_did(club: Club) -> None:
    (club.folder("red") / "reports/t01.duel.txt").unlink()
    speak(club, "red", "again")
    for letter in club.deliver()["red"]:
        club.do("red", "open", letter, "--dir", club.folder("red"))
    assert (club.folder("red") / "reports/t01.duel.txt").is_file()


def test_the_answer_says_how_often_a_day_that_is_possible(club: Club) -> None:
    speak(club, "red", "again")
    answer = club.deliver()["red"][-1]
    assert "1 letter is sent again to red@example.org, marked [again]; time 1 of 3 within a day" in words(answer)


def test_a_phase_that_is_named_comes_with_its_receipts(club: Club) -> None:
    speak(club, "red", "again", "t01.duel")
    come(club)
    assert [path.name[11:] for path in sorted(club.place.glob("come-*"))] == [
        "red-receipt-t01.duel-1.eml", "red-report-t01.duel.eml", "red-word-1.eml",
    ]  # fmt: skip


def test_letters_that_were_never_written_are_not_sent_again(club: Club) -> None:
    told = refusal(club, word(club, "red", "again", "t09.duel"))
    assert "there is no letter of 't09.duel' to send again" in told
    assert "there are letters of start, t01.duel" in told


def test_the_fourth_time_within_a_day_is_refused_and_the_next_day_is_not(club: Club) -> None:
    for _ in range(3):
        speak(club, "red", "again")
        come(club)
    assert "asked for letters of 't02.duel' 3 times within a day" in refusal(club, word(club, "red", "again"))
    come(club)
    club.later(25)
    speak(club, "red", "again", "--seq", "5")
    assert len([subject for _, subject in come(club) if "[again]" in subject]) == 1


def test_the_open_phase_counts_as_one_however_it_is_called(club: Club) -> None:
    for said in ((), ("t02.duel",), ()):
        speak(club, "red", "again", *said)
        come(club)
    assert "asked for letters of 't02.duel' 3 times" in refusal(club, word(club, "red", "again", "t02.duel"))


def test_the_last_letter_of_all_can_be_asked_for_when_the_game_is_over(club: Club) -> None:
    while club.status()["stage"] != "over":
        state = club.status()
        for seat in state["waits_for"]:
            club.order(seat, **({"parry": "yes"} if state["what"] == "answers" else {"bid": "low", "standing": "no"}))
        club.advance()
    last = max(club.place.glob("*-red-report-*.eml"))
    letter = word(club, "red", "again")
    club.do("moderator", "in", club.desk, letter)
    again = [subject for to, subject in come(club) if to == "red@example.org" and "[again]" in subject]
    assert again == [f"[again] {read_letter(last).letter.subject}"]
    assert "the game is over" in refusal(club, word(club, "red", "address", "red@example.net"))


def test_a_word_that_comes_twice_sends_once(club: Club) -> None:
    letter = word(club, "red", "again")
    club.do("moderator", "in", club.desk, letter)
    again = letter.with_name("twice.eml")
    again.write_bytes(letter.read_bytes().replace(b"A word of red.", b"Did you get this?"))
    club.do("moderator", "in", club.desk, again)
    assert len([subject for _, subject in come(club) if "[again]" in subject]) == 1


def test_whoever_asks_without_a_signature_is_told_how_and_gets_no_report(club: Club) -> None:
    path = club.place / "plain.eml"
    plain = Letter("moderator@pbem.example", "Please send again", "I never got the report of t01.\n")
    path.write_bytes(write_letter(plain, "red@example.org", "plain", parse_time(club.now), automatic=False))
    club.take(path)
    (answer,) = club.deliver()["red"]
    assert "letters are sent again only to players who ask with their signature" in words(answer)
    assert "'pbem word again'" in words(answer)
    assert not read_letter(answer).letter.files


def test_a_word_from_another_address_is_obeyed_at_the_address_on_file(club: Club) -> None:
    letter = word(club, "red", "again")
    letter.write_bytes(letter.read_bytes().replace(b"From: red@example.org", b"From: spy@example.net"))
    club.do("moderator", "in", club.desk, letter)
    found = come(club)
    assert [to for to, subject in found if "[again]" in subject] == ["red@example.org"]
    (copy,) = (club.place / path.name for path in club.place.glob("come-*-copy.eml"))
    assert "told to the address on file" in words(copy)


def test_a_substitute_is_not_sent_what_the_former_player_was_told(tmp_path: Path) -> None:
    club = playing_as(People, tmp_path)
    club.orders("blue", "red")
    club.do("moderator", "replace", club.desk, "red", "--address", CAROL, "--reason", "silence")
    letter = club.mail("invitation")
    club.comes_in(Path(club.do("carol", "join", letter, "--dir", tmp_path / "carol").stdout.strip()))
    letter.unlink()
    club.hands["red"] = "carol"
    club.read_all()
    assert "there is no letter of 't01.duel' to send again" in refusal(club, word(club, "red", "again", "t01.duel"))
    speak(club, "red", "again", "--seq", "2")
    again = [each for each in come(club) if "[again]" in each[1]]
    assert [(to, "you play the red seat" in subject) for to, subject in again] == [(CAROL, True)]


def test_a_member_of_a_team_gets_his_own_letters_and_the_captain_does_not(tmp_path: Path) -> None:
    from test_people_teams import Team

    club = playing_as(Team, tmp_path)
    club.writes("carol")
    speak(club, "red", "again")
    assert [to for to, subject in come(club) if "[again]" in subject] == [CAROL]
