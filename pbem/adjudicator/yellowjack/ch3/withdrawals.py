"""2.176, 3.126 and R11.11: who goes home is named, sails to the edge of the map, and is counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import counter_of, eliminate, of_side
from pbem.adjudicator.yellowjack.base.formations import split_off
from pbem.adjudicator.yellowjack.base.leaders import to_mess
from pbem.adjudicator.yellowjack.base.orders import end_orders_of, take_up
from pbem.adjudicator.yellowjack.base.prestige import award
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Duty
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AVAILABLE,
    BOURBON,
    BRITISH,
    CONVOY,
    FITTING_OUT,
    FRENCH,
    FRIGATE,
    OFF_MAP,
    RECOVERY,
    SIDES,
    SOL,
    SOL_D,
    WITHDRAWAL,
)

#: How many overdue Sail cost a point (3.126), and how many of the French that go at will bind a Briton (2.263).
FOR_A_POINT, FOR_A_BRITON = 2, 3
#: The keys of the Orders of ships that go home: because they must, or at will.
MUST, AT_WILL = WITHDRAWAL, "voluntary-withdrawal"
#: The cheapest first: Sail of a Squadron that is divided, and Auxiliaries.
CHEAPEST = (FRIGATE, SOL_D, SOL, "flagship")
CHEAPEST_CRAFT = ("fireship", "galley", "light", "bomb", "fleet")


# -------------------------------------------------------------------------------------------- what is owed


def owe(state: State, side: str, sail: int, *, due: int = 0, contingent: str = "") -> None:
    """Notes Sail that a side has to send home."""
    if sail > 0:
        state.duties.append(Duty(side, sail, due, contingent))


def in_play(state: State, side: str, contingent: str = "") -> int:
    """The Sail of a side, or of one nation, in play, whatever their state (3.123)."""
    return sum(state.size(name) for name in state.squadrons if state.squadron_side(name) == side
               and contingent in ("", state.board.squadrons[name].contingent))  # fmt: skip


def craft_in_play(state: State, side: str, contingent: str = "") -> list[str]:
    """The Auxiliaries of a side, or of one nation, without Corsairs: in boxes first, then the cheapest first."""
    found = [aux for aux in of_side(state, side) if not state.auxiliaries[aux].zone
             and contingent in ("", counter_of(state, aux).contingent)]  # fmt: skip
    idle = (AVAILABLE, RECOVERY)
    return sorted(found, key=lambda aux: (state.auxiliaries[aux].at not in idle,
                                          CHEAPEST_CRAFT.index(counter_of(state, aux).sort)))  # fmt: skip


@rule("2.176", "Auxiliaries that go home are laid aside at once")
def withdraw_craft(table: Table, state: State, side: str, number: int, case: str, contingent: str = "") -> None:
    """Takes so many Auxiliaries out of play; their counters may be used again."""
    for aux in craft_in_play(state, side, contingent)[:number]:
        eliminate(state, aux)
        table.note(case, side, f"{state.label(aux)} is called home.", "recalled", aux=aux)


# -------------------------------------------------------------------------------------------- who goes


@rule("3.124", "Ships that go home are named by their owner", "2.176", "3.241")
@base("R11.11", "Withdrawal")
async def name_withdrawals(table: Table, state: State) -> None:
    """Each side bound names Formations; unnamed, the smallest in port that have no Order go first (A1b)."""
    for side in SIDES:
        if not any(lacking(state, side)):
            continue
        owed = sum(one.sail for one in state.duties if one.side == side)
        said = await table.decide(entries(table, "R11.11", side, "withdraw", {"sail": owed},
                                          "Which ships go home?", side))  # fmt: skip
        for name in [str(each.get("who", "")) for each in said if isinstance(each, Mapping)]:
            if may_go(state, side, name) and wanted_of(state, side, name) > 0:
                send_home(table, state, side, name)
        for name in usual(state, side):
            for part in divided(state, name, wanted_of(state, side, name)):
                send_home(table, state, side, part)


def lacking(state: State, side: str) -> tuple[int, int]:
    """The Sail that a side has still to put under way: those of any nation, and those that must be French."""
    owed = {nation: sum(one.sail for one in state.duties if one.side == side and one.contingent == nation)
            for nation in ("", FRENCH)}  # fmt: skip
    going = bound(state, side)
    french = sum(number for name, number in going.items() if state.formations[name].contingent == FRENCH)
    spare = max(0, french - owed[FRENCH])
    return max(0, owed[""] - (sum(going.values()) - french) - spare), max(0, owed[FRENCH] - french)


def bound(state: State, side: str) -> dict[str, int]:
    """The Formations of a side that are on their way home because they must be, with their Sail."""
    return {name: sum(state.sail_of(name).values()) for name in state.of_side(side)
            if state.formations[name].order == f"{MUST}-{name}"}  # fmt: skip


def wanted_of(state: State, side: str, name: str) -> int:
    """The Sail that a Formation could help to make up."""
    any_nation, french = lacking(state, side)
    return any_nation + (french if state.formations[name].contingent == FRENCH else 0)


def may_go(state: State, side: str, name: str) -> bool:
    """Tells if a Formation can be named: one's own, no Convoy, for itself, and not on its way already."""
    one = state.formations.get(name)
    if one is None or state.side_of(name) != side or one.kind == CONVOY or one.goes_with or not state.on_map(name):
        return False
    order = state.order_of(name)
    return order is None or order.kind != WITHDRAWAL


