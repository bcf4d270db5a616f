"""Sections that plan a step of a phase and belong to one file: topic -> how the section is read."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.engine.table import Decision, Plain
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.replies.common import Answer, Section, holding_entries, options_of


def discard(decision: Decision, section: Section, look: Lookout) -> Plain | None:
    """The Orders that may be discarded, of those that are named."""
    may = options_of(decision)
    return [str(name) for name in section if str(name) in may]


LISTS = ("states", "refit", "form", "post", "stores", "assemble", "enter", "escort", "transfer",
         "withdraw_french", "convert", "privateers", "marines")
PLANNERS: Mapping[str, Answer] = {**dict.fromkeys(LISTS, holding_entries), "discard": discard}
