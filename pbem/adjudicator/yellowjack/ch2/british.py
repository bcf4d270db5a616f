"""2.31 to 2.33 The British Fleet: its Commands, the seniority of its Admirals, the French, grog."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ABSENT, BRITISH, CARACAS, FRENCH, JAMAICA, LEEWARDS

#: Ranks and the squadrons of each, from the lowest.
RANKS = ("commodore", "rear-admiral", "vice-admiral", "admiral")
COLOURS = ("blue", "white", "red")
#: Commands whose crews drink grog (2.33).
GROG = (JAMAICA, LEEWARDS)
#: The price of challenging the French, and what one has to have more than (2.32, 2.322).
CHALLENGE = 3


@rule("2.31", "The Commands of the British", "2.311")
def command_of_fleet() -> str:
    """The Command whose Admiral is the Fleet Admiral too."""
    return JAMAICA


@rule("2.312", "Bounds of the British Commands", "2.313")
def british_commands_at(state: State, place: str) -> tuple[str, ...]:
    """The British Commands with jurisdiction at a place; in the Gulf none, but along the north-west of Cuba."""
    return state.board.commands_at(place, BRITISH)


@rule("2.314", "Orders of one British Command")
def is_of_command(state: State, formation: str, command: str) -> bool:
    """Tells if a Formation may be given an Order that bears the letter of a Command."""
    return state.formations[formation].command == command


@rule("2.316", "No full Admirals")
def leaves_play(rank: str) -> bool:
    """Tells if a British Leader of a rank is too high for these waters and leaves play."""
    return rank == RANKS[-1]


@rule("2.316", "A British Admiral leaves play")
def call_home(table: Table, state: State) -> None:
    """Takes British Leaders who have become full Admirals out of play."""
    for name, one in state.leaders.items():
        if not one.gone and state.board.leaders[name].contingent == BRITISH and leaves_play(one.rank):
            one.gone, one.posts = ABSENT, []
            table.note("2.316", ALL, f"{state.label(name)} is an Admiral now and goes home.", "recalled", leader=name)


@rule("2.317", "Seniority of British Admirals", "2.318")
def seniority(rank: str, colour: str) -> tuple[int, int]:
    """The place of a rank and its colour in the list; the higher commands: blue, then white, then red."""
    return RANKS.index(rank), COLOURS.index(colour) if colour in COLOURS else -1


@rule("2.32", "Challenging the French", "2.322")
def may_challenge(state: State) -> bool:
    """Tells if the British have enough Prestige to attack the French before the war."""
    return state.prestige[BRITISH] > CHALLENGE


@rule("2.321", "Nobody fights the French before the war", "2.26")
def at_peace(state: State, attacker: str, target: str) -> str:
    """Explains why British and French may not attack each other yet; empty for others."""
    pair = {state.formations[attacker].contingent, state.formations[target].contingent}
    return "Britain and France are at peace (2.26)" if pair == {BRITISH, FRENCH} else ""


@rule("2.33", "Grog halves the attrition of two Commands", "2.331")
def grog(state: State, formation: str, dps: int) -> int:
    """The DPs of an attrition that a Formation suffers: half, rounded down, at least one; none stays none."""
    if state.formations[formation].command not in GROG or state.formations[formation].contingent == CARACAS:
        return dps
    return max(1, dps // 2) if dps else 0
