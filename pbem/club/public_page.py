"""The club's public page, its data and feed, and a table for the moderator."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from pbem.adjudicator.game import Match
from pbem.adjudicator.titles import load_game
from pbem.base.clock import in_words, parse_time, show_time
from pbem.base.counting import counted
from pbem.base.errors import PbemError, Waiting, bad
from pbem.base.files import read_file, read_once, write_atomic
from pbem.base.lettering import rows as table
from pbem.club.club_turn import Say, Turn, at_club
from pbem.club.crew import Clock
from pbem.club.publishing import BOOK, LUCK, PROOF, Beside, publish_games
from pbem.club.seats_by_letter import open_seats
from pbem.club.settings import Club
from pbem.club.strays import STRAYS, to_read
from pbem.match.deadlines import mailbox_down
from pbem.match.folder.office import Office, at_work
from pbem.match.folder.report_parts import APPENDIX
from pbem.match.record.feed import Source, atom
from pbem.match.record.news import news_in
from pbem.page import house_pages
from pbem.page.drawings import thumbnail
from pbem.page.single_file import source
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.keyring import Keyring
from pbem.trust.record import layout
from pbem.trust.record.checkpoint import parse_checkpoint
from pbem.trust.verify import verify_folder

TEMPLATE = "club/index.html.j2"
PAGE, DATA, FEED = "index.html", "index.json", "feed.atom"
#: The fields of a row that its page shows.
SHOWN = ("name", "game", "title", "tier", "rules", "stage", "phase", "attempt", "until", "shown", "paused")
OVER = "over"
#: So many games that are over are shown with their map.
MOST_PICTURES = 24
#: The cells of a row of luck: side, kind, dice, points, average, range, rank.
CELLS = 7

#: Maps, phases and results are kept in the private part of the club: only the page made of them is for everybody.
SHOWCASE = "showcase"
BLANK: Mapping[str, str] = {"map": "", "words": "", "phase": "", "result": ""}


# ------------------------------------------------------------------------------------------------------ the public page
def write_pages(
    root: Path, keyring: Path | None, clock: Clock, say: Say, publish: Path | None = None,
    beside: Beside | None = None,
) -> list[Path]:  # fmt: skip
    """The page into the club's folder, or with the public part of every game into another; what was written."""
    club = Club.at(root)

    def work(turn: Turn) -> list[Path]:
        found = public_values(turn)
        try:
            if publish is not None:
                publish_games(club, publish, [row["name"] for row in (*found["games"], *found["archive"])], say, beside)
            feed = atom(club.title, club.title, news_of_games(club, [*found["games"], *found["archive"]]))
            return write_all(publish or club.root, found, feed, published=publish is not None)
        except OSError as error:
            raise bad(f"cannot be written: {error.strerror}", file=str(error.filename or publish)) from None

    return at_club(club, Keyring.open(keyring), clock, say, work)


def write_all(target: Path, found: Mapping[str, Any], feed: bytes, *, published: bool) -> list[Path]:
    """The page, its data and its feed, each whole or not at all."""
    links = {row["name"]: links_of(target, row["name"]) for row in (*found["games"], *found["archive"])}
    luck = luck_of(target, [*found["archive"], *found["games"]]) if published else []
    shown_with = {"published": published, "links": links if published else {}, "luck": luck}
    body = house_pages.render(TEMPLATE, {**found, **shown_with})
    plain = {part: [{name: value for name, value in row.items() if name != "map"} for row in found[part]]
             for part in ("games", "archive")}  # fmt: skip
    data = json.dumps({**found, **plain}, ensure_ascii=False, indent=1, sort_keys=True) + "\n"
    written = {PAGE: page_of(found["club"]["title"], body).encode(), DATA: data.encode(), FEED: feed}
    for name, content in written.items():
        write_atomic(target / name, content, shared=True)
    return [target / name for name in written]


def page_of(title: str, body: str) -> str:
    """The page with its one script, which tells the reader how far off a deadline is."""
    return house_pages.document(title, body, script=source("house/far_off.js") + source("club/far_off.js"))


