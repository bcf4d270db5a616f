"""The sections that say what ships do when they meet: stance, Battle, Break Out, weather, losses, Orders given up."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Row, doctrine, provided
from pbem.adjudicator.orders.shapes import Either, List, Number, Shape, Truth, Word
from pbem.adjudicator.yellowjack.orders import examples
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import (
    SAIL_SORTS,
    TARGETS,
    UNIT_SORTS,
    WEAKEST,
    listed,
    marker,
    place,
    squadron,
    unit,
)
from pbem.adjudicator.yellowjack.orders.replies import sea_replies
from pbem.adjudicator.yellowjack.orders.sections.section_parts import (
    IF,
    OPERATIONS,
    bourbon,
    british,
    entries_of,
    whose,
    word_or,
)
from pbem.adjudicator.yellowjack.orders.words import sea_words
from pbem.adjudicator.yellowjack.view.picture import Picture

SEEK, ACCEPT, AVOID = "seek", "accept", "avoid"
STANCES = (SEEK, ACCEPT, AVOID)
NEVER, USUAL, AFTER_1, AFTER_2 = "never", "usual", "after_1", "after_2"
BREAKS = (NEVER, USUAL, AFTER_1, AFTER_2)
JOINS = ("yes", "no", USUAL)
SURPLUS = ("last", "weakest", "flagship")
SLIP, FORCE, NO = "slip", "force", "no"
WHO: dict[str, Shape] = {**IF, "who": whose()}

STANCE = entries_of("What Formations do where they meet the enemy", "One answer", {
    **WHO, "do": Word("Attacks, takes battle, or avoids it", STANCES, rule="R7.4", eg=AVOID),
    "prefer": List("Whom she attacks first", word_or("A sort of enemy", TARGETS, marker("A marker"), "convoys"), most=8,
                   eg=["convoys", WEAKEST]),
    "challenge": Truth("Attacks the French too, though Britain is at peace with them, and pays for it", rule="2.32"),
}, "who do", eg=[{"who": "convoys", "do": AVOID}])  # fmt: skip
BATTLE = entries_of("How Battles are fought", "One way to fight", {
    **WHO, "intensity": Number("1 long range, 2 line of battle, 3 close action", 1, 3, rule="R8.4", eg=2),
    "line": listed("The Squadrons in line, the first first; others behind them", squadron, "j2", "j3"),
    "surplus": Word("Whom surplus Squadrons fire at, with the Weather Gauge", SURPLUS, rule="R8.6", eg="weakest"),
    "break": Either("When she breaks off", (
        Word("Never, as is usual, or after so many rounds", BREAKS), provided("As soon as all of these hold"),
    ), rule="R8.14", eg=USUAL),
    "join": Word("Whether Formations near by join", JOINS, rule="R8.8", eg="yes"),
}, "who", eg=[{"who": "all", "intensity": 2, "break": USUAL}])  # fmt: skip
BREAK_OUT = entries_of("Whether Formations break out of a Port that is blockaded", "One wish", {
    **WHO, "how": Word("Not at all; by night and unseen; by force, and then she takes battle", (NO, SLIP, FORCE),
                       eg=SLIP),
    "from_mpi": Number("Not before this MPI of the Impulse", 1, 6, eg=3),
}, "who how", rule="R7.8", eg=[{"who": "sp-flag-k", "how": SLIP, "from_mpi": 3}])  # fmt: skip
WEATHER = entries_of("When Formations that face a foul wind try for a local breeze", "One habit", {
    **WHO, "catch": Word("When she tries for a local breeze", (NEVER, "chase", "always"), rule="R5.5", eg="chase"),
}, "who catch", rule="R5.5", eg=[{"who": "all", "catch": "chase"}])  # fmt: skip
LOSSES = entries_of("What is lost first, in storms of Ports and in sieges", "One order of losses", {
    **IF, "units": List("Units; those not named come last", word_or("A sort of Unit", UNIT_SORTS, unit("A Unit"),
                                                                    "plain"), eg=["plain", "grenadiers", "marines"]),
    "sail": List("Sail", Word("A class", SAIL_SORTS, eg="frigate"), eg=["frigate", "sol-d", "sol", "flagship"]),
}, rule="R9.23", eg=[{"units": ["plain"], "sail": ["frigate", "sol-d"]}])  # fmt: skip
RETREAT = entries_of("Where beaten Formations go, if two places are as good", "One wish", {
    **WHO, "to": listed("Places, the first first", place, "s52", least=1),
}, "who to", rule="R8.15", eg=[{"who": "all", "to": ["s52"]}])  # fmt: skip
GIVE_UP = entries_of("Orders that are given up, each a Failed Order", "One that may be given up", WHO, "if who",
                     rule="R9.7",
                     eg=[{"who": "br-flag-j1", "if": [{"own_damage_at_least": {"third": 2}}]}])  # fmt: skip

SEA: tuple[Row[Picture, Lookout], ...] = (
    doctrine("stance", "R7.4", STANCE, "what Formations do where they meet the enemy", {"stance": sea_replies.stance},
             examples.stance, entries(sea_words.stance), british("""\
