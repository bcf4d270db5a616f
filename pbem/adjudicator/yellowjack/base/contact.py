"""Contact: stances, who may begin a Battle, whom it takes in, and meetings on a leg (R7.4, R7.5, R5.14)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.order_parts import YES
from pbem.adjudicator.engine.table import SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base import prompts
from pbem.adjudicator.yellowjack.base.battle import Clash, battle
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.leaders import senior_formation
from pbem.adjudicator.yellowjack.base.movement import allowance
from pbem.adjudicator.yellowjack.base.ports import at_peace, is_friendly_to, is_key, is_neutral
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import ONLY_DOWNWIND, force_at, hurricane_effect
from pbem.adjudicator.yellowjack.base.spotting import (
    BATTLE,
    afloat,
    afloat_at,
    place,
    search_there,
    short,
    spot,
)
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    CONVOY,
    FITTING_OUT,
    RCG_CONVOY,
    SIDES,
    TRANSPORT,
    other,
    sail,
)
from pbem.base.counting import counted
from pbem.base.records import dataclass

SEEK, ACCEPT, AVOID = "seek", "accept", "avoid"
STANCES = (SEEK, ACCEPT, AVOID)


@dataclass(frozen=True, slots=True)
class Stance:
    """The stance of a Formation that meets an enemy, and the enemies it would rather attack."""

    do: str
    prefer: tuple[str, ...] = ()  # markers, the first first
    challenge: bool = False  # it attacks the French too, though at peace with them (2.32)


# -------------------------------------------------------------------------------------------- what a stance may be


@base("R7.5", "Who may not start a Battle")
def why_not_begin(state: State, formation: str) -> str:
    """Explains why a Formation may begin no Battle at all; empty if it may."""
    one, order = state.formations[formation], state.order_of(formation)
    if one.kind == CONVOY:
        return "a Convoy begins no Battle"
    if order is not None and order.kind in (TRANSPORT, RCG_CONVOY):
        return "it carries troops or trade"
    if order is not None and order.kind == ASSAULT and one.at not in order.targets:
        return "it is on its way to an assault"
    if state.worst(formation) >= 3:
        return "it is crippled"
    if one.beat_at == state.now:
        return "it was beaten in this Impulse"
    if force_at(state, one.at) >= ONLY_DOWNWIND or hurricane_effect(state, one.at) is not None:
        return "it blows too hard to fight"
    return "it has just slipped out" if one.hushed else ""


@base("R7.5", "Whom one may attack", "R7.8", "2.26")
def why_not_attack(state: State, ruling: Ruling, attacker: str, target: str) -> str:
    """Explains why one Formation may not attack another; empty if it may."""
    if in_peace(state, attacker, target):
        return "Britain and France are at peace (2.26)"
    return why_not_in_war(state, ruling, attacker, target)


def in_peace(state: State, formation: str, enemy: str) -> bool:
    """Tells if two Formations of the two sides are at peace all the same."""
    return at_peace(state, state.formations[formation].contingent, state.formations[enemy].contingent)


def why_not_in_war(state: State, ruling: Ruling, attacker: str, target: str) -> str:
    """Explains why one Formation may not attack another, were all Bourbons at war; empty if it may."""
    enemy = state.formations[target]
    if enemy.state == FITTING_OUT:
        port = state.place(target)
        if is_key(state, port) or is_neutral(state, port):
            return "it lies in harbour"
    elif not enemy.spotted:
        return "nobody knows what it is"
    if enemy.hushed:
        return "it has just slipped out"
    if is_neutral(state, state.place(target)) and enemy.fitted and enemy.moved:
        return "it comes out of a neutral port"
    return ruling.may_begin(state, attacker, target)


@base("R7.4", "What a Formation does if nothing is ordered")
def usual(state: State, formation: str) -> str:
    """The default stance, by what its owner knows of the enemies in its place."""
    one, order = state.formations[formation], state.order_of(formation)
    if one.kind == CONVOY or state.worst(formation) >= 3 or (order is not None and order.kind == TRANSPORT):
        return AVOID
    if one.blockades or (order is not None and order.kind == ASSAULT and one.at in order.targets):
        return ACCEPT
    side = state.side_of(formation)
    own = sum(len(state.squadrons_of(name)) for name in afloat_at(state, one.at, side))
    spotted = sum(len(state.squadrons_of(name)) for name in afloat_at(state, one.at, other(side))
                  if state.formations[name].spotted)  # fmt: skip
    return AVOID if spotted > own else ACCEPT


@base("R9.18", "At its target an Executing Flotilla drives the enemy off")
def must_seek(state: State, formation: str) -> bool:
    """Tells if a Formation has no choice: it is to clear the Target Space of its assault, or to lift a blockade."""
    one, order = state.formations[formation], state.order_of(formation)
    return order is not None and order.kind == ASSAULT and one.at in order.targets and one.kind != CONVOY


def read_stance(state: State, formation: str, answer: Mapping[str, Any]) -> Stance:
    """The stance of an answer, bent to what the rules allow."""
    do, prefer = str(answer.get("do", "")), tuple(map(str, answer.get("prefer", ())))
    do, dares = do if do in STANCES else usual(state, formation), str(answer.get("challenge", "")) == YES
    if state.formations[formation].forced or (do == SEEK and why_not_begin(state, formation)):
        return Stance(ACCEPT, prefer)
    return Stance(SEEK if must_seek(state, formation) and not why_not_begin(state, formation) else do, prefer, dares)


# -------------------------------------------------------------------------------------------- asking


def enemies_seen(state: State, at: str, side: str) -> list[dict[str, Any]]:
    """The enemies of a place as a side sees them; an Unspotted one counts as one Squadron."""
    found = []
    for name in afloat_at(state, at, other(side)):
        one = state.formations[name]
        known = bool(one.spotted)
        found.append({
            "marker": one.marker, "kind": one.kind if known else "",
            "squadrons": str(len(state.squadrons_of(name)) if known else 1), "spotted": "yes" if known else "no",
        })  # fmt: skip
    return found


def stance_facts(state: State, formation: str, at: str, enemies: list[dict[str, Any]]) -> dict[str, Any]:
    """The facts that an order about a stance may look at."""
    side = state.side_of(formation)
    own = sum(len(state.squadrons_of(name)) for name in afloat_at(state, at, side))
    return {
        "who": formation, "place": at, "impulse": str(state.impulse), "mpi": str(state.mpi), "enemies": enemies,
        "own_squadrons": str(own), "enemy_squadrons": str(sum(int(each["squadrons"]) for each in enemies)),
        "own_third": str(state.worst(formation)),
    }  # fmt: skip


def met(enemies: Sequence[Mapping[str, Any]]) -> str:
    """The enemies that a Formation meets, by marker, as far as its side knows them."""
    told = [f"{each['marker']} ({each['kind']}, {counted(int(each['squadrons']), 'Squadron')})" if each["kind"] else
            f"{each['marker']} (not Spotted)" for each in enemies]  # fmt: skip
    return ", ".join(told) or "the enemy"


async def ask_stances(
    table: Table, state: State, asked: Iterable[tuple[str, str, list[dict[str, Any]]]]
) -> dict[str, Stance]:
    """Asks for the stance of each Formation named with a place and the enemies there, all at once."""
    names, made = [], []
    for name, at, enemies in asked:
        facts = stance_facts(state, name, at, enemies)
        prompt = f"{short(state, name)} meets {met(enemies)} {state.board.whereabouts(at)}: what does she do?"
        when = f"i{state.impulse}.m{state.mpi}"
        names.append(name)
        made.append(prompts.entry(table, "R7.4", state.side_of(name), "stance", facts, prompt, when, name))
    answers = await table.decide_all(*made)
    return {name: read_stance(state, name, answer) for name, answer in zip(names, answers, strict=True)}


# -------------------------------------------------------------------------------------------- contact


def anchored(state: State, at: str, side: str) -> list[str]:
    """Formations Fitting Out at a Minor Port of their side, where an enemy may come at them (R7.5)."""
    if at not in state.ports or is_key(state, at) or not is_friendly_to(state, at, side):
        return []
    return state.formations_at(at, side, state=FITTING_OUT)


def contact_places(state: State) -> list[str]:
    """Places where both sides meet: both Ready, or one Ready off a Minor Port in which enemies anchor."""
    at = {state.formations[name].at for name in afloat(state)}
    found = []
    for node in state.board.nodes:
        if node in at:
            here = {side: bool(afloat_at(state, node, side)) for side in SIDES}
            if all(here.values()) or any(here[side] and anchored(state, node, other(side)) for side in SIDES):
                found.append(node)
    return found


@base("R7.4", "Contact stance", "R4.4")
async def contacts(table: Table, state: State, ruling: Ruling) -> None:
    """Asks every Formation that meets an enemy for its stance, then fights what comes of it, place by place."""
    places = contact_places(state)
    asked = [(name, at, enemies_seen(state, at, side)) for at in places for side in SIDES
             for name in afloat_at(state, at, side) if state.formations[name].fought != state.tick]  # fmt: skip
    stances = await ask_stances(table, state, asked)
    for at in places:
        for side in SIDES:
            if await attack(table, state, ruling, at, side, stances):
                break


def free(state: State, at: str, side: str, stances: Mapping[str, Stance]) -> list[str]:
    """Formations of a side at a place that have said what they do and have not fought in this MPI."""
    return [name for name in afloat_at(state, at, side)
            if name in stances and state.formations[name].fought != state.tick]  # fmt: skip


async def attack(
    table: Table, state: State, ruling: Ruling, at: str, side: str, stances: Mapping[str, Stance]
) -> bool:
    """Lets the seekers of a side fall on one enemy of their place; tells if there was a Battle."""
    seekers = [name for name in free(state, at, side, stances) if stances[name].do == SEEK]
    foe = other(side)
    possible = [*free(state, at, foe, stances), *anchored(state, at, foe)]
    for name in seekers:
        dare(table, state, ruling, stances[name], name, possible)
    targets = {name: [seeker for seeker in seekers if not why_not_attack(state, ruling, seeker, name)]
               for name in possible}  # fmt: skip
    targets = {name: able for name, able in targets.items() if able}
    if not targets:
        return False
    chief = senior_formation(state, seekers)
    target = chosen(state, list(targets), stances[chief].prefer)
    attackers = targets[target]
    flees = target in stances and stances[target].do == AVOID
    if flees and not await brought_to_battle(table, state, attackers, target):
        return False
    defenders = [name for name in possible if name == target or name not in stances or stances[name].do != AVOID]
    if target in stances:
        defenders = [name for name in defenders if name in stances]
    await fight(table, state, ruling, at, side, attackers, defenders)
    return True


def dare(
    table: Table, state: State, ruling: Ruling, stance: Stance, formation: str, enemies: Iterable[str]
) -> None:  # fmt: skip
    """Lets a Briton who was told so break the peace with a Frenchman whom war would let them attack (2.32)."""
    barred = [name for name in enemies if stance.challenge and in_peace(state, formation, name)]
    if any(not why_not_in_war(state, ruling, formation, name) for name in barred):
        ruling.challenge(table, state, formation)


@base("R7.4", "The attacker's choice of a target")
def chosen(state: State, targets: list[str], prefer: tuple[str, ...]) -> str:
    """The target that stands first in the attacker's list; else one at sea, a Convoy, the first by marker."""
    listed = {marker: number for number, marker in enumerate(prefer)}
    return min(targets, key=lambda name: (
        listed.get(state.formations[name].marker, len(listed)), not state.formations[name].marker,
        state.formations[name].kind != CONVOY,
        state.formations[name].marker, name,
    ))  # fmt: skip


