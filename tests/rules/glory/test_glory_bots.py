"""Bots of both seats: their orders are legal, the same view gives the same orders, and whole games come to an end."""

from __future__ import annotations

from pathlib import Path

import pytest
from rules.glory.fighting import load_board

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.chosen_doctrine import DoctrineSource
from pbem.adjudicator.engine.order_parts import Entries
from pbem.adjudicator.glory.bots.eyes import Eyes
from pbem.adjudicator.glory.bots.steady_allied import provisions, squadrons
from pbem.adjudicator.glory.game import GAME
from pbem.trial.soak import Plan, play_game


@pytest.mark.parametrize("bot", ["steady", "novice"])
def test_bots_play_trafalgar_to_its_end_with_legal_orders(bot: str, tmp_path: Path) -> None:
    played = play_game(Plan("glory", {"british": bot, "allied": bot}, "bots", tmp_path, scenario="trafalgar"), 1)
    assert played.winner in ("british", "allied")
    assert bot == "novice" or played.refused == 0


def test_steady_plays_a_short_year_with_legal_orders(tmp_path: Path) -> None:
    bots = {"british": "steady", "allied": "steady"}
    played = play_game(Plan("glory", bots, "bots", tmp_path, scenario="breakout"), 1)
    assert played.winner
    assert played.questions == 0


def test_a_novices_doctrine_answers_for_rumours_too(tmp_path: Path) -> None:
    """A doctrine's answer for a rumour is a list of legs, and nothing worth a line in the report."""
    match = GAME.begin("trafalgar", {}, None)
    doctrine = next(each for each in match.sources("allied", []) if isinstance(each, DoctrineSource))
    doctrine.chosen.name = "steady"
    said = doctrine.answer(Entries(rule="9.1", side="allied", key="leg/fog-1/n1", topic="leg/fog-1", prompt="?",
                                   facts={"block": "fog-1", "moment": "activated"}, discreet=True))  # fmt: skip
    assert said is not None
    assert [leg["scatter"] for leg in said[0]] == ["yes"]


@pytest.mark.parametrize("seat", ["british", "allied"])
def test_the_same_view_gives_the_same_orders_whatever_the_luck(seat: str) -> None:
    view = GAME.begin("campaign", {}, None).view(seat)
    head = {"seat": seat, "phase": "t00.setup"}
    texts = {GAME.bot("steady", seat, SeededChance(str(number))).orders(view, head) for number in range(3)}
    assert len(texts) == 1


def test_the_may_sortie_goes_where_the_watch_is_thinnest() -> None:
    view = dict(GAME.begin("campaign", {}, None).view("allied")) | {"drawn_provisions": ["may-not", "may"]}
    chits = provisions(Eyes(load_board(), view))
    assert sorted(chits.values()) == ["may", "may-not"]
    best = next(port for port, chit in chits.items() if chit == "may")
    assert best == "toulon"  # eleven ships and no sail before them: Nelson lies in Madalenas (3.0)


@pytest.mark.parametrize(("port", "wanted"), [("toulon", True), ("naples", False)])
def test_the_army_gets_its_escort_in_toulon_and_nowhere_else(port: str, wanted: bool) -> None:
    view = dict(GAME.begin("campaign", {}, None).view("allied")) | {"turn": 20}
    view["blocks"] = dict(view["blocks"])
    view["blocks"]["french-transport"] = view["blocks"]["french-transport"] | {"at": port, "part": "port"}
    made = {entry["block"]: entry["at"] for entry in squadrons(Eyes(load_board(), view))}
    assert made.get("french-transport") == ("toulon" if wanted else None)
