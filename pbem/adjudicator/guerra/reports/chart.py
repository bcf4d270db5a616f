"""The map as something to be drawn: a view and what was told of the phase, in the words of `pbem.chart`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.engine.table import Note
from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.reports import sheet
from pbem.adjudicator.guerra.reports.told_places import (
    HOLDERS,
    LETTERS,
    SIDES,
    force_name,
    force_words,
    forces_at,
    holder_letter,
    is_guerrilla,
    place,
    recalled,
    ships,
    ships_at,
)
from pbem.adjudicator.guerra.state.terms import BOTH, HAITI, NOBODY, PATRIOT, REBEL, ROYALIST, SEATS, SPAIN
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.reports.chart_model import Arrow, Chart, Described, Hazard, Held, Stack, Standing
from pbem.adjudicator.reports.chart_model import Port as Harbour
from pbem.adjudicator.reports.phrases import listed
from pbem.base.records import replace
from pbem.geometry.sheet import Bounds, Point

EDGES = {"royalist": "solid", "patriot": "double", "rebel": "broken"}
SIGNS = (
    ("fortress", "fortress"), ("range", "the Andes"), ("realm", "border of a viceroyalty or captaincy"),
    ("dot", "hostile ground, a dot for each level"), ("solid", "its people love the King"),
    ("double", "its people love the Patriots"), ("broken", "El Plata's own quarrel"),
    ("army", "an army under its marker"), ("guerrillas", "guerrillas"), ("siege", "siege"), ("works", "siege works"),
    ("blockade", "blockade"), ("masses", "masses raised"), ("repression", "repression"),
)  # fmt: skip
#: From the middle of an area to its stacks: Royalists to the west, Patriots to the east.
ASIDE = {ROYALIST: (-24, 34), PATRIOT: (24, 34), REBEL: (0, 62)}
BELOW_PORT = 26
#: The window: how much of the sheet it shows.
WIDE, HIGH = 620, 560
OWN_WEIGHT, FOUGHT_WEIGHT = 3, 8


def chart(reading: Reading[Picture]) -> Chart:
    """The whole map."""
    seen, notes = reading.seen, reading.notes
    stacks = tuple(all_stacks(seen))
    return replace(
        sheet.printed(seen.board), areas=tuple(areas(seen)), ports=tuple(ports(seen)), stacks=stacks,
        hazards=tuple(hazards(seen)), arrows=tuple(arrows(seen, notes)), focus=focus(seen, notes),
        parties=tuple((standing(seen, side), f"{SIDES[side]} stacks") for side in (*SEATS, REBEL)),
        owners=tuple((sign, HOLDERS[holder]) for holder, sign in LETTERS.items() if holder != BOTH), signs=SIGNS,
        description=Described(lambda: in_words(seen)), reader=seen.side, mights="factors of a stack",
        powers=tuple((side, f"{SIDES[side]} stacks") for side in SEATS),
    )  # fmt: skip


def standing(seen: Picture, side: str) -> Standing:
    """Returns a side's standing towards the reader; for the public the Royalist is own, the Patriot foe."""
    if side == REBEL:
        return Standing.OTHER
    return Standing.OWN if side == (seen.side or ROYALIST) else Standing.FOE


# ------------------------------------------------------------------------------------------------- what lies on it


def areas(seen: Picture) -> Iterator[Held]:
    """Every area in the ground of its holder."""
    for name, area in seen.board.areas.items():
        holder = str(seen.known["control"][name])
        letter = "" if area.neutral or holder == NOBODY else holder_letter(seen, name)
        yield Held(
            name, sheet.middle(seen.board, name), sheet.corners(name), area.name,
            None if holder in (BOTH, NOBODY) else standing(seen, holder), holder == BOTH,
            letter, "" if area.neutral else str(area.rp), area.hostility,
            EDGES.get(area.alignment, ""),
        )  # fmt: skip


