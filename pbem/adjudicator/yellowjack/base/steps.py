"""Plans: each Formation goes on with the step of its plan in hand, its Order, or the way home.

A step that has become unlawful lapses with its reason and the plan goes on; two lapses in a row stop the plan till the
Impulse ends. Conditions are looked at when a step's turn comes (R1.12, R5.2, R9.21).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.blockade import to_relieve
from pbem.adjudicator.yellowjack.base.convoys import VICTUALING
from pbem.adjudicator.yellowjack.base.escorts import WAITS, escort_under_way, join_convoy
from pbem.adjudicator.yellowjack.base.formations import is_full, why_not_of_flag
from pbem.adjudicator.yellowjack.base.havens import haven
from pbem.adjudicator.yellowjack.base.intents import INTO_PORT, LEAVE, MOVE, STAND, TO_SEA, WORK, ZONE, Intent, waits
from pbem.adjudicator.yellowjack.base.map_edge import exits_of
from pbem.adjudicator.yellowjack.base.movement import prey_of, toward
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.order_kinds import carry_on_goal
from pbem.adjudicator.yellowjack.base.ports import home, is_enemy, is_key, may_shelter, may_use, nearest_friendly
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import afloat, appear, short, vanish
from pbem.adjudicator.yellowjack.base.task_kinds import lying_at
from pbem.adjudicator.yellowjack.base.zones import exit_to, out_at, zone_of
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BLOCKADE,
    CONVOY,
    ESCORT,
    FITTING_OUT,
    INDEPENDENT,
    OFF_MAP,
    READY,
    other,
)

Plan = dict[str, Any]
Step = dict[str, Any]

#: Steps that may be done in one MPI without an MP, so that a plan cannot go round for ever.
MOST_STEPS = 20
#: Lapses in a row that stop a plan.
MOST_LAPSES = 2
YES = "yes"


#: What a verb comes to: an intent, None when the step is done, or the reason for which it lapses.
Outcome = Intent | str | None
Verb = Callable[[Table, State, Ruling, str, Step], Outcome]

# -------------------------------------------------------------------------------------------- ways


def make_for(state: State, formation: str, goal: str, *, lanes_only: bool = False, presses: bool = False) -> Outcome:
    """One MP toward a place by R1.8, out of port first."""
    one = state.formations[formation]
    if one.state == FITTING_OUT or one.inside:
        return Intent(TO_SEA, one.at, goal)
    if goal not in state.board.nodes:
        return f"'{goal}' is no place of the map"
    dodge = dodge_of(state, formation)
    ahead = toward(state, formation, goal, dodge=dodge, lanes_only=True) if lanes_only else ""
    ahead = ahead or toward(state, formation, goal, dodge=dodge)  # one off the Lanes comes back to them any way
    if not ahead:
        return f"there is no way to {state.board.place_name(goal)}"
    zone = zone_of(state, formation)
    if zone is not None:
        return Intent(ZONE, exit_to(zone, ahead), goal, prefer=(ahead,), presses=presses)
    return Intent(MOVE, ahead, goal, presses=presses)


def dodge_of(state: State, formation: str) -> str:
    """The word for those whom the way goes round: an assault and a relief go straight at the enemy (R1.8)."""
    plan, order = state.plans.get(formation, {}), state.order_of(formation)
    if plan.get("dodge"):
        return str(plan["dodge"])
    steps = plan.get("then") or [{}]
    bold = "blockade" in steps[0] or "follow" in steps[0] or bool(plan.get("relieve"))
    return "none" if bold or (order is not None and order.kind in (ASSAULT, BLOCKADE)) else "both"


def into(state: State, ruling: Ruling, formation: str, port: str) -> Outcome:
    """One MP toward a Port, and into it; None when it lies there Fitting Out."""
    one = state.formations[formation]
    if one.at != port:
        return make_for(state, formation, port, presses=True)
    if one.state == FITTING_OUT:
        return None
    if not may_use(state, ruling, formation, port) and not sheltering(state, ruling, formation, port):
        return f"{state.board.place_name(port)} is not open to her (R5.11)"
    return Intent(INTO_PORT, port, port)


@base("R3.5", "Cripples in a Neutral Harbour")
def sheltering(state: State, ruling: Ruling, formation: str, port: str) -> list[str]:
    """The Squadrons of a Formation that may go In Ordinary in a Port that is else closed to it (1.327)."""
    return [name for name in state.formations[formation].squadrons if may_shelter(state, ruling, name, port)]


def shelter_wanted(state: State, ruling: Ruling, formation: str, plan: Plan) -> str:
    """The Neutral Harbour that the plan of a crippled Formation makes for; empty for none."""
    port = str((plan.get("then") or [{}])[0].get("port", ""))
    port = state.place(formation) if port in ("here", YES) else port
    return port if port in state.ports and sheltering(state, ruling, formation, port) else ""


@base("R9.21", "Home when nothing is left to do at sea")
def homeward(state: State, ruling: Ruling, formation: str, why: str, *, nearest: bool = False) -> Intent:
    """Makes for port and enters it; lies where it is if no Port is left."""
    port = refuge(state, ruling, formation) or (nearest_friendly if nearest else home)(state, ruling, formation)
    found = into(state, ruling, formation, port) if port else None
    return found if isinstance(found, Intent) else waits(why if port else "no Port is left to make for")


def refuge(state: State, ruling: Ruling, formation: str) -> str:
    """The Port that a Convoy with a Formation makes for; empty for none, and for one that is not open to it."""
    ports = [state.convoys[name].destination for name in state.together(formation) if name in state.convoys]
    return next((port for port in ports if may_use(state, ruling, formation, port)), "")


# -------------------------------------------------------------------------------------------- what it means to do


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


# -------------------------------------------------------------------------------------------- carrying on


@base("R9.21", "Carrying on")
def carry_on(table: Table, state: State, ruling: Ruling, formation: str) -> Intent:
    """Lets a Formation without a word from its owner go on: its Order, its passage, or home."""
    one = state.formations[formation]
    if one.kind == CONVOY:
        return convoy_passage(table, state, ruling, formation)
    order, goal = state.order_of(formation), carry_on_goal(state, formation)
    if order is not None and order.kind == ESCORT:
        return to_convoy(table, state, ruling, formation, order)
    if order is not None and order.kind == ASSAULT:
        found = to_assault(state, ruling, formation, order)
        return found if isinstance(found, Intent) else waits(found or "")
    if goal is None:
        return waits() if one.state == FITTING_OUT else homeward(state, ruling, formation, "she has nothing left to do")
    if goal.wait:
        return waits(goal.wait)
    if goal.leave:
        found = off_the_map(state, formation)
        return found if isinstance(found, Intent) else waits(found or "")
    if goal.port:
        found = into(state, ruling, formation, goal.to)
    elif one.at == goal.to and one.state == READY and not one.inside:
        why = f"she is where her Order sends her, {state.board.whereabouts(one.at)}"
        found = Intent(WORK, one.at) if goal.work else waits(why)
    else:
        found = make_for(state, formation, goal.to, lanes_only=goal.lanes_only)
    return found if isinstance(found, Intent) else waits(found or "")


@base("R9.22", "Flotilla and Expedition", "R9.18")
def to_assault(state: State, ruling: Ruling, formation: str, order: Order) -> Outcome:
    """Takes an Executing Flotilla to its Expedition, and both to the target; off it she stays."""
    one, target = state.formations[formation], order.targets[0] if order.targets else ""
    convoy = next((name for name in order.to if name in state.convoys and name in state.formations), "")
    if not convoy:
        return waits("she waits for an Expedition") if one.state == FITTING_OUT else into(
            state, ruling, formation, home(state, ruling, formation))  # fmt: skip
    if state.formations[convoy].goes_with == formation or state.place(convoy) == target:
        if one.at != target or one.state != READY:
            return make_for(state, formation, target)
        return waits(f"she supports the assault on {state.label(target)}")
    if same_state(state, formation, convoy):
        return waits(f"she waits for {short(state, convoy)}")
    found = into(state, ruling, formation, state.place(convoy))
    return waits(f"she waits for {short(state, convoy)}") if found is None else found


@base("R10.4", "The passage of a Convoy", "R9.22", "2.623", "3.323")
def convoy_passage(table: Table, state: State, ruling: Ruling, formation: str) -> Intent:
    """A Convoy makes for its destination; one meant for an assault joins the Flotilla that carries it out."""
    convoy, one, order = state.convoys[formation], state.formations[formation], state.order_of(formation)
    if order is not None:
        flotilla = next((name for name in order.to if name != formation and name in state.formations), "")
        if flotilla and same_state(state, formation, flotilla):
            go_along(table, state, formation, flotilla)
            return waits(f"she sails with {short(state, flotilla)}")
        return waits("the Expedition waits for its Flotilla")
    if one.state == FITTING_OUT and escort_under_way(state, formation) and convoy.waits < WAITS:
        return waits("she waits for her Escort (R10.4)")
    if port := haven(table, state, ruling, formation):
        found = into(state, ruling, formation, port)
        return found if isinstance(found, Intent) else waits(found or "she lies in port while danger is near")
    if formation not in state.formations:
        return waits()
    found = next_of_route(state, formation, convoy) or passage_end(state, ruling, formation, convoy)
    if isinstance(found, Intent):
        return found
    if one.state == FITTING_OUT:
        return waits()
    return homeward(state, ruling, formation, found or "she has no destination left")


@base("R10.4", "A Convoy passes the points of its route", "2.625")
def next_of_route(state: State, formation: str, convoy: Convoy) -> Intent | None:
    """One MP along a fixed route: at each Port on the way one MPI is spent; None when the end is all that is left."""
    one = state.formations[formation]
    while convoy.path and one.state == READY and one.at == convoy.path[0]:
        local = one.at in state.ports and convoy.destination != OFF_MAP
        if local and convoy.called != one.at:
            convoy.called = one.at
            return Intent(WORK, one.at)
        convoy.path.pop(0)
    found = make_for(state, formation, convoy.path[0]) if convoy.path else None
    return found if isinstance(found, Intent) else None


def passage_end(state: State, ruling: Ruling, formation: str, convoy: Convoy) -> Outcome:
    """The last part of a passage: into the Port, or to the edge of the map and off it."""
    if convoy.sort == VICTUALING and convoy.destination == state.place(formation):
        return waits("she unloads her stores")
    if convoy.sort == VICTUALING:
        return make_for(state, formation, convoy.destination)
    if convoy.destination != OFF_MAP:
        return into(state, ruling, formation, convoy.destination) if convoy.destination else None
    return off_the_map(state, formation)


@base("R5.13", "The way off the map", "2.177")
def off_the_map(state: State, formation: str) -> Outcome:
    """One MP toward the nearest place where the map may be left, and off it."""
    exits = exits_of(state, state.side_of(formation))
    if state.place(formation) in exits and state.condition(formation) == READY:
        return Intent(LEAVE, OFF_MAP)
    return make_for(state, formation, nearest(state, state.place(formation), exits))


@base("R9.11", "An Escort makes for its Convoy", "R10.5")
def to_convoy(table: Table, state: State, ruling: Ruling, formation: str, order: Order) -> Intent:
    """Takes an Escort to its Convoy, which it joins where both lie in one place and state."""
    convoy = order.targets[0]
    if convoy not in state.formations or not state.on_map(convoy):
        return waits(f"she waits for {state.label(convoy)}")
    if same_state(state, formation, convoy):
        join_convoy(table, state, formation, convoy)
        return waits()
    in_port = state.condition(convoy) == FITTING_OUT
    found = into(state, ruling, formation, state.place(convoy)) if in_port else make_for(
        state, formation, state.place(convoy), presses=True)  # fmt: skip
    return found if isinstance(found, Intent) else waits(found or f"she waits for {short(state, convoy)}")


def same_state(state: State, first: str, second: str) -> bool:
    """Tells if two Formations lie in one place and state, so that they may join."""
    one, two = state.formations[first], state.formations[second]
    return (one.at, one.state, one.inside) == (two.at, two.state, two.inside)


# -------------------------------------------------------------------------------------------- verbs


def go_to(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`to`: to a place, by the expedient way."""
    del table, ruling
    place, one = str(step["to"]), state.formations[formation]
    if one.at == place and one.state == READY and not one.inside:
        return None
    return make_for(state, formation, place)


