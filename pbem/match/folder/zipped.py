"""Several files in one: a ZIP without dates, deflated. A parcel of an earlier version, stored plainly, is read too."""

from __future__ import annotations

import io
import struct
import zlib
from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pbem.base.errors import bad
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

if TYPE_CHECKING:
    import zipfile
else:
    zipfile = later("zipfile")

#: Names of ours only: no path of a parcel can leave the folder it is unpacked in.
NAME = pattern(r"(?!.*\.\.)[A-Za-z0-9][A-Za-z0-9+._-]*(/[A-Za-z0-9][A-Za-z0-9+._-]*){0,5}")
MOST_FILES = 20_000
MOST_BYTES = 256 * 1024 * 1024
#: Our texts deflate to a tenth or a twentieth; a parcel that claims far more would fill its reader's memory.
MOST_TIMES, FREE_BYTES = 64, 16 * 1024 * 1024
#: The form of a parcel: 1 January 1980, the oldest date it knows; the version that unpacks it; a file's rights on a
#: system of Unix's kind, the same on every system; the two ways of packing.
EPOCH, VERSION, UNIX, RIGHTS = 0x21, 20, 3, 0o644 << 16
AS_IT_IS, DEFLATED = 0, 8
#: What a sealed parcel is filled up to a multiple of, where its length would tell what lies in it.
STEP = 8_192


def pack(contents: Mapping[str, bytes], plain: Collection[str] = ()) -> bytes:
    """The parcel of these files, in the order of their names; those named in `plain` are not compressed."""
    return joined({name: stored(data, plain=name in plain) for name, data in contents.items()})


def filled(contents: Mapping[str, bytes], name: str, mark: bytes = b"") -> bytes:
    """The parcel with a file of this name that fills it up, so that its length tells little; `mark` encloses it."""
    packed = {each: stored(data) for each, data in contents.items()}  # once: to compress is what takes time
    bare = len(joined({**packed, name: stored(mark + mark, plain=True)}))
    return joined({**packed, name: stored(mark + b"." * (-bare % STEP) + mark, plain=True)})


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it lies in a parcel: how it is packed, the sum and the length of what it was, and its bytes."""

    method: int
    crc: int
    length: int
    data: bytes

    @property
    def described(self) -> bytes:
        """Returns what both of a file's headers say: no flags, the method, 1 January 1980, the sum and the lengths."""
        return struct.pack("<4H3L", 0, self.method, 0, EPOCH, self.crc, len(self.data), self.length)


def stored(data: bytes, *, plain: bool = False) -> Stored:
    """A file packed for a parcel, compressed or as it is."""
    if plain:
        return Stored(AS_IT_IS, zlib.crc32(data), len(data), data)
    packer = zlib.compressobj(zlib.Z_DEFAULT_COMPRESSION, zlib.DEFLATED, -zlib.MAX_WBITS)
    return Stored(DEFLATED, zlib.crc32(data), len(data), packer.compress(data) + packer.flush())


def joined(files: Mapping[str, Stored]) -> bytes:
    """The parcel of packed files as the standard library's module writes it: each behind its header, then the list."""
    out, listed = bytearray(), bytearray()
    for name in sorted(files):
        each, called = files[name], name.encode("ascii")
        head = each.described + struct.pack("<2H", len(called), 0)
        listed += b"PK\1\2" + struct.pack("<BB", VERSION, UNIX) + struct.pack("<H", VERSION) + head
        listed += struct.pack("<3H2L", 0, 0, 0, RIGHTS, len(out)) + called
        out += b"PK\3\4" + struct.pack("<H", VERSION) + head + called + each.data
    end = struct.pack("<4H2LH", 0, 0, len(files), len(files), len(listed), len(out), 0)
    return bytes(out + listed) + b"PK\5\6" + end


def unpack(data: bytes, file: str = "", most: int = MOST_BYTES, only: str = "") -> dict[str, bytes]:
    """The files of a parcel, or the one of that name; anything but a parcel of ours is refused."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as parcel:
            entries = parcel.infolist()
            check_entries(entries, file, min(most, FREE_BYTES + MOST_TIMES * len(data)))
            return {entry.filename: parcel.read(entry) for entry in entries if only in ('', entry.filename)}
    except (zipfile.BadZipFile, NotImplementedError, OSError, ValueError, EOFError, RuntimeError, zlib.error):
        raise bad("is no parcel of files", file=file, hint="ask for the letter again") from None


def check_entries(entries: list[zipfile.ZipInfo], file: str, most: int) -> None:
    """Names that stay inside, each once, stored or deflated, of bounded size."""
    names = [entry.filename for entry in entries]
    if len(names) > MOST_FILES or sum(entry.file_size for entry in entries) > most:
        raise bad("is a parcel larger than any of ours", file=file)
    twice = {name for name, count in Counter(names).items() if count > 1}
    for entry in entries:
        if not NAME.fullmatch(entry.filename) or entry.filename in twice:
            raise bad(f"holds a file '{entry.filename}', which no parcel of ours does", file=file)
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED) or entry.flag_bits & 1:
            raise bad(f"holds '{entry.filename}' packed in a way that no parcel of ours is", file=file)
