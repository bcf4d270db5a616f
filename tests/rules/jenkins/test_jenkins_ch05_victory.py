"""Chapter 5: how to win, with its worked example."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rules.jenkins.playing import Answer, play, position, told

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.jenkins.rules.ch05_victory import determine_victory, routes_still_spanish
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH, State

SOLDIERS = ["soldiers-e1", "soldiers-e2", "soldiers-e3"]


def holding(*ports: str, who: Mapping[str, str] | None = None) -> State:
    """England occupies these seaports, with Soldiers or with whoever is named."""
    state = position()
    for port, soldiers in zip(ports, SOLDIERS, strict=False):
        state.control[port] = ENGLISH
        state.put((who or {}).get(port, soldiers), state.board.seaports[port].hex)
    return state


def judged(state: State, *answers: Answer) -> tuple[str, list[Note]]:
    notes = play(determine_victory, state, answers=answers)[1]
    return state.winner, notes


def test_5_0_without_a_captured_spanish_seaport_spain_has_won() -> None:
    """No die is thrown (5.0)."""
    assert judged(holding())[0] == SPANISH


@pytest.mark.parametrize(("die", "winner"), [(1, ENGLISH), (4, ENGLISH), (5, SPANISH), (6, SPANISH)])
def test_5_0_the_example_of_cartagena_alone_wins_on_a_four_or_less(die: int, winner: str) -> None:
    """Value 6, +2 for Santa Marta and Porto Bello, both still Spanish (5.0 example)."""
    assert judged(holding("cartagena"), ("5.0", "cartagena"), ("5.0", die))[0] == winner


def test_5_0_each_route_to_a_free_spanish_seaport_adds_one() -> None:
    """With Santa Marta captured, Cartagena's die is worse by one only (5.0)."""
    state = holding("cartagena", "santa-marta")
    port = state.board.seaports["cartagena"]
    assert [m.reason for m in routes_still_spanish(state, port).modifiers] == ["route to Porto Bello"]


def test_5_0_a_seaport_captured_and_left_empty_counts_as_not_captured() -> None:
    """Occupied by a land counter, or neither a die nor a neighbour made safe (5.0)."""
    state = holding("cartagena")
    state.control["santa-marta"] = ENGLISH
    state.put("boyne", "2924")
    port = state.board.seaports["cartagena"]
    assert routes_still_spanish(state, port).total == 2


def test_5_0_any_english_land_counter_will_do() -> None:
    """Even supplies (5.0)."""
    state = holding("cartagena", who={"cartagena": "supplies-e1"})
    assert judged(state, ("5.0", "cartagena"), ("5.0", 4))[0] == ENGLISH


def test_5_0_one_die_for_each_seaport_in_the_order_england_names_them() -> None:
    """He may go on until one succeeds or each has had its die (5.0)."""
    state = holding("havana", "cartagena", "campeche")
    winner, notes = judged(state, ("5.0", "campeche"), ("5.0", 6), ("5.0", "cartagena"), ("5.0", 6), ("5.0", "havana"),
                           ("5.0", 6))  # fmt: skip
    assert winner == SPANISH
    assert told(notes, "victory") == ["Spain wins: no captured seaport could be kept."]


def test_5_0_the_first_success_ends_it() -> None:
    """One captured seaport is enough (5.0)."""
    state = holding("havana", "cartagena")
    winner, notes = judged(state, ("5.0", "cartagena"), ("5.0", 2))
    assert winner == ENGLISH
    assert told(notes, "victory") == ["England wins: Cartagena is held for good."]


def test_5_0_a_seaport_is_rolled_for_once() -> None:
    """One die per captured Spanish seaport (5.0)."""
    with pytest.raises(AssertionError, match="'cartagena' is no choice here"):
        judged(holding("havana", "cartagena"), ("5.0", "cartagena"), ("5.0", 6), ("5.0", "cartagena"))


def test_4_0_zihuatanejo_has_no_purpose_and_brings_no_die() -> None:
    """Its value is 0 (4.0 designer's note)."""
    state = holding("zihuatanejo")
    winner, notes = judged(state)
    assert winner == SPANISH
    assert told(notes, "victory") == ["Spain wins: England holds no Spanish seaport that counts."]


def test_5_0_foreign_seaports_bring_no_die() -> None:
    """Their purpose is room and points (5.0 note)."""
    assert judged(holding("leogane", "curacao", "st-thomas"))[0] == SPANISH


def test_5_0_a_seaport_england_does_not_hold_brings_no_die() -> None:
    """Troops landed beside a garrison have captured nothing (5.0, 7.6)."""
    state = position({"2825": ["soldiers-e1"]}, {"2825": ["soldiers-s1"]})
    assert judged(state)[0] == SPANISH


def test_5_0_a_die_above_six_by_its_modifiers_fails_even_at_cartagena() -> None:
    """Six and two are eight, more than Cartagena's value (5.0)."""
    winner, notes = judged(holding("cartagena"), ("5.0", "cartagena"), ("5.0", 6))
    assert winner == SPANISH
    assert "= 8" in next(note.text for note in notes if note.throw)


def test_8_1_storms_do_not_touch_victory() -> None:
    """Neither the dice nor the trade routes (8.1)."""
    state = holding("cartagena")
    state.storms = ["2825", "2924"]
    assert judged(state, ("5.0", "cartagena"), ("5.0", 4))[0] == ENGLISH
