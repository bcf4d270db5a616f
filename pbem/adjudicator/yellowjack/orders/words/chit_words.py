"""Orders discarded, received, issued and extended, in words; and the routine."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.yellowjack.orders.names import ANY
from pbem.adjudicator.yellowjack.orders.words.common_words import provided, sentence, title, verb, who


def discarding(section: Sequence[str]) -> Iterator[str]:
    """Orders that go back."""
    if section:
        yield sentence(f"{', '.join(map(title, section))} {'goes' if len(section) == 1 else 'go'} back into the pool")


def receiving(entry: Part) -> str:
    """Orders that are taken."""
    also = f"; besides, if drawn: {names(entry['also'])}" if entry.get("also") else ""
    return sentence(f"of each set the first of these is taken: {names(entry['like'])}{also}{provided(entry)}")


def issuing(entry: Part) -> str:
    """An Order that is given."""
    to = entry["to"] if isinstance(entry["to"], list) else [entry["to"]]
    at = f", aimed at {title(entry['target'])}" if "target" in entry else ""
    name = str(entry["order"])
    what = "the first Order in hand that she may have" if name == ANY else f"{title(name)} ({name})"
    return sentence(f"{what} is given to {' and '.join(map(str, to))}{at}{provided(entry)}")


def extending(entry: Part) -> str:
    """An Order that runs longer, or does not."""
    does = verb(entry, "tries", "try") if entry["do"] else verb(entry, "does not try", "do not try")
    return sentence(f"{who(entry)} {does} to run a Turn longer when the time of the Order is out{provided(entry)}")


def routine(section: Part) -> Iterator[str]:
    """The routine."""
    yield "nobody waits for you in administration" if section.get("admin") else "others wait for you in administration"


SPENDS = {"order": "{} out of the pool in place of a draw", "discard": "giving back {}", "check": "a check that fails",
          "seniority": "putting {} over a senior"}  # fmt: skip


def spending(entry: Part) -> str:
    """A point of Prestige that is spent."""
    what = title(entry.get("order") or entry.get("leader") or "a Leader")
    return sentence(f"you pay 1 Prestige for {SPENDS[str(entry['on'])].format(what)}{provided(entry)}")
