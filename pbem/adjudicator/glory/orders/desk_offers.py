"""The order desk of this title: what can be ordered in the open step, with names, places and ways from the view."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.orders.in_words import place as placed
from pbem.adjudicator.glory.orders.in_words import title
from pbem.adjudicator.glory.orders.names import PARTS, SORTS
from pbem.adjudicator.glory.orders.order_table import TABLE
from pbem.adjudicator.glory.orders.plan_rows import SEA
from pbem.adjudicator.glory.orders.talk import is_for
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH
from pbem.adjudicator.glory.view.look import spot
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.orders.desk_form import Act, Form, Offer, Piece, form_of
from pbem.base.counting import counted


def leg(name: str, words: str, **gives: str) -> Act:
    """A button that gives a block one leg."""
    return Act(name, words, "sail", "block", many=False, within="legs", gives=gives)


#: What a block can be told on the map; each makes a leg of its sailing orders.
ACTS = (
    Act("make_for", "Sail to", "sail", "block", many=False, graph="sea", within="legs", goal="make_for"),
    leg("inshore", "Station Inshore", station="inshore"), leg("loose", "Station on Loose", station="loose"),
    leg("lie", "Lie", lie="true"),
)  # fmt: skip
SORTIE = Act("sortie", "Put to sea for destination a", "sail", "block", many=False, within="legs",
             gives={"sortie": {"bound": "a"}})  # fmt: skip
TRAVEL = ("A wind gives 9 points: 3 to leave a zone, 2 for a hex near the wind, 1 for any other. The numbers count "
          "hexes.")  # fmt: skip
#: Lists beside which other words may stand.
OPEN = ("places", "ports", "ships", "foes", "blocks", "fleets", "hexes", "sails", "destinations", "admirals", "enemies",
        "questions", "zones", "ways", "areas", "events", "frigates", "rumours")  # fmt: skip


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open step."""
    seen, view = reading.seen, reading.view
    known = form_of(TABLE, seen, view)
    known["sections"] = tuple(name for name in known["sections"] if is_for(seen, name))
    sailing = TABLE.step_of(seen) == SEA
    acts = (*ACTS, SORTIE) if seen.side == ALLIED else ACTS
    form = Form(
        **known, head=dict(head), offers=offers(seen), open_lists=OPEN, acts=acts if sailing else (),
        pieces=tuple(pieces(seen, acts)), graphs=ways(seen.board) if sailing else {}, step=("hex", "hexes"),
        travel=TRAVEL if sailing else "", told=told(seen),
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
        "sections": [Offer("battle", "battle")],
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
    told = tuple(act.name for act in acts)
    for name, each in seen.known.get("blocks", {}).items():
        at = hex_of(seen, spot(each))
        if at:
            holds = counted(len(each["ships"]), "ship") if each.get("ships") else ""
            note = ", ".join(part for part in (placed(spot(each)), holds) if part)
            yield Piece(name, seen.board.blocks[name].name, at, note, told)


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
    return found


def news_of(seen: Picture, port: str) -> str:
    """The last count of masts in a port."""
    news = seen.known.get("news", {}).get(port)
    return f": {news['low']} to {news['high']} ships, turn {news['turn']}" if news else ""


