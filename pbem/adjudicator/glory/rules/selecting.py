"""Ships named in orders, picked out of those that there are, and where the senior admiral must go."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.order_parts import whole
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.glory.rules.ch08_admirals import highest
from pbem.adjudicator.glory.rules.forms import Ships
from pbem.adjudicator.glory.state.house import choice
from pbem.adjudicator.glory.state.state import State


def by_worth(state: State, ships: Iterable[str]) -> list[str]:
    """Ships from the best to the worst: sound ones first, then by attack, defence and guns."""
    order = {name: place for place, name in enumerate(state.board.ships)}
    return sorted(ships, key=lambda s: (not state.is_sound(s), -state.attack(s), -state.defence(s),
                                        -state.board.ships[s].guns, order[s]))  # fmt: skip


def chosen_ships(state: State, pool: Sequence[str], wanted: Ships | None) -> list[str]:
    """Picks the ships that an order names out of a pool: ids, `all`, `damaged`, `sound`, best or worst so many."""
    if wanted is None or wanted == "all":
        return list(pool)
    if wanted == "damaged":
        return [ship for ship in pool if state.ships[ship].damaged or state.ships[ship].wrecked]
    if wanted == "sound":
        return [ship for ship in pool if state.is_sound(ship)]
    if isinstance(wanted, dict):
        ranked = by_worth(state, pool)
        number = whole(wanted.get("best") or wanted.get("worst"))
        return ranked[:number] if "best" in wanted else ranked[::-1][:number]
    if isinstance(wanted, str):
        return [wanted] if wanted in pool else []
    named = [part for part in wanted if isinstance(part, str)]
    return [ship for ship in pool if ship in named] if "best" not in named else by_worth(state, pool)


@rule("7.6", "Splitting fleets: the senior admiral", "6.9.3", "20.5")
def with_larger_part(
    state: State, seat: str, block: str, going: Sequence[str], staying: Sequence[str], wanted: Sequence[str]
) -> list[str]:
    """The admirals who go: those named, but the highest goes with the larger part of the fleet."""
    present = state.admirals_in(block)
    leaving = [name for name in present if name in wanted]
    senior = highest(state, seat, [*going, *staying], present)
    if not senior:
        return leaving
    others = [name for name in leaving if name != senior]
    if len(going) > len(staying):
        return [senior, *others]
    if len(going) < len(staying) or choice(state, "equal_split") == "senior_first":
        return others
    return leaving
