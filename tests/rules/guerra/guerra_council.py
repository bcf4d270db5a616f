"""Positions of Guerra a Muerte for tests of the council, and rules played on them with the dice that a test names."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.engine.table import DecideAll, Decision, Effect, Note, Roll, Table
from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.state.state import Officer, Piece, State
from pbem.adjudicator.guerra.state.terms import OUT, PATRIOT, POOL, ROYALIST

BOARD = load_board()
Stack = tuple[str, Sequence[str]]


def position(stacks: Mapping[str, Sequence[str]] | None = None, **fields: Any) -> State:
    """An empty map with some stacks: `area` or `area/port`, with units and leaders; all others are in their pools.

    A place may be written with `hills:` before it: its units are guerrillas. The side is that of the first piece.
    """
    state = State(BOARD, **{"turn": 3, **fields})
    state.units = {name: Piece(POOL, counter.steps) for name, counter in BOARD.units.items()}
    state.leaders = {name: Officer(OUT) for name in BOARD.leaders}
    state.ports = dict.fromkeys(BOARD.ports, "")
    for place, pieces in (stacks or {}).items():
        put_stack(state, place, pieces)
    return state


def put_stack(state: State, place: str, pieces: Sequence[str], marker: str = "") -> str:
    """Forms one stack; ships lie by themselves in the port or sea that is named."""
    hills = place.startswith("hills:")
    area, _, port = place.removeprefix("hills:").partition("#")[0].partition("/")
    ships = [name for name in pieces if name in BOARD.units and BOARD.units[name].naval]
    for name in ships:
        state.units[name].at = port or area
    if ships:
        return ""
    force = state.new_force(state.side_of(pieces[0]), area, port, marker)
    state.put(pieces, force)
    for name in pieces:
        if hills and name in state.units:
            state.units[name].mode = "guerrilla"
    return force


@dataclass
class Played:
    """What a rule told, asked and threw."""

    notes: list[Note]
    rolled: list[str] = field(default_factory=list)
    asked: list[Decision] = field(default_factory=list)

    def told(self, event: str) -> list[str]:
        """The texts of the notes of one sort."""
        return [note.text for note in self.notes if note.event == event]

    def facts(self, event: str) -> list[Mapping[str, Any]]:
        """The facts of the notes of one sort."""
        return [note.facts for note in self.notes if note.event == event]

    def to(self, event: str) -> list[str]:
        """The audiences of the notes of one sort."""
        return [note.to for note in self.notes if note.event == event]


def play(
    rule: Callable[..., Any], state: State, *more: Any, dice: Mapping[str, Sequence[int]] | None = None,
    royalist: Mapping[str, Any] | None = None, patriot: Mapping[str, Any] | None = None, **named: Any,
) -> Played:  # fmt: skip
    """Plays a rule; `dice` gives throws by label or kind, each used once; answers go by seat and topic or key.

    A die that nobody named fails the test, and so does one that was named and not thrown.
    """
    table, played = Table(), Played([])
    running = rule(table, state, *more, **named)
    left = {label: list(values) for label, values in (dice or {}).items()}
    said = {ROYALIST: dict(royalist or {}), PATRIOT: dict(patriot or {})}
    if isinstance(running, Coroutine):
        run(running, left, said, played)
    assert not any(left.values()), f"not thrown: {left}; thrown: {played.rolled}"
    played.notes = table.story
    return played


def run(
    running: Coroutine[Effect[Any], Any, Any], left: dict[str, list[int]], said: Mapping[str, dict[str, Any]],
    played: Played,
) -> None:  # fmt: skip
    """Runs a rule to its end."""
    answer: Any = None
    try:
        while True:
            effect = running.send(answer)
            if isinstance(effect, Roll):
                answer = thrown(effect, left, played)
            elif isinstance(effect, DecideAll):
                answer = tuple(chosen(each, said, played) for each in effect.decisions)
            else:
                assert isinstance(effect, Decision)
                answer = chosen(effect, said, played)
    except StopIteration:
        return


def thrown(roll: Roll, left: dict[str, list[int]], played: Played) -> tuple[int, ...]:
    """The dice of one throw."""
    label = roll.label.rpartition("/n")[0]
    played.rolled.append(label)
    values = left.get(label) or left.get(label.partition("/")[0])
    assert values, f"a die that nobody named: {roll.label} {roll.spec}"
    number = int(roll.spec.partition("d")[0])
    return tuple(values.pop(0) for _ in range(number))


def chosen(decision: Decision, said: Mapping[str, dict[str, Any]], played: Played) -> Any:
    """The answer of a seat, by key without its number or by topic; else the default."""
    played.asked.append(decision)
    answers = said[decision.side]
    key = decision.key.rpartition("/n")[0]
    given = answers.get(key, answers.get(decision.topic, decision.default_answer()))
    assert not decision.faults(given), decision.faults(given)
    return decision.read(given)
