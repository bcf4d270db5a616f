"""Chapter 8: who commands a fleet, who replaces a lost admiral, and what some admirals can do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Choose, Table
from pbem.adjudicator.glory.board.pieces import AdmiralCounter, Sea
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, FLEET, FRENCH, SPANISH
from pbem.base.records import dataclass

SQUADRON, GENERIC = "squadron", "generic"
CORNWALLIS, GARDNER, MISSIESSY, ALLEMAND = "cornwallis", "gardner", "missiessy", "allemand"
GANTEAUME, VILLENEUVE, ROSILY = "ganteaume", "villeneuve", "rosily-mesros"
#: Who follows whom, when the first is killed, taken or removed (8.1).
SUCCESSORS = {CORNWALLIS: GARDNER, MISSIESSY: ALLEMAND, GANTEAUME: ROSILY, VILLENEUVE: ROSILY}
NELSON_TOUCH, FATALISTIC, FIREBRAND = "the_nelson_touch", "fatalistic", "firebrand"
ASIDE, GONE = "aside", "gone"


@dataclass(frozen=True, slots=True)
class Commander:
    """The admiral who commands a fleet: a named one, or their nation's generic admiral."""

    id: str
    name: str
    nation: str
    seamanship: int
    command: int
    command_vs_nelson: int
    ability: str


def as_commander(admiral: AdmiralCounter) -> Commander:
    """Reads the printed counter of an admiral as the commander of a fleet."""
    return Commander(admiral.id, admiral.name, admiral.nation, admiral.seamanship, admiral.command,
                     admiral.command_vs_nelson, admiral.ability or "")  # fmt: skip


@rule("8.2", "Chain of command", "8.0", "8.3", "8.4", "8.5", "2.6")
def commander(state: State, seat: str, ships: Sequence[str], admirals: Iterable[str]) -> Commander:
    """Returns the admiral in command of these ships; squadron commanders lead ten ships at most, prizes counted (8.3).

    A fleet without a named admiral who may command it is led by the generic admiral of its nation (8.4).
    """
    printed = state.board.admirals
    nation = leading_nation(state, seat, ships)
    small = len(ships) <= state.board.numbers.squadron_limit
    able = [printed[name] for name in admirals if printed[name].nation == nation]
    able = [admiral for admiral in able if admiral.kind == FLEET or (small and admiral.kind == SQUADRON)]
    ranked = sorted(able, key=lambda admiral: (admiral.kind != FLEET, admiral.seniority))
    return as_commander(ranked[0] if ranked else generic(state, nation))


def leading_nation(state: State, seat: str, ships: Iterable[str]) -> str:
    """Returns the nation whose admirals outrank the other's: the Spanish only where their ships are more (8.2)."""
    if seat == BRITISH:
        return BRITISH
    nations = [state.board.ships[ship].nation for ship in ships]
    return SPANISH if nations.count(SPANISH) > nations.count(FRENCH) else FRENCH


def generic(state: State, nation: str) -> AdmiralCounter:
    """Returns the generic admiral of a nation (8.4)."""
    return next(a for a in state.board.admirals.values() if a.kind == GENERIC and a.nation == nation)


def outranks(state: State, seat: str, ships: Sequence[str], admirals: Iterable[str]) -> list[str]:
    """Lists named admirals of a fleet from the highest to the lowest: nation first (8.2), then kind and seniority."""
    nation, printed = leading_nation(state, seat, ships), state.board.admirals
    return sorted(admirals, key=lambda name: (printed[name].nation != nation, printed[name].kind != FLEET,
                                              printed[name].seniority, name))  # fmt: skip


def highest(state: State, seat: str, ships: Sequence[str], admirals: Iterable[str]) -> str:
    """Returns the highest named admiral among them; empty where there is none (7.6, 20.5)."""
    ranked = outranks(state, seat, ships, admirals)
    return ranked[0] if ranked else ""


