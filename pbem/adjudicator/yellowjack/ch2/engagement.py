"""2.23 Spanish rules of engagement: when Spaniards without Orders may leave port, how far, and when they go home."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.blockade import to_relieve
from pbem.adjudicator.yellowjack.base.net import mps, reach
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import afloat, short
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    CARACAS,
    CONVOY,
    ESCORT,
    FITTING_OUT,
    OFF_MAP,
    RCG_CONVOY,
    READY,
    SPANISH,
)

#: Spanish MPs within which a Spotted Briton lets them out, and beyond which they do not go (2.231).
NEAR = 2


@rule("2.23", "Spanish rules of engagement", "2.24")
def is_bound(state: State, formation: str) -> bool:
    """Tells if a Formation is bound by them: Royal Spanish or the Company's, without an Order, and no Convoy.

    The Company belongs to the Cartagena Command, so that its Formation without an Order is bound as a Detachment.
    """
    one = state.formations[formation]
    return one.contingent in (SPANISH, CARACAS) and one.kind != CONVOY and not one.order


@rule("2.231", "Who may leave port, and how far", "2.234", "2.235")
def may_leave(state: State, formation: str, to: str) -> str:
    """Explains why a Spanish Formation without Orders may not take its next step; empty if it may.

    On its way to a Battle that these rules allow it may fight others that it meets.
    """
    if not is_bound(state, formation) or relieves(state, formation):
        return ""
    one = state.formations[formation]
    if one.state == FITTING_OUT or one.inside:
        if near(state, formation):
            return ""
        if not viceroy_present(state, one.command):
            return "without the Viceroy it may leave only against a Spotted Briton off that very Port (2.234)"
        return "without an Order it may leave port only if a Spotted Briton is within two MPs (2.231)"
    if within_bounds(state, to):
        return ""
    return "without an Order it may not go more than two MPs from a Bourbon Port (2.231)"


@rule("2.231", "A Spotted Briton within two Spanish MPs", "2.234")
def near(state: State, formation: str, *, spotted: bool = True) -> list[str]:
    """The British Formations near enough to a Spanish one: within two of its MPs, the MP out of a Harbour counted.

    Without its Viceroy on the map only those in the Port Space count.
    """
    one = state.formations[formation]
    if not viceroy_present(state, one.command):
        most = 0
    else:
        most = NEAR - (1 if one.state == FITTING_OUT and state.key_port(one.at) else 0)
    around = reach(state, state.place(formation), most)
    return [name for name in afloat(state, BRITISH)
            if state.formations[name].at in around and (state.formations[name].spotted or not spotted)]  # fmt: skip


@rule("2.231", "No farther than two MPs from a Bourbon Port", "2.213")
def within_bounds(state: State, to: str) -> bool:
    """Tells if a place lies within two MPs of some Port of the Bourbons."""
    around = reach(state, to, NEAR + 1)
    return any(port in state.ports and state.side_of_port(port) == BOURBON and mps(state, to, port) <= NEAR
               for port in around)  # fmt: skip


@rule("2.233", "A blockade may be relieved at any distance")
def relieves(state: State, formation: str) -> bool:
    """Tells if a Formation's plan names a Spanish Port that is blockaded now."""
    wanted = state.plans.get(formation, {}).get("relieve") or ()
    return any(port in wanted for port in to_relieve(state, BOURBON))


@rule("2.234", "A Command without its Viceroy", "2.565")
def viceroy_present(state: State, command: str) -> bool:
    """Tells if the Viceroy of a Spanish Command is on the map."""
    return any(state.board.personages[name].viceroy == command and not one.gone and one.at not in ("", OFF_MAP)
               for name, one in state.personages.items())  # fmt: skip


@rule("2.232", "Back to port when no Briton is left near", "2.233")
def must_return(table: Table, state: State, ruling: Ruling) -> None:
    """Sends home every Spaniard at sea that has neither an Order nor a Briton near (E6).

    One that has been sent home goes, even if another Briton appears.
    """
    del ruling
    for name in afloat(state, BOURBON):
        one = state.formations[name]
        if not is_bound(state, name) or one.home or relieves(state, name) or near(state, name, spotted=False):
            continue
        one.home = True
        text = f"{short(state, name)} has no Briton near and no Order: it goes home to fit out."
        table.note("2.232", BOURBON, text, "log", formation=name, at=one.at, what="sent-home")


@rule("2.232", "Sent home")
def must_home(state: State, formation: str) -> str:
    """Explains why a Formation has to go home; empty if it need not."""
    one = state.formations[formation]
    return "no Briton is left within two MPs (2.232)" if one.home and one.state == READY else ""


@rule("2.236", "Spanish Escorts attack nobody", "2.676")
def may_begin(state: State, attacker: str, target: str) -> str:
    """Explains why a Formation may not attack the British: Spanish Escorts may not."""
    one = state.formations[attacker]
    order = state.order_of(attacker)
    escorts = order is not None and order.kind == ESCORT and one.contingent in (SPANISH, CARACAS)
    if order is not None and order.kind == RCG_CONVOY:
        return "the Company's Convoy attacks nobody (2.676)"
    return "Spanish Escorts attack nobody (2.236)" if escorts and state.side_of(target) == BRITISH else ""
