"""Chapter 6, second half: what weather does to ships (6.9), and damaged British ships that relocate (6.9.3)."""
# Chapter 6 stands in ch06_activation, ch06_damage, ch06_halts and ch06_weather.

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table, own_lane
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch07_blocks import empty_block, move_all
from pbem.adjudicator.glory.rules.ch11_ports import ships_into
from pbem.adjudicator.glory.rules.forms import Relocate
from pbem.adjudicator.glory.rules.selecting import chosen_ships, with_larger_part
from pbem.adjudicator.glory.rules.telling import tell_lapse
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import BRITISH, FLEET, INSHORE, ZONE_PARTS, other


@rule("6.9", "Damage from weather")
def damage_number(state: State, severity: int, ships: int, part: str) -> int:
    """Returns the number of ships that weather hurts; twice as many Inshore (6.8)."""
    times = state.board.numbers.inshore_damage_times if part == INSHORE else 1
    return times * state.board.losses(severity, ships)


@rule("6.9.1", "Ships that incur damage")
async def flip_or_wreck(table: Table, state: State, seat: str, ships: Sequence[str], number: int, name: str) -> None:
    """The owner chooses which ships are hurt: a sound one is damaged, a damaged one wrecked.

    No ship is hurt twice before all have been hurt once. By default sound ships of the least attack are hurt first.
    """
    able = [ship for ship in ships if not state.ships[ship].wrecked]
    hurt = await chosen(table, state, seat, able, min(number, len(able)), name)
    again = [ship for ship in able if not hurt_once(state, hurt, ship)]
    twice = await chosen(table, state, seat, again, min(number - len(hurt), len(again)), name)
    for ship in twice:
        state.ships[ship].wrecked = True
    if hurt or twice:
        names = ", ".join(f"{state.label(ship)} ({condition(state, ship)})" for ship in hurt)
        table.note("6.9.1", seat, f"Hurt by the weather in {state.label(name)}: {names}.", "weather_loss", block=name,
                   ships=[*hurt, *twice])  # fmt: skip


def hurt_once(state: State, hurt: Sequence[str], ship: str) -> bool:
    """Hurts a ship if she was chosen; tells if she is out of the count for a second blow."""
    vessel = state.ships[ship]
    if ship in hurt:
        vessel.wrecked, vessel.damaged = vessel.damaged, True
    return vessel.wrecked


def condition(state: State, ship: str) -> str:
    """The condition of a ship in a word."""
    vessel = state.ships[ship]
    return "wrecked" if vessel.wrecked else "damaged" if vessel.damaged else "sound"


async def chosen(table: Table, state: State, seat: str, ships: Sequence[str], number: int, name: str) -> list[str]:
    """Asks the owner for so many ships."""
    ranked = sorted(ships, key=lambda ship: (state.ships[ship].damaged, state.attack(ship)))
    options = {ship: f"{state.label(ship)}, {condition(state, ship)}" for ship in ships}
    facts = {"block": name, "number": str(number)}
    return await questions.pick(table, "6.9.1", seat, f"weather-losses/{name}", facts, options, number, ranked,
                                "Which ships does the weather hurt?")  # fmt: skip


@rule("6.9.2", "Wrecked ships founder in a storm")
async def founder(table: Table, state: State, seat: str, wrecks: Sequence[str], severity: int, place: str) -> None:
    """Ships that were wrecked before the storm sink by lot; both sides learn their names."""
    number = min(state.board.losses(severity, len(wrecks)), len(wrecks))
    if not number:
        return
    lost = await table.draw("6.9.2", list(wrecks), number, "founder", place.partition("/")[0], lane=own_lane(seat))
    for ship in state.in_board_order(lost):
        sink_in_weather(table, state, ship, "6.9.2")


def sink_in_weather(table: Table, state: State, ship: str, rule: str) -> None:
    """A ship founders: the enemy of her builders scores her; a prize that founders is scored by her captor."""
    by = state.ships[ship].prize_of or other(state.seat_of_ship(ship))
    state.lose(ship, "sunk", by)
    table.note(rule, ALL, f"{state.label(ship)} founders.", "foundered", ship=ship, seat=by)


@rule("6.9.3", "Damaged British ships relocate", "20.5")
async def relocate(table: Table, state: State, port: str, blocks: Sequence[str]) -> None:
    """Damaged British ships in some patrol zones may go into a port near by, unsearched; their admirals with them."""
    for block in blocks:
        here = state.blocks[block]
        havens = [to for to in state.board.ports[port].relocate if to not in state.invaded]
        hurt = [s for s in state.ships_in(block) if state.ships[s].damaged and not state.ships[s].wrecked]
        hurt = [s for s in hurt if not state.ships[s].prize_of]
        if here.area not in ZONE_PARTS or here.at != port or state.owner(block) != BRITISH or not hurt or not havens:
            continue
        facts = {"port": port, "block": block, "to": havens, "hurt": hurt}
        wanted = await questions.entries(table, "6.9.3", BRITISH, f"relocate/{port}", facts,
                                         "Which damaged ships go into port?")  # fmt: skip
        await carry_out(table, state, block, havens, hurt, cast("list[Relocate]", wanted))


async def carry_out(
    table: Table, state: State, block: str, havens: Sequence[str], hurt: Sequence[str], wanted: Sequence[Relocate]
) -> None:  # fmt: skip
    """Sends the ships in; by default all that are damaged, if they are the smaller part."""
    for order in wanted or ([Relocate(ships="all")] if 2 * len(hurt) < len(state.ships_in(block)) else []):
        left = [ship for ship in hurt if ship in state.ships and state.ships[ship].at == block]
        going = chosen_ships(state, left, order.get("ships", "all"))
        keep = whole(order.get("keep"), 0)
        going = going[: max(0, len(state.ships_in(block)) - keep)]
        to = order.get("to") or havens[0]
        if to not in havens:
            tell_lapse(table, "6.9.3", BRITISH, f"ships off this port do not relocate to {state.label(to)}")
            continue
        if going:
            await send_in(table, state, block, going, to, order.get("admirals", ()))


async def send_in(
    table: Table, state: State, block: str, ships: Sequence[str], port: str, admirals: Sequence[str]
) -> None:  # fmt: skip
    """Moves ships of a fleet into a port, the senior admiral with the larger part (6.9.3)."""
    stay = [ship for ship in state.ships_in(block) if ship not in ships]
    going = with_larger_part(state, BRITISH, block, ships, stay, admirals)
    names = ", ".join(state.label(ship) for ship in ships)
    table.note("6.9.3", BRITISH, f"Sent into {state.label(port)} from {state.label(block)}: {names}.", "relocated",
               block=block, port=port, ships=list(ships))  # fmt: skip
    ships_into(table, state, ships, port)
    move_all(state, (), going, port)
    if not stay and state.kind(block) == FLEET:
        move_all(state, (), state.admirals_in(block), port)
    await empty_block(table, state, block)
