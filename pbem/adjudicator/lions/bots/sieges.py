"""Fleets of a steady admiral against strong places: storms, the siege of a home port, raids on pirates, the guard."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.lions.board.pieces import Port
from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.bots.coalition import LAST_TURNS, feared, wins_at_end
from pbem.adjudicator.lions.bots.eyes import Entry, Eyes
from pbem.adjudicator.lions.bots.targets import held_by_others, worth
from pbem.adjudicator.lions.bots.voyages import LUCK, WELL_SPENT
from pbem.adjudicator.lions.state.state import REGIMENT
from pbem.base.records import dataclass

#: A storming party: regiment points and guns at least, and how far it sails.
LEAST_TROOPS, LEAST_GUNS, MOST_LEGS = 4, 8, 5
MOST_TROOPS, MOST_TRANSPORTS, MOST_WARSHIPS = 10, 2, 3
#: A siege: its ships at most, its guns at least, its attacks, the pounds for it, and how far it sails.
SIEGE_SHIPS, SIEGE_GUNS, SIEGE_ATTACKS, SIEGE_POUNDS, SIEGE_LEGS = 6, 8, 6, 15, 2
#: What a raid on pirates needs: guns, ships at most, and pounds for the voyages out and home.
RAID_GUNS, RAID_SHIPS, RAID_POUNDS = 9, 4, 6


def stages(eyes: Eyes) -> list[str]:
    """Lists the squares to form a fleet in: home ports, then others with idle ships."""
    homes = eyes.homes()
    return homes + sorted({eyes.where(ship) for ship in eyes.idle()} - set(homes))


def warships(eyes: Eyes, square: str, most: int) -> list[str]:
    """The heaviest rated ships that lie idle in a square."""
    rated = [name for name in eyes.idle(square) if eyes.board.ships[name].kind.rated]
    return sorted(rated, key=lambda name: (-eyes.guns([name]), name))[:most]


# -------------------------------------------------------------------------------------------- storms


def storm(eyes: Eyes, number: int) -> bool:
    """Sends troops with ships to carry and cover them against the best port in reach (20.1)."""
    for start in stages(eyes):
        party = storming_party(eyes, start)
        aboard = eyes.aboard(party)
        fresh = min(MOST_TROOPS - min(aboard, MOST_TROOPS), eyes.room(party))
        if fresh + aboard < LEAST_TROOPS or eyes.guns(party) < LEAST_GUNS:
            continue
        price = eyes.board.expenditure[REGIMENT].cost
        extra = max(0, fresh - eyes.spare(start)) * price if eyes.is_home(start) else 0
        targets = [port for port in held_by_others(eyes) if is_open_to_storm(eyes, start, port, extra)]
        found = [(gain(eyes, port) // stormed_for(eyes, start, port), port) for port in targets]
        best = max(found, key=lambda each: (each[0], each[1].id), default=None)
        if best and best[0] >= WELL_SPENT and (troops := muster(eyes, start, fresh)) + aboard >= LEAST_TROOPS:
            send(eyes, Storm(str(number), start, best[1], tuple(party), troops))
            return True
    return False


def gain(eyes: Eyes, port: Port) -> int:
    """Values a port that another holds: twice its worth where that is the power to be feared, which loses it."""
    return worth(eyes, port) * (2 if eyes.rivals(port.square) == [feared(eyes)] else 1)


def muster(eyes: Eyes, square: str, troops: int) -> int:
    """Raise what is wanting of so many regiment points; how many there are."""
    while eyes.spare(square) < troops and eyes.buy(REGIMENT, square):
        continue
    return min(troops, eyes.spare(square))


def storming_party(eyes: Eyes, square: str) -> list[str]:
    """The transports and some of the warships that lie idle there, the heaviest first."""
    kinds = {name: eyes.board.ships[name].kind for name in eyes.idle(square)}
    transports = [name for name, kind in kinds.items() if kind.carries and not kind.rated]
    party = transports[:MOST_TRANSPORTS] + warships(eyes, square, MOST_WARSHIPS)
    stays = eyes.is_home(square) or not eyes.holds(square) or eyes.stays_held(square, party)
    return party if stays else []


def is_open_to_storm(eyes: Eyes, start: str, port: Port, extra: int) -> bool:
    """Near enough, paid for with so many pounds' worth of troops, and no fleet lies there."""
    near = 0 < eyes.legs(start, port.square) <= MOST_LEGS
    return near and not eyes.fleets_seen(port.square) and stormed_for(eyes, start, port) + extra <= eyes.purse


def stormed_for(eyes: Eyes, start: str, port: Port) -> int:
    """The voyage, and two operations on the spot."""
    return eyes.voyage(start, port.square) + 2 * eyes.board.operations["elsewhere"]


@dataclass(frozen=True, slots=True)
class Storm:
    """A storming fleet and where it goes."""

    number: str
    start: str
    port: Port
    ships: tuple[str, ...]
    troops: int  # that go aboard; others may be there already


