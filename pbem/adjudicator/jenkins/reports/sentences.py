"""Helpers that the sentences of a report ask for; a template has the sentences."""

from __future__ import annotations

from functools import lru_cache

from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES, TURN_TRACK
from pbem.adjudicator.jenkins.rules.ch03_funds import captured_ports
from pbem.adjudicator.jenkins.rules.ch11_special import in_supply
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, codes_of, described, held_by
from pbem.adjudicator.reports.parts import Part, Wording
from pbem.base.counting import grouped
from pbem.base.lettering import TIE


def points(seen: Picture) -> int:
    """The reader's war funds at their next purchases, with what comes in before (3.2); at the set-up nothing does."""
    now = int(seen.known["funds"].get(seen.side, 0))
    if not seen.known["turn"]:
        return now
    income = seen.board.funds.per_turn[seen.side] + sum(port.value for port in captured_ports(seen.state, seen.side))
    return min(now + income, seen.board.funds.maximum)


@lru_cache(maxsize=64)
def seaports(board: Board, holders: tuple[str, ...]) -> Part:
    """Every seaport by who holds it: its name, its code on text maps, its hex, its value, and whose it was before."""
    held = ((nation, port, "" if port.nation == nation else f"was {port.nation.title()}")
            for nation in NATIONS for port in held_by(board, holders, nation))  # fmt: skip
    told = ((nation.title(), (port.name, codes_of(board)[port.id], port.hex, str(port.value), was))
            for nation, port, was in held)  # fmt: skip
    return SAID.for_all("seaports", ports=grouped(told))


SAID = Wording(
    "jenkins/position.txt.j2", sides=SIDES, TURN_TRACK=TURN_TRACK, points=points, storms=listings.storms,
    wrecks=listings.wrecks, pool=listings.pool, in_supply=in_supply, enemy=enemy, captured_ports=captured_ports,
    counter_words=described, TIE=TIE,
)  # fmt: skip
