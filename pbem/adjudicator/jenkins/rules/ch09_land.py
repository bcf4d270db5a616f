"""9.2: land combat, paragraph by paragraph."""
# Chapter 9 by paragraphs: 9.0 ch09_combat; 9.1 ch09_naval; 9.2 ch09_land; 9.3 ch09_eliminated; the dice of 9.1 and
# 9.2 ch09_dice.

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.board.die_checks import DieCheck
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Table
from pbem.adjudicator.jenkins.board.pieces import CounterKind
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch07_land import capture_hex, enter_land_hex
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.ch09_dice import Die, dice_of, hits_in_words, throw
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate, share_out
from pbem.adjudicator.jenkins.rules.ch11_deception import deceive
from pbem.adjudicator.jenkins.rules.ch11_special import (
    bomb_ships,
    generals,
    in_board_order,
    sheltered,
    silenced,
)
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.base.records import dataclass, field, replace


@dataclass(slots=True)
class LandCombat:
    """One land combat: who attacks, and the dice as they lie."""

    hex: str
    attacker: str
    sides: tuple[str, str]  # the attacker, then the defender
    dice: list[Die] = field(default_factory=list)


@rule("9.2", "Land combat")
async def land_combat(table: Table, state: State, hex_id: str, attacker: str) -> None:
    """Fights one round; the side that entered attacks, in anybody's Combat Step.

    Then the hex or the retreat is settled.
    """
    combat = LandCombat(hex_id, attacker, (attacker, enemy(attacker)))
    where = questions.place(state, hex_id)
    why = "troops attack the enemy they came upon" if state.land(hex_id, attacker) else "bomb ships bombard the shore"
    text = f"Land combat at {where}: {attacker.title()} {why}."
    table.note("9.2", ALL, text, "land_combat", hex=hex_id, attacker=attacker)
    await eliminate_the_lone(table, state, combat)
    if contested(state, combat):
        await roll(table, state, combat)
        await deceive(table, state, hex_id, attacker, "land", combat.dice)
        await lose(table, state, combat)
        await eliminate_the_lone(table, state, combat)
    await settle(table, state, combat)


def fighters(state: State, hex_id: str, side: str) -> list[str]:
    """Lists the counters with a green land combat value: troops ashore, and bomb ships as if ashore (9.2(1), 11.1)."""
    troops = [name for name in state.land(hex_id, side) if state.board.counters[name].land is not None]
    return in_board_order(state, [*troops, *bomb_ships(state, hex_id, side)])


def contested(state: State, combat: LandCombat) -> bool:
    """Tells if the attacker has troops or bomb ships left, and the defender land counters."""
    attacker, defender = combat.sides
    attackers = state.land(combat.hex, attacker) or bomb_ships(state, combat.hex, attacker)
    return bool(attackers and state.land(combat.hex, defender))


# -------------------------------------------------------------------------------------------------- alone


async def eliminate_the_lone(table: Table, state: State, combat: LandCombat) -> None:
    """9.2(2): counters that cannot fight by themselves and are left alone are eliminated, on both sides at once."""
    doomed = [name for side in combat.sides for name in lone(state, combat, side)]
    for name in doomed:
        await eliminate(table, state, name, "9.2", "alone, without troops that can fight")


def lone(state: State, combat: LandCombat, side: str) -> list[str]:
    """Lists the counters a side without a land combat value loses automatically: those with a blue or green +.

    A defender loses everything ashore to troops that can fight and hold the hex, as such a seaport is simply
    captured (9.2(3) note, 7.6). A bomb ship shelters counters with a cannonade value (11.1).
    """
    if fighters(state, combat.hex, side):
        return []
    ashore = in_board_order(state, state.land(combat.hex, side))
    safe = sheltered(state, combat.hex, side)
    foe = enemy(side)
    overrun = side != combat.attacker and fighters(state, combat.hex, foe) and state.land(combat.hex, foe)
    return [name for name in ashore if name not in safe and (overrun or has_plus(state, name))]


def has_plus(state: State, name: str) -> bool:
    """Tells if a counter has a printed blue or green +, good only beside troops that can fight."""
    counter = state.board.counters[name]
    return counter.cannonade > 0 or counter.tactics_land > 0


# -------------------------------------------------------------------------------------------------- dice


