"""The order desk of this title: what can be ordered in the open step, with names, prices and ways from the view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.lions.orders import talk
from pbem.adjudicator.lions.orders.order_table import TABLE
from pbem.adjudicator.lions.rules.ch03_setup import deployments
from pbem.adjudicator.lions.rules.ch04_sequence import SETUP, WATCH, YEAR
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.rules.ch11_placement import SHIP, Slips, is_own_home, why_not_there
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.adjudicator.lions.view.picture import Picture, Presence
from pbem.adjudicator.orders.desk_form import (
    Arrival,
    Desk,
    Form,
    Odds,
    Offer,
    Piece,
    Purse,
    Room,
    form_of,
    last_seen,
    two_dice,
)
from pbem.base.counting import grouped

DESK = Desk.of(DATA / "desk.yaml")


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open step."""
    seen, step = reading.seen, TABLE.step_of(reading.seen)
    form = Form(
        **form_of(TABLE, seen, reading.view), **DESK.words, head=dict(head), offers=offers(seen),
        pieces=tuple(pieces(seen)), told=told(seen), purse=purse(seen, step), holds=room_aboard(seen),
        names={port.square: f"{port.name} {port.square}" for port in seen.board.ports.values()},
        places={name: port.square for port in seen.board.ports.values() for name in (port.id, port.name)},
        cargo=dict.fromkeys(seen.known.get("leaders", {}), ("leader", "")), carried=carried(seen),
        shores=tuple(dict.fromkeys(port.square for port in seen.board.ports.values())),
        ashore={square: points.get(REGIMENT, 0) for square, points in seen.known.get("land", {}).items()},
        **(moving(seen) | (outfitted(seen) if step == YEAR else {}) if step in (YEAR, WATCH) else {}),
    )  # fmt: skip
    return form.plain()


def moving(seen: Picture) -> dict[str, Any]:
    """The parts that the form has while there are operations: ways, odds and strength."""
    return {"acts": (DESK.acts["operate"],), "graphs": ways(seen.board), "travel": talk.SAID["travel"],
            "odds": {"sea": odds(seen)}, "mights": gunnery(seen), "foes": last_seen(seen.known, gunnery(seen).get)}


def outfitted(seen: Picture) -> dict[str, Any]:
    """The parts that it has in the year besides: what the file buys and forms."""
    return {"acts": tuple(DESK.acts.values()), "recruits": tuple(recruits(seen)), "arrivals": arrivals(seen),
            "rooms": tuple(rooms(seen))}


# ------------------------------------------------------------------------------------- what the file buys and forms


def recruits(seen: Picture) -> Iterator[Piece]:
    """The ships that may still be built, and the Fleet Markers (11.5, 12.2)."""
    for name in seen.state.unbuilt(seen.side):
        ship = seen.board.ships[name]
        lists = ("ships", "own_words", "forces", "names", "berths", "losses")
        yield Piece(name, ship.name or name, "", f"carries {ship.kind.carries}" if ship.kind.carries else "",
                    ("operate", "form"), lists=lists)  # fmt: skip
    for number in range(1, seen.board.fleet_markers.get(seen.side, 0) + 1):
        yield Piece(str(number), f"fleet {number}", "", "", ("operate",))


def arrivals(seen: Picture) -> tuple[Arrival, ...]:
    """Purchases, each the next free ship of its class (11.2, 11.5), and fleets that are formed (12.2)."""
    stock: dict[str, list[str]] = {name: [] for name, item in seen.board.expenditure.items() if item.item == SHIP}
    for name in seen.state.unbuilt(seen.side):
        stock.setdefault(seen.board.ships[name].kind.id, []).append(name)
    ports = tuple(port.square for port in seen.board.ports.values())
    only = {name: tuple(at for at in ports
                        if not why_not_there(seen.state, Slips(seen.side), at, item.where, item.item, 1))
            for name, item in seen.board.expenditure.items() if item.item in (SHIP, REGIMENT, FORT)}  # fmt: skip
    fleets = {str(n): (str(n),) for n in range(1, seen.board.fleet_markers.get(seen.side, 0) + 1)}
    return (
        Arrival(("outfit", "buy"), "item", "at", stock, shop="items", points=REGIMENT, only=only,
                places=tuple(dict.fromkeys(square for squares in only.values() for square in squares))),
        Arrival(("fleets", "form"), "number", "at", fleets, members="ships", takes="regiments"),
    )  # fmt: skip


def rooms(seen: Picture) -> Iterator[Room]:
    """A port that is no home port takes one ship and one land point in a turn (11.4)."""
    numbers, power = seen.board.numbers, seen.side
    abroad = [port.square for port in seen.board.ports.values() if not is_own_home(seen.state, port.square, power)]
    yield Room("ships", dict.fromkeys(abroad, numbers.ships_per_port), tuple(seen.state.unbuilt(power)))
    yield Room("points", dict.fromkeys(abroad, numbers.land_points_per_port), (), (REGIMENT, FORT))


