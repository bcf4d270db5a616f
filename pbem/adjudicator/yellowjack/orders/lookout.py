"""One seat's lookout: its view, and what a question tells it. Conditions and orders look through nothing else.

What the seat cannot see is None and never a guess. An Unspotted marker counts as one Squadron, whatever it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from pbem.adjudicator.engine.table import Plain
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.orders.names import HERE
from pbem.adjudicator.yellowjack.state.words import CONVOY, INDEPENDENT

Piece = Mapping[str, Any]
#: The sort of an enemy that nobody has Spotted.
UNKNOWN = "unknown"
YES = "yes"


class Lookout:
    """One seat's eyes on the position, and on the question that is put to it."""

    def __init__(self, board: Board, known: Callable[[], Mapping[str, Any]], facts: Mapping[str, Plain]) -> None:
        self.board = board
        self.make = known
        self.facts = facts

    def about(self, **more: Plain) -> Lookout:
        """The same eyes on a question that tells more."""
        return Lookout(self.board, lambda: self.known, {**self.facts, **more})

    @cached_property
    def known(self) -> Mapping[str, Any]:
        """The view, made only if a condition asks for it."""
        return self.make()

    @property
    def seat(self) -> str:
        return str(self.known["seat"])

    # ---------------------------------------------------------------------------------------- the question

    def told(self, name: str) -> str:
        """A fact of the question; empty where it tells none."""
        return str(self.facts.get(name, ""))

    def tells(self, name: str) -> bool:
        """Tells if the question has a fact."""
        return self.told(name) != ""

    def number(self, name: str) -> int | None:
        """A number that the question tells; None where it tells none."""
        text = self.told(name)
        return int(text) if text.lstrip("-").isdecimal() else None

    def texts(self, name: str) -> list[str]:
        """A list of words that the question tells."""
        told = self.facts.get(name, ())
        return [str(each) for each in told] if isinstance(told, list | tuple) else []

    def now(self, name: str) -> int:
        """The Impulse, the MPI or another count of the clock: the question's, or the view's."""
        found = self.number(name)
        return int(self.known.get(name, 0)) if found is None else found

    @property
    def who(self) -> str:
        """Returns the own Formation that the question is about; empty where it is about none."""
        return self.told("who")

    @property
    def here(self) -> str:
        """Returns the place that the question is about, or where its Formation lies; empty where there is none."""
        return self.told("place") or self.told("port") or self.at(self.who)

    def spot(self, name: str) -> str:
        """A place as a condition names it: `here` is that of the question."""
        return self.here if name == HERE else name

    # ---------------------------------------------------------------------------------------- one's own

    @property
    def own(self) -> Mapping[str, Piece]:
        """One's own Formations."""
        found: Mapping[str, Piece] = self.known["formations"]
        return found

    def at(self, formation: str) -> str:
        """The place of an own Formation; empty where there is none."""
        return str(self.own.get(formation, {}).get("at", ""))

    def squadrons_of(self, formation: str) -> list[str]:
        """The Squadrons of an own Formation."""
        return [str(name) for name in self.own.get(formation, {}).get("squadrons", ())]

    def damage(self, formation: str) -> int:
        """The worst third of damage among the Squadrons of a Formation; 3 is crippled."""
        squadrons = self.known["squadrons"]
        return max((int(squadrons.get(name, {}).get("third", 0)) for name in self.squadrons_of(formation)), default=0)

    def order_of(self, formation: str) -> str:
        """The Order that an own Formation carries out; empty where it has none."""
        return str(self.own.get(formation, {}).get("order", ""))

    def plan_of(self, formation: str) -> Mapping[str, Any]:
        """The plan that an own Formation has, as far as it is not done; empty where it has none."""
        found: Mapping[str, Any] = self.known["plans"].get(formation, {})
        return found

    def has_plan(self, formation: str) -> bool:
        """Tells if something is left of a plan."""
        return bool(self.plan_of(formation).get("then"))

    # ---------------------------------------------------------------------------------------- the enemy

    @cached_property
    def markers(self) -> Mapping[str, Piece]:
        """Every enemy marker at sea, with what is known of it as long as it is Spotted."""
        return {name: {"at": each["at"], **((each.get("seen") or {}) if each.get("spotted") else {})}
                for name, each in self.known["markers"].items() if each.get("side", "") != self.seat}  # fmt: skip

    def enemies(self) -> list[Piece]:
        """The enemies of the question; where it tells none, those in the place it is about."""
        told = self.facts.get("enemies")
        if isinstance(told, list):
            return [each for each in told if isinstance(each, Mapping)]
        return self.enemies_at(self.here) if self.here else []

    def enemies_at(self, place: str) -> list[Piece]:
        """The enemy markers in one place."""
        return [{"marker": name, **each} for name, each in self.markers.items() if str(each.get("at", "")) == place]

    def enemies_near(self, place: str, reach: Callable[[str], bool]) -> Iterator[Piece]:
        """The enemy markers in a place and within reach of it."""
        for name, each in self.markers.items():
            at = str(each.get("at", ""))
            if at and (at == place or reach(at)):
                yield {"marker": name, **each}


def sort_of(enemy: Piece) -> str:
    """The sort of an enemy as far as it is known."""
    kind = str(enemy.get("kind", "") or "")
    return {INDEPENDENT: "single"}.get(kind, kind) if kind else UNKNOWN


def squadrons_in(enemies: Sequence[Piece]) -> int:
    """The Squadrons of some enemies; one that is not Spotted counts as one, a Convoy's Escort as it is seen."""
    return sum(int(each.get("squadrons") or (0 if sort_of(each) == CONVOY else 1)) for each in enemies)
