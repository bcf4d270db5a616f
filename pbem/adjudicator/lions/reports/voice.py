"""This game's own words in reports: `data/voice.yaml` has them; here is what each step is about."""

from __future__ import annotations

from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.reports.voices import Voice


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if rule == "13.1":
        return "battle" if "battle" in events else "sail" if "operation" in events else "no_sail"
    told = {
        "7.1": ("roll", "dice", ""), "9.3": ("sold", "bids", "no_bids"), "10.1": ("agreed", "bargain", "no_bargain"),
        "11.1": ("outfitted", "yards", ""), "8.2": ("money", "money", ""), "4.2": ("late", "lost_treasure", ""),
    }.get(rule)  # fmt: skip
    if told is None:
        return ""
    event, subject, otherwise = told
    return subject if event in events else otherwise


VOICE = Voice.of(DATA / "voice.yaml", subject_of)