stance:
  - {who: br-flag-j2, do: seek, if: [{at: porto-bello}]}
  - {who: br-flag-j1, do: avoid, if: [{type: flag}]}
  - {who: convoys, do: avoid}
""", "Vernon attacks off Porto Bello. Brown avoids a Flag. Convoys avoid everybody. The rest follows the rule."),
             steps=OPERATIONS),
    doctrine("battle", "R8.1", BATTLE, "how Battles are fought", {"battle": sea_replies.battle}, examples.battle,
             entries(sea_words.battle), british("""\
battle:
  - {who: br-flag-j2, intensity: 3, break: never, line: [j2, j3]}
  - {who: all, intensity: 1, if: [{odds_below: {own: 2, enemy: 3}}], break: [{own_damage_at_least: {third: 2}}]}
""", "Vernon fights close and does not break off. All others fight at long range where they are fewer than two to "
     "three, until a Squadron is battered."), steps=OPERATIONS),
    doctrine("retreat", "R8.15", RETREAT, "where beaten Formations go", {"retreat": sea_replies.retreat},
             examples.retreat, entries(sea_words.retreat), british(
        "retreat:\n  - {who: all, to: [s40, s52]}\n",
        "To the 40th Space if the rule lets them choose it, else to the 52nd."), steps=OPERATIONS),
    doctrine("breakout", "R7.8", BREAK_OUT, "who breaks out of a Port that is blockaded",
             {"breakout": sea_replies.break_out}, examples.break_out, entries(sea_words.break_out), bourbon("""\
breakout:
  - {who: sp-flag-k, how: slip, from_mpi: 3, if: [{enemy_at: {place: cartagena-de-indias, squadrons_at_most: 1}}]}
  - {who: sp-flag-k, how: no}
""", "Lezo slips out from the third MPI on while one Squadron at most lies before Cartagena, and stays otherwise.",
        checked=False), steps=OPERATIONS),
    doctrine("weather", "R5.5", WEATHER, "when Formations try for a breeze", {"weather": sea_replies.weather},
             examples.weather, entries(sea_words.weather), british("weather:\n  - {who: all, catch: chase}\n",
        "All try for a breeze in a chase."), steps=OPERATIONS),
    doctrine("losses", "R9.23", LOSSES, "what is lost first ashore", {"losses": sea_replies.losses}, examples.losses,
             entries(sea_words.losses), british("""\
losses:
  - {units: [plain, grenadiers, marines], sail: [frigate, sol-d, sol, flagship]}
""", "Plain Units are lost before Grenadiers, and Grenadiers before Marines. Frigates are lost before all others."),
             steps=OPERATIONS),
    doctrine("terminate", "R9.7", GIVE_UP, "which Orders are given up", {"terminate": sea_replies.terminate},
             examples.terminate, entries(sea_words.give_up), british("""\
terminate:
  - {who: br-flag-j1, if: [{own_damage_at_least: {who: br-flag-j1, third: 2}}]}
""", "Brown gives up the Order once a Squadron is battered: a Failed Order."), steps=OPERATIONS),
)  # fmt: skip
