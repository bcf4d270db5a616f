"""Chapter 18: fire, damage, and the ends of a battle."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Question, Shift, Table, Throw
from pbem.adjudicator.glory.board.pieces import BattleType
from pbem.adjudicator.glory.rules.battle_fleets import (
    BROKE_OFF,
    PRECIPITOUS,
    Battle,
    BattleFleet,
    facts,
    place_name,
    standing,
)
from pbem.adjudicator.glory.rules.ch17_opening import NAVY, ask, choice_question
from pbem.adjudicator.glory.rules.ch17_tactics import bonus_dice
from pbem.adjudicator.glory.rules.ch19_anchor import anchor_dice
from pbem.adjudicator.glory.rules.manners import (
    FULL,
    GUNS,
    NO,
    POLICIES,
    SPREAD,
    WARY,
    WEIGH,
    WRECK,
    YES,
    by_manner,
)
from pbem.adjudicator.glory.state.state import State
from pbem.base.records import dataclass, field

DAMAGED, WRECKED = "damaged", "wrecked"
#: Notes of the matrix by which a fleet may leave after the firing (18.4).
WINDWARD_MAY_GO, LEEWARD_MAY_GO = 2, 5
#: A Leeward fleet may withdraw precipitously from this round on (18.4).
SECOND_ROUND = 2


@dataclass(frozen=True, slots=True)
class Volley:
    """One side's fire in a round: its points, and whether it may wreck ships."""

    points: int
    heavy: bool  # a modified throw of 13 or more: damaged ships may be wrecked (18.3)
    barred: bool  # the optional die was taken: nothing may be wrecked (17.7)


# ------------------------------------------------------------------------------------------- firing


@rule("18.1", "Firing", "18.0")
async def fire(table: Table, state: State, battle: Battle) -> None:
    """Both fleets fire at what stands at the start of the round; then the points of both are applied."""
    volleys: dict[str, Volley] = {}
    optional = await optional_dice(table, state, battle)
    for fleet in battle.each():
        volleys[fleet.seat] = await volley(table, state, battle, fleet, optional[fleet.seat])
    asked = [damage_question(table, state, battle, fleet, volleys[fleet.seat]) for fleet in battle.each()]
    answers = await table.decide_all(*asked)
    hits = {question.side: allocate(state, standing(state, battle.foe(battle.fleets[question.side])),
                                    volleys[question.side], answer)
            for question, answer in zip(asked, answers, strict=True)}  # fmt: skip
    for fleet in battle.each():
        strike(table, state, battle, battle.foe(fleet), hits[fleet.seat])
    battle.fired += 1


@rule("17.7", "The optional die against Full Sail")
async def optional_dice(table: Table, state: State, battle: Battle) -> dict[str, bool]:
    """Asks each side that fires at a fleet under Full Sail if it takes the die and wrecks nothing; both unseen."""
    able = [fleet for fleet in battle.each() if battle.foe(fleet).sail == FULL and fleet.sail != WEIGH]
    options = {YES: "take the die; wreck no ship", NO: "leave it"}
    prompt = "the enemy is under Full Sail. Do you take one more die, and wreck no ship?"
    asked = [choice_question(table, state, battle, fleet, "17.7", "full-sail-die", prompt, options) for fleet in able]
    answers = await table.decide_all(*asked)
    taken = {question.side for question, answer in zip(asked, answers, strict=True) if answer == YES}
    return {fleet.seat: fleet.seat in taken for fleet in battle.each()}


@rule("18.2", "Firing damage", "17.8.1", "19.2")
async def volley(table: Table, state: State, battle: Battle, fleet: BattleFleet, optional: bool) -> Volley:
    """Throws one side's dice on the firepower table; firepower above 100 adds to the throw."""
    strength = state.firepower(standing(state, fleet))
    if state.board.battle_types[BattleType(battle.kind)].halved:
        strength = (strength + 1) // 2
    numbers = state.board.numbers
    bonus = bonus_dice(state, battle, fleet) + (numbers.full_sail_dice if optional else 0)
    dice = numbers.firing_dice + anchor_dice(state, fleet, bonus)
    shift = Shift()
    shift.add("18.2", state.board.excess(strength), "firepower above 100")
    why = f"The {NAVY[fleet.seat]} fleet fires with {strength}"
    place, number = battle.where.place, f"r{battle.round}"
    throw = await table.roll("18.2", f"{dice}d6", "fire", place, fleet.seat, number, why=why, shift=shift)
    points = state.board.losses(throw.total, strength)
    text = f"The {NAVY[fleet.seat]} fire comes to {points} points."
    table.note("18.2", ALL, text, "fire", place=place, round=battle.round, side=fleet.seat, firepower=strength,
               points=points, optional=YES if optional else NO)  # fmt: skip
    return Volley(points, is_heavy(state, throw), optional)


