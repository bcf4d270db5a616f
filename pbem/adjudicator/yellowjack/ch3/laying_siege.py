"""3.45, laying siege: attrition at the end of each Impulse without a storm."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.convoys import ranked
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.units import fever_proof, hit
from pbem.adjudicator.yellowjack.ch3.defence import ashore, besieger, defenders, garrison, test_strength
from pbem.adjudicator.yellowjack.ch3.escalades import usual_order
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import IMPULSES, other, turn_of

#: Turns of winter and of the rains.
COLD, WET = range(1, 5), range(8, 15)
#: So many Units ashore are a crowd; so many times the defence make the siege close.
CROWD, CLOSE = 13, 2
ATTACKER, DEFENDER = "attacker", "defender"
#: The usual choice of a charter: sieges are checked at the end of every Impulse (3.426, 3.45).
EACH_IMPULSE = "each_impulse"


@rule("3.45", "A siege costs both sides Units at the end of each Impulse", "3.451", "3.452", "3.426")
async def sieges(table: Table, state: State, ruling: Ruling) -> None:
    """Throws for both sides at each besieged Port where nobody stormed in this Impulse (E3)."""
    if choice(state, "siege_checks") != EACH_IMPULSE and state.impulse != IMPULSES:
        return
    for port in [port for port in state.board.ports if port in state.sieges]:
        if state.sieges[port].stormed != state.now and ashore(state, port):
            await lay_siege(table, state, ruling, port)


@rule("3.452", "The Expedition throws first; both use their own column")
async def lay_siege(table: Table, state: State, ruling: Ruling, port: str) -> None:
    """Throws for the Expedition, then for the defence."""
    side, name = besieger(state, port), state.label(port)
    table.note("3.45", ALL, f"The siege of {name} goes on.", "siege", port=port)
    shifts = {ATTACKER: siege_shift(state, port, ATTACKER), DEFENDER: siege_shift(state, port, DEFENDER)}
    lost = {}
    for part, who, units in ((ATTACKER, side, ashore(state, port)), (DEFENDER, other(side), defenders(state, port))):
        lost[who] = str(await suffer(table, state, port, part, who, units, shifts[part])) if units else "0"
    table.note("3.45", ALL, f"The siege of {name} lasts to the end of the Impulse.", "siege-over", port=port, lost=lost)
    test_strength(table, state, ruling, port)


@rule("3.452", "Modifiers of siege attrition")
def siege_shift(state: State, port: str, part: str) -> Shift:
    """The modifiers of one side of a siege: season, crowding, and the stronger side."""
    shift, turn = Shift(), turn_of(state.date)
    outside, inside = len(ashore(state, port)), len(defenders(state, port)) + garrison(state, port)
    shift.add("3.452", -1, "winter", when=turn in COLD)
    shift.add("3.452", 1, "the rains", when=turn in WET)
    if part == ATTACKER:
        shift.add("3.452", 1, "a crowded camp", when=outside >= CROWD)
        shift.add("3.452", 1, "a strong garrison", when=inside >= outside)
    else:
        shift.add("3.452", -1, "a strong garrison", when=inside >= outside)
        shift.add("3.452", 1, "closely besieged", when=outside >= CLOSE * inside)
    return shift


async def suffer(
    table: Table, state: State, port: str, part: str, side: str, units: Sequence[str], shift: Shift
) -> int:  # fmt: skip
    """Throws for one side of a siege, deals out its Hits, and returns the Units that are gone."""
    who = "besiegers" if part == ATTACKER else "besieged"
    fell = await throw(table, "3.452", "siege", when(state), port, part, why=f"The {who} of {state.label(port)}",
                       shift=shift)  # fmt: skip
    row = state.board.siege[fell.total]
    hits = row.attacker if part == ATTACKER else row.defender
    exposed = exposed_to_siege(state, units)
    if not hits:
        return 0
    question = entry(table, "3.453", side, "losses", {"cause": "siege", "port": port, "units": list(exposed)},
                     f"Which Units suffer at {state.label(port)}?", when(state), port)  # fmt: skip
    answer = await table.decide(question)
    return deal_hits(table, state, port, side, ranked(usual_order(state, exposed), answer.get("units")), hits)


@rule("3.453", "Fever Proof Units suffer only where no others are", "2.521")
def exposed_to_siege(state: State, units: Sequence[str]) -> list[str]:
    """The Units that Hits of a siege may fall on."""
    soft = [unit for unit in units if not fever_proof(state, unit)]
    return soft or list(units)


@rule("3.452", "Each Hit disrupts a Unit; all are hit once before one is hit again", "2.581", "2.583")
def deal_hits(table: Table, state: State, port: str, side: str, order: Sequence[str], hits: int) -> int:
    """Deals Hits round in the owner's order, and returns the Units that are gone."""
    left, gone = list(order), 0
    while hits and left:
        for unit in list(left):
            if not hits:
                break
            hits -= 1
            lost = hit(state, unit)
            text = f"{state.label(unit)} is {'lost' if lost else 'Disrupted'} at {state.label(port)}."
            table.note("3.452", ALL, text, "unit-lost" if lost else "disrupted", unit=unit, port=port, seat=side)
            if lost:
                left.remove(unit)
                gone += 1
    return gone
