"""Puts the questions of this game into a letter: those that ask for a part of an order file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.reports.open_questions import Asker, Ways
from pbem.adjudicator.yellowjack.view.picture import Picture


def asker(seen: Picture) -> Asker:
    """Returns this game's way to put questions."""
    return Asker(choices)


def choices(legal: Mapping[str, Any]) -> Ways | None:
    """Returns the words that explain an answer that is a whole section of an order file."""
    if "form" in legal:
        section = str(legal["form"]).partition("/")[0]
        return f"Answer with the section '{section}' of an order file, as the guide has it.", []
    return None
