"""The position as its reader sees it: pounds, hand, fleets with holding boxes, treasure, others.

It is made from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from pbem.adjudicator.engine.memory import Glimpse, by_turn, gone, remembered
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.lions.reports.likenesses import inventory_words
from pbem.adjudicator.lions.reports.sentences import SAID, hurt
from pbem.adjudicator.lions.rules.ch06_control import port_value
from pbem.adjudicator.lions.state.forces import guns
from pbem.adjudicator.lions.state.state import FORT, REGIMENT
from pbem.adjudicator.lions.view.picture import Picture, Presence
from pbem.adjudicator.reports.parts import Part
from pbem.adjudicator.reports.phrases import count
from pbem.geometry.squares import reading_order

FACE_DOWN = "+"


def position(seen: Picture, notes: Sequence[Note]) -> Iterator[Part]:
    """Everything, what is asked for most often first."""
    if seen.side:
        yield SAID.part("hand", "Your hand (9.13)", seen)
        yield fleets(seen)
        yield elsewhere(seen)
    yield treasure(seen)
    yield others(seen)
    yield sightings(seen, notes)
    yield memory(seen, notes)
    yield SAID.part("markers", "Plunder, colonies, promises", seen)
    if seen.side:
        yield SAID.part("victory", "What wins (26.0)", seen)
        yield SAID.part("stores", "What you may still outfit (11.2)", seen)


# ------------------------------------------------------------------------------------------------------ own units


def fleets(seen: Picture) -> Part:
    """Fleets with what stands in their holding boxes (12.1)."""
    state, rows = seen.state, []
    for fleet in state.fleets_of(seen.side):
        ships = state.fleet(fleet)
        total = sum(guns(state, ship) for ship in ships)
        box = ", ".join(ship_words(seen, ship) for ship in ships)
        rows.append((fleet.rpartition("-")[2], seen.place(state.ships[ships[0]].at), str(total), box))
    return Part("fleets", "Your fleets and their holding boxes (12.1)", ("Fleet", "Where", "Guns", "Box"), tuple(rows),
                tuple(SAID.lines("fleets", seen)), (0, 2))  # fmt: skip


def ship_words(seen: Picture, name: str) -> str:
    """A ship with her damage, troops and leaders aboard."""
    state, vessel = seen.state, seen.state.ships[name]
    extra = [f"{vessel.damage} of {state.rating(name)} damage"] if vessel.damage else []
    extra += [count(state.carried(name), "regiment")] if state.carried(name) else []
    extra += [leader_words(seen, leader) for leader in state.leaders_aboard(name)]
    short = f"{state.label(name)} treasure" if state.treasure(name) else name.removeprefix(f"{seen.side}-")
    return f"{short} ({', '.join(extra)})" if extra else short


def leader_words(seen: Picture, name: str) -> str:
    """Writes a leader with the leader's value."""
    return f"{seen.state.label(name)} +{seen.state.leader(name).value}"


def elsewhere(seen: Picture) -> Part:
    """Own ships that sail alone, troops and leaders ashore, prizes and passengers."""
    rows = [(seen.place(square), words) for square in seen.state.occupied() if (words := loose(seen, square))]
    aboard = SAID.lines("aboard", seen)
    said = "; ".join(f"{where}: {words}" for where, words in rows)
    short = Part("units", "Your units outside fleets", lines=(*([f"{said}."] if said else []), *aboard))
    return Part("units", "Your units outside fleets", ("Where", "Units"), tuple(rows), tuple(aboard), text=short)


def loose(seen: Picture, square: str) -> str:
    """Writes own units in a square that are in no fleet."""
    state = seen.state
    own = [*state.ships_of(seen.side), *seen.known["prizes"]]
    ships = [name for name in own if state.ships[name].at == square and not state.ships[name].fleet]
    troops = [(state.ashore(square, seen.side, kind), kind) for kind in (REGIMENT, FORT)]
    leaders = [name for name in state.leaders_of(seen.side)
               if state.leaders[name].at == square and not state.leaders[name].aboard]  # fmt: skip
    return ", ".join([
        *(f"{ship_words(seen, name)}{', a prize' if name in seen.known['prizes'] else ''}" for name in ships),
        *(count(number, kind) for number, kind in troops if number), *(leader_words(seen, each) for each in leaders),
    ])  # fmt: skip


# ------------------------------------------------------------------------------------------------------ treasure


