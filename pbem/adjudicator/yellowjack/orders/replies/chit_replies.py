"""Answers about Orders: which are taken of those that are drawn, given to whom, and extended."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.adjudicator.engine.order_parts import NO, YES
from pbem.adjudicator.engine.table import Decision, Pick, Plain
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.bourbon import shares
from pbem.adjudicator.yellowjack.ch3.issuing import why_not_issue
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import ANY, plain
from pbem.adjudicator.yellowjack.orders.replies.common import (
    Section,
    bare,
    first_fitting,
    holding,
    one_of,
    options_of,
)
from pbem.adjudicator.yellowjack.state.words import ASSAULT
from pbem.adjudicator.yellowjack.view.view import seen_state

#: Short words for sorts of Orders, as players write them.
SHORT = {"aao": ASSAULT, "assault": ASSAULT}


def receive(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Orders that are taken: the best liked, as many as must be; and besides, what is wanted at any rate."""
    entry = next(holding(section, look), None)
    if entry is None or not isinstance(decision, Pick):
        return None
    liked = list(dict.fromkeys(matching(look, options_of(decision), entry["like"])))
    besides = list(dict.fromkeys(matching(look, options_of(decision), entry.get("also", ()))))
    taken = liked[: max(decision.least, 1)]
    taken += [chit for chit in besides if chit not in taken][: decision.most - len(taken)]
    return list(taken) if len(taken) >= decision.least else None


def matching(look: Lookout, options: Iterable[str], words: Iterable[Any]) -> Iterator[str]:
    """The Orders that some words mean, in the order of the words."""
    drawn = list(options)
    for word in words:
        yield from (chit for chit in drawn if means(look, str(word), chit))


def means(look: Lookout, word: str, chit: str) -> bool:
    """Tells if a word means an Order: its id, its sort, its sort with a Command, or any."""
    if word == ANY or plain(word) == chit:
        return True
    kind, _, rest = word.strip().partition(" ")
    counter = look.board.chits[chit]
    if SHORT.get(kind, kind.replace("_", "-")) != counter.kind:
        return False
    return not rest or rest.strip() == "*" or of_command(rest.strip(), chit, str(counter.command))


def of_command(word: str, chit: str, command: str) -> bool:
    """Tells if a word behind a sort means the Command of an Order: its name, or the letter with a star."""
    return plain(word) == command or (word.endswith("*") and chit.startswith(f"{word[:-1].rstrip('-')}-"))


def issue(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Orders that are given now; one Formation stands in a list too.

    `order: any` is the first in hand that its Formation may have; where there is none the entry says nothing.
    """
    found: list[dict[str, Plain]] = []
    hand = look.texts("hand")
    for entry in holding(section, look):
        to = [str(name) for name in (entry["to"] if isinstance(entry["to"], list) else [entry["to"]])]
        given = bare(entry, "to") | {"to": list(to)}
        if given["order"] == ANY:
            left = [chit for chit in hand if chit not in [one["order"] for one in found]]
            named = any(one["to"] == to for one in found)
            given["order"] = "" if named else fitting(look, left, to, str(entry.get("target", "")))
        found += [given] if given["order"] else []
    return [*found] or None


def fitting(look: Lookout, hand: Iterable[str], to: list[str], target: str) -> str:
    """The first of some Orders in hand that some Formations may have; empty for none."""
    position, ruling = seen_state(look.board, look.known), Ruling(shares=shares)
    return next((chit for chit in hand if not why_not_issue(position, ruling, look.seat, chit, to, target)), "")


def extend(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """Tries to make an Order run a Turn longer, or lets it end."""
    entry = first_fitting(section, look)
    return None if entry is None else one_of(decision, (YES if entry["do"] else NO,))


def nothing(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """Nothing: no question is asked for this section."""
    return None