def ports(seen: Picture) -> Iterator[Harbour]:
    """Every port in the hands that hold it."""
    for name, port in seen.board.ports.items():
        holder = str(seen.known["ports"].get(name, "")) or NOBODY
        name_on_map = sheet.short_names().get(name, port.name)
        yield Harbour(name_on_map, port.area, sheet.middle(seen.board, name), holder, LETTERS[holder],
                      walled=port.fortress)  # fmt: skip


def all_stacks(seen: Picture) -> Iterator[Stack]:
    """Armies under markers, then each side's other units area by area, those inside, and ships."""
    for area in (*seen.board.areas, HAITI):
        for side in (ROYALIST, PATRIOT, REBEL):
            yield from stacks_of(seen, area, side)
    for where in (*seen.board.seas, *seen.board.ports, SPAIN, HAITI):
        for side in SEATS:
            found = ships_at(seen, where, side)
            if found:
                x, y = sheet.middle(seen.board, where)
                down = BELOW_PORT if where in seen.board.ports else 0
                yield Stack(where, (x + (20 if side == PATRIOT else -20), y + down), side, standing(seen, side),
                            "", afloat=True, count=len(found),
                            detail=f"{SIDES[side]}: {ships(seen.board, found, seen.known['units'])}",
                            small=True)  # fmt: skip


def stacks_of(seen: Picture, area: str, side: str) -> Iterator[Stack]:
    """One side's stacks in an area: each army by its flag, the rest of the field as one, and those inside."""
    at = sheet.stand(seen.board, area, *ASIDE[side])
    field, inside = list[str](), dict[str, list[str]]()
    for name in forces_at(seen, area, side):
        force = seen.known["forces"][name]
        if force["marker"]:
            yield Stack(f"{area}-{side}", at, side, standing(seen, side), army_short(seen.board, name),
                        afloat=False, detail=f"{force_words(seen, name)}", flag=True, small=True)  # fmt: skip
        elif force["inside"]:
            inside.setdefault(str(force["inside"]), []).append(name)
        else:
            field.append(name)
    if field:
        yield together(seen, f"{area}-{side}", at, side, field)
    for port, names in inside.items():
        left, top = sheet.middle(seen.board, port)
        yield together(seen, f"{port}-{side}", (left, top + BELOW_PORT - 38), side, names)


def army_short(board: Board, marker: str) -> str:
    """An army's name without the words that all armies have."""
    name = str(board.ejercitos[marker].name)
    for word in ("Real ", "Ejército ", "del ", "de los ", "de "):
        name = name.removeprefix(word)
    return name


def together(seen: Picture, cell: str, at: Point, side: str, names: Sequence[str]) -> Stack:
    """Open stacks that stand in one place as one sign."""
    units = sum(len(seen.known["forces"][name]["units"]) for name in names)
    detail = "; ".join(force_words(seen, name) for name in names)
    leaders = [name for each in names for name in seen.known["forces"][each]["leaders"]]
    top = listed([seen.board.leaders[name].name for name in leaders])
    factors = seen.state.factors([unit for name in names for unit in seen.known["forces"][name]["units"]])
    return Stack(
        cell, at, side, standing(seen, side), top, afloat=False, count=units or None, detail=detail, small=True,
        might=str(factors) if factors else "",
    )


def hazards(seen: Picture) -> Iterator[Hazard]:
    """Guerrillas, masses and repression in their areas; sieges about their fortress."""
    for area in seen.board.areas:
        x, y = sheet.middle(seen.board, area)
        if any(is_guerrilla(seen, name) for name in forces_at(seen, area)):
            yield Hazard("guerrillas", area, (x, y + 58))
        if area in seen.known["masses"]:
            yield Hazard("masses", area, (x - 34, y + 6))
        if area in seen.known["repression"]:
            yield Hazard("repression", area, (x + 34, y + 6))
    for port, siege in seen.known["sieges"].items():
        x, y = sheet.middle(seen.board, port)
        at = x, y - sheet.PORT_ABOVE
        yield Hazard("works" if siege["works"] else "siege", seen.board.ports[port].area, at)
        if siege["blockaded"]:
            yield Hazard("blockade", seen.board.ports[port].area, at)


