"""What a club's page shows of a game besides its row: the map as everybody may know it, the phase, the result.

It is made from the public's view of the position and from nothing else, once for each phase, and kept.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any

from pbem.adjudicator.game import Match
from pbem.adjudicator.titles import load_game
from pbem.base.errors import PbemError, Waiting
from pbem.base.files import read_file, write_atomic
from pbem.club.club_turn import Turn
from pbem.match.folder.office import Office, at_work
from pbem.page.drawings import thumbnail

#: Kept in the private part of the club, since only the page that is made of it is for everybody.
FOLDER = "showcase"
BLANK: Mapping[str, str] = {"map": "", "words": "", "phase": "", "result": ""}


def shown(turn: Turn, row: Mapping[str, Any]) -> dict[str, str]:
    """What is shown of a game, as it was kept, or made anew where the game has gone on."""
    path = turn.club.private / FOLDER / f"{row['name']}.json"
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
