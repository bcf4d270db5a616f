"""The board of Yellow Jack: the shipped data are sound, and distances are those measured on the map."""

from __future__ import annotations

import pytest

from pbem.adjudicator.yellowjack.board.board import load_board
from pbem.adjudicator.yellowjack.board.net import exact_course, points_off
from pbem.base.errors import BadInput

BOARD = load_board()


def test_the_map_has_its_places() -> None:
    assert (len(BOARD.ports), len(BOARD.spaces), len(BOARD.zones)) == (98, 83, 19)
    assert sum(1 for space in BOARD.spaces.values() if space.size == "small") == 12


@pytest.mark.parametrize(
    ("a", "b", "legs"),
    [
        ("port-royal-jamaica", "porto-bello", 4), ("port-royal-jamaica", "cartagena-de-indias", 4),
        ("port-royal-jamaica", "la-habana", 7), ("english-harbour", "port-royal-jamaica", 7),
        ("la-habana", "san-agustin", 5), ("sz-cape-hatteras", "la-guaira", 8),
    ],
)  # fmt: skip
def test_r1_7_legs_count_large_spaces_and_zones(a: str, b: str, legs: int) -> None:
    assert BOARD.legs(a, b) == BOARD.legs(b, a) == legs


def test_a_course_and_the_course_back_are_nearly_opposite() -> None:
    for (a, b), course in BOARD.net.courses.items():
        apart = (course + 1800 - BOARD.course(b, a)) % 3600
        assert min(apart, 3600 - apart) < 40, (a, b)  # meridians converge: the two ends differ by a few degrees


def test_no_course_is_so_near_a_tie_that_machines_could_round_it_differently() -> None:
    for a, b in BOARD.net.courses:
        tenths = exact_course(BOARD.nodes[a], BOARD.nodes[b]) * 10
        assert abs(tenths % 1 - 0.5) > 1e-6, (a, b)


def test_points_between_a_wind_and_a_course() -> None:
    assert points_off("n", 3500) == 100
    assert points_off("sw", 450) == 1800
    assert points_off("ene", 0) == 675


def test_1_322_a_dated_harbour_comes_with_its_year() -> None:
    assert BOARD.has_harbour("port-royal-jamaica", 1)
    assert not BOARD.has_harbour("savannah", 32)
    assert BOARD.has_harbour("savannah", 33)


def test_3_446_the_storm_of_the_shipped_table() -> None:
    column = BOARD.escalade.column(9, 4)
    assert BOARD.escalade.heading(column) == "2:1"
    storm = BOARD.escalade.read(column, 4)
    assert (storm.attacker_loss, storm.captured, storm.defender_loss) == (3, True, 4)
    assert BOARD.escalade.read(0, 9).thrown_out
    assert BOARD.escalade.read(0, 9).attacker_sunk == 2


@pytest.mark.parametrize(("total", "dps"), [
    (-3, (2, 3, 5)), (-1, (2, 3, 5)), (0, (1, 2, 4)), (1, (1, 2, 4)), (2, (1, 2, 3)), (5, (0, 1, 2)), (8, (0, 1, 1)),
    (12, (0, 1, 1)),
])  # fmt: skip
def test_r8_6_fire_is_read_from_below_nought_to_eight(total: int, dps: tuple[int, ...]) -> None:
    assert BOARD.fire_at(total) == dps


def test_r2_1_every_place_is_a_port_a_space_or_a_zone_and_no_two_at_once() -> None:
    assert len(BOARD.nodes) == len(BOARD.ports) + len(BOARD.spaces) + len(BOARD.zones)
    assert not set(BOARD.boxes) & set(BOARD.nodes)


@pytest.mark.parametrize(("change", "why"), [
    ("set: ports/tampico\n    figures: {box: lb-cuba}", "is no Port of that Land Box"),
    ("set: ways/aguada\n    figures: {lanes: [s25a, nowhere]}", "'nowhere' is no place"),
    ("set: chits/j-cruise-main\n    figures: {points: [veracruz]}", "lies outside the Command"),
    ("set: exits/sz-darien--porto-bello\n    figures: {out: '9', adrift: '3'}", "out is at most adrift"),
    ("set: phases/sw-darien--winter\n    figures: {turns: ['1']}", "has not one phase for each Turn"),
    ("set: setup_squadrons/porto-bello--jf1\n    figures: {frigate: '3'}", "holds 1 to 2 Sail"),
])  # fmt: skip
def test_r2_10_a_map_that_makes_no_sense_is_refused_by_name_and_line(change: str, why: str) -> None:
    text = f"format: pbem-edition/1\ngame: yellowjack\ntitle: Mine\nsource: printed\nchanges:\n  - {change}\n"
    with pytest.raises(BadInput) as refused:
        load_board(text.encode(), "mine.yaml")
    faults = [fault for fault in refused.value.faults if why in fault.message]
    assert faults
    assert any(fault.line for fault in faults)