def is_heavy(state: State, throw: Throw) -> bool:
    """Tells if a throw is high enough to wreck damaged ships (18.3)."""
    return throw.total >= state.board.numbers.wreck_roll


# ------------------------------------------------------------------------------------------- damage


@dataclass(frozen=True, slots=True, kw_only=True)
class Damage(Question[list[str]]):
    """Spends the points of one side's fire: a policy in a word, or ships in order, the rest spread (18.3)."""

    state: State = field(repr=False, compare=False)
    line: tuple[str, ...]
    volley: Volley
    default: str

    def faults(self, answer: Plain) -> list[str]:
        if isinstance(answer, str):
            return [] if answer in POLICIES else [f"'{answer}' is no policy: {', '.join(POLICIES)}"]
        if not isinstance(answer, list) or not all(isinstance(name, str) for name in answer):
            return ["damage is a policy, or a list of ships"]
        return []

    def read(self, answer: Plain) -> list[str]:
        return [answer] if isinstance(answer, str) else list(answer)

    def default_answer(self) -> Plain:
        return self.default

    def legal(self) -> Plain:
        return {"choose": list(POLICIES), "ships": list(self.line), "points": str(self.volley.points)}


def damage_question(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, shot: Volley
) -> Damage:
    """Asks a side where its points go; the enemy's counters lie before it (18.3)."""
    line = standing(state, battle.foe(fleet))
    told = facts(state, battle, fleet, points=str(shot.points), heavy=YES if shot.heavy else NO)
    return Damage(rule="18.3", side=fleet.seat, key=table.key("damage", (battle.where.place, fleet.seat)),
                  topic="damage", facts=told, discreet=True, state=state, line=tuple(line), volley=shot,
                  prompt=f"The battle {place_name(state, battle.where)}: where do your {shot.points} points go?",
                  default=str(by_manner(WARY, "damage", told)))  # fmt: skip


@dataclass(slots=True)
class Target:
    """An enemy ship during the allocation: what the next hit costs, and what it does."""

    ship: str
    state: State
    sound: bool
    wrecked: bool = False

    @property
    def cost(self) -> int:
        """The face-up defence factor."""
        piece = self.state.board.ships[self.ship]
        return piece.defence if self.sound else piece.defence_damaged

    @property
    def loss(self) -> int:
        """The attack value that the next hit takes away."""
        piece = self.state.board.ships[self.ship]
        return piece.attack - piece.attack_damaged if self.sound else piece.attack_damaged


@rule("18.3", "Allocating damage", "17.9")
def allocate(state: State, line: Sequence[str], shot: Volley, wishes: Sequence[str]) -> list[tuple[str, str]]:
    """Spends points ship by ship: first as named, then by policy; what reaches no ship is lost.

    Damaged ships may be wrecked after a heavy throw, or once every ship of the line is damaged.
    """
    targets = [Target(ship, state, state.is_sound(ship)) for ship in line]
    policy = next((word for word in wishes if word in POLICIES), SPREAD)
    named = [word for word in wishes if word not in POLICIES]
    hits: list[tuple[str, str]] = []
    points = shot.points
    for name in named:
        target = next((t for t in able(targets, shot, points) if t.ship == name), None)
        if target:
            points -= hit(target, hits)
    while target := best(list(able(targets, shot, points)), policy):
        points -= hit(target, hits)
    return hits


