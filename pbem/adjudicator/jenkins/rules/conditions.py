"""Conditions of moves, doctrine and standing orders. They test only what their owner can see (4.4).

A condition is a mapping of one word to what it wants, such as `storm_on: 3018`; a list of them holds when all do.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import partial

from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.rules.ch04_stacking import seen
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.state.state import State, enemy
from pbem.adjudicator.orders.carried_out import judging
from pbem.adjudicator.orders.carried_out.judging import Condition
from pbem.adjudicator.orders.written.order_form import OrderForm
from pbem.base.records import dataclass
from pbem.geometry.hexes import distance


@dataclass(frozen=True, slots=True)
class Look:
    """One side's eyes on the position, standing in a hex if the question has one."""

    state: State
    side: str
    here: str = ""

    def hex(self, place: str) -> str:
        """A hex, a seaport, or 'here'."""
        return self.here if place == "here" else self.state.board.hex_named(place)

    def enemies(self) -> list[str]:
        """Hexes where an enemy stack can be seen; each shows at least its top."""
        return self.state.hexes(enemy(self.side))

    def top(self, hex_id: str) -> str:
        """The kind of the topmost enemy counter in a hex."""
        tops = seen(self.state, hex_id, self.side)
        return self.state.board.counters[tops[0]].kind.value if tops else ""


def near(look: Look, wanted: Mapping[str, str]) -> bool:
    """Tells if an enemy stack lies within so many hexes of a place."""
    centre = look.hex(wanted["of"])
    return bool(centre) and any(distance(centre, h) <= int(wanted["hexes"]) for h in look.enemies())


def own_ships(look: Look, wanted: Mapping[str, str]) -> bool:
    """Tells if at least so many own ships lie in a place."""
    return len(look.state.naval(look.hex(wanted["at"]), look.side)) >= int(wanted["ships"])


def holds_port(look: Look, place: str) -> bool:
    """Tells if the seaport is the side's own at this moment."""
    return look.state.is_friendly_port(look.hex(place), look.side)


#: The data have what each wants, how it reads when it does not hold, and opposites; here stands whether it holds.
FORM = OrderForm(DATA / "order_sections.yaml", DATA / "phrases.yaml")
CONDITIONS: Mapping[str, Condition[Look]] = FORM.conditions({
    "storm_on": lambda look, place: storm_bars(look.state, look.hex(place)),
    "enemy_at": lambda look, place: look.hex(place) in look.enemies(),
    "enemy_within": near,
    "enemy_top": lambda look, kind: look.top(look.here) == kind,
    "own_at": lambda look, place: bool(look.state.stack(look.hex(place), look.side)),
    "own_ships": own_ships,
    "here": lambda look, place: look.here == look.hex(place),
    "held": holds_port,
    "turn_at_least": lambda look, turn: look.state.turn >= int(turn),
    "turn_at_most": lambda look, turn: look.state.turn <= int(turn),
    "funds_at_least": lambda look, points: look.state.funds[look.side] >= int(points),
})  # fmt: skip
unmet = partial(judging.unmet, CONDITIONS)


def first_unmet(state: State, side: str, conditions: Iterable[Mapping[str, object]], here: str = "") -> str:
    """The first condition that does not hold, in words, for a rule that has the position; empty if all hold."""
    return unmet(Look(state, side, here), conditions)


def all_hold(state: State, side: str, conditions: Iterable[Mapping[str, object]], here: str = "") -> bool:
    """Tells if every condition holds."""
    return not first_unmet(state, side, conditions, here)
