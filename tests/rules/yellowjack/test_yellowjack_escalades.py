"""Landing and storm: who may land, strengths and odds, the throw, losses, what follows (3.41 to 3.44)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from rules.yellowjack.yellowjack_fights import RULING, Fought, anchored, assault, governor, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.blockade import declare
from pbem.adjudicator.yellowjack.base.contact import why_not_begin
from pbem.adjudicator.yellowjack.base.conventions import up
from pbem.adjudicator.yellowjack.base.squadrons import why_no_state
from pbem.adjudicator.yellowjack.ch2.marines import first_losses
from pbem.adjudicator.yellowjack.ch3.assaults import (
    besieged,
    blockades,
    cleared,
    land,
    retarget,
    together,
    why_no_target,
)
from pbem.adjudicator.yellowjack.ch3.defence import ashore, defenders, ready_sail, vacated
from pbem.adjudicator.yellowjack.ch3.escalades import column_of, drawn_up, escalades, number_lost, throw_storm
from pbem.adjudicator.yellowjack.state.pieces import Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ASSAULT, FITTING_OUT, FLAGSHIP, SOL
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

STORM = {"escalade": {"do": "storm"}}
MEN = ("harrison", "wentworth-foot", "cavendish-foot", "guise", "blakeney", "royal-scots")


def storm(state: State, face: int | None = None, *, british: Any = STORM, **more: Any) -> Fought:
    """The end of an Impulse in which the British storm if they may; `face` is the die of the storm."""
    dice = {"escalade/": [face]} if face is not None else {}
    return play(escalades, state, RULING, dice=dice | more.pop("dice", {}), british=british, **more)


# ------------------------------------------------------------------------------------------- targets


def test_3_412_the_target_is_a_port_that_the_enemy_holds() -> None:
    state = assault()
    assert why_no_target(state, "british", CARTAGENA) == ""
    assert "not held by the enemy" in why_no_target(state, "british", JAMAICA)
    assert "is no Port" in why_no_target(state, "british", "s52")


def test_3_414_no_two_assaults_of_a_fleet_on_one_port() -> None:
    state = assault()
    assert "another assault" in why_no_target(state, "british", PORTO_BELLO)
    assert why_no_target(state, "british", PORTO_BELLO, "j-aao") == ""


def test_3_413_a_target_that_is_already_held_gives_way_to_the_nearest_of_the_command() -> None:
    state = assault()
    state.ports[PORTO_BELLO].holder = "british"
    retarget(Table(), state)
    assert state.orders["j-aao"].targets == ["chagres"]


def test_3_413_an_assault_on_a_port_that_the_enemy_holds_keeps_its_target() -> None:
    state = assault()
    retarget(Table(), state)
    assert state.orders["j-aao"].targets == [PORTO_BELLO]


# ------------------------------------------------------------------------------------------- landing


@pytest.mark.parametrize(("late", "lands"), [("", True), ("br-flag-j2", False), ("br-troops-1", False)])
def test_3_422_nothing_lands_before_both_are_at_the_target(late: str, lands: bool) -> None:
    state = assault(aboard=MEN[:2])
    if late:
        state.formations[late].at = "s51"
    play(land, state, RULING)
    assert together(state, state.orders["j-aao"]) is lands
    assert (PORTO_BELLO in state.sieges) is lands


@pytest.mark.parametrize("inside", [False, True])
def test_3_424_ready_enemies_must_be_driven_from_the_space_but_not_from_the_harbour(inside: bool) -> None:
    state = assault(aboard=MEN[:2])
    if inside:
        anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 3})
    else:
        put(state, "sp-flag-k", PORTO_BELLO, {"k1": 3})
    play(land, state, RULING)
    assert cleared(state, PORTO_BELLO, "british") is inside
    assert (PORTO_BELLO in state.sieges) is inside


def test_3_425_all_land_unasked_and_all_hear_of_it() -> None:
    state = assault(aboard=MEN[:3])
    fought = play(land, state, RULING)
    assert ashore(state, PORTO_BELLO) == list(MEN[:3])
    assert all(state.units[unit].landed for unit in MEN[:3])
    assert [fact["units"] for fact in fought.events("landed", ALL)] == [list(MEN[:3])]
    assert "br-troops-1" in state.formations  # the Convoy stays


def test_3_425_units_may_stay_aboard_and_land_later() -> None:
    state = assault(aboard=MEN[:3])
    play(land, state, RULING, british={"land": {"units": [MEN[0]]}})
    assert ashore(state, PORTO_BELLO) == [MEN[0]]
    play(land, state, RULING)
    assert sorted(ashore(state, PORTO_BELLO)) == sorted(MEN[:3])
    assert state.sieges[PORTO_BELLO].since == state.now


def test_3_424_it_blockades_by_itself_and_begins_battles_at_its_target_alone() -> None:
    state = assault()
    assert (blockades(state, "br-flag-j2"), why_not_begin(state, "br-flag-j2")) == (PORTO_BELLO, "")
    state.plans["br-flag-j2"] = {"then": [{"wait": "1"}]}
    declare(Table(), state, ruling_of())
    assert state.formations["br-flag-j2"].blockades == ""  # told to do something else
    state.plans["br-flag-j2"] = {"then": [{"carry_on": "true"}]}
    declare(Table(), state, ruling_of())
    assert state.formations["br-flag-j2"].blockades == PORTO_BELLO
    assert blockades(state, "br-troops-1") == ""
    state.formations["br-flag-j2"].at = "s51"
    assert blockades(state, "br-flag-j2") == ""
    assert "on its way" in why_not_begin(state, "br-flag-j2")


# ------------------------------------------------------------------------------------------- too few, or gone


@pytest.mark.parametrize(("number", "stands"), [(2, False), (3, True)])
def test_3_427_fewer_units_ashore_than_the_garrison_fail_at_once(number: int, stands: bool) -> None:
    state = assault(CARTAGENA, aboard=MEN[:number])  # garrison 3
    play(land, state, RULING)
    assert (CARTAGENA in state.sieges) is stands
    assert ("j-aao" in state.orders) is stands


@pytest.mark.parametrize(("gone", "fails"), [("", False), ("br-flag-j2", True), ("br-troops-1", False)])
def test_3_43_an_assault_whose_flotilla_leaves_fails(gone: str, fails: bool) -> None:
    state = assault(ashore=MEN[:2])
    if gone:
        state.formations[gone].at = "s51"
    fought = play(vacated, state, RULING)
    assert ("j-aao" not in state.orders) is fails
    assert bool(fought.events("evacuated", ALL)) is fails


# ------------------------------------------------------------------------------------------- strengths


def test_3_443_the_worked_sum_of_cartagena() -> None:
    """Fortification 3, Virrey +1, Units of strength 12, garrison 3, six Sail Ready in the Harbour, six not: 66."""
    state = assault(CARTAGENA, ashore=MEN[:3])
    men = ("granaderos-habana", "marina-1", "marina-2", "fijo-cartagena", "milicia-cartagena", "portugal", "granada",
           "toledo")  # three special ones at 2, five plain ones: 11  # fmt: skip
    troops(state, CARTAGENA, *men)
    governor(state, "virrey-nueva-granada", CARTAGENA)  # 12
    anchored(state, "sp-flag-k", CARTAGENA, {"k1": 3, "k2": 3}, ready=True)
    anchored(state, "sp-flag-h", CARTAGENA, {"h1": 3, "h2": 3})
    this = drawn_up(state, CARTAGENA, ashore(state, CARTAGENA))
    assert (int(this.defence), ready_sail(state, CARTAGENA)) == (66, 6)


def test_3_443_the_attack_is_units_and_the_sail_of_the_executing_flotilla_alone() -> None:
    state = assault(ashore=("marines-1", "harrison"))  # 2 and 1, six Sail
    put(state, "br-flag-j1", PORTO_BELLO, {"j1": 2})
    assert drawn_up(state, PORTO_BELLO, ["marines-1", "harrison"]).attack == 9
    assert drawn_up(state, PORTO_BELLO, ["harrison"]).attack == 7


@pytest.mark.parametrize(
    ("inside", "defence", "column"),
    [((), 2, "3:1"), (("fijo-panama",), 4, "2:1"), (("fijo-panama", "granada"), 6, "3:2")],
)
def test_3_443_the_paper_run_of_porto_bello(inside: tuple[str, ...], defence: int, column: str) -> None:
    """Garrison 1, walls 2: (Units + 1) x 2. Six Sail, Marines and a company are 9."""
    state = assault(ashore=("marines-1", "harrison"), inside=inside)
    this = drawn_up(state, PORTO_BELLO, ["marines-1", "harrison"])
    assert (int(this.attack), int(this.defence)) == (9, defence)
    assert state.board.escalade.heading(column_of(state, this)) == column


@pytest.mark.parametrize(
    ("attack", "defence", "column"),
    [(15, 10, "3:2"), (14, 10, "1:1"), (5, 10, "1:2"), (6, 10, "1:2"), (67, 100, "2:3"), (39, 10, "3:1")],
)
def test_3_443_odds_are_read_for_the_defender(attack: int, defence: int, column: str) -> None:
    state = assault(ashore=MEN[:1])
    this = drawn_up(state, PORTO_BELLO, MEN[:1])
    this.attack, this.defence = Fraction(attack), Fraction(defence)
    assert state.board.escalade.heading(column_of(state, this)) == column


def test_2_583_a_disrupted_unit_counts_a_half_and_a_special_one_no_more() -> None:
    state = assault(ashore=("marines-1", "harrison"))
    for unit in ("marines-1", "harrison"):
        state.units[unit].disrupted = True
    assert drawn_up(state, PORTO_BELLO, ["marines-1", "harrison"]).attack == 7


def test_2_562_a_fort_rating_adds_to_the_walls() -> None:
    """Fortification 1 and a Personage of Fort +1 make 2."""
    state = assault("chagres", ashore=MEN[:2])
    assert state.board.ports["chagres"].fortification == 1
    governor(state, "virrey-nueva-granada", "chagres")
    assert drawn_up(state, "chagres", MEN[:2]).defence == (1 + 1) * 2


def test_3_432_every_unit_at_the_port_defends_and_an_enemy_ashore_does_not() -> None:
    state = assault(ashore=MEN[:2], inside=("fijo-panama",))
    assert defenders(state, PORTO_BELLO) == ["fijo-panama"]


# ------------------------------------------------------------------------------------------- who storms


def test_3_441_unasked_nobody_storms_below_four_to_one() -> None:
    state = assault(ashore=("marines-1", "harrison"), inside=("fijo-panama",))
    fought = storm(state, british={})
    assert (fought.rolls, PORTO_BELLO in state.sieges) == ([], True)


def test_3_446_at_four_to_one_a_port_falls_without_a_throw_or_a_loss() -> None:
    state = assault(ashore=("marines-1", "harrison"))  # 9 to 2
    fought = storm(state, british={})
    assert "escalade" not in fought.kinds()
    assert state.side_of_port(PORTO_BELLO) == "british"
    assert [state.units[unit].at for unit in ("marines-1", "harrison")] == [PORTO_BELLO] * 2
    assert fought.counted.ports == [("british", PORTO_BELLO)]


def test_3_446_who_waits_does_not_take_even_what_falls_without_a_throw() -> None:
    state = assault(ashore=("marines-1", "harrison"))
    storm(state, british={"escalade": {"do": "wait"}})
    assert state.side_of_port(PORTO_BELLO) == "bourbon"


def test_3_446_below_one_to_two_nobody_may_storm() -> None:
    state = assault(CARTAGENA, ashore=MEN[:3], squadrons={"j2": 1})  # 4
    troops(state, CARTAGENA, "fijo-cartagena")  # (1 + 3) x 3 is 12
    fought = storm(state)
    assert (fought.rolls, [fact["port"] for fact in fought.events("lapsed")]) == ([], [CARTAGENA])
    assert state.sieges[CARTAGENA].stormed == 0


def test_3_443_units_may_be_withheld() -> None:
    state = assault(ashore=("marines-1", "harrison"), inside=("fijo-panama",))
    fought = storm(state, 9, british={"escalade": {"do": "storm", "units": ["harrison"]}})
    assert [fact["attack"] for fact in fought.events("escalade", ALL)] == ["7"]
    assert state.units["marines-1"].gone == ""


def test_3_443_odds_are_open_to_both() -> None:
    state = assault(ashore=("marines-1", "harrison"), inside=("fijo-panama",))
    play(escalades, state, RULING)
    fought = storm(state, 5)
    question = next(each for each in fought.asked["british"] if each.topic == "escalade")
    assert (question.facts["own_strength"], question.facts["enemy_strength"]) == ("9", "4")


# ------------------------------------------------------------------------------------------- the throw


@pytest.mark.parametrize(("face", "taken"), [(0, True), (4, True), (5, False), (8, False)])
def test_3_445_with_an_s_the_port_is_captured(face: int, taken: bool) -> None:
    """At 2:1 the S stands at 0 to 4."""
    state = assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})
    assert drawn_up(state, PORTO_BELLO, ashore(state, PORTO_BELLO)).odds == 2
    storm(state, face)
    assert (state.side_of_port(PORTO_BELLO) == "british") is taken
    assert (PORTO_BELLO in state.sieges) is not taken


def test_3_445_with_an_r_the_expedition_evacuates() -> None:
    """At 2:1 a 9 throws the assault out, and sinks a Sail."""
    state = assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})
    fought = storm(state, 9)
    assert "j-aao" not in state.orders
    assert fought.counted.awards == [("british", -1, "3.49")]
    assert [fact["result"] for fact in fought.events("escalade-over", ALL)] == ["repulsed"]


@pytest.mark.parametrize(
    ("base", "involved", "lost"), [(4, 6, 3), (4, 12, 5), (1, 1, 1), (0, 9, 0), (3, 10, 3), (2, 4, 1)]
)
def test_3_445_losses_are_for_ten_units_fractions_up(base: int, involved: int, lost: int) -> None:
    assert number_lost(base, involved) == lost
    assert up(Fraction(1, 10)) == 1


def test_2_5_10_the_garrison_counts_for_losses_and_loses_nothing() -> None:
    """2 of 10 of two Units and a garrison of 1 is one Unit; more is asked of the defence than it has."""
    state = assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})
    storm(state, 7)  # 4/2: two of four, one of three
    assert sorted(name for name, unit in state.units.items() if unit.gone) == ["fijo-panama", "harrison", "marines-1"]
    storm(state, 0)
    assert state.units["granada"].gone == "eliminated"


def test_2_534_with_losses_one_of_the_marines_that_stormed_is_among_them() -> None:
    state = assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})
    storm(state, 7, british=STORM | {"losses": {"units": ["cavendish-foot", "harrison"]}})
    gone = sorted(name for name, unit in state.units.items() if unit.gone)
    assert gone == ["cavendish-foot", "fijo-panama", "marines-1"]


@pytest.mark.parametrize(
    ("order", "number", "lost"),
    [(("harrison", "grenadiers-a", "marines-1"), 1, ["grenadiers-a"]),
     (("harrison", "marines-1", "grenadiers-a"), 1, ["marines-1"]),
     (("harrison", "guise", "marines-1", "grenadiers-a"), 3, ["marines-1", "grenadiers-a", "harrison"])],
)  # fmt: skip
def test_2_53_marines_and_grenadiers_are_both_among_the_losses(
    order: tuple[str, ...], number: int, lost: list[str]
) -> None:
    state = assault(ashore=order)
    assert first_losses(state, order, order, number) == lost


def test_3_445_plain_units_go_unasked_and_the_owner_may_choose() -> None:
    for said, gone in (({}, "granada"), ({"losses": {"units": ["fijo-panama"]}}, "fijo-panama")):
        state = assault(ashore=MEN[:5], inside=("fijo-panama", "granada"))
        state.units["granada"].disrupted = True
        storm(state, 5, bourbon=said)
        assert [name for name in ("fijo-panama", "granada") if state.units[name].gone] == [gone]


@pytest.mark.parametrize(("attacker", "defender", "column"), [(0, 0, 4), (-1, 0, 3), (1, 0, 5), (0, -1, 5)])
def test_2_562_a_minus_of_cbt_helps_its_own_side(attacker: int, defender: int, column: int) -> None:
    """Face 4 at 2:1 reads 4; Cathcart -1 makes it 3, Wentworth +1 makes it 5, the Virrey's -1 makes it 5."""
    state = assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})
    units = [*ashore(state, PORTO_BELLO)]
    this = drawn_up(state, PORTO_BELLO, units)
    names = {-1: "cathcart", 1: "wentworth"}
    for value, at, into in ((attacker, PORTO_BELLO, this.units), (defender, PORTO_BELLO, this.defenders)):
        if value:
            name = "virrey-nueva-granada" if into is this.defenders else names[value]
            governor(state, name, at)
            into.append(name)
    fought = play(throw_storm, state, this, dice={"escalade/": [4]})
    row = state.board.escalade.read(column_of(state, this), column)
    assert fought.outcome == row


