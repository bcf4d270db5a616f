"""Chapter 11: in and out of ports, and what becomes of ships that come in."""
# Chapter 11 by paragraphs: 11.1 (who may sortie) and 11.2 (coming in) ch11_ports; the way itself, 11.3 and 11.4
# ch09_movement.

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Table
from pbem.adjudicator.glory.rules.ch07_blocks import gold_home, gold_may_sail, take_off, tidy_port
from pbem.adjudicator.glory.rules.telling import hidden
from pbem.adjudicator.glory.rules.waters import european, wind_serves
from pbem.adjudicator.glory.state.state import Block, State
from pbem.adjudicator.glory.state.terms import ALLIED, FLEET, GOLD, TRANSPORT

MAY, MAY_NOT = "may", "may-not"


@rule("11.1", "Moving from a port toward the sea", "11.0", "5.9")
def why_no_sortie(state: State, block: str, wind: str) -> str:
    """Returns why a block may not sortie from its port on this wind; empty if it may. A bonus chit has no wind."""
    port = state.blocks[block].at
    if not wind:
        return "no block leaves port on a bonus chit"
    if not wind_serves(state, port, wind):
        return f"the wind does not serve at {state.label(port)}"
    if state.is_fog(block):
        return "a rumour cannot come out of port"
    if state.fever and not european(state, port):
        return f"there is fever at {state.label(port)}"
    if state.is_fleet(block) and not state.ready(block):
        return "it has no ship that is ready"
    if state.owner(block) == ALLIED and european(state, port) and state.chits.get(port) != MAY:
        return f"{state.label(port)} has no May Sortie chit"
    if state.kind(block) == GOLD and not gold_may_sail(state, block):
        return "the gold needs six Spanish ships"
    return ""


@rule("11.1", "Moving from a port: destinations", "7.3", "12.6", "7.2")
def why_not_bound(state: State, block: str, destination: str) -> str:
    """Returns why an Allied fleet in port may not choose a destination; empty if it may."""
    marker = state.board.conseil.get(destination)
    if marker is None or destination not in state.conseil.values():
        return "that destination is not on the Grand Conseil"
    from_indies = not european(state, state.blocks[block].at)
    to_indies = marker.place in state.board.ports and not european(state, marker.place)
    if marker.asterisk and from_indies:
        return f"{marker.name} is no destination for a fleet in the West Indies"
    if state.kind(block) == TRANSPORT and to_indies:
        return "the Transport may not sail to the West Indies"
    if state.kind(block) == GOLD and destination not in ("ferrol", "cadiz", "cartagena"):
        return "the gold sails for Ferrol, Cadiz or Cartagena"
    return ""


@rule("11.2", "Toward a port: ships that come in", "2.6", "20.1", "24.2")
def ships_into(table: Table, state: State, ships: Iterable[str], port: str, holder: str = "") -> None:
    """Ships come into a friendly port: wrecks go In Ordinary in a major one, prizes are scored there.

    They stay in `holder`, a block in that port, or else lie in the harbour. In Trafalgar wrecks leave the game.
    """
    major = state.board.ports[port].major
    for ship in list(ships):
        vessel = state.ships[ship]
        if vessel.prize_of and major:
            text = f"{state.label(ship)} is brought into {state.label(port)} as a prize."
            table.note("20.1", ALL, text, "prize_home", ship=ship, seat=vessel.prize_of, port=port)
            state.lose(ship, "taken", vessel.prize_of)
        elif vessel.wrecked and state.trafalgar():
            state.lose(ship, "unscored")
        elif vessel.wrecked and major:
            vessel.wrecked, vessel.ordinary, vessel.at = False, True, port
        else:
            vessel.at = holder or port


@rule("11.2", "Toward a port", "24.3")
async def come_in(table: Table, state: State, block: str) -> None:
    """A block has entered a friendly port; its destination is reached, its letter free. A rumour is taken off."""
    here = state.blocks[block]
    port = here.at
    if state.is_fog(block):
        if hidden(state, state.place(block), state.owner(block)):
            state.blocks[block] = Block()
        elif state.board.ports[port].display:
            take_off(table, state, block, "7.8")
        return
    here.bound, here.letter, here.face_down, here.reached = "", "", False, False
    ships_into(table, state, state.ships_in(block), port, block)
    await gold_home(table, state, block)
    if state.kind(block) == FLEET:
        tidy_port(table, state, port)
