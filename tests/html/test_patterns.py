"""Patterns that are kept beside the program are those that Python would compile."""

from __future__ import annotations

import atexit
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from pbem.base import patterns
from pbem.mail import mime
from pbem.page import guard

ASKED: list[tuple[Any, int]] = [
    (r"a(?P<first>b+)|(c)(?P<third>d)?", 0), (rb"[^\n]*?:", re.IGNORECASE),
    (r"\w+  $ # words", re.MULTILINE | re.VERBOSE),
    *((each.pattern, vars(each)["asked_flags"]) for module in (mime, guard) for each in vars(module).values()
      if type(each) is type(patterns.pattern(""))),
]  # fmt: skip


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A place of the test's own, in which nothing is kept yet."""
    found = tmp_path / "patterns.kept"
    monkeypatch.setattr(patterns, "PLACE", found)
    monkeypatch.setattr(patterns, "NEW", {})
    monkeypatch.setattr(atexit, "register", lambda _: None)
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    patterns.before.cache_clear()
    yield found
    patterns.before.cache_clear()


def test_a_kept_pattern_is_what_python_compiles(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(ASKED) > 20
    fresh = [patterns.compiled(*each) for each in ASKED]
    patterns.keep_new()
    patterns.before.cache_clear()
    monkeypatch.setattr(patterns, "NEW", {})
    monkeypatch.setattr(patterns, "parts_of", None)  # nothing is compiled a second time
    for (text, flags), first in zip(ASKED, fresh, strict=True):
        python = re.compile(text, flags)
        kept = patterns.compiled(text, flags)
        assert first == kept == python
        assert (kept.groupindex, kept.groups, kept.flags) == (python.groupindex, python.groups, python.flags)
    assert patterns.compiled(*ASKED[0]).fullmatch("abb").groupdict() == {"first": "bb", "third": None}


def test_a_changed_file_of_patterns_is_made_anew(place: Path) -> None:
    patterns.compiled("a+", 0)
    patterns.keep_new()
    data = bytearray(place.read_bytes())
    data[-1] ^= 1
    place.write_bytes(data)
    patterns.before.cache_clear()
    assert patterns.before() == {}
    assert patterns.compiled("a+", 0).fullmatch("aaa")


def test_what_another_command_kept_meanwhile_stays(place: Path) -> None:
    patterns.compiled("a+", 0)
    patterns.keep_new()
    patterns.NEW.clear()
    patterns.compiled("b+", 0)
    patterns.keep_new()
    patterns.before.cache_clear()
    assert set(patterns.before()) == {("a+", 0), ("b+", 0)}