@base("R7.4", "An enemy who avoids has to be brought to battle")
async def brought_to_battle(table: Table, state: State, attackers: list[str], target: str) -> bool:
    """Throws for a chase; both sides learn how it ended, neither sees the die."""
    one = state.formations[target]
    shift = chase_shift(state, attackers, target)
    chief = state.formations[attackers[0]]
    fell = await throw(
        table, "R7.4", "chase", f"i{state.impulse}.m{state.mpi}", one.at, chief.marker, one.marker, why="chase",
        shift=shift, to="", lane=SEALED,
    )  # fmt: skip
    caught = fell.total <= state.board.numbers.chase_needs
    if not caught:
        side, at = state.side_of(target), state.board.whereabouts(one.at)
        text = f"{short(state, target)} was chased {at} by {sail(chief.marker)} and got away."
        table.note("R7.4", side, text, "log", formation=target, at=one.at, what="chased")
        for name in attackers:
            text = f"{short(state, name)} chased {sail(one.marker)} {at}, which got away."
            table.note("R7.4", other(side), text, "log", formation=name, at=one.at, what="chased")
    return caught


@base("R7.4", "Modifiers of a chase")
def chase_shift(state: State, attackers: list[str], target: str) -> Shift:
    """The modifiers of bringing an enemy to battle."""
    one, shift = state.formations[target], Shift()
    gap = min(allowance(state, name) for name in attackers) - allowance(state, target)
    shift.add("R7.4", -2 * gap, "faster" if gap > 0 else "slower", when=bool(gap))
    shift.add("R7.4", -1, "a Convoy", when=one.kind == CONVOY)
    shift.add("R7.4", -1, "off a port of the chaser", when=is_friendly_to(state, one.at, state.side_of(attackers[0])))
    shift.add("R7.4", 1, "in a Sea Zone", when=state.board.is_zone(one.at))
    shift.add("R7.4", 2, "in a Gale", when=force_at(state, one.at) > 0)
    return shift


