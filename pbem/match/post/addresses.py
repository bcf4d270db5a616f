"""Knows where the people of a game are written to: captains, the others of a team, observers.

A signed word can cost letters, so how often a day somebody may ask is counted here too.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

from pbem import strict_yaml
from pbem.base.clock import show_time
from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass
from pbem.match.folder.office import Office
from pbem.match.post import observers
from pbem.match.terms.papers import ADDRESSES
from pbem.trust.people.charter import MODERATOR
from pbem.trust.ssh import sshsig

DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Place:
    """Somebody at a seat: 0 is who plays it or leads its team, 1 and on are the others. Observers have a label each."""

    seat: str
    number: int = 0

    def __str__(self) -> str:
        return f"{self.seat} ({self.number})" if self.number else self.seat


def speaker(office: Office, seat: str, signature: bytes) -> Place:
    """Finds the member of a seat who signed; the caller has checked that it is one of them."""
    signer = sshsig.signer(signature)
    people = office.charter.seat(seat).people
    return Place(seat, next(number for number, keys in enumerate(people) if keys.ssh == signer))


def on_file(office: Office, place: Place) -> str:
    """The address of a place; empty where there is nobody."""
    fellows = office.book.fellows.get(place.seat, [])
    if place.number:
        return fellows[place.number - 1] if place.number <= len(fellows) else ""
    return office.book.addresses.get(place.seat, "")


def put_on_file(office: Office, place: Place, address: str) -> None:
    """Set another address for a place and remember the one before."""
    book = office.book
    book.former.setdefault(str(place), []).append(on_file(office, place))
    book.moves.pop(str(place), None)
    if place.number:
        book.fellows[place.seat][place.number - 1] = address
    else:
        book.addresses[place.seat] = address


def team_of(office: Office, seat: str) -> list[Place]:
    """All who sit at a seat."""
    return [Place(seat, number) for number in range(len(office.book.fellows.get(seat, ())) + 1)]


def players(office: Office) -> Iterator[tuple[Place, str]]:
    """Everybody who plays, with their address."""
    for seat in sorted(office.book.addresses):
        if seat != MODERATOR:
            yield from ((place, on_file(office, place)) for place in team_of(office, seat))


def written_to(office: Office) -> Iterator[tuple[Place, str]]:
    """Everybody whom letters go to: those who play, and who looks on."""
    yield from players(office)
    for number, observer in enumerate(observers.of(office), 1):
        yield Place(f"{observers.NAME}{number}"), observer["address"]


def addresses_paper(office: Office) -> dict[str, bytes]:
    """Writes the list of addresses, signed and numbered. Players send their orders to all of them."""
    office.book.lists += 1
    known = [{"seat": who, "address": address} for who, address in sorted(office.book.addresses.items())]
    head = {"pbem": ADDRESSES, "game": office.charter.game, "number": office.book.lists}
    paper = {**head, "size": len(office.record.ledger), "addresses": known}
    data = strict_yaml.write(paper).encode()
    armour = sshsig.sign(office.ring.signer(), data, sshsig.namespace("amend"))
    return {"addresses.yaml": data, "addresses.yaml.sig": armour.encode("ascii")}


def named(office: Office, place: Place) -> str:
    """The name by which the moderator knows a place: observers go by their own names."""
    names = {f"{observers.NAME}{number}": str(each["name"]) for number, each in enumerate(observers.of(office), 1)}
    return names.get(place.seat, str(place))


def forget(office: Office, seat: str) -> None:
    """Drop the former player's addresses and wishes when a seat changes hands."""
    for kept in (office.book.moves, office.book.former, office.book.asked):
        for key in [key for key in kept if key == seat or key.startswith(f"{seat} (")]:
            del kept[key]


def allow(office: Office, place: Place, wish: str, most: int) -> int:
    """Count a wish that costs letters; the how manieth within a day this one is."""
    since = show_time(office.now - DAY)
    recent = [[at, each] for at, each in office.book.asked.get(str(place), ()) if at > since]
    count = sum(each == wish for _, each in recent) + 1
    if count > most:
        raise bad(
            f"{place} has asked for {wish} {most} times within a day, the most there are",
            kind=Kind.LATE,
            hint="try again tomorrow; meanwhile the moderator can help",
        )
    office.book.asked[str(place)] = [*recent, [office.t, wish]]
    return count
