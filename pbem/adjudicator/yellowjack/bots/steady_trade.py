"""Trade and reinforcements of a steady captain: Escorts, requests, postings, Expeditions that gather."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.base.escorts import convoys_of, why_no_escort
from pbem.adjudicator.yellowjack.base.leaders import order_of_rank
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.base.stations import fit
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.bots.port_watch import danger, tour
from pbem.adjudicator.yellowjack.ch2.bourbon import escort_ok, shares
from pbem.adjudicator.yellowjack.state.words import (
    BRITISH,
    DETACHMENT,
    FITTING_OUT,
    FLEET_STATION,
    FRENCH,
    INDEPENDENT,
    OFF_MAP,
    SIDE_OF,
    SPANISH,
)

RULING = Ruling(shares=shares, escort_ok=escort_ok)
#: No Escort sails with a Squadron that is as damaged as this, nor from farther away than so many legs.
WORN, FAR = 1, 6
#: Below so many points of Prestige nothing is paid at court.
RICH = 14


def escorts(captain: Captain) -> list[Part]:
    """A Squadron for each Convoy that has none and needs one: Frigates before others, the nearest first."""
    found: list[Part] = []
    taken: set[str] = set()
    for convoy in convoys_of(captain.state, captain.seat):
        if captain.state.formations[convoy].contingent == FRENCH:
            continue
        free = sorted((rank(captain, convoy, name), name) for name in idle(captain) if name not in taken
                      and not why_no_escort(captain.state, RULING, captain.seat, convoy, name))  # fmt: skip
        if free and free[0][0][0] <= FAR:
            taken.add(free[0][1])
            found.append({"convoy": convoy, "with": free[0][1]})
    return found


def rank(captain: Captain, convoy: str, squadron: str) -> tuple[int, bool, int]:
    """The legs to a Convoy, then Frigates, then the fewest ships."""
    at = captain.state.place(convoy)
    here = captain.place(squadron)
    same = OFF_MAP in (at, here)
    legs = (0 if at == here else FAR + 1) if same else captain.board.legs(here, at)
    return legs, not captain.state.is_frigates(squadron), captain.state.size(squadron)


def idle(captain: Captain) -> Iterator[str]:
    """Squadrons alone in their Formation, sound and without an Order, in port or off the map.

    British ones that can look after Ports in danger are worth more there: nine Convoys of ten come home without them.
    """
    worth = danger(captain) if captain.seat == BRITISH else {}
    for kind in (INDEPENDENT, DETACHMENT):
        for name, each in captain.view["formations"].items():
            alone = each["kind"] == kind and len(each["squadrons"]) == 1 and not each["order"]
            watches = each["at"] in captain.board.ports and tour(captain, str(each["at"]), worth)
            if alone and not watches and captain.third(name) < WORN and each["state"] == FITTING_OUT:
                yield str(each["squadrons"][0])


def requests(captain: Captain) -> list[Part]:
    """Ships of the line first, and a point of Prestige where there is plenty."""
    return [{"nation": nation, "buy": ["sol", "frigate"], "pay": RICH} for nation in ("british", SPANISH, FRENCH)
            if SIDE_OF[nation] == captain.seat]  # fmt: skip


def postings(captain: Captain) -> list[Part]:
    """The senior Leader takes the Fleet, if a junior or nobody holds it."""
    station = FLEET_STATION[captain.seat]
    contingent = SPANISH if captain.seat != "british" else captain.seat
    able = [name for name in captain.view["leaders"] if fit(captain.state, name)
            and captain.board.leaders[name].contingent == contingent and not captain.board.leaders[name].pool
            and in_port(captain, name)]  # fmt: skip
    first = min(able, key=lambda name: order_of_rank(captain.state, name), default="")
    holder = captain.state.admiral_of(station)
    if not first or first == holder:
        return []
    junior = not holder or order_of_rank(captain.state, holder) > order_of_rank(captain.state, first)
    return [{"leader": first, "to": station}] if junior else []


def in_port(captain: Captain, leader: str) -> bool:
    """Tells if a Leader may be posted: ashore, or with a Formation that fits out on the map."""
    afloat = [post for post in captain.view["leaders"][leader]["posts"] if post in captain.state.formations]
    return all(captain.state.condition(post) == FITTING_OUT and captain.state.on_map(post) for post in afloat)
