"""The terms of play in a charter: game, scenario, house rules, edition, and closing times."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.adjudicator.game import Game, Match
from pbem.adjudicator.titles import GAMES, UNDER_WAY, load_game
from pbem.base.records import dataclass, field
from pbem.base.resources import shipped
from pbem.match.terms.calendar import Calendar

PACKAGE = Path(__file__).parents[2]
#: The files of a title and of the engine that can decide a byte: code and figures. Notes for people are left out.
SOURCES = (".py", ".yaml", ".json")
#: The schemas that type every title's files, beside that of its orders.
SHAPES = ("common.json", "edition.schema.json")
#: What throws, asks and tells for every title, beside `adjudicator/`: modules, and folders of modules.
PLAYED_BY = (
    "base", "strict_yaml", "schema", "geometry", "match/play", "match/terms/calendar.py", "match/terms/terms.py",
    "trust/dice", "trust/primitives", "trust/record/merkle.py",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of play."""

    game: Game
    scenario: str
    house: Mapping[str, str]
    edition: bytes | None
    times: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, fields: Mapping[str, Any], edition: bytes | None) -> Terms:
        """The terms a charter's fields state."""
        name = str(fields["rules"]).partition(" ")[0]
        house = {key: str(value) for key, value in fields.get("house", {}).items()}
        return cls(load_game(name), str(fields["scenario"]), house, edition, fields.get("calendar", {}))

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats that play."""
        return self.game.seats_of(self.scenario)

    def begin(self) -> Match:
        """The position before the first phase."""
        return self.game.begin(self.scenario, self.house, self.edition)

    def restore(self, plain: Mapping[str, Any]) -> Match:
        """A position again."""
        return self.game.restore(plain, self.house, self.edition)

    @property
    def calendar(self) -> Calendar:
        """When phases close. A zone is looked up only where somebody asks for a time."""
        return Calendar.of_charter(self.times)


def rules_line(game: Game) -> str:
    """Name and version as a charter states them: three numbers."""
    numbers = [*game.version.split("."), "0", "0"][:3]
    return f"{game.name} {'.'.join(numbers)}"


def rules_sha256(game: Game) -> str:
    """Hash everything that decides a byte of a game; docs/protocol.md, 4.1 gives the recipe.

    Each file is a line of its own hash and its name, as `sha256sum` writes them, sorted by name.
    """
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in sorted(sources(game).items())]
    return sha256("".join(lines).encode()).hexdigest()


def sources(game: Game) -> dict[str, Path]:
    """List the files that decide a byte of a game, by the name each has in a checkout."""
    named = {f"pbem/{path.relative_to(PACKAGE).as_posix()}": path for path in (*engine(game), *played_by())}
    templates, schemas = shipped("templates"), shipped("schemas")
    texts = [path for part in ("text", game.name) for path in (templates / part).glob("*.j2")]
    named |= {f"templates/{path.relative_to(templates).as_posix()}": path for path in texts}
    shapes = [schemas / name for name in (*SHAPES, f"orders-{game.name}.schema.json")]
    return named | own_files(game) | {f"schemas/{path.name}": path for path in shapes if path.is_file()}


def engine(game: Game) -> list[Path]:
    """List what `adjudicator/` holds for this title: the title itself and what all titles share."""
    others = titles() - {home(game).parent.name}
    return [path for path, part in adjudicated() if part not in others]


@cache
def adjudicated() -> tuple[tuple[Path, str], ...]:
    """List all that `adjudicator/` holds, with the folder or module of it that each file lies in. A program that runs
    stays what it is, so it looks once.
    """
    every = (path for path in (PACKAGE / "adjudicator").rglob("*") if path.suffix in SOURCES)
    return tuple((path, path.relative_to(PACKAGE).parts[1]) for path in every)


def played_by() -> list[Path]:
    """List the modules outside `adjudicator/` that play every title and write its reports."""
    places = [PACKAGE / name for name in PLAYED_BY]
    return [path for place in places for path in (place.glob("*.py") if place.is_dir() else (place,))]


def own_files(game: Game) -> dict[str, Path]:
    """List the files of a title that lies outside the package, by their names in its folder."""
    place = home(game)
    if place.is_relative_to(PACKAGE):
        return {}
    inside = place.parent.rglob("*") if sys.modules[type(game).__module__].__package__ else [place]
    return {path.relative_to(place.parent).as_posix(): path for path in inside if path.suffix in SOURCES}


def home(game: Game) -> Path:
    """The module that a title is defined in."""
    return Path(str(sys.modules[type(game).__module__].__file__))


def titles() -> set[str]:
    """The folders of `adjudicator/` that are titles."""
    built = {module.split(".")[2] for module in GAMES.values() if module.startswith("pbem.adjudicator.")}
    return built | {*UNDER_WAY}
