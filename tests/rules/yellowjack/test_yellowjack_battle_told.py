"""Battle in every detail: what is asked and told, Frigates, Convoys, joining, Leaders, retreat (FI-R 8)."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from rules.yellowjack.test_yellowjack_battle import LEAVE, SEA, STAY, clash, fight, meeting, one_round
from rules.yellowjack.yellowjack_fights import RULING, Turns, lead, play, troops
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, empty_sea, put

from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.yellowjack.base.battle import Clash, battle, breaks
from pbem.adjudicator.yellowjack.base.battle_lines import (
    Battle,
    Line,
    facts,
    form_lines,
    mark,
    senior_formation,
    strength,
    worst_seen,
)
from pbem.adjudicator.yellowjack.base.convoys import disband, scatter, set_aside
from pbem.adjudicator.yellowjack.base.fire import aims, convoy_shift, fire_shift, weight
from pbem.adjudicator.yellowjack.base.leaders import kill, order_of_rank, wound
from pbem.adjudicator.yellowjack.base.losses import nearest_key_port, prize_squadron
from pbem.adjudicator.yellowjack.base.ruling import Ruling, always, never
from pbem.adjudicator.yellowjack.state.known import Sighting
from pbem.adjudicator.yellowjack.state.pieces import Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FRIGATE, SOL, SOL_D


def drawn_up(state: State) -> Battle:
    """The two lines before the first round."""
    return form_lines(state, clash())


# ------------------------------------------------------------------------------------------- marks and facts


@pytest.mark.parametrize(
    ("points", "rating", "found"),
    [(3, 10, 0), (4, 10, 1), (6, 10, 1), (7, 10, 2), (10, 10, 2), (11, 10, 3), (4, 12, 1), (8, 12, 2), (3, 12, 0)],
)
def test_r3_4_marks_stand_at_thirds_of_the_rating(points: int, rating: int, found: int) -> None:
    assert mark(points, rating) == found


def test_r8_13_a_side_knows_its_own_worst_mark_and_what_it_can_see_of_the_enemy() -> None:
    state = meeting({"j2": 4, "j3": 4})
    state.squadrons["j3"].dp = 7
    state.squadrons["k1"].dp = 14  # nobody knows
    this = drawn_up(state)
    found = facts(state, this, "british")
    assert (found["own_third"], found["enemy_third"], found["gauge"], found["who"]) == ("2", "0", "no", "br-flag-j2")
    this.gauge = "british"
    this.line("bourbon").seen["k1"] = 5  # five of fourteen
    assert (facts(state, this, "british")["gauge"], worst_seen(state, this, "british")) == ("yes", 1)
    marker = state.formations["sp-flag-k"].marker
    state.known["british"].markers[marker] = Sighting("spanish", "flag", 1, SEA, 1, 1, 1, third=2)
    assert worst_seen(state, this, "british") == 2
    this.line("bourbon").seen["k1"] = 15
    assert worst_seen(state, this, "british") == 3


def test_r8_3_the_formation_of_the_commander_is_asked_else_the_first_of_war() -> None:
    state = meeting()
    put(state, "br-troops-1", SEA)
    put(state, "br-flag-j1", SEA, {"j1": 4})
    line = Line("british", ["br-troops-1", "br-flag-j1", "br-flag-j2"])
    assert senior_formation(state, line) == "br-flag-j1"
    lead(state, "vernon", "british-fleet", "br-flag-j2")
    line.commander = "vernon"
    assert senior_formation(state, line) == "br-flag-j2"
    assert senior_formation(state, Line("british", ["br-troops-1"])) == "br-troops-1"


def test_r8_2_a_leader_with_two_posts_commands() -> None:
    state = meeting()
    lead(state, "vernon", "british-fleet", "jamaica", "br-flag-j2")
    assert drawn_up(state).line("british").commander == "vernon"


def test_r8_11_a_leader_sails_in_the_first_of_his_own_formation() -> None:
    state = meeting({"j2": 2, "j3": 2})
    put(state, "br-flag-j1", SEA, {"j1": 4})
    lead(state, "vernon", "br-flag-j2")
    for name in ("j1", "j2", "j3"):
        state.squadrons[name].sail = {"flagship": 1, SOL: state.size(name) - 1}
    both = Clash(SEA, "british", {"british": ("br-flag-j1", "br-flag-j2"), "bourbon": ("sp-flag-k",)})
    line = form_lines(state, both).line("british")
    assert line.squadrons[:2] == ["j1", "j2"]
    assert [strength(state, line, name) for name in ("j1", "j2", "j3")] == [0, 0, -1]  # 4; 2 and Vernon; 2


@pytest.mark.parametrize(
    ("sail", "change"), [({SOL: 3, SOL_D: 1}, 0), ({SOL: 2, SOL_D: 1}, 0), ({SOL: 1, SOL_D: 2}, -1)]
)
def test_r3_2_half_of_the_sail_must_be_sol_d(sail: Mapping[str, int], change: int) -> None:
    state = meeting()
    state.squadrons["j2"].sail = dict(sail)
    assert strength(state, drawn_up(state).line("british"), "j2") == change


# ------------------------------------------------------------------------------------------- fire


def test_r8_6_changes_of_fire_add_up() -> None:
    """Two Sail -1, third in the line of a generic Commodore -1, shaken -1, at anchor -1."""
    state = meeting({"j2": 4, "j3": 4, "j4": 2})
    this = drawn_up(state)
    assert fire_shift(state, this, "british", "j4")[1] == -2
    this.line("british").shaken = True
    assert fire_shift(state, this, "british", "j4")[1] == -3
    state.formations["br-flag-j2"].state = "fitting-out"
    assert fire_shift(state, this, "british", "j4")[1] == -4


def test_r8_12_against_a_convoy_frigates_lose_one_and_no_more() -> None:
    state = meeting({"jf1": 2})
    this = drawn_up(state)
    shift, change = convoy_shift(state, this, "british", "jf1")
    assert (shift.total, change) == (-2, -1)
    lead(state, "vernon", "br-flag-j2")
    this = drawn_up(state)
    this.line("british").shaken = True
    shift, change = convoy_shift(state, this, "british", "jf1")
    assert (shift.total, change) == (-4, -2)
    state.formations["br-flag-j2"].state = "fitting-out"
    assert convoy_shift(state, this, "british", "jf1")[1] == -3


def test_r8_12_far_down_the_line_fire_at_a_convoy_is_weaker_too() -> None:
    state = meeting({"j2": 4, "j3": 4, "j4": 2})
    assert convoy_shift(state, drawn_up(state), "british", "j4")[1] == -2


def test_r8_12_all_may_fire_at_the_convoy_once_the_escort_is_crippled() -> None:
    state = empty_sea()
    put(state, "br-flag-j2", SEA, {"j2": 4})
    put(state, "br-troops-1", SEA)
    state.formations["br-troops-1"].goes_with = "br-flag-j2"
    put(state, "sp-flag-k", SEA, {"k1": 4, "k2": 4, "k3": 4})
    this = form_lines(state, clash())
    assert aims(state, this, "bourbon") == {"k1": "j2", "k2": "br-troops-1", "k3": "br-troops-1"}
    put(state, "h1", SEA, {"h1": 4})
    this = form_lines(state, Clash(SEA, "bourbon", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k", "h1")}))
    this.gauge = "bourbon"
    order = this.line("bourbon").squadrons
    assert list(aims(state, this, "bourbon").values()) == ["j2", "br-troops-1", "br-troops-1", "j2"]
    state.squadrons["j2"].dp = 10
    assert list(aims(state, this, "bourbon").values())[-1] == "j2"
    state.squadrons["j2"].dp = 11
    assert aims(state, this, "bourbon")[order[-1]] == "br-troops-1"


@pytest.mark.parametrize(("points", "looks"), [(0, "without effect"), (1, "light"), (2, "telling"), (3, "telling"),
                                              (4, "heavy")])  # fmt: skip
def test_r8_16_the_look_of_a_fire(points: int, looks: str) -> None:
    assert weight(points) == looks


def test_r8_16_one_point_is_one_point_and_nothing_is_not_told() -> None:
    state = meeting({"j2": 4, "j3": 4}, {"k1": 4, "k2": 4})
    fought = one_round(state, british={"intensity": "1"}, bourbon=STAY | {"intensity": "1"},
                       dice={"fire/i1.m1/s52/r1/j2": [9], "fire/i1.m1/s52/r1/j3": [5], "fire/i1.m1/s52/r1/k": [9, 9]})
    heard = [note.text for note in fought.notes if note.event == "hit" and note.to == "bourbon"]
    texts = [text for text in heard if "takes" in text]
    assert len(texts) == 1
    assert "K2 takes 1 damage point " in texts[0]
    assert [fact["seen"] for fact in fought.events("hit", "british") if "seen" in fact] == ["without effect", "light"]


def test_r8_6_damage_of_all_rounds_adds_up() -> None:
    state = meeting()
    fight(state, usual=4)  # 2 and 2 a round
    assert (state.squadrons["k1"].dp, state.squadrons["j2"].dp) == (6, 6)


# ------------------------------------------------------------------------------------------- Gauge


@pytest.mark.parametrize(("british", "bourbon", "wins"), [(5, 5, "british"), (4, 5, ""), (3, 5, "bourbon")])
def test_r8_5_frigates_alone_add_one(british: int, bourbon: int, wins: str) -> None:
    """Frigates of the British: 6, 5 and 4 against 5; a tie is thrown again, and goes to the Bourbon then."""
    state = meeting({"jf1": 2})
    again = {"gauge/i1.m1/s52/british": [british, 0], "gauge/i1.m1/s52/bourbon": [bourbon, 9]}
    once = {"gauge/i1.m1/s52/british": [british], "gauge/i1.m1/s52/bourbon": [bourbon]}
    fought = fight(state, british=LEAVE, bourbon=LEAVE, dice=once if wins else again)
    assert fought.events("gauge")[0]["seat"] == (wins or "bourbon")


def test_r8_5_frigates_with_a_ship_of_the_line_add_nothing() -> None:
    state = meeting({"jf1": 2, "j2": 1})
    dice = {"gauge/i1.m1/s52/british": [5, 0], "gauge/i1.m1/s52/bourbon": [5, 9]}
    assert fight(state, british=LEAVE, bourbon=LEAVE, dice=dice).events("gauge")[0]["seat"] == "bourbon"


# ------------------------------------------------------------------------------------------- rounds


def test_r8_13_nobody_is_asked_to_break_off_after_the_third_round() -> None:
    fought = fight(meeting())
    assert [key.key.split("/")[3] for key in fought.asked["british"]] == ["opening", "break", "break"]


def test_r8_6_a_new_line_may_be_formed_after_each_round() -> None:
    state = meeting({"j2": 4, "j3": 4}, {"k1": 4, "k2": 4})
    dice = {"fire/i1.m1/s52/r2/j3": [0], "fire/i1.m1/s52/r2/j2": [9]}
    fight(state, usual=9, british=Turns([STAY, STAY | {"line": ["j3", "j2"]}, LEAVE]), dice=dice)
    assert (state.squadrons["k1"].dp, state.squadrons["k2"].dp) == (1 + 3, 1 + 1)


def test_r8_13_who_leaves_is_told_to_all() -> None:
    assert [fact["seat"] for fact in one_round(meeting()).events("broke-off", ALL)] == ["british"]
    both = fight(meeting(), british=LEAVE, bourbon=LEAVE)
    assert [fact["seat"] for fact in both.events("broke-off", ALL)] == [""]


@pytest.mark.parametrize(("face", "rounds"), [(6, 1), (7, 3)])
def test_r8_13_a_frigate_gets_away_from_a_slower_enemy_on_six(face: int, rounds: int) -> None:
    state = meeting(bourbon={"gf1": 2})
    orders = Turns([STAY, LEAVE, STAY, STAY])
    assert fight(state, bourbon=orders, dice={"break-off/i1.m1/s52/r1": [face]}).outcome.rounds == rounds


def test_r8_13_the_slowest_of_a_side_counts() -> None:
    state = meeting(bourbon={"gf1": 2})
    put(state, "k2", SEA, {"k2": 4})
    where = Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k", "k2")})
    fought = fight(state, bourbon=Turns([STAY, LEAVE, STAY, STAY]), where=where,
                   dice={"break-off/i1.m1/s52/r1": [6]})  # fmt: skip
    assert fought.outcome.rounds == 3


@pytest.mark.parametrize(("taken", "leaves"), [(6, False), (7, True)])
def test_r8_13_unasked_five_points_more_are_enough_and_four_are_not(taken: int, leaves: bool) -> None:
    state = meeting()
    this = drawn_up(state)
    this.line("british").taken["j2"], this.line("bourbon").seen["k1"] = taken, 2
    assert breaks(state, this, "british", "usual") is leaves
    assert not breaks(state, this, "british", "no")
    assert breaks(state, this, "bourbon", "yes")


def test_r8_13_unasked_one_cripple_of_two_squadrons_is_enough() -> None:
    state = meeting({"j2": 4, "j3": 4})
    state.squadrons["j3"].dp = 11
    assert breaks(state, drawn_up(state), "british", "usual")


def test_r8_14_a_winner_is_named() -> None:
    texts = [note.text for note in one_round(meeting()).notes if note.event == "battle-over"]
    assert "wins the Battle" in texts[0]
    assert "Nobody wins" in next(note.text for note in fight(meeting(), british=LEAVE, bourbon=LEAVE).notes
                                 if note.event == "battle-over")  # fmt: skip


def test_r8_16_the_worst_of_several_squadrons_is_told_of_each_formation() -> None:
    state = meeting(bourbon={"k1": 4, "k2": 4})
    put(state, "h1", SEA, {"h1": 4})
    state.squadrons["k2"].dp, state.squadrons["h1"].dp = 11, 5
    where = Clash(SEA, "british", {"british": ("br-flag-j2",), "bourbon": ("sp-flag-k", "h1")})
    fought = one_round(state, where=where, usual=9, british={"intensity": "1"}, bourbon=STAY | {"intensity": "1"})
    assert [fact["third"] for fact in fought.events("thirds", "british")] == ["2", "1"]


def test_r8_1_a_battle_is_told_with_the_markers_of_both() -> None:
    state = meeting()
    told = one_round(state).events("battle", ALL)[0]
    assert (told["at"], told["british"], told["bourbon"]) == (SEA, ["b-01"], ["z-01"])


# ------------------------------------------------------------------------------------------- joining


@pytest.mark.parametrize(("squadrons", "joins"), [({"k1": 4}, True), ({"k1": 4, "k2": 4}, False)])
def test_r8_8_unasked_a_formation_joins_a_side_that_is_not_outnumbered(
    squadrons: Mapping[str, int], joins: bool
) -> None:  # fmt: skip
    state = meeting({"j2": 4}, squadrons)
    put(state, "br-flag-j1", SEA, {"j1": 4})
    fought = fight(state, where=clash(standing_by={"british": ("br-flag-j1",)}), dice={"join/": [0]} if joins else {})
    assert bool(fought.events("joined", ALL)) is joins


def test_r8_8_of_another_command_a_five_fails_and_who_joined_does_not_join_again() -> None:
    state = meeting()
    put(state, "br-flag-l", SEA, {"l1": 4})
    where = clash(standing_by={"british": ("br-flag-l",)})
    fought = fight(state, where=where, british=STAY | {"join": "yes"}, dice={"join/i1.m1/s52/r2": [5], "join/": [4]})
    assert len(fought.events("not-joined", "british")) == 1
    assert [fact["round"] for fact in fought.events("joined", ALL)] == ["3"]


def test_r8_8_out_of_the_anchorage_on_two() -> None:
    for face, joins in ((3, True), (4, False)):  # of the same Command: 2 or 3
        state = meeting(at=CARTAGENA)
        put(state, "k2", CARTAGENA, {"k2": 4}, condition="fitting-out")
        state.formations["k2"].command = state.formations["sp-flag-k"].command
        fought = fight(state, where=clash(CARTAGENA, standing_by={"bourbon": ("k2",)}), bourbon=STAY | {"join": "yes"},
                       dice={"join/i1.m1/cartagena-de-indias/r2": [face]} if joins
                       else {"join/i1.m1/cartagena-de-indias/r": [face, 9]})  # fmt: skip
        assert bool(fought.events("joined", ALL)) is joins


def test_r8_8_a_convoy_never_joins() -> None:
    state = meeting()
    put(state, "br-troops-1", SEA)
    fought = fight(state, where=clash(standing_by={"british": ("br-troops-1",)}), british=STAY | {"join": "yes"})
    assert "join" not in fought.kinds()


# ------------------------------------------------------------------------------------------- retreat


def test_r8_15_all_hear_whither_the_loser_goes() -> None:
    state = meeting()
    fought = one_round(state)
    at = state.formations["br-flag-j2"].at
    assert [(fact["seat"], fact["to"]) for fact in fought.events("retreated", ALL)] == [("british", at)]
    port = meeting(at=CARTAGENA)
    told = fight(port, bourbon=LEAVE, where=clash(CARTAGENA), dice={"break-off/": [0]}).events("retreated", ALL)
    assert [fact["to"] for fact in told] == [CARTAGENA]


def test_r8_15_of_two_places_as_near_the_owner_chooses_and_unasked_the_lower_id() -> None:
    for place in empty_sea().board.spaces:
        state = meeting(at=place)
        fought = fight(state, bourbon=LEAVE, where=clash(place), dice={"break-off/": [0]})
        asked = [each for each in fought.asked["bourbon"] if each.topic == "retreat"]
        if asked:
            options = list(asked[0].legal()["choose"])
            assert state.formations["sp-flag-k"].at == options[0] == min(options)
            again = meeting(at=place)
            play(battle, again, RULING, clash(place), british={"battle": STAY},
                 bourbon={"battle": LEAVE, "retreat": options[1]}, dice={"break-off/": [0]})  # fmt: skip
            assert again.formations["sp-flag-k"].at == options[1]
            return
    raise AssertionError("no place has two ways out that are as near")


def test_r8_15_who_goes_with_another_retreats_with_it() -> None:
    state = meeting()
    put(state, "br-troops-1", SEA)
    state.formations["br-troops-1"].goes_with = "br-flag-j2"
    assert list(one_round(state).outcome.retreated) == ["br-flag-j2"]


# ------------------------------------------------------------------------------------------- Leaders and prizes


def test_r3_14_wounds_and_deaths_are_told_to_all() -> None:
    state, table = empty_sea(), Table()
    lead(state, "vernon", "br-flag-j2")
    wound(table, state, "vernon")
    kill(table, state, "vernon")
    assert [(note.to, note.facts["fate"], note.facts["seat"]) for note in table.story] == [
        (ALL, "wounded", "british"), (ALL, "killed", "british")]  # fmt: skip


def test_2_212_of_equal_rank_a_spaniard_commands_a_frenchman() -> None:
    state = empty_sea()
    ranks: dict[tuple[str, str], str] = {}
    for name, piece in state.board.leaders.items():
        ranks.setdefault((piece.contingent, piece.rank_on(state.date)[0]), name)
    rank = next(rank for contingent, rank in ranks if contingent == "french" and ("spanish", rank) in ranks)
    spaniard, french = ranks["spanish", rank], ranks["french", rank]
    assert order_of_rank(state, spaniard)[2] < order_of_rank(state, french)[2]


def test_3_468_a_prize_needs_a_squadron_of_its_kind_with_room() -> None:
    state = empty_sea()
    home = nearest_key_port(state, "british", JAMAICA)
    assert home == JAMAICA
    full = next(name for name, one in state.board.squadrons.items()
                if one.contingent == "british" and one.kind == "line")  # fmt: skip
    state.squadrons[full].sail = {SOL: 4}
    state.lay_up(full, home)
    assert prize_squadron(state, "british", SOL_D, home) != full
    state.squadrons[full].sail = {SOL: 3}
    assert prize_squadron(state, "british", SOL_D, home) == full
    frigates = prize_squadron(state, "british", FRIGATE, home)
    assert state.is_frigates(frigates)
    state.lay_up("j5", "port-antonio")
    state.squadrons["j5"].sail = {SOL: 1}
    assert prize_squadron(state, "british", SOL_D, home) == full


# ------------------------------------------------------------------------------------------- Convoys


def test_2_616_a_scattered_convoy_is_told_counted_and_frees_its_escort() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-troops-1", SEA, seen="search")
    state.new_formation("jf1", "independent", SEA, "ready")
    state.squadrons["jf1"].sail = {FRIGATE: 2}
    state.remove("jf1")
    state.join("jf1", "br-troops-1")
    scatter(table, state, Ruling(), "br-troops-1")
    assert [note.facts["seat"] for note in table.story if note.event == "scattered" and note.to == ALL] == ["british"]
    assert [(one.what, one.fulfilled) for one in state.ended] == [("br-troops-1", False)]
    assert (state.formations["jf1"].kind, state.formations["jf1"].home) == ("independent", True)
    assert [note for note in table.story if note.event == "marker" and note.facts["gone"]]


def test_2_616_nobody_else_hears_of_an_unspotted_convoy_that_the_weather_scatters() -> None:
    state, table = empty_sea(), Table()
    put(state, "br-troops-1", SEA)
    scatter(table, state, Ruling(), "br-troops-1")
    assert [note.to for note in table.story if note.event == "scattered"] == ["british"]
    assert not [note for note in table.story if note.to != "british" and "Convoy" in note.text]


def test_2_614_a_disbanded_convoy_counts_only_where_the_charter_says_so() -> None:
    for counts, ended in ((True, [("br-troops-1", True)]), (False, [])):
        state, table = empty_sea(), Table()
        put(state, "br-troops-1", JAMAICA, condition="fitting-out")
        troops(state, "br-troops-1", "harrison")
        state.units["harrison"].landed = True
        disband(table, state, Ruling(counts=always if counts else never), "br-troops-1")
        assert [(one.what, one.fulfilled) for one in state.ended] == ended
        assert not state.units["harrison"].landed
        events = [(note.to, note.event) for note in table.story]
        assert [each for each in events if "e" in each[1]][:2] == [("british", "landed"), (ALL, "units-seen")]
        assert ("british", "disbanded") in events


def test_2_616_a_scattered_expedition_fails_its_order() -> None:
    state = empty_sea()
    put(state, "br-troops-1", SEA)
    put(state, "br-flag-j2", JAMAICA, {"j2": 4})
    state.orders["j-aao"] = Order("amphibious-assault", "british", ["br-flag-j2", "br-troops-1"], "", ["porto-bello"])
    state.formations["br-troops-1"].order = "j-aao"
    scatter(Table(), state, Ruling(counts=lambda state, convoy: False), "br-troops-1")
    assert (list(state.orders), [(one.what, one.fulfilled) for one in state.ended]) == ([], [("j-aao", False)])


def test_3_466_the_owner_hears_when_units_will_be_back() -> None:
    state, table = empty_sea(), Table()
    troops(state, SEA, "harrison")
    state.units["harrison"].landed = True
    set_aside(table, state, "harrison", SEA)
    told = [(note.to, note.facts["unit"]) for note in table.story if note.event == "set-aside"]
    assert told == [("british", "harrison")]
    assert not state.units["harrison"].landed


