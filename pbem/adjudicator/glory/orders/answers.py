"""Answers of single rules from doctrine: which entry of a section holds, and what it says to the question.

Each section is a preference. `if` is judged here, with the seat's own eyes; a section that has nothing to say to a
question answers None, and the next source is tried. Names are ids by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.order_parts import NO, YES
from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.glory.orders.conditions import unmet
from pbem.adjudicator.glory.rules.manners import by_manner
from pbem.adjudicator.glory.view.look import Look, spot
from pbem.adjudicator.orders.order_answers import worded

Entry = Mapping[str, Any]
Section = Any
Answer = Callable[[Decision, Section, Look], Plain | None]
#: Words that order ships by their guns.
WEAKEST, STRONGEST = "weakest", "strongest"
#: The manner of a battle entry that names none.
USUAL = "wary"


def bare(entry: Entry, *names: str) -> Plain:
    """An entry as a rule reads it: without its condition, and without some of its words."""
    return worded({name: value for name, value in entry.items() if name not in ("if", *names)})


def holding(section: Iterable[Entry], look: Look) -> Iterator[Entry]:
    """The entries whose conditions hold now."""
    return (entry for entry in section if not unmet(look, entry.get("if", ())))


def first(section: Iterable[Entry], look: Look, word: str) -> Any:
    """Gives the value of this word in the first entry that holds and has it; None if none has."""
    return next((entry[word] for entry in holding(section, look) if word in entry), None)


def options_of(decision: Decision) -> list[str]:
    """The words that may be answered."""
    return [str(word) for word in decision.options] if isinstance(decision, Choose | Pick) else []


def one_of(decision: Decision, words: Any) -> Plain | None:
    """The first of some words that may be answered."""
    given = words if isinstance(words, list) else [words]
    return next((str(word) for word in given if str(word) in options_of(decision)), None)


def whole(decision: Decision, section: Section, look: Look) -> Plain | None:
    """A section as it stands."""
    return bare(section)


# -------------------------------------------------------------------------------------------- weather and losses


def by_guns(look: Look, names: Iterable[str], *, most: bool) -> list[str]:
    """Ships by their attack, the least first or the most."""
    ships = look.board.ships
    return sorted(names, key=lambda name: ((-1 if most else 1) * (ships[name].attack if name in ships else 0), name))


def ranked(decision: Decision, wanted: Any, look: Look) -> list[str]:
    """The ships that may be picked, in the order that a word or a list of names wants."""
    options = options_of(decision)
    if wanted in (WEAKEST, STRONGEST):
        return by_guns(look, options, most=wanted == STRONGEST)
    named = [str(name) for name in wanted if str(name) in options]
    return list(dict.fromkeys([*named, *by_guns(look, options, most=False)]))


def ships_lost(word: str) -> Answer:
    """Which ships are lost or leave, by the word of the section that says so."""

    def answer(decision: Decision, section: Section, look: Look) -> Plain | None:
        wanted = section.get(word)
        assert isinstance(decision, Pick)  # noqa: S101 - the rules ask it so
        return None if wanted is None or wanted == WEAKEST else ranked(decision, wanted, look)[: decision.most]

    return answer


def one_word(word: str) -> Answer:
    """One of the question's options, as a mapping says under this word."""
    return lambda decision, section, look: one_of(decision, section.get(word, ()))


