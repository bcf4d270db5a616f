"""The files of a public folder as a proof page has them, packed; those packed for an earlier page are used again.

A record grows by a few files with each report, and all others stay as they are. What was packed lies in a file of the
player's folder, each file under the mark that it loses when somebody touches it. That file may be lost or deleted.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from pbem.base.errors import PbemError
from pbem.base.files import put_in_place, read_file
from pbem.trust.checks.kept_check import mark_of
from pbem.trust.folder.parcels import Stored, joined, stored
from pbem.trust.folder.read_folder import Folder, open_folder

#: Where packed files wait for the next page, in the player's folder.
PACKED = ".packed"
#: How hard zlib tries for a page that is written anew with each report.
QUICKLY = 1
#: More than any game's public files, packed.
MOST_BYTES = 256 * 1024 * 1024
#: A packed file with the mark that its original had.
Marked = tuple[str, Stored]


def parcel(folder: Folder, effort: int) -> bytes:
    """All files of a folder as one ZIP, sorted, without dates of their own."""
    return joined({name: stored(folder.read(name), effort=effort) for name in folder.names})


def parcel_again(public: Path, kept: Path) -> bytes:
    """The same of a folder on the disk; packs only what has changed since it was asked for the last time."""
    folder, before = open_folder(public), kept_in(kept)
    now = {}
    for name in folder.names:
        mark = mark_of(os.stat(f"{public}/{name}"))  # noqa: PTH116 - thousands
        was = before.get(name)
        now[name] = was if was and was[0] == mark else (mark, stored(folder.read(name), effort=QUICKLY))
    if now != before:
        keep(kept, now)
    return joined({name: each for name, (_, each) in now.items()})


def kept_in(path: Path) -> dict[str, Marked]:
    """Reads what was packed before; nothing where the file is missing or is not what was written."""
    with suppress(PbemError, ValueError, TypeError):
        head, _, body = read_file(path, MOST_BYTES).partition(b"\n")
        total, listed = json.loads(head)
        if total == zlib.crc32(body):
            found, at = {}, 0
            for name, mark, method, crc, length, size in listed:
                found[name] = mark, Stored(method, crc, length, body[at : at + size])
                at += size
            return found
    return {}


def keep(path: Path, files: Mapping[str, Marked]) -> None:
    """Writes it for the next page. It is not forced to the disk: after a power cut it is made again."""
    body = b"".join(each.data for _, each in files.values())
    listed = [[name, mark, each.method, each.crc, each.length, len(each.data)] for name, (mark, each) in files.items()]
    head = json.dumps([zlib.crc32(body), listed], separators=(",", ":")).encode("ascii")
    draft = path.with_name(f"{path.name}.{os.getpid()}.new")
    try:
        with os.fdopen(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as stream:
            stream.write(head + b"\n" + body)
        put_in_place(draft, path)
    except OSError:  # a page without it is as good
        draft.unlink(missing_ok=True)
