"""Chapter 5: provisions and the Grand Conseil d'Amirauté (5.12, 5.13)."""
# Chapter 5 stands in ch05_council, ch05_events, ch05_returns and ch05_yard.

from __future__ import annotations

from typing import cast

from pbem.adjudicator.engine.order_parts import Entry
from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import ALL, Plain, Table, own_lane
from pbem.adjudicator.glory.rules.ch11_ports import MAY
from pbem.adjudicator.glory.rules.telling import tell_lapse
from pbem.adjudicator.glory.rules.waters import european, is_open
from pbem.adjudicator.glory.state.state import State
from pbem.adjudicator.glory.state.terms import ALLIED, PORT

BOXES = ("a", "b", "c", "d")
USUAL_CONSEIL = {"a": "martinique", "b": "cadiz", "c": "bantry-bay", "d": "ferrol"}


async def choices(table: Table, rule: str, topic: str, facts: dict[str, Plain], prompt: str) -> dict[str, Plain]:
    """Asks the Allied player for one mapping; never stops a phase."""
    key = table.key(topic, (ALLIED,))
    return await table.decide(
        Entry(rule=rule, side=ALLIED, key=key, topic=topic, prompt=prompt, facts=facts, discreet=True)
    )


@rule("5.12", "The Allied player draws provisions chits")
async def draw_provisions(table: Table, state: State) -> None:
    """The Allied player draws as many chits as the turn track says, unseen by the other."""
    pool = [name for name, count in state.board.provisions.items() for _ in range(count)]
    number = state.board.turn(state.turn).provisions
    drawn = await table.draw("5.12", pool, number, "provisions", lane=own_lane(ALLIED))
    state.provisions = sorted(drawn)
    told = " and ".join("a May Sortie" if chit == MAY else "a May Not Sortie" for chit in state.provisions)
    table.note("5.12", ALLIED, f"You draw {told}.", "provisions", drawn=state.provisions)
    table.note("5.12", ALL, f"The Allied player draws {number} provisions chits.", "provisions_drawn", number=number)


@rule("5.12", "The Allied player places provisions chits", "24.2")
async def place_provisions(table: Table, state: State) -> None:
    """All chits drawn are placed face down in friendly European ports, one a port: as ordered, the rest by default."""
    answer = await choices(table, "5.12", "provisions", {"drawn": state.provisions},
                           "Where do the provisions chits lie?")  # fmt: skip
    left = list(state.provisions)
    ports = chit_ports(state)
    for port, face in sorted(answer.items()):  # the order of a mapping says nothing
        if port not in ports or face not in left:
            tell_lapse(table, "5.12", ALLIED, f"no {face} chit is placed at {state.label(port)}")
            continue
        state.chits[port] = str(face)
        left.remove(face)
    rest = sorted((port for port in ports if port not in state.chits), key=lambda port: -ready_in(state, port))
    for port, face in zip(rest, left, strict=False):
        state.chits[port] = face
    state.provisions = []
    for port in [port for port in state.board.ports if port in state.chits]:
        table.note("5.12", ALL, f"A provisions chit lies at {state.label(port)}.", "chit_placed", port=port)


def chit_ports(state: State) -> list[str]:
    """The friendly European ports that a chit may lie at, in the board's order; in Trafalgar those in play."""
    ports = [port for port in state.board.ports if state.friendly(port, ALLIED) and european(state, port)]
    if not state.trafalgar():
        return ports
    return [port for port in ports if is_open(state, state.board.ports[port].zone_hex)]


def ready_in(state: State, port: str) -> int:
    """The ready Allied ships in a port."""
    return sum(1 for ship in state.in_port(port, ALLIED) if not state.ships[ship].ordinary)


@rule("5.13", "The Allied player sets the Grand Conseil", "10.0", "11.1")
async def set_conseil(table: Table, state: State) -> None:
    """Four different destinations lie in the boxes; one that a fleet outside a port has stays as it is."""
    if not state.conseil:
        state.conseil = dict(USUAL_CONSEIL)
    answer = cast("dict[str, str]", await choices(table, "5.13", "conseil", {}, "Which destinations?"))
    held = boxes_in_use(state)
    wish = {box: str(answer.get(box, state.conseil[box])) for box in BOXES}
    for box in BOXES:
        if wish[box] != state.conseil[box] and (box in held or wish[box] not in state.board.conseil):
            tell_lapse(table, "5.13", ALLIED, f"box {box.upper()} stays at {state.board.conseil[state.conseil[box]]}")
            wish[box] = state.conseil[box]
    if len(set(wish.values())) < len(BOXES):
        tell_lapse(table, "5.13", ALLIED, "the four destinations must differ; the boxes stay as they were")
        return
    state.conseil = wish
    names = ", ".join(f"{box.upper()} {state.board.conseil[wish[box]]}" for box in BOXES)
    table.note("5.13", ALLIED, f"The Grand Conseil: {names}.", "conseil", boxes=wish)


def boxes_in_use(state: State) -> list[str]:
    """The boxes whose destination an Allied fleet outside a port has."""
    used = {block.letter for name, block in state.blocks.items()
            if block.area not in ("", PORT) and state.is_fleet(name) and state.owner(name) == ALLIED}  # fmt: skip
    return [box for box in BOXES if box in used]
