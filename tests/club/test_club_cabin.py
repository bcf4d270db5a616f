"""The player's side: what waits for him over all his games, and his letters, each sent once."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from email import message_from_bytes, policy
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, unquote, urlsplit

import pytest
from club import ADDRESSES, Club, know_the_duel, playing
from kills import Killed
from mail_servers import ImapServer, Talk, running

from pbem.base.errors import BadInput, PbemError
from pbem.cabin import drafts, register
from pbem.mail.letter import read_letter
from pbem.mail.senders import MaildirOut, Outcome, Receipt


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A game that has begun, made once."""
    with pytest.MonkeyPatch.context() as patch:
        know_the_duel(patch)
        club = Club(tmp_path_factory.mktemp("begun") / "place")
        club.begin()
        return club


@pytest.fixture
def club(begun: Club, tmp_path: Path) -> Club:
    """The same, for one test alone, with Red's folder remembered where it is."""
    shutil.copytree(begun.place, tmp_path / "place")
    club = Club.__new__(Club)
    club.place, club.tier, club.now, club.own = tmp_path / "place", begun.tier, begun.now, []
    club.desk = club.place / "desk"
    club.home("red").joinpath("games.json").unlink()
    club.do("red", "inbox", club.folder("red"))
    return club


def inbox(club: Club, *more: Any) -> Any:
    """What Red sees of his one game."""
    (line,) = club.do("red", "inbox", "--json", *more).stdout.splitlines()
    return json.loads(line)


def mine(club: Club) -> Path:
    """The order file that was drafted."""
    return club.folder("red") / "orders" / "t01.duel.yaml"


def inbox_of(club: Club, seat: str) -> Any:
    return json.loads(club.do(seat, "inbox", club.folder(seat), "--json").stdout)


def fill_in(club: Club, bid: str = "high") -> Path:
    path = club.write("red", bid=bid)
    return path.replace(mine(club))


def letter_of(club: Club) -> Path:
    """Red's orders, sealed, in their letter."""
    fill_in(club)
    return Path(club.do("red", "orders", "seal", mine(club), "--dir", club.folder("red")).stdout.splitlines()[-1])


def seen(maildir: Path) -> list[Path]:
    return sorted((maildir / "new").iterdir()) if (maildir / "new").is_dir() else []


# -------------------------------------------------------------------------------------------------------------- inbox
def test_a_game_that_was_joined_is_in_the_inbox_from_then_on(begun: Club) -> None:
    found = json.loads(begun.do("red", "inbox", "--json").stdout)
    assert (found["seat"], found["phase"], found["until"]) == ("red", "t01.duel", "2026-11-04T20:00:00Z")
    assert found["folder"] == str(begun.folder("red").resolve())


def test_the_deadline_is_given_by_the_readers_clocks(club: Club) -> None:
    assert inbox(club, "--zone", "Europe/Madrid")["local"] == "Wednesday 4 November 2026, 21:00 (UTC+01:00), in 2 days"
    assert inbox(club, "--zone", "Asia/Kolkata")["local"] == "Thursday 5 November 2026, 01:30 (UTC+05:30), in 2 days"


def test_a_zone_that_nobody_knows_is_no_fault_of_the_games(club: Club) -> None:
    fault = club.fail("red", "inbox", "--zone", "Bad/Zone").faults[0]
    assert "'Bad/Zone' is no time zone" in fault.message


def test_a_mailbox_without_a_server_is_told_how_a_mailbox_is_named(club: Club) -> None:
    fault = club.fail("red", "inbox", "--mail", "imap://").faults[0]
    assert (fault.message, fault.hint) == ("'imap://' names no server", "write it like imap://USER@HOST:PORT")


def test_orders_are_followed_from_the_first_draft_to_the_receipt(club: Club) -> None:
    assert inbox(club)["orders"] == "as they were drafted for you"
    mine(club).write_text("pbem: orders/1\nphase: t09.duel\n", encoding="utf-8")
    assert inbox(club)["orders"] == "have faults"
    fill_in(club)
    assert inbox(club)["orders"] == "checked, not sealed"
    letter = letter_of(club)
    found = inbox(club)
    assert found["orders"] == "sealed; mail the letter"
    assert found["todo"] == [f"pbem send {letter.resolve()}"]
    club.do("red", "send", letter, "--to", f"maildir:{club.place / 'out'}")
    assert inbox(club)["orders"] == "sent, no receipt yet"
    club.do("moderator", "in", club.desk, letter)
    club.read()
    found = inbox(club)
    assert found["orders"] == "receipted"
    assert "todo" not in found