def treasure(seen: Picture) -> Part:
    """Treasure fleets on the map, what they are worth, and who has them (23.0)."""
    rows = tuple((seen.board.treasure_fleets[name].name, seen.place(entry["at"]), seen.board.treasure_fleets[name].dice,
                  f"{escort(seen, entry)}{hurt(seen, name)}")
                 for name, entry in seen.known["treasure"].items() if entry["power"])  # fmt: skip
    heads = ("Treasure of", "Where", "Pays", "With")
    return Part("treasure", "Treasure fleets (23.0)", heads, rows, tuple(SAID.lines("treasure", seen)))


def escort(seen: Picture, entry: Mapping[str, Any]) -> str:
    """Writes the treasure's escort."""
    force = f"fleet {entry['fleet']}" if entry["fleet"] else "a ship"
    return f"{force} of {seen.name(entry['power'])}"


# ------------------------------------------------------------------------------------------------------ others


def others(seen: Picture) -> Part:
    """Lists the places of each power's units, fleets by number, and each port's pay (6.1, 8.2, 15.1)."""
    held = seen.known["control"]
    rows = []
    for power in seen.players:
        told = [f"{seen.place(entry.square)}{paying(seen, entry, held)}{lying(entry)}"
                for entry in seen.presence() if entry.power == power]  # fmt: skip
        if told:
            rows.append((f"{seen.subject(power)}{' (you)' if power == seen.side else ''}", ", ".join(told)))
    said = "In brackets what a port pays its master; [1] fleet 1, [1+] fleet 1 and others. The rest lies face down."
    return Part("others", "Who is where (6.1, 15.1)", ("Power", "Where"), tuple(rows), (said,) if rows else ())


def paying(seen: Picture, entry: Presence, held: Mapping[str, str]) -> str:
    """' (3)' for a port that is worth 3 to who is there."""
    pounds_paid = port_value(seen.state, entry.square) if held.get(entry.square) == entry.power else 0
    return f" ({pounds_paid})" if pounds_paid else ""


def lying(entry: Presence) -> str:
    """' [1 2+]': two fleets, and units besides."""
    return f" [{' '.join(entry.fleets)}{FACE_DOWN if entry.units else ''}]" if entry.fleets else ""


def sightings(seen: Picture, notes: Sequence[Note]) -> Part:
    """Lists others' units shown in this phase that are still there (15.2)."""
    here = [(entry.square, entry.power) for entry in seen.others()]
    found: dict[str, list[str]] = {}
    for each in sorted(remembered(seen.known), key=lambda each: reading_order(each.place)):
        if (each.place, each.side) in here and not each.left and is_new(each, notes):
            words = f"{seen.name(each.side)} {inventory_words(seen, each.side, each.words)}"
            found.setdefault(each.place, []).append(words)
    lines = [f"{seen.place(place)}: {'; '.join(words)}." for place, words in found.items()]
    head = ("As it was shown, whatever has come and gone since.",) if lines else ()
    return Part("sightings", "Seen in this phase (15.2)", lines=(*head, *lines))


def memory(seen: Picture, notes: Sequence[Note]) -> Part:
    """Lists older sightings: units that may still be there, then those that have gone."""
    here = [(entry.square, entry.power) for entry in seen.others()]
    older = [each for each in remembered(seen.known)
             if (each.place, each.side) in here and not each.left and not is_new(each, notes)]  # fmt: skip
    lost = [each for each, _ in gone(seen.known, here)]
    lines = (*by_turn(hidden(seen, older), lambda each: glimpsed(seen, each)),
             *(f"No longer there. {line}"
               for line in by_turn(hidden(seen, lost), lambda each: glimpsed(seen, each))))  # fmt: skip
    return Part("memory", "Seen before (15.2)", lines=lines)


def is_new(each: Glimpse, notes: Iterable[Note]) -> bool:
    """Tells if a unit of the sighting was shown in this phase."""
    return any([unit, words] in note.facts["shown"] for note in notes if "shown" in note.facts
               if (each.place, each.side) == (note.facts["square"], note.facts["power"])
               for unit, words in each.units)  # fmt: skip


def hidden(seen: Picture, glimpses: Iterable[Glimpse]) -> list[Glimpse]:
    """Glimpses less the treasure fleets, which everybody sees wherever they are (23.1)."""
    left = (each.without(list(seen.known["treasure"])) for each in glimpses)
    return [each for each in left if each.units]


def glimpsed(seen: Picture, each: Glimpse) -> str:
    """'Goa J20, Spain: fourth-rate 1, 1 regiment'."""
    return f"{seen.place(each.place)}, {seen.name(each.side)}: {inventory_words(seen, each.side, each.words)}"
