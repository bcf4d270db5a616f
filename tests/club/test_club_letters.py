"""Letters of a club: each to its game, whatever it is that names it; to nobody's game, one answer or none."""

from __future__ import annotations

import os
import shutil
from datetime import datetime, timedelta
from email import message_from_bytes, policy
from pathlib import Path

import pytest
from club import duel_is_known as duel_is_known
from club_hall import ADDRESS, Hall, hall_with_games
from mail_kit import ENVELOPE, attached, head
from mail_servers import SmtpServer, broken, mended
from mail_servers import running as serving
from pages import TOP

from pbem.base.clock import parse_time
from pbem.base.errors import BadInput, Fault, Waiting
from pbem.club import one_game
from pbem.club.club_tick import tick
from pbem.club.index import Row
from pbem.mail.letter import File, Part, read_letter
from pbem.mail.sources import Maildir
from pbem.match.folder.office import Office
from pbem.match.intake import take_documents, take_in
from pbem.match.intake.take_documents import Answer
from pbem.match.intake.take_in import Taken
from pbem.match.phase import run_phase
from pbem.match.post.game_letter import Received
from pbem.trust.keyring import Keyring

EVERY = int(os.environ.get("PBEM_CLUB_HOSTILE", "6"))


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Hall:
    """Two games that have begun, made once."""
    return hall_with_games(tmp_path_factory.mktemp("begun"), "winter", "summer")


@pytest.fixture
def hall(begun: Hall, tmp_path: Path) -> Hall:
    """The same, for one test alone."""
    return begun.copied(tmp_path / "hall")


def letter(*lines: str, body: str = "Hello.\n") -> bytes:
    """A letter that somebody writes by hand."""
    return ("\n".join([*head(*lines), "Content-Type: text/plain; charset=utf-8"]) + f"\n\n{body}").encode()


def inboxes(hall: Hall) -> dict[str, int]:
    """How many letters each game has taken in."""
    return {name: len(list((table.desk / "inbox").iterdir())) for name, table in hall.tables.items()}


def went_to(hall: Hall, data: bytes) -> tuple[str, ...]:
    """The games that a letter went to, and that it was acknowledged."""
    before = inboxes(hall)
    hall.mail(data)
    hall.tick()
    assert hall.waiting() == []
    return tuple(name for name, count in inboxes(hall).items() if count > before[name])


def message_id(path: Path) -> str:
    return str(message_from_bytes(path.read_bytes(), policy=policy.default)["Message-ID"])


def test_games_are_played_through_the_clubs_mailbox(hall: Hall) -> None:
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    while not (state := winter.status())["closed"]:
        winter.round(state)
    assert winter.status()["phase"] == "t02.duel"
    assert summer.status()["phase"] == "t01.duel"
    assert hall.waiting() == []
    winter.do("moderator", "verify", winter.desk)
    winter.do("moderator", "audit", winter.desk)


def test_orders_go_to_the_game_their_lock_names_whatever_the_subject_says(hall: Hall) -> None:
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    orders = winter.sealed("red", bid="high").read_bytes()
    assert went_to(hall, orders.replace(winter.game.encode(), summer.game.encode(), 1)) == ("winter",)
    assert winter.status()["waits_for"] == ["blue"]
    assert summer.status()["waits_for"] == ["blue", "red"]


def orders_of_both(hall: Hall) -> bytes:
    """One letter of one player, with his orders for both games."""
    both, other = (message_from_bytes(table.sealed("red", bid="high").read_bytes(), policy=policy.default)
                   for table in (hall.tables["winter"], hall.tables["summer"]))  # fmt: skip
    both.attach(next(part for part in other.walk() if part.get_filename()))
    return bytes(both)


def test_one_letter_with_documents_of_two_games_goes_to_both(hall: Hall) -> None:
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    assert went_to(hall, orders_of_both(hall)) == ("winter", "summer")
    assert (winter.status()["waits_for"], summer.status()["waits_for"]) == (["blue"], ["blue"])


