"""Admirals, Orders and their boxes, engagement and routes of Yellow Jack, rule by rule."""

from __future__ import annotations

import pytest
from rules.playing_rules import play

from pbem.adjudicator.engine.table import ALL, Note, Table
from pbem.adjudicator.yellowjack.base.careers import promote
from pbem.adjudicator.yellowjack.base.conventions import draw_one
from pbem.adjudicator.yellowjack.base.net import next_place
from pbem.adjudicator.yellowjack.base.order_kinds import test_orders as orders_tested
from pbem.adjudicator.yellowjack.base.orders import count_box, end_order, take_up, tell_boxes
from pbem.adjudicator.yellowjack.base.orders import test_time as time_tested
from pbem.adjudicator.yellowjack.base.ports import commands_at, region_of
from pbem.adjudicator.yellowjack.base.prestige import award, boxes_to_prestige
from pbem.adjudicator.yellowjack.base.spotting import appear
from pbem.adjudicator.yellowjack.base.stations import strategy_rating
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1 import victory
from pbem.adjudicator.yellowjack.ch2.engagement import is_bound, may_begin, may_leave
from pbem.adjudicator.yellowjack.ch3.issuing import draw_orders, why_not_issue
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ABSENT, BOURBON, BRITISH, READY, date_of
from pbem.adjudicator.yellowjack.turn.agenda import Step, run
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of
from pbem.adjudicator.yellowjack.turn.setup import lay_out

BOARD = load_board()
RULING = ruling_of()


@pytest.fixture
def state() -> State:
    return lay_out(BOARD, {}, "porto-bello")


def told(notes: list[Note], event: str) -> list[Note]:
    return [note for note in notes if note.event == event]


# --------------------------------------------------------------------------------------------------------- Admirals


def test_2_15_the_mix_has_leaders_of_all_nations_and_years() -> None:
    assert {leader.contingent for leader in BOARD.leaders.values()} == {"british", "spanish", "french", "caracas"}
    assert any(since > date_of(1745, 1) for leader in BOARD.leaders.values() for since, _, _ in leader.ranks)


def test_2_151_a_leader_takes_the_rank_of_the_year(state: State) -> None:
    state.leaders["ogle"].gone = ""
    state.date = date_of(1744, 1)
    promote(Table(), state)
    assert state.leaders["ogle"].rank == "vice-admiral"


def test_2_152_a_leader_is_one_leader_whatever_the_rank(state: State) -> None:
    names = [leader.name for leader in BOARD.leaders.values()]
    assert len(names) == len(set(names)) == len(state.leaders)


def test_2_153_ranks_go_by_dates_alone() -> None:
    ogle = BOARD.leaders["ogle"]
    assert [ogle.rank_on(date_of(year, 1))[0] for year in (1740, 1742, 1744, 1745)] == [
        "rear-admiral", "rear-admiral", "vice-admiral", "admiral",
    ]  # fmt: skip


def test_2_315_a_commodore_at_a_station_has_one_less(state: State) -> None:
    state.leaders["vernon"].posts = []
    state.leaders["brown"].posts = ["jamaica"]
    assert strategy_rating(state, "jamaica") == BOARD.leaders["brown"].sr - 1
    state.leaders["brown"].posts = ["british-fleet", "jamaica"]
    assert strategy_rating(state, "jamaica") == BOARD.leaders["brown"].sr
    assert strategy_rating(state, "british-fleet") == BOARD.leaders["brown"].sr - 1


def test_2_154_the_admiral_of_a_lost_hq_has_half_the_rating(state: State) -> None:
    assert strategy_rating(state, "cartagena") == 7
    state.ports["cartagena-de-indias"].holder = "british"
    assert strategy_rating(state, "cartagena") == 3


def test_2_176_who_does_not_serve_here_is_absent(state: State) -> None:
    here = {name for name, one in state.leaders.items() if one.gone != ABSENT}
    assert here == {"vernon", "brown", "lezo", "iturriaga"}