@rule("3.241", "If need be, Orders are Terminated and Failed so that ships go home", "2.263")
def usual(state: State, side: str) -> list[str]:
    """The Formations that go where too few are named: those in port without an Order, the smallest first.

    If any are to go as soon as may be, the others follow: first those in port, then those at sea.
    """
    urgent = any(not one.due for one in state.duties if one.side == side)
    able = [name for name in state.of_side(side) if may_go(state, side, name)
            and (urgent or is_idle(state, name))]  # fmt: skip
    return sorted(able, key=lambda name: (not is_idle(state, name), state.condition(name) != FITTING_OUT,
                                          sum(state.sail_of(name).values()), name))  # fmt: skip


def is_idle(state: State, name: str) -> bool:
    """Tells if a Formation lies Fitting Out without an Order."""
    return not state.formations[name].order and state.condition(name) == FITTING_OUT


def divided(state: State, formation: str, wanted: int) -> Sequence[str]:
    """The Formations that leave one, so that no more go than are owed: itself, or Squadrons and parts of them in port.

    What is at sea is not divided.
    """
    if wanted <= 0:
        return ()
    own = list(state.formations[formation].squadrons)
    if state.condition(formation) != FITTING_OUT or sum(state.size(name) for name in own) <= wanted:
        return (formation,)
    found = []
    for squadron in sorted(own, key=lambda name: (state.size(name), name)):
        if wanted <= 0:
            break
        going = split_sail(state, squadron, wanted) if state.size(squadron) > wanted else squadron
        wanted -= state.size(going)
        found.append(going if going in state.formations else split_off(state, going))
    return found


def split_sail(state: State, squadron: str, number: int) -> str:
    """Puts the cheapest Sail of a Squadron into a free counter beside it; itself where there is none."""
    board, held = state.board, state.squadrons[squadron]
    counter = board.squadrons[squadron]
    free = next((name for name, one in board.squadrons.items() if not state.size(name) and one.kind == counter.kind
                 and one.contingent == counter.contingent and one.capacity >= number), "")  # fmt: skip
    if not free:
        return squadron
    fresh, left = state.squadrons[free], number
    fresh.sail, fresh.dp, fresh.command = {}, held.dp, held.command
    for sort in CHEAPEST:
        part = min(left, held.sail.get(sort, 0))
        if part:
            fresh.sail[sort], held.sail[sort] = part, held.sail[sort] - part
            left -= part
    held.sail = {sort: many for sort, many in held.sail.items() if many}
    formation = held.formation
    state.new_formation(free, "independent", state.place(formation), state.condition(formation), [free])
    return free


def send_home(table: Table, state: State, side: str, name: str, how: str = MUST) -> None:
    """Gives a Formation its Withdrawal: any other Order it has Fails."""
    end_orders_of(table, state, name, "R11.11", "she is called home")
    take_up(state, f"{how}-{name}", WITHDRAWAL, side, [name], [OFF_MAP], state.date)
    table.note("R11.11", side, f"{state.label(name)} is called home and makes for the edge of the map.", "issued",
               order=f"{how}-{name}", formation=name)  # fmt: skip


