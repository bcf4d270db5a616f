"""The lab without workers: intervals, batches, kept parts, failures that come home, and what is told without Dask."""

from __future__ import annotations

import json
import sys
from collections import Counter
from pathlib import Path

import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from pbem.adjudicator.jenkins.match import JenkinsMatch
from pbem.adjudicator.titles import load_game
from pbem.base.errors import BadInput, CheckFailed, Waiting
from pbem.cli import progress
from pbem.cli.workshop.lab import command
from pbem.lab import archives, dask_workers, known_games, lab_run, many_games, plan, tally
from pbem.lab.kept_parts import Kept

JENKINS = load_game("jenkins")


def games(number: int = 2, seed: str = "ci", kind: str = "soak") -> many_games.Games:
    variants = many_games.grid(JENKINS, (), ({}, {"leogane": "spanish"}) if kind == "balance" else (), ("random",))
    if kind == "soak":
        return many_games.soak_of(JENKINS, seed, number, variants[0])
    return many_games.balance_of(JENKINS, seed, number, variants)


# The figures of these two tests are from Newcombe (1998), Statistics in Medicine 17, 857-872 and 873-890.


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_the_interval_of_a_share_is_wilsons(hits: int, of: int, low: float, high: float) -> None:
    assert tally.wilson(hits, of) == pytest.approx((low, high), abs=5e-5)


@pytest.mark.parametrize(
    ("one", "other", "low", "high"),
    [((56, 70), (48, 80), 0.0524, 0.3339), ((9, 10), (3, 10), 0.1705, 0.8090), ((5, 56), (0, 29), -0.0381, 0.1926)],
)
def test_the_interval_of_a_difference_is_newcombes(
    one: tuple[int, int], other: tuple[int, int], low: float, high: float
) -> None:
    assert tally.difference(one, other) == pytest.approx((low, high), abs=5e-5)
    assert tally.differ(one, other) == tally.differ(other, one) == (low > 0)


def test_nothing_counted_says_nothing() -> None:
    assert tally.wilson(0, 0) == (0.0, 1.0)
    assert not tally.differ((0, 0), (10, 10))


def test_a_shared_win_counts_for_each_and_no_winner_is_a_draw() -> None:
    count = tally.Count(games().variants[0])
    for winner in ("england and spain", "england", ""):
        count.add({"winner": winner, "turns": 3, "questions": 0})
    count.add({"failed": {"sentence": "broken"}})
    assert (count.games, count.failed, count.turns) == (3, 1, 9)
    assert count.wins == Counter(england=2, spain=1, drawn=1)
    assert tally.outcomes([count]) == ["england", "spain", "drawn"]


@given(st.lists(st.integers(0, 60), max_size=6), st.lists(st.floats(0.0, 30.0), min_size=1, max_size=20))
def test_batches_take_every_number_once_however_long_they_take(ends: list[int], times: list[float]) -> None:
    at, stretches = 0, []
    for end in ends:
        stretches.append(range(at, at + end))
        at += end + 1
    cutter = dask_workers.Cutter(stretches, 10.0)
    cut = []
    for number, batch in enumerate(cutter):
        cut.append(batch)
        cutter.learn(len(batch), times[number % len(times)])
    assert all(cut)
    assert [number for batch in cut for number in batch] == [number for each in stretches for number in each]


def test_a_batch_grows_to_the_wanted_time_and_no_further() -> None:
    cutter = dask_workers.Cutter([range(1000)], 10.0)
    sizes = []
    for batch in cutter:
        sizes.append(len(batch))
        cutter.learn(len(batch), 0.5 * len(batch))
    assert sizes[:4] == [1, 4, 16, 20]
    assert set(sizes[3:-1]) == {20}


def test_a_game_of_a_lab_is_the_game_of_a_soak_with_its_seed() -> None:
    from pbem.trial import soak

    many = games(3, kind="balance")
    assert many.total == 6
    other = many.result(3)  # the second variant, game 1
    assert (other["seed"], other["house"], other["bots"]) == ("ci/1", "leogane=spanish", "random")
    house = {**dict(many.house), "leogane": "spanish"}
    alone = soak.play_game(soak.Plan("jenkins", dict(many.variants[1].bots), "ci", Path(), house=house), 1).as_json()
    assert {name: other[name] for name in alone if name != "ms"} == {k: v for k, v in alone.items() if k != "ms"}
    assert "ms" not in other


