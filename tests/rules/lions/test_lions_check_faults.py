"""`orders check`: every fault at once, each at its line with its rule; what is lawful is read back in words."""

from __future__ import annotations

import pytest
from rules.lions.lions_seats import GAME, begun, checked, orders, posed, wrong

from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.base.errors import BadInput
from pbem.schema.shape import load, resolve

START = {"t00.setup": begun("four-players"), "t01.bids": begun("four-players", 1), "t01.year": begun("four-players", 2)}


@pytest.mark.parametrize("name", [name for name, example in TABLE.stories.items() if example.checked])
def test_the_example_of_each_section_is_lawful_and_read_back(name: str) -> None:
    example = TABLE.stories[name]
    result = GAME.check(START[example.phase].view("england"), GAME.read_orders(example.file.encode(), "e"), "e")
    assert result.faults == ()
    assert result.echo or name == "setup"


def test_there_is_an_example_of_every_section_of_the_schema() -> None:
    assert set(TABLE.stories) == set(resolve(load("orders-lions")).properties) - {"pbem", "game", "seat", "phase"}


# ------------------------------------------------------------------------------------------------ names and head

WRONG_NAMES = {
    "outfit: {buy: [{item: 7th, at: london}]}": "'7th' cannot be bought",
    "outfit: {buy: [{item: 4th, at: londn}]}": "'londn' is no square or port",
    "outfit: {repair: [{ship: spain-1st-1}]}": "'spain-1st-1' is no ship of yours",
    "outfit: {repair: [{ship: golden-hind}]}": "'golden-hind' is no ship",
    "fleets: {form: [{number: 1, at: london, ships: [england-1st-9]}]}": "'england-1st-9' is no ship",
    "operations: [{force: nobody}]": "'nobody' is no force: a fleet's number, a ship of yours or a place",
    "operations: [{force: 1, path: [Z99]}]": "'Z99' is no square or port",
    "operations: [{force: 1, attack: {force: x9}}]": "'x9' is neither a fleet's number nor a ship",
    "operations: [{force: 1, take: [treasure-peru]}]": "'treasure-peru' is no ship",
    "operations: [{force: 1, admiral: tromp}]": "'tromp' is no leader of yours",
    "operations: [{pass_until: [{treasure_at: {fleet: treasure-x, at: goa}}]}]": "'treasure-x' is no treasure fleet",
    "operations: [{pass_until: [{holding: sword}]}]": "'sword' is no kind of campaign marker",
    "play: [{marker: cannons}]": "'cannons' is no kind of campaign marker",
    "admirals: [nelson]": "'nelson' is no leader of yours",
    "gauge: [{do: break_off, to: [atlantis]}]": "'atlantis' is no square or port",
    "fire: [{targets: [nearest]}]": "'nearest' is no target",
    "losses: {any: [cannon]}": "'cannon' is nothing to lose",
    "leader_places: [palace]": "'palace' is neither a ship nor a place",
    "transfer: [7th]": "'7th' is no ship",
    "standing: [{number: 1, retreat: [atlantis]}]": "'atlantis' is no square or port",
}


@pytest.mark.parametrize("body", WRONG_NAMES)
def test_a_name_that_means_nothing_is_found_wherever_it_stands(body: str) -> None:
    assert [message for _, message in wrong(START["t01.year"], "england", body + "\n")] == [WRONG_NAMES[body]]


def test_a_name_nearly_right_brings_a_hint() -> None:
    faults = checked(START["t01.year"], "england", "outfit: {buy: [{item: 4th, at: londn}]}\n").faults
    assert "london" in faults[0].hint
    assert (faults[0].line, faults[0].rule) == (4, "11.2")


def test_all_faults_are_told_at_once() -> None:
    body = "admirals: [nelson]\nretreat: [atlantis, london, eldorado]\ntransfer: [7th]\n"
    assert [line for line, _ in wrong(START["t01.year"], "england", body)] == [1, 2, 2, 3]


@pytest.mark.parametrize(("seat", "phase", "message"), [
    ("spain", "t01.year", "'spain' is not your seat"),
    ("england", "t02.year", "'t02.year' is not the phase that is open"),
])  # fmt: skip
def test_orders_for_another_seat_or_phase_are_refused(seat: str, phase: str, message: str) -> None:
    result = GAME.check(START["t01.year"].view("england"), orders(seat, phase), "e")
    assert [fault.message for fault in result.faults] == [message]


@pytest.mark.parametrize(("phase", "body"), [
    ("t00.setup", "bids: [{for: 1, rounds: [1]}]"), ("t01.bids", "operations: [{pass_until: [{moved: spain}]}]"),
    ("t01.bids", "outfit: {leaders: 1}"), ("t01.year", "bids: [{for: 1, rounds: [1]}]"), ("t01.year", "setup: {}"),
])  # fmt: skip
def test_4_2_a_section_that_the_phase_does_not_ask_for_is_a_fault(phase: str, body: str) -> None:
    section = body.partition(":")[0]
    assert (1, f"'{section}' is not asked for in this phase") in wrong(START[phase], "england", body + "\n")


