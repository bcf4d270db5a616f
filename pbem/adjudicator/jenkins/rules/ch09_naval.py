"""9.1: naval combat, paragraph by paragraph."""
# Chapter 9 by paragraphs: 9.0 ch09_combat; 9.1 ch09_naval; 9.2 ch09_land; 9.3 ch09_eliminated; the dice of 9.1 and
# 9.2 ch09_dice.

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Pick, Plain, Question, Shift, Table
from pbem.adjudicator.jenkins.board.pieces import Counter
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch07_interception import intercept
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.ch09_dice import Die, dice_of, hits_in_words, throw
from pbem.adjudicator.jenkins.rules.ch09_eliminated import eliminate, share_out
from pbem.adjudicator.jenkins.rules.ch11_deception import deceive
from pbem.adjudicator.jenkins.rules.ch11_special import (
    ablative,
    admirals,
    fire_ships,
    gun_value,
    in_board_order,
    land_guns,
)
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.base.records import dataclass, field, replace


@dataclass(slots=True)
class NavalCombat:
    """One naval combat: who attacks, who takes part on either side, and the dice as they lie."""

    hex: str
    attacker: str
    sides: tuple[str, str]  # the attacker, then the defender
    seaport_value: int  # added to each die of the attacker's ships in an enemy seaport hex (9.1(3))
    present: dict[str, list[str]] = field(default_factory=dict)  # who may be lost, by side, in the board's order
    firing: dict[str, list[str]] = field(default_factory=dict)  # who rolls
    dice: list[Die] = field(default_factory=list)
    retreating: list[str] = field(default_factory=list)  # the attacker's ships that have left the hex (9.1(9))

    def plus(self, counter: Counter) -> int:
        """Returns the addition to each die of this counter: ships of the attacker only, not guns ashore (9.1(3))."""
        return self.seaport_value if counter.is_naval and counter.side == self.attacker else 0


@rule("9.1", "Naval combat")
async def naval_combat(table: Table, state: State, hex_id: str, attacker: str) -> None:
    """Fights one round; the side that intercepted attacks, in anybody's Combat Step.

    Then the attacker may have to retreat.
    """
    defender = enemy(attacker)
    port = state.seaport(hex_id)
    value = port.value if port and state.is_enemy_port(hex_id, attacker) else 0
    combat = NavalCombat(hex_id, attacker, (attacker, defender), value)
    where = questions.place(state, hex_id)
    text = f"Naval combat at {where}: {attacker.title()} ships attack, for they intercepted the enemy."
    table.note("9.1", ALL, text, "naval_combat", hex=hex_id, attacker=attacker, value=value)
    await select(table, state, combat)
    extra = await share_leader_dice(table, state, combat)
    await fire(table, state, combat, extra)
    await burn_fire_ships(table, state, combat)
    await deceive(table, state, hex_id, attacker, "naval", combat.dice)
    await lose(table, state, combat)
    way = await retreat_if_beaten_off(table, state, combat)
    tell_outcome(table, state, combat, way)
    if way:
        await intercept(table, state, combat.retreating, way, attacker)


def engage_question(table: Table, state: State, side: str, hex_id: str) -> Pick | None:
    """Asks who joins a naval combat by choice: guns ashore, fire ships, supplies offered as losses (9.1(1)).

    None where there is nothing to choose. By default the guns fire, as that costs nothing, and nothing is burnt.
    """
    guns, burning = land_guns(state, hex_id, side), fire_ships(state, hex_id, side)
    stores = ablative(state, hex_id, side)
    optional = [*guns, *burning, *stores]
    if not optional:
        return None
    where = questions.place(state, hex_id)
    return Pick(
        rule="9.1", side=side, key=table.key("engage", (hex_id,)), topic="engage",
        prompt=f"Which of these take part in the naval combat at {where}? A fire ship used is lost.",
        facts={"hex": hex_id, "guns": guns, "fire_ships": burning, "supplies": stores,
               "enemy": state.naval(hex_id, enemy(side))},
        options=questions.labels(state, optional), least=0, most=len(optional), default=tuple(guns),
    )  # fmt: skip


