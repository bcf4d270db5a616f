"""Small mail servers on loopback, for tests: they speak enough SMTP and IMAP, remember all, and fail when told to."""

from __future__ import annotations

import re
import socket
import socketserver
import ssl
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Hangup(Exception):
    """The server leaves without a word."""


@dataclass
class Server:
    """The common part of both kinds: the script of a session, over TLS from the start, on request, or not."""

    tls: ssl.SSLContext | None = None
    starttls: ssl.SSLContext | None = None
    said: list[str] = field(default_factory=list)
    port: int = 0

    def session(self, talk: Talk) -> None:
        """One conversation."""
        raise AssertionError("a server has a session")


class Talk:
    """One connection, line by line."""

    def __init__(self, server: Server, raw: Any) -> None:
        self.server, self.raw = server, raw
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.secure = False
        self.file: BinaryIO = self.raw.makefile("rwb")

    def begin(self) -> None:
        """The handshake, where TLS comes first."""
        if self.server.tls is not None:
            self.protect(self.server.tls)

    def end(self) -> None:
        """Close whatever is open."""
        for each in (self.file, self.raw):
            with suppress(OSError):
                each.close()

    def protect(self, context: ssl.SSLContext) -> None:
        """From here on over TLS."""
        self.file.close()
        self.raw = context.wrap_socket(self.raw, server_side=True)
        self.file = self.raw.makefile("rwb")
        self.secure = True

    def say(self, text: str | bytes) -> None:
        """One line to the client."""
        self.file.write((text.encode() if isinstance(text, str) else text) + b"\r\n")
        self.file.flush()

    def hear(self) -> str:
        """One line from the client, kept in `said`."""
        line = self.file.readline()
        if not line:
            raise Hangup
        text = line.decode("utf-8", "replace").rstrip("\r\n")
        self.server.said.append(text)
        return text


