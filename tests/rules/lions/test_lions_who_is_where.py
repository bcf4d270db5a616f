"""What is kept of who is where is found anew after every change; ways read off an empty map are those of a search."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rules.lions.lions_playing import FORT, REGIMENT, place, port, position

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.lions.rules.ch06_control import control, controlled, occupants, present
from pbem.adjudicator.lions.rules.ch16_route import price, roundabout, shortest, weighing
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat, squares_of_foes
from pbem.adjudicator.lions.state.forces import lone_force, shift
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import presence

SHIP, OTHER, FLEET, JAVA = "england-1st-1", "netherlands-4th-1", "netherlands-fleet-1", port("java")
CHANGES: dict[str, Callable[[State], None]] = {
    "a ship sails": lambda state: setattr(state.ships[OTHER], "at", "F9"),
    "a ship moves on": lambda state: shift(state, OTHER, "F9"),
    "a prize moves on": lambda state: moved(state, OTHER, "E8", prizes={OTHER: "england"}),
    "treasure moves on": lambda state: moved(state, "treasure-java", f"E8/{OTHER}"),
    "a ship joins a fleet": lambda state: setattr(state.ships[OTHER], "fleet", FLEET),
    "a ship is lost": lambda state: state.ships.__delitem__(OTHER),
    "a ship is launched": lambda state: place(state, "netherlands-5th-1", "F9"),
    "a ship is taken": lambda state: state.prizes.update({OTHER: "england"}),
    "troops land": lambda state: state.put_ashore("F8", "spain", FORT, 1),
    "troops leave": lambda state: state.put_ashore(JAVA, "netherlands", REGIMENT, -1),
    "a garrison is there": lambda state: state.garrisons.update({"F8": 1}),
}


def moved(state: State, name: str, where: str, prizes: dict[str, str] | None = None) -> None:
    """A ship is somewhere, and sails on to F8."""
    place(state, name, where)
    state.prizes.update(prizes or {})
    found(state)
    shift(state, name, "F8")


def found(state: State) -> list[object]:
    """Everything that is kept."""
    return [dict(occupants(state)), dict(controlled(state)), list(presence(state)), dict(state.places_of_fleets()),
            state.fleet(FLEET), state.fleets_of("netherlands"), state.ships_of("netherlands"),
            state.ships_at("F8", "netherlands"), state.nations_afloat("F8")]  # fmt: skip


@pytest.mark.parametrize("change", CHANGES)
def test_6_3_who_is_where_is_found_anew_after_each_change(change: str) -> None:
    state = position(4, ships={SHIP: "E8", OTHER: "F8"}, land={f"{JAVA} netherlands": "1r"})
    before = found(state)
    CHANGES[change](state)
    after = found(state)
    assert after == found(State.from_plain(state.board, state.to_plain(), {}))
    assert after != before
    assert occupants(state) == {square: list(powers) for square in state.occupied()
                                if (powers := present(state, square))}  # fmt: skip
    assert controlled(state) == {square: power for square in state.occupied() if (power := control(state, square))}


def test_16_4_16_5_a_way_off_an_empty_map_is_the_one_that_a_search_finds() -> None:
    chance, both = SeededChance("ways"), 0
    for _ in range(40):
        state = position(4)
        sea = [square for square in state.board.grid.squares if state.board.is_afloat(square)]
        for number in range(1, 5):
            for power in state.players:
                place(state, f"{power}-4th-{number}", f"{chance.pick(sea)}/{power}-fleet-{number}")
        force = lone_force(state, "england-4th-1")
        foes = squares_of_foes(state, force)
        assert foes == {square for square in state.occupied() if foes_afloat(state, force, square)}
        start, goal = force.square, chance.pick(sea)
        for shut in (set[str](), foes - {start}):
            way = shortest(state, force, start, goal, foes, shut) if start != goal else None
            if way is not None and goal not in shut:
                assert way == roundabout(state, start, goal, weighing(state, force), foes, shut)
                both += price(way) > state.board.distances(start)[goal]
    assert both, "none of the ways was longer than on an empty map"
