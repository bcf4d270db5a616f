"""Ways out: what the server said becomes a receipt; nothing is said in clear or taken for an option."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from mail_kit import ANNE, CLUB, letter
from mail_servers import SmtpServer, certificates, running

from pbem.mail.imap import Account, Security
from pbem.mail.secrets import parse_secret
from pbem.mail.senders import FolderOut, MaildirOut, Outcome, Sendmail, Smtp

LETTER = letter(b"All lost.\n.\n..two dots\nFrom the sea\n").replace(b"\n", b"\r\n")
BOB = "bob@example.net"


@pytest.fixture
def server() -> Iterator[SmtpServer]:
    made = SmtpServer()
    with running(made):
        yield made


def outlet(server: SmtpServer, **fields: object) -> Smtp:
    """A way to a server of this machine."""
    told: dict[str, object] = {"host": "localhost", "port": server.port, "security": Security.NONE, **fields}
    return Smtp(Account(**told), CLUB)  # type: ignore[arg-type]


def test_a_letter_arrives_byte_for_byte(server: SmtpServer) -> None:
    receipt = outlet(server).send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down, receipt.unsure) == (Outcome.HANDED_OVER, False, False)
    assert server.letters == [([ANNE], LETTER)]


@pytest.mark.parametrize(
    ("where", "answer", "outcome", "down", "unsure"),
    [
        ("greeting", "554 go away", Outcome.NOT_NOW, True, False),
        ("greeting", "421 busy", Outcome.NOT_NOW, True, False),
        ("MAIL", "550 you may not send", Outcome.NOT_NOW, True, False),
        ("MAIL", "552 5.3.4 Message size exceeds fixed limit", Outcome.NEVER, False, False),
        ("MAIL", "552 5.2.2 your own mailbox is full", Outcome.NOT_NOW, True, False),
        (ANNE, "550 5.4.5 Daily user sending limit exceeded.", Outcome.NOT_NOW, True, False),
        (ANNE, "550 Domain club.example has exceeded the max emails per hour", Outcome.NOT_NOW, True, False),
        ("DATA", "after: 550 5.4.5 Daily SMTP relay limit exceeded", Outcome.NOT_NOW, True, False),
        ("DATA", "after: 554 5.2.0 SubmissionQuotaExceededException", Outcome.NOT_NOW, True, False),
        ("DATA", "after: 552 5.3.4 Message size exceeds sending limit", Outcome.NEVER, False, False),
        (ANNE, "550 5.1.1 no such user", Outcome.NEVER, False, False),
        (ANNE, "553 5.7.1 <c@c.example>: Sender address rejected: not owned by user c", Outcome.NOT_NOW, False, False),
        (ANNE, "554 5.7.1 <anne@example.org>: Relay access denied", Outcome.NOT_NOW, False, False),
        (ANNE, "550 relay not permitted", Outcome.NOT_NOW, False, False),
        (ANNE, "530 5.7.0 Authentication required", Outcome.NOT_NOW, False, False),
        (ANNE, "554 5.7.1 Service unavailable; Client host [192.0.2.1] blocked using x", Outcome.NOT_NOW, False, False),
        ("DATA", "after: 554 5.2.252 SendAsDenied; c@c.example not allowed to send as", Outcome.NOT_NOW, False, False),
        (ANNE, "450 4.2.0 greylisted", Outcome.NOT_NOW, False, False),
        (ANNE, "421 4.3.2 shutting down", Outcome.NOT_NOW, False, False),
        ("DATA", "554 no letters today", Outcome.NEVER, False, False),
        ("DATA", "after: 552 too large", Outcome.NEVER, False, False),
        ("DATA", "after: 451 disk full", Outcome.NOT_NOW, False, False),
        ("DATA", "after: hang up", Outcome.NOT_NOW, True, True),
        ("RSET", "hang up", Outcome.HANDED_OVER, False, False),
        ("QUIT", "hang up", Outcome.HANDED_OVER, False, False),
        ("EHLO", "hang up", Outcome.NOT_NOW, True, False),
    ],
)
def test_what_the_server_says_is_the_receipt(
    where: str, answer: str, outcome: Outcome, down: bool, unsure: bool, server: SmtpServer
) -> None:
    server.answers = {where: answer}
    receipt = outlet(server).send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down, receipt.unsure) == (outcome, down, unsure), receipt.text
    if answer[0].isdigit():
        assert answer in receipt.text


@pytest.mark.parametrize("name", ["J\u00fcrgen-PC.fritz.box", "JOHN_PC.home", "club"])
def test_a_machine_whose_name_no_server_takes_can_send_all_the_same(
    name: str, server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("socket.getfqdn", lambda: name)
    assert outlet(server).send(LETTER, [ANNE]).outcome is Outcome.HANDED_OVER
    assert "ehlo [127.0.0.1]" in server.said


def test_a_server_that_looks_through_a_letter_for_long_is_waited_for() -> None:
    """Hung up on after a minute it had the letter all the same, and it came again after every pause for five days."""
    slow = SmtpServer(seconds=0.6)
    with running(slow):
        way = Smtp(Account("localhost", port=slow.port, security=Security.NONE), CLUB, timeout=0.3)
        receipt = way.send(LETTER, [ANNE])
    assert (receipt.outcome, len(slow.letters)) == (Outcome.HANDED_OVER, 1)


def test_one_recipient_refused_does_not_hide_that_another_was_taken(server: SmtpServer) -> None:
    server.answers = {BOB: "550 5.1.1 no such user"}
    receipt = outlet(server).send(LETTER, [ANNE, BOB])
    assert (receipt.outcome, receipt.refused) == (Outcome.HANDED_OVER, (BOB,))
    assert "no such user" in receipt.text


def test_a_server_that_is_down_is_down() -> None:
    receipt = outlet(SmtpServer(port=1)).send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down) == (Outcome.NOT_NOW, True)


@pytest.mark.parametrize("to", ["", "anne", "-oQ/tmp@example.net", "a@b.example\r\nDATA", "a b@c.example", "<a@b.c>"])
def test_an_address_that_is_none_is_shown_to_no_server(to: str, server: SmtpServer) -> None:
    assert outlet(server).send(LETTER, [to]).outcome is Outcome.NEVER
    assert Sendmail(CLUB, sys.executable).send(LETTER, [to]).outcome is Outcome.NEVER
    assert server.said == []


@pytest.mark.parametrize("security", [Security.TLS, Security.STARTTLS])
def test_a_password_goes_over_tls_to_a_server_that_proves_its_name(
    security: Security, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "hardtack")
    context, authority = certificates(tmp_path)
    made = SmtpServer(logins=("PLAIN", "XOAUTH2"))
    made.tls, made.starttls = (context, None) if security is Security.TLS else (None, context)
    secret = parse_secret("env:CLUB_PASSWORD")
    with running(made):
        way = outlet(made, security=security, authority=str(authority), user="club", secret=secret)
        assert way.send(LETTER, [ANNE]).outcome is Outcome.HANDED_OVER
        token = outlet(made, security=security, authority=str(authority), user="club", secret=secret, token=True)
        assert token.send(LETTER, [ANNE]).outcome is Outcome.HANDED_OVER
        stranger = outlet(made, security=security, user="club", secret=secret).send(LETTER, [ANNE])
        assert (stranger.outcome, stranger.down) == (Outcome.NOT_NOW, True)
        assert "certificate" in stranger.text.lower()
    assert [line.split()[1] for line in made.said if line.startswith("AUTH")] == ["PLAIN", "XOAUTH2"]
    assert "hardtack" not in stranger.text


def test_a_server_without_starttls_gets_neither_password_nor_letter(server: SmtpServer) -> None:
    way = outlet(server, security=Security.STARTTLS, user="club", secret=parse_secret("env:CLUB_PASSWORD"))
    receipt = way.send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down, server.letters) == (Outcome.NOT_NOW, True, [])
    assert not any(line.startswith("AUTH") for line in server.said)


def test_a_missing_password_is_no_bounce(server: SmtpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("CLUB_PASSWORD", raising=False)
    server.logins = ("PLAIN",)
    receipt = outlet(server, user="club", secret=parse_secret("env:CLUB_PASSWORD")).send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down) == (Outcome.NOT_NOW, True)
    assert "no password in env:CLUB_PASSWORD" in receipt.text


def test_a_wrong_password_is_no_bounce_either(server: SmtpServer, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "weevils")
    server.logins, server.answers = ("PLAIN",), {"AUTH": "535 5.7.8 bad credentials"}
    receipt = outlet(server, user="club", secret=parse_secret("env:CLUB_PASSWORD")).send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down) == (Outcome.NOT_NOW, True)
    assert "535" in receipt.text
    assert "weevils" not in receipt.text


def test_of_a_password_that_cannot_be_said_no_letter_is_told(
    server: SmtpServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CLUB_PASSWORD", "we\u00e4vils")
    server.logins = ("PLAIN",)
    receipt = outlet(server, user="club", secret=parse_secret("env:CLUB_PASSWORD")).send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down) == (Outcome.NOT_NOW, True)
    assert receipt.text == "name or password has signs beyond ASCII, and was not sent"


def test_a_maildir_holds_a_letter_once_even_when_it_was_read(tmp_path: Path) -> None:
    way = MaildirOut(tmp_path)
    assert way.send(LETTER, [ANNE]).outcome is Outcome.HANDED_OVER
    (there,) = (tmp_path / "new").iterdir()
    assert there.read_bytes() == LETTER
    there.rename(tmp_path / "cur" / there.name)
    assert way.send(LETTER, [ANNE]).text == "lies there already"
    assert list((tmp_path / "new").iterdir()) == []
    assert {path.name for path in tmp_path.iterdir()} == {"new", "cur", "tmp"}


def test_a_folder_that_cannot_be_written_is_no_fault_of_the_letter(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    receipt = FolderOut(tmp_path / "file" / "out").send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down) == (Outcome.NOT_NOW, True)
    assert FolderOut(tmp_path / "out").send(LETTER, [ANNE]).outcome is Outcome.HANDED_OVER
    assert [path.suffix for path in (tmp_path / "out").iterdir()] == [".eml"]


PROGRAM = """#!/bin/sh
printf '%s\\n' "$@" > {0}/options
cat > {0}/letter
echo '{1}' >&2
exit {2}
"""


@pytest.mark.skipif(sys.platform == "win32", reason="sendmail is a Unix program")
@pytest.mark.parametrize(
    ("code", "outcome"),
    [
        (0, Outcome.HANDED_OVER), (75, Outcome.NOT_NOW), (67, Outcome.NEVER), (65, Outcome.NEVER), (1, Outcome.NOT_NOW),
        (68, Outcome.NOT_NOW), (77, Outcome.NOT_NOW), (78, Outcome.NOT_NOW),
    ],
    ids=["taken", "later", "no such user", "bad letter", "odd", "no network", "password refused", "settings"],
)  # fmt: skip
def test_sendmail_takes_the_letter_and_its_code_is_the_receipt(code: int, outcome: Outcome, tmp_path: Path) -> None:
    program = tmp_path / "sendmail"
    program.write_text(PROGRAM.format(tmp_path, "said \x1b[2J so", code), encoding="utf-8")
    program.chmod(0o755)
    receipt = Sendmail(CLUB, str(program)).send(LETTER, [ANNE])
    assert receipt.outcome is outcome
    assert receipt.text.isprintable()
    assert (tmp_path / "options").read_text(encoding="utf-8").split() == ["-i", "-f", CLUB, "--", ANNE]
    assert (tmp_path / "letter").read_bytes() == LETTER.replace(b"\r\n", b"\n")


def test_a_sendmail_that_is_not_there_is_down() -> None:
    receipt = Sendmail(CLUB, "/nowhere/sendmail").send(LETTER, [ANNE])
    assert (receipt.outcome, receipt.down) == (Outcome.NOT_NOW, True)
