"""Puts two cabins of one person together: a sea chest and what lies here. Nothing of either is lost.

Of a game that both have, the one with the longer record leads, and what only the other has is added: orders sent from
there, receipts, reports. Lists and diaries are joined.
"""

from __future__ import annotations

import json
from collections.abc import Mapping

from pbem.afloat.acts.berth import GAMES, KEYS
from pbem.cabin import register
from pbem.cabin.sending import SENT
from pbem.match.own_folder.diary import DIARY
from pbem.match.own_folder.seat import PUBLIC
from pbem.trust.record import layout

Files = Mapping[str, bytes]
#: Files of which each line stands for itself.
BY_LINES = (register.OPENED, SENT)


def merged(first: Files, second: Files) -> dict[str, bytes]:
    """The files of both; where they differ and neither is ahead, the first is right."""
    found = {name: data for name, data in {**second, **first}.items() if not of_game(name)}
    for game in sorted({of_game(name) for name in (*first, *second)} - {""}):
        sides = [{name: data for name, data in files.items() if of_game(name) == game} for files in (first, second)]
        ahead, behind = sorted(sides, key=lambda side: -length(side, game))  # of equals the first stays in front
        found |= {**behind, **ahead}
    both = set(first) & set(second)
    return {**found, **{name: joined(name, first[name], second[name]) for name in both if is_joined(name)}}


def of_game(name: str) -> str:
    """The game whose folder a file lies in; empty for none."""
    parts = name.split("/")
    return parts[1] if len(parts) > 2 and parts[0] == GAMES else ""


def length(files: Files, game: str) -> int:
    """Counts the lines of a game's record."""
    return files.get(f"{GAMES}/{game}/{PUBLIC}/{layout.LEDGER}", b"").count(b"\n")


def is_joined(name: str) -> bool:
    """Tells if two versions of a file become one that has the lines of both."""
    return name.rpartition("/")[2] in (*BY_LINES, DIARY) or name == f"{KEYS}/{register.GAMES}"


def joined(name: str, first: bytes, second: bytes) -> bytes:
    """Two versions of such a file as one."""
    last = name.rpartition("/")[2]
    if last == register.GAMES:
        names = dict.fromkeys((*json.loads(first), *json.loads(second)))
        return (json.dumps(list(names), indent=1) + "\n").encode()
    if last == DIARY:
        notes, others = first.split(b"\n\n"), second.split(b"\n\n")
        same = next((at for at, pair in enumerate(zip(notes, others, strict=False)) if pair[0] != pair[1]), len(notes))
        return first + b"\n\n".join(others[same:])
    return b"".join(dict.fromkeys((*first.splitlines(keepends=True), *second.splitlines(keepends=True))))
