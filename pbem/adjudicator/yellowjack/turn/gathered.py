"""The functions that the series rules ask of the module, gathered from its chapters."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.order_kinds import blockade_of
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch1.victory import port_taken, sail_lost
from pbem.adjudicator.yellowjack.ch2.bourbon import escort_ok, shares, why_not_together
from pbem.adjudicator.yellowjack.ch2.british import challenge, grog
from pbem.adjudicator.yellowjack.ch2.coast_guard import guards, on_entering
from pbem.adjudicator.yellowjack.ch2.company_convoy import company_left
from pbem.adjudicator.yellowjack.ch2.corsairs import beaten
from pbem.adjudicator.yellowjack.ch2.engagement import may_begin, may_leave, must_home
from pbem.adjudicator.yellowjack.ch2.french import why_no_grand_flotilla
from pbem.adjudicator.yellowjack.ch2.trade import counts, ended
from pbem.adjudicator.yellowjack.ch2.troop_ships import embark
from pbem.adjudicator.yellowjack.ch3.assaults import besieged, blockades
from pbem.adjudicator.yellowjack.ch3.campaigns import port_captured
from pbem.adjudicator.yellowjack.ch3.withdrawals import gone_home
from pbem.adjudicator.yellowjack.state.state import State

Judge = Callable[[State, str, str, Sequence[Mapping[str, Any]]], str]


def captured(table: Table, state: State, captor: str, port: str) -> None:
    """Counts a captured Port, and lets campaigns on land hear of it (3.221, 3.231)."""
    port_taken(table, state, captor, port)
    port_captured(table, state, captor, port)


def not_in_one_flotilla(state: State, squadron: str, formation: str) -> str:
    """Explains why a Squadron cannot be in a Flotilla because of its nation, or of the peace with France."""
    return why_no_grand_flotilla(state, formation) or why_not_together(state, squadron, formation)


def blockades_unasked(state: State, formation: str) -> str:
    """The Port that an assault or a Blockade Order makes a Formation blockade without a word; empty for none."""
    return blockades(state, formation) or blockade_of(state, formation)


def agreed(*_: object) -> str:
    """Finds that all conditions hold; for cases that write none."""
    return ""


def left_the_map(table: Table, state: State, formation: str) -> None:
    """Tells the chapters of a Formation that has left the map: the Company's Convoy, and who was called home."""
    company_left(table, state, formation)
    if formation in state.formations:
        gone_home(table, state, formation)


def ruling_of(judge: Judge = agreed) -> Ruling:
    """Gathers the module's answers for one phase; `judge` looks at conditions with the eyes of their owner."""
    return Ruling(
        may_leave=may_leave, must_home=must_home, may_begin=may_begin, shares=shares, spare=grog, holds=judge,
        on_entering=on_entering, coast_guard=guards, embark=embark, corsair_beaten=beaten,
        challenge=challenge, award=award, port_taken=captured, sail_lost=sail_lost, besieged=besieged,
        holds_blockade=blockades_unasked,
        escort_ok=escort_ok, why_not_together=not_in_one_flotilla, counts=counts,
        convoy_ended=ended, formation_left=left_the_map,
    )  # fmt: skip