def go_via(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`via`: through places in their order."""
    places, one = list(step["via"]), state.formations[formation]
    while places and one.at == places[0] and one.state == READY:
        places.pop(0)
    step["via"] = places
    return go_to(table, state, ruling, formation, {"to": places[0]}) if places else None


def wait(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`wait`: for a number of MPIs."""
    del table, ruling
    plan = state.plans[formation]
    if whole(plan.get("waited"), 0) >= whole(step["wait"], 1):
        return None
    plan["waited"] = str(whole(plan.get("waited"), 0) + 1)
    return waits("she waits, as ordered")


def until(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`until`: till conditions hold, at most for a number of MPIs."""
    del table
    plan = state.plans[formation]
    why = ruling.holds(state, state.side_of(formation), formation, step["until"])
    if not why or ("most" in step and whole(plan.get("waited"), 0) >= whole(step["most"], 0)):
        return None
    plan["waited"] = str(whole(plan.get("waited"), 0) + 1)
    return waits(f"she waits: {why}")


def put_to_sea(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`put_to_sea`: out of port."""
    del table, ruling, step
    one = state.formations[formation]
    return None if one.state == READY and not one.inside else Intent(TO_SEA, one.at)


def go_into_port(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`port`: into the Port named, or the one she lies off."""
    del table
    port = str(step["port"])
    if port == "home":
        port = home(state, ruling, formation)
    at = state.place(formation)
    return into(state, ruling, formation, at if port in ("here", YES) else port)


def follow(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`follow`: repeats the last step of a Spotted enemy that was in the same place (R5.15)."""
    del table, ruling
    plan, one = state.plans[formation], state.formations[formation]
    waited = whole(plan.get("waited"), 0)
    if waited >= whole(step.get("mpis"), 6):
        return None
    if not step.get("prey"):
        prey = prey_of(state, formation, str(step["follow"]))
        if not prey:
            return "the enemy that she is to follow is not in sight"
        step["prey"] = state.formations[prey].marker
    plan["waited"] = str(waited + 1)
    enemy = state.by_marker(str(step["prey"]))
    if not enemy:
        return "the enemy that she followed is gone from the sea"
    there = state.formations[enemy].at
    if there == one.at:
        return waits(f"she keeps by {step['prey']}")
    if state.formations[enemy].came_from != one.at:
        return "the enemy that she followed is out of sight"
    return make_for(state, formation, there, presses=True)


def leave_zone(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`exit`: out of a Sea Zone by a number, with a liking for some of its Spaces."""
    del table, ruling
    zone = zone_of(state, formation)
    if zone is None:
        return None
    number = str(step["exit"])
    if number not in zone.exits:
        return f"{zone.name} has no exit {number}"
    return Intent(ZONE, number, prefer=tuple(map(str, step.get("prefer", ()))))


def blockade(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`blockade`: to a Port and off it, till the conditions of `hold_until` hold; declared in m6."""
    del table
    port, one = str(step["blockade"]), state.formations[formation]
    if not is_enemy(state, port, state.side_of(formation)):
        return f"{state.board.place_name(port)} is no Enemy Port (R7.6)"
    if one.at != port or one.state != READY:
        return make_for(state, formation, port)
    holding = step.get("hold_until")
    if holding and not ruling.holds(state, state.side_of(formation), formation, holding):
        return None
    return waits(f"she blockades {state.board.place_name(port)}")


@base("R3.8", "Attach")
def attach(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`attach`: a Detachment joins a Flag of its Command in one place and state, without an MP."""
    del ruling
    flag = str(step["attach"])
    reason = why_not_of_flag(state, formation, flag)
    if reason:
        return reason
    if not same_state(state, formation, flag):
        return waits(f"she waits for {short(state, flag)}")
    if is_full(state, flag):
        return f"{short(state, flag)} has two Detachments already (R3.6)"
    go_along(table, state, formation, flag)
    return waits(f"she sails with {short(state, flag)}")


@base("R9.22", "Flotilla and Expedition sail as one", "3.423")
def escort(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`escort`: takes a Convoy in the same place and state along, without an MP."""
    del ruling
    convoy = str(step["escort"])
    one, train = state.formations[formation], state.formations.get(convoy)
    if train is None or train.kind != CONVOY or state.side_of(convoy) != state.side_of(formation):
        return f"'{convoy}' is no Convoy of hers"
    if train.goes_with == formation:
        return None
    if not one.order or train.order != one.order:
        return f"{short(state, convoy)} is not of her Order (R9.22)"
    if not same_state(state, formation, convoy):
        return waits(f"she waits for {short(state, convoy)}")
    go_along(table, state, convoy, formation)
    return None


def go_along(table: Table, state: State, formation: str, leader: str) -> None:
    """Lets one Formation go with another; its number is given back for good."""
    vanish(table, state, formation)
    one = state.formations[formation]
    one.goes_with, one.toward, one.beaten, one.needs = leader, "", 0, 0
    text = f"{short(state, formation)} sails with {short(state, leader)}."
    table.note("R3.8", state.side_of(formation), text, "log", formation=formation, at=state.place(leader), what="joins")


@base("R3.8", "Detach", "R9.22")
def go_alone(table: Table, state: State, formation: str) -> None:
    """Lets a Formation go its own way from where it is."""
    one = state.formations[formation]
    lead = state.formations[one.goes_with]
    one.at, one.state, one.came_from, one.mps = lead.at, lead.state, lead.came_from, lead.mps
    one.fitted, one.goes_with = lead.fitted, ""
    if one.state == READY:
        appear(table, state, formation)
    text = f"{short(state, formation)} parts company {state.board.whereabouts(one.at)}."
    table.note("R3.8", state.side_of(formation), text, "log", formation=formation, at=one.at, what="parts")


def detach(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`detach` and `part`: companions named, or all of them, go their own way."""
    del ruling
    named = str(step.get("detach", step.get("part", YES)))
    for name in state.companions(formation):
        if named in (name, YES):
            go_alone(table, state, name)
    return None


def stay(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`stay`: for good, where she is."""
    del table, state, ruling, formation, step
    return waits("she stays, as ordered")


def carried_on(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`carry_on`: what her Order asks, till it is done."""
    del step
    if state.formations[formation].kind != CONVOY and carry_on_goal(state, formation) is None:
        return None
    return carry_on(table, state, ruling, formation)


def not_here(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """Steps that this scenario has no use for."""
    del table, state, ruling, formation
    return f"'{next(iter(step))}' has nothing to do here"


@base("R6.8", "To a place, to drive off who lies there for prey", "2.462")
def clear_there(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`clear`: to a place, where an MP that she waits drives prowlers off."""
    found = go_to(table, state, ruling, formation, {"to": step["clear"]})
    if found is not None or not lying_at(state, str(step["clear"]), other(state.side_of(formation))):
        return found
    return waits("she drives off who lies here for prey")


@base("R9.17", "Units taken aboard warships, in or off their Port")
def take_aboard(table: Table, state: State, ruling: Ruling, formation: str, step: Step) -> Outcome:
    """`embark`: takes Units aboard for the Port `land_at`."""
    units = [str(unit) for unit in step["embark"]]
    return ruling.embark(table, state, formation, units, str(step.get("land_at", ""))) or None


VERBS: dict[str, Verb] = {
    "to": go_to, "via": go_via, "wait": wait, "until": until, "put_to_sea": put_to_sea, "port": go_into_port,
    "follow": follow, "exit": leave_zone, "blockade": blockade, "attach": attach, "detach": detach, "escort": escort,
    "part": detach, "carry_on": carried_on, "stay": stay, "clear": clear_there, "embark": take_aboard,
    "unload": not_here,
}  # fmt: skip
