"""The questions of the Combat Step (9.0): order, who joins in, whose dice, which die again, who is lost, where to.

Counters in a combat hex are face up (4.4, 7.2), so a question may name those of both sides. Keys read like orders:
`engage/2825/n1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from pbem.adjudicator.engine.table import Chance, Choose, Decision, Pick, Plain, Table
from pbem.adjudicator.jenkins.board.pieces import Counter
from pbem.adjudicator.jenkins.rules import questions
from pbem.adjudicator.jenkins.rules.ch09_dice import Die
from pbem.adjudicator.jenkins.rules.ch11_special import ablative, fire_ships, land_guns
from pbem.adjudicator.jenkins.state.state import State, enemy

KEEP = "keep"


def place(state: State, hex_id: str) -> str:
    """A hex as players speak of it: with the name of its seaport."""
    port = state.seaport(hex_id)
    return f"{port.name} ({hex_id})" if port else hex_id


def battles(table: Table, state: State, side: str, hexes: Sequence[str]) -> Pick:
    """In which order the combats are fought: the active side's choice (9.0)."""
    return Pick(
        rule="9.0", side=side, key=table.key("battles", ()), topic="battles",
        prompt="Put the combats of this step in the order in which they are to be fought.",
        facts={"hexes": list(hexes)}, options={hex_id: place(state, hex_id) for hex_id in hexes},
        least=len(hexes), most=len(hexes), default=tuple(hexes),
    )  # fmt: skip


def bombard(table: Table, state: State, side: str, hexes: Sequence[str]) -> Pick:
    """Where bomb ships begin a land combat of their own (11.1)."""
    return Pick(
        rule="11.1", side=side, key=table.key("bombard", ()), topic="bombard",
        prompt="Where shall your bomb ships bombard the shore, should no troops of yours be fighting there?",
        facts={"hexes": list(hexes)}, options={hex_id: place(state, hex_id) for hex_id in hexes},
        least=0, most=len(hexes), default=(),
    )  # fmt: skip


