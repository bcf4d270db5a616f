"""The names in an order file: every counter, seaport, hex and kind that it uses must exist, and be its owner's."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.board.naming import nearest
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import CounterKind, Domain
from pbem.base.errors import Fault, Kind
from pbem.schema import Document

Path = tuple[str | int, ...]
#: Under these keys stands a counter of the owner's, or a list of them.
COUNTERS = ("counter", "on", "aboard", "ships", "troops", "top", "scuttle", "leader")
#: Under these a hex or a seaport.
PLACES = ("at", "path", "hex", "of", "enter", "here", "retreat", "battles", "victory", "storm_on", "no_storm_on",
          "enemy_at", "no_enemy_at", "own_at", "held", "lost", "bombard")  # fmt: skip
#: Under these a counter of either side, or a kind of counter.
WORDS = ("with", "prey", "guns", "fire_ships", "supplies", "naval", "land", "disease", "supply", "perilous",
         "overstack", "europe", "any")  # fmt: skip
#: Words that stand for themselves.
PLAIN = ("all", "none", "any", "here")
KINDS = tuple(kind.value for kind in CounterKind)


def misnamed(board: Board, side: str, page: Document) -> Iterator[Fault]:
    """Every name that means nothing, or means an enemy's counter where one's own is wanted."""
    for path, text in texts(page.value, ()):
        key = next((step for step in reversed(path) if isinstance(step, str)), "")
        if text in PLAIN or path[0] in ("pbem", "game", "seat", "phase", "answers"):
            continue
        if key in PLACES and not board.hex_named(text):
            yield page.fault(path, f"'{text}' is no hex or seaport", kind=Kind.UNKNOWN, hint=nearby(board, text))
        elif key in WORDS and text not in board.counters and text not in KINDS:
            yield page.fault(path, f"'{text}' is no counter and no kind of counter",
                             hint=nearest(text, {**dict.fromkeys(KINDS), **board.counters}), kind=Kind.UNKNOWN)
        elif key in COUNTERS or key == "debark":
            yield from not_own(board, side, page, path, text)


def nearby(board: Board, text: str) -> str:
    """What may have been meant: a seaport of a like name, or how far the map goes."""
    first, last = board.grid.hexes[0], board.grid.hexes[-1]
    return f"the map runs from {first} to {last}" if text.isdigit() else nearest(text, board.seaports)


def not_own(board: Board, side: str, page: Document, path: Path, text: str) -> Iterator[Fault]:
    """A counter that does not exist, or is not the owner's; in leader dice a kind of ship will do."""
    if "leader_dice" in path and text in KINDS:
        return
    counter = board.counters.get(text)
    if counter is None:
        yield page.fault(path, f"'{text}' is no counter", hint=nearest(text, board.counters), kind=Kind.UNKNOWN)
    elif counter.side != side or counter.traits.domain is Domain.NONE:
        yield page.fault(path, f"'{text}' is no counter of yours", kind=Kind.ILLEGAL,
                         hint=f"{counter.label} is {counter.side.title()}")


def texts(value: Any, path: Path) -> Iterator[tuple[Path, str]]:
    """Every text of the file with its path."""
    if isinstance(value, dict):
        for key, item in value.items():
            yield from texts(item, (*path, key))
    elif isinstance(value, list):
        for number, item in enumerate(value):
            yield from texts(item, (*path, number))
    elif isinstance(value, str):
        yield path, value
