"""Chapter 17: one side's fire: broadsides ship by ship, and fireships."""
# Chapter 17 by paragraphs: 17.1-17.3, 17.9 ch17_naval; 17.3-17.8, 17.11 ch17_fire; 17.10, 17.12 are in ch18_results.

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Plain, Question, Table
from pbem.adjudicator.lions.board.terms import Moment
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch17_naval import Battle, Side, commit, has_played, playable
from pbem.adjudicator.lions.rules.ch18_results import hit, is_over, panic, sink
from pbem.adjudicator.lions.rules.ch31_boarding import board, boards, may_board
from pbem.adjudicator.lions.rules.forms import FireOrders
from pbem.adjudicator.lions.rules.questions import HOLD, STRONGEST, TREASURE, USE, WEAKEST
from pbem.adjudicator.lions.state.forces import Force, guns
from pbem.adjudicator.lions.state.house import BOARDING, is_on
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass, field

GUNNERS, LINE_AHEAD, FIRESHIP = "gunners", "line-ahead", "fireship"


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Question[FireOrders]):
    """One firing segment: shots named ship by ship, and a list of targets for the ships not named.

    Without orders every ship fires, the strongest ships first and never at treasure, and fireships hold.
    """

    state: State = field(repr=False, compare=False)
    own: tuple[str, ...]
    enemy: tuple[str, ...]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict) or not answer.keys() <= {"shots", "targets", "hold", "fireships", "boarding"}:
            return ["fire is a mapping with 'shots', 'targets', 'hold', 'fireships' and 'boarding'"]
        if not questions.is_list_of_entries(answer.get("shots", [])):
            return ["'shots' is a list of mappings, each with 'ship' and 'at'"]
        found = [f"'{name}' cannot fire" for name in self.firing(self.read(answer))]
        aims = [*(shot.get("at") for shot in answer.get("shots", ())), *answer.get("targets", ())]
        words = (*self.enemy, TREASURE, STRONGEST, WEAKEST)
        found += [f"'{name}' is no target here" for name in aims if name not in words and not self.may_be(name)]
        wrong = [part for part in ("fireships", "boarding") if answer.get(part, HOLD) not in (HOLD, USE)]
        return found + [f"'{part}' is '{HOLD}' or '{USE}'" for part in wrong]

    def may_be(self, name: str) -> bool:
        """Tells if the name is a class, or a ship of an earlier round. It is passed over where none is here."""
        board = self.state.board
        return name in board.classes or name in board.ships or name in board.treasure_fleets

    def firing(self, answer: FireOrders) -> list[str]:
        """The ships that an answer speaks of; those no longer here are passed over."""
        named = [*(str(shot.get("ship")) for shot in answer.get("shots", ())), *answer.get("hold", ())]
        return [name for name in named if not self.may_be(name)]

    def read(self, answer: Plain) -> FireOrders:
        return cast(FireOrders, answer)

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        return {"ships": list(self.own), "targets": list(self.enemy)}


def fire_question(table: Table, state: State, own: Force, foe: Force, number: int) -> Fire:
    """Asks which ships fire at which targets (17.4, 17.5)."""
    return Fire(rule="17.4", side=own.commander, key=table.key("fire", (own.square.lower(), own.commander)),
                topic="fire", prompt=f"Your fire at {own.square}, round {number}.",
                facts={"round": number, "own": questions.sight(state, own), "enemy": questions.sight(state, foe)},
                state=state, own=tuple(own.ships), enemy=tuple(foe.ships))


@rule("17.3", "Discretion", "17.2", "17.6")
async def fire_segment(table: Table, state: State, battle: Battle, side: Side) -> None:
    """17.2(3): one side fires, and all of it tells before the other side answers; nobody must fire."""
    await first_fire(table, state, side)
    foe = battle.enemy(side)
    question = fire_question(table, state, side.force, foe.force, battle.round)
    orders = await table.decide(question)
    aims = {str(shot.get("ship")): str(shot.get("at")) for shot in orders.get("shots", ())}
    taken: list[str] = []
    battle.boarded = []
    for ship in firing_order(state, battle, side, orders, aims):
        if is_over(state, battle):
            return
        target = choose_target(state, side, foe, ship, orders, aims, taken) if ship in side.force.ships else ""
        if not target:
            continue
        taken.append(target)
        if boards(state, battle, side, ship, target, orders):
            await board(table, state, battle, side, ship, target)
        elif guns(state, ship):
            await (burn if is_fireship(state, ship) else broadside)(table, state, side, foe, ship, target)


