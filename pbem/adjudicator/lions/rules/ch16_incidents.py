"""Chapters 13 and 16: nautical incidents: storms, calms, mutinies, pirates."""
# Chapter 16 by paragraphs: 16.1-16.9, 16.11, 16.12 ch16_movement; ways between waypoints (16.3-16.5, 15.2) ch16_route;
# 16.10 ch16_crossing; incidents (13.3, 16.3) ch16_incidents.

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from enum import StrEnum

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Shift, Table, Throw, own_lane
from pbem.adjudicator.lions.board.pieces import Incident
from pbem.adjudicator.lions.board.terms import PIRATES, Allowance, Mishap, Occasion, Unrest
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch09_pool import lose_leader, play
from pbem.adjudicator.lions.rules.ch12_fleets import escorted
from pbem.adjudicator.lions.rules.ch18_battle import battle
from pbem.adjudicator.lions.rules.ch18_results import damage, lose_regiment, sink
from pbem.adjudicator.lions.rules.ch25_pirates import dismiss_pirates, pirate_commander, raise_pirates
from pbem.adjudicator.lions.state.forces import Force, leaders_of
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass


class Arrears(StrEnum):
    """Answers to a crew that wants its pay."""

    PAY = "pay"
    REFUSE = "refuse"


PAY, REFUSE = Arrears.PAY, Arrears.REFUSE

ARTICLES = "articles-of-war"


@dataclass(slots=True)
class Voyage:
    """A force on its way: its admiral, and the movement points it has left."""

    force: Force
    left: int
    admiral: str = ""
    held: bool = False  # it stays where it is: becalmed, its crews refuse, or pirates have stopped it

    def stay(self) -> None:
        """It goes no further, and does not cross."""
        self.left, self.held = 0, True


@rule("13.3", "Nautical incidents", "16.3")
async def incident(table: Table, state: State, voyage: Voyage) -> Incident:
    """A roll on the table, applied before any movement; the row, for a crossing looks at it too (16.10)."""
    chart = state.board.nautical_incident
    row = chart[(await incident_roll(table, state, voyage, "incident", chart.die, Shift())).total]
    name = row.event.value.replace("_", " ")
    table.note("13.3", ALL, f"Nautical incident: {name}.", "incident", event=row.event.value)
    if row.move is Allowance.HALF:
        voyage.left //= 2
    if row.move is Allowance.NONE:
        voyage.stay()
    await MISHAPS[row.event](table, state, voyage)
    return row


@rule("9.13", "Articles of War")
async def incident_roll(table: Table, state: State, voyage: Voyage, kind: str, die: str, shift: Shift) -> Throw:
    """A die of the incident or mutiny table; its owner may throw it again, and then the second stands."""
    force, square = voyage.force, voyage.force.square.lower()
    throw = await table.roll("13.3", die, kind, square, why=kind.capitalize(), shift=shift)
    held = [] if force.owner == PIRATES else state.held(force.owner, ARTICLES)
    if held:
        moment = f"{kind}_rolled"
        question = questions.play_marker(table, state, force.owner, "9.13", ARTICLES, moment, roll=throw.total)
        if await table.decide(question) == questions.YES:
            play(table, state, force.owner, held[0], "")
            throw = await table.roll("13.3", die, f"{kind}-again", square, why=kind.capitalize(), shift=shift)
    return throw


async def storm(table: Table, state: State, voyage: Voyage) -> None:
    """A die for each ship, known to its owner alone: how many they are is nobody else's business (15.1)."""
    force = voyage.force
    ships = list(force.ships)
    dice, square = state.board.dice(len(ships)), force.square.lower()
    throw = await table.roll("13.3", dice, "storm", square, why="Storm, ship by ship", to=force.commander)
    for ship, die in zip(ships, throw.values, strict=True):
        if state.board.checks["storm"].holds(die):
            await damage(table, state, force, ship, 1, to=force.commander)
    drop_unescorted(state, force)


@rule("12.3", "Disorganization")
async def scattered(table: Table, state: State, voyage: Voyage) -> None:
    """One ship at random stays behind with all aboard; a lone ship sails less far instead."""
    force = voyage.force
    ships = [name for name in force.ships if state.ship(name)]
    if len(ships) < 2:
        voyage.left = max(0, voyage.left - state.board.numbers.scattered_alone)
        return
    ship = (await table.draw("13.3", ships, 1, "scattered", force.square.lower(), lane=own_lane(force.commander)))[0]
    separate(state, force, ship)
    table.note("12.3", force.commander, f"{state.label(ship)} stays behind.", "scattered", ship=ship)
    drop_unescorted(state, force)


def separate(state: State, force: Force, ship: str) -> None:
    """A ship out of the force and its fleet; treasure she escorted alone is left to nobody."""
    force.ships.remove(ship)
    state.ships[ship].fleet = ""
    for vessel in state.ships.values():
        vessel.fleet = "" if vessel.fleet == ship else vessel.fleet


@rule("23.4", "Treasure without escort", "34")
def drop_unescorted(state: State, force: Force) -> None:
    """Leaves treasure behind without a rated ship in the force (23.4(1)), and prizes without any own ship."""
    led = any(state.ship(name) for name in force.ships)
    for name in [name for name in force.ships if not state.ship(name)]:
        if not led or (state.treasure(name) and not escorted(state, force.ships)):
            force.ships.remove(name)
            state.ships[name].fleet = ""


async def nothing_more(table: Table, state: State, voyage: Voyage) -> None:
    """A calm: the allowance says it all."""


async def fair_wind(table: Table, state: State, voyage: Voyage) -> None:
    """One die more."""
    throw = await table.roll("13.3", state.board.dice(), "fair-wind", voyage.force.square.lower(), why="Fair wind")
    voyage.left += throw.total


