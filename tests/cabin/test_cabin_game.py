"""A whole game with one player in the cabin and one at the command line, checked and played again by the auditor."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from cabin_hand import Hand, mixed

from pbem.match.audit.replay import audit
from pbem.trust import locked
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.grammar.verdict import Verdict
from pbem.trust.verify import verify_folder

#: A wider run plays the game in each tier; the suite plays the one with two letters a phase.
TIERS = ["two-step", *(["moderated", "beacon"] if os.environ.get("PBEM_CABIN") else [])]


@pytest.mark.parametrize("tier", TIERS)
@pytest.mark.long
def test_a_whole_game_of_cabin_and_command_line(
    tmp_path: Path, tier: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    monkeypatch.setattr(locked, "WORK", 4)
    hand = Hand(tmp_path / "sea")
    hand.aboard()
    company = mixed(tmp_path, hand, "yellowjack", "porto-bello", "british", tier)
    while company.step():
        pass
    assert hand.signed > 8
    name = company.folder("british").name
    assert hand.act("verify", name=name)["ok"]
    assert hand.act("games")[0]["stage"] == "over"
    report = verify_folder(company.desk, extra_networks=(DEMO_NETWORK,))
    assert report.verdict is Verdict.MATCHES, report.events
    audited = audit(company.desk, tmp_path / "keys-moderator")
    assert (audited.over, audited.exit_code) == (True, 0), audited.sentence
    assert hand.act("state")["stale"]  # letters went out, and the chest was never packed
