"""Captains without people: what they write is lawful, sensible, and made from the view alone."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from rules.yellowjack.yellowjack_letters import phase_of, seen
from rules.yellowjack.yellowjack_stages import begun
from rules.yellowjack.yellowjack_views import at_sea, besieged, set_up

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.game import Bot
from pbem.adjudicator.yellowjack.base.convoys import assemble_convoy
from pbem.adjudicator.yellowjack.bots.commissions import strength
from pbem.adjudicator.yellowjack.bots.counting_house import Captain
from pbem.adjudicator.yellowjack.bots.random_bot import RandomBot
from pbem.adjudicator.yellowjack.bots.steady import NoviceBot, SteadyBot
from pbem.adjudicator.yellowjack.ch2.corsairs import lay
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.state.pieces import Ended, PortHeld, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.strict_yaml import plain, read

POSITIONS = (set_up, at_sea, besieged)


def letter(bot: type[Bot], state: State, seat: str, step: str, seed: str = "bots") -> str:
    """The letter of a bot."""
    known = seen(state, seat, step)
    return bot(seat, SeededChance(seed)).orders(known, {"seat": seat, "phase": phase_of(step)})


def body(state: State, seat: str, step: str) -> dict[str, Any]:
    """The steady bot's letter, read."""
    found = plain(read(letter(SteadyBot, state, seat, step).encode(), "orders"))
    assert isinstance(found, dict)
    return found


@pytest.mark.parametrize("make", POSITIONS)
@pytest.mark.parametrize("seat", ["british", "bourbon"])
@pytest.mark.parametrize("step", ["setup", "ops", "admin"])
def test_the_steady_bot_writes_what_orders_check_finds_lawful(
    make: Callable[[], State], seat: str, step: str
) -> None:  # fmt: skip
    state = make()
    text = letter(SteadyBot, state, seat, step)
    known = seen(state, seat, step)
    found = GAME.check_file(known, {"seat": seat, "phase": phase_of(step)}, text.encode(), "orders.yaml")
    assert [fault.render() for fault in found.faults] == []
    assert letter(SteadyBot, make(), seat, step) == text


@pytest.mark.parametrize("make", POSITIONS)
@pytest.mark.parametrize("seat", ["british", "bourbon"])
@pytest.mark.parametrize("step", ["setup", "ops", "admin"])
def test_the_random_bot_writes_what_the_game_can_read(make: Callable[[], State], seat: str, step: str) -> None:
    texts = [letter(RandomBot, make(), seat, step, str(seed)) for seed in range(12)]
    assert len(set(texts)) > 1
    assert {GAME.read_orders(text.encode(), "orders.yaml").seat for text in texts} == {seat}


def test_1_1_the_british_begin_with_porto_bello_and_give_the_other_orders_to_the_rest() -> None:
    issued = {entry["order"]: entry for entry in body(set_up(), "british", "setup")["issue"]}
    assert issued["j-aao"] == {"order": "j-aao", "to": ["br-flag-j2", "br-troops-1"], "target": "porto-bello"}
    assert {entry["to"] for key, entry in issued.items() if key != "j-aao"} == {"br-flag-j1", "jf1"}


def test_1_1_the_company_lets_a_squadron_go_so_that_three_orders_are_carried_out() -> None:
    issued = {entry["order"]: entry["to"] for entry in body(set_up(), "bourbon", "setup")["issue"]}
    assert sorted(issued) == ["k-cruise-caracas", "k-cruise-main", "k-interdict-roques"]
    assert sorted(issued.values()) == ["gf1", "rcg", "sp-flag-k"]


def test_3_423_the_assault_sails_as_one_with_its_convoy_and_seeks_at_its_target() -> None:
    state = set_up()
    state.hand["british"] = []
    at_port = at_sea()
    for name in ("br-flag-j2", "br-troops-1"):
        at_port.formations[name].at, at_port.formations[name].state = "port-royal-jamaica", "fitting-out"
    written = body(at_port, "british", "ops")
    vernon = next(entry for entry in written["sail"] if entry["who"] == "br-flag-j2")
    assert vernon == {"who": "br-flag-j2", "then": [{"escort": "br-troops-1"}, {"carry_on": "true"}]}
    assert {"who": "br-flag-j2", "do": "seek", "if": [{"at": "porto-bello"}]} in written["stance"]


