"""Places, sails, blocks and forces in the words of a report, from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.state.terms import (
    CLOSEST,
    INSHORE,
    LOOSE,
    NORTH_ATLANTIC,
    NORTH_SEA_BOX,
    OFF,
    PORT,
    TRACK,
    TRAFALGAR,
)
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.reports.phrases import listed

PARTS = {PORT: "in {}", INSHORE: "Inshore off {}", LOOSE: "on Loose Blockade off {}", OFF: "Off Station at {}"}
TRACKS = {"west": "to the West Indies", "east": "to Europe"}
SEATS_IN_WORDS = {"british": "the British player", "allied": "the Allied player"}
NAVIES = {"british": "British", "allied": "Allied"}
#: Ships of the line in a letter or two, for tables.
CONDITIONS = ("sound", "damaged", "wrecked")


def player(name: str) -> str:
    """A seat as a reader calls it."""
    return SEATS_IN_WORDS.get(name, name)


def label(board: Board, name: str) -> str:
    """The printed name of anything; a hex with its name, and what has none as it is."""
    if name == NORTH_SEA_BOX:
        return "North Sea Fleet"
    for shelf in (board.ports, board.blocks, board.ships, board.admirals, board.conseil):
        if name in shelf:
            return str(shelf[name].name)
    return board.place_name(name)


def place(board: Board, word: str) -> str:
    """A place word in words: Inshore off Brest, in 0807, box 3 to Europe."""
    at, _, part = word.partition("/")
    if part in PARTS:
        return PARTS[part].format(label(board, at))
    if at.startswith(("west-", "east-")):
        track, _, number = at.partition("-")
        return f"box {number} {TRACKS[track]}"
    return f"at sea in {board.place_name(at)}" if at else "off the map"


def where(board: Board, block: Mapping[str, Any]) -> str:
    """The place of an own block."""
    part, at = str(block["part"]), str(block["at"])
    if part == "away":
        return f"comes back in {dated(board, int(at.removeprefix('turn-')))}"
    if part == TRACK:
        return place(board, at)
    return place(board, str(block["place"])) if block["place"] else part


def bound(board: Board, block: Mapping[str, Any]) -> str:
    """The destination of an own block."""
    to = str(block["bound"])
    if not to:
        return ""
    if to == CLOSEST or block["face"] == "down":
        return "the closest port"
    letter = f" ({block['letter'].upper()})" if block["letter"] else ""
    return f"{label(board, to) if not to.isdecimal() or len(to) > 1 else f'arrival {to}'}{letter}"


def force(word: Mapping[str, Any], what: str = "ships") -> str:
    """A told force in words: 11 to 15 ships, frigates."""
    low, high = int(word["low"]), int(word["high"])
    ships = f"{low} to {high} {what}" if high else f"no {what}"
    if high and not low:
        ships = f"up to {high} {what}"
    parts = [ships]
    if word.get("ordinary_high"):
        parts.append(f"{word['ordinary_low']} to {word['ordinary_high']} In Ordinary")
    parts += [name for key, name in (("frigates", "frigates"), ("convoy", "transports"), ("gold", "the Spanish gold"))
              if word.get(key)]  # fmt: skip
    return ", ".join(parts)


def dated(board: Board, turn: int) -> str:
    """A turn by its date; the set-up for 0, and the next year for what falls due after the last turn."""
    if turn > len(board.turns):
        return "the next year"
    return board.turn(turn).label if turn else "the set-up"


def sail_known(board: Board, sail: Mapping[str, Any]) -> str:
    """Everything known of a sail."""
    parts = []
    if "high" in sail:
        many = f", of {sail['news_of']} sails together" if int(sail["news_of"]) > 1 else ""
        parts.append(f"{force(sail)} ({dated(board, int(sail['news_turn']))}{many})")
    if sail["of"]:
        parts.append(f"one of {listed([str(each) for each in sail['of']])} before")
    if sail["face"] == "down":
        parts.append("lies on its face")
    return "; ".join(parts) or "nothing"


def came_from(board: Board, sail: Mapping[str, Any]) -> str:
    """The port that a sail came out of."""
    ports = [label(board, port) for port in sail["may_have_left"]]
    return f"{listed(ports, 'or')}, {dated(board, int(sail['since']))}" if ports else ""


def in_play(seen: Picture, sea: str) -> bool:
    """Tells if ships of this game sail in a sea: in Trafalgar the North Atlantic alone (24.1)."""
    return seen.known["scenario"] != TRAFALGAR or sea == NORTH_ATLANTIC


def waters(board: Board, zones: Iterable[str]) -> str:
    """Weather zones as the object of a sentence: the Capes and the Bay of Biscay."""
    return listed([f"the {board.zones[zone].name.removeprefix('The ')}" for zone in zones])


def own_blocks(seen: Picture, *parts: str) -> list[tuple[str, Mapping[str, Any]]]:
    """The reader's blocks in play, or in some parts, in the board's order."""
    every: Mapping[str, Mapping[str, Any]] = seen.known.get("blocks", {})
    return [(name, block) for name, block in every.items()
            if (block["part"] in parts if parts else block["part"] not in ("unused", "gone", "away"))]  # fmt: skip


def tally(seen: Picture, ships: Sequence[str]) -> dict[str, int]:
    """Counts ships of the reader by their condition."""
    found = dict.fromkeys(CONDITIONS, 0)
    for ship in ships:
        state = str(seen.known["ships"][ship]["state"])
        found[state] = found.get(state, 0) + 1
    return found


def guns(seen: Picture, ships: Sequence[str]) -> int:
    """The printed guns of some ships."""
    return sum(seen.board.ships[ship].guns for ship in ships)


def ship_words(seen: Picture, ship: str) -> str:
    """A ship with what is wrong with her."""
    state = str(seen.known["ships"][ship]["state"])
    return label(seen.board, ship) + (f" ({state.replace('ordinary-damaged', 'damaged')})"
                                      if state not in ("sound", "ordinary") else "")  # fmt: skip
