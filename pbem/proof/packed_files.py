"""The files of a public folder in a proof page: packed, and in parts, each with what is new since the one before it.

A record grows by a few files with each report, and all others stay as they are. So the first part has everything, and
each later one the files that came, and of the ledger the lines that follow. A page with any parts checks as one with
all files in its first.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Iterable

from pbem.trust.folder.parcels import joined, stored
from pbem.trust.record import layout

#: How hard zlib tries for a part that is written with each report.
QUICKLY = 1
#: How hard for a page that is made once: twice the time would save a fiftieth of the bytes.
QUICK = 6
#: Bytes in a line of base64.
LINE = 57 * 64


def parcel(read: Callable[[str], bytes], names: Iterable[str], effort: int, lines_from: int = 0) -> bytes:
    """These files as one ZIP, sorted, without dates of their own; of the ledger what stands from this byte on."""
    begins = {layout.LEDGER: lines_from}
    return joined({name: stored(read(name)[begins.get(name, 0) :], effort=effort) for name in names})


def part(files: bytes) -> str:
    """Packed files in base64, in an element that browsers neither run nor show."""
    return f'<script type="text/plain" class="packed-folder">{text_of(files)}</script>'


def text_of(data: bytes) -> str:
    """Base64 in long lines."""
    return "\n".join(b64encode(data[start : start + LINE]).decode() for start in range(0, len(data), LINE))
