"""Serves the cabin's page on the loopback interface, where it can also fetch and send mail.

The page lies below a random path, which is printed once and known to nobody else. A request must name this very server
in its Host line, and one that does something must come from the page itself: another page in the same browser can
neither read what lies here nor have anything done.
"""

from __future__ import annotations

import json
import secrets
from base64 import b64decode, b64encode
from collections.abc import Mapping
from email.utils import format_datetime
from functools import partial
from hmac import compare_digest
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from pbem.base import clock
from pbem.base.errors import Kind, PbemError, bad
from pbem.base.files import MOST_BYTES, read_file
from pbem.cabin.overview import box_of
from pbem.cabin.sending import name_of, recipients, way_out
from pbem.cabin.unopened import OURS, may_be_ours
from pbem.mail import mime
from pbem.mail.imap import ImapBox
from pbem.mail.mime import LIMITS
from pbem.mail.senders import Outcome
from pbem.match.own_folder.seat import Seat

HOST = "127.0.0.1"
MARK = b"<title>The cabin</title>"
#: The one change to the page: it may speak with its own server.
POLICY_END = b"base-uri 'none'; form-action 'none'"
WITH_SERVER = b"connect-src 'self'; " + POLICY_END
MOST_ASKED = 2 * LIMITS.size
HEADERS = {"Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "X-Frame-Options": "DENY",
           "Referrer-Policy": "no-referrer", "Cross-Origin-Resource-Policy": "same-origin",
           "Cross-Origin-Opener-Policy": "same-origin"}  # fmt: skip


def page_file(named: Path | None, home: Path) -> bytes:
    """The page that was named, or the one that lies in this folder or beside the keys."""
    places = [named] if named else [Path("cabin.html"), home / "cabin.html"]
    found = next((path for path in places if path.is_file()), None)
    if found is None:
        hint = "take cabin.html from the release, or build it (docs/cabin.md), and name it with --page"
        raise bad("the cabin's page is not here", file=str(places[0]), hint=hint, kind=Kind.UNKNOWN)
    data = read_file(found, MOST_BYTES)
    head, meta, rest = data.partition(b'http-equiv="Content-Security-Policy"')
    policy, end, body = rest.partition(POLICY_END)
    if not end or b"<" in policy or MARK not in body[: 1 << 20]:
        raise bad("is not the cabin's page", file=str(found), hint="take cabin.html from the release")
    return head + meta + policy + WITH_SERVER + body


class Harbour(ThreadingHTTPServer):
    """The server: one page, one mailbox, one way out."""

    daemon_threads = True

    def __init__(self, page: bytes, home: Path, port: int = 0) -> None:
        self.page, self.home, self.path = page, home, f"/{secrets.token_urlsafe(24)}/"
        super().__init__((HOST, port), Asked)

    @property
    def origin(self) -> str:
        """The address of the server, as a browser names it."""
        return f"http://{HOST}:{self.server_address[1]}"

    @property
    def address(self) -> str:
        """The page's address, which only its owner may know."""
        return f"{self.origin}{self.path}"


class Asked(BaseHTTPRequestHandler):
    """One request."""

    server: Harbour
    server_version, sys_version = "pbem", ""

    def do_GET(self) -> None:
        """The page, and nothing else."""
        if self.is_ours(self.server.path):
            self.give(self.server.page, "text/html; charset=utf-8")

    def do_POST(self) -> None:
        """Something is to be done: letters fetched, or one sent."""
        work = {"fetch": fetched, "send": sent}.get(self.path.rpartition("/")[2])
        if not self.is_ours(f"{self.server.path}{self.path.rpartition('/')[2]}"):
            return
        size = self.headers.get("Content-Length", "")
        mine = self.headers.get("Origin") == self.server.origin and self.headers.get("X-Cabin") == "1"
        if work is None or not mine or not size.isascii() or not size.isdigit() or int(size) > MOST_ASKED:
            self.refuse(403)
            return
        asked = self.rfile.read(int(size))
        try:
            told: Mapping[str, Any] = {"value": work(self.server.home, json.loads(asked))}
        except PbemError as error:
            told = {"faults": [fault.as_json() for fault in error.faults]}
        except (ValueError, TypeError, KeyError):
            self.refuse(400)
            return
        self.give(json.dumps(told).encode(), "application/json")

    def is_ours(self, path: str) -> bool:
        """Tells if a request names this server and the secret path; refuses it otherwise."""
        host = self.headers.get("Host", "")
        named = compare_digest(self.path.encode("utf-8", "replace"), path.encode())
        if named and host == f"{HOST}:{self.server.server_address[1]}":
            return True
        self.refuse(404)
        return False

    def give(self, data: bytes, kind: str) -> None:
        """An answer that no other page can use, and no cache keeps."""
        self.send_response(200)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(len(data))}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)

    def refuse(self, code: int) -> None:
        """No, without a reason."""
        self.send_response(code)
        self.send_header("Content-Length", "0")
        self.send_header("Connection", "close")
        self.end_headers()
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the base class names it so
        """Says nothing: the path is a secret, and logs are read by others."""


def fetched(home: Path, asked: Mapping[str, Any]) -> list[dict[str, str]]:
    """The letters of the mailbox in post.yaml that may be of a game; nothing in the mailbox is changed."""
    box = box_of(home, None, None)
    if box is None:
        raise bad("it is not said where your letters are", hint="write post.yaml beside your keys (docs/play.md)")
    games: dict[str, Seat] = {}
    letters = box.glance(partial(may_be_ours, games)) if isinstance(box, ImapBox) else box.letters()
    try:
        return [{"name": str(handle), "data": b64encode(data).decode("ascii")}
                for handle, data in letters if OURS in data]  # fmt: skip
    finally:
        if isinstance(box, ImapBox):
            box.close()


def sent(home: Path, asked: Mapping[str, Any]) -> dict[str, Any]:
    """One letter of the cabin, sent by the way in post.yaml."""
    data = dated(b64decode(asked["letter"], validate=True))
    sender, to = recipients(data, "the letter")
    message_id = mime.header(mime.open_head(data), "message-id")
    outlet = way_out(home, None).outlet(sender, {message_id: f"cabin-{name_of(data)[:12]}"})
    receipt = outlet.send(data, to)
    if receipt.outcome is not Outcome.HANDED_OVER:
        raise bad(f"was not sent: {receipt.text}", hint="send it with your mail program")
    return {"to": to, "said": receipt.text}


def dated(data: bytes) -> bytes:
    """A draft as a letter: with a date and an id, and without the mark of a draft."""
    head, gap, body = data.partition(b"\r\n\r\n")
    bare = head.replace(b"X-Unsent: 1\r\n", b"")
    name = secrets.token_hex(12)
    own = f"Date: {format_datetime(clock.now())}\r\nMessage-ID: <pbem.cabin.{name}@pbem.example>\r\n".encode("ascii")
    return own + bare + gap + body