async def roll(table: Table, state: State, combat: LandCombat) -> None:
    """9.2(1)-(3): each side throws all the dice it is entitled to; they fall at once."""
    check = state.board.checks["land-combat"]
    for side in combat.sides:
        parts = entitlement(state, combat, side)
        number = max(0, sum(parts.values()))
        made_of = ", ".join(f"{amount:+d} {reason}" for reason, amount in parts.items())
        if not number:
            table.note("9.2", ALL, f"The {side.title()} player rolls no dice ({made_of or 'no troops'}).", "no_dice",
                       hex=combat.hex, side=side)  # fmt: skip
            continue
        why = f"{side.title()} land combat dice at {questions.place(state, combat.hex)} ({made_of})"
        best = max(land_values(state, combat.hex, side))
        values = await throw(table, "9.2", number, check, "land", combat.hex, side, why=why, needs=best)
        combat.dice += dice_of(side, "", values, best, check)


def entitlement(state: State, combat: LandCombat, side: str) -> dict[str, int]:
    """Returns a side's dice with their reasons; none at all without troops that can fight (9.2(2))."""
    troops = fighters(state, combat.hex, side)
    if not troops:
        return {}
    parts = {"troops": len(troops)}
    for leader in generals(state, combat.hex, side):
        parts[leader.label] = leader.tactics_land
    parts["cannonade"] = cannonade(state, combat.hex, side)
    if side == combat.attacker:
        parts["seaport value"] = -deduction(state, combat)
    return {reason: amount for reason, amount in parts.items() if amount}


def cannonade(state: State, hex_id: str, side: str) -> int:
    """9.2(2): the blue + of everything in the hex, ships and guns ashore; guns in a hold are cargo.

    Ships are silent where a scuttled counter lies (11.7).
    """
    silent = silenced(state, hex_id, side)
    ashore = [c for c in state.counters(hex_id, side) if c.is_land and c.id not in state.aboard]
    afloat = [c for c in state.counters(hex_id, side) if c.is_naval and not silent]
    return sum(counter.cannonade for counter in (*ashore, *afloat))


def lenders(state: State, hex_id: str, side: str) -> list[str]:
    """Lists the counters aboard or afloat that add dice to those ashore: cannonade, bomb ships, leaders (9.2, 11.4)."""
    if not fighters(state, hex_id, side):
        return []
    silent = silenced(state, hex_id, side)
    guns = [c.id for c in state.counters(hex_id, side) if c.is_naval and c.cannonade and not silent]
    return [*guns, *bomb_ships(state, hex_id, side), *(leader.id for leader in generals(state, hex_id, side))]


def deduction(state: State, combat: LandCombat) -> int:
    """9.2(3): dice the attacker of an enemy seaport loses, if there are troops in it that can fight."""
    attacker, defender = combat.sides
    port = state.seaport(combat.hex)
    if port is None or not state.is_enemy_port(combat.hex, attacker):
        return 0
    return port.value if fighters(state, combat.hex, defender) else 0


def land_values(state: State, hex_id: str, side: str) -> list[int]:
    """The green values of those who fight."""
    return [state.board.counters[name].land or 0 for name in fighters(state, hex_id, side)]


def eliminations(check: DieCheck, dice: Iterable[int], values: Iterable[int]) -> int:
    """9.2(4): how many counters have a die of their own that is low enough, the dice shared out as well as can be.

    The lowest die goes to the lowest value; a die too high for one value is tried on the next, so none is wasted.
    """
    left = sorted(dice)
    inflicted = 0
    for value in sorted(values):
        if inflicted < len(left) and check.holds(left[inflicted], value):
            inflicted += 1
    return inflicted


# -------------------------------------------------------------------------------------------------- losses


def losses_ashore_question(
    table: Table, state: State, side: str, hex_id: str, names: Sequence[str], number: int
) -> Pick:
    """Asks the owner which counters to lose in land combat; by default those who can fight last (9.2(7) note)."""
    asked = questions.losses(table, state, side, "9.2", "land", hex_id, names, number)
    counters = state.board.counters
    mildest = sorted(names, key=lambda name: (counters[name].land or 0, questions.worth(counters[name])))
    return replace(asked, default=tuple(mildest[: asked.least]))


