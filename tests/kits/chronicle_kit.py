"""Books for the tests: of a sample game, and of single positions with whatever a side may not know changed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

from rules.jenkins.positions import Stage
from samples import place_of

from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.game import Match
from pbem.chronicle.campaign_book import book
from pbem.chronicle.course_of_game import Course, Eyes, Leaf, read_course
from pbem.match.play.play_phase import Played
from pbem.match.play.reports import Scene

GAME = place_of("jenkins/beacon")


@cache
def course() -> Course:
    """A sample game, played again once for all tests."""
    return read_course(GAME)


@cache
def whole() -> dict[str, Any]:
    """Its book with everything that was hidden."""
    return book(course(), Eyes(whole=True))


def seen_by(seat: str) -> dict[str, Any]:
    """Its book as a seat may know it; empty for everybody."""
    return book(course(), Eyes(seat))


def leaf(stage: Stage, match: Match, notes: Sequence[Note]) -> Leaf:
    """A phase that ended so."""
    played = Played(match, Transcript(), tuple(notes), (), ())
    return Leaf(Scene(stage.phase, stage.phase, "A phase", match, played), 1, "2026-01-01T00:00:00Z", {}, {})


def going_on(leaves: Sequence[Leaf], seat: str) -> Mapping[str, Any]:
    """The book of a game that stands there, as a seat knows it."""
    return book(replace(course(), leaves=tuple(leaves)), Eyes(seat))


def written(text: str, place: Path, name: str) -> Path:
    """A file."""
    path = place / name
    path.write_text(text, encoding="utf-8")
    return path
