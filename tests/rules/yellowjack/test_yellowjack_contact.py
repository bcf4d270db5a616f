"""Stances, targets, chases and meetings in their edges."""

from __future__ import annotations

from typing import Any

import pytest
from rules.playing_rules import DEFAULT, asked, facts, play, told
from rules.yellowjack.yellowjack_sea import CARTAGENA, JAMAICA, PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base import contact
from pbem.adjudicator.yellowjack.base.battle_lines import Clash
from pbem.adjudicator.yellowjack.base.contact import (
    chase_shift,
    contacts,
    enemies_seen,
    meet,
    must_seek,
    read_stance,
    usual,
    why_not_attack,
)
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.spotting import SEARCH
from pbem.adjudicator.yellowjack.state.pieces import Order
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ASSAULT, BOURBON, BRITISH, CRUISE, FITTING_OUT, TRANSPORT

FLAG_J, FLAG_K, RULING = "br-flag-j2", "sp-flag-k", Ruling()
SEEK, ACCEPT, FLEE = ("R7.4", {"do": "seek"}), ("R7.4", {"do": "accept"}), ("R7.4", {"do": "avoid"})


@pytest.fixture
def battles(monkeypatch: pytest.MonkeyPatch) -> list[Clash]:
    """The Battles that come of contacts; nobody fights them."""
    found: list[Clash] = []

    async def battle(_table: Table, _state: State, _ruling: Ruling, clash: Clash) -> None:
        found.append(clash)

    monkeypatch.setattr(contact, "battle", battle)
    return found


def meeting(at: str = "s52", *, seen: str = SEARCH) -> State:
    state = empty_sea()
    put(state, FLAG_J, at, {"j2": 4}, seen=SEARCH)
    put(state, FLAG_K, at, {"k1": 3}, seen=seen)
    return state


def under_order(state: State, name: str, kind: str, *targets: str) -> None:
    state.orders["x"] = Order(kind, state.side_of(name), [name], targets=list(targets))
    state.formations[name].order = "x"


# -------------------------------------------------------------------------------------------- stances


def test_r7_4_transports_avoid_and_other_orders_accept() -> None:
    state = meeting()
    under_order(state, FLAG_J, TRANSPORT)
    assert usual(state, FLAG_J) == "avoid"
    under_order(state, FLAG_J, CRUISE, "s52")
    assert usual(state, FLAG_J) == "accept"


def test_r7_4_at_its_target_an_executing_flotilla_accepts_whatever_the_odds() -> None:
    state = meeting(PORTO_BELLO)
    put(state, "k2", PORTO_BELLO, {"k2": 3}, seen=SEARCH)
    assert usual(state, FLAG_J) == "avoid"
    under_order(state, FLAG_J, CRUISE, PORTO_BELLO)
    assert usual(state, FLAG_J) == "avoid"
    under_order(state, FLAG_J, ASSAULT, "chagres")
    assert usual(state, FLAG_J) == "avoid"
    under_order(state, FLAG_J, ASSAULT, PORTO_BELLO)
    assert usual(state, FLAG_J) == "accept"


def test_r9_18_in_the_target_space_an_executing_flotilla_seeks() -> None:
    state = meeting(PORTO_BELLO)
    under_order(state, FLAG_J, ASSAULT, PORTO_BELLO)
    put(state, "br-troops-1", PORTO_BELLO)
    state.formations["br-troops-1"].order = "x"
    assert must_seek(state, FLAG_J)
    assert not must_seek(state, "br-troops-1")
    assert read_stance(state, FLAG_J, {"do": "avoid"}).do == "seek"
    state.formations[FLAG_J].beat_at = state.now
    assert read_stance(state, FLAG_J, {"do": "avoid"}).do == "avoid"
    under_order(state, FLAG_J, CRUISE, PORTO_BELLO)
    assert not must_seek(state, FLAG_J)
    under_order(state, FLAG_J, ASSAULT, "chagres")
    assert not must_seek(state, FLAG_J)


def test_r7_5_seek_is_read_as_accept_where_no_battle_may_be_begun() -> None:
    state = meeting()
    assert read_stance(state, FLAG_J, {"do": "seek", "prefer": ["z-01"]}).prefer == ("z-01",)
    state.formations[FLAG_J].beat_at = state.now
    assert read_stance(state, FLAG_J, {"do": "seek"}).do == "accept"
    assert read_stance(state, FLAG_J, {"do": "avoid"}).do == "avoid"
    state.formations[FLAG_J].beat_at = 0
    state.formations[FLAG_J].forced = True
    assert read_stance(state, FLAG_J, {"do": "seek"}).do == "accept"
    assert read_stance(state, FLAG_J, {"do": "avoid"}).do == "accept"


