"""Words that the sections share: names, conditions before a sentence, lists."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from pbem.adjudicator.orders.echo import Part
from pbem.adjudicator.yellowjack.orders.conditions import in_words as all_of
from pbem.adjudicator.yellowjack.orders.names import name_of

#: Words for several Formations, as a sentence begins with them.
SCOPES = {"all": "all Formations", "convoys": "Convoys", "escorts": "escorts", "flags": "Flags",
          "detachments": "Detachments", "single": "Squadrons that sail alone"}  # fmt: skip


def title(name: Any) -> str:
    """A place or Leader by name; counters by their ids."""
    return name_of(str(name)) or str(name)


def listed(values: Iterable[Any]) -> str:
    """Some names."""
    return ", ".join(title(value) for value in values)


def who(entry: Part) -> str:
    """The Formation or Formations that an entry speaks of."""
    return SCOPES.get(str(entry["who"]), str(entry["who"]))


def plural(entry: Part) -> bool:
    """Tells if an entry speaks of several."""
    return str(entry["who"]) in SCOPES


def verb(entry: Part, one: str, several: str) -> str:
    """A verb as it goes with the Formation or Formations of an entry."""
    return several if plural(entry) else one


def provided(entry: Part, word: str = "if") -> str:
    """The condition of an entry, with a comma before it."""
    return f", {word} {all_of(entry['if'])}" if entry.get("if") else ""


def holds(given: Sequence[Part]) -> str:
    """Some conditions in words."""
    return all_of(given)


def sentence(words: str) -> str:
    """A sentence; it may begin with an id, which is written small."""
    first = words.partition(" ")[0]
    return f"{words}." if is_id(first) else f"{words[:1].upper()}{words[1:]}."


def is_id(word: str) -> bool:
    """Tells if a word is the id of a counter."""
    return "-" in word or any(letter.isdigit() for letter in word)
