"""Ships of a steady general: off the fortress that the army besieges, against enemies there, and under a landing."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.guerra.bots.eyes import Eyes
from pbem.adjudicator.guerra.rules.distances import sea_distances, seas_at

Part = dict[str, Any]
#: Sea areas that a fleet sails in a turn whatever its die says (7.1).
REACH = 12
EVEN = {"own": "1", "enemy": "1"}


def fleets(eyes: Eyes, ports: list[str], busy: set[str]) -> list[Part]:
    """Voyages to the seas of fortresses that own armies besiege, or that are besieged by the enemy."""
    found: list[Part] = []
    for port in ports:
        seas = eyes.board.ports[port].seas
        if len(seas) != 1:
            continue
        for place, ships in harbours(eyes, busy).items():
            far = sea_distances(eyes.state, seas_at(eyes.state, place)).get(seas[0], REACH + 1)
            if far <= REACH and strength(eyes, ships) >= strength(eyes, eyes.state.ships_at(seas[0], eyes.enemy)):
                busy.update(ships)
                found.append({"fleet": fleet(eyes, place, ships), "do": station(seas[0])})
                break
    return found


def station(sea: str) -> list[Part]:
    """A voyage to a sea area, a fight there at even odds, and a stay on station."""
    fight = {"attack": {"target": "any", "times": "2", "if": [{"odds": dict(EVEN)}]}}
    return [{"sail": {"to": sea, "as_far_as": "true"}}, fight, {"wait": "true"}]


def fleet(eyes: Eyes, place: str, ships: list[str]) -> Part:
    """Ships of one place as orders name them, with the naval leader who is aboard."""
    leaders = [name for ship in ships for name in eyes.state.leaders_in(ship)]
    leaders += [
        name for name, officer in eyes.state.leaders.items() if officer.at == place and eyes.board.leaders[name].naval
    ]
    return {"at": place, "ships": ships, **({"leader": leaders[0]} if leaders else {})}


def harbours(eyes: Eyes, busy: set[str]) -> dict[str, list[str]]:
    """Own ships by the port where they lie, those apart that sail already; the strongest fleet first."""
    places = list(dict.fromkeys(piece.at for name, piece in eyes.state.units.items()
                                if eyes.board.units[name].naval and eyes.board.units[name].side == eyes.seat
                                and piece.at in eyes.board.ports))  # fmt: skip
    found = {place: [ship for ship in eyes.state.ships_at(place, eyes.seat) if ship not in busy] for place in places}
    found = {place: of_one_step(eyes, ships) for place, ships in found.items() if ships}
    return dict(sorted(found.items(), key=lambda each: (-strength(eyes, each[1]), each[0])))


def of_one_step(eyes: Eyes, ships: list[str]) -> list[str]:
    """The ships that act in the same step of the sequence as the strongest."""
    first = max(ships, key=lambda ship: (eyes.state.factor(ship), ship))
    return [ship for ship in ships if eyes.step_of(ship) == eyes.step_of(first)]


def strength(eyes: Eyes, ships: list[str]) -> int:
    """The steps of ships times their factors."""
    return sum(eyes.state.units[ship].steps * eyes.board.units[ship].factor for ship in ships)
