"""Order files about small craft, Marines, Tribes and campaigns: checked, read back, and asked for answers."""

from __future__ import annotations

from typing import Any

import pytest
from rules.yellowjack.yellowjack_craft import BOARD, CARTAGENA, JAMAICA, PORTO_BELLO, station, waters
from rules.yellowjack.yellowjack_fights import anchored, troops
from rules.yellowjack.yellowjack_letters import faults, seen, told
from rules.yellowjack.yellowjack_sea import put

from pbem.adjudicator.engine.table import Table
from pbem.adjudicator.yellowjack.base.prompts import entry
from pbem.adjudicator.yellowjack.base.spotting import spot
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.replies import craft_replies, politics_replies
from pbem.adjudicator.yellowjack.state.state import State


def position() -> State:
    state = waters(("drake", JAMAICA), ("sheerness", JAMAICA), ("terrible", JAMAICA), ("priv-revenge", ""),
                   ("pirate-mosquito", ""), ("pirate-tortuga", ""), ("blandford", "recovery"))  # fmt: skip
    anchored(state, "br-flag-j2", JAMAICA, {"j2": 4, "j3": 2})
    anchored(state, "jf1", JAMAICA, {"jf1": 2})
    troops(state, JAMAICA, "fleet-marines-a", "jamaica-companies-a")
    put(state, "sp-troops-1", JAMAICA)
    spot(Table(), state, "sp-troops-1", "port")
    put(state, "sp-flag-k", JAMAICA, {"k1": 3})
    return state


# -------------------------------------------------------------------------------------------- checks


@pytest.mark.parametrize(("body", "why"), [
    ("tasks: [{aux: drake, task: shadow, target: spotted}]", "no Task such as shadowing"),
    ("tasks: [{aux: drake, task: interdiction}]", "say where"),
    ("tasks: [{aux: drake, task: interdiction, at: cartagena-de-indias}]", "out of its reach"),
    ("tasks: [{aux: saltash, task: search}]", "not in play"),
    ("tasks: [{aux: guarda-cartagena, task: search}]", "no Auxiliary and no Marine Unit of yours"),
    ("pirates: [{pirate: pirate-mosquito, task: rebase, to: cz-darien}]", "no Task such as"),
    ("pirates: [{pirate: pirate-tortuga, task: rebase, to: cz-jamaica}]", "no pirate flag"),
    ("pirates: [{pirate: gc-mona, task: convoy_attack}]", "is no Pirate"),
    ("screen: [{aux: guardacosta}]", "the Spaniards'"),
    ("fleet_tasks: [{aux: strombolo, task: fireship}]", "not in play"),
    ("sail: [{who: jf1, then: [{embark: [jamaica-companies-a, lower-creeks], land_at: nassau}]}]", "Tribe"),
    ("sail: [{who: jf1, then: [{wait: 1, land_at: nassau}]}]", "goes with embark"),
])  # fmt: skip
def test_r6_4_faults_that_an_owner_can_see_in_operations(body: str, why: str) -> None:
    found = faults(position(), "british", body + "\n")
    assert any(why in message for _, message in found), found


@pytest.mark.parametrize(("body", "why"), [
    ("assign: [{aux: drake, to: la-habana}]", "Friendly Port"), ("assign: [{aux: priv-revenge, to: nassau}]", "zone"),
    ("convert: [{class: frigate, of: j2}]", "no Mixed-Role"),
    ("privateers: [{corsair: priv-revenge, rebase: cz-virgins}]", "keeps its zone"),
    ("marines: [{unit: jamaica-companies-a, to: br-flag-j2}]", "no Marine"),
    ("recruit: [{tribe: jamaica-companies-a}]", "is no Tribe"),
    ("recruit: [{tribe: lower-creeks, at: port-royal-jamaica}]", "cannot stand"),
])  # fmt: skip
def test_r6_2_faults_that_an_owner_can_see_in_administration(body: str, why: str) -> None:
    found = faults(position(), "british", body + "\n", "admin")
    assert any(why in message for _, message in found), found


