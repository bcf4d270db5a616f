"""3.3 and 5.2 by letter: march books carried out step by step, with conditions, and their place kept in a replay."""

from __future__ import annotations

from typing import Any

import pytest
from rules.guerra.guerra_fields import field, stack, where
from rules.guerra.guerra_letters import faults, match_of, play, told

from pbem.adjudicator.engine.table import Roll
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.guerra.match import GuerraMatch


def north(*more: Any, **fields: Any) -> GuerraMatch:
    """Two battalions of El Plata in Córdoba, Royalist militia in Salta, before Patriot operations."""
    return match_of(field(stack("patria-1", "cordoba", "p1 p2"), stack("royal-1", "salta", "r-mc2"), *more, **fields))


BOOK = """\
operations:
  - force: patria-1
    do:
      - move: {to: salta}
      - attack: {target: any, times: 2, if: [{odds: {own: 3, enemy: 2}}]}
      - move: {to: charcas, if: [{won: true}, {op_left: 2}]}
        else: {move: {to: cordoba}}
"""


def test_3_3_a_book_is_carried_out_step_by_step() -> None:
    match = north()
    phase = play(match, {"activate/": 5, "avoid/": 6, "battle/": 6}, patriot=BOOK)
    assert phase.questions == []
    assert where(match.state, "p1", "p2") == ["charcas", "charcas"]
    assert match.state.units["r-mc2"].at == "pool"


def test_3_3_what_stands_in_a_steps_stead_is_done_while_its_conditions_do_not_hold() -> None:
    match = north()
    phase = play(match, {"activate/": 1}, patriot=BOOK.replace("own: 3, enemy: 2", "own: 99, enemy: 1"))
    assert where(match.state, "p1") == ["cordoba"]
    assert phase.said("left-out")[0] == "Step 2 (line 8) is left out: the odds are worse than 99 to 1."


def test_3_3_a_step_is_repeated_while_its_conditions_hold_and_it_is_lawful() -> None:
    match = north()
    phase = play(match, {"activate/": 6, "avoid/": [1, 6], "battle/": 6}, patriot=BOOK)
    assert [next(iter(each)) for each in phase.answers("step")][:3] == ["move", "attack", "attack"]


def test_3_3_at_the_end_the_owner_hears_what_was_left_out_and_what_points_stayed() -> None:
    match = north()
    phase = play(match, {"activate/": 5}, patriot=BOOK.replace("own: 3, enemy: 2", "own: 99, enemy: 1"))
    assert phase.said("stopped") == ["patria-1 stops with 6 operation points left."]
    assert {note.to for note in phase.notes if note.event in ("left-out", "stopped")} == {"patriot"}


def test_3_3_an_operation_that_is_passed_over_is_told_once_with_its_reason() -> None:
    match = north()
    body = "operations:\n  - force: patria-1\n    if: [{turn: 3}]\n    do: [{move: {to: salta}}]\n"
    phase = play(match, patriot=body)
    assert phase.said("left-out") == ["Operation 1 (line 5) is passed over: it is not turn 3."]
    assert where(match.state, "p1") == ["cordoba"]


@pytest.mark.parametrize(("more", "at"), [("", "elsewhere"), ("after_defeat: true, ", "salta")])
def test_3_3_a_beaten_force_goes_on_only_with_steps_that_say_so(more: str, at: str) -> None:
    match = match_of(field(stack("patria-1", "cordoba", "p1"), stack("royal-1", "cordoba", "vy le1 le2"),
                           stack("patria-2", "rio-de-la-plata", "p3")))  # fmt: skip
    body = ("operations:\n  - force: patria-1\n    do:\n      - attack: {}\n"
            f"      - move: {{{more}to: salta}}\n      - move: {{{more}to: cordoba}}\n")  # fmt: skip
    phase = play(match, {"activate/": 6, "avoid/": 6, "battle/": 1}, patriot=body)
    left = [text for text in phase.said("left-out") if "beaten" in text]
    assert bool(left) == (at == "elsewhere")


def test_3_3_undaunted_forces_go_on_all_the_same() -> None:
    match = match_of(field(stack("patria-1", "cordoba", "p1 p2"), stack("royal-1", "cordoba", "vy le1 le2"),
                           stack("patria-2", "rio-de-la-plata", "p3")))  # fmt: skip
    body = "operations:\n  - force: patria-1\n    undaunted: true\n    do:\n      - attack: {}\n      - stop: true\n"
    phase = play(match, {"activate/": 6, "avoid/": 6, "battle/": 1}, patriot=body)
    assert not phase.said("left-out")


def test_3_2_entries_are_carried_out_in_the_order_of_the_nations() -> None:
    match = match_of(field(stack("patria-1", "santa-fe", "bv vc"), stack("patria-2", "cordoba", "p1 p2")))
    body = ("operations:\n  - {force: patria-1, do: [{move: {to: panama}}]}\n"
            "  - {force: patria-2, do: [{move: {to: salta}}]}\n")  # fmt: skip
    assert [each["force"] for each in play(match, patriot=body).answers("force") if each] == ["patria-2", "patria-1"]


