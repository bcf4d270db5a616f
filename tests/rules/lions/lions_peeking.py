"""Games of When Lions Sailed to look at from every seat, and changes that a seat cannot see.

Every change alters what is hidden from one seat: hands, what is up for bids, which ships lie face down, their damage
and cargo, where leaders are, how many points are ashore (9.2, 15.1).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest
from looking_on import Peek, builders, look_on, shown

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, Decision, Note, Table
from pbem.adjudicator.lions import rules
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.rules import questions
from pbem.adjudicator.lions.state.state import REGIMENT, Berth, State, Vessel

#: The functions that make questions outside battles, where forces are laid open (15.2).
BATTLES = ("ch17_fire", "ch17_naval", "ch18_battle", "ch18_results", "ch20_land")
SHARED = ["play_marker", "play_some", "place_leader"]
BUILDERS = {**builders(rules, BATTLES), questions: SHARED}
Change = Callable[[State, str, SeededChance], bool]


def copied(state: State) -> State:
    """The same position again, sharing nothing but the board."""
    return State.from_plain(state.board, state.to_plain(), state.house)


# ------------------------------------------------------------------------------------------------ games


def peek_at_game(players: int, seed: str, peek: Peek) -> None:
    """One random game from set-up to victory."""
    match = LionsMatch.begin(POWERS[:players], {"turns": "3"}, None)
    look_on(match, match.state, match.state.players, seed, peek)


@dataclass(slots=True)
class Watch:
    """Every question is made twice: as the rule makes it, and on a position with something hidden changed."""

    changes: Sequence[Change]
    chance: SeededChance = field(default_factory=lambda: SeededChance("hidden"))
    compared: int = 0

    def over(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Put a watch on every builder."""
        for module, names in BUILDERS.items():
            for name in names:
                monkeypatch.setattr(module, name, self.watched(getattr(module, name)))

    def watched(self, build: Callable[..., Decision]) -> Callable[..., Decision]:
        """The builder, with every question compared."""

        def twice(table: Table, *rest: Any, **named: Any) -> Decision:
            asked = dict(table.asked)
            decision = build(table, *rest, **named)
            state = next((part for part in rest if isinstance(part, State)), None)
            for change in self.changes if state else ():
                assert state is not None
                other = copied(state)
                if change(other, decision.side, self.chance):
                    again = Table()
                    again.asked = dict(asked)
                    parts = [other if part is state else part for part in rest]
                    assert shown(build(again, *parts, **named)) == shown(decision), change.__name__
                    self.compared += 1
            return decision

        return twice


# ------------------------------------------------------------------------------------------------ what is hidden


def rival(state: State, seat: str, chance: SeededChance) -> str:
    """One of the others."""
    return chance.pick([power for power in state.players if power != seat])


def lone_ships(state: State, power: str) -> list[str]:
    """Ships outside fleets that escort nothing."""
    escorts = [vessel.fleet for vessel in state.ships.values()]
    return [name for name in state.ships_of(power) if not state.ships[name].fleet and name not in escorts]


def another_hand(state: State, seat: str, chance: SeededChance) -> bool:
    """A marker of a rival's hand for one of the pool."""
    power = rival(state, seat, chance)
    if not state.hand[power] or not state.pool:
        return False
    given, taken = chance.pick(state.hand[power]), chance.pick(state.pool)
    state.hand[power] = state.in_marker_order([taken, *(name for name in state.hand[power] if name != given)])
    state.pool = state.in_marker_order([given, *(name for name in state.pool if name != taken)])
    return True


def other_markers_up_for_bids(state: State, seat: str, chance: SeededChance) -> bool:
    """What lies face down for the bids, for what is left in the pool; whoever has a Spy's view knows it."""
    if not state.exchange or not state.pool or seat in state.spied:
        return False
    place, taken = chance.below(len(state.exchange)), chance.pick(state.pool)
    given, state.exchange[place] = state.exchange[place], taken
    state.pool = state.in_marker_order([given, *(name for name in state.pool if name != taken)])
    return True


def another_ship(state: State, seat: str, chance: SeededChance) -> bool:
    """A rival's lone ship for one he has not built."""
    power = rival(state, seat, chance)
    able = [name for name in lone_ships(state, power) if not state.carried(name) and not state.leaders_aboard(name)]
    if not able or not state.unbuilt(power):
        return False
    square = state.ships.pop(chance.pick(able)).at
    state.ships[chance.pick(state.unbuilt(power))] = Vessel(square)
    return True


def more_in_a_fleet(state: State, seat: str, chance: SeededChance) -> bool:
    """One ship more in a rival's fleet."""
    power = rival(state, seat, chance)
    if not state.fleets_of(power) or not state.unbuilt(power):
        return False
    fleet = chance.pick(state.fleets_of(power))
    state.ships[chance.pick(state.unbuilt(power))] = Vessel(state.ships[state.fleet(fleet)[0]].at, 0, fleet)
    return True


def damage(state: State, seat: str, chance: SeededChance) -> bool:
    """A rival's ship is hurt, or sound again."""
    ships = state.ships_of(rival(state, seat, chance))
    if not ships:
        return False
    name = chance.pick(ships)
    state.ships[name].damage = 0 if state.ships[name].damage else 1
    return True


def cargo(state: State, seat: str, chance: SeededChance) -> bool:
    """A regiment point more aboard a rival's ship."""
    power = rival(state, seat, chance)
    able = [name for name in state.ships_of(power) if state.carried(name) < state.board.ships[name].kind.carries]
    if not able or not state.land_left(power, REGIMENT):
        return False
    state.load(chance.pick(able), power, 1)
    return True


def leaders(state: State, seat: str, chance: SeededChance) -> bool:
    """A rival's leader elsewhere."""
    power = rival(state, seat, chance)
    able = [name for name in state.ships_of(power) if state.board.ships[name].kind.leaders]
    if not able or not state.leaders_of(power):
        return False
    ship = chance.pick(able)
    state.leaders[chance.pick(state.leaders_of(power))] = Berth(state.ships[ship].at, ship)
    return True


def garrison(state: State, seat: str, chance: SeededChance) -> bool:
    """A regiment point more ashore where a rival has some."""
    power = rival(state, seat, chance)
    places = [square for square in state.in_grid_order(state.land) if state.land_at(square, power)]
    if not places or not state.land_left(power, REGIMENT):
        return False
    state.put_ashore(chance.pick(places), power, REGIMENT, 1)
    return True


HIDDEN: tuple[Change, ...] = (
    another_hand, other_markers_up_for_bids, another_ship, more_in_a_fleet, damage, cargo, leaders, garrison,
)  # fmt: skip


def audience(note: Note, state: State) -> tuple[str, ...]:
    """Who hears a note."""
    return state.players if note.to == ALL else (note.to,) if note.to in state.players else ()
