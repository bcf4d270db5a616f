"""Facts for a player before they order: free counters, prices, room, stacks. A template has the texts around them."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.jenkins.board.board import DATA
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, TURN_TRACK
from pbem.adjudicator.jenkins.orders import examples
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, figures
from pbem.adjudicator.orders.written.talking import Talk
from pbem.adjudicator.reports.phrases import count
from pbem.base.counting import grouped

#: Where free counters stand that have no one seaport to stand in (3.1, 11.9).
UNPLACED = {EACH_SEAPORT: "One in each of your seaports of value 2 or more", TURN_TRACK: "On the turn track"}
SAID = said_of(DATA / "talk.yaml")


def by_figures(seen: Picture, names: Iterable[str]) -> dict[str, list[str]]:
    """Counters by what is printed on them: like Soldiers stand together."""
    return grouped((figures(seen.board.counters[name]), name) for name in names)


def coming(seen: Picture) -> int:
    """The points that are still to come before this turn's purchases (6.1)."""
    return examples.fresh(seen).funds[seen.side] - int(seen.known["funds"].get(seen.side, 0)) if seen.turn else 0


def berths(seen: Picture, hex_id: str) -> dict[str, list[str]]:
    """The counters that can go aboard in a hex, by the ships that take them (7.3)."""
    able = grouped((part["counter"], part["on"]) for part in examples.embarkations(seen, hex_id))
    return grouped((", ".join(ships), name) for name, ships in able.items())


TALK = Talk(SAID, "jenkins/talk.txt.j2", unplaced=UNPLACED.get, by_figures=by_figures, coming=coming, berths=berths,
            garrisons=examples.garrisons, pool=listings.pool, stormy=listings.storms, count=count)  # fmt: skip
