"""This game's own words in reports, by reader: dry, and exact."""

from __future__ import annotations

from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH
from pbem.adjudicator.reports.voices import Voice

#: How a report begins, by reader; {turn} is a phrase like 'turn 3'.
OPENINGS = {
    BRITISH: (
        "My Lords, the despatches of {turn} are in by the Plymouth mail.",
        "Sir, the telegraph at the Admiralty has been at work; here is {turn}.",
        "My Lords, the cutter has come up with the fleet's letters for {turn}.",
        "Sir, the log of {turn}, fairly copied, with nothing left out.",
    ),
    ALLIED: (
        "Sire, the ministry of marine has the honour to lay {turn} before you.",
        "Your Excellency, the semaphore has spoken from Brest to Paris; this is {turn}.",
        "Monseigneur, the couriers of {turn} have come in, and not all of them muddy.",
        "Sire, the reports of the prefects of marine for {turn}, as they wrote them.",
    ),
    "": (
        "What every coffee house on both sides of the Channel knows of {turn}.",
        "The gazettes of {turn}, where they agree.",
    ),
}
#: A line under the title of a step, by what happened in it.
ASIDES = {
    "battle": ("Beat to quarters.", "The sand is on the decks.", "The guns are run out."),
    "storm": ("The glass is falling.", "Topgallant masts are sent down.", "The lee guns are double breeched."),
    "sortie": ("The signal to weigh is flying.", "The road is alive with topsails."),
    "quiet": ("Nothing stirred that anybody saw.", "Sailing, and nothing to write home about."),
}
#: How it ends.
CLOSINGS = {
    BRITISH: (
        "I have the honour to be, my Lords, your most obedient servant, the adjudicator.",
        "God send you an easterly, Sir, and the enemy out in it. The adjudicator.",
    ),
    ALLIED: (
        "I remain, Sire, with the deepest respect, the adjudicator.",
        "May the wind hold, and the English with it. The adjudicator.",
    ),
    "": (
        "Nailed up at the harbour office by the adjudicator.",
        "Read, compared and found to agree with the log. The adjudicator.",
    ),
}


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if not rule.startswith("6"):
        return ""
    if "battle" in events:
        return "battle"
    if "weather" in events or "foundered" in events:
        return "storm"
    return "sortie" if "sortie" in events else "" if events else "quiet"


VOICE = Voice(OPENINGS, CLOSINGS, ASIDES, subject_of)