def test_an_answer_in_a_thread_goes_to_the_game_that_began_it(hall: Hall) -> None:
    report = next(path for path in hall.tables["winter"].place.glob("*-red-report-*.eml"))
    answer = letter("Subject: a question", f"References: <x@y> {message_id(report)}", "From: <who@example.net>")
    assert went_to(hall, answer) == ("winter",)


def test_a_subject_that_names_a_game_leads_to_it(hall: Hall) -> None:
    assert went_to(hall, letter(f"Subject: Re: {hall.tables['summer'].game}: report", "From: <who@example.net>")) == (
        "summer",
    )


def test_a_bounce_goes_to_the_game_whose_letter_came_back(hall: Hall) -> None:
    report = next(path for path in hall.tables["winter"].place.glob("*-red-report-*.eml"))
    bounce = "\n".join((
        "From: MAILER-DAEMON@example.org", f"To: {ADDRESS}", "Subject: Undelivered", "MIME-Version: 1.0",
        'Content-Type: multipart/report; report-type=delivery-status; boundary="cut"', "", "--cut",
        "Content-Type: message/delivery-status", "", "Reporting-MTA: dns; example.org", "",
        "Final-Recipient: rfc822; red@example.org", "Action: failed", "Status: 5.1.1", "", "--cut",
        "Content-Type: text/rfc822-headers", "", f"Message-ID: {message_id(report)}", "", "--cut--", "",
    ))  # fmt: skip
    assert went_to(hall, bounce.encode()) == ("winter",)
    assert hall.tables["winter"].status()["post"]["bounced"] == 1


def test_a_player_of_one_game_alone_is_known_by_his_address(hall: Hall) -> None:
    assert went_to(hall, letter("From: <red@example.org>", "Subject: hello")) == ()
    shutil.rmtree(hall.tables.pop("summer").desk)
    assert went_to(hall, letter("From: <red@example.org>", "Subject: hello again")) == ("winter",)


def test_a_player_of_two_games_who_names_none_is_asked_which_once(hall: Hall) -> None:
    data = letter("From: Red <red@example.org>", "Subject: hello")
    assert went_to(hall, data) == ()
    assert went_to(hall, data) == ()
    (answer,) = hall.sent("club-")
    text = answer.read_text()
    assert "not clear which game the letter is for" in text
    assert "To: red@example.org" in text
    assert "Auto-Submitted: auto-generated" in text
    assert hall.status()["strays"] == 1
    where = hall.root / "private" / "strays"
    assert f"letters of no game: 1 for you to read, in {where}" in hall.do("club", "status", hall.root).stdout


def test_nobody_finds_out_by_a_forged_sender_who_plays_here(hall: Hall) -> None:
    for sender in ("red@example.org", "nobody@example.org"):
        assert went_to(hall, letter(f"From: <{sender}>", "Reply-To: <spy@example.net>", "Subject: hello")) == ()
    assert hall.sent("club-") == []
    assert hall.status()["strays"] == 2


def test_of_what_people_write_to_the_club_itself_its_moderator_hears_and_of_machines_he_does_not(hall: Hall) -> None:
    hall.mail(letter("From: <guest@example.net>", "Subject: may I join?"))
    hall.mail(letter("From: <robot@example.net>", "Subject: away", "Auto-Submitted: auto-replied"))
    where = hall.root / "private" / "strays"
    assert f"club: 1 letter of no game for you to read in {where}" in hall.tick()
    assert hall.tick() == ""
    (kept,) = where.glob("*.eml")
    assert b"may I join?" in kept.read_bytes()
    assert len(list((where / "machines").glob("*.eml"))) == 1
    kept.unlink()
    assert hall.status()["strays"] == 0


