"""Sections of this title's doctrine in words, as their owner reads them back."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.orders.echo import Part, names
from pbem.adjudicator.reports.phrases import listed


def leader_dice(section: Iterable[Part]) -> str:
    """Each leader's dice (9.1); leaders whose dice go to the same ships are named together."""
    who: dict[str, list[str]] = {}
    for part in section:
        who.setdefault(names(part["ships"]), []).append(f"{str(part['leader']).title()}'s")
    return "; ".join(f"{listed(leaders)} go to {ships}" for ships, leaders in who.items())


def spending(section: Part) -> str:
    """When deceptions are spent (11.2)."""
    wanted = [words for key, words in (("enemy_hits", "enemy hits"), ("own_misses", "own misses")) if section.get(key)]
    keep = f", keeping {section['keep']}" if section.get("keep") else ""
    return f"spent on {' and on '.join(wanted)}{keep}" if wanted else "none spent"
