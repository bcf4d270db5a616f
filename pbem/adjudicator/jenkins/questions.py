"""The questions of movement and of losses: what is asked, what is legal, what stands if nobody answers.

All that a question shows may be known to the side it is put to. Keys read like orders: `intercept/3119/n1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.jenkins.pieces import Counter, CounterKind
from pbem.adjudicator.jenkins.state import State, enemy
from pbem.table import Chance, Choose, Decision, Pick, Plain, Table

END: Mapping[str, str] = {"end": "true"}
LONGEST_SAMPLE = 9  # hexes a sampled fleet sails: past one perilous sea die, not much more


def labels(state: State, names: Sequence[str]) -> dict[str, str]:
    """Counters to choose from, with what is printed on them."""
    return {name: state.board.counters[name].label for name in names}


def worth(counter: Counter) -> int:
    """How dear a counter is, for defaults only: what to lose first is what is worth least."""
    values = (counter.gun, counter.land, counter.cannonade, counter.tactics_naval, counter.tactics_land, counter.cost)
    return sum(value or 0 for value in values) + (0 if counter.cost is not None else 1)


def cheapest(state: State, names: Sequence[str], number: int) -> tuple[str, ...]:
    """The mildest losses: the counters worth least, in the board's order among equals."""
    return tuple(sorted(names, key=lambda name: worth(state.board.counters[name]))[:number])


def losses(
    table: Table, state: State, side: str, rule: str, why: str, hex_id: str, names: Sequence[str], number: int
) -> Pick:
    """Whom to lose: one's own counters, always the owner's choice."""
    number = min(number, len(names))
    return Pick(
        rule=rule, side=side, key=table.label("losses", (why, hex_id)), topic=f"losses/{why}",
        prompt=f"Choose {number} of your counters at {hex_id} to lose.", facts={"hex": hex_id},
        options=labels(state, names), least=number, most=number, default=cheapest(state, names, number),
    )


def perilous(
    table: Table, state: State, side: str, hex_id: str, ships: Sequence[str], toll: int, *, by_enemy: bool
) -> Pick:
    """Which ships the sea takes: the owner's choice, or the enemy's, who inspects the stack (6.3)."""
    if not by_enemy:
        return losses(table, state, side, "6.3", "perilous", hex_id, ships, toll)
    return Pick(
        rule="6.3", side=side, key=table.label("prey", ("perilous", hex_id)), topic="prey/perilous",
        prompt=f"Choose {toll} enemy ships at {hex_id} for the sea to take.", facts={"hex": hex_id},
        options=labels(state, ships), least=toll, most=toll, default=cheapest(state, ships, toll),
    )


def intercept(table: Table, state: State, side: str, hex_id: str, able: Sequence[str]) -> Pick:
    """Whether, and with which ships, to intercept a stack that has come beside them (7.2)."""
    foe = state.stack(hex_id, enemy(side))
    top = state.board.counters[foe[0]] if foe else None
    where = sorted({state.hex_of(name) for name in able})
    return Pick(
        rule="7.2", side=side, key=table.label("intercept", (hex_id,)), topic="intercept",
        prompt=f"Enemy ships under '{top.name if top else 'sail'}' are at {hex_id}. Intercept, and with whom?",
        facts={"hex": hex_id, "from": where, "enemy_top": top.kind.value if top else ""},
        options={name: f"{state.board.counters[name].label} at {state.hex_of(name)}" for name in able},
        least=0, most=len(able), default=(),
    )


