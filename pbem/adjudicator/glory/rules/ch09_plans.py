"""Chapter 9: what a leg asks for, as a goal: a hex or a track to sail to, and where to stop there."""
# Chapter 9 stands in ch09_activation, ch09_movement and ch09_plans.

from __future__ import annotations

from collections.abc import Callable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.rules.ch10_conseil import (
    TO_EUROPE,
    TO_INDIES,
    bound_hex,
    closest_port,
    hex_of_place,
    is_destination,
    place_of,
    sailing_to,
)
from pbem.adjudicator.glory.rules.ch12_transit import why_no_track
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.forms import VERBS, Chase, Leg
from pbem.adjudicator.glory.rules.routes import nearest, steps, way, way_cost
from pbem.adjudicator.glory.rules.waters import sea_of, step_cost
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State, place_parts
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    CLOSEST,
    INSHORE,
    LOOSE,
    OFF,
    PORT,
    SEA,
    TRACK,
    WEST_INDIES,
    ZONE_PARTS,
)
from pbem.base.records import dataclass

STAY, GO, REMOVE = "stay", "go", "remove"
TRACKS = (TO_EUROPE, TO_INDIES)
FAR_AWAY = 9999


@dataclass(frozen=True, slots=True)
class Plan:
    """A goal for one activation."""

    kind: str
    target: str = ""  # a hex, or the track whose area is made for
    port: str = ""  # the port whose zone or harbour is entered there
    stop: str = SEA  # sea, loose, inshore, port
    path: tuple[str, ...] = ()  # hexes in their order, where the owner named them
    bound: str = ""  # the letter that an Allied fleet takes as it leaves


Made = Plan | str  # a plan, or why there is none


