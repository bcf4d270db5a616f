"""Helpers that the sentences of a report ask for; a template has the sentences."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.lions.reports.textmap import OWN, OWN_FLEETS, PLUNDERED, SHEET, SILVER
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.rules.ch26_victory import TWO_PLAYER_COUNTS, great_ships, holds, keeps, points
from pbem.adjudicator.lions.state.forces import guns
from pbem.adjudicator.lions.state.house import choice
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.parts import Wording
from pbem.adjudicator.reports.phrases import count
from pbem.adjudicator.reports.square_letters import CONTEST, CROWD, GROUNDS
from pbem.base.counting import grouped
from pbem.strict_yaml.writing import one_line


def shared(seen: Picture) -> dict[str, list[str]]:
    """Squares that the reader shares with others."""
    own = seen.own_squares()
    return grouped((entry.square, seen.name(entry.power)) for entry in seen.others() if entry.square in own)


def listed_needed(seen: Picture, power: str) -> int:
    """Returns the number of listed ports that a power needs, by the number of players (26.5)."""
    if len(seen.state.players) == min(seen.board.player_numbers) and power in TWO_PLAYER_COUNTS:
        return int(choice(seen.state, TWO_PLAYER_COUNTS[power]))
    return seen.board.special_victories[power].count


def left(seen: Picture) -> dict[str, int]:
    """The units left to outfit, kind by kind (11.2)."""
    found: dict[str, int] = {}
    for name in seen.known["unbuilt"]:
        kind = seen.board.ships[name].kind.id
        found[kind] = found.get(kind, 0) + 1
    return found | {**seen.known["left"], "leader": len(seen.known["leader_pool"])}


def ports_pay(seen: Picture, power: str) -> int:
    """The pounds that a power's ports are worth to it a year."""
    return sum(port_value(seen.state, square) for square, holder in seen.known["control"].items() if holder == power)


def held_of(seen: Picture, power: str, names: Iterable[str]) -> int:
    """Counts the ports of a list that a power holds."""
    return sum(holds(seen.state, power, name) for name in names)


def guns_of(seen: Picture, ships: Iterable[str]) -> int:
    """The guns of some ships together."""
    return sum(guns(seen.state, ship) for ship in ships)


def ship_words(seen: Picture, name: str) -> str:
    """A ship with her damage, troops and leaders aboard."""
    state, vessel = seen.state, seen.state.ships[name]
    extra = [f"{vessel.damage} of {state.rating(name)} damage"] if vessel.damage else []
    extra += [count(state.carried(name), "regiment")] if state.carried(name) else []
    extra += [leader_words(seen, leader) for leader in state.leaders_aboard(name)]
    short = f"{state.label(name)} treasure" if state.treasure(name) else name.removeprefix(f"{seen.side}-")
    return f"{short} ({', '.join(extra)})" if extra else short


def leader_words(seen: Picture, name: str) -> str:
    """Writes a leader with the leader's value."""
    return f"{seen.state.label(name)} +{seen.state.leader(name).value}"


SAID = Wording(
    "lions/position.txt.j2", one_line=one_line, shared=shared, left=left, listed_needed=listed_needed,
    keeps=keeps, great_ships=great_ships, points=points, port_value=port_value, ports_pay=ports_pay, held_of=held_of,
    guns=guns_of, ship_words=ship_words, signs=SHEET.signs, OWN=OWN, OWN_FLEETS=OWN_FLEETS, SILVER=SILVER,
    PLUNDERED=PLUNDERED, CONTEST=CONTEST, CROWD=CROWD, **{kind.name: sign for kind, sign in GROUNDS.items()},
)  # fmt: skip