def engage(table: Table, state: State, side: str, hex_id: str) -> Pick | None:
    """Who joins a naval combat that does not have to: guns ashore, fire ships, supplies offered as losses (9.1(1)).

    None where there is nothing to choose. By default the guns fire, for that costs nothing, and nothing is burnt.
    """
    guns, burning = land_guns(state, hex_id, side), fire_ships(state, hex_id, side)
    stores = ablative(state, hex_id, side)
    optional = [*guns, *burning, *stores]
    if not optional:
        return None
    return Pick(
        rule="9.1", side=side, key=table.key("engage", (hex_id,)), topic="engage",
        prompt=f"Which of these take part in the naval combat at {place(state, hex_id)}? A fire ship used is lost.",
        facts={"hex": hex_id, "guns": guns, "fire_ships": burning, "supplies": stores,
               "enemy": state.naval(hex_id, enemy(side))},
        options=questions.labels(state, optional), least=0, most=len(optional), default=tuple(guns),
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaderDice(Decision):
    """A leader's red + as dice for one, two or three of the ships firing in his hex (9.1(2))."""

    ships: Mapping[str, str]
    dice: int
    default: Mapping[str, str]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return ["leader dice are a mapping: each ship and the number of its extra dice"]
        found = [f"'{name}' does not fire here" for name in answer if name not in self.ships]
        found += [f"'{number}' is no number of dice" for number in answer.values() if not self.is_number(number)]
        if not found and (total := sum(map(int, answer.values()))) > self.dice:
            found.append(f"{total} dice given out, where the leader has {self.dice}")
        return found

    def is_number(self, text: Plain) -> bool:
        """From 1 to all of them, written as order files write numbers."""
        return text in [str(number) for number in range(1, self.dice + 1)]

    def sample(self, chance: Chance) -> Plain:
        ships = [chance.pick(tuple(self.ships)) for _ in range(chance.below(self.dice + 1))]
        return {name: str(ships.count(name)) for name in self.ships if name in ships}

    def default_answer(self) -> Plain:
        return dict(self.default)

    def legal(self) -> Plain:
        return {"dice": self.dice, "ships": dict(self.ships)}


def leader_dice(
    table: Table, state: State, hex_id: str, leader: Counter, needs: Mapping[str, int], default: Mapping[str, str]
) -> LeaderDice:
    """For which ships a leader's dice are thrown; `needs` is what each must roll at most (9.1(2))."""
    dice = leader.tactics_naval
    return LeaderDice(
        rule="9.1", side=leader.side, key=table.key("leader-dice", (hex_id, leader.id)), topic="leader-dice",
        prompt=f"{leader.label} has {dice} extra dice for your ships at {place(state, hex_id)}. For which of them?",
        facts={"hex": hex_id, "leader": leader.id, "dice": dice, "ships": dict(needs)},
        ships=questions.labels(state, list(needs)), dice=dice, default=default,
    )  # fmt: skip


def deception(
    table: Table, state: State, side: str, hex_id: str, combat: str, dice: Sequence[Die], held: Sequence[str]
) -> Choose:
    """Whether to expend a deception counter now, and on which die, one's own or the enemy's (11.2)."""
    options = {KEEP: "expend none now"}
    for name in held:
        for die in dice:
            options[f"{name} {die.key}"] = f"{state.board.counters[name].label}, on {die.told(state.board)}"
    shown = [{"key": die.key, "side": die.side, "counter": die.counter, "value": die.value, "needs": die.needs,
              "hits": die.hits} for die in dice]  # fmt: skip
    return Choose(
        rule="11.2", side=side, key=table.key("deception", (hex_id,)), topic="deception",
        prompt=f"The {combat} dice at {place(state, hex_id)} have fallen. Expend a deception counter to undo one?",
        facts={"hex": hex_id, "combat": combat, "deceptions": list(held), "dice": shown},
        options=options, default=KEEP,
    )  # fmt: skip


def losses_at_sea(table: Table, state: State, side: str, hex_id: str, names: Sequence[str], number: int) -> Pick:
    """Whom to lose in naval combat: participants, of the owner's choice (9.1(8)); by default the least, empty first."""
    asked = questions.losses(table, state, side, "9.1", "naval", hex_id, names, number)
    mildest = sorted(names, key=lambda name: (bool(state.passengers(name)), worth(state, name)))
    return replace(asked, default=tuple(mildest[: asked.least]))


def losses_ashore(table: Table, state: State, side: str, hex_id: str, names: Sequence[str], number: int) -> Pick:
    """Whom to lose in land combat, of the owner's choice; by default those who can fight last (9.2(7) note)."""
    asked = questions.losses(table, state, side, "9.2", "land", hex_id, names, number)
    mildest = sorted(names, key=lambda name: (state.board.counters[name].land or 0, worth(state, name)))
    return replace(asked, default=tuple(mildest[: asked.least]))


def worth(state: State, name: str) -> int:
    """How dear a counter is, as defaults reckon."""
    return questions.worth(state.board.counters[name])


def retreat(table: Table, state: State, side: str, rule: str, hex_id: str, ways: Sequence[str]) -> Choose:
    """Where the attacker goes who has not driven the defender out (9.1(9), 9.2(8))."""
    who = "ships" if rule == "9.1" else "troops"
    return Choose(
        rule=rule, side=side, key=table.key("retreat", (hex_id,)), topic="retreat",
        prompt=f"Your {who} at {place(state, hex_id)} must retreat. To which hex?",
        facts={"hex": hex_id, "ways": list(ways), "who": who},
        options={way: place(state, way) for way in ways}, default=quietest(state, side, ways),
    )  # fmt: skip


def quietest(state: State, side: str, ways: Sequence[str]) -> str:
    """A seaport of one's own, else no seaport; then the fewest enemy stacks about it; then clockwise from north."""
    foe = enemy(side)

    def unease(way: str) -> tuple[int, int]:
        near = [hex_id for hex_id in state.board.grid.neighbours(way) if state.stack(hex_id, foe)]
        strange = 1 if state.seaport(way) is None else 2
        return 0 if state.is_friendly_port(way, side) else strange, len(near)

    return min(ways, key=unease)
