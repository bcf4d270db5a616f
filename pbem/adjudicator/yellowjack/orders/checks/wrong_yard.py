"""Faults of the sections of administration that their owner can see: repairs, states, Formations, Orders.

The steps are tried in their order on the position as its owner sees it, so that an entry may build on one before it. An
entry under conditions is tried by nobody.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.formations import form, why_not_formed
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.squadrons import change_state, move_sail, why_no_state, why_not_moved
from pbem.adjudicator.yellowjack.base.yard import why_no_stores
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch2.troops import counters_of, gather, why_not
from pbem.adjudicator.yellowjack.ch3.issuing import issues_before, may_discard, why_not_issue
from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Entry, Path, Wrong
from pbem.adjudicator.yellowjack.orders.names import ANY
from pbem.adjudicator.yellowjack.orders.replies.chit_replies import means
from pbem.adjudicator.yellowjack.orders.replies.common import bare
from pbem.adjudicator.yellowjack.orders.sections.section_parts import ADMIN, OPERATIONS, SETUP
from pbem.adjudicator.yellowjack.state.words import IN_ORDINARY, quarterly

#: What the chapters say to the series rules, as far as these checks need it.
RULING = Ruling(shares=shares)


def wrong_yard(desk: Desk) -> Iterator[Wrong]:
    """Every fault of these sections, in the order of the steps."""
    yield from wrong_repairs(desk)
    for section, rule, word, why, act in STEPS:
        for number, entry in enumerate(desk.entries(section)):
            if entry.get("if"):
                continue
            reason = why(desk, entry)
            if reason:
                yield Wrong((section, number, word), f"{name_of(entry, word)}: {reason}", rule)
            else:
                act(desk, entry)
    yield from wrong_orders(desk)


def name_of(entry: Entry, word: str) -> str:
    """The counter that an entry names, as it is written."""
    return f"'{entry[word]}'"


# -------------------------------------------------------------------------------------------- the steps


def why_no_new_state(desk: Desk, entry: Entry) -> str:
    """Explains why a Squadron does not change its state."""
    return why_no_state(desk.state, desk.seat, str(entry["squadron"]), str(entry["to"]).replace("_", "-"))


def why_no_refit(desk: Desk, entry: Entry) -> str:
    """Explains why Sail do not go over."""
    return why_not_moved(desk.state, desk.seat, bare(entry))


def port_of(desk: Desk, entry: Entry) -> str:
    """The Port of a Formation that is made: where it says, else where its first Squadron lies."""
    squadrons = [str(name) for name in entry["squadrons"]]
    formation = str(entry["formation"])
    lies = desk.state.place(formation) if formation in desk.state.formations else ""
    return str(entry.get("at", "")).replace("_", "-") or (desk.state.place_of(squadrons[0]) if squadrons else lies)


def why_no_form(desk: Desk, entry: Entry) -> str:
    """Explains why a Formation is not made."""
    squadrons = [str(name) for name in entry["squadrons"]]
    return why_not_formed(desk.state, RULING, desk.seat, str(entry["formation"]), port_of(desk, entry), squadrons)


def why_no_spending(desk: Desk, entry: Entry) -> str:
    """Explains why stores are not spent on a Squadron."""
    return why_no_stores(desk.state, desk.seat, str(entry["port"]), str(entry["squadron"]))


def why_no_convoy(desk: Desk, entry: Entry) -> str:
    """Explains why a Troop Convoy does not gather."""
    units, at = [str(name) for name in entry["troops"]], str(entry["at"])
    free = counters_of(desk.state, desk.seat, at)
    convoy = str(entry.get("convoy", "")) or next(iter(free), "")
    return why_not(desk.state, desk.seat, convoy, units, at, str(entry["to"]))


def nothing_done(desk: Desk, entry: Entry) -> None:
    """Changes nothing that a later step builds on."""


def make_convoy(desk: Desk, entry: Entry) -> None:
    """Gathers a Troop Convoy in the position that is tried: an Order may be Issued to it in the same letter."""
    gather(Table(), desk.state, desk.seat, bare(entry))


def make_state(desk: Desk, entry: Entry) -> None:
    """Changes the state of a Squadron in the position that is tried."""
    change_state(Table(), desk.state, RULING, desk.seat, bare(entry))


def make_refit(desk: Desk, entry: Entry) -> None:
    """Moves Sail in the position that is tried."""
    move_sail(Table(), desk.state, desk.seat, bare(entry))


def make_form(desk: Desk, entry: Entry) -> None:
    """Makes a Formation in the position that is tried."""
    form(Table(), desk.state, RULING, desk.seat, bare(entry) | {"at": port_of(desk, entry)})


Why = Callable[[Desk, Any], str]
Act = Callable[[Desk, Any], None]
#: section, its rule, the word that names the counter, why not, and what it does.
STEPS: tuple[tuple[str, str, str, Why, Act], ...] = (
    ("stores", "R11.5", "squadron", why_no_spending, nothing_done),
    ("assemble", "2.633", "at", why_no_convoy, make_convoy),
    ("states", "R3.5", "squadron", why_no_new_state, make_state),
    ("refit", "R3.9", "from", why_no_refit, make_refit),
    ("form", "R3.7", "formation", why_no_form, make_form),
)


# -------------------------------------------------------------------------------------------- repairs, Orders


def wrong_repairs(desk: Desk) -> Iterator[Wrong]:
    """Ports that repair nothing of one's own, and Squadrons that are not In Ordinary there."""
    for number, entry in enumerate(desk.entries("repair")):
        port, path = str(entry["port"]), ("repair", number)
        if not desk.board.ports[port].repair:
            yield Wrong((*path, "port"), f"{desk.place(port)} repairs nobody", "1.322")
            continue
        for place, squadron in enumerate(entry["squadrons"]):
            lies = (desk.state.place_of(str(squadron)), desk.state.state_of(str(squadron)))
            if lies != (port, IN_ORDINARY) and not entry.get("if"):
                yield Wrong((*path, "squadrons", place), f"'{squadron}' does not lie In Ordinary at {desk.place(port)}",
                            "R11.4", f"it is {lies[1].replace('-', ' ')} at {desk.place(lies[0])}" if lies[0] else
                            "it is not in play")  # fmt: skip


