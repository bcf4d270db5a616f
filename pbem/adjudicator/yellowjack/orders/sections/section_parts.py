"""Parts that the sections share: steps of a Turn, conditions, who is meant, lists of entries."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.adjudicator.orders.grammar import Example, provided
from pbem.adjudicator.orders.shapes import Keys, List, Ref, Shape
from pbem.adjudicator.yellowjack.orders.names import ALL, PLAIN, formation, scope
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH

#: The phases of a Turn, as `Phase.id` ends and as the rows name them.
SETUP, OPS, ADMIN = "setup", "ops", "admin"
IMPULSES = ("ops1", "ops2", "ops3")
OPERATIONS = (OPS, *IMPULSES)
STEPS = (SETUP, *OPERATIONS, ADMIN)
IF: dict[str, Shape] = {"if": provided()}
british = partial(Example, "y39t13.ops", by=BRITISH)
bourbon = partial(Example, "y39t13.ops", by=BOURBON)
british_admin = partial(Example, "y39t13.admin", by=BRITISH)
bourbon_admin = partial(Example, "y39t13.admin", by=BOURBON)


def who(about: str = "Which Formation", eg: str = "br-flag-j2") -> Ref:
    """One Formation of one's own."""
    return formation(about, eg=eg)


def whose(eg: str = ALL) -> Ref:
    """A Formation, or a word for several; the narrowest that fits is taken."""
    about = (
        "A Formation, a Command, a Contingent, or a word for several: convoys, escorts, flags, detachments, single, all"
    )
    return scope(about, rule="R1.13", eg=eg)


def word_or(about: str, words: tuple[str, ...], other: Ref, eg: str) -> Ref:
    """A name, or one of some words, which stand for themselves wherever a name may stand."""
    assert PLAIN.issuperset(words), words  # noqa: S101 - a slip in this module
    return partial(type(other), name=other.name, sort=other.sort, offers=other.offers, beside=words)(
        f"{about}: {', '.join(words)}, or a name", eg=eg
    )


def entries_of(about: str, one: str, of: dict[str, Shape], need: str = "", **more: Any) -> List:
    """A list of entries, each a mapping."""
    return List(about, Keys(one, of, need=need), **more)
