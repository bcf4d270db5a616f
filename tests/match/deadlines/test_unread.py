"""A mailbox that cannot be read: what came in time may lie in it, so nothing closes by the clock before it has been."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest
from club import Club, begun, playing
from club import duel_is_known as duel_is_known
from mail_servers import ImapServer, broken, mended
from mail_servers import running as serving

from pbem import strict_yaml
from pbem.match.post.game_letter import read_letter


@pytest.fixture(scope="module")
def ready(tmp_path_factory: pytest.TempPathFactory) -> Club:
    """A game that has begun, made once."""
    return begun(tmp_path_factory.mktemp("ready"))


@pytest.fixture
def club(ready: Club, tmp_path: Path) -> Club:
    """The same with a Maildir, for one test alone."""
    return with_box(ready.copied(tmp_path / "club"))


def with_box(club: Club) -> Club:
    """Letters come from a Maildir and go into a folder."""
    for name in ("new", "cur", "tmp"):
        (club.place / "box" / name).mkdir(parents=True)
    settle(club, {"from": f"maildir:{club.place / 'box'}"})
    return club


def settle(club: Club, box: dict[str, str]) -> None:
    text = strict_yaml.write({"pbem": "post/1", "in": box, "out": {"to": f"folder:{club.place / 'went'}"}})
    (club.desk / "private" / "post.yaml").write_text(text, encoding="utf-8")


def mail(club: Club, letter: Path) -> None:
    """A letter into the mailbox."""
    letter.rename(club.place / "box" / "new" / f"{letter.parent.parent.name}-{letter.name}")


def failed(club: Club) -> str:
    """A tick that says what is wrong, and with its exit code that something is."""
    result = club.try_to("moderator", "tick", club.desk)
    assert result.exit_code == 1, (result.output, result.exception)
    return result.output


def went(club: Club, kind: str) -> list[Path]:
    return sorted((club.place / "went").glob(f"*-{kind}*.eml"))


def test_a_phase_does_not_close_while_its_mailbox_cannot_be_read_and_what_came_in_time_counts(club: Club) -> None:
    for seat in ("blue", "red"):
        mail(club, club.sealed(seat, bid="high"))
    broken(club.place)
    club.later(49)
    since = club.now
    assert "is no Maildir" in failed(club)
    state = club.status()
    assert state["phase"] == "t01.duel"
    assert f"the mailbox has not been read since {since}: " in state["why"]
    assert "letters that came in time may lie in it" in state["why"]
    assert state["due"] <= club.now
    club.later(3)
    failed(club)
    mended(club.place)
    told = club.do("moderator", "tick", club.desk).stdout
    assert "t01.duel: orders of blue, red locked" in told
    assert club.ledger().entries("timeout") == ()
    assert "mailbox" not in club.status()
    club.do("moderator", "verify", club.desk)
    club.do("moderator", "audit", club.desk)


def test_what_waits_is_sent_and_the_moderator_is_told_once_after_some_hours(club: Club) -> None:
    mail(club, club.sealed("red", bid="high"))
    (club.place / "went").write_bytes(b"a file in the way")
    club.do("moderator", "tick", club.desk)
    (club.place / "went").unlink()
    broken(club.place)
    for _ in range(9):
        club.later(1)
        club.try_to("moderator", "tick", club.desk)
    assert len(went(club, "red-receipt")) == 1
    (notice,) = went(club, "moderator-mailbox")
    assert "no phase closes by its deadline" in " ".join(read_letter(notice).letter.text.split())


def test_a_letter_that_came_before_the_deadline_counts_though_the_timer_looked_after_it(club: Club) -> None:
    club.do("moderator", "tick", club.desk)
    mail(club, club.sealed("red", bid="high"))
    club.later(49)
    told = club.do("moderator", "tick", club.desk).stdout
    assert "t01.duel: orders of red locked" in told


def test_a_game_run_by_hand_closes_whatever_lies_in_the_mailbox(club: Club) -> None:
    broken(club.place)
    club.later(49)
    club.try_to("moderator", "tick", club.desk)
    assert club.run() in (0, 3)
    assert "silent" in club.status()["why"] or club.status()["phase"] == "t02.duel"


def test_letters_handed_in_after_the_deadline_are_late_as_ever(ready: Club, tmp_path: Path) -> None:
    club = ready.copied(tmp_path / "club")
    letter = club.sealed("red", bid="high")
    club.later(49)
    assert "after the deadline" in club.take(letter).output
    club.do("moderator", "tick", club.desk, "--to", tmp_path / "post")
    assert club.status()["phase"] == "t02.duel" or "silent" in club.status()["why"]


def test_one_letter_that_cannot_be_read_holds_the_phase_and_no_other_letter(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    from pbem.base.errors import bad
    from pbem.mail import sources

    mail(club, club.sealed("blue", bid="high"))
    (lost,) = (path.name for path in (club.place / "box" / "new").iterdir())
    mail(club, club.sealed("red", bid="high"))
    real = sources.read_letter_file

    def refused(path: Path) -> bytes | None:
        if path.name == lost and not tried:
            tried.append(path)
            raise bad("cannot be read: Permission denied", file=str(path))
        return real(path)

    tried: list[Path] = []
    monkeypatch.setattr(sources, "read_letter_file", refused)
    club.later(49)
    assert "Permission denied" in failed(club)
    assert (club.status()["phase"], club.status()["waits_for"]) == ("t01.duel", ["blue"])
    assert len(went(club, "red-receipt")) == 1
    assert "t01.duel: orders of blue, red locked" in club.do("moderator", "tick", club.desk).stdout


def test_a_letter_that_cannot_be_acknowledged_has_been_read(club: Club, monkeypatch: pytest.MonkeyPatch) -> None:
    from pbem.mail.sources import Maildir

    def refused(box: Maildir, handle: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Maildir, "done", refused)
    mail(club, club.sealed("red", bid="high"))
    club.later(49)
    assert "Permission denied" in failed(club)
    assert not (club.desk / "private" / "mailbox.json").exists()


def test_a_server_that_is_down_holds_what_is_due_and_is_no_failure(
    club: Club, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "hardtack")
    letters = {number: club.sealed(seat, bid="low").read_bytes() for number, seat in enumerate(("blue", "red"), 1)}
    server = ImapServer(letters=letters)
    with serving(server):
        port = server.port
    settle(club, {"from": f"imap://club@localhost:{port}", "secret": "env:CLUB_PASSWORD", "security": "none"})
    club.later(49)
    told = club.do("moderator", "tick", club.desk).stdout
    assert "mailbox of club@localhost" in told
    assert "t01.duel: its time has come, but the mailbox has not been read since" in told
    with serving(server, port):
        assert "t01.duel: orders of blue, red locked" in club.do("moderator", "tick", club.desk).stdout


def test_dice_are_not_made_without_openings_that_may_lie_in_the_mailbox(tmp_path: Path) -> None:
    club = playing(tmp_path, "two-step")
    with_box(club)
    for seat in ("blue", "red"):
        mail(club, club.sealed(seat, bid="high"))
    club.do("moderator", "tick", club.desk)
    for path in went(club, ""):
        seat = path.name.split("-")[1]
        if seat in ("blue", "red"):
            club.do(seat, "open", path, "--dir", club.folder(seat))
    for seat in ("blue", "red"):
        mail(club, Path(club.do(seat, "orders", "open", "--dir", club.folder(seat)).stdout.strip()))
    broken(club.place)
    club.later(73)
    failed(club)
    state = club.status()
    assert (state["attempt"], state["what"]) == (1, "opens")
    assert "the mailbox has not been read since" in state["why"]
    mended(club.place)
    club.do("moderator", "tick", club.desk)
    assert club.kinds().count("seed") == 1
    assert club.ledger().entries("timeout") == ()


def test_a_note_that_was_spoilt_is_as_good_as_none(club: Club) -> None:
    (club.desk / "private" / "mailbox.json").write_text(json.dumps({"since": 3}))
    assert "mailbox" not in club.status()
    shutil.rmtree(club.place / "box")
    failed(club)
    assert "has not been read" in club.status()["mailbox"]
