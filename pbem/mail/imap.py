r"""A mailbox on an IMAP server. It requires TLS, except on this machine itself.

A letter is taken by a keyword of ours, or by \Seen where the server keeps no keywords, and only once the caller has it
safe: reading uses BODY.PEEK. Whatever breaks on the way is a Waiting: the next run finds again what was not taken.
"""

from __future__ import annotations

import base64
import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from typing import TYPE_CHECKING

from pbem.base.errors import Fault, Kind, Waiting, bad
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.mail import mime
from pbem.mail.secrets import Secret, in_words
from pbem.mail.sources import MOST_READ

if TYPE_CHECKING:
    import imaplib
    import ssl
else:
    imaplib = later("imaplib")
    ssl = later("ssl")

LOCAL = ("localhost", "127.0.0.1", "::1")
KEYWORD = "PbemTaken"
SECONDS = 60.0
#: RFC 2177: a server may hang up after 30 minutes of IDLE.
MOST_IDLE = 29 * 60.0
#: RFC 3501 2.3.1.1: 32 bits.
LETTER_NUMBER = pattern(r"[0-9]{1,10}")
#: Letters over which the line may break before the rest is left for the next run.
MOST_BROKEN = 3
#: Letters whose heads are asked for at once, and the lines of them.
HEADS = 500
TELLING = "SUBJECT MESSAGE-ID X-MICROSOFT-ORIGINAL-MESSAGE-ID X-LOOP"
MOST_SUBJECT = 60
#: Of a log-in that may go well in a moment (RFC 5530).
NOT_JUST_NOW = pattern(r"\[(?:UNAVAILABLE|INUSE|LIMIT)\]", re.IGNORECASE)
#: What Gmail alone offers.
GMAIL = "X-GM-EXT-1"
FLAGS = pattern(rb"\bFLAGS \(([^()]*)\)")
UID = pattern(rb"\bUID ([0-9]{1,10})\b")
NAME = pattern(r"[^\x00-\x1f\x7f\"\\]{1,200}")
#: What of a folder's name may be to be encoded (RFC 3501 5.1.3): signs beyond ASCII, and '&', but not where it stands
#: before a run of such signs that is encoded already.
UNENCODED = pattern(r"[^\x20-\x7e]+|&(?:([A-Za-z0-9+,]*)-)?")


class Security(Enum):
    """The protection of a connection."""

    TLS = "tls"
    STARTTLS = "starttls"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Account:
    """The place of a mailbox or an outgoing server, and our user there. The secret names a place, not a password."""

    host: str
    user: str = ""
    secret: Secret | None = None
    port: int = 0
    security: Security = Security.TLS
    #: An access token instead of a password, as Gmail and Microsoft ask for; the secret is a program that prints one.
    token: bool = False
    #: A file of certificates to trust besides those of the system, for a club with an authority of its own.
    authority: str = ""

    def __post_init__(self) -> None:
        if self.security is Security.NONE and self.host not in LOCAL:
            hint = "use tls or starttls; only this machine itself may be spoken to in clear"
            raise bad(f"'{self.host}' would be spoken to in clear", hint=hint, kind=Kind.ILLEGAL)

    @property
    def place(self) -> str:
        """Returns user and server, for messages."""
        return f"{self.user}@{self.host}" if self.user else self.host

    def context(self) -> ssl.SSLContext:
        """Certificates and names are checked, always."""
        context = ssl.create_default_context()
        if self.authority:
            try:
                context.load_verify_locations(self.authority)
            except (ssl.SSLError, ValueError):  # none of these names the file
                raise bad(f"'{self.authority}', named as the authority, holds no certificate") from None
            except OSError as error:
                raise bad(f"'{self.authority}', named as the authority, is not readable: {error.strerror}") from None
        return context

    def bearer(self) -> str:
        """The XOAUTH2 words for a token."""
        return f"user={self.user}\x01auth=Bearer {self.secret.reveal() if self.secret else ''}\x01\x01"


class NotLetIn(Waiting):
    """The server refuses our login. Trying again at once would make its guards lock us out."""


class Refused(Exception):
    """A log-in that the server has refused, among all that may go wrong with a connection."""


