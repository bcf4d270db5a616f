"""What a seat may not know changes no byte of its view, report or map; and what it must know does (5.1.3)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import combinations

import pytest
from rules.guerra.guerra_views import BOARD, armies, reading, told

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.guerra.reports.chart import chart
from pbem.adjudicator.guerra.reports.report import contents
from pbem.adjudicator.guerra.rules.ch01_map import control, regulars_at
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, other
from pbem.adjudicator.guerra.view.view import glance, seen_state, view
from pbem.adjudicator.reports.report_page import page_of, report_of
from pbem.chart import svg

Change = Callable[[State], None]
SEEDS = range(6)


def rendered(state: State, seat: str | None) -> tuple[str, str, str]:
    """The report as text, the page's data, and the map."""
    read = reading(state, seat)
    page = page_of(read, {"drawn": False}, contents, chart)
    return report_of("guerra", read, contents), repr(page), svg.standalone(chart(read))


def same_for(seat: str | None, change: Change, seed: int) -> None:
    """Changing what is hidden leaves the view as it was, down to the order of its keys, and all that is made of it."""
    plain, changed = armies(SeededChance(f"seed {seed}")), armies(SeededChance(f"seed {seed}"))
    change(changed)
    assert repr(told(changed, seat)) == repr(told(plain, seat))
    if seed == 0:
        assert rendered(changed, seat) == rendered(plain, seat)


def differs_for(seat: str | None, change: Change) -> None:
    """What must be seen is seen."""
    plain, changed = armies(SeededChance("seed 1")), armies(SeededChance("seed 1"))
    change(changed)
    assert told(changed, seat) != told(plain, seat)


def markers(side: str) -> list[str]:
    return [name for name, one in BOARD.ejercitos.items() if one.side == side]


def swapped(first: str, second: str) -> Change:
    """Two markers change all that lies under them."""

    def change(state: State) -> None:
        held = {first: second, second: first}
        for piece in state.units.values():
            piece.at = held.get(piece.at, piece.at)
        for officer in state.leaders.values():
            officer.at = held.get(officer.at, officer.at)

    return change


def agree(state: State, first: str, second: str) -> bool:
    """Whether two markers may be swapped: no bit that rules make public differs (design, hazard 13)."""
    before = {area: control(state, area) for area in BOARD.areas}
    bits = [bool(regulars_at(state, side, area)) for side in SEATS for area in BOARD.areas]
    swapped(first, second)(state)
    after = {area: control(state, area) for area in BOARD.areas}
    same = before == after and bits == [bool(regulars_at(state, side, area)) for side in SEATS for area in BOARD.areas]
    swapped(first, second)(state)
    return same


@pytest.mark.parametrize("side", SEATS)
@pytest.mark.parametrize("seed", SEEDS)
def test_5_1_3_markers_of_one_side_swapped_look_the_same_to_all_others(side: str, seed: int) -> None:
    position = armies(SeededChance(f"seed {seed}"))
    pairs = [pair for pair in combinations(markers(side), 2) if agree(position, *pair)]
    assert pairs
    for first, second in pairs:
        same_for(other(side), swapped(first, second), seed)
        same_for(None, swapped(first, second), seed)
        differs_for(side, swapped(first, second))


def worn(side: str) -> Change:
    """Every two-step unit under a marker of a side has one step left (hazard 19)."""

    def change(state: State) -> None:
        for piece in state.units.values():
            if piece.at in markers(side):
                piece.steps = 1

    return change


def elsewhere(state: State) -> None:
    """What every Royalist marker holds is dealt out anew, one unit at least to each."""
    names = [name for name, piece in state.units.items() if piece.at in markers(ROYALIST)]
    for number, name in enumerate(names):
        state.units[name].at = markers(ROYALIST)[number % 4]


HIDDEN: dict[str, tuple[str, Change]] = {
    "steps under markers (19)": (ROYALIST, worn(ROYALIST)),
    "steps under markers of the Patriots (19)": (PATRIOT, worn(PATRIOT)),
    "how many lie under each (7, 25)": (ROYALIST, elsewhere),
    "what is left of the Mexican die (18)": (ROYALIST, lambda state: setattr(state, "mexico_left", 1)),
    "where a leader is (3)": (ROYALIST, lambda state: setattr(state.leaders["pezuela"], "at", markers(ROYALIST)[0])),
    "who has operated under a marker (3)": (
        ROYALIST, lambda state: state.operated.extend(state.units_in(markers(ROYALIST)[0]))),
    "where an army stood (23)": (
        PATRIOT, lambda state: setattr(state.forces[markers(PATRIOT)[0]], "came_from", "cordoba")),
    "what an activation has left (3)": (ROYALIST, lambda state: setattr(state.acting, "op", 8)),
}  # fmt: skip


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("what", HIDDEN)
def test_5_1_3_what_is_hidden_changes_nothing_for_others(what: str, seed: int) -> None:
    side, change = HIDDEN[what]
    for seat in (other(side), None):
        same_for(seat, change, seed)


