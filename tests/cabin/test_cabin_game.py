"""A whole game with one player in the cabin and one at the command line, checked and played again by the auditor."""

from __future__ import annotations

from pathlib import Path

import pytest
from cabin_hand import Hand, mixed

from pbem.trust.grammar.verdict import Verdict
from pbem.trust.verify import verify_folder


@pytest.mark.parametrize("tier", ["moderated", "two-step"])
def test_a_whole_game_of_cabin_and_command_line(
    tmp_path: Path, tier: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("os.fsync", lambda handle: None)
    hand = Hand(tmp_path / "sea")
    hand.aboard()
    company = mixed(tmp_path, hand, "yellowjack", "porto-bello", "british", tier)
    while company.step():
        pass
    assert hand.signed > 8
    name = company.folder("british").name
    assert hand.act("verify", name=name)["ok"]
    assert hand.act("games")[0]["stage"] == "over"
    report = verify_folder(company.desk)
    assert report.verdict in (Verdict.MATCHES,), report.events
