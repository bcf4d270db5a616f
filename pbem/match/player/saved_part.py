"""A sealed attachment that was saved by itself, as webmail does: opened as what it is, and never shown as binary."""

from __future__ import annotations

import json
from contextlib import suppress

from pbem.base.errors import CheckFailed, Fault, Kind, bad
from pbem.base.records import replace
from pbem.match.folder import zipped
from pbem.match.folder.report_parts import TOLD
from pbem.trust.orders.open_sealed import Means, Opened, open_file
from pbem.trust.primitives.commit import parse_preimage

WHOLE = "'pbem open LETTER' takes the whole letter, checks it against the public record, and files it in your folder"


def open_part(data: bytes, means: Means, file: str, commitment: str = "") -> Opened:
    """The inside of a sealed file. Of a report's parcel, the report as it was committed to."""
    opened = open_file(data, means, file)
    if not opened.content.startswith(b"PK\x03\x04"):
        return open_file(data, means, file, commitment) if commitment else opened
    parcel = zipped.unpack(opened.content, file)
    if TOLD not in parcel:
        raise bad(f"is a parcel of {', '.join(sorted(parcel))}, and holds no text", file=file, hint=WHOLE)
    told = parse_preimage(parcel[TOLD], file)
    if commitment and told.commitment != commitment:
        words = f"opens to the commitment {told.commitment}, not to {commitment}"
        raise CheckFailed(Fault(words, file=file, kind=Kind.MISMATCH))
    return Opened(told.content, told.purpose, told.salt.hex(), told.commitment)


def in_words(opened: Opened) -> Opened:
    """A report's text instead of the data around it; anything else as it is."""
    with suppress(ValueError, RecursionError):
        content = json.loads(opened.content.split(b"\n", 1)[0])
        if isinstance(content, dict) and isinstance(content.get("report"), str) and "view" in content:
            return replace(opened, content=f"{content['report']}{content.get('appendix', '')}".encode())
    return opened
