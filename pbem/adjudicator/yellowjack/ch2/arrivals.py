"""2.17: reinforcements: what comes by its date, New Builds, and how ships make up Formations off the map."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.auxiliaries import FLEET, LIGHT, free_counter
from pbem.adjudicator.yellowjack.base.conventions import natural, throw
from pbem.adjudicator.yellowjack.base.convoys import TROOPS, assemble_convoy, free_counters
from pbem.adjudicator.yellowjack.base.leaders import RANKS, senior
from pbem.adjudicator.yellowjack.base.map_edge import NORTH
from pbem.adjudicator.yellowjack.board.europe import Arrival, Departure
from pbem.adjudicator.yellowjack.ch2.fleets import within_mix
from pbem.adjudicator.yellowjack.ch2.units import may_be_in_play
from pbem.adjudicator.yellowjack.state.house import choice
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.pieces import Auxiliary, Held
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AVAILABLE,
    BRITISH,
    DESCENT,
    DESCENT_AGAIN,
    DETACHMENT,
    FITTING_OUT,
    FLAG,
    FRENCH,
    FRIGATE,
    GONE,
    INDEPENDENT,
    OFF_MAP,
    SIDE_OF,
    year_of,
)

EAST = "east-edge"
#: The word for lists that come with named ships alone (2.182).
NAMED = "named-ships"
#: The counters that Sail are put into, the heaviest first.
HEAVIEST = ("flagship", "sol", "sol-d", FRIGATE)
GENERALS = ("cathcart", "wentworth")
#: On this die or less Lord Cathcart comes, else Wentworth (2.566).
CATHCART = 4


@rule("2.172", "Reinforcements that come by their date", "2.17", "2.173")
@base("R11.1", "What arrives")
async def arrive(table: Table, state: State, date: int) -> None:
    """Receives everything that may come onto the map in the operations of a date (A4b)."""
    for one in state.board.europe.arrivals:
        if one.date == date and in_force(state, one) and not sends_nothing(state, one.contingent, date):
            await receive(table, state, one)
    place_held(table, state)


@rule("2.182", "With named ships the lists of the Years take the place of the packages", "2.172")
def in_force(state: State, one: Arrival) -> bool:
    """Tells if a reinforcement is one of this game: its scenario's, or of the lists of a campaign with named ships.

    New Builds come in both.
    """
    year, named = str(year_of(one.date)), choice(state, "named_ships") == "yes"
    if one.event:
        return one.event == NAMED and named and state.scenario in one.scenarios
    if not named or is_a_year(state) or one.at != OFF_MAP:
        return state.scenario in one.scenarios
    return year in one.scenarios


@rule("2.182", "With named ships those that went home in a Year go home", "2.176")
def going_home(state: State) -> list[Departure]:
    """The forces that the lists of this Turn send home; none without named ships."""
    if choice(state, "named_ships") != "yes":
        return []
    names = (state.scenario, str(year_of(state.date)))
    return [one for one in state.board.europe.departures if one.date == state.date
            and any(name in one.scenarios for name in names)]  # fmt: skip


def is_a_year(state: State) -> bool:
    """Tells a scenario of one Year from a campaign: it begins with its own pieces, and does not go on."""
    heading = state.board.scenarios[state.scenario]
    return heading.set_up == state.scenario and not heading.extended


@rule("3.152", "After a descent on England neither Britain nor France sends anything in that Year")
def sends_nothing(state: State, contingent: str, date: int) -> bool:
    """Tells if a nation's reinforcements of a date are kept at home."""
    years = [year_of(state.events[name]) for name in (DESCENT, DESCENT_AGAIN) if name in state.events]
    return contingent in (BRITISH, FRENCH) and year_of(date) in years


@rule("2.172", "Reinforcements that an Event brings", "3.152")
async def receive_all(table: Table, state: State, event: str, side: str) -> None:
    """Receives what an Event brings to a side: of its packages the last whose date has come."""
    found = [one for one in state.board.europe.arrivals
             if one.event == event and SIDE_OF[one.contingent] == side and one.date <= state.date]  # fmt: skip
    for one in sorted(found, key=lambda one: one.date)[-1:]:
        await receive(table, state, one)
    place_held(table, state)


