"""What a charter settles for play: game, scenario, house rules, edition, and when phases close."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from typing import Any

from pbem.adjudicator.engine.game import GAMES, Game, Match, load_game
from pbem.base.resources import shipped
from pbem.match.terms.calendar import Calendar

SOURCES = (".py", ".yaml", ".md", ".txt")
#: What throws, asks and tells for every title, beside `adjudicator/`.
PLAYED_BY = ("base", "strict_yaml", "schema", "geometry", "match/play")


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
    """The hash of all that decides a byte of a game: of each file its hash and name, a line each, sorted by name."""
    lines = [f"{sha256(path.read_bytes()).hexdigest()}  {name}\n" for name, path in sorted(sources(game).items())]
    return sha256("".join(lines).encode()).hexdigest()


def sources(game: Game) -> dict[str, Path]:
    """Name -> file: the rules module, what all titles are played by, and what their reports are written with."""
    module = sys.modules[type(game).__module__]
    home, package = Path(str(module.__file__)), Path(__file__).parent.parent.parent
    own = home.parent.rglob("*") if module.__package__ else [home]
    named = {path.relative_to(home.parent).as_posix(): path for path in own if path.suffix in SOURCES}
    every = (package / "adjudicator").rglob("*.py")
    engine = [path for path in every if path.relative_to(package).parts[1] not in GAMES]
    played_by = [path for part in PLAYED_BY for path in (package / part).glob("*.py")]
    shared = [*engine, package / "match" / "wording.py", *played_by]
    named |= {f"pbem/{path.relative_to(package).as_posix()}": path for path in shared}
    templates = shipped("templates")
    texts = [path for part in ("text", game.name) for path in (templates / part).glob("*.j2")]
    return named | {f"templates/{path.relative_to(templates).as_posix()}": path for path in texts}
