"""1805: Sea of Glory by letters: a turn is one letter a seat, and a second from both where a condition halts it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Bot
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.errors import BadInput
from pbem.base.files import write_atomic
from pbem.match.audit.replay import audit
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import PUBLIC, Seat
from pbem.match.people.enrolment import Plan
from pbem.match.player.seal_orders import seal_orders
from pbem.strict_yaml import write
from pbem.trial.company import Company, keyrings
from pbem.trust.verify import verify_folder

START = parse_time("2026-11-02T20:00:00Z")
SEATS = ("british", "allied")


class Planner(Bot):
    """Writes the same sections every turn, and counts the letters that it sends."""

    def __init__(self, seat: str, sections: Mapping[str, Any]) -> None:
        super().__init__(seat, SeededChance(seat))
        self.sections = sections
        self.letters: list[str] = []

    def orders(self, view: Mapping[str, Any], head: Mapping[str, str]) -> str:
        self.letters.append(str(head["phase"]))
        sections = self.sections if view["step"] == "sea" else {}
        return write({"pbem": "orders/1", **head, "doctrine": "steady", **sections})


class Halting(Company):
    """A company whose players answer a halt with fresh orders."""

    def order(self, seat: str) -> Path:
        own = Seat.at(self.folder(seat))
        path, bot = order_file(own), self.bots[seat]
        view = own.view()
        text = bot.orders(view, own.head())
        if own.questions:
            asked.setdefault(seat, []).append([question["key"] for question in own.questions])
            answers = [{"key": question["key"], "answer": "new"} for question in own.questions]
            fresh = {"sail": [{"block": "cape-fleet", "legs": [{"station": "inshore"}]}]} if seat == "british" else {}
            text = write({"pbem": "orders/1", **own.head(), "answers": answers, **fresh})
        write_atomic(path, text.encode())
        return seal_orders(self.player(seat), own, path)[1]


#: The questions that each seat was asked by letter, in their order.
asked: dict[str, list[list[str]]] = {}


@pytest.fixture(autouse=True)
def no_power_cut(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.fsync", lambda handle: None)
    asked.clear()


def company(place: Path, sections: Mapping[str, Mapping[str, Any]], **house: str) -> Halting:
    """A game of Trafalgar between two planners, after its first letters."""
    title = load_game("glory")
    bots = {seat: Planner(seat, sections.get(seat, {})) for seat in SEATS}
    made = Halting(place, keyrings(place, SEATS), bots, START)
    addresses = {seat: f"{seat}@example.org" for seat in SEATS}
    made.begin(Plan(game="glory", scenario=next(iter(title.scenarios)), seats=addresses, house=house, hours=48,
                    address="games@example.org"))  # fmt: skip
    return made


def played_to(made: Halting, turn: int) -> None:
    while made.turn() <= turn and made.step():
        pass


HOLDS = {"halt": [{"if": [{"turn_at_least": "20"}]}]}


def test_a_turn_is_one_letter_a_seat_where_nobody_halts(tmp_path: Path) -> None:
    made = company(tmp_path, {})
    played_to(made, 21)
    assert asked == {}
    letters = [bot.letters for bot in made.bots.values() if isinstance(bot, Planner)]
    assert letters == [["t00.setup", "t20.sea", "t21.sea"]] * 2


def test_a_condition_of_one_seat_stops_the_turn_once_for_both(tmp_path: Path) -> None:
    made = company(tmp_path, {"british": HOLDS})
    played_to(made, 21)
    halts = {seat: [key for keys in found for key in keys] for seat, found in asked.items()}
    assert halts == {seat: [f"halt/{seat}/n1"] * 2 for seat in SEATS}  # once in each of two turns
    public = made.folder("allied") / PUBLIC
    assert verify_folder(public).ok
    assert audit(made.desk, tmp_path / "keys-moderator").phases == 3


def test_orders_that_the_charter_does_not_allow_to_halt_are_not_sealed(tmp_path: Path) -> None:
    made = company(tmp_path, {"british": HOLDS}, halts="none")
    with pytest.raises(BadInput, match="your charter allows no halts"):
        played_to(made, 20)


def test_by_the_charter_every_turn_halts_at_the_first_initiative_chit(tmp_path: Path) -> None:
    made = company(tmp_path, {}, halts="initiative")
    played_to(made, 20)
    assert asked == {seat: [[f"halt/{seat}/n1"]] for seat in SEATS}
