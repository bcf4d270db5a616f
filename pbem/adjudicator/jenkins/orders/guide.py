"""docs/orders-jenkins.md: each section of an order file with its fields, from the schema, and an example that works."""

from __future__ import annotations

from pbem.adjudicator.jenkins.orders.template import TITLE
from pbem.adjudicator.orders.grammar import HEAD as HEAD_KEYS
from pbem.adjudicator.orders.grammar import Example
from pbem.adjudicator.orders.guide import guide_by_schema
from pbem.schema.shape import Schema, load, resolve

__all__ = ["EXAMPLES", "HEAD_KEYS", "page"]

NAME = "orders-jenkins"
OPENING = (
    "A player's folder makes the file: `pbem orders new` writes it with his own counters' names, all switched off.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Counters go by their ids, hexes by their four figures,",
    "seaports by id, name or hex. `pbem orders check FILE` finds every fault and says what the orders will do.",
)

EXAMPLES: dict[str, Example] = {
    "setup": Example("t00.spanish", """\
setup:
  garrisons:
    - {counter: soldiers-s17, at: cartagena}
    - {counter: soldiers-s16, at: havana}
  isidro: 8
  buy:
    - {counter: santa-isabel, at: cartagena}
    - {counter: pizarro, at: cartagena, aboard: santa-isabel}
    - {counter: deception-s1, at: havana}
  stacks:
    - {hex: havana, top: [deception-s1]}
""", "The best Soldiers go to Cartagena and Havana, the others as they are listed. The San Isidro is put on turn 8. "
     "Whoever looks into Havana sees a deception counter."),
    "buy": Example("t01.english", """\
buy:
  - {counter: cornwall, at: port-royal}
  - {counter: frigate-e2, at: port-royal}
  - {counter: vernon, at: port-royal, aboard: cornwall}
""", "Points are spent from the top of the list down; what they no longer reach, or what finds no room, lapses."),
    "stacks": Example("t01.english", """\
stacks:
  - {hex: savannah, top: [frigate-e1]}
""", "The frigate lies on top at Savannah, and the enemy sees her and nothing else."),
    "moves": Example("t01.english", """\
moves:
  - ships: [frigate-e1]
    path: [charles-town, "2507"]
    embark:
      - {counter: americans-e1, on: frigate-e1}
    hold_if:
      - enemy_within: {of: "2507", hexes: 1}
    if_missed: hold
  - {troops: [oglethorpe], path: [charles-town], if: [{no_storm_on: charles-town}]}
""", "The frigate takes the Americans aboard at Savannah and sails by way of Charles Town, but not into the arms of an "
     "enemy; Oglethorpe follows by land as far as Charles Town, unless a storm lies there."),
    "intercept": Example("t01.english", """\
intercept:
  - {at: [port-royal, "2719", "2819"], with: all}
  - {at: any, with: [ship, frigate], least: 3}
""", "Beside Port Royal everybody sails out; anywhere else only if three ships or frigates can."),
    "losses": Example("t01.english", """\
losses:
  naval: [fire_ship, merchant, frigate]
  disease: [supplies]
  any: [cannon]
""", "In naval combat fire ships go first, then merchants, then frigates; any other loss begins with cannons."),
    "prey": Example("t01.english", """\
prey: [san-carlos, ship, leader]
""", "The San Carlos if she can be taken, else any ship of the line, else a leader."),
    "battles": Example("t01.english", """\
battles: [cartagena, "3119"]
""", "Cartagena is fought for first, then 3119, then whatever else there is."),
    "engage": Example("t01.english", """\
engage:
  guns: all
  fire_ships: [fire-ship-e1]
  supplies: none
""", "Every gun ashore fires, one fire ship is spent, and supplies keep out of it."),
    "leader_dice": Example("t01.english", """\
leader_dice:
  - {leader: vernon, ships: [cornwall, frigate]}
""", "Vernon's red dice go to the Cornwall and to frigates with him, one each in turn until he has none left."),
    "deception": Example("t01.english", """\
deception:
  enemy_hits: true
  own_misses: true
  keep: 1
""", "Enemy hits are undone first, then one's own misses are tried again, while more than one counter is left."),
    "retreat": Example("t01.english", """\
retreat: [port-royal, "2819"]
""", "To Port Royal if it is among the ways out, else to 2819, else by the question's own choice."),
    "bombard": Example("t01.english", """\
bombard: [st-augustine]
""", "Bomb ships at St. Augustine attack what is ashore, even with no troops of theirs there."),
    "enter": Example("t01.english", """\
enter: ["0121", "0221"]
""", "Ships round the Horn that no move brings in come on at 0121, or 0221 if 0121 is barred."),
    "victory": Example("t10.spanish", """\
victory: [cartagena, havana]
""", "After turn 10 Cartagena rolls first. England gives this order in the last Spanish Phase.", checked=False),
    "standing": Example("t01.english", """\
standing:
  - number: 1
    if:
      - own_ships: {at: port-royal, ships: 3}
      - no_storm_on: port-royal
    until:
      - lost: port-royal
    intercept:
      - {at: any, with: all, least: 3}
  - number: 2
    once: true
    deception: {enemy_hits: true}
  - cancel: 3
""", "The first intercepts as long as three ships lie at Port Royal and ends when the port is lost; the second undoes "
     "one enemy hit and is used up; the third is struck off. The report says each time what each of them did, or why "
     "it did not."),
    "answers": Example("t01.english", """\
answers:
  - {key: intercept/2819/n1, answer: [cornwall, frigate-e1]}
  - {key: leader-dice/2819/vernon/n1, answer: [cornwall, cornwall, frigate-e1]}
  - {key: losses/naval/2819/n1, answer: [frigate-e1]}
""", "The letter that asks prints the key and the legal answers. A leader's dice are a list with a ship for each die."),
}  # fmt: skip


def page() -> str:
    """The page, without the notice that it is generated."""
    return guide_by_schema(NAME, TITLE, OPENING, EXAMPLES, conditions_of(resolve(load(NAME))))


def conditions_of(schema: Schema) -> Schema:
    """The list of conditions, as a move's `if` takes it."""
    move = resolve(resolve(schema.properties["moves"]).items or schema).alternatives[0]
    return resolve(resolve(move).properties["if"])
