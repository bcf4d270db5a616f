"""A Battle from its opening to the retreat of the loser (R8.1 to R8.5, R8.13 to R8.16)."""

from __future__ import annotations

from fractions import Fraction

from pbem.adjudicator.engine.table import ALL, SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.battle_lines import (
    BATTERED_MARK,
    CRIPPLED_MARK,
    Battle,
    Clash,
    Line,
    convoys_in,
    facts,
    form_lines,
    rating_of,
)
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.fire import WEAKEST, exchange, put_in_order, reinforce
from pbem.adjudicator.yellowjack.base.harbour_tasks import fire_before_battle
from pbem.adjudicator.yellowjack.base.losses import leaders_hit, strikes
from pbem.adjudicator.yellowjack.base.movement import allowance
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.retreats import retreat
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import BATTLE, spot
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FLAGSHIP, FRIGATE, SIDES, other
from pbem.base.records import dataclass

__all__ = ["Clash", "Outcome", "battle"]

ROUNDS = 3
#: The damage that a side takes beyond what it did before it breaks off unasked (R8.13).
USUAL_LEAD = 5
DRAWN = "drawn"
#: A Convoy weighs in the reckoning of a Battle with the damage that scatters it.
INTENSITIES = ("1", "2", "3")
ESCORT_INTENSITY, USUAL_INTENSITY = 1, 2


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a Battle: its loser (empty for none), its rounds, and where beaten Formations went."""

    loser: str
    rounds: int
    retreated: dict[str, str]


@base("R8.1", "The steps of a Battle")
async def battle(table: Table, state: State, ruling: Ruling, clash: Clash) -> Outcome:
    """Fights one Battle to its end, retreat included."""
    fight = form_lines(state, clash)
    announce(table, state, fight)
    await plans(table, state, fight)
    await weather_gauge(table, state, fight)
    await settle_intensity(table, state, fight)
    await fire_before_battle(table, state, ruling, fight)
    while not over(state, fight):
        fight.round += 1
        if fight.round > 1:
            await reinforce(table, state, fight)
        await one_round(table, state, ruling, fight)
        if fight.round < ROUNDS and not over(state, fight):
            await breaking_off(table, state, ruling, fight)
    return await conclude(table, state, ruling, fight)


async def one_round(table: Table, state: State, ruling: Ruling, fight: Battle) -> None:
    """Fires one round and deals with what it did."""
    leaders = {side: first_of(fight.line(side)) for side in SIDES}
    text = f"Round {fight.round} {state.board.whereabouts(fight.clash.place)}."
    table.note("R8.1", ALL, text, "round", round=str(fight.round), at=fight.clash.place)
    before = {side: state.size(name) if name else 0 for side, name in leaders.items()}
    sound = {side: bool(name) and state.third(name) < CRIPPLED_MARK for side, name in leaders.items()}
    await exchange(table, state, ruling, fight)
    await strikes(table, state, ruling, fight)
    await leaders_hit(table, state, fight)
    name = leaders[fight.gauge]
    if name and (state.size(name) < before[fight.gauge] or (sound[fight.gauge] and crippled(state, name))):
        await weather_gauge(table, state, fight)


def first_of(line: Line) -> str:
    """The first Squadron of a line; empty if it has none."""
    return next(iter(line.squadrons), "")


def crippled(state: State, squadron: str) -> bool:
    """Tells if a Squadron is crippled."""
    return state.third(squadron) >= CRIPPLED_MARK


def over(state: State, fight: Battle) -> bool:
    """Tells if a Battle is at its end: three rounds, a side that left, or nothing left to fight with."""
    return fight.round >= ROUNDS or any(line.broke for line in fight.lines.values()) or not fights_on(state, fight)


def fights_on(state: State, fight: Battle) -> bool:
    """Tells if one side can still fire at something of the other."""
    able = [side for side in SIDES if fight.line(side).squadrons]
    return bool(able) and all(fight.foe(side).squadrons or convoys_in(state, fight.foe(side)) for side in able)


# ------------------------------------------------------------------------------------------- the opening


@base("R8.16", "Report: both learn Squadrons, Sail and Leaders that are engaged", "R7.2")
def announce(table: Table, state: State, fight: Battle) -> None:
    """Tells everybody who fights, and lets each side remember whom it met."""
    place = state.board.whereabouts(fight.clash.place)
    for side in SIDES:
        for name in fight.line(side).formations:
            spot(table, state, name, BATTLE)
    markers = {side: markers_of(state, fight.line(side)) for side in SIDES}
    table.note("R8.1", ALL, f"Battle {place}.", "battle", at=fight.clash.place, **markers)
    for side in SIDES:
        for name in fight.line(side).formations:
            one = state.formations[name]
            if one.marker:
                state.known[other(side)].fought[one.marker] = name
            table.note("R8.16", ALL, f"{engaged(state, name)}.", "forces", seat=side, marker=one.marker,
                       formation=name, leader=state.leader_of(name), kind=one.kind,
                       squadrons={each: dict(state.squadrons[each].sail) for each in one.squadrons})  # fmt: skip


def markers_of(state: State, line: Line) -> list[str]:
    """The markers of a side in a Battle; one that was surprised at anchor has none."""
    return [marker for name in line.formations if (marker := state.formations[name].marker)]


#: Classes whose name is a word: several of them take an s.
COUNTED = (FLAGSHIP, FRIGATE)


def engaged(state: State, name: str) -> str:
    """A Formation in words: its name, its Leader and its Sail."""
    sail = state.sail_of(name, attached=False)
    ships = ", ".join(f"{number} {state.label(sort)}{'s' if number > 1 and sort in COUNTED else ''}"
                      for sort, number in sail.items()) or "no warship"  # fmt: skip
    leader = state.leader_of(name)
    return f"{state.label(name)}{f' under {state.label(leader)}' if leader else ''}: {ships}"


async def plans(table: Table, state: State, fight: Battle) -> None:
    """Asks both sides, unseen, for Intensity and line."""
    asked = [
        entry(table, "R8.4", side, "battle", facts(state, fight, side),
              f"How do you fight {state.board.whereabouts(fight.clash.place)}?", when(state), fight.clash.place,
              "opening")
        for side in SIDES
    ]  # fmt: skip
    for side, answer in zip(SIDES, await table.decide_all(*asked), strict=True):
        line = fight.line(side)
        said = str(answer.get("intensity", ""))
        line.intensity = int(said) if said in INTENSITIES else usual_intensity(state, fight, side)
        take_line(state, line, answer)


def usual_intensity(state: State, fight: Battle, side: str) -> int:
    """Line of battle; an Escort keeps its distance (R8.4)."""
    return ESCORT_INTENSITY if convoys_in(state, fight.line(side)) else USUAL_INTENSITY


def take_line(state: State, line: Line, answer: dict[str, object]) -> None:
    """Takes the line and the target of surplus Squadrons from an answer."""
    wanted = answer.get("line")
    put_in_order(state, line, [str(name) for name in wanted] if isinstance(wanted, list) else [])
    line.surplus = str(answer.get("surplus", "")) or line.surplus or WEAKEST


@base("R8.4", "Intensity: the same choice holds; of two a die decides between the Gauge's and the other's")
async def settle_intensity(table: Table, state: State, fight: Battle) -> None:
    """Settles the Intensity of the whole Battle."""
    wanted = {side: fight.line(side).intensity for side in SIDES}
    fight.intensity = wanted[fight.gauge]
    if len(set(wanted.values())) > 1:
        fell = await throw(table, "R8.4", "intensity", when(state), fight.clash.place, why="", to="", lane=SEALED)
        fight.intensity = wanted[fight.gauge if fell.total <= INTENSITY_OF_GAUGE_TO else other(fight.gauge)]
    text = f"They fight {MANNERS[fight.intensity]}."
    table.note("R8.4", ALL, text, "intensity", intensity=str(fight.intensity), at=fight.clash.place)


INTENSITY_OF_GAUGE_TO = 5
MANNERS = {1: "at long range", 2: "in line of battle", 3: "in close action"}


@base("R8.5", "The Weather Gauge: the higher total has it")
async def weather_gauge(table: Table, state: State, fight: Battle) -> None:
    """Throws for the Gauge until the totals differ."""
    while True:
        totals = {}
        for side in SIDES:
            fell = await throw(table, "R8.5", "gauge", when(state), fight.clash.place, side, f"r{max(1, fight.round)}",
                               why="", shift=gauge_shift(state, fight.line(side)), to="", lane=SEALED)  # fmt: skip
            totals[side] = fell.total
        if len(set(totals.values())) > 1:
            break
    fight.gauge = max(SIDES, key=lambda side: totals[side])
    text = f"The {state.label(fight.gauge)} side has the Weather Gauge."
    table.note("R8.5", ALL, text, "gauge", seat=fight.gauge, at=fight.clash.place)


def gauge_shift(state: State, line: Line) -> Shift:
    """The modifiers of a side's die for the Gauge."""
    shift = Shift()
    battered = sum(state.third(name) >= BATTERED_MARK for name in line.squadrons)
    frigates = bool(line.squadrons) and all(state.is_frigates(name) for name in line.squadrons)
    shift.add("R8.3", rating_of(state, line), "the commander")
    shift.add("R8.5", 1, "Frigates only", when=frigates)
    shift.add("R8.5", -min(2, battered), "battered Squadrons")
    return shift


