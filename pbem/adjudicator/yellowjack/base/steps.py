"""Plans: each Formation goes on with the step of its plan in hand, its Order, or the way home.

A step that has become unlawful lapses with its reason and the plan goes on; two lapses in a row stop the plan till the
Impulse ends. Conditions are looked at when a step's turn comes (R1.12, R5.2, R9.21).
"""

from __future__ import annotations

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.blockade import to_relieve
from pbem.adjudicator.yellowjack.base.carrying_on import carry_on
from pbem.adjudicator.yellowjack.base.courses import YES, Outcome, Plan, homeward, into, make_for, shelter_wanted
from pbem.adjudicator.yellowjack.base.intents import INTO_PORT, MOVE, STAND, TO_SEA, ZONE, Intent, waits
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.ports import home, is_key, may_use
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import afloat, short
from pbem.adjudicator.yellowjack.base.step_verbs import VERBS, Step
from pbem.adjudicator.yellowjack.base.zones import out_at
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    CONVOY,
    FITTING_OUT,
    INDEPENDENT,
    READY,
    other,
)

#: Steps that may be done in one MPI without an MP, so that a plan cannot go round for ever.
MOST_STEPS = 20
#: Lapses in a row that stop a plan.
MOST_LAPSES = 2


def intend(table: Table, state: State, ruling: Ruling, formation: str) -> Intent:
    """Finds out what a Formation means to do in this MPI."""
    one, plan = state.formations[formation], state.plans.get(formation, {})
    if (why := sent_home(state, formation)) and one.state == READY and not one.inside:
        port = shelter_wanted(state, ruling, formation, plan)
        found = into(state, ruling, formation, port) if port else None
        return found if isinstance(found, Intent) else homeward(state, ruling, formation, why, nearest=True)
    if one.state == FITTING_OUT and one.at in state.ports and not may_use(state, ruling, formation, one.at):
        return Intent(TO_SEA, one.at)  # a Neutral Harbour is left as soon as may be (1.327)
    if (to := retiring(state, ruling, formation, plan)) is not None:
        drop_plan(table, state, formation, to)
        plan = state.plans.get(formation, {})
    if (stands := standing_ready(state, ruling, formation, plan)) is not None:
        return stands
    found = waits("her plan has been stopped for this Impulse") if plan.get("lies_to") == str(state.now) else (
        relieving(state, ruling, formation, plan) or sallying(state, ruling, formation, plan)
        or step_on(table, state, ruling, formation, plan))  # fmt: skip
    return allowed(state, ruling, formation, found) if formation in state.formations else found


@base("R7.9", "A crippled Formation goes to port", "R3.6")
def sent_home(state: State, formation: str) -> str:
    """Explains why a Formation at sea has no choice but to go home; empty if it has."""
    one = state.formations[formation]
    if one.home:
        return "she has to go home"
    if one.kind != CONVOY and state.worst(formation) >= 3:
        return "a crippled Squadron makes for port (R7.9)"
    if one.kind == INDEPENDENT and not one.order:
        return "a lone Squadron without an Order goes to port (R3.6)"
    return ""


def allowed(state: State, ruling: Ruling, formation: str, found: Intent) -> Intent:
    """The same intent, or to wait where a rule keeps the Formation from it."""
    one = state.formations[formation]
    if found.kind not in (TO_SEA, MOVE, ZONE):
        return found
    if one.kind == INDEPENDENT and not one.order and one.state == FITTING_OUT:
        return waits("a lone Squadron sails only under an Order (R3.6)")
    if one.state == FITTING_OUT and one.kind != CONVOY and state.worst(formation) >= 3:
        return waits("a crippled Squadron stays in port (R7.9)")
    to = found.to
    if found.kind == ZONE:
        to = found.goal or out_at(state, formation, found.to, "", list(found.prefer))
    why = ruling.may_leave(state, formation, to)
    return waits(why) if why else found


@base("R5.2", "A plan is carried out step by step")
def step_on(table: Table, state: State, ruling: Ruling, formation: str, plan: Plan) -> Intent:
    """Goes on with a plan till a step wants an MP or a wait; without steps the Order is carried on."""
    steps = plan.get("then") or []
    for _ in range(MOST_STEPS):
        if not steps:
            break
        step = steps[0]
        found = take(table, state, ruling, formation, plan, step)
        if isinstance(found, Intent):
            return found
        steps.pop(0)
        plan["waited"] = "0"
        if found is None:
            plan["lapses"] = "0"
        elif lapse(table, state, formation, plan, found):
            return waits("her plan is stopped for this Impulse")
    if plan.get("stay") == YES:
        return waits("she stays, as ordered")
    return carry_on(table, state, ruling, formation)


def take(table: Table, state: State, ruling: Ruling, formation: str, plan: Plan, step: Step) -> Outcome:
    """One step of a plan: its Impulse and its conditions first, then its verb."""
    if state.impulse < whole(step.get("impulse"), 0):
        return waits(f"she waits for Impulse {step['impulse']}")
    if "if" in step and step.get("looked") != YES:
        why = ruling.holds(state, state.side_of(formation), formation, step["if"])
        if why:
            text = f"{short(state, formation)} passes over a step of her plan: {why}."
            table.note("R1.12", state.side_of(formation), text, "log", formation=formation, what="passed-over",
                       at=state.place(formation))  # fmt: skip
            return None
        step["looked"] = YES
    verb = next((word for word in VERBS if word in step), "")
    return VERBS[verb](table, state, ruling, formation, step) if verb else "the step has no verb that is known"