@contextmanager
def running(server: Server, port: int = 0) -> Iterator[Server]:
    """The server at work on a port of loopback, a free one where none is named."""

    class Once(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            talk = Talk(server, self.request)
            with suppress(Hangup, OSError):
                talk.begin()
                server.session(talk)
            talk.end()

    class Threads(socketserver.ThreadingTCPServer):
        allow_reuse_address = True
        daemon_threads = True

        def handle_error(self, request: Any, client_address: Any) -> None:
            """A client that breaks off is no news."""

    with Threads(("127.0.0.1", port), Once) as listener:
        server.port = listener.server_address[1]
        thread = threading.Thread(target=listener.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            listener.shutdown()
            thread.join()


@dataclass
class SmtpServer(Server):
    """Takes letters. `answers` maps a command or an address to the answer given instead of the usual one; a letter is
    looked through for `seconds`.
    """

    answers: dict[str, str] = field(default_factory=dict)
    letters: list[tuple[list[str], bytes]] = field(default_factory=list)
    logins: tuple[str, ...] = ()
    seconds: float = 0

    def session(self, talk: Talk) -> None:
        """A client's commands until it leaves."""
        talk.say(self.answers.get("greeting", "220 ready"))
        recipients: list[str] = []
        while True:
            line = talk.hear()
            word = line.split(" ", 1)[0].upper()
            address = re.search(r"<(.*)>", line)
            given = self.answers.get(address[1] if word == "RCPT" and address else word)
            if given == "hang up":
                raise Hangup
            if given and not (word == "DATA" and given.startswith("after")):
                talk.say(given)
            elif word == "EHLO":
                self.offer(talk)
            elif word == "STARTTLS" and self.starttls is not None:
                talk.say("220 go")
                talk.protect(self.starttls)
            elif word == "DATA":
                recipients = self.take(talk, recipients, given)
            elif word == "QUIT":
                talk.say("221 bye")
                return
            else:
                if word == "RCPT" and address:
                    recipients.append(address[1])
                talk.say("235 welcome" if word == "AUTH" else "250 ok")

    def offer(self, talk: Talk) -> None:
        """Returns the server's capabilities; STARTTLS only while in clear."""
        offers = ["250-club"] + ["250-STARTTLS"] * bool(self.starttls and not talk.secure)
        offers += [f"250-AUTH {' '.join(self.logins)}"] * bool(self.logins)
        for line in offers:
            talk.say(line)
        talk.say("250 8BITMIME")

    def take(self, talk: Talk, recipients: list[str], given: str | None) -> list[str]:
        """The letter after DATA."""
        talk.say("354 go on")
        lines = []
        while (line := talk.file.readline()) not in (b".\r\n", b""):
            lines.append(line[1:] if line.startswith(b".") else line)
        if given == "after: hang up":
            self.letters.append((recipients, b"".join(lines)))
            raise Hangup
        if given:
            talk.say(given.removeprefix("after: "))
        else:
            self.letters.append((recipients, b"".join(lines)))
            time.sleep(self.seconds)
            talk.say("250 taken")
        return []


@dataclass
class ImapServer(Server):
    """One folder of letters. `break_at` hangs up half-way through that letter, once."""

    letters: dict[int, bytes] = field(default_factory=dict)
    flags: dict[int, set[str]] = field(default_factory=dict)
    keywords: bool = True
    idle: bool = True
    password: str = "hardtack"
    epoch: int = 7
    break_at: int = 0
    arrives: list[bytes] = field(default_factory=list)

    def session(self, talk: Talk) -> None:
        """A client's commands until it leaves."""
        talk.say("* OK ready")
        while True:
            tag, _, rest = talk.hear().partition(" ")
            word = rest.split(" ", 1)[0].upper()
            if word == "UID":
                word, _, rest = rest[4:].partition(" ")
            answer = getattr(self, f"do_{word.lower()}", self.do_noop)(talk, rest)
            if answer is not None:
                talk.say(f"{tag} {answer}")
            if word == "STARTTLS" and self.starttls is not None:
                talk.protect(self.starttls)
            if word == "LOGOUT":
                return

    def do_noop(self, talk: Talk, rest: str) -> str:
        """Anything not known here is done at once."""
        return "OK done"

    def do_capability(self, talk: Talk, rest: str) -> str:
        """Sends the server's capabilities."""
        talk.say("* CAPABILITY IMAP4rev1" + " STARTTLS" * bool(self.starttls) + " IDLE" * self.idle + " AUTH=XOAUTH2")
        return "OK done"

    def do_login(self, talk: Talk, rest: str) -> str:
        """By password."""
        return "OK in" if f'"{self.password}"' in rest else "NO wrong password"

    def do_authenticate(self, talk: Talk, rest: str) -> str:
        """By token."""
        talk.say("+ ")
        talk.hear()
        return "OK in"

    def do_select(self, talk: Talk, rest: str) -> str:
        """The folder with its epoch and what marks it keeps."""
        talk.say(f"* {len(self.letters)} EXISTS")
        talk.say(f"* OK [UIDVALIDITY {self.epoch}] valid")
        talk.say("* OK [PERMANENTFLAGS (\\Seen \\Deleted" + " \\*" * self.keywords + ")] kept")
        return "OK [READ-WRITE] open" if "INBOX" in rest else "NO no such folder"

    def do_search(self, talk: Talk, rest: str) -> str:
        """Letters without a mark."""
        mark = rest.split()[1] if rest.startswith("UNKEYWORD") else "\\Seen" if "UNSEEN" in rest else ""
        found = [number for number in self.letters if mark not in self.flags.get(number, set())]
        talk.say("* SEARCH " + " ".join(map(str, reversed(found))))
        return "OK found"

    def do_fetch(self, talk: Talk, rest: str) -> str:
        """One letter, or a part of it and silence; or lines of many heads."""
        if "HEADER.FIELDS" in rest:
            return self.heads(talk, rest)
        number = int(rest.split()[0])
        data = self.letters.get(number)
        if data is None:
            return "OK nothing"
        talk.file.write(f"* 1 FETCH (UID {number} BODY[]<0> {{{len(data)}}}\r\n".encode())
        if self.break_at == number:
            self.break_at = 0
            talk.file.write(data[: len(data) // 2])
            talk.file.flush()
            raise Hangup
        talk.file.write(data)
        talk.say(")")
        return "OK fetched"

    def heads(self, talk: Talk, rest: str) -> str:
        """The lines asked for of each head, the number before them or behind."""
        names = tuple(name.lower().encode() + b":" for name in rest.partition("FIELDS (")[2].strip(")]").split())
        for number in map(int, rest.split()[0].split(",")):
            lines = self.letters[number].replace(b"\r\n", b"\n").split(b"\n\n")[0].split(b"\n")
            data = b"\r\n".join([*(line for line in lines if line.lower().startswith(names)), b"", b""])
            uid = f"UID {number}"
            before, behind = (f"{uid} ", "") if number % 2 else ("", f" {uid}")
            talk.file.write(f"* 1 FETCH ({before}BODY[HEADER.FIELDS (SUBJECT)] {{{len(data)}}}\r\n".encode() + data)
            talk.say(f"{behind})")
        return "OK fetched"

    def do_store(self, talk: Talk, rest: str) -> str:
        """A mark."""
        number, _, marks = rest.split(" ", 2)
        self.flags.setdefault(int(number), set()).update(marks.strip("()").split())
        return "OK stored"

    def do_idle(self, talk: Talk, rest: str) -> str | None:
        """Tell of the letter that arrives, if one does; wait for DONE."""
        talk.say("+ idling")
        for data in self.arrives:
            self.letters[max(self.letters, default=0) + 1] = data
            talk.say(f"* {len(self.letters)} EXISTS")
        talk.hear()
        return "OK idled"


def certificates(folder: Path, host: str = "localhost") -> tuple[ssl.SSLContext, Path]:
    """A server's side of TLS for a host, and the file of the authority that vouches for it (itself)."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, host)])
    begin = datetime.now(UTC) - timedelta(days=1)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key()).serial_number(1)
        .not_valid_before(begin).not_valid_after(begin + timedelta(days=30))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    authority, secret = folder / "authority.pem", folder / "key.pem"
    authority.write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    secret.write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(authority, secret)
    return context, authority


def broken(place: Path) -> None:
    """The Maildir `box` of a test is one no more."""
    (place / "box" / "tmp").rename(place / "box" / "gone")


def mended(place: Path) -> None:
    """It is one again."""
    (place / "box" / "gone").rename(place / "box" / "tmp")
