"""pbem sync: a player's whole mail in one command, whatever order it lies in."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner
from club import ADDRESSES, Club, know_the_duel
from mail_servers import ImapServer, running

from pbem.base.errors import PbemError
from pbem.cli import root


@pytest.fixture(autouse=True)
def duel_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    know_the_duel(monkeypatch)


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """A game that has begun; Red's letters lie in a folder and have not been opened since."""
    club = Club(tmp_path / "place")
    club.begin()
    club.do("red", "inbox", club.folder("red"))
    return club


def box(club: Club) -> Path:
    """Give Red's folder of letters."""
    place = club.place / "mail"
    place.mkdir(exist_ok=True)
    return place


def play(club: Club, *, read: str = "blue") -> None:
    """Play a phase: both order, the moderator runs; letters to Red are left in the folder, the other opens theirs."""
    for seat in ADDRESSES:
        path = club.write(seat, bid="high")
        letter = club.do(seat, "orders", "seal", path, "--dir", club.folder(seat)).stdout.splitlines()[-1]
        club.do("moderator", "in", club.desk, letter)
    club.try_to("moderator", "run", club.desk)
    leave(club, read)


def leave(club: Club, read: str = "blue") -> None:
    """Deliver letters: those to Red into the folder, the others are opened."""
    for seat, letters in club.deliver().items():
        for letter in letters:
            if seat == read:
                club.do(seat, "open", letter, "--dir", club.folder(seat))
            else:
                shutil.copy(letter, box(club))


def test_letters_in_any_order_are_opened_in_theirs(club: Club) -> None:
    play(club)
    names = sorted(path.name for path in box(club).iterdir())
    assert len(names) >= 2  # a receipt and a report
    for number, path in enumerate(sorted(box(club).iterdir(), reverse=True)):
        path.rename(path.with_name(f"{number}.eml"))
    told = club.do("red", "sync", box(club), "--no-open").stdout
    assert told.count("opened: ") == len(names)
    assert "not opened" not in told
    assert (club.folder("red") / "reports" / "t01.duel.txt").is_file()
    assert club.try_to("red", "verify", club.folder("red") / "game").exit_code in (0, 5)


def test_a_second_time_there_is_nothing_new(club: Club) -> None:
    play(club)
    club.do("red", "sync", box(club), "--no-open")
    told = club.do("red", "sync", box(club), "--no-open").stdout
    assert told.startswith("no new letters\n")


def test_the_summary_says_what_is_asked_and_until_when(club: Club) -> None:
    play(club)
    told = club.do("red", "sync", box(club), "--no-open", "--zone", "Europe/Madrid").stdout
    asked = club.do("red", "inbox", "--zone", "Europe/Madrid").stdout
    assert told.endswith(asked)
    assert "until" in asked


def test_an_invitation_is_named_and_not_accepted(tmp_path: Path) -> None:
    club = Club(tmp_path / "place")
    (letter,) = club.deliver()["red"]
    told = club.do("red", "sync", letter, "--no-open").stdout
    assert "to answer with 'pbem join': " in told
    assert not club.folder("red").exists()


def test_a_spoilt_letter_hides_no_other(club: Club) -> None:
    play(club)
    letters = sorted(box(club).iterdir())
    spoilt = box(club) / "spoilt.eml"
    data = max(letters, key=lambda path: path.stat().st_size).read_bytes()
    middle = len(data) // 2
    spoilt.write_bytes(data[:middle] + b"AAAA" + data[middle + 4 :])
    result = club.do("red", "sync", box(club), "--no-open")
    assert result.stdout.count("opened: ") == len(letters)
    assert (club.folder("red") / "reports" / "t01.duel.txt").is_file()


def test_sealed_orders_are_sent_once(club: Club) -> None:
    path = club.write("red", bid="low")
    club.do("red", "orders", "seal", path, "--dir", club.folder("red"))
    out = club.place / "sent-by-red"
    told = club.do("red", "sync", box(club), "--no-open", "--to", f"maildir:{out}").stdout
    assert "sent orders-t01.duel-1.eml to " in told
    assert len(list((out / "new").iterdir())) == 1
    again = club.do("red", "sync", box(club), "--no-open", "--to", f"maildir:{out}").stdout
    assert "sent orders" not in again
    assert len(list((out / "new").iterdir())) == 1


