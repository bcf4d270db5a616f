"""The sections about what is done ashore: landing, marching, storming, evacuating, escaping."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Row, doctrine, provided
from pbem.adjudicator.orders.shapes import Either, Just, List, Text, Word
from pbem.adjudicator.yellowjack.orders import examples
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import (
    ALL,
    ANY,
    FIRST,
    LAND_BOX,
    NEAREST,
    PORT_ATTACKED,
    SAIL_SORTS,
    SHIPS,
    UNIT_SORTS,
    convoy,
    listed,
    port,
    shore,
    unit,
)
from pbem.adjudicator.yellowjack.orders.replies import shore_replies
from pbem.adjudicator.yellowjack.orders.sections.section_parts import (
    IF,
    OPERATIONS,
    bourbon,
    british,
    entries_of,
    word_or,
)
from pbem.adjudicator.yellowjack.orders.words import shore_words
from pbem.adjudicator.yellowjack.view.picture import Picture

UNITS_OR_ALL = Either(
    "All, or which Units", (Just("All", ALL), listed("Units", unit, "fleet-marines-a", least=1)), eg=ALL
)
ODDS = Text("Own strength to the enemy's", pattern="^[1-9][0-9]?:[1-9][0-9]?$",
            beside=("1:2", "1:1", "3:2", "2:1", "3:1", "4:1", "5:1"), eg="2:1")  # fmt: skip
RANKED = List("Units, the first first; those not named come last",
              word_or("A sort of Unit", UNIT_SORTS, unit("A Unit"), "plain"), eg=["plain"])  # fmt: skip

LAND = entries_of("Units that an Expedition puts ashore", "One Expedition", {
    **IF, "expedition": convoy("The Troop Convoy", eg="br-troops-1"), "units": UNITS_OR_ALL,
    "hold_back": listed("Units that stay aboard", unit, "jamaica-companies-a"),
    "at": Just("At the first chance", FIRST),
}, "expedition", rule="3.425", eg=[{"expedition": "br-troops-1", "units": ALL, "at": FIRST}])  # fmt: skip
MARCH = entries_of("Units that march at the end of an Impulse, through their Land Box", "One march", {
    **IF, "unit": word_or("Any Unit that may, or which", (ANY,), unit("A Unit"), "fijo-panama"),
    "to": word_or("The Port that is attacked, or where", (PORT_ATTACKED,), shore("A Port or Land Box"), "porto-bello"),
}, "unit to", rule="2.575", eg=[{"unit": "fijo-panama", "to": PORT_ATTACKED}])  # fmt: skip
ESCALADE = entries_of("When a besieged Port is stormed; the first entry whose odds are reached", "One storm", {
    **IF, "port": word_or("Any Port, or which", (ANY,), port("A Port"), "porto-bello"), "with": UNITS_OR_ALL,
    "odds": ODDS,
}, "port odds", rule="3.441", eg=[{"port": "porto-bello", "with": ALL, "odds": "2:1"}])  # fmt: skip
EVACUATE = entries_of("When an assault is given up", "One assault", {
    "if": provided("Once all of these hold"), "port": port("The Port", eg="porto-bello"),
}, "port if", rule="3.47", eg=[{"port": "porto-bello", "if": [{"units_below": {"units": 1}}]}])  # fmt: skip
ESCAPE = entries_of("What escapes from a Port that falls, and whither; the first entry that fits", "One Port", {
    **IF, "port": word_or("Any Port, or which", (ANY,), port("A Port"), "porto-bello"), "units": RANKED,
    "sail": List("Sail, the first first", Word("A class", SAIL_SORTS, eg="sol"), eg=["flagship", "sol"]),
    "to": Word("Whither Units go", (LAND_BOX, SHIPS), eg=LAND_BOX),
    "rvo": word_or("Whither ships go", (NEAREST,), port("A Port"), "la-guaira"),
}, "port", rule="3.46", eg=[{"port": "porto-bello", "units": ["plain"], "to": LAND_BOX}])  # fmt: skip

SHORE: tuple[Row[Picture, Lookout], ...] = (
    doctrine("land", "3.425", LAND, "which Units go ashore", {"land": shore_replies.land}, examples.land,
             entries(shore_words.landing), british(
        "land:\n  - {expedition: br-troops-1, units: all, at: first}\n", "All Units go ashore at the first chance."),
             steps=OPERATIONS),
    doctrine("march", "2.575", MARCH, "which Units march at the end of an Impulse", {"march": shore_replies.march},
             examples.march, entries(shore_words.marching), bourbon("""\
march:
  - {unit: fijo-panama, to: porto-bello, if: [{besieged: porto-bello}]}
""", "The battalion in the Panama box marches into Porto Bello as soon as an enemy has landed there."),
             steps=OPERATIONS),
    doctrine("escalade", "3.441", ESCALADE, "when a besieged Port is stormed", {"escalade": shore_replies.escalade},
             examples.escalade, entries(shore_words.storming), british("""\
escalade:
  - {port: porto-bello, with: all, odds: '2:1'}
  - {port: porto-bello, with: all, odds: '3:2', if: [{impulse_at_least: 3}]}
""", "Porto Bello is stormed at two to one or better, and at three to two in the third Impulse. Where nothing is said, "
     "a Port is stormed only at four to one, where no die falls."), steps=OPERATIONS),
    doctrine("evacuate", "3.47", EVACUATE, "when an assault is given up", {"evacuate": shore_replies.evacuate},
             examples.evacuate, entries(shore_words.evacuating), british("""\
evacuate:
  - {port: porto-bello, if: [{units_below: {units: 1}}]}
""", "The assault is given up once no Unit is left ashore."), steps=OPERATIONS),
    doctrine("escape", "3.46", ESCAPE, "what escapes from a Port that falls", {"escape": shore_replies.escape},
             examples.escape, entries(shore_words.escaping), bourbon("""\
escape:
  - {port: porto-bello, units: [plain], to: land_box}
""", "If Porto Bello falls, plain Units are saved first, and all go into the Land Box."), steps=OPERATIONS),
)  # fmt: skip
