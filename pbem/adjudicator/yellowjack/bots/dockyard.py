"""Administration of a steady captain: battered Squadrons are laid up and repaired, sound ones join their Flags."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.yellowjack.base.formations import why_not_formed
from pbem.adjudicator.yellowjack.base.squadrons import why_no_state
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.bots.port_watch import danger, tour
from pbem.adjudicator.yellowjack.state.words import BRITISH, DETACHMENT, FITTING_OUT, FLAG, IN_ORDINARY

#: Laid up from this third on; fitted out again below the first.
LAID_UP, WORN = 2, 1
#: Squadrons of the line that make up a Flag.
LEAST_OF_FLAG = 2


def states(captain: Captain) -> list[Part]:
    """Squadrons in port that are battered and have no Order go In Ordinary; those that are sound come out."""
    found: list[Part] = []
    for name, each in captain.view["squadrons"].items():
        formation = str(each["formation"])
        busy = formation in captain.view["formations"] and captain.view["formations"][formation]["order"]
        wanted = IN_ORDINARY if each["condition"] == FITTING_OUT else FITTING_OUT
        battered = int(each["third"]) >= LAID_UP and not busy
        fit = battered if wanted == IN_ORDINARY else each["condition"] and int(each["third"]) < WORN
        if fit and not why_no_state(captain.state, captain.seat, name, wanted):
            found.append({"squadron": name, "to": wanted.replace("-", "_")})
    return found


def repairs(captain: Captain) -> list[Part]:
    """Squadrons In Ordinary, the most damaged first, Port by Port."""
    found: dict[str, list[str]] = {}
    laid_up = [(name, each) for name, each in captain.view["squadrons"].items() if each["condition"] == IN_ORDINARY]
    for name, each in sorted(laid_up, key=lambda pair: (-int(pair[1]["dp"]), pair[0])):
        port = captain.board.ports.get(str(each["where"]))
        if port is not None and port.repair and int(each["dp"]):
            found.setdefault(port.id, []).append(name)
    return [{"port": port, "squadrons": names, "until": "sound"} for port, names in found.items()]


def forms(captain: Captain, ordered: Iterable[str] = ()) -> list[Part]:
    """Squadrons that lie alone join a Flag or Detachment in their Port; none that is given an Order."""
    taken = [*ordered]
    found: list[Part] = []
    for name, each in captain.formations():
        if each["kind"] not in (FLAG, DETACHMENT) or each["order"] or name in taken or not captain.fits_out(name) \
                or captain.third(name) >= LAID_UP:  # fmt: skip
            continue
        squadrons = [str(one) for one in each["squadrons"]]
        for alone in lone(captain, str(each["at"])):
            wanted = [*squadrons, alone]
            reason = why_not_formed(captain.state, captain.ruling, captain.seat, name, str(each["at"]), wanted)
            if alone not in taken and not reason and not captain.state.is_frigates(alone):
                squadrons, taken = wanted, [*taken, alone]
        if squadrons != each["squadrons"]:
            found.append({"formation": name, "at": str(each["at"]), "squadrons": squadrons})
    return [*found, *new_flotillas(captain, taken)]


def new_flotillas(captain: Captain, taken: list[str]) -> list[Part]:
    """Squadrons of the line that lie alone in one Port make up a Flag, one a letter; the British make Detachments too.

    A Detachment may go out against Corsairs without an Order; a Squadron alone may not (R3.6).
    """
    found: list[Part] = []
    watched = danger(captain) if captain.seat == BRITISH else {}
    flags = [name for name, counter in captain.board.formations.items() if counter.kind == FLAG]
    for port in captain.board.ports:
        alone = [name for name in lone(captain, port) if name not in taken]
        line = [name for name in alone if not captain.state.is_frigates(name)]
        if len(line) >= LEAST_OF_FLAG and not any(part["formation"] in flags for part in found):
            found += made_up(captain, port, line, FLAG, found)
        if alone and watched and tour(captain, port, watched):
            used = {name for part in found for name in part["squadrons"]}
            for name in (name for name in alone if name not in used):
                found += made_up(captain, port, [name], DETACHMENT, found)
    return found


def made_up(captain: Captain, port: str, squadrons: list[str], kind: str, found: list[Part]) -> list[Part]:
    """A Flotilla of a kind made up of Squadrons of one Command, if a counter of theirs is free."""
    command = captain.view["formations"][squadrons[0]]["command"]
    for name, counter in captain.board.formations.items():
        free = counter.kind == kind and counter.command == command and name not in captain.state.formations
        mine = [each for each in squadrons if captain.view["formations"][each]["command"] == command][: counter.size]
        if free and name not in [part["formation"] for part in found] \
                and not why_not_formed(captain.state, captain.ruling, captain.seat, name, port, mine):  # fmt: skip
            return [{"formation": name, "at": port, "squadrons": mine}]
    return []


def lone(captain: Captain, port: str) -> list[str]:
    """Squadrons that lie alone and Fitting Out in a Port, without an Order, and are not laid up."""
    return [name for name, each in captain.formations()
            if name in captain.board.squadrons and each["at"] == port and not each["order"]
            and captain.fits_out(name) and captain.third(name) < LAID_UP]  # fmt: skip