def test_words_of_a_player_to_his_moderator_are_counted_until_they_are_put_away(hall: Hall) -> None:
    winter = hall.tables["winter"]
    assert "to_read" not in winter.status()
    hall.mail(letter("From: <red@example.org>", f"Subject: {winter.game}: I am ill", body="Please wait for me.\n"))
    hall.tick()
    assert winter.status()["to_read"].startswith("1 letter for you in ")
    (kept,) = (winter.desk / "inbox").glob("*.words.eml")
    assert b"Please wait for me." in kept.read_bytes()
    kept.unlink()
    assert "to_read" not in winter.status()


def test_orders_of_a_game_that_is_not_here_are_answered_with_its_name(hall: Hall) -> None:
    assert went_to(hall, attached(ENVELOPE)) == ()
    (answer,) = hall.sent("club-")
    assert "there is no game 'bulge-2023-09-4f1c9a' here" in " ".join(answer.read_text().split())


@pytest.mark.parametrize("lines", [
    ("From: <stranger@example.net>", "Subject: buy this"),
    ("From: <red@example.org>", "Subject: away", "Auto-Submitted: auto-replied"),
    ("From: <red@example.org>", "List-Id: <all.example.org>"),
    (f"From: <{ADDRESS}>", "Subject: ourselves"),
    ("From: <mailer-daemon@example.org>", "Subject: failure"),
])  # fmt: skip
def test_strangers_and_robots_that_name_no_game_are_met_with_silence(hall: Hall, lines: tuple[str, ...]) -> None:
    assert went_to(hall, letter(*lines)) == ()
    assert hall.sent() == []


def test_a_letter_of_ours_that_comes_home_is_opened_by_no_game(hall: Hall) -> None:
    report = next(path for path in hall.tables["winter"].place.glob("*-red-report-*.eml"))
    assert went_to(hall, report.read_bytes()) == ()
    assert hall.sent() == []


def test_the_same_letter_twice_changes_nothing(hall: Hall) -> None:
    orders = hall.tables["winter"].sealed("red", bid="high").read_bytes()
    assert went_to(hall, orders) == ("winter",)
    sent = len(hall.sent())
    assert went_to(hall, orders) == ()
    assert len(hall.sent()) == sent


def test_a_flood_over_all_games_is_taken_in_and_not_answered(hall: Hall) -> None:
    settings = hall.root / "club.yaml"
    settings.write_text(f"{settings.read_text()}caps:\n  each: 2\n", encoding="utf-8")
    hall.later(2)  # what was written while the games began is forgotten
    for number in range(4):
        hall.mail(letter("From: <red@example.org>", "Subject: hello", body=f"{number}\n"))
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    told = hall.tick()
    assert len(hall.sent("club-")) == 2, told
    assert "more than 2 letters" in told
    assert hall.tables["winter"].status()["waits_for"] == ["blue"], "orders count whoever else writes too much"
    assert len(hall.sent("winter-")) == 1, "and what a seat has signed is answered in any flood"


def test_a_game_at_fault_keeps_its_letters_and_stops_no_other(hall: Hall) -> None:
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    lost, fine = winter.sealed("red", bid="high"), summer.sealed("red", bid="high")
    book = winter.desk / "private" / "book.age"
    kept = book.read_bytes()
    hall.mail(lost.read_bytes())
    hall.mail(fine.read_bytes())
    book.write_bytes(b"spoilt")
    result = hall.try_to("club", "tick", hall.root)
    assert result.exit_code == 1
    assert "winter: " in result.output
    assert hall.waiting() == ["0001.letter"] or len(hall.waiting()) == 1
    assert summer.status()["waits_for"] == ["blue"]
    book.write_bytes(kept)
    hall.tick()
    assert hall.waiting() == []
    assert winter.status()["waits_for"] == ["blue"]


def test_a_letter_of_two_games_waits_for_the_one_that_is_at_fault(hall: Hall) -> None:
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    hall.mail(orders_of_both(hall))
    book = summer.desk / "private" / "book.age"
    kept = book.read_bytes()
    book.write_bytes(b"spoilt")
    assert hall.try_to("club", "tick", hall.root).exit_code == 1
    assert len(hall.waiting()) == 1
    book.write_bytes(kept)
    hall.tick()
    assert hall.waiting() == []
    assert (winter.status()["waits_for"], summer.status()["waits_for"]) == (["blue"], ["blue"])
    assert len(hall.sent("winter-")) == 1


