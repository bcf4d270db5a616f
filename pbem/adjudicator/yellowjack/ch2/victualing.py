"""2.64: Victualing Convoys: points gathered off the map, and stores left at Ports."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.convoys import VICTUALING, disband_empty, free_counters
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.arrivals import EAST
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Formation
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BRITISH, CONVOY, FITTING_OUT, FRENCH, OFF_MAP, READY, SIDE_OF

NATIONS = (BRITISH, FRENCH)
#: Points gathered in a Turn, points with which a Convoy sails, and the most that a Box holds.
A_TURN, FULL, BOX = 2, 6, 6


@rule("2.642", "Victualing Convoys gather off the map", "2.64", "1.324")
def gather_victuals(table: Table, state: State) -> None:
    """Two points a Turn for each nation; with six a Convoy is ready to enter, if a Box has room and a counter is free.

    (A4c.)
    """
    for nation in NATIONS:
        points = min(FULL, state.victuals.get(nation, 0) + A_TURN)
        state.victuals[nation] = points
        goal, free = next_box(state, SIDE_OF[nation], nation, ""), free_counters(state, nation, VICTUALING)
        if points < FULL or not goal or not free:
            continue
        state.victuals[nation] = 0
        state.formations[free[0]] = Formation(CONVOY, nation, "", OFF_MAP, FITTING_OUT, enters=EAST)
        state.convoys[free[0]] = Convoy(VICTUALING, goal, points=points)
        state.settle()
        table.note("2.642", SIDE_OF[nation], f"{state.label(free[0])} gathers off the map with {points} points of "
                   "stores.", "assembled", formation=free[0], port=OFF_MAP, to=goal)  # fmt: skip


@rule("2.641", "Ports with a Victualing Box", "2.643")
def next_box(state: State, side: str, nation: str, here: str) -> str:
    """The nearest Port of a nation whose Box has room, by legs; the first of the map for one that is not here yet."""
    open_boxes = [name for name, port in state.board.ports.items() if port.victualing
                  and state.holder(name) == nation and state.ports[name].stores < BOX]  # fmt: skip
    if here in state.board.nodes:
        return nearest(state, here, open_boxes)
    return open_boxes[0] if open_boxes else ""


@rule("2.641", "Stores are left at a Port", "2.644")
@base("R10.9", "Victualing")
def unload(table: Table, state: State, ruling: Ruling) -> None:
    """A Victualing Convoy off a Port with a Box fills it for an MP and goes on; empty, it Disbands where it is (m8)."""
    for name in [name for name, one in state.convoys.items() if one.sort == VICTUALING]:
        one, held = state.formations[name], state.convoys[name]
        port, side = state.ports.get(one.at), state.side_of(name)
        if one.state == READY and port is not None and held.points and state.board.ports[one.at].victualing \
                and state.holder(one.at) == one.contingent and port.stores < BOX:  # fmt: skip
            left = min(held.points, BOX - port.stores)
            port.stores += left
            held.points -= left
            one.mps += 1
            table.note("2.641", side, f"{state.label(name)} leaves {left} points of stores at {state.label(one.at)}.",
                       "log", formation=name, at=one.at, what="unloads")  # fmt: skip
        if held.points <= 0:
            disband_empty(table, state, ruling, name)
            continue
        if state.on_map(name) and one.at == held.destination:
            held.destination = next_box(state, side, one.contingent, one.at) or held.destination
