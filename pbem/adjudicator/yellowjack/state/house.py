"""The choices of a charter: readings on which tables differ, pace and secrecy. Each has its default first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.adjudicator.yellowjack.state.state import State


def switch(rule: str, reading: str, default: str, *others: str) -> Mapping[str, Any]:
    """One choice: its default first."""
    return MappingProxyType({"default": default, "choices": (default, *others), "rule": rule, "reading": reading})


#: name -> default, choices, rule, reading: what the charter of a game of this title may settle.
HOUSE_RULES: Mapping[str, Mapping[str, Any]] = MappingProxyType({
    "tempo": switch("R1.11", "how many letters the operations of a Turn take: one for all, or one an Impulse", "turn",
                    "impulse"),
    "siege_checks": switch("3.45", "how often a siege is checked for losses: each Impulse, or each Turn",
                           "each_impulse", "each_turn"),
    "guardacosta": switch("2.251", "how often the coast guard attacks a British Convoy: in each Space, or once an "
                          "Impulse", "every_space", "once_an_impulse"),
    "corsair_award": switch("2.452", "how often a beaten Corsair earns an Order: once a zone and Quarter, or each time",
                            "zone_once_a_quarter", "each_time"),
    "france_early": switch("2.265", "whether the fall of a Spanish Port may rouse France in any scenario", "yes", "no"),
    "honduras_again": switch("3.233", "whether a Honduran campaign may occur again after a Spanish Win", "no", "yes"),
    "fever_proof": switch("2.584", "what the fever does to Fever Proof Units: nothing, or it disrupts them", "immune",
                          "disrupt"),
    "convoy_credit": switch("2.614", "which Convoys count as Orders: those of trade and stores, or Troop Convoys too",
                            "trade", "all"),
    "neutral_convoys": switch("2.26", "whether French Convoys count as Orders before France is at war", "none",
                              "count"),
    "sorties": switch("3.15", "whether the fleet of Brest may come to the West Indies: by die from 1740 on, or never",
                      "by_die", "none"),
    "named_ships": switch("2.182", "whether a campaign takes the lists of the Years, with what goes home, for its "
                          "packages", "no", "yes"),
    "scattered_inbound": switch("2.623", "whether an outbound Convoy follows an inbound one that was Scattered",
                                "never", "sails"),
})  # fmt: skip


def choice(state: State, name: str) -> str:
    """The charter's choice, or the default."""
    return state.house.get(name, str(HOUSE_RULES[name]["default"]))
