"""The release script gathers every note once and sets the version in every place."""

from __future__ import annotations

import importlib.util
import re
import shutil
from pathlib import Path
from types import ModuleType

import pytest
from pages import TOP


def script() -> ModuleType:
    """Load .ci/release.py, which is not part of the package."""
    spec = importlib.util.spec_from_file_location("release", TOP / ".ci" / "release.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


RELEASE = script()


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    """The files that a release changes, in a place of their own."""
    for name in ("pyproject.toml", "CHANGELOG.md", "pbem/__init__.py"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(TOP / name, tmp_path / name)
    shutil.copytree(TOP / "changelog.d", tmp_path / "changelog.d")
    return tmp_path


def test_every_note_stands_once_in_the_changes_and_none_is_left(tree: Path) -> None:
    told = RELEASE.notes(tree)
    RELEASE.prepare(tree, "0.2.0", "2027-01-31")
    changes = (tree / "CHANGELOG.md").read_text(encoding="utf-8")
    assert len(told) > 40
    assert [note for note in told if changes.count(f"\n{note}\n") != 1] == []
    assert [path.name for path in (tree / "changelog.d").iterdir()] == ["README.md"]
    assert re.findall(r"(?m)^## (.*)$", changes) == ["0.2.0, 2027-01-31"]
    assert "unreleased" not in changes


def test_a_later_release_stands_above_the_one_before(tree: Path) -> None:
    RELEASE.prepare(tree, "0.2.0", "2027-01-31")
    (tree / "changelog.d" / "one.md").write_text("* A thing.\n", encoding="utf-8")
    RELEASE.prepare(tree, "0.3.0", "2027-02-28")
    changes = (tree / "CHANGELOG.md").read_text(encoding="utf-8")
    assert re.findall(r"(?m)^## (.*)$", changes) == ["0.3.0, 2027-02-28", "0.2.0, 2027-01-31"]
    assert "## 0.3.0, 2027-02-28\n\n* A thing.\n" in changes


def test_the_version_is_the_same_wherever_it_stands(tree: Path) -> None:
    RELEASE.set_version(tree, "1.2.3")
    for name, pattern in RELEASE.PLACES.items():
        assert re.findall(pattern, (tree / name).read_text(encoding="utf-8")) == ["1.2.3"]


@pytest.mark.parametrize("version", ["0.0.9", "1.0", "v1.0.0", "1.0.0a1"])
def test_a_version_that_is_older_or_none_is_refused(version: str, tree: Path) -> None:
    with pytest.raises(SystemExit):
        RELEASE.check_version(tree, version)


def test_every_fragment_begins_with_a_bullet() -> None:
    texts = {path.name: path.read_text(encoding="utf-8") for path in (TOP / "changelog.d").glob("*.md")}
    texts.pop("README.md")
    assert [name for name, text in texts.items() if not text.startswith("* ")] == []


def test_the_notes_state_the_hash_of_the_cabin() -> None:
    changes = "# Changes\n\n## 0.2.0, 2026-12-01\n\n* One.\n\n## 0.1.0, 2026-11-01\n\n* Old.\n"
    line = f"* `cabin.html` of this release has the SHA-256 `{'ab' * 32}`.\n"
    assert RELEASE.with_page(changes, "ab" * 32) == changes.replace("* One.\n", f"* One.\n{line}")
