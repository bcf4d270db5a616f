"""Tasks in Ports and Harbours: Marines that cut out and raid, Bombs, Fireships (R6.10 to R6.12, R8.7)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.table import ALL, SEALED, Plain, Shift, Table
from pbem.adjudicator.yellowjack.base.auxiliaries import (
    BOMB,
    FIRESHIP,
    assigned_to,
    carried_by,
    counter_of,
    eliminate,
    is_ready,
    place_of,
    side_of,
    to_recovery,
)
from pbem.adjudicator.yellowjack.base.battle_lines import Battle
from pbem.adjudicator.yellowjack.base.conventions import draw_one, natural, throw, when
from pbem.adjudicator.yellowjack.base.losses import CLEAR, PRIZES, shed, take_out, take_prize
from pbem.adjudicator.yellowjack.base.ports import is_enemy, is_key, walls_of
from pbem.adjudicator.yellowjack.base.prompts import entries
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import BOMBARD, BURN, CUTTING_OUT, RAID, Deed
from pbem.adjudicator.yellowjack.base.ship_names import lost_ship
from pbem.adjudicator.yellowjack.base.skies import force_at
from pbem.adjudicator.yellowjack.base.spotting import vanish
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    FITTING_OUT,
    FLAGSHIP,
    FRIGATE,
    IN_ORDINARY,
    READY,
    SOL,
    SOL_D,
    other,
)

#: Force of wind from which Marines stay aboard.
ROUGH = 8
#: Sail that Cutting Out takes, the first first.
CUT_OUT_FIRST = (FRIGATE, SOL_D, SOL, FLAGSHIP)
CUTS_SAIL, CUTS_AUXILIARY, CUT_DPS, RAIDS_ON, NINE = 0, 2, 2, 2, 9
STORES_LOST = 2


def why_not_harbour(state: State, side: str, deed: Deed) -> str:
    """Explains why a Task in a Port cannot be done, as far as its owner sees; an empty Harbour is no reason (R6.4)."""
    port = deed.at
    if port not in state.ports:
        return "" if deed.task == BURN else "it is done in a Port"
    if deed.task == BURN:
        return ""
    if not is_enemy(state, port, side):
        return f"{state.label(port)} is not the enemy's"
    if deed.who in state.units and force_at(state, port) >= ROUGH:
        return "it blows too hard for boats"
    return ""


async def harbour_deed(table: Table, state: State, ruling: Ruling, deed: Deed) -> None:
    """Does a Task in a Port; Marines are flipped, Fireships burn, Bombs recover."""
    if deed.task == CUTTING_OUT:
        await cut_out(table, state, ruling, deed)
    elif deed.task == RAID:
        await raid(table, state, deed)
    elif deed.task == BOMBARD:
        await bombard(table, state, deed)
    elif deed.task == BURN:
        squadron = target_of_fire(state, deed)
        await burn(table, state, deed, squadron)
        if squadron:
            gone(table, state, squadron)


# -------------------------------------------------------------------------------------------- what lies there


def lying_in(state: State, port: str, side: str) -> list[str]:
    """The Squadrons of a side In Ordinary or Fitting Out at a Port."""
    return [*state.squadrons_at(port, side, IN_ORDINARY), *state.squadrons_at(port, side, FITTING_OUT)]


def small_craft_in(state: State, port: str, side: str) -> list[str]:
    """The Auxiliaries of a side that lie at a Port, Stationed or with a Formation Fitting Out there."""
    return [aux for aux, one in state.auxiliaries.items()
            if side_of(state, aux) == side and not one.zone and not one.task and place_of(state, aux) == port
            and (one.at == port or state.condition(one.at) == FITTING_OUT)]  # fmt: skip


def spend_marine(state: State, unit: str, die: int) -> None:
    """Flips a Marine that has done its Task; on a natural 9 it is Disrupted too (2.532)."""
    state.units[unit].tasked = True
    if die == NINE:
        state.units[unit].disrupted = True


# -------------------------------------------------------------------------------------------- Marines


@base("R6.10", "Cutting Out", "2.53", "2.532", "3.442")
async def cut_out(table: Table, state: State, ruling: Ruling, deed: Deed) -> None:
    """Marines go for ships at anchor: a Sail strikes, or an Auxiliary is lost, or a Squadron is damaged."""
    foe, port = other(deed.side), deed.at
    shift = Shift()
    walls = walls_of(state, port) // 2
    shift.add("R6.10", walls, "the walls", when=walls > 0)
    shift.add("R6.10", -1, "a Minor Port", when=not is_key(state, port))
    fell = await throw(table, "R6.10", "cutting-out", when(state), port, deed.who, why="", shift=shift, to="",
                       lane=SEALED)  # fmt: skip
    spend_marine(state, deed.who, natural(fell))
    ships, small = lying_in(state, port, foe), small_craft_in(state, port, foe)
    told = "and comes back with nothing"
    if fell.total <= CUTS_SAIL and ships:
        told = await cut_out_sail(table, state, deed, ships)
    elif fell.total <= CUTS_AUXILIARY and small:
        lost = await draw_one(table, "R6.10", small, "hit-which", when(state), port, deed.who, lane=SEALED)
        table.note("R6.10", foe, f"{state.label(lost)} is cut out of {state.label(port)}.", "aux-lost", aux=lost)
        eliminate(state, lost)
        told = "and takes an Auxiliary"
    elif fell.total <= CUTS_AUXILIARY and ships:
        hurt = await draw_one(table, "R6.10", ships, "hit-which", when(state), port, deed.who, lane=SEALED)
        damage(table, state, foe, hurt, CUT_DPS, "R6.10")
        told = "and does damage"
    text = f"{state.label(deed.who)} goes in with boats at {state.label(port)} {told}."
    table.note("R6.10", deed.side, text, "task-done", aux=deed.who, at=port)


async def cut_out_sail(table: Table, state: State, deed: Deed, ships: list[str]) -> str:
    """Takes one Sail, a Frigate or SOL(D) first; its fate goes by the Strike table. No Prestige (1.612)."""
    for sort in CUT_OUT_FIRST:
        having = [name for name in ships if state.squadrons[name].sail.get(sort, 0)]
        if having:
            squadron = max(having, key=lambda name: (state.squadrons[name].dp, name))
            fell = await throw(table, "R8.9", "struck", when(state), deed.at, deed.who, why="", to="", lane=SEALED)
            row = state.board.struck[fell.total]
            fate = row.line if sort in (FLAGSHIP, SOL) else row.light
            if fate == CLEAR:
                return "and loses its prize again"
            shed(state, squadron, {sort: 1})
            if fate in PRIZES:
                take_prize(table, state, deed.side, sort, deed.at)
            text = f"{lost_ship(state, squadron, sort)} is cut out of {state.label(deed.at)}."
            table.note("R6.10", ALL, text, "sunk", seat=other(deed.side), number="1", fate=fate, **{"class": sort})
            gone(table, state, squadron)
            return f"and brings out a {state.label(sort)}"
    return "and finds nothing to bring out"


def gone(table: Table, state: State, squadron: str) -> None:
    """Unforms a Squadron without Sail, and a Formation that has nothing left."""
    formation = state.squadrons[squadron].formation
    if state.size(squadron):
        return
    state.unform(squadron)
    if formation in state.formations and state.empty(formation):
        vanish(table, state, formation)
        state.remove(formation)


@base("R6.10", "Raid", "2.53", "3.442")
async def raid(table: Table, state: State, deed: Deed) -> None:
    """Marines burn what a Port works with: no repairs and no Convoy in the coming step, and two points of stores."""
    port, foe = deed.at, other(deed.side)
    shift = Shift()
    units = len(state.units_at(port, foe))
    shift.add("R6.10", units, "Units in the Port", when=units > 0)
    walls = walls_of(state, port)
    shift.add("R6.10", walls, "the walls", when=walls > 0)
    fell = await throw(table, "R6.10", "raid", when(state), port, deed.who, why="", shift=shift, to="", lane=SEALED)
    spend_marine(state, deed.who, natural(fell))
    done = fell.total <= RAIDS_ON
    if done:
        held = state.ports[port]
        held.raided, held.stores = state.date, max(0, held.stores - STORES_LOST)
    told = "is raided: it repairs nothing and gathers no Convoy this Turn" if done else "beats off a raid"
    table.note("R6.10", ALL, f"{state.label(port)} {told}.", "raid", port=port, seat=deed.side, done=done)


def is_raided(state: State, port: str) -> bool:
    """Tells if a Port was raided in this Turn."""
    return state.ports[port].raided == state.date


# -------------------------------------------------------------------------------------------- Bombs


@base("R6.11", "Bombs: Bombard", "2.132")
async def bombard(table: Table, state: State, deed: Deed) -> None:
    """Throws shells into a Port; they fall on a random Squadron there, if there is one."""
    foe, port = other(deed.side), deed.at
    ships = lying_in(state, port, foe)
    fell = await throw(table, "R6.11", "bombard", when(state), port, deed.who, why="", to="", lane=SEALED)
    points = state.board.craft.bombard[fell.total]
    if ships and points:
        hurt = await draw_one(table, "R6.11", ships, "hit-which", when(state), port, deed.who, lane=SEALED)
        damage(table, state, foe, hurt, points, "R6.11")
    text = f"{state.label(deed.who)} throws shells into {state.label(port)}; what they do cannot be seen."
    table.note("R6.11", deed.side, text, "task-done", aux=deed.who, at=port)
    table.note("R6.11", foe, f"Shells fall into {state.label(port)}.", "bombarded", port=port)
    to_recovery(state, deed.who)


def damage(table: Table, state: State, side: str, squadron: str, points: int, case: str) -> None:
    """Marks damage on a Squadron; its owner alone hears it."""
    state.squadrons[squadron].dp += points
    text = f"{state.label(squadron)} suffers {points} DP{'s' * (points > 1)}."
    table.note(case, side, text, "worn", squadron=squadron, dp=points)


@base("R6.11", "A Bomb helps a Show of Force or Support Army once a Turn", "2.132")
def bomb_shift(state: State, formation: str, place: str, *, doubled: bool) -> Shift:
    """The modifiers of Bombs: its own helps, doubled if no enemy Sail is in the Port; the enemy's harms."""
    shift, side = Shift(), state.side_of(formation)
    foes = [aux for aux in state.auxiliaries if side_of(state, aux) == other(side)
            and counter_of(state, aux).sort == BOMB and place_of(state, aux) == place]  # fmt: skip
    empty = not lying_in(state, place, other(side)) and not state.ready_at(place, other(side))
    ready = ready_bombs(state, formation)
    shift.add("2.132", -2 if doubled and empty else -1, "a Bomb", when=bool(ready))
    shift.add("2.132", 1, "a Bomb of the enemy's", when=bool(foes))
    return shift


