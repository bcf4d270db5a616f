"""Orders as a steady captain gives them: each to the smallest Formation that does, an assault to the largest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.yellowjack.base.convoys import TROOPS
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.ch2.troops import able, counters_of, why_not
from pbem.adjudicator.yellowjack.ch3.issuing import why_check, why_no_target, why_not_issue, why_not_taken
from pbem.adjudicator.yellowjack.state.words import (
    ADMIN,
    ASSAULT,
    BLOCKADE,
    COMPANY,
    CRUISE,
    FITTING_OUT,
    FLOTILLAS,
    INTERDICTION,
    SHOW_OF_FORCE,
    SHOW_OF_FORCE_PIRATES,
    SUPPORT_ARMY,
)

#: In this order Orders are given out, and asked for.
LIKING = (ASSAULT, CRUISE, INTERDICTION, SHOW_OF_FORCE_PIRATES, BLOCKADE, SHOW_OF_FORCE)
#: Sail that a Show of Force wants, and a Squadron that keeps a Blockade should have.
SHOWN, BLOCKADING = 4, 2
#: An assault is begun at these odds: own to enemy.
ODDS, EMPTY = (3, 2), (1, 1)
#: A point is paid for the Order to storm a Port worth so much, while so many Turns are left; with fewer points none is.
PRIZE, IN_TIME, PURSE = 2, 3, 4
#: Formations that lie idle beyond the hand, for each of which one more Order is taken.
SPARE = 1
BATTERED = 2
#: Units of which an Expedition is made at least. The word that order files have for its goal.
LEAST, ASSAULT_GOAL = 2, "assault"
#: Strength that a besieger brings beside Sail: a Unit counts one, and Units that storm well two.
STRONG = ("marine", "grenadier")


def issues(captain: Captain) -> list[Part]:
    """The Orders in hand, each with whom it is given to: Squadrons that leave a Formation first."""
    found: list[Part] = []
    if not captain.left and str(captain.view["step"]) == ADMIN:
        return found
    taken, kept = set[str](), {flag_to_storm(captain)}
    for chit in sorted(map(str, captain.view["hand"]), key=lambda chit: rank(captain.board.chits[chit].kind)):
        give = assault if captain.board.chits[chit].kind == ASSAULT else plain
        entry = give(captain, chit, taken if give is assault else taken | kept)
        if entry:
            found.append(entry)
            taken |= set(named(entry))
    return sorted(found, key=lambda entry: entry["to"] not in captain.board.squadrons
                  if isinstance(entry["to"], str) else True)  # fmt: skip


def named(entry: Part) -> list[str]:
    """The Formations and Squadrons that an Order is given to."""
    return [entry["to"]] if isinstance(entry["to"], str) else list(entry["to"])


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
    if in_vain(captain, chit):
        return {}
    for name in sorted(free(captain, taken), key=lambda name: (way(captain, chit, name), *size(captain, name), name)):
        if not suits(captain, kind, name) or needs_check(captain, chit, name):
            continue
        for target in targets(captain, chit, name):
            if not why_not_issue(captain.state, captain.ruling, captain.seat, chit, [name], target):
                return {"order": chit, "to": name, **({"target": target} if target else {})}
    return {}


def in_vain(captain: Captain, chit: str) -> bool:
    """Tells if an Order supports an army that is not in the field (3.218)."""
    counter = captain.board.chits[chit]
    return counter.kind == SUPPORT_ARMY and not captain.view["campaigns"].get(counter.campaign, {}).get("active")


def size(captain: Captain, name: str) -> tuple[bool, int]:
    """The size of a Formation: Flotillas are kept for Orders that want one, then the fewest Sail."""
    held = captain.state.formations.get(name)
    return held is not None and held.kind in FLOTILLAS, captain.sail_of(name)


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
        for convoy in (name for name in captain.convoys() if name not in taken):
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
    """Tells if a Flag and the Units of a Convoy can storm a Port, as far as is known."""
    units = [name for name, unit in captain.view["units"].items() if str(unit["at"]) == convoy]
    return odds(captain, flag, units, port)


def odds(captain: Captain, flag: str, units: Sequence[str], port: str) -> bool:
    """Tells if the odds on what is known are good enough, reckoning one hidden enemy Unit (3.443).

    A Port where no Unit is seen falls to any storm at one to two (3.447), so that even odds will do.
    """
    printed = captain.board.ports[port]
    if len(units) <= printed.garrison:  # one may be lost on the way
        return False
    own = captain.sail(flag) + sum(strength(captain, name) for name in units) // 2
    held = bool(captain.view["ports"][port]["units"])
    enemy = (printed.garrison + 1 + held) * (printed.fortification + held)
    good, bad = ODDS if held else EMPTY
    return own * bad >= enemy * good


def strength(captain: Captain, unit: str) -> int:
    """The strength of a Unit in a storm, in halves: a Disrupted one has half, and never double (2.583)."""
    if captain.state.units[unit].disrupted:
        return 1
    return 4 if captain.board.units[unit].icon in STRONG else 2


def garrison(captain: Captain, port: str) -> list[str]:
    """The Units in an own Port that may go to sea for an assault; of three and more one stays."""
    free = counters_of(captain.state, captain.seat, port)
    units = [unit for unit in able(captain.state, captain.seat)
             if unit in captain.state.units and captain.state.units[unit].at == port and free
             and not why_not(captain.state, captain.seat, free[0], [unit], port, ASSAULT_GOAL)]  # fmt: skip
    units.sort(key=lambda unit: captain.state.units[unit].disrupted)
    return units[:-1] if len(units) > LEAST else units


def expeditions(captain: Captain) -> list[Part]:
    """With an assault in hand, the Units beside an idle Flag gather for it."""
    flag = flag_to_storm(captain)
    if not flag or waiting_expedition(captain):
        return []
    port = str(captain.view["formations"][flag]["at"])
    return [{"troops": garrison(captain, port), "at": port, "to": ASSAULT_GOAL}]


def flag_to_storm(captain: Captain) -> str:
    """The largest idle Flotilla that an assault in hand is for, with Units or an Expedition at hand; empty for none."""
    commands = {captain.board.chits[chit].command for chit in map(str, captain.view["hand"])
                if captain.board.chits[chit].kind == ASSAULT}  # fmt: skip
    found = [name for name, each in captain.formations()
             if each["kind"] in FLOTILLAS and not each["order"] and each["state"] == FITTING_OUT
             and captain.third(name) < BATTERED and each["command"] in commands
             and (len(garrison(captain, str(each["at"]))) >= LEAST or waiting_expedition(captain))]  # fmt: skip
    return max(found, key=lambda name: (captain.sail(name), name), default="")


def waiting_expedition(captain: Captain) -> bool:
    """Tells if a Troop Convoy without an Order waits for an assault."""
    return any(captain.state.convoys[name].sort == TROOPS and not captain.state.formations[name].order
               for name in captain.convoys())  # fmt: skip


# -------------------------------------------------------------------------------------------- receiving


def likings(captain: Captain) -> list[Part]:
    """The Orders of the pool as they are wanted: those that an idle Formation can begin at once, the nearest first.

    An Order that nobody can carry out stays in the hand, and no other is drawn while it is there (3.311). While
    Formations lie idle, more than one of a draw is taken.
    """
    ranked = sorted((wanted(captain, str(chit)), str(chit)) for chit in captain.view["pool"])
    found: Part = {"like": [*(chit for _, chit in ranked), "any"]}
    if len(list(free(captain, set()))) > len(captain.view["hand"]) + SPARE:
        also = [chit for (rank, *_), chit in ranked if rank == BEGINS]
        found |= {"also": also} if also else {}
    return [found]


def spending(captain: Captain) -> list[Part]:
    """Buys the Order to storm a Port that can be had, and the end of a void one."""
    if int(captain.view["prestige"][captain.seat]) < PURSE or captain.left < IN_TIME:
        return []
    kinds = {captain.board.chits[str(chit)].kind for chit in captain.view["hand"]}
    prizes = {str(chit): prize(captain, str(chit)) for chit in captain.view["pool"]
              if captain.board.chits[str(chit)].kind == ASSAULT and ASSAULT not in kinds}  # fmt: skip
    best = max(prizes, key=lambda chit: (prizes[chit], chit), default="")
    found: list[Part] = [{"on": "order", "order": best}] if best and prizes[best] >= PRIZE else []
    return [
        *found,
        *({"on": "discard", "order": chit} for chit in map(str, captain.view["hand"]) if void(captain, chit)),
    ]


def void(captain: Captain, chit: str) -> bool:
    """Tells if an Order can never be given to anybody: a Blockade of a Port that is one's own by now."""
    counter = captain.board.chits[chit]
    return counter.kind == BLOCKADE and any(captain.own_port(point) for point in counter.points)


