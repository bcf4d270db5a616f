"""The common parts of a folder's checks: its files, the faults found, and a memory for repeated work."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from typing import Any, TypeVar

from pbem.base.errors import Fault, Kind, PbemError
from pbem.base.records import dataclass, field, replace
from pbem.trust.beacon.drand import Network
from pbem.trust.checks.settled import Settled
from pbem.trust.dice.seed import Link
from pbem.trust.folder.read_folder import Folder
from pbem.trust.people.charter import Charter
from pbem.trust.people.rotation import Tenures
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import Checkpoint
from pbem.trust.record.ledger import Entry, Ledger, by_kind

T = TypeVar("T")


class Memo:
    """A memory of results that depend only on arguments, for repeated checks of a growing folder.

    A refusal is remembered like a result. Without `keep` nothing is stored, and a folder of any size is checked in
    little memory.
    """

    __slots__ = ("_known", "keep")

    def __init__(self, *, keep: bool = True) -> None:
        self.keep = keep
        self._known: dict[Hashable, tuple[Any, PbemError | None]] = {}

    def of(self, work: Callable[..., T], *given: Hashable) -> T:
        """Returns or raises the work's result for these arguments."""
        if not self.keep:
            return work(*given)
        key = (work.__module__, work.__qualname__, *(named(one) for one in given))
        if key not in self._known:
            self._known[key] = outcome(work, given)
        result, error = self._known[key]
        if error is not None:
            raise type(error)(error.faults)
        found: T = result
        return found


def named(given: Hashable) -> Hashable:
    """Returns the key for an argument: for a charter, its bytes and the keys in force."""
    return (given.data, given.moderator, given.seats) if isinstance(given, Charter) else given


def outcome(work: Callable[..., T], given: tuple[Hashable, ...]) -> tuple[T | None, PbemError | None]:
    """A result, or a refusal."""
    try:
        return work(*given), None
    except PbemError as error:
        return None, error


@dataclass(slots=True)
class Audit:
    """One folder under examination."""

    folder: Folder
    memo: Memo
    networks: tuple[Network, ...] = ()
    faults: list[Fault] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    counts: dict[str, int] = field(default_factory=dict)
    known: set[str] = field(default_factory=set)
    present: frozenset[str] = frozenset()
    #: Checkpoints by their bytes: receipts repeat them, and each signature is checked once.
    signed: dict[bytes, Checkpoint] = field(default_factory=dict)
    #: The chain value each `lock` or `open` entry stands for, by its line.
    links: dict[int, Link] = field(default_factory=dict)
    #: Files that no entry commits to: stray ones, and free texts under public/.
    uncommitted: set[str] = field(default_factory=set)
    #: What an earlier check has settled, and that with what this one settles.
    settled: Settled = field(default_factory=Settled)
    newly: Settled = field(default_factory=Settled)
    #: Whether what is counted and noted now is counted and noted anew by every check.
    every_time: bool = False

    def __post_init__(self) -> None:
        self.present = frozenset(self.folder.names)
        self.counts = dict(self.settled.counts)
        self.notes = list(self.settled.notes)
        self.newly = self.settled.copy()

    def blame(self, file: str, message: str, **fields: Any) -> None:
        """Something does not match."""
        self.faults.append(Fault(message, file=file, kind=Kind.MISMATCH, **fields))

    def accept(self, faults: Iterable[Fault], file: str) -> None:
        """Faults somebody else found in this file; in a public folder each of them is a mismatch."""
        self.faults += (replace(fault, file=file, kind=Kind.MISMATCH) for fault in faults)

    def blame_entry(self, entry: Entry, message: str, **fields: Any) -> None:
        """An entry of the ledger does not match."""
        self.blame(layout.LEDGER, f"entry {entry.n} ({entry.kind}) {message}", line=entry.n + 1, **fields)

    def count(self, what: str, more: int = 1) -> None:
        """So many more of these were checked."""
        self.counts[what] = self.counts.get(what, 0) + more
        if not self.every_time:
            self.newly.counts[what] = self.newly.counts.get(what, 0) + more

    def note(self, text: str) -> None:
        """Something a reader should know, though nothing mismatches."""
        self.notes.append(text)
        if not self.every_time:
            self.newly.notes.append(text)

    @contextmanager
    def anew(self, anew: bool = True) -> Iterator[None]:
        """Marks checks that are made every time, whatever an earlier one has settled."""
        before, self.every_time = self.every_time, anew
        try:
            yield
        finally:
            self.every_time = before

    def under(self, folder: str) -> tuple[str, ...]:
        """The files of a folder of the record; names are sorted, and '0' follows '/'."""
        names = self.folder.names
        return names[bisect_left(names, f"{folder}/") : bisect_left(names, f"{folder}0")]

    def is_settled(self, entry: Entry) -> bool:
        """Tells if an earlier check has looked at this entry and its files."""
        return entry.n < self.settled.lines

    def read(self, name: str) -> bytes | None:
        """A file that will be checked; none, with a fault, if it cannot be read or mail changed its line ends."""
        self.known.add(name)
        if name not in self.present:
            return None
        try:
            data = self.folder.read(name)
        except PbemError as error:
            self.accept(error.faults, name)
            return None
        if b"\r" in data:
            line = data[: data.index(b"\r")].count(b"\n") + 1
            self.blame(name, "holds a carriage return", line=line, hint="public files are kept with LF line ends")
            return None
        return data

    def read_for(self, entry: Entry, name: str) -> bytes | None:
        """A file that an entry speaks of, and that must therefore be there."""
        if name not in self.present:
            self.known.add(name)
            self.blame_entry(entry, f"speaks of '{name}', which is missing")
        return self.read(name)

    def again(self, name: str) -> bytes | None:
        """A file that another check reads as well, and blames if need be."""
        try:
            return self.folder.read(name) if name in self.present else None
        except PbemError:
            return None

    def attempt(self, file: str, work: Callable[..., T], *given: Hashable) -> T | None:
        """Returns the work's result; if it refuses, adds its faults to the folder's and returns None."""
        try:
            return self.memo.of(work, *given)
        except PbemError as error:
            self.accept(error.faults, file)
            return None


@dataclass(slots=True)
class Game:
    """Charter and ledger of an audit, once both can be read."""

    charter: Charter
    ledger: Ledger
    entries: tuple[Entry, ...] = ()
    #: The same by their kinds, and of which entries that was made.
    kinds: dict[str, list[Entry]] = field(default_factory=dict)
    sorted_of: tuple[Entry, ...] = ()
    #: Whose keys count at which line, as far as replacements were found sound.
    tenures: Tenures = field(init=False)

    def __post_init__(self) -> None:
        self.entries = tuple(self.ledger)
        self.tenures = Tenures(self.charter)

    def of_kind(self, *kinds: str) -> list[Entry]:
        """The entries of these kinds, in their order."""
        if self.sorted_of is not self.entries:
            self.kinds, self.sorted_of = by_kind(self.entries), self.entries
        found = [entry for kind in kinds for entry in self.kinds.get(kind, ())]
        return sorted(found, key=lambda entry: entry.n) if len(kinds) > 1 else found


def hash_hex(data: bytes) -> str:
    """SHA-256, as the ledger writes it."""
    return sha256(data).hexdigest()