def test_3_445_the_stars_before_the_die_sink_sail_of_the_flotilla() -> None:
    state = assault(ashore=("marines-1", *MEN[:3]), inside=("fijo-panama", "granada"), squadrons={"j2": 4, "j3": 3})
    fought = storm(state, 8)  # *4/2
    assert sum(state.sail_of("br-flag-j2").values()) == 6
    assert fought.counted.sail == []  # land combat: no Prestige (1.612)


def test_3_445_the_stars_after_it_sink_sail_of_the_defender_and_the_owner_chooses() -> None:
    state = assault(ashore=("marines-1", *MEN[:5]), inside=("fijo-panama",), squadrons={"j2": 4, "j3": 4, "j4": 3})
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 4}, ready=True)
    state.squadrons["k1"].sail = {FLAGSHIP: 1, SOL: 3}
    assert drawn_up(state, PORTO_BELLO, ashore(state, PORTO_BELLO)).defence == 8
    fought = storm(state, 1, bourbon={"losses": {"sail": ["flagship"]}})  # 1S/8*
    assert [fact["class"] for fact in fought.events("sunk", ALL)][:1] == [FLAGSHIP]
    assert state.side_of_port(PORTO_BELLO) == "british"


# ------------------------------------------------------------------------------------------- garrisons alone


