"""The hazards of secrecy that the design of this title names (4.3 there), each by its number.

Positions made by hand are in test_yellowjack_secrecy.py. Here are the notes, dice, questions and papers of games that
bots play.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from rules.playing_rules import play
from rules.stages import Later, Stage
from rules.yellowjack.yellowjack_fights import anchored, assault
from rules.yellowjack.yellowjack_sea import empty_sea, put
from rules.yellowjack.yellowjack_stages import played
from rules.yellowjack.yellowjack_twins import HEAD, by_bots, by_letter, reading, restored, twin

from pbem.adjudicator.engine.table import ALL, PUBLIC, SEALED, Note, Roll, own_lane
from pbem.adjudicator.yellowjack.base.gales import gale_damage
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.ch1.hurricanes import strike
from pbem.adjudicator.yellowjack.ch3.surrender import Fall, sail_out
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.state.pieces import Gale, Hurricane
from pbem.adjudicator.yellowjack.state.words import FITTING_OUT, SEATS, SIDE_OF, other
from pbem.adjudicator.yellowjack.turn.impulse import take_up
from pbem.page.order_desk import desk_page
from pbem.strict_yaml import write

BOARD = load_board()
LETTERS = Later(lambda: by_letter("s1"))
GAMES = (LETTERS, *(Later(partial(by_bots, seed, bot=bot)) for seed, bot in
                    (("s2", "random"), ("s3", "random"), ("s4", "steady"))))  # fmt: skip
STAGES = Later(lambda: (stage for game in GAMES for stage in game))
#: Ids of pieces that no public label may name (1).
PIECES = {*BOARD.formations, *BOARD.squadrons, *BOARD.convoys, *BOARD.leaders}
#: Dice that mix both sides' secrets (2, 9), and dice that tell their owner's alone (3, 12).
MIXED = ("sighting", "chase", "break-out", "intensity", "gauge", "fire", "convoy-fire", "strike", "struck",
         "leader-hit", "leader-fate", "join", "break-off", "show-of-force", "support-army",
         "escape-leader")  # fmt: skip
OWN = ("zone", "breeze", "attrition", "repair", "emergency", "orders", "check", "entry", "request")


def notes(*events: str) -> Iterator[tuple[Stage, Note]]:
    return ((stage, note) for stage in STAGES for note in stage.told.notes if note.event in events)


def rolls(*kinds: str) -> list[Roll]:
    return [roll for stage in STAGES for roll in stage.rolls if roll.label.split("/")[0] in kinds]


def test_hazard_1_no_public_label_names_a_piece() -> None:
    public = [roll for stage in STAGES for roll in stage.rolls if roll.lane == PUBLIC]
    assert public
    for roll in public:
        assert not set(roll.label.split("/")) & PIECES, roll.label


def test_hazards_2_and_9_dice_that_mix_both_sides_secrets_are_sealed() -> None:
    mixed = rolls(*MIXED)
    assert {roll.label.split("/")[0] for roll in mixed} >= {"sighting", "fire"}
    assert {roll.lane for roll in mixed} == {SEALED}
    assert [note for stage in STAGES for note in stage.told.notes
            if note.throw is not None and note.throw.label.split("/")[0] in MIXED] == []  # fmt: skip


def test_hazard_2_a_break_out_that_fails_is_heard_by_its_owner_alone() -> None:
    for stage, note in notes("break-out-failed"):
        assert note.to in SEATS, (str(stage), note.text)


def test_hazards_3_and_12_dice_of_attrition_repair_and_zones_fall_in_their_owners_lane() -> None:
    own = rolls(*OWN)
    assert {roll.label.split("/")[0] for roll in own} >= {"zone", "attrition", "orders"}
    assert {roll.lane for roll in own} == {own_lane(seat) for seat in SEATS}


def test_hazard_5_a_marker_is_given_once_in_the_order_of_its_side() -> None:
    for game in GAMES:
        gone, last = set[str](), dict.fromkeys("bz", 0)
        for stage in game:
            for note in stage.told.notes:
                if note.event != "marker":
                    continue
                marker = str(note.facts["marker"])
                assert marker not in gone, (str(stage), note.text)
                last[marker[0]] = max(last[marker[0]], int(marker[2:]))
                if note.facts.get("gone"):
                    gone.add(marker)
        assert min(last.values()) > 0


def test_hazard_7_what_a_question_tells_is_what_its_side_may_know() -> None:
    asked = [(stage, question) for stage in STAGES for question in stage.asked]
    assert asked
    for stage, question in asked:
        state = restored(stage.before).state
        foreign = {name for name in PIECES if name in state.formations and state.side_of(name) != question.side}
        told = repr(question.facts)
        assert [name for name in foreign if f"'{name}'" in told] == [], (str(stage), question.key)


def test_hazard_19_how_many_orders_are_drawn_is_told_to_all_and_which_to_their_owner() -> None:
    drawn = [note for _, note in notes("drawn")]
    assert {note.to for note in drawn} >= {ALL}
    for note in drawn:
        named = [chit for chit in BOARD.chits if f"'{chit}'" in repr(note.facts)]
        assert not named or note.to in SEATS
        assert all(BOARD.chits[chit].side == note.to for chit in named)


def test_hazard_21_the_boxes_are_told_once_a_phase_and_fulfilled_orders_to_their_owner_alone() -> None:
    for stage in STAGES:
        told = [note for note in stage.told.notes if note.event == "boxes"]
        assert len(told) <= 1, str(stage)
        assert all(note.to == ALL for note in told)
    for stage, note in notes("fulfilled", "failed", "issued", "log", "lapsed", "worn", "repaired", "state", "posted"):
        assert note.to in SEATS, (str(stage), note.text)


def test_hazard_22_there_is_one_series_of_markers_a_fleet() -> None:
    for _, note in notes("marker"):
        assert str(note.facts["marker"])[:2] in ("b-", "z-")


@pytest.mark.parametrize("seat", [*SEATS, None])
def test_hazards_1_and_14_no_note_names_a_formation_that_its_hearer_has_not_seen(seat: str | None) -> None:
    looked = 0
    for stage in STAGES:
        before, after = restored(stage.before).state, restored(stage.after).state
        if after.over:
            continue
        for name in dict.fromkeys([*before.formations, *after.formations]):
            held = before if name in before.formations else after
            if held.side_of(name) == seat or seen(stage, seat, name):
                continue
            looked += 1
            for note in stage.told.notes:
                if note.to == ALL or note.to == seat:
                    assert f"'{name}'" not in repr(note.facts), (str(stage), note.text)
                    assert name not in note.text, (str(stage), note.text)
    assert looked > 20


def seen(stage: Stage, seat: str | None, name: str) -> bool:
    """Tells if a Formation has been Spotted, fought or met in the phase, so that it may be named."""
    markers = {one.marker for state in (restored(stage.before).state, restored(stage.after).state)
               for key, one in state.formations.items() if key == name}  # fmt: skip
    for note in stage.told.notes:
        if note.event in ("spotted", "battle", "forces", "joined", "captured", "escaped", "scattered"):
            told = repr(note.facts)
            if name in told or any(marker and marker in told for marker in markers):
                return True
    return False


@pytest.mark.parametrize("seat", SEATS)
def test_hazards_15_16_and_20_a_twin_position_gives_the_same_papers(seat: str) -> None:
    """View, report, page, map, template, check and desk are made of nothing that the twins differ in."""
    compared = 0
    for number, stage in enumerate(STAGES):
        plain, changed = restored(stage.after), twin(stage.after, seat)
        if plain.state.over:
            continue
        assert plain.to_plain() != changed.to_plain()
        assert repr(changed.view(seat)) == repr(plain.view(seat)), str(stage)
        assert repr(changed.view(None)) == repr(plain.view(None)), str(stage)
        compared += 1
        if number % 5 == 0:
            assert papers(changed, seat, stage) == papers(plain, seat, stage)
    assert compared > 15


def papers(match: object, seat: str, stage: Stage) -> list[str]:
    """All that a seat is handed after a phase."""
    read = reading(match, seat, stage)  # type: ignore[arg-type]
    known, head = read.view, {"seat": seat, "phase": str(read.view["phase"]), "game": "yellowjack-test"}
    text = GAME.order_template(known, head)
    checked = GAME.check_file(known, head, stage.files.get(seat, HEAD.format(**head)).encode(), "orders.yaml")
    desk = desk_page(GAME, read, head)
    return [GAME.report(read), write(GAME.page(read, {"drawn": False})["position"]), repr(GAME.chart(read)), text,
            repr(checked), str(desk)]  # fmt: skip


def test_hazard_23_who_falls_with_a_port_is_thrown_for_in_a_sealed_lane() -> None:
    for roll in rolls("escape-leader", "struck"):
        assert roll.lane == SEALED


def test_every_played_phase_has_a_report_a_page_and_annals_for_every_reader() -> None:
    for stage in STAGES[::3]:
        match = restored(stage.after)
        for seat in (*SEATS, None):
            read = reading(match, seat, stage)
            text = GAME.report(read)
            assert max(map(len, text.split("\n"))) <= 78
            assert len(text) < 350_000
            assert GAME.page(read)["map"] is not None
        counted = GAME.annals(reading(match, None, stage))
        battles = [note for note in stage.told.notes if note.event == "battle-over"]
        assert len(battles) <= len(counted.battles)
    assert SIDE_OF["caracas"] == other(SEATS[0])


@pytest.mark.parametrize("seed", ["r1", "r2"])
def test_r5_2_a_phase_played_again_from_its_start_comes_to_the_same_position(seed: str) -> None:
    """A plan that is worked off must not touch the answer that gave it, or the record would change with it."""
    for stage in by_bots(seed, phases=5, bot="steady"):
        again = played(restored(stage.before), dict(stage.files), seed)
        assert again.after == stage.after, str(stage)
        assert [note.text for note in again.told.notes] == [note.text for note in stage.told.notes]


def test_r5_2_a_plan_is_a_copy_of_the_answer_that_gave_it() -> None:
    state = restored(LETTERS[1].before).state
    entry = {"who": "br-flag-j2", "then": [{"put_to_sea": "yes"}, {"to": "s40"}]}
    take_up(state, SEATS[0], entry)
    state.plans["br-flag-j2"]["then"].pop(0)
    assert entry["then"] == [{"put_to_sea": "yes"}, {"to": "s40"}]


def test_hazard_5_formations_that_put_to_sea_at_once_are_numbered_by_a_sealed_draw() -> None:
    drawn = rolls("markers")
    assert drawn
    assert {roll.lane for roll in drawn} == {SEALED}
    first = {restored(by_letter(seed, phases=2)[1].after).state.formations["br-flag-j1"].marker
             for seed in ("s1", "m2", "m3", "m4", "m5", "m6")}  # fmt: skip
    assert first >= {"b-01", "b-02"}


@pytest.mark.parametrize(("drawn", "numbers"), [([0, 1], ["b-01", "b-02"]), ([1, 0], ["b-02", "b-01"])])
@pytest.mark.parametrize("rule", [gale_damage, strike])
def test_hazard_5_those_that_a_storm_drives_out_are_numbered_by_a_draw(
    rule: Callable[..., Any], drawn: list[int], numbers: list[str]
) -> None:  # fmt: skip
    state = empty_sea({"sw-colombia": "ne"})
    dice: list[tuple[str, Any]] = []
    if rule is gale_damage:
        state.gales = [Gale("sw-colombia", "lucea", 8)]
        dice = [("R5.9", 7), ("R5.9", 7)]
    else:
        dot = next(dot for dot in BOARD.storms.dots.values() if dot.bands.get("lucea"))
        state.hurricane = Hurricane(dot.id, False, 1)
    for name in ("j1", "j2"):
        put(state, name, "lucea", {name: 2}, condition=FITTING_OUT)
    _, notes = play(rule, state, Ruling(), answers=[*dice, ("R1.9", drawn)])
    assert [state.formations[name].marker for name in ("j1", "j2")] == numbers
    assert [note.facts["marker"] for note in notes if note.event == "marker"] == ["b-01", "b-02"]


@pytest.mark.parametrize(("drawn", "numbers"), [([0, 1], ["z-02", "z-03"]), ([1, 0], ["z-03", "z-02"])])
def test_hazard_5_ships_that_escape_from_a_fallen_port_are_numbered_by_a_draw(
    drawn: list[int], numbers: list[str]
) -> None:  # fmt: skip
    state = assault(ashore=["fleet-marines-a", "jamaica-companies-a"])
    anchored(state, "sp-flag-k", "porto-bello", {"k1": 4, "k2": 4}, ready=True)
    fall = Fall("porto-bello", "british", "bourbon", [], ["k1", "k2"], [], ["sol"], "land_box", "", 0)
    play(sail_out, state, fall, answers=[("R1.9", drawn)])
    assert [state.formations[name].marker for name in ("k1", "k2")] == numbers


def test_hazard_6_moves_are_told_in_the_order_of_markers() -> None:
    told = 0
    for stage in STAGES:
        moved: dict[str, list[str]] = {}
        for note in stage.told.notes:
            if note.event == "step":
                moved = {}
            if note.event == "marker" and note.facts.get("from"):
                names = moved.setdefault(str(note.facts["marker"])[0], [])
                names.append(str(note.facts["marker"]))
                told += 1
                assert names == sorted(names), (str(stage), names)
    assert told > 50


def test_hazard_8_questions_of_both_sides_are_counted_apart() -> None:
    for stage in STAGES:
        keys = {seat: {question.key.rpartition("/")[0] for question in stage.asked if question.side == seat}
                for seat in SEATS}  # fmt: skip
        assert keys[SEATS[0]] & keys[SEATS[1]] == set(), str(stage)


@pytest.mark.parametrize("seat", SEATS)
def test_hazard_18_a_seat_with_a_routine_is_not_waited_for_and_the_list_tells_nothing_else(seat: str) -> None:
    match = restored(LETTERS[1].after)
    assert match.phase() is not None
    before = match.view(other(seat))
    text = HEAD.format(seat=seat, phase="y39t13.admin") + "standing:\n  - number: 9\n    routine: {admin: true}\n"
    match.adopt(seat, [GAME.read_orders(text.encode(), "orders.yaml")])
    phase = match.phase()
    assert phase is not None
    assert phase.active == (other(seat),)
    assert match.view(other(seat)) == before


def test_hazards_10_and_29_the_odds_of_a_storm_are_open_like_the_units() -> None:
    stormed = [note for game in (by_letter("s1"), by_letter("m2")) for stage in game for note in stage.told.notes
               if note.event == "escalade"]  # fmt: skip
    assert stormed
    assert {note.to for note in stormed} == {ALL}
    assert all(note.facts["odds"] for note in stormed)