async def receive(table: Table, state: State, one: Arrival) -> None:
    """Receives one reinforcement: its Leaders, its Sail, its Units with a Troop Convoy."""
    side = SIDE_OF[one.contingent]
    for name in one.leaders:
        if not state.leaders[name].posts:
            state.leaders[name].gone = ""
    if one.sail:
        state.held.append(Held(one.contingent, one.command, one.at, one.north, dict(one.sail)))
        told = ", ".join(f"{number} {state.label(sort)}" for sort, number in one.sail)
        where = "wait off the map" if one.at == OFF_MAP else f"are built at {state.label(one.at)}"
        table.note("2.172", side, f"Reinforcements for the Command of {one.command.title()} {where}: {told}.",
                   "reinforced", command=one.command)  # fmt: skip
    if one.small:
        sort_of = {"fleet-auxiliary": FLEET, "light-auxiliary": LIGHT}
        craft = {sort_of.get(sort, sort): number for sort, number in one.small}
        receive_craft(table, state, one.contingent, one.command, craft)
    units = [name for name in one.units if state.units[name].at in (GONE, OFF_MAP) and not state.units[name].gone
             and may_be_in_play(state, name)]  # fmt: skip
    for name in units:
        state.units[name].at = OFF_MAP
    if units:
        send_units(table, state, one.contingent, one.command, units)
    if one.general:
        await general(table, state, one)


@rule("2.134", "Auxiliaries that come are in the Available Box", "2.168", "2.171", "2.173")
def receive_craft(table: Table, state: State, contingent: str, command: str, craft: Mapping[str, int]) -> None:
    """Puts Auxiliaries into play, as far as there are counters; the next Auxiliary Step Assigns them."""
    come = []
    for sort, number in craft.items():
        for _ in range(number):
            counter = free_counter(state, contingent, sort)
            if counter:
                state.auxiliaries[counter] = Auxiliary(AVAILABLE, command)
                come.append(state.label(counter))
    if come:
        state.settle()
        table.note("2.168", SIDE_OF[contingent], f"Auxiliaries have come: {', '.join(come)}.", "reinforced",
                   command=command)  # fmt: skip


@rule("2.174", "Units come with a Troop Convoy", "2.593", "2.633")
def send_units(table: Table, state: State, contingent: str, command: str, units: list[str]) -> None:
    """Gathers Units off the map in a Troop Convoy for the HQ of their Command, if a counter is free."""
    free = free_counters(state, contingent, TROOPS)
    side, port = SIDE_OF[contingent], state.board.hq[command]
    if not free or state.side_of_port(port) != side:
        return
    assemble_convoy(state, free[0], OFF_MAP, units, port)
    state.formations[free[0]].enters = EAST
    words = ", ".join(state.label(unit) for unit in units)
    table.note("2.174", side, f"{state.label(free[0])} gathers off the map for {state.label(port)} with {words}.",
               "assembled", formation=free[0], to=port)  # fmt: skip


@rule("2.566", "A die names the General")
async def general(table: Table, state: State, one: Arrival) -> None:
    """Cathcart or Wentworth comes with the Units of the Expedition, aboard their Convoy."""
    side = SIDE_OF[one.contingent]
    convoy = next((state.units[name].at for name in one.units if state.units[name].at in state.convoys), "")
    if not convoy:
        return
    die = await throw(table, "2.566", "general", why="who commands the Expedition ashore", to=side)
    name = GENERALS[0] if natural(die) <= CATHCART else GENERALS[1]
    state.personages[name].at, state.personages[name].gone = convoy, ""
    table.note("2.566", side, f"{state.board.personages[name].name} sails with {state.label(convoy)}.", "general",
               unit=name)  # fmt: skip


# -------------------------------------------------------------------------------------------- Sail into Formations


