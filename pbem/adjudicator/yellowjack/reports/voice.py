"""This game's own words in reports, by reader: letters to an Admiralty and to a King, dry and a little salt."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.reports.voices import Voice
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH

#: How a report begins, by reader; {turn} is a Turn with its year.
OPENINGS = {
    BRITISH: (
        "To the Lords of the Admiralty: the proceedings of {turn}, with the surgeon's returns left out.",
        "My Lords, the packet is in from Port Royal, and this is {turn}.",
        "My Lords, I lay before you {turn}, as the captains entered it in their journals.",
    ),
    BOURBON: (
        "Sire, the aviso has slipped through, and it brings {turn}.",
        "Your Majesty, the Virrey and the Admirals report on {turn}.",
        "Sire, this is {turn} in the Indies, as far as the mails have escaped the English.",
    ),
    "": (
        "What the coffee houses know of {turn}, where both gazettes agree.",
        "The public prints of {turn}, from Kingston and from Cádiz.",
    ),
}
#: The same before the first Turn.
SETTING_OUT = {
    BRITISH: ("My Lords, the squadrons lie at their stations and wait for orders.",),
    BOURBON: ("Sire, the fleets lie in their harbours and wait for orders.",),
    "": ("Two fleets lie in their harbours, and the gazettes wait.",),
}
#: A line under the title of a step, by what happened in it.
ASIDES = {
    "battle": ("The line was formed.", "The drums beat to quarters.", "The smoke was seen from the shore."),
    "storming": ("The ladders went up.", "The bells rang in the town.", "The breach was called practicable."),
    "quiet": ("Nothing but sea and sky.", "The lookouts saw porpoises."),
}
#: How it ends.
CLOSINGS = {
    BRITISH: (
        "I am, my Lords, your most obedient servant. The adjudicator.",
        "By the next packet, if she swims. The adjudicator.",
    ),
    BOURBON: (
        "God keep Your Majesty many years. The adjudicator.",
        "The aviso waits for the answer, with the wind fair. The adjudicator.",
    ),
    "": (
        "Compared with the ledger and found to agree. The adjudicator.",
        "Printed as received. The adjudicator.",
    ),
}
#: One sentence after a Battle, by its reader and by how it went; none invents a fact.
AFTER: Mapping[tuple[str, str], tuple[str, ...]] = {
    (BRITISH, "won"): ("The enemy did not stay for more.", "The place is ours to cruise in."),
    (BRITISH, "lost"): ("The captains will explain it at Port Royal.", "Their Lordships will ask for the journals."),
    (BRITISH, "drawn"): ("Both kept the sea, and neither kept the other.",),
    (BOURBON, "won"): ("The English stood away.", "The Te Deum is ordered."),
    (BOURBON, "lost"): ("It is hoped that Madrid reads of it late.", "The ships may be had again; the day may not."),
    (BOURBON, "drawn"): ("Both kept the sea, and neither kept the other.",),
    ("", "won"): ("Both gazettes claim it; one of them was there.",),
    ("", "lost"): ("Both gazettes claim it; one of them was there.",),
    ("", "drawn"): ("Neither gazette has claimed it yet.",),
}


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if "battle" in events:
        return "battle"
    if events & {"escalade", "captured"}:
        return "storming"
    return "quiet" if rule.startswith("R5") and not events else ""


VOICE = Voice(OPENINGS, CLOSINGS, ASIDES, subject_of)
