"""The page and `pbem verify` say the same of a game in which a team has to agree to its orders."""

from __future__ import annotations

from pathlib import Path

import pytest
from club import know_the_duel
from honest_game import check, in_memory
from people_club import TIERS
from proof_kit import Node, lines_of
from public_folder import MemoryFolder
from team_club import Team

from pbem.trust.record import layout

pytestmark = pytest.mark.tools


def agree(node: Node, files: dict[str, bytes]) -> list[str]:
    """What both find."""
    ours, theirs = check(MemoryFolder(files)), node.verify_files(files)
    assert lines_of(theirs) == lines_of(ours)
    assert theirs["counts"] == dict(ours.checked)
    return lines_of(theirs)


@pytest.mark.parametrize("tier", TIERS)
def test_what_a_team_has_agreed_to_is_counted_alike(
    node: Node, tier: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    know_the_duel(monkeypatch)
    club = Team(tmp_path, tier)
    club.writes("red")
    club.writes("carol")
    club.agrees("carol", 1)
    club.runs()
    kept = (*layout.NOT_PUBLIC, ".held")
    files = {name: data for name, data in in_memory(club.desk).files.items() if name.split("/")[0] not in kept}
    assert agree(node, files) == []
    line = next(entry.n for entry in club.ledger().entries("ack") if "lock" in entry.fields)
    word, armour = f"amends/{line}.txt", f"amends/{line}.red.sig"
    assert agree(node, {**files, word: files[word].replace(b"seq: 1", b"seq: 2")})
    assert agree(node, {**files, word: files[word].replace(b"agree: ", b"again: ")})
    blue = next(name for name in files if name == "charter.blue.sig")
    assert agree(node, {**files, armour: files[blue]})
    assert agree(node, {name: data for name, data in files.items() if name != armour})