@pytest.mark.parametrize("face", [5, 9])
def test_3_447_a_garrison_alone_falls_to_any_storm_whatever_the_die(face: int) -> None:
    state = assault(ashore=("marines-1", "harrison"), squadrons={"j2": 3})  # 6 to 2: 3:1
    state.units["marines-1"].disrupted = True  # 4 1/2 to 2: 2:1
    storm(state, face)
    assert state.side_of_port(PORTO_BELLO) == "british"


def test_3_447_too_few_left_after_the_losses_fail_all_the_same() -> None:
    """Garrison 1, one Unit storms at 3:1, and is lost."""
    state = assault(ashore=("harrison",), squadrons={"j2": 4, "j3": 1})  # 6 to 2
    assert state.board.escalade.heading(column_of(state, drawn_up(state, PORTO_BELLO, ["harrison"]))) == "3:1"
    storm(state, 2)
    assert state.side_of_port(PORTO_BELLO) == "bourbon"
    assert "j-aao" not in state.orders


def test_3_447_ships_ready_in_the_harbour_are_more_than_a_garrison_alone() -> None:
    state = assault(ashore=MEN[:3], squadrons={"j2": 4})  # 7
    anchored(state, "sp-flag-k", PORTO_BELLO, {"k1": 1}, ready=True)  # 2 + 1: 2:1
    storm(state, 6)
    assert state.side_of_port(PORTO_BELLO) == "bourbon"


def test_3_447_a_defence_reduced_to_its_garrison_falls() -> None:
    """At 2:1 a 6 costs the one Unit of the defence: 3 of 10 of two is one."""
    state = assault(ashore=("marines-1", "harrison"), inside=("fijo-panama",))
    storm(state, 6)
    assert state.units["fijo-panama"].gone == "eliminated"
    assert state.side_of_port(PORTO_BELLO) == "british"


def test_3_431_who_is_in_ordinary_stays_so_while_the_port_is_besieged() -> None:
    state = assault(ashore=MEN[:2])
    state.squadrons["k1"].sail = {SOL: 2}
    state.lay_up("k1", PORTO_BELLO)

    def change(squadron: str) -> str:
        shut = besieged(state, PORTO_BELLO)
        return why_no_state(state, "bourbon", squadron, FITTING_OUT, besieged=shut)

    assert "besieged" in change("k1")
    del state.sieges[PORTO_BELLO]
    assert change("k1") == ""


def test_3_421_an_order_of_another_kind_is_no_assault() -> None:
    state = assault()
    state.orders["j-aao"] = Order("cruise", "british", ["br-flag-j2"])
    assert blockades(state, "br-flag-j2") == ""
    assert state.orders["j-aao"].kind != ASSAULT