async def fight(
    table: Table, state: State, ruling: Ruling, at: str, side: str, attackers: list[str], defenders: list[str]
) -> None:
    """Hands a Battle over: who fights, who stands by, who held the place."""
    foe = other(side)
    defenders = [name for name in defenders if not any(in_peace(state, name, enemy) for enemy in attackers)]
    for name in (*attackers, *defenders):
        spot(table, state, name, BATTLE)
    fighting = {side: tuple(attackers), foe: tuple(defenders)}
    standing_by = {each: tuple(name for name in afloat_at(state, at, each)
                               if name not in fighting[each] and not state.formations[name].hushed
                               and not any(in_peace(state, name, enemy) for enemy in fighting[other(each)]))
                   for each in SIDES}  # fmt: skip
    clash = Clash(at, side, fighting, standing_by, holder_of(state, at))
    await battle(table, state, ruling, clash)
    for name in (*attackers, *defenders):
        if name in state.formations:
            state.formations[name].fought = state.tick


@base("R8.15", "Who held a place before a Battle")
def holder_of(state: State, at: str) -> str:
    """The side that was there before this MPI, if the other has come in it; empty if both or neither had."""
    stood = [side for side in SIDES
             if any(not state.formations[name].moved for name in afloat_at(state, at, side))]  # fmt: skip
    return stood[0] if len(stood) == 1 else ""


