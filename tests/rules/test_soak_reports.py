"""A soak with reports: a paper that cannot be made is found, and told with its reader, its kind and its game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.transcript import plain_hash
from pbem.adjudicator.game import Game
from pbem.adjudicator.titles import load_game
from pbem.base.errors import CheckFailed, Fault
from pbem.lab.many_games import soak_of, variant_of
from pbem.trial import soak
from pbem.trial.every_paper import Unmade

JENKINS, CI = load_game("jenkins"), "ci and more"


def found(folder: Path, bot: str = "steady", **house: str) -> Fault:
    plan = soak.Plan("jenkins", soak.bots_for(JENKINS, [bot]), CI, folder, house=house, reports=True)
    with pytest.raises(CheckFailed) as caught:
        soak.play_game(plan, 7)
    return caught.value.faults[0]


def first_phases(folder: Path, number: int, *, reports: bool) -> list[Any]:
    """What is left of the first phases of a game: records, positions, and how much luck each bot has used."""
    chances = {seat: SeededChance(seat) for seat in JENKINS.seats}
    bots = {seat: JENKINS.bot("random", seat, chance) for seat, chance in chances.items()}
    played = soak.Played("ci/0", letters=dict.fromkeys(bots, 0), forgotten=dict.fromkeys(bots, 0))
    match = JENKINS.begin("campaign", {}, None)
    running = soak.Running(JENKINS, match, bots, dict.fromkeys(bots, "random"), played, {}, reports=reports)
    told = []
    for _ in range(number):
        phase = match.phase()
        assert phase is not None
        soak.play_phase(running, phase)
        used = [(chance.count, chance.position) for chance in chances.values()]
        told += [running.transcript.head, plain_hash(match.to_plain()), used, played.as_json()]
    return told


@pytest.mark.parametrize(
    ("made_by", "kind"),
    [
        ("report", "report"), ("appendix", "appendix"), ("chart", "page"), ("annals", "campaign book"),
        ("telling", "campaign book"), ("desk", "order desk"), ("draft", "order file to fill in"),
        ("check_file", "order file to fill in"),
    ],
)  # fmt: skip
def test_a_paper_that_cannot_be_made_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, made_by: str, kind: str
) -> None:
    def crash(game: Game, *given: Any, **named: Any) -> None:
        raise KeyError("boyne")

    monkeypatch.setattr(Game, made_by, crash)
    wanted = f"phase t00.english: the {kind} for english cannot be made: KeyError: 'boyne' (test_soak_reports.py, line"
    assert wanted in found(tmp_path).message


def test_the_failure_names_the_reader_and_how_the_game_is_played_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = Game.report

    def crash(game: Game, reading: Reading[Any]) -> str:
        return whole(game, reading) if reading.side else str(reading.view["ships"])

    monkeypatch.setattr(Game, "report", crash)
    usual = next(name for name in JENKINS.house_rules if name != "leogane")
    fault = found(tmp_path, leogane="spanish", **{usual: JENKINS.house_rules[usual]["default"]})
    assert fault.message.startswith(f"seed {CI}/7, phase t00.english: the report for the public cannot be made: KeyErr")
    assert Path(fault.file).is_file()
    again = "pbem soak jenkins --seed 'ci and more' --first 7 --games 1 --bot steady --house leogane=spanish --reports"
    assert again in fault.hint


def test_the_papers_of_a_phase_that_waits_are_made_with_the_question(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def crash(game: Game, view: dict[str, Any], head: dict[str, str]) -> str:
        if not view.get("questions"):
            return "pbem: orders/1\n"
        asked.append(view["questions"][0]["key"])
        raise KeyError("boyne")

    monkeypatch.setattr(Game, "draft", crash)
    message = found(tmp_path, "random").message
    assert "the order file to fill in for english cannot be made: KeyError" in message
    assert len(asked) == 1


def test_papers_change_nothing_of_a_game(tmp_path: Path) -> None:
    assert first_phases(tmp_path, 4, reports=True) == first_phases(tmp_path, 4, reports=False)


def test_a_lab_tells_how_a_failed_game_is_played_again(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*given: Any) -> None:
        raise Unmade("the page for english cannot be made")

    monkeypatch.setattr(soak, "check_papers", crash)
    variant = variant_of(JENKINS, "", {}, ("english=steady", "spanish=random"))
    with_reports = soak_of(JENKINS, "ci", 3, variant, reports=True)
    failed = with_reports.result(2)["failed"]
    assert failed["sentence"] == "seed ci/2, phase t00.english: the page for english cannot be made"
    assert failed["again"] == (
        "pbem soak jenkins --seed ci --first 2 --games 1 --bot english=steady --bot spanish=random"
        " --scenario campaign --reports"
    )
    assert with_reports.as_json()["reports"] is True
    assert "reports" not in soak_of(JENKINS, "ci", 3, variant).as_json()
