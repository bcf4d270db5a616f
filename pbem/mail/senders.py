"""Where letters go: an SMTP server, a Maildir, a folder, the sendmail program.

Each takes the bytes and says what became of them: handed over, not now, or never. Nothing is raised for a server that
is down or an address that is wrong, for the delivery ledger has to write it down either way.
"""

from __future__ import annotations

import smtplib
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from pbem.errors import PbemError, visible
from pbem.files import write_atomic
from pbem.mail.imap import Account, Security
from pbem.mail.letter import check_address
from pbem.mail.secrets import in_words
from pbem.mail.sources import INFO

SECONDS = 60.0
MOST_TEXT = 300


class Outcome(Enum):
    """What became of a letter at the outlet."""

    HANDED_OVER = "handed over"
    NOT_NOW = "not now"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Receipt:
    """What the outlet said. `refused` are recipients it would not take while it took others; with `down` the outlet
    itself is out of reach, and trying the next letter now is of no use. `unsure`: the line broke while the
    letter was on it.
    """

    outcome: Outcome
    text: str
    refused: tuple[str, ...] = ()
    down: bool = False
    unsure: bool = False


class Outlet(Protocol):
    """A way out."""

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """Hand the letter over for these recipients."""
        ...


def receipt(outcome: Outcome, text: str, *, refused: Sequence[str] = (), **flags: bool) -> Receipt:
    """A receipt with its words in one printable line."""
    return Receipt(outcome, visible(" ".join(text.split())[:MOST_TEXT]), tuple(refused), **flags)


def bad_recipients(recipients: Sequence[str]) -> Receipt | None:
    """Addresses that no outlet is shown: they could be options of a program or lines of a dialogue."""
    wrong = [text for text in recipients if not check_address(text)]
    if not recipients or wrong:
        return receipt(Outcome.NEVER, f"'{wrong[0]}' is no mail address" if wrong else "no recipient")
    return None


class MaildirOut:
    """Into `new` of a Maildir, named by the letter's hash: the same letter handed over twice is there once."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The letter, unless it lies there already, read or unread."""
        name = f"{sha256(message).hexdigest()[:40]}.pbem"
        there = [self.path / "new" / name, *(self.path / "cur").glob(f"{name}{INFO}*"), self.path / "cur" / name]
        if any(path.exists() for path in there):
            return receipt(Outcome.HANDED_OVER, "lies there already")
        return written(self.path / "new" / name, message, self.path / "tmp", self.path / "cur")


class FolderOut:
    """Into a folder as `<hash>.eml`, for a mailer or a person to send on."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The letter as a file."""
        return written(self.path / f"{sha256(message).hexdigest()[:40]}.eml", message)


def written(path: Path, message: bytes, *beside: Path) -> Receipt:
    """The file, whole or not at all; a full disk is no fault of the letter's."""
    try:
        for folder in beside:
            folder.mkdir(parents=True, exist_ok=True)
        write_atomic(path, message)
    except OSError as error:
        return receipt(Outcome.NOT_NOW, f"cannot be written: {error.strerror}", down=True)
    return receipt(Outcome.HANDED_OVER, f"written to {path.name}")


