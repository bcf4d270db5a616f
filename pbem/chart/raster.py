"""Draws a map as PNG or PDF: resvg draws it, ReportLab sets it on a sheet of paper.

Both come with the extra `pbem[map]`; SVG needs neither. Letters come from the machine's own fonts; a machine without
fonts gets an error instead of a map without names.
"""

from __future__ import annotations

from functools import cache
from io import BytesIO
from typing import Any

from pbem.adjudicator.reports.chart_model import Chart
from pbem.base.errors import bad
from pbem.base.this_system import pip_install
from pbem.chart import svg

KINDS = ("svg", "png", "pdf")
#: Pixels to a unit of the sheet: 150 to 200 to the inch where a map fills a page.
SHARPNESS = 2
#: The widest picture that is made, in pixels.
MOST_WIDTH = 8_000
#: A4 lying on its side, and what stays white around the map; in points, 72 to the inch.
PAPER, MARGIN, CAPTION = (842, 595), 28, 20
#: What stands in for "serif", the first that this machine has.
FAMILIES = ("Times New Roman", "Georgia", "DejaVu Serif", "Liberation Serif", "Noto Serif", "FreeSerif", "Nimbus Roman",
            "DejaVu Sans", "Liberation Sans", "Noto Sans", "FreeSans", "Arial")  # fmt: skip
#: A letter, and nothing: the same picture where the font is missing.
SHEET = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40">{}</svg>'
LETTER = '<text x="5" y="30" font-size="30" font-family="serif">M</text>'


def picture(chart: Chart, kind: str, *, whole: bool = True) -> bytes:
    """The map as a file of this kind, the whole sheet or the window where most is to see."""
    drawn = svg.standalone(chart, whole=whole)
    if kind == "svg":
        return drawn.encode()
    if kind not in KINDS:
        raise bad(f"a map is one of {', '.join(KINDS)}, not '{kind}'")
    bounds = chart.bounds if whole or chart.focus is None else chart.focus
    image = png(drawn, min(bounds.width * SHARPNESS, MOST_WIDTH))
    return image if kind == "png" else pdf(image, chart)


def png(drawn: str, width: int) -> bytes:
    """The drawing as pixels."""
    resvg, family = library("resvg_py"), serif()
    if not family:
        raise bad("no font is installed, so a picture would have no names on it", hint="DejaVu will do; or use '.svg'")
    return bytes(resvg.svg_to_bytes(svg_string=drawn, width=width, serif_family=family))


@cache
def serif() -> str:
    """A font that this machine has; empty where it has none that we know."""
    resvg = library("resvg_py")
    blank = bytes(resvg.svg_to_bytes(svg_string=SHEET.format("")))
    lettered = SHEET.format(LETTER)
    return next((family for family in FAMILIES
                 if bytes(resvg.svg_to_bytes(svg_string=lettered, serif_family=family)) != blank), "")  # fmt: skip


def pdf(image: bytes, chart: Chart) -> bytes:
    """The picture in the middle of an A4 sheet, its title above it and its sources below. No date: same map, same
    bytes."""
    canvas, tools = library("reportlab.pdfgen.canvas"), library("reportlab.lib.utils")
    made, (wide, high) = BytesIO(), PAPER
    sheet = canvas.Canvas(made, pagesize=PAPER, invariant=1, pageCompression=1)
    sheet.setTitle(chart.title)
    sheet.setFont("Times-Roman", 13)
    sheet.drawCentredString(wide / 2, high - MARGIN, latin(chart.title))
    sheet.setFont("Times-Italic", 8)
    sheet.drawCentredString(wide / 2, MARGIN - 8, latin(f"Coastline: {chart.credits}." if chart.credits else ""))
    sheet.drawImage(tools.ImageReader(BytesIO(image)), MARGIN, MARGIN + 6, wide - 2 * MARGIN,
                    high - 2 * MARGIN - CAPTION, preserveAspectRatio=True, anchor="c")  # fmt: skip
    sheet.save()
    return made.getvalue()


def latin(text: str) -> str:
    """Returns the characters that the fonts of every PDF reader can show."""
    return text.encode("cp1252", "replace").decode("cp1252")


def library(name: str) -> Any:
    """A part of the extra, or a fault that says how to get it."""
    from importlib import import_module

    try:
        return import_module(name)
    except ImportError:
        hint = f"{pip_install('pbem[map]')}; a name that ends in '.svg' needs nothing more"
        raise bad(f"'{name.partition('.')[0]}' is not installed, which draws maps as PNG and PDF", hint=hint) from None
