"""Handles seats that letters do not reach: tells the moderator once, and does not count them as silent.

If a letter comes back, or no server takes it, its reader may not know what is asked. The first phase that would be run
without them waits for the moderator. The decision then holds for later phases, so a mailbox that is gone for good does
not stop a game twice. Anybody can forge such a report: it changes who is asked, and nothing of what is played.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta

from pbem.base.clock import parse_time, show_time
from pbem.mail.delivery import Deliveries, Delivery, State
from pbem.match import wording
from pbem.match.folder.office import Office
from pbem.match.post import alarms
from pbem.match.post.addresses import Place, named, on_file, team_of, written_to
from pbem.match.post.send_outbox import deliveries
from pbem.match.post.unsent import SENT, delivered
from pbem.trust.record import layout

LOST = (State.BOUNCED, State.REFUSED)
#: A seat that is cut off, writes and is cut off again is reported once in this time.
QUIET = timedelta(days=7)


def came_back(office: Office, ledger: Deliveries, place: Place, address: str) -> list[Delivery]:
    """Lists the letters that failed at an address since its seat last sent orders."""
    since = last_orders(office, place.seat)
    return [
        each for each in ledger.all.values()
        if (each.seat, each.to) == (place.seat, address) and each.state in LOST
        and (since is None or came(each) >= since)
    ]  # fmt: skip


def came(lost: Delivery) -> datetime:
    """When it was said of a letter that it did not arrive."""
    return lost.since or lost.queued


def last_orders(office: Office, seat: str) -> datetime | None:
    """When a seat last sent any."""
    locks = office.record.ledger.entries("lock", seat=seat) if office.desk.has(layout.LEDGER) else ()
    return parse_time(locks[-1].t) if locks else None


def attend(office: Office) -> bool:
    """Note which seats are cut off and tell the moderator of new ones; returns whether anything is new."""
    before = office.book.unreached
    if not before and not any(each.state in LOST for each in delivered(office.desk.root / SENT)):
        return False
    ledger, office.book.unreached = deliveries(office.desk.root), {}
    for place, address in written_to(office):
        noted = before.get(str(place), {})
        known = noted if noted.get("address") == address else {}
        lost = came_back(office, ledger, place, address)
        if lost or known:
            office.book.unreached[str(place)] = note(office, place, address, lost, known)
    return office.book.unreached != before


def untold(office: Office, ledger: Deliveries) -> bool:
    """Tells if a letter has come back or was refused and a run has to note it. Such a run is due at once."""
    if not any(each.state in LOST for each in ledger.all.values()):
        return False
    for place, address in written_to(office):
        lost = came_back(office, ledger, place, address)
        if lost and noted_at(office, place, address).get("letter") != lost[-1].name:
            return True
    return False


def note(office: Office, place: Place, address: str, lost: Sequence[Delivery], known: dict[str, str]) -> dict[str, str]:
    """Builds the note about a seat that is or was cut off.

    `since` is empty once the seat is within reach again; an earlier decision of the moderator does not cover the next
    time.
    """
    if not lost:
        return {**known, "since": ""}
    newest, since = lost[-1], min(map(came, lost))
    told = known.get("told", "")
    kept = {name: value for name, value in known.items() if name != "let" or parse_time(value) >= since}
    fresh = {**kept, "address": address, "since": show_time(since), "letter": newest.name, "why": newest.text}
    if not told or (not known["since"] and office.now > parse_time(told) + QUIET):
        tell(office, place, fresh)
        told = office.t
    return {**fresh, "told": told}


def tell(office: Office, place: Place, noted: dict[str, str]) -> None:
    """The notice to the moderator."""
    fields = office.book.draft
    who = named(office, place)
    asked = f'"{named(office, Place(place.seat))}" NEW' + (f" --member {place.number}" if place.number else "")
    text = wording.UNREACHED.format(who=who, asked=asked, title=fields["title"], **noted)
    text += wording.NOT_SILENT.format(who=who) if place.seat in office.book.addresses else ""
    subject = f"{fields['game']}: letters to {who} come back"
    alarms.tell(office, f"unreached-{place.seat}", subject, text)


# ----------------------------------------------------------------------------------------- what that means for a phase
def cut_off(office: Office, seats: Sequence[str]) -> list[str]:
    """Those of these seats nobody of whom can be reached, and about whom the moderator has decided nothing yet."""
    return [seat for seat in seats if all(is_cut_off(office, place) for place in team_of(office, seat))]


def is_cut_off(office: Office, place: Place) -> bool:
    """Tells if letters to this place come back and the moderator has not decided yet."""
    noted = noted_at(office, place, on_file(office, place))
    return bool(noted) and "let" not in noted


def noted_at(office: Office, place: Place, address: str) -> dict[str, str]:
    """Reads the note about letters that fail at this address; empty where they arrive."""
    noted = office.book.unreached.get(str(place), {})
    return noted if noted.get("since") and noted["address"] == address else {}


def let_go(office: Office, seats: Sequence[str]) -> None:
    """The moderator has had a phase run all the same: from here on they count like anybody who is silent."""
    for seat in cut_off(office, seats):
        for place in team_of(office, seat):
            office.book.unreached[str(place)]["let"] = office.t


def undecided(office: Office) -> list[str]:
    """Those who are cut off and about whom the moderator has decided nothing."""
    found = [(place, noted_at(office, place, address)) for place, address in written_to(office)]
    return [f"{named(office, place)} at {noted['address']} come back: {noted['why']} (see 'pbem address')"
            for place, noted in found if noted and "let" not in noted]  # fmt: skip


def shown(office: Office) -> list[str]:
    """Those who are cut off, for `pbem status`."""
    found = [(place, noted_at(office, place, address)) for place, address in written_to(office)]
    return [
        f"{named(office, place)} at {noted['address']} since {noted['since']}: {noted['why']} (see 'pbem address')"
        for place, noted in found if noted
    ]  # fmt: skip