# ------------------------------------------------------------------------------------------- breaking off


@base("R8.13", "Breaking off after rounds 1 and 2, both in secret")
async def breaking_off(table: Table, state: State, ruling: Ruling, fight: Battle) -> None:
    """Asks both sides if they leave; with the Gauge it succeeds, without it a die decides."""
    asked = [
        entry(table, "R8.13", side, "battle", facts(state, fight, side),
              f"After round {fight.round}: do you break off?", when(state), fight.clash.place, "break")
        for side in SIDES
    ]  # fmt: skip
    answers = dict(zip(SIDES, await table.decide_all(*asked), strict=True))
    for side in SIDES:
        take_line(state, fight.line(side), answers[side])
    leave = [side for side in SIDES if breaks(state, fight, side, str(answers[side].get("break", "usual")))]
    if len(leave) == len(SIDES):
        for side in SIDES:
            fight.line(side).broke = True
        table.note("R8.13", ALL, "Both sides break off.", "broke-off", seat="", at=fight.clash.place)
    elif leave:
        await try_to_break(table, state, ruling, fight, leave[0])


def breaks(state: State, fight: Battle, side: str, word: str) -> bool:
    """Tells if a side leaves: as it says; unsaid, if it suffers 5 more than it can see it does, or is crippled."""
    if word in ("yes", "no"):
        return word == "yes"
    line, foe = fight.line(side), fight.foe(side)
    return line.damage >= sum(foe.seen.values()) + USUAL_LEAD or any(crippled(state, n) for n in line.squadrons)


