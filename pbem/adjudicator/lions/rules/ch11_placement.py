"""Chapter 11: where what is outfitted may come into play (11.2, 11.4), and how it is put there."""
# Chapter 11 by paragraphs: 11.1-11.3 ch11_outfitting; 11.4, 11.5 ch11_placement.

from __future__ import annotations

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.lions.board.terms import LandKind, Where
from pbem.adjudicator.lions.rules.ch06_control import control, has_port, is_foreign_home, is_settlement, present
from pbem.adjudicator.lions.state.state import State, Vessel
from pbem.base.records import dataclass, field

SHIP, LAND = "ship", "land"


@dataclass(slots=True)
class Slips:
    """Counts one player's arrivals in each square without a home port, in one turn's outfitting (11.4)."""

    power: str
    arrived: dict[tuple[str, str], int] = field(default_factory=dict)
    discounted: bool = False  # the first rated ship of the turn has been bought (Royal arsenals)

    def count(self, square: str, sort: str, number: int) -> None:
        self.arrived[square, sort] = self.arrived.get((square, sort), 0) + number


@rule("11.4", "Placement restrictions", "6.4", "11.2")
def why_not_there(state: State, slips: Slips, square: str, where: Where, sort: str, number: int) -> str:
    """Explains why so many units may not enter in a square; empty if they may.

    An own home port takes any number, occupied or not, unless enemy units are there; any other port must be held
    undisputed, and takes one ship and one land point in a turn.
    """
    power = slips.power
    if not has_port(state, square):
        return f"{square} has no port, or it is plundered"
    if is_foreign_home(state, square, power):
        return f"{square} is another power's home port"
    if is_own_home(state, square, power):
        return f"enemy units are in {square}" if foes(state, square, power) else ""
    if where is Where.HOME or (where is Where.SETTLEMENT and not is_settlement(state, square)):
        return f"{square} is no port for that"
    if control(state, square) != power:
        return f"{square} is not held undisputed"
    limit = state.board.numbers.ships_per_port if sort == SHIP else state.board.numbers.land_points_per_port
    if slips.arrived.get((square, sort), 0) + number > limit:
        return f"no more may arrive in {square} this turn"
    return ""


def is_own_home(state: State, square: str, power: str) -> bool:
    """Tells if it is one of the power's home ports."""
    port = state.board.port_at.get(square)
    return port is not None and port.nation == power


def foes(state: State, square: str, power: str) -> list[str]:
    """The other players with combat units in a square."""
    return [name for name in present(state, square) if name != power]


@rule("11.5", "Counter-mix limits")
def launch(state: State, power: str, kind: str, square: str) -> str:
    """The next free ship of a class onto the map; her name, empty if all are at sea or resting (11.3)."""
    name = next((ship for ship in state.unbuilt(power) if state.board.ships[ship].kind.id == kind), "")
    if name:
        state.ships[name] = Vessel(square)
    return name


def raise_points(state: State, power: str, kind: str, square: str, number: int) -> None:
    """Land points ashore, if the counters allow so many."""
    if number <= state.land_left(power, LandKind(kind)):
        state.put_ashore(square, power, kind, number)
