"""Sources of letters: a Maildir, an mbox, a folder of files, standard input; imap.py has the network.

All give `(handle, bytes)` and wait for `done(handle)`. A letter that was not acknowledged comes again, so nothing is
lost if we stop between taking and filing it. The same letter twice changes nothing, because its hash is known.
"""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from io import BufferedIOBase
from pathlib import Path
from typing import BinaryIO, Protocol

from pbem.base import clock
from pbem.base.errors import Fault, Kind, PbemError, Waiting, bad
from pbem.base.files import appended, sync_folder
from pbem.base.patterns import pattern
from pbem.mail.mime import LIMITS

#: One byte more than a letter may have: enough for the reader to see that it is too large.
MOST_READ = LIMITS.size + 1
#: What procmail, postfix and exim take for 'keep the letter and try again' (sysexits.h, EX_TEMPFAIL).
TRY_AGAIN = 75


class Inbox(Protocol):
    """Letters that wait, and a way to say that one is safely ours."""

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """Every letter that waits, with a handle; oldest first as far as the box knows."""
        ...

    def done(self, handle: str) -> None:
        """The letter need not come again."""
        ...


def read_letter_file(path: Path) -> bytes | None:
    """The file's bytes up to the bound; nothing if somebody took it away meanwhile."""
    try:
        with path.open("rb") as stream:
            return stream.read(MOST_READ)
    except FileNotFoundError:
        return None
    except OSError as error:
        raise bad(f"cannot be read: {error.strerror}", file=str(path)) from None


def files_in(folder: Path) -> list[Path]:
    """The plain files of a folder by name; hidden ones are none of ours."""
    try:
        return sorted(path for path in folder.iterdir() if path.is_file() and not path.name.startswith("."))
    except OSError as error:
        raise bad(f"cannot be read: {error.strerror}", file=str(folder)) from None


def readable(paths: Iterable[Path]) -> Iterator[tuple[Path, bytes]]:
    """Every file that can be read; of one that cannot be, nothing is said before all others have been given."""
    wrong: PbemError | None = None
    for path in paths:
        try:
            data = read_letter_file(path)
        except PbemError as error:
            wrong = wrong or error
        else:
            if data is not None:
                yield path, data
    if wrong is not None:
        raise wrong


def moved(source: Path, target: Path) -> bool:
    """A file renamed; False where somebody has taken it away meanwhile."""
    try:
        source.replace(target)
    except FileNotFoundError:
        return False
    sync_folder(target.parent)
    return True


#: Maildir writes `name:2,flags`; Windows has no ':' in names.
INFO = ";2," if sys.platform == "win32" else ":2,"


def split_name(name: str) -> tuple[str, str]:
    """A letter's name in a Maildir and its flags; moved by hand it may have none."""
    bare, mark, flags = name.rpartition(INFO)
    return (bare, flags) if mark else (name, "")


class Maildir:
    """A Maildir: `new`, and what another program moved to `cur` without calling it seen."""

    def __init__(self, path: Path) -> None:
        if not all((path / name).is_dir() for name in ("new", "cur", "tmp")):
            raise bad("is no Maildir", file=str(path), hint="a Maildir has the folders new, cur and tmp")
        self.path = path

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """Returns new letters, then those that were moved but not seen."""
        unseen = (path for path in files_in(self.path / "cur") if "S" not in split_name(path.name)[1])
        for path, data in readable([*files_in(self.path / "new"), *unseen]):
            yield path.name, data

    def done(self, handle: str) -> None:
        """From `new` to `cur` with the flag S; done twice is done once."""
        name, flags = split_name(handle)
        target = self.path / "cur" / f"{name}{INFO}{''.join(sorted({*flags, 'S'}))}"
        for box in ("new", "cur"):
            source = self.path / box / handle
            if source != target and moved(source, target):
                sync_folder(source.parent)


class Folder:
    """A folder of letters as files; what is done moves into the folder `taken` inside it."""

    def __init__(self, path: Path, endings: tuple[str, ...] = (".eml",)) -> None:
        self.path, self.endings = path, endings

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """Every file with one of the endings, by name."""
        for path, data in readable(path for path in files_in(self.path) if path.suffix.lower() in self.endings):
            yield path.name, data

    def done(self, handle: str) -> None:
        """Aside, under a name that is free: a second letter of that name is another letter."""
        source = self.path / handle
        aside = self.path / "taken"
        aside.mkdir(exist_ok=True)
        if source.exists():
            target = aside / handle
            number = 1
            while target.exists():
                number += 1
                target = aside / f"{source.stem}.{number}{source.suffix}"
            moved(source, target)


