"""The signs of a chart, drawn around their own middle, some 26 units wide: told apart by shape, then by colour."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from html import escape

from pbem.adjudicator.reports.chart_model import Arrow, Ground, Standing
from pbem.base.errors import visible
from pbem.geometry.coast import Shore
from pbem.geometry.sheet import CORNERS, Point, Tiling

#: A counter's outline: the reader's is a square, the enemy's a shield, anybody else's a lozenge.
OUTLINES = {
    Standing.OWN: "M-13 -11h26v22h-26z",
    Standing.FOE: "M-13 -11h26v12q0 9 -13 13q-13 -4 -13 -13z",
    Standing.OTHER: "M0 -14l14 14l-14 14l-14 -14z",
}
#: The outlines of a third and a fourth power.
HEXAGON = "M-14 0l7 -12h14l7 12l-7 12h-14z"
DISC = "M-13 0a13 13 0 1 1 26 0a13 13 0 1 1 -26 0z"
#: A ship under sail; troops, crossed as on every staff map.
SHIP = "M-9 4h18l-3 4h-12zM0 3v-11q7 4 8 11zM-1.5 3h-7q1 -6 7 -8z"
TROOPS = "M-8 -5h16v11h-16zM-8 -5l16 11M8 -5l-16 11"
#: A storm turns as storms do north of the line.
ARM = "14 -7c-6 -9 -20 -9 -25 1c-3 8 4 14 10 11c5 -3 4 -9 -1 -9"
OTHER_ARM = "-14 7c6 9 20 9 25 -1c3 -8 -4 -14 -10 -11c-5 3 -4 9 1 9"
STORM = f"M{ARM}M{OTHER_ARM}"
WRECK = "M-9 5q9 5 18 0M-4 5l3 -13M4 6l-9 -9M-6 -6l9 3"
#: A bat, a machete, a gibbet; rings of dots and a chain about a fortress.
BAT = "M0 -3l-2 -3l-1 3q-6 -5 -12 0q4 1 4 6q4 -3 6 1l5 4l5 -4q2 -4 6 -1q0 -5 4 -6q-6 -5 -12 0l-1 -3z"
MACHETE = "M-11 9l6 -6M-5 3q2 -11 15 -13q-2 10 -12 16z"
GIBBET = "M-6 11v-22h13v6M-6 -4l6 -7M7 -5a3 3 0 1 1 -0.1 0"
LINES = "M-16 0a16 16 0 1 1 0 0.1"
WORKS = f"{LINES}M-20 0a20 20 0 1 1 0 0.1"
CHAIN = "M-20 14a4 3 0 1 1 8 0a4 3 0 1 1 8 0a4 3 0 1 1 8 0a4 3 0 1 1 8 0a4 3 0 1 1 8 0"
HAZARDS = {"storm": STORM, "wreck": WRECK, "guerrillas": BAT, "masses": MACHETE, "repression": GIBBET,
           "siege": LINES, "works": WORKS, "blockade": CHAIN}  # fmt: skip
#: A fortress, and an army that is seen by its flag alone.
STAR = "M0 -12l3.5 7l8 1l-6 5.5l1.5 8l-7 -4l-7 4l1.5 -8l-6 -5.5l8 -1z"
FLAG = "M-7 10v-19h1v1q6 -3 12 0v9q-6 -3 -12 0v9z"
#: Shapes of which a map has many: a page writes each once, under this id, and shows it wherever one stands.
SHARED = {
    OUTLINES[Standing.OWN]: "s-square", OUTLINES[Standing.FOE]: "s-shield", OUTLINES[Standing.OTHER]: "s-lozenge",
    HEXAGON: "s-hexagon", DISC: "s-disc", SHIP: "s-ship", TROOPS: "s-troops", FLAG: "s-flag", STAR: "s-star",
    BAT: "s-bat", MACHETE: "s-machete", GIBBET: "s-gibbet", LINES: "s-lines", WORKS: "s-works", CHAIN: "s-chain",
}  # fmt: skip
#: Those of them that only a map whose legend has their sign writes.
LEGEND = (BAT, MACHETE, GIBBET, LINES, WORKS, CHAIN)
#: Eight points, the four chief ones half dark.
ROSE = "M0 -62l9 53l53 9l-53 9l-9 53l-9 -53l-53 -9l53 -9z"
ROSE_DARK = "M0 -62l9 53l-9 9zM62 0l-53 9l-9 -9zM0 62l-9 -53l9 -9zM-62 0l53 -9l9 9z"
ROSE_SMALL = "M0 0L26 -26L10 -3zM0 0L26 26L3 10zM0 0L-26 26L-10 3zM0 0L-26 -26L-3 -10z"
HEXES = "M0 13H15L30 39H60L75 13H90M30 39L22.5 52M60 39L67.5 52M15 13L22.5 0M75 13L67.5 0"
PATTERNS = {
    Tiling.HEXES: f'width="90" height="52" patternTransform="translate(0 -13)"><path class="grid" d="{HEXES}"/>',
    Tiling.SQUARES: 'width="60" height="60"><path class="grid" d="M30 0V60M0 30H60"/>',
}
GROUNDS = (Ground.COAST, Ground.UNKNOWN)


@lru_cache(2048)
def text(value: str) -> str:
    """Words of anybody's, made harmless; figures and plain letters are."""
    return value if value.isascii() and value.isalnum() else escape(visible(value))


def sign(kind: str, path: str, more: str = "") -> str:
    """Draws a shape in the look of its class; a shared one by reference."""
    shape = f'use href="#{SHARED[path]}"' if path in SHARED else f'path d="{path}"'
    return f'<{shape} class="{kind}"{more}/>'


def definitions(kinds: Iterable[str]) -> str:
    """Writes the shared shapes, once for all drawings of a page; `kinds` are those of the legend's signs."""
    listed = {HAZARDS.get(kind) for kind in kinds}
    return "".join(f'<path id="{name}" d="{path}"/>' for path, name in SHARED.items()
                   if path not in LEGEND or path in listed)  # fmt: skip


def ring(shore: Shore) -> str:
    """A coastline as a path, step by step from its first point: shorter than places."""
    (x, y), *rest = shore.points
    steps = []
    for across, down in rest:
        steps.append(f"{across - x} {down - y}")
        x, y = across, down
    first = shore.points[0]
    way = " ".join(steps).replace(" -", "-")  # a sign parts two numbers as well as a space
    return f"M{first[0]} {first[1]}l{way}{'z' if shore.closed else ''}"


def cell_path(tiling: Tiling, at: Point, corners: tuple[Point, ...]) -> str:
    """The outline of a cell."""
    around = corners or tuple((at[0] + x, at[1] + y) for x, y in CORNERS[tiling])
    return ring(Shore(around)) if around else ""


def line(points: Iterable[Point]) -> str:
    """A path from place to place."""
    return "M" + "L".join(f"{x} {y}" for x, y in points)


def arrow_path(arrow: Arrow) -> str:
    """Draws a move. It ends short of the middle of its last cell, so that its head does not hide who is there."""
    *way, before, last = arrow.points
    short = (last[0] - (last[0] - before[0]) // 4, last[1] - (last[1] - before[1]) // 4)
    return line([*way, before, short])
