"""The choices of a charter: how often a turn may halt, how battles are asked, and readings on which tables differ.

`data/numbers.yaml` is the board's; this module has each choice with its default, its rule and its meaning to players.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.adjudicator.glory.state.state import State

ON, OFF = "on", "off"


def switch(rule: str, reading: str, default: str, *others: str) -> Mapping[str, Any]:
    """One choice: its default first."""
    return MappingProxyType({"default": default, "choices": (default, *others), "rule": rule, "reading": reading})


#: name -> default, choices, rule, reading: what the charter of a game of this title may settle.
HOUSE_RULES: Mapping[str, Mapping[str, Any]] = MappingProxyType({
    "halts": switch("6.0", "how often a turn may stop for fresh orders: once for each seat, once in all, never, or"
                    " always at the first Initiative Chit", "each", "one", "none", "initiative"),
    "battles": switch("17.0", "whether battles are fought from the plans in the order files, or stop for a letter"
                      " before the battle, or before each round", "plan", "letter", "rounds"),
    "battle_from": switch("17.2", "the ships of both sides, by the lower ends of their ranges, from which a battle may"
                          " stop for a letter", "20", "10", "30", "40"),
    "open_objectives": switch("21.3", "whether the value of an objective is shown when it is scored", OFF, ON),
    "port_blocks": switch("11.2", "whether blocks in a port with a display box are hidden from the enemy", "hidden",
                          "shown"),
    "raid_marker": switch("22.2", "whether a place with a face-down raid marker may be raided again", "each",
                          "blocked"),
    "equal_split": switch("7.6", "which part the senior admiral goes with when both are equal", "any",
                          "senior_first"),
    "rumours_masts": switch("13.5", "whether rumours stay on the map when masts are counted where they lie", "none",
                            "removed"),
    "lying_to": switch("9.3", "whether an Allied fleet that cannot reach its destination may lie still", "may",
                       "must_close"),
    "closest": switch("10.3.1", "whether a block that lies on its face is seen to do so", "shown", "hidden"),
    "blockade": switch("13.3", "whether each fleet before a port must leave enough ships by itself, or all together",
                       "each", "together"),
    "american_war": switch("5.10", "whether one step from Strained is war at once, or on a die of 4 to 6", "at_once",
                           "by_die"),
})  # fmt: skip


def choice(state: State, name: str) -> str:
    """The charter's choice, or the default."""
    return state.house.get(name, str(HOUSE_RULES[name]["default"]))


def is_on(state: State, name: str) -> bool:
    """Tells if an optional rule is in use."""
    return choice(state, name) == ON
