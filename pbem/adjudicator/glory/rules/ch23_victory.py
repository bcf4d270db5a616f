"""Chapter 23: who has won."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules.ch21_objectives import DIRECTIVE, NAPOLEON, PITT, area_name, area_of
from pbem.adjudicator.glory.rules.ch22_markers import show_raid
from pbem.adjudicator.glory.rules.ch24_scoring import finish
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, SEAT_OF, SEATS, other
from pbem.base.records import dataclass, field

SUNK, TAKEN = "sunk", "taken"
DRAW = "draw"


@dataclass(slots=True)
class Score:
    """The points of one side, entry by entry."""

    lines: list[tuple[str, int]] = field(default_factory=list)

    def add(self, what: str, points: int) -> None:
        """Adds an entry; one without points is left out."""
        if points:
            self.lines.append((what, points))

    @property
    def total(self) -> int:
        return sum(points for _, points in self.lines)


@rule("23.1", "The end of the last turn", "23.0", "24.3")
def tally(table: Table, state: State) -> None:
    """Turns up every raid marker, counts the points of both sides, and ends the game."""
    for place in list(state.raids):
        show_raid(table, state, place)
    if state.ended:
        return
    if state.trafalgar():
        finish(table, state)
        return
    scores = {seat: points(state, seat) for seat in SEATS}
    own, enemy = (scores[seat].total for seat in SEATS)
    state.winner = DRAW if own == enemy else BRITISH if own > enemy else ALLIED
    state.ended = "points"
    for seat in SEATS:
        parts = ", ".join(f"{what} {number}" for what, number in scores[seat].lines) or "nothing"
        text = f"The {seat.title()} player has {scores[seat].total} points: {parts}."
        table.note("23.1", ALL, text, "points", side=seat, total=scores[seat].total,
                   lines=[[what, number] for what, number in scores[seat].lines])  # fmt: skip
    text = "The game is a draw." if state.winner == DRAW else f"The {state.winner.title()} player wins."
    table.note("23.1", ALL, text, "game_over", winner=state.winner, how="points")


@rule("23.1", "Victory points")
def points(state: State, seat: str) -> Score:
    """Counts one side's points as they stand."""
    score = Score()
    if seat == BRITISH:
        pitt_kept(state, score)
    else:
        missions(state, score)
    enemy = {name: piece for name, piece in state.board.ships.items() if SEAT_OF[piece.nation] == other(seat)}
    lost = {name: loss for name, loss in state.lost.items() if loss.by == seat and name in enemy}
    score.add("ships sunk", sum(enemy[name].sunk for name, loss in lost.items() if loss.how == SUNK))
    score.add("ships taken", sum(enemy[name].taken for name, loss in lost.items() if loss.how == TAKEN))
    under_way = [name for name, vessel in state.ships.items() if vessel.prize_of == seat]
    score.add("prizes still at sea", sum(state.board.ships[name].sunk for name in under_way))
    if state.algiers == seat:
        score.add("Algiers", state.board.numbers.algiers_points)
    return score


@rule("23.1", "Pitt objectives kept", "21.1")
def pitt_kept(state: State, score: Score) -> None:
    """The British score what was neither raided nor invaded; in a short year by the part of it that was played."""
    touched = {area_of(state, place) for place, raid in state.raids.items() if raid.done}
    touched |= {area_of(state, port) for port in state.invaded}
    kept = sum(value for area, value in state.pitt.items() if area not in touched)
    score.add("Pitt objectives", kept * state.last_turn // state.board.numbers.last_turn)


@rule("23.1", "Allied missions", "21.1", "21.4", "5.10")
def missions(state: State, score: Score) -> None:
    """The Allies score objectives and directives in their box, and Admiralty Events that failed."""
    for name in state.scored:
        kind, _, area = name.partition("/")
        if kind == NAPOLEON:
            score.add(f"{area_name(state, area)} (Napoleon)", state.napoleon.get(area, 0))
        elif kind == PITT:
            score.add(f"{area_name(state, area)} (Pitt)", state.pitt.get(area, 0))
        elif kind == DIRECTIVE:
            score.add(f"directive {state.board.directives[area]}", state.board.numbers.directive_points)
    for event, drawn in state.events.items():
        if drawn.status == "failed":
            score.add(state.board.admiralty[event].name, state.board.admiralty[event].points)


