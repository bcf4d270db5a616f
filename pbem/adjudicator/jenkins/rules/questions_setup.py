"""The questions of set-up, purchases, Fortunes of War and victory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.engine.table import Chance, Choose, Decision, Pick, Plain, Table
from pbem.adjudicator.jenkins.board.pieces import TURN_TRACK, Seaport
from pbem.adjudicator.jenkins.rules.questions import cheapest
from pbem.adjudicator.jenkins.state.state import ENGLISH, State


@dataclass(frozen=True, slots=True, kw_only=True)
class Purchases(Decision):
    """What to buy and where to place it (3.3, 3.5); in the set-up also garrisons and the San Isidro (3.1, 11.9)."""

    state: State = field(repr=False, compare=False)
    set_up: bool = False

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return ["purchases are a mapping with 'buy', a list"]
        found = [f"'{name}' is no counter of yours" for name in self.named(answer) if not self.own(name)]
        if self.boxes() and str(answer.get("isidro", "")) not in self.boxes():
            found.append(f"'isidro' names a box of the turn track, 1 to {len(self.boxes())} (rule 11.9)")
        return found

    def named(self, answer: Mapping[str, Any]) -> list[str]:
        parts = [*answer.get("buy", ()), *answer.get("garrisons", ())]
        names = [part["counter"] for part in parts] + [part["aboard"] for part in parts if "aboard" in part]
        return names + [name for part in answer.get("stacks", ()) for name in part["top"]]

    def own(self, name: str) -> bool:
        counter = self.state.board.counters.get(name)
        return counter is not None and counter.side == self.side

    def boxes(self) -> list[str]:
        """The boxes of the turn track, where the San Isidro must be put on one (11.9)."""
        mine = any(p.place == TURN_TRACK and p.side == self.side for p in self.state.board.setup)
        return [str(turn) for turn in range(1, self.state.board.numbers.turns + 1)] if self.set_up and mine else []

    def default_answer(self) -> Plain:
        return {"isidro": self.boxes()[-1]} if self.boxes() else {}

    def legal(self) -> Plain:
        """What is for sale at what price, and where it may stand."""
        prices = {name: str(self.state.board.counters[name].cost) for name in self.state.pool.get(self.side, ())}
        return {"for_sale": prices, "funds": self.state.funds[self.side], "at": [p.id for p in self.ports()]}

    def ports(self) -> list[Seaport]:
        """Friendly seaports that are not on the Great South Sea (3.5)."""
        ports = self.state.board.seaports.values()
        return [port for port in ports if self.state.holder(port) == self.side and not port.great_south_sea]

    def sample(self, chance: Chance) -> Plain:
        """A lawful shopping list, without sense, for up to three seaports; now and then a stack in another order."""
        funds = self.state.funds[self.side]
        pool = [self.state.board.counters[name] for name in self.state.pool.get(self.side, ())]
        room = self.rooms(chance)
        bought: list[dict[str, str]] = []
        for counter in chance.some(pool, 0, min(len(pool), 40 if self.set_up else 12)):
            berth = 0 if counter.is_naval else 1
            places = [name for name in room if not counter.stacks or room[name][berth] > 0]
            if counter.cost is None or counter.cost > funds or not places:
                continue
            port_id = chance.pick(places)
            funds -= counter.cost
            room[port_id][berth] -= counter.stacks
            bought.append({"counter": counter.id, "at": port_id})
        plan: dict[str, Any] = {"buy": bought, **({"isidro": chance.pick(self.boxes())} if self.boxes() else {})}
        return plan if chance.below(3) else plan | {"stacks": self.sample_order(chance, bought)}

    def rooms(self, chance: Chance) -> dict[str, list[int]]:
        """Up to three of the side's seaports, with the room each has for ships and for troops (4.0)."""
        ports = self.ports()
        room = {port.id: [port.value, port.value] for port in chance.some(ports, min(1, len(ports)), 3)}
        for name, left in room.items():
            for counter in self.state.counters(self.state.board.seaports[name].hex, self.side):
                left[0 if counter.is_naval else 1] -= counter.stacks
        return room

    def sample_order(self, chance: Chance, bought: Sequence[Mapping[str, str]]) -> list[dict[str, Any]]:
        """One of the stacks with something new on top (4.3)."""
        if not bought:
            return []
        fresh = chance.pick(bought)
        return [{"hex": self.state.board.seaports[fresh["at"]].hex, "top": [fresh["counter"]]}]


def set_up(table: Table, state: State, side: str) -> Purchases:
    """The whole of a side's set-up (3.1)."""
    return Purchases(rule="3.1", side=side, key=table.key("set-up", (side,)), topic="setup",
                     prompt="Set up your side: purchases and where they stand.", state=state, set_up=True)


def purchases(table: Table, state: State, side: str) -> Purchases:
    """The purchases of a turn (6.1)."""
    return Purchases(rule="6.1", side=side, key=table.key("buy", (side,)), topic="buy",
                     prompt="What do you buy, and where does it stand?", state=state)


def fortune(table: Table, state: State, side: str, options: Sequence[str]) -> Pick:
    """Which visible counter the Fortunes of War strike (10.0)."""
    shown = {name: f"{state.board.counters[name].label} at {state.hex_of(name)}" for name in options}
    return Pick(rule="10.0", side=side, key=table.key("prey", ("fortunes",)), topic="prey/fortunes",
                prompt="Choose a counter that you can see.", options=shown, least=1, most=1,
                default=cheapest(state, options, 1))


def victory(table: Table, state: State, ports: Sequence[Seaport]) -> Choose:
    """Which captured seaport rolls next (5.0)."""
    return Choose(rule="5.0", side=ENGLISH, key=table.key("victory", ()), topic="victory",
                  prompt="Name the captured seaport to roll for next.",
                  options={port.id: f"{port.name} ({port.value})" for port in ports}, default=ports[0].id)


