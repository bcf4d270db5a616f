"""`pbem soak glory`: whole games of every scenario, each phase checked; steady admirals ask nothing.

PBEM_GLORY_GAMES plays so many games of each scenario by each bot.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from pathlib import Path

import pytest
from rules.glory.glory_stages import stages

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.glory.game import GAME
from pbem.adjudicator.glory.match import GloryMatch
from pbem.adjudicator.glory.state.house import HOUSE_RULES
from pbem.adjudicator.glory.state.terms import SEATS, SPANS
from pbem.trial import soak

GAMES = int(os.environ.get("PBEM_GLORY_GAMES", "0"))
#: Set-up and turns of each scenario.
PHASES = {scenario: 2 + last - first for scenario, (first, last) in SPANS.items()}


def plan(folder: Path, scenario: str, bot: str, **house: str) -> soak.Plan:
    return soak.Plan("glory", soak.bots_for(GAME, [bot], scenario), "ci", folder, scenario=scenario, house=house)


@pytest.mark.parametrize("scenario", GAME.scenarios if GAMES else ("trafalgar", "breakout"))
def test_random_games_hold_in_every_phase(scenario: str, tmp_path: Path) -> None:
    games = list(soak.soak(plan(tmp_path, scenario, "random"), GAMES or 1))
    assert list(tmp_path.iterdir()) == []
    assert games[0].replayed
    assert all(played.phases <= PHASES[scenario] for played in games)


@pytest.mark.parametrize("scenario", GAME.scenarios if GAMES else ("trafalgar", "breakout"))
def test_steady_games_are_one_letter_a_turn_and_nothing_lapses(scenario: str, tmp_path: Path) -> None:
    for played in soak.soak(plan(tmp_path, scenario, "steady"), GAMES or 1):
        assert played.questions == played.refused == 0
        assert set(played.letters.values()) == {played.phases}


def test_random_games_hold_under_the_other_choice_of_every_house_rule(tmp_path: Path) -> None:
    others = {name: choice["choices"][-1] for name, choice in HOUSE_RULES.items()}
    (played,) = soak.soak(plan(tmp_path, "trafalgar", "random", **others), 1)
    assert list(tmp_path.iterdir()) == []
    assert played.phases <= PHASES["trafalgar"]


@pytest.mark.parametrize("scenario", ["trafalgar", "breakout"])
def test_a_position_from_a_file_plays_as_the_one_written(scenario: str) -> None:
    """A file has its names in the order of the alphabet; nothing may hang on the order in which they were put down."""
    for stage in stages(scenario, "files", 5)[1:]:
        filed = json.loads(json.dumps(stage.after, sort_keys=True))
        assert played_on(stage.after) == played_on(filed)


def played_on(plain: Mapping[str, object]) -> tuple[object, ...]:
    """The next phase without orders: its record, its story, and the views after it."""
    match, chance = GloryMatch.restore(plain, {}, None), SeededChance("dice")
    record, table = Transcript(), Table()
    driver = Driver(record, lambda roll: fallen(roll.spec, chance), {seat: match.sources(seat, []) for seat in SEATS},
                    deadline_passed=frozenset(SEATS))  # fmt: skip
    assert isinstance(driver.run(match.play(table)), Closed)
    views = [json.dumps(match.view(seat) | {"standing": []}) for seat in (*SEATS, None)]  # those are as they came
    return record.records, [(note.to, note.text) for note in table.story], views


def fallen(spec: str, chance: SeededChance) -> tuple[int, ...]:
    """Dice and draws by chance."""
    if spec.startswith("draw:"):
        number, _, size = spec.removeprefix("draw:").partition("of")
        return tuple(chance.some(range(int(size)), int(number), int(number)))
    number, _, faces = spec.partition("d")
    return tuple(chance.below(int(faces)) + 1 for _ in range(int(number)))
