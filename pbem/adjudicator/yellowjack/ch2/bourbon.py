"""2.21 and 2.22 The Bourbon Fleet: whose Ports and Flotillas its contingents may use, and its Orders."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.base.formations import free_leader
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    CARACAS,
    COMPANY,
    FRENCH,
    FRENCH_COMMAND,
    GRAND_FLOTILLA,
    SIDE_OF,
    SPANISH,
)


@rule("2.213", "Bourbons use each other's Ports", "2.248")
def shares(state: State, contingent: str, holder: str) -> bool:
    """Tells if a contingent may treat another's Ports as its own: all Bourbons do, but La Guaira is the Company's."""
    del state
    if SIDE_OF.get(contingent) != BOURBON or SIDE_OF.get(holder) != BOURBON:
        return False
    return contingent == CARACAS or holder != CARACAS


@rule("2.214", "French and Spaniards do not mix in a Flotilla", "2.215", "2.216", "2.243")
def why_not_together(state: State, squadron: str, formation: str) -> str:
    """Explains why a Squadron may not be in a Flotilla because of its contingent or Command; empty if it may."""
    counter, flotilla = state.board.squadrons[squadron], state.board.formations[formation]
    command = state.formations[formation].command if formation in state.formations else flotilla.command
    if (flotilla.kind == COMPANY) != (counter.contingent == CARACAS):
        return "only Squadrons of the Company sail in its Formation, and in no other (2.243)"
    if formation == GRAND_FLOTILLA:
        return why_not_in_grand(state, counter.contingent)
    if counter.contingent != flotilla.contingent:
        return "French and Spanish Squadrons do not sail in each other's Flotillas (2.214)"
    if command and state.squadrons[squadron].command != command:
        return "it is of another Command (2.216)"
    return ""


@rule("2.215", "In the Grand Flotilla each nation has a Leader of its own", "2.266")
def why_not_in_grand(state: State, contingent: str) -> str:
    """Explains why a nation cannot be in the Grand Flotilla: it has no Leader for it; empty if it can."""
    if contingent not in (SPANISH, FRENCH):
        return "only Royal Spaniards and French sail in the Grand Flotilla (2.215)"
    posted = any(GRAND_FLOTILLA in one.posts and state.board.leaders[name].contingent == contingent
                 for name, one in state.leaders.items())  # fmt: skip
    named = {SPANISH: "Spanish", FRENCH: "French"}[contingent]
    return "" if posted or free_leader(state, contingent) else f"no {named} Leader can be posted to it (2.215)"


@rule("2.218", "Who may escort a Convoy")
def escort_ok(state: State, squadron: str, convoy: str) -> str:
    """Explains why a Squadron may not escort a Convoy; empty for its own contingent, and for the Company with Spain."""
    own, other = state.board.squadrons[squadron].contingent, state.formations[convoy].contingent
    if own == other or (own, other) == (CARACAS, SPANISH):
        return ""
    return "a Convoy is escorted by its own contingent (2.218)"


@rule("2.219", "Orders of one Command", "2.222", "2.314")
def is_of_command(state: State, formation: str, command: str) -> bool:
    """Tells if a Formation may be given an Order that bears the letter of a Command; the Grand Flotilla takes all."""
    return formation == GRAND_FLOTILLA or state.formations[formation].command == command


@rule("2.261", "The French Command has no bounds")
def without_bounds(command: str) -> bool:
    """Tells if a Command may act everywhere."""
    return command == FRENCH_COMMAND
