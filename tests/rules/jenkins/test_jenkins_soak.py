"""`pbem soak`: complete games between bots, every phase checked; a failure is named with its seed, phase and record."""

from __future__ import annotations

import json
import pickle
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pbem.adjudicator.engine.phase import Phase
from pbem.adjudicator.engine.standing import StandingOrders
from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.engine.transcript import parse_transcript
from pbem.adjudicator.jenkins.bots.random_bot import RandomBot
from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.titles import load_game
from pbem.base.errors import BadInput, CheckFailed
from pbem.cli.workshop.soak import command
from pbem.trial import soak

RANDOM, STEADY = {"english": "random", "spanish": "random"}, {"english": "steady", "spanish": "steady"}


def plan(folder: Path, bots: Mapping[str, str] = RANDOM, seed: str = "ci") -> soak.Plan:
    return soak.Plan("jenkins", bots, seed, folder)


def without_time(played: soak.Played) -> dict[str, Any]:
    return {name: value for name, value in played.as_json().items() if name != "ms"}


@pytest.mark.long
def test_thirty_random_games_hold_in_every_phase_and_both_sides_win_some(tmp_path: Path) -> None:
    games = list(soak.soak(plan(tmp_path), 30))
    assert {played.phases for played in games} == {22}
    assert {played.winner for played in games} == {"english", "spanish"}
    assert sum(played.replayed for played in games) == 3
    assert list(tmp_path.iterdir()) == []


def test_steady_games_ask_nothing_beyond_orders_and_standing_orders(tmp_path: Path) -> None:
    games = list(soak.soak(plan(tmp_path, STEADY), 3))
    assert [played.questions for played in games] == [0, 0, 0]
    assert [played.letters for played in games] == [{"english": 11, "spanish": 11}] * 3
    assert all(played.refused == 0 for played in games)


def test_the_same_seed_plays_the_same_game_and_another_seed_another(tmp_path: Path) -> None:
    one, again = (without_time(soak.play_game(plan(tmp_path), 7)) for _ in range(2))
    assert one == again
    assert without_time(soak.play_game(plan(tmp_path, seed="other"), 7)) != one


def test_two_processes_give_the_same_lines_in_the_same_order_as_one(tmp_path: Path) -> None:
    alone = [without_time(played) for played in soak.soak(plan(tmp_path), 5)]
    assert [without_time(played) for played in soak.soak(plan(tmp_path), 5, jobs=2)] == alone


def test_a_position_that_cannot_be_is_named_with_seed_phase_and_transcript(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def after_two_turns(match: JenkinsMatch) -> list[str]:
        return ["boyne is in 2 places"] if match.state.turn == 2 else []

    monkeypatch.setattr(JenkinsMatch, "invariants", after_two_turns)
    with pytest.raises(CheckFailed) as caught:
        soak.play_game(plan(tmp_path), 0)
    fault = caught.value.faults[0]
    assert fault.message.startswith("seed ci/0, phase t01.spanish: the position is impossible: boyne is in 2 places")
    assert len(parse_transcript(Path(fault.file).read_bytes())) > 0


def test_a_position_that_does_not_come_back_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StandingOrders, "from_plain", classmethod(lambda cls, side, plain: cls(side)))
    with pytest.raises(CheckFailed, match="does not come back from its plain form"):
        list(soak.soak(plan(tmp_path, STEADY), 1))


def test_orders_of_a_sensible_bot_that_the_checker_refuses_are_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    bot = "pbem.adjudicator.jenkins.bots.steady.english_set_up"
    monkeypatch.setattr(bot, lambda eyes: {"buy": [{"counter": "boyne", "at": "savannah"}] * 2})
    with pytest.raises(CheckFailed, match=r"phase t00\.english: the checker refuses its orders: .*is bought twice"):
        soak.play_game(plan(tmp_path, STEADY), 0)


