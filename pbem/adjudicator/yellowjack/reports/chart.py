"""The chart as its reader sees it: Ports by holder, own Formations and markers, winds, blockades, sieges, ways."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.reports.chart_model import (
    Arrow,
    Breeze,
    Chart,
    Described,
    Hazard,
    Node,
    Ring,
    Sighting,
    Stack,
    Standing,
)
from pbem.adjudicator.reports.phrases import listed
from pbem.adjudicator.yellowjack.reports import sheet
from pbem.adjudicator.yellowjack.reports.logs import LOG, MARKER, is_foreign
from pbem.adjudicator.yellowjack.reports.told_places import (
    LETTERS,
    NATIONS,
    SIDES,
    WINDS,
    formation,
    marker,
    place,
    squadrons,
    strength,
)
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, FRIGATE, SIDE_OF
from pbem.adjudicator.yellowjack.state.words import SIDES as SEATS
from pbem.adjudicator.yellowjack.view.picture import Picture
from pbem.base.records import replace
from pbem.geometry.sheet import Bounds, Point

#: The window on where most is to see.
WIDE, HIGH = 1000, 720
OWN_WEIGHT, FOE_WEIGHT, FOUGHT_WEIGHT = 3, 2, 8
#: Where an icon's arrow lies beside its place, and its half length each way.
WIND_ASIDE, WIND_LONG = (28, -24), 20
WAYS: dict[str, Point] = {
    "n": (0, 20), "nne": (-8, 18), "ne": (-14, 14), "ene": (-18, 8), "e": (-20, 0), "ese": (-18, -8), "se": (-14, -14),
    "sse": (-8, -18), "s": (0, -20), "ssw": (8, -18), "sw": (14, -14), "wsw": (18, -8), "w": (20, 0), "wnw": (18, 8),
    "nw": (14, 14), "nnw": (8, 18),
}  # fmt: skip
#: Miles of the four Bands (1.551), in units of the sheet: 60 miles are a degree of latitude, and so are 60 units.
BANDS, GALE_RADIUS = (70, 140, 205, 275), 45
BLOCKADE, SIEGE, BATTLE = "blockade", "siege", "repression"
SIGNS = (("key", "a Key Port; one ring is a Minor Port, a small disc a Space with its number"), ("lane", "a Lane"),
         ("link", "a way into a Sea Zone"), ("blows", "a wind that blows"), ("calm", "a wind that does not"),
         (BLOCKADE, "blockade"), (SIEGE, "siege"))  # fmt: skip
#: A counter lies beside its place, so that its letter or number can be read.
BERTH_DOWN = 20


def chart(reading: Reading[Picture]) -> Chart:
    """The map of a reader."""
    seen, notes = reading.seen, reading.notes
    ground = sheet.printed(seen.board)
    return replace(
        ground, nodes=tuple(nodes(seen, ground.nodes)), stacks=tuple(stacks(seen)), hazards=tuple(hazards(seen)),
        breezes=tuple(breezes(seen)), arrows=tuple(arrows(seen, notes)), sightings=tuple(sightings(seen)),
        rings=tuple(rings(seen)), focus=focus(seen, notes), signs=SIGNS, description=Described(lambda: in_words(seen)),
        parties=tuple((standing(seen, side), f"{SIDES[side]} ships") for side in SEATS),
        owners=tuple((sign, NATIONS[name]) for name, sign in LETTERS.items()), reader=seen.side,
        mights="ships of the line and Frigates of own Formations",
        powers=tuple((side, f"{SIDES[side]} ships") for side in SEATS),
    )  # fmt: skip


def standing(seen: Picture, side: str) -> Standing:
    """Returns a side's standing towards the reader; for the public the British are own, the Bourbon side foe."""
    return Standing.OWN if side == (seen.side or BRITISH) else Standing.FOE


# -------------------------------------------------------------------------------------------------- what lies on it


def nodes(seen: Picture, ground: Sequence[Node]) -> Iterator[Node]:
    """Every place, a Port in the hands that hold it."""
    for node in ground:
        port = seen.known["ports"].get(node.id)
        if port is None:
            yield node
            continue
        side = SIDE_OF.get(str(port["holder"]), "")
        yield replace(node, kind="key" if port["key"] else "minor", sign=LETTERS.get(str(port["holder"]), "N"),
                      standing=standing(seen, side) if side else None)  # fmt: skip


