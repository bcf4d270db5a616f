"""Games of Yellow Jack by letters and by bots, and twins of their positions: the same to one seat's eyes."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from rules.stages import Stage
from rules.yellowjack.yellowjack_stages import begun, played

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.yellowjack.game import GAME
from pbem.adjudicator.yellowjack.match import YellowJackMatch
from pbem.adjudicator.yellowjack.state.words import OFF_MAP, SEATS, other
from pbem.adjudicator.yellowjack.view.picture import Picture

HEAD = "pbem: orders/1\nseat: {seat}\nphase: {phase}\n"
#: Letters of two Turns: Vernon to Porto Bello with the Expedition, Brown along the Main; Lezo and the Company out.
LETTERS: Mapping[tuple[str, str], str] = {
    ("y39t13.setup", "british"): """issue:
  - {order: j-aao, to: [br-flag-j2, br-troops-1], target: porto-bello}
  - {order: j-cruise-main, to: br-flag-j1}
""",
    ("y39t13.setup", "bourbon"): """issue:
  - {order: k-cruise-main, to: sp-flag-k}
  - {order: k-cruise-caracas, to: rcg}
""",
    ("y39t13.ops", "british"): """sail:
  - who: br-flag-j2
    then: [{escort: br-troops-1}, {carry_on: true}]
  - who: br-flag-j1
    then: [{put_to_sea: true}, {carry_on: true}]
stance:
  - {who: all, do: seek}
battle:
  - {who: all, intensity: 2, break: usual}
land:
  - {expedition: br-troops-1, units: all, at: first}
escalade:
  - {port: porto-bello, with: all, odds: '2:1'}
""",
    ("y39t13.ops", "bourbon"): """sail:
  - who: sp-flag-k
    then: [{put_to_sea: true}, {carry_on: true}]
  - who: rcg
    then: [{put_to_sea: true}, {carry_on: true}]
stance:
  - {who: all, do: seek}
battle:
  - {who: all, intensity: 3, break: after_2}
march:
  - {unit: fijo-panama, to: porto-bello, if: [{besieged: porto-bello}]}
escape:
  - {port: porto-bello, units: [plain], to: land_box}
""",
}


@cache
def by_letter(seed: str, phases: int = 9) -> tuple[Stage, ...]:
    """A game by these letters, and by defaults where there is none."""
    match, found = begun(), list[Stage]()
    while (phase := match.phase()) is not None and len(found) < phases:
        texts = {seat: HEAD.format(seat=seat, phase=phase.id) + LETTERS[phase.id, seat] for seat in SEATS
                 if (phase.id, seat) in LETTERS}  # fmt: skip
        found.append(played(match, texts, seed))
    return tuple(found)


@cache
def by_bots(seed: str, phases: int = 9, bot: str = "random") -> tuple[Stage, ...]:
    """A game by bots."""
    match, found = begun(), list[Stage]()
    bots = {seat: GAME.bot(bot, seat, SeededChance(f"{seed} {seat}")) for seat in SEATS}
    while (phase := match.phase()) is not None and len(found) < phases:
        texts = {seat: bots[seat].orders(match.view(seat), {"seat": seat, "phase": phase.id}) for seat in SEATS}
        found.append(played(match, texts, seed))
    return tuple(found)


def restored(plain: Mapping[str, Any]) -> YellowJackMatch:
    """A match again."""
    return YellowJackMatch.restore(plain, {}, None)


def reading(match: YellowJackMatch, seat: str | None, stage: Stage) -> Reading[Picture]:
    """What a seat reads after a stage."""
    frame = {"game": "yellowjack-test", "phase": stage.phase, "phase_title": stage.title}
    return GAME.reading(match.view(seat), stage.told, frame)


def twin(plain: Mapping[str, Any], seat: str) -> YellowJackMatch:
    """The same position to one seat's eyes: hidden matters of the other side changed, one and all."""
    match = restored(plain)
    state, foe = match.state, other(seat)
    for name, one in state.squadrons.items():
        if state.squadron_side(name) == foe and one.sail and not spotted(match, one.formation):
            one.dp += 3
            one.sail = {sort: number + 1 for sort, number in one.sail.items()}
    for unit in state.units.values():
        if unit.at in state.convoys and state.side_of(unit.at) == foe:
            unit.at = OFF_MAP
    for order in state.orders.values():
        if order.side == foe:
            order.targets, order.point, order.misses = ["tampico"], order.point + 1, 2
    state.hand[foe], state.pool[foe] = state.pool[foe], state.hand[foe]
    state.plans = {name: plan for name, plan in state.plans.items() if state.side_of(name) == seat}
    for leader, counter in state.board.leaders.items():
        if state.leaders[leader].posts and counter.contingent != seat and foe in match.standing:
            posts = state.leaders[leader].posts
            state.leaders[leader].posts = posts if owner(match, leader) == seat else posts[:1]
    for port in state.ports.values():
        if port.holder in ("british", "spanish", "caracas") and side_of(port.holder) == foe:
            port.repairs += 1
    return match


def spotted(match: YellowJackMatch, formation: str) -> bool:
    """Tells if the enemy knows what a Formation is, or whom it goes with."""
    state = match.state
    return bool(formation and state.formations[state.leading(formation)].spotted)


def owner(match: YellowJackMatch, leader: str) -> str:
    """The side of a Leader."""
    return side_of(match.state.board.leaders[leader].contingent)


def side_of(contingent: str) -> str:
    """The side of a contingent."""
    return SEATS[0] if contingent == SEATS[0] else SEATS[1]
