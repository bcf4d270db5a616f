"""A chart as SVG: whole numbers, no script, nothing from elsewhere; what parts are called tells nothing that is hidden.

A page shows the same sheet twice: the window where most is to see, and on request every numbered cell. So the sheet is
drawn once, as a symbol, and used. The overview of the whole theatre has larger signs and no grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache

from pbem.adjudicator.reports.chart_model import Cell, Chart, Ground, Port, Stack, Standing
from pbem.base.records import dataclass
from pbem.base.resources import shipped
from pbem.chart import areas, glyphs, nets, panels
from pbem.chart.glyphs import text
from pbem.chart.place_names import Box, Room
from pbem.geometry.coast import Shore
from pbem.geometry.sheet import Bounds, Point, Tiling

#: Ids in a page are these alone.
LAND, GRID, HATCH, SHEET = "land", "grid", "hatch", "sheet"
#: From a cell's middle to its seaport, and to its counters.
PORT_ABOVE, STACKS_BELOW, STACK_ASIDE = -10, 8, 14
PORT_RADIUS, PORT_NAME, STACK_NAME, NODE_NAME = 8, 10, 8, 9
LONGEST_NAME = 16
#: A stack in a berth, in hundredths of the size of one that has its cell to itself.
SMALL = 64
#: Names of waters on the sheet, in hundredths of their size from afar; smaller ones than this are left out.
FINE_WATERS, LEAST_WATERS = 60, 8
HEAD = 'viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto"'
UNSEEN = 'class="chart" width="0" height="0" aria-hidden="true" focusable="false"'
SURF = ((30, 30), (18, 45), (8, 70))  # width of a line along the shore, how strong in hundredths


@dataclass(frozen=True, slots=True)
class Pen:
    """The size of signs, in hundredths of their own size, and whether cells are numbered."""

    scale: int
    numbered: bool

    def off(self, at: Point, across: int, down: int) -> Point:
        """A place beside another."""
        return at[0] + across * self.scale // 100, at[1] + down * self.scale // 100

    def size(self, units: int) -> int:
        """A size, as it is drawn."""
        return units * self.scale // 100

    def at(self, point: Point) -> str:
        """Writes the position of a sign."""
        scaled = f" scale({self.scale // 100}.{self.scale % 100:02d})" if self.scale != 100 else ""
        return f'transform="translate({point[0]} {point[1]}){scaled}"'


FINE, BROAD = Pen(100, numbered=True), Pen(190, numbered=False)


# ---------------------------------------------------------------------------------------------------- whole drawings


def definitions(chart: Chart) -> str:
    """Writes what the drawings of one page share: the coast, the pattern of the grid, the sheet. Shows nothing
    itself.
    """
    box = view_box(chart.bounds)
    inner = f'<g class="chart"{body_of(chart)}>{ground(chart)}{things(chart, FINE)}</g>'  # styles do not reach within
    if chart.nodes:
        sheet = f'<symbol id="{SHEET}" viewBox="{box}">{inner}<g class="chart">{insets(chart)}</g></symbol>'
        return f"<svg {UNSEEN}><defs>{shared(chart)}{sheet}</defs></svg>"
    larger = f'<g class="chart">{insets(chart)}</g>' if chart.insets else ""
    if chart.insets:
        inner, larger = f'<use href="#{areas.BODY}"/>{larger}', inner
    sheet = f'{larger}<symbol id="{SHEET}" viewBox="{box}">{inner}</symbol>'
    return f"<svg {UNSEEN}><defs>{shared(chart)}{sheet}</defs></svg>"


def overview(chart: Chart, name: str = "overview") -> str:
    """The whole theatre, to be looked at from afar."""
    return framed(chart, name, chart.title, chart.bounds,
                  ground(chart, grid=False) + things(chart, BROAD) + insets(chart, BROAD))  # fmt: skip


def window(chart: Chart, name: str = "window") -> str:
    """The part of the sheet where most is to see."""
    return framed(chart, name, f"{chart.title}: where it matters", chart.focus or chart.bounds, use_sheet(chart))


def full(chart: Chart, name: str = "full") -> str:
    """The whole sheet, every cell with its number."""
    return framed(chart, name, f"{chart.title}: every cell", chart.bounds, use_sheet(chart))


def standalone(chart: Chart, *, whole: bool = True) -> str:
    """A file by itself, in the light colours: for printing, or for another program to make a picture of."""
    bounds = chart.bounds if whole or chart.focus is None else chart.focus
    body = f'<g class="chart"{body_of(chart)}>{ground(chart)}{things(chart, FINE)}</g>{insets(chart)}'  # for the insets
    inner = f"<style>{light_style()}</style><defs>{shared(chart)}</defs>{body}"
    drawn = framed(chart, "map", chart.title, bounds, inner)
    alone = f'<svg xmlns="http://www.w3.org/2000/svg" width="{bounds.width}" height="{bounds.height}" '
    return drawn.replace("<svg ", alone, 1) + "\n"


def thumbnail(chart: Chart) -> str:
    """A small picture of the whole by itself: large signs, no grid, no arrows, in the light colours."""
    plain = replace(chart, insets=(), arrows=(), sightings=())
    drawn = ground(plain, grid=False) + things(plain, BROAD)
    inner = f"<style>{light_style()}</style><defs>{shared(plain)}</defs>{drawn}"
    drawn = framed(plain, "map", plain.title, plain.bounds, inner)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def body_of(chart: Chart) -> str:
    """The id of a sheet that insets show again."""
    return f' id="{areas.BODY}"' if chart.insets and not chart.nodes else ""


def insets(chart: Chart, pen: Pen = FINE) -> str:
    """Parts of the sheet drawn larger, where a chart has any; a net is laid out anew, so that its signs keep apart."""
    if not chart.nodes:
        return "".join(areas.insets(chart, areas.BODY))
    return "".join(nets.framed(number, each, LAND, things(nets.enlarged(chart, each), pen))
                   for number, each in enumerate(chart.insets))  # fmt: skip


def framed(chart: Chart, name: str, title: str, bounds: Bounds, inner: str) -> str:
    """An image with its title and a short description; the long one stands beside it as text."""
    told = " ".join(chart.description[:2])
    return (
        f'<svg class="chart" viewBox="{view_box(bounds)}" role="img" aria-labelledby="{name}-title {name}-desc">'
        f'<title id="{name}-title">{text(title)}</title><desc id="{name}-desc">{text(told)}</desc>{inner}</svg>'
    )


def view_box(bounds: Bounds) -> str:
    """Returns the part of the sheet that is shown."""
    return f"{bounds.left} {bounds.top} {bounds.width} {bounds.height}"


def use_sheet(chart: Chart) -> str:
    """The sheet, drawn elsewhere on the page."""
    b = chart.bounds
    return f'<use href="#{SHEET}" x="{b.left}" y="{b.top}" width="{b.width}" height="{b.height}"/>'


@lru_cache(maxsize=1)
def light_style() -> str:
    """The map's style with the light colours written in."""
    house = (shipped("templates") / "house" / "house.css").read_text(encoding="utf-8")
    own = (shipped("templates") / "house" / "chart.css").read_text(encoding="utf-8")
    colours: dict[str, str] = {}
    for name, value in re.findall(r"(--[\w-]+):\s*([^;]+);", house):
        colours.setdefault(name, " ".join(value.split()))
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], own)


