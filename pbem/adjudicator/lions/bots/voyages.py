"""The operations of a steady admiral: treasure home, empty ports taken, coasts settled, enemies driven off, denied.

Each function looks for tasks of one sort, gives them ships and pounds, and puts what is to be done into the queue.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.lions.board.pieces import Port, TreasureFleet
from pbem.adjudicator.lions.bots.eyes import HABITS, Eyes
from pbem.adjudicator.lions.bots.targets import dangers, open_ports, worth
from pbem.adjudicator.lions.state.state import REGIMENT
from pbem.base.records import dataclass

#: A die of treasure brings three and a half pounds; in halves, so that all stays whole.
HALVES = 7


@dataclass(frozen=True, slots=True)
class Means:
    """A ship that could be sent, with a regiment where one is wanted, and the pounds for what she does."""

    start: str
    pounds: int  # for operations; in a landing for the first of them
    ship: str  # empty if she must be bought
    kind: str = ""
    regiment: bool = False  # whether one must be bought

    def price(self, eyes: Eyes, *, ship: bool = True) -> int:
        """Returns the price of what must be bought, with or without the ship."""
        wanted = [self.kind] * (ship and not self.ship) + [REGIMENT] * self.regiment
        return sum(eyes.board.expenditure[item].cost for item in wanted)

    def get(self, eyes: Eyes) -> str:
        """Buys what must be bought; returns the ship, empty if it cannot be done."""
        ship = self.ship or eyes.buy(self.kind, self.start)
        return ship if ship and (not self.regiment or eyes.buy(REGIMENT, self.start)) else ""

    def cost(self, eyes: Eyes, goal: str) -> int:
        """Returns the cost of a landing in all; 0 where no way leads."""
        legs = eyes.legs(self.start, goal)
        return self.price(eyes) + self.pounds + (legs - 1) * eyes.board.operations["elsewhere"] if legs else 0


# -------------------------------------------------------------------------------------------- treasure


def fetch_treasure(eyes: Eyes) -> None:
    """Sends treasure fleets home from ports that are one's own or nobody's, the richest first (23.4)."""
    fleets = sorted(eyes.board.treasure_fleets.values(), key=lambda fleet: (-int(fleet.dice[0]), fleet.id))
    for fleet in fleets:
        square = eyes.board.ports[fleet.port].square
        if eyes.rivals(square) or square in eyes.state.plundered or not (home := eyes.home_for(square)):
            continue
        able = [trip for trip in trips(eyes, square, home) if trip.pounds + trip.price(eyes) <= eyes.purse]
        trip = min(able, key=lambda trip: what_trip_costs(eyes, trip), default=None)
        if trip and int(fleet.dice[0]) * HALVES // 2 > trip.pounds + trip.price(eyes, ship=False):
            escort(eyes, fleet, home, trip)


def what_trip_costs(eyes: Eyes, trip: Means) -> tuple[int, bool, int, str]:
    """Returns a sort key against a trip; a ship that is bought remains, so her price is no loss."""
    return trip.pounds + trip.price(eyes, ship=False), not trip.ship, eyes.guns(filter(None, [trip.ship])), trip.ship


def trips(eyes: Eyes, square: str, home: str) -> Iterator[Means]:
    """Rated ships on the spot, from elsewhere, or bought there, that bring treasure home; the port must stay held."""
    legs, treasure = eyes.legs(square, home), eyes.board.operations["treasure"]
    begun = eyes.price(square) + (legs - 1) * treasure
    for ship in eyes.idle():
        if not eyes.board.ships[ship].kind.rated or not eyes.is_light(ship):
            continue
        if eyes.where(ship) == square:
            alone = eyes.holds(square) and not eyes.stays_held(square, [ship])
            if not alone or eyes.can_buy(REGIMENT, square):
                yield Means(square, begun, ship, regiment=alone)
        elif eyes.legs(eyes.where(ship), square) and not is_needed(eyes, ship):
            yield Means(square, eyes.voyage(eyes.where(ship), square) + legs * treasure + 1, ship)
    kind = eyes.small_ship(square) if eyes.holds(square) else ""
    alone = eyes.state.land_at(square, eyes.seat) == 0
    if kind and (not alone or eyes.can_buy(REGIMENT, square)):
        yield Means(square, begun, "", kind, alone)


def escort(eyes: Eyes, fleet: TreasureFleet, home: str, trip: Means) -> None:
    """Sail to the treasure, if one is not there, take it and bring it home."""
    if not (ship := trip.get(eyes)):
        return
    square, start = trip.start, eyes.where(ship)
    eyes.busy.append(ship)
    tasks = ("to_treasure",) if start != square else ()
    eyes.send(ship, start, square, trip.pounds, *tasks, fleet=fleet.id)
    sail_home(eyes, ship, fleet.id, square, home)


def sail_home(eyes: Eyes, ship: str, fleet: str, square: str, home: str) -> None:
    """Take a treasure fleet and sail home with it; to another home port if enemies have come to the first (23.4)."""
    eyes.queue.append(eyes.to_do("with_treasure", ship, square, home, fleet=fleet))
    others = [port for port in eyes.homes if port != home and not eyes.rivals(port) and eyes.legs(square, port)]
    for task, port in zip(("treasure_home", "treasure_elsewhere"), (home, *others), strict=False):
        times = max(1, eyes.legs(square, port) - 1) + HABITS.luck
        values = {"fleet": fleet, "other": eyes.name(port), "times": times}
        eyes.queue.append(eyes.to_do(task, ship, square, home, **values))


# -------------------------------------------------------------------------------------------- empty ports


def take_ports(eyes: Eyes) -> None:
    """Takes empty ports, the best for its price first, as long as pounds are well spent (19.7)."""
    while ways := [(way.price(eyes) + way.pounds, way) for way in landings(eyes)]:
        found = [(worth(eyes, port) // pounds, port.id, port.square, way)
                 for port in open_ports(eyes) for pounds, way in cheapest(eyes, port.square, ways)]  # fmt: skip
        best = max(found, key=lambda each: each[:2], default=None)
        if best is None or best[0] < HABITS.well_spent or not land(eyes, *best[2:]):
            return


def cheapest(eyes: Eyes, square: str, ways: Iterable[tuple[int, Means]]) -> list[tuple[int, Means]]:
    """The cheapest way to put a regiment ashore there, with its price; nothing if there is none.

    Each way comes with what it costs beside the operations that follow the first.
    """
    far = {way.start: eyes.legs(way.start, square) for _, way in ways}
    onward, purse = eyes.board.operations["elsewhere"], eyes.purse
    able = [(pounds, way) for first, way in ways
            if far[way.start] and 0 < (pounds := first + (far[way.start] - 1) * onward) <= purse]  # fmt: skip
    return [min(able, key=lambda each: (each[0], each[1].ship, each[1].start))] if able else []


def settle(eyes: Eyes) -> None:
    """Puts a regiment on a coast without a port, for a colony next year, while pounds lie idle (24.2)."""
    if eyes.purse < HABITS.settle_pounds or eyes.turns_left < HABITS.settle_turns or eyes.held_coasts():
        return
    coasts = [(way.cost(eyes, square), square, way) for way in landings(eyes) for square in eyes.coasts(way.start)
              if eyes.legs(way.start, square) <= HABITS.settle_legs]  # fmt: skip
    best = min(coasts, key=lambda each: (each[0], each[1], each[2].ship, each[2].start), default=None)
    if best and best[0] + HABITS.settle_pounds // 2 <= eyes.purse:
        land(eyes, *best[1:])


def landings(eyes: Eyes) -> Iterator[Means]:
    """All who could sail: ships there are, with troops aboard, beside them or bought; ships bought in own ports."""
    for ship in eyes.idle():
        start, kind = eyes.where(ship), eyes.board.ships[ship].kind
        ready = eyes.state.carried(ship) > 0 or eyes.spare(start) > 0
        spared = eyes.is_light(ship) and not is_needed(eyes, ship)  # heavy ships stay with the fleets
        if kind.carries and spared and (ready or eyes.can_buy(REGIMENT, start)):
            yield Means(start, eyes.price(start), ship, kind.id, not ready)
    for start in [port.square for port in eyes.board.ports.values() if eyes.holds(port.square)]:
        bought, ready = eyes.small_ship(start), eyes.spare(start) > 0
        if bought and (ready or eyes.can_buy(REGIMENT, start)):
            yield Means(start, eyes.price(start), "", bought, not ready)


def land(eyes: Eyes, square: str, way: Means) -> bool:
    """Give the order: aboard, there, and ashore on arrival (16.6); whether that could be done."""
    if not (ship := way.get(eyes)):
        return False
    first = len(eyes.queue)
    eyes.send_ship(ship, square, "landing", "landing_goes_on", *([] if eyes.partners else ["contested"]))
    if not eyes.state.carried(ship):
        eyes.embark([ship], way.start, 1)
        eyes.queue[first]["embark"] = {"regiments": "1"}
    bring_what_lies_there(eyes, ship, square)
    return True


def bring_what_lies_there(eyes: Eyes, ship: str, square: str) -> None:
    """Sail home with the treasure fleet of a port that has been taken."""
    port = eyes.board.port_at.get(square)
    fleet = eyes.board.treasure_fleet_of(port.id) if port else None
    home = eyes.home_for(square)
    if fleet and home and eyes.board.ships[ship].kind.rated:
        onward = (eyes.legs(square, home) - 1) * eyes.board.operations["treasure"]
        eyes.pay(min(eyes.purse, eyes.board.operations["port"] + onward))
        sail_home(eyes, ship, fleet.id, square, home)


# -------------------------------------------------------------------------------------------- enemies


def drive_off(eyes: Eyes) -> None:
    """Attacks ships that dispute an own port, at sea and ashore, with the nearest warship strong enough."""
    ports = [port for port in eyes.board.ports.values() if is_disturbed(eyes, port)]
    for port in sorted(ports, key=lambda port: (-worth(eyes, port), port.id)):
        able = [way for way in ways_to(eyes, [port.square]) if eyes.guns([way[2]]) >= HABITS.drives_off]
        pounds, square, ship = min(able, default=(0, "", ""))
        if ship and worth(eyes, port) // pounds >= HABITS.well_spent:
            eyes.send_ship(ship, square, "driving_off", "driven_off", **eyes.strike(square))


def is_disturbed(eyes: Eyes, port: Port) -> bool:
    """Tells if somebody else is in a settlement with own troops; a fleet's anchorage does not count."""
    own = eyes.state.land_at(port.square, eyes.seat) > 0
    return port.is_settlement and own and bool(eyes.foes(port.square)) and not eyes.fleets_seen(port.square)