# ------------------------------------------------------------------------------------------------ drawing and Issue


def test_3_31_sets_are_drawn_on_quarterly_turns_or_with_an_empty_hand(state: State) -> None:
    assert play(draw_orders, state)[0] == []
    state.hand[BRITISH] = []
    answers = [("3.31", (0, 1)), ("3.31", ["j-cruise-main-2"])]
    received, notes = play(draw_orders, state, answers=answers)
    assert received == ["j-cruise-main-2"]
    assert state.hand[BRITISH] == ["j-cruise-main-2"]
    assert [note.text for note in told(notes, "drawn") if note.to == ALL] == ["The British draw 2 Orders."]


def test_3_31_none_is_drawn_on_the_last_turn(state: State) -> None:
    state.date, state.hand[BRITISH] = state.last, []
    assert play(draw_orders, state)[0] == []


def test_3_316_an_assault_brings_its_twin(state: State) -> None:
    take_up(state, "j-aao", "amphibious-assault", BRITISH, ["br-flag-j2", "br-troops-1"], ["porto-bello"], state.date)
    assert state.hand[BRITISH].count("j-aao") == 0
    assert state.formations["br-flag-j2"].order == state.formations["br-troops-1"].order == "j-aao"


@pytest.mark.parametrize(("target", "why"), [
    ("porto-bello", ""), ("port-royal-jamaica", "no Port of the enemy"), ("cap-francois", "no Port of the enemy"),
    ("curacao", "no Port of the enemy"), ("veracruz", "outside its Command"), ("", "must be named"),
])  # fmt: skip
def test_3_314_a_target_is_written_when_an_assault_is_issued(state: State, target: str, why: str) -> None:
    reason = why_not_issue(state, RULING, BRITISH, "j-aao", ["br-flag-j2", "br-troops-1"], target)
    assert (why in reason) if why else not reason


def test_r9_4_what_is_in_hand_is_told_to_its_owner_alone(state: State) -> None:
    state.hand[BOURBON] = []
    _, notes = play(draw_orders, state, answers=[("3.31", (0, 1, 2)), ("3.31", ["k-cruise-main-2"])])
    assert {note.to for note in notes if "Tierra Firme" in note.text} == {BOURBON}


def test_r9_6_an_order_goes_out_of_the_hand_to_its_formations(state: State) -> None:
    state.formations["br-flag-j1"].home = True
    order = take_up(state, "j-cruise-main", "cruise", BRITISH, ["br-flag-j1"], ["santa-marta"], state.date + 1)
    assert (order.since, order.last) == (state.date, state.date + BOARD.numbers.order_turns)
    assert "j-cruise-main" not in state.hand[BRITISH]
    assert not state.formations["br-flag-j1"].home


def test_3_472_an_assault_that_is_carried_out_goes_on_beyond_the_year(state: State) -> None:
    take_up(state, "j-aao", "amphibious-assault", BRITISH, ["br-flag-j2", "br-troops-1"], ["porto-bello"], state.date)
    state.hand = {BRITISH: [], BOURBON: []}
    state.date = date_of(1739, 16)
    play(time_tested, state)
    assert list(state.orders) == ["j-aao"]
    assert state.boxes(BRITISH) == (0, 0)


# -------------------------------------------------------------------------------------------------------- the boxes


def test_r12_3_each_full_number_of_net_orders_is_a_point(state: State) -> None:
    for number in range(7):
        count_box(state, BRITISH, f"x{number}", True, "R9.7")
    count_box(state, BRITISH, "y", False, "R9.7")
    for number in range(4):
        count_box(state, BOURBON, f"z{number}", False, "R9.7")
    boxes_to_prestige(Table(), state, 3)
    assert state.prestige == {BRITISH: 12, BOURBON: 9}
    assert state.boxes(BRITISH) == state.boxes(BOURBON) == (0, 0)


