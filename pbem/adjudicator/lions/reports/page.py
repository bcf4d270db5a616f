"""The report as a page: the same parts as the text, as plain data, and the map as a chart."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pbem.adjudicator.engine.game import Told
from pbem.adjudicator.lions.reports.chart import chart
from pbem.adjudicator.lions.reports.report import parts
from pbem.adjudicator.lions.view.picture import picture
from pbem.adjudicator.reports.frame import Frame
from pbem.adjudicator.reports.report_page import page_of, part_data


def page(view: Mapping[str, Any], told: Told, frame: Frame) -> dict[str, Any]:
    """All that the text report says, in the keys of `page_data.BLANK`."""
    seen = picture(view)
    common = parts(seen, told, frame)
    position = [part_data(part) for part in common["position"]]
    return page_of(seen.side, common, position, lambda: chart(view, told), frame)
