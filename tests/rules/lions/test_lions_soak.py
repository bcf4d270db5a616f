"""`pbem soak lions`: complete games for 2, 3 and 4 players, every phase checked; steady admirals ask nothing.

PBEM_LIONS_GAMES plays so many random games with each number of players, and as many between steady admirals.
"""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from click.testing import CliRunner
from rules.lions.lions_seats import GAME

from pbem.base.errors import BadInput
from pbem.cli.workshop.soak import command
from pbem.trial import soak

GAMES = int(os.environ.get("PBEM_LIONS_GAMES", "0"))


def plan(folder: Path, scenario: str, bot: str, seed: str = "ci") -> soak.Plan:
    return soak.Plan("lions", soak.bots_for(GAME, [bot], scenario), seed, folder, scenario=scenario)


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_random_games_hold_in_every_phase(scenario: str, tmp_path: Path) -> None:
    games = list(soak.soak(plan(tmp_path, scenario, "random"), GAMES or 3))
    assert list(tmp_path.iterdir()) == []
    assert games[0].replayed
    assert min(played.answers for played in games) > 50
    assert {seat for played in games for seat in played.letters} == set(GAME.seats_of(scenario))


@pytest.mark.parametrize("scenario", GAME.scenarios)
def test_steady_games_ask_nothing_beyond_orders(scenario: str, tmp_path: Path) -> None:
    """Two letters a turn and one for the set-up; one for a further watch only where there is something to chase."""
    games = list(soak.soak(plan(tmp_path, scenario, "steady"), GAMES or 1))
    for played in games:
        assert played.questions == played.refused == 0
        assert all(1 + 2 * played.turns <= number <= played.phases for number in played.letters.values())
        assert played.phases >= 5


def test_the_scenario_that_is_wanted_is_played() -> None:
    done = CliRunner().invoke(command, ["lions", "--games", "1", "--bot", "random", "--scenario", "two-players"])
    assert done.exit_code == 0, done.output
    first, last = (json.loads(line) for line in done.stdout.splitlines())
    assert first["letters"].keys() == {"england", "netherlands"}
    assert last["totals"]["games"] == 1


def test_a_soak_by_house_rules_plays_by_them() -> None:
    words = ["lions", "--games", "1", "--bot", "random", "--scenario", "two-players"]
    done = CliRunner().invoke(command, [*words, "--house", "turns=3", "--house", "scurvy=on", "--house", "watch=0"])
    assert done.exit_code == 0, done.output
    first = json.loads(done.stdout.splitlines()[0])
    assert (first["phases"], first["replayed"]) == (7, True)  # a set-up, and two phases a turn


@pytest.mark.parametrize(
    ("given", "why"), [("turns=two", "no choice"), ("turn=3", "not a house rule"), ("turns", "not of")]
)
def test_a_house_rule_that_is_none_is_refused_before_a_game_begins(given: str, why: str) -> None:
    done = CliRunner().invoke(command, ["lions", "--games", "1", "--house", given])
    assert isinstance(done.exception, BadInput)
    assert why in str(done.exception)
    assert done.stdout == ""


def test_a_scenario_that_is_none_is_told_with_those_that_are() -> None:
    with pytest.raises(BadInput, match="'five-players' is no scenario") as caught:
        soak.bots_for(GAME, ["random"], "five-players")
    assert "two-players" in caught.value.faults[0].hint
