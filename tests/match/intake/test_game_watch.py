"""`pbem watch`: a tick whenever a letter comes, by IDLE with Dovecot, and a clean end when told to."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from club import ADDRESSES, Club, playing
from duel_process import SECONDS, started, until
from duel_process import house as house
from duel_process import impatient as impatient
from mail_clients import to_the_club
from mail_house import PASSWORD, House
from mail_servers import ImapServer, running

from pbem import strict_yaml
from pbem.base.errors import BadInput, Waiting
from pbem.mail.imap import Account, ImapBox, NotLetIn, Security
from pbem.mail.secrets import parse_secret
from pbem.match.intake.game_watch import Game, Watch

VARIABLE = "PBEM_TEST_PASSWORD"


def settle(club: Club, house: House) -> None:
    """private/post.yaml: letters by IMAP over TLS, answers into a folder."""
    box = {"from": f"imap://club@localhost:{house.imap}", "secret": f"env:{VARIABLE}", "security": "tls",
           "authority": str(house.authority)}  # fmt: skip
    text = strict_yaml.write({"pbem": "post/1", "in": box, "out": {"to": f"folder:{club.place / 'went'}"}})
    (club.desk / "private" / "post.yaml").write_text(text, encoding="utf-8")


def test_a_letter_wakes_the_watch_at_once_and_a_signal_ends_it(tmp_path: Path, house: House) -> None:
    club = playing(tmp_path)
    letters = {seat: club.sealed(seat, bid="low", standing="no") for seat in ADDRESSES}
    settle(club, house)
    process = started(club, "watch", club.desk, "--every", "600", **{VARIABLE: PASSWORD})
    try:
        for seat, path in letters.items():
            to_the_club(house, seat, path)
            until(lambda seat=seat: bool(list((tmp_path / "went").glob(f"*-{seat}-receipt-*"))), process)  # type: ignore[misc]
        until(lambda: bool(list((tmp_path / "went").glob("*-report-t01.duel.eml"))), process)
        process.send_signal(signal.SIGTERM)
        said, faults = process.communicate(timeout=SECONDS)
    finally:
        process.kill()
    assert (process.returncode, faults) == (0, "")
    assert "red: orders no. 1 for t01.duel" in said
    assert "t01.duel: played" in said


def watching(club: Club, said: list[str]) -> Watch:
    game = Game(club.desk, club.home("moderator"), str(club.place / "went"))
    return Watch(game, 0.01, said.append)


def test_a_signal_in_a_tick_lets_it_end_first(tmp_path: Path) -> None:
    club, said = Club(tmp_path), list[str]()
    watch_ = watching(club, said)

    def say(line: str) -> None:
        said.append(line)
        os.kill(os.getpid(), signal.SIGTERM)

    watch_.say = say
    before = signal.getsignal(signal.SIGTERM)
    watch_.run()
    assert said[0].startswith("waits for the acceptance of blue, red")
    assert [line.split(":")[0] for line in said[1:-1]] == ["handed over", "handed over"]
    assert said[-1].startswith("no mailbox is named in private/post.yaml")
    assert signal.getsignal(signal.SIGTERM) == before


def test_a_signal_just_before_the_wait_is_not_slept_over(tmp_path: Path) -> None:
    watch_ = watching(Club(tmp_path), [])
    watch_.end(signal.SIGTERM, None)
    watch_.wait(lambda: pytest.fail("it waits"))


def test_a_box_without_news_and_a_folder_in_use_are_no_end(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club, said = Club(tmp_path), list[str]()
    box = {"from": "imap://club@localhost:1", "secret": f"env:{VARIABLE}", "security": "none"}
    (club.desk / "private" / "post.yaml").write_text(strict_yaml.write({"pbem": "post/1", "in": box}))
    monkeypatch.setenv(VARIABLE, PASSWORD)
    watch_ = watching(club, said)

    def told(line: str) -> None:
        said.append(line)
        if sum("mailbox of club@localhost" in each for each in said) >= 3:
            watch_.ended = True

    watch_.say = told
    watch_.run()
    assert sum("mailbox of club@localhost" in line for line in said) >= 3


def test_what_is_wrong_at_the_start_is_told_at_once(tmp_path: Path) -> None:
    club = Club(tmp_path)
    with pytest.raises(BadInput, match="is not a moderator's game folder"):
        Watch(Game(tmp_path, club.home("moderator"), None), 1, print).run()


def test_a_fault_later_on_is_said_and_outlived(tmp_path: Path) -> None:
    club, said = Club(tmp_path), list[str]()
    watch_ = watching(club, said)
    settings = club.desk / "private" / "post.yaml"

    def say(line: str) -> None:
        said.append(line)
        if line.startswith("handed over"):
            settings.write_text("pbem: post/1\nout: nowhere\n")
        watch_.ended = sum("post.yaml" in each for each in said) == 2

    watch_.say = say
    watch_.run()
    assert sum("post.yaml" in line for line in said) == 2


@pytest.mark.parametrize(("token", "answer"), [(False, "LOGIN"), (True, "AUTHENTICATE")])
def test_after_a_refused_log_in_the_watch_stays_away_longer_each_time(
    token: bool, answer: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It logged in twice a minute, for which fail2ban shuts the whole machine out."""
    club, said, slept = Club(tmp_path), list[str](), list[float]()
    server = type("Closed", (ImapServer,), {"do_authenticate": lambda *_: "NO [AUTHENTICATIONFAILED] no"})()
    monkeypatch.setenv(VARIABLE, "wrong")
    watch_ = watching(club, said)

    def sleep(seconds: float) -> None:
        slept.append(seconds)
        if sum(each >= 600 for each in slept) == 4:
            server.password = "wrong"
            watch_.ended = True

    monkeypatch.setattr("pbem.match.intake.game_watch.time.sleep", sleep)
    with running(server):
        box = {"from": f"imap://club@localhost:{server.port}", "secret": f"env:{VARIABLE}", "security": "none"}
        text = strict_yaml.write({"pbem": "post/1", "in": box | ({"token": token} if token else {})})
        (club.desk / "private" / "post.yaml").write_text(text, encoding="utf-8")
        watch_.run()
    assert [each for each in slept if each >= 600] == [600, 1200, 2400, 3600]
    assert sum(f" {answer} " in line for line in server.said) == 8
    assert any(line.startswith("tried again in 20 minutes") for line in said)


