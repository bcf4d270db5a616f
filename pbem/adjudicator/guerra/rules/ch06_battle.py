"""Chapter 6, battles in the field: declared, avoided or fought, decided, and left behind."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Shift, Table
from pbem.adjudicator.guerra.board.pieces import Result
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.aftermath import advance, cleared, harbours, left_alone, patriots_at
from pbem.adjudicator.guerra.rules.ch06_hosts import Host, in_the_field, muster_host, retreat
from pbem.adjudicator.guerra.rules.ch08_leaders import OPERATIONS, TACTICAL, casualties, rating
from pbem.adjudicator.guerra.rules.ch10_guerrillas import halved, halved_in_words
from pbem.adjudicator.guerra.rules.losing import SIDES, Loss, quarter, take_losses
from pbem.adjudicator.guerra.rules.siege_book import lift
from pbem.adjudicator.guerra.rules.unveiling import reveal
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import ARTILLERY, CAVALRY, INFANTRY, REBEL, ROYALIST, SEATS, other
from pbem.base.counting import counted
from pbem.base.records import dataclass

WON, LOST, DRAWN, AVOIDED = "won", "lost", "drawn", "avoided"
AVOID, STAND = "avoid", "stand"
ANY, STRONGEST, WEAKEST, REBELS = "any", "strongest", "weakest", "rebels"
SHUT = 1000  # the factors that a shut marker is taken for when the strongest or weakest force is named
# Effects of the tactical options (6.1).
CHARGE, SQUARE, BAYONET, BATTERY, COMBINED = (
    "cavalry-charge", "infantry-square", "bayonet", "grand-battery", "combined-arms",
)  # fmt: skip


@dataclass(slots=True)
class Battle:
    """One battle in the field."""

    area: str
    attacker: Host
    defender: Host
    interception: bool
    spent: int = 0  # operation points spent before this attack (3.4)

    def both(self) -> tuple[Host, Host]:
        """The attacker and the defender."""
        return (self.attacker, self.defender)

    def foe(self, host: Host) -> Host:
        """The other side."""
        return self.defender if host is self.attacker else self.attacker

    def by_seat(self) -> list[Host]:
        """Both sides, the Royalist's first."""
        return sorted(self.both(), key=lambda host: SEATS.index(host.seat))


# ------------------------------------------------------------------------------------------- the verb


def targets(state: State, side: str, area: str) -> list[str]:
    """The enemy forces that can be attacked in the field of an area: guerrillas and fortresses apart (6.2, 10.1)."""
    return [
        name for name in state.forces_at(area)
        if state.forces[name].side != side and not state.is_guerrilla(name) and in_the_field(state, name)
    ]  # fmt: skip


def find_target(state: State, act: Acting, step: Step) -> str:
    """The force that an order means by a name, a leader, a marker or a word; empty if it is not to be seen."""
    word = str(step.get("target", ANY))
    found = targets(state, act.side, state.forces[act.force].at)
    if word == REBELS:
        found = [name for name in found if state.forces[name].side == REBEL]
    elif word not in (ANY, STRONGEST, WEAKEST):
        return next((name for name in found if named(state, name, word)), "")
    if not found:
        return ""
    pick = max if word == STRONGEST else min
    return pick(found, key=lambda name: strength_seen(state, name))


def named(state: State, force: str, word: str) -> bool:
    """Tells if a force is the one meant: its own name, or a leader who is seen with it."""
    return force == word or (not state.hidden(force) and word in state.leaders_in(force))


def strength_seen(state: State, force: str) -> int:
    """The factors that an enemy sees; a marker that is shut counts as more than any open force."""
    return state.factors(state.units_in(force)) if not state.hidden(force) else SHUT


