"""Lists of the order desk: those that data make of words, of the board and of other lists; what may be asked about."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from pbem.adjudicator.orders.desk_form import Desk, Offer
from pbem.adjudicator.titles import GAMES, load_game

DATA = """\
acts: []
open: []
step: [mile, miles]
figures: []
lists:
  ports: [{of: ports, label: "{it.name} {id}", note: "value {it.value}", at: "{it.at}"}]
  goals: [{words: {any: any port}}, ports, ships]
"""


def test_the_data_make_lists_of_words_of_the_board_and_of_other_lists(tmp_path: Path) -> None:
    (tmp_path / "desk.yaml").write_text(DATA)
    board = SimpleNamespace(ports={"goa": SimpleNamespace(name="Goa", value=3, at="B2")})
    ship, goa = Offer("pinnace"), Offer("goa", "Goa goa", "value 3", "B2")
    found = Desk.of(tmp_path / "desk.yaml").offers(board, {"ships": [ship]})
    assert found == {"ships": [ship], "ports": [goa], "goals": [Offer("any", "any port"), goa, ship]}


@pytest.mark.parametrize("name", GAMES)
def test_whatever_the_desk_offers_to_be_asked_about_the_check_accepts(name: str) -> None:
    game = load_game(name)
    match = game.begin(next(iter(game.scenarios)), {}, None)
    phase = match.phase()
    assert phase is not None
    seat = phase.active[0]
    view = match.view(seat)
    offered = [value for value, *_ in game.desk(game.reading(view), {})["offers"]["sections"]]
    text = f"pbem: orders/1\nseat: {seat}\nphase: {phase.id}\nask: [{', '.join(offered)}]\n"
    faults = game.check_file(view, {"seat": seat, "phase": phase.id}, text.encode(), "orders.yaml").faults
    assert offered
    assert [fault.message for fault in faults] == []
