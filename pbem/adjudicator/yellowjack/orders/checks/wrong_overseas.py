"""Faults of the sections about entries, Escorts and transfers that their owner can see."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.base.escorts import why_no_escort
from pbem.adjudicator.yellowjack.base.map_edge import waiting
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.bourbon import escort_ok, shares
from pbem.adjudicator.yellowjack.ch3.withdrawals import craft_in_play, is_french_and_free
from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Wrong
from pbem.adjudicator.yellowjack.state.words import BOURBON, FRENCH, SIDE_OF

RULING = Ruling(shares=shares, escort_ok=escort_ok)


def wrong_before(desk: Desk) -> Iterator[Wrong]:
    """Every fault of the sections that speak of what is done before the first Impulse."""
    for number, entry in enumerate(desk.entries("enter")):
        if str(entry["who"]) not in waiting(desk.state, desk.seat):
            yield Wrong(("enter", number, "who"), f"'{entry['who']}' does not wait off the map", "R5.12")
    taken: list[str] = []
    for number, entry in enumerate(desk.entries("escort")):
        if entry.get("if"):
            continue
        name = str(entry["with"])
        held = desk.state.formations.get(name)
        squadron = held.squadrons[0] if held is not None and held.squadrons else name
        why = why_no_escort(desk.state, RULING, desk.seat, str(entry["convoy"]), squadron)
        why = why or ("it escorts another Convoy in this file" if squadron in taken else "")
        taken.append(squadron)
        if why:
            yield Wrong(("escort", number, "with"), f"'{entry['convoy']}' cannot be escorted so: {why}", "R10.5")


def wrong_french_leave(desk: Desk) -> Iterator[Wrong]:
    """Ships and small craft that are not French, or cannot be sent home."""
    for number, entry in enumerate(desk.entries("withdraw_french")):
        if entry.get("if"):
            continue
        name, word = str(entry.get("who") or entry.get("aux", "")), "who" if "who" in entry else "aux"
        able = is_french_and_free(desk.state, name) or name in craft_in_play(desk.state, BOURBON, FRENCH)
        if desk.seat != BOURBON or not able:
            yield Wrong(("withdraw_french", number, word), f"'{name}' is no French force that can go home", "2.263")


def wrong_requests(desk: Desk) -> Iterator[Wrong]:
    """Nations that are not one's own."""
    for number, entry in enumerate(desk.entries("request")):
        if SIDE_OF[str(entry["nation"])] != desk.seat:
            who = str(entry["nation"]).title()
            yield Wrong(("request", number, "nation"), f"the {who} are the enemy's to speak for", "2.171")
