"""Grammar 2: everybody's locks and openings that a player holds, and when each of them, and each line, came here.

`held/` in the player's folder has every well-signed letter under its hash, the player's own among them, and
`arrivals.txt` with the times. The record is held against them whenever a letter is opened (docs/protocol.md, 16).
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from pathlib import Path

from pbem.base.clock import parse_time, show_time
from pbem.base.errors import PbemError
from pbem.base.files import read_file, write_atomic
from pbem.base.records import dataclass, field, replace
from pbem.mail import mime
from pbem.mail.letter import date_told
from pbem.match.own_folder.player import ledger_of, tenures_of
from pbem.match.own_folder.public_files import Taken
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.post.game_letter import Received
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.checks.settled import Told
from pbem.trust.grammar.client import LOCK, Kept, Knowledge, kept_of
from pbem.trust.grammar.held import LOCK_END, OPEN_END, SIGNATURE_END, Held, held_at, held_lock, held_open
from pbem.trust.grammar.standing import walk_of
from pbem.trust.orders.account import Account, Seen, parse_seen
from pbem.trust.orders.envelope import Envelope, parse_envelope
from pbem.trust.people.charter import Tier
from pbem.trust.people.rotation import Tenures
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.record.ledger import Entry, Ledger

PLACE, ARRIVALS, SEEN_END, KEY_END = "held", "arrivals.txt", ".seen", ".key.age"
#: What a line of the file of arrivals is about: a letter, a line of the ledger, or something that was said once.
LETTER, LINE, TOLD = "letter", "line", "told"
#: Stands for a time that is filled in later.
NEVER = datetime(1, 1, 1, tzinfo=UTC)
#: Since when this folder has been there: a line of before may have come in time to another machine of the player.
SINCE, HERE = "since", "here"


@dataclass(slots=True)
class Arrivals:
    """The times at which letters and lines came, and what was said of them already."""

    path: Path
    known: dict[tuple[str, str], datetime] = field(default_factory=dict)

    @classmethod
    def of(cls, seat: Seat) -> Arrivals:
        """Those of a player's folder."""
        found = cls(seat.folder / PLACE / ARRIVALS)
        if found.path.is_file():
            for line in read_file(found.path).decode("ascii", "replace").splitlines():
                with suppress(ValueError, PbemError):
                    what, name, moment = line.split(" ")
                    found.known.setdefault((what, name), parse_time(moment))
        return found

    def note(self, what: str, names: Iterable[str], now: datetime) -> list[str]:
        """Notes what is not known yet; returns it."""
        fresh = [name for name in dict.fromkeys(names) if (what, name) not in self.known]
        for name in fresh:
            self.known[what, name] = now
        if fresh:
            lines = (f"{kind} {name} {show_time(moment)}\n" for (kind, name), moment in self.known.items())
            write_atomic(self.path, "".join(lines).encode("ascii"))
        return fresh

    def lines(self, ledger: Ledger) -> list[tuple[Entry, datetime]]:
        """The lines of a ledger whose arrival is known. Those of before this folder was made are left out."""
        since = self.known.get((SINCE, HERE))
        found = ((int(name), moment) for (what, name), moment in self.known.items() if what == LINE)
        return [(ledger[n], moment) for n, moment in found
                if n < len(ledger) and (since is None or parse_time(ledger[n].t) >= since)]  # fmt: skip


def arrived_at(received: Received, now: datetime) -> datetime:
    """Returns the time of a letter's arrival: the stamp of the reader's own mail server, else now."""
    if not received.letter.hops:
        return now
    stamp = mime.first_header(received.data, "received").rpartition(";")[2].strip()
    if (plain := date_told(stamp)) is not None:
        return plain if plain <= now else now
    from email.utils import parsedate_to_datetime

    with suppress(TypeError, ValueError, IndexError, OverflowError):
        found = parsedate_to_datetime(stamp)
        if found.tzinfo is not None and found <= now:
            return found.astimezone(UTC).replace(microsecond=0)
    return now


# ---------------------------------------------------------------------------------------------- letters are kept
def keep_letters(seat: Seat, parts: Mapping[str, bytes], arrived: datetime) -> list[Held]:
    """Keeps every well-signed lock and opening of this game among the files of a letter (C1); returns the new ones."""
    charters, arrivals = tenures_of(seat).charters, Arrivals.of(seat)
    found: list[Held] = []
    for name, data in parts.items():
        held: Held | None = None
        if name.endswith(LOCK_END):
            held = held_lock(data, charters)
        elif name.endswith(OPEN_END) and f"{name}.sig" in parts:
            held = held_open(data, parts[f"{name}.sig"], charters)
        if held is not None and not (seat.folder / PLACE / file_of(held)).is_file():
            keep(seat, held, parts.get(f"{name}.sig", b""), arrived, parts.get(f"{name}{KEY_END}", b""), arrivals)
            found.append(held)
    return found


