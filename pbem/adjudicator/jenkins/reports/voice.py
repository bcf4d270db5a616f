"""This game's own words in reports, by reader: dry, and exact."""

from __future__ import annotations

from pbem.adjudicator.jenkins.state.state import ENGLISH, SPANISH
from pbem.adjudicator.reports.voices import Voice

#: How a report begins, by reader; {turn} is a phrase like 'turn 3'.
OPENINGS = {
    ENGLISH: (
        "Sir, I have the honour to lay before you the proceedings of {turn}.",
        "My Lords, the packet is in, and with her the news of {turn}.",
        "Sir, the ink is hardly dry on {turn}; here is how it went.",
        "Sir, by the pilot boat, with the duty of all hands, {turn} as it fell out.",
        "Sir, the log of {turn}, fairly copied, with nothing left out.",
    ),
    SPANISH: (
        "Most Excellent Sir, the despatches of {turn} have come overland, dry and in order.",
        "Your Excellency, the mail boat has slipped in past the English; this is {turn}.",
        "Most Excellent Sir, the viceroy's clerk has copied {turn} for your own hand.",
        "Your Excellency, the lamps are lit in the customs house, and here is {turn}.",
        "Most Excellent Sir, {turn}, as the captains swore to it.",
    ),
    "": (
        "What every quay from Savannah to Cartagena knows of {turn}.",
        "The news of {turn}, as both sides would sign it.",
        "The gazette of {turn}: what could be seen from the shore.",
    ),
}

#: A line under the title of a step, by what happened in it.
ASIDES = {
    "no sail": ("Not an anchor was weighed.", "The topsails stay furled.", "No sail is loosed."),
    "sail": ("Anchors aweigh.", "The topsails are sheeted home.", "Boats hoisted in, cables slipped."),
    "march": ("Boots are greased, and worn out again.", "The columns set out before the heat."),
    "no combat": ("The guns stay run in.", "The tompions stay in.", "Not a shot is fired."),
    "naval": ("Beat to quarters.", "The decks are sanded.", "The gun ports open."),
    "land": ("The drums beat ashore.", "Bayonets are fixed.", "The ladders go forward."),
    "both": ("Powder smoke on the water and on the beach.", "The ships open, the troops follow."),
    "storm": ("The glass is falling.", "A long swell runs in before the wind does.", "Frigate birds come inland."),
    "no hunger": ("No counter is lost for want of supply.", "The bread rooms hold out, everywhere."),
    "hunger": ("Short commons.", "The pursers turn out their pockets."),
    "europe": ("The courier from Europe is two months old, and obeyed.", "Old Europe writes to the New."),
}

#: How it ends.
CLOSINGS = {
    ENGLISH: (
        "I have the honour to be, Sir, your most obedient servant, the adjudicator.",
        "God send you a fair wind, Sir, and kind dice. The adjudicator.",
        "Copied fair and sent by the first boat. The adjudicator.",
    ),
    SPANISH: (
        "May God keep Your Excellency many years. The adjudicator.",
        "I kiss Your Excellency's hands. The adjudicator.",
        "The horses are changed, and the courier rides on. The adjudicator.",
    ),
    "": (
        "Nailed up at the harbour office by the adjudicator.",
        "Read, compared and found to agree with the log. The adjudicator.",
    ),
}


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if rule == "6.2":
        return "" if "no_storm" in events else "storm"
    if rule == "6.3":
        at_sea = events & {"sailed", "to_track", "from_track", "voyage"}
        return "sail" if at_sea else "march" if "7.5" in events else "" if events else "no sail"
    if rule == "6.4":
        sea, shore = "naval_combat" in events, "land_combat" in events
        return "both" if sea and shore else "naval" if sea else "land" if shore else "" if events else "no combat"
    if rule == "6.7":
        return "hunger" if "eliminated" in events else "no hunger"
    return "europe" if rule == "6.8" and "called_home" in events else ""


VOICE = Voice(OPENINGS, CLOSINGS, ASIDES, subject_of)
