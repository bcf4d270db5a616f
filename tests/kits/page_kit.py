"""Reports of real positions as pages, for the tests: what a seat is sent, as text, as data and as HTML."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from typing import Any

from rules.jenkins.positions import Stage, restored, stages

from pbem.adjudicator.engine.phase import Told
from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.jenkins.game import GAME
from pbem.adjudicator.reports.chart_model import Chart
from pbem.page.club_templates import report_page
from pbem.page.drawings import with_map_drawn

SEED = "busy water"
#: A phase with dice, losses, moves and questions.
BUSY = 9
#: What must not come out, whatever template it comes from.
DOERS = (
    "<script>alert(1)</script>", "<SCRIPT SRC=//x.example></SCRIPT>", "<img src=x onerror=alert(1)>",
    "<svg onload=alert(1)>", "<svg><script>alert(1)</script></svg>", "<p onclick='alert(1)'>x</p>",
    "<a href='javascript:alert(1)'>x</a>", "<a href=' java\nscript:alert(1)'>x</a>", "<a href='https://x.example/'>x</a>",
    "<a href='//x.example'>x</a>", "<a href='data:text/html,x'>x</a>", "<iframe srcdoc='x'></iframe>",
    "<object data=x></object>", "<embed src=x>", "<meta http-equiv=refresh content='0;url=https://x.example/'>",
    "<base href='https://x.example/'>", "<form action='https://x.example/'><input name=a></form>",
    "<link rel=stylesheet href='https://x.example/'>", "<style>@import 'https://x.example/';</style>",
    "<style>p{background:url(https://x.example/?a)}</style>", "<p style='background:url(//x.example)'>x</p>",
    "<svg><use href='https://x.example/#a'/></svg>", "<svg><image href='https://x.example/a.png'/></svg>",
    "<svg><foreignObject><p>x</p></foreignObject></svg>",
    "<svg><animate attributeName=href to='javascript:alert(1)'/></svg>",
    "<math><mi xlink:href='javascript:alert(1)'>x</mi></math>", "<!-- --!><script>alert(1)</script> -->",
    "<!doctype html><p>x</p>", "<?php echo 1 ?>", "<![CDATA[<script>]]>", "<video src=x></video>",
    "<template><script>alert(1)</script></template>", "<noscript><p title='</noscript><script>'></noscript>",
    "<details ontoggle=alert(1) open>", "<button formaction='javascript:alert(1)'>x</button>", "<p srcset=x>",
)  # fmt: skip


def stage(number: int = BUSY) -> Stage:
    """A phase of a game that chance played."""
    return stages(SEED)[number]


def frame_of(at: Stage, seat: str, **more: Any) -> dict[str, Any]:
    """Returns what a game folder would add."""
    asked = [
        {"key": d.key, "rule": d.rule, "prompt": d.prompt, "legal": d.legal(), "default": d.default_answer()}
        for d, _ in at.asked if d.side == seat
    ]  # fmt: skip
    return {
        "game": "autumn", "title": "The club's autumn game", "phase": at.phase, "phase_title": "The English Phase",
        "deadline": "2026-11-20T20:00:00Z", "tier": "moderated", "statement": "No one can choose the dice.",
        "charter": "a" * 40, "orders": "b" * 40, "questions": asked[:2], "standing": ["No. 1: did not fire: no wind."],
        **more,
    }  # fmt: skip


def reading(at: Stage, seat: str | None, **more: Any) -> Reading[Any]:
    """Returns what a reader knows at the end of a stage."""
    return GAME.reading(restored(at.after).view(seat), Told(at.story, ()), frame_of(at, seat or "", **more))


def values(at: Stage, seat: str | None, **more: Any) -> dict[str, Any]:
    """A page's data, the map drawn."""
    page = GAME.page(reading(at, seat, **more))
    return with_map_drawn(page)


def text_report(at: Stage, seat: str | None, **more: Any) -> str:
    """The same as text."""
    return GAME.report(reading(at, seat, **more))


@cache
def page_of(number: int = BUSY, seat: str = "english") -> str:
    """The same as HTML."""
    return html_of(values(stage(number), seat))


def html_of(given: Mapping[str, Any]) -> str:
    """Data as HTML, by the house's templates."""
    return report_page("jenkins", "The War of Jenkins' Ear", given).html


def caribbean(number: int = 5, seat: str | None = "english") -> Chart:
    """A real map."""
    at = stage(number)
    drawn = GAME.chart(GAME.reading(restored(at.after).view(seat), Told(at.story, ())))
    assert drawn is not None
    return drawn


class Reader(HTMLParser):
    """The visible text of a page outside its drawings, and every tag with its attributes."""

    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.inside: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, {name: value or "" for name, value in attrs}))
        if tag in ("svg", "style", "title"):
            self.inside.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if self.inside and self.inside[-1] == tag:
            self.inside.pop()

    def handle_data(self, data: str) -> None:
        if not self.inside:
            self.words.append(data)


def read(html: str) -> Reader:
    """A page, read."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    return reader


def words_of(html: str) -> str:
    """Returns the visible text, on one line."""
    return re.sub(r"\s+", " ", " ".join(read(html).words))