def test_seal_sends_at_once_where_it_is_known_how(club: Club) -> None:
    out = club.place / "sent-by-red"
    (club.home("red") / "post.yaml").write_text(f"pbem: post/1\nout:\n  to: folder:{out}\n", encoding="utf-8")
    path = club.write("red", bid="low")
    kept = club.do("red", "orders", "seal", path, "--dir", club.folder("red"), "--no-send")
    assert "mail the letter" in kept.stderr
    assert not out.exists()
    sealed = club.do("red", "orders", "seal", path, "--dir", club.folder("red"))
    assert f"sent to moderator@pbem.example, {ADDRESSES['blue']}" in sealed.stderr
    assert [each.name for each in out.iterdir()] == ["orders-t01.duel-2.eml"]
    assert "sent, no receipt yet" in club.do("red", "inbox").stdout


def test_a_letter_that_cannot_be_sent_waits_for_the_next_sync(club: Club) -> None:
    settings = club.home("red") / "post.yaml"
    settings.write_text("pbem: post/1\nout:\n  to: smtp://red@localhost:1\n  secret: env:NOWHERE\n", encoding="utf-8")
    sealed = club.do("red", "orders", "seal", club.write("red", bid="low"), "--dir", club.folder("red"))
    assert "not sent: " in sealed.stderr
    assert "'pbem sync' tries again" in sealed.stderr
    out = club.place / "sent-by-red"
    told = club.do("red", "sync", box(club), "--no-open", "--to", f"folder:{out}").stdout
    assert "sent orders-t01.duel-1.eml to " in told


def test_an_acceptance_that_was_sent_from_here_is_not_asked_for_again(tmp_path: Path) -> None:
    club = Club(tmp_path / "place")
    (letter,) = club.deliver()["red"]
    club.do("red", "join", letter, "--dir", club.folder("red"))
    assert "acceptance.eml, if you have not" in club.do("red", "inbox").stdout
    club.do("red", "sync", letter, "--no-open", "--to", f"folder:{tmp_path / 'out'}")
    assert "acceptance.eml" not in club.do("red", "inbox").stdout


def test_without_a_mailbox_it_says_how_to_name_one(club: Club) -> None:
    fault = club.fail("red", "sync").faults[0]
    assert "where your letters are" in fault.message
    assert "post.yaml" in fault.hint


def test_a_mailbox_that_cannot_be_read_is_told_after_what_lies_here(club: Club) -> None:
    play(club)
    missing = club.place / "nowhere"
    result = club.try_to("red", "sync", missing, box(club), "--no-open")
    assert isinstance(result.exception, PbemError)
    assert "opened: " in result.stdout
    assert "nowhere" in str(result.exception.faults[0].file)


