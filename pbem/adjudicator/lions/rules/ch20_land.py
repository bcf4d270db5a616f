"""Chapter 20: land combat: tactics, bombardment, coastal defence, combat on shore."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Pick, Shift, Table
from pbem.adjudicator.lions.board.terms import PIRATES, POTENTATE, MarkerKind, Moment, Season
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.rules.ch06_control import control, is_foreign_home, kind_of_place, present
from pbem.adjudicator.lions.rules.ch09_pool import lose_leader, play
from pbem.adjudicator.lions.rules.ch15_fog import meet
from pbem.adjudicator.lions.rules.ch17_fire import matching
from pbem.adjudicator.lions.rules.ch17_naval import is_disputed
from pbem.adjudicator.lions.rules.ch18_results import damage, lucky_shot
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat
from pbem.adjudicator.lions.rules.questions import STRONGEST, WEAKEST
from pbem.adjudicator.lions.state.forces import Force, guns, leaders_of, verb
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.base.counting import counted
from pbem.base.records import dataclass, field


class Onward(StrEnum):
    """Answers to the question if a battle ashore goes on."""

    FIGHT = "fight"
    HALT = "halt"


FIGHT, HALT = Onward.FIGHT, Onward.HALT

HONORS, MARINES, TERCIOS = "honors-of-war", "marines", "tercios"


@dataclass(slots=True)
class Corps:
    """One side ashore."""

    power: str
    commander: str  # who decides: pirates have a player for that
    defends: bool
    admiral: str = ""
    played: list[str] = field(default_factory=list)
    barred: bool = False  # by Command Dispute
    shot: bool = False  # has fired on shore before
    lost: dict[str, int] = field(default_factory=dict)  # points of each kind, in this battle


@dataclass(slots=True)
class Assault:
    """One land combat: the force that attacks, with all its player has ashore there, and whom it attacks."""

    force: Force
    attacker: Corps
    defender: Corps
    bombarding: list[str] = field(default_factory=list)
    round: int = 0

    @property
    def square(self) -> str:
        return self.force.square


@rule("20.1", "Land combat", "19.7", "20.2", "22.3")
async def assault(table: Table, state: State, force: Force, enemy: str, commander: str = "") -> str:
    """Regiments ashore and ships that bombard against one power's land units; who cleared the square of enemies."""
    fight = Assault(force, Corps(force.owner, force.commander, False), Corps(enemy, commander or enemy, True))
    where = f"{force.square}{kind_of_place(state, force.square)}"
    attacks = f"{state.subject(force.owner)} {verb(force.owner, 'attacks', 'attack')}"
    table.note("20.1", ALL, f"{attacks} {state.name(enemy)} ashore at {where}.", "assault", square=force.square,
               attacker=force.owner, defender=enemy)  # fmt: skip
    meet(table, state, force.square, force.owner)
    for corps in (fight.attacker, fight.defender):
        corps.admiral = next(iter(commanders(state, fight, corps)), "")
    for corps in (fight.attacker, fight.defender):
        if corps.admiral:
            corps.barred = await is_disputed(table, state, other(fight, corps).power, corps.admiral)
    if await honours_of_war(table, state, fight):
        reckon(table, state, fight)
        return ""
    first = await tactics(table, state, fight)
    while first and fighting(state, fight) and fight.round < state.board.numbers.rounds_most:
        fight.round += 1
        if fight.round > 1 and await called_off(table, state, fight, first):
            break
        await announce(table, state, fight)
        if not (fight.bombarding or state.ashore(fight.square, force.owner, REGIMENT)):
            break
        await shore_round(table, state, fight, first)
    return finish(table, state, fight)


def commanders(state: State, fight: Assault, corps: Corps) -> list[str]:
    """A side's leaders in the battle, the best first: ashore in the square, or aboard the force (22.5)."""
    ashore = [name for name in state.leaders_of(corps.power) if state.leaders[name].at == fight.square]
    aboard = leaders_of(state, fight.force)
    found = [name for name in ashore if not state.leaders[name].aboard or name in aboard]
    return sorted(found, key=lambda name: -state.leader(name).value)


