"""Remarks on what orders will do, as far as the view tells: ways, what Orders ask, and Formations without a word.

Nobody is met, the winds blow on as they blow now, and every throw in a Sea Zone succeeds.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.adjudicator.yellowjack.base.movement import allowance
from pbem.adjudicator.yellowjack.base.net import is_foul, mps, way
from pbem.adjudicator.yellowjack.base.order_kinds import carry_on_goal
from pbem.adjudicator.yellowjack.base.ports import france_fights
from pbem.adjudicator.yellowjack.base.stations import strategy_rating
from pbem.adjudicator.yellowjack.ch2.british import CHALLENGE, may_challenge
from pbem.adjudicator.yellowjack.ch2.requests import asks_now
from pbem.adjudicator.yellowjack.ch3.issuing import issues_before, why_check
from pbem.adjudicator.yellowjack.orders.checks.wrong import Desk, Entry
from pbem.adjudicator.yellowjack.orders.checks.wrong_yard import named
from pbem.adjudicator.yellowjack.orders.names import ANY
from pbem.adjudicator.yellowjack.orders.plans import has_routine
from pbem.adjudicator.yellowjack.orders.sections.section_parts import ADMIN, OPERATIONS, SETUP
from pbem.adjudicator.yellowjack.orders.words.demands import demand, runs_until
from pbem.adjudicator.yellowjack.state.words import ASSAULT, BRITISH, CONVOY, ESCORT, OFF_MAP, READY
from pbem.base.counting import counted

#: A remark on a request that nobody will read.
NOT_NOW = ("Nothing is asked of Europe in this Turn: requests are made on Quarterly Turns, and not at all in "
           "`porto-bello` (2.171).")  # fmt: skip
#: Faces of the die that pass a Check at most and at least, whatever the rating: 0 passes, 9 does not (R3.11).
FACES = 10


def remarks(desk: Desk) -> Iterator[str]:
    """Yields lines on the ways of plans, on Formations without plan or Order, and on what Orders ask."""
    step = str(desk.known["step"])
    if step in (SETUP, ADMIN) or issues_before(desk.state):
        for entry in desk.entries("issue"):
            if str(entry["order"]) != ANY:
                yield from issued(desk, entry)
    if step == ADMIN and desk.body.get("request") and not asks_now(desk.state):
        yield NOT_NOW
    yield from asleep(desk)
    if step in OPERATIONS:
        for entry in desk.entries("sail"):
            yield from ways(desk, entry)
        yield from without_a_word(desk)
        if any(entry.get("challenge") for entry in desk.entries("stance")):
            yield dare(desk)


def asleep(desk: Desk) -> Iterator[str]:
    """Lines on a routine of this file: what becomes of Orders while nobody waits for you, if nothing is said."""
    given = desk.body.get("standing", ())
    if not has_routine(given):
        return
    every = [*given, *desk.known.get("standing", ())]
    if not any("issue" in one for one in every):
        flag = "br-flag-j1" if desk.seat == BRITISH else "sp-flag-k"
        yield ("While your routine sleeps nobody is given an Order: a standing 'issue' does it, such as "
               f"'order: any, to: {flag}'.")
    if not any("receive" in one for one in every):
        yield "Of Orders drawn meanwhile you take the one for the idlest Command: a standing 'receive' chooses."


def dare(desk: Desk) -> str:
    """Tells the price of an attack on the French in peace, and what comes of it."""
    if france_fights(desk.state):
        return "France is at war: 'challenge' changes nothing and costs nothing."
    have = desk.state.prestige[BRITISH]
    if not may_challenge(desk.state):
        return f"You have {have} Prestige: with {CHALLENGE} or less nobody challenges the French (2.322)."
    return (f"The first attack on the French in peace costs you {CHALLENGE} of your {have} Prestige, and France "
            "declares war in the same Turn (2.32, 2.323). Say 'if' where you do not mean it everywhere.")


def issued(desk: Desk, entry: Entry) -> Iterator[str]:
    """Lines on an Order that is given: what it asks, how long it runs, and the Check that it wants."""
    chit, target = str(entry["order"]), str(entry.get("target", ""))
    order = desk.board.chits[chit]
    until = runs_until(desk.state, chit)
    yield f"{order.name} asks her to {demand(desk.board, chit, target)}{f', {until}' if until else ''}."
    reason = why_check(desk.state, order.command, named(entry)[0])
    if reason:
        passes = max(1, min(FACES - 1, strategy_rating(desk.state, order.command) + 1))
        yield f"It wants a Check, which {passes} faces in {FACES} pass: {reason} (R9.5)."


# -------------------------------------------------------------------------------------------- ways


def ways(desk: Desk, entry: Entry) -> Iterator[str]:
    """A line for each goal of a plan: its MPs and Impulses as the winds blow now, and where she would beat."""
    who = str(entry["who"])
    at = desk.state.place(who) if who in desk.state.formations else ""
    for step in entry.get("then", ()):
        if step.get("carry_on"):
            yield from carried_on(desk, who, at)
        goals = [str(step["to"])] if "to" in step else [str(goal) for goal in step.get("via", ())]
        if "port" in step and str(step["port"]) in desk.board.ports:
            goals = [str(step["port"])]
        if "blockade" in step:
            goals = [str(step["blockade"])]
        for goal in goals:
            if at in desk.board.nodes and goal != at:
                yield f"{who} has {distance(desk, who, at, goal)} from {desk.place(at)} to {desk.place(goal)}."
            at = goal


def distance(desk: Desk, who: str, at: str, goal: str) -> str:
    """The MPs and Impulses of a way as the winds blow now, and the places on it where she beats."""
    far = mps(desk.state, at, goal)
    pace = allowance(desk.state, who)
    impulses = -(-far // pace)
    route = [at, *way(desk.state, at, goal)]
    foul = [desk.place(a) for a, b in pairwise(route) if is_foul(desk.state, a, b)]
    beats = f", beating to windward off {', '.join(foul)}," if foul else ""
    return f"{counted(far, 'MP')}{beats} as the winds blow now, about {counted(impulses, 'Impulse')},"


def carried_on(desk: Desk, who: str, at: str) -> Iterator[str]:
    """A line on an Order that is carried on: the next place, how far it is, and the Turns that are left."""
    order = desk.state.order_of(who) if who in desk.state.formations else None
    if order is None:
        return
    name = desk.board.label(order.chit) if order.chit else order.kind
    found = carry_on_goal(desk.state, who)
    goal = found.to if found is not None else order.targets[0] if order.kind == ASSAULT and order.targets else ""
    left = f"; {counted(order.last - desk.state.date + 1, 'Turn')} left" if order.last else ""
    if goal == OFF_MAP or order.kind == ESCORT:
        yield f"{name}: {who} {'leaves the map' if goal == OFF_MAP else f'joins {order.targets[0]}'}{left}."
    elif goal and at in desk.board.nodes and goal != at:
        yield f"{name}: {who} makes for {desk.place(goal)}, {distance(desk, who, at, goal).rstrip(',')}{left}."
    else:
        yield f"{name}: {who} is where it sends her{left}."


# -------------------------------------------------------------------------------------------- nothing said


def without_a_word(desk: Desk) -> Iterator[str]:
    """A line for each Formation that has neither Order nor plan."""
    spoken = {str(entry["who"]) for entry in desk.entries("sail")}
    for name, each in desk.look.own.items():
        kinds = {"all", str(each.get("command")), str(each.get("contingent")), f"{each.get('kind')}s"}
        if each.get("kind") == CONVOY or each.get("goes_with") or spoken & ({name} | kinds) or desk.look.has_plan(name):
            continue
        if not desk.ordered(name) and each.get("at") in desk.board.nodes:
            does = "goes home" if each["state"] == READY else "stays there"
            yield f"{name} at {desk.place(str(each['at']))} has neither Order nor plan: she {does} (R9.21)."
