"""Keeps the pages of a letter in the player's folder: the report as it came, the order desk made anew."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.base.errors import PbemError, bad
from pbem.base.files import write_atomic
from pbem.match.folder import zipped
from pbem.match.folder.report_parts import DESK, NOTE, NOTE_KIND, REPORT, SUFFIX, TOLD
from pbem.match.own_folder.player import charter_of
from pbem.match.own_folder.seat import VIEW, Seat
from pbem.page import guard, house_pages
from pbem.page.order_desk import desk_page
from pbem.trust.record.checkpoint import vouches
from pbem.trust.seal import seal

#: Sealed files of a letter that are no reports.
NOT_REPORTS = ("-press.age", "-papers.age", "-chain.age")
#: Where each page goes in a player's folder.
PLACES = {REPORT: "reports/{name}.html"}


def take_pages(identity: str, seat: Seat, parts: Mapping[str, bytes]) -> list[str]:
    """The pages of a letter into the player's folder; what has to be said of those that were not taken."""
    sealed = sorted((name, data) for name, data in parts.items() if name.endswith(".age") and beside(seat, name))
    notes = lay_desk(seat) if sealed else []
    for file, data in sealed:
        name = file.removeprefix(f"{seat.seat}-").removesuffix(SUFFIX).removesuffix(".age")
        try:
            pages = unsealed(identity, data, file)
        except PbemError as error:
            notes += [f"{file}: {fault.message}" for fault in error.faults]
            continue
        if REPORT in pages and zipped.NAME.fullmatch(name):
            notes += take_page(seat, name, pages[REPORT], pages.get(NOTE, b""))
    return notes


def unsealed(identity: str, data: bytes, file: str) -> dict[str, bytes]:
    """Returns the files in a sealed report: the parcel's, or the report alone in an earlier version."""
    plain = seal.unseal(identity, data)
    return zipped.unpack(plain, file) if plain.startswith(b"PK") else {TOLD: plain}


def beside(seat: Seat, name: str) -> bool:
    """Tells if a sealed file is a report for this seat, not press or a former player's papers."""
    return name.startswith(f"{seat.seat}-") and not name.endswith(NOT_REPORTS)


def lay_desk(seat: Seat) -> list[str]:
    """The order desk of what is open now, made here from the view that the report brought."""
    if not seat.phase:
        return []
    try:
        made = desk_of(seat)
    except PbemError as error:
        return [f"{DESK} was not made: {fault.message}" for fault in error.faults]
    if made is not None:
        write_atomic(seat.folder / DESK, made.encode())
    return []


def desk_of(seat: Seat) -> str | None:
    """The order desk of a player's folder. The view came by letter, so it may be anything at all."""
    try:
        return desk_page(seat.title, seat.reading(), seat.head(), seat.deadline)
    except (LookupError, TypeError, ValueError, AttributeError):
        hint = "open the moderator's letter again"
        raise bad("the view is not one of this game", file=str(seat.folder / VIEW), hint=hint) from None


def take_page(seat: Seat, name: str, page: bytes, note: bytes) -> list[str]:
    """A report's page, kept only if the log key vouches for it and all that it does is show something."""
    place = PLACES[REPORT].format(name=name)
    text = page.decode("utf-8", "replace")
    head, _, body = text.partition("<body>")
    faults = guard.what_is_wrong(body.partition("</body>")[0])
    if house_pages.POLICY not in head or faults:
        why = ", ".join(faults) or "no policy in its head"
        return [f"{place} was not kept, for it holds {why}; the text of the report is complete"]
    if not vouches(note, charter_of(seat).log, NOTE_KIND, f"{seat.game}/{seat.seat}/{name}", page):
        return [f"{place} was not kept, for the game's log key did not sign it; the text of the report is complete"]
    write_atomic(seat.folder / place, to_desk(page) if (seat.folder / DESK).is_file() else page)
    return []


def to_desk(page: bytes) -> bytes:
    """The report with its link to the order desk, which lies in the folder above it."""
    return page.replace(b'data-desk="here"', f'href="../{DESK}"'.encode())
