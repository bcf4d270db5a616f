"""Questions of several chapters: an amount, a yes or no, a place for a leader. What is legal, what stands unanswered.

All that a question shows may be known to the power it is put to. Keys read like orders: `bid/m1/r1/england/n1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from pbem.adjudicator.engine.table import Chance, Choose, Decision, Pick, Plain, Table
from pbem.adjudicator.lions.rules.ch06_control import is_present
from pbem.adjudicator.lions.state.state import State

YES, NO = "yes", "no"


@dataclass(frozen=True, slots=True, kw_only=True)
class Amount(Decision):
    """A whole number between two others, written as text like all numbers of an order file."""

    least: int
    most: int
    default: int

    def faults(self, answer: Plain) -> list[str]:
        number = int(answer) if isinstance(answer, str) and answer.isascii() and answer.isdecimal() else -1
        if answer == str(number) and self.least <= number <= self.most:
            return []
        return [f"'{answer}' is no number from {self.least} to {self.most}"]

    def sample(self, chance: Chance) -> Plain:
        return str(self.least + chance.below(self.most - self.least + 1))

    def default_answer(self) -> Plain:
        return str(self.default)

    def legal(self) -> Plain:
        return {"least": str(self.least), "most": str(self.most)}


def yes_no(
    table: Table, rule: str, power: str, topic: str, parts: Sequence[str], prompt: str, facts: Mapping[str, Plain]
) -> Choose:
    """Whether to do something; not, where nobody answers."""
    key = table.key(topic, (*parts, power))
    options = {NO: "no", YES: "yes"}
    return Choose(rule=rule, side=power, key=key, topic=topic, prompt=prompt, facts=facts, options=options, default=NO)


def play_marker(table: Table, state: State, power: str, rule: str, kind: str, moment: str, **facts: Plain) -> Choose:
    """Whether to play a campaign marker of a kind now."""
    name = state.board.marker_types[kind].name
    shown = {"marker": kind, "moment": moment, **facts}
    return yes_no(table, rule, power, f"play/{kind}", (moment,), f"Do you play {name}?", shown)


def play_some(table: Table, state: State, power: str, rule: str, moment: str, markers: Sequence[str]) -> Pick:
    """Which of some markers to play, in order."""
    options = {name: state.label(name) for name in markers}
    return Pick(rule=rule, side=power, key=table.key(f"play/{moment}", (power,)), topic=f"play/{moment}",
                prompt="Which campaign markers do you play?", facts={"moment": moment}, options=options, least=0,
                most=len(markers), default=())


def bid(table: Table, state: State, power: str, number: int, again: int, least: int) -> Amount:
    """What a power bids for a marker; in a further round at least what it bid before (9.3(2))."""
    prompt = f"Your bid for marker {number}, round {again}: {least} to {state.money[power]} pounds."
    return Amount(rule="9.3", side=power, key=table.key("bid", (f"m{number}", f"r{again}", power)), topic="bid",
                  prompt=prompt, facts={"marker": number, "round": again}, least=least, most=state.money[power],
                  default=least)


def return_markers(table: Table, state: State, power: str) -> Pick:
    """Which markers to give back to the pool unplayed (9.6)."""
    options = {name: state.label(name) for name in state.hand[power]}
    return Pick(rule="9.6", side=power, key=table.key("return", (power,)), topic="return",
                prompt="Which campaign markers do you return to the pool?", options=options, least=0,
                most=len(options), default=())


def berths(state: State, power: str) -> dict[str, str]:
    """Where a new leader may be placed: aboard any own ship that takes leaders, or ashore with an own combat unit."""
    ships = [name for name in state.ships_of(power) if state.board.ships[name].kind.leaders]
    squares = [square for square in state.occupied() if is_present(state, square, power)]
    aboard = {name: f"aboard {state.label(name)} in {state.ships[name].at}" for name in ships}
    return aboard | {square: f"ashore in {square}" for square in squares}


def place_leader(table: Table, state: State, power: str, rule: str, topic: str, leader: str) -> Choose:
    """Where to place a leader who has come into play (22.2, 9.7); by default in the greatest ship."""
    options = berths(state, power)
    prompt = f"Where do you place {state.label(leader)}?"
    return Choose(rule=rule, side=power, key=table.key(topic, (power,)), topic=topic, prompt=prompt,
                  facts={"leader": leader}, options=options, default=next(iter(options)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Decision):
    """A part of an order file as a whole: judged entry by entry when it is carried out."""

    state: State = field(repr=False, compare=False)

    def faults(self, answer: Plain) -> list[str]:
        return [] if isinstance(answer, dict) else [f"'{answer}' is no mapping"]

    def sample(self, chance: Chance) -> Plain:
        return {}

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        return {"form": self.topic}
