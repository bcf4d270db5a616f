"""Chapter 22: raids and invasions at the first initiative chit."""
# Chapter 22 by paragraphs: 22.2 (markers) ch22_markers; 22.0-22.2 ch22_raids; 22.3-22.4 ch22_invasions.

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Table, own_lane
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch21_objectives import directive_done
from pbem.adjudicator.glory.rules.ch22_invasions import channel, invade, may_invade, reckon
from pbem.adjudicator.glory.rules.ch22_markers import mark_raid, may_be_raided, place_told, show_raid
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, INSHORE, LOOSE, RAID_HEX, SEA

RAID, INVADE, NONE = "raid", "invade", "none"
WORDS = {RAID: "raid it", INVADE: "land the army", NONE: "do nothing"}
ALGIERS = "algiers"


@rule("22.0", "Raids and invasions", "6.5", "22.1", "24.2")
async def raids_and_invasions(table: Table, state: State) -> None:
    """Tries every raid and invasion of the turn, place by place in the order of the board, the Channel last."""
    for place in sites(state):
        await raid_site(table, state, place)
        if state.ended:
            return
    if not state.trafalgar():
        for block in expeditions_at_algiers(state):
            await invade(table, state, block, ALGIERS)
        await channel(table, state)


@rule("22.1", "Raid and invasion sites")
def sites(state: State) -> Iterator[str]:
    """Yields the places that the Allies may raid or invade, then the raid hex of the North Sea."""
    for port in state.board.ports.values():
        if ALLIED in (port.raid, port.invade) and (not state.trafalgar() or in_scenario(state, port.id)):
            yield port.id
    yield RAID_HEX


def in_scenario(state: State, port: str) -> bool:
    """Tells if a raid on a port counts in the Trafalgar scenario."""
    return any(objective.place == port for objective in state.board.trafalgar.objectives)


def expeditions_at_algiers(state: State) -> list[str]:
    """British expeditions Inshore off Algiers, while the Mission to the Barbary Coast is active (22.1)."""
    if state.trafalgar() or not may_invade(state, BRITISH, ALGIERS):
        return []
    return [block for block in state.blocks_at(ALGIERS, BRITISH, INSHORE) if state.kind(block) == "expedition"]


@rule("22.2", "Raid procedure", "7.8", "22.3")
async def raid_site(table: Table, state: State, place: str) -> None:
    """Lets each Allied block in the right part try a raid or an invasion, in a hidden order.

    Rumours pretend: they throw the same dice, and always fail. One marker is laid however many tried.
    """
    parts = (SEA,) if place == RAID_HEX else (INSHORE, LOOSE)
    raided, tried = False, False
    for block in await in_hidden_order(table, state, state.blocks_at(place, ALLIED, *parts)):
        said = await attempt(table, state, place, block)
        if said == RAID:
            tried = True
            raided = await raid(table, state, place, block) or raided
        elif said == INVADE and place not in state.invaded:
            await invade(table, state, block, place)
    if tried and place not in state.invaded:
        mark_raid(table, state, place, raided)
        if raided and await directive_done(table, state, place):
            show_raid(table, state, place)


async def in_hidden_order(table: Table, state: State, blocks: Sequence[str]) -> list[str]:
    """Shuffles blocks in their owner's lane, so that the order of their dice tells nobody which is which."""
    if len(blocks) < 2:
        return list(blocks)
    return await table.draw("22.2", blocks, len(blocks), "turn-order", "raids", lane=own_lane(ALLIED))


async def attempt(table: Table, state: State, place: str, block: str) -> str:
    """Asks what a block tries: by default a fleet raids, or invades with the Transport, and a rumour pretends."""
    options = possible(state, place, block)
    if len(options) == 1:
        return NONE
    default = INVADE if INVADE in options and state.is_convoy(block) else RAID if RAID in options else NONE
    facts = {"place": place, "block": block, "options": sorted(options)}
    told = {word: WORDS[word] for word in options}
    prompt = f"What does {state.label(block)} try at {place_told(state, place)}?"
    return await questions.choose(table, "22.2", ALLIED, f"raid/{place}", facts, told, default, prompt)


def possible(state: State, place: str, block: str) -> list[str]:
    """Lists what a block can try or pretend at a place; a rumour whatever a fleet there could."""
    found = [NONE]
    if may_be_raided(state, place):
        found.append(RAID)
    inshore = state.blocks[block].area == INSHORE
    if inshore and may_invade(state, ALLIED, place) and (state.is_fog(block) or state.kind(block) == "transport"):
        found.append(INVADE)
    return found


@rule("22.2", "A raid", "7.8", "8.5")
async def raid(table: Table, state: State, place: str, block: str) -> bool:
    """Throws for a raid: all see the dice, only the Allied player what they come to."""
    numbers, area = state.board.numbers, state.blocks[block].area
    dice = {INSHORE: numbers.raid_inshore_dice, LOOSE: numbers.raid_loose_dice, SEA: numbers.raid_hex_dice}[area]
    why = f"A raid on {place_told(state, place)}"
    throw = await table.roll("22.2", f"{dice}d6", "raid", place, why=why)
    if state.is_fog(block):
        table.note("22.2", ALLIED, f"{state.label(block)} only pretended.", "landing", block=block, place=place,
                   done="no")  # fmt: skip
        return False
    port = state.board.ports.get(place)
    defence = port.defence if port else numbers.raid_hex_defence
    return reckon(table, state, block, sum(throw.values), "22.2", defence)