async def select(table: Table, state: State, combat: NavalCombat) -> None:
    """9.1(1): all ships in the hex, and such guns ashore, supplies and fire ships as their owners want to take part.

    No ship can be held out (7.2), but a fire ship may hold her fire (11.3); then she may still be lost.
    """
    asked = [q for side in combat.sides if (q := engage_question(table, state, side, combat.hex))]
    answers = await table.decide_all(*asked)
    joined = {q.side: list(answer) for q, answer in zip(asked, answers, strict=True)}
    for side in combat.sides:
        chosen = joined.get(side, [])
        ships = state.naval(combat.hex, side)
        held = [name for name in fire_ships(state, combat.hex, side) if name not in chosen]
        combat.present[side] = in_board_order(state, [*ships, *chosen])
        armed = [name for name in combat.present[side] if state.board.counters[name].gun is not None]
        combat.firing[side] = [name for name in armed if name not in held]
        ashore = [state.board.counters[name].label for name in combat.present[side] if name not in ships]
        if ashore:
            text = f"From the shore the {side.title()} player adds {', '.join(ashore)}."
            table.note("9.1", ALL, text, "engaged", hex=combat.hex, side=side, counters=chosen)


# -------------------------------------------------------------------------------------------------- dice


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderDice(Question[dict[str, int]]):
    """Gives a leader's red + as dice to one, two or three counters that fire in the hex (9.1(2)).

    An answer names each with the number of its dice, or is a list with one counter for each die.
    """

    ships: Mapping[str, str]
    dice: int
    default: Mapping[str, str]

    def faults(self, answer: Plain) -> list[str]:
        answer = dealt(answer)
        if not isinstance(answer, dict):
            return ["leader dice are a list: a ship for each die"]
        found = [f"'{name}' does not fire here" for name in answer if name not in self.ships]
        found += [f"'{number}' is no number of dice" for number in answer.values() if not self.is_number(number)]
        if not found and (total := sum(map(int, answer.values()))) > self.dice:
            found.append(f"{total} dice given out, where the leader has {self.dice}")
        return found

    def is_number(self, text: Plain) -> bool:
        """From 1 to all of them, written as order files write numbers."""
        return text in [str(number) for number in range(1, self.dice + 1)]

    def read(self, answer: Plain) -> dict[str, int]:
        return {name: int(number) for name, number in dealt(answer).items()}

    def default_answer(self) -> Plain:
        return dict(self.default)

    def legal(self) -> Plain:
        return {"dice": self.dice, "ships": dict(self.ships)}


def dealt(answer: Plain) -> Plain:
    """A list with a counter for each die as the mapping it stands for; anything else as it is."""
    if not isinstance(answer, list) or not all(isinstance(name, str) for name in answer):
        return answer
    return {name: str(answer.count(name)) for name in dict.fromkeys(answer)}


def leader_dice_question(
    table: Table, state: State, hex_id: str, leader: Counter, needs: Mapping[str, int], default: Mapping[str, str]
) -> LeaderDice:
    """For which ships a leader's dice are thrown; `needs` is what each must roll at most (9.1(2))."""
    dice, where = leader.tactics_naval, questions.place(state, hex_id)
    whose = "your guns ashore" if leader.id not in state.aboard else "your ships"
    return LeaderDice(
        rule="9.1", side=leader.side, key=table.key("leader-dice", (hex_id, leader.id)), topic="leader-dice",
        prompt=f"{leader.label} has {dice} extra dice for {whose} at {where}. For which of them?",
        facts={"hex": hex_id, "leader": leader.id, "dice": dice, "ships": dict(needs)},
        ships=questions.labels(state, list(needs)), dice=dice, default=default,
    )  # fmt: skip


async def share_leader_dice(table: Table, state: State, combat: NavalCombat) -> dict[str, int]:
    """Shares out leaders' dice by 9.1(2): a leader's red + goes to one, two or three counters that fire.

    A leader aboard gives them to ships, a leader ashore to guns ashore. Where only one fires it has them all. Leaders
    of both sides share theirs out at the same time.
    """
    extra: dict[str, int] = {}
    asked = []
    for leader, needs in led(state, combat):
        if len(needs) == 1:
            alone = next(iter(needs))
            extra[alone] = extra.get(alone, 0) + leader.tactics_naval
        else:
            default = best_share(needs, leader.tactics_naval, state.board.checks["naval-combat"].faces)
            asked.append(leader_dice_question(table, state, combat.hex, leader, needs, default))
    for answer in await table.decide_all(*asked):
        for name, number in answer.items():
            extra[name] = extra.get(name, 0) + number
    return extra