def test_what_is_misshapen_is_refused_before_it_is_judged() -> None:
    body = "bids: [{for: 1, rounds: [lots]}]\nnever_below: -1\nask: [gouge]\n"
    with pytest.raises(BadInput) as refused:
        orders("england", "t01.bids", body)
    assert [fault.line for fault in refused.value.faults] == [4, 5, 6]


# ------------------------------------------------------------------------------------------------ set-up and bids


def test_19_8_who_starts_aboard_may_be_said_alone() -> None:
    body = "setup:\n  aboard:\n    - {ship: england-transport-1, regiments: 1}\n"
    assert wrong(START["t00.setup"], "england", body) == []


def test_3_2_each_wrong_part_of_a_set_up_is_named() -> None:
    body = (
        "setup:\n  place:\n    - {group: england-abroad, at: bermuda, regiments: 9}\n"
        "    - {group: england-abroad, at: london}\n  aboard:\n    - {ship: england-transport-1, regiments: 9}\n"
    )
    assert [line for line, _ in wrong(START["t00.setup"], "england", body)] == [3, 4, 6]


def test_8_3_bids_above_the_treasury_and_for_markers_that_there_are_not() -> None:
    body = "bids:\n  - {for: 9, rounds: [1]}\n  - {for: 1, rounds: [2, 500]}\n"
    assert wrong(START["t01.bids"], "england", body) == [
        (2, "there is no marker 9"), (3, "500 is more than your 10 pounds"),
    ]  # fmt: skip


def test_9_6_only_what_is_held_can_be_returned() -> None:
    match = posed(phase="bids", hands={"england": ["gunners-1"]})
    assert wrong(match, "england", "return: [gunners, spy]\n") == [(1, "you hold no spy")]


# ------------------------------------------------------------------------------------------------ the year


def scene() -> LionsMatch:
    """England in London and off Tortuga with a little money."""
    return posed(
        pounds={"england": "9"}, hands={"england": ["salt-pork-and-biscuits-1", "gunners-1"]},
        ships=[
            {"ship": "england-1st-1", "at": "london", "leaders": ["blake"]},
            {"ship": "england-transport-1", "at": "london"}, {"ship": "england-4th-1", "at": "antilles", "fleet": "2"},
            {"ship": "netherlands-1st-1", "at": "amsterdam"},
        ],
        land=[{"power": "england", "at": "london", "regiments": "2", "forts": "1"}],
    )  # fmt: skip


def test_11_2_what_cannot_be_bought_lapses_at_its_own_line() -> None:
    body = (
        "outfit:\n  buy:\n    - {item: 4th, at: london}\n    - {item: 1st, at: london}\n    - {item: 5th, at: goa}\n"
        "  repair: [{ship: england-1st-1}]\n  found: [{at: A1}]\n"
    )
    found = wrong(scene(), "england", body)
    assert [line for line, _ in found] == [4, 5, 6, 7]
    assert "too few pounds" in found[0][1]


def test_12_2_a_fleet_that_cannot_be_formed_is_named() -> None:
    body = "fleets:\n  form:\n    - {number: 1, at: london, ships: [england-1st-1, england-4th-1]}\n"
    assert wrong(scene(), "england", body) == [
        (3, f"Fleet 1 is not formed: 'england-4th-1' does not lie free in {port('london')}")
    ]


def port(name: str) -> str:
    return GAME.begin("two-players", {}, None).state.board.ports[name].square  # type: ignore[attr-defined, no-any-return]


WRONG_OPERATIONS = {
    "{force: 1}": "'1' is no force of yours",
    "{force: london, path: [C11]}": "troops do not move by themselves",
    "{force: england-1st-1, admiral: sandwich}": "'sandwich' is not with that force",
    "{force: england-1st-1, take: [treasure-goa]}": f"the Goa treasure fleet does not lie at {port('london')}",
    "{force: england-transport-1, embark: {regiments: 5}}": "2 of 5 regiment points are at",
    "{force: england-1st-1, embark: {leaders: [sandwich]}}": "'sandwich' is not at",
    "{force: england-1st-1, cross: true}": "is no edge to start from",
    "{force: england-1st-1, land: {regiments: 1}}": "0 of 1 regiment points are aboard",
    "{force: england-1st-1, path: [amsterdam], land: {leaders: [blake]}}": "is a home port of another power",
    "{force: england-1st-1, path: [amsterdam], plunder: true}": "cannot be plundered",
    "{force: england-1st-1, markers: [{marker: spy}]}": "you hold no spy",
    "{force: england-1st-1, markers: [{marker: gunners}]}": "gunners is not played with an operation",
    "{force: england-1st-1, second: {path: [C11]}}": "you hold no grand-design",
    "{letter_of_marque: {port: tortuga}}": "you hold no letter-of-marque",
    "{diplomacy: {leader: blake}}": "you hold no diplomacy",
    "{lords: {at: london, number: 1, ships: [england-1st-1]}}": "you hold no lords-of-six-weeks",
}


