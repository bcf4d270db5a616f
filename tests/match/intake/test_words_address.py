"""`pbem word address`: letters go elsewhere once their reader has signed for the token that came there; and the same by
ruling of the moderator (`pbem address`) for whoever cannot be reached."""

from __future__ import annotations

import re
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest
from club import Club, begun, playing_as
from club import duel_is_known as duel_is_known
from mail_kit import bounce_report
from people_club import CAROL, People
from test_people_teams import Team
from time_club import speak, words

from pbem.base.clock import parse_time
from pbem.match.folder.office import at_work
from pbem.match.folder.vault import is_public
from pbem.match.own_folder.seat import Seat
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.verify import verify_folder

NEW = "red.ship+games@example.net"


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """The first phase is open, and all letters have been sent."""
    return begun(tmp_path_factory.mktemp("opened"), "--observer", "The club=watch@example.org")


@pytest.fixture
def club(opened: Club, tmp_path: Path) -> Club:
    """The same, for one test alone."""
    return opened.copied(tmp_path / "club")


def come(club: Club) -> list[EmailMessage]:
    """What is sent now."""
    club.do("moderator", "out", club.desk, "--to", club.place / "post")
    found = []
    for path in sorted((club.place / "post").glob("*.eml")):
        message = message_from_bytes(path.read_bytes(), policy=policy.default)
        assert isinstance(message, EmailMessage)
        found.append(message)
        path.rename(club.place / f"come-{path.name}")
    return found


def newest(club: Club, kind: str) -> Path:
    """The newest letter of a kind that has come."""
    return max(club.place.glob(f"come-*-{kind}*.eml"))


def on_file(club: Club) -> dict[str, str]:
    with at_work(club.desk, Keyring.open(club.home("moderator")), parse_time(club.now)) as office:
        return dict(office.book.addresses)


def word(club: Club, seat: str, *said: str) -> Path:
    return Path(club.do(seat, "word", *said, "--dir", club.folder(seat)).stdout.strip())


def refusal(club: Club, letter: Path) -> str:
    """What is said of a letter that changes nothing."""
    before = on_file(club)
    result = club.take(letter)
    assert result.exit_code in (1, 4), result.output
    assert on_file(club) == before
    return " ".join(result.output.split())


def token(club: Club) -> str:
    """The token of the newest letter that asks."""
    found = re.search(r"confirm ([0-9a-f]{20})", words(newest(club, "red-confirm")))
    assert found
    return found[1]


def moved(club: Club) -> None:
    """Red has asked for his new address, and confirmed it by opening the letter that came there."""
    speak(club, "red", "address", NEW)
    come(club)
    opened = club.do("red", "open", newest(club, "red-confirm"), "--dir", club.folder("red"))
    club.do("moderator", "in", club.desk, opened.stderr.rpartition("confirmed: ")[2].split()[0])


# -------------------------------------------------------------------------------------------------- asked and confirmed
def test_both_addresses_are_told_at_once_and_the_old_one_stays(club: Club) -> None:
    speak(club, "red", "address", NEW)
    told = {str(letter["To"]): letter for letter in come(club)}
    assert set(told) == {"red@example.org", NEW}
    assert f"letters go on to red@example.org until {NEW} is confirmed" in words(newest(club, "red-word"))
    assert "token" not in told["red@example.org"].as_string().replace("by the token that", "")
    assert on_file(club)["red"] == "red@example.org"
    club.order("red", bid="high")
    assert [str(letter["To"]) for letter in come(club)] == ["red@example.org"]


def test_opening_the_letter_writes_the_one_that_confirms(club: Club) -> None:
    moved(club)
    assert on_file(club)["red"] == NEW
    told = [(str(letter["To"]), str(letter["Subject"]).partition(": ")[2]) for letter in come(club)]
    assert (NEW, "your word no. 2") in told
    assert ("red@example.org", "letters to red go to another address") in told
    assert (NEW, "letters to red go to another address") in told
    club.order("red", bid="high")
    assert [str(letter["To"]) for letter in come(club)] == [NEW]


def test_the_token_alone_confirms_as_well(club: Club) -> None:
    speak(club, "red", "address", NEW)
    come(club)
    speak(club, "red", "confirm", token(club))
    assert on_file(club)["red"] == NEW


