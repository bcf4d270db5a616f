"""A player's diary: one file in the player's folder, with a line above each note."""

from __future__ import annotations

import re

from pbem.base.files import read_file
from pbem.base.patterns import pattern
from pbem.match.own_folder.seat import Seat

DIARY = "diary.txt"
NO_PHASE = "no phase open"
#: The line above a note, by which the diary falls into notes.
HEAD = pattern(rf"^([0-9]{{4}}-[0-9]{{2}}-[0-9]{{2}} [0-9]{{2}}:[0-9]{{2}}) ({NO_PHASE}|\S+)\n", re.MULTILINE)


def diary(seat: Seat) -> str:
    """The diary's text, with our line ends even where an editor has put its own."""
    path = seat.folder / DIARY
    return read_file(path).decode("utf-8-sig", "replace").replace("\r\n", "\n") if path.is_file() else ""


def notes(seat: Seat) -> list[dict[str, str]]:
    """The diary note by note: when, in which phase, and the words."""
    _, *parts = HEAD.split(diary(seat))
    heads, texts = zip(parts[0::3], parts[1::3], strict=True), parts[2::3]
    return [{"at": at, "phase": "" if phase == NO_PHASE else phase, "text": text.strip("\n")}
            for (at, phase), text in zip(heads, texts, strict=True)]  # fmt: skip