def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a force cannot attack now, as far as its owner may know."""
    if not act.force or act.force not in state.forces or state.forces[act.force].ships:
        return "no force on land is in hand"
    here = state.forces[act.force]
    at = str(step.get("at", here.at))
    if at != here.at:
        return f"the force is not in {state.label(at)}"
    if why := unfit(state, act.force):
        return why
    target = find_target(state, act, step)
    if not target:
        return f"no such enemy is to be seen in the field of {state.label(here.at)}"
    if here.inside and state.besieges(target) != here.inside:
        return "a garrison must sally first, and sorties go against besiegers"
    if not state.hidden(target) and (own := state.units_in(act.force)) and (foes := state.units_in(target)):
        attack, defence = plain_odds(state, here.at, act.force, own, target, foes)
        if state.board.combat.below(attack, defence):
            return "the odds are worse than 1 to 3"
    return ""


def unfit(state: State, force: str) -> str:
    """Returns why a force may attack nobody; empty if it may."""
    here = state.forces[force]
    if not state.units_in(force):
        return "a leader alone does not attack"
    if state.is_guerrilla(force):
        return "guerrillas do not attack"
    if here.side == REBEL:
        return "Rebels do not attack"
    if here.at not in state.board.areas or state.board.areas[here.at].neutral:
        return "no battle is fought on neutral ground"
    return ""


def plain_odds(
    state: State, area: str, attacker: str, own: Sequence[str], defender: str, foes: Sequence[str]
) -> tuple[int, int]:
    """The factors of both sides before any tactics, halved where guerrillas do it (10.1)."""
    sides = ((attacker, own), (defender, foes))
    sums = [(state.factors(list(units)), halved(state, state.forces[force].side, area)) for force, units in sides]
    first, second = ((total + 1) // 2 if half else total for total, half in sums)
    return first, second


def cost(state: State, act: Acting, step: Step) -> int:
    """The price of an attack (6.1)."""
    return state.board.numbers.battle_op


async def carry_out(table: Table, state: State, act: Acting, step: Step) -> None:
    """Attacks the force that the order means."""
    await attack(table, state, act.force, find_target(state, act, step))


VERBS = {"attack": Verb(refusal, carry_out, cost)}


# ------------------------------------------------------------------------------------------- a battle


@rule("6.1", "Ranged battle procedure", "6.0")
async def attack(table: Table, state: State, attacker: str, defender: str) -> str:
    """Plays a declared attack: both forces open, the attacked may avoid, and else they fight. Returns the outcome.

    The points are paid by now; those spent before the attack decide about friction (3.4).
    """
    reveal(table, state, attacker, defender)
    seat = state.forces[attacker].side
    battle = Battle(state.forces[attacker].at, muster_host(state, attacker, seat),
                    muster_host(state, defender, other(seat)), interception=False,
                    spent=state.acting.spent - state.board.numbers.battle_op)  # fmt: skip
    open_battle(table, state, battle)
    if not battle.defender.units:
        await leader_caught(table, state, battle)
        outcome = WON
    elif await avoids(table, state, battle):
        outcome = AVOIDED
        lift(table, state, defender, works=True)
    else:
        outcome = await fight(table, state, battle)
    record(state, outcome)
    close(table, state, battle, outcome)
    return outcome


@rule("3.5", "The battle of an interception")
async def interception_battle(table: Table, state: State, interceptor: str, mover: str) -> str:
    """Fights the battle of an interception; the interceptor attacks, nobody avoids, and nobody pays.

    Returns the outcome for the interceptor; both forces have been opened.
    """
    seat = state.forces[interceptor].side
    battle = Battle(state.forces[mover].at, muster_host(state, interceptor, seat),
                    muster_host(state, mover, other(seat)), interception=True)  # fmt: skip
    open_battle(table, state, battle)
    if battle.defender.units:
        outcome = await fight(table, state, battle)
    else:
        await leader_caught(table, state, battle)
        outcome = WON
    record(state, {WON: LOST, LOST: WON}.get(outcome, outcome))
    close(table, state, battle, outcome)
    return outcome


def open_battle(table: Table, state: State, battle: Battle) -> None:
    """Tells that a battle begins."""
    first, second = (SIDES[host.side] for host in battle.both())
    verb = "fall upon the marching" if battle.interception else "attack the"
    table.note("6.1", ALL, f"The {first} {verb} {second} in {state.label(battle.area)}.", "battle", area=battle.area,
               attacker=battle.attacker.force, defender=battle.defender.force, seat=battle.attacker.seat,
               factors=[str(state.factors(host.units)) for host in battle.both()],
               units=[list(host.units) for host in battle.both()],
               leaders=[state.leaders_in(host.force) for host in battle.both()])  # fmt: skip


def close(table: Table, state: State, battle: Battle, outcome: str) -> None:
    """Tells how a battle ended, and what each side lost."""
    who = {WON: "attacker", LOST: "defender"}.get(outcome, outcome)
    lost = {host.side: str(host.steps - left(state, host)) for host in battle.both()}
    winner = {WON: battle.attacker, LOST: battle.defender}.get(outcome)
    words = f"The {SIDES[winner.side]} have the field" if winner else "Nobody has the field"
    text = f"{words} in {state.label(battle.area)}."
    if outcome == AVOIDED:
        text = f"There is no battle in {state.label(battle.area)}."
    table.note("6.1", ALL, text, "battle-over", area=battle.area, result=who, lost=lost)


def record(state: State, outcome: str) -> None:
    """Writes down how the last battle of the activation ended for the force in hand."""
    act = state.acting
    act.fought = outcome != AVOIDED
    act.won, act.lost_battle, act.enemy_avoided = outcome == WON, outcome == LOST, outcome == AVOIDED


def left(state: State, host: Host) -> int:
    """The steps that a side still has of those it began the battle with."""
    return state.steps([unit for unit in host.units if state.force_of(unit)])


@rule("8.1", "A leader without units is attacked")
async def leader_caught(table: Table, state: State, battle: Battle) -> None:
    """Puts leaders who stand alone to the die at once (L2)."""
    await casualties(table, state, state.leaders_in(battle.defender.force), battle.area)


# ------------------------------------------------------------------------------------------- to fight or not


@rule("6.1", "Avoiding combat")
async def avoids(table: Table, state: State, battle: Battle) -> bool:
    """Asks the attacked if it tries to avoid battle, and throws the die: 1 to 3, and there is none."""
    defender, area = battle.defender, battle.area
    default = AVOID if outmatched(state, battle) else STAND
    where = state.label(area)
    said = await questions.choose(
        table, "6.1", defender.seat, f"{defender.topic}avoid", (area,), avoid_facts(state, battle),
        {AVOID: "try to avoid the battle", STAND: "stand and fight"}, default,
        f"You are attacked in {where}. Do you avoid the battle?")  # fmt: skip
    if said == STAND:
        table.note("6.1", ALL, f"The {SIDES[defender.side]} stand.", "stood", area=area, force=defender.force)
        return False
    why = f"The {SIDES[defender.side]} try to avoid battle"
    throw = await table.roll("6.1", "1d6", "avoid", area, defender.force, why=why, shift=avoid_shift(state, battle))
    avoided = throw.total <= state.board.numbers.avoid_needs
    words = "avoid the battle" if avoided else "cannot avoid the battle"
    event = "avoided" if avoided else "stood"
    table.note("6.1", ALL, f"The {SIDES[defender.side]} {words}.", event, area=area, force=defender.force)
    return avoided


def avoid_shift(state: State, battle: Battle) -> Shift:
    """The modifiers of the die of a force that tries to avoid battle (6.1)."""
    more = state.board.numbers.avoid_cavalry
    own, foe = (cavalry(state, host.units) for host in (battle.defender, battle.attacker))
    shift = Shift()
    shift.add("6.1", -more, "more cavalry units than the attacker", when=own > foe)
    shift.add("6.1", more, "the attacker has more cavalry units", when=foe > own)
    shift.add("6.1", rating(state, battle.attacker.force, OPERATIONS), "the attacker's leader")
    shift.add("6.1", -rating(state, battle.defender.force, OPERATIONS), "the leader of those who avoid")
    return shift


def cavalry(state: State, units: Sequence[str]) -> int:
    """The number of cavalry units."""
    return sum(state.board.units[unit].arm == CAVALRY for unit in units)


def outmatched(state: State, battle: Battle) -> bool:
    """Tells if the attacked avoids by default: against more factors; with siege works, against more than 3 to 2."""
    own, foe = state.factors(battle.defender.units), state.factors(battle.attacker.units)
    port = state.besieges(battle.defender.force)
    if port and state.sieges[port].works:
        return foe * 2 > own * 3
    return foe > own


def avoid_facts(state: State, battle: Battle) -> dict[str, Plain]:
    """The facts that the attacked sees as it decides; both forces are open by now."""
    own, foe = battle.defender, battle.attacker
    port = state.besieges(own.force)
    return {
        "area": battle.area, "force": own.force, "attacker": foe.force,
        "own": str(state.factors(own.units)), "enemy": str(state.factors(foe.units)),
        "own_cavalry": str(cavalry(state, own.units)), "enemy_cavalry": str(cavalry(state, foe.units)),
        "own_units": str(len(own.units)), "enemy_units": str(len(foe.units)), "besieging": port,
        "works": "yes" if port and state.sieges[port].works else "no",
    }  # fmt: skip


# ------------------------------------------------------------------------------------------- the fight


async def fight(table: Table, state: State, battle: Battle) -> str:
    """Fights a battle: initiative, tactics, odds, result, what follows. Returns the outcome for the attacker."""
    first = await initiative(table, state, battle)
    await tactics(table, state, battle, first, 2)
    await tactics(table, state, battle, battle.foe(first), 1)
    column, tail = odds(table, state, battle)
    result = await decide(table, state, battle, column, tail)
    had = patriots_at(state, battle.area)
    for host in battle.both():
        lift(table, state, host.force)
    outcome = await apply(table, state, battle, result)
    await left_alone(table, state, [host.force for host in battle.both()], battle.area)
    winner = {WON: battle.attacker, LOST: battle.defender}.get(outcome)
    if winner and winner.force in state.forces:
        await advance(table, state, winner.force)
    await harbours(table, state, battle.area, winner.force if winner else "")
    await cleared(table, state, battle.area, had and battle.attacker.side == ROYALIST)
    return outcome


@rule("6.1", "Initiative")
async def initiative(table: Table, state: State, battle: Battle) -> Host:
    """Throws for the initiative, the Royalist first; equal totals are thrown again. Returns the side that has it."""
    while True:
        totals: list[int] = []
        for host in battle.by_seat():
            shift = Shift()
            shift.add("6.1", rating(state, host.force, TACTICAL), "tactical rating")
            throw = await table.roll("6.1", "1d6", "initiative", battle.area, host.seat,
                                     why=f"Initiative of the {SIDES[host.side]}", shift=shift)  # fmt: skip
            totals.append(throw.total)
        if totals[0] != totals[1]:
            return battle.by_seat()[0 if totals[0] > totals[1] else 1]


@rule("6.1", "Tactical options")
async def tactics(table: Table, state: State, battle: Battle, host: Host, dice: int) -> None:
    """Throws one side's tactical dice; each is read by itself, and the same effect counts once."""
    throw = await table.roll("6.1", f"{dice}d6", "tactics", battle.area, host.seat,
                             why=f"Tactics of the {SIDES[host.side]}")  # fmt: skip
    rows = [state.board.tactics[value] for value in throw.values]
    host.effects = list(dict.fromkeys(row.effect for row in rows if serves(state, host, row.effect)))
    words = "; ".join(dict.fromkeys(row.text for row in rows))
    table.note("6.1", ALL, f"The {SIDES[host.side]}: {words}.", "tactics", area=battle.area, side=host.side,
               effects=list(host.effects))  # fmt: skip


