"""Charts of nets: places, lines, winds and weather as SVG; insets laid out anew, with signs of their usual size."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from pbem.adjudicator.reports.chart_model import Breeze, Chart, Inset, Lane, Node, Ring, Stack, Standing
from pbem.chart import nets, svg
from pbem.geometry.sheet import Bounds, Tiling
from pbem.page.map_links import ties_of
from pbem.page.order_desk import sheet_of

NAME = '"><script>alert(1)</script>‮'


def net() -> Chart:
    """Two ports, a space of each size and a zone, with a wind, a gale and an inset over one port."""
    nodes = (
        Node("port-royal", (40, 40), "key", "Port Royal", "B", Standing.OWN),
        Node("tolu", (160, 40), "minor", "Tolú", "S", Standing.FOE),
        Node("s40", (40, 160), "large", "off Morant", "40"), Node("cays", (160, 160), "small", "Pedro Cays"),
        Node("sz-darien", (100, 100), "zone", "Gulf of Darien"),
    )  # fmt: skip
    lanes = (Lane(((40, 40), (40, 160)), foul=True), Lane(((40, 40), (160, 40))), Lane(((40, 160), (100, 100)), "link"))
    return Chart(
        title="A net", tiling=Tiling.AREAS, bounds=Bounds(0, 0, 400, 200), cells=(), description=("A small net.",),
        nodes=nodes, lanes=lanes, breezes=(Breeze("Trades", (90, 60), -15, 15, blows=True),
                                           Breeze("Northers", (20, 90), 0, 22, blows=False)),
        rings=(Ring("gale", (100, 100), 50, "Gale"),),
        stacks=(Stack("s40", (40, 160), "british", Standing.OWN, "Vernon", afloat=True, count=3, small=True),),
        insets=(Inset("Jamaica", Bounds(20, 20, 80, 80), (240, 20), 2),),
    )  # fmt: skip


def drawings(chart: Chart) -> list[str]:
    return [svg.definitions(chart), svg.overview(chart), svg.full(chart), svg.standalone(chart)]


def test_a_net_is_well_formed_and_no_id_is_there_twice() -> None:
    for text in drawings(net()):
        ET.fromstring(text)  # noqa: S314 - made here
    page = "".join(drawings(net())[:3])
    ids = re.findall(r'\bid="([^"]*)"', page)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r'href="#([^"]*)"', page)) <= set(ids)


def test_the_story_leads_to_places_and_not_to_pieces_that_hold_their_names() -> None:
    ties = ties_of(replace(net(), namesakes=("Foot of Port Royal",)))
    found = ties.segments("Foot of Port Royal marches from Tolú to Port Royal.")
    assert [(part["text"], part["cell"]) for part in found] == [
        ("Foot of Port Royal marches from ", ""), ("Tolú", "tolu"), (" to ", ""), ("Port Royal", "port-royal"),
        (".", ""),
    ]  # fmt: skip


def test_every_kind_of_place_line_and_weather_is_drawn_in_its_class() -> None:
    text = svg.standalone(net())
    for kind in ("port own", "port foe", "large", "small", "zone", "lane foul-way", "lane", "link", "breeze blows",
                 "breeze", "ring gale"):  # fmt: skip
        assert f'class="{kind}"' in text
    assert ">Gulf of Darien<" in text
    assert ">40<" in text


def test_from_afar_only_key_ports_are_named() -> None:
    text = svg.overview(replace(net(), insets=()))
    assert ">Port Royal<" in text
    assert ">Tolú</text>" not in text
    assert ">Tolú</text>" in svg.standalone(net())


def test_an_inset_sets_places_apart_and_leaves_signs_as_they_were() -> None:
    larger = nets.enlarged(net(), net().insets[0])
    assert [each.id for each in larger.nodes] == ["port-royal", "sz-darien"]
    assert larger.nodes[0].at == (280, 60)
    assert larger.lanes[0].points == ((280, 60), (280, 300))
    assert larger.rings[0].radius == 100
    assert "scale(2)" in svg.standalone(net())
    assert nets.node(net().nodes[0], "") == nets.node(larger.nodes[0], "")


@pytest.mark.parametrize("field", ["nodes", "breezes", "rings"])
def test_no_name_breaks_out_of_a_net(field: str) -> None:
    word = "label" if field == "rings" else "name"
    changed: Any = {field: tuple(replace(each, **{word: NAME}) for each in getattr(net(), field))}
    chart = replace(net(), **changed)
    for text in drawings(chart):
        assert "<script" not in text
        assert "‮" not in text


def test_the_desk_finds_the_places_of_a_net() -> None:
    told = sheet_of(net())
    assert told["cells"][0] == ["port-royal", 40, 40]
    assert len(told["cells"]) == 5
    assert json.dumps(told)
