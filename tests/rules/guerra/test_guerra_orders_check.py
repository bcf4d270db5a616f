"""Order files as `orders check` judges them: every fault at once, and what lawful orders will do."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, stack
from rules.guerra.guerra_letters import checked, faults, match_of, told

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.guerra.game import GAME
from pbem.adjudicator.guerra.match import GuerraMatch
from pbem.adjudicator.guerra.orders import talk
from pbem.adjudicator.guerra.state.terms import SEATS
from pbem.adjudicator.guerra.view.look import by_number


def south(**fields: Any) -> GuerraMatch:
    """Both sides about Córdoba and Santa Fe, before Patriot operations."""
    stacks = [
        stack("patria-1", "cordoba", "p1 p2"), stack("patria-2", "santa-fe", "bv vc", "bolivar"),
        stack("patria-3", "charcas", "per-mi1", hills=True), stack("patria-4", "santa-fe", "gco-mi3",
                                                                  inside="cartagena"),
        stack("royal-1", "salta", "r-mc2"), stack("alto-peru", "charcas", "cu rl"),
    ]  # fmt: skip
    return match_of(field(*stacks, ships={"pla-f1": "buenos-aires"}, purse={"plata": 4, "colombia": 2}, **fields))


def set_up_of(scenario: str, seat: str = "royalist") -> GuerraMatch:
    """A scenario before a seat sets up."""
    match = GuerraMatch.lay_out(scenario, {}, None)
    return GuerraMatch(match.state, f"{seat}-setup", SEATS, match.state.house)


def wrong(body: str) -> list[str]:
    """The faults of a body, without their lines."""
    return [message for _, message in faults(south(), "patriot", body)]


def hinted(match: GuerraMatch, seat: str, body: str) -> list[str]:
    """The hints of the faults of a body."""
    return [fault.hint for fault in checked(match, seat, body).faults]


def book(*steps: str, force: str = "patria-1") -> str:
    """A file with one march book."""
    return f"operations:\n  - force: {force}\n    do:\n" + "".join(f"      - {step}\n" for step in steps)


def test_every_fault_of_a_march_book_is_found_at_once_with_its_line() -> None:
    body = book("move: {to: chaco}", "move: {to: nowhere}", "besiege: {port: buenos-aires}", "attack: {target: cu}",
                "hunt: {}\n        move: {to: salta}", "sail: {to: atlantic-1}", "stop: true",
                "attack: {}")  # fmt: skip
    assert [line for line, _ in faults(south(), "patriot", body)] == [4, 5, 6, 7, 8, 10, 12]


@pytest.mark.parametrize(("step", "why"), [
    ("move: {to: lima}", "does not border"), ("besiege: {port: buenos-aires}", "is no fortress"),
    ("besiege: {port: cartagena}", "never comes there"), ("attack: {target: cu}", "is no force of the enemy"),
    ("attack: {target: barlovento}", "no marker 'barlovento' is on the map"),
    ("attack: {target: barlovento, if: [{enemy_at: charcas}]}", ""), ("attack: {target: alto-peru}", ""),
    ("attack: {target: royal-9}", "no force 'royal-9' is on the map"), ("attack: {target: royal-1}", ""),
    ("attack: {target: pezuela}", "is with no force on the map"), ("attack: {target: any}", ""),
    ("attack: {at: lima}", "never comes there"), ("sail: {to: atlantic-1}", "is for a fleet"),
    ("land: {area: lima}", "is for a fleet"), ("leave: {units: [p1]}", "nobody is left behind unless"),
    ("haven: {leader: bolivar}", ""), ("subvert: {unit: vy}", "is no American Royalist unit"),
    ("move: {to: salta, if: [{held: salta}, {lost: salta}]}", "never hold together"),
    ("move: {to: salta, if: [{moving_to: salta}]}", "is known only"),
    ("move: {to: salta, if: [{mexico_left: 1}]}", "the Royalist's"),
    ("move: {to: salta}\n        else: {stop: true}", "needs no 'else'"),
])  # fmt: skip
def test_a_fault_of_a_step_is_named(step: str, why: str) -> None:
    found = wrong(book(step))
    assert len(found) == bool(why)
    assert why in "".join(found)


def test_a_march_that_meets_at_a_point_only_is_refused_with_the_ways_round() -> None:
    match = match_of(field(stack("patria-1", "chaco", "p1")))
    (fault,) = faults(match, "patriot", book("move: {to: salta}"))
    assert fault == (4, "'chaco' does not border 'salta'")


def test_steps_below_one_that_always_stops_contradict_it() -> None:
    assert wrong(book("stop: true", "move: {to: salta}")) == [
        "this step can never be reached: a step above always stops"]  # fmt: skip
    assert wrong(book("stop: {}", "move: {to: salta}")) != []
    assert wrong(book("move: {to: salta, if: [{held: cordoba}]}\n        else: {stop: true}", "attack: {}")) == []


@pytest.mark.parametrize("entry", [
    "{force: patria-1, rp: 3}", "{fleet: {at: buenos-aires, ships: [pla-f1], rp: 3}}",
    "{force: patria-2, rp: 2}", "{force: patria-2, rp: 1, purse: plata}",
])  # fmt: skip
def test_a_purse_is_neither_overspent_nor_opened_to_another_nation(entry: str) -> None:
    found = wrong(f"operations:\n  - {entry}\n")
    assert len(found) == 1
    assert "purse" in found[0]


def test_two_entries_overspend_a_purse_together() -> None:
    body = ("operations:\n  - {force: patria-1, rp: 1}\n"
            "  - {fleet: {at: buenos-aires, ships: [pla-f1], rp: 2}}\n")  # fmt: skip
    assert [line for line, _ in faults(south(), "patriot", body)] == [3]


@pytest.mark.parametrize(("entry", "why"), [
    ("{force: patria-9}", "you have no force"), ("{force: royal-1}", "is no force of yours"),
    ("{rp: 1}", "neither a force nor a fleet"), ("{force: {at: cordoba, units: [p1, bv]}}", "does not stand in"),
    ("{force: {at: cordoba, units: [cu]}}", "is no land unit of yours"),
    ("{fleet: {at: callao, ships: [pla-f1]}}", "does not lie at"),
    ("{force: patria-3, do: [{attack: {}}]}", "guerrillas march"),
    ("{force: patria-4, do: [{move: {to: panama}}]}", "stands inside"),
])  # fmt: skip
def test_a_force_that_is_not_there_or_cannot_do_it_is_named(entry: str, why: str) -> None:
    found = wrong(f"operations:\n  - {entry}\n")
    assert why in found[0]


def test_a_force_is_activated_once_unless_its_first_entry_has_a_condition() -> None:
    twice = "operations:\n  - {force: patria-1%s}\n  - {force: patria-1}\n"
    assert wrong(twice % "") == ["line 5 activates that force already"]
    assert wrong(twice % ", if: [{held: salta}]") == []


def test_sections_of_the_other_seat_and_the_other_players_operations_are_refused() -> None:
    assert wrong("legion: call\n") == ["'legion' is for the Royalist player"]
    assert [text for _, text in faults(south(), "royalist", "operations:\n  - {force: alto-peru}\n")] == [
        "these are the other player's operations"]  # fmt: skip
    assert faults(south(), "royalist", "forces:\n  - {at: charcas, units: [cu]}\n") == []


def test_a_check_says_how_far_each_number_of_points_carries_the_force() -> None:
    echo = told(south(), "patriot", book("move: {to: salta}", "attack: {times: 2}"))
    assert "4 OP on 1 to 2, 6 OP on 3 to 4, 8 OP on 5 to 6" in echo
    assert "4 OP carry it through step 1" in echo
    assert "6 or 8 OP carry it through step 2" in echo


def test_a_check_warns_of_an_area_left_empty_and_of_the_order_of_nations() -> None:
    echo = told(south(), "patriot", "operations:\n  - {force: patria-2, do: [{move: {to: panama}}]}\n"
                                    "  - {force: patria-1, do: [{move: {to: salta}}]}\n")  # fmt: skip
    assert "Córdoba is empty once operation 2 is done" in echo
    assert "Operation 2 is carried out before operation 1" in echo
    assert "Santa Fe is empty" not in echo  # Cartagena is held


def test_4_3_a_check_tells_nothing_of_what_lies_under_the_enemys_marker() -> None:
    body = book("move: {to: salta}", "attack: {target: alto-peru, if: [{odds: {own: 1, enemy: 1}}]}")
    one = match_of(field(stack("patria-1", "cordoba", "p1 p2"), stack("alto-peru", "salta", "r-mc2")))
    other = match_of(field(stack("patria-1", "cordoba", "p1 p2"), stack("alto-peru", "salta", "cu rl vy le1")))
    assert told(one, "patriot", body) == told(other, "patriot", body)


def test_names_are_read_with_or_without_accents_and_by_their_beginnings() -> None:
    for name in ("córdoba", "Cordoba", "cordob"):
        assert wrong(f"forces:\n  - {{at: {name}, units: [p1]}}\n") == []


def hints(body: str) -> list[str]:
    """The hints of a body's faults."""
    return [fault.hint for fault in checked(south(), "patriot", body).faults]