@pytest.mark.parametrize(
    "answer", ["NO [UNAVAILABLE] Temporary authentication failure.", "NO [INUSE] no more sessions", "NO [LIMIT] busy"]
)
def test_a_server_that_can_let_nobody_in_just_now_refuses_no_log_in(
    answer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """RFC 5530: for a minute of it the watch stayed away for ten, and played no deadline meanwhile."""
    server = type("Busy", (ImapServer,), {"do_login": lambda *_: answer})()
    monkeypatch.setenv(VARIABLE, PASSWORD)
    with running(server):
        place = Account("localhost", "club", parse_secret(f"env:{VARIABLE}"), server.port, Security.NONE)
        with pytest.raises(Waiting) as caught:
            ImapBox(place).waiting_there()
    assert answer.removeprefix("NO ") in str(caught.value)
    assert not isinstance(caught.value, NotLetIn)


def test_a_broken_line_is_no_refused_log_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    server = type("Breaks", (ImapServer,), {"do_login": lambda self, talk, rest: talk.say("* BYE")})()
    monkeypatch.setenv(VARIABLE, PASSWORD)
    with running(server):
        place = Account("localhost", "club", parse_secret(f"env:{VARIABLE}"), server.port, Security.NONE)
        with pytest.raises(Waiting) as caught:
            ImapBox(place).waiting_there()
    assert not isinstance(caught.value, NotLetIn)


def test_a_letter_that_stays_in_the_box_wakes_the_watch_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that the server does not give kept it ticking twice a minute."""
    club, waits = Club(tmp_path), list[float]()
    monkeypatch.setenv(VARIABLE, PASSWORD)
    monkeypatch.setattr(ImapBox, "wait", lambda box, seconds: waits.append(seconds))
    server, watch_ = ImapServer(letters={5: b"Subject: stays\n\n"}), watching(club, [])
    with running(server):
        place = Account("localhost", "club", parse_secret(f"env:{VARIABLE}"), server.port, Security.NONE)
        for letters, expected in (({}, 0), ({}, 1), ({6: b"Subject: new\n\n"}, 1), ({}, 2)):
            server.letters.update(letters)
            watch_.listen_at(ImapBox(place), 60)
            assert len(waits) == expected
