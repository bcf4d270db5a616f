"""The sections about what comes from Europe, Escorts, transfers and the recovery of Units."""

from __future__ import annotations

from pbem.adjudicator.orders.echo import entries
from pbem.adjudicator.orders.grammar import Row, doctrine
from pbem.adjudicator.orders.shapes import List, Number, Truth, Word
from pbem.adjudicator.yellowjack.orders import examples
from pbem.adjudicator.yellowjack.orders.lookout import Lookout
from pbem.adjudicator.yellowjack.orders.names import (
    CRAFT_SORTS,
    SAIL_SORTS,
    UNIT_SORTS,
    aux,
    command,
    convoy,
    formation,
    listed,
    port,
    unit,
)
from pbem.adjudicator.yellowjack.orders.replies.common import holding_entries
from pbem.adjudicator.yellowjack.orders.sections.section_parts import (
    ADMIN,
    IF,
    IMPULSES,
    OPS,
    bourbon_admin,
    british,
    british_admin,
    entries_of,
    word_or,
)
from pbem.adjudicator.yellowjack.orders.words import europe_words
from pbem.adjudicator.yellowjack.view.picture import Picture

#: The letters that speak of what is done before the first Impulse.
BEFORE = (OPS, IMPULSES[0])
REGIONS = ("carolinas", "jamaica", "leewards", "gulf")
NATIONS = ("british", "spanish", "french")

ENTER = entries_of("What comes onto the map, or is held back", "One Formation", {
    **IF, "who": formation("A Formation that waits off the map", eg="br-flag-j2"),
    "impulse": Number("In this Impulse", 1, 3, eg=1), "hold": Truth("It stays off the map this Turn"),
}, "who", rule="R5.12", eg=[{"who": "br-flag-j2", "impulse": 2}])  # fmt: skip
ESCORT = entries_of("Squadrons that escort Convoys", "One Escort", {
    **IF, "convoy": convoy("Which Convoy", eg="br-trade-1"),
    "with": formation("A Squadron without an Order, in port", eg="jf1"),
    "off_map": Truth("It leaves the map with the Convoy, and may come back as a reinforcement"),
}, "convoy with", rule="R10.5", eg=[{"convoy": "br-trade-1", "with": "jf1"}])  # fmt: skip
REQUEST = entries_of("What is asked of Europe on a Quarterly Turn", "One nation", {
    **IF, "nation": Word("Who asks", NATIONS, eg="british"), "do": Truth("Asks at all"),
    "buy": List("Sail and Auxiliaries, the first first", Word("A class", (*SAIL_SORTS, *CRAFT_SORTS), eg="sol"),
                eg=["sol", "frigate"]),
    "rebuild": listed("Units that are raised anew first", unit, "fleet-marines-a"),
    "pay": Number("1 Prestige is paid for the better row while there is at least so much", 1, 99, eg=12),
}, "nation", rule="2.171", eg=[{"nation": "british", "buy": ["sol", "frigate"]}])  # fmt: skip
TRANSFER = entries_of("Flotillas that change their Command", "One Flotilla", {
    **IF, "formation": formation("Which; it lies Fitting Out at its HQ", eg="br-det-j1"),
    "to": command("To which Command", eg="leewards"),
}, "formation to", rule="2.16", eg=[{"formation": "br-det-j1", "to": "leewards"}])  # fmt: skip
WITHDRAW = entries_of("Formations that go home when ships have to be sent there", "One Formation", {
    **IF, "who": formation("Which", eg="br-det-j1"),
}, "who", rule="R11.11", eg=[{"who": "br-det-j1"}])  # fmt: skip
WITHDRAW_FRENCH = entries_of("French ships and Auxiliaries that go home at will", "One of them", {
    **IF, "who": formation("A French Formation", eg="fr-det-1"), "aux": aux("Or a French Auxiliary", eg="thetis"),
}, rule="2.263", eg=[{"who": "fr-det-1"}])  # fmt: skip
RECOVER = entries_of("Which disrupted Units recover first", "One region, or one Port", {
    **IF, "region": Word("In a region", REGIONS, eg="jamaica"), "port": port("Or at a Port", eg="port-royal-jamaica"),
    "units": List("Units, the first first", word_or("A sort of Unit", UNIT_SORTS, unit("A Unit"), "marines"),
                  eg=["marines", "plain"]),
}, "units", rule="2.596", eg=[{"region": "jamaica", "units": ["marines"]}])  # fmt: skip

EUROPE: tuple[Row[Picture, Lookout], ...] = (
    Row(key="enter", rule="R5.12", steps=BEFORE, topics=("enter",), shape=ENTER,
        heading="ENTER: what comes onto the map (R5.12)", example=examples.enter, echo=entries(europe_words.entering),
        story=british("enter:\n  - {who: br-flag-j2, impulse: 2}\n", "The Flag comes onto the map in the second "
                      "Impulse. What is not named comes in the first.", checked=False)),
    Row(key="escort", rule="R10.5", steps=BEFORE, topics=("escort",), shape=ESCORT, heading="ESCORT a Convoy (R10.5)",
        example=examples.escort, echo=entries(europe_words.escorting), story=british(
            "escort:\n  - {convoy: br-trade-1, with: jf1}\n", "The Frigates join the Convoy, which waits in port for "
            "them up to two Turns.", checked=False)),
    doctrine("request", "2.171", REQUEST, "what is asked of Europe", {"request": holding_entries}, examples.request,
             entries(europe_words.requesting), british_admin("""\
request:
  - {nation: british, buy: [sol, frigate], pay: 12}
""", "On a Quarterly Turn the British ask for ships: of the line first, then Frigates. With 12 Prestige or more they "
     "pay 1 for the next better row."), steps=(ADMIN,)),
    Row(key="transfer", rule="2.16", steps=(ADMIN,), topics=("transfer",), shape=TRANSFER,
        heading="TRANSFER to another Command (2.16)", example=lambda seen: None,
        echo=entries(europe_words.transferring), story=british_admin(
            "transfer:\n  - {formation: br-det-j1, to: leewards}\n", "If the Fleet Admiral passes a Check, the "
            "Detachment sails to English Harbour and belongs to the Leewards from then on.", checked=False)),
    doctrine("withdraw", "R11.11", WITHDRAW, "which ships go home", {"withdraw": holding_entries},
             lambda seen: None, entries(europe_words.withdrawing), british_admin("""\
withdraw:
  - {who: br-det-j1}
""", "If ships have to be sent home, the Detachment is the first to go; its Order Fails.", checked=False),
             steps=(ADMIN,)),
    Row(key="withdraw_french", rule="2.263", steps=(ADMIN,), topics=("withdraw_french",), shape=WITHDRAW_FRENCH,
        heading="WITHDRAW FRENCH ships (2.263)", example=lambda seen: None, echo=entries(europe_words.french_leaving),
        story=bourbon_admin("withdraw_french:\n  - {who: fr-det-1}\n", "The Detachment goes home. When it has left the "
                            "map, the British must send a third as many Sail after it.", checked=False)),
    doctrine("recover", "2.596", RECOVER, "which Units recover first", {"recover": holding_entries}, examples.recover,
             entries(europe_words.recovering), british_admin("""\
recover:
  - {region: jamaica, units: [marines, plain]}
""", "In the region of Jamaica Marines recover before others."), steps=(ADMIN,)),
)  # fmt: skip
