"""3.445, Sail sunk in an Escalade: the stars beside the die."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table
from pbem.adjudicator.yellowjack.base.conventions import when
from pbem.adjudicator.yellowjack.base.losses import WEAKEST_FIRST, shed
from pbem.adjudicator.yellowjack.base.orders import end_orders_of
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.ship_names import lost_ship
from pbem.adjudicator.yellowjack.base.spotting import number_by_lot, vanish
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CLASSES, other


@rule("3.445", "Sunk Sail: the attacker's from his Flotilla, the defender's from those that fought", "1.612")
async def sink(
    table: Table, state: State, ruling: Ruling, port: str, side: str, attacker: int, defender: int
) -> None:  # fmt: skip
    """Sinks Sail of both sides as their owners choose; land combat costs no Prestige for them."""
    foe = other(side)
    flotilla = state.sieges[port].flotilla
    within = [*state.in_harbour(port, foe), *state.ready_at(port, foe)]
    exposed = {side: state.squadrons_of(flotilla), foe: [s for name in within for s in state.squadrons_of(name)]}
    due = {side: attacker, foe: defender}
    hurt = [each for each in (side, foe) if due[each] and exposed[each]]
    asked = [
        entry(table, "3.445", each, "losses", {"cause": "escalade", "port": port, "squadrons": exposed[each]},
              f"Which Sail do you lose at {state.label(port)}?", when(state), port, "sail")
        for each in hurt
    ]  # fmt: skip
    for each, answer in zip(hurt, await table.decide_all(*asked), strict=True):
        for _ in range(due[each]):
            sink_one(table, state, each, exposed[each], answer.get("sail"))
    await number_by_lot(table, state, "sunk", when(state), port)  # a Convoy whose Flotilla is lost lies there alone


def sink_one(table: Table, state: State, side: str, squadrons: list[str], wanted: Plain) -> None:
    """Sinks one Sail: of the first Class its owner names that is there, from the most damaged Squadron."""
    named = [str(sort) for sort in wanted] if isinstance(wanted, list) else []
    order = [*(sort for sort in dict.fromkeys(named) if sort in CLASSES),
             *(sort for sort in WEAKEST_FIRST if sort not in named)]  # fmt: skip
    for sort in order:
        having = [name for name in squadrons if state.squadrons[name].sail.get(sort, 0)]
        if having:
            squadron = max(having, key=lambda name: (state.squadrons[name].dp, name))
            shed(state, squadron, {sort: 1})
            text = f"{lost_ship(state, squadron, sort)} is sunk by the guns."
            table.note("3.445", ALL, text, "sunk", seat=side, number="1", fate="sunk", **{"class": sort})
            if not state.size(squadron):
                lose_squadron(table, state, squadron)
            return


def lose_squadron(table: Table, state: State, squadron: str) -> None:
    """Unforms a Squadron without Sail; a Formation that has nothing left goes with it, and its Order Fails."""
    formation = state.squadrons[squadron].formation
    state.unform(squadron)
    if formation in state.formations and state.empty(formation):
        if not any(siege.flotilla == formation for siege in state.sieges.values()):
            end_orders_of(table, state, formation, "R9.7", "nothing is left of it")
        vanish(table, state, formation)
        state.remove(formation)
