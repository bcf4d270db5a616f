"""Fire in a Battle: who fires at whom, what it does, who joins, and fire at a Convoy (R8.6 to R8.8, R8.12)."""

from __future__ import annotations

from pbem.adjudicator.engine.table import ALL, SEALED, Shift, Table
from pbem.adjudicator.yellowjack.base.battle_lines import (
    CRIPPLED_MARK,
    Battle,
    Line,
    class_change,
    command_loss,
    convoys_in,
    facts,
    rating_of,
    squadrons_in,
    strength,
    take_in,
)
from pbem.adjudicator.yellowjack.base.conventions import throw, when
from pbem.adjudicator.yellowjack.base.convoys import convoy_hit
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.marks import base
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, FLAGSHIP, SIDES, other
from pbem.base.records import dataclass

#: The damage points from which fire looks heavy, or telling, to the side that fired.
HEAVY, TELLING = 4, 2
WEAKEST, LAST, AT_FLAGSHIP = "weakest", "last", "flagship"
#: Damage in one round that endangers a Leader (R8.11).
DANGER = 3
CONVOY_INTENSITY, CONVOY_BONUS, CONVOY_CLASS_LIMIT = 2, 2, -1


@dataclass(frozen=True, slots=True)
class Shot:
    """The damage of one Squadron's fire to an enemy Squadron or Convoy."""

    by: str
    at: str
    points: int


def read_fire(state: State, total: int, intensity: int) -> int:
    """The damage points of a modified die at an Intensity."""
    return state.board.fire_at(total)[intensity - 1]


@base("R8.6", "Line and fire: each Squadron fires at its opposite; both sides' fire is worked out before any counts",
      "2.574")
async def exchange(table: Table, state: State, ruling: Ruling, battle: Battle) -> None:
    """Fires one round of both sides, then marks all the damage."""
    shots: dict[str, list[Shot]] = {}
    for side in SIDES:
        shots[side] = await volley(table, state, battle, side)
    battle.wounded = []
    for side in SIDES:
        await strike_home(table, state, ruling, battle, other(side), shots[side])
    for side in SIDES:
        battle.line(side).shaken = False


async def volley(table: Table, state: State, battle: Battle, side: str) -> list[Shot]:
    """Throws for each Squadron of a side."""
    shots = []
    for squadron, aim in aims(state, battle, side).items():
        at_convoy = aim in state.formations
        shift, change = (convoy_shift if at_convoy else fire_shift)(state, battle, side, squadron)
        intensity = max(CONVOY_INTENSITY, battle.intensity) if at_convoy else battle.intensity
        kind = "convoy-fire" if at_convoy else "fire"
        fell = await throw(table, "R8.12" if at_convoy else "R8.6", kind, when(state), battle.clash.place,
                           f"r{battle.round}", squadron, why="", shift=shift, to="", lane=SEALED)  # fmt: skip
        shots.append(Shot(squadron, aim, max(0, read_fire(state, fell.total, intensity) + change)))
    return shots


def fire_shift(state: State, battle: Battle, side: str, squadron: str) -> tuple[Shift, int]:
    """The modifiers of a fire die, and the change of the damage it does."""
    line, shift = battle.line(side), Shift()
    shift.add("R8.3", -rating_of(state, line), "the commander")
    shift.add("R8.5", -1, "the Weather Gauge", when=battle.gauge == side)
    change = strength(state, line, squadron) - command_loss(state, line, squadron) - int(line.shaken)
    return shift, change - int(at_anchor(state, squadron))


@base("R7.5", "Squadrons surprised at anchor in a Minor Port fire less")
def at_anchor(state: State, squadron: str) -> bool:
    """Tells if a Squadron fights while it is Fitting Out."""
    return state.state_of(squadron) == FITTING_OUT


