"""Gales: how they are born, die and move, and what they do to ships (R5.7 to R5.10)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import ALL, Shift, Table, own_lane
from pbem.adjudicator.yellowjack.base.conventions import draw_one, natural, throw, when
from pbem.adjudicator.yellowjack.base.convoys import WEATHER, convoy_hit
from pbem.adjudicator.yellowjack.base.formations import split_off
from pbem.adjudicator.yellowjack.base.orders import take_up
from pbem.adjudicator.yellowjack.base.ports import is_key, nearest_friendly
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import becalmed, gale_at
from pbem.adjudicator.yellowjack.base.spotting import number_by_lot
from pbem.adjudicator.yellowjack.base.spotting import place as put_at
from pbem.adjudicator.yellowjack.base.wrecks import go_down
from pbem.adjudicator.yellowjack.board.net import points_off
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Gale
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, FITTING_OUT, FLOTILLAS, OFF_MAP, READY, RVO, turn_of

MOST, LEAST_FORCE, GOES_ON = 2, 7, 6
DRIVES_OUT, BATTERED = 8, 2
ROUGH = ("winter", "fall")
#: A Gale moves no farther from its wind's way than this, in tenths of a degree (R5.8).
SIX_POINTS, HALF_CIRCLE = 675, 1800


# --------------------------------------------------------------------------------------------- birth and end (W3)


@base("R5.7", "Gales: birth and end", "R4.3")
async def gales_of_impulse(table: Table, state: State) -> None:
    """Old Gales are thrown for and weaken; then, with fewer than two on the map, one may be born."""
    end_without_wind(table, state)
    for number, gale in enumerate(list(state.gales), 1):
        why = f"The Gale {state.board.whereabouts(gale.at)} goes on"
        die = await throw(table, "R5.7", "gale-lasts", when(state), f"g{number}", why=why)
        gale.force -= 1
        if natural(die) < GOES_ON or gale.force < LEAST_FORCE:
            blow_out(table, state, gale, "has blown itself out")
    if len(state.gales) < MOST:
        await maybe_born(table, state)


def end_without_wind(table: Table, state: State) -> None:
    """A Gale ends with its wind: where it does not blow, or lies under a Hurricane."""
    for gale in list(state.gales):
        if gale.wind not in state.winds or becalmed(state, gale.wind):
            blow_out(table, state, gale, "ends with its wind")


def blow_out(table: Table, state: State, gale: Gale, why: str) -> None:
    """Takes a Gale off the map."""
    state.gales.remove(gale)
    where = state.board.whereabouts(gale.at)
    table.note("R5.7", ALL, f"The Gale {where} {why}.", "weather", at=gale.at, force=0)


@base("R5.7", "A new Gale", "1.412")
async def maybe_born(table: Table, state: State) -> None:
    """One check by the season, a die for the wind, a die for the Force; where that wind is still, there is none."""
    season = state.board.season(turn_of(state.date))
    storms = state.board.storms
    born = await throw(table, "R5.7", "gale-born", when(state), why="A Gale is born")
    if natural(born) < storms.gale_births[season]:
        return
    icon = natural(await throw(table, "R5.7", "gale-icon", when(state), why="The wind that it comes from"))
    wind = next((name for name, one in state.board.winds.items() if one.gale == icon), "")
    if wind not in state.winds:
        table.note("R5.7", ALL, "That wind does not blow: there is no Gale.", "weather")
        return
    die = natural(await throw(table, "R5.7", "gale-force", when(state), why="The Force of the Gale"))
    gale = Gale(wind, state.board.winds[wind].node, storms.gale_forces[season in ROUGH][die])
    state.gales.append(gale)
    told = f"A Gale of Force {gale.force} is born {state.board.whereabouts(gale.at)}."
    table.note("R5.7", ALL, told, "weather", at=gale.at, force=gale.force)


# ------------------------------------------------------------------------------------------------------ movement


@base("R5.8", "Gale movement")
async def move_gales(table: Table, state: State) -> None:
    """Each goes one step the way its wind blows, to the neighbour nearest to that; where there is none it ends."""
    if state.mpi < 2:
        return
    for number, gale in enumerate(list(state.gales), 1):
        ahead = downwind(state, gale.at, state.winds.get(gale.wind, ""), small=False)
        if not ahead:
            blow_out(table, state, gale, "goes inland")
            continue
        gale.at = await draw_one(table, "R5.8", ahead, "gale-way", when(state), f"g{number}")
        told = f"The Gale of Force {gale.force} is now {state.board.whereabouts(gale.at)}."
        table.note("R5.8", ALL, told, "weather", at=gale.at, force=gale.force)


def downwind(state: State, place: str, wind: str, *, small: bool) -> list[str]:
    """Returns the neighbours of a place that lie nearest to the way the wind blows, all that are equally near."""
    if not wind:
        return []
    open_sea = [near for near in state.board.neighbours(place)
                if not state.board.is_port(near) and (small or not state.board.is_small(near))]  # fmt: skip
    found = {near: HALF_CIRCLE - points_off(wind, state.board.course(place, near)) for near in open_sea}
    least = min(found.values(), default=HALF_CIRCLE)
    return sorted(near for near, off in found.items() if off == least) if least <= SIX_POINTS else []


# ------------------------------------------------------------------------------------------------------- effects


@base("R5.10", "Weather in anchorages")
def driven_out(state: State, formation: str, force: int) -> bool:
    """Tells if a wind of this Force drives a Formation out of the Minor Port where it fits out."""
    port = state.place(formation)
    anchored = state.condition(formation) == FITTING_OUT and port in state.ports and not is_key(state, port)
    return anchored and force >= DRIVES_OUT


def in_the_open(state: State, formation: str) -> bool:
    """Tells if a Formation is on the map and outside every Harbour."""
    one = state.formations[formation]
    return not one.goes_with and state.place(formation) != OFF_MAP and one.state == READY and not one.inside


@base("R5.9", "What Gales do at the end of an MPI")
async def gale_damage(table: Table, state: State, ruling: Ruling) -> None:
    """One die for each Formation under a Gale, with each Squadron's own modifiers; Squadrons may go astray."""
    for formation in list(state.formations):
        if formation not in state.formations or state.formations[formation].goes_with:
            continue
        gale = gale_at(state, state.place(formation)) if state.on_map(formation) else None
        if gale is None:
            continue
        if driven_out(state, formation, gale.force):
            make_ready(table, state, formation)
        if in_the_open(state, formation):
            await struck_by_gale(table, state, ruling, formation, gale)
    await number_by_lot(table, state, "gale", when(state))
    go_down(table, state)