def lapse(table: Table, state: State, formation: str, plan: Plan, why: str) -> bool:
    """Tells the owner why a step lapsed; tells if the plan is stopped by it."""
    plan["lapses"] = str(whole(plan.get("lapses"), 0) + 1)
    text = f"{short(state, formation)}: a step of her plan lapses: {why}."
    side = state.side_of(formation)
    table.note("R5.2", side, text, "lapsed", formation=formation, at=state.place(formation), entry="sail")
    if whole(plan["lapses"]) < MOST_LAPSES:
        return False
    plan["lies_to"] = str(state.now)
    return True


def retiring(state: State, ruling: Ruling, formation: str, plan: Plan) -> str | None:
    """The Port that a Formation retires to, by the first entry whose conditions hold; None if it goes on."""
    if state.formations[formation].state != READY:
        return None
    side = state.side_of(formation)
    for entry in plan.get("retire") or ():
        if not ruling.holds(state, side, formation, entry.get("if") or []):
            to = str(entry.get("to", "home"))
            return home(state, ruling, formation) if to == "home" else to
    return None


def drop_plan(table: Table, state: State, formation: str, to: str) -> None:
    """Ends a plan for the way to a Port; the Order stays."""
    plan: Plan = {"then": [{"port": to}], "waited": "0", "lapses": "0"}
    plan.update({word: state.plans[formation][word] for word in ("who", "mark") if word in state.plans[formation]})
    state.plans[formation] = plan
    text = f"{short(state, formation)} gives up her plan and retires to {state.board.place_name(to)}."
    table.note("R1.12", state.side_of(formation), text, "log", formation=formation, at=state.place(formation),
               what="retires")  # fmt: skip


@base("R3.15", "Ready in a besieged Harbour")
def standing_ready(state: State, ruling: Ruling, formation: str, plan: Plan) -> Intent | None:
    """Lets a Formation in a besieged Harbour stand to its guns, or stand down; None where nothing is besieged."""
    one = state.formations[formation]
    if one.at not in state.ports or not (one.inside or one.state == FITTING_OUT):
        return None
    if not ruling.besieged(state, one.at) or not is_key(state, one.at):
        return Intent(INTO_PORT, one.at) if one.inside else None
    wish = str(plan.get("besieged") or "stand_ready")
    if one.inside:
        return Intent(INTO_PORT, one.at) if wish == "fitting_out" else None
    if wish == "fitting_out" or one.kind == CONVOY or state.worst(formation) >= 3 or leaving(plan):
        return None
    return Intent(STAND, one.at)


def leaving(plan: Plan) -> bool:
    """Tells if the step in hand takes a Formation to sea."""
    step = (plan.get("then") or [{}])[0]
    return any(word in step for word in ("put_to_sea", "to", "via", "blockade"))


@base("R7.7", "Relief of a blockade", "2.233")
def relieving(state: State, ruling: Ruling, formation: str, plan: Plan) -> Intent | None:
    """Goes for the first Port of the plan that is blockaded, without an Order, and back when it is free.

    None if the plan names none, or none is blockaded and she did not go out for one.
    """
    one = state.formations[formation]
    if one.order or not plan.get("relieve"):
        return None
    shut = to_relieve(state, state.side_of(formation))
    port = next((str(port) for port in plan["relieve"] if port in shut), "")
    if not port:
        return back_from_relief(state, ruling, formation, plan)
    plan["relieving"] = port
    if one.at == port and one.state == READY and not one.inside:
        return waits(f"she is {state.board.whereabouts(port)} to drive the blockaders off")
    found = make_for(state, formation, port, presses=True)
    return found if isinstance(found, Intent) else None


def back_from_relief(state: State, ruling: Ruling, formation: str, plan: Plan) -> Intent | None:
    """Sends her back from a relief: to the Port that she went to relieve, if the plan says so, else to the nearest."""
    port = str(plan.get("relieving") or "")
    if not port:
        return None
    if state.formations[formation].state == FITTING_OUT:
        plan["relieving"] = ""
        return None
    if plan.get("return") == "target":
        found = into(state, ruling, formation, port)
        return found if isinstance(found, Intent) else None
    return homeward(state, ruling, formation, "the blockade is lifted", nearest=True)


@base("R1.12", "A sortie", "2.231")
def sallying(state: State, ruling: Ruling, formation: str, plan: Plan) -> Intent | None:
    """Keeps her in port till the conditions of a sortie hold; without steps she then makes for the nearest enemy seen.

    None if the plan has no sortie, or goes on with its steps.
    """
    one = state.formations[formation]
    if one.order or not plan.get("sortie"):
        return None
    why = ruling.holds(state, state.side_of(formation), formation, plan["sortie"])
    if why and one.state == FITTING_OUT:
        return waits(f"she stays in port: {why}")
    if why or plan.get("then"):
        return None
    seen = [state.formations[name].at for name in afloat(state, other(state.side_of(formation)))
            if state.formations[name].spotted]  # fmt: skip
    prey = nearest(state, one.at, seen)
    if not prey:
        return None
    if prey == one.at and one.state == READY:
        return waits("she is where the enemy is")
    found = make_for(state, formation, prey, presses=True)
    return found if isinstance(found, Intent) else None
