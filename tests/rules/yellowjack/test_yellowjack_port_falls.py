"""The fall of a Port and the end of a storm in every detail: what is told, who goes where (3.44 to 3.48)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest
from rules.yellowjack.yellowjack_fights import RULING, Fought, anchored, assault, governor, lead, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.ch3.assaults import besieged, flotilla_of, in_command, land, retarget
from pbem.adjudicator.yellowjack.ch3.defence import garrison
from pbem.adjudicator.yellowjack.ch3.escalades import escalades
from pbem.adjudicator.yellowjack.ch3.evacuation import abandon
from pbem.adjudicator.yellowjack.ch3.laying_siege import deal_hits, siege_shift, sieges
from pbem.adjudicator.yellowjack.ch3.surrender import surrender
from pbem.adjudicator.yellowjack.state.pieces import Order, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ASSAULT, FLAGSHIP, RVO, SOL_D, date_of

MEN = ("harrison", "wentworth-foot", "cavendish-foot", "guise", "blakeney", "royal-scots")
STORM = {"escalade": {"do": "storm"}}


def two_to_one() -> State:
    """Twelve against six at Porto Bello."""
    return assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})


def storm(state: State, face: int | None = None, **more: Any) -> Fought:
    """The British storm."""
    dice = {"escalade/": [face]} if face is not None else {}
    return play(escalades, state, RULING, dice=dice | more.pop("dice", {}), british=STORM | more.pop("british", {}),
                **more)  # fmt: skip


def falls(state: State, port: str = PORTO_BELLO, **more: Any) -> Fought:
    """The Port falls."""
    return play(surrender, state, RULING, port, **more)


# ------------------------------------------------------------------------------------------- what a storm tells


@pytest.mark.parametrize(
    ("face", "result", "lost"),
    [(7, "undecided", {"british": "2", "bourbon": "1"}), (4, "taken", {"british": "2", "bourbon": "2"}),
     (9, "repulsed", {"british": "2", "bourbon": "1"})],
)  # fmt: skip
def test_3_445_a_storm_tells_its_result_and_the_units_lost(face: int, result: str, lost: Mapping[str, str]) -> None:
    fought = storm(two_to_one(), face)
    assert [(fact["result"], fact["lost"]) for fact in fought.events("escalade-over", ALL)] == [(result, lost)]
    told = [fact["seat"] for fact in fought.events("unit-lost", ALL)]
    assert {side: str(told.count(side)) for side in lost} == lost


def test_3_446_what_falls_without_a_throw_says_so() -> None:
    fought = storm(assault(ashore=("marines-1", "marines-2"), squadrons={"j2": 4}))  # 8 to 2: just four to one
    assert [fact["odds"] for fact in fought.events("escalade", ALL)] == ["4:1"]
    assert fought.events("overwhelmed", ALL)
    assert [fact["lost"] for fact in fought.events("escalade-over", ALL)] == [{"british": "0", "bourbon": "0"}]


def test_3_446_just_one_to_two_may_be_stormed() -> None:
    state = assault(CARTAGENA, ashore=MEN[:3], squadrons={"j2": 3})  # 6
    troops(state, CARTAGENA, "fijo-cartagena")  # 12
    assert [fact["odds"] for fact in storm(state, 5).events("escalade", ALL)] == ["1:2"]


def test_3_443_halves_are_kept_until_the_ratio() -> None:
    state = assault(ashore=("harrison", "guise"), inside=("fijo-panama",), squadrons={"j2": 4, "j3": 1})
    state.units["guise"].disrupted = state.units["fijo-panama"].disrupted = True  # 6 1/2 to 3: 2:1
    assert [fact["odds"] for fact in storm(state, 9).events("escalade", ALL)] == ["2:1"]
    state = assault(ashore=("harrison", "guise"), inside=("fijo-panama", "granada"), squadrons={"j2": 4})
    state.units["guise"].disrupted = True  # 5 1/2 to 6
    assert [fact["odds"] for fact in storm(state, 9).events("escalade", ALL)] == ["2:3"]


def test_3_445_who_has_nothing_to_lose_is_not_asked() -> None:
    fought = storm(assault(ashore=MEN[:4], squadrons={"j2": 2}), 3)  # a garrison alone
    assert fought.topics("bourbon") == []
    assert fought.topics("british") == ["escalade", "losses"]


def test_3_445_of_two_squadrons_the_most_damaged_loses_the_sail() -> None:
    state = two_to_one()
    state.squadrons["j3"].dp = 3
    storm(state, 8)
    assert (state.size("j2"), state.size("j3")) == (4, 2)


def test_3_443_named_units_that_are_not_ashore_do_not_storm() -> None:
    state = two_to_one()
    fought = play(escalades, state, RULING, british={"escalade": {"do": "storm", "units": []}}, dice={"escalade/": [7]})
    assert [fact["attack"] for fact in fought.events("escalade", ALL)] == ["12"]  # none named: all


# ------------------------------------------------------------------------------------------- what a siege tells


def test_3_45_a_siege_tells_what_it_costs() -> None:
    state = assault(ashore=MEN[:3], inside=("granada",))
    state.units["granada"].disrupted = True
    fought = play(sieges, state, RULING, dice={"siege/": [0, 3]})  # one Hit; one Hit
    assert [fact["port"] for fact in fought.events("siege", ALL)] == [PORTO_BELLO]
    assert [fact["lost"] for fact in fought.events("siege-over", ALL)] == [{"british": "0", "bourbon": "1"}]
    assert [fact["unit"] for fact in fought.events("disrupted", ALL)] == ["harrison"]
    assert [fact["unit"] for fact in fought.events("unit-lost", ALL)] == ["granada"]
    assert [note.text.split(":")[0] for note in fought.notes if note.throw] == [
        "The besiegers of Porto Bello", "The besieged of Porto Bello"]  # fmt: skip


def test_3_452_twice_the_defence_is_close_and_less_is_not() -> None:
    """A garrison of 1 and two Units make three: six ashore are twice as many, five are not."""
    for number, close in ((6, 1), (5, 0)):
        state = assault(ashore=MEN[:number], inside=("granada", "victoria"))
        state.date = date_of(1742, 6)
        assert siege_shift(state, PORTO_BELLO, "defender").total == close


def test_2_581_hits_go_round_and_stop() -> None:
    state = assault(ashore=MEN[:3])
    assert deal_hits(Table(), state, PORTO_BELLO, "british", MEN[:3], 1) == 0
    assert [state.units[unit].disrupted for unit in MEN[:3]] == [True, False, False]
    assert deal_hits(Table(), state, PORTO_BELLO, "british", MEN[:3], 9) == 3
    assert all(state.units[unit].gone for unit in MEN[:3])


# ------------------------------------------------------------------------------------------- who gets out


def test_3_463_unasked_personages_come_first_then_special_units_then_whole_ones() -> None:
    state = assault(CARTAGENA, ashore=MEN[:5], inside=("granada", "victoria", "marina-1"))
    governor(state, "virrey-nueva-granada", CARTAGENA)
    state.units["granada"].disrupted = True
    order = ["virrey-nueva-granada", "marina-1", "victoria", "granada"]
    for number, face in ((1, 8), (2, 6), (3, 1), (4, 0)):
        again = assault(CARTAGENA, ashore=MEN[:5], inside=("granada", "victoria", "marina-1"))
        governor(again, "virrey-nueva-granada", CARTAGENA)
        again.units["granada"].disrupted = True
        fought = falls(again, CARTAGENA, dice={"escape-units/": [face]})
        assert [fact["units"] for fact in fought.events("escaped", ALL)] == [order[:number]]
        lost = [fact["unit"] for fact in fought.events("unit-lost", ALL)]
        assert sorted(lost) == sorted(order[number:])


def test_3_466_if_nobody_escapes_nothing_is_told_of_it() -> None:
    fought = falls(assault(ashore=MEN[:2], inside=("granada",)), dice={"escape-units/": [9]})  # a fifth of one
    assert fought.events("escaped", ALL) == []


def test_3_464_units_may_leave_in_the_ships_though_there_is_a_box() -> None:
    state = assault(ashore=MEN[:2], inside=("granada", "victoria"))
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 4}, ready=True)
    falls(state, dice={"escape-units/": [0], "escape-sail/": [0]}, bourbon={"escape": {"to": "ships"}})
    assert [state.units[unit].at for unit in ("granada", "victoria")] == ["k1", "lb-panama"]  # three Sail: one Unit


def test_3_464_escaped_ships_are_not_seen_and_their_old_order_has_failed() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 4, "k2": 1}, ready=True)
    state.orders["k-show"] = Order("show-of-force", "bourbon", ["sp-flag-k"])
    state.formations["sp-flag-k"].order = "k-show"
    fought = falls(state, dice={"escape-sail/": [5], "struck/": [0]})  # five of six against five: 40 percent, two
    assert "k-show" not in state.orders
    assert [(one.what, one.fulfilled) for one in state.ended if one.side == "bourbon"] == [("k-show", False)]
    assert (state.formations["k1"].hushed, state.formations["k1"].marker[:2]) == (True, "z-")
    assert state.order_of("k1").kind == RVO  # type: ignore[union-attr]
    assert [fact["formation"] for fact in fought.events("broke-out", "bourbon")] == ["k1"]
    assert state.squadrons["k2"].formation == ""


@pytest.mark.parametrize(("sail", "face", "kept"), [(2, 1, 1), (3, 1, 2), (4, 1, 3)])
def test_3_46_six_attackers_against_two_three_and_four_sail(sail: int, face: int, kept: int) -> None:
    """More than twice as many: 50 in the hundred. Just twice, or half as many again: 75."""
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": sail}, ready=True)
    falls(state, dice={"escape-sail/": [face], "struck/": [0] * (sail - kept)})
    assert state.size("k1") == kept


def test_3_463_the_owner_chooses_the_class_that_escapes_and_unasked_the_best() -> None:
    for said, kept in (({}, FLAGSHIP), ({"escape": {"sail": ["sol-d"]}}, SOL_D)):
        state = assault(ashore=MEN[:2])
        anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 2}, ready=True)
        state.squadrons["k1"].sail = {FLAGSHIP: 1, SOL_D: 1}
        falls(state, dice={"escape-sail/": [1], "struck/": [0]}, bourbon=said)
        assert state.squadrons["k1"].sail == {kept: 1}


def test_3_468_every_sail_that_is_taken_is_thrown_for_and_told() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 3})
    state.squadrons["k1"].sail = {SOL_D: 3}
    fought = falls(state, dice={"struck/": [9, 0, 6]})
    assert [fact["fate"] for fact in fought.events("sunk", ALL)] == ["sunk", "taken"]
    assert state.squadrons["k1"].sail == {SOL_D: 1}
    assert fought.events("prize", "british")
    assert fought.counted.sail == [("bourbon", SOL_D, 2)]


def test_3_461_a_convoy_in_port_is_not_a_ship_of_war() -> None:
    state = assault(ashore=MEN[:2])
    put(state, "sp-troops-1", PORTO_BELLO, condition="fitting-out")
    falls(state)
    assert "sp-troops-1" in state.formations


def test_3_467_only_leaders_of_ships_in_the_port_are_thrown_for() -> None:
    state = assault(ashore=MEN[:2])
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 2})
    lead(state, "lezo", "cartagena", "sp-flag-k")
    lead(state, "iturriaga", "rcg")
    fought = falls(state, dice={"struck/": [0, 0], "escape-leader/": [0]})
    assert [roll.label.split("/")[2] for roll in fought.rolls if roll.label.startswith("escape-leader")] == ["lezo"]
    assert [fact["leader"] for fact in fought.events("escaped", "bourbon")] == ["lezo"]


def test_3_469_all_hear_whose_the_port_is_now_and_its_garrison_is_gone() -> None:
    state = assault(ashore=MEN[:2])
    assert garrison(state, PORTO_BELLO) == 1
    fought = falls(state)
    assert [(fact["port"], fact["by"]) for fact in fought.events("captured", ALL)] == [(PORTO_BELLO, "british")]
    assert garrison(state, PORTO_BELLO) == 0


def test_3_467_the_expedition_that_sailed_with_its_flotilla_appears_by_itself() -> None:
    for condition, seen in (("ready", True), ("fitting-out", False)):
        state = assault(ashore=MEN[:2])
        state.formations["br-flag-j2"].state = condition
        state.formations["br-troops-1"].goes_with, state.formations["br-troops-1"].marker = "br-flag-j2", ""
        falls(state)
        assert bool(state.formations["br-troops-1"].marker) is seen


# ------------------------------------------------------------------------------------------- the end of an assault


def give_up(state: State, port: str = PORTO_BELLO) -> Sequence[Any]:
    """The notes of an assault that is given up."""
    table = Table()
    abandon(table, state, RULING, port, "3.47", "it was given up")
    return table.story


def test_3_49_a_port_of_four_points_is_a_great_one() -> None:
    state = assault(ashore=MEN[:2])
    four = next(name for name, one in state.board.ports.items() if one.prestige == 4 and one.contingent == "spanish")
    great = assault(four, ashore=MEN[:5])
    told: list[int] = []

    async def rule(table: Table, state: State, ruling: Any) -> None:
        abandon(table, state, ruling, four, "3.47", "it was given up")

    told += [points for _, points, _ in play(rule, great, RULING).counted.awards]
    assert told == [-2]


def test_3_48_units_back_aboard_are_no_longer_ashore_and_plans_are_over() -> None:
    state = assault(ashore=MEN[:2])
    state.plans["br-flag-j2"] = {"then": [{"wait": "3"}]}
    give_up(state)
    assert not any(state.units[unit].landed for unit in MEN[:2])
    assert "br-flag-j2" not in state.plans


def test_3_482_all_hear_of_units_that_were_left_behind() -> None:
    state = assault(ashore=MEN[:2])
    for name in ("br-troops-1", "br-flag-j2"):
        state.formations[name].at = "s51"
    lost = [note.facts["unit"] for note in give_up(state) if note.event == "unit-lost" and note.to == ALL]
    assert lost == list(MEN[:2])


# ------------------------------------------------------------------------------------------- targets and landing


def test_3_413_without_a_flotilla_the_expedition_says_what_is_near() -> None:
    state = assault()
    state.orders["j-aao"].to = ["br-troops-1"]
    state.ports[PORTO_BELLO].holder = "british"
    assert flotilla_of(state, state.orders["j-aao"]) == ""
    table = Table()
    retarget(table, state)
    assert state.orders["j-aao"].targets == ["chagres"]
    assert [note.facts["target"] for note in table.story if note.event == "retargeted"] == ["chagres"]


def test_3_413_a_flotilla_far_away_takes_the_port_nearest_to_itself() -> None:
    state = assault()
    state.formations["br-flag-j2"].at = JAMAICA
    state.ports[PORTO_BELLO].holder = "british"
    retarget(Table(), state)
    target = state.orders["j-aao"].targets[0]
    assert target != "chagres"
    assert state.board.legs(JAMAICA, target) < state.board.legs(JAMAICA, "chagres")


def test_3_413_every_assault_is_looked_at() -> None:
    state = assault()
    put(state, "br-flag-j1", JAMAICA, {"j1": 2})
    state.orders["j-aao-3"] = Order(ASSAULT, "british", ["br-flag-j1"], "", ["chagres"])
    state.orders["z-aao"] = Order(ASSAULT, "british", ["br-flag-j1"], "", [JAMAICA])
    retarget(Table(), state)
    assert state.orders["z-aao"].targets != [JAMAICA]


def test_2_314_the_new_target_lies_in_the_command() -> None:
    state = assault()
    assert in_command(state, "br-flag-j2", PORTO_BELLO)
    assert not in_command(state, "br-flag-j2", "la-guaira")
    assert in_command(state, "br-troops-1", "la-guaira")  # a Convoy has no Command
    assert in_command(state, "", "la-guaira")


def test_3_425_a_landing_is_seen_and_remembered_by_the_order() -> None:
    state = assault(aboard=MEN[:2])
    play(land, state, RULING)
    assert state.orders["j-aao"].landed
    assert [state.formations[name].spotted for name in ("br-flag-j2", "br-troops-1")] == ["assault", "assault"]
    assert (besieged(state, PORTO_BELLO), besieged(state, CARTAGENA)) == (True, False)


def test_3_425_sieges_stand_in_the_order_of_names() -> None:
    state = assault(aboard=MEN[:2])
    state.units["guise"] = Unit("br-troops-2")
    put(state, "br-flag-j1", "chagres", {"j1": 2})
    put(state, "br-troops-2", "chagres")
    state.orders["j-aao-3"] = Order(ASSAULT, "british", ["br-flag-j1", "br-troops-2"], "", ["chagres"])
    for name in ("br-flag-j1", "br-troops-2"):
        state.formations[name].order = "j-aao-3"
    play(land, state, RULING)
    assert list(state.sieges) == ["chagres", PORTO_BELLO]
