"""The questions of battles at sea."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from pbem.adjudicator.engine.table import Chance, Choose, Decision, Plain, Table
from pbem.adjudicator.lions.rules.questions_outfit import is_list_of_entries
from pbem.adjudicator.lions.state.forces import Force, guns
from pbem.adjudicator.lions.state.state import State

ENGAGE = "engage"
HOLD, USE = "hold", "use"
BOARD = "board"  # in a shot: 'yes' boards instead of firing (31)
#: Words that stand for ships in a list of targets: the treasure first, and so on.
TREASURE, STRONGEST, WEAKEST = "treasure", "strongest", "weakest"


def sight(state: State, force: Force) -> list[dict[str, Plain]]:
    """A force as its enemy sees it in battle (15.2(3)): every ship, its damage, its dice."""
    return [
        {"ship": name, "damage": state.ships[name].damage, "guns": guns(state, name)} for name in force.ships
    ]  # fmt: skip


def admiral(table: Table, state: State, force: Force, leaders: Sequence[str], topic: str, rule: str) -> Choose:
    """Who is admiral-in-chief (17.2(1)); the best by default."""
    options = {name: f"{state.label(name)} ({state.leader(name).value})" for name in leaders}
    return Choose(rule=rule, side=force.commander, key=table.key(topic, (force.square.lower(), force.commander)),
                  topic=topic, prompt="Who is your admiral-in-chief?", facts={"square": force.square},
                  options=options, default=leaders[0])


def gauge(table: Table, state: State, own: Force, foe: Force, number: int) -> Choose:
    """What to do with the wind gauge (17.2(2)): engage, or break off to a square next to this one."""
    ways = {square: f"break off to {square}" for square in state.board.neighbours(own.square)}
    return Choose(rule="17.2", side=own.commander, topic="gauge",
                  key=table.key("gauge", (own.square.lower(), own.commander)), options={ENGAGE: "engage", **ways},
                  prompt=f"You have the wind gauge at {own.square}, round {number}. Engage, or break off?",
                  facts={"round": number, "own": sight(state, own), "enemy": sight(state, foe)}, default=ENGAGE)


def flight(table: Table, state: State, force: Force, ships: Sequence[str]) -> Choose:
    """Where panicked ships go together (18.1)."""
    ways = {square: f"to {square}" for square in state.board.neighbours(force.square)}
    return Choose(rule="18.1", side=force.commander, topic="flight",
                  key=table.key("flight", (force.square.lower(), force.commander)), options=ways,
                  prompt=f"Where do your panicked ships go: {', '.join(state.label(name) for name in ships)}?",
                  facts={"ships": list(ships)}, default=next(iter(ways)))


def transfer(table: Table, state: State, commander: str, leader: str, ships: Sequence[str]) -> Choose:
    """Which ship takes a leader off one that sinks (17.12)."""
    options = {name: state.label(name) for name in ships}
    return Choose(rule="17.12", side=commander, key=table.key("transfer", (leader,)), topic="transfer",
                  prompt=f"Which ship takes {state.label(leader)}?", facts={"leader": leader}, options=options,
                  default=ships[0])


@dataclass(frozen=True, slots=True, kw_only=True)
class Fire(Decision):
    """One firing segment: shots named ship by ship, and a list of targets for the ships not named.

    Without orders every ship fires, the strongest targets first, and fireships hold.
    """

    state: State = field(repr=False, compare=False)
    own: tuple[str, ...]
    enemy: tuple[str, ...]

    def faults(self, answer: Plain) -> list[str]:
        if not isinstance(answer, dict) or not answer.keys() <= {"shots", "targets", "hold", "fireships", "boarding"}:
            return ["fire is a mapping with 'shots', 'targets', 'hold', 'fireships' and 'boarding'"]
        if not is_list_of_entries(answer.get("shots", [])):
            return ["'shots' is a list of mappings, each with 'ship' and 'at'"]
        found = [f"'{name}' cannot fire" for name in self.firing(answer) if name not in self.own]
        aims = [*(shot.get("at") for shot in answer.get("shots", ())), *answer.get("targets", ())]
        words = (*self.enemy, TREASURE, STRONGEST, WEAKEST)
        found += [f"'{name}' is no target here" for name in aims if name not in words and not self.is_ship(name)]
        wrong = [part for part in ("fireships", "boarding") if answer.get(part, HOLD) not in (HOLD, USE)]
        return found + [f"'{part}' is '{HOLD}' or '{USE}'" for part in wrong]

    def is_ship(self, name: str) -> bool:
        """A ship that may have been here in an earlier round: named beforehand, and passed over."""
        return name in self.state.board.ships or name in self.state.board.treasure_fleets

    def firing(self, answer: dict[str, Any]) -> list[str]:
        """The ships that an answer speaks of; those no longer here are passed over."""
        named = [*(str(shot.get("ship")) for shot in answer.get("shots", ())), *answer.get("hold", ())]
        return [name for name in named if not self.is_ship(name)]

    def sample(self, chance: Chance) -> Plain:
        return {"targets": [chance.pick((STRONGEST, WEAKEST, TREASURE))], "fireships": chance.pick((HOLD, USE)),
                "boarding": chance.pick((HOLD, USE))}  # fmt: skip

    def default_answer(self) -> Plain:
        return {}

    def legal(self) -> Plain:
        return {"ships": list(self.own), "targets": list(self.enemy)}


def fire(table: Table, state: State, own: Force, foe: Force, number: int) -> Fire:
    """What fires at what (17.4, 17.5)."""
    return Fire(rule="17.4", side=own.commander, key=table.key("fire", (own.square.lower(), own.commander)),
                topic="fire", prompt=f"Your fire at {own.square}, round {number}.",
                facts={"round": number, "own": sight(state, own), "enemy": sight(state, foe)}, state=state,
                own=tuple(own.ships), enemy=tuple(foe.ships))
