"""R6.4 to R6.9 and R6.16, Tasks at sea: rounds, Screens, search, shadow, attacks on Convoys, interdiction."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, CARTAGENA, HABANA, JAMAICA, PORTO_BELLO, station, waters
from rules.yellowjack.yellowjack_fights import Fought, Turns, play, troops
from rules.yellowjack.yellowjack_sea import put

from pbem.adjudicator.engine.table import SEALED, Table
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.screens import Deed, guarded, screeners
from pbem.adjudicator.yellowjack.base.spotting import SHADOW, fade
from pbem.adjudicator.yellowjack.base.task_kinds import (
    attack_shift,
    clear,
    count_interdiction,
    end_of_operations,
    search_shift,
)
from pbem.adjudicator.yellowjack.base.tasks import able_of, read_deed, tasks, why_not_task
from pbem.adjudicator.yellowjack.ch2.coast_guard import guards, on_entering
from pbem.adjudicator.yellowjack.ch2.corsairs import beaten
from pbem.adjudicator.yellowjack.state.pieces import Gale
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, RECOVERY
from pbem.adjudicator.yellowjack.turn.gathered import ruling_of

OURS = ruling_of()


def sent(state: State, dice: dict[str, list[int]] | None = None, **said: Any) -> Fought:
    """One m4 in which each side sends what it says once, and Screens as it says."""
    answers: dict[str, Any] = {side: {topic: Turns([value, {}]) if topic in ("tasks", "pirates") else value
                      for topic, value in topics.items()} for side, topics in said.items()}  # fmt: skip
    return play(tasks, state, OURS, dice=dice, **answers)


def marker(state: State, name: str) -> str:
    return state.formations[name].marker


# -------------------------------------------------------------------------------------------- rounds


def test_r6_4_each_side_reveals_one_a_round_until_both_pass() -> None:
    state = waters(("drake", "savanna-la-mar"), ("saltash", "savanna-la-mar"))
    one, two = (put(state, name, JAMAICA if name == "h1" else "s38", {name: 2}) for name in ("h1", "h2"))
    state.formations[one].at = BOARD.neighbours("savanna-la-mar")[0]
    state.formations[two].at = "savanna-la-mar"
    answers = Turns([{"aux": "drake", "task": "search", "target": marker(state, one)},
                     {"aux": "saltash", "task": "search", "target": marker(state, two)}, {}])  # fmt: skip
    fought = play(tasks, state, OURS, british={"tasks": answers})
    assert fought.kinds() == ["search", "search"]
    assert fought.topics("british") == ["tasks", "tasks"]
    assert {one.at for one in state.auxiliaries.values()} == {RECOVERY}


def test_r6_4_nobody_is_asked_where_nobody_has_anything() -> None:
    state = waters()
    assert play(tasks, state, OURS).asked == {"british": [], "bourbon": []}


def test_r6_4_a_side_without_craft_is_not_asked() -> None:
    fought = play(tasks, waters(("drake", JAMAICA)), OURS)
    assert (fought.topics("british"), fought.topics("bourbon")) == (["tasks"], [])


@pytest.mark.parametrize(("who", "task", "ok"), [
    ("sheerness", "search", True), ("sheerness", "shadow", True), ("sheerness", "convoy-attack", True),
    ("sheerness", "interdiction", True), ("sheerness", "port-interdiction", False), ("sheerness", "bombard", False),
    ("drake", "search", True), ("drake", "shadow", False), ("drake", "interdiction", True),
    ("veracruz-galleys", "search", True), ("veracruz-galleys", "interdiction", False),
    ("terrible", "bombard", True), ("terrible", "search", False), ("strombolo", "fireship", True),
    ("priv-revenge", "shadow", True), ("priv-trelawny", "shadow", False), ("priv-trelawny", "search", True),
    ("priv-revenge", "port-interdiction", True), ("priv-revenge", "interdiction", False),
    ("pirate-mona", "search", False), ("pirate-mona", "convoy-attack", True), ("pirate-mona", "rebase", False),
    ("pirate-tortuga", "rebase", True),
])  # fmt: skip
def test_2_46_what_each_class_and_corsair_may_do(who: str, task: str, ok: bool) -> None:
    state = waters((who, "" if BOARD.craft.counters[who].corsair else JAMAICA))
    assert (why_not_task(state, who, task) == "") is ok


def test_2_133_marines_cut_out_and_raid_and_nothing_else() -> None:
    state = waters(("drake", JAMAICA))
    put(state, "br-flag-j2", PORTO_BELLO, {"j2": 4})
    troops(state, "br-flag-j2", "fleet-marines-a")
    assert why_not_task(state, "fleet-marines-a", "raid") == ""
    assert why_not_task(state, "fleet-marines-a", "search")
    assert able_of(state, "british") == ["drake", "fleet-marines-a"]


@pytest.mark.parametrize(("answer", "why"), [
    ({"aux": "drake", "task": "search", "target": "z-09"}, "no enemy"),
    ({"aux": "drake", "task": "search", "target": "z-01"}, "out of its reach"),
    ({"aux": "drake", "task": "convoy_attack", "target": "z-02"}, "not Spotted"),
    ({"aux": "sheerness", "task": "shadow", "target": "z-02"}, "not Spotted"),
    ({"aux": "drake", "task": "interdiction", "at": "s52"}, "out of its reach"),
    ({"aux": "drake", "task": "interdiction"}, "no place"),
    ({"aux": "saltash", "task": "search", "target": "z-02"}, "not ready"),
])  # fmt: skip
def test_r6_4_what_its_owner_sees_may_forbid_a_task(answer: dict[str, str], why: str) -> None:
    state = waters(("drake", JAMAICA), ("sheerness", JAMAICA), ("saltash", RECOVERY))
    put(state, "sp-flag-h", "s10", {"h1": 3})
    put(state, "sp-flag-k", JAMAICA, {"k1": 3})
    deed, reason = read_deed(state, OURS, "british", answer, pirate=False)
    assert deed is None
    assert why in reason


def test_r6_4_a_task_on_a_marker_that_is_no_convoy_is_spent_without_effect() -> None:
    state = waters(("priv-revenge", ""))
    put(state, "sp-flag-k", JAMAICA, {"k1": 3})
    fought = sent(state, british={"tasks": {"aux": "priv-revenge", "task": "convoy_attack", "target": "z-01"}})
    assert state.auxiliaries["priv-revenge"].at == RECOVERY
    assert fought.events("no-prey", "british")
    assert not fought.rolls
    assert not state.formations["sp-flag-k"].spotted


def test_r5_9_in_force_9_nobody_is_sent_on_a_task() -> None:
    state = waters(("drake", JAMAICA))
    put(state, "sp-flag-k", JAMAICA, {"k1": 3})
    state.gales = [Gale("trades", JAMAICA, 9)]
    answer = {"aux": "drake", "task": "search", "target": "z-01"}
    assert "blows" in read_deed(state, OURS, "british", answer, pirate=False)[1]
    state.gales[0].force = 8
    assert read_deed(state, OURS, "british", answer, pirate=False)[0] is not None


# -------------------------------------------------------------------------------------------- search


@pytest.mark.parametrize(("aux", "passes"), [("sheerness", 5), ("drake", 4), ("br-galley-1", 3)])
def test_r6_5_a_search_succeeds_on_the_figure_of_its_class(aux: str, passes: int) -> None:
    for die in (passes, passes + 1):
        state = waters((aux, JAMAICA))
        put(state, "sp-det-k1", JAMAICA, {"k1": 3}, kind="detachment")
        sent(state, {"search": [die]}, british={"tasks": {"aux": aux, "task": "search", "target": "z-01"}})
        assert bool(state.formations["sp-det-k1"].spotted) is (die == passes)
        assert state.auxiliaries[aux].at == RECOVERY


def test_r6_5_modifiers_of_a_search() -> None:
    state = waters()
    put(state, "sp-flag-k", "s52", {"k1": 3})
    put(state, "kf1", next(iter(BOARD.zones)), {"kf1": 2})
    put(state, "sp-det-h1", "s10", {"h1": 2}, kind="detachment")
    assert [search_shift(state, name).total for name in ("sp-flag-k", "kf1", "sp-det-h1")] == [-1, 2, 0]


def test_r6_5_the_owner_alone_hears_what_was_found_out() -> None:
    state = waters(("drake", JAMAICA))
    put(state, "sp-flag-k", JAMAICA, {"k1": 3})
    fought = sent(state, {"search": [9]}, british={"tasks": {"aux": "drake", "task": "search", "target": "z-01"}})
    assert fought.events("searched", "british")
    assert not fought.events("searched", "bourbon")
    heard = fought.events("task", "bourbon")
    assert [dict(each) for each in heard] == [{"at": JAMAICA, "task": "search", "marker": "z-01"}]
    assert {roll.lane for roll in fought.rolls} == {SEALED}


# -------------------------------------------------------------------------------------------- shadow


def test_r6_9_a_shadow_keeps_its_target_spotted_and_goes_along() -> None:
    state = waters(("sheerness", JAMAICA))
    put(state, "sp-flag-k", JAMAICA, {"k1": 3}, seen="port")
    sent(state, british={"tasks": {"aux": "sheerness", "task": "shadow", "target": "z-01"}})
    assert state.formations["sp-flag-k"].spotted == SHADOW
    state.formations["sp-flag-k"].at, state.formations["sp-flag-k"].spotted = "s41", ""
    state.mpi = 2
    play(tasks, state, OURS)
    fade(Table(), state)
    assert state.formations["sp-flag-k"].spotted == SHADOW


def test_r6_9_a_shadow_ends_where_its_target_fits_out() -> None:
    state = waters()
    put(state, "sp-flag-k", CARTAGENA, {"k1": 3}, condition=FITTING_OUT)
    station(state, "sheerness", JAMAICA, task="shadow", target="sp-flag-k", station=JAMAICA)
    fought = play(tasks, state, OURS)
    assert state.auxiliaries["sheerness"].at == RECOVERY
    assert fought.events("task-over", "british")


# -------------------------------------------------------------------------------------------- Screens


def test_r6_6_a_screen_on_its_figure_cancels_the_task_and_both_recover() -> None:
    for die in (6, 7):
        state = waters(("drake", JAMAICA), ("guarda-cartagena", CARTAGENA))
        station(state, "drake", CARTAGENA)
        put(state, "sp-flag-k", CARTAGENA, {"k1": 3})
        said = {"british": {"tasks": {"aux": "drake", "task": "search", "target": "z-01"}},
                "bourbon": {"screen": {"by": "guarda-cartagena"}}}  # fmt: skip
        fought = sent(state, {"screen": [die]}, **said)
        assert ("search" in fought.kinds()) is (die == 7)
        for side in ("british", "bourbon"):
            assert [each["stopped"] for each in fought.events("screen", side)] == [die == 6]
        assert {one.at for one in state.auxiliaries.values()} == {RECOVERY}


def test_r6_6_who_may_screen() -> None:
    near = next(port for port in BOARD.by_lane("s53") if port in BOARD.ports)
    state = waters(("santa-rosa-b", near), ("saeta", HABANA), ("cartagena-galleys", near), ("terrible", JAMAICA))
    put(state, "sp-flag-k", "s53", {"k1": 3})
    station(state, "jupiter", "sp-flag-k")
    found = screeners(state, Deed("british", "terrible", "search", "s53", "sp-flag-k"))
    assert set(found) == {"jupiter", "santa-rosa-b"}
    assert found[0] == "jupiter"
    assert set(screeners(state, Deed("british", "terrible", "bombard", near))) == {"santa-rosa-b", "cartagena-galleys"}


def test_r6_6_unasked_searches_are_not_screened_and_attacks_are() -> None:
    for task, asked in (("search", False), ("convoy_attack", True)):
        state = waters(("drake", "santa-marta"), ("santa-rosa-b", "santa-marta"))
        put(state, "sp-troops-1", "santa-marta", seen="" if task == "search" else "search")
        state.screened = list(BOARD.nodes)
        fought = sent(state, {"screen": [9]} if asked else None,
                      british={"tasks": {"aux": "drake", "task": task, "target": "z-01"}})  # fmt: skip
        assert ("screen" in fought.kinds()) is asked


def test_r6_6_told_not_to_they_let_it_pass() -> None:
    state = waters(("drake", "santa-marta"), ("santa-rosa-b", "santa-marta"))
    put(state, "sp-troops-1", "santa-marta", seen="search")
    fought = sent(state, {"convoy-attack": [9]}, bourbon={"screen": {"by": "none"}},
                  british={"tasks": {"aux": "drake", "task": "convoy_attack", "target": "z-01"}})  # fmt: skip
    assert fought.kinds() == ["convoy-attack"]
    assert state.auxiliaries["santa-rosa-b"].at == "santa-marta"


# -------------------------------------------------------------------------------------------- Convoys


@pytest.mark.parametrize(("aux", "die", "points"), [
    ("sheerness", 1, 3), ("sheerness", 3, 2), ("sheerness", 6, 1), ("sheerness", 7, 0), ("drake", 0, 3),
    ("drake", 2, 2), ("drake", 5, 1), ("drake", 6, 0), ("br-galley-1", 0, 2), ("br-galley-1", 1, 2),
    ("br-galley-1", 2, 1),
])  # fmt: skip
def test_r6_7_damage_of_a_convoy_attack(aux: str, die: int, points: int) -> None:
    state = waters((aux, JAMAICA))
    put(state, "sp-troops-1", JAMAICA, seen="port")
    fought = sent(state, {"convoy-attack": [die]},
                  british={"tasks": {"aux": aux, "task": "convoy_attack", "target": "z-01"}})  # fmt: skip
    assert state.convoys["sp-troops-1"].dp_enemy == points
    assert fought.events("raided", "british")[0]["hit"] is bool(points)
    assert fought.events("raided", "bourbon")[0]["dp"] == points
    assert "dp" not in fought.events("raided", "british")[0]


def test_r6_7_escorts_and_an_auxiliary_make_it_harder() -> None:
    state = waters()
    put(state, "br-troops-1", "s52")
    assert attack_shift(state, "light", "br-troops-1").total == 0
    put(state, "br-flag-j2", "s52", {"j2": 4, "j3": 2})
    state.formations["br-troops-1"].goes_with, state.formations["br-troops-1"].marker = "br-flag-j2", ""
    assert attack_shift(state, "light", "br-troops-1").total == 2
    put(state, "jf1", "s52", {"jf1": 2})
    state.formations["jf1"].goes_with = "br-flag-j2"
    station(state, "drake", "br-troops-1")
    assert attack_shift(state, "fleet", "br-troops-1").total == -1 + 2 + 2 + 1


def test_2_614_eight_dps_of_auxiliaries_on_a_convoy_are_a_point() -> None:
    state = waters(("drake", JAMAICA))
    put(state, "sp-troops-1", JAMAICA, seen="port")
    state.convoys["sp-troops-1"].dp_enemy = 6
    sent(state, {"convoy-attack": [1]}, british={"tasks": {"aux": "drake", "task": "convoy_attack", "target": "z-01"}})
    assert state.prestige["british"] == 1


# -------------------------------------------------------------------------------------------- interdiction


def test_r6_8_an_interdicting_auxiliary_attacks_each_convoy_that_comes_once_an_impulse() -> None:
    state = waters()
    station(state, "sheerness", "s52", task="interdiction", station=JAMAICA)
    put(state, "sp-troops-1", "s52")
    play(tasks, state, OURS, dice={"convoy-attack": [9]})
    assert play(tasks, state, OURS).rolls == []
    state.impulse = 2
    assert play(tasks, state, OURS, dice={"convoy-attack": [9]}).kinds() == ["convoy-attack"]
    assert state.auxiliaries["sheerness"].task == "interdiction"


def test_r6_8_it_is_driven_off_by_a_flotilla_and_not_by_a_convoy() -> None:
    state = waters()
    station(state, "sheerness", "s52", task="interdiction", station=JAMAICA)
    put(state, "sp-troops-1", "s52")
    assert not clear(Table(), state, "sp-troops-1")
    put(state, "sp-flag-k", "s52", {"k1": 3})
    assert clear(Table(), state, "sp-flag-k")
    assert state.auxiliaries["sheerness"].at == RECOVERY
    assert not clear(Table(), state, "sp-flag-k")


def test_r6_8_nobody_interdicts_a_small_space() -> None:
    small = next(space.id for space in BOARD.spaces.values() if space.size == "small")
    state = waters()
    put(state, "br-flag-j2", BOARD.by_lane(small)[0], {"j2": 4})
    station(state, "sheerness", "br-flag-j2")
    answer = {"aux": "sheerness", "task": "interdiction", "at": small}
    assert "Small Space" in read_deed(state, OURS, "british", answer, pirate=False)[1]


# -------------------------------------------------------------------------------------------- Port Interdiction


def test_2_461_a_corsair_off_a_port_costs_its_owner_an_order_for_each_full_impulse() -> None:
    state = waters(("gc-fandino", ""))
    assert "charles-town" in BOARD.corsair_zones["cz-florida"].in_range
    sent(state, bourbon={"tasks": {"aux": "gc-fandino", "task": "port_interdiction", "at": "charles-town"}})
    count_interdiction(Table(), state)
    assert state.boxes("british") == (0, 0)
    state.impulse = 2
    table = Table()
    count_interdiction(table, state)
    assert state.boxes("british") == (0, 1)
    assert [(note.to, note.facts["port"]) for note in table.story] == [("british", "charles-town")]
    end_of_operations(Table(), state)
    assert state.auxiliaries["gc-fandino"].at == RECOVERY


def test_2_461_not_off_a_friendly_port_nor_a_neutral_one() -> None:
    state = waters(("gc-fandino", ""))
    for port in ("san-agustin", "savannah"):
        deed, why = read_deed(state, OURS, "bourbon", {"aux": "gc-fandino", "task": "port_interdiction", "at": port},
                              pirate=False)  # fmt: skip
        assert (deed is not None) is (port == "savannah"), why


def test_2_462_a_stationed_auxiliary_screens_it_or_a_squadron_spends_an_mp() -> None:
    state = waters(("tartar", "charles-town"))
    station(state, "gc-fandino", "charles-town", task="port-interdiction", station="cz-florida", since=state.now)
    play(tasks, state, OURS, dice={"screen": [5]})
    assert state.auxiliaries["gc-fandino"].at == RECOVERY
    assert state.boxes("british") == (1, 0)
    station(state, "gc-fandino", "charles-town", task="port-interdiction", station="cz-florida")
    put(state, "cf1", "charles-town", {"cf1": 1})
    assert clear(Table(), state, "cf1")
    assert state.auxiliaries["gc-fandino"].at == RECOVERY


# -------------------------------------------------------------------------------------------- peace


def test_r6_16_before_the_war_british_and_french_craft_search_each_other_and_attack_nobody() -> None:
    state = waters(("lowestoffe", "fort-royal"))
    put(state, "fr-troops-1", "fort-royal", seen="port")
    said = {"tasks": {"aux": "lowestoffe", "task": "convoy_attack", "target": "z-01"}}
    fought = sent(state, british=said)
    assert fought.rolls == []
    assert state.convoys["fr-troops-1"].dp == 0
    state = waters(("lowestoffe", "fort-royal"))
    put(state, "fr-troops-1", "fort-royal", seen="port")
    state.events["france-at-war"] = 1
    assert sent(state, {"convoy-attack": [0]}, british=said).kinds() == ["convoy-attack"]


def test_2_26_no_corsair_lies_off_a_french_port_before_the_war() -> None:
    zone = next(zone for zone in BOARD.corsair_zones.values() if "british" in zone.flags and any(
        port in BOARD.ports and BOARD.ports[port].contingent == "french" for port in zone.in_range))  # fmt: skip
    port = next(port for port in zone.in_range if port in BOARD.ports and BOARD.ports[port].contingent == "french")
    state = waters()
    station(state, "priv-young-eagle", zone.id).zone = zone.id
    answer = {"aux": "priv-young-eagle", "task": "port_interdiction", "at": port}
    assert read_deed(state, OURS, "british", answer, pirate=False)[0] is None
    state.events["france-at-war"] = 1
    assert read_deed(state, OURS, "british", answer, pirate=False)[0] is not None


# -------------------------------------------------------------------------------------------- the coast guard


def test_2_25_the_coast_guard_is_where_spain_holds_a_port_and_not_at_the_companys() -> None:
    state = waters()
    assert guards(state, HABANA)
    assert all(guards(state, near) for near in BOARD.by_lane(HABANA) if near not in BOARD.zones)
    assert not guards(state, JAMAICA)
    off = [near for near in BOARD.by_lane("la-guaira")
           if not any(port in BOARD.ports and BOARD.ports[port].contingent == "spanish"
                      for port in (near, *BOARD.by_lane(near)))]  # fmt: skip
    assert not any(guards(state, place) for place in off)
    state.ports[JAMAICA].holder = "spanish"
    assert guards(state, JAMAICA)
    state.scenario = "porto-bello"
    assert not guards(state, HABANA)


def test_2_251_a_british_convoy_that_enters_is_attacked_by_a_light_auxiliary() -> None:
    state = waters()
    put(state, "br-troops-1", HABANA)
    fought = play(on_entering, state, OURS, "br-troops-1", HABANA, dice={"convoy-attack": [0]})
    assert state.convoys["br-troops-1"].dp_enemy == 3
    assert fought.events("raided", "bourbon")[0]["hit"] is True
    assert play(on_entering, state, OURS, "br-troops-1", JAMAICA).rolls == []


def test_2_251_no_other_ship_is_attacked() -> None:
    state = waters()
    put(state, "br-flag-j2", HABANA, {"j2": 4})
    put(state, "sp-troops-1", HABANA)
    for name in ("br-flag-j2", "sp-troops-1"):
        assert play(on_entering, state, OURS, name, HABANA).rolls == []


def test_2_251_screening_of_the_coast_guard_is_possible() -> None:
    state = waters()
    put(state, "br-troops-1", HABANA)
    station(state, "drake", "br-troops-1")
    fought = play(on_entering, state, OURS, "br-troops-1", HABANA, dice={"screen": [5]})
    assert fought.kinds() == ["screen"]
    assert state.auxiliaries["drake"].at == RECOVERY


def test_2_251_once_an_impulse_by_the_house_rule() -> None:
    state = waters()
    state.house["guardacosta"] = "once_an_impulse"
    put(state, "br-troops-1", HABANA)
    play(on_entering, state, OURS, "br-troops-1", HABANA, dice={"convoy-attack": [9]})
    assert play(on_entering, state, OURS, "br-troops-1", HABANA).rolls == []
    state.impulse = 2
    assert play(on_entering, state, OURS, "br-troops-1", HABANA, dice={"convoy-attack": [9]}).rolls


def test_2_251_the_coast_guard_screens_once_an_impulse_in_each_space() -> None:
    state = waters(("drake", "s10"), ("priv-young-eagle", ""))
    deed = Deed("british", "drake", "search", HABANA)
    assert guarded(state, OURS, deed)
    state.screened = [HABANA]
    assert not guarded(state, OURS, deed)
    assert not guarded(state, Ruling(), deed)
    state.screened = []
    put(state, "sp-troops-1", CARTAGENA, seen="search")
    station(state, "drake", CARTAGENA)
    fought = sent(state, {"screen": [5]},
                  british={"tasks": {"aux": "drake", "task": "convoy_attack", "target": "z-01"}})  # fmt: skip
    assert fought.kinds() == ["screen"]
    assert state.screened == [CARTAGENA]


def test_2_452_a_screened_corsair_earns_its_screener_an_order_once_a_zone_and_quarter() -> None:
    state = waters()
    beaten(Table(), state, "british", "cz-mona")
    beaten(Table(), state, "british", "cz-mona")
    beaten(Table(), state, "british", "cz-florida")
    assert state.boxes("british") == (2, 0)
    state.date += 4
    beaten(Table(), state, "british", "cz-mona")
    assert state.boxes("british") == (3, 0)
    state.house["corsair_award"] = "each_time"
    beaten(Table(), state, "british", "cz-mona")
    assert state.boxes("british") == (4, 0)
