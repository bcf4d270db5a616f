"""The yard, wear, states, Formations, postings, checks and Prestige of Yellow Jack (R3, R11, R12, 1.61)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rules.playing_rules import DEFAULT, play, told
from rules.yellowjack.yellowjack_views import put_to_sea, set_up

from pbem.adjudicator.yellowjack.base.careers import posting, promote, relief
from pbem.adjudicator.yellowjack.base.formations import forming, is_full, why_not_of_flag
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.squadrons import states_step
from pbem.adjudicator.yellowjack.base.stations import strategy_check, strategy_rating
from pbem.adjudicator.yellowjack.base.wear import attrition
from pbem.adjudicator.yellowjack.base.yard import repair_step, rolls_at
from pbem.adjudicator.yellowjack.ch1.victory import count_orders, decide_victory, gain, is_last, port_taken, sail_lost
from pbem.adjudicator.yellowjack.state.pieces import Ended, Personage, PortHeld
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    BOURBON,
    BRITISH,
    DETACHMENT,
    FITTING_OUT,
    FRENCH,
    GONE,
    IN_ORDINARY,
    READY,
    SPANISH,
    date_of,
)
from pbem.adjudicator.yellowjack.turn.administration import units_back

RULING = Ruling()
JAMAICA, CARTAGENA, PORTO_BELLO = "port-royal-jamaica", "cartagena-de-indias", "porto-bello"


# ------------------------------------------------------------------------------------------------- Strategy Checks


def test_r3_12_the_admiral_of_a_command_acts_for_it() -> None:
    state = set_up()
    assert strategy_rating(state, "jamaica") == 7  # Vernon
    assert strategy_rating(state, "cartagena") == 7  # Lezo


def test_r3_12_a_commodore_at_a_station_has_one_less() -> None:
    state = set_up()
    state.leaders["vernon"].posts, state.leaders["brown"].posts = [], ["jamaica"]
    assert strategy_rating(state, "jamaica") == 4 - 1
    state.leaders["brown"].posts = ["british-fleet", "jamaica"]  # both Stations: only as Fleet Admiral
    assert (strategy_rating(state, "british-fleet"), strategy_rating(state, "jamaica")) == (3, 4)


def test_r3_12_a_vacant_command_is_led_by_the_fleet_admiral_at_half() -> None:
    state = set_up()
    assert strategy_rating(state, "leewards") == 7 // 2


def test_r3_12_a_vacant_fleet_is_led_by_the_senior_command_admiral_at_one_less() -> None:
    assert strategy_rating(set_up(), "bourbon-fleet") == 7 - 1  # Lezo


def test_2_154_a_lost_hq_halves_the_rating() -> None:
    state = set_up()
    state.ports[CARTAGENA] = PortHeld(BRITISH)
    assert strategy_rating(state, "cartagena") == 3


@pytest.mark.parametrize(("face", "passed"), [(7, True), (8, False), (10, True), (9, False)])
def test_r3_11_a_check_passes_on_the_rating_or_less(face: int, passed: bool) -> None:
    answers = [("R3.11", face)]
    assert play(strategy_check, set_up(), BRITISH, "jamaica", "issue.x", "a check", answers=answers)[0] is passed


def test_2_562_a_viceroy_at_the_hq_helps_by_two() -> None:
    state = set_up()
    check = (BOURBON, "cartagena", "issue.x", "a check")
    state.leaders["lezo"].posts = []
    assert strategy_rating(state, "cartagena") == 1  # generic 3, halved
    assert play(strategy_check, state, *check, answers=[("R3.11", 3)])[0] is True
    assert play(strategy_check, state, *check, answers=[("R3.11", 4)])[0] is False
    state.personages["virrey-nueva-granada"].at = PORTO_BELLO
    assert play(strategy_check, state, *check, answers=[("R3.11", 2)])[0] is False


# ------------------------------------------------------------------------------------------------------- the yard


def laid_up(state: State, squadron: str, port: str, dp: int) -> State:
    state.lay_up(squadron, port)
    state.squadrons[squadron].dp = dp
    for name in [name for name in state.formations if state.empty(name)]:
        state.remove(name)
    return state


def yard(state: State, *dice: tuple[str, int], british: object = (), stores: object = ()) -> list[str]:
    """Plays the repair step: dice of the British yards, then of the Bourbons'."""
    answers = [("R11.4", list(british)), *dice, ("R11.5", list(stores)), ("R11.4", []), ("R11.5", [])]  # type: ignore[call-overload]
    return told(play(repair_step, state, RULING, answers=answers)[1], "repaired")


