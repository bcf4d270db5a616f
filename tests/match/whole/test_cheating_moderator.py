"""A cheating moderator plays by letter against honest programs: attack by tier, who finds it, and the verdict.

Two players are the fewest there are: what is found by them, more of them find as well.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from by_letter import begun, race_is_known
from cheating import ROWS, outcome

__all__ = ["race_is_known"]
CASES = [(name, tier) for name, row in ROWS.items() for tier in row.tiers]


@pytest.mark.parametrize(("name", "tier"), CASES, ids=[f"{tier}: {name}" for name, tier in CASES])
def test_no_attack_is_blessed(name: str, tier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    crew = begun(tier, 2).copied(tmp_path)
    ROWS[name].attack(crew, monkeypatch)
    found = outcome(crew)
    print(f"| {name} | {tier} | {found.at_once} | {found.verdict} | {found.words[:3]} |")
    assert found.at_once or found.verdict != "matches"
