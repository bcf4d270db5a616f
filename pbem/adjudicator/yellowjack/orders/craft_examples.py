"""Examples of orders for small craft, made of what their owner has; where there is none they say nothing."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.yellowjack.base.auxiliaries import GALLEY, convertible
from pbem.adjudicator.yellowjack.state.words import BOURBON, FRIGATE
from pbem.adjudicator.yellowjack.view.picture import Picture

Part = dict[str, Any]


def craft(seen: Picture) -> dict[str, Any]:
    """One's own Auxiliaries and Privateers."""
    found: dict[str, Any] = seen.known.get("auxiliaries", {})
    return found


def sorts(seen: Picture, *wanted: str) -> list[str]:
    """One's own Auxiliaries of some classes, Privateers apart."""
    counters = seen.board.craft.counters
    return [name for name, each in craft(seen).items() if counters[name].sort in wanted and not each["zone"]]


def tasks(seen: Picture) -> list[Part] | None:
    """All that can attack Convoys that are seen, and look at what is not."""
    if not sorts(seen, "fleet", "light", GALLEY) and not any(each["zone"] for each in craft(seen).values()):
        return None
    return [{"aux": "all", "task": "convoy_attack", "target": "convoys"},
            {"aux": "all", "task": "search", "target": "unspotted"}]  # fmt: skip


def screen(seen: Picture) -> list[Part] | None:
    """Attacks on Convoys, fire and Corsairs are Screened."""
    if not craft(seen):
        return None
    guard = [{"aux": "guardacosta", "against": ["convoy_attack", "search"]}] if seen.side == BOURBON else []
    return [*guard, {"aux": "all", "against": ["convoy_attack", "fireship", "port_interdiction"]}]


def pirates(seen: Picture) -> list[Part] | None:
    """Any Pirate attacks a Convoy that is seen."""
    if not seen.known.get("pirates", {}).get("lie"):
        return None
    return [{"pirate": "any", "task": "convoy_attack", "target": "convoys"}]


def fleet_tasks(seen: Picture) -> list[Part] | None:
    """Bombs count as ships wherever a Port is stormed."""
    return [{"port": "any", "aux": "all", "task": "as_sail"}] if sorts(seen, "bomb") else None


def assign(seen: Picture) -> list[Part] | None:
    """The first Auxiliary in a Port of its own stays there."""
    for name in sorts(seen, "fleet", "light", GALLEY):
        at = str(craft(seen)[name]["at"])
        if at in seen.board.ports and seen.is_friendly(at):
            return [{"aux": name, "to": at}]
    return None


def convert(seen: Picture) -> list[Part] | None:
    """A Frigate becomes an Auxiliary, where Squadrons lie in port."""
    if not craft(seen):
        return None
    state = seen.state
    found = [name for name in convertible(state, seen.side) if state.squadrons[name].sail.get(FRIGATE)]
    return [{"class": FRIGATE, "of": found[0]}] if found else None


def privateers(seen: Picture) -> list[Part] | None:
    """The first Privateer of unlimited range lies in the zone that is its own."""
    counters = seen.board.craft.counters
    start = seen.board.craft.corsairs_of(seen.board.scenarios[str(seen.known["scenario"])].set_up)
    if start is not None and not any(each["zone"] for each in craft(seen).values()) and start.number[seen.side]:
        mine = [one for one in counters.values() if one.corsair and side_of(one.contingent) == seen.side]
        return [{"corsair": mine[0].id, "rebase": mine[0].zone}]
    for name, each in craft(seen).items():
        if counters[name].unlimited and each["at"] == each["zone"]:
            return [{"corsair": name, "rebase": each["zone"]}]
    return None


def side_of(contingent: str) -> str:
    """The side of a contingent that has Privateers at the start."""
    return {"british": "british", "spanish": "bourbon"}.get(contingent, "")


def marines(seen: Picture) -> list[Part] | None:
    """Marines in a Port go aboard the Flotilla that lies there."""
    for unit, each in seen.known["units"].items():
        if seen.board.units[unit].icon != "marine" or each.get("side") != seen.side:
            continue
        ships = [name for name in seen.at(str(each["at"])) if seen.formations[name]["kind"] in ("flag", "detachment")]
        if ships and each["at"] in seen.board.ports:
            return [{"unit": unit, "to": ships[0]}]
    return None


def shift(seen: Picture) -> list[Part] | None:
    """A point against what favours the enemy in Georgia, where there are campaigns."""
    return [{"what": "georgia", "toward": "enemy"}] if seen.known.get("campaigns") else None


def recruit(seen: Picture) -> list[Part] | None:
    """All Tribes are called on, where there are campaigns."""
    return [{"tribe": "any"}] if seen.known.get("campaigns") else None
