"""The common part of all answers: whose entry fits, which conditions hold, and how values are written for a rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.order_parts import NO, YES
from pbem.adjudicator.engine.table import Choose, Decision, Pick, Plain
from pbem.adjudicator.yellowjack.orders.conditions import unmet
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import ALL, CONVOYS, DETACHMENTS, ESCORTS, FLAGS, SINGLE
from pbem.adjudicator.yellowjack.state.words import CONVOY, DETACHMENT, FLAG, INDEPENDENT

Entry = Mapping[str, Any]
Section = Any
Answer = Callable[[Decision, Section, Lookout], Plain | None]
#: Words for kinds of Formations -> the kind.
KINDS = {CONVOYS: CONVOY, FLAGS: FLAG, DETACHMENTS: DETACHMENT, SINGLE: INDEPENDENT}
#: How narrow a scope is: a Formation, a kind, a Command, a Contingent, everybody (R1.13).
FORMATION, KIND, COMMAND, CONTINGENT, EVERYBODY = range(5)
FITS_NOT = EVERYBODY + 1


def worded(value: Any) -> Plain:
    """Typed values of an order file as rules read them: numbers as text, truth as yes and no."""
    if isinstance(value, bool):
        return str(YES) if value else str(NO)
    if isinstance(value, Mapping):
        return {name: worded(item) for name, item in value.items()}
    return [worded(item) for item in value] if isinstance(value, list) else str(value)


def bare(entry: Entry, *names: str) -> dict[str, Plain]:
    """An entry as a rule reads it: without its condition, and without some of its words."""
    return {name: worded(value) for name, value in entry.items() if name not in ("if", *names)}


def holding(section: Iterable[Entry], look: Lookout) -> Iterator[Entry]:
    """The entries whose conditions hold now."""
    return (entry for entry in section if not unmet(look, entry.get("if", ())))


def holding_entries(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """A list of entries as a rule reads it: those whose conditions hold."""
    return [bare(entry) for entry in holding(section, look)] or None


def options_of(decision: Decision) -> list[str]:
    """The words that may be answered."""
    return [str(word) for word in decision.options] if isinstance(decision, Choose | Pick) else []


def one_of(decision: Decision, words: Iterable[Any]) -> Plain | None:
    """The first of some words that may be answered."""
    options = options_of(decision)
    return next((str(word) for word in words if str(word) in options), None)


# -------------------------------------------------------------------------------------------- scopes


def narrowness(scope: str, formation: str, look: Lookout) -> int:
    """The narrowness of a scope that a Formation falls under; more than the widest where it does not."""
    each = look.own.get(formation, {})
    if scope == formation:
        return FORMATION
    if KINDS.get(scope) == each.get("kind", "") or (scope == ESCORTS and is_escort(formation, look)):
        return KIND
    if scope == each.get("command"):
        return COMMAND
    if scope == each.get("contingent"):
        return CONTINGENT
    return EVERYBODY if scope == ALL else FITS_NOT


def is_escort(formation: str, look: Lookout) -> bool:
    """Tells if a Formation sails as one with a Convoy."""
    convoys = [name for name, each in look.own.items() if each.get("kind") == CONVOY]
    return any(look.own[name].get("goes_with") == formation or look.own[formation].get("goes_with") == name
               for name in convoys if formation in look.own and name != formation)  # fmt: skip


def fitting(section: Iterable[Entry], look: Lookout, formation: str) -> Iterator[Entry]:
    """The entries that speak of a Formation and hold: the narrowest first, and of the same narrowness the first."""
    about = look.about(who=formation)
    ranked = [(narrowness(str(entry["who"]), formation, look), entry) for entry in section]
    for _, entry in sorted((pair for pair in ranked if pair[0] < FITS_NOT), key=lambda pair: pair[0]):
        if not unmet(about, entry.get("if", ())):
            yield entry


def first_fitting(section: Iterable[Entry], look: Lookout) -> Entry | None:
    """The entry that counts for the Formation of the question: the first of `formations`, or `who`."""
    return next(fitting(section, look, look.who), None) if look.who else None
