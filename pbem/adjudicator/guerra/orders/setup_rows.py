"""The section of an order file that lays out a seat's forces before the game begins."""

from __future__ import annotations

from pbem.adjudicator.guerra.orders import examples, in_words, talk
from pbem.adjudicator.guerra.orders.march_rows import LEADERS, PATRIOT_SETUP, ROYALIST_SETUP, entries_of
from pbem.adjudicator.guerra.orders.names import leader, listed, marker, piece, place
from pbem.adjudicator.guerra.state.terms import ROYALIST
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.picture import Picture
from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Example, Row
from pbem.adjudicator.orders.shapes import Truth

SETTING_UP: tuple[Row[Picture, Look], ...] = (
    Row(key="setup", rule="2.0", steps=(ROYALIST_SETUP, PATRIOT_SETUP), topics=("setup",), heading="SET-UP (2.0)",
        talk=talk.set_up, example=examples.set_up, echo=entries(in_words.placed),
        shape=entries_of("Where units begin that are not to stand where history had them; the rest stands there",
                         "Units in one place", {
            "at": place("An area, or a port to stand inside it or lie in it", eg="veracruz"),
            "units": listed("Units, or ships", piece, "r-mi1", least=1), "leader": leader("A leader with them"),
            "leaders": LEADERS, "marker": marker("The army marker over them", eg="alto-peru"),
            "inside": Truth("In the fortress of the area, else in its city"),
        }, "at units"),
        story=Example("t00.royalist-setup", """\
setup:
  - {at: callao, units: [r-f1]}
""", "The frigate begins at Callao, everybody else where history had them.", checked=False, by=ROYALIST)),
)  # fmt: skip
