"""Coverage of a rulebook: which cases are coded, where, by which tests, and how unclear ones are read.

Code is found by its `@rule` marks, tests by the number in their names (`test_9_1_1_guns_ashore_...` holds 9.1),
readings by the numbers in their headings in `data/readings.md`, exceptions with their reasons in `data/not_coded.yaml`,
cases of scenarios that are still to come in `data/to_come.yaml`. A title on a second rulebook lists its base rules
apart: their numbers begin with R, and their tests say `test_r5_4_...`.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

from pbem import strict_yaml
from pbem.adjudicator.board.figures import shares
from pbem.adjudicator.engine.rule import CITATIONS
from pbem.adjudicator.titles import GAMES, load_game
from pbem.base.errors import Kind, bad
from pbem.base.patterns import pattern
from pbem.base.records import dataclass

TEST = pattern(r"^def (test_(r?[0-9]+(?:_[0-9]+a?)*)_\w+)", re.MULTILINE)
NUMBER = pattern(r"R?\d+(?:\.\d+a?)*")
#: A rulebook's numbered cases, then its optional rules, which are in force where a house rule says so.
PARTS = ("cases", "optional")
#: The base rules of a title that has them.
BASE = ("base",)
TESTS = Path(__file__).parents[2] / "tests" / "rules"


@dataclass(frozen=True, slots=True)
class Covered:
    """One case of the rulebook. `status` is coded, untested, excepted, to come or open."""

    case: str
    title: str
    about: str
    code: tuple[str, ...]
    tests: tuple[str, ...]
    reading: str
    reason: str
    later: str = ""  # with which scenarios it comes

    @property
    def status(self) -> str:
        """Returns whether the case is coded and tested."""
        if self.code:
            return "coded" if self.tests or not tests_are_installed() else "untested"
        return "excepted" if self.reason else "to come" if self.later else "open"

    def as_json(self) -> dict[str, Any]:
        """The case as programs read it."""
        return {
            "case": self.case, "title": self.title, "about": self.about, "status": self.status,
            "code": list(self.code), "tests": list(self.tests), "reading": self.reading, "reason": self.reason,
        } | ({"later": self.later} if self.later else {})  # fmt: skip

    def lines(self) -> Iterator[str]:
        """The case for people."""
        yield self.about
        yield from (f"code: {place}" for place in self.code)
        yield from (f"test: {name}" for name in self.tests)
        if self.reason:
            yield f"not coded: {self.reason}"
        if self.later and not self.code:
            yield f"to come: {self.later}"
        yield from self.reading.splitlines()


def tests_are_installed() -> bool:
    """Tell whether the tests lie beside the package, as they do in a checkout."""
    return TESTS.is_dir()


def coverage(game: str, case: str | None = None, *, base: bool = False) -> list[Covered]:
    """Every case of a game's rulebook in its order, or one; of its base rules if so told, or if the case is one."""
    folder = data_of(game)
    second = base or (case or "").startswith("R")
    cases = [entry for part in (BASE if second else PARTS) for entry in records(folder / "cases.yaml", part)]
    if second and not cases:
        raise bad(f"{game} has no base rules", kind=Kind.UNKNOWN, hint="its rulebook stands by itself")
    known = [entry["case"] for entry in cases]
    if case is not None and case not in known:
        hint = f"they run from {known[0]} to {known[-1]}" if known else ""
        raise bad(f"'{case}' is no case of {game}", kind=Kind.UNKNOWN, hint=hint)
    reasons = {entry["case"]: entry["reason"] for entry in records(folder / "not_coded.yaml", "cases")}
    later = {entry["case"]: entry["later"] for entry in records(folder / "to_come.yaml", "cases")}
    code, tests, readings = cited(game), tests_by_case(game, known), readings_by_case(folder / "readings.md", known)
    return [
        Covered(
            number, entry["title"], entry.get("about", ""), code.get(number, ()), tests.get(number, ()),
            readings.get(number, ""), reasons.get(number, ""), later.get(number, ""),
        )
        for entry in cases if case in (None, number := entry["case"])
    ]  # fmt: skip


