"""Bad order files: every fault at once, with its line, its column, its words and a hint."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from rules.jenkins.positions import view_at

from pbem.adjudicator.engine.phase import Checked
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.base.errors import BadInput, Fault, Kind

Place = tuple[int, int, str]


def check(phase: str, body: str, *, seat: str = "", named: str = "") -> Checked:
    """An order file checked at the start of a phase."""
    text = f"pbem: orders/1\nseat: {seat or phase.partition('.')[2]}\nphase: {named or phase}\n{body}"
    return GAME.check(view_at(phase), GAME.read_orders(text.encode(), "red.yaml"), "red.yaml")


@dataclass(frozen=True)
class Bad:
    """A file and what is wrong with it; the body begins at line 4."""

    body: str
    faults: tuple[Place, ...]
    hint: str = ""
    rule: str = ""
    phase: str = "t01.english"


CASES = {
    "a counter that does not exist": Bad(
        "buy:\n  - {counter: boyn, at: port-royal}\n", ((5, 15, "'boyn' is no counter"),), "did you mean boyne", "6.1"),
    "an enemy's counter": Bad(
        "moves:\n  - {ships: [oriente], path: ['2820']}\n", ((5, 14, "'oriente' is no counter of yours"),),
        "Oriente is Spanish", "7.0"),
    "a marker": Bad("buy:\n  - {counter: storm-1, at: port-royal}\n", ((5, 15, "'storm-1' is no counter of yours"),)),
    "a hex that is not on the map": Bad(
        "moves:\n  - {ships: [frigate-e1], path: ['9999']}\n", ((5, 34, "'9999' is no hex or seaport"),),
        "the map runs from 0105 to 4528"),
    "a seaport misspelt": Bad(
        "buy:\n  - {counter: boyne, at: port-royl}\n", ((5, 26, "'port-royl' is no hex or seaport"),),
        "did you mean port-royal"),
    "a kind misspelt": Bad(
        "losses: {naval: [fireship]}\n", ((4, 18, "'fireship' is no counter and no kind of counter"),),
        "did you mean fire_ship", "9.1"),
    "a seaport of the enemy to buy in": Bad(
        "buy:\n  - {counter: boyne, at: havana}\n",
        ((5, 5, "Boyne is not bought: havana is no seaport of yours"),), rule="3.3"),
    "the Great South Sea": Bad(
        "setup:\n  isidro: 4\n  buy:\n    - {counter: oriente, at: panama}\n",
        ((7, 7, "Oriente is not bought: nothing is placed on the Great South Sea side (3.5)"),), phase="t00.spanish"),
    "a port that is full": Bad(
        "buy:\n" + "".join(f"  - {{counter: {name}, at: nassau}}\n" for name in ("boyne", "lenox", "orford")),
        ((7, 5, "Orford is not bought: Nassau is full (4.0)"),), rule="3.3"),
    "more than the funds hold": Bad(
        "setup:\n  isidro: 4\n  buy:\n" + "".join(
            f"    - {{counter: {name}, at: {port}}}\n" for name, port in zip(
                ("santa-isabel", "san-felipe", "africa", "invencible", "nueva-espana", "glorioso", "reina"),
                ("cartagena", "cartagena", "cartagena", "havana", "havana", "havana", "havana"), strict=True)),
        ((13, 7, "Reina is not bought: it costs 7, and 6 points are left"),), phase="t00.spanish", rule="3.3"),
    "too many passengers": Bad(
        "moves:\n  - {ships: [frigate-e1], path: ['2507'], embark: [{counter: oglethorpe, on: frigate-e1}, "
        "{counter: supplies-e1, on: frigate-e1}]}\n",
        ((5, 5, "Supplies (e1) is not embarked: Frigate (e1) carries one land counter only"),), rule="7.3"),
    "guns without an anchor": Bad(
        "moves:\n  - {ships: [frigate-e1], path: ['2507'], embark: [{counter: cannons-e1, on: frigate-e1}]}\n",
        ((5, 5, "Cannons 1 (e1) is not embarked: it has no anchor, and cannot be transported"),), rule="7.3"),
    "ships over land": Bad(
        "moves:\n  - {ships: [frigate-e1], path: ['2205']}\n",
        ((5, 5, "Frigate (e1) stop at 2307: no water to 2205"),), rule="7.1"),
    "troops over water": Bad(
        "moves:\n  - {troops: [soldiers-e1], path: [santiago]}\n",
        ((5, 5, "Soldiers 2 (e1) stop at 2719: no road to 2717"),), rule="7.1"),
    "a ship that has moved": Bad(
        "moves:\n  - {ships: [frigate-e1], path: ['2507']}\n  - {ships: [frigate-e1], path: ['2607']}\n",
        ((6, 5, "Frigate (e1) does not sail: she has moved this step"),), rule="7.0"),
    "a ship not bought": Bad(
        "moves:\n  - {ships: [boyne], path: ['2820']}\n", ((5, 5, "Boyne does not sail: she is not on the map"),)),
    "an English ship scuttled": Bad(
        "moves:\n  - {scuttle: frigate-e1}\n",
        ((5, 5, "Frigate (e1) is not scuttled: only the Spanish player scuttles ships"),), rule="11.7"),
    "a garrison where none is due": Bad(
        "setup:\n  isidro: 4\n  garrisons:\n    - {counter: soldiers-s1, at: pensacola}\n",
        ((7, 7, "soldiers-s1 is not placed at pensacola: it is no starter, or that seaport has its garrison"),),
        phase="t00.spanish", rule="3.1"),
    "moves in the set-up": Bad(
        "moves:\n  - {ships: [galicia], path: ['3819']}\nsetup:\n  isidro: 4\n",
        ((4, 1, "'moves' is not asked for in this phase"),), "your own phase of a turn", phase="t00.spanish"),
    "a set-up in turn 1": Bad(
        "setup:\n  isidro: 4\n", ((4, 1, "'setup' is not asked for in this phase"),), "the set-up before turn 1"),
    "no stack there": Bad(
        "stacks:\n  - {hex: '2820', top: [frigate-e1]}\n",
        ((5, 5, "You have no stack at 2820 to put in order"),), rule="4.3"),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_the_fault_is_told_with_place_words_rule_and_hint(name: str) -> None:
    case = CASES[name]
    faults = check(case.phase, case.body).faults
    assert tuple((fault.line, fault.column, fault.message) for fault in faults) == case.faults
    assert case.hint in faults[0].hint
    assert faults[0].file == "red.yaml"
    assert faults[0].excerpt == case_line(case, faults[0])
    if case.rule:
        assert faults[0].rule == case.rule


def case_line(case: Bad, fault: Fault) -> str:
    """The line of the file that the fault quotes."""
    return case.body.split("\n")[fault.line - 4]


def test_every_name_that_means_nothing_is_told_at_once() -> None:
    body = ("buy:\n  - {counter: orient, at: atlantis}\nmoves:\n  - {ships: [boyne], path: ['0001']}\n"
            "losses: {land: [infant]}\nleader_dice:\n  - {leader: nobody, ships: [sloop]}\n"
            "standing:\n  - number: 1\n    if: [{held: eldorado}]\n    prey: [kraken]\n")  # fmt: skip
    result = check("t01.spanish", body)
    assert [(fault.line, fault.message.partition("'")[2].partition("'")[0]) for fault in result.faults] == [
        (5, "orient"), (5, "atlantis"), (7, "boyne"), (7, "0001"), (8, "infant"), (10, "nobody"), (10, "sloop"),
        (13, "eldorado"), (14, "kraken"),
    ]  # fmt: skip
    assert result.echo == ()


def test_every_order_that_comes_to_nothing_is_told_at_once() -> None:
    result = check("t01.english", "buy:\n  - {counter: boyne, at: havana}\n  - {counter: lenox, at: port-royal}\n"
                   "moves:\n  - {ships: [lenox], path: ['2820']}\n  - {ships: [boyne], path: ['2820']}\n"
                   "  - {troops: [soldiers-e1], path: [havana]}\n")  # fmt: skip
    assert [fault.line for fault in result.faults] == [5, 9, 10]
    assert result.echo[0] == "English purchases: Lenox (7); 93 points are left."
    assert "Your Lenox sails 2719-2819-2820." in result.echo


def test_orders_for_another_seat_or_phase_are_for_another_time() -> None:
    result = check("t01.english", "", seat="spanish", named="t02.english")
    assert [(fault.line, fault.kind) for fault in result.faults] == [(2, Kind.ILLEGAL), (3, Kind.LATE)]
    assert [fault.hint for fault in result.faults] == ["your seat is english", "the open phase is t01.english"]


def test_every_fault_of_shape_is_told_at_once() -> None:
    body = "buy:\n  - {counter: BOYNE}\nmove: x\nlosses: {navel: [ship]}\nmoves:\n  - {ships: []}\n"
    with pytest.raises(BadInput) as caught:
        check("t01.english", body)
    found = [(fault.line, fault.hint) for fault in caught.value.faults]
    assert {line for line, _ in found} == {5, 6, 7, 9}
    assert (6, "did you mean moves?") in found
    assert (7, "did you mean naval?") in found


def test_a_fault_names_no_counter_that_its_reader_cannot_see() -> None:
    """Lezo lies below the top at Cartagena, and is no secret of the counter sheet; where he is, is."""
    result = check("t01.english", "prey: [lezo]\nmoves:\n  - {ships: [frigate-e1], path: [cartagena]}\n")
    assert [fault.message for fault in result.faults if "lezo" in fault.render().lower()] == []


@pytest.mark.parametrize("name", TABLE.stories)
def test_the_example_of_each_section_is_read_and_lawful(name: str) -> None:
    example = TABLE.stories[name]
    orders = GAME.read_orders(example.file.encode(), name)
    assert set(orders.body) - {"pbem", "seat", "phase"} == {name}
    if example.checked:
        result = GAME.check(view_at(example.phase), orders, name)
        assert result.faults == ()
        assert result.echo


def test_what_doctrine_will_do_is_read_back() -> None:
    text = "".join(TABLE.stories[name].text for name in ("intercept", "standing", "deception"))
    assert check("t01.english", text).echo[1:] == (
        ("This phase, interceptions: at port-royal, 2719, 2819 with all that can; "
         "anywhere with ship, frigate, if at least 3 can."),
        "This phase, deceptions: spent on enemy hits and on own misses, keeping 1.",
        ("Standing order 1, if own ships at: port-royal, ships: 3 and no storm on port-royal: "
         "interceptions: anywhere with all that can, if at least 3 can; until lost port-royal."),
        "Standing order 2: deceptions: spent on enemy hits; once.", "Standing order 3 is cancelled.",
    )  # fmt: skip