def test_r9_21_who_is_at_sea_without_an_order_goes_to_a_port_that_repairs() -> None:
    written = body(at_sea(), "british", "ops")
    brown = next(entry for entry in written["sail"] if entry["who"] == "br-flag-j1")
    assert brown["then"] == [{"port": "port-royal-jamaica"}]


def test_r11_4_battered_squadrons_are_laid_up_and_sound_ones_come_out() -> None:
    state = set_up()
    state.squadrons["j1"].dp = 8
    state.lay_up("j3", "port-royal-jamaica")
    written = body(state, "british", "admin")
    assert written["states"] == [{"squadron": "j1", "to": "in_ordinary"}, {"squadron": "j3", "to": "fitting_out"}]
    state.squadrons["j3"].dp = 5
    assert body(state, "british", "admin")["repair"] == [
        {"port": "port-royal-jamaica", "squadrons": ["j3"], "until": "sound"}]  # fmt: skip


def test_2_577_the_bourbon_marches_into_a_port_that_is_attacked() -> None:
    written = body(set_up(), "bourbon", "ops")
    assert written["march"] == [{"unit": "any", "to": "port_attacked"}]
    assert "land" not in written


def war() -> State:
    """The first Turn of 1739, with every counter in its place."""
    state = begun(scenario="1739").state
    state.step = "admin"
    return state


def test_2_462_auxiliaries_go_where_corsairs_come_and_first_where_they_have_lain() -> None:
    state = war()
    to = [entry["to"] for entry in body(state, "british", "admin")["assign"]]
    assert {"nassau", "tortola", "roatan"} <= set(to)
    state.ended = [Ended("british", "corsair-frederica", False, state.date, "2.461")] * 12
    after = [entry["to"] for entry in body(state, "british", "admin")["assign"]]
    assert after.count("frederica") > to.count("frederica")


def test_2_462_idle_british_flotillas_go_round_and_none_looks_where_another_does() -> None:
    state = war()
    state.remove("cf1")
    state.new_formation("br-det-c1", "detachment", "charles-town", "fitting-out", ["cf1"])
    plans = {entry["who"]: entry["then"] for entry in body(state, "british", "ops")["sail"]}
    assert [next(iter(step)) for step in plans["br-flag-j1"]][:2] == ["put_to_sea", "wait"]
    assert [next(iter(step)) for step in plans["br-det-c1"]][:2] == ["put_to_sea", "wait"]
    assert {"clear": "savannah"} in plans["br-det-c1"]
    assert plans["br-det-c1"][-1] == {"port": "charles-town"}
    looked = [port for plan in plans.values() for port in {step["clear"] for step in plan if "clear" in step}]
    assert len(looked) == len(set(looked)) > 2
    escorted = [entry["with"] for entry in body(state, "british", "ops").get("escort", ())]
    assert "cf1" not in escorted  # she is wanted off Charles Town


def test_2_462_a_flotilla_lies_on_guard_and_comes_out_for_a_corsair() -> None:
    state = war()
    state.remove("cf1")
    state.new_formation("br-det-c1", "detachment", "charles-town", "fitting-out", ["cf1"])
    plan = next(entry["then"] for entry in body(state, "british", "ops")["sail"] if entry["who"] == "br-det-c1")
    assert plan[-3:] == [{"until": [{"corsair_off": "charles-town"}]}, {"clear": "charles-town"},
                         {"port": "charles-town"}]  # fmt: skip


def test_r12_4_an_order_that_nobody_can_carry_out_is_given_back_while_it_costs_a_draw_each_turn() -> None:
    state = war()
    state.remove("cf1")
    state.hand["british"], state.pool["british"] = ["c-cruise-bahamas"], ["j-show"]
    assert body(state, "british", "admin")["spend"] == [{"on": "discard", "order": "c-cruise-bahamas"}]
    state.hand["british"] = ["j-cruise-main"]
    assert "spend" not in body(state, "british", "admin")
    state.hand["british"], state.date = ["c-cruise-bahamas"], state.last - 3
    assert "spend" not in body(state, "british", "admin")