def test_2_424_faults_of_the_set_up() -> None:
    state = position()
    body = "privateers: [{corsair: drake}, {corsair: priv-caesar, rebase: cz-mona}]\n"
    found = faults(state, "british", body, "setup")
    assert [message for _, message in found] == ["'drake' is no Privateer", "its flag does not fly in that zone"]


def test_r6_4_a_lawful_file_is_read_back() -> None:
    said = told(position(), "british", """\
tasks:
  - {aux: sheerness, task: search, target: unspotted, within: port-royal-jamaica, mpi: 2}
  - {aux: priv-revenge, task: port_interdiction, at: santiago-de-cuba, impulse: 1}
screen: [{aux: all, against: [convoy_attack]}, {aux: none}]
pirates: [{pirate: any, task: convoy_attack}, {pirate: pirate-tortuga, task: rebase, to: cz-darien}]
fleet_tasks: [{port: any, aux: terrible, task: as_sail}]
sail: [{who: br-flag-j2, then: [{embark: [jamaica-companies-a], land_at: nassau}, {clear: charles-town}]}]
""")  # fmt: skip
    for words in ("sheerness looks at an enemy that nobody knows", "from MPI 2 on", "lies for prizes off Santiago",
                  "Screens convoy attack", "Nobody Screens every Task", "any Pirate that can attacks",
                  "before any storm Terrible counts as a ship",
                  "aboard for Nassau", "off Charles Town"):  # fmt: skip
        assert words.lower() in said.lower(), said


def test_r6_2_a_lawful_file_of_administration_is_read_back() -> None:
    said = told(position(), "british", """\
assign: [{aux: drake, to: nassau}, {aux: blandford, to: charles-town}, {aux: terrible, to: recovery}]
convert: [{class: frigate, of: jf1}]
marines: [{unit: fleet-marines-a, to: br-flag-j2}]
recruit: [{tribe: any}, {tribe: cherokees, do: no}]
shift: [{what: georgia, toward: enemy}]
""".replace("do: no", "do: 'no'"), "admin")  # fmt: skip
    for words in ("drake goes to Nassau", "terrible goes to Recovery", "becomes an Auxiliary",
                  "goes to 2nd Jamaica Flag",
                  "nobody calls on the Cherokees", "1 Prestige for the next arrow"):  # fmt: skip
        assert words.lower() in said.lower(), said


# -------------------------------------------------------------------------------------------- answers


def answer(state: State, reply: Any, section: list[dict[str, Any]], seat: str = "british", **facts: Any) -> Any:
    """The answer of a section to a question with these facts."""
    question = entry(Table(), "R6.4", seat, "tasks", facts, "?", "i1.m1")
    return reply(question, section, Lookout(BOARD, lambda: seen(state, seat), facts))


NOW: dict[str, Any] = {"able": ["drake", "sheerness", "priv-revenge"], "impulse": "1", "mpi": "2"}


@pytest.mark.parametrize(("section", "wanted"), [
    ({"aux": "all", "task": "convoy_attack"}, {"aux": "drake", "task": "convoy_attack", "target": "z-01"}),
    ({"aux": "sheerness", "task": "search"}, {"aux": "sheerness", "task": "search", "target": "z-02"}),
    ({"aux": "sheerness", "task": "shadow"}, {"aux": "sheerness", "task": "shadow", "target": "z-01"}),
    ({"aux": "sheerness", "task": "search", "target": "z-01"}, None),
    ({"aux": "sheerness", "task": "search", "impulse": 2}, None),
    ({"aux": "sheerness", "task": "search", "mpi": 3}, None),
    ({"aux": "sheerness", "task": "search", "within": "porto-bello"}, None),
    ({"aux": "terrible", "task": "bombard", "at": JAMAICA}, None),
    ({"aux": "drake", "task": "interdiction", "at": JAMAICA},
     {"aux": "drake", "task": "interdiction", "at": JAMAICA}),
    ({"aux": "drake", "task": "interdiction", "at": "s52"}, None),
    ({"aux": "priv-revenge", "task": "port_interdiction", "at": "santiago-de-cuba"},
     {"aux": "priv-revenge", "task": "port_interdiction", "at": "santiago-de-cuba"}),
    ({"aux": "drake", "task": "search", "if": [{"impulse_at_least": 2}]}, None),
])  # fmt: skip
def test_r6_4_the_first_entry_that_can_be_done_answers(section: dict[str, Any], wanted: Any) -> None:
    assert answer(position(), craft_replies.tasks, [section], **NOW) == wanted