def test_an_order_file_that_is_gone_can_be_had_again(club: Club) -> None:
    mine(club).unlink()
    (todo,) = inbox(club)["todo"]
    club.do("red", *todo.split()[1:])
    assert inbox(club)["orders"] == "as they were drafted for you"


def test_orders_whose_letter_is_gone_are_sealed_again(club: Club) -> None:
    letter_of(club).unlink()
    (todo,) = inbox(club)["todo"]
    club.do("red", *todo.split()[1:])
    assert inbox(club)["todo"][0].endswith("orders-t01.duel-2.eml")


def test_a_deadline_that_has_passed_is_said(club: Club) -> None:
    club.later(49)
    assert "the deadline has passed" in inbox(club)["todo"]
    assert "the deadline has passed" in club.do("red", "inbox").stdout


def test_a_paused_game_says_so_and_nobody_is_late_in_it(club: Club) -> None:
    club.later(1)
    since, reason = club.now, "The server moves."
    club.do("moderator", "pause", club.desk, "--reason", reason)
    paused = f"the game is paused since {since}: {reason}"
    letter = club.deliver()["red"][-1]
    opened = club.do("red", "open", letter, "--dir", club.folder("red")).stderr
    assert f"next: {paused}" in opened
    assert "due: " not in opened
    club.later(48)
    shown = club.do("red", "inbox", club.folder("red")).stdout
    assert paused in shown
    assert "orders are still taken in; nothing runs" in shown
    assert "write your orders" in shown
    assert "the deadline has passed" not in shown
    assert inbox(club)["paused"].startswith(paused)
    club.do("moderator", "resume", club.desk, "--reason", "It is back.")
    assert "due: " in club.do("red", "open", club.deliver()["red"][-1], "--dir", club.folder("red")).stderr
    assert "paused" not in inbox(club)


def test_questions_wait_as_well(club: Club) -> None:
    club.order("red", bid="high")
    club.order("blue", bid="high")
    club.advance()
    (asked,) = club.status()["waits_for"]
    assert inbox_of(club, asked)["todo"][0] == "1 question waits for your answer"
    assert "todo" not in inbox_of(club, "red" if asked == "blue" else "blue")
    club.order(asked, parry="yes")
    club.read()
    assert inbox_of(club, asked)["orders"] == "receipted"
    assert "todo" not in inbox_of(club, asked)


def test_answers_are_due_when_their_question_closes_though_the_phase_was_to_be_open_for_longer(club: Club) -> None:
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.advance()
    (asked,) = club.status()["waits_for"]
    assert inbox_of(club, asked)["until"] == club.status()["until"] == "2026-11-03T20:00:00Z"
    club.do("moderator", "extend", club.desk, "--hours", "2", "--reason", "The mail was down.")
    club.read()
    assert inbox_of(club, asked)["until"] == club.status()["until"] == "2026-11-03T22:00:00Z"
    club.later(26)
    assert "the deadline has passed" in inbox_of(club, asked)["todo"]


def test_nothing_is_asked_in_anothers_phase_and_whose_it_is_is_said(club: Club) -> None:
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.advance()
    assert (club.status()["phase"], club.status()["waits_for"]) == ("t02.duel", ["red"])
    assert inbox_of(club, "red")["orders"] == "as they were drafted for you"
    found = inbox_of(club, "blue")
    assert found["waits_for"] == "red"
    assert not {"todo", "orders"} & set(found)
    said = club.do("blue", "inbox", club.folder("blue")).stdout.splitlines()
    assert said[1:] == ["  nothing is asked of you: the game waits for red"]
    path = club.write("blue", standing="no")
    refused = club.fail("blue", "orders", "seal", path, "--dir", club.folder("blue"))
    assert "t02.duel wants no orders of blue" in str(refused), "the moderator would have to refuse them"


@pytest.mark.parametrize("agreed", [(), ("--no-alone",)])
def test_in_tier_beacon_an_envelope_is_asked_for_in_anothers_phase_unless_he_acts_alone(
    tmp_path: Path, agreed: tuple[str, ...]
) -> None:
    club = playing(tmp_path, "beacon", *agreed)
    for seat in ("red", "blue"):
        club.order(seat, bid="low", standing="no")
    club.later(49)
    club.advance()
    assert club.status()["phase"] == "t02.duel"
    found = inbox_of(club, "blue")
    assert found.get("orders") == ("as they were drafted for you" if agreed else None)
    assert found.get("waits_for") == (None if agreed else "red")


