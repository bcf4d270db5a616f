"""Answers questions from doctrine; the rows of the table say which section answers which.

Each section is a preference, not a plan: `losses: {naval: [fire_ship, merchant]}` answers every question about naval
losses that may come. A section that has nothing to say to a question answers None, and the next source is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pbem.adjudicator.engine.table import Decision, Pick, Plain
from pbem.adjudicator.jenkins.rules.conditions import Look, unmet
from pbem.adjudicator.orders.carried_out.preferences import Answers, Preferences
from pbem.adjudicator.orders.echo import Part, Words, names
from pbem.adjudicator.reports.phrases import listed
from pbem.base.counting import grouped

Section = Any


def means(look: Look, word: str, option: str) -> bool:
    """Tells if a word of an order means this option: a counter, its kind, a seaport or a hex."""
    board = look.state.board
    counter = board.counters.get(option)
    if word == option or (counter is not None and word == counter.kind.value):
        return True
    return counter is None and board.hex_named(word) == option


#: What to lose, take or fight for first; where to go; who bombards.
PREFERENCES = Preferences(means)
ranked = PREFERENCES.ranked


def interceptors(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first rule that applies says with whom (7.2); None where no rule applies."""
    assert isinstance(decision, Pick)  # noqa: S101 - the rule asks it so
    for part in section:
        at = part.get("at", "any")
        if at != "any" and look.here not in [look.hex(place) for place in at]:
            continue
        able = list(decision.options)
        wanted = part.get("with", "all")
        ships = able if wanted == "all" else ranked(look, wanted, able)
        if len(ships) >= int(part.get("least", 1)) and not unmet(look, part.get("if", ())):
            return ships
    return None


def engagement(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which land guns, fire ships and supplies join a naval combat (9.1(1))."""
    chosen: list[str] = []
    for word in ("guns", "fire_ships", "supplies"):
        wanted = section.get(word, "all" if word == "guns" else "none")
        offered = list(decision.facts.get(word, ()))
        if wanted != "none":
            chosen += offered if wanted == "all" else ranked(look, wanted, offered)
    return chosen


def leader_dice(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Deals a leader's dice one each to the ships named, in turn, until none is left (9.1(2))."""
    for part in section:
        if part["leader"] == decision.facts["leader"]:
            ships = ranked(look, part["ships"], list(decision.facts["ships"]))
            if ships:
                dealt = [ships[number % len(ships)] for number in range(int(decision.facts["dice"]))]
                return {name: str(dealt.count(name)) for name in ships if name in dealt}
    return None


def deception(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Spend a deception counter on the worst die there is, while more than `keep` are left (11.2).

    `enemy_hits: true` undoes enemy hits, `own_misses: true` gives one's own misses another try; hits first.
    """
    held, dice = decision.facts["deceptions"], decision.facts["dice"]
    if len(held) <= int(section.get("keep", 0)):
        return "keep"
    hits = [die for die in dice if die["side"] != look.side and die["hits"]]
    misses = [die for die in dice if die["side"] == look.side and not die["hits"]]
    wanted = hits if section.get("enemy_hits") else []
    wanted = wanted or (misses if section.get("own_misses") else [])
    return f"{held[0]} {wanted[0]['key']}" if wanted else "keep"


# ------------------------------------------------------------------------------------------------ read back


def told_dice(section: Iterable[Part]) -> str:
    """Each leader's dice (9.1); leaders whose dice go to the same ships are named together."""
    who = grouped((names(part["ships"]), f"{str(part['leader']).title()}'s") for part in section)
    return "; ".join(f"{listed(leaders)} go to {ships}" for ships, leaders in who.items())


def spending(section: Part) -> str:
    """When deceptions are spent (11.2)."""
    wanted = [words for key, words in (("enemy_hits", "enemy hits"), ("own_misses", "own misses")) if section.get(key)]
    keep = f", keeping {section['keep']}" if section.get("keep") else ""
    return f"spent on {' and on '.join(wanted)}{keep}" if wanted else "none spent"


#: Sections that answer by more than a preference; those that no phrase reads back.
ANSWERS: Mapping[str, Answers[Look]] = {
    "intercept": interceptors, "engage": engagement, "leader_dice": leader_dice, "deception": deception,
}  # fmt: skip
WORDS: Mapping[str, Words] = {"leader_dice": told_dice, "deception": spending}
