"""Recognises the kind of a folder.

A command that gets another kind can then name it, and the command that takes it.
"""

from __future__ import annotations

from enum import Enum
from pathlib import Path

from pbem.base.errors import BadInput, Fault, Kind
from pbem.trust.record import layout

#: By these we know them: a club by its settings, a player's folder by what is open in it, a moderator's by its secrets.
CLUB_FILE, SEAT_FILE, PRIVATE = "club.yaml", "desk.json", "private"
#: Where a club keeps its games, and a player the public record.
GAMES, PUBLIC = "games", "game"
#: A moderator's letters are filed here; those that bring only words are marked in their name, for reading.
INBOX, WORDS = "inbox", ".words"


class Sort(Enum):
    """The kinds of folders there are, as a fault calls them."""

    CLUB = "club's folder"
    SEAT = "player's folder"
    DESK = "moderator's game folder"
    RECORD = "public record of a game"
    STRANGE = "folder of ours"


#: Found instead of what a command takes: which commands do take it.
TAKEN_BY = {
    Sort.CLUB: f"for all its games: 'pbem club tick', 'pbem club status' or 'pbem watch'\n"
    f"for one of them: name {{root}}/{GAMES}/NAME",
    Sort.SEAT: f"'pbem inbox {{root}}' says what waits there; what everybody has is in {{root}}/{PUBLIC}",
    Sort.DESK: "'pbem status {root}' says where the game stands; a player's folder is made by 'pbem join'",
    Sort.RECORD: "'pbem verify {root}' checks it, 'pbem status --public {root}' says where the game stands",
}
#: Nothing of ours was found: how what a command takes comes about.
MADE_BY = {
    Sort.CLUB: "'pbem club new' makes one",
    Sort.SEAT: "'pbem join INVITATION' makes one; name it with --dir",
    Sort.DESK: "'pbem new' makes one",
    Sort.RECORD: "the ledger begins when all seats are filled",
}


def sort_of(root: Path) -> Sort:
    """Returns the sort of a folder; a club has private papers too, and a moderator's folder holds the public record."""
    if (root / CLUB_FILE).is_file():
        return Sort.CLUB
    if (root / SEAT_FILE).is_file():
        return Sort.SEAT
    if (root / PRIVATE).is_dir():
        return Sort.DESK
    return Sort.RECORD if (root / layout.CHARTER).is_file() else Sort.STRANGE


def expect(root: Path, wanted: Sort, *others: Sort) -> None:
    """Checks that the folder is of the sort a command takes, or of another that will do."""
    found = sort_of(root)
    if found in (wanted, *others):
        return
    if found is Sort.STRANGE:
        message, hint = f"is not a {wanted.value}", MADE_BY[wanted]
    else:
        message, hint = f"is a {found.value}, not a {wanted.value}", TAKEN_BY[found].format(root=root)
    raise BadInput(Fault(message, file=str(root), hint=hint, kind=Kind.UNKNOWN))


def expect_record(root: Path, *others: Sort) -> None:
    """For those who read what everybody may. Where there is a charter they judge what lies beside it, and so they do
    where there is nothing of ours, or a file."""
    if not (root / layout.CHARTER).is_file():
        expect(root, Sort.RECORD, Sort.DESK, Sort.STRANGE, *others)
