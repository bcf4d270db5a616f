"""Battles and assaults for tests: dice by the first words of their labels, answers by topic, faces from 0 to 9."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from rules.yellowjack.yellowjack_sea import PORTO_BELLO, empty_sea, put

from pbem.adjudicator.engine.chance import SeededChance
from pbem.adjudicator.engine.driver import Closed, Driver
from pbem.adjudicator.engine.table import Decision, Note, Plain, Roll, Table
from pbem.adjudicator.engine.transcript import Transcript
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.state.pieces import Leader, Order, Personage, Siege, Unit
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import ASSAULT, FITTING_OUT, SIDES

T = TypeVar("T")
#: Dice that no test names show this face: it hits nothing, strikes nothing, and is no Leader's end.
USUAL = 5


class Turns(list[Any]):
    """Answers one after the other; the last one goes on."""

    def next(self) -> Any:
        return self.pop(0) if len(self) > 1 else self[0]


@dataclass
class Captain:
    """Answers by topic; else the default stands."""

    said: dict[str, Any]
    asked: list[Decision] = field(default_factory=list)

    def answer(self, decision: Decision) -> tuple[Plain, str]:
        self.asked.append(decision)
        found = self.said.get(decision.topic)
        if isinstance(found, Turns):
            found = found.next()
        return (decision.default_answer() if found is None else found, "orders")

    def recall(self, decision: Decision, source: str) -> None:
        """There is no record to hear of."""


@dataclass
class Counted:
    """A ruling that notes what was counted: Prestige, Ports and Sail."""

    awards: list[tuple[str, int, str]] = field(default_factory=list)
    ports: list[tuple[str, str]] = field(default_factory=list)
    sail: list[tuple[str, str, int]] = field(default_factory=list)

    def ruling(self) -> Ruling:
        return Ruling(
            award=lambda table, state, side, points, rule, why: self.awards.append((side, points, rule)),
            port_taken=lambda table, state, side, port: self.ports.append((side, port)),
            sail_lost=lambda table, state, side, sort, number: self.sail.append((side, sort, number)),
            counts=lambda state, convoy: False,
        )


@dataclass
class Fought:
    """What a rule returned and told, and what it rolled, asked and counted."""

    outcome: Any
    notes: list[Note]
    rolls: list[Roll]
    asked: dict[str, list[Decision]]
    counted: Counted

    def events(self, event: str, to: str = "") -> list[Mapping[str, Any]]:
        """The facts of the notes of one sort."""
        return [note.facts for note in self.notes if note.event == event and (not to or note.to == to)]

    def kinds(self) -> list[str]:
        """The first words of the labels that were rolled, in order."""
        return [roll.label.split("/")[0] for roll in self.rolls]

    def topics(self, side: str) -> list[str]:
        """The topics that a side was asked about, in order."""
        return [decision.topic for decision in self.asked[side]]


def play(
    rule: Callable[..., Coroutine[Any, Any, T]], *position: Any, dice: Mapping[str, Sequence[int]] | None = None,
    seed: str = "", usual: int = USUAL, **said: Mapping[str, Any],
) -> Fought:  # fmt: skip
    """Runs a rule; `RULING` among its arguments is a ruling that counts. `british`, `bourbon` hold answers by topic."""
    table, rolls, counted = Table(), [], Counted()
    left = {label: list(faces) for label, faces in (dice or {}).items()}
    chance = SeededChance(seed) if seed else None
    captains = {side: Captain(dict(said.get(side, {}))) for side in SIDES}

    def roller(roll: Roll) -> tuple[int, ...]:
        rolls.append(roll)
        if roll.spec.startswith("draw:"):
            return tuple(range(int(roll.spec.removeprefix("draw:").partition("of")[0])))
        for label, faces in left.items():
            if roll.label.startswith(label) and faces:
                return (faces.pop(0) or 10,)
        return ((chance.below(10) if chance else usual_face(roll.label, usual)) or 10,)

    driver = Driver(Transcript(), roller, {side: [captains[side]] for side in SIDES})
    handed = [counted.ruling() if each is RULING else each for each in position]
    closed = driver.run(rule(table, *handed))
    assert isinstance(closed, Closed), closed
    assert not any(left.values()), f"dice that were not thrown: {left}; thrown: {[roll.label for roll in rolls]}"
    assert not closed.lapses, closed.lapses
    return Fought(closed.result, table.story, rolls, {side: captains[side].asked for side in SIDES}, counted)


def usual_face(label: str, usual: int) -> int:
    """The face of a die that no test names; the British get the Gauge, for equal dice would fall for ever."""
    if label.startswith("gauge/"):
        return 9 if "/british/" in label else 1
    return usual


RULING = Ruling()


def lead(state: State, leader: str, *posts: str) -> None:
    """Posts a Leader."""
    state.leaders[leader] = Leader(state.board.leaders[leader].rank_on(state.date)[0], list(posts))


def troops(state: State, at: str, *units: str, landed: bool = False) -> None:
    """Puts Units at a place."""
    for unit in units:
        state.units[unit] = Unit(at, landed=landed)
    state.settle()


def governor(state: State, name: str, at: str) -> None:
    """Puts a Personage at a Port."""
    state.personages[name] = Personage(at)


def assault(
    port: str = PORTO_BELLO, squadrons: Mapping[str, int] | None = None, aboard: Sequence[str] = (),
    ashore: Sequence[str] = (), inside: Sequence[str] = (),
) -> State:  # fmt: skip
    """Vernon before a Port with an Expedition, Units aboard it, ashore, and inside."""
    state = empty_sea()
    put(state, "br-flag-j2", port, squadrons or {"j2": 4, "j3": 2})
    put(state, "br-troops-1", port)
    state.orders["j-aao"] = Order(ASSAULT, "british", ["br-flag-j2", "br-troops-1"], "j-aao", [port])
    for name in ("br-flag-j2", "br-troops-1"):
        state.formations[name].order = "j-aao"
    troops(state, "br-troops-1", *aboard)
    troops(state, port, *ashore, landed=True)
    troops(state, port, *inside)
    if ashore:
        state.sieges[port] = Siege("j-aao", "br-flag-j2", "br-troops-1", state.now)
        state.orders["j-aao"].landed = True
    return state


def anchored(state: State, name: str, port: str, squadrons: Mapping[str, int], *, ready: bool = False) -> str:
    """Puts a Formation into a Harbour: Fitting Out, or Ready within it."""
    put(state, name, port, squadrons, condition="ready" if ready else FITTING_OUT)
    state.formations[name].inside, state.formations[name].marker = ready, ""
    return name
