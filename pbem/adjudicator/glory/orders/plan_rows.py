"""The sections of an order file that say what ships do: set-up, yards, destinations, fleets, sailing orders."""

from __future__ import annotations

from functools import partial
from typing import Any

from pbem.adjudicator.glory.orders import answers, examples, in_words, leg_answers, talk
from pbem.adjudicator.glory.orders.names import (
    BEST,
    LETTERS,
    NAME,
    admiral,
    block,
    destination,
    fleet,
    hex_,
    listed,
    place,
    port,
    rumour,
    sail,
    ship,
)
from pbem.adjudicator.glory.state.terms import ALLIED, BRITISH
from pbem.adjudicator.glory.view.look import Look
from pbem.adjudicator.glory.view.picture import Picture
from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Example, Row, doctrine, provided
from pbem.adjudicator.orders.shapes import Either, Just, Keys, List, Number, Ref, Shape, Text, Truth, Word
from pbem.base.records import replace

IF = {"if": provided()}
STOPS = ("sea", "loose", "inshore", "port")
#: What a leg does: exactly one of these words.
VERBS = ("lie", "station", "path", "make_for", "sortie", "hunt", "shadow", "leave", "enter", "cross", "arrive")
#: The verbs that a seat cannot use.
NOT_FOR = {"british": ("sortie",), "allied": ("cross",)}
count = partial(Number, least=1, most=60)

SHIPS = Either("Which ships", (
    listed("Ships by name", ship, "victory", least=1),
    Keys("The best, by guns, of those that are sound", {"best": count("How many", eg=8)}, need="best"),
    Keys("The worst of those that are sound", {"worst": count("How many", eg=2)}, need="worst"),
    Word("All, all that are damaged, or none", ("all", "damaged", "none"), eg="all"),
), eg={"best": 8})  # fmt: skip
LETTER = Text("A destination of the Grand Conseil by its letter; 'closest' for the closest port; or, for a fleet in "
              "port, a destination by name", pattern=NAME, eg="a")  # fmt: skip
DETACH = Keys("Ships that part from the block; the new block sails the leg, the old one stays", {
    "as": fleet("The new block, one that is not in use", eg="biscay-fleet"),
    "ships": Ref("Which ships go", name="ships"),
    "keep": Text("How many sound ships stay: a number, or 'masts' for as many as the count ties down (13.3)",
                 pattern="^(masts|[0-9]{1,2})$", beside=("masts", *map(str, range(1, 21))), eg="masts"),
    "take": Word("Which of the others go", (BEST, "worst"), eg=BEST),
    "admirals": listed("Admirals who go", admiral, "collingwood"),
    "firebrand": Truth("Five ships under Cochrane, whatever must stay (8.6)"),
}, need="as", rule="7.6")  # fmt: skip
QUARRY: dict[str, Shape] = {
    "left": port("The sails that left this port this turn", eg="brest"),
    "sail": sail("One sail"),
    "nearest_to": place("Of several, the one nearest to this place", eg="1123"),
    "since": Number("Since this turn", 1, 36, eg=4),
    "spread": Truth("One that no own block has hunted in this half"),
    "guess": List("Where to look if none is in sight, in this order", place("A place"), eg=["bantry-bay"]),
}
LEG: dict[str, Shape] = {
    **IF,
    "lie": Truth("Stays as it is"),
    "station": Word("Takes this station in its zone", ("inshore", "loose"), eg="inshore"),
    "path": List("Sails hex by hex, and goes on next time", hex_("A hex"), least=1, most=60, eg=["0807", "0708"]),
    "make_for": place("Sails the cheapest way to a place; 'bound' for its own destination", beside=("bound",),
                      eg="cadiz"),
    "sortie": Keys("Allied: out of port, then on to the destination", {"bound": LETTER}, rule="11.1"),
    "hunt": Keys("Goes where a sail is, to search it", QUARRY, eg={"left": "brest"}),
    "shadow": Keys("Keeps with a sail from turn to turn", QUARRY, eg={"left": "brest"}),
    "leave": Keys("Out of a zone to sea; Allied with a new destination", {"bound": LETTER}, rule="10.3"),
    "enter": port("Sails to this port and goes in", eg="plymouth"),
    "cross": Keys("British: onto a track to the other side of the ocean", {
        "to": Text("The number of the arrival; for an expedition jamaica or canada", pattern="^[a-z1-4]{1,10}$",
                   eg="2"),
        "home": Number("The arrival of the escort on its way home", 1, 4, eg=2),
    }, need="to", rule="12.3"),
    "arrive": Keys("What it does when it comes off a track", {"bound": LETTER}, rule="12.5"),
    "stop": Word("Where it stops", STOPS, eg="loose"),
    "detach": DETACH,
    "join": block("Unites with this block where it lies", eg="channel-fleet", rule="7.5"),
    "bound": LETTER,
    "at_sea": Truth("Marks it At Sea (11.3)"),
    "search": Word("Allied: whether it searches where it stops", ("all", "none"), eg="all"),
    "else": Just("Asks for a halt if nothing is found to hunt", "halt"),
}  # fmt: skip
AFTER_BATTLE = List("What it does after a battle instead of going on", Ref(name="short_leg"))
LEGS = List("Looked through from the top each time the block is activated; the first that holds is sailed",
            Ref(name="leg"), least=1)  # fmt: skip
