"""Values a voyage's goals: ports by their gains, enemies by their distance from victory.

Whom steady admirals fear is reckoned from what every player sees. So all of them name the same power, and write the
same promise of peace against it (10.1).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.lions.board.pieces import Port
from pbem.adjudicator.lions.board.terms import PortKind, Season
from pbem.adjudicator.lions.bots.eyes import HABITS, Entry, Eyes
from pbem.adjudicator.lions.rules.ch06_control import is_foreign_home
from pbem.adjudicator.lions.rules.ch10_agreements import NON_AGGRESSION
from pbem.adjudicator.lions.rules.ch26_victory import demanded, holds, met, points, port_reason, victory_season
from pbem.adjudicator.lions.state.house import choice
from pbem.base.records import dataclass


def worth(eyes: Eyes, port: Port) -> int:
    """Values the hold of a port from now to the end."""
    reason = port_reason(eyes.state, port.square)
    found = HABITS.point * eyes.board.victory_points[reason] if reason else 0
    if port.square not in eyes.state.plundered:
        found += port.value * (HABITS.pound * eyes.turns_left + HABITS.last_pound)
        found += HABITS.treasure * eyes.turns_left if port.kind is PortKind.TREASURE else 0
        found += own_victory(eyes, port)
    return found


def own_victory(eyes: Eyes, port: Port) -> int:
    """Values a port for one's own special victory (26.5)."""
    _, listed = demanded(eyes.board, eyes.seat)
    if port.id not in listed:
        return 0
    return HABITS.near if missing(eyes, eyes.seat) <= HABITS.within_reach else HABITS.far


def missing(eyes: Eyes, power: str) -> int:
    """Counts the ports of its list that a power lacks for its special victory."""
    _, listed = demanded(eyes.board, power)
    held = sum(holds(eyes.state, power, port) for port in listed)
    return eyes.board.special_victories[power].count - held


def open_ports(eyes: Eyes) -> Iterator[Port]:
    """Ports where nobody is seen, and nobody of one's own is or will be."""
    for port in eyes.board.ports.values():
        square = port.square
        if port.kind is PortKind.PIRATE or is_foreign_home(eyes.state, square, eyes.seat):
            continue
        if not eyes.rivals(square) and not eyes.holds(square) and square not in eyes.spoken_for:
            yield port


def held_by_others(eyes: Eyes) -> Iterator[Port]:
    """Yields ports of value that one other player holds and may lose."""
    for port in eyes.board.ports.values():
        rivals, foes = eyes.rivals(port.square), eyes.foes(port.square)
        if port.is_settlement and len(rivals) == 1 and foes and port.square not in eyes.spoken_for:
            yield port


@dataclass(frozen=True, slots=True)
class Danger:
    """A power about to win on its own terms: where that can be denied, and in how many places it should be.

    `next` are ports of its list that nobody is in, which it could take.
    """

    places: tuple[str, ...]
    number: int
    next: tuple[str, ...] = ()


def dangers(eyes: Eyes) -> Iterator[Danger]:
    """Yields the powers near victory (26.5).

    Spain counts only at the end (4.2), and here only if a ship off one of its ports is enough: else it takes a siege.
    """
    for power in eyes.state.players:
        if power == eyes.seat:
            continue
        required, listed = demanded(eyes.board, power)
        places = dict.fromkeys(eyes.board.ports[port].square for port in (*required, *listed))
        held = tuple(square for square in places if eyes.rivals(square) == [power])
        if victory_season(eyes.state, power) is Season.GAME_END:
            one_ship = choice(eyes.state, "spain_home_ports") == "undisputed"
            if one_ship and not eyes.turns_left and met(eyes.state, power):
                yield Danger(held, 1)
        elif (lacking := missing(eyes, power)) <= HABITS.alarming:
            empty = tuple(square for square in places
                          if not eyes.rivals(square) and not eyes.holds(square) and square not in eyes.state.plundered)
            yield Danger(held, HABITS.alarming + 1 - lacking, empty)


def bargains(eyes: Eyes) -> list[Entry]:
    """Peace for this turn among all whom nobody need fear; it takes two, and somebody to be feared."""
    threat = feared(eyes)
    others = sorted(power for power in eyes.state.players if power != threat)
    if not threat or eyes.seat not in others or len(others) < 2:
        return []
    return [{"id": f"against-{threat}", "parties": others, "promise": NON_AGGRESSION}]


def feared(eyes: Eyes) -> str:
    """Returns the power that is nearest to winning; empty if none is near."""
    yearly = [power for power in eyes.state.players if victory_season(eyes.state, power) is Season.EACH_TURN]
    close = [power for power in yearly if missing(eyes, power) <= HABITS.close]
    if close:
        return min(close, key=lambda power: missing(eyes, power))
    if eyes.turns_left <= HABITS.last_turns and (last := wins_at_end(eyes)):
        return last
    scores = {power: open_points(eyes, power) for power in eyes.state.players}
    best, second, *_ = sorted(scores.values(), reverse=True)
    if eyes.state.turn <= HABITS.early or 100 * best < HABITS.lead * second:
        return ""
    return next(power for power, score in scores.items() if score == best)


def wins_at_end(eyes: Eyes) -> str:
    """Returns the power whose special victory is looked for at the end, if it meets it now; empty if there is none."""
    special = (power for power in eyes.state.players if victory_season(eyes.state, power) is Season.GAME_END)
    return next((power for power in special if met(eyes.state, power)), "")


def open_points(eyes: Eyes, power: str) -> int:
    """Returns a power's victory points as far as everybody can count them: all but its great ships (26.2)."""
    return sum(number for reason, number in points(eyes.state, power).items() if reason != "great-ship")
