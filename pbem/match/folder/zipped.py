"""Several files in one: a ZIP without dates, deflated. A parcel of an earlier version, stored plainly, is read too."""

from __future__ import annotations

import io
import zlib
from collections import Counter
from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING

from pbem.base.errors import bad
from pbem.base.later import later
from pbem.base.patterns import pattern
from pbem.trust.folder.parcels import joined, stored

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
#: What a sealed parcel is filled up to a multiple of, where its length would tell what lies in it.
STEP = 8_192
#: A sealed parcel is compressed so hard: harder takes half as long again, for a hundredth less.
EFFORT = 5


def pack(contents: Mapping[str, bytes], plain: Collection[str] = ()) -> bytes:
    """The parcel of these files, in the order of their names; those named in `plain` are not compressed."""
    return joined({name: stored(data, plain=name in plain) for name, data in contents.items()})


def filled(contents: Mapping[str, bytes], name: str, mark: bytes = b"", common: Collection[bytes] = ()) -> bytes:
    """The parcel with a file of this name that fills it up, so that its length tells little; `mark` encloses it. Of
    the `common` parts of a file, other parcels have the same.
    """
    packed = {each: stored(data, effort=EFFORT, common=common) for each, data in contents.items()}
    bare = len(joined({**packed, name: stored(mark + mark, plain=True)}))
    return joined({**packed, name: stored(mark + b"." * (-bare % STEP) + mark, plain=True)})


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
