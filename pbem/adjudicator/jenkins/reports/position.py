"""The position as its reader sees it: stacks, sightings, seaports, funds, force pools, the turn track.

It is made from the view alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.engine.memory import Glimpse, by_turn, remembered
from pbem.adjudicator.jenkins.board.pieces import NATIONS, SIDES
from pbem.adjudicator.jenkins.reports.sentences import SAID, held_by
from pbem.adjudicator.jenkins.rules.ch03_funds import captured_ports
from pbem.adjudicator.jenkins.rules.ch11_special import in_supply
from pbem.adjudicator.jenkins.state.state import enemy
from pbem.adjudicator.jenkins.view import listings
from pbem.adjudicator.jenkins.view.picture import Picture, described
from pbem.adjudicator.reports.chart_model import Chart
from pbem.adjudicator.reports.hex_letters import lettered
from pbem.adjudicator.reports.parts import Group, Part
from pbem.adjudicator.reports.phrases import count
from pbem.base.lettering import TIE, wrap
from pbem.base.records import replace

#: Before a counter: the one the enemy sees, and one that is aboard the ship below it (4.3, 4.4).
TOP, ABOARD, PLAIN = "^", ">", " "


NOTHING = Part("", "")
#: The same on a page.
MARKS = {TOP: "on top", ABOARD: "aboard", PLAIN: ""}
MARKED = "(^ what the enemy sees, and all of a stack that came upon them, 4.4; > aboard)"
STACKS = "On top: what the enemy sees, and all of a stack that came upon them (4.4). Aboard: carried by a ship below."
BEFORE = "What was seen before, each counter where it was last, whatever has come and gone since."
SEEN = "The topmost counter of each stack; whether anything lies under it is not to be seen (4.4)."


def position(seen: Picture, chart: Chart) -> Iterator[Part]:
    """Everything, part by part. A text has the map in the place of storms, and the seaports beside it."""
    held = seaports(seen)
    yield stacks(seen)
    yield sightings(seen)
    hazards = (listings.storms(seen), *SAID.lines("scuttled", seen))
    yield Part("storms", "Storms and wrecks", lines=hazards, text=drawn_map(seen, chart))
    yield Part("", "", text=held.text)
    yield funds(seen)
    yield from (pool_part(seen, side) for side in ((seen.side, enemy(seen.side)) if seen.side else SIDES))
    yield replace(held, text=NOTHING)
    yield SAID.part("track", seen)


# -------------------------------------------------------------------------------------------------- stacks


def stacks(seen: Picture) -> Part:
    """The reader's stacks by hex, topmost counter first."""
    own = [(f"{seen.place(hex_id)}{standing(seen, hex_id)}", list(stack_rows(seen, names)))
           for hex_id, names in seen.own_stacks()]  # fmt: skip
    lettered = tuple(Group(title, (), tuple((f"{mark} {name}", what) for mark, name, what in rows))
                     for title, rows in own)  # fmt: skip
    heads = ("Id", "Counter", "Mark")
    tables = tuple(Group(title, heads, tuple((name, what, MARKS[mark]) for mark, name, what in rows))
                   for title, rows in own)  # fmt: skip
    text = Part("stacks", "Your stacks", lines=(MARKED,) if own else (), groups=lettered)
    return Part("stacks", "Your stacks", lines=(STACKS,) if own else (), groups=tables, text=text)


def standing(seen: Picture, hex_id: str) -> str:
    """Describes a hex with the reader's stack: room, storm, supply, company."""
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


def stack_rows(seen: Picture, names: Sequence[str]) -> Iterator[tuple[str, str, str]]:
    """Yields mark, id and words of each counter, a passenger above the ship that carries it."""
    flipped = seen.known.get("intercepted", ())
    for number, name in enumerate(names):
        ship = seen.state.aboard.get(name)
        mark = TOP if number == 0 else ABOARD if ship else PLAIN
        notes = [f"aboard {seen.label(ship)}"] if ship else []
        notes += ["has intercepted this turn"] if name in flipped else []
        tail = f" ({', '.join(notes)})" if notes else ""
        yield mark, name, f"{described(seen.board.counters[name])}{tail}"