def convoy_shift(state: State, battle: Battle, side: str, squadron: str) -> tuple[Shift, int]:
    """The modifiers of a die against a Convoy: its class never costs more than 1 (R8.12)."""
    line, shift = battle.line(side), Shift()
    shift.add("R8.3", -rating_of(state, line), "the commander")
    shift.add("R8.12", -CONVOY_BONUS, "merchantmen")
    own = class_change(state, line, squadron)
    change = strength(state, line, squadron) - own + max(CONVOY_CLASS_LIMIT, own)
    return shift, change - command_loss(state, line, squadron) - int(line.shaken) - int(at_anchor(state, squadron))


# ------------------------------------------------------------------------------------------- targets


@base("R8.6", "Squadrons without an opponent fire at one that the Gauge lets them choose, else at the last")
def aims(state: State, battle: Battle, side: str) -> dict[str, str]:
    """The Squadron or Convoy that each Squadron of a side fires at."""
    line, foe = battle.line(side), battle.foe(side)
    found = dict(zip(line.squadrons, foe.squadrons, strict=False))
    surplus = line.squadrons[len(foe.squadrons):]
    convoy = next(iter(convoys_in(state, foe)), "")
    if convoy:
        free = convoy_gunners(state, battle, side)
        found |= dict.fromkeys(surplus[:free], convoy)
        surplus = surplus[free:]
    if foe.squadrons:
        chosen = chosen_target(state, battle, side) if battle.gauge == side else foe.squadrons[-1]
        found |= dict.fromkeys(surplus, chosen)
    return found


@base("R8.12", "While the Escort fights, at most half the attackers fire at the Convoy")
def convoy_gunners(state: State, battle: Battle, side: str) -> int:
    """The number of Squadrons that may fire at the enemy's Convoy."""
    line, foe = battle.line(side), battle.foe(side)
    stands = any(state.third(name) < CRIPPLED_MARK for name in foe.squadrons)
    return (len(line.squadrons) + 1) // 2 if stands else len(line.squadrons)


def chosen_target(state: State, battle: Battle, side: str) -> str:
    """The enemy Squadron that surplus Squadrons of the side with the Gauge fire at."""
    line, foe = battle.line(side), battle.foe(side)
    if line.surplus == AT_FLAGSHIP:
        found = next((name for name in foe.squadrons if state.squadrons[name].sail.get(FLAGSHIP, 0)), "")
        if found:
            return found
    if line.surplus == LAST:
        return foe.squadrons[-1]
    place = {name: number for number, name in enumerate(foe.squadrons)}
    return min(foe.squadrons, key=lambda name: (state.size(name), -place[name]))


# ------------------------------------------------------------------------------------------- damage


async def strike_home(
    table: Table, state: State, ruling: Ruling, battle: Battle, side: str, shots: list[Shot]
) -> None:  # fmt: skip
    """Marks the damage of one side's fire on the other, and tells each what it may know."""
    line = battle.line(side)
    for squadron in line.squadrons:
        points = sum(shot.points for shot in shots if shot.at == squadron)
        if not points:
            continue
        state.squadrons[squadron].dp += points
        line.taken[squadron] = line.taken.get(squadron, 0) + points
        if points >= DANGER:
            battle.wounded.append(squadron)
    for convoy in convoys_in(state, line):
        points = sum(shot.points for shot in shots if shot.at == convoy)
        if points:
            line.taken[convoy] = line.taken.get(convoy, 0) + points
            await convoy_hit(table, state, ruling, convoy, points, by=other(side))
    tell_hits(table, state, battle, side, shots)


def weight(points: int) -> str:
    """The effect of a shot as the side that fired sees it."""
    return "heavy" if points >= HEAVY else "telling" if points >= TELLING else "light" if points else "without effect"