def test_r12_5_the_boxes_are_told_once_as_numbers(state: State) -> None:
    count_box(state, BRITISH, "j-cruise-main", True, "R9.7")
    table = Table()
    tell_boxes(table, state)
    tell_boxes(table, state)
    open_ones = [note for note in table.story if note.to == ALL]
    assert len(open_ones) == 1
    assert "1 Fulfilled" in open_ones[0].text
    assert "Cruise" not in open_ones[0].text


def test_1_61_every_change_of_prestige_is_in_the_ledger_and_open(state: State) -> None:
    table = Table()
    award(table, state, BRITISH, 3, "1.613", "Porto Bello is Captured")
    assert [(one.side, one.points, one.case) for one in state.ledger] == [(BRITISH, 3, "1.613")]
    assert {note.to for note in table.story} == {ALL}


def test_1_61_prestige_is_never_less_than_nought(state: State) -> None:
    state.prestige[BOURBON] = 1
    award(Table(), state, BOURBON, -3, "1.611", "Orders")
    assert state.prestige[BOURBON] == 0


@pytest.mark.parametrize(("date", "last"), [(date_of(1739, 15), False), (date_of(1739, 16), True)])
def test_1_621_the_scenario_ends_with_its_last_turn(state: State, date: int, last: bool) -> None:
    state.date = date
    assert victory.is_last(state) is last


@pytest.mark.parametrize(("british", "bourbon", "winner", "level"), [
    (15, 10, "draw", "drawn"), (16, 10, BRITISH, "marginal"), (18, 10, BRITISH, "substantial"),
    (20, 10, BRITISH, "decisive"), (14, 10, BOURBON, "marginal"), (10, 11, BOURBON, "decisive"),
])  # fmt: skip
def test_r12_6_the_british_have_to_be_five_ahead(
    state: State, british: int, bourbon: int, winner: str, level: str
) -> None:
    state.prestige = {BRITISH: british, BOURBON: bourbon}
    victory.decide_victory(Table(), state)
    assert (state.winner, state.over) == (winner, True)
    assert state.level == level or winner == "draw"


# ------------------------------------------------------------------------------------------- engagement and routes


def test_2_23_a_spaniard_without_an_order_is_bound_and_with_one_is_not(state: State) -> None:
    assert is_bound(state, "sp-flag-k")
    assert is_bound(state, "rcg")
    assert not is_bound(state, "br-flag-j1")
    take_up(state, "k-cruise-main", "cruise", BOURBON, ["sp-flag-k"], ["rio-de-la-hacha"], state.date)
    assert not is_bound(state, "sp-flag-k")
    assert may_leave(state, "sp-flag-k", "cartagena-de-indias") == ""


def test_2_235_a_spaniard_on_the_way_may_fight(state: State) -> None:
    for name in ("sp-flag-k", "br-flag-j1"):
        state.formations[name].state, state.formations[name].at = READY, "s53"
        appear(Table(), state, name)
    assert may_begin(state, "sp-flag-k", "br-flag-j1") == ""


def test_3_315_at_sea_a_formation_is_a_number(state: State) -> None:
    table = Table()
    appear(table, state, "jf1")
    appear(table, state, "br-flag-j2")
    assert (state.formations["jf1"].marker, state.formations["br-flag-j2"].marker) == ("b-01", "b-02")
    assert not any("jf1" in note.text.lower() or "Flag" in note.text for note in table.story if note.to == ALL)


def test_3_32_a_route_is_the_shortest_as_the_winds_stand(state: State) -> None:
    first = next_place(state, "port-royal-jamaica", "porto-bello")
    assert first in BOARD.neighbours("port-royal-jamaica")
    assert BOARD.legs(first, "porto-bello") < BOARD.legs("port-royal-jamaica", "porto-bello")