def test_the_other_players_write_to_the_new_address_and_the_record_does_not_name_it(club: Club) -> None:
    moved(club)
    for seat, letters in club.deliver().items():
        for letter in letters:
            if "ruling" in letter.name:
                club.do(seat, "open", letter, "--dir", club.folder(seat))
    news = club.do("moderator", "verify", club.desk)
    assert news.exit_code == 0, news.output
    entry = club.ledger().entries("ruling")[-1]
    assert (entry["what"], entry["seat"]) == ("address", "red")
    copies = message_from_bytes(club.sealed("blue", bid="low").read_bytes(), policy=policy.default)["Cc"]
    assert NEW in str(copies)
    files = (path for path in club.desk.rglob("*") if path.is_file())
    public = [path for path in files if is_public(path.relative_to(club.desk).as_posix())]
    assert [path.name for path in public if NEW.encode() in path.read_bytes()] == []


def test_a_game_whose_addresses_have_changed_verifies_and_is_audited(club: Club) -> None:
    moved(club)
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    assert "Letters to red go to another address from now on" in (club.desk / "public/t01.duel.txt").read_text()
    while club.status()["stage"] != "over":
        for seat in club.status()["waits_for"]:
            club.order(seat, **({"parry": "yes"} if club.status()["what"] == "answers" else {"bid": "high"}))
        club.advance()
    assert verify_folder(club.desk, extra_networks=(DEMO_NETWORK,)).faults == ()
    club.do("moderator", "audit", club.desk)


def test_what_waited_or_came_back_goes_to_the_new_address(club: Club) -> None:
    club.order("red", bid="high")
    lost = club.deliver()["red"][-1]
    report = club.place / "bounce.eml"
    report.write_bytes(bounce_report("failed", "5.1.1", lost.read_bytes()))
    club.do("moderator", "in", club.desk, report)
    speak(club, "red", "address", NEW)
    come(club)
    club.do("moderator", "pause", club.desk, "--reason", "a letter that waits")
    speak(club, "red", "confirm", token(club))
    told = {
        str(letter["Subject"]): str(letter["To"]) for letter in come(club) if str(letter["To"]) != "blue@example.org"
    }
    assert [to for subject, to in told.items() if "[again]" in subject and "receipt" in subject] == [NEW]
    assert told[f"{club.status()['game']}: the moderator rules: pause"] == NEW
    assert "unreachable" not in club.status()


def test_letters_sent_to_the_old_address_can_be_asked_for_again_at_the_new_one(club: Club) -> None:
    moved(club)
    come(club)
    speak(club, "red", "again", "start")
    assert [str(letter["To"]) for letter in come(club) if "[again]" in str(letter["Subject"])] == [NEW]


def test_naming_the_address_on_file_takes_the_request_back(club: Club) -> None:
    speak(club, "red", "address", NEW)
    come(club)
    speak(club, "red", "address", "RED@example.org")
    assert "no new address waits to be confirmed" in refusal(club, word(club, "red", "confirm", token(club)))


def test_a_token_is_good_for_two_weeks_and_for_the_newest_address_alone(club: Club) -> None:
    speak(club, "red", "address", NEW)
    come(club)
    first = token(club)
    speak(club, "red", "address", "other@example.net")
    come(club)
    assert "token is not the one that went to other@example.net" in refusal(club, word(club, "red", "confirm", first))
    second = token(club)
    club.later(24 * 14 + 1)
    assert "no new address waits" in refusal(club, word(club, "red", "confirm", second, "--seq", "4"))


def test_tokens_are_sent_three_times_a_day_at_most(club: Club) -> None:
    for number in range(3):
        speak(club, "red", "address", f"victim{number}@example.net")
    assert "asked for tokens 3 times within a day" in refusal(club, word(club, "red", "address", "victim@example.net"))


def test_the_token_of_one_seat_is_none_of_another(club: Club) -> None:
    speak(club, "red", "address", NEW)
    come(club)
    assert "no new address waits" in refusal(club, word(club, "blue", "confirm", token(club)))


def test_a_letter_that_asks_what_nobody_has_asked_for_is_not_answered_by_itself(club: Club) -> None:
    speak(club, "red", "address", NEW)
    come(club)
    for path in (club.folder("red") / "sent").glob("*-word-*.yaml"):
        path.unlink()
    wrong = club.fail("red", "open", newest(club, "red-confirm"), "--dir", club.folder("red"))
    assert f"'{NEW}' was not asked for from this folder" in wrong.faults[0].message
    assert token(club) in wrong.faults[0].hint


@pytest.mark.parametrize(("address", "message"), [
    ("moderator+x@pbem.example", "is the address of this game"),
    ("MODERATOR@pbem.example", "is the address of this game"),
    ("red@example.org", "letters go to 'red@example.org' already"),
    ("mailer-daemon@example.org", "is a machine's"),
    ("no-reply@example.org", "is a machine's"),
])  # fmt: skip
def test_an_address_that_cannot_be_written_to_is_refused(club: Club, address: str, message: str) -> None:
    try:
        letter = word(club, "red", "address", address)
    except AssertionError:
        assert message in club.fail("red", "word", "address", address, "--dir", club.folder("red")).faults[0].message
    else:
        assert message in refusal(club, letter)


