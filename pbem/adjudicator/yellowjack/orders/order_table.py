"""The table of this title's order files: every section as one row, in the order of the file."""

from __future__ import annotations

from pbem.adjudicator.orders.grammar import Example, OrderTable, Row, open_step
from pbem.adjudicator.orders.shapes import Either, List, Open, Ref, Text
from pbem.adjudicator.orders.shipped import answers_row, ask_row, doctrine_row, standing_row
from pbem.adjudicator.yellowjack.board.board import Board
from pbem.adjudicator.yellowjack.orders import examples, talk
from pbem.adjudicator.yellowjack.orders.conditions import CONDITIONS
from pbem.adjudicator.yellowjack.orders.doctrines import SHIPPED
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import JUDGES, PLAIN, SHAPES
from pbem.adjudicator.yellowjack.orders.sections.chit_rows import CHITS
from pbem.adjudicator.yellowjack.orders.sections.craft_rows import CRAFT
from pbem.adjudicator.yellowjack.orders.sections.europe_rows import EUROPE
from pbem.adjudicator.yellowjack.orders.sections.politics_rows import POLITICS
from pbem.adjudicator.yellowjack.orders.sections.sail_rows import PLANS
from pbem.adjudicator.yellowjack.orders.sections.sea_rows import SEA
from pbem.adjudicator.yellowjack.orders.sections.section_parts import STEPS
from pbem.adjudicator.yellowjack.orders.sections.shore_rows import SHORE
from pbem.adjudicator.yellowjack.orders.sections.yard_rows import YARD
from pbem.adjudicator.yellowjack.state.words import BOURBON, BRITISH, SIDES
from pbem.adjudicator.yellowjack.view.board_seen import board_seen
from pbem.adjudicator.yellowjack.view.picture import Picture, picture
from pbem.base.records import replace

ROWS: tuple[Row[Picture, Lookout], ...] = (*PLANS, *SEA, *CRAFT, *SHORE, *YARD, *EUROPE, *POLITICS, *CHITS)
#: The rows that a standing order may hold.
LASTING = tuple(row for row in ROWS if row.lasting)
#: About what a seat may ask for a letter; nothing else ever waits.
ASKED = ("contact", "battle", "escalade", "receive")
#: What an exact answer may be.
PART = Either("A word or a mapping", (Text("A word", longest=200, eg="avoid"), Open("Words by name")))
ANYTHING = Either("A word, a list, or a mapping", (
    Text("A word", longest=200, eg="avoid"), List("A list", Ref("An entry", name="part"), most=300),
    Open("Words by name"),
))  # fmt: skip


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    words = {"setup": "the set-up", "ops": "operations", "admin": "administration"}
    step = open_step(seen)
    return words.get(step, f"operations, Impulse {step[-1]}" if step.startswith("ops") else "no phase is open")


def under_leaders(seen: Picture) -> dict[str, str]:
    """One's own Formations by the name of the Leader who sails with each, whole and by its last word."""
    board = seen.board
    return {each: post for name, one in seen.known["leaders"].items() for post in one["posts"]
            if post in seen.known["formations"]
            for each in (board.leaders[name].name, board.leaders[name].name.rpartition(" ")[2])}  # fmt: skip


STANDING_STORY = Example("y39t13.ops", """\
standing:
  - number: 1
    march: [{unit: any, to: port_attacked}]
  - number: 2
    if: [{besieged: cartagena-de-indias}]
    breakout: [{who: sp-flag-k, how: force, if: [{enemy_damage_at_least: {third: 2}}]}]
  - number: 3
    sail: [{who: flags, then: [{carry_on: true}], besieged: stand_ready}]
  - {cancel: 5}
""", "Units in Land Boxes march into a Port that is attacked. While Cartagena is besieged, Lezo comes out by force "
     "once the enemy is battered. A Flag that has neither plan nor Order stands ready in a Harbour that is besieged. "
     "Order 5 is struck off.", by=BOURBON)  # fmt: skip
ANSWERS_STORY = Example("y39t13.ops", """\
answers:
  - {key: stance/i1.m5/s52/br-flag-j1/n1, answer: {do: avoid}}
""", "The letter that asks prints the key.", by=BRITISH)  # fmt: skip

OWN: tuple[Row[Picture, Lookout], ...] = (
    doctrine_row(SHIPPED, Example("y39t13.ops", "doctrine: steady\n", "From now on the doctrine 'steady' answers what "
                                  "neither orders nor standing orders of the British answer.", by=BRITISH)),
    ask_row(ASKED, ["contact"], Example("y39t13.ops", "ask: [contact]\n", "The phase stops for an answer whenever a "
                                        "Formation of yours meets the enemy.", by=BRITISH)),
    replace(standing_row(LASTING, talk.LASTING, examples.standing), story=STANDING_STORY),
    replace(answers_row("stance/i1.m5/s52/br-flag-j1/n1", "avoid"), story=ANSWERS_STORY),
)  # fmt: skip
#: How the documentation page begins.
OPENING = (
    "Your folder makes the file: `pbem orders new` writes it with your own Formations, all switched off but for the",
    "line that chooses a [doctrine](#doctrine) for you.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Formations, Squadrons, Units, Leaders, Ports and Spaces go by",
    "their ids, by their names with or without accents, or by a beginning that only one of them has.",
    "`pbem orders check FILE` finds every fault and says what the orders will do.",
    "",
    "A Turn is two letters from each player: operations, and administration. In operations each Formation has a",
    "[plan](#sail), a list of steps with [conditions](#conditions) that lasts until it is done or replaced. A word may",
    "stand for several Formations; the narrowest that fits is taken. With a standing [routine](#routine) nobody waits",
    "for you in administration, and a Turn is one letter.",
)
TABLE: OrderTable[Picture, Board, Lookout] = OrderTable(
    schema_name="orders-yellowjack", title="Yellow Jack", seats=SIDES, rows=(*ROWS, *OWN),
    names={**SHAPES, "anything": ANYTHING, "part": PART},
    conditions={word: each.shape for word, each in CONDITIONS.items()}, judges=JUDGES, plain_words=PLAIN, most=60,
    seat_about="The seat that gives them", phase_eg="y39t13.ops", conditions_eg={"besieged": "porto-bello"},
    pieces=frozenset(("formation", "squadron")), makes=frozenset(),
    season_hint="Orders are given at the set-up and in administration, plans in operations",
    board_of=board_seen, steps=STEPS, see=picture, phase_title=phase_title,
    eg={"pbem": "orders/1", "seat": "british", "phase": "y39t13.ops", "sail": [
        {"who": "br-flag-j1", "then": [{"put_to_sea": True}, {"carry_on": True}]},
    ]},
    strict=frozenset(("place", "port", "shore", "formation", "convoy", "squadron", "command", "leader", "post", "aux",
                      "craft", "pirate", "zone", "berth")),
    opening=OPENING, apart=frozenset(("then", "retire")), called=under_leaders,
)  # fmt: skip
