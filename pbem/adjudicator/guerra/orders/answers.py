"""Answers of single rules from doctrine: which entry of a section holds, and what it says to the question.

Each section is a preference. `if` is judged here, with the seat's own eyes; a section that has nothing to say to a
question answers None, and the next source is tried. Names are ids by now.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.order_parts import NO
from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.guerra.orders.conditions import HALVES, unmet
from pbem.adjudicator.guerra.orders.names import ANY, HAVEN, NEAREST, NONE, STRONGEST, WEAKEST
from pbem.adjudicator.guerra.state.terms import ROYALIST
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.orders.order_answers import worded

Entry = Mapping[str, Any]
Section = Any
Answer = Callable[[Decision, Section, Look], Plain | None]
#: How the answer to pay begins: `pay:colombia`.
PAY = "pay"
FOCUS, SPREAD = "focus", "spread"
GUNS = "guns"


def bare(entry: Entry, *names: str) -> Plain:
    """An entry as a rule reads it: without its condition, and without some of its words."""
    return worded({name: value for name, value in entry.items() if name not in ("if", *names)})


def holding(section: Iterable[Entry], look: Look) -> Iterator[Entry]:
    """The entries whose conditions hold now."""
    return (entry for entry in section if not unmet(look, entry.get("if", ())))


def options_of(decision: Decision) -> list[str]:
    """The words that may be answered."""
    return [str(word) for word in decision.options] if isinstance(decision, Choose | Pick) else []


def one_of(decision: Decision, words: Any) -> Plain | None:
    """The first of some words that may be answered; `any` and `nearest` leave it to the rule's own default."""
    given = [str(word) for word in (words if isinstance(words, list) else [words])]
    for word in given:
        if word in options_of(decision):
            return word
        if word in (ANY, NEAREST):
            return decision.default_answer()
    return None


def whole(decision: Decision, section: Section, look: Look) -> Plain | None:
    """A section as it stands."""
    return worded(section)


