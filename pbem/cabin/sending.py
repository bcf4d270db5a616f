"""Sends a player's letters through their own account, each letter once, known by its hash.

`sent.jsonl` beside the keys says `trying` before a letter is given to the server and its outcome afterwards. A `trying`
alone means that we stopped in between: the letter may have gone, and only its writer can know.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import BadInput, Fault, Kind, bad
from pbem.base.files import read_file
from pbem.base.patterns import pattern
from pbem.mail import mime
from pbem.mail.journal import Journal
from pbem.mail.letter import check_address
from pbem.mail.mime import LIMITS
from pbem.mail.senders import Outcome, Receipt
from pbem.match.folder.process_lock import hold
from pbem.match.post.transports import OUT, WayOut
from pbem.schema import read_as

SETTINGS, SENT = "post.yaml", "sent.jsonl"
#: The lines of a head that every sending has anew.
OF_SENDING = pattern(rb"(?im)^(?:date|message-id):[^\n]*\n(?:[ \t][^\n]*\n)*")
#: What may have reached somebody, and what to say of it. "in part", where some have it but the moderator, its first
#: reader, has not, is none of them: it goes to those who are left, without a question.
GONE = {"sent": "was sent", "unsure": "may have been sent", "trying": "may have been sent", "drafted": "was drafted"}


def settings(home: Path) -> dict[str, Any]:
    """Returns the player's own post.yaml beside their keys, if there is one."""
    path = home / SETTINGS
    return read_as("post", read_file(path), str(path)) if path.is_file() else {}


def way_out(home: Path, named: str | None, secret: str | None = None) -> WayOut:
    """Returns the way that was named, else the one in the settings."""
    kept = settings(home).get("out", {})
    to = named or kept.get("to", "")
    if not to:
        hint = f"write {home / SETTINGS}, name one with --to ({OUT}), or use --draft"
        raise bad("it is not said how your letters are sent", hint=hint)
    more: Mapping[str, Any] = kept if to == kept.get("to") else {}
    return WayOut(to, {**more, "secret": secret} if secret else more)


def can_send(home: Path, named: str | None = None) -> bool:
    """Tells if it is known how letters are sent."""
    return bool(named or settings(home).get("out", {}).get("to"))


class Sent:
    """The outcome of each letter, by its hash."""

    def __init__(self, home: Path) -> None:
        self.journal = Journal(home / SENT)
        self.events = {event["name"]: event for event in self.journal.read()}

    def note(self, event: str, data: bytes, now: datetime, **fields: Any) -> None:
        """One line more, on the disk before it counts."""
        line = {"event": event, "name": name_of(data), "t": show_time(now), **fields}
        self.journal.append(line)
        self.events[line["name"]] = line

    def have(self, data: bytes) -> list[str]:
        """Returns the recipients of a letter that its first recipient has not got."""
        before = self.events.get(name_of(data), {})
        return list(before["to"]) if before.get("event") == "in part" else []

    def check_new(self, data: bytes, file: str, *kinds: str) -> None:
        """A letter that may have gone already is not sent again unasked."""
        before = self.events.get(name_of(data), {})
        if before.get("event") in (kinds or GONE):
            hint = "--again sends it once more"
            raise bad(f"{GONE[before['event']]} at {before['t']}", file=file, hint=hint, kind=Kind.ILLEGAL)


def name_of(data: bytes) -> str:
    """Returns the name of a letter: the hash of its bytes."""
    return sha256(data).hexdigest()


def sent_letters(home: Path, folder: Path) -> dict[str, bool]:
    """Returns the names of the letters in a game's outbox that were sent from here; False marks one that may not have
    gone, because a mail program took its draft or the connection broke.
    """
    events = Sent(home).events if (home / SENT).is_file() else {}
    gone = {name: event["event"] == "sent" for name, event in events.items() if event["event"] in GONE}
    letters = sorted((folder / "outbox").glob("*.eml")) if gone else []
    names = {path.name: name_of(read_file(path)) for path in letters}
    return {name: gone[digest] for name, digest in names.items() if digest in gone}


def recipients(data: bytes, file: str) -> tuple[str, list[str]]:
    """Returns the sender and everybody a letter goes to: To and Cc, each address once."""
    from email.utils import getaddresses, parseaddr

    head = mime.open_head(data)
    sender = parseaddr(mime.header(head, "from"))[1]
    values = [str(value) for name in ("to", "cc") for value in mime.headers(head, name)]
    found = list(dict.fromkeys(address for _, address in getaddresses(values) if address))
    wrong = [text for text in (sender, *found) if not check_address(text)]
    if not found or wrong:
        hint = "send a letter that pbem has written, as it lies in outbox/"
        raise BadInput(Fault("is not a letter with sender and recipient", file=file, hint=hint))
    return sender, found


def sent_at(home: Path, path: Path) -> datetime | None:
    """When a letter was last sent from here, if it was."""
    event = Sent(home).events.get(name_of(read_file(path, LIMITS.size)), {})
    return parse_time(event["t"]) if event.get("event") == "sent" else None


def send_anew(home: Path, path: Path, way: WayOut, now: datetime) -> tuple[Receipt, list[str]]:
    """Sends a letter once more, under a new date and id: its reader would not answer a mere copy."""
    data = read_file(path, LIMITS.size)
    sender, whom = recipients(data, str(path))
    renewed = with_new_id(data, now)
    message_id = mime.header(mime.open_head(renewed), "message-id")
    with hold(home):
        sent = Sent(home)
        outlet = way.outlet(sender, {message_id: f"{path.stem}.again-{now:%d%H%M}"})
        receipt = outlet.send(renewed, whom)
        if receipt.outcome is Outcome.HANDED_OVER:
            sent.note("sent", data, now, to=whom, text=receipt.text)
    return receipt, whom


def with_new_id(data: bytes, now: datetime) -> bytes:
    """The letter with another date and Message-ID; the rest of it stays, byte for byte."""
    from email.utils import format_datetime

    head, gap, body = data.partition(b"\r\n\r\n" if b"\r\n\r\n" in data else b"\n\n")
    end = gap[: len(gap) // 2]
    old = mime.header(mime.open_head(data), "message-id").strip("<>")
    name, _, host = old.rpartition("@")
    bare = OF_SENDING.sub(b"", head + end)
    fresh = (f"Date: {format_datetime(now)}", f"Message-ID: <{name}.again-{now:%Y%m%d%H%M%S}@{host}>")
    return bare + b"".join(each.encode("ascii") + end for each in fresh) + end + body


def send_letter(
    home: Path, path: Path, way: WayOut, now: datetime, *, again: bool = False
) -> tuple[Receipt, list[str]]:
    """Sends one letter to everybody it names, or only to those for whom it was refused before; returns the server's
    answer and the recipients.
    """
    data = read_file(path, LIMITS.size)
    sender, whom = recipients(data, str(path))
    with hold(home):
        sent = Sent(home)
        had = [] if again else sent.have(data)
        if not again:
            sent.check_new(data, str(path))
        named, whom = whom, [each for each in whom if each not in had]
        message_id = mime.header(mime.open_head(data), "message-id")
        outlet = way.outlet(sender, {message_id: path.stem})
        sent.note("trying", data, now, to=whom)
        receipt = outlet.send(data, whom)
        taken = receipt.outcome is Outcome.HANDED_OVER
        have = [*had, *(each for each in whom if taken and each not in receipt.refused)]
        event = "sent" if named[0] in have else "unsure" if receipt.unsure else "in part" if have else "failed"
        sent.note(event, data, now, to=have if have else whom, text=receipt.text)
    return receipt, whom
