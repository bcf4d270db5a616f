"""The choices of a charter: the optional rules 29 to 34, and readings on which tables differ.

`data/numbers.yaml` has the choices and their defaults; this module has the meaning of each choice
to players, and the functions by which the rules ask for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from pbem.adjudicator.board.texts import texts_of

if TYPE_CHECKING:
    from pbem.adjudicator.lions.state.state import State

FILE = Path(__file__).parent.parent / "data" / "numbers.yaml"
ON = "on"
POTENTATES, ALLIANCES, BOARDING = "potentates", "alliances", "boarding"
LEADER_LOSSES, SCURVY, PRIZE_SHIPS = "leader_losses", "scurvy", "prize_ships"

READINGS = {
    POTENTATES: "potentates keep garrisons, and leaders may trade in their ports for a yearly favour",
    ALLIANCES: "players may declare themselves allies for the rest of a turn",
    BOARDING: "the side with the wind gauge may board instead of firing broadsides",
    LEADER_LOSSES: "a leader may fall when his ship is damaged, and is then out of the game",
    SCURVY: "forces that stay away from every port for more than one operation of a turn may fall sick",
    PRIZE_SHIPS: "captured ships sail with their captor, and bring pounds or a ship in a home port of his",
    "first_turn_initiative": "who begins the first turn: by dice, or by treasure ports as in all the others",
    "first_sudden_death_turn": "the first turn at whose end a special victory is looked for",
    "two_player_treasure_ports": "how many treasure ports win for the Netherlands when two play",
    "two_player_listed_ports": "how many listed ports win for England when two play",
    "spain_wins": "whether Spain's own victory goes before the tally, or counts only where the tally has no winner",
    "spain_home_ports": "whether Spain keeps a home port until it is denied, or only while nobody disputes it",
    "turns": "how many turns the game lasts, unless somebody wins before",
    "prize_money": "when prize money reaches the treasury: as soon as the battle is won, or in the Revenue Phase",
    "neutral_ports": "whether a home port of a power that nobody plays is controlled, and pays, like any other",
    "watch": "after how many operations of each power the rotation stops for letters; 0: one letter for the year",
    "bids": "blind bids that are opened together, or the most one would pay: the winner pays one more than the second",
    "fleets_attack": "whether a fleet that sails into an enemy fleet may let it be, or must attack it",
    "fleets_broken_off": "whether a fleet that breaks off as a whole stays one, or its ships sail alone from then on",
}


def house_rules() -> dict[str, dict[str, Any]]:
    """Returns each choice with its default, its choices, its rule and its meaning, in the data's order."""
    return {
        entry["id"]: {
            "default": entry["default"], "choices": tuple(entry["choices"]), "rule": entry["rule"],
            "reading": READINGS[entry["id"]],
        }
        for entry in texts_of(FILE)["switches"]
    }  # fmt: skip


#: name -> default, choices, rule, reading: what the charter of a game of this title may settle.
HOUSE_RULES: Mapping[str, Mapping[str, Any]] = MappingProxyType(house_rules())


def choice(state: State, name: str) -> str:
    """Returns the charter's choice, or the default; an edition may change the shipped default."""
    return state.house.get(name, state.board.switches[name].default)


def is_on(state: State, name: str) -> bool:
    """Tells if an optional rule is in use."""
    return choice(state, name) == ON