def tell_hits(table: Table, state: State, battle: Battle, side: str, shots: list[Shot]) -> None:
    """Tells the side that was hit its damage points, and the side that fired how it looked."""
    line, place = battle.line(side), state.board.whereabouts(battle.clash.place)
    for target in dict.fromkeys(shot.at for shot in shots):
        points = sum(shot.points for shot in shots if shot.at == target)
        if not points:
            continue
        name = state.label(target)
        many = "1 damage point" if points == 1 else f"{points} damage points"
        table.note("R8.6", side, f"{name} takes {many} {place}.", "hit", squadron=target, dp=str(points),
                   round=str(battle.round), place=battle.clash.place)  # fmt: skip
    for shot in shots:
        seen = weight(shot.points)
        line.seen[shot.at] = line.seen.get(shot.at, 0) + {"heavy": HEAVY, "telling": TELLING, "light": 1}.get(seen, 0)
        text = f"The fire of {state.label(shot.by)} on {state.label(shot.at)} is {seen}."
        table.note("R8.6", other(side), text, "hit", squadron=shot.by, target=shot.at, seen=seen,
                   round=str(battle.round), place=battle.clash.place)  # fmt: skip


# ------------------------------------------------------------------------------------------- joining


@base("R8.8", "Reinforcement: Formations of the place may join rounds 2 and 3")
async def reinforce(table: Table, state: State, battle: Battle) -> None:
    """Lets Formations that stand by try to join; all answers are in before any die falls."""
    waiting = [(side, name) for side in SIDES for name in battle.waiting[side] if squadrons_of_one(state, name)]
    asked = [
        entry(table, "R8.8", side, "battle", facts(state, battle, side, name) | {"who": name, "joining": "yes"},
              f"Does {state.label(name)} join the Battle at {state.label(battle.clash.place)}?", when(state),
              battle.clash.place, "join", name)
        for side, name in waiting
    ]  # fmt: skip
    answers = await table.decide_all(*asked)
    for (side, name), answer in zip(waiting, answers, strict=True):
        if wishes_to_join(battle, side, str(answer.get("join", "usual"))):
            await try_to_join(table, state, battle, side, name)


def squadrons_of_one(state: State, name: str) -> bool:
    """Tells if a Formation still has Squadrons that can fight."""
    return name in state.formations and bool(state.formations[name].squadrons) and not state.is_convoy(name)


def wishes_to_join(battle: Battle, side: str, word: str) -> bool:
    """Tells if a Formation joins: as ordered; without an order, if its side is not outnumbered."""
    if word in ("yes", "no"):
        return word == "yes"
    return len(battle.line(side).squadrons) >= len(battle.foe(side).squadrons)


async def try_to_join(table: Table, state: State, battle: Battle, side: str, name: str) -> None:
    """Throws for one Formation that would join."""
    line, shift, numbers = battle.line(side), Shift(), state.board.numbers
    anchored = state.condition(name) == FITTING_OUT
    commander = next((each for each in line.formations if each in state.formations), "")
    same = bool(commander) and state.formations[commander].command == state.formations[name].command
    shift.add("R8.8", -1, "of the same Command", when=same)
    fell = await throw(table, "R8.8", "join", when(state), battle.clash.place, f"r{battle.round}", name, why="",
                       shift=shift, to="", lane=SEALED)  # fmt: skip
    if fell.total > (numbers.join_fitting_out_needs if anchored else numbers.join_needs):
        table.note("R8.8", side, f"{state.label(name)} does not reach the Battle.", "not-joined", formation=name)
        return
    battle.waiting[side].remove(name)
    line.formations.append(name)
    for squadron in state.formations[name].squadrons:
        take_in(state, line, squadron)
    table.note("R8.8", ALL, f"{state.label(name)} joins the Battle.", "joined", seat=side,
               marker=state.formations[name].marker, round=str(battle.round))  # fmt: skip


def put_in_order(state: State, line: Line, wanted: list[str]) -> None:
    """Orders a line as its commander wishes: those named first, the others as they stood."""
    present = [name for name in line.squadrons if name in set(squadrons_in(state, line))]
    first = [name for name in dict.fromkeys(wanted) if name in present]
    line.squadrons = [*first, *(name for name in present if name not in first)]