def test_5_2_who_stands_elsewhere_is_not_picked_up() -> None:
    assert wrong(book("move: {to: salta}", "pick_up: {units: [bv]}")) == [
        "'bv' stands in Santa Fe, and the force never comes there"]  # fmt: skip
    assert wrong(book("move: {to: santa-fe}", "pick_up: {units: [vc]}", force="bolivar")) != []
    assert wrong(book("pick_up: {units: [p2]}")) == []


def test_5_2_a_force_that_stands_elsewhere_is_not_picked_up() -> None:
    assert wrong(book("pick_up: {force: patria-2}")) == [
        "'patria-2' stands in Santa Fe, and the force never comes there"]  # fmt: skip


def test_5_2_only_who_is_with_the_force_is_left_behind() -> None:
    found = checked(south(), "patriot", book("leave: {units: [p2, bv]}", "move: {to: salta}")).faults
    assert [(fault.message, fault.hint) for fault in found] == [("'bv' is not with the force", "it is in Santa Fe")]
    joined = book("pick_up: {units: [p3]}", "leave: {units: [p3]}", "move: {to: salta}")
    assert "'p3' is not with the force" not in wrong(joined)


def test_5_1_a_unit_is_named_once_in_a_force_and_a_port_lies_in_its_area() -> None:
    twice = "operations:\n  - {force: {at: cordoba, units: [p1, p2, p1]}}\n"
    assert wrong(twice) == ["'p1' is named twice"]
    elsewhere = "forces:\n  - {at: cordoba, units: [p1], port: cartagena, inside: true}\n"
    found = checked(south(), "patriot", elsewhere).faults
    assert [(fault.message, fault.hint) for fault in found] == [
        ("Cartagena de Indias is not in Córdoba", "it is in Santa Fe")]  # fmt: skip


