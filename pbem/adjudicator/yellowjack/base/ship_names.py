"""The names of ships, one for each Sail of a Squadron, for reports alone: no rule asks for them.

A name stays with its Squadron as long as the Sail do. Sail that go over to another Squadron take their names along. Of
Sail that are lost the last named of their class goes, and her name is used no more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from pbem.adjudicator.board.texts import texts_of
from pbem.adjudicator.yellowjack.board.board import DATA
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import date_from
from pbem.base.records import dataclass

SHIPS = DATA / "ships.yaml"


@dataclass(frozen=True, slots=True)
class Ship:
    """A ship of the roll."""

    name: str
    contingent: str
    sort: str
    served: tuple[tuple[str, int, int], ...]  # Command, first and last Turn of each stay

    def distance(self, command: str, date: int) -> int:
        """Tells how far she is from a Command on a date: she served there then, served elsewhere, or did not serve."""
        there = [where for where, first, last in self.served if first <= date <= last]
        return 0 if command in there else 1 if there else 2


@cache
def roll() -> tuple[Ship, ...]:
    """Every ship that has a name, in the order of the roll."""
    return tuple(Ship(str(row["name"]), str(row["contingent"]), str(row["class"]), tuple(stays(row["served"])))
                 for row in texts_of(SHIPS)["roll"])  # fmt: skip


def stays(told: list[str]) -> Iterator[tuple[str, int, int]]:
    """The stays of a ship from their words: 'jamaica y39t14 y41t09'."""
    for words in told:
        command, first, last = words.split()
        yield command, date_from(first), date_from(last)


@cache
def first_names() -> Mapping[tuple[str, str], tuple[str, ...]]:
    """The ships of a Squadron at the start of a scenario, by set-up and Squadron."""
    return {(row["scenario"], row["squadron"]): tuple(row["ships"]) for row in texts_of(SHIPS)["set_ups"]}


def muster(state: State) -> None:
    """Brings the names of all Squadrons up to their Sail: names move with Sail, new Sail get new ones."""
    loose: dict[tuple[str, str], list[str]] = {}
    for squadron, kept in state.ships.items():
        for sort, names in kept.items():
            number = state.squadrons[squadron].sail.get(sort, 0)
            loose.setdefault((contingent_of(state, squadron), sort), []).extend(names[number:])
            del names[number:]
    for squadron, held in state.squadrons.items():
        for sort, number in held.sail.items():
            names = state.ships.setdefault(squadron, {}).setdefault(sort, [])
            moved = loose.get((contingent_of(state, squadron), sort), [])
            while len(names) < number and (name := moved.pop(0) if moved else fresh_name(state, squadron, sort)):
                names.append(name)
    state.ships_gone += [name for names in loose.values() for name in names]
    state.ships = {name: left for name, kept in sorted(state.ships.items())
                   if (left := {sort: names for sort, names in kept.items() if names})}  # fmt: skip


def contingent_of(state: State, squadron: str) -> str:
    """The nation of a Squadron."""
    return str(state.board.squadrons[squadron].contingent)


def fresh_name(state: State, squadron: str, sort: str) -> str:
    """A name for new Sail: that of the set-up, or of a ship that served there then; empty when the roll is used up."""
    used = {name for kept in state.ships.values() for names in kept.values() for name in names} | {*state.ships_gone}
    free = [ship for ship in roll() if ship.contingent == contingent_of(state, squadron) and ship.sort == sort
            and ship.name not in used]  # fmt: skip
    command, listed = state.squadrons[squadron].command, first_names()
    at_first = listed.get((state.board.scenarios[state.scenario].set_up, squadron), ()) if not state.count else ()
    others = {name for (scenario, each), names in listed.items() if not state.count and each != squadron
              and scenario == state.board.scenarios[state.scenario].set_up for name in names}  # fmt: skip
    best = min(free, default=None, key=lambda ship: (ship.name not in at_first, ship.name in others,
                                                     ship.distance(command, state.date)))  # fmt: skip
    return best.name if best else ""


def strike_name(state: State, squadron: str, sort: str) -> str:
    """Takes the name of a Sail that is lost off its Squadron, and returns it; empty where she has none."""
    names = state.ships.get(squadron, {}).get(sort, [])
    if not names:
        return ""
    state.ships_gone.append(names.pop())
    return state.ships_gone[-1]


def lost_ship(state: State, squadron: str, sort: str) -> str:
    """The subject of a sentence on a Sail that is lost, with her name, which is borne no more."""
    name, what = strike_name(state, squadron, sort), f"{state.label(sort)} of {state.label(squadron)}"
    return f"The {name} ({what})" if name else f"A {what}"
