"""3.24 and 2.182: what Louisburg, far off the map, and the lists of the Years take from the Fleets."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.ch2.arrivals import going_home
from pbem.adjudicator.yellowjack.ch3.withdrawals import in_play, owe, withdraw_craft
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FRENCH, SIDE_OF

#: Sail and Auxiliaries that go when the campaign becomes Active, and after the fleet of Brest (3.24, 3.152).
ACTIVE = {BRITISH: (BRITISH, 4, 1), BOURBON: (FRENCH, 2, 1)}
AFTER_BREST = 5, 2


@rule("3.24", "The Louisburg campaign calls ships away", "3.241")
def louisburg_begins(table: Table, state: State) -> None:
    """Notes what Britain and France have to send to Louisburg; a nation that has fewer sends all."""
    for side, (nation, sail, craft) in ACTIVE.items():
        call_away(table, state, side, nation, sail, craft, "3.24")


@rule("3.152", "A British squadron follows the fleet of Brest to Louisburg", "3.241")
def aid_to_louisburg(table: Table, state: State) -> None:
    """Notes what Britain sends after the French."""
    sail, craft = AFTER_BREST
    call_away(table, state, BRITISH, BRITISH, sail, craft, "3.152")


@rule("2.182", "Ships that the lists of the Years send home", "2.176")
def send_home_by_list(table: Table, state: State) -> None:
    """Notes what each nation has to send home on this Turn, and takes its Auxiliaries out of play."""
    for one in going_home(state):
        side = SIDE_OF[one.contingent]
        owed = min(one.sail, in_play(state, side, one.contingent))
        owe(state, side, owed, contingent=FRENCH if one.contingent == FRENCH else "")
        if owed:
            text = f"{owed} Sail of the {one.contingent.title()} are called home."
            table.note("2.182", side, text, "duty", seat=side, sail=owed)
        withdraw_craft(table, state, side, one.auxiliaries, "2.182", one.contingent)


def call_away(table: Table, state: State, side: str, nation: str, sail: int, craft: int, case: str) -> None:
    """Has a nation send Sail as soon as may be, and Auxiliaries at once."""
    owed = min(sail, in_play(state, side, nation))
    owe(state, side, owed, contingent=FRENCH if nation == FRENCH else "")
    text = f"The {nation.title()} must send {owed} Sail to Louisburg."
    table.note(case, ALL, text, "duty", seat=side, sail=owed)
    withdraw_craft(table, state, side, craft, case, nation)