def test_a_failed_game_comes_home_with_its_transcript(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(JenkinsMatch, "invariants", lambda match: ["nothing is right"])
    kept, many = Kept(tmp_path), games(1)
    with kept.held():
        kept.begin(many)
        kept.keep(range(1), [json.dumps(many.result(0))])
        lab_run.write_results(kept, 1)
    (record,) = lab_run.results(kept)
    assert record["failed"]["sentence"].startswith("seed ci/0, phase t00.english: the position is impossible")
    assert "transcript" not in record
    (path,) = (tmp_path / "failures").iterdir()
    assert path.name == record["failed"]["file"]
    assert path.read_bytes().startswith(b'{"')


def test_what_is_missing_between_parts_is_what_is_left(tmp_path: Path) -> None:
    kept = Kept(tmp_path)
    with kept.held():
        assert kept.open_stretches(9) == [range(9)]
        kept.keep(range(2, 4), ["{}", "{}"])
        kept.keep(range(6, 7), ["{}"])
        assert kept.open_stretches(9) == [range(2), range(4, 6), range(7, 9)]
        assert kept.open_stretches(3) == [range(2)]
        (path,) = (path for numbers, path in kept.parts() if numbers.start == 2)
        path.write_text("{}\n")
        with pytest.raises(BadInput, match="holds 1 lines for 2 numbers"):
            list(kept.records(9))


def test_a_second_lab_in_a_folder_is_told_at_once(tmp_path: Path) -> None:
    with Kept(tmp_path).held(), pytest.raises(Waiting, match="is in use"), Kept(tmp_path).held():
        pass


def test_another_program_has_nothing_to_add(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert plan.other_program(plan.program_sha256(), "here") is None
    fault = plan.other_program("0" * 64, "tcp://head.example:1")
    assert fault is not None
    assert "tcp://head.example:1 runs another version" in fault.message
    kept = Kept(tmp_path)
    with kept.held():
        kept.begin(games())
    monkeypatch.setattr("pbem.lab.kept_parts.program_sha256", lambda: "0" * 64)
    with pytest.raises(BadInput, match="was begun with another program"), kept.held():
        kept.begin(games())


def test_known_games_are_known_to_the_same_program_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept = Kept(tmp_path)
    good = {"number": 4, "path": "a/g.zip", "ok": True, "exit_code": 0, "files": "ab"}
    with kept.held():
        known = known_games.Known({})
        known.add([good, {**good, "files": "cd", "ok": False}])
        known_games.fold(kept, known)
        again = known_games.known_in(kept)
        assert list(again.lines) == ["ab"]
        assert again.plan(["s3://b/g.zip", "other.zip"]).known == (("ab",), ())
        line = again.settled('{"files":"ab","known":true,"number":0,"path":"s3://b/g.zip"}')
        assert json.loads(line) == {**good, "number": 0, "path": "s3://b/g.zip"}
        monkeypatch.setattr(known_games, "program_sha256", lambda: "0" * 64)
        assert known_games.known_in(kept).lines == {}


def test_the_folder_of_a_game_is_one_game_with_all_that_lies_in_it(tmp_path: Path) -> None:
    (tmp_path / "mine" / "game" / "deep").mkdir(parents=True)
    (tmp_path / "mine" / "game" / "ledger.jsonl").touch()
    (tmp_path / "mine" / "game" / "deep" / "x.zip").touch()
    (tmp_path / "old.zip").touch()
    (tmp_path / "notes.txt").touch()
    assert archives.found_in([str(tmp_path)]) == [str(tmp_path / "mine" / "game"), str(tmp_path / "old.zip")]
    assert archives.found_in(["b.zip", "a.zip", "b.zip"]) == ["b.zip", "a.zip"]
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadInput, match="there is no game to audit"):
        archives.found_in([str(tmp_path / "empty")])


def test_an_error_of_ours_in_one_game_ends_no_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(place: Path) -> None:
        raise KeyError(f"{place}/charter")

    monkeypatch.setattr(archives, "audit", broken)
    found = archives.outcome(tmp_path, "g.zip")
    assert (found["ok"], found["exit_code"]) == (False, 1)
    assert found["faults"][0]["message"] == "the audit itself failed: KeyError: 'g.zip/charter'"


def test_without_the_extra_the_way_to_it_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "dask", None)
    with pytest.raises(BadInput) as told, dask_workers.client(1, ""):
        pass
    assert "pip install 'pbem[lab]'" in told.value.faults[0].hint


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["soak", "jenkins", "--bot", "wild"], "'wild' is no bot"),
        (["balance", "jenkins", "--house", "leogane"], "'leogane' is not of the form NAME=VALUE"),
        (["balance", "jenkins", "--house", "leogane=dutch"], "'dutch' is no choice for house rule 'leogane'"),
        (["balance", "jenkins", "--scenario", "moon"], "'moon' is no scenario"),
        (["soak", "whist"], "'whist' is no game"),
    ],
)
def test_a_plan_that_cannot_be_is_refused_before_anything_starts(words: list[str], message: str) -> None:
    done = CliRunner().invoke(command, words)
    assert isinstance(done.exception, BadInput | CheckFailed)
    assert message in str(done.exception)


def test_progress_tells_rate_and_time_left() -> None:
    assert progress.sentence(500, 10_000, 9.5) == "500 of 10,000, 9.5 a second, 17 min left"
    assert progress.sentence(0, 10, 0.0) == "0 of 10, 0.0 a second"
    assert [progress.length(each) for each in (119, 120, 7_200, 172_800)] == ["119 s", "2 min", "2 h", "2 d"]
