"""Charts in letters, and where a window is put: on small maps of which everything can be said beforehand."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.adjudicator.reports.chart_model import Cell, Chart, Ground, Hazard, Port, Stack, Standing
from pbem.adjudicator.reports.chart_parts import busiest
from pbem.adjudicator.reports.hex_letters import drawn_window, overview
from pbem.adjudicator.reports.square_letters import drawn
from pbem.geometry.sheet import Bounds, Tiling, hex_at, square_at

SPANS = (range(1, 11), range(1, 7))
NOWHERE = Path("nowhere")


@pytest.mark.parametrize(("weights", "central", "corner"), [
    ({(8, 5): 3}, False, (6, 3)), ({(1, 1): 3}, True, (1, 1)), ({(1, 1): 3, (10, 6): 4}, False, (8, 4)),
    ({(2, 2): 1, (4, 3): 1}, False, (2, 1)), ({}, False, (1, 1)), ({}, True, (4, 2)),
])  # fmt: skip
def test_the_window_with_most_in_it(
    weights: dict[tuple[int, int], int], central: bool, corner: tuple[int, int]
) -> None:
    assert busiest(weights, SPANS, (3, 3), central=central) == corner


def test_a_map_smaller_than_the_window_is_shown_from_its_corner() -> None:
    assert busiest({(2, 2): 1}, (range(1, 3), range(1, 3)), (5, 5)) == (1, 1)


def chart_of(tiling: Tiling, cells: list[Cell], **more: object) -> Chart:
    return Chart("A map", tiling, Bounds(0, 0, 1, 1), tuple(cells), (), **more)  # type: ignore[arg-type]


def stack(cell: str, standing: Standing, *, afloat: bool = True, letter: str = "") -> Stack:
    return Stack(cell, (0, 0), "side", standing, "top", afloat, letter=letter)


def test_squares_have_two_letters_who_and_whose() -> None:
    ground = {"A1": Ground.SEA, "A2": Ground.COAST, "B1": Ground.LAND, "B2": Ground.UNKNOWN}
    cells = [Cell(name, square_at(name), kind) for name, kind in ground.items()]
    port = Port("Lisbon", "A2", (0, 0), "spain", "S")
    stacks = (stack("A1", Standing.OWN, letter="3"), stack("A2", Standing.FOE, letter="E"),
              stack("A2", Standing.FOE, letter="f"), stack("B2", Standing.OTHER, letter="$"))  # fmt: skip
    chart = chart_of(Tiling.SQUARES, cells, ports=(port,), stacks=stacks)
    assert drawn(chart, {}) == ["   1", "A 3.?S A", "B ##$~ B", "   1"]
    assert drawn(chart, {"A2": "%"})[1] == "A 3.?% A"
    both = chart_of(Tiling.SQUARES, cells, stacks=(*stacks, stack("A1", Standing.FOE, letter="E")))
    assert drawn(both, {})[1] == "A *.?: A"


def test_hexes_have_one_letter_afar_and_eight_near() -> None:
    ground = {"0101": Ground.SEA, "0201": Ground.COAST, "0102": Ground.LAND, "0202": Ground.SEA}
    cells = [Cell(name, hex_at(name), kind) for name, kind in ground.items()]
    chart = chart_of(
        Tiling.HEXES, cells, ports=(Port("Port Royal", "0201", (0, 0), "english", "E", code="PR"),),
        hazards=(Hazard("storm", "0202", (0, 0)), Hazard("wreck", "0201", (0, 0))),
        stacks=(stack("0101", Standing.OWN), stack("0201", Standing.FOE, afloat=False)),
    )  # fmt: skip
    assert overview(chart, ["beside"]) == ["01 @E   beside", "02 #%", "   00", "   12"]
    assert drawn_window(chart, 1, 1) == [
        "    01", "        02",
        "01  .       01", "    @  :PR!",
        "02 ####::x: 02", "   ####%. %",
        "       %  %",
        "    01", "        02",
    ]  # fmt: skip