@rule("25.5", "Pirates met at sea")
async def pirates(table: Table, state: State, voyage: Voyage) -> None:
    """They attack at once, commanded by an enemy; who loses or breaks off moves no further (25.5(1)).

    A force of pirates meets none of its own kind.
    """
    force = voyage.force
    if force.owner == PIRATES:
        return
    commander = await pirate_commander(table, state, force.owner, force.square)
    rovers = await raise_pirates(table, state, force.square, Occasion.INCIDENT, commander)
    rovers.must_attack, rovers.reason = True, "whom it meets at sea"
    outcome = await battle(table, state, rovers, force) if rovers.ships else None
    dismiss_pirates(state)
    drop_unescorted(state, force)
    if outcome and (outcome.winner == PIRATES or outcome.fled == force.owner or not force.ships):
        voyage.stay()


# -------------------------------------------------------------------------------------------- mutiny


@rule("13.3", "Mutiny")
async def mutiny(table: Table, state: State, voyage: Voyage) -> None:
    """A die less the admiral's value on the Mutiny Table."""
    shift = Shift()
    if voyage.admiral:
        shift.add("13.3", -state.leader(voyage.admiral).value, state.label(voyage.admiral))
    chart = state.board.mutiny
    row = chart[(await incident_roll(table, state, voyage, "mutiny", chart.die, shift)).total]
    table.note("13.3", ALL, f"Mutiny: {row.event.value.replace('_', ' ')}.", "mutiny", event=row.event.value)
    if row.move is Allowance.NONE:
        voyage.stay()
    await UNREST[row.event](table, state, voyage)


def arrears_question(table: Table, state: State, force: Force, pounds: int) -> Choose[Arrears]:
    """Asks if a crew is paid what it is owed (13.3, mutiny); unpaid it will not sail.

    Discreet where pounds may not suffice: that they do would tell how few the ships are (15.1).
    """
    discreet = state.money[force.owner] < state.board.numbers.arrears_most
    options = {PAY: f"pay {pounds}", REFUSE: "refuse, and stay"}
    return Choose(rule="13.3", side=force.commander, key=table.key("arrears", (force.square.lower(),)),
                  topic="arrears", prompt=f"The crews want {pounds} of your {state.money[force.owner]} pounds.",
                  facts={"pounds": pounds}, options=options, default=PAY, discreet=discreet)


async def arrears(table: Table, state: State, voyage: Voyage) -> None:
    """So much for each ship, up to a limit; crews that are not paid do not sail."""
    numbers, force = state.board.numbers, voyage.force
    pounds = min(numbers.arrears_per_ship * len(force.ships), numbers.arrears_most)
    paid = state.money.get(force.owner, 0) >= pounds
    if paid:
        paid = await table.decide(arrears_question(table, state, force, pounds)) == PAY
    if paid:
        state.money[force.owner] -= pounds
        table.note("13.3", ALL, f"{state.subject(force.owner)} pays its crews.", "arrears", power=force.owner)
    else:
        voyage.stay()
        table.note("13.3", ALL, f"{state.subject(force.owner)} does not pay.", "unpaid", power=force.owner)


async def desertion(table: Table, state: State, voyage: Voyage) -> None:
    """A regiment point aboard, from the ship its owner names."""
    force = voyage.force
    loaded = [name for name in force.ships if state.carried(name)]
    if loaded:
        ship = await one_of(table, state, force, "desertion", loaded)
        lose_regiment(table, state, ship, to=force.commander)


async def runaway(table: Table, state: State, voyage: Voyage) -> None:
    """The least ship goes off with her troops; first-rates are the greatest, then as the classes are listed."""
    force = voyage.force
    classes = list(state.board.classes)
    ranks = {name: classes.index(ship.kind.id) for name in force.ships if (ship := state.ship(name))}
    least = [name for name in ranks if ranks[name] == max(ranks.values())]
    await sink(table, state, force, await one_of(table, state, force, "runaway", least), "gone")
    drop_unescorted(state, force)


async def one_of(table: Table, state: State, force: Force, why: str, ships: list[str]) -> str:
    """A ship of several, the owner choosing."""
    if len(ships) == 1:
        return ships[0]
    return await table.decide(questions.loss(table, state, force, why, ships))


async def open_revolt(table: Table, state: State, voyage: Voyage) -> None:
    """A ship at random is lost, and each leader whose value a die exceeds."""
    force, square = voyage.force, voyage.force.square.lower()
    check = state.board.checks["open-revolt"]
    for leader in leaders_of(state, force):
        throw = await table.roll("13.3", check.die, "revolt-leader", leader, why=f"Revolt, {state.label(leader)}")
        if check.holds(throw.total, state.leader(leader).value):
            lose_leader(table, state, leader, "open revolt")
    ships = [name for name in force.ships if state.ship(name)]
    ship = (await table.draw("13.3", ships, 1, "revolt", square, lane=own_lane(force.commander)))[0]
    await sink(table, state, force, ship, "lost to mutineers")
    drop_unescorted(state, force)


Act = Callable[[Table, State, Voyage], Awaitable[None]]
MISHAPS: Mapping[Mishap, Act] = {
    Mishap.STORM: storm, Mishap.SCATTERED: scattered, Mishap.BECALMED: nothing_more, Mishap.MUTINY: mutiny,
    Mishap.PIRATES: pirates, Mishap.FAIR_WIND: fair_wind,
}  # fmt: skip
UNREST: Mapping[Unrest, Act] = {
    Unrest.QUELLED: nothing_more, Unrest.ARREARS: arrears, Unrest.DESERTION: desertion,
    Unrest.REFUSAL: nothing_more, Unrest.RUNAWAY: runaway, Unrest.OPEN_REVOLT: open_revolt,
}  # fmt: skip
