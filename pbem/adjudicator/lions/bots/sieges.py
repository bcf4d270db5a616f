"""Fleets of a steady admiral against strong places: storms, the siege of a home port, raids on pirates, the guard."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.adjudicator.lions.board.pieces import Port
from pbem.adjudicator.lions.board.terms import PortKind
from pbem.adjudicator.lions.bots.eyes import HABITS, Entry, Eyes
from pbem.adjudicator.lions.bots.targets import feared, held_by_others, wins_at_end, worth
from pbem.adjudicator.lions.state.state import REGIMENT


def stages(eyes: Eyes) -> list[str]:
    """Lists the squares to form a fleet in: home ports, then others with idle ships."""
    return [*eyes.homes, *sorted({eyes.where(ship) for ship in eyes.idle()} - set(eyes.homes))]


def warships(eyes: Eyes, square: str, most: int) -> list[str]:
    """The heaviest rated ships that lie idle in a square."""
    rated = [name for name in eyes.idle(square) if eyes.board.ships[name].kind.rated]
    return sorted(rated, key=lambda name: (-eyes.guns([name]), name))[:most]


def form(eyes: Eyes, number: str, square: str, ships: Sequence[str], troops: int = 0) -> None:
    """A fleet with the leaders that lie idle in its port: the best of them commands."""
    able = any(eyes.board.ships[name].kind.leaders for name in ships)
    leaders = [name for name in eyes.state.leaders_of(eyes.seat) if able and eyes.is_free(name, square)]
    free = sorted(leaders, key=lambda name: (-eyes.state.leader(name).value, name))[:1]
    part: Entry = {"number": number, "at": eyes.name(square), "ships": list(ships)}
    if troops:
        part["regiments"] = str(troops)
        eyes.embark(ships, square, troops)
    eyes.formed.append(part | ({"leaders": free} if free else {}))
    eyes.busy += ships


# -------------------------------------------------------------------------------------------- storms


def storm(eyes: Eyes, number: str) -> bool:
    """Sends troops with ships to carry and cover them against the best port in reach (20.1)."""
    threat = feared(eyes)
    for start in stages(eyes):
        party = storming_party(eyes, start)
        aboard = eyes.aboard(party)
        fresh = min(HABITS.most_troops - min(aboard, HABITS.most_troops), eyes.room(party))
        if fresh + aboard < HABITS.storm_troops or eyes.guns(party) < HABITS.storm_guns:
            continue
        price = eyes.board.expenditure[REGIMENT].cost
        extra = max(0, fresh - eyes.spare(start)) * price if eyes.is_home(start) else 0
        found = [(gain(eyes, port, threat) // pounds, port.id, port.square, pounds) for port in held_by_others(eyes)
                 if 0 < (pounds := stormed_for(eyes, start, port)) <= eyes.purse - extra]  # fmt: skip
        value, _, square, pounds = max(found, default=(0, "", "", 0))
        if value >= HABITS.well_spent and (troops := muster(eyes, start, fresh)) + aboard >= HABITS.storm_troops:
            form(eyes, number, start, party, troops)
            eyes.send(number, start, square, pounds, "storming_lands", "storming", "storming_sails",
                      **eyes.strike(square), points=eyes.aboard(party))  # fmt: skip
            return True
    return False


def gain(eyes: Eyes, port: Port, threat: str) -> int:
    """Values a port that another holds: twice its worth where that is the power to be feared, which loses it."""
    return worth(eyes, port) * (2 if eyes.rivals(port.square) == [threat] else 1)


def muster(eyes: Eyes, square: str, troops: int) -> int:
    """Raise what is wanting of so many regiment points; how many there are."""
    while eyes.spare(square) < troops and eyes.buy(REGIMENT, square):
        continue
    return min(troops, eyes.spare(square))


def storming_party(eyes: Eyes, square: str) -> list[str]:
    """The transports and some of the warships that lie idle there, the heaviest first."""
    kinds = {name: eyes.board.ships[name].kind for name in eyes.idle(square)}
    transports = [name for name, kind in kinds.items() if kind.carries and not kind.rated]
    party = transports[: HABITS.most_transports] + warships(eyes, square, HABITS.most_warships)
    stays = eyes.is_home(square) or not eyes.holds(square) or eyes.stays_held(square, party)
    return party if stays else []


def stormed_for(eyes: Eyes, start: str, port: Port) -> int:
    """The pounds for a voyage and two operations on the spot; 0 where it is too far or a fleet lies there."""
    if eyes.fleets_seen(port.square) or not 0 < eyes.legs(start, port.square) <= HABITS.storm_legs:
        return 0
    return eyes.voyage(start, port.square) + 2 * eyes.board.operations["elsewhere"]


# -------------------------------------------------------------------------------------------- a siege


def besiege(eyes: Eyes, number: str) -> bool:
    """Takes a home port from a power that wins at the end by keeping them all: no unit of it may be left (6.2).

    The fleet sails there and attacks, at sea and from the sea, until nobody else is left.
    """
    power = wins_at_end(eyes)
    if power in ("", eyes.seat, *eyes.partners) or eyes.turns_left > HABITS.last_turns:
        return False
    fleets = {start: ships for start in stages(eyes)
              if eyes.guns(ships := warships(eyes, start, HABITS.siege_ships)) >= HABITS.siege_guns}  # fmt: skip
    near = [(*what_siege_costs(eyes, start, port), -eyes.guns(ships), start, port.id, port.square)
            for start, ships in fleets.items() for port in eyes.board.home_ports(power)
            if port.square not in eyes.spoken_for
            and 0 < eyes.legs(start, port.square) <= HABITS.siege_legs]  # fmt: skip
    if not near or eyes.purse < HABITS.siege_pounds:
        return False
    *_, start, _, square = min(near)
    form(eyes, number, start, fleets[start])
    eyes.send(number, start, square, HABITS.siege_pounds, "siege_sails", "siege", foe=power)
    return True


def what_siege_costs(eyes: Eyes, start: str, port: Port) -> tuple[bool, int]:
    """Returns a sort key: ports without a fleet first, then by the garrison on the card and the way."""
    groups = (group for group in eyes.board.deployments if group.at == (port.id,))
    garrison = sum(group.regiments + 2 * group.forts for group in groups)
    return eyes.fleets_seen(port.square), garrison + (eyes.board.distance(start, port.square) or 0)


# -------------------------------------------------------------------------------------------- pirates, the guard


def raid_pirates(eyes: Eyes, number: str) -> None:
    """Clears a pirate port a day's voyage away, plunders it, and comes home (21.2, 25.7)."""
    nests = [port for port in eyes.board.ports_of(PortKind.PIRATE) if port.square not in eyes.state.plundered]
    for home in eyes.homes:
        ships = warships(eyes, home, HABITS.raid_ships)
        near = [port for port in nests if eyes.legs(home, port.square) == 1 and not eyes.rivals(port.square)]
        if near and eyes.guns(ships) >= HABITS.raid_guns and eyes.purse >= HABITS.raid_pounds:
            port = max(near, key=lambda each: (each.value, each.id))
            form(eyes, number, home, ships)
            eyes.send(number, home, port.square, HABITS.raid_pounds, "raid", "raid_over", home=home)
            return


def guard(eyes: Eyes, number: str) -> None:
    """Keeps the home waters with the ships left in the chief home port.

    They attack those who dispute a home port, unless a promise of peace forbids it.
    """
    for square in eyes.homes:
        ships = [name for name in eyes.idle(square) if eyes.board.ships[name].kind.rated]
        if eyes.guns(ships) >= HABITS.storm_guns:
            form(eyes, number, square, ships)
            near = [home for home in eyes.homes if eyes.legs(square, home) == 1]
            eyes.queue[:0] = [entry for home in near for entry in watch_over(eyes, number, home)]
            return


def watch_over(eyes: Eyes, number: str, home: str) -> list[Entry]:
    """Attacks those who lie in a home port: anybody, or each power that is no partner."""
    if not eyes.partners:
        return [eyes.to_do("guard", number, home)]
    foes = [power for power in eyes.state.players if power not in (eyes.seat, *eyes.partners)]
    return [eyes.to_do("guard_against", number, home, foe=foe) for foe in foes]
