"""Remarks on what orders will do, as far as the view tells: ways and their lengths, and Formations without a word.

Nobody is met, no wind blows, and every throw in a Sea Zone succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Entry
from pbem.adjudicator.yellowjack.orders.checks.wrong_yard import checks_needed
from pbem.adjudicator.yellowjack.orders.sections.section_parts import OPERATIONS
from pbem.adjudicator.yellowjack.state.words import CONVOY, READY
from pbem.base.counting import counted


def remarks(desk: Desk) -> Iterator[str]:
    """Yields lines on the ways of plans, on Formations without plan or Order, and on Checks."""
    yield from checks_needed(desk)
    if str(desk.known["step"]) in OPERATIONS:
        for entry in desk.entries("sail"):
            yield from ways(desk, entry)
        yield from without_a_word(desk)


def ways(desk: Desk, entry: Entry) -> Iterator[str]:
    """A line for each goal of a plan: how far it is."""
    who = str(entry["who"])
    at = desk.look.at(who)
    for step in entry.get("then", ()):
        goals = [str(step["to"])] if "to" in step else [str(goal) for goal in step.get("via", ())]
        if "port" in step and str(step["port"]) in desk.board.ports:
            goals = [str(step["port"])]
        for goal in goals:
            if at in desk.board.nodes and goal in desk.board.nodes and goal != at:
                legs = counted(desk.board.legs(at, goal), "leg")
                yield f"{who} has {legs} from {desk.place(at)} to {desk.place(goal)}."
            at = goal


def without_a_word(desk: Desk) -> Iterator[str]:
    """A line for each Formation that has neither Order nor plan."""
    named = {str(entry["who"]) for entry in desk.entries("sail")}
    for name, each in desk.look.own.items():
        kinds = {"all", str(each.get("command")), str(each.get("contingent")), f"{each.get('kind')}s"}
        if each.get("kind") == CONVOY or each.get("goes_with") or named & ({name} | kinds) or desk.look.has_plan(name):
            continue
        if not each.get("order") and each.get("at") in desk.board.nodes:
            does = "goes home" if each["state"] == READY else "stays there"
            yield f"{name} at {desk.place(str(each['at']))} has neither Order nor plan: she {does} (R9.21)."
