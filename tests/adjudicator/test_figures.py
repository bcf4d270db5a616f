"""Figures: every value with its source and its place, and the shares of each source."""

from __future__ import annotations

import pytest
from duel import GAME
from hypothesis import given
from hypothesis import strategies as st

from pbem.adjudicator.board.figures import Figures, Shares, read_sections, shares_of, tenths
from pbem.base.errors import BadInput

SHIPS = b"""\
ships:
  - {id: ajax, guns: 8, crew: [a, b], rule: '2.2', source: printed, field_sources: {crew: rulebook}, note: famous}
  - {id: ceres, guns: 6, source: reconstructed}
sides:
  - {id: 2719-2819, source: reconstructed}
"""


def test_a_figure_has_its_own_source_or_its_records() -> None:
    ajax = read_sections(SHIPS, "ships.yaml")["ships"][0]
    assert ajax.figures["guns"].source == "printed"
    assert ajax.figures["crew"].source == "rulebook"
    assert ajax.figures["crew"].value == ("a", "b")
    assert ajax.note == "famous"


def test_a_figure_knows_where_it_is_written() -> None:
    place = read_sections(SHIPS, "ships.yaml")["ships"][1].figures["guns"].place
    assert (place.file, place.line, place.column) == ("ships.yaml", 3, 23)
    assert place.excerpt[place.column - 1] == "6"


def test_labels_into_the_rulebook_are_no_figures_and_a_record_without_figures_is_one() -> None:
    sections = read_sections(SHIPS, "ships.yaml")
    assert shares_of(sections["ships"]) == Shares(printed=1, rulebook=1, reconstructed=1)
    assert shares_of(sections["sides"]) == Shares(printed=0, rulebook=0, reconstructed=1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"ships:\n  - {id: ajax, guns: 8}\n", "'ajax' does not say its source"),
        (b"ships:\n  - {guns: 8, source: printed}\n", "has neither id nor roll"),
        (b"ships:\n  - {id: ajax, source: hearsay}\n", "'hearsay' is no source"),
        (b"ships:\n  - {id: a, source: printed}\n  - {id: a, source: printed}\n", "'ships/a' stands twice"),
        (b"ships:\n  - {id: a, source: printed, field_sources: {guns: rulebook}}\n", "'guns' is given a source"),
        (b"ships:\n  - {id: a, guns: {x: y}, source: printed}\n", "is no single value"),
        (b"ships: many\n", "is no list"),
        (b"- ships\n", "is no list of names with values"),
    ],
)
def test_data_that_cannot_be_read_are_refused(data: bytes, message: str) -> None:
    with pytest.raises(BadInput) as caught:
        read_sections(data, "ships.yaml")
    assert any(message in fault.message for fault in caught.value.faults)
    assert all(fault.line for fault in caught.value.faults)


def test_the_digest_is_of_the_values_and_not_of_their_sources() -> None:
    digest = Figures(read_sections(SHIPS, "ships.yaml")).digest()
    assert Figures(read_sections(SHIPS.replace(b"printed", b"rulebook"), "other.yaml")).digest() == digest
    assert Figures(read_sections(SHIPS.replace(b"guns: 8", b"guns: 9"), "ships.yaml")).digest() != digest


@pytest.mark.parametrize(("part", "whole", "text"), [(1, 3, "33.3"), (2, 3, "66.7"), (0, 0, "0.0"), (7, 7, "100.0")])
def test_shares_are_parts_of_a_hundred(part: int, whole: int, text: str) -> None:
    assert tenths(part, whole) == text


@given(st.integers(0, 5000), st.integers(1, 5000))
def test_shares_are_the_nearest_tenth(part: int, whole: int) -> None:
    part = min(part, whole)
    tenth = int(tenths(part, whole).replace(".", ""))
    assert abs(tenth * whole - part * 1000) * 2 <= whole


def test_a_game_without_data_is_refused() -> None:
    with pytest.raises(BadInput, match="'duel' is no game with data"):
        GAME.board()