# -------------------------------------------------------------------------------------------- meeting on a leg


@base("R5.14", "Meeting on a leg")
async def meet(table: Table, state: State, ruling: Ruling, first: str, second: str) -> bool:
    """Lets two enemies that pass each other search and, if they will, fight; tells if their moves are undone.

    They fight where the slower one started, both of the same pace where the one attacked did.
    """
    await search_there(table, state, state.side_of(first), [first], [second])
    await search_there(table, state, state.side_of(second), [second], [first])
    if not any(state.formations[name].spotted for name in (first, second)):
        return False
    pair = {first: second, second: first}
    asked = [(name, state.formations[name].at, seen_alone(state, foe)) for name, foe in pair.items()]
    stances = await ask_stances(table, state, asked)
    for name, foe in pair.items():
        if stances[name].do == SEEK:
            dare(table, state, ruling, stances[name], name, [foe])
        if stances[name].do != SEEK or why_not_attack(state, ruling, name, foe):
            continue
        if stances[foe].do == AVOID and not await brought_to_battle(table, state, [name], foe):
            continue
        slower = min((allowance(state, foe), 0, foe), (allowance(state, name), 1, name))[2]
        at = state.formations[slower].at
        place(state, pair[slower], at)
        await fight(table, state, ruling, at, state.side_of(name), [name], [foe])
        return True
    return False


def seen_alone(state: State, formation: str) -> list[dict[str, Any]]:
    """One enemy as the side that meets it sees it."""
    one, side = state.formations[formation], other(state.side_of(formation))
    return [each for each in enemies_seen(state, one.at, side) if each["marker"] == one.marker]
