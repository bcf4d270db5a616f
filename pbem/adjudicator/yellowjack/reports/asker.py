"""Puts the questions of this game into a letter: those that ask for a part of an order file."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.reports.open_questions import Asker, Ways
from pbem.adjudicator.yellowjack.view.picture import Picture


def asker(seen: Picture) -> Asker:
    """Returns this game's way to put questions."""
    return Asker(choices)


#: What answers a question that asks for one entry of a section: topic -> the words that it takes.
TAKES = {
    "stance": "`do: seek`, `accept` or `avoid`, and perhaps `prefer` with a list of markers: {do: avoid}",
    "battle": "`intensity: 1` to `3`, `line` with Squadrons, `break: yes`, `no` or `usual`, `join: yes` or `no`, "
              "as far as you wish: {intensity: 2, break: usual}",
    "escalade": "`do: storm` or `wait`, and perhaps `units` with those who storm: {do: storm}",
}  # fmt: skip


def choices(legal: Mapping[str, Any]) -> Ways | None:
    """Returns the words that explain an answer that is an entry, or a whole section, of an order file."""
    if "form" in legal:
        section = str(legal["form"]).partition("/")[0]
        if section in TAKES:
            return f"Answer with {TAKES[section]}. An empty {{}} leaves it to the rule.", []
        return f"Answer with the section '{section}' of an order file, as the guide has it.", []
    return None
