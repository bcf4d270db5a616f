"""The report as a page: the same parts as the text, as plain data, and the map as a chart."""

from __future__ import annotations

from typing import Any

from pbem.adjudicator.engine.reader import Reading
from pbem.adjudicator.lions.reports.chart import chart
from pbem.adjudicator.lions.reports.report import parts
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.reports.frame import Frame
from pbem.adjudicator.reports.report_page import page_of, part_data


def page(reading: Reading[Picture], around: Frame) -> dict[str, Any]:
    """All that the text report says, in the keys of `page_data.BLANK`."""
    position = [part_data(part) for part in reading.once(parts)["position"]]
    return page_of(reading, around, parts, position, chart)