def test_5_1_1_the_army_of_lima_goes_by_the_citys_name_for_both_and_is_told_as_an_army() -> None:
    match = match_of(field(stack("patria-1", "lima", "p1"), stack("ejercito-lima", "lima", "cu")))
    said = told(match, "patriot", book("attack: {target: lima}"))
    assert "Step 1: attacks Ejército de Lima for 2 OP." in said
    own = match_of(field(stack("ejercito-lima", "lima", "cu")), "royalist")
    assert "Operation 1: Ejército de Lima is activated." in told(own, "royalist", book("stop: true", force="lima"))


def test_forces_are_named_by_their_numbers_in_order() -> None:
    names = ["royal-10", "royal-2", "lima", "royal-1"]
    assert sorted(names, key=by_number) == ["lima", "royal-1", "royal-2", "royal-10"]


def test_7_0_only_a_naval_leader_commands_ships() -> None:
    body = "operations:\n  - fleet: {at: buenos-aires, ships: [pla-f1], leader: LEADER}\n    do: [{wait: {}}]\n"
    assert "Bolívar commands no ships" in wrong(body.replace("LEADER", "bolivar"))
    assert "Cochrane commands no ships" not in wrong(body.replace("LEADER", "cochrane"))


@pytest.mark.parametrize(("body", "hint"), [
    (book("move: {to: montevideo}"), "it is a port of 'banda-oriental'"),
    (book("besiege: {port: santa-fe}"), "the ports there: cartagena"),
    (book("besiege: {port: salta}"), "no port is there"),
    (book("move: {to: salta}", force="cordoba"), "a force has a number, a marker or a leader"),
])  # fmt: skip
def test_1_1_2_a_name_of_another_sort_is_said_to_be_so(body: str, hint: str) -> None:
    (found,) = hints(body)
    assert hint in found


def test_5_0_a_check_counts_the_point_more_that_the_enemys_country_costs() -> None:
    """Salta and Charcas are the Royalist's: to go on through Salta costs one more, to turn back does not."""
    through = told(south(), "patriot", book("move: {to: salta}", "move: {to: charcas}", "attack: {}"))
    assert "4 OP carry it through step 2, 6 or 8 OP carry it through step 3 of 3" in through
    back = told(south(), "patriot", book("move: {to: salta}", "move: {to: cordoba}", "attack: {}"))
    assert "The points suffice for every step" in back


