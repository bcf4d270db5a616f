"""What sections answer to the questions of a Turn: whose entry fits, whether it holds, what it says."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_looks import asked, british, formation, look, marker
from rules.yellowjack.yellowjack_views import BOARD, set_up

from pbem.adjudicator.engine.table import Choose, Pick
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.replies import chit_replies, plan_replies, sea_replies, shore_replies
from pbem.adjudicator.yellowjack.orders.replies.planners import PLANNERS
from pbem.adjudicator.yellowjack.view.view import view

HERE = "s53"
FLEET = {
    "br-flag-j2": formation(HERE, "j2", "j3"), "jf1": formation(HERE, "jf1", kind="independent"),
    "br-troops-1": formation(HERE, kind="convoy", goes_with="br-flag-j2"),
    "br-flag-l1": formation("english-harbour", "l1", command="leewards"),
}  # fmt: skip


def at_sea(**markers: Any) -> Any:
    """Vernon with a Convoy, a lone Frigate Squadron and a Flag of the Leewards."""
    return british(formations=FLEET, markers=markers)


def stance(section: list[Any], who: str, **facts: Any) -> Any:
    """The stance of a Formation by a section."""
    return sea_replies.stance(asked("stance"), section, look(at_sea(), who=who, place=HERE, **facts))


# ------------------------------------------------------------------------------------------------ scopes


@pytest.mark.parametrize(("who", "wanted"), [
    ("br-flag-j2", "seek"), ("br-troops-1", "avoid"), ("jf1", "accept"), ("br-flag-l1", "avoid"),
])  # fmt: skip
def test_r1_13_the_narrowest_scope_wins_wherever_it_stands(who: str, wanted: str) -> None:
    section = [{"who": "all", "do": "avoid"}, {"who": "jamaica", "do": "accept"}, {"who": "convoys", "do": "avoid"},
               {"who": "br-flag-j2", "do": "seek"}]  # fmt: skip
    assert stance(section, who) == {"do": wanted}


def test_r1_13_of_entries_as_narrow_the_first_that_holds_wins() -> None:
    section = [{"who": "all", "do": "seek", "if": [{"impulse_at_least": 3}]}, {"who": "all", "do": "accept"},
               {"who": "all", "do": "avoid"}]  # fmt: skip
    assert stance(section, "jf1") == {"do": "accept"}
    assert stance(section, "jf1", impulse="3") == {"do": "seek"}


def test_r1_13_a_narrow_entry_that_does_not_hold_gives_way_to_a_wide_one() -> None:
    section = [{"who": "jf1", "do": "seek", "if": [{"at": "porto-bello"}]}, {"who": "all", "do": "avoid"}]
    assert stance(section, "jf1") == {"do": "avoid"}
    assert stance(section[:1], "jf1") is None


def test_r1_13_an_escort_is_who_sails_as_one_with_a_convoy() -> None:
    section = [{"who": "all", "do": "avoid"}, {"who": "escorts", "do": "accept"}]
    assert stance(section, "br-flag-j2") == {"do": "accept"}
    assert stance(section, "jf1") == {"do": "avoid"}


# ------------------------------------------------------------------------------------------------ at sea


def test_r7_4_the_wish_whom_to_attack_is_answered_with_markers() -> None:
    enemies = [{"marker": "z-01", "kind": "flag", "squadrons": 3}, {"marker": "z-02", "kind": "", "squadrons": 1},
               {"marker": "z-03", "kind": "convoy", "squadrons": 0}]  # fmt: skip
    first = stance([{"who": "all", "do": "seek", "prefer": ["convoys", "weakest"]}], "jf1", enemies=enemies)
    assert first == {"do": "seek", "prefer": ["z-03", "z-02", "z-01"]}
    named = stance([{"who": "all", "do": "seek", "prefer": ["z-02", "strongest"]}], "jf1", enemies=enemies)
    assert named["prefer"] == ["z-02", "z-01", "z-03"]


def battle(entry: dict[str, Any], **facts: Any) -> Any:
    """How the lone Frigates fight by one entry."""
    return sea_replies.battle(asked("battle"), [{"who": "all", **entry}], look(at_sea(), who="jf1", **facts))


@pytest.mark.parametrize(("wish", "fought", "wanted"), [
    ("never", "3", "no"), ("usual", "2", "usual"), ("after_1", "0", "no"), ("after_1", "1", "yes"),
    ("after_2", "1", "no"), ("after_2", "2", "yes"),
])  # fmt: skip
def test_r8_14_a_wish_to_break_off_is_judged_round_by_round(wish: str, fought: str, wanted: str) -> None:
    assert battle({"break": wish}, round=fought) == {"break": wanted}


def test_r8_14_conditions_to_break_off_are_judged_when_they_are_asked() -> None:
    entry = {"intensity": 3, "line": ["jf1"], "break": [{"own_damage_at_least": {"third": 2}}]}
    assert battle(entry, own_third="1") == {"intensity": "3", "line": ["jf1"], "break": "no"}
    assert battle(entry, own_third="2")["break"] == "yes"


def test_r8_15_a_beaten_formation_goes_to_the_first_place_that_is_open() -> None:
    question = Choose(rule="R8.15", side="british", key="retreat/n1", topic="retreat", prompt="",
                      options={"s52": "", "s54": ""}, default="s52")  # fmt: skip
    eyes = look(at_sea(), who="jf1")
    assert sea_replies.retreat(question, [{"who": "all", "to": ["s40", "s54", "s52"]}], eyes) == "s54"
    assert sea_replies.retreat(question, [{"who": "all", "to": ["s40"]}], eyes) is None


def test_r7_8_a_break_out_says_how_and_from_when() -> None:
    section = [{"who": "jf1", "how": "slip", "from_mpi": 3}]
    assert sea_replies.break_out(asked("breakout"), section, look(at_sea(), who="jf1")) == {
        "how": "slip", "from_mpi": "3"}  # fmt: skip
    assert sea_replies.break_out(asked("breakout"), section, look(at_sea(), who="br-flag-j2")) is None


def test_r9_7_orders_are_given_up_by_those_whose_conditions_hold() -> None:
    known = british(formations={"br-flag-j2": formation(HERE, "j2", order="j-aao"),
                                "jf1": formation(HERE, "jf1", order="j-cruise-main"),
                                "br-flag-j1": formation(HERE, "j1")},
                    squadrons={"j2": {"third": 2}, "jf1": {"third": 0}, "j1": {"third": 3}})  # fmt: skip
    section = [{"who": "all", "if": [{"own_damage_at_least": {"third": 2}}]}]
    assert sea_replies.terminate(asked("terminate"), section, look(known)) == [{"who": "br-flag-j2"}]
    assert sea_replies.terminate(asked("terminate"), section[:0], look(known)) is None


def test_r9_23_losses_name_every_unit_and_every_class() -> None:
    units = ["fleet-marines-a", "jamaica-companies-a"]
    eyes = look(at_sea(), cause="escalade", units=units)
    marines_last = sea_replies.losses(asked("losses"), [{"units": ["plain", "marines"], "sail": ["sol"]}], eyes)
    assert marines_last == {"units": ["jamaica-companies-a", "fleet-marines-a"],
                            "sail": ["sol", "flagship", "sol-d", "frigate"]}  # fmt: skip
    named = sea_replies.losses(asked("losses"), [{"units": ["fleet-marines-a", "plain"]}], eyes)
    assert named == {"units": units}


# ------------------------------------------------------------------------------------------------ ashore


def test_3_425_an_expedition_holds_back_whom_its_entry_names() -> None:
    eyes = look(at_sea(), convoy="br-troops-1", units=["fleet-marines-a", "jamaica-companies-a"])
    section = [{"expedition": "br-troops-1", "units": "all", "hold_back": ["jamaica-companies-a"]}]
    assert shore_replies.land(asked("land"), section, eyes) == {"units": ["fleet-marines-a"], "at": "first"}
    assert shore_replies.land(asked("land"), [{"expedition": "br-troops-2"}], eyes) is None


def storm(*lines: dict[str, Any], own: int, enemy: int) -> Any:
    """Whether Porto Bello is stormed by these lines at these strengths."""
    eyes = look(at_sea(), port="porto-bello", own_strength=str(own), enemy_strength=str(enemy),
                units=["fleet-marines-a", "jamaica-companies-a"])  # fmt: skip
    return shore_replies.escalade(asked("escalade"), list(lines), eyes)


def test_3_441_the_first_line_whose_odds_are_reached_storms() -> None:
    first = {"port": "porto-bello", "with": "all", "odds": "2:1"}
    late = {"port": "any", "with": ["fleet-marines-a"], "odds": "3:2", "if": [{"impulse_at_least": 3}]}
    everybody = ["fleet-marines-a", "jamaica-companies-a"]
    assert storm(first, late, own=8, enemy=4) == {"do": "storm", "units": everybody}
    assert storm(first, late, own=7, enemy=4) == {"do": "wait"}
    assert storm(first, {**late, "if": []}, own=7, enemy=4) == {"do": "storm", "units": ["fleet-marines-a"]}


def test_3_446_a_port_that_falls_without_a_throw_is_left_to_the_default() -> None:
    assert storm({"port": "porto-bello", "odds": "9:1"}, own=16, enemy=4) is None
    assert storm({"port": "la-habana", "odds": "1:1"}, own=8, enemy=4) is None


def test_2_575_units_march_to_the_port_that_is_attacked() -> None:
    ports = {"porto-bello": {"besieged": "bourbon"}, "chagres": {"besieged": ""}}
    known = british(ports=ports, units={"fijo-panama": {"at": "lb-panama"}})
    eyes = look(known, units=["fijo-panama"])
    section = [{"unit": "any", "to": "port_attacked"}]
    assert shore_replies.march(asked("march"), section, eyes) == [{"unit": "fijo-panama", "to": "porto-bello"}]
    quiet = look(british(ports={}, units={"fijo-panama": {"at": "lb-panama"}}), units=["fijo-panama"])
    assert shore_replies.march(asked("march"), section, quiet) is None


def test_2_575_a_unit_marches_by_the_first_entry_that_holds() -> None:
    known = british(units={"fijo-panama": {"at": "lb-panama"}})
    section = [{"unit": "fijo-panama", "to": "chagres", "if": [{"impulse_at_least": 3}]},
               {"unit": "fijo-panama", "to": "porto-bello"}]  # fmt: skip
    early, late = look(known, units=["fijo-panama"]), look(known, units=["fijo-panama"], impulse="3")
    assert shore_replies.march(asked("march"), section, early) == [{"unit": "fijo-panama", "to": "porto-bello"}]
    assert shore_replies.march(asked("march"), section, late) == [{"unit": "fijo-panama", "to": "chagres"}]


def test_3_47_an_assault_is_given_up_when_its_conditions_hold() -> None:
    question = Choose(rule="3.47", side="british", key="evacuate/n1", topic="evacuate", prompt="",
                      options={"yes": "", "no": ""}, default="no")  # fmt: skip
    section = [{"port": "porto-bello", "if": [{"units_below": {"units": 2}}]}]
    one, two = (look(at_sea(), port="porto-bello", units=["fleet-marines-a"] * number) for number in (1, 2))
    assert shore_replies.evacuate(question, section, one) == "yes"
    assert shore_replies.evacuate(question, section, two) is None


def test_3_46_what_is_saved_first_and_whither() -> None:
    eyes = look(at_sea(), port="porto-bello", units=["fijo-panama"])
    section = [{"port": "any", "units": ["plain"], "to": "land_box", "rvo": "nearest"}]
    assert shore_replies.escape(asked("escape"), section, eyes) == {
        "to": "land_box", "rvo": "nearest", "units": ["fijo-panama"]}  # fmt: skip


# ------------------------------------------------------------------------------------------------ Orders


def drawn(*chits: str, least: int = 1) -> Pick:
    """A set of Orders of which some are taken."""
    return Pick(rule="3.312", side="british", key="receive/n1", topic="receive", prompt="",
                options=dict.fromkeys(chits, ""), least=least, most=len(chits), default=chits[:1],
                ordered=True)  # fmt: skip


@pytest.mark.parametrize(("like", "wanted"), [
    (["cruise j*"], ["j-cruise-main"]), (["blockade *", "any"], ["j-blockade-cartagena"]),
    (["aao jamaica", "any"], ["j-aao"]), (["show_of_force", "any"], ["j-cruise-main"]), (["j-aao"], ["j-aao"]),
    (["cruise l*"], None),
])  # fmt: skip
def test_3_312_of_a_set_the_best_liked_is_taken(like: list[str], wanted: list[str] | None) -> None:
    section = [{"like": like}]
    found = chit_replies.receive(drawn("j-cruise-main", "j-blockade-cartagena", "j-aao"), section, look(at_sea()))
    assert found == wanted


def test_3_312_others_are_taken_besides_if_they_are_wanted() -> None:
    section = [{"like": ["aao", "any"], "also": ["cruise j*"]}]
    found = chit_replies.receive(drawn("j-cruise-main", "j-blockade-cartagena", "j-aao"), section, look(at_sea()))
    assert found == ["j-aao", "j-cruise-main"]


def test_r9_5_orders_are_given_to_one_formation_or_to_two() -> None:
    section = [{"order": "j-aao", "to": ["br-flag-j2", "br-troops-1"], "target": "porto-bello"},
               {"order": "j-cruise-main", "to": "jf1", "if": [{"in_hand": "j-cruise-main"}]}]  # fmt: skip
    assert chit_replies.issue(asked("issue"), section, look(british(hand=["j-cruise-main"]))) == [
        {"order": "j-aao", "target": "porto-bello", "to": ["br-flag-j2", "br-troops-1"]},
        {"order": "j-cruise-main", "to": ["jf1"]}]  # fmt: skip
    assert chit_replies.issue(asked("issue"), section[1:], look()) is None


def test_r9_5_any_order_is_the_first_in_hand_that_a_formation_may_have() -> None:
    state = set_up()
    state.hand["british"] = ["l-cruise-islands", "j-cruise-main", "j-cruise-havana"]
    hand = {"hand": list(state.hand["british"])}
    section = [{"order": "any", "to": name} for name in ("br-flag-j1", "jf1", "br-flag-j1", "br-flag-j2")]
    assert chit_replies.issue(asked("issue"), section, Lookout(BOARD, lambda: view(state, "british"), hand)) == [
        {"order": "j-cruise-main", "to": ["br-flag-j1"]}, {"order": "j-cruise-havana", "to": ["jf1"]},
    ]  # fmt: skip
    state.formations["br-flag-j1"].order = "j-aao"
    after = Lookout(BOARD, lambda: view(state, "british"), hand)
    assert chit_replies.issue(asked("issue"), section[:1], after) is None


def test_r3_5_a_section_of_administration_keeps_the_entries_that_hold() -> None:
    section = [{"squadron": "j3", "to": "in_ordinary", "if": [{"impulse_at_least": 9}]},
               {"squadron": "j1", "to": "in_ordinary"}]  # fmt: skip
    assert PLANNERS["states"](asked("states"), section, look()) == [{"squadron": "j1", "to": "in_ordinary"}]


# ------------------------------------------------------------------------------------------------ plans


def test_r5_2_a_plan_keeps_its_conditions_for_their_time() -> None:
    entry = {"who": "flags", "then": [{"wait": 3}, {"until": [{"impulse_at_least": 2}], "most": 6}],
             "retire": [{"if": [{"enemy_within": {"of": "here", "legs": 1}}], "to": "home"}]}  # fmt: skip
    plan = plan_replies.as_plan(entry, "br-flag-j2", "y39t13.ops orders line 4")
    assert plan == {
        "who": "br-flag-j2", "mark": "y39t13.ops orders line 4",
        "then": [{"wait": "3"}, {"until": [{"impulse_at_least": 2}], "most": "6"}],
        "retire": [{"if": [{"enemy_within": {"of": "here", "legs": 1}}], "to": "home"}],
    }  # fmt: skip


def test_r1_13_each_formation_gets_the_plan_of_the_narrowest_entry() -> None:
    section = [{"who": "jamaica", "then": [{"stay": True}]}, {"who": "jf1", "then": [{"carry_on": True}]},
               {"who": "jf1", "then": [{"put_to_sea": True}]}]  # fmt: skip
    found = {who: number for number, who, _ in plan_replies.planned(section, look(at_sea()))}
    assert found == {"br-flag-j2": 0, "br-troops-1": 0, "jf1": 1}


def test_r1_13_prefers_the_marker_that_is_seen_where_the_question_tells_none() -> None:
    eyes = look(at_sea(**{"z-04": marker(HERE, "convoy", 0), "z-05": marker(HERE)}), who="jf1", place=HERE)
    found = sea_replies.stance(asked("stance"), [{"who": "all", "do": "seek", "prefer": ["convoys"]}], eyes)
    assert found == {"do": "seek", "prefer": ["z-04", "z-05"]}
