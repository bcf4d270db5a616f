"""The sections of an order file that answer single rules before they ask: searches, weather, raids, battles, halts."""

from __future__ import annotations

from functools import partial

from pbem.adjudicator.glory.orders import answers, examples, in_words, talk
from pbem.adjudicator.glory.orders.conditions import SAILS, TACTICS
from pbem.adjudicator.glory.orders.names import admiral, block, foe, frigate, hex_, listed, place, port, ship
from pbem.adjudicator.glory.orders.plan_rows import IF, SEA, WHICH, allied, british, entries_of
from pbem.adjudicator.glory.rules.manners import MANNERS
from pbem.adjudicator.glory.view.look import Look
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import SEVERAL, Row, doctrine, provided
from pbem.adjudicator.orders.shapes import Either, Keys, List, Number, Shape, Word

at_sea = partial(doctrine, steps=(SEA,))
SOME_SHIPS = Either("The ships with least guns, with most, or ships by name before the weakest", (
    Word("By guns", ("weakest", "strongest"), eg="weakest"), listed("Ships", ship, "agamemnon", least=1)))  # fmt: skip
YES_NO = ("yes", "no")
ROUND: dict[str, Shape] = {
    **IF, "round": Number("In this round", 1, 6, eg=1), "from": Number("From this round on", 1, 6, eg=2),
    "tactic": Word("The tactic; one that the side one got does not have is passed over", (*TACTICS, "repeat-same"),
                   rule="17.6", eg="cut-the-line"),
    "sail": Word("The sail", SAILS, rule="17.6", eg="easy"),
    "full_sail_die": Word("Whether the optional die is thrown", YES_NO, rule="17.7", eg="yes"),
}  # fmt: skip
BATTLE: dict[str, Shape] = {
    **IF,
    "manner": Word("How to fight where this entry says no more", MANNERS, eg="wary"),
    "gauge": Word("With the choice of it", ("windward", "leeward"), rule="17.3", eg="windward"),
    "deny": Word("Whether battle is denied", YES_NO, rule="17.4", eg="no"),
    "day": Word("Whether the day is made longer", ("longer", "shorter", "leave"), rule="17.5", eg="longer"),
    "rounds": List("Tactics, round by round; the first that holds counts", Keys("One round, or more", ROUND), most=12),
    "choice": Word("The type of battle at Admiral's Choice: Running, Break the Line, Hot Action, Withering Fire, "
                   "Pell Mell", ("RB", "BTL", "HA", "WF", "PM"), rule="17.8.6", eg="PM"),
    "damage": Either("Where points go: spread over many, at the guns, to wreck, or at ships in order (18.3)", (
        Word("A policy", ("spread", "guns", "wreck"), eg="spread"), listed("Ships", foe, "bucentaure", least=1))),
    "break_off": provided("Windward: breaks off once these hold (18.4)"),
    "withdraw": provided("Leeward: withdraws once these hold (18.4)"),
}  # fmt: skip
AFTER: dict[str, Shape] = {
    **IF,
    "prizes": block("The fleet that takes prizes along", eg="channel-fleet", rule="20.5"),
    "home": Word("Which ships go into the friendly port", ("all", "damaged", "none"), rule="20.5", eg="all"),
    "bound": Word("Allied: the destination: kept, the closest port, or by its letter",
                  ("keep", "closest", "a", "b", "c", "d"), rule="20.6.1", eg="closest"),
    "release": Either("British: which fleets are marked At Sea (20.6.2)", (
        Word("All, or none", ("all", "none"), eg="all"), listed("Fleets", block, "channel-fleet", least=1))),
}  # fmt: skip

