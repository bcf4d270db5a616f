"""Order files as `orders check` judges them: every fault at once, and what lawful orders will do."""

from __future__ import annotations

import pytest
from rules.yellowjack.yellowjack_letters import checked, faults, seen, told, written
from rules.yellowjack.yellowjack_stages import begun
from rules.yellowjack.yellowjack_views import at_sea, set_up

from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.orders import examples
from pbem.adjudicator.yellowjack.orders.order_table import TABLE
from pbem.adjudicator.yellowjack.state.words import date_of
from pbem.adjudicator.yellowjack.view.picture import picture


def one(seat: str, body: str, step: str = "ops") -> str:
    """The only fault of a body at the set-up; empty for none."""
    found = faults(set_up(), seat, body, step)
    assert len(found) < 2, found
    return found[0][1] if found else ""


def plan(*steps: str, who: str = "br-flag-j2", more: str = "") -> str:
    """A file with one plan."""
    return f"sail:\n  - who: {who}\n    then:\n" + "".join(f"      - {step}\n" for step in steps) + more


# ------------------------------------------------------------------------------------------------ plans


@pytest.mark.parametrize(("step", "why"), [
    ("{put_to_sea: true}", ""), ("{put_to_sea: true, to: s52}", "a step has one verb"),
    ("{if: [{at: s52}]}", "a step has one verb"), ("{to: s52, most: 3}", "'most' goes with until or follow"),
    ("{until: [{impulse_at_least: 2}], most: 3}", ""), ("{to: nowhere}", "'nowhere' is no place at sea"),
    ("{to: lb-panama}", "'lb-panama' is no place at sea"),
    ("{port: cartagena-de-indias}", "Cartagena de Indias is the enemy's"), ("{port: here}", ""),
    ("{blockade: port-royal-jamaica}", "Port Royal (Jamaica) is not the enemy's"),
    ("{blockade: cartagena-de-indias}", ""), ("{blockade: curacao}", "is not the enemy's"),
    ("{escort: br-troops-2}", "the Convoy 'br-troops-2' is not Assembled"), ("{escort: br-troops-1}", ""),
    ("{attach: br-flag-j1}", "'br-flag-j2' is no Detachment"), ("{attach: jf1}", "'jf1' is no Flag"),
    ("{carry_on: true}", "'br-flag-j2' has no Order to carry on with"),
    ("{follow: b-01}", "'b-01' is no marker of the enemy"), ("{follow: z-01}", ""), ("{follow: convoys}", ""),
    ("{to: s52, if: [{round_at_least: 2}]}", "'round_at_least' is known only under battle"),
    ("{to: s52, if: [{within: {of: s52}}]}", "'within' wants either legs or mps"),
    ("{to: s52, if: [{held: porto-bello}, {lost: porto-bello}]}", "'lost' and 'held' above it never hold together"),
])  # fmt: skip
def test_r5_2_a_step_that_can_never_be_done_is_refused(step: str, why: str) -> None:
    found = faults(set_up(), "british", plan(step))
    assert [why in message for _, message in found] == ([True] if why and step != "{attach: jf1}" else
                                                        [True, False] if why else [])  # fmt: skip


def test_r5_2_every_fault_of_a_plan_is_found_at_once_with_its_line() -> None:
    body = plan("{to: nowhere}", "{put_to_sea: true}", "{wait: 3, mpis: 2}", "{port: cartagena-de-indias}",
                "{carry_on: true}", "{stay: true}")  # fmt: skip
    assert [line for line, _ in faults(set_up(), "british", body)] == [4, 6, 7, 8]


def test_r2_2_no_flag_goes_to_a_small_space() -> None:
    small = next(space.id for space in TABLE.board_of({}).spaces.values() if space.size == "small")
    assert "is a Small Space" in one("british", plan("{put_to_sea: true}", f"{{to: {small}}}"))
    free = at_sea()
    free.formations["jf1"].order = "j-aao"
    assert faults(free, "british", plan("{put_to_sea: true}", f"{{to: {small}}}", who="jf1")) == []


def test_r3_6_a_lone_squadron_sails_only_under_an_order() -> None:
    assert "sails only under an Order" in one("british", plan("{put_to_sea: true}", who="jf1"))
    assert one("british", plan("{stay: true}", who="jf1")) == ""