@pytest.mark.parametrize(("face", "left"), [(10, 6), (2, 6), (3, 7), (6, 7), (7, 8), (9, 8)])
def test_r11_4_a_roll_takes_off_three_two_or_one(face: int, left: int) -> None:
    state = laid_up(set_up(), "j1", JAMAICA, 9)
    yard(state, ("R11.4", face), ("R11.4", 10), ("R11.4", 10))
    assert 9 - state.squadrons["j1"].dp == (9 - left) + 6  # Port Royal makes three rolls


def test_r11_4_a_port_makes_its_rolls_and_the_worst_comes_first() -> None:
    state = laid_up(laid_up(set_up(), "j1", JAMAICA, 1), "j2", JAMAICA, 5)
    yard(state, ("R11.4", 10), ("R11.4", 10), ("R11.4", 10))
    assert (state.squadrons["j2"].dp, state.squadrons["j1"].dp) == (0, 0)


def test_r11_4_the_owner_says_who_comes_first_and_how_far() -> None:
    state = laid_up(laid_up(set_up(), "j1", JAMAICA, 5), "j2", JAMAICA, 9)
    order = [{"port": JAMAICA, "squadrons": ["j1"], "until": "sound"}]
    yard(state, ("R11.4", 10), ("R11.4", 10), ("R11.4", 10), british=order)
    assert (state.squadrons["j1"].dp, state.squadrons["j2"].dp) == (0, 6)


def test_r11_4_only_what_lies_in_ordinary_is_repaired() -> None:
    state = set_up()
    state.squadrons["j1"].dp = 2
    assert yard(state) == []


def test_1_325_a_port_newly_taken_mends_nothing() -> None:
    state = set_up()
    state.date = date_of(1739, 14)
    for captured, rolls in ((0, 2), (date_of(1739, 14), 0), (date_of(1739, 13), 0), (date_of(1739, 12), 2)):
        state.ports[CARTAGENA].captured = captured
        assert rolls_at(state, RULING, CARTAGENA) == rolls


def test_1_322_some_ports_mend_on_quarterly_turns_alone() -> None:
    state = set_up()
    assert rolls_at(state, RULING, PORTO_BELLO) == 0
    state.date = date_of(1739, 16)
    assert rolls_at(state, RULING, PORTO_BELLO) == 1


def test_r11_4_a_besieged_port_mends_nothing() -> None:
    state = set_up()
    assert rolls_at(state, Ruling(besieged=lambda _state, port: port == CARTAGENA), CARTAGENA) == 0


def test_r11_5_stores_take_off_two_at_most() -> None:
    state = set_up()
    state.squadrons["j1"].dp, state.ports[JAMAICA].stores = 5, 3
    yard(state, stores=[{"port": JAMAICA, "squadron": "j1", "points": "3"}])
    assert (state.squadrons["j1"].dp, state.ports[JAMAICA].stores) == (3, 1)


def worn(port: str, dp: int) -> State:
    """The Spanish Squadron Fitting Out at a Port with so many DPs; its rating is 14, a third of it 5."""
    state = set_up()
    state.formations["sp-flag-k"].at = port
    state.squadrons["k1"].dp = dp
    return state


