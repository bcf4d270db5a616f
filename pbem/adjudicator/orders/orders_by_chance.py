"""Orders by chance, as random bots write them: some sections of doctrine, now and then a standing order."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.chance import Chance

#: Random standing orders have numbers up to this, so that they replace and cancel one another.
NUMBERS = 4


def some_sections(chance: Chance, sections: Mapping[str, Any], one_in: int) -> dict[str, Any]:
    """Sections of doctrine, each given once in so many times, none of them thought about."""
    return {name: section for name, section in sections.items() if chance.below(one_in) == 0}


def standing_order(
    chance: Chance, sections: Callable[[], Mapping[str, Any]], conditions: Callable[[], Sequence[Any]], one_in: int
) -> dict[str, Any]:  # fmt: skip
    """A standing order, once in so many times: with a condition or an end, or an old number cancelled."""
    if chance.below(one_in):
        return {}
    number = str(1 + chance.below(NUMBERS))
    if chance.below(5) == 0:
        return {"standing": [{"cancel": number}]}
    name, section = chance.pick(tuple(sections().items()))
    condition = chance.pick(conditions())
    extra: list[dict[str, Any]] = [{}, {"once": "true"}, {"if": [condition]}, {"until": [condition]}]
    return {"standing": [{"number": number, name: section} | chance.pick(extra)]}