def open_up(state: State) -> None:
    """An army lies open in this turn."""
    state.revealed[markers(ROYALIST)[0]] = state.turn


SEEN: dict[str, Change] = {
    "an army laid open (4)": open_up,
    "where a marker stands": lambda state: setattr(state.forces[markers(ROYALIST)[0]], "at", "cuzco"),
    "a unit that reaches the pool (1)": lambda state: state.eliminate(state.units_in(markers(ROYALIST)[0])[0]),
    "a unit left behind (9)": lambda state: state.put(
        state.units_in(markers(ROYALIST)[0])[:1], state.new_force(ROYALIST, "lima")),
    "a purse": lambda state: state.purse.__setitem__("royalist", 99),
    "a siege": lambda state: state.sieges.clear(),
    "masses": lambda state: state.masses.__setitem__("mojos", {PATRIOT: 2}),
}  # fmt: skip


@pytest.mark.parametrize("what", SEEN)
def test_5_1_3_what_lies_open_is_seen_by_all(what: str) -> None:
    for seat in (*SEATS, None):
        differs_for(seat, SEEN[what])


def test_5_1_3_the_units_under_markers_are_a_list_without_places_or_steps() -> None:
    state = armies(SeededChance("seed 1"))
    seen = told(state, PATRIOT)
    covered = seen["under_markers"]
    assert isinstance(covered, dict)
    expected = {name for name in (*state.units, *state.leaders)
                if state.force_of(name) in markers(ROYALIST)}  # fmt: skip
    assert set(covered) == {ROYALIST}
    assert set(covered[ROYALIST]) == expected
    units, leaders = seen["units"], seen["leaders"]
    assert isinstance(units, dict)
    assert isinstance(leaders, dict)
    assert not expected & {*units, *leaders}


def test_4_1_sealed_purses_are_their_owners_alone() -> None:
    state = armies(SeededChance("seed 1"))
    state.house["purses"] = "sealed"
    royal, patriot, public = (told(state, seat)["purse"] for seat in (ROYALIST, PATRIOT, None))
    assert isinstance(royal, dict)
    assert isinstance(patriot, dict)
    assert list(royal) == ["royalist"]
    assert list(patriot) == ["plata", "chile", "colombia", "peru", "mexico"]
    assert public == {}


def test_5_1_3_a_marker_laid_open_is_remembered_when_it_is_hidden_again() -> None:
    state = armies(SeededChance("seed 1"))
    marker = markers(ROYALIST)[0]
    units = state.units_in(marker)
    facts = {"force": marker, "side": ROYALIST, "at": "lima", "units": units,
             "shown": [[name, BOARD.units[name].name] for name in units]}  # fmt: skip
    story = [Note("5.1.3", ALL, "The army is laid open.", "revealed", facts)]
    seen = told(state, PATRIOT, story)["last_seen"]
    assert seen == {marker: {"turn": 4, "units": units, "leaders": []}}
    lost = units[0]
    state.eliminate(lost)
    after = told(state, PATRIOT, story)["last_seen"]
    assert after == {marker: {"turn": 4, "units": units[1:], "leaders": []}}
    assert told(state, ROYALIST, story)["last_seen"] == {}


def test_10_1_beside_guerrillas_the_one_bit_of_a_marker_is_told() -> None:
    state = armies(SeededChance("seed 1"))
    marker = next(name for name in markers(ROYALIST) if state.forces[name].at == "charcas")
    for name in [name for name in state.land_units_at("charcas", ROYALIST) if state.units[name].at != marker]:
        state.eliminate(name)
    for name in [name for name in state.units_in(marker) if not state.is_militia(name)]:
        state.eliminate(name)
    state.units["r-mi8"].at = marker
    assert told(state, PATRIOT)["regulars"] == {marker: False}
    state.units["ne"].at = marker
    assert told(state, PATRIOT)["regulars"] == {marker: True}
    assert told(state, ROYALIST)["regulars"] == {}


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", SEATS)
def test_1_1_1_rules_asked_of_a_view_see_the_same_control_as_the_position(seat: str, seed: int) -> None:
    state = armies(SeededChance(f"seed {seed}"))
    seen = seen_state(BOARD, told(state, seat))
    assert {area: control(seen, area) for area in BOARD.areas} == {area: control(state, area) for area in BOARD.areas}


def test_10_5_the_end_lays_all_markers_open() -> None:
    state = armies(SeededChance("seed 1"))
    state.ended = "11.1.2"
    assert told(state, None)["under_markers"] == {}


def unfolded(value: object) -> object:
    """A view with every part of it made."""
    if isinstance(value, Mapping):
        return {key: unfolded(each) for key, each in value.items()}
    return value


@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("seat", SEATS)
def test_a_glance_shows_piece_by_piece_what_the_view_shows(seat: str, seed: int) -> None:
    state = armies(SeededChance(f"seed {seed}"))
    state.acting.side, state.acting.force = seat, "norte"
    assert unfolded(glance(state, seat)) == view(state, seat)
