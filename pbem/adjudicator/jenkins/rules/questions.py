"""The questions of movement and of losses: what is asked, what is legal, what stands if nobody answers.

All that a question shows may be known to the side it is put to. Keys read like orders: `intercept/3119/n1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.engine.table import Chance, Choose, Decision, Pick, Plain, Table
from pbem.adjudicator.jenkins.board.pieces import Carries, Counter, CounterKind
from pbem.adjudicator.jenkins.state.state import SPANISH, State, enemy
from pbem.geometry.hexes import distance

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
        rule=rule, side=side, key=table.key("losses", (why, hex_id)), topic=f"losses/{why}",
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
        rule="6.3", side=side, key=table.key("prey", ("perilous", hex_id)), topic="prey/perilous",
        prompt=f"Choose {toll} enemy ships at {hex_id} for the sea to take.", facts={"hex": hex_id},
        options=labels(state, ships), least=toll, most=toll, default=cheapest(state, ships, toll),
    )


def intercept(table: Table, state: State, side: str, hex_id: str, able: Sequence[str]) -> Pick:
    """Whether, and with which ships, to intercept a stack that has come beside them (7.2)."""
    foe = state.stack(hex_id, enemy(side))
    top = state.board.counters[foe[0]] if foe else None
    where = sorted({state.hex_of(name) for name in able})
    return Pick(
        rule="7.2", side=side, key=table.key("intercept", (hex_id,)), topic="intercept",
        prompt=f"Enemy ships under '{top.name if top else 'sail'}' are at {hex_id}. Intercept, and with whom?",
        facts={"hex": hex_id, "from": where, "enemy_top": top.kind.value if top else ""},
        options={name: f"{state.board.counters[name].label} at {state.hex_of(name)}" for name in able},
        least=0, most=len(able), default=(),
    )


def enter(table: Table, state: State, side: str, ship: str, hexes: Sequence[str]) -> Choose:
    """Where a ship that comes round the Horn is placed (7.4)."""
    return Choose(
        rule="7.4", side=side, key=table.key("enter", (ship,)), topic="enter",
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
        """End the movement, sail, or march: any of it legal, little of it wise, half of it with a seaport in mind."""
        stacks = self.legal()["move"]
        if not stacks or chance.below(5) == 0:
            return dict(END)
        hex_id = chance.pick(sorted(stacks))
        counters = [self.state.board.counters[name] for name in stacks[hex_id]]
        ships = [c.id for c in counters if c.is_naval]
        troops = [c.id for c in counters if c.is_land and c.id not in self.state.aboard and is_mobile(c)]
        if ships and (not troops or chance.below(4)):
            expedition = chance.below(2) == 0
            sailing = ships if expedition else chance.some(ships, 1, len(ships))
            return self.sample_sail(chance, hex_id, sailing, troops, expedition=expedition)
        return self.sample_march(chance, hex_id, chance.some(troops, 1, len(troops))) if troops else dict(END)

    def sample_sail(
        self, chance: Chance, hex_id: str, ships: list[str], troops: list[str], *, expedition: bool
    ) -> Plain:
        """A fleet, its passengers aboard, on its way to a seaport or wandering; rarely scuttled or for the Horn."""
        if self.side == SPANISH and chance.below(60) == 0:
            return {"scuttle": chance.pick(ships)}
        move: dict[str, Any] = {"ships": ships}
        goal = self.sample_goal(chance, hex_id)
        move["path"] = [goal] if expedition and goal else self.wander(chance, hex_id, naval=True)
        if self.state.seaport(hex_id) and chance.below(4) and (embark := self.sample_cargo(chance, ships, troops)):
            move["embark"] = embark
        if expedition or chance.below(2):
            move["debark"] = "all"
        if chance.below(6) == 0:
            move["if_missed"] = "hold"
        if chance.below(40) == 0:
            move["to_track"] = "true"
        return move

    def sample_goal(self, chance: Chance, hex_id: str) -> str:
        """A seaport of this water, rather a near one, mostly the enemy's; empty if there is no other."""
        board = self.state.board
        here = board.is_pacific(hex_id)
        ports = [p for p in board.seaports.values() if p.hex != hex_id and p.great_south_sea == here]
        if chance.below(4):
            ports = [p for p in ports if self.state.holder(p) == enemy(self.side)] or ports
        some = chance.some(ports, min(4, len(ports)), 4) if ports else []
        return min(some, key=lambda port: distance(hex_id, port.hex)).id if some else ""

    def sample_cargo(self, chance: Chance, ships: Sequence[str], troops: Sequence[str]) -> list[dict[str, str]]:
        """Passengers for as many of the ships as can take one; a merchant takes several that differ (7.3)."""
        counters = self.state.board.counters
        plan: list[dict[str, str]] = []
        for name in chance.some(troops, min(len(troops), 1), len(troops)):
            berths = [ship for ship in ships if self.takes(ship, counters[name], plan)]
            if berths:
                plan.append({"counter": name, "on": chance.pick(berths)})
        return plan

    def takes(self, ship: str, cargo: Counter, plan: Sequence[Mapping[str, str]]) -> bool:
        """Whether a ship has room for one more, with those already meant to go aboard (7.3)."""
        counters = self.state.board.counters
        names = [*self.state.passengers(ship), *(part["counter"] for part in plan if part["on"] == ship)]
        carries = counters[ship].carries
        if not cargo.anchor or carries is Carries.NONE or (carries is Carries.LEADER and not cargo.is_leader):
            return False
        if carries is not Carries.ANY:
            return not names
        return cargo.transport_key not in [counters[name].transport_key for name in names if cargo.transport_key]

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
        rule="7.0", side=side, key=table.key("move", ()), topic="move", prompt="Your next move, or the end of them.",
        facts={"stopped": list(stopped)}, state=state, stopped=tuple(stopped),
    )
