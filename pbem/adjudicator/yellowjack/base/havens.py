"""Convoys in danger: they shelter in a Port on their way, and turn from a destination that is blockaded (R10.4)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.blockade import blockaders, is_blockaded
from pbem.adjudicator.yellowjack.base.convoys import VICTUALING, scatter
from pbem.adjudicator.yellowjack.base.net import nearest, reach
from pbem.adjudicator.yellowjack.base.ports import may_use
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import force_at
from pbem.adjudicator.yellowjack.base.spotting import afloat, is_flotilla, short
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, OFF_MAP, other

#: MPs within which danger is near, its Force in a Gale, and the Impulses that a Convoy shelters or waits at most.
NEAR, ROUGH, LONGEST = 2, 8, 3
NO = "no"


def haven(table: Table, state: State, ruling: Ruling, formation: str) -> str:
    """The Port that a Convoy puts into, or lies in, instead of going on; empty if it goes on."""
    if not state.on_map(formation):
        return ""
    port = shut_out(table, state, ruling, formation)
    if port or formation not in state.convoys:
        return port
    return sheltered(table, state, ruling, formation)


# -------------------------------------------------------------------------------------------- shelter (R10.4b)


@base("R10.4", "A Convoy puts in at a Friendly Port on its way while danger is near")
def sheltered(table: Table, state: State, ruling: Ruling, formation: str) -> str:
    """The Port in which a Convoy shelters; three Impulses at most, and in each Port once."""
    one, convoy = state.formations[formation], state.convoys[formation]
    if convoy.haven == one.at and one.state == FITTING_OUT:
        stays = state.now - convoy.haven_since < LONGEST and danger(state, formation)
        return one.at if stays else ""
    if one.state == FITTING_OUT or convoy.haven == one.at or not may_put_in(state, ruling, formation):
        return ""
    if state.plans.get(formation, {}).get("shelter") == NO or not danger(state, formation):
        return ""
    convoy.haven, convoy.haven_since = one.at, state.now
    text = f"{short(state, formation)} shelters at {state.board.place_name(one.at)} from what is near."
    table.note("R10.4", state.side_of(formation), text, "log", formation=formation, at=one.at, what="shelters")
    return one.at


def may_put_in(state: State, ruling: Ruling, formation: str) -> bool:
    """Tells if a Convoy lies off a Port on its way that is open to it: not its destination, and not blockaded."""
    at = state.place(formation)
    passing = at in state.ports and at != state.convoys[formation].destination
    return passing and may_use(state, ruling, formation, at) and not is_blockaded(state, at)


@base("R10.4", "Danger: a Spotted enemy Flotilla, or a Gale of Force 8, within two MPs")
def danger(state: State, formation: str) -> bool:
    """Tells if a Convoy has reason to shelter, as far as its owner sees."""
    around = reach(state, state.place(formation), NEAR)
    if any(force_at(state, place) >= ROUGH for place in around):
        return True
    return any(state.formations[name].at in around and state.formations[name].spotted and is_flotilla(state, name)
               for name in afloat(state, other(state.side_of(formation))))  # fmt: skip


# -------------------------------------------------------------------------------------------- shut out (S18)


@base("R10.4", "A Convoy that a blockade shuts out waits near by for three Impulses, then turns elsewhere", "2.636")
def shut_out(table: Table, state: State, ruling: Ruling, formation: str) -> str:
    """The Port in which a Convoy waits while its destination is blockaded; empty if it is not, or it has turned."""
    one, convoy = state.formations[formation], state.convoys[formation]
    port = convoy.destination
    if convoy.sort == VICTUALING or port == OFF_MAP or not barred(state, formation, port) or (
        one.at == port and one.state == FITTING_OUT
    ):  # fmt: skip
        convoy.shut = 0
        return ""
    side = state.side_of(formation)
    if not convoy.shut:
        convoy.shut = state.now
        text = f"{short(state, formation)} cannot come to {state.board.place_name(port)}: it is blockaded."
        table.note("R10.4", side, text, "log", formation=formation, at=state.place(formation), what="shut-out")
    if state.now - convoy.shut < LONGEST:
        return nearest(state, state.place(formation), open_ports(state, ruling, formation, list(state.ports)))
    turn_away(table, state, ruling, formation)
    return ""


def barred(state: State, formation: str, port: str) -> bool:
    """Tells if enemies of a Convoy blockade a Port."""
    side = state.side_of(formation)
    return port in state.ports and any(state.side_of(name) != side for name in blockaders(state, port))


def open_ports(state: State, ruling: Ruling, formation: str, among: list[str]) -> list[str]:
    """Those of some Ports that a Convoy may use and nobody blockades."""
    return [port for port in among if port in state.ports and may_use(state, ruling, formation, port)
            and not is_blockaded(state, port)]  # fmt: skip


@base("R10.4", "A Convoy with a fixed route turns to a Port of its list, another to the nearest", "2.636", "2.616")
def turn_away(table: Table, state: State, ruling: Ruling, formation: str) -> None:
    """Gives a Convoy another destination; one with a fixed route that has no other Port Scatters."""
    convoy = state.convoys[formation]
    element = state.board.europe.elements.get(convoy.element)
    among = [*element.route, element.at] if element is not None else list(state.ports)
    goal = nearest(state, convoy.destination, open_ports(state, ruling, formation, among))
    if not goal:
        scatter(table, state, ruling, formation)
        return
    convoy.destination, convoy.path, convoy.shut = goal, [], 0
    text = f"{short(state, formation)} turns to {state.board.place_name(goal)}."
    table.note("2.636", state.side_of(formation), text, "diverted", formation=formation, to=goal)
