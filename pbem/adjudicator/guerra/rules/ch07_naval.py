"""Chapter 7, fights at sea: evasion, Cochrane's coup, one exchange of fire, and the guns of a port."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import Entries
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Shift, Table, Throw
from pbem.adjudicator.guerra.rules import questions
from pbem.adjudicator.guerra.rules.ch01_map import is_fortress, port_holder
from pbem.adjudicator.guerra.rules.ch07_sailing import is_frigate
from pbem.adjudicator.guerra.rules.ch08_leaders import COCHRANE, casualties, cochrane_with
from pbem.adjudicator.guerra.rules.losing import SIDES
from pbem.adjudicator.guerra.rules.passengers import drowned
from pbem.adjudicator.guerra.rules.verbs import Step, Verb
from pbem.adjudicator.guerra.state.state import Acting, State
from pbem.adjudicator.guerra.state.terms import CHILE, FRIGATE, GONE, PATRIOT, POOL, ROYALIST, SEATS, other
from pbem.base.records import dataclass, field

GUNS = "guns"
EVADE, STAND = "evade", "stand"
CAPTURE, ELIMINATE = "capture", "eliminate"


@dataclass(slots=True)
class SeaFight:
    """One fight at sea or before a port."""

    sea: str
    by: str  # the attacking seat
    ships: dict[str, list[str]]  # seat -> its ships
    port: str = ""  # where the attacked lie, if they lie in port
    hits: dict[str, int] = field(default_factory=dict)  # seat -> steps that it hit
    prizes: list[str] = field(default_factory=list)  # frigates that Cochrane took in this fight


# ------------------------------------------------------------------------------------------- the verb


def enemies(state: State, act: Acting, step: Step) -> tuple[list[str], str]:
    """The enemy ships that an order means, and the port they lie in; none if there are none.

    All enemy ships at sea in one sea area are one fleet, and so are those in one port.
    """
    at = state.units[act.ships[0]].at
    port = str(step.get("in_port", ""))
    if port:
        near = port in state.board.ports and at in state.board.ports[port].seas
        return (state.ships_at(port, other(act.side)) if near else []), port
    return (state.ships_at(at, other(act.side)) if at in state.board.seas else []), ""


def refusal(state: State, act: Acting, step: Step) -> str:
    """Returns why a fleet cannot attack."""
    if not act.ships:
        return "no fleet is in hand"
    if state.units[act.ships[0]].at not in state.board.seas:
        return "the fleet is not at sea"
    found, port = enemies(state, act, step)
    if not found:
        where = port or state.units[act.ships[0]].at
        return f"no enemy ship that you can attack is at {state.label(where)}"
    return ""


def cost(state: State, act: Acting, step: Step) -> int:
    """The price of an attack at sea."""
    return state.board.numbers.sea_attack_op


async def carry_out(table: Table, state: State, act: Acting, step: Step) -> None:
    """Attacks the enemy ships that the order means."""
    found, port = enemies(state, act, step)
    await attack_at_sea(table, state, list(act.ships), found, port)
    act.ships = [ship for ship in act.ships if is_afloat(state, ship)]
    act.over = not act.ships and act.force not in state.forces


VERBS = {"attack_fleet": Verb(refusal, carry_out, cost, fleet=True)}


# ------------------------------------------------------------------------------------------- the fight


@rule("7.5", "Naval combat")
async def attack_at_sea(
    table: Table, state: State, ships: Sequence[str], foes: Sequence[str], port: str = ""
) -> str:
    """Plays a declared attack at sea: the attacked may evade, and else both fire once. Returns the winner, or empty."""
    by, sea = state.side_of(ships[0]), state.units[ships[0]].at
    fight = SeaFight(sea, by, {by: list(ships), other(by): list(foes)}, port)
    where = state.label(port or sea)
    table.note("7.5", ALL, f"The {SIDES[by]} attack enemy ships at {where}.", "sea-fight", sea=sea, by=by, port=port,
               ships={seat: list(each) for seat, each in fight.ships.items()})  # fmt: skip
    if await evades(table, state, fight):
        table.note("7.5", ALL, f"There is no fight at {where}.", "sea-fight-over", sea=sea, result="evaded", lost={})
        state.acting.enemy_avoided = True
        return ""
    return await exchange(table, state, fight)


async def sea_fight(
    table: Table, state: State, sea: str, attackers: Sequence[str], defenders: Sequence[str]
) -> str:
    """Fights at sea without evasion, as the escort of a convoy must (4.8). Returns the winner, or empty."""
    by = state.side_of(attackers[0])
    fight = SeaFight(sea, by, {by: list(attackers), other(by): list(defenders)})
    table.note("7.5", ALL, f"There is a fight at sea in {state.label(sea)}.", "sea-fight", sea=sea, by=by, port="",
               ships={seat: list(each) for seat, each in fight.ships.items()})  # fmt: skip
    return await exchange(table, state, fight)


@rule("7.5", "Naval evasion", "8.3")
async def evades(table: Table, state: State, fight: SeaFight) -> bool:
    """Asks the attacked if they evade, and throws: 1 to 3, and they stay where they are without a fight."""
    seat = other(fight.by)
    own, foe = strength(state, fight.ships[seat]), strength(state, fight.ships[fight.by])
    steps = [state.steps(fight.ships[each]) for each in (seat, fight.by)]
    facts = {"sea": fight.sea, "port": fight.port, "own": str(own), "enemy": str(foe), "own_ships": fight.ships[seat],
             "enemy_ships": fight.ships[fight.by]}  # fmt: skip
    said = await questions.choose(
        table, "7.5", seat, "evade", (fight.sea,), facts,
        {EVADE: "try to evade", STAND: "stand and fight"}, EVADE if steps[0] < steps[1] else STAND,
        f"Your ships are attacked at {state.label(fight.port or fight.sea)}. Do they evade?")  # fmt: skip
    if said == STAND:
        return False
    numbers, shift = state.board.numbers, Shift()
    shift.add("8.3", numbers.cochrane_evade, "Cochrane", when=cochrane_with(state, fight.ships[seat]))
    throw = await table.roll("7.5", "1d6", "evade", fight.sea, seat, why=f"The {SIDES[seat]} try to evade", shift=shift)
    return throw.total <= numbers.evade_needs


def strength(state: State, ships: Sequence[str]) -> int:
    """The factors of ships times their steps: what conditions compare."""
    return sum(state.factor(ship) * state.units[ship].steps for ship in ships)


@rule("7.5.1", "Naval combat procedure", "7.5")
async def exchange(table: Table, state: State, fight: SeaFight) -> str:
    """Fights one exchange of fire, after Cochrane's coup; hits count at once. Returns who won, or empty (R8)."""
    began = {seat: state.steps(each) for seat, each in fight.ships.items()}
    await coup(table, state, fight)
    aims = await aim(table, state, fight)
    hits: dict[str, int] = {}
    for shooter, target in aims.items():
        hits[target] = hits.get(target, 0) + await broadside(table, state, fight, shooter)
    for ship in state.in_board_order(hits):
        by = other(state.side_of(ship))
        fight.hits[by] = fight.hits.get(by, 0) + strike(table, state, ship, hits[ship])
    await losses_aboard(table, state, fight)
    afloat = {seat: [ship for ship in each if is_afloat(state, ship)] for seat, each in fight.ships.items()}
    await prizes_lost(table, state, fight, afloat)
    lost = {seat: str(began[seat] - state.steps(afloat[seat])) for seat in SEATS}
    winner = victor(fight, afloat)
    words = f"The {SIDES[winner]} win" if winner else "Nobody wins"
    table.note("7.5", ALL, f"{words} the fight at {state.label(fight.port or fight.sea)}.", "sea-fight-over",
               sea=fight.sea, result=winner or "drawn", lost=lost)  # fmt: skip
    return winner


