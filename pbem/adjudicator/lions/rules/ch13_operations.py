"""Chapter 13: the Operations Phases: whose turn it is, what an operation costs, and what is played instead."""
# Chapter 13 by paragraphs: 13.1, 13.2 (costs), 13.4 ch13_operations; 13.2 (segments) ch13_segments; 13.3
# ch16_incidents.

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control, has_port, is_neutral_home, is_pirate_port
from pbem.adjudicator.lions.rules.ch09_instead import (
    DIPLOMACY,
    INSTEAD,
    LORDS,
    diplomacy,
    letter_of_marque,
    lords_of_six_weeks,
)
from pbem.adjudicator.lions.rules.ch09_markers import (
    AT_START,
    SALT_PORK,
    forced_to_pass,
    play_action,
    restless_natives,
)
from pbem.adjudicator.lions.rules.ch09_pool import play
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home
from pbem.adjudicator.lions.rules.ch13_segments import conduct
from pbem.adjudicator.lions.rules.ch15_fog import show
from pbem.adjudicator.lions.rules.ch16_route import Short
from pbem.adjudicator.lions.rules.ch30_alliances import in_port_of_ally
from pbem.adjudicator.lions.rules.forms import Order
from pbem.adjudicator.lions.state.forces import Force, force_named, leaders_of, title
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass

PASS = {"pass": "yes"}
#: What an operation may say; an order that says none of the first four is a pass.
LISTS = ("drop", "markers")
NAME_LISTS = ("path", "take", "scuttle", "show")
MAPPINGS = ("embark", "land", "attack", "after_battle", "letter_of_marque", "diplomacy", "lords")
WORDS = ("force", "pass", "admiral", "cross", "anywhere", "shore", "plunder", "grand_design", "breach", "trade")

DESIGN = "grand-design"


@rule("13.1", "Operations Phases", "4.2", "13.4")
async def operations(table: Table, state: State) -> None:
    """One operation each in rotation, until all pass in a row, nobody has units, or nobody has pounds (13.1).

    The rotation stops after each watch and goes on where it stopped: a watch is so many turns of every power.
    """
    seats, turn = state.order(), 0
    most = int(choice(state, "watch")) * len(seats)
    if not state.watch:
        state.operated, state.passed = {}, []
    state.watch += 1
    while len(state.passed) < len(seats) and not exhausted(state):
        if most and turn == most:
            stop_rotation(table, state)
            return
        power = seats[turn % len(seats)]
        turn += 1
        await restless_natives(table, state)
        forced = await forced_to_pass(table, state, power)
        if not forced and await operations_phase(table, state, power):
            state.operated[power] = state.operated.get(power, 0) + 1
            state.passed = []
        else:
            state.passed.append(power)
            table.note("13.1", ALL, f"{state.subject(power)} passes.", "passed", power=power,
                       **({"forced": True} if forced else {}))  # fmt: skip
    state.operated, state.passed, state.watch = {}, [], 0


def stop_rotation(table: Table, state: State) -> None:
    """Stops the rotation after a watch: reports go out, and new orders come in, before it goes on."""
    state.stopped = True
    text = f"Watch {state.watch} is over; the rotation stops for letters, and {state.name(state.order()[0])} goes on."
    table.note("13.1", ALL, text, "watch_over", number=state.watch)


def exhausted(state: State) -> bool:
    """Tells if no combat unit is on the map, or every treasury is empty (13.1(2, 3))."""
    units = any(state.ships_of(power) or any(state.land_at(s, power) for s in state.land) for power in state.players)
    return not units or not any(state.money.values())


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(questions.Form[Order]):
    """One operation from its markers to its plunder; what turns out impossible lapses when its time comes."""

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return [f"'{answer}' is no mapping"]
        known = (*LISTS, *NAME_LISTS, *MAPPINGS, *WORDS, "short")
        found = [f"'{name}' is no part of an operation" for name in answer if name not in known]
        wrong = [name for name in LISTS if not questions.is_list_of_entries(answer.get(name, []))]
        found += [f"'{name}' is a list of mappings" for name in wrong]
        found += [f"'{name}' is a list of words" for name in NAME_LISTS if not is_list_of_words(answer.get(name, []))]
        found += [f"'{name}' is a mapping" for name in MAPPINGS if not isinstance(answer.get(name, {}), dict)]
        found += [] if is_fallback(answer.get("short", "")) else ["'short' is 'stay', 'back', 'go_on' or {to: a place}"]
        return found

    def read(self, answer: Plain) -> Order:
        return cast(Order, answer)

    def default_answer(self) -> Plain:
        return dict(PASS)

    def legal(self) -> Plain:
        """Own fleets and lone ships, with where they are."""
        ships = self.state.ships_of(self.side)
        lone = {name: self.state.ships[name].at for name in ships if not self.state.ships[name].fleet}
        fleets = {name: self.state.ships[self.state.fleet(name)[0]].at for name in self.state.fleets_of(self.side)}
        return {"forces": {**fleets, **lone}, "pounds": str(self.state.money[self.side])}


