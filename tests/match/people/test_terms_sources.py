"""What a charter's hash of the rules covers: all that decides a byte of a game, under the same names anywhere."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.titles import load_game
from pbem.match.terms import terms


@pytest.mark.parametrize("title", ["jenkins", "lions", "glory", "guerra", "yellowjack"])
def test_it_covers_rules_tables_driver_and_reports_of_its_title_alone(title: str) -> None:
    names = set(terms.sources(load_game(title)))
    own = f"pbem/adjudicator/{title}"
    assert {f"{own}/reports/report.py", f"{own}/data/coast.json", "pbem/adjudicator/engine/table.py"} <= names
    assert {"pbem/adjudicator/reports/frame.py", "pbem/match/play/reports.py", "pbem/trust/dice/dice.py"} <= names
    assert {f"schemas/orders-{title}.schema.json", "schemas/common.json"} <= names
    assert {f"templates/{title}/report.txt.j2", "templates/text/_report.txt.j2"} <= names
    assert any(name.startswith(f"{own}/data/") and name.endswith(".yaml") for name in names)
    assert not any(name.endswith(".md") for name in names)
    assert {name.split("/")[1] for name in names if name.startswith("templates/")} == {title, "text"}
    assert not any("\\" in name or name.startswith("/") for name in names)


def test_another_word_in_a_template_of_reports_is_another_version(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    game = load_game("jenkins")
    before, files = terms.rules_sha256(game), terms.sources(game)
    changed = tmp_path / "report.txt.j2"
    changed.write_bytes(files["templates/jenkins/report.txt.j2"].read_bytes() + b" ")
    monkeypatch.setattr(terms, "sources", lambda of: {**files, "templates/jenkins/report.txt.j2": changed})
    assert terms.rules_sha256(game) != before