def test_3_2_a_numbered_stack_of_two_nations_acts_in_the_step_that_its_entry_names() -> None:
    match = match_of(field(stack("patria-1", "lima", "p1 bv")))
    play(match, patriot="operations:\n  - {force: patria-1, nation: colombia, do: [{move: {to: arequipa}}]}\n")
    assert where(match.state, "p1", "bv") == ["lima", "arequipa"]


def each_nation(*more: str) -> str:
    """An operation for each nation of a stack in Lima."""
    ways = {"plata": "arequipa", "colombia": "cuzco"}
    lines = [f"  - {{force: patria-1, nation: {nation}, do: [{{move: {{to: {to}}}}}]}}" for nation, to in ways.items()]
    return "\n".join(["operations:", *lines, *more, ""])


def test_5_1_2_each_nation_of_a_numbered_stack_has_an_entry_of_its_own_with_its_own_leader() -> None:
    match = match_of(field(stack("patria-1", "lima", "p1 bv", "bolivar belgrano")))
    said = told(match, "patriot", each_nation())
    assert "Operation 2: The part of Grand Colombia in patria-1 is activated." in said
    assert "Operation 1: 5 OP on 1 to 2, 7 OP on 3 to 4, 9 OP on 5 to 6." in said
    assert "Operation 2: 7 OP on 1 to 2, 9 OP on 3 to 4, 11 OP on 5 to 6." in said
    phase = play(match, {"activate/": [1, 1]}, patriot=each_nation())
    assert where(match.state, "p1", "belgrano", "bv", "bolivar") == ["arequipa", "arequipa", "cuzco", "cuzco"]
    points = [note.facts["op"] for note in phase.notes if note.event == "activated"]
    assert points == [5, 7]


@pytest.mark.parametrize(("force", "body", "house", "fault"), [
    ("p1 bv", each_nation("  - {force: patria-1, nation: plata, do: []}"), {}, (4, "activates that force already")),
    ("p1 bv", "operations:\n  - {force: patria-1, do: []}\n  - {force: patria-1, do: []}\n", {}, None),
    ("p1 p2", "operations:\n  - {force: patria-1, do: []}\n  - {force: patria-1, do: []}\n", {},
     (3, "activates that force already")),
    ("p1 lp", each_nation(), {}, (3, "no unit of Grand Colombia is in that force")),
    ("p1 bv", each_nation(), {"mixed_stacks": "with_leader"}, (3, "a force with a leader acts whole")),
    ("p1 bv", "operations:\n  - {force: {at: lima, units: [p1, bv]}, nation: colombia, do: []}\n", {}, None),
])  # fmt: skip
def test_5_1_2_which_entries_for_a_stack_of_several_nations_are_sound(
    force: str, body: str, house: dict[str, str], fault: tuple[int, str] | None
) -> None:
    match = match_of(field(stack("patria-1", "lima", force, "belgrano"), house=house))
    found = [(line, text) for line, text in faults(match, "patriot", body) if fault is None or fault[1] in text]
    assert [line for line, _ in found] == ([fault[0]] if fault else [])


def test_5_1_1_a_marker_that_goes_with_one_nation_is_not_named_for_another() -> None:
    body = each_nation().replace("patria-1, nation: plata,", "patria-1, nation: plata, marker: goes,")
    match = match_of(field(stack("norte", "lima", "p1 bv")))
    [(line, text)] = faults(match, "patriot", body.replace("patria-1", "norte"))
    assert (line, text.partition(" of ")[0]) == (3, "that marker has gone with the men")


def test_8_0_a_leader_alone_has_the_points_of_the_leaders_rating() -> None:
    match = match_of(field(stack("patria-1", "lima", "", "bolivar")))
    body = "operations:\n  - {force: patria-1, do: [{move: {to: cuzco}}]}\n"
    assert "Operation 1: 7 OP on 1 to 2" in told(match, "patriot", body)


def test_5_1_units_named_in_an_operation_are_one_force_before_the_first_activation() -> None:
    match = match_of(field(stack("patria-1", "cordoba", "p1 p2 p3")))
    play(match, patriot="operations:\n  - force: {at: cordoba, units: [p1, p2]}\n    do: [{move: {to: salta}}]\n")
    assert where(match.state, "p1", "p2", "p3") == ["salta", "salta", "cordoba"]


def test_5_1_3_odds_against_a_hidden_marker_are_not_known_before_the_attack() -> None:
    match = match_of(field(stack("patria-1", "salta", "p1 p2"), stack("alto-peru", "salta", "r-mc2")))
    phase = play(match, patriot="operations:\n  - force: patria-1\n    do:\n"
                                "      - attack: {if: [{odds: {own: 1, enemy: 3}}]}\n")  # fmt: skip
    assert phase.said("left-out") == ["Step 1 (line 7) is left out: not known whether the odds are 1 to 3 or better."]
    assert match.state.hidden("alto-peru")