def test_a_letter_that_waits_for_its_game_makes_no_flood_however_often_it_is_tried(hall: Hall) -> None:
    settings = hall.root / "club.yaml"
    settings.write_text(f"{settings.read_text()}caps:\n  each: 2\n", encoding="utf-8")
    hall.later(2)  # what was written while the games began is forgotten
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    book = winter.desk / "private" / "book.age"
    kept = book.read_bytes()
    book.write_bytes(b"spoilt")
    hall.mail(letter(f"Subject: {winter.game}", "From: <red@example.org>"))
    for _ in range(4):
        hall.try_to("club", "tick", hall.root)
    book.write_bytes(kept)
    hall.mail(letter(f"Subject: {summer.game}", "From: <red@example.org>"))
    assert "more than 2 letters" not in hall.tick()
    assert (len(hall.sent("winter-")), len(hall.sent("summer-"))) == (1, 1)


def test_a_letter_that_cannot_be_acknowledged_makes_no_flood_however_often_it_comes(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a mailbox that may only be read every letter comes again with every tick."""
    settings = hall.root / "club.yaml"
    settings.write_text(f"{settings.read_text()}caps:\n  each: 3\n", encoding="utf-8")
    hall.later(2)  # what was written while the games began is forgotten

    def refused(box: Maildir, handle: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Maildir, "done", refused)
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    hall.mail(letter(f"Subject: {winter.game}", "From: <red@example.org>"))
    hall.mail(letter("Subject: hello", "From: <red@example.org>"))
    for _ in range(5):
        assert "Permission denied" in hall.try_to("club", "tick", hall.root).output
    hall.mail(letter(f"Subject: {summer.game}", "From: <red@example.org>"))
    hall.try_to("club", "tick", hall.root)
    assert [len(hall.sent(of)) for of in ("winter-", "summer-", "club-")] == [1, 1, 1]


def test_letters_of_one_folder_carry_their_games_names(hall: Hall) -> None:
    for table in hall.tables.values():
        hall.mail(table.sealed("red", bid="high").read_bytes())
    hall.tick()
    names = [path.name for path in hall.sent()]
    assert {name.split("-")[0] for name in names} == {"winter", "summer"}
    assert len(names) == 2


def test_a_way_out_that_is_down_is_knocked_at_once_for_all_games(hall: Hall) -> None:
    for table in hall.tables.values():
        hall.mail(table.sealed("red", bid="high").read_bytes())
    post = hall.place / "post"
    shutil.rmtree(post, ignore_errors=True)
    post.write_bytes(b"a file in the way")
    told = hall.tick()
    assert told.count("deferred") == 1
    assert "the way out was down" in hall.tick()
    assert hall.status()["way_out_down_since"] == hall.now
    post.unlink()
    hall.later(1)
    assert hall.tick().count("handed over") == 2
    assert hall.status()["way_out_down_since"] == ""


def test_whom_no_server_takes_letters_for_the_moderator_is_told_at_once(hall: Hall) -> None:
    """He has until the deadline to find out where his player is."""
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    server = SmtpServer(answers={"red@example.org": "550 5.1.1 no such user"})
    with serving(server):
        told = hall.tick("--to", f"smtp://localhost:{server.port}")
        assert "winter: refused: " in told
        told = hall.tick("--to", f"smtp://localhost:{server.port}")
    assert [to for to, _ in server.letters] == [[ADDRESS]]
    assert "letters to red come back" in read_letter(server.letters[0][1]).subject
    assert hall.tick() == ""


def test_a_turn_killed_before_it_told_the_moderator_has_the_next_one_tell_him(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever looks at the club in between: its page is written after every turn."""
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    real, killed = run_phase.run, ["now"]

    def run(office: Office) -> str:
        if killed and "refused" in (office.desk.root / "sent" / "deliveries.jsonl").read_text():
            killed.clear()
            raise KeyboardInterrupt
        return real(office)

    monkeypatch.setattr(one_game, "run", run)
    server = SmtpServer(answers={"red@example.org": "550 5.1.1 no such user"})
    with serving(server):
        way = f"smtp://localhost:{server.port}"
        hall.try_to("club", "tick", hall.root, "--to", way)
        assert (killed, server.letters) == ([], [])
        hall.do("club", "index", hall.root)
        hall.tick("--to", way)
    assert [to for to, _ in server.letters] == [[ADDRESS]]
    assert hall.tick() == ""


def test_letters_that_wait_go_out_though_the_clock_was_set_back(hall: Hall) -> None:
    """A machine that woke in the wrong month has written down when to try again."""
    hall.mail(hall.tables["winter"].sealed("red", bid="high").read_bytes())
    post, right = hall.place / "post", hall.now
    shutil.rmtree(post, ignore_errors=True)
    post.write_bytes(b"a file in the way")
    hall.later(24 * 30)
    assert "deferred" in hall.tick()
    post.unlink()
    hall.now = right
    assert "handed over" in hall.tick()


def failed(hall: Hall) -> str:
    """A turn that says what is wrong, and with its exit code that something is."""
    result = hall.try_to("club", "tick", hall.root)
    assert result.exit_code in (1, 6), (result.output, result.exception)
    return result.output


def test_no_phase_closes_while_the_mailbox_cannot_be_read_and_all_say_why(hall: Hall) -> None:
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    for seat in ("blue", "red"):
        winter.mail(winter.sealed(seat, bid="high"))
    broken(hall.place)
    hall.later(49)
    since = hall.now
    told = failed(hall)
    assert f"club: {hall.place / 'box'}: is no Maildir" in told
    assert f"winter: t01.duel: its time has come, but the mailbox has not been read since {since}" in told
    for table in (winter, summer):
        assert table.status()["phase"] == "t01.duel"
        assert f"the mailbox has not been read since {since}" in table.status()["why"]
    assert f"has not been read since {since}" in hall.status()["mailbox"]
    assert f"mailbox: the mailbox has not been read since {since}" in hall.do("club", "status", hall.root).stdout
    hall.do("club", "index", hall.root)
    page = (hall.root / "index.html").read_text(encoding="utf-8")
    assert f"The mailbox of the club has not been read since {since}." in page
    hall.later(1)
    failed(hall)
    mended(hall.place)
    told = hall.tick()
    assert "winter: t01.duel: orders of blue, red locked" in told
    assert (summer.status()["phase"], hall.status()["mailbox"]) == ("t02.duel", "")
    assert winter.ledger().entries("timeout") == ()
    hall.do("club", "index", hall.root)
    assert "has not been read" not in (hall.root / "index.html").read_text(encoding="utf-8")


def test_the_moderator_hears_of_a_mailbox_that_stays_shut_once_and_letters_go_out(hall: Hall) -> None:
    winter = hall.tables["winter"]
    winter.mail(winter.sealed("red", bid="high"))
    post = hall.place / "post"
    shutil.rmtree(post, ignore_errors=True)
    post.write_bytes(b"a file in the way")
    hall.tick()
    post.unlink()
    broken(hall.place)
    for _ in range(9):
        hall.later(1)
        failed(hall)
    assert len(hall.sent("winter-")) == 1
    (notice,) = hall.sent("club-")
    assert f"To: {ADDRESS}" in notice.read_text()
    assert "no phase closes by its deadline" in " ".join(read_letter(notice.read_bytes()).text.split())


def test_a_game_run_by_hand_goes_on_without_the_mailbox(hall: Hall) -> None:
    winter = hall.tables["winter"]
    winter.mail(winter.sealed("red", bid="high"))
    broken(hall.place)
    hall.later(49)
    failed(hall)
    hall.try_to("run", winter.desk)
    assert winter.status()["phase"] == "t02.duel"


def test_a_game_that_could_not_take_a_letter_is_not_closed_without_it(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Somebody looked at it just then; a moment later its time had come."""
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    for table in (winter, summer):
        table.mail(table.sealed("red", bid="high"))
    hall.later(49)
    busy = ["winter"]

    def in_use(office: Office, received: Received, hush: str) -> Taken:
        if busy and office.desk.root.name == busy[0]:
            busy.clear()
            raise Waiting(Fault("is in use"))
        return take_in.take_letter(office, received, hush)

    monkeypatch.setattr("pbem.club.one_game.take_letter", in_use)
    hall.tick()
    assert (winter.kinds().count("locked"), summer.kinds().count("locked")) == (0, 1)
    assert "winter: t01.duel: orders of red locked" in hall.tick()


def test_a_time_that_comes_while_letters_are_taken_in_waits_for_the_next_turn(hall: Hall) -> None:
    hall.tick()
    winter = hall.tables["winter"]
    until = parse_time(winter.status()["until"])
    times = [until - timedelta(seconds=2)]

    def passing() -> datetime:
        times.append(times[-1] + timedelta(seconds=1))
        return times[-1]

    said: list[str] = []
    tick(hall.root, winter.home("moderator"), passing, said.append)
    assert "winter: t01.duel: its time has come, but the mailbox is read once more before that" in "\n".join(said)
    tick(hall.root, winter.home("moderator"), passing, said.append)
    assert winter.status()["phase"] == "t02.duel"


def test_a_folder_of_letters_named_wrongly_is_told_before_any_game_is_played_without_them(hall: Hall) -> None:
    hall.later(49)
    result = hall.try_to("club", "tick", hall.root, "--mail", hall.place / "bxo")
    assert result.exit_code == 1
    assert isinstance(result.exception, BadInput)
    told = f"pbem: error: {hall.place / 'bxo'}: is not a folder of letters"
    assert result.exception.faults[0].render().startswith(told)
    assert hall.tables["winter"].status()["phase"] == "t01.duel"
    hall.tick("--mail", hall.place / "box")
    assert hall.tables["winter"].status()["phase"] == "t02.duel"


def test_keys_of_somebody_else_open_no_game_and_spoil_no_index(hall: Hall) -> None:
    hall.tick()
    Keyring.create("Other", home=hall.place / "keys-other")
    result = hall.any_table.try_to("other", "club", "tick", hall.root)
    assert result.exit_code == 0
    (hall.root / "private" / "index.sqlite").unlink()
    assert hall.any_table.try_to("other", "club", "tick", hall.root).exit_code == 4
    hall.tick()
    assert [game["name"] for game in hall.status()["games"]] == ["summer", "winter"]


def test_orders_wait_for_games_that_nobody_can_open_even_without_an_index(hall: Hall) -> None:
    """A club moved to another machine before its keys: no player is told that his game is not there."""
    winter = hall.tables["winter"]
    hall.mail(winter.sealed("red", bid="high").read_bytes())
    Keyring.create("Other", home=hall.place / "keys-other")
    (hall.root / "private" / "index.sqlite").unlink()
    (hall.root / "games" / "old").mkdir()
    told = hall.any_table.try_to("other", "club", "tick", hall.root)
    assert told.exit_code == 4
    assert "waits: it may be for one of the games that cannot be opened" in told.output
    assert (len(hall.waiting()), hall.sent()) == (1, [])
    hall.try_to("club", "tick", hall.root)
    assert (hall.waiting(), winter.status()["waits_for"]) == ([], ["blue"])
    hall.mail(attached(ENVELOPE))
    hall.try_to("club", "tick", hall.root)
    assert hall.waiting() == [], "a folder that holds no game keeps no letter waiting"


def test_a_game_whose_players_write_elsewhere_is_pointed_out(hall: Hall) -> None:
    other = hall.root / "games" / "other"
    hall.tables["winter"].desk.rename(other)
    settings = hall.root / "club.yaml"
    settings.write_text(settings.read_text().replace(ADDRESS, "new@example.org"), encoding="utf-8")
    assert f"other: its players write to {ADDRESS}, and not to the club" in hall.tick()


def test_hostile_letters_are_all_taken_and_no_robot_is_answered(hall: Hall) -> None:
    """Of the published set every sixth, as one morning's mail; what a single game answers to each, tests/match says."""
    letters = sorted((TOP / "tests" / "mail" / "hostile").glob("*.eml"))[::EVERY]
    assert len(letters) > 40
    for path in letters:
        hall.mail(path.read_bytes())
    hall.tick()
    assert hall.waiting() == []
    told = {message_from_bytes(path.read_bytes(), policy=policy.default)["To"] for path in hall.sent()}
    assert told, "people are answered"
    assert not [to for to in told if "daemon" in str(to) or str(to) == ADDRESS]
    again = len(hall.sent())
    for path in letters:
        hall.mail(path.read_bytes())
    hall.tick()
    assert len(hall.sent()) == again


def test_a_slip_of_the_program_over_one_letter_is_told_and_stops_no_other(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Months without anyone watching: what the program stumbles over is answered, and said to whoever runs it."""
    winter, summer = hall.tables["winter"], hall.tables["summer"]
    real = take_documents.take_document

    def stumble(office: Office, part: Part, files: tuple[File, ...]) -> Answer | None:
        if office.book.draft["title"] == "Winter":
            raise ZeroDivisionError("by nothing")
        return real(office, part, files)

    monkeypatch.setattr(take_in, "take_document", stumble)
    for table in (winter, summer):
        table.mail(table.sealed("red", bid="high"))
    told = hall.tick()
    assert "a fault of the program: ZeroDivisionError: by nothing (test_club_letters.py" in told
    assert hall.waiting() == []
    assert (winter.status()["waits_for"], summer.status()["waits_for"]) == (["blue", "red"], ["blue"])
    (answer,) = hall.sent("winter-")
    assert "the fault is its own" in read_letter(answer.read_bytes()).text


def test_a_slip_of_the_program_in_one_game_stops_no_other(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    real = run_phase.run

    def stumble(office: Office) -> str:
        if office.book.draft["title"] == "Winter":
            raise ZeroDivisionError("by nothing")
        return real(office)

    monkeypatch.setattr(one_game, "run", stumble)
    hall.later(49)
    result = hall.try_to("club", "tick", hall.root)
    assert result.exit_code == 1
    assert "winter: stopped by a fault of the program: ZeroDivisionError: by nothing" in result.output
    assert "\nsummer: " in f"\n{result.output}"


def test_a_letter_that_cannot_be_acknowledged_keeps_no_other_from_its_game(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Maildir.done
    names = [table.mail(table.sealed("red", bid="high")) for table in hall.tables.values()]

    def full(box: Maildir, handle: str) -> None:
        if handle == names[0]:
            raise OSError(28, "No space left on device")
        real(box, handle)

    monkeypatch.setattr(Maildir, "done", full)
    assert f"letter {names[0]}: No space left on device" in hall.try_to("club", "tick", hall.root).output
    assert hall.waiting() == names[:1]
    assert [table.status()["waits_for"] for table in hall.tables.values()] == [["blue"], ["blue"]]


def test_many_letters_of_one_tick_index_their_game_once(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """A row tells of every letter that waits: made anew for each that comes, a flood would cost its square."""
    made: list[str] = []
    real = one_game.row_of

    def counted(office: Office) -> Row:
        made.append(office.desk.root.name)
        return real(office)

    hall.tick()
    monkeypatch.setattr(one_game, "row_of", counted)
    subject = f"Subject: {hall.tables['winter'].game}"
    for number in range(10):
        hall.mail(letter(subject, f"From: <a{number}@example.net>"))
    hall.tick()
    assert made == ["winter"]
    assert len(hall.sent("winter-")) == 10
