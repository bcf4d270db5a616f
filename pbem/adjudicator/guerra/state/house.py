"""The choices of a charter: readings on which tables differ, pace and secrecy. Each has its default first."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from pbem.adjudicator.guerra.state.state import State


def switch(rule: str, reading: str, default: str, *others: str) -> Mapping[str, Any]:
    """One choice: its default first."""
    return MappingProxyType({"default": default, "choices": (default, *others), "rule": rule, "reading": reading})


#: The figures that were moved (data/even.yaml), and those of the other files as they are.
EVEN, FIRST = "even", "first"
#: name -> default, choices, rule, reading: what the charter of a game of this title may settle.
HOUSE_RULES: Mapping[str, Mapping[str, Any]] = MappingProxyType({
    "figures": switch("11.1", "which of the figures that are ours: those moved so that the sides come out nearer to"
                      " even, or those first reconstructed", EVEN, FIRST),
    "pace": switch("3.1", "how many letters a turn has: two a seat; for the Patriot council and operations in one;"
                   " or uprisings apart from the muster", "normal", "quick", "slow"),
    "musters": switch("4.7", "whether both musters are written unseen, or the second seat sees the first", "sealed",
                      "in_turn"),
    "purses": switch("4.1", "whether everybody sees every purse", "open", "sealed"),
    "setup": switch("2.0", "whether both set-ups are the data's, the Patriot sees the Royalist's, or both are sealed",
                    "historical", "in_turn", "sealed"),
    "markers": switch("5.1.1", "whether forces may lie under army markers, or all lies open", "printed", "none"),
    "markers_dice": switch("3.3", "whether the dice of a force under a marker are its owner's or everybody's",
                           "own_lane", "public"),
    "leader_rating": switch("3.3", "whether a leader's rating is added to the operation points or to the die",
                            "points", "die"),
    "attrition": switch("5.3", "whether stacks that stood still in hostile ground roll too", "standing_too",
                        "movers_only"),
    "interceptors": switch("3.5", "whether one force in the area may try to intercept, or each", "one", "each"),
    "retreat_into_fortress": switch("6.1", "whether a beaten force may fall back into its own fortress in the area",
                                    "true", "false"),
    "blockade_needs_ships": switch("6.6", "whether a blockade needs a ship of the besieger in the sea area", "true",
                                   "false"),
    "blockade_op": switch("6.6", "whether points spent on the siege this turn count for a blockade", "all_counted",
                          "four_more"),
    "island_forts": switch("6.2", "whether San Juan and Santo Domingo stand sieges, or are cities", "fortress", "city"),
    "empty_areas": switch("1.1.1", "whose an empty area is", "nobody", "last_holder"),
    "carry_over": switch("3.1", "whether unspent Resource Points are kept", "all", "none"),
    "spanish_rebuilt": switch("4.6", "whether lost Spanish units can be bought again", "false", "true"),
    "patriot_arrivals": switch("4.10", "whether Patriot reinforcements without a place of their own come free, or join"
                               " the pool", "free", "pool"),
    "arrivals_met_by": switch("4.8", "which enemy ships meet arrivals: those on station, or those in ports on that sea",
                              "station", "ports"),
    "guerrillas": switch("10.1", "whether guerrillas may march", "march", "stay"),
    "liberals_1820": switch("10.2", "whether the Liberals rule as End of Empire begins", "rolled", "in_power"),
    "neutral_ground": switch("5.0", "whether Royalists may enter neutral ground", "directed", "free"),
    "mixed_stacks": switch("5.1.2", "whether a stack of several nations acts nation by nation, or with its leader",
                           "own_step", "with_leader"),
    "campaign_begins": switch("3.1", "whether the campaign opens with Patriot operations or with uprisings",
                              "operations", "uprisings"),
    "between_lines": switch("11.1", "who has won where no line of 11.1 is met: the Patriot, if the Royalist holds less"
                            " than a stalemate asks, or nobody", "patriot", "stalemate"),
    "belgrano_1815": switch("12.2", "whether Belgrano is in the game that opens in 1815", "out", "in"),
})  # fmt: skip


def choice(state: State, name: str) -> str:
    """The charter's choice, or the default."""
    return choice_of(state.house, name)


def choice_of(house: Mapping[str, str], name: str) -> str:
    """A choice among those that a charter names, or the default."""
    return house.get(name, str(HOUSE_RULES[name]["default"]))


def is_so(state: State, name: str) -> bool:
    """Tells if a choice of true or false is true."""
    return choice(state, name) == "true"