def is_afloat(state: State, ship: str) -> bool:
    """Tells if a ship still swims; one of a convoy has no place on the map yet."""
    return state.units[ship].at not in (POOL, GONE)


def victor(fight: SeaFight, afloat: Mapping[str, Sequence[str]]) -> str:
    """The side that is left alone; if both are left, the one that hit more steps; else nobody (R8)."""
    left = [seat for seat in SEATS if afloat[seat]]
    if len(left) == 1:
        return left[0]
    hits = [fight.hits.get(seat, 0) for seat in SEATS]
    if hits[0] == hits[1] or not left:
        return ""
    return SEATS[0] if hits[0] > hits[1] else SEATS[1]


# ------------------------------------------------------------------------------------------- Cochrane


@rule("8.3", "Cochrane takes a frigate")
async def coup(table: Table, state: State, fight: SeaFight) -> None:
    """Throws for Cochrane against Royalist frigates: on 1 or 2 one is captured or eliminated before the fire."""
    targets = [ship for ship in fight.ships[ROYALIST] if is_frigate(state, ship)]
    if not targets or not cochrane_with(state, fight.ships[PATRIOT]):
        return
    throw = await table.roll("8.3", "1d6", "cochrane", fight.sea, why="Cochrane tries to board a frigate")
    if throw.total > state.board.numbers.cochrane_prize:
        return
    free = free_counters(state, CHILE, FRIGATE)
    ranked = sorted(targets, key=lambda ship: (-state.units[ship].steps, ship))
    deeds = ([CAPTURE] if free else []) + [ELIMINATE]
    options = {f"{deed}:{ship}": f"{deed} {state.label(ship)}" for deed in deeds for ship in ranked}
    said = await questions.choose(table, "8.3", PATRIOT, "prize", (fight.sea,), {"sea": fight.sea}, options,
                                  next(iter(options)), "Cochrane boards. Which frigate, and is she kept?")  # fmt: skip
    deed, _, ship = said.partition(":")
    steps = state.units[ship].steps
    name = state.label(ship)
    fight.ships[ROYALIST].remove(ship)
    state.eliminate(ship)
    if deed == CAPTURE:
        prize = free[0]
        state.units[prize].at = state.units[state.leaders[COCHRANE].at].at
        state.units[prize].steps = min(steps, state.board.units[prize].steps)
        fight.prizes.append(prize)
    words = "takes" if deed == CAPTURE else "sinks"
    table.note("8.3", ALL, f"Cochrane {words} {name}.", "captured" if deed == CAPTURE else "sunk", ship=ship,
               by=PATRIOT, to=fight.prizes[-1] if deed == CAPTURE else "")  # fmt: skip