def test_2_231_a_spaniard_leaves_port_without_an_order_only_for_a_cause() -> None:
    leaves = plan("{put_to_sea: true}", who="sp-flag-k")
    assert "Spaniards leave port without one only for a cause" in one("bourbon", leaves)
    cause = "    sortie: [{enemy_within: {of: here, mps: 2, squadrons_at_most: 1}}]\n"
    assert one("bourbon", leaves + cause) == ""
    assert faults(at_sea(), "bourbon", plan("{put_to_sea: true}", "{to: s52}", who="sp-flag-k")) == []


def test_2_233_relief_is_for_spaniards_and_their_own_ports() -> None:
    relief = "sail:\n  - {{who: {who}, relieve: [{port}], openly: true}}\n"
    assert one("bourbon", relief.format(who="sp-flag-k", port="cartagena-de-indias")) == ""
    assert "is not yours" in one("bourbon", relief.format(who="sp-flag-k", port="port-royal-jamaica"))
    british = faults(set_up(), "british", relief.format(who="br-flag-j2", port="port-royal-jamaica"))
    assert [message.partition(" is")[0] for _, message in british] == ["'relieve'", "'openly'"]
    assert "'openly' says something of 'relieve'" in one("bourbon", "sail:\n  - {who: rcg, openly: true, stay: x}\n"
                                                         .replace(", stay: x", ", besieged: stand_ready"))  # fmt: skip


def test_r3_6_only_formations_in_play_have_plans() -> None:
    assert "'br-grand' is no Formation that is in play" in one("british", plan("{stay: true}", who="br-grand"))
    found = checked(set_up(), "british", plan("{stay: true}", who="j2")).faults
    assert [fault.hint for fault in found] == ["she sails with br-flag-j2"]
    assert "it is the enemy's" in checked(set_up(), "british", plan("{stay: true}", who="sp-flag-k")).faults[0].hint


def test_r5_2_two_plans_for_one_formation_are_a_slip() -> None:
    body = plan("{stay: true}") + "  - {who: br-flag-j2, then: [{wait: 2}]}\n"
    assert "has a plan above" in one("british", body)


# ------------------------------------------------------------------------------------------------ ashore


@pytest.mark.parametrize(("seat", "body", "why"), [
    ("british", "land: [{expedition: br-troops-1, units: [fleet-marines-a]}]", ""),
    ("british", "land: [{expedition: br-troops-2}]", "is not Assembled"),
    ("british", "land: [{expedition: br-troops-1, units: [fleet-marines-b]}]", "is not aboard br-troops-1"),
    ("bourbon", "march: [{unit: fijo-panama, to: porto-bello}]", ""),
    ("bourbon", "march: [{unit: fijo-panama, to: la-guaira}]", "no road leads from"),
    ("bourbon", "march: [{unit: virrey-nueva-granada, to: porto-bello}]", "is a Viceroy and keeps the post"),
    ("bourbon", "march: [{unit: fijo-cartagena, to: port_attacked}]", ""),
    ("british", "escalade: [{port: port-royal-jamaica, odds: '2:1'}]", "is yours"),
    ("british", "escalade: [{port: porto-bello, odds: '0:1'}]", "0:1"),
    ("british", "evacuate: [{port: porto-bello, if: [{units_below: {units: 2}}]}]", ""),
    ("bourbon", "escape: [{port: port-royal-jamaica}]", "is not yours"),
    ("bourbon", "escape: [{port: any, to: ships, rvo: la-habana}]", ""),
])  # fmt: skip
def test_3_4_orders_ashore_name_what_is_there(seat: str, body: str, why: str) -> None:
    found = one(seat, f"{body}\n")
    assert why in found
    assert bool(found) == bool(why)


# ------------------------------------------------------------------------------------------------ administration


