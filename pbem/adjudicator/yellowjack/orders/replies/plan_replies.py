"""Plans as answers: entries of a file, and of standing orders, made into one plan for each Formation that has none."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.yellowjack.orders.conditions import unmet
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.replies.common import FITS_NOT, Entry, bare, narrowness

#: Lists of conditions that stay as they are: rules have them judged when their time comes.
CONDITIONS = ("if", "until", "hold_until", "sortie")


def standing_plans(decision: Decision, section: Any, look: Lookout) -> Plain | None:
    """Nothing: the source of plans answers for all sections at once."""
    return None


def as_plan(entry: Entry, who: str, mark: str) -> dict[str, Plain]:
    """A plan of one Formation as rules read it, with the mark by which it is known."""
    said = bare(entry, "who", "then", "retire", "sortie")
    said |= {"who": who, "mark": mark, "then": [step_said(step) for step in entry.get("then", ())]}
    if "retire" in entry:
        said["retire"] = [{"if": list(each["if"]), "to": str(each["to"])} for each in entry["retire"]]
    return said | ({"sortie": list(entry["sortie"])} if "sortie" in entry else {})


def step_said(step: Entry) -> dict[str, Plain]:
    """A step as rules read it; its conditions are kept for their time."""
    return {word: list(value) if word in CONDITIONS else bare({word: value})[word] for word, value in step.items()}


def planned(section: Iterable[Entry], look: Lookout) -> Iterator[tuple[int, str, Entry]]:
    """The entries of a section with the Formation that each is for, and where it stands.

    A Formation gets the narrowest entry that speaks of it and holds; of several as narrow the first.
    """
    entries = list(enumerate(section))
    for formation in look.own:
        about = look.about(who=formation)
        fits = [(narrowness(str(entry["who"]), formation, look), number) for number, entry in entries]
        for width, number in sorted(fits):
            if width < FITS_NOT and not unmet(about, entries[number][1].get("if", ())):
                yield number, formation, entries[number][1]
                break


def mark_of(look: Lookout, formation: str) -> str:
    """The mark of the plan that a Formation has; empty where it has none."""
    return str(look.plan_of(formation).get("mark", ""))