@rule("20.2", "Tactical phase")
async def tactics(table: Table, state: State, fight: Assault) -> Corps | None:
    """20.2(1): a die and the admiral's value each; the higher fires first in every phase; a tie and nobody engages."""
    totals = []
    for corps in (fight.attacker, fight.defender):
        shift = Shift()
        if corps.admiral:
            shift.add("20.2", state.leader(corps.admiral).value, state.label(corps.admiral))
        why = f"{state.subject(corps.power)}, tactics"
        parts = (fight.square.lower(), corps.power)
        totals.append((await table.roll("20.2", state.board.dice(), "tactics", *parts, why=why, shift=shift)).total)
    if totals[0] == totals[1]:
        table.note("20.2", ALL, "The forces fail to engage.", "missed", square=fight.square)
        return None
    return fight.attacker if totals[0] > totals[1] else fight.defender


@rule("20.3", "Rounds", "20.2")
async def shore_round(table: Table, state: State, fight: Assault, first: Corps) -> None:
    """Bombardment and coastal defence, then combat on shore, in the order that tactics gave; losses at once.

    Forts that fire before the ships fire at those alone whose bombardment has been announced.
    """
    for corps in order(fight, first):
        await (coastal_defence if corps.defends else bombardment)(table, state, fight)
    for corps in order(fight, first):
        await on_shore(table, state, fight, corps)


def order(fight: Assault, first: Corps) -> Iterator[Corps]:
    """The side that goes first, then the other."""
    yield first
    yield fight.defender if first is fight.attacker else fight.attacker


def fighting(state: State, fight: Assault) -> bool:
    """Tells if both sides have something left to fight with."""
    attacks = state.ashore(fight.square, fight.attacker.power, REGIMENT) or able_to_bombard(state, fight)
    return bool(attacks) and state.land_at(fight.square, fight.defender.power) > 0


def halt_question(table: Table, power: str, square: str, number: int, own: int, enemy: int) -> Choose[Onward]:
    """Asks the winner of the tactical roll if the battle ends (20.3)."""
    facts = {"square": square, "round": number, "own": own, "enemy": enemy}
    return Choose(rule="20.3", side=power, key=table.key("halt", (square.lower(),)), topic="halt",
                  prompt=f"Round {number} ashore at {square}: {own} points against {enemy}. Go on?", facts=facts,
                  options={FIGHT: "fight on", HALT: "call a halt"}, default=FIGHT)


async def called_off(table: Table, state: State, fight: Assault, first: Corps) -> bool:
    """The side with the better tactics may end the battle at the start of a round; there is no break off.

    A potentate's garrison never does (29).
    """
    if first.commander == POTENTATE:
        return False
    own, enemy = state.land_at(fight.square, first.power), state.land_at(fight.square, other(fight, first).power)
    question = halt_question(table, first.commander, fight.square, fight.round, own, enemy)
    stopped = await table.decide(question) == HALT
    if stopped:
        text = f"{state.subject(first.power)} calls a halt."
        table.note("20.3", ALL, text, "halted", square=fight.square, power=first.power)
    return stopped


def other(fight: Assault, corps: Corps) -> Corps:
    """The other side."""
    return fight.defender if corps is fight.attacker else fight.attacker


# -------------------------------------------------------------------------------------------- guns and forts


def able_to_bombard(state: State, fight: Assault) -> list[str]:
    """The force's ships with guns, where no enemy ships lie in the square (20.2(2a))."""
    pirates = fight.force.owner != PIRATES and state.ships_at(fight.square, PIRATES)
    if foes_afloat(state, fight.force, fight.square) or pirates:
        return []
    return [name for name in fight.force.ships if guns(state, name)]


