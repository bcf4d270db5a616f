"""Orders as a steady captain gives them: each to the smallest Formation that does, an assault to the largest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.ch3.issuing import why_check, why_not_issue
from pbem.adjudicator.yellowjack.state.words import (
    ADMIN,
    ASSAULT,
    BLOCKADE,
    COMPANY,
    CRUISE,
    INTERDICTION,
    SHOW_OF_FORCE,
    SHOW_OF_FORCE_PIRATES,
)

#: In this order Orders are given out, and asked for.
LIKING = (ASSAULT, BLOCKADE, CRUISE, INTERDICTION, SHOW_OF_FORCE_PIRATES, SHOW_OF_FORCE)
#: Sail that a Show of Force wants, and a Squadron that keeps a Blockade should have.
SHOWN, BLOCKADING = 4, 2
#: An assault is begun at these odds: own to enemy.
ODDS = (3, 2)
BATTERED = 2
#: Strength that a besieger brings beside Sail: a Unit counts one, and Units that storm well two.
STRONG = ("marine", "grenadier")


def issues(captain: Captain) -> list[Part]:
    """The Orders in hand, each with whom it is given to: Squadrons that leave a Formation first."""
    found: list[Part] = []
    if not captain.left and str(captain.view["step"]) == ADMIN:
        return found
    taken: set[str] = set()
    for chit in sorted(map(str, captain.view["hand"]), key=lambda chit: rank(captain.board.chits[chit].kind)):
        give = assault if captain.board.chits[chit].kind == ASSAULT else plain
        entry = give(captain, chit, taken)
        if entry:
            found.append(entry)
            taken |= {entry["to"]} if isinstance(entry["to"], str) else set(entry["to"])
    return sorted(found, key=lambda entry: entry["to"] not in captain.board.squadrons
                  if isinstance(entry["to"], str) else True)  # fmt: skip


def rank(kind: str) -> int:
    """The rank of a sort of Order among those that are liked."""
    return LIKING.index(kind) if kind in LIKING else len(LIKING)


def free(captain: Captain, taken: set[str]) -> Iterator[str]:
    """Squadrons that may leave the Company's Formation, then Formations that are fit and have no Order."""
    names = [name for name, each in captain.formations() if not each["order"] and captain.third(name) < BATTERED]
    for name in names:
        if captain.view["formations"][name]["kind"] == COMPANY:
            yield from (each for each in captain.view["formations"][name]["squadrons"][1:] if each not in taken)
    yield from (name for name in names if name not in taken)


def plain(captain: Captain, chit: str, taken: set[str]) -> Part:
    """An Order that is no assault, for the smallest Formation that does for it; empty where none does."""
    kind = captain.board.chits[chit].kind
    for name in sorted(free(captain, taken), key=lambda name: (way(captain, chit, name), captain.sail_of(name), name)):
        if not suits(captain, kind, name) or needs_check(captain, chit, name):
            continue
        for target in targets(captain, chit, name):
            if not why_not_issue(captain.state, captain.ruling, captain.seat, chit, [name], target):
                return {"order": chit, "to": name, **({"target": target} if target else {})}
    return {}


def needs_check(captain: Captain, chit: str, name: str) -> bool:
    """Tells if the Admiral would have to pass a Check."""
    return bool(why_check(captain.state, captain.board.chits[chit].command, name))


def suits(captain: Captain, kind: str, name: str) -> bool:
    """Tells if a Formation is strong enough for a sort of Order."""
    return captain.sail_of(name) >= {SHOW_OF_FORCE: SHOWN, BLOCKADE: BLOCKADING}.get(kind, 1)


def targets(captain: Captain, chit: str, name: str) -> list[str]:
    """The targets of an Order that leaves them open, the nearest first; an empty one where it names its own."""
    if captain.board.chits[chit].points:
        return [""]
    return sorted(captain.foes(), key=lambda port: (captain.board.legs(captain.place(name), port), port))


def way(captain: Captain, chit: str, name: str) -> int:
    """The legs to where an Order begins."""
    points = captain.board.chits[chit].points
    return captain.board.legs(captain.place(name), points[0]) if points else 0


# -------------------------------------------------------------------------------------------- assaults


def assault(captain: Captain, chit: str, taken: set[str]) -> Part:
    """An assault by the largest Flag and a Convoy with Troops, on the richest Port that they can storm."""
    flags = sorted((name for name in free(captain, taken) if name in captain.board.formations), key=captain.sail)
    for flag in reversed(flags):
        for convoy in captain.convoys():
            for port in rich(captain, flag, convoy):
                if not why_not_issue(captain.state, captain.ruling, captain.seat, chit, [flag, convoy], port):
                    return {"order": chit, "to": [flag, convoy], "target": port}
    return {}


def rich(captain: Captain, flag: str, convoy: str) -> list[str]:
    """The Ports that could be stormed, the richest first, and of those the nearest."""
    at = captain.state.place(flag)
    ports = [port for port in captain.foes() if can_storm(captain, flag, convoy, port)]
    return sorted(ports, key=lambda port: (-captain.board.ports[port].prestige, captain.board.legs(at, port), port))


def can_storm(captain: Captain, flag: str, convoy: str, port: str) -> bool:
    """Tells if the odds on what is known are good enough, reckoning one hidden enemy Unit (3.443)."""
    printed = captain.board.ports[port]
    units = [name for name, unit in captain.view["units"].items() if str(unit["at"]) == convoy]
    if len(units) < printed.garrison:
        return False
    own = captain.sail(flag) + sum(2 if captain.board.units[name].icon in STRONG else 1 for name in units)
    held = bool(captain.view["ports"][port]["units"])
    enemy = (printed.garrison + 1 + held) * (printed.fortification + held)
    return own * ODDS[1] >= enemy * ODDS[0]


# -------------------------------------------------------------------------------------------- receiving


def likings(captain: Captain) -> list[Part]:
    """The Orders that are wanted, by sort; with a Convoy of Troops assaults first."""
    sorts = [kind for kind in LIKING if kind != ASSAULT or captain.convoys()]
    return [{"like": [*map(str, written(sorts)), "any"]}]


def written(sorts: Sequence[str]) -> list[str]:
    """Sorts of Orders as an order file writes them."""
    return [kind.replace("-", "_") for kind in sorts]
