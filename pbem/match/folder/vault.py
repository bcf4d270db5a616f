"""The moderator's folder on disk: public files, private files sealed at rest, changes whole or not at all.

A command gathers every file it will write, writes them all as drafts, then a journal that names them, moves each draft
to its place, and removes the journal. A kill before the journal is written changes nothing; the next command finishes
what a kill after it has left undone.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base import files
from pbem.base.errors import bad
from pbem.base.records import dataclass, field
from pbem.match.folder import zipped
from pbem.match.folder.kinds import PRIVATE as PRIVATE
from pbem.match.folder.kinds import Sort, expect
from pbem.match.folder.process_lock import hold
from pbem.match.folder.staged import Staged
from pbem.trust.keyring import Keyring
from pbem.trust.record import layout
from pbem.trust.seal import seal

JOURNAL = f"{PRIVATE}/journal.json"
#: Every change of a game rewrites its book. Before the journal is written it gets another time: so a book that looks
#: the same as before says that there is no journal either.
BOOK = f"{PRIVATE}/book.age"
#: The journal of earlier versions, which held the files themselves, sealed.
SEALED_JOURNAL = f"{PRIVATE}/journal.age"
#: Files that a command asks for again and again.
AGAIN = (layout.LEDGER, layout.CHECKPOINT)
#: Where a draft lies until it is moved.
DRAFT = f"{PRIVATE}/.{{number:05d}}.new"
#: A private file is compressed so hard: it is written often and stays here, and harder takes thrice as long.
EFFORT = 1
#: A private file of ours unpacks to no more than this.
MOST_SECRET = 1024 * 1024 * 1024
#: What is not for the web server: everything else in the folder is public, and the same for every seat.
UNPUBLISHED = (PRIVATE, "inbox", "outbox", "sent")


@dataclass(slots=True)
class Desk:
    """A folder being worked on: reads see what has been put, the disk sees it when it is committed."""

    root: Path
    identity: str = field(repr=False)
    staged: Staged = field(init=False)
    #: Private papers that were put, as JSON by their paths: one that is put thrice is sealed once.
    papers: dict[str, str] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        self.staged = Staged(self.root / PRIVATE)

    def has(self, name: str) -> bool:
        """Tells if there is such a file."""
        return name in self.staged or (self.root / name).is_file()

    def read(self, name: str) -> bytes:
        """A file of the folder."""
        if name in self.staged:
            return self.staged[name]
        return (files.read_once if name in AGAIN else files.read_file)(self.root / name)

    def put(self, name: str, data: bytes) -> None:
        """A file to be written at the next commit; what is there already with these bytes is left alone."""
        if name in self.staged or not self.has(name) or self.read(name) != data:
            self.staged[name] = data

    def secret(self, name: str) -> Any:
        """A private file, opened."""
        if (path := f"{PRIVATE}/{name}.age") in self.papers:
            return json.loads(self.papers[path])
        sealed = self.staged.get(path) or files.read_file(self.root / path, MOST_SECRET)
        return json.loads(unpacked(seal.unseal_own(self.identity, sealed), path))

    def put_secret(self, name: str, value: Any) -> None:
        """A private file, to be compressed and sealed to the moderator alone."""
        self.papers[f"{PRIVATE}/{name}.age"] = canonical(value)
        self.staged[f"{PRIVATE}/{name}.age"] = b""

    def seal_papers(self) -> None:
        """Seals the private files that were put."""
        own = seal.public_of(self.identity) if self.papers else ""
        for path, text in self.papers.items():
            self.staged[path] = seal.seal_own(own, zlib.compress(text.encode(), EFFORT))
        self.papers.clear()

    def secret_names(self) -> list[str]:
        """The names of all private files; settings of the machine and the journal are none."""
        folder = self.root / PRIVATE
        on_disk = (path.relative_to(self.root).as_posix() for path in folder.rglob("*.age"))
        names = {name for name in (*on_disk, *self.staged) if name.startswith(f"{PRIVATE}/") and name != SEALED_JOURNAL}
        return sorted(name.removeprefix(f"{PRIVATE}/").removesuffix(".age") for name in names)

    def public_names(self) -> list[str]:
        """The names of all public files, sorted."""
        return sorted(name for name in {*files.names_in(self.root), *self.staged} if is_public(name))

    def commit(self) -> None:
        """Write everything that was put, or nothing of it."""
        if not self.staged:
            return
        self.seal_papers()
        drafts = {name: DRAFT.format(number=number) for number, name in enumerate(sorted(self.staged), 1)}
        for name, draft in drafts.items():
            if early := self.staged.draft(name):
                drafts[name] = f"{PRIVATE}/{early.name}"
                continue
            (self.root / draft).unlink(missing_ok=True)  # of a folder that was given up while it was made
            files.write_draft(self.root / draft, self.staged[name], self.root / name, shared=is_public(name))
        files.stir(self.root / BOOK)
        files.write_atomic(self.root / JOURNAL, f"{json.dumps(drafts, indent=1)}\n".encode())
        self.carry_out(drafts)
        for name in AGAIN:
            if name in self.staged:
                files.now_holds(self.root / name, self.staged[name])
        self.staged.moved()

    def forget(self) -> None:
        """Drops everything that was put since the last commit."""
        self.staged.clear()
        self.papers.clear()

    def carry_out(self, drafts: Mapping[str, str]) -> None:
        """Moves the drafts of a journal; doing it twice is as good as once."""
        for name, draft in drafts.items():
            files.move(self.root / draft, self.root / name)
        for folder in sorted({(self.root / name).parent for name in drafts}):
            files.sync_folder(folder)
        (self.root / JOURNAL).unlink(missing_ok=True)

    def recover(self) -> None:
        """Finish what a killed command had begun, and clear away the drafts it was killed over."""
        if (self.root / JOURNAL).exists():
            self.carry_out(read_journal(files.read_file(self.root / JOURNAL)))
        for name in [name for name in files.names_in(self.root) if name.endswith(".new")]:
            if name.rpartition("/")[2].startswith("."):
                (self.root / name).unlink(missing_ok=True)
        if (self.root / SEALED_JOURNAL).exists():
            journal = seal.unseal(self.identity, files.read_file(self.root / SEALED_JOURNAL))
            for name, data in zipped.unpack(journal, SEALED_JOURNAL).items():
                files.write_atomic(self.root / name, data, shared=is_public(name))
            (self.root / SEALED_JOURNAL).unlink()


def read_journal(data: bytes) -> dict[str, str]:
    """The journal: each file, and the draft it lies in. Names stay within the folder."""
    try:
        named = json.loads(data)
        drafts = {str(name): str(draft) for name, draft in named.items()}
    except (ValueError, AttributeError, RecursionError):
        raise bad("is not as it was written", file=JOURNAL, hint="the moderator's backup has a whole folder") from None
    if wrong := [name for name in drafts if not zipped.NAME.fullmatch(name)]:
        raise bad(f"names '{wrong[0]}', which is no file of ours", file=JOURNAL)
    return drafts


def unpacked(data: bytes, file: str) -> bytes:
    """A private file's JSON; earlier versions did not compress it."""
    if data[:1] in (b"{", b"["):
        return data
    try:
        whole = zlib.decompressobj()
        found = whole.decompress(data, MOST_SECRET)
    except zlib.error:
        found = b""
    if not found or not whole.eof:
        raise bad("is not as it was written", file=file)
    return found


def is_public(name: str) -> bool:
    """Tells if everybody may see a file of the folder; nobody sees drafts of atomic writes."""
    return name.split("/")[0] not in UNPUBLISHED and not any(part.startswith(".") for part in name.split("/"))


@contextmanager
def at_desk(root: Path, ring: Keyring) -> Iterator[Desk]:
    """The folder, held against every other process, with no half-done change in it."""
    expect(root, Sort.DESK)
    with hold(root / PRIVATE):
        for name in UNPUBLISHED:
            files.keep_private(root / name)
        desk = Desk(root, ring.age_identity())
        desk.recover()
        yield desk


def make_folder(root: Path) -> None:
    """An empty game folder; one that holds anything is refused."""
    try:
        if root.exists() and any(root.iterdir()):
            raise bad("is there already, and not empty", file=str(root), hint="name a new folder")
        root.mkdir(parents=True, exist_ok=True)
        for name in UNPUBLISHED:
            (root / name).mkdir(mode=0o700, exist_ok=True)
    except OSError as error:
        raise bad(f"cannot be made: {error.strerror}", file=str(root)) from None