def test_an_address_in_other_letters_is_refused_with_its_form_in_ascii(club: Club) -> None:
    wrong = club.fail("red", "word", "address", "anne@m\u00fcller.example", "--dir", club.folder("red")).faults[0]
    assert "is not written in ASCII" in wrong.message
    assert "anne@xn--mller-kva.example" in wrong.hint


def test_an_address_that_another_reads_as_well_is_taken_without_a_word_about_it(club: Club) -> None:
    speak(club, "red", "address", "blue@example.org")
    told = [letter.as_string() for letter in come(club)]
    assert len(told) == 2
    speak(club, "red", "confirm", token(club))
    assert on_file(club)["red"] == on_file(club)["blue"] == "blue@example.org"


def test_a_member_of_a_team_changes_his_own_address_and_no_other_seat_hears_of_it(tmp_path: Path) -> None:
    club = playing_as(Team, tmp_path)
    club.writes("carol")
    speak(club, "red", "address", "carol@elsewhere.example")
    come(club)
    opened = club.do("red", "open", newest(club, "red-confirm"), "--dir", club.folder("red"))
    club.do("moderator", "in", club.desk, opened.stderr.rpartition("confirmed: ")[2].split()[0])
    told = {str(letter["To"]) for letter in come(club)}
    assert told == {"red@example.org", CAROL, "carol@elsewhere.example"}
    assert club.ledger().entries("ruling") == ()
    assert Seat.at(club.folder("red")).addresses["red"] == "carol@elsewhere.example"
    club.order("red", bid="low")
    assert {str(letter["To"]) for letter in come(club)} == {"red@example.org", "carol@elsewhere.example"}


def test_a_loan_that_ends_gives_the_seat_back_at_its_owners_address(tmp_path: Path) -> None:
    club = playing_as(People, tmp_path)
    club.do("moderator", "replace", club.desk, "red", "--address", CAROL, "--reason", "silence", "--phases", "1")
    club.comes_in(Path(club.do("carol", "join", club.mail("invitation"), "--dir", tmp_path / "carol").stdout.strip()))
    club.hands["red"] = "carol"
    for path in (club.place / "post").glob("*-invitation.eml"):
        path.unlink()
    club.read_all()
    speak(club, "red", "address", "carol@elsewhere.example")
    come(club)
    speak(club, "red", "confirm", token(club))
    assert on_file(club)["red"] == "carol@elsewhere.example"
    club.orders("blue", "red")
    assert on_file(club)["red"] == "red@example.org"


# --------------------------------------------------------------------------------------------------------- by ruling
def test_the_moderator_puts_another_address_on_file_and_everybody_is_told(club: Club) -> None:
    club.do("moderator", "address", club.desk, "red", NEW, "--reason", "his letters come back")
    assert on_file(club)["red"] == NEW
    told = [str(letter["To"]) for letter in come(club)]
    assert sorted(told) == sorted(["blue@example.org", NEW, NEW, "red@example.org"])
    assert "his letters come back" in words(newest(club, "former-moved"))
    club.do("blue", "open", newest(club, "blue-ruling"), "--dir", club.folder("blue"))
    assert Seat.at(club.folder("blue")).addresses["red"] == NEW
    club.do("moderator", "verify", club.desk)


def test_who_moves_twice_before_the_post_goes_is_written_to_at_the_last_address_alone(club: Club) -> None:
    club.order("red", bid="high")
    lost = club.deliver()["red"][-1]
    report = club.place / "bounce.eml"
    report.write_bytes(bounce_report("failed", "5.1.1", lost.read_bytes()))
    club.do("moderator", "in", club.desk, report)
    for address in (NEW, "third@example.net"):
        club.do("moderator", "address", club.desk, "red", address, "--reason", "his letters come back")
    told = [(str(letter["To"]), str(letter["Subject"])) for letter in come(club)]
    assert [to for to, subject in told if "receipt" in subject] == ["third@example.net"]
    assert [to for to, _ in told].count(NEW) == 1, "that he has moved on, and nothing else"


def test_a_rehearsal_changes_no_byte(club: Club) -> None:
    before = {path: path.read_bytes() for path in club.desk.rglob("*") if path.is_file()}
    said = club.do("moderator", "address", club.desk, "red", NEW, "--reason", "a test", "--dry-run").stdout
    assert f"would mail {NEW}" in said
    assert {path: path.read_bytes() for path in club.desk.rglob("*") if path.is_file()} == before