class ImapBox:
    """The letters of one folder that carry no mark of ours."""

    def __init__(self, account: Account, folder: str = "INBOX", timeout: float = SECONDS) -> None:
        if not NAME.fullmatch(folder):
            raise bad(f"'{folder[:80]}' is no name of a folder")
        self.account, self.folder, self.timeout = account, folder, timeout
        self.link: imaplib.IMAP4 | None = None
        self.epoch = ""
        self.mark = "\\Seen"
        self.offers: frozenset[str] = frozenset()

    def __enter__(self) -> ImapBox:
        return self

    def __exit__(self, *why: object) -> None:
        self.close()

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """Each letter without our mark, by its number. A server that is gone leaves the rest for the next run; of a
        letter that it does not give, nothing is said before all others have been given.
        """
        with self.told():
            numbers = self.unmarked()
        yield from self.given(numbers)

    def glance(self, ours: Callable[[bytes], bool]) -> Iterator[tuple[str, bytes]]:
        """Fetches the letters of a personal mailbox, read or not, whose heads look like ours. Fetching thousands of
        others would take long, and the provider might lock the user out.
        """
        with self.told():
            all_there = self.search("UNDELETED")
            some = (all_there[start : start + HEADS] for start in range(0, len(all_there), HEADS))
            numbers = [number for each in some for number, head in self.heads(each) if ours(head)]
        yield from self.given(numbers)

    def given(self, numbers: Iterable[str]) -> Iterator[tuple[str, bytes]]:
        """These letters, by their numbers; of one that the server does not give, the words come last. Over one that it
        cannot read Dovecot hangs up, each time: the others come by a new connection, if there is one.
        """
        epoch, wrong, broken = self.epoch, "", 0
        for number in numbers:
            found = self.tried(number, epoch) or self.tried(number, epoch)
            if found is None and (broken := broken + 1) > MOST_BROKEN:
                raise self.waiting("the line breaks at every letter")
            data, refusal = found or (None, self.breaking(number))
            wrong = wrong or refusal
            if data is not None:
                yield f"{self.epoch}:{number}", data
        if wrong:
            raise self.waiting(wrong)

    def tried(self, number: str, epoch: str) -> tuple[bytes | None, str] | None:
        """Fetches this letter; returns nothing if the connection breaks over it. Often that is chance, and the next
        try works; then no letter comes before an older one.
        """
        with self.told():
            self.linked()
        if self.epoch != epoch:  # by a new connection: what these numbers mean now, nobody knows
            raise self.waiting("the folder was made anew meanwhile")
        try:
            with self.told():
                return self.fetch(number)
        except Waiting:
            return None

    def breaking(self, number: str) -> str:
        """Describes a letter over which the connection breaks, with its subject if the server gives it."""
        subject = ""
        with suppress(Waiting), self.told():
            subject = self.subject(number)
        return f"the line breaks at letter {number}{subject}, move it to another folder"

    def done(self, handle: str) -> None:
        """Our mark on the letter; numbers of a folder that was made anew mean nothing any more."""
        epoch, _, number = handle.partition(":")
        with self.told():
            link = self.linked()
            if epoch == self.epoch:
                expect(link.uid("STORE", number, "+FLAGS.SILENT", f"({self.mark})"), "STORE")

    def waiting_there(self) -> frozenset[str]:
        """The letters to take, by their handles; of one that came before we listen, no server tells afterwards."""
        with self.told():
            return frozenset(f"{self.epoch}:{number}" for number in self.unmarked())

    def wait(self, seconds: float) -> bool:
        """Until a letter comes, at most so long: by IDLE where offered, else by waiting. True if one may have come."""
        with self.told():
            link = self.linked()
            if "IDLE" not in self.offers:
                time.sleep(seconds)
                return True
            return self.idle(link, min(seconds, MOST_IDLE))

    def close(self) -> None:
        """Leave politely if the server still listens."""
        if self.link is not None:
            with suppress(OSError, imaplib.IMAP4.error):
                self.link.logout()
        self.drop()

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turns any error of the network or the server into one sentence; the next command connects again."""
        try:
            yield
        except (OSError, imaplib.IMAP4.error, Refused, ValueError, OverflowError, MemoryError) as error:  # by odd sizes
            self.drop()
            raise self.waiting(in_words(error), NotLetIn if isinstance(error, Refused) else Waiting) from None

    def waiting(self, words: str, family: type[Waiting] = Waiting) -> Waiting:
        """Turns an error at the mailbox into a reason to try again later."""
        return family(Fault(f"mailbox of {self.account.place}: {words[:300]}", kind=Kind.LATE))

    def drop(self) -> None:
        """Forget the connection without a word to the server."""
        if self.link is not None:
            with suppress(OSError, imaplib.IMAP4.error):
                self.link.shutdown()
        self.link = None

    def linked(self) -> imaplib.IMAP4:
        """The connection, logged in and with the folder open."""
        if self.link is None:
            link = self.link = connect(self.account, self.timeout)
            log_in(link, self.account)
            self.offers = offered(link)
            expect(link.select(f'"{encoded(self.folder)}"'), "SELECT")
            self.epoch = first_text(link.response("UIDVALIDITY")[1]) or "0"
            flags = first_text(link.response("PERMANENTFLAGS")[1])
            self.mark = KEYWORD if "\\*" in flags or KEYWORD.lower() in flags.lower() else "\\Seen"
        return self.link

    def unmarked(self) -> list[str]:
        """The numbers of the letters to take, oldest first. Gmail's search for what bears no keyword finds nothing, or
        what bears it: there the flags of all letters are read instead.
        """
        expect(self.linked().noop(), "NOOP")
        if self.mark == KEYWORD and GMAIL in self.offers:
            return self.without_keyword()
        without = ("UNKEYWORD", KEYWORD) if self.mark == KEYWORD else ("UNSEEN",)
        return self.search(*without, "UNDELETED")

    def without_keyword(self) -> list[str]:
        """The letters without our keyword, by their flags."""
        found = expect(self.linked().uid("FETCH", "1:*", "(UID FLAGS)"), "FETCH")
        lines = [line for line in found if isinstance(line, bytes)]
        marked = (KEYWORD.lower().encode(), b"\\deleted")
        fresh = [line for line in lines if not any(flag in marked for flag in flags_of(line))]
        return sorted({number[1].decode("ascii") for line in fresh if (number := UID.search(line))}, key=int)

    def search(self, *what: str) -> list[str]:
        """The numbers of such letters, oldest first."""
        found = expect(self.linked().uid("SEARCH", *what), "SEARCH")
        words = [word for line in found if isinstance(line, bytes) for word in line.decode("latin-1").split()]
        return sorted({word for word in words if LETTER_NUMBER.fullmatch(word)}, key=int)

    def fetch(self, number: str) -> tuple[bytes | None, str]:
        """Fetches the letter, but no more of it than anybody would read. Returns nothing if it was removed meanwhile,
        and the server's words if the server refuses this letter alone (Exchange cannot convert some).
        """
        code, found = self.linked().uid("FETCH", number, f"(BODY.PEEK[]<0.{MOST_READ}>)")
        if code != "OK":
            words = first_text(found)
            if words.upper().startswith("[EXPUNGEISSUED]"):
                return None, ""
            told = f"letter {number}{self.subject(number)} is not given, move it to another folder"
            return None, f"{told}: {words[:120]}"
        return next((bytes(item[1]) for item in found if isinstance(item, tuple) and len(item) > 1), None), ""

    def subject(self, number: str) -> str:
        """Returns the subject, by which a person finds a letter in a mail program, if the server gives it."""
        with suppress(imaplib.IMAP4.error):
            for _, head in self.heads([number]):
                return f" '{mime.shown(mime.header(mime.open_head(head), 'subject'), MOST_SUBJECT)}'"
        return ""

    def heads(self, numbers: Sequence[str]) -> Iterator[tuple[str, bytes]]:
        """Of each of these letters the lines by which we know ours; its number stands before them or behind."""
        lines = f"(UID BODY.PEEK[HEADER.FIELDS ({TELLING})])"
        found = expect(self.linked().uid("FETCH", ",".join(numbers), lines), "FETCH")
        for spot, item in enumerate(found):
            if isinstance(item, tuple) and len(item) > 1:
                behind = next((each for each in found[spot + 1 : spot + 2] if isinstance(each, bytes)), b"")
                number = UID.search(item[0]) or UID.search(behind)
                if number:
                    yield number[1].decode("ascii"), bytes(item[1])

    def idle(self, link: imaplib.IMAP4, seconds: float) -> bool:
        """IDLE by hand, for the library has it only from Python 3.14. After silence the connection is made anew; that a
        server says that it is still there, as some do every two minutes, makes the time no longer.
        """
        over = time.monotonic() + seconds
        link.send(b"PBEM IDLE\r\n")
        try:
            while line := line_before(link, over):
                if re.match(rb"\* \d+ EXISTS", line):
                    break
                if line.startswith(b"PBEM "):
                    raise imaplib.IMAP4.error("IDLE was refused")
            link.sock.settimeout(self.timeout)
            link.send(b"DONE\r\n")
            while line and not line.startswith(b"PBEM "):
                line = link.readline()
        except TimeoutError:
            self.drop()
            return False
        if not line:
            raise imaplib.IMAP4.abort("connection closed")
        return True


def offered(link: imaplib.IMAP4) -> frozenset[str]:
    """Asks for the server's capabilities after login, because Cyrus and Yahoo hide many before that."""
    found = expect(link.capability(), "CAPABILITY")
    return frozenset(word for line in found for word in first_text([line]).upper().split())


