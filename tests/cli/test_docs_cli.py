"""pbem docs: every page of the documentation, by name."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result
from pages import TOP

from pbem.base.errors import BadInput
from pbem.cli import root
from pbem.trial import coverage


def docs(*words: str) -> Result:
    return CliRunner().invoke(root, ["docs", *words])


def test_it_lists_every_page_with_its_title_newcomers_first() -> None:
    lines = docs().stdout.splitlines()
    assert {line.split()[0] for line in lines} == {path.stem for path in (TOP / "docs").glob("*.md")}
    assert [line.split()[0] for line in lines][:2] == ["play", "moderate"]
    assert all(len(line.split()) > 1 for line in lines)


@pytest.mark.parametrize("name", ["play", "play.md", "docs/play.md", "PLAY"])
def test_a_page_is_printed_whole(name: str) -> None:
    assert docs(name).stdout == (TOP / "docs/play.md").read_text(encoding="utf-8")


def test_it_says_where_a_page_lies() -> None:
    assert Path(docs("protocol", "--path").stdout.strip()) == TOP / "docs/protocol.md"


def test_a_page_that_is_misspelt_is_guessed() -> None:
    result = docs("modrate")
    assert isinstance(result.exception, BadInput)
    assert result.exception.faults[0].hint == "did you mean moderate?"


def test_without_the_tests_no_rule_is_called_untested(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(coverage, "TESTS", tmp_path / "none")
    coverage.named_tests.cache_clear()
    result = CliRunner().invoke(root, ["rules", "jenkins"])
    coverage.named_tests.cache_clear()
    assert "the tests are not installed" in result.stderr
    assert "untested" not in result.stdout