def free_counters(state: State, nation: str, arm: str, factor: int = 0) -> list[str]:
    """The ships of a nation in the pool, of one kind, and of one factor if it is given."""
    return [
        ship for ship, piece in state.board.units.items()
        if piece.nation == nation and piece.arm == arm and state.units[ship].at == POOL
        and factor in (0, piece.factor)
    ]  # fmt: skip


@rule("8.3", "A prize is lost with the fleet that took it")
async def prizes_lost(
    table: Table, state: State, fight: SeaFight, afloat: Mapping[str, Sequence[str]]
) -> None:
    """Loses the frigates just taken, if all Patriot ships of the fight are gone."""
    for prize in fight.prizes:
        if not afloat[PATRIOT]:
            state.eliminate(prize)
            table.note("8.3", ALL, f"The prize {state.label(prize)} is lost.", "sunk", ship=prize, by=ROYALIST)


# ------------------------------------------------------------------------------------------- fire


@dataclass(frozen=True, slots=True, kw_only=True)
class Targets(Entries):
    """The enemy ship that each ship, or the guns of a port, fires at: a list of {ship, target}."""

    shooters: tuple[str, ...]
    enemies: tuple[str, ...]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, list) or not all(isinstance(entry, dict) for entry in answer):
            return [f"'{answer}' is no list of ships and their targets"]
        found = []
        for entry in answer:
            if entry.get("ship") not in self.shooters:
                found.append(f"'{entry.get('ship')}' fires on nobody here: {', '.join(self.shooters)}")
            if entry.get("target") not in self.enemies:
                found.append(f"'{entry.get('target')}' is no target here: {', '.join(self.enemies)}")
        return found


@rule("7.5.1", "Every ship or fortified port chooses one target", "7.10")
async def aim(table: Table, state: State, fight: SeaFight) -> dict[str, str]:
    """Asks both sides at once for their targets. Returns shooter -> target, ships in the board's order, guns last."""
    shooters = {seat: list(fight.ships[seat]) for seat in SEATS}
    if fires(state, fight):
        shooters[other(fight.by)].append(GUNS)
    asked: list[Targets] = []
    for seat in SEATS:
        foes = fight.ships[other(seat)]
        facts: dict[str, Plain] = {"sea": fight.sea, "shooters": shooters[seat], "enemies": list(foes)}
        if shooters[seat] and len(foes) > 1:
            prompt = "At which enemy ship does each of yours fire?"
            key = table.key("targets", (fight.sea, seat))
            asked.append(Targets(rule="7.5.1", side=seat, key=key, topic="targets", prompt=prompt, facts=facts,
                                 shooters=tuple(shooters[seat]), enemies=tuple(foes)))  # fmt: skip
    answers = await table.decide_all(*asked)
    said = {question.side: {str(entry["ship"]): str(entry["target"]) for entry in answer}
            for question, answer in zip(asked, answers, strict=True)}  # fmt: skip
    aims: dict[str, str] = {}
    for seat in SEATS:
        aims |= aimed(shooters[seat], fight.ships[other(seat)], said.get(seat, {}))
    order = [*state.in_board_order(aims), *([GUNS] if GUNS in aims else [])]
    return {shooter: aims[shooter] for shooter in order}