def wrong_orders(desk: Desk) -> Iterator[Wrong]:
    """Orders that cannot go back, and Orders that cannot be given so."""
    for number, chit in enumerate(desk.entries("discard")):
        if str(chit) not in desk.state.hand[desk.seat]:
            yield Wrong(("discard", number), f"'{chit}' is not in your hand", "3.33")
        elif not may_discard(desk.state, str(chit)):
            yield Wrong(("discard", number), f"'{chit}' cannot go back: no Viceroy at the post may say so", "3.33")
    yield from wrong_likings(desk)
    if str(desk.known["step"]) == ADMIN:
        pay_for_orders(desk)
    yield from wrong_issues(desk)


def pay_for_orders(desk: Desk) -> None:
    """Spends points of Prestige on Orders of the hand that is tried, and of the pool (R12.4)."""
    hand = desk.state.hand[desk.seat]
    paid = [(str(each["on"]), str(each.get("order", ""))) for each in desk.entries("spend") if not each.get("if")]
    for chit in [chit for on, chit in paid if on == "discard" and chit in hand]:
        hand.remove(chit)
    if quarterly(desk.state.date) or not hand:
        hand += [chit for on, chit in paid if on == "order" and chit in desk.known["pool"]][:1]


def wrong_issues(desk: Desk) -> Iterator[Wrong]:
    """Orders that cannot be given so, or not in these operations."""
    given: dict[str, str] = {}
    if str(desk.known["step"]) in OPERATIONS and not issues_before(desk.state):
        if "issue" in desk.body:
            yield Wrong(("issue",), "no Orders are Issued in these operations", "R9.5", "they are in administration")
        return
    if str(desk.known["step"]) == SETUP and desk.board.scenarios[desk.state.scenario].draws:
        if "issue" in desk.body:
            yield Wrong(("issue",), "Orders are drawn now, and none is in your hand", "R4.8",
                        "give them out in your first letter of operations")  # fmt: skip
        return
    for number, entry in enumerate(desk.entries("issue")):
        if not entry.get("if"):
            yield from wrong_issue(desk, ("issue", number), entry, given)


def wrong_likings(desk: Desk) -> Iterator[Wrong]:
    """Words that mean no Order of one's own."""
    own = [chit for chit, order in desk.board.chits.items() if order.side == desk.seat]
    for number, entry in enumerate(desk.entries("receive")):
        for word in ("like", "also"):
            for place, liking in enumerate(entry.get(word, ())):
                if not any(means(desk.look, str(liking), chit) for chit in own):
                    yield Wrong(("receive", number, word, place), f"'{liking}' means no Order of yours", "3.312",
                                "a sort such as cruise or aao, with a Command such as j*, an id, or any")  # fmt: skip


def wrong_issue(desk: Desk, path: Path, entry: Entry, given: dict[str, str]) -> Iterator[Wrong]:
    """One Order that cannot be given so; a name that has been given one in this file already."""
    order, to = str(entry["order"]), named(entry)
    if ANY in to:
        yield Wrong((*path, "to"), f"'{ANY}' is no Formation: name her", "R9.5")
        return
    if order == ANY:
        return
    for name in (order, *to):
        if name in given:
            word, what = ("order", "is given") if name == order else ("to", f"gets {desk.board.label(given[name])}")
            yield Wrong((*path, word), f"'{name}' {what} in an entry above already", "R9.5")
            return
    reason = why_not_issue(desk.state, RULING, desk.seat, order, to, str(entry.get("target", "")))
    if reason:
        hand = ", ".join(desk.state.hand[desk.seat]) or "none"
        hint = f"in hand: {hand}" if order not in desk.state.hand[desk.seat] else ""
        yield Wrong((*path, "order"), f"'{order}' cannot be given so: {reason}", "R9.5", hint)
    for name in () if reason else to:
        if name in desk.state.formations:
            desk.state.formations[name].order = order
    given |= dict.fromkeys((order, *to), order)


def named(entry: Entry) -> list[str]:
    """The Formations that an Order is given to."""
    return [str(name) for name in (entry["to"] if isinstance(entry["to"], list) else [entry["to"]])]
