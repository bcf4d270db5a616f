"""A report as people open it first: an HTML page beside the text, sealed with it, and the letter's own body as HTML.

The text is what the ledger commits to. The page is made from the same view, the same notes and the same questions, and
says the same; it is no part of the record, so a club may have it look as it likes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.reports.page_data import BLANK, told
from pbem.base.errors import PbemError, bad
from pbem.base.files import write_atomic
from pbem.match.folder import zipped
from pbem.match.folder.office import Office
from pbem.match.play.reports import Scene, frame
from pbem.match.player.seat import VIEW, Seat
from pbem.page import club_templates, guard, house_pages
from pbem.page.order_desk import desk_page
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.seal import seal

REPORT = "report.html"
#: `pbem open` makes it, for no page from elsewhere may run anything. It is mailed to those alone who asked for it.
DESK = "order-desk.html"
#: The sealed parcel of pages in a letter of results, and where each page goes in a player's folder.
SUFFIX = ".pages.age"
PLACES = {REPORT: "reports/{name}.html"}
#: Empty space in the parcel.
FILLING = "filling"
LETTER = "house/letter.html.j2"


# ------------------------------------------------------------------------------------------------------ the moderator


def sealed_pages(office: Office, scene: Scene, seat: str) -> dict[str, bytes]:
    """A seat's pages for its letter: one sealed parcel."""
    pages = {REPORT: report_page(office, scene, seat).encode()}
    if seat in office.book.desks and (ordering := order_desk(office, scene, seat)):
        pages[DESK] = ordering.encode()
    return {f"{seat}-{scene.name}{SUFFIX}": seal.seal_binary(office.charter.seat(seat).ages, filled(pages))}


def filled(pages: Mapping[str, bytes]) -> bytes:
    """The parcel of these pages, filled up so that its length tells little."""
    return zipped.filled(pages, FILLING)


def order_desk(office: Office, scene: Scene, seat: str) -> str | None:
    """The page to order the open phase on, from the view in the report and nothing else; None where nothing is open."""
    if not scene.open_phase:
        return None
    asked = scene.questions(seat)
    view = scene.match.view(seat) | ({"questions": asked} if asked else {})
    return desk_page(office.terms.game, view, {"game": office.charter.game, "seat": seat, "phase": scene.open_phase})


def report_page(office: Office, scene: Scene, seat: str) -> str:
    """A seat's report as a page; what is wrong with a club's templates is told to the moderator, once."""
    values = values_for(office, scene, seat)
    title = f"{values['game_name']}: {scene.title}"
    made = club_templates.report_page(office.terms.game.name, title, values, office.desk.root / club_templates.FOLDER)
    for warning in made.warnings:
        if warning not in office.said:
            office.say(warning)
    return made.html


def values_for(office: Office, scene: Scene, seat: str | None, *, drawn: bool = True) -> dict[str, Any]:
    """What a page says: the game's own parts, or its text where it has no page of its own."""
    game, heard = office.terms.game, scene.told(seat)
    view = scene.match.view(seat)
    around = {**frame(office.charter, scene, seat), "seeds": seeds(office, scene), "drawn": drawn}
    found = game.page(view, heard, around)
    if found:
        return found
    names = ("game", "title", "phase", "phase_title", "deadline", "waits", "tier", "statement")
    given = {name: around[name] for name in names}
    return {**BLANK, **given, **told(around), "game_name": game.title, "text": game.report(view, heard, around)}


def seeds(office: Office, scene: Scene) -> dict[str, str]:
    """Under which seed each public die of the phase fell: a phase with questions has had several."""
    found: dict[str, str] = {}
    for entry in office.record.ledger.entries("rolls"):
        occasion = occasion_of(entry)
        if occasion.phase == scene.phase or occasion.phase.startswith(f"{scene.phase}."):
            log = office.desk.read(layout.rolls_file(occasion)).decode("ascii")
            found |= {line.partition(" ")[0]: occasion.stem for line in log.split("\n") if line}
    return found


def letter_page(office: Office, scene: Scene, words: str) -> str:
    """The letter's body as HTML: its words, and what everybody is told. It is not sealed, so it holds no more."""
    values = {**values_for(office, scene, None, drawn=False), "letter": words.strip(), "dice": []}
    return house_pages.document(f"{office.charter.game}: {scene.title}", house_pages.render(LETTER, values))


# --------------------------------------------------------------------------------------------------------- the player


def take_pages(identity: str, seat: Seat, parts: Mapping[str, bytes]) -> list[str]:
    """The pages of a letter into the player's folder; what has to be said of those that were not taken."""
    sealed = sorted((name, data) for name, data in parts.items() if name.endswith(SUFFIX))
    notes = lay_desk(seat) if brings_a_report(seat, parts) else []
    for file, data in sealed:
        name = file.removeprefix(f"{seat.seat}-").removesuffix(SUFFIX)
        try:
            pages = zipped.unpack(seal.unseal(identity, data), file)
        except PbemError as error:
            notes += [f"{file}: {fault.message}" for fault in error.faults]
            continue
        for page, place in PLACES.items():
            if page in pages and zipped.NAME.fullmatch(name):
                notes += take_page(seat, place.format(name=name), pages[page])
    return notes


def brings_a_report(seat: Seat, parts: Mapping[str, bytes]) -> bool:
    """Whether the letter holds a report or pages for this seat."""
    return any(name.startswith(f"{seat.seat}-") and name.endswith(".age") for name in parts)


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
    """The order desk of a player's folder. His view came by letter, so that it may be anything at all."""
    try:
        return desk_page(seat.title, seat.view(), seat.head())
    except (LookupError, TypeError, ValueError, AttributeError):
        hint = "open the moderator's letter again"
        raise bad("the view is not one of this game", file=str(seat.folder / VIEW), hint=hint) from None


def take_page(seat: Seat, place: str, page: bytes) -> list[str]:
    """One page, kept only if all that it does is show something."""
    text = page.decode("utf-8", "replace")
    head, _, body = text.partition("<body>")
    faults = guard.what_is_wrong(body.partition("</body>")[0])
    if house_pages.POLICY not in head or faults:
        why = ", ".join(faults) or "no policy in its head"
        return [f"{place} was not kept, for it holds {why}; the text of the report is complete"]
    write_atomic(seat.folder / place, page)
    return []