def keep(
    seat: Seat, held: Held, armour: bytes, arrived: datetime, sealed_key: bytes = b"",
    arrivals: Arrivals | None = None,
) -> None:  # fmt: skip
    """One letter under its hash, and when it came, or for the player's own when it was first sent. The one-time key
    that lies beside it is sealed to the moderator, who needs it when the letter is mailed on."""
    place = seat.folder / PLACE
    if sealed_key:
        write_atomic(place / f"{file_of(held)}{KEY_END}", sealed_key)
    if armour:
        write_atomic(place / f"{held.digest}{SIGNATURE_END}", armour)
    (arrivals or Arrivals.of(seat)).note(LETTER, (held.digest,), arrived)
    write_atomic(place / file_of(held), held.letter.to_bytes())


def file_of(held: Held) -> str:
    """The name of a held letter's file."""
    return f"{held.digest}{LOCK_END if isinstance(held.letter, Envelope) else OPEN_END}"


def files_of(seat: Seat, digest: str) -> dict[str, bytes]:
    """A held letter as it is mailed on, by the names of its files."""
    place = seat.folder / PLACE
    ends = (LOCK_END, OPEN_END, SIGNATURE_END, f"{LOCK_END}{KEY_END}", f"{OPEN_END}{KEY_END}")
    return {f"{digest[:16]}{end}": read_file(place / f"{digest}{end}") for end in ends
            if (place / f"{digest}{end}").is_file()}  # fmt: skip


def note_lines(seat: Seat, arrivals: Arrivals, arrived: datetime) -> None:
    """Notes when the lines came that open phases or lock them (C6)."""
    ledger = ledger_of(seat)
    lines = sorted(entry.n for kind in ("phase", "locked") for entry in ledger.of_kind(kind))
    arrivals.note(LINE, map(str, lines), arrived)


def keep_seen(seat: Seat, word: bytes, digest: str) -> None:
    """A word of the player about what was seen; what it calls late is not said again."""
    write_atomic(seat.folder / PLACE / f"{digest}{SEEN_END}", word)


def own_words(seat: Seat) -> list[Seen]:
    """The words about what was seen that went from this folder."""
    place = seat.folder / PLACE
    paths = sorted(place.glob(f"*{SEEN_END}")) if place.is_dir() else []
    return [parse_seen(read_file(path)) for path in paths]


# ---------------------------------------------------------------------------------------------- what the program knows
def knowledge(seat: Seat, now: datetime, arrivals: Arrivals | None = None, taken: Taken | None = None) -> Knowledge:
    """The newest verified ledger, the letters held, and the clock. What has just been `taken` is not walked again."""
    tenures, ledger, place = tenures_of(seat), ledger_of(seat), seat.folder / PLACE
    charter, public = tenures.charter, seat.folder / PUBLIC

    def read(name: str) -> bytes:
        return read_file(public / name)

    def key_of(entry: Entry) -> str:
        name = layout.lock_file(entry.text("seat"), occasion_of(entry), entry.number("seq"))
        return parse_envelope(read(name), name).lock.key

    def root_at(size: int) -> str:
        return b64encode(ledger.root_at(size)).decode("ascii") if 0 <= size <= len(ledger) else ""

    network = charter.network((DEMO_NETWORK,)) if charter.tier is Tier.BEACON else None
    times = (arrivals or Arrivals.of(seat)).known
    listed = {} if taken is None else locks_on_record(ledger, taken.settled.letters)
    held = [replace(each, arrived=times.get((LETTER, each.digest), now)) for each in held_here(place, listed, tenures)]
    walk = taken.walk if taken is not None else None
    return Knowledge(walk or walk_of(charter, ledger, read, network), seat.seat, now, held, root_at, key_of)


def locks_on_record(ledger: Ledger, letters: Mapping[int, Told]) -> dict[str, tuple[Entry, Told]]:
    """The locks of a ledger, by their hash, whose letters a check has read: they are known from the record."""
    locks = ledger.of_kind("lock")
    return {entry.text("lock"): (entry, letters[entry.n]) for entry in locks if entry.n in letters}


def kept_on_record(entry: Entry, told: Told) -> Kept:
    """The facts of a lock that is on record."""
    size, root = told.account.seen if told.account else (0, "")
    return Kept(LOCK, entry.text("seat"), occasion_of(entry), entry.text("lock"), NEVER, told.link, size, root,
                entry.number("seq"), account=told.account)  # fmt: skip


def held_here(place: Path, listed: Mapping[str, tuple[Entry, Told]], tenures: Tenures) -> Iterator[Kept]:
    """The letters of a folder, in the order of their names; a lock that is on record is not read again."""
    for name in sorted(path.name for path in place.iterdir()) if place.is_dir() else ():
        if on_record := listed.get(name.removesuffix(LOCK_END)):
            yield kept_on_record(*on_record)
        elif found := held_at(place / name, tenures.charters):
            yield kept_of(found, NEVER)


def said_before(seat: Seat, known: Knowledge) -> list[Account]:
    """The accounts of the ledger in the player's own letters."""
    found = [each.account for each in known.own]
    return [account for account in (*found, *(word.account for word in own_words(seat))) if account]
