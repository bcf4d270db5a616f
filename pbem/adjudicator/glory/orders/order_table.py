"""The table of this title's order files: every section as one row, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.adjudicator.glory.board.board import Board
from pbem.adjudicator.glory.orders import examples, in_words, talk
from pbem.adjudicator.glory.orders.conditions import CONDITIONS
from pbem.adjudicator.glory.orders.doctrine_rows import RULES
from pbem.adjudicator.glory.orders.doctrines import SHIPPED
from pbem.adjudicator.glory.orders.names import JUDGES, PLAIN, SEATS, SHAPES
from pbem.adjudicator.glory.orders.plan_rows import NAMED, PLANS, SEA, SETUP, allied, british
from pbem.adjudicator.glory.state.terms import BRITISH
from pbem.adjudicator.glory.view.board_seen import board_seen
from pbem.adjudicator.glory.view.look import Look
from pbem.adjudicator.glory.view.picture import Picture, picture
from pbem.adjudicator.orders import echo
from pbem.adjudicator.orders.grammar import NO_RULE, Example, OrderTable, Row, answers_shape, open_step, standing_shape
from pbem.adjudicator.orders.order_file import exact
from pbem.adjudicator.orders.shapes import Either, List, Open, Ref, Text, Word
from pbem.adjudicator.orders.shipped import doctrine_row

#: The rows that a standing order may hold.
LASTING = tuple(row for row in (*PLANS, *RULES) if row.lasting)
#: What an exact answer may be.
PART = Either("A word or a mapping", (Text("A word", longest=200, eg="new"), Open("Words by name")))
ANYTHING = Either("A word, a list, or a mapping", (
    Text("A word", longest=200, eg="new"), List("A list", Ref("An entry", name="part"), most=300),
    Open("Words by name"),
))  # fmt: skip
#: What a turn does first of all, and does not look at again after a halt.
DONE = ("setup", "admiralty", "provisions", "conseil")
#: step -> what it is called
PHASES = {SETUP: "the set-up", SEA: "turn {turn}, the sea"}
ASKING = (
    "A battle is fought by your plan. Write `ask: [battle]` to be asked by letter about every battle that is large "
    "enough for both players to know it; the charter must allow it, and then both are asked."
)


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    return PHASES.get(open_step(seen), "no phase is open").format(turn=seen.known["turn"])


def asked(topics: Sequence[str]) -> Iterator[str]:
    """The list of what to ask read back."""
    yield "You are asked by letter about large battles." if topics else "You are asked about no battle."


def sections_read_back(order: echo.Part) -> str:
    """A standing order in a sentence."""
    if "cancel" in order:
        return f"Standing order {order['cancel']} is cancelled."
    head = f" if {in_words.all_of(order['if'])}" if order.get("if") else ""
    until = f"; until {in_words.all_of(order['until'])}" if order.get("until") else ""
    once = "; once" if order.get("once") else ""
    told = " ".join(line.rstrip(".") + "." for line in echo.doctrine(LASTING, order)).rstrip(".") or "nothing"
    return f"Standing order {order['number']}{head}: {told}{until}{once}."


OWN: tuple[Row[Picture, Look], ...] = (
    doctrine_row(SHIPPED, Example("t00.setup", "doctrine: steady\n", "From now on the doctrine 'steady' answers every "
                                  "question that neither orders nor standing orders of the British player answer.",
                                  by=BRITISH)),
    Row(key="ask", rule=NO_RULE, heading="ASK", talk=lambda seen: (ASKING,), example=lambda seen: ["battle"],
        shape=List("About what you want to be asked by letter; kept until another list replaces it",
                   Word("A section", ("battle",), eg="battle"), eg=["battle"]),
        echo=asked, story=british("ask: [battle]\n", "Before a large battle both players are asked for fresh plans.")),
    Row(key="standing", rule=NO_RULE, shape=standing_shape([row.key for row in LASTING]), heading="STANDING ORDERS",
        talk=talk.standing, example=examples.standing, echo=echo.entries(sections_read_back), story=allied("""\
standing:
  - number: 3
    until: [{turn_at_least: 24}]
    sail:
      - {block: rochefort-fleet, legs: [{lie: true}]}
  - number: 4
    battle:
      - {if: [{against: nelson}], gauge: leeward, manner: shy}
  - cancel: 5
""", "Until turn 24 the Rochefort fleet lies in port, unless a file names it. Against Nelson any fleet avoids battle. "
     "Order 5 is struck off.")),
    Row(key="answers", rule=NO_RULE, shape=answers_shape("halt/british/n1", "One answer"), heading="ANSWERS",
        talk=exact, desk_talk=lambda seen: (), echo=echo.entries(echo.answer),
        example=lambda seen: [{"key": f"halt/{seen.side}/n1", "answer": "new"}], story=british("""\
answers:
  - {key: halt/british/n1, answer: new}
""", "The letter of a halt prints the key. `new` says that the sections of this file replace the older ones for the "
     "rest of the turn; `go_on` leaves them.")),
)  # fmt: skip

#: How the documentation page begins.
OPENING = (
    "Your folder makes the file: `pbem orders new` writes it with your own blocks' names, all switched off but for the",
    "line that chooses a [doctrine](#doctrine) for you.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Ships, blocks, admirals and ports go by their ids or by a",
    "beginning that only one of them has; leave out the nation of a ship. `pbem orders check FILE` finds every fault",
    "and says what the orders will do.",
    "",
    "A turn is one letter from each player: repairs and crews, and then what every block does under every wind. You do",
    "not know which winds come, so each block has a list of [legs](#sail) with [conditions](#conditions). When the",
    "block is activated, the first leg that holds and can be begun is sailed. If you write a [halt](#halt), the turn",
    "stops when it holds and both players write again. What you do not order is answered by your doctrine or by the",
    "default of the rule.",
)
TABLE: OrderTable[Picture, Board, Look] = OrderTable(
    schema_name="orders-glory", title="1805: Sea of Glory", seats=SEATS, rows=(*PLANS, *RULES, *OWN),
    names={**SHAPES, **NAMED, "anything": ANYTHING, "part": PART},
    conditions={word: each.shape for word, each in CONDITIONS.items()}, judges=JUDGES, plain_words=PLAIN, most=60,
    seat_about="The seat that gives them", phase_eg="t05.sea", conditions_eg={"wind": "NE"},
    pieces=frozenset(("block", "fleet")), makes=frozenset(), apart=frozenset(("legs", "sail")),
    season_hint="the set-up first; in every turn after it one letter with all the rest",
    board_of=board_seen, steps=tuple(PHASES), see=picture, phase_title=phase_title,
    eg={"pbem": "orders/1", "seat": "british", "phase": "t05.sea", "sail": [
        {"block": "channel-fleet", "legs": [{"station": "inshore"}]},
    ]},
    opening=OPENING, strict=frozenset(("port", "hex", "destination", "zone", "event", "frigate", "rumour", "admiral")),
    still_read=tuple(row.key for row in (*PLANS, *RULES, *OWN) if row.key not in DONE),
)  # fmt: skip
