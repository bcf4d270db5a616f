"""Chapter 13.2: the segments of an operation: movement, naval combat, land combat, plunder, treasure."""
# Chapter 13 by paragraphs: 13.1, 13.2 (costs), 13.4 ch13_operations; 13.2 (segments) ch13_segments; 13.3
# ch16_incidents.

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.board.terms import PIRATES, POTENTATE, Occasion
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import is_neutral_home, is_pirate_port
from pbem.adjudicator.lions.rules.ch09_markers import (
    AFTER_MOVEMENT,
    IN_MOVEMENT,
    play_action,
    waits_for_damage,
)
from pbem.adjudicator.lions.rules.ch10_bargains import may_attack
from pbem.adjudicator.lions.rules.ch10_transport import deliver
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home
from pbem.adjudicator.lions.rules.ch16_movement import movement_segment
from pbem.adjudicator.lions.rules.ch18_battle import Outcome, battle
from pbem.adjudicator.lions.rules.ch19_transport import aboard, land
from pbem.adjudicator.lions.rules.ch20_land import assault
from pbem.adjudicator.lions.rules.ch21_plunder import plunder
from pbem.adjudicator.lions.rules.ch23_treasure import bring_home
from pbem.adjudicator.lions.rules.ch25_pirates import dismiss_pirates, pirate_commander, raise_pirates
from pbem.adjudicator.lions.rules.ch29_potentates import lapse_favours, storm_garrison, trade
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat
from pbem.adjudicator.lions.rules.ch33_scurvy import scurvy
from pbem.adjudicator.lions.rules.ch34_prizes import bring_in, scuttle, sweep
from pbem.adjudicator.lions.rules.forms import DEEDS, Attack, Order
from pbem.adjudicator.lions.rules.questions import whole
from pbem.adjudicator.lions.state.forces import Force, guns, naval_forces
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import REGIMENT, State


@rule("13.2", "Segments of an operation", "4.2", "12.6")
async def conduct(table: Table, state: State, force: Force, order: Order) -> None:
    """Movement, naval combat, land combat, plunder, treasure; who breaks off does nothing more (18.1)."""
    waiting = [entry for entry in order.get("markers", ()) if waits_for_damage(state, entry)]
    for entry in [entry for entry in order.get("markers", ()) if entry not in waiting]:
        await play_action(table, state, force.commander, entry, IN_MOVEMENT)
    afloat, start = bool(force.ships), force.square
    scuttle(table, state, force.owner, order.get("scuttle", ()))
    await scurvy(table, state, force)
    arrived = await movement_segment(table, state, force, order)
    for entry in waiting:
        await play_action(table, state, force.commander, entry, AFTER_MOVEMENT)
    if not arrived and order.get("anywhere") != questions.YES:
        order = not_there(table, force, order)
    if order.get("trade") != questions.YES or not await trade(table, state, force):
        await combat_segments(table, state, force, order, afloat=afloat, moved=force.square != start)
    bring_home(table, state, force.owner, force.square)
    await bring_in(table, state, force.owner, force.square)
    dismiss_pirates(state)
    sweep(table, state)
    lapse_favours(table, state)


def not_there(table: Table, force: Force, order: Order) -> Order:
    """An order without what it does at its goal, for a force that has not come there; its owner hears of it."""
    left_out = [name for name in DEEDS if name in order]
    if left_out:
        words = ", ".join(name.replace("_", " ") for name in left_out)
        text = f"The force is at {force.square} and not at its goal. Left out: {words}."
        table.note("16.4", force.commander, text, "lapsed", square=force.square)
    return cast(Order, {name: part for name, part in order.items() if name not in DEEDS})


async def combat_segments(table: Table, state: State, force: Force, order: Order, *, afloat: bool, moved: bool) -> None:
    """Naval combat, land combat and plunder."""
    target = await choose_target(table, state, force, order, moved=moved)
    outcome = await naval_segment(table, state, force, target)
    if (outcome and outcome.fled == force.owner) or (afloat and not force.ships):
        return
    won = outcome is None or outcome.winner == force.owner
    deliver(table, state, force)
    if goes_ahead(table, state, force, order, ("land", "shore"), won=won):
        won = await land_segment(table, state, force, order, target.commander if target else "") and won
    if order.get("plunder") == questions.YES and goes_ahead(table, state, force, order, ("plunder",), won=won):
        await plunder(table, state, force)


def goes_ahead(
    table: Table, state: State, force: Force, order: Order, parts: tuple[str, ...], *, won: bool
) -> bool:
    """Tells if what an order wants after its battle holds, before it lands and before it plunders."""
    wanted, reasons = order.get("after_battle", {}), []
    if not any(part in order for part in parts):
        return True
    if wanted.get("won") == questions.YES and not won:
        reasons.append("its battle is not won")
    if wanted.get("sea_clear") == questions.YES and is_contested(state, force):
        reasons.append("enemy ships are there")
    troops = aboard(state, force) + state.ashore(force.square, force.owner, REGIMENT)
    if troops < whole(wanted.get("troops_at_least", "0")):
        reasons.append(f"{troops} regiment points are left")
    if reasons:
        words = " and ".join(part.replace("_", " ") for part in parts if part in order)
        text = f"No {words} at {force.square}: {', '.join(reasons)}."
        table.note("13.2", force.commander, text, "lapsed", square=force.square)
    return not reasons