def odds(seen: Picture) -> Odds:
    """Two dice and the admiral's value carry a force so far (16.3)."""
    leaders: Mapping[str, Mapping[str, Any]] = seen.known.get("leaders", {})
    return Odds(reach=two_dice(), help={name: int(each["value"]) for name, each in leaders.items()})


def of_forces(seen: Picture, each: Mapping[str, int]) -> dict[str, int]:
    """A figure of each ship, and of each fleet as the sum of its ships'."""
    found = dict(each)
    for name, ship in seen.known.get("ships", {}).items():
        if ship["fleet"]:
            found[str(ship["fleet"])] = found.get(str(ship["fleet"]), 0) + each.get(name, 0)
    return found


def gunnery(seen: Picture) -> dict[str, list[int]]:
    """The gunnery of every ship, and of one's own fleets as they are."""
    found = of_forces(seen, {name: ship.kind.gunnery for name, ship in seen.board.ships.items()})
    return {name: [guns] for name, guns in found.items()}


def carried(seen: Picture) -> dict[str, int]:
    """The regiment points aboard each ship and fleet (19.3)."""
    return of_forces(seen, {name: sum(ship["cargo"].values()) for name, ship in seen.known.get("ships", {}).items()})


def room_aboard(seen: Picture) -> dict[str, str | int]:
    """The room for regiment points that each ship and fleet has left (19.3); a ship to be built is empty."""
    full = carried(seen)
    left = {name: seen.board.ships[name].kind.carries - full[name] for name in seen.known.get("ships", {})}
    unbuilt = {name: seen.board.ships[name].kind.carries for name in seen.state.unbuilt(seen.side)} if seen.side else {}
    return {**of_forces(seen, left), **unbuilt}


# ------------------------------------------------------------------------------------------------ what is offered


def offers(seen: Picture) -> dict[str, Sequence[Offer]]:
    """Every list, each made of what its reader sees."""
    board, ships, kinds = seen.board, list(own_ships(seen)), seen.board.marker_types.values()
    return DESK.offers(board, {
        "ships": ships, "forces": [*fleets(seen), *ships], "leaders": list(leaders_offered(seen)),
        "treasure": [Offer(fleet.id, fleet.name, seen.place(fleet.port) if len(fleet.port) < 4 else fleet.port)
                     for fleet in board.treasure_fleets.values()],
        "groups": list(groups(seen)), "hand": list(hand(seen)), "markers": list(markers(seen)),
        "items": [Offer(name, name, f"costs {item.dice or item.cost}") for name, item in board.expenditure.items()],
        "bids": [Offer("any", "any marker"), *(Offer(str(n)) for n in range(1, int(seen.known["exchange"]) + 1)),
                 *(Offer(kind.id, kind.name) for kind in kinds)],
        "foe_ships": [Offer(name, name) for name in seen.known.get("prizes", ())], "foe_forces": foes(seen),
    })  # fmt: skip


def own_ships(seen: Picture) -> Iterator[Offer]:
    """One's own ships: class, name, damage, fleet, where they lie; before the game, those that start on the map."""
    placed: Mapping[str, Mapping[str, Any]] = seen.known.get("ships", {})
    for name, ship in placed.items():
        printed = seen.board.ships[name]
        more = [f"fleet {ship['fleet']}"] if ship["fleet"] else []
        more += [f"{ship['damage']} damage"] if ship["damage"] else []
        more += [f"{sum(ship['cargo'].values())} regiment points aboard"] if ship["cargo"] else []
        more += [f"carries {printed.kind.carries}"] if printed.kind.carries else []
        yield Offer(name, printed.name or name, ", ".join([seen.place(ship["at"]), *more]), ship["at"])
    if not placed:
        numbered = Counter[str]()
        for group in deployments(seen.board, seen.side):
            for kind in group.ships:
                numbered[kind] += 1
                yield Offer(f"{seen.side}-{kind}-{numbered[kind]}", "", " or ".join(group.at))


def fleets(seen: Picture) -> list[Offer]:
    """One's own Fleet Markers on the map, then the others, which may be formed this year (12.2)."""
    ships = seen.known.get("ships", {}).items()
    found = grouped((str(ship["fleet"]), name) for name, ship in ships if ship["fleet"])
    where = {number: str(seen.known["ships"][names[0]]["at"]) for number, names in found.items()}
    markers = range(1, seen.board.fleet_markers.get(seen.side, 0) + 1)
    formed = [Offer(n, f"fleet {n} (ships: {len(found[n])})", seen.place(where[n]), where[n]) for n in sorted(found)]
    return formed + [Offer(str(n), f"fleet {n}", "if you form it") for n in markers if str(n) not in found]


