"""Positions of Guerra a Muerte with a few stacks, the activation in hand, and verbs played as a march book has them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from dataclasses import field as listed
from typing import Any

from rules.playing_rules import faces_of, facts

from pbem.adjudicator.engine.table import DecideAll, Decision, Note, Roll, Table
from pbem.adjudicator.guerra.board.board import load_board
from pbem.adjudicator.guerra.rules.ch01_map import settle_ports
from pbem.adjudicator.guerra.rules.verbs import Verb
from pbem.adjudicator.guerra.state.state import Acting, Force, Officer, Piece, State
from pbem.adjudicator.guerra.state.terms import GUERRILLA, LINE, PATRIOT, POOL, REBEL, ROYALIST
from pbem.trust.dice.dice import check_label

BOARD = load_board()
SIDES = {"royal": ROYALIST, "patria": PATRIOT, "rebel": REBEL}


def side_of(name: str) -> str:
    """The side of a stack by its id."""
    return BOARD.ejercitos[name].side if name in BOARD.ejercitos else SIDES[name.partition("-")[0]]


def stack(
    name: str, at: str, units: str = "", leaders: str = "", *, inside: str = "", hills: bool = False,
    came_from: str = "",
) -> dict[str, Any]:  # fmt: skip
    """One stack: its units by id, `hf/1` with one step; its leaders; the port it is inside."""
    return {"name": name, "at": at, "units": units.split(), "leaders": leaders.split(), "inside": inside,
            "mode": GUERRILLA if hills else LINE, "came_from": came_from}  # fmt: skip


def field(*stacks: Mapping[str, Any], ships: Mapping[str, str] | None = None, turn: int = 9, **fields: Any) -> State:
    """A position with these stacks and ships, and everything else in the pools."""
    state = State(BOARD, turn=turn)
    state.units = {name: Piece(POOL, counter.steps) for name, counter in BOARD.units.items()}
    state.leaders = {name: Officer("out") for name in BOARD.leaders}
    for each in stacks:
        name = each["name"]
        state.forces[name] = Force(side_of(name), each["at"], each["inside"], start=each["at"],
                                   came_from=each["came_from"])  # fmt: skip
        for word in each["units"]:
            unit, _, steps = word.partition("/")
            state.units[unit] = Piece(name, int(steps or BOARD.units[unit].steps), each["mode"])
        for leader in each["leaders"]:
            state.leaders[leader].at = name
    for word, at in (ships or {}).items():
        ship, _, steps = word.partition("/")
        state.units[ship] = Piece(at, int(steps or BOARD.units[ship].steps))
    for key, value in fields.items():
        assert key in State.__slots__, f"a position has no {key}"
        setattr(state, key, value)
    state.next_number = dict.fromkeys((ROYALIST, PATRIOT, REBEL), 50)
    settle_ports(state)
    return state


def in_hand(state: State, force: str = "", *, ships: Sequence[str] = (), op: int = 8, spent: int = 0,
            side: str = "") -> State:  # fmt: skip
    """Puts a force or fleet in hand, with points that it has and has spent."""
    side = side or (side_of(force) if force else state.side_of(ships[0]))
    start = state.forces[force].at if force else state.units[ships[0]].at
    state.acting = Acting(force=force, side=side, ships=list(ships), op=op if force else 0, spent=spent,
                          fleet_op=op if ships else 0, start=start, via=[start])  # fmt: skip
    return state


@dataclass
class Played:
    """What a rule returned and told, the labels of its dice in order, and its questions."""

    outcome: Any = None
    notes: list[Note] = listed(default_factory=list)
    dice: list[str] = listed(default_factory=list)
    asked: list[Decision] = listed(default_factory=list)

    def events(self, event: str) -> list[Mapping[str, Any]]:
        """The facts of the notes of one sort."""
        return facts(self.notes, event)

    def shifts(self, kind: str) -> list[int]:
        """What the modifiers of each throw of a kind come to."""
        return [sum(modifier.amount for modifier in note.throw.shift) for note in self.notes
                if note.throw and note.throw.label.startswith(kind)]  # fmt: skip

    def topics(self) -> list[str]:
        """What was asked, in order, each with its seat."""
        return [f"{question.topic} {question.side}" for question in self.asked]


def usual(label: str) -> int:
    """The dice that a test does not name: the Royalist has the initiative, tactics do nothing, others show threes."""
    if label.startswith("initiative/"):
        return 6 if "/royalist/" in label else 1
    return 1 if label.startswith("tactics/") else 3


class Scripted:
    """Dice by the first words of their labels, and answers by topic; what is not named falls as it usually does."""

    def __init__(self, dice: Mapping[str, Sequence[Any]], said: Mapping[str, Sequence[Any]]) -> None:
        self.left = {label: list(throws) for label, throws in dice.items()}
        self.said = {topic: list(answers) for topic, answers in said.items()}
        self.played = Played()

    def answer(self, effect: Any) -> Any:
        """One effect of a rule, answered."""
        if isinstance(effect, Roll):
            return self.throw(effect)
        if isinstance(effect, Decision):
            return self.choice(effect)
        assert isinstance(effect, DecideAll), effect
        return tuple(self.choice(each) for each in effect.decisions)

    def throw(self, roll: Roll) -> tuple[int, ...]:
        """The next throw named for this label; else the usual one of its kind."""
        check_label(roll.label)
        self.played.dice.append(roll.label.rpartition("/")[0])
        number, faces = faces_of(roll.spec)
        for label, throws in self.left.items():
            if roll.label.startswith(label) and throws:
                given = throws.pop(0)
                values = tuple(given) if isinstance(given, (list, tuple)) else (given,)
                assert len(values) == number, (roll.label, values)
                assert set(values) <= set(faces), (roll.label, values)
                return values
        return (usual(roll.label),) * number

    def choice(self, decision: Decision) -> Any:
        """The next answer to this topic; else the default."""
        self.played.asked.append(decision)
        given = self.said.get(decision.topic, [])
        answer = given.pop(0) if given else decision.default_answer()
        assert not decision.faults(answer), (decision.key, decision.faults(answer))
        return decision.read(answer)


def let(
    rule: Callable[..., Any], *position: Any, dice: Mapping[str, Any] | None = None,
    said: Mapping[str, Any] | None = None,
) -> Played:  # fmt: skip
    """Plays a rule. Lists of throws and answers must be used up; other dice are usual, other answers the default."""
    script = Scripted(*({name: given if isinstance(given, list) else [given] for name, given in (shelf or {}).items()}
                        for shelf in (dice, said)))  # fmt: skip
    table = Table()
    running, answer = rule(table, *position), None
    try:
        while True:
            answer = script.answer(running.send(answer))
    except StopIteration as end:
        script.played.outcome = end.value
    assert not any(script.left.values()), f"never thrown: {script.left}; thrown: {script.played.dice}"
    assert not any(script.said.values()), f"never asked: {script.said}; asked: {script.played.topics()}"
    script.played.notes = table.story
    return script.played


def order(
    state: State, verb: Verb, *, dice: Mapping[str, Any] | None = None, said: Mapping[str, Any] | None = None,
    **step: Any,
) -> Played:  # fmt: skip
    """Plays one step of a march book as the activation does: judged, paid, carried out."""
    act = state.acting
    assert verb.refusal(state, act, step) == ""
    price = act.paid = verb.cost(state, act, step)
    if verb.fleet:
        act.fleet_spent += price
    else:
        act.spent += price
    return let(verb.carry_out, state, act, step, dice=dice, said=said)


def refused(state: State, verb: Verb, **step: Any) -> str:
    """Why a step is not lawful."""
    return verb.refusal(state, state.acting, step)


def where(state: State, *units: str) -> list[str]:
    """The places of some units."""
    return [state.place_of(unit) for unit in units]


__all__ = [
    "BOARD", "Played", "field", "in_hand", "let", "order", "refused", "stack", "where",
]  # fmt: skip
