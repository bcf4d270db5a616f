"""The moderator's folder on disk: public files, private files sealed at rest, changes whole or not at all.

A command gathers every file it will write, seals the lot into one journal, writes the files, and takes the journal
away. A kill before the journal stands has changed nothing; a kill after it is made good by whoever comes next.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base import files
from pbem.base.errors import bad
from pbem.match.folder import zipped
from pbem.match.folder.kinds import PRIVATE as PRIVATE
from pbem.match.folder.kinds import Sort, expect
from pbem.match.folder.process_lock import hold
from pbem.trust.keyring import Keyring
from pbem.trust.seal import seal

JOURNAL = f"{PRIVATE}/journal.age"
#: What is not for the web server: everything else in the folder is public, and the same for every seat.
UNPUBLISHED = (PRIVATE, "inbox", "outbox", "sent")


@dataclass(slots=True)
class Desk:
    """A folder being worked on: reads see what has been put, the disk sees it when it is committed."""

    root: Path
    identity: str = field(repr=False)
    staged: dict[str, bytes] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Whether there is such a file."""
        return name in self.staged or (self.root / name).is_file()

    def read(self, name: str) -> bytes:
        """A file of the folder."""
        return self.staged[name] if name in self.staged else files.read_file(self.root / name)

    def put(self, name: str, data: bytes) -> None:
        """A file to be written at the next commit; what is there already with these bytes is left alone."""
        if name in self.staged or not self.has(name) or self.read(name) != data:
            self.staged[name] = data

    def secret(self, name: str) -> Any:
        """A private file, opened."""
        return json.loads(seal.unseal(self.identity, self.read(f"{PRIVATE}/{name}.age")))

    def put_secret(self, name: str, value: Any) -> None:
        """A private file, sealed to the moderator alone."""
        sealed = seal.seal_binary([seal.public_of(self.identity)], canonical(value).encode())
        self.staged[f"{PRIVATE}/{name}.age"] = sealed

    def secret_names(self) -> list[str]:
        """The names of all private files; settings of the machine and the journal are none."""
        folder = self.root / PRIVATE
        on_disk = (path.relative_to(self.root).as_posix() for path in folder.rglob("*.age"))
        names = {name for name in (*on_disk, *self.staged) if name.startswith(f"{PRIVATE}/") and name != JOURNAL}
        return sorted(name.removeprefix(f"{PRIVATE}/").removesuffix(".age") for name in names)

    def public_names(self) -> list[str]:
        """The names of all public files, sorted."""
        on_disk = (path.relative_to(self.root).as_posix() for path in self.root.rglob("*") if path.is_file())
        return sorted(name for name in {*on_disk, *self.staged} if is_public(name))

    def commit(self) -> None:
        """Write everything that was put, or nothing of it."""
        if not self.staged:
            return
        journal = seal.seal_binary([seal.public_of(self.identity)], zipped.pack(self.staged))
        files.write_atomic(self.root / JOURNAL, journal, secret=True)
        self.carry_out(self.staged)
        self.staged = {}

    def carry_out(self, changes: dict[str, bytes]) -> None:
        """The changes of a journal; doing it twice is as good as once."""
        for name, data in changes.items():
            files.write_atomic(self.root / name, data, secret=name.startswith(f"{PRIVATE}/"))
        (self.root / JOURNAL).unlink(missing_ok=True)

    def recover(self) -> None:
        """Finish what a killed command had begun, and clear away the drafts it was killed over."""
        for draft in self.root.rglob(".*.new"):
            draft.unlink(missing_ok=True)
        if (self.root / JOURNAL).exists():
            journal = files.read_file(self.root / JOURNAL)
            self.carry_out(zipped.unpack(seal.unseal(self.identity, journal), JOURNAL))


def is_public(name: str) -> bool:
    """Whether a file of the folder may be seen by everybody; drafts of atomic writes are nobody's."""
    return name.split("/")[0] not in UNPUBLISHED and not any(part.startswith(".") for part in name.split("/"))


@contextmanager
def at_desk(root: Path, ring: Keyring) -> Iterator[Desk]:
    """The folder, held against every other process, with no half-done change in it."""
    expect(root, Sort.DESK)
    with hold(root / PRIVATE):
        desk = Desk(root, ring.age_identity())
        desk.recover()
        yield desk


def make_folder(root: Path) -> None:
    """An empty game folder; one that holds anything is refused."""
    try:
        if root.exists() and any(root.iterdir()):
            raise bad("is there already, and not empty", file=str(root), hint="name a new folder")
        (root / PRIVATE).mkdir(parents=True, exist_ok=True)
        if os.name == "posix":
            (root / PRIVATE).chmod(0o700)
        for name in UNPUBLISHED[1:]:
            (root / name).mkdir(exist_ok=True)
    except OSError as error:
        raise bad(f"cannot be made: {error.strerror}", file=str(root)) from None
