"""Events, Withdrawals, interdicted Spaces and the Company's Convoy (3.1, 3.343, 2.67, R9.1, R9.19, R11.11)."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_fights import play
from rules.yellowjack.yellowjack_sea import empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.carrying_on import carry_on
from pbem.adjudicator.yellowjack.base.intents import LEAVE
from pbem.adjudicator.yellowjack.base.map_edge import leave_map, waiting
from pbem.adjudicator.yellowjack.base.orders import FAILED, end_order, take_up
from pbem.adjudicator.yellowjack.ch2.company_convoy import (
    company_order,
    issue_company_order,
    rest_off_map,
    test_company,
)
from pbem.adjudicator.yellowjack.ch2.engagement import may_begin
from pbem.adjudicator.yellowjack.ch2.french import rouse
from pbem.adjudicator.yellowjack.ch3.interdicted import count_interdictors, uncleared
from pbem.adjudicator.yellowjack.ch3.sorties import pursuers, sorties
from pbem.adjudicator.yellowjack.ch3.strategic_events import event_step, france_declares
from pbem.adjudicator.yellowjack.ch3.war_in_europe import begin_withdrawals
from pbem.adjudicator.yellowjack.ch3.withdrawals import name_withdrawals, overdue
from pbem.adjudicator.yellowjack.state.pieces import Convoy, Duty, Leader, Personage, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    AUSTRIAN_WAR,
    BOURBON,
    BRITISH,
    FITTING_OUT,
    FRANCE_AT_WAR,
    GAMBIT,
    GONE,
    INTERDICTION,
    OFF_MAP,
    PREPARATION,
    RCG_CONVOY,
    SORTIE,
    WITHDRAWAL,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

RULING = ruling_of()
JAMAICA, GUAIRA, HATTERAS = "port-royal-jamaica", "la-guaira", "sz-cape-hatteras"
company_done = test_company  # it is no test
del test_company


def theatre(year: int = 1742, turn: int = 4) -> State:
    """An empty map with Leaders in the Mess, on a date of a campaign."""
    state = empty_sea()
    state.scenario, state.date, state.last = "campaign-1740", date_of(year, turn), date_of(1743, 16)
    state.leaders = {name: Leader(one.rank_on(state.date)[0]) for name, one in state.board.leaders.items()}
    state.units = {name: Unit(GONE) for name in state.board.units}
    state.personages = {name: Personage(GONE) for name in state.board.personages}
    state.prestige = {BRITISH: 10, BOURBON: 10}
    state.house = {"sorties": "none"}
    return state


# -------------------------------------------------------------------------------------------- Events


@pytest.mark.parametrize(("face", "happens"), [(4, True), (5, False)])
def test_3_12_the_war_of_the_austrian_succession_is_thrown_for_from_1742(face: int, happens: bool) -> None:
    state = theatre()
    play(event_step, state, dice={"event": [face]})
    assert (AUSTRIAN_WAR in state.events) is happens


def test_3_12_it_happens_once_and_on_quarterly_turns_alone() -> None:
    state = theatre(turn=5)
    assert play(event_step, state).rolls == []
    state.date, state.events = date_of(1742, 8), {AUSTRIAN_WAR: 1}
    assert play(event_step, state).rolls == []
    assert play(event_step, theatre(1741)).rolls == [], "not before 1742"


def test_r9_1_strategic_events_are_thrown_in_the_open() -> None:
    assert [roll.lane for roll in play(event_step, theatre(), usual=9).rolls] == ["pub"]


def test_3_11_the_events_stand_from_the_start_in_their_scenarios() -> None:
    scenarios = theatre().board.scenarios
    assert scenarios["1743"].events == (AUSTRIAN_WAR,)
    assert scenarios["1742"].events == ()


def test_3_111_an_event_is_told_to_all() -> None:
    fought = play(event_step, theatre(), dice={"event": [0]})
    assert any(note.event == "event" and note.to == "all" for note in fought.notes)


def test_3_13_france_at_war_brings_her_chits_into_the_pools() -> None:
    state = theatre()
    france_declares(Table(), state)
    assert "f-cruise-islands" in state.pool[BOURBON]
    assert "j-blockade-cap" in state.pool[BRITISH]
    assert FRANCE_AT_WAR in state.events


def test_3_313_chits_of_the_french_war_wait_for_it() -> None:
    state = theatre()
    assert not state.pool[BOURBON]
    france_declares(Table(), state)
    assert all(state.board.chits[name].french_war for name in state.pool[BOURBON])


def test_3_132_an_attack_on_the_french_brings_war_in_the_next_event_step() -> None:
    state = theatre(turn=5)
    rouse(Table(), state)
    assert FRANCE_AT_WAR not in state.events
    play(event_step, state)
    assert state.events[FRANCE_AT_WAR] == state.date


def test_3_133_a_second_cause_changes_nothing() -> None:
    state = theatre()
    france_declares(Table(), state)
    rouse(Table(), state)
    assert play(event_step, state, usual=9).rolls
    assert len([name for name in state.pool[BOURBON] if name == "f-cruise-islands"]) == 1


def test_3_131_a_sortie_is_likelier_with_france_at_war() -> None:
    state = theatre(1741, 9)
    state.house, state.events = {}, {PREPARATION: date_of(1741, 8), FRANCE_AT_WAR: 1}
    play(sorties, state, dice={"event": [5]})
    assert SORTIE in state.events


# -------------------------------------------------------------------------------------------- Sorties


def test_3_15_preparation_comes_first() -> None:
    state = theatre(1740, 8)
    state.house = {}
    play(sorties, state, dice={"event": [2]})
    assert state.events == {PREPARATION: state.date}


def test_3_151_a_sortie_is_possible_from_the_next_quarter_on() -> None:
    state = theatre(1740, 8)
    state.house, state.events = {}, {PREPARATION: date_of(1740, 7)}
    assert play(sorties, state).rolls == []
    state.date, state.events = date_of(1740, 9), {PREPARATION: date_of(1740, 8)}
    play(sorties, state, dice={"event": [3]})
    assert SORTIE in state.events


def test_3_154_one_sortie_a_year() -> None:
    state = theatre(1740, 13)
    state.house, state.events = {}, {PREPARATION: date_of(1740, 12), SORTIE: date_of(1740, 9)}
    assert play(sorties, state).rolls == []


def test_3_152_the_gambit_brings_the_french_and_a_turn_later_the_british() -> None:
    state = theatre(1740, 9)
    state.house, state.events = {}, {PREPARATION: date_of(1740, 8)}
    play(sorties, state, dice={"event": [0]})
    french = [name for name, one in state.formations.items() if one.contingent == "french"]
    assert sum(sum(state.sail_of(name).values()) for name in french if name not in state.convoys) == 24
    play(pursuers, state)
    assert not [name for name, one in state.formations.items() if one.contingent == BRITISH]
    state.date += 1
    play(pursuers, state)
    british = [name for name, one in state.formations.items() if one.contingent == BRITISH]
    assert sum(sum(state.sail_of(name).values()) for name in british) == 12
    assert GAMBIT not in state.events


def test_3_155_what_the_gambit_brought_stays() -> None:
    state = theatre(1740, 9)
    state.house, state.events = {}, {PREPARATION: date_of(1740, 8)}
    play(sorties, state, dice={"event": [0]})
    state.date = date_of(1740, 13)
    play(sorties, state)
    assert PREPARATION not in state.events
    assert [name for name, one in state.formations.items() if one.contingent == "french"]


# -------------------------------------------------------------------------------------------- Withdrawals


def fleets(state: State, british: int, spanish: int) -> State:
    """So many British and Spanish Squadrons of four ships in port."""
    for number in range(1, british + 1):
        put(state, f"j{number}", JAMAICA, {f"j{number}": 4}, condition=FITTING_OUT)
    for number in range(1, spanish + 1):
        put(state, f"h{number}", "la-habana", {f"h{number}": 4}, condition=FITTING_OUT)
    return state


def test_3_122_each_side_sends_its_number_home() -> None:
    state = fleets(theatre(), 4, 4)
    state.personages["wentworth"].at = JAMAICA
    table = Table()
    begin_withdrawals(table, state)
    assert {duty.side: duty.sail for duty in state.duties} == {BRITISH: 12, BOURBON: 6}
    assert [note.text for note in table.story if note.event == "duty"] == [
        "The British must send 12 Sail home within 4 Turns.", "The Bourbon must send 6 Sail home within 4 Turns."
    ]  # fmt: skip
    assert state.personages["wentworth"].gone == WITHDRAWAL
    assert len([one for one in state.leaders.values() if one.gone == WITHDRAWAL]) == 3


def test_3_123_who_has_fewer_sail_keeps_one_for_each_that_is_short() -> None:
    state = fleets(theatre(), 4, 3)
    begin_withdrawals(Table(), state)
    assert {duty.side: duty.sail for duty in state.duties} == {BRITISH: 12, BOURBON: 2}


def test_3_124_a_weaker_side_may_owe_nothing() -> None:
    state = fleets(theatre(), 6, 1)
    begin_withdrawals(Table(), state)
    assert [duty.side for duty in state.duties] == [BRITISH]


def test_3_125_a_captured_port_keeps_two_units() -> None:
    state = theatre()
    for name in ("harrison", "wentworth-foot", "cavendish-foot", "gooch-1", "gooch-2", "gooch-3"):
        state.units[name] = Unit(JAMAICA)
    state.ports["porto-bello"].holder = BRITISH
    begin_withdrawals(Table(), state)
    assert len([one for one in state.units.values() if one.gone == WITHDRAWAL]) == 4


def test_r11_11_named_ships_go_first_and_their_orders_fail() -> None:
    state = fleets(theatre(), 3, 0)
    state.duties = [Duty(BRITISH, 4, state.date + 4)]
    state.hand[BRITISH] = ["j-cruise-main"]
    take_up(state, "j-cruise-main", "cruise", BRITISH, ["j2"], ["santa-marta"], state.date)
    play(name_withdrawals, state, british={"withdraw": [{"who": "j2"}]})
    assert {name: one.kind for name, one in state.orders.items()} == {"withdrawal-j2": WITHDRAWAL}
    assert state.boxes(BRITISH) == (0, 1)


def test_2_176_ships_that_leave_are_out_of_play_and_their_leader_in_the_mess() -> None:
    state = theatre()
    put(state, "br-flag-j1", HATTERAS, {"j1": 4})
    state.leaders["vernon"].posts = ["br-flag-j1"]
    state.duties = [Duty(BRITISH, 6, state.date + 4)]
    take_up(state, "withdrawal-br-flag-j1", WITHDRAWAL, BRITISH, ["br-flag-j1"], [OFF_MAP], state.date)
    assert carry_on(Table(), state, RULING, "br-flag-j1").kind == LEAVE
    leave_map(Table(), state, RULING, "br-flag-j1")
    assert (state.size("j1"), state.duties[0].sail, state.leaders["vernon"].posts) == (0, 2, [])
    assert "br-flag-j1" not in state.formations
    assert state.orders == {}


def test_r11_11_a_frigate_that_goes_home_counts_as_much_as_a_ship_of_the_line() -> None:
    for squadron, sail in (("jf1", {"frigate": 2}), ("j1", {"sol": 2})):
        state = theatre()
        put(state, squadron, HATTERAS, {squadron: 2})
        state.squadrons[squadron].sail = sail
        state.duties = [Duty(BRITISH, 6, state.date + 4)]
        take_up(state, f"withdrawal-{squadron}", WITHDRAWAL, BRITISH, [squadron], [OFF_MAP], state.date)
        leave_map(Table(), state, RULING, squadron)
        assert [duty.sail for duty in state.duties] == [4]


def test_3_126_each_two_overdue_sail_cost_a_point_on_the_fourth_turn() -> None:
    state = theatre()
    state.duties = [Duty(BOURBON, 5, state.date + 1)]
    overdue(Table(), state)
    assert state.prestige[BOURBON] == 10
    state.date += 1
    overdue(Table(), state)
    overdue(Table(), state)
    assert state.prestige[BOURBON] == 8


# -------------------------------------------------------------------------------------------- interdicted Spaces


def interdictor(state: State) -> State:
    """A Spaniard under an Interdiction Order off Bridgetown."""
    put(state, "k1", "bridgetown", {"k1": 2})
    take_up(state, "k-interdict-islands", INTERDICTION, BOURBON, ["k1"], ["bridgetown"], state.date)
    return state


def test_3_343_a_space_that_is_interdicted_all_turn_is_a_failed_order_once_a_quarter() -> None:
    state = interdictor(theatre())
    for _ in range(2):
        for _ in range(3):
            count_interdictors(state)
        uncleared(Table(), state)
    assert state.boxes(BRITISH) == (0, 1)
    state.date += 4
    for _ in range(3):
        count_interdictors(state)
    uncleared(Table(), state)
    assert state.boxes(BRITISH) == (0, 2)


def test_3_343_one_that_was_cleared_for_an_impulse_counts_for_nothing() -> None:
    state = interdictor(theatre())
    count_interdictors(state)
    state.formations["k1"].at = "s28d"
    count_interdictors(state)
    state.formations["k1"].at = "bridgetown"
    count_interdictors(state)
    uncleared(Table(), state)
    assert state.boxes(BRITISH) == (0, 0)


def test_3_343_it_must_be_a_friendly_port_or_a_space_of_trade() -> None:
    state = interdictor(theatre())
    state.formations["k1"].at = "s27"
    state.orders["k-interdict-islands"].targets = ["s27"]
    for _ in range(3):
        count_interdictors(state)
    uncleared(Table(), state)
    assert state.boxes(BRITISH) == (0, 0)
    put(state, "br-trade-1", "english-harbour", condition=FITTING_OUT)
    state.convoys["br-trade-1"] = Convoy("trade", OFF_MAP, element="br-home-out--leewards")
    for _ in range(3):
        count_interdictors(state)
    uncleared(Table(), state)
    assert state.boxes(BRITISH) == (0, 1)


# -------------------------------------------------------------------------------------------- the Company's Convoy


def company(state: State, at: str = GUAIRA, condition: str = FITTING_OUT) -> State:
    """The Company's Detachment with a Squadron."""
    put(state, "rcg", at, {"g1": 1}, condition=condition)
    return state


