"""Helpers that the sentences of a report ask for; a template has the sentences."""

from __future__ import annotations

from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES, TURN_TRACK, Seaport
from pbem.adjudicator.jenkins.rules.ch03_funds import captured_ports
from pbem.adjudicator.jenkins.rules.ch11_special import in_supply
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, described
from pbem.adjudicator.reports.parts import Wording
from pbem.base.lettering import TIE


def points(seen: Picture) -> int:
    """The reader's war funds at their next purchases, with what comes in before (3.2); at the set-up nothing does."""
    now = int(seen.known["funds"].get(seen.side, 0))
    if not seen.known["turn"]:
        return now
    income = seen.board.funds.per_turn[seen.side] + sum(port.value for port in captured_ports(seen.state, seen.side))
    return min(now + income, seen.board.funds.maximum)


def held_by(seen: Picture, nation: str) -> list[Seaport]:
    """The seaports in a nation's hands, by hex."""
    ports = (port for port in seen.board.seaports.values() if seen.state.holder(port) == nation)
    return sorted(ports, key=lambda port: port.hex)


def seaports(seen: Picture) -> dict[str, list[tuple[str, ...]]]:
    """Every seaport by who holds it: its name, its code on text maps, its hex, its value, and whose it was before."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for nation in NATIONS:
        for port in held_by(seen, nation):
            was = "" if port.nation == nation else f"was {port.nation.title()}"
            told = port.name, seen.codes[port.id], port.hex, str(port.value), was
            found.setdefault(nation.title(), []).append(told)
    return found


SAID = Wording(
    "jenkins/position.txt.j2", sides=SIDES, TURN_TRACK=TURN_TRACK, points=points, storms=listings.storms,
    wrecks=listings.wrecks, pool=listings.pool, in_supply=in_supply, enemy=enemy, captured_ports=captured_ports,
    counter_words=described, TIE=TIE,
)  # fmt: skip