@pytest.mark.parametrize(("target", "hint"), [
    ("bolivar", "it is a leader of yours"), ("p1", "an attack names a force"),
])  # fmt: skip
def test_6_1_an_attack_on_ones_own_says_what_the_name_is(target: str, hint: str) -> None:
    assert hint in hinted(south(), "patriot", book(f"attack: {{target: {target}}}"))[0]


def test_3_3_a_misnamed_marker_hides_no_fault_of_other_forces() -> None:
    body = book("move: {to: lima}") + "forces:\n  - {at: santa-fe, units: [bv], marker: moon}\n"
    assert len(wrong(body)) == 2


def test_a_fault_that_names_another_entry_names_its_line_though_an_entry_between_is_taken_out() -> None:
    body = "operations:\n  - {force: royal-9}\n  - {force: patria-1}\n  - {force: patria-1}\n"
    assert "line 6 activates that force already" in wrong(body)


def test_units_go_by_their_printed_names_where_one_alone_has_the_name() -> None:
    body = "operations:\n  - {force: {at: %s, units: [%s]}}\n"
    assert wrong(body % ("santa-fe", "Barlovento, Valerosos Cazadores")) == []
    assert "several are called so: gc1, gc2" in hinted(south(), "patriot", body % ("santa-fe", "Guardia Colombiana"))[0]


@pytest.mark.parametrize(("body", "found"), [
    ("  - {at: lima, units: [rl]}\n  - {at: cuzco, units: [cu, rl]}\n", [(3, "'rl' has its place by line 5 already")]),
    ("  - {at: lima, units: [rl, rl]}\n", [(2, "'rl' has its place by line 5 already")]),
    ("  - {at: lima, units: [rl], marker: alto-peru}\n  - {at: cuzco, units: [cu], marker: alto-peru}\n",
     [(3, "Real Ejército del Alto Perú lies on another force")]),
    ("  - {at: callao, units: [r-f1], marker: alto-peru}\n",
     [(2, "Real Ejército del Alto Perú stands for units in the field")]),
    ("  - {at: san-juan, units: [r-mi5]}\n", [(2, "militia that begin in fortresses stand one in each")]),
    ("  - {at: san-juan, units: [r-mi5]}\n  - {at: callao, units: [r-mi6]}\n", []),
])  # fmt: skip
def test_2_1_what_a_set_up_says_twice_or_hides_wrongly_is_a_fault(body: str, found: list[tuple[int, str]]) -> None:
    assert faults(set_up_of("opening-guns"), "royalist", "setup:\n" + body) == found


@pytest.mark.parametrize(("scenario", "seat"), [("opening-guns", "royalist"), ("opening-guns", "patriot"),
                                                ("end-of-empire", "royalist"), ("end-of-empire", "patriot")])
def test_2_0_each_seats_first_file_shows_how_to_set_up(scenario: str, seat: str) -> None:
    match = set_up_of(scenario, seat)
    text = GAME.order_template(match.view(seat), {"seat": seat, "phase": f"t00.{seat}-setup"})
    example = text.partition("#setup:\n")[2].partition("\n\n")[0]
    assert faults(match, seat, "setup:\n" + "\n".join(line[1:] for line in example.splitlines()) + "\n") == []
    assert "units" in example


def test_9_3_an_area_is_raised_once_unless_the_first_entry_has_a_condition() -> None:
    match = match_of(field(stack("patria-1", "salta", "p1"), stack("royal-1", "lima", "rl")), "council")
    twice = "uprisings:\n  - {area: lima%s}\n  - {area: lima}\n"
    assert [text for _, text in faults(match, "patriot", twice % "")] == ["line 5 raises that area already"]
    assert faults(match, "patriot", twice % ", if: [{turn: 3}]") == []


def test_4_8_a_check_says_that_a_wished_port_is_not_open() -> None:
    state = field(stack("patria-1", "rio-de-la-plata", "p1"), stack("royal-1", "lima", "rl"))
    state.units["le1"].at = "due"
    match = match_of(state, "council")
    body = "muster:\n  arrive: [{units: [le1], port: %s}]\n"
    assert "Buenos Aires is no open port of yours" in told(match, "royalist", body % "buenos-aires")
    assert "no open port" not in told(match, "royalist", body % "callao")


def test_7_8_a_check_says_that_a_coast_is_not_the_enemys() -> None:
    state = field(stack("royal-1", "lima", "rl"), ships={"pla-f1": "valparaiso"})
    body = ("operations:\n  - fleet: {at: valparaiso, ships: [pla-f1]}\n    do:\n      - sail: {to: pacific-8}\n"
            "      - raid: {area: %s}\n")  # fmt: skip
    assert "nothing to raid" in told(match_of(state), "patriot", body % "arequipa")
    assert "nothing to raid" not in told(match_of(state), "patriot", body % "lima")


