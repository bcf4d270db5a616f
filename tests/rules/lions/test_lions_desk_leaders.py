"""The order desk shows every ship and leader of a seat, and a Mercenary Admiral is one (9.13)."""

from __future__ import annotations

import pytest
from rules.lions.lions_playing import port
from rules.lions.lions_seats import GAME, begun, posed

from pbem.adjudicator.lions.rules.ch03_setup import muster
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


@pytest.mark.parametrize("seat", GAME.seats_of("four-players"))
def test_3_2_before_the_set_up_the_desk_offers_every_ship_that_will_start_once(seat: str) -> None:
    match = begun("four-players")
    offered = GAME.desk(GAME.reading(match.view(seat)), {})["offers"]["ships"]
    assert sorted(each[0] for each in offered) == sorted(muster(match.state.board, seat, {}).ships)
