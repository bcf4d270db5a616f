"""A search towards a goal finds what a search in all directions finds, of every place on a cheapest way."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from pbem.geometry.grids import costs_from, costs_toward

PLACES = "abcdefgh"
PAIRS = [(one, other) for one in PLACES for other in PLACES if one < other]
NETS = st.dictionaries(st.sampled_from(PAIRS), st.integers(1, 3), max_size=len(PAIRS))
#: What a place costs beside the steps: others in it, as chapter 15 of Lions counts them.
UNWELCOME = st.dictionaries(st.sampled_from(PLACES), st.integers(0, 2))


@given(NETS, UNWELCOME, st.sets(st.sampled_from(PLACES)))
def test_16_4_a_search_towards_a_goal_settles_every_cheapest_way(
    net: dict[tuple[str, str], int], unwelcome: dict[str, int], shut: set[str]
) -> None:
    steps = {place: [(a if place == b else b, cost) for (a, b), cost in net.items() if place in (a, b)]
             for place in PLACES}  # fmt: skip

    def near(place: str) -> list[tuple[str, int]]:
        return [(other, cost * 10 + unwelcome.get(other, 0)) for other, cost in steps[place] if other not in shut]

    straight = costs_from("h", steps.__getitem__)
    whole = costs_from("a", near)
    back = costs_from("h", lambda place: [(other, cost * 10 + unwelcome.get(place, 0)) for other, cost in steps[place]
                                          if other not in shut])  # fmt: skip
    found = costs_toward("a", near, "h", lambda place: straight[place] * 10 if place in straight else None)
    assert ("h" in found) == ("h" in whole)
    assert all(cost == whole[place] for place, cost in found.items())
    if "h" in whole and "h" not in shut:
        assert {place for place in whole if place in back and whole[place] + back[place] == whole["h"]} <= set(found)
