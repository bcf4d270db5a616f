"""Says that players need the printed game, and how many of the figures used here are not its own."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any

from pbem.adjudicator.board.figures import shares
from pbem.adjudicator.titles import load_game

NEEDED = "Each player needs a copy of the printed game."
OURS = (
    "{ours:,} of the {all:,} figures of map, counters and tables ({per_cent} %) are reconstructed, not printed; "
    "'pbem edition new {game}' writes the file in which an owner puts the printed ones."
)
LAID_OVER = "An edition, which the charter names, is laid over the figures of the program."


def printed_game(fields: Mapping[str, Any]) -> str:
    """The sentences for a charter or a draft of one; empty for a title that has no figures."""
    return words(str(fields["rules"]).partition(" ")[0], laid_over="edition" in fields)


@lru_cache(maxsize=16)
def words(game: str, *, laid_over: bool) -> str:
    """The same by the name of the game, and by whether an edition is laid over it."""
    title = load_game(game)
    if "board" not in title.parts:
        return ""
    if laid_over:
        return f"{NEEDED} {LAID_OVER}"
    share = shares(title.board().figures)
    per_cent = (share.reconstructed * 200 + share.total) // (2 * share.total)
    return f"{NEEDED} {OURS.format(ours=share.reconstructed, all=share.total, per_cent=per_cent, game=game)}"
