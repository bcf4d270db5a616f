"""Answers questions from doctrine; the rows of the table say which section answers which.

Each section is a preference, not a plan: `retreat: [amsterdam, H12]` answers every question of where to go that may
come. A section that has nothing to say to a question answers None, and the next source is tried.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.lions.orders.conditions import Look, unmet
from pbem.adjudicator.lions.rules.ch17_naval import ENGAGE
from pbem.adjudicator.lions.rules.ch20_land import FIGHT, HALT
from pbem.adjudicator.lions.rules.questions import HOLD, YES
from pbem.adjudicator.orders.carried_out.preferences import Answers, Preferences

Section = Any
#: What an entry on fire says besides its conditions.
FIRE = ("targets", "hold", "fireships", "boarding")


# -------------------------------------------------------------------------------------------- names for options


def means(look: Look, word: str, option: str) -> bool:
    """Tells if a word means an option: a counter, its class or kind, a fleet's ship, a square or its port."""
    board, name = look.board, option.partition(" ")[0]
    if word in (option, name, option.partition(" ")[2]) or board.square_named(word) == name:
        return True
    if option in board.ships:
        own = look.known["ships"].get(option)
        return word == board.ships[option].kind.id or (own is not None and word in (own["fleet"], own["at"]))
    return option in board.markers and word == board.markers[option].type.id


PREFERENCES = Preferences(means)
ranked = PREFERENCES.ranked


def rule_that_holds(section: Section, look: Look) -> Mapping[str, Any] | None:
    """The first entry of a list whose conditions hold."""
    return next((entry for entry in section if not unmet(look, entry.get("if", ()))), None)


# -------------------------------------------------------------------------------------------- markers


def markers(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Answers if a marker is played now, against whom, or which of several.

    It returns None where no entry is for this moment.
    """
    moment = decision.facts.get("moment", "")
    several, kind = isinstance(decision, Pick), decision.topic.partition("/")[2]
    ready = [entry for entry in section if entry.get("when", moment) == moment
             and (several or entry["marker"] == kind) and not unmet(look, entry.get("if", ()))]  # fmt: skip
    if isinstance(decision, Pick):
        return ranked(look, [entry["marker"] for entry in ready], list(decision.options))[: decision.most] or None
    assert isinstance(decision, Choose)  # noqa: S101
    if YES in decision.options:
        return YES if ready else None
    wanted = [str(entry.get("against", "")) for entry in ready]
    return next((word for word in wanted if word in decision.options), None)


# -------------------------------------------------------------------------------------------- battles


def wind_gauge(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Engage, or break off: whither the entry says, else to the square nearest home where nobody is seen."""
    entry = rule_that_holds(section, look)
    if entry is None or entry["do"] == ENGAGE:
        return None if entry is None else ENGAGE
    assert isinstance(decision, Choose)  # noqa: S101
    ways = [option for option in decision.options if option != ENGAGE]
    wished = ranked(look, entry.get("to", ()), ways)
    return next(iter(wished), None) or (min(ways, key=lambda way: flight_cost(look, way)) if ways else ENGAGE)


def flight_cost(look: Look, square: str) -> tuple[bool, int, str]:
    """Returns a sort key against flight to a square: others there, then the distance from home."""
    distances = look.board.distances(square)
    home = [distances[port.square] for port in look.board.home_ports(look.seat) if port.square in distances]
    return look.seen(square), min(home, default=0), square


def fire(decision: Decision, section: Section, look: Look) -> Plain | None:
    """At whom to fire, what fireships do: the first entry whose conditions hold."""
    entry = rule_that_holds(section, look)
    return None if entry is None else {name: entry[name] for name in FIRE if name in entry}


def bombardment(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which ships bombard: all, none, those that are sound, or some by name or class."""
    assert isinstance(decision, Pick)  # noqa: S101
    return list(decision.default) if section == "sound" else PREFERENCES.some(decision, section, look)


def coast(decision: Decision, section: Section, look: Look) -> Plain | None:
    """At which ships forts fire: none, the strongest, the weakest, or those named, in this order."""
    assert isinstance(decision, Pick)  # noqa: S101
    if section == HOLD:
        return []
    facts, words = decision.facts, [section] if isinstance(section, str) else section
    return ranked(look, [str(facts.get(word, word)) for word in words], list(decision.options))[: decision.most] or None


def halting(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Call a halt ashore once all conditions of one entry hold (20.3)."""
    return HALT if rule_that_holds(section, look) else FIGHT


def a_word(decision: Decision, section: Section, look: Look) -> Plain | None:
    """One of the question's own words."""
    assert isinstance(decision, Choose)  # noqa: S101
    return section if section in decision.options else None


#: Sections that answer by more than a preference.
ANSWERS: Mapping[str, Answers[Look]] = {
    "play": markers, "gauge": wind_gauge, "fire": fire, "bombard": bombardment, "coast": coast, "halt": halting,
    "arrears": a_word,
}  # fmt: skip