def serves(state: State, host: Host, effect: str) -> bool:
    """Tells if a side has the units that a tactical effect needs."""
    pieces = [state.board.units[unit] for unit in host.units]
    if effect == SQUARE:
        return any(piece.arm == INFANTRY and piece.regular for piece in pieces)
    if effect == COMBINED:
        return {piece.arm for piece in pieces} == {INFANTRY, CAVALRY, ARTILLERY}
    return effect in (CHARGE, BAYONET, BATTERY)


@rule("6.1", "Combat factors with their tactical effects", "10.1", "13.0")
def strength(state: State, battle: Battle, host: Host) -> int:
    """The factors of one side: each arm with its tactical effects, then the sum halved where guerrillas do it."""
    foot, horse, guns = (arm_factors(state, host.units, arm) for arm in (INFANTRY, CAVALRY, ARTILLERY))
    if CHARGE in host.effects:
        horse *= 2
    if SQUARE in battle.foe(host).effects:
        horse = (horse + 1) // 2
    if BAYONET in host.effects:
        foot = foot * 3 // 2
    if BATTERY in host.effects:
        guns *= 2
    total = foot + horse + guns
    return (total + 1) // 2 if halved(state, host.side, battle.area) else total


def arm_factors(state: State, units: Sequence[str], arm: str) -> int:
    """The sum of factors of the units of one arm."""
    return state.factors([unit for unit in units if state.board.units[unit].arm == arm])