@pytest.mark.parametrize(("dp", "face", "left"), [(6, 4, 5), (6, 5, 6), (15, 4, 13), (14, 4, 13)])
def test_r11_6_a_worn_squadron_patches_herself_in_a_minor_port(dp: int, face: int, left: int) -> None:
    state = worn("rio-de-la-hacha", dp)
    answers = [("R11.4", []), ("R11.5", []), ("R11.4", []), ("R11.5", []), ("R11.6", face)]
    play(repair_step, state, RULING, answers=answers)
    assert state.squadrons["k1"].dp == left


@pytest.mark.parametrize(("port", "dp"), [("rio-de-la-hacha", 5), ("rio-de-la-hacha", 4), (CARTAGENA, 9)])
def test_r11_6_never_below_a_third_and_never_where_there_is_a_yard(port: str, dp: int) -> None:
    answers: list[tuple[str, object]] = [("R11.4", []), ("R11.5", []), ("R11.4", []), ("R11.5", [])]
    play(repair_step, worn(port, dp), RULING, answers=answers)


def test_r11_6_a_quarterly_yard_lets_crews_patch_between_its_quarters() -> None:
    state = worn(PORTO_BELLO, 6)
    answers = [("R11.4", []), ("R11.5", []), ("R11.4", []), ("R11.5", []), ("R11.6", 10)]
    play(repair_step, state, RULING, answers=answers)
    assert state.squadrons["k1"].dp == 5


# ----------------------------------------------------------------------------------------------------------- wear


def wear_of(state: State, formation: str, face: int) -> dict[str, int]:
    """The DPs that a Formation's Squadrons suffer by one face; all others are off the map."""
    for name in [name for name in state.formations if name != formation]:
        state.remove(name)
    before = {name: state.squadrons[name].dp for name in state.squadrons_of(formation)}
    play(attrition, state, RULING, answers=[("R11.7", face)])
    return {name: state.squadrons[name].dp - dp for name, dp in before.items()}


@pytest.mark.parametrize(("face", "dps"), [(10, 0), (1, 0), (2, 1), (7, 1), (8, 1), (9, 2)])
def test_r11_7_a_ready_squadron_reads_its_line(face: int, dps: int) -> None:
    state = set_up()
    put_to_sea(state, "sp-flag-k", "s53")
    state.formations["sp-flag-k"].port_impulses = 1  # neither at sea all Turn nor long in port
    assert wear_of(state, "sp-flag-k", face) == {"k1": dps}


@pytest.mark.parametrize(("face", "dps"), [(7, 0), (8, 1), (9, 1)])
def test_r11_7_a_squadron_fitting_out_reads_its_line(face: int, dps: int) -> None:
    state = set_up()
    state.formations["sp-flag-k"].port_impulses = 1
    assert wear_of(state, "sp-flag-k", face) == {"k1": dps}


def test_r11_7_a_whole_turn_at_sea_is_one_worse_and_two_impulses_in_port_one_better() -> None:
    state = set_up()
    put_to_sea(state, "sp-flag-k", "s53")
    assert wear_of(state, "sp-flag-k", 1) == {"k1": 1}  # 1 + 1 = 2
    state = set_up()
    state.formations["sp-flag-k"].port_impulses = 2
    assert wear_of(state, "sp-flag-k", 8) == {"k1": 0}  # 8 - 1 = 7


def test_1_322_a_blockader_adds_the_blockade_value() -> None:
    state = set_up()
    put_to_sea(state, "sp-flag-k", "s53")
    state.formations["sp-flag-k"].port_impulses = 1
    state.formations["sp-flag-k"].blockade_value = 3
    assert wear_of(state, "sp-flag-k", 6) == {"k1": 2}  # 6 + 3 = 9


def test_2_142_frigates_wear_less() -> None:
    state = set_up()
    put_to_sea(state, "rcg", "s57")
    state.formations["rcg"].port_impulses = 1
    assert wear_of(state, "rcg", 3) == {"g1": 1, "gf1": 0}  # 3 and 3 - 2


def test_r11_7_a_battered_squadron_wears_more() -> None:
    state = set_up()
    put_to_sea(state, "sp-flag-k", "s53")
    state.formations["sp-flag-k"].port_impulses = 1
    state.squadrons["k1"].dp = 10  # two thirds of 14 are 9 and a third
    assert wear_of(state, "sp-flag-k", 8) == {"k1": 2}


