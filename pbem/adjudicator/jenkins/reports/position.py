"""What a reader sees now: his stacks, sightings, seaports, funds, force pools, the turn track. From the view alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from pbem.adjudicator.engine.memory import Glimpse, by_turn, remembered
from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES, TURN_TRACK, Counter, Seaport
from pbem.adjudicator.jenkins.rules.ch03_funds import captured_ports
from pbem.adjudicator.jenkins.rules.ch11_special import in_supply
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view.picture import Picture, described, figures, kind_word
from pbem.adjudicator.reports.phrases import count, listed
from pbem.base.lettering import TIE

#: Before a counter: the one the enemy sees, and one that is aboard the ship below it (4.3, 4.4).
TOP, ABOARD, PLAIN = "^", ">", " "


@dataclass(frozen=True, slots=True)
class Place:
    """A stack and where it stands."""

    title: str
    rows: tuple[tuple[str, str], ...]  # mark and id, what the counter is


def own_places(seen: Picture) -> list[Place]:
    """The reader's stacks by hex, topmost counter first."""
    return [Place(f"{seen.place(hex_id)}{standing(seen, hex_id)}", tuple(stack_rows(seen, names)))
            for hex_id, names in seen.own_stacks()]  # fmt: skip


def standing(seen: Picture, hex_id: str) -> str:
    """What a reader must know of a hex he stands in: room, storm, supply, company."""
    said = []
    port = seen.board.seaport_at.get(hex_id)
    if port is not None and seen.state.holder(port) == seen.side:
        naval, land = seen.room_left(port)
        said.append(f"room for {count(naval, 'ship')}, {land or 'no'} land")
    elif port is not None:
        said.append(f"seaport of the {seen.state.holder(port).title()}")
    if hex_id in seen.known["storms"]:
        said.append("storm")
    if not in_supply(seen.state, hex_id, seen.side):
        said.append("out of supply (6.7)")
    if seen.state.stack(hex_id, enemy(seen.side)):
        said.append("the enemy is here")
    return f": {', '.join(said)}" if said else ""


