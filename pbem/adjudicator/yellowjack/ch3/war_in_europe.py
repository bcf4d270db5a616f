"""3.122, 3.123 and 3.125: what goes home when the war in Europe begins."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.ch2.units import eliminate
from pbem.adjudicator.yellowjack.ch3.withdrawals import craft_in_play, in_play, owe, withdraw_craft
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, OFF_MAP, SIDE_OF, SIDES, WITHDRAWAL, other

#: What each side has to send home: Sail, Auxiliaries, Units, Leaders (3.122).
SAIL, CRAFT = {BRITISH: 12, BOURBON: 6}, {BRITISH: 6, BOURBON: 2}
UNITS, LEADERS = {BRITISH: 6, BOURBON: 2}, {BRITISH: 2, BOURBON: 1}
PERSONAGES = ("cathcart", "wentworth")
#: Turns in which it must be done (3.126), and Units that a captured Port lets a side keep (3.125).
TURNS, KEPT = 4, 2


@rule("3.122", "Withdrawals when the war in Europe begins", "3.123", "3.125")
def begin_withdrawals(table: Table, state: State) -> None:
    """Notes what each side has to send home; Leaders of the Mess, Auxiliaries and Generals go at once.

    A side that has fewer Sail and Auxiliaries than the other keeps one for each it is short of; each captured Port
    keeps two Units.
    """
    totals = {side: in_play(state, side) + len(craft_in_play(state, side)) for side in SIDES}
    for side in SIDES:
        short = max(0, totals[other(side)] - totals[side])
        sail, craft = max(0, SAIL[side] - short), max(0, CRAFT[side] - max(0, short - SAIL[side]))
        held = [port for port, one in state.ports.items() if SIDE_OF.get(one.holder) == side
                and SIDE_OF.get(state.board.ports[port].contingent) == other(side)]  # fmt: skip
        units = max(0, UNITS[side] - KEPT * len(held))
        owe(state, side, sail, due=state.date + TURNS)
        table.note("3.122", ALL, f"The {state.label(side)} must send {sail} Sail home within {TURNS} Turns.", "duty",
                   seat=side, sail=sail)  # fmt: skip
        withdraw_craft(table, state, side, craft, "3.122")
        send_leaders(table, state, side)
        send_units_home(table, state, side, units)
    for name in PERSONAGES:
        if state.personages[name].at and not state.personages[name].gone and name in state.personages:
            eliminate(state, name, WITHDRAWAL)


def send_leaders(table: Table, state: State, side: str) -> None:
    """Takes Leaders of the Mess out of play, the junior first."""
    free = [name for name, one in state.leaders.items() if not one.posts and not one.gone
            and SIDE_OF[state.board.leaders[name].contingent] == side]  # fmt: skip
    for name in free[::-1][: LEADERS[side]]:
        state.leaders[name].gone = WITHDRAWAL
        table.note("3.122", side, f"{state.label(name)} is called home.", "recalled", leader=name)


def send_units_home(table: Table, state: State, side: str, number: int) -> None:
    """Takes Units from Europe out of play, those that lie in port or off the map."""
    able = [name for name, one in state.units.items() if state.unit_side(name) == side and not one.gone
            and not one.landed and not state.board.units[name].fever_proof
            and (one.at == OFF_MAP or one.at in state.ports)]  # fmt: skip
    for name in able[:number]:
        eliminate(state, name, WITHDRAWAL)
        table.note("3.122", side, f"{state.label(name)} is called home.", "recalled", unit=name)