def test_r3_15_ready_within_a_besieged_harbour_reads_the_line_of_the_harbour() -> None:
    state = set_up()
    state.formations["sp-flag-k"].state, state.formations["sp-flag-k"].inside = READY, True
    state.formations["sp-flag-k"].port_impulses = 1
    assert wear_of(state, "sp-flag-k", 7) == {"k1": 0}


@pytest.mark.parametrize(("face", "dps"), [(8, 0), (9, 1)])
def test_r11_7_what_is_laid_up_in_a_port_has_one_die_without_modifiers(face: int, dps: int) -> None:
    state = laid_up(laid_up(set_up(), "j1", JAMAICA, 0), "j2", JAMAICA, 7)
    for name in list(state.formations):
        state.remove(name)
    play(attrition, state, RULING, answers=[("R11.7", face)])
    assert (state.squadrons["j1"].dp, state.squadrons["j2"].dp) == (dps, 7 + dps)


def test_2_33_grog_changes_the_sum_of_a_formation() -> None:
    state = set_up()
    put_to_sea(state, "br-flag-j2", "s40")
    for name in [name for name in state.formations if name != "br-flag-j2"]:
        state.remove(name)
    play(attrition, state, Ruling(spare=lambda _s, _f, dps: dps - 1), answers=[("R11.7", 4)])
    assert state.squadrons["j2"].dp + state.squadrons["j3"].dp == 1


# ------------------------------------------------------------------------------------------------- states and Sail


def states(state: State, *british: dict[str, str], refit: object = (), ruling: Ruling = RULING) -> list[str]:
    answers = [("R3.5", list(british)), ("R3.9", list(refit)), ("R3.5", []), ("R3.9", [])]  # type: ignore[call-overload]
    return told(play(states_step, state, ruling, answers=answers)[1], "lapsed")


def test_r3_5_a_squadron_goes_in_ordinary_and_fits_out_again_alone() -> None:
    state = set_up()
    assert states(state, {"squadron": "j3", "to": "in_ordinary"}) == []
    assert (state.state_of("j3"), state.squadrons["j3"].at) == (IN_ORDINARY, JAMAICA)
    assert state.formations["br-flag-j2"].squadrons == ["j2"]
    assert states(state, {"squadron": "j3", "to": "fitting_out"}) == []
    assert (state.formations["j3"].squadrons, state.state_of("j3")) == (["j3"], FITTING_OUT)


def test_r3_5_who_is_at_sea_keeps_the_state() -> None:
    state = set_up()
    put_to_sea(state, "br-flag-j1", "s40")
    assert "not in port" in states(state, {"squadron": "j1", "to": "in_ordinary"})[0]
    assert "no Squadron of yours" in states(state, {"squadron": "k1", "to": "in_ordinary"})[0]


def test_3_431_nobody_fits_out_in_a_besieged_port() -> None:
    state = laid_up(set_up(), "j3", JAMAICA, 0)
    siege = Ruling(besieged=lambda _state, port: port == JAMAICA)
    assert "besieged" in states(state, {"squadron": "j3", "to": "fitting_out"}, ruling=siege)[0]


def test_r3_5_a_cripple_in_port_goes_in_ordinary_and_stays() -> None:
    state = set_up()
    state.squadrons["j1"].dp = 11
    assert "crippled" in states(state, {"squadron": "j1", "to": "fitting_out"})[0]
    assert state.state_of("j1") == IN_ORDINARY
    assert "br-flag-j1" not in state.formations


def test_r9_7_an_order_fails_with_the_formation_that_is_laid_up() -> None:
    state = set_up()
    from pbem.adjudicator.yellowjack.base.orders import take_up

    take_up(state, "j-cruise-main", "cruise", BRITISH, ["br-flag-j1"], ["santa-marta"], state.date)
    states(state, {"squadron": "j1", "to": "in_ordinary"})
    assert state.boxes(BRITISH) == (0, 1)


