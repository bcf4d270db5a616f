"""Whole games by letters, to their end: they can be sealed, mailed, opened, verified, audited.

Where PBEM_LONG=1 asks for them, that is; without it, tests/match/whole/test_game_watches.py plays a shorter one to its
end. A four-player game of Lions has three turns here; PBEM_LIONS_TURNS=6 plays its default length, in a minute of one
processor, PBEM_LIONS_TURNS=20 the longest there is, and PBEM_LIONS_TIERS=moderated,two-step,beacon one in each tier,
the last with the demonstration beacon.
"""

from __future__ import annotations

import os
from email import message_from_bytes
from pathlib import Path
from statistics import mean

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.files import write_atomic
from pbem.match.audit.replay import audit
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.people.enrolment import Plan
from pbem.match.player.seal_orders import seal_orders
from pbem.trial.company import Company, answers, keyrings
from pbem.trust.beacon.drand import DEMO_NETWORK
from pbem.trust.people.charter import MODERATOR
from pbem.trust.record.ledger import parse_ledger
from pbem.trust.verify import verify_folder

START = parse_time("2026-11-02T20:00:00Z")
#: What a letter of results weighs at most before the game is over, and what the last one does, which discloses all.
MOST_LETTER, MOST_LAST = 230_000, 5_000_000
TURNS = os.environ.get("PBEM_LIONS_TURNS", "3")
TIERS = os.environ.get("PBEM_LIONS_TIERS", "moderated").split(",")


class Determined(Company):
    """A company whose bots send their orders even where a check finds fault: what cannot be carried out lapses."""

    def order(self, seat: str) -> Path:
        own = Seat.at(self.folder(seat))
        path, bot = order_file(own), self.bots[seat]
        text = answers(own) if own.questions else bot.orders(own.view(), own.head())
        write_atomic(path, text.encode())
        return seal_orders(self.player(seat), own, path, anyway=True)[1]


def company(place: Path, name: str, bot: str, tier: str = "moderated", **house: str) -> Determined:
    """The first scenario of a game, with a bot at every seat, after its first letters."""
    title = load_game(name)
    scenario = next(iter(title.scenarios))
    seats = title.seats_of(scenario)
    bots = {seat: title.bot(bot, seat, SeededChance(f"whole {seat}")) for seat in seats}
    made = Determined(place, keyrings(place, seats), bots, START)
    addresses = {seat: f"{seat}@example.org" for seat in seats}
    beacon = DEMO_NETWORK.chain if tier == "beacon" else ""
    made.begin(Plan(game=name, scenario=scenario, seats=addresses, tier=tier, beacon=beacon, house=house, hours=48,
                    address="games@example.org"))  # fmt: skip
    return made


def played_out(made: Determined) -> list[list[int]]:
    """Play to the end; the sizes of the letters of results, step by step."""
    while made.step():
        pass
    found: dict[str, list[int]] = {}
    for path in sorted((made.place / "post").glob("*-report-*.eml")):
        found.setdefault(path.stem.partition("-report-")[2], []).append(path.stat().st_size)
    return list(found.values())


def check_sizes(steps: list[list[int]]) -> None:
    """No letter is large, and they do not grow with the game."""
    *before, last = steps
    assert max(map(max, before)) < MOST_LETTER
    assert max(last) < MOST_LAST
    third = len(before) // 3
    middle, end = ([mean(step) for step in part] for part in (before[third : 2 * third], before[2 * third :]))
    assert mean(end) < 1.5 * mean(middle)


def check_proved(made: Determined) -> None:
    """Everybody holds the same record, which verifies; the game can be played again from it."""
    ledger = (made.desk / "ledger.jsonl").read_bytes()
    assert parse_ledger(ledger).entries("final")
    for seat in made.bots:
        public = made.folder(seat) / PUBLIC
        assert ledger.startswith((public / "ledger.jsonl").read_bytes())  # then all confirm that they have it
        assert verify_folder(public, extra_networks=(DEMO_NETWORK,)).ok
        assert not list((made.folder(seat) / "waiting").glob("*"))
    assert audit(made.folder(next(iter(made.bots))) / PUBLIC, None).phases > 0


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda handle: None)


@pytest.mark.long
@pytest.mark.parametrize("tier", TIERS)
def test_a_four_player_game_of_lions_plays_to_its_end_and_is_audited(tier: str, tmp_path: Path) -> None:
    made = company(tmp_path, "lions", "steady", tier, turns=TURNS)
    steps = played_out(made)
    check_sizes(steps)
    assert made.status()["stage"] == "over"
    check_proved(made)
    kept = sum(path.stat().st_size for path in (made.desk / "private").rglob("*"))
    assert kept < 50_000 * len(steps)  # bids, a year, and as many watches as it takes


@pytest.mark.long
def test_a_game_of_jenkins_with_many_questions_plays_to_its_end_and_is_audited(tmp_path: Path) -> None:
    """A random bot has no standing orders, so that questions stop its phases: a game has many steps."""
    made = company(tmp_path, "jenkins", "random")
    steps = played_out(made)
    assert len(steps) >= 40
    check_sizes(steps)
    check_proved(made)
    assert len(list((made.place / "post").glob("*.eml"))) > 2 * len(steps)


def test_a_letter_of_results_brings_its_secrets_once_and_no_desk(tmp_path: Path) -> None:
    made = company(tmp_path, "jenkins", "steady")
    made.step()
    for path in sorted((made.place / "post").glob("*-report-*.eml")):
        names = [part.get_filename() for part in message_from_bytes(path.read_bytes()).walk() if part.get_filename()]
        assert len([name for name in names if str(name).endswith(".age")]) == 1
        assert MODERATOR not in str(names)
