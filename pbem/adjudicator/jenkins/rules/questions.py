"""Questions that several chapters ask: whom to lose, and where to retreat. The others stand with their rules.

All that a question shows may be known to the side it is put to. Keys read like orders: `intercept/3119/n1`.
"""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.engine.table import Choose, Pick, Table
from pbem.adjudicator.jenkins.board.pieces import Counter
from pbem.adjudicator.jenkins.state.state import State, enemy


def labels(state: State, names: Sequence[str]) -> dict[str, str]:
    """Counters to choose from, with what is printed on them."""
    return {name: state.board.counters[name].label for name in names}


def worth(counter: Counter) -> int:
    """Values a counter, for defaults only: the least worth is lost first."""
    values = (counter.gun, counter.land, counter.cannonade, counter.tactics_naval, counter.tactics_land, counter.cost)
    return sum(value or 0 for value in values) + (0 if counter.cost is not None else 1)


def cheapest(state: State, names: Sequence[str], number: int) -> tuple[str, ...]:
    """The mildest losses: the counters worth least, in the board's order among equals."""
    return tuple(sorted(names, key=lambda name: worth(state.board.counters[name]))[:number])


def losses(
    table: Table, state: State, side: str, rule: str, why: str, hex_id: str, names: Sequence[str], number: int, *,
    discreet: bool = False,
) -> Pick:
    """Asks which own counters to lose, always the owner's choice."""
    number = min(number, len(names))
    return Pick(
        rule=rule, side=side, key=table.key("losses", (why, hex_id)), topic=f"losses/{why}",
        prompt=f"Choose {number} of your counters at {place(state, hex_id)} to lose.", facts={"hex": hex_id},
        options=labels(state, names), least=number, most=number, default=cheapest(state, names, number),
        discreet=discreet,
    )


def place(state: State, hex_id: str) -> str:
    """A hex as players speak of it: with the name of its seaport."""
    port = state.seaport(hex_id)
    return f"{port.name} ({hex_id})" if port else hex_id


def retreat(table: Table, state: State, side: str, rule: str, hex_id: str, ways: Sequence[str]) -> Choose[str]:
    """Asks where an attacker goes who has not driven the defender out (9.1(9), 9.2(8))."""
    who = "ships" if rule == "9.1" else "troops"
    return Choose(
        rule=rule, side=side, key=table.key("retreat", (hex_id,)), topic="retreat",
        prompt=f"Your {who} at {place(state, hex_id)} must retreat. To which hex?",
        facts={"hex": hex_id, "ways": list(ways), "who": who},
        options={way: place(state, way) for way in ways}, default=quietest(state, side, ways),
    )  # fmt: skip


def quietest(state: State, side: str, ways: Sequence[str]) -> str:
    """A seaport of one's own, else no seaport; then the fewest enemy stacks about it; then clockwise from north."""
    foe = enemy(side)

    def unease(way: str) -> tuple[int, int]:
        near = [hex_id for hex_id in state.board.grid.neighbours(way) if state.stack(hex_id, foe)]
        strange = 1 if state.seaport(way) is None else 2
        return 0 if state.is_friendly_port(way, side) else strange, len(near)

    return min(ways, key=unease)
