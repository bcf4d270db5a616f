"""Chapter 26: how the game is won."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.lions.board.board import Board
from pbem.adjudicator.lions.board.terms import PortKind, Season
from pbem.adjudicator.lions.rules.ch06_control import control, controlled, present, treasure_ports
from pbem.adjudicator.lions.rules.ch11_placement import is_own_home
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.state.state import State
from pbem.base.counting import counted

PER_CENT = 100  # the unit of the data's `victory_per_cent`
ENGLAND, NETHERLANDS = "england", "netherlands"
#: What two players may have agreed on: who needs more ports then, and which switch says how many.
TWO_PLAYER_COUNTS = {ENGLAND: "two_player_listed_ports", NETHERLANDS: "two_player_treasure_ports"}


@rule("26.5", "Sudden death victory", "4.2")
def sudden_death(table: Table, state: State) -> None:
    """Ends the game at once for everybody who meets their special conditions.

    Several may win together. Spain never does (4.2(7)).
    """
    if state.turn < int(choice(state, "first_sudden_death_turn")):
        return
    won = [power for power in state.players if victory_season(state, power) is Season.EACH_TURN and met(state, power)]
    if won:
        finish(table, state, won, "sudden_death", "26.5")


def victory_season(state: State, power: str) -> Season:
    """When a power's special victory is looked for."""
    return state.board.special_victories[power].when


@rule("3.3", "National victory conditions")
def met(state: State, power: str) -> bool:
    """All required ports, so many of the listed, and so many great ships (27.0)."""
    victory = state.board.special_victories[power]
    required, listed = demanded(state.board, power)
    count = victory.count
    if len(state.players) == min(state.board.player_numbers) and power in TWO_PLAYER_COUNTS:
        count = int(choice(state, TWO_PLAYER_COUNTS[power]))
    return (
        all(keeps(state, power, port) for port in required)
        and sum(holds(state, power, port) for port in listed) >= count
        and great_ships(state, power) >= victory.great_ships
    )


@lru_cache(maxsize=64)
def demanded(board: Board, power: str) -> tuple[Sequence[str], Sequence[str]]:
    """Returns the ids of ports that a special victory requires, and of those it counts so many of; found once."""
    return board.wins_by(power)


@rule("6.2", "Home ports that are denied", "26.4")
def keeps(state: State, power: str, port: str) -> bool:
    """Tells if a power meets the demand for a port: it holds it, and for Spain's home ports that nobody denies it.

    A home port is denied where the power has no combat unit left and another has one. A charter may want the
    undisputed control that other powers need.
    """
    square = state.board.ports[port].square
    at_end = victory_season(state, power) is Season.GAME_END
    if not at_end or not is_own_home(state, square, power) or choice(state, "spain_home_ports") == "undisputed":
        return holds(state, power, port)
    there = present(state, square)
    return not there or power in there


def holds(state: State, power: str, port: str) -> bool:
    """Undisputed control of a port that is one at present: a plundered square has none (21.6)."""
    square = state.board.ports[port].square
    return control(state, square) == power and square not in state.plundered


def great_ships(state: State, power: str) -> int:
    """First- and second-rates on the map."""
    kinds = (state.board.ships[name].kind for name in state.ships_of(power))
    return sum(kind.rated and kind.rate <= state.board.numbers.great_rate for kind in kinds)


@rule("26.2", "Regular victory", "24.6")
def points(state: State, power: str) -> dict[str, int]:
    """Victory points by what they are for; home, European, potentate and pirate ports bring none."""
    worth = state.board.victory_points
    found = dict.fromkeys(worth, 0)
    for square, holder in controlled(state).items():
        reason = port_reason(state, square) if holder == power else ""
        if reason:
            found[reason] += worth[reason]
    found["pounds"] = state.money[power] // state.board.numbers.pounds_per_point * worth["pounds"]
    found["great-ship"] = great_ships(state, power) * worth["great-ship"]
    return found


def port_reason(state: State, square: str) -> str:
    """Returns a square's kind for the tally; a founded colony that was plundered counts no more (26.2)."""
    port = state.board.port_at.get(square)
    kind = port.kind if port else PortKind.COLONY if square in state.colonies else None
    names = {PortKind.TREASURE: "treasure-port", PortKind.COLONY: "colony-port"}
    if kind not in names:
        return ""
    return f"plundered-{names[kind]}" if square in state.plundered else names[kind]


@rule("26.1", "Victory at the end", "10.2")
def determine_victory(table: Table, state: State, how: str = "tally") -> None:
    """Decides the victory: special conditions before the tally, or only if it has no winner, as chartered."""
    totals = tally(table, state)
    special = [p for p in state.players if victory_season(state, p) is Season.GAME_END and met(state, p)]
    regular = by_points(state, totals)
    over_tally = choice(state, "spain_wins") == "over_tally"
    winners = special or regular if over_tally else regular or special
    finish(table, state, winners, how, "26.4")
    if not winners:
        tell_merit(table, state, totals)


def deserts(scored: int, bases: int) -> str:
    """Writes the points and the treasure ports of a power."""
    told = [counted(scored, "point"), *([counted(bases, "treasure port")] if bases else [])]
    return ", ".join(told)


@rule("26.3", "Order of merit", "26.4")
def tell_merit(table: Table, state: State, totals: Mapping[str, int]) -> None:
    """Tells the order of merit in a drawn game: by points, then by treasure ports, then by pounds; equals share it."""
    worth = {
        power: (totals[power], len(treasure_ports(state, power)), state.money[power]) for power in state.players
    }
    ranked = sorted(state.players, key=lambda power: worth[power], reverse=True)
    places = {power: 1 + sum(worth[other] > worth[power] for other in ranked) for power in ranked}
    told = ", ".join(f"{places[power]}. {state.name(power)} ({deserts(*worth[power][:2])})" for power in ranked)
    table.note("26.3", ALL, f"Order of merit: {told}.", "merit", places=places, points=dict(totals))


def tally(table: Table, state: State) -> dict[str, int]:
    """Everybody's points, told with what they are for."""
    totals = {}
    for power in state.players:
        scored = points(state, power)
        totals[power] = sum(scored.values())
        reasons = ", ".join(f"{number} {name.replace('-', ' ')}" for name, number in scored.items() if number)
        text = f"{state.subject(power)}: {totals[power]} victory points ({reasons or 'nothing'})."
        table.note("26.2", ALL, text, "points", power=power, points=totals[power], scored=scored)
    return totals


@rule("26.3", "Two player victory", "26.4")
def by_points(state: State, totals: Mapping[str, int]) -> list[str]:
    """Returns the player with half as many points again as the next.

    Nobody has won where the best are equal or nobody has any points.
    """
    ranked = sorted(totals.values(), reverse=True)
    best, next_best = ranked[0], ranked[1]
    if best == next_best or PER_CENT * best < state.board.numbers.victory_per_cent * next_best:
        return []
    return [power for power in state.players if totals[power] == best]


def finish(table: Table, state: State, winners: Sequence[str], how: str, number: str) -> None:
    """The end of the game."""
    state.winners, state.ended = list(winners), how
    names = " and ".join(state.name(power) for power in winners)
    verb = "win" if len(winners) > 1 else "wins"
    text = f"{names[0].upper() + names[1:]} {verb} the game." if winners else "The game is drawn."
    table.note(number, ALL, text, "victory", winners=list(winners), how=how)