def enter(table: Table, state: State, side: str, ship: str, hexes: Sequence[str]) -> Choose:
    """Where a ship that comes round the Horn is placed (7.4)."""
    return Choose(
        rule="7.4", side=side, key=table.label("enter", (ship,)), topic="enter",
        prompt=f"Place {state.board.counters[ship].label}, come round the Horn, in an open sea hex.",
        facts={"ship": ship}, options=dict.fromkeys(hexes, "open sea"), default=hexes[0],
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MoveOrder(Decision):
    """The next move of the Movement Step, or its end (7.0)."""

    state: State = field(repr=False, compare=False)
    stopped: tuple[str, ...]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return ["a move is a mapping: ships and a path, troops and a path, or a ship to scuttle"]
        if "end" in answer:
            return [] if answer == END else ["the end of movement stands alone"]
        found = [f"'{name}' is no counter of yours" for name in self.named(answer) if not self.own(name)]
        return found + [f"'{place}' is no hex or seaport" for place in places(answer) if not self.place(place)]

    def named(self, answer: Mapping[str, Any]) -> list[str]:
        """Every counter an answer names."""
        names = [*answer.get("ships", ()), *answer.get("troops", ())]
        names += [part[word] for part in answer.get("embark", ()) for word in ("counter", "on")]
        names += [name for word in ("join", "leave") for part in answer.get(word, ()) for name in part["ships"]]
        names += [answer["scuttle"]] if "scuttle" in answer else []
        return names + (list(answer["debark"]) if isinstance(answer.get("debark"), list) else [])

    def own(self, name: str) -> bool:
        counter = self.state.board.counters.get(name)
        return counter is not None and counter.side == self.side

    def place(self, name: str) -> bool:
        return bool(self.state.board.hex_named(name))

    def default_answer(self) -> Plain:
        return dict(END)

    def legal(self) -> Plain:
        """Who can still move, by hex."""
        movable = {h: [n for n in self.state.stack(h, self.side) if n not in self.stopped]
                   for h in self.state.hexes(self.side)}
        return {"move": {hex_id: names for hex_id, names in movable.items() if names}}

    def sample(self, chance: Chance) -> Plain:
        """End the movement, sail somewhere, or march somewhere: any of it legal, none of it wise."""
        stacks = self.legal()["move"]
        if not stacks or chance.below(4) == 0:
            return dict(END)
        hex_id = chance.pick(sorted(stacks))
        counters = [self.state.board.counters[name] for name in stacks[hex_id]]
        ships = [c.id for c in counters if c.is_naval]
        troops = [c.id for c in counters if c.is_land and c.id not in self.state.aboard and is_mobile(c)]
        if ships and (not troops or chance.below(4)):
            return self.sample_sail(chance, hex_id, chance.some(ships, 1, len(ships)), troops)
        return self.sample_march(chance, hex_id, chance.some(troops, 1, len(troops))) if troops else dict(END)

    def sample_sail(self, chance: Chance, hex_id: str, ships: list[str], troops: list[str]) -> Plain:
        """A wandering fleet, with a passenger now and then."""
        move: dict[str, Any] = {"ships": ships, "path": self.wander(chance, hex_id, naval=True)}
        carriers = [name for name in ships if not self.state.passengers(name)
                    and self.state.board.counters[name].kind not in (CounterKind.FIRE_SHIP, CounterKind.BOMB_SHIP)]
        cargo = [name for name in troops if self.state.board.counters[name].anchor]
        if cargo and carriers and self.state.seaport(hex_id) and chance.below(2):
            move["embark"] = [{"counter": chance.pick(cargo), "on": chance.pick(carriers)}]
        if chance.below(2):
            move["debark"] = "all"
        return move

    def sample_march(self, chance: Chance, hex_id: str, troops: list[str]) -> Plain:
        return {"troops": troops, "path": self.wander(chance, hex_id, naval=False)}

    def wander(self, chance: Chance, hex_id: str, *, naval: bool) -> list[str]:
        """A random walk that does not turn back on itself."""
        board = self.state.board
        way: list[str] = []
        for _ in range(1 + chance.below(LONGEST_SAMPLE if naval else 3)):
            near = board.naval_neighbours(hex_id) if naval else board.land_neighbours(hex_id)
            onward = [h for h in near if h not in way]
            if not onward:
                break
            hex_id = chance.pick(onward)
            way.append(hex_id)
        return way


def is_mobile(counter: Counter) -> bool:
    """What marches: everything ashore but a boom chain (11.6)."""
    return counter.kind is not CounterKind.BOOM_CHAIN


def places(answer: Mapping[str, Any]) -> list[str]:
    """Every hex or seaport an answer names."""
    found = [*answer.get("path", ())] + ([answer["enter"]] if "enter" in answer else [])
    parts = [part for word in ("join", "leave", "embark") for part in answer.get(word, ())]
    return found + [part["at"] for part in parts if "at" in part]


def move(table: Table, state: State, side: str, stopped: Sequence[str]) -> MoveOrder:
    """What to move next (7.0)."""
    return MoveOrder(
        rule="7.0", side=side, key=table.label("move", ()), topic="move", prompt="Your next move, or the end of them.",
        facts={"stopped": list(stopped)}, state=state, stopped=tuple(stopped),
    )