def led(state: State, combat: NavalCombat) -> Iterator[tuple[Counter, dict[str, int]]]:
    """Yields each leader with extra dice and the counters that may have them, with what each must roll at most."""
    ashore_too = state.house.get("leader_dice_ashore") != "no"
    for side in combat.sides:
        for ashore in (False, True) if ashore_too else (False,):
            firing = [name for name in combat.firing[side] if state.board.counters[name].is_naval is not ashore]
            needs = {name: needed(state, combat, name) for name in firing}
            for leader in admirals(state, combat.hex, side, ashore=ashore) if needs else ():
                yield leader, dict(needs)


def needed(state: State, combat: NavalCombat, name: str) -> int:
    """Returns the most a die of this counter may show: its gun value, less the seaport's addition."""
    counter = state.board.counters[name]
    return gun_value(state, combat.hex, counter) - combat.plus(counter)


def best_share(needs: Mapping[str, int], dice: int, faces: int) -> dict[str, str]:
    """Each die where it adds most to the chance of a hit; a ship that cannot miss, or cannot hit, gets none."""
    given = dict.fromkeys(needs, 0)
    for _ in range(dice):
        gains = {name: gain(need, given[name], dice, faces) for name, need in needs.items()}
        best = max(gains, key=lambda name: gains[name])
        given[best] += 1 if gains[best] else 0
    return {name: str(number) for name, number in given.items() if number}


def gain(need: int, already: int, dice: int, faces: int) -> int:
    """Returns the chance that all dice so far miss and one more hits.

    It is a whole number of one scale for all ships.
    """
    hits = min(max(need, 0), faces)
    return hits * int((faces - hits) ** (already + 1)) * int(faces ** (dice - already))


async def fire(table: Table, state: State, combat: NavalCombat, extra: Mapping[str, int]) -> None:
    """9.1(2)-(4): one die for each counter that fires, and its leader's; the dice of both sides fall at once."""
    check = state.board.checks["naval-combat"]
    for side in combat.sides:
        for name in combat.firing[side]:
            counter = state.board.counters[name]
            shift = Shift()
            shift.add("9.1", combat.plus(counter), f"seaport value of {questions.place(state, combat.hex)}")
            gun = gun_value(state, combat.hex, counter)
            why = f"{counter.label} fires, gun value {gun}"
            number = 1 + extra.get(name, 0)
            values = await throw(table, "9.1", number, check, "naval", combat.hex, name, why=why,
                                 shift=shift.modifiers, needs=needed(state, combat, name))  # fmt: skip
            combat.dice += dice_of(side, name, values, needed(state, combat, name), check)


async def burn_fire_ships(table: Table, state: State, combat: NavalCombat) -> None:
    """9.1(8), 11.3: a fire ship that has rolled is eliminated at once, a leader aboard with her."""
    for side in combat.sides:
        for name in fire_ships(state, combat.hex, side):
            if name in combat.firing[side]:
                await eliminate(table, state, name, "11.3", "used")
                combat.present[side].remove(name)


# -------------------------------------------------------------------------------------------------- losses


def eliminations(combat: NavalCombat, side: str) -> int:
    """9.1(4): how many a side inflicts; a counter inflicts one at most, however many of its dice hit."""
    return len({die.counter for die in combat.dice if die.side == side and die.hits})


def losses_at_sea_question(
    table: Table, state: State, side: str, hex_id: str, names: Sequence[str], number: int
) -> Pick:
    """Asks which participants the owner loses in naval combat (9.1(8)); by default the least, empty first."""
    asked = questions.losses(table, state, side, "9.1", "naval", hex_id, names, number)
    counters = state.board.counters
    mildest = sorted(names, key=lambda name: (bool(state.passengers(name)), questions.worth(counters[name])))
    return replace(asked, default=tuple(mildest[: asked.least]))