#: Shapes of this module that the schema defines once.
NAMED: dict[str, Shape] = {
    "ships": SHIPS, "short_leg": Keys("A leg", LEG), "leg": Keys("A leg", {**LEG, "after_battle": AFTER_BATTLE}),
}  # fmt: skip

SETUP, SEA = "setup", "sea"
Plan = Row[Picture, Look]
#: The ports where a provisions chit may lie (5.12).
CHIT_PORTS = ("brest", "rochefort", "ferrol", "cadiz", "cartagena", "toulon")
british = partial(Example, "t05.sea", by=BRITISH)
allied = partial(Example, "t05.sea", by=ALLIED)
each_turn: Any = partial(doctrine, steps=(SEA,))
WHICH = Ref("Which ships", name="ships")
ADMIRALS = listed("Admirals", admiral, "nelson")


def entries_of(about: str, one: str, of: dict[str, Shape], need: str = "", **more: Any) -> List:
    """A list of entries, each a mapping."""
    return List(about, Keys(one, of, need=need), **more)


SET_UP = Keys("The set-up", {
    "stations": entries_of("British: where fleets begin (3.0)", "One fleet", {
        "block": fleet("The fleet", eg="channel-fleet"),
        "station": Word("Where it lies", ("inshore", "loose"), eg="loose"),
    }, "block station"),
    "frigates": List("British: where the frigates begin, in the order of their numbers",
                     place("A place", eg="brest/inshore"), most=9, eg=["brest/inshore", "toulon/inshore"]),
    "toulon": port("Allied, Trafalgar: where the Toulon fleet is bound, Cadiz or Ferrol (24.1.1)", eg="cadiz"),
})  # fmt: skip
ADMIRALTY = Keys("Yards and crews, first of all in the turn", {
    "repair": entries_of("Ships to mend, port by port (5.2.3)", "One port", {
        "port": port("The port", eg="portsmouth"),
        "ships": List("Ships, the first first; 'best' for the one with most guns", ship("A ship"), least=1,
                      eg=["windsor-castle", "best"]),
    }, "port ships"),
    "crew": listed("Ships to crew, as far as the points reach (5.2.1)", ship, "orion", "caesar"),
    "expeditions": entries_of("British: expeditions to make ready (5.2.2)", "One expedition", {
        "block": block("Craig or Moore", eg="craig"), "spaces": Number("How many spaces", 1, 5, eg=1),
    }, "block spaces"),
    "transport": Number("Allied: spaces for the Transport", 1, 5, eg=1),
    "administrator": ship("British: the ship that Cornwallis mends (8.6); 'best' for the one with most guns",
                          eg="best"),
    "ready_at": entries_of("Where a convoy waits that is ready", "One convoy", {
        "block": block("The convoy", eg="craig"), "at": port("The port", eg="portsmouth"),
    }, "block at"),
})  # fmt: skip
RETURNS = Keys("Where those come in who come with the next turn", {
    "frigates": listed("Frigates (5.3)", port, "plymouth"),
    "admirals": listed("Admirals whose fleet is gone (8.1)", port, "plymouth"),
    "reinforcements": List("A reinforcement that appears in a zone (24.1.2)", Word("A station", ("loose", "inshore"),
                           eg="loose"), eg=["loose"]),
})  # fmt: skip
PROVISIONS = Keys("Port by port", {name: Word("The chit", ("may", "may-not"), eg="may") for name in CHIT_PORTS})
CONSEIL = Keys("The four destinations", {letter: destination("A destination", eg="martinique") for letter in LETTERS})
FLEET = {
    **IF, "block": fleet("The block, one that is in this port or not in use", eg="brest-fleet"),
    "at": port("The port", eg="brest"), "ships": WHICH, "admirals": ADMIRALS,
}  # fmt: skip
SAIL = {"block": block("The block", eg="channel-fleet"), "legs": LEGS}
BONUS = {
    "chit": Text("Which bonus chit: 'any', or the one for so many hexes", pattern="^(any|[2-4])$",
                 beside=("any", "2", "3", "4"), eg="3"),
    "block": block("A block, north-sea-fleet, or any-decoy for any rumour", eg="biscay-fleet"),
    **{word: shape for word, shape in LEG.items() if word not in ("search", "detach", "join")},
    "search": place("For the North Sea Fleet the hex it searches (14.7); for others all or none", eg="1403"),
}  # fmt: skip
DECOYS = {
    **IF, "with": fleet("The fleet beside which the rumour came up", eg="brest-fleet"),
    "number": Number("Which of those beside it", 1, 8, eg=2), "rumour": rumour("Or one that is afloat", eg="fog-3"),
    "make_for": place("Where it sails", eg="cadiz"),
    "path": List("Hex by hex", hex_("A hex"), most=60, eg=["0807"]), "enter": port("A port it goes into", eg="cadiz"),
    "station": Word("A station it takes", ("inshore", "loose"), eg="loose"), "lie": Truth("It stays"),
    "leave": Keys("Out of a zone", {"bound": LETTER}),
    "stop": Word("Where it stops", ("sea", "loose", "inshore", "port"), eg="sea"),
    "face": Just("Lays it on its face", "down"), "remove": Truth("Takes it off the map (7.8)"),
    "rest": Word("What all others do: scatter, or lie", ("scatter", "lie"), eg="scatter"),
    "keep_at_least": Number("So many blocks are kept for other sorties", 0, 8, eg=2),
}  # fmt: skip

