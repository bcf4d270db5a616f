"""Chapter 31, optional: the side with the wind gauge may board instead of firing."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.lions.rules.ch17_naval import Battle, Side, has_played
from pbem.adjudicator.lions.rules.ch18_results import hit, lose_regiment, lucky_shot
from pbem.adjudicator.lions.rules.ch34_prizes import capture
from pbem.adjudicator.lions.rules.forms import FireOrders
from pbem.adjudicator.lions.rules.questions import HOLD, USE
from pbem.adjudicator.lions.state.house import BOARDING, is_on
from pbem.adjudicator.lions.state.state import State

BOARD = "board"  # in a shot: 'yes' boards instead of firing (31)

MARINES, FIRESHIP = "marines", "fireship"


@rule("31", "Who may board")
def may_board(state: State, battle: Battle, side: Side, ship: str) -> bool:
    """Tells if a ship may board: of the side with the wind gauge, with a crew.

    Fireships, treasure fleets and prizes may not.
    """
    found = state.ship(ship)
    allowed = is_on(state, BOARDING) and side is battle.first
    return allowed and found is not None and found.kind.id != FIRESHIP and crew(state, ship) > 0


def boards(state: State, battle: Battle, side: Side, ship: str, target: str, orders: FireOrders) -> bool:
    """Tells if a ship boards her target: ordered by name, or in general where her crew is stronger.

    A ship is boarded once in a segment; treasure and prizes are not boarded, but taken with their escort (23.8, 34).
    """
    if not may_board(state, battle, side, ship) or target in battle.boarded or state.ship(target) is None:
        return False
    if any(shot.get("ship") == ship and shot.get(BOARD) == "yes" for shot in orders.get("shots", ())):
        return True
    return orders.get("boarding", HOLD) == USE and crew(state, ship) > crew(state, target)


@rule("31", "Crews", "17.11")
def crew(state: State, ship: str) -> int:
    """The dice of a crew: by class, less damage; with regiments aboard, up to a limit, and one leader."""
    numbers, kind = state.board.numbers, state.board.ships[ship].kind
    own = [name for name in state.leaders_aboard(ship) if state.leader(name).nation == state.owner(ship)]
    value = state.leader(own[0]).value if own else 0
    troops = min(state.carried(ship), numbers.boarding_regiments)
    return max(0, kind.boarding - state.ships[ship].damage) + troops + value


@rule("31", "Boarding combat", "9.13")
async def board(table: Table, state: State, battle: Battle, side: Side, ship: str, target: str) -> None:
    """Both crews at once: more hits take the target, fewer cost the boarder damage, as many change nothing.

    Hits remove regiments first. Marines help their side; Gunners help nobody here.
    """
    foe = battle.enemy(side)
    battle.boarded.append(target)
    hits = await fight(table, state, side, ship, target), await fight(table, state, foe, target, ship)
    for name, number in ((target, hits[0]), (ship, hits[1])):
        for _ in range(number):
            lose_regiment(table, state, name)
    if hits[0] > hits[1]:
        if await lucky_shot(table, state, side.force.owner, target) == foe.admiral:
            foe.admiral = ""
        await capture(table, state, side, foe, target)
    elif hits[0] < hits[1]:
        await hit(table, state, foe, side, ship, 1)


async def fight(table: Table, state: State, side: Side, ship: str, against: str) -> int:
    """One crew's dice; how many hit."""
    dice = crew(state, ship)
    if not dice:
        return 0
    check = state.board.checks["boarding-marines" if has_played(state, side, MARINES) else "boarding"]
    why = f"The crew of {state.label(ship)} against {state.label(against)}"
    throw = await table.roll("31", state.board.dice(dice), "boarding", ship, why=why)
    return sum(check.holds(die) for die in throw.values)