@rule("9.13", "Gunners, Line Ahead", "31")
async def first_fire(table: Table, state: State, side: Side) -> None:
    """Plays markers at a side's first round of firing, as many as its admiral still may (17.9).

    Where ships may board, Marines are of use at sea too (31).
    """
    moments = (Moment.FIRST_FIRE, Moment.FIRST_SHORE_FIRE) if is_on(state, BOARDING) else (Moment.FIRST_FIRE,)
    able = [] if side.fired else [name for moment in moments for name in playable(state, side, moment)]
    side.fired = True
    if able:
        chosen = await table.decide(questions.play_some(table, state, side.force.owner, "17.4", "first_fire", able))
        for marker in chosen:
            if any(marker in playable(state, side, moment) for moment in moments):
                commit(table, state, side, marker)


def is_fireship(state: State, name: str) -> bool:
    """Tells if a ship burns with her target (17.5)."""
    ship = state.ship(name)
    return ship is not None and ship.kind.id == FIRESHIP


def firing_order(
    state: State, battle: Battle, side: Side, orders: FireOrders, aims: Mapping[str, str]
) -> list[str]:
    """Ships that fire or board: with named targets as written, then the rest by their guns; fireships only if told to.
    """
    held = orders.get("hold", ())
    burning = orders.get("fireships", HOLD) == USE
    armed = [name for name in side.force.ships if guns(state, name) or may_board(state, battle, side, name)]
    able = [
        name for name in armed
        if not is_named(state, name, held) and (burning or name in aims or not is_fireship(state, name))
    ]  # fmt: skip
    named = [name for name in aims if name in able]
    return named + sorted((name for name in able if name not in named), key=lambda name: -guns(state, name))


@rule("17.7", "Combining fire", "17.8", "23.8")
def choose_target(
    state: State, side: Side, foe: Side, ship: str, orders: FireOrders, aims: Mapping[str, str],
    taken: Sequence[str],
) -> str:  # fmt: skip
    """One target for one ship: without Line Ahead no enemy ship is fired at twice, fireships counted.

    Treasure is spared unless the order names it: it falls to the side that sinks its escort (23.8).
    """
    free = [name for name in foe.force.ships if has_played(state, side, LINE_AHEAD) or name not in taken]
    targets = list(orders.get("targets", ()))
    wanted = [aims[ship], *targets] if ship in aims else [*targets, STRONGEST]
    ships = [name for name in free if not state.treasure(name)]
    for word in wanted:
        found = matching(state, ships if word in (STRONGEST, WEAKEST) else free, word)
        if found:
            return found[0]
    return ""


def matching(state: State, ships: Sequence[str], word: str) -> list[str]:
    """The ships a word of a target list means, the best first."""
    if word == TREASURE:
        return [name for name in ships if state.treasure(name)]
    if word == STRONGEST:
        return sorted(ships, key=lambda name: -guns(state, name))
    if word == WEAKEST:
        return sorted(ships, key=lambda name: state.rating(name) - state.ships[name].damage)
    return [name for name in ships if is_named(state, name, (word,))]


def is_named(state: State, ship: str, words: Collection[str]) -> bool:
    """Tells if one of the words is the ship or her class."""
    counter = state.board.ships.get(ship)
    return ship in words or (counter is not None and counter.kind.id in words)


@rule("17.4", "Firing procedure", "17.11", "22.4", "23.7")
async def broadside(table: Table, state: State, side: Side, foe: Side, ship: str, target: str) -> None:
    """A die for each gunnery point and for one leader aboard; sixes hit, with Gunners fives too."""
    check = state.board.checks["broadside-gunners" if has_played(state, side, GUNNERS) else "broadside"]
    why = f"{state.label(ship)} fires at {state.label(target)}"
    throw = await table.roll("17.4", state.board.dice(guns(state, ship)), "broadside", ship, why=why)
    await hit(table, state, side, foe, target, sum(check.holds(die) for die in throw.values))


@rule("17.5", "Fireships")
async def burn(table: Table, state: State, side: Side, foe: Side, ship: str, target: str) -> None:
    """Sixes damage, a five panics a ship still afloat; whatever the dice, the fireship is gone."""
    why = f"{state.label(ship)} drifts down on {state.label(target)}"
    throw = await table.roll("17.5", state.board.dice(guns(state, ship)), "fireship", ship, why=why)
    wounds, fright = (state.board.checks[name] for name in ("fireship-damage", "fireship-panic"))
    await sink(table, state, side.force, ship, "burnt")
    await hit(table, state, side, foe, target, sum(wounds.holds(die) for die in throw.values))
    if target in foe.force.ships and any(fright.holds(die) for die in throw.values):
        panic(table, state, foe, target)