def links_of(target: Path, name: str) -> dict[str, str]:
    """Finds what the web folder has of a game: its proof, its book with the luck of its dice, its newest report."""
    there = {"proof": PROOF.format(name), "book": BOOK.format(name), "report": newest_report(target, name)}
    return {words: quote(link) if (target / link).is_file() else "" for words, link in there.items()}


def luck_of(target: Path, rows: Iterable[Mapping[str, Any]]) -> list[list[str]]:
    """The luck of every published game's dice: its title, then the cells that its book has counted."""
    found = []
    for row in rows:
        try:
            told = json.loads(read_file(target / LUCK.format(row["name"])))
            found += [[str(row["title"] or row["name"]), *map(str, (cells[0], *cells[2:]))]
                      for cells in told if len(cells) == CELLS]  # fmt: skip
        except (PbemError, OSError, ValueError, TypeError):
            continue  # not published yet, or not as it was written; the next round writes it again
    return found


def newest_report(target: Path, name: str) -> str:
    """The newest of a game's public reports; they are named after their phases, which go on in this order."""
    texts = (path.name for path in (target / name / layout.PUBLIC).glob("*.txt") if not path.name.endswith(APPENDIX))
    newest = max(texts, default="")
    return f"{name}/{layout.PUBLIC}/{newest}" if newest else name


def news_of_games(club: Club, rows: Iterable[Mapping[str, Any]]) -> Iterator[Source]:
    """The news of every game that has a public record."""
    for row in rows:
        yield Source(row["game"], row["title"] or row["name"], tuple(news_in(club.games / row["name"])))


def public_values(turn: Turn) -> dict[str, Any]:
    """All that the page says."""
    now, club = turn.clock(), turn.club
    rows = list(turn.index.rows())
    mailbox = mailbox_down.kept(club.private)
    going = [row for row in rows if row["stage"] != OVER]
    games = [{**public_row(row, now, named=mailbox is None), **shown(turn, row)} for row in going]
    over = [row for row in rows if row["stage"] == OVER]
    archive = [{**public_row(row, now), **shown(turn, row), "verified": dated(verified(turn, row["name"]))}
               for row in over]  # fmt: skip
    for row in archive[MOST_PICTURES:]:
        row["map"] = ""
    return {"club": {"title": club.title, "address": club.address}, "written": show_time(now),
            "written_words": f"{in_words(now)} UTC", "games": games,
            "archive": archive, "unread_since": mailbox.since if mailbox else ""}  # fmt: skip


def public_row(row: Mapping[str, Any], now: datetime, *, named: bool = True) -> dict[str, Any]:
    """Returns the public facts of a game. A player is called late only after the deadline and if the charter allows
    it; while the mailbox cannot be read nobody is, because their orders may lie in it.
    """
    late = row.get("missing", []) if named and row.get("until") and now >= parse_time(row["until"]) else []
    shown = {name: row.get(name, "") for name in SHOWN}
    shown["attempt"] = row.get("attempt", 0)
    seats = {"open_seats": open_seats(row, now)}
    return {**shown, **seats, "late": late if not row.get("paused") else [], "standing": standing(row)}


def standing(row: Mapping[str, Any]) -> str:
    """Says where a game stands."""
    if row["stage"] == "inviting":
        return "gathering its players"
    if row["stage"] == "signing":
        return "its charter is being signed"
    again = f", attempt {row['attempt']}" if row.get("attempt", 1) > 1 else ""
    paused = f", paused since {row['paused']}" if row.get("paused") else ""
    return f"{row.get('phase', row['stage'])}{again}{paused}"


def dated(found: Mapping[str, Any]) -> dict[str, Any]:
    """The same with the time of the check in words."""
    return {**found, "checked_words": f"{in_words(parse_time(found['checked']))} UTC"}


def verified(turn: Turn, name: str) -> dict[str, Any]:
    """Returns what `pbem verify` says of a finished game; asks once for each root of its ledger."""
    folder = turn.folder(name)
    try:
        root = parse_checkpoint(read_once(folder / layout.CHECKPOINT)).root_text
        kept = turn.index.verified(name, root)
        if kept is None:
            report = verify_folder(folder, extra_networks=(DEMO_NETWORK,))
            words = report.words if report.ok else report.faults[0].message
            demo = " (demonstration beacon)" if report.demo else ""
            kept = {"ok": report.ok, "words": f"{words}{demo}", "checked": show_time(turn.clock()), "root": root}
            turn.index.put_verified(name, root, kept)
            turn.say(f"{name}: verified: {kept['words']}")
    except PbemError as error:
        return {"ok": False, "words": error.faults[0].message, "checked": show_time(turn.clock()), "root": ""}
    return kept