def test_3_447_a_rich_port_without_units_gets_one() -> None:
    state = war()
    state.pool["british"] = ["j-show"]
    state.units["dalzell-a"] = Unit("english-harbour")
    state.units["dalzell-b"] = Unit("english-harbour")
    assert body(state, "british", "admin")["assemble"] == [  # the weakest for its worth
        {"troops": ["oglethorpe-a"], "at": "frederica", "to": "port-royal-carolinas"}
    ]
    state.units["oglethorpe-a"].at = "port-royal-carolinas"
    assert body(state, "british", "admin")["assemble"] == [
        {"troops": ["dalzell-a"], "at": "english-harbour", "to": "bridgetown"}
    ]
    state.units["dalzell-b"].at = "bridgetown"
    assert all(entry["to"] != "bridgetown" for entry in body(state, "british", "admin").get("assemble", ()))


def test_1_326_a_british_flotilla_leaves_a_port_that_has_gone_back_to_the_enemy_and_others_stay() -> None:
    state = war()
    state.formations["br-flag-j1"].at = "porto-bello"
    state.ports["port-royal-jamaica"] = PortHeld("spanish")
    state.ports["cartagena-de-indias"] = PortHeld("british")
    plans = {entry["who"]: entry for entry in body(state, "british", "ops")["sail"]}
    assert [next(iter(step)) for step in plans["br-flag-j1"]["then"]] == ["put_to_sea", "port"]
    assert "jf1" not in plans  # a Squadron alone may not go out (R3.6)
    assert all("then" not in entry for entry in body(state, "bourbon", "ops").get("sail", ()))  # nor a Spaniard (2.231)


def test_2_251_british_corsairs_go_off_one_port_together_and_the_bourbons_apart() -> None:
    state = war()
    for zone, aux in (("cz-jamaica", "priv-revenge"), ("cz-jamaica", "priv-trelawny"),
                      ("cz-mona", "gc-mona"), ("cz-florida", "gc-fandino"), ("cz-florida", "gc-florida")):  # fmt: skip
        lay(state, aux, zone)
    state.settle()
    sent = {seat: [entry["at"] for entry in body(state, seat, "ops")["tasks"] if "at" in entry]
            for seat in ("british", "bourbon")}  # fmt: skip
    assert sent["british"] == ["santiago-de-cuba"] * 2
    assert len(set(sent["bourbon"])) == len(sent["bourbon"]) == 3


def test_r3_6_squadrons_of_the_line_that_lie_alone_make_up_a_flag_and_frigates_a_detachment() -> None:
    state = war()
    state.squadrons["j4"].sail = state.squadrons["j5"].sail = {"sol": 3}
    for name in ("j4", "j5"):
        state.squadrons[name].command = "jamaica"
        state.new_formation(name, "independent", "port-antonio", "fitting-out", [name])
        state.formations[name].command = "jamaica"
    state.leaders["vernon"].gone, state.leaders["vernon"].posts = "", []
    made = {entry["formation"]: entry for entry in body(state, "british", "admin")["form"]}
    assert made["br-flag-j2"] == {"formation": "br-flag-j2", "at": "port-antonio", "squadrons": ["j4", "j5"]}
    assert made["br-det-c1"]["squadrons"] == ["cf1"]


def test_3_421_an_assault_in_hand_gathers_an_expedition_and_the_flag_is_kept_for_it() -> None:
    state = war()
    state.hand["british"], state.pool["british"] = ["j-aao", "j-cruise-main"], ["j-show"]
    written = body(state, "british", "admin")
    assert [(each["at"], each["to"]) for each in written["assemble"]] == [("port-royal-jamaica", "assault")]
    assert sorted(written["assemble"][0]["troops"]) == ["fleet-marines-a", "jamaica-companies-a"]
    assert [(entry["order"], entry["to"]) for entry in written["issue"]] == [
        ("j-cruise-main", "jf1"), ("j-aao", ["br-flag-j1", "br-troops-1"])
    ]
    convoy(state)
    assaults = [entry for entry in body(state, "british", "admin")["issue"] if entry["order"] == "j-aao"]
    assert assaults
    assert assaults[0]["to"] == ["br-flag-j1", "br-troops-1"]


def test_2_245_the_company_is_given_no_assault() -> None:
    state = war()
    state.hand["bourbon"], state.pool["bourbon"] = ["k-aao"], ["k-show"]
    state.remove("sp-flag-k")
    state.units["fijo-cartagena"] = Unit("la-guaira")
    state.units["milicia-cartagena"] = Unit("la-guaira")
    assert all("rcg" not in entry["to"] for entry in body(state, "bourbon", "admin").get("issue", ()))