def test_3_3_who_wants_to_be_asked_is_asked_for_the_next_step_and_nobody_else() -> None:
    body = "ask: [operations]\noperations:\n  - {force: patria-1, do: [{move: {to: salta}}]}\n"
    phase = play(north(), patriot=body)
    assert phase.questions == ["step/patria-1/n2"]
    assert play(north(), patriot=body.partition("\n")[2]).questions == []


# ------------------------------------------------------------------------------------------- replays


def test_3_3_a_phase_killed_after_any_answer_goes_on_as_if_nothing_had_been() -> None:
    dice = {"activate/": [6, 4], "avoid/": [1, 6], "battle/": 6}
    more = stack("patria-2", "rio-de-la-plata", "p3 dp")
    body = BOOK + "  - {force: patria-2, do: [{move: {to: cordoba}}, {move: {to: salta, times: 2}}]}\n"
    body = body.replace("to: salta, times: 2", "to: salta")
    whole = play(north(more), dict(dice), patriot=body)
    records = whole.transcript.records
    assert len(records) > 12
    for end in (0, *range(2, len(records))):  # the first two are answered at once
        match, rest = north(more), [tuple(each["values"]) for each in records[end:] if each["k"] == "roll"]
        begun = Transcript([dict(each) for each in records[:end]])
        again = play(match, Rest(rest), begun, patriot=body)
        assert again.transcript.records == records
        assert match.state.to_plain() == whole.state.to_plain()


class Rest:
    """The dice that were not yet thrown when the phase was killed."""

    def __init__(self, left: list[tuple[int, ...]]) -> None:
        self.left = left

    def __call__(self, roll: Roll) -> tuple[int, ...]:
        return self.left.pop(0)


# ------------------------------------------------------------------------------------------- points that stay


def spends(floor: str, rp: int = 3, purse: int = 8, **more: Any) -> int:
    """The points that one operation in Córdoba spends from a purse of so many half points."""
    match = match_of(field(stack("patria-1", "cordoba", "p1 p2"), purse={"plata": purse, "chile": 8}, **more))
    body = f"{floor}operations:\n  - {{force: patria-1, rp: {rp}, do: [{{move: {{to: salta}}}}]}}\n"
    play(match, patriot=body)
    return (purse - match.state.purse["plata"]) // 2


@pytest.mark.parametrize(("floor", "spent"), [
    ("", 3), ("never_below: 1\n", 3), ("never_below: 2\n", 2), ("never_below: 9\n", 0),
    ("never_below: {plata: 3}\n", 1), ("never_below: {chile: 3}\n", 3),
])  # fmt: skip
def test_4_1_an_operation_spends_no_more_than_its_owner_lets_go(floor: str, spent: int) -> None:
    assert spends(floor) == spent


@pytest.mark.parametrize("step", ["{}", "{else: {stop: true}}", "{move: {to: salta, if: [{held: lima}]}, else: [{}]}"])
def test_3_3_a_step_without_a_verb_is_a_fault_and_stops_no_game(step: str) -> None:
    """A file is carried out whether or not its owner had it checked."""
    body = f"operations:\n  - {{force: patria-1, do: [{step}, {{move: {{to: salta}}}}]}}\n"
    match = match_of(field(stack("patria-1", "cordoba", "p1 p2")))
    assert "says nothing to do" in faults(match, "patriot", body)[0][1]
    play(match, patriot=body)
    assert where(match.state, "p1") == ["salta"]


def test_4_1_a_check_counts_what_may_be_touched() -> None:
    match = match_of(field(stack("patria-1", "cordoba", "p1 p2"), purse={"plata": 8}))
    body = "never_below: 2\noperations:\n  - {force: patria-1, rp: 3, do: []}\n"
    [(line, text)] = faults(match, "patriot", body)
    assert (line, text) == (3, "3 RP to be spent are too many: the purse of El Plata has 2 left that may be touched")
    said = told(match, "patriot", body.replace("rp: 3", "rp: 2"))
    assert "Operations never touch the last 2 RP of a purse." in said
    assert "Operations may spend every purse to the last point." in told(match, "patriot", "never_below: 0\n")


@pytest.mark.parametrize(("floor", "paid"), [("", True), ("never_below: 2\n", True), ("never_below: 3\n", False)])
def test_5_3_the_road_takes_nothing_that_is_to_stay(floor: str, paid: bool) -> None:
    match = match_of(field(stack("patria-1", "mojos", "p1 p2"), purse={"plata": 6}))
    play(match, patriot=f"{floor}attrition: {{pay_if_steps: 1}}\n")
    assert (match.state.purse["plata"] == 4) is paid