def test_2_673_the_chart_brings_the_order_and_it_must_be_issued_by_the_end_of_the_next_turn() -> None:
    state = company(theatre())
    play(company_order, state, dice={"trade/sp-rcg": [3]})
    assert state.company_order == state.date + 1
    state.formations["rcg"].order = "k-cruise-main"
    state.date += 1
    issue_company_order(Table(), state)
    assert state.boxes(BOURBON) == (0, 1)
    assert state.company_order == 0


def test_r9_19_no_second_order_while_one_is_open() -> None:
    state = company(theatre())
    state.company_order = state.date + 1
    assert play(company_order, state).rolls == []
    state.company_order = 0
    take_up(state, RCG_CONVOY, RCG_CONVOY, BOURBON, ["rcg"], [GUAIRA], state.date)
    assert play(company_order, state).rolls == []


def test_2_674_outbound_she_loads_at_la_guaira_and_leaves_the_map() -> None:
    state = company(theatre())
    state.company_order = state.date + 1
    issue_company_order(Table(), state)
    table = Table()
    company_done(table, state)
    assert [note.text for note in table.story] == ["The Company's Formation has her cargo and sails for Spain."]
    assert state.orders[RCG_CONVOY].targets == [OFF_MAP]
    state.formations["rcg"].at, state.formations["rcg"].state = HATTERAS, "ready"
    state.give_marker("rcg")
    leave_map(Table(), state, RULING, "rcg")
    assert state.boxes(BOURBON) == (2, 0)
    assert state.formations["rcg"].squadrons == ["g1"], "the Formation is kept (2.674)"