def stack_rows(seen: Picture, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """One line a counter, a passenger above the ship that carries him."""
    flipped = seen.known.get("intercepted", ())
    for number, name in enumerate(names):
        ship = seen.state.aboard.get(name)
        mark = TOP if number == 0 else ABOARD if ship else PLAIN
        notes = [f"aboard {seen.label(ship)}"] if ship else []
        notes += ["has intercepted this turn"] if name in flipped else []
        tail = f" ({', '.join(notes)})" if notes else ""
        yield f"{mark} {name}", f"{described(seen.board.counters[name])}{tail}"


def sightings(seen: Picture) -> list[Place]:
    """What can be seen of others: the top of each stack, the whole of one that came upon the reader (4.4)."""
    found = []
    for sighting in seen.sightings():
        whose = "" if seen.side else f"{sighting.side.title()}, "
        extent = "the whole stack" if sighting.whole else "on top"
        found.append(Place(f"{seen.place(sighting.hex)}: {whose}{extent}", tuple(seen_rows(seen, sighting.counters))))
    return found


def seen_rows(seen: Picture, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """One line a counter of somebody else's."""
    for name in names:
        ship = seen.state.aboard.get(name)
        yield name, described(seen.board.counters[name]) + (f" (aboard {seen.label(ship)})" if ship else "")


def brief_sightings(seen: Picture) -> list[tuple[str, str]]:
    """Sightings of one counter as lines of a table; whole stacks stand apart."""
    rows = []
    for sighting in seen.sightings():
        if not sighting.whole:
            whose = "" if seen.side else f"{sighting.side.title()}: "
            top = seen.board.counters[sighting.counters[0]]
            rows.append((seen.place(sighting.hex), f"{whose}{described(top)}"))
    return rows


def whole_sightings(seen: Picture) -> list[Place]:
    """Enemy stacks that the reader sees to the bottom, for they came upon him (4.4)."""
    return [place for place, sighting in zip(sightings(seen), seen.sightings(), strict=True) if sighting.whole]


def recalled(seen: Picture) -> list[str]:
    """Counters that were seen before and are not to be seen now, where each was seen last, turn by turn (4.4)."""
    visible = [name for sighting in seen.sightings() for name in sighting.counters]
    known = [each.without(visible) for each in remembered(seen.known)]
    return by_turn((each for each in known if each.units), lambda each: glimpsed(seen, each))


def glimpsed(seen: Picture, each: Glimpse) -> str:
    """'Cartagena 2825: Lezo, Galicia'; to those who only look on, whose they are as well."""
    whose = "" if seen.side else f"{each.side.title()}, "
    return f"{seen.place(each.place)}: {whose}{', '.join(each.words)}"


# -------------------------------------------------------------------------------------------------- seaports, storms


def seaports(seen: Picture) -> list[tuple[str, str]]:
    """Every seaport with its code, hex and value, by who holds it; those that changed hands say whose they were."""
    rows = []
    for nation in NATIONS:
        names = [f"{seen.codes[p.id]}{TIE}{p.name}{TIE}{p.hex}{TIE}({p.value}{taken(p.nation, nation)})"
                 for p in held_by(seen, nation)]
        if names:
            rows.append((nation.title(), "; ".join(names)))
    return rows


def held_by(seen: Picture, nation: str) -> list[Seaport]:
    """The seaports in a nation's hands, by hex."""
    ports = (port for port in seen.board.seaports.values() if seen.state.holder(port) == nation)
    return sorted(ports, key=lambda port: port.hex)


def taken(printed: str, holder: str) -> str:
    """A seaport that is not in the hands it is printed in."""
    return "" if printed == holder else f", was {printed.title()}"


def storms(seen: Picture) -> str:
    """Where storms lie."""
    places = [seen.place(hex_id) for hex_id in seen.known["storms"]]
    where = f"Storms lie on {listed(places)}; nothing moves in, out or within (8.1)."
    return where if places else "No storm is on the map."


def scuttled(seen: Picture) -> str:
    """Wrecks in the channels (11.7)."""
    wrecks: Mapping[str, int] = seen.known["scuttled"]
    places = [f"{seen.place(hex_id)}" for hex_id in sorted(wrecks)]
    return f"Scuttled ships block the channel at {listed(places)} (11.7)." if places else ""


# -------------------------------------------------------------------------------------------------- money


def funds(seen: Picture) -> list[str]:
    """Both sides' war funds, which everybody may know (3.2)."""
    return [f"{side} {now} of at most {most} ({more})." for side, now, most, more in fund_rows(seen)]


def fund_rows(seen: Picture) -> list[tuple[str, int, int, str]]:
    """Side, points, how many it may have, and what comes in."""
    rows = []
    for side in SIDES:
        more = f"+{seen.board.funds.per_turn[side]} at its purchases step"
        if side == seen.side:
            ports = captured_ports(seen.state, side)
            more += "".join(f", +{port.value} for {port.name}" for port in ports)
        rows.append((side.title(), int(seen.known["funds"].get(side, 0)), seen.board.funds.maximum, more))
    return rows


def pool(seen: Picture, side: str) -> list[tuple[str, str]]:
    """A side's force pool: like counters together, each id with its price."""
    groups: dict[tuple[str, str], list[Counter]] = {}
    for name in seen.known["pool"].get(side, ()):
        counter = seen.board.counters[name]
        groups.setdefault((group_of(counter), figures(counter)), []).append(counter)
    return [(f"{name}{', ' if printed else ''}{printed}", ", ".join(f"{c.id}{TIE}{price(c)}" for c in members))
            for (name, printed), members in groups.items()]  # fmt: skip


def group_of(counter: Counter) -> str:
    """Under which word counters of a pool are listed."""
    return "Ships" if counter.named_ship else kind_word(counter).capitalize() if counter.is_leader else counter.name


def price(counter: Counter) -> str:
    """What it costs."""
    return "-" if counter.cost is None else str(counter.cost)


# -------------------------------------------------------------------------------------------------- the turn track


def track(seen: Picture) -> list[str]:
    """The boxes of the turn track, and whoever waits on them."""
    last = seen.board.numbers.turns
    boxes = " ".join(f"[{turn}]" if turn == seen.turn else f" {turn} " for turn in range(last + 1))
    lines = [boxes.rstrip(), *(["Box 0 is the set-up."] if seen.turn == 0 else [])]
    if seen.known["isidro"]:
        ship = next(place.counters[0] for place in seen.board.setup if place.place == TURN_TRACK)
        box, port = seen.known["isidro"], seen.board.to_spain
        lines.append(f"Turn {box}: {seen.label(ship)} comes in from Spain at {port} (11.9).")
    waiting: Mapping[str, Any] = seen.known.get("track", {})
    for name, (turn, ocean) in waiting.items():
        lines.append(f"Turn {turn}: {seen.label(name)} comes round the Horn, {water(ocean)} (7.4).")
    if seen.known["peace"]:
        lines.append("The War of Austrian Succession is over; its step is played no more (6.8).")
    return lines


def water(ocean: str) -> str:
    """An ocean as sailors call it."""
    return "into the Great South Sea" if ocean == "pacific" else "into the Caribbean"
