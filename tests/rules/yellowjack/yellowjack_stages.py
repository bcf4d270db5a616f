"""Phases of games of Yellow Jack, played from order files or by defaults with seeded dice."""

from __future__ import annotations

from collections.abc import Mapping

from rules.stages import Stage, stage_of

from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.words import SEATS


def begun(house: Mapping[str, str] | None = None, scenario: str = "porto-bello") -> YellowJackMatch:
    """A scenario before its set-up."""
    return YellowJackMatch.lay_out(scenario, house or {}, None)


def played(match: YellowJackMatch, texts: Mapping[str, str] | None = None, seed: str = "seed") -> Stage:
    """One phase from these order files; a seat without one has its defaults."""
    written = texts or {}
    files: dict[str, list[Orders]] = {
        seat: [GAME.read_orders(written[seat].encode(), "orders.yaml")] if seat in written else [] for seat in SEATS
    }
    return stage_of(match, files, written, seed)


def whole_game(seed: str = "seed", house: Mapping[str, str] | None = None) -> tuple[YellowJackMatch, list[Stage]]:
    """The learning scenario by defaults, from the set-up to its end."""
    match = begun(house)
    found: list[Stage] = []
    while match.phase() is not None:
        assert len(found) < 40
        found.append(played(match, seed=seed))
    return match, found