# ------------------------------------------------------------------------------------------------------- the ground


def shared(chart: Chart) -> str:
    """The coast, the grid, the hatching, the heads of arrows."""
    pattern = glyphs.PATTERNS.get(chart.tiling)
    grid = f'<pattern id="{GRID}" patternUnits="userSpaceOnUse" {pattern}</pattern>' if pattern else ""
    hatch = (f'<pattern id="{HATCH}" patternUnits="userSpaceOnUse" width="8" height="8">'
             '<path class="hatching" d="M0 8L8 0"/></pattern>')  # fmt: skip
    heads = "".join(
        f'<marker id="head-{each.value}" {HEAD}><path class="head {each.value}" d="M0 0L10 5L0 10L3 5z"/></marker>'
        for each in Standing
    )
    parts = panels.definitions(chart) + areas.definitions(chart, LAND) + nets.definitions(chart)
    return f'<path id="{LAND}" d="{land(chart.shores)}"/>{parts}{grid}{hatch}{heads}'


@lru_cache(maxsize=8)
def land(shores: tuple[Shore, ...]) -> str:
    """All coastlines as one path; a lake within one is a hole in it."""
    return "".join(glyphs.ring(each) for each in shores)


def ground(chart: Chart, *, grid: bool = True) -> str:
    """Sea, land, the names of waters, and the cells where they are to be told apart."""
    box = panels.box(chart.bounds)
    parts = list(panels.grounds(chart, SURF)) if chart.panels else list(one_ground(box))
    if grid:
        parts += [kind_of_ground(chart.tiling, chart.cells, kind) for kind in glyphs.GROUNDS]
        parts += [] if chart.panels else [grid_of(chart, box)]
    parts += areas.grounds(chart)
    parts += panels.frames(chart, GRID, lines=grid)
    parts += [*panels.shades(chart), *panels.boxes(chart), *panels.roses(chart)]
    parts += [
        f'<text class="water" font-size="{size}" x="{each.at[0]}" y="{each.at[1]}">{text(each.text)}</text>'
        for each in chart.lettering
        if (size := each.size * (FINE_WATERS if grid else 100) // 100) > LEAST_WATERS
    ]
    return "".join(parts) + rose(chart.rose)


def one_ground(box: str) -> Iterator[str]:
    """Sea and land of a map of one sheet."""
    yield f'<rect class="sea" {box}/>'
    yield from (f'<use class="surf" href="#{LAND}" stroke-width="{w}" stroke-opacity="0.{much}"/>' for w, much in SURF)
    yield f'<use class="land" href="#{LAND}"/>'


@lru_cache(maxsize=32)
def kind_of_ground(tiling: Tiling, cells: tuple[Cell, ...], kind: Ground) -> str:
    """All cells of one ground as one shape."""
    path = "".join(glyphs.cell_path(tiling, cell.at, cell.corners) for cell in cells if cell.ground is kind)
    return f'<path class="{kind.value}" d="{path}"/>' if path else ""


def grid_of(chart: Chart, box: str) -> str:
    """The lines between cells: a pattern, or for areas the outline of each."""
    if chart.tiling in glyphs.PATTERNS:
        return f'<rect fill="url(#{GRID})" {box}/>'
    path = "".join(glyphs.cell_path(chart.tiling, cell.at, cell.corners) for cell in chart.cells)
    return f'<path class="grid" d="{path}"/>'


def rose(at: Point | None) -> str:
    """A compass rose, where there is room for one."""
    if at is None:
        return ""
    return (
        f'<g transform="translate({at[0]} {at[1]})"><circle class="rose" r="46"/><circle class="rose" r="40"/>'
        f'<path class="rose-dark" d="{glyphs.ROSE_SMALL}"/><path class="rose" d="{glyphs.ROSE}"/>'
        f'<path class="rose-dark" d="{glyphs.ROSE_DARK}"/><text class="water" font-size="24" y="-68">N</text></g>'
    )


# ------------------------------------------------------------------------------------------------- what lies on it


def things(chart: Chart, pen: Pen) -> str:
    """Everything that moves or changes hands, the less important first, so that the rest lies over it."""
    room = Room(Box(chart.bounds.left, chart.bounds.top, chart.bounds.right, chart.bounds.bottom))
    placed = list(stack_places(chart.stacks, pen))
    for port in chart.ports:
        room.take(pen.off(port.at, 0, PORT_ABOVE), pen.size(9), pen.size(9))
    for stack, at in placed:
        room.take(at, sized(stack, pen).size(14), sized(stack, pen).size(13))
    for each in chart.areas:
        room.take((each.at[0], each.at[1] + areas.MIDDLE_BELOW), len(each.name) * areas.LETTER, areas.HALF_HIGH)
    for node in chart.nodes:
        room.take(node.at, pen.size(nets.HALF[node.kind]), pen.size(nets.HALF[node.kind]))
    return "".join((
        nets.lines(chart),
        "".join(nets.ring(each) for each in chart.rings),
        "".join(nets.breeze(each, pen.at(each.at)) for each in chart.breezes),
        "".join(nets.node(each, pen.at(each.at)) for each in chart.nodes),
        "".join(f'<path class="route" d="{glyphs.line(each.points)}"/>' for each in chart.routes),
        numbers(chart) if pen.numbered else "",
        "".join(areas.labels(chart)),
        "".join(hazard(chart, pen)),
        "".join(way(chart)),
        "".join(ghost(chart, pen)),
        "".join(harbour(port, pen) for port in chart.ports),
        "".join(counter(stack, at, pen) for stack, at in placed),
        "".join(names(chart, placed, pen, room)),
    ))  # fmt: skip


def numbers(chart: Chart) -> str:
    """The number of every cell, at its upper edge."""
    return numbered(chart.tiling, chart.cells)


@lru_cache(maxsize=8)
def numbered(tiling: Tiling, cells: tuple[Cell, ...]) -> str:
    """The same, made once for a board."""
    up = 0 if tiling is Tiling.AREAS else 18
    return "".join(f'<text class="num" x="{c.at[0]}" y="{c.at[1] - up}">{text(c.name or c.id)}</text>' for c in cells)


def hazard(chart: Chart, pen: Pen) -> Iterator[str]:
    """Storms over their whole cell, wrecks within it."""
    for each in chart.hazards:
        if each.kind == "storm":
            yield f'<path class="gale" d="{glyphs.cell_path(chart.tiling, each.at, corners_of(chart, each.cell))}"/>'
        kind = "hazard" if each.kind in ("storm", "wreck") else f"hazard {each.kind}"
        yield f'<path class="{kind}" {pen.at(each.at)} d="{glyphs.HAZARDS.get(each.kind, glyphs.WRECK)}"/>'


def corners_of(chart: Chart, cell: str) -> tuple[Point, ...]:
    """The corners of an area; other cells have those of their tiling."""
    if chart.tiling is not Tiling.AREAS:
        return ()
    return next((each.corners for each in chart.cells if each.id == cell), ())


def way(chart: Chart) -> Iterator[str]:
    """Moves of the last phase; a move that ended where it began leaves no line."""
    for arrow in chart.arrows:
        if len(arrow.points) > 1:
            kind = arrow.standing.value
            yield f'<path class="way {kind}" marker-end="url(#head-{kind})" d="{glyphs.arrow_path(arrow)}"/>'


def ghost(chart: Chart, pen: Pen) -> Iterator[str]:
    """Draws where somebody was last seen, with how long ago."""
    for seen in chart.sightings:
        age = f'<text class="count" x="7" y="14">{seen.age}</text>' if seen.age else ""
        at = pen.at(pen.off(seen.at, 0, STACKS_BELOW))
        signs = f'<path class="counter" d="{glyphs.OUTLINES[Standing.FOE]}"/><path class="ship" d="{glyphs.SHIP}"/>'
        yield f'<g class="ghost" {at}>{signs}{age}</g>'


def harbour(port: Port, pen: Pen) -> str:
    """A ring with its owner's letter; a second ring where it has changed hands."""
    taken = f'<circle class="taken" r="{PORT_RADIUS + 3}"/>' if port.changed else ""
    sign = f'<text class="sign" y="4">{text(port.sign)}</text>'
    at = pen.at(pen.off(port.at, 0, PORT_ABOVE))
    shape = f'<path class="port" d="{glyphs.STAR}"/>' if port.walled else f'<circle class="port" r="{PORT_RADIUS}"/>'
    return f"<g {at}>{shape}{taken}{sign}</g>"


def stack_places(stacks: Iterable[Stack], pen: Pen) -> Iterator[tuple[Stack, Point]]:
    """Places counters in their cells: alone in the middle, else side by side."""
    crowd: dict[str, list[Stack]] = {}
    for stack in stacks:
        crowd.setdefault(stack.cell, []).append(stack)
    for together in crowd.values():
        for number, stack in enumerate(together):
            aside = (2 * number - len(together) + 1) * STACK_ASIDE
            below = 0 if stack.small else STACKS_BELOW
            yield stack, sized(stack, pen).off(stack.at, aside, below)


def sized(stack: Stack, pen: Pen) -> Pen:
    """The pen for a stack: a smaller one where several berths share a cell."""
    return Pen(pen.scale * SMALL // 100, pen.numbered) if stack.small else pen


def counter(stack: Stack, at: Point, pen: Pen) -> str:
    """A counter: whose by its outline, afloat or ashore by its sign, and how many where that is known."""
    kind, shape = ("ship", glyphs.SHIP) if stack.afloat else ("troops", glyphs.TROOPS)
    kind, shape = ("ship", glyphs.FLAG) if stack.flag else (kind, shape)
    sign = f'<path class="{kind}" d="{shape}"/>'
    many = f'<text class="count" x="7" y="14">{stack.count}</text>' if stack.count is not None else ""
    outline = glyphs.OUTLINES[stack.standing]
    pen = sized(stack, pen)
    return f'<g class="{stack.standing.value}" {pen.at(at)}><path class="counter" d="{outline}"/>{sign}{many}</g>'


def names(chart: Chart, placed: list[tuple[Stack, Point]], pen: Pen, room: Room) -> Iterator[str]:
    """Seaports and topmost counters by name, each where it covers least."""
    for port in chart.ports:
        label = room.place(shortened(port.name), pen.off(port.at, 0, PORT_ABOVE), pen.size(9), pen.size(PORT_NAME))
        yield written(label.text, label.at, label.anchor, pen.size(PORT_NAME))
    for node in chart.nodes:
        if nets.is_named(node, fine=pen.numbered):
            size = pen.size(NODE_NAME)
            label = room.place(node.name, node.at, pen.size(nets.HALF[node.kind]), size)
            yield written(label.text, label.at, label.anchor, size)
    for stack, at in placed if pen.numbered else ():
        if not stack.top:
            continue
        label = room.place(shortened(stack.top), at, pen.size(13), pen.size(STACK_NAME))
        yield written(label.text, label.at, label.anchor, pen.size(STACK_NAME))


def written(words: str, at: Point, anchor: str, size: int) -> str:
    """A name on the map."""
    return f'<text class="name" font-size="{size}" text-anchor="{anchor}" x="{at[0]}" y="{at[1]}">{text(words)}</text>'


def shortened(name: str) -> str:
    """A name that leaves room for others."""
    return name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1].rstrip()}…"