def ready_bombs(state: State, formation: str) -> list[str]:
    """The Bombs with a Formation that have not been used in this Turn."""
    return [aux for aux in carried_by(state, formation, (BOMB,)) if state.auxiliaries[aux].used != state.date]


def use_bomb(state: State, formation: str) -> None:
    """Spends one Bomb of a Formation for this Turn; it recovers afterwards."""
    for aux in ready_bombs(state, formation)[:1]:
        state.auxiliaries[aux].used = state.date
        to_recovery(state, aux)


# -------------------------------------------------------------------------------------------- Fireships


def target_of_fire(state: State, deed: Deed) -> str:
    """The Squadron that a Fireship goes for: as ordered, else the largest that is there; empty for none."""
    foe, at = other(deed.side), deed.at
    at_sea = [name for each in state.ready_at(at, foe) for name in state.squadrons_of(each)]
    inside = [name for each in state.in_harbour(at, foe) for name in state.squadrons_of(each)]
    there = [*at_sea, *inside, *lying_in(state, at, foe)]
    if deed.squadron in there:
        return deed.squadron
    return max(there, key=lambda name: (state.size(name), name), default="")


@base("R6.12", "Fireships", "3.442", "1.612")
async def burn(table: Table, state: State, deed: Deed, squadron: str) -> tuple[str, int]:
    """A Fireship drifts down on one Squadron and is gone, whatever it does; returns the Class it sank, and its DPs."""
    shift = fire_shift(state, squadron, deed.at) if squadron else Shift()
    fell = await throw(table, "R6.12", "fireship", when(state), deed.at, deed.who, why="", shift=shift, to="",
                       lane=SEALED)  # fmt: skip
    result = state.board.craft.fireship[fell.total]
    foe, where = other(deed.side), state.board.whereabouts(deed.at)
    table.note("R6.12", ALL, f"A Fireship burns {where}.", "fireship", at=deed.at, seat=deed.side)
    eliminate(state, deed.who)
    if not squadron:
        return "", 0
    if result.sunk:
        sort = next(each for each in reversed(CUT_OUT_FIRST) if state.squadrons[squadron].sail.get(each))
        take_out(state, squadron, {sort: 1})
        text = f"{lost_ship(state, squadron, sort)} burns {where}."
        table.note("R6.12", ALL, text, "sunk", seat=foe, number="1", fate="sunk", **{"class": sort})
        return sort, 0
    if result.dp:
        damage(table, state, foe, squadron, result.dp, "R6.12")
    return "", result.dp


