"""The dockyard: repair rolls, stores and what crews mend by themselves (R11.4 to R11.6)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.table import Plain, Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.harbour_tasks import is_raided
from pbem.adjudicator.yellowjack.base.ports import france_fights, friendly, is_key, is_neutral
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FRENCH, IN_ORDINARY, SIDES, quarter, quarterly

#: How far a yard mends a Squadron: the mark below which it stops.
UNTIL = {"sound": 0, "worn": 1, "battered": 2}
STORES_A_TURN = 2
CRIPPLED = 3
#: Turns after its capture, the rest of that Turn aside, in which a Port mends nothing (1.325).
CLOSED_FOR = 1


@base("R11.4", "The repair step", "R4.6")
async def repair_step(table: Table, state: State, ruling: Ruling) -> None:
    """Each side's yards, then its stores, then what crews mend by themselves."""
    mended: set[str] = set()
    for side in SIDES:
        facts = {
            "squadrons": [name for port in yards(state, ruling, side) for name in laid_up(state, ruling, side, port)]
        }
        said = await table.decide(
            entries(table, "R11.4", side, "repair", facts, "Which Squadrons are mended first?", side)
        )
        for port in yards(state, ruling, side):
            await mend_at(table, state, ruling, side, port, said, mended)
        prompt = "Which stores are spent?"
        for entry in await table.decide(entries(table, "R11.5", side, "stores", facts, prompt, side)):
            spend_stores(table, state, side, entry, mended)
        await emergency(table, state, ruling, side, mended)
    for held in state.ports.values():
        held.repairs = 0


def yards(state: State, ruling: Ruling, side: str) -> list[str]:
    """The Ports of a side that mend this Turn: not besieged, not newly taken, and some only on Quarterly Turns."""
    return [port for port in state.ports if state.side_of_port(port) == side and rolls_at(state, ruling, port)]


@base("R11.4", "How many repair rolls a Port makes", "1.322", "1.325")
def rolls_at(state: State, ruling: Ruling, port: str) -> int:
    """Its repair figure, where it has a Harbour that is open; nothing soon after its capture."""
    record, held = state.board.ports[port], state.ports[port]
    new = held.captured and state.date - held.captured <= CLOSED_FOR
    if new or not is_key(state, port) or ruling.besieged(state, port) or is_raided(state, port):
        return 0
    return record.repair if quarterly(state.date) or not record.quarterly else 0


