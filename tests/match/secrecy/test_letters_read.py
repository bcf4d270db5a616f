"""Each letter read once as its receiver: who, what, until when, and what to do next."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from club import Club, know_the_duel, playing
from time_club import words

from pbem.match.own_folder.seat import Seat
from pbem.match.people.terms_in_words import agreed


@pytest.fixture(autouse=True)
def duel(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


def mailed(club: Club, text: str, *files: Path) -> Path:
    """A letter that blue has written by hand."""
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "blue@example.org", "moderator@pbem.example", "hello"
    message["Message-ID"] = f"<{len(list(club.place.iterdir()))}@example.org>"
    message.set_content(text)
    for file in files:
        message.add_attachment(file.read_bytes(), maintype="text", subtype="plain", filename=file.name)
    path = club.place / f"by-hand-{len(list(club.place.iterdir()))}.eml"
    path.write_bytes(message.as_bytes())
    return path


def test_an_invitation_says_who_asks_for_what_and_on_which_terms(tmp_path: Path) -> None:
    club = Club(tmp_path, "moderated", "--title", "A {bold} title", "--press", "both", "--abandoned-after", "3")
    told = words(club.deliver()["blue"][-1])
    assert "Moderator asks you to play A {bold} title, a game of A Duel, by e-mail. Your seat: blue." in told
    assert "Seats: blue (you), red." in told
    assert "48 hours for the orders of a phase, 24 for an answer." in told
    default = "your standing orders and doctrine are used, and open questions get their default answers."
    assert f"If you miss a deadline, {default}" in told
    assert "After 3 phases of silence the game no longer waits for a seat" in told
    assert "Press between seats: signed and unsigned letters" in told
    assert "Dice, tier moderated: No one can choose the dice." in told
    assert "pbem join LETTER" in told


def test_the_demonstration_beacon_is_named_as_one_before_anybody_joins(tmp_path: Path) -> None:
    club = Club(tmp_path, "beacon")
    assert "the demonstration chain, which binds nobody" in words(club.deliver()["red"][-1])


def test_a_calendar_is_told_by_its_days_and_clocks(tmp_path: Path) -> None:
    times = ("--zone", "Europe/Madrid", "--days", "7", "--weekdays", "sun,wed", "--grace-hours", "12", "--no-early")
    told = words(Club(tmp_path, times=times).deliver()["blue"][-1])
    assert "a phase closes at 20:00 (Europe/Madrid) on Sun, Wed, 7 days after it opened at the earliest" in told
    assert "Late orders count for 12 hours more." in told
    assert "No phase runs before its deadline." in told


def test_terms_that_the_readers_version_does_not_know_are_told_as_they_stand() -> None:
    fields = {
        "rules": "lions 9.0", "scenario": "all_the_seas", "tier": "moderated", "house": {"monsoon": "dry"},
        "calendar": {"hours": 24, "question_hours": 12}, "seats": [{"seat": "spain"}, {"seat": "genoa"}],
    }  # fmt: skip
    told = agreed(fields, "genoa")
    assert told[0] == "Seats: spain, genoa (you)."
    assert "House rules: monsoon dry." in told


def test_what_is_signed_is_shown_when_it_is_signed(tmp_path: Path) -> None:
    club = Club(tmp_path)
    for seat, letters in club.deliver().items():
        written = club.do(seat, "join", letters[-1], "--dir", club.folder(seat))
        assert "you take the seat of" in written.stderr
        club.do("moderator", "in", club.desk, written.stdout.strip())
    signed = club.do("blue", "join", club.deliver()["blue"][-1], "--dir", club.folder("blue"))
    assert "48 hours for the orders of a phase" in signed.stderr
    assert "moderator@pbem.example" in signed.stderr


def test_each_seat_reads_whose_turn_it_is(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    told = {seat: words(letters[-1]) for seat, letters in club.deliver().items()}
    assert "your orders for Round 2 Round 1 has been played. Next: Round 2. Send your orders by" in told["red"]
    assert "Round 1 has been played Round 1 has been played. Next: Round 2, for red, until" in told["blue"]
    assert "You need not send orders." in told["blue"]
    assert ["drafts your next order file" in told[seat] for seat in ("blue", "red")] == [False, True]


def test_a_question_is_told_to_whom_it_asks(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.order("blue", bid="high", standing="no")
    club.order("red", bid="low")
    club.run()
    told = {seat: words(letters[-1]) for seat, letters in club.deliver().items()}
    assert "Round 1: you are asked Round 1 waits for an answer. You are asked something. Answer by" in told["red"]
    assert "Round 1 waits for an answer Round 1 waits for an answer. You need not send anything." in told["blue"]


def test_a_receipt_says_how_it_is_kept_and_until_when_it_can_be_thought_better_of(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.order("blue", bid="low")
    told = words(club.deliver()["blue"][-1])
    assert "taken in as number 1. Until the orders are locked, a newer letter of yours counts instead." in told
    assert "The deadline is Wednesday 4 November 2026, 20:00 UTC." in told
    assert "pbem open LETTER" in told


def test_whoever_is_refused_reads_what_is_open_and_whether_his_orders_are_in(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.take(mailed(club, "orders below", club.write("blue", bid="low")))
    first = words(club.deliver()["blue"][-1])
    assert "your letter could not be used" in first
    assert "* 'mine.yaml' came without its signature hint: 'pbem orders seal' signs and seals it" in first
    assert "Round 1 is open until Wednesday 4 November 2026, 20:00 UTC, and there are no orders from you yet." in first
    assert "by-hand" not in first
    assert "pbem: error" not in first
    club.order("blue", bid="low")
    club.take(mailed(club, "again", club.write("blue", bid="high")))
    assert "Your orders no. 1 for Round 1 still count." in words(club.deliver()["blue"][-1])


def test_words_for_a_person_are_answered_as_by_a_program(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.take(mailed(club, "When is the deadline?"))
    told = words(club.deliver()["blue"][-1])
    assert "A program has written this answer." in told
    assert "there are no orders from you yet" in told


def test_joining_twice_changes_nothing_and_needs_no_folder_named(tmp_path: Path) -> None:
    club = Club(tmp_path)
    invitation = club.deliver()["blue"][-1]
    club.do("blue", "join", invitation, "--dir", club.folder("blue"))
    assert club.do("blue", "join", invitation).stdout.startswith(str(club.folder("blue")))


def test_whoever_plays_two_seats_of_a_game_has_a_folder_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    club = Club(tmp_path)
    asked = {seat: letters[-1] for seat, letters in club.deliver().items()}
    club.do("blue", "join", asked["blue"], "--dir", club.folder("blue"))
    before = (club.folder("blue") / "desk.json").read_bytes()
    other = Path(club.do("blue", "join", asked["red"]).stdout.strip())
    assert (club.folder("blue") / "desk.json").read_bytes() == before
    assert Seat.at(other.parent.parent).seat == "red"
    error = club.fail("blue", "join", asked["red"], "--dir", club.folder("blue"))
    assert "holds the seat of blue already" in error.faults[0].message
    assert (club.folder("blue") / "desk.json").read_bytes() == before


def test_keys_that_have_a_seat_are_refused_another_and_whoever_accepts_last_is_not_told_of_it(tmp_path: Path) -> None:
    club = Club(tmp_path)
    asked = {seat: letters[-1] for seat, letters in club.deliver().items()}
    club.take(Path(club.do("blue", "join", asked["blue"], "--dir", club.folder("blue")).stdout.strip()))
    refused = club.take(Path(club.do("blue", "join", asked["red"], "--dir", tmp_path / "both").stdout.strip()))
    assert "keys of 'red' have another place in this game already" in refused.output
    taken = club.take(Path(club.do("red", "join", asked["red"], "--dir", club.folder("red")).stdout.strip()))
    assert taken.exit_code == 0
    assert club.status()["stage"] == "signing"


def test_signatures_are_waited_for_since_the_charter_went_out(tmp_path: Path) -> None:
    club = Club(tmp_path)
    opened = club.now
    for seat, letters in club.deliver().items():
        assert club.status()["since"] == opened
        club.later(24)
        club.take(Path(club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()))
    assert (club.status()["what"], club.status()["since"]) == ("signature", club.now)


def test_an_invitation_opened_again_leaves_what_is_open_as_it_was(tmp_path: Path) -> None:
    club = Club(tmp_path)
    first = {seat: letters[-1] for seat, letters in club.deliver().items()}
    for seat, letter in first.items():
        club.take(Path(club.do(seat, "join", letter, "--dir", club.folder(seat)).stdout.strip()))
    for seat, letters in club.deliver().items():
        club.take(Path(club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()))
    club.read()
    before = (club.folder("blue") / "desk.json").read_bytes()
    club.do("blue", "join", first["blue"], "--dir", club.folder("blue"))
    assert (club.folder("blue") / "desk.json").read_bytes() == before
    club.do("blue", "orders", "new", "--dir", club.folder("blue"))


@pytest.mark.parametrize(
    ("line", "message", "hint"),
    [
        ("word agree", "the game has not begun", "pbem open LETTER"),
        ("orders open", "the charter has not come yet", "pbem join LETTER"),
        ("hand-over --offer carol@example.org", "the charter has not come yet", "pbem join LETTER"),
    ],
)
def test_what_needs_a_game_that_has_begun_says_what_comes_first(
    line: str, message: str, hint: str, tmp_path: Path
) -> None:
    club = Club(tmp_path)
    club.do("blue", "join", club.deliver()["blue"][-1], "--dir", club.folder("blue"))
    fault = club.fail("blue", *line.split(), "--dir", club.folder("blue")).faults[0]
    assert (fault.file, fault.message) == (str(club.folder("blue")), message)
    assert hint in fault.hint


def test_a_letter_that_asks_for_no_agreement_is_not_taken_for_a_spoilt_one(tmp_path: Path) -> None:
    club = Club(tmp_path)
    invitation = club.deliver()["blue"][-1]
    club.do("blue", "join", invitation, "--dir", club.folder("blue"))
    fault = club.fail("blue", "agree", invitation, "--dir", club.folder("blue")).faults[0]
    assert "letter asks nobody to go back to a phase" in fault.message
    assert "pbem join" in fault.hint


def test_a_letter_is_opened_in_the_folder_of_its_game_from_wherever_it_was_saved(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.order("blue", bid="low")
    receipt = club.deliver()["blue"][-1]
    opened = club.do("blue", "open", receipt)
    assert str(club.folder("blue")) in opened.stderr
    assert list((club.folder("blue") / "receipts").glob("*.proof"))


def test_a_letter_of_another_seat_is_named_as_one(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    foreign = club.deliver()["red"][-1]
    error = club.fail("blue", "open", foreign, "--dir", club.folder("blue"))
    assert "is for 'red', and you play 'blue'" in error.faults[0].message
    assert not (club.folder("blue") / "game" / "rolls").exists()


def test_opening_says_where_everything_lies_now(tmp_path: Path) -> None:
    club = Club(tmp_path)
    for _ in range(2):
        for seat, letters in club.deliver().items():
            club.take(Path(club.do(seat, "join", letters[-1], "--dir", club.folder(seat)).stdout.strip()))
    opened = club.do("blue", "open", club.deliver()["blue"][-1], "--dir", club.folder("blue"))
    assert f"report: {club.folder('blue') / 'reports' / 'start.txt'}" in opened.stderr
    assert f"next: write your orders: {club.folder('blue') / 'orders' / 't01.duel.yaml'}" in opened.stderr
    assert "due: " in opened.stderr


def test_the_letter_that_asks_for_the_dice_is_shown_when_it_is_opened(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    opened = club.do("red", "open", club.deliver()["red"][-1], "--dir", club.folder("red"))
    assert "the letter says:\n| Orders for t01.duel are locked" in opened.stdout
    assert f"next: pbem orders open --dir {club.folder('red')}" in opened.stderr


def test_whoever_was_late_is_told_so(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.order("blue", bid="low", standing="no")
    club.later(49)
    club.run()
    told = {seat: words(letters[-1]) for seat, letters in club.deliver().items()}
    assert "It was played without orders or answers from you, because none had come in time." in told["red"]
    assert "in time" not in told["blue"]


@pytest.mark.usefixtures("of_before")
def test_whoever_has_not_opened_is_told_so_though_the_dice_were_made_anew_for_it(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    for _ in range(3):
        club.open_all("blue")
        club.later(24 * 4)
        club.run()
    assert club.status()["closed"] == ["t01.duel"]
    told = {seat: words(letters[-1]) for seat, letters in club.deliver().items()}
    assert "It was played without orders or answers from you" in told["red"]
    assert "without orders" not in told["blue"]


def test_waiting_is_no_error(tmp_path: Path) -> None:
    club = playing(tmp_path)
    error = club.try_to("moderator", "run", club.desk).exception
    assert "pbem: waiting: t01.duel waits for orders of blue, red" in "\n".join(error.rendered())  # type: ignore[union-attr]


def test_a_letter_to_be_answered_says_so_to_whoever_opens_it(tmp_path: Path) -> None:
    club = Club(tmp_path)
    for _ in ("invitation", "charter"):
        letters = club.deliver()
        refused = club.fail("red", "open", letters["red"][-1]).faults[0]
        assert (refused.message, refused.hint) == (
            "is a letter to answer, and holds nothing to open", f"pbem join {letters['red'][-1]}",
        )  # fmt: skip
        for seat in letters:
            written = club.do(seat, "join", letters[seat][-1], "--dir", club.folder(seat)).stdout.strip()
            assert f"mail {written}, if you have not" in club.do(seat, "inbox", club.folder(seat)).stdout
            club.do("moderator", "in", club.desk, written)


def test_a_charter_is_not_signed_in_the_folder_of_another_game(tmp_path: Path) -> None:
    club, other = Club(tmp_path / "one"), Club(tmp_path / "two")
    for each in (club, other):
        for seat, letters in each.deliver().items():
            each.take(Path(each.do(seat, "join", letters[-1], "--dir", each.folder(seat)).stdout.strip()))
    charter = club.deliver()["red"][-1]
    refused = club.fail("red", "join", charter, "--dir", other.folder("red")).faults[0]
    assert refused.message == "holds another game"
    assert "--dir" in refused.hint


def test_whoever_is_asked_nothing_reads_so_below_his_report(tmp_path: Path) -> None:
    club = playing(tmp_path)
    for seat in ("blue", "red"):
        club.order(seat, bid="low", standing="no")
    club.run()
    opened = {seat: club.do(seat, "open", letters[-1], "--dir", club.folder(seat)).stderr
              for seat, letters in club.deliver().items()}  # fmt: skip
    assert "next: nothing is asked of you: the game waits for red" in opened["blue"]
    assert "nothing is asked" not in opened["red"]


def test_an_order_file_that_is_not_there_is_said_to_be_missing(tmp_path: Path) -> None:
    club = Club(tmp_path)
    refused = club.fail("red", "orders", "check", tmp_path / "mine.yaml").faults[0]
    assert (refused.message, refused.file) == ("is not there", str(tmp_path / "mine.yaml"))


def test_whoever_is_asked_to_go_back_reads_how_he_agrees(tmp_path: Path) -> None:
    club = playing(tmp_path)
    club.do("moderator", "rollback", club.desk, "--to", "t01.duel", "--reason", "An order file was misread.")
    letter = club.deliver()["red"][-1]
    opened = club.do("red", "open", letter, "--dir", club.folder("red")).stderr
    assert f"if you agree to go back: pbem agree {letter}" in opened