def data_of(game: str) -> Path:
    """Returns the folder of a game's data."""
    return package_of(game) / "data"


def package_of(game: str) -> Path:
    """The folder of a game's rules."""
    load_game(game)
    return Path(str(import_module(GAMES[game]).__file__)).parent


def records(path: Path, key: str) -> list[dict[str, str]]:
    """The records of a list; it may be absent, and so may its file."""
    if not path.is_file():
        return []
    found = strict_yaml.plain(strict_yaml.read(path.read_bytes(), str(path)))
    return list(found.get(key, ()))


def cited(game: str) -> dict[str, tuple[str, ...]]:
    """Case -> the functions that carry it out, as file:line function."""
    package = GAMES[game].rpartition(".")[0]
    for module in pkgutil.walk_packages([str(package_of(game))], f"{package}.") if package else ():
        import_module(module.name)
    found: dict[str, list[str]] = {}
    for citation in CITATIONS:
        if citation.game == game:
            file = f"{citation.module.replace('.', '/')}.py"
            found.setdefault(citation.case, []).append(f"{file}:{citation.line} {citation.function}")
    return {case: tuple(sorted(places)) for case, places in found.items()}


@cache
def named_tests(game: str) -> tuple[tuple[str, tuple[str, ...]], ...]:
    """Each test of a game's rules that names a number: file::name, and the number's parts."""
    found = []
    for path in sorted((TESTS / game).rglob("test_*.py")):
        file = path.relative_to(TESTS).as_posix()
        for name, number in TEST.findall(path.read_text(encoding="utf-8")):
            found.append((f"tests/rules/{file}::{name}", tuple(number.split("_"))))
    return tuple(found)


def tests_by_case(game: str, known: Iterable[str]) -> dict[str, tuple[str, ...]]:
    """Case -> its tests: the longest case that the number in a test's name begins with."""
    parts = {tuple(case.lower().split(".")): case for case in known}
    found: dict[str, list[str]] = {}
    for name, number in named_tests(game):
        for length in range(len(number), 0, -1):
            if number[:length] in parts:
                found.setdefault(parts[number[:length]], []).append(name)
                break
    return {case: tuple(names) for case, names in found.items()}


def readings_by_case(path: Path, known: Iterable[str]) -> dict[str, str]:
    """Case -> the readings whose headings name it."""
    if not path.is_file():
        return {}
    cases = set(known)
    found: dict[str, list[str]] = {}
    for section in re.split(r"^### ", path.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]:
        heading = section.partition("\n")[0]
        text = re.split(r"^## ", section, flags=re.MULTILINE)[0].strip()
        for case in dict.fromkeys(number for number in NUMBER.findall(heading) if number in cases):
            found.setdefault(case, []).append(text)
    return {case: "\n\n".join(texts) for case, texts in found.items()}


def games() -> list[dict[str, Any]]:
    """Every game there is, with what can be said of it in figures."""
    return [described(name) for name in GAMES]


def described(name: str) -> dict[str, Any]:
    """One game."""
    game = load_game(name)
    house = {rule: dict(known) | {"choices": list(known["choices"])} for rule, known in game.house_rules.items()}
    return {
        "name": game.name, "title": game.title, "edition": game.edition, "version": game.version,
        "seats": list(game.seats), "scenarios": dict(game.scenarios), "house_rules": house, "bots": list(game.bots()),
        "cases": counted(coverage(name)), "data": data_shares(name),
    }  # fmt: skip


def counted(cases: Iterable[Covered]) -> Mapping[str, int]:
    """Counts the cases, in all and by status."""
    found = list(cases)
    status = [each.status for each in found]
    coded = status.count("coded") + status.count("untested")
    return {"all": len(found), "coded": coded, "tested": status.count("coded"), "excepted": status.count("excepted")}


def data_shares(name: str) -> Mapping[str, int]:
    """Counts the figures that are printed, from the rulebook, and reconstructed."""
    game = load_game(name)
    if "board" not in game.parts:
        return {}
    share = shares(game.board().figures)
    return {"printed": share.printed, "rulebook": share.rulebook, "reconstructed": share.reconstructed}
