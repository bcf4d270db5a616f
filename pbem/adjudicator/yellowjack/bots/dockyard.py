"""Administration of a steady captain: battered Squadrons are laid up and repaired, sound ones join their Flags."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.adjudicator.yellowjack.base.formations import why_not_formed
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.bots.watch import danger
from pbem.adjudicator.yellowjack.state.words import BRITISH, DETACHMENT, FITTING_OUT, FLAG, IN_ORDINARY

#: Laid up from this third on; fitted out again below the first.
LAID_UP, WORN = 2, 1


def states(captain: Captain) -> list[Part]:
    """Squadrons in port that are battered and have no Order go In Ordinary; those that are sound come out."""
    found: list[Part] = []
    for name, each in captain.view["squadrons"].items():
        formation = str(each["formation"])
        busy = formation in captain.view["formations"] and captain.view["formations"][formation]["order"]
        if each["condition"] == FITTING_OUT and int(each["third"]) >= LAID_UP and not busy:
            found.append({"squadron": name, "to": "in_ordinary"})
        elif each["condition"] == IN_ORDINARY and int(each["third"]) < WORN:
            found.append({"squadron": name, "to": "fitting_out"})
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
        if each["kind"] not in (FLAG, DETACHMENT) or each["order"] or name in taken or not captain.fits_out(name):
            continue
        squadrons = [str(one) for one in each["squadrons"]]
        for alone in lone(captain, str(each["at"])):
            wanted = [*squadrons, alone]
            reason = why_not_formed(captain.state, captain.ruling, captain.seat, name, str(each["at"]), wanted)
            if alone not in taken and not reason and not captain.state.is_frigates(alone):
                squadrons, taken = wanted, [*taken, alone]
        if squadrons != each["squadrons"]:
            found.append({"formation": name, "at": str(each["at"]), "squadrons": squadrons})
    return [*found, *detachments(captain, taken)] if captain.seat == BRITISH else found


def detachments(captain: Captain, taken: list[str]) -> list[Part]:
    """Squadrons that lie alone off a Port in danger become Detachments, which may go out against Corsairs (R3.6)."""
    found: list[Part] = []
    for name, each in captain.formations():
        port = str(each["at"])
        if name not in lone(captain, port) or name in taken or port not in danger(captain):
            continue
        for counter in detachment_counters(captain, name):
            reason = why_not_formed(captain.state, captain.ruling, captain.seat, counter, port, [name])
            if not reason and counter not in [part["formation"] for part in found]:
                found.append({"formation": counter, "at": port, "squadrons": [name]})
                break
    return found


def detachment_counters(captain: Captain, squadron: str) -> list[str]:
    """The Detachments of a Squadron's Command that are not in play."""
    return [name for name, one in captain.board.formations.items()
            if one.kind == DETACHMENT and name not in captain.state.formations
            and one.command == captain.view["formations"][squadron]["command"]]  # fmt: skip


def lone(captain: Captain, port: str) -> list[str]:
    """Squadrons that lie alone and Fitting Out in a Port, without an Order, and are not laid up."""
    return [name for name, each in captain.formations()
            if name in captain.board.squadrons and each["at"] == port and not each["order"]
            and captain.fits_out(name) and captain.third(name) < LAID_UP]  # fmt: skip
