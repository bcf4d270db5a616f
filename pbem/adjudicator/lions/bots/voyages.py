"""The operations of a steady admiral: treasure home, empty ports taken, coasts settled, enemies driven off, denied.

Each function looks for tasks of one sort, gives them ships and pounds, and puts what is to be done into the queue.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.lions.board.pieces import Port, TreasureFleet
from pbem.adjudicator.lions.bots.eyes import Entry, Eyes
from pbem.adjudicator.lions.bots.targets import Danger, dangers, open_ports, worth
from pbem.adjudicator.lions.state.state import REGIMENT
from pbem.base.records import dataclass

#: A die of treasure brings three and a half pounds; in halves, so that all stays whole.
HALVES = 7
#: So much worth, in hundredths of a point, makes a pound well spent.
WELL_SPENT = 25
#: Voyages may take so many operations more than they should.
LUCK = 2
#: A settlement: pounds there must be for it and for the colony that follows, the turns it needs, and how far it is.
COLONY_POUNDS, COLONY_TURNS, COLONY_LEGS = 45, 3, 2
#: What a ship needs to drive others off, or a squadron to be one.
DRIVES_OFF = 3
#: The pounds that a raid on a port may cost which a power about to win could take.
MOST_TO_SPOIL = 7


# -------------------------------------------------------------------------------------------- treasure


def fetch_treasure(eyes: Eyes) -> None:
    """Sends treasure fleets home from ports that are one's own or nobody's, the richest first (23.4)."""
    fleets = sorted(eyes.board.treasure_fleets.values(), key=lambda fleet: (-int(fleet.dice[0]), fleet.id))
    for fleet in fleets:
        square = eyes.board.ports[fleet.port].square
        home = eyes.home_for(square)
        if not home or eyes.rivals(square) or square in eyes.state.plundered:
            continue
        trip = cheapest_trip(eyes, square, home)
        if trip and int(fleet.dice[0]) * HALVES // 2 > trip.pounds:
            escort(eyes, fleet, home, trip)


@dataclass(frozen=True, slots=True)
class Trip:
    """A rated ship that could bring a treasure fleet home, and the pounds for it all; no ship if one is bought."""

    pounds: int
    ship: str
    kind: str = ""
    garrison: bool = False  # a regiment must be bought, or the port would be nobody's


def cheapest_trip(eyes: Eyes, square: str, home: str) -> Trip | None:
    """The smallest ship on the spot, or one that is bought there, or the cheapest that comes from elsewhere."""
    legs, treasure = eyes.legs(square, home), eyes.board.operations["treasure"]
    begun = eyes.price(square) + (legs - 1) * treasure
    regiment = eyes.board.expenditure[REGIMENT].cost
    trips = []
    for ship in eyes.idle():
        if not eyes.board.ships[ship].kind.rated or not eyes.is_light(ship):
            continue
        if eyes.where(ship) == square:
            alone = eyes.holds(square) and not eyes.stays_held(square, [ship])
            if not alone or eyes.can_buy(REGIMENT, square):
                trips.append(Trip(begun + regiment * alone, ship, garrison=alone))
        elif eyes.legs(eyes.where(ship), square) and not is_needed(eyes, ship):
            trips.append(Trip(eyes.voyage(eyes.where(ship), square) + legs * treasure + 1, ship))
    kind = eyes.small_ship(square) if eyes.holds(square) else ""
    alone = bool(kind) and eyes.state.land_at(square, eyes.seat) == 0
    if kind and (not alone or eyes.can_buy(REGIMENT, square)):
        trips.append(Trip(begun + regiment * alone, "", kind, alone))  # the ship remains: her price is no loss
    able = [trip for trip in trips if trip.pounds + price_of(eyes, trip) <= eyes.purse]
    return min(able, key=lambda trip: (trip.pounds, not trip.ship, eyes.guns(filter(None, [trip.ship])), trip.ship),
               default=None)  # fmt: skip


def price_of(eyes: Eyes, trip: Trip) -> int:
    """Returns the price of the ship that a trip buys; 0 if it buys none."""
    return eyes.board.expenditure[trip.kind].cost if trip.kind else 0


def escort(eyes: Eyes, fleet: TreasureFleet, home: str, trip: Trip) -> None:
    """Sail to the treasure, if one is not there, take it and bring it home."""
    port = eyes.board.ports[fleet.port]
    ship = trip.ship or eyes.buy(trip.kind, port.square)
    if trip.garrison and not eyes.buy(REGIMENT, port.square):
        return
    eyes.pay(trip.pounds - (eyes.board.expenditure[REGIMENT].cost if trip.garrison else 0))
    eyes.give_task([ship])
    if eyes.where(ship) != port.square:
        legs = eyes.legs(eyes.where(ship), port.square) + LUCK
        eyes.queue.append(eyes.to_do("to_treasure", ship, port.square, fleet=fleet.id, times=legs))
    eyes.queue += way_home(eyes, ship, fleet.id, port.square, home)


def way_home(eyes: Eyes, ship: str, fleet: str, square: str, home: str) -> Iterator[Entry]:
    """Take a treasure fleet and sail home with it; to another home port if enemies have come to the first (23.4)."""
    yield eyes.to_do("with_treasure", ship, square, home, fleet=fleet)
    others = [port for port in eyes.homes() if port != home and not eyes.rivals(port) and eyes.legs(square, port)]
    for task, port in zip(("treasure_home", "treasure_elsewhere"), (home, *others), strict=False):
        times = max(1, eyes.legs(square, port) - 1) + LUCK
        yield eyes.to_do(task, ship, square, home, fleet=fleet, other=eyes.name(port), times=times)


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
        if best is None or best[0] < WELL_SPENT or not land(eyes, best[1].square, best[2]):
            return


def cheapest(eyes: Eyes, port: Port, ways: Sequence[Landing]) -> list[tuple[int, Landing]]:
    """The cheapest way to put a regiment ashore there, with its price; nothing if there is none."""
    priced = [(way.cost(eyes, port.square), way) for way in ways]
    able = [(pounds, way) for pounds, way in priced if 0 < pounds <= eyes.purse]
    return sorted(able, key=lambda each: (each[0], each[1].ship, each[1].start))[:1]


def settle(eyes: Eyes) -> None:
    """Puts a regiment on a coast without a port, for a colony next year, while pounds lie idle (24.2)."""
    if eyes.purse < COLONY_POUNDS or eyes.turns_left < COLONY_TURNS or eyes.held_coasts():
        return
    coasts = [(way.cost(eyes, square), square, way) for way in landings(eyes) for square in eyes.coasts(way.start)
              if eyes.legs(way.start, square) <= COLONY_LEGS]  # fmt: skip
    best = min(coasts, key=lambda each: (each[0], each[1], each[2].ship, each[2].start), default=None)
    if best and best[0] + COLONY_POUNDS // 2 <= eyes.purse:
        land(eyes, best[1], best[2])


def landings(eyes: Eyes) -> Iterator[Landing]:
    """All who could sail: ships there are, with troops aboard, beside them or bought; ships bought in own ports."""
    regiment = eyes.board.expenditure[REGIMENT].cost
    for ship in eyes.idle():
        start, kind = eyes.where(ship), eyes.board.ships[ship].kind
        ready = eyes.state.carried(ship) > 0 or eyes.spare(start) > 0
        spared = eyes.is_light(ship) and not is_needed(eyes, ship)  # heavy ships stay with the fleets
        if kind.carries and spared and (ready or eyes.can_buy(REGIMENT, start)):
            yield Landing(start, ship, kind.id, not ready, eyes.price(start) + (0 if ready else regiment))
    for start in [port.square for port in eyes.board.ports.values() if eyes.holds(port.square)]:
        bought, ready = eyes.small_ship(start), eyes.spare(start) > 0
        if bought and (ready or eyes.can_buy(REGIMENT, start)):
            pounds = eyes.price(start) + eyes.board.expenditure[bought].cost + (0 if ready else regiment)
            yield Landing(start, "", bought, not ready, pounds)


def land(eyes: Eyes, square: str, way: Landing) -> bool:
    """Give the order: aboard, there, and ashore on arrival (16.6); whether that could be done."""
    ship = way.ship or eyes.buy(way.kind, way.start)
    if not ship or (way.troops and not eyes.buy(REGIMENT, way.start)):
        return False
    eyes.pay(eyes.voyage(way.start, square))
    eyes.give_task([ship])
    eyes.spoken_for.append(square)
    first: Entry = {}
    if not eyes.state.carried(ship):
        eyes.embark([ship], way.start, 1)
        first = {"embark": {"regiments": "1"}}
    onward = eyes.legs(way.start, square) - 1 + LUCK
    eyes.queue += [eyes.to_do("landing", ship, square) | first,
                   eyes.to_do("landing_goes_on", ship, square, times=onward)]  # fmt: skip
    if not eyes.partners:
        eyes.queue.append(eyes.to_do("contested", ship, square))
    bring_what_lies_there(eyes, ship, square)
    return True


def bring_what_lies_there(eyes: Eyes, ship: str, square: str) -> None:
    """Sail home with the treasure fleet of a port that has been taken."""
    port = eyes.board.port_at.get(square)
    fleet = eyes.board.treasure_fleet_of(port.id) if port else None
    home = eyes.home_for(square)
    if fleet and home and eyes.board.ships[ship].kind.rated:
        legs = eyes.legs(square, home)
        eyes.pay(min(eyes.purse, eyes.board.operations["port"] + (legs - 1) * eyes.board.operations["treasure"]))
        eyes.queue += way_home(eyes, ship, fleet.id, square, home)


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
    return port.is_settlement and own and bool(eyes.foes(port.square)) and not eyes.fleets_seen(port.square)


def attack_at(eyes: Eyes, ship: str, port: Port) -> None:
    """Sail there and fight, at sea and ashore, until nobody else is there."""
    start, strike = eyes.where(ship), eyes.strike(port.square)
    eyes.pay(eyes.voyage(start, port.square))
    eyes.give_task([ship])
    legs = eyes.legs(start, port.square) + LUCK
    eyes.queue += [eyes.to_do(task, ship, port.square, times=legs, **strike) for task in ("driving_off", "driven_off")]


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
        spoil(eyes, danger)


def spoil(eyes: Eyes, danger: Danger) -> None:
    """Plunders a port that a power about to win could take next: a plundered port is none (21.6)."""
    if not danger.next:
        return
    raiders = [ship for ship in eyes.idle() if eyes.is_light(ship) and not eyes.state.carried(ship)]
    ways = [(eyes.voyage(eyes.where(ship), square), square, ship) for ship in raiders for square in danger.next
            if denies(eyes, ship, square)]  # fmt: skip
    pounds, square, ship = min(ways, default=(0, "", ""))
    if ship and pounds <= min(eyes.purse, MOST_TO_SPOIL):
        sent_to(eyes, "spoiling", ship, square, eyes.legs(eyes.where(ship), square) + 1)


def what_denying_costs(eyes: Eyes, ship: str, square: str) -> tuple[bool, int, int, str, str]:
    """Returns a sort key against a ship for a port.

    Against a guarded port the strongest ship is best; elsewhere light ships, then by pounds.
    """
    guarded = is_guarded(eyes, square)
    size = -eyes.guns([ship]) if guarded else int(not eyes.is_light(ship))
    return guarded, size, eyes.voyage(eyes.where(ship), square), ship, square


def is_guarded(eyes: Eyes, square: str) -> bool:
    """Tells if a fleet lies there, or may be formed there: a home port of somebody else."""
    port = eyes.board.port_at.get(square)
    return eyes.fleets_seen(square) or (port is not None and port.is_home)


def lie_off(eyes: Eyes, ship: str, square: str) -> None:
    """Sail to a port and stay there."""
    sent_to(eyes, "lying_off", ship, square, eyes.legs(eyes.where(ship), square) + LUCK)


def sent_to(eyes: Eyes, task: str, ship: str, square: str, times: int) -> None:
    """Gives a ship a task at a port that is nobody else's task."""
    eyes.pay(eyes.voyage(eyes.where(ship), square))
    eyes.give_task([ship])
    eyes.spoken_for.append(square)
    eyes.queue.append(eyes.to_do(task, ship, square, times=times))


def denies(eyes: Eyes, ship: str, square: str) -> bool:
    """Tells if a ship can be spared, and gets there."""
    start = eyes.where(ship)
    free = square not in eyes.spoken_for and start != square and not is_needed(eyes, ship)
    return free and eyes.legs(start, square) > 0


def is_needed(eyes: Eyes, ship: str) -> bool:
    """Tells if a port abroad would be nobody's without her."""
    square = eyes.where(ship)
    return eyes.holds(square) and not eyes.is_home(square) and not eyes.stays_held(square, [ship])
