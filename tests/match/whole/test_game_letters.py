"""A whole game by letters, in every tier."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import Club
from club import duel_is_known as duel_is_known

from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.verify import verify_folder


@pytest.mark.parametrize("tier", ["moderated", "two-step", "beacon"])
def test_a_game_runs_from_invitation_to_disclosure(tier: str, tmp_path: Path) -> None:
    club = Club(tmp_path, tier)
    club.play()
    report = verify_folder(club.desk, extra_networks=(DEMO_NETWORK,))
    assert report.faults == ()
    kinds = club.kinds()
    assert set(kinds[kinds.index("final") + 1 :]) <= {"seen"}  # all confirm the end
    for seat in ("blue", "red"):
        own = club.folder(seat) / "game"
        assert (club.desk / "ledger.jsonl").read_bytes().startswith((own / "ledger.jsonl").read_bytes())
        assert verify_folder(own, extra_networks=(DEMO_NETWORK,)).faults == ()
