"""Whole games by the calendar, woken only when they asked to be: no step waits for ever."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import ADDRESSES, know_the_duel

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.match.audit.replay import audit
from pbem.match.people.enrolment import Plan
from pbem.match.terms.calendar_terms import calendar_block
from pbem.trial.company import Company, keyrings
from pbem.trust.people.charter import Tier

CALENDAR = {"zone": "Europe/Madrid", "days": 3, "weekdays": ["mon", "thu"], "grace_hours": 12, "reminder_hours": 24}


@pytest.mark.parametrize("tier", [Tier.MODERATED, Tier.TWO_STEP])
def test_a_game_by_the_calendar_is_played_to_its_end_by_waking_when_it_is_due(
    tier: Tier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_duel(monkeypatch)
    game = load_game("duel")
    bots = {seat: game.bot("random", seat, SeededChance(seat)) for seat in game.seats}
    company = Company(tmp_path, keyrings(tmp_path, game.seats), bots, parse_time("2026-10-20T20:00:00Z"))
    company.begin(Plan(
        game="duel", seats=ADDRESSES, tier=tier.value, calendar=calendar_block(None, "", CALENDAR),
    ))  # fmt: skip
    for _ in range(40):
        if not company.step():
            break
        state = company.status()
        assert state["stage"] == "over" or state["why"]
    assert company.status()["stage"] == "over"
    assert audit(company.desk, tmp_path / "keys-moderator").phases == 3
