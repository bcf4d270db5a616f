"""Draws what a map of areas has: ground by owner, lines of allegiance, ranges of mountains, insets."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from itertools import pairwise

from pbem.adjudicator.reports.chart_model import Border, Chart, Held, Inset
from pbem.chart import glyphs
from pbem.chart.panels import box
from pbem.chart.states import changed
from pbem.geometry.coast import Shore
from pbem.geometry.sheet import Bounds, Point

#: Names of what a page's drawings share: the land as a frame, an area's outline and the same as a frame, the pattern of
#: shared ground, the sheet.
ASHORE, AREA, WITHIN, SHARED, BODY = "ashore", "area", "within", "shared", "body"
#: Widths of the lines of allegiance: half of each is cut off by the border.
OUTER, BETWEEN, INNER = 15, 10, 5
CAPTION = 40  # the height of an inset's caption
BROKEN = ' stroke-dasharray="12 8"'
#: A tooth of a range: how far apart, how long.
TOOTH_EVERY, TOOTH = 16, 9
#: From an area's name to its figures and its dots.
FIGURE_BELOW, DOTS_BELOW, DOT_APART = 13, 18, 8
#: The room that they take: half a letter's width, the same of wide ones, above the name's line, below it.
LETTER, WIDEST, ABOVE, BELOW = 3, 4, 9, 20


def definitions(chart: Chart, land: str) -> str:
    """The outlines of areas, the frames that areas are cut by, and the pattern of ground that both sides share."""
    if not chart.areas:
        return ""
    edges = "".join(f'<clipPath id="{WITHIN}-{number}"><use href="#{AREA}-{number}"/></clipPath>'
                    for number, each in enumerate(chart.areas) if each.edge)  # fmt: skip
    outlines = "".join(f'<path id="{AREA}-{number}" d="{outline(each)}"/>' for number, each in enumerate(chart.areas))
    insets = "".join(f'<clipPath id="inset-{number}"><rect {box(each.bounds)}/></clipPath>'
                     for number, each in enumerate(chart.insets))  # fmt: skip
    stripes = (f'<pattern id="{SHARED}" patternUnits="userSpaceOnUse" width="12" height="12" '
               'patternTransform="rotate(45)"><rect class="held own" width="6" height="12"/>'
               '<rect class="held foe" x="6" width="6" height="12"/></pattern>')  # fmt: skip
    return f'<clipPath id="{ASHORE}"><use href="#{land}"/></clipPath>{outlines}{edges}{insets}{stripes}'


def outline(each: Held) -> str:
    """An area's border as a path."""
    return glyphs.ring(Shore(each.corners))


def grounds(chart: Chart) -> Iterator[str]:
    """The areas in the ground of their holders, cut by the coast, with their lines and ranges."""
    if not chart.areas:
        return
    yield f'<g clip-path="url(#{ASHORE})">'
    for number, (each, then) in enumerate(zip(chart.areas, (chart.before or chart).areas, strict=True)):
        yield changed([held(each, number)], [held(then, number)])
        if each.edge:
            yield f'<g clip-path="url(#{WITHIN}-{number})">{"".join(allegiance(each, number))}</g>'
    for border in chart.borders:
        yield drawn_border(border)
    yield "</g>"


def held(each: Held, number: int) -> str:
    """An area in the ground of its holder."""
    return f'<use class="held {hands(each)}" href="#{AREA}-{number}"/>'


def hands(each: Held) -> str:
    """The class of an area's ground."""
    return "shared" if each.shared else each.standing.value if each.standing else "free"


def allegiance(each: Held, number: int) -> Iterator[str]:
    """The line within a border that says whom an area's people love."""
    path = f'href="#{AREA}-{number}"'
    if each.edge == "double":
        yield f'<use class="edge" stroke-width="{OUTER}" {path}/>'
        yield f'<use class="gap {hands(each)}" stroke-width="{BETWEEN}" {path}/>'
    yield f'<use class="edge" stroke-width="{INNER}"{BROKEN if each.edge == "broken" else ""} {path}/>'


def drawn_border(border: Border) -> str:
    """A range with its teeth, or the thick line of a wider country."""
    teeth = "".join(hachures(border.points)) if border.kind == "range" else ""
    return f'<path class="{border.kind}" d="{glyphs.line(border.points)}{teeth}"/>'


def hachures(points: tuple[Point, ...]) -> Iterator[str]:
    """Strokes across a line, evenly along it."""
    for (x, y), (to_x, to_y) in pairwise(points):
        far = max(abs(to_x - x), abs(to_y - y), 1)
        across, down = TOOTH * (to_y - y) // far, -TOOTH * (to_x - x) // far
        for step in range(TOOTH_EVERY // 2, far, TOOTH_EVERY):
            at = x + (to_x - x) * step // far, y + (to_y - y) * step // far
            yield f"M{at[0] - across} {at[1] - down}l{2 * across} {2 * down}"


def label(each: Held, down: int = 0) -> str:
    """An area's name, its figures with the holder's letter, and dots for hostile ground; so far below its place."""
    told = " ".join(part for part in (each.figure, each.sign) if part)
    return label_at(each.at[0], each.at[1] + down, each.name, told, each.dots)


@lru_cache(1024)
def label_at(x: int, y: int, named: str, told: str, hostile: int) -> str:
    """The same at a place; the drawings of a page have most of them alike."""
    figure = f'<text class="figure" x="{x}" y="{y + FIGURE_BELOW}">{glyphs.text(told)}</text>' if told else ""
    across = (x + (2 * number - hostile + 1) * DOT_APART // 2 for number in range(hostile))
    dots = "".join(f'<circle class="dot" cx="{at}" cy="{y + DOTS_BELOW}" r="2.5"/>' for at in across)
    name = f'<text class="area" x="{x}" y="{y}">{glyphs.text(named)}</text>'
    words = f", hostility {hostile}" if hostile else ""
    return f"<g><title>{glyphs.text(f'{named}: {told}{words}')}</title>{name}{figure}{dots}</g>"


def room_of(each: Held, letter: int = LETTER) -> tuple[int, int, int, int]:
    """The room that a label takes: left, top, right, bottom; `letter` is half the width of one."""
    half = max(len(each.name), len(each.figure) + len(each.sign) + 1) * letter
    return each.at[0] - half, each.at[1] - ABOVE, each.at[0] + half, each.at[1] + BELOW


def above_caption(each: Inset) -> Bounds:
    """The part of an inset's source where names stand: its caption has the strip below."""
    source = each.source
    return Bounds(source.left, source.top, source.right, source.bottom - CAPTION // each.scale)


def inset(number: int, each: Inset, body: str, letters: str) -> str:
    """A part of the sheet again, larger; `body` is the sheet drawn elsewhere on the page."""
    shift = each.at[0] - each.source.left * each.scale, each.at[1] - each.source.top * each.scale
    caption = each.bounds.left + 14, each.bounds.bottom - 14
    larger = f'transform="translate({shift[0]} {shift[1]}) scale({each.scale})"'
    return (
        f'<g clip-path="url(#inset-{number})"><use href="#{body}" {larger}/><g {larger}>{letters}</g></g>'
        f'<rect class="frame" {box(each.bounds)}/>'
        f'<text class="caption" x="{caption[0]}" y="{caption[1]}">{glyphs.text(each.name)}</text>'
    )
