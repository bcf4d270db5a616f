"""3.22 and 3.23, what the Status of a campaign does to Ports: new owners, Harbours closed, men who must leave."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import place_of, release_spent, side_of, to_recovery
from pbem.adjudicator.yellowjack.base.convoys import set_aside
from pbem.adjudicator.yellowjack.base.gales import make_ready
from pbem.adjudicator.yellowjack.base.net import nearest
from pbem.adjudicator.yellowjack.base.orders import CANCELLED, end_order
from pbem.adjudicator.yellowjack.base.ports import is_friendly_to
from pbem.adjudicator.yellowjack.ch2.marching import open_to, put
from pbem.adjudicator.yellowjack.ch2.units import at_port, eliminate
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BRITISH, FITTING_OUT, IN_ORDINARY, SIDE_OF, SPANISH

#: Ports that become Minor, and Ports that change hands, by campaign and Status.
MINOR = {("georgia", "spanish"): ("savannah", "port-royal-carolinas", "charles-town", "frederica"),
         ("georgia", "british"): ("san-agustin",)}  # fmt: skip
OWNERS = {("georgia", "spanish"): (("frederica",), SPANISH), ("georgia", "british"): (("san-agustin",), BRITISH)}
HONDURAS = "honduran-mc-british"


@rule("3.22", "What the Status of Georgia does", "3.217", "1.325")
def status_changes(table: Table, state: State, name: str, status: str) -> None:
    """Puts the Ports of a campaign as its new Status has them; those of the old one are first as on the map."""
    if name == "honduran":
        if status == "spanish":
            lose_honduras(table, state)
        return
    if name != "georgia":
        return
    new_ports, owner = OWNERS.get((name, status), ((), ""))
    for port in sorted({each for ports, _ in OWNERS.values() for each in ports}):
        wanted = owner if port in new_ports else ""
        if state.ports[port].owner != wanted:
            hand_over(table, state, port, wanted)
    minor = MINOR.get((name, status), ())
    for port in sorted({each for ports in MINOR.values() for each in ports}):
        state.ports[port].minor = port in minor
    told = {"spanish": "The Spaniards threaten Georgia and Carolina.", "british": "San Agustin is British.",
            "neutral": "On the border of Georgia all is as it was."}[status]  # fmt: skip
    table.note("3.22", ALL, told, "campaign-status", campaign=name, status=status)


@rule("3.23", "Honduras becomes Spanish for good", "3.469", "2.5.10")
def lose_honduras(table: Table, state: State) -> None:
    """Makes the British Ports of the coast, and Roatan, Spanish Minor Ports without Intrinsic Garrison."""
    for port in state.board.groups[HONDURAS]:
        hand_over(table, state, port, SPANISH)
        state.ports[port].minor = state.ports[port].bare = True
    told = "The British Ports from Hanover Bay to Blewfields are Spanish."
    table.note("3.23", ALL, told, "campaign-status", campaign="honduran", status="spanish")


@rule("3.23", "A Port that is handed over: its men leave as from one that falls", "3.46", "3.22")
def hand_over(table: Table, state: State, port: str, owner: str) -> None:
    """Gives a Port a new owner, or its first one again; an assault on it by the new owner's side is cancelled."""
    held = state.ports[port]
    holder = owner or state.board.ports[port].contingent
    loser, side = state.side_of_port(port), SIDE_OF[holder]
    held.owner = owner
    if loser == side:
        held.holder = holder
        return
    if port in state.sieges:
        lift_siege(table, state, port, side)
    men = at_port(state, port, loser)
    held.holder, held.captured = holder, 0
    leave(table, state, port, loser, men)
    ships_leave(table, state, port, loser)
    release_spent(state, port)
    for aux in list(state.auxiliaries):
        if side_of(state, aux) == loser and place_of(state, aux) == port and state.auxiliaries[aux].at == port:
            to_recovery(state, aux)
    table.note("3.22", ALL, f"{state.label(port)} is {holder.title()} now.", "captured", port=port, by=side)


def lift_siege(table: Table, state: State, port: str, side: str) -> None:
    """Cancels the assault on a Port that its besieger has been given; the Units ashore are its garrison (3.413)."""
    siege = state.sieges.pop(port)
    if siege.order in state.orders:
        end_order(table, state, siege.order, CANCELLED, "3.413", f"{state.label(port)} is theirs already")
    for unit in state.units_at(port, side):
        state.units[unit].landed = False
    if siege.expedition in state.convoys:
        state.convoys[siege.expedition].destination = port


def leave(table: Table, state: State, port: str, loser: str, men: Sequence[str]) -> None:
    """Sends Units into the Land Box of a Port, or aside to come back; a Personage without a box goes to the nearest."""
    box = state.board.ports[port].box
    for unit in men:
        if box and open_to(state, box, loser):
            put(state, unit, box)
        elif unit in state.units:
            state.units[unit].landed = False
            set_aside(table, state, unit, port)
        else:
            friendly = [each for each in state.ports if is_friendly_to(state, each, loser)]
            goal = nearest(state, port, friendly)
            if goal:
                put(state, unit, goal)
            else:
                eliminate(state, unit)


def ships_leave(table: Table, state: State, port: str, loser: str) -> None:
    """Puts the ships of the loser to sea: Formations that fit out there, and Squadrons In Ordinary."""
    for squadron in state.squadrons_at(port, loser, IN_ORDINARY):
        state.squadrons[squadron].at = state.squadrons[squadron].state = ""
        state.new_formation(squadron, "independent", port, FITTING_OUT, [squadron])
    for name in state.formations_at(port, loser, state=FITTING_OUT):
        make_ready(table, state, name)
        state.formations[name].home = state.formations[name].kind != "convoy"