@rule("2.175", "Sail without a Squadron wait for one", "2.126", "2.173")
@base("R11.3", "Entering: Sail in a Squadron, the Squadron in a Formation")
def place_held(table: Table, state: State) -> None:
    """Puts Sail that are held into free Squadrons of their Command: In Ordinary where they are built, else off the map.

    A Port that is lost loses what is held for it.
    """
    for held in list(state.held):
        if held.at != OFF_MAP and state.holder(held.at) != held.contingent:
            held.sail = {}
        squadrons = fill(state, held)
        if held.at != OFF_MAP:
            for name in squadrons:
                if not state.squadrons[name].at:
                    state.lay_up(name, held.at)
        elif squadrons:
            make_up(table, state, held, squadrons)
    state.held = [held for held in state.held if held.sail]


@rule("2.12", "Classes of Sail go into Squadrons of their own")
def fill(state: State, held: Held) -> list[str]:
    """Puts as many Sail as there is room for into Squadrons, and returns these; what is left over stays held."""
    used: list[str] = []
    for name in free_squadrons(state, held):
        one, room = state.squadrons[name], state.board.squadrons[name].capacity - state.size(name)
        for sort in HEAVIEST:
            fits = (sort == FRIGATE) == state.is_frigates(name)
            number = min(room, held.sail.get(sort, 0)) if fits else 0
            while number and not within_mix(state, held.contingent, sort, number):
                number -= 1
            if number:
                one.sail[sort] = one.sail.get(sort, 0) + number
                one.command = held.command
                held.sail[sort] -= number
                room -= number
        if state.size(name) and (name not in used) and room < state.board.squadrons[name].capacity:
            used.append(name)
    held.sail = {sort: number for sort, number in held.sail.items() if number}
    return [name for name in used if state.size(name)]


def free_squadrons(state: State, held: Held) -> list[str]:
    """The Squadrons that can take Sail: Unformed ones of the Command's counters, then others of the contingent.

    Where ships are built, one In Ordinary there with room comes first.
    """
    counters = [name for name, one in state.board.squadrons.items() if one.contingent == held.contingent]
    there = [name for name in counters if held.at != OFF_MAP and state.squadrons[name].at == held.at
             and state.size(name) < state.board.squadrons[name].capacity]  # fmt: skip
    free = [name for name in counters if not state.size(name)]
    own = [name for name in free if state.board.squadrons[name].command == held.command]
    return [*there, *own, *(name for name in free if name not in own)]


def make_up(table: Table, state: State, held: Held, squadrons: list[str]) -> None:
    """Makes Formations of Squadrons off the map: Flags while there are Admirals, Detachments, else each alone."""
    left = list(squadrons)
    while left:
        counter = flotilla_for(state, held, len(left))
        size = state.board.formations[counter].size if counter else 1
        name, members = counter or left[0], left[:size]
        kind = state.board.formations[counter].kind if counter else INDEPENDENT
        state.new_formation(name, kind, OFF_MAP, FITTING_OUT, members)
        one = state.formations[name]
        one.enters, one.command = NORTH if held.north else EAST, held.command
        if kind == FLAG:
            state.leaders[free_leader(state, held.contingent)].posts.append(name)
        left = left[size:]
        told = ", ".join(state.label(member) for member in members)
        table.note("2.174", SIDE_OF[held.contingent], f"{state.label(name)} waits off the map with {told}.", "formed",
                   formation=name)  # fmt: skip


def flotilla_for(state: State, held: Held, number: int) -> str:
    """A free Flotilla counter of the Command: a Flag for three Squadrons or more with an Admiral; empty for none."""
    admiral = free_leader(state, held.contingent)
    wanted = [FLAG, DETACHMENT] if number > 2 and admiral else [DETACHMENT] if number > 1 else []
    for kind in wanted:
        for name, one in state.board.formations.items():
            if one.kind == kind and one.contingent == held.contingent and name not in state.formations \
                    and one.command == held.command:  # fmt: skip
                return name
    return ""


def free_leader(state: State, contingent: str) -> str:
    """The senior Admiral without a Flotilla; empty for none."""
    free = [name for name, one in state.leaders.items() if not one.gone and one.out_until < state.date
            and state.board.leaders[name].contingent == contingent and not any(p in state.formations for p in one.posts)
            and state.board.leaders[name].rank_on(state.date)[0] in RANKS[1:]]  # fmt: skip
    return senior(state, free)
