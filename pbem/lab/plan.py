"""A lab's plan: numbered pieces of work, each with one result that depends on its number and on nothing else."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any, Protocol

from pbem.base.errors import Fault, Kind
from pbem.base.resources import shipped

PACKAGE = Path(__file__).parents[1]
#: The files that can decide a result. Pages for people are left out.
SOURCES = (".py", ".yaml", ".json", ".j2")


class Plan(Protocol):
    """The work of a lab. Plans travel to the workers, so they hold plain values alone."""

    @property
    def total(self) -> int:
        """The number of pieces; they are numbered from 0."""

    def as_json(self) -> dict[str, Any]:
        """The terms of the plan, written beside its results; a plan with others is another plan."""

    def part(self, numbers: range) -> Plan:
        """The plan as far as these numbers need it: what goes to a worker."""

    def result(self, number: int) -> dict[str, Any]:
        """Does one piece of the work."""


@cache
def program_sha256() -> str:
    """Hashes the program, so that workers with another one are found before they give results."""
    lines = []
    for name, folder in (("pbem", PACKAGE), ("templates", shipped("templates")), ("schemas", shipped("schemas"))):
        for path in sorted(folder.rglob("*")):
            inside = path.relative_to(folder)
            if path.suffix in SOURCES and inside.parts[0] != "_shipped":
                lines.append(f"{sha256(path.read_bytes()).hexdigest()}  {name}/{inside.as_posix()}\n")
    return sha256("".join(lines).encode()).hexdigest()


def other_program(wanted: str, where: str) -> Fault | None:
    """The fault of a worker that runs another program than its lab; none if it is the same."""
    if program_sha256() == wanted:
        return None
    hint = "install the same version of pbem on every machine, and start its workers again"
    return Fault(f"the worker at {where} runs another version of pbem than this one", hint=hint, kind=Kind.MISMATCH)


def differences(before: Mapping[str, Any], now: Mapping[str, Any], growing: Iterable[str]) -> list[Fault]:
    """Lists the terms in which two plans differ, but for those that may grow."""
    names = sorted({*before, *now} - {*growing})
    hint = "a folder holds the results of one plan: name another with --out"
    return [
        Fault(f"was begun with another {name}: {before.get(name)!r} and not {now.get(name)!r}", hint=hint)
        for name in names if before.get(name) != now.get(name)
    ]  # fmt: skip
