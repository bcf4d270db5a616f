"""The operations of a steady admiral: treasure home, empty ports taken, enemies driven off, denied and stormed.

Each function looks for tasks of one sort, gives them ships and pounds, and puts what is to be done into the queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pbem.adjudicator.lions.board.pieces import Port
from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.bots.eyes import Entry, Eyes
from pbem.adjudicator.lions.bots.targets import dangers, held_by_others, open_ports, worth
from pbem.adjudicator.lions.state.state import REGIMENT

#: A die of treasure brings three and a half pounds; in halves, so that all stays whole.
HALVES = 7
#: So much worth, in hundredths of a point, makes a pound well spent.
WELL_SPENT = 25
#: Voyages may take so many operations more than they should.
LUCK = 2
#: A storming party: regiment points and guns at least, and what is thought to stand ashore in a port.
LEAST_TROOPS, LEAST_GUNS, MOST_LEGS = 4, 8, 5
MOST_TROOPS, MOST_TRANSPORTS, MOST_WARSHIPS = 8, 1, 3
#: What a ship needs to drive others off, or a squadron to be one.
DRIVES_OFF = 3


# -------------------------------------------------------------------------------------------- treasure


def fetch_treasure(eyes: Eyes) -> None:
    """Sends treasure fleets home from held ports, each with the least ship that may escort it (23.4)."""
    fleets = sorted(eyes.board.treasure_fleets.values(), key=lambda fleet: (-int(fleet.dice[0]), fleet.id))
    for fleet in fleets:
        square = eyes.board.ports[fleet.port].square
        home = eyes.home_for(square)
        if not home or not eyes.holds(square) or square in eyes.state.plundered:
            continue
        escort, legs = escort_at(eyes, square), eyes.legs(square, home)
        expense = eyes.price(square) + (legs - 1) * eyes.board.operations["treasure"]
        if not escort or expense > eyes.purse or int(fleet.dice[0]) * HALVES // 2 <= expense or not eyes.turns_left:
            continue
        eyes.give_task([escort])
        if not eyes.stays_held(square, [escort]) and not eyes.buy(REGIMENT, square):
            continue
        eyes.pay(expense)
        there = [{"force_at": {"force": escort, "at": eyes.name(home)}}]
        eyes.queue.append({"force": escort, "take": [fleet.id], "path": [eyes.name(home)],
                           "times": str(legs + LUCK), "until": there})  # fmt: skip


def escort_at(eyes: Eyes, square: str) -> str:
    """A rated ship there, the smallest; else one is bought."""
    rated = [name for name in eyes.idle(square) if eyes.board.ships[name].kind.rated]
    if rated:
        return min(rated, key=lambda name: (eyes.board.ships[name].kind.gunnery, name))
    kind = eyes.small_ship(square)
    return eyes.buy(kind, square) if kind else ""


# -------------------------------------------------------------------------------------------- empty ports


@dataclass(frozen=True, slots=True)
class Landing:
    """A ship with a regiment that could be sent: from where, what must be bought, and what it all costs so far."""

    start: str
    ship: str  # empty if she must be bought
    kind: str
    troops: bool  # whether a regiment must be bought
    pounds: int  # for what is bought, and for the first operation

    def cost(self, eyes: Eyes, goal: str) -> int:
        """Returns the cost of the landing in all; 0 where no way leads."""
        legs = eyes.legs(self.start, goal)
        return self.pounds + (legs - 1) * eyes.board.operations["elsewhere"] if legs else 0


def take_ports(eyes: Eyes) -> None:
    """Takes empty ports, the best for its price first, as long as pounds are well spent (19.7)."""
    while ways := list(landings(eyes)):
        found = [(worth(eyes, port) // pounds, port, way)
                 for port in open_ports(eyes) for pounds, way in cheapest(eyes, port, ways)]  # fmt: skip
        best = max(found, key=lambda each: (each[0], each[1].id), default=None)
        if best is None or best[0] < WELL_SPENT or not land(eyes, best[1], best[2]):
            return


def cheapest(eyes: Eyes, port: Port, ways: Sequence[Landing]) -> list[tuple[int, Landing]]:
    """The cheapest way to put a regiment ashore there, with its price; nothing if there is none."""
    priced = [(way.cost(eyes, port.square), way) for way in ways]
    able = [(pounds, way) for pounds, way in priced if 0 < pounds <= eyes.purse]
    return sorted(able, key=lambda each: (each[0], each[1].ship, each[1].start))[:1]


def landings(eyes: Eyes) -> Iterator[Landing]:
    """All who could sail: ships there are, with troops aboard, beside them or bought; ships bought in own ports."""
    regiment = eyes.board.expenditure[REGIMENT].cost
    for ship in eyes.idle():
        start, kind = eyes.where(ship), eyes.board.ships[ship].kind
        ready = eyes.state.carried(ship) > 0 or eyes.spare(start) > 0
        spared = not eyes.is_great(ship) and not is_needed(eyes, ship)  # great ships stay with the fleet
        if kind.carries and spared and (ready or eyes.can_buy(REGIMENT, start)):
            yield Landing(start, ship, kind.id, not ready, eyes.price(start) + (0 if ready else regiment))
    for start in [port.square for port in eyes.board.ports.values() if eyes.holds(port.square)]:
        bought, ready = eyes.small_ship(start), eyes.spare(start) > 0
        if bought and (ready or eyes.can_buy(REGIMENT, start)):
            pounds = eyes.price(start) + eyes.board.expenditure[bought].cost + (0 if ready else regiment)
            yield Landing(start, "", bought, not ready, pounds)


def land(eyes: Eyes, port: Port, way: Landing) -> bool:
    """Give the order: aboard, there, and ashore on arrival (16.6); whether that could be done."""
    ship = way.ship or eyes.buy(way.kind, way.start)
    if not ship or (way.troops and not eyes.buy(REGIMENT, way.start)):
        return False
    eyes.pay(eyes.voyage(way.start, port.square))
    eyes.give_task([ship])
    eyes.spoken_for.append(port.square)
    sail: Entry = {"force": ship, "path": [port.id], "drop": [{"at": port.id, "regiments": "1"}]}
    first: Entry = {}
    if not eyes.state.carried(ship):
        eyes.embark([ship], way.start, 1)
        first = {"embark": {"regiments": "1"}}
    there = [{"force_at": {"force": ship, "at": port.id}}]
    rest = str(eyes.legs(way.start, port.square) - 1 + LUCK)
    contest: Entry = {"force": ship, "attack": {"any": "true"}, "shore": "any", "if": [*there, {"enemy_at": port.id}]}
    eyes.queue += [sail | first, sail | {"times": rest, "until": there}, contest]
    return True


# -------------------------------------------------------------------------------------------- enemies


def drive_off(eyes: Eyes) -> None:
    """Attacks ships that dispute an own port, with the nearest warship strong enough."""
    ports = [port for port in eyes.board.ports.values() if is_disturbed(eyes, port)]
    for port in sorted(ports, key=lambda port: (-worth(eyes, port), port.id)):
        strong = [ship for ship in eyes.idle() if eyes.guns([ship]) >= DRIVES_OFF and not is_needed(eyes, ship)]
        able = [ship for ship in strong if eyes.legs(eyes.where(ship), port.square)]
        ship = min(able, key=lambda name: (eyes.voyage(eyes.where(name), port.square), name), default="")
        pounds = eyes.voyage(eyes.where(ship), port.square) if ship else 0
        if ship and pounds <= eyes.purse and worth(eyes, port) // pounds >= WELL_SPENT:
            attack_at(eyes, ship, port)


def is_disturbed(eyes: Eyes, port: Port) -> bool:
    """Tells if somebody else is in a settlement with own troops; a fleet's anchorage does not count."""
    own = eyes.state.land_at(port.square, eyes.seat) > 0
    return port.is_settlement and own and bool(eyes.rivals(port.square)) and not eyes.fleets_seen(port.square)