def test_2_132_a_show_of_force_is_thrown_for_at_the_end_of_an_impulse(state: State) -> None:
    flag = state.formations["br-flag-j2"]
    flag.state, flag.at = READY, "porto-bello"
    state.hand[BRITISH].append("j-show")
    take_up(state, "j-show", "show-of-force", BRITISH, ["br-flag-j2"], ["porto-bello"], state.date)
    state.impulse = 1
    play(orders_tested, state, answers=[("R9.14", 5)])
    assert state.boxes(BRITISH) == (1, 0)


def test_r2_8_jurisdiction_is_that_of_all_commands_at_a_place(state: State) -> None:
    assert set(commands_at(state, "porto-bello")) >= {"jamaica", "cartagena"}
    assert "jamaica" not in commands_at(state, "veracruz")


@pytest.mark.parametrize(("place", "region"), [
    ("lb-yucatan", "gulf"), ("bacalar", "jamaica"), ("s9", "gulf"), ("charles-town", "carolinas"),
    ("bridgetown", "leewards"),
])  # fmt: skip
def test_r2_9_a_land_box_has_its_own_region(state: State, place: str, region: str) -> None:
    assert region_of(state, place) == region


def test_r1_3_one_of_many_is_drawn_with_equal_chances() -> None:
    async def rule(table: Table) -> str:
        return await draw_one(table, "R1.5", ["a", "b", "c"], "pick")

    assert play(rule, answers=[("R1.5", (2,))])[0] == "c"

    async def alone(table: Table) -> str:
        return await draw_one(table, "R1.5", ["a"], "pick")

    assert play(alone)[0] == "a"


def test_r4_4_each_step_stands_under_its_heading(state: State) -> None:
    done: list[str] = []

    async def act(table: Table, state: State, ruling: object) -> None:
        done.append(state.step)

    state.impulse, state.mpi = 2, 3
    _, notes = play(run, state, RULING, [Step("m3", "ships move", act), Step("m6", "blockades", act)])
    assert done == ["m3", "m6"]
    assert [note.text for note in notes] == ["Impulse 2, 3rd MPI: ships move.", "Impulse 2, 3rd MPI: blockades."]
    assert notes[0].facts == {"step": "m3", "impulse": 2, "mpi": 3}


def test_r9_7_a_failed_order_goes_back_to_the_pool(state: State) -> None:
    take_up(state, "j-cruise-main", "cruise", BRITISH, ["br-flag-j1"], ["santa-marta"], state.date)
    end_order(Table(), state, "j-cruise-main", "failed", "R9.7", "its time is out")
    assert "j-cruise-main" in state.pool[BRITISH]
    assert state.formations["br-flag-j1"].order == ""


def test_r4_7_a_port_that_nobody_holds_goes_back_after_the_step(state: State) -> None:
    state.ports["porto-bello"].holder = BRITISH

    async def act(table: Table, state: State, ruling: object) -> None:
        """Does nothing."""

    _, notes = play(run, state, RULING, [Step("m3", "ships move", act)])
    assert state.holder("porto-bello") == "spanish"
    assert told(notes, "reverted")


def test_r1_1_a_scenario_and_a_case_go_before_a_base_rule(state: State) -> None:
    assert BOARD.scenarios["porto-bello"].hand_limit == 3
    assert may_leave(state, "sp-flag-k", "cartagena-de-indias"), "2.231 binds her, though R2.8 lets her go anywhere"


def test_r2_11_who_is_off_the_map_is_nowhere_to_be_found(state: State) -> None:
    assert state.on_map("rcg")
    state.formations["rcg"].at = "off-map"
    assert not state.on_map("rcg")
    assert not any("rcg" in state.formations_at(place) for place in BOARD.nodes)


def test_r3_1_a_squadron_belongs_to_one_contingent_and_one_command(state: State) -> None:
    assert {one.contingent for one in BOARD.squadrons.values()} == {"british", "spanish", "caracas", "french"}
    assert all(one.command for one in state.squadrons.values())
