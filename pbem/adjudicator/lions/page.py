"""The report as a page: what the text says, as plain data, and the map drawn. Made from the same parts as the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.game import Told
from pbem.adjudicator.lions.chart import chart
from pbem.adjudicator.lions.picture import picture
from pbem.adjudicator.lions.report import parts
from pbem.adjudicator.report_parts import chapter_data, part_data, question_data, text_of
from pbem.page import parts as page_parts

#: With more dice than this the page goes without a table of them; each stands in the story with its name and proof.
MOST_DICE = 120


def page(view: Mapping[str, Any], told: Told, frame: Mapping[str, Any]) -> dict[str, Any]:
    """All that the text report says, in the keys of `pbem.page.parts`."""
    seen = picture(view)
    common = parts(seen, told, frame)
    chapters = [chapter_data(each, common["phase"], frame) for each in common["chapters"]]
    dice = page_parts.every_die(chapters)
    drawn = page_parts.drawn(chart(view, told)) if frame.get("drawn", True) else None
    return {
        **page_parts.BLANK, **{name: value for name, value in common.items() if name in page_parts.BLANK},
        "game": text_of(frame, "game"), "side": seen.side, "chapters": chapters,
        "dice": dice if len(dice) <= MOST_DICE else [], "map": drawn,
        "position": [part_data(part) for part in common["position"]],
        "questions": [question_data(each) for each in common["questions"]], **page_parts.told(frame),
        "hashes": [list(pair) for pair in common["hashes"]], "proof": [list(pair) for pair in common["proof"]],
    }  # fmt: skip