def foes(seen: Picture) -> list[Offer]:
    """Fleets of others, by number, as anybody sees them (15.1)."""
    return [Offer(number, f"{entry.power.title()} fleet {number}", seen.place(entry.square), entry.square)
            for entry in seen.others() for number in entry.fleets]  # fmt: skip


def groups(seen: Picture) -> Iterator[Offer]:
    """Groups of counters that start in one of several ports (3.2)."""
    for group in deployments(seen.board, seen.side) if seen.known.get("step") == SETUP else ():
        if len(group.at) > 1:
            yield Offer(group.id, ", ".join(talk.counters_of(group)), " or ".join(group.at))


def hand(seen: Picture) -> Iterator[Offer]:
    """Campaign markers held, each kind once."""
    kinds = dict.fromkeys(seen.state.type_of(name) for name in seen.known.get("hand", ()))
    yield from (Offer(kind.id, kind.name) for kind in kinds)


def markers(seen: Picture) -> list[Offer]:
    """Those that are held, then every other kind: standing orders outlive a hand."""
    held = [Offer(each.value, each.label, "in your hand") for each in hand(seen)]
    others = [Offer(kind.id, kind.name) for kind in seen.board.marker_types.values()]
    return held + [each for each in others if each.value not in [own.value for own in held]]


def purse(seen: Picture, step: str) -> Purse | None:
    """Pounds for outfitting (11.2)."""
    if step not in (YEAR, WATCH):
        return None
    prices = {name: item.cost for name, item in seen.board.expenditure.items() if not item.dice}
    return Purse(int(seen.known["money"][seen.side]), "pounds", ("outfit", "buy"), "item", prices, "number")


# ------------------------------------------------------------------------------------------------ what is on the map


def pieces(seen: Picture) -> Iterator[Piece]:
    """One's own fleets, lone ships, troops and leaders; forces are told where to sail."""
    formed = [each for each in fleets(seen) if each.at]
    for each in formed:
        yield Piece(each.value, each.label, each.at, "", ("operate",))
    for each in own_ships(seen):
        ship = seen.known.get("ships", {}).get(each.value)
        if ship:
            fleet = str(ship["fleet"] or "")
            yield Piece(each.value, each.label, each.at, each.note, ("form",) if fleet else ("operate", "form"),
                        aboard=fleet)  # fmt: skip
    for square, points in seen.known.get("land", {}).items():
        words = ", ".join(f"{number} {kind} points" for kind, number in points.items() if number)
        yield Piece(square, words, square, "ashore", ())
    for name, leader in seen.known.get("leaders", {}).items():
        ship = seen.known.get("ships", {}).get(leader["aboard"] or "", {})
        carrier = str(ship.get("fleet") or leader["aboard"] or "")
        yield Piece(name, leader_name(seen, name), leader["at"], leader["aboard"] or "ashore", (), aboard=carrier)


def leader_name(seen: Picture, leader: str) -> str:
    """Returns a leader's name; a Mercenary Admiral is a campaign marker (9.13)."""
    known = seen.board.leaders.get(leader) or seen.board.markers[leader]
    return known.name


def leaders_offered(seen: Picture) -> Iterator[Offer]:
    """Yields the leaders of the side's own card, then its Mercenary Admirals on the map (9.7)."""
    for leader in seen.board.leaders_of(seen.side):
        yield Offer(leader.id, leader.name, f"value {leader.value}")
    for name, known in seen.known.get("leaders", {}).items():
        if name not in seen.board.leaders:
            yield Offer(name, leader_name(seen, name), f"value {known['value']}")


@lru_cache(maxsize=4)
def ways(board: Board) -> Mapping[str, Mapping[str, Sequence[tuple[str, int]]]]:
    """From square to square afloat, with what each costs; a board never changes."""
    return {"sea": {square: list(board.steps(square)) for square in board.grid.squares if board.is_afloat(square)}}


def told(seen: Picture) -> dict[str, list[str]]:
    """Lists for each square what can be seen besides one's own units."""
    ports = [(port.square, f"{port.name}, worth {port_value(seen.state, port.square)}")
             for port in seen.board.ports.values()]  # fmt: skip
    units = [(each.square, f"{each.power.title()}: {', '.join(face_down(each))}") for each in seen.others()]
    treasure = [(each["at"], f"Treasure fleet: {seen.state.label(name)}")
                for name, each in seen.known["treasure"].items() if each["at"]]  # fmt: skip
    return grouped([*ports, *units, *treasure])


def face_down(entry: Presence) -> list[str]:
    """Fleets by their numbers, and whether there are other units (15.1)."""
    return [f"fleet {number}" for number in entry.fleets] + (["other units"] if entry.units else [])
