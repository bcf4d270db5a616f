"""Charts as SVG: well formed, the same every time, nothing in them but what the chart says."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from xml.etree import ElementTree as ET

import pytest
from page_kit import caribbean

from pbem.adjudicator.reports.chart_model import (
    Arrow,
    Border,
    Cell,
    Chart,
    Ground,
    Hazard,
    Held,
    Inset,
    Port,
    Sighting,
    Stack,
    Standing,
)
from pbem.chart import svg
from pbem.chart.pen import FINE
from pbem.chart.place_names import Box, Room
from pbem.geometry.sheet import Bounds, Tiling, square_at

NAME = '"><script>alert(1)</script>\u202e'


def small(tiling: Tiling = Tiling.SQUARES) -> Chart:
    """A map of four cells with one of everything."""
    corners = ((0, 0), (60, 0), (60, 60)) if tiling is Tiling.AREAS else ()
    cells = tuple(Cell(name, square_at(name), ground, corners)
                  for name, ground in zip(("A1", "A2", "B1", "B2"), Ground, strict=True))  # fmt: skip
    at = square_at("A1")
    return Chart(
        title="Four squares", tiling=tiling, bounds=Bounds(20, 20, 160, 160), cells=cells,
        description=("A small map.",), ports=(Port("Haven", "A1", at, "english", "E", changed=True),),
        hazards=(Hazard("storm", "A2", square_at("A2")),),
        stacks=(Stack("A1", at, "english", Standing.OWN, "Boyne", True, 3),
                Stack("A1", at, "spanish", Standing.FOE, "Princesa", False)),
        sightings=(Sighting("B1", square_at("B1"), "spanish", "Glorioso", 2),),
        arrows=(Arrow((square_at("B2"), at), Standing.OTHER, "B2 to A1"),),
    )  # fmt: skip


def drawings(chart: Chart) -> Iterator[str]:
    yield from (svg.definitions(chart), svg.overview(chart), svg.window(chart), svg.full(chart))


def parsed(text: str) -> ET.Element:
    """A drawing of ours as XML."""
    return ET.fromstring(text)  # noqa: S314 - made here


def ids(text: str) -> list[str]:
    return re.findall(r'\bid="([^"]*)"', text)


@pytest.mark.parametrize("chart", [caribbean(), *map(small, Tiling)], ids=["caribbean", *(t.value for t in Tiling)])
def test_a_drawing_is_well_formed_and_has_title_and_description(chart: Chart) -> None:
    for text in (svg.overview(chart), svg.window(chart), svg.full(chart)):
        root = parsed(text)
        assert [child.tag for child in root][:2] == ["title", "desc"]
        assert root.attrib["role"] == "img"
        assert root.attrib["aria-labelledby"].split() == [child.attrib["id"] for child in root[:2]]
        assert chart.description[0] in "".join(root[1].itertext())


def test_the_drawings_of_a_page_have_no_id_twice_and_none_that_tells_of_the_game() -> None:
    first = [name for text in drawings(caribbean(5)) for name in ids(text)]
    assert len(first) == len(dict.fromkeys(first))
    assert first == [name for text in drawings(caribbean(7, "spanish")) for name in ids(text)]


def test_a_drawing_is_the_same_every_time_and_holds_no_long_fractions() -> None:
    for first, second in zip(drawings(caribbean()), drawings(caribbean()), strict=True):
        assert first == second
        assert re.findall(r"\d\.\d{3,}", first) == []


def test_a_drawing_fetches_and_runs_nothing() -> None:
    for text in (*drawings(caribbean()), svg.standalone(caribbean())):
        assert re.findall(r"<script|\bon\w+=|javascript:|<image|<foreignObject", text) == []
        assert all(target.startswith("#") for target in re.findall(r'href="([^"]*)"', text))
        assert all(target.startswith("#") for target in re.findall(r"url\(([^)]*)\)", text))


def test_a_drawing_alone_is_a_file_with_its_own_colours() -> None:
    text = svg.standalone(caribbean())
    root = parsed(text)
    assert root.tag == "{http://www.w3.org/2000/svg}svg"
    assert "var(" not in text
    assert "prefers-color-scheme" not in text


def test_a_name_cannot_leave_its_place_in_a_drawing() -> None:
    chart = small()
    chart = replace(chart, ports=(replace(chart.ports[0], name=NAME[:12], sign=NAME[:9]),), title=NAME,
                    stacks=(replace(chart.stacks[0], top=NAME[:14]),), description=(NAME,))  # fmt: skip
    for text in drawings(chart):
        assert "<script" not in text
        assert "\u202e" not in text
        parsed(text)


def test_sides_are_told_apart_by_shape_and_ports_by_letter() -> None:
    own, foe = small().stacks
    outline = re.compile(r'href="#([^"]*)" class="counter"')
    shapes = [outline.findall(svg.counter(each, (0, 0), FINE)) for each in (own, foe)]
    assert shapes[0] != shapes[1]
    assert 'class="ship"' in svg.counter(own, (0, 0), FINE)
    assert 'class="troops"' in svg.counter(foe, (0, 0), FINE)
    assert ">E<" in svg.harbour(small().ports[0], FINE)


def test_a_stack_of_unknown_height_shows_no_number_and_an_old_sighting_shows_its_age() -> None:
    own, foe = small().stacks
    assert ">3<" in svg.counter(own, (0, 0), FINE)
    assert 'class="count"' not in svg.counter(foe, (0, 0), FINE)
    assert ">2<" in "".join(svg.ghost(each, small(), FINE) for each in small().sightings)


def test_a_move_of_the_phase_is_an_arrow_through_its_cells() -> None:
    at = next(number for number in range(3, 10) if caribbean(number).arrows)
    chart = caribbean(at)
    trail = chart.arrows[0].points
    assert all(f"{x} {y}" in svg.overview(chart) for x, y in trail[:-1])


def test_the_description_names_every_stack_and_every_seaport() -> None:
    chart = caribbean()
    told = " ".join(chart.description)
    assert [stack.top for stack in chart.stacks if f"{stack.top}" not in told] == []
    assert [port.cell for port in chart.ports if port.cell not in told] == []


def test_names_on_a_map_keep_out_of_each_others_way() -> None:
    room = Room(Box(0, 0, 400, 400))
    room.take((100, 100), 9, 9)
    found = [room.fit("Port Royal", (100, 100), 9, 10) for _ in range(4)]
    boxes = [label.box for label in found if label]
    assert len(boxes) == 4
    assert [pair for pair in combinations(boxes, 2) if pair[0].overlaps(pair[1])] == []


def test_a_name_at_the_edge_turns_inward() -> None:
    room = Room(Box(0, 0, 400, 400))
    label = room.fit("Bridgetown", (390, 200), 9, 10)
    assert label is not None
    assert label.anchor == "end"


@pytest.mark.parametrize(("name", "anchor"), [("llll", "start"), ("MMMM", "end")])
def test_the_frame_cuts_no_name_of_wide_letters(name: str, anchor: str) -> None:
    """By the average letter both would end at 398; an M is as wide as it is high, so that four end at 412."""
    room = Room(Box(0, 0, 400, 400))
    label = room.fit(name, (360, 200), 9, 10)
    assert label is not None
    assert label.anchor == anchor


@pytest.mark.parametrize(("name", "fits"), [("llll", True), ("MMMM", False)])
def test_a_name_of_wide_letters_that_no_place_holds_is_left_out(name: str, fits: bool) -> None:
    room = Room(Box(0, 0, 30, 400))
    assert (room.fit(name, (15, 200), 9, 10) is not None) is fits


def lands() -> Chart:
    """Two areas in an inset, one of them in both hands, with a range between them and a siege."""
    first, second = ((20, 20), (80, 20), (80, 80), (20, 80)), ((80, 20), (140, 20), (140, 80), (80, 80))
    return replace(
        small(Tiling.AREAS), ports=(Port("Callao", "B1", (100, 50), "royal", "R", walled=True),),
        areas=(Held("lima", (50, 50), first, "Lima", Standing.OWN, sign="R", figure="4", dots=2, edge="double"),
               Held("cuzco", (110, 50), second, "Cuzco", shared=True, sign="R/P", figure="3")),
        borders=(Border("range", ((80, 20), (80, 80))),), insets=(Inset("Peru", Bounds(20, 20, 80, 80), (20, 160), 2),),
        hazards=(Hazard("siege", "B1", (100, 50)),), signs=(("siege", "besieged"), ("range", "the Andes")),
        stacks=(Stack("B1", (100, 50), "royal", Standing.FOE, "Lima", False, flag=True),),
    )  # fmt: skip


def test_areas_are_drawn_in_the_ground_of_their_holders_with_words_for_their_signs() -> None:
    drawn = svg.full(lands()) + svg.definitions(lands())
    assert 'class="held own"' in drawn
    assert 'class="held shared"' in drawn
    assert ">4 R<" in drawn
    assert ">3 R/P<" in drawn
    assert drawn.count('class="dot"') == 4  # two, on the sheet and in its inset
    assert 'class="range"' in drawn


@pytest.mark.parametrize("chart", [caribbean(), small(), lands()], ids=["caribbean", "squares", "areas"])
def test_what_a_drawing_uses_stands_once_on_its_page(chart: Chart) -> None:
    book = svg.shared(chart) + svg.overview(replace(chart, insets=()))
    for text in ("".join(drawings(chart)), svg.standalone(chart), svg.thumbnail(chart), book):
        used = dict.fromkeys(re.findall(r'="(?:url\()?#([^")]*)', text))
        assert [name for name in used if ids(text).count(name) != 1] == []
        assert re.findall(r'class="(?:counter|ship|troops|held|edge|gap)[^>]* d="', text) == []


def test_the_whole_map_shows_the_position_as_it_is_alone() -> None:
    before = small()
    chart = replace(before, stacks=before.stacks[:1], before=before)
    assert "Princesa" in svg.definitions(chart)
    for text in (svg.overview(chart), svg.full(chart)):
        assert "Princesa" not in text
        assert "layer-began" not in text


def test_an_inset_shows_the_sheet_again_so_many_times_as_large() -> None:
    chart = lands()
    assert chart.insets[0].bounds == Bounds(20, 160, 140, 280)
    for text in (svg.definitions(chart), svg.standalone(chart)):
        parsed(text)
        assert 'transform="translate(-20 120) scale(2)"' in text
    names = [name for text in drawings(chart) for name in ids(text)]
    assert len(names) == len(dict.fromkeys(names))



def numbers_in(drawing: str) -> dict[str, tuple[int, int]]:
    """The numbers of cells that a drawing holds, and where each stands."""
    found = {}
    for column in ET.fromstring(f"<g>{drawing}</g>").iter("text"):  # noqa: S314 - made here
        if column.get("class") == "num":
            x, y = int(column.attrib["x"]), int(column.attrib["y"])
            found[str(column.text)] = x, y
            for each in column:
                assert int(each.attrib["x"]) == x
                y += int(each.attrib["dy"])
                found[str(each.text)] = x, y
    return found


@pytest.mark.parametrize("chart", [caribbean(7), small(), small(Tiling.HEXES)], ids=["caribbean", "squares", "hexes"])
def test_windows_hide_of_the_shared_numbers_those_alone_that_find_no_room(chart: Chart) -> None:
    every = numbers_in(svg.definitions(chart))
    assert every.keys() == {cell.id for cell in chart.cells}
    for name, part in (("window", chart.focus or chart.bounds), ("full", chart.bounds)):
        wanted = numbers_in(svg.letters(chart, FINE, part))
        drawn = svg.window(chart, name, part)
        frame = re.findall(r'<clipPath[^>]*><path d="([^"]*)"', drawn)[-1]
        edge, *holes = re.findall(r"M(-?\d+) (-?\d+)[hv](\d+)[hv](\d+)", frame)
        assert list(map(int, edge)) == [part.left, part.top, part.width, part.height]
        hidden = [(int(x), int(y), int(x) + int(wide), int(y) + int(high)) for x, y, high, wide in holes]
        sheet = part.left, part.top, part.right, part.bottom
        inside = {number: at for number, at in every.items() if within(at, sheet)}
        assert {number: at for number, at in inside.items() if not any(within(at, hole) for hole in hidden)} == wanted


def within(at: tuple[int, int], box: tuple[int, int, int, int]) -> bool:
    """Tells if a place lies in a box."""
    return box[0] < at[0] < box[2] and box[1] < at[1] < box[3]
