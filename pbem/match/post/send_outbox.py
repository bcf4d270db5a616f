"""Sends letters from the outbox through the delivery ledger in sent/, and notes what became of each.

A letter leaves the outbox once it stands in the ledger, and the ledger once it is handed over; killed in between, both
are done again. What a newer result has in it is cancelled when that is queued (overtaken.py).
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pbem.base import clock, files
from pbem.base.errors import PbemError
from pbem.mail import mime
from pbem.mail.delivery import Deliveries, Delivery, State, address_of, summary
from pbem.match.folder.kinds import PRIVATE, Sort, expect
from pbem.match.folder.process_lock import hold
from pbem.match.post.games_named import reach
from pbem.match.post.unsent import AGAIN, SENT, overtaken
from pbem.trust.orders.envelope import parse_envelope
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.record import layout
from pbem.trust.record.ledger import parse_ledger

if TYPE_CHECKING:
    from pbem.mail.bounce import Bounce
    from pbem.match.post.transports import WayOut

OUTBOX = "outbox"
HANDED = "given to the new moderator with the game, who sends it"


def deliveries(root: Path) -> Deliveries:
    """The delivery ledger of a game, for who holds its folder. The time of the outbox tells of every change in it."""
    return Deliveries(root / SENT, root / OUTBOX)


@contextmanager
def at_counter(root: Path) -> Iterator[Deliveries]:
    """The delivery ledger, held, with all in it that waits in the outbox."""
    expect(root, Sort.DESK)
    with hold(root / PRIVATE):
        yield deliveries(root)


def send(root: Path, way: WayOut, now: Callable[[], datetime] = clock.now) -> list[Delivery]:
    """Send every letter whose time has come; each as it is afterwards."""
    with at_counter(root) as ledger:
        gather(root, ledger, now())
        acknowledge(root, ledger, now())
        waiting = ledger.waiting(now())
        if not waiting:
            return []
        names = {each.message_id: each.name for each in ledger.all.values()}
        return ledger.send_waiting(way.outlet(sender_of(ledger, waiting[0]), names), now)


def deliver(root: Path, target: Path) -> list[str]:
    """Every waiting letter into a folder or Maildir; the names of those delivered."""
    from pbem.match.post.transports import WayOut

    done = send(root, WayOut(str(target), {}))
    return [f"{each.name}.eml" for each in done if each.state is State.HANDED_OVER]


def resend(root: Path, name: str, now: datetime) -> Delivery:
    """Queue a letter again that somebody misses; the next one says in its subject that it comes again."""
    with at_counter(root) as ledger:
        gather(root, ledger, now)
        return ledger.resend(name.removesuffix(".eml"), now)


def gather(root: Path, ledger: Deliveries, now: datetime) -> None:
    """The outbox into the ledger, by number; then what is asked for again."""
    from pbem.mail.letter import read_letter

    paths = sorted((root / OUTBOX).glob("*.eml"))
    charter = charter_at(root) if paths else None
    for path in paths:
        data = files.read_file(path)
        inside = {file.name: file.data for file in read_letter(data).files}
        seat, kind = seat_and_kind(charter.seat_names if charter else (), path.stem)
        told = {"game": charter.game if charter else "", "seat": seat, "kind": kind, "reaches": reach(inside)}
        ledger.queue(path.stem, data, now, replaces=overtaken(ledger, inside), **told)
        path.unlink(missing_ok=True)
    for path in sorted((root / OUTBOX).glob(f"*{AGAIN}")):
        carry_out(ledger, json.loads(files.read_file(path)), now)
        path.unlink(missing_ok=True)


def carry_out(ledger: Deliveries, order: Mapping[str, Any], now: datetime) -> None:
    """Carries out an order about letters that were written before (outbox.again, .recall, .hand_on). Twice is as good
    as once. It passes over a letter that somebody has deleted, or no letter would go out any more.
    """
    for name in order.get("letters", ()):
        if name in ledger.all:
            ledger.resend(name, now, order["to"])
    for name in order.get("recalled", ()):
        if name in ledger.all and ledger.all[name].state is not State.SUPERSEDED:
            ledger.note("superseded", name, now, text="recalled, and written anew")
    for each in list(ledger.all.values()):
        if "handed" in order and each.state.waits and number_of(each.name) <= int(order["handed"]):
            ledger.note("superseded", each.name, now, text=HANDED)
        elif "taken_back" in order and each.text == HANDED:
            ledger.resend(each.name, now)


def number_of(name: str) -> int:
    """The number of a letter by its name (outbox.post); 0 for one that the moderator has put there."""
    number = name.partition("-")[0]
    return int(number) if number.isascii() and number.isdigit() else 0


def seat_and_kind(known: Sequence[str], name: str) -> tuple[str, str]:
    """Reads from a letter's name (outbox.post) whose it is, and its kind with its number."""
    number, _, rest = name.partition("-")
    seats = [seat for seat in known if rest.startswith(f"{seat}-")]
    seat = max(seats, key=len) if seats else rest.partition("-")[0]
    return seat, f"{rest.removeprefix(f'{seat}-')} {number}"


def charter_at(root: Path) -> Charter | None:
    """The charter, once it has been drawn up."""
    path = root / layout.CHARTER
    return parse_charter(files.read_file(path), layout.CHARTER) if path.is_file() else None


def acknowledge(root: Path, ledger: Deliveries, now: datetime) -> None:
    """Note which letters reached a seat: its newest lock says how much of the ledger its player has seen."""
    if not (root / layout.LEDGER).is_file():
        return
    record = parse_ledger(files.read_once(root / layout.LEDGER), layout.LEDGER)
    newest = {entry.text("seat"): entry for entry in record.entries("lock")}
    charter = charter_at(root)
    for seat, entry in sorted(newest.items()):
        path = root / layout.lock_file(seat, layout.occasion_of(entry), entry.number("seq"))
        seen = parse_envelope(files.read_file(path), path.name).lock.seen if path.is_file() else None
        if seen:
            ledger.acknowledge(charter.game if charter else "", seat, seen[0], now)


def sender_of(ledger: Deliveries, delivery: Delivery) -> str:
    """Returns the sender on the letters: the moderator's address, where bounces go."""
    head = mime.open_head(files.read_file(ledger.letters / f"{delivery.name}.eml"))
    return address_of(mime.header(head, "from"))


def note_bounces(root: Path, bounces: tuple[Bounce, ...], now: datetime) -> list[str]:
    """Notes what mail servers report about our letters, and returns it in words."""
    if not bounces:
        return []
    ledger = deliveries(root)
    marked = [found for bounce in bounces if (found := ledger.bounced(bounce, now)) is not None]
    return [f"{each.name} did not reach {each.to}: {each.text}" for each in marked]


def tally(root: Path) -> dict[str, object]:
    """Counts the letters at each stage and names those that failed; empty if nothing was ever sent."""
    try:
        ledger = deliveries(root)
    except PbemError as error:
        return {"post": error.faults[0].message}
    waits = len(list((root / OUTBOX).glob("*.eml")))
    counts = {state: count for state, count in summary(ledger.all.values()).items() if count}
    counts["queued"] = counts.get("queued", 0) + waits
    lost = (State.BOUNCED, State.REFUSED)
    failed = [f"{each.name} to {each.to}: {each.text}" for each in ledger.all.values() if each.state in lost]
    return {"post": {state: count for state, count in counts.items() if count}, "undelivered": failed}
