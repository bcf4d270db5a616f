"""Views of 1805: Sea of Glory made by hand, and orders read and checked on them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.order_parts import Entries, Entry
from pbem.adjudicator.engine.phase import Checked, Orders
from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.glory.board.board import load_board
from pbem.adjudicator.glory.orders.legality import legal
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.orders.plans import Doctrine, OrderFile, order_files
from pbem.adjudicator.orders.one_pass import check_text
from pbem.adjudicator.orders.order_shape import read_shape

BOARD = load_board()
BLOCKS: dict[str, dict[str, str]] = {
    "british": {
        "channel-fleet": "brest/loose", "mediterranean-fleet": "malta/port", "irish-fleet": "0204",
        "gibraltar-fleet": "cadiz/off", "frigate-1": "brest/inshore", "craig": "portsmouth/port",
    },
    "allied": {
        "brest-fleet": "brest/port", "toulon-fleet": "toulon/port", "rochefort-fleet": "0610",
        "fog-1": "0807", "french-transport": "toulon/port",
    },
}  # fmt: skip
SHIPS = {
    "british": {
        "channel-fleet": ["b-ville-de-paris", "b-san-josef", "b-prince", "b-montagu"],
        "mediterranean-fleet": ["b-victory", "b-canopus"],
    },
    "allied": {"brest-fleet": ["f-imperial", "f-republicain", "f-alexandre"], "toulon-fleet": ["f-bucentaure"]},
}  # fmt: skip


def parted(place: str) -> dict[str, str]:
    """A place word as the view has it."""
    at, _, part = place.partition("/")
    return {"at": at, "part": part or ("track" if at.startswith(("west-", "east-")) else "sea" if at else "unused")}


def block(place: str, *ships: str, **more: Any) -> dict[str, Any]:
    """One own block of a view."""
    return {**parted(place), "place": place, "ships": list(ships), "admirals": [], "bound": "", "letter": "",
            "face": "up", "spotted": False, "left_by": "", "sail_numbers": [], **more}  # fmt: skip


def sail(place: str, **more: Any) -> dict[str, Any]:
    """One sail of the enemy."""
    return {**parted(place), "place": place, "face": "up", "pool": [], "left": "", "since": 0, **more}


def seen(seat: str, **changed: Any) -> dict[str, Any]:
    """The view of one seat in the fifth turn, with some of it changed."""
    ships = SHIPS[seat]
    own = [name for name, each in BOARD.blocks.items() if each.side == seat]
    blocks = {name: block(BLOCKS[seat].get(name, ""), *ships.get(name, ())) for name in own}
    known: dict[str, Any] = {
        "seat": seat, "phase": "t05.sea", "step": "sea", "turn": 5, "scenario": "campaign", "season": "winter",
        "initiative": "allied", "chits": ["NE", "Lv", "E", "initiative", "bonus-british-2", "weather-zone-1"],
        "initiative_drawn": 1, "winds_so_far": {"north_atlantic": 1}, "house": {},
        "weather": {"western_approaches": [{"kind": "gale", "severity": 4}]}, "blocks": blocks,
        "ships": {name: {"in": holder, "state": "sound"} for holder, names in ships.items() for name in names},
        "ports": {}, "sails": {}, "left": [], "news": {}, "provisions": {}, "raided": {}, "objectives": {}, "event": {},
        "points": {"british": 5} if seat == "british" else {"french": 3, "spanish": 2}, "halts_left": 1,
        "drawn_provisions": ["may", "may-not"], "standing": [], "foul": [],
        "conseil": {"a": "martinique", "b": "cadiz"} if seat == "allied" else {}, "doctrine": {},
    }  # fmt: skip
    return {**known, **changed}


def text(body: str, seat: str, phase: str = "t05.sea") -> bytes:
    """An order file as it is written."""
    return f"pbem: orders/1\nseat: {seat}\nphase: {phase}\n{body}".encode()


def orders(body: str, seat: str, phase: str = "t05.sea") -> Orders:
    """The same, read."""
    return read_shape(TABLE.schema_name, text(body, seat, phase), "e")


def checked(known: Mapping[str, Any], body: str) -> Checked:
    """What `orders check` says of a file."""
    return check_text(TABLE, known, text(body, known["seat"], known["phase"]), "e", legal, {})


def wrong(known: Mapping[str, Any], body: str) -> list[str]:
    """The faults of a file, in words."""
    return [fault.message for fault in checked(known, body).faults]


# -------------------------------------------------------------------------------------------- questions


def ask(kind: type, seat: str, topic: str, facts: Mapping[str, Plain] | None = None, **more: Any) -> Any:
    """A question as rules ask it."""
    return kind(rule="9.1", side=seat, key=f"{topic}/{seat}/n1", topic=topic, prompt="?", facts=facts or {}, **more)


def leg_question(seat: str, block: str, **facts: Plain) -> Decision:
    """What a block does."""
    told = {"block": block, "moment": "activated", "wind": "NE", "first_half": "yes", **facts}
    asked: Decision = ask(Entries, seat, f"leg/{block}", told)
    return asked


def choose(seat: str, topic: str, *options: str, **facts: Plain) -> Decision:
    """One of some words; the first is the default."""
    asked: Decision = ask(Choose, seat, topic, facts, options={word: word for word in options}, default=options[0])
    return asked


def pick(seat: str, topic: str, number: int, *options: str, **facts: Plain) -> Decision:
    """Some of several names; the first are the default."""
    asked: Decision = ask(Pick, seat, topic, facts, options={word: word for word in options}, least=number, most=number,
                          default=options[:number])  # fmt: skip
    return asked


def entry(seat: str, topic: str, **facts: Plain) -> Decision:
    """One mapping."""
    asked: Decision = ask(Entry, seat, topic, facts)
    return asked


def reader(known: Mapping[str, Any]) -> Doctrine:
    """One seat's way of reading its orders."""
    return Doctrine(BOARD, known["seat"], lambda: known)


def files(known: Mapping[str, Any], *bodies: str) -> list[OrderFile]:
    """Order files as sources, the newest first."""
    return order_files([orders(body, known["seat"]) for body in bodies], reader(known))


def answer(known: Mapping[str, Any], body: str, decision: Decision) -> Plain | None:
    """What one file answers."""
    said = files(known, body)[0].answer(decision)
    return None if said is None else said[0]
