"""Looks over the coverage of a rulebook: cases that nothing settles, readings that no test pins."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from pbem.trial.coverage import Covered

#: A test as a reading names it; a name that ends in three dots stands for every test that begins so.
NAMED = re.compile(r"`(test_\w+(?:\.\.\.)?)`")


def unsettled(cases: Iterable[Covered], settled: Sequence[str] = ("coded", "excepted")) -> list[str]:
    """The cases whose status is none of these, each with its status."""
    return [f"{case.case} {case.title} is {case.status}" for case in cases if case.status not in settled]


def unpinned(sections: Iterable[str], folder: Path) -> list[str]:
    """The readings that name no test, or a test that does not exist in this folder."""
    written = "\n".join(path.read_text(encoding="utf-8") for path in sorted(folder.rglob("test_*.py")))
    defined = set(re.findall(r"def (test_\w+)\(", written))
    faults = []
    for section in sections:
        heading, named = section.partition("\n")[0], NAMED.findall(section)
        faults += [] if named else [f"{heading}: pinned by no test"]
        faults += [f"{heading}: there is no {name}" for name in named if not exists(name, defined)]
    return faults


def exists(name: str, defined: set[str]) -> bool:
    """Tells if a test of this name is defined, or one that begins so."""
    start = name.removesuffix("...")
    return start in defined or (name != start and any(each.startswith(start) for each in defined))
