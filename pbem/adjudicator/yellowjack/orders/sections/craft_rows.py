"""The sections about small craft: Tasks, Screens, Pirates; Auxiliaries, Privateers and Marines in administration."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Row, doctrine
from pbem.adjudicator.orders.shapes import List, Number, Shape, Word
from pbem.adjudicator.yellowjack.orders import craft_examples as examples
from pbem.adjudicator.yellowjack.orders import talk
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import (
    ALL,
    ANY,
    CONVOYS,
    NONE,
    RECOVERS,
    SPOTTED,
    UNSPOTTED,
    aux,
    berth,
    craft,
    marker,
    pirate,
    place,
    port,
    squadron,
    unit,
    zone,
)
from pbem.adjudicator.yellowjack.orders.replies import craft_replies
from pbem.adjudicator.yellowjack.orders.replies.common import holding_entries
from pbem.adjudicator.yellowjack.orders.sections.section_parts import (
    ADMIN,
    IF,
    OPERATIONS,
    SETUP,
    bourbon,
    bourbon_admin,
    british,
    british_admin,
    entries_of,
    word_or,
)
from pbem.adjudicator.yellowjack.orders.words import craft_words
from pbem.adjudicator.yellowjack.view.picture import Picture

AT_SEA = ("search", "shadow", "convoy_attack", "interdiction", "port_interdiction")
IN_PORT = ("cutting_out", "raid", "bombard", "fireship")
OF_PIRATES = ("convoy_attack", "port_interdiction", "rebase")
BEFORE_STORMS = ("fireship", "as_sail", "cutting_out", "raid")
COAST_GUARD = "guardacosta"

AIM: dict[str, Shape] = {
    "target": word_or("Whom, for a Task against ships", (ANY, CONVOYS, SPOTTED, UNSPOTTED), marker("A marker"),
                      CONVOYS),
    "within": place("Only at this place or a leg off it", eg="porto-bello"),
    "at": place("Where, for a Task at a place or Port", eg="cartagena-de-indias"),
    "impulse": Number("Only in this Impulse", 1, 3, eg=1), "mpi": Number("Not before this MPI", 1, 6, eg=2),
}  # fmt: skip
TASKS = entries_of("Tasks that Auxiliaries, Privateers and Marines are sent on", "One Task", {
    **IF, "aux": word_or("Who", (ALL,), craft("An Auxiliary, or Marines aboard a Flotilla"), "sheerness"),
    "task": Word("Which Task", (*AT_SEA, *IN_PORT), rule="R6.1", eg="search"), **AIM,
}, "aux task", rule="R6.4", eg=[{"aux": "sheerness", "task": "search", "target": UNSPOTTED}])  # fmt: skip
PIRATES = entries_of("Pirates that are roused, one in turn with the enemy", "One Task", {
    **IF, "pirate": word_or("Who", (ANY,), pirate("A Pirate"), "pirate-mosquito"),
    "task": Word("Which Task", OF_PIRATES, rule="2.46", eg="convoy_attack"), **AIM,
    "to": zone("The zone, for a Pirate that changes its own", eg="cz-darien"),
}, "pirate task", rule="2.431", eg=[{"pirate": "pirate-mosquito", "task": "convoy_attack", "target": CONVOYS}])
SCREEN = entries_of("Who stops which Tasks of the enemy", "One Screen", {
    **IF, "aux": word_or("Who", (ALL, COAST_GUARD, NONE), aux("An Auxiliary"), ALL),
    "against": List("Which Tasks; every one if none is named", Word("A Task", (*AT_SEA, *IN_PORT), eg="convoy_attack"),
                    eg=["convoy_attack", "port_interdiction"]),
}, "aux", rule="R6.6", eg=[{"aux": ALL, "against": ["convoy_attack"]}])  # fmt: skip
FLEET_TASKS = entries_of("Fireships, Marines and Bombs before a storm, and Fireships in Battle", "One that is spent", {
    **IF, "port": word_or("Before a storm of which Port; in a Battle if none is named", (ANY,), port("A Port"),
                          "cartagena-de-indias"),
    "aux": word_or("Who", (ALL,), craft("An Auxiliary, or Marines aboard"), "strombolo"),
    "task": Word("What", BEFORE_STORMS, rule="3.442", eg="fireship"),
}, "aux task", rule="3.442", eg=[{"port": "cartagena-de-indias", "aux": "strombolo", "task": "fireship"}])
ASSIGN = entries_of("Auxiliaries that go to a Port, to a Formation, or into Recovery", "One Auxiliary", {
    **IF, "aux": aux("Which", eg="blandford"),
    "to": word_or("Where", (RECOVERS,), berth("A Port or a Formation of yours"), "charles-town"),
}, "aux to", rule="R6.2", eg=[{"aux": "blandford", "to": "charles-town"}])  # fmt: skip
CONVERT = entries_of("Sail that become Auxiliaries, and Auxiliaries that become Sail again", "One conversion", {
    **IF, "class": Word("Sail of this class", ("frigate", "sol-d"), eg="frigate"),
    "of": squadron("Out of this Squadron", eg="jf1"), "aux": aux("An Auxiliary that becomes Sail", eg="shoreham"),
    "into": squadron("Into this Squadron", eg="jf1"),
}, rule="R6.3", eg=[{"class": "frigate", "of": "jf1"}])  # fmt: skip
PRIVATEERS = entries_of("Privateers: which you have and where, and who changes zones", "One Privateer", {
    **IF, "corsair": aux("Which", eg="gc-fandino"),
    "rebase": word_or("Into which zone; none: the Company's is no Corsair any more", (NONE,), zone("A zone"),
                      "cz-canal-viejo"),
}, "corsair", rule="2.424", eg=[{"corsair": "gc-fandino", "rebase": "cz-canal-viejo"}])  # fmt: skip
MARINES = entries_of("Marines that go aboard a Flotilla, or ashore", "One Unit", {
    **IF, "unit": unit("Which", eg="fleet-marines-a"), "to": berth("A Flotilla, or the Port where it lies",
                                                                  eg="br-flag-j1"),
}, "unit to", rule="2.533", eg=[{"unit": "fleet-marines-a", "to": "br-flag-j1"}])  # fmt: skip

CRAFT: tuple[Row[Picture, Lookout], ...] = (
    doctrine("tasks", "R6.4", TASKS, "what Auxiliaries, Privateers and Marines do", {"tasks": craft_replies.tasks},
             examples.tasks, entries(craft_words.task), british("""\