def bombard_question(table: Table, state: State, power: str, square: str, ships: Sequence[str]) -> Pick:
    """Which ships bombard this round (20.2); by default those that are not damaged."""
    sound = tuple(name for name in ships if not state.ships[name].damage)
    return Pick(rule="20.2", side=power, key=table.key("bombard", (square.lower(),)), topic="bombard",
                prompt=f"Which ships bombard {square}?", facts={"square": square},
                options={name: state.label(name) for name in ships}, least=0, most=len(ships), default=sound)


async def announce(table: Table, state: State, fight: Assault) -> None:
    """Which ships bombard this round."""
    able = able_to_bombard(state, fight)
    fight.bombarding = []
    if able:
        question = bombard_question(table, state, fight.force.commander, fight.square, able)
        fight.bombarding = await table.decide(question)


@rule("20.2", "Bombardment", "22.4")
async def bombardment(table: Table, state: State, fight: Assault) -> None:
    """20.2(2a): a die for each gun; sixes eliminate fort points, and regiments when no fort is left."""
    check = state.board.checks["bombardment"]
    for ship in fight.bombarding:
        if ship in fight.force.ships and guns(state, ship) and state.land_at(fight.square, fight.defender.power):
            why = f"{state.label(ship)} bombards"
            throw = await table.roll("20.2", state.board.dice(guns(state, ship)), "bombard", ship, why=why)
            lose_points(table, state, fight, fight.defender, sum(check.holds(die) for die in throw.values))


def coast_question(table: Table, state: State, power: str, square: str, ships: Sequence[str], forts: int) -> Pick:
    """Asks which of the bombarding ships the forts fire at (20.2); their points are shared out among those picked."""
    strongest, weakest = (matching(state, ships, word)[0] for word in (STRONGEST, WEAKEST))
    return Pick(rule="20.2", side=power, key=table.key("coast", (square.lower(),)), topic="coast",
                prompt=f"At which ships do your {forts} fort points at {square} fire?",
                facts={"square": square, STRONGEST: strongest, WEAKEST: weakest},
                options={name: state.label(name) for name in ships}, least=0, most=min(forts, len(ships)),
                default=(strongest,), ordered=True)


@rule("20.2", "Coastal defence")
async def coastal_defence(table: Table, state: State, fight: Assault) -> None:
    """20.2(2b): fort points fire at ships that bombard this round; sixes damage. They fire ashore too (20.2(3)).

    Points are shared out evenly among the ships named, the first of them having what is left over.
    """
    corps = fight.defender
    forts = state.ashore(fight.square, corps.power, FORT)
    ships = [name for name in fight.bombarding if name in fight.force.ships]
    if not forts or not ships:
        return
    targets = matching(state, ships, STRONGEST)[:1]
    if corps.commander != POTENTATE:
        targets = await table.decide(coast_question(table, state, corps.commander, fight.square, ships, forts))
    for number, target in enumerate(targets):
        share = forts // len(targets) + (number < forts % len(targets))
        await fire_from_shore(table, state, fight, target, share)


async def fire_from_shore(table: Table, state: State, fight: Assault, target: str, forts: int) -> None:
    """So many fort points at one ship."""
    power, check = fight.defender.power, state.board.checks["coast-defence"]
    why = f"Forts at {fight.square} fire at {state.label(target)}"
    throw = await table.roll("20.2", state.board.dice(forts), "coast", fight.square.lower(), power, why=why)
    hits = sum(check.holds(die) for die in throw.values)
    if hits and await lucky_shot(table, state, power, target) == fight.attacker.admiral:
        fight.attacker.admiral = ""
    await damage(table, state, fight.force, target, hits)


# -------------------------------------------------------------------------------------------- on shore


