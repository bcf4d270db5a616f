"""The table of this title's order files: every section as one row, in the order of the file."""

from __future__ import annotations

from pbem.adjudicator.jenkins.board.board import DATA, Board
from pbem.adjudicator.jenkins.board.pieces import SIDES
from pbem.adjudicator.jenkins.orders import examples, talk
from pbem.adjudicator.jenkins.orders.doctrine_rows import DOCTRINE
from pbem.adjudicator.jenkins.orders.doctrines import SHIPPED
from pbem.adjudicator.jenkins.orders.names import HEX, JUDGES, PLAIN, SHAPES, place
from pbem.adjudicator.jenkins.orders.plan_rows import ENEMY, OWN, PLANS, SETUP
from pbem.adjudicator.jenkins.rules.conditions import CONDITIONS, Look
from pbem.adjudicator.jenkins.state.house import board_seen
from pbem.adjudicator.jenkins.view.picture import Picture, picture
from pbem.adjudicator.orders.grammar import OrderTable, Row
from pbem.adjudicator.orders.shapes import Either, Keys, List, Number, Open, Shape, Text, Word
from pbem.adjudicator.orders.shipped import answers_row, ask_row, doctrine_row, standing_row

WORDS = List("Words", Text("A word", longest=80, eg="boyne"))
ANYTHING = Either("A word, a list of words, or a mapping", (
    Text("A word", longest=80, eg="keep"), WORDS, Open("Words by name")))  # fmt: skip
WITHIN: dict[str, Shape] = {"of": HEX, "hexes": Number("How many hexes away at most", 0, 60, eg=3)}
TOPS = ("ship", "frigate", "merchant", "fire_ship", "bomb_ship", "infantry", "leader", "cannon", "heavy_guns",
        "boom_chain", "supplies", "deception")  # fmt: skip
#: What each condition wants; `rules/conditions.py` says when it holds.
WANTED: dict[str, Shape] = {
    "storm_on": place("A storm lies on this place"), "no_storm_on": place("No storm lies there"),
    "enemy_at": place("An enemy stack is seen there"), "no_enemy_at": place("No enemy stack is seen there"),
    "enemy_within": Keys("An enemy stack is seen within so many hexes of a place", WITHIN, need="of hexes"),
    "no_enemy_within": Keys("No enemy stack is seen within so many hexes of a place", WITHIN, need="of hexes"),
    "enemy_top": Word("The enemy's top counter where the question arises is of this kind", TOPS, eg="frigate",
                      offers="kinds"),
    "own_at": place("You have a counter there"),
    "own_ships": Keys("So many of your ships are in a place", {
        "at": place("Where; 'here' is where the question arises"), "ships": Number("How many at least", 0, 300, eg=3),
    }, need="at ships"),
    "here": place("The question arises in this place"), "held": place("You hold this seaport"),
    "lost": place("You do not hold this seaport"),
    "turn_at_least": Number("The game turn is this one or later", 0, 10, eg=4),
    "turn_at_most": Number("The game turn is this one or earlier", 0, 10, eg=6),
    "funds_at_least": Number("Your war funds are at least this", 0, 100, eg=10),
}  # fmt: skip


def step_of(seen: Picture) -> str:
    """The reader's step: the set-up, one's own phase, or the enemy's; empty in the enemy's set-up."""
    if seen.known["phase_side"] == seen.side:
        return OWN if seen.turn else SETUP
    return ENEMY if seen.turn else ""


def phase_title(seen: Picture) -> str:
    """The open phase in words."""
    side = str(seen.known["phase_side"]).title()
    return f"turn {seen.turn}, {side} Phase" if seen.turn else f"{side} set-up"


LASTING: tuple[Row[Picture, Look], ...] = (
    doctrine_row(SHIPPED),
    ask_row([row.key for row in DOCTRINE], ["intercept"]),
    standing_row(DOCTRINE, talk.SAID["lasting"], examples.standing),
    answers_row("losses/naval/3119/n1", ["boyne"]),
)  # fmt: skip

TABLE: OrderTable[Picture, Board, Look] = OrderTable(
    schema_name="orders-jenkins", title="The War of Jenkins' Ear", seats=SIDES, rows=(*PLANS, *DOCTRINE, *LASTING),
    names={**SHAPES, "anything": ANYTHING}, conditions={word: WANTED[word] for word in CONDITIONS}, judges=JUDGES,
    plain_words=PLAIN, most=300, seat_about="The side that gives them", phase_eg=None,
    conditions_eg={"no_storm_on": "3018"}, steps=(SETUP, OWN, ENEMY), see=picture,
    season_hint="the set-up before turn 1, the rest in your own phase of a turn",
    pieces=frozenset(("counter",)), makes=frozenset(), board_of=board_seen, step_of=step_of,
    phase_title=phase_title, eg={
        "pbem": "orders/1", "seat": "english", "phase": "t03.english",
        "moves": [{"ships": ["boyne"], "path": ["2919"]}],
    },
    examples=DATA / "examples.yaml",
)  # fmt: skip
