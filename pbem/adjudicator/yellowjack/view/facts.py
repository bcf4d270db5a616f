"""The position in the words of case files (docs/cases.md): Squadrons, Formations, Units, Ports, Orders, Prestige."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.plain_state import plain
from pbem.adjudicator.yellowjack.base.auxiliaries import side_of
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDES, turn_id

#: Parts of a position that a case file tells as they are, by kind of value.
WORDS = ("winner", "level")
NUMBERS = ("impulse", "mpi")
COUNTS = ("prestige",)
LISTS_BY_SIDE = ("hand", "pool")


def facts(state: State) -> dict[str, Any]:
    """Everything a case may compare."""
    return {
        **state.shown((*WORDS, *NUMBERS, *COUNTS, *LISTS_BY_SIDE)), "turn": turn_id(state.date),
        "over": state.over,
        "winds": [{"wind": icon, "from": state.winds[icon]} for icon in state.winds],
        "lost": [{"of": name, **by_class(sail)} for name, sail in sorted(state.lost.items())],
        "squadrons": [squadron_facts(state, name) for name, one in state.squadrons.items() if one.sail],
        "formations": [formation_facts(state, name) for name in state.formations],
        "convoys": [{"convoy": name, **plain(one), "dp": one.dp} for name, one in state.convoys.items()],
        "units": [{"unit": name, **plain(one)} for name, one in state.units.items()],
        "leaders": [{"leader": name, **plain(one)} for name, one in state.leaders.items()],
        "personages": [{"personage": name, **plain(one)} for name, one in state.personages.items()],
        "ports": [{"port": name, **plain(one), "side": state.side_of_port(name)} for name, one in state.ports.items()],
        "sieges": [{"port": name, **plain(one)} for name, one in state.sieges.items()],
        "auxiliaries": [{"aux": name, **plain(one), "side": side_of(state, name)}
                        for name, one in state.auxiliaries.items()],
        "campaigns": [{"campaign": name, **plain(one)} for name, one in state.campaigns.items()],
        "pirate_turn": state.pirate_turn, "screened": list(state.screened),
        "orders": [{"order": name, **plain(one)} for name, one in state.orders.items()],
        "boxes": {side: list(state.boxes(side)) for side in SIDES},
        "trade": [{"line": line, "turn": turn_id(date)} for line, date in sorted(state.trade.items())],
        "events_so_far": [{"event": event, "turn": turn_id(date)} for event, date in state.events.items()],
        "held": [{"contingent": one.contingent, "command": one.command, "at": one.at, "sail": by_class(one.sail)}
                 for one in state.held],
        "victuals": dict(sorted(state.victuals.items())),
        "duties": {side: owed(state, side) for side in sorted({one.side for one in state.duties})},
        "company_order": turn_id(state.company_order) if state.company_order else "",
        "ended": [plain(one) for one in state.ended],
        "ledger": [plain(one) for one in state.ledger],
    }  # fmt: skip


def by_class(sail: Mapping[str, int]) -> dict[str, int]:
    """Sail by class; a key of a case file has no hyphen."""
    return {sort.replace("-", "_"): number for sort, number in sail.items()}


def squadron_facts(state: State, name: str) -> dict[str, Any]:
    """One Squadron: its Sail, its damage, its state and its place."""
    one = state.squadrons[name]
    return {"squadron": name, "sail": by_class(one.sail), "dp": one.dp, "state": state.state_of(name),
            "at": state.place_of(name), "formation": one.formation, "command": one.command,
            "third": state.third(name)}  # fmt: skip


def formation_facts(state: State, name: str) -> dict[str, Any]:
    """One Formation: what it is made of, and where it is."""
    one = state.formations[name]
    found = plain(one) | {"formation": name, "at": state.place(name), "state": state.condition(name)}
    return {**found, "leader": state.leader_of(name)}


def owed(state: State, side: str) -> dict[str, Any]:
    """The Sail that a side has to send home, and by when the first of them."""
    mine = [one for one in state.duties if one.side == side]
    due = min((one.due for one in mine if one.due), default=0)
    return {"sail": sum(one.sail for one in mine), "due": turn_id(due) if due else "",
            "french": sum(one.sail for one in mine if one.contingent)}  # fmt: skip