def send(eyes: Eyes, plan: Storm) -> None:
    """Form the fleet with its troops and leaders, sail, land and storm."""
    square = plan.port.square
    eyes.pay(stormed_for(eyes, plan.start, plan.port))
    form(eyes, plan.number, plan.start, plan.ships, plan.troops)
    eyes.spoken_for.append(square)
    values = {**eyes.strike(square), "points": eyes.aboard(plan.ships), "times": eyes.legs(plan.start, square) + LUCK}
    eyes.queue += [eyes.to_do(task, plan.number, square, **values)
                   for task in ("storming_lands", "storming", "storming_sails")]  # fmt: skip


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


# -------------------------------------------------------------------------------------------- a siege


def besiege(eyes: Eyes, number: int) -> bool:
    """Takes a home port from a power that wins at the end by keeping them all: no unit of it may be left (6.2)."""
    power = wins_at_end(eyes)
    if power in ("", eyes.seat) or power in eyes.partners or eyes.turns_left > LAST_TURNS:
        return False
    targets = [port for port in eyes.board.home_ports(power) if port.square not in eyes.spoken_for]
    ways = [(what_siege_costs(eyes, start, port), start, port) for start in stages(eyes) for port in targets
            if eyes.guns(warships(eyes, start, SIEGE_SHIPS)) >= SIEGE_GUNS]  # fmt: skip
    near = [way for way in ways if way[1] == way[2].square or 0 < eyes.legs(way[1], way[2].square) <= SIEGE_LEGS]
    if not near or eyes.purse < SIEGE_POUNDS:
        return False
    _, start, port = min(near, key=lambda way: (way[0], way[1], way[2].id))
    invest(eyes, str(number), start, port)
    return True


def what_siege_costs(eyes: Eyes, start: str, port: Port) -> tuple[bool, int, int]:
    """Returns a sort key: ports without a fleet first, then by the garrison on the card and the way, then by guns."""
    groups = (group for group in eyes.board.deployments if group.at == (port.id,))
    garrison = sum(group.regiments + 2 * group.forts for group in groups)
    strength = eyes.guns(warships(eyes, start, SIEGE_SHIPS))
    return eyes.fleets_seen(port.square), garrison + (eyes.board.distance(start, port.square) or 0), -strength


def invest(eyes: Eyes, number: str, start: str, port: Port) -> None:
    """Sail there and attack, at sea and from the sea, until nobody else is left."""
    form(eyes, number, start, warships(eyes, start, SIEGE_SHIPS), 0)
    eyes.spoken_for.append(port.square)
    eyes.pay(SIEGE_POUNDS)
    tasks = {"siege_sails": eyes.legs(start, port.square) + LUCK} if start != port.square else {}
    for task, times in {**tasks, "siege": SIEGE_ATTACKS}.items():
        eyes.queue.append(eyes.to_do(task, number, port.square, foe=port.nation, times=times))


# -------------------------------------------------------------------------------------------- pirates, the guard


def raid_pirates(eyes: Eyes, number: int) -> bool:
    """Clears a pirate port a day's voyage away, plunders it, and comes home (21.2, 25.7)."""
    nests = [port for port in eyes.board.ports_of(PortKind.PIRATE) if port.square not in eyes.state.plundered]
    for home in eyes.homes():
        ships = warships(eyes, home, RAID_SHIPS)
        near = [port for port in nests if eyes.legs(home, port.square) == 1 and not eyes.rivals(port.square)]
        if not near or eyes.guns(ships) < RAID_GUNS or eyes.purse < RAID_POUNDS:
            continue
        port = max(near, key=lambda each: (each.value, each.id))
        form(eyes, str(number), home, ships, 0)
        eyes.pay(RAID_POUNDS)
        eyes.queue += [eyes.to_do(task, str(number), port.square, home) for task in ("raid", "raid_over")]
        return True
    return False


def guard(eyes: Eyes, number: int) -> None:
    """Keeps the home waters with the ships left in the chief home port.

    They attack those who dispute a home port, unless a promise of peace forbids it.
    """
    for square in eyes.homes():
        ships = [name for name in eyes.idle(square) if eyes.board.ships[name].kind.rated]
        if eyes.guns(ships) < LEAST_GUNS:
            continue
        form(eyes, str(number), square, ships, 0)
        near = [home for home in eyes.homes() if eyes.legs(square, home) == 1]
        eyes.queue[:0] = [entry for home in near for entry in watch_over(eyes, str(number), home)]
        return


def watch_over(eyes: Eyes, number: str, home: str) -> list[Entry]:
    """Attacks those who lie in a home port: anybody, or each power that is no partner."""
    if not eyes.partners:
        return [eyes.to_do("guard", number, home)]
    foes = [power for power in eyes.state.players if power not in (eyes.seat, *eyes.partners)]
    return [eyes.to_do("guard_against", number, home, foe=foe) for foe in foes]
