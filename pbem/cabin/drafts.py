"""Opens a letter in the player's own mail program, as a draft with attachments or as a mailto: link.

`X-Unsent: 1` tells Outlook and its kin that a letter is still to be sent. A link holds text alone, as much of it as the
system passes on; our documents are text, and are understood inline as well as attached.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pbem.base.errors import Kind, bad
from pbem.base.files import read_file, write_atomic
from pbem.base.patterns import pattern
from pbem.cabin.sending import Sent, recipients
from pbem.mail import mime
from pbem.mail.mime import LIMITS
from pbem.match.folder.process_lock import hold
from pbem.match.post.game_letter import parse_letter

#: What a mail program writes itself when it sends the draft.
REPLACED = pattern(rb"(?im)^(?:date|message-id|x-unsent):[^\n]*\n(?:[ \t][^\n]*\n)*")
UNSENT = b"X-Unsent: 1\r\n"
#: How long a link may be: the shell of Windows takes 2,083 signs, mail programs elsewhere take many more. Sealed orders
#: of the usual size, 8 KiB, come to about 14,000.
LONGEST, LONGEST_ON_WINDOWS = 16_000, 2000
#: The programs that open whatever they are given with what the user has chosen for it.
OPENERS = {"darwin": "open"}
OTHER_OPENER = "xdg-open"
SECONDS = 20


def open_draft(home: Path, path: Path, now: datetime, *, again: bool = False) -> tuple[Path, bool]:
    """The draft beside the letter; whether a program was found to open it."""
    data = read_file(path, LIMITS.size)
    recipients(data, str(path))
    draft = path.with_name(f"{path.stem}.draft.eml")

    def write() -> str:
        write_atomic(draft, as_draft(data))
        return str(draft.resolve())

    return draft, drafted(home, data, path, now, write, again)


def open_link(home: Path, path: Path, now: datetime, *, again: bool = False) -> tuple[str, bool]:
    """The letter as a mailto: link; whether a program was found to open it."""
    data = read_file(path, LIMITS.size)
    link = mailto(data, str(path))
    return link, drafted(home, data, path, now, lambda: link, again)


def drafted(home: Path, data: bytes, path: Path, now: datetime, make: Callable[[], str], again: bool) -> bool:
    """A draft shown, and remembered if a program took it; of a letter that was sent none is made unasked."""
    with hold(home):
        sent = Sent(home)
        if not again:
            sent.check_new(data, str(path), "sent", "unsure", "trying")
        found = show(make())
        if found:
            sent.note("drafted", data, now)
    return found


def as_draft(data: bytes) -> bytes:
    """Returns the letter as an unsent one: without a date and an id, which the mail program adds."""
    head, gap, body = data.replace(b"\r\n", b"\n").partition(b"\n\n")
    bare = REPLACED.sub(b"", head + b"\n").rstrip(b"\n")
    return UNSENT + (bare + gap + body).replace(b"\n", b"\r\n")


def mailto(data: bytes, file: str) -> str:
    """The letter as a link; what is no text, or too much of it, goes no such way."""
    head = mime.open_head(data)
    _, whom = recipients(data, file)
    body = inline(data, file)
    link = f"mailto:{','.join(quote(each, safe='@') for each in whom)}"
    link += f"?subject={quote(mime.header(head, 'subject'), safe='')}&body={quote(body, safe='')}"
    most = LONGEST_ON_WINDOWS if sys.platform == "win32" else LONGEST
    if len(link) > most:
        hint = "use --draft, which has room for attachments"
        raise bad(f"is too long for a link of {most} signs", file=file, hint=hint, kind=Kind.ILLEGAL)
    return link


def inline(data: bytes, file: str) -> str:
    """The words of the letter and below them its documents, each as it would stand in its file."""
    received = parse_letter(data, file)
    text = f"{received.letter.text}\n"
    for name, content in received.parts.items():
        gap = "" if name.endswith(".sig") else "\n"  # a signature stands right below what it signs
        try:
            text += gap + content.decode("utf-8")
        except UnicodeDecodeError:
            hint = "use --draft, which has room for attachments"
            raise bad(f"'{name}' is no text", file=file, hint=hint, kind=Kind.ILLEGAL) from None
    return text.replace("\r\n", "\n").replace("\n", "\r\n")


def show(what: str) -> bool:
    """A file or a link handed to the system; whether there was a program that took it."""
    try:
        if sys.platform == "win32":
            starting: Any = os
            starting.startfile(what)
            return True
        opener = OPENERS.get(sys.platform, OTHER_OPENER)
        done = subprocess.run([opener, what], stdin=subprocess.DEVNULL, capture_output=True, timeout=SECONDS,
                              check=False)  # fmt: skip
    except subprocess.TimeoutExpired:  # without a desktop's own opener xdg-open lasts as long as the mail program does
        return True
    except OSError:
        return False
    return done.returncode == 0
