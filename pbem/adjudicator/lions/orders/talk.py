"""Facts for a player before they order: prices, units, what others show. A template has the texts around them."""

from __future__ import annotations

from functools import partial

from pbem.adjudicator.board.texts import said_of
from pbem.adjudicator.lions.board.board import DATA
from pbem.adjudicator.lions.board.pieces import Deployment
from pbem.adjudicator.lions.orders.conditions import FORM
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.state.state import FORT, REGIMENT, State
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.lions.view.view import fleet_number
from pbem.adjudicator.orders.written.talking import Talk
from pbem.base.counting import grouped
from pbem.strict_yaml.writing import one_line

#: The texts, by their names.
SAID = said_of(DATA / "talk.yaml")


def counters_of(group: Deployment) -> list[str]:
    """The counters of a group (3.2)."""
    points = [f"{group.regiments} regiments"] if group.regiments else []
    return [*group.ships, *group.leaders, *points, *([f"{group.forts} forts"] if group.forts else [])]


def unbuilt(seen: Picture) -> dict[str, list[str]]:
    """The ships that may still be built, class by class (11.5)."""
    return grouped((seen.board.ships[name].kind.id, name) for name in seen.state.unbuilt(seen.side))


def lying(seen: Picture, square: str) -> list[str]:
    """Own ships, troops and leaders ashore in a square."""
    state, seat = seen.state, seen.side
    ships = [ship_words(state, name) for name in state.ships_of(seat) if state.ships[name].at == square]
    points = [f"{number} {kind} points" for kind in (REGIMENT, FORT) if (number := state.ashore(square, seat, kind))]
    leaders = {name: state.leaders[name] for name in state.leaders_of(seat)}
    return [*ships, *points, *(name for name, each in leaders.items() if each.at == square and not each.aboard)]


def ship_words(state: State, name: str) -> str:
    """Writes a ship with her fleet, damage and those aboard."""
    vessel = state.ships[name]
    extra = [f"fleet {fleet_number(vessel.fleet)}"] if vessel.fleet else []
    extra += [f"{vessel.damage} damage"] if vessel.damage else []
    extra += [f"{state.carried(name)} regiment points"] if state.carried(name) else []
    extra += state.leaders_aboard(name)
    return f"{name} ({', '.join(extra)})" if extra else name


TALK = Talk(
    SAID, "lions/talk.txt.j2", deployments=deployments, counters_of=counters_of, unbuilt=unbuilt, lying=lying,
    operation=partial(FORM.phrases.said, "entry"), port_value=port_value, one_line=one_line,
)  # fmt: skip
