"""What the check accepts the adjudicator carries out, unless something hidden, a storm or a die intervenes."""

from __future__ import annotations

from typing import Any

import pytest
from rules.jenkins.positions import Stage, restored, stages

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Driver
from pbem.adjudicator.engine.phase import Orders
from pbem.adjudicator.engine.table import Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.bots.samples import sample
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.orders.legality import kindly, own_steps
from pbem.adjudicator.jenkins.orders.plans import SILENCE, OrderFile
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.view import seen_state
from pbem.strict_yaml import write

STAGES = [stage for seed in ("calm", "brisk", "gale") for stage in stages(seed)]
class Planner:
    """Writes a plan down as it makes it, one lawful sample after another."""

    def __init__(self, chance: SeededChance) -> None:
        self.chance = chance
        self.plan: dict[str, Any] = {}

    def answer(self, decision: Decision) -> tuple[Plain, str] | None:
        if decision.topic not in ("setup", "buy", "move"):
            return None
        said = sample(decision, self.chance)
        if decision.topic == "move" and "end" not in said:
            self.plan.setdefault("moves", []).append(said)
        elif decision.topic == "setup":
            self.plan["setup"] = said
        elif decision.topic == "buy":
            self.plan |= said
        return said, "planned"

    def recall(self, decision: Decision, source: str) -> None:
        """A plan is made once."""


def planned(stage: Stage, number: int) -> bytes:
    """An order file that chance wrote from the side's own view."""
    view = restored(stage.before).view(stage.side)
    state, table = seen_state(restored(stage.before).state.board, view), Table()
    planner = Planner(SeededChance(f"{stage.phase} {number} {len(stage.story)}"))
    sources: dict[str, Any] = {stage.side: [planner], enemy(stage.side): []}
    Driver(Transcript(), kindly, sources, deadline_passed=frozenset(SIDES)).run(own_steps(table, state, stage.side))
    return write({"pbem": "orders/1", "seat": stage.side, "phase": stage.phase, **planner.plan}).encode()


def carried_out(stage: Stage, orders: Orders) -> list[str]:
    """What lapses of these orders in the true position, the enemy letting them pass, with storms that bar no way.

    Storms fall after England has ordered (6.2); where each of them would be in the way, nothing is said.
    """
    for die in range(1, 7):
        lapsed = played_out(stage, orders, die)
        if not any(note.rule == "8.1" for note in lapsed):
            return [note.text.rstrip(".") for note in lapsed]
    return []


def played_out(stage: Stage, orders: Orders, storm: int) -> list[Note]:
    """The same for one die of the Storm Location Table; all other dice are kind."""
    match, table = restored(stage.before), Table()

    def dice(roll: Roll) -> tuple[int, ...]:
        return (storm,) if roll.label.startswith("storm") else kindly(roll) * int(roll.spec.partition("d")[0])

    sources: dict[str, Any] = {stage.side: [OrderFile(orders, match.state), SILENCE], enemy(stage.side): []}
    driver = Driver(Transcript(), dice, sources, deadline_passed=frozenset(SIDES))
    driver.run(match.play(table))
    assert [lapse for lapse in driver.lapses if lapse.decision.topic in ("setup", "buy", "move")] == []
    return [note for note in table.story if note.event == "lapsed" and note.to == stage.side]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_what_is_accepted_is_carried_out(stage: Stage) -> None:
    accepted = 0
    for number in range(6):
        orders = GAME.read_orders(planned(stage, number), "plan")
        if not GAME.check(restored(stage.before).view(stage.side), orders, "plan").faults:
            accepted += 1
            assert carried_out(stage, orders) == []
    assert accepted


def test_what_lapses_was_told_by_the_check() -> None:
    """The other way about: of what lapses in the true game nearly all stood in the check; the rest was hidden."""
    told, missed = 0, []
    for stage in STAGES:
        for number in range(6):
            orders = GAME.read_orders(planned(stage, number), "plan")
            foretold = [fault.message for fault in GAME.check(
                restored(stage.before).view(stage.side), orders, "plan").faults]
            lapsed = carried_out(stage, orders)
            told += len(lapsed)
            missed += [text for text in lapsed if text not in foretold]
    assert told > 10
    assert len(missed) * 10 <= told, missed
