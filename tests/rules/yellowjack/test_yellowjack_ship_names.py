"""The names of ships in Yellow Jack: who bears which at first, and what becomes of them when Sail move or are lost."""

from __future__ import annotations

from collections import Counter

import pytest
from rules.yellowjack.yellowjack_stages import begun
from rules.yellowjack.yellowjack_views import reading

from pbem.adjudicator.yellowjack.base.ship_names import first_names, lost_ship, muster, roll, strike_name
from pbem.adjudicator.yellowjack.reports.position import own_formations
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SEATS


@pytest.mark.parametrize("scenario", ["porto-bello", "1739", "1740", "1741", "1742", "1743"])
def test_every_sail_of_a_set_up_has_a_name_and_no_two_the_same(scenario: str) -> None:
    state = begun(scenario=scenario).state
    assert {name: {sort: len(names) for sort, names in kept.items()} for name, kept in state.ships.items()} == {
        name: dict(one.sail) for name, one in state.squadrons.items() if one.sail
    }
    names = [(name[0], ship) for name, kept in state.ships.items() for ships in kept.values() for ship in ships]
    assert len(names) == len(set(names))


def test_the_roll_names_the_ships_of_every_set_up() -> None:
    known = {ship.name for ship in roll()}
    assert {name for names in first_names().values() for name in names} <= known
    assert {name for (scenario, _), names in first_names().items() if scenario == "1739" for name in names} == {
        "Hampton Court", "Falmouth", "Diamond", "Torrington", "Anglesea", "Hector", "Castilla", "Europa", "Fuerte",
        "Conquistador", "Dragón", "África", "San Ignacio", "San Joaquín", "Guipuzcoana", "Amazone",
    }  # fmt: skip


def named(state: State) -> Counter[str]:
    """All names that are borne."""
    return Counter(name for kept in state.ships.values() for names in kept.values() for name in names)


def test_sail_that_go_over_to_another_squadron_take_their_names_along() -> None:
    state = begun().state
    before = named(state)
    state.squadrons["j2"].sail["sol"] -= 2
    state.squadrons["j3"].sail["sol"] += 2
    muster(state)
    assert state.ships["j2"] == {"sol": ["Hampton Court", "Burford"]}
    assert state.ships["j3"]["sol"] == ["Princess Louisa", "Worcester", "Strafford"]
    assert named(state) == before
    assert state.ships_gone == []


def test_a_name_that_is_lost_is_borne_no_more() -> None:
    state = begun().state
    assert strike_name(state, "j2", "sol") == "Strafford"
    state.squadrons["j2"].sail["sol"] -= 2
    muster(state)
    assert state.ships_gone == ["Strafford", "Worcester"]
    state.squadrons["j2"].sail["sol"] += 1
    state.count = 1
    muster(state)
    assert state.ships["j2"]["sol"][:2] == ["Hampton Court", "Burford"]
    assert state.ships["j2"]["sol"][2] not in {*state.ships_gone, *named(begun().state)}
    assert strike_name(state, "l1", "sol") == ""


def test_new_sail_are_named_after_ships_that_served_there_then() -> None:
    state = begun(scenario="1739").state
    state.count, state.date = 1, state.last
    state.squadrons["j2"].sail = {"sol": 4}
    muster(state)
    assert state.ships["j2"]["sol"] == ["Burford", "Worcester", "Strafford", "Princess Louisa"]


@pytest.mark.parametrize("seat", SEATS)
def test_a_seat_reads_the_names_of_its_own_ships_alone(seat: str) -> None:
    told = " ".join(" ".join(row) for row in own_formations(reading(begun().state, seat).seen).rows)
    assert ("J1: 1 SOL, 1 SOL(D) (Windsor, Falmouth)" in told) == (seat == "british")
    assert ("K1: 2 SOL, 1 SOL(D) (Conquistador, Dragón, África)" in told) == (seat == "bourbon")
    view = str(reading(begun().state, seat).view)
    assert ("Falmouth" in view) == (seat == "british")
    assert ("Conquistador" in view) == (seat == "bourbon")


def test_a_ship_that_is_lost_is_told_by_name_and_one_without_a_name_by_her_class() -> None:
    state = begun().state
    assert lost_ship(state, "j3", "sol-d") == "The Norwich (SOL(D) of J3)"
    assert lost_ship(state, "j3", "sol-d") == "A SOL(D) of J3"