def attack_at(eyes: Eyes, ship: str, port: Port) -> None:
    """Sail there and fight, at sea and ashore, until nobody else is there."""
    start, there = eyes.where(ship), [{"force_at": {"force": ship, "at": port.id}}]
    eyes.pay(eyes.voyage(start, port.square))
    eyes.give_task([ship])
    fight: Entry = {"force": ship, "attack": {"any": "true"}, "if": [{"enemy_at": port.id}]}
    legs = str(eyes.legs(start, port.square) + LUCK)
    eyes.queue += [
        fight | {"path": [port.id], "short": "go_on", "times": legs, "until": there},
        fight | {"if": [*there, {"enemy_at": port.id}], "shore": "any", "times": "2"},
    ]


def deny(eyes: Eyes) -> None:
    """Lies off a port of a power about to win, as a disputed port is nobody's (6.4).

    Ports with its fleets come last.
    """
    for danger in dangers(eyes):
        for _ in range(danger.number):
            ways = [(ship, square) for ship in eyes.idle() for square in danger.places if denies(eyes, ship, square)]
            able = [way for way in ways if eyes.voyage(eyes.where(way[0]), way[1]) <= eyes.purse]
            if not able:
                break
            lie_off(eyes, *min(able, key=lambda way: what_denying_costs(eyes, *way)))


