"""Chapter 22: invasions of ports, what they bring about, and the invasion of England."""
# Chapter 22 by paragraphs: 22.2 (markers) ch22_markers; 22.0-22.2 ch22_raids; 22.3-22.4 ch22_invasions.

from __future__ import annotations

from pbem.adjudicator.engine.order_parts import YES
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Shift, Table
from pbem.adjudicator.glory.rules import questions
from pbem.adjudicator.glory.rules.ch07_blocks import back_to_start, empty_block, escort_left, put, unused_block
from pbem.adjudicator.glory.rules.ch08_admirals import commander
from pbem.adjudicator.glory.rules.ch14_entering import into_zone_from_port, show
from pbem.adjudicator.glory.rules.ch15_events import spanish_draft
from pbem.adjudicator.glory.rules.ch20_fate import founder
from pbem.adjudicator.glory.rules.ch21_objectives import NAPOLEON, PITT, directive_done, score
from pbem.adjudicator.glory.rules.course import Course, Half
from pbem.adjudicator.glory.rules.telling import tell_move
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import (
    ALLIED,
    BRITISH,
    CHANNEL_HEX,
    EXPEDITION,
    FRIGATE,
    INSHORE,
    LOOSE,
    NORTH_SEA_BOX,
    OFF,
    PORT,
    SEA,
    TRACK,
    WEST_INDIES,
)

ALGIERS, NAPLES, ALEXANDRIA, BARBARY, RUSSIA = "algiers", "naples", "alexandria", "barbary", "russia"
BOULOGNE, DESTROYED = "boulogne", "destroyed"


@rule("22.1", "Invasion sites", "24.2")
def may_invade(state: State, seat: str, port: str) -> bool:
    """Tells if a side may land at a port: once each, and the British at Algiers during their mission only."""
    piece = state.board.ports.get(port)
    if piece is None or piece.invade != seat or state.trafalgar() or port in state.invaded:
        return False
    if seat == ALLIED:
        return True
    event = state.events.get(BARBARY)
    return event is not None and event.status == "hidden" and not state.algiers


@rule("22.3", "Invasion procedure", "7.8", "8.5")
async def invade(table: Table, state: State, block: str, port: str) -> None:
    """Throws three dice for a landing; a rumour only pretends. The dice are open, what they come to is the owner's."""
    seat, dice = state.owner(block), state.board.numbers.invasion_dice
    why = f"An invasion of {state.label(port)}"
    throw = await table.roll("22.3", f"{dice}d6", "invade", port, why=why)
    if state.is_fog(block):
        table.note("22.3", seat, f"{state.label(block)} only pretended.", "landing", block=block, done="no")
    elif reckon(table, state, block, sum(throw.values), "22.3", state.board.ports[port].defence):
        await landed(table, state, block, port)


@rule("22.2", "Reckoning a raid or invasion", "22.3", "8.5")
def reckon(table: Table, state: State, block: str, dice: int, rule_: str, defence: int) -> bool:
    """Adds Command and firepower above 100 to the dice, and tells the owner alone if the table reaches the defence."""
    seat, ships = state.owner(block), state.ships_in(block)
    strength, admiral = state.firepower(ships), commander(state, seat, ships, state.admirals_in(block))
    shift = Shift()
    shift.add("8.5", admiral.command, f"Command of {admiral.name}")
    shift.add("18.2", state.board.excess(strength), "firepower above 100")
    result = state.board.losses(dice + shift.total, strength)
    done = result >= defence
    parts = "".join(f", {m.amount:+d} {m.reason}" for m in shift.modifiers)
    text = (f"{state.label(block)} with firepower {strength}: {dice}{parts} come to {result} against {defence}:"
            f" {'a success' if done else 'in vain'}.")  # fmt: skip
    table.note(rule_, seat, text, "landing", block=block, done="yes" if done else "no", firepower=strength,
               result=result, defence=defence)  # fmt: skip
    return done


async def landed(table: Table, state: State, block: str, port: str) -> None:
    """The army is ashore: its block goes back to Start, its escort forms a new fleet Inshore, and the port falls."""
    seat = state.owner(block)
    await escort_left(table, state, block)
    if seat == BRITISH:
        await algiers_taken(table, state)
        return
    await port_falls(table, state, port)


@rule("5.10", "Mission to the Barbary Coast: by troops", "22.1")
async def algiers_taken(table: Table, state: State) -> None:
    """Troops ashore at Algiers fulfil the mission as an envoy does: either way may succeed, and the other ends."""
    mission = state.events[BARBARY]
    mission.status, mission.open = "done", True
    table.note("5.10", ALL, f"The Admiralty Event is fulfilled: {state.board.admiralty[BARBARY].name}.", "event_done",
               event=BARBARY)  # fmt: skip
    await algiers_british(table, state)