def flags_of(line: bytes) -> list[bytes]:
    """The flags in a line that tells of a letter's, in small letters."""
    found = FLAGS.search(line)
    return found[1].lower().split() if found else []


def encoded(name: str) -> str:
    """A folder's name as servers know it; one that is written so already stays."""
    return UNENCODED.sub(part_of, name)


def part_of(found: re.Match[str]) -> str:
    """Encodes a run of signs beyond ASCII; '&' stays if it begins such a run, else it is encoded."""
    text = found[0]
    if not text.startswith("&"):
        return run_of(text)
    return text if is_run(found[1]) else f"&-{text[1:]}"


def run_of(text: str) -> str:
    """Signs beyond ASCII in modified UTF-7."""
    packed = base64.b64encode(text.encode("utf-16-be", "surrogatepass")).decode("ascii")
    return f"&{packed.rstrip('=').replace('/', ',')}-"


def is_run(packed: str | None) -> bool:
    """Checks whether the text between '&' and '-' is such a run and not a word ('Fun&Games-2026'); '&-' is empty."""
    if not packed:
        return packed is not None
    try:
        text = base64.b64decode(f"{packed.replace(',', '/')}{'=' * (-len(packed) % 4)}").decode("utf-16-be")
    except ValueError:
        return False
    return not text.isascii() and run_of(text) == f"&{packed}-"


