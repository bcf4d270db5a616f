"""The table of this title's order files: every section as one row, in the order of the file."""

from __future__ import annotations

from pbem.adjudicator.guerra.board.board import Board
from pbem.adjudicator.guerra.orders import examples, talk
from pbem.adjudicator.guerra.orders.conditions import CONDITIONS
from pbem.adjudicator.guerra.orders.council.council_rows import COUNCIL_NAMED, COUNCIL_ROWS
from pbem.adjudicator.guerra.orders.doctrine_rows import RULES
from pbem.adjudicator.guerra.orders.doctrines import SHIPPED
from pbem.adjudicator.guerra.orders.march_rows import COUNCIL as COUNCIL_STEP
from pbem.adjudicator.guerra.orders.march_rows import MARCHES, NAMED, PATRIOT_SETUP, QUICK, ROYALIST_SETUP, open_step
from pbem.adjudicator.guerra.orders.names import JUDGES, PLAIN, SHAPES
from pbem.adjudicator.guerra.orders.setup_rows import SETTING_UP
from pbem.adjudicator.guerra.state.terms import MUSTER, PATRIOT, ROYALIST, SEATS, UPRISINGS
from pbem.adjudicator.guerra.view.board_seen import board_seen
from pbem.adjudicator.guerra.view.look import Look
from pbem.adjudicator.guerra.view.picture import Picture, picture
from pbem.adjudicator.orders.grammar import Example, OrderTable, Row
from pbem.adjudicator.orders.shapes import Either, List, Open, Ref, Text
from pbem.adjudicator.orders.shipped import answers_row, ask_row, doctrine_row, standing_row
from pbem.base.records import replace

#: The rows that a standing order may hold.
LASTING = tuple(row for row in (*COUNCIL_ROWS, *MARCHES, *RULES) if row.lasting)
#: What an exact answer may be.
PART = Either("A word or a mapping", (Text("A word", longest=200, eg="avoid"), Open("Words by name")))
ANYTHING = Either("A word, a list, or a mapping", (
    Text("A word", longest=200, eg="avoid"), List("A list", Ref("An entry", name="part"), most=300),
    Open("Words by name"),
))  # fmt: skip
#: The council's rows stand in a quick council too, and Mina, who lands in the operations.
COUNCIL = tuple(replace(row, steps=(*row.steps, QUICK)) for row in COUNCIL_ROWS)
#: step -> what it is called
PHASES = {
    QUICK: "turn {turn}, council and Patriot operations", ROYALIST_SETUP: "the Royalist set-up",
    PATRIOT_SETUP: "the Patriot set-up", COUNCIL_STEP: "turn {turn}, council",
    UPRISINGS: "turn {turn}, uprisings", MUSTER: "turn {turn}, muster", PATRIOT: "turn {turn}, Patriot operations",
    ROYALIST: "turn {turn}, Royalist operations",
}  # fmt: skip
ASKED = ("operations", *(row.key for row in RULES))


def step_of(seen: Picture) -> str:
    """The open step of the turn; a quick pace has a council of its own for the Patriot."""
    return open_step(seen.known)


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    return PHASES.get(step_of(seen), "no phase is open").format(turn=seen.known["turn"])


STANDING_STORY = Example("t03.patriot", """\
standing:
  - number: 1
    avoid: [{do: stand, if: [{odds: {own: 3, enemy: 2}}]}, {do: avoid}]
  - number: 2
    until: [{lost: los-llanos}]
    intercept: [{force: any, at: los-llanos, if: [{cavalry_share: {own: 50}}]}]
  - {cancel: 5}
""", "Forces stand at three to two and avoid battle otherwise. While Los Llanos is yours, its horsemen try to stop "
     "any force that marches off. Order 5 is struck off.", by=PATRIOT)  # fmt: skip
ANSWERS_STORY = Example("t03.patriot", """\
answers:
  - {key: avoid/costa-firme/n1, answer: stand}
""", "The letter that asks prints the key.", by=PATRIOT)  # fmt: skip

OWN: tuple[Row[Picture, Look], ...] = (
    doctrine_row(SHIPPED, Example("t03.royalist", "doctrine: steady\n", "From now on the doctrine 'steady' answers "
                                  "every question that neither orders nor standing orders of the Royalist answer.",
                                  by=ROYALIST)),
    ask_row(ASKED, ["avoid"], Example("t03.patriot", "ask: [avoid]\n", "The phase stops for an answer before each "
                                      "battle that one of your forces might avoid.", by=PATRIOT)),
    replace(standing_row(LASTING, talk.LASTING, examples.standing), story=STANDING_STORY),
    replace(answers_row("avoid/costa-firme/n1", "stand"), story=ANSWERS_STORY),
)  # fmt: skip
#: How the documentation page begins.
OPENING = (
    "Your folder makes the file: `pbem orders new` writes it with your own forces, all switched off but for the line",
    "that chooses a [doctrine](#doctrine) for you.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Units, leaders, areas, ports and sea areas go by their ids, by",
    "their names with or without accents, or by a beginning that only one of them has. `pbem orders check FILE` finds",
    "every fault and says what the orders will do.",
    "",
    "A turn is two letters from each player: the council, which both write unseen by each other, and the player's own",
    "operations. In operations each force has a march book: [steps](#operations) with [conditions](#conditions), which",
    "are judged one by one while its points last. In the other player's operations you are asked for nothing: your",
    "doctrine and your [standing orders](#standing) answer, and without them the default of the rule.",
)
TABLE: OrderTable[Picture, Board, Look] = OrderTable(
    schema_name="orders-guerra", title="Guerra a Muerte", seats=SEATS,
    rows=(*SETTING_UP, *COUNCIL, *MARCHES, *RULES, *OWN),
    names={**SHAPES, **NAMED, **COUNCIL_NAMED, "anything": ANYTHING, "part": PART},
    conditions={word: each.shape for word, each in CONDITIONS.items()}, judges=JUDGES, plain_words=PLAIN, most=80,
    strict=frozenset(("unit", "piece", "ship", "area", "port", "sea", "leader", "force", "marker")),
    seat_about="The seat that gives them", phase_eg="t03.royalist", conditions_eg={"held": "charcas"},
    pieces=frozenset(("force",)), makes=frozenset(("marker",)),
    season_hint="the set-up first; then in every turn the council of both, and each seat's operations",
    board_of=board_seen, steps=tuple(PHASES), see=picture, step_of=step_of, phase_title=phase_title,
    eg={"pbem": "orders/1", "seat": "royalist", "phase": "t03.royalist", "operations": [
        {"force": "alto-peru", "do": [{"move": {"to": "mojos"}}]},
    ]},
    opening=OPENING, apart=frozenset(("do",)),
)  # fmt: skip
