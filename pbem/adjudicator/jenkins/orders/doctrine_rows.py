"""The sections of an order file that answer questions before they come; a standing order may hold them too."""

from __future__ import annotations

from functools import partial

from pbem.adjudicator.jenkins.orders import answers, examples, in_words
from pbem.adjudicator.jenkins.orders.names import HEX, counter, places, word, words
from pbem.adjudicator.jenkins.orders.plan_rows import ENEMY, OWN
from pbem.adjudicator.jenkins.rules.conditions import Look
from pbem.adjudicator.jenkins.view.picture import Picture
from pbem.adjudicator.orders.echo import aloud, by_sort, each
from pbem.adjudicator.orders.grammar import Row, doctrine, provided
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Shape, Truth, Word

in_turn = partial(doctrine, steps=(OWN, ENEMY))
SORTS = ("naval", "land", "disease", "supply", "perilous", "overstack", "europe", "any")


def all_or(about: str, these: Shape, say: str = "All or none") -> Either:
    """All, none, or some."""
    return Either(about, (Word(say, ("all", "none"), eg="all"), these))


INTERCEPT = Keys("", {
    "at": Either("Where this rule applies: any, or a list of places",
                 (Just("Anywhere", "any"), places("The hexes where the enemy may pass"))),
    "with": Either("With whom: all, or a list of ships and kinds",
                   (Just("Every ship that can", "all"),
                    words("These ships, or ships of these kinds", offers="ship_words"))),
    "least": Number("Only if so many ships can take part", 1, 300, eg=3), "if": provided(),
})  # fmt: skip
DICE = Keys("", {
    "leader": counter("The leader", offers="leaders"),
    "ships": List("The ships, or kinds of ship, that get the leader's dice, one each in turn",
                  word(sort="counter or kind", offers="ship_words"), least=1, eg=["cornwall"]),
}, need="leader ships")  # fmt: skip

DOCTRINE: tuple[Row[Picture, Look], ...] = (
    in_turn("intercept", "7.2", List(
            "Naval interception, by any of your ships beside a moving enemy: the first rule that applies decides; "
            "none, and you do not intercept", INTERCEPT, eg=[{"at": "any", "with": "all", "least": 3}]),
        "Enemy ships come beside yours: where, with whom, and when to try (7.2).",
        {"intercept": answers.interceptors},
        lambda seen: [{"at": "any", "with": ["ship", "frigate"], "least": 3, "if": [{"no_storm_on": "here"}]}],
        aloud("interceptions", each(in_words.intercepting))),
    in_turn("losses", "9.1", Keys(
            "Whom to lose first, by counter or kind; what no list names is lost by the mildest default",
            {sort: words(f"Whom to lose first in losses of this sort: {sort}", "fire_ship", "merchant")
             for sort in SORTS}),
        "Whom to lose first, by counter or kind, in each sort of loss (9.1, 9.2, 7.5, 6.7, 6.3, 4.5, 6.8).",
        {"losses": answers.losses},
        lambda seen: {"naval": ["fire_ship", "merchant"], "land": ["cannon", "infantry"], "any": ["deception"]},
        aloud("lost first", by_sort)),
    in_turn("prey", "10.0", words("Which enemy counters to take first where the choice is yours", "ship", "leader",
                                  offers="foe_words"),
        "Which enemy counters to take where the choice is yours (6.3, 10.0).", {"prey": answers.prey},
        lambda seen: ["ship", "leader"], aloud("taken first")),
    in_turn("battles", "9.0", places("The order in which your combats are fought", "3119", "3018"),
        "The order in which your combats are fought (9.0).", {"battles": answers.order_of_battles},
        lambda seen: [examples.dear_port(seen)], aloud("combats in this order")),
    in_turn("engage", "9.1", Keys("What joins a naval combat that need not", {
            "guns": all_or("Land guns that fire in naval combat", words("These")),
            "fire_ships": all_or("Fire ships to burn", words("These", offers="ship_words")),
            "supplies": all_or("Supplies offered as losses", words("These"))}),
        "What joins a naval combat that need not (9.1).", {"engage": answers.engagement},
        lambda seen: {"guns": "all", "fire_ships": "none"}, aloud("in naval combat", by_sort)),
    in_turn("leader_dice", "9.1", List("For whom each leader's red dice are thrown", DICE),
        "For whom a leader's red dice are thrown (9.1).", {"leader-dice": answers.leader_dice}, examples.leader_dice,
        aloud("leader dice", in_words.leader_dice)),
    in_turn("deception", "11.2", Keys("When to spend a deception counter on a die", {
            "keep": Number("How many deception counters not to spend", 0, 20, eg=1),
            "enemy_hits": Truth("Undo enemy hits"), "own_misses": Truth("Try your own misses again")}),
        "When to spend a deception counter on a die (11.2).", {"deception": answers.deception},
        lambda seen: {"enemy_hits": True, "keep": 1}, aloud("deceptions", in_words.spending)),
    in_turn("retreat", "9.1", places("Where to retreat to, first choice first", "port-royal"),
        "Where beaten attackers go, first choice first (9.1, 9.2).", {"retreat": answers.one_of},
        lambda seen: [examples.home(seen)], aloud("retreats, first choice first")),
    in_turn("bombard", "11.1", all_or("Where bomb ships fight on land alone", List("There", HEX),
                                      "Everywhere or nowhere"),
        "Where bomb ships fight ashore by themselves (11.1).", {"bombard": answers.bombardment}, lambda seen: "all",
        aloud("bombardment")),
    in_turn("enter", "7.4", places("Where ships off the turn track come in, first choice first", "4020"),
        "Where ships off the turn track come in, first choice first (7.4).", {"enter": answers.one_of},
        examples.entry_places, aloud("off the turn track at")),
    in_turn("victory", "5.0", places("The order of the victory dice", "cartagena"),
        "After turn 10: in which order captured seaports roll (5.0).", {"victory": answers.one_of},
        examples.victory_dice, aloud("victory dice in this order")),
)  # fmt: skip