@rule("5.10", "Algiers under British control", "5.2.1", "23.1")
async def algiers_british(table: Table, state: State) -> None:
    """Algiers becomes a British port, and Spain drafts its seamen."""
    state.algiers = BRITISH
    table.note("5.10", ALL, "Algiers is under British control.", "algiers", side=BRITISH)
    await spanish_draft(table, state)


@rule("22.3", "A port falls", "21.1", "22.3.3")
async def port_falls(table: Table, state: State, port: str) -> None:
    """Scores both objectives, takes the raid marker off, makes the port Allied, and drives the British out."""
    state.invaded.append(port)
    table.note("22.3", ALL, f"{state.label(port)} is invaded!", "invaded", port=port)
    state.raids.pop(port, None)
    score(table, state, NAPOLEON, port)
    score(table, state, PITT, port)
    await directive_done(table, state, port)
    if state.board.ports[port].enterable:
        await ships_driven_out(table, state, port)
    if port == ALEXANDRIA:
        await alexandria_calls(table, state)


# ------------------------------------------------------------------------------------------- driven out


@rule("22.3.1", "British ships at an invaded port")
async def ships_driven_out(table: Table, state: State, port: str) -> None:
    """Sends the British in the port out of it at once; wrecks and ships In Ordinary become prizes."""
    seize(table, state, port)
    for block in state.blocks_at(port, BRITISH, PORT):
        if state.kind(block) == FRIGATE:
            was = state.place(block)
            state.blocks[block].area = OFF
            tell_move(table, state, "22.3.1", block, was, state.place(block), "sortie")
    ships = state.in_port(port, BRITISH)
    block = leaving_block(state, port) if ships else ""
    if ships and not block:
        for ship in ships:
            founder(state, ship)
        text = f"No fleet could take them off {state.label(port)}: {', '.join(map(state.label, ships))}."
        table.note("22.3.1", ALL, text, "fate", place=port, side=BRITISH, what="sunk", ships=ships)
    await leave_admirals(table, state, port, block)
    if block:
        await forced_sortie(table, state, port, block)
    for convoy in state.blocks_at(port, BRITISH, PORT):
        back_to_start(state, convoy)
        state.blocks[convoy] = Block()


def seize(table: Table, state: State, port: str) -> None:
    """Hands wrecked ships and those In Ordinary to the Allies, scored as taken."""
    taken = [ship for ship in state.in_port(port, BRITISH)
             if state.ships[ship].wrecked or state.ships[ship].ordinary]  # fmt: skip
    for ship in taken:
        state.lose(ship, "taken", ALLIED)
    if taken:
        text = f"Taken in {state.label(port)}: {', '.join(map(state.label, taken))}."
        table.note("22.3.1", ALL, text, "fate", place=port, side=BRITISH, what="taken", ships=taken)


def leaving_block(state: State, port: str) -> str:
    """The block that takes the ships out: an expedition in the port, a fleet in it, or an unused one."""
    here = state.blocks_at(port, BRITISH, PORT)
    convoys = [block for block in here if state.kind(block) == EXPEDITION]
    fleets = [block for block in here if state.is_fleet(block)]
    return next(iter([*convoys, *fleets]), "") or unused_block(state, BRITISH)


async def leave_admirals(table: Table, state: State, port: str, block: str) -> None:
    """Moves ships and admirals of the port into the block that leaves; without one the admirals are lost."""
    holders = [port, *(each for each in state.blocks_at(port, BRITISH, PORT) if each != block)]
    for ship in state.in_port(port, BRITISH):
        state.ships[ship].at = block
    for holder in holders:
        for admiral in state.admirals_in(holder):
            if state.board.admirals[admiral].nation == BRITISH:
                state.admirals[admiral].at = block or "gone"
    for each in holders[1:]:
        if block and state.kind(each) == "fleet":
            state.blocks[each] = Block()


async def forced_sortie(table: Table, state: State, port: str, block: str) -> None:
    """Lays the block Inshore or on Loose Blockade, and lets the Allied fleets of the zone look for it."""
    options = {LOOSE: "on Loose Blockade", INSHORE: "Inshore"}
    prompt = f"Driven out of {state.label(port)}: where does {state.label(block)} stop?"
    stop = await questions.choose(table, "22.3.1", BRITISH, f"sortie-forced/{port}", {"block": block, "port": port},
                                  options, LOOSE, prompt)  # fmt: skip
    was = f"{port}/{PORT}"
    put(state, block, port, stop)
    course = Course(block, BRITISH, "", 0, was, was, sortied=port)
    await into_zone_from_port(table, state, Half(BRITISH, "", "", "", courses=[course]), course, port, stop)
    if state.on_map(block):
        show(table, state, course, "sortie")


# ------------------------------------------------------------------------------------------- consequences


