"""A public folder as it is read: from a directory or from a .zip of one, the same files under the same names.

Nothing in it is trusted, not even that it is small: links are not followed, names must be plain, and every file has a
size it cannot exceed. A .zip's own bookkeeping (dates, order, compression) is not looked at; its files are.
"""

from __future__ import annotations

import os
import stat
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Protocol

from pbem.base.errors import BadInput, bad
from pbem.base.files import read_file, read_once
from pbem.base.later import later
from pbem.trust.record import layout

if TYPE_CHECKING:
    import tempfile
    import zipfile
else:
    tempfile, zipfile = later("tempfile"), later("zipfile")

#: A game of years stays far below these.
MOST_FILES = 100_000
MOST_BYTES = 64 * 1024 * 1024
#: All files of a .zip together, unpacked: a small archive must not cost its reader minutes.
MOST_UNPACKED = 256 * 1024 * 1024
NO_FOLDER = f"a public folder holds {layout.CHARTER}, {layout.LEDGER} and {layout.CHECKPOINT}"


class Folder(Protocol):
    """Files by name, with '/' between the parts of a name."""

    @property
    def names(self) -> tuple[str, ...]:
        """All files, sorted."""

    def read(self, name: str) -> bytes:
        """A file's bytes; BadInput where it cannot be read."""


class DiskFolder:
    """A directory. Skips the files that a moderator keeps beside the public ones."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.names = tuple(sorted(self._walk(str(root), "")))
        check_names(self.names, str(root))

    def _walk(self, folder: str, before: str) -> Iterator[str]:
        try:
            with os.scandir(folder) as found:
                entries = list(found)
        except OSError as error:
            raise bad(f"cannot be read: {error.strerror}", file=folder) from None
        for entry in entries:
            if entry.is_file(follow_symlinks=False):
                yield before + entry.name
            elif not entry.is_dir(follow_symlinks=False):
                raise bad("is neither a file nor a folder", file=entry.path, hint="links are not followed")
            elif before or entry.name not in layout.NOT_PUBLIC:
                yield from self._walk(entry.path, f"{before}{entry.name}/")

    def read(self, name: str) -> bytes:
        """The file of that name. Unbuffered: a folder has thousands of small ones."""
        path = f"{self.root}/{name}"
        if name in (layout.LEDGER, layout.CHECKPOINT):
            return read_once(Path(path), MOST_BYTES)
        try:
            with open(path, "rb", buffering=0) as stream:  # noqa: PTH123 - a Path for each would take as long again
                if os.fstat(stream.fileno()).st_size > MOST_BYTES:
                    raise bad(f"is larger than {MOST_BYTES} bytes", file=path)
                return stream.readall()
        except (OSError, ValueError) as error:
            raise bad(f"cannot be read: {getattr(error, 'strerror', error)}", file=path) from None


class ZipFolder:
    """A .zip of a public folder, with or without one folder around everything."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._zip = zipfile.ZipFile(BytesIO(read_file(path, MOST_BYTES)))
        except (OSError, zipfile.BadZipFile, ValueError, NotImplementedError) as error:
            raise bad(f"is neither a folder nor a .zip that can be read: {error}", file=str(path)) from None
        self._check_cost()
        self._packed = self._plain_names()
        self.names = tuple(sorted(self._packed))
        check_names(self.names, str(path))

    def _check_cost(self) -> None:
        """Refuse an archive that would unpack to more than any game, before anything of it is unpacked."""
        members = self._zip.infolist()
        if sum(member.file_size for member in members) > MOST_UNPACKED:
            raise bad(f"unpacks to more than {MOST_UNPACKED} bytes", file=str(self.path))
        for member in members:
            # What every program that makes a .zip of a folder uses; others can demand gigabytes of memory.
            if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
                raise bad("is packed in a way that a .zip of a game is not", file=f"{self.path}/{member.filename}")

    def _plain_names(self) -> dict[str, str]:
        """The name of every public file, and what the .zip calls it."""
        members = [member for member in self._zip.infolist() if not member.is_dir()]
        around = common_folder([member.filename for member in members])
        packed: dict[str, str] = {}
        for member in members:
            name = member.filename.removeprefix(around)
            if name in packed:
                raise bad("holds two files of one name", file=f"{self.path}/{name}")
            if stat.S_ISLNK(member.external_attr >> 16):
                raise bad("is a link, which is not followed", file=f"{self.path}/{name}")
            if not name.startswith(tuple(f"{folder}/" for folder in layout.NOT_PUBLIC)):
                packed[name] = member.filename
        return packed

    def read(self, name: str) -> bytes:
        """The file of that name, unpacked no further than its limit."""
        try:
            with self._zip.open(self._packed[name]) as stream:
                data = stream.read(MOST_BYTES + 1)
        except (OSError, zipfile.BadZipFile, zlib.error, EOFError, RuntimeError, ValueError) as error:
            raise bad(f"cannot be unpacked: {error}", file=f"{self.path}/{name}") from None
        if len(data) > MOST_BYTES:
            raise bad(f"is larger than {MOST_BYTES} bytes", file=f"{self.path}/{name}")
        return data


def common_folder(names: list[str]) -> str:
    """The one folder that holds everything, with its '/'; empty where there is none."""
    around = names[0].partition("/")[0] + "/" if names and "/" in names[0] else ""
    return around if around and all(name.startswith(around) for name in names) else ""


def check_names(names: tuple[str, ...], place: str) -> None:
    """A folder that is one, with names that can be said aloud."""
    if len(names) > MOST_FILES:
        raise bad(f"holds {len(names)} files; the most is {MOST_FILES}", file=place)
    if layout.CHARTER not in names and layout.LEDGER not in names:
        raise bad("is no public folder", file=place, hint=NO_FOLDER)


def open_folder(path: Path) -> Folder:
    """The public folder at a path, unpacked or packed."""
    if path.is_dir():
        return DiskFolder(path)
    if not path.exists():
        raise bad("is not there", file=str(path), hint="name a public folder, a .zip of one, or one of its files")
    return ZipFolder(path)


@contextmanager
def unpacked(path: Path) -> Iterator[Path]:
    """Yields a folder as it is, or a .zip of a public folder as a temporary folder.

    The temporary folder is deleted when the work is done.
    """
    if path.is_dir() or not path.exists():
        yield path
        return
    packed = ZipFolder(path)
    with tempfile.TemporaryDirectory(prefix="pbem-") as place:
        for name in packed.names:
            check_stays_inside(name, path)
            target = Path(place) / name
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(packed.read(name))
        yield Path(place)


def check_stays_inside(name: str, path: Path) -> None:
    """Refuse a name in an archive that leads out of the folder it is unpacked into."""
    parts = PurePosixPath(name).parts
    if name.startswith("/") or ".." in parts or "\\" in name or ":" in name or "\0" in name:
        raise bad("leads out of the folder", file=f"{path}/{name}")


def is_folder(path: Path) -> bool:
    """Tells if a path is a folder or a .zip, not one of the files in it."""
    if path.is_dir() or not path.exists():
        return True
    try:
        return path.suffix == ".zip" or read_file(path, MOST_BYTES)[:4] == b"PK\x03\x04"
    except BadInput:
        return False