def sightings(seen: Picture) -> Part:
    """Lists sightings of others: the top of each stack, the whole of one that came upon the reader (4.4)."""
    brief, whole = [], []
    for sighting in seen.sightings():
        whose = "" if seen.side else sighting.side.title()
        if sighting.open:
            title = f"{seen.place(sighting.hex)}: {f'{whose}, ' if whose else ''}lies open to you"
            whole.append(Group(title, ("Id", "Counter"), tuple(seen_rows(seen, sighting.counters))))
        else:
            top = described(seen.board.counters[sighting.counters[0]])
            brief.append((seen.place(sighting.hex), f"{whose}: {top}" if whose else top))
    return Part(
        "sightings", "Enemy sightings" if seen.side else "Sightings", ("Where", "On top"), tuple(brief),
        (SEEN,) if brief else (), groups=tuple(whole), lead=BEFORE, items=tuple(recalled(seen)), headless=True,
    )  # fmt: skip


def seen_rows(seen: Picture, names: Sequence[str]) -> Iterable[tuple[str, str]]:
    """One line a counter of somebody else's."""
    for name in names:
        ship = seen.state.aboard.get(name)
        yield name, described(seen.board.counters[name]) + (f" (aboard {seen.label(ship)})" if ship else "")


def recalled(seen: Picture) -> list[str]:
    """Lists counters seen before and not now, each at its last place, turn by turn (4.4)."""
    visible = [name for sighting in seen.sightings() for name in sighting.counters]
    known = [each.without(visible) for each in remembered(seen.known)]
    return by_turn((each for each in known if each.units), lambda each: glimpsed(seen, each))


def glimpsed(seen: Picture, each: Glimpse) -> str:
    """'Cartagena 2825: Lezo, Galicia'; to those who only look on, whose they are as well."""
    whose = "" if seen.side else f"{each.side.title()}, "
    return f"{seen.place(each.place)}: {whose}{', '.join(each.words)}"


# -------------------------------------------------------------------------------------------------- seaports, storms


def drawn_map(seen: Picture, chart: Chart) -> Part:
    """The map in letters, storms and wrecks before it."""
    hazards = (listings.storms(seen), *SAID.lines("scuttled", seen))
    words = [line for text in hazards for line in wrap(text).split("\n")]
    own = {hex_id: seen.place(hex_id) for hex_id, _ in seen.own_stacks()}
    return Part("map", "The map", drawing=(*words, "", *lettered(chart, own)))


def seaports(seen: Picture) -> Part:
    """Every seaport: its code on text maps, where it lies, what it is worth, whose it is and was."""
    title, rows, lines = "Seaports, by who holds them", [], []
    for nation in NATIONS:
        ports = [(port, "" if port.nation == nation else f"was {port.nation.title()}")
                 for port in held_by(seen, nation)]  # fmt: skip
        rows += [(port.name, seen.codes[port.id], port.hex, str(port.value), nation.title(), was)
                 for port, was in ports]  # fmt: skip
        names = [f"{seen.codes[p.id]}{TIE}{p.name}{TIE}{p.hex}{TIE}({p.value}{f', {was}' if was else ''})"
                 for p, was in ports]  # fmt: skip
        lines += [(nation.title(), "; ".join(names))] if names else []
    heads = ("Seaport", "Code", "Hex", "Value", "Held by", "Before")
    return Part("seaports", title, heads, tuple(rows), numbers=(3,), text=Part("seaports", title, rows=tuple(lines)))


# -------------------------------------------------------------------------------------------------- money


def funds(seen: Picture) -> Part:
    """Both sides' war funds, which everybody may know (3.2)."""
    title, rows = "War funds (3.2)", fund_rows(seen)
    said = tuple(f"{side} {now} of at most {most} ({more})." for side, now, most, more in rows)
    return Part("funds", title, ("Side", "Points", "At most", "Comes in"), tuple(rows), numbers=(1, 2),
                text=Part("funds", title, lines=said))  # fmt: skip


def fund_rows(seen: Picture) -> list[tuple[str, str, str, str]]:
    """Side, points, how many it may have, and what comes in."""
    rows = []
    for side in SIDES:
        more = f"+{seen.board.funds.per_turn[side]} at its purchases step"
        if side == seen.side:
            ports = captured_ports(seen.state, side)
            more += "".join(f", +{port.value} for {port.name}" for port in ports)
        now, most = seen.known["funds"].get(side, 0), seen.board.funds.maximum
        rows.append((side.title(), str(now), str(most), more))
    return rows


def pool_part(seen: Picture, side: str) -> Part:
    """A side's force pool with its prices."""
    whose = "Your force pool" if side == seen.side else f"The {side.title()} force pool"
    members = listings.pool(seen, side)
    return Part(f"pool-{side}", f"{whose}, with prices (3.3)", ("Counters", "Each with its price"), tuple(members),
                () if members else ("Empty.",), headless=True)  # fmt: skip
