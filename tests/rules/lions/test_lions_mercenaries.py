"""9.7 and 9.13: a Mercenary Admiral is a leader on no power's card, and is one wherever leaders are looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from rules.lions.lions_seats import GAME, checked, orders, posed, run, wrong

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.lions.match import LionsMatch

NAME, OTHER = "mercenary-admiral-1", "mercenary-admiral-2"
HEAD = {"game": "g", "seat": "england", "phase": "t01.year"}
FRAME = {
    "game": "g", "title": "Trade", "phase": "t01.year", "phase_title": "Turn 1", "deadline": "", "tier": "moderated",
    "statement": "s", "charter": "a", "standing": [],
}  # fmt: skip


def hired(**more: Any) -> LionsMatch:
    """Each side has one: England's aboard her fleet, the Dutch one with the ship next to it."""
    ships = [{"ship": "england-1st-1", "at": "london", "fleet": "1"}, {"ship": "netherlands-6th-1", "at": "B12"}]
    mercenaries = [
        {"marker": NAME, "power": "england", "aboard": "england-1st-1"},
        {"marker": OTHER, "power": "netherlands", "aboard": "netherlands-6th-1"},
    ]
    return posed(ships=ships, mercenaries=mercenaries, **more)


VIEWERS: Mapping[str, Callable[[Mapping[str, Any]], Any]] = {
    "the order desk": lambda view: GAME.desk(GAME.reading(view), HEAD),
    "the order template": lambda view: GAME.order_template(view, HEAD),
    "the report": lambda view: GAME.report(GAME.reading(view, Told((), ()), FRAME)),
    "the page": lambda view: GAME.page(GAME.reading(view, Told((), ()), FRAME)),
}


@pytest.mark.parametrize("shown", VIEWERS)
def test_9_7_a_mercenary_is_shown_wherever_leaders_are(shown: str) -> None:
    text = str(VIEWERS[shown](hired().view("england"))).lower()
    assert NAME in text or "mercenary admiral" in text


def test_9_7_the_chart_and_the_annals_are_made_with_mercenaries_at_sea() -> None:
    for seat in ("england", "netherlands", None):
        view = hired().view(seat)
        assert GAME.chart(GAME.reading(view)) is not None
        assert GAME.annals(GAME.reading(view))


def test_9_7_the_desk_offers_an_own_mercenary_and_nobody_elses() -> None:
    desk = GAME.desk(GAME.reading(hired().view("england")), HEAD)
    assert desk is not None
    offered = [offer[0] for offer in desk["offers"]["leaders"]]
    assert NAME in offered
    assert OTHER not in offered


ORDERED = f"""\
admirals: [{NAME}]
fleets: {{form: [{{number: 2, at: london, ships: [england-1st-1], leaders: [{NAME}]}}]}}
operations:
  - {{force: 2, admiral: {NAME}, path: [ireland], drop: [{{at: ireland, leaders: [{NAME}]}}]}}
  - {{force: 2, embark: {{leaders: [{NAME}]}}}}
"""


def test_9_7_orders_name_him_as_any_leader() -> None:
    assert checked(hired(), "england", ORDERED).faults == ()


def test_9_7_he_commands_as_they_say() -> None:
    match = hired()
    outcome = run(match, {"england": [orders("england", "t01.year", ORDERED)]})
    assert [text for text in outcome.heard("moved") if "sails C12 - C11" in text]
    assert match.state.leaders_of("england") == [NAME]


def test_9_7_anothers_mercenary_is_not_with_an_own_force() -> None:
    body = f"operations:\n  - {{force: 1, admiral: {OTHER}, path: [ireland]}}\n"
    assert [line for line, _ in wrong(hired(), "england", body)] == [2]


def test_9_7_a_game_goes_on_from_its_record_with_him() -> None:
    match = hired()
    again = LionsMatch.restore(match.to_plain(), match.house, None)
    assert again.view("england") == match.view("england")
    assert again.state.leaders_of("england") == [NAME]
