"""The council's sections as answers: conditions judged, purses beside their purchases, points in halves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.guerra.orders.answers import bare, holding
from pbem.adjudicator.guerra.orders.conditions import unmet
from pbem.adjudicator.guerra.orders.stacks import as_formed
from pbem.adjudicator.guerra.state.terms import ROYALIST
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.orders.order_answers import worded

Entry = Mapping[str, Any]
PURSE = "purse_at_least"


def uprisings(decision: Decision, section: Iterable[Entry], look: Look) -> Plain:
    """The areas to raise: those whose conditions hold, or what stands in their stead."""
    found: list[Plain] = []
    for entry in section:
        if not unmet(look, entry.get("if", ())):
            found.append(bare(entry, "else"))
        elif "else" in entry and not unmet(look, entry["else"].get("if", ())):
            found.append(bare(entry["else"]))
    return found


def muster(decision: Decision, section: Entry, look: Look) -> Plain:
    """The whole muster as its rule reads it."""
    said: dict[str, Plain] = {}
    for word in ("upgrade", "leaders"):
        said[word] = [bare(entry) for entry in holding(section.get(word, ()), look)]
    for word in ("build", "replenish"):
        said[word] = list(purchases(section.get(word, ()), look))
    said["arrive"] = [arrival(entry) for entry in holding(section.get("arrive", ()), look)]
    masses = section.get("masses")
    if masses and not unmet(look, masses.get("if", ())):
        said["masses"] = bare(masses)
    said["guerrilla"] = worded(section.get("guerrilla", {}))
    said["forces"] = [as_formed(entry) for entry in holding(section.get("forces", ()), look)]
    said["keep"] = kept(section.get("keep", {}), look.seat)
    return {word: part for word, part in said.items() if part}


def purchases(section: Any, look: Look) -> Iterator[Plain]:
    """Purchases in order with their purse; what the purse must hold goes along, and is judged when they are due."""
    by_purse = section if isinstance(section, Mapping) else {"": section}
    for purse, entries in by_purse.items():
        for entry in entries:
            now, later = parted(entry.get("if", ()), str(purse))
            if not unmet(look, now):
                said = dict(bare(entry)) | ({"purse": str(purse)} if purse else {})
                yield said | ({PURSE: str(max(later))} if later else {})


def parted(conditions: Iterable[Entry], purse: str) -> tuple[list[Entry], list[int]]:
    """Conditions to be judged now, and what the purse that pays must hold later."""
    now, later = list[Entry](), list[int]()
    for condition in conditions:
        wanted = condition.get(PURSE)
        rest = {word: value for word, value in condition.items() if word != PURSE}
        if isinstance(wanted, Mapping) and str(wanted["nation"]) == purse:
            later.append(int(wanted["rp"]))
        elif wanted is not None and not isinstance(wanted, Mapping):
            later.append(int(wanted))
        else:
            rest = dict(condition)
        now += [rest] if rest else []
    return now, later


def arrival(entry: Entry) -> Plain:
    """Some that land together; ports that are only named become places."""
    said = dict(bare(entry))
    if "or" in entry:
        said["or"] = [worded(spot) if isinstance(spot, Mapping) else {"port": str(spot)} for spot in entry["or"]]
    return said


def kept(keep: Any, seat: str) -> dict[str, Plain]:
    """The points that stay in each purse, in halves."""
    by_purse = keep if isinstance(keep, Mapping) else {ROYALIST: keep}
    return {str(purse): halves(str(points)) for purse, points in by_purse.items()}


def halves(points: str) -> str:
    """Points as orders write them, in half points."""
    whole, _, half = points.partition(".")
    return str(2 * int(whole) + (1 if half == "5" else 0))


def collect(decision: Decision, section: Entry, look: Look) -> Plain | None:
    """The purse that an area fills, if the muster says so for this area."""
    area = str(decision.facts.get("area", ""))
    return next((str(entry["for"]) for entry in section.get("collect", ()) if str(entry["area"]) == area), None)


def convoy(decision: Decision, section: Entry, look: Look) -> Plain | None:
    """Nothing: what a convoy does stands with the convoy; without it the default holds."""
    return None


def mina(decision: Decision, section: Any, look: Look) -> Plain | None:
    """The coast that the section names."""
    return str(section)


#: What answers each question of the council.
ANSWERS: Mapping[str, Callable[[Decision, Any, Look], Plain | None]] = {
    "uprisings": uprisings, "muster": muster, "collect": collect, "convoy": convoy, "mina": mina,
}  # fmt: skip
