"""Positions of Guerra a Muerte for tests of views: the set-up of 1810, and armies under markers picked by chance."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.memory import Memories, news_by
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.rules.ch01_map import settle_ports
from pbem.adjudicator.guerra.rules.ch02_setup import open_game
from pbem.adjudicator.guerra.state.state import Siege, State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS
from pbem.adjudicator.guerra.view.picture import Picture, picture
from pbem.adjudicator.guerra.view.view import view

BOARD = load_board()
#: Where armies are put under markers, and with how many units out of the pools and of those who stand there.
ARMIES = {ROYALIST: ("lima", "central-mexico", "charcas", "costa-firme"),
          PATRIOT: ("rio-de-la-plata", "salta", "santa-fe", "guadalajara")}  # fmt: skip


def set_up(scenario: str = "campaign") -> State:
    """The first turn of a scenario."""
    state = open_game(BOARD, {}, scenario)
    state.turn = BOARD.scenarios[scenario].first
    settle_ports(state)
    return state


def armies(chance: SeededChance) -> State:
    """The same in 1813, with four armies a side under their markers, each of units that chance picks."""
    state = set_up()
    state.turn, state.step = 4, ROYALIST
    for side in SEATS:
        markers = [name for name, one in BOARD.ejercitos.items() if one.side == side]
        free = [name for name, unit in BOARD.units.items()
                if unit.side == side and unit.land and state.units[name].at not in state.forces
                and unit.nation != "portuguese"]  # fmt: skip
        for marker, area in zip(markers, ARMIES[side], strict=True):
            force = state.new_force(side, area, marker=marker)
            for name in chance.some(free, 3, 5):
                free.remove(name)
                state.units[name].at = force
                state.units[name].steps = BOARD.units[name].steps
    leaders = {ROYALIST: ("pezuela", "boves"), PATRIOT: ("bolivar", "belgrano")}
    for side, names in leaders.items():
        for name in names:
            state.leaders[name].at = chance.pick(
                [each for each in BOARD.ejercitos if BOARD.ejercitos[each].side == side]
            )
    state.sieges = {"veracruz": Siege(PATRIOT, ["patria-14"], works=True)}
    state.mexico_left = 3
    settle_ports(state)
    return state


def told(state: State, seat: str | None, story: Iterable[Note] = ()) -> dict[str, object]:
    """The view of a seat, with what it remembers of a story."""
    memories = Memories.of(SEATS)
    memories.listen(list(story), news_by(GuerraMatch.signs, state.turn))
    memory = memories.view(seat)
    return view(state, seat, memory) | {"memory": memory}


def reading(
    state: State, seat: str | None, story: Iterable[Note] = (), phase: str = "t04.royalist"
) -> Reading[Picture]:
    """One reader's view and story, as a match gives them."""
    notes = tuple(story)
    rest = {"phase": phase, "step": "royalist", "phase_side": "royalist", "standing": [], "doctrine": {},
            "house": {"figures": "first", **state.house}}  # fmt: skip
    frame = {"game": "guerra-test", "phase": phase, "phase_title": "Royalist operations 1813"}
    return Reading(told(state, seat, notes) | rest, Told(notes, ()), frame, picture)
