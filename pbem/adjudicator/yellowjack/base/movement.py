"""Movement: allowance, what a step costs and works off, the breeze, ways that dodge, following (R5.1 to R5.5, R1.8)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import throw
from pbem.adjudicator.yellowjack.base.damage import ma_loss
from pbem.adjudicator.yellowjack.base.net import SIX_POINTS, is_foul, next_place, step_cost, wind_at
from pbem.adjudicator.yellowjack.base.skies import NO_FOUL, ONLY_DOWNWIND, force_at, hurricane_effect
from pbem.adjudicator.yellowjack.base.spotting import afloat, is_flotilla, short
from pbem.adjudicator.yellowjack.board.net import points_off
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FLAG, other

NO_MOVEMENT, HALF_MOVEMENT = "none", "half"
HALF_CIRCLE = 1800


@base("R5.1", "Movement allowance", "R7.9")
def allowance(state: State, formation: str) -> int:
    """The MPs that a Formation may spend in an Impulse: those of its slowest member, damage counted, never below 2."""
    numbers, members = state.board.numbers, state.together(state.leading(formation))
    if any(state.formations[name].kind == CONVOY for name in members):
        return numbers.ma_convoy
    return max(numbers.ma_least, min((pace(state, name) for one in members for name in state.formations[one].squadrons),
                          default=numbers.ma_line))  # fmt: skip


def pace(state: State, squadron: str) -> int:
    """The MPs of one Squadron."""
    numbers = state.board.numbers
    return (numbers.ma_frigates if state.is_frigates(squadron) else numbers.ma_line) - ma_loss(state, squadron)


@base("R5.2", "One MP an MPI, and no more than the allowance in an Impulse")
def may_spend(state: State, formation: str) -> bool:
    """Tells if a Formation has an MP left in this Impulse."""
    return state.formations[formation].mps < allowance(state, formation)


@base("R2.2", "No Flag enters a Small Space")
def fits_small(state: State, formation: str) -> bool:
    """Tells if a Formation may go through Small Spaces."""
    return all(state.formations[name].kind != FLAG for name in state.together(state.leading(formation)))


@base("R1.8", "What a Formation may go round")
def shunned(state: State, formation: str, dodge: str) -> frozenset[str]:
    """The places that hold a Spotted enemy Flotilla; none if it is not to dodge."""
    if dodge not in ("both", "flotillas"):
        return frozenset()
    side = other(state.side_of(formation))
    return frozenset(state.formations[name].at for name in afloat(state, side)
                     if state.formations[name].spotted and is_flotilla(state, name))  # fmt: skip


@base("3.32", "Ways of Orders: the most expedient, seen anew in each MPI", "3.321", "R1.8")
def toward(state: State, formation: str, goal: str, *, dodge: str = "both", lanes_only: bool = False) -> str:
    """The next place on the expedient way of a Formation to a goal; empty if there is none."""
    at = state.place(formation)
    away = shunned(state, formation, dodge) - {at, goal}
    return next_place(state, at, goal, small=fits_small(state, formation), lanes_only=lanes_only, shunned=away)


@base("R5.3", "Working off a longer step")
def work_off(state: State, formation: str, to: str) -> bool:
    """Spends one MP toward a neighbour, and tells if the step is done with it.

    The wind is read when the step begins; what was worked off is kept until the Formation does something else.
    """
    one = state.formations[formation]
    if one.toward != to:
        one.toward, one.beaten, one.needs = to, 0, step_cost(state, one.at, to) * slowed(state, one.at)
    one.beaten += 1
    one.mps += 1
    return one.beaten >= one.needs


@base("R5.9", "Movement in a Gale", "1.552")
def weather_bars(state: State, formation: str, to: str) -> str:
    """Explains why the weather keeps a Formation from a step; empty if it does not.

    In a Gale nobody beats to windward; from Force 9 on one only runs before the wind, or into port. In the inner
    circles of a Hurricane nobody moves.
    """
    at = state.place(formation)
    force, effect = force_at(state, at), hurricane_effect(state, at)
    if effect is not None and effect.movement == NO_MOVEMENT:
        return "the Hurricane lets nobody move (1.55)"
    if force >= ONLY_DOWNWIND and not runs_before(state, at, to):
        return f"in a Gale of Force {force} she can only run before the wind (R5.9)"
    if force >= NO_FOUL and is_foul(state, at, to):
        return f"in a Gale of Force {force} nobody beats to windward (R5.9)"
    return ""


def runs_before(state: State, at: str, to: str) -> bool:
    """Tells if a step goes with the wind: within six points of the way it blows."""
    wind = wind_at(state.board, state.winds, at)
    return bool(wind) and HALF_CIRCLE - points_off(wind, state.board.course(at, to)) <= SIX_POINTS


def slowed(state: State, at: str) -> int:
    """The factor of every cost in the outer circles of a Hurricane."""
    effect = hurricane_effect(state, at)
    return 2 if effect is not None and effect.movement == HALF_MOVEMENT else 1


def give_up_step(state: State, formation: str) -> None:
    """Forgets what was worked off toward a neighbour."""
    one = state.formations[formation]
    one.toward, one.beaten, one.needs = "", 0, 0


@base("R5.5", "Where one may catch the wind")
def may_catch(state: State, formation: str, to: str) -> bool:
    """Tells if a Formation may try for a breeze: at the start of a foul step that is not out of a Sea Zone."""
    one = state.formations[formation]
    begun = one.toward == to and one.beaten > 0
    rough = force_at(state, one.at) or hurricane_effect(state, one.at) is not None
    return not begun and not rough and not state.board.is_zone(one.at) and is_foul(state, one.at, to)


@base("R5.5", "Catch the Wind")
async def catch(table: Table, state: State, formation: str) -> bool:
    """Throws for a local breeze: success makes the step for its fair cost, failure loses the MP."""
    shift = Shift()
    shift.add("R5.5", -1, "Frigates only", when=state.frigates_only(formation))
    shift.add("R5.5", 1, "a Convoy", when=state.is_convoy(formation))
    fell = await throw(
        table, "R5.5", "breeze", f"i{state.impulse}.m{state.mpi}", formation,
        why=f"A breeze for {short(state, formation)}", shift=shift, to=state.side_of(formation),
    )  # fmt: skip
    return fell.total <= state.board.numbers.breeze_needs


@base("R5.15", "Following")
def prey_of(state: State, formation: str, wanted: str) -> str:
    """The enemy Formation that one may follow: Spotted, in the same place; named by marker or by its kind."""
    one = state.formations[formation]
    for name in afloat(state, other(state.side_of(formation))):
        enemy = state.formations[name]
        if enemy.at == one.at and enemy.spotted and wanted in (enemy.marker, enemy.kind):
            return name
    return ""
