"""3.16 and 1.42: the Random Event of a nine among the winds: Squalls and Freak Gales."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.conventions import clamped, draw_one, throw, when
from pbem.adjudicator.yellowjack.base.convoys import WEATHER, convoy_hit
from pbem.adjudicator.yellowjack.base.craft_weather import exposed, freak_gale
from pbem.adjudicator.yellowjack.base.gales import driven_out, in_the_open, make_ready, tell_damage, weather_damage
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.skies import band_of
from pbem.adjudicator.yellowjack.base.spotting import number_by_lot
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import CONVOY, turn_of

SQUALL, FREAK_GALE = "squall", "freak-gale"
DPS = {SQUALL: 1, FREAK_GALE: 2}
NINE, FREAK_FORCE = 9, 8
STORMY = range(8, 15)
NAMES = {SQUALL: "A Squall", FREAK_GALE: "A Freak Gale"}


@rule("3.16", "Random Events", "1.421", "R9.2a")
async def random_event(table: Table, state: State, ruling: Ruling, winds: Sequence[int]) -> None:
    """The first natural 9 among the dice of the winds brings one Random Event, by a die of its own."""
    if NINE not in winds:
        return
    shift = Shift()
    shift.add("3.16", 1, "the stormy months", when=turn_of(state.date) in STORMY)
    die = await throw(table, "3.16", "random-event", when(state), why="A Random Event", shift=shift)
    event = state.board.storms.events[clamped(die.total)]
    if event in DPS:
        await squall(table, state, ruling, event)


@rule("1.427", "The place of a Squall or Freak Gale", "1.42", "1.422", "1.426")
async def squall(table: Table, state: State, ruling: Ruling, event: str) -> None:
    """Throws for the region, told to all; then for Space or Sea Zone, and for one with something in the open.

    Only those who are struck hear the place.
    """
    die = await throw(table, "1.427", "squall-region", when(state), why=f"{NAMES[event]}: the region")
    region = state.board.storms.regions[clamped(die.total)]
    places = struck_places(state, region, event)
    table.note("1.427", ALL, f"{NAMES[event]} in the region {region.title()}.", "weather", region=region)
    if not places:
        return
    zones = [place for place in places if state.board.is_zone(place)]
    spaces = [place for place in places if place not in zones]
    kind = await draw_one(table, "1.427", ["space", "zone"], "squall-kind", when(state), lane=SEALED)
    chosen = (zones if kind == "zone" else spaces) or places
    place = await draw_one(table, "1.422", chosen, "squall-place", when(state), lane=SEALED)
    for formation in struck_at(state, place, event):
        await strike(table, state, ruling, formation, event)
    await number_by_lot(table, state, "squall", when(state))
    if event == FREAK_GALE:
        await freak_gale(table, state, place)


def struck_places(state: State, region: str, event: str) -> list[str]:
    """The places of a region with something in the open, in the order of the map; none under a Hurricane (1.556)."""
    return [place for place in state.board.nodes if state.board.nodes[place].region == region
            and not band_of(state, place) and (struck_at(state, place, event) or exposed(state, place))]  # fmt: skip


@rule("1.423", "Harbours are safe; a Freak Gale drives ships out of Minor Ports", "1.422")
def struck_at(state: State, place: str, event: str) -> list[str]:
    """The Formations at a place that the event strikes."""
    force = FREAK_FORCE if event == FREAK_GALE else 0
    return [name for name in state.formations if state.place(name) == place and not state.formations[name].goes_with
            and (in_the_open(state, name) or driven_out(state, name, force))]  # fmt: skip


@rule("1.424", "A Squall costs each Squadron 1 DP, a Freak Gale 2", "1.425", "R10.10")
async def strike(table: Table, state: State, ruling: Ruling, formation: str, event: str) -> None:
    """Marks the damage of the event on one Formation and on what goes with it."""
    side, points = state.side_of(formation), DPS[event]
    if not in_the_open(state, formation):
        make_ready(table, state, formation)
    where = state.board.place_name(state.place(formation))
    told = f"{NAMES[event]} strikes {state.label(formation)} at {where}."
    table.note("1.424" if event == SQUALL else "1.425", side, told, "log", formation=formation,
               at=state.place(formation), what=event)  # fmt: skip
    squadrons = state.squadrons_of(formation)
    hurt = weather_damage(state, formation, dict.fromkeys(squadrons, points))
    tell_damage(table, state, "1.424", side, formation, hurt)
    for convoy in [name for name in state.together(formation) if state.formations[name].kind == CONVOY]:
        await convoy_hit(table, state, ruling, convoy, points, by=WEATHER)
