"""Forces: what moves and fights as one (12.1): a fleet, a lone ship, or the land units of a square."""

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.terms import PIRATES
from pbem.adjudicator.lions.state.state import State
from pbem.base.records import dataclass, field


@dataclass(slots=True)
class Force:
    """One force of a power, or of the pirates, as long as an operation or a battle lasts."""

    owner: str
    square: str
    ships: list[str] = field(default_factory=list)
    fleet: str = ""  # a fleet's id; empty for a lone ship or a land force
    commander: str = ""  # who decides for it: its owner, or the player who controls the pirates (25.5)
    must_attack: bool = False  # pirates met at sea (25.5(1))
    reason: str = ""  # why it attacks, as all may hear
    named_target: bool = False  # its order names whom it attacks: it means to fight at any odds (17.2)
    pirates_met: bool = False  # the pirates of a port have come against it in this operation (25.8)

    def __post_init__(self) -> None:
        self.commander = self.commander or self.owner


def fleet_force(state: State, fleet: str) -> Force:
    """A fleet as a force."""
    ships = state.fleet(fleet)
    return Force(fleet.partition("-fleet-")[0], state.ships[ships[0]].at, ships, fleet)


def lone_force(state: State, ship: str) -> Force:
    """A ship outside any fleet, with the treasure it escorts (23.4)."""
    return Force(state.owner(ship), state.ships[ship].at, [ship, *state.fleet(ship)])


def naval_forces(state: State, square: str, power: str) -> list[Force]:
    """A power's naval forces in a square: its fleets by number, then its lone ships."""
    fleets = [name for name in state.fleets_of(power) if state.ships[state.fleet(name)[0]].at == square]
    own = [name for name in state.ships_of(power) if state.ships[name].at == square and not state.ships[name].fleet]
    return [fleet_force(state, name) for name in fleets] + [lone_force(state, name) for name in own]


@rule("12.1", "Forces")
def force_named(state: State, power: str, name: str) -> Force | None:
    """The force an order means: a fleet by number or id, a lone ship, or a square with land units of the power."""
    fleet = f"{power}-fleet-{name}" if name.isdecimal() else name
    if fleet in state.fleets_of(power):
        return fleet_force(state, fleet)
    if name in state.ships_of(power) and not state.ships[name].fleet:
        return lone_force(state, name)
    square = state.board.square_named(name)
    return Force(power, square) if square and state.land_at(square, power) else None


def leaders_of(state: State, force: Force) -> list[str]:
    """A force's own leaders aboard its ships, the best first, equals by name."""
    aboard = [leader for ship in force.ships for leader in state.leaders_aboard(ship)]
    found = [leader for leader in aboard if state.leader(leader).nation == force.owner]
    return sorted(found, key=lambda name: (-state.leader(name).value, name))


def guns(state: State, ship: str) -> int:
    """The dice a ship has: printed gunnery less damage (18.3), and the best leader aboard (22.4); a prize has none."""
    leaders = [name for name in state.leaders_aboard(ship) if state.leader(name).nation == state.owner(ship)]
    value = state.leader(leaders[0]).value if leaders else 0
    printed = 0 if ship in state.prizes else state.gunnery(ship)
    return max(0, printed - state.ships[ship].damage) + value


def title(state: State, force: Force) -> str:
    """A force as it is spoken of in public: a fleet by its number; of other units only whose they are (15.1)."""
    whose = state.name(force.owner)
    if force.fleet:
        return f"fleet {force.fleet.rpartition('-')[2]} of {whose}"
    return f"{'a ship' if len(force.ships) == 1 else 'ships' if force.ships else 'troops'} of {whose}"


def verb(power: str, one: str, several: str) -> str:
    """The verb for a power as subject: pirates are many."""
    return several if power == PIRATES else one


def subject(state: State, force: Force) -> str:
    """The same at the head of a sentence."""
    words = title(state, force)
    return words[0].upper() + words[1:]


def sail(state: State, force: Force, square: str) -> None:
    """Move all ships of a force, and the leaders aboard, to a square."""
    force.square = square
    for name in force.ships:
        shift(state, name, square)


def shift(state: State, ship: str, square: str) -> None:
    """Move one ship with the leaders aboard."""
    state.move(ship, square)
    for berth in state.leaders.values():
        if berth.aboard == ship:
            berth.at = square