async def lose(table: Table, state: State, combat: LandCombat) -> None:
    """9.2(4)-(7): both sides lose at the same time, each choosing for itself; excess eliminations are lost."""
    check = state.board.checks["land-combat"]
    toll: dict[str, int] = {}
    for side in combat.sides:
        foe = enemy(side)
        dice = [die.value for die in combat.dice if die.side == foe]
        inflicted = eliminations(check, dice, land_values(state, combat.hex, foe))
        toll[side] = inflicted
        text = hits_in_words(foe, inflicted)
        table.note("9.2", ALL, text, "inflicted", hex=combat.hex, side=foe, number=inflicted)
    exposed = {side: vulnerable(state, combat.hex, side) for side in combat.sides}
    chosen = await share_out(table, exposed, toll, lambda side: losses_ashore_question(
        table, state, side, combat.hex, exposed[side], toll[side]))  # fmt: skip
    for side in combat.sides:
        for name in in_board_order(state, chosen[side]):
            await eliminate(table, state, name, "9.2", "lost in land combat")


def vulnerable(state: State, hex_id: str, side: str) -> list[str]:
    """9.2(7): who may be chosen: land counters ashore but no deception, and bomb ships, which count as such (11.1)."""
    ashore = [c.id for c in state.counters(hex_id, side) if c.is_land and c.kind is not CounterKind.DECEPTION]
    troops = [name for name in ashore if name not in state.aboard]
    return in_board_order(state, [*troops, *bomb_ships(state, hex_id, side)])


# -------------------------------------------------------------------------------------------------- afterwards


async def settle(table: Table, state: State, combat: LandCombat) -> None:
    """Settles the hex by 9.2(8) and 7.6.

    The attacker holds it if no defending land counter is left in it, and else goes.
    """
    attacker, defender = combat.sides
    troops = in_board_order(state, state.land(combat.hex, attacker))
    if not troops or not state.land(combat.hex, defender):
        tell_outcome(table, state, combat, "")
        if troops:
            await capture_hex(table, state, combat.hex, attacker)
        return
    ways = land_retreats(state, combat.hex, attacker)
    if not ways:
        for name in troops:
            await eliminate(table, state, name, "9.2", "unable to retreat")
        tell_outcome(table, state, combat, "")
        return
    way = ways[0]
    if len(ways) > 1:
        way = await table.decide(questions.retreat(table, state, attacker, "9.2", combat.hex, ways))
    await retreat(table, state, combat, way)


def tell_outcome(table: Table, state: State, combat: LandCombat, way: str) -> None:
    """Says who won ashore and what that means for the hex."""
    attacker, defender = combat.sides
    where = questions.place(state, combat.hex)
    held = bool(state.land(combat.hex, defender))
    winner = defender if held else attacker if state.land(combat.hex, attacker) else ""
    if way:
        refuge = questions.place(state, way)
        text = f"{defender.title()} victory: {where} holds, and the attackers fall back to {refuge}."
    elif held:
        text = f"{defender.title()} victory: {where} holds."
    elif winner:
        text = f"{attacker.title()} victory: nobody is left to hold {where} against them."
    else:
        text = f"Nobody's victory: nobody is left ashore at {where}."
    table.note("9.2", ALL, text, "land_over", hex=combat.hex, winner=winner, way=way)


async def retreat(table: Table, state: State, combat: LandCombat, way: str) -> None:
    """All surviving troops go together, never aboard a ship, and roll for disease (7.5).

    Land counters of the enemy that cannot fight do not bar the way; with them there is combat in that hex too.
    """
    attacker = combat.attacker
    troops = state.land(combat.hex, attacker)
    start, refuge = questions.place(state, combat.hex), questions.place(state, way)
    text = f"{attacker.title()} troops retreat from {start} to {refuge}."
    table.note("9.2", ALL, text, "retreat", hex=combat.hex, way=way, side=attacker)
    tell_outcome(table, state, combat, way)
    left = await enter_land_hex(table, state, troops, way, attacker, retreating=True)
    if left and state.land(way, enemy(attacker)):
        state.ashore.setdefault(way, attacker)


def land_retreats(state: State, hex_id: str, side: str) -> list[str]:
    """Adjacent hexes by land, without enemy troops ashore that can fight, without storm (8.1)."""
    if storm_bars(state, hex_id):
        return []
    near = [way for way in state.board.land_neighbours(hex_id) if not storm_bars(state, way)]
    return [way for way in near if not held_by_troops(state, way, enemy(side))]


def held_by_troops(state: State, hex_id: str, side: str) -> bool:
    """Tells if a side has a land counter ashore there with a printed green land combat value."""
    return any(state.board.counters[name].land is not None for name in state.land(hex_id, side))
