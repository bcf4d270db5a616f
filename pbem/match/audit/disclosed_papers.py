"""The papers an audit reads: disclosed ones of a finished game, or the moderator's own of one that goes on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from pbem.base.errors import CheckFailed, Fault, Kind
from pbem.base.files import read_file
from pbem.base.records import dataclass, field
from pbem.match.folder.kept_papers import kept_names
from pbem.match.folder.office import EDITION, at_work
from pbem.match.phase.disclosure import FINAL, digest, listed_hashes, plain_files, preimages
from pbem.match.terms.terms import Terms
from pbem.trust.dice import lanes
from pbem.trust.keyring import Keyring
from pbem.trust.people.charter import Charter, parse_charter
from pbem.trust.primitives.commit import Preimage, parse_preimage
from pbem.trust.record import layout
from pbem.trust.record.ledger import Entry, Ledger, parse_ledger


@dataclass
class Library:
    """Papers by the names they have once they are disclosed."""

    root: Path
    hidden: Mapping[str, bytes] = field(default_factory=dict)
    secrets: Mapping[str, bytes] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Tells if there is such a paper."""
        return name in self.hidden or (self.root / name).is_file()

    def read(self, name: str) -> bytes:
        """A paper; one that is missing is the first thing that does not match."""
        if name in self.hidden:
            return self.hidden[name]
        if not (self.root / name).is_file():
            raise wrong("is missing", name)
        return read_file(self.root / name)

    @cached_property
    def charter(self) -> Charter:
        """The charter."""
        return parse_charter(self.read(layout.CHARTER), layout.CHARTER)

    @cached_property
    def ledger(self) -> Ledger:
        """The ledger."""
        return parse_ledger(self.read(layout.LEDGER), layout.LEDGER)

    @cached_property
    def terms(self) -> Terms:
        """The terms of play; an edition file has to be the one of the charter."""
        edition = self.read(EDITION) if "edition" in self.charter.fields else None
        if edition is not None and digest(edition) != self.charter.fields["edition"]:
            raise wrong("is not the edition that the charter names", EDITION)
        return Terms.of(self.charter.fields, edition)

    def shown(self, purpose: str, commitment: str) -> Preimage:
        """Returns the text that a commitment opens to."""
        name = layout.revealed_file(purpose)
        found = parse_preimage(self.read(name), name)
        if found.commitment != commitment or found.purpose != purpose:
            raise wrong(f"is not what the ledger committed to as '{purpose}'", name)
        return found

    def data(self, name: str) -> Any:
        """A paper of plain data."""
        try:
            return json.loads(self.read(name))
        except (ValueError, RecursionError):
            raise wrong("is no plain data", name) from None


def wrong(message: str, file: str, line: int = 0, **fields: Any) -> CheckFailed:
    """The first thing that does not match."""
    return CheckFailed(Fault(message, file=file, line=line, kind=Kind.MISMATCH, **fields))


def open_library(root: Path, keyring: Path | None) -> Library:
    """The papers of a game folder: disclosed ones where it is over, else those only the moderator can open."""
    found = Library(root)
    if found.ledger.entries("final"):
        check_manifest(found)
        secrets = {lane: lane_secret(found, lane, due) for lane, due in found.charter.lanes}
        return Library(root, {}, secrets)
    if not (root / "private").is_dir():
        hint = "only the moderator can audit a running game, in their own folder"
        raise CheckFailed(Fault("the game is not over: its orders are not shown yet", file=str(root), hint=hint))
    return private_library(root, keyring)


def private_library(root: Path, keyring: Path | None) -> Library:
    """Everything that will be disclosed of the phases that are closed."""
    from pbem.base.clock import now

    hidden: dict[str, bytes] = {}
    with at_work(root, Keyring.open(keyring), now()) as office:
        for name in kept_names(office):
            papers = office.desk.secret(f"phases/{name}")
            hidden |= {layout.revealed_file(each.purpose): each.to_bytes() for each in preimages(papers)}
            hidden |= dict(plain_files(name, papers))
        return Library(root, hidden, dict(office.keys.lanes))


def check_manifest(library: Library) -> None:
    """The files that the end of the game listed are there, unchanged."""
    name = f"{layout.PUBLIC}/{FINAL}/manifest"
    manifest = library.read(name)
    if digest(manifest) != library.ledger.entries("final")[-1].text("sha256"):
        raise wrong("is not the list whose hash the 'final' entry states", name)
    for file, due in listed_hashes(manifest).items():
        if digest(library.read(file)) != due:
            raise wrong("has been changed since the game ended", file)


def lane_secret(library: Library, lane: str, due: str) -> bytes:
    """A lane's secret, held against the charter."""
    name = layout.lane_secret_file(lane)
    try:
        secret = bytes.fromhex(library.read(name).decode("ascii").strip())
    except ValueError:
        raise wrong("holds no secret of a lane", name) from None
    if lanes.secret_commitment(lane, secret) != due:
        raise wrong("is not the secret that the charter committed to", name)
    return secret


def lock_entries(ledger: Ledger) -> dict[str, Entry]:
    """Every lock by its hash."""
    return {entry.text("lock"): entry for entry in ledger.entries("lock")}


def read_changes(content: bytes, file: str) -> Any:
    """The changes of a position that a ruling committed to."""
    try:
        return json.loads(content.split(b"\n", 1)[0])
    except (ValueError, RecursionError):
        raise wrong("holds no changes of the position", file) from None