def test_r3_9_sail_go_over_with_their_share_of_damage_rounded_up() -> None:
    state = set_up()
    state.squadrons["j2"].dp = 5
    assert states(state, refit=[{"class": "sol", "number": "1", "from": "j2", "into": "j3"}]) == []
    assert (state.squadrons["j2"].sail, state.squadrons["j2"].dp) == ({"sol": 3}, 3)  # 5 x 1 / 4 is 2
    assert (state.squadrons["j3"].sail, state.squadrons["j3"].dp) == ({"sol": 2, "sol-d": 1}, 2)


@pytest.mark.parametrize(("entry", "why"), [
    ({"class": "sol", "number": "3", "from": "j2", "into": "j3"}, "no room"),
    ({"class": "frigate", "number": "1", "from": "jf1", "into": "j3"}, "Frigates sail with Frigates"),
    ({"class": "sol", "number": "1", "from": "j3", "into": "k1"}, "no Squadron of yours"),
    ({"class": "flagship", "number": "1", "from": "j2", "into": "j3"}, "not so many"),
])
def test_r3_9_what_may_not_be_shifted_says_why(entry: dict[str, str], why: str) -> None:
    state = set_up()
    assert why in states(state, refit=[entry])[0]


def test_r3_3_a_squadron_whose_last_sail_goes_is_unformed() -> None:
    state = set_up()
    states(state, refit=[{"class": "sol", "number": "1", "from": "j1", "into": "j3"},
                         {"class": "sol-d", "number": "1", "from": "j1", "into": "j3"}])  # fmt: skip
    assert (state.size("j1"), state.place_of("j1")) == (0, "")
    assert "br-flag-j1" not in state.formations


# ------------------------------------------------------------------------------------------------------ Formations


def make(state: State, *british: Mapping[str, object]) -> list[str]:
    answers = [("R3.7", list(british)), ("R3.7", [])]
    return told(play(forming, state, RULING, answers=answers)[1], "lapsed")


def test_r3_7_squadrons_of_one_port_make_a_detachment() -> None:
    state = set_up()
    entry = {"formation": "br-det-j1", "at": JAMAICA, "squadrons": ["j3", "jf1"]}
    assert make(state, entry) == []
    assert state.formations["br-det-j1"].kind == DETACHMENT
    assert state.formations["br-det-j1"].squadrons == ["j3", "jf1"]
    assert "jf1" not in state.formations
    assert state.formations["br-flag-j2"].squadrons == ["j2"]


def test_r3_6_a_detachment_holds_two_squadrons() -> None:
    entry = {"formation": "br-det-j1", "at": JAMAICA, "squadrons": ["j3", "jf1", "j2"]}
    assert "2 Squadrons at most" in make(set_up(), entry)[0]


def test_r3_6_a_flag_wants_an_admiral() -> None:
    state = set_up()
    state.remove("br-flag-j1")
    state.new_formation("j1", "independent", JAMAICA, FITTING_OUT, ["j1"])
    for leader in state.leaders.values():
        leader.gone = "" if leader.posts else "killed"
    assert "no Admiral" in make(state, {"formation": "br-flag-j1", "at": JAMAICA, "squadrons": ["j1"]})[0]


def test_r3_7_a_flotilla_without_squadrons_is_gone_and_its_leader_ashore() -> None:
    state = set_up()
    assert make(state, {"formation": "br-flag-j1", "at": JAMAICA, "squadrons": []}) == []
    assert "br-flag-j1" not in state.formations
    assert state.leaders["brown"].posts == []
    assert state.formations["j1"].squadrons == ["j1"]


def test_r3_8_a_flag_takes_two_detachments_of_its_command_at_most() -> None:
    state = set_up()
    make(state, {"formation": "br-det-j1", "at": JAMAICA, "squadrons": ["jf1"]})
    assert why_not_of_flag(state, "br-det-j1", "br-flag-j2") == ""
    assert "only a Detachment" in why_not_of_flag(state, "br-flag-j1", "br-flag-j2")
    for name, full in (("br-det-j1", False), ("br-det-j2", True)):
        if name not in state.formations:
            state.new_formation(name, DETACHMENT, JAMAICA, FITTING_OUT)
        state.formations[name].goes_with = "br-flag-j2"
        assert is_full(state, "br-flag-j2") is full