def test_a_rehearsal_names_the_letters_that_would_go_again(club: Club) -> None:
    lost = sorted((club.desk / "sent/letters").glob("*-red-*.eml"))[-1]
    report = club.place / "bounce.eml"
    report.write_bytes(bounce_report("failed", "5.1.1", lost.read_bytes()))
    club.do("moderator", "in", club.desk, report)
    said = club.do("moderator", "address", club.desk, "red", NEW, "--reason", "a test", "--dry-run").stdout
    assert f"would mail {NEW} again: {lost.stem}" in said
    assert "None" not in said


def test_an_observer_is_written_to_elsewhere(club: Club) -> None:
    club.do("moderator", "address", club.desk, "The club", "club@elsewhere.example", "--reason", "they have moved")
    assert sorted(str(letter["To"]) for letter in come(club)) == ["club@elsewhere.example", "watch@example.org"]
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    told = [str(letter["To"]) for letter in come(club)]
    assert told.count("club@elsewhere.example") == 1
    assert "watch@example.org" not in told


@pytest.mark.parametrize(("more", "message"), [
    (("green", NEW), "'green' is no seat and no observer of this game"),
    (("red", "red@example.org"), "letters to red go to 'red@example.org' already"),
    (("red", "moderator@pbem.example"), "is the address of this game"),
    (("red", NEW, "--member", "2"), "seat 'red' has no member 2"),
    (("The club", "WATCH@example.org"), "letters to The club go to 'WATCH@example.org' already"),
    (("red", "a@b\r\nBcc: all@example.net"), "is not a mail address"),
])  # fmt: skip
def test_what_cannot_be_put_on_file_is_refused(opened: Club, more: tuple[str, ...], message: str) -> None:
    assert message in opened.fail("moderator", "address", opened.desk, *more, "--reason", "x").faults[0].message


# ------------------------------------------------------------------------------------------------ before it has begun
def test_an_invitation_that_went_astray_is_asked_anew_and_the_game_begins(tmp_path: Path) -> None:
    club = Club(tmp_path)
    astray = club.deliver()["red"]
    club.do("moderator", "address", club.desk, "red", NEW, "--reason", "mistyped")
    (asked,) = club.deliver()["red"]
    assert asked.name != astray[0].name
    assert str(message_from_bytes(asked.read_bytes())["To"]) == NEW
    written = club.do("red", "join", asked, "--dir", club.folder("red")).stdout.split()[0]
    club.do("moderator", "in", club.desk, written)
    (first,) = sorted(club.place.glob("*-blue-invitation.eml"))
    club.do(
        "moderator", "in", club.desk, club.do("blue", "join", first, "--dir", club.folder("blue")).stdout.split()[0]
    )
    for seat, letters in club.deliver().items():
        club.do(
            "moderator",
            "in",
            club.desk,
            club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.split()[0],
        )
    club.read()
    assert Seat.at(club.folder("blue")).addresses["red"] == NEW


@pytest.mark.parametrize("late", [False, True], ids=["before the change", "after it"])
def test_status_names_no_invitation_that_came_back_and_was_asked_anew(tmp_path: Path, late: bool) -> None:
    club = Club(tmp_path)
    (astray,) = club.deliver()["red"]
    report = club.place / "bounce.eml"
    report.write_bytes(bounce_report("failed", "5.1.1", astray.read_bytes()))
    for act in (("address", "red", NEW, "--reason", "mistyped"), ("in", report))[:: 1 if late else -1]:
        club.do("moderator", act[0], club.desk, *act[1:])
    club.deliver()
    assert club.status()["undelivered"] == []
    assert club.status()["post"]["superseded"] == 1


def test_an_invitation_that_still_waits_is_asked_once_and_at_the_new_address(tmp_path: Path) -> None:
    club = Club(tmp_path)
    club.do("moderator", "address", club.desk, "red", NEW, "--reason", "mistyped")
    asked = [letter for letter in come(club) if "blue" not in str(letter["To"])]
    assert [str(letter["To"]) for letter in asked] == [NEW]
    (path,) = club.place.glob("come-*-red-invitation.eml")
    club.do("red", "join", path, "--dir", club.folder("red"))
    assert Seat.at(club.folder("red")).addresses["red"] == NEW


def test_a_charter_that_went_astray_comes_once_more(tmp_path: Path) -> None:
    club = Club(tmp_path)
    for seat, letters in club.deliver().items():
        club.do(
            "moderator",
            "in",
            club.desk,
            club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.split()[0],
        )
    club.deliver()
    club.do("moderator", "address", club.desk, "red", NEW, "--reason", "he has moved")
    (charter,) = come(club)
    assert (str(charter["To"]), str(charter["Subject"])[:8]) == (NEW, "[again] ")
    assert "charter" in str(charter["Subject"])
