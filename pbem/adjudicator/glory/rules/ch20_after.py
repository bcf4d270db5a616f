"""Chapter 20, second part: fleets reform, hurt ships go home, new destinations, release, and how the mover goes on."""
# Chapter 20 by paragraphs: 20.0-20.4 ch20_fate; 20.5-20.8 ch20_after.

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Plain, Table
from pbem.adjudicator.glory.rules.battle_fleets import Battle, BattleFleet, facts, place_name
from pbem.adjudicator.glory.rules.ch06_damage import relocate
from pbem.adjudicator.glory.rules.ch07_blocks import empty_block, take_off
from pbem.adjudicator.glory.rules.ch08_admirals import GANTEAUME, VILLENEUVE, highest
from pbem.adjudicator.glory.rules.ch10_conseil import new_courses, set_course
from pbem.adjudicator.glory.rules.ch11_ports import come_in, ships_into
from pbem.adjudicator.glory.rules.ch20_fate import ALL_WRECKED, GONE, MAJORITY, RAN, VICTORIOUS, founder
from pbem.adjudicator.glory.rules.manners import HALF, NO, WINDWARD, YES
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    INSHORE,
    LOOSE,
    NORTH_SEA_BOX,
    OFF,
    PORT,
    SEA,
    ZONE_PARTS,
    other,
)
from pbem.base.records import dataclass, field

ALL_SHIPS, NONE, KEEP, CLOSEST_PORT = "all", "none", "keep", "closest"


@dataclass(slots=True)
class Outcome:
    """The outcome of a battle for the activation that goes on."""

    denied: bool = False
    back_in_port: list[str] = field(default_factory=list)  # blocks whose leg is over (20.8)
    gone: list[str] = field(default_factory=list)  # blocks that are off the map
    status: dict[str, str] = field(default_factory=dict)


def afloat(state: State, fleet: BattleFleet) -> Iterator[str]:
    """Yields the pre-battle blocks of a fleet that are still on the map outside a port."""
    for block in fleet.blocks:
        if block != NORTH_SEA_BOX and state.blocks[block].area not in ("", PORT):
            yield block


# ------------------------------------------------------------------------------------------- reforming


@rule("20.5", "Reforming fleets", "7.1")
async def reform(table: Table, state: State, battle: Battle, outcome: Outcome) -> None:
    """Removes blocks without ships, hands out prizes, and sends hurt ships into port where the rules let them."""
    for fleet in battle.each():
        for block in list(afloat(state, fleet)):
            if await empty_block(table, state, block):
                outcome.gone.append(block)
    for fleet in battle.each():
        await hand_out_prizes(table, state, battle, fleet)
    for fleet in battle.each():
        await go_home(table, state, battle, fleet)
    if battle.where.port:
        await relocate(table, state, battle.where.port, list(afloat(state, battle.fleets[BRITISH])))


@rule("20.5", "Prizes", "20.1")
async def hand_out_prizes(table: Table, state: State, battle: Battle, fleet: BattleFleet) -> None:
    """Gives ships taken from the enemy to a fleet of the battle; without one they founder."""
    prizes = [ship for ship in battle.foe(fleet).lost if ship in state.ships and not state.ships[ship].at]
    if not prizes:
        return
    keepers = [block for block in fleet.blocks if state.ships_in(block)]
    if not keepers:
        for ship in prizes:
            founder(state, ship)
        text = f"Nobody is left to bring them in, and they founder: {', '.join(map(state.label, prizes))}."
        table.note("20.5", ALL, text, "fate", place=battle.where.place, side=other(fleet.seat), what="sunk",
                   ships=prizes)  # fmt: skip
        return
    most = max(keepers, key=lambda block: len(state.ships_in(block)))
    keeper = most if len(keepers) == 1 else await table.decide(Choose(
        rule="20.5", side=fleet.seat, key=table.key("prizes", (battle.where.place, fleet.seat)), topic="prizes",
        prompt=f"The battle {place_name(state, battle.where)}: which fleet takes {len(prizes)} prizes?",
        facts=told(state, battle, fleet), options={block: state.label(block) for block in keepers}, default=most,
        discreet=True))  # fmt: skip
    for ship in prizes:
        state.ships[ship].at = keeper
    text = f"{state.label(keeper)} takes the prizes: {', '.join(map(state.label, prizes))}."
    table.note("20.5", fleet.seat, text, "prizes", block=keeper, ships=prizes)


