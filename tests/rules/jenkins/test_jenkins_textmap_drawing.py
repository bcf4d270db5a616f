"""The map in letters: every hex where its numbers say, nothing that a side cannot see."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest
from rules.jenkins.playing import position
from rules.jenkins.positions import Stage, new_match, restored, stages

from pbem.adjudicator.board.naming import two_letters
from pbem.adjudicator.jenkins.board.board import load_board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.state.state import State
from pbem.adjudicator.jenkins.view.view import view
from pbem.adjudicator.reports.hex_letters import COLUMNS, ROWS, drawn_window, lettered
from pbem.geometry.hexes import column_of, row_of

BOARD = load_board()
CODES = two_letters({port.id: port.name for port in BOARD.seaports.values()})
STAGES = [*stages("spring tide")]


def text_map(known: Mapping[str, Any], centre: str = "") -> str:
    """The map of a report; with a hex to centre on, the window around it and the words of the report."""
    reading = GAME.reading(known)
    chart = GAME.chart(reading)
    assert chart is not None
    words = "\n".join(lettered(chart, {hex_id: reading.seen.place(hex_id) for hex_id, _ in reading.seen.own_stacks()}))
    if not centre:
        return words
    west = max(1, min(column_of(centre) - COLUMNS // 2, 45 - COLUMNS + 1))
    north = max(5, min(row_of(centre) - ROWS // 2, 28 - ROWS + 1))
    return "\n".join([*drawn_window(chart, west, north), words])


def cell(drawing: str, hex_: str) -> tuple[str, str]:
    """The two lines of a hex, found as a reader finds them: down from its column's number, across from its row's."""
    lines = drawing.split("\n")
    header = next(line for line in lines[:2] if re.search(rf"\b{hex_[:2]}\b", line))
    left = re.search(rf"\b{hex_[:2]}\b", header).start() - 1  # type: ignore[union-attr]
    row = next(n for n, line in enumerate(lines) if n > 1 and line.startswith(hex_[2:]))
    top = row if column_of(hex_) % 2 else row + 1  # even columns lie half a hex lower
    return lines[top].ljust(78)[left : left + 4], lines[top + 1].ljust(78)[left : left + 4]


def seen(state: State, side: str | None = "english") -> dict[str, object]:
    return view(state, side) | {"phase_side": "english", "phase": "t01.english", "standing": []}


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: stage.phase)
def test_a_map_is_plain_ascii_within_78_columns(stage: Stage) -> None:
    for seat in (*SIDES, None):
        for centre in ("", "2719", "2825", "0105", "4528"):
            lines = text_map(restored(stage.after).view(seat), centre).split("\n")
            assert all(line.isascii() and len(line) <= 78 and line == line.rstrip() for line in lines)


@pytest.mark.parametrize("port", list(BOARD.seaports.values()), ids=lambda port: port.id)
def test_every_seaport_stands_where_its_numbers_say(port: object) -> None:
    hex_ = getattr(port, "hex", "")
    drawing = text_map(new_match().view("english"), hex_)
    upper, _ = cell(drawing, hex_)
    code = CODES[getattr(port, "id", "")]
    assert upper[1:3] == code
    assert f"{code} {port} {hex_}" in " ".join(GAME.report(GAME.reading(new_match().view("english"))).split())


def test_2719_is_found_at_once() -> None:
    drawing = text_map(seen(position(english={"2719": ["boyne"]})), "2719")
    assert cell(drawing, "2719") == (":PR:", ":@::")


def test_codes_of_two_letters_are_no_two_alike() -> None:
    assert len(set(CODES.values())) == len(BOARD.seaports)
    assert all(re.fullmatch("[A-Z]{2}", code) for code in CODES.values())


def test_ground_is_drawn_as_it_is_printed() -> None:
    drawing = text_map(seen(position()), "2719")
    for hex_ in ("2719", "2720", "2920", "3018", "3119", "2518"):
        upper, lower = cell(drawing, hex_)
        ground = ":" if BOARD.is_coastal(hex_) else "#" if BOARD.is_land_hex(hex_) else " "
        assert upper[0] == upper[3] == lower[0] == ground
        assert (upper[1] == ".") is (ground == " ")
    assert "#" in text_map(seen(position()), "2825")


def test_stacks_storms_and_wrecks_are_marked() -> None:
    state = position(
        english={"2719": ["boyne"], "2307": ["oglethorpe"], "3119": ["frigate-e2"]},
        spanish={"3119": ["oriente"], "2825": ["deception-s1", "lezo"], "3318": ["galicia"]},
        storms=["3018"], scuttled={"2825": 1},
    )  # fmt: skip
    drawing = text_map(seen(state), "2719")
    assert cell(drawing, "2719")[1] == ":@::"
    assert cell(drawing, "3119") == ("::::", ":@X:")
    assert cell(drawing, "3018") == ("%LE%", "%::%")
    assert cell(drawing, "3318")[1] == "::X:"
    south = text_map(seen(state), "2825")
    assert cell(south, "2825") == (":CA!", "::x:")
    assert "scuttled ship" in south
    assert cell(text_map(seen(state), "2307"), "2307")[1][1] == "o"


def test_the_chart_has_one_letter_a_hex() -> None:
    state = position(english={"2719": ["boyne"], "3119": ["frigate-e2"]}, spanish={"3119": ["oriente"]},
                     storms=["3117"], control={"leogane": "english"})  # fmt: skip
    lines = text_map(seen(state)).split("\n")[-26:]

    def letter(hex_: str) -> str:
        return lines[row_of(hex_) - 5][2 + column_of(hex_)]

    letters = {h: letter(h) for h in ("2719", "3119", "3117", "3018", "3318", "3423", "3818", "2307", "3020", "0105")}
    assert letters == {"2719": "@", "3119": "*", "3117": "%", "3018": "E", "3318": "S", "3423": "D", "3818": "A",
                       "2307": "E", "3020": ".", "0105": "#"}  # fmt: skip
    assert lines[24][3:48] == "".join(str(column // 10) for column in range(1, 46))
    assert lines[25][3:48] == "".join(str(column % 10) for column in range(1, 46))


def test_the_window_goes_where_the_ships_are() -> None:
    east = text_map(seen(position(english={"4323": ["boyne"], "4119": ["frigate-e2"], "3423": ["merchant-e1"]})))
    north = text_map(seen(position(english={"2307": ["boyne"], "2612": ["frigate-e2"]}, spanish={"2208": ["galicia"]})))
    assert cell(east, "4323")[1][1] == "@"
    assert cell(north, "2307")[1][1] == "@"
    assert cell(north, "2612")[1][1] == "@"


def test_the_public_sees_english_and_spanish_tops() -> None:
    state = position(english={"2719": ["deception-e1 > boyne", "boyne"]}, spanish={"3318": ["galicia", "san-carlos"]})
    drawing = text_map(seen(state, None), "2719")
    assert cell(drawing, "2719")[1] == ":o::"
    assert cell(drawing, "3318")[1] == "::X:"
    assert "o English troops alone" in " ".join(drawing.split())
