"""News of a game from its public record alone: what opened, closed, was played or decided, and when.

Feeds and webhooks are made of it, so that neither can tell anything that not everybody may know.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pbem.base.clock import in_words, parse_time
from pbem.base.files import read_once
from pbem.base.patterns import pattern
from pbem.base.records import dataclass
from pbem.trust.record import layout

OPENED, CLOSED, PLAYED, DECIDED, OVER = "opened", "closed", "played", "decided", "over"
PHASE = pattern(r"t([0-9]{2})\.([a-z0-9_]+)(?:\.([0-9]{1,3}))?")
#: So many of the newest lines of a record are read; feeds and webhooks need no more.
NEWEST = 200


@dataclass(frozen=True, slots=True)
class News:
    """One thing that happened, with the line of the ledger that says so."""

    line: int
    t: str
    event: str
    words: str
    phase: str = ""
    attempt: int = 0
    #: Until when an open phase takes orders.
    until: str = ""


def news_in(folder: Path) -> list[News]:
    """The news of a game folder, oldest first; none where there is no record yet."""
    path = folder / layout.LEDGER
    if not path.is_file():
        return []
    return list(news_of(json.loads(line) for line in read_once(path).splitlines()[-NEWEST:]))


def news_of(lines: Iterable[Mapping[str, Any]]) -> Iterator[News]:
    """The lines of a ledger that are news."""
    locked: set[tuple[object, object]] = set()
    for line in lines:
        kind, phase = line["k"], str(line.get("phase", ""))
        occasion = (line.get("phase"), line.get("attempt"))
        words, event, until = "", "", ""
        if kind == "phase":
            until, event = str(line["deadline"]), OPENED
            words = f"{named(line)} is open until {in_words(parse_time(until))} UTC"
        elif kind == "locked" and occasion not in locked:
            locked.add(occasion)
            words, event = f"{named(line)}: orders are locked", CLOSED
        elif kind == "state" and occasion in locked:
            words, event = f"{named(line)} has been played; the public report is out", PLAYED
        elif kind == "reopen":
            words, event = f"all players have agreed to go back to {in_turns(phase)}", DECIDED
        elif kind == "ruling":
            words, event = f"the moderator has ruled: {line.get('what', 'a decision')}", DECIDED
        elif kind == "final":
            words, event = "the game is over", OVER
        if event:
            yield News(line["n"], line["t"], event, words, phase, int(line.get("attempt", 0)), until)


def named(line: Mapping[str, Any]) -> str:
    """The phase that a line is about, and its attempt beyond the first."""
    attempt = int(line.get("attempt", 1))
    return in_turns(str(line.get("phase", ""))) + (f", attempt {attempt}" if attempt > 1 else "")


def in_turns(phase: str) -> str:
    """A phase in words: `t03.english.2` is turn 3, english, question 2."""
    found = PHASE.fullmatch(phase)
    if found is None:
        return phase
    turn, name, step = found.groups()
    when = f"turn {int(turn)}" if int(turn) else "set-up"
    parts = (when, *([name] if name != "setup" else []), *([f"question {int(step) - 1}"] if step else []))
    return ", ".join(parts)
