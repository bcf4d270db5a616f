"""Delivery reports: which of our letters did not arrive, and whether it may yet (RFC 3464, or prose)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message
from itertools import islice
from typing import Any

from pbem.mail import mime

MESSAGE_ID = re.compile(r"<[!-;=?-~]{1,250}>")
STATUS = re.compile(r"\b([245])\.\d{1,3}\.\d{1,3}\b")
#: A mailbox that is full or a host that is down may come back; an address that does not exist will not.
PASSING = re.compile(r"will (?:keep|continue) trying|delayed|temporar|mailbox (?:is )?full|over quota", re.IGNORECASE)
IN_PROSE = re.compile(
    r"qmail-send program|could not be delivered|undeliver|delivery (?:has )?failed|returned to sender|was not delivered"
    r"|permanent (?:fatal )?error|following address(?:es)? failed|unzustellbar|no se ha podido entregar",
    re.IGNORECASE,
)  # fmt: skip
MOST_TEXT = 20_000
REPORT = "multipart/report"
MOST_REPORTS = 50


@dataclass(frozen=True, slots=True)
class Bounce:
    """One recipient whom one letter did not reach."""

    message_id: str
    recipient: str
    permanent: bool
    status: str
    text: str


def is_report(message: Message[Any, Any]) -> bool:
    """A letter that says of itself that it reports on another: on its delivery, or on its having been opened."""
    return mime.kind_of(message) == REPORT


def bounces(message: Message[Any, Any]) -> tuple[Bounce, ...]:
    """What a delivery report says; nothing for any other letter."""
    if not is_report(message):
        return ()
    parts = parts_of(message)
    original = original_id(parts)
    told_of = (part for part in parts if mime.kind_of(part) == "message/delivery-status")
    groups = islice((group for part in told_of for group in groups_of(part)), MOST_REPORTS)
    found = [told for group in groups if (told := of_group(group, original)) is not None]
    return tuple(found)


def parts_of(message: Message[Any, Any]) -> list[Message[Any, Any]]:
    """The parts one level down; a report has no more."""
    payload = message.get_payload()
    return [part for part in payload if isinstance(part, Message)] if isinstance(payload, list) else []


def groups_of(part: Message[Any, Any]) -> Iterator[Message[Any, Any]]:
    """The groups of fields of a delivery status; the first is about the letter, the others about a recipient each."""
    return (group for group in parts_of(part) if mime.header(group, "action"))


def of_group(group: Message[Any, Any], original: str) -> Bounce | None:
    """What one group says; a delivery that went well is no bounce."""
    action = mime.header(group, "action").strip().lower()
    if action not in ("failed", "delayed"):
        return None
    status = mime.shown(mime.header(group, "status"), 12)
    address = mime.header(group, "final-recipient") or mime.header(group, "original-recipient")
    text = mime.shown(mime.header(group, "diagnostic-code")) or action
    permanent = action == "failed" and not status.startswith("4")
    return Bounce(original, mime.shown(address.rpartition(";")[2].strip()), permanent, status, text)


def original_id(parts: list[Message[Any, Any]]) -> str:
    """The Message-ID of the letter that is sent back, whole or by its headers."""
    for part in parts:
        kind = mime.kind_of(part)
        if kind in ("message/rfc822", "message/global"):
            for inner in parts_of(part):
                return first_id(mime.header(inner, "message-id"))
        if kind in ("text/rfc822-headers", "message/global-headers"):
            text = mime.content(part)[:MOST_TEXT].decode("latin-1")
            found = re.search(r"^message-id:\s*(<[^>\s]{1,250}>)", text, re.IGNORECASE | re.MULTILINE)
            return found[1] if found else ""
    return ""


def first_id(text: str) -> str:
    """The first message id in a header, or nothing."""
    found = MESSAGE_ID.search(text)
    return found[0] if found else ""


def prose_bounce(text: str, ours: re.Pattern[str]) -> Iterator[Bounce]:
    """The letters of ours that a report in prose quotes by their id."""
    text = text[:MOST_TEXT]
    if not IN_PROSE.search(text):
        return
    status = STATUS.search(text)
    permanent = not PASSING.search(text) and (status is None or status[1] == "5")
    for found in dict.fromkeys(ours.findall(text)):
        yield Bounce(found, "", permanent, status[0] if status else "", "a report in prose")