# -------------------------------------------------------------------------------------------------------- careers


def post(state: State, *british: dict[str, str]) -> list[str]:
    answers = [("R3.13", list(british)), ("R3.13", [])]
    return told(play(posting, state, answers=answers)[1], "lapsed")


def test_r3_13_a_leader_of_the_mess_is_posted_and_the_junior_before_goes_ashore() -> None:
    state = set_up()
    assert post(state, {"leader": "ogle", "to": "br-flag-j1"}) == []
    assert (state.leaders["ogle"].posts, state.leaders["brown"].posts) == (["br-flag-j1"], [])


def test_r3_13_nobody_is_posted_over_a_senior_or_from_the_sea() -> None:
    state = set_up()
    assert "senior" in post(state, {"leader": "brown", "to": "br-flag-j2"})[0]
    put_to_sea(state, "br-flag-j1", "s40")
    assert "at sea" in post(state, {"leader": "brown", "to": "leewards"})[0]
    assert "no such Leader" in post(state, {"leader": "lezo", "to": "jamaica"})[0]


def test_r11_9_leaders_are_promoted_on_turn_1_by_their_dates() -> None:
    state = set_up()
    state.date = date_of(1745, 16)

    async def on_turn(table: object) -> None:
        promote(table, state)  # type: ignore[arg-type]

    play(on_turn)
    assert state.leaders["vernon"].rank == "vice-admiral"
    state.date = date_of(1746, 1)
    play(on_turn)
    assert state.leaders["vernon"].rank == "admiral"  # since Turn 6 of 1745


@pytest.mark.parametrize(("lost", "face", "relieved"), [(1, 9, True), (1, 8, False), (0, 9, False)])
def test_1_615_each_point_lost_adds_two_to_relief(lost: int, face: int, relieved: bool) -> None:
    state = set_up()
    state.date, state.prestige[BRITISH] = date_of(1739, 16), 3
    answers = [("R11.10", face)] + ([("R11.10", DEFAULT)] if relieved else [])
    losses, behind = {BRITISH: lost, BOURBON: 0}, {BRITISH: True, BOURBON: False}
    play(relief, state, losses, behind, answers=answers)
    assert (state.leaders["vernon"].posts == []) is relieved  # Vice-Admiral: one less


def test_r11_10_a_point_of_prestige_keeps_the_admiral() -> None:
    state = set_up()
    state.date = date_of(1739, 16)
    losses, behind = {BRITISH: 5, BOURBON: 0}, {BRITISH: True, BOURBON: False}
    play(relief, state, losses, behind, answers=[("R11.10", 5), ("R11.10", DEFAULT)])
    assert "british-fleet" in state.leaders["vernon"].posts
    assert state.prestige[BRITISH] == 9


# ------------------------------------------------------------------------------------------------------- Prestige


def counted(state: State, function: object, *more: object) -> list[str]:
    async def count(table: object) -> None:
        function(table, state, *more)  # type: ignore[operator]

    return [note.text for note in play(count)[1]]


@pytest.mark.parametrize(("sort", "number", "points"), [
    ("flagship", 1, 2), ("sol", 2, 2), ("sol-d", 1, 1), ("frigate", 1, 0), ("frigate", 2, 1), ("frigate", 3, 1)])
def test_1_612_sail_lost_are_worth_prestige_to_the_enemy(sort: str, number: int, points: int) -> None:
    state = set_up()
    counted(state, sail_lost, BOURBON, sort, number)
    assert (gain(state, BRITISH), gain(state, BOURBON)) == (points, 0)


def test_1_612_an_odd_frigate_waits_for_the_next() -> None:
    state = set_up()
    counted(state, sail_lost, BOURBON, "frigate", 1)
    counted(state, sail_lost, BOURBON, "frigate", 1)
    assert gain(state, BRITISH) == 1