@base("R6.12", "Modifiers of a Fireship")
def fire_shift(state: State, squadron: str, at: str) -> Shift:
    """A target at anchor burns sooner; one in a Harbour, or with an Auxiliary, later."""
    shift = Shift()
    formation = state.squadrons[squadron].formation
    ready = state.state_of(squadron) == READY
    leading = state.formations[state.leading(formation)] if formation in state.formations else None
    harbour = at in state.ports and is_key(state, at) and (not ready or bool(leading and leading.inside))
    shift.add("R6.12", -1, "at anchor", when=not ready or bool(leading and leading.blockades))
    shift.add("R6.12", 1, "an Auxiliary is with it", when=bool(formation) and bool(assigned_to(state, formation)))
    shift.add("R6.12", 2, "in a Harbour", when=harbour)
    return shift


# -------------------------------------------------------------------------------------------- in Battle


@base("R8.7", "Fireships before the first round, of the side that has the Weather Gauge", "2.13")
async def fire_before_battle(table: Table, state: State, ruling: Ruling, fight: Battle) -> None:
    """Asks the side with the Gauge which Fireships it spends, and on whom; unasked none. Bombs do nothing."""
    side, at = fight.gauge, fight.clash.place
    able = [aux for name in fight.line(side).formations if name in state.formations
            for aux in fireships_of(state, name)]  # fmt: skip
    if not able or not fight.foe(side).squadrons:
        return
    facts: dict[str, Plain] = {"able": list(able), "place": at, "impulse": str(state.impulse), "battle": "yes",
                               "squadrons": list(fight.foe(side).squadrons)}  # fmt: skip
    prompt = "Which Fireships are spent in this Battle?"
    question = entries(table, "R8.7", side, "fleet_tasks", facts, prompt, when(state), at, side)
    for wish in await table.decide(question):
        aux = str(wish.get("aux", "")) if isinstance(wish, Mapping) else ""
        if aux in able and aux in state.auxiliaries and fight.foe(side).squadrons:
            named = str(wish.get("squadron", ""))
            target = named if named in fight.foe(side).squadrons else fight.foe(side).squadrons[0]
            await burn_in_battle(table, state, ruling, fight, Deed(side, aux, BURN, at), target)


def fireships_of(state: State, formation: str) -> list[str]:
    """The Fireships Assigned to a Formation itself, ready to be spent."""
    return [aux for aux, one in state.auxiliaries.items()
            if one.at == formation and is_ready(state, aux) and counter_of(state, aux).sort == FIRESHIP]  # fmt: skip


async def burn_in_battle(
    table: Table, state: State, ruling: Ruling, fight: Battle, deed: Deed, target: str
) -> None:  # fmt: skip
    """Spends one Fireship on a Squadron in line; Sail sunk here are lost in Battle, and count for Prestige (1.612)."""
    line, formation = fight.foe(deed.side), state.squadrons[target].formation
    sort, points = await burn(table, state, deed, target)
    if points:
        line.taken[target] = line.taken.get(target, 0) + points
    if sort:
        line.lost[sort] = line.lost.get(sort, 0) + 1
        ruling.sail_lost(table, state, line.side, sort, 1)
    if not state.size(target):
        line.squadrons.remove(target)
        gone(table, state, target)
        if formation not in state.formations:
            line.formations.remove(formation)