def able(targets: Sequence[Target], shot: Volley, points: int) -> Iterator[Target]:
    """Yields the ships that the points that are left can hurt."""
    line = [target for target in targets if not target.wrecked]
    may_wreck = not shot.barred and (shot.heavy or not any(target.sound for target in line))
    for target in line:
        if target.cost <= points and (target.sound or may_wreck):
            yield target


def best(targets: Sequence[Target], policy: str) -> Target | None:
    """Returns the ship that a policy hurts next; of equal ships the first in the board's order."""
    if not targets:
        return None
    if policy == GUNS:
        return min(targets, key=lambda target: (-Fraction(target.loss, target.cost), target.cost))
    wreck_first = policy == WRECK
    return min(targets, key=lambda target: (target.sound is wreck_first, target.cost, -target.loss))


def hit(target: Target, hits: list[tuple[str, str]]) -> int:
    """Damages a sound ship or wrecks a damaged one, and returns the points it costs."""
    cost = target.cost
    hits.append((target.ship, DAMAGED if target.sound else WRECKED))
    target.wrecked = not target.sound
    target.sound = False
    return cost


def strike(table: Table, state: State, battle: Battle, fleet: BattleFleet, hits: Sequence[tuple[str, str]]) -> None:
    """Turns the counters of the ships that were hit; wrecks fall out of the line."""
    for ship, what in hits:
        vessel = state.ships[ship]
        vessel.damaged = True
        vessel.wrecked = vessel.wrecked or what == WRECKED
        if ship not in fleet.hurt:
            fleet.hurt.append(ship)
    last = dict(hits)
    words = [f"{state.label(ship)} {what}" for ship, what in last.items()]
    text = f"{NAVY[fleet.seat]} losses in round {battle.round}: {', '.join(words) if words else 'none'}."
    table.note("18.3", ALL, text, "hits", place=battle.where.place, round=battle.round, side=fleet.seat,
               ships=[[ship, what] for ship, what in last.items()])  # fmt: skip


# ------------------------------------------------------------------------------------------- the end


@rule("18.4", "Ending a battle")
async def battle_ends(table: Table, state: State, battle: Battle) -> bool:
    """Tells if the battle is over after a round: a fleet all wrecked, a fleet that leaves, or the end of the day."""
    if any(not standing(state, fleet) for fleet in battle.each()):
        battle.ended = "wrecked"
        return True
    if await windward_leaves(table, state, battle) or await leeward_leaves(table, state, battle):
        battle.ended = "left"
        return True
    if battle.round >= battle.rounds:
        battle.ended = "night"
        return True
    return False


@rule("18.4", "Breaking off", "17.8")
async def windward_leaves(table: Table, state: State, battle: Battle) -> bool:
    """After an Admiral's Wake Windward may break off from Easy Sail, or run from Full Sail."""
    if WINDWARD_MAY_GO not in battle.notes:
        return False
    fleet, run = battle.windward, battle.leeward.sail == FULL
    return await leaves(table, state, battle, fleet, "break-off", PRECIPITOUS if run else BROKE_OFF)


@rule("18.4", "Precipitous withdrawal", "17.8")
async def leeward_leaves(table: Table, state: State, battle: Battle) -> bool:
    """Under General Withdrawal at Easy Sail, from the second round on, Leeward may run from a fleet at Easy Sail."""
    if LEEWARD_MAY_GO not in battle.notes or battle.round < SECOND_ROUND:
        return False
    return await leaves(table, state, battle, battle.leeward, "withdraw", PRECIPITOUS)


async def leaves(table: Table, state: State, battle: Battle, fleet: BattleFleet, topic: str, how: str) -> bool:
    """Asks a fleet if it leaves the battle in this way."""
    words = "break off" if how == BROKE_OFF else "withdraw precipitously"
    options = {NO: "fight on", YES: words}
    said = await ask(table, state, battle, fleet, "18.4", topic, f"do you {words}?", options, how=how)
    if said == NO:
        return False
    fleet.left = how
    does = "breaks off" if how == BROKE_OFF else "withdraws precipitously"
    text = f"The {NAVY[fleet.seat]} fleet {does}."
    table.note("18.4", ALL, text, "left", place=battle.where.place, round=battle.round, side=fleet.seat, how=how)
    return True


