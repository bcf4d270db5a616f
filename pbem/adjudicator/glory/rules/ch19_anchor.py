"""Chapter 19: battle at anchor."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.rules.battle_fleets import Battle, BattleFleet
from pbem.adjudicator.glory.rules.manners import AT_ANCHOR, EASY, LEEWARD, WEIGH
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import EXPEDITION, INSHORE, NORTH_SEA_BOX, TRANSPORT


@rule("19.0", "Battle at anchor", "17.6")
def at_anchor(state: State, battle: Battle) -> None:
    """Anchors the leeward fleet, if it is inactive and its Transport or Expedition lies Inshore."""
    for fleet in battle.each():
        landing = any(lies_inshore(state, block) for block in fleet.blocks)
        if landing and fleet.role == LEEWARD and not fleet.active:
            fleet.sail = AT_ANCHOR


def lies_inshore(state: State, block: str) -> bool:
    """Tells if a block is a Transport or Expedition in the Inshore part of a zone."""
    if block == NORTH_SEA_BOX or state.kind(block) not in (EXPEDITION, TRANSPORT):
        return False
    return state.blocks[block].area == INSHORE


@rule("19.1", "Sail state while at anchor", "19.2")
def sails_at_anchor(fleet: BattleFleet) -> tuple[str, ...]:
    """The sail states an anchored fleet may order; none of its own where it is under way."""
    return (AT_ANCHOR, WEIGH) if fleet.sail == AT_ANCHOR else ()


@rule("19.1", "Under way")
def get_under_way(fleet: BattleFleet) -> None:
    """After the round in which it weighed a fleet sails like any other."""
    if fleet.sail == WEIGH:
        fleet.sail = EASY


@rule("19.2", "Dice of an anchored fleet")
def anchor_dice(state: State, fleet: BattleFleet, bonus: int) -> int:
    """The bonus dice of a fleet with its anchors counted: one more at anchor, none while it weighs."""
    if fleet.sail == WEIGH:
        return 0
    return bonus + (state.board.numbers.anchor_dice if fleet.sail == AT_ANCHOR else 0)
