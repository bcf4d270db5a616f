"""A title's board is laid out once in a process, whoever asks for it."""

from __future__ import annotations

import pytest

from pbem.adjudicator.titles import GAMES, load_game


@pytest.mark.parametrize("name", GAMES)
def test_a_game_that_is_begun_and_its_figures_share_one_board(name: str) -> None:
    game = load_game(name)
    load = game.part("board")
    load.cache_clear()
    scenario = next(iter(game.scenarios))
    match = game.begin(scenario, {}, None)
    game.board()
    game.restore(match.to_plain(), {}, None)
    game.seats_of(scenario)
    assert load.cache_info().misses == 1
