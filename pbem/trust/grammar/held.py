"""Compares the letters that a reader holds with a record: C1 and C7 of docs/protocol.md, section 16.

Everybody gets every lock and every opening. Readers who keep them, each under its hash, can see what a record leaves
out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.files import read_file
from pbem.base.records import dataclass
from pbem.trust.folder.read_folder import Folder
from pbem.trust.grammar.verdict import Event
from pbem.trust.orders.envelope import MOST_BYTES, Envelope, identity_faults, parse_envelope, signature_faults
from pbem.trust.orders.second_letter import Open, check_open, parse_open
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.people.rotation import tenures
from pbem.trust.record import layout
from pbem.trust.record.ledger import Ledger, parse_ledger

#: How the files of `held/` end: a lock with its signature and seal, an opening, the signature under an opening.
LOCK_END, OPEN_END, SIGNATURE_END = ".pbem", ".open", ".open.sig"


@dataclass(frozen=True, slots=True)
class Held:
    """A well-signed letter that somebody holds."""

    letter: Envelope | Open

    @property
    def digest(self) -> str:
        """Returns its hash, by which the ledger and a `missing` line name it."""
        return self.letter.lock.sha256 if isinstance(self.letter, Envelope) else self.letter.sha256

    @property
    def seat(self) -> str:
        """Returns the seat that wrote the letter."""
        return self.letter.lock.seat if isinstance(self.letter, Envelope) else self.letter.seat

    @property
    def phase(self) -> str:
        """The phase it is for."""
        return self.letter.lock.phase if isinstance(self.letter, Envelope) else self.letter.phase

    @property
    def kind(self) -> str:
        """Returns the kind of letter, for people."""
        return "lock" if isinstance(self.letter, Envelope) else "opening"


def held_lock(data: bytes, charters: Iterable[Charter]) -> Held | None:
    """A lock, if it is of this game and signed by its seat's key of some time."""
    try:
        envelope = parse_envelope(data)
    except PbemError:
        return None
    for charter in charters:
        of_game = not list(identity_faults(envelope.lock, charter))
        if of_game and not signature_faults(envelope, charter.seat(envelope.lock.seat)):
            return Held(envelope)
    return None


def held_open(data: bytes, armour: bytes, charters: Iterable[Charter]) -> Held | None:
    """An opening, if it is of this game and signed by its seat's key of some time."""
    for charter in charters:
        try:
            opened = parse_open(data)
            check_open(data, armour, charter, phase=opened.phase, attempt=opened.attempt, lock=opened.lock)
        except PbemError:
            continue
        return Held(opened)
    return None


def held_in(folder: Path, charters: Iterable[Charter]) -> Iterator[Held]:
    """The letters of a folder, in the order of their names; what is none of this game is passed over."""
    versions = tuple(charters)
    found = (held_at(path, versions) for path in sorted(folder.iterdir()))
    yield from (each for each in found if each is not None)


def held_at(path: Path, charters: Iterable[Charter]) -> Held | None:
    """The letter of a file; None for another file, and for one that is not well-signed."""
    if path.name.endswith(LOCK_END):
        return held_lock(read_file(path, MOST_BYTES), charters)
    if path.name.endswith(OPEN_END) and path.with_name(f"{path.name}.sig").is_file():
        return held_open(read_file(path, MOST_BYTES), read_file(path.with_name(f"{path.name}.sig")), charters)
    return None


def on_record(ledger: Ledger) -> frozenset[str]:
    """The hashes of the letters that a ledger has: locks, openings, strays."""
    named = {"lock": "lock", "open": "sha256", "stray": "sha256"}
    return frozenset(str(entry.get(named[entry.kind])) for entry in ledger if entry.kind in named)


def not_on_record(held: Iterable[Held], ledger: Ledger) -> list[Held]:
    """Returns the held letters that are not on record, without locks that their seat replaced by a counted one."""
    known = on_record(ledger)
    newest: dict[tuple[str, str, int], int] = {}
    for entry in ledger.entries("lock"):
        key = (entry.text("seat"), entry.text("phase"), entry.number("attempt"))
        newest[key] = max(newest.get(key, 0), entry.number("seq"))
    return [each for each in held if each.digest not in known and not replaced(each, newest)]


def replaced(held: Held, newest: dict[tuple[str, str, int], int]) -> bool:
    """Tells if a later lock of the seat for the same attempt is on record."""
    if not isinstance(held.letter, Envelope):
        return False
    lock = held.letter.lock
    return newest.get((lock.seat, lock.phase, lock.attempt), 0) > lock.seq


def missing_here(folder: Folder, held: Path) -> list[Event]:
    """E8 in the reader's own words: what they hold, and a record lacks. Only a receipt against a record is a fault."""
    try:
        charter = parse_charter(folder.read(layout.CHARTER), layout.CHARTER)
        ledger = parse_ledger(folder.read(layout.LEDGER), layout.LEDGER)
        charters = tenures(charter, ledger, folder.read).charters
    except PbemError:
        return []  # the folder's own faults say so
    return [
        Event("E8", f"you hold the {each.kind} {each.digest} of '{each.seat}', which is not on record", each.phase,
              each.seat, line=len(ledger) - 1)
        for each in not_on_record(held_in(held, charters), ledger)
    ]  # fmt: skip
