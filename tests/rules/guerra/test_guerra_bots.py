"""Bots of both seats: their orders are legal, the same view gives the same orders, and whole games come to an end."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.guerra.bots.campaigning import Army, regulars_first
from pbem.adjudicator.guerra.bots.eyes import Eyes, odds_of_winning
from pbem.adjudicator.guerra.game import GAME
from pbem.adjudicator.guerra.state.house import HOUSE_RULES
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.trial.soak import Plan, play_game

#: So many games of each scenario by each bot.
GAMES = int(os.environ.get("PBEM_GUERRA_GAMES", "0"))
HOUSE = {name: str(each["default"]) for name, each in HOUSE_RULES.items()}
#: Letters of a seat in a whole game: its set-up, then two a turn; the first turn of 1810 has no council.
LETTERS = {"campaign": 30, "opening-guns": 10, "empire-strikes-back": 9, "end-of-empire": 11}


def plan(bot: str, scenario: str, folder: Path, **house: str) -> Plan:
    bots = dict.fromkeys(GAME.seats, bot)
    return Plan("guerra", bots, "bots", folder, scenario=scenario, house=HOUSE | house)


@pytest.mark.parametrize("scenario", GAME.scenarios if GAMES else ("empire-strikes-back",))
def test_steady_writes_two_legal_letters_a_turn_and_is_asked_nothing(scenario: str, tmp_path: Path) -> None:
    for number in range(GAMES or 1):
        played = play_game(plan("steady", scenario, tmp_path), number + 1)
        assert played.winner in ("royalist", "patriot", "draw")
        assert (played.refused, played.questions, played.forced) == (0, 0, 0)
        assert set(played.letters.values()) == {LETTERS[scenario]}


@pytest.mark.parametrize("scenario", GAME.scenarios if GAMES else ("opening-guns",))
@pytest.mark.parametrize("bot", ["random", "novice"])
def test_other_bots_play_to_the_end_too(bot: str, scenario: str, tmp_path: Path) -> None:
    for number in range(GAMES or 1):
        played = play_game(plan(bot, scenario, tmp_path), number)  # game 0 is replayed from its record
        assert played.winner in ("royalist", "patriot", "draw")
        assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("house", [{"setup": "historical"}, {"spanish_rebuilt": "false", "purses": "sealed"}])
def test_bots_keep_the_charter(house: dict[str, str], tmp_path: Path) -> None:
    assert play_game(plan("steady", "empire-strikes-back", tmp_path, **house), 2).winner


@pytest.mark.parametrize("seat", ["royalist", "patriot"])
def test_the_same_view_gives_the_same_orders_whatever_the_luck(seat: str) -> None:
    match = GAME.begin("end-of-empire", HOUSE | {"setup": "historical"}, None)
    view = match.view(seat)
    head = {"seat": seat, "phase": "t11.council"}
    texts = {GAME.bot("steady", seat, SeededChance(str(number))).orders(view, head) for number in range(3)}
    assert len(texts) == 1
    assert "muster:" in texts.pop()


def test_a_leaderless_army_takes_fewer_militia_than_regulars() -> None:
    """With half or more militia and no leader the die loses three (3.3)."""
    match = GAME.begin("opening-guns", HOUSE | {"setup": "historical"}, None)
    view = match.view("patriot")
    eyes = Eyes(board_seen(view), view)
    taken = regulars_first(eyes, ["pla-mi1", "pla-mi2", "pla-mi3", "p1", "p2"])
    assert sorted(taken) == ["p1", "p2", "pla-mi1"]
    assert Army("salta", 1, taken, []).stay == []


def test_a_stronger_army_hopes_for_more() -> None:
    chances = [odds_of_winning(own, 4) for own in range(1, 30)]
    assert chances == sorted(chances)
    assert odds_of_winning(1, 0) == 1
