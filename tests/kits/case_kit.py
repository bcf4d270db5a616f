"""The case files of a title, read, changed and run."""

from __future__ import annotations

from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from pages import TOP

from pbem import strict_yaml
from pbem.trial.cases import Outcome, run_case

Case = dict[str, Any]


def folder_of(title: str) -> Path:
    """The folder of a title's case files."""
    return TOP / "tests" / "cases" / title


@cache
def read(title: str, name: str) -> Case:
    """A case file as it stands, read once."""
    text = (folder_of(title) / f"{name}.yaml").read_text(encoding="utf-8")
    return dict(strict_yaml.plain(strict_yaml.read(text)))


def case_of(title: str, name: str) -> Case:
    """A case file of a title, to be changed."""
    return deepcopy(read(title, name))


def ruled(changed: Case, folder: Path) -> Outcome:
    """Runs a changed case, written into this folder."""
    path = folder / "case.yaml"
    path.write_text(strict_yaml.write(changed), encoding="utf-8")
    return run_case(path)


def told(outcome: Outcome) -> str:
    """Everything that an outcome says."""
    return "\n".join(fault.render() for fault in outcome.faults)