def stacks(seen: Picture) -> Iterator[Stack]:
    """Own Formations and the markers of others."""
    for name, one in seen.formations.items():
        if one["goes_with"] or one["at"] not in seen.board.nodes:
            continue
        detail = f"{formation(seen, name)} at {place(seen.board, one['at'])}: {squadrons(seen, one['squadrons'])}"
        top = seen.leader_of(name) or name
        at, mine = berth(seen, one["at"]), standing(seen, seen.side)
        yield Stack(one["at"], at, seen.side, mine, top, afloat=True, count=strength(seen, name),
                    detail=detail, small=True, might=sail(seen, one["squadrons"]))  # fmt: skip
    for name, one in seen.markers.items():
        told = one["seen"] if one["spotted"] else None
        yield Stack(one["at"], berth(seen, one["at"]), one["side"], standing(seen, one["side"]), name, afloat=True,
                    count=int(told["squadrons"]) if told else None, small=True, flag=told is None,
                    detail=f"{marker(seen, name)}, at {place(seen.board, one['at'])}")  # fmt: skip


def sail(seen: Picture, squadrons: Sequence[str]) -> str:
    """The ships of a Formation: those of the line, then the Frigates; empty if it has none."""
    known = seen.known["squadrons"]
    ships = [(kind, int(number)) for name in squadrons for kind, number in known[name]["sail"].items()]
    frigates = sum(number for kind, number in ships if kind == FRIGATE)
    line = sum(number for kind, number in ships if kind != FRIGATE)
    return f"{line}/{frigates}" if ships else ""


def berth(seen: Picture, at: str) -> Point:
    """The point of a counter beside its place."""
    x, y = sheet.middle(seen.board, at)
    return x, y + BERTH_DOWN


def hazards(seen: Picture) -> Iterator[Hazard]:
    """Blockades and sieges about their Port."""
    for name, port in seen.known["ports"].items():
        at = sheet.middle(seen.board, name)
        if port["blockaded"]:
            yield Hazard(BLOCKADE, name, at)
        if port["besieged"]:
            yield Hazard(SIEGE, name, at)


def breezes(seen: Picture) -> Iterator[Breeze]:
    """Every Seasonal Wind of the Turn beside its icon's place."""
    for name, wind in seen.board.winds.items():
        blowing = seen.known["winds"].get(name, "")
        way = blowing or seen.board.phase_of(name, int(seen.known["year_turn"])).direction
        x, y = sheet.middle(seen.board, wind.node)
        across, down = WAYS.get(way, (0, WIND_LONG))
        words = f"{place(seen.board, wind.node)}: from the {WINDS.get(way, way)}"
        yield Breeze(words, (x + WIND_ASIDE[0], y + WIND_ASIDE[1]), across, down, bool(blowing))


def rings(seen: Picture) -> Iterator[Ring]:
    """Gales around their place, and the four circles of the Hurricane around the middle of its innermost places."""
    for gale in seen.known["gales"]:
        radius = GALE_RADIUS * (1 + seen.board.storms.gales[int(gale["force"])].radius)
        yield Ring("gale-ring", sheet.middle(seen.board, gale["at"]), radius, f"Gale, Force {gale['force']}")
    storm = seen.known["hurricane"]
    if storm["dot"]:
        word = "Hurricane" if storm["strong"] else "Tropical Storm"
        at = eye(seen, storm["dot"])
        for number, radius in enumerate(BANDS, 1):
            yield Ring("storm-ring", at, radius, f"{word}, Band {number}" if number == len(BANDS) else "")


def eye(seen: Picture, dot: str) -> Point:
    """The middle of the places that lie innermost in a Hurricane's circles."""
    bands = seen.board.storms.dots[dot].bands
    inner = min(bands.values(), default=0)
    spots = [sheet.middle(seen.board, name) for name, band in bands.items() if band == inner]
    return sum(x for x, _ in spots) // max(len(spots), 1), sum(y for _, y in spots) // max(len(spots), 1)


def arrows(seen: Picture, notes: Iterable[Note]) -> Iterator[Arrow]:
    """The ways of the phase: one's own from logs, those of others from their markers."""
    ways: dict[tuple[str, str], list[str]] = {}
    for note in notes:
        side, name, steps = step_of(seen, note)
        way = ways.setdefault((side, name), []) if name else []
        way += [each for each in steps if each in seen.board.nodes and way[-1:] != [each]]
    for (side, name), way in ways.items():
        if len(way) > 1:
            words = ", ".join(place(seen.board, each) for each in way)
            points = tuple(sheet.middle(seen.board, each) for each in way)
            yield Arrow(points, standing(seen, side), f"{name}: {words}", side)


