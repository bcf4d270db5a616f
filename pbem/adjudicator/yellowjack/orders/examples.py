"""Examples in an order file, made of what its owner really has: lawful as they stand."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from pbem.adjudicator.yellowjack.base.escorts import convoys_of, why_no_escort
from pbem.adjudicator.yellowjack.base.ports import is_enemy
from pbem.adjudicator.yellowjack.base.ruling import Ruling
from pbem.adjudicator.yellowjack.ch2.bourbon import escort_ok, shares
from pbem.adjudicator.yellowjack.ch2.requests import asks_now
from pbem.adjudicator.yellowjack.ch2.troops import FOR_ASSAULT as ASSAULT_GOAL
from pbem.adjudicator.yellowjack.ch2.troops import able, counters_of, why_not
from pbem.adjudicator.yellowjack.ch3.issuing import issues_before, why_check, why_not_issue
from pbem.adjudicator.yellowjack.state.state import State
from pbem.adjudicator.yellowjack.state.words import (
    ASSAULT,
    BOURBON,
    COMPANY,
    CONVOY,
    FITTING_OUT,
    IN_ORDINARY,
    OPS,
    READY,
    SIDE_OF,
)
from pbem.adjudicator.yellowjack.view.picture import Picture

Part = dict[str, Any]


def own(seen: Picture) -> Iterator[tuple[str, Part]]:
    """One's own Formations on the map, Convoys apart."""
    for name, each in seen.known.get("formations", {}).items():
        if each.get("at") in seen.board.nodes and each.get("kind") != CONVOY:
            yield name, each


def first(seen: Picture) -> str:
    """The first of one's own Formations; empty where there is none."""
    return next((name for name, _ in own(seen)), "")


def ports(seen: Picture) -> list[str]:
    """The Ports where one's own ships lie."""
    found = [str(each.get("at", "")) for _, each in own(seen)]
    return list(dict.fromkeys(name for name in found if name in seen.board.ports))


def plans(seen: Picture) -> list[Part] | None:
    """A plan for each Formation: who has an Order carries on with it, the others stay or stand ready in a siege.

    An Order counts that the example of `issue` gives before anybody sails.
    """
    found: list[Part] = []
    handed = [entry["to"] for entry in issue(seen) or ()] if str(seen.known.get("step", "")).startswith(OPS) else []
    for name, each in own(seen):
        if each.get("goes_with"):
            continue
        steps: list[Part] = [{"carry_on": True}] if each.get("order") or name in handed else []
        convoy = companion(seen, name)
        if steps and each.get("state") == FITTING_OUT:
            steps = [{"escort": convoy} if convoy else {"put_to_sea": True}, *steps]
        found.append({"who": name, **({"then": steps} if steps else {"besieged": "stand_ready"})})
    return found or None


def companion(seen: Picture, name: str) -> str:
    """The Convoy in the same place that shares the Order of a Formation; empty for none."""
    each = seen.known["formations"][name]
    return next((other for other, one in seen.known["formations"].items() if one["kind"] == CONVOY
                 and one["order"] == each["order"] and one["at"] == each["at"]), "")  # fmt: skip


def stance(seen: Picture) -> list[Part]:
    """Convoys avoid battle."""
    return [{"who": "convoys", "do": "avoid"}]


def battle(seen: Picture) -> list[Part]:
    """Line of battle, broken off as is usual."""
    return [{"who": "all", "intensity": 2, "break": "usual"}]


def retreat(seen: Picture) -> list[Part] | None:
    """Retreat towards the Port where the first Formation lies."""
    found = ports(seen)
    return [{"who": "all", "to": found[:1]}] if found else None


def break_out(seen: Picture) -> list[Part] | None:
    """The first Formation stays in port."""
    return [{"who": first(seen), "how": "no"}] if first(seen) else None


def weather(seen: Picture) -> list[Part]:
    """The usual habits."""
    return [{"who": "all", "catch": "chase"}]


def losses(seen: Picture) -> list[Part]:
    """Plain Units first."""
    return [{"units": ["plain", "grenadiers", "marines"], "sail": ["frigate", "sol-d", "sol", "flagship"]}]


def terminate(seen: Picture) -> list[Part] | None:
    """The first Formation gives up when it is crippled."""
    name = first(seen)
    return [{"who": name, "if": [{"own_damage_at_least": {"who": name, "third": 3}}]}] if name else None


