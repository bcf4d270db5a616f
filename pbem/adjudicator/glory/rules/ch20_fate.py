"""Chapter 20, first part: final status, the fate of ships, convoys and admirals."""
# Chapter 20 by paragraphs: 20.0-20.4 ch20_fate; 20.5-20.8 ch20_after.

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, PUBLIC, Shift, Table, own_lane
from pbem.adjudicator.glory.rules.battle_fleets import (
    BROKE_OFF,
    PRECIPITOUS,
    WITHDREW,
    Battle,
    BattleFleet,
    out_of_action,
    standing,
    wrecked,
)
from pbem.adjudicator.glory.rules.ch07_blocks import escort_left
from pbem.adjudicator.glory.rules.ch08_admirals import NELSON_TOUCH, lose_admiral
from pbem.adjudicator.glory.rules.ch17_opening import NAVY, all_wrecked
from pbem.adjudicator.glory.rules.manners import PELL_MELL, WITHDRAWAL
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    CHANNEL_HEX,
    EXPEDITION,
    GOLD,
    NORTH_SEA_BOX,
    SEAT_OF,
    TRANSPORT,
    other,
)

VICTORIOUS, DRAW, GONE, MAJORITY, RAN, ALL_WRECKED = (
    "victorious", "draw", "withdrew", "majority_wrecked", "precipitous", "all_wrecked")  # fmt: skip
STATUS_WORDS = {VICTORIOUS: "victorious", DRAW: "a draw", GONE: "withdrew or broke off",
                MAJORITY: "most ships wrecked", RAN: "precipitous withdrawal", ALL_WRECKED: "all ships wrecked",
                "": "not beaten"}  # fmt: skip
SUNK, TAKEN, UNSCORED = "sunk", "taken", "unscored"


# ------------------------------------------------------------------------------------------- final status


@rule("20.1", "Final status of a fleet", "20.0")
def failings(state: State, fleet: BattleFleet) -> list[str]:
    """Lists what a fleet suffered, the worst last: it withdrew, most or all of its ships were wrecked, it ran."""
    wrecks = len(wrecked(state, fleet))
    found = []
    if fleet.left in (BROKE_OFF, WITHDREW) or fleet.tactic == WITHDRAWAL:
        found.append(GONE)
    if wrecks * 2 > len(fleet.ships):
        found.append(MAJORITY)
    if fleet.left == PRECIPITOUS:
        found.append(RAN)
    if not standing(state, fleet):
        found.append(ALL_WRECKED)
    return found


def settle_status(state: State, battle: Battle) -> None:
    """Sets both final statuses: one's worst failing, else victorious if the enemy has one, else a draw."""
    for fleet in battle.each():
        fleet.failings = failings(state, fleet)
    for fleet in battle.each():
        own, enemy = fleet.failings, battle.foe(fleet).failings
        fleet.status = own[-1] if own else VICTORIOUS if enemy else DRAW


@rule("20.1", "Who rolls for fate")
def rolling(state: State, battle: Battle) -> list[BattleFleet]:
    """Lists the fleets that roll for the fate of their ships.

    A fleet that began all wrecked rolls alone; so does one that ran or was wrecked, unless the other is all wrecked.
    """
    began = [fleet for fleet in battle.each() if all_wrecked(fleet)]
    if began or not battle.fired:
        return began if len(began) == 1 else []
    beaten = [fleet for fleet in battle.each() if fleet.left == PRECIPITOUS or not standing(state, fleet)]
    return beaten or list(battle.each())


# ------------------------------------------------------------------------------------------- ships


@rule("20.1", "Fate of ships", "20.3")
async def fate_of_ships(table: Table, state: State, battle: Battle) -> None:
    """Rolls for each fleet: wrecks founder or are taken first, what is left makes damaged ships wrecks."""
    settle_status(state, battle)
    rolls = rolling(state, battle)
    for fleet in battle.each():
        if rolls:
            text = f"The {NAVY[fleet.seat]} fleet: {STATUS_WORDS[fleet.status]}."
            table.note("20.1", ALL, text, "status", place=battle.where.place, side=fleet.seat, status=fleet.status)
    for fleet in rolls:
        await fate_roll(table, state, battle, fleet)


