"""The hazards of secrecy that the design of this title names (4.3 there), each by its number.

Positions made by hand are in test_guerra_secrecy.py. Here are the notes, dice, questions and papers of games that bots
play with armies under markers, and a few rules by themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest
from rules.guerra.guerra_fields import field, in_hand, order, stack
from rules.guerra.guerra_stages import (
    hidden_markers,
    played,
    reading,
    restored,
    stages,
    twin,
    under_markers,
)
from rules.guerra.guerra_views import armies, told
from rules.stages import Later, Stage

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.table import ALL, PUBLIC, Note, Roll, Table, own_lane
from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.game import GAME
from pbem.adjudicator.guerra.reports.battle_cards import NO_FIGHT
from pbem.adjudicator.guerra.rules.ch05_movement import apply_forces
from pbem.adjudicator.guerra.rules.ch07_landing import VERBS as LANDING
from pbem.adjudicator.guerra.state.state import State
from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST, SEATS, other
from pbem.adjudicator.guerra.view.view import view
from pbem.page.order_desk import desk_page
from pbem.strict_yaml import write

BOARD = load_board()
STAGES = Later(lambda: (
    *stages("opening-guns", "s1", 16), *stages("campaign", "s2", 20, "random"),
    *stages("empire-strikes-back", "s3", 14), *stages("end-of-empire", "s4", 16),
))  # fmt: skip
OPEN_DICE = Later(lambda: stages("campaign", "open", 12, "random", "markers_dice public"))
#: Everything that has a name.
NAMES = [each.name for shelf in (BOARD.areas, BOARD.ports, BOARD.seas, BOARD.units, BOARD.ejercitos)
         for each in shelf.values()]  # fmt: skip
#: Counters that a text cannot mean by accident: nothing else has their name as its own or as a part of it.
PLAIN = {name for name, unit in BOARD.units.items() if sum(unit.name in each for each in NAMES) == 1}
#: Notes that tell what became of an army while it is shut.
QUIET = ("stirs", "marched", "attrition", "embarked", "picked-up", "formed")
FIGHTS = ("battle", "intercepted", "not-intercepted", "assault", "hunted", "sea-fight", "avoided", "sunk")


def notes(*events: str) -> Iterator[tuple[Stage, Note]]:
    return ((stage, note) for stage in STAGES for note in stage.told.notes if note.event in events)


def rolls(where: Iterable[Stage], kind: str) -> Iterator[Roll]:
    """Dice of a kind that markers threw."""
    return (roll for stage in where for roll in stage.rolls
            if roll.label.split("/")[0] == kind and roll.label.split("/")[1] in BOARD.ejercitos)  # fmt: skip


def shut(plain: object, seat: str | None) -> set[str]:
    """The counters that lie hidden from a reader."""
    state = restored(plain).state  # type: ignore[arg-type]
    return {name for name, piece in state.units.items()
            if piece.at in state.forces and state.forces[piece.at].side != seat and state.hidden(piece.at)}  # fmt: skip


@pytest.mark.parametrize("kind", ["attrition", "activate"])
def test_hazards_1_and_3_dice_of_a_shut_marker_fall_in_its_owners_lane(kind: str) -> None:
    thrown = list(rolls(STAGES, kind))
    assert {roll.lane for roll in thrown} >= {own_lane(seat) for seat in SEATS}
    for stage in STAGES:
        opened = {note.facts["force"] for note in stage.told.notes if note.event == "revealed"}
        before = restored(stage.before).state
        for roll in rolls([stage], kind):
            marker = roll.label.split("/")[1]
            if marker not in opened and (marker not in before.forces or before.hidden(marker)):
                assert roll.lane == own_lane(BOARD.ejercitos[marker].side)


def test_hazard_1_others_hear_that_an_army_has_suffered_and_no_number() -> None:
    heard = [note for stage, note in notes("attrition") if note.to != ALL and note.facts["side"] != note.to]
    assert heard
    assert {note.text.rpartition(" has ")[2] for note in heard} == {"suffered on the road."}
    assert all(set(note.facts) == {"force", "side", "at"} for note in heard)


def test_hazard_2_money_spent_on_the_road_is_told_as_money_and_not_at_all_from_a_sealed_purse() -> None:
    state = armies(SeededChance("seed 1"))
    state.house["purses"] = "sealed"
    assert told(state, PATRIOT)["purse"] == {key: state.purse[key] for key in
                                             ("plata", "chile", "colombia", "peru", "mexico")}  # fmt: skip


def test_hazard_3_the_charter_may_throw_the_dice_of_markers_openly() -> None:
    thrown = list(rolls(OPEN_DICE, "activate"))
    assert thrown
    assert {roll.lane for roll in thrown} == {PUBLIC}


def test_hazard_4_an_army_is_laid_open_before_its_factors_are_told() -> None:
    fought = 0
    for stage in STAGES:
        opened: set[str] = set()
        for note in stage.told.notes:
            if note.event == "revealed":
                opened.add(str(note.facts["force"]))
            if note.event == "battle":
                there = {str(note.facts[key]) for key in ("attacker", "defender")} & set(BOARD.ejercitos)
                fought += len(there)
                before = restored(stage.before).state
                known = {name for name in there if name in before.forces and not before.hidden(name)}
                assert there <= opened | known
    assert fought


def test_hazard_5_the_question_of_an_interception_tells_visible_things_alone() -> None:
    asked = [(stage, question) for stage in STAGES for question in stage.asked if question.topic == "intercept"]
    assert asked
    for _, question in asked:
        assert set(question.facts) <= {"area", "force", "moving_to", "own", "options"}
        assert not any(f"'{name}'" in repr(question.facts) for name in BOARD.units)


@pytest.mark.parametrize("seat", SEATS)
def test_hazards_6_11_and_24_a_twin_position_gives_the_same_papers(seat: str) -> None:
    """View, report, page, map, template, check and desk are made of nothing that the twins differ in."""
    compared = 0
    for number, stage in enumerate(STAGES):
        changed = twin(stage.after, seat)
        if changed is None:
            continue
        plain = under_markers(restored(stage.after))
        assert repr(changed.view(seat)) == repr(plain.view(seat)), str(stage)
        compared += 1
        if number % 9 == 0:
            assert papers(changed, seat, stage) == papers(plain, seat, stage)
    assert compared > 20


def papers(match: object, seat: str, stage: Stage) -> list[str]:
    """All that a seat is handed after a phase."""
    read = reading(match, seat, stage)  # type: ignore[arg-type]
    known, head = read.view, {"seat": seat, "phase": str(read.view["phase"]), "game": "guerra-test"}
    text = GAME.order_template(known, head)
    checked = GAME.check_file(known, head, stage.files[seat].encode(), "orders.yaml")
    desk = desk_page(GAME, read, head)
    return [GAME.report(read), write(GAME.page(read, {"drawn": False})["position"]), repr(GAME.chart(read)), text,
            repr(checked), str(desk)]  # fmt: skip


def test_hazard_7_no_note_lists_what_lies_under_a_marker() -> None:
    """What an army takes along while it lies open everybody sees."""
    opened = {(str(stage), note.facts["force"]): note for stage, note in notes("revealed")}
    for stage, note in notes(*QUIET):
        force = str(note.facts.get("force", ""))
        owner = BOARD.ejercitos[force].side if force in BOARD.ejercitos else ""
        shown = opened.get((str(stage), force))
        if shown is not None and stage.told.notes.index(shown) < stage.told.notes.index(note):
            continue
        if owner and note.to != owner and force in hidden_markers(restored(stage.after).state, owner):
            assert not note.facts.get("units")
            assert not note.facts.get("leaders")


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_hazards_7_to_10_what_stays_shut_through_a_phase_is_named_in_no_note_of_it(seat: str | None) -> None:
    looked = 0
    for stage in STAGES:
        if restored(stage.after).state.ended:
            continue
        opened = {name for note in stage.told.notes if note.event == "revealed" for name in note.facts["units"]}
        secret = (shut(stage.before, seat) & shut(stage.after, seat)) - opened
        looked += len(secret)
        for note in stage.told.notes:
            if note.to in (ALL, seat):
                facts = repr(note.facts)
                assert [name for name in secret if f"'{name}'" in facts] == [], (str(stage), note.text)
                assert [name for name in secret & PLAIN if BOARD.units[name].name in note.text] == []
    assert looked > 50


def test_hazard_8_what_is_built_is_named_openly() -> None:
    built = [note for _, note in notes("built")]
    assert built
    assert all(note.to == ALL and note.facts["unit"] in BOARD.units and note.facts["at"] for note in built)


def test_hazard_9_what_a_marker_leaves_behind_appears_and_the_marker_stays_shut() -> None:
    state = field(stack("barlovento", "cumana", "cn-r vz ne"))
    left = state.new_force(ROYALIST, "cumana")
    state.put(["vz"], left)
    seen = view(state, PATRIOT)
    assert seen["forces"][left]["units"] == ["vz"]
    assert seen["forces"]["barlovento"]["units"] == []
    assert seen["forces"]["barlovento"]["hidden"]


def test_hazards_10_and_18_what_is_left_of_the_mexican_die_is_its_owners_alone() -> None:
    state = armies(SeededChance("seed 1"))
    assert told(state, ROYALIST)["mexico_left"] == 3
    assert "mexico_left" not in told(state, PATRIOT)
    assert "mexico_left" not in told(state, None)
    for _, note in notes("lapsed"):
        assert note.to in SEATS


def test_hazard_12_both_name_their_uprisings_before_the_first_die_falls() -> None:
    councils = [stage for stage in STAGES if stage.phase.endswith("council")]
    assert councils
    for stage in councils:
        keys = [question.topic for question in stage.asked]
        assert keys[:2] == ["uprisings", "uprisings"]
    failed = [note for _, note in notes("failed-to-rise")]
    assert failed
    assert {note.to for note in failed} == {ALL}


def test_hazard_13_the_bit_that_a_rule_told_is_in_the_view_until_the_marker_moves() -> None:
    state = armies(SeededChance("seed 1"))
    state.told_regulars = {"barlovento": True}
    seen = told(state, PATRIOT)["regulars"]
    assert isinstance(seen, dict)
    assert seen["barlovento"] is True
    state.revealed["barlovento"] = state.turn
    assert "barlovento" not in told(state, PATRIOT)["regulars"]  # type: ignore[operator]


def test_hazard_14_only_a_fight_lays_an_army_open() -> None:
    for stage in STAGES:
        story = stage.told.notes
        for number, note in enumerate(story):
            if note.event == "revealed":
                after = [each.event for each in story[number : number + 6]]
                labels = [each.throw.label for each in story[number : number + 6] if each.throw]
                assert any(event in FIGHTS for event in after) or any(
                    label.startswith("intercept/") for label in labels
                ), (str(stage), note.text)


def test_hazard_15_which_ships_carry_an_army_is_seen_and_not_whom() -> None:
    state = field(stack("norte", "pacific-8", "p1 p2"), ships={"chl-s1": "pacific-8", "chl-f1": "pacific-8"})
    state.forces["norte"].ships = ["chl-s1", "chl-f1"]
    seen = view(state, ROYALIST)["forces"]["norte"]
    assert seen["ships"] == ["chl-s1", "chl-f1"]
    assert seen["units"] == []


def test_hazard_16_garrisons_are_exact_for_the_royalist_alone() -> None:
    state = armies(SeededChance("seed 1"))
    exact = told(state, ROYALIST)["garrisons"]
    seen = told(state, PATRIOT)["garrisons"]
    assert isinstance(exact, dict)
    assert isinstance(seen, dict)
    assert seen["mexico-garrison"] < exact["mexico-garrison"]


def test_hazard_17_who_may_be_subverted_is_offered_from_the_open_alone() -> None:
    state = armies(SeededChance("seed 1"))
    state.liberals = state.turn
    covered = told(state, PATRIOT)["under_markers"]
    assert isinstance(covered, dict)
    units = told(state, PATRIOT)["units"]
    assert isinstance(units, dict)
    assert not set(covered[ROYALIST]) & set(units)


def test_hazard_20_whose_purse_an_area_fills_is_told_to_all() -> None:
    paid = [note for _, note in notes("area-income")]
    assert paid
    assert {note.to for note in paid} == {ALL}


def test_hazard_22_the_part_of_a_marker_that_is_not_due_stays_under_it() -> None:
    state = field(stack("norte", "santa-fe", "p1 gi"))
    left = state.new_force(PATRIOT, "santa-fe")
    state.put(["gi"], left)
    seen = view(state, ROYALIST)
    assert seen["forces"][left]["units"] == ["gi"]
    assert seen["forces"]["norte"]["hidden"]
    assert seen["under_markers"] == {PATRIOT: ["p1"]}


def test_hazard_23_who_stays_ashore_is_seen_and_the_marker_is_in_one_place() -> None:
    state = in_hand(field(stack("norte", "northern-chile", "p1 p2 art-p1", inside=""),
                          ships={"chl-f1": "valparaiso"}), "norte", ships=["chl-f1"])  # fmt: skip
    order(state, LANDING["embark"], stay_behind=["art-p1", "p2"])
    seen = view(state, ROYALIST)
    assert [force["at"] for name, force in seen["forces"].items() if name == "norte"] in (["pacific-9"], ["valparaiso"])
    assert {"art-p1", "p2"} <= set(seen["units"])


def test_hazard_25_markers_stand_in_the_order_of_the_board_whatever_lies_under_them() -> None:
    state = armies(SeededChance("seed 1"))
    for seat in (*SEATS, None):
        forces = told(state, seat)["forces"]
        assert isinstance(forces, dict)
        assert [name for name in forces if name in BOARD.ejercitos] == list(BOARD.ejercitos)


def test_hazard_26_a_stack_that_goes_under_a_marker_at_once_leaves_no_gap_in_the_row() -> None:
    state = field(stack("royal-1", "cumana", "cn-r vz ne"))
    entries = [{"at": "cumana", "units": ["cn-r"], "marker": "barlovento"}, {"at": "cumana", "units": ["vz"]}]
    apply_forces(Table(), state, ROYALIST, entries, "5.1")
    assert sorted(state.forces) == ["barlovento", "royal-1", "royal-50"]


def test_hazard_21_the_royalist_may_forgo_boves_so_that_nobody_learns_where_he_is() -> None:
    rows = {row.key: row for row in GAME.order_table().rows}
    assert "boves" in repr(rows["uprisings"].shape)


def test_hazard_19_under_a_marker_the_enemy_is_not_told_which_regular_was_made_whole() -> None:
    for stage, note in notes("upgraded", "replenished"):
        unit = str(note.facts.get("regular", note.facts.get("unit", "")))
        state: State = restored(stage.after).state
        if note.to != ALL or not unit or unit not in state.units:
            continue
        force = state.force_of(unit)
        assert not (force and state.hidden(force)), note.text
    assert other(ROYALIST) == PATRIOT


def test_every_played_phase_has_a_report_a_page_and_annals_for_every_reader() -> None:
    for stage in STAGES[::4]:
        match = restored(stage.after)
        for seat in (*SEATS, None):
            read = reading(match, seat, stage)
            text = GAME.report(read)
            assert max(map(len, text.split("\n"))) <= 78
            assert GAME.page(read)["map"] is not None
        counted = GAME.annals(reading(match, None, stage))
        battles = [note for note in stage.told.notes if note.event in ("battle-over", "assault-over", "sea-fight-over")
                   and note.facts.get("result") not in NO_FIGHT]  # fmt: skip
        assert len(counted.battles) == len(battles)


@pytest.mark.parametrize("seat", SEATS)
def test_hazards_3_to_7_twins_play_alike_until_a_rule_lays_an_army_open(seat: str) -> None:
    """A seat's own operations upon two positions that it cannot tell apart: all that it hears is the same so far."""
    compared = met = 0
    for stage in STAGES:
        match = restored(stage.after)
        phase, changed = match.phase(), twin(stage.after, seat)
        if phase is None or changed is None or phase.active != (seat,) or not phase.turn:
            continue
        plain = under_markers(match)
        bot = GAME.bot("steady", seat, SeededChance(str(stage)))
        text = bot.orders(plain.view(seat), {"seat": seat, "phase": phase.id})
        for each in (plain, changed):  # who is silent has no standing orders either: those look at their own armies
            each.standing[other(seat)].orders = []
        silent = f"pbem: orders/1\nseat: {other(seat)}\nphase: {phase.id}\n"
        told_ = [heard(played(each, {seat: text, other(seat): silent}, "twins"), seat) for each in (plain, changed)]
        ends = [next((n for n, line in enumerate(lines) if line[1] == "revealed"), len(lines)) for lines in told_]
        assert ends[0] == ends[1], str(stage)
        assert told_[0][: ends[0]] == told_[1][: ends[1]], str(stage)
        compared += 1
        met += ends[0] < len(told_[0])
    assert compared > 10
    assert met


def heard(stage: Stage, seat: str) -> list[tuple[str, str, str, str]]:
    """All that a seat hears of a phase."""
    return [(note.rule, note.event, note.text, repr(note.facts)) for note in stage.told.notes if note.heard_by(seat)]
