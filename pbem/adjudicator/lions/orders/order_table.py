"""The table of this title's order files: every section as one row, in the order of the file."""

from __future__ import annotations

from pbem.adjudicator.lions.board.board import DATA, Board
from pbem.adjudicator.lions.board.terms import POWERS
from pbem.adjudicator.lions.orders import examples, talk
from pbem.adjudicator.lions.orders.conditions import CONDITIONS, Look
from pbem.adjudicator.lions.orders.doctrine_rows import DOCTRINE
from pbem.adjudicator.lions.orders.doctrines import SHIPPED
from pbem.adjudicator.lions.orders.names import JUDGES, PLAIN, SHAPES
from pbem.adjudicator.lions.orders.plan_rows import EARLY, YEARLY
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, SETUP, WATCH, YEAR
from pbem.adjudicator.lions.view.picture import Picture, picture
from pbem.adjudicator.lions.view.view import board_seen
from pbem.adjudicator.orders.grammar import OrderTable, Row
from pbem.adjudicator.orders.shapes import Either, List, Open, Ref, Text
from pbem.adjudicator.orders.shipped import answers_row, ask_row, doctrine_row, standing_row

ASKABLE = [row.key for row in (*EARLY, *YEARLY, *DOCTRINE) if row.all_topics]
#: What an exact answer may be.
PART = Either("A word or a mapping", (Text("A word", longest=200, eg="gunners-1"), Open("Words by name")))
ANYTHING = Either("A word, a list, or a mapping", (
    Text("A word", longest=200, eg="yes"), List("A list", Ref("An entry", name="part"), most=300),
    Open("Words by name"),
))  # fmt: skip

#: step -> what it is called
PHASES = {SETUP: "the set-up", BIDS: "turn {turn}, bids and agreements", YEAR: "turn {turn}, outfitting and operations",
          WATCH: "turn {turn}, operations, watch {watch}"}


def step_of(seen: Picture) -> str:
    """The open step of the turn."""
    return str(seen.known.get("step", ""))


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    return PHASES.get(step_of(seen), "no phase is open").format(turn=seen.known["turn"],
                                                                     watch=seen.known["watch"] + 1)


OWN: tuple[Row[Picture, Look], ...] = (
    doctrine_row(SHIPPED),
    ask_row(ASKABLE, ["operations", "gauge"]),
    standing_row(DOCTRINE, talk.SAID["lasting"], examples.standing),
    answers_row("gauge/h12/england/n1", "engage", "One answer"),
)  # fmt: skip

TABLE: OrderTable[Picture, Board, Look] = OrderTable(
    schema_name="orders-lions", title="When Lions Sailed", seats=POWERS, rows=(*EARLY, *YEARLY, *DOCTRINE, *OWN),
    names={**SHAPES, "anything": ANYTHING, "part": PART},
    conditions={word: each.shape for word, each in CONDITIONS.items()}, judges=JUDGES, plain_words=PLAIN, most=100,
    seat_about="The power that gives them", phase_eg="t01.year", conditions_eg={"moved": "spain"},
    pieces=frozenset(("force", "ship", "ship or class", "leader", "treasure fleet")), makes=frozenset(("item",)),
    season_hint="set-up first; bids and agreements in one phase, outfitting and operations in the next, watches after",
    board_of=board_seen, steps=tuple(PHASES), see=picture, step_of=step_of, phase_title=phase_title,
    eg={"pbem": "orders/1", "seat": "england", "phase": "t01.year", "operations": [
        {"pass_until": [{"moved": "spain"}]},
        {"force": "1", "path": ["tortuga"], "attack": {"power": "spain"}},
    ]},
    examples=DATA / "examples.yaml",
)  # fmt: skip