def test_a_view_that_names_no_seat_of_the_game_silences_no_question(club: Club) -> None:
    path = club.folder("red") / "view.json"
    for strange in ("nobody", ["blue"], 7):
        path.write_text(json.dumps({**json.loads(path.read_text()), "phase_side": strange}), encoding="utf-8")
        assert inbox(club)["orders"] == "as they were drafted for you"


@pytest.mark.parametrize("tier", ["two-step", "beacon"])
def test_questions_that_are_steps_of_their_own_wait_as_well(tier: str, tmp_path: Path) -> None:
    club = playing(tmp_path, tier)
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.later(49 if tier == "beacon" else 0)
    club.advance()
    state = club.status()
    assert state["what"] == "answers"
    assert [seat for seat in ("blue", "red") if inbox_of(club, seat).get("todo")] == state["waits_for"]
    for seat in state["waits_for"]:
        club.order(seat, parry="yes")
    club.read()
    assert [seat for seat in ("blue", "red") if inbox_of(club, seat).get("todo")] == []


def test_tier_two_step_asks_for_the_second_letter(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    for seat in ("red", "blue"):
        club.order(seat, bid="high")
    club.run()
    club.read()
    (todo,) = inbox(club)["todo"]
    assert todo == f"pbem orders open --dir {club.folder('red').resolve()}"
    due = inbox(club)["until"]
    assert due == club.status()["until"], "openings have a time of their own"
    club.do("moderator", "extend", club.desk, "--hours", "12", "--reason", "A holiday.")
    club.read()
    assert inbox(club)["until"] == club.status()["until"] > due
    club.do("red", *todo.split()[1:])
    (todo,) = inbox(club)["todo"]
    assert todo.startswith("pbem send ")


def test_letters_in_a_mailbox_that_were_not_opened_are_named_and_left_alone(club: Club) -> None:
    club.order("red", bid="high")
    box = club.place / "mailbox"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    (receipt,) = club.deliver()["red"]
    old = sorted(club.place.glob("*-red-report-start*.eml"))
    for path in (receipt, *old):
        shutil.copy(path, box / "new")
    (box / "new" / "cat").write_bytes(b"From: <x@example.net>\nSubject: a cat\n\nmeow\n")
    (words,) = inbox(club, "--mail", box)["unopened"]
    assert "receipt for Round 1" in words
    assert len(seen(box)) == 3
    plain = club.place / "letters"
    shutil.copytree(box / "new", plain)
    assert inbox(club, "--mail", f"folder:{plain}")["unopened"][0].startswith(str(plain))
    club.do("red", "open", receipt, "--dir", club.folder("red"))
    assert "unopened" not in inbox(club, "--mail", box)


@pytest.mark.parametrize("keywords", [True, False])
def test_a_mailbox_on_a_server_is_looked_through_by_its_heads(
    keywords: bool, club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a person has read in his mail program he has not opened here."""
    monkeypatch.setenv("MAIL_PASSWORD", "hardtack")
    club.order("red", bid="high")
    (receipt,) = club.deliver()["red"]
    cats = dict.fromkeys(range(1, 50), b"From: <x@example.net>\nSubject: a cat\n\nmeow\n")
    named = b"From: <x@example.net>\nSubject: Re: ajax-2026-d44f2f, really\n\nmeow\n"
    letters = {**cats, 50: receipt.read_bytes(), 51: named}
    server = ImapServer(letters=letters, flags={50: {"\\Seen"}}, keywords=keywords)
    with running(server):
        box = f"  from: imap://red@localhost:{server.port}\n  security: none\n  secret: env:MAIL_PASSWORD\n"
        (club.home("red") / "post.yaml").write_text(f"pbem: post/1\nin:\n{box}", encoding="utf-8")
        (words,) = inbox(club)["unopened"]
    assert "receipt for Round 1" in words
    assert [line.split()[3] for line in server.said if "PEEK[]" in line] == ["50", "51"]


def test_a_letter_that_the_server_does_not_give_hides_no_other(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def do_fetch(self: ImapServer, talk: Talk, rest: str) -> str:
        return "NO not this one" if rest.startswith("3 (BODY.PEEK[]") else ImapServer.do_fetch(self, talk, rest)

    monkeypatch.setenv("MAIL_PASSWORD", "hardtack")
    club.order("red", bid="high")
    (receipt,) = club.deliver()["red"]
    spoilt = b"From: <x@example.net>\nSubject: Re: ajax-2026-d44f2f\n\nmeow\n"
    letters = {3: spoilt, 5: receipt.read_bytes()}
    server = type("Exchange", (ImapServer,), {"do_fetch": do_fetch})(letters=letters)
    with running(server):
        box = f"  from: imap://red@localhost:{server.port}\n  security: none\n  secret: env:MAIL_PASSWORD\n"
        (club.home("red") / "post.yaml").write_text(f"pbem: post/1\nin:\n{box}", encoding="utf-8")
        result = club.try_to("red", "inbox")
    assert "receipt for Round 1" in result.output
    assert "letter 3 'Re: ajax-2026-d44f2f' is not given" in str(result.exception)


def test_an_invitation_in_the_mailbox_is_shown(tmp_path: Path) -> None:
    club = Club(tmp_path)
    letters = club.deliver()
    folder = tmp_path / "letters"
    folder.mkdir()
    shutil.copy(letters["red"][0], folder)
    told = club.do("red", "inbox", "--mail", folder).stdout
    assert told.startswith("invitation: ")
    club.do("red", "join", letters["red"][0], "--dir", club.folder("red"))
    assert "invitation: " not in club.do("red", "inbox", "--mail", folder).stdout


@pytest.mark.parametrize(("name", "data"), [
    ("desk.json", b"{"), ("desk.json", b"[]"), ("desk.json", b"{}"), ("desk.json", b'{"game": 1}'), ("view.json", b"x"),
    ("game/ledger.jsonl", b"\xff\n"), ("game/charter.yaml", b"pbem: [\n"),
])  # fmt: skip
def test_a_folder_that_is_spoilt_hides_no_other(club: Club, name: str, data: bytes) -> None:
    spoilt = club.place / "spoilt"
    shutil.copytree(club.folder("red"), spoilt)
    club.do("red", "inbox", spoilt)
    (spoilt / name).write_bytes(data)
    letters = club.place / "letters"
    letters.mkdir()
    shutil.copy(next(club.place.glob("*-red-report-start*.eml")), letters)
    lines = club.do("red", "inbox", "--all", "--json", "--mail", letters).stdout.splitlines()
    found = {Path(each["folder"]).name: each for each in map(json.loads, lines)}
    assert found["red"]["phase"] == "t01.duel"
    assert "fault" in found["spoilt"]


def test_without_keys_and_games_the_inbox_is_empty(tmp_path: Path) -> None:
    club = Club.__new__(Club)
    club.place, club.now = tmp_path, "2026-11-02T20:00:00Z"
    assert "no games yet" in club.do("red", "inbox").output


@pytest.mark.parametrize("way", ["imap://red@127.0.0.1:9", "maildir:/no/such/place"])
def test_a_mailbox_out_of_reach_hides_no_game(club: Club, way: str) -> None:
    settings = f"pbem: post/1\nin:\n  from: {way}\n  secret: env:NOWHERE\n"
    (club.home("red") / "post.yaml").write_text(settings, encoding="utf-8")
    result = club.try_to("red", "inbox")
    assert "t01.duel, until" in result.stdout
    assert isinstance(result.exception, PbemError)
    assert "Errno" not in "\n".join(result.exception.rendered())


def test_a_letter_that_was_read_in_a_mail_program_and_not_opened_is_named_by_its_file(club: Club) -> None:
    club.order("red", bid="high")
    box = club.place / "mailbox"
    for name in ("new", "cur", "tmp"):
        (box / name).mkdir(parents=True)
    read = box / "cur" / "1793649600.M1P2.host:2,RS"
    shutil.copy(club.deliver()["red"][-1], read)
    for way in (box, f"maildir:{box}"):
        (words,) = inbox(club, "--mail", way)["unopened"]
        assert words.startswith(f"{read}: ")
    club.do("red", "open", read)
    assert "unopened" not in inbox(club, "--mail", box)


def test_a_folder_that_has_moved_is_missed_and_found_again_where_a_letter_is_opened(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    club.order("red", bid="high")
    letter, place = club.deliver()["red"][-1], club.place / "games" / "red"
    place.parent.mkdir()
    club.folder("red").rename(place)
    told = club.do("red", "inbox").stderr
    assert f"{club.folder('red').resolve()} is not there" in told
    assert "no games yet" not in told
    monkeypatch.chdir(place)
    club.do("red", "open", letter)
    monkeypatch.chdir(club.place)
    assert inbox(club)["folder"] == str(place.resolve())
    assert "is not there" not in club.do("red", "inbox").stderr


@pytest.mark.skipif(os.name != "posix", reason="a name that is too long is only no folder there")
def test_a_folder_that_cannot_even_be_asked_hides_no_game(club: Club) -> None:
    """As on a share whose server is gone (ENOTCONN, EIO); a name that is too long is answered in the same way."""
    lost = f"/{'x' * 300}"
    (club.home("red") / "games.json").write_text(json.dumps([lost, str(club.folder("red").resolve())]))
    assert inbox(club)["game"]
    assert f"{lost} is not there" in club.do("red", "inbox").stderr
    register.remember(club.home("red"), club.place)
    assert register.folders(club.home("red")) == [club.folder("red").resolve(), club.place.resolve()]


def test_a_folder_is_one_by_whatever_name(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    other = club.place / "RED"  # as a system that minds no capitals would take it
    other.symlink_to(club.folder("red"))
    monkeypatch.setattr(Path, "resolve", lambda path, strict=False: path.absolute())
    club.do("red", "inbox", other)
    assert len(club.do("red", "inbox", other, "--all", "--json").stdout.splitlines()) == 1
    assert len(club.do("red", "inbox", "--json").stdout.splitlines()) == 1


@pytest.mark.skipif(os.name != "posix", reason="names are no bytes there")
def test_a_folder_whose_name_is_no_utf_8_is_remembered(club: Club) -> None:
    place = club.place / os.fsdecode(b"K\xe4the")
    club.folder("red").rename(place)
    register.remember(club.home("red"), place)
    assert register.folders(club.home("red")) == [place.resolve()]


def test_a_folder_that_is_none_is_refused(club: Club) -> None:
    assert "is not a player's folder" in str(club.fail("red", "inbox", club.place))


# --------------------------------------------------------------------------------------------------------------- send
def test_a_letter_goes_once_to_everybody_it_names(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    went: list[list[str]] = []
    real = MaildirOut.send

    def send(out: MaildirOut, message: bytes, recipients: Any) -> Receipt:
        went.append(list(recipients))
        return real(out, message, recipients)

    monkeypatch.setattr(MaildirOut, "send", send)
    letter, out = letter_of(club), f"maildir:{club.place / 'out'}"
    club.do("red", "send", letter, "--to", out)
    assert went == [["moderator@pbem.example", "blue@example.org"]]
    assert "was sent at" in str(club.fail("red", "send", letter, "--to", out))
    assert len(went) == 1
    club.do("red", "send", letter, "--to", out, "--again")
    assert len(went) == 2


def test_a_letter_that_all_but_the_moderator_have_goes_to_him_alone_and_is_not_called_sent(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter, out = letter_of(club), f"maildir:{club.place / 'out'}"
    moderator, blue = "moderator@pbem.example", "blue@example.org"
    answers = [
        Receipt(Outcome.HANDED_OVER, f"{moderator}: 450 greylisted", refused=(moderator,)),
        Receipt(Outcome.NOT_NOW, "450 greylisted"), Receipt(Outcome.HANDED_OVER, "taken"),
    ]  # fmt: skip
    went: list[list[str]] = []

    def send(out: MaildirOut, message: bytes, recipients: Any) -> Receipt:
        went.append(list(recipients))
        return answers[len(went) - 1]

    monkeypatch.setattr(MaildirOut, "send", send)
    first = club.try_to("red", "send", letter, "--to", out)
    assert first.exit_code == 1
    assert f"the same command sends it to {moderator} later" in first.stderr
    assert inbox(club)["orders"] == "sealed; mail the letter"
    assert club.try_to("red", "send", letter, "--to", out).exit_code == 3
    assert inbox(club)["orders"] == "sealed; mail the letter"
    club.do("red", "send", letter, "--to", out)
    assert went == [[moderator, blue], [moderator], [moderator]]
    assert inbox(club)["orders"] == "sent, no receipt yet"
    assert "was sent at" in str(club.fail("red", "send", letter, "--to", out))


def test_a_letter_that_may_have_gone_is_not_sent_again_unasked(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def die(*given: object) -> None:
        raise Killed

    letter, out = letter_of(club), f"maildir:{club.place / 'out'}"
    with monkeypatch.context() as patch:
        patch.setattr(MaildirOut, "send", die)
        with pytest.raises(Killed):
            club.do("red", "send", letter, "--to", out)
    assert "may have been sent" in str(club.fail("red", "send", letter, "--to", out))


def test_what_the_server_did_not_take_may_be_sent_again(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    letter, out = letter_of(club), f"maildir:{club.place / 'out'}"
    with monkeypatch.context() as patch:
        down = Receipt(Outcome.NOT_NOW, "451 later", down=True)
        patch.setattr(MaildirOut, "send", lambda *given: down)
        assert club.try_to("red", "send", letter, "--to", out).exit_code == 3
        never = Receipt(Outcome.HANDED_OVER, "550 no", refused=("blue@example.org",))
        patch.setattr(MaildirOut, "send", lambda *given: never)
        result = club.try_to("red", "send", letter, "--to", out)
    assert (result.exit_code, "refused for blue@example.org" in result.output) == (1, True)


def test_settings_lie_beside_the_keys_and_hold_no_password(club: Club) -> None:
    letter = letter_of(club)
    assert "it is not said how your letters are sent" in str(club.fail("red", "send", letter))
    settings = club.home("red") / "post.yaml"
    settings.write_text(f"pbem: post/1\nout:\n  to: maildir:{club.place / 'out'}\n", encoding="utf-8")
    club.do("red", "send", letter)
    assert len(seen(club.place / "out")) == 1
    settings.write_text("pbem: post/1\nout:\n  to: smtp://me@x.example\n  secret: hunter2\n", encoding="utf-8")
    error = club.fail("red", "send", letter, "--again")
    assert "hunter2" not in str(error)
    assert "only where it is kept" in str(error)


def test_what_is_no_letter_is_not_sent(club: Club) -> None:
    for data in (b"", b"hello", b"From: a@b.org\nTo: nobody\n\nx", bytes(range(256))):
        path = club.place / "no.eml"
        path.write_bytes(data)
        for more in (("--to", f"maildir:{club.place / 'out'}"), ("--draft",), ("--mailto",)):
            assert isinstance(club.fail("red", "send", path, *more), BadInput)


# -------------------------------------------------------------------------------------------------------------- drafts
def on(monkeypatch: pytest.MonkeyPatch, platform: str) -> list[list[str]]:
    """A system of that kind; what it is asked to open."""
    opened: list[list[str]] = []

    def run(command: list[str], **more: Any) -> Any:
        opened.append(command)
        return subprocess.CompletedProcess(command, 0)

    monkeypatch.setattr(drafts, "sys", type("System", (), {"platform": platform}))
    monkeypatch.setattr(subprocess, "run", run)
    monkeypatch.setattr(os, "startfile", lambda what: opened.append(["startfile", what]), raising=False)
    return opened


@pytest.mark.parametrize(("platform", "program"), [
    ("linux", "xdg-open"), ("darwin", "open"), ("win32", "startfile"), ("freebsd14", "xdg-open"),
])  # fmt: skip
def test_a_draft_is_opened_as_each_system_does(
    club: Club, monkeypatch: pytest.MonkeyPatch, platform: str, program: str
) -> None:
    letter = letter_of(club)
    opened = on(monkeypatch, platform)
    draft = Path(club.do("red", "send", letter, "--draft").stdout.strip())
    assert opened == [[program, str(draft.resolve())]]


def test_a_draft_is_the_letter_without_date_and_id(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = letter_of(club)
    on(monkeypatch, "darwin")
    draft = Path(club.do("red", "send", letter, "--draft").stdout.strip()).read_bytes()
    before, after = (message_from_bytes(data, policy=policy.default) for data in (letter.read_bytes(), draft))
    assert after["X-Unsent"] == "1"
    assert (after["Date"], after["Message-ID"]) == (None, None)
    assert [after[name] for name in ("To", "Cc", "Subject")] == [before[name] for name in ("To", "Cc", "Subject")]
    assert read_letter(draft).parts == read_letter(letter.read_bytes()).parts


def test_where_no_program_opens_it_the_player_is_told(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*given: Any, **more: Any) -> Any:
        raise FileNotFoundError

    letter = letter_of(club)
    monkeypatch.setattr(subprocess, "run", missing)
    result = club.do("red", "send", letter, "--draft")
    assert "open it in your mail program yourself" in result.output
    assert inbox(club)["orders"] == "sealed; mail the letter"


def test_a_mail_program_that_stays_open_has_taken_the_draft(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    def lasting(words: list[str], **more: Any) -> Any:
        raise subprocess.TimeoutExpired(words, 20)

    letter = letter_of(club)
    monkeypatch.setattr(subprocess, "run", lasting)
    assert "yourself" not in club.do("red", "send", letter, "--draft").output
    assert "was drafted at" in str(club.fail("red", "send", letter, "--to", f"maildir:{club.place / 'out'}"))


def test_a_letter_that_was_sent_is_not_drafted_unasked_and_a_draft_is_not_sent(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    letter, out = letter_of(club), f"maildir:{club.place / 'out'}"
    on(monkeypatch, "linux")
    club.do("red", "send", letter, "--draft")
    assert inbox(club)["orders"] == "perhaps sent, no receipt yet"
    assert inbox(club)["todo"] == [f"mail {letter.resolve()}, if you have not"]
    club.do("red", "send", letter, "--draft")
    assert "was drafted at" in str(club.fail("red", "send", letter, "--to", out))
    club.do("red", "send", letter, "--to", out, "--again")
    assert "was sent at" in str(club.fail("red", "send", letter, "--draft"))


def test_a_link_carries_what_the_moderator_can_take_in(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = letter_of(club)
    opened = on(monkeypatch, "linux")
    club.do("red", "send", letter, "--mailto")
    ((program, link),) = opened
    parts = urlsplit(link)
    assert (program, parts.scheme) == ("xdg-open", "mailto")
    assert unquote(parts.path) == "moderator@pbem.example,blue@example.org"
    asked = parse_qs(parts.query, strict_parsing=True)
    written = f"From: <red@example.org>\nSubject: {asked['subject'][0]}\n\n".encode() + asked["body"][0].encode()
    path = club.place / "by-hand.eml"
    path.write_bytes(written)
    club.do("moderator", "in", club.desk, path)
    assert club.status()["waits_for"] == ["blue"]


def test_a_link_keeps_a_signature_right_below_what_it_signs(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = Path(club.do("red", "word", "wait", "--dir", club.folder("red")).stdout.strip())
    opened = on(monkeypatch, "darwin")
    club.do("red", "send", letter, "--mailto")
    body = parse_qs(urlsplit(opened[0][1]).query)["body"][0]
    path = club.place / "by-hand.eml"
    path.write_bytes(b"From: <red@example.org>\nSubject: a word\n\n" + body.encode())
    club.do("moderator", "in", club.desk, path)
    assert "your word" in " ".join(each.read_text() for each in club.deliver()["red"])


def test_a_link_that_windows_would_cut_is_refused_with_what_to_do(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    letter = letter_of(club)
    opened = on(monkeypatch, "win32")
    error = club.fail("red", "send", letter, "--mailto")
    assert "is too long for a link of 2000 signs" in str(error)
    assert "--draft" in error.faults[0].hint
    assert opened == []


def test_draft_and_link_are_two_ways(club: Club) -> None:
    result = club.try_to("red", "send", "x.eml", "--draft", "--mailto")
    assert result.exit_code == 2
    assert not isinstance(result.exception, PbemError)


def test_openings_that_an_absence_puts_off_are_told_to_have_their_time_in_the_letter(tmp_path: Path) -> None:
    """No record tells of absences: the letter names a later day than the inbox can know of."""
    club = playing(tmp_path, "two-step", "--zone", "Europe/Madrid", "--days", "2", times=())
    word = club.do("blue", "word", "away", "2026-11-06", "2026-11-12", "--dir", club.folder("blue")).stdout.strip()
    club.do("moderator", "in", club.desk, word)
    for seat in ADDRESSES:
        club.order(seat, bid="low")
    club.later(49)
    club.run()
    club.read()
    told = inbox(club)
    assert club.status()["until"].startswith("2026-11-1")
    assert told["until"] < club.status()["until"]
    assert told["todo"][-1] == "the letter that says 'locked' names a later time where somebody is away"