RULES: tuple[Row[Picture, Look], ...] = (
    at_sea("search", "14.0", entries_of("Allied: which blocks search; the first entry that holds counts. British: "
                                        "which hex the North Sea Fleet searches", "One order", {
        **IF, "search": Word("Which blocks search", ("all", "none", "until_spotted"), eg="none"),
        "north_sea": listed("Hexes, the first first (14.7)", hex_, "1403"),
    }), "who searches, where a search is a choice", {"search": answers.said("search"),
                                                     "north-sea": answers.said("north_sea")},
        examples.search, entries(in_words.searching), allied("""\
search:
  - {if: [{sail_is: lone}, {own: {ships_at_least: 15}}], search: all}
  - {search: none}
""", "A fleet of fifteen ships searches a sail that is alone. Nobody else searches, for a search offers battle.")),
    at_sea("weather", "6.9.1", Keys("What weather takes first", {
        "losses": SOME_SHIPS, "frigate": listed("Which frigate is lost first (6.8)", frigate, "frigate-4"),
    }), "what weather takes first", {"weather-losses": answers.ships_lost("losses"),
                                     "frigate-lost": answers.one_word("frigate")},
        examples.weather, in_words.weather, british("weather: {losses: weakest, frigate: [frigate-4, frigate-3]}\n",
        "The ships with least guns are damaged first. Frigate 4 is lost before Frigate 3, where both may be.")),
    at_sea("relocate", "6.9.3", entries_of("Damaged ships that go from a zone into a port, after weather", "One zone", {
        **IF, "from": port("The zone's port", eg="brest"), "to": port("Where to", eg="plymouth"), "ships": WHICH,
        "admirals": listed("Admirals who go along", admiral, "calder"),
        "when_at_least": Number("Only if so many are damaged", 1, 60, eg=2),
        "keep": Number("So many ships stay at least, sound or not", 0, 60, eg=16),
    }, "from to"), "damaged ships that go into port after weather", {"relocate": answers.relocate},
        examples.relocate, entries(in_words.relocating), british("""\
relocate:
  - {from: brest, to: plymouth, ships: all}
  - {from: ferrol, to: plymouth, when_at_least: 2, keep: 16}
""", "From before Brest all damaged ships go to Plymouth. From before Ferrol they go when two or more are damaged, as "
     "long as sixteen stay.", checked=False)),
    at_sea("transfer", "9.7", entries_of("British: ships between Plymouth and Portsmouth", "One transfer", {
        **IF, "to": port("Where to", eg="plymouth"), "ships": WHICH}, "to ships"),
        "ships between Plymouth and Portsmouth", {"transfer": answers.transfers}, examples.transfer,
        entries(in_words.transferring), british("transfer: [{to: plymouth, ships: {best: 2}}]\n",
        "The two best ships in Portsmouth go to Plymouth.")),
    at_sea("raid", "22.2", entries_of("Whether fleets raid and invade, and whether rumours pretend", "One order", {
        **IF, "place": place("Only there", eg="bantry-bay"),
        "attempt": Word("What a fleet tries", ("raid", "invade", "none"), eg="raid"),
        "decoys": Word("What rumours pretend", ("raid", "invade", "none"), eg="raid"),
        "channel": Word("Whether the army lands in England (22.4)", YES_NO, eg="yes"),
    }), "raids and invasions; what rumours pretend", {"raid": answers.raid, "invade": answers.raid,
                                                      "channel": answers.said("channel")},
        examples.raid, entries(in_words.raiding), allied("""\
raid:
  - {place: bantry-bay, if: [{own: {undamaged_at_least: 12}}], attempt: raid}
  - {decoys: raid}
""", "At Bantry Bay a fleet raids with twelve sound ships or more, and does nothing with fewer. Elsewhere fleets "
     "raid. Rumours pretend to.")),
    at_sea("spies", "15.0", List("Where French spies look, the first that may be", place("A place"),
                                 eg=["brest", "plymouth"]),
        "where French spies look", {"spies": lambda decision, section, look: answers.one_of(decision, section)},
        examples.spies, in_words.spies, allied("spies: [brest, plymouth]\n",
        "Spies count the British off Brest; if they cannot, those in Plymouth.")),
    at_sea("declare", "5.10", entries_of("British: Admiralty Events", "One order", {
        **IF, "event": Word("Whether a success is declared before it is due", YES_NO, eg="yes"),
        "barbary": Word("Whether the admiral off Algiers negotiates", YES_NO, eg="yes"),
    }), "Admiralty Events: when a success is declared", {"event": answers.said("event"),
                                                         "barbary": answers.said("barbary")},
        examples.declare, entries(in_words.declaring), british("declare: [{event: no, if: [{turn_at_most: 8}]}]\n",
        "Until turn 8 no success is declared before its time.")),
    at_sea("losses", SEVERAL, Keys("British: what is lost to the Allies' successes", {
        "alexandria": SOME_SHIPS, "sortie": Word("Where ships driven out of a port stop (22.3.1)",
                                                 ("inshore", "loose"), eg="loose"),
    }), "who leaves after Alexandria, and where ships driven out of a port stop",
        {"alexandria": answers.ships_lost("alexandria"), "sortie-forced": answers.one_word("sortie")},
        examples.losses, in_words.losses, british("losses: {alexandria: weakest, sortie: inshore}\n",
        "After Alexandria the ships with least guns leave. Ships driven out of a port stay Inshore.")),
    doctrine("battle", "17.0", entries_of("How to fight; the first entry that holds counts", "One plan", BATTLE),
        talk.battle, {
            "gauge": answers.in_battle("gauge"), "deny": answers.in_battle("deny"), "day": answers.in_battle("day"),
            "signals": answers.signals, "choice": answers.in_battle("choice"), "full-sail-die": answers.full_sail_die,
            "damage": answers.damage, "break-off": answers.way_out("break_off"),
            "withdraw": answers.way_out("withdraw"),
        }, examples.battle, entries(in_words.fighting), british("""\
battle:
  - {if: [{ratio_at_least: {own: 1, enemy: 1}}], manner: bold, day: longer, damage: spread}
  - manner: wary
    rounds:
      - {round: 1, tactic: engage-more-closely, sail: full}
      - {from: 2, if: [{enemy_sail: full}], tactic: general-chase, sail: full, full_sail_die: yes}
      - {from: 2, tactic: cut-the-line, sail: easy}
    break_off: [{own_hurt_at_least: 60}]
""", "At equal odds or better the fleet fights boldly and asks for a long day. Else it fights warily, with the tactics "
     "given where it has the weather gauge, and breaks off once six ships in ten are hurt.")),
    doctrine("after", "20.5", entries_of("After a battle; for each question the first entry that holds and speaks of "
                                         "it counts", "One order", AFTER),
        "what is done after a battle", {
            "prizes": answers.said("prizes"), "home": answers.said("home"), "bound": answers.said("bound"),
            "release": answers.release,
        }, examples.after, entries(in_words.afterwards), allied("""\
after:
  - {if: [{own_hurt_at_least: 50}], bound: closest}
  - {bound: keep, home: all}
""", "With half of its ships hurt a fleet makes for the closest port, else it sails on. All that are hurt go into a "
     "friendly port where there is one.")),
    at_sea("halt", SEVERAL, List("When the turn is to stop for fresh orders of both players",
                                 Keys("One condition", IF, need="if"), most=3),
        talk.halt, {"wish": answers.wish}, examples.halt, entries(in_words.halting), british("""\
halt:
  - {if: [{any: [{left: brest}, {left: toulon}]}]}
""", "When a sail has left Brest or Toulon the turn stops at the end of that half, and both players may write fresh "
     "orders.")),
)  # fmt: skip
