"""Small craft of a steady captain: Corsairs off the enemy's Ports, attacks on Convoys, searches, Screens, Pirates."""

from __future__ import annotations

from collections import Counter

from pbem.adjudicator.yellowjack.base.auxiliaries import assigned_to, limit_of, why_not_assigned
from pbem.adjudicator.yellowjack.base.ports import is_enemy
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.bots.dockyard import LAID_UP
from pbem.adjudicator.yellowjack.state.words import BOURBON


def tasks(captain: Captain) -> list[Part]:
    """Corsairs go off Ports at once, for each full Impulse there costs the enemy an Order; others hunt Convoys.

    British Auxiliaries hunt nothing: they are wanted against the Corsairs off their own Ports.
    """
    if not captain.view["auxiliaries"]:
        return []
    taken: list[str] = []
    found: list[Part] = []
    for name, one in captain.view["auxiliaries"].items():
        port = prey(captain, str(one["at"]), taken) if one["zone"] and one["at"] == one["zone"] else ""
        if port:
            taken.append(port)
            found.append({"aux": name, "task": "port_interdiction", "at": port, "impulse": "1"})
    hunters = ["all"] if captain.seat == BOURBON else [name for name, one in captain.view["auxiliaries"].items()
                                                       if one["zone"]]  # fmt: skip
    return [*found, *({"aux": name, "task": "convoy_attack", "target": "convoys"} for name in hunters)]


def prey(captain: Captain, zone: str, taken: list[str]) -> str:
    """The enemy Port in a zone's range that a Corsair goes for; empty for none.

    British Auxiliaries Screen once each, so that the Bourbon's Corsairs go apart. The coast guard Screens once an
    Impulse in each Space (2.251), however many come, so that the British ones go together.
    """
    ports = [place for place in captain.board.corsair_zones[zone].in_range
             if is_enemy(captain.state, place, captain.seat)]  # fmt: skip
    if captain.seat == BOURBON:
        ports = [port for port in ports if port not in taken]
        return max(ports, key=lambda port: (captain.board.ports[port].prestige, port), default="")
    reached = crowd(captain)
    return max(ports, key=lambda port: (reached[port], captain.board.ports[port].prestige, port), default="")


def crowd(captain: Captain) -> Counter[str]:
    """The Corsairs of one's own side in their zones that reach each place."""
    lying = [str(one["at"]) for one in captain.view["auxiliaries"].values() if one["zone"] and one["at"] == one["zone"]]
    return Counter(place for zone in lying for place in set(captain.board.corsair_zones[zone].in_range))


def pirates(captain: Captain) -> list[Part]:
    """A Pirate off the richest Port in reach, or at any Convoy that is seen."""
    found: list[Part] = []
    for name, one in captain.view["pirates"]["lie"].items():
        port = prey(captain, str(one["at"]), []) if one["at"] == one["zone"] else ""
        if port:
            found.append({"pirate": name, "task": "port_interdiction", "at": port, "impulse": "1"})
    attack = {"pirate": "any", "task": "convoy_attack", "target": "convoys"}
    return [*found, attack] if captain.view["pirates"]["lie"] else []


def screens(captain: Captain) -> list[Part]:
    """The coast guard first; then anybody near, against attacks, fire and Corsairs."""
    if not captain.view["auxiliaries"]:
        return []
    kinds = ["convoy_attack", "fireship", "interdiction", "port_interdiction"]
    guard: list[Part] = [{"aux": "guardacosta", "against": [*kinds, "search"]}] if captain.seat == BOURBON else []
    return [*guard, {"aux": "all", "against": kinds}]


def fleet_tasks(captain: Captain) -> list[Part]:
    """Bombs count as ships before a storm, and Fireships burn."""
    counters = captain.board.craft.counters
    sorts = {counters[name].sort for name in captain.view["auxiliaries"]}
    found: list[Part] = [{"port": "any", "aux": "all", "task": "as_sail"}] if "bomb" in sorts else []
    return found + ([{"port": "any", "aux": "all", "task": "fireship"}] if "fireship" in sorts else [])


def room(captain: Captain, flag: str) -> int:
    """The Auxiliaries that a Flag can still take."""
    return limit_of(captain.state, flag) - len(assigned_to(captain.state, flag))


def assignments(captain: Captain) -> list[Part]:
    """Bombs and Fireships join a Flag that fits out where they lie."""
    found: list[Part] = []
    counters = captain.board.craft.counters
    for name, one in captain.view["auxiliaries"].items():
        if counters[name].sort not in ("bomb", "fireship") or one["at"] not in captain.board.ports:
            continue
        flags = [each for each, ship in captain.formations() if ship["kind"] == "flag" and ship["at"] == one["at"]
                 and captain.third(each) < LAID_UP
                 and not why_not_assigned(captain.state, captain.ruling, captain.seat, name, each)
                 and room(captain, each) > [str(part["to"]) for part in found].count(each)]  # fmt: skip
        if flags:
            found.append({"aux": name, "to": flags[0]})
    return found