def test_an_answer_that_is_not_legal_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def nonsense(bot: RandomBot, view: Mapping[str, Any], decision: Decision) -> Plain:
        return ["nobody"]

    monkeypatch.setattr(RandomBot, "answer", nonsense)
    with pytest.raises(CheckFailed, match="nobody"):
        soak.play_game(plan(tmp_path), 0)


def test_a_replay_that_comes_out_otherwise_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fair, thrown = soak.dice_of, list[str]()

    def loaded(seed: str, phase: Phase) -> Any:
        thrown.append(phase.id)
        return fair(f"{seed}{' loaded' * (thrown.count(phase.id) - 1)}", phase)

    monkeypatch.setattr(soak, "dice_of", loaded)
    with pytest.raises(CheckFailed, match="the dice say otherwise"):
        soak.play_game(plan(tmp_path), 0)


def test_a_phase_without_an_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MOST_STEPS", 5)
    with pytest.raises(CheckFailed, match="goes on after 5"):
        soak.play_game(plan(tmp_path), 0)


def test_a_game_without_an_end_is_cut_off(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(soak, "MOST_PHASES", 3)
    with pytest.raises(CheckFailed, match=r"phase t01\.spanish: the game is not over after 3 phases"):
        soak.play_game(plan(tmp_path), 0)


# ------------------------------------------------------------------------------------------------ the command


def test_the_command_prints_a_line_a_game_and_the_totals_last() -> None:
    done = CliRunner().invoke(command, ["jenkins", "--games", "3", "--seed", "ci", "--bot", "english=steady"])
    assert done.exit_code == 0, done.output
    *games, last = [json.loads(line) for line in done.stdout.splitlines()]
    assert [game["seed"] for game in games] == ["ci/0", "ci/1", "ci/2"]
    assert last["totals"]["games"] == sum(last["totals"]["wins"].values()) == 3
    assert last["totals"]["answers"] == sum(game["answers"] for game in games)
    assert games[0].keys() >= {"winner", "phases", "dice", "questions", "letters", "ms"}


def test_a_failure_in_another_process_is_the_failure_of_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure crosses the processes as a value, with its transcript: nothing is written where it was played."""
    monkeypatch.setattr(JenkinsMatch, "invariants", lambda match: ["nothing is right"])
    with pytest.raises(CheckFailed) as caught:
        soak.play_game(plan(tmp_path), 0)
    fault = caught.value.faults[0]
    written = Path(fault.file).read_bytes()
    Path(fault.file).unlink()
    failure = soak.attempt(plan(tmp_path), 0)
    assert isinstance(failure, soak.Failure)
    assert list(tmp_path.iterdir()) == []
    assert pickle.loads(pickle.dumps(failure)) == failure  # noqa: S301 - our own
    assert (failure.sentence, failure.transcript) == (fault.message, written)


def test_games_can_be_played_again_from_the_number_in_their_seed(tmp_path: Path) -> None:
    every = [without_time(played) for played in soak.soak(plan(tmp_path), 4)]
    assert [without_time(played) for played in soak.soak(plan(tmp_path), 2, first=2)] == every[2:]


def test_a_bot_that_is_none_fails_before_the_first_game(tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="'nobody' is no bot"):
        soak.play_game(plan(tmp_path, {"english": "nobody", "spanish": "random"}), 0)


@pytest.mark.parametrize(
    ("words", "message"),
    [(["wild"], "'wild' is no bot"), (["dutch=random"], "'dutch' is no seat"), (["english="], "'' is no bot")],
)
def test_bots_and_seats_that_are_none_are_told_with_those_that_are(words: list[str], message: str) -> None:
    with pytest.raises(BadInput, match=message) as caught:
        soak.bots_for(load_game("jenkins"), words)
    assert "one of" in caught.value.faults[0].hint


def test_a_bot_for_one_seat_leaves_the_others_as_they_were() -> None:
    bots = soak.bots_for(load_game("jenkins"), ["steady", "spanish=random"])
    assert bots == {"english": "steady", "spanish": "random"}
