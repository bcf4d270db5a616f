"""Faults of the sections about what is done ashore that their owner can see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Entry, Wrong
from pbem.adjudicator.yellowjack.orders.names import ALL, ANY, PORT_ATTACKED


def wrong_ashore(desk: Desk) -> Iterator[Wrong]:
    """Every fault of these sections."""
    yield from wrong_landings(desk)
    yield from wrong_marches(desk)
    for section in ("escalade", "evacuate"):
        for number, entry in enumerate(desk.entries(section)):
            port = str(entry["port"])
            if port != ANY and desk.own_port(port):
                yield Wrong((section, number, "port"), f"{desk.place(port)} is yours", "3.413")
    for number, entry in enumerate(desk.entries("escape")):
        if str(entry["port"]) != ANY and not desk.own_port(str(entry["port"])):
            yield Wrong(("escape", number, "port"), f"{desk.place(str(entry['port']))} is not yours", "3.46")


def wrong_landings(desk: Desk) -> Iterator[Wrong]:
    """Units that are not aboard the Convoy that is to land them."""
    for number, entry in enumerate(desk.entries("land")):
        convoy = str(entry["expedition"])
        if convoy not in desk.look.own:
            yield Wrong(("land", number, "expedition"), f"the Convoy '{convoy}' is not Assembled", "3.425")
            continue
        for word in ("units", "hold_back"):
            named = entry.get(word, ())
            for place, unit in enumerate(() if named == ALL else named):
                if str(desk.known["units"].get(str(unit), {}).get("at", "")) != convoy:
                    yield Wrong(("land", number, word, place), f"'{unit}' is not aboard {convoy}", "3.425")


def wrong_marches(desk: Desk) -> Iterator[Wrong]:
    """Units that are not on the map, Viceroys who leave their posts, ways that no Land Box opens."""
    for number, entry in enumerate(desk.entries("march")):
        unit, goal = str(entry["unit"]), str(entry["to"])
        if unit == ANY:
            continue
        if unit in desk.board.personages and desk.board.personages[unit].viceroy:
            yield Wrong(("march", number, "unit"), f"'{unit}' is a Viceroy and keeps the post", "2.565")
            continue
        why = no_way(desk, unit, goal, entry)
        if why:
            yield Wrong(("march", number, "to"), why, "2.575")


def no_way(desk: Desk, unit: str, goal: str, entry: Entry) -> str:
    """Explains why a Unit cannot march to a place; empty if it can, or will stand elsewhere by then."""
    at = str(desk.known["units"].get(unit, {}).get("at", ""))
    if goal == PORT_ATTACKED or at == goal or entry.get("if"):
        return ""
    box, port = desk.board.boxes.get(at), desk.board.ports.get(at)
    if box is None and port is None:
        return f"'{unit}' is on no road: it is {desk.place(at) if at else 'not in play'}"
    ways = set(box.ports) if box is not None else {port.box} if port is not None else set()
    return "" if goal in ways else f"no road leads from {desk.place(at)} to {desk.place(goal)}"