def laid_up(state: State, ruling: Ruling, side: str, port: str) -> list[str]:
    """The damaged Squadrons In Ordinary at a Port, the worst in proportion first."""
    names = [name for name in state.squadrons_at(port, side, IN_ORDINARY) if state.squadrons[name].dp
             and friendly(state, ruling, port, state.board.squadrons[name].contingent)]  # fmt: skip
    return sorted(names, key=lambda name: (-state.squadrons[name].dp * 100 // state.dr(name), name))


async def mend_at(
    table: Table, state: State, ruling: Ruling, side: str, port: str, said: Sequence[Plain], mended: set[str]
) -> None:  # fmt: skip
    """The rolls of one Port, one after another, each on the first Squadron that still wants one."""
    entry: Mapping[str, Plain] = next((each for each in said if each.get("port") == port), {})
    wished = [str(name) for name in entry.get("squadrons", ())]
    stop = UNTIL.get(str(entry.get("until", "sound")), 0)
    for _ in range(rolls_at(state, ruling, port)):
        waiting = [name for name in laid_up(state, ruling, side, port) if may_be_mended(state, name)]
        first = [name for name in wished if name in waiting and (state.third(name) > stop or not stop)]
        rest = [name for name in waiting if name not in wished]
        if not first + rest:
            return
        await repair(table, state, side, port, (first + rest)[0])
        if state.board.squadrons[(first + rest)[0]].contingent == FRENCH:
            state.french_repair = quarter(state.date) + 1
        mended.add((first + rest)[0])


@base("2.26", "In peace the French make one repair roll a Quarter", "R11.4")
def may_be_mended(state: State, squadron: str) -> bool:
    """Tells if a yard may still work on a Squadron: on one of the French once a Quarter, until they are at war."""
    if state.board.squadrons[squadron].contingent != FRENCH or france_fights(state):
        return True
    return state.french_repair != quarter(state.date) + 1


@base("R11.4", "A repair roll")
async def repair(table: Table, state: State, side: str, port: str, squadron: str) -> None:
    """One die for the DPs that a yard takes off a Squadron."""
    why = f"{state.label(squadron)} is repaired at {state.label(port)}"
    die = await throw(table, "R11.4", "repair", port, squadron, why=why, to=side)
    take_off(table, state, "R11.4", side, squadron, state.board.repair[die.total])


def take_off(table: Table, state: State, case: str, side: str, squadron: str, dps: int) -> None:
    """Takes DPs off a Squadron and tells its owner what is left."""
    held = state.squadrons[squadron]
    taken = min(held.dp, dps)
    held.dp -= taken
    table.note(case, side, f"{state.label(squadron)} is rid of {taken} DPs; {held.dp} are left.", "repaired",
               squadron=squadron, dp=held.dp)  # fmt: skip


@base("R11.5", "Repair Points from stores")
def spend_stores(table: Table, state: State, side: str, entry: Mapping[str, Plain], mended: set[str]) -> None:
    """Each point of a Port's stores takes 1 DP off a Squadron there, at most 2 a Turn."""
    port, squadron = str(entry.get("port", "")), str(entry.get("squadron", ""))
    reason = why_no_stores(state, side, port, squadron)
    if reason:
        table.note("R11.5", side, f"No stores are spent on {state.label(squadron)}: {reason}.", "lapsed")
        return
    points = min(STORES_A_TURN, whole(entry.get("points", STORES_A_TURN)), state.ports[port].stores,
                 state.squadrons[squadron].dp)  # fmt: skip
    if points > 0:
        state.ports[port].stores -= points
        take_off(table, state, "R11.5", side, squadron, points)
        mended.add(squadron)


def why_no_stores(state: State, side: str, port: str, squadron: str) -> str:
    """Returns why a Port's stores cannot mend a Squadron; empty if they can."""
    if port not in state.ports or state.side_of_port(port) != side or not state.ports[port].stores:
        return "there are no stores of yours"
    if squadron not in state.squadrons or state.squadron_side(squadron) != side or state.place_of(squadron) != port:
        return "it does not lie there"
    return "" if state.state_of(squadron) in (IN_ORDINARY, FITTING_OUT) else "it is at sea"


# ------------------------------------------------------------------------------------------------ emergency repairs


@base("R11.6", "Emergency repairs", "1.323")
async def emergency(table: Table, state: State, ruling: Ruling, side: str, mended: set[str]) -> None:
    """A worn Squadron in a Port without a yard at work throws one die; it never mends below a third of its rating."""
    for squadron in [name for name in state.squadrons if state.squadron_side(name) == side and name not in mended]:
        if not may_patch(state, ruling, squadron):
            continue
        port = state.place_of(squadron)
        why = f"{state.label(squadron)} patches herself at {state.label(port)}"
        die = await throw(table, "R11.6", "emergency", squadron, why=why, to=side)
        if die.total <= state.board.number("emergency_needs"):
            dps = 2 if state.third(squadron) == CRIPPLED else 1
            least = -(-state.dr(squadron) // 3)
            take_off(table, state, "R11.6", side, squadron, min(dps, state.squadrons[squadron].dp - least))


def may_patch(state: State, ruling: Ruling, squadron: str) -> bool:
    """Tells if a Squadron may throw: worn, in a Minor Port that is no enemy's, or a Key Port between its Quarters."""
    port = state.place_of(squadron)
    if port not in state.ports or state.state_of(squadron) not in (IN_ORDINARY, FITTING_OUT):
        return False
    least = -(-state.dr(squadron) // 3)
    if not state.third(squadron) or state.squadrons[squadron].dp <= least:
        return False
    own = friendly(state, ruling, port, state.board.squadrons[squadron].contingent)
    if not is_key(state, port):
        return own or is_neutral(state, port)
    return own and state.board.ports[port].quarterly and not quarterly(state.date)