#: Ranks of an Order: an assault with a prize, what can be begun, what cannot, an assault without a prize.
STORMS, BEGINS, WAITS, IDLE = range(4)


def wanted(captain: Captain, chit: str) -> tuple[int, int, int]:
    """The rank of an Order: an assault that can be made, then what can be begun, by its sort and the way there."""
    kind = captain.board.chits[chit].kind
    if kind == ASSAULT:
        return STORMS if prize(captain, chit) else IDLE, 0, 0
    able = [way(captain, chit, name) for name in free(captain, set()) if not in_vain(captain, chit)
            and suits(captain, kind, name) and could_take(captain, chit, name)]  # fmt: skip
    return BEGINS if able else WAITS, rank(kind), min(able, default=0)


def could_take(captain: Captain, chit: str, name: str) -> bool:
    """Tells if a Formation could take an Order, were it in hand."""
    state, ruling, seat = captain.state, captain.ruling, captain.seat
    if why_not_taken(state, ruling, seat, chit, name):
        return False
    return any(not why_no_target(state, ruling, seat, chit, target) for target in targets(captain, chit, name))


def prize(captain: Captain, chit: str) -> int:
    """The worth of the best Port for an assault: by a Flotilla and Units of its Command in one Port; 0 for none."""
    command = captain.board.chits[chit].command
    ports = [port for port in captain.foes() if command in captain.state.board.commands_at(port, captain.seat)]
    found = [0]
    for name, each in captain.formations():
        if each["kind"] not in FLOTILLAS or each["order"] or each["command"] != command or not captain.fits_out(name):
            continue
        units = garrison(captain, str(each["at"]))
        if len(units) >= LEAST:
            found += [captain.board.ports[port].prestige for port in ports if odds(captain, name, units, port)]
    return max(found)
