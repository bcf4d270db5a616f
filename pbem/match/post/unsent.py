"""Letters that could not be sent before a newer result was there: the result brings them, and they go no more.

Every letter holds its own part of the public record, and its own sealed report, so a newer one alone never replaces an
older one: without the older part the record does not hold at its reader's. The result therefore carries the unsent
letters whole, as they would have come, and its reader opens them first. A letter is cancelled only by one that holds
its very bytes.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.base.counting import counted
from pbem.base.files import read_file, read_once, stamp_of
from pbem.base.records import replace
from pbem.mail.mime import BROUGHT
from pbem.match import wording
from pbem.match.folder.vault import Desk
from pbem.match.post.game_letter import Letter, Received, parse_letter
from pbem.trust.record import layout

if TYPE_CHECKING:
    from pbem.mail.delivery import Deliveries, Delivery

#: Where the delivery ledger of a game lies.
SENT = "sent"
JOURNAL, LETTERS = "deliveries.jsonl", "letters"
#: How the name of an order in the outbox ends that letters are to be sent again.
AGAIN = ".again"
#: What a result brings at most; beyond that the older letters go by themselves, in their order. In base64 it is a third
#: more, and with the result's own files it has to stay below the 10,240,000 bytes that Postfix takes where nobody says
#: otherwise: what is too large for a server would take all that it brings with it.
MOST_BYTES = 5 * 1024 * 1024


def unsent(desk: Desk, seat: str, address: str) -> dict[str, bytes]:
    """The letters to a seat that wait in the delivery ledger, and those written since; none where they are too many.

    Where the ledger holds none, mail is going out, and what lies in the outbox will go by itself.
    """
    ledger = desk.root / SENT
    waiting = [each for each in delivered(ledger) if each.state.waits and (each.seat, each.to) == (seat, address)]
    found = {f"{each.name}.eml": read_file(ledger / LETTERS / f"{each.name}.eml") for each in waiting}
    if found:
        found = written_since(desk, seat, address) | found
    return found if sum(map(len, found.values())) <= MOST_BYTES else {}


def delivered(ledger: Path) -> tuple[Delivery, ...]:
    """The letters of a delivery ledger, for who only looks at them: a run does at its start, and a result to each seat.

    The ledger is read again only where it has changed.
    """
    return delivered_at(ledger, stamp_of(ledger / JOURNAL))


@lru_cache(maxsize=1)
def delivered_at(ledger: Path, stamp: object) -> tuple[Delivery, ...]:
    """The letters of a delivery ledger as it is at this stamp."""
    from pbem.mail.delivery import Deliveries  # players read letters without what sends them

    return tuple(Deliveries(ledger).all.values())


def written_since(desk: Desk, seat: str, address: str) -> dict[str, bytes]:
    """The letters to a seat at this address that lie in the outbox."""
    names = [name for name in in_outbox(desk, ".eml") if name[6:].startswith(f"{seat}-")]
    letters = {name: desk.read(f"outbox/{name}") for name in names}
    return {name: data for name, data in letters.items() if f"\r\nTo: {address}\r\n".encode() in data[:2000]}


def in_outbox(desk: Desk, ending: str) -> list[str]:
    """The names of what waits in the outbox, on the disk or about to be."""
    staged = (name.removeprefix("outbox/") for name in desk.staged if name.startswith("outbox/"))
    on_disk = (path.name for path in (desk.root / "outbox").iterdir())
    return sorted(name for name in {*staged, *on_disk} if name.endswith(ending) and not name.startswith("."))


def with_unsent(desk: Desk, seat: str, letter: Letter) -> Letter:
    """A result with all that its reader has been waiting for."""
    older = unsent(desk, seat, letter.to)
    if not older:
        return letter
    words = f"{letter.text.rstrip()}\n\n{wording.EARLIER.format(letters=counted(len(older), 'earlier letter'))}"
    return replace(letter, text=words, parts={**letter.parts, **renumbered(older)})


def renumbered(older: Mapping[str, bytes]) -> dict[str, bytes]:
    """Letters counted anew for their reader: their own numbers would tell how many letters others were sent."""
    return {f"{number:05d}{name[5:]}": older[name] for number, name in enumerate(sorted(older), 1)}


def brought(parts: Mapping[str, bytes]) -> dict[str, bytes]:
    """The letters that a letter brings, in the order they were written."""
    return {name: parts[name] for name in sorted(parts) if BROUGHT.fullmatch(name)}


def letters_within(received: Received) -> Iterator[Received]:
    """The same, read."""
    for name, data in brought(received.parts).items():
        yield parse_letter(data, name)


def outdated(public: Path, fresh: Mapping[str, bytes]) -> bool:
    """Tells if a parcel shows an earlier part of the ledger than its reader holds: the letter came late, or again."""
    ledger, held = fresh.get(layout.LEDGER), public / layout.LEDGER
    if ledger is None or not held.is_file():
        return False
    known = read_once(held)
    return len(ledger) < len(known) and known.startswith(ledger)


def overtaken(ledger: Deliveries, inside: Mapping[str, bytes]) -> list[str]:
    """Which letters of the ledger are among a new one's files byte for byte, and so superfluous."""
    held = set(brought(inside).values())
    waiting = [each.name for each in ledger.all.values() if held and each.state.waits]
    return [name for name in waiting if read_file(ledger.letters / f"{name}.eml") in held]