@rule("20.2", "On shore combat", "19.1", "20.1", "22.4")
async def on_shore(table: Table, state: State, fight: Assault, corps: Corps) -> None:
    """20.2(3): a die for each point, and for a leader with each regiment point (22.4); forts only defend.

    Regiments of a side with Marines, and Spanish regiments that defend, hit better than forts.
    """
    foe = other(fight, corps)
    regiments = state.ashore(fight.square, corps.power, REGIMENT)
    forts = state.ashore(fight.square, corps.power, FORT) if corps.defends else 0
    if not state.land_at(fight.square, foe.power) or not regiments + forts:
        return
    if regiments:
        await play_marines(table, state, corps)
    leaders = [name for name in commanders(state, fight, corps) if not state.leaders[name].aboard][:regiments]
    dice = regiments + sum(state.leader(name).value for name in leaders)
    hits = await shoot(table, state, fight, corps, dice, regiment_check(state, corps))
    hits += await shoot(table, state, fight, corps, forts, "shore")
    lose_points(table, state, fight, foe, hits)


async def shoot(table: Table, state: State, fight: Assault, corps: Corps, dice: int, check: str) -> int:
    """So many dice against a number; how many hit."""
    if not dice:
        return 0
    why = f"{state.subject(corps.power)} fires on shore"
    throw = await table.roll("20.2", state.board.dice(dice), "shore", fight.square.lower(), corps.power, why=why)
    return sum(state.board.checks[check].holds(die) for die in throw.values)


@rule("3.3", "Tercios")
def regiment_check(state: State, corps: Corps) -> str:
    """Returns the die check by which regiments hit."""
    ability = state.board.abilities[TERCIOS]
    if any(state.type_of(name).id == MARINES for name in corps.played):
        return "shore-marines"
    if corps.defends and ability.when is Season.SHORE_DEFENCE and ability.power == corps.power:
        return "shore-tercios"
    return "shore"


@rule("9.13", "Marines", "17.9")
async def play_marines(table: Table, state: State, corps: Corps) -> None:
    """Plays Marines at a side's first firing on shore, if its admiral has value for a battle marker."""
    if corps.shot or corps.power == PIRATES:
        return
    corps.shot = True
    held = [
        name for name in state.hand[corps.power]
        if state.type_of(name).kind is MarkerKind.BATTLE and Moment.FIRST_SHORE_FIRE in state.type_of(name).when
    ]  # fmt: skip
    if not held or corps.barred or not corps.admiral or not state.leader(corps.admiral).value:
        return
    question = questions.play_marker(table, state, corps.power, "9.13", MARINES, "first_shore_fire")
    if await table.decide(question) == questions.YES:
        state.hand[corps.power].remove(held[0])
        corps.played.append(held[0])
        text = f"{state.subject(corps.power)} plays {state.label(held[0])}."
        table.note("9.7", ALL, text, "played", power=corps.power, marker=held[0])


def lose_points(table: Table, state: State, fight: Assault, corps: Corps, hits: int) -> None:
    """So many points eliminated, forts before regiments; back to what may be outfitted."""
    lost = {}
    for kind in (FORT, REGIMENT):
        some = min(hits, state.ashore(fight.square, corps.power, kind))
        if some:
            state.put_ashore(fight.square, corps.power, kind, -some)
            lost[kind] = some
            hits -= some
    if lost:
        told = points_in_words(lost)
        for kind, number in lost.items():
            corps.lost[kind] = corps.lost.get(kind, 0) + number
        text = f"{state.subject(corps.power)} {verb(corps.power, 'loses', 'lose')} {told} at {fight.square}."
        table.note("20.2", ALL, text, "land_lost", power=corps.power, lost=lost)


# -------------------------------------------------------------------------------------------- before and after