@pytest.mark.parametrize(("body", "why"), [
    ("repair: [{port: port-royal-jamaica, squadrons: [j1]}]", "'j1' does not lie In Ordinary"),
    ("repair: [{port: chagres, squadrons: [j1]}]", "repairs nobody"),
    ("states: [{squadron: j1, to: in_ordinary}]", ""),
    ("states: [{squadron: j1, to: fitting_out}]", "it is fitting out already"),
    ("states: [{squadron: j4, to: in_ordinary}]", "it is not Formed"),
    ("refit: [{class: sol, number: 2, from: j2, into: j3}]", ""),
    ("refit: [{class: sol, number: 2, from: j1, into: j3}]", "has not so many of that class"),
    ("refit: [{class: sol, number: 1, from: j1, into: jf1}]", "Frigates sail with Frigates alone"),
    ("form: [{formation: br-det-j1, squadrons: [jf1]}]", ""),
    ("form: [{formation: br-det-j1, squadrons: [j1, j2, j3]}]", "it holds 2 Squadrons at most"),
    ("form: [{formation: br-troops-1, squadrons: [j1]}]", "it is no Flotilla of yours"),
    ("issue: [{order: j-cruise-main, to: br-flag-j1}]", ""),
    ("issue: [{order: j-show, to: br-flag-j1, target: cartagena-de-indias}]",
     "'j-show' cannot be given so: it is not in your hand"),
    ("issue: [{order: j-cruise-main, to: br-flag-j1}, {order: j-cruise-main, to: jf1}]", "is given in an entry above"),
    ("issue: [{order: j-cruise-main, to: jf1}, {order: j-blockade-cartagena, to: jf1}]", "'jf1' gets Cruise: Spanish"),
    ("issue: [{order: j-aao, to: [br-flag-j2, br-troops-1], target: porto-bello}]", ""),
    ("issue: [{order: j-aao, to: br-flag-j2, target: porto-bello}]", "a Flotilla and a Troop Convoy"),
    ("issue: [{order: j-aao, to: [br-flag-j2, br-troops-1], target: nassau}]", "is no Port of the enemy"),
    ("states: [{squadron: jf1, to: in_ordinary}]\nform: [{formation: br-det-j1, squadrons: [jf1]}]",
     "does not lie Fitting Out"),
    ("states: [{squadron: j1, to: in_ordinary}]\nissue: [{order: j-cruise-main, to: br-flag-j1}]",
     "is no Formation of yours"),
    ("discard: [j-show]", "'j-show' is not in your hand"),
    ("routine: {admin: true}", "a routine stands in a standing order only"),
    ("standing: [{number: 1, routine: {admin: true}}]", ""),
])  # fmt: skip
def test_r4_6_orders_of_administration_name_what_lies_in_port(body: str, why: str) -> None:
    found = one("british", f"{body}\n", "admin")
    assert why in found
    assert bool(found) == bool(why)


# ------------------------------------------------------------------------------------------------ read back


def test_r5_2_a_plan_is_read_back_with_its_ways() -> None:
    brown = """\
  - who: br-flag-j1
    then: [{to: s52}, {wait: 2}]
    retire: [{if: [{enemy_within: {of: here, legs: 1, squadrons_at_least: 2}}], to: home}]
"""
    said = told(at_sea(), "british", plan("{carry_on: true}") + brown)
    assert "Charles Brown (br-flag-j1): makes for Gulf of Darién, then waits 2 MPIs." in said
    assert (
        "Charles Brown (br-flag-j1) turns back home if an enemy of 2 Squadrons or more is within 1 leg of her." in said
    )
    assert "about 1 Impulse, from Santa Marta to Gulf of Darién" in said


def test_r9_21_who_has_neither_order_nor_plan_is_named() -> None:
    said = told(at_sea(), "british", plan("{carry_on: true}"))
    assert "Charles Brown (br-flag-j1) at Santa Marta has neither Order nor plan: she goes home (R9.21)." in said
    assert "JF1 at Port Royal (Jamaica) has neither Order nor plan: she stays there (R9.21)." in said
    assert "(br-flag-j2) at" not in said


def test_r9_21_an_order_that_is_carried_on_is_read_back_with_its_next_place() -> None:
    said = told(at_sea(), "british", plan("{carry_on: true}"))
    assert "Amphibious Assault: Edward Vernon (br-flag-j2) makes for Porto Bello, " in said
    assert "MPs as the winds blow now, about" in said


def test_r9_5_an_order_that_is_given_is_read_back_with_what_it_asks() -> None:
    said = told(set_up(), "british", "issue:\n  - {order: j-blockade-cartagena, to: br-flag-j1}\n", "setup")
    assert "keep Cartagena de Indias blockaded at the ends of three Impulses in a row, until Turn 16 of 1739." in said
    at_port = at_sea()
    at_port.formations["br-flag-j1"].at = "port-royal-jamaica"
    check = told(at_port, "british", "issue:\n  - {order: j-cruise-main, to: br-flag-j1}\n", "admin")
    assert "It wants a Check, which 8 faces in 10 pass: she is at sea (R9.5)." in check