async def lose(table: Table, state: State, combat: NavalCombat) -> None:
    """9.1(5)-(8): both sides lose at the same time, each choosing among its own participants; excess is ignored."""
    toll = {}
    for side in combat.sides:
        inflicted = eliminations(combat, enemy(side))
        toll[side] = min(inflicted, len(combat.present[side]))
        text = hits_in_words(enemy(side), inflicted)
        table.note("9.1", ALL, text, "inflicted", hex=combat.hex, side=enemy(side), number=inflicted)
    exposed = {side: combat.present[side] for side in combat.sides}
    chosen = await share_out(table, exposed, toll, lambda side: losses_at_sea_question(
        table, state, side, combat.hex, exposed[side], toll[side]))  # fmt: skip
    for side in combat.sides:
        for name in in_board_order(state, chosen[side]):
            await eliminate(table, state, name, "9.1", "lost in naval combat")


# -------------------------------------------------------------------------------------------------- retreat


async def retreat_if_beaten_off(table: Table, state: State, combat: NavalCombat) -> str:
    """Retreats the attacker's ships to one hex by 9.1(9), if a defending counter with a gun value remains there.

    Returns that hex; empty where nobody retreats. Ships that have nowhere to go are eliminated.
    """
    attacker = combat.attacker
    ships = in_board_order(state, state.naval(combat.hex, attacker))
    if not ships or not holding(state, combat):
        return ""
    ways = naval_retreats(state, combat.hex, attacker)
    if not ways:
        for name in ships:
            await eliminate(table, state, name, "9.1", "unable to retreat")
        return ""
    way = ways[0]
    if len(ways) > 1:
        way = await table.decide(questions.retreat(table, state, attacker, "9.1", combat.hex, ways))
    combat.retreating = state.naval(combat.hex, attacker)
    state.shift(combat.retreating, way)
    start, refuge = questions.place(state, combat.hex), questions.place(state, way)
    text = f"{attacker.title()} ships retreat from {start} to {refuge}."
    table.note("9.1", ALL, text, "retreat", hex=combat.hex, way=way, side=attacker)
    return way


def holding(state: State, combat: NavalCombat) -> list[str]:
    """Lists the defender's ships and guns ashore left in the hex, also guns that did not fire (9.1(9)).

    By a house rule only those that took part drive the attacker off.
    """
    defender = combat.sides[1]
    there = [*state.naval(combat.hex, defender), *land_guns(state, combat.hex, defender)]
    if state.house.get("guns_held_out") == "ignored":
        there = [name for name in there if name in combat.present[defender]]
    return [name for name in there if state.board.counters[name].gun is not None]


def tell_outcome(table: Table, state: State, combat: NavalCombat, way: str) -> None:
    """Says who won the water and what that means: a beaten attacker leaves, a beaten defender leaves it open."""
    attacker, defender = combat.sides
    where, left = questions.place(state, combat.hex), holding(state, combat)
    winner = defender if left else attacker if state.naval(combat.hex, attacker) else ""
    if way:
        refuge = questions.place(state, way)
        text = f"{defender.title()} victory: the attackers are beaten off at {where}, and fall back to {refuge}."
    elif winner == defender:
        text = f"{defender.title()} victory: no {attacker.title()} ship is left at {where}."
    elif winner:
        text = f"{attacker.title()} victory: no {defender.title()} ship or gun is left to hold {where}."
    else:
        text = f"Nobody's victory: no ship or gun is left at {where}."
    table.note("9.1", ALL, text, "naval_over", hex=combat.hex, winner=winner, way=way)


def naval_retreats(state: State, hex_id: str, side: str) -> list[str]:
    """Adjacent hexes by water, no enemy seaport, no enemy ship in them, no storm (8.1); clockwise from north."""
    if storm_bars(state, hex_id):
        return []
    foe = enemy(side)
    near = [way for way in state.board.naval_neighbours(hex_id) if not storm_bars(state, way)]
    return [way for way in near if not state.is_enemy_port(way, side) and not state.naval(way, foe)]
