"""2.21 and 2.22 The Bourbon Fleet: whose Ports and Flotillas its contingents may use, and its Orders."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    CARACAS,
    CARTAGENA,
    COMPANY,
    FRANCE_AT_WAR,
    FRENCH,
    FRENCH_COMMAND,
    LA_HABANA,
    SIDE_OF,
    SPANISH,
)

#: The Flotilla in which French and Spaniards sail together once France is at war (2.215).
GRAND = "bo-grand"


@rule("2.21", "The Commands of the Bourbons", "2.211")
def command_of_fleet() -> str:
    """The Command whose Admiral is the Fleet Admiral too."""
    return LA_HABANA


@rule("2.212", "Spaniards outrank Frenchmen of the same rank")
def seniority(contingent: str) -> int:
    """Ranks the contingents for Leaders of one rank: the lower number commands."""
    return 1 if contingent == FRENCH else 0


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
    if formation == GRAND and FRANCE_AT_WAR in state.events:
        return ""
    if counter.contingent != flotilla.contingent:
        return "French and Spanish Squadrons do not sail in each other's Flotillas (2.214)"
    if command and state.squadrons[squadron].command != command:
        return "it is of another Command (2.216)"
    return ""


@rule("2.217", "Combined Commands")
def combined(contingents: frozenset[str]) -> bool:
    """Tells if a side fights with Spaniards and French together; the Company counts as Spanish."""
    return FRENCH in contingents and bool(contingents & {SPANISH, CARACAS})


@rule("2.218", "Who may escort a Convoy")
def escort_ok(state: State, squadron: str, convoy: str) -> str:
    """Explains why a Squadron may not escort a Convoy; empty for its own contingent, and for the Company with Spain."""
    own, other = state.board.squadrons[squadron].contingent, state.formations[convoy].contingent
    if own == other or (own, other) == (CARACAS, SPANISH):
        return ""
    return "a Convoy is escorted by its own contingent (2.218)"


@rule("2.219", "Orders of one Command", "2.222", "2.314")
def is_of_command(state: State, formation: str, command: str) -> bool:
    """Tells if a Formation may be given an Order that bears the letter of a Command."""
    return state.formations[formation].command == command


@rule("2.22", "The Spanish Commands", "2.221")
def spanish_commands_at(state: State, place: str) -> tuple[str, ...]:
    """The Spanish Commands with jurisdiction at a place; the French one has no bounds."""
    return tuple(name for name in state.board.commands_at(place, BOURBON) if name in (LA_HABANA, CARTAGENA))


@rule("2.261", "The French Command has no bounds")
def without_bounds(command: str) -> bool:
    """Tells if a Command may act everywhere."""
    return command == FRENCH_COMMAND