def listed(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first of a list of names that may be answered."""
    return one_of(decision, section)


def does(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Does what the first entry says that holds."""
    return next((one_of(decision, entry["do"]) for entry in holding(section, look)), None)


# -------------------------------------------------------------------------------------------- interception


def intercept(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first own force that an entry wants to intercept with; entries that say no end the search (3.5)."""
    for entry in section:
        if "do" in entry and not unmet(look, entry.get("if", ())):
            return str(NO)
        for force in options_of(decision):
            if force != NO and meant(entry, force, look) and not unmet(with_force(look, force), entry.get("if", ())):
                return force
    return None


def with_force(look: Look, force: str) -> Look:
    """The eyes of a force that might intercept, on the force that marches off."""
    return look.about(own_force=force, target=look.told("force"))


def meant(entry: Entry, force: str, look: Look) -> bool:
    """Tells if an entry speaks of a force and of the area it stands in."""
    named, at = str(entry.get("force", ANY)), str(entry.get("at", ANY))
    return "do" not in entry and (named == ANY or look.force_named(named) == force) and at in (ANY, look.area)


# -------------------------------------------------------------------------------------------- losses, attrition


def losses(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The units in the order in which they lose steps, as the words for this cause want (2.6)."""
    words = section.get(look.told("cause"), section.get(ANY))
    if words is None:
        return None
    pieces = [[str(part) for part in each] for each in look.facts.get("units", ())]
    ranked = sorted(pieces, key=lambda piece: [rank(word, piece, look) for word in words])
    named = [piece for word in dict.fromkeys(words) for piece in pieces if piece[0] == word]
    rest = [piece for piece in ranked if piece not in named]
    return [piece[0] for piece in (*named, *rest)]


def rank(word: str, piece: Sequence[str], look: Look) -> int:
    """The rank of a unit by one word, the lowest first; a piece is its id, arm, quality, steps and factor."""
    unit, arm, quality, steps, factor = piece
    counter = look.board.units.get(unit)
    if word in (WEAKEST, STRONGEST):
        each = int(factor) * HALVES // max(1, int(steps))
        return each if word == WEAKEST else -each
    if word == "reduced":
        return 0 if counter is not None and int(steps) < counter.steps else 1
    return 0 if word in (arm, quality) else 1


def attrition(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Pays for the road where its steps or its modifier are enough, and what is kept stays untouched (5.3)."""
    steps, modifier = section.get("pay_if_steps"), section.get("pay_if_modifier")
    wanted = (steps is not None and look.number("steps") >= int(steps)) and (
        modifier is None or look.number("modifier") >= int(modifier)
    )
    if not wanted:
        return str(NO)
    purses = [str(section["purse"])] if "purse" in section else []
    purses += [word.partition(":")[2] for word in options_of(decision) if word.startswith(PAY)]
    price = look.number("price") * HALVES
    good = [name for name in purses
            if have(look, name) - price >= max(kept(section.get("keep", 0), name), look.floors.get(name, 0)) * HALVES]
    return one_of(decision, [f"{PAY}:{name}" for name in good]) or str(NO)


def have(look: Look, purse: str) -> int:
    """The contents of a purse, in half points."""
    return int(look.known["purse"].get(purse, 0))


def kept(keep: Any, purse: str) -> int:
    """The points of a purse that are not to be touched: one figure, or one for each nation."""
    return int(keep.get(purse, 0)) if isinstance(keep, Mapping) else int(keep)


# -------------------------------------------------------------------------------------------- after a fight


def advance(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The units that go into a fortress that fell (6.1.1)."""
    options = options_of(decision)
    chosen: list[str] = []
    for word in section:
        if word == NONE:
            break
        if word == WEAKEST and options:
            chosen.append(min(options, key=lambda unit: (look.board.units[unit].arm != "infantry", look.factor(unit))))
        elif word in options:
            chosen.append(str(word))
    return list(dict.fromkeys(chosen))


def subvert(decision: Decision, section: Section, look: Look) -> Plain | None:
    """The first unit of a list that is to be won over here; any means the one of most factors (10.2.2)."""
    units = [word for word in options_of(decision) if word != NONE]
    for word in map(str, section):
        if word in (NONE, *units):
            return word
        if word == ANY and units:
            return max(units, key=look.factor)
    return None


def leaders(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Sends a leader who has lost the force by the first way of an entry that is open (8.1)."""
    name = look.told("leader") or decision.key.split("/")[1]
    for entry in section:
        if str(entry.get("leader", ANY)) in (ANY, name):
            return one_of(decision, [HAVEN if word == HAVEN else word for word in entry["go"]])
    return None


# -------------------------------------------------------------------------------------------- at sea


def targets(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Aims each ship, and the port's guns: all at the same enemy, or at one after another (7.5.1)."""
    shooters = [str(name) for name in look.facts.get("shooters", ())]
    enemies = [str(name) for name in look.facts.get("enemies", ())]
    words = [str(word) for word in section.get("prefer", ())]
    ranked = sorted(enemies, key=lambda name: [aim(word, name, look) for word in words])
    if not ranked:
        return None
    spread = section.get("how", SPREAD) == SPREAD
    return [{"ship": ship, "target": ranked[number % len(ranked) if spread else 0]}
            for number, ship in enumerate(shooters)]  # fmt: skip


def aim(word: str, ship: str, look: Look) -> int:
    """The rank of an enemy ship by one word, the lowest first."""
    counter, steps = look.board.units[ship], int(look.known["units"].get(ship, {}).get("steps", 1))
    if word == "damaged":
        return 0 if steps < counter.steps else 1
    if word in (WEAKEST, STRONGEST):
        return counter.factor * steps * (1 if word == WEAKEST else -1)
    return 0 if word in (counter.arm, ship) else 1


def prize(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Captures or eliminates a frigate that Cochrane surprises (8.3)."""
    named = [str(name) for name in section.get("which", ())]
    does = str(section.get("do", "capture"))
    options = [word for word in options_of(decision) if word.startswith(f"{does}:")]
    wanted = [f"{does}:{name}" for name in named]
    return one_of(decision, [*(word for word in wanted if word in options), *options])


# -------------------------------------------------------------------------------------------- rebels


def rebels(decision: Decision, section: Section, look: Look) -> Plain | None:
    """Answers for the rebels of El Plata when the other seat attacks them (9.5)."""
    word = decision.topic.partition("/")[2]
    if word not in section:
        return None
    return REBELS_TOO[word](decision, section[word], look)


REBELS_TOO: Mapping[str, Answer] = {"avoid": does, "losses": losses, "retreat": listed}


def purse_of(seat: str) -> str:
    """The purse of a seat that has only one; empty for the Patriot."""
    return ROYALIST if seat == ROYALIST else ""
