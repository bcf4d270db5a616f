"""A report as people open it first: an HTML page beside the text, sealed with it, and the letter's own body as HTML.

The text is what the ledger commits to. The page is made from the same view, the same notes and the same questions, and
says the same; it is no part of the record, so a club may have it look as it likes.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from pbem.adjudicator.game import Game
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.page_data import BLANK, told
from pbem.match.folder import zipped
from pbem.match.folder.office import Office
from pbem.match.folder.report_parts import DESK, NOTE, NOTE_KIND, REPORT, TOLD
from pbem.match.play.reports import Scene, reading_of
from pbem.page import club_templates, house_pages
from pbem.page.drawings import shared_parts
from pbem.page.order_desk import desk_page
from pbem.trust.primitives.commit import Preimage
from pbem.trust.record import layout
from pbem.trust.record.layout import occasion_of
from pbem.trust.seal import seal

#: Empty space in the parcel.
FILLING = "filling"
LETTER = "house/letter.html.j2"
#: A letter's HTML body is no longer than this; and what is said around the words where they stand alone.
MOST_BODY = 24 * 1024
AROUND = ("game", "game_name", "title", "phase", "phase_title", "deadline", "waits", "tier")


def sealed_report(office: Office, scene: Scene, seat: str, told: Preimage, name: str) -> bytes:
    """A seat's report for its letter: one sealed parcel of what was committed to, and the page, both under one name."""
    made = report_page(office, scene, seat)
    page, common = made.encode(), [part.encode() for part in shared_parts(made)]
    note = office.keys.log.sign_text(NOTE_KIND, f"{office.charter.game}/{seat}/{name}", page)
    pages = {TOLD: told.to_bytes(), REPORT: page, NOTE: note}
    if seat in office.book.desks and (ordering := order_desk(office, scene, seat)):
        pages[DESK] = ordering.encode()
    return seal.seal_binary(office.charter.seat(seat).ages, filled(pages, common))


def filled(pages: Mapping[str, bytes], common: Collection[bytes] = ()) -> bytes:
    """The parcel of these pages, filled up so that its length tells little. The `common` parts are other pages' too."""
    return zipped.filled(pages, FILLING, common=common)


def order_desk(office: Office, scene: Scene, seat: str) -> str | None:
    """The page to order the open phase on, from the view in the report and nothing else; None where nothing is open."""
    if not scene.open_phase:
        return None
    game, head = office.terms.game, {"game": office.charter.game, "seat": seat, "phase": scene.open_phase}
    return desk_page(game, scene.sight(game, seat).asked(scene.questions(seat)), head, scene.deadline)


def report_page(office: Office, scene: Scene, seat: str) -> str:
    """Makes a seat's report as a page; warns the moderator once of faults in a club's templates."""
    values = values_for(office, scene, seat)
    title = f"{values['game_name']}: {scene.title}"
    made = club_templates.report_page(office.terms.game.name, title, values, office.desk.root / club_templates.FOLDER)
    for warning in made.warnings:
        if warning not in office.said:
            office.say(warning)
    return made.html


def values_for(office: Office, scene: Scene, seat: str | None, *, drawn: bool = True) -> dict[str, Any]:
    """Returns the values for a page: the game's own parts, or its text if it has no page."""
    game = office.terms.game
    reading = reading_of(game, office.charter, scene, seat)
    around = {**reading.frame, "seeds": seeds(office, scene), "drawn": drawn}
    found = game.page(reading, around)
    if found:
        return {**with_before(game, scene, seat, found), "due_at": scene.deadline}
    names = ("game", "title", "phase", "phase_title", "deadline", "waits", "tier", "statement", "printed")
    given = {name: around[name] for name in names}
    return {**BLANK, **given, **told(around), "game_name": game.title, "text": game.report(reading),
            "due_at": scene.deadline}  # fmt: skip


def with_before(game: Game, scene: Scene, seat: str | None, found: dict[str, Any]) -> dict[str, Any]:
    """The values with a map that can show the phase's beginning too, as the same reader saw it then."""
    if scene.began is None or not isinstance(found.get("map"), Chart):
        return found
    before = game.chart(game.reading(scene.began.view(seat)))
    return {**found, "map": found["map"].began_as(before)}


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
    """Returns the letter's body as HTML: its words, and the public part of the report.

    It is not sealed, so it holds nothing else. If the public part is long, the body has only the words: the report has
    all of it.
    """
    title = f"{office.charter.game}: {scene.title}"
    values = values_for(office, scene, None, drawn=False)
    body = house_pages.render(LETTER, {**values, "letter": words.strip(), "dice": []})
    if len(body.encode()) > MOST_BODY:
        around = {name: values[name] for name in AROUND if name in values}
        body = house_pages.render(LETTER, {**BLANK, **around, "letter": words.strip()})
    return house_pages.document(title, body, printed=False)
