"""The order desk of this title: what can be ordered in the open step, with names, places and ways from the view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.glory.board.board import DATA, Board
from pbem.adjudicator.glory.orders.in_words import place as placed
from pbem.adjudicator.glory.orders.in_words import title
from pbem.adjudicator.glory.orders.names import PARTS, SORTS
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.orders.plan_rows import SEA
from pbem.adjudicator.glory.orders.talk import is_for
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH, INSHORE, LOOSE, OFF, PORT
from pbem.adjudicator.glory.view.look import spot
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.orders.desk_form import Act, Arrival, Desk, Form, Offer, Piece, form_of, two_dice
from pbem.base.counting import counted

DESK = Desk.of(DATA / "desk.yaml")
#: What the Allies alone do.
SORTIE = "sortie"


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open step."""
    seen, view = reading.seen, reading.view
    known = form_of(TABLE, seen, view)
    known["sections"] = tuple(name for name in known["sections"] if is_for(seen, name))
    sailing = TABLE.step_of(seen) == SEA
    acts = tuple(act for name, act in DESK.acts.items() if name != SORTIE or seen.side == ALLIED)
    form = Form(
        **known, **DESK.words, head=dict(head), offers=offers(seen), acts=acts if sailing else (),
        pieces=(*pieces(seen, acts), *(in_port(seen) if sailing else ())), arrivals=arrivals(seen) if sailing else (),
        recruits=tuple(recruits(seen, acts)) if sailing else (), graphs=ways(seen.board) if sailing else {},
        travel=DESK.travel if sailing else "", told=told(seen),
        mights=strength(seen) if sailing else {}, foes=last_seen(seen) if sailing else {},
        names={port.zone_hex: f"{port.name} {port.zone_hex}" for port in seen.board.ports.values()},
        places={name: port.zone_hex for port in seen.board.ports.values() for name in (port.id, port.name)},
    )  # fmt: skip
    return form.plain()


# ------------------------------------------------------------------------------------------------ what is offered


def offers(seen: Picture) -> dict[str, Sequence[Offer]]:
    """Every list, each made of what its reader sees."""
    board, side = seen.board, seen.side
    ports = [Offer(port.id, port.name, str(port.sea).replace("_", " "), port.zone_hex) for port in board.ports.values()]
    parts = [Offer(f"{port.id}/{part}", placed(f"{port.id}/{part}"), "", port.zone_hex)
             for port in board.ports.values() for part in PARTS]  # fmt: skip
    north_sea = [Offer("north-sea-fleet", "North Sea Fleet")] if side == BRITISH else [Offer("any-decoy", "any rumour")]
    return {
        "places": [*ports, *parts], "ports": ports, "ships": list(ships(seen)), "foes": foes(seen),
        "blocks": [*blocks(seen, "block"), *north_sea], "fleets": list(blocks(seen, "fleet")),
        "frigates": list(blocks(seen, "frigate")), "rumours": list(blocks(seen, "rumour")),
        "hexes": [Offer(name, str(each), "", name) for name, each in board.hexes.items() if each.name],
        "sails": list(sails(seen)), "admirals": named(seen, "admiral", board.admirals),
        "enemies": named(seen, "enemy", board.admirals),
        "destinations": [Offer(each.id, each.name, "not from the West Indies" if each.asterisk else "")
                         for each in board.conseil.values()],
        "zones": [Offer(name.replace("_", "-"), each.name) for name, each in board.zones.items()],
        "ways": [Offer(name) for name in SORTS["way"](board, side)],
        "areas": [Offer(name, placed(name)) for name in SORTS["area"](board, side)],
        "events": [Offer(name, each.name) for name, each in board.admiralty.items()],
    }  # fmt: skip


def named(seen: Picture, sort: str, shelf: Mapping[str, Any]) -> list[Offer]:
    """The pieces of a sort that this reader may name."""
    return [Offer(name, shelf[name].name) for name in SORTS[sort](seen.board, seen.side)]


def ships(seen: Picture) -> Iterator[Offer]:
    """One's own ships: name, guns, condition, where they are."""
    for name, each in seen.known.get("ships", {}).items():
        ship = seen.board.ships[name]
        short = name.partition("-")[2]
        own = SORTS["ship"](seen.board, seen.side).get(short) == name
        yield Offer(short if own else name, ship.name, f"{ship.guns} guns, {each['state']}, {title(each['in'])}")


def foes(seen: Picture) -> list[Offer]:
    """The ships of the enemy, all of which both players know by name (3.0)."""
    return [Offer(word, seen.board.ships[name].name) for word, name in SORTS["foe"](seen.board, seen.side).items()
            if word != name]  # fmt: skip


def blocks(seen: Picture, sort: str) -> Iterator[Offer]:
    """One's own blocks: those in play with their place, then those that are not in use."""
    known = seen.known.get("blocks", {})
    names = [name for name in SORTS[sort](seen.board, seen.side) if name in known]
    for name in sorted(names, key=lambda each: (not spot(known[each]), names.index(each))):
        at = spot(known[name])
        yield Offer(name, seen.board.blocks[name].name, placed(at) if at else "not in use", hex_of(seen, at))


def sails(seen: Picture) -> Iterator[Offer]:
    """The enemy's sails in sight."""
    for number, each in seen.known.get("sails", {}).items():
        at = spot(each)
        yield Offer(f"sail-{number.removeprefix('sail-')}", f"sail {number}", placed(at), hex_of(seen, at))


def hex_of(seen: Picture, place: str) -> str:
    """The hex where a place is drawn; empty for a box of a track."""
    port = seen.board.ports.get(place.partition("/")[0])
    return port.zone_hex if port is not None else place if place in seen.board.hexes else ""


# ------------------------------------------------------------------------------------------------ what is on the map