async def try_to_break(table: Table, state: State, ruling: Ruling, fight: Battle, side: str) -> None:
    """Takes one side out of the Battle if it can; if not, its next fire is weaker."""
    line = fight.line(side)
    if fight.gauge != side and line.squadrons:
        shift, faster = Shift(), pace(state, line) - pace(state, fight.foe(side))
        shift.add("R8.13", -2 * faster, "movement allowance")
        fell = await throw(table, "R8.13", "break-off", when(state), fight.clash.place, f"r{fight.round}", side, why="",
                           shift=shift, to="", lane=SEALED)  # fmt: skip
        if fell.total > state.board.numbers.break_off_needs:
            line.shaken = True
            text = f"The {state.label(side)} side tries to break off, and cannot."
            table.note("R8.13", ALL, text, "held", seat=side, at=fight.clash.place)
            return
    line.broke = True
    table.note("R8.13", ALL, f"The {state.label(side)} side breaks off.", "broke-off", seat=side,
               at=fight.clash.place)  # fmt: skip


def pace(state: State, line: Line) -> int:
    """The movement allowance of the slowest Formation of a side."""
    names = [name for name in line.formations if name in state.formations and state.leading(name) == name]
    return min((allowance(state, name) for name in names), default=0)


# ------------------------------------------------------------------------------------------- the end


@base("R8.14", "The loser: who broke off alone, else who lost more Sail, else who suffered more")
def loser(state: State, fight: Battle) -> str:
    """The side that lost a Battle; empty for neither."""
    left = [side for side in SIDES if fight.line(side).broke]
    if left:
        return left[0] if len(left) == 1 else ""
    weights = {side: (fight.line(side).sail_lost, suffering(state, fight.line(side))) for side in SIDES}
    return max(SIDES, key=lambda side: weights[side]) if len(set(weights.values())) > 1 else ""


def suffering(state: State, line: Line) -> Fraction:
    """The damage of a side in proportion to the ratings of its Squadrons; a Convoy weighs what scatters it."""
    convoys = sum(state.board.numbers.convoy_scatters for name in line.taken if name not in state.squadrons)
    whole = line.rating + convoys
    return Fraction(line.damage, whole) if whole else Fraction(0)


async def conclude(table: Table, state: State, ruling: Ruling, fight: Battle) -> Outcome:
    """Ends a Battle: the loser retreats, each side learns how it left the other."""
    lost = loser(state, fight)
    result = other(lost) if lost else DRAWN
    retreated = await retreat(table, state, ruling, fight, lost)
    for side in SIDES:
        tell_thirds(table, state, fight, side)
    words = f"The {state.label(result)} side wins" if lost else "Nobody wins"
    text = f"{words} the Battle {state.board.whereabouts(fight.clash.place)}."
    table.note("R8.14", ALL, text, "battle-over", at=fight.clash.place, result=result, rounds=str(fight.round),
               lost={side: str(fight.line(side).sail_lost) for side in SIDES})  # fmt: skip
    return Outcome(lost, fight.round, retreated)


@base("R8.16", "Damage of the enemy is told in thirds only")
def tell_thirds(table: Table, state: State, fight: Battle, side: str) -> None:
    """Tells a side the worst mark of each enemy Formation, and lets it remember."""
    for name in fight.foe(side).formations:
        if name not in state.formations or not state.formations[name].squadrons:
            continue
        marker = state.formations[name].marker
        third = max(state.third(each) for each in state.formations[name].squadrons)
        if marker in state.known[side].markers:
            state.known[side].markers[marker].third = third
        text = f"After the Battle {state.label(name)} looks {MARKS[third]}."
        table.note("R8.16", side, text, "thirds", marker=marker, third=str(third))


MARKS = ("sound", "worn", "battered", "crippled")