def line_before(link: imaplib.IMAP4, over: float) -> bytes:
    """The server's next line, if it comes in time."""
    left = over - time.monotonic()
    if left <= 0:
        raise TimeoutError
    link.sock.settimeout(left)
    return link.readline()


def connect(account: Account, timeout: float) -> imaplib.IMAP4:
    """A protected connection, or one to this machine."""
    if account.security is Security.TLS:
        return imaplib.IMAP4_SSL(account.host, account.port or 993, ssl_context=account.context(), timeout=timeout)
    link = imaplib.IMAP4(account.host, account.port or 143, timeout=timeout)
    if account.security is Security.STARTTLS:
        try:
            expect(link.starttls(account.context()), "STARTTLS")
        except BaseException:
            with suppress(OSError, imaplib.IMAP4.error):
                link.shutdown()
            raise
    return link


def log_in(link: imaplib.IMAP4, account: Account) -> None:
    """Logs in by token or password; a refusal shows only the server's own words."""
    if account.secret is None:
        raise bad(f"mailbox of {account.place} has no secret")
    words = account.bearer() if account.token else account.secret.reveal()
    try:
        if account.token:
            expect(link.authenticate("XOAUTH2", lambda _: words.encode()), "AUTHENTICATE")
        else:
            expect(link.login(account.user, words), "LOGIN")
    except imaplib.IMAP4.abort:  # the line broke; nobody has said no
        raise
    except imaplib.IMAP4.error as error:
        if NOT_JUST_NOW.search(in_words(error)):
            raise
        raise Refused(*error.args) from None


def expect(answer: tuple[str, list[object]] | tuple[str, object], what: str) -> list[object]:
    """Returns the answer of a command that went well."""
    code, found = answer
    if code != "OK":
        raise imaplib.IMAP4.error(f"{what} was refused: {first_text(found)[:120]}")
    return found if isinstance(found, list) else []


def first_text(found: object) -> str:
    """The first thing a server said, as text."""
    first = found[0] if isinstance(found, list) and found else b""
    return first.decode("utf-8", "replace") if isinstance(first, bytes) else str(first or "")