def what_denying_costs(eyes: Eyes, ship: str, square: str) -> tuple[bool, int, int, str, str]:
    """Returns a sort key against a ship for a port.

    Against a guarded port the strongest ship is best; elsewhere ships that are not great, then by pounds.
    """
    guarded = is_guarded(eyes, square)
    size = -eyes.guns([ship]) if guarded else int(eyes.is_great(ship))
    return guarded, size, eyes.voyage(eyes.where(ship), square), ship, square


def is_guarded(eyes: Eyes, square: str) -> bool:
    """Tells if a fleet lies there, or may be formed there: a home port of somebody else."""
    port = eyes.board.port_at.get(square)
    return eyes.fleets_seen(square) or (port is not None and port.is_home)


def lie_off(eyes: Eyes, ship: str, square: str) -> None:
    """Sail to a port and stay there."""
    eyes.pay(eyes.voyage(eyes.where(ship), square))
    eyes.give_task([ship])
    eyes.spoken_for.append(square)
    there = [{"force_at": {"force": ship, "at": eyes.name(square)}}]
    eyes.queue.append({"force": ship, "path": [eyes.name(square)], "until": there,
                       "times": str(eyes.legs(eyes.where(ship), square) + LUCK)})  # fmt: skip


def denies(eyes: Eyes, ship: str, square: str) -> bool:
    """Tells if a ship can be spared, and gets there."""
    start = eyes.where(ship)
    free = square not in eyes.spoken_for and start != square and not is_needed(eyes, ship)
    return free and eyes.legs(start, square) > 0


def is_needed(eyes: Eyes, ship: str) -> bool:
    """Tells if a port abroad would be nobody's without her."""
    square = eyes.where(ship)
    return eyes.holds(square) and not eyes.is_home(square) and not eyes.stays_held(square, [ship])


# -------------------------------------------------------------------------------------------- the fleet


