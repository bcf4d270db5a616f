"""The sections of an order file that answer questions before they come; a standing order may hold them too."""

from __future__ import annotations

from functools import partial

from pbem.adjudicator.lions.board.terms import Moment
from pbem.adjudicator.lions.orders import answers, examples, in_words, talk
from pbem.adjudicator.lions.orders.conditions import Look
from pbem.adjudicator.lions.orders.names import (
    berth,
    class_,
    leader,
    listed,
    loss,
    marker,
    places,
    power,
    ship_or_class,
    target,
)
from pbem.adjudicator.lions.rules.ch04_sequence import BIDS, WATCH, YEAR
from pbem.adjudicator.lions.rules.ch17_naval import ENGAGE
from pbem.adjudicator.lions.rules.questions import HOLD, STRONGEST, WEAKEST
from pbem.adjudicator.lions.view.picture import Picture
from pbem.adjudicator.orders.echo import aloud, by_sort, conditions, each
from pbem.adjudicator.orders.grammar import SEVERAL, Row, doctrine, provided
from pbem.adjudicator.orders.shapes import Either, Keys, List, Word

in_year = partial(doctrine, steps=(YEAR, WATCH))
any_time = partial(doctrine, steps=(BIDS, YEAR, WATCH))
IF = {"if": provided()}
#: The moments that an entry on markers may wait for (9.13).
MOMENTS = (
    Moment.INITIATIVE, Moment.EXCHANGE, Moment.MARKER_PLAYED, Moment.OTHER_OPERATION_START, Moment.MOVEMENT_ROLLED,
    Moment.INCIDENT_ROLLED, "mutiny_rolled", Moment.ADMIRAL_NAMED, Moment.WIND_GAUGE, Moment.FIRST_FIRE,
    Moment.LEADER_HIT, Moment.SHORE_BATTLE, Moment.FIRST_SHORE_FIRE, Moment.REVENUE,
)  # fmt: skip
ENTRY = Keys("A marker, and when to play it", {
    "marker": marker("Which"), "when": Word("Only at this moment", tuple(map(str, MOMENTS)), eg="wind_gauge"), **IF,
    "against": power("Natives Are Restless: against whom"),
}, need="marker")  # fmt: skip
GAUGE = Keys("What to do", {
    "do": Word("What to do with the wind gauge", (ENGAGE, "break_off"), eg=ENGAGE), **IF,
    "to": places("Where to, the first that is open; else home, away from others", "ireland"),
}, need="do")  # fmt: skip
FIRE = Keys("How to fire", {
    **IF,
    "targets": listed("Targets in order: strongest, weakest, ships, classes; treasure only if named", target,
                      "treasure", "weakest"),
    "fireships": Word("What fireships do", ("hold", "use"), eg="hold"),
    "boarding": Word("Whether ships board instead of firing, where their crews are the stronger (31)", ("hold", "use"),
                     eg="hold"),
    "hold": listed("Ships that do not fire", ship_or_class, "england-6th-1"),
})  # fmt: skip
LOSSES = Keys("What to lose first, where you have the choice", {
    "natives": listed("Land points to natives: places, regiment, fort", loss, "regiment"),
    "ambush": listed("Ships to an ambush ashore", loss, "transport"),
    "runaway": listed("Ships that run away", loss, "6th"),
    "desertion": listed("Ships whose troops desert", loss, "transport"),
    "any": listed("Any other loss", loss, "transport"),
})  # fmt: skip

DOCTRINE: tuple[Row[Picture, Look], ...] = (
    any_time("play", "9.13", List("When to play campaign markers in answer to what happens, others' operations too; "
                                  "those not named stay in the hand", ENTRY),
        "campaign markers in answer to what happens; those not named stay in the hand",
        {"play": answers.markers}, examples.playing, aloud("markers played", each(in_words.playing))),
    in_year("admirals", "17.2", listed("Who commands, the first who is there", leader, "blake"),
        "who commands in battle, the first who is there", {"admiral": answers.first_meant}, examples.admirals,
        aloud("in command")),
    in_year("gauge", "17.2", List("With the wind gauge: the first entry that holds; else engage, or leave at "
                                  "hopeless odds", GAUGE),
        "what to do with the wind gauge; else engage, or leave at hopeless odds", {"gauge": answers.wind_gauge},
        examples.breaking_off,
        aloud("wind gauge", each(in_words.gauging))),
    in_year("fire", "17.4", List("At whom to fire: the first entry whose conditions hold", FIRE), "whom to fire at",
        {"fire": answers.fire}, lambda seen: [{"targets": ["treasure", "weakest"], "fireships": "use"}],
        aloud("fire", each(in_words.firing))),
    in_year("retreat", SEVERAL, places("Where ships go that must leave, the first that is open", "ireland", "C12"),
        "where ships go that must leave", {"flight": answers.first_meant, "retreat": answers.first_meant},
        lambda seen: [examples.home(seen)], aloud("retreats, first choice first")),
    in_year("transfer", "17.12", listed("Which ships take leaders off a ship that sinks: ships or classes",
                                        ship_or_class, "1st", "2nd"),
        "which ships take leaders off one that sinks", {"transfer": answers.first_meant},
        lambda seen: ["1st", "2nd"], aloud("leaders transfer to")),
    in_year("bombard", "20.2", Either("Which ships bombard", (
            Word("All, none, or those that are sound", ("all", "none", "sound"), eg="all"),
            listed("These ships or classes", ship_or_class, "1st"))),
        "all, none, sound, or some ships", {"bombard": answers.bombardment}, lambda seen: "sound",
        aloud("bombarding")),
    in_year("coast", "20.2", Either("Which of the ships that bombard your forts fire at", (
            Word("One ship, or none", (STRONGEST, WEAKEST, HOLD), eg=STRONGEST),
            listed("These share the fire: ships or classes, strongest, weakest", target, STRONGEST, WEAKEST, least=1))),
        "what your forts fire at", {"coast": answers.coast}, lambda seen: WEAKEST, aloud("forts fire at")),
    in_year("halt", "20.3", List("When to call a halt ashore, should you win the tactical roll",
                                 Keys("When to stop", {"if": provided("When all of these hold")}, need="if")),
        "when to call a halt ashore", {"halt": answers.halting},
        lambda seen: [{"if": [{"odds_below": {"own": 1, "enemy": 1}}]}],
        aloud("a halt ashore", each(lambda part: conditions(part["if"])))),
    in_year("arrears", "13.3", Word("Whether crews that want their arrears get them", ("pay", "refuse"), eg="pay"),
        "whether mutinous crews are paid", {"arrears": answers.a_word}, lambda seen: "pay", aloud("arrears")),
    in_year("losses", SEVERAL, LOSSES, "what to lose first", {"losses": answers.losses},
        lambda seen: {"natives": ["regiment"], "any": ["transport", "6th"]}, aloud("lost first", by_sort)),
    any_time("leader_places", "22.2", listed("Where new leaders go: ships, classes, fleets, squares or ports", berth,
                                             "1", "1st"),
        talk.leader_places, {"mercenary": answers.first_meant, "leader-place": answers.first_meant},
        examples.leader_places, aloud("leaders go to")),
    in_year("prizes", "34", listed("What prizes become at home, the first that may be: pounds, or a class of ship",
                                   class_, "4th", "pounds", offers="prizes"),
        "what prizes become", {"prize": answers.first_meant}, lambda seen: ["pounds"], aloud("prizes become")),
)  # fmt: skip