async def fate_roll(table: Table, state: State, battle: Battle, fleet: BattleFleet) -> None:
    """Throws one fleet's dice of fate and carries them out."""
    hurt = out_of_action(state, fleet)
    if not hurt:
        return
    dice = state.board.fate_dice[fleet.admiral.nation][fleet.status]
    shift = Shift()
    shift.add("20.3", state.board.numbers.nelson_fate, "the Nelson touch", when=nelson_touch(battle, fleet))
    known = f", {hurt} out of action" if battle.lines else ""  # without lines the enemy knows a range only (17.2)
    why = f"Fate of {NAVY[fleet.seat]} ships{known}"
    throw = await table.roll("20.1", f"{dice}d6", "fate", battle.where.place, fleet.seat, why=why, shift=shift)
    number = state.board.losses(throw.total, hurt)
    wrecks = wrecked(state, fleet)
    broken = [ship for ship in fleet.ships if state.ships[ship].damaged and not state.ships[ship].wrecked]
    struck = await drawn(table, state, battle, fleet, wrecks, number, "fate-ships")
    crippled = await drawn(table, state, battle, fleet, broken, number - len(struck), "fate-ships")
    prizes: list[str] = []
    if throw.total >= state.board.numbers.capture_roll:
        prizes = await drawn(table, state, battle, fleet, struck, len(struck) // 2, "prizes")
    carry_out(table, state, battle, fleet, struck, crippled, prizes)


@rule("20.3", "The Nelson touch", "8.6")
def nelson_touch(battle: Battle, fleet: BattleFleet) -> bool:
    """Tells if Nelson commanded in a British victory or draw, and this is the Allied fleet."""
    british = battle.fleets[BRITISH]
    won = british.status in (VICTORIOUS, DRAW)
    return fleet.seat == ALLIED and won and british.admiral.ability == NELSON_TOUCH


async def drawn(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, ships: Sequence[str], number: int, kind: str
) -> list[str]:  # fmt: skip
    """Draws so many of the ships at random; all of them without a draw, if there are no more.

    Without lines the enemy has no list of the ships, so the owner's lane is used.
    """
    cup = state.in_board_order(ships)
    if number <= 0 or number >= len(cup):
        return cup if number > 0 else []
    lane = PUBLIC if battle.lines else own_lane(fleet.seat)
    found = await table.draw("20.1", cup, number, kind, battle.where.place, fleet.seat, lane=lane)
    return state.in_board_order(found)


def carry_out(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, struck: Sequence[str], crippled: Sequence[str],
    prizes: Sequence[str],
) -> None:  # fmt: skip
    """Removes what founders, hands over what is taken, and wrecks the rest that fate reached."""
    for ship in crippled:
        state.ships[ship].wrecked = True
        if ship not in fleet.hurt:
            fleet.hurt.append(ship)
    captor = battle.foe(fleet)
    for ship in struck:
        fleet.lost.append(ship)
        if ship in prizes:
            take(state, ship, captor.seat)
        else:
            founder(state, ship)
    audience = ALL if battle.lines else fleet.seat
    if crippled:
        text = f"Wrecked after the battle: {', '.join(map(state.label, crippled))}."
        table.note("20.1", audience, text, "crippled", place=battle.where.place, side=fleet.seat, ships=list(crippled))
    for what, ships in ((SUNK, [ship for ship in struck if ship not in prizes]), (TAKEN, list(prizes))):
        if ships:
            text = f"{NAVY[fleet.seat]} ships {what}: {', '.join(map(state.label, ships))}."
            table.note("20.1", ALL, text, "fate", place=battle.where.place, side=fleet.seat, what=what, ships=ships)


def founder(state: State, ship: str) -> None:
    """Sinks a ship; the enemy of the navy that built her scores, also for a prize that never came in (20.1)."""
    state.lose(ship, SUNK, other(SEAT_OF[state.board.ships[ship].nation]))


def take(state: State, ship: str, captor: str) -> None:
    """Makes a ship the captor's prize; one's own ship that was a prize is simply retaken. She lies nowhere yet."""
    vessel = state.ships[ship]
    vessel.at = ""
    vessel.prize_of = "" if SEAT_OF[state.board.ships[ship].nation] == captor else captor


# ------------------------------------------------------------------------------------------- convoys


@rule("20.2", "Fate of transports, expeditions, gold and barges")
async def fate_of_convoys(table: Table, state: State, battle: Battle) -> None:
    """Scatters the beaten side's troops, sinks its gold, and burns the barges, if the other side is victorious."""
    for fleet in battle.each():
        if battle.foe(fleet).status != VICTORIOUS or not (battle.fired or all_wrecked(fleet)):
            continue
        for block in list(fleet.blocks):
            if block != NORTH_SEA_BOX and state.kind(block) in (TRANSPORT, EXPEDITION, GOLD):
                await convoy_lost(table, state, battle, fleet, block)
        if fleet.seat == ALLIED and battle.where.place == CHANNEL_HEX == state.barges:
            state.barges = "destroyed"
            table.note("20.2", ALL, "The invasion barges are destroyed.", "barges", at="destroyed")


async def convoy_lost(table: Table, state: State, battle: Battle, fleet: BattleFleet, block: str) -> None:
    """Takes a convoy off the map; its escort becomes a new fleet there."""
    what = "lost" if state.kind(block) == GOLD else "scattered"
    text = f"{state.label(block)} is {what}."
    table.note("20.2", ALL, text, "convoy_lost", place=battle.where.place, side=fleet.seat, convoy=block, how=what)
    heir = await escort_left(table, state, block)
    fleet.blocks = [each for each in fleet.blocks if each != block] + ([heir] if heir else [])
    fleet.ships = {ship: heir if at == block else at for ship, at in fleet.ships.items()}
    fleet.admirals = {name: heir if at == block else at for name, at in fleet.admirals.items()}


# ------------------------------------------------------------------------------------------- admirals


@rule("20.4", "Fate of admirals")
async def fate_of_admirals(table: Table, state: State, battle: Battle) -> None:
    """Takes the admirals whose ships are all gone; each other named admiral rolls, if a round was fired."""
    for fleet in battle.each():
        for admiral, block in list(fleet.admirals.items()):
            own = [ship for ship, at in fleet.ships.items() if at == block]
            if all(ship in fleet.lost for ship in own) and own:
                await lose_admiral(table, state, admiral, "taken with all ships of the fleet")
            elif battle.fired:
                await admiral_roll(table, state, battle, fleet, admiral, own)


async def admiral_roll(
    table: Table, state: State, battle: Battle, fleet: BattleFleet, admiral: str, own: Sequence[str]
) -> None:  # fmt: skip
    """Throws two dice for one admiral: killed at two or less."""
    numbers, name = state.board.numbers, state.board.admirals[admiral].name
    unscathed = not any(ship in fleet.lost for ship in own) and not all(ship in fleet.hurt for ship in own)
    shift = Shift()
    shift.add("20.4", numbers.admiral_safe, "no ship of their fleet lost, and not all of them hurt", when=unscathed)
    shift.add("20.4", numbers.admiral_pell_mell, "the last round was Pell Mell", when=battle.kind == PELL_MELL)
    beaten = MAJORITY in fleet.failings or ALL_WRECKED in fleet.failings
    shift.add("20.4", numbers.admiral_wrecked, "most ships of the battle fleet wrecked", when=beaten)
    throw = await table.roll("20.4", "2d6", "admiral", admiral, why=f"Fate of {name}", shift=shift)
    if throw.total <= numbers.admiral_killed_at_most:
        await lose_admiral(table, state, admiral, "killed")
