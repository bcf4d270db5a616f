"""Books of steps: judged one by one, repeated, replaced, and found again at their place."""

from __future__ import annotations

from typing import Any

import pytest

from pbem.adjudicator.orders.carried_out.judging import Condition, all_in_words, unmet
from pbem.adjudicator.orders.carried_out.march_book import Due, March, Spot
from pbem.adjudicator.orders.shapes import Truth, Word

Step = dict[str, Any]
STEPS: list[Step] = [
    {"hunt": {"times": 2}}, {"move": {"if": "far"}, "else": [{"camp": {"if": "wet"}}, {"sing": {}}]},
    {"flee": {"after_defeat": True}}, {"stop": True},
]  # fmt: skip


def carried_out(
    steps: list[Step], *false: str, beaten: bool = False, lapsed: bool = False, **more: Any
) -> list[str]:  # fmt: skip
    """The verbs that come due, where conditions of these names do not hold."""
    book, found = March(steps, **more), list[str]()
    while (due := step_of(book, false, beaten=beaten, lapsed=lapsed)) is not None:
        found.append(due.verb)
    return found


def step_of(book: March, false: tuple[str, ...], *, beaten: bool = False, lapsed: bool = False) -> Due | None:
    """The next step that is due."""
    return book.next(lambda part: "no" if part.get("if") in false else "", beaten=beaten, lapsed=lapsed)


def test_steps_come_in_order_and_are_repeated() -> None:
    assert carried_out(STEPS) == ["hunt", "hunt", "move", "flee", "stop"]


def test_a_step_that_lapsed_is_not_repeated() -> None:
    assert carried_out(STEPS, lapsed=True) == ["hunt", "move", "flee", "stop"]


def test_what_stands_in_its_stead_comes_only_where_the_step_was_left_out() -> None:
    assert carried_out(STEPS, "far") == ["hunt", "hunt", "camp", "sing", "flee", "stop"]
    assert carried_out(STEPS, "far", "wet") == ["hunt", "hunt", "sing", "flee", "stop"]


def test_the_beaten_go_on_with_the_steps_that_say_so_and_the_undaunted_with_all() -> None:
    assert carried_out(STEPS, beaten=True) == ["flee"]
    assert carried_out(STEPS, beaten=True, undaunted=True) == carried_out(STEPS)


def test_what_was_passed_over_is_told_with_its_reason() -> None:
    book = March(STEPS)
    for _ in range(3):
        step_of(book, ("far",))
    assert book.passed == [(Spot(1), "no")]


@pytest.mark.parametrize("end", range(6))
def test_a_book_that_reaches_its_places_again_goes_on_as_before(end: int) -> None:
    first, again = March(STEPS), March(STEPS)
    spots = [due.spot for _ in range(end) if (due := step_of(first, ("far",))) is not None]
    for spot in spots:
        again.reach(spot)
    assert step_of(first, ("far",)) == step_of(again, ("far",))


def test_conditions_do_not_come_along_with_what_is_done() -> None:
    due = step_of(March(STEPS), ())
    assert due is not None
    assert due.parameters == {}


# ------------------------------------------------------------------------------------------- three outcomes

Sky = dict[str, bool | None]
KNOWN: dict[str, Condition[Sky]] = {
    "rain": Condition(Truth("It rains"), lambda look, wanted: told(look, "rain", wanted), "it rains", "it is dry"),
    "wind": Condition(Word("The wind", ("N", "S")), lambda look, wanted: look.get("wind"), "the wind is {0}",
                      "the wind is not {0}"),
}  # fmt: skip


def told(look: dict[str, bool | None], name: str, wanted: bool) -> bool | None:
    """Whether a thing is as wanted; None where nobody knows."""
    return None if look[name] is None else look[name] == wanted


@pytest.mark.parametrize(("rain", "wanted", "why"), [
    (True, True, ""), (False, True, "it is dry"), (True, False, "it rains"), (False, False, ""),
    (None, True, "not known whether it rains"), (None, False, "not known whether it is dry"),
])  # fmt: skip
def test_a_condition_holds_or_does_not_or_is_not_known_and_neither_is_its_opposite(
    rain: bool | None, wanted: bool, why: str
) -> None:
    sky: Sky = {"rain": rain}
    assert unmet(KNOWN, sky, [{"rain": wanted}]) == why


def test_the_first_that_does_not_hold_is_named_with_its_value() -> None:
    sky: Sky = {"rain": True, "wind": False}
    assert unmet(KNOWN, sky, [{"rain": True}, {"wind": "N"}]) == "the wind is not N"
    assert all_in_words(KNOWN, [{"rain": False}, {"wind": "N"}], str.lower) == "it is dry and the wind is n"