def test_letters_are_fetched_from_a_server_and_stay_there(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MAIL_PASSWORD", "hardtack")
    play(club)
    letters = dict(enumerate((path.read_bytes() for path in sorted(box(club).iterdir(), reverse=True)), 1))
    server = ImapServer(letters=dict(letters))
    with running(server):
        way = f"  from: imap://red@localhost:{server.port}\n  security: none\n  secret: env:MAIL_PASSWORD\n"
        (club.home("red") / "post.yaml").write_text(f"pbem: post/1\nin:\n{way}", encoding="utf-8")
        told = club.do("red", "sync", "--no-open").stdout
    assert told.count("opened: ") == len(letters)
    assert (club.folder("red") / "reports" / "t01.duel.txt").is_file()
    assert server.letters == letters


# ------------------------------------------------------------------------------------------- written in one command
def editor(club: Club, *texts: str) -> dict[str, str]:
    """An editor that writes one of these texts each time it is called, in turn, and then leaves the file as it is."""
    place = club.place / "editor"
    place.mkdir()
    for number, text in enumerate(texts):
        (place / f"{number}.yaml").write_text(text, encoding="utf-8")
    script = place / "editor"
    lines = ("#!/bin/sh", f"for each in {place}/*.yaml; do", '  [ -e "$each" ] && mv "$each" "$1" && exit', "done")
    script.write_text("\n".join([*lines, "exit 0", ""]), encoding="utf-8")
    script.chmod(0o755)
    return {"VISUAL": str(script), "PBEM_HOME": str(club.home("red")), "PBEM_NOW": club.now}


def edited(club: Club, answers: str, *texts: str, to: Path) -> str:
    """Red runs `pbem sync --edit`, and answers what it asks."""
    words = ["sync", str(box(club)), "--edit", "--no-open", "--to", f"folder:{to}"]
    result = CliRunner().invoke(root, words, env=editor(club, *texts), input=answers)
    assert result.exit_code == 0, result.output
    return result.output


def bids(club: Club, bid: str) -> str:
    """An order file of Red's."""
    return club.write("red", bid=bid).read_text(encoding="utf-8")


def test_one_command_opens_the_file_checks_it_seals_it_and_sends_it(club: Club) -> None:
    out = club.place / "sent-by-red"
    said = edited(club, "y\n", bids(club, "low"), to=out)
    assert "Seal these orders?" in said
    assert "sent orders-t01.duel-1.eml to " in said
    assert "orders sent, no receipt yet" in said
    club.do("moderator", "in", club.desk, next(out.iterdir()))
    assert club.ledger().entries("lock")[-1].get("seat") == "red"


def test_the_editor_comes_back_until_the_file_has_no_errors(club: Club) -> None:
    out = club.place / "sent-by-red"
    said = edited(club, "y\ny\n", bids(club, "gold"), bids(club, "low"), to=out)
    assert "'gold'" in said
    assert said.count("Edit it again?") == 1
    assert "sent orders-t01.duel-1.eml to " in said


def test_orders_are_sealed_only_when_their_player_says_so(club: Club) -> None:
    out = club.place / "sent-by-red"
    said = edited(club, "n\n", bids(club, "low"), to=out)
    assert not out.exists()
    assert "checked, not sealed" in said
    assert not list((club.folder("red") / "sent").glob("*"))


# ----------------------------------------------------------------------------------------------- without being asked
def test_orders_without_a_receipt_for_a_day_are_sent_again_and_answered(club: Club) -> None:
    out = club.place / "sent-by-red"
    (club.home("red") / "post.yaml").write_text(f"pbem: post/1\nout:\n  to: folder:{out}\n", encoding="utf-8")
    club.do("red", "orders", "seal", club.write("red", bid="low"), "--dir", club.folder("red"))
    (first,) = out.iterdir()
    club.take(first)
    club.deliver()  # the receipt is lost on its way
    club.later(23)
    assert "sent again" not in club.do("red", "sync", box(club), "--no-open").stdout
    club.later(1)
    told = club.do("red", "sync", box(club), "--no-open").stdout
    assert "no receipt has come for a day: sent again orders-t01.duel-1.eml to moderator@pbem.example" in told
    assert "sent again" not in club.do("red", "sync", box(club), "--no-open").stdout  # not before another day
    (again,) = (path for path in out.iterdir() if path != first)
    club.take(again)
    assert len(club.ledger().entries("lock")) == 1
    leave(club)
    assert "orders receipted" in club.do("red", "sync", box(club), "--no-open").stdout
    club.later(24)
    assert "sent again" not in club.do("red", "sync", box(club), "--no-open").stdout


def test_a_letter_that_was_only_drafted_is_not_sent_again(club: Club) -> None:
    club.do("red", "orders", "seal", club.write("red", bid="low"), "--dir", club.folder("red"))
    club.later(48)
    out = club.place / "sent-by-red"
    assert "sent again" not in club.do("red", "sync", box(club), "--no-open", "--to", f"folder:{out}").stdout
    assert len(list(out.iterdir())) == 1


@pytest.fixture
def two_step(tmp_path: Path) -> Club:
    """A game of tier two-step, in which both have ordered, and Red has the letter that says so."""
    club = Club(tmp_path / "place", "two-step")
    club.begin()
    club.do("red", "inbox", club.folder("red"))
    for seat in ADDRESSES:
        club.take(club.sealed(seat, bid="high"))
    club.try_to("moderator", "run", club.desk)
    leave(club)
    return club


def test_the_second_letter_is_written_and_sent_by_sync(two_step: Club) -> None:
    out = two_step.place / "sent-by-red"
    told = two_step.do("red", "sync", box(two_step), "--no-open", "--to", f"folder:{out}").stdout
    assert "sent open-t01.duel.eml to " in told
    opening = next(path for path in out.iterdir() if path.name.startswith("open-"))
    two_step.do("moderator", "in", two_step.desk, opening)
    assert [entry.get("seat") for entry in two_step.ledger().entries("open")] == ["red"]


def test_a_second_letter_that_is_not_on_record_after_a_day_is_sent_again(two_step: Club) -> None:
    out = two_step.place / "sent-by-red"
    send = ("red", "sync", box(two_step), "--no-open", "--to", f"folder:{out}")
    two_step.do(*send)
    two_step.later(24)
    assert "sent again open-t01.duel.eml" in two_step.do(*send).stdout


def test_without_a_way_to_send_the_second_letter_is_left_to_its_player(two_step: Club) -> None:
    told = two_step.do("red", "sync", box(two_step), "--no-open").stdout
    assert "pbem orders open --dir " in told
    assert not (two_step.folder("red") / "outbox" / "open-t01.duel.eml").exists()
