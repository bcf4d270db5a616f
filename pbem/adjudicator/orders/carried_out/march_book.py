"""A book of steps that are judged one by one; it remembers its place, and a replay restores it.

Each step may have conditions, may be repeated, and may have others that stand in for it while its conditions do not
hold. After a defeat only those steps go on that say so. The book knows no game: a title says how conditions are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

Entry = Mapping[str, Any]
Parameters = Mapping[str, Any]
#: Words of a step that say when it is carried out; the rest says what it is.
WHEN = ("if", "times", "after_defeat")
ELSE = "else"


class Spot(NamedTuple):
    """A place in a book: the step, and where one of those stands that are in its stead (0 for itself)."""

    step: int
    stead: int = 0

    def __str__(self) -> str:
        return f"step {self.step + 1}" + (f", else {self.stead}" if self.stead else "")


class Due(NamedTuple):
    """A step that is carried out now: where it stands, its verb, its parameters."""

    spot: Spot
    verb: str
    parameters: Parameters


class March:
    """One book under way."""

    def __init__(self, steps: Sequence[Entry], *, undaunted: bool = False) -> None:
        self.steps = steps
        self.undaunted = undaunted
        self.last: Spot | None = None
        self.done = 0  # how often the last step has been carried out
        self.passed: list[tuple[Spot, str]] = []  # steps left out since the last that was due, with the reason

    def next(self, unmet: Callable[[Parameters], str], *, beaten: bool, lapsed: bool) -> Due | None:
        """The step that is due, and moves the place there; None where the book is at its end."""
        self.passed = []
        for spot, verb, parameters in self.ahead(lapsed=lapsed):
            why_not = self.why_not(parameters, unmet, beaten=beaten)
            if why_not:
                self.passed.append((spot, why_not))
            else:
                self.reach(spot)
                return Due(spot, verb, {word: value for word, value in parameters.items() if word not in WHEN})
        return None

    def why_not(self, parameters: Parameters, unmet: Callable[[Parameters], str], *, beaten: bool) -> str:
        """Explains why a step is left out; empty if it is not."""
        if beaten and not self.undaunted and not parameters.get("after_defeat"):
            return "the force was beaten"
        return unmet(parameters)

    def reach(self, spot: Spot) -> None:
        """Moves the place to a step that is carried out; a replay does the same with what the record says."""
        self.done = self.done + 1 if spot == self.last else 1
        self.last = spot

    def ahead(self, *, lapsed: bool) -> Iterator[tuple[Spot, str, Parameters]]:
        """The steps that may still come, from the place on: the last one again while it has repetitions left.

        Those that stand in for a step come only while it has not been carried out itself.
        """
        last = self.last or Spot(-1)
        for number, step in enumerate(self.steps):
            if number < last.step:
                continue
            for spot, verb, parameters in alternatives(number, step):
                if number > last.step or self.again(spot, parameters, lapsed) or 0 < last.stead < spot.stead:
                    yield spot, verb, parameters

    def again(self, spot: Spot, parameters: Parameters, lapsed: bool) -> bool:
        """Tells if a step is to be repeated."""
        return spot == self.last and not lapsed and self.done < int(parameters.get("times", 1))


def alternatives(number: int, step: Entry) -> Iterator[tuple[Spot, str, Parameters]]:
    """A step, and then those in its stead; one without a verb is passed over, for nobody need have checked the file."""
    stead = step.get(ELSE, []) if verb_of(step) else []
    for place, each in enumerate([step, *(stead if isinstance(stead, list) else [stead])]):
        verb = verb_of(each)
        if verb:
            yield Spot(number, place), verb, each[verb] if isinstance(each[verb], Mapping) else {}


def verb_of(step: Entry) -> str:
    """The verb of a step; empty if it has none."""
    return next((word for word in step if word != ELSE), "")