def convoy_of(seen: Picture) -> str:
    """The first of one's own Convoys that carries Units; empty where there is none."""
    return next((name for name, each in seen.known.get("formations", {}).items() if each.get("kind") == CONVOY), "")


def land(seen: Picture) -> list[Part] | None:
    """All Units of the Troop Convoy land."""
    name = convoy_of(seen)
    return [{"expedition": name, "units": "all", "at": "first"}] if name else None


def march(seen: Picture) -> list[Part] | None:
    """Units in Land Boxes march to the Port that is attacked."""
    return [{"unit": "any", "to": "port_attacked"}] if seen.side == BOURBON else None


def escalade(seen: Picture) -> list[Part]:
    """Ports are stormed at two to one."""
    return [{"port": "any", "with": "all", "odds": "2:1"}]


def evacuate(seen: Picture) -> list[Part] | None:
    """An assault without Units is given up."""
    holder = str(seen.known.get("ports", {}).get("porto-bello", {}).get("holder", ""))
    enemy = SIDE_OF.get(holder, seen.side) != seen.side
    return [{"port": "porto-bello", "if": [{"units_below": {"units": 1}}]}] if enemy else None


def escape(seen: Picture) -> list[Part]:
    """Units escape into the Land Box."""
    return [{"port": "any", "to": "land_box", "rvo": "nearest"}]


def squadrons_in(seen: Picture, state: str) -> Iterator[tuple[str, str]]:
    """One's own Squadrons in port in a state, each with its Port."""
    for name, each in seen.known.get("squadrons", {}).items():
        if each.get("state") == state and each.get("at") in seen.board.ports:
            yield name, str(each["at"])


def repair(seen: Picture) -> list[Part] | None:
    """The first Squadron In Ordinary is repaired."""
    return next(([{"port": port, "squadrons": [name], "until": "sound"}]
                 for name, port in squadrons_in(seen, IN_ORDINARY)), None)  # fmt: skip


def states(seen: Picture) -> list[Part] | None:
    """The first Squadron that is Fitting Out goes In Ordinary if it is battered."""
    for name, _ in squadrons_in(seen, FITTING_OUT):
        who = str(seen.known["squadrons"][name].get("formation", ""))
        if who:
            return [{"squadron": name, "to": "in_ordinary", "if": [{"own_damage_at_least": {"who": who, "third": 2}}]}]
    return None


def refit(seen: Picture) -> list[Part] | None:
    """Nothing that would be lawful as it stands for certain."""
    return None


def form(seen: Picture) -> list[Part] | None:
    """Nothing: Formations stay as they are."""
    return None


def post(seen: Picture) -> list[Part] | None:
    """Nothing: Leaders stay where they are."""
    return None


def stores(seen: Picture) -> list[Part] | None:
    """A point for the first Squadron that is damaged where one's own stores lie."""
    for name, each in seen.known.get("squadrons", {}).items():
        port = str(each["where"])
        if int(each["dp"]) and int(seen.known["ports"].get(port, {}).get("stores", 0)) and each["condition"] != READY:
            return [{"port": port, "squadron": name, "points": 1}]
    return None


def assemble(seen: Picture) -> list[Part] | None:
    """The first Port with Units of one's own, for which a Convoy is free, gathers one for an assault."""
    position = seen.state
    for unit in able(position, seen.side):
        port = position.units[unit].at if unit in position.units else ""
        convoy = next(iter(counters_of(position, seen.side, port)), "") if port else ""
        if convoy and not why_not(position, seen.side, convoy, [unit], port, ASSAULT_GOAL):
            return [{"convoy": convoy, "troops": [unit], "at": port, "to": ASSAULT_GOAL}]
    return None


def discard(seen: Picture) -> list[str] | None:
    """Nothing goes back."""
    return None


def receive(seen: Picture) -> list[Part]:
    """An assault, then a Blockade, then anything."""
    return [{"like": ["aao", "blockade *", "any"]}]


def issue(seen: Picture) -> list[Part] | None:
    """A line for each Order in hand that somebody may have now, each Formation named once."""
    found: list[Part] = []
    taken: list[str] = []
    position = seen.state
    if str(seen.known.get("step", "")).startswith(OPS) and not issues_before(position):
        return None
    for chit in map(str, seen.known.get("hand", ())):
        entry = given(seen, position, chit, taken)
        if entry:
            found.append(entry)
            taken += entry["to"] if isinstance(entry["to"], list) else [entry["to"]]
    leaving = [each for each in found if each["to"] in list(seen.board.squadrons)]
    return [*leaving, *(each for each in found if each not in leaving)] or None