def told(state: State, battle: Battle, fleet: BattleFleet, **more: Plain) -> dict[str, Plain]:
    """The facts of a question after the battle."""
    return facts(state, battle, fleet, status=fleet.status, **more)


@rule("20.5", "Hurt ships into a friendly port", "13.3")
async def go_home(table: Table, state: State, battle: Battle, fleet: BattleFleet) -> None:
    """Lets damaged and wrecked ships and prizes into the friendly port off which the battle was fought."""
    port = battle.where.port
    if not port or not state.friendly(port, fleet.seat):
        return
    for block in list(afloat(state, fleet)):
        hurt = [ship for ship in state.ships_in(block) if not state.is_sound(ship)]
        if not hurt:
            continue
        damaged = [ship for ship in hurt if not state.ships[ship].wrecked]
        options = {ALL_SHIPS: f"all {len(hurt)} hurt ships", NONE: "none"}
        if damaged and len(damaged) < len(hurt):
            options["damaged"] = f"the {len(damaged)} damaged ships alone"
        said = await table.decide(Choose(
            rule="20.5", side=fleet.seat, key=table.key("home", (block,)), topic=f"home/{block}",
            prompt=f"Which ships of {state.label(block)} go into {state.label(port)}?",
            facts=told(state, battle, fleet, block=block), options=options, default=ALL_SHIPS, discreet=True,
        ))  # fmt: skip
        if said != NONE:
            await bring_home(table, state, fleet, block, port, hurt if said == ALL_SHIPS else damaged)


async def bring_home(
    table: Table, state: State, fleet: BattleFleet, block: str, port: str, ships: Sequence[str]
) -> None:  # fmt: skip
    """Takes ships into port, and the senior admiral with them if theirs is the larger part."""
    staying = [ship for ship in state.ships_in(block) if ship not in ships]
    crowd = state.admirals_in(block)
    if crowd and len(ships) > len(staying):
        going = crowd if not staying else [highest(state, fleet.seat, list(ships) + staying, crowd)]
        for admiral in going:
            state.admirals[admiral].at = port
    names = ", ".join(map(state.label, ships))
    table.note("20.5", fleet.seat, f"Into {state.label(port)}: {names}.", "home", block=block, port=port,
               ships=list(ships))  # fmt: skip
    ships_into(table, state, ships, port)
    if staying:
        return
    if state.is_convoy(block):
        await put_in(table, state, block, port)
    else:
        take_off(table, state, block, "20.5")


async def put_in(table: Table, state: State, block: str, port: str) -> None:
    """Moves a whole block into a port."""
    was, here = state.place(block), state.blocks[block]
    here.at, here.area = port, PORT
    tell_move(table, state, "20.8", block, was, state.place(block), "enter")
    await come_in(table, state, block)


# ------------------------------------------------------------------------------------------- off station


@rule("20.5", "Off Station after a battle", "11.4")
def off_station(table: Table, state: State, battle: Battle, denied: bool) -> None:
    """Marks fleets of a zone Off Station: inactive Windward that denied or broke off, and beaten ones that blockade."""
    if not battle.where.port:
        return
    for fleet in battle.each():
        kept_away = fleet.role == WINDWARD and not fleet.active and (denied or GONE in fleet.failings)
        beaten = bool({GONE, MAJORITY, RAN, ALL_WRECKED} & set(fleet.failings))
        stays_out = not state.friendly(battle.where.port, fleet.seat)
        if kept_away or (beaten and stays_out):
            mark_off(table, state, fleet)


def mark_off(table: Table, state: State, fleet: BattleFleet) -> None:
    """Moves a fleet's blocks of a patrol zone Off Station."""
    for block in sorted(afloat(state, fleet), key=state.place):  # the order of blocks would tell who is who
        here = state.blocks[block]
        if here.area in (INSHORE, LOOSE):
            was = state.place(block)
            here.area = OFF
            tell_move(table, state, "20.5", block, was, state.place(block), "off")