def pieces(seen: Picture, acts: Iterable[Act]) -> Iterator[Piece]:
    """One's own blocks where they lie; those on a track and off the map are in the lists alone."""
    told = afloat(acts)
    for name, each in seen.known.get("blocks", {}).items():
        at = hex_of(seen, spot(each))
        if at:
            holds = counted(len(each["ships"]), "ship") if each.get("ships") else ""
            note = ", ".join(part for part in (placed(spot(each)), holds) if part)
            yield Piece(name, seen.board.blocks[name].name, at, note, told)


def afloat(acts: Iterable[Act]) -> tuple[str, ...]:
    """The acts of a block; the others are those of ships in port."""
    return tuple(act.name for act in acts if act.movers == "block")


def in_port(seen: Picture) -> Iterator[Piece]:
    """Ships in port: the ready form fleets (7.6), those in ordinary are crewed (5.2.1), the damaged mended (5.2.3)."""
    short = {name: word for word, name in SORTS["ship"](seen.board, seen.side).items() if word != name}
    for port, held in seen.known["ports"].items():
        lies = dict.fromkeys(held.get("ordinary", ()), "ordinary") | dict.fromkeys(held.get("ready", ()), "ready")
        for name, ship in seen.known["ships"].items():
            if ship["in"] == port or name in lies:
                damaged, idle = name in held.get("damaged", ()), lies.get(name) == "ordinary"
                able = (*(("mend",) if damaged else ()), *(("crew",) if idle else () if damaged else ("form",)))
                states = [word for word, holds in (("damaged", damaged), ("In Ordinary", idle)) if holds] or ["ready"]
                note = ", ".join((f"{seen.board.ships[name].guns} guns", *states))
                yield Piece(name, seen.board.ships[name].name, seen.board.ports[port].zone_hex, note, able,
                            short.get(name, name))  # fmt: skip


def recruits(seen: Picture, acts: Iterable[Act]) -> Iterator[Piece]:
    """The fleets that may be formed in port, as they sail on the map (7.6)."""
    for each in blocks(seen, "fleet"):
        yield Piece(each.value, each.label, "", "formed in port", afloat(acts))


def arrivals(seen: Picture) -> tuple[Arrival, ...]:
    """Fleets formed of ships that lie ready in a port (7.6)."""
    return (Arrival(("fleets",), "block", "at", {each.value: (each.value,) for each in blocks(seen, "fleet")},
                    members="ships"),)  # fmt: skip


def searches(seen: Picture) -> Iterator[tuple[str, str]]:
    """The chance in hundredths that an own block finds a sail (14.0), for each hex where one lies."""
    numbers, chances = seen.board.numbers, two_dice()
    station = {INSHORE: numbers.search_inshore, LOOSE: numbers.search_loose, OFF: numbers.search_off}
    places = {spot(each): None for name, each in seen.known.get("blocks", {}).items() if not name.startswith("fog")}
    for place in places:
        at, part = hex_of(seen, place), place.partition("/")[2]
        if not at or part == PORT or not seen.known.get("season"):
            continue
        zone = str(seen.board.hexes[at].zone)
        chits = sum(zone in foul["zones"] for foul in seen.known["foul"])
        shift = station.get(part, 0) + max(chits * numbers.search_weather, numbers.search_weather_most)
        shift += seen.board.zones[zone].search[seen.known["season"]]
        chance = chances.get(max(numbers.search_needs - shift, min(chances)), 0)
        yield at, f"a search from {placed(place)} finds a sail in {chance} of 100 (14.0)"


@lru_cache(maxsize=4)
def ways(board: Board) -> Mapping[str, Mapping[str, Sequence[tuple[str, int]]]]:
    """From hex to hex by open sea; a board never changes."""
    return {"sea": {name: [(beyond, 1) for _, beyond in board.neighbours(name)] for name in board.hexes}}


def told(seen: Picture) -> dict[str, list[str]]:
    """Lists for each hex what can be seen besides one's own blocks: ports, sails, and what is known of them."""
    found: dict[str, list[str]] = {}
    for port in seen.board.ports.values():
        found.setdefault(port.zone_hex, []).append(f"{port.name}{news_of(seen, port.id)}")
    for number, each in seen.known.get("sails", {}).items():
        at = hex_of(seen, spot(each))
        if at:
            found.setdefault(at, []).append(f"Sail {number}, {placed(spot(each))}")
    for at, words in searches(seen):
        found.setdefault(at, []).append(words)
    return found


def news_of(seen: Picture, port: str) -> str:
    """The last count of masts in a port."""
    news = seen.known.get("news", {}).get(port)
    return f": {masts(news) or 'no'} ships, turn {news['turn']}" if news else ""


def masts(news: Mapping[str, Any]) -> str:
    """The least and the most ships that a count may mean; empty where it means none."""
    return f"{news['low']} to {news['high']}" if news["high"] else ""


def strength(seen: Picture) -> dict[str, list[int]]:
    """The ships of each block of one's own, and every ship by itself, which may go into a fleet."""
    held = {name: [len(each["ships"])] for name, each in seen.known.get("blocks", {}).items() if each.get("ships")}
    return held | {name: [1] for name in seen.known.get("ships", {})}


def last_seen(seen: Picture) -> dict[str, tuple[Sequence[str], str]]:
    """The last count of enemy ships in each hex: the newest, and of those of one turn the greatest (13.5)."""
    found: dict[str, tuple[Sequence[str], str]] = {}
    news = seen.known.get("news", {})
    for where in sorted(news, key=lambda each: (news[each]["turn"], news[each]["high"])):
        if (at := hex_of(seen, where)) and masts(news[where]):
            found[at] = [masts(news[where])], f"{placed(where)}, turn {news[where]['turn']}"
    return found
