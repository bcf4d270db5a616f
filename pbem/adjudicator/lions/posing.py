"""Positions of case files (docs/cases.md), in and out.

A case names what is on the map; all other counters are in their pools, treasuries are empty, hands too.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from functools import partial
from typing import Any

from pbem.adjudicator.engine.case_words import check_words, found, lay, place
from pbem.adjudicator.engine.table import Effect, Table
from pbem.adjudicator.engine.turns import play_steps
from pbem.adjudicator.lions.board.board import load_board
from pbem.adjudicator.lions.match import LionsMatch
from pbem.adjudicator.lions.rules.ch03_setup import open_game
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, YEAR, sequence
from pbem.adjudicator.lions.state.house import HOUSE_RULES
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, Berth, State, Vessel
from pbem.adjudicator.lions.view.facts import AWAY, LISTED

Play = Callable[[Table], Coroutine[Effect[Any], Any, None]]
Part = Mapping[str, Any]
#: What `given` may hold; all else is a slip of the case's author.
WORDS = ("players", "turn", "turns", "house", "initiative", "pounds", "hands", "exchange", "ships", "treasure", "land",
         "leaders", "mercenaries", "plundered", "colonies", "agreements", "landed", "owed", "resting", "garrisons",
         "favours", "prizes", "away", "phase", "steps", "quiet")  # fmt: skip
MOST_PLAYERS = "4"
#: A case plays the rotation to its end, unless it names a watch.
WHOLE_ROTATION = "0"


def pose(given: Mapping[str, Any]) -> tuple[LionsMatch, Play]:
    """A position and the steps to play on it. Powers that are `quiet` do nothing that nobody ordered."""
    check_words(given, WORDS)
    house = {"watch": WHOLE_ROTATION, **given.get("house", {})}
    turns = int(given.get("turns", HOUSE_RULES["turns"]["default"]))
    state = open_game(load_board(None), house, int(given.get("players", MOST_PLAYERS)), turns)
    state.turn, state.initiative = 1, state.players[0]
    lay(state, given, ("turn", "initiative", "agreements", "landed", "owed", "resting"))
    state.money = {power: int(given.get("pounds", {}).get(power, 0)) for power in state.players}
    lay_markers(state, given)
    lay_units(state, given)
    state.plundered = state.in_grid_order(square_of(state, name) for name in given.get("plundered", ()))
    state.colonies = state.in_grid_order(square_of(state, name) for name in given.get("colonies", ()))
    lay_optional_rules(state, given)
    return as_match(state, given)


def as_match(state: State, given: Mapping[str, Any]) -> tuple[LionsMatch, Play]:
    """The steps named, of the whole turn; the phase named if none is."""
    phase, turn = given.get("phase", YEAR), sequence()
    steps = [step for step in (*turn[SETUP], *turn[BIDS], *turn[YEAR]) if step.rule in given.get("steps", ())]
    steps = steps or list(turn[phase])
    match = LionsMatch(state, phase, state.players, state.house)
    match.quiet = tuple(given.get("quiet", ()))
    return match, lambda table: play_steps(table, state, steps, "Phase", over=lambda: bool(state.ended))


def lay_markers(state: State, given: Mapping[str, Any]) -> None:
    """Hands, what is up for bids, Mercenary Admirals on the map; the rest is the pool."""
    for power, names in given.get("hands", {}).items():
        state.hand[power] = state.in_marker_order(found(names, state.board.markers, "campaign marker"))
    state.exchange = list(found(given.get("exchange", ()), state.board.markers, "campaign marker"))
    for part in given.get("mercenaries", ()):
        state.mercenaries[part["marker"]] = part["power"]
    taken = [*state.exchange, *state.mercenaries, *(name for hand in state.hand.values() for name in hand)]
    state.pool = [name for name in state.board.markers if name not in taken]


def lay_units(state: State, given: Mapping[str, Any]) -> None:
    """Places ships with those aboard, troops and leaders ashore, treasure fleets with their escorts."""
    for part in given.get("ships", ()):
        lay_ship(state, part)
    for part in given.get("land", ()):
        for kind in (REGIMENT, FORT):
            if points := int(part.get(f"{kind}s", 0)):
                state.put_ashore(square_of(state, part["at"]), part["power"], kind, points)
    for part in (*given.get("leaders", ()), *given.get("mercenaries", ())):
        ship = part.get("aboard", "")
        at = state.ships[ship].at if ship in state.ships else square_of(state, part["at"])
        state.leaders[part.get("leader", part.get("marker"))] = Berth(at, ship)
    for part in given.get("treasure", ()):
        name = next(iter(found([part["fleet"]], state.board.treasure_fleets, "treasure fleet")))
        state.ships[name] = Vessel(square_of(state, part["at"]), int(part.get("damage", 0)), part.get("escort", ""))


def lay_optional_rules(state: State, given: Mapping[str, Any]) -> None:
    """Sets garrisons and favours of potentates (29), forces at sea (33), prizes with their captors (34)."""
    for name, how in LISTED.items():
        setattr(state, name, how.given(given.get(name, ()), partial(square_of, state)))
    state.away = AWAY.given(given.get("away", ()))
    for part in given.get("prizes", ()):
        name = next(iter(found([part["ship"]], state.board.ships, "ship")))
        state.ships[name] = Vessel(square_of(state, part["at"]), int(part.get("damage", 0)), part.get("escort", ""))
        state.prizes[name] = part["power"]


def lay_ship(state: State, part: Part) -> None:
    """One ship, her fleet by its number."""
    name = next(iter(found([part["ship"]], state.board.ships, "ship")))
    nation = state.board.ships[name].nation
    fleet = f"{nation}-fleet-{part['fleet']}" if "fleet" in part else ""
    state.ships[name] = Vessel(square_of(state, part["at"]), int(part.get("damage", 0)), fleet)
    if regiments := int(part.get("regiments", 0)):
        state.load(name, part.get("of", nation), regiments)
    for leader in found(part.get("leaders", ()), state.board.leaders, "leader"):
        state.leaders[leader] = Berth(state.ships[name].at, name)


def square_of(state: State, name: str) -> str:
    """A square or a port of a case file."""
    return place(state.board.square_named, "square or port")(name)
