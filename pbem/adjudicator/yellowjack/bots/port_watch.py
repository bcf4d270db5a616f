"""The watch off one's own Ports: Auxiliaries lie where Corsairs come, and idle ships drive them off (2.46)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.adjudicator.yellowjack.base.auxiliaries import may_lie, why_not_assigned
from pbem.adjudicator.yellowjack.bots.counting_house import Captain, Part
from pbem.adjudicator.yellowjack.state.words import BRITISH, CARACAS, FLAG, FLOTILLAS, FRENCH, RECOVERY, SPANISH

#: Flags under which Corsairs of the enemy sail, Pirates apart.
FLAGS = {BRITISH: (SPANISH, CARACAS), "bourbon": (BRITISH,)}
#: The worth of the richest Port in a zone, the second has half; what each Failed Order adds, for so many Turns.
RICHEST, HIT, LATELY = 12, 3, 6
#: A second Auxiliary in a Port, and a third, are worth so much less, in parts of twelve.
EACH_MORE = (12, 6, 3, 1)
#: A ship on watch goes no farther than so many legs from Port to Port, and so many in all; she waits so many MPIs off
#: her own.
ROUND, WAY, WAITS = 4, 7, 2
BATTERED = 2
#: How often one on guard comes out in a Turn.
OUTINGS = 3


def danger(captain: Captain) -> dict[str, int]:
    """The own Ports that Corsairs can reach, by how rich they are in each zone; more where they have lain lately."""
    found: dict[str, int] = {}
    pirates = {str(one["zone"]) for one in captain.view["pirates"]["lie"].values()}
    for zone, card in captain.board.corsair_zones.items():
        if zone in pirates or any(flag in FLAGS[captain.seat] for flag in card.flags):
            mine = [port for port in card.in_range if captain.own_port(port)]
            mine.sort(key=lambda port: (captain.board.ports[port].prestige, port), reverse=True)
            for nth, port in enumerate(mine, 1):
                found[port] = found.get(port, 1) + RICHEST // nth
    for port in hits(captain):
        if port in found:
            found[port] += HIT
    return found


def hits(captain: Captain) -> Iterator[str]:
    """The own Ports that have suffered Corsairs in the last Turns, once for each Failed Order."""
    since = int(captain.view["date"]) - LATELY
    for one in (*captain.view["ended"], *captain.view["history"]):
        if one["case"] == "2.461" and int(one["date"]) >= since:
            yield str(one["what"]).removeprefix("corsair-")


# -------------------------------------------------------------------------------------------- Auxiliaries


def stations(captain: Captain) -> list[Part]:
    """Each Auxiliary goes where it is worth most: to Ports in danger, the first there most of all."""
    worth, taken, found = danger(captain), dict[str, int](), list[Part]()
    for aux in watchers(captain):
        at = str(captain.view["auxiliaries"][aux]["at"])
        ports = [port for port in worth if port == at or may_go(captain, aux, port)]
        if not ports:
            continue
        best = max(ports, key=lambda port: (value(worth, taken, port), port == at, port))
        taken[best] = taken.get(best, 0) + 1
        if best != at:
            found.append({"aux": aux, "to": best})
    return found


def may_go(captain: Captain, aux: str, port: str) -> bool:
    """Tells if an Auxiliary may be Stationed at a Port; one that has recovered may go to any of its nation's."""
    if captain.view["auxiliaries"][aux]["at"] == RECOVERY:
        return may_lie(captain.state, captain.ruling, captain.board.craft.counters[aux].contingent, port)
    return not why_not_assigned(captain.state, captain.ruling, captain.seat, aux, port)


def value(worth: dict[str, int], taken: dict[str, int], port: str) -> int:
    """Returns the worth of one more Auxiliary in a Port."""
    number = taken.get(port, 0)
    return worth[port] * EACH_MORE[min(number, len(EACH_MORE) - 1)]


def watchers(captain: Captain) -> list[str]:
    """The Fleet and Light Auxiliaries that may lie in any Port: those Stationed first, then those that may recover."""
    counters = captain.board.craft.counters
    mine = [(name, one) for name, one in captain.view["auxiliaries"].items()
            if not (one["zone"] or one["task"] or one["spent"]) and counters[name].contingent != FRENCH]  # fmt: skip
    return [name for where in (captain.board.ports, (RECOVERY,)) for sort in ("fleet", "light")
            for name, one in mine if one["at"] in where and counters[name].sort == sort]  # fmt: skip


# -------------------------------------------------------------------------------------------- ships


def rounds(captain: Captain) -> dict[str, list[Part]]:
    """The plans of idle British Flotillas: out, past Ports in danger that nobody else looks at, and home again.

    A Corsair counts from the Impulse after that of its Task (2.461), so that it is time enough then.
    """
    worth, found = danger(captain), dict[str, list[Part]]()
    for name in sorted(on_watch(captain), key=lambda name: (captain.view["formations"][name]["kind"] == FLAG, name)):
        at = str(captain.view["formations"][name]["at"])
        ports = tour(captain, at, worth)
        if not ports:
            continue
        first: list[Part] = [{"wait": WAITS}] if at in ports else []
        clear: list[Part] = [{"clear": port} for port in ports if port != at]
        found[name] = [*([{"put_to_sea": True}, *first, *clear, {"port": at}] if clear else []), *guard(at)]
        worth = {port: each for port, each in worth.items() if port not in ports}
    return found


def guard(port: str) -> list[Part]:
    """Lies in a Port, and comes out whenever a Corsair lies off it: once an Impulse is enough (2.461)."""
    return [{"until": [{"corsair_off": port}]}, {"clear": port}, {"port": port}] * OUTINGS


def on_watch(captain: Captain) -> Iterator[str]:
    """The British Flotillas that lie idle and are fit to go out."""
    for name, each in captain.formations():
        if captain.seat == BRITISH and each["kind"] in FLOTILLAS and not each["order"] and captain.fits_out(name) \
                and captain.own_port(str(each["at"])) and captain.third(name) < BATTERED:  # fmt: skip
            yield name


def tour(captain: Captain, home: str, worth: dict[str, int]) -> list[str]:
    """The Ports that one Flotilla looks at: its own first, then whatever is worth most for the way there."""
    found, at, left = [home] if home in worth else [], home, WAY
    while True:
        near = {port: captain.board.legs(at, port) for port in worth if port not in found}
        near = {port: legs for port, legs in near.items() if 0 < legs <= min(ROUND, left)}
        if not near:
            return found
        at = max(near, key=lambda port: (worth[port] * WAY // near[port], port))
        found.append(at)
        left -= near[at]