def aimed(shooters: Sequence[str], foes: Sequence[str], wishes: Mapping[str, str]) -> dict[str, str]:
    """The target of each shooter: as wished, else the enemy at which fewest are aimed (spread)."""
    if not foes:
        return {}
    aims: dict[str, str] = {}
    for shooter in shooters:
        wish = wishes.get(shooter, "")
        aims[shooter] = wish if wish in foes else min(foes, key=lambda foe: list(aims.values()).count(foe))
    return aims


@rule("7.10", "Enemy ports: the guns of a fortress fire")
def fires(state: State, fight: SeaFight) -> bool:
    """Tells if port guns fire: the attacked lie in a fortress of their side."""
    return bool(fight.port) and is_fortress(state, fight.port) and port_holder(state, fight.port) == other(fight.by)


@rule("7.5.1", "Fire: a die of ten for each step", "7.10", "8.3")
async def broadside(table: Table, state: State, fight: SeaFight, shooter: str) -> int:
    """Fires one ship or the guns of the port. Returns the hits."""
    numbers, shift = state.board.numbers, Shift()
    if shooter == GUNS:
        why = f"The guns of {state.label(fight.port)}"
        throw = await table.roll("7.10", f"{numbers.port_gun_dice}d10", "guns", fight.port, why=why)
        return hits_of(throw, numbers.port_gun_factor)
    side = state.side_of(shooter)
    with_him = side == PATRIOT and cochrane_with(state, fight.ships[PATRIOT])
    shift.add("8.3", numbers.cochrane_fire, "Cochrane", when=with_him)
    throw = await table.roll("7.5.1", f"{state.units[shooter].steps}d10", "broadside", shooter,
                             why=f"The fire of {state.label(shooter)}", shift=shift)  # fmt: skip
    return hits_of(throw, state.factor(shooter))


def hits_of(throw: Throw, factor: int) -> int:
    """The dice that are not above a factor, each with the modifiers of the throw."""
    added = sum(modifier.amount for modifier in throw.shift)
    return sum(value + added <= factor for value in throw.values)


def strike(table: Table, state: State, ship: str, hits: int) -> int:
    """Takes steps from a ship, and returns how many; hits beyond her last step are wasted (N6)."""
    side, name = state.side_of(ship), state.label(ship)
    taken = min(hits, state.units[ship].steps)
    if not taken:
        return 0
    lost = [state.lose_step(ship) for _ in range(taken)]
    sunk = lost[-1]
    table.note("7.5.1", ALL, f"{name} {'is sunk' if sunk else 'is hit'}.", "sunk" if sunk else "hit", ship=ship,
               steps=str(taken), by=other(side))  # fmt: skip
    steps = "one step" if taken == 1 else f"{taken} steps"
    table.note("7.5.1", ALL, f"The {SIDES[side]} lose {steps} at sea.", "losses", side=side, cause="sea",
               steps=str(taken), units=[[ship, str(taken)]], gone=[ship] if sunk else [])  # fmt: skip
    return taken


@rule("8.1", "Leaders and passengers of sunken ships", "7.7")
async def losses_aboard(table: Table, state: State, fight: SeaFight) -> None:
    """Moves leaders to a ship of their fleet that is left, or throws for them; passengers drown with the last ship."""
    for seat in SEATS:
        left = [ship for ship in fight.ships[seat] if is_afloat(state, ship)]
        fallen = [leader for ship in fight.ships[seat] if ship not in left for leader in state.leaders_in(ship)]
        if left:
            for leader in fallen:
                state.leaders[leader].at = left[0]
        else:
            await casualties(table, state, fallen, fight.sea)
    await drowned(table, state, fight.sea)
