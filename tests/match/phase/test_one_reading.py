"""One reading per reader and position: text, page, map, desk and letter share one view and one picture."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.game import Game, Match
from pbem.adjudicator.titles import GAMES, load_game
from pbem.match.people.enrolment import Plan
from pbem.trial.company import Company, keyrings


def counted(monkeypatch: pytest.MonkeyPatch, owner: Any, name: str, reader: Callable[..., str]) -> Counter[str]:
    """How often a function is called for each reader from here on."""
    found: Counter[str] = Counter()
    own = getattr(owner, name)

    def watched(*given: Any) -> Any:
        found[reader(*given)] += 1
        return own(*given)

    monkeypatch.setattr(owner, name, watched)
    return found


def views_and_pictures(monkeypatch: pytest.MonkeyPatch, game: Game) -> tuple[Counter[str], Counter[str]]:
    """How often each reader's view is made, and drawn; the public's is called ''."""
    match: type[Match] = game.part("match")
    drawn = import_module(f"{GAMES[game.name].rpartition('.')[0]}.{game.parts['picture'].partition(':')[0]}")
    views = counted(monkeypatch, match, "view", lambda _, seat: seat or "")
    return views, counted(monkeypatch, drawn, "picture", lambda view: str(view["seat"]))


def seated(tmp_path: Path, game: Game, scenario: str) -> Company:
    """A game of which everybody's first orders have come in, and none has been run."""
    seats = game.seats_of(scenario)
    bots = {seat: game.bot("steady", seat, SeededChance(seat)) for seat in seats}
    company = Company(tmp_path, keyrings(tmp_path, seats), bots, datetime(2026, 1, 1, tzinfo=UTC))
    company.begin(Plan(game=game.name, seats={seat: f"{seat}@example.org" for seat in seats}))
    for seat in company.status()["waits_for"]:
        company.take(seat, company.order(seat))
    return company


@pytest.mark.parametrize(("name", "scenario"), [
    ("jenkins", "campaign"), ("lions", "four-players"), ("glory", "campaign"),
])  # fmt: skip
def test_a_run_makes_every_view_and_every_picture_once_for_each_position(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, scenario: str
) -> None:
    game = load_game(name)
    company = seated(tmp_path, game, scenario)
    views, pictures = views_and_pictures(monkeypatch, game)
    company.run()
    made = Counter({"": 1, **dict.fromkeys(game.seats_of(scenario), 2)})  # a seat's map shows how the phase began, too
    assert (views, pictures) == (made, made)


def test_a_reader_of_a_letter_has_a_picture_of_each_map(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = load_game("lions")
    company = seated(tmp_path, game, "two-players")
    company.run()
    views, pictures = views_and_pictures(monkeypatch, game)
    company.carry()
    assert views == Counter()
    assert pictures == Counter({"england": 2, "netherlands": 2})  # the desk, and one strip for both pages


def test_everything_made_of_a_reading_is_made_once_and_of_one_picture() -> None:
    drawn: list[Mapping[str, Any]] = []

    def chart(reading: Reading[Any]) -> list[Any]:
        return [reading.seen]

    class Plain(Game):
        parts: Mapping[str, str] = {"picture": "", "chart": ""}

        def part(self, name: str) -> Any:
            return {"picture": drawn.append, "chart": chart}[name]

    game = Plain()
    reading = game.reading({"seat": "one"})
    assert drawn == []
    assert game.chart(reading) is game.chart(reading)
    other = reading.retold(Told((), ()), {"deadline": "soon"})
    assert game.chart(other) is not game.chart(reading)
    assert (other.seen, reading.asked([{"key": "x"}]).seen) == (None, None)
    assert drawn == [{"seat": "one"}]
