"""The questions of the Outfitting Phase."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from pbem.adjudicator.engine.table import Chance, Choose, Plain, Table
from pbem.adjudicator.lions.rules.questions import NO, Form, place_leader, yes_no
from pbem.adjudicator.lions.rules.questions_setup import whole
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State

__all__ = ["NO", "fleets", "hire", "outfit", "place_leader", "whole"]

OUTFIT_PARTS = ("demobilise", "unplunder", "found", "repair", "buy", "companies", "charter")


@dataclass(frozen=True, slots=True, kw_only=True)
class Outfit(Form):
    """Everything a player does in step a: lists of entries by section, and how many leaders to try for."""

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return [f"'{answer}' is no mapping"]
        found = [f"'{name}' is no part of outfitting" for name in answer if name not in (*OUTFIT_PARTS, "leaders")]
        lists = [name for name in OUTFIT_PARTS if not is_list_of_entries(answer.get(name, []))]
        found += [f"'{name}' is a list of mappings" for name in lists]
        if whole(answer.get("leaders", "0")) < 0:
            found.append("'leaders' is how many to try for")
        return found

    def sample(self, chance: Chance) -> Plain:
        """A few purchases in home ports, a leader now and then."""
        ports = [port.id for port in self.state.board.home_ports(self.side)]
        items = [*self.state.board.classes, REGIMENT, FORT]
        buy = [{"item": item, "at": chance.pick(ports)} for item in chance.some(items, 0, 3)]
        return {"buy": buy, "leaders": str(chance.below(2))}

    def legal(self) -> Plain:
        """What pounds buy, and what is left to buy."""
        prices = {name: item.dice or str(item.cost) for name, item in self.state.board.expenditure.items()}
        return {"prices": prices, "pounds": str(self.state.money[self.side])}


def is_list_of_entries(part: Any) -> bool:
    """A list of mappings."""
    return isinstance(part, list) and all(isinstance(entry, dict) for entry in part)


def outfit(table: Table, state: State, power: str) -> Outfit:
    """Step a of a player's outfitting (4.2(4))."""
    return Outfit(rule="11.1", side=power, key=table.key("outfit", (power,)), topic="outfit",
                  prompt="What do you outfit, repair, rebuild, found and demobilise?", state=state)


def hire(table: Table, state: State, power: str, cost: int) -> Choose:
    """Whether to pay for a leader not yet drawn (22.2)."""
    prompt = f"A leader would cost {cost} of your {state.money[power]} pounds. Do you pay?"
    return yes_no(table, "22.2", power, "leader", (), prompt, {"cost": cost})


@dataclass(frozen=True, slots=True, kw_only=True)
class Organisation(Form):
    """How a player's ships are formed into fleets."""

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict) or not answer.keys() <= {"form", "dissolve"}:
            return ["fleets are a mapping with 'form' and 'dissolve', both lists"]
        if not is_list_of_entries(answer.get("form", [])):
            return ["'form' is a list of mappings"]
        return [] if isinstance(answer.get("dissolve", []), list) else ["'dissolve' is a list of numbers"]

    def sample(self, chance: Chance) -> Plain:
        """All ships of one square as the first fleet."""
        squares = sorted({self.state.ships[name].at for name in self.state.ships_of(self.side)})
        if not squares or chance.below(2):
            return {}
        square = chance.pick(squares)
        ships = [name for name in self.state.ships_of(self.side) if self.state.ships[name].at == square]
        return {"form": [{"number": "1", "at": square, "ships": ships}]}

    def legal(self) -> Plain:
        """Own ships by square, and how many fleets there may be."""
        where = {name: self.state.ships[name].at for name in self.state.ships_of(self.side)}
        return {"ships": where, "fleets": str(self.state.board.fleet_markers[self.side])}


def fleets(table: Table, state: State, power: str) -> Organisation:
    """Step d of the Outfitting Phase (12.2)."""
    return Organisation(rule="12.2", side=power, key=table.key("fleets", (power,)), topic="fleets",
                        prompt="How are your ships formed into fleets?", state=state)