def test_2_431_a_pirate_is_named_with_its_task() -> None:
    state = position()
    facts: dict[str, Any] = {"able": ["pirate-mosquito", "pirate-tortuga"], "impulse": "1", "mpi": "1"}
    wish = [{"pirate": "any", "task": "rebase", "to": "cz-darien"}]
    assert answer(state, craft_replies.pirates, wish, **facts) == {
        "pirate": "pirate-mosquito", "task": "rebase", "to": "cz-darien"}  # fmt: skip
    assert answer(state, craft_replies.pirates, [{"pirate": "pirate-mona", "task": "convoy_attack"}], **facts) is None


@pytest.mark.parametrize(("section", "by"), [
    ([{"aux": "all", "against": ["search"]}], "drake"), ([{"aux": "all", "against": ["raid"]}], "none"),
    ([{"aux": "guardacosta"}], "guardacosta"), ([{"aux": "none", "against": ["search"]}], "none"),
    ([{"aux": "sheerness"}], "sheerness"), ([{"aux": "saltash"}], "none"),
])  # fmt: skip
def test_r6_6_who_screens_by_the_first_entry_that_fits(section: list[dict[str, Any]], by: str) -> None:
    facts: dict[str, Any] = {"task": "search", "able": ["drake", "sheerness"], "guard": "yes"}
    assert answer(position(), craft_replies.screen, section, **facts) == {"by": by}


def test_r6_6_without_a_section_the_rule_answers() -> None:
    facts: dict[str, Any] = {"task": "search", "able": ["drake"], "guard": "no"}
    assert answer(position(), craft_replies.screen, [{"aux": "all", "if": [{"impulse_at_least": 3}]}], **facts) is None


def test_3_442_what_is_spent_at_a_port_and_in_a_battle() -> None:
    state = position()
    section = [{"port": CARTAGENA, "aux": "strombolo", "task": "fireship"}, {"aux": "vulcan", "task": "fireship"},
               {"port": "any", "aux": "all", "task": "as_sail"}]  # fmt: skip
    at_port = answer(state, craft_replies.fleet_tasks, section, able=["strombolo", "vulcan"], port=CARTAGENA)
    assert [(each["aux"], each["task"]) for each in at_port] == [
        ("strombolo", "fireship"), ("vulcan", "fireship"), ("strombolo", "as_sail"), ("vulcan", "as_sail")]  # fmt: skip
    at_sea = answer(state, craft_replies.fleet_tasks, section, able=["strombolo", "vulcan"], battle="yes")
    assert [(each["aux"], each["task"]) for each in at_sea] == [("vulcan", "fireship")]
    assert answer(state, craft_replies.fleet_tasks, section, able=[], port=PORTO_BELLO) is None


@pytest.mark.parametrize(("toward", "pays"), [("enemy", True), ("own", False)])
def test_1_614_a_point_is_paid_if_the_die_favours_whom_the_entry_names(toward: str, pays: bool) -> None:
    section = [{"what": "georgia", "toward": "enemy"}]
    found = answer(position(), politics_replies.shift, section, what="georgia", toward=toward)
    assert found == ({"do": "pay"} if pays else None)
    assert answer(position(), politics_replies.shift, section, what="honduran", toward=toward) is None


def test_2_531_marines_aboard_reach_where_their_flotilla_is() -> None:
    state = position()
    put(state, "br-flag-j1", PORTO_BELLO, {"j1": 2})
    troops(state, "br-flag-j1", "marines-1")
    wish = [{"aux": "marines-1", "task": "raid", "at": PORTO_BELLO}]
    facts: dict[str, Any] = {"able": ["marines-1"], "impulse": "1", "mpi": "1"}
    assert answer(state, craft_replies.tasks, wish, **facts) == {"aux": "marines-1", "task": "raid", "at": PORTO_BELLO}
    station(state, "saltash", "br-flag-j1")
    assert answer(state, craft_replies.tasks, [{"aux": "marines-1", "task": "raid", "at": JAMAICA}], **facts) is None
