"""Files that do not answer what is asked: the question is put once more, and after that the phase goes on."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from club import Club
from club import duel_is_known as duel_is_known
from long_runs import long_but
from time_club import words

from pbem.match.own_folder.seat import Seat

TIERS = ("moderated", "two-step", "beacon")
NOTHING = {"standing": ""}


def asked(club: Club) -> list[str]:
    """What blue and red are asked."""
    return [question["key"] for seat in ("blue", "red") for question in Seat.at(club.folder(seat)).questions]


def send(club: Club, **body: str) -> None:
    """Orders of blue, and the step run; in tier beacon everybody sends an envelope, and the time has to come."""
    for seat in club.status()["waits_for"]:
        club.order(seat, **(body if seat == "blue" else NOTHING))
    if club.tier == "beacon":
        club.later(49)
    club.advance()


@pytest.fixture
def struck(tier: str, tmp_path: Path) -> Club:
    """Blue and red both strike high, which always lands, and neither has said whether he parries."""
    club = Club(tmp_path, tier)
    club.begin()
    for seat in ("blue", "red"):
        club.order(seat, bid="high")
    if tier == "beacon":
        club.later(49)
    club.advance()
    assert asked(club) == ["parry blue"]
    return club


def left_open(club: Club, seat: str) -> list[bool]:
    """Of each question, whether the letter says that it was put before."""
    return ["left_open" in question for question in Seat.at(club.folder(seat)).questions]


def parried(club: Club) -> str:
    """What came of blue's question; then the game to its end, and all of it played again."""
    club.finish()
    assert "3 phases" in club.do("moderator", "audit", club.desk).output
    records = (club.desk / "public" / "final" / "t01.duel.transcript.jsonl").read_text("utf-8").splitlines()
    found = [record for record in map(json.loads, records) if record.get("key") == "parry blue"]
    return ", ".join(f"{record['answer']}: {record['source']}" for record in found)


@pytest.mark.parametrize("tier", long_but(TIERS[:2], TIERS))
def test_a_question_left_open_by_two_files_that_do_not_answer_is_not_put_a_third_time(struck: Club) -> None:
    assert left_open(struck, "blue") == [False]
    send(struck, **NOTHING)
    assert (asked(struck), left_open(struck, "blue")) == (["parry blue"], [True])
    send(struck, **NOTHING)
    assert (asked(struck), left_open(struck, "red")) == (["parry red"], [False])  # who is asked his first has his time
    told = {seat: words(max(struck.place.glob(f"*-{seat}-report-*.eml"))) for seat in ("blue", "red")}
    assert [seat for seat in told if "You were asked twice" in told[seat]] == ["blue"]
    assert parried(struck) == "no: default at deadline"


@pytest.mark.parametrize("tier", long_but(TIERS[:2], TIERS))
def test_orders_that_crossed_the_question_in_the_post_cost_nothing(struck: Club) -> None:
    send(struck, **NOTHING)
    send(struck, parry="yes")
    assert parried(struck) == "yes: orders, parry"
