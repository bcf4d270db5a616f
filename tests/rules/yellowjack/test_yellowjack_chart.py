"""The chart of Yellow Jack: every place on its coast, holders, markers, winds, blockades, and the same in words."""

from __future__ import annotations

from dataclasses import replace

import pytest
from rules.yellowjack.yellowjack_views import BOARD, at_sea, besieged, reading, set_up, story

from pbem.adjudicator.reports.chart_model import Chart, Standing
from pbem.adjudicator.yellowjack.reports import sheet
from pbem.adjudicator.yellowjack.reports.chart import chart
from pbem.adjudicator.yellowjack.state.pieces import Gale, Hurricane
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH
from pbem.chart import svg
from pbem.geometry.sheet import Point

#: A Port lies at most so far from a shore: half a degree of latitude.
NEAR = 30


def drawn(state: State, seat: str | None) -> Chart:
    return chart(reading(state, seat, story()))


def off_shore(at: Point) -> int:
    """The square of the way from a point to the nearest corner of a shore."""
    return min((x - at[0]) ** 2 + (y - at[1]) ** 2 for shore in sheet.coast().shores for x, y in shore.points)


@pytest.mark.parametrize("port", BOARD.ports)
def test_every_port_lies_on_a_shore(port: str) -> None:
    assert off_shore(sheet.middle(BOARD, port)) <= NEAR**2


def test_every_place_lies_on_the_sheet_and_every_way_joins_two_of_them() -> None:
    ground = sheet.printed(BOARD)
    points = {node.at for node in ground.nodes}
    assert len(ground.nodes) == len(BOARD.nodes) == 200
    for node in ground.nodes:
        assert 0 <= node.at[0] <= sheet.WHOLE.right
        assert 0 <= node.at[1] <= sheet.WHOLE.bottom
    assert {point for lane in ground.lanes for point in lane.points} <= points
    assert len([lane for lane in ground.lanes if lane.kind == "link"]) == 108
    assert len([lane for lane in ground.lanes if lane.kind == "lane"]) == 293


def test_the_inset_shows_the_islands_and_covers_no_place() -> None:
    inset = sheet.inset()
    for name in ("fort-royal", "bridgetown", "english-harbour", "anguilla"):
        x, y = sheet.middle(BOARD, name)
        assert inset.source.left <= x <= inset.source.right, name
        assert inset.source.top <= y <= inset.source.bottom, name
    for name in BOARD.nodes:
        x, y = sheet.middle(BOARD, name)
        assert x < inset.bounds.left or y > inset.bounds.bottom, name


def test_a_port_is_drawn_in_the_hands_that_hold_it() -> None:
    state = at_sea()
    assert node(drawn(state, BRITISH), "porto-bello") == ("S", Standing.FOE)
    state.ports["porto-bello"].holder = BRITISH
    assert node(drawn(state, BRITISH), "porto-bello") == ("B", Standing.OWN)
    assert node(drawn(state, BOURBON), "porto-bello") == ("B", Standing.FOE)
    assert node(drawn(state, BRITISH), "curacao") == ("N", None)


def node(found: Chart, name: str) -> tuple[str, Standing | None]:
    """The letter of a place and its standing."""
    one = next(each for each in found.nodes if each.id == name)
    return one.sign, one.standing


def test_own_formations_have_their_leader_and_markers_their_number() -> None:
    found = {stack.top: stack for stack in drawn(at_sea(), BRITISH).stacks}
    assert found["Edward Vernon"].count == 2
    assert found["z-01"].count == 1
    assert found["z-02"].count is None
    assert found["z-02"].flag
    assert "Expedition" not in found["z-02"].detail


def test_ways_of_the_phase_are_arrows_one_a_piece() -> None:
    labels = [arrow.label for arrow in drawn(at_sea(), BRITISH).arrows]
    assert [label.partition(":")[0] for label in labels] == ["br-flag-j2", "z-01"]
    public = [arrow.label.partition(":")[0] for arrow in drawn(at_sea(), None).arrows]
    assert public == ["b-01", "z-01"]


def test_winds_blow_where_they_blow_to() -> None:
    found = {each.name: each for each in drawn(at_sea(), BRITISH).breezes}
    blows = found["Colombia Basin Zone: from the north-north-east"]
    assert blows.blows
    assert (blows.across < 0, blows.down > 0) == (True, True)
    assert len(found) == len(BOARD.winds)
    assert sum(each.blows for each in found.values()) == 2


def test_gales_and_the_four_bands_of_a_hurricane_are_rings() -> None:
    state = at_sea()
    state.gales = [Gale("sw-darien", "sz-darien", next(iter(BOARD.storms.gales)))]
    state.hurricane = Hurricane(next(name for name, dot in BOARD.storms.dots.items() if dot.bands), strong=True)
    rings = drawn(state, None).rings
    assert [ring.kind for ring in rings] == ["gale-ring"] + ["storm-ring"] * 4
    assert rings[0].at == sheet.middle(BOARD, "sz-darien")
    assert [ring.radius for ring in rings[1:]] == [70, 140, 205, 275]
    assert 'class="ring storm-ring"' in svg.standalone(drawn(state, None))


def test_sieges_and_blockades_lie_about_their_port() -> None:
    assert [(each.kind, each.cell) for each in drawn(besieged(), BOURBON).hazards] == [
        ("blockade", "porto-bello"), ("siege", "porto-bello"),
    ]  # fmt: skip


def test_the_window_lies_where_most_is_to_see() -> None:
    focus = drawn(besieged(), BRITISH).focus
    assert focus is not None
    x, y = sheet.middle(BOARD, "porto-bello")
    assert focus.left <= x <= focus.right
    assert focus.top <= y <= focus.bottom
    assert replace(drawn(set_up(), None)).focus is not None


def test_the_chart_is_told_in_words() -> None:
    words = " ".join(drawn(besieged(), BRITISH).description)
    assert "Edward Vernon (br-flag-j2) at Porto Bello" in words
    assert "Porto Bello is besieged by the British side." in words
    assert "z-02, not Spotted, at Los Roques (s57)" in words
    assert "No other marker" not in words


def test_the_chart_is_a_picture_of_some_kilobytes() -> None:
    text = svg.definitions(drawn(besieged(), BRITISH)) + svg.overview(drawn(besieged(), BRITISH))
    assert len(text) < 200_000


def test_own_formations_show_their_ships_of_the_line_and_frigates() -> None:
    """The figures of a Formation are the ships of its Squadrons; the public sees none."""
    seen = reading(at_sea(), "british")
    flag = seen.view["formations"]["br-flag-j2"]
    ships = [kind for name in flag["squadrons"] for kind, many in seen.view["squadrons"][name]["sail"].items()
             for _ in range(many)]  # fmt: skip
    frigates = ships.count("frigate")
    shown = [each.might for each in drawn(at_sea(), "british").stacks if each.side == "british"]
    assert f"{len(ships) - frigates}/{frigates}" in shown
    assert not any(each.might for each in drawn(at_sea(), None).stacks)
