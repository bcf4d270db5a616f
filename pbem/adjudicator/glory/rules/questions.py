"""The rules' ways to ask. Nearly every question is discreet: orders answer it, or its default does at once.

Only `halt` and `battle` may stop a phase, and they go to both seats. Keys read like orders: `leg/brest-fleet/n1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.adjudicator.engine.order_parts import YES, Entries, Reply
from pbem.adjudicator.engine.table import Choose, Pick, Plain, Table

GO_ON, NEW = "go_on", "new"


async def entries(
    table: Table, rule: str, seat: str, topic: str, facts: Mapping[str, Plain], prompt: str
) -> list[Plain]:
    """Asks for a list of entries; never stops a phase."""
    key = table.key(topic, (seat,))
    return await table.decide(
        Entries(rule=rule, side=seat, key=key, topic=topic, prompt=prompt, facts=facts, discreet=True)
    )


async def choose(
    table: Table, rule: str, seat: str, topic: str, facts: Mapping[str, Plain], options: Mapping[str, str],
    default: str, prompt: str,
) -> str:  # fmt: skip
    """Asks for one of some options; never stops a phase. With one option nobody is asked."""
    if len(options) == 1:
        return next(iter(options))
    key = table.key(topic, (seat,))
    return await table.decide(
        Choose(rule=rule, side=seat, key=key, topic=topic, prompt=prompt, facts=facts, options=options,
               default=default, discreet=True)
    )  # fmt: skip


async def pick(
    table: Table, rule: str, seat: str, topic: str, facts: Mapping[str, Plain], options: Mapping[str, str],
    number: int, default: Sequence[str], prompt: str,
) -> list[str]:  # fmt: skip
    """Asks for exactly so many of the options; never stops a phase. Where all must be taken, nobody is asked."""
    if number <= 0:
        return []
    if number >= len(options):
        return list(options)
    key = table.key(topic, (seat,))
    return await table.decide(
        Pick(rule=rule, side=seat, key=key, topic=topic, prompt=prompt, facts=facts, options=options, least=number,
             most=number, default=tuple(default[:number]), discreet=True)
    )  # fmt: skip


async def yes_no(
    table: Table, rule: str, seat: str, topic: str, facts: Mapping[str, Plain], default: Reply, prompt: str
) -> bool:
    """Asks for yes or no; never stops a phase."""
    return await choose(table, rule, seat, topic, facts, {"yes": "yes", "no": "no"}, default, prompt) == YES
