"""House rules agreed on for a game: such as it knows, each set to a choice it offers, the others as it has them."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.adjudicator.game import Game
from pbem.base.errors import BadInput, Fault, Kind


def house_faults(given: Mapping[str, str], game: Game) -> list[Fault]:
    """Rules the game does not know, and choices it does not offer."""
    faults = []
    for name, value in given.items():
        known = game.house_rules.get(name)
        if known is None:
            hint = f"house rules: {', '.join(game.house_rules) or 'none'}"
            faults.append(Fault(f"'{name}' is not a house rule of {game.title}", hint=hint, kind=Kind.UNKNOWN))
        elif value not in known["choices"]:
            hint = f"one of {', '.join(known['choices'])}"
            faults.append(Fault(f"'{value}' is no choice for house rule '{name}'", hint=hint, kind=Kind.UNKNOWN))
    return faults


def house_of(given: Mapping[str, str], game: Game) -> dict[str, str]:
    """Every house rule of the game: as given, else as the game has it."""
    if faults := house_faults(given, game):
        raise BadInput(faults)
    return {**{name: str(known["default"]) for name, known in game.house_rules.items()}, **given}