@rule("22.3.2", "Invasion of Alexandria")
async def alexandria_calls(table: Table, state: State) -> None:
    """Takes two dice of undamaged British ships out of the game, of their owner's choice, from where they may be."""
    dice = state.board.numbers.alexandria_dice
    throw = await table.roll("22.3.2", f"{dice}d6", "alexandria", why="British ships called to the Indian Ocean")
    pool = state_pool(state)
    default = sorted(pool, key=lambda ship: (state.attack(ship), state.ships[ship].at not in state.board.ports))
    options = {ship: f"{state.label(ship)} ({state.label(state.ships[ship].at)})" for ship in pool}
    gone = await questions.pick(table, "22.3.2", BRITISH, "alexandria", {"number": str(throw.total)}, options,
                                throw.total, default, "Which undamaged ships leave for the Indian Ocean?")  # fmt: skip
    holders = {state.ships[ship].at for ship in gone}
    for ship in gone:
        state.lose(ship, "unscored")
    text = f"{len(gone)} ships leave for the Indian Ocean: {', '.join(map(state.label, gone))}."
    table.note("22.3.2", BRITISH, text, "called_off", ships=gone)
    table.note("22.3.2", ALL, f"{len(gone)} British ships leave for the Indian Ocean.", "called", number=len(gone))
    for block in state.blocks:
        if block in holders:
            await empty_block(table, state, block)


def state_pool(state: State) -> list[str]:
    """Undamaged British ships that may be called off: not in the West Indies, the North Sea, on a track, uncrewed."""
    return [ship for ship in state.ships
            if state.seat_of_ship(ship) == BRITISH and state.is_sound(ship) and not state.ships[ship].ordinary
            and within_reach(state, state.ships[ship].at)]  # fmt: skip


def within_reach(state: State, at: str) -> bool:
    """Tells if ships of a port or block can be called off."""
    if at in state.blocks:
        here = state.blocks[at]
        if here.area in (TRACK, ""):
            return False
        return str(state.board.hexes[state.hex_of(at)].sea) != WEST_INDIES
    return at != NORTH_SEA_BOX and at in state.board.ports and str(state.board.ports[at].sea) != WEST_INDIES


@rule("22.3.3", "Invasion of Naples by land")
async def naples_overland(table: Table, state: State) -> None:
    """Naples falls to an army that marches, as if it had been landed."""
    if NAPLES not in state.invaded:
        await port_falls(table, state, NAPLES)


# ------------------------------------------------------------------------------------------- the Channel


@rule("22.4", "Cross-Channel invasion", "23.2", "24.2")
async def channel(table: Table, state: State) -> None:
    """Throws for the Allied fleets at sea in the Channel hex: first the barges put out, later England falls."""
    fleets = [block for block in state.blocks_at(CHANNEL_HEX, ALLIED, SEA) if state.is_fleet(block)]
    if not fleets or not channel_open(state):
        return
    wants = await questions.yes_no(table, "22.4", ALLIED, "channel", {"place": CHANNEL_HEX}, YES,
                                   "Do your fleets cover the crossing to England?")  # fmt: skip
    if not wants:
        return
    ships = [ship for block in fleets for ship in state.ships_in(block)]
    admiral = commander(state, ALLIED, ships, [a for block in fleets for a in state.admirals_in(block)])
    strength, numbers = state.firepower(ships), state.board.numbers
    shift = Shift()
    shift.add("8.5", admiral.command, f"Command of {admiral.name}")
    shift.add("18.2", state.board.excess(strength), "firepower above 100")
    throw = await table.roll("22.4", f"{numbers.channel_dice}d6", "channel", why="The crossing", shift=shift)
    result = state.board.losses(throw.total, strength)
    if result < numbers.channel_needs:
        text = f"The crossing stalls: {result} of {numbers.channel_needs}."
        table.note("22.4", ALL, text, "channel", result=result, barges=state.barges)
    elif state.barges == BOULOGNE:
        state.barges = CHANNEL_HEX
        table.note("22.4", ALL, "The invasion barges put out from Boulogne!", "channel", result=result,
                   barges=CHANNEL_HEX)  # fmt: skip
    else:
        state.winner, state.ended = ALLIED, "channel"
        table.note("22.4", ALL, "The Grand Army lands in England. The Allies win.", "game_over", winner=ALLIED,
                   how="channel")  # fmt: skip


def channel_open(state: State) -> bool:
    """Tells if the crossing may still be tried: not after Aug II, nor with the barges destroyed or Russia resolved."""
    event = state.events.get(RUSSIA)
    resolved = event is not None and event.status == "done"
    late = state.turn > state.board.numbers.channel_last_turn or state.marched
    return not (resolved or late or state.barges == DESTROYED or state.trafalgar())


@rule("22.4", "Uncovered barges")
def watch_barges(table: Table, state: State) -> None:
    """Burns the barges in the Channel hex as soon as no Allied fleet is there to cover them."""
    covered = any(state.is_fleet(block) for block in state.blocks_at(CHANNEL_HEX, ALLIED, SEA))
    if state.barges == CHANNEL_HEX and not covered:
        state.barges = DESTROYED
        table.note("22.4", ALL, "The invasion barges are left uncovered, and destroyed.", "barges", at=DESTROYED)