def arrows(seen: Picture, notes: Sequence[Note]) -> Iterator[Arrow]:
    """Marches and voyages of the phase, as their reader heard of them; the legs of one force are one arrow."""
    ways: dict[tuple[str, str], list[str]] = {}
    for note in notes:
        if note.event in ("marched", "sailed") and note.facts.get("from") and note.facts.get("to"):
            name, start = str(note.facts.get("force", "")), str(note.facts["from"])
            way = ways.setdefault((name, str(note.facts.get("side", ""))), [start])
            way += [] if way[-1] == start else [start]
            way.append(str(note.facts["to"]))
    for (name, side), way in ways.items():
        known = [each for each in way if each in seen.board.areas or each in seen.board.seas or each in sheet.BOXES]
        if len(known) > 1:
            side = side or str(seen.known["forces"].get(name, {}).get("side", "")) or SEATS[0]
            yield Arrow(tuple(sheet.middle(seen.board, each) for each in known), standing(seen, side),
                        f"{name}: {', '.join(place(seen.board, each) for each in known)}", side)  # fmt: skip


# --------------------------------------------------------------------------------------------------- where to look


def focus(seen: Picture, notes: Iterable[Note]) -> Bounds:
    """The window with most stacks in it, and most of what was fought; among equals the first in the board's order."""
    weights = {area: len(forces_at(seen, area)) * OWN_WEIGHT for area in seen.board.areas}
    for note in notes:
        area = str(note.facts.get("area", "")) if note.event in ("battle", "assault") else ""
        if area in weights:
            weights[area] += FOUGHT_WEIGHT
    spots = {area: sheet.middle(seen.board, area) for area in weights}

    def worth(area: str) -> int:
        x, y = spots[area]
        return sum(weight for name, weight in weights.items()
                   if abs(spots[name][0] - x) < WIDE // 2 and abs(spots[name][1] - y) < HIGH // 2)  # fmt: skip

    return window_on(spots[max(spots, key=worth)])


def window_on(at: Point) -> Bounds:
    """The window around a point: within the sheet, and clear of the insets where it can be."""
    left = min(max(at[0] - WIDE // 2, sheet.WHOLE.left), sheet.WHOLE.right - WIDE)
    top = min(max(at[1] - HIGH // 2, sheet.WHOLE.top), sheet.WHOLE.bottom - HIGH)
    for each in sheet.insets():
        if left < each.right and top < each.bottom and top + HIGH > each.top:
            left, top = (each.right, top) if at[0] > each.right else (left, max(each.top - HIGH, sheet.WHOLE.top))
    return Bounds(left, top, left + WIDE, top + HIGH)


# ----------------------------------------------------------------------------------------------------- in sentences


def in_words(seen: Picture) -> Iterator[str]:
    """Describes the picture for those who do not see it."""
    for holder, words in HOLDERS.items():
        held = [seen.board.areas[area].name for area, word in seen.known["control"].items()
                if word == holder and not seen.board.areas[area].neutral]  # fmt: skip
        if held:
            yield f"Held by {words}: {listed(held)}."
    for side in (ROYALIST, PATRIOT, REBEL):
        armies = [f"{force_words(seen, name)} in {place(seen.board, force['at'])}"
                  for name, force in seen.known["forces"].items() if force["side"] == side]  # fmt: skip
        if armies:
            yield f"{SIDES[side]} stacks: {'; '.join(armies)}."
    for port, siege in seen.known["sieges"].items():
        yield f"{place(seen.board, port)} is besieged by the {SIDES[siege['by']]}."
    ranges = [f"{first.name} and {seen.board.areas[beyond].name}" for name, first in seen.board.areas.items()
              for beyond, kind in first.borders.items() if kind == "andes" and name < beyond]  # fmt: skip
    yield f"The Andes lie between {'; '.join(ranges)}."
    yield from (f"{force_name(seen, name)}{recalled(seen, name)}." for name in seen.last_seen)
