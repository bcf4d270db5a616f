"""Draws a map in two states at once: the position as it is, and as it was when the phase began.

What is alike in both is drawn once. What differs lies in the layers `now` and `began`, of which a page shows one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

Thing = TypeVar("Thing")
NOW, BEGAN, MOVES = "now", "began", "moves"


def layer(name: str, inner: str) -> str:
    """A layer of the map, which a page can dim or hide."""
    return f'<g class="layer-{name}">{inner}</g>' if inner else ""


def apart(now: Sequence[Thing], then: Sequence[Thing], draw: Callable[[Thing], str]) -> str:
    """Draws what stayed, then what came since, then what was there before."""
    if now == then:
        return "".join(map(draw, now))
    before, after = set(then), set(now)
    stayed = "".join(draw(each) for each in now if each in before)
    came = "".join(draw(each) for each in now if each not in before)
    went = "".join(draw(each) for each in then if each not in after)
    return stayed + layer(NOW, came) + layer(BEGAN, went)


def changed(now: Iterable[str], then: Iterable[str]) -> str:
    """Lays drawings of the same things beside one another: those that look alike once, the others in both layers."""
    pairs = zip(now, then, strict=True)
    return "".join(one if one == other else layer(NOW, one) + layer(BEGAN, other) for one, other in pairs)
