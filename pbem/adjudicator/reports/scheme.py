"""Draws a text map as a fixed scheme whose named slots are filled from a view.

A scheme is lines of letters. A slot begins with an opening brace and the code of its place; dots fill it to its width,
and a closing brace ends it: `{cmx.......}` has room for eleven letters. All else is printed as it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from pbem.base.patterns import pattern

SLOT = pattern(r"\{([a-z0-9]+)\.*\}")


def slots(scheme: str) -> list[str]:
    """The codes of all slots, in their order."""
    return SLOT.findall(scheme)


def room(scheme: str) -> dict[str, int]:
    """The number of letters that each slot has room for."""
    return {found[1]: len(found[0]) for found in SLOT.finditer(scheme)}


def filled(scheme: str, words: Mapping[str, str]) -> Iterator[str]:
    """The lines with every slot filled; what is too long is cut, and a place without words stays empty."""
    for line in scheme.splitlines():
        yield SLOT.sub(lambda found: words.get(found[1], "")[: len(found[0])].ljust(len(found[0])), line).rstrip()