def test_r7_4_a_spotted_enemy_counts_with_its_squadrons() -> None:
    state = meeting()
    put(state, "rcg", "s52", {"g1": 1, "gf1": 2}, seen=SEARCH)
    assert [one["squadrons"] for one in enemies_seen(state, "s52", BRITISH)] == ["1", "2"]
    state.formations["rcg"].spotted = ""
    assert [one["squadrons"] for one in enemies_seen(state, "s52", BRITISH)] == ["1", "1"]


# -------------------------------------------------------------------------------------------- whom one attacks


def test_r7_5_nobody_is_attacked_in_a_harbour_nor_in_a_neutral_port() -> None:
    for at, safe in (("tolu", False), ("aruba", True), (CARTAGENA, True)):
        state = empty_sea()
        put(state, FLAG_J, at, {"j2": 4})
        put(state, FLAG_K, at, {"k1": 3}, condition=FITTING_OUT)
        assert bool(why_not_attack(state, RULING, FLAG_J, FLAG_K)) is safe


def test_1_327_nobody_is_attacked_as_it_comes_out_of_a_neutral_port() -> None:
    state = meeting("aruba")
    enemy = state.formations[FLAG_K]
    found = []
    for enemy.fitted, enemy.moved in ((True, True), (True, False), (False, True)):
        found.append(bool(why_not_attack(state, RULING, FLAG_J, FLAG_K)))
    assert found == [True, False, False]
    enemy.fitted = enemy.moved = True
    state.formations[FLAG_K].at = state.formations[FLAG_J].at = "s52"
    assert not why_not_attack(state, RULING, FLAG_J, FLAG_K)


def test_r7_4_the_bourbons_attack_where_the_british_do_not(battles: list[Clash]) -> None:
    state = meeting()
    play(contacts, state, RULING, answers=[ACCEPT, SEEK])
    assert [(clash.attacker, clash.place) for clash in battles] == [(BOURBON, "s52")]
    assert state.formations[FLAG_K].spotted == state.formations[FLAG_J].spotted == "battle"
    assert state.formations[FLAG_K].fought == state.formations[FLAG_J].fought == state.tick


def test_r7_4_when_a_chase_fails_the_other_side_may_still_attack(battles: list[Clash]) -> None:
    state = meeting()
    put(state, "k2", "s52", {"k2": 3})
    play(contacts, state, RULING, answers=[SEEK, FLEE, SEEK, ("R7.4", 9)])
    assert [(clash.attacker, clash.fighting[BOURBON]) for clash in battles] == [(BOURBON, ("k2",))]


def test_r7_4_each_formation_fights_once_an_mpi(battles: list[Clash]) -> None:
    state = meeting()
    state.formations[FLAG_K].fought = state.tick
    assert [one.facts["who"] for one in asked(contacts, state, RULING, answers=[SEEK])] == [FLAG_J]
    play(contacts, state, RULING, answers=[SEEK])
    assert battles == []


def test_r7_4_both_seek_and_one_battle_comes_of_it(battles: list[Clash]) -> None:
    state = meeting()
    play(contacts, state, RULING, answers=[SEEK, SEEK])
    assert [clash.attacker for clash in battles] == [BRITISH]


def test_r7_5_an_enemy_at_sea_is_attacked_before_those_at_anchor_and_they_do_not_join(battles: list[Clash]) -> None:
    state = meeting("tolu")
    put(state, "k2", "tolu", {"k2": 3}, condition=FITTING_OUT)
    play(contacts, state, RULING, answers=[SEEK, ACCEPT])
    assert battles[0].fighting[BOURBON] == (FLAG_K,)
    state = meeting("tolu", seen="")
    put(state, "k2", "tolu", {"k2": 3}, condition=FITTING_OUT)
    play(contacts, state, RULING, answers=[SEEK, ACCEPT])
    assert sorted(battles[1].fighting[BOURBON]) == ["k2", FLAG_K]


