"""A game by letters in which a novice forgets some: its doctrine plays on, the reports say so, and the audit agrees."""

from __future__ import annotations

from pathlib import Path

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Bot
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.match.audit.replay import audit
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Company, keyrings

SIDES = ("english", "spanish")
TURNS = 2


def test_a_novice_that_forgets_letters_is_played_on_by_its_doctrine_and_is_never_asked(tmp_path: Path) -> None:
    game = load_game("jenkins")
    bots: dict[str, Bot] = {side: game.bot("novice", side, SeededChance(f"forgetful {side} 3")) for side in SIDES}
    company = Company(tmp_path, keyrings(tmp_path, SIDES), bots, parse_time("2026-11-02T20:00:00Z"))
    addresses = {side: f"{side}@example.org" for side in SIDES}
    company.begin(Plan(game="jenkins", seats=addresses, hours=48, address="club@example.org"))
    asked = []
    while company.turn() <= TURNS and company.step():
        state = company.status()
        asked += [state["phase"]] if state.get("what") == "answers" else []
    assert company.forgotten, "the seed lets nobody forget anything"
    assert asked == []
    reports = {side: "".join(path.read_text(encoding="utf-8") for path in company.folder(side).glob("reports/*.txt"))
               for side in SIDES}  # fmt: skip
    assert all("Doctrine: steady." in report for report in reports.values())
    assert any("- Your doctrine (steady) chose what to lose at" in report for report in reports.values())
    assert audit(company.desk, tmp_path / "keys-moderator").phases >= 2 * TURNS
