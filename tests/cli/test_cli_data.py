"""`pbem data`: a game's figures on the command line."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.base.errors import BadInput
from pbem.cli.workshop.data import command

EDITION = b"""\
format: pbem-edition/1
game: jenkins
title: The printed map
changes:
  - {set: seaports/veracruz, figures: {value: 5}}
  - {drop: naval_blocked/0218-0319}
"""


def data(*arguments: str) -> Result:
    """What the command prints; a fault comes out as itself."""
    return CliRunner().invoke(command, list(arguments), catch_exceptions=False)


@pytest.fixture
def edition(tmp_path: Path) -> Path:
    """An edition file."""
    path = tmp_path / "printed.yaml"
    path.write_bytes(EDITION)
    return path


def test_every_figure_is_shown_with_its_source() -> None:
    shown = data("jenkins").stdout.splitlines()
    assert shown[0].startswith("jenkins: ")
    havana = next(line.strip() for line in shown if line.strip().startswith("havana:"))
    assert havana == "havana: rulebook name Havana, nation spanish, value 5; reconstructed hex 2114 - value 3.4"


def test_both_games_have_data() -> None:
    shown = data("lions", "--section", "operations").stdout
    assert "treasure: rulebook cost 1 - rule 23.4; with a treasure fleet, wherever it is" in shown


def test_one_section_alone() -> None:
    shown = data("jenkins", "--section", "sides").stdout
    assert "start 100, per_turn 30" in shown
    assert "havana" not in shown


def test_an_unknown_section_is_refused() -> None:
    with pytest.raises(BadInput, match="'ports' is no section"):
        data("jenkins", "--section", "ports")


def test_json_holds_shares_and_sections() -> None:
    shown = json.loads(data("jenkins", "--json").stdout)
    assert shown["game"] == "jenkins"
    assert shown["edition"] is None
    assert sum(shown["shares"][source]["figures"] for source in shown["shares"]) > 1000
    boyne = next(record for record in shown["sections"]["english"] if record["id"] == "boyne")
    assert boyne["figures"]["gun"] == {"value": "8", "source": "reconstructed"}


def test_an_edition_shows_what_it_replaces(edition: Path) -> None:
    shown = data("jenkins", "--edition", str(edition), "--section", "sides").stdout
    assert f"edition 'The printed map', SHA-256 {hashlib.sha256(EDITION).hexdigest()}: 2 figures replaced" in shown
    assert "  seaports/veracruz value: 4 (reconstructed) -> 5 (printed)" in shown
    assert "  naval_blocked/0218-0319 record: yes (reconstructed) -> nothing" in shown


def test_json_shows_what_an_edition_replaces(edition: Path) -> None:
    shown = json.loads(data("jenkins", "--edition", str(edition), "--json").stdout)
    assert shown["edition"]["sha256"] == hashlib.sha256(EDITION).hexdigest()
    assert shown["edition"]["replaced"][-1] == {
        "of": "seaports/veracruz", "figure": "value",
        "old": {"value": "4", "source": "reconstructed"}, "new": {"value": "5", "source": "printed"},
    }  # fmt: skip


def test_a_faulty_edition_is_refused_at_its_line(edition: Path) -> None:
    edition.write_bytes(EDITION.replace(b"value: 5", b"value: five"))
    with pytest.raises(BadInput) as caught:
        data("jenkins", "--edition", str(edition))
    fault = caught.value.faults[0]
    assert (fault.file, fault.line) == (str(edition), 5)


def test_a_missing_edition_is_named(tmp_path: Path) -> None:
    with pytest.raises(BadInput) as caught:
        data("jenkins", "--edition", str(tmp_path / "none.yaml"))
    assert caught.value.faults[0].file.endswith("none.yaml")


def test_an_unknown_game_is_refused() -> None:
    with pytest.raises(BadInput, match="'chess' is no game"):
        data("chess")