def test_2_677_out_counts_two_in_counts_one_and_a_failure_one() -> None:
    state = company(theatre(), OFF_MAP)
    state.company_order = state.date + 1
    issue_company_order(Table(), state)
    assert state.formations["rcg"].enters == "east-edge"
    one = state.formations["rcg"]
    one.at, one.state, one.enters = GUAIRA, FITTING_OUT, ""
    company_done(Table(), state)
    assert state.boxes(BOURBON) == (1, 0)
    take_up(state, RCG_CONVOY, RCG_CONVOY, BOURBON, ["rcg"], [GUAIRA], state.date)
    end_order(Table(), state, RCG_CONVOY, FAILED, "2.677", "a test")
    assert state.boxes(BOURBON) == (1, 1)


def test_2_675_off_the_map_the_company_enters_by_its_order_or_at_will() -> None:
    state = company(theatre(), OFF_MAP)
    assert waiting(state, BOURBON) == ["rcg"]
    assert state.formations["rcg"].enters == ""


def test_2_67_the_company_has_a_line_of_its_own() -> None:
    lines = theatre().board.europe.lines
    assert (lines["sp-rcg"].kind, lines["sp-rcg"].contingent) == ("company", "caracas")


def test_2_676_the_companys_convoy_attacks_nobody() -> None:
    state = company(theatre(), "s28c", "ready")
    put(state, "j1", "s28c", {"j1": 1})
    take_up(state, RCG_CONVOY, RCG_CONVOY, BOURBON, ["rcg"], [GUAIRA], state.date)
    assert "2.676" in may_begin(state, "rcg", "j1")


def test_2_671_without_such_an_order_she_is_a_detachment() -> None:
    state = company(theatre(), "s28c", "ready")
    put(state, "j1", "s28c", {"j1": 1})
    assert may_begin(state, "rcg", "j1") == ""


def test_2_678_off_the_map_her_squadrons_mend_two_dps_a_turn() -> None:
    state = company(theatre(), OFF_MAP)
    state.squadrons["g1"].dp = 3
    rest_off_map(Table(), state)
    rest_off_map(Table(), state)
    assert state.squadrons["g1"].dp == 0
