"""This game's own words in reports, by reader: despatches of the time, dry and proud."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.guerra.state.terms import PATRIOT, ROYALIST
from pbem.adjudicator.reports.voices import Voice

#: How a report begins, by reader; {turn} is a year.
OPENINGS = {
    ROYALIST: (
        "Most excellent Sir, the viceroys have the honour to lay the affairs of {turn} before you.",
        "Sire, the mails of the Indies for {turn} are in by way of Cádiz, and some of them are dry.",
        "Your Excellency, here is the part of {turn}, from the frontier of Tejas to the forts of Chiloé.",
        "Sire, your loyal subjects overseas report on {turn}, with nothing softened.",
    ),
    PATRIOT: (
        "Citizens, the couriers of five republics have come in, and this is {turn}.",
        "To the Juntas: the despatches of {turn}, as the generals wrote them in the saddle.",
        "Compatriots, this is what {turn} has cost, and what it has brought.",
        "Citizens, read this aloud in the plaza: the part of {turn}.",
    ),
    "": (
        "What the gazettes of Kingston and Philadelphia print of {turn}, where they agree.",
        "The public prints of {turn}, from both sides of the war.",
    ),
}
#: The same before the first turn.
SETTING_OUT = {
    ROYALIST: ("Sire, the viceroys ask where your armies shall stand.",
               "Your Excellency, the returns of the garrisons are in."),
    PATRIOT: ("Citizens, the Juntas have met, and the battalions wait for a word.",
              "Compatriots, the arsenals are open. This is what stands where."),
    "": ("The gazettes count battalions on both sides, and wait.",),
}  # fmt: skip
#: A line under the title of a step, by what happened in it.
ASIDES = {
    "battle": ("War to the death, as the decree has it.", "The lances are lowered.", "The drums beat the general.",
               "The surgeons lay out their table.", "Powder is served out, and a little aguardiente.",
               "The colours are uncased."),
    "siege": ("The trench is opened.", "The town counts its flour.", "Ladders are called for."),
    "sea": ("The squadron clears for action.", "A sail to windward, and then another."),
    "quiet": ("The muleteers report the roads open.", "Nobody stirred, and the rains came early."),
    "rising": ("The bells are ringing in the villages.", "A proclamation is nailed to the church door."),
}
#: How it ends.
CLOSINGS = {
    ROYALIST: (
        "God keep Your Excellency many years. The adjudicator.",
        "Long live the King, and the post that brings this. The adjudicator.",
    ),
    PATRIOT: (
        "Country or death; and the answer by the next post. The adjudicator.",
        "Health and liberty. The adjudicator.",
    ),
    "": (
        "Compared with the ledger and found to agree. The adjudicator.",
        "Printed as received. The adjudicator.",
    ),
}
#: One sentence after a battle, by its reader and by how it went; none invents a fact.
AFTER: Mapping[tuple[str, str], tuple[str, ...]] = {
    (ROYALIST, "won"): ("The King's colours stayed on the field.", "The insurgents were not asked to stay.",
                        "A Te Deum is ordered, and this time it is paid for."),
    (ROYALIST, "lost"): ("The army has withdrawn in an order that its general calls perfect.",
                         "It is hoped in Madrid that this despatch is delayed.",
                         "The general asks for shoes, and does not say why they wore out."),
    (PATRIOT, "won"): ("The field is ours, and so is the view from it.", "The King has one argument the fewer here.",
                       "The bulletin is printed on the back of a royal decree."),
    (PATRIOT, "lost"): ("The country is wide, and the army is looking for more of it.",
                        "Nobody was asked to sing the hymn that night.",
                        "The Republic has moved, with its seal, to a mule."),
    ("", "won"): ("Both gazettes claim the day; one of them has the field.",),
    ("", "lost"): ("Both gazettes claim the day; one of them has the field.",),
    (ROYALIST, "drawn"): ("Each side is said to have seen the other's back.", "Both generals have written home."),
    (PATRIOT, "drawn"): ("Each side is said to have seen the other's back.", "Both generals have written home."),
    ("", "drawn"): ("Neither gazette has claimed the day yet.",),
}  # fmt: skip


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if events & {"battle"}:
        return "battle"
    if events & {"assault", "siege-begun", "works", "blockade"}:
        return "siege"
    if events & {"sea-fight"}:
        return "sea"
    if events & {"rose"}:
        return "rising"
    return "quiet" if rule.startswith(("3", "5")) and not events else ""


VOICE = Voice(OPENINGS, CLOSINGS, ASIDES, subject_of)
