"""The last check of a record, kept between commands under a key that only its owner has.

What it settled holds for the ledger whose first bytes are the same, and for a folder that nobody has touched since, not
even to put the same bytes there once more. For any other, and after the program changed, it counts for nothing, and the
whole record is checked. So it can be lost, or be old, without harm. It cannot be made up either: all of it stands under
a code that takes the owner's key, and is not looked into before that holds. It is plain data.
"""

from __future__ import annotations

import hmac
import json
import os
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from functools import cache, lru_cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.base.errors import PbemError
from pbem.base.files import read_file, write_atomic
from pbem.base.records import dataclass, field, replace
from pbem.trust.checks.settled import Settled, Told
from pbem.trust.dice.seed import Link
from pbem.trust.orders.account import Account

#: The parts of the program that a verdict follows from, beside Python itself.
FOLLOWS_FROM = ("base", "strict_yaml", "schema", "trust")
PACKAGE = Path(__file__).parents[2]
LABEL = b"pbem-kept-check/1 "
MOST_BYTES = 32 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class KeptCheck:
    """The findings of a check, and the ledger and the folder that it was of."""

    #: How many bytes the ledger had, and their hash.
    length: int = 0
    ledger: str = ""
    #: The hash over names and marks of all files.
    folder: str = ""
    settled: Settled = field(default_factory=Settled)

    def for_record(self, ledger: bytes, marks: Mapping[str, str]) -> Settled:
        """Settles a record whose ledger has grown from this one, and whose folder is as it was."""
        if self.length and self.folder == hash_of(marks) and digest_of(ledger[: self.length]) == self.ledger:
            return replace(self.settled, files=frozenset(marks))
        return Settled()

    def edge_at(self, lines: int, ledger: bytes) -> tuple[bytes, ...] | None:
        """The edge of the tree over the first lines of a ledger; None where they are not the settled ones."""
        known = lines == self.settled.lines > 0 and digest_of(ledger[: self.length]) == self.ledger
        return self.settled.edge if known else None

    def to_bytes(self) -> bytes:
        """It as plain data."""
        kept = self.settled
        letters = [[line, *plain(told)] for line, told in kept.letters.items()]
        data = {
            "length": self.length, "ledger": self.ledger, "folder": self.folder, "lines": kept.lines,
            "edge": [peak.hex() for peak in kept.edge], "counts": kept.counts, "notes": kept.notes, "letters": letters,
            "seals": kept.seals, "behind": kept.behind, "digests": kept.digests,
        }  # fmt: skip
        return json.dumps(data, separators=(",", ":")).encode("ascii")


def of_record(settled: Settled, ledger: bytes, marks: Mapping[str, str]) -> KeptCheck:
    """Makes a note of a check of this ledger, whose folder has these marks now."""
    return KeptCheck(len(ledger), digest_of(ledger), hash_of(marks), settled)


def save(path: Path, key: bytes, kept: KeptCheck) -> None:
    """Keeps a check for the next command."""
    data = kept.to_bytes()
    if kept.settled.lines and len(data) <= MOST_BYTES:
        write_atomic(path, code_of(data, key) + b"\n" + data)


def kept_at(path: Path, key: bytes) -> KeptCheck:
    """The check that was kept in a file. One that is missing, of another key or of another program settles nothing."""
    with suppress(PbemError, OSError, ValueError):
        code, _, data = read_file(path, MOST_BYTES + 100).partition(b"\n")
        if hmac.compare_digest(code, code_of(data, key)):
            return from_bytes(data)
    return KeptCheck()


def plain(told: Told) -> tuple[Any, Any]:
    """The contents of a letter, as lists."""
    link, account = told.link, told.account
    seen = [account.size, account.root, account.at, account.missing, account.late] if account else None
    return [link.index, link.value] if link else None, seen


@lru_cache(maxsize=1)
def from_bytes(data: bytes) -> KeptCheck:
    """The check that a note holds; one letter asks for it more than once."""
    return from_plain(json.loads(data))


def from_plain(data: Mapping[str, Any]) -> KeptCheck:
    """The check that plain data stand for; the owner's code holds for them."""
    letters = {line: Told(Link(*link) if link else None, account_from(seen)) for line, link, seen in data["letters"]}
    settled = Settled(
        data["lines"], tuple(map(bytes.fromhex, data["edge"])), frozenset(), data["counts"], data["notes"], letters,
        data["seals"], data["behind"], data["digests"],
    )  # fmt: skip
    return KeptCheck(data["length"], data["ledger"], data["folder"], settled)


def account_from(seen: list[Any] | None) -> Account | None:
    """An account of the ledger from a list."""
    if seen is None:
        return None
    size, root, at, missing, late = seen
    return Account(size, root, at, tuple(missing), tuple((line, moment) for line, moment in late))


@lru_cache(maxsize=2)
def digest_of(ledger: bytes) -> str:
    """The hash of a ledger; a letter has the one before it and its own asked for several times."""
    return sha256(ledger).hexdigest()


# ---------------------------------------------------------------------------------------------------------------- marks
def hash_of(marks: Mapping[str, str]) -> str:
    """A hash over the names of files and their marks."""
    return sha256("\n".join(f"{name} {marks[name]}" for name in sorted(marks)).encode("utf-8", "replace")).hexdigest()


def marks_in(root: Path, names: Iterable[str]) -> dict[str, str]:
    """Files of a folder, each with its mark. They are asked for from within, where the system can: that is quicker."""
    within = os.open(root, os.O_RDONLY) if os.stat in os.supports_dir_fd else None
    before = f"{root}/" if within is None else ""
    try:
        return {name: mark_of(os.stat(f"{before}{name}", dir_fd=within)) for name in names}
    finally:
        if within is not None:
            os.close(within)


def mark_of(seen: os.stat_result) -> str:
    """A mark that a file loses when anybody writes it, or puts another in its place.

    The time of its last change is the system's own: who sets back the time of its content moves that one on.
    """
    return f"{seen.st_size} {seen.st_mtime_ns} {seen.st_ctime_ns} {seen.st_ino}"


def code_of(data: bytes, key: bytes) -> bytes:
    """The code over a kept check: of this key, this program and this Python."""
    return hmac.new(key, LABEL + program().encode() + b"\n" + data, sha256).hexdigest().encode("ascii")


@cache
def program() -> str:
    """A mark of the program by sizes and times of its files; a file that is installed anew changes it."""
    return sha256("\n".join([sys.version, *marks_of_program()]).encode()).hexdigest()


def marks_of_program() -> Iterator[str]:
    """A line for each file; all of them are asked in less than a millisecond."""
    for part in FOLLOWS_FROM:
        for folder, folders, files in os.walk(PACKAGE / part):
            folders.sort()
            for name in sorted(files):
                if name.endswith((".py", ".json", ".yaml", ".txt")):
                    seen = os.stat(f"{folder}/{name}")  # noqa: PTH116 - a hundred of them in each command
                    yield f"{folder}/{name} {seen.st_size} {seen.st_mtime_ns}"
