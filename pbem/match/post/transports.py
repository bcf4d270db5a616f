"""Ways in and out of a game: what a moderator names by `--to`, in PBEM_POST or in private/post.yaml, made ready.

Settings hold no password, only where one is kept (mail.secrets); they may lie unsealed beside what is sealed.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlsplit

from pbem.base.errors import Kind, bad
from pbem.base.files import read_file
from pbem.base.records import dataclass
from pbem.mail import mime
from pbem.mail.imap import LOCAL, Account, ImapBox, Security
from pbem.mail.secrets import parse_secret
from pbem.mail.senders import MaildirOut, Outlet, Receipt, Sendmail, Smtp, written
from pbem.mail.sources import Folder, Inbox, Maildir, Mbox
from pbem.match.folder.kinds import Sort, expect
from pbem.schema import read_as

SETTINGS = "private/post.yaml"
#: Where letters go when nothing is named and no settings say it.
VARIABLE = "PBEM_POST"
#: RFC 8314: the port that is TLS from the first byte.
SUBMISSIONS = 465
OUT = "smtp://USER@HOST:PORT, smtps://USER@HOST, sendmail:, maildir:PATH or folder:PATH"
IN = "imap://USER@HOST:PORT, maildir:PATH, mbox:PATH or folder:PATH"


@dataclass(frozen=True, slots=True)
class Pigeonholes:
    """Puts letters into a folder under their names in the outbox, for a person or a mailer to send on."""

    path: Path
    names: Mapping[str, str]

    def send(self, message: bytes, recipients: object) -> Receipt:
        """The letter as a file; the same letter again, which says so in its subject, beside the first."""
        head = mime.open_head(message)
        name = self.names[mime.header(head, "message-id")]
        target = self.path / f"{name}.eml"
        if target.exists() and read_file(target) != message:
            target = self.path / f"{name}.again.eml"
        return written(target, message)


@dataclass(frozen=True, slots=True)
class WayOut:
    """Describes a way out for letters before it is known whose they are."""

    to: str
    more: Mapping[str, Any]

    def outlet(self, sender: str, names: Mapping[str, str]) -> Outlet:
        """The outlet; `names` are the letters' by their Message-ID."""
        way, rest = split(self.to)
        if way in ("smtp", "smtps"):
            return Smtp(account(self.to, self.more, SUBMISSIONS), sender)
        if way == "sendmail":
            return Sendmail(sender, rest) if rest else Sendmail(sender)
        path = Path(rest).expanduser()
        if way == "maildir" or (not way and (path / "new").is_dir()):
            return MaildirOut(path)
        if way in ("", "folder"):
            return Pigeonholes(path, names)
        raise bad(f"'{self.to[:80]}' is not a way to send letters", hint=f"one of {OUT}", kind=Kind.UNKNOWN)


def settings(root: Path) -> dict[str, Any]:
    """Reads private/post.yaml, if there is one."""
    path = root / SETTINGS
    return read_as("post", read_file(path), str(path)) if path.is_file() else {}


def way_out(root: Path, named: str | None, secret: str | None = None) -> WayOut | None:
    """The way out that was named, else PBEM_POST, else the settings'."""
    kept = settings(root).get("out", {})
    given = named or os.environ.get(VARIABLE, "")
    more = {**kept, **({"secret": secret} if secret else {})}
    if given and kept and given != kept["to"]:
        more = {"secret": secret} if secret else {}
    return WayOut(given or kept["to"], more) if given or kept else None


def need_way_out(root: Path, named: str | None, secret: str | None = None) -> WayOut:
    """The same for a game's folder, where there has to be one."""
    expect(root, Sort.DESK)
    found = way_out(root, named, secret)
    if found is None:
        hint = f"name one with --to, set {VARIABLE}, or write {SETTINGS}"
        raise bad("there is no folder to deliver to, and no server", hint=hint)
    return found


def way_in(root: Path) -> Inbox | None:
    """The box that the settings name, if they name one."""
    kept = settings(root).get("in")
    return None if kept is None else open_box(kept, root / "private" / "mbox.taken", SETTINGS)


def open_box(kept: Mapping[str, Any], memory: Path, file: str) -> Inbox:
    """The box that settings describe; what was taken of an mbox is remembered in `memory`."""
    way, rest = split(kept["from"])
    path = Path(rest).expanduser()
    if way == "imap":
        return ImapBox(account(kept["from"], kept), kept.get("box", "INBOX"))
    if way == "maildir":
        return Maildir(path)
    if way == "folder":
        return Folder(path)
    if way == "mbox":
        return Mbox(path, memory)
    raise bad(f"'{kept['from'][:80]}' is not a way to fetch letters", file=file, hint=f"one of {IN}", kind=Kind.UNKNOWN)


def split(text: str) -> tuple[str, str]:
    """The word before the colon and what follows; a path alone has no such word, and a drive's letter is none."""
    way, colon, rest = text.partition(":")
    return (way, rest) if colon and len(way) > 1 and way.isalpha() and way.islower() else ("", text)


def account(text: str, more: Mapping[str, Any], tls_port: int = 993) -> Account:
    """An account on a server, from its address; a password in it is refused without being repeated."""
    try:
        url = urlsplit(text)
        host, port, user = url.hostname or "", url.port or 0, unquote(url.username or "")
    except ValueError:
        raise bad(f"'{text[:80]}' is not the address of a server", hint="write it like smtp://USER@HOST:PORT") from None
    if url.password:
        raise bad("a password is not written into an address", hint="name its place: --secret env:NAME, or settings")
    if not host:
        scheme = "imap" if url.scheme.startswith("imap") else "smtp"
        raise bad(f"'{text[:80]}' names no server", hint=f"write it like {scheme}://USER@HOST:PORT")
    secret = parse_secret(more["secret"]) if more.get("secret") else None
    kept = more.get("security")
    found = Security(kept) if kept else usual(url.scheme, host, port, tls_port, secret is None)
    return Account(
        host=host, user=user, secret=secret, port=port, security=found, token=bool(more.get("token", False)),
        authority=str(more.get("authority", "")),
    )  # fmt: skip


def usual(scheme: str, host: str, port: int, tls_port: int, unnamed: bool) -> Security:
    """Picks the protection of a connection by default. It is in clear only to this machine and without a password."""
    if scheme == "smtps" or port == tls_port or (scheme == "imap" and port == 0):
        return Security.TLS
    return Security.NONE if host in LOCAL and unnamed else Security.STARTTLS