tasks:
  - {aux: sheerness, task: search, target: unspotted, within: porto-bello}
  - {aux: priv-trelawny, task: port_interdiction, at: santiago-de-cuba, impulse: 1}
""", "The Sheerness looks at what nobody knows off Porto Bello. The Trelawny lies for prizes off Santiago from the "
     "first Impulse on.", checked=False), steps=OPERATIONS),
    doctrine("screen", "R6.6", SCREEN, "who stops the enemy's Tasks", {"screen": craft_replies.screen},
             examples.screen, entries(craft_words.screen), bourbon("""\
screen:
  - {aux: guardacosta, against: [convoy_attack, search]}
  - {aux: all, against: [convoy_attack, fireship, port_interdiction]}
""", "The coast guard stops attacks on Convoys and searches; after it every Auxiliary near stops the rest.",
        checked=False), steps=OPERATIONS),
    doctrine("pirates", "2.431", PIRATES, "which Pirates are roused", {"pirates": craft_replies.pirates},
             examples.pirates, entries(craft_words.pirate), british("""\
pirates:
  - {pirate: any, task: convoy_attack, target: convoys}
""", "When it is your turn, a Pirate that reaches a Spotted Convoy attacks it.", checked=False), steps=OPERATIONS),
    doctrine("fleet_tasks", "3.442", FLEET_TASKS, "what is spent before a storm, and in Battle",
             {"fleet_tasks": craft_replies.fleet_tasks}, examples.fleet_tasks, entries(craft_words.fleet_task),
             british("""\
fleet_tasks:
  - {port: cartagena-de-indias, aux: strombolo, task: fireship}
  - {port: cartagena-de-indias, aux: terrible, task: as_sail}
""", "Before Cartagena is stormed the Strombolo is spent, and the Terrible counts as one more ship.", checked=False),
             steps=OPERATIONS),
    doctrine("assign", "R6.2", ASSIGN, "where Auxiliaries go", {"assign": holding_entries}, examples.assign,
             entries(craft_words.assigning), british_admin("""\
assign:
  - {aux: blandford, to: charles-town}
""", "The Blandford is Stationed at Charles Town.", checked=False), steps=(ADMIN,)),
    Row(key="convert", rule="R6.3", steps=(ADMIN,), topics=("convert",), shape=CONVERT,
        heading="CONVERT: Sail and Auxiliaries (R6.3)", example=examples.convert,
        echo=entries(craft_words.converting), story=british_admin("""\
convert:
  - {class: frigate, of: jf1}
""", "One Frigate of the Squadron becomes a Fleet Auxiliary, in the Recovery Box.", checked=False)),
    Row(key="privateers", rule="2.424", steps=(SETUP, ADMIN), topics=("privateers",), shape=PRIVATEERS,
        heading="PRIVATEERS and their zones (2.424)", example=examples.privateers, talk=talk.privateers,
        echo=entries(craft_words.privateer), story=bourbon_admin("""\
privateers:
  - {corsair: gc-fandino, rebase: cz-canal-viejo}
""", "The Isabela moves to the Canal Viejo.", checked=False)),
    Row(key="marines", rule="2.533", steps=(ADMIN,), topics=("marines",), shape=MARINES,
        heading="MARINES aboard and ashore (2.533)", example=examples.marines, echo=entries(craft_words.marine),
        story=british_admin("""\
marines:
  - {unit: fleet-marines-a, to: br-flag-j1}
""", "The Marines go aboard the first Flag, to cut out and raid.", checked=False)),
)  # fmt: skip
