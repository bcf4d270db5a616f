"""Delivery reports: which of our letters did not arrive, and whether it may yet (RFC 3464, or prose)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any

from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.mail import mime

if TYPE_CHECKING:
    from email.message import Message

MESSAGE_ID = pattern(r"<[!-;=?-~]{1,250}>")
STATUS = pattern(r"\b([245])\.\d{1,3}\.\d{1,3}\b")
#: A report in prose that says so will be followed by another; one that says that nobody tries any more will not.
PASSING = pattern(r"will (?:keep|continue) trying|delayed|temporar|mailbox (?:is )?full|over quota", re.IGNORECASE)
IN_PROSE = pattern(
    r"qmail-send program|could not be delivered|undeliver|delivery (?:has )?failed|returned to sender|was not delivered"
    r"|permanent (?:fatal )?error|following address(?:es)? failed|unzustellbar|no se ha podido entregar"
    r"|unable to deliver|nicht zugestellt",
    re.IGNORECASE,
)  # fmt: skip
GIVEN_UP = pattern(
    r"i've given up|not going to try again|retry timeout exceeded|(?:delivery time|message) expired", re.IGNORECASE
)
#: Microsoft's servers give each letter an id of their own, and keep ours here.
KEPT_ID = "x-microsoft-original-message-id"
MOST_TEXT = 20_000
REPORT = "multipart/report"
MOST_REPORTS = 50


@dataclass(frozen=True, slots=True)
class Bounce:
    """One recipient whom one letter did not reach.

    `permanent` means that nobody tries any more to deliver it. `written_to` is the address that the letter was sent to,
    if the report says that it led to another one.
    """

    message_id: str
    recipient: str
    permanent: bool
    status: str
    text: str
    written_to: str = ""


def is_report(message: Message[Any, Any]) -> bool:
    """A letter that says of itself that it reports on another: on its delivery, or on its having been opened."""
    return mime.kind_of(message) == REPORT


def bounces(message: Message[Any, Any]) -> tuple[Bounce, ...]:
    """Reads the failures that a delivery report lists; returns nothing for any other letter."""
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
    return [part for part in payload if not isinstance(part, str)] if isinstance(payload, list) else []


def groups_of(part: Message[Any, Any]) -> Iterator[Message[Any, Any]]:
    """The groups of fields of a delivery status; the first is about the letter, the others about a recipient each."""
    return (group for group in parts_of(part) if mime.header(group, "action"))


def of_group(group: Message[Any, Any], original: str) -> Bounce | None:
    """Reads one group of a report; a delivery that went well is no bounce."""
    action = mime.header(group, "action").strip().lower()
    if action not in ("failed", "delayed"):
        return None
    status = mime.shown(mime.header(group, "status"), 12)
    final, written_to = (address_in(group, name) for name in ("final-recipient", "original-recipient"))
    text = mime.shown(mime.header(group, "diagnostic-code")) or action
    # RFC 3464 2.3.3: "failed" is final. A full mailbox or a dead host has 4.x.x then as well, after days of trying.
    return Bounce(original, final or written_to, action == "failed", status, text, written_to)


def address_in(group: Message[Any, Any], name: str) -> str:
    """The address in a field of a group, behind its kind; some put it into brackets."""
    return mime.shown(mime.header(group, name).rpartition(";")[2].strip(" \t<>"))


def original_id(parts: list[Message[Any, Any]]) -> str:
    """The Message-ID of the letter that is sent back, whole or by its headers."""
    for part in parts:
        kind = mime.kind_of(part)
        if kind in ("message/rfc822", "message/global"):
            for inner in parts_of(part):
                return first_id(mime.header(inner, KEPT_ID) or mime.header(inner, "message-id"))
        if kind in ("text/rfc822-headers", "message/global-headers"):
            text = mime.content(part)[:MOST_TEXT].decode("latin-1")
            lines = (rf"^{name}:\s*(<[^>\s]{{1,250}}>)" for name in (KEPT_ID, "message-id"))
            found = (re.search(line, text, re.IGNORECASE | re.MULTILINE) for line in lines)
            return next((each[1] for each in found if each), "")
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
    passing = PASSING.search(text) or (status is not None and status[1] != "5")
    permanent = not passing or GIVEN_UP.search(text) is not None
    for found in dict.fromkeys(ours.findall(text)):
        yield Bounce(found, "", permanent, status[0] if status else "", "a report in prose")
