"""The order desk shows every leader of a seat, and a Mercenary Admiral is one (9.13)."""

from __future__ import annotations

from rules.lions.lions_playing import port
from rules.lions.lions_seats import GAME, posed

from pbem.adjudicator.lions.state.state import Berth


def test_9_13_a_mercenary_admiral_stands_on_the_desk_with_the_leaders() -> None:
    match = posed(ships=[{"ship": "england-1st-1", "at": "london"}])
    state, name = match.state, "mercenary-admiral-1"
    state.pool = [marker for marker in state.pool if marker != name]
    state.mercenaries[name] = "england"
    state.leaders |= {name: Berth(port("london"), "england-1st-1"), "blake": Berth(port("london"))}
    desk = GAME.desk(GAME.reading(match.view("england")), {"game": "g", "seat": "england", "phase": "t01.year"})
    assert desk is not None
    shown = {piece[0]: (piece[1], piece[2]) for piece in desk["pieces"]}
    assert shown[name] == ("Mercenary Admiral", port("london"))
    assert shown["blake"] == ("Blake", port("london"))
