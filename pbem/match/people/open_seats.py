"""Invites people to open seats: a person asks for one by letter, and has a week to accept.

The moderator offers them with `pbem new --seat SIDE=open`. An invitation that nobody answers lapses when another asks.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta

from pbem.base.clock import parse_time
from pbem.base.errors import Kind, bad
from pbem.mail.compose import address as mail_address
from pbem.match.folder.office import Office
from pbem.match.people.enrolment import ask
from pbem.match.post.addresses import Place, put_on_file
from pbem.trust.people.charter import MODERATOR

#: How long a seat is kept for the person who was invited to it.
KEPT = timedelta(days=7)


def still_open(offered: Mapping[str, str], now: datetime) -> list[str]:
    """The seats that may be asked for now; of each it is known since when it is kept for somebody, if it is."""
    return sorted(seat for seat, since in offered.items() if not since or now - parse_time(since) >= KEPT)


def offered_by(office: Office) -> dict[str, str]:
    """The open seats that nobody has accepted, with the time since which each is kept."""
    book = office.book
    if book.stage != "inviting":
        return {}
    return {seat: since for seat, since in book.offered.items() if seat not in book.joined}


def take_seat(office: Office, seat: str, address: str) -> None:
    """Invites somebody who has asked for a seat. Asking again sends the invitation again."""
    book, to = office.book, mail_address(address)
    offered = offered_by(office)
    free = still_open(offered, office.now)
    mine = [each for each, place in book.addresses.items() if each != MODERATOR and place.lower() == to.lower()]
    if mine and mine != [seat]:
        raise bad(f"you have been invited to play {mine[0]} in this game", kind=Kind.ILLEGAL)
    if seat not in (free if mine != [seat] else offered):
        hint = f"open seats: {', '.join(free)}" if free else "no seat of this game is open"
        raise bad(f"'{seat}' is not an open seat", hint=hint, kind=Kind.LATE)
    if to.lower() == book.addresses[MODERATOR].lower():
        raise bad("the game's own address plays no seat", kind=Kind.ILLEGAL)
    if mine != [seat]:
        put_on_file(office, Place(seat), to)
    book.offered[seat] = office.t
    ask(office, Place(seat))
    office.say(f"{seat} is asked for by {to}, who is invited to it")
