"""What is made part by part, or for the whole map at once, is what its plain rule says, in each phase of a game."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.engine.phase import Phase
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.rules.ch06_control import occupants, present
from pbem.adjudicator.lions.rules.ch30_alliances import foes_afloat, squares_of_foes
from pbem.adjudicator.lions.state.forces import Force
from pbem.adjudicator.lions.view.view import glance, view
from pbem.trial import soak


def test_6_3_15_1_a_view_in_parts_and_the_squares_of_foes_are_those_of_the_whole_map(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    real, seen = soak.play_phase, list[int]()

    def played(running: soak.Running, phase: Phase) -> None:
        real(running, phase)
        match = running.match
        assert isinstance(match, LionsMatch)
        state = match.state
        for seat in state.players:
            whole, parts = view(state, seat), glance(state, seat)
            assert dict(parts) == {name: whole[name] for name in parts}
            fleets = [Force(seat, state.ships[name].at, [name]) for name in state.ships_of(seat)[:1]]
            for force in fleets:
                foes = {square for square in state.occupied() if foes_afloat(state, force, square)}
                assert squares_of_foes(state, force) == foes
                seen.append(len(foes))
        there = {square: list(present(state, square)) for square in state.occupied()}
        assert occupants(state) == {square: powers for square, powers in there.items() if powers}

    monkeypatch.setattr(soak, "play_phase", played)
    bots = dict.fromkeys(("spain", "france", "england", "netherlands"), "steady")
    soak.play_game(soak.Plan("lions", bots, "glance", tmp_path), 1)
    assert sum(seen) > 20