@rule("6.1", "Odds", "5.1", "6.7")
def odds(table: Table, state: State, battle: Battle) -> tuple[int, int]:
    """The column of the combat results, and how much lower the die counts at odds worse than the first (A9)."""
    chart, numbers = state.board.combat, state.board.numbers
    attack, defence = (strength(state, battle, host) for host in battle.both())
    tail = chart.below(attack, defence)
    shift = numbers.combined_columns * (COMBINED in battle.attacker.effects)
    shift -= numbers.combined_columns * (COMBINED in battle.defender.effects)
    inside = state.forces[battle.defender.force].inside
    shift -= numbers.city_columns if inside else 0
    column = chart.shifted(chart.column(attack, defence), shift)
    why = halved_in_words(state, [host.side for host in battle.both()], battle.area)
    why += ["the city helps its defenders (6.7)"] if inside else []
    text = f"{counted(attack, 'factor')} against {defence}: the column {'; '.join([chart.heading(column), *why])}."
    table.note("6.1", ALL, text, "odds", area=battle.area, factors=[str(attack), str(defence)],
               column=chart.heading(column), shift=str(shift), below=str(tail))  # fmt: skip
    return column, tail


@rule("6.1", "Combat results", "3.4")
async def decide(table: Table, state: State, battle: Battle, column: int, tail: int) -> Result:
    """Throws the die of a battle; an attack after seven points spent has -1 (3.4)."""
    numbers = state.board.numbers
    shift = Shift()
    shift.add("3.4", numbers.friction, "friction", when=friction(state, battle.spent))
    shift.add("6.1", -tail, "odds worse than 1 to 3")
    throw = await table.roll("6.1", "1d6", "battle", battle.area, why="The battle", shift=shift)
    result = state.board.combat.read(column, throw.total)
    table.note("6.1", ALL, f"{result.text[0].upper()}{result.text[1:]}.", "result", area=battle.area, result=result.id)
    return result


