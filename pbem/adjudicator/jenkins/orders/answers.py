"""Answers questions from doctrine; the rows of the table say which section answers which.

Each section is a preference, not a plan: `losses: {naval: [fire_ship, merchant]}` answers every question about naval
losses that may come. A section that has nothing to say to a question answers None, and the next source is tried.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.rules.conditions import Look, unmet

Section = Any


def matches(board: Board, word: str, option: str) -> bool:
    """Tells if a word of an order means this option: a counter, its kind, a seaport or a hex."""
    counter = board.counters.get(option)
    if word == option or (counter is not None and word == counter.kind.value):
        return True
    return counter is None and board.hex_named(word) == option


def ranked(board: Board, words: Iterable[str], options: Sequence[str]) -> list[str]:
    """The options in the order the words prefer them; what no word names is left out."""
    found: list[str] = []
    for word in words:
        found += [option for option in options if option not in found and matches(board, word, option)]
    return found


def completed(decision: Pick, preferred: Sequence[str], number: int) -> list[str]:
    """So many of the preferred, and where they do not suffice the question's own order."""
    rest = [*decision.default, *decision.options]
    everything = list(dict.fromkeys([*preferred, *rest]))
    return everything[:number]


def interceptors(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first rule that applies says with whom (7.2); None where no rule applies."""
    assert isinstance(decision, Pick)  # noqa: S101 - the rule asks it so
    for part in section:
        at = part.get("at", "any")
        if at != "any" and look.here not in [look.hex(place) for place in at]:
            continue
        able = list(decision.options)
        wanted = part.get("with", "all")
        ships = able if wanted == "all" else ranked(look.state.board, wanted, able)
        if len(ships) >= int(part.get("least", 1)) and not unmet(look, part.get("if", ())):
            return ships
    return None


def losses(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Answers which counters are lost first: the list for this kind of loss, else the list for any."""
    assert isinstance(decision, Pick)  # noqa: S101
    words = section.get(decision.topic.partition("/")[2], section.get("any"))
    if words is None:
        return None
    return completed(decision, ranked(look.state.board, words, list(decision.options)), decision.least)


def prey(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which enemy counters to take first."""
    assert isinstance(decision, Pick)  # noqa: S101
    return completed(decision, ranked(look.state.board, section, list(decision.options)), decision.least)


def order_of_battles(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The combats named, first to last, then the others (9.0)."""
    assert isinstance(decision, Pick)  # noqa: S101
    return completed(decision, ranked(look.state.board, section, list(decision.options)), decision.least)


def engagement(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which land guns, fire ships and supplies join a naval combat (9.1(1))."""
    chosen: list[str] = []
    for word in ("guns", "fire_ships", "supplies"):
        wanted = section.get(word, "all" if word == "guns" else "none")
        offered = list(decision.facts.get(word, ()))
        if wanted != "none":
            chosen += offered if wanted == "all" else ranked(look.state.board, wanted, offered)
    return chosen


def leader_dice(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Deals a leader's dice one each to the ships named, in turn, until none is left (9.1(2))."""
    for part in section:
        if part["leader"] == decision.facts["leader"]:
            ships = ranked(look.state.board, part["ships"], list(decision.facts["ships"]))
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


def one_of(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first place named that is open: retreats, entries, victory dice."""
    assert isinstance(decision, Choose)  # noqa: S101
    return next(iter(ranked(look.state.board, section, list(decision.options))), None)


def bombardment(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Answers where bomb ships fight alone (11.1)."""
    assert isinstance(decision, Pick)  # noqa: S101
    if section in ("all", "none"):
        return list(decision.options) if section == "all" else []
    return ranked(look.state.board, section, list(decision.options))