def is_fallback(part: Plain) -> bool:
    """A word for a roll that falls short, or a place to sail to."""
    return part in ("", *Short) if isinstance(part, str) else isinstance(part, dict) and set(part) == {"to"}


def is_list_of_words(part: Plain) -> bool:
    """A list of squares, ships or fleets by name."""
    return isinstance(part, list) and all(isinstance(name, str) for name in part)


def operation_question(table: Table, state: State, power: str) -> Operation:
    """Asks a power's operation when its turn has come round (13.1)."""
    return Operation(rule="13.1", side=power, key=table.key("operation", (power,)), topic="operation",
                     prompt="Your next operation, or a pass.", state=state)


async def operations_phase(table: Table, state: State, power: str) -> bool:
    """Plays one player's turn and tells if they acted; an operation that cannot begin is a pass."""
    order = await table.decide(operation_question(table, state, power))
    show(table, state, power, order.get("show", ()))
    for entry in order.get("markers", ()):
        await play_action(table, state, power, entry, AT_START)
    if any(name in order for name in INSTEAD):
        return await instead(table, state, power, order)
    force = force_named(state, power, str(order.get("force", "")))
    if force is None or not begin(table, state, force, order):
        return False
    await conduct(table, state, force, order)
    await grand_design(table, state, force, order)
    return True


@rule("13.2", "Procedure", "23.4", "9.13", "8.3")
def begin(table: Table, state: State, force: Force, order: Order) -> bool:
    """Name the force and pay for it, unless Salt Pork & Biscuits do; whether that could be done."""
    power, price = force.owner, cost(state, force)
    wanted = any(entry.get("marker") == SALT_PORK for entry in order.get("markers", ()))
    pork = state.held(power, SALT_PORK) if wanted else []
    if not pork and state.money[power] < price:
        table.note("13.2", power, f"An operation would cost {price}: too few pounds.", "lapsed")
        return False
    if pork:
        play(table, state, power, pork[0], "")
    else:
        state.money[power] -= price
    paid = "for nothing" if pork else f"for {price}"
    text = f"{state.subject(power)} operates with {title(state, force)} at {force.square}, {paid}."
    table.note("13.2", ALL, text, "operation", power=power, square=force.square, pounds=0 if pork else price)
    if force.ships:
        ships = ", ".join(state.label(name) for name in force.ships)
        table.note("13.2", power, f"Under way: {ships}.", "sails_with", ships=list(force.ships))
    return True


@rule("13.2", "Operation costs", "11.2", "23.4", "5.5")
def cost(state: State, force: Force) -> int:
    """By where a force begins: treasure aboard, an own home port, a friendly or neutral port, anywhere else.

    Pirates' ports are belligerent (5.5): one is friendly only to a power that holds it with land units.
    """
    square, costs = force.square, state.board.operations
    if any(state.treasure(name) for name in force.ships):
        return costs["treasure"]
    if is_own_home(state, square, force.owner):
        return costs["home"]
    own = has_port(state, square) and control(state, square) == force.owner
    if is_pirate_port(state, square) and not state.land_at(square, force.owner):
        own = False
    friendly = own or is_neutral_home(state, square) or in_port_of_ally(state, square, force.owner)
    return costs["port" if friendly else "elsewhere"]


def second_operation_question(table: Table, state: State, power: str) -> Operation:
    """Asks the same force's second operation at once after its first (9.13, Grand Design)."""
    return Operation(rule="13.1", side=power, key=table.key("operation", ("grand-design", power)), topic="operation",
                     prompt="Your second operation with the same force (Grand Design).",
                     facts={"second": questions.YES}, state=state)


@rule("9.13", "Grand Design", "22.8")
async def grand_design(table: Table, state: State, force: Force, order: Order) -> None:
    """A force with a leader operates again at once, for nothing; its new orders are asked for."""
    held = state.held(force.owner, DESIGN)
    if order.get("grand_design") != questions.YES or not held or not leaders_of(state, force):
        return
    play(table, state, force.owner, held[0], "")
    second = await table.decide(second_operation_question(table, state, force.owner))
    await conduct(table, state, force, second)


async def instead(table: Table, state: State, power: str, order: Order) -> bool:
    """A marker in place of an operation; what cannot be played is a pass."""
    if "letter_of_marque" in order:
        force = await letter_of_marque(table, state, power, order["letter_of_marque"])
        if force:
            await conduct(table, state, force, order)
        return force is not None
    if DIPLOMACY in order:
        name, reason = DIPLOMACY, await diplomacy(table, state, power, order["diplomacy"])
    else:
        name, reason = LORDS, await lords_of_six_weeks(table, state, power, order["lords"])
    if reason:
        table.note("9.13", power, f"Not played: {reason}.", "lapsed", marker=name)
    return not reason
