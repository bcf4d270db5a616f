"""2.31 to 2.33 The British Fleet: its Commands, the seniority of its Admirals, the French, grog."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.spotting import short
from pbem.adjudicator.yellowjack.ch2.french import rouse
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ABSENT, BRITISH, CARACAS, CHALLENGED, JAMAICA, LEEWARDS, sail

#: Ranks and the squadrons of each, from the lowest.
RANKS = ("commodore", "rear-admiral", "vice-admiral", "admiral")
#: Commands whose crews drink grog (2.33).
GROG = (JAMAICA, LEEWARDS)
#: The price of challenging the French, and what one has to have more than (2.32, 2.322).
CHALLENGE = 3


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


@rule("2.32", "Challenging the French", "2.322")
def may_challenge(state: State) -> bool:
    """Tells if the British have enough Prestige to attack the French before the war."""
    return state.prestige[BRITISH] > CHALLENGE


@rule("2.323", "A Briton attacks the French before the war", "2.32", "2.322")
def challenge(table: Table, state: State, formation: str) -> None:
    """Breaks the peace for 3 Prestige: the British fight France from now on, and she declares war this Turn."""
    if not may_challenge(state):
        text = f"{short(state, formation)} leaves the French in peace: with {CHALLENGE} Prestige or less nobody dares."
        table.note("2.322", BRITISH, text, "log", formation=formation, at=state.place(formation), what="no-challenge")
        return
    who = sail(state.formations[formation].marker, first=True)
    text = f"{who} attacks the French, though Britain is at peace with them."
    table.note("2.32", ALL, text, "event", what=CHALLENGED)
    award(table, state, BRITISH, -CHALLENGE, "2.32", "the French are attacked in peace")
    state.events[CHALLENGED] = state.date
    rouse(table, state)


@rule("2.33", "Grog halves the attrition of two Commands", "2.331")
def grog(state: State, formation: str, dps: int) -> int:
    """The DPs of an attrition that a Formation suffers: half, rounded down, at least one; none stays none."""
    if state.formations[formation].command not in GROG or state.formations[formation].contingent == CARACAS:
        return dps
    return max(1, dps // 2) if dps else 0