def test_r8_15_one_formation_that_was_there_holds_the_place_for_its_side(battles: list[Clash]) -> None:
    state = meeting()
    put(state, "j3", "s52", {"j3": 2})
    state.formations[FLAG_J].moved = state.formations[FLAG_K].moved = True
    play(contacts, state, RULING, answers=[SEEK, SEEK, ACCEPT])
    assert battles[0].held == BRITISH


# -------------------------------------------------------------------------------------------- chases


@pytest.mark.parametrize(("attackers", "target", "at", "total", "reasons"), [
    ({FLAG_J: {"j2": 4}}, {FLAG_K: {"k1": 3}}, "s52", 0, []),
    ({"jf1": {"jf1": 2}}, {FLAG_K: {"k1": 3}}, "s52", -2, ["faster"]),
    ({FLAG_J: {"j2": 4}, "jf1": {"jf1": 2}}, {FLAG_K: {"k1": 3}}, "s52", 0, []),
    ({FLAG_J: {"j2": 4}}, {"gf1": {"gf1": 2}}, "s52", 2, ["slower"]),
    ({FLAG_J: {"j2": 4}}, {FLAG_K: {"k1": 3}}, JAMAICA, -1, ["off a port of the chaser"]),
    ({FLAG_J: {"j2": 4}}, {FLAG_K: {"k1": 3}}, CARTAGENA, 0, []),
    ({FLAG_J: {"j2": 4}}, {FLAG_K: {"k1": 3}}, "sz-darien", 1, ["in a Sea Zone"]),
    ({FLAG_J: {"j2": 4}}, {"sp-trade-1": {}}, "s52", -3, ["faster", "a Convoy"]),
])  # fmt: skip
def test_r7_4_modifiers_of_a_chase(
    attackers: dict[str, dict[str, int]], target: dict[str, dict[str, int]], at: str, total: int, reasons: list[str]
) -> None:
    state = empty_sea()
    for name, squadrons in {**attackers, **target}.items():
        put(state, name, at, squadrons)
    shift = chase_shift(state, list(attackers), next(iter(target)))
    assert shift.total == total
    assert [one.reason for one in shift.modifiers] == reasons


def test_r7_4_both_hear_of_a_chase_that_failed() -> None:
    state = meeting()
    _, notes = play(contacts, state, RULING, answers=[SEEK, FLEE, ("R7.4", 9)])
    assert {note.to for note in notes if note.event == "log"} == {BRITISH, BOURBON}
    assert [each["formation"] for each in facts(notes, "log")] == [FLAG_K, FLAG_J]
    assert "z-01" in told(notes, "log")[1]
    assert FLAG_K not in told(notes, "log")[1]


# -------------------------------------------------------------------------------------------- on a leg


def crossing(first: dict[str, int], second: dict[str, int]) -> tuple[State, str]:
    state = empty_sea()
    put(state, FLAG_J, "tolu", first, seen=SEARCH)
    name = put(state, FLAG_K, CARTAGENA, second, seen=SEARCH)
    return state, name


def test_r5_14_of_equal_pace_they_fight_where_the_one_attacked_started(battles: list[Clash]) -> None:
    state, name = crossing({"j2": 4}, {"k1": 3})
    assert play(meet, state, RULING, FLAG_J, name, answers=[SEEK, ACCEPT])[0]
    assert battles[0].place == CARTAGENA
    state, name = crossing({"j2": 4}, {"k1": 3})
    assert play(meet, state, RULING, FLAG_J, name, answers=[ACCEPT, SEEK])[0]
    assert battles[1].place == "tolu"


def test_r5_14_one_who_avoids_is_chased_on_a_leg_too(battles: list[Clash]) -> None:
    for die, fought in ((9, False), (10, True)):
        state, name = crossing({"j2": 4}, {"k1": 3})
        answers: list[tuple[str, Any]] = [SEEK, FLEE, ("R7.4", die)]
        assert play(meet, state, RULING, FLAG_J, name, answers=answers)[0] is fought
    assert len(battles) == 1


def test_r5_14_each_hears_of_the_other_one_alone() -> None:
    state, name = crossing({"j2": 4}, {"k1": 3})
    put(state, "k2", CARTAGENA, {"k2": 3})
    questions = asked(meet, state, RULING, FLAG_J, name, answers=[ACCEPT, ("R7.4", DEFAULT)])
    assert [[one["marker"] for one in question.facts["enemies"]] for question in questions] == [["z-01"], ["b-01"]]
