"""Tells a player which of their files they have named: order file, report, page, letter, sealed orders, key."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from pbem.base.errors import BadInput, Kind, bad, visible
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.mail import documents, mime
from pbem.match.folder.kinds import Sort as FolderSort
from pbem.match.folder.kinds import sort_of as folder_sort

if TYPE_CHECKING:
    from pbem.match.post.game_letter import Received

ORDERS = "orders"
#: How much of a file tells its sort; an order desk is larger than any order file may be.
HEAD = 32 * 1024
REPORT = pattern(rb"(?:\xef\xbb\xbf)?={60,}\r?\n[^\n]+\n[^\n]+\n={60,}\r?\n")
PAGE = pattern(rb"(?i)\s*<(?:!doctype html|html)\b")
DESK = pattern(rb"(?i)<title>Orders, ")
#: The subjects of a game's letters begin with its id.
FOR_A_GAME = pattern(r"([a-z0-9]{2,20}-[0-9]{4}-[0-9a-f]{6}): ")
PRIVATE_KEY = pattern(rb"-----BEGIN [A-Z ]*PRIVATE KEY-----|(?:#[^\n]*\n)*AGE-SECRET-KEY-1")


@dataclass(frozen=True, slots=True)
class Sort:
    """A sort of file: what it is called, and the command or program that it is for."""

    name: str
    use: str


LETTER = Sort("a letter", "pbem open {file}, or pbem join {file} for an invitation or a charter")
OF_TEXT = Sort("a report as text", "read it as it is; your order file lies in the folder 'orders'")
OF_PAGE = Sort("the page of a report", "open it in a browser; your order file lies in the folder 'orders'")
OF_DESK = Sort("the order desk", "open it in a browser, and save the file that it makes; check that file")
SECRET = Sort("a secret key", "keep it where it is, and show it to nobody")
SEALED = Sort("a sealed part of a letter", "pbem open {file}")
PARCEL = Sort("a parcel of files", "it belongs to a letter; save the whole letter, then: pbem open LETTER")
#: What our documents are, by the word in their first line.
DOCUMENTS = {
    ORDERS: Sort("an order file", "pbem orders check {file}, then pbem orders seal {file}"),
    "lock": Sort("your orders, sealed already", "mail the letter that pbem made of them: it lies in 'outbox'"),
    "invitation": Sort("an invitation without its letter", "save the whole letter, then: pbem join LETTER"),
    "charter": Sort("the charter of a game", "save the letter that brought it, then: pbem join LETTER"),
    "acceptance": Sort("an acceptance", "it goes to the moderator in the letter 'outbox/acceptance.eml'"),
}


def sort_of(data: bytes) -> Sort | None:
    """The sort of a file by its first bytes; None where nothing is known of it."""
    found = documents.IN_BYTES.match(data.removeprefix(documents.BOM))
    if found:
        return DOCUMENTS.get(found[1].decode("ascii"))
    if PAGE.match(data):
        return OF_DESK if DESK.search(data) else OF_PAGE
    if REPORT.match(data):
        return OF_TEXT
    if PRIVATE_KEY.match(data):
        return SECRET
    if data.startswith((b"-----BEGIN AGE", b"age-encryption.org/")):
        return SEALED
    return PARCEL if data.startswith(b"PK\x03\x04") else LETTER if is_letter(data) else None


def is_letter(data: bytes) -> bool:
    """Checks whether the bytes begin as a letter does."""
    head = mime.open_head(data)
    return all(mime.header(head, name) for name in ("from", "to", "subject"))


def head_of(path: Path) -> bytes:
    """The first bytes of a file; empty where there is none to read."""
    try:
        with path.open("rb") as stream:
            return stream.read(HEAD)
    except OSError:
        return b""


def check_orders_file(path: Path) -> None:
    """Refuses what is plainly no order file, and says what it is and what it is for."""
    sort = sort_of(head_of(path))
    if sort is not None and sort != DOCUMENTS[ORDERS]:
        raise mistaken(path, sort, "is {}, not an order file")


def check_sealed_file(path: Path) -> None:
    """Refuses to open what is plainly no letter and no sealed file, and says what it is."""
    sort = sort_of(head_of(path))
    if sort is not None and sort not in (SEALED, PARCEL, LETTER, DOCUMENTS["lock"]):
        raise mistaken(path, sort, "is {}; there is nothing in it to open")


def check_answered_file(path: Path) -> None:
    """Refuses to answer what is plainly neither a letter nor a paper of one."""
    sort = sort_of(head_of(path))
    if sort in (DOCUMENTS[ORDERS], DOCUMENTS["lock"], OF_TEXT, OF_PAGE, OF_DESK, SECRET):
        raise mistaken(path, sort, "is {}; there is nothing in it to accept or to sign")


def check_joined(folder: Path, received: Received) -> None:
    """Refuses a letter of a game that was not joined here, by its game and its seat."""
    found = FOR_A_GAME.match(received.letter.subject)
    if not found or folder_sort(folder) is not FolderSort.STRANGE:
        return
    seats = sorted({name.partition("-")[0] for name in received.parts if name.endswith(".age")})
    seat = f" and its seat '{visible(seats[0])}'" if len(seats) == 1 else ""
    hint = "'pbem join INVITATION' comes first; if you have joined elsewhere, name that folder with --dir"
    raise bad(f"letter is for the game {found[1]}{seat}, which you have not joined here", file=received.file, hint=hint,
              kind=Kind.UNKNOWN)  # fmt: skip


def mistaken(path: Path, sort: Sort, words: str) -> BadInput:
    """The fault of a file that is of another sort than wanted."""
    return bad(words.format(sort.name), file=str(path), hint=sort.use.format(file=path), kind=Kind.MALFORMED)
