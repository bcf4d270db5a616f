"""Faults of the sections of administration that their owner can see: repairs, states, Formations, Orders."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Path, Wrong
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FRIGATE, IN_ORDINARY


def wrong_yard(desk: Desk) -> Iterator[Wrong]:
    """Every fault of these sections."""
    yield from wrong_repairs(desk)
    yield from wrong_states(desk)
    yield from wrong_refits(desk)
    yield from wrong_forms(desk)
    yield from wrong_orders(desk)


def where(desk: Desk, squadron: str) -> str:
    """The place of an own Squadron; empty where it is not in play."""
    return str(desk.known["squadrons"].get(squadron, {}).get("where", ""))


def condition(desk: Desk, squadron: str) -> str:
    """The state of an own Squadron."""
    return str(desk.known["squadrons"].get(squadron, {}).get("condition", ""))


def wrong_repairs(desk: Desk) -> Iterator[Wrong]:
    """Ports that repair nothing of one's own, and Squadrons that are not In Ordinary there."""
    for number, entry in enumerate(desk.entries("repair")):
        port, path = str(entry["port"]), ("repair", number)
        if not desk.board.ports[port].repair:
            yield Wrong((*path, "port"), f"{desk.place(port)} repairs nobody", "1.322")
            continue
        for place, squadron in enumerate(entry["squadrons"]):
            if (where(desk, squadron), condition(desk, squadron)) != (port, IN_ORDINARY) and not entry.get("if"):
                yield Wrong((*path, "squadrons", place), f"'{squadron}' does not lie In Ordinary at {desk.place(port)}",
                            "R11.4", in_words(desk, squadron))  # fmt: skip


def in_words(desk: Desk, squadron: str) -> str:
    """The place and state of a Squadron, as a hint."""
    at = where(desk, squadron)
    return f"it is {condition(desk, squadron).replace('-', ' ')} at {desk.place(at)}" if at else "it is not in play"


def wrong_states(desk: Desk) -> Iterator[Wrong]:
    """Squadrons that are not in port, or in that state already."""
    for number, entry in enumerate(desk.entries("states")):
        squadron, goal = str(entry["squadron"]), str(entry["to"]).replace("_", "-")
        if entry.get("if"):
            continue
        if condition(desk, squadron) not in (IN_ORDINARY, FITTING_OUT):
            yield Wrong(
                ("states", number, "squadron"), f"'{squadron}' is not in port", "R3.5", in_words(desk, squadron)
            )
        elif condition(desk, squadron) == goal:
            yield Wrong(("states", number, "to"), f"'{squadron}' is in that state already", "R3.5")


def wrong_refits(desk: Desk) -> Iterator[Wrong]:
    """Sail that are not there, do not fit, or lie elsewhere."""
    for number, entry in enumerate(desk.entries("refit")):
        path: Path = ("refit", number)
        source, goal, sort = str(entry["from"]), str(entry["into"]), str(entry["class"])
        have = int(desk.known["squadrons"].get(source, {}).get("sail", {}).get(sort, 0))
        if have < int(entry["number"]):
            yield Wrong((*path, "number"), f"'{source}' has {have} {sort}", "R3.9")
        if where(desk, goal) and where(desk, source) != where(desk, goal):
            yield Wrong((*path, "into"), f"'{source}' and '{goal}' do not lie in the same Port", "R3.9")
        if (desk.board.squadrons[goal].kind == FRIGATE) != (sort == FRIGATE):
            yield Wrong((*path, "into"), "Frigates sail in Squadrons of their own", "2.141")


def wrong_forms(desk: Desk) -> Iterator[Wrong]:
    """Formations of too many Squadrons, of another Contingent, or of ships that lie apart."""
    for number, entry in enumerate(desk.entries("form")):
        path, counter = ("form", number), desk.board.formations.get(str(entry["formation"]))
        if counter is None:
            yield Wrong((*path, "formation"), f"'{entry['formation']}' is no Flag or Detachment", "R3.7")
            continue
        squadrons = [str(name) for name in entry["squadrons"]]
        if len(squadrons) > counter.size:
            yield Wrong((*path, "squadrons"), f"{counter.name} holds {counter.size} Squadrons", "R3.6")
        for place, squadron in enumerate(squadrons):
            if desk.board.squadrons[squadron].contingent != counter.contingent:
                yield Wrong((*path, "squadrons", place), f"'{squadron}' is of another Contingent", "R3.6")
        places = {where(desk, name) for name in squadrons} | ({str(entry["at"])} if "at" in entry else set())
        if len(places) > 1:
            yield Wrong((*path, "squadrons"), "they do not all lie in one Port", "R3.7")


def wrong_orders(desk: Desk) -> Iterator[Wrong]:
    """Orders that are not in hand, or given twice."""
    hand, given = [str(chit) for chit in desk.known["hand"]], dict[str, int]()
    for number, chit in enumerate(desk.entries("discard")):
        if str(chit) not in hand:
            yield Wrong(("discard", number), f"'{chit}' is not in your hand", "3.33")
    for number, entry in enumerate(desk.entries("issue")):
        order, path = str(entry["order"]), ("issue", number)
        if order not in hand and not entry.get("if"):
            yield Wrong(
                (*path, "order"), f"'{order}' is not in your hand", "R9.4", f"in hand: {', '.join(hand) or 'none'}"
            )
        elif order in given:
            yield Wrong((*path, "order"), f"'{order}' is given in entry {given[order] + 1} already", "R9.5")
        given.setdefault(order, number)
