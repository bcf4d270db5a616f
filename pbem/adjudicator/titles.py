"""The titles by name. A new one is one line here."""

from __future__ import annotations

from importlib import import_module

from pbem.adjudicator.game import Game
from pbem.base.errors import Kind, bad

#: name -> module that exports GAME
GAMES = {
    "jenkins": "pbem.adjudicator.jenkins.game", "lions": "pbem.adjudicator.lions.game",
    "glory": "pbem.adjudicator.glory.game", "guerra": "pbem.adjudicator.guerra.game",
    "yellowjack": "pbem.adjudicator.yellowjack.game",
}  # fmt: skip

#: Titles that are being built: they have a folder and are not offered.
UNDER_WAY: tuple[str, ...] = ()


def load_game(name: str) -> Game:
    """A game by name, or a fault that says which there are."""
    if name not in GAMES:
        raise bad(f"'{name}' is no game", kind=Kind.UNKNOWN, hint=f"one of {', '.join(GAMES)}")
    game = import_module(GAMES[name]).GAME
    assert isinstance(game, Game)  # noqa: S101 - a slip of ours
    return game