def is_contested(state: State, force: Force) -> bool:
    """Tells if enemy ships or pirates are in a force's square."""
    pirates = force.owner != PIRATES and state.ships_at(force.square, PIRATES)
    return bool(pirates or foes_afloat(state, force, force.square))


@rule("17.1", "The attack", "14.2", "14.3", "15.2")
async def naval_segment(table: Table, state: State, force: Force, target: Force | None) -> Outcome | None:
    """At most one enemy force is attacked; how that ended, None without a battle."""
    if target is None or not target.ships or not force.ships:
        return None
    return await battle(table, state, force, target)


@rule("17.1", "The attack", "14.3")
async def choose_target(table: Table, state: State, force: Force, order: Order, *, moved: bool) -> Force | None:
    """Finds the force that the order attacks: 'pirates' means those of a port. Combat is not mandatory (17.1).

    Where the charter reads 14.3 to the letter, a fleet that has just met an enemy fleet attacks all the same.
    """
    wanted = order.get("attack", {})
    force.named_target = "power" in wanted or "force" in wanted
    force.reason = "by order" if wanted else "as a fleet must that meets another (14.3)"
    if wanted.get("power") == PIRATES or attacks_pirate_port(state, force, order):
        return await pirates_of_port(table, state, force)
    if not force.ships or not (wanted or moved):
        return None
    target = target_of(state, force, wanted) if wanted else fleet_met(state, force)
    broken = order.get("breach") == questions.YES
    if target and not await may_attack(table, state, force.commander, target.owner, force.square, breach=broken):
        return None
    return target


def target_of(state: State, force: Force, wanted: Attack) -> Force | None:
    """The force an attack means among those in the square; where it names none, the one with most guns."""
    named, number = str(wanted.get("power", "")), str(wanted.get("force", ""))
    enemies = [power for power in state.players if power != force.commander and named in ("", power)]
    found = [foe for power in enemies for foe in naval_forces(state, force.square, power)]
    if number:
        found = [foe for foe in found if number in (foe.fleet.rpartition("-")[2], foe.ships[0])]
    return max(found, key=lambda foe: sum(guns(state, ship) for ship in foe.ships), default=None)


def fleet_met(state: State, force: Force) -> Force | None:
    """The enemy fleet that a fleet must attack where it finds it, if the charter says so (14.3)."""
    if not force.fleet or choice(state, "fleets_attack") != "must":
        return None
    foes = foes_afloat(state, force, force.square)
    fleets = [foe for power in foes for foe in naval_forces(state, force.square, power) if foe.fleet]
    return next(iter(fleets), None)


@rule("25.8", "Pirate port attack", "25.5", "25.10", "5.5")
async def pirates_of_port(table: Table, state: State, force: Force) -> Force | None:
    """Raises the pirates of a port under attack, unless it is plundered; an enemy by lot commands them."""
    if not is_pirate_port(state, force.square):
        return None
    commander = await pirate_commander(table, state, force.owner, force.square)
    force.pirates_met, force.reason = True, "to clear the port of its pirates"
    return await raise_pirates(table, state, force.square, Occasion.PORT, commander)


@rule("5.5", "Entering pirate ports", "25.8")
def attacks_pirate_port(state: State, force: Force, order: Order) -> bool:
    """Tells if an order attacks the pirates of a port without naming them: by a landing that no troops hold it for."""
    held = state.land_at(force.square, force.owner) > 0
    lands = bool(order.get("land")) and not held
    return force.owner != PIRATES and is_pirate_port(state, force.square) and (lands or order.get("shore") == PIRATES)


@rule("19.7", "Land Combat Segment", "5.3", "5.6", "20.1", "23.4")
async def land_segment(table: Table, state: State, force: Force, order: Order, commander: str) -> bool:
    """Troops go ashore, then one power's land units are attacked; tells if a fight ashore left none of them.

    Neutral home ports are left alone (5.3). A force with treasure attacks no land units but in an own home port
    (23.4(4)).
    """
    landing, enemy = order.get("land", {}), str(order.get("shore", ""))
    storming = bool(state.garrisons.get(force.square)) and enemy in (POTENTATE, "any")
    if landing:
        land(table, state, force, landing, storming=storming)
    enemies = [name for name in state.nations_ashore(force.square) if name != force.owner and enemy in (name, "any")]
    enemies += [POTENTATE] if storming else []
    treasure = any(state.treasure(name) for name in force.ships) and not is_own_home(state, force.square, force.owner)
    if not enemies or treasure or is_neutral_home(state, force.square):
        return True
    if enemies[0] == POTENTATE:
        await storm_garrison(table, state, force)
        return not state.garrisons.get(force.square)
    broken = order.get("breach") == questions.YES
    if not await may_attack(table, state, force.commander, enemies[0], force.square, breach=broken):
        return False
    await assault(table, state, force, enemies[0], commander if enemies[0] == PIRATES else "")
    return not state.land_at(force.square, enemies[0])
