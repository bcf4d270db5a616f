"""2.56, Personages: their ratings, and the Viceroys at their posts."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Shift, Table
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import SIDE_OF


@rule("2.562", "Fort +X: a Personage strengthens the Port where he is", "2.56")
def fort_bonus(state: State, port: str) -> int:
    """The Fortification Value that Personages of its holder add to a Port."""
    side = state.side_of_port(port)
    return sum(state.board.personages[name].fort for name in at(state, port) if side_of(state, name) == side)


@rule("2.562", "Cbt: a Personage helps or harms his own side in an Escalade")
def combat_shift(state: State, units: Iterable[str]) -> int:
    """The Cbt ratings of the Personages among some Units; a minus is good for their own side."""
    return sum(state.board.personages[name].cbt for name in units if name in state.personages)


def at(state: State, port: str) -> list[str]:
    """The Personages at a place."""
    return [name for name, one in state.personages.items() if one.at == port and not one.gone]


def side_of(state: State, name: str) -> str:
    """The side of a Personage."""
    return SIDE_OF.get(state.board.personages[name].owner, "")


@rule("2.562", "Adm: a Personage at an HQ helps what is done there")
def adm_shift(state: State, shift: Shift, command: str) -> None:
    """Adds the Adm ratings of the Viceroy at the HQ of a Command to a throw."""
    for name, one in state.board.personages.items():
        at_post = bool(command) and one.viceroy == command and name in at(state, state.board.hq[command])
        shift.add("2.562", one.adm, one.name, when=at_post)


@rule("2.565", "No Viceroy leaves his post unless his Port is captured")
def bound(state: State, unit: str) -> bool:
    """Tells if a Unit is a Viceroy at the post, while the Port is held."""
    if unit not in state.personages or not state.board.personages[unit].viceroy:
        return False
    post = state.board.personages[unit].start
    return state.personages[unit].at == post and state.side_of_port(post) == side_of(state, unit)


@rule("2.567", "Personages are Replaced", "2.566")
def replaced(table: Table, state: State) -> None:
    """Puts Personages whose time has come at the first Port that is open to them; without one they are out (A4b)."""
    for name, held in state.personages.items():
        if not held.back_on or held.back_on > state.date:
            continue
        port = next(iter(ports_for(state, name)), "")
        held.back_on = 0
        if not port:
            continue
        held.at, held.gone = port, ""
        text = f"{state.label(name)} is Replaced, at {state.label(port)}."
        table.note("2.567", side_of(state, name), text, "replaced", unit=name, port=port)


#: The groups of Ports where Personages are Replaced for preference, and the one home that goes before (2.563, 2.566).
PREFERRED = {"capitan-general-cuba": "capitan-general-replacement", "virrey-nueva-granada": "virrey-replacement",
             "montiano": "montiano-oglethorpe", "oglethorpe": "montiano-oglethorpe"}  # fmt: skip


@rule("2.567", "Where a Personage is Replaced", "2.563", "2.566")
def ports_for(state: State, name: str) -> list[str]:
    """The Ports where a Personage may be Replaced, the preferred first: held by the side, without an enemy ashore."""
    board, side = state.board, side_of(state, name)
    record = board.personages[name]
    group = list(board.groups.get(PREFERRED.get(name, ""), ()))
    if record.viceroy:
        found = [*group, *(port for port in state.ports if record.viceroy in board.commands_at(port, side))]
    else:
        found = [record.start, *group]
    return [port for port in dict.fromkeys(found)
            if port in state.ports and state.side_of_port(port) == side and port not in state.sieges]  # fmt: skip
