"""2.56, Personages: their ratings, and the Viceroys at their posts."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.engine.rule import rule
from pbem.adjudicator.engine.table import Shift
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


@rule("2.563", "Viceroys have their posts", "2.564")
def at_his_post(state: State, command: str) -> bool:
    """Tells if the Viceroy of a Command is at its HQ Port."""
    return any(one.viceroy == command and name in at(state, state.board.hq[command])
               for name, one in state.board.personages.items())  # fmt: skip


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


@rule("2.565", "A Viceroy absent from the map tightens the rules of engagement", "2.234")
def viceroy_on_map(state: State, command: str) -> bool:
    """Tells if the Viceroy of a Command is anywhere on the map."""
    return any(one.viceroy == command and not state.personages[name].gone and state.personages[name].at in state.ports
               for name, one in state.board.personages.items() if name in state.personages)  # fmt: skip
