"""Questions that several chapters ask: markers to play, leaders to place, losses. The others stand with their rules.

All that a question shows may be known to the power it is put to. Keys read like orders: `leader-place/england/n1`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import StrEnum

from pbem.adjudicator.engine.table import A, Choose, Pick, Plain, Question, Table
from pbem.adjudicator.lions.rules.ch06_control import is_present
from pbem.adjudicator.lions.state.forces import Force, guns
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass, field


class Reply(StrEnum):
    """Answers to a question of yes or no."""

    YES = "yes"
    NO = "no"


YES, NO = Reply.YES, Reply.NO
HOLD, USE = "hold", "use"
#: Words that stand for ships in a list of targets: the treasure first, and so on.
TREASURE, STRONGEST, WEAKEST = "treasure", "strongest", "weakest"


def yes_no(
    table: Table, rule: str, power: str, topic: str, parts: Sequence[str], prompt: str, facts: Mapping[str, Plain], *,
    discreet: bool = False,
) -> Choose[Reply]:
    """Asks a question of yes or no; the default is no."""
    key = table.key(topic, (*parts, power))
    options = {NO: "no", YES: "yes"}
    return Choose(rule=rule, side=power, key=key, topic=topic, prompt=prompt, facts=facts, options=options, default=NO,
                  discreet=discreet)


def play_marker(
    table: Table, state: State, power: str, rule: str, kind: str, moment: str, **facts: Plain
) -> Choose[Reply]:
    """Asks if a campaign marker is played now; discreet, as only its holders are asked (9.2)."""
    name = state.board.marker_types[kind].name
    shown = {"marker": kind, "moment": moment, **facts}
    return yes_no(table, rule, power, f"play/{kind}", (moment,), f"Do you play {name}?", shown, discreet=True)


def play_some(table: Table, state: State, power: str, rule: str, moment: str, markers: Sequence[str]) -> Pick:
    """Which of some markers to play, in order; discreet, for only who holds one is asked (9.2)."""
    options = {name: state.label(name) for name in markers}
    return Pick(rule=rule, side=power, key=table.key(f"play/{moment}", (power,)), topic=f"play/{moment}",
                prompt="Which campaign markers do you play?", facts={"moment": moment}, options=options, least=0,
                most=len(markers), default=(), discreet=True)


def berths(state: State, power: str) -> dict[str, str]:
    """Lists places for a new leader: aboard any own ship that takes leaders, or ashore with an own combat unit."""
    ships = [name for name in state.ships_of(power) if state.board.ships[name].kind.leaders]
    aboard = {name: f"aboard {state.label(name)} in {state.ships[name].at}" for name in ships}
    return aboard | {square: f"ashore in {square}" for square in own_squares(state, power)}


def own_squares(state: State, power: str) -> list[str]:
    """The squares where a power has combat units, which everybody sees (15.1)."""
    return [square for square in state.occupied() if is_present(state, square, power)]


def place_leader(
    table: Table, state: State, power: str, rule: str, topic: str, leader: str, *, discreet: bool = False
) -> Choose[str]:
    """Asks where a new leader is placed (22.2, 9.7); by default in the greatest ship.

    Discreet with one square: others do not see if ships there take leaders, and so if there is a choice (15.1).
    """
    options = berths(state, power)
    prompt = f"Where do you place {state.label(leader)}?"
    return Choose(rule=rule, side=power, key=table.key(topic, (power,)), topic=topic, prompt=prompt,
                  facts={"leader": leader}, options=options, default=next(iter(options)),
                  discreet=discreet or len(own_squares(state, power)) < 2)


@dataclass(frozen=True, slots=True, kw_only=True)
class Form(Question[A]):
    """A part of an order file as a whole: judged entry by entry when it is carried out."""

    state: State = field(repr=False, compare=False)

    def faults(self, answer: Plain) -> list[str]:
        return [] if isinstance(answer, dict) else [f"'{answer}' is no mapping"]

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        return {"form": self.topic}


def sight(state: State, force: Force) -> list[dict[str, Plain]]:
    """A force as its enemy sees it in battle (15.2(3)): every ship, its damage, its dice."""
    return [
        {"ship": name, "damage": state.ships[name].damage, "guns": guns(state, name)} for name in force.ships
    ]  # fmt: skip


def is_list_of_entries(part: object) -> bool:
    """A list of mappings."""
    return isinstance(part, list) and all(isinstance(entry, dict) for entry in part)


def loss(table: Table, state: State, force: Force, why: str, ships: Sequence[str], rule: str = "13.3") -> Choose[str]:
    """Which ship a mishap falls on, the owner choosing; discreet, for others do not count a force's ships (15.1)."""
    return Choose(rule=rule, side=force.commander, key=table.key(f"losses/{why}", (force.square.lower(),)),
                  topic=f"losses/{why}", prompt="Which of these ships?", facts={"square": force.square},
                  options={name: state.label(name) for name in ships}, default=ships[0], discreet=True)


def whole(text: object) -> int:
    """A number as an order file writes it; what is none is less than any."""
    return int(str(text)) if str(text).isascii() and str(text).isdecimal() else -1
