"""Observers: who gets the public reports, and nothing else; what they write is answered by saying so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.base.errors import Fault, Kind, PbemError, bad
from pbem.mail.compose import address as mail_address
from pbem.match import wording
from pbem.match.folder.office import Office
from pbem.match.post.game_letter import Letter
from pbem.match.post.outbox import post

NAME = "observer"


def of(office: Office) -> list[dict[str, Any]]:
    """The observers of the game's charter."""
    found: list[dict[str, Any]] = office.book.draft.get("people", {}).get("observers", [])
    return found


def tell(office: Office, kind: str, title: str, report: bytes) -> None:
    """The public report as the letter's text: no parcel, no file, nothing that is sealed."""
    for number, observer in enumerate(of(office), 1):
        words = wording.OBSERVED.format(name=observer["name"], report=report.decode("utf-8", "replace"))
        letter = Letter(mail_address(observer["address"]), f"{office.charter.game}: {title}", words)
        post(office, f"{NAME}{number}", kind, letter)


def writes(office: Office, senders: Iterable[str]) -> bool:
    """Tells if a letter comes from an observer's address and from no player."""
    playing = {address.lower() for address in office.book.addresses.values()}
    watching = {observer["address"].lower() for observer in of(office)}
    return any(sender.lower() in watching - playing for sender in senders)


def refusal() -> PbemError:
    """The one answer an observer gets."""
    hint = "orders count when they are signed by a seat; observers have none"
    return bad("observers read the public reports and send nothing", hint=hint, kind=Kind.ILLEGAL)


def faults(people: Mapping[str, Any]) -> list[Fault]:
    """Observers that cannot be written to, or would be written to twice."""
    seen: list[str] = []
    wrong: list[Fault] = []
    for observer in people.get("observers", ()):
        if observer["address"].lower() in seen:
            wrong.append(Fault(f"'{observer['address']}' observes twice", kind=Kind.ILLEGAL))
        seen.append(observer["address"].lower())
    return wrong
