"""The order desk of this title: what may move and how far, what may be bought where, who can go aboard whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import EACH_SEAPORT, Carries, Counter, CounterKind
from pbem.adjudicator.jenkins.orders import examples, talk
from pbem.adjudicator.jenkins.orders.order_table import OWN, TABLE
from pbem.adjudicator.jenkins.rules.ch08_storms import storm_bars
from pbem.adjudicator.jenkins.rules.ch11_special import is_fixed, why_not_scuttle
from pbem.adjudicator.jenkins.state.state import SPANISH, enemy
from pbem.adjudicator.jenkins.view.picture import Picture, described, kind_word
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
    percent,
)
from pbem.adjudicator.reports.phrases import count
from pbem.base.counting import grouped

DESK = Desk.of(DATA / "desk.yaml")
#: The lists that offer a counter once it is bought in the same file.
AFLOAT = ("ships", "berths", "counters")
ASHORE = ("land", "counters")
#: What ships carry, as the page has it (7.3); a ship that is in none carries nobody.
HOLDS = {Carries.ONE: "one", Carries.LEADER: "leader", Carries.ANY: "unlike"}


def desk(reading: Reading[Picture], head: Mapping[str, str]) -> dict[str, Any]:
    """The form of the open phase."""
    seen = reading.seen
    form = Form(
        **form_of(TABLE, seen, reading.view), **DESK.words, head=dict(head), offers=offers(seen),
        barred=tuple(hex_ for hex_ in seen.board.grid.hexes if storm_bars(seen.state, hex_)),
        stops=tuple(sighting.hex for sighting in seen.sightings()), told=told(seen), purse=purse(seen),
        names={port.hex: f"{port.name} {port.hex}" for port in seen.board.seaports.values()},
        places={name: port.hex for port in seen.board.seaports.values() for name in (port.id, port.name)},
        recruits=tuple(recruits(seen)), arrivals=tuple(arrivals(seen)), rooms=tuple(rooms(seen)), holds=holds(seen),
        cargo=cargo(seen), **(moving(seen) if TABLE.step_of(seen) == OWN else {}),
    )  # fmt: skip
    return form.plain()


def moving(seen: Picture) -> dict[str, Any]:
    """The parts that the form has in one's own phase alone: pieces, what they can be told, their ways and dangers."""
    return {
        "acts": tuple(DESK.acts.values()), "pieces": tuple(pieces(seen)), "graphs": ways(seen.board),
        "travel": talk.SAID["travel"], "mights": {each.id: strength(each) for each in own_and_for_sale(seen)},
        "foes": foes(seen), "odds": odds(seen), "shores": tuple(filter(seen.board.is_land_hex, seen.board.grid.hexes)),
    }  # fmt: skip


# ------------------------------------------------------------------------------------------- what the file itself buys


def recruits(seen: Picture) -> Iterator[Piece]:
    """The counters for sale as pieces, which this file may bring on the map (3.3)."""
    for offer in shop(seen):
        counter = seen.board.counters[offer.value]
        printed = described(counter).partition(": ")[2] or kind_word(counter)
        can = (*(("sail",) if counter.is_naval else () if is_fixed(counter) else ("march",)), "top")
        lists = AFLOAT if counter.is_naval else ASHORE if is_fixed(counter) else (*ASHORE, "troops")
        yield Piece(counter.id, counter.label, "", printed, can, lists=lists)


def arrivals(seen: Picture) -> Iterator[Arrival]:
    """Purchases, which the map sells in one's own seaports (3.3, 6.1)."""
    if (spent := purse(seen)) is not None:
        places = tuple(port.hex for port in seen.own_ports() if not port.great_south_sea)
        stock = {offer.value: (offer.value,) for offer in shop(seen)}
        yield Arrival(spent.section, "counter", "at", stock, aboard="aboard", shop="shop", places=places)


def rooms(seen: Picture) -> Iterator[Room]:
    """The room that seaports have left for ships and for land counters (4.0)."""
    for number, (word, naval) in enumerate((("ships", True), ("land counters", False))):
        left = {port.hex: seen.room_left(port)[number] for port in seen.own_ports()}
        counted = [seen.board.counters[offer.value] for offer in shop(seen, naval=naval)]
        yield Room(word, left, tuple(counter.id for counter in counted if counter.stacks))


def own_and_for_sale(seen: Picture) -> Iterator[Counter]:
    """The counters that may be under way in this file."""
    names = [*(name for _, stack in seen.own_stacks() for name in stack), *(offer.value for offer in shop(seen))]
    yield from (seen.board.counters[name] for name in names)


def holds(seen: Picture) -> dict[str, str | int]:
    """The cargo that each ship may carry (7.3)."""
    return {each.id: HOLDS[each.carries] for each in own_and_for_sale(seen) if each.is_naval and each.carries in HOLDS}


