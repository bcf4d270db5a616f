"""Every ledger of small games of grammar 2, with the project's own walk and client as judges; and each rule left out.

In a record that matches no decision has a second seed in reach, and no order that was sent in time is dropped. A walk
or a client without one of the rules loses that, and the model sees it.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from ledger2_model import Model
from long_runs import long_but

THREE = ("britain", "france", "spain")
ALONE: tuple[str, ...] = ()
LEAGUE = ("france",)
TWO_STEP: dict[str, Any] = {"tier": "two-step", "seats": THREE, "league": LEAGUE, "from_locked": True, "further": 0}

#: Game -> how many seeds are in reach of records that match, and how many locks of the seat in league under one.
SOUND: dict[str, tuple[dict[str, Any], int, int]] = {
    "m, M": ({"tier": "moderated"}, 1, 1),
    "m, M+P": ({"tier": "moderated", "league": LEAGUE}, 2, 2),  # P's own silence is a remark, and P writes last
    "m, M+P, three seats": ({"tier": "moderated", "seats": THREE, "league": LEAGUE, "further": 0, "locks": 1}, 2, 1),
    "b, M+P": ({"tier": "beacon", "league": LEAGUE}, 1, 1),
    "t `wait`, M": ({"tier": "two-step"}, 1, 1),
    "t `wait`, M+P": ({"tier": "two-step", "league": LEAGUE}, 1, 1),
    "t `without`, M+P": (TWO_STEP, 1, 1),
    "t `without`, M+P, no letters between players": ({**TWO_STEP, "copies": False}, 1, 1),
}
PHASES: dict[str, Any] = {"tier": "moderated", "phases": 2, "attempts": 1, "locks": 1, "further": 0}
#: Rule -> the game in which it is missed, the number that shows it, and how high that number may be with the rule.
BROKEN: dict[str, tuple[dict[str, Any], str, int]] = {
    "attempts": ({"tier": "beacon", "league": LEAGUE, "rounds": (1,), "further": 0, "locks": 1}, "seeds", 1),
    "no gaps": ({"tier": "moderated"}, "seeds", 1),
    "one value": ({"tier": "moderated", "league": LEAGUE}, "plain", 1),
    "one lock": ({"tier": "two-step", "league": LEAGUE}, "after", 1),
    "held copies": (TWO_STEP, "every", 2),
    "strikes": ({"tier": "moderated"}, "lost", 0),
    "order of lines": ({"tier": "moderated"}, "dropped", 0),
    "own clock": ({"tier": "beacon", "league": LEAGUE, "rounds": (1, 2)}, "seeds", 1),
    "confirmation": ({"tier": "beacon", "league": LEAGUE, "rounds": (1, 2)}, "lost", 0),
    "one phase": ({**PHASES, "league": LEAGUE}, "plain", 1),
}
#: The longest searches, a minute and more: `PBEM_MODEL=whole` has them too.
WHOLE = bool(os.environ.get("PBEM_MODEL"))
LONG = {"one phase", "t `without`, M+P, no letters between players"}
#: Searches of some seconds, which are marked `long`.
SLOW = {"attempts", "held copies", "t `without`, M+P"}


def searched(names: Iterable[str]) -> list[object]:
    """The searches of this run."""
    found = [name for name in names if WHOLE or name not in LONG]
    return long_but((name for name in found if name not in SLOW), found)


@pytest.fixture(autouse=True)
def _deep() -> Iterator[None]:
    """States follow one another some hundred deep."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(20_000)
    yield
    sys.setrecursionlimit(before)


@pytest.mark.parametrize("name", searched(SOUND))
def test_no_record_that_matches_has_a_second_seed_or_loses_an_order(name: str) -> None:
    game, seeds, after = SOUND[name]
    found = Model(**game).run()
    assert found["states"] > 100, found
    assert (found["seeds"], found["plain"], found["after"]) == (seeds, 1, after), found
    assert (found["lost"], found["dropped"]) == (0, 0), found


@pytest.mark.parametrize("rule", searched(BROKEN))
def test_without_a_rule_the_model_finds_what_it_is_for(rule: str) -> None:
    game, number, most = BROKEN[rule]
    if WHOLE or game not in [sound for sound, _, _ in SOUND.values()]:  # else it is searched above
        assert Model(**game).run()[number] <= most
    assert Model(**game, without=rule).run()[number] > most