# ------------------------------------------------------------- the map as everybody knows it, the phase, the result
def shown(turn: Turn, row: Mapping[str, Any]) -> dict[str, str]:
    """It returns what the page shows of a game: the kept entry, or a new one if the game has gone on."""
    path = turn.club.private / SHOWCASE / f"{row['name']}.json"
    key = f"{row['stage']} {row.get('phase', '')} {row.get('attempt', 0)} {row.get('lines', 0)}"
    kept = read_kept(path)
    if kept.get("key") == key:
        return {name: str(kept[name]) for name in BLANK}
    found = dict(BLANK)
    with suppress(Waiting), turn.apart(str(row["name"])):
        with at_work(turn.folder(str(row["name"])), turn.ring, turn.clock()) as office:
            found |= of_office(office)
        write_atomic(path, json.dumps({**found, "key": key}).encode())
    return found


def read_kept(path: Path) -> dict[str, Any]:
    """The kept file; nothing where there is none, or where it is damaged."""
    try:
        found = json.loads(read_file(path))
    except (PbemError, OSError, ValueError):
        return {}
    return found if isinstance(found, dict) and BLANK.keys() <= found.keys() else {}


def of_office(office: Office) -> dict[str, str]:
    """The same of an open game: from the position that the open phase begins with."""
    if not office.book.position:
        return {}
    match = office.terms.restore(office.book.position)
    game = load_game(office.terms.game.name)
    chart = game.chart(game.reading(match.view(None)))
    drawn = {"map": thumbnail(chart), "words": " ".join(chart.description[:2])} if chart else {}
    over = office.book.stage == "over"
    return {**drawn, "phase": "" if over else office.book.title, "result": result_words(match) if over else ""}


def result_words(match: Match) -> str:
    """The result of a game that is over, in words."""
    found = match.result()
    if not found:
        return "Ended by a ruling"
    winner = str(found.get("winner", ""))
    return f"Won by the {winner.replace('-', ' ').title()} side" if winner and winner != "draw" else "Drawn"


# ------------------------------------------------------------------------------------------------ the moderator's table
def overview(root: Path, keyring: Path | None, clock: Clock, say: Say) -> dict[str, Any]:
    """Lists every game with its next due time, the strays, and the state of the outlet."""
    club = Club.at(root)

    def work(turn: Turn) -> dict[str, Any]:
        from pbem.club.club_post import Outage

        names = (*SHOWN, "due", "post_due")
        games = [{name: row[name] for name in names if row.get(name)} for row in turn.index.rows()]
        known = {game["name"] for game in games}
        outage, mailbox = Outage.of(club.private), mailbox_down.kept(club.private)
        return {
            "title": club.title, "address": club.address, "games": games, "next": turn.index.next_due(),
            "unreadable": [name for name in club.names() if name not in known],
            "strays": to_read(club), "strays_in": str(club.private / STRAYS), "way_out_down_since": outage.since,
            "mailbox": mailbox.words if mailbox else "",
        }  # fmt: skip

    return at_club(club, Keyring.open(keyring), clock, say, work)


def overview_lines(found: Mapping[str, Any]) -> Iterable[str]:
    """The same for people."""
    cells = [(game["name"], standing(game) if game["stage"] != OVER else OVER, game.get("until", "-"),
              f"look again {game['due']}" if game.get("due") else "-") for game in found["games"]]  # fmt: skip
    yield f"{found['title']}: {counted(len(cells), 'game')}"
    if cells:
        yield table(cells)
    for name in found["unreadable"]:
        yield f"{name}: cannot be read; 'pbem club tick' says why"
    if found["strays"]:
        yield f"letters of no game: {found['strays']} for you to read, in {found['strays_in']}"
    for words, name in (("next", "next"), ("way out down since", "way_out_down_since"), ("mailbox", "mailbox")):
        if found[name]:
            yield f"{words}: {found[name]}"
