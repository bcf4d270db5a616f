"""A book on disk: one HTML file that needs nothing else, EPUB, or Markdown with its maps beside it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from markupsafe import Markup

from pbem.adjudicator.reports.phrases import listed
from pbem.base.errors import Kind, bad
from pbem.base.files import read_once, write_atomic
from pbem.base.records import dataclass, replace
from pbem.base.resources import shipped
from pbem.chronicle import told
from pbem.chronicle.campaign_book import book
from pbem.chronicle.course_of_game import Eyes, read_course
from pbem.chronicle.epub import epub, image
from pbem.chronicle.markdown import LUCK_HEADS, METHOD, SEALED_HEADS, dates, luck_cells, markdown
from pbem.match.folder.kinds import Sort, expect_record
from pbem.match.own_folder.seat import PUBLIC
from pbem.page import house_pages
from pbem.trust.record import layout
from pbem.trust.record.ledger import parse_ledger

FORMS = (".html", ".md", ".epub")
TEMPLATE, STYLE = "house/chronicle.html.j2", "house/chronicle.css"
#: The word for what everybody may know, where a seat could stand.
EVERYBODY = "public"


@dataclass(frozen=True, slots=True)
class Written:
    """The result of writing a book, for the command line."""

    path: Path
    size: int
    turns: int
    reader: str
    maps: tuple[Path, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The same for programs."""
        return {"path": str(self.path), "bytes": self.size, "turns": self.turns, "reader": self.reader,
                "maps": [str(path) for path in self.maps]}  # fmt: skip


def make_book(folder: Path, seat: str = "", keyring: Path | None = None) -> dict[str, Any]:
    """The book of a game as data. `seat` is a seat's name, `public`, or empty for all that its reader may know."""
    expect_record(folder, Sort.SEAT)
    root = folder / PUBLIC if (folder / "desk.json").is_file() else folder
    over = bool(parse_ledger(read_once(root / layout.LEDGER), layout.LEDGER).entries("final"))
    if over or (root / "private").is_dir():
        course = read_course(root, keyring)
        check_seat(seat, course.charter.seat_names)
        whole = course.over and not seat
        return book(course, Eyes("" if seat == EVERYBODY else seat, whole=whole))
    sent = told.open_sent(folder)
    check_seat(seat, sent.charter.seat_names)
    own = sent.seat.seat if sent.seat else ""
    if seat not in ("", EVERYBODY, own):
        hint = "its own player can, in his folder; the moderator can, in his"
        raise bad(f"the book as '{seat}' knows it cannot be made from here", file=str(folder), hint=hint,
                  kind=Kind.ILLEGAL)  # fmt: skip
    return told.book(replace(sent, seat=None) if seat == EVERYBODY else sent)


def check_seat(seat: str, seats: tuple[str, ...]) -> None:
    """A seat of this game, or everybody."""
    if seat not in ("", EVERYBODY, *seats):
        raise bad(f"'{seat}' is no seat of this game", hint=f"one of {', '.join([*seats, EVERYBODY])}",
                  kind=Kind.UNKNOWN)  # fmt: skip


def write_book(found: Mapping[str, Any], out: Path) -> Written:
    """The book by the ending of its file's name."""
    if out.suffix not in FORMS:
        raise bad(f"a book is {listed(FORMS, 'or')}, not '{out.suffix or out.name}'", file=str(out))
    maps: dict[str, str] = {}
    if out.suffix == ".html":
        data = html(found).encode("utf-8", "replace")
    elif out.suffix == ".epub":
        data = as_epub(found)
    else:
        maps = {each["name"]: f"{out.stem}-{each['name']}.svg" for each in drawings(found)}
        data = markdown(found, maps).encode("utf-8", "replace")
    for each in drawings(found) if maps else ():
        write_atomic(out.parent / maps[each["name"]], each["alone"].encode(), shared=True)
    write_atomic(out, data, shared=True)
    files = tuple(out.parent / name for name in maps.values())
    return Written(out, len(data), len(found["turns"]), found["reader"], files)


def luck_table(found: Mapping[str, Any]) -> bytes:
    """The luck of each side's dice, all together, as cells; a club's page shows it."""
    last = {row["side"]: luck_cells(row) for row in found["luck"]}  # the row of all kinds is a side's last
    return (json.dumps(list(last.values()), ensure_ascii=False) + "\n").encode()


def drawings(found: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    """Every map of a book, and last its cover."""
    maps = [turn["map"] for turn in found["turns"]] + [found["now"], found["cover"]]
    return [each for each in maps if each]


def html(found: Mapping[str, Any]) -> str:
    """The book as a page: our own drawings are the only thing in it that is not escaped."""
    style = house_pages.bare_style((shipped("templates") / STYLE).read_text(encoding="utf-8"))
    title = f"{found['title'] or found['game_name']}: a chronicle"
    return house_pages.document(title, body(found), style)


def body(found: Mapping[str, Any]) -> str:
    """The body of the page."""
    drawn = {name: found[name] for name in ("map_parts", "strip", "luck_chart")}
    values = {**found, **{name: Markup(text) for name, text in drawn.items()}, "dates": dates(found),  # noqa: S704 - ours
              "charts": [marked(each) for each in found["charts"]],
              **{name: marked(found[name]) for name in ("now", "cover")},
              "turns": [{**turn, "map": marked(turn["map"])} for turn in found["turns"]],
              "luck_heads": LUCK_HEADS, "luck_rows": [luck_cells(row) for row in found["luck"]], "how": METHOD,
              "sealed_heads": SEALED_HEADS}  # fmt: skip
    return house_pages.render(TEMPLATE, values)


def as_epub(found: Mapping[str, Any]) -> bytes:
    """The book for e-readers, its maps as images."""
    def imaged(each: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
        return {**each, "svg": image(each["name"], each["title"])} if each else None

    turns = [{**turn, "map": imaged(turn["map"])} for turn in found["turns"]]
    drawn = {"now": imaged(found["now"]), "map_parts": "", "strip": "", "cover": None}
    page = body({**found, "turns": turns, **drawn})
    return epub(found, page, {f"{each['name']}.svg": each["alone"] for each in drawings(found)})


def marked(drawing: Mapping[str, Any] | None) -> Mapping[str, Any] | None:
    """A drawing as what it is."""
    return {**drawing, "svg": Markup(drawing["svg"])} if drawing else None  # noqa: S704 - ours
