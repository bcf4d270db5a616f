"""The question of an Operations Phase: what one force does, or a pass."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pbem.adjudicator.engine.table import Chance, Choose, Plain, Table
from pbem.adjudicator.lions.rules.questions import NO, YES, Form
from pbem.adjudicator.lions.rules.questions_outfit import is_list_of_entries
from pbem.adjudicator.lions.state.state import State

PASS = {"pass": "yes"}
#: What an operation may say; an order that says none of the first four is a pass.
LISTS = ("drop", "markers")
NAME_LISTS = ("path", "take", "scuttle", "show")
MAPPINGS = ("embark", "land", "attack", "letter_of_marque", "diplomacy", "lords")
WORDS = ("force", "pass", "admiral", "cross", "shore", "plunder", "grand_design", "breach", "trade")


@dataclass(frozen=True, slots=True, kw_only=True)
class Operation(Form):
    """One operation from its markers to its plunder; what turns out impossible lapses when its time comes."""

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict):
            return [f"'{answer}' is no mapping"]
        known = (*LISTS, *NAME_LISTS, *MAPPINGS, *WORDS)
        found = [f"'{name}' is no part of an operation" for name in answer if name not in known]
        found += [f"'{name}' is a list of mappings" for name in LISTS if not is_list_of_entries(answer.get(name, []))]
        found += [f"'{name}' is a list of words" for name in NAME_LISTS if not is_list_of_words(answer.get(name, []))]
        found += [f"'{name}' is a mapping" for name in MAPPINGS if not isinstance(answer.get(name, {}), dict)]
        return found

    def default_answer(self) -> Plain:
        return dict(PASS)

    def legal(self) -> Plain:
        """Own fleets and lone ships, with where they are."""
        ships = self.state.ships_of(self.side)
        lone = {name: self.state.ships[name].at for name in ships if not self.state.ships[name].fleet}
        fleets = {name: self.state.ships[self.state.fleet(name)[0]].at for name in self.state.fleets_of(self.side)}
        return {"forces": {**fleets, **lone}, "pounds": str(self.state.money[self.side])}

    def sample(self, chance: Chance) -> Plain:
        """A pass, or a voyage to some square near, with an attack and plunder in mind."""
        forces = self.legal()["forces"]
        if not forces or chance.below(3) == 0:
            return dict(PASS)
        name = chance.pick(sorted(forces))
        near = sorted(self.state.board.distances(forces[name]).items(), key=lambda pair: (pair[1], pair[0]))[:40]
        return {"force": name, "path": [chance.pick(near)[0]], "attack": {"any": "yes"}, "land": {"regiments": "9"},
                "shore": "any", "plunder": "yes", "trade": chance.pick(("no", "yes"))}  # fmt: skip


def is_list_of_words(part: Plain) -> bool:
    """A list of squares, ships or fleets by name."""
    return isinstance(part, list) and all(isinstance(name, str) for name in part)


def operation(table: Table, state: State, power: str) -> Operation:
    """What a power does when its turn has come round (13.1)."""
    return Operation(rule="13.1", side=power, key=table.key("operation", (power,)), topic="operation",
                     prompt="Your next operation, or a pass.", state=state)


def second_operation(table: Table, state: State, power: str) -> Operation:
    """What the same force does at once after its operation (9.13, Grand Design)."""
    return Operation(rule="13.1", side=power, key=table.key("operation", ("grand-design", power)), topic="operation",
                     prompt="Your second operation with the same force (Grand Design).", facts={"second": YES},
                     state=state)


def natives(table: Table, state: State, power: str, others: Sequence[str]) -> Choose:
    """Whose natives to stir up, if anybody's (9.13)."""
    options = {NO: "nobody's", **{name: state.name(name) for name in others}}
    return Choose(rule="9.13", side=power, key=table.key("natives", (power,)), topic="play/natives-are-restless",
                  prompt="Do you play Natives Are Restless, and against whom?", options=options, default=NO)


def uprising(table: Table, state: State, power: str, places: Sequence[str]) -> Choose:
    """Where a power loses its next land point to natives."""
    options = dict(zip(places, places, strict=True))
    return Choose(rule="9.13", side=power, key=table.key("losses/natives", (power,)), topic="losses/natives",
                  prompt="Where do you lose a land point?", options=options, default=places[0])


def retreat(table: Table, state: State, power: str, square: str) -> Choose:
    """Where ships that are driven out of a port go, one square away (9.13, Diplomacy)."""
    options = {name: f"to {name}" for name in state.board.neighbours(square)}
    return Choose(rule="9.13", side=power, key=table.key("retreat", (square.lower(), power)), topic="retreat",
                  prompt=f"Your ships must leave {square}. Where do they go?", facts={"square": square},
                  options=options, default=next(iter(options)))
