"""Examples in an order file, made of what its owner really has: lawful as they stand, if he takes them as they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.lions.board.terms import Moment
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, YEAR
from pbem.adjudicator.lions.rules.ch11_placement import LAND, SHIP, Slips, why_not_there
from pbem.adjudicator.lions.state.state import REGIMENT, State

Part = dict[str, Any]
#: What a shopping list shows, one of each as far as pounds go.
SHOPPING = ("4th", "transport", "regiment")
#: How many raids are shown.
VOYAGES = 2
#: When markers are played in answer to something, in the year.
REACTIONS = frozenset((
    Moment.WIND_GAUGE, Moment.FIRST_FIRE, Moment.FIRST_SHORE_FIRE, Moment.SHORE_BATTLE, Moment.LEADER_HIT,
    Moment.MOVEMENT_ROLLED, Moment.INCIDENT_ROLLED, Moment.ADMIRAL_NAMED, Moment.REVENUE, Moment.MARKER_PLAYED,
))  # fmt: skip


def set_up(state: State, seat: str) -> Part:
    """One group that may be divided, at the last of its ports; troops aboard the first transport."""
    groups = [group for group in deployments(state.board, seat) if len(group.at) > 1]
    found: Part = {}
    if groups:
        group = groups[0]
        part: Part = {"group": group.id, "at": group.at[-1]}
        part |= {"ships": list(group.ships)} if group.ships else {}
        part |= {"regiments": 1} if group.regiments else {}
        found["place"] = [part]
    carriers = [group for group in deployments(state.board, seat) if "transport" in group.ships and group.regiments]
    if carriers and len(carriers[0].at) == 1:
        found["aboard"] = [{"ship": f"{seat}-transport-1", "regiments": 1}]
    return found


def bids(view: Mapping[str, Any]) -> Part:
    """A few pounds for the first marker, one for any other."""
    most = min(2, int(view["money"][view["seat"]]))
    entries = [{"for": "1", "rounds": [most]}, {"for": "any", "rounds": [0, 1]}]
    found: Part = {"bids": entries, "spend": most, "never_below": 1}
    return found | ({"return": [kind_of(view, 0)]} if view["hand"] else {})


def kind_of(view: Mapping[str, Any], place: int) -> str:
    """The kind of a marker in hand: its name less the number."""
    return str(view["hand"][place]).rpartition("-")[0]


def agreements(view: Mapping[str, Any]) -> list[Part]:
    """Peace with the next player."""
    parties = [name for name in view["players"] if name == view["seat"] or name == view["order"][0]]
    if len(parties) == 1:
        parties = list(view["order"][:2])
    return [{"id": "peace", "parties": parties, "promise": "non_aggression", "until": view["turn"] + 1}]


def outfit(state: State, seat: str) -> Part:
    """What the purse allows, in the first home port that takes it; one leader, at a price."""
    slips, left, chosen = Slips(seat), state.money[seat], list[Part]()
    for name in SHOPPING:
        item = state.board.expenditure[name]
        sort = SHIP if item.item == SHIP else LAND
        ships = (state.board.ships[ship].kind.id for ship in state.unbuilt(seat))
        free = state.land_left(seat, REGIMENT) if name == REGIMENT else name in ships
        for port in state.board.home_ports(seat):
            if free and item.cost <= left and not why_not_there(state, slips, port.square, item.where, sort, 1):
                left -= item.cost
                slips.count(port.square, sort, 1)
                chosen.append({"item": name, "at": port.id})
                break
    return {"buy": chosen, "leaders": 1, "leader_price": 7}


def fleets(state: State, seat: str) -> Part:
    """The square with most ships as fleet 1, unless that marker is in use elsewhere."""
    by_square: dict[str, list[str]] = {}
    for name in state.ships_of(seat):
        by_square.setdefault(state.ships[name].at, []).append(name)
    crowded = max(by_square, key=lambda square: len(by_square[square]), default="")
    number = next((n for n in "1234" if not state.fleet(f"{seat}-fleet-{n}")), "")
    if not crowded or not number or number > str(state.board.fleet_markers[seat]):
        return {}
    leaders = [name for name in state.leaders_of(seat) if state.leaders[name].at == crowded]
    able = [name for name in by_square[crowded] if state.board.ships[name].kind.leaders]
    part: Part = {"number": int(number), "at": crowded, "ships": by_square[crowded]}
    return {"form": [part | ({"leaders": leaders[:1]} if leaders and able else {})]}


def operations(state: State, view: Mapping[str, Any]) -> list[Part]:
    """A wait, a voyage to fetch treasure if nobody else has it, and raids on ports that are near."""
    others = [name for name in view["players"] if name != view["seat"]]
    found: list[Part] = [{"pass_until": [{"moved": others[0]}]}]
    rated = [name for name in view["ships"] if state.board.ships[name].kind.rated]
    for name in rated[:VOYAGES]:
        port = goal(state, view["seat"], view["ships"][name]["at"])
        if port:
            found.append({"force": name, "path": [port], "attack": {"any": True}, "plunder": True,
                          "if": [{"no_enemy_within": {"of": port, "squares": 2}}]})
    if rated:
        fleet = state.board.treasure_fleets[min(state.board.treasure_fleets)]
        found.append({"force": rated[-1], "take": [fleet.id], "path": [state.board.home_ports(view["seat"])[0].id],
                      "if": [{"treasure_free": fleet.id}, {"force_at": {"force": rated[-1], "at": fleet.port}}]})
    return found


def goal(state: State, seat: str, start: str) -> str:
    """The nearest port that may be plundered."""
    reach = state.board.distances(start)
    able = [port for port in state.board.ports.values() if not port.is_home and port.square not in state.plundered]
    near = [port for port in able if reach.get(port.square, 0) > 0]
    return min(near, key=lambda port: reach[port.square]).id if near else ""


def doctrine(state: State, view: Mapping[str, Any]) -> dict[str, tuple[str, Any]]:
    """What each section is for, and an example; battles and losses only in the year they happen in."""
    if view.get("step") == SETUP:
        return {}
    held = [kind_of(view, place) for place in range(len(view["hand"]))]
    moments = {Moment.INITIATIVE, Moment.EXCHANGE} if view.get("step") == BIDS else REACTIONS
    ready = [kind for kind in held if moments & {*state.board.marker_types[kind].when}]
    first, *more = dict.fromkeys((*ready, "spy"))
    play = ("campaign markers in answer to what happens; those not named stay in the hand",
            [{"marker": first}, *({"marker": kind, "if": [{"pounds_at_least": 2}]} for kind in more[:1])])
    if view.get("step") != YEAR:
        return {"play": play, "leader_places": ("where a Mercenary Admiral goes", ["1st"])}
    leaders = list(view["leaders"]) or [leader.id for leader in state.board.leaders_of(view["seat"])][:1]
    home = state.board.home_ports(view["seat"])[0].id
    return {
        "play": play, "admirals": ("who commands in battle, the first who is there", leaders[:2]),
        "gauge": ("what to do with the wind gauge; else engage",
                  [{"do": "break_off", "if": [{"odds_below": {"own": 1, "enemy": 2}}], "to": [home]}]),
        "fire": ("whom to fire at", [{"targets": ["treasure", "weakest"], "fireships": "use"}]),
        "retreat": ("where ships go that must leave", [home]),
        "transfer": ("which ships take leaders off one that sinks", ["1st", "2nd"]),
        "bombard": ("all, none, sound, or some ships", "sound"), "coast": ("what your forts fire at", "weakest"),
        "halt": ("when to call a halt ashore", [{"if": [{"odds_below": {"own": 1, "enemy": 1}}]}]),
        "arrears": ("whether mutinous crews are paid", "pay"),
        "losses": ("what to lose first", {"natives": ["regiment"], "any": ["transport", "6th"]}),
        "leader_places": ("where new leaders go", ["1st", home]), "prizes": ("what prizes become", ["pounds"]),
    }  # fmt: skip


def standing(view: Mapping[str, Any]) -> list[Part]:
    """Doctrine with a condition and an end."""
    last = max(int(view["turns"]), int(view["turn"]))
    first: Part = {"number": 1, "until": [{"turn_at_least": last}], "gauge": [
        {"do": "break_off", "if": [{"own_damaged": 3}, {"round_at_least": 2}]}]}
    again = [{"marker": "articles-of-war", "if": [{"roll_at_least": 5}]}]
    return [first, {"number": 2, "once": True, "play": again}]
