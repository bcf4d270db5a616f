"""docs/orders-lions.md: each section of an order file with its fields, from the schema, and an example that works."""

from __future__ import annotations

from pbem.adjudicator.lions.orders.template import TITLE
from pbem.adjudicator.orders.guide import Example, guide
from pbem.schema.shape import part, resolve

NAME = "orders-lions"
OPENING = (
    "A player's folder makes the file: `pbem orders new` writes it with his own units' names, all switched off.",
    "It is [strict YAML](protocol.md#21-strict-yaml). Ships, leaders and markers go by their ids, squares by letter",
    "and number, ports by id or name. `pbem orders check FILE` finds every fault and says what the orders will do.",
    "",
    "There are two letters a turn: one with the bids, one with everything else. What is not ordered is not done, and",
    "nobody asks, unless `ask` names the section.",
)
BIDS, YEAR = "t01.bids", "t01.year"


def england(phase: str, text: str, words: str, checked: bool = True) -> Example:
    """An example of England's."""
    return Example(phase, text, words, checked, by="england")


EXAMPLES: dict[str, Example] = {
    "setup": england("t00.setup", """\
setup:
  place:
    - {group: england-abroad, at: bermuda, ships: [6th], forts: 2}
    - {group: england-abroad, at: madras, regiments: 2, forts: 1}
  aboard:
    - {ship: england-transport-1, regiments: 1}
    - {ship: england-1st-1, leaders: [blake]}
""", "The sixth-rate and two forts go to Bermuda, both regiments and a fort to Madras; the fort that is left stands in "
     "the first port of the group. A regiment starts aboard a transport, and Blake in the first first-rate."),
    "return": england(BIDS, """\
return: [marines]
""", "One Marines goes back to the pool before the bids.", checked=False),
    "bids": england(BIDS, """\
bids:
  - {for: 1, rounds: [3, 5]}
  - {for: gunners, rounds: [4], if: [{pounds_at_least: 6}]}
  - {for: any, rounds: [0, 1]}
""", "For the first marker 3 pounds, and 5 should another bid 3 as well; 4 for Gunners, if a Spy has shown where they "
     "are; for any other nothing, but a pound if all bid nothing."),
    "spend": england(BIDS, """\
spend: 6
""", "All bids of the phase together cost 6 pounds at most: a later bid is cut down to what is left."),
    "never_below": england(YEAR, """\
never_below: 3
""", "No purchase and no operation touches the last 3 pounds."),
    "agreements": england(YEAR, """\
agreements:
  - id: peace-in-the-channel
    parties: [england, spain]
    promise: non_aggression
    until: 3
    gives:
      - {from: england, to: spain, pounds: 2}
""", "If Spain's file holds the same entry, 2 pounds change hands and neither attacks the other before turn 3."),
    "outfit": england(YEAR, """\
outfit:
  buy:
    - {item: transport, at: london}
    - {item: regiment, at: ireland, number: 2}
    - {item: 3rd, at: london, if: [{pounds_at_least: 20}]}
  leaders: 1
  leader_price: 6
""", "A transport in London, two regiment points in Ireland; a third-rate only with 20 pounds in the treasury. Then "
     "one try for a leader, taken if the dice ask for 6 pounds or less."),
    "fleets": england(YEAR, """\
fleets:
  form:
    - number: 1
      at: london
      ships: [england-1st-1, england-1st-2, england-3rd-1, england-transport-1]
      regiments: 2
      leaders: [blake]
""", "Four ships of London make fleet 1, with Blake and two regiment points aboard; the other ships there sail alone."),
    "operations": england(YEAR, """\
operations:
  - {force: england-1st-1, path: [antilles], if: [{not_moved: spain}]}
  - pass_until: [{moved: spain}]
  - force: england-3rd-1
    embark: {regiments: 1}
    path: [tortuga]
    attack: {power: pirates}
    land: {regiments: 1}
    plunder: true
    if:
      - treasure_at: {fleet: treasure-antilles, at: antilles}
      - no_enemy_within: {of: tortuga, squares: 3, what: fleets}
  - {force: england-4th-1, path: [ireland], times: 2, until: [{passed: netherlands}]}
""", "A first-rate sails at once, unless Spain has begun. Then England passes until Spain has operated. The third-rate "
     "raids Tortuga if the treasure still lies in the Antilles and no fleet is near; a fourth-rate fills two more "
     "turns. When nothing is left England passes."),
    "play": england(YEAR, """\
play:
  - {marker: raking-attack, if: [{odds_at_least: {own: 1, enemy: 2}}]}
  - {marker: gunners}
  - {marker: natives-are-restless, against: spain, if: [{moved: spain}]}
  - {marker: spy, when: marker_played, if: [{marker_played: treachery}]}
  - {marker: articles-of-war, if: [{roll_at_most: 2}]}
""", "Raking Attack is played in the first battle that is not hopeless, Gunners in the first there is, Natives once "
     "Spain has operated; the Spy is kept against Treachery, and Articles of War undo a storm."),
    "admirals": england(YEAR, """\
admirals: [blake, sandwich]
""", "Blake commands wherever he is; without him Sandwich."),
    "gauge": england(YEAR, """\
gauge:
  - {do: break_off, if: [{odds_below: {own: 2, enemy: 3}}], to: [london, C11]}
  - {do: break_off, if: [{own_damaged: 3}, {round_at_least: 2}]}
""", "With the wind gauge and less than two guns to three England leaves, for London or C11 if they are next; so it "
     "does from the second round on with three ships damaged, then homewards."),
    "fire": england(YEAR, """\
fire:
  - {targets: [treasure, weakest], if: [{round_at_least: 2}]}
  - {targets: [strongest], fireships: use, hold: [england-6th-1]}
""", "In the first round at the strongest, with fireships and without the sixth-rate; from then on at treasure, and at "
     "whoever is nearest to sinking."),
    "retreat": england(YEAR, """\
retreat: [london, ireland, C11]
""", "Ships that must leave go to London if it is next to them, else to Ireland, else to C11."),
    "transfer": england(YEAR, """\
transfer: [1st, 2nd]
""", "A leader whose ship sinks goes to a first-rate, or to a second-rate."),
    "bombard": england(YEAR, """\
bombard: sound
""", "Ships that are not damaged bombard."),
    "coast": england(YEAR, """\
coast: weakest
""", "Forts fire at the ship that is nearest to sinking."),
    "halt": england(YEAR, """\
halt:
  - if: [{odds_below: {own: 1, enemy: 1}}]
  - if: [{round_at_least: 4}]
""", "A halt is called ashore when the others are the stronger, and in any case in the fourth round."),
    "arrears": england(YEAR, """\
arrears: refuse
""", "Crews that want their arrears do not get them, and stay."),
    "losses": england(YEAR, """\
losses:
  natives: [madras, regiment]
  any: [transport, 6th]
""", "To natives Madras loses first, then regiments anywhere; of ships a transport, then a sixth-rate."),
    "prizes": england(YEAR, """\
prizes: [4th, pounds]
""", "With optional rule 34 a prize becomes a fourth-rate if she may, else pounds."),
    "leader_places": england(YEAR, """\
leader_places: [1, 1st, london]
""", "A new leader joins fleet 1, else a first-rate, else goes ashore in London."),
    "ask": england(YEAR, """\
ask: [operations, gauge]
""", "When the queue has run out England is asked by letter instead of passing, and so she is with the wind gauge."),
    "standing": england(YEAR, """\
standing:
  - number: 1
    if: [{pounds_at_least: 5}]
    until: [{turn_at_least: 4}]
    play:
      - {marker: gunners}
  - number: 2
    once: true
    gauge:
      - {do: break_off, if: [{odds_below: {own: 1, enemy: 3}}]}
  - cancel: 3
""", "The first plays Gunners in any battle while there are 5 pounds, before turn 4; the second breaks off once and is "
     "used up; the third is struck off. The report says each time what each of them did, or why it did not."),
    "answers": england(YEAR, """\
answers:
  - {key: gauge/c12/england/n1, answer: engage}
  - {key: operation/england/n3, answer: {force: england-1st-1, path: [calais], attack: {power: france}}}
""", "The letter that asks prints the key and the legal answers; an operation is written as in the queue."),
}  # fmt: skip


def page() -> str:
    """The page, without the notice that it is generated."""
    return guide(NAME, TITLE, OPENING, EXAMPLES, resolve(part(NAME, "/$defs/conditions")))
