"""Units put in order by the words of a section: a Unit by its id, or a sort of Unit; those not named come last."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.yellowjack.orders.lookout import Lookout

PERSONAGES, MILITIA = "personages", "militia"


def ranked_units(look: Lookout, words: Iterable[object]) -> list[str]:
    """The Units of the question in the order of some words; what no word means comes last, as it stood."""
    given, units = [str(word) for word in words], look.texts("units")
    places = {unit: place(look, unit, given) for unit in units}
    return sorted(units, key=lambda unit: places[unit])


def place(look: Lookout, unit: str, words: list[str]) -> int:
    """The place of a Unit by the first word that means it; its own id goes before a sort."""
    if unit in words:
        return words.index(unit)
    return next((number for number, word in enumerate(words) if is_sort(look, unit, word)), len(words))


def is_sort(look: Lookout, unit: str, word: str) -> bool:
    """Tells if a Unit is of a sort: an icon, or plain where it has none."""
    if unit in look.board.personages:
        return word == PERSONAGES
    counter = look.board.units.get(unit)
    if counter is None:
        return False
    return counter.local if word == MILITIA else word.removesuffix("s") == counter.icon