def convoy(state: State) -> None:
    """The Expedition, gathered."""
    assemble_convoy(state, "br-troops-1", "port-royal-jamaica", ["fleet-marines-a", "jamaica-companies-a"], "")
    state.settle()


def test_3_312_orders_that_an_idle_formation_can_begin_are_liked_before_others() -> None:
    state = war()
    state.pool["british"] = ["c-blockade-agustin", "c-cruise-bahamas", "l-show", "j-cruise-main"]
    state.hand["british"] = []
    assert body(state, "british", "setup")["receive"][0]["like"] == [
        "c-cruise-bahamas", "j-cruise-main", "c-blockade-agustin", "l-show", "any"]  # fmt: skip


def test_r12_4_a_point_buys_the_order_to_storm_a_prize_and_another_is_rid_of_a_void_order() -> None:
    state = war()
    state.hand["british"], state.pool["british"] = ["j-blockade-portobello"], ["j-aao", "c-aao", "j-show"]
    state.squadrons["j1"].sail["sol"] += 1
    buys, gives_back = body(state, "british", "admin")["spend"]
    assert buys == {"on": "order", "order": "j-aao"}  # for Porto Bello, worth 3
    assert gives_back == {"on": "discard", "order": "j-blockade-portobello"}  # else there is no draw on this Turn
    state.hand["british"] *= 2
    assert "spend" not in body(state, "british", "admin")
    state.ports["porto-bello"] = PortHeld("british")
    assert {"on": "discard", "order": "j-blockade-portobello"} in body(state, "british", "admin")["spend"]
    state.hand["british"] = ["j-aao-2"]
    assert "spend" not in body(state, "british", "admin")  # one assault at a time
    state.hand["british"], state.prestige["british"] = [], 3
    assert "spend" not in body(state, "british", "admin")


def test_3_218_no_army_is_supported_that_is_not_in_the_field() -> None:
    state = war()
    state.hand["british"], state.pool["british"] = ["c-sa-georgia"], ["c-sa-georgia-2", "c-cruise-bahamas"]
    written = body(state, "british", "admin")
    assert "issue" not in written
    assert written["receive"][0]["like"] == ["c-cruise-bahamas", "c-sa-georgia-2", "any"]


def test_2_583_disrupted_units_storm_too_at_half_their_strength_and_never_double() -> None:
    state = war()
    captain = Captain(state.board, seen(state, "british", "admin"))
    assert [strength(captain, unit) for unit in ("jamaica-companies-a", "fleet-marines-a")] == [2, 4]  # in halves
    state.hand["british"], state.pool["british"] = [], ["j-aao"]
    state.units["fleet-marines-a"].disrupted = state.units["jamaica-companies-a"].disrupted = True
    captain = Captain(state.board, seen(state, "british", "admin"))
    assert [strength(captain, unit) for unit in ("jamaica-companies-a", "fleet-marines-a")] == [1, 1]
    assert body(state, "british", "admin")["spend"] == [{"on": "order", "order": "j-aao"}]  # two ships do for Chagres


def test_3_447_a_port_without_units_is_stormed_at_even_odds() -> None:
    at_port = at_sea()
    written = body(at_port, "british", "ops")
    assert written["escalade"][0] == {"port": "porto-bello", "with": "all", "odds": "1:1"}


def test_3_312_while_formations_lie_idle_more_orders_of_a_draw_are_taken() -> None:
    state = war()
    state.hand["british"], state.pool["british"] = [], ["c-cruise-bahamas", "j-cruise-main", "l-show"]
    assert body(state, "british", "setup")["receive"][0]["also"] == ["c-cruise-bahamas", "j-cruise-main"]
    state.hand["british"] = ["c-cruise-georgia", "j-cruise-havana", "l-cruise-rico"]
    assert "also" not in body(state, "british", "setup")["receive"][0]


def test_the_novice_names_a_doctrine_once() -> None:
    known = seen(set_up(), "british", "setup") | {"doctrine": {"name": "", "ask": []}}
    head = {"seat": "british", "phase": phase_of("setup")}
    first = NoviceBot("british", SeededChance("n")).orders(known, head)
    assert "doctrine: steady" in first
    later = known | {"doctrine": {"name": "steady", "ask": []}}
    assert "doctrine" not in NoviceBot("british", SeededChance("n")).orders(later, head)
