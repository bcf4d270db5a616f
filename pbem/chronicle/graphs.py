"""Charts of a book: strength turn by turn, and luck as a dot on its range. Whole numbers; sides differ in shape too."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from pbem.chronicle.war import Chapter, side_name

WIDE, HIGH = 560, 210
LEFT, RIGHT, TOP, BOTTOM = 44, 136, 14, 34
#: So many marks at most on a line of turns.
MARKS = 12
DASHES = ("", "7 4", "2 3", "9 3 2 3")
ROW = 26


def strength_charts(chapters: Sequence[Chapter]) -> list[dict[str, str]]:
    """A chart for each measure that has at least two chapters: title, drawing, and the same in words."""
    names = list(dict.fromkeys(each.name for chapter in chapters for each in chapter.measures))
    return [chart for name in names if (chart := strength_chart(name, chapters))]


def strength_chart(name: str, chapters: Sequence[Chapter]) -> dict[str, str] | None:
    """One measure of all sides."""
    rows = [{each.side: each.amount for each in chapter.measures if each.name == name} for chapter in chapters]
    counted = {side for row in rows for side in row}
    sides = [side for side in in_order(chapters) if side in counted]
    if len(rows) < 2 or not sides:
        return None
    most = max(amount for row in rows for amount in row.values()) or 1
    step = (WIDE - LEFT - RIGHT) * 100 // (len(rows) - 1)
    lines = "".join(line_of(place, side, rows, step, most) for place, side in enumerate(sides))
    told = [f"{side_name(side)} {first_of(rows, side)} at first, {last_of(rows, side)} at the end" for side in sides]
    title, words = f"{name}, after each chapter", "; ".join(told)
    inner = axes(most, len(rows), step) + ends(sides, rows, most) + lines
    return {"title": title, "svg": drawing(title, words, WIDE, HIGH, inner), "words": f"{name}: {words}."}


def in_order(chapters: Sequence[Chapter]) -> list[str]:
    """Lists the sides as their game names them: so a side has one sign in all charts, and the colour of its maps."""
    return list(dict.fromkeys(each.side for chapter in chapters for each in chapter.measures))


def first_of(rows: Sequence[Mapping[str, int]], side: str) -> int:
    """The first amount of a side."""
    return next(row[side] for row in rows if side in row)


def last_of(rows: Sequence[Mapping[str, int]], side: str) -> int:
    """The last amount of a side."""
    return first_of(rows[::-1], side)


def drawing(title: str, words: str, wide: int, high: int, inner: str) -> str:
    """A drawing with its name and its words."""
    return (f'<svg class="graph" xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}" role="img" '
            f'aria-label="{escape(f"{title}. {words}")}">{inner}</svg>')  # fmt: skip


def down(amount: int, most: int) -> int:
    """The place of an amount, from the top down."""
    return HIGH - BOTTOM - (HIGH - TOP - BOTTOM) * amount // most


def line_of(place: int, side: str, rows: Sequence[Mapping[str, int]], step: int, most: int) -> str:
    """A side's line, with a mark of its own shape at each chapter."""
    points = [(LEFT + at * step // 100, down(row[side], most)) for at, row in enumerate(rows) if side in row]
    path = " ".join(f"{x},{y}" for x, y in points)
    dash = f' stroke-dasharray="{DASHES[place % len(DASHES)]}"' if DASHES[place % len(DASHES)] else ""
    every = max(1, len(points) // MARKS)
    marks = "".join(mark(place, x, y) for x, y in points[::every])
    return f'<g class="line line-{place % 4 + 1}"><polyline points="{path}"{dash}/>{marks}</g>'


def mark(place: int, x: int, y: int) -> str:
    """A circle, a square, a diamond or a triangle."""
    shapes = ("M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z", "M-4 -4h8v8h-8z", "M0 -5l5 5l-5 5l-5 -5z", "M0 -5l5 9h-10z")
    return f'<path class="mark" transform="translate({x} {y})" d="{shapes[place % len(shapes)]}"/>'


def axes(most: int, chapters: int, step: int) -> str:
    """The frame: the least and the most on the left, chapters below."""
    base = HIGH - BOTTOM
    found = [f'<path class="axis" d="M{LEFT} {TOP}V{base}H{WIDE - RIGHT}"/>']
    for amount in dict.fromkeys((0, most // 2, most)):
        found.append(f'<text class="tick right" x="{LEFT - 6}" y="{down(amount, most) + 4}">{amount}</text>')
    every = max(1, chapters // MARKS)
    for at in range(0, chapters, every):
        found.append(f'<text class="tick middle" x="{LEFT + at * step // 100}" y="{base + 16}">{at}</text>')
    return "".join(found)


def ends(sides: Sequence[str], rows: Sequence[Mapping[str, int]], most: int) -> str:
    """The sides by name where their lines end, kept apart."""
    places = sorted((down(last_of(rows, side), most), place, side) for place, side in enumerate(sides))
    found, low = list[str](), 0
    for at, place, side in places:
        low = max(at, low + 15)
        words = f"{escape(side_name(side))} {last_of(rows, side)}"
        found.append(f'<g class="line line-{place % 4 + 1}">{mark(place, WIDE - RIGHT + 12, low)}</g>')
        found.append(f'<text class="tick" x="{WIDE - RIGHT + 22}" y="{low + 4}">{words}</text>')
    return "".join(found)


def luck_chart(rows: Sequence[Mapping[str, Any]]) -> str:
    """Each row of luck as a dot; the bar holds 19 of 20 games with fair dice, the stroke is their average."""
    if not rows:
        return ""
    high = ROW * len(rows) + 24
    ends_of_scale = (("tick", 250, "less lucky"), ("tick right", 540, "luckier"))
    found = [f'<text class="{sort}" x="{x}" y="14">{words}</text>' for sort, x, words in ends_of_scale]
    for at, row in enumerate(rows):
        found.append(luck_row(row, 24 + at * ROW))
    told = [f"{row['side']}, {row['kind']}: {row['points']} points, {row['low']} to {row['high']} in 19 of 20 games"
            for row in rows]  # fmt: skip
    return drawing("The luck of the dice", "; ".join(told), WIDE, high, "".join(found))


def luck_row(row: Mapping[str, Any], y: int) -> str:
    """One row: the range goes from 300 to 490 and is the same for all, so that rows can be compared."""
    low, high, points = int(row["low"]), int(row["high"]), int(row["points"])
    span = max(high - low, 1)
    at = min(max(300 + 190 * (points - low) // span, 254), 540)
    middle = 300 + 190 * (int(str(row["fair"]).partition(".")[0]) - low) // span
    shape = "M-5 0a5 5 0 1 0 10 0a5 5 0 1 0 -10 0z" if row["inside"] else "M0 -6l6 6l-6 6l-6 -6z"
    name = escape(f"{row['side']}, {row['kind']}")
    bar = f'<path class="range" d="M300 {y + 6}H490"/><path class="fair" d="M{middle} {y}v12"/>'
    dot = f'<path class="mark dot" transform="translate({at} {y + 6})" d="{shape}"/>'
    return f'<text class="tick" x="0" y="{y + 10}">{name}</text>{bar}{dot}'
