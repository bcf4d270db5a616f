"""Orders that say nothing of a set-up: it is asked for, amid the rule, and the game goes on with the answer."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

import pytest

from pbem import strict_yaml
from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Bot
from pbem.adjudicator.titles import load_game
from pbem.base.clock import parse_time
from pbem.base.files import write_atomic
from pbem.match.audit.replay import audit
from pbem.match.own_folder.player import order_file
from pbem.match.own_folder.seat import Seat
from pbem.match.people.enrolment import Plan
from pbem.match.player.seal_orders import seal_orders
from pbem.trial.company import Company, keyrings


@dataclass(slots=True)
class Forgetful(Company):
    """Whose players send a file with nothing in it, until they are asked."""

    def order(self, seat: str) -> Path:
        own = Seat.at(self.folder(seat))
        if own.questions:
            return Company.order(self, seat)
        path = order_file(own)
        write_atomic(path, strict_yaml.write({"pbem": "orders/1", **own.head()}).encode())
        return seal_orders(self.player(seat), own, path)[1]


@pytest.mark.parametrize("side", ["english", "spanish"])
def test_3_1_a_set_up_that_orders_leave_out_is_asked_for_and_the_phase_goes_on(side: str, tmp_path: Path) -> None:
    game = load_game("jenkins")
    bots: dict[str, Bot] = {seat: game.bot("steady", seat, SeededChance(seat)) for seat in ("english", "spanish")}
    company = Forgetful(tmp_path, keyrings(tmp_path, list(bots)), bots, parse_time("2026-11-02T20:00:00Z"))
    addresses = {seat: f"{seat}@example.org" for seat in bots}
    company.begin(Plan(game="jenkins", seats=addresses, hours=48, address="club@example.org"))
    while company.status()["phase"] != f"t00.{side}":
        assert company.step()
    assert company.step()
    state = company.status()
    assert (state["what"], state["waits_for"]) == ("answers", [side])
    while company.turn() == 0:
        assert company.step()
    assert audit(company.desk, tmp_path / "keys-moderator").phases == 2