def storm(eyes: Eyes, number: int) -> bool:
    """Sends a home port's troops with ships to carry and cover them against the best port in reach (20.1)."""
    for home in eyes.homes():
        party = storming_party(eyes, home)
        troops = min(MOST_TROOPS, sum(eyes.board.ships[name].kind.carries for name in party))
        if troops < LEAST_TROOPS or eyes.guns(party) < LEAST_GUNS:
            continue
        extra = max(0, troops - eyes.spare(home)) * eyes.board.expenditure[REGIMENT].cost
        targets = [port for port in held_by_others(eyes) if is_open_to_storm(eyes, home, port, extra)]
        found = [(worth(eyes, port) // stormed_for(eyes, home, port), port) for port in targets]
        best = max(found, key=lambda each: (each[0], each[1].id), default=None)
        if best and best[0] >= WELL_SPENT:
            send(eyes, Storm(str(number), home, best[1], tuple(party), muster(eyes, home, troops)))
            return True
    return False


def muster(eyes: Eyes, home: str, troops: int) -> int:
    """Raise what is wanting of so many regiment points; how many there are."""
    while eyes.spare(home) < troops and eyes.buy(REGIMENT, home):
        continue
    return min(troops, eyes.spare(home))


def storming_party(eyes: Eyes, home: str) -> list[str]:
    """The transports and some of the warships that lie idle there, the heaviest first."""
    idle = list(eyes.idle(home))
    rated = [name for name in idle if eyes.board.ships[name].kind.rated]
    transports = [name for name in idle if name not in rated and eyes.board.ships[name].kind.carries]
    return transports[:MOST_TRANSPORTS] + sorted(rated, key=lambda name: (-eyes.guns([name]), name))[:MOST_WARSHIPS]


def is_open_to_storm(eyes: Eyes, home: str, port: Port, extra: int) -> bool:
    """Near enough, paid for with so many pounds' worth of troops, and no fleet lies there."""
    near = 0 < eyes.legs(home, port.square) <= MOST_LEGS
    return near and not eyes.fleets_seen(port.square) and stormed_for(eyes, home, port) + extra <= eyes.purse


def stormed_for(eyes: Eyes, home: str, port: Port) -> int:
    """The voyage, and two operations on the spot."""
    return eyes.voyage(home, port.square) + 2 * eyes.board.operations["elsewhere"]


@dataclass(frozen=True, slots=True)
class Storm:
    """A storming fleet and where it goes."""

    number: str
    home: str
    port: Port
    ships: tuple[str, ...]
    troops: int


def send(eyes: Eyes, plan: Storm) -> None:
    """Form the fleet with its troops and leaders, sail, land and storm."""
    port, at = plan.port.id, {"force": plan.number, "at": plan.port.id}
    eyes.pay(stormed_for(eyes, plan.home, plan.port))
    form(eyes, plan.number, plan.home, plan.ships, plan.troops)
    eyes.spoken_for.append(plan.port.square)
    strike: Entry = {"force": plan.number, "attack": {"any": "true"}, "shore": "any"}
    landing = {"land": {"regiments": str(plan.troops)}}
    eyes.queue += [
        strike | landing | {"if": [{"force_at": at}, {"troops_at_least": {"force": plan.number, "points": "1"}},
                                   {"enemy_at": port}]},
        strike | {"if": [{"force_at": at}, {"enemy_at": port}]},
        {"force": plan.number, "path": [port], "short": "go_on", "attack": {"any": "true"}, "until": [{"force_at": at}],
         "times": str(eyes.legs(plan.home, plan.port.square) + LUCK)},
    ]  # fmt: skip


def form(eyes: Eyes, number: str, square: str, ships: Sequence[str], troops: int) -> None:
    """A fleet with the leaders that lie idle in its port: the best of them commands."""
    able = any(eyes.board.ships[name].kind.leaders for name in ships)
    leaders = [name for name in eyes.state.leaders_of(eyes.seat) if able and eyes.is_free(name, square)]
    free = sorted(leaders, key=lambda name: (-eyes.state.leader(name).value, name))[:1]
    part: Entry = {"number": number, "at": eyes.name(square), "ships": list(ships)}
    if troops:
        part["regiments"] = str(troops)
        eyes.embark(ships, square, troops)
    eyes.formed.append(part | ({"leaders": free} if free else {}))
    eyes.give_task(ships)


def guard(eyes: Eyes, number: int) -> None:
    """Keeps the home waters with the ships left in the chief home port.

    They attack those who dispute a home port.
    """
    for square in eyes.homes():
        ships = [name for name in eyes.idle(square) if eyes.board.ships[name].kind.rated]
        if eyes.guns(ships) < LEAST_GUNS:
            continue
        form(eyes, str(number), square, ships, 0)
        near = [home for home in eyes.homes() if eyes.legs(square, home) == 1]
        watch: list[Entry] = [{"force": str(number), "path": [eyes.name(home)], "attack": {"any": "true"},
                               "if": [{"enemy_at": eyes.name(home)}], "times": "2"} for home in near]
        eyes.queue[:0] = watch
        return


def station(eyes: Eyes) -> str:
    """A port abroad to strengthen: the dearest that is held and has least ashore; empty if there is none."""
    held = [port for port in eyes.board.ports.values() if port.is_settlement and eyes.holds(port.square)]
    able = [port for port in held if port.kind is PortKind.TREASURE] or held
    able.sort(key=lambda port: (eyes.state.land_at(port.square, eyes.seat), -worth(eyes, port), port.id))
    return able[0].square if able else ""
