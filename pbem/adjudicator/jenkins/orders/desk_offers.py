"""The order desk of this title: what may move and how far, what may be bought where, who can go aboard whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.board.board import Board
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, Counter, CounterKind
from pbem.adjudicator.jenkins.orders import examples, talk
from pbem.adjudicator.jenkins.orders.order_table import TABLE
from pbem.adjudicator.jenkins.orders.plan_rows import OWN
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.ch11_special import is_fixed, why_not_scuttle
from pbem.adjudicator.jenkins.state.state import SPANISH, enemy
from pbem.adjudicator.jenkins.view.picture import Picture, described, kind_word
from pbem.adjudicator.orders.desk_form import Act, Form, Offer, Piece, Purse, form_of
from pbem.adjudicator.reports.phrases import count

ACTS = (
    Act("sail", "Sail", "moves", "ships", many=True, graph="sea"),
    Act("march", "March", "moves", "troops", many=True, graph="land"),
    Act("scuttle", "Try to scuttle", "moves", "scuttle", many=False),
    Act("top", "Lay on top", "stacks", "top", many=True, at="hex"),
)


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open phase."""
    seen = reading.seen
    moving = TABLE.step_of(seen) == OWN
    form = Form(
        **form_of(TABLE, seen, reading.view), head=dict(head), offers=offers(seen),
        open_lists=("places", "words", "foe_words", "ship_words"), acts=ACTS if moving else (),
        pieces=tuple(pieces(seen)) if moving else (), graphs=ways(seen.board) if moving else {},
        barred=tuple(hex_ for hex_ in seen.board.grid.hexes if storm_bars(seen.state, hex_)),
        stops=tuple(sighting.hex for sighting in seen.sightings()), step=("hex", "hexes"),
        travel=talk.SAID["travel"] if moving else "", told=told(seen), purse=purse(seen),
        places={name: port.hex for port in seen.board.seaports.values() for name in (port.id, port.name)},
    )  # fmt: skip
    return form.plain()


# ------------------------------------------------------------------------------------------------ what is offered


def offers(seen: Picture) -> dict[str, Sequence[Offer]]:
    """Every list, each made of what its reader sees."""
    afloat, ashore = list(own(seen, naval=True)), list(own(seen, naval=False))
    kinds = [Offer(kind.value, f"any {kind.value.replace('_', ' ')}") for kind in CounterKind]
    leaders = [each for each in ashore if seen.board.counters[each.value].is_leader]
    foes = [Offer(counter.id, described(counter)) for counter in seen.board.side_counters(enemy(seen.side))]
    return {
        "shop": list(shop(seen)), "ports": list(ports(seen)), "berths": [*afloat, *shop(seen, naval=True)],
        "garrisons": list(garrisons(seen)), "ships": afloat, "land": ashore, "leaders": leaders,
        "troops": [each for each in ashore if not is_fixed(seen.board.counters[each.value])],
        "counters": [*afloat, *ashore, *garrisons(seen), *shop(seen)], "kinds": kinds,
        "words": [*kinds, *afloat, *ashore], "ship_words": [*kinds, *afloat], "foe_words": [*kinds, *foes],
        "stacks": [Offer(hex_, seen.place(hex_), count(len(names), "counter"), hex_)
                   for hex_, names in seen.own_stacks()],
        "sections": [Offer(row.key, row.key.replace("_", " ")) for row in TABLE.doctrine],
        "places": [Offer(p.id, f"{p.name} {p.hex}", f"value {p.value}", p.hex) for p in seen.board.seaports.values()],
    }  # fmt: skip


def own(seen: Picture, *, naval: bool) -> Iterator[Offer]:
    """One's own counters on the map and on the turn track, ships or all others."""
    for hex_, names in seen.own_stacks():
        for name in names:
            counter = seen.board.counters[name]
            if counter.is_naval is naval:
                aboard = seen.state.aboard.get(name)
                where = f"aboard {seen.label(aboard)}, " if aboard else ""
                yield Offer(name, described(counter), f"{where}{seen.place(hex_)}", hex_)
    for name in seen.known.get("track", {}):
        if seen.board.counters[name].is_naval is naval:
            yield Offer(name, described(seen.board.counters[name]), "turn track")


