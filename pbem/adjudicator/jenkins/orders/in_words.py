"""Orders in words: what a section of doctrine or a standing order will do, as its owner reads it back."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.jenkins.orders.answers import DOCTRINE
from pbem.strict_yaml.writing import one_line

Words = Callable[[Any], str]


def names(value: Any) -> str:
    """A list of words, or the word that stands for one."""
    return ", ".join(str(word).replace("_", " ") for word in value) if isinstance(value, list) else str(value)


def conditions(given: Sequence[Mapping[str, Any]]) -> str:
    """Conditions as they were written, without their brackets."""
    parts = [(word, value) for condition in given for word, value in condition.items()]
    return " and ".join(f"{word.replace('_', ' ')} {one_line(value).strip('{}')}" for word, value in parts)


def provided(part: Mapping[str, Any]) -> str:
    """The tail of an order that holds under conditions only."""
    return f", if {conditions(part['if'])}" if part.get("if") else ""


def intercepting(part: Mapping[str, Any]) -> str:
    """One rule of interception (7.2)."""
    at, whom = part.get("at", "any"), part.get("with", "all")
    where = "anywhere" if at == "any" else f"at {names(at)}"
    who = "all that can" if whom == "all" else names(whom)
    least = f", if at least {part['least']} can" if "least" in part else ""
    return f"{where} with {who}{least}{provided(part)}"


def dice_for(part: Mapping[str, Any]) -> str:
    """A leader's dice (9.1)."""
    return f"{part['leader']}'s go to {names(part['ships'])}"


def spending(section: Mapping[str, Any]) -> str:
    """When deceptions are spent (11.2)."""
    wanted = [words for key, words in (("enemy_hits", "enemy hits"), ("own_misses", "own misses")) if section.get(key)]
    keep = f", keeping {section['keep']}" if section.get("keep") else ""
    return f"spent on {' and on '.join(wanted)}{keep}" if wanted else "none spent"


def by_sort(section: Mapping[str, Any]) -> str:
    """A mapping of sorts to names."""
    return "; ".join(f"{sort.replace('_', ' ')}: {names(value)}" for sort, value in section.items())


def each(words: Words) -> Words:
    """The same for a list of parts."""
    return lambda section: "; ".join(words(part) for part in section)


#: section -> how it begins, and the rest in words
SECTIONS: dict[str, tuple[str, Words]] = {
    "intercept": ("interceptions", each(intercepting)),
    "losses": ("lost first", by_sort), "prey": ("taken first", names),
    "battles": ("combats in this order", names), "engage": ("in naval combat", by_sort),
    "leader_dice": ("leader dice", each(dice_for)), "deception": ("deceptions", spending),
    "retreat": ("retreats, first choice first", names), "bombard": ("bombardment", names),
    "enter": ("off the turn track at", names), "victory": ("victory dice in this order", names),
}  # fmt: skip


def doctrine(body: Mapping[str, Any]) -> Iterator[str]:
    """Each section of doctrine in a line."""
    for name in DOCTRINE:
        if name in body:
            head, words = SECTIONS[name]
            yield f"{head}: {words(body[name])}"


def standing(order: Mapping[str, Any]) -> str:
    """A standing order in a sentence: what it will do, while what holds, until when."""
    if "cancel" in order:
        return f"Standing order {order['cancel']} is cancelled."
    until = f"; until {conditions(order['until'])}" if order.get("until") else ""
    once = "; once" if order.get("once") else ""
    return f"Standing order {order['number']}{provided(order)}: {'; '.join(doctrine(order)) or 'nothing'}{until}{once}."


def told(body: Mapping[str, Any]) -> Iterator[str]:
    """Doctrine, standing orders and answers of an order file, read back to its owner."""
    for line in doctrine(body):
        yield f"This phase, {line}."
    for order in body.get("standing", ()):
        yield standing(order)
    for part in body.get("answers", ()):
        yield f"If asked {part['key']}: {one_line(part['answer'])}."
