"""The world in letters and as a chart: real coasts, ports where an atlas has them, moves, sightings, sizes."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from rules.lions.lions_playing import position
from rules.lions.lions_seats import GAME
from rules.lions.lions_stages import frame_of, restored, stages

from pbem.adjudicator.engine.memory import Glimpse
from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.table import ALL, Note
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.reports.report import drawn
from pbem.adjudicator.lions.reports.textmap import SHEET
from pbem.adjudicator.lions.state.state import State
from pbem.adjudicator.lions.view.view import view
from pbem.adjudicator.reports.chart_model import Chart, Standing
from pbem.adjudicator.reports.chart_parts import MARGIN
from pbem.chart import svg
from pbem.geometry.sheet import SQUARE, square_at
from pbem.page.club_templates import report_page

BOARD = load_board()
NO_NEWS = Told((), ())


def somewhere() -> State:
    state = position(
        players=3,
        ships={
            "england-1st-1": "C12/england-fleet-3", "england-5th-1": "G9", "netherlands-5th-1": "F11",
            "netherlands-1st-1": "B13/netherlands-fleet-2", "spain-1st-1": "F11", "england-6th-1": "E11",
            "spain-3rd-1": "E11", "treasure-goa": "J20",
        },
        land={"F14 england": "1r", "S14 netherlands": "1f"},
    )  # fmt: skip
    state.plundered.append("I4")
    return state


def text_map(known: Mapping[str, Any]) -> str:
    """The map of a report."""
    reading = GAME.reading(known)
    chart = GAME.chart(reading)
    assert chart is not None
    return "\n".join(drawn(reading.seen, chart).drawing)


def cell(text: str, square: str) -> str:
    """The two letters of a square."""
    line = next(line for line in text.split("\n") if line.startswith(f"{square[0]} "))
    return line[2 * int(square[1:]) : 2 * int(square[1:]) + 2]


@pytest.mark.parametrize(("square", "letters"), [
    ("C12", "3E"), ("G9", "@."), ("B13", "NN"), ("F11", "?p"), ("E11", "*S"), ("J20", "$t"), ("S14", "nN"),
    ("F14", "@S"), ("I4", ":%"), ("G11", ":x"), ("L16", "##"), ("T3", ".."),
])  # fmt: skip
def test_each_square_says_who_lies_there_and_whose_it_is(square: str, letters: str) -> None:
    assert cell(text_map(view(somewhere(), "england")), square) == letters


def test_the_map_is_drawn_within_78_columns_and_explains_its_letters() -> None:
    text = text_map(view(somewhere(), "england"))
    assert max(map(len, text.split("\n"))) <= 78
    for sign in ("% plundered", "$ treasure", "~ terra incognita", "N the Netherlands"):
        assert sign in " ".join(text.split())


def test_who_only_looks_on_sees_every_power_by_its_letter() -> None:
    text = text_map(view(somewhere(), None))
    assert cell(text, "C12") == "EE"
    assert cell(text, "G9") == "e."
    assert "your fleet" not in text


# ------------------------------------------------------------------------------------------------ the chart


def chart(*notes: Note, seat: str | None = "england", state: State | None = None) -> Chart:
    return GAME.chart(GAME.reading(view(state or somewhere(), seat), Told(notes, ())))  # type: ignore[return-value]


def test_every_port_is_drawn_in_its_square_and_within_a_square_of_its_place_in_the_atlas() -> None:
    drawn = {port.name: port for port in chart().ports}
    assert len(drawn) == len(BOARD.ports)
    for port in BOARD.ports.values():
        assert drawn[port.name].at == square_at(port.square)
        x, y = SHEET.coast().at(port.longitude, port.latitude)
        assert max(abs(x - drawn[port.name].at[0]), abs(y - drawn[port.name].at[1])) <= SQUARE + 1


def test_a_port_is_signed_by_whoever_holds_it() -> None:
    signs = {port.name: port.sign for port in chart().ports}
    assert (signs["London"], signs["Cape Colony"], signs["Goa"], signs["Havana"]) == ("E", "N", "t", "%")
    assert set(signs.values()) <= {letter for letter, _ in chart().owners}


def test_15_1_own_stacks_are_counted_and_others_are_not() -> None:
    by_square = {(stack.cell, stack.side): stack for stack in chart().stacks}
    assert by_square["C12", "england"].count == 1
    assert by_square["C12", "england"].top == "fleet 3"
    assert by_square["B13", "netherlands"].count is None
    assert by_square["B13", "netherlands"].top == "N 2"
    assert by_square["J20", ""].standing is Standing.OTHER
    assert {stack.standing for stack in chart(seat=None).stacks} == {Standing.FOE, Standing.OTHER}


def moved(power: str, *way: str) -> Note:
    return Note("16.4", ALL, f"Fleet 2 sails {' - '.join(way)}.", "moved", {"power": power, "way": list(way)})


def test_moves_of_the_phase_are_arrows_that_turn_where_the_fleet_did() -> None:
    (one,) = chart(moved("netherlands", "B13", "C13", "D13", "E12")).arrows
    assert one.points == (square_at("B13"), square_at("D13"), square_at("E12"))
    assert one.standing is Standing.FOE
    assert "Amsterdam B13" in one.label
    assert chart(moved("england", "C12", "D11")).arrows[0].standing is Standing.OWN


def test_16_10_a_crossing_leaves_by_one_edge_of_the_world_and_comes_in_by_the_other() -> None:
    start, landfall = "J1", BOARD.landfall("J1", 0)
    begun = Note("13.2", ALL, "", "operation", {"power": "england", "square": start, "pounds": 3})
    crossed = Note("16.10", ALL, f"Fleet 3 crosses the Pacific to {landfall}.", "crossed",
                   {"power": "england", "square": landfall})  # fmt: skip
    away, back = chart(begun, crossed).arrows
    west, east = square_at("J1")[0] - MARGIN, square_at("J28")[0] + MARGIN
    assert (away.points[0], away.points[-1][0]) == (square_at(start), west)
    assert (back.points[0][0], back.points[-1]) == (east, square_at(landfall))


def test_15_2_who_was_seen_and_has_gone_leaves_a_ghost_with_its_age() -> None:
    state = somewhere()
    state.turn = 3
    memory = [Glimpse(square, "spain", (("spain-1st-1", "Spanish first-rate 1"),), turn).to_plain()
              for square, turn in (("G10", 2), ("F11", 3))]  # fmt: skip
    drawn = GAME.chart(GAME.reading(view(state, "england") | {"memory": memory}))
    assert drawn is not None
    assert [(seen.cell, seen.label, seen.age) for seen in drawn.sightings] == [("G10", "first-rate 1", 1)]


def test_the_chart_is_told_in_words() -> None:
    words = " ".join(chart().description)
    for told in ("fleet 3, 1 ship at London C12", "Dutch fleet 2 at Amsterdam B13", "Plundered: Havana I4.",
                 "With nobody: Goa treasure at Goa J20"):
        assert told in words, told


def test_the_window_lies_where_most_of_the_readers_own_is() -> None:
    state = position(ships={f"england-{rate}-1": "P23" for rate in ("1st", "3rd")} | {"netherlands-1st-1": "B13"})
    focus = chart(state=state).focus
    assert focus is not None
    x, y = square_at("P23")
    assert focus.left < x < focus.right
    assert focus.top < y < focus.bottom


@pytest.mark.parametrize("seat", ["england", None])
def test_a_page_of_four_players_is_below_300_kb_and_says_what_the_text_says(seat: str | None) -> None:
    stage = stages("four-players")[4]
    seen = restored(stage.after).view(seat)
    html = report_page("lions", GAME.title, GAME.page(GAME.reading(seen, stage.told, frame_of(stage, seat))) or {}).html
    assert len(html.encode()) < 300_000
    plain = re.sub(r"\s+", " ", re.sub(r"<[^>]+>", "", html))
    for words in ("How near to victory", "Operations Phases", "North Atlantic", "Natural Earth"):
        assert words in plain
    assert svg.standalone(GAME.chart(GAME.reading(seen, NO_NEWS)) or chart()).startswith("<svg")


def test_with_very_many_dice_the_table_of_them_is_left_out_and_each_still_leads_to_its_proof() -> None:
    stage = stages("four-players")[2]
    thrown = [note for note in stage.told.notes if note.throw]
    seen = restored(stage.after).view(None)
    few, many = Told(stage.told.notes, ()), Told(tuple(thrown * (150 // len(thrown) + 1)), ())
    pages = [GAME.page(GAME.reading(seen, told, frame_of(stage, None))) or {} for told in (few, many)]
    assert [bool(page["dice"]) for page in pages] == [len(thrown) <= 120, False]
    assert any(entry["dice"] for chapter in pages[1]["chapters"] for entry in chapter["entries"])


def test_no_shore_runs_round_the_world_where_an_island_lies_on_the_date_line() -> None:
    whole = SHEET.coast().at(16000, 0)[0] - SHEET.coast().at(-13000, 0)[0]
    wide = [max(x for x, _ in shore.points) - min(x for x, _ in shore.points) for shore in SHEET.coast().shores]
    assert max(wide) < whole * 2 // 3