def plan_of(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """The goal of a leg now, or why it has none."""
    verb = next((verb for verb in VERBS if verb in leg), "")
    if not verb:
        return goal(state, course, leg, leg["join"]) if "join" in leg else "the order has no verb"
    return PLANNERS[verb](state, half, course, leg)


# ---------------------------------------------------------------- goals


def goal(state: State, course: Course, leg: Leg, place: str, usual: str = "") -> Made:
    """A place to make for: a port, a part of its zone, a hex, the fleet's own destination, or an own block."""
    at, area = place_parts(place)
    if at in state.blocks:
        at, area = state.blocks[at].at, state.blocks[at].area
        if area == TRACK or not area or state.owner(place) != course.seat:
            return f"{state.label(place)} is nowhere to be joined"
    at = place_of(state, at)
    if at in state.board.ports:
        stop = leg.get("stop") or joined_part(state, leg, at) or part_asked(area) or usual or in_zone(state, course, at)
        if stop == PORT and not state.friendly(at, course.seat):
            return f"{state.label(at)} is no friendly port"
        return Plan(GO, target(state, course, hex_of_place(state, at)), "" if stop == SEA else at, stop)
    if at not in state.board.hexes:
        return f"{place} is no place to make for"
    ports, stop = state.board.zone_ports(at), leg.get("stop", SEA)
    port = ports[0] if ports and stop != SEA else ""
    if port and stop == PORT and not state.friendly(port, course.seat):
        return f"{state.label(port)} is no friendly port"
    return Plan(GO, target(state, course, at), port, stop if port else SEA)


def part_asked(area: str) -> str:
    """The part of a zone that a place names; those Off Station are joined on Loose Blockade (9.1)."""
    return LOOSE if area == OFF else area if area in (LOOSE, INSHORE, PORT) else ""


def joined_part(state: State, leg: Leg, port: str) -> str:
    """The part of a port's zone where the block to be joined lies now."""
    block = state.blocks.get(leg.get("join", ""))
    return part_asked(block.area) if block is not None and block.at == port else ""


def in_zone(state: State, course: Course, port: str) -> str:
    """Returns the part where a block stops without a word: Allied fleets go into a friendly port, others lie Loose."""
    home = course.seat == ALLIED and state.friendly(port, ALLIED)
    return PORT if home and is_destination(state, course.block, port) else LOOSE


def target(state: State, course: Course, hex_id: str) -> str:
    """The hex to sail for, or the track to it across the ocean."""
    return sailing_to(state, course.block, hex_id)


# ---------------------------------------------------------------- verbs


def lie(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """The block stays; not Off Station on a wind chit, and not with its face down at sea (9.1, 9.3)."""
    here = state.blocks[course.block]
    if here.area == OFF and course.wind:
        return "it must come back on station"
    if why := why_not_lie(state, course):
        return why
    return Plan(STAY)


@rule("9.3", "Allied block movement: lying to")
def why_not_lie(state: State, course: Course) -> str:
    """Returns why an Allied fleet at sea may not lie still; empty if it may."""
    here = state.blocks[course.block]
    if not has_course(state, course.block) or here.area != SEA or course.bonus:
        return ""
    if here.face_down:
        return "a block on its face must sail for the closest friendly port"
    if can_reach(state, course):
        return "it can reach its destination, and must"
    return "it must close with its destination" if choice(state, "lying_to") == "must_close" else ""


def station(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """A part of the zone that the block is in, or lies in the port of."""
    here = state.blocks[course.block]
    if here.area not in (PORT, *ZONE_PARTS):
        return "it is in no patrol zone"
    if leg["station"] not in (INSHORE, LOOSE):
        return "a station is Inshore or Loose Blockade"
    return Plan(GO, state.board.ports[here.at].zone_hex, here.at, leg["station"])


def along(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """Hexes in their order; those behind the block are passed over, and it goes on where it stopped."""
    here, hexes = state.hex_of(course.block), list(leg["path"])
    left = hexes[hexes.index(here) + 1 :] if here in hexes else hexes
    if not left:
        return "it has come to the end of its path"
    found = goal(state, course, leg, left[-1])
    return found if isinstance(found, str) else Plan(GO, left[-1], found.port, found.stop, tuple(left))


def make_for(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """A place, or an Allied fleet's own destination."""
    if leg["make_for"] != "bound":
        return goal(state, course, leg, leg["make_for"])
    return own_bound(state, course, leg)


def own_bound(state: State, course: Course, leg: Leg) -> Made:
    """The destination that an Allied fleet has, or a rumour was given."""
    here = state.blocks[course.block]
    if here.face_down:
        return goal(state, course, leg, closest_port(state, course.block))
    return goal(state, course, leg, here.bound) if here.bound else "it is bound nowhere"


def sortie(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """Out of port with a letter of the Conseil, and on for that destination."""
    here, letter = state.blocks[course.block], leg["sortie"].get("bound", "")
    if here.area != PORT:
        return "it is in no port"
    if letter not in state.conseil:
        return "a sortie needs the letter of a destination"
    place = place_of(state, state.conseil[letter])
    if place == here.at:
        return Plan(GO, state.board.ports[place].zone_hex, place, leg.get("stop", LOOSE), bound=letter)
    usual = PORT if place in state.board.ports and state.friendly(place, ALLIED) else LOOSE
    found = goal(state, course, Leg(), place, usual)
    if isinstance(found, str):
        return found
    return Plan(GO, found.target, found.port, found.stop, bound=letter)


def hunt(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """The nearest of the sails hunted; if none is in sight, the first of the places to look in where it is not yet."""
    chase: Chase = leg.get("hunt") or leg.get("shadow") or Chase()
    start = state.hex_of(course.block)
    places = {hex_of_place(state, place_parts(word)[0]): word for word in chase.get("at", ()) if on_sheet(state, word)}
    free = [at for at in places if not (chase.get("spread") == "yes" and at in half.hunted)]
    measure = chase.get("nearest_to") or start
    found = nearest(state, hex_of_place(state, measure), [at for at in free if steps(state, start, at) < FAR_AWAY])
    if found:
        half.hunted.append(found)
        return goal(state, course, leg, places[found], LOOSE)
    guess = next((g for g in chase.get("guess", ()) if hex_of_place(state, place_parts(g)[0]) != start), "")
    return goal(state, course, leg, guess) if guess else "there is nothing to hunt"


def on_sheet(state: State, word: str) -> bool:
    """Tells if a place is on the map, not on a track."""
    at, area = place_parts(word)
    return area not in ("", TRACK) and (at in state.board.ports or at in state.board.hexes)


def leave(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """Out of a zone: an Allied fleet with a new destination, a British one to sea in its hex.

    An Allied fleet also leaves the hex that it was bound for so.
    """
    here, letter = state.blocks[course.block], leg["leave"].get("bound", "")
    if here.area not in ZONE_PARTS and not (here.area == SEA and here.reached):
        return "it is in no patrol zone"
    out = state.hex_of(course.block)
    if course.seat != ALLIED or not state.is_fleet(course.block) or state.trafalgar():
        return Plan(GO, out)
    if letter == CLOSEST:
        place = closest_port(state, course.block)
    elif letter in state.conseil:
        place = place_of(state, state.conseil[letter])
    else:
        return "leaving needs the letter of a destination, or closest"
    usual = PORT if place in state.board.ports and state.friendly(place, ALLIED) else LOOSE
    found = goal(state, course, Leg(), place, usual)
    return found if isinstance(found, str) else Plan(GO, found.target, found.port, found.stop, bound=letter)


def enter(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """A friendly port to go into."""
    port = leg["enter"]
    if port not in state.board.ports or not state.friendly(port, course.seat):
        return f"{state.label(port)} is no friendly port"
    return Plan(GO, target(state, course, state.board.ports[port].zone_hex), port, PORT)


def cross(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """Onto the track that leads out of this ocean."""
    if reason := why_no_track(state, course.block):
        return reason
    start = state.hex_of(course.block)
    return Plan(GO, TO_EUROPE if sea_of(state, start) == WEST_INDIES else TO_INDIES)


def off_the_track(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """A leg for arrivals is none for an activation."""
    return "it is for a block that comes off a track"


def remove(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """A rumour is taken off (7.8)."""
    return Plan(REMOVE) if state.is_fog(course.block) else "only a rumour is taken off"


def scatter(state: State, half: Half, course: Course, leg: Leg) -> Made:
    """A rumour makes for the destination that chance gave it."""
    return usual_plan(state, course) if state.is_fog(course.block) else "only a rumour scatters"


Planner = Callable[[State, Half, Course, Leg], Made]
PLANNERS: dict[str, Planner] = {
    "lie": lie, "station": station, "path": along, "make_for": make_for, "sortie": sortie, "hunt": hunt, "shadow": hunt,
    "leave": leave, "enter": enter, "cross": cross, "arrive": off_the_track, "remove": remove, "scatter": scatter,
}  # fmt: skip


# ---------------------------------------------------------------- without orders


@rule("9.1", "General procedure: what a block does without orders", "9.2")
def usual_plan(state: State, course: Course) -> Plan:
    """Off Station: back to Loose Blockade. An Allied fleet or rumour at sea: on for its destination. Else: stay."""
    here = state.blocks[course.block]
    if here.area == OFF and course.wind:
        return Plan(GO, state.board.ports[here.at].zone_hex, here.at, LOOSE)
    moving = here.area == SEA or (here.area in ZONE_PARTS and on_the_way(state, course))
    if course.seat != ALLIED or not moving or (course.bonus and not state.is_fog(course.block)):
        return Plan(STAY)
    made = own_bound(state, course, Leg())
    return Plan(STAY) if isinstance(made, str) else made


def on_the_way(state: State, course: Course) -> bool:
    """Tells if an Allied block in a zone is bound elsewhere; a rumour that has only now come up waits."""
    here = state.blocks[course.block]
    if state.is_fog(course.block):
        return place_of(state, here.bound) != here.at and not course.fresh
    return has_course(state, course.block) and not is_destination(state, course.block, here.at)


# ---------------------------------------------------------------- what binds Allied fleets


def has_course(state: State, block: str) -> bool:
    """Tells if a block is bound by 9.3: an Allied fleet with a destination, in the campaign."""
    return state.owner(block) == ALLIED and state.is_fleet(block) and not state.trafalgar()


def can_reach(state: State, course: Course) -> bool:
    """Tells if a fleet can reach its destination with what it has left."""
    goal_hex, start = bound_hex(state, course.block), state.hex_of(course.block)
    if not goal_hex or sailing_to(state, course.block, goal_hex) in TRACKS:
        return False
    cost = steps(state, start, goal_hex) if course.bonus else way_cost(state, start, goal_hex)
    return cost <= course.left


@rule("9.3", "Allied block movement", "10.3.1")
def why_not_closer(state: State, course: Course, plan: Plan) -> str:
    """Returns why an Allied fleet at sea may not sail a plan; empty if it may.

    What can reach its destination must; what cannot must end closer to it. It enters no zone but its destination's.
    """
    if not has_course(state, course.block) or state.blocks[course.block].area in ("", PORT, TRACK):
        return ""
    goal_hex = bound_hex(state, course.block)
    if plan.port and not is_destination(state, course.block, plan.port):
        return f"{state.label(plan.port)} is not its destination"
    if not goal_hex or plan.target in (goal_hex, sailing_to(state, course.block, goal_hex)):
        return "" if plan.target != goal_hex or plan.port or not zone_due(state, goal_hex) else "it must enter the zone"
    if can_reach(state, course):
        return "it can reach its destination, and must"
    aim, start = sailing_to(state, course.block, goal_hex), state.hex_of(course.block)
    end = end_of(state, course, plan)
    return "" if steps(state, end, aim) < steps(state, start, aim) else "it would not come closer to its destination"


def zone_due(state: State, hex_id: str) -> bool:
    """Tells if a hex has a patrol zone, so that a fleet bound there must enter it."""
    return bool(state.board.zone_ports(hex_id))


def end_of(state: State, course: Course, plan: Plan) -> str:
    """The hex where a plan would end in this activation, if nothing stops it."""
    here, left = state.hex_of(course.block), course.left
    for step in plan.path or way(state, here, plan.target):
        cost = 1 if course.bonus else step_cost(state, here, step)
        if cost > left:
            break
        here, left = step, left - cost
    return here
