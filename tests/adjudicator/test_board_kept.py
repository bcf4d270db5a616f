"""Boards kept beside the program: the same as made anew, of no use once anything under them has changed."""

from __future__ import annotations

import marshal
import sys
from collections.abc import Mapping
from enum import Enum
from hashlib import sha256
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator.board import kept, texts
from pbem.adjudicator.board.figures import Figures, read_folder
from pbem.adjudicator.titles import GAMES
from pbem.base import resources


def board_module(title: str) -> Any:
    return import_module(f"pbem.adjudicator.{title}.board.board")


def alike(one: Any, other: Any) -> bool:
    """Tells if two values have the same types, parts and order, all the way down."""
    if isinstance(one, Figures):
        return isinstance(other, Figures) and one.digest() == other.digest()
    if type(one) is not type(other):
        return False
    if isinstance(one, Mapping):
        return list(map(repr, one)) == list(map(repr, other)) and all(map(alike, one.values(), other.values()))
    if isinstance(one, tuple | list):
        return len(one) == len(other) and all(map(alike, one, other))
    if hasattr(one, "__dataclass_fields__") and not isinstance(one, Enum):
        names = [name for name in one.__dataclass_fields__ if not name.startswith(("_", "known_"))]
        return all(alike(getattr(one, name), getattr(other, name)) for name in names)
    return bool(one == other)


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A place of its own for what is kept."""
    monkeypatch.setattr(resources, "place_for", lambda path, name: tmp_path / f"{name}.kept")
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    return tmp_path / "board.kept"


@pytest.mark.parametrize("title", GAMES)
def test_a_kept_board_is_the_board_made_anew(title: str, place: Path) -> None:
    module = board_module(title)
    shipped = module.DATA, module.FILES
    fresh = kept.kept_or_made(shipped, module.build)
    assert place.is_file()
    again = kept.read(marshal.loads(place.read_bytes()[resources.SEAL_BYTES :]), shipped)  # noqa: S302
    assert alike(fresh, again)
    assert again.figures.shares() == fresh.figures.shares()
    assert again.figures.section("numbers") == fresh.figures.section("numbers")


def counted(title: str) -> tuple[Any, list[int], tuple[Path, tuple[str, ...]]]:
    """A maker of boards that counts how often it is asked."""
    module, asked = board_module(title), [0]

    def make(*given: Any) -> Any:
        asked[0] += 1
        return module.build(*given)

    make.__module__ = module.__name__
    return make, asked, (module.DATA, module.FILES)


def test_a_board_is_made_once(place: Path) -> None:
    make, asked, shipped = counted("jenkins")
    assert kept.kept_or_made(shipped, make).seaports == kept.kept_or_made(shipped, make).seaports
    assert asked == [1]


@pytest.mark.parametrize("harm", ["cut", "bent", "emptied", "swapped"])
def test_a_file_that_was_touched_is_not_used(harm: str, place: Path) -> None:
    make, asked, shipped = counted("jenkins")
    kept.kept_or_made(shipped, make)
    data = place.read_bytes()
    middle = len(data) // 2
    body = marshal.dumps(([("os", "system")], [], ("record", 0)))
    place.write_bytes({
        "cut": data[:-9], "bent": data[:middle] + bytes([data[middle] ^ 1]) + data[middle + 1 :], "emptied": b"",
        "swapped": sha256(body).digest() + body,
    }[harm])  # fmt: skip
    assert kept.kept_or_made(shipped, make).seaports
    assert asked == [2]
    assert place.read_bytes() == data


def test_other_data_or_another_module_make_another_board(place: Path, tmp_path: Path) -> None:
    make, asked, (folder, names) = counted("jenkins")
    kept.kept_or_made((folder, names), make)
    copy = tmp_path / "jenkins" / "data"
    copy.mkdir(parents=True)
    for name in names:
        text = (folder / f"{name}.yaml").read_bytes()
        (copy / f"{name}.yaml").write_bytes(text + b"# one more line\n" if name == names[0] else text)
    kept.kept_or_made((copy, names), make)
    assert asked == [2]
    before = kept.made_of(tmp_path, (folder, names))
    (tmp_path / "rule.py").write_text("ONE = 1\n")
    assert kept.made_of(tmp_path, (folder, names)) != before


def test_only_classes_of_ours_are_made() -> None:
    with pytest.raises(ValueError, match="os"):
        kept.read(([("os", "stat_result")], [(0, {}, {})], ("record", 0)), (Path(), ()))
    with pytest.raises(TypeError):
        kept.written(object())


def test_where_nothing_can_be_written_the_board_is_made_each_time(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    make, asked, shipped = counted("jenkins")
    for _ in range(2):
        assert kept.kept_or_made(shipped, make).figures is read_folder(*shipped)
    assert asked == [2]
    assert not place.exists()


def test_a_text_is_read_again_when_it_or_its_reader_changes(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []
    true = texts.read_texts

    def read(data: bytes, name: str) -> Any:
        asked.append(name)
        return true(data, name)

    monkeypatch.setattr(texts, "read_texts", read)
    path = board_module("jenkins").DATA / "phrases.yaml"
    told = [texts.texts_of.__wrapped__(path) for _ in range(2)]
    assert told[0] == told[1] == true(path.read_bytes(), path.name)
    assert asked == ["phrases.yaml"]
    monkeypatch.setattr(texts, "readers", lambda: b"another reader")
    assert texts.texts_of.__wrapped__(path) == told[0]
    monkeypatch.setattr(texts, "read_file", lambda path: b"one: text\n")
    assert texts.texts_of.__wrapped__(path) == {"one": "text"}
    assert len(asked) == 3


def test_nothing_is_kept_for_a_text_that_is_no_part_of_the_program(place: Path, tmp_path: Path) -> None:
    (tmp_path / "own.yaml").write_text("one: text\n")
    assert texts.texts_of(tmp_path / "own.yaml") == {"one": "text"}
    assert not (tmp_path / "own.yaml.kept").exists()
