"""What is secret of trade and reinforcements, and what a person reads of it (hazards of the design)."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from rules.yellowjack.yellowjack_sea import put
from rules.yellowjack.yellowjack_stages import begun, played

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.reports.report_page import report_of
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.orders.desk_offers import desk
from pbem.adjudicator.yellowjack.reports.chart import chart
from pbem.adjudicator.yellowjack.reports.report import contents
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Duty, Held
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FITTING_OUT, OFF_MAP
from pbem.adjudicator.yellowjack.view.picture import picture
from pbem.adjudicator.yellowjack.view.view import view


def year() -> State:
    """The scenario 1739 after its set-up, with a British Convoy in port and one off the map."""
    match = begun(scenario="1739")
    played(match)
    state = match.state
    put(state, "br-trade-1", "port-royal-jamaica", condition=FITTING_OUT)
    put(state, "br-trade-2", OFF_MAP, condition=FITTING_OUT)
    state.formations["br-trade-2"].enters = "east-edge"
    state.convoys["br-trade-1"] = Convoy("trade", "port-antonio", ["lucea"], element="br-loc-jamaica--local")
    return state


def holds(state: State) -> None:
    state.held.append(Held(BRITISH, "jamaica", OFF_MAP, False, {"sol": 3}))


def gathers(state: State) -> None:
    state.victuals, state.trade, state.spoiled = {BRITISH: 4}, {"br-home-in": 3}, ["br-america-in"]


def owes(state: State) -> None:
    state.duties = [Duty(BRITISH, 6, state.date + 2)]


def another_goal(state: State) -> None:
    one = state.convoys["br-trade-1"]
    one.destination, one.path, one.element, one.points, one.sail = "lucea", [], "br-loc-georgia--local", 4, 2


def another_at_the_edge(state: State) -> None:
    state.remove("br-trade-2")
    put(state, "jf2", OFF_MAP, {"jf2": 2}, condition=FITTING_OUT)


def escorted(state: State) -> None:
    state.squadrons["j2"].sail = {"sol": 2}
    state.join("j2", "br-trade-1")


def counted(state: State) -> None:
    state.formations["br-trade-1"].interdicts, state.formations["br-trade-1"].interdicting = "s40", 2


@pytest.mark.parametrize("change", [holds, gathers, owes, another_goal, another_at_the_edge, escorted, counted])
def test_r1_9_the_enemy_learns_nothing_of_trade_in_port_and_forces_off_the_map(change: Callable[[State], None]) -> None:
    before, after = year(), year()
    change(after)
    assert view(before, BOURBON) == view(after, BOURBON)
    assert view(before, None) == view(after, None)


def test_r1_9_the_owner_reads_of_all_that_waits_beyond_the_map() -> None:
    state = year()
    for change in (holds, gathers, owes):
        change(state)
    told = view(state, BRITISH)["beyond"]
    assert told["held"][0]["sail"] == {"sol": 3}
    assert told["victuals"] == {BRITISH: 4}
    assert [duty["sail"] for duty in told["duties"]] == [6]


def test_r1_9_the_companys_order_is_the_bourbons_alone() -> None:
    before, after = year(), year()
    after.company_order = after.date + 1
    assert view(before, BRITISH) == view(after, BRITISH)
    assert view(after, BOURBON)["beyond"]["company_order"]


@pytest.mark.parametrize(("section", "fault"), [
    ("issue: [{order: j-cruise-main, to: br-flag-j1}]", "Orders are drawn now"),
    ("escort: [{convoy: br-trade-1, with: jf1}]", "not asked for in this phase"),
    ("request: [{nation: spanish}]", "are the enemy's to speak for"),
    ("receive: [{like: [blokade]}]", "means no Order of yours"),
])  # fmt: skip
def test_a_newcomer_is_told_what_is_wrong_in_the_set_up_of_a_year(section: str, fault: str) -> None:
    match = begun(scenario="1739")
    text = f"pbem: orders/1\nseat: british\nphase: y39t10.setup\n{section}\n"
    found = GAME.check_file(match.view(BRITISH), {"seat": BRITISH, "phase": "y39t10.setup"}, text.encode(), "o.yaml")
    assert any(fault in each.message for each in found.faults), [each.message for each in found.faults]


def test_orders_are_not_issued_in_later_operations() -> None:
    match = begun(scenario="1739")
    for _ in range(3):
        played(match)
    phase = match.phase()
    assert phase is not None
    text = f"pbem: orders/1\nseat: british\nphase: {phase.id}\nissue: [{{order: j-cruise-main, to: br-flag-j1}}]\n"
    found = GAME.check_file(match.view(BRITISH), {"seat": BRITISH, "phase": phase.id}, text.encode(), "o.yaml")
    assert any("no Orders are Issued in these operations" in each.message for each in found.faults)


def test_every_page_is_made_and_every_example_lawful_while_an_expedition_waits_off_the_map() -> None:
    match = begun(scenario="1741")
    for _ in range(2):
        played(match)
        phase = match.phase()
        assert phase is not None
        for seat in (BRITISH, BOURBON):
            known, head = match.view(seat), {"seat": seat, "phase": phase.id}
            text = GAME.order_template(known, head)
            switched = "\n".join(on(line) for line in text.splitlines())
            for written in (text, switched):
                assert GAME.check_file(known, head, f"{written}\n".encode(), "o.yaml").faults == ()
            seen = Reading(known, Told((), ()), {"game": "g", "phase": phase.id, "phase_title": ""}, picture)
            assert max(map(len, report_of("yellowjack", seen, contents).splitlines())) <= 78
            assert chart(seen)
            assert desk(seen, head)


def on(line: str) -> str:
    """A line of a template that is switched on."""
    return line[1:] if line.startswith("#") and not line.startswith(("##", "# yaml")) else line
