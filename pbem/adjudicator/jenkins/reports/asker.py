"""Puts the questions of this game alone into a letter: a leader's dice, moves, purchases."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.reports.open_questions import Asker, Ways


def asker(seen: Picture) -> Asker:
    """Returns this game's way to put questions."""
    return Asker(lambda legal: choices(seen, legal), as_written)


def as_written(answer: Any, legal: Mapping[str, Any]) -> Any:
    """An answer in the form an order file takes: a leader's dice as a list, a ship for each die."""
    if "dice" in legal and isinstance(answer, Mapping):
        return [name for name, number in answer.items() for _ in range(int(number))]
    return answer


def choices(seen: Picture, legal: Mapping[str, Any]) -> Ways | None:
    """Returns the words that explain an answer, and the legal answers."""
    if "dice" in legal:
        return (f"Answer with a list of up to {legal['dice']}, a ship for each die; the same ship may stand twice:",
                list(legal["ships"].items()))
    if "move" in legal:
        return "Send orders, moves and all; these can still move:", [
            (seen.place(hex_id), ", ".join(names)) for hex_id, names in legal["move"].items()]
    if "for_sale" in legal:
        return f"Send orders; {legal['funds']} points are yours to spend, and the force pool is below.", []
    return None
