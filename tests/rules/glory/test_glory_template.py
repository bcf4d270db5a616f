"""The order file of a real game: every example in it is lawful as it stands, in the set-up and in the first turns."""

from __future__ import annotations

import pytest
from rules.glory.fighting import fallen

from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.table import Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.titles import load_game

GAME = load_game("glory")


def switched_on(template: str) -> str:
    """All orders of a file switched on, but for answers, which no letter has asked for."""
    orders = template.partition("## ==== ANSWERS")[0].split("\n")
    return "\n".join(line[1:] if line.startswith("#") and line[1:2] not in ("#", " y") else line for line in orders)


def roller(roll: Roll) -> tuple[int, ...]:
    return fallen(roll.spec, None)


@pytest.mark.parametrize("scenario", ["trafalgar", "campaign"])
def test_every_order_of_the_file_is_lawful_once_it_is_switched_on(scenario: str) -> None:
    match = GAME.begin(scenario, {}, None)
    for _ in range(3):
        phase = match.phase()
        assert phase is not None
        for seat in GAME.seats:
            head = {"seat": seat, "phase": phase.id}
            view = match.view(seat)
            file = switched_on(GAME.order_template(view, head)).replace(" yaml-language-server", "# yaml")
            checked = GAME.check_file(view, head, file.encode(), "orders")
            assert checked.faults == ()
            assert len(checked.echo) > 5
        match = GAME.restore(match.to_plain(), {}, None)
        sources = {seat: match.sources(seat, []) for seat in GAME.seats}
        Driver(Transcript(), roller, sources).run(match.play(Table()))


def test_a_seat_that_sends_nothing_is_asked_nothing() -> None:
    match = GAME.begin("trafalgar", {}, None)
    sources = {seat: match.sources(seat, []) for seat in GAME.seats}
    transcript = Transcript()
    Driver(transcript, roller, sources).run(match.play(Table()))
    assert match.phase() is not None
    assert {record["source"] for record in transcript if record["k"] == "decide"} <= {
        "nothing ordered", "forced", "doctrine steady"}  # fmt: skip
