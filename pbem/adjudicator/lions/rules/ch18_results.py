"""Chapter 18: what fire does: damage, ships sunk, panic."""
# Chapter 18 by paragraphs: 18.1-18.3 ch18_results; break-off (18.1), 18.4, 18.5 and the rounds (17.2) ch18_battle.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch09_pool import lose_leader, play
from pbem.adjudicator.lions.rules.ch17_naval import Battle, Side
from pbem.adjudicator.lions.rules.ch32_leader_losses import leader_loss
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.state.state import State

LUCKY = "lucky-shot"


@rule("18.1", "Damage", "17.10", "18.2")
async def damage(table: Table, state: State, force: Force, ship: str, hits: int, to: str = ALL) -> bool:
    """Damages a ship and tells if she sank; each increment takes a regiment point aboard.

    She sinks when her damage is above her rating.
    In battle all see it; `to` names the owner where nobody else sees it (15.1).
    """
    vessel = state.ships[ship]
    if hits:
        await leader_loss(table, state, ship, to)
    for _ in range(hits):
        vessel.damage += 1
        lose_regiment(table, state, ship, to)
    if vessel.damage > state.rating(ship):
        await sink(table, state, force, ship, "sunk")
        return True
    if hits:
        text = f"{state.label(ship)} takes {hits} damage, {vessel.damage} of {state.rating(ship)}."
        table.note("18.1", to, text, "damaged", ship=ship, damage=vessel.damage)
    return False


def lose_regiment(table: Table, state: State, ship: str, to: str = ALL) -> None:
    """One regiment point aboard, the ship's own nation's first (17.10)."""
    aboard = state.cargo.get(ship, {})
    own = state.owner(ship)
    nation = own if own in aboard else next(iter(sorted(aboard)), "")
    if nation:
        state.load(ship, nation, -1)
        text = f"A regiment point of {state.name(nation)} is lost aboard {state.label(ship)}."
        table.note("17.10", to, text, "regiment_lost", power=nation)


@rule("18.1", "Sunk", "17.12")
async def sink(table: Table, state: State, force: Force, ship: str, why: str) -> None:
    """A ship off the map with all troops aboard; her leaders transfer within the force, if any ship takes them."""
    table.note("18.1", ALL, f"{state.label(ship)} is {why}.", "ship_lost", ship=ship, why=why)
    await abandon_ship(table, state, force, ship)
    del state.ships[ship]
    state.prizes.pop(ship, None)


async def abandon_ship(table: Table, state: State, force: Force, ship: str) -> None:
    """A ship lost to her force: troops aboard die, leaders transfer, what she escorted alone is left to nobody."""
    force.ships = [name for name in force.ships if name != ship]
    leaders = state.leaders_aboard(ship)
    state.cargo.pop(ship, None)
    others = [name for name in force.ships if (found := state.ship(name)) and found.kind.leaders]
    for leader in leaders:
        await save_leader(table, state, force, leader, others)
    for vessel in state.ships.values():
        vessel.fleet = "" if vessel.fleet == ship else vessel.fleet


async def hit(table: Table, state: State, side: Side, foe: Side, target: str, hits: int) -> None:
    """Hits on a ship; a Lucky Shot falls before her leader can be saved."""
    if not hits:
        return
    if await lucky_shot(table, state, side.force.owner, target) == foe.admiral:
        foe.admiral = ""
    if await damage(table, state, foe.force, target, hits):
        foe.sunk.append(target)


def transfer_question(table: Table, state: State, commander: str, leader: str, ships: Sequence[str]) -> Choose[str]:
    """Which ship takes a leader off one that sinks (17.12)."""
    options = {name: state.label(name) for name in ships}
    return Choose(rule="17.12", side=commander, key=table.key("transfer", (leader,)), topic="transfer",
                  prompt=f"Which ship takes {state.label(leader)}?", facts={"leader": leader}, options=options,
                  default=ships[0])


@rule("17.12", "Leader casualties")
async def save_leader(table: Table, state: State, force: Force, leader: str, others: list[str]) -> None:
    """Moves a leader to another ship of the force, by the owner's choice; without one the leader is eliminated."""
    if not others:
        lose_leader(table, state, leader, "no ship takes him")
        return
    ship = others[0]
    if len(others) > 1:
        ship = await table.decide(transfer_question(table, state, force.commander, leader, others))
    state.leaders[leader].aboard = ship
    state.leaders[leader].at = state.ships[ship].at
    table.note("17.12", ALL, f"{state.label(leader)} goes aboard {state.label(ship)}.", "transferred", leader=leader)


@rule("9.13", "Lucky Shot", "22.6")
async def lucky_shot(table: Table, state: State, by: str, ship: str) -> str:
    """Throws a die when fire hits a ship with a leader aboard; returns the leader it kills.

    It kills above the leader's value, and for good (22.6); a mercenary returns to the pool of markers (22.7).
    It is asked before a leader can leave a ship that sinks, and falls on the best aboard.
    """
    leaders, held = state.leaders_aboard(ship), state.held(by, LUCKY)
    if not leaders or not held:
        return ""
    leader, value = leaders[0], state.leader(leaders[0]).value
    question = questions.play_marker(
        table, state, by, "9.13", LUCKY, "leader_hit", leader=leader, leader_value=value
    )
    if await table.decide(question) != questions.YES:
        return ""
    play(table, state, by, held[0], f" at {state.label(leader)}")
    check = state.board.checks[LUCKY]
    throw = await table.roll("9.13", check.die, LUCKY, leader, why="Lucky Shot")
    if not check.holds(throw.total, value):
        return ""
    if leader in state.board.leaders:
        state.fallen.append(leader)
    lose_leader(table, state, leader, "a lucky shot")
    return leader


@rule("18.1", "Panic")
def panic(table: Table, state: State, side: Side, ship: str) -> None:
    """A panicked ship is out of the battle, and of her fleet; where she goes is settled when it is over (18.4(2))."""
    side.force.ships.remove(ship)
    side.panicked.append(ship)
    state.ships[ship].fleet = ""
    table.note("18.1", ALL, f"{state.label(ship)} panics.", "panicked", ship=ship)


def is_over(state: State, battle: Battle) -> bool:
    """Tells if one side has no ship units left: treasure alone is captured, and does not fight on (23.8)."""
    return any(not any(state.ship(name) for name in side.force.ships) for side in battle.sides())