def step_of(seen: Picture, note: Note) -> tuple[str, str, list[str]]:
    """The side, the piece and the places of a note of a move; empty for other notes."""
    facts = note.facts
    if note.event == LOG and seen.side:
        return seen.side, str(facts.get("formation", "")), [str(facts.get("at", "")), str(facts.get("to", ""))]
    if note.event == MARKER and is_foreign(seen, note):
        name = str(facts.get("marker", ""))
        side = BRITISH if name.startswith("b") else BOURBON
        return side, name, [str(facts.get("from", "")), str(facts.get("at", ""))]
    return "", "", []


def sightings(seen: Picture) -> Iterator[Sighting]:
    """Markers that were Spotted and are no longer at sea: where they were."""
    for name, told in seen.known.get("known", {}).get("markers", {}).items():
        age = int(seen.known["date"]) - int(told["date"])
        if name not in seen.markers and told["at"] in seen.board.nodes and age <= 1:
            yield Sighting(told["at"], sheet.middle(seen.board, told["at"]), "", name, age)


# -------------------------------------------------------------------------------------------------- where to look


def focus(seen: Picture, notes: Iterable[Note]) -> Bounds:
    """The window with most in it, and most of what was fought; among equals the first in the map's order."""
    weights = {name: len(seen.at(name)) * OWN_WEIGHT + len(seen.markers_at(name)) * FOE_WEIGHT
               for name in seen.board.nodes}  # fmt: skip
    for note in notes:
        at = str(note.facts.get("at", note.facts.get("port", "")))
        if note.event in ("battle", "escalade", "siege") and at in weights:
            weights[at] += FOUGHT_WEIGHT
    busy = {name: weight for name, weight in weights.items() if weight}
    if not busy:
        return window_on(sheet.middle(seen.board, next(iter(seen.board.nodes))))
    spots = {name: sheet.middle(seen.board, name) for name in busy}

    def worth(name: str) -> int:
        x, y = spots[name]
        return sum(weight for each, weight in busy.items()
                   if abs(spots[each][0] - x) < WIDE // 2 and abs(spots[each][1] - y) < HIGH // 2)  # fmt: skip

    return window_on(spots[max(spots, key=worth)])


def window_on(at: Point) -> Bounds:
    """The window around a point, within the sheet."""
    left = min(max(at[0] - WIDE // 2, sheet.WHOLE.left), sheet.WHOLE.right - WIDE)
    top = min(max(at[1] - HIGH // 2, sheet.WHOLE.top), sheet.WHOLE.bottom - HIGH)
    return Bounds(left, top, left + WIDE, top + HIGH)


# ----------------------------------------------------------------------------------------------------- in sentences


def in_words(seen: Picture) -> Iterator[str]:
    """Describes the picture for those who do not see it."""
    mine = [f"{formation(seen, name)} at {place(seen.board, one['at'])}" for name, one in seen.formations.items()
            if not one["goes_with"] and one["at"] in seen.board.nodes]  # fmt: skip
    if mine:
        yield f"Your Formations: {'; '.join(mine)}."
    theirs = [f"{marker(seen, name)}, at {place(seen.board, one['at'])}" for name, one in seen.markers.items()]
    yield f"Markers at sea: {'; '.join(theirs)}." if theirs else "No other marker is at sea."
    blowing = [f"{place(seen.board, seen.board.winds[name].node)} from the {WINDS.get(way, way)}"
               for name, way in seen.known["winds"].items()]  # fmt: skip
    yield f"Winds that blow: {listed(blowing)}." if blowing else "No Seasonal Wind blows."
    for side in SEATS:
        held = [seen.board.label(name) for name, port in seen.known["ports"].items()
                if SIDE_OF.get(str(port["holder"])) == side and SIDE_OF.get(seen.board.ports[name].contingent) != side]
        if held:
            yield f"Taken by the {SIDES[side]} side: {listed(held)}."
    for name, port in seen.known["ports"].items():
        if port["besieged"]:
            yield f"{seen.board.label(name)} is besieged by the {SIDES[port['besieged']]} side."
        elif port["blockaded"]:
            yield f"{seen.board.label(name)} is blockaded by the {SIDES[port['blockaded']]} side."