def given(seen: Picture, position: State, chit: str, taken: list[str]) -> Part:
    """An Order with who may have it, by preference without a Check, and the likeliest target; or nothing."""
    order = seen.board.chits[chit]
    convoys = [name for name, each in seen.known["formations"].items() if each["kind"] == CONVOY]

    def liking(name: str) -> tuple[bool, int]:
        """The least first: no Check, and for an assault the largest."""
        return bool(why_check(position, order.command, name)), -size(position, name) if order.kind == ASSAULT else 0

    for name in sorted((each for each in takers(seen) if each not in taken), key=liking):
        to = [name, *convoys[:1]] if order.kind == ASSAULT else [name]
        for target in [""] if order.points else nearest_foes(seen, position, name):
            if not why_not_issue(position, Ruling(shares=shares), seen.side, chit, to, target):
                return {"order": chit, "to": to if len(to) > 1 else name, **({"target": target} if target else {})}
    return {}


def place_of(position: State, name: str) -> str:
    """The place of a Formation or a Squadron."""
    return position.place(name) if name in position.formations else position.place_of(name)


def size(position: State, name: str) -> int:
    """The Squadrons of a Formation; one for a Squadron."""
    return len(position.squadrons_of(name)) if name in position.formations else 1


def takers(seen: Picture) -> Iterator[str]:
    """Those that may take an Order: Formations; before the Company's, the Squadrons that may leave it."""
    companies = [(name, each) for name, each in own(seen) if each["kind"] == COMPANY]
    yield from (name for name, each in own(seen) if each["kind"] != COMPANY)
    for name, each in companies:
        yield from (*map(str, each["squadrons"][1:]), name)


def nearest_foes(seen: Picture, position: State, name: str) -> list[str]:
    """The enemy's Ports: the richest of those that so many Sail can match first, and of those as rich the nearest."""
    foes = [port for port in seen.board.ports if is_enemy(position, port, seen.side)]
    here, sail = place_of(position, name), sum(position.sail_of(name).values()) if name in position.formations else 0
    return sorted(foes, key=lambda port: (works(seen, port) > sail, -seen.board.ports[port].prestige,
                                          seen.board.legs(here, port), port))  # fmt: skip


def works(seen: Picture, port: str) -> int:
    """The strength of a Port with one Unit in it (3.443)."""
    printed = seen.board.ports[port]
    return (printed.garrison + 1) * max(1, printed.fortification)


def extend(seen: Picture) -> list[Part]:
    """Orders run longer whenever they may."""
    return [{"who": "all", "do": True}]


def standing(seen: Picture) -> list[Part]:
    """Convoys avoid battle for good."""
    return [{"number": 1, "stance": stance(seen)}]


def enter(seen: Picture) -> list[Part] | None:
    """Formations that wait off the map come on at once."""
    waits = [name for name, each in seen.known.get("formations", {}).items() if each.get("enters")]
    return [{"who": name, "impulse": 1} for name in waits] or None


def escort(seen: Picture) -> list[Part] | None:
    """The first lone Squadron in port escorts the first Convoy that may have it."""
    position = seen.state
    ruling = Ruling(shares=shares, escort_ok=escort_ok)
    for convoy in convoys_of(position, seen.side):
        for name, each in own(seen):
            squadrons = [str(one) for one in each["squadrons"]]
            if len(squadrons) == 1 and not why_no_escort(position, ruling, seen.side, convoy, squadrons[0]):
                return [{"convoy": convoy, "with": name}]
    return None


def request(seen: Picture) -> list[Part]:
    """Each nation of one's own asks for ships of the line first."""
    return [{"nation": name, "buy": ["sol", "frigate"]} for name in ("british", "spanish", "french")
            if SIDE_OF[name] == seen.side and asks_now(seen.state)]  # fmt: skip


def recover(seen: Picture) -> list[Part]:
    """Marines and Grenadiers recover first, where anybody lies sick."""
    if not any(one["disrupted"] for one in seen.known["units"].values() if one["side"] == seen.side):
        return []
    return [{"region": "jamaica", "units": ["marines", "grenadiers", "plain"]}]