def test_1_613_a_port_is_worth_its_figure_and_costs_its_owner_half() -> None:
    state = set_up()
    counted(state, port_taken, BRITISH, PORTO_BELLO)
    assert (gain(state, BRITISH), gain(state, BOURBON)) == (3, -2)
    counted(state, port_taken, BOURBON, PORTO_BELLO)
    assert (gain(state, BRITISH), gain(state, BOURBON)) == (3, 0)


@pytest.mark.parametrize(("fulfilled", "failed", "points"), [(3, 0, 1), (2, 0, 0), (6, 1, 1), (0, 3, -1), (1, 6, -1)])
def test_1_611_each_full_three_net_orders_are_a_point(fulfilled: int, failed: int, points: int) -> None:
    from pbem.adjudicator.yellowjack.base.prestige import boxes_to_prestige

    state = set_up()
    state.ended = [Ended(BRITISH, "x", number < fulfilled, state.date, "R9.13") for number in range(fulfilled + failed)]
    counted(state, boxes_to_prestige, 3)
    assert gain(state, BRITISH) == points
    assert state.boxes(BRITISH) == (0, 0)


def test_3_34_the_boxes_are_counted_on_quarterly_turns_alone() -> None:
    state = set_up()
    state.ended = [Ended(BRITISH, "x", True, state.date, "R9.13")]
    counted(state, count_orders)
    assert state.boxes(BRITISH) == (1, 0)
    state.date = date_of(1739, 16)
    counted(state, count_orders)
    assert gain(state, BRITISH) == 1  # in porto-bello each net Order is a point


def test_r12_1_prestige_never_falls_below_nothing() -> None:
    state = set_up()
    state.prestige[BOURBON] = 1
    counted(state, port_taken, BRITISH, PORTO_BELLO)
    assert state.prestige[BOURBON] == 0
    assert state.ledger[-1].points == -1


@pytest.mark.parametrize(("british", "bourbon", "winner", "level"), [
    (5, 0, "draw", "drawn"), (6, 0, BRITISH, "marginal"), (8, 0, BRITISH, "substantial"), (10, 0, BRITISH, "decisive"),
    (4, 0, BOURBON, "marginal"), (3, 1, BOURBON, "substantial"), (1, 1, BOURBON, "decisive"), (7, 2, "draw", "drawn")])
def test_r12_6_the_gains_are_compared_less_the_handicap(british: int, bourbon: int, winner: str, level: str) -> None:
    state = set_up()
    state.prestige[BRITISH] += british
    state.prestige[BOURBON] += bourbon
    counted(state, decide_victory)
    assert (state.winner, state.level, state.over) == (winner, level, True)


def test_1_62_the_last_turn_is_the_scenarios() -> None:
    state = set_up()
    assert not is_last(state)
    state.date = date_of(1739, 16)
    assert is_last(state)
    assert SPANISH != FRENCH


def test_1_61_every_change_of_prestige_stands_in_a_ledger_that_all_may_read() -> None:
    state = set_up()

    async def count(table: object) -> None:
        sail_lost(table, state, BOURBON, "sol", 1)  # type: ignore[arg-type]

    notes = play(count)[1]
    assert [(line.side, line.points, line.case) for line in state.ledger] == [(BRITISH, 1, "1.612")]
    assert {note.to for note in notes} == {"all"}


def test_1_621_a_scenario_ends_with_its_last_turn_and_not_before() -> None:
    state = set_up()
    for turn, over in ((15, False), (16, True)):
        state.date = date_of(1739, turn)
        assert is_last(state) is over


def test_r4_6_a_personage_whose_time_has_come_is_replaced_in_administration() -> None:
    state = set_up()
    state.personages["virrey-nueva-granada"] = Personage(GONE, "captured", back_on=state.date)
    play(units_back, state, RULING)
    assert state.personages["virrey-nueva-granada"].at == CARTAGENA