# -------------------------------------------------------------------------------------------- the French at will


@rule("2.263", "The French may be withdrawn at will, and bind a third as many Britons")
async def french_withdrawals(table: Table, state: State) -> None:
    """Asks the Bourbon which French ships and small craft go home; it is announced (A4a)."""
    able = [name for name in state.of_side(BOURBON) if is_french_and_free(state, name)]
    craft = craft_in_play(state, BOURBON, FRENCH)
    if not able and not craft:
        return
    facts = {"formations": able, "auxiliaries": craft}
    said = await table.decide(entries(table, "2.263", BOURBON, "withdraw_french", facts,
                                      "Which French ships go home?", BOURBON))  # fmt: skip
    going, small = 0, 0
    for name in [str(each.get("who") or each.get("aux", "")) for each in said if isinstance(each, Mapping)]:
        if name in state.auxiliaries and name in craft_in_play(state, BOURBON, FRENCH):
            eliminate(state, name)
            small += 1
        elif is_french_and_free(state, name):
            going += sum(state.sail_of(name).values())
            send_home(table, state, BOURBON, name, AT_WILL)
    if going or small:
        text = f"The French withdraw {going} Sail and {small} Auxiliaries from these waters."
        table.note("2.263", ALL, text, "french-leave", sail=going, auxiliaries=small)
    left_freely(table, state, small)


def is_french_and_free(state: State, name: str) -> bool:
    """Tells if a Formation is all French and may go home."""
    return (may_go(state, BOURBON, name) and state.formations[name].contingent == FRENCH)


def left_freely(table: Table, state: State, number: int) -> None:
    """Counts the French that have left at will: each full three bind a British Sail or Auxiliary (2.264)."""
    before = state.left_freely // FOR_A_BRITON
    state.left_freely += number
    bound_now = state.left_freely // FOR_A_BRITON - before
    if bound_now:
        text = f"The French have gone home in such numbers that the British must send {bound_now} Sail after them."
        table.note("2.263", ALL, text, "duty", seat=BRITISH, sail=bound_now)
        owe(state, BRITISH, bound_now)


# -------------------------------------------------------------------------------------------- gone, or overdue


@rule("2.176", "Sail that have gone home are out of play, and their Leaders in the Mess")
def gone_home(table: Table, state: State, formation: str) -> None:
    """Takes a Formation off that has left the map under a Withdrawal, and counts its Sail for the duty."""
    order, one = state.order_of(formation), state.formations[formation]
    if order is None or order.kind != WITHDRAWAL:
        return
    side, sail = state.side_of(formation), sum(state.sail_of(formation).values())
    if one.order.startswith(AT_WILL):
        left_freely(table, state, sail)
    else:
        settle_duties(state, side, one.contingent, sail)
    state.orders.pop(one.order)
    leader = state.leader_of(formation)
    if leader:
        to_mess(state, leader)
    for squadron in list(state.squadrons_of(formation)):
        state.unform(squadron)
    for name in state.companions(formation):
        state.remove(name)
    state.remove(formation)
    table.note("2.176", side, f"{sail} Sail have gone home.", "withdrawn", sail=sail)


def settle_duties(state: State, side: str, contingent: str, sail: int) -> None:
    """Counts Sail that have gone for the duties of their side: those of their nation first."""
    mine = [one for one in state.duties if one.side == side and one.contingent in ("", contingent)]
    for duty in sorted(mine, key=lambda one: not one.contingent):
        done = min(duty.sail, sail)
        duty.sail -= done
        sail -= done
    state.duties = [one for one in state.duties if one.sail]


@rule("3.126", "Overdue Withdrawals cost Prestige")
def overdue(table: Table, state: State) -> None:
    """On the fourth Turn each full two Sail that have not left cost a point, once."""
    late = [one for one in state.duties if one.due and state.date >= one.due]
    state.duties = [one for one in state.duties if one not in late]
    for duty in late:
        points = duty.sail // FOR_A_POINT
        if points:
            award(table, state, duty.side, -points, "3.126", "ships that should have gone home are still here")
