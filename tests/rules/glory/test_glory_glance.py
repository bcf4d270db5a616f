"""A glance shows what the view shows: the same parts with the same values, made one by one."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from rules.glory.glory_positions import at_sea, moved, watched

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.glory.view.glance import glance
from pbem.adjudicator.glory.view.view import view


def whole(value: Any) -> Any:
    """A value with everything in it made."""
    return {key: whole(each) for key, each in value.items()} if isinstance(value, Mapping) else value


@pytest.mark.parametrize("seat", ["british", "allied"])
@pytest.mark.parametrize("seed", range(6))
def test_a_glance_shows_the_same_as_the_view(seat: str, seed: int) -> None:
    state = at_sea(SeededChance(f"glance {seed}"))
    watch = watched(state, moved("allied", "toulon-fleet", "toulon/port", "toulon/loose"))
    known, parts = view(state, seat, watch), glance(state, seat, watch)
    assert {key: whole(parts[key]) for key in parts} == {key: known[key] for key in parts}


def test_a_glance_shows_the_directive_to_the_allied_player_alone() -> None:
    state = at_sea(SeededChance("glance"))
    assert "directive" not in glance(state, "british", watched(state))
    assert glance(state, "allied", watched(state))["directive"] == "malta"


def test_what_a_glance_does_not_have_is_missing() -> None:
    state = at_sea(SeededChance("glance"))
    with pytest.raises(KeyError):
        glance(state, "british", watched(state))["conseil"]
    assert glance(state, "british", watched(state)).get("directive") is None
