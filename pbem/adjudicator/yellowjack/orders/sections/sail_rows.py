"""The section of plans: what each Formation does, step by step, over Impulses and Turns."""

from __future__ import annotations

from pbem.adjudicator.orders.grammar import Row, provided
from pbem.adjudicator.orders.shapes import Keys, List, Number, Shape, Truth, Word
from pbem.adjudicator.yellowjack.orders import examples, talk
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import (
    CONVOYS,
    FLAGS,
    HERE,
    HOME,
    convoy,
    formation,
    listed,
    marker,
    place,
    port,
    unit,
)
from pbem.adjudicator.yellowjack.orders.replies import plan_replies
from pbem.adjudicator.yellowjack.orders.sections.section_parts import IF, OPERATIONS, british, whose, word_or
from pbem.adjudicator.yellowjack.orders.words import plan_words
from pbem.adjudicator.yellowjack.view.picture import Picture

#: How long a plan may be, and how long a step may wait.
MOST_STEPS, MOST_MPIS = 24, 72
STAND_READY, FITTING_OUT = "stand_ready", "fitting_out"
NEAREST_PORT, TARGET = "nearest", "target"

#: The verbs of a step, each with the shape of what it wants.
VERBS: dict[str, Shape] = {
    "to": place("Makes for a place by the way of least MPs", rule="R1.8", eg="cartagena-de-indias"),
    "via": listed("Goes through these places, in order", place, "s52", "s51", least=1, most=MOST_STEPS),
    "wait": Number("Stays for so many MPIs", 1, MOST_MPIS, eg=3),
    "until": provided("Stays until all of these hold, at most for `most` MPIs"),
    "put_to_sea": Truth("Becomes Ready and stands in the Port Space", rule="R3.5"),
    "port": word_or("Goes to a Port and Fits Out there", (HERE, HOME), port("A Port"), HERE),
    "follow": word_or("Follows an enemy that is seen, for `mpis`", (CONVOYS, FLAGS), marker("A marker"), "z-03"),
    "exit": Number("Leaves a Sea Zone by the exit with this number", 0, 99, eg=23),
    "blockade": port("Blockades a Port", rule="R7.6", eg="cartagena-de-indias"),
    "attach": formation("A Detachment joins a Flag that it meets", rule="R3.8", eg="br-flag-j2"),
    "detach": formation("A Flag lets a Detachment go", rule="R3.8", eg="br-det-j1"),
    "escort": convoy("Goes as one with a Convoy in the same place", rule="R9.22", eg="br-troops-1"),
    "clear": place("Goes to a place and drives off Corsairs and Auxiliaries there", rule="R6.8", eg="charles-town"),
    "embark": listed("Takes Units aboard warships, for the Port `land_at`", unit, "jamaica-companies-a", rule="R9.17"),
    "part": Truth("Parts from the Convoy or the Flag"),
    "carry_on": Truth("Does what the Order asks", rule="R9.21"),
    "stay": Truth("Stays where she is, to the end of the plan and after it"),
}  # fmt: skip
#: Words that belong to a step beside its verb -> the verbs that may have them.
BESIDE: dict[str, tuple[str, ...]] = {
    "if": tuple(VERBS), "impulse": tuple(VERBS), "most": ("until", "follow"), "mpis": ("follow",),
    "prefer": ("exit",), "hold_until": ("blockade",), "land_at": ("embark",),
}  # fmt: skip
STEP = Keys("A step: one verb, and what limits it", {
    **VERBS, "if": provided("Left out unless all of these hold when its turn comes"),
    "impulse": Number("Not before this Impulse", 1, 3, eg=2),
    "most": Number("With `until`: no longer than so many MPIs", 1, MOST_MPIS, eg=6),
    "mpis": Number("With `follow`: no longer than so many MPIs", 1, MOST_MPIS, eg=6),
    "prefer": listed("With `exit`: which of the Spaces of that number", place, "s23a"),
    "land_at": port("With `embark`: the Port of yours where they land", eg="port-antonio"),
    "hold_until": provided("With `blockade`: until all of these hold"),
}, eg={"to": "cartagena-de-indias"})  # fmt: skip
RETIRE = Keys("When she gives up, and where she goes", {
    "if": provided("Looked at in each MPI before she moves"),
    "to": word_or("Where", (HOME,), port("A Port"), HOME),
}, need="if to", eg={"if": [{"own_damage_at_least": {"third": 2}}], "to": HOME})  # fmt: skip
PLAN: dict[str, Shape] = {
    **IF, "who": whose("br-flag-j1"),
    "then": List("The steps, one after another", STEP, most=MOST_STEPS, eg=[{"put_to_sea": True}, {"carry_on": True}]),
    "retire": List("When she turns back; it ends the plan and not the Order", RETIRE, most=6),
    "sortie": provided("Spaniard without an Order: leaves port only while these hold (2.231)"),
    "relieve": listed("Spaniard without an Order: attacks those who blockade one of these Ports", port,
                      "cartagena-de-indias", rule="2.233"),
    "openly": Truth("With `relieve`: the enemy hears which Port it is", rule="2.233"),
    "return": Word("With `relieve`: where she goes when it has ended", (NEAREST_PORT, TARGET), eg=NEAREST_PORT),
    "dodge": Word("What she goes round, by the shortest detour", ("gales", "flotillas", "both", "none"), rule="R1.8",
                  eg="both"),
    "shelter": Truth("A Convoy puts in at Friendly Ports on its way while an enemy or a Gale is near; true unless said",
                     rule="R10.4"),
    "besieged": Word("What she does in a Harbour that is besieged", (STAND_READY, FITTING_OUT), rule="R3.15",
                     eg=STAND_READY),
}  # fmt: skip
SAIL = List("Plans, one for each Formation; what is left at the end of a Turn goes on in the next",
            Keys("A Formation and its plan", PLAN, need="who"),
            eg=[{"who": "br-flag-j1", "then": [{"put_to_sea": True}, {"carry_on": True}]}])  # fmt: skip

LAPSING = ("A step whose condition does not hold is left out. A step that a rule forbids lapses, with its reason in "
           "your report; after two such in a row she lies to until the Impulse ends.")  # fmt: skip
PLANS: tuple[Row[Picture, Lookout], ...] = (
    Row(key="sail", rule="R5.2", steps=OPERATIONS, shape=SAIL, answers={"sail": plan_replies.standing_plans},
        heading="SAIL: a plan for each Formation (R5.2)", talk=talk.plans, example=examples.plans,
        echo=plan_words.plans, story=british("""\
sail:
  - who: br-flag-j2
    then: [{escort: br-troops-1}, {carry_on: true}]
  - who: br-flag-j1
    then:
      - {put_to_sea: true}
      - {to: s52}
      - {wait: 3}
      - {blockade: cartagena-de-indias, hold_until: [{impulse_at_least: 3}]}
    retire:
      - {if: [{enemy_within: {of: here, legs: 1, squadrons_at_least: 2}}], to: home}
""", "Vernon sails as one with the Troop Convoy and does what the Order asks. Brown goes to sea, makes for the Space "
     "off Cartagena, waits there for three MPIs, and blockades the Port until the third Impulse; she goes home if two "
     "enemy Squadrons or more come within a leg.", checked=False),
        remarks=(LAPSING, "A Spaniard without an Order stays in port, but for `sortie` (2.231), `relieve` (2.233).")),
)  # fmt: skip
