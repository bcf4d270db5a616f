"""Orders as a steady captain gives them: each to the smallest Formation that does, an assault to the largest."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache

from pbem.adjudicator.yellowjack.base.convoys import TROOPS
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.ch2.troops import counters_of, why_not
from pbem.adjudicator.yellowjack.ch3.issuing import why_check, why_no_target, why_not_issue, why_not_taken
from pbem.adjudicator.yellowjack.state.words import (
    ADMIN,
    ASSAULT,
    BLOCKADE,
    COMPANY,
    CRUISE,
    FITTING_OUT,
    FLOTILLAS,
    FRENCH,
    FRENCH_COMMAND,
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
ODDS, EMPTY = (3, 2), (4, 3)
#: A point is paid for the Order to storm a Port worth so much, while so many Turns are left; with fewer points none is.
PRIZE, IN_TIME, PURSE = 2, 3, 4
#: For a Port worth so much one point more is paid, to empty the hand.
GREAT = 3
#: And one for the end of an Order that nobody can carry out, while so many Turns are left.
CLOGGED = 4
#: Formations that lie idle beyond the hand, for each of which one more Order is taken.
SPARE = 1
BATTERED = 2
#: Units of which an Expedition is made at least. The word that order files have for its goal.
LEAST, ASSAULT_GOAL = 2, "assault"
#: A Port worth so much wants a Unit, and one is sent from no farther than so many legs.
RICH, NEAR = 2, 8
#: Walls are weighed against worth in parts of this.
SHARE = 12
#: Strength that a besieger brings beside Sail: a Unit counts one, and Units that storm well two.
STRONG = ("marine", "grenadier")


def issues(captain: Captain) -> list[Part]:
    """The Orders in hand, each with whom it is given to: Squadrons that leave a Formation first."""
    found: list[Part] = []
    if not captain.left and str(captain.view["step"]) == ADMIN:
        return found
    taken, kept = set[str](), {flag_to_storm(captain)}
    for chit in sorted(hand_at_issue(captain), key=lambda chit: rank(captain.board.chits[chit].kind)):
        give = assault if captain.board.chits[chit].kind == ASSAULT else plain
        entry = give(captain, chit, taken if give is assault else taken | kept)
        if entry:
            found.append(entry)
            taken |= set(named(entry))
    return sorted(found, key=lambda entry: entry["to"] not in captain.board.squadrons
                  if isinstance(entry["to"], str) else True)  # fmt: skip


def hand_at_issue(captain: Captain) -> list[str]:
    """The hand when Orders are Issued, as far as is known: with the Order that is paid for, without one given back."""
    bought, back = purchase(captain)
    hand = [chit for chit in map(str, captain.view["hand"]) if chit not in back]
    return [*hand, bought] if bought and bought not in hand else hand


def named(entry: Part) -> list[str]:
    """The Formations and Squadrons that an Order is given to."""
    return [entry["to"]] if isinstance(entry["to"], str) else list(entry["to"])


def rank(kind: str) -> int:
    """The rank of a sort of Order among those that are liked."""
    return LIKING.index(kind) if kind in LIKING else len(LIKING)


def free(captain: Captain, taken: set[str]) -> Iterator[str]:
    """Squadrons that may leave a Flotilla in port, then Formations that are fit and have no Order."""
    names = [name for name, each in captain.formations() if not each["order"] and captain.third(name) < BATTERED]
    for name in names:
        each = captain.view["formations"][name]
        if each["kind"] == COMPANY or (each["kind"] in FLOTILLAS and name not in taken and captain.fits_out(name)):
            yield from (squadron for squadron in each["squadrons"][1:] if squadron not in taken)
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
    return at_once(captain, chit, taken)


def at_once(captain: Captain, chit: str, taken: set[str]) -> Part:
    """An assault by an Expedition that gathers in this very letter: Convoys do before Orders are Issued (R4.4)."""
    flag, state = flag_to_storm(captain), captain.state
    if str(captain.view["step"]) != ADMIN or flag in taken or not expeditions(captain):
        return {}
    if why_not_taken(state, captain.ruling, captain.seat, chit, flag):
        return {}
    port = str(captain.view["formations"][flag]["at"])
    units = garrison(captain, port)
    if not units:
        return {}
    convoy = counters_of(state, captain.seat, port)[0]
    if (captain.board.convoys[convoy].contingent == FRENCH) != (captain.board.chits[chit].command == FRENCH_COMMAND):
        return {}
    for target in richest(captain, flag, units):
        if not why_no_target(state, captain.ruling, captain.seat, chit, target):
            return {"order": chit, "to": [flag, convoy], "target": target}
    return {}


def rich(captain: Captain, flag: str, convoy: str) -> list[str]:
    """The Ports that a Flag and the Units of a Convoy could storm, the richest first."""
    return richest(captain, flag, [name for name, unit in captain.view["units"].items() if str(unit["at"]) == convoy])


def richest(captain: Captain, flag: str, units: Sequence[str]) -> list[str]:
    """The Ports that could be stormed, as far as is known: the richest first, then the weakest, then the nearest."""
    at = captain.state.place(flag)
    ports = [port for port in captain.foes() if odds(captain, flag, units, port)]
    return sorted(ports, key=lambda port: (-captain.board.ports[port].prestige, walls(captain, port),
                                           captain.board.legs(at, port), port))  # fmt: skip


def odds(captain: Captain, flag: str, units: Sequence[str], port: str) -> bool:
    """Tells if the odds on what is known are good enough, reckoning one hidden enemy Unit (3.443).

    A Port where no Unit is seen falls to any storm at one to two (3.447), so that even odds will do.
    """
    printed = captain.board.ports[port]
    if len(units) <= printed.garrison:  # one may be lost on the way
        return False
    own = captain.sail(flag) + sum(strength(captain, name) for name in units) // 2
    good, bad = ODDS if captain.view["ports"][port]["units"] else EMPTY
    return own * bad >= walls(captain, port) * good


def walls(captain: Captain, port: str) -> int:
    """The strength of a Port against a storm, as far as is known (3.443)."""
    printed, held = captain.board.ports[port], bool(captain.view["ports"][port]["units"])
    return (printed.garrison + 1 + held) * (printed.fortification + held)


def strength(captain: Captain, unit: str) -> int:
    """The strength of a Unit in a storm, in halves: a Disrupted one has half, and never double (2.583)."""
    if captain.state.units[unit].disrupted:
        return 1
    return 4 if captain.board.units[unit].icon in STRONG else 2


def garrison(captain: Captain, port: str) -> list[str]:
    """The Units in an own Port that may go to sea for an assault; of three and more one stays."""
    free = counters_of(captain.state, captain.seat, port)
    units = [unit for unit in captain.soldiers.get(port, ())
             if free and not why_not(captain.state, captain.seat, free[0], [unit], port, ASSAULT_GOAL)]  # fmt: skip
    units.sort(key=lambda unit: captain.state.units[unit].disrupted)
    return units[:-1] if len(units) > LEAST else units


def expeditions(captain: Captain) -> list[Part]:
    """With an assault in hand, the Units beside an idle Flag gather for it."""
    flag = flag_to_storm(captain)
    if not flag or waiting_expedition(captain):
        return []
    port = str(captain.view["formations"][flag]["at"])
    return [{"troops": garrison(captain, port), "at": port, "to": ASSAULT_GOAL}]


def garrisons(captain: Captain) -> list[Part]:
    """A Unit for the Port without one that is weakest for its worth, from near by: empty Ports fall (3.447)."""
    state, seat = captain.state, captain.seat
    under_way = {state.convoys[name].destination for name in captain.convoys()}
    bare = [port for port, printed in captain.board.ports.items() if captain.own_port(port) and printed.prestige >= RICH
            and not captain.view["ports"][port]["units"] and port not in under_way]  # fmt: skip
    risk = {port: SHARE * walls(captain, port) // captain.board.ports[port].prestige for port in bare}
    for port in sorted(bare, key=lambda port: (risk[port], port)):
        for at in sorted(captain.board.ports, key=lambda at: (captain.board.legs(at, port), at)):
            if captain.board.legs(at, port) > NEAR:
                break
            units = captain.soldiers.get(at, [])
            spare = len(units) > 1 or captain.board.ports[at].prestige + 1 < captain.board.ports[port].prestige
            free = counters_of(state, seat, at)
            if units and spare and free and not why_not(state, seat, free[0], units[:1], at, port):
                return [{"troops": units[:1], "at": at, "to": port}]
    return []


def flag_to_storm(captain: Captain) -> str:
    """The largest idle Flotilla that an assault in hand is for, with Units or an Expedition at hand; empty for none."""
    commands = {captain.board.chits[chit].command for chit in hand_at_issue(captain)
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
    """Buys the Order to storm a Port that can be had, and gives back one that is in the way."""
    if int(captain.view["prestige"][captain.seat]) < PURSE or captain.left < IN_TIME:
        return []
    bought, back = purchase(captain)
    back = back or [chit for chit in map(str, captain.view["hand"]) if void(captain, chit)] or clogging(captain)
    found: list[Part] = [{"on": "order", "order": bought}] if bought else []
    return [*found, *({"on": "discard", "order": chit} for chit in back)]


@lru_cache(maxsize=2)
def purchase(captain: Captain) -> tuple[str, list[str]]:
    """The assault that is paid for in place of a draw, and the Orders that are given back before.

    On an ordinary Turn only an empty hand draws (3.31). For a great prize one Order is given back before.
    """
    hand = [str(chit) for chit in captain.view["hand"]]
    purse = int(captain.view["prestige"][captain.seat])
    if str(captain.view["step"]) != ADMIN or purse < PURSE or captain.left < IN_TIME \
            or any(captain.board.chits[chit].kind == ASSAULT for chit in hand):  # fmt: skip
        return "", []
    prizes = {str(chit): prize(captain, str(chit)) for chit in captain.view["pool"]
              if captain.board.chits[str(chit)].kind == ASSAULT}  # fmt: skip
    best = max(prizes, key=lambda chit: (prizes[chit], chit), default="")
    if not best or prizes[best] < PRIZE:
        return "", []
    if captain.view["quarterly"] or not hand:
        return best, []
    return (best, hand) if len(hand) == 1 and prizes[best] >= GREAT and purse > PURSE else ("", [])


def clogging(captain: Captain) -> list[str]:
    """The one Order in hand, if nobody can carry it out and there is time for better ones.

    On an ordinary Turn only an empty hand draws (3.31), so that such an Order costs one each Turn.
    """
    hand = [str(chit) for chit in captain.view["hand"]]
    return hand if len(hand) == 1 and captain.left >= CLOGGED and stuck(captain, hand[0]) else []


def stuck(captain: Captain, chit: str) -> bool:
    """Tells if no Formation of one's own can come to carry out an Order: none is of its Command."""
    command = captain.board.chits[chit].command
    return not any(each["command"] == command and suits(captain, captain.board.chits[chit].kind, name)
                   for name, each in captain.formations())  # fmt: skip


def void(captain: Captain, chit: str) -> bool:
    """Tells if an Order can never be given to anybody: a Blockade of a Port that is one's own by now."""
    counter = captain.board.chits[chit]
    return counter.kind == BLOCKADE and any(captain.own_port(point) for point in counter.points)


#: Ranks of an Order: an assault with a prize, what can be begun, what cannot, an assault without a prize, what nobody
#: is there for.
STORMS, BEGINS, WAITS, IDLE, STUCK = range(5)


def wanted(captain: Captain, chit: str) -> tuple[int, int, int]:
    """The rank of an Order: an assault that can be made, then what can be begun, by its sort and the way there."""
    kind = captain.board.chits[chit].kind
    if kind == ASSAULT:
        return STORMS if prize(captain, chit) else IDLE, 0, 0
    able = [way(captain, chit, name) for name in free(captain, set()) if not in_vain(captain, chit)
            and suits(captain, kind, name) and could_take(captain, chit, name)]  # fmt: skip
    return BEGINS if able else STUCK if stuck(captain, chit) else WAITS, rank(kind), min(able, default=0)


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
