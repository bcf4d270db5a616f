"""Invitation, report and list of games say that the printed game is needed, and how much is reconstructed."""

from __future__ import annotations

import pytest
from click.testing import CliRunner

from pbem.adjudicator.board.figures import shares
from pbem.adjudicator.titles import GAMES, load_game
from pbem.cli import root
from pbem.match.play.printed_game import LAID_OVER, NEEDED, printed_game

TITLES = [name for name in GAMES if "board" in load_game(name).parts]


@pytest.mark.parametrize("name", TITLES)
def test_it_counts_what_the_data_say(name: str) -> None:
    share = shares(load_game(name).board().figures)
    said = printed_game({"rules": f"{name} 1.0"})
    assert said.startswith(NEEDED)
    assert f"{share.reconstructed:,} of the {share.total:,} figures" in said
    assert f"'pbem edition new {name}'" in said


def test_of_a_game_with_an_edition_the_program_counts_nothing() -> None:
    said = printed_game({"rules": "jenkins 1.0", "edition": "0" * 64})
    assert said == f"{NEEDED} {LAID_OVER}"


def test_the_list_of_games_says_it_too() -> None:
    told = CliRunner().invoke(root, ["games"]).output
    for name in TITLES:
        assert printed_game({"rules": f"{name} 1.0"}) in told
