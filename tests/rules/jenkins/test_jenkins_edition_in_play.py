"""An edition laid over the game is played on, reported from and checked against, by everybody."""

from __future__ import annotations

from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.jenkins.state.house import board_seen

EDITION = b"""format: pbem-edition/1
game: jenkins
title: A copy with a dear Boyne
changes:
  - {set: english/boyne, figures: {cost: 9}}
"""


def opening(edition: bytes | None) -> dict[str, object]:
    return GAME.begin("campaign", {}, edition).view("english")


def test_3_3_a_view_tells_which_edition_is_played() -> None:
    assert board_seen(opening(None)).counters["boyne"].cost == 8
    assert board_seen(opening(EDITION)).counters["boyne"].cost == 9


def test_3_3_a_check_reckons_with_the_edition() -> None:
    buys = b"pbem: orders/1\nseat: english\nphase: t00.english\nsetup:\n  buy:\n"
    names = [c.id for c in board_seen(opening(None)).side_counters("english") if c.cost == 8][:12]
    lines = "".join(f"    - {{counter: {name}, at: port-royal}}\n" for name in ["boyne", *names[1:2]]).encode()
    head = {"game": "jenkins-000000"}
    for edition, price in ((None, "Boyne (8)"), (EDITION, "Boyne (9)")):
        view = opening(edition)
        checked = GAME.check(view, GAME.read_orders(buys + lines, "orders.yaml"), "orders.yaml")
        assert checked.faults == ()
        assert price in "\n".join(checked.echo)
        assert price.replace("Boyne (", "").rstrip(")") in GAME.order_template(view, head)