def shop(seen: Picture, *, naval: bool | None = None) -> Iterator[Offer]:
    """Yields the counters for sale, with their prices (3.3)."""
    for name in seen.known["pool"].get(seen.side, ()):
        counter = seen.board.counters[name]
        if counter.cost is not None and naval in (None, counter.is_naval):
            yield Offer(name, described(counter), f"costs {counter.cost}")


def ports(seen: Picture) -> Iterator[Offer]:
    """One's own seaports, with the room that is left (4.0)."""
    for port in seen.own_ports():
        if not port.great_south_sea:
            ships, land = seen.room_left(port)
            left = f"room for {count(ships, 'ship')}, {land or 'no'} land"
            yield Offer(port.id, f"{port.name} {port.hex}", left, port.hex)


def garrisons(seen: Picture) -> Iterator[Offer]:
    """The free Soldiers of the set-up (3.1)."""
    for place in seen.board.setup if seen.turn == 0 else ():
        if place.side == seen.side:
            port = seen.board.seaports.get(place.place)
            each = "one in each seaport" if place.place == EACH_SEAPORT else ""
            where = f"{port.name} {port.hex}" if port else each
            for name in place.counters:
                yield Offer(name, described(seen.board.counters[name]), where)


def purse(seen: Picture) -> Purse | None:
    """War funds as they are when purchases are made (3.2, 6.1)."""
    if seen.known["phase_side"] != seen.side:
        return None
    prices = {name: seen.board.counters[name].cost or 0 for name in seen.known["pool"].get(seen.side, ())}
    funds = examples.fresh(seen).funds[seen.side]
    where = ("buy",) if seen.turn else ("setup", "buy")
    return Purse(funds, "war funds", where, "counter", prices)


# ------------------------------------------------------------------------------------------------ what is on the map


def pieces(seen: Picture) -> Iterator[Piece]:
    """One's own counters and what each may be told."""
    for hex_, names in seen.own_stacks():
        for name in names:
            counter = seen.board.counters[name]
            if aboard := seen.state.aboard.get(name):
                yield Piece(name, counter.label, hex_, f"aboard {seen.label(aboard)}")
                continue
            printed = described(counter).partition(": ")[2] or kind_word(counter)
            yield Piece(name, counter.label, hex_, printed, tuple(acts(seen, counter, names)))


def acts(seen: Picture, counter: Counter, together: Sequence[str]) -> Iterator[str]:
    """Yields the orders possible for a counter that nobody carries (7.0, 11.7, 4.3)."""
    if counter.is_naval:
        yield "sail"
    elif counter.is_land and not is_fixed(counter):
        yield "march"
    if counter.is_naval and seen.side == SPANISH and not why_not_scuttle(seen.state, counter.id, SPANISH):
        yield "scuttle"
    if len(together) > 1 and examples.could_top(seen, together, counter.id):
        yield "top"


@lru_cache(maxsize=4)
def ways(board: Board) -> Mapping[str, Mapping[str, Sequence[tuple[str, int]]]]:
    """From hex to hex by sea and by land; a board never changes."""
    return {
        "sea": {hex_: [(to, 1) for to in board.naval_neighbours(hex_)] for hex_ in board.grid.hexes},
        "land": {hex_: [(to, 1) for to in board.land_neighbours(hex_)] for hex_ in board.grid.hexes},
    }


def told(seen: Picture) -> dict[str, list[str]]:
    """Lists for each hex what can be seen besides one's own counters."""
    found: dict[str, list[str]] = {}
    for port in sorted(seen.board.seaports.values(), key=lambda port: port.hex):
        holder = seen.state.holder(port).title()
        found.setdefault(port.hex, []).append(f"{port.name}: {holder} seaport of value {port.value}")
    for sighting in seen.sightings():
        words = f"{seen.labels(sighting.counters)}{'' if sighting.open else ' on top'}"
        found.setdefault(sighting.hex, []).append(f"{sighting.side.title()}: {words}")
    for hex_ in seen.known["storms"]:
        found.setdefault(hex_, []).append("A storm lies here (8.0)")
    return found