def test_a_section_that_the_phase_does_not_ask_is_not_read_back_as_if_it_counted() -> None:
    said = told(set_up(), "british", plan("{put_to_sea: true}"), "setup")
    assert "puts to sea" not in said
    assert "'sail' does nothing in this phase" in said


@pytest.mark.parametrize("seat", ["british", "bourbon"])
@pytest.mark.parametrize("step", ["setup", "ops", "admin"])
@pytest.mark.parametrize("make", [set_up, at_sea])
def test_the_template_is_lawful_as_it_stands_and_when_all_is_switched_on(seat: str, step: str, make: type) -> None:
    state = make()
    known = seen(state, seat, step)
    text = GAME.order_template(known, {"seat": seat, "phase": known["phase"]})
    assert GAME.check_file(known, {"seat": seat, "phase": known["phase"]}, text.encode(), "o.yaml").faults == ()
    lines = [line.removeprefix("#") for line in text.splitlines()[1:] if not line.startswith("##")]
    whole = "\n".join(line for line in lines if not line.startswith(("answers:", "  - {key")))
    found = GAME.check_file(known, {"seat": seat, "phase": known["phase"]}, f"{whole}\n".encode(), "o.yaml")
    assert [fault.render() for fault in found.faults] == []


@pytest.mark.parametrize("key", [key for key, story in TABLE.stories.items() if story.checked])
def test_the_example_of_a_section_is_lawful(key: str) -> None:
    story = TABLE.stories[key]
    step = story.phase.partition(".")[2]
    found = GAME.check_file(seen(set_up(), story.seat, step), {"seat": story.seat, "phase": story.phase},
                            story.file.encode(), "o.yaml")  # fmt: skip
    assert [fault.render() for fault in found.faults] == []


@pytest.mark.parametrize(("body", "why"), [
    ("assemble: [{troops: [jamaica-companies-b], at: port-antonio, to: assault}]", ""),
    ("assemble: [{troops: [jamaica-companies-b], at: port-royal-jamaica, to: assault}]", "is not there"),
    ("assemble: [{troops: [jamaica-companies-b], at: port-antonio, to: porto-bello}]", "no Friendly Port"),
    ("assemble: [{convoy: br-troops-1, troops: [jamaica-companies-b], at: port-antonio, to: assault}]",
     "no Convoy counter is free"),
    ("stores: [{port: port-royal-jamaica, squadron: j1, points: 2}]", ""),
    ("stores: [{port: port-royal-jamaica, squadron: k1}]", "'k1' is no Squadron of yours"),
])  # fmt: skip
def test_2_633_convoys_gather_where_their_units_lie(body: str, why: str) -> None:
    state = set_up()
    state.units["jamaica-companies-b"].at = "port-antonio"
    state.squadrons["j1"].dp, state.ports["port-royal-jamaica"].stores = 4, 3
    found = [message for _, message in faults(state, "british", f"{body}\n", "admin")]
    assert [why in message for message in found] == ([True] if why else [])


def test_2_245_a_squadron_leaves_the_company_before_the_company_has_an_order() -> None:
    first = "issue: [{order: k-interdict-roques, to: gf1}, {order: k-cruise-caracas, to: rcg}]\n"
    late = "issue: [{order: k-cruise-caracas, to: rcg}, {order: k-interdict-roques, to: gf1}]\n"
    assert faults(set_up(), "bourbon", first, "setup") == []
    assert "GF1 has an Order already" in one("bourbon", late, "setup")


def test_3_312_words_of_a_liking_mean_orders_of_ones_own() -> None:
    slip = "receive: [{like: [cruze, 'cruise j*', any]}]\n"
    assert "'cruze' means no Order of yours" in one("british", slip, "admin")
    assert "'cruise k*' means" in one("british", "receive: [{like: [any], also: ['cruise k*']}]\n", "admin")


def test_a_leader_is_named_where_a_formation_is_wanted() -> None:
    found = checked(set_up(), "british", plan("{stay: true}", who="vernon")).faults
    assert [fault.hint.partition(":")[0] for fault in found] == ["a Leader is no Formation"]


def test_2_322_a_challenge_is_told_with_its_price_or_that_nobody_dares() -> None:
    stance = "stance: [{who: all, do: seek, challenge: true}]\n"
    state = at_sea()
    assert "costs you 3 of your 10 Prestige" in str(told(state, "british", stance))
    state.prestige["british"] = 3
    assert "with 3 or less nobody challenges the French (2.322)" in str(told(state, "british", stance))
    state.events["france-challenged"] = state.date
    assert "costs nothing" in str(told(state, "british", stance))


