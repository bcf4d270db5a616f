"""Audits by the thousand: archives and folders of games found at paths and addresses, read and audited by the workers.

A game that was audited with this program before is known again by its files, whatever its archive is called now. The
head reads names and results alone; the bytes of archives never pass through it.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from pbem.adjudicator.engine.transcript import canonical
from pbem.base.errors import PbemError, bad
from pbem.base.files import MOST_BYTES
from pbem.base.records import dataclass
from pbem.match.audit.replay import audit
from pbem.trust.folder.read_folder import DiskFolder, Folder, ZipFolder, unpacked
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import parse_checkpoint

ZIP = ".zip"
Record = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Archives:
    """The audits of many games, with what is known of games whose archives are called the same."""

    names: tuple[str, ...]
    #: For each name the hashes (`files`) of games that were audited before.
    known: tuple[tuple[str, ...], ...]
    #: The number of the first name; more than 0 in a part of a plan.
    first: int = 0

    @property
    def total(self) -> int:
        """The number of games."""
        return len(self.names)

    def as_json(self) -> dict[str, Any]:
        """The terms: which games."""
        return {"lab": "audit", "archives": sha256(canonical(list(self.names)).encode()).hexdigest()}

    def part(self, numbers: range) -> Archives:
        """The names of these numbers alone."""
        cut = slice(numbers.start - self.first, numbers.stop - self.first)
        return Archives(self.names[cut], self.known[cut], numbers.start)

    def result(self, number: int) -> Record:
        """Audits one game, or says that it is known."""
        name = self.names[number - self.first]
        return {"number": number, "path": name, **audited(name, self.known[number - self.first])}


def is_address(name: str) -> bool:
    """Tells an address, like s3://games/2026, from a path."""
    return "://" in name


def found_in(sources: Iterable[str]) -> list[str]:
    """Lists the games that paths and addresses name: archives, game folders, and all that lie in other folders."""
    found = [name for source in sources for name in (at_address if is_address(source) else at_path)(source)]
    if not found:
        hint = "name archives (.zip), public folders of games, or folders with such in them"
        raise bad("there is no game to audit", hint=hint)
    return list(dict.fromkeys(found))


def at_path(source: str) -> list[str]:
    """Lists the games at a path of this machine; what lies inside the folder of a game is no other game."""
    if not Path(source).is_dir():
        return [source]
    found = []
    for folder, folders, files in os.walk(source):
        if layout.LEDGER in files:
            found.append(folder)
            folders.clear()
        else:
            found += [str(Path(folder) / name) for name in files if name.endswith(ZIP)]
    return sorted(found)


def at_address(source: str) -> list[str]:
    """Lists the archives at an address."""
    try:
        import fsspec
    except ImportError:
        raise bad("addresses are read by fsspec, which is not installed", hint="pip install 'pbem[lab]'") from None
    try:
        files, place = fsspec.core.url_to_fs(source)
        if source.endswith(ZIP):
            return [source]
        return sorted(str(files.unstrip_protocol(name)) for name in files.find(place) if name.endswith(ZIP))
    except (OSError, ValueError, ImportError) as error:
        raise bad(f"cannot be listed: {error}", file=source) from None


@contextmanager
def at_hand(name: str) -> Iterator[Path]:
    """Brings an archive at an address to this machine for a while; a path is as it is."""
    if not is_address(name):
        yield Path(name)
        return
    import fsspec

    with TemporaryDirectory(prefix="pbem-") as place:
        path = Path(place) / "game.zip"
        with fsspec.open(name, "rb") as stream:
            data = stream.read(MOST_BYTES + 1)
        if len(data) > MOST_BYTES:
            raise bad(f"is larger than {MOST_BYTES} bytes", file=name)
        path.write_bytes(data)
        yield path


def audited(name: str, known: Iterable[str]) -> Record:
    """Audits one game; whatever is wrong with it is part of the result, even an error of ours."""
    try:
        with at_hand(name) as path:
            return looked_into(path, name, known)
    except PbemError as error:
        return failed(error, name)
    except Exception as error:  # a store has errors of its own; one of its archives must not end the other thousands
        return failed(bad(f"cannot be fetched: {type(error).__name__}: {error}"), name)


def looked_into(path: Path, name: str, known: Iterable[str]) -> Record:
    """Audits a game at hand, unless its files are known."""
    try:
        facts = facts_of(DiskFolder(path) if path.is_dir() else ZipFolder(path))
        if facts["files"] in known:
            return {**facts, "known": True}
        with unpacked(path) as place:
            return {**facts, **outcome(place, name)}
    except PbemError as error:
        return failed(error, name, path)
    except OSError as error:
        return failed(bad(f"cannot be used: {error.strerror or error}"), name, path)


def facts_of(folder: Folder) -> Record:
    """The root of a game's record, and a hash over all of its files and their names."""
    lines = [f"{sha256(folder.read(name)).hexdigest()}  {name}\n" for name in folder.names]
    facts = {"files": sha256("".join(lines).encode()).hexdigest()}
    if layout.CHECKPOINT in folder.names:
        facts["root"] = parse_checkpoint(folder.read(layout.CHECKPOINT)).root_text
    return facts


def outcome(place: Path, name: str) -> Record:
    """The audit of a folder."""
    try:
        found = audit(place)
    except PbemError as error:
        return failed(error, name, place)
    except Exception as error:  # a game that meets an error of ours must not end the other thousands either
        return failed(bad(f"the audit itself failed: {type(error).__name__}: {error}"), name, place)
    return {"ok": True, "exit_code": found.exit_code, **found.as_json()}


def failed(error: PbemError, name: str, place: Path | None = None) -> Record:
    """The result of a game that does not match. Its faults name the game, and no folder of the worker's."""
    faults = [fault.at(name).as_json() for fault in error.faults]
    if place is not None:
        here = str(place)
        faults = [{key: value.replace(here, name) if isinstance(value, str) else value for key, value in each.items()}
                  for each in faults]  # fmt: skip
    return {"ok": False, "exit_code": error.exit_code, "faults": faults}
