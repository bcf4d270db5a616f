"""Text maps of schemes: slots keep their width, and every place has one."""

from __future__ import annotations

from pbem.adjudicator.reports.scheme import filled, room, slots

SCHEME = "{aa....}--{b7..} x\n   |\n{cc}"


def test_a_slot_is_filled_to_its_width_and_cut_at_it() -> None:
    assert list(filled(SCHEME, {"aa": "AAA 2", "b7": "far too long", "cc": "C"})) == ["AAA 2   --far to x", "   |", "C"]


def test_a_place_without_words_leaves_its_slot_empty() -> None:
    assert list(filled("{aa....}|", {})) == ["        |"]


def test_slots_are_named_in_their_order_with_their_room() -> None:
    assert slots(SCHEME) == ["aa", "b7", "cc"]
    assert room(SCHEME) == {"aa": 8, "b7": 6, "cc": 4}
