"""A title's board is laid out once in a process, whoever asks for it."""

from __future__ import annotations

import pytest

from pbem.adjudicator.titles import GAMES, load_game

#: Boards that a title lays out: the default house rule of Guerra a Muerte puts figures of its own over the first board.
BOARDS = {"guerra": 2}


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
    assert load.cache_info().misses == BOARDS.get(name, 1)
