"""Ways to send letters: an SMTP server, a Maildir, a folder, the sendmail program.

Each takes the bytes and returns the outcome: handed over, not now, or never. A server that is down or a wrong address
raises nothing, because the delivery ledger has to record it either way.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from pbem.base.errors import PbemError, visible
from pbem.base.files import write_atomic
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.mail.imap import Account, Security
from pbem.mail.letter import check_address
from pbem.mail.secrets import in_words
from pbem.mail.sources import INFO

if TYPE_CHECKING:
    import smtplib
    import socket
    import subprocess
else:
    smtplib = later("smtplib")
    socket = later("socket")
    subprocess = later("subprocess")

SECONDS = 60.0
#: RFC 5321 4.5.3.2.6: a server may take ten minutes to look through a letter before it says that it has it. A client
#: that leaves sooner sends it again each time, and each time it arrives (RFC 1047).
LOOKED_THROUGH = 600.0
MOST_TEXT = 300
#: Codes of sendmail that speak of the letter or its reader (sysexits.h). A host that is not found, a password that is
#: refused or broken settings, as msmtp tells them by 68, 77 and 78, may be mended, and so may whatever else there is.
NEVER_CODES = (64, 65, 66, 67)
#: Refusals by 5xx that a day heals: our account has sent too much (Gmail's 550 5.4.5, Exchange, cPanel).
TOO_MUCH_SENT = pattern(
    r"\b5\.4\.5\b|(?:send(?:ing)?|submission|message rate|daily|hourly)\b.{0,40}\b(?:limit|quota)|SubmissionQuota"
    r"|OutboundSpam|exceeded.{0,40} per (?:hour|day)",
    re.IGNORECASE,
)
#: Refusals by 5xx that concern the sender, not the letter or its reader. Postfix says them of each recipient
#: (smtpd_delay_reject), Exchange after the letter. They end once the account, its rights or our settings are put right.
NOT_FROM_US = pattern(
    r"\b5\.7\.60\b|sender address rejected|not owned by user|SendAsDenied"
    r"|\brelay(?:ing)?\b.{0,20}\b(?:denied|not permitted|prohibited)|authentication (?:is )?required"
    r"|(?:client host|helo command) (?:rejected|\S{1,60} blocked)",
    re.IGNORECASE,
)
HOST_NAME = pattern(r"[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+")


class Outcome(Enum):
    """The outcome of sending a letter."""

    HANDED_OVER = "handed over"
    NOT_NOW = "not now"
    NEVER = "never"


@dataclass(frozen=True, slots=True)
class Receipt:
    """The answer of the outlet.

    `refused` are recipients that it refused while it took others. With `down` the outlet itself cannot be reached, so
    trying the next letter now is useless. With `unsure` the connection broke while the letter was on it.
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
        return receipt(Outcome.NEVER, f"'{wrong[0]}' is not a mail address" if wrong else "no recipient")
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
        write_atomic(path, message, shared=True)
    except OSError as error:
        return receipt(Outcome.NOT_NOW, f"cannot be written: {error.strerror}", down=True)
    return receipt(Outcome.HANDED_OVER, f"written to {path.name}")


@dataclass(frozen=True, slots=True)
class Sendmail:
    """The sendmail program, or one that behaves like it; no shell, and no address can be taken for an option."""

    sender: str
    program: str = "/usr/sbin/sendmail"
    timeout: float = LOOKED_THROUGH

    def send(self, message: bytes, recipients: Sequence[str]) -> Receipt:
        """The letter on its standard input, and what its code says of it."""
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
        return receipt(Outcome.NEVER if done.returncode in NEVER_CODES else Outcome.NOT_NOW, words)


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
        be_patient(link, max(self.timeout, LOOKED_THROUGH))
        try:
            refused = link.sendmail(self.sender, list(recipients), message)
        except smtplib.SMTPRecipientsRefused as error:
            codes = [code for code, _ in error.recipients.values()]
            return refusal(codes, "; ".join(answer(*said) for said in error.recipients.values()))
        except smtplib.SMTPSenderRefused as error:
            words = words_of(error)
            if is_too_large(error.smtp_code, words):
                return receipt(Outcome.NEVER, words)
            return receipt(Outcome.NOT_NOW, words, down=True)  # our own account's fault: the next fares no better
        except smtplib.SMTPDataError as error:
            return refusal([error.smtp_code], words_of(error))
        except OSError as error:  # the line broke: whether the server kept the letter, nobody knows
            return receipt(Outcome.NOT_NOW, in_words(error), down=True, unsure=True)
        said = "; ".join(f"{name}: {answer(*refused[name])}" for name in sorted(refused))
        return receipt(Outcome.HANDED_OVER, said or f"taken by {self.account.host}", refused=sorted(refused))


def refusal(codes: Sequence[int], words: str) -> Receipt:
    """Returns the receipt of a refused letter: never, unless a code says later, or says that the fault is ours."""
    if not all(500 <= code < 600 for code in codes):
        return receipt(Outcome.NOT_NOW, words)
    if TOO_MUCH_SENT.search(words) and "size" not in words.lower():
        return receipt(Outcome.NOT_NOW, words, down=True)
    if NOT_FROM_US.search(words):  # perhaps of one reader's domain alone, so others are tried
        return receipt(Outcome.NOT_NOW, words)
    return receipt(Outcome.NEVER, words)


def is_too_large(code: int, words: str) -> bool:
    """Checks whether a server that knows the size of a letter (RFC 1870) refuses it from any sender; a full mailbox
    of the sender (5.2.2) has the same code.
    """
    return code == 552 and "5.2.2" not in words


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
            be_patient(link, timeout)
            link.quit()
    finally:
        link.close()


def be_patient(link: smtplib.SMTP, seconds: float) -> None:
    """Sets how long an answer may take from now on; does nothing on a closed connection."""
    if link.sock is not None:
        link.sock.settimeout(seconds)


def open_link(account: Account, timeout: float) -> smtplib.SMTP:
    """The connection; ports as RFC 8314 has them."""
    if account.security is Security.TLS:
        context = account.context()
        return smtplib.SMTP_SSL(account.host, account.port or 465, own_name(), timeout=timeout, context=context)
    return smtplib.SMTP(account.host, account.port or 587, own_name(), timeout=timeout)


def own_name() -> str:
    """Returns our name for greeting a server: this machine's name, or a literal (RFC 5321 4.1.3) if mail does not
    accept it (signs beyond ASCII, '_', no domain).
    """
    with suppress(OSError, UnicodeError):
        name = socket.getfqdn()
        if HOST_NAME.fullmatch(name):
            return name
    return "[127.0.0.1]"


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