@rule("8.6", "Firebrand")
def firebrand(state: State, ships: Sequence[str], admirals: Iterable[str]) -> bool:
    """Tells if these ships sail as the Firebrand's: exactly five undamaged ships under Cochrane."""
    able = any(state.board.admirals[name].ability == FIREBRAND for name in admirals)
    sound = [ship for ship in ships if not state.ships[ship].damaged and not state.ships[ship].wrecked]
    return able and len(ships) == len(sound) == state.board.numbers.firebrand_ships


# ------------------------------------------------------------------------------------------- replacements


@rule("8.1", "Replacement admirals")
async def replace_admiral(table: Table, state: State, admiral: str, why: str, at: str | None = None) -> None:
    """Puts a successor where a lost admiral was; a fleet that is gone leaves them a friendly European port.

    `at` is where the lost admiral was last; by default where they are now. Only the four of 8.1 have successors.
    """
    was = state.admirals[admiral].at if at is None else at
    successor = SUCCESSORS.get(admiral, "")
    if not successor or not waiting(state, successor):
        return
    place = was if is_there(state, was) else await new_port(table, state, successor)
    state.admirals[successor].at = place
    seat = seat_of(state, successor)
    name, gone = (state.board.admirals[who].name for who in (successor, admiral))
    table.note("8.1", seat, f"{name} takes the place of {gone} ({why}).", "admiral", admiral=successor, at=place)


def waiting(state: State, admiral: str) -> bool:
    """Tells if an admiral has not yet come into play: set aside, or still on the turn track."""
    at = state.admirals[admiral].at
    return at == ASIDE or at.startswith("turn-")


def is_there(state: State, at: str) -> bool:
    """Tells if a place can hold an admiral: a port, the North Sea Fleet, or a block that has ships or lies in port."""
    block = state.blocks.get(at)
    if block is None:
        return at in state.board.ports or at == "north-sea"
    return bool(block.at) and (block.area == "port" or bool(state.ships_in(at)))


async def new_port(table: Table, state: State, admiral: str) -> str:
    """Asks where a successor comes whose predecessor's whole fleet is gone: any friendly European port (8.1)."""
    seat = seat_of(state, admiral)
    options = {port: state.board.ports[port].name for port in state.board.ports
               if state.board.ports[port].sea != Sea.WEST_INDIES and state.friendly(port, seat)}  # fmt: skip
    most = max(options, key=lambda port: len(state.ships_in(port)))
    return await table.decide(Choose(
        rule="8.1", side=seat, key=table.key("returns", ("admiral", admiral)), topic="returns/admiral",
        prompt=f"Where does {state.board.admirals[admiral].name} join?", facts={"name": admiral},
        options=options, default=most, discreet=True,
    ))  # fmt: skip


def seat_of(state: State, admiral: str) -> str:
    """Returns the seat an admiral serves."""
    return BRITISH if state.board.admirals[admiral].nation == BRITISH else ALLIED


@rule("8.1", "Rosily-Mesros", "15.1")
async def rosily(table: Table, state: State) -> None:
    """Replaces the admiral who is not victorious, Ganteaume or Villeneuve, on Nov I, unless Rosily has come already."""
    if not waiting(state, ROSILY):
        return
    loser = VILLENEUVE if state.victorious == GANTEAUME else GANTEAUME
    was = state.admirals[loser].at
    if was == GONE:
        return
    state.admirals[loser].at = GONE
    await replace_admiral(table, state, loser, "recalled to Paris", was)


@rule("8.1", "A lost admiral", "20.4")
async def lose_admiral(table: Table, state: State, admiral: str, why: str) -> None:
    """Takes an admiral out of the game, tells both, and brings in the successor."""
    was = state.admirals[admiral].at
    state.admirals[admiral].at = GONE
    text = f"{state.board.admirals[admiral].name} was {why}."
    table.note("20.4", ALL, text, "admiral_lost", admiral=admiral, why=why)
    await replace_admiral(table, state, admiral, why, was)