def cargo(seen: Picture) -> dict[str, tuple[str, str]]:
    """The counters that can be carried, and what makes two of them alike (7.3)."""
    return {each.id: ("leader" if each.is_leader else "", each.transport_key or "")
            for each in own_and_for_sale(seen) if each.is_land and each.anchor}  # fmt: skip


def strength(counter: Counter) -> tuple[int, int]:
    """The guns and the land strength of a counter."""
    return counter.gun or 0, counter.land or 0


def foes(seen: Picture) -> dict[str, tuple[Sequence[int], str]]:
    """The strength of the enemy that is seen, or was last seen, in each hex (4.4)."""
    counters = seen.board.counters
    found: dict[str, tuple[Sequence[int], str]] = dict(last_seen(
        seen.known, lambda name: strength(counters[name]) if name in counters else None))  # fmt: skip
    for sighting in seen.sightings():
        each = (strength(counters[name]) for name in sighting.counters)
        when = "seen there now" if sighting.open else "on top there now"
        found[sighting.hex] = [sum(column) for column in zip(*each, strict=True)], when
    return found


def odds(seen: Picture) -> dict[str, Odds]:
    """The dice of voyages and marches: perilous seas (6.3), disease (7.5)."""
    board = seen.board
    stormy = tuple(near for hex_ in sorted(seen.known["storms"]) for near in board.grid.neighbours(hex_))
    friendly = tuple(p.hex for p in board.seaports.values() if seen.state.is_friendly_port(p.hex, seen.side))
    red = {each.id: each.tactics_naval for each in own_and_for_sale(seen) if each.tactics_naval}
    bad = {shift: [board.perilous_sea[die + shift] for die in range(1, 7)] for shift in range(-1, 7)}
    losses = {shift: percent(sum(bool(row.losses or row.dice) for row in rows), 6) for shift, rows in bad.items()}
    ill = percent(sum(bool(lost) for _, lost in board.disease), 6)
    return {
        "sea": Odds("to lose a ship", board.numbers.perilous_sea_hexes, friendly, stormy,
                    board.modifiers["perilous-sea-storm"].amount or 0, losses, help=red),
        "land": Odds("to lose one to disease", 1, tuple(board.seaport_at), losses={0: ill}),
    }  # fmt: skip


# ------------------------------------------------------------------------------------------------ what is offered


def offers(seen: Picture) -> dict[str, Sequence[Offer]]:
    """Every list, each made of what its reader sees."""
    afloat, ashore = list(own(seen, naval=True)), list(own(seen, naval=False))
    kinds = [Offer(kind.value, f"any {kind.value.replace('_', ' ')}") for kind in CounterKind]
    whole = seen.board.side_counters(seen.side) if seen.side else ()
    mine = [Offer(counter.id, described(counter)) for counter in whole]
    leaders = [each for each in mine if seen.board.counters[each.value].is_leader]
    ships = [each for each in mine if seen.board.counters[each.value].is_naval]
    foes = [Offer(counter.id, described(counter)) for counter in seen.board.side_counters(enemy(seen.side))]
    return DESK.offers(seen.board, {
        "shop": list(shop(seen)), "ports": list(ports(seen)),
        "havens": [Offer(p.id, f"{p.name} {p.hex}", f"value {p.value}", p.hex) for p in seen.own_ports()],
        "garrisons": list(garrisons(seen)), "ships": afloat, "land": ashore, "leaders": leaders,
        "troops": [each for each in ashore if not is_fixed(seen.board.counters[each.value])],
        "kinds": kinds,
        "words": [*kinds, *mine], "ship_words": [*kinds, *ships], "foe_words": [*kinds, *foes],
        "stacks": [Offer(hex_, seen.place(hex_), "", hex_) for hex_ in dict.fromkeys(
            (*(hex_ for hex_, _ in seen.own_stacks()), *(port.hex for port in seen.own_ports())))],
    })  # fmt: skip


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
                yield Piece(name, counter.label, hex_, f"aboard {seen.label(aboard)}", aboard=aboard)
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
    if len(together) > 1:
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
    ports = [(port.hex, f"{port.name}: {seen.state.holder(port).title()} seaport of value {port.value}")
             for port in sorted(seen.board.seaports.values(), key=lambda port: port.hex)]  # fmt: skip
    stacks = [(each.hex, f"{each.side.title()}: {seen.labels(each.counters)}{'' if each.open else ' on top'}")
              for each in seen.sightings()]  # fmt: skip
    return grouped([*ports, *stacks, *((hex_, "A storm lies here (8.0)") for hex_ in seen.known["storms"])])
