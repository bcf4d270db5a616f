"""A chart as SVG: whole numbers, no script, nothing from elsewhere; what parts are called tells nothing that is hidden.

A page shows the same sheet twice: the window where most is to see, and on request every numbered cell. So the sheet is
drawn once, as a symbol, and used. The overview of the whole theatre has larger signs and no grid.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from pbem.adjudicator.reports.chart_model import (
    Arrow,
    Cell,
    Chart,
    Ground,
    Hazard,
    Port,
    Sighting,
    Stack,
    Standing,
    once_a_map,
)
from pbem.base.records import replace
from pbem.base.resources import shipped
from pbem.chart import areas, cell_numbers, glyphs, nets, panels
from pbem.chart.flags import flag_of, tint
from pbem.chart.glyphs import text
from pbem.chart.lying import told_hazard, told_port
from pbem.chart.pen import BROAD, FINE, PORT_ABOVE, STACKS_BELOW, Pen, sized, stack_places
from pbem.chart.states import MOVES, apart, layer
from pbem.chart.written import lettering
from pbem.geometry.coast import Shore
from pbem.geometry.sheet import Bounds, Point, Tiling

#: Ids in a page are these alone.
LAND, GRID, HATCH, SHEET, ASIDE = "land", "grid", "hatch", "sheet", "aside"
PORT_RADIUS = 8
HEAD = 'viewBox="0 0 10 10" refX="7" refY="5" markerWidth="4.5" markerHeight="4.5" orient="auto"'
UNSEEN = 'width="0" height="0" aria-hidden="true" focusable="false"'
#: How far apart arrows lie that share a stretch.
LANE = 6
SURF = ((30, 30), (18, 45), (8, 70))  # width of a line along the shore, how strong in hundredths


# ---------------------------------------------------------------------------------------------------- whole drawings


def definitions(chart: Chart) -> str:
    """Writes what the drawings of one page share: the coast, the pattern of the grid, the sheet. Shows nothing
    itself.
    """
    inner = f'<g class="chart"{body_of(chart)}>{ground(chart)}{signs(chart, FINE)}</g>'  # styles do not reach within
    shown, body = (f'<use href="#{areas.BODY}"/>', inner) if body_of(chart) else (inner, "")
    larger = "".join(f'<g class="chart" id="{ASIDE}-{number}">{drawn}</g>'
                     for number, drawn in enumerate(insets(chart)))  # fmt: skip
    sheet = f'{body}{larger}<symbol id="{SHEET}" viewBox="{view_box(chart.bounds)}">{shown}</symbol>'
    inside = f"{shared(chart)}{cell_numbers.definition(chart)}{sheet}"
    return f'<svg class="chart{tint(chart)}" {UNSEEN}><defs>{inside}</defs></svg>'


def overview(chart: Chart, name: str = "overview", more: str = "") -> str:
    """The whole theatre as it is, to be looked at from afar."""
    chart = replace(chart, before=None)
    again = "".join(insets(chart, BROAD)) if chart.nodes else insets_in(chart, chart.bounds)
    return framed(chart, name, chart.title, chart.bounds,
                  ground(chart, grid=False) + things(chart, BROAD) + again, more)  # fmt: skip


def window(chart: Chart, name: str = "window", bounds: Bounds | None = None, more: str = "") -> str:
    """The part of the sheet where most is to see, or any other part."""
    part = bounds or chart.focus or chart.bounds
    return framed(chart, name, f"{chart.title}: where it matters", part, lettered(chart, part, name), more)


def full(chart: Chart, name: str = "full") -> str:
    """The whole sheet as it is, every cell with its number."""
    chart = replace(chart, before=None)
    return framed(chart, name, f"{chart.title}: every cell", chart.bounds, lettered(chart, chart.bounds, name))


def lettered(chart: Chart, part: Bounds, name: str) -> str:
    """The sheet with what is written on a part of it, and the insets that lie in it whole."""
    return unlettered(chart, part) + letters_on(chart, part, name)


def letters_on(chart: Chart, part: Bounds, name: str) -> str:
    """All texts on a part of the sheet, for a drawing of this name. Its page has to hold the definitions."""
    return letters(chart, FINE, part, name if cell_numbers.is_shared(chart) else "")


def unlettered(chart: Chart, part: Bounds) -> str:
    """The same without what is written on it."""
    return use_sheet(chart) + insets_in(chart, part)


def insets_in(chart: Chart, part: Bounds) -> str:
    """The insets that lie whole in a part of the sheet, drawn elsewhere on the page."""
    return "".join(f'<use href="#{ASIDE}-{number}"/>' for number, each in enumerate(chart.insets)
                   if lies_in(part, each.bounds))  # fmt: skip


def standalone(chart: Chart, *, whole: bool = True) -> str:
    """A file by itself, in the light colours: for printing, or for another program to make a picture of."""
    bounds = chart.bounds if whole or chart.focus is None else chart.focus
    body = f'<g class="chart"{body_of(chart)}>{ground(chart)}{signs(chart, FINE)}</g>{"".join(insets(chart))}'
    body += f'<g class="chart">{letters(chart, FINE, bounds)}</g>'
    inner = f"<style>{light_style()}</style><defs>{shared(chart)}</defs>{body}"
    drawn = framed(chart, "map", chart.title, bounds, inner)
    alone = f'<svg xmlns="http://www.w3.org/2000/svg" width="{bounds.width}" height="{bounds.height}" '
    return drawn.replace("<svg ", alone, 1) + "\n"


def thumbnail(chart: Chart) -> str:
    """A small picture of the whole by itself: large signs, no grid, no arrows, in the light colours."""
    plain = replace(chart, insets=(), arrows=(), sightings=(), before=None)
    drawn = ground(plain, grid=False) + things(plain, BROAD)
    inner = f"<style>{light_style()}</style><defs>{shared(plain)}</defs>{drawn}"
    drawn = framed(plain, "map", plain.title, plain.bounds, inner)
    return drawn.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" ', 1)


def body_of(chart: Chart) -> str:
    """The id of a sheet that insets show again."""
    return f' id="{areas.BODY}"' if chart.insets and not chart.nodes else ""


def insets(chart: Chart, pen: Pen = FINE) -> list[str]:
    """Parts of the sheet drawn larger, where a chart has any; a net is laid out anew, so that its signs keep apart."""
    if chart.nodes:
        return [nets.framed(number, each, LAND, things(nets.enlarged(chart, each), pen))
                for number, each in enumerate(chart.insets)]  # fmt: skip
    alone = replace(chart, insets=())
    return [areas.inset(number, each, areas.BODY, letters(alone, FINE, areas.above_caption(each)))
            for number, each in enumerate(chart.insets)]  # fmt: skip


def framed(chart: Chart, name: str, title: str, bounds: Bounds, inner: str, links: str = "") -> str:
    """An image with title and short description; the long one stands beside it as text. With links, a group."""
    told = " ".join(chart.description[:2])
    labelled = f'role="{"group" if links else "img"}" aria-labelledby="{name}-title {name}-desc"'
    return (
        f'<svg class="chart{tint(chart)}" viewBox="{view_box(bounds)}" {labelled}>'
        f'<title id="{name}-title">{text(title)}</title><desc id="{name}-desc">{text(told)}</desc>{inner}{links}</svg>'
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
    own = re.sub(r"var\(--layer-\w+, ([01])\)", r"\1", own)  # a page alone can dim a layer
    return re.sub(r"var\((--[\w-]+)\)", lambda found: colours[found[1]], own)


# ------------------------------------------------------------------------------------------------------- the ground


def shared(chart: Chart) -> str:
    """The coast, the grid, the hatching, the heads of arrows."""
    pattern = glyphs.PATTERNS.get(chart.tiling)
    grid = f'<pattern id="{GRID}" patternUnits="userSpaceOnUse" {pattern}</pattern>' if pattern else ""
    hatch = (f'<pattern id="{HATCH}" patternUnits="userSpaceOnUse" width="8" height="8">'
             '<path class="hatching" d="M0 8L8 0"/></pattern>')  # fmt: skip
    kinds = dict.fromkeys([flag_of(chart, arrow.side, arrow.standing).kind for arrow in chart.arrows])
    heads = "".join(
        f'<marker id="head-{kind}" {HEAD}><path class="head {kind}" d="M0 0L10 5L0 10L3 5z"/></marker>'
        for kind in dict.fromkeys([*(each.value for each in Standing), *sorted(kinds)])
    )
    shapes = glyphs.definitions(kind for kind, _ in chart.signs)
    parts = shapes + panels.definitions(chart) + areas.definitions(chart, LAND) + nets.definitions(chart)
    return f'<path id="{LAND}" d="{land(chart.shores)}"/>{parts}{grid}{hatch}{heads}'


@once_a_map
def land(shores: tuple[Shore, ...]) -> str:
    """All coastlines as one path; a lake within one is a hole in it."""
    return "".join(glyphs.ring(each) for each in shores)


def ground(chart: Chart, *, grid: bool = True) -> str:
    """Sea, land, the names of waters, and the cells where they are to be told apart."""
    box = panels.box(chart.bounds)
    parts = list(panels.grounds(chart, SURF)) if chart.panels else list(one_ground(box))
    if grid:
        parts += [kind_of_ground(chart.cells, chart.tiling, kind) for kind in glyphs.GROUNDS]
        parts += [] if chart.panels else [grid_of(chart, box)]
    parts += areas.grounds(chart)
    parts += panels.frames(chart, GRID, lines=grid)
    was = chart.before or chart
    parts += [
        apart(chart.shades, was.shades, lambda each: panels.drawn_shade(chart, each)),
        apart(chart.boxes, was.boxes, panels.drawn_box), apart(chart.winds, was.winds, panels.drawn_rose),
    ]  # fmt: skip
    return "".join(parts) + rose(chart.rose)


def one_ground(box: str) -> Iterator[str]:
    """Sea and land of a map of one sheet."""
    yield f'<rect class="sea" {box}/>'
    yield from (f'<use class="surf" href="#{LAND}" stroke-width="{w}" stroke-opacity="0.{much}"/>' for w, much in SURF)
    yield f'<use class="land" href="#{LAND}"/>'


@once_a_map
def kind_of_ground(cells: tuple[Cell, ...], tiling: Tiling, kind: Ground) -> str:
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
    """Everything that moves or changes hands, with its names."""
    return signs(chart, pen) + letters(chart, pen, chart.bounds)


def signs(chart: Chart, pen: Pen) -> str:
    """The same without a name, the less important first, so that the rest lies over it."""
    was = chart.before or chart
    return "".join((
        nets.lines(chart),
        apart(chart.rings, was.rings, nets.ring),
        apart(chart.breezes, was.breezes, lambda each: nets.breeze(each, pen.at(each.at))),
        apart(chart.nodes, was.nodes, lambda each: nets.node(each, pen.at(each.at))),
        "".join(f'<path class="route" d="{glyphs.line(each.points)}"/>' for each in chart.routes),
        apart(chart.hazards, was.hazards, lambda each: hazard(each, chart, pen)),
        layer(MOVES, "".join(way(chart))),
        apart(chart.sightings, was.sightings, lambda each: ghost(each, chart, pen)),
        apart(chart.ports, was.ports, lambda each: harbour(each, pen, chart)),
        apart(list(stack_places(chart.stacks, pen)), list(stack_places(was.stacks, pen)),
              lambda placed: counter(placed[0], placed[1], pen, chart)),
    ))  # fmt: skip


def letters(chart: Chart, pen: Pen, part: Bounds, shared: str = "") -> str:
    """All texts on a part of the map; the numbers of arrows lie with the arrows.

    A drawing that shares the numbers of cells with others of its page gives its name.
    """
    now, was = lettering(chart, list(stack_places(chart.stacks, pen)), pen, part), chart.before
    then = now if was is None else lettering(was, list(stack_places(was.stacks, pen)), pen, part)
    here, there, numbers = now.numbers, then.numbers, ""
    if shared:
        both = {*here} & {*there}
        numbers = cell_numbers.shown(chart, part, both, shared)
        here, there = ([each for each in some if each not in both] for some in (here, there))
    texts = apart([*now.names, *here], [*then.names, *there], str)
    return texts + numbers + layer(MOVES, "".join(now.badges))


def hazard(each: Hazard, chart: Chart, pen: Pen) -> str:
    """A storm over its whole cell, a wreck within it."""
    gale = ""
    if each.kind == "storm":
        gale = f'<path class="gale" d="{glyphs.cell_path(chart.tiling, each.at, corners_of(chart, each.cell))}"/>'
    kind = "hazard" if each.kind in ("storm", "wreck") else f"hazard {each.kind}"
    told = told_hazard(each, chart)
    shape = glyphs.sign(kind, glyphs.HAZARDS.get(each.kind, glyphs.WRECK), f" {pen.at(each.at)}")
    return f"<g><title>{text(told)}</title>{gale}{shape}</g>"


def corners_of(chart: Chart, cell: str) -> tuple[Point, ...]:
    """The corners of an area; other cells have those of their tiling."""
    if chart.tiling is not Tiling.AREAS:
        return ()
    return next((each.corners for each in chart.cells if each.id == cell), ())


def way(chart: Chart) -> Iterator[str]:
    """Moves of the last phase, side by side where they share a stretch; one that went nowhere leaves no line."""
    for arrow, beside in zip(chart.arrows, lanes(chart.arrows), strict=True):
        if len(arrow.points) > 1:
            kind = flag_of(chart, arrow.side, arrow.standing).kind
            moved = f' transform="translate({beside} {beside})"' if beside else ""
            shape = f'class="way {kind}"{moved} marker-end="url(#head-{kind})" d="{glyphs.arrow_path(arrow)}"'
            yield f"<path {shape}><title>{text(arrow.label)}</title></path>"


def lanes(arrows: tuple[Arrow, ...]) -> list[int]:
    """The distance of each arrow from its way: it keeps clear of those before it that share a stretch."""
    taken: dict[frozenset[Point], list[int]] = {}
    found = []
    for arrow in arrows:
        stretches = [frozenset(ends) for ends in pairwise(arrow.points)]
        used = {lane for stretch in stretches for lane in taken.get(stretch, ())}
        lane = next(each for each in range(len(arrows) + 1) if each not in used)
        for stretch in stretches:
            taken.setdefault(stretch, []).append(lane)
        found.append((lane + 1) // 2 * (LANE if lane % 2 else -LANE))
    return found


def ghost(seen: Sighting, chart: Chart, pen: Pen) -> str:
    """The place where somebody was last seen, with how long ago."""
    age = f'<text class="count" x="7" y="14">{seen.age}</text>' if seen.age else ""
    at = pen.at(pen.off(seen.at, 0, STACKS_BELOW))
    flag = flag_of(chart, seen.side, Standing.FOE)
    inside = glyphs.sign("counter", flag.outline) + glyphs.sign("ship", glyphs.SHIP)
    told = f"<title>{text(seen.label)}</title>" if seen.label else ""
    return f'<g class="ghost {flag.kind}" {at}>{told}{inside}{age}</g>'


def harbour(port: Port, pen: Pen, chart: Chart | None = None) -> str:
    """A ring with its owner's letter, in the owner's colour; a second ring where it has changed hands."""
    taken = f'<circle class="taken" r="{PORT_RADIUS + 3}"/>' if port.changed else ""
    sign = f'<text class="sign" y="4">{text(port.sign)}</text>'
    at = pen.at(pen.off(port.at, 0, PORT_ABOVE))
    held = f" {flag.kind}" if (flag := flag_of(chart, port.owner, Standing.OTHER)).kind != Standing.OTHER.value else ""
    ring = f'<circle class="port{held}" r="{PORT_RADIUS}"/>'
    shape = glyphs.sign(f"port{held}", glyphs.STAR) if port.walled else ring
    return f"<g {at}><title>{text(told_port(port))}</title>{shape}{taken}{sign}</g>"


def counter(stack: Stack, at: Point, pen: Pen, chart: Chart | None = None) -> str:
    """A counter: whose by its outline, afloat or ashore by its sign, how many and how strong where that is known."""
    kind, shape = ("ship", glyphs.SHIP) if stack.afloat else ("troops", glyphs.TROOPS)
    kind, shape = ("ship", glyphs.FLAG) if stack.flag else (kind, shape)
    sign = glyphs.sign(kind, shape)
    many = f'<text class="count" x="7" y="14">{stack.count}</text>' if stack.count is not None else ""
    might = f'<text class="might" y="22">{text(stack.might)}</text>' if stack.might else ""
    told = f"<title>{text(stack.detail or stack.top)}</title>" if stack.detail or stack.top else ""
    flag, pen = flag_of(chart, stack.side, stack.standing), sized(stack, pen)
    inside = f'{told}{glyphs.sign("counter", flag.outline)}{sign}{many}{might}'
    return f'<g class="{flag.classes}" {pen.at(at)}>{inside}</g>'


def spots(cells: dict[str, Point], part: Bounds) -> str:
    """Rings on places that the story names: a link there lights its ring, and a click on it leads back."""
    return "".join(
        f'<a class="spot" id="at-{text(cell)}" href="#tell-{text(cell)}" aria-label="{text(cell)} in the story">'
        f'<circle cx="{at[0]}" cy="{at[1]}" r="27"/></a>'
        for cell, at in cells.items()
        if inside(part, at)
    )


def inside(part: Bounds, at: Point) -> bool:
    """Tells if a place lies in a part of the sheet."""
    return part.left < at[0] < part.right and part.top < at[1] < part.bottom


def lies_in(part: Bounds, whole: Bounds) -> bool:
    """Tells if all of some bounds lies in a part of the sheet."""
    across = part.left <= whole.left and whole.right <= part.right
    return across and part.top <= whole.top and whole.bottom <= part.bottom
