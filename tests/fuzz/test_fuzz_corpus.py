"""Inputs that a fuzzer found are replayed: each gives a result or a fault in words."""

from __future__ import annotations

from pathlib import Path

import pytest
from driver import FOUND, tolerant
from targets import TARGETS, parser

INPUTS = sorted(path for path in FOUND.glob("*/*") if path.is_file() and not path.name.startswith("."))


@pytest.mark.parametrize("name", TARGETS)
def test_a_registered_target_stands(name: str) -> None:
    tolerant(parser(name))(b"")
    tolerant(parser(name))(b"\x00\xff\r\n")


@pytest.mark.parametrize("path", INPUTS, ids=lambda path: f"{path.parent.name}-{path.name}")
def test_what_was_found_no_longer_crashes(path: Path) -> None:
    tolerant(parser(path.parent.name))(path.read_bytes())


def test_a_target_that_nobody_registered_is_an_error() -> None:
    with pytest.raises(LookupError, match="add 'nowhere' to TARGETS"):
        parser("nowhere")


def test_a_registered_target_without_its_module_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("targets.TARGETS", ("nowhere",))
    with pytest.raises(ModuleNotFoundError):
        parser("nowhere")


def test_a_crash_is_a_crash_and_a_fault_is_none() -> None:
    tolerant(parser("yaml"))(b"a: ~\n")
    with pytest.raises(ZeroDivisionError):
        tolerant(lambda data: 1 // len(data))(b"")
