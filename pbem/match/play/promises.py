"""The promises of each tier about the dice, in the words that every report prints (PROTOCOL 3.1).

The tiers are texts here, as a charter writes them: what prints a report imports nothing that does not decide its bytes.
"""

from __future__ import annotations

MODERATED, TWO_STEP, BEACON = "moderated", "two-step", "beacon"
#: PROTOCOL 3.1: what each tier is worth, printed in every report.
STATEMENT = {
    MODERATED: "No one can choose the dice. A moderator who helps a player could tell them the dice early.",
    TWO_STEP: (
        "Nobody could know the dice before all orders were locked. A player may stop the phase at their own cost."
    ),
    BEACON: "Nobody could know the dice or read an order before {reveal}.",
}
#: What stands there instead where a phase is played again with the dice it had.
STATEMENT_AGAIN = "All agreed to play this phase again with the dice it had: who had read them knew them beforehand."
#: Closes the statement of every report.
CHARTER_WORDS = "Words of the charter: {words}."
DEMONSTRATION = " The beacon is the demonstration chain, which binds nobody."


def promise(tier: str, reveal: str = "") -> str:
    """Returns a tier's promise, for a phase whose moment is known or for any phase."""
    return STATEMENT[tier].format(reveal=reveal or "the round of each phase")