# ------------------------------------------------------------------------------------------- destinations


@rule("20.6", "Destinations and release, Leeward first", "20.6.1", "20.6.2")
async def courses(table: Table, state: State, battle: Battle) -> None:
    """Lets the Allied fleets choose new destinations and the British leave their blockade, the Leeward side first."""
    roles = [battle.leeward, battle.windward] if battle.has_gauge() else list(battle.each())
    for fleet in roles:
        for block in list(afloat(state, fleet)):
            if fleet.seat == ALLIED:
                await new_destination(table, state, battle, fleet, block)
            elif state.blocks[block].area in ZONE_PARTS:
                await release(table, state, battle, fleet, block)


@rule("20.6.1", "Allied destination changes", "10.3")
async def new_destination(table: Table, state: State, battle: Battle, fleet: BattleFleet, block: str) -> None:
    """Asks for a new destination: by default unchanged, or the closest port if over half of the ships are hurt."""
    courses_ = new_courses(state, block)
    if not courses_:
        return
    began = [ship for ship, at in fleet.ships.items() if at == block]
    sound = [ship for ship in began if ship in state.ships and state.ships[ship].at == block and state.is_sound(ship)]
    hurt = len(began) - len(sound)
    crippled = hurt * 100 > HALF * len(began) and CLOSEST_PORT in courses_
    said = await table.decide(Choose(
        rule="20.6.1", side=ALLIED, key=table.key("bound", (block,)), topic=f"bound/{block}",
        prompt=f"Does {state.label(block)} change its destination?",
        facts=told(state, battle, fleet, block=block, hurt=str(hurt * 100 // len(began))),
        options={KEEP: "keep the destination"} | courses_, default=CLOSEST_PORT if crippled else KEEP, discreet=True,
    ))  # fmt: skip
    if said != KEEP:
        set_course(table, state, block, said)


@rule("20.6.2", "British release", "13.3", "11.3")
async def release(table: Table, state: State, battle: Battle, fleet: BattleFleet, block: str) -> None:
    """Asks if a British block of the zone is marked At Sea; by default it stays on blockade."""
    port = battle.where.port
    hex_id = state.board.ports[port].zone_hex
    said = await table.decide(Choose(
        rule="20.6.2", side=BRITISH, key=table.key("release", (block,)), topic=f"release/{block}",
        prompt=f"Is {state.label(block)} marked At Sea off {state.label(port)}?",
        facts=told(state, battle, fleet, block=block), options={NO: "stay on station", YES: "mark it At Sea"},
        default=NO, discreet=True,
    ))  # fmt: skip
    if said == YES:
        was, here = state.place(block), state.blocks[block]
        here.at, here.area = hex_id, SEA
        tell_move(table, state, "20.6.2", block, was, state.place(block), "sail")


# ------------------------------------------------------------------------------------------- the rest


@rule("20.7", "Villeneuve or Ganteaume victorious")
def victorious_marker(table: Table, state: State, battle: Battle) -> None:
    """Turns the marker to the French admiral who commanded and was victorious."""
    fleet = battle.fleets[ALLIED]
    if fleet.status == VICTORIOUS and battle.fired and fleet.admiral.id in (GANTEAUME, VILLENEUVE):
        if state.victorious != fleet.admiral.id:
            table.note("20.7", ALL, f"{fleet.admiral.name} is victorious.", "victorious", admiral=fleet.admiral.id)
        state.victorious = fleet.admiral.id


@rule("20.8", "Going on, or back into port")
async def back_into_port(table: Table, state: State, battle: Battle, outcome: Outcome) -> None:
    """Puts the mover back into its port, if it ran or most of its ships were wrecked."""
    where = battle.where
    if not where.sortie or not where.port or not where.mover or where.mover in outcome.gone:
        return
    if not state.friendly(where.port, where.active):
        return  # driven out of a port that has fallen (22.3.1)
    fleet = battle.fleets[where.active]
    if not {MAJORITY, RAN, ALL_WRECKED} & set(fleet.failings) or state.blocks[where.mover].area in ("", PORT):
        return
    await put_in(table, state, where.mover, where.port)
    outcome.back_in_port.append(where.mover)
