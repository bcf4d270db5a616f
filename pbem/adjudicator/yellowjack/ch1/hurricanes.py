"""1.5: Hurricanes: how they begin, grow and move, and what they do."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import natural, throw, when
from pbem.adjudicator.yellowjack.base.convoys import WEATHER, convoy_hit, scatter
from pbem.adjudicator.yellowjack.base.formations import drop_if_empty
from pbem.adjudicator.yellowjack.base.gales import (
    driven_out,
    end_without_wind,
    in_the_open,
    make_ready,
    tell_damage,
    weather_damage,
)
from pbem.adjudicator.yellowjack.base.losses import take_out
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.ship_names import lost_ship
from pbem.adjudicator.yellowjack.base.skies import becalmed, hurricane_effect, hurricane_on_map
from pbem.adjudicator.yellowjack.base.spotting import number_by_lot, vanish
from pbem.adjudicator.yellowjack.base.wrecks import go_down
from pbem.adjudicator.yellowjack.board.storms import OFF, HurricaneEffect
from pbem.adjudicator.yellowjack.state.pieces import Hurricane
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FRIGATE, IN_ORDINARY, MPIS, turn_of

BATTERED, FORCE = 2, 12


def season(state: State) -> bool:
    """Tells if this Turn lies in the Hurricane Season."""
    return turn_of(state.date) in state.board.storms.births


def kind(state: State) -> str:
    """The word for the storm that is on the map (1.511, 1.512)."""
    return "Hurricane" if state.hurricane.strong else "Tropical Storm"


# -------------------------------------------------------------------------------------------------- generation (W1)


@rule("1.53", "Hurricane generation", "1.51", "1.513", "1.514", "1.52", "1.531", "1.534")
async def generate(table: Table, state: State) -> None:
    """One die in each Impulse of the season without a Hurricane, 1 less for each such Impulse before it."""
    if not season(state):
        state.accrued = 0
        return
    if hurricane_on_map(state):
        return
    shift = Shift()
    shift.add("1.534", -state.accrued, "Impulses without one")
    die = await throw(table, "1.53", "hurricane", when(state), why="A Hurricane", shift=shift)
    row = next((row for row in state.board.storms.births[turn_of(state.date)] if die.total <= row.highest), None)
    if row is None:
        state.accrued += 1
        return
    appear(table, state, row.dot, strong=row.strong)


@rule("1.532", "On the map every Hurricane begins as a Tropical Storm", "1.511", "1.512")
def appear(table: Table, state: State, dot: str, *, strong: bool) -> None:
    """Puts a Hurricane on its dot; one that begins off the map may be a Hurricane at once."""
    record = state.board.storms.dots[dot]
    state.accrued = 0
    state.hurricane = Hurricane(dot, strong and record.off_map, clock(state))
    told = f"A {kind(state)} appears: {record.name}."
    table.note("1.531", ALL, told, "weather", dot=dot, strong=state.hurricane.strong)
    becalm(table, state)


def clock(state: State) -> int:
    """The MPI, counted through the game; a storm of W1 counts as born in the first MPI of its Impulse."""
    return state.now * MPIS + max(1, state.mpi)


# ------------------------------------------------------------------------------------------------- movement (m1)


@rule("1.54", "Hurricane movement", "1.541", "1.542", "1.543", "1.544")
async def move(table: Table, state: State) -> None:
    """At the start of each MPI but its first it goes on to the next dot of a path; off the map it is gone."""
    if not hurricane_on_map(state) or clock(state) <= state.hurricane.born:
        return
    here = state.board.storms.dots[state.hurricane.dot]
    die = await throw(table, "1.541", "hurricane-path", when(state), why=f"The {kind(state)} goes on")
    to = here.paths[natural(die)]
    if to == OFF:
        table.note("1.542", ALL, f"The {kind(state)} leaves the map.", "weather", dot="")
        state.hurricane = Hurricane()
        return
    state.hurricane.dot = to
    table.note("1.54", ALL, f"The {kind(state)} is now {state.board.storms.dots[to].where}.", "weather", dot=to,
               strong=state.hurricane.strong)  # fmt: skip
    await grow(table, state)
    becalm(table, state)


@rule("1.532", "A Tropical Storm may become a Hurricane, and never the other way", "1.533")
async def grow(table: Table, state: State) -> None:
    """After each move of a Tropical Storm one die, by the Turn of the Year."""
    if state.hurricane.strong or state.board.storms.dots[state.hurricane.dot].off_map:
        return
    highest = state.board.storms.growth.get(turn_of(state.date), -1)
    die = await throw(table, "1.532", "hurricane-grows", when(state), why="The Tropical Storm grows")
    if natural(die) <= highest:
        state.hurricane.strong = True
        where = state.board.storms.dots[state.hurricane.dot].where
        table.note("1.532", ALL, f"It is a Hurricane now, {where}.", "weather", dot=state.hurricane.dot, strong=True)


@rule("1.411", "Hurricanes supersede Seasonal Winds", "1.556")
def becalm(table: Table, state: State) -> None:
    """Winds that are marked within the circles do not blow, and their Gales are over."""
    for wind in [wind for wind in state.winds if becalmed(state, wind)]:
        del state.winds[wind]
        where = state.board.place_name(state.board.winds[wind].node)
        table.note("1.556", ALL, f"{where}: the {kind(state)} swallows the wind.", "wind", wind=wind, blows=False)
    end_without_wind(table, state)


# --------------------------------------------------------------------------------------------------- effects (m7)


@rule("1.55", "Hurricane effects", "1.551", "1.552", "1.553")
async def strike(table: Table, state: State, ruling: Ruling) -> None:
    """At the end of each MPI everything within the circles suffers, at sea and in port."""
    if not hurricane_on_map(state):
        return
    for formation in list(state.formations):
        one = state.formations.get(formation)
        if one is None or one.goes_with or not state.on_map(formation):
            continue
        effect = hurricane_effect(state, state.place(formation))
        if effect is None:
            continue
        if driven_out(state, formation, FORCE):
            make_ready(table, state, formation)
        await strike_formation(table, state, ruling, formation, effect)
    strike_laid_up(table, state)
    await number_by_lot(table, state, "hurricane", when(state))
    go_down(table, state)


async def strike_formation(
    table: Table, state: State, ruling: Ruling, formation: str, effect: HurricaneEffect
) -> None:  # fmt: skip
    """Damage to one Formation and to what goes with it; Frigates and battered ships may sink at sea."""
    at_sea, side = in_the_open(state, formation), state.side_of(formation)
    points = effect.at_sea if at_sea else effect.in_port
    members = [name for name in state.together(formation) if state.formations[name].kind == CONVOY]
    squadrons = state.squadrons_of(formation)
    hurt = weather_damage(state, formation, dict.fromkeys(squadrons, points))
    tell_damage(table, state, "1.55", side, formation, hurt)
    if not at_sea:
        return
    for squadron in squadrons:
        await may_sink(table, state, side, squadron, effect)
    for convoy in members:
        await strike_convoy(table, state, ruling, convoy, effect)


async def may_sink(table: Table, state: State, side: str, squadron: str, effect: HurricaneEffect) -> None:
    """One die for each Squadron of Frigates, and for each that is battered: in the range one Sail sinks."""
    if effect.sinks < 0 or not (state.is_frigates(squadron) or state.third(squadron) >= BATTERED):
        return
    why = f"{state.label(squadron)} in the Hurricane"
    die = await throw(table, "1.55", "storm-sail", when(state), squadron, why=why, to=side)
    if natural(die) > effect.sinks:
        return
    sail = state.squadrons[squadron].sail
    sort = FRIGATE if FRIGATE in sail else next(name for name in reversed(list(sail)) if sail[name])
    founder(table, state, side, squadron, sort)


def founder(table: Table, state: State, side: str, squadron: str, sort: str) -> None:
    """One Sail goes down in the storm; the owner alone hears it."""
    take_out(state, squadron, {sort: 1})
    told = f"{lost_ship(state, squadron, sort)} founders in the Hurricane."
    table.note("1.55", side, told, "sunk", seat=side, number="1", fate="sunk", **{"class": sort})
    formation = state.squadrons[squadron].formation
    if not state.size(squadron):
        state.unform(squadron)
        if formation in state.formations and state.empty(formation):
            vanish(table, state, formation)
            drop_if_empty(table, state, formation)


async def strike_convoy(
    table: Table, state: State, ruling: Ruling, convoy: str, effect: HurricaneEffect
) -> None:  # fmt: skip
    """One die whether a Convoy Scatters; if it does not, it suffers the DPs of its circle."""
    side = state.side_of(convoy)
    marker = state.formations[state.leading(convoy)].marker or convoy
    why = f"{state.label(convoy)} in the {kind(state)}"
    die = await throw(table, "1.55", "storm-convoy", when(state), marker, why=why, to=side)
    if natural(die) <= effect.scatters:
        scatter(table, state, ruling, convoy)
    else:
        await convoy_hit(table, state, ruling, convoy, effect.convoy, by=WEATHER)


def strike_laid_up(table: Table, state: State) -> None:
    """Squadrons In Ordinary within the circles suffer what a Port does; at a Minor Port half of what the sea does."""
    for squadron, held in state.squadrons.items():
        effect = hurricane_effect(state, held.at) if held.state == IN_ORDINARY else None
        if effect is None:
            continue
        points = effect.in_port if state.key_port(held.at) else effect.at_sea // 2
        held.dp += points
        tell_damage(table, state, "1.55", state.squadron_side(squadron), squadron, points)
