"""The sections of administration about ships, Leaders and Troops: repair, states, Formations, postings, Convoys."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Row, doctrine
from pbem.adjudicator.orders.shapes import Number, Shape, Word
from pbem.adjudicator.yellowjack.orders import examples
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import (
    ASSAULT,
    OFF_MAP,
    SAIL_SORTS,
    convoy,
    formation,
    leader,
    listed,
    port,
    post,
    squadron,
    unit,
)
from pbem.adjudicator.yellowjack.orders.replies.common import holding_entries
from pbem.adjudicator.yellowjack.orders.sections.section_parts import (
    ADMIN,
    IF,
    bourbon_admin,
    british_admin,
    entries_of,
    word_or,
)
from pbem.adjudicator.yellowjack.orders.words import yard_words
from pbem.adjudicator.yellowjack.view.picture import Picture

SOUND, WORN, BATTERED = "sound", "worn", "battered"
TO_ORDINARY, TO_FITTING_OUT = "in_ordinary", "fitting_out"
IN = (ADMIN,)

REPAIR = entries_of("Squadrons that a Port repairs, the first first", "One Port", {
    **IF, "port": port("Which", eg="port-royal-jamaica"),
    "squadrons": listed("Which Squadrons, each In Ordinary there", squadron, "j1", least=1),
    "until": Word("How far, before the next has its turn", (SOUND, WORN, BATTERED), eg=SOUND),
}, "port squadrons", rule="R11.4",
    eg=[{"port": "port-royal-jamaica", "squadrons": ["j1"], "until": SOUND}])  # fmt: skip
STATES = entries_of("Squadrons that change their state in Port", "One Squadron", {
    **IF, "squadron": squadron("Which", eg="j3"),
    "to": Word("Into which state", (TO_ORDINARY, TO_FITTING_OUT), eg=TO_ORDINARY),
}, "squadron to", rule="R3.5", eg=[{"squadron": "j3", "to": TO_ORDINARY}])  # fmt: skip
SAIL: dict[str, Shape] = {
    **IF, "class": Word("Sail of this class", SAIL_SORTS, eg="sol"), "number": Number("How many", 1, 4, eg=1),
    "from": squadron("Out of this Squadron", eg="j1"), "into": squadron("Into this one", eg="j3"),
}  # fmt: skip
REFIT = entries_of("Sail that go from Squadron to Squadron in the same Port", "One move of Sail", SAIL,
                   "class number from into", rule="R3.9",
                   eg=[{"class": "sol", "number": 1, "from": "j1", "into": "j3"}])  # fmt: skip
FORM = entries_of("Formations made anew, or changed", "One Formation", {
    **IF, "formation": formation("Which", offers="all_formations", eg="br-det-j1"),
    "at": word_or("In this Port, or where they wait off the map", (OFF_MAP,), port("A Port"), "port-royal-jamaica"),
    "squadrons": listed("Its Squadrons from now on; none dissolves it", squadron, "jf1"),
}, "formation squadrons", rule="R3.7",
    eg=[{"formation": "br-det-j1", "at": "port-royal-jamaica", "squadrons": ["jf1"]}])  # fmt: skip
POST = entries_of("Leaders and their posts", "One posting", {
    **IF, "leader": leader("Who", eg="brown"), "to": post("A Station or a Formation", eg="br-flag-j1"),
}, "leader to", rule="R3.13", eg=[{"leader": "brown", "to": "br-flag-j1"}])  # fmt: skip
ASSEMBLE = entries_of("Troop Convoys that gather", "One Convoy", {
    **IF, "convoy": convoy("Its counter; else the lowest that is free", eg="br-troops-2"),
    "troops": listed("Its Units, which lie in that Port", unit, "jamaica-companies-b", least=1),
    "at": port("Where it gathers", eg="port-antonio"),
    "to": word_or("For an assault, or to which Port of yours", (ASSAULT,), port("A Port"), "port-royal-jamaica"),
}, "troops at to", rule="2.633", eg=[{"troops": ["jamaica-companies-b"], "at": "port-antonio", "to": ASSAULT}],
    )  # fmt: skip
STORES = entries_of("Stores that take damage off Squadrons", "One Squadron", {
    **IF, "port": port("Whose stores", eg="port-royal-jamaica"), "squadron": squadron("For which Squadron", eg="j1"),
    "points": Number("How many points, each one DP", 1, 2, eg=2),
}, "port squadron", rule="R11.5", eg=[{"port": "port-royal-jamaica", "squadron": "j1", "points": 2}])  # fmt: skip

YARD: tuple[Row[Picture, Lookout], ...] = (
    doctrine("repair", "R11.4", REPAIR, "which Squadrons are repaired first", {"repair": holding_entries},
             examples.repair, entries(yard_words.repairing), british_admin("""\
repair:
  - {port: port-royal-jamaica, squadrons: [j1], until: sound}
""", "Port Royal works on the first Squadron until it is sound.", checked=False), steps=IN),
    Row(key="states", rule="R3.5", steps=IN, topics=("states",), shape=STATES, heading="STATES in Port (R3.5)",
        example=examples.states, echo=entries(yard_words.state), story=british_admin("""\
states:
  - {squadron: j3, to: in_ordinary, if: [{own_damage_at_least: {who: br-flag-j2, third: 2}}]}
""", "The third Squadron goes In Ordinary if a Squadron of Vernon's is battered.", checked=False)),
    Row(key="refit", rule="R3.9", steps=IN, topics=("refit",), shape=REFIT, heading="REFIT: Sail moved (R3.9)",
        example=examples.refit, echo=entries(yard_words.refit), story=british_admin("""\
refit:
  - {class: sol, number: 1, from: j1, into: j3}
""", "One ship of the line goes from the first Squadron into the third, with its share of the damage.", checked=False)),
    Row(key="form", rule="R3.7", steps=IN, topics=("form",), shape=FORM, heading="FORM: Formations (R3.7)",
        example=examples.form, echo=entries(yard_words.forming), story=bourbon_admin("""\
form:
  - {formation: sp-det-k1, at: cartagena-de-indias, squadrons: [k1]}
""", "The first Squadron of Cartagena becomes a Detachment.", checked=False)),
    Row(key="post", rule="R3.13", steps=IN, topics=("post",), shape=POST, heading="POST: Leaders (R3.13)",
        example=examples.post, echo=entries(yard_words.posting), story=british_admin("""\
post:
  - {leader: brown, to: br-flag-j1}
""", "Brown commands the first Flag.", checked=False)),
    Row(key="stores", rule="R11.5", steps=IN, topics=("stores",), shape=STORES, heading="STORES spent (R11.5)",
        example=examples.stores, echo=entries(yard_words.stores), story=british_admin("""\
stores:
  - {port: port-royal-jamaica, squadron: j1, points: 2}
""", "Two points of the stores at Port Royal take two DPs off the first Squadron.", checked=False)),
    Row(key="assemble", rule="2.633", steps=IN, topics=("assemble",), shape=ASSEMBLE,
        heading="ASSEMBLE Troop Convoys (2.633)", example=examples.assemble, echo=entries(yard_words.assembling),
        story=british_admin("""\
assemble:
  - {convoy: br-troops-2, troops: [jamaica-companies-b], at: port-antonio, to: assault}
""", "The second companies gather at Port Antonio for an assault.", checked=False)),
)  # fmt: skip