@pytest.mark.parametrize("entry", WRONG_OPERATIONS)
def test_13_2_an_operation_that_cannot_be_is_found(entry: str) -> None:
    found = wrong(scene(), "england", f"operations:\n  - {entry}\n")
    assert [line for line, _ in found] == [2]
    assert WRONG_OPERATIONS[entry] in found[0][1]


def test_13_2_operations_are_judged_where_the_ones_before_have_left_the_force() -> None:
    body = (
        "operations:\n"
        "  - {force: england-transport-1, embark: {regiments: 1}, path: [antilles], land: {regiments: 1}}\n"
        "  - {force: england-transport-1, land: {regiments: 1}}\n  - {force: england-transport-1, path: [london]}\n"
    )
    assert wrong(scene(), "england", body) == [(3, "0 of 1 regiment points are aboard")]


def test_13_1_an_operation_with_conditions_may_hope_for_what_is_not_yet() -> None:
    body = "operations:\n  - {force: 1, take: [treasure-goa], land: {regiments: 3}, if: [{held: goa}]}\n"
    assert wrong(scene(), "england", body) == []


def test_10_1_an_agreement_nobody_could_sign_is_named_with_the_bids() -> None:
    body = "agreements:\n  - {parties: [england, spain], promise: honour}\n  - {parties: [england, netherlands]}\n"
    assert [line for line, _ in wrong(posed(phase="bids"), "england", body)] == [2]


def test_3_2_a_set_up_is_read_back_with_who_starts_aboard() -> None:
    body = (
        "setup:\n  place:\n    - {group: england-abroad, at: bermuda, ships: [6th], forts: 2}\n"
        "    - {group: england-abroad, at: madras, regiments: 2, forts: 1}\n"
        "  aboard:\n    - {ship: england-transport-1, regiments: 1}\n    - {ship: england-1st-1, leaders: [blake]}\n"
    )
    assert checked(START["t00.setup"], "england", body).echo[:4] == (
        "Of england-abroad you place at bermuda: 2 fort points, 6th.",
        "Of england-abroad you place at madras: 2 regiment points, 1 fort point.",
        "Aboard england-transport-1 you place: 1 regiment point.", "Aboard england-1st-1 you place: blake.",
    )  # fmt: skip


def test_what_is_lawful_is_read_back_line_by_line() -> None:
    body = (
        "outfit: {buy: [{item: transport, at: london}], leaders: 1, leader_price: 5}\nnever_below: 1\n"
        "operations:\n  - pass_until: [{moved: netherlands}]\n"
        "  - {force: england-1st-1, path: [tortuga], attack: {power: pirates}, plunder: true}\nask: [gauge]\n"
    )
    told = checked(scene(), "england", body).echo
    assert f"English transport 2 enters in {port('london')}." in told
    assert "The last 1 pounds are not touched." in told
    assert "Last in outfitting you try for a leader at 5 pounds or less." in told
    assert "Operation 1. You pass until moved netherlands." in told
    assert "Operation 2. england-1st-1: sails to tortuga, attacks pirates, plunders." in told
    assert told[-1] == "You are asked about gauge, where nothing is ordered."
    odds = "Operation 2. Tortuga I5 is 7 movement points away: 33 of 36 throws (91 per cent) carry it there."
    assert f"{odds} If the roll falls short: it stops at the safest square reached, and does nothing else." in told


@pytest.mark.parametrize(
    ("more", "words"),
    [
        ("path: [ireland]", "every throw carries it there, unless an incident hinders it."),
        ("path: [java]", "no roll brings more than 15. It sails on as far as it can."),
        ("path: [tortuga], short: stay", "If the roll falls short: it stays at"),
        ("path: [tortuga], short: back", "If the roll falls short: it turns back to the nearest own port."),
        ("path: [tortuga], short: {to: ireland}", "If the roll falls short: it sails to Ireland C11."),
        ("path: [tortuga], anywhere: true, plunder: true", "If the roll falls short: it sails on as far as it can."),
    ],
)
def test_16_3_the_check_tells_the_odds_of_a_voyage(more: str, words: str) -> None:
    told = checked(scene(), "england", f"operations:\n  - {{force: england-1st-1, {more}}}\n").echo
    assert any(words in line for line in told), told


def test_22_2_a_check_foretells_neither_who_takes_service_nor_at_what_price() -> None:
    told = checked(scene(), "england", "outfit: {leaders: 2}\n").echo
    assert told == ("England spends 0 on outfitting.", "Last in outfitting you try for 2 leaders.")


def test_15_1_a_check_looks_at_nothing_but_the_view() -> None:
    match = scene()
    view = match.view("england")
    body = "operations:\n  - {force: england-1st-1, path: [amsterdam], attack: {any: true}}\n"
    before = GAME.check(view, orders("england", "t01.year", body), "e")
    del match.state.ships["netherlands-1st-1"]
    assert GAME.check(view, orders("england", "t01.year", body), "e") == before


def test_16_6_a_ship_that_is_left_on_the_way_twice_is_left_once() -> None:
    body = "operations:\n  - {force: england-1st-1, path: [ireland], drop: [{at: ireland, ships: [%s, %s]}]}\n"
    assert checked(scene(), "england", body % (("england-1st-1",) * 2)).faults == ()
