"""Positions of case files: what is named stands there, the rest is in its pool; and a soak of any number of players."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from rules.lions.lions_seats import posed

from pbem.adjudicator.lions.posing import pose
from pbem.base.errors import BadInput
from pbem.cli import root
from pbem.strict_yaml import write
from pbem.trial.cases import Outcome, run_case

CASE: dict[str, Any] = {
    "case": "A lone ship sails out of a home port for one pound", "game": "lions", "rule": ["13.2"],
    "reads": "An operation that begins in an own home port costs one pound.", "source": "rulebook, 13.2",
    "given": {
        "players": "2", "steps": ["13.1"], "quiet": ["netherlands"], "pounds": {"england": "5", "netherlands": "5"},
        "ships": [{"ship": "england-1st-1", "at": "london"}, {"ship": "netherlands-1st-1", "at": "amsterdam"}],
    },
    "orders": {"england": {"operations": [{"force": "england-1st-1", "path": ["ireland"]}]}},
    "dice": [{"label": "movement/c12/n1", "faces": ["3", "2"]}],
    "expect": {
        "pounds": {"england": "4"}, "ships": [{"ship": "england-1st-1", "port": "ireland", "damage": "0"}],
        "events": [{"rule": "13.2", "event": "operation", "power": "england", "pounds": "1"}],
    },
}  # fmt: skip


def ruled(case: dict[str, Any], folder: Path) -> Outcome:
    path = folder / "case.yaml"
    path.write_text(write(case), encoding="utf-8")
    return run_case(path)


def test_a_case_of_this_game_holds(tmp_path: Path) -> None:
    outcome = ruled(CASE, tmp_path)
    assert outcome.holds, [fault.render() for fault in outcome.faults]


@pytest.mark.parametrize("change", [
    {"expect": {"pounds": {"england": "5"}}}, {"dice": []},
    {"dice": [*CASE["dice"], {"label": "movement/c12/n2", "faces": ["1", "2"]}]},
    {"given": {name: part for name, part in CASE["given"].items() if name != "quiet"}},
], ids=["a wrong sum", "a die too few", "a die too many", "nobody speaks for the Dutch"])  # fmt: skip
def test_a_case_that_says_something_else_or_not_enough_fails(change: dict[str, Any], tmp_path: Path) -> None:
    assert not ruled(CASE | change, tmp_path).holds


def test_what_a_case_names_stands_where_it_says() -> None:
    match = posed(
        ships=[{"ship": "england-1st-1", "at": "london", "fleet": "2", "damage": "1", "regiments": "2",
                "leaders": ["blake"]}],
        treasure=[{"fleet": "treasure-goa", "at": "london", "escort": "england-fleet-2"}],
        land=[{"power": "england", "at": "madras", "regiments": "1", "forts": "2"}],
        mercenaries=[{"marker": "mercenary-admiral-1", "power": "england", "at": "madras"}],
        hands={"england": ["spy-1"]}, plundered=["havana"], colonies=["madras"], owed={"england": "3"},
    )  # fmt: skip
    facts = match.facts()
    assert match.invariants() == []
    assert facts["ships"] == [
        {"ship": "england-1st-1", "at": "C12", "port": "london", "damage": 1, "fleet": "2", "regiments": 2,
         "power": "england"},
    ]  # fmt: skip
    assert facts["treasure"][0]["power"] == "england"
    assert facts["land"] == [{"power": "england", "at": "K21", "port": "madras", "regiments": 1, "forts": 2}]
    assert [fact["leader"] for fact in facts["leaders"]] == ["blake", "mercenary-admiral-1"]
    assert facts["markers"] == {"england": 1, "netherlands": 0}
    assert facts["pool"] == 34
    assert {"at": "K21", "power": "england"} in facts["control"]


@pytest.mark.parametrize(("given", "message"), [
    ({"fleet": "1"}, "'fleet' is nothing that a position has"), ({"plundered": ["ys"]}, "'ys' is no square or port"),
    ({"ships": [{"ship": "ark", "at": "goa"}]}, "'ark' is no ship"),
    ({"hands": {"england": ["sword"]}}, "'sword' is no campaign marker"),
])  # fmt: skip
def test_a_slip_of_the_author_is_told(given: dict[str, Any], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        pose(given)


def test_2_3_a_soak_plays_the_scenario_that_is_named(tmp_path: Path) -> None:
    words = ["soak", "lions", "--games", "1", "--scenario", "two-players", "--out", str(tmp_path)]
    result = CliRunner().invoke(root, words)
    assert result.exit_code == 0, result.output
    assert list(json.loads(result.output.splitlines()[0])["letters"]) == ["england", "netherlands"]


def test_2_3_a_soak_of_a_scenario_that_there_is_not_is_refused() -> None:
    with pytest.raises(BadInput, match="'five-players' is no scenario"):
        CliRunner().invoke(root, ["soak", "lions", "--scenario", "five-players"], catch_exceptions=False)