def test_10_7_a_check_tells_of_the_mexican_die_while_hidalgo_lives() -> None:
    stacks = [stack("royal-1", "central-mexico", "ne mx"), stack("royal-2", "lima", "rl cu")]
    body = "operations:\n  - {force: royal-1, do: []}\n  - {force: royal-2, do: []}\n"
    alive = match_of(field(*stacks, stack("patria-1", "guadalajara", "mex-mi1", "hidalgo")), "royalist")
    assert "You order 2 units in Mexico" in told(alive, "royalist", body)
    assert "units in Mexico" not in told(match_of(field(*stacks), "royalist"), "royalist", body)


@pytest.mark.parametrize(("force", "ships", "more", "why"), [
    ("patria-1", "chl-f1", "", ""), ("patria-4", "chl-f1", "", "does not begin at a port where the fleet lies"),
    ("patria-2", "chl-f1", "", "does not begin at a port where the fleet lies"),
    ("patria-3", "chl-f1", "", "4 steps go aboard, and the ships carry 2"),
    ("patria-3", "chl-f1", "stay_behind: [p6]", ""), ("patria-3", "chl-f1, pla-f1", "", ""),
])  # fmt: skip
def test_7_6_and_7_7_a_force_embarks_where_it_begins_and_no_more_than_ships_carry(
    force: str, ships: str, more: str, why: str
) -> None:
    state = field(stack("patria-1", "northern-chile", "p3"), stack("patria-2", "salta", "p1"),
                  stack("patria-3", "northern-chile", "p2 p6"), stack("patria-4", "quito", "vc"),
                  ships={"chl-f1": "valparaiso", "pla-f1": "valparaiso"})  # fmt: skip
    body = (f"operations:\n  - force: {force}\n    fleet: {{at: valparaiso, ships: [{ships}]}}\n    do:\n"
            f"      - embark: {{{more}}}\n      - sail: {{to: Pacific IX}}\n      - land: {{area: arequipa}}\n")
    found = [text for _, text in faults(match_of(state), "patriot", body)]
    assert [why in text for text in found] == [True] * bool(why)


def test_a_check_tells_of_standing_orders_written_twice_or_cancelled_in_vain() -> None:
    body = "standing:\n  - {number: 3, avoid: [{do: stand}]}\n  - {number: 3, avoid: [{do: avoid}]}\n  - {cancel: 7}\n"
    said = told(south(), "patriot", body)
    assert "Standing order 3 is written 2 times: the last one counts." in said
    assert "No standing order 7 is in force" in said
    one = "standing:\n  - {number: 1, avoid: [{do: stand, if: [{odds: {own: 1, enemy: 1}}]}, {do: avoid}]}\n"
    assert "a force that is attacked stands. A force that is attacked avoids battle." in told(south(), "patriot", one)


def test_5_1_each_unit_that_does_not_stand_there_is_named_at_its_place_with_where_it_is() -> None:
    body = "operations:\n  - {force: {at: santa-fe, units: [p1, p6]}}\n"
    found = checked(south(), "patriot", body).faults
    assert [(fault.line, fault.column, fault.hint) for fault in found] == [
        (5, 36, "it is in Córdoba"), (5, 40, "it is in the pool")]  # fmt: skip
    afloat = "operations:\n  - {fleet: {at: montevideo, ships: [pla-f1]}}\n"
    assert hinted(south(), "patriot", afloat) == ["she is at Buenos Aires"]


def test_3_1_an_order_file_for_the_other_players_operations_shows_no_march() -> None:
    match = south()
    texts = [GAME.order_template(match.view(seat), {"seat": seat, "phase": "t03.patriot"}) for seat in SEATS]
    assert ["#operations:" in text for text in texts] == [False, True]
    assert [list(talk.operations(GAME.reading(match.view(seat), Told((), ()), {}).seen))[:1] == [talk.THEIRS]
            for seat in SEATS] == [True, False]  # fmt: skip


@pytest.mark.parametrize("word", ["any", "cavalry", "militia"])
def test_2_0_a_word_is_no_unit_of_a_stack_and_stops_no_check(word: str) -> None:
    [fault] = wrong(f"forces:\n  - {{at: lima, units: [{word}]}}\n")
    assert fault.startswith(f"'{word}' is ")
