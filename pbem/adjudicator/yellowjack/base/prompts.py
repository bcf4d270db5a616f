"""Questions as the rules of this title make them, with a key that tells Impulse, MPI and place.

All are discreet but those about what both sides see: ships that meet, a Battle, a storm. These may stop a phase, if
their owner has asked for it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import Entries, Entry
from pbem.adjudicator.engine.table import Choose, Plain, Table

#: Topics of which everybody sees that they come up.
SEEN_BY_ALL = ("stance", "battle", "escalade")
#: Topics that both sides may be asked about at one place.
OF_BOTH = ("battle", "losses")


def key_of(table: Table, side: str, topic: str, parts: Sequence[str]) -> str:
    """A key that names its side where both may be asked: its number tells nothing of the other."""
    return table.key(topic, (*parts, side) if topic in OF_BOTH else parts)


def entry(
    table: Table, rule: str, side: str, topic: str, facts: Mapping[str, Plain], prompt: str, *parts: str
) -> Entry:
    """Makes a question that one part of an order file answers; empty means the rule's default."""
    return Entry(rule=rule, side=side, key=key_of(table, side, topic, parts), topic=topic, prompt=prompt, facts=facts,
                 discreet=topic not in SEEN_BY_ALL)  # fmt: skip


def entries(
    table: Table, rule: str, side: str, topic: str, facts: Mapping[str, Plain], prompt: str, *parts: str
) -> Entries:
    """Makes a question that a list in an order file answers; empty means the rule's default."""
    return Entries(rule=rule, side=side, key=key_of(table, side, topic, parts), topic=topic, prompt=prompt, facts=facts,
                   discreet=True)  # fmt: skip


def choose(
    table: Table, rule: str, side: str, topic: str, facts: Mapping[str, Plain], prompt: str,
    options: Mapping[str, str], default: str, *parts: str,
) -> Choose[str]:  # fmt: skip
    """Makes a question for one of some options."""
    return Choose(rule=rule, side=side, key=key_of(table, side, topic, parts), topic=topic, prompt=prompt, facts=facts,
                  options=options, default=default, discreet=True)  # fmt: skip
