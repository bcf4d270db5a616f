"""Answers at sea: stance and whom to attack, Battle, retreat, Break Out, weather, losses, Orders given up."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.adjudicator.engine.order_parts import NO, YES
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.yellowjack.orders.conditions import unmet
from pbem.adjudicator.yellowjack.orders.lookout import Lookout, Piece, sort_of, squadrons_in
from pbem.adjudicator.yellowjack.orders.names import (
    BLOCKADERS,
    CONVOYS,
    DETACHMENTS,
    FLAGS,
    SAIL_SORTS,
    SINGLE,
    STRONGEST,
    WEAKEST,
)
from pbem.adjudicator.yellowjack.orders.replies.common import (
    Entry,
    Section,
    bare,
    first_fitting,
    fitting,
    holding,
    one_of,
    worded,
)
from pbem.adjudicator.yellowjack.orders.replies.ranking import ranked_units

#: The sort of enemy that a word of `prefer` means.
SORTS = {CONVOYS: "convoy", FLAGS: "flag", DETACHMENTS: "detachment", SINGLE: "single"}
#: After how many rounds a side breaks off that says so.
ROUNDS = {"after_1": 1, "after_2": 2}
NEVER = "never"


def stance(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The stance of a Formation, and the enemies in the order in which it attacks them."""
    entry = first_fitting(section, look)
    if entry is None:
        return None
    prefer = [str(word) for word in entry.get("prefer", ())]
    enemies = sorted(look.enemies(), key=lambda enemy: [rank(word, enemy) for word in prefer])
    found: dict[str, Plain] = {"do": str(entry["do"])} | ({"challenge": str(YES)} if entry.get("challenge") else {})
    return found | ({"prefer": [str(enemy["marker"]) for enemy in enemies]} if prefer and enemies else {})


def rank(word: str, enemy: Piece) -> int:
    """The rank of an enemy by one word, the lowest first."""
    if word in (WEAKEST, STRONGEST):
        return squadrons_in([enemy]) * (1 if word == WEAKEST else -1)
    if word == BLOCKADERS:
        return 0 if enemy.get("blockades") else 1
    return 0 if word == enemy["marker"] or SORTS.get(word) == sort_of(enemy) else 1


def battle(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The way a Battle is fought; whether it is broken off now is judged here, round by round."""
    entry = first_fitting(section, look)
    if entry is None:
        return None
    said = bare(entry, "who", "break")
    if "break" in entry:
        said["break"] = breaks(entry["break"], look)
    return said


def breaks(wish: Any, look: Lookout) -> str:
    """Breaks off after the round that was fought, or not: yes, no, or as is usual."""
    if not isinstance(wish, list):
        fought = look.number("round") or 0
        return (
            str(NO if wish == NEVER or fought < ROUNDS[wish] else YES) if wish == NEVER or wish in ROUNDS else str(wish)
        )
    return str(NO if unmet(look, wish) else YES)


def retreat(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The first of the places that a beaten Formation may go to."""
    for entry in fitting(section, look, look.who):
        found = one_of(decision, entry["to"])
        if found is not None:
            return found
    return None


def break_out(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The way in which a Formation breaks out of its Port, or that it stays."""
    return of_formation(section, look)


def weather(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The habits of a Formation under sail."""
    return of_formation(section, look)


def of_formation(section: Iterable[Entry], look: Lookout) -> Plain | None:
    """The entry that counts for the Formation of the question, without its scope."""
    entry = first_fitting(section, look)
    return None if entry is None else bare(entry, "who")


def losses(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The order in which Units and Sail are lost."""
    entry = next(holding(section, look), None)
    if entry is None:
        return None
    sail = [str(word) for word in entry.get("sail", ())]
    found: dict[str, Plain] = {}
    if look.texts("units") and "units" in entry:
        found["units"] = list(ranked_units(look, entry["units"]))
    return found | ({"sail": [*sail, *(word for word in SAIL_SORTS if word not in sail)]} if sail else {})


def terminate(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Formations that give up their Orders: asked for all at once, or for one."""
    if look.who:
        return one_of(decision, (YES,)) if first_fitting(section, look) is not None else None
    with_orders = [name for name in look.own if look.order_of(name)]
    found = [name for name in with_orders if next(fitting(section, look, name), None) is not None]
    return [worded({"who": name}) for name in found] if found else None
