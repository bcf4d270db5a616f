"""This game's own words in reports: `data/voice.yaml` has them; here is what each step is about."""

from __future__ import annotations

from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.reports.voices import Voice


def subject_of(rule: str, events: frozenset[str]) -> str:
    """Returns the subject of a step."""
    if rule == "6.2":
        return "" if "no_storm" in events else "storm"
    if rule == "6.3":
        at_sea = events & {"sailed", "to_track", "from_track", "voyage"}
        return "sail" if at_sea else "march" if "7.5" in events else "" if events else "no_sail"
    if rule == "6.4":
        sea, shore = "naval_combat" in events, "land_combat" in events
        return "both" if sea and shore else "naval" if sea else "land" if shore else "" if events else "no_combat"
    if rule == "6.7":
        return "hunger" if "eliminated" in events else "no_hunger"
    return "europe" if rule == "6.8" and "called_home" in events else ""


VOICE = Voice.of(DATA / "voice.yaml", subject_of)
