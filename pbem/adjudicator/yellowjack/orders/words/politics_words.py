"""Prestige paid for campaigns, and Tribes that are called on, in words."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import Part
from pbem.adjudicator.yellowjack.orders.words.common_words import provided, sentence, title

TOWARD = {"own": " if the die favours you", "enemy": " if the die favours the enemy", "nobody": " if it favours nobody"}


def shifting(entry: Part) -> str:
    """A point paid for the next arrow."""
    which = TOWARD.get(str(entry.get("toward", "")), "")
    return sentence(f"for the {str(entry['what']).title()} campaign you pay 1 Prestige for the next arrow{which}"
                    f"{provided(entry)}")  # fmt: skip


def calling(entry: Part) -> str:
    """A Tribe that is called on."""
    if entry.get("do") == "no":
        return sentence(f"nobody calls on the {title(entry['tribe'])}{provided(entry)}")
    who = "any Tribe that joins" if entry["tribe"] == "any" else f"the {title(entry['tribe'])}, if they join,"
    at = f" stands at {title(entry['at'])}" if "at" in entry else " stands with your largest stack"
    return sentence(f"{who}{at}{provided(entry)}")