def make_ready(table: Table, state: State, formation: str) -> None:
    """Drives a Formation out of an anchorage; `number_by_lot` gives it its number when all are out."""
    one, side = state.formations[formation], state.side_of(formation)
    one.state = READY
    where = state.board.place_name(one.at)
    table.note("R5.10", side, f"{state.label(formation)} is driven out of {where}.", "log", formation=formation,
               at=one.at, what="driven out")  # fmt: skip


async def struck_by_gale(table: Table, state: State, ruling: Ruling, formation: str, gale: Gale) -> None:
    """The die of one Formation under a Gale."""
    side, effect = state.side_of(formation), state.board.storms.gales[gale.force]
    marker = state.formations[formation].marker or formation
    why = f"{state.label(formation)} in the Gale"
    die = natural(await throw(table, "R5.9", "storm", when(state), marker, why=why, to=side))
    for name in state.together(formation):
        if state.formations[name].kind == CONVOY and name in state.convoys:
            points = effect.damage[die]
            if points:
                await convoy_hit(table, state, ruling, name, points + effect.convoy, by=WEATHER)
    if formation not in state.formations:  # a Convoy that has Scattered; its Escort goes its own way
        return
    hurt = weather_damage(state, formation, {
        squadron: effect.damage[max(0, min(9, die + gale_shift(state, squadron).total))]
        for squadron in state.squadrons_of(formation)
    })  # fmt: skip
    tell_damage(table, state, "R5.9", side, formation, hurt)
    await loss_of_subordination(table, state, ruling, formation, gale)


def gale_shift(state: State, squadron: str) -> Shift:
    """The modifiers of a Squadron in a Gale: Frigates lie easier, battered ships worse."""
    shift = Shift()
    shift.add("R5.9", -1, "Frigates", when=state.is_frigates(squadron))
    shift.add("R5.9", 1, "battered", when=state.third(squadron) >= BATTERED)
    return shift


def weather_damage(state: State, formation: str, points: dict[str, int]) -> int:
    """Marks DPs of the weather on Squadrons and returns their sum."""
    for squadron, number in points.items():
        state.squadrons[squadron].dp += number
    return sum(points.values())


def tell_damage(table: Table, state: State, case: str, side: str, name: str, points: int) -> None:
    """Tells an owner what the weather did to a Formation, or to a Squadron in port, if it did anything."""
    if points:
        text = f"The weather costs {state.label(name)} {points} DP{'s' * (points > 1)}."
        table.note(case, side, text, "worn", formation=name if name in state.formations else "", dp=points)


@base("R5.9", "Loss of Subordination")
async def loss_of_subordination(table: Table, state: State, ruling: Ruling, formation: str, gale: Gale) -> None:
    """Throws for each Squadron of a Flotilla in a hard Gale; a parted one makes for a Friendly Port."""
    effect = state.board.storms.gales[gale.force]
    one = state.formations.get(formation)
    if one is None or one.kind not in FLOTILLAS or effect.astray > 9:
        return
    side = state.side_of(formation)
    for squadron in list(one.squadrons):
        if len(one.squadrons) < 2:
            return
        why = f"{state.label(squadron)} keeps with the others"
        die = await throw(table, "R5.9", "astray", when(state), squadron, why=why, to=side)
        if natural(die) >= effect.astray:
            await part(table, state, ruling, squadron, gale)


async def part(table: Table, state: State, ruling: Ruling, squadron: str, gale: Gale) -> None:
    """A Squadron is driven downwind, alone, and has an uncounted rendezvous in port."""
    side, here = state.side_of(state.squadrons[squadron].formation), state.place_of(squadron)
    split_off(state, squadron)
    ahead = downwind(state, here, state.winds.get(gale.wind, ""), small=True)
    if ahead:
        put_at(state, squadron, await draw_one(table, "R5.9", ahead, "astray-to", when(state), squadron,
                                               lane=own_lane(side)))  # fmt: skip
    port = nearest_friendly(state, ruling, squadron)
    if port:
        take_up(state, f"rvo-{squadron}", RVO, side, [squadron], [port], state.date)
    at = state.place(squadron)
    told = f"{state.label(squadron)} is parted from the others, and stands alone {state.board.whereabouts(at)}."
    table.note("R5.9", side, told, "log", formation=squadron, at=at, what="astray")


