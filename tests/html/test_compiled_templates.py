"""Templates that were compiled before: the same pages, and nothing that is out of date."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment, FileSystemLoader

from pbem.base.text_templates import compiled_beside


def page(folder: Path, kind: str = "page", *, autoescape: bool = False) -> str:
    """A page made by a new command."""
    kept = compiled_beside(folder, kind)
    made = Environment(loader=FileSystemLoader(folder), bytecode_cache=kept, autoescape=autoescape)  # noqa: S701 - both
    return made.get_template("a.j2").render(name="<Sir>")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (tmp_path / "a.j2").write_text("Dear {{ name }}", encoding="utf-8")
    return tmp_path


def test_a_template_is_compiled_once_until_it_is_changed(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    real = Environment.compile

    def compiled(made: Environment, source: str, *given: Any, **named: Any) -> Any:
        asked.append(source)
        return real(made, source, *given, **named)

    monkeypatch.setattr(Environment, "compile", compiled)
    assert [page(folder), page(folder)] == ["Dear <Sir>"] * 2
    assert len(asked) == 1
    (folder / "a.j2").write_text("Cher {{ name }}", encoding="utf-8")
    assert page(folder) == "Cher <Sir>"


def test_two_kinds_of_environment_have_their_own(folder: Path) -> None:
    assert page(folder, "text") == "Dear <Sir>"
    assert page(folder, "page", autoescape=True) == "Dear &lt;Sir&gt;"
    assert page(folder, "text") == "Dear <Sir>"


@pytest.mark.parametrize("spoilt", [b"", b"x", b"j2", None])
def test_what_cannot_be_read_is_compiled_anew(folder: Path, spoilt: bytes | None) -> None:
    page(folder)
    (kept,) = (folder / "__pycache__").iterdir()
    kept.write_bytes(kept.read_bytes()[:-20] if spoilt is None else spoilt)
    assert page(folder) == "Dear <Sir>"


def test_where_nothing_may_be_written_nothing_is(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    assert page(folder) == "Dear <Sir>"
    assert not (folder / "__pycache__").exists()
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    (folder / "__pycache__").write_bytes(b"in the way")
    assert page(folder) == "Dear <Sir>"