def test_r4_8_a_plan_may_count_on_the_order_that_the_same_letter_gives() -> None:
    state = begun(scenario="1739").state
    state.count, state.hand["british"] = 1, ["j-cruise-honduras"]
    plans = "sail: [{who: jf1, then: [{put_to_sea: true}, {carry_on: true}]}]\n"
    given = f"issue: [{{order: j-cruise-honduras, to: jf1}}]\n{plans}"
    assert "lone Squadron" in str(faults(state, "british", plans))
    assert faults(state, "british", given) == []


# ------------------------------------------------------------------------------------------------ names, the routine


def stance_of(name: str) -> bytes:
    """A file of the British about one Formation."""
    return written("british", f"stance:\n  - {{who: {name}, do: avoid}}\n")


@pytest.mark.parametrize("name", ["Edward Vernon (br-flag-j2)", "Edward Vernon", "VERNON", "br-flag-j2"])
def test_r1_13_a_formation_may_be_written_as_reports_call_it(name: str) -> None:
    data, _ = GAME.as_orders_have_it(seen(set_up(), "british"), stance_of(name))
    assert b"who: br-flag-j2" in data


def test_r9_5_a_fault_stands_at_the_writers_place_in_the_writers_words() -> None:
    """Names are put into their form before the check, which moves what stands behind them."""
    first = "  - {order: j-aao, to: [Vernon, troop convoy], target: Porto Belo}\n"
    body = f"issue:\n{first}  - {{order: j-show, to: Brown}}\n"
    data = written("british", body, "setup")
    view = seen(set_up(), "british", "setup")
    found, changed = GAME.check_as_written(view, {}, data, "mine.yaml")
    lines = data.decode().split("\n")
    assert [(fault.line, fault.column, fault.excerpt[fault.column - 1 :][: fault.width]) for fault in found.faults] == [
        (5, lines[4].index("troop") + 1, "troop convoy"), (5, lines[4].index("Porto") + 1, "Porto Belo"),
        (6, lines[5].index("j-show") + 1, "j-show")]  # fmt: skip
    assert [line.partition(": ")[2] for line in changed] == ["'Vernon' is br-flag-j2.", "'Brown' is br-flag-j1."]


def test_r9_5_a_fault_of_a_name_that_was_put_into_its_form_says_it_as_it_was_written() -> None:
    body = "issue:\n  - {order: j-cruise-main, to: Brown}\n  - {order: j-blockade-cartagena, to: Brown}\n"
    data = written("british", body, "setup")
    found, _ = GAME.check_as_written(seen(set_up(), "british", "setup"), {}, data, "mine.yaml")
    [fault] = found.faults
    assert fault.message == "'Brown' gets Cruise: Spanish Main in an entry above already"
    assert (fault.line, fault.width, fault.excerpt[fault.column - 1 :]) == (6, 5, "Brown}")


@pytest.mark.parametrize("name", ["Blockade: Cartagena", "Blockade: Cartagena (j-blockade-cartagena)"])
def test_r9_5_an_order_may_be_written_as_it_is_printed(name: str) -> None:
    data = written("british", f"issue: [{{order: '{name}', to: br-flag-j1}}]\n", "setup")
    found, _ = GAME.check_as_written(seen(set_up(), "british", "setup"), {}, data, "mine.yaml")
    assert found.faults == ()
    assert "Blockade: Cartagena (j-blockade-cartagena) is given to Charles Brown (br-flag-j1)." in found.echo


def test_2_575_and_r5_2_the_echo_calls_units_and_formations_by_name() -> None:
    said = told(set_up(), "bourbon", "sail:\n  - {who: rcg, then: [{stay: true}]}\nmarch:\n"
                "  - {unit: fijo-panama, to: porto-bello}\n")  # fmt: skip
    assert "Real Compañía Guipuzcoana (rcg): stays" in said
    assert "Regimiento Fijo de Panamá marches to Porto Bello" in said


def test_2_171_a_request_that_nobody_reads_is_said_to_be_none_and_not_offered() -> None:
    assert "Nothing is asked of Europe" in told(set_up(), "british", "request: [{nation: british}]\n", "admin")
    state = begun(scenario="1740").state
    state.date = date_of(1740, 4)  # a Quarterly Turn
    assert "Nothing is asked" not in told(state, "british", "request: [{nation: british}]\n", "admin")
    for position, offered in ((set_up(), False), (state, True)):
        view = picture(seen(position, "british", "admin"))
        assert bool(examples.request(view)) is offered


