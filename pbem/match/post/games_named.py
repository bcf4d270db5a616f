"""Finds the games that a letter's documents name, and how much of a game's record a letter shows."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.base.patterns import pattern
from pbem.mail.documents import How
from pbem.mail.letter import Letter
from pbem.match.folder import zipped
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import parse_checkpoint

#: The line of a document's head that names its game; it stands near the top, below comments at most.
NAMED = pattern(rb"^game:[ \t]*[\"']?([a-z0-9-]{6,40})[\"']?[ \t]*\r?$", re.MULTILINE)
NEAR_TOP = 16_384


def games_named(letter: Letter) -> list[str]:
    """The games that the documents name; what was forwarded counts only where nothing else was written."""
    written = [part for part in letter.parts if part.how is not How.FORWARDED] or letter.parts
    found = (NAMED.search(part.data[:NEAR_TOP]) for part in written)
    return list(dict.fromkeys(each[1].decode("ascii") for each in found if each))


def reach(inside: Mapping[str, bytes]) -> int:
    """Returns how much of the ledger a letter shows: the size at the checkpoint in its parcel, 0 without one."""
    if "public.zip" not in inside:
        return 0
    checkpoint = zipped.unpack(inside["public.zip"], only=layout.CHECKPOINT).get(layout.CHECKPOINT)
    return parse_checkpoint(checkpoint).size if checkpoint else 0
