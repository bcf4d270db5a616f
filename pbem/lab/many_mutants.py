"""Mutants of a title's rules as a lab's work: each piece tries a few of them in a checkout of the project.

`tests/mutate.py` draws the mutants, and the same draw gives the same ones everywhere. A worker tries its part in
the checkout that its own pbem runs from, so every machine needs one; the hash of the tests finds another one.
"""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterable, Mapping
from functools import cache
from hashlib import sha256
from typing import Any

from pbem.base.errors import Kind, bad
from pbem.base.records import dataclass
from pbem.lab.plan import PACKAGE

TESTS = PACKAGE.parent / "tests"
TOOL = TESTS / "mutate.py"
#: So many mutants are tried at a time: their tests are run once without a mutant before.
AT_A_TIME = 10


@dataclass(frozen=True, slots=True)
class Mutants:
    """So many mutants of a title, drawn by a seed; `fast` leaves out the tests that play games."""

    game: str
    count: int
    seed: int
    fast: bool
    tests: str

    @property
    def total(self) -> int:
        """The number of pieces."""
        return -(-self.count // AT_A_TIME)

    def as_json(self) -> dict[str, Any]:
        """The terms of the plan."""
        return {"lab": "mutate", "game": self.game, "count": self.count, "seed": self.seed, "fast": self.fast,
                "tests": self.tests}  # fmt: skip

    def part(self, numbers: range) -> Mutants:
        """The whole plan: it is as small as any part."""
        return self

    def result(self, number: int) -> dict[str, Any]:
        """Tries the mutants of one piece, in a process of its own."""
        if tests_sha256() != self.tests:
            raise bad("the tests of this worker are others than those of its lab", kind=Kind.MISMATCH)
        words = [sys.executable, str(TOOL), self.game, "--count", str(self.count), "--seed", str(self.seed),
                 "--part", f"{number}/{self.total}", "--jobs", "1", "--json", *(["--fast"] if self.fast else [])]
        done = subprocess.run(words, capture_output=True, text=True, stdin=subprocess.DEVNULL, check=False)
        told = {"number": number, "game": self.game}
        if done.returncode:
            reason = (done.stdout + done.stderr).strip().splitlines()[-1:] or ["it says nothing"]
            return {**told, "failed": {"sentence": f"piece {number} could not be tried: {reason[0]}"}}
        return {**told, "mutants": json.loads(done.stdout.splitlines()[-1])}


def mutants_of(game: str, count: int, seed: int, *, fast: bool) -> Mutants:
    """The plan; BadInput where pbem does not run from a checkout."""
    if not TOOL.is_file():
        hint = "clone the repository, and install it with: pip install -e '.[lab]'"
        raise bad("mutants are tried in a checkout of the project, and this pbem runs from none", hint=hint)
    return Mutants(game, count, seed, fast, tests_sha256())


@cache
def tests_sha256() -> str:
    """Hashes the tests and what they read, so that every worker tries the same ones."""
    paths = sorted(path for end in ("*.py", "*.yaml") for path in TESTS.rglob(end))
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {path.relative_to(TESTS).as_posix()}\n" for path in paths]
    return sha256("".join(lines).encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Score:
    """Counts all mutants: those tried, those killed, those that mean nothing, and the names of those that survived."""

    tried: int
    killed: int
    nothing: int
    survived: tuple[str, ...]

    @property
    def percent(self) -> float:
        """The share of killed mutants among those that mean something."""
        meant = self.tried - self.nothing
        return 100.0 * (meant - len(self.survived)) / max(1, meant)

    def sentence(self) -> str:
        """The score in one line."""
        return (f"{self.tried} mutants, {self.killed} killed, {self.nothing} mean nothing, "
                f"{len(self.survived)} survived: {self.percent:.1f} %")  # fmt: skip


def score(records: Iterable[Mapping[str, Any]]) -> Score:
    """Counts the mutants of all pieces."""
    every = [each for record in records for each in record.get("mutants", ())]
    lived = [each for each in every if not each["killed"]]
    bare = [f"{each['file']}:{each['line']}: {each['mutant']}" for each in lived if not each["means_nothing"]]
    return Score(len(every), len(every) - len(lived), len(lived) - len(bare), tuple(bare))
