"""An edition laid over the game is played on, reported from and checked against, by everybody."""

from __future__ import annotations

import pytest
from rules.jenkins.playing import Answer, fallen, play, position, told

from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_determination
from pbem.adjudicator.jenkins.rules.ch10_fortunes import fortunes_of_war
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH
from pbem.base.errors import PbemError

EDITION = b"""format: pbem-edition/1
game: jenkins
title: A copy with a dear Boyne
changes:
  - {set: english/boyne, figures: {cost: 9}}
"""


def opening(edition: bytes | None) -> dict[str, object]:
    return GAME.begin("campaign", {}, edition).view("english")


def test_3_3_a_view_tells_which_edition_is_played() -> None:
    assert board_seen(opening(None)).counters["boyne"].cost == 8
    assert board_seen(opening(EDITION)).counters["boyne"].cost == 9


def test_3_3_a_check_reckons_with_the_edition() -> None:
    buys = b"pbem: orders/1\nseat: english\nphase: t00.english\nsetup:\n  buy:\n"
    names = [c.id for c in board_seen(opening(None)).side_counters("english") if c.cost == 8][:12]
    lines = "".join(f"    - {{counter: {name}, at: port-royal}}\n" for name in ["boyne", *names[1:2]]).encode()
    head = {"game": "jenkins-000000"}
    for edition, price in ((None, "Boyne (8)"), (EDITION, "Boyne (9)")):
        view = opening(edition)
        checked = GAME.check(view, GAME.read_orders(buys + lines, "orders.yaml"), "orders.yaml")
        assert checked.faults == ()
        assert price in "\n".join(checked.echo)
        assert price.replace("Boyne (", "").rstrip(")") in GAME.order_template(view, head)


# ------------------------------------------------------------------------------------------- tables of another sort


def printed(*changes: str) -> bytes:
    head = "format: pbem-edition/1\ngame: jenkins\ntitle: A copy with tables of its own\nchanges:\n"
    return (head + "".join(f"  - {{{change}}}\n" for change in changes)).encode()


def test_6_2_an_edition_may_lay_a_storm_on_the_open_sea() -> None:
    board = load_board(printed("set: storm_location/1, figures: {seaports: ['2820', havana]}"))
    state = position()
    state.board = board
    notes = play(storm_determination, state, answers=[("6.2", 1)])[1]
    assert state.storms == ["2114", "2820"]
    assert told(notes, "storm") == ["Storms lie on 2820, Havana (2114)."]


@pytest.mark.parametrize("hex_id", ["9999", "2712"])
def test_6_2_a_storm_lies_on_water_of_the_map(hex_id: str) -> None:
    inland = next(h for h in load_board().grid.hexes if not load_board().is_water_hex(h))
    where = inland if hex_id == "2712" else hex_id
    with pytest.raises(PbemError, match=f"{where} is no water of the map"):
        load_board(printed(f"set: storm_location/1, figures: {{seaports: ['{where}']}}"))


def test_6_2_a_row_may_be_without_a_storm() -> None:
    state = position()
    state.board = load_board(printed("set: storm_location/1, figures: {seaports: []}"))
    assert told(play(storm_determination, state, answers=[("6.2", 1)])[1], "no_storm") == ["No storm appears."]


@pytest.mark.parametrize(
    ("row", "answers", "funds"),
    [
        ("choosers: [english], target: enemy, eliminate: funds, count: 5", (), (20, 15)),
        ("choosers: [english], target: own, eliminate: funds, count: 30", (), (0, 20)),
        ("choosers: [spanish], target: enemy, eliminate: funds, count: 2d6", (("6.6", [3, 4]),), (13, 20)),
        ("choosers: [spanish], target: none, eliminate: none, count: 0, gain: 7", (), (20, 27)),
        ("choosers: [english, spanish], target: none, eliminate: none, count: 0, gain: 1d6",
         (("6.6", 2), ("6.6", 5)), (22, 25)),
        ("choosers: [], target: none, eliminate: none, count: 0", (), (20, 20)),
    ],
)
def test_6_6_an_edition_may_print_fortunes_that_touch_war_funds(
    row: str, answers: tuple[Answer, ...], funds: tuple[int, int]
) -> None:
    """Lost as far as there are any, gained up to the maximum (3.2), a number or dice."""
    state = position(funds={ENGLISH: 20, SPANISH: 20})
    state.board = load_board(printed(f"set: fortunes_of_war/6, figures: {{event: Contraband, {row}}}"))
    play(fortunes_of_war, state, answers=[("6.6", 6), *answers])
    assert (state.funds[ENGLISH], state.funds[SPANISH]) == funds


def test_6_6_an_edition_may_let_a_player_choose_any_counter_that_is_seen() -> None:
    state = position({"2719": ["boyne"]}, {"2114": ["soldiers-s1"], "3718": ["galicia", "africa"]})
    row = "event: Ruin, choosers: [english], target: enemy, eliminate: any, count: 1d6"
    state.board = load_board(printed(f"set: fortunes_of_war/6, figures: {{{row}}}"))
    answers: list[Answer] = [("6.6", 6), ("6.6", 2), ("10.0", ["galicia"]), ("10.0", ["soldiers-s1"])]
    assert fallen(play(fortunes_of_war, state, answers=answers)[1]) == ["galicia", "soldiers-s1"]
