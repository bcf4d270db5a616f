"""Draws what a map of a net has: places joined by lines, zones, winds as arrows, weather as rings, and its insets."""

from __future__ import annotations

from pbem.adjudicator.reports.chart_model import Breeze, Chart, Inset, Node, Ring
from pbem.base.records import replace
from pbem.chart import glyphs
from pbem.chart.panels import box
from pbem.geometry.sheet import Bounds, Point

PORTS = ("key", "minor")
#: Half the room that a place takes, by its kind.
HALF = {"key": 9, "minor": 7, "large": 6, "small": 4, "zone": 24}
RADIUS = {"key": 9, "minor": 7, "large": 6, "small": 3, "zone": 22}
#: The arrow of a wind: half its width at the barb, and how much of its length the barb takes, in hundredths.
BARB, BARB_PART = 6, 40
#: How far beyond an inset's part of the sheet a place may lie and still draw its lines.
MARGIN = 40


def definitions(chart: Chart) -> str:
    """The frames that cut a net's insets."""
    if not chart.nodes:
        return ""
    return "".join(f'<clipPath id="inset-{number}"><rect {box(each.bounds)}/></clipPath>'
                   for number, each in enumerate(chart.insets))  # fmt: skip


def lines(chart: Chart) -> str:
    """All lines of a net, those against the wind thicker."""
    found = ""
    for kind in ("link", "lane"):
        for foul in (False, True):
            path = "".join(glyphs.line(each.points) for each in chart.lanes if (each.kind, each.foul) == (kind, foul))
            found += f'<path class="{kind}{" foul-way" if foul else ""}" d="{path}"/>' if path else ""
    return found


def node(each: Node, at: str) -> str:
    """A place: a port as a ring with its holder's letter, a key port with two; a space as a disc with its number."""
    radius = RADIUS[each.kind]
    standing = f" {each.standing.value}" if each.standing else ""
    signs = f'<circle class="{"port" if each.kind in PORTS else each.kind}{standing}" r="{radius}"/>'
    if each.kind == "key":
        signs += f'<circle class="taken" r="{radius - 2}"/>'
    if each.kind == "zone":
        signs += f'<text class="zone-name" y="3">{glyphs.text(each.name)}</text>'
    elif each.sign:
        signs += f'<text class="{"sign" if each.kind in PORTS else "number"}" y="3">{glyphs.text(each.sign)}</text>'
    return f'<g class="node" {at}><title>{glyphs.text(each.name or each.id)}</title>{signs}</g>'


def is_named(each: Node, *, fine: bool) -> bool:
    """Tells if a name is written beside a place: of ports, and from afar of key ports alone."""
    return each.kind == "key" or (fine and each.kind == "minor")


def breeze(each: Breeze, at: str) -> str:
    """A wind as an arrow: full where it blows, hollow where it does not."""
    across, down = each.across, each.down
    tail, head = (-across, -down), (across, down)
    left, right = barb(each, 1), barb(each, -1)
    kind = "breeze blows" if each.blows else "breeze"
    told = f"<title>{glyphs.text(each.name)}</title>"
    corners = f"M{head[0]} {head[1]}L{left[0]} {left[1]}L{right[0]} {right[1]}z"
    return (f'<g class="{kind}" {at}>{told}<path d="M{tail[0]} {tail[1]}L{head[0]} {head[1]}"/>'
            f'<path class="barb" d="{corners}"/></g>')  # fmt: skip


def barb(each: Breeze, side: int) -> Point:
    """One corner of an arrow's head."""
    long = max(abs(each.across), abs(each.down), 1)
    back = each.across * (100 - BARB_PART) // 100, each.down * (100 - BARB_PART) // 100
    return back[0] - side * BARB * each.down // long, back[1] + side * BARB * each.across // long


def ring(each: Ring) -> str:
    """Weather as a circle, with its word above it."""
    x, y = each.at
    words = f'<text class="ring-name" x="{x}" y="{y - each.radius - 4}">{glyphs.text(each.label)}</text>'
    return f'<circle class="ring {each.kind}" cx="{x}" cy="{y}" r="{each.radius}"/>{words if each.label else ""}'


# ------------------------------------------------------------------------------------------------------------ insets


def enlarged(chart: Chart, inset: Inset) -> Chart:
    """A part of a net with its places farther apart and its signs as they were."""
    source, scale = inset.source, inset.scale

    def there(at: Point) -> Point:
        return inset.at[0] + (at[0] - source.left) * scale, inset.at[1] + (at[1] - source.top) * scale

    def near(at: Point) -> bool:
        return within(source, at, MARGIN)

    def moved(points: tuple[Point, ...]) -> tuple[Point, ...]:
        return tuple(there(each) for each in points)

    lanes = [replace(each, points=(there(each.points[0]), there(each.points[1]))) for each in chart.lanes
             if any(map(near, each.points))]  # fmt: skip
    return replace(
        chart, bounds=inset.bounds, lanes=tuple(lanes), insets=(), lettering=(), rose=None, sightings=tuple(
            replace(each, at=there(each.at)) for each in chart.sightings if near(each.at)),
        nodes=tuple(replace(each, at=there(each.at)) for each in chart.nodes if near(each.at)),
        breezes=tuple(replace(each, at=there(each.at)) for each in chart.breezes if near(each.at)),
        rings=tuple(replace(each, at=there(each.at), radius=each.radius * scale) for each in chart.rings),
        stacks=tuple(replace(each, at=there(each.at)) for each in chart.stacks if near(each.at)),
        hazards=tuple(replace(each, at=there(each.at)) for each in chart.hazards if near(each.at)),
        arrows=tuple(replace(each, points=moved(each.points)) for each in chart.arrows if any(map(near, each.points))),
        before=enlarged(chart.before, inset) if chart.before else None,
    )  # fmt: skip


def within(bounds: Bounds, at: Point, margin: int = 0) -> bool:
    """Tells if a point lies in a part of the sheet, or so near to it."""
    across = bounds.left - margin <= at[0] <= bounds.right + margin
    return across and bounds.top - margin <= at[1] <= bounds.bottom + margin


def framed(number: int, inset: Inset, land: str, inner: str) -> str:
    """An inset: its sea and land, what lies on it, its edge and its name."""
    left, top = inset.at[0] - inset.source.left * inset.scale, inset.at[1] - inset.source.top * inset.scale
    caption = inset.bounds.left + 14, inset.bounds.bottom - 14
    return (
        f'<g clip-path="url(#inset-{number})"><rect class="sea" {box(inset.bounds)}/>'
        f'<use class="land enlarged" href="#{land}" transform="translate({left} {top}) scale({inset.scale})"/>'
        f"{inner}</g>"
        f'<rect class="frame" {box(inset.bounds)}/>'
        f'<text class="caption" x="{caption[0]}" y="{caption[1]}">{glyphs.text(inset.name)}</text>'
    )