PLANS: tuple[Plan, ...] = (
    Row(key="setup", rule="3.0", shape=SET_UP, steps=(SETUP,), topics=("setup",), heading="SET-UP (3.0)",
        talk=talk.set_up, example=examples.set_up, echo=in_words.set_up, story=Example("t00.setup", """\
setup:
  stations: [{block: channel-fleet, station: inshore}]
  frigates: [brest/inshore, brest/loose, rochefort/inshore, ferrol/inshore, cadiz/inshore, toulon/inshore]
""", "The Channel Fleet begins Inshore off Brest, the other fleets on Loose. Six frigates are placed; the others go "
     "where the rules put them.", by=BRITISH)),
    each_turn("admiralty", "5.2", ADMIRALTY, talk.admiralty,
        {"admiralty": answers.whole}, examples.admiralty, in_words.admiralty, british("""\
admiralty:
  repair: [{port: portsmouth, ships: [best]}, {port: plymouth, ships: [best]}]
  crew: [orion, caesar]
  administrator: best
""", "Portsmouth and Plymouth mend the ship with most guns first, Cornwallis one of the Channel Fleet. Orion is crewed "
     "first; Caesar as far as the points reach.", checked=False)),
    each_turn("returns", "5.3", RETURNS, "where frigates, admirals and reinforcements come in with the next turn",
        {"returns": answers.returns}, examples.returns, in_words.returns, british("""\
returns: {frigates: [plymouth], admirals: [portsmouth]}
""", "A frigate that comes back goes to Plymouth, an admiral whose fleet is gone to Portsmouth.")),
    each_turn("provisions", "5.12", PROVISIONS, talk.provisions,
        {"provisions": answers.whole}, examples.provisions, in_words.provisions, allied("""\
provisions: {brest: may, toulon: may-not}
""", "The May Sortie chit lies at Brest, the May Not at Toulon. The British player sees two chits, face down.",
        checked=False)),
    each_turn("conseil", "5.13", CONSEIL, "the four destinations; a letter that a fleet at sea uses stays as it is",
        {"conseil": answers.whole}, examples.conseil, in_words.conseil, allied("""\
conseil: {a: martinique, b: cadiz, c: bantry-bay, d: ferrol}
""", "Fleets that put to sea may choose among these four.")),
    Row(key="fleets", rule="7.6", steps=(SEA,), topics=("fleets",), heading="FLEETS formed in port (7.6, 11.2)",
        talk=talk.fleets, example=examples.fleets, echo=entries(in_words.fleet),
        shape=entries_of("Which ready ships of a port form which block; each entry is used once, as soon as it holds",
                         "One block", FLEET, "block at"),
        story=british("""\
fleets:
  - {block: downs-fleet, at: plymouth, ships: {best: 2}}
  - {block: atlantic-fleet, at: plymouth, ships: {best: 4}, if: [{left: brest}, {own_at: {place: plymouth,
     ships_at_least: 4}}]}
""", "The two best ships in Plymouth form the Downs Fleet; four more form the Atlantic Fleet once a sail has left "
     "Brest and four lie ready.")),
    replace(each_turn("sail", "9.0", entries_of("Sailing orders, block by block, in the order in which they move",
                                        "One block", SAIL, "block legs"),
        "", {"leg": leg_answers.leg, "turn-order": leg_answers.turn_order}, examples.sail,
        entries(in_words.sailing), british("""\
sail:
  - block: frigate-1
    legs:
      - {if: [{left: brest}], shadow: {left: brest, spread: true}}
      - {station: inshore}
  - block: channel-fleet
    legs:
      - if: [{left: brest}, {own: {undamaged_at_least: 8}}]
        detach: {as: biscay-fleet, keep: masts, take: best, admirals: [collingwood]}
        hunt: {left: brest, guess: [bantry-bay, rochefort]}
      - {if: [{storm_in: western-approaches}], station: loose}
      - {station: inshore}
  - block: biscay-fleet
    legs:
      - {hunt: {left: brest, guess: [ferrol, '0115']}, stop: sea, else: halt}
""", "Frigate 1 follows whatever leaves Brest, and lies Inshore until then. The Channel Fleet lies Inshore, goes to "
     "Loose in a storm, and when a sail has left sends after it as many as need not stay, under Collingwood. These "
     "hunt on as the Biscay Fleet; when nothing is in sight the turn is to halt.")),
        heading="SAIL: legs for each block (9)", talk=talk.sail, desk_talk=talk.sail),
    each_turn("bonus", "6.4", entries_of("What bonus chits are used for; the first entry that holds and can be done",
                                         "One use", {**IF, **BONUS}, "block"),
        "what bonus chits are used for, the first that holds and can be done", {"bonus": leg_answers.bonus},
        examples.bonus, entries(in_words.bonus), allied("""\
bonus:
  - {chit: 4, if: [{at_sea: brest-fleet}], block: brest-fleet, make_for: bound}
  - {chit: any, block: any-decoy, make_for: '1403'}
""", "The chit for four hexes brings the Brest fleet on, if it is at sea. Any other moves a rumour towards the "
     "Channel.")),
    each_turn("decoys", "7.8", entries_of("Roles of rumours; of several entries for one the first that holds counts",
                                          "One role", DECOYS),
        talk.decoys, {"fog": leg_answers.rumour_made}, examples.decoys, entries(in_words.decoy), allied("""\
decoys:
  - {with: brest-fleet, number: 2, if: [{spotted: brest-fleet}], remove: true}
  - {with: brest-fleet, number: 1, make_for: bantry-bay}
  - {with: brest-fleet, number: 2, make_for: cadiz}
  - {rest: scatter}
  - {keep_at_least: 2}
""", "Of the rumours beside the Brest fleet the first makes for Bantry Bay and the second for Cadiz, until the fleet "
     "is spotted: then the second goes. All others scatter. Two blocks are kept for another sortie.")),
)  # fmt: skip