@rule("9.13", "Honors of War")
async def honours_of_war(table: Table, state: State, fight: Assault) -> bool:
    """Lets either side end it before a shot by Honours of War.

    The attacker's regiments must be at least twice the defender's points ashore.
    """
    regiments = state.ashore(fight.square, fight.attacker.power, REGIMENT)
    defenders = state.land_at(fight.square, fight.defender.power)
    if not defenders or regiments < state.board.numbers.honours_odds * defenders:
        return False
    sides = [c for c in (fight.attacker, fight.defender) if c.power != PIRATES and state.held(c.power, HONORS)]
    asked = [
        questions.play_marker(table, state, corps.power, "9.13", HONORS, "shore_battle", own=regiments, enemy=defenders)
        for corps in sides
    ]
    answers = await table.decide_all(*asked)
    for corps, answer in zip(sides, answers, strict=True):
        if answer == questions.YES:
            play(table, state, corps.power, state.held(corps.power, HONORS)[0], f" at {fight.square}")
            lose_points(table, state, fight, fight.defender, defenders)
            stranded(table, state, fight.square, fight.defender.power)
            return True
    return False


@rule("20.3", "After land combat", "9.8", "9.10", "17.12")
def finish(table: Table, state: State, fight: Assault) -> str:
    """The side that eliminated all enemy land units keeps its markers; without one, nobody does. No pounds are won."""
    standing = [c for c in (fight.attacker, fight.defender) if state.land_at(fight.square, c.power)]
    cleared = not state.land_at(fight.square, fight.defender.power)
    winner = fight.attacker.power if cleared else ""
    if not cleared and standing == [fight.defender] and not fight.bombarding:
        winner = fight.defender.power
    for corps in (fight.attacker, fight.defender):
        if corps.played and corps.power == winner:
            state.hand[winner] = state.in_marker_order([*state.hand[winner], *corps.played])
        else:
            state.pool = state.in_marker_order([*state.pool, *corps.played])
        stranded(table, state, fight.square, corps.power)
    verdict = f"Nobody wins at {fight.square}"
    if winner:
        verdict = f"{state.subject(winner)} {verb(winner, 'wins', 'win')} ashore at {fight.square}"
    table.note("20.3", ALL, f"{verdict}.", "assault_over", square=fight.square, winner=winner)
    reckon(table, state, fight)
    return winner


def points_in_words(points: Mapping[str, int]) -> str:
    """'2 fort points and 1 regiment point'; 'nothing' without any."""
    return " and ".join(counted(number, f"{kind} point") for kind, number in points.items()) or "nothing"


def reckon(table: Table, state: State, fight: Assault) -> None:
    """Tells the losses of both sides ashore, and who holds the square now."""
    sides = (fight.attacker, fight.defender)
    first, second = (f"{verb(corps.power, 'loses', 'lose')} {points_in_words(corps.lost)}" for corps in sides)
    told = f"{state.subject(fight.attacker.power)} {first}; {state.name(fight.defender.power)} {second}"
    text = f"{told}. {who_holds(state, fight)}."
    table.note("20.3", ALL, text, "aftermath", square=fight.square,
               lost={corps.power: dict(corps.lost) for corps in sides})  # fmt: skip


def who_holds(state: State, fight: Assault) -> str:
    """'England controls P23': what a fight ashore means for control (6.1, 6.2, 6.4)."""
    square, enemy = fight.square, fight.defender.power
    holder, there = control(state, square), present(state, square)
    if holder:
        return f"{state.subject(holder)} controls {square}"
    if len(there) > 1:
        return f"{square} is disputed"
    denied = there and enemy not in there and is_foreign_home(state, square, there[0])
    return f"{state.subject(enemy)} is denied {square}" if denied else f"Nobody controls {square}"


def stranded(table: Table, state: State, square: str, power: str) -> None:
    """Leaders ashore whose land units are all gone are lost, unless an own ship there takes them aboard."""
    if state.land_at(square, power):
        return
    ships = [name for name in state.ships_at(square, power) if (ship := state.ship(name)) and ship.kind.leaders]
    for name in [n for n in state.leaders_of(power) if state.leaders[n].at == square and not state.leaders[n].aboard]:
        if ships:
            state.leaders[name].aboard = ships[0]
        else:
            lose_leader(table, state, name, "left without troops")
