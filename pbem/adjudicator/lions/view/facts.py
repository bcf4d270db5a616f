"""A position told in the words of case files (docs/cases.md)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pbem.adjudicator.engine.case_words import Listed
from pbem.adjudicator.lions.rules.ch06_control import control
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.state.who_is_where import fleet_number

#: Fields that a case tells as they are, and those that it lists.
AS_THEY_ARE = ("exchange", "plundered", "colonies", "owed", "landed", "initiative", "turn", "fallen", "winners",
               "ended")  # fmt: skip
LISTED = {"garrisons": Listed("at", "points", int), "favours": Listed("at", "power")}
PRIZES, AWAY = Listed("ship", "power"), Listed("force", "operations", int)


def facts(state: State) -> dict[str, Any]:
    """Returns the places of all units, who holds what, and the rest, in the words of `given`."""
    held = {square: control(state, square) for square in state.occupied()}
    return {
        "ships": [ship_fact(state, name) for name in state.board.ships if name in state.ships],
        "treasure": [treasure_fact(state, name) for name in state.board.treasure_fleets if name in state.ships],
        "land": list(land_facts(state)), "leaders": list(leader_facts(state)),
        "pounds": dict(state.money), "hands": {power: list(hand) for power, hand in state.hand.items()},
        "markers": {power: len(hand) for power, hand in state.hand.items()}, "pool": len(state.pool),
        "control": [{"at": square, "power": power} for square, power in held.items() if power],
        "promises": [record["promise"] for record in state.agreements], "prizes": PRIZES.facts(state.prizes),
        **state.shown(AS_THEY_ARE), **{name: how.facts(getattr(state, name)) for name, how in LISTED.items()},
    }  # fmt: skip


def ship_fact(state: State, name: str) -> dict[str, Any]:
    """One ship; her square stands for itself and for the port in it."""
    return {"ship": name, **afloat(state, name), "fleet": fleet_number(state.ships[name].fleet),
            "regiments": state.carried(name)}  # fmt: skip


def treasure_fact(state: State, name: str) -> dict[str, Any]:
    """One treasure fleet."""
    return {"fleet": name, **afloat(state, name), "escort": state.ships[name].fleet}


def afloat(state: State, name: str) -> dict[str, Any]:
    """Returns the facts of any ship or treasure fleet."""
    vessel = state.ships[name]
    return {"at": vessel.at, "port": port_name(state, vessel.at), "damage": vessel.damage, "power": state.owner(name)}


def land_facts(state: State) -> Iterable[dict[str, Any]]:
    """Points ashore, by square and nation."""
    for square in state.in_grid_order(state.land):
        for power in state.nations_ashore(square):
            points = {f"{kind}s": state.ashore(square, power, kind) for kind in (REGIMENT, FORT)}
            yield {"power": power, "at": square, "port": port_name(state, square), **points}


def leader_facts(state: State) -> Iterable[dict[str, Any]]:
    """Leaders on the map, mercenaries among them."""
    for power in state.players:
        for name in state.leaders_of(power):
            yield {"leader": name, "power": power, "at": state.leaders[name].at, "aboard": state.leaders[name].aboard}


def port_name(state: State, square: str) -> str:
    """The id of the port in a square; empty if there is none."""
    port = state.board.port_at.get(square)
    return port.id if port else ""