class Pipe:
    """One letter on standard input, as procmail and .forward hand it over; the exit code acknowledges it."""

    def __init__(self, stream: BinaryIO | BufferedIOBase | None = None) -> None:
        self.stream = stream or sys.stdin.buffer

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """The one letter, if there is any."""
        data = self.stream.read(MOST_READ)
        if data.strip():
            yield "-", data

    def done(self, handle: str) -> None:
        """Does nothing: the caller keeps the letter until we leave with code 0 (else see TRY_AGAIN)."""


FROM_LINE = pattern(rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\n]*\n")
ESCAPED = pattern(rb"^>(>*From )", re.MULTILINE)
#: What mail programs write into the head of a letter in an mbox when somebody has looked at it, with lines that go on.
LOOKED_AT = pattern(
    rb"^(?:Status|X-Status|X-Keywords|X-UID|X-IMAP(?:base)?|X-Mozilla-(?:Status2?|Keys)|Content-Length|Lines):"
    rb"[^\n]*\n(?:[ \t][^\n]*\n)*",
    re.MULTILINE | re.IGNORECASE,
)
HEAD_END = pattern(rb"^\r?\n", re.MULTILINE)


class Mbox:
    """An mbox that is only read; a file of ours beside the game remembers the hashes of letters that were taken."""

    def __init__(self, path: Path, memory: Path) -> None:
        self.path, self.memory = path, memory

    def letters(self) -> Iterator[tuple[str, bytes]]:
        """Every letter that is not remembered, in the order of the box, from a copy made under its lock."""
        taken = self.taken()
        for letter in split_mbox(self.copy()):
            handle = sha256(letter).hexdigest()
            if handle not in taken:
                yield handle, letter

    def copy(self) -> bytes:
        """The box as it is while nobody delivers into it."""
        try:
            with self.path.open("rb") as stream, held(stream, self.path):
                return stream.read()
        except FileNotFoundError:
            return b""
        except OSError as error:
            raise bad(f"cannot be read: {error.strerror}", file=str(self.path)) from None

    def taken(self) -> frozenset[str]:
        """The hashes that were acknowledged; half a line from a crash names no letter."""
        if not self.memory.exists():
            return frozenset()
        return frozenset(self.memory.read_text(encoding="ascii", errors="replace").split())

    def done(self, handle: str) -> None:
        """One line more in the memory, on the disk before we say so."""
        self.memory.parent.mkdir(parents=True, exist_ok=True)
        with appended(self.memory) as stream:
            stream.write(f"\n{handle}\n".encode("ascii"))
            os.fsync(stream.fileno())


def split_mbox(data: bytes) -> Iterator[bytes]:
    """Splits an mbox into its letters as they came. It drops 'From ' lines and marks of mail programs, which would
    make the same letter another one, and unescapes '>From ' (mboxrd).
    """
    starts = list(FROM_LINE.finditer(data))
    for number, start in enumerate(starts):
        end = starts[number + 1].start() if number + 1 < len(starts) else len(data)
        letter = data[start.end() : end]
        if letter.endswith(b"\n\n"):
            letter = letter[:-1]
        yield ESCAPED.sub(rb"\1", unmarked(letter))[:MOST_READ]


def unmarked(letter: bytes) -> bytes:
    """The letter without what mail programs have noted in its head."""
    end = HEAD_END.search(letter)
    head = letter[: end.start()] if end else letter
    return LOOKED_AT.sub(b"", head) + letter[len(head) :]


SECONDS = 10.0
PAUSE = 0.1
#: A lock older than this belongs to nobody alive; delivery takes moments.
STALE = 600.0


@contextmanager
def held(stream: BinaryIO | BufferedIOBase, path: Path) -> Iterator[None]:
    """Holds the box still: waits for a delivery agent's dot lock, and takes a shared lock if the system has one."""
    dot = path.with_name(f"{path.name}.lock")
    for _ in range(int(SECONDS / PAUSE)):
        if not fresh(dot) and shared(stream):
            break
        time.sleep(PAUSE)
    else:
        hint = "a letter is just being delivered; it will be read at the next run"
        raise Waiting(Fault("is locked", file=str(path), hint=hint, kind=Kind.LATE))
    yield


def fresh(dot: Path) -> bool:
    """Checks whether there is a lock file that may still be in use."""
    try:
        made = dot.stat().st_mtime
    except OSError:
        return False
    return abs(clock.now().timestamp() - made) < STALE


if sys.platform == "win32":  # pragma: no cover - each system runs its own half

    def shared(stream: BinaryIO | BufferedIOBase) -> bool:
        """Windows keeps an open file still by itself."""
        return True

else:
    import fcntl

    def shared(stream: BinaryIO | BufferedIOBase) -> bool:
        """Both kinds of lock that delivery agents use; they go when the file is closed."""
        try:
            fcntl.flock(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
            fcntl.lockf(stream, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except OSError:
            return False
        return True