@rule("3.4", "Activation friction")
def friction(state: State, spent: int) -> bool:
    """Tells if an attack suffers friction: its force had spent 7 points or more before it (A10)."""
    return spent >= state.board.numbers.friction_from


# ------------------------------------------------------------------------------------------- results


async def apply(table: Table, state: State, battle: Battle, result: Result) -> str:
    """Applies a result: losses of both, then the retreat. Returns the outcome for the attacker."""
    shares = (result.attacker, result.defender)
    losses = [losing(state, battle, host, share, result) for host, share in zip(battle.both(), shares, strict=True)]
    await take_losses(table, state, *(loss for loss in losses if loss))
    for host in battle.both():
        if not left(state, host):
            text = f"The {SIDES[host.side]} are destroyed in {state.label(battle.area)}."
            table.note("6.1", ALL, text, "eliminated", area=battle.area, side=host.side, force=host.force)
    beaten = {"attacker": battle.attacker, "defender": battle.defender}.get(result.retreats)
    if beaten and left(state, beaten):
        await fall_back(table, state, battle, beaten)
    alive = [bool(left(state, host)) for host in battle.both()]
    if beaten is battle.attacker or (alive[1] and not alive[0]):
        return LOST
    return WON if beaten is battle.defender or (alive[0] and not alive[1]) else DRAWN


def losing(state: State, battle: Battle, host: Host, share: int, result: Result) -> Loss | None:
    """The steps that a side loses: all, a half or a quarter of those it had; None for none."""
    role = "attacker" if host is battle.attacker else "defender"
    if result.eliminated == role:
        steps = host.steps
    elif share:
        steps = max(1, host.steps // share)
    else:
        return None
    return Loss(forces=(host.force,), steps=steps, cause="battle", rule="6.1", seat=host.seat, place=battle.area)


@rule("6.1", "Retreat after battle")
async def fall_back(table: Table, state: State, battle: Battle, host: Host) -> None:
    """Retreats a beaten force; one that has nowhere to go loses a quarter more of its steps and stays (A8)."""
    back = state.forces[host.force].came_from if host is battle.attacker and not battle.interception else ""
    if await retreat(table, state, host, battle.area, back):
        return
    loss = Loss(forces=(host.force,), steps=quarter(host.steps), cause="battle", rule="6.1", seat=host.seat,
                place=battle.area)  # fmt: skip
    text = f"The {SIDES[host.side]} cannot fall back from {state.label(battle.area)}."
    table.note("6.1", ALL, text, "cornered", area=battle.area, force=host.force, side=host.side)
    await take_losses(table, state, loss)