def returns(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Names the place where a frigate, an admiral or a reinforcement comes in (5.3, 8.1, 24.1.2)."""
    return one_of(decision, section.get(f"{decision.topic.partition('/')[2]}s", ()))


# -------------------------------------------------------------------------------------------- lists of entries


def said(word: str) -> Answer:
    """Answers with the value of this word in the first entry that holds, if it is an option."""

    def answer(decision: Decision, section: Section, look: Look) -> Plain | None:
        found = first(section, look, word)
        return None if found is None else one_of(decision, worded(found))

    return answer


def relocate(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Which damaged ships go into a port after weather (6.9.3)."""
    block, port = look.told("block"), look.told("port")
    hurt = look.count(look.ships(block), "damaged")
    mine = [entry for entry in section if entry["from"] == (spot(look.block(block)).partition("/")[0] or port)
            or entry["from"] == port]  # fmt: skip
    found = [entry for entry in holding(mine, look) if hurt >= int(entry.get("when_at_least", 0))]
    return [bare(entry, "from", "when_at_least") for entry in found] if mine else None


def transfers(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Ships that go between Plymouth and Portsmouth (9.7)."""
    return [bare(entry) for entry in holding(section, look)]


def raid(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Decides if a fleet raids or invades, and if a rumour pretends to (22)."""
    if look.told("block").startswith("fog-"):
        return one_of(decision, first(section, look, "decoys") or ())
    here = look.here().partition("/")[0]
    mine = [entry for entry in section if "attempt" in entry and entry.get("place", here).partition("/")[0] == here]
    found = [entry["attempt"] for entry in holding(mine, look)]
    return one_of(decision, found[0]) if found else (one_of(decision, "none") if mine else None)


def release(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Decides if a fleet is marked At Sea after a battle (20.6.2)."""
    found = first(section, look, "release")
    if found is None:
        return None
    return str(YES if found == "all" or (isinstance(found, list) and look.told("block") in found) else NO)


def wish(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Wishes a halt if one of the owner's conditions for it holds."""
    return str(YES if any(True for _ in holding(section, look)) else NO)


# -------------------------------------------------------------------------------------------- battle


def battle_entry(section: Sequence[Entry], look: Look) -> Entry | None:
    """The first entry that holds."""
    return next(holding(section, look), None)


def in_battle(word: str) -> Answer:
    """Answers one question of a battle from the first entry that holds, else from its manner."""

    def answer(decision: Decision, section: Section, look: Look) -> Plain | None:
        entry = battle_entry(section, look)
        if entry is None:
            return None
        told = one_of(decision, worded(entry[word])) if word in entry else None
        return told if told is not None else manner(decision, entry)

    return answer


def manner(decision: Decision, entry: Entry) -> Plain | None:
    """Gives the answer of an entry's manner, if it is an option."""
    meant = by_manner(str(entry.get("manner", USUAL)), decision.topic.partition("/")[0], decision.facts)
    options = options_of(decision)
    return meant if not options or isinstance(meant, list | dict) or str(meant) in options else None


def rounds_of(entry: Entry, look: Look) -> Iterator[Entry]:
    """The rounds of an entry that are meant now: of this number, or from it on, and whose conditions hold."""
    now = look.number("round")
    for each in holding(entry.get("rounds", ()), look):
        if int(each.get("round", now)) == now and int(each.get("from", now)) <= now:
            yield each


def signals(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The tactic and the sail for the next round (17.6).

    A tactic of the side that one did not get is passed over, and the manner fills it.
    """
    entry = battle_entry(section, look)
    if entry is None:
        return None
    usual = manner(decision, entry) or {}
    lawful = decision.legal()
    fits = [each for each in rounds_of(entry, look) if "tactic" not in each or fits_gauge(str(each["tactic"]), look)]
    chosen = fits[0] if fits else {}
    words = {word: str(chosen[word]) for word in ("tactic", "sail") if word in chosen}
    return {**usual, **{word: told for word, told in words.items() if told in lawful.get(word, (told,))}}


#: Tactics that only one side has (17.6); the others belong to both.
WINDWARD = ("engage-more-closely", "cut-the-line", "general-chase", "admirals-wake")
LEEWARD = ("close-the-line", "tack-together", "general-withdrawal")


def fits_gauge(tactic: str, look: Look) -> bool:
    """Tells if a tactic belongs to the side that has the gauge, or that has not."""
    side = look.told("gauge")
    return not (tactic in WINDWARD and side == "leeward") and not (tactic in LEEWARD and side == "windward")


def full_sail_die(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Decides on the optional die against a fleet under full sail (17.7)."""
    entry = battle_entry(section, look)
    if entry is None:
        return None
    told = next((each["full_sail_die"] for each in rounds_of(entry, look) if "full_sail_die" in each), None)
    return worded(told) if told is not None else manner(decision, entry)


def damage(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Directs the points of fire (18.3): by a policy, or at ships in order."""
    entry = battle_entry(section, look)
    if entry is None:
        return None
    return worded(entry["damage"]) if "damage" in entry else manner(decision, entry)


def way_out(word: str) -> Answer:
    """Ends a battle once the conditions under this word hold (18.4), else as the manner does."""

    def answer(decision: Decision, section: Section, look: Look) -> Plain | None:
        entry = battle_entry(section, look)
        if entry is None:
            return None
        return manner(decision, entry) if word not in entry else str(NO if unmet(look, entry[word]) else YES)

    return answer