@pytest.mark.parametrize(("body", "step", "why"), [
    ("sail: [{who: br-flag-j1, then: [{to: home}]}]", "ops", "'home' is no place at sea"),
    ("sail: [{who: br-flag-j1, then: [{port: home}]}]", "ops", ""),
    ("sail: [{who: br-flag-j1, then: [{via: [any]}]}]", "ops", "'any' is no place at sea"),
    ("repair: [{port: all, squadrons: [j1]}]", "admin", "'all' is no Port"),
    ("form: [{formation: br-det-j1, squadrons: [all]}]", "admin", "'all' is no Squadron of yours"),
    ("convert: [{aux: shoreham}]", "admin", "the Squadron is none of yours"),
    ("convert: [{of: jf1}]", "admin", ""),
])  # fmt: skip
def test_r1_13_a_word_that_is_no_name_there_is_a_fault_and_stops_no_check(body: str, step: str, why: str) -> None:
    found = one("british", f"{body}\n", step)
    assert why in found
    assert bool(why) is bool(found)


def test_r5_2_a_destination_beside_the_steps_is_sent_into_them() -> None:
    plan_ = "sail:\n  - {who: br-flag-j1, to: s52, then: [{put_to_sea: true}]}\n"
    [fault] = checked(set_up(), "british", plan_, "ops").faults
    assert (fault.message, fault.hint) == ("'to' is no key here", "it belongs one level deeper, in 'then' or 'retire'")


@pytest.mark.parametrize("name", ["Nobody (br-flag-k9)", "Blas de Lezo", "Lezo (sp-flag-k)"])
def test_r1_13_no_name_is_made_of_one_that_is_not_the_owners(name: str) -> None:
    data, _ = GAME.as_orders_have_it(seen(set_up(), "british"), stance_of(name))
    assert name.encode() in data


def test_r9_5_an_order_goes_to_somebody_by_name_and_any_order_may_be_given() -> None:
    assert one("british", "issue:\n  - {order: any, to: any}\n", "admin") == "'any' is no Formation: name her"
    kept = "standing:\n  - number: 1\n    issue: [{order: any, to: any}]\n"
    assert one("british", kept) == "'any' is no Formation: name her"
    assert "The first Order in hand that she may have is given to Charles Brown (br-flag-j1)." in told(
        set_up(), "british", "issue:\n  - {order: any, to: br-flag-j1}\n", "admin")


def test_3_3_a_routine_is_told_what_becomes_of_orders_while_it_sleeps() -> None:
    routine = "standing:\n  - number: 1\n    routine: {admin: true}\n"
    more = "  - {number: 2, issue: [{order: any, to: br-flag-j1}], receive: [{like: [any]}]}\n"
    alone, both = told(set_up(), "british", routine), told(set_up(), "british", routine + more)
    assert "nobody is given an Order" in alone
    assert "the one for the idlest Command" in alone
    assert "nobody is given an Order" not in both
    assert "idlest" not in both
    assert "idlest" not in told(set_up(), "british", "standing:\n  - number: 1\n    routine: {admin: false}\n")


def test_r12_4_an_assault_that_is_paid_for_may_go_to_an_expedition_of_the_same_letter() -> None:
    state = set_up()
    state.hand["british"], state.pool["british"] = ["j-show"], ["j-aao"]
    state.remove("br-troops-1")
    state.units["fleet-marines-a"].at = state.units["jamaica-companies-a"].at = "port-royal-jamaica"
    gathers = ("assemble:\n  - {convoy: br-troops-1, troops: [fleet-marines-a, jamaica-companies-a], "
               "at: port-royal-jamaica, to: assault}\n")  # fmt: skip
    issue = "issue:\n  - {order: j-aao, to: [br-flag-j2, br-troops-1], target: porto-bello}\n"
    pays = "spend:\n  - {on: order, order: j-aao}\n"
    gives_back = "  - {on: discard, order: j-show}\n"
    assert one("british", gathers + issue + pays, "admin")  # the hand is full enough
    assert faults(state, "british", gathers + issue + pays, "admin")
    assert faults(state, "british", issue + pays + gives_back, "admin")
    assert faults(state, "british", gathers + issue + pays + gives_back, "admin") == []