def deny(eyes: Eyes) -> None:
    """Lies off a port of a power about to win, as a disputed port is nobody's (6.4).

    Ports with its fleets come last. A port that it could take next is plundered, and so is none (21.6).
    """
    for danger in dangers(eyes):
        for _ in range(danger.number):
            ways = [way for way in ways_to(eyes, danger.places) if eyes.where(way[2]) != way[1]]
            for _, square, ship in sorted(ways, key=lambda way: what_denying_costs(eyes, *way))[:1]:
                eyes.send_ship(ship, square, "lying_off")
        raids = [way for way in ways_to(eyes, danger.next) if eyes.is_light(way[2]) and not eyes.state.carried(way[2])]
        pounds, square, ship = min(raids, default=(0, "", ""))
        if ship and pounds <= HABITS.most_to_spoil:
            eyes.send_ship(ship, square, "spoiling")


def ways_to(eyes: Eyes, squares: Sequence[str]) -> list[tuple[int, str, str]]:
    """Lists voyages of ships that can be spared to squares that nobody is on the way to: pounds, square, ship."""
    spared = [ship for ship in eyes.idle() if not is_needed(eyes, ship)]
    return [(pounds, square, ship) for ship in spared for square in squares
            if square not in eyes.spoken_for and eyes.legs(eyes.where(ship), square)
            and (pounds := eyes.voyage(eyes.where(ship), square)) <= eyes.purse]  # fmt: skip


def what_denying_costs(eyes: Eyes, pounds: int, square: str, ship: str) -> tuple[bool, int, int, str, str]:
    """Returns a sort key against a ship for a port.

    Against a guarded port the strongest ship is best; elsewhere light ships, then by pounds.
    """
    guarded = is_guarded(eyes, square)
    return guarded, -eyes.guns([ship]) if guarded else int(not eyes.is_light(ship)), pounds, ship, square


def is_guarded(eyes: Eyes, square: str) -> bool:
    """Tells if a fleet lies there, or may be formed there: a home port of somebody else."""
    port = eyes.board.port_at.get(square)
    return eyes.fleets_seen(square) or (port is not None and port.is_home)


def is_needed(eyes: Eyes, ship: str) -> bool:
    """Tells if a port abroad would be nobody's without her."""
    square = eyes.where(ship)
    return eyes.holds(square) and not eyes.is_home(square) and not eyes.stays_held(square, [ship])