@dataclass(frozen=True, slots=True)
class Sendmail:
    """The sendmail program, or one that behaves like it; no shell, and no address can be taken for an option."""

    sender: str
    program: str = "/usr/sbin/sendmail"
    timeout: float = SECONDS

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The letter on its standard input. Code 75 means later, codes 64 to 78 are its refusals (sysexits.h)."""
        wrong = bad_recipients([*recipients, self.sender])
        if wrong is not None:
            return wrong
        line = [self.program, "-i", "-f", self.sender, "--", *recipients]
        text = message.replace(b"\r\n", b"\n")
        try:
            done = subprocess.run(line, input=text, capture_output=True, timeout=self.timeout, check=False)
        except OSError as error:
            return receipt(Outcome.NOT_NOW, f"{self.program} does not run: {error.strerror}", down=True)
        except subprocess.TimeoutExpired:
            return receipt(Outcome.NOT_NOW, f"{self.program} did not end in {self.timeout} s", down=True, unsure=True)
        words = done.stderr.decode("utf-8", "replace") or f"left with code {done.returncode}"
        if done.returncode == 0:
            return receipt(Outcome.HANDED_OVER, "taken by sendmail")
        never = 64 <= done.returncode <= 78 and done.returncode not in (69, 71, 72, 73, 74, 75)
        return receipt(Outcome.NEVER if never else Outcome.NOT_NOW, words)


@dataclass(frozen=True, slots=True)
class Smtp:
    """A submission server, over TLS unless it is this machine (Account sees to that). One connection a letter."""

    account: Account
    sender: str
    timeout: float = SECONDS

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The letter, and what the server said of each recipient."""
        wrong = bad_recipients([*recipients, self.sender])
        if wrong is not None:
            return wrong
        try:
            with connected(self.account, self.timeout) as link:
                return self.hand_over(link, message, recipients)
        except PbemError as error:
            return receipt(Outcome.NOT_NOW, str(error), down=True)
        except smtplib.SMTPResponseException as error:  # before the letter: greeting, TLS, login
            return receipt(Outcome.NOT_NOW, words_of(error), down=True)
        except (OSError, ValueError) as error:  # SMTPException is an OSError
            return receipt(Outcome.NOT_NOW, in_words(error), down=True)

    def hand_over(self, link: smtplib.SMTP, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The dialogue about one letter."""
        try:
            refused = link.sendmail(self.sender, list(recipients), message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            never = all(500 <= code < 600 for code in codes)
            words = "; ".join(answer(*said) for said in error.recipients.values())
            return receipt(Outcome.NEVER if never else Outcome.NOT_NOW, words)
        except smtplib.SMTPSenderRefused as error:  # our own account's fault: the next letter fares no better
            return receipt(Outcome.NOT_NOW, words_of(error), down=True)
        except smtplib.SMTPDataError as error:
            never = 500 <= error.smtp_code < 600
            return receipt(Outcome.NEVER if never else Outcome.NOT_NOW, words_of(error))
        except OSError as error:  # the line broke: whether the server kept the letter, nobody knows
            return receipt(Outcome.NOT_NOW, in_words(error), down=True, unsure=True)
        said = "; ".join(f"{name}: {answer(*refused[name])}" for name in sorted(refused))
        return receipt(Outcome.HANDED_OVER, said or f"taken by {self.account.host}", refused=sorted(refused))


@contextmanager
def connected(account: Account, timeout: float) -> Iterator[smtplib.SMTP]:
    """A protected connection, logged in where the account has a secret. What happens at QUIT changes nothing."""
    link = open_link(account, timeout)
    try:
        link.ehlo_or_helo_if_needed()
        if account.security is Security.STARTTLS:
            link.starttls(context=account.context())
            link.ehlo()
        if account.secret is not None:
            log_in(link, account)
        yield link
        with suppress(OSError):
            link.quit()
    finally:
        link.close()


def open_link(account: Account, timeout: float) -> smtplib.SMTP:
    """The connection; ports as RFC 8314 has them."""
    if account.security is Security.TLS:
        return smtplib.SMTP_SSL(account.host, account.port or 465, timeout=timeout, context=account.context())
    return smtplib.SMTP(account.host, account.port or 587, timeout=timeout)


def log_in(link: smtplib.SMTP, account: Account) -> None:
    """By token or password; neither is ever part of a message."""
    assert account.secret is not None  # noqa: S101 - asked by the caller
    if account.token:
        link.auth("XOAUTH2", lambda challenge=None: account.bearer() if challenge is None else "")
    else:
        link.login(account.user, account.secret.reveal())


def words_of(error: smtplib.SMTPResponseException) -> str:
    """Code and text of a refusal."""
    return answer(error.smtp_code, error.smtp_error)


def answer(code: int, text: bytes | str) -> str:
    """The server's words."""
    return f"{code} {text.decode('utf-8', 'replace') if isinstance(text, bytes) else text}"
