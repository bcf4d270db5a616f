"""The report as a page: what the text says, as plain data, and the map drawn. Made from the same parts as the text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.game import Told
from pbem.adjudicator.lions.chart import chart
from pbem.adjudicator.lions.picture import picture
from pbem.adjudicator.lions.report import parts
from pbem.adjudicator.report_frame import Frame
from pbem.adjudicator.report_page import page_of, part_data


def page(view: Mapping[str, Any], told: Told, frame: Frame) -> dict[str, Any]:
    """All that the text report says, in the keys of `pbem.page.parts`."""
    seen = picture(view)
    common = parts(seen, told, frame)
    position = [part_data(part) for part in common["position"]]
    return page_of(seen.side, common, position, lambda: chart(view, told), frame)
