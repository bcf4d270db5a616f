"""Writes a ZIP without dates; each file is packed by itself, and may lie in several parcels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterable, Mapping
from functools import lru_cache

from pbem.base.records import dataclass

#: The form of a parcel: 1 January 1980, the oldest date it knows; the version that unpacks it; a file's rights on a
#: system of Unix's kind, the same on every system; the two ways of packing.
EPOCH, VERSION, UNIX, RIGHTS = 0x21, 20, 3, 0o644 << 16
AS_IT_IS, DEFLATED = 0, 8
#: The flag of a name that is more than ASCII.
UNICODE = 0x800


@dataclass(frozen=True, slots=True)
class Stored:
    """A file as it lies in a parcel: how it is packed, the sum and the length of what it was, and its bytes."""

    method: int
    crc: int
    length: int
    data: bytes

    def described(self, name: str) -> bytes:
        """Returns what both of a file's headers say: a flag for its name, the method, 1 January 1980, the sum and the
        lengths.
        """
        flags = 0 if name.isascii() else UNICODE
        return struct.pack("<4H3L", flags, self.method, 0, EPOCH, self.crc, len(self.data), self.length)


def stored(
    data: bytes, *, plain: bool = False, effort: int = zlib.Z_DEFAULT_COMPRESSION, common: Iterable[bytes] = ()
) -> Stored:
    """A file packed for a parcel, compressed or as it is. Of its `common` parts, in their order, other files have the
    same, and each is compressed once for all of them.
    """
    if plain:
        return Stored(AS_IT_IS, zlib.crc32(data), len(data), data)
    packed, begin = list[bytes](), 0
    for part in common:
        if part and (at := data.find(part, begin)) >= 0:
            packed += [deflated(data[begin:at], data[:begin], effort), compressed(part, effort)]
            begin = at + len(part)
    packed.append(deflated(data[begin:], data[:begin], effort, zlib.Z_FINISH))
    return Stored(DEFLATED, zlib.crc32(data), len(data), b"".join(packed))


def deflated(data: bytes, before: bytes, effort: int, end: int = zlib.Z_FULL_FLUSH) -> bytes:
    """A stretch of a file, compressed; it may refer to what stands before it, as far back as the method looks."""
    known = before[-(1 << zlib.MAX_WBITS) :]
    packer = zlib.compressobj(effort, zlib.DEFLATED, -zlib.MAX_WBITS, zdict=known)
    return packer.compress(data) + packer.flush(end)


@lru_cache(16)
def compressed(data: bytes, effort: int) -> bytes:
    """A stretch that refers to nothing before it, and may stand in any file."""
    return deflated(data, b"", effort)


def joined(files: Mapping[str, Stored]) -> bytes:
    """The parcel of packed files as the standard library's module writes it: each behind its header, then the list."""
    out, listed = bytearray(), bytearray()
    for name in sorted(files):
        each, called = files[name], name.encode()
        head = each.described(name) + struct.pack("<2H", len(called), 0)
        listed += b"PK\1\2" + struct.pack("<BB", VERSION, UNIX) + struct.pack("<H", VERSION) + head
        listed += struct.pack("<3H2L", 0, 0, 0, RIGHTS, len(out)) + called
        out += b"PK\3\4" + struct.pack("<H", VERSION) + head + called + each.data
    end = struct.pack("<4H2LH", 0, 0, len(files), len(files), len(listed), len(out), 0)
    return bytes(out + listed) + b"PK\5\6" + end
